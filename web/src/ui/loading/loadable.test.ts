import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { loadable } from './loadable.tsx';

const Greeting = ({ name }: { name: string }) => `Hello ${name}`;

describe('a component whose code comes later', () => {
  it('is drawn at once when its code was loaded ahead', async () => {
    const Late = loadable(async () => Greeting);
    // nothing stands in for it: what has to wait cannot be drawn
    expect(() => renderToString(createElement(Late, { name: 'Femke' }))).toThrow(/suspended/);
    await Late.ahead();
    expect(renderToString(createElement(Late, { name: 'Femke' }))).toBe('Hello Femke');
  });

  it('is loaded again after a failure, of which who loads ahead hears nothing', async () => {
    let tries = 0;
    const Late = loadable(async () => {
      tries += 1;
      if (tries === 1) throw new Error('The line is cut.');
      return Greeting;
    });
    await Late.ahead();
    expect(() => renderToString(createElement(Late, { name: 'Femke' }))).toThrow(/suspended/);
    await Late.load();
    expect(renderToString(createElement(Late, { name: 'Femke' }))).toBe('Hello Femke');
    const Never = loadable<{ name: string }>(async () => {
      throw new Error('The line is cut.');
    });
    await expect(Never.load()).rejects.toThrow('The line is cut.');
  });
});

import { describe, expect, it } from 'vitest';
import { createValue } from './value.ts';

describe('a value outside the tree', () => {
  it('tells those who listen of a change, and not of the same value again', () => {
    const value = createValue('a');
    const told: string[] = [];
    const stop = value.subscribe(() => told.push(value.get()));
    value.set('b');
    value.set('b');
    expect(told).toEqual(['b']);
    stop();
    value.set('c');
    expect(told).toEqual(['b']);
    expect(value.get()).toBe('c');
  });
});

import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function target(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 100, written, write: (text: string) => written.push(text) };
}

test('work that ends within a second shows nothing', () => {
  const to = target(true);
  let time = 0;
  const progress = createProgress('Importing', 100, to, () => time);
  time = 900;
  progress.at(90);
  progress.end();
  expect(to.written).toEqual([]);
});

test('on a terminal a bar is drawn over itself and ends with the last state', () => {
  const to = target(true);
  let time = 0;
  const progress = createProgress('Importing', 2_000, to, () => time);
  time = 1_000;
  progress.at(500);
  time = 1_050;
  progress.at(600);
  time = 4_000;
  progress.at(2_000);
  progress.end();
  progress.end();
  expect(to.written).toEqual([
    `\rImporting ${'█'.repeat(6)}${'░'.repeat(18)} 25 % (500 of 2,000, 3 s left)\x1b[K`,
    `\rImporting ${'█'.repeat(24)} 100 % (2,000 of 2,000)\x1b[K`,
    '\n',
  ]);
});

test('elsewhere a line comes every few seconds', () => {
  const to = target(false);
  let time = 0;
  const progress = createProgress('Importing', 100, to, () => time);
  for (time = 0; time <= 12_000; time += 100) progress.at(time / 200);
  progress.end();
  expect(to.written).toHaveLength(4);
  expect(to.written[0]).toMatch(/^Importing .* 5 % \(5 of 100, 19 s left\)\n$/);
});

test('an unknown total shows the count alone, and may become known', () => {
  const to = target(false);
  let time = 0;
  const progress = createProgress('Reading', null, to, () => time);
  time = 2_000;
  progress.at(1_234);
  time = 9_000;
  progress.at(5_000, 10_000);
  expect(to.written[0]).toBe('Reading 1,234\n');
  expect(to.written[1]).toContain('50 % (5,000 of 10,000');
});

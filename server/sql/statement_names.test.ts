import { expect, test } from 'vitest';
import { StatementNames } from './statement_names.ts';

let nowMs = 0;
const names = (max = 4, after = 2) => new StatementNames({ prefix: 'list_', max, after }, () => nowMs);
const minutes = (n: number): void => void (nowMs += n * 60_000);
/** Sends a text several times. @returns its name at the end */
const send = (all: StatementNames, text: string, times: number, by: string | null = null): string | null => {
  let name: string | null = null;
  for (let n = 0; n < times; n += 1) name = all.nameOf(text, by);
  return name;
};

test('a text gets a name once it was sent several times, the same in every process, and another text has another', () => {
  const all = names();
  expect([send(all, 'select 1', 1), send(all, 'select 1', 1)]).toEqual([null, null]);
  const name = send(all, 'select 1', 1);
  expect(name).toMatch(/^list_[0-9a-f]{32}$/);
  expect(send(all, 'select 1', 5)).toBe(name);
  expect(send(names(), 'select 1', 3)).toBe(name);
  expect(send(all, 'select 2', 3)).not.toBe(name);
});

test('who sends many shapes of their own first keeps no name from what people ask for, and cannot take theirs by asking often', () => {
  const all = names();
  for (let n = 0; n < 10; n += 1) send(all, `odd ${n}`, 50, 'mallory');
  expect(all.size).toBe(4);
  // eight people look at one page, minute after minute
  for (let minute = 0; minute < 8; minute += 1, minutes(1)) {
    for (let person = 0; person < 8; person += 1)
      for (let page = 0; page < 4; page += 1) all.nameOf(`page ${page}`, `person ${person}`);
    for (let n = 0; n < 200; n += 1) send(all, `odd ${n % 10}`, 5, 'mallory');
  }
  const pages = [0, 1, 2, 3].map((page) => all.nameOf(`page ${page}`, 'person 1'));
  expect(new Set(pages).size).toBe(4);
  expect(pages).not.toContain(null);
  for (let n = 0; n < 10; n += 1) expect(send(all, `odd ${n}`, 500, 'mallory')).toBe(null);
});

test('names change hands a bounded number of times, so a connection keeps few statements, and no name is ever for another text', () => {
  const all = names(40, 0);
  const textOf = new Map<string, string>();
  // forty new shapes every ten minutes, each so common that it could take the place of an older one
  for (let turn = 0, sends = 100; turn < 7; turn += 1, sends = Math.ceil(sends * 1.2), minutes(10)) {
    for (let n = 0; n < 40 * sends; n += 1) {
      const text = `shape ${turn} ${n % 40}`;
      const name = all.nameOf(text, null);
      if (name !== null) expect(textOf.get(name) ?? textOf.set(name, text).get(name)).toBe(text);
    }
  }
  expect(textOf.size).toBeGreaterThan(80);
  expect(textOf.size).toBeLessThanOrEqual(40 + 20 + 60);
  expect(all.size).toBe(40);
});

test('what was common once gives way to what is common now', () => {
  const all = names(1);
  expect(send(all, 'old', 1_000)).not.toBe(null);
  expect(send(all, 'new', 100)).toBe(null);
  for (let n = 0; n < 9; n += 1) {
    minutes(10);
    send(all, 'new', 30);
  }
  expect(send(all, 'new', 1)).not.toBe(null);
});

test('a text that is too long is sent without a name, and the texts that are counted are bounded', () => {
  const all = names();
  expect(send(all, 'x'.repeat(32_001), 100)).toBe(null);
  for (let n = 0; n < 1_001; n += 1) all.nameOf(`text ${n}`, null);
  // the first was forgotten, the last was not
  expect([send(all, 'text 0', 2), send(all, 'text 1000', 2)]).toEqual([
    null,
    expect.stringMatching(/^list_/) as unknown,
  ]);
});

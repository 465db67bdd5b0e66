import { expect, test } from 'vitest';
import { groupTexts } from './detect.ts';
import { randomOf } from './random.ts';
import { termTableOf } from './term_table.ts';

const SUBJECTS = [
  ['invoice', 'payment', 'billing', 'receipt', 'currency', 'refund'],
  ['login', 'password', 'session', 'token', 'signing', 'account'],
  ['chart', 'report', 'export', 'dashboard', 'figure', 'column'],
];

/** Sentences of a few words of one subject, and words that all share. */
function sentences(count: number): { texts: string[]; subjects: number[] } {
  const random = randomOf(7);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)]!;
  const subjects = Array.from({ length: count }, (_, i) => i % SUBJECTS.length);
  return {
    subjects,
    texts: subjects.map((subject) =>
      [...Array.from({ length: 4 }, () => pick(SUBJECTS[subject]!)), pick(['please', 'need', 'today'])].join(
        ' ',
      ),
    ),
  };
}

test('texts about one subject come into one theme', () => {
  const { texts, subjects } = sentences(300);
  const { themeOf } = groupTexts(termTableOf(texts), 3, { seed: 1 });
  const themes = SUBJECTS.map((_, subject) => themeOf[subjects.indexOf(subject)]);
  expect(new Set(themes).size).toBe(3);
  const wrong = subjects.filter((subject, i) => themeOf[i] !== themes[subject]);
  expect(wrong.length).toBeLessThan(6);
});

test('the same texts and seed give the same themes', () => {
  const table = termTableOf(sentences(120).texts);
  expect(groupTexts(table, 3, { seed: 5 })).toEqual(groupTexts(table, 3, { seed: 5 }));
});

test.each([
  ['three texts', ['Dark mode', 'Dark theme', 'Export as CSV'], 2],
  ['one text that is repeated', Array.from({ length: 50 }, () => 'The same words'), 4],
  ['texts without a word', ['🙂', '!!!', '…', ''], 2],
  ['more themes than texts', ['Dark mode please', 'Dark mode now'], 5],
])('%s: each text still has a theme that exists', (_, texts, themes) => {
  const { themeOf } = groupTexts(termTableOf(texts), themes, { seed: 1 });
  expect(themeOf).toHaveLength(texts.length);
  for (const theme of themeOf) expect(theme).toBeLessThan(themes);
});

test('a term of one text alone says nothing of which texts belong together', () => {
  const table = termTableOf(['Invoices arrive', 'Invoice lost', 'Zeppelin']);
  expect(table.terms).toEqual(['invoic']);
  expect(table.written).toEqual(['invoice']);
  expect([...table.starts]).toEqual([0, 1, 2, 2]);
});

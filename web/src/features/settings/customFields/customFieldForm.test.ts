import { expect, test } from 'vitest';
import { choiceInputs, choicesProblem, newChoice } from './customFieldForm.ts';
import type { FieldChoice, FieldForm } from './customFieldForm.ts';
import { customFieldTexts } from './customFieldMessages.ts';

const texts = customFieldTexts.panel;
const choice = (id: string, label: string, number = ''): FieldChoice => ({
  id,
  label,
  number,
  is_default: false,
});
const form = (values: Partial<FieldForm>): FieldForm => ({
  name: 'Effort',
  key: '',
  kind: 'string_enum',
  choices: [],
  moves: {},
  ...values,
});

test('choices have texts, and numbers of their own, each once', () => {
  expect(choicesProblem(form({ kind: 'date' }))).toBe(null);
  expect(choicesProblem(form({ choices: [newChoice()] }))).toBe(texts.choicesMissing);
  expect(choicesProblem(form({ choices: [choice('1', ' ')] }))).toBe(texts.choiceMissing);
  expect(choicesProblem(form({ choices: [choice('1', 'S'), choice('2', ' s')] }))).toBe(
    texts.choiceTwice('s'),
  );
  const numbers = (...typed: string[]) =>
    choicesProblem(
      form({
        kind: 'numeric_enum',
        choices: typed.map((number, at) => choice(String(at), `c${at}`, number)),
      }),
    );
  expect([numbers('1', '2,5'), numbers('1', ''), numbers('1', 'many'), numbers('1', '1.0')]).toEqual([
    null,
    texts.numberMissing,
    texts.numberMissing,
    texts.numberTwice(1),
  ]);
});

test('what was added and not typed is not sent; values of a choice that goes are moved to one that stays', () => {
  const before = [choice('1', 'S'), choice('2', 'M'), choice('3', 'L')];
  expect(
    choiceInputs(
      form({
        choices: [choice('2', 'Medium '), choice('new-1', 'Huge'), newChoice()],
        moves: { '1': '2', '3': 'new-1', '2': 'new-1' },
      }),
      before,
    ),
  ).toEqual({
    string_enum_values: [
      { id: '2', label: 'Medium', is_default: false },
      { label: 'Huge', is_default: false },
    ],
    choice_moves: [
      { from: '1', to: 'Medium' },
      { from: '3', to: 'Huge' },
    ],
  });
  // where it goes is gone, too
  expect(choiceInputs(form({ choices: [choice('2', 'M')], moves: { '1': '3' } }), before)).toEqual({
    string_enum_values: [{ id: '2', label: 'M', is_default: false }],
  });
});

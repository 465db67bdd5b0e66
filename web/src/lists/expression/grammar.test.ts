import { describe, expect, test } from 'vitest';
import { partsOf, printLine, readLine, suggestAt } from './grammar.ts';
import type { ExpressionField } from './grammar.ts';

const FIELDS: ExpressionField[] = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'country', label: 'Country', type: 'text' },
  { name: 'account_plan', label: 'Plan of the account', type: 'text' },
  { name: 'allowed_state', label: 'State', type: 'text', values: ['allowed', 'blocked'] },
  { name: 'satisfaction_score', label: 'Score', type: 'number' },
  { name: 'account_mrr', label: 'MRR of the account', type: 'money' },
  { name: 'last_login', label: 'Last sign-in', type: 'time' },
  { name: 'custom_renewal', label: 'Renewal', type: 'time' },
  { name: 'is_subscribed', label: 'Gets email', type: 'boolean' },
];
const read = (line: string): unknown => {
  const answer = readLine(line, FIELDS);
  return 'problem' in answer ? answer : answer.expression === null ? null : JSON.parse(answer.expression);
};
/** What is wrong, with the letters that it is about. */
const wrong = (line: string): [string, string] => {
  const answer = readLine(line, FIELDS);
  if (!('problem' in answer)) throw new Error(`${line} was read`);
  const { message, from, to } = answer.problem;
  return [message, line.slice(from, to)];
};
const one = (column: string, operator: string, val?: unknown) => ({
  column,
  operator,
  ...(val === undefined ? {} : { operand: { val } }),
});

describe('[DEC-042] the line of an expression', () => {
  test('is read into comparisons; and binds closer than or, brackets closer than both', () => {
    expect(read('')).toBeNull();
    expect(read('   ')).toBeNull();
    expect(read('custom_renewal < 2027-01-31 and name ends with Ltd')).toEqual({
      operator: 'and',
      expressions: [one('custom_renewal', 'lt', '2027-01-31'), one('name', 'ends_with', 'Ltd')],
    });
    expect(read('country = Norway')).toEqual({
      operator: 'and',
      expressions: [one('country', 'eq', 'Norway')],
    });
    expect(
      read('name contains "Ann \\"A\\" Lee" and satisfaction_score<=6 or last_login >= 6_months_ago'),
    ).toEqual({
      operator: 'or',
      expressions: [
        {
          operator: 'and',
          expressions: [one('name', 'contains', 'Ann "A" Lee'), one('satisfaction_score', 'lte', 6)],
        },
        one('last_login', 'gte', '6_months_ago'),
      ],
    });
    expect(read("IS_SUBSCRIBED is yes AND (country IN (Norway, 'New Zealand') or country is empty)")).toEqual(
      {
        operator: 'and',
        expressions: [
          one('is_subscribed', 'eq', true),
          {
            operator: 'or',
            expressions: [one('country', 'in', ['Norway', 'New Zealand']), one('country', 'is_empty')],
          },
        ],
      },
    );
    expect(read('account_mrr > 1200.50')).toEqual({
      operator: 'and',
      expressions: [one('account_mrr', 'gt', 1200.5)],
    });
    // a value may be called as a column, or as a word of the language
    expect(read('country = "and" and name != name')).toEqual({
      operator: 'and',
      expressions: [one('country', 'eq', 'and'), one('name', 'neq', 'name')],
    });
  });

  test.each([
    ['nmae = x', 'There is no column “nmae”.', 'nmae'],
    ['name', 'An operator is missing behind name.', ''],
    ['name =', 'A value is missing: name is compared with a text.', ''],
    ['satisfaction_score contains 9', /^satisfaction_score takes =, !=, >/, 'contains'],
    ['satisfaction_score is 9x', 'satisfaction_score is compared with a number.', '9x'],
    ['last_login > yesterday', /^last_login is compared with a date/, 'yesterday'],
    ['is_subscribed = maybe', 'is_subscribed is compared with true or false.', 'maybe'],
    ['(name = a or country = b', 'The bracket is still open.', '('],
    ['name = a)', 'This bracket closes none.', ')'],
    ['name = a country = b', 'Write “and” or “or” before this.', 'country'],
    ['name = a and', 'A column is missing here.', ''],
    ['country in Norway', /^Values of “in” stand in brackets/, 'Norway'],
    ['country in (a, b', 'The bracket is still open.', '('],
    ['name = "open', 'The quotation mark is still open.', '"open'],
  ])('%s is refused with its place', (line, message, place) => {
    const [said, where] = wrong(line);
    expect(said).toMatch(message);
    expect(where).toBe(place);
  });

  test('what the server takes is written as a line again', () => {
    for (const line of [
      'country = "Norway"',
      'name contains "A \\"b\\" \\\\ c" and satisfaction_score <= 6',
      'is_subscribed = true or (country in ("Norway", "New Zealand") and name is not empty)',
      'last_login >= 6_months_ago and account_mrr > 1200.5',
    ]) {
      const answer = readLine(line, FIELDS);
      expect('expression' in answer ? printLine(answer.expression!) : answer).toBe(line);
    }
    expect(printLine('')).toBe('');
    expect(printLine('{"operator":')).toBeNull();
    expect(printLine('[]')).toBeNull();
  });

  test('its parts are the whole line, colored by what they are', () => {
    const line = ' name = name and (country contains "x") ~';
    const parts = partsOf(line, FIELDS);
    expect(parts.map(({ text }) => text).join('')).toBe(line);
    expect(parts.filter(({ kind }) => kind !== null).map(({ text, kind }) => `${text} ${kind!}`)).toEqual([
      'name column',
      '= sign',
      'name value',
      'and word',
      '( sign',
      'country column',
      'contains word',
      '"x" value',
      ') sign',
      '~ sign',
    ]);
  });
});

describe('what may stand at a place', () => {
  const at = (line: string) => {
    const caret = line.indexOf('|');
    const { expected, from, items } = suggestAt(line.replace('|', ''), caret, FIELDS);
    return { expected, from, offered: items.map(({ insert }) => insert) };
  };

  test('columns, narrowed by their names and by what they are called', () => {
    expect(at('|')).toMatchObject({ expected: 'column', from: 0 });
    expect(at('|').offered).toEqual(FIELDS.map(({ name }) => name));
    expect(at('acc|')).toEqual({ expected: 'column', from: 0, offered: ['account_plan', 'account_mrr'] });
    expect(at('name = a and sign|')).toMatchObject({ expected: 'column', offered: ['last_login'] });
    expect(at('(|').expected).toBe('column');
  });

  test('operators of the column, values that it has, and how it goes on', () => {
    expect(at('satisfaction_score |').offered).toEqual([
      '=',
      '!=',
      '>',
      '>=',
      '<',
      '<=',
      'is empty',
      'is not empty',
    ]);
    expect(at('country sta|').offered[0]).toBe('starts with');
    expect(at('allowed_state = |')).toMatchObject({ expected: 'value', offered: ['allowed', 'blocked'] });
    expect(at('allowed_state = bl|').offered).toEqual(['blocked']);
    expect(at('is_subscribed is |').offered).toEqual(['true', 'false']);
    expect(at('name = a |')).toMatchObject({ expected: 'join', offered: ['and', 'or'] });
    expect(at('(name = a |').offered).toEqual(['and', 'or', ')']);
    expect(at('(country in (a |').offered).toEqual([',', ')']);
    expect(at('country in (a, |').expected).toBe('value');
    expect(at('country in (a, b) |').offered).toEqual(['and', 'or']);
    expect(at('name is empty |').expected).toBe('join');
    // in the middle of a line
    expect(at('na| = a and country = b')).toMatchObject({ expected: 'column', from: 0, offered: ['name'] });
  });
});

import { describe, expect, test } from 'vitest';
import { ProductError } from '../core/errors.ts';
import { ACCOUNT_EXPRESSION, expressionLimits, USER_EXPRESSION } from '../../contract/expression.ts';
import { USER_COLUMNS } from '../domain/account/user_expression.ts';
import { ACCOUNT_COLUMNS } from '../domain/customers/account_expression.ts';
import { readExpression, type ExpressionColumns } from './expression.ts';

const columns: ExpressionColumns = {
  name: { type: 'text', sql: (c) => `${c.t}.name` },
  score: { type: 'number', sql: (c) => `${c.t}.score` },
  mrr: { type: 'money', sql: (c) => `${c.t}.mrr_cents` },
  seen: { type: 'time', sql: (c) => `${c.t}.seen` },
  subscribed: { type: 'boolean', sql: (c) => `${c.t}.subscribed` },
};
const read = (expression: unknown) => readExpression(JSON.stringify(expression), { named: columns });
const one = (column: string, operator: string, val?: unknown) => ({
  operator: 'and',
  expressions: [{ column, operator, ...(val === undefined ? {} : { operand: { val } }) }],
});

/** What the caller is told: [reason, place, sentence]. */
function refusal(expression: unknown): [string | undefined, string | undefined, string] {
  try {
    if (typeof expression === 'string') readExpression(expression, { named: columns });
    else read(expression);
  } catch (error) {
    if (error instanceof ProductError) return [error.details.reason, error.details.place, error.message];
    throw error;
  }
  throw new Error('was not refused');
}

describe('[DEC-042] a segment', () => {
  test('reads to its comparisons, in groups inside one another', () => {
    expect(
      read({
        operator: 'or',
        expressions: [
          { column: 'name', operator: 'in', operand: { val: ['Ann', 'Bo'] } },
          {
            operator: 'and',
            expressions: [
              { column: 'score', operator: 'gte', operand: { val: 9 } },
              { column: 'seen', operator: 'is_empty' },
            ],
          },
        ],
      }),
    ).toEqual({
      operator: 'or',
      parts: [
        { column: 'name', operator: 'in', val: ['Ann', 'Bo'] },
        {
          operator: 'and',
          parts: [
            { column: 'score', operator: 'gte', val: 9 },
            { column: 'seen', operator: 'is_empty', val: null },
          ],
        },
      ],
    });
  });

  test('a refusal names the column, the operator or the operand, and its place', () => {
    expect(
      refusal({ operator: 'and', expressions: [one('name', 'eq', 'a'), one('nmae', 'eq', 'x')] }),
    ).toEqual([
      'column',
      'expressions[1].expressions[0].column',
      'The expression cannot be read: there is no column "nmae"; on offer are name, score, mrr, seen, subscribed at expressions[1].expressions[0].column.',
    ]);
    expect(refusal(one('score', 'contains', '9')).slice(0, 2)).toEqual([
      'operator',
      'expressions[0].operator',
    ]);
    expect(refusal(one('score', 'eq', '9'))).toEqual([
      'operand',
      'expressions[0].operand',
      'The expression cannot be read: score is compared with a number, not with "9" at expressions[0].operand.',
    ]);
    expect(refusal({ operator: 'xor', expressions: [] }).slice(0, 2)).toEqual(['operator', 'operator']);
    expect(refusal({ operator: 'and', expressions: [] }).slice(0, 2)).toEqual(['form', 'expressions']);
    expect(refusal('{"operator":').slice(0, 2)).toEqual(['form', '']);
    expect(refusal('[]').slice(0, 2)).toEqual(['form', '']);
    expect(refusal({ operator: 'and', expressions: [7] }).slice(0, 2)).toEqual(['form', 'expressions[0]']);
  });

  test.each([
    ['name', 'eq', 'a\u0000b'],
    ['name', 'eq', 5],
    ['name', 'in', []],
    ['name', 'in', 'Ann'],
    ['name', 'eq', 'x'.repeat(401)],
    ['score', 'eq', 1e16],
    ['mrr', 'gt', '12'],
    ['seen', 'gt', 'yesterday'],
    ['seen', 'gt', '2026-02-30'],
    ['subscribed', 'eq', 'true'],
  ] as [string, string, unknown][])(
    'values that no column can hold are refused, not handed to the database: %s %s %s',
    (column, operator, val) => {
      expect(refusal(one(column, operator, val))[0]).toBe('operand');
    },
  );

  test('names of prototypes are no columns', () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(refusal(one(name, 'eq', 'x'))[0]).toBe('column');
  });

  test('one that is 1 MB long, 50 deep or has too many comparisons is refused', () => {
    expect(refusal(`{"operator":"and","expressions":[${'7,'.repeat(500_000)}7]}`)[0]).toBe('too_large');
    let deep: object = one('name', 'eq', 'a');
    for (let depth = 1; depth < 50; depth += 1) deep = { operator: 'and', expressions: [deep] };
    expect(refusal(deep)[0]).toBe('too_large');
    const comparison = { column: 'score', operator: 'is_empty' };
    const many = (count: number) => ({
      operator: 'and',
      expressions: Array.from({ length: count }, () => comparison),
    });
    expect(refusal(many(expressionLimits.comparisons + 1))[0]).toBe('too_large');
    expect(refusal({ operator: 'or', expressions: [many(60), many(60)] })[0]).toBe('too_large');
    expect(read(many(expressionLimits.comparisons)).parts).toHaveLength(100);
  });
});

test('what the console offers are columns of the lists, of the same types', () => {
  const typesOf = (columns: ExpressionColumns, names: object) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, columns[name]?.type]));
  expect(typesOf(USER_COLUMNS.named, USER_EXPRESSION)).toEqual(USER_EXPRESSION);
  expect(typesOf(ACCOUNT_COLUMNS.named, ACCOUNT_EXPRESSION)).toEqual(ACCOUNT_EXPRESSION);
  expect(Object.keys(ACCOUNT_COLUMNS.named)).toEqual(Object.keys(ACCOUNT_EXPRESSION));
  // "subscribed" is another name of "is_subscribed"
  expect(Object.keys(USER_COLUMNS.named).filter((name) => !(name in USER_EXPRESSION))).toEqual([
    'subscribed',
  ]);
});

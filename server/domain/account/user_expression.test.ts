import { describe, expect, test } from 'vitest';
import { readExpression } from './user_expression.ts';

const read = (column: string, operator: string, val: unknown) =>
  readExpression(JSON.stringify({ operator: 'and', expressions: [{ column, operator, operand: { val } }] }));

describe('[DEC-042] a segment of people', () => {
  test('reads to its comparisons', () => {
    expect(read('country', 'eq', 'Norway')).toEqual({
      operator: 'and',
      comparisons: [{ column: 'country', operator: 'eq', val: 'Norway' }],
    });
    expect(read('satisfaction_score', 'gte', 9).comparisons[0]!.val).toBe(9);
  });

  test('values that no column can hold are refused, not handed to the database', () => {
    for (const [column, operator, val] of [
      ['name', 'eq', 'a\u0000b'],
      ['name', 'contains', '\u0000'],
      ['satisfaction_score', 'eq', 2 ** 31],
      ['satisfaction_score', 'eq', 1.5],
      ['created_at', 'gt', 'yesterday'],
      ['created_at', 'gt', '2026-02-30'],
      ['__proto__', 'eq', 'x'],
    ] as const) {
      expect(() => read(column, operator, val), column).toThrow('The expression cannot be read');
    }
  });
});

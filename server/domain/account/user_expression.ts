import { parseDate } from '../../../contract/dates.ts';
import { badInput } from '../../core/errors.ts';
import type { FilterContext } from '../../core/entity.ts';

interface Comparison {
  column: string;
  operator: string;
  val: string | number | boolean | null;
}

export interface Expression {
  operator: 'and' | 'or';
  comparisons: Comparison[];
}

const TEXT = ['eq', 'neq', 'contains', 'is_empty'] as const;
const ORDERED = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is_empty'] as const;

/** Columns that a segment may name, with their SQL type. */
const COLUMNS: Record<
  string,
  { type: 'text' | 'int' | 'timestamptz' | 'boolean'; operators: readonly string[] }
> = {
  name: { type: 'text', operators: TEXT },
  email_address: { type: 'text', operators: TEXT },
  job_title: { type: 'text', operators: TEXT },
  city: { type: 'text', operators: TEXT },
  region: { type: 'text', operators: TEXT },
  country: { type: 'text', operators: TEXT },
  license_type: { type: 'text', operators: TEXT },
  satisfaction_score: { type: 'int', operators: ORDERED },
  supported_suggestions_count: { type: 'int', operators: ORDERED },
  created_at: { type: 'timestamptz', operators: ORDERED },
  last_login: { type: 'timestamptz', operators: ORDERED },
  subscribed: { type: 'boolean', operators: ['eq', 'neq'] },
};

/** An expression that names each column. */
export const SAMPLE_EXPRESSION = JSON.stringify({
  operator: 'and',
  expressions: Object.entries(COLUMNS).map(([column, { type }]) => ({
    column,
    operator: type === 'boolean' ? 'eq' : 'is_empty',
    operand: { val: type === 'boolean' ? false : null },
  })),
});
const SIGNS: Record<string, string> = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' };
const COMPARISONS_MAX = 20;
/** Largest number that the columns of whole numbers hold. */
const INT_MAX = 2_147_483_647;

function refuse(why: string): never {
  throw badInput(
    'expression',
    `The expression cannot be read: ${why}. Its form is {"operator":"and","expressions":[{"column":"country","operator":"eq","operand":{"val":"Norway"}}]}.`,
  );
}

/**
 * Reads a segment of people from JSON text (DEC-042).
 * @throws BAD_USER_INPUT naming what is wrong
 */
export function readExpression(json: string): Expression {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    refuse('it is not JSON');
  }
  const { operator, expressions } = (raw ?? {}) as { operator?: unknown; expressions?: unknown };
  if (operator !== 'and' && operator !== 'or') refuse('operator must be and or or');
  if (!Array.isArray(expressions) || expressions.length === 0) refuse('expressions is empty');
  if (expressions.length > COMPARISONS_MAX) refuse(`at most ${COMPARISONS_MAX} expressions`);
  return { operator, comparisons: expressions.map(readComparison) };
}

function readComparison(raw: unknown): Comparison {
  const { column, operator, operand } = (raw ?? {}) as {
    column?: unknown;
    operator?: unknown;
    operand?: { val?: unknown };
  };
  const known =
    typeof column === 'string' && Object.hasOwn(COLUMNS, column)
      ? COLUMNS[column]!
      : refuse(`column must be one of ${Object.keys(COLUMNS).join(', ')}`);
  if (typeof operator !== 'string' || !known.operators.includes(operator))
    refuse(`${String(column)} takes ${known.operators.join(', ')}`);
  const val = operand?.val ?? null;
  const right =
    operator === 'is_empty' ||
    (known.type === 'text' && typeof val === 'string' && !val.includes('\u0000')) ||
    (known.type === 'int' && Number.isInteger(val) && Math.abs(val as number) <= INT_MAX) ||
    (known.type === 'boolean' && typeof val === 'boolean') ||
    (known.type === 'timestamptz' && typeof val === 'string' && parseDate(val, new Date()) !== null);
  if (!right) refuse(`the value for ${String(column)} is of the wrong kind`);
  return { column: column as string, operator, val: val as Comparison['val'] };
}

/** SQL condition of a segment, in parentheses. */
export function writeExpression(expression: Expression, c: FilterContext): string {
  const parts = expression.comparisons.map(({ column, operator, val }) => {
    const left = `${c.t}.${column}`;
    const { type } = COLUMNS[column]!;
    if (operator === 'is_empty') return type === 'text' ? `coalesce(${left}, '') = ''` : `${left} is null`;
    if (operator === 'contains')
      return `lower(${left}) like ${c.w.value(
        `%${String(val)
          .toLowerCase()
          .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
      )}`;
    if (type === 'text')
      return `lower(coalesce(${left}, '')) ${SIGNS[operator]} ${c.w.value(String(val).toLowerCase())}`;
    const right = `${c.w.value(type === 'timestamptz' ? parseDate(String(val), new Date()) : val)}::${type}`;
    // someone without a value has another one
    return operator === 'neq' ? `${left} is distinct from ${right}` : `${left} ${SIGNS[operator]} ${right}`;
  });
  return `(${parts.join(` ${expression.operator} `)})`;
}

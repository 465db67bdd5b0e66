import { parseDate } from '../../contract/dates.ts';
import { EXPRESSION_OPERATORS, expressionLimits, type ExpressionType } from '../../contract/expression.ts';
import { isLongerThan } from '../../contract/text_cut.ts';
import type { Filter, FilterContext } from '../core/entity.ts';
import { badInput } from '../core/errors.ts';
import type { Input } from '../core/inputs.ts';
import type { Permission } from '../core/viewer.ts';

/**
 * Segments as expressions (DEC-042): comparisons of columns, joined by and or by or, in groups inside one another. A
 * list names its columns; what is wrong is refused with the place where it stands.
 */

/** A custom field is compared as what it is compared with: a text, a number, true or false, or a day. */
type ColumnType = ExpressionType | 'custom';

export interface ExpressionColumn {
  type: ColumnType;
  /** SQL of the value; null where there is none */
  sql: (c: FilterContext) => string;
  /**
   * Of a value of another record: SQL that the row has such a record and the condition of its value, written with `sql`,
   * holds; null or false where it has none.
   */
  within?: (c: FilterContext, condition: string) => string;
  requires?: Permission;
}

export type ExpressionColumns = Readonly<Record<string, ExpressionColumn>>;

/** The columns of a list: those that it names, and those whose names a workspace gives. */
export interface ExpressionTable {
  named: ExpressionColumns;
  /** A column by a name that is none of `named`; null: there is none. */
  further?: (name: string) => ExpressionColumn | null;
}

const columnOf = ({ named, further }: ExpressionTable, name: string): ExpressionColumn | null =>
  Object.hasOwn(named, name) ? named[name]! : (further?.(name) ?? null);

export interface Comparison {
  column: string;
  operator: string;
  val: string | number | boolean | null | readonly (string | number)[];
}

export interface ExpressionGroup {
  operator: 'and' | 'or';
  parts: readonly (Comparison | ExpressionGroup)[];
}

const SIGNS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
const OPERATORS: Readonly<Record<ColumnType, readonly string[]>> = {
  ...EXPRESSION_OPERATORS,
  custom: [...new Set([...EXPRESSION_OPERATORS.text, ...EXPRESSION_OPERATORS.number])],
};
const WHAT: Readonly<Record<ColumnType, string>> = {
  text: 'a text',
  number: 'a number',
  money: 'an amount in USD',
  time: 'a date such as 2026-03-31 or 6_months_ago',
  boolean: 'true or false',
  custom: 'a text, a number, or true or false',
};
const NUMBER_MAX = 1e15;
const FORM =
  '{"operator":"and","expressions":[{"column":"country","operator":"eq","operand":{"val":"Norway"}}]}';

/** A part of an expression that is wrong. */
type Part = 'form' | 'column' | 'operator' | 'operand' | 'too_large';

function refuse(path: string, reason: Part, place: string, why: string): never {
  const at = place === '' ? '' : ` at ${place}`;
  throw badInput(
    path,
    `The expression cannot be read: ${why}${at}.${reason === 'form' ? ` Its form is ${FORM}.` : ''}`,
    { reason, place },
  );
}

const quoted = (value: unknown): string =>
  `"${(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 40)}"`;

class ExpressionReader {
  private readonly columns: ExpressionTable;
  private readonly path: string;
  private left: number = expressionLimits.comparisons;

  constructor(columns: ExpressionTable, path: string) {
    this.columns = columns;
    this.path = path;
  }

  read(raw: unknown, place: string, depth: number): ExpressionGroup {
    if (depth > expressionLimits.depth)
      this.refuse(
        'too_large',
        place,
        `groups may stand at most ${expressionLimits.depth} inside one another`,
      );
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      this.refuse('form', place, 'an object is missing');
    const { operator, expressions } = raw as { operator?: unknown; expressions?: unknown };
    const below = (name: string): string => (place === '' ? name : `${place}.${name}`);
    if (operator !== 'and' && operator !== 'or')
      this.refuse(
        'operator',
        below('operator'),
        `the operator of a group is and or or, not ${quoted(operator)}`,
      );
    if (!Array.isArray(expressions) || expressions.length === 0)
      this.refuse('form', below('expressions'), 'a list of at least one expression is missing');
    if (expressions.length > expressionLimits.comparisons) this.tooMany(below('expressions'));
    return {
      operator,
      parts: expressions.map((one: unknown, index) => {
        const at = below(`expressions[${index}]`);
        return typeof one === 'object' && one !== null && 'expressions' in one
          ? this.read(one, at, depth + 1)
          : this.comparison(one, at);
      }),
    };
  }

  private comparison(raw: unknown, place: string): Comparison {
    this.left -= 1;
    if (this.left < 0) this.tooMany(place);
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      this.refuse('form', place, 'an object with column, operator and operand is missing');
    const { column, operator, operand } = raw as {
      column?: unknown;
      operator?: unknown;
      operand?: unknown;
    };
    const known = typeof column === 'string' ? columnOf(this.columns, column) : null;
    if (typeof column !== 'string' || known === null)
      this.refuse(
        'column',
        `${place}.column`,
        `there is no column ${quoted(column)}; on offer are ${Object.keys(this.columns.named).join(', ')}`,
      );
    const { type } = known;
    if (typeof operator !== 'string' || !OPERATORS[type].includes(operator))
      this.refuse(
        'operator',
        `${place}.operator`,
        `${column} does not take ${quoted(operator)}; it takes ${OPERATORS[type].join(', ')}`,
      );
    const val =
      typeof operand === 'object' && operand !== null && 'val' in operand
        ? (operand as { val: unknown }).val
        : null;
    if (operator === 'is_empty' || operator === 'is_not_empty') return { column, operator, val: null };
    const isList = operator === 'in';
    const values = isList ? val : [val];
    if (
      !Array.isArray(values) ||
      values.length === 0 ||
      values.length > expressionLimits.values ||
      !values.every((one) => (type === 'custom' ? fitsCustom(operator, one) : fits(type, one)))
    )
      this.refuse(
        'operand',
        `${place}.operand`,
        `${column} is compared with ${isList ? `a list of at most ${expressionLimits.values} texts` : WHAT[type]}, not with ${quoted(val)}`,
      );
    return { column, operator, val: val as Comparison['val'] };
  }

  private tooMany(place: string): never {
    this.refuse('too_large', place, `there are at most ${expressionLimits.comparisons} comparisons`);
  }

  private refuse(reason: Part, place: string, why: string): never {
    refuse(this.path, reason, place, why);
  }
}

/** Can a column of the type hold the value? */
function fits(type: ExpressionType, val: unknown): boolean {
  switch (type) {
    case 'text':
      return (
        typeof val === 'string' &&
        !val.includes('\u0000') &&
        !isLongerThan(val, expressionLimits.valueCharacters)
      );
    case 'boolean':
      return typeof val === 'boolean';
    case 'time':
      return typeof val === 'string' && parseDate(val, new Date()) !== null;
    default:
      return typeof val === 'number' && Number.isFinite(val) && Math.abs(val) <= NUMBER_MAX;
  }
}

/** Can a custom field be compared with the value in that way? */
const fitsCustom = (operator: string, val: unknown): boolean =>
  (['number', 'boolean'] as const).some(
    (type) => EXPRESSION_OPERATORS[type].includes(operator) && fits(type, val),
  ) || fits('text', val);

/**
 * Reads a segment from JSON text.
 * @throws BAD_USER_INPUT with the reason form, column, operator, operand or too_large, and its place
 */
export function readExpression(json: string, columns: ExpressionTable, path = 'expression'): ExpressionGroup {
  if (isLongerThan(json, expressionLimits.characters))
    refuse(
      path,
      'too_large',
      '',
      `it is longer than ${expressionLimits.characters.toLocaleString('en')} characters`,
    );
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    refuse(path, 'form', '', 'it is not JSON');
  }
  return new ExpressionReader(columns, path).read(raw, '', 1);
}

/** Columns that a segment compares. */
function comparedIn(group: ExpressionGroup): string[] {
  return group.parts.flatMap((part) => ('parts' in part ? comparedIn(part) : [part.column]));
}

/** SQL condition of a segment, in parentheses. */
export function writeExpression(group: ExpressionGroup, columns: ExpressionTable, c: FilterContext): string {
  const parts = group.parts.map((part) =>
    'parts' in part ? writeExpression(part, columns, c) : writeComparison(part, columns, c),
  );
  return `(${parts.join(` ${group.operator} `)})`;
}

/** Operators that a row without a value meets, by those that it does not. */
const OPPOSITES: Readonly<Record<string, string>> = {
  neq: 'eq',
  not_contains: 'contains',
  is_empty: 'is_not_empty',
};

const likeText = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Dollars in cents, without what the product of binary fractions adds: 19.99 is 1999, and 0.005 stays half a cent. */
const inCents = (dollars: number): number => {
  const cents = dollars * 100;
  const whole = Math.round(cents);
  return Math.abs(cents - whole) <= Math.max(1e-6, Math.abs(dollars) * 1e-12) ? whole : cents;
};

function writeComparison(
  { column, operator, val }: Comparison,
  columns: ExpressionTable,
  c: FilterContext,
): string {
  const { within, ...own } = columnOf(columns, column)!;
  if (within) {
    const write = (other: string, value: Comparison['val']): string =>
      within(c, writeComparison({ column, operator: other, val: value }, { named: { [column]: own } }, c));
    // a row without that record is one that has no value
    const isNothing = val === '' && (operator === 'eq' || operator === 'neq');
    const opposite = isNothing ? (operator === 'eq' ? 'neq' : undefined) : OPPOSITES[operator];
    return opposite === undefined ? write(operator, val) : `not coalesce(${write(opposite, val)}, false)`;
  }
  const { type, sql } = own;
  const left = sql(c);
  if (type === 'custom') return writeCustom(left, operator, val, c);
  if (operator === 'is_empty') return type === 'text' ? `coalesce(${left}, '') = ''` : `${left} is null`;
  if (operator === 'is_not_empty')
    return type === 'text' ? `coalesce(${left}, '') <> ''` : `${left} is not null`;
  if (type === 'text') {
    // a column by itself keeps its index
    const plain = `lower(${left})`;
    if (operator === 'contains') return `${plain} like ${c.w.value(`%${likeText(String(val))}%`)}`;
    if (operator === 'not_contains')
      return `coalesce(${plain}, '') not like ${c.w.value(`%${likeText(String(val))}%`)}`;
    if (operator === 'starts_with') return `${plain} like ${c.w.value(`${likeText(String(val))}%`)}`;
    if (operator === 'ends_with') return `${plain} like ${c.w.value(`%${likeText(String(val))}`)}`;
    if (operator === 'in')
      return `${plain} = any(${c.w.value((val as string[]).map((one) => one.toLowerCase()))}::text[])`;
    if (operator === 'eq' && val !== '') return `${plain} = ${c.w.value(String(val).toLowerCase())}`;
    return `coalesce(${plain}, '') ${SIGNS[operator]} ${c.w.value(String(val).toLowerCase())}`;
  }
  const right =
    type === 'time'
      ? `${c.w.value(parseDate(String(val), new Date()))}::timestamptz`
      : type === 'boolean'
        ? `${c.w.value(val)}::boolean`
        : `${c.w.value(type === 'money' ? inCents(val as number) : val)}::float8`;
  // someone without a value has another one
  return operator === 'neq' ? `${left} is distinct from ${right}` : `${left} ${SIGNS[operator]} ${right}`;
}

/** A custom field, by what it is compared with. @param left SQL of the value as JSON */
function writeCustom(left: string, operator: string, val: Comparison['val'], c: FilterContext): string {
  const text = `${left} #>> '{}'`;
  const isOrdered = ['gt', 'gte', 'lt', 'lte'].includes(operator);
  const as = (type: ExpressionType, sql: string, other = val): string =>
    writeComparison({ column: 'it', operator, val: other }, { named: { it: { type, sql: () => sql } } }, c);
  if (typeof val === 'number')
    return as('number', `case when jsonb_typeof(${left}) = 'number' then (${text})::float8 end`);
  if (typeof val === 'boolean')
    return as('boolean', `case when jsonb_typeof(${left}) = 'boolean' then (${left})::boolean end`);
  if (!isOrdered) return as('text', `(${text})`);
  // days are kept as 2026-01-31, so their order is that of texts
  const day = parseDate(String(val), new Date())?.toISOString().slice(0, 10);
  return `(${text}) ${SIGNS[operator]} ${c.w.value(day ?? String(val))}`;
}

/** The filter `expression` of a list. */
export function expressionFilter(description: string, columns: ExpressionTable): Filter<ExpressionGroup> {
  const input: Input<ExpressionGroup> = {
    type: 'String',
    description: `${description} JSON text: {operator: and|or, expressions: [{column, operator, operand: {val}}, or a group of the same form]}, at most ${expressionLimits.depth} groups inside one another and ${expressionLimits.comparisons} comparisons. Columns: ${Object.keys(columns.named).join(', ')}${columns.further ? ', and custom_<key> of a custom field' : ''}.`,
    required: false,
    nullable: false,
    sample: JSON.stringify({
      operator: 'and',
      expressions: Object.entries(columns.named).map(([column, { type }]) => ({
        column,
        operator: type === 'boolean' ? 'eq' : 'is_empty',
        operand: { val: type === 'boolean' ? false : null },
      })),
    }),
    read: (raw, path) => readExpression(String(raw), columns, path),
  };
  return {
    input,
    where: (group, c) => writeExpression(group, columns, c),
    allows: (group, viewer) =>
      comparedIn(group).every((column) => columnOf(columns, column)!.requires?.allows(viewer) !== false),
    timeLimit: {
      milliseconds: expressionLimits.timeoutMs,
      sentence:
        'This filter takes longer than 2 seconds. Narrow it: compare fewer columns, or name a beginning instead of a part.',
    },
  };
}

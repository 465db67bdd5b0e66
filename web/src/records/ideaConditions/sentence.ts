/**
 * Conditions of ideas as a sentence: lines that are joined by and, each one condition or a group of which one must hold;
 * and how `advanced_filters` of the API says the same. Pure.
 */
import {
  advancedFilterLimits,
  COMPARISON_OPERATORS,
  CUSTOM_KEYS,
} from '../../../../contract/advanced_filters.ts';
import { parseDate } from '../../../../contract/dates.ts';
import type { ConditionField } from './fields.ts';

/** What a condition says of its field. */
export type Operator =
  | 'include'
  | 'exclude'
  | (typeof COMPARISON_OPERATORS)[number]
  | 'true'
  | 'false'
  | 'within'
  | 'older'
  | 'after'
  | 'before'
  | 'between';

/** A condition as it is edited; what it lacks yet is left out of what is asked for. */
export interface Condition {
  /** tells it apart while it is edited */
  key: number;
  /** id of its field */
  field: string;
  operator: Operator;
  /** ids, words, texts, a number, or days and periods such as 90_days_ago */
  values: readonly string[];
  /** as the API has it: nothing here knows its field or its form, and it is kept as it is */
  raw?: unknown;
}

/** A line of the sentence. */
export interface Line {
  key: number;
  /** either … or: one of them must hold */
  isGroup: boolean;
  conditions: readonly Condition[];
}

let lastKey = 0;
/** A key that no other condition or line has. */
export const newKey = (): number => (lastKey += 1);

const RELATIVE = /_ago$/;
/** A period such as 90_days_ago, and not a day. */
export const isRelative = (value: string): boolean => RELATIVE.test(value);

/** What can be said of a field, the usual first. */
export function operatorsOf({ kind, custom }: ConditionField): readonly Operator[] {
  switch (kind) {
    case 'number':
      return COMPARISON_OPERATORS;
    case 'yes':
      return ['true', 'false'];
    case 'date':
      return ['within', 'older', 'after', 'before', ...(custom === undefined ? (['between'] as const) : [])];
    default:
      return ['include', 'exclude'];
  }
}

/** A new condition about a field. */
export function newCondition(field: ConditionField): Condition {
  return {
    key: newKey(),
    field: field.id,
    operator: operatorsOf(field)[0]!,
    values: field.kind === 'date' ? ['90_days_ago'] : [],
  };
}

/** The condition with another operator. Values of another form are let go. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const form = (of: Operator): string =>
    of === 'within' || of === 'older' ? 'period' : of === 'after' || of === 'before' ? 'day' : of;
  const isKept = ['gt', 'gte', 'lt', 'lte', 'eq', 'include', 'exclude'].includes(operator);
  if (isKept || form(operator) === form(condition.operator)) return { ...condition, operator };
  return { ...condition, operator, values: form(operator) === 'period' ? ['90_days_ago'] : [] };
}

const isDate = (value: string | undefined): boolean =>
  value !== undefined && parseDate(value, new Date()) !== null;

/** A number as it is typed, with commas between thousands or without. null: it is none */
export function readAmount(text: string): number | null {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) && Math.abs(Number(plain)) <= 1e13 ? Number(plain) : null;
}

/** Whether a condition says enough to be asked for. */
export function isComplete(condition: Condition, field: ConditionField | undefined): boolean {
  if (condition.raw !== undefined) return true;
  if (field === undefined) return false;
  switch (field.kind) {
    case 'yes':
      return true;
    case 'number':
      return readAmount(condition.values[0] ?? '') !== null;
    case 'date':
      return (
        isDate(condition.values[0]) &&
        (condition.operator !== 'between' ||
          (isDate(condition.values[1]) && condition.values[0]! < condition.values[1]!))
      );
    default:
      return condition.values.length > 0;
  }
}

function writeOne({ operator, values, raw }: Condition, field: ConditionField): Record<string, unknown> {
  if (raw !== undefined) return raw as Record<string, unknown>;
  const [first, second] = values;
  const { custom } = field;
  const named = custom === undefined ? {} : { id: custom.id };
  const said = (): unknown => {
    switch (field.kind) {
      case 'yes':
        return custom === undefined
          ? operator === 'true'
          : { ...named, operator: 'is', value: operator === 'true' };
      case 'number':
        return { ...named, operator, value: readAmount(first!) };
      case 'date': {
        const edge = operator === 'older' || operator === 'before' ? 'before' : 'after';
        if (custom !== undefined) return { ...named, operator: edge, value: first };
        return operator === 'between' ? { after: first, before: second } : { [edge]: first };
      }
      default:
        return {
          ...named,
          operator,
          values: custom?.kind === 'custom_include' ? values.map(Number) : values,
        };
    }
  };
  return { [custom?.kind ?? field.id]: said() };
}

/** The sentence as `advanced_filters` takes it, without what is not finished. null: it asks for nothing */
export function writeSentence(
  lines: readonly Line[],
  fields: readonly ConditionField[],
): Record<string, unknown> | null {
  const write = (condition: Condition): Record<string, unknown>[] => {
    const field = fields.find(({ id }) => id === condition.field);
    return isComplete(condition, field) ? [writeOne(condition, field!)] : [];
  };
  const expressions = lines.flatMap(({ conditions }): Record<string, unknown>[] => {
    const parts = conditions.flatMap(write);
    return parts.length > 1 ? [{ operator: 'or', expressions: parts }] : parts;
  });
  if (expressions.length === 0) return null;
  return expressions.length === 1 ? expressions[0]! : { operator: 'and', expressions };
}

type Part = { key: string; value: unknown } | { operator: 'and' | 'or'; parts: Part[] };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a group as the server does. null: it has no such form */
function readGroup(raw: unknown, depth: number): Part | null {
  if (!isObject(raw) || depth > advancedFilterLimits.depth) return null;
  const { operator, expressions, ...plain } = raw;
  const parts: Part[] = Object.entries(plain).flatMap(([key, value]) =>
    value === undefined || value === null
      ? []
      : ((CUSTOM_KEYS as readonly string[]).includes(key) && Array.isArray(value) ? value : [value]).map(
          (one: unknown) => ({ key, value: one }),
        ),
  );
  if (expressions !== undefined) {
    if ((operator !== 'and' && operator !== 'or') || !Array.isArray(expressions)) return null;
    const inner = expressions.map((one: unknown) => readGroup(one, depth + 1));
    if (inner.includes(null)) return null;
    const found = inner as Part[];
    if (operator === 'and' || found.length === 1) parts.push(...found);
    else parts.push({ operator, parts: found });
  }
  return parts.length === 1 ? parts[0]! : { operator: 'and', parts: parts.flatMap(spread) };
}

/** What stands in an and inside of an and stands in the outer one. */
const spread = (part: Part): Part[] =>
  'parts' in part && part.operator === 'and' ? part.parts.flatMap(spread) : [part];

function readOne(
  { key, value }: { key: string; value: unknown },
  fields: readonly ConditionField[],
): Condition {
  const unknown: Condition = {
    key: newKey(),
    field: key,
    operator: 'include',
    values: [],
    raw: { [key]: value },
  };
  const given = isObject(value) ? value : {};
  const field = fields.find((one) =>
    one.custom === undefined
      ? one.id === key
      : one.custom.kind === key &&
        (given['id'] === undefined || given['id'] === null
          ? one.custom.key === given['key']
          : one.custom.id === String(given['id'])),
  );
  if (field === undefined) return unknown;
  const made = (operator: Operator, ...values: unknown[]): Condition => ({
    key: newKey(),
    field: field.id,
    operator,
    values: values.map(String),
  });
  const operator = given['operator'] as Operator;
  const read = (): Condition => {
    switch (field.kind) {
      case 'yes': {
        const held = field.custom === undefined ? value : given['value'];
        return typeof held === 'boolean' ? made(held ? 'true' : 'false') : unknown;
      }
      case 'number':
        return made(operator, given['value']);
      case 'date': {
        const custom = given['value'];
        const after = field.custom === undefined ? given['after'] : operator === 'after' ? custom : undefined;
        const before =
          field.custom === undefined ? given['before'] : operator === 'before' ? custom : undefined;
        if (typeof after === 'string' && typeof before === 'string')
          return isRelative(after) || isRelative(before) ? unknown : made('between', after, before);
        if (typeof after === 'string') return made(isRelative(after) ? 'within' : 'after', after);
        return typeof before === 'string' ? made(isRelative(before) ? 'older' : 'before', before) : unknown;
      }
      default: {
        const values = given['values'];
        return Array.isArray(values) ? made(operator, ...(values as unknown[])) : unknown;
      }
    }
  };
  const condition = read();
  return condition.raw === undefined &&
    (!operatorsOf(field).includes(condition.operator) || !isComplete(condition, field))
    ? unknown
    : condition;
}

/**
 * `advanced_filters` as a sentence.
 *
 * @param raw the object, or its JSON
 * @returns 'unreadable' for what is no filter; 'foreign' where groups stand inside of groups, which a sentence has no form for
 */
export function readSentence(
  raw: unknown,
  fields: readonly ConditionField[],
): readonly Line[] | 'unreadable' | 'foreign' {
  let given = raw;
  if (typeof raw === 'string') {
    if (raw === '') return [];
    try {
      given = JSON.parse(raw) as unknown;
    } catch {
      return 'unreadable';
    }
  }
  const root = readGroup(given, 1);
  if (root === null) return 'unreadable';
  const parts = 'parts' in root && root.operator === 'and' ? root.parts : [root];
  const lines: Line[] = [];
  for (const part of parts) {
    if (!('parts' in part)) {
      lines.push({ key: newKey(), isGroup: false, conditions: [readOne(part, fields)] });
      continue;
    }
    if (part.parts.some((inner) => 'parts' in inner)) return 'foreign';
    lines.push({
      key: newKey(),
      isGroup: true,
      conditions: part.parts.map((inner) => readOne(inner as { key: string; value: unknown }, fields)),
    });
  }
  return lines;
}

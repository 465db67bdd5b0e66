/** What a form knows of its fields: their names, their rules, and which inputs of the call are made of them. */
import { snakeCase } from '../../../contract/inputs.ts';
import { lengthProblem, oneLine } from '../../../contract/text_cut.ts';
import { formMessages } from './formMessages.ts';

/** When the sentence of a broken rule stands at its field: while it is typed, once it was left, once it was asked to save. */
export type Moment = 'typed' | 'left' | 'asked';

/** What is said of a value that is missing. Without a name the button can be used, and leads to the field. */
export interface Naming {
  sentence: string;
  name?: string;
  /** When the sentence is said; left out: once someone wanted to save. */
  said?: Moment;
}

/** One field. */
export interface FieldRules<Values, Value> {
  /** Names it at the field, in sentences about it, and in a conflict. */
  label: string;
  /** Names of the inputs that the call makes of it, in either spelling: 'links.suggestion'. Left out: the key of the value. */
  inputs?: readonly string[];
  /** It must have a value: the sentence at the field, and its name among what the button says is still needed. */
  needed?: Naming;
  /** Left out: null and blank texts are empty. */
  isEmpty?: (value: Value, values: Values) => boolean;
  /** Most characters of a text that the server takes. */
  limit?: number;
  /** The text is sent as one line, and counted as such. */
  isLine?: boolean;
  /** A further rule: what is wrong; null when nothing is. */
  rule?: (value: Value, values: Values) => string | null;
  /** Name of the value as the rule wants it, among what is still needed: 'a valid URL'. */
  ruleName?: string | ((value: Value) => string);
  /** When the sentence of the further rule is said; left out: once the field was left. */
  ruleSaid?: Moment;
  /** The value in words, where two versions of it are compared; left out: it is not compared. */
  text?: (value: Value, values: Values) => string;
}

/** The fields of a form by the keys of its values. A value without rules may be left out. */
export type Fields<Values> = { readonly [Key in keyof Values]?: FieldRules<Values, Values[Key]> };

/** A rule that a value breaks. */
export interface Problem {
  /** For the field itself. */
  sentence: string;
  /** For the list of what is still needed; null: the button can be used, and leads to the field. */
  name: string | null;
  said: Moment;
  /** There is no value at all. */
  isMissing: boolean;
}

/** The first rule that a value breaks; null: none. */
export function problemOf<Values, Value>(
  rules: FieldRules<Values, Value>,
  value: Value,
  values: Values,
): Problem | null {
  const { label, needed, isEmpty = isBlank, limit, isLine = false, rule } = rules;
  if (needed !== undefined && isEmpty(value, values)) {
    const { name = null, said = 'asked' } = needed;
    return { sentence: needed.sentence, name, said, isMissing: true };
  }
  if (limit !== undefined && typeof value === 'string') {
    const sentence = lengthProblem(label, isLine ? oneLine(value) : value, limit);
    if (sentence !== null)
      return { sentence, name: formMessages.shorter(label), said: 'typed', isMissing: false };
  }
  const sentence = rule?.(value, values) ?? null;
  if (sentence === null) return null;
  const { ruleName = null, ruleSaid = 'left' } = rules;
  const name = typeof ruleName === 'function' ? ruleName(value) : ruleName;
  return { sentence, name, said: ruleSaid, isMissing: false };
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** What is wrong with each field, in the order of the fields. */
export function problemsOf<Values extends object>(
  fields: Fields<Values>,
  values: Values,
): ReadonlyMap<keyof Values, Problem> {
  const problems = new Map<keyof Values, Problem>();
  for (const key of keysOf(fields)) {
    const rules = fields[key];
    const problem = rules === undefined ? null : problemOf(rules, values[key], values);
    if (problem !== null) problems.set(key, problem);
  }
  return problems;
}

/** The keys that have rules. */
export function keysOf<Values>(fields: Fields<Values>): (keyof Values)[] {
  return Object.keys(fields) as (keyof Values)[];
}

/**
 * Whether the server means one of these inputs, or a part of one: 'categories.2.name' is a part of 'categories'.
 *
 * @param named as the refusal names it: as the call wrote it, or in snake_case
 */
export function isAbout(named: string, inputs: readonly string[]): boolean {
  const name = snakeCase(named);
  return inputs.map(snakeCase).some((input) => name === input || name.startsWith(`${input}.`));
}

/** One field in two versions, as text; '' is shown as empty. */
export interface FieldVersions {
  name: string;
  mine: string;
  theirs: string;
}

/** The fields of which two versions differ, in words. */
export function differencesOf<Values>(fields: Fields<Values>, mine: Values, theirs: Values): FieldVersions[] {
  return keysOf(fields).flatMap((key) => {
    const { label = '', text } = fields[key] ?? {};
    if (text === undefined) return [];
    const versions = { name: label, mine: text(mine[key], mine), theirs: text(theirs[key], theirs) };
    return versions.mine === versions.theirs ? [] : versions;
  });
}

import { counterpartOf, snakeCase } from '../../contract/inputs.ts';
import { badInput, ProductError } from './errors.ts';

/**
 * Inputs of commands and arguments of queries: declared once, they give the GraphQL declaration
 * in both spellings (DEC-005), the limits, the sentences of refusal and the TypeScript type. `inputs/kinds.ts`
 * has one maker for each kind.
 */
export interface Input<T> {
  /** GraphQL type without the final '!' */
  type: string;
  description: string;
  required: boolean;
  /** null is a value of its own (clears the field) and not the same as absent */
  nullable: boolean;
  /** checks and converts; throws BAD_USER_INPUT with the field's path */
  read(raw: unknown, path: string): T;
  /** nested inputs, for objects */
  fields?: Record<string, Input<unknown>>;
  typeName?: string;
  /** the words that it takes, where they are few */
  words?: readonly string[];
  /** a value that it takes, where it takes none of the usual ones: for what works a statement out without a caller */
  sample?: unknown;
}

type Read<I> = I extends Input<infer T> ? T : never;
type RequiredKeys<F> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F];
/** The value that a record of inputs reads to: required ones are there, others may be undefined. */
export type InputValues<F extends Record<string, Input<unknown>>> = {
  [K in RequiredKeys<F>]: Read<F[K]>;
} & { [K in Exclude<keyof F, RequiredKeys<F>>]?: Read<F[K]> };

/** Name of a field for people: `links.forumId` -> 'forum id'. */
export function spoken(path: string): string {
  return snakeCase(path.split('.').at(-1) ?? path).replaceAll('_', ' ');
}

/** Other spellings by declared name: these are few, and each call reads all inputs of its operation. */
const counterparts = new Map<string, string | null>();

function otherSpelling(name: string): string | null {
  let other = counterparts.get(name);
  if (other === undefined) counterparts.set(name, (other = counterpartOf(name)));
  return other;
}

function isBlank(raw: unknown): boolean {
  return (
    raw === undefined ||
    raw === null ||
    (typeof raw === 'string' && raw.trim() === '') ||
    (Array.isArray(raw) && raw.length === 0)
  );
}

/**
 * Reads the arguments of a call: joins both spellings, refuses what is missing, too long or malformed.
 * Absent inputs are absent in the result; `null` only where the input is nullable, else it reads as absent.
 * @param path of the object that the inputs belong to; '' for the call itself
 * @throws BAD_USER_INPUT with the path of the field as the caller spelled it
 */
export function readInputs<F extends Record<string, Input<unknown>>>(
  fields: F,
  raw: Readonly<Record<string, unknown>>,
  path = '',
): InputValues<F> {
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const input = fields[name]!;
    const other = otherSpelling(name);
    const spelling = spellingIn(raw, name);
    const at = path === '' ? spelling : `${path}.${spelling}`;
    const given = raw[spelling];
    if (
      other !== null &&
      spelling === name &&
      raw[other] !== undefined &&
      JSON.stringify(given) !== JSON.stringify(raw[other])
    ) {
      throw badInput(at, `${name} and ${other} were both given and differ. Send one of them.`);
    }
    if (input.required && isBlank(given))
      throw badInput(at, `The ${spoken(at)} ${input.type.startsWith('[') ? 'are' : 'is'} required.`, {
        reason: 'required',
      });
    if (given === undefined) continue;
    if (given === null) {
      if (input.nullable) result[name] = null;
      continue;
    }
    const value = input.read(given, at);
    // what is left of it after cleaning may be nothing
    if (input.required && value === '')
      throw badInput(at, `The ${spoken(at)} is required.`, { reason: 'required' });
    result[name] = value;
  }
  return result as InputValues<F>;
}

/**
 * The path of an input as the caller spelled it: work refuses an input by its declared name. `links.forum` given as
 * `forum_id`, which means the same, is that.
 *
 * @param fields of the operation
 * @param raw what the caller sent
 * @param path as declared
 */
export function asSpelled(
  fields: Readonly<Record<string, Input<unknown>>>,
  raw: Readonly<Record<string, unknown>>,
  path: string,
): string {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const spelling = spellingIn(raw, name);
  const inner = raw[spelling];
  if (
    name === 'links' &&
    rest.length === 1 &&
    (!isRecord(inner) || inner[spellingIn(inner, rest[0]!)] === undefined)
  ) {
    const alias = `${rest[0]!}_id`;
    if (fields[alias] && raw[spellingIn(raw, alias)] !== undefined) return spellingIn(raw, alias);
  }
  const nested = fields[name]?.fields;
  return rest.length > 0 && nested && isRecord(inner)
    ? `${spelling}.${asSpelled(nested, inner, rest.join('.'))}`
    : [spelling, ...rest].join('.');
}

function spellingIn(raw: Readonly<Record<string, unknown>>, name: string): string {
  const other = otherSpelling(name);
  return other !== null && raw[name] === undefined && raw[other] !== undefined ? other : name;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Runs the work of an operation; what it refuses by an input's declared name is refused as the caller spelled it. */
export async function withSpelledFields<T>(
  fields: Readonly<Record<string, Input<unknown>>>,
  raw: Readonly<Record<string, unknown>>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProductError) || error.details.field === undefined) throw error;
    const field = asSpelled(fields, raw, error.details.field);
    throw field === error.details.field
      ? error
      : new ProductError(error.code, error.message, { ...error.details, field });
  }
}

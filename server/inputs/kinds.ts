import { isId } from '../../contract/ids.ts';
import { isLongerThan, oneLine } from '../../contract/text_cut.ts';
import { badInput } from '../core/errors.ts';
import { readInputs, spoken, type Input, type InputValues } from '../core/inputs.ts';
import { RichTextRefused, sanitiseHtml } from '../text/html.ts';

type Optional<T> = Input<T> & { required: false };
type Required<T> = Input<T> & { required: true };

/** Marks an input as required: absent, null and blank are refused with its name. */
export function required<T>(input: Input<T>): Required<Exclude<T, null>> {
  return { ...input, required: true, nullable: false } as Required<Exclude<T, null>>;
}

/** Lets null through as a value that clears the field. */
export function nullable<T>(input: Input<T>): Optional<T | null> {
  return { ...input, required: false, nullable: true };
}

function optional<T>(input: Omit<Input<T>, 'required' | 'nullable'>): Optional<T> {
  return { required: false, nullable: false, ...input };
}

// Control characters other than tab and line ends say nothing and break exports and mail.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/**
 * A text as it can be stored. Half of a surrogate pair (an emoji that a program cut in two) is no character:
 * it becomes the replacement character, since JSON columns would refuse it.
 */
function storable(raw: unknown, path: string): string {
  const text = String(raw).toWellFormed();
  if (CONTROL.test(text))
    throw badInput(path, `The ${spoken(path)} contains control characters. Please remove them.`);
  return text;
}

function tooLong(path: string, max: number): Error {
  return badInput(path, `The ${spoken(path)} is too long: at most ${max.toLocaleString('en')} characters.`, {
    reason: 'too_long',
  });
}

/** Text of at most `max` characters (code points), trimmed; control characters are refused. */
export function textInput(description: string, max: number): Optional<string> {
  return optional({
    type: 'String',
    description: `${description} At most ${max.toLocaleString('en')} characters.`,
    read: (raw, path) => {
      const text = storable(String(raw).trim(), path);
      if (isLongerThan(text, max)) throw tooLong(path, max);
      return text;
    },
  });
}

/** A password: as it was typed, blanks at its ends too. For commands with `holdsSecret`. */
export function secretInput(description: string, max: number): Optional<string> {
  return {
    ...textInput(description, max),
    read: (raw, path) => {
      const secret = storable(String(raw), path);
      if (isLongerThan(secret, max)) throw tooLong(path, max);
      return secret;
    },
  };
}

/** A name or title: one line of at most `max` characters, without the signs that no one sees; control characters are refused. */
export function singleLine(description: string, max: number): Optional<string> {
  return { ...textInput(description, max), read: (raw, path) => readLine(raw, path, max) };
}

/**
 * A name or title as `singleLine` reads it, for what comes in by other ways than the API.
 * @throws ProductError BAD_USER_INPUT with the field `path`
 */
export function readLine(raw: unknown, path: string, max: number): string {
  // cut to one line first: what is left out counts for nothing
  const text = oneLine(storable(String(raw).trim(), path));
  if (isLongerThan(text, max)) throw tooLong(path, max);
  return text;
}

/** Text checked by a rule of the contract, which answers null or the sentence to show. */
export function validatedText(
  description: string,
  max: number,
  rule: (text: string) => string | null,
): Optional<string> {
  const base = textInput(description, max);
  return {
    ...base,
    read: (raw, path) => {
      const text = base.read(raw, path);
      const sentence = text === '' ? null : rule(text);
      if (sentence !== null) throw badInput(path, sentence);
      return text;
    },
  };
}

/**
 * Rich text of at most `max` characters as it arrives, cleaned on the way in, so that no command can
 * forget it. Text without anything to read or see becomes ''.
 */
export function htmlInput(description: string, max: number): Optional<string> {
  return optional({
    type: 'String',
    description: `${description} HTML, cleaned. At most ${max.toLocaleString('en')} characters.`,
    read: (raw, path) => {
      const html = storable(raw, path);
      if (isLongerThan(html, max)) throw tooLong(path, max);
      try {
        return sanitiseHtml(html) ?? '';
      } catch (error) {
        if (error instanceof RichTextRefused)
          throw badInput(path, `${error.message}.`, { reason: 'too_large' });
        throw error;
      }
    },
  });
}

/** Checks the form of an id; a malformed one is answered like an unknown one. */
export function readId(raw: unknown, path: string): string {
  const text = String(raw);
  if (!isId(text)) throw badInput(path, `The ${spoken(path)} is not a valid id.`);
  return text;
}

/** An id, as text. */
export function idInput(description: string): Optional<string> {
  return optional({ type: 'ID', description, read: readId });
}

/** A list of ids without duplicates, at most `max`. A single id is accepted too (DEC-027). */
export function idListInput(description: string, max = 1000): Optional<string[]> {
  return optional({
    type: '[ID!]',
    description: `${description} At most ${max}.`,
    read: (raw, path) => {
      const list = Array.isArray(raw) ? raw : [raw];
      if (list.length > max) throw badInput(path, `At most ${max} ids at once.`);
      return [...new Set(list.map((item) => readId(item, path)))];
    },
  });
}

/** True or false. */
export function booleanInput(description: string): Optional<boolean> {
  return optional({ type: 'Boolean', description, read: (raw) => raw === true });
}

/** A whole number within bounds. */
export function intInput(description: string, bounds: { min: number; max: number }): Optional<number> {
  return optional({
    type: 'Int',
    description: `${description} From ${bounds.min} to ${bounds.max}.`,
    read: (raw, path) => {
      const number = Number(raw);
      if (!Number.isInteger(number) || number < bounds.min || number > bounds.max) {
        throw badInput(
          path,
          `The ${spoken(path)} must be a whole number from ${bounds.min} to ${bounds.max}.`,
        );
      }
      return number;
    },
  });
}

/** A number with decimals. */
export function floatInput(description: string): Optional<number> {
  return optional({
    type: 'Float',
    description,
    read: (raw, path) => {
      const number = Number(raw);
      if (!Number.isFinite(number)) throw badInput(path, `The ${spoken(path)} must be a number.`);
      return number;
    },
  });
}

/**
 * An amount in USD, at most `max`, read to whole cents. Fractions of a cent are refused, since they would be lost.
 */
export function moneyInput(description: string, max: number): Optional<number> {
  const bounds = `from 0 to ${max.toLocaleString('en')}`;
  return optional({
    type: 'Float',
    description: `${description} In USD, ${bounds}.`,
    read: (raw, path) => {
      const dollars = Number(raw);
      if (!Number.isFinite(dollars) || dollars < 0 || dollars > max)
        throw badInput(path, `The ${spoken(path)} must be an amount in USD ${bounds}.`);
      const cents = Math.round(dollars * 100);
      if (Math.abs(cents - dollars * 100) > Math.max(1e-6, dollars * 1e-12))
        throw badInput(path, `The ${spoken(path)} has more than two decimals.`);
      return cents;
    },
  });
}

/** One of a fixed set of words. */
export function enumInput<const W extends string>(description: string, words: readonly W[]): Optional<W> {
  return optional({
    type: 'String',
    description: `${description} One of ${words.join(', ')}.`,
    words,
    read: (raw, path) => {
      const word = String(raw) as W;
      if (!words.includes(word))
        throw badInput(path, `The ${spoken(path)} must be one of: ${words.join(', ')}.`);
      return word;
    },
  });
}

/** A list of words of a fixed set, each once; a single one is accepted too. */
export function enumListInput<const W extends string>(
  description: string,
  words: readonly W[],
): Optional<W[]> {
  const single = enumInput(description, words);
  return optional({
    type: '[String!]',
    description: single.description,
    words,
    read: (raw, path) => [
      ...new Set((Array.isArray(raw) ? raw : [raw]).map((item) => single.read(item, path))),
    ],
  });
}

/** A list of texts. */
export function textListInput(description: string, max: number, maxLength: number): Optional<string[]> {
  const single = textInput(description, maxLength);
  return optional({
    type: '[String!]',
    description: `${description} At most ${max}.`,
    read: (raw, path) => {
      const list = Array.isArray(raw) ? raw : [raw];
      if (list.length > max) throw badInput(path, `At most ${max} entries.`);
      return list.map((item) => single.read(item, path));
    },
  });
}

/** A point in time: ISO 8601, or what `parse` takes besides (6_months_ago). */
export function timeInput(description: string, parse: (text: string) => Date | null): Optional<Date> {
  return optional({
    type: 'String',
    description: `${description} ISO 8601, or N_days_ago, N_weeks_ago, N_months_ago, N_years_ago.`,
    read: (raw, path) => {
      const date = parse(String(raw).trim());
      if (date === null)
        throw badInput(
          path,
          `The ${spoken(path)} is not a date. Use a form such as 2026-03-31 or 6_months_ago.`,
        );
      return date;
    },
  });
}

/** An object of inputs; `typeName` is its GraphQL name. */
export function objectInput<F extends Record<string, Input<unknown>>>(
  typeName: string,
  description: string,
  fields: F,
): Optional<InputValues<F>> {
  return optional({
    type: typeName,
    typeName,
    description,
    fields,
    read: (raw, path) => readInputs(fields, raw as Record<string, unknown>, path),
  });
}

/** A list of objects, at most `max`. */
export function objectListInput<F extends Record<string, Input<unknown>>>(
  typeName: string,
  description: string,
  fields: F,
  max: number,
): Optional<InputValues<F>[]> {
  return optional({
    type: `[${typeName}!]`,
    typeName,
    description: `${description} At most ${max}.`,
    fields,
    read: (raw, path) => {
      const list = Array.isArray(raw) ? raw : [raw];
      if (list.length > max) throw badInput(path, `At most ${max} entries.`);
      return list.map((item, index) =>
        readInputs(fields, item as Record<string, unknown>, `${path}.${index}`),
      );
    },
  });
}

/** Any JSON value, as the caller sent it; `read` narrows it. */
export function jsonInput<T>(description: string, read: (raw: unknown, path: string) => T): Optional<T> {
  return optional({ type: 'Json', description, read });
}

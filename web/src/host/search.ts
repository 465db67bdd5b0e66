/**
 * How page state is written into an address (specification line 87): names and
 * values in the query string or behind the hash, arrays separated by commas,
 * booleans as true and false. A comma of a value itself is escaped once more, so
 * that it survives. Everything here is pure.
 */

/** Values as they stand in an address, by name; a name given twice is a list. */
export type RawState = Record<string, string>;

/** Reads `?a=1,2&b=true` or `#a=1` into texts. Broken escapes are kept as they are. */
export function parseSearch(search: string): RawState {
  const state: RawState = {};
  for (const part of search.replace(/^[?#]/, '').split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decode(part.slice(at + 1));
    if (name === '' || name === '__proto__') continue;
    const before = state[name];
    state[name] = before === undefined ? value : `${before},${value}`;
  }
  return state;
}

/**
 * Writes page state as `?a=1,2&b=true`, or '' for none. Takes texts as well as
 * lists, booleans and numbers; undefined, null, '' and empty lists are left out.
 */
export function stringifySearch(state: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(state)) {
    const text = textOf(value);
    if (text !== null && text !== '') parts.push(`${encode(name)}=${encode(text)}`);
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** One named piece of page state: how it is read from an address and written to it. */
export interface Field<Value> {
  /** Reads a text of an address, or a value that was parsed already; what cannot be read gives the initial value. */
  read(raw: unknown): Value;
  /** Writes the value; null leaves the name out of the address. */
  write(value: Value): string | null;
}

/** The fields of a screen by name. */
export type Schema = Record<string, Field<unknown>>;

/** The values of a schema. */
export type StateOf<S> = { [Name in keyof S]: S[Name] extends Field<infer Value> ? Value : never };

/** Free text. */
export function textField(initial = ''): Field<string> {
  return {
    read: (raw) => textOf(raw) ?? initial,
    write: (value) => (value === initial ? null : value),
  };
}

/** A list, e.g. of ids; order is kept, repeats are dropped. */
export function listField(): Field<readonly string[]> {
  return {
    read: (raw) => {
      if (Array.isArray(raw)) return [...new Set(raw.map(String))];
      const text = textOf(raw);
      return text === null || text === ''
        ? []
        : [
            ...new Set(
              text
                .split(',')
                .filter((item) => item !== '')
                .map(unescapeItem),
            ),
          ];
    },
    write: (value) => (value.length === 0 ? null : textOf(value)),
  };
}

/** True or false; null while the address says neither. */
export function flagField(): Field<boolean | null> {
  return {
    read: (raw) => (raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : null),
    write: (value) => (value === null ? null : String(value)),
  };
}

/** A whole number from `min` to `max`; anything else gives the initial value. */
export function integerField(initial: number, min: number, max: number): Field<number> {
  return {
    read: (raw) => {
      const text = textOf(raw);
      const value = text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : initial;
      return value >= min && value <= max ? value : initial;
    },
    write: (value) => (value === initial ? null : String(value)),
  };
}

/** One of a few words; anything else gives the initial one. */
export function choiceField<const Choice extends string>(
  choices: readonly Choice[],
  initial: Choice,
): Field<Choice> {
  return {
    read: (raw) => choices.find((choice) => choice === raw) ?? initial,
    write: (value) => (value === initial ? null : value),
  };
}

/** The state that the values of an address give. Names that the schema lacks are ignored. */
export function readState<S extends Schema>(schema: S, raw: Record<string, unknown>): StateOf<S> {
  const state: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema)) state[name] = field.read(raw[name]);
  return state as StateOf<S>;
}

/** The values of an address after a change; names that the schema lacks stay as they are. */
export function writeState<S extends Schema>(
  schema: S,
  raw: Record<string, unknown>,
  patch: Partial<StateOf<S>>,
): RawState {
  const next: RawState = {};
  for (const [name, value] of Object.entries(raw)) {
    const text = textOf(value);
    if (text !== null && text !== '') next[name] = text;
  }
  for (const [name, value] of Object.entries(patch)) {
    const field = schema[name];
    if (field === undefined) continue;
    const text = field.write(value);
    if (text === null) delete next[name];
    else next[name] = text;
  }
  return next;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((item) => escapeItem(String(item))).join(',');
  return null;
}

function escapeItem(item: string): string {
  return item.replaceAll('%', '%25').replaceAll(',', '%2C');
}

function unescapeItem(item: string): string {
  return item.replaceAll('%2C', ',').replaceAll('%25', '%');
}

/** Commas, colons and slashes stay readable: they mean nothing in a query. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

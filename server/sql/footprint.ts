/**
 * What a statement reads and writes, read from its text: so no one has to say it a second time.
 *
 * A footprint is a set of marks: `suggestions+` rows of the table come, `suggestions-` rows go, `suggestions.title`
 * the column. Of a written statement they are what it does, of a read one what its answer depends on.
 */
import { tokenise, type Token } from './tokens.ts';

/** Marks such as `suggestions+`, `suggestions-`, `suggestions.title`. */
export type Footprint = ReadonlySet<string>;

const isName = (token: Token | undefined): token is Token =>
  token?.kind === 'word' || token?.kind === 'quoted';
const isWord = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'word' && token.text === text;
const isSymbol = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'symbol' && token.text === text;

/** The name of a table at `i`, without its schema, and the place behind it. */
function tableAt(tokens: readonly Token[], i: number): { table: string; next: number } {
  let at = i;
  while (isSymbol(tokens[at + 1], '.') && isName(tokens[at + 2])) at += 2;
  return { table: tokens[at]?.text ?? '', next: at + 1 };
}

/** Columns that SET gives values, from the token behind SET on. */
function columnsSet(tokens: readonly Token[], from: number): string[] {
  const columns: string[] = [];
  let depth = 0;
  for (let i = from; i < tokens.length && depth >= 0; i += 1) {
    if (isSymbol(tokens[i], '(')) depth += 1;
    else if (isSymbol(tokens[i], ')')) depth -= 1;
    if (depth !== 0) continue;
    if (isWord(tokens[i], 'from') || isWord(tokens[i], 'where') || isWord(tokens[i], 'returning')) break;
    const begins = i === from || isSymbol(tokens[i - 1], ',');
    if (begins && isName(tokens[i]) && isSymbol(tokens[i + 1], '=')) columns.push(tokens[i]!.text);
  }
  return columns;
}

/**
 * What a statement writes. Rows that come or go count as all their columns; a column that is set again in rows that
 * stay is named.
 */
export function writtenBy(text: string): Footprint {
  const marks = new Set<string>();
  const tokens = tokenise(text);
  let target = '';
  for (let i = 0; i < tokens.length; i += 1) {
    if (isWord(tokens[i], 'insert') && isWord(tokens[i + 1], 'into')) {
      target = tableAt(tokens, i + 2).table;
      marks.add(`${target}+`);
    } else if (isWord(tokens[i], 'delete') && isWord(tokens[i + 1], 'from')) {
      marks.add(`${tableAt(tokens, i + 2).table}-`);
    } else if (isWord(tokens[i], 'update')) {
      // for update, for no key update
      if (isWord(tokens[i - 1], 'for') || isWord(tokens[i - 1], 'key')) continue;
      let set = i + 1;
      if (!isWord(tokens[i - 1], 'do')) {
        const named = tableAt(tokens, isWord(tokens[i + 1], 'only') ? i + 2 : i + 1);
        target = named.table;
        set = named.next;
        while (set < tokens.length && !isWord(tokens[set], 'set')) set += 1;
      }
      for (const column of columnsSet(tokens, set + 1)) marks.add(`${target}.${column}`);
    }
  }
  return marks;
}

/**
 * What the answer of a reading statement depends on. Tables are known by their aliases, as statements of lists name
 * each column; an alias that stands for several tables counts for each. A row that is found by its id alone is named by another row,
 * which changes with it: only its end counts.
 *
 * @param isTable whether a name is one of a table, and not of a function or of a query in WITH
 */
export function readBy(text: string, isTable: (name: string) => boolean): Footprint {
  const marks = new Set<string>();
  const tokens = tokenise(text);
  const tables = new Map<string, Set<string>>();
  const keyed = new Set<string>();
  for (let i = 0; i < tokens.length; i += 1) {
    const startsTable =
      isWord(tokens[i - 1], 'from') || isWord(tokens[i - 1], 'join') || isSymbol(tokens[i - 1], ',');
    if (startsTable && isName(tokens[i]) && isTable(tokens[i]!.text) && !isSymbol(tokens[i + 1], '.')) {
      const table = tokens[i]!.text;
      const aliasAt = isWord(tokens[i + 1], 'as') ? i + 2 : i + 1;
      const alias = isName(tokens[aliasAt]) ? tokens[aliasAt]!.text : table;
      for (const name of [alias, table]) tables.set(name, (tables.get(name) ?? new Set()).add(table));
    }
    if (
      isName(tokens[i]) &&
      isSymbol(tokens[i + 1], '.') &&
      isWord(tokens[i + 2], 'id') &&
      isSymbol(tokens[i + 3], '=') &&
      !isWord(tokens[i + 4], 'any')
    )
      keyed.add(tokens[i]!.text);
  }
  for (const [alias, names] of tables) {
    for (const table of names) {
      if (alias === table && [...tables].some(([other, its]) => other !== table && its.has(table))) continue;
      marks.add(`${table}-`);
      if (!keyed.has(alias)) marks.add(`${table}+`);
    }
  }
  for (let i = 0; i < tokens.length; i += 1) {
    if (!isName(tokens[i]) || !isSymbol(tokens[i + 1], '.') || !isName(tokens[i + 2])) continue;
    for (const table of tables.get(tokens[i]!.text) ?? []) marks.add(`${table}.${tokens[i + 2]!.text}`);
  }
  return marks;
}

/** What texts that come back write: commands send the same few hundred again and again. */
const writtenByText = new Map<string, Footprint>();
const KEPT_TEXTS = 2000;
const KEPT_TEXT_CHARACTERS = 20_000;

/** As writtenBy, kept for texts that come back. */
export function knownWrites(text: string): Footprint {
  const known = writtenByText.get(text);
  if (known) return known;
  const marks = writtenBy(text);
  if (writtenByText.size < KEPT_TEXTS && text.length <= KEPT_TEXT_CHARACTERS) writtenByText.set(text, marks);
  return marks;
}

import { sql } from 'kysely';
import { MIME_TYPES, type TextMimeType } from '../../../contract/states.ts';
import { badInput } from '../../core/errors.ts';
import { htmlToText } from '../../text/html.ts';
import { htmlInput, textInput, enumInput, nullable } from '../../inputs/kinds.ts';
import type { Tx } from '../../sql/kysely.ts';
import { textFormOf } from '../intelligence/text_form.ts';
import { searchVectorSql } from './search.ts';

/** Kind of a text; plain when not given. */
export const inMimeType = enumInput(
  'Kind of the text; of a new one text/plain when not given, of a changed one the kind that it has.',
  MIME_TYPES,
);

/**
 * A text as it will be stored: plain as it came, HTML cleaned. Read with its kind, which is an input beside it.
 * @param field input that holds it
 * @returns null when nothing is left to be read or seen
 * @throws BAD_USER_INPUT
 */
export function readText(
  text: string | null | undefined,
  mime: string,
  field: string,
  maxCharacters: number,
): string | null {
  if (text === null || text === undefined || text === '') return null;
  const kind = mime === 'text/html' ? htmlInput('', maxCharacters) : textInput('', maxCharacters);
  return kind.read(text, field) || null;
}

/**
 * A text that must say something.
 * @throws BAD_USER_INPUT naming the field
 */
export function readRequiredText(text: string, mime: string, field: string, maxCharacters: number): string {
  const read = readText(text, mime, field, maxCharacters);
  if (read === null)
    throw badInput(field, `The ${field.replaceAll('_', ' ')} is required.`, { reason: 'required' });
  return read;
}

/** A raw text: its length, kind and cleanliness are looked at by `readText`, together with its kind. */
export const inRawText = (description: string, maxCharacters: number) => ({
  ...textInput(description, maxCharacters),
  read: (raw: unknown) => String(raw),
});

/** The same, where null takes the text away. */
export const inRawTextOrNull = (description: string, maxCharacters: number) =>
  nullable(inRawText(description, maxCharacters));

export interface IdeaTexts {
  title: string;
  /** null: none */
  body: string | null;
  body_mime_type: TextMimeType | string;
}

/** What the search vector is made of: words without marks. */
function words(texts: IdeaTexts): string | null {
  return texts.body !== null && texts.body_mime_type === 'text/html' ? htmlToText(texts.body) : texts.body;
}

/** What is searched of texts: the words of title and body in their forms, and as they are written. */
export function searchVectorOf(texts: IdeaTexts) {
  // a parameter has no type of its own inside coalesce()
  const parts = searchVectorSql('@title', '@body').split(/(@title|@body)/);
  return sql<string>`${sql.join(
    parts.map((part) =>
      part === '@title'
        ? sql`${texts.title}::text`
        : part === '@body'
          ? sql`${words(texts)}::text`
          : sql.raw(part),
    ),
    sql``,
  )}`;
}

/** The search for duplicates looks at an idea whose texts are new or changed, in the background. */
async function seekDuplicates(tx: Tx, subdomainId: string, suggestionId: string): Promise<void> {
  await tx
    .insertInto('duplicate_searches')
    .values({ subdomain_id: subdomainId, suggestion_id: suggestionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the texts of a new idea. */
export async function insertTexts(
  tx: Tx,
  subdomainId: string,
  suggestionId: string,
  texts: IdeaTexts,
): Promise<void> {
  await tx
    .insertInto('suggestion_contents')
    .values({
      subdomain_id: subdomainId,
      suggestion_id: suggestionId,
      body: texts.body,
      body_mime_type: texts.body_mime_type,
      search: searchVectorOf(texts),
      search_form: textFormOf(texts.title, words(texts)),
    })
    .execute();
  await seekDuplicates(tx, subdomainId, suggestionId);
}

/** Writes changed texts and what is searched; the title itself stands in `suggestions`. */
export async function updateTexts(
  tx: Tx,
  subdomainId: string,
  suggestionId: string,
  texts: IdeaTexts,
): Promise<void> {
  await tx
    .updateTable('suggestion_contents')
    .set({
      body: texts.body,
      body_mime_type: texts.body_mime_type,
      search: searchVectorOf(texts),
      search_form: textFormOf(texts.title, words(texts)),
    })
    .where('subdomain_id', '=', subdomainId)
    .where('suggestion_id', '=', suggestionId)
    .execute();
  await seekDuplicates(tx, subdomainId, suggestionId);
  await noteTexts(tx, subdomainId, [suggestionId]);
}

/** How people feel in the texts of ideas is worked out anew, in the background: some were changed. */
export async function noteTexts(tx: Tx, subdomainId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
update suggestions s set sentiment_due_at = clock_timestamp() where s.subdomain_id = ${subdomainId} and s.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
}

/**
 * Writes the index again of texts with angle brackets, where it lacks their words: older versions passed over
 * them. The ideas are held by the caller.
 */
export async function reindexTexts(tx: Tx, subdomainId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<IdeaTexts & { id: string }>`
select s.id::text as id, s.title, c.body, c.body_mime_type from suggestions s
join suggestion_contents c on c.subdomain_id = ${subdomainId} and c.suggestion_id = s.id
where s.subdomain_id = ${subdomainId} and s.id = any(${[...ids]}::bigint[])
  and (strpos(s.title, '<') > 0 or strpos(c.body, case c.body_mime_type when 'text/html' then '&' else '<' end) > 0)`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await sql`
update suggestion_contents c set search = x.search
from (select t.id, ${sql.raw(searchVectorSql('t.title', 't.body'))} as search
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.title)}::text[], ${rows.map(words)}::text[]) as t (id, title, body)) x
where c.subdomain_id = ${subdomainId} and c.suggestion_id = x.id and c.search is distinct from x.search`.execute(
    tx,
  );
}

/** The stored texts beside the title, with the custom fields by key. */
export async function readContents(
  tx: Tx,
  subdomainId: string,
  suggestionId: string,
): Promise<{ body: string | null; body_mime_type: string; custom_fields: Record<string, unknown> }> {
  const row = await tx
    .selectFrom('suggestion_contents')
    .select(['body', 'body_mime_type', 'custom_fields'])
    .where('subdomain_id', '=', subdomainId)
    .where('suggestion_id', '=', suggestionId)
    .executeTakeFirst();
  return {
    body: row?.body ?? null,
    body_mime_type: row?.body_mime_type ?? 'text/plain',
    custom_fields: (row?.custom_fields as Record<string, unknown> | undefined) ?? {},
  };
}

/** Sets and takes away custom fields: null takes away; keys that are not named stay. */
export async function updateCustomFields(
  tx: Tx,
  subdomainId: string,
  suggestionId: string,
  changes: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null);
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
  await sql`
update suggestion_contents c set custom_fields = (c.custom_fields || ${JSON.stringify(set)}::jsonb) - ${removed}::text[]
where c.subdomain_id = ${subdomainId} and c.suggestion_id = ${suggestionId}`.execute(tx);
}

import { sql } from 'kysely';
import { articleLimits } from '../../../contract/articles.ts';
import { firstCharacters, withoutInvisible } from '../../../contract/text_cut.ts';
import { textLimits } from '../../../contract/limits.ts';
import type { Scope } from '../../core/scope.ts';
import { searchQueryOf, tsquerySql } from '../intelligence/literal_query.ts';
import { htmlToText } from '../../text/html.ts';

/*
 * What readers of the knowledge base see and do, without a session. Published texts alone: no statement here
 * reads a column of a draft, but for `readDraft`, which is for the preview of those who write.
 */

/** An article in a list of readers. */
export interface ArticleLink {
  id: string;
  title: string;
}

/** A section with some of its articles. */
export interface HelpSection {
  id: string;
  name: string;
  /** published ones */
  articles_count: number;
  articles: ArticleLink[];
}

/** An article as readers see it. */
export interface HelpArticle extends ArticleLink {
  body: string;
  published_at: Date;
  section: { id: string; name: string };
  files: { token: string; file_name: string; content_type: string; size_in_bytes: number }[];
}

/** Articles that a section shows on the first page, and that a page of a section or a search holds. */
const SHOWN = { onFirst: 8, onPage: 100, found: 50 } as const;

/** Sections that hold published articles, in their order, each with its first articles. */
export async function readHelp(scope: Scope): Promise<HelpSection[]> {
  const { subdomain_id } = scope.viewer;
  const { rows } = await sql<{
    section_id: string;
    name: string;
    articles_count: number;
    id: string;
    title: string;
  }>`
select s.id::text as section_id, s.name, r.count as articles_count, r.id::text as id, r.published_title as title
from article_sections s
join (select a.section_id, a.id, a.published_title, a.position,
             row_number() over (partition by a.section_id order by a.position, a.id) as place, (count(*) over (partition by a.section_id))::int as count
      from articles a where a.subdomain_id = ${subdomain_id} and a.deleted_at is null and a.published_at is not null) r
  on r.section_id = s.id and r.place <= ${SHOWN.onFirst}
where s.subdomain_id = ${subdomain_id}
order by s.position, s.id, r.place`.execute(scope.db);
  const sections = new Map<string, HelpSection>();
  for (const row of rows) {
    const section = sections.get(row.section_id) ?? {
      id: row.section_id,
      name: row.name,
      articles_count: row.articles_count,
      articles: [],
    };
    section.articles.push({ id: row.id, title: row.title });
    sections.set(row.section_id, section);
  }
  return [...sections.values()];
}

/**
 * A page of the published articles of a section, 100 each.
 * @param page from 1
 * @returns null when there is no such section, or it has no such page
 */
export async function readSection(scope: Scope, id: string, page: number): Promise<HelpSection | null> {
  const { subdomain_id } = scope.viewer;
  const { rows } = await sql<ArticleLink & { name: string; count: number }>`
select a.id::text as id, a.published_title as title, s.name, (count(*) over ())::int as count
from article_sections s
join articles a on a.subdomain_id = ${subdomain_id} and a.section_id = s.id and a.deleted_at is null and a.published_at is not null
where s.subdomain_id = ${subdomain_id} and s.id = ${id}::bigint
order by a.position, a.id limit ${SHOWN.onPage} offset ${(page - 1) * SHOWN.onPage}`.execute(scope.db);
  const [first] = rows;
  if (!first) return null;
  return {
    id,
    name: first.name,
    articles_count: first.count,
    articles: rows.map(({ id: article, title }) => ({ id: article, title })),
  };
}

/** Pages that a section of so many articles has. */
export const sectionPages = (articles: number): number => Math.max(1, Math.ceil(articles / SHOWN.onPage));

/** A published article; null when there is none of this id. */
export async function readArticle(scope: Scope, id: string): Promise<HelpArticle | null> {
  const { subdomain_id } = scope.viewer;
  const { rows } = await sql<
    Omit<HelpArticle, 'section' | 'files'> & {
      section_id: string;
      section_name: string;
      files: HelpArticle['files'];
    }
  >`
select a.id::text as id, a.published_title as title, a.published_body as body, a.published_at, s.id::text as section_id, s.name as section_name,
  coalesce((select json_agg(json_build_object('token', f.token, 'file_name', f.file_name, 'content_type', f.content_type, 'size_in_bytes', f.size_in_bytes) order by f.id)
            from attachments f where f.subdomain_id = ${subdomain_id} and f.article_id = a.id and f.token = any(a.published_files)), '[]'::json) as files
from articles a
join article_sections s on s.subdomain_id = ${subdomain_id} and s.id = a.section_id
where a.subdomain_id = ${subdomain_id} and a.id = ${id}::bigint and a.deleted_at is null and a.published_at is not null`.execute(
    scope.db,
  );
  return asArticle(rows[0]);
}

/** An article as it is being written, for the preview of those who may read drafts; null when there is none of this id. */
export async function readDraft(scope: Scope, id: string): Promise<HelpArticle | null> {
  const { subdomain_id } = scope.viewer;
  const { rows } = await sql<
    Omit<HelpArticle, 'section' | 'files'> & {
      section_id: string;
      section_name: string;
      files: HelpArticle['files'];
    }
  >`
select a.id::text as id, a.title, coalesce(a.body, '') as body, a.updated_at as published_at, s.id::text as section_id, s.name as section_name,
  coalesce((select json_agg(json_build_object('token', f.token, 'file_name', f.file_name, 'content_type', f.content_type, 'size_in_bytes', f.size_in_bytes) order by f.id)
            from attachments f where f.subdomain_id = ${subdomain_id} and f.article_id = a.id), '[]'::json) as files
from articles a
join article_sections s on s.subdomain_id = ${subdomain_id} and s.id = a.section_id
where a.subdomain_id = ${subdomain_id} and a.id = ${id}::bigint and a.deleted_at is null`.execute(scope.db);
  return asArticle(rows[0]);
}

function asArticle(
  row: (Omit<HelpArticle, 'section'> & { section_id: string; section_name: string }) | undefined,
): HelpArticle | null {
  if (!row) return null;
  const { section_id, section_name, ...article } = row;
  return { ...article, section: { id: section_id, name: section_name } };
}

/** A file of a published article; null when readers may not open one of this token. */
export async function readHelpFile(scope: Scope, token: string) {
  const { rows } = await sql<{
    file_name: string;
    content_type: string;
    size_in_bytes: string;
    storage_key: string;
  }>`
select f.file_name, f.content_type, f.size_in_bytes::text as size_in_bytes, f.storage_key
from attachments f
join articles a on a.subdomain_id = ${scope.viewer.subdomain_id} and a.id = f.article_id
where f.subdomain_id = ${scope.viewer.subdomain_id} and f.token = ${token}
  and a.deleted_at is null and a.published_at is not null and f.token = any(a.published_files)`.execute(
    scope.db,
  );
  return rows[0] ?? null;
}

/** Published articles with all of some words, the fitting ones first, at most 50, each with the beginning of its text. */
export async function searchHelp(
  scope: Scope,
  q: string,
): Promise<(ArticleLink & { excerpt: string; section: string })[]> {
  const query = searchQueryOf(q);
  if (query === null) return [];
  const { subdomain_id } = scope.viewer;
  const values: string[] = [];
  const parts = tsquerySql(query, true, (text) => `@${values.push(text) - 1}@`).split(/(@\d+@)/);
  const wanted = sql.join(
    parts.map((part) => {
      const index = /^@(\d+)@$/.exec(part)?.[1];
      return index === undefined ? sql.raw(part) : sql`${values[Number(index)]!}::text`;
    }),
    sql``,
  );
  const { rows } = await sql<ArticleLink & { body: string; section: string }>`
select a.id::text as id, a.published_title as title, left(a.published_body, ${EXCERPT_SOURCE}) as body, s.name as section
from articles a
join article_sections s on s.subdomain_id = ${subdomain_id} and s.id = a.section_id
where a.subdomain_id = ${subdomain_id} and a.deleted_at is null and a.published_at is not null and a.published_search @@ ${wanted}
order by ts_rank(a.published_search, ${wanted}) desc, a.id limit ${SHOWN.found}`.execute(scope.db);
  return rows.map(({ body, ...found }) => ({
    ...found,
    excerpt: firstCharacters(htmlToText(body).replace(/\s+/g, ' ').trim(), EXCERPT),
  }));
}

const EXCERPT = 180;
/** HTML of which an excerpt is made: its tags take room too. */
const EXCERPT_SOURCE = 2_000;

/**
 * Notes that words were looked for and not found. Of a workspace the 500 most wanted are kept: a new one takes the
 * place of the rarest and oldest.
 */
export async function noteMissed(scope: Scope, q: string): Promise<void> {
  const words = firstCharacters(
    withoutInvisible(q).toLowerCase().replace(/\s+/g, ' ').trim(),
    textLimits.searchCharacters,
  );
  if (words === '') return;
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  await scope.write(async (tx) => {
    const { rows } = await sql`
insert into article_searches as s (subdomain_id, words, searches_count, created_at, updated_at) values (${subdomain_id}, ${words}, 1, ${now}, ${now})
on conflict (subdomain_id, words) do update set searches_count = s.searches_count + 1, updated_at = ${now}
returning s.searches_count = 1 as is_new`.execute(tx);
    if (!(rows[0] as { is_new: boolean }).is_new) return;
    await sql`
delete from article_searches s where s.subdomain_id = ${subdomain_id} and s.id in (
  select o.id from article_searches o where o.subdomain_id = ${subdomain_id} and o.words <> ${words}
  order by o.searches_count desc, o.updated_at desc, o.id desc offset ${articleLimits.searches - 1})`.execute(
      tx,
    );
  });
}

/**
 * Whether a published article helped a reader. Of each reader the last answer counts, once.
 * @param reader who answers, as a mark that tells nothing of them
 * @returns false when readers see no such article
 */
export async function answerArticle(
  scope: Scope,
  id: string,
  reader: string,
  is_helpful: boolean,
): Promise<boolean> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const { rows } = await scope.write((tx) =>
    sql`
insert into article_answers (subdomain_id, article_id, reader, is_helpful, answered_at)
select ${subdomain_id}::bigint, a.id, ${reader}::text, ${is_helpful}::boolean, ${now}::timestamptz from articles a
where a.subdomain_id = ${subdomain_id} and a.id = ${id}::bigint and a.deleted_at is null and a.published_at is not null
on conflict (subdomain_id, article_id, reader) do update set is_helpful = excluded.is_helpful, answered_at = excluded.answered_at
returning article_id`.execute(tx),
  );
  return rows.length > 0;
}

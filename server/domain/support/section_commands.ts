import { sql } from 'kysely';
import { articleLimits } from '../../../contract/articles.ts';
import { textLimits } from '../../../contract/limits.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import { idInput, idListInput, required, singleLine } from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { articleSection } from './article.ts';
import { canWriteArticles } from './rights.ts';

const inName = singleLine('Name, unique in the workspace.', textLimits.nameCharacters);

const taken = (name: string) => () =>
  badInput('name', `There is a section "${name}" already. Choose another name.`, { reason: 'taken' });

/** Who changes the order of the knowledge base does so in turn with others who do. To be called first. */
export async function takeTurn({ tx, subdomain_id }: CommandContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`articles ${subdomain_id}`}, 0))`.execute(tx);
}

/** A section, held until the commit. @throws BAD_USER_INPUT naming the field when there is none */
export async function lockSection({ tx, subdomain_id }: CommandContext, id: string, field: string) {
  const row = await tx
    .selectFrom('article_sections')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'section');
  return row;
}

/** Ids of all sections in their order. */
async function sectionIds({ tx, subdomain_id }: CommandContext): Promise<string[]> {
  const rows = await tx
    .selectFrom('article_sections')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Gives the sections the places 1, 2, 3 of a list of all of them. */
async function place({ tx, subdomain_id, now }: CommandContext, ids: readonly string[]): Promise<void> {
  // updated_at grows within a millisecond too, as nextUpdatedAt does
  await sql`
update article_sections t set position = d.position, updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond')
from unnest(${[...ids]}::bigint[]) with ordinality as d (id, position)
where t.subdomain_id = ${subdomain_id} and t.id = d.id and t.position <> d.position`.execute(tx);
}

/** Makes a section, behind the others. */
export const articleSectionCreate = defineCommand({
  name: 'article_section_create',
  description: 'Makes a section of the knowledge base, behind the others.',
  requires: canWriteArticles,
  input: { name: required(inName) },
  returns: { entity: 'article_section' },
  run: async ({ name }, context) => {
    const { tx, subdomain_id, now } = context;
    await takeTurn(context);
    const ids = await sectionIds(context);
    if (ids.length >= articleLimits.sections)
      throw badInput('name', `A knowledge base has at most ${articleLimits.sections} sections.`, {
        reason: 'too_many',
      });
    const { id } = await rejectDuplicate(
      'article_sections_name',
      taken(name),
      tx
        .insertInto('article_sections')
        .values({ subdomain_id, name, position: ids.length + 1, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await context.audit('article_section_create', id, { name });
    return id;
  },
});

/** Renames a section. */
export const articleSectionUpdate = defineCommand({
  name: 'article_section_update',
  description: 'Renames a section of the knowledge base.',
  requires: canWriteArticles,
  input: { id: required(idInput('Section.')), name: inName, if_updated_at: inIfUpdatedAt },
  returns: { entity: 'article_section' },
  run: async ({ id, name, if_updated_at }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockSection(context, id, 'id');
    await assertNotModified(if_updated_at, row, 'section', () =>
      readRecord(tx, viewer, articleSection, [], id, { id: true, name: true, updated_at: true }),
    );
    if (name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    await rejectDuplicate(
      'article_sections_name',
      taken(name ?? row.name),
      tx
        .updateTable('article_sections')
        .set({ name: name ?? row.name, updated_at: nextUpdatedAt(row, now) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute(),
    );
    await context.audit('article_section_update', id, { name: name ?? row.name });
    return id;
  },
});

/** Brings sections into an order. */
export const articleSectionsReorder = defineCommand({
  name: 'article_sections_reorder',
  description: 'Brings the sections of the knowledge base into this order; those that are left out follow.',
  requires: canWriteArticles,
  input: { section_ids: required(idListInput('Sections in their new order.', articleLimits.sections)) },
  returns: { entities: 'article_section' },
  run: async ({ section_ids }, context) => {
    await takeTurn(context);
    const all = await sectionIds(context);
    const first = [...new Set(section_ids)];
    if (first.some((id) => !all.includes(id))) throw notFound('section_ids', 'section');
    await place(context, [...first, ...all.filter((id) => !first.includes(id))]);
    await context.audit('article_sections_reorder', null, { section_ids: first });
    return first;
  },
});

/** Deletes a section; its articles go behind those of another one. */
export const articleSectionDelete = defineCommand({
  name: 'article_section_delete',
  description:
    'Deletes a section. Its articles go behind those of the target section, which must be named when there are any.',
  requires: canWriteArticles,
  input: {
    id: required(idInput('Section.')),
    target_section: idInput('Section that takes its articles.'),
  },
  returns: { type: 'DeletedRecord' },
  run: async ({ id, target_section }, context) => {
    const { tx, subdomain_id, now } = context;
    await takeTurn(context);
    const row = await lockSection(context, id, 'id');
    const target =
      target_section === undefined ? null : await lockSection(context, target_section, 'target_section');
    if (target?.id === id)
      throw badInput('target_section', 'Choose another section than the one that is deleted.');
    const articles = await tx
      .selectFrom('articles')
      .select(['id', 'deleted_at'])
      .where('subdomain_id', '=', subdomain_id)
      .where('section_id', '=', id)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const there = articles.filter((article) => article.deleted_at === null).map((article) => article.id);
    if (there.length > 0 && target === null)
      throw badInput('target_section', 'Choose the section that takes the articles of this one.', {
        reason: 'required',
      });
    if (target !== null && there.length > 0)
      await sql`
update articles a set section_id = ${target.id}::bigint, updated_at = greatest(${now}::timestamptz, a.updated_at + interval '1 millisecond'),
  position = d.position + coalesce((select max(l.position) from articles l where l.subdomain_id = ${subdomain_id} and l.section_id = ${target.id}::bigint), 0)
from (select o.id, row_number() over (order by o.position, o.id)::int as position from articles o
      where o.subdomain_id = ${subdomain_id} and o.section_id = ${id}::bigint and o.deleted_at is null) d
where a.subdomain_id = ${subdomain_id} and a.id = d.id`.execute(tx);
    // deleted ones, which may come back into any section
    await tx
      .updateTable('articles')
      .set({ section_id: null })
      .where('subdomain_id', '=', subdomain_id)
      .where('section_id', '=', id)
      .execute();
    await tx
      .deleteFrom('article_sections')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await place(context, await sectionIds(context));
    markChanged(tx, 'article', there);
    await context.audit('article_section_delete', id, { name: row.name, target: target?.id ?? null });
    return { id };
  },
});

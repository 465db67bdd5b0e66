import { sql, type Selectable } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, intInput, singleLine, objectListInput, required } from '../../inputs/kinds.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import type { CategoriesTable } from '../../db/tables.ts';
import { category } from './category.ts';
import { countCategories, countMove } from '../counters/counters.ts';
import { lockIdeasFirst } from '../counters/lock_order.ts';
import { findCategory, findForum } from './find.ts';
import { canManageSettings } from './rights.ts';

/** Categories of a forum are read with it, so there are not more than a record may hold. */
const CATEGORIES_MAX = 100;

const inName = singleLine('Name, unique in its forum.', textLimits.nameCharacters);

/** The categories of a forum in their order; those with an id stay, those without are new, those left out go. */
export const inCategories = objectListInput(
  'ForumCategoryInput',
  'Categories in their order: with id one that is there, without one a new one; those that are left out are deleted and their ideas have none.',
  { id: idInput('Category that is there.'), name: required(inName) },
  CATEGORIES_MAX,
);

type Row = Selectable<CategoriesTable>;

const taken = (field: string, name: string) => () =>
  badInput(field, `This forum has a category "${name}" already.`, { reason: 'taken' });

async function insertCategory(
  { tx, subdomain_id, now }: CommandContext,
  forumId: string,
  name: string,
  position: number,
  field: string,
): Promise<string> {
  const row = await rejectDuplicate(
    'categories_name',
    taken(field, name),
    tx
      .insertInto('categories')
      .values({ subdomain_id, forum_id: forumId, name, position, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

async function categoryOf({ tx, subdomain_id }: CommandContext, id: string): Promise<Row> {
  const row = await tx
    .selectFrom('categories')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('id', 'category');
  return row;
}

/**
 * Who changes the categories of a forum does so in turn with others who do: taken before anything else.
 * The rows themselves cannot give that turn, since ideas are locked before them.
 */
export async function takeTurn({ tx, subdomain_id }: CommandContext, forumId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`categories ${subdomain_id} ${forumId}`}, 0))`.execute(
    tx,
  );
}

/** Locks the categories of a forum by id. */
async function lockCategories({ tx, subdomain_id }: CommandContext, forumId: string): Promise<void> {
  await tx
    .selectFrom('categories')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('forum_id', '=', forumId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Deletes categories of one forum; their ideas go to another one of it, or to none. The forum and all
 * of its categories stay locked.
 * @param target category of the same forum; null: none
 */
async function deleteCategories(
  context: CommandContext,
  forumId: string,
  ids: readonly string[],
  target: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const { tx, subdomain_id, now } = context;
  const list = [...ids];
  const ideas = async (): Promise<string[]> =>
    (
      await sql<{
        id: string;
      }>`select s.id::text as id from suggestions s where s.subdomain_id = ${subdomain_id} and s.category_id = any(${list}::bigint[])`.execute(
        tx,
      )
    ).rows.map((row) => row.id);
  // those that go first and more strongly: from then on no idea is given to them, and who has just done so is waited for
  await lockIdeasFirst(tx, subdomain_id, ideas, () =>
    tx
      .selectFrom('categories')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', 'in', list)
      .orderBy('id')
      .forUpdate()
      .execute(),
  );
  await lockCategories(context, forumId);
  await tx
    .selectFrom('forums')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', forumId)
    .forNoKeyUpdate()
    .execute();
  // updated_at grows within a millisecond too, as nextUpdatedAt does
  await sql`
update suggestions s set category_id = ${target}::bigint, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
where s.subdomain_id = ${subdomain_id} and s.category_id = any(${list}::bigint[])`.execute(tx);
  await countMove(
    tx,
    subdomain_id,
    { forum_id: forumId, categories: list },
    { forum_id: forumId, category_id: target },
  );
  await tx
    .deleteFrom('categories')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', list)
    .execute();
}

/** Puts the categories of a forum at places 1, 2, 3 in their present order. */
async function closeGaps({ tx, subdomain_id }: CommandContext, forumId: string): Promise<void> {
  await sql`
update categories t set position = d.position
from (select c.id, row_number() over (order by c.position, c.id)::int as position from categories c where c.subdomain_id = ${subdomain_id} and c.forum_id = ${forumId}) d
where t.subdomain_id = ${subdomain_id} and t.id = d.id and t.position <> d.position`.execute(tx);
}

/**
 * Makes the categories of a forum those of the list, in its order. It may lock ideas, so the caller
 * locks the forum behind it.
 * @param items as `inCategories` reads them
 * @throws BAD_USER_INPUT naming the entry, for an id that is no category of the forum and for a name given twice
 */
export async function replaceCategories(
  context: CommandContext,
  forumId: string,
  items: readonly { id?: string; name: string }[],
): Promise<void> {
  const { tx, subdomain_id, now } = context;
  await takeTurn(context, forumId);
  const known = new Map(
    (
      await tx
        .selectFrom('categories')
        .selectAll()
        .where('subdomain_id', '=', subdomain_id)
        .where('forum_id', '=', forumId)
        .execute()
    ).map((row) => [row.id, row]),
  );
  const names = new Set<string>();
  const kept = new Set<string>();
  for (const [index, { id, name }] of items.entries()) {
    if (names.has(name.toLowerCase()))
      throw badInput(`categories.${index}.name`, `The category "${name}" is given twice.`, {
        reason: 'taken',
      });
    names.add(name.toLowerCase());
    if (id === undefined) continue;
    if (!known.has(id) || kept.has(id)) throw notFound(`categories.${index}.id`, 'category');
    kept.add(id);
  }
  await deleteCategories(
    context,
    forumId,
    [...known.keys()].filter((id) => !kept.has(id)),
    null,
  );
  await lockCategories(context, forumId);
  // first out of each other's way, so that two of them can swap their names
  const renamed = items.flatMap(({ id, name }) =>
    id !== undefined && known.get(id)!.name !== name ? [id] : [],
  );
  for (const id of renamed)
    await tx
      .updateTable('categories')
      .set({ name: `#${id}` })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
  for (const [index, { id, name }] of items.entries()) {
    const position = index + 1;
    const field = `categories.${index}.name`;
    if (id === undefined) {
      await insertCategory(context, forumId, name, position, field);
      continue;
    }
    const row = known.get(id)!;
    if (row.name === name && row.position === position) continue;
    await rejectDuplicate(
      'categories_name',
      taken(field, name),
      tx
        .updateTable('categories')
        .set({ name, position, updated_at: nextUpdatedAt(row, now) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute(),
    );
  }
  await countCategories(tx, subdomain_id, forumId);
}

/** Makes a category; behind the others unless a position is given. */
export const categoryCreate = defineCommand({
  name: 'category_create',
  description: 'Makes a category of a forum, behind those that it has.',
  requires: canManageSettings,
  input: { forum: required(idInput('Forum.')), name: required(inName) },
  returns: { entity: 'category' },
  run: async (input, context) => {
    const { tx, subdomain_id } = context;
    const forum = await findForum(tx, subdomain_id, input.forum, 'forum');
    await takeTurn(context, forum.id);
    const { count, last } = await tx
      .selectFrom('categories')
      .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.max('position').as('last')])
      .where('subdomain_id', '=', subdomain_id)
      .where('forum_id', '=', forum.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= CATEGORIES_MAX)
      throw badInput('forum', `A forum has at most ${CATEGORIES_MAX} categories.`);
    const id = await insertCategory(context, forum.id, input.name, (last ?? 0) + 1, 'name');
    await countCategories(tx, subdomain_id, forum.id);
    await context.audit('category_create', id, { name: input.name });
    return id;
  },
});

/** Renames a category, or gives it another place. */
export const categoryUpdate = defineCommand({
  name: 'category_update',
  description: 'Renames a category, or gives it another place in its forum.',
  requires: canManageSettings,
  input: {
    id: required(idInput('Category.')),
    name: inName,
    position: intInput('Place in its forum; the others make room.', { min: 1, max: CATEGORIES_MAX }),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'category' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { forum_id } = await categoryOf(context, input.id);
    await takeTurn(context, forum_id);
    await lockCategories(context, forum_id);
    const row = await categoryOf(context, input.id);
    await assertNotModified(input.if_updated_at, row, 'category', () =>
      readRecord(tx, viewer, category, [], row.id, {
        id: true,
        name: true,
        position: true,
        updated_at: true,
      }),
    );
    if (input.name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    const name = input.name ?? row.name;
    if (input.position !== undefined && input.position !== row.position) {
      await closeGaps(context, row.forum_id);
      const [from, to] = [await positionOf(context, row.id), input.position];
      const [low, high, step] = from < to ? [from + 1, to, -1] : [to, from - 1, 1];
      await tx
        .updateTable('categories')
        .set((eb) => ({ position: eb('position', '+', step) }))
        .where('subdomain_id', '=', subdomain_id)
        .where('forum_id', '=', row.forum_id)
        .where('position', '>=', low)
        .where('position', '<=', high)
        .execute();
    }
    await rejectDuplicate(
      'categories_name',
      taken('name', name),
      tx
        .updateTable('categories')
        .set({
          name,
          updated_at: nextUpdatedAt(row, now),
          ...(input.position === undefined ? {} : { position: input.position }),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', row.id)
        .execute(),
    );
    if (input.position !== undefined) await closeGaps(context, row.forum_id);
    await context.audit('category_update', row.id, { name });
    return row.id;
  },
});

async function positionOf({ tx, subdomain_id }: CommandContext, id: string): Promise<number> {
  const { position } = await tx
    .selectFrom('categories')
    .select('position')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return position;
}

/** Deletes a category; its ideas go to another one of the forum, or to none. */
export const categoryDelete = defineCommand({
  name: 'category_delete',
  description: 'Deletes a category. Its ideas go to the target category of the same forum, or have none.',
  requires: canManageSettings,
  input: {
    id: required(idInput('Category.')),
    target_category: idInput('Category of the same forum that takes the ideas.'),
  },
  returns: { type: 'DeletedRecord' },
  run: async (input, context) => {
    const { tx, subdomain_id } = context;
    await takeTurn(context, (await categoryOf(context, input.id)).forum_id);
    const row = await categoryOf(context, input.id);
    const target =
      input.target_category === undefined
        ? null
        : (await findCategory(tx, subdomain_id, input.target_category, row.forum_id, 'target_category')).id;
    if (target === row.id)
      throw badInput('target_category', 'Choose another category than the one that is deleted.');
    await deleteCategories(context, row.forum_id, [row.id], target);
    await closeGaps(context, row.forum_id);
    await countCategories(tx, subdomain_id, row.forum_id);
    await context.audit('category_delete', row.id, { name: row.name, target });
    return { id: row.id };
  },
});

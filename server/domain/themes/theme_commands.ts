import { sql, type Selectable } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { THEME_COLORS, themeLimits } from '../../../contract/themes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { ThemesTable } from '../../db/tables.ts';
import { idInput, idListInput, nullable, required, singleLine } from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { tellOfThemeSet } from './live.ts';
import { countThemes } from './numbers.ts';
import { canWriteThemes } from './rights.ts';
import { theme } from './theme.ts';
import { holdThemeSet } from './theme_set_commands.ts';

type Row = Selectable<ThemesTable>;

const inDisplayName = singleLine('Name, unique in its report.', textLimits.nameCharacters);

/** A theme of a report that is there, the report held first, as a run and other corrections hold it. */
async function holdTheme(context: CommandContext, id: string, field = 'id'): Promise<Row> {
  const { tx, subdomain_id } = context;
  const find = () =>
    tx
      .selectFrom('themes')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('state', '=', 'active')
      .executeTakeFirst();
  const row = await find();
  if (!row) throw notFound(field, 'theme');
  await holdThemeSet(context, row.theme_set_id, field).catch(() => {
    throw notFound(field, 'theme');
  });
  const held = await find();
  if (!held) throw notFound(field, 'theme');
  return held;
}

/** @throws BAD_USER_INPUT when another theme of the report has the name */
async function refuseTaken(
  { tx, subdomain_id }: CommandContext,
  theme_set_id: string,
  name: string,
  but: string | null,
  field: string,
): Promise<void> {
  const { rows } =
    await sql`select 1 from themes t where t.subdomain_id = ${subdomain_id} and t.theme_set_id = ${theme_set_id} and t.state = 'active' and lower(coalesce(t.own_name, t.name)) = lower(${name}) and t.id is distinct from ${but}::bigint`.execute(
      tx,
    );
  if (rows.length > 0)
    throw badInput(field, `This report has a theme "${name}" already.`, { reason: 'taken' });
}

/** Numbers of the report's themes follow, and its consoles hear of it. */
async function settle({ tx, subdomain_id, now }: CommandContext, theme_set_id: string): Promise<void> {
  await countThemes(tx, subdomain_id, theme_set_id, now);
  await tellOfThemeSet(tx, subdomain_id, theme_set_id);
}

/** Renames a theme; nothing else of it can be changed. */
export const themeUpdate = defineCommand({
  name: 'theme_update',
  description:
    'Renames a theme or a group. Later runs keep the name while the theme survives. Its generated_name as name gives it back to its texts.',
  requires: canWriteThemes,
  input: {
    id: required(idInput('Theme.')),
    display_name: required(inDisplayName),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'theme' },
  run: async ({ id, display_name, if_updated_at }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await holdTheme(context, id);
    await assertNotModified(if_updated_at, row, 'theme', () =>
      readRecord(tx, viewer, theme, [], id, { id: true, display_name: true, updated_at: true }),
    );
    if (row.uncategorized)
      throw badInput('id', 'The theme of what fits nowhere keeps its name.', { reason: 'state' });
    const own_name = display_name === row.name ? null : display_name;
    await refuseTaken(context, row.theme_set_id, own_name ?? row.name, id, 'display_name');
    await tx
      .updateTable('themes')
      .set({
        own_name,
        named_by_id: own_name === null ? null : viewer.user_id,
        named_at: own_name === null ? null : now,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('theme_update', id, { display_name: own_name ?? row.name });
    await tellOfThemeSet(tx, subdomain_id, row.theme_set_id);
    return id;
  },
});

/** Deletes a theme; its ideas are uncategorized. */
export const themeDelete = defineCommand({
  name: 'theme_delete',
  description:
    'Deletes a theme: its ideas go to the uncategorized one, and later runs do not bring it back. Of a group the themes stay.',
  requires: canWriteThemes,
  input: { id: required(idInput('Theme.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await holdTheme(context, id);
    if (row.uncategorized)
      throw badInput('id', 'The theme of what fits nowhere cannot be deleted.', { reason: 'state' });
    await sql`update themes t set parent_id = null where t.subdomain_id = ${subdomain_id} and t.parent_id = ${id}`.execute(
      tx,
    );
    await sql`
update theme_placements tp set theme_id = u.id, evidence = '{}', evidence_weights = '{}', moved_by_id = null, moved_at = null
from themes u where u.subdomain_id = ${subdomain_id} and u.theme_set_id = ${row.theme_set_id} and u.uncategorized
  and tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${row.theme_set_id} and tp.theme_id = ${id}`.execute(
      tx,
    );
    await sql`update theme_placements tp set second_theme_id = null, second_fit = 0 where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${row.theme_set_id} and tp.second_theme_id = ${id}`.execute(
      tx,
    );
    await tx
      .updateTable('themes')
      .set({ state: 'deleted', parent_id: null, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('theme_delete', id, { display_name: row.own_name ?? row.name });
    await settle(context, row.theme_set_id);
    return { id };
  },
});

/** Moves ideas to another theme of their report. */
export const themeIdeasMove = defineCommand({
  name: 'theme_ideas_move',
  description:
    'Moves ideas of a theme report to another theme of it, or to a new one. Later runs keep them there while that theme survives.',
  requires: canWriteThemes,
  input: {
    theme_set: required(idInput('Theme report.')),
    suggestion_ids: required(idListInput('Ideas of the report.', themeLimits.chosenIdeas)),
    theme: nullable(idInput('Theme that takes them; the uncategorized one too. Null with new_theme.')),
    new_theme: singleLine('Name of a new theme that takes them.', textLimits.nameCharacters),
  },
  returns: { entity: 'theme' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { id: theme_set_id } = await holdThemeSet(context, input.theme_set, 'theme_set');
    const hasName = input.new_theme !== undefined && input.new_theme !== '';
    if (hasName === (input.theme !== undefined && input.theme !== null))
      throw badInput('theme', 'Name a theme, or a new one.', { reason: 'required' });
    let id: string;
    if (hasName) {
      await refuseTaken(context, theme_set_id, input.new_theme!, null, 'new_theme');
      const { last } = await tx
        .selectFrom('themes')
        .select((eb) => eb.fn.max('position').as('last'))
        .where('subdomain_id', '=', subdomain_id)
        .where('theme_set_id', '=', theme_set_id)
        .executeTakeFirstOrThrow();
      ({ id } = await tx
        .insertInto('themes')
        .values({
          subdomain_id,
          theme_set_id,
          name: input.new_theme!,
          is_made: true,
          named_by_id: viewer.user_id,
          named_at: now,
          hex_color: THEME_COLORS[(last ?? 0) % THEME_COLORS.length]!,
          position: last ?? 0,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    } else {
      const target = await tx
        .selectFrom('themes')
        .select(['id', 'is_group'])
        .where('subdomain_id', '=', subdomain_id)
        .where('theme_set_id', '=', theme_set_id)
        .where('id', '=', input.theme!)
        .where('state', '=', 'active')
        .executeTakeFirst();
      if (!target) throw notFound('theme', 'theme');
      if (target.is_group)
        throw badInput('theme', 'Choose a theme of this group; the group follows.', { reason: 'state' });
      id = target.id;
    }
    const ideas = [...new Set(input.suggestion_ids)];
    const { rows } = await sql<{ id: string }>`
update theme_placements tp set theme_id = ${id}, moved_by_id = ${viewer.user_id}, moved_at = ${now}
where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${theme_set_id} and tp.suggestion_id = any(${ideas}::bigint[])
returning tp.suggestion_id::text as id`.execute(tx);
    if (rows.length < ideas.length) throw notFound('suggestion_ids', 'idea');
    await context.audit('theme_ideas_move', id, { ideas: rows.length });
    await settle(context, theme_set_id);
    return id;
  },
});

/** Puts ideas back where the run had them. */
export const themeIdeasRelease = defineCommand({
  name: 'theme_ideas_release',
  description: 'Takes back that people moved ideas: they go where the newest run put them by itself.',
  requires: canWriteThemes,
  input: {
    theme_set: required(idInput('Theme report.')),
    suggestion_ids: required(idListInput('Ideas of the report.', themeLimits.chosenIdeas)),
  },
  returns: { entity: 'theme_set' },
  run: async ({ theme_set, suggestion_ids }, context) => {
    const { tx, subdomain_id } = context;
    const { id } = await holdThemeSet(context, theme_set, 'theme_set');
    const ideas = [...new Set(suggestion_ids)];
    const { numAffectedRows } = await sql`
update theme_placements tp set moved_by_id = null, moved_at = null,
  theme_id = coalesce((select f.id from themes f where f.subdomain_id = ${subdomain_id} and f.id = tp.found_theme_id and f.state = 'active'),
    (select u.id from themes u where u.subdomain_id = ${subdomain_id} and u.theme_set_id = ${id} and u.uncategorized))
where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${id} and tp.suggestion_id = any(${ideas}::bigint[]) and tp.moved_at is not null`.execute(
      tx,
    );
    await context.audit('theme_ideas_release', id, { ideas: Number(numAffectedRows ?? 0) });
    await settle(context, id);
    return id;
  },
});

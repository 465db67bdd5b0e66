import { impactLimits, type ImpactSource } from '../../../contract/impact_reports.ts';
import { IDEA_VIEW_KINDS } from '../../../contract/saved_views.ts';
import type { ViewKind } from '../../../contract/states.ts';
import type { CommandContext } from '../../core/command.ts';
import { badInput, notFound, type ProductError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Statement } from '../../sql/writer.ts';
import { selectIdeas } from '../ideas/selection.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { canReadThemes } from '../themes/rights.ts';
import { readView } from '../views/held_view.ts';

/** What a report is about. */
export interface Source {
  source: ImpactSource;
  theme_id: string | null;
  saved_view_id: string | null;
  suggestion_ids: readonly string[] | null;
}

type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;

/**
 * The ideas of a source as they are now, by rising id; those that were deleted, merged or marked as spam are left out.
 * One idea more than a report takes tells that there are too many.
 * @param viewer who asks: a list that they may not see has no ideas
 */
export async function ideasOf(
  viewer: Viewer,
  { source, theme_id, saved_view_id, suggestion_ids }: Source,
  read: Read,
): Promise<string[]> {
  const { subdomain_id } = viewer;
  const most = impactLimits.ideas + 1;
  if (source === 'list')
    return saved_view_id === null
      ? []
      : selectIdeas(
          viewer,
          { select_all: true, filter: { saved_view: [saved_view_id] } as never },
          read,
          most,
        );
  const rows = await read<{ id: string }>(
    source === 'theme'
      ? {
          text: `select s.id::text as id from themes t
  join themes b on b.subdomain_id = $1 and b.state <> 'deleted' and (b.id = t.id or b.parent_id = t.id)
  join theme_placements tp on tp.subdomain_id = $1 and tp.theme_set_id = t.theme_set_id and tp.theme_id = b.id
  join suggestions s on s.subdomain_id = $1 and s.id = tp.suggestion_id and ${LIVE_SQL('s')}
  where t.subdomain_id = $1 and t.id = $2 and t.state <> 'deleted' order by s.id limit ${most}`,
          values: [subdomain_id, theme_id],
        }
      : {
          text: `select s.id::text as id from suggestions s where s.subdomain_id = $1 and s.id = any($2::bigint[]) and ${LIVE_SQL('s')} order by s.id`,
          values: [subdomain_id, suggestion_ids],
        },
  );
  return rows.map(({ id }) => id);
}

/** Refuses a report over no ideas, or over more than one takes. @param field input that names them */
export function refuseNumber(ids: readonly string[], field: string, source: ImpactSource): void {
  if (ids.length === 0)
    throw badInput(
      field,
      source === 'theme'
        ? 'No idea of this theme is there any more.'
        : source === 'list'
          ? 'The list holds no ideas.'
          : 'None of the chosen ideas is there any more.',
      { reason: 'empty' },
    );
  if (ids.length > impactLimits.ideas) throw tooMany(field);
}

const tooMany = (field: string): ProductError =>
  badInput(
    field,
    `A report stands on at most ${impactLimits.ideas.toLocaleString('en')} ideas. Choose a theme below, or narrow the list.`,
    { reason: 'too_many' },
  );

/** What a new report is about, with its name. */
export interface NamedSource extends Source {
  /** null: chosen ideas */
  name: string | null;
  /** input that named it */
  field: string;
}

/**
 * Reads what a new report is to be about.
 * @throws BAD_USER_INPUT for none or several, and for what is not there for the viewer
 */
export async function readSource(
  context: CommandContext,
  given: { theme?: string; suggestion_list?: string; suggestion_ids?: readonly string[] },
): Promise<NamedSource> {
  const { tx, subdomain_id, viewer } = context;
  const named = (['theme', 'suggestion_list', 'suggestion_ids'] as const).filter(
    (name) => given[name] !== undefined,
  );
  if (named.length !== 1)
    throw badInput(
      named[1] ?? 'suggestion_ids',
      'A report is about a theme, a list, or chosen ideas: name one of them.',
      { reason: named.length === 0 ? 'required' : 'invalid' },
    );
  const nothing = { theme_id: null, saved_view_id: null, suggestion_ids: null };
  if (given.theme !== undefined) {
    const row = canReadThemes.allows(viewer)
      ? await tx
          .selectFrom('themes as t')
          .innerJoin('theme_sets as s', (join) =>
            join.onRef('s.id', '=', 't.theme_set_id').on('s.subdomain_id', '=', subdomain_id),
          )
          .select(['t.name', 't.own_name'])
          .where('t.subdomain_id', '=', subdomain_id)
          .where('t.id', '=', given.theme)
          .where('t.state', '<>', 'deleted')
          .where('s.state', '<>', 'deleted')
          .executeTakeFirst()
      : undefined;
    if (!row) throw notFound('theme', 'theme');
    return {
      ...nothing,
      source: 'theme',
      theme_id: given.theme,
      name: row.own_name ?? row.name,
      field: 'theme',
    };
  }
  if (given.suggestion_list !== undefined) {
    const view = await readView(context, given.suggestion_list, 'suggestion_list');
    if (!IDEA_VIEW_KINDS.includes(view.kind as ViewKind))
      throw badInput('suggestion_list', 'This view is not one of ideas.', { reason: 'invalid' });
    return {
      ...nothing,
      source: 'list',
      saved_view_id: view.id,
      name: view.name,
      field: 'suggestion_list',
    };
  }
  const suggestion_ids = [...new Set(given.suggestion_ids)];
  const rows = await tx
    .selectFrom('suggestions')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', suggestion_ids)
    .execute();
  if (rows.length < suggestion_ids.length) throw notFound('suggestion_ids', 'idea');
  return { ...nothing, source: 'ideas', suggestion_ids, name: null, field: 'suggestion_ids' };
}

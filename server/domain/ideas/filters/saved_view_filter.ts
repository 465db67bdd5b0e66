import { IDEA_VIEW_KINDS, savedViewLimits } from '../../../../contract/saved_views.ts';
import type { Entity, Filter, FilterContext, ListDefinition } from '../../../core/entity.ts';
import { badInput } from '../../../core/errors.ts';
import { readInputs } from '../../../core/inputs.ts';
import type { Viewer } from '../../../core/viewer.ts';
import { idListInput } from '../../../inputs/kinds.ts';
import { refuseFilters, replacesDefault } from '../../../listing/filters.ts';
import { Writer, type Statement } from '../../../sql/writer.ts';
import { CONDITIONS_LIMIT } from './advanced_filters.ts';
import { VISIBLE_VIEW_SQL } from './saved_view.ts';

/** A view as the list of ideas reads it: chosen ideas, or what filters leave. */
interface ReadView {
  id: string;
  /** null: ideas chosen one by one */
  filters: Readonly<Record<string, unknown>> | null;
}

/** The views of the filter `saved_view`, looked up. */
interface ReadViews {
  views: readonly ReadView[];
}

const readViews = (value: unknown): readonly ReadView[] | null =>
  typeof value === 'object' && value !== null && 'views' in value ? (value as ReadViews).views : null;

/** What a saved view keeps of a list. */
export interface SavedViewParams {
  /** filters of the list by name, as they were sent */
  filters?: Record<string, unknown>;
  advanced_filters?: unknown;
  columns?: string[];
  sort?: string;
  per_page?: number;
}

/**
 * The filters of a view's params, read.
 * @throws BAD_USER_INPUT below `params`, also for one that the list does not know
 */
export function filtersOfParams(entity: Entity, params: SavedViewParams): Record<string, unknown> {
  const { saved_view: _own, advanced_filters: _apart, ...others } = entity.list!.filters;
  const inputs = Object.fromEntries(Object.entries(others).map(([name, { input }]) => [name, input]));
  const given = params.filters ?? {};
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(inputs, name));
  if (unknown !== undefined)
    throw badInput(
      `params.filters.${unknown.slice(0, 60)}`,
      `There is no filter "${unknown.slice(0, 60)}". On offer: ${Object.keys(inputs).join(', ')}.`,
    );
  const read: Record<string, unknown> = readInputs(inputs, given, 'params.filters');
  const advanced = entity.list!.filters['advanced_filters'];
  if (params.advanced_filters !== undefined && params.advanced_filters !== null && advanced)
    read['advanced_filters'] = advanced.input.read(params.advanced_filters, 'params.advanced_filters');
  // as the list declares them, so that statements are the same
  return Object.fromEntries(
    Object.keys(entity.list!.filters).flatMap((name) =>
      read[name] === undefined ? [] : [[name, read[name]]],
    ),
  );
}

/** Ideas of views and lists. @param entity the list of ideas, once it is declared */
export function savedViewFilter(entity: () => Entity): Filter {
  const where = (value: unknown, c: FilterContext): string => {
    const views = readViews(value);
    // not looked up: what the answer depends on, for those who ask that alone
    if (views === null)
      return `(${c.t}.id in (select m.suggestion_id from saved_view_suggestions m join saved_views v on v.subdomain_id = $1 and v.id = m.saved_view_id where m.subdomain_id = $1 and v.id = any(${c.w.value(value)}::bigint[]) and v.params is not null and v.sub_kind = 'manual' and v.deleted_at is null))`;
    if (views.length === 0) return '(false)';
    return `(${views.map((view) => inView(entity(), view, c)).join(' or ')})`;
  };
  return {
    input: idListInput('In these saved views or lists.', savedViewLimits.asked),
    where,
    whole: where,
    replacesDefault: () => true,
    timeLimit: CONDITIONS_LIMIT,
  };
}

function inView(entity: Entity, { id, filters }: ReadView, c: FilterContext): string {
  if (filters === null)
    return `(${c.t}.state not in ('merged', 'spam') and ${c.t}.id in (select m.suggestion_id from saved_view_suggestions m where m.subdomain_id = $1 and m.saved_view_id = ${c.w.value(id)}::bigint))`;
  const list = entity.list!;
  const own: FilterContext = { ...c, all: filters };
  const conditions = Object.entries(filters).flatMap(([name, value]) => {
    const sql = list.filters[name]?.where(value, own) ?? null;
    return sql === null ? [] : [sql];
  });
  if (!replacesDefault(list, filters)) conditions.push(`(${list.defaultWhere!.where(c.t)})`);
  return conditions.length === 0 ? '(true)' : `(${conditions.join(' and ')})`;
}

/** Order of a list by hand; ideas of no chosen list come last. */
export function listPosition(
  t: string,
  { w, all }: { w: Writer; all: Readonly<Record<string, unknown>> },
): string {
  const chosen = readViews(all['saved_view'])?.filter(({ filters }) => filters === null) ?? [];
  if (chosen.length === 0) return `${t}.id`;
  const ids = w.value(chosen.map(({ id }) => id));
  return `coalesce((select min(lp.position) from saved_view_suggestions lp where lp.subdomain_id = $1 and lp.suggestion_id = ${t}.id and lp.saved_view_id = any(${ids}::bigint[])), ${2 ** 31 - 1})`;
}

/**
 * Looks up the views that a list of ideas is asked for. One view by filters becomes the filters themselves, where none
 * of them is asked for besides: then the list finds its page as if they had been typed.
 *
 * A view that is not there for somebody leaves nothing, as ids do everywhere.
 *
 * @throws BAD_USER_INPUT for a view of other records than ideas; FORBIDDEN for one whose filters ask for a right
 */
export const resolveSavedViews =
  (entity: () => Entity): NonNullable<ListDefinition['resolve']> =>
  async (read, viewer: Viewer, filters) => {
    const asked = filters['saved_view'];
    if (!Array.isArray(asked)) return filters;
    const w = new Writer(viewer.subdomain_id);
    const text = `select v.id::text as id, v.kind, v.sub_kind, v.params from saved_views v where v.subdomain_id = $1 and v.id = any(${w.value(asked)}::bigint[]) and ${VISIBLE_VIEW_SQL('v', { w, viewer })} order by v.id`;
    const rows = await read<{ id: string; kind: string; sub_kind: string; params: SavedViewParams }>({
      text,
      values: w.values,
    } satisfies Statement);
    const views = rows.map(({ id, kind, sub_kind, params }): ReadView => {
      if (!(IDEA_VIEW_KINDS as readonly string[]).includes(kind))
        throw badInput('saved_view', 'This view is not one of ideas.');
      if (sub_kind === 'manual') return { id, filters: null };
      const own = filtersOfParams(entity(), params);
      refuseFilters(entity(), own, viewer);
      return { id, filters: own };
    });
    const { saved_view: _asked, ...others } = filters;
    const alone = views.length === 1 ? views[0]!.filters : null;
    const isPlain =
      alone !== null &&
      Object.keys(alone).every((name) => others[name] === undefined || others[name] === null) &&
      (replacesDefault(entity().list!, alone) || !replacesDefault(entity().list!, others));
    if (!isPlain) return { ...others, saved_view: { views } satisfies ReadViews };
    const names = Object.keys(entity().list!.filters);
    const joined: Record<string, unknown> = { ...others, ...alone };
    return Object.fromEntries(
      Object.entries(joined).toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b)),
    );
  };

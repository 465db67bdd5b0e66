import { LIFE_STATES } from '../../../contract/states.ts';
import { textLimits } from '../../../contract/limits.ts';
import { changeFilters, columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, idOrNull, int, text, time, value } from '../../core/fields.ts';
import { idListInput, textInput, enumListInput } from '../../inputs/kinds.ts';
import { canReadTaxonomy } from './rights.ts';

/** A private tag of the team, in two levels (DEC-105). */
export const label = defineEntity({
  name: 'label',
  plural: 'labels',
  table: 'labels',
  description: 'A private tag of the team, in two levels.',
  requires: canReadTaxonomy,
  fields: {
    id: id('Id.'),
    name: text('Own name, unique beside its siblings.'),
    full_name: text("Name with its parent's: Parent / Child."),
    level: int('0 or 1.'),
    state: text('active or archived.'),
    parent_id: idOrNull('Label above it; null at the top.'),
    can_recommend: boolean('May be offered by automatic suggestions.'),
    forum_ids: value(
      '[ID!]',
      'Forums in which it may be used; empty: in all.',
      (c) =>
        `select coalesce(json_agg(lf.forum_id::text order by lf.forum_id), '[]'::json) from label_forums lf where lf.subdomain_id = $1 and lf.label_id = ${c.t}.id`,
    ),
    open_suggestions_count: int('Open ideas that carry it.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      state: filter(
        enumListInput('active or archived; both when not given.', LIFE_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
      q: filter(textInput('Part of the full name.', textLimits.searchCharacters), (q, c) =>
        q === ''
          ? null
          : `(lower(${c.t}.full_name) like ${c.w.value(`%${q.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)})`,
      ),
      forum: filter(
        idListInput('Labels that may be used in one of these forums.'),
        (ids, c) =>
          `(not exists (select 1 from label_forums lf where lf.subdomain_id = $1 and lf.label_id = ${c.t}.id) or exists (select 1 from label_forums lf where lf.subdomain_id = $1 and lf.label_id = ${c.t}.id and lf.forum_id = any(${c.w.value(ids)}::bigint[])))`,
      ),
      ...changeFilters,
    },
    sorts: {
      full_name: { by: (t) => `lower(${t}.full_name)`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['name'], { text: true }),
      ...columnSorts(['open_suggestions_count', 'level', 'state', 'created_at', 'updated_at']),
    },
    defaultSort: 'full_name',
  },
});

import {
  LIFE_STATES,
  SHARED_STATE_FILTERS,
  VIEW_KINDS,
  VIEW_SUB_KINDS,
} from '../../../../contract/states.ts';
import { defineEntity, type FilterContext } from '../../../core/entity.ts';
import {
  belongsTo,
  boolean,
  id,
  int,
  intOrNull,
  text,
  textOrNull,
  time,
  value,
  type FieldContext,
} from '../../../core/fields.ts';
import { readRight, type Viewer } from '../../../core/viewer.ts';
import { booleanInput, enumListInput, idListInput, textInput } from '../../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../../listing/filters.ts';
import type { Writer } from '../../../sql/writer.ts';
import { canManageSettings } from '../rights.ts';

/** SQL of the viewer's id; of no one where the system reads. */
const me = ({ w, viewer }: { w: Writer; viewer: Viewer }): string =>
  `${w.value(viewer.user_id ?? '0')}::bigint`;

const sharedWith = (t: string, user: string): string =>
  `exists (select 1 from saved_view_users su where su.subdomain_id = $1 and su.saved_view_id = ${t}.id and su.user_id = ${user} and su.is_shared)`;

/** Views that somebody may open: their own, those of all, those shared with them. Jobs see all. */
export const VISIBLE_VIEW_SQL = (t: string, c: { w: Writer; viewer: Viewer }): string =>
  c.viewer.user_id === null
    ? `${t}.deleted_at is null`
    : `${t}.deleted_at is null and (${t}.owner_id = ${me(c)} or ${t}.is_public or ${sharedWith(t, me(c))})`;

/**
 * Views that somebody may change, share and delete: their own; those of all also who manages the settings, so that
 * nothing stays behind when its owner leaves.
 */
const editableSql = (c: FieldContext | FilterContext): string =>
  canManageSettings.allows(c.viewer)
    ? `(${c.t}.owner_id = ${me(c)} or ${c.t}.is_public)`
    : `${c.t}.owner_id = ${me(c)}`;

/** A value of the row that says what the view is to the viewer. */
const mine = (c: FieldContext, column: string): string =>
  `select mu.${column} from saved_view_users mu where mu.subdomain_id = $1 and mu.saved_view_id = ${c.t}.id and mu.user_id = ${me(c)}`;

/** Ideas of a list that are there to be seen. */
const manualCount = (t: string): string =>
  `(select count(*)::int from saved_view_suggestions ms join suggestions si on si.subdomain_id = $1 and si.id = ms.suggestion_id where ms.subdomain_id = $1 and ms.saved_view_id = ${t}.id and si.state not in ('deleted', 'merged', 'spam'))`;

/** A list as it stands under a name, or ideas chosen one by one. */
export const savedView = defineEntity({
  name: 'saved_view',
  plural: 'saved_views',
  table: 'saved_views',
  description: 'A saved view: a list as it stands under a name, or a list of ideas.',
  requires: readRight('feedback'),
  visible: VISIBLE_VIEW_SQL,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    kind: text(`What it is of: ${VIEW_KINDS.join(', ')}.`),
    sub_kind: text('filter: what its params leave; manual: ideas chosen one by one.'),
    state: text(`${LIFE_STATES.join(' or ')}.`),
    shared_state: text('private, shared or public.', {
      sql: (c) =>
        `case when ${c.t}.is_public then 'public' when exists (select 1 from saved_view_users ss where ss.subdomain_id = $1 and ss.saved_view_id = ${c.t}.id and ss.is_shared) then 'shared' else 'private' end`,
    }),
    shared_users_count: int('People that it is shared with by name.', {
      sql: (c) =>
        `select count(*)::int from saved_view_users ss where ss.subdomain_id = $1 and ss.saved_view_id = ${c.t}.id and ss.is_shared`,
    }),
    editable: boolean('The viewer may change, share and delete it.', { sql: editableSql }),
    params: value('Json', 'filters, advanced_filters, columns, sort and per_page.', (c) => `${c.t}.params`),
    position: intOrNull("Place among the viewer's views, from 1; null: behind those that have one.", {
      sql: (c) => mine(c, 'position'),
    }),
    subscribed: boolean('The viewer gets it by email.', {
      sql: (c) => `coalesce((${mine(c, 'subscribed')}), false)`,
    }),
    subscription_params: value(
      'Json',
      "When the viewer's email comes: frequency, weekday (1 Monday to 7) and hour (UTC); null: it never did.",
      (c) =>
        `(select json_build_object('frequency', mu.frequency, 'weekday', mu.weekday, 'hour', mu.hour) from saved_view_users mu where mu.subdomain_id = $1 and mu.saved_view_id = ${c.t}.id and mu.user_id = ${me(c)})`,
      { nullable: true },
    ),
    owner_email: textOrNull('Address of who it belongs to; null: they have none.', {
      sql: (c) =>
        `select ow.email_address from users ow where ow.subdomain_id = $1 and ow.id = ${c.t}.owner_id`,
    }),
    suggestions_count: intOrNull(
      'Ideas in it: of a list that was chosen now, of one by filters as last counted (when it was saved, and each hour, those first that were counted longest ago); 10,001: more than 10,000; null: it holds no ideas.',
      {
        sql: (c) =>
          `case when ${c.t}.sub_kind = 'manual' then ${manualCount(c.t)} else ${c.t}.suggestions_count end`,
      },
    ),
    created_by: belongsTo('user', 'owner_id', 'Who it belongs to.'),
    impact_report: belongsTo(
      'impact_report',
      'impact_report_id',
      'The impact report that it was made of; null: none, or it is gone.',
    ),
    theme_set: belongsTo(
      'theme_set',
      'theme_set_id',
      'The theme report that it was made of; null: none, or it is gone.',
    ),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      kind: filter(
        enumListInput('Of these kinds.', VIEW_KINDS),
        (kinds, c) => `(${c.t}.kind = any(${c.w.value(kinds)}))`,
      ),
      sub_kind: filter(
        enumListInput('Of these.', VIEW_SUB_KINDS),
        (kinds, c) => `(${c.t}.sub_kind = any(${c.w.value(kinds)}))`,
      ),
      state: filter(
        enumListInput('In these states; active ones when not given.', LIFE_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
      shared_state: filter(
        enumListInput(
          "The viewer's own, those shared with them by name, those of all.",
          SHARED_STATE_FILTERS,
        ),
        (states, c) =>
          `(${[
            ...(states.includes('mine') ? [`${c.t}.owner_id = ${me(c)}`] : []),
            ...(states.includes('shared_with_me') ? [sharedWith(c.t, me(c))] : []),
            ...(states.includes('public') ? [`${c.t}.is_public`] : []),
          ].join(' or ')})`,
      ),
      subscribed: flag(
        booleanInput('The viewer gets them by email.'),
        (c) =>
          `exists (select 1 from saved_view_users sb where sb.subdomain_id = $1 and sb.saved_view_id = ${c.t}.id and sb.user_id = ${me(c)} and sb.subscribed)`,
        { falseMeans: 'negation' },
      ),
      suggestion: filter(
        idListInput('Lists that any of these ideas was put into.'),
        (ids, c) =>
          `(${c.t}.id in (select sv.saved_view_id from saved_view_suggestions sv join suggestions sd on sd.subdomain_id = $1 and sd.id = sv.suggestion_id and sd.state not in ('deleted', 'merged', 'spam') where sv.subdomain_id = $1 and sv.suggestion_id = any(${c.w.value(ids)}::bigint[])))`,
      ),
      q: filter(textInput('Part of the name.', 255), (q, c) =>
        q === '' ? null : `(strpos(lower(${c.t}.name), lower(${c.w.value(q)})) > 0)`,
      ),
      editable: flag(booleanInput('The viewer may change them.'), editableSql, { falseMeans: 'negation' }),
      ...changeFilters,
    },
    sorts: {
      position: {
        by: (t, c) =>
          `coalesce((select mu.position from saved_view_users mu where mu.subdomain_id = $1 and mu.saved_view_id = ${t}.id and mu.user_id = ${me(c)}), ${2 ** 31 - 1})`,
        indexed: false,
      },
      id: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['name'], { text: true }),
      ...columnSorts(['kind', 'sub_kind', 'state', 'created_at', 'updated_at']),
      suggestions_count: {
        by: (t) =>
          `case when ${t}.sub_kind = 'manual' then ${manualCount(t)} else ${t}.suggestions_count end`,
        indexed: false,
        nullable: true,
      },
    },
    defaultSort: 'position',
    defaultWhere: { where: (t) => `${t}.state = 'active'`, unless: ['state', 'id'] },
  },
});

/** One person that a view is shared with. */
export const sharedView = defineEntity({
  name: 'shared_view',
  plural: 'shared_views',
  table: 'saved_view_users',
  description: 'A person that a view is shared with.',
  requires: readRight('feedback'),
  visible: (t, c) =>
    `${t}.is_shared and exists (select 1 from saved_views sv where sv.subdomain_id = $1 and sv.id = ${t}.saved_view_id and sv.deleted_at is null and (sv.owner_id = ${me(c)} or ${t}.user_id = ${me(c)}${canManageSettings.allows(c.viewer) ? ' or sv.is_public' : ''}))`,
  fields: {
    id: id('Id.'),
    subdomain_id: id('Workspace.'),
    saved_view: belongsTo('saved_view', 'saved_view_id', 'The view.'),
    is_subscribed: boolean('They get it by email.', { sql: (c) => `${c.t}.subscribed` }),
    subscription_params: value(
      'Json',
      'When their email comes: frequency, weekday (1 Monday to 7) and hour (UTC).',
      (c) =>
        `json_build_object('frequency', ${c.t}.frequency, 'weekday', ${c.t}.weekday, 'hour', ${c.t}.hour)`,
    ),
    user_email: textOrNull('Their address; null: they have none.', {
      sql: (c) =>
        `select ue.email_address from users ue where ue.subdomain_id = $1 and ue.id = ${c.t}.user_id`,
    }),
    user: belongsTo('user', 'user_id', 'Who.'),
    created_at: time('When it was shared.'),
    updated_at: time('Last change.'),
  },
  all: true,
  list: {
    filters: {
      user: columnIds('user_id', idListInput('Shared with these people.')),
      view: columnIds('saved_view_id', idListInput('Of these views.')),
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true }, ...columnSorts(['created_at', 'updated_at']) },
    defaultSort: 'id',
  },
});

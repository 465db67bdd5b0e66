import { FEATURE_STATE_FILTERS } from '../../../contract/features.ts';
import { textLimits } from '../../../contract/limits.ts';
import { defineEntity, type FilterContext } from '../../core/entity.ts';
import {
  belongsTo,
  boolean,
  float,
  hasMany,
  id,
  int,
  intOrNull,
  text,
  textOrNull,
  time,
  keyValues,
} from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';
import { booleanInput, enumInput, idListInput, textInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { searchQueryOf, tsquerySql } from '../intelligence/literal_query.ts';
import { canReadFeatures, seesMoney } from './rights.ts';

const seesIdeas = readRight('feedback');

/** Ids of the features whose ideas that are there meet a condition. @param condition on `s`, the idea, and what `join` adds */
const byIdeas = (condition: string, join = ''): string =>
  `select fl.feature_id from feature_suggestions fl join suggestions s on s.subdomain_id = $1 and s.id = fl.suggestion_id and ${LIVE_SQL('s')}${join} where fl.subdomain_id = $1 and ${condition}`;

/** A filter by what the ideas of a feature are tied to, for those who see ideas. */
const behind = (description: string, condition: (ids: string) => string, join = '') => ({
  ...filter(
    idListInput(description),
    (ids, c: FilterContext) => `(${c.t}.id in (${byIdeas(condition(c.w.value(ids)), join)}))`,
  ),
  requires: seesIdeas,
});

/** SQL of one number over the ideas of a feature that are there; `s` is the idea. */
const ofIdeas =
  (what: string, further = '') =>
  (c: { t: string }) =>
    `select ${what} from feature_suggestions fl join suggestions s on s.subdomain_id = $1 and s.id = fl.suggestion_id and ${LIVE_SQL('s')}${further} where fl.subdomain_id = $1 and fl.feature_id = ${c.t}.id`;

/** What a team builds, or may build, made of ideas. */
export const feature = defineEntity({
  name: 'feature',
  plural: 'features',
  table: 'features',
  description: 'A feature: what a team builds, or may build, with what stands behind its ideas.',
  requires: canReadFeatures,
  visible: (t) => `${t}.deleted_at is null`,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    description: textOrNull('What it is, as HTML; null: nothing is said.'),
    excerpt: textOrNull('Beginning of the description without marks; null when there is none.', {
      sql: (c) =>
        `nullif(btrim(regexp_replace(replace(replace(replace(replace(regexp_replace(left(${c.t}.description, 600), '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '\\s+', ' ', 'g')), '')`,
    }),
    state: text('active or archived.'),
    position: float('Orders it in its column, small ones first.'),
    feature_status: belongsTo('feature_status', 'feature_status_id', 'Where it stands; null: no status.'),
    product_area: belongsTo('product_area', 'product_area_id', 'Part of the product; null: none.'),
    roadmap: belongsTo('roadmap_setting', 'roadmap_id', 'Roadmap that it is on; null: none.'),
    has_internal_flag: boolean('One of its ideas carries an open flag of the team.', {
      sql: (c) => `${c.t}.id in (${byIdeas('s.internal_flags_count > 0')})`,
    }),
    suggestions_count: int('Ideas that it is made of.'),
    open_suggestions_count: int('Those of them that are open, and hear of a status.', {
      sql: ofIdeas('count(*)::int', " and s.state in ('published', 'approved')"),
    }),
    votes_count: int('Votes for its ideas; a person may give several.', {
      sql: ofIdeas('coalesce(sum(s.votes_count), 0)::int'),
    }),
    supporter_revenue: float('Revenue in USD of the accounts that wait for it, each once.', {
      requires: seesMoney,
      sql: (c) => `${c.t}.supporter_revenue_cents / 100.0`,
    }),
    supporting_accounts_count: int('Accounts that wait for it, each once.'),
    supporting_users_count: int('People who wait for it, each once.'),
    custom_field_values: keyValues('Values of custom fields by key.', (c) => `${c.t}.custom_fields`),
    highlighted_name: textOrNull(
      'Name as HTML with what was found in <mark>; null without q and use_search_highlights.',
      {
        sql: (c) => {
          const q = c.args['use_search_highlights'] === true ? searchQueryOf(c.args['q'] as string) : null;
          return q === null
            ? 'null'
            : `ts_headline('english', replace(replace(replace(${c.t}.name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), ${tsquerySql(q, true, (words) => c.w.value(words))}, 'StartSel=<mark>, StopSel=</mark>, HighlightAll=true')`;
        },
      },
    ),
    creator: belongsTo('user', 'creator_id', 'Who made it; null: no person.', { requires: seesIdeas }),
    attachments: hasMany({
      entity: 'attachment',
      description: 'Its files.',
      on: (c, child) => `${child}.feature_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these, archived ones as well.')),
      q: filter(
        textInput(
          'All of these words in name or description, the last one also as a beginning.',
          textLimits.searchCharacters,
        ),
        (q, c) => {
          const query = searchQueryOf(q);
          return query === null
            ? null
            : `(${c.t}.search @@ ${tsquerySql(query, true, (words) => c.w.value(words))})`;
        },
      ),
      use_search_highlights: filter(
        booleanInput('Asks for highlighted_name; sets no condition.'),
        () => null,
      ),
      state: filter(
        enumInput('active, archived or all. Active ones when not given.', FEATURE_STATE_FILTERS),
        (state, c) => (state === 'all' ? null : `(${c.t}.state = ${c.w.value(state)})`),
      ),
      feature_status: columnIds('feature_status_id', idListInput('Of these statuses.')),
      no_status: flag(booleanInput('Without a status.'), (c) => `${c.t}.feature_status_id is null`, {
        falseMeans: 'negation',
      }),
      product_area: columnIds('product_area_id', idListInput('Of these product areas.')),
      no_product_area: flag(
        booleanInput('Without a product area.'),
        (c) => `${c.t}.product_area_id is null`,
        { falseMeans: 'negation' },
      ),
      roadmap: columnIds('roadmap_id', idListInput('On these roadmaps.')),
      suggestion: behind('Made of any of these ideas.', (ids) => `s.id = any(${ids}::bigint[])`),
      account: behind(
        'That these accounts wait for.',
        (ids) => `sa.account_id = any(${ids}::bigint[])`,
        ' join suggestion_accounts sa on sa.subdomain_id = $1 and sa.suggestion_id = s.id',
      ),
      user: behind(
        'That these people wait for.',
        (ids) => `sv.user_id = any(${ids}::bigint[])`,
        ' join supporters sv on sv.subdomain_id = $1 and sv.suggestion_id = s.id',
      ),
      ...changeFilters,
    },
    sorts: {
      ...columnSorts([
        'position',
        'id',
        'created_at',
        'updated_at',
        'state',
        'suggestions_count',
        'supporting_accounts_count',
        'supporting_users_count',
      ]),
      ...columnSorts(['name'], { text: true }),
      supporter_revenue: { by: (t) => `${t}.supporter_revenue_cents`, indexed: false, requires: seesMoney },
    },
    defaultSort: 'position',
    defaultWhere: { where: (t) => `${t}.state = 'active'`, unless: ['state', 'id'] },
  },
});

/** What happened to a feature. */
export const featureEvent = defineEntity({
  name: 'feature_event',
  plural: 'feature_events',
  table: 'feature_events',
  description: 'Something that happened to a feature, its way through the statuses included.',
  requires: canReadFeatures,
  visible: (t) =>
    `exists (select 1 from features ef where ef.subdomain_id = $1 and ef.id = ${t}.feature_id and ef.deleted_at is null)`,
  fields: {
    id: id('Id.'),
    kind: text(
      'created, status, name, description, product_area, roadmap, fields, linked, unlinked, archived, unarchived, deleted or restored.',
    ),
    feature: belongsTo('feature', 'feature_id', 'The feature.'),
    user: belongsTo('user', 'user_id', 'Who did it; null: the system.', { requires: seesIdeas }),
    user_name: textOrNull('Name of who did it; null: the system.', {
      sql: (c) =>
        `select coalesce(nullif(eu.name, ''), eu.email_address) from users eu where eu.subdomain_id = $1 and eu.id = ${c.t}.user_id`,
    }),
    feature_status: belongsTo(
      'feature_status',
      'feature_status_id',
      'Of created and status: where it stands since.',
    ),
    old_feature_status: belongsTo(
      'feature_status',
      'old_feature_status_id',
      'Of status: where it stood before.',
    ),
    suggestion: belongsTo(
      'suggestion',
      'suggestion_id',
      'Of linked and unlinked: the idea, or one of several.',
      {
        requires: seesIdeas,
      },
    ),
    count: intOrNull('Of linked and unlinked: how many ideas.'),
    text: textOrNull('The new name, area or roadmap, or the fields that changed; null: none.'),
    created_at: time('When.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      feature: columnIds('feature_id', idListInput('Of these features.')),
      kind: filter(textInput('Of this kind.', 20), (kind, c) => `(${c.t}.kind = ${c.w.value(kind)})`),
    },
    sorts: columnSorts(['id', 'created_at']),
    defaultSort: '-id',
  },
});

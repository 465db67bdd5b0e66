import { roadmapPath } from '../../../contract/features.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, computed, float, id, int, text, time, value } from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts } from '../../listing/filters.ts';
import { canReadFeatures, canWriteFeatures, seesMoney } from './rights.ts';

/** How many features of a set there are, archived ones left out. @param column of `features` that names the set */
const featuresCount = (column: string) => (c: { t: string }) =>
  `select count(*)::int from features kf where kf.subdomain_id = $1 and kf.${column} = ${c.t}.id and kf.state = 'active' and kf.deleted_at is null`;

const orders = {
  ...columnSorts(['position', 'id', 'created_at', 'updated_at']),
  ...columnSorts(['name'], { text: true }),
};

/** Where a feature stands on its way. */
export const featureStatus = defineEntity({
  name: 'feature_status',
  plural: 'feature_statuses',
  table: 'feature_statuses',
  description: 'Where a feature stands on its way.',
  requires: canReadFeatures,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    hex_color: text('Colour, #RRGGBB.'),
    is_default: boolean('A new feature has it, unless another is named.'),
    position: int('Place among the statuses, from 1.'),
    features_count: int('Features that have it, archived ones left out.', {
      sql: featuresCount('feature_status_id'),
    }),
    is_removed: boolean(
      'Taken out of the set: no feature has it, the path of features still names it. In no list, unless asked for by id.',
      { sql: (c) => `${c.t}.deleted_at is not null` },
    ),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: orders,
    defaultSort: 'position',
    defaultWhere: { where: (t) => `${t}.deleted_at is null`, unless: ['id'] },
  },
});

/** A part of the product that features belong to. */
export const productArea = defineEntity({
  name: 'product_area',
  plural: 'product_areas',
  table: 'product_areas',
  description: 'A part of the product that features belong to.',
  requires: canReadFeatures,
  fields: {
    id: id('Id.'),
    name: text('Name, unique in the workspace.'),
    position: int('Place among the product areas, from 1.'),
    features_count: int('Features in it, archived ones left out.', { sql: featuresCount('product_area_id') }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: orders,
    defaultSort: 'position',
  },
});

/** A roadmap: which features it holds follows from them; whom it is shared with stands here. */
export const roadmapSetting = defineEntity({
  name: 'roadmap_setting',
  plural: 'roadmap_settings',
  table: 'roadmaps',
  description: 'A roadmap: its name, who may read it, and what readers outside the team see.',
  requires: canReadFeatures,
  fields: {
    id: id('Id.'),
    name: text('Name, unique in the workspace.'),
    position: int('Place among the roadmaps, from 1.'),
    share_with_contributors: boolean('Contributors of the team, who have no console, may read it.'),
    share_with_email_domains: boolean('People with an address of email_domains may read it.'),
    share_public: boolean('Anyone with its address may read it.'),
    email_domains: value(
      '[String!]',
      'Domains in lower case; their sub-domains do not count.',
      (c) => `array_to_json(${c.t}.email_domains)`,
    ),
    show_mrr: boolean('Readers outside the team see the revenue behind a feature.'),
    show_users: boolean('They see how many people wait for it.'),
    show_accounts: boolean('They see how many accounts wait for it.'),
    reader_path: computed({
      type: 'String',
      nullable: true,
      description: 'Where readers find it, below the address of the workspace; null: it was never shared.',
      requires: canWriteFeatures,
      from: { token: (c) => `${c.t}.token` },
      value: ({ token }) => (token === null ? null : `${roadmapPath}/${String(token)}`),
    }),
    features_count: int('Its features, archived ones left out.', { sql: featuresCount('roadmap_id') }),
    supporter_revenue: float('Revenue in USD of the accounts that wait for any of its features, each once.', {
      requires: seesMoney,
      sql: (c) =>
        `select coalesce(sum(ra.revenue_cents), 0) / 100.0 from external_accounts ra where ra.subdomain_id = $1 and ra.id in (select rk.account_id from features rf join feature_suggestions rl on rl.subdomain_id = $1 and rl.feature_id = rf.id join suggestions rs on rs.subdomain_id = $1 and rs.id = rl.suggestion_id and rs.state not in ('deleted', 'merged', 'spam') join suggestion_accounts rk on rk.subdomain_id = $1 and rk.suggestion_id = rl.suggestion_id where rf.subdomain_id = $1 and rf.roadmap_id = ${c.t}.id and rf.state = 'active' and rf.deleted_at is null)`,
    }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: orders,
    defaultSort: 'position',
  },
});

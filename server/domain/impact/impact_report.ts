import { impactLimits, IMPACT_SOURCES, IMPACT_TEXTS } from '../../../contract/impact_reports.ts';
import { textLimits } from '../../../contract/limits.ts';
import { IMPACT_REPORT_STATES } from '../../../contract/states.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  belongsTo,
  boolean,
  float,
  hasMany,
  id,
  int,
  text,
  textOrNull,
  time,
  timeOrNull,
  value,
} from '../../core/fields.ts';
import { shape } from '../../core/shape.ts';
import type { Viewer } from '../../core/viewer.ts';
import { booleanInput, enumListInput, idListInput, textInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { canReadImpact, canWriteImpact, seesMoney } from './rights.ts';

/** SQL of an amount of cents in USD, null for who may not see amounts. */
const money = (cents: string, viewer: Viewer): string =>
  seesMoney.allows(viewer) ? `(${cents})::float8 / 100` : 'null';

const contentEntry = shape('ImpactContent', 'A section of a report.', {
  key: { type: 'String!', description: 'Which one.' },
  value: {
    type: 'String!',
    description:
      'HTML of a text; JSON of the ids of quotes (feedback records) and top_ideas; empty for what is drawn from the figures.',
  },
});
const monthVotes = shape('ImpactMonth', 'Votes of a month.', {
  month: { type: 'String!', description: 'YYYY-MM.' },
  votes: { type: 'Int!', description: 'Votes; the last month runs.' },
});
const topAccount = shape('ImpactAccount', 'An account behind a report.', {
  id: { type: 'ID!', description: 'Id.' },
  name: { type: 'String', description: 'Its name now; null: it was deleted.' },
  plan: { type: 'String', description: 'Its plan now; null: none, or it was deleted.' },
  revenue: { type: 'Float', description: 'USD; null: not for the viewer.' },
  people: { type: 'Int!', description: 'Its people who support any of the ideas.' },
});
const topIdea = shape('ImpactIdea', 'An idea behind a report.', {
  id: { type: 'ID!', description: 'Id.' },
  title: { type: 'String', description: 'Its title now; null: it was deleted or merged.' },
  votes: { type: 'Int!', description: 'Votes.' },
  accounts: { type: 'Int!', description: 'Accounts of its supporters.' },
  revenue: { type: 'Float', description: 'Revenue of these in USD; null: not for the viewer.' },
});
const figuresShape = shape(
  'ImpactFigures',
  'What stands behind a report, as of a day: each person and each account once.',
  {
    ideas: { type: 'Int!', description: 'Ideas.' },
    people: { type: 'Int!', description: 'People who support any of them.' },
    people_new: {
      type: 'Int!',
      description: 'Those of them whose first vote was at most 90 days old.',
    },
    accounts: { type: 'Int!', description: 'Accounts of these people.' },
    all_accounts: { type: 'Int!', description: 'Accounts of the workspace.' },
    revenue: {
      type: 'Float',
      description: 'Revenue of the accounts behind it in USD; null: not for the viewer.',
    },
    all_revenue: { type: 'Float', description: 'Revenue of all accounts in USD; null: not for the viewer.' },
    sentiment: { type: 'Float', description: 'Mean of the ideas, -1 to 1; null: none has a score.' },
    sentiment_count: { type: 'Int!', description: 'Ideas with a score.' },
    months: { type: '[ImpactMonth!]!', description: 'The last twelve months.' },
    top_accounts: {
      type: '[ImpactAccount!]!',
      description: `The ${impactLimits.accounts} of the most revenue.`,
    },
    top_ideas: {
      type: '[ImpactIdea!]!',
      description: `The ${impactLimits.topIdeas} with the most revenue behind them, of which a report shows those that were chosen.`,
    },
  },
  [monthVotes, topAccount, topIdea],
);
const headShape = shape('ImpactHeadFigures', 'The three numbers that tell whether figures are old.', {
  people: { type: 'Int!', description: 'People who support any of the ideas.' },
  accounts: { type: 'Int!', description: 'Their accounts.' },
  revenue: { type: 'Float', description: 'Revenue of these in USD; null: not for the viewer.' },
  as_of: { type: 'String!', description: 'When they were counted: with the figures, and each hour.' },
});
const quoteShape = shape('ImpactQuote', 'What a customer said.', {
  id: { type: 'ID!', description: 'The feedback record.' },
  text: { type: 'String!', description: 'Their words, cut to 300 letters.' },
  user_id: { type: 'ID', description: 'Who said it; null: not known.' },
  user_name: { type: 'String', description: 'Their name; null: not known.' },
  job_title: { type: 'String', description: 'What they do; null: not known.' },
  country: { type: 'String', description: 'Where they are; null: not known.' },
  account_name: { type: 'String', description: 'Their account; null: none.' },
  revenue: {
    type: 'Float',
    description: 'Revenue of the account in USD; null: none, or not for the viewer.',
  },
});
const linkShape = shape('ImpactLink', 'The link by which anyone reads a report.', {
  path: { type: 'String!', description: "Below the workspace's address at the installation's own name." },
  shows_names: { type: 'Boolean!', description: 'Names of accounts and people are shown.' },
  shows_revenue: { type: 'Boolean!', description: 'Revenue is shown.' },
  shows_quotes: { type: 'Boolean!', description: 'Quotes are shown.' },
  shows_ideas: { type: 'Boolean!', description: 'Titles of the top ideas are shown.' },
  ends_on: { type: 'String', description: 'Its last day, UTC; null: until it is revoked.' },
  has_ended: { type: 'Boolean!', description: 'That day is over.' },
  opened_count: { type: 'Int!', description: 'How often it was opened.' },
  created_at: { type: 'String!', description: 'When it was made.' },
});

/** SQL of figures with the names of their accounts and ideas. @param t the row that holds them */
export const figuresSql = (t: string, viewer: Viewer): string => `(select json_build_object(
  'ideas', f.ideas, 'people', f.people, 'people_new', f.people_new, 'accounts', f.accounts, 'all_accounts', f.all_accounts,
  'revenue', ${money('f.revenue_cents', viewer)}, 'all_revenue', ${money('f.all_revenue_cents', viewer)},
  'sentiment', f.sentiment, 'sentiment_count', f.sentiment_count, 'months', f.months,
  'top_accounts', coalesce((select json_agg(json_build_object('id', (a.one ->> 'id'), 'name', e.name, 'plan', e.plan,
      'revenue', ${money("(a.one ->> 'revenue_cents')", viewer)}, 'people', (a.one ->> 'people')::int) order by a.n)
    from jsonb_array_elements(f.top_accounts) with ordinality as a (one, n)
    left join external_accounts e on e.subdomain_id = $1 and e.id = (a.one ->> 'id')::bigint and e.deleted_at is null), '[]'::json),
  'top_ideas', coalesce((select json_agg(json_build_object('id', (i.one ->> 'id'), 'title', s.title, 'votes', (i.one ->> 'votes')::int,
      'accounts', (i.one ->> 'accounts')::int, 'revenue', ${money("(i.one ->> 'revenue_cents')", viewer)}) order by i.n)
    from jsonb_array_elements(f.top_ideas) with ordinality as i (one, n)
    left join suggestions s on s.subdomain_id = $1 and s.id = (i.one ->> 'id')::bigint and ${LIVE_SQL('s')}), '[]'::json))
  from jsonb_to_record(${t}.figures) as f (ideas int, people int, people_new int, accounts int, all_accounts int, revenue_cents float8,
    all_revenue_cents float8, sentiment float8, sentiment_count int, months jsonb, top_accounts jsonb, top_ideas jsonb))`;

/** SQL of the quotes of a report whose feedback is still there, in their order. */
export const quotesSql = (t: string, viewer: Viewer): string => `(select coalesce(json_agg(json_build_object(
    'id', q.one ->> 'id', 'text', q.one ->> 'text', 'user_id', u.id::text, 'user_name', coalesce(u.name, u.email_address), 'job_title', u.job_title, 'country', u.country,
    'account_name', e.name, 'revenue', ${money('e.revenue_cents', viewer)}) order by q.n), '[]'::json)
  from jsonb_array_elements(${t}.quotes) with ordinality as q (one, n)
  join feedback_records fr on fr.subdomain_id = $1 and fr.id = (q.one ->> 'id')::bigint and fr.state = 'active'
  left join users u on u.subdomain_id = $1 and u.id = fr.user_id
  left join external_accounts e on e.subdomain_id = $1 and e.id = u.account_id and e.deleted_at is null)`;

/** SQL of the key/value list of a report, in the order of its sections. */
const contentsSql = (t: string): string => `(select json_agg(json_build_object('key', k.key, 'value', case
    when k.key in (${IMPACT_TEXTS.map((key) => `'${key}'`).join(', ')}) then coalesce(${t}.texts ->> k.key, '')
    when k.key = 'quotes' then (select coalesce(json_agg(q ->> 'id'), '[]'::json)::text from jsonb_array_elements(${t}.quotes) as q)
    when k.key = 'top_ideas' then coalesce(array_to_json(${t}.top_ideas::text[]), '[]'::json)::text
    else '' end) order by k.n) from unnest(${t}.sections) with ordinality as k (key, n))`;

/** SQL of the link of a report that is not revoked. */
const linkSql = (
  t: string,
): string => `(select json_build_object('path', '/reports/' || l.token, 'shows_names', l.shows_names, 'shows_revenue', l.shows_revenue,
    'shows_quotes', l.shows_quotes, 'shows_ideas', l.shows_ideas, 'ends_on', l.ends_on::text, 'has_ended', coalesce(l.ends_on < (now() at time zone 'UTC')::date, false), 'opened_count', l.opened_count,
    'created_at', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from impact_report_links l where l.subdomain_id = $1 and l.impact_report_id = ${t}.id and l.revoked_at is null)`;

/** Filter by part of the title. */
const titled = (description: string) =>
  filter(textInput(description, textLimits.nameCharacters), (title, c) =>
    title === '' ? null : `(strpos(lower(${c.t}.title), lower(${c.w.value(title)})) > 0)`,
  );

/** What stands behind a theme, a list or chosen ideas, with a text that convinces. */
export const impactReport = defineEntity({
  name: 'impact_report',
  plural: 'impact_reports',
  table: 'impact_reports',
  description:
    'An impact report: figures as of a day, quotes and texts about a theme, a list or chosen ideas.',
  requires: canReadImpact,
  visible: (t) => `${t}.deleted_at is null`,
  fields: {
    id: id('Id.'),
    version: int('Grows with each saved change.'),
    title: text('Title.'),
    description: textOrNull('What it is for; null: not said.'),
    contents: value('[ImpactContent!]', 'Its sections, in their order.', (c) => contentsSql(c.t)),
    state: text(
      'draft: raised, and shared with no one yet; published: shared, or said to be ready; archived: shown on demand alone.',
    ),
    source: text('What it is about: theme, list or ideas.'),
    source_name: textOrNull(
      'What the theme or list was called when the figures were taken; null: chosen ideas.',
    ),
    source_gone: boolean('The theme or list was deleted since; the figures stay.', {
      sql: (c) => `case ${c.t}.source
        when 'theme' then not exists (select 1 from themes gt join theme_sets gs on gs.subdomain_id = $1 and gs.id = gt.theme_set_id and gs.state <> 'deleted' where gt.subdomain_id = $1 and gt.id = ${c.t}.theme_id and gt.state <> 'deleted')
        when 'list' then not exists (select 1 from saved_views gv where gv.subdomain_id = $1 and gv.id = ${c.t}.saved_view_id and gv.deleted_at is null)
        else false end`,
    }),
    theme: belongsTo('theme', 'theme_id', 'The theme that it is about; null: none, or it is gone.'),
    view: belongsTo(
      'saved_view',
      'saved_view_id',
      'The view or list that it is about; null: none, or it is gone or not shown to the viewer.',
    ),
    suggestions: hasMany({
      entity: 'suggestion',
      description: 'Chosen ideas that are still there; none where it is about a theme or a list.',
      on: (c, child) => `${child}.id = any(${c.t}.suggestion_ids)`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    figures: value('ImpactFigures', 'Its numbers, as of figures_at.', (c) => figuresSql(c.t, c.viewer)),
    supporter_count: int('People of the figures.', { sql: (c) => `(${c.t}.figures ->> 'people')::int` }),
    account_count: int('Accounts of the figures.', { sql: (c) => `(${c.t}.figures ->> 'accounts')::int` }),
    revenue_amount: float('Revenue of the figures in USD.', {
      requires: seesMoney,
      sql: (c) => `(${c.t}.figures ->> 'revenue_cents')::float8 / 100`,
    }),
    figures_at: time('When the figures were taken.'),
    figures_now: value(
      'ImpactHeadFigures',
      'The main ones as they were counted last.',
      (c) =>
        `json_build_object('people', ${c.t}.people_now, 'accounts', ${c.t}.accounts_now, 'revenue', ${money(`${c.t}.revenue_cents_now`, c.viewer)}, 'as_of', to_char(${c.t}.counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
    ),
    quotes: value('[ImpactQuote!]', 'Its quotes whose feedback is still there, in their order.', (c) =>
      quotesSql(c.t, c.viewer),
    ),
    is_public: boolean('Anyone with its link may read it now.', {
      sql: (c) =>
        `exists (select 1 from impact_report_links pl where pl.subdomain_id = $1 and pl.impact_report_id = ${c.t}.id and pl.revoked_at is null and coalesce(pl.ends_on >= (now() at time zone 'UTC')::date, true))`,
    }),
    link: value(
      'ImpactLink',
      'Its link; null: it has none, or the viewer may not share it.',
      (c) => linkSql(c.t),
      {
        nullable: true,
        requires: canWriteImpact,
      },
    ),
    readers_count: int('People that it is shared with by name.', {
      sql: (c) =>
        `(select count(*)::int from impact_report_readers rc where rc.subdomain_id = $1 and rc.impact_report_id = ${c.t}.id)`,
    }),
    readers: hasMany({
      entity: 'impact_report_reader',
      description: 'These people, as they were added.',
      on: (c, child) => `${child}.impact_report_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: impactLimits.readers,
    }),
    editable: boolean('The viewer may change it.', {
      sql: (c) => (canWriteImpact.allows(c.viewer) ? 'true' : 'false'),
    }),
    created_by: belongsTo('user', 'creator_id', 'Who raised it; null: the product itself.'),
    updated_by: belongsTo('user', 'editor_id', 'Who saved the newest version; null: the product itself.'),
    created_at: time('When it was raised.'),
    updated_at: time('When the newest version was saved.'),
  },
  shapes: [contentEntry, figuresShape, headShape, quoteShape, linkShape],
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      state: filter(
        enumListInput('In these states; draft and published when not given.', IMPACT_REPORT_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
      title: titled('Part of the title.'),
      q: titled('The same as title.'),
      source: filter(
        enumListInput('About these.', IMPACT_SOURCES),
        (sources, c) => `(${c.t}.source = any(${c.w.value(sources)}))`,
      ),
      theme: columnIds('theme_id', idListInput('About these themes.')),
      creator: columnIds('creator_id', idListInput('Raised by these people.')),
      mine: flag(
        booleanInput('Raised by the viewer.'),
        (c) => `${c.t}.creator_id = ${c.w.value(c.viewer.user_id ?? '0')}::bigint`,
        { falseMeans: 'negation' },
      ),
      shared_with_me: flag(
        booleanInput('Shared with the viewer by name.'),
        (c) =>
          `exists (select 1 from impact_report_readers sm where sm.subdomain_id = $1 and sm.impact_report_id = ${c.t}.id and sm.user_id = ${c.w.value(c.viewer.user_id ?? '0')}::bigint)`,
        { falseMeans: 'negation' },
      ),
      ...changeFilters,
    },
    sorts: {
      ...columnSorts(['title'], { text: true }),
      ...columnSorts(['id', 'state', 'version', 'figures_at', 'created_at', 'updated_at']),
      supporter_count: { by: (t) => `(${t}.figures ->> 'people')::int`, indexed: false },
      account_count: { by: (t) => `(${t}.figures ->> 'accounts')::int`, indexed: false },
      revenue_amount: {
        by: (t) => `(${t}.figures ->> 'revenue_cents')::float8`,
        indexed: false,
        requires: seesMoney,
      },
    },
    defaultSort: '-updated_at',
    defaultWhere: { where: (t) => `${t}.state <> 'archived'`, unless: ['state', 'id'] },
  },
});

const OF_REPORT_THERE = (t: string): string =>
  `exists (select 1 from impact_reports ir where ir.subdomain_id = $1 and ir.id = ${t}.impact_report_id and ir.deleted_at is null)`;

/** Someone that a report is shared with. */
export const impactReportReader = defineEntity({
  name: 'impact_report_reader',
  plural: 'impact_report_readers',
  table: 'impact_report_readers',
  description: 'A person that an impact report is shared with.',
  requires: canReadImpact,
  visible: OF_REPORT_THERE,
  fields: {
    id: id('Id.'),
    impact_report: belongsTo('impact_report', 'impact_report_id', 'The report.'),
    user: belongsTo('user', 'user_id', 'Who.'),
    message: textOrNull('What was written to them; null: nothing.'),
    read_at: timeOrNull('When they opened it last; null: not yet.'),
    created_at: time('When it was shared with them.'),
  },
  list: {
    filters: {
      impact_report: columnIds('impact_report_id', idListInput('Of these reports.')),
      user: columnIds('user_id', idListInput('Shared with these people.')),
    },
    sorts: columnSorts(['id', 'created_at']),
    defaultSort: 'id',
  },
});

/** What a report said before. */
export const impactReportVersion = defineEntity({
  name: 'impact_report_version',
  plural: 'impact_report_versions',
  table: 'impact_report_versions',
  description: `An older version of an impact report; the last ${impactLimits.versions} are kept.`,
  requires: canReadImpact,
  visible: OF_REPORT_THERE,
  fields: {
    id: id('Id.'),
    impact_report: belongsTo('impact_report', 'impact_report_id', 'The report.'),
    version: int('Its number.'),
    title: text('Title.'),
    description: textOrNull('What it was for; null: not said.'),
    contents: value('[ImpactContent!]', 'Its sections, in their order.', (c) => contentsSql(c.t)),
    figures: value('ImpactFigures', 'Its numbers, as of figures_at.', (c) => figuresSql(c.t, c.viewer)),
    figures_at: time('When the figures were taken.'),
    quotes: value('[ImpactQuote!]', 'Its quotes whose feedback is still there.', (c) =>
      quotesSql(c.t, c.viewer),
    ),
    updated_by: belongsTo('user', 'editor_id', 'Who saved it; null: the product itself.'),
    created_at: time('When it was saved.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      impact_report: columnIds('impact_report_id', idListInput('Of these reports.')),
    },
    sorts: columnSorts(['id', 'version', 'created_at']),
    defaultSort: '-version',
  },
});

import { parseDate } from '../../../contract/dates.ts';
import { textLimits } from '../../../contract/limits.ts';
import {
  ACTIVITY_FILTERS,
  OPEN_SUGGESTION_STATES,
  SUGGESTION_STATE_FILTERS,
  suggestionStatesOf,
  VISIBLE_COMMENT_STATES,
  type ActivityFilter,
  type SuggestionState,
  type SuggestionStateFilter,
} from '../../../contract/states.ts';
import { trackerLimits } from '../../../contract/tracker.ts';
import { changeFilters, columnIds, columnSorts, filter, flag, only, uneven } from '../../listing/filters.ts';
import { defineEntity, type Entity, type FilterContext } from '../../core/entity.ts';
import {
  boolean,
  float,
  floatOrNull,
  group,
  id,
  int,
  intOrNull,
  hasMany,
  belongsTo,
  belongsToWhere,
  text,
  textOrNull,
  time,
  timeOrNull,
  value,
  booleanOrNull,
  type FieldContext,
  type One,
  keyValues,
} from '../../core/fields.ts';
import { ideaRevenueAsOfSql, inRevenueAsOf, type RevenueAsOf } from '../counters/revenue.ts';
import {
  booleanInput,
  idListInput,
  textInput,
  textListInput,
  timeInput,
  enumListInput,
} from '../../inputs/kinds.ts';
import { shape } from '../../core/shape.ts';
import { hasValues, nearOf } from '../../listing/reader.ts';
import { allOf, readRight, readsFeatures, withFeature } from '../../core/viewer.ts';
import type { Writer } from '../../sql/writer.ts';
import { advancedFilter } from './filters/advanced_filters.ts';
import { listPosition, resolveSavedViews, savedViewFilter } from './filters/saved_view_filter.ts';
import { SEARCH_CONFIG, searchQueryOf, tsquerySql } from '../intelligence/literal_query.ts';
import { searchRanked, tsqueryOf } from './search.ts';
import { searchedWordsOf } from './search_words.ts';

/** Condition of an idea that is open: shown by default, counted by default (DEC-030). */
export const OPEN_SQL = (t: string): string => `${t}.state in ('published', 'approved')`;

/** Condition of an idea that is there to be seen: not deleted, merged into another or spam. */
export const LIVE_SQL = (t: string): string => `${t}.state not in ('deleted', 'merged', 'spam')`;

/** Statement of the votes in each of the last 12 finished weeks, oldest first. @param t name of the ideas' table */
export const WEEKLY_VOTES_SQL = (t: string): string =>
  `select json_agg(coalesce(w.votes_count, 0) order by g.n) from generate_series(0, 11) as g(n) left join suggestion_weeks w on w.subdomain_id = $1 and w.suggestion_id = ${t}.id and w.week = date_trunc('week', now() at time zone 'UTC')::date - (12 - g.n) * 7`;

/** Votes of the week that runs. @param t name of the ideas' table */
export const VOTES_THIS_WEEK_SQL = (t: string): string =>
  `coalesce((select w.votes_count from suggestion_weeks w where w.subdomain_id = $1 and w.suggestion_id = ${t}.id and w.week = date_trunc('week', now() at time zone 'UTC')::date), 0)`;

/** Condition of a row whose idea was not deleted: what hangs on a deleted idea is hidden with it (DEC-092). */
export const IDEA_THERE_SQL = (t: string): string =>
  `exists (select 1 from suggestions di where di.subdomain_id = $1 and di.id = ${t}.suggestion_id and di.state <> 'deleted')`;

/** The same of rows that may hang on no idea. An "exists" under "or" might be answered from a table of all ideas, this is not. */
export const NO_IDEA_DELETED_SQL = (t: string): string =>
  `coalesce((select di.state from suggestions di where di.subdomain_id = $1 and di.id = ${t}.suggestion_id), '') <> 'deleted'`;

const when = (text: string): Date | null => parseDate(text, new Date());
/** A day as the end of a period includes that day. */
const whenEnd = (text: string): Date | null => parseDate(text, new Date(), 'end');
const seesMoney = withFeature('account_insights');
/** A number about the revenue behind an idea in a list with revenue_as_of. */
const asOf = (what: string) => (c: FieldContext) =>
  ideaRevenueAsOfSql(
    `${c.t}.id`,
    c.args['revenue_as_of'] as RevenueAsOf | undefined,
    (one) => c.w.value(one),
    what,
  );

const importanceTotal = (t: string): string =>
  `(${t}.importance_low_count + ${t}.importance_medium_count + ${t}.importance_high_count)`;
const importancePercent = (level: string) => (t: string) =>
  `case when ${importanceTotal(t)} = 0 then 0 else round(1000.0 * ${t}.importance_${level}_count / ${importanceTotal(t)}) / 10 end`;

/** The newest record of a kind on the idea. */
const last = (entity: string, description: string, further = ''): One =>
  belongsToWhere({
    entity,
    description,
    on: (c, child) => `${child}.suggestion_id = ${c.t}.id${further.replaceAll('@', child)}`,
    order: (child) => `${child}.created_at desc, ${child}.id desc`,
  });

/** Is the period one of activity? An empty list of kinds names none. */
const ofActivity = (c: FilterContext): boolean =>
  Array.isArray(c.all['activity']) && c.all['activity'].length > 0;

/**
 * Condition that an idea had activity of the kinds within the period (DEC-050). The stored counts tell whether
 * it ever had any, last_activity_at whether that can be since the begin, before its records are asked.
 */
function activeIn(kinds: readonly ActivityFilter[], c: FilterContext): string {
  const start = c.all['period_start'] instanceof Date ? c.w.value(c.all['period_start']) : null;
  const end = c.all['period_end'] instanceof Date ? c.w.value(c.all['period_end']) : null;
  const counted: Record<ActivityFilter, string> = {
    votes: `${c.t}.supporters_count > 0`,
    scores: `${importanceTotal(c.t)} > 0`,
    comments: `${c.t}.comments_count > 0`,
    feedback_records: `${c.t}.requests_count > 0`,
    notes: `${c.t}.notes_count > 0`,
  };
  if (!start && !end) return `(${kinds.map((kind) => counted[kind]).join(' or ')})`;
  const period = `${start ? ` and x.created_at >= ${start}` : ''}${end ? ` and x.created_at <= ${end}` : ''}`;
  const table: Record<ActivityFilter, string> = {
    votes: `from supporters x where x.subdomain_id = $1 and x.suggestion_id = ${c.t}.id`,
    scores: `from supporters x where x.subdomain_id = $1 and x.suggestion_id = ${c.t}.id and x.importance_response_id is not null`,
    comments: `from comments x where x.subdomain_id = $1 and x.suggestion_id = ${c.t}.id and x.state in ('published', 'approved')`,
    feedback_records: `from feedback_records x where x.subdomain_id = $1 and x.suggestion_id = ${c.t}.id and x.state = 'active'`,
    notes: `from notes x where x.subdomain_id = $1 and x.suggestion_id = ${c.t}.id and x.deleted_at is null`,
  };
  const recent = start ? `${c.t}.last_activity_at >= ${start} and ` : '';
  const [only] = kinds;
  if (kinds.length === 1)
    return `(${recent}${counted[only!]} and exists (select 1 ${table[only!]}${period}))`;
  // an "exists" under "or" is no join: the database would read all records of the period first (0.5 s of 5,000,000 votes)
  return `(${recent}(${kinds.map((kind) => `${counted[kind]} and (select 1 ${table[kind]}${period} limit 1) is not null`).join(' or ')}))`;
}

/** Signs that cleaned HTML writes as entities in its text; & last, so that nothing is read twice. */
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' } as const;

/** The words of cleaned HTML: without marks, entities as the signs that they stand for. */
const wordsSql = (html: string): string =>
  Object.entries(ENTITIES).reduce(
    (sql, [entity, sign]) => `replace(${sql}, '${entity}', '${sign}')`,
    `regexp_replace(${html}, '<[^>]*>', ' ', 'g')`,
  );

/** The words of cleaned HTML on one line; null when there are none. */
export const lineOfHtmlSql = (html: string): string =>
  `nullif(btrim(regexp_replace(${wordsSql(html)}, '\\s+', ' ', 'g')), '')`;

/**
 * The first characters of a text on one line. Only HTML has marks: in a plain text, <so> is what somebody wrote.
 * @param contents alias of a table with `body` and `body_mime_type`
 */
export function lineSql(contents: string, characters: number): string {
  const beginning = `left(${contents}.body, ${characters})`;
  return `regexp_replace(case when ${contents}.body_mime_type = 'text/html' then ${wordsSql(beginning)} else ${beginning} end, '\\s+', ' ', 'g')`;
}

const EXCERPT_CHARACTERS = 160;
/** A word that more texts hold tells no idea from another. */
const SAID_TEXTS = 20_000;
/** Characters of a description in which a hit is looked for, and how many of an excerpt stand before it. */
const LOOKED_THROUGH = 6_000;
const BEFORE_HIT = 32;

/**
 * The first words of a description; in a list that is searched those around the first hit, where it lies further on.
 * The words before the hit begin with a whole one.
 */
function excerptSql(c: FieldContext): string {
  const contents = c.side('contents');
  const hits = c.args['q_hits'];
  if (typeof hits !== 'string') return `left(${lineSql(contents, 400)}, ${EXCERPT_CHARACTERS})`;
  return `(select left(case when x.at > ${BEFORE_HIT + 16} then '… ' || regexp_replace(substr(x.line, x.at - ${BEFORE_HIT}), '^\\S*\\s+', '') else x.line end, ${EXCERPT_CHARACTERS}) from (select l.line, regexp_instr(l.line, ${c.w.value(hits)}, 1, 1, 0, 'i') as at from (select ${lineSql(contents, LOOKED_THROUGH)} as line) l) x)`;
}

const keyValue = shape('KeyValue', 'A key with its value.', {
  key: { type: 'String!', description: 'Key.' },
  value: { type: 'String', description: 'Value as text.' },
});

/** SQL of the id of the idea at the end of an idea's merges; null: it was not merged, or the end is deleted. */
function mergedIntoSql(t: string): string {
  const step = 'id, state, merged_into_id';
  return `(with recursive way (${step}) as (
  select ws.id, ws.state, ws.merged_into_id from suggestions ws where ws.subdomain_id = $1 and ws.id = ${t}.merged_into_id
  union
  select wn.id, wn.state, wn.merged_into_id from way wy join suggestions wn on wn.subdomain_id = $1 and wn.id = wy.merged_into_id where wy.state = 'merged'
) select we.id from way we where we.state not in ('merged', 'deleted') limit 1)`;
}

/** An idea: what customers ask for, with what stands behind it. */
export const suggestion: Entity = defineEntity({
  name: 'suggestion',
  plural: 'suggestions',
  table: 'suggestions',
  description: 'An idea (suggestion) with its counts and what stands behind it.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.state <> 'deleted'`,
  sides: { contents: { table: 'suggestion_contents', key: 'suggestion_id' } },
  shapes: [keyValue],
  fields: {
    id: id('Id.'),
    title: text('Title, at most 140 characters.'),
    body: textOrNull('Description; null when there is none.', { sql: (c) => `${c.side('contents')}.body` }),
    body_mime_type: text('text/plain or text/html.', {
      sql: (c) => `coalesce(${c.side('contents')}.body_mime_type, 'text/plain')`,
    }),
    excerpt: textOrNull(
      'Beginning of the description without marks; in a list that is searched, from shortly before the first hit on. null when there is none.',
      { sql: excerptSql },
    ),
    state: text('published, approved, pending, merged, spam, deleted or closed.'),
    channel: text('Where it came in.'),
    is_dated: boolean('false: imported without a date; created_at is then the time of the import.'),
    referrer: textOrNull('Page that the author came from.', { sql: (c) => `${c.side('contents')}.referrer` }),
    user_agent: textOrNull("Author's browser as it names itself.", {
      sql: (c) => `${c.side('contents')}.user_agent`,
    }),
    creator_browser: textOrNull("Author's browser.", { sql: (c) => `${c.side('contents')}.creator_browser` }),
    creator_browser_version: textOrNull('Its version.', {
      sql: (c) => `${c.side('contents')}.creator_browser_version`,
    }),
    creator_os: textOrNull("Author's operating system.", { sql: (c) => `${c.side('contents')}.creator_os` }),
    creator_mobile: booleanOrNull('Written on a phone; null when unknown.', {
      sql: (c) => `${c.side('contents')}.creator_mobile`,
    }),
    creator_referrer: textOrNull('Site that the author came from.', {
      sql: (c) => `${c.side('contents')}.creator_referrer`,
    }),
    source_url: textOrNull('Address at the product that it was imported from; null: none is known.', {
      sql: (c) => `${c.side('contents')}.source_url`,
    }),
    source_votes_count: intOrNull(
      'Votes that the product it was imported from counted, with or without names; part of no sum. null: it did not say.',
      { sql: (c) => `${c.side('contents')}.source_votes_count` },
    ),
    votes_count: int('Votes.'),
    supporters_count: int('People who support it.'),
    account_supporters_count: int('Supporters that belong to an account.'),
    supporting_accounts_count: int('Accounts with a supporter.'),
    external_account_supporters_count: intOrNull(
      'People of the one account of the list who support it; null in other lists than suggestions(external_account: [one id]).',
      { sql: (c) => supportersOfAccount(c.t, c.args['external_account'], c.w) ?? 'null::int' },
    ),
    supporter_revenue: float('Revenue of these accounts in USD, each once.', {
      requires: seesMoney,
      sql: (c) => `${c.t}.supporter_revenue_cents / 100.0`,
    }),
    supporter_mrr: float('Monthly revenue of these accounts in USD, each once.', {
      requires: seesMoney,
      sql: (c) => `${c.t}.supporter_mrr_cents / 100.0`,
    }),
    revenue_as_of: {
      ...group(
        'RevenueAsOf',
        'Revenue behind the idea at the time that the argument revenue_as_of of the list names, each account once; without it all of this is null. It is worked out for the rows shown and is no order of the list.',
        {
          revenue: floatOrNull('In USD, of the accounts whose revenue then is known.', {
            sql: asOf('coalesce(sum(k.cents), 0) / 100.0'),
          }),
          unknown_accounts_count: intOrNull('Accounts of which nothing is known of that time.', {
            sql: asOf('(count(*) filter (where k.cents is null))::int'),
          }),
          won_accounts_count: intOrNull('Accounts that paid nothing then and pay now.', {
            sql: asOf('(count(*) filter (where k.cents = 0 and k.now > 0))::int'),
          }),
          lost_accounts_count: intOrNull('Accounts that paid then and pay nothing now.', {
            sql: asOf('(count(*) filter (where k.cents > 0 and k.now = 0))::int'),
          }),
        },
      ),
      requires: seesMoney,
    },
    comments_count: int('Visible comments.'),
    notes_count: int('Internal notes.'),
    requests_count: int('Feedback records.'),
    merge_candidates_count: int('Open suggestions to merge it with another idea.', {
      sql: (c) =>
        `select count(*)::int from (select mc.other_suggestion_id as id from merge_candidates mc where mc.subdomain_id = $1 and mc.suggestion_id = ${c.t}.id and mc.state = 'open' union all select mc.suggestion_id from merge_candidates mc where mc.subdomain_id = $1 and mc.other_suggestion_id = ${c.t}.id and mc.state = 'open') mk join suggestions mo on mo.subdomain_id = $1 and mo.id = mk.id where ${LIVE_SQL('mo')} and ${LIVE_SQL(c.t)}`,
    }),
    importance_low_count: int('Answers low.'),
    importance_medium_count: int('Answers medium.'),
    importance_high_count: int('Answers high.'),
    importance_low_percent: float('Percent of answers, one decimal.', {
      sql: (c) => importancePercent('low')(c.t),
    }),
    importance_medium_percent: float('Percent of answers, one decimal.', {
      sql: (c) => importancePercent('medium')(c.t),
    }),
    importance_high_percent: float('Percent of answers, one decimal.', {
      sql: (c) => importancePercent('high')(c.t),
    }),
    importance_total_count: int('All answers.', { sql: (c) => importanceTotal(c.t) }),
    satisfaction_promoter_count: int('Supporters who rate 9 or 10.'),
    satisfaction_neutral_count: int('Supporters who rate 7 or 8.'),
    satisfaction_detractor_count: int('Supporters who rate 0 to 6.'),
    total_sentiment_score: floatOrNull(
      'How people feel in its texts, from -1 to 1: the mean of those that say so; null when none does.',
    ),
    sentiment_texts_count: int('Texts that total_sentiment_score is the mean of.'),
    inappropriate_flags_count: int('Flags of end users.'),
    internal_flags_count: int('Open flags of the team.'),
    all_internal_flags_count: int('Flags of the team, cleared ones too.'),
    comm_metadata: group('CommMetadata', 'Conversation with single supporters.', {
      message_count: int('Messages with single supporters.', { sql: (c) => `${c.t}.messages_count` }),
    }),
    weekly_votes: value(
      '[Int!]',
      'Votes in each of the last 12 finished weeks (Monday to Sunday, UTC), oldest first; undated votes count in none.',
      (c) => WEEKLY_VOTES_SQL(c.t),
    ),
    votes_this_week: int('Votes since Monday (UTC): of the week that runs, which weekly_votes leaves out.', {
      sql: (c) => VOTES_THIS_WEEK_SQL(c.t),
    }),
    forum: belongsTo('forum', 'forum_id', 'Its forum.'),
    category: belongsTo('category', 'category_id', 'Its category; null when none.'),
    status: belongsTo('status', 'status_id', 'Public status; null: No Status.'),
    internal_status: belongsTo('internal_status', 'internal_status_id', 'Internal status; null when none.'),
    assigned_owner: belongsTo('user', 'assigned_owner_id', 'Who looks after it; null when no one.'),
    created_by: belongsTo('user', 'creator_id', 'Author; null when unknown.'),
    captured_by: belongsTo(
      'user',
      'captured_by_id',
      'Member of the team who wrote it down; null when the author did.',
    ),
    labels: hasMany({
      entity: 'label',
      description: 'Its labels by full name.',
      through: {
        table: 'suggestion_labels',
        on: (c, link, child) => `${child}.id = ${link}.label_id and ${link}.suggestion_id = ${c.t}.id`,
      },
      on: () => 'true',
      order: (child) => `lower(${child}.full_name), ${child}.id`,
      max: 100,
    }),
    features: hasMany({
      entity: 'feature',
      description: 'Features that are made of it, by name.',
      through: {
        table: 'feature_suggestions',
        on: (c, link, child) => `${child}.id = ${link}.feature_id and ${link}.suggestion_id = ${c.t}.id`,
      },
      on: () => 'true',
      order: (child) => `lower(${child}.name), ${child}.id`,
      max: 100,
    }),
    themes: hasMany({
      entity: 'theme',
      description: 'Themes of theme reports that it is in, those of the newest report first.',
      through: {
        table: 'theme_placements',
        on: (c, link, child) => `${child}.id = ${link}.theme_id and ${link}.suggestion_id = ${c.t}.id`,
      },
      on: (_c, child) => `${child}.state = 'active' and not ${child}.uncategorized`,
      order: (child) => `${child}.theme_set_id desc, ${child}.id`,
      max: 20,
    }),
    jira_issues: hasMany({
      entity: 'jira_issue',
      description: 'Issues of the tracker that it is linked to.',
      through: {
        table: 'suggestion_tracker_issues',
        on: (c, link, child) => `${child}.id = ${link}.issue_id and ${link}.suggestion_id = ${c.t}.id`,
      },
      on: () => 'true',
      order: (child) => `${child}.id`,
      max: trackerLimits.issues,
    }),
    parent_suggestions: hasMany({
      entity: 'suggestion',
      description: 'The idea that it was merged into.',
      on: (c, child) => `${child}.id = ${c.t}.merged_into_id`,
      order: (child) => `${child}.id`,
      max: 10,
    }),
    merged_into: belongsToWhere({
      entity: 'suggestion',
      description:
        'The idea that its votes, comments and feedback are with by now, also when its winner was merged in turn; null when it was not merged, and when that idea is gone.',
      on: (c, child) => `${child}.id = ${mergedIntoSql(c.t)}`,
      order: (child) => `${child}.id`,
    }),
    split_from: belongsTo('suggestion', 'split_from_id', 'Idea that it was split from; null when none.'),
    split_suggestions: hasMany({
      entity: 'suggestion',
      description: 'Ideas split from it.',
      on: (c, child) => `${child}.split_from_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    converted_from_comment: belongsToWhere({
      entity: 'comment',
      description: 'Comment that it was made from; null when none.',
      on: (c, child) => `${child}.converted_to_suggestion_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
    }),
    last_activity_at: time('Latest of creation, vote, comment, note, feedback, status update and flag.'),
    last_status_update: last('status_update', 'Newest public status update; null when none.'),
    last_comment: last(
      'comment',
      'Newest visible comment; null when none.',
      " and @.state in ('published', 'approved')",
    ),
    last_note: last('note', 'Newest internal note; null when none.', ' and @.deleted_at is null'),
    last_feedback_record: last(
      'feedback_record',
      'Newest feedback record; null when none.',
      " and @.state = 'active'",
    ),
    last_supporter: belongsToWhere({
      entity: 'user',
      description: 'Who supported it last; null when no one.',
      on: (c, child) =>
        `${child}.id = (select s.user_id from supporters s where s.subdomain_id = $1 and s.suggestion_id = ${c.t}.id order by s.created_at desc nulls last, s.user_id desc limit 1)`,
    }),
    portal_url: textOrNull('Address in the public portal; null while the workspace has none.', {
      sql: (c) => `select p.portal_url || '/suggestions/' || ${c.t}.id from subdomains p where p.id = $1`,
    }),
    redirect_url: textOrNull(
      'Where a merged idea leads: to merged_into; null for others, and when that is gone.',
      { sql: (c) => `'/admin/v3/ideas/' || ${mergedIntoSql(c.t)}` },
    ),
    unmergeable: boolean('It was merged and this can no longer be undone.', {
      sql: (c) =>
        `${c.t}.state = 'merged' and not exists (select 1 from suggestion_merges sm join suggestions m on m.subdomain_id = $1 and m.id = sm.winner_id where sm.subdomain_id = $1 and sm.loser_id = ${c.t}.id and sm.reversed_at is null and m.state <> 'deleted')`,
    }),
    custom_field_map: keyValues(
      'Values of custom fields by key.',
      (c) => `${c.side('contents')}.custom_fields`,
    ),
    last_supported_at: timeOrNull('When support was last given; null when never or undated.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change of the idea itself.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these, whatever their state.')),
      saved_view: savedViewFilter(() => suggestion),
      advanced_filters: advancedFilter({
        open: OPEN_SQL,
        states: inStates,
        stateParts: partsOfStates,
        scores: importanceTotal,
        seesMoney,
      }),
      q: filter(
        textInput(
          "Words of title or description, with word forms; ':' in front: all words literally.",
          textLimits.searchCharacters,
        ),
        (q, c) => {
          const hits = hitsSql(q, c);
          return hits === null ? null : `(${c.t}.id in (${hits}))`;
        },
        // beside other filters the planner chooses whether the words or these come first
        {
          whole: (q, c) =>
            hasValues({ ...c.all, q: null, q_near: null, q_hits: null })
              ? `(${c.t}.id in (${hitsSql(q, c)}))`
              : `(${c.t}.id = any(array(${hitsSql(q, c)})))`,
        },
      ),
      state: filter(
        enumListInput(
          'States; open stands for published and approved. Open ones when not given.',
          SUGGESTION_STATE_FILTERS,
        ),
        inStates,
        {
          parts: partsOfStates,
        },
      ),
      needs_review: flag(booleanInput('Waiting for approval.'), (c) => `${c.t}.state = 'pending'`, {
        falseMeans: 'negation',
      }),
      spam: flag(booleanInput('Marked as spam.'), (c) => `${c.t}.state = 'spam'`, { falseMeans: 'negation' }),
      // not steady: which index is best depends on how much of the ideas a forum holds
      forum: columnIds('forum_id', idListInput('In these forums.')),
      category: columnIds('category_id', idListInput('In these categories.')),
      category_none: flag(booleanInput('Without a category.'), (c) => `${c.t}.category_id is null`, {
        falseMeans: 'negation',
      }),
      uncategorized_in_forum: filter(
        idListInput('In these forums and without a category.'),
        (ids, c) => `(${c.t}.forum_id = any(${c.w.value(ids)}::bigint[]) and ${c.t}.category_id is null)`,
      ),
      label: filter(
        idListInput('Carrying any of these labels.'),
        (ids, c) =>
          `(${c.t}.id in (select sl.suggestion_id from suggestion_labels sl where sl.subdomain_id = $1 and sl.label_id = any(${c.w.value(ids)}::bigint[])))`,
        {
          ways: {
            few: (id, c) =>
              `(${c.t}.id = any(array(select sl.suggestion_id from suggestion_labels sl where sl.subdomain_id = $1 and sl.label_id ${only(id, c)})))`,
            // a value for each idea passed, which nobody makes a join of
            in_order: (id, c) =>
              `((select true from suggestion_labels sl where sl.subdomain_id = $1 and sl.suggestion_id = ${c.t}.id and sl.label_id = ${c.w.value(id)}::bigint limit 1) is not null)`,
          },
        },
      ),
      theme: {
        ...filter(
          idListInput('In these themes of theme reports; of a group, in all of its themes.'),
          (ids, c) =>
            `(${c.t}.id in (select tp.suggestion_id from theme_placements tp where tp.subdomain_id = $1 and tp.theme_id in (select th.id from themes th join theme_sets ts on ts.subdomain_id = $1 and ts.id = th.theme_set_id and ts.state <> 'deleted' where th.subdomain_id = $1 and th.state = 'active' and (th.id = any(${c.w.value(ids)}::bigint[]) or th.parent_id = any(${c.w.value(ids)}::bigint[])))))`,
        ),
        requires: withFeature('theme_detection'),
      },
      feature: {
        ...filter(
          idListInput('That any of these features is made of.'),
          (ids, c) =>
            `(${c.t}.id in (select fs.suggestion_id from feature_suggestions fs join features f on f.subdomain_id = $1 and f.id = fs.feature_id and f.deleted_at is null where fs.subdomain_id = $1 and fs.feature_id = any(${c.w.value(ids)}::bigint[])))`,
        ),
        requires: readsFeatures,
      },
      label_none: flag(booleanInput('Without a label.'), (c) => `${c.t}.labels_count = 0`, {
        falseMeans: 'negation',
      }),
      status: columnIds('status_id', idListInput('Of these public statuses.')),
      status_none: flag(booleanInput('Without a public status.'), (c) => `${c.t}.status_id is null`, {
        falseMeans: 'negation',
      }),
      internal_status: columnIds('internal_status_id', idListInput('Of these internal statuses.')),
      internal_status_none: flag(
        booleanInput('Without an internal status.'),
        (c) => `${c.t}.internal_status_id is null`,
        { falseMeans: 'negation' },
      ),
      assigned_owner: columnIds('assigned_owner_id', idListInput('Looked after by these people.')),
      assigned_owner_none: flag(
        booleanInput('Looked after by no one.'),
        (c) => `${c.t}.assigned_owner_id is null`,
        { falseMeans: 'negation' },
      ),
      creator: columnIds('creator_id', idListInput('Written by these people.')),
      said: filter(
        textInput(
          `Whose comments or feedback hold all of these words, in any form. Words that more texts hold are looked for in ${SAID_TEXTS} comments and as many feedback records.`,
          textLimits.searchCharacters,
        ),
        (said, c) => {
          const query = searchQueryOf(said.replace(/^[:\s]+/, ''));
          if (query === null) return null;
          const holds = (t: string) =>
            `to_tsvector('${SEARCH_CONFIG}', ${t}.body) @@ to_tsquery('${SEARCH_CONFIG}', ${words})`;
          const words = c.w.value(query.all);
          return `(${c.t}.id in ((select k.suggestion_id from comments k where k.subdomain_id = $1 and k.state = any(${c.w.value([...VISIBLE_COMMENT_STATES])}::text[]) and ${holds('k')} limit ${SAID_TEXTS})
  union all (select f.suggestion_id from feedback_records f where f.subdomain_id = $1 and f.state = 'active' and f.suggestion_id is not null and ${holds('f')} limit ${SAID_TEXTS})))`;
        },
      ),
      source_id: filter(
        textListInput(
          'That had these ids at the source that an import brought them from.',
          100,
          textLimits.nameCharacters,
        ),
        (given, c) =>
          `(${c.t}.external_id is not null and substr(${c.t}.external_id, strpos(${c.t}.external_id, ':') + 1) = any(${c.w.value(given)}::text[]))`,
      ),
      supporter: filter(
        idListInput('Supported by any of these people.'),
        (ids, c) =>
          `(${c.t}.id in (select s.suggestion_id from supporters s where s.subdomain_id = $1 and s.user_id = any(${c.w.value(ids)}::bigint[])))`,
      ),
      external_account: filter(idListInput('Supported by people of these accounts.'), behindAccounts),
      crm_account: filter(idListInput('The same as external_account.'), behindAccounts),
      revenue_as_of: { ...filter(inRevenueAsOf, () => null), requires: seesMoney },
      activity: filter(
        enumListInput('With such activity between period_start and period_end.', ACTIVITY_FILTERS),
        (kinds, c) => (kinds.length === 0 ? null : activeIn(kinds, c)),
      ),
      period_start: filter(
        timeInput('Begin of the period of activity; without activity: of creation.', when),
        (date, c) => (ofActivity(c) ? null : `(${c.t}.created_at >= ${c.w.value(date)})`),
      ),
      period_end: filter(timeInput('End of the period; a day is included.', whenEnd), (date, c) =>
        ofActivity(c) ? null : `(${c.t}.created_at <= ${c.w.value(date)})`,
      ),
      created_after: filter(
        timeInput('Made at or after this time.', when),
        (date, c) => `(${c.t}.created_at >= ${c.w.value(date)})`,
      ),
      created_before: filter(
        timeInput('Made before this time.', when),
        (date, c) => `(${c.t}.created_at < ${c.w.value(date)})`,
      ),
      // old in one way is old in another, and without votes
      updated_after: uneven(changeFilters.updated_after),
      updated_before: uneven(changeFilters.updated_before),
      engagement_since: filter(
        timeInput('With any activity since this time.', when),
        (date, c) => `(${c.t}.last_activity_at >= ${c.w.value(date)})`,
      ),
      no_support_since: uneven(
        filter(
          timeInput('Without new support since this time.', when),
          (date, c) => `(coalesce(${c.t}.last_supported_at, '-infinity'::timestamptz) < ${c.w.value(date)})`,
        ),
      ),
      flagged_by_team: filter(
        idListInput('With an open flag raised by a member of these teams.'),
        (ids, c) => `(${flaggedByTeams(c.t, c.w.value(ids))})`,
      ),
      flagged_by_team_none: filter(
        idListInput('Without an open flag raised by a member of these teams.'),
        (ids, c) => `(not ${flaggedByTeams(c.t, c.w.value(ids))})`,
      ),
      has_internal_flag: flag(
        booleanInput('With an open flag of the team.'),
        (c) => `${c.t}.internal_flags_count > 0`,
        { falseMeans: 'negation' },
      ),
      has_response: flag(
        booleanInput('With a public status update that has a message, or a comment of the team.'),
        (c) => `${c.t}.has_response`,
        { falseMeans: 'negation' },
      ),
    },
    sorts: {
      votes_count: { by: (t) => `${t}.votes_count`, indexed: true },
      supporter_revenue: { by: (t) => `${t}.supporter_revenue_cents`, indexed: true, requires: seesMoney },
      supporting_accounts_count: { by: (t) => `${t}.supporting_accounts_count`, indexed: true },
      comments_count: { by: (t) => `${t}.comments_count`, indexed: true },
      last_activity_at: { by: (t) => `${t}.last_activity_at`, indexed: true },
      created_at: { by: (t) => `${t}.created_at`, indexed: true },
      updated_at: { by: (t) => `${t}.updated_at`, indexed: true },
      search_order: { by: (t) => `${t}.votes_count`, indexed: true },
      likeness: { by: (t) => `${t}.votes_count`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      // the account bounds what there is to sort; without one it is the order of ids
      external_account_supporters_count: {
        by: (t, c) => supportersOfAccount(t, c.all['external_account'], c.w) ?? `${t}.id`,
        indexed: true,
      },
      // of a chosen list, which bounds what there is to sort
      list_position: { by: listPosition, indexed: true },
      supporter_mrr: { by: (t) => `${t}.supporter_mrr_cents`, indexed: false, requires: seesMoney },
      importance_total_count: { by: importanceTotal, indexed: false },
      importance_low_percent: { by: importancePercent('low'), indexed: false },
      importance_medium_percent: { by: importancePercent('medium'), indexed: false },
      importance_high_percent: { by: importancePercent('high'), indexed: false },
      ...columnSorts(['title'], { text: true }),
      ...columnSorts([
        'state',
        'channel',
        'supporters_count',
        'account_supporters_count',
        'requests_count',
        'notes_count',
        'importance_low_count',
        'importance_medium_count',
        'importance_high_count',
        'satisfaction_promoter_count',
        'satisfaction_neutral_count',
        'satisfaction_detractor_count',
        'inappropriate_flags_count',
        'internal_flags_count',
        'all_internal_flags_count',
      ]),
      ...columnSorts(['last_supported_at', 'total_sentiment_score'], { nullable: true }),
    },
    defaultSort: '-votes_count',
    defaultWhere: { where: OPEN_SQL, unless: ['state', 'id', 'needs_review', 'spam'] },
    search: searchRanked,
    searchWords: searchedWordsOf,
    resolve: resolveSavedViews(() => suggestion),
    keptTotal,
  },
});

/** May see and change ideas and what hangs on them. */
export const canAttach = allOf(readRight('feedback'), withFeature('idea_attachments'));

/** Where the open ideas of a filter's value are counted: rows of a table, by id. */
const KEPT: Readonly<Record<string, { table: string; counter: string; severalExclude: boolean }>> = {
  forum: { table: 'forums', counter: 'open_suggestions_count', severalExclude: true },
  category: { table: 'categories', counter: 'open_suggestions_count', severalExclude: true },
  status: { table: 'statuses', counter: 'suggestions_count', severalExclude: true },
  assigned_owner: { table: 'users', counter: 'assigned_open_suggestions_count', severalExclude: true },
  // an idea may carry several labels
  label: { table: 'labels', counter: 'open_suggestions_count', severalExclude: false },
};

/** How many open ideas there are, in all or in one facet, from the counters that `counters.ts` keeps. */
function keptTotal(filters: Readonly<Record<string, unknown>>, w: Writer): string | null {
  const given = Object.entries(filters).filter(
    ([name, value]) =>
      value !== undefined &&
      value !== null &&
      !(name === 'state' && isOpenAlone(value as SuggestionStateFilter[])),
  );
  if (given.length === 0)
    return 'select coalesce(sum(k.open_suggestions_count), 0) from forums k where k.subdomain_id = $1';
  const [[name, value], ...others] = given as [[string, unknown], ...unknown[]];
  const kept = Object.hasOwn(KEPT, name) ? KEPT[name]! : null;
  if (others.length > 0 || kept === null) return null;
  const ids = [...new Set(value as string[])];
  if (ids.length > 1 && !kept.severalExclude) return null;
  return `select coalesce(sum(k.${kept.counter}), 0) from ${kept.table} k where k.subdomain_id = $1 and k.id = any(${w.value(ids)}::bigint[])`;
}

function isOpenAlone(states: readonly SuggestionStateFilter[]): boolean {
  const { isOpen, others } = readStates(states);
  return isOpen && others.length === 0;
}

/** Ids of the ideas that hold what was typed; null when it holds no word. */
function hitsSql(q: string, c: FilterContext): string | null {
  const query = tsqueryOf(q, nearOf(c.all));
  if (query === null) return null;
  // `inAllWords` of listing/reader.ts
  const isAll = c.all['q_words'] === 'all';
  return `select sc.suggestion_id from suggestion_contents sc where sc.subdomain_id = $1 and sc.search @@ ${tsquerySql(query, isAll, (text) => c.w.value(text))}`;
}

/** The stored states that a filter stands for: whether both open ones are among them, and the others. */
function readStates(states: readonly SuggestionStateFilter[]): {
  isOpen: boolean;
  others: SuggestionState[];
} {
  const stored: SuggestionState[] = [...new Set(states.flatMap((state) => suggestionStatesOf(state)))].filter(
    (state) => state !== 'deleted',
  );
  const isOpen = OPEN_SUGGESTION_STATES.every((state) => stored.includes(state));
  return {
    isOpen,
    others: isOpen ? stored.filter((state) => !OPEN_SUGGESTION_STATES.includes(state)) : stored,
  };
}

/** Condition that an idea has one of these states. */
function inStates(states: readonly SuggestionStateFilter[], c: FilterContext): string {
  const { isOpen, others } = readStates(states);
  if (isOpen && others.length === 0) return `(${OPEN_SQL(c.t)})`;
  return `(${c.t}.state = any(${c.w.value([...(isOpen ? OPEN_SUGGESTION_STATES : []), ...others])}))`;
}

/** The same in parts that exclude each other: open ideas have indexes of their own. Null where one serves. */
function partsOfStates(
  states: readonly SuggestionStateFilter[],
  c: FilterContext,
): readonly [string, string] | null {
  const { isOpen, others } = readStates(states);
  return isOpen && others.length > 0
    ? [`(${OPEN_SQL(c.t)})`, `(${c.t}.state = any(${c.w.value(others)}))`]
    : null;
}

function behindAccounts(ids: string[], c: FilterContext): string {
  return `(${c.t}.id in (select sa.suggestion_id from suggestion_accounts sa where sa.subdomain_id = $1 and sa.account_id = any(${c.w.value(ids)}::bigint[])))`;
}

/** How many people of the one account of a list support an idea; null in other lists. */
function supportersOfAccount(t: string, accounts: unknown, w: Writer): string | null {
  if (!Array.isArray(accounts) || accounts.length !== 1) return null;
  return `(select ka.supporters_count from suggestion_accounts ka where ka.subdomain_id = $1 and ka.suggestion_id = ${t}.id and ka.account_id = ${w.value(accounts[0])}::bigint)`;
}

function flaggedByTeams(t: string, teams: string): string {
  // the count finds the few ideas with an open flag by its index
  return `(${t}.internal_flags_count > 0 and exists (select 1 from internal_flags f join team_members m on m.subdomain_id = $1 and m.user_id = f.creator_id where f.subdomain_id = $1 and f.suggestion_id = ${t}.id and f.cleared_at is null and m.team_id = any(${teams}::bigint[])))`;
}

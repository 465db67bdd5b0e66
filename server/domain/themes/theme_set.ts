import { textLimits } from '../../../contract/limits.ts';
import { LIFE_STATES, THEME_SET_STATUSES } from '../../../contract/states.ts';
import { defineEntity } from '../../core/entity.ts';
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
  timeOrNull,
  value,
} from '../../core/fields.ts';
import { shape } from '../../core/shape.ts';
import { enumInput, enumListInput, idListInput, textInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { canReadThemes } from './rights.ts';

const runChanges = shape('ThemeRunChanges', 'What a run changed against the one before.', {
  stayed: { type: 'Int!', description: 'Ideas in the same theme.' },
  moved: { type: 'Int!', description: 'Ideas in another theme.' },
  added: { type: 'Int!', description: 'Ideas that the run before did not have.' },
  loose: { type: 'Int!', description: 'Ideas that were in a theme and are uncategorized now.' },
  kept_names: { type: 'Int!', description: 'Names given by people that stay.' },
  kept_moves: { type: 'Int!', description: 'Ideas moved by people that stay where they were put.' },
  lost_moves: { type: 'Int!', description: 'Ideas moved by people whose theme did not survive.' },
  right_by_itself: {
    type: 'Int!',
    description: 'Of the moves that stay: those that the run got right by itself.',
  },
});

const lastRun = shape(
  'ThemeRun',
  'A run of a theme report.',
  {
    id: { type: 'ID!', description: 'Id.' },
    finished_at: { type: 'String!', description: 'When it ended.' },
    previous_finished_at: { type: 'String', description: 'When the run before ended; null: there was none.' },
    duration_ms: { type: 'Int!', description: 'How long it took, in milliseconds.' },
    user_name: { type: 'String', description: 'Who asked for it; null: the product itself.' },
    suggestions_count: { type: 'Int!', description: 'Ideas that it read.' },
    changes: { type: 'ThemeRunChanges', description: 'Against the run before; null: there was none.' },
    can_undo: { type: 'Boolean!', description: 'It can be undone now.' },
  },
  [runChanges],
);

const ISO = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A theme report: a set of themes that were found in ideas. */
export const themeSet = defineEntity({
  name: 'theme_set',
  plural: 'theme_sets',
  table: 'theme_sets',
  description: 'A theme report: which ideas it reads, how far its run is, what it found.',
  requires: canReadThemes,
  visible: (t) => `${t}.state <> 'deleted'`,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    description: textOrNull('What it is for; null when not said.'),
    state: text('active or archived.'),
    status: text(
      'Of the newest run: pending, running, complete or failed. Themes of an earlier one stay meanwhile.',
    ),
    editable: boolean('The viewer may change it.', { sql: () => 'true' }),
    problem: textOrNull('Why the newest run failed, as a sentence; null: it did not.'),
    progress_step: textOrNull('What the run does at this moment, in words; null: none works.', {
      sql: (c) => `case when ${c.t}.status = 'running' then ${c.t}.progress_step end`,
    }),
    progress_share: float('How far it is, 0 to 1.'),
    queue_position: intOrNull(
      'Its place among the runs of the workspace that wait, from 1; null: it does not wait.',
      {
        sql: (c) =>
          `case when ${c.t}.status = 'pending' then (select count(*)::int from theme_sets q where q.subdomain_id = $1 and q.status = 'pending' and q.state <> 'deleted' and (q.queued_at, q.id) <= (${c.t}.queued_at, ${c.t}.id)) end`,
      },
    ),
    activity: value('[String!]', 'Kinds of activity that its ideas have.', (c) => `to_json(${c.t}.activity)`),
    period_start: timeOrNull('Begin of the period of its ideas; null: none.'),
    period_end: timeOrNull('End of the period; null: none.'),
    advanced_filters: value(
      'Json',
      'Further conditions of its ideas; null: none.',
      (c) => `${c.t}.advanced_filters`,
      { nullable: true },
    ),
    source: text(
      'filters: the ideas that activity and period leave at each run; list: those of a saved view or list at each run; ids: chosen ideas.',
      {
        sql: (c) =>
          `case when ${c.t}.suggestion_ids is not null then 'ids' when ${c.t}.reads_list then 'list' else 'filters' end`,
      },
    ),
    view: belongsTo(
      'saved_view',
      'saved_view_id',
      'The view or list that it reads; null: none, or one that is gone or not shown to the viewer.',
    ),
    themes_wanted: intOrNull('How many themes it shall find; null: as the texts bear out.'),
    groups_wanted: intOrNull('How many groups of themes; null: as their likeness has it.'),
    ignored_words: value(
      '[String!]',
      'Words that count neither where ideas are grouped nor in names of themes, in any of their forms.',
      (c) => `to_json(${c.t}.ignored_words)`,
    ),
    themes_count: int('Themes, without groups, and without the uncategorized one.', {
      sql: (c) =>
        `(select count(*)::int from themes tc where tc.subdomain_id = $1 and tc.theme_set_id = ${c.t}.id and tc.state = 'active' and not tc.is_group and not tc.uncategorized)`,
    }),
    groups_count: int('Groups of themes.', {
      sql: (c) =>
        `(select count(*)::int from themes gc where gc.subdomain_id = $1 and gc.theme_set_id = ${c.t}.id and gc.state = 'active' and gc.is_group)`,
    }),
    suggestions_count: int('Ideas in its themes, the uncategorized ones among them, that are still there.', {
      sql: (c) =>
        `(select count(*)::int from theme_placements tp join suggestions s on s.subdomain_id = $1 and s.id = tp.suggestion_id where tp.subdomain_id = $1 and tp.theme_set_id = ${c.t}.id and ${LIVE_SQL('s')})`,
    }),
    suggestions: hasMany({
      entity: 'suggestion',
      description: 'Its first ideas, by id; all of them are found by the filter theme of ideas.',
      on: (c, child) =>
        `${child}.id in (select tp.suggestion_id from theme_placements tp where tp.subdomain_id = $1 and tp.theme_set_id = ${c.t}.id)`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    last_run: value(
      'ThemeRun',
      'The run whose themes are shown; null: none was complete yet.',
      (
        c,
      ) => `(select json_build_object('id', r.id::text, 'finished_at', ${ISO('r.finished_at')}, 'duration_ms', r.duration_ms, 'suggestions_count', r.suggestions_count,
        'user_name', (select coalesce(u.name, u.email_address) from users u where u.subdomain_id = $1 and u.id = r.user_id),
        'previous_finished_at', (select ${ISO('p.finished_at')} from theme_runs p where p.subdomain_id = $1 and p.id = r.previous_id),
        'changes', r.changes, 'can_undo', r.themes_before is not null and r.finished_at > now() - interval '30 days' and ${c.t}.status not in ('pending', 'running'))
        from theme_runs r where r.subdomain_id = $1 and r.id = ${c.t}.run_id)`,
      { nullable: true },
    ),
    created_by: belongsTo('user', 'creator_id', 'Who made it.'),
    run_by: belongsTo('user', 'run_by_id', 'Who asked for the newest run.'),
    queued_at: time('When the newest run was asked for.'),
    started_at: timeOrNull('When it began; null: it waits.'),
    counted_at: timeOrNull('As of when the numbers of its themes are; null: not yet.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  shapes: [lastRun],
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      state: filter(
        enumInput('active or archived.', LIFE_STATES),
        (state, c) => `(${c.t}.state = ${c.w.value(state)})`,
      ),
      status: filter(
        enumListInput('Whose newest run is in one of these states.', THEME_SET_STATUSES),
        (statuses, c) => `(${c.t}.status = any(${c.w.value(statuses)}))`,
      ),
      creator: columnIds('creator_id', idListInput('Made by these people.')),
      q: filter(textInput('Part of the name.', textLimits.nameCharacters), (q, c) =>
        q === '' ? null : `(strpos(lower(${c.t}.name), lower(${c.w.value(q)})) > 0)`,
      ),
      ...changeFilters,
    },
    sorts: {
      ...columnSorts(['name'], { text: true }),
      ...columnSorts(['id', 'status', 'created_at', 'updated_at']),
    },
    defaultSort: '-updated_at',
  },
});

import { defineEntity } from '../../core/entity.ts';
import {
  belongsTo,
  belongsToWhere,
  boolean,
  float,
  floatOrNull,
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
import { withFeature } from '../../core/viewer.ts';
import { booleanInput, idListInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { canReadThemes } from './rights.ts';

const seesMoney = withFeature('account_insights');

/** Condition of a theme whose report is there. */
const SET_THERE = (t: string): string =>
  `exists (select 1 from theme_sets st where st.subdomain_id = $1 and st.id = ${t}.theme_set_id and st.state <> 'deleted')`;

/** Ids of a theme and, of a group, of those below it. @param t name of the table with the theme */
const BELOW = (t: string): string =>
  `(select b.id from themes b where b.subdomain_id = $1 and b.state = 'active' and (b.id = ${t}.id or b.parent_id = ${t}.id))`;

const themeWord = shape('ThemeWord', 'A word that a theme is made of.', {
  word: { type: 'String!', description: 'As people write it.' },
  ideas: { type: 'Int!', description: 'Ideas of the theme that held it at the run.' },
});
const nearTheme = shape('NearTheme', 'A theme that is like another one.', {
  id: { type: 'ID!', description: 'Its id.' },
  display_name: { type: 'String!', description: 'Its name.' },
  likeness: { type: 'Float!', description: 'From 0 to 1.' },
});

/** A theme of a report, or a group of themes. */
export const theme = defineEntity({
  name: 'theme',
  plural: 'themes',
  table: 'themes',
  description: 'A theme of a theme report, or a group of themes.',
  requires: canReadThemes,
  visible: (t) => `(${t}.state <> 'deleted' and ${SET_THERE(t)})`,
  fields: {
    id: id('Id.'),
    display_name: text('Name: given by a person, else the generated one.', {
      sql: (c) => `coalesce(${c.t}.own_name, ${c.t}.name)`,
    }),
    generated_name: text('Name by the words of its ideas.', { sql: (c) => `${c.t}.name` }),
    is_renamed: boolean('A person named it.', { sql: (c) => `${c.t}.own_name is not null` }),
    named_by: belongsTo('user', 'named_by_id', 'Who named it; null: no person.'),
    named_at: timeOrNull('When they did.'),
    state: text('active, or gone: the newest run did not find it again.'),
    change: textOrNull(
      'What the newest run made of it: kept, new, split, merged or gone; null: it is the first run.',
    ),
    change_theme: belongsTo('theme', 'change_theme_id', 'The theme that it was split from or went into.'),
    change_count: intOrNull('Ideas that came or went that way.'),
    hex_color: text('Colour of its dot and lines.'),
    uncategorized: boolean('It gathers the ideas that fit nowhere.'),
    is_group: boolean('It is a group of themes.'),
    is_made: boolean('A person made it.'),
    editable: boolean('It can be renamed and deleted.', { sql: (c) => `not ${c.t}.uncategorized` }),
    position: int('Place in its report: the largest first, the uncategorized last.'),
    idea_count: int('Ideas in it that are still there; of a group, in all of its themes.', {
      sql: (c) =>
        `(select count(*)::int from theme_placements tp join suggestions s on s.subdomain_id = $1 and s.id = tp.suggestion_id where tp.subdomain_id = $1 and tp.theme_id in ${BELOW(c.t)} and ${LIVE_SQL('s')})`,
    }),
    themes_count: int('Themes below it.', {
      sql: (c) =>
        `(select count(*)::int from themes k where k.subdomain_id = $1 and k.parent_id = ${c.t}.id and k.state = 'active')`,
    }),
    supporter_count: int('People who support any of its ideas, each once.'),
    account_count: int('Accounts of these people, each once.'),
    revenue_amount: float('Revenue of these accounts in USD, each once.', {
      requires: seesMoney,
      sql: (c) => `${c.t}.revenue_cents / 100.0`,
    }),
    comment_count: int('Visible comments on its ideas.'),
    sentiment_average: floatOrNull('Mean of its ideas from -1 to 1; null: none has a score.'),
    sentiment_count: int('Ideas with a score.'),
    words: value('[ThemeWord!]', 'What it is made of, the most telling first.', (c) => `${c.t}.words`),
    near: value(
      '[NearTheme!]',
      'Themes that are most like it.',
      (c) =>
        `coalesce((select json_agg(json_build_object('id', o.id::text, 'display_name', coalesce(o.own_name, o.name), 'likeness', n.likeness) order by n.likeness desc, o.id) from jsonb_to_recordset(${c.t}.near) as n (theme_id bigint, likeness float8) join themes o on o.subdomain_id = $1 and o.id = n.theme_id and o.state = 'active'), '[]'::json)`,
    ),
    parent_theme: belongsTo('theme', 'parent_id', 'The group that it belongs to; null: it stands by itself.'),
    theme_set: belongsTo('theme_set', 'theme_set_id', 'Its report.'),
    impact_report: belongsToWhere({
      entity: 'impact_report',
      description: 'The newest impact report about it; null: none was raised.',
      on: (c, child) => `${child}.theme_id = ${c.t}.id`,
      order: (child) => `${child}.id desc`,
    }),
    created_at: time('When it was first found.'),
    updated_at: time('Last change.'),
  },
  shapes: [themeWord, nearTheme],
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      theme_set: columnIds('theme_set_id', idListInput('Of these reports.')),
      parent: columnIds('parent_id', idListInput('Of these groups.')),
      parent_none: flag(booleanInput('Groups, and themes without one.'), (c) => `${c.t}.parent_id is null`, {
        falseMeans: 'negation',
      }),
      uncategorized: flag(booleanInput('The theme of what fits nowhere.'), (c) => `${c.t}.uncategorized`, {
        falseMeans: 'negation',
      }),
      gone: flag(
        booleanInput('Those that the newest run did not find again; else those that are there.'),
        (c) => `${c.t}.state = 'gone'`,
        { falseMeans: 'negation' },
      ),
      ...changeFilters,
    },
    sorts: {
      position: { by: (t) => `${t}.position`, indexed: false },
      display_name: { by: (t) => `lower(coalesce(${t}.own_name, ${t}.name))`, indexed: false },
      revenue_amount: { by: (t) => `${t}.revenue_cents`, indexed: false, requires: seesMoney },
      ...columnSorts(['id', 'supporter_count', 'account_count', 'comment_count', 'created_at', 'updated_at']),
      ...columnSorts(['sentiment_average'], { nullable: true }),
    },
    defaultSort: 'position',
    defaultWhere: { where: (t) => `${t}.state = 'active'`, unless: ['gone', 'id'] },
  },
});

const evidence = shape('ThemeEvidence', 'A word that speaks for a theme.', {
  word: { type: 'String!', description: 'As people write it.' },
  weight: { type: 'Float!', description: 'Its part of all that speaks for the theme, 0 to 1.' },
});

/** Where an idea is in a theme report, and why. */
export const themePlacement = defineEntity({
  name: 'theme_placement',
  plural: 'theme_placements',
  table: 'theme_placements',
  key: ['theme_set_id', 'suggestion_id'],
  description: 'Where an idea is in a theme report, why, and how well it fits.',
  requires: canReadThemes,
  visible: (t) =>
    `(${SET_THERE(t)} and exists (select 1 from suggestions ps where ps.subdomain_id = $1 and ps.id = ${t}.suggestion_id and ${LIVE_SQL('ps')}))`,
  fields: {
    id: id('The ids of report and idea, for telling placements apart.', {
      sql: (c) => `${c.t}.theme_set_id || '-' || ${c.t}.suggestion_id`,
    }),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The idea.'),
    theme: belongsTo('theme', 'theme_id', 'The theme that it is in.'),
    theme_set: belongsTo('theme_set', 'theme_set_id', 'The report.'),
    fit: floatOrNull('How well it fits, 0 to 1; null: a person put it there.', {
      sql: (c) => `case when ${c.t}.moved_at is null then ${c.t}.fit::float8 end`,
    }),
    second_theme: belongsTo('theme', 'second_theme_id', 'The next best theme; null: there is none.'),
    second_fit: float('How well it would fit there, 0 to 1.', { sql: (c) => `${c.t}.second_fit::float8` }),
    evidence: value(
      '[ThemeEvidence!]',
      'Why it is there, the most telling word first; empty: a person put it there, or it fits nowhere.',
      (c) =>
        `case when ${c.t}.moved_at is null then coalesce((select json_agg(json_build_object('word', e.word, 'weight', e.weight) order by e.n) from unnest(${c.t}.evidence, ${c.t}.evidence_weights) with ordinality as e (word, weight, n)), '[]'::json) else '[]'::json end`,
    ),
    found_theme: belongsTo('theme', 'found_theme_id', 'Where the run put it by itself; null: nowhere.'),
    moved_by: belongsTo('user', 'moved_by_id', 'Who moved it; null: no one.'),
    moved_at: timeOrNull('When they did.'),
  },
  shapes: [evidence],
  list: {
    filters: {
      theme: filter(
        idListInput('In these themes; of a group, in all of its themes.'),
        (ids, c) =>
          `(${c.t}.theme_id in (select f.id from themes f where f.subdomain_id = $1 and (f.id = any(${c.w.value(ids)}::bigint[]) or f.parent_id = any(${c.w.value(ids)}::bigint[]))))`,
      ),
      second_theme: columnIds('second_theme_id', idListInput('That would fit next best into these themes.')),
      theme_set: columnIds('theme_set_id', idListInput('Of these reports.')),
      suggestion: columnIds('suggestion_id', idListInput('Of these ideas.')),
      moved: flag(booleanInput('Moved by a person.'), (c) => `${c.t}.moved_at is not null`, {
        falseMeans: 'negation',
      }),
    },
    sorts: {
      fit: { by: (t) => `${t}.fit`, indexed: true },
      second_fit: { by: (t) => `${t}.second_fit`, indexed: true },
    },
    defaultSort: '-fit',
  },
});

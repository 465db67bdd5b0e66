import { ARTICLE_STATES, articlePath } from '../../../contract/articles.ts';
import { textLimits } from '../../../contract/limits.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  belongsTo,
  computed,
  hasMany,
  id,
  int,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../../core/fields.ts';
import { enumInput, idListInput, textInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { searchQueryOf, tsquerySql } from '../intelligence/literal_query.ts';
import { canReadArticles } from './rights.ts';

/** A part of the knowledge base. */
export const articleSection = defineEntity({
  name: 'article_section',
  plural: 'article_sections',
  table: 'article_sections',
  description: 'A part of the knowledge base.',
  requires: canReadArticles,
  fields: {
    id: id('Id.'),
    name: text('Name, unique in the workspace.'),
    position: int('Place among the sections, from 1.'),
    articles_count: int('Articles in it, drafts included.', {
      sql: (c) =>
        `select count(*)::int from articles sa where sa.subdomain_id = $1 and sa.section_id = ${c.t}.id and sa.deleted_at is null`,
    }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: {
      ...columnSorts(['position', 'id', 'created_at', 'updated_at']),
      ...columnSorts(['name'], { text: true }),
    },
    defaultSort: 'position',
  },
});

/** SQL of an article's state, one of ARTICLE_STATES. */
const stateSql = (t: string): string =>
  `case when ${t}.published_at is null then 'draft' when ${t}.published_title is distinct from ${t}.title or ${t}.published_body is distinct from coalesce(${t}.body, '') then 'changed' else 'published' end`;

/** SQL of how many readers gave an answer. */
const answersSql = (t: string, helpful: boolean): string =>
  `select count(*)::int from article_answers aw where aw.subdomain_id = $1 and aw.article_id = ${t}.id and ${helpful ? '' : 'not '}aw.is_helpful`;

/** A text that answers a question of customers. */
export const article = defineEntity({
  name: 'article',
  plural: 'articles',
  table: 'articles',
  description: 'An article of the knowledge base, as it is being written, and what readers see of it.',
  requires: canReadArticles,
  visible: (t) => `${t}.deleted_at is null`,
  fields: {
    id: id('Id.'),
    title: text('Title, as it is being written.'),
    body: textOrNull('Text as HTML, as it is being written; null: none yet.'),
    state: text(
      'draft: readers do not see it; changed: readers see an older text; published: readers see this text.',
      { sql: (c) => stateSql(c.t) },
    ),
    position: int('Orders it in its section, small ones first.'),
    published_title: textOrNull('Title that readers see; null: it is not published.'),
    published_body: textOrNull('HTML that readers see; null: it is not published.'),
    published_at: timeOrNull('When what readers see was published; null: it is not published.'),
    path: computed({
      type: 'String',
      nullable: false,
      description: 'Where readers find it, below the address of the workspace.',
      from: {
        path_id: (c) => `${c.t}.id::text`,
        path_title: (c) => `coalesce(${c.t}.published_title, ${c.t}.title)`,
      },
      value: (hidden) => articlePath(String(hidden['path_id']), String(hidden['path_title'])),
    }),
    helpful_count: int('Readers who said that it helped.', { sql: (c) => answersSql(c.t, true) }),
    unhelpful_count: int('Readers who said that it did not help.', { sql: (c) => answersSql(c.t, false) }),
    section: belongsTo('article_section', 'section_id', 'Its section.'),
    author: belongsTo('user', 'author_id', 'Who began it; null: unknown.'),
    attachments: hasMany({
      entity: 'attachment',
      description: 'Its files.',
      on: (c, child) => `${child}.article_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    created_at: time('When it was begun.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      section: columnIds('section_id', idListInput('Of these sections.')),
      state: filter(
        enumInput('In this state.', ARTICLE_STATES),
        (state, c) => `(${stateSql(c.t)} = ${c.w.value(state)})`,
      ),
      q: filter(
        textInput('All of these words, the last one also as a beginning.', textLimits.searchCharacters),
        (q, c) => {
          const query = searchQueryOf(q);
          return query === null
            ? null
            : `(${c.t}.search @@ ${tsquerySql(query, true, (words) => c.w.value(words))})`;
        },
      ),
      ...changeFilters,
    },
    sorts: {
      ...columnSorts(['position', 'id', 'created_at', 'updated_at']),
      ...columnSorts(['published_at'], { nullable: true }),
      ...columnSorts(['title'], { text: true }),
    },
    defaultSort: 'position',
  },
});

/** What readers looked for in vain. */
export const articleSearch = defineEntity({
  name: 'article_search',
  plural: 'article_searches',
  table: 'article_searches',
  description: 'Words that readers of the knowledge base looked for and no article has.',
  requires: canReadArticles,
  fields: {
    id: id('Id.'),
    words: text('What was typed, in lower case.'),
    searches_count: int('How often; of one network at most ten a minute.'),
    created_at: time('When it was first looked for.'),
    updated_at: time('When it was last looked for.'),
  },
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: {
      ...columnSorts(['searches_count', 'id', 'created_at', 'updated_at']),
      ...columnSorts(['words'], { text: true }),
    },
    defaultSort: '-searches_count',
  },
});

import type { Catalogue } from '../api/schema.ts';
import { defineCommand } from '../core/command.ts';
import { columnIds, filter, flag } from '../listing/filters.ts';
import { defineEntity } from '../core/entity.ts';
import { badInput, forbidden } from '../core/errors.ts';
import {
  boolean,
  computed,
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
} from '../core/fields.ts';
import { booleanInput, idInput, idListInput, objectInput, textInput, required } from '../inputs/kinds.ts';
import { defineQuery } from '../core/query.ts';
import { shape } from '../core/shape.ts';
import { anyAdmin, readRight, writeRight } from '../core/viewer.ts';

/**
 * Declarations of a small library on tables of the product: what the machinery does is shown on
 * them, so that its tests do not change with the product.
 */

const reader = defineEntity({
  name: 'reader',
  plural: 'readers',
  table: 'users',
  description: 'A person who reads.',
  requires: anyAdmin,
  fields: { id: id('Id.'), name: text('Name.'), account: belongsTo('account', 'account_id', 'Who pays.') },
  byId: true,
});

const account = defineEntity({
  name: 'account',
  plural: 'accounts',
  table: 'external_accounts',
  description: 'Who pays for a reader.',
  requires: readRight('tickets'),
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    readers: hasMany({
      entity: 'reader',
      description: 'Its readers.',
      on: (c, child) => `${child}.account_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 2,
    }),
  },
  byId: true,
  list: {
    filters: {},
    sorts: {
      id: { by: (t) => `${t}.id`, indexed: true },
      name: { by: (t) => `lower(${t}.name)`, indexed: false },
    },
    defaultSort: 'id',
  },
});

const shelf = defineEntity({
  name: 'shelf',
  plural: 'shelves',
  table: 'forums',
  description: 'A place for books.',
  requires: anyAdmin,
  visible: (t) => `${t}.state <> 'deleted'`,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    state: text('State.'),
    place: int('Place.', { sql: (c) => `${c.t}.position` }),
    books: hasMany({
      entity: 'book',
      description: 'Its books.',
      on: (c, child) => `${child}.forum_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 3,
    }),
  },
  byId: true,
  all: true,
  list: {
    filters: {},
    sorts: { place: { by: (t) => `${t}.position`, indexed: true } },
    defaultSort: 'place',
  },
});

const tag = defineEntity({
  name: 'tag',
  plural: 'tags',
  table: 'labels',
  description: 'A mark of books.',
  requires: anyAdmin,
  fields: { id: id('Id.'), name: text('Name.') },
});

const book = defineEntity({
  name: 'book',
  plural: 'books',
  table: 'suggestions',
  description: 'Something to read.',
  requires: anyAdmin,
  visible: (t) => `${t}.state <> 'deleted'`,
  sides: { contents: { table: 'suggestion_contents', key: 'suggestion_id' } },
  fields: {
    id: id('Id.'),
    title: text('Title.'),
    blurb: textOrNull('Text on the back; null when there is none.', {
      sql: (c) => `${c.side('contents')}.body`,
    }),
    mime_type: text('Kind of text.', { sql: (c) => `${c.side('contents')}.body_mime_type` }),
    loans: int('How often it was lent.', { sql: (c) => `${c.t}.votes_count` }),
    is_new: boolean('Never lent.', { sql: (c) => `${c.t}.votes_count = 0` }),
    price: intOrNull('Price.', { sql: (c) => `${c.t}.comments_count`, requires: readRight('tickets') }),
    shout: computed({
      type: 'String',
      nullable: false,
      description: 'Title, loud, with the name of who looks.',
      from: { title: (c) => `${c.t}.title`, loans: (c) => `${c.t}.votes_count` },
      value: ({ title, loans }, viewer) =>
        `${String(title).toUpperCase()} ${String(loans)} for ${viewer.display_name}`,
    }),
    hint: computed({
      type: 'String',
      nullable: true,
      description: 'For some alone.',
      from: { title: (c) => `${c.t}.title` },
      value: ({ title }) => `about ${String(title)}`,
      requires: readRight('tickets'),
    }),
    counts: group('BookCounts', 'Counts of it.', {
      loans: int('Lent.', { sql: (c) => `${c.t}.votes_count` }),
      notes_count: int('Notes.'),
    }),
    asked_for: text('What the list was asked for.', {
      sql: (c) => c.w.value(typeof c.args['title'] === 'string' ? c.args['title'] : '-').concat('::text'),
    }),
    payers: hasMany({
      entity: 'account',
      description: 'Accounts that paid for it.',
      through: {
        table: 'suggestion_accounts',
        on: (c, link, child) => `${link}.account_id = ${child}.id and ${link}.suggestion_id = ${c.t}.id`,
      },
      on: () => 'true',
      order: (child) => `${child}.id`,
      max: 5,
    }),
    author: belongsTo('reader', 'creator_id', 'Who wrote it; null when unknown.'),
    shelf: belongsTo('shelf', 'forum_id', 'Where it stands.'),
    last_sequel: belongsToWhere({
      entity: 'book',
      description: 'Newest sequel; null when none.',
      on: (c, child) => `${child}.split_from_id = ${c.t}.id`,
      order: (child) => `${child}.id desc`,
    }),
    tags: hasMany({
      entity: 'tag',
      description: 'Its tags.',
      through: {
        table: 'suggestion_labels',
        on: (c, link, child) => `${link}.label_id = ${child}.id and ${link}.suggestion_id = ${c.t}.id`,
      },
      on: () => 'true',
      order: (child) => `${child}.name`,
      max: 100,
    }),
    made_at: time('When it was made.', { sql: (c) => `${c.t}.created_at` }),
  },
  byId: true,
  list: {
    filters: {
      shelf: columnIds('forum_id', idListInput('On these shelves.'), { steady: true }),
      author: columnIds('creator_id', idListInput('By these people.')),
      title: filter(
        textInput('Exactly this title.', 50),
        (title, c) => `(${c.t}.title = ${c.w.value(title)})`,
      ),
      is_new: flag(booleanInput('Never lent.'), (c) => `${c.t}.votes_count = 0`, { falseMeans: 'negation' }),
      cheap: {
        input: booleanInput('Cheap ones.'),
        where: (_, c) => `(${c.t}.comments_count < 5)`,
        requires: readRight('tickets'),
      },
      state: filter(textInput('State.', 20), (state, c) => `(${c.t}.state = ${c.w.value(state)})`),
    },
    sorts: {
      loans: { by: (t) => `${t}.votes_count`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      title: { by: (t) => `lower(${t}.title)`, indexed: false },
      price: { by: (t) => `${t}.comments_count`, indexed: false, requires: readRight('tickets') },
    },
    defaultSort: '-loans',
    defaultWhere: { where: (t) => `${t}.state = 'approved'`, unless: ['state'] },
  },
});

const loan = defineEntity({
  name: 'loan',
  plural: 'loans',
  table: 'supporters',
  key: ['suggestion_id', 'user_id'],
  description: 'A book that a reader has.',
  requires: anyAdmin,
  fields: {
    id: id('Of the reader.', { sql: (c) => `${c.t}.user_id` }),
    reader: belongsTo('reader', 'user_id', 'Who has it.'),
    book: belongsTo('book', 'suggestion_id', 'Which one.'),
  },
  list: {
    filters: { book: columnIds('suggestion_id', idListInput('Of these books.')) },
    sorts: { made_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-made_at',
  },
});

const sum = shape('Sum', 'A sum.', {
  total: { type: 'Int!', description: 'The sum.' },
  words: { type: '[String!]', description: 'In words; may be null.' },
});

const sumQuery = defineQuery({
  name: 'sum',
  description: 'The sum of the lengths of texts.',
  requires: readRight('tickets'),
  args: { text: required(textInput('Text.', 20)), other_text: textInput('Another one.', 20) },
  returns: 'Sum!',
  reads: [],
  shapes: [sum],
  run: ({ text, other_text }) =>
    Promise.resolve({ total: text.length + (other_text?.length ?? 0), words: null }),
});

const failing = (name: string, fail: () => unknown) =>
  defineQuery({
    name,
    description: 'Fails.',
    requires: anyAdmin,
    args: {},
    returns: 'Int!',
    reads: [],
    run: () => Promise.resolve(fail()),
  });

/** The declarations; see above. */
export const sampleCatalogue: Catalogue = {
  entities: [reader, account, shelf, tag, book, loan],
  queries: [
    sumQuery,
    failing('refused', () => {
      throw badInput('links.forum', 'No such place.', { reason: 'not_found', httpStatus: 404 });
    }),
    failing('denied', () => {
      throw forbidden();
    }),
    failing('broken', () => {
      throw new Error('password of the database is hunter2');
    }),
    failing('not_a_number', () => 'many'),
  ],
  commands: [
    defineCommand({
      name: 'shelf_rename',
      description: 'Gives a shelf another name.',
      requires: writeRight('settings'),
      input: {
        shelf_id: required(idInput('Shelf.')),
        links: required(
          objectInput('ShelfLinks', 'Name of it.', { new_name: required(textInput('Name.', 20)) }),
        ),
      },
      returns: { entity: 'shelf' },
      run: async ({ shelf_id, links }, { tx, subdomain_id }) => {
        const row = await tx
          .updateTable('forums')
          .set({ name: links.new_name })
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', shelf_id)
          .returning('id')
          .executeTakeFirst();
        if (!row) throw badInput('shelf_id', 'This shelf does not exist.');
        if (links.new_name === 'fail') throw new Error('failed after the write');
        return row.id;
      },
    }),
  ],
};

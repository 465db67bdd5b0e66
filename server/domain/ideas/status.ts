import { changeFilters, columnIds, columnSorts } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, int, text, textOrNull, time } from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { canReadTaxonomy } from './rights.ts';
import { OPEN_SQL } from './suggestion.ts';

/** What supporters are told about an idea. */
export const status = defineEntity({
  name: 'status',
  plural: 'statuses',
  table: 'statuses',
  description: 'A public status: what supporters are told about an idea.',
  requires: canReadTaxonomy,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    hex_color: text('Colour, #RRGGBB.'),
    default_html_text: textOrNull(
      'Text that a status update begins with; {idea}, {status} and {sender} in it are filled in.',
    ),
    is_open: boolean('Ideas of this status take votes.'),
    is_default: boolean('Preselected when a status is posted.'),
    allow_comments: boolean('Ideas of this status take comments.'),
    position: int('Place among the statuses, from 1.'),
    suggestions_count: int('Open ideas of this status.'),
    is_removed: boolean(
      'Taken out of the set: no idea has it, old status updates still name it. In no list, unless asked for by id.',
      { sql: (c) => `${c.t}.deleted_at is not null` },
    ),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      ...changeFilters,
    },
    sorts: {
      position: { by: (t) => `${t}.position`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      name: { by: (t) => `lower(${t}.name)`, indexed: true },
      updated_at: { by: (t) => `${t}.updated_at`, indexed: true },
      ...columnSorts(['created_at']),
    },
    defaultSort: 'position',
    defaultWhere: { where: (t) => `${t}.deleted_at is null`, unless: ['id'] },
  },
});

/** No number of them is kept: more than so many say no more. */
const INTERNAL_COUNT_MAX = 10_000;

/** Where an idea stands for the team. */
export const internalStatus = defineEntity({
  name: 'internal_status',
  plural: 'internal_statuses',
  table: 'internal_statuses',
  description: 'An internal status: where an idea stands for the team.',
  requires: canReadTaxonomy,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    hex_color: text('Colour, #RRGGBB.'),
    default_html_text: textOrNull(
      'Text that an internal status update begins with; {idea}, {status} and {sender} in it are filled in.',
    ),
    is_default: boolean('Preselected when an internal status is posted.'),
    position: int('Place among the internal statuses, from 1.'),
    suggestions_count: int(
      `Open ideas of this status, counted up to ${INTERNAL_COUNT_MAX.toLocaleString('en')}.`,
      {
        sql: (c) =>
          `(select count(*)::int from (select 1 from suggestions n where n.subdomain_id = $1 and n.internal_status_id = ${c.t}.id and ${OPEN_SQL('n')} limit ${INTERNAL_COUNT_MAX}) k)`,
      },
    ),
    is_removed: boolean(
      'Taken out of the set: no idea has it, old status updates still name it. In no list, unless asked for by id.',
      { sql: (c) => `${c.t}.deleted_at is not null` },
    ),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: {
      position: { by: (t) => `${t}.position`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      name: { by: (t) => `lower(${t}.name)`, indexed: true },
      updated_at: { by: (t) => `${t}.updated_at`, indexed: true },
      ...columnSorts(['created_at']),
    },
    defaultSort: 'position',
    defaultWhere: { where: (t) => `${t}.deleted_at is null`, unless: ['id'] },
  },
});

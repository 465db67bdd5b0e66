import { textLimits } from '../../../contract/limits.ts';
import { CHANNELS, SEVERITY_NAMES } from '../../../contract/states.ts';
import { parseDate } from '../../../contract/dates.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { id, intOrNull, hasMany, belongsTo, text, textOrNull, time } from '../../core/fields.ts';
import { booleanInput, enumListInput, idListInput, textInput, timeInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { lineSql, NO_IDEA_DELETED_SQL } from '../ideas/suggestion.ts';

/** What a customer said, as the team wrote it down; private. */
export const feedbackRecord = defineEntity({
  name: 'feedback_record',
  plural: 'feedback_records',
  table: 'feedback_records',
  description: 'What a customer said, as the team wrote it down. Private.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.state = 'active' and ${NO_IDEA_DELETED_SQL(t)}`,
  fields: {
    id: id('Id.'),
    body: text('Text.'),
    body_mime_type: text('text/plain or text/html.'),
    excerpt: text('Beginning of the text on one line, without marks.', {
      sql: (c) => `left(${lineSql(c.t, 600)}, 240)`,
    }),
    channel: text('Where it came in.'),
    source_url: textOrNull('Address of the original; null when none.'),
    source_type: textOrNull(
      'url, ticket, zendesk_ticket, sfdc_opportunity, conversation or import; null when none.',
    ),
    source_guid: textOrNull('Id of the original in its system.'),
    source_title: textOrNull('Title of the original.'),
    severity: intOrNull('1 low, 2 medium, 3 high, 4 critical; null when not set.'),
    prompt: textOrNull('Question that it answers.'),
    referrer: textOrNull('Page that it came from.'),
    nps_rating: intOrNull('Rating from 0 to 10 given with it; null when none.'),
    user: belongsTo('user', 'user_id', 'Who said it; null when unknown.'),
    captured_by: belongsTo('user', 'captured_by_id', 'Member of the team who wrote it down.'),
    suggestion: belongsTo(
      'suggestion',
      'suggestion_id',
      'Idea that it belongs to; null while it waits in the inbox (DEC-002).',
    ),
    attachments: hasMany({
      entity: 'attachment',
      description: 'Its attachments.',
      on: (c, child) => `${child}.feedback_record_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    created_at: time('When it was captured.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('For these ideas.')),
      suggestion_none: flag(
        booleanInput('Not linked to an idea yet.'),
        (c) => `${c.t}.suggestion_id is null`,
        { falseMeans: 'negation' },
      ),
      user: columnIds('user_id', idListInput('From these people.')),
      external_account: filter(
        idListInput('From people of these accounts.'),
        (ids, c) =>
          `(${c.t}.user_id in (select u.id from users u where u.subdomain_id = $1 and u.account_id = any(${c.w.value(ids)}::bigint[])))`,
      ),
      q: filter(textInput('Part of the text.', textLimits.searchCharacters), (q, c) =>
        q === ''
          ? null
          : `(${c.t}.body ilike ${c.w.value(`%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)})`,
      ),
      severity: filter(enumListInput('Only of these severities.', SEVERITY_NAMES), (names, c) => {
        const values = names.map((name) => SEVERITY_NAMES.indexOf(name) + 1);
        return `(${c.t}.severity = any(${c.w.value(values)}::int[]))`;
      }),
      channel: filter(
        enumListInput('Only what came in by these ways.', CHANNELS),
        (channels, c) => `(${c.t}.channel = any(${c.w.value(channels)}::text[]))`,
      ),
      created_after: filter(
        timeInput('Captured at or after this time.', (typed) => parseDate(typed, new Date())),
        (date, c) => `(${c.t}.created_at >= ${c.w.value(date)})`,
      ),
      created_before: filter(
        timeInput('Captured before this time.', (typed) => parseDate(typed, new Date())),
        (date, c) => `(${c.t}.created_at < ${c.w.value(date)})`,
      ),
      ...changeFilters,
    },
    sorts: {
      created_at: { by: (t) => `${t}.created_at`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['updated_at', 'channel']),
      ...columnSorts(['severity', 'nps_rating', 'source_type'], { nullable: true }),
    },
    defaultSort: '-created_at',
  },
});

import { AUDIT_AREAS, actionsOf, auditSearch } from '../../../../contract/audit.ts';
import { parseDate } from '../../../../contract/dates.ts';
import { defineEntity } from '../../../core/entity.ts';
import { belongsTo, id, text, textOrNull, time } from '../../../core/fields.ts';
import { writeRight } from '../../../core/viewer.ts';
import { booleanInput, enumListInput, idListInput, textInput, timeInput } from '../../../inputs/kinds.ts';
import { columnIds, filter, flag } from '../../../listing/filters.ts';

/** Who may see what everyone did: those who keep the settings. */
export const readsAudit = writeRight('settings');

/**
 * A line of the audit log. Lines are written with the change that they tell of (`recordAudit`, `auditAccount`), never
 * changed and never deleted. They name people, so they are for those who keep the settings alone.
 */
export const auditEntry = defineEntity({
  name: 'audit_entry',
  plural: 'audit_entries',
  table: 'audit_entries',
  description: 'A line of the audit log: who did what, and when. Lines are never changed.',
  requires: readsAudit,
  isLog: true,
  fields: {
    id: id('Id.'),
    user: belongsTo('user', 'user_id', 'Who did it; null: the server itself, or its command line.'),
    action: text('Name of what was done, such as api_key_revoke.'),
    subject: textOrNull('What it was done to, mostly an id; null: nothing single.'),
    details: text('What else is known of it, as a JSON object.', { sql: (c) => `${c.t}.details::text` }),
    ip: textOrNull('Network address that it came from; null: not noted.'),
    created_at: time('When it was done.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      user: columnIds('user_id', idListInput('Done by these people.')),
      user_none: flag(
        booleanInput('Done by the server itself; false: by a person.'),
        (c) => `${c.t}.user_id is null`,
        { falseMeans: 'negation' },
      ),
      area: filter(
        enumListInput('About these parts of the product.', AUDIT_AREAS),
        (areas, c) => `(${c.t}.action = any(${c.w.value(areas.flatMap(actionsOf))}::text[]))`,
      ),
      created_after: filter(
        timeInput('Done at this time or later.', (typed) => parseDate(typed, new Date())),
        (since, c) => `(${c.t}.created_at >= ${c.w.value(since)}::timestamptz)`,
      ),
      created_before: filter(
        timeInput('Done at this time or earlier.', (typed) => parseDate(typed, new Date(), 'end')),
        (until, c) => `(${c.t}.created_at <= ${c.w.value(until)}::timestamptz)`,
      ),
      q: {
        ...filter(
          textInput('A text in the details, or a whole subject, action or address.', auditSearch.characters),
          (q, c) => {
            if (q.trim() === '') return null;
            const whole = c.w.value(q.trim());
            const part = c.w.value(`%${q.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
            return `(${c.t}.details::text ilike ${part} or ${c.t}.subject = ${whole} or ${c.t}.action = ${whole} or ${c.t}.ip = ${whole})`;
          },
        ),
        timeLimit: {
          milliseconds: auditSearch.seconds * 1000,
          sentence: `This search takes longer than ${auditSearch.seconds} seconds. Choose a time or a person, too.`,
        },
      },
    },
    sorts: { created_at: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-created_at',
  },
});

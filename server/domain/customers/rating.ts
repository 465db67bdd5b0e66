import { defineEntity } from '../../core/entity.ts';
import { belongsTo, id, int, intOrNull, text, textOrNull, time } from '../../core/fields.ts';
import { allOf, readRight, withFeature, writeRight } from '../../core/viewer.ts';
import { booleanInput, enumListInput, idListInput, timeInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, filter, flag } from '../../listing/filters.ts';
import { parseDate } from '../../../contract/dates.ts';

/** Who sees how content people are (PERM-019). */
export const seesRatings = allOf(readRight('feedback'), withFeature('satisfaction'));
/** Who writes ratings down. */
export const writesRatings = allOf(writeRight('feedback'), withFeature('satisfaction'));

/** Conditions of the bands (DEC-065). @param t name of the table */
export const BAND_SQL = {
  promoter: (t: string) => `${t}.score >= 9`,
  neutral: (t: string) => `${t}.score between 7 and 8`,
  detractor: (t: string) => `${t}.score <= 6`,
} as const;
const BANDS = ['promoter', 'neutral', 'detractor'] as const;

/** A rating that a person gave, with what they said. */
export const rating = defineEntity({
  name: 'rating',
  plural: 'ratings',
  table: 'ratings',
  description: 'How content a person said to be, from 0 to 10.',
  requires: seesRatings,
  fields: {
    id: id('Id.'),
    score: int('0 to 10.'),
    previous_score: intOrNull('Their rating before it; null: it is their first.', {
      sql: (c) =>
        `select p.score from ratings p where p.subdomain_id = $1 and p.user_id = ${c.t}.user_id and (p.created_at, p.id) < (${c.t}.created_at, ${c.t}.id) order by p.created_at desc, p.id desc limit 1`,
    }),
    body: textOrNull('What they said with it, as plain text; null: nothing.'),
    channel: text('Where it came in.'),
    user: belongsTo('user', 'user_id', 'Who gave it.'),
    recorded_by: belongsTo(
      'user',
      'recorded_by_id',
      'Who of the team wrote it down; null: a program did, or no one.',
    ),
    created_at: time('When it was given.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      user: columnIds('user_id', idListInput('Of these people.')),
      band: filter(
        enumListInput('promoter (9 and 10), neutral (7 and 8) or detractor (0 to 6).', BANDS),
        (bands, c) => `(${bands.map((band) => BAND_SQL[band](c.t)).join(' or ') || 'false'})`,
      ),
      with_words: flag(booleanInput('Something was said with it.'), (c) => `${c.t}.body is not null`, {
        falseMeans: 'negation',
      }),
      created_after: filter(
        timeInput('Given at this time or later.', (typed) => parseDate(typed, new Date())),
        (since, c) => `(${c.t}.created_at >= ${c.w.value(since)}::timestamptz)`,
      ),
      created_before: filter(
        timeInput('Given at this time or earlier.', (typed) => parseDate(typed, new Date(), 'end')),
        (until, c) => `(${c.t}.created_at <= ${c.w.value(until)}::timestamptz)`,
      ),
      ...changeFilters,
    },
    sorts: { created_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-created_at',
  },
});

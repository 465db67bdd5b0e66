import type { Insertable } from 'kysely';
import { satisfactionBand } from '../../../contract/satisfaction.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { RatingsTable } from '../tables.ts';
import { randomFor } from './random.ts';

const DAY_MS = 86_400_000;
/** Days that ratings go back. */
const DAYS = 350;
/** People are asked every three months or so. */
const ASKED_EVERY_DAYS = 92;
/** Rows of one statement. */
const AT_ONCE = 500;

const WORDS = {
  promoter: [
    'The new board is the first tool my planners thanked me for.',
    'Two-factor at last.',
    'Support answers before lunch. That alone is worth it.',
    'We closed the month in two days instead of five.',
    'My newest technician needed one morning.',
    'It simply works, also at six in the morning.',
    'The customer portal halved our calls.',
  ],
  neutral: [
    'Good, but payroll is still typed by hand.',
    'Fine on the desktop, slow on older phones.',
    'Does what it should. The reports could say more.',
    'The app is good. The invoices need two looks.',
    'Solid. I would like to hear what becomes of my wishes.',
  ],
  detractor: [
    'Eleven phones ask for the password every morning. No one asked for that.',
    'In the basement it loses what we typed.',
    'Every Sunday visit is missing in the export.',
    'I wait with the screen on until ten photos are through.',
    'Three clicks too many for each job, forty jobs a day.',
    'The map knows streets that were closed in spring.',
  ],
} as const;

/** Ratings of the demo's people over a year; the latest of each is the score that they have. */
export async function writeDemoRatings(tx: Tx, subdomain_id: string, seed: number, now: Date): Promise<void> {
  const random = randomFor(seed, 'ratings');
  const people = await tx
    .selectFrom('users')
    .select(['id', 'satisfaction_score'])
    .where('subdomain_id', '=', subdomain_id)
    .where('satisfaction_score', 'is not', null)
    .orderBy('id')
    .execute();
  const rows: Insertable<RatingsTable>[] = [];
  for (const { id: user_id, satisfaction_score } of people) {
    let score = satisfaction_score!;
    let daysAgo = random.next() ** 1.5 * DAYS;
    while (daysAgo < DAYS) {
      const given = new Date(now.getTime() - daysAgo * DAY_MS);
      rows.push({
        subdomain_id,
        user_id,
        score,
        body: random.chance(0.42) ? random.pick(WORDS[satisfactionBand(score)!]) : null,
        channel: random.chance(0.8) ? 'api' : 'admin',
        created_at: given,
        updated_at: given,
      });
      daysAgo += ASKED_EVERY_DAYS + random.below(40);
      // they were a little less content before
      score = Math.max(0, Math.min(10, score - 1 + random.below(3) - (random.chance(0.15) ? 2 : 0)));
    }
  }
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await tx
      .insertInto('ratings')
      .values(rows.slice(start, start + AT_ONCE))
      .execute();
}

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
  await writeRequest(tx, subdomain_id, rows, now);
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await tx
      .insertInto('ratings')
      .values(rows.slice(start, start + AT_ONCE))
      .execute();
}

/** Days ago that customers were asked by email, and how many of them did not answer for each who did. */
const ASKED_DAYS_AGO = 20;
const SILENT_PER_ANSWER = 1.8;

/** One request by email: the ratings since then are answers to it, and others who were asked are silent. */
async function writeRequest(
  tx: Tx,
  subdomain_id: string,
  ratings: Insertable<RatingsTable>[],
  now: Date,
): Promise<void> {
  const asked = new Date(now.getTime() - ASKED_DAYS_AGO * DAY_MS);
  const answers = new Map(
    ratings
      .filter(({ created_at }) => (created_at as Date).getTime() > asked.getTime())
      .map((rating) => [rating.user_id, rating]),
  );
  const reachable = await tx
    .selectFrom('users')
    .select(['id', 'email_address'])
    .where('subdomain_id', '=', subdomain_id)
    .where('license_type', '=', 'none')
    .where('allowed_state', '=', 'allowed')
    .where('email_address', 'is not', null)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .execute();
  const silent = reachable.filter(({ id }) => !answers.has(id)).slice(0, answers.size * SILENT_PER_ANSWER);
  const people = [...reachable.filter(({ id }) => answers.has(id)), ...silent];
  if (people.length === 0) return;
  const { name } = await tx
    .selectFrom('subdomains')
    .select('name')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const question = `How likely are you to recommend ${name}?`;
  const { id: mailing_id } = await tx
    .insertInto('mailings')
    .values({
      subdomain_id,
      kind: 'rating_request',
      state: 'done',
      subject: question,
      details: JSON.stringify({ content: { heading: question, html: null, hasScale: true }, tracked: false }),
      expected_count: people.length,
      send_after: asked,
      created_at: asked,
      updated_at: asked,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const deliveries = await tx
    .insertInto('deliveries')
    .values(
      people.map(({ id, email_address }) => ({
        subdomain_id,
        mailing_id,
        user_id: id,
        email_address: email_address!,
        state: 'sent',
        attempts: 1,
        due_at: asked,
        sent_at: asked,
        created_at: asked,
      })),
    )
    .returning(['id', 'user_id'])
    .execute();
  for (const { id, user_id } of deliveries) {
    const answer = answers.get(String(user_id));
    if (answer !== undefined) Object.assign(answer, { delivery_id: id, channel: 'email' });
  }
}

import { parseDate } from '../../../contract/dates.ts';
import { RATING_CHARACTERS } from '../../../contract/satisfaction_report.ts';
import { CHANNELS, CONSOLE_CHANNEL, type Channel } from '../../../contract/states.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  enumInput,
  idInput,
  intInput,
  nullable,
  required,
  textInput,
  timeInput,
} from '../../inputs/kinds.ts';
import type { Tx } from '../../sql/kysely.ts';
import { findUser } from '../account/find.ts';
import { Counters } from '../counters/counters.ts';
import { writesRatings } from './rating.ts';

/** A rating so soon behind another one of the same person takes its place: it was sent twice, or corrected. */
const SAME_MS = 60_000;

/** A person's latest rating. null: they gave none */
export async function latestScore(tx: Tx, subdomain_id: string, user_id: string): Promise<number | null> {
  const latest = await tx
    .selectFrom('ratings')
    .select('score')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.score ?? null;
}

type Within = Pick<CommandContext, 'tx' | 'subdomain_id' | 'now'>;

/** The latest rating of a person becomes their score, by which the numbers of their ideas and their account count them. */
async function noteLatest({ tx, subdomain_id, now }: Within, user_id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ satisfaction_score: await latestScore(tx, subdomain_id, user_id), updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .execute();
}

/** A rating as it is given. */
export interface GivenRating {
  user_id: string;
  score: number;
  /** plain text; null: nothing was said with it */
  body: string | null;
  channel: Channel;
  given: Date;
  /** who of the team wrote it down; null: a program did, or no one */
  recorded_by_id: string | null;
  /** the email that asked for it; null: none did */
  delivery_id: string | null;
}

/**
 * Writes a rating and all that counts it. One within a minute of another takes its place, and so does one that
 * answers the same email.
 *
 * @returns its id
 */
export async function writeRating(
  { tx, subdomain_id, now }: Within,
  { user_id, given, delivery_id, ...said }: GivenRating,
): Promise<string> {
  const counters = new Counters(tx, subdomain_id, now);
  await counters.watchCustomers({ people: [user_id] });
  const values = { ...said, ...(delivery_id === null ? {} : { delivery_id }) };
  const mine = tx
    .selectFrom('ratings')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id);
  const again =
    (delivery_id === null
      ? undefined
      : await mine.where('delivery_id', '=', delivery_id).executeTakeFirst()) ??
    (await mine
      .where('created_at', '>', new Date(given.getTime() - SAME_MS))
      .where('created_at', '<', new Date(given.getTime() + SAME_MS))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst());
  const { id } = again
    ? await tx
        .updateTable('ratings')
        .set({ ...values, updated_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', again.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('ratings')
        .values({ subdomain_id, user_id, ...values, created_at: given, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
  await noteLatest({ tx, subdomain_id, now }, user_id);
  await counters.write();
  return id;
}

/** Writes down how content a person said to be. */
export const ratingCreate = defineCommand({
  name: 'rating_create',
  description:
    'Writes down how content a person said to be. Their latest rating counts; one within a minute of another takes its place.',
  requires: writesRatings,
  input: {
    user: required(idInput('Who gave it.')),
    score: required(intInput('0 to 10.', { min: 0, max: 10 })),
    body: nullable(textInput('What they said with it, as plain text; null: nothing.', RATING_CHARACTERS)),
    created_at: timeInput('When it was given; now when not given.', (typed) => parseDate(typed, new Date())),
    channel: enumInput('Where it came in; the console when not given.', CHANNELS),
  },
  returns: { entity: 'rating' },
  run: async ({ user, score, body, created_at, channel = CONSOLE_CHANNEL }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const person = await findUser(tx, subdomain_id, user, 'user');
    if (person.allowed_state === 'blocked')
      throw badInput('user', 'This person is blocked, so they rate nothing.', { reason: 'blocked' });
    const given = created_at ?? now;
    if (given.getTime() > now.getTime())
      throw badInput('created_at', 'A rating cannot be given in the future.');
    const id = await writeRating(context, {
      user_id: user,
      score,
      body: body || null,
      channel,
      given,
      recorded_by_id: viewer.user_id,
      delivery_id: null,
    });
    await context.audit('rating_create', id, { user, score });
    return id;
  },
});

/** Deletes a rating; the one before it counts again. */
export const ratingDelete = defineCommand({
  name: 'rating_delete',
  description: 'Deletes a rating. The person’s rating before it counts again.',
  requires: writesRatings,
  input: { id: required(idInput('The rating.')) },
  returns: { entity: 'user' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await tx
      .selectFrom('ratings')
      .select(['user_id', 'score'])
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('id', 'rating');
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watchCustomers({ people: [row.user_id] });
    const gone = await tx
      .deleteFrom('ratings')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw notFound('id', 'rating');
    await noteLatest(context, row.user_id);
    await context.audit('rating_delete', id, { user: row.user_id, score: row.score });
    await counters.write();
    return row.user_id;
  },
});

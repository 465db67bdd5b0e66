import { sql } from 'kysely';
import { ASKED_AT_ONCE, ASKED_EVERY_DAYS, ASKING_CHARACTERS } from '../../../contract/satisfaction_report.ts';
import { escapeHtml } from '../../../contract/rich_text.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { nullable, textInput } from '../../inputs/kinds.ts';
import { writesRatings } from '../customers/rating.ts';
import { createMailing, mailSettings } from '../mail/create.ts';
import { limitBulkMail, requireMail } from '../mail/rules.ts';
import { candidates, NOT_ASKED, whoInputs, type NotAsked } from './asked.ts';

/** Asks people by email how likely they are to recommend the workspace, and answers the mailing. */
export const ratingsAsk = defineCommand({
  name: 'ratings_ask',
  description: `Asks people by email how likely they are to recommend the workspace, from 0 to 10: these people, everyone of these accounts, or everyone. Each is asked at most once in ${ASKED_EVERY_DAYS} days, at most ${ASKED_AT_ONCE} people at once. mailing_call_back stops it within its first seconds.`,
  requires: writesRatings,
  input: {
    ...whoInputs,
    message: nullable(
      textInput('Plain text before the question; null or not given: none.', ASKING_CHARACTERS),
    ),
  },
  returns: { entity: 'mailing' },
  run: async ({ message, ...who }, context) => {
    const { tx, subdomain_id, now } = context;
    await requireMail(context, 'users');
    await limitBulkMail(context);
    // who asks does so in turn with others, so that no one is asked twice
    await sql`select pg_advisory_xact_lock(hashtextextended(${`rating requests ${subdomain_id}`}, 0))`.execute(
      tx,
    );
    const { name, mailOff } = await mailSettings(tx, subdomain_id);
    const { rows } = await sql<{ user_id: string }>`
select k.user_id::text as user_id from (${candidates(subdomain_id, who, { mailOff, now })}) k where k.reason is null order by k.user_id limit ${ASKED_AT_ONCE}`.execute(
      tx,
    );
    if (rows.length === 0) {
      const { rows: reasons } = await sql<{ reason: NotAsked }>`
select distinct k.reason from (${candidates(subdomain_id, who, { mailOff, now })}) k`.execute(tx);
      // all for one reason, as a single person is
      const why = reasons.length === 1 ? `: ${NOT_ASKED[reasons[0]!.reason]}` : '.';
      throw badInput('users', `No one can be asked now${why}`, { reason: 'no_one' });
    }
    const question = `How likely are you to recommend ${name}?`;
    const mailing = await createMailing(context, {
      kind: 'rating_request',
      to: { users: rows.map(({ user_id }) => user_id) },
      subject: question,
      content: {
        heading: question,
        html: message ? `<p>${escapeHtml(message).replaceAll('\n', '<br>')}</p>` : null,
        hasScale: true,
      },
    });
    await context.audit('mailing_create', mailing.id, {
      kind: 'rating_request',
      expected_count: mailing.expected_count,
    });
    return mailing.id;
  },
});

const leftOutShape = shape('NotAskedForRating', 'People who are not asked, for one reason.', {
  reason: { type: 'String!', description: `One of ${Object.keys(NOT_ASKED).join(', ')}.` },
  sentence: { type: 'String!', description: 'The reason as a sentence.' },
  count: { type: 'Int!', description: 'How many.' },
});

/** Who would be asked? Shown before the request goes out. */
export const ratingsAskPreview = defineQuery({
  name: 'ratings_ask_preview',
  description: 'How many people ratings_ask would ask, and why others would not be.',
  requires: writesRatings,
  args: whoInputs,
  returns: 'RatingsAskPreview!',
  reads: [
    ...[
      'email_address',
      'allowed_state',
      'license_type',
      'permission_state',
      'merged_into_id',
      'subscribed',
      'status_notifications',
      'account_id',
    ].map((column) => `users.${column}`),
    'users+',
    'mail_suppressions',
    'mailings.kind',
    'deliveries+',
    'deliveries.state',
    'subdomains.prevent_email_notifications',
    'subdomains.features',
  ],
  shapes: [
    shape(
      'RatingsAskPreview',
      'Who would be asked for a rating.',
      {
        asked_count: { type: 'Int!', description: 'People who would be asked.' },
        left_out: { type: '[NotAskedForRating!]!', description: 'The others by reason, most first.' },
      },
      [leftOutShape],
    ),
  ],
  run: async (who, { scope }) => {
    const { db, viewer } = scope;
    const { mailOff } = await mailSettings(db, viewer.subdomain_id);
    const { rows } = await sql<{ reason: NotAsked | null; count: number }>`
select k.reason, count(*)::int as count from (${candidates(viewer.subdomain_id, who, { mailOff, now: scope.now() })}) k group by k.reason`.execute(
      db,
    );
    const reached = rows.find(({ reason }) => reason === null)?.count ?? 0;
    const asked_count = Math.min(reached, ASKED_AT_ONCE);
    const left = rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]));
    if (reached > asked_count) left.push({ reason: 'later', count: reached - asked_count });
    return {
      asked_count,
      left_out: left
        .map(({ reason, count }) => ({ reason, sentence: NOT_ASKED[reason], count }))
        .toSorted((a, b) => b.count - a.count),
    };
  },
});

import { sql } from 'kysely';
import { canWrite, isTeamMember } from '../../../contract/permissions.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { noteHappening } from '../../core/happenings.ts';
import { badInput } from '../../core/errors.ts';
import { booleanInput, idInput, required } from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { findUser } from '../account/find.ts';
import { endSessionsOf } from '../account/session.ts';
import { Counters } from '../counters/counters.ts';
import { lockComments, restoreCommentStates, setCommentStates } from '../conversation/comment_states.ts';
import { restoreVotes, takenVotes, watchWithWinners } from '../merge/vote_restore.ts';
import { setStates } from './triage.ts';
import { recordUndo, takeUndoIfAny, type UndoChange } from '../undo/undo.ts';

/** States of ideas that a block marks as spam; merged ones live on in others. */
const BLOCKED_STATES = ['published', 'approved', 'pending', 'closed'];
const BLOCKED_COMMENT_STATES = ['published', 'approved', 'pending'];

interface SupportRow {
  suggestion_id: string;
  user_id: string;
  votes: number;
  importance_response_id: string | null;
  channel: string;
  created_at: Date | null;
}

/**
 * Takes what a person gave: votes with their subscriptions, ideas and comments, which become spam.
 * @returns what was there, for undo
 */
async function takeAll(context: CommandContext, counters: Counters, user_id: string): Promise<UndoChange[]> {
  const { tx, subdomain_id } = context;
  // records before ideas, ideas in ascending id, all of them at once
  const written = await tx
    .selectFrom('comments')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('creator_id', '=', user_id)
    .where('state', 'in', BLOCKED_COMMENT_STATES)
    .execute();
  const comments = (
    await lockComments(
      context,
      written.map((row) => row.id),
    )
  ).filter((row) => BLOCKED_COMMENT_STATES.includes(row.state));
  const { rows: concerned } = await sql<{ id: string }>`
select s.id::text as id from suggestions s where s.subdomain_id = ${subdomain_id} and s.creator_id = ${user_id} and s.state = any(${BLOCKED_STATES}::text[])
union
select x.suggestion_id::text from supporters x where x.subdomain_id = ${subdomain_id} and x.user_id = ${user_id}`.execute(
    tx,
  );
  const ids = [...new Set([...concerned.map((row) => row.id), ...comments.map((row) => row.suggestion_id)])];
  await counters.watch(ids);
  const ideas =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('suggestions')
          .select(['id', 'state'])
          .where('subdomain_id', '=', subdomain_id)
          .where('id', 'in', ids)
          .where('creator_id', '=', user_id)
          .where('state', 'in', BLOCKED_STATES)
          .orderBy('id')
          .execute();
  await setStates(
    context,
    ideas.map(({ id }) => ({ id, state: 'spam' })),
  );
  const commentChanges = await setCommentStates(
    context,
    counters,
    comments.map((row) => ({ row, state: 'spam' })),
  );
  const taken = async (table: 'supporters' | 'subscriptions'): Promise<UndoChange[]> => {
    if (ids.length === 0) return [];
    const rows = await tx
      .deleteFrom(table)
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', user_id)
      .where('suggestion_id', 'in', ids)
      .returningAll()
      .execute();
    if (table === 'supporters') for (const row of rows as SupportRow[]) counters.supportRemoved(row);
    return rows.map((row): UndoChange => {
      const { subdomain_id: _tenant, ...before } = row as Record<string, unknown>;
      return { table, id: String(before['suggestion_id']), before };
    });
  };
  return [
    ...ideas.map((idea): UndoChange => ({
      table: 'suggestions',
      id: idea.id,
      before: { state: idea.state },
      after: { state: 'spam' },
    })),
    ...commentChanges,
    ...(await taken('supporters')),
    ...(await taken('subscriptions')),
  ];
}

/**
 * Gives back what a block took, as far as no one has changed it since: what was approved or deleted
 * meanwhile stays so. A vote on an idea that was merged since counts on its winner.
 */
async function giveBack(
  context: CommandContext,
  counters: Counters,
  changes: readonly UndoChange[],
): Promise<void> {
  const { tx, subdomain_id, now } = context;
  await restoreCommentStates(context, counters, changes);
  const votes = takenVotes(changes);
  // with the ideas of the comments, which are counted there: all in one statement, or two who lock what the other waits for meet in a circle
  const comments = changes.filter((change) => change.table === 'comments').map((change) => change.id);
  const commented =
    comments.length === 0
      ? []
      : await tx
          .selectFrom('comments')
          .select('suggestion_id')
          .where('subdomain_id', '=', subdomain_id)
          .where('id', 'in', comments)
          .execute();
  const ids = [
    ...new Set([
      ...changes
        .filter((change) => change.table !== 'comments' && change.table !== 'users')
        .map((change) => change.id),
      ...votes.map((vote) => vote.suggestion_id),
      ...commented.map((row) => row.suggestion_id),
    ]),
  ];
  if (ids.length === 0) return;
  await watchWithWinners(context, counters, ids);
  const current = new Map(
    (
      await tx
        .selectFrom('suggestions')
        .select(['id', 'state'])
        .where('subdomain_id', '=', subdomain_id)
        .where('id', 'in', ids)
        .execute()
    ).map((row) => [row.id, row.state]),
  );
  const spam = changes.filter(
    (change) => change.table === 'suggestions' && current.get(change.id) === 'spam',
  );
  await setStates(
    context,
    spam.map((change) => ({ id: change.id, state: (change.before as { state: string }).state })),
  );
  await restoreVotes(context, counters, votes);
  const subscriptions = changes
    .filter((change) => change.table === 'subscriptions' && current.get(change.id) !== 'merged')
    .map((change) => change.before);
  await sql`
insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed, created_at, updated_at)
select ${subdomain_id}::bigint, d.suggestion_id, d.user_id, d.subscribed, d.created_at, ${now}::timestamptz
from jsonb_to_recordset(${JSON.stringify(subscriptions)}::jsonb) as d (suggestion_id bigint, user_id bigint, subscribed boolean, created_at timestamptz)
on conflict (subdomain_id, suggestion_id, user_id) do nothing`.execute(tx);
}

/** Everything that blocks of the last 30 days took; two at once leave two entries. */
async function takeBlocks(context: CommandContext, id: string): Promise<UndoChange[]> {
  const all: UndoChange[] = [];
  for (
    let changes = await takeUndoIfAny(context, ['user_block'], 'users', id);
    changes !== null;
    changes = await takeUndoIfAny(context, ['user_block'], 'users', id)
  )
    all.push(...changes);
  return all;
}

/** Shuts a person out, or lets them in again (DEC-038, DEC-120). */
export const userBlock = defineCommand({
  name: 'user_block',
  description:
    'Blocks a person: their votes go, their ideas and comments are marked as spam, and they can no longer sign in. With blocked false they are let in again, and get back what the block took, within 30 days. Members of the team are blocked by who keeps the settings; no one blocks themselves or the owner.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Person.')),
    blocked: required(booleanInput('true: block; false: let in again.')),
  },
  returns: { entity: 'user' },
  run: async ({ id, blocked }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    // who takes something back holds the entry before the records that it names
    const changes = blocked ? [] : await takeBlocks(context, id);
    const person = await findUser(tx, subdomain_id, id, 'id');
    if (person.id === viewer.user_id) throw badInput('id', 'You cannot block yourself.', { reason: 'self' });
    if (person.license_type === 'owner')
      throw badInput('id', 'The owner of the workspace cannot be blocked.', { reason: 'owner' });
    if (isTeamMember(person.license_type) && !canWrite(viewer.permissions, 'settings')) {
      throw badInput('id', 'Only someone who can change settings can block members of the team.', {
        reason: 'team',
      });
    }
    const allowed_state = blocked ? 'blocked' : 'allowed';
    if (person.allowed_state === allowed_state) return id;
    const counters = new Counters(tx, subdomain_id, now);
    if (blocked) {
      const taken = await takeAll(context, counters, id);
      await recordUndo(context, 'user_block', [
        { table: 'users', id, before: { allowed_state: 'allowed' }, after: { allowed_state } },
        ...taken,
      ]);
    } else await giveBack(context, counters, changes);
    noteHappening(tx, 'user_updated', [id]);
    await context.audit(blocked ? 'user_blocked' : 'user_unblocked', id);
    // after the ideas and before what counts them, as people are locked
    await sql`update users u set allowed_state = ${allowed_state}, updated_at = greatest(${now}::timestamptz, u.updated_at + interval '1 millisecond') where u.subdomain_id = ${subdomain_id} and u.id = ${id}`.execute(
      tx,
    );
    await endSessionsOf(tx, subdomain_id, id);
    await counters.write();
    return id;
  },
});

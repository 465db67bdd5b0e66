import { sql } from 'kysely';
import { CHANNELS, CONSOLE_CHANNEL, IMPORTANCE_LEVELS, type Channel } from '../../../contract/states.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { booleanInput, idInput, intInput, enumInput, nullable, required } from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { findUser } from '../account/find.ts';
import { Counters } from '../counters/counters.ts';
import { findSuggestion } from '../ideas/find.ts';
import { restoreVotes, takenVotes, watchWithWinners } from '../merge/vote_restore.ts';
import { recordUndo, takeUndoOf, type UndoChange } from '../undo/undo.ts';

/** Who supports what. */
export interface Pair {
  suggestion_id: string;
  user_id: string;
}

/**
 * Makes a person a supporter with one vote, unless they are one already (DEC-093, DEC-097), or are blocked: a
 * block takes votes away (DEC-038), so none comes in behind it, whatever their words are linked to. The idea is
 * locked by then: two who add the same person at once would otherwise each wait for the other, one
 * for the row and one for the idea.
 */
export async function addSupport(
  context: CommandContext,
  counters: Counters,
  { suggestion_id, user_id }: Pair,
  channel: Channel = CONSOLE_CHANNEL,
): Promise<void> {
  const row = { suggestion_id, user_id, votes: 1, importance_response_id: null, created_at: context.now };
  const { rows } = await sql`
insert into supporters as x (subdomain_id, suggestion_id, user_id, votes, channel, created_at)
select ${context.subdomain_id}::bigint, ${suggestion_id}::bigint, u.id, 1, ${channel}::text, ${context.now}::timestamptz
from users u where u.subdomain_id = ${context.subdomain_id} and u.id = ${user_id} and u.allowed_state <> 'blocked'
on conflict (subdomain_id, suggestion_id, user_id) do nothing returning x.user_id`.execute(context.tx);
  if (rows.length > 0) counters.supportAdded(row);
}

/**
 * Sets whether a person takes mail about an idea; from then on they watch it, also when it is switched off
 * (DEC-135). One who is blocked does not: a block takes subscriptions away, so none comes in behind it.
 */
export async function setSubscription(
  { tx, subdomain_id, now }: CommandContext,
  { suggestion_id, user_id }: Pair,
  subscribed: boolean,
): Promise<void> {
  await sql`
insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed, created_at, updated_at)
select ${subdomain_id}::bigint, ${suggestion_id}::bigint, u.id, ${subscribed}::boolean, ${now}::timestamptz, ${now}::timestamptz
from users u where u.subdomain_id = ${subdomain_id} and u.id = ${user_id} and u.allowed_state <> 'blocked'
on conflict (subdomain_id, suggestion_id, user_id) do update set subscribed = excluded.subscribed, updated_at = excluded.updated_at`.execute(
    tx,
  );
}

/**
 * Takes a person's support away, and their subscription with it.
 * @returns what was there, for undo; empty when they were no supporter
 */
export async function removeSupport(
  context: CommandContext,
  counters: Counters,
  { suggestion_id, user_id }: Pair,
): Promise<UndoChange[]> {
  const { tx, subdomain_id } = context;
  const support = await tx
    .deleteFrom('supporters')
    .where('subdomain_id', '=', subdomain_id)
    .where('suggestion_id', '=', suggestion_id)
    .where('user_id', '=', user_id)
    .returning(['suggestion_id', 'user_id', 'votes', 'importance_response_id', 'channel', 'created_at'])
    .executeTakeFirst();
  if (!support) return [];
  counters.supportRemoved(support);
  const subscription = await tx
    .deleteFrom('subscriptions')
    .where('subdomain_id', '=', subdomain_id)
    .where('suggestion_id', '=', suggestion_id)
    .where('user_id', '=', user_id)
    .returning(['suggestion_id', 'user_id', 'subscribed', 'created_at'])
    .executeTakeFirst();
  return [
    { table: 'supporters', id: suggestion_id, before: support },
    ...(subscription ? [{ table: 'subscriptions' as const, id: suggestion_id, before: subscription }] : []),
  ];
}

/**
 * Gives back what `removeSupport` took, unless the person has supported or watched the idea again since, or
 * is blocked by now. The ideas are locked by `watchWithWinners`.
 */
export async function restoreSupport(
  context: CommandContext,
  counters: Counters,
  changes: readonly UndoChange[],
): Promise<void> {
  const { tx, subdomain_id } = context;
  const people = [
    ...new Set(
      changes.flatMap(({ table, before }) =>
        table === 'supporters' || table === 'subscriptions' ? [(before as Pair).user_id] : [],
      ),
    ),
  ];
  if (people.length === 0) return;
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', people)
    .where('allowed_state', '<>', 'blocked')
    .execute();
  const allowed = new Set(rows.map((row) => row.id));
  await restoreVotes(
    context,
    counters,
    takenVotes(changes).filter((vote) => allowed.has(vote.user_id)),
  );
  for (const { table, before } of changes) {
    if (table !== 'subscriptions' || !allowed.has((before as Pair).user_id)) continue;
    const row = before as Pair & { subscribed: boolean; created_at: string };
    await tx
      .insertInto('subscriptions')
      .values({ subdomain_id, ...row, updated_at: context.now })
      .onConflict((conflict) => conflict.columns(['subdomain_id', 'suggestion_id', 'user_id']).doNothing())
      .execute();
  }
}

/** The panel Add voter (VALID-049, DEC-093). Staff may add voters whatever the idea's status (DEC-132). */
export const suggestionAdminSubscribe = defineCommand({
  name: 'suggestion_admin_subscribe',
  description:
    'Makes a person a supporter of an idea, unless they are one, and sets whether they get email about it. A repeated call adds no second vote.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Idea.')),
    user: required(idInput('Person.')),
    channel: enumInput('Where the support comes in; admin when not given.', CHANNELS),
    subscribe: booleanInput('Gets email about the idea; stays as it is when not given.'),
  },
  returns: { entity: 'suggestion' },
  run: async (input, context) => {
    const idea = await findSuggestion(context.tx, context.subdomain_id, input.id, 'id', {
      lock: true,
      joins: true,
    });
    const person = await findUser(context.tx, context.subdomain_id, input.user, 'user');
    if (person.allowed_state === 'blocked')
      throw badInput('user', 'This person is blocked and cannot vote. Unblock them first.', {
        reason: 'blocked',
      });
    const pair = { suggestion_id: idea.id, user_id: person.id };
    const counters = new Counters(context.tx, context.subdomain_id, context.now);
    await addSupport(context, counters, pair, input.channel);
    if (input.subscribe !== undefined) await setSubscription(context, pair, input.subscribe);
    await counters.write();
    return idea.id;
  },
});

/** Removes a voter with their subscription (DEC-120). */
export const supporterDelete = defineCommand({
  name: 'supporter_delete',
  description:
    'Removes a voter from an idea, with their subscription. Answers the id of the person. supporter_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { suggestion: required(idInput('Idea.')), user: required(idInput('Person.')) },
  returns: { type: 'DeletedRecord' },
  run: async (input, context) => {
    const idea = await findSuggestion(context.tx, context.subdomain_id, input.suggestion, 'suggestion', {
      lock: true,
    });
    const counters = new Counters(context.tx, context.subdomain_id, context.now);
    const removed = await removeSupport(context, counters, { suggestion_id: idea.id, user_id: input.user });
    if (removed.length === 0) throw notFound('user', 'supporter');
    await recordUndo(context, 'supporter_delete', removed);
    await context.audit('supporter_delete', idea.id, { user_id: input.user });
    await counters.write();
    return { id: input.user };
  },
});

/** Sets how important an idea is to one of its voters, as they said (DEC-175). */
export const supporterUpdate = defineCommand({
  name: 'supporter_update',
  description: 'Sets how important the idea is to a voter of it.',
  requires: writeRight('feedback'),
  input: {
    suggestion: required(idInput('Idea.')),
    user: required(idInput('Person; a voter of the idea.')),
    importance: nullable(intInput('1 low, 2 medium, 3 high; null: no answer.', { min: 1, max: 3 })),
  },
  returns: { entity: 'suggestion' },
  run: async (input, context) => {
    const { tx, subdomain_id } = context;
    const idea = await findSuggestion(tx, subdomain_id, input.suggestion, 'suggestion', { lock: true });
    const row = await tx
      .selectFrom('supporters')
      .select(['suggestion_id', 'user_id', 'votes', 'importance_response_id', 'created_at'])
      .where('subdomain_id', '=', subdomain_id)
      .where('suggestion_id', '=', idea.id)
      .where('user_id', '=', input.user)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('user', 'supporter');
    if (input.importance === undefined) return idea.id;
    const importance_response_id = await importanceAnswer(context, input.importance);
    if (importance_response_id === row.importance_response_id) return idea.id;
    await tx
      .updateTable('supporters')
      .set({ importance_response_id })
      .where('subdomain_id', '=', subdomain_id)
      .where('suggestion_id', '=', idea.id)
      .where('user_id', '=', row.user_id)
      .execute();
    const counters = new Counters(tx, subdomain_id, context.now);
    counters.supportRemoved(row);
    counters.supportAdded({ ...row, importance_response_id });
    await context.audit('supporter_update', idea.id, { user_id: row.user_id, importance: input.importance });
    await counters.write();
    return idea.id;
  },
});

/** The answer of a value, made where the workspace has none yet; null: none. */
async function importanceAnswer(
  { tx, subdomain_id }: CommandContext,
  importance: number | null,
): Promise<string | null> {
  if (importance === null) return null;
  const find = () =>
    tx
      .selectFrom('importance_responses')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('value', '=', importance)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  const made = await tx
    .insertInto('importance_responses')
    .values({ subdomain_id, value: importance, label: IMPORTANCE_LEVELS[importance - 1]!.label })
    .onConflict((conflict) => conflict.columns(['subdomain_id', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return (made ?? (await find()))!.id;
}

/** Gives a removed vote back as it was: its number, its date, the answer on importance and the subscription. */
export const supporterRestore = defineCommand({
  name: 'supporter_restore',
  description:
    'Takes the removal of a voter back, with their subscription, within 30 days. A vote that they gave again since stays.',
  requires: writeRight('feedback'),
  input: { suggestion: required(idInput('Idea.')), user: required(idInput('Person.')) },
  returns: { entity: 'suggestion' },
  run: async (input, context) => {
    const changes = await takeUndoOf(context, ['supporter_delete'], 'supporters', input.suggestion, 'voter', {
      user_id: input.user,
    });
    const counters = new Counters(context.tx, context.subdomain_id, context.now);
    await watchWithWinners(context, counters, [
      input.suggestion,
      ...takenVotes(changes).map((vote) => vote.suggestion_id),
    ]);
    const idea = await findSuggestion(context.tx, context.subdomain_id, input.suggestion, 'suggestion');
    const person = await findUser(context.tx, context.subdomain_id, input.user, 'user');
    if (person.allowed_state === 'blocked')
      throw badInput('user', 'This person is blocked and cannot vote. Unblock them first.', {
        reason: 'blocked',
      });
    await restoreSupport(context, counters, changes);
    await context.audit('supporter_restore', idea.id, { user_id: input.user });
    await counters.write();
    return idea.id;
  },
});

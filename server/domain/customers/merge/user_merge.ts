import { sql } from 'kysely';
import { USER_MERGE_FIELDS } from '../../../../contract/user_merge.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { badInput, notFound } from '../../../core/errors.ts';
import { noteHappening } from '../../../core/happenings.ts';
import { rejectDuplicate } from '../../../core/unique.ts';
import { writeRight } from '../../../core/viewer.ts';
import { enumListInput, idInput, required } from '../../../inputs/kinds.ts';
import { Counters } from '../../counters/counters.ts';
import { undoableSince } from '../../undo/undo.ts';
import { lockAccounts } from '../find.ts';
import { latestScore } from '../rating_commands.ts';
import { lockRecords, moveAll, moveBack, recordsOf, type MovedRecords, type OwnRecords } from './moves.ts';
import {
  findProfiles,
  goneProfile,
  mergeable,
  mergedProfile,
  nameOf,
  profileBefore,
  refuseTeam,
  writeProfile,
  type Profile,
} from './profiles.ts';

/*
 * Two profiles of one person are made one. Everything that the losing one gave goes over, an idea that both support
 * counts them once, and its row stays to lead to the winner. What came in under an address or an id at the source that
 * the merged profile does not have any more still finds it (`account/people/lost_keys.ts`). For 30 days it can be taken back.
 */

/** Holds people, and the records and ideas of one of them that go over or come back, in the order of locks. */
async function hold(
  context: CommandContext,
  people: readonly string[],
  records: OwnRecords,
): Promise<Counters> {
  await lockRecords(context, records);
  const counters = new Counters(context.tx, context.subdomain_id, context.now);
  await counters.watchCustomers({ people, ideas: records.ideas });
  return counters;
}

/** An account that is still there. */
async function accountNow(
  { tx, subdomain_id: sid }: CommandContext,
  ...ids: (string | null)[]
): Promise<(id: string | null) => string | null> {
  const held = await lockAccounts(
    tx,
    sid,
    ids.filter((id) => id !== null),
  );
  return (id) => (held.some((account) => account.id === id) ? id : null);
}

/** Merges two people. */
export const userMerge = defineCommand({
  name: 'user_merge',
  description:
    'Makes two profiles of one person one: ideas, votes (an idea that both support counts them once), comments, feedback, ratings and tickets of the other go over to the one who stays, who is answered. user_unmerge takes it back within 30 days.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Person who stays.')),
    other: required(idInput('Person who goes, and leads to the one who stays from then on.')),
    take: enumListInput(
      'What is taken from the one who goes; when not given, what the one who stays has none of. Of ratings the latest counts, and email is sent only as far as both had it on.',
      USER_MERGE_FIELDS,
    ),
  },
  returns: { entity: 'user' },
  run: async (input, context) => {
    const { tx, subdomain_id: sid, now, viewer } = context;
    const pair = [input.id, input.other];
    mergeable(await findProfiles(tx, sid, pair, false), input.id, input.other);
    const counters = await hold(context, pair, await recordsOf(context, input.other));
    // as they are now that nobody else changes them
    const { winner, loser } = mergeable(await findProfiles(tx, sid, pair, true), input.id, input.other);
    const isThere = await accountNow(context, winner.profile.account_id, loser.profile.account_id);
    const moved = await moveAll(context, counters, winner.id, loser.id);
    const after = mergedProfile(winner.profile, loser.profile, input.take ?? null);
    after.account_id = isThere(after.account_id);
    after.satisfaction_score =
      (await latestScore(tx, sid, winner.id)) ??
      winner.profile.satisfaction_score ??
      loser.profile.satisfaction_score;
    await writeProfile(tx, sid, loser, goneProfile(loser.profile), winner.id, now);
    await writeProfile(tx, sid, winner, after, null, now);
    const lost = (key: 'email_address' | 'guid'): string | null =>
      [winner.profile[key], loser.profile[key]].find((value) => value !== null && value !== after[key]) ??
      null;
    await tx
      .insertInto('user_merges')
      .values({
        subdomain_id: sid,
        winner_id: winner.id,
        loser_id: loser.id,
        user_id: viewer.user_id,
        winner_before: JSON.stringify(winner.profile),
        loser_before: JSON.stringify(loser.profile),
        winner_after: JSON.stringify(after),
        moved: JSON.stringify(moved),
        lost_email: lost('email_address')?.toLowerCase() ?? null,
        lost_guid: lost('guid'),
        created_at: now,
      })
      .execute();
    noteHappening(tx, 'user_updated', [winner.id]);
    await context.audit('user_merge', winner.id, {
      other: loser.id,
      name: nameOf(loser),
    });
    await counters.write();
    return winner.id;
  },
});

/** The open merge of someone who went. */
async function mergeOf({ tx, subdomain_id: sid }: CommandContext, loser_id: string) {
  return tx
    .selectFrom('user_merges')
    .select(['id', 'winner_id', 'winner_before', 'loser_before', 'winner_after', 'moved', 'created_at'])
    .where('subdomain_id', '=', sid)
    .where('loser_id', '=', loser_id)
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
}

/** Takes a merge of two people back. */
export const userUnmerge = defineCommand({
  name: 'user_unmerge',
  description:
    'Takes the merge of a person back within 30 days: what they brought comes back to them, but for what has changed since. Answers the person. Of several merges of one person the last one goes first.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Person who was merged into another one.')) },
  returns: { entity: 'user' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id: sid, now, viewer } = context;
    const seen = (await findProfiles(tx, sid, [id], false)).get(id);
    if (!seen) throw notFound('id', 'person');
    const found = await mergeOf(context, id);
    if (!found) throw badInput('id', `${nameOf(seen)} is not merged into anyone.`, { reason: 'not_merged' });
    const moved = found.moved as unknown as MovedRecords | null;
    const counters = await hold(
      context,
      [found.winner_id, id],
      await recordsOf(context, found.winner_id, moved?.records ?? {}),
    );
    const people = await findProfiles(tx, sid, [found.winner_id, id], true);
    const [winner, loser] = [people.get(found.winner_id)!, people.get(id)!];
    const merge = await mergeOf(context, id);
    if (merge?.id !== found.id)
      throw badInput('id', `${nameOf(seen)} is not merged into anyone.`, { reason: 'not_merged' });
    refuseTeam('id', winner);
    if (moved === null || merge.created_at <= undoableSince(now))
      throw badInput('id', 'This merge is older than 30 days and can no longer be undone.', {
        reason: 'expired',
      });
    const { rows: later } = await sql<{ name: string }>`
select coalesce(l.name, m.loser_before ->> 'email_address', '') as name from user_merges m join users l on l.subdomain_id = ${sid} and l.id = m.loser_id
where m.subdomain_id = ${sid} and m.reversed_at is null and m.id > ${merge.id} and (m.winner_id = ${winner.id} or m.loser_id = ${winner.id}) order by m.id desc limit 1`.execute(
      tx,
    );
    if (later[0])
      throw badInput(
        'id',
        winner.merged_into_id === null
          ? `${later[0].name || 'Someone else'} was merged into ${nameOf(winner)} after that. Undo that merge first.`
          : `${nameOf(winner)} was merged into someone else after that. Undo that merge first.`,
        { reason: 'later' },
      );

    const before = {
      winner: merge.winner_before as unknown as Profile,
      loser: merge.loser_before as unknown as Profile,
    };
    const own = profileBefore(winner.profile, before.winner, merge.winner_after as unknown as Profile);
    const isThere = await accountNow(context, own.account_id, before.loser.account_id);
    await moveBack(context, counters, moved, winner.id, id);
    const taken = (what: string | null) => () =>
      badInput('id', `Someone else has ${what} now. Change that there first.`, {
        reason: 'taken',
        httpStatus: 409,
      });
    await rejectDuplicate(
      'users_email',
      taken(before.loser.email_address),
      rejectDuplicate(
        'users_guid',
        taken(before.loser.guid),
        (async () => {
          await writeProfile(
            tx,
            sid,
            winner,
            {
              ...own,
              account_id: isThere(own.account_id),
              satisfaction_score: (await latestScore(tx, sid, winner.id)) ?? own.satisfaction_score,
            },
            null,
            now,
          );
          await writeProfile(
            tx,
            sid,
            loser,
            {
              ...before.loser,
              name: loser.profile.name,
              account_id: isThere(before.loser.account_id),
              satisfaction_score: (await latestScore(tx, sid, id)) ?? before.loser.satisfaction_score,
            },
            null,
            now,
          );
        })(),
      ),
    );
    await tx
      .updateTable('user_merges')
      .set({ reversed_at: now, reversed_by_id: viewer.user_id, moved: null })
      .where('subdomain_id', '=', sid)
      .where('id', '=', merge.id)
      .execute();
    noteHappening(tx, 'user_updated', [winner.id, id]);
    await context.audit('user_unmerge', id, { winner: winner.id });
    await counters.write();
    return id;
  },
});

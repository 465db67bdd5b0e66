import { textLimits } from '../../../contract/limits.ts';
import { nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, objectInput, textInput, required } from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { findUser } from '../account/find.ts';
import { Counters } from '../counters/counters.ts';
import { findSuggestion } from '../ideas/find.ts';
import { isOfIdeaThere } from './find.ts';

/**
 * Raises an open flag, with its line in the feed; the command declares the kind internal_flag_created.
 * @param flag user_id: on whose behalf; null: on no one else's
 * @returns its id
 */
export async function raiseFlag(
  context: CommandContext,
  counters: Counters,
  flag: { suggestion_id: string; reason: string; user_id: string | null },
): Promise<string> {
  const { tx, subdomain_id, viewer, now } = context;
  const { id } = await tx
    .insertInto('internal_flags')
    .values({ subdomain_id, ...flag, creator_id: viewer.user_id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  counters.flagAdded({ suggestion_id: flag.suggestion_id, created_at: now });
  await context.activity({
    kind: 'internal_flag_created',
    suggestion_id: flag.suggestion_id,
    internal_flag_id: id,
  });
  return id;
}

/** The panel Flag idea (CALL-M-023, ENT-022, VALID-048, VALID-074, DEC-112). */
export const internalFlagCreate = defineCommand({
  name: 'internal_flag_create',
  description: 'Raises a flag of the team on an idea, on behalf of someone else when a user is given.',
  requires: writeRight('feedback'),
  input: {
    suggestion: required(idInput('Idea.')),
    reason: required(textInput('Why.', textLimits.reasonCharacters)),
    user: objectInput('InternalFlagUser', 'On whose behalf.', { id: required(idInput('Person.')) }),
  },
  returns: { entity: 'internal_flag' },
  activity: ['internal_flag_created'],
  run: async ({ suggestion, reason, user }, context) => {
    const { tx, subdomain_id, now } = context;
    const { id: suggestion_id } = await findSuggestion(tx, subdomain_id, suggestion, 'suggestion', {
      lock: true,
      joins: true,
    });
    const user_id = user ? (await findUser(tx, subdomain_id, user.id, 'user.id')).id : null;
    const counters = new Counters(tx, subdomain_id, now);
    const id = await raiseFlag(context, counters, { suggestion_id, reason, user_id });
    await counters.write();
    return id;
  },
});

/** Clears a flag; it stays in the feed and among all flags (DEC-112). */
export const internalFlagClear = defineCommand({
  name: 'internal_flag_clear',
  description: 'Clears an open flag, with a message if one likes. It stays in the feed, with who cleared it.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Flag.')),
    message: textInput('What was done about it.', textLimits.reasonCharacters),
  },
  returns: { entity: 'internal_flag' },
  activity: ['internal_flag_cleared'],
  run: async ({ id, message }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    // records are locked before their idea, as everywhere
    const row = await tx
      .selectFrom('internal_flags')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where(isOfIdeaThere('internal_flags', subdomain_id))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'flag');
    if (row.cleared_at !== null)
      throw badInput('id', 'This flag was cleared already.', { reason: 'cleared' });
    await tx
      .updateTable('internal_flags')
      .set({
        cleared_at: now,
        cleared_by_id: viewer.user_id,
        cleared_message: message || null,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.activity({
      kind: 'internal_flag_cleared',
      suggestion_id: row.suggestion_id,
      internal_flag_id: id,
    });
    const counters = new Counters(tx, subdomain_id, now);
    counters.flagCleared(row);
    await counters.write();
    return id;
  },
});

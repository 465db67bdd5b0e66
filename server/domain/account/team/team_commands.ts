import { sql, type Selectable } from 'kysely';
import { teamLimits } from '../../../../contract/team.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { badInput, notFound } from '../../../core/errors.ts';
import { allOf, readRight } from '../../../core/viewer.ts';
import type { TeamsTable } from '../../../db/tables.ts';
import { idInput, idListInput, required, singleLine } from '../../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../../listing/optimistic_lock.ts';
import { keepsTeam } from './members.ts';
import { team } from './teams.ts';

/** Teams name people, whom those who read no feedback do not see. */
const keepsTeams = allOf(keepsTeam, readRight('feedback'));

const inName = singleLine('Name, such as Sales.', textLimits.nameCharacters);
/** What someone is shown of a team that was changed meanwhile. */
const CURRENT = { id: true, name: true, members_count: true, updated_at: true } as const;

const inUsers = idListInput('Members of it: people with a licence; each once.', teamLimits.membersOfTeam);

/**
 * Locks the teams of the workspace and refuses a name that another one has, whatever its capitals.
 * @param id the team itself; null: it is to be made
 */
async function checkName(
  { tx, subdomain_id }: CommandContext,
  name: string,
  id: string | null,
): Promise<void> {
  if (name === '') throw badInput('name', 'Enter a name.', { reason: 'required' });
  // two that are made at once wait for each other
  await sql`select 1 from subdomains s where s.id = ${subdomain_id} for no key update`.execute(tx);
  const others = await tx
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('subdomain_id', '=', subdomain_id)
    .$if(id !== null, (query) => query.where('id', '<>', id))
    .execute();
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw badInput('name', `There is a team "${name}" already.`, { reason: 'taken' });
  if (id === null && others.length >= teamLimits.teams)
    throw badInput('name', `A workspace has at most ${teamLimits.teams} teams.`, { reason: 'too_many' });
}

/** Puts these people into a team, and takes others out of it. @throws BAD_USER_INPUT when one has no licence */
async function setMembers(
  { tx, subdomain_id }: CommandContext,
  team_id: string,
  users: readonly string[],
): Promise<void> {
  const ids = [...new Set(users)];
  if (ids.length > 0) {
    const found = await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('license_type', '<>', 'none')
      .where('id', 'in', ids)
      .execute();
    if (found.length < ids.length) throw notFound('users', 'member of the team');
  }
  await tx
    .deleteFrom('team_members')
    .where('subdomain_id', '=', subdomain_id)
    .where('team_id', '=', team_id)
    .execute();
  if (ids.length > 0)
    await tx
      .insertInto('team_members')
      .values(ids.map((user_id) => ({ subdomain_id, team_id, user_id })))
      .execute();
}

async function lockTeam({ tx, subdomain_id }: CommandContext, id: string): Promise<Selectable<TeamsTable>> {
  const row = await tx
    .selectFrom('teams')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('id', 'team');
  return row;
}

/** Makes a team (SCOPE-027). */
export const teamCreate = defineCommand({
  name: 'team_create',
  description:
    'Makes a team: people of the workspace who are told of internal updates and filtered by together.',
  requires: keepsTeams,
  input: { name: required(inName), users: inUsers },
  returns: { entity: 'team' },
  run: async ({ name, users = [] }, context) => {
    const { tx, subdomain_id, now } = context;
    await checkName(context, name, null);
    const { id } = await tx
      .insertInto('teams')
      .values({ subdomain_id, name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setMembers(context, id, users);
    await context.audit('team_create', id, { name, users });
    return id;
  },
});

/** Changes the name of a team, or who belongs to it; what is not given stays (SCOPE-027). */
export const teamUpdate = defineCommand({
  name: 'team_update',
  description: 'Changes the name of a team, or who belongs to it; what is not given stays.',
  requires: keepsTeams,
  input: { id: required(idInput('Team.')), name: inName, users: inUsers, if_updated_at: inIfUpdatedAt },
  returns: { entity: 'team' },
  run: async ({ id, name, users, if_updated_at }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    if (name !== undefined) await checkName(context, name, id);
    const row = await lockTeam(context, id);
    await assertNotModified(if_updated_at, row, 'team', () => readRecord(tx, viewer, team, [], id, CURRENT));
    await tx
      .updateTable('teams')
      .set({ ...(name === undefined ? {} : { name }), updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    if (users !== undefined) await setMembers(context, id, users);
    await context.audit('team_update', id, {
      name: name ?? row.name,
      ...(users === undefined ? {} : { users }),
    });
    return id;
  },
});

/** Deletes a team; its people stay (SCOPE-027). */
export const teamDelete = defineCommand({
  name: 'team_delete',
  description: 'Deletes a team. Its people stay as they are.',
  requires: keepsTeams,
  input: { id: required(idInput('Team.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id } = context;
    const row = await lockTeam(context, id);
    await tx.deleteFrom('teams').where('subdomain_id', '=', subdomain_id).where('id', '=', id).execute();
    await context.audit('team_delete', id, { name: row.name });
    return { id };
  },
});

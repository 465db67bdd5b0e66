import type { Selectable } from 'kysely';
import { emailKey, emailProblem } from '../../../../contract/email.ts';
import { emailLimits } from '../../../../contract/limits.ts';
import {
  ALL_PERMISSIONS,
  AREA_VALUES,
  isCoreAdmin,
  isTeamMember,
  NO_PERMISSIONS,
  SETTINGS_VALUES,
  type PermissionsMap,
} from '../../../../contract/permissions.ts';
import {
  keptPermissions,
  licenseProblem,
  memberProblem,
  rightProblem,
  STARTING_PERMISSIONS,
  TEAM_LICENSES,
  teamLimits,
  teamSentences,
  type PermissionArea,
  type TeamActor,
} from '../../../../contract/team.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { noteHappening } from '../../../core/happenings.ts';
import { badInput, badRequest, notFound } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import { shape } from '../../../core/shape.ts';
import type { UsersTable } from '../../../db/tables.ts';
import {
  booleanInput,
  enumInput,
  idInput,
  objectInput,
  required,
  textListInput,
} from '../../../inputs/kinds.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { announceAccountChange } from '../announce.ts';
import { charge, ShareUsedUp, type Share } from '../limits/login_backoff.ts';
import { invitationMail } from '../mails/account_mails.ts';
import { revokeLinksOf } from '../one_time_link.ts';
import { ownNewsMail } from '../mails/own_mails.ts';
import { endFactor } from '../second_factor/factor.ts';
import { endSessionsOf } from '../session.ts';
import { keepsTeam, readTeam, teamMemberShape } from './members.ts';

const inLicense = enumInput('Licence; full and owner open the console.', TEAM_LICENSES);

const inPermissions = objectInput(
  'TeamPermissionsInput',
  'Rights per area; those that are left out stay as they are.',
  {
    feedback_admin_ui: booleanInput('Ideas and feedback.'),
    features: enumInput('Roadmap.', AREA_VALUES),
    tickets: enumInput('Tickets.', AREA_VALUES),
    knowledgebase: enumInput('Articles.', AREA_VALUES),
    settings: enumInput('Settings; any value but none may change them.', SETTINGS_VALUES),
  },
);

/** What became of an address. */
export const INVITATION_OUTCOMES = ['invited', 'already_invited', 'already_member', 'blocked'] as const;
type Outcome = (typeof INVITATION_OUTCOMES)[number];

const invitationShape = shape('TeamInvitation', 'What became of an address that was to be invited.', {
  id: { type: 'ID!', description: 'Id of the user.' },
  email_address: { type: 'String!', description: 'The address.' },
  outcome: {
    type: 'String!',
    description: `One of ${INVITATION_OUTCOMES.join(', ')}. Only for invited was anything changed and an email sent.`,
  },
});

type Row = Selectable<UsersTable>;

/** The rights of a row, whole. */
const mapOf = (stored: unknown): PermissionsMap => ({
  ...NO_PERMISSIONS,
  ...(stored as Partial<PermissionsMap> | null),
});

const actorOf = ({ viewer }: CommandContext): TeamActor => viewer;

/**
 * Emails that one person may have sent to people of their choice, and that one person may be sent: a team of fifty is
 * invited at once, and no stranger's inbox is filled.
 */
const sharesOf = ({ viewer }: CommandContext, addresses: readonly string[]): Share[] => [
  ...addresses.map(() => ({
    key: `invitations by ${viewer.user_id ?? 'system'}`,
    account: null,
    burst: 100,
    everyMs: 36_000,
  })),
  ...addresses.map((address) => ({
    key: `invitations to ${emailKey(address)}`,
    account: null,
    burst: 5,
    everyMs: 12 * 60_000,
  })),
];

/** Takes what emails cost, in the open transaction: a refused call costs nothing. @throws BAD_USER_INPUT with reason too_many */
async function takeShares(
  context: CommandContext,
  scope: Scope,
  addresses: readonly string[],
): Promise<void> {
  try {
    await charge(context.tx, scope, sharesOf(context, addresses));
  } catch (error) {
    if (!(error instanceof ShareUsedUp)) throw error;
    const minutes = Math.ceil(error.seconds / 60);
    throw badRequest(
      `That’s a lot of invitations. No one was invited. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      { reason: 'too_many', httpStatus: 429 },
    );
  }
}

/** A member of the team, locked. @throws BAD_USER_INPUT, the same for someone without a licence, of another workspace and unknown */
async function lockMember({ tx, subdomain_id }: CommandContext, id: string): Promise<Row> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !isTeamMember(row.license_type)) throw notFound('id', 'member of the team');
  return row;
}

/**
 * Locks the owners who may come in, by id: who makes, changes or removes one does so in turn with others who do.
 * @throws BAD_USER_INPUT when who asks was an owner and is none any more
 */
async function lockOwners({ tx, subdomain_id, viewer }: CommandContext): Promise<readonly string[]> {
  const owners = await tx
    .selectFrom('users')
    .select(['id', 'allowed_state', 'permission_state'])
    .where('subdomain_id', '=', subdomain_id)
    .where('license_type', '=', 'owner')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (viewer.user_id !== null && !owners.some(({ id }) => id === viewer.user_id))
    throw badInput('id', teamSentences.onlyOwners, { reason: 'owner' });
  return owners
    .filter((row) => row.allowed_state === 'allowed' && row.permission_state === 'active')
    .map(({ id }) => id);
}

/** Refuses what would leave the workspace without an owner who may come in. @throws BAD_USER_INPUT with reason last_owner */
function keepAnOwner(owners: readonly string[], leaving: string, field: string): void {
  if (owners.every((id) => id === leaving))
    throw badInput(field, teamSentences.lastOwner, { reason: 'last_owner' });
}

/** Refuses rights beyond those of who gives them. @throws BAD_USER_INPUT naming the area */
function checkRights(actor: TeamActor, before: PermissionsMap, wanted: PermissionsMap): void {
  for (const area of Object.keys(wanted) as PermissionArea[]) {
    const problem = rightProblem(actor, before, area, wanted[area]);
    if (problem !== null) throw badInput(`permissions.${area}`, problem, { reason: 'beyond_own' });
  }
}

async function findByAddress(tx: Tx, subdomain_id: string, address: string): Promise<Row | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where((where) => where(where.fn<string>('lower', ['email_address']), '=', emailKey(address)))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Invites people: those who are new, and those who are known as customers and get a licence now. Who is on the team,
 * invited already or blocked stays as they are, which the answer says. An invited person's old password, if any, does
 * not count any more: they choose one with the link.
 */
export const teamInvite = defineCommand({
  name: 'team_invite',
  description:
    'Invites people by email, each with a link to choose a password. Answers for each address whether they were invited, are invited or a member already, or are blocked.',
  requires: keepsTeam,
  input: {
    email_addresses: required(
      textListInput('Addresses.', teamLimits.invitationsAtOnce, emailLimits.addressCharacters),
    ),
    license_type: required(inLicense),
    permissions: inPermissions,
  },
  returns: { type: '[TeamInvitation!]!' },
  shapes: [invitationShape],
  prepare: (_input, scope) => Promise.resolve(scope),
  run: async (input, context, scope) => {
    const { tx, subdomain_id, viewer, now } = context;
    const actor = actorOf(context);
    const addresses = [
      ...new Map(
        input.email_addresses.map((address, index) => {
          const problem = emailProblem(address.trim());
          if (problem !== null)
            throw badInput(`email_addresses.${index}`, `${address}: ${problem}`, { reason: 'invalid' });
          return [emailKey(address), address.trim()];
        }),
      ).values(),
    ];
    if (addresses.length === 0)
      throw badInput('email_addresses', 'Enter an email address.', { reason: 'required' });
    const licenseRefused = licenseProblem(actor, input.license_type);
    if (licenseRefused !== null) throw badInput('license_type', licenseRefused, { reason: 'owner' });
    if (input.license_type === 'owner') await lockOwners(context);
    const wanted = keptPermissions(input.license_type, { ...STARTING_PERMISSIONS, ...input.permissions });
    if (input.license_type !== 'owner') checkRights(actor, NO_PERMISSIONS, wanted);
    const { count } = await tx
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('subdomain_id', '=', subdomain_id)
      .where('license_type', '<>', 'none')
      .executeTakeFirstOrThrow();
    if (Number(count) + addresses.length > teamLimits.members)
      throw badInput('email_addresses', `A team has at most ${teamLimits.members} people.`);

    const given = {
      license_type: input.license_type,
      permission_state: 'invited',
      permissions: JSON.stringify(input.license_type === 'owner' ? ALL_PERMISSIONS : wanted),
      password_hash: null,
      invited_at: now,
      invited_by: viewer.user_id,
      left_team_at: null,
      updated_at: now,
    };
    const invite = async (address: string): Promise<{ id: string; outcome: Outcome }> => {
      let known = await findByAddress(tx, subdomain_id, address);
      if (!known) {
        const made = await tx
          .insertInto('users')
          .values({ subdomain_id, email_address: address, created_at: now, ...given })
          // someone else makes the same person at this moment: then they are known
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made) {
          noteHappening(tx, 'user_created', [made.id]);
          return { id: made.id, outcome: 'invited' };
        }
        known = (await findByAddress(tx, subdomain_id, address))!;
      }
      const { id } = known;
      if (known.allowed_state === 'blocked') return { id, outcome: 'blocked' };
      if (isTeamMember(known.license_type))
        return { id, outcome: known.permission_state === 'invited' ? 'already_invited' : 'already_member' };
      await tx
        .updateTable('users')
        .set(given)
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute();
      await revokeLinksOf(tx, subdomain_id, id, now);
      await endSessionsOf(tx, subdomain_id, id);
      return { id, outcome: 'invited' };
    };
    const answers = new Map<string, { id: string; email_address: string; outcome: Outcome }>();
    // in one order, so that two who invite the same people never wait for each other
    for (const address of addresses.toSorted((a, b) => (emailKey(a) < emailKey(b) ? -1 : 1))) {
      const { id, outcome } = await invite(address);
      answers.set(address, { id, email_address: address, outcome });
      if (outcome !== 'invited') continue;
      await context.enqueue(invitationMail, { user_id: id });
      await context.audit('team_invite', id, { email_address: address, license_type: input.license_type });
    }
    const invited = [...answers.values()].filter(({ outcome }) => outcome === 'invited');
    await takeShares(
      context,
      scope,
      invited.map(({ email_address }) => email_address),
    );
    return addresses.map((address) => answers.get(address));
  },
});

/** Sends an invitation once more; the links that were sent before end. */
export const teamInvitationResend = defineCommand({
  name: 'team_invitation_resend',
  description: 'Sends an invitation once more. Links that were sent before no longer work.',
  requires: keepsTeam,
  input: { id: required(idInput('Member of the team who is invited.')) },
  returns: { type: 'TeamMember!' },
  shapes: [teamMemberShape],
  prepare: (_input, scope) => Promise.resolve(scope),
  run: async ({ id }, context, scope) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockMember(context, id);
    const refused = memberProblem(actorOf(context), row);
    if (refused !== null) throw badInput('id', refused, { reason: 'owner' });
    if (row.permission_state !== 'invited' || row.email_address === null)
      throw badInput('id', 'They have joined already.', { reason: 'joined' });
    if (row.allowed_state === 'blocked')
      throw badInput('id', 'They are blocked. Unblock them first.', { reason: 'blocked' });
    await takeShares(context, scope, [row.email_address]);
    await revokeLinksOf(tx, subdomain_id, id, now);
    await tx
      .updateTable('users')
      .set({ invited_at: now, invited_by: viewer.user_id })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.enqueue(invitationMail, { user_id: id });
    await context.audit('team_invitation_resend', id, { email_address: row.email_address });
    return (await readTeam(tx, viewer, id))[0];
  },
});

/** Changes the licence or rights of a member; what is not given stays. */
export const teamMemberUpdate = defineCommand({
  name: 'team_member_update',
  description:
    'Changes the licence or rights of a member of the team; what is not given stays. Owners are made and changed by owners, the last one stays, and no one gives a right that they lack.',
  requires: keepsTeam,
  input: {
    id: required(idInput('Member of the team.')),
    license_type: inLicense,
    permissions: inPermissions,
  },
  returns: { type: 'TeamMember!' },
  shapes: [teamMemberShape],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const actor = actorOf(context);
    const owners =
      actor.license_type === 'owner' && input.license_type !== undefined ? await lockOwners(context) : [];
    const row = await lockMember(context, input.id);
    const refused = memberProblem(actor, row);
    if (refused !== null) throw badInput('id', refused, { reason: 'owner' });
    const license_type = input.license_type ?? row.license_type;
    const licenseRefused = row.license_type === license_type ? null : licenseProblem(actor, license_type);
    if (licenseRefused !== null) throw badInput('license_type', licenseRefused, { reason: 'owner' });
    if (row.license_type === 'owner' && license_type !== 'owner') keepAnOwner(owners, row.id, 'license_type');

    const before = mapOf(row.permissions);
    // who could not open the console begins as someone who is invited does
    const base = isCoreAdmin(row.license_type) || !isCoreAdmin(license_type) ? before : STARTING_PERMISSIONS;
    const wanted = keptPermissions(
      license_type,
      license_type === 'owner' ? ALL_PERMISSIONS : { ...base, ...input.permissions },
    );
    if (license_type !== 'owner') checkRights(actor, before, wanted);
    const changed = [
      ...(license_type === row.license_type ? [] : ['license_type']),
      ...(Object.keys(wanted) as PermissionArea[]).filter((area) => wanted[area] !== before[area]),
    ];
    if (changed.length > 0) {
      await tx
        .updateTable('users')
        .set({ license_type, permissions: JSON.stringify(wanted), updated_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', row.id)
        .execute();
      if (isCoreAdmin(row.license_type) && !isCoreAdmin(license_type))
        await endSessionsOf(tx, subdomain_id, row.id);
      else await announceAccountChange(tx, { about: 'user', subdomain_id, user_id: row.id });
      await context.audit('team_member_update', row.id, {
        before: { license_type: row.license_type, permissions: before },
        after: { license_type, permissions: wanted },
      });
    }
    return (await readTeam(tx, viewer, row.id))[0];
  },
});

/**
 * Takes someone off the team, or an invitation back: the licence, rights, password, sessions and links end. The person
 * stays, with what they wrote and the ideas that are assigned to them, as an end user.
 */
export const teamMemberRemove = defineCommand({
  name: 'team_member_remove',
  description:
    'Takes someone off the team, or takes an invitation back: they can no longer sign in, and links that were sent to them end. What they wrote and the ideas assigned to them stay.',
  requires: keepsTeam,
  input: { id: required(idInput('Member of the team.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const actor = actorOf(context);
    if (id === viewer.user_id) throw badInput('id', teamSentences.oneself, { reason: 'oneself' });
    const owners = actor.license_type === 'owner' ? await lockOwners(context) : [];
    const row = await lockMember(context, id);
    const refused = memberProblem(actor, row);
    if (refused !== null) throw badInput('id', refused, { reason: 'owner' });
    if (row.license_type === 'owner') keepAnOwner(owners, row.id, 'id');
    await tx
      .updateTable('users')
      .set({
        license_type: 'none',
        permission_state: 'none',
        permissions: null,
        password_hash: null,
        invited_at: null,
        invited_by: null,
        left_team_at: now,
        updated_at: now,
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await revokeLinksOf(tx, subdomain_id, id, now);
    await endFactor(tx, subdomain_id, id);
    await tx
      .deleteFrom('team_members')
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', id)
      .execute();
    await endSessionsOf(tx, subdomain_id, id);
    await context.audit('team_member_remove', id, {
      email_address: row.email_address,
      license_type: row.license_type,
      permission_state: row.permission_state,
    });
    return { id };
  },
});

/** Takes two-step sign-in of a colleague away who has lost what shows the codes. */
export const teamSecondFactorReset = defineCommand({
  name: 'team_second_factor_reset',
  description:
    'Takes two-step sign-in of a member of the team away, who lost their phone and their recovery codes: the password alone lets them in, or asks them to set it up again where the workspace requires it. Their sessions end, and an email tells them. That of an owner is for owners.',
  requires: keepsTeam,
  input: { id: required(idInput('Member of the team.')) },
  returns: { type: 'TeamMember' },
  shapes: [teamMemberShape],
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer } = context;
    const row = await lockMember(context, id);
    const refused = memberProblem(actorOf(context), row);
    if (refused !== null) throw badInput('id', refused, { reason: 'owner' });
    if (id === viewer.user_id)
      throw badInput('id', 'Turn your own two-step sign-in off on your profile page.', { reason: 'oneself' });
    if (!(await endFactor(tx, subdomain_id, id)))
      throw badInput('id', 'Their two-step sign-in is off.', { reason: 'no_second_factor' });
    await endSessionsOf(tx, subdomain_id, id);
    await context.audit('team_second_factor_reset', id, { email_address: row.email_address });
    if (row.email_address !== null)
      await context.enqueue(ownNewsMail, {
        what: 'second_factor_reset',
        user_id: id,
        email_address: row.email_address,
        by: viewer.display_name,
      });
    return (await readTeam(tx, viewer, id))[0]!;
  },
});

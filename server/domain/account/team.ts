import { emailKey, emailProblem } from '../../../contract/email.ts';
import { passwordProblem } from '../../../contract/password.ts';
import {
  ALL_PERMISSIONS,
  isTeamMember,
  type LicenseType,
  type PermissionsMap,
} from '../../../contract/permissions.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { noteHappening } from '../../core/happenings.ts';
import type { Scope } from '../../core/scope.ts';
import { invitationMail } from './mails/account_mails.ts';
import { auditAccount, NO_ORIGIN } from './audit/audit.ts';
import { readPersonName } from './hosts/names.ts';
import { createLink, type LinkPurpose } from './one_time_link.ts';
import { hashPassword } from './password_hash.ts';
import { endFactor } from './second_factor/factor.ts';
import { endSessionsOf } from './session.ts';

/** A person to be made a member of the team, or an end user with license none. */
export interface NewUser {
  email_address: string;
  name: string;
  license_type: LicenseType;
  permissions: PermissionsMap;
  /** null: none; the person comes in by a link */
  password: string | null;
}

/** A person as the command line lists them. */
export interface ListedUser {
  id: string;
  name: string | null;
  email_address: string | null;
  license_type: string;
  permission_state: string;
  last_login: Date | null;
}

/**
 * Makes a user; with a licence and without a password they are invited and come in by a link.
 * @throws ProductError BAD_USER_INPUT naming the field
 */
export async function createUser(scope: Scope, user: NewUser): Promise<{ id: string }> {
  const { subdomain_id } = scope.viewer;
  const email_address = user.email_address.trim();
  const wrongEmail = emailProblem(email_address);
  if (wrongEmail !== null) throw badInput('email', wrongEmail);
  const name = readPersonName(user.name);
  const wrongPassword = user.password === null ? null : passwordProblem(user.password, [email_address, name]);
  if (wrongPassword !== null) throw badInput('password', wrongPassword);
  const password_hash = user.password === null ? null : await hashPassword(user.password);
  const permission_state = !isTeamMember(user.license_type)
    ? 'none'
    : password_hash === null
      ? 'invited'
      : 'active';
  const permissions =
    user.license_type === 'none'
      ? null
      : JSON.stringify(user.license_type === 'owner' ? ALL_PERMISSIONS : user.permissions);
  try {
    return await scope.write(async (tx) => {
      const { id } = await tx
        .insertInto('users')
        .values({
          subdomain_id,
          name,
          email_address,
          license_type: user.license_type,
          permission_state,
          permissions,
          password_hash,
          invited_at: permission_state === 'invited' ? scope.now() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      noteHappening(tx, 'user_created', [id]);
      await auditAccount(tx, {
        subdomain_id,
        user_id: null,
        action: 'user_created',
        subject: email_address,
        details: { license_type: user.license_type },
        origin: NO_ORIGIN,
      });
      return { id };
    });
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'users_email')
      throw badInput('email', `There is a user with the address ${email_address} already.`);
    throw error;
  }
}

/** Asks for the invitation mail of a person who is invited. */
export async function sendInvitation(scope: Scope, user_id: string): Promise<void> {
  await scope.write((tx) =>
    scope.services.tasks.enqueue(tx, invitationMail.name, {
      subdomain_id: scope.viewer.subdomain_id,
      user_id,
    }),
  );
}

/** Members of the team, and everyone else who has a password, by name. */
export async function listUsers(scope: Scope): Promise<ListedUser[]> {
  return scope.db
    .selectFrom('users')
    .select(['id', 'name', 'email_address', 'license_type', 'permission_state', 'last_login'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where((where) => where.or([where('license_type', '<>', 'none'), where('password_hash', 'is not', null)]))
    .orderBy('id')
    .execute();
}

/**
 * A link of a person, for who runs the server: to choose a password (reset; invitation for who is invited)
 * or to sign in once.
 * @throws ProductError BAD_USER_INPUT when no one has the address
 */
export async function createLinkFor(
  scope: Scope,
  email: string,
  wanted: 'reset' | 'sign_in',
): Promise<{ token: string; purpose: LinkPurpose }> {
  const { subdomain_id } = scope.viewer;
  const person = await scope.db
    .selectFrom('users')
    .select(['id', 'permission_state', 'allowed_state'])
    .where('subdomain_id', '=', subdomain_id)
    .where((where) => where(where.fn<string>('lower', ['email_address']), '=', emailKey(email)))
    .executeTakeFirst();
  if (!person) throw notFound('email', 'user');
  if (person.allowed_state !== 'allowed') throw badInput('email', 'This user is blocked.');
  const purpose = wanted === 'reset' && person.permission_state === 'invited' ? 'invitation' : wanted;
  const token = await scope.write(async (tx) => {
    await auditAccount(tx, {
      subdomain_id,
      user_id: null,
      action: 'sign_in_link_created',
      subject: email,
      details: { purpose },
      origin: NO_ORIGIN,
    });
    return createLink(tx, scope, purpose, person.id);
  });
  return { token, purpose };
}

/**
 * Takes two-step sign-in of a person away, for the command line. Their sessions end.
 * @returns false when they had none
 * @throws ProductError NOT_FOUND without such a person
 */
export async function resetSecondFactorOf(scope: Scope, email: string): Promise<boolean> {
  const { subdomain_id } = scope.viewer;
  return scope.write(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where((where) => where(where.fn<string>('lower', ['email_address']), '=', emailKey(email)))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) throw notFound('email', 'user');
    if (!(await endFactor(tx, subdomain_id, person.id))) return false;
    await endSessionsOf(tx, subdomain_id, person.id);
    await auditAccount(tx, {
      subdomain_id,
      user_id: null,
      action: 'team_second_factor_reset',
      subject: person.id,
      details: { email_address: email },
      origin: NO_ORIGIN,
    });
    return true;
  });
}

/** The owner who has been there longest; null when the workspace has none who may come in. */
export async function firstOwner(scope: Scope): Promise<{ id: string; email_address: string | null } | null> {
  const owner = await scope.db
    .selectFrom('users')
    .select(['id', 'email_address'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('license_type', '=', 'owner')
    .where('allowed_state', '=', 'allowed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return owner ?? null;
}

/** Whether anyone has ever signed in to the workspace. The audit log knows; dates of a login may have been imported. */
export async function hasAnybodySignedIn(scope: Scope): Promise<boolean> {
  const row = await scope.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('action', '=', 'sign_in')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

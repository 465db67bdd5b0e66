import { emailKey, emailProblem } from '../../../../contract/email.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { isCoreAdmin, isTeamMember } from '../../../../contract/permissions.ts';
import { licenseOfClaim, type ProviderProblem } from '../../../../contract/provider.ts';
import { keptPermissions, STARTING_PERMISSIONS, teamLimits } from '../../../../contract/team.ts';
import { noteHappening } from '../../../core/happenings.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { announceAccountChange } from '../announce.ts';
import { auditAccount, NO_ORIGIN, type Origin } from '../audit/audit.ts';
import { networkOf } from '../limits/network.ts';
import { accountKey } from '../limits/shares.ts';
import { revokeLinksOf } from '../one_time_link.ts';
import { letIn, type Entered } from '../second_factor/enter.ts';
import { endSessionsOf } from '../session.ts';
import type { ProviderClaims } from './openid.ts';
import type { ProviderRow } from './settings.ts';

/** Someone the provider vouches for is in, or is asked for more, or is refused. */
export type ProviderEntered =
  | { kind: 'in'; entered: Entered }
  | { kind: 'refused'; problem: ProviderProblem };

interface Member {
  id: string;
  email_address: string | null;
  license_type: string;
  permission_state: string;
  allowed_state: string;
  permissions: unknown;
  left_team_at: Date | null;
}

const COLUMNS = [
  'id',
  'email_address',
  'license_type',
  'permission_state',
  'allowed_state',
  'permissions',
  'left_team_at',
] as const;

/**
 * Lets in whom the provider vouches for. The first time they are found by their address, which it must say is theirs;
 * from then on by its own number of them, so that an address which is given to someone else opens nothing. Who is not
 * on the team joins it where the workspace wants that; who was taken off it does not come back by itself.
 */
export async function enterByProvider(
  scope: Scope,
  provider: ProviderRow,
  claims: ProviderClaims,
  origin: Origin,
): Promise<ProviderEntered> {
  const { subdomain_id } = scope.viewer;
  const { issuer, email_domains } = provider;
  const { subject, email } = claims;
  const refused = (problem: ProviderProblem): ProviderEntered => ({ kind: 'refused', problem });
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isInDomain = email_domains.includes(domain);
  if (email === '' || emailProblem(email) !== null || claims.is_verified === false)
    return refused('unverified');
  if (email_domains.length > 0 && !isInDomain) return refused('domain');
  // where it does not say so, the workspace has said it of the domain
  if (claims.is_verified === null && !isInDomain) return refused('unverified');
  const enter = async (tx: Tx): Promise<ProviderEntered> => {
    const known = await identityOf(tx, subdomain_id, issuer, subject);
    let member = await lockMember(tx, subdomain_id, known ? { id: known.user_id } : { email });
    if (member?.allowed_state === 'blocked') return refused('blocked');
    if (known && !member) return refused('removed');
    if (member && !isTeamMember(member.license_type) && (known || member.left_team_at !== null))
      return refused('removed');
    const license =
      provider.license_claim === null ? null : licenseOfClaim(claims.all[provider.license_claim]);
    if (!member || !isTeamMember(member.license_type)) {
      if (provider.joins_as === null || !isInDomain) return refused('unknown');
      const joined = await join(tx, scope, { member, license: license ?? provider.joins_as, claims });
      if (joined === null) return refused('full_team');
      member = joined;
    } else await takeLicense(tx, scope, member, license);
    if (!known) {
      const made = await tx
        .insertInto('sign_in_identities')
        .values({ subdomain_id, issuer, subject, user_id: member.id, created_at: scope.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      // the person is someone else there already, unless their own first time has ended elsewhere since it was looked up
      if (!made && (await identityOf(tx, subdomain_id, issuer, subject))?.user_id !== member.id)
        return refused('taken');
    }
    const account = member.email_address === null ? null : accountKey(member.email_address);
    const person = { user_id: member.id, account, network: networkOf(origin.ip ?? 'unknown') };
    const way = claims.hasSecondFactor ? 'provider_with_second_factor' : 'provider';
    return { kind: 'in', entered: await letIn(tx, scope, person, way, origin) };
  };
  try {
    return await scope.write(enter);
  } catch (error) {
    // someone made the same person at this moment: then they are known
    if ((error as { code?: string }).code !== '23505') throw error;
    return scope.write(enter);
  }
}

/** Whom a provider's number of a person stands for; undefined: no one yet. */
function identityOf(
  tx: Tx,
  subdomain_id: string,
  issuer: string,
  subject: string,
): Promise<{ user_id: string } | undefined> {
  return tx
    .selectFrom('sign_in_identities')
    .select('user_id')
    .where('subdomain_id', '=', subdomain_id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

function lockMember(
  tx: Tx,
  subdomain_id: string,
  by: { id: string } | { email: string },
): Promise<Member | undefined> {
  const row = tx
    .selectFrom('users')
    .select(COLUMNS)
    .where('subdomain_id', '=', subdomain_id)
    .forNoKeyUpdate();
  return (
    'id' in by
      ? row.where('id', '=', by.id)
      : row.where((where) => where(where.fn<string>('lower', ['email_address']), '=', emailKey(by.email)))
  ).executeTakeFirst();
}

/** Makes someone a member of the team. @returns null: the team is as large as it may be */
async function join(
  tx: Tx,
  scope: Scope,
  { member, license, claims }: { member: Member | undefined; license: string; claims: ProviderClaims },
): Promise<Member | null> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('license_type', '<>', 'none')
    .executeTakeFirstOrThrow();
  if (Number(count) >= teamLimits.members) return null;
  const given = {
    license_type: license,
    permission_state: 'active',
    permissions: JSON.stringify(keptPermissions(license, STARTING_PERMISSIONS)),
    password_hash: null,
    email_confirmed: true,
    email_confirmed_at: now,
    updated_at: now,
  };
  const name = [...claims.name.replaceAll(/[\p{C}\s]+/gu, ' ').trim()]
    .slice(0, textLimits.nameCharacters)
    .join('');
  const row = member
    ? await tx
        .updateTable('users')
        .set(given)
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', member.id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('users')
        .values({
          subdomain_id,
          email_address: claims.email,
          name: name === '' ? null : name,
          created_at: now,
          ...given,
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
  if (member) {
    // what was opened before, by whoever held the address then, opens nothing of the team
    await revokeLinksOf(tx, subdomain_id, row.id, now);
    await endSessionsOf(tx, subdomain_id, row.id);
  } else noteHappening(tx, 'user_created', [row.id]);
  await auditAccount(tx, {
    subdomain_id,
    user_id: row.id,
    action: 'team_joined_by_provider',
    subject: row.id,
    details: { email_address: row.email_address, license_type: license },
    origin: NO_ORIGIN,
  });
  return row;
}

/** Gives a member the licence that the provider names, and lets in who was only invited. An owner stays one. */
async function takeLicense(tx: Tx, scope: Scope, member: Member, license: string | null): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const isOther = license !== null && member.license_type !== 'owner' && member.license_type !== license;
  if (!isOther && member.permission_state !== 'invited') return;
  const now = scope.now();
  await tx
    .updateTable('users')
    .set({
      ...(isOther
        ? {
            license_type: license,
            permissions: JSON.stringify(keptPermissions(license, STARTING_PERMISSIONS)),
          }
        : {}),
      permission_state: 'active',
      email_confirmed: true,
      email_confirmed_at: now,
      updated_at: now,
    })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', member.id)
    .execute();
  // the link of the invitation has done its work
  if (member.permission_state === 'invited') await revokeLinksOf(tx, subdomain_id, member.id, now);
  if (isOther) {
    await auditAccount(tx, {
      subdomain_id,
      user_id: member.id,
      action: 'team_license_by_provider',
      subject: member.id,
      details: { from: member.license_type, to: license },
      origin: NO_ORIGIN,
    });
    if (isCoreAdmin(member.license_type) && !isCoreAdmin(license))
      await endSessionsOf(tx, subdomain_id, member.id);
    else await announceAccountChange(tx, { about: 'user', subdomain_id, user_id: member.id });
  }
}

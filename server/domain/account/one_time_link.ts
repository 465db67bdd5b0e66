import { sessionLimits } from '../../../contract/limits.ts';
import { secondFactor } from '../../../contract/second_factor.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { hashSecret, isSecret, newSecret } from './secrets.ts';
import { NO_LINE, type SessionLine } from './session_origins.ts';

/** What a link is for. ticket: moving a session to another workspace; email: making the address that it went to one's own; second_factor: a code is still to come, no one is sent it. */
export type LinkPurpose = 'sign_in' | 'reset' | 'invitation' | 'ticket' | 'email' | 'second_factor';

const MINUTE_MS = 60_000;

/** How long a link of each kind works. */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  sign_in: sessionLimits.signInLinkMinutes * MINUTE_MS,
  reset: 60 * MINUTE_MS,
  invitation: 7 * 24 * 60 * MINUTE_MS,
  ticket: sessionLimits.ticketSeconds * 1000,
  email: 24 * 60 * MINUTE_MS,
  second_factor: secondFactor.minutes * MINUTE_MS,
};

/** A link that still works, and whose it is. */
export interface Link {
  user_id: string;
  purpose: LinkPurpose;
}

/** A link that was just used up, and what a ticket brings along of the session that it came out of. */
export interface UsedLink extends Link {
  line: SessionLine;
}

/** Makes a link's token in the open transaction; only its hash is kept. */
export async function createLink(
  tx: Tx,
  scope: Scope,
  purpose: LinkPurpose,
  user_id: string,
  line: SessionLine = NO_LINE,
): Promise<string> {
  const now = scope.now();
  const token = newSecret();
  await tx
    .insertInto('one_time_links')
    .values({
      subdomain_id: scope.viewer.subdomain_id,
      token_hash: hashSecret(token),
      purpose,
      user_id,
      expires_at: new Date(now.getTime() + LINK_LIFE_MS[purpose]),
      created_at: now,
      session_origins: [...line.origins],
      session_began_at: line.began_at,
    })
    .execute();
  return token;
}

/** Uses a link up in the open transaction; of several callers at once one gets it. @returns null when it does not work */
export async function useLink(
  tx: Tx,
  scope: Scope,
  token: unknown,
  purposes: readonly LinkPurpose[],
): Promise<UsedLink | null> {
  if (!isSecret(token)) return null;
  const now = scope.now();
  const link = await tx
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', [...purposes])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'purpose', 'session_origins', 'session_began_at'])
    .executeTakeFirst();
  return link
    ? {
        user_id: link.user_id,
        purpose: link.purpose as LinkPurpose,
        line: { origins: link.session_origins, began_at: link.session_began_at },
      }
    : null;
}

/** Looks at a link without using it up. @returns null when it does not work */
export async function readLink(
  scope: Scope,
  token: unknown,
  purposes: readonly LinkPurpose[],
): Promise<Link | null> {
  if (!isSecret(token)) return null;
  const link = await scope.db
    .selectFrom('one_time_links')
    .select(['user_id', 'purpose'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', [...purposes])
    .where('used_at', 'is', null)
    .where('expires_at', '>', scope.now())
    .executeTakeFirst();
  return link ? { user_id: link.user_id, purpose: link.purpose as LinkPurpose } : null;
}

/** Makes all open links of a person useless, and ends the change of address that waits for one, in the open transaction; the caller holds the person's row. */
export async function revokeLinksOf(tx: Tx, subdomain_id: string, user_id: string, now: Date): Promise<void> {
  await tx
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute();
  await tx
    .updateTable('users')
    .set({ pending_email_address: null, pending_email_at: null })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .where('pending_email_address', 'is not', null)
    .execute();
}

/** Removes links that no longer work. */
export async function sweepLinks(scope: Scope): Promise<void> {
  const before = new Date(scope.now().getTime() - 24 * 60 * MINUTE_MS);
  await scope.write((tx) =>
    tx
      .deleteFrom('one_time_links')
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('expires_at', '<', before)
      .execute(),
  );
}

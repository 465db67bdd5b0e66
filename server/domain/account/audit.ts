import type { Tx } from '../../sql/kysely.ts';

/** What the audit log says about accounts. */
export type AccountAction =
  | 'sign_in'
  | 'sign_out'
  | 'password_reset_requested'
  | 'password_set'
  | 'invitation_sent'
  | 'invitation_accepted'
  | 'sign_in_link_created'
  | 'email_confirmation_sent'
  | 'email_changed'
  | 'user_created'
  | 'workspace_created'
  | 'workspace_updated';

/** Where a call came from. Both null for the command line. */
export interface Origin {
  ip: string | null;
  user_agent: string | null;
}

/** The command line, jobs, the start. */
export const NO_ORIGIN: Origin = { ip: null, user_agent: null };

/**
 * Writes to the audit log in the open transaction, for what happens before or beside a viewer.
 *
 * @param entry user_id: who did it, null for the system; subject: whom or what it concerns. Never a secret
 */
export async function auditAccount(
  tx: Tx,
  entry: {
    subdomain_id: string;
    user_id: string | null;
    action: AccountAction;
    subject: string | null;
    details?: Record<string, unknown>;
    origin: Origin;
  },
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      subdomain_id: entry.subdomain_id,
      user_id: entry.user_id,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details ?? {}),
      ip: entry.origin.ip,
    })
    .execute();
}

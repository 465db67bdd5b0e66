import type { AuditAction } from '../../../../contract/audit.ts';
import type { Tx } from '../../../sql/kysely.ts';

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
    action: AuditAction;
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

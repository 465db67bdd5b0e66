/** A workspace with somebody else than its admin at the browser. */
import type { BrowserContext } from 'playwright-core';
import { hashSecret, newSecret } from '../../server/domain/account/secrets.ts';
import { insertRow } from '../../server/db/builders.ts';
import type { ConsoleWorkspace } from './console_server.ts';

/** The workspace as it is opened by another member of the team; calls are still the admin's. */
export async function seat(workspace: ConsoleWorkspace, { id }: { id: string }): Promise<ConsoleWorkspace> {
  const secret = newSecret();
  const now = new Date();
  await insertRow(workspace.database, 'sessions', {
    subdomain_id: workspace.tenant.id,
    secret_hash: hashSecret(secret),
    user_id: id,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + 3_600_000),
  });
  return {
    ...workspace,
    signIn: (context: BrowserContext) =>
      context.addCookies([
        { name: 'earshot', value: secret, url: workspace.url, httpOnly: true, sameSite: 'Lax' },
      ]),
  };
}

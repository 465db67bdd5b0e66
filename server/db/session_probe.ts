import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** How long an announcement to oneself may take; without anything between it takes some milliseconds. */
const HEARD_MS = 3_000;

/**
 * Whether a connection of this address is one's own: it listens, and hears what another connection announces.
 * Behind a pooler that gives connections out by transaction it does not, and session settings, advisory locks,
 * prepared statements and jobs go wrong as well.
 *
 * @param connectMs longest time for each connection
 * @throws what the driver says when a connection cannot be made
 */
export async function hasOwnSessions(
  url: string,
  { heardMs = HEARD_MS, connectMs = 10_000 }: { heardMs?: number; connectMs?: number } = {},
): Promise<boolean> {
  const channel = `earshot_probe_${randomUUID().replaceAll('-', '')}`;
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'earshot probe',
      connectionTimeoutMillis: connectMs,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const hearer = await open();
  let teller: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  try {
    const heard = new Promise<boolean>((done) => {
      hearer.on('notification', () => done(true));
      hearer.on('end', () => done(false));
      timer = setTimeout(() => done(false), heardMs);
    });
    await hearer.query(`listen ${channel}`);
    teller = await open();
    await teller.query(`notify ${channel}`);
    return await heard;
  } finally {
    clearTimeout(timer);
    await Promise.all([hearer.end().catch(() => {}), teller?.end().catch(() => {})]);
  }
}

/** What is wrong with an address behind which connections are not one's own, and what to do. @param variable where the address stands */
export function sharedSessions(variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): {
  what: string;
  cure: string;
} {
  const what = `${variable} leads to a pooler that gives connections out by transaction: what is announced there is not heard, and jobs, locks and session settings do not work through it`;
  return variable === 'DATABASE_URL'
    ? {
        what,
        cure: 'Keep it for answering people, and set DATABASE_DIRECT_URL to PostgreSQL itself, or let the pooler give connections out by session.',
      }
    : { what, cure: 'Set it to PostgreSQL itself, past the pooler.' };
}

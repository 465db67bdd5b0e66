import pg from 'pg';
import { createMail } from '../../server/adapters/mail.ts';
import { createSignatures } from '../../server/adapters/signatures.ts';
import { Scope } from '../../server/core/scope.ts';
import { systemViewer, testServices } from '../../server/db/builders.ts';
import { sendMailing } from '../../server/domain/mail/send.ts';

/* A worker that sends one mailing until it is done or the process is killed: node mail_worker.ts <database> <relay> <mailing>. */

const [url, relay, mailing_id] = process.argv.slice(2) as [string, string, string];
const pool = new pg.Pool({ connectionString: url, max: 4 });
const { rows } = await pool.query<Parameters<typeof systemViewer>[0]>(
  'select * from subdomains order by id limit 1',
);
const mail = createMail({ smtpUrl: relay, domain: 'bench.example', outboxDir: '/nowhere', undoSeconds: 0 });
const services = { ...testServices(), mail, signatures: createSignatures(Buffer.alloc(32, 1)) };
const scope = new Scope(
  { pool, readPool: pool, tenantCheck: null, services, now: () => new Date() },
  systemViewer(rows[0]!),
);
const isOpen = async (): Promise<boolean> => {
  const found = await pool.query<{ state: string; due: number }>(
    `select m.state, (select count(*)::int from deliveries d where d.subdomain_id = m.subdomain_id and d.mailing_id = m.id and d.state in ('queued', 'sending') and d.due_at <= now()) as due from mailings m where m.id = $1`,
    [mailing_id],
  );
  return found.rows[0]!.state !== 'done' && found.rows[0]!.due > 0;
};
while (await isOpen())
  await sendMailing.run(
    { subdomain_id: rows[0]!.id, mailing_id },
    { scope, signal: new AbortController().signal },
  );
mail.close();
await pool.end();

import { fork, type ChildProcess } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';

/** Seconds in which nothing moves before a run counts as hanging. */
const HANGS_AFTER_MS = 120_000;

/** A relay that counts what it took by address, and refuses as it is told. */
export interface CountingRelay {
  url: string;
  port: number;
  /** address -> mails taken */
  taken: Map<string, number>;
  /** null: the mail is taken */
  refuse: (address: string) => { code: number; sentence: string } | null;
  close: () => Promise<void>;
}

/** Starts such a relay. @param port 0: a free one */
export async function startCounting(port = 0, taken = new Map<string, number>()): Promise<CountingRelay> {
  const relay: CountingRelay = {
    url: '',
    port,
    taken,
    refuse: () => null,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
      }),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = relay.refuse(address);
      done(
        refusal === null ? null : Object.assign(new Error(refusal.sentence), { responseCode: refusal.code }),
      );
    },
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        const to = envelope.rcptTo[0]!.address;
        taken.set(to, (taken.get(to) ?? 0) + 1);
        done();
      });
    },
  });
  // who is killed leaves broken connections behind
  server.on('error', () => {});
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', ready);
  });
  relay.port = (server.server.address() as AddressInfo).port;
  relay.url = `smtp://127.0.0.1:${relay.port}`;
  return relay;
}

/** A workspace with an idea, and a message to so many people that is due. */
export async function fillMailing(
  pool: pg.Pool,
  people: number,
): Promise<{ mailing_id: string; message_id: string }> {
  const tenant = (
    await pool.query<{ id: string }>(
      `insert into subdomains (key, name) values ('bench', 'Bench') returning id::text as id`,
    )
  ).rows[0]!;
  const { rows } = await pool.query<{ mailing_id: string; message_id: string }>(
    `with f as (insert into forums (subdomain_id, name) values ($1, 'Ideas') returning id),
     i as (insert into suggestions (subdomain_id, title, forum_id) select $1, 'Idea', id from f returning id),
     p as (insert into users (subdomain_id, name, email_address) select $1, 'Person ' || n, 'p' || n || '@people.example' from generate_series(1, $2::int) n returning id, email_address),
     s as (insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed) select $1, i.id, p.id, true from i, p),
     k as (insert into supporter_messages (subdomain_id, suggestion_id, email_subject, body, expected_send_count) select $1, id, 'Bench', '<p>Hello</p>', $2 from i returning id, suggestion_id),
     m as (insert into mailings (subdomain_id, kind, suggestion_id, supporter_message_id, subject, expected_count, details) select $1, 'supporter_message', k.suggestion_id, k.id, 'Bench', $2, '{"tracked": false, "content": {"heading": "Bench", "html": "<p>Hello</p>"}}' from k returning id, supporter_message_id),
     d as (insert into deliveries (subdomain_id, mailing_id, user_id, email_address) select $1, m.id, p.id, p.email_address from m, p)
     select id::text as mailing_id, supporter_message_id::text as message_id from m`,
    [tenant.id, people],
  );
  return rows[0]!;
}

/** How many mails of a mailing are in each state. */
export async function statesOf(pool: pg.Pool, mailing_id: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from deliveries where mailing_id = $1 group by state',
    [mailing_id],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Begins a worker process of its own on a mailing. */
export function startWorker(url: string, relay: string, mailing_id: string): ChildProcess {
  return fork(join(import.meta.dirname, 'mail_worker.ts'), [url, relay, mailing_id], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Waits for a worker to end. @throws Error when it hangs or fails */
export async function ended(worker: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('A worker hangs.')), HANGS_AFTER_MS);
    worker.once('exit', (code, signal) => {
      clearTimeout(late);
      if (code === 0 || signal === 'SIGKILL') resolve();
      else reject(new Error(`A worker ended with ${code ?? signal}.`));
    });
  });
}

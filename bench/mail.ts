import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { createMail } from '../server/adapters/mail.ts';
import { createSignatures } from '../server/adapters/signatures.ts';
import { commandContext } from '../server/core/command.ts';
import { Scope } from '../server/core/scope.ts';
import { systemViewer, testServices } from '../server/db/builders.ts';
import { createMailing } from '../server/domain/mail/create.ts';
import { sendMailing } from '../server/domain/mail/send.ts';
import { statusUpdateCreate } from '../server/domain/conversation/status_update_commands.ts';
import { openCluster, withPool } from './database.ts';

const RUNS = 5;
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Recipients of one mailing written down, against a bare INSERT SELECT of the same rows; then the pace at which mails leave. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { people: { type: 'string', default: '100000' }, sent: { type: 'string', default: '5000' } },
  });
  const [people, sent] = [Number(values.people), Number(values.sent)];
  const cluster = await openCluster(null);
  try {
    await withPool(await cluster.empty('mail'), async (pool) => {
      const { tenant, idea } = await fill(pool, people);
      const relay = await startSink();
      const mail = createMail({
        smtpUrl: relay.url,
        domain: 'bench.example',
        outboxDir: '/nowhere',
        undoSeconds: 0,
      });
      const services = { ...testServices(), mail, signatures: createSignatures(Buffer.alloc(32, 1)) };
      const scope = new Scope(
        { pool, readPool: pool, tenantCheck: null, services, now: () => new Date() },
        systemViewer(tenant),
      );
      try {
        const expand = async (): Promise<number> => {
          const started = performance.now();
          const { expected_count } = await scope.write(async (tx) => {
            const context = commandContext(statusUpdateCreate, scope, tx);
            return createMailing(context, {
              kind: 'supporter_message',
              to: { audience: 'supporter_message' },
              subject: 'Bench',
              content: { heading: 'Bench', html: '<p>Hello</p>' },
              suggestion_id: idea,
            });
          });
          if (expected_count !== people) throw new Error(`${expected_count} recipients, ${people} expected`);
          return performance.now() - started;
        };
        const bare = async (): Promise<number> => {
          const { rows } = await pool.query<{ id: string }>(
            `insert into mailings (subdomain_id, kind, subject) values ($1, 'test', 'Bench') returning id::text as id`,
            [tenant.id],
          );
          const started = performance.now();
          await pool.query(
            `insert into deliveries (subdomain_id, mailing_id, user_id, email_address) select d.subdomain_id, $2, d.user_id, d.email_address from deliveries d where d.subdomain_id = $1 and d.mailing_id = (select min(id) from mailings where subdomain_id = $1)`,
            [tenant.id, rows[0]!.id],
          );
          return performance.now() - started;
        };
        await expand();
        await pool.query('vacuum analyze deliveries');
        const [ours, theirs]: [number[], number[]] = [[], []];
        for (let n = 0; n < RUNS; n += 1) {
          ours.push(await expand());
          theirs.push(await bare());
        }
        const ratio = median(ours) / median(theirs);
        console.log(
          `  ${people.toLocaleString('en')} recipients written down  ${median(ours).toFixed(0).padStart(6)} ms   bare INSERT SELECT ${median(theirs).toFixed(0)} ms   ratio ${ratio.toFixed(2)} (bar 3)`,
        );
        if (ratio > 3) process.exitCode = 1;

        await pool.query(`update mailings set state = 'done' where subdomain_id = $1`, [tenant.id]);
        const { rows } = await pool.query<{ id: string }>(
          `with m as (insert into mailings (subdomain_id, kind, suggestion_id, subject, details) values ($1, 'supporter_message', $2, 'Bench', '{"tracked": true, "content": {"heading": "Bench", "html": "<p>Hello</p>"}}') returning id),
           d as (insert into deliveries (subdomain_id, mailing_id, user_id, email_address) select $1, m.id, u.id, u.email_address from m, (select id, email_address from users where subdomain_id = $1 order by id limit $3::int) u)
           select id::text as id from m`,
          [tenant.id, idea, sent],
        );
        const started = performance.now();
        const left = async (): Promise<number> =>
          (
            await pool.query<{ n: number }>(
              `select count(*)::int as n from deliveries where subdomain_id = $1 and mailing_id = $2 and state <> 'sent'`,
              [tenant.id, rows[0]!.id],
            )
          ).rows[0]!.n;
        while ((await left()) > 0)
          await sendMailing.run(
            { subdomain_id: tenant.id, mailing_id: rows[0]!.id },
            { scope, signal: new AbortController().signal },
          );
        const seconds = (performance.now() - started) / 1000;
        console.log(
          `  ${sent.toLocaleString('en')} mails to a relay that takes all ${seconds.toFixed(1).padStart(6)} s   ${(sent / seconds).toFixed(0)} a second; the relay got ${relay.count().toLocaleString('en')}`,
        );
        if (relay.count() !== sent) process.exitCode = 1;
      } finally {
        mail.close();
        relay.close();
      }
    });
  } finally {
    await cluster.close();
  }
}

async function fill(pool: pg.Pool, people: number) {
  const tenant = (
    await pool.query(`insert into subdomains (key, name) values ('bench', 'Bench') returning *`)
  ).rows[0] as Parameters<typeof systemViewer>[0];
  const { rows } = await pool.query<{ id: string }>(
    `with f as (insert into forums (subdomain_id, name) values ($1, 'Ideas') returning id)
     insert into suggestions (subdomain_id, title, forum_id) select $1, 'Idea', id from f returning id::text as id`,
    [tenant.id],
  );
  const idea = rows[0]!.id;
  await pool.query(
    `with p as (insert into users (subdomain_id, name, email_address) select $1, 'Person ' || n, 'p' || n || '@people.example' from generate_series(1, $3::int) n returning id),
     s as (insert into supporters (subdomain_id, suggestion_id, user_id) select $1, $2, id from p)
     insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed) select $1, $2, id, true from p`,
    [tenant.id, idea, people],
  );
  await pool.query('vacuum analyze');
  return { tenant, idea };
}

/** A relay that takes every mail and throws it away. */
async function startSink(): Promise<{ url: string; count: () => number; close: () => void }> {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => {
        taken += 1;
        done();
      });
    },
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    count: () => taken,
    close: () => server.close(),
  };
}

import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { createSignatures, provideSecretKey } from '../../server/adapters/signatures.ts';
import { replyAddress } from '../../server/domain/mail/tokens.ts';
import { BOUNCE_HOOK_PATH, REPLY_HOOK_PATH } from '../../server/http/mail_hooks.ts';
import { startServer, type BenchServer } from '../server.ts';
import type { LongestTurn } from '../server_process.ts';
import { conclude, withWorkspace } from './members.ts';

/** No one else waits longer for one of them. */
const HELD_UP_MS = 50;
/** Where no mail went out from. */
const NOBODY = 'nobody@mail.example';
const SECRET = 'a-secret-of-this-benchmark-0123456789';

interface Hostile {
  what: string;
  path: string;
  contentType: string;
  body: (round: number, to: string) => Buffer;
  isRight: (status: number, text: string) => boolean;
  /** how often; as often as all without a value */
  rounds?: number;
}

/**
 * Mails that are made to cost much, handed in as answers to a mail that was sent and as answers to none: what each
 * holds others up for, who ask whether the process lives. The server reads them in a thread of its own.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' } },
  });
  const dir = mkdtempSync(join(tmpdir(), 'earshot-bench-mail-'));
  try {
    const files = { WEBHOOK_SECRET_FILE: join(dir, 'secret'), SECRET_KEY_FILE: join(dir, 'key') };
    writeFileSync(files.WEBHOOK_SECRET_FILE, SECRET);
    const signatures = createSignatures(provideSecretKey(files.SECRET_KEY_FILE));
    await withWorkspace(async ({ url, pool, sid }) => {
      const ours = async (): Promise<string> =>
        replyAddress(signatures, sid, await sentMail(pool, sid), 'mail.example');
      const server = await startServer(url, files);
      try {
        console.log(
          `Mails made to cost much, ${values.rounds} of each, others asking meanwhile; expected: at most ${HELD_UP_MS} ms of processor time at a stretch`,
        );
        await send(server, small, 0, await ours());
        await server.ask<LongestTurn>({ ask: 'longest_turn' });
        let isRight = true;
        let kinds = 0;
        for (const hostile of hostileMails()) {
          if (values.only !== undefined && !hostile.what.includes(values.only)) continue;
          // one of its own for each kind: so many answers to one mail are taken, and no more
          for (const to of [await ours(), NOBODY]) {
            kinds += 1;
            const others: number[] = [];
            const answers: { status: number; text: string }[] = [];
            const took: number[] = [];
            await server.ask<LongestTurn>({ ask: 'longest_turn' });
            for (let round = 0; round < (hostile.rounds ?? Number(values.rounds)); round += 1) {
              const over = new AbortController();
              const began = performance.now();
              const sent = send(server, hostile, round, to).finally(() => over.abort());
              do {
                others.push(await isAlive(server));
                await sleep(2);
              } while (!over.signal.aborted);
              answers.push(await sent);
              took.push(performance.now() - began);
            }
            const { heldUpMs, cpuMs } = await server.ask<LongestTurn>({ ask: 'longest_turn' });
            const isOurs = to !== NOBODY;
            const happened = answers.filter(({ status, text }) =>
              isOurs ? hostile.isRight(status, text) : status === 200 && text.includes('"ignored"'),
            ).length;
            const fine = happened === answers.length && cpuMs <= HELD_UP_MS;
            isRight &&= fine;
            console.log(
              `  ${hostile.what.padEnd(36)} ${isOurs ? 'to ours' : 'to none'} ${happened}/${answers.length} answered ${answers.at(-1)!.status} after ${Math.max(
                ...took,
              )
                .toFixed(0)
                .padStart(
                  5,
                )} ms; longest stretch ${cpuMs.toFixed(0).padStart(3)} ms of processor, ${heldUpMs.toFixed(0).padStart(4)} ms in all; others slowest ${Math.max(...others).toFixed(0)} ms${fine ? '' : `   NOT OK ${answers.at(-1)!.text.slice(0, 120)}`}`,
            );
          }
        }
        conclude(`${kinds} kinds`, isRight && kinds > 0);
      } finally {
        await server.close();
      }
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A mail that went out. @returns its id */
async function sentMail(pool: pg.Pool, sid: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with m as (insert into mailings (subdomain_id, kind, subject) values ($1, 'test', 'A question') returning id)
insert into deliveries (subdomain_id, mailing_id, user_id, email_address, state)
select $1, m.id, u.id, coalesce(u.email_address, 'a@people.example'), 'sent' from m, (select id, email_address from users where subdomain_id = $1 order by id limit 1) u returning id::text as id`,
    [sid],
  );
  return rows[0]!.id;
}

const stored = (status: number, text: string): boolean => status === 200 && text.includes('"stored"');
const json = (
  fields: (to: string) => object,
): Pick<Hostile, 'path' | 'contentType' | 'body' | 'isRight'> => ({
  path: REPLY_HOOK_PATH,
  contentType: 'application/json',
  body: (round, to) =>
    Buffer.from(
      JSON.stringify({ to, from: 'a@people.example', message_id: `${Date.now()}.${round}@x`, ...fields(to) }),
    ),
  isRight: stored,
});
const raw = (
  rest: string,
  isRight: Hostile['isRight'] = stored,
  path = REPLY_HOOK_PATH,
): Pick<Hostile, 'path' | 'contentType' | 'body' | 'isRight'> => ({
  path,
  contentType: 'message/rfc822',
  body: (round, to) =>
    Buffer.from(
      `From: a@people.example\r\nTo: ${to}\r\nSubject: Re: x\r\nMessage-ID: <${Date.now()}.${round}.${rest.length}@x>\r\n${rest.replaceAll('OURS', to)}`,
    ),
  isRight,
});
const small: Hostile = { what: 'small', ...json(() => ({ text: 'Hello' })) };

function hostileMails(): Hostile[] {
  const wide = 500_000;
  const base64 = (text: string): string =>
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n')}`;
  const report = (fields: string): string =>
    `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${fields}\r\n--b\r\nReply-To: OURS\r\n\r\n--b--\r\n`;
  const blanks = `a${' '.repeat(wide - 2)}x`;
  return [
    { what: '500,000 blanks', ...json(() => ({ text: blanks })) },
    { what: '500,000 blanks, the mail itself', ...raw(base64(blanks)) },
    {
      what: 'introductions on 33,000 lines',
      ...json(() => ({ text: 'On abcd wrote:\n'.repeat(wide / 15) })),
    },
    {
      what: 'lines of dashes and blanks',
      ...json(() => ({ text: `--${' '.repeat(996)}x\n`.repeat(wide / 1000) })),
    },
    {
      what: 'a report of tabs',
      ...raw(
        report(`Action:${'\t'.repeat(240_000)}\r\nStatus:${'\t'.repeat(240_000)}x`),
        (status) => status === 200,
        BOUNCE_HOOK_PATH,
      ),
    },
    { what: 'HTML of a million brackets', ...json(() => ({ html: `<p>x${'<'.repeat(999_000)}` })) },
    { what: 'HTML of open elements', ...json(() => ({ html: '<div class="a b">x'.repeat(55_000) })) },
    { what: 'a head of 250 kB of colons', ...raw(`Cc: ${':'.repeat(250_000)}\r\n\r\nHello`) },
    { what: '24 MB of text', ...raw(`\r\n${'word word word\r\n'.repeat(1_570_000)}`) },
    {
      what: '24 MB, base64 in JSON',
      ...json(() => ({})),
      body: (round, to) =>
        Buffer.from(
          JSON.stringify({
            raw: raw(`\r\n${'word word word\r\n'.repeat(1_570_000)}`)
              .body(round, to)
              .toString('base64'),
          }),
        ),
    },
    { what: '30 MB of JSON', ...json(() => ({ text: 'Hello', more: '{"a":1}'.repeat(3_700_000) })) },
    {
      what: 'a part that holds its reader',
      ...raw(
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nTo: ${':'.repeat(200_000)}\r\n\r\nx\r\n--b--\r\n`,
        (status) => status === 422,
      ),
      rounds: 1,
    },
  ];
}

async function isAlive(server: BenchServer): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/health/live`);
  if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
  await answer.text();
  return performance.now() - began;
}

async function send(
  server: BenchServer,
  { path, contentType, body }: Hostile,
  round: number,
  to: string,
): Promise<{ status: number; text: string }> {
  const bytes = body(round, to);
  const time = String(Math.floor(Date.now() / 1000));
  const v1 = createHmac('sha256', SECRET).update(`${time}.`).update(bytes).digest('hex');
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': contentType, 'x-earshot-signature': `t=${time},v1=${v1}` },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, text: await answer.text() };
}

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMail } from '../../adapters/mail.ts';
import { createSignatures } from '../../adapters/signatures.ts';
import { Scope } from '../../core/scope.ts';
import {
  buildStatus,
  buildSuggestion,
  insertRow,
  systemViewer,
  testScope,
  testServices,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { startRelay, type TestRelay } from '../../testing/relay.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { readReplyAddress } from './tokens.ts';
import { sendMailing, sweepMailings } from './send.ts';

let database: TestDatabase;
let relay: TestRelay;
let outboxDir: string;
const signatures = createSignatures(Buffer.alloc(32, 3));
beforeAll(async () => {
  database = await openTestDatabase();
  outboxDir = mkdtempSync(join(tmpdir(), 'earshot-outbox-'));
});
afterAll(async () => {
  await database.close();
  rmSync(outboxDir, { recursive: true, force: true });
});
beforeEach(async () => {
  relay = await startRelay();
});
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) close();
  await relay.close();
});

const POST = `mutation ($links: StatusUpdateLinks!, $html: String, $from: String, $reply: String) {
  update: status_update_create(links: $links, notify_supporters: true, html_body: $html, from_email: $from, notification_email_address: $reply) { id expected_send_count mailing { id } }
}`;

interface Mailed {
  workspace: TestWorkspace;
  services: TestServices;
  scope: Scope;
  mailing_id: string;
  update_id: string;
  run(signal?: AbortSignal): Promise<void>;
  /** count of mails by state */
  states(): Promise<Record<string, number>>;
  update(): Promise<Record<string, unknown>>;
  /** makes everything that waits due */
  makeDue(): Promise<void>;
}

/** A status update that is about to be mailed to `count` people, whose addresses begin with p and a number. */
async function post(
  count: number,
  options: {
    smtpUrl?: string | null;
    html?: string;
    from?: string;
    reply?: string;
    settings?: Record<string, unknown>;
    takesReplies?: boolean;
  } = {},
): Promise<Mailed> {
  const mail = createMail({
    smtpUrl: options.smtpUrl === undefined ? relay.url : options.smtpUrl,
    domain: 'mail.example',
    outboxDir,
    undoSeconds: 0,
    takesReplies: options.takesReplies ?? false,
  });
  closings.push(() => mail.close());
  const services: TestServices = { ...testServices(), mail, signatures };
  const workspace = await openWorkspace(database, { services });
  const { tenant, api } = workspace;
  for (const [column, value] of Object.entries(options.settings ?? {}))
    await database.pool.query(`update subdomains set ${column} = $2 where id = $1`, [tenant.id, value]);
  const status = await buildStatus(database, tenant, { name: 'Planned', hex_color: '#F0BA00' });
  const idea = await buildSuggestion(database, tenant, { title: 'Dark mode' });
  await database.pool.query(
    `with p as (insert into users (subdomain_id, name, email_address) select $1, 'Person ' || n, 'p' || n || '@people.example' from generate_series(1, $3::int) n returning id),
     s as (insert into supporters (subdomain_id, suggestion_id, user_id) select $1, $2, id from p)
     insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed) select $1, $2, id, true from p`,
    [tenant.id, idea.id, count],
  );
  const { update } = await api.data<{ update: { id: string; mailing: { id: string } } }>(POST, {
    links: { suggestion: idea.id, status: status.id },
    html: options.html ?? '<p>We plan it.</p>',
    ...(options.from ? { from: options.from } : {}),
    ...(options.reply ? { reply: options.reply } : {}),
  });
  const scope = await testScope(database, systemViewer(tenant), { services });
  const mailing_id = update.mailing.id;
  return {
    workspace,
    services,
    scope,
    mailing_id,
    update_id: update.id,
    run: (signal = new AbortController().signal) =>
      sendMailing.run({ subdomain_id: tenant.id, mailing_id }, { scope, signal }),
    states: async () =>
      Object.fromEntries(
        (
          await workspace.rows<{ state: string; n: number }>(
            'select state, count(*)::int as n from deliveries where mailing_id = $1 group by state',
            mailing_id,
          )
        ).map(({ state, n }) => [state, n]),
      ),
    update: async () =>
      (
        await workspace.rows(
          'select expected_send_count, mail_sent_count, mail_opened_count from status_updates where id = $1',
          update.id,
        )
      )[0]!,
    makeDue: async () =>
      void (await database.pool.query(
        `update deliveries set due_at = now() where mailing_id = $1 and state in ('queued', 'sending')`,
        [mailing_id],
      )),
  };
}

const recipients = (): string[] => relay.received.map(({ to }) => to);
const stateOf = async ({ workspace, mailing_id }: Mailed): Promise<string> =>
  (await workspace.rows<{ state: string }>('select state from mailings where id = $1', mailing_id))[0]!.state;

describe('a whole mailing', () => {
  test('two hundred people get one mail each, those who changed their mind meanwhile none, and the numbers are exact', async () => {
    const mailed = await post(200);
    const { workspace, services } = mailed;
    const { tenant, rows } = workspace;
    expect(services.enqueued).toContainEqual({
      task: 'send_mailing',
      payload: { mailing_id: mailed.mailing_id, subdomain_id: tenant.id },
    });
    const change = (n: number, statement: string) =>
      database.pool.query(statement, [tenant.id, `p${n}@people.example`]);
    await change(
      1,
      `update users set allowed_state = 'blocked' where subdomain_id = $1 and email_address = $2`,
    );
    await change(
      2,
      'update users set status_notifications = false where subdomain_id = $1 and email_address = $2',
    );
    await change(3, 'update users set subscribed = false where subdomain_id = $1 and email_address = $2');
    await change(
      4,
      'update subscriptions b set subscribed = false from users u where u.id = b.user_id and u.subdomain_id = $1 and u.email_address = $2',
    );
    await change(
      5,
      `insert into mail_suppressions (subdomain_id, email_key, reason) values ($1, $2, 'bounce')`,
    );
    await change(6, 'update users set email_address = null where subdomain_id = $1 and email_address = $2');
    await mailed.run();
    expect(new Set(recipients()).size).toBe(194);
    expect(relay.received).toHaveLength(194);
    expect(await mailed.states()).toEqual({ sent: 194, left_out: 6 });
    expect(await mailed.update()).toMatchObject({ expected_send_count: 200, mail_sent_count: 194 });
    expect(await stateOf(mailed)).toBe('done');
    const reasons = await rows<{ reason: string }>(
      `select reason from deliveries where mailing_id = $1 and state = 'left_out' order by reason`,
      mailed.mailing_id,
    );
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'Blocked.',
      'Emails to this address bounced, or they don’t want any.',
      'No email address.',
      'Not subscribed to this idea.',
      'Turned off emails.',
      'Turned off emails.',
    ]);
    // a second run has nothing to do
    await mailed.run();
    expect(relay.received).toHaveLength(194);
  });

  test('an address that gets no mail gets none however it is written', async () => {
    const mailed = await post(2);
    const { tenant } = mailed.workspace;
    // the person's address and the mail's, which was written down before the address came into the list
    for (const statement of [
      'update users set email_address = $2 where subdomain_id = $1 and email_address = $3',
      'update deliveries set email_address = $2 where subdomain_id = $1 and email_address = $3',
    ])
      await database.pool.query(statement, [tenant.id, 'P1@People.Example', 'p1@people.example']);
    await mailed.workspace.api.data(
      'mutation { mail_suppression_create(email_address: "p1@PEOPLE.example") }',
    );
    await mailed.run();
    expect(recipients()).toEqual(['p2@people.example']);
    expect(await mailed.states()).toEqual({ sent: 1, left_out: 1 });
  });

  test('[DEC-121] those who follow an idea that is merged while its mail waits get it, but for those who then stop mail about the winner', async () => {
    const mailed = await post(3);
    const { tenant, api, rows } = mailed.workspace;
    const [winner, last] = [
      await buildSuggestion(database, tenant, { title: 'Night mode' }),
      await buildSuggestion(database, tenant, { title: 'Appearance' }),
    ];
    const [about] = await rows<{ suggestion_id: string }>(
      'select suggestion_id::text as suggestion_id from mailings where id = $1',
      mailed.mailing_id,
    );
    const merge = (into: string, loser: string) =>
      api.data(
        'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id } }',
        { winner: into, losers: [loser] },
      );
    await merge(winner.id, about!.suggestion_id);
    await merge(last.id, winner.id);
    const { rowCount } = await database.pool.query(
      `update subscriptions b set subscribed = false from users u where u.id = b.user_id and b.suggestion_id = $1 and u.email_address = 'p2@people.example'`,
      [last.id],
    );
    expect(rowCount).toBe(1);
    await mailed.run();
    expect(recipients().toSorted()).toEqual(['p1@people.example', 'p3@people.example']);
    expect(await mailed.states()).toEqual({ sent: 2, left_out: 1 });
  });

  test('[DEC-121] a merge at the moment in which mails are taken waits for that, and nobody is left out', async () => {
    const mailed = await post(3);
    const { tenant, api, rows } = mailed.workspace;
    const winner = await buildSuggestion(database, tenant, { title: 'Night mode' });
    const [about] = await rows<{ suggestion_id: string }>(
      'select suggestion_id::text as suggestion_id from mailings where id = $1',
      mailed.mailing_id,
    );
    const waiting = async (): Promise<number> =>
      (
        await rows<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      )[0]!.n;
    const holder = await database.pool.connect();
    try {
      // the sender has found the idea, and stops at the table that it reads next
      await holder.query('begin');
      await holder.query('lock table mail_suppressions in access exclusive mode');
      const run = mailed.run();
      await expect.poll(waiting).toBe(1);
      let isMerged = false;
      const merge = api
        .data(
          'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id } }',
          { winner: winner.id, losers: [about!.suggestion_id] },
        )
        .then(() => (isMerged = true));
      await expect.poll(async () => isMerged || (await waiting()) === 2).toBe(true);
      await holder.query('commit');
      await Promise.all([run, merge]);
    } finally {
      holder.release();
    }
    expect(await mailed.states()).toEqual({ sent: 3 });
  });

  test('mail of an account that switches mail off meanwhile goes to nobody', async () => {
    const mailed = await post(3);
    await database.pool.query('update subdomains set prevent_email_notifications = true where id = $1', [
      mailed.workspace.tenant.id,
    ]);
    await mailed.run();
    expect(await mailed.states()).toEqual({ left_out: 3 });
    expect(recipients()).toEqual([]);
  });

  test('called back, it goes to nobody; before its time it waits', async () => {
    const mailed = await post(3);
    await database.pool.query(`update mailings set send_after = now() + interval '1 hour' where id = $1`, [
      mailed.mailing_id,
    ]);
    await mailed.run();
    expect(recipients()).toEqual([]);
    await mailed.workspace.api.data('mutation ($id: ID!) { mailing_call_back(id: $id) { id } }', {
      id: mailed.mailing_id,
    });
    await database.pool.query('update mailings set send_after = now() where id = $1', [mailed.mailing_id]);
    await mailed.run();
    expect(recipients()).toEqual([]);
    expect(await stateOf(mailed)).toBe('called_back');
  });

  test('without a relay mails become files and never count as sent', async () => {
    const mailed = await post(3, { smtpUrl: null });
    await mailed.run();
    expect(await mailed.states()).toEqual({ outbox: 3 });
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 0 });
    expect(readdirSync(outboxDir).filter((name) => name.endsWith('.eml'))).toHaveLength(3);
    expect(await stateOf(mailed)).toBe('done');
  });
});

describe('what a mail looks like', () => {
  test('[PANEL-053] [PANEL-054] [PANEL-055] sender, answers, subject, both parts and the headers by which mail programs know it', async () => {
    const mailed = await post(1, {
      settings: { from_domain: 'acme.example', from_domain_verified: true, name: 'Acme "Ideas" — news' },
      from: 'news@acme.example',
      reply: 'team@acme.example',
      html: '<p>Read <a href="https://acme.example/plan?a=1&amp;b=2">the plan</a></p>',
    });
    await mailed.run();
    const [{ parsed, raw, to }] = relay.received as [TestRelay['received'][number]];
    expect(to).toBe('p1@people.example');
    expect(parsed.from?.value).toEqual([{ name: 'Acme "Ideas" — news', address: 'news@acme.example' }]);
    expect(parsed.replyTo?.value[0]?.address).toBe('team@acme.example');
    expect(parsed.subject).toBe('Planned: Dark mode');
    const delivery = (
      await mailed.workspace.rows<{ id: string }>(
        'select id::text from deliveries where mailing_id = $1',
        mailed.mailing_id,
      )
    )[0]!.id;
    expect(parsed.messageId).toBe(`<d${delivery}.${mailed.workspace.tenant.id}@mail.example>`);
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expect(parsed.headers.get('precedence')).toBe('bulk');
    const list = parsed.headers.get('list') as unknown as {
      unsubscribe: { url: string };
      'unsubscribe-post': { name: string };
    };
    expect(list.unsubscribe.url).toMatch(
      new RegExp(`^http://${mailed.workspace.tenant.key}\\.localhost/u/[\\w.-]+$`),
    );
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(parsed.text).toContain('Status: Planned');
    expect(parsed.html).toContain('Planned');
    // links lead through ours, and the address that they lead to stands in no mail
    expect(parsed.html).not.toContain('acme.example/plan');
    expect(parsed.text).toMatch(/the plan \(http:\/\/[^)]+\/r\/[\w.-]+\)/);
    expect(parsed.html).toMatch(/\/o\/[\w.-]+"/);
  });

  test('[CONST-055] without addresses of its own it comes from the workspace, and answers go to the automatic one', async () => {
    const mailed = await post(1);
    await mailed.run();
    const { parsed } = relay.received[0]!;
    expect(parsed.from?.value).toEqual([
      { name: mailed.workspace.tenant.name, address: 'no-reply@mail.example' },
    ]);
    expect(parsed.replyTo?.value[0]?.address).toBe(`no-reply+${mailed.workspace.tenant.key}@mail.example`);
  });

  test('where answers come in they are told apart by their address', async () => {
    const mailed = await post(1, { takesReplies: true });
    await mailed.run();
    const address = relay.received[0]!.parsed.replyTo!.value[0]!.address!;
    expect(readReplyAddress(signatures, address)).toMatchObject({ subdomain_id: mailed.workspace.tenant.id });
  });

  test('with tracking switched off there is no pixel, and links lead where they say', async () => {
    const mailed = await post(1, {
      settings: { mail_tracking: false },
      html: '<p><a href="https://acme.example/plan">plan</a></p>',
    });
    await mailed.run();
    const { parsed } = relay.received[0]!;
    expect(parsed.html).toContain('https://acme.example/plan');
    expect(parsed.html).not.toContain('/o/');
    expect(await mailed.update()).toMatchObject({ mail_opened_count: null });
  });

  test('a name with a line end starts no header', async () => {
    const mailed = await post(1, { settings: { name: 'Acme\r\nBcc: victim@people.example' } });
    await mailed.run();
    expect(relay.received[0]!.parsed.bcc).toBeUndefined();
    expect(relay.received[0]!.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
    expect(relay.received[0]!.parsed.from?.value[0]?.name).toBe('Acme Bcc: victim@people.example');
    expect(recipients()).toEqual(['p1@people.example']);
  });
});

describe('when something breaks', () => {
  test('two workers at once send each mail once', async () => {
    const mailed = await post(150);
    await Promise.all([mailed.run(), mailed.run(), mailed.run()]);
    expect(relay.received).toHaveLength(150);
    expect(new Set(recipients()).size).toBe(150);
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 150 });
  });

  test('of a worker that died while it held mails those become unknown, and none is sent twice', async () => {
    const mailed = await post(60);
    // as it left them: five marked as being handed over, no one knows how far
    const { rowCount } = await database.pool.query(
      `update deliveries set state = 'sending', attempts = 1, due_at = now() + interval '10 minutes' where id in (select id from deliveries where mailing_id = $1 order by id limit 5)`,
      [mailed.mailing_id],
    );
    expect(rowCount).toBe(5);
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 55, sending: 5 });
    expect(await stateOf(mailed)).toBe('sending');
    // its time has run out
    await mailed.makeDue();
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 55, unknown: 5 });
    expect(relay.received).toHaveLength(55);
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 55 });
    expect(await stateOf(mailed)).toBe('done');
    const listed = await mailed.workspace.api.data<{
      deliveries: { total_records: number; records: { reason: string }[] };
    }>(
      'query ($m: [ID!]) { deliveries(mailing: $m, state: ["unknown"]) { total_records records { reason } } }',
      { m: [mailed.mailing_id] },
    );
    expect(listed.deliveries.total_records).toBe(5);
    expect(listed.deliveries.records[0]!.reason).toContain('it is not sent again');
  });

  test('of a worker that hangs in the middle five mails are in question; the rest goes back in line, and the worker, when it comes back, sends none of them', async () => {
    const mailed = await post(110);
    const { mail } = mailed.services;
    let [held, goOn] = [0, (): void => {}];
    const standstill = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const hanging = new Scope(
      {
        pool: database.pool,
        readPool: database.pool,
        tenantCheck: null,
        services: {
          ...mailed.services,
          mail: { ...mail, send: (message) => ((held += 1), standstill.then(() => mail.send(message))) },
        },
        now: () => new Date(),
      },
      mailed.scope.viewer,
    );
    const first = sendMailing.run(
      { subdomain_id: mailed.workspace.tenant.id, mailing_id: mailed.mailing_id },
      { scope: hanging, signal: new AbortController().signal },
    );
    await expect.poll(() => held).toBe(5);
    expect(await mailed.states()).toEqual({ queued: 105, sending: 5 });
    // what it has claimed is no one else's yet
    await mailed.run();
    expect(recipients()).toHaveLength(10);
    await mailed.makeDue();
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 105, unknown: 5 });
    expect(await stateOf(mailed)).toBe('done');
    goOn();
    await first;
    expect(held).toBe(5);
    expect(await mailed.states()).toEqual({ sent: 110 });
    expect(relay.received).toHaveLength(110);
    expect(new Set(recipients()).size).toBe(110);
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 110 });
  });

  test('at no moment are more than five mails marked as being handed over', async () => {
    const mailed = await post(120);
    const seen: Promise<number>[] = [];
    relay.answers = () => {
      seen.push(mailed.states().then(({ sending = 0 }) => sending));
      return true;
    };
    await mailed.run();
    const counts = await Promise.all(seen);
    expect(counts).toHaveLength(120);
    expect(Math.max(...counts)).toBeLessThanOrEqual(5);
    expect(await mailed.states()).toEqual({ sent: 120 });
  });

  test('mail that may come twice is sent again', async () => {
    const mailed = await post(3);
    await database.pool.query('update mailings set at_most_once = false where id = $1', [mailed.mailing_id]);
    await database.pool.query(
      `update deliveries set state = 'sending', due_at = now() - interval '1 minute' where mailing_id = $1`,
      [mailed.mailing_id],
    );
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 3 });
  });

  test('a worker that was taken for dead and comes back sets its mails right', async () => {
    const mailed = await post(1);
    relay.answers = async () => {
      await database.pool.query(`update deliveries set state = 'unknown' where mailing_id = $1`, [
        mailed.mailing_id,
      ]);
      return true;
    };
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 1 });
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 1 });
  });

  test('a relay that breaks off after it has read a mail leaves its outcome unknown', async () => {
    const mailed = await post(4);
    relay.answers = (address) => address !== 'p2@people.example';
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 3, unknown: 1 });
    await mailed.run();
    expect(relay.received).toHaveLength(4);
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 3 });
  });

  test('a relay that is down loses nothing: all wait, and all go out once when it is back', async () => {
    const mailed = await post(70);
    const port = Number(new URL(relay.url).port);
    await relay.close();
    await mailed.run();
    expect(await mailed.states()).toEqual({ queued: 70 });
    expect(await stateOf(mailed)).toBe('sending');
    // the next run is asked for, later each time
    expect(mailed.services.enqueued.at(-1)).toMatchObject({ task: 'send_mailing', payload: { failures: 1 } });
    expect(
      await mailed.workspace.rows(
        'select max(attempts) as tries from deliveries where mailing_id = $1',
        mailed.mailing_id,
      ),
    ).toEqual([{ tries: 0 }]);
    relay = await startRelay(port);
    await mailed.makeDue();
    await mailed.run();
    expect(new Set(recipients()).size).toBe(70);
    expect(relay.received).toHaveLength(70);
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 70 });
  });

  test('while the relay is down the next run waits, however many mails were not tried yet', async () => {
    const mailed = await post(150);
    const { tasks } = mailed.services;
    const { enqueue } = tasks;
    const asked: Date[] = [];
    tasks.enqueue = (tx, task, payload, options) => {
      if (task === sendMailing.name) asked.push(options!.startAfter!);
      return enqueue(tx, task, payload, options);
    };
    await relay.close();
    await mailed.run();
    const [{ now }] = (await mailed.workspace.rows<{ now: Date }>('select now() as now')) as [{ now: Date }];
    expect(
      await mailed.workspace.rows(
        `select count(*)::int as n from deliveries where mailing_id = $1 and due_at <= now()`,
        mailed.mailing_id,
      ),
    ).toEqual([{ n: 50 }]);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.getTime() - now.getTime()).toBeGreaterThan(10_000);
    relay = await startRelay();
  });

  test('4xx on one in ten and 5xx on one in a hundred: all others once, the put-off ones later, the counts exact', async () => {
    const mailed = await post(200);
    const number = (address: string): number => Number(/\d+/.exec(address)![0]);
    let isBusy = true;
    relay.refuse = (address) => {
      if (number(address) % 100 === 0) return { code: 550, sentence: 'No such person here' };
      return isBusy && number(address) % 10 === 1
        ? { code: 450, sentence: 'Greylisted, come back later' }
        : null;
    };
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 178, queued: 20, failed: 2 });
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 178 });
    const waits = await mailed.workspace.rows<{ reason: string; wait: number }>(
      `select reason, round(extract(epoch from due_at - now()))::int as wait from deliveries where mailing_id = $1 and state = 'queued'`,
      mailed.mailing_id,
    );
    expect(waits[0]!.reason).toContain('Greylisted');
    expect(waits[0]!.wait).toBeGreaterThan(30);
    // put off a second time it waits longer
    await mailed.makeDue();
    await mailed.run();
    const longer = await mailed.workspace.rows<{ wait: number }>(
      `select round(extract(epoch from min(due_at) - now()))::int as wait from deliveries where mailing_id = $1 and state = 'queued'`,
      mailed.mailing_id,
    );
    expect(longer[0]!.wait).toBeGreaterThan(200);
    isBusy = false;
    await mailed.makeDue();
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 198, failed: 2 });
    expect(await mailed.update()).toMatchObject({ mail_sent_count: 198 });
    expect(new Set(recipients()).size).toBe(198);
    expect(relay.received).toHaveLength(198);
    const failed = await mailed.workspace.rows<{ reason: string }>(
      `select reason from deliveries where mailing_id = $1 and state = 'failed'`,
      mailed.mailing_id,
    );
    expect(failed.every(({ reason }) => reason.includes('No such person here'))).toBe(true);
    expect(await stateOf(mailed)).toBe('done');
  });

  test('put off for ever it fails in the end, and says so', async () => {
    const mailed = await post(1);
    relay.refuse = () => ({ code: 451, sentence: 'Not today' });
    for (let time = 0; time < 9; time += 1) {
      await mailed.run();
      await mailed.makeDue();
    }
    expect(await mailed.states()).toEqual({ failed: 1 });
    expect(
      await mailed.workspace.rows('select reason from deliveries where mailing_id = $1', mailed.mailing_id),
    ).toEqual([{ reason: expect.stringMatching(/^Put off 9 times, last: .*Not today/) }]);
  });

  test('a process that is asked to stop gives back what it has not handed over', async () => {
    const mailed = await post(50);
    const stopping = new AbortController();
    relay.answers = () => {
      stopping.abort();
      return true;
    };
    await mailed.run(stopping.signal);
    const { sent, queued } = (await mailed.states()) as { sent: number; queued: number };
    expect(sent).toBe(relay.received.length);
    expect(sent + queued).toBe(50);
    expect(queued).toBeGreaterThan(0);
    relay.answers = () => true;
    await mailed.run();
    expect(await mailed.states()).toEqual({ sent: 50 });
    expect(relay.received).toHaveLength(50);
  });

  test('mail that no job is after is asked for again', async () => {
    const mailed = await post(1);
    mailed.services.enqueued.length = 0;
    await sweepMailings.run(
      { subdomain_id: mailed.workspace.tenant.id },
      { scope: mailed.scope, signal: new AbortController().signal },
    );
    expect(mailed.services.enqueued).toEqual([
      {
        task: 'send_mailing',
        payload: { subdomain_id: mailed.workspace.tenant.id, mailing_id: mailed.mailing_id },
      },
    ]);
    await mailed.run();
    mailed.services.enqueued.length = 0;
    await sweepMailings.run(
      { subdomain_id: mailed.workspace.tenant.id },
      { scope: mailed.scope, signal: new AbortController().signal },
    );
    expect(mailed.services.enqueued).toEqual([]);
  });
});

test('a mail to an address without a person asks only whether it can be reached', async () => {
  const mailed = await post(0);
  await insertRow(database, 'deliveries', {
    subdomain_id: mailed.workspace.tenant.id,
    mailing_id: mailed.mailing_id,
    email_address: 'somebody@people.example',
  });
  await database.pool.query(`update mailings set state = 'waiting' where id = $1`, [mailed.mailing_id]);
  await mailed.run();
  expect(recipients()).toEqual(['somebody@people.example']);
});

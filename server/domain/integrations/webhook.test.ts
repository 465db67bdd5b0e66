import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WEBHOOK_KINDS, webhookLimits } from '../../../contract/webhooks.ts';
import { createOutgoing } from '../../adapters/outgoing.ts';
import { createSeals } from '../../adapters/sealing.ts';
import type { Task } from '../../core/task.ts';
import {
  buildStatus,
  buildSuggestion,
  buildUser,
  testServices,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { webhookDeliver, webhookSweep } from './webhook_delivery.ts';

interface Call {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** What the receiver heard, and how it answers. */
let calls: Call[] = [];
let answer: (response: ServerResponse, call: Call) => void;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const call = { url: request.url ?? '', headers: request.headers, body };
    calls.push(call);
    answer(response, call);
  });
});
const ok = (response: ServerResponse): void => void response.end('thanks');
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers);
    response.end(`answer ${code}`);
  };

let database: TestDatabase;
let services: TestServices;
let w: TestWorkspace;
let url: string;
let nowMs = Date.parse('2026-11-20T09:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase();
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await new Promise((closed) => {
    receiver.close(closed);
    receiver.closeAllConnections();
  });
  await database.close();
});
beforeEach(async () => {
  calls = [];
  answer = ok;
  services = {
    ...testServices(),
    outgoing: createOutgoing(['127.0.0.1']),
    seals: createSeals(Buffer.alloc(32, 3)),
  };
  w = await openWorkspace(database, { services, now: () => new Date(nowMs) });
});

const CREATE =
  'mutation ($name: String!, $url: String!, $kinds: [String!]!) { webhook_create(name: $name, url: $url, kinds: $kinds) { id secret } }';
const UPDATE =
  'mutation ($id: ID!, $name: String, $url: String, $kinds: [String!], $is_on: Boolean) { webhook_update(id: $id, name: $name, url: $url, kinds: $kinds, is_on: $is_on) { id name url kinds is_on switch_off_reason } }';
const create = async (values: Record<string, unknown> = {}) =>
  (
    await w.api.data<{ webhook_create: { id: string; secret: string } }>(CREATE, {
      name: 'Data lake',
      url,
      kinds: WEBHOOK_KINDS,
      ...values,
    })
  ).webhook_create;
const update = async (id: string, values: Record<string, unknown>) =>
  (await w.api.data<{ webhook_update: Record<string, unknown> }>(UPDATE, { id, ...values })).webhook_update;
const run = (task: Task<never> = webhookDeliver as Task<never>) =>
  (task as Task).run(
    { subdomain_id: w.tenant.id },
    { scope: w.api.scope, signal: new AbortController().signal },
  );
const later = (minutes: number): void => {
  nowMs += minutes * 60_000;
};
const log = async (fields = 'kind subject state status problem answer tries { status problem }') =>
  (
    await w.api.data<{ webhook_deliveries: { records: Record<string, unknown>[] } }>(
      `{ webhook_deliveries(per_page: 100) { records { ${fields} } } }`,
    )
  ).webhook_deliveries.records;
const told = () =>
  calls.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

describe('what is told', () => {
  test('an idea that is made is told, signed as Standard Webhooks says', async () => {
    const { id } = await buildSuggestion(database, w.tenant, { title: 'Payroll export' });
    const { secret } = await create();
    await w.api.data(
      'mutation ($id: ID!) { note_create(suggestion: $id, body: "<p>Ask <b>Ana</b></p>") { id } }',
      { id },
    );
    expect(services.enqueued.map(({ task }) => task)).not.toContain('webhook_deliver');
    await run();
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(call!.url).toBe('/hook');
    expect(call!.headers['content-type']).toBe('application/json; charset=utf-8');
    // the time is part of what is signed; the library refuses one that is not of now
    const headers = call!.headers as Record<string, string>;
    expect(
      new Webhook(secret).sign(
        headers['webhook-id']!,
        new Date(Number(headers['webhook-timestamp']) * 1000),
        call!.body,
      ),
    ).toBe(headers['webhook-signature']);
    expect(told()[0]).toMatchObject({
      type: 'note_created',
      timestamp: new Date(nowMs).toISOString(),
      data: {
        idea: { id, title: 'Payroll export', url: `http://${w.tenant.key}.localhost/admin/v3/ideas/${id}` },
        note: { text: expect.stringContaining('Ana') as string },
        by: { id: w.admin.id },
      },
    });
    expect(await log()).toEqual([
      {
        kind: 'note_created',
        subject: 'Payroll export',
        state: 'delivered',
        status: 200,
        problem: null,
        answer: 'thanks',
        tries: [{ status: 200, problem: null }],
      },
    ]);
  });

  test('only what was chosen is told, only to those that are on, and nothing of before', async () => {
    const { id } = await buildSuggestion(database, w.tenant);
    await create({ kinds: ['internal_flag_created'] });
    const off = await create({ name: 'Off' });
    await update(off.id, { is_on: false });
    await w.api.data('mutation ($id: ID!) { note_create(suggestion: $id, body: "<p>x</p>") { id } }', { id });
    await run();
    expect(calls).toEqual([]);
    await w.api.data(
      'mutation ($id: ID!) { internal_flag_create(suggestion: $id, reason: "Urgent") { id } }',
      { id },
    );
    await run();
    expect(told()).toMatchObject([
      { type: 'internal_flag_created', data: { internal_flag: { text: 'Urgent' } } },
    ]);
  });

  test('people and accounts: made, changed and deleted, each told once', async () => {
    await create({
      kinds: ['user_created', 'user_updated', 'account_created', 'account_updated', 'account_deleted'],
    });
    const { users_find_or_create: zoe } = await w.api.data<{ users_find_or_create: { id: string } }>(
      'mutation { users_find_or_create(email: "zoe@people.example", name: "Zoé") { id } }',
    );
    const { external_account_create: marlow } = await w.api.data<{ external_account_create: { id: string } }>(
      'mutation { external_account_create(name: "Marlow", mrr: 1200) { id } }',
    );
    await w.api.data(
      'mutation ($id: ID!, $account: ID) { user_update(id: $id, crm_account: $account) { id } }',
      {
        id: zoe.id,
        account: marlow.id,
      },
    );
    await w.api.data('mutation ($id: ID!) { external_account_update(id: $id, plan: "Team") { id } }', {
      id: marlow.id,
    });
    await w.api.data('mutation ($id: ID!) { user_block(id: $id, blocked: true) { id } }', { id: zoe.id });
    await w.api.data('mutation ($id: ID!) { external_account_delete(id: $id) { id } }', { id: marlow.id });
    // asked for again, nobody is made
    await w.api.data('mutation { users_find_or_create(email: "ZOE@people.example", name: "Z") { id } }');
    await run();
    expect(
      told()
        .map(({ type, data }) => `${type} ${((data['person'] ?? data['account']) as { name: string }).name}`)
        .toSorted(),
    ).toEqual([
      'account_created Marlow',
      'account_deleted Marlow',
      'account_updated Marlow',
      'user_created Zoé',
      'user_updated Zoé',
      'user_updated Zoé',
      'user_updated Zoé',
    ]);
    expect(told().find(({ type }) => type === 'account_updated')!.data['account']).toMatchObject({
      plan: 'Team',
      mrr: 1200,
    });
  });

  test('a bulk action is told for each of its ideas', async () => {
    await create({ kinds: ['status_updated'] });
    const planned = await buildStatus(database, w.tenant, { name: 'Planned' });
    const ideas = [await buildSuggestion(database, w.tenant), await buildSuggestion(database, w.tenant)];
    await w.api.data(
      'mutation ($ids: [ID!], $status: ID) { suggestions_bulk_status(ids: $ids, status: $status) { undo_id } }',
      { ids: ideas.map(({ id }) => id), status: planned.id },
    );
    await run();
    expect(told().map(({ data }) => (data['status_update'] as { new_status: string }).new_status)).toEqual([
      'Planned',
      'Planned',
    ]);
  });

  test('what is refused is not told, and what is gone before its first try neither', async () => {
    await create();
    const { id } = await buildSuggestion(database, w.tenant);
    await refusal(w.api, 'mutation ($id: ID!) { note_create(suggestion: $id, body: "") { id } }', { id });
    const { note_create: note } = await w.api.data<{ note_create: { id: string } }>(
      'mutation ($id: ID!) { note_create(suggestion: $id, body: "<p>x</p>") { id } }',
      { id },
    );
    await w.api.data('mutation ($id: ID!) { note_delete(id: $id) { id } }', { id: note.id });
    await run();
    expect(calls).toEqual([]);
    expect(await log()).toEqual([]);
  });

  test('a text that is too long for a message says that it was cut', async () => {
    await create({ kinds: ['note_created'] });
    const { id } = await buildSuggestion(database, w.tenant);
    await w.api.data(
      'mutation ($id: ID!, $body: String!) { note_create(suggestion: $id, body: $body) { id } }',
      {
        id,
        body: `<p>${'x'.repeat(webhookLimits.textCharacters + 1)}</p>`,
      },
    );
    await run();
    const { text, is_text_cut } = told()[0]!.data['note'] as { text: string; is_text_cut: boolean };
    expect([text.length, is_text_cut]).toEqual([webhookLimits.textCharacters, true]);
  });
});

describe('tries', () => {
  const happen = async (count = 1) => {
    const { id } = await buildSuggestion(database, w.tenant);
    for (let at = 0; at < count; at += 1)
      await w.api.data('mutation ($id: ID!) { note_create(suggestion: $id, body: "<p>x</p>") { id } }', {
        id,
      });
  };

  test('a failure is tried again with growing waits, eight times within a day, then given up', async () => {
    await create();
    answer = status(500);
    await happen();
    const triedAt: number[] = [];
    const began = nowMs;
    for (let minutes = 0; minutes <= 26 * 60; minutes += 1) {
      const before = calls.length;
      await run();
      if (calls.length > before) triedAt.push((nowMs - began) / 60_000);
      later(1);
    }
    expect(triedAt).toEqual([0, 1, 6, 21, 81, 261, 681, 1401]);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    expect(await log('state status problem tries { status }')).toMatchObject([
      {
        state: 'failed',
        status: 500,
        problem: 'It answered with 500.',
        tries: Array.from({ length: 8 }, () => ({ status: 500 })),
      },
    ]);
  });

  test('one that comes right in between is delivered, and told once more to nobody', async () => {
    await create();
    answer = status(503, { 'retry-after': '600' });
    await happen();
    await run();
    answer = ok;
    later(9);
    await run();
    expect(calls).toHaveLength(1);
    later(1);
    await run();
    await run();
    expect(calls).toHaveLength(2);
    expect(await log('state tries { status }')).toEqual([
      { state: 'delivered', tries: [{ status: 503 }, { status: 200 }] },
    ]);
  });

  test('a receiver that is silent holds up nothing of the others, and is asked one thing at a time', async () => {
    const free = createServer(() => undefined);
    await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening));
    const dead = (free.address() as AddressInfo).port;
    await new Promise((closed) => free.close(closed));
    await create({ name: 'Dead', url: `http://127.0.0.1:${dead}/`, kinds: ['note_created'] });
    await create({ kinds: ['note_created'] });
    await happen(20);
    await run();
    expect(calls).toHaveLength(20);
    const failed = () => log('webhook { name } state tries { problem }');
    const triesOf = async () =>
      (await failed()).filter(
        (one) => (one['tries'] as []).length > 0 && (one['webhook'] as { name: string }).name === 'Dead',
      ).length;
    // the first calls went out together; then it is paused
    expect(await triesOf()).toBe(8);
    later(1);
    await run();
    expect(await triesOf()).toBeLessThanOrEqual(9);
    expect(calls).toHaveLength(20);
  });

  test('answers that are long, redirects and private addresses are failures that say why', async () => {
    const { id } = await create();
    const problem = async () => {
      await happen();
      await run();
      return (await log('problem answer'))[0];
    };
    answer = status(302, { location: 'http://127.0.0.1:1/' });
    expect(await problem()).toMatchObject({ problem: expect.stringContaining('redirect') as string });
    answer = (response) => {
      response.writeHead(400);
      response.end('x'.repeat(5_000_000));
    };
    expect(((await problem())!['answer'] as string).length).toBe(webhookLimits.answerCharacters);
    await w.rows("update webhooks set url = 'http://127.0.0.2:9/' where id = $1", id);
    expect(await problem()).toMatchObject({
      problem: '127.0.0.2 is a private address, which this installation does not allow.',
      answer: null,
    });
  });

  test('a webhook whose last eight deliveries all failed in the end is switched off, and the team hears of it', async () => {
    const { id } = await create();
    const boss = await buildUser(database, w.tenant, { license_type: 'owner', permission_state: 'active' });
    answer = status(404);
    await happen(webhookLimits.failuresInARow);
    const before = calls.length;
    for (let tries = 0; tries < 8; tries += 1) {
      await run();
      later(13 * 60);
    }
    expect(calls.length - before).toBeGreaterThanOrEqual(webhookLimits.failuresInARow);
    const state = async () =>
      (
        await w.api.data<{ webhooks: { records: Record<string, unknown>[] } }>(
          '{ webhooks { records { is_on switch_off_reason waiting_count } } }',
        )
      ).webhooks.records[0];
    expect(await state()).toEqual({ is_on: false, switch_off_reason: 'failing', waiting_count: 0 });
    expect(
      await w.rows(
        "select user_id from notifications where subdomain_id = $1 and event = 'webhook_switched_off' and webhook_id = $2 order by user_id",
        w.tenant.id,
        id,
      ),
    ).toContainEqual({ user_id: boss.id });
    // on again it is not judged by what was before
    answer = status(404);
    await update(id, { is_on: true });
    await happen();
    await run();
    expect(await state()).toMatchObject({ is_on: true, switch_off_reason: null });
    answer = ok;
    const failed = (await log('id state')).filter((one) => one['state'] === 'failed');
    const { webhook_failed_resend } = await w.api.data<{ webhook_failed_resend: { count: number } }>(
      'mutation ($id: ID!) { webhook_failed_resend(id: $id) { id count } }',
      { id },
    );
    expect(webhook_failed_resend.count).toBe(failed.length);
    await run();
    expect((await log('state')).filter((one) => one['state'] === 'failed')).toEqual([]);
  });

  test('410 switches a webhook off at once', async () => {
    await create();
    answer = status(410);
    await happen(2);
    await run();
    expect(await w.api.data('{ webhooks { records { is_on switch_off_reason } } }')).toEqual({
      webhooks: { records: [{ is_on: false, switch_off_reason: 'gone' }] },
    });
  });

  test('two workers never make one call twice', async () => {
    await create({ kinds: ['note_created'] });
    await happen(30);
    await Promise.all([run(), run()]);
    expect(calls).toHaveLength(30);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
  });
});

describe('by hand', () => {
  const TEST = 'mutation ($id: ID!) { webhook_test(id: $id) { id kind state } }';
  const RESEND = 'mutation ($id: ID!) { webhook_delivery_resend(id: $id) { id state } }';

  test('a test goes out even where the webhook is off, once, and switches nothing off', async () => {
    const { id } = await create();
    await update(id, { is_on: false });
    answer = status(500);
    for (let at = 0; at < webhookLimits.failuresInARow + 1; at += 1) await w.api.data(TEST, { id });
    expect(services.enqueued.map(({ task }) => task)).toContain('webhook_deliver');
    await run();
    later(60);
    await run();
    expect(told().map(({ type }) => type)).toEqual(Array(webhookLimits.failuresInARow + 1).fill('test'));
    expect((await log('state'))[0]).toEqual({ state: 'failed' });
  });

  test('a delivery is sent again as it was', async () => {
    const { id: idea } = await buildSuggestion(database, w.tenant);
    const { id } = await create({ kinds: ['note_created'] });
    await w.api.data('mutation ($id: ID!) { note_create(suggestion: $id, body: "<p>x</p>") { id } }', {
      id: idea,
    });
    await run();
    const [one] = await log('id');
    await w.api.data(RESEND, one!);
    answer = status(500);
    await run();
    expect(calls).toHaveLength(2);
    expect(calls[1]!.body).toBe(calls[0]!.body);
    expect(calls[1]!.headers['webhook-id']).toBe(calls[0]!.headers['webhook-id']);
    // one try, not eight more
    expect((await log('state'))[0]).toEqual({ state: 'failed' });
    await update(id, { is_on: false });
    expect(await refusal(w.api, RESEND, one!)).toMatchObject({ reason: 'off' });
  });

  test('a new secret signs beside the old one for a day', async () => {
    const { id, secret: old } = await create({ kinds: ['note_created'] });
    const { webhook_secret_renew: renewed } = await w.api.data<{ webhook_secret_renew: { secret: string } }>(
      'mutation ($id: ID!) { webhook_secret_renew(id: $id) { id secret } }',
      { id },
    );
    const signers = async () => {
      await w.api.data(TEST, { id });
      await run();
      const { headers, body } = calls.at(-1)!;
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const signatures = String(headers['webhook-signature']).split(' ');
      return [old, renewed.secret].filter((secret) =>
        signatures.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body)),
      );
    };
    expect(await signers()).toEqual([old, renewed.secret]);
    later(24 * 60 + 1);
    expect(await signers()).toEqual([renewed.secret]);
  });

  test('secrets of another installation sign nothing, and the log says so', async () => {
    const { id } = await create();
    services.seals = createSeals(Buffer.alloc(32, 4));
    await w.api.data(TEST, { id });
    await run();
    expect(calls).toEqual([]);
    expect((await log('problem'))[0]).toMatchObject({
      problem: expect.stringContaining('cannot be read') as string,
    });
  });
});

describe('setting up', () => {
  test.each([
    ['', 'url'],
    ['hooks.marlow.example', 'url'],
    ['ftp://hooks.marlow.example', 'url'],
    ['https://user:pass@hooks.marlow.example/', 'url'],
    ['http://10.0.0.7/', 'url'],
    ['http://[::1]/', 'url'],
    ['http://169.254.169.254/latest', 'url'],
  ])('the address %j is refused', async (typed, field) => {
    expect(await refusal(w.api, CREATE, { name: 'x', url: typed, kinds: ['note_created'] })).toMatchObject({
      field,
    });
  });

  test('at least one kind is chosen, and none that the person may not read', async () => {
    expect(await refusal(w.api, CREATE, { name: 'x', url, kinds: [] })).toMatchObject({ field: 'kinds' });
    const noTickets = await w.as({ tickets: 'no' });
    expect(await refusal(noTickets, CREATE, { name: 'x', url, kinds: ['ticket_created'] })).toMatchObject({
      field: 'kinds',
      reason: 'beyond_own',
    });
    // what others chose stays when they rename it
    const { id } = await create({ kinds: ['note_created', 'ticket_created'] });
    expect(
      await noTickets.data(UPDATE, { id, name: 'Lake', kinds: ['note_created', 'ticket_created'] }),
    ).toMatchObject({ webhook_update: { name: 'Lake', kinds: ['note_created', 'ticket_created'] } });
    expect(
      await refusal(await w.as({ settings: 'none' }), CREATE, { name: 'x', url, kinds: ['note_created'] }),
    ).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('the secret is nowhere but in the answer, and fifty webhooks are the most', async () => {
    const { secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const kept = await w.rows<{ whole: string }>(
      'select w::text as whole from webhooks w where subdomain_id = $1 union all select a::text from audit_entries a where subdomain_id = $1',
      w.tenant.id,
    );
    expect(kept.filter(({ whole }) => whole.includes(secret.slice(6)))).toEqual([]);
    await w.rows(
      "insert into webhooks (subdomain_id, name, url, kinds, sealed_secret) select $1, 'x', 'https://x.example/', '{note_created}', 'x' from generate_series(2, $2)",
      w.tenant.id,
      webhookLimits.webhooks,
    );
    expect(await refusal(w.api, CREATE, { name: 'x', url, kinds: ['note_created'] })).toMatchObject({
      reason: 'too_many',
    });
  });

  test('deleting one takes its log along; another workspace’s is unknown', async () => {
    const { id } = await create();
    const other = await openWorkspace(database, { services });
    for (const call of ['webhook_delete', 'webhook_test', 'webhook_secret_renew', 'webhook_failed_resend'])
      expect(
        await refusal(other.api, `mutation ($id: ID!) { ${call}(id: $id) { id } }`, { id }),
      ).toMatchObject({
        reason: 'not_found',
      });
    await w.api.data('mutation ($id: ID!) { webhook_test(id: $id) { id } }', { id });
    await w.api.data('mutation ($id: ID!) { webhook_delete(id: $id) { id } }', { id });
    expect(await w.rows('select id from webhook_deliveries where subdomain_id = $1', w.tenant.id)).toEqual(
      [],
    );
  });

  test('the log goes back two weeks, and the hours of two days are counted', async () => {
    const { id } = await create();
    await w.api.data('mutation ($id: ID!) { webhook_test(id: $id) { id } }', { id });
    await run();
    later(90);
    const { webhook_hours } = await w.api.data<{
      webhook_hours: { average_ms: number; hours: { delivered: number; failed: number }[] };
    }>(
      'query ($id: ID!) { webhook_hours(webhook: $id) { average_ms hours { hours_ago delivered failed } } }',
      { id },
    );
    expect(webhook_hours.hours).toHaveLength(48);
    expect(webhook_hours.hours.map(({ delivered }) => delivered).indexOf(1)).toBe(46);
    expect(webhook_hours.average_ms).toBeGreaterThanOrEqual(0);
    later(14 * 24 * 60);
    await run(webhookSweep as Task<never>);
    expect(await log('id')).toEqual([]);
  });
});

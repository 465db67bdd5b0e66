import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import { liveKinds, type WorkspaceKind } from '../../contract/live.ts';
import { publishLive, type LiveMessage } from '../live/live.ts';
import { buildSuggestion, systemViewer, testScope } from '../db/builders.ts';
import { catalogue } from '../api/catalogue.ts';
import type { EventStream } from '../testing/event_stream.ts';
import { twoProcesses } from '../testing/two_processes.ts';
import { startTestServer, type TestServer } from './testing.ts';

/*
 * Two processes on one database: what is announced in one reaches the consoles of the other.
 */

let one: TestServer;
let two: TestServer;
// what changes of ideas has tests of its own
const open = twoProcesses({ commentMs: 100, sessionCheckMs: 300, gatherMs: 3_600_000 }, (...servers) => {
  [one, two] = servers;
});

const publish = async (message: LiveMessage): Promise<void> => {
  const scope = await testScope(one.database, systemViewer(one.tenant));
  await scope.write((tx) => publishLive(tx, message));
};
const changed = (entity: WorkspaceKind): LiveMessage => ({
  event: 'changed',
  entity,
  ids: ['1'],
  subdomain_id: one.tenant.id,
  user_ids: null,
});
const exportOf = ({ user }: { user: { id: string } }): LiveMessage => ({
  event: 'changed',
  entity: 'export',
  ids: ['1'],
  subdomain_id: one.tenant.id,
  user_ids: [user.id],
});
/** Names of the events behind the greeting. */
const after = (stream: EventStream): string[] => stream.events().slice(1);

describe('who hears what', () => {
  test('[RT-002] [RT-004] [RT-005] the session decides the channels, under both addresses', async () => {
    const ana = await one.createUser();
    for (const path of ['/clients/admin-console/events', '/admin-console/clients/admin-console/events']) {
      const stream = await open(one, ana, { path });
      expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
        'no-store, no-transform',
      ]);
      expect(stream.headers['x-content-type-options']).toBe('nosniff');
      await expect
        .poll(() => stream.heard)
        .toEqual([
          {
            event: 'hello',
            data: {
              channels: [`private-admin-demo-${ana.user.id}`, 'demo-notifications', `user-${ana.user.id}`],
              quiet_ms: expect.any(Number),
            },
          },
        ]);
    }
  });

  test('[RT-005] [STATE-059] [STATE-060] [SCOPE-038] what is announced in one process reaches the consoles of the other, each only what is for them', async () => {
    const [ana, bo] = [await one.createUser(), await one.createUser()];
    const elsewhere = await one.createTenant();
    const stranger = await one.createUser({ tenant: elsewhere });
    const [here, there, far] = [
      await open(one, ana),
      await open(two, bo),
      await open(two, { ...stranger, host: two.hostOf(elsewhere) }),
    ];
    await expect.poll(() => [here, there, far].map((stream) => stream.heard.length)).toEqual([1, 1, 1]);

    const idea = await buildSuggestion(one.database, one.tenant);
    await ana.data(
      'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
      { id: idea.id, owner: bo.user.id },
    );
    await expect
      .poll(() => there.heard.slice(1))
      .toEqual([{ event: 'refresh-notifications', data: { channel: `user-${bo.user.id}` } }]);
    await publish({
      event: 'new_ticket_counts',
      open_ticket_counts: { 5: 3 },
      subdomain_id: one.tenant.id,
      user_ids: [ana.user.id],
    });
    await publish(changed('status_update'));
    await publish(exportOf(ana));
    await expect
      .poll(() => here.heard.slice(1))
      .toEqual([
        {
          event: 'new_ticket_counts',
          data: { channel: `user-${ana.user.id}`, open_ticket_counts: { 5: 3 } },
        },
        { event: 'changed', data: { channel: 'demo-notifications', entity: 'status_update', ids: ['1'] } },
        {
          event: 'changed',
          data: { channel: `private-admin-demo-${ana.user.id}`, entity: 'export', ids: ['1'] },
        },
      ]);
    await expect.poll(() => after(there)).toEqual(['refresh-notifications', 'changed']);
    expect(after(far)).toEqual([]);
  });

  test('[RT-004] channels may be narrowed, a suffix to one kind of record', async () => {
    const ana = await one.createUser();
    const stream = await open(one, ana, { query: '?channels=demo-notifications-status_update' });
    const all = await open(one, ana);
    await publish(changed('supporter_message'));
    await publish({ event: 'refresh-notifications', subdomain_id: one.tenant.id, user_ids: [ana.user.id] });
    await publish(changed('status_update'));
    await expect.poll(() => after(all)).toEqual(['changed', 'refresh-notifications', 'changed']);
    expect(stream.heard.slice(1)).toEqual([
      {
        event: 'changed',
        data: { channel: 'demo-notifications-status_update', entity: 'status_update', ids: ['1'] },
      },
    ]);
  });

  test('[RT-004] a kind that is not told live is refused by a sentence that names those that are, one without the right to read it too', async () => {
    const [ana, blind] = [
      await one.createUser(),
      await one.createUser({ permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false } }),
    ];
    // an entity, a name that only answers of commands know, one person's own, and what every object has
    for (const kind of ['forum', 'dead_job', 'own_session', 'export', 'constructor']) {
      const stream = await open(one, ana, { query: `?channels=demo-notifications-${kind}` });
      await expect
        .poll(() => stream.text)
        .toContain(
          `No kind of record with the name \\"${kind}\\" is told live on the channel of the workspace. Those that are: suggestion, status_update, internal_status_update, supporter_message, import, theme_set, impact_report, saved_view, feature, article, ticket.`,
        );
      expect([stream.status, stream.text]).toEqual([
        400,
        expect.stringContaining('"field":"channels"') as string,
      ]);
    }
    const refused = await open(one, blind, { query: '?channels=demo-notifications-suggestion' });
    await expect
      .poll(() => refused.text)
      .toContain(String.raw`You may not read records of the kind \"suggestion\".`);
    expect(refused.status).toBe(403);
  });

  test('of a name that is no kind nobody hears, whoever announces it', async () => {
    const ana = await one.createUser();
    const stream = await open(one, ana);
    // as a process of another version might
    for (const entity of ['dead_job', 'own_session', 'subdomain', 'forum', 'constructor'])
      await publish(changed(entity as WorkspaceKind));
    await publish({ ...exportOf(ana), user_ids: null } as unknown as LiveMessage);
    await publish(changed('status_update'));
    await expect.poll(() => stream.heard.at(-1)?.data['entity']).toBe('status_update');
    expect(after(stream)).toEqual(['changed']);
  });

  test('each kind that is told live is a record of the API, whose right decides who hears of it', () => {
    const entities = new Map(catalogue.entities.map((entity) => [entity.name, entity]));
    expect(Object.keys(liveKinds).map((kind) => [kind, entities.get(kind)?.requires.label])).toEqual([
      ['suggestion', 'feedback: read'],
      ['status_update', 'feedback: read'],
      ['internal_status_update', 'feedback: read'],
      ['supporter_message', 'feedback: read'],
      ['import', 'settings: write'],
      ['theme_set', 'feedback: read and feature theme_detection'],
      ['impact_report', 'feedback: read and feature impact_reports'],
      ['saved_view', 'feedback: read'],
      ['feature', 'features: read and feature features_feature'],
      ['article', 'knowledgebase: read'],
      ['ticket', 'tickets: read'],
      ['export', 'feedback: read'],
    ]);
  });

  test('only GET opens one', async () => {
    const ana = await one.createUser();
    const answer = await ana.ask('/clients/admin-console/events', { method: 'HEAD' });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET']);
  });

  test('[RT-003] a channel of somebody else is refused', async () => {
    const [ana, bo] = [await one.createUser(), await one.createUser()];
    for (const channel of [
      `private-admin-demo-${bo.user.id}`,
      `user-${bo.user.id}`,
      'other-notifications',
      `user-${ana.user.id},user-${bo.user.id}`,
    ]) {
      const stream = await open(one, ana, { query: `?channels=${channel}` });
      await expect.poll(() => stream.text).toContain('This channel is not yours.');
      expect(stream.status).toBe(403);
    }
    expect(
      (
        await open(one, ana, {
          query: `?channels=${Array.from({ length: 21 }, () => `user-${ana.user.id}`).join(',')}`,
        })
      ).status,
    ).toBe(400);
  });

  test('nobody without a session, with one of another workspace, from another site, or without the console gets in', async () => {
    const ana = await one.createUser();
    const stranger = await one.createUser({ tenant: await one.createTenant() });
    const contributor = await one.createUser({ license_type: 'contributor' });
    expect((await open(one, { cookie: '' })).status).toBe(401);
    expect((await open(one, { cookie: stranger.cookie })).status).toBe(401);
    expect((await open(one, contributor)).status).toBe(403);
    expect((await open(one, ana, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });
});

describe('how a stream lives and ends', () => {
  test('a comment comes now and then, and a living session stays', async () => {
    const stream = await open(one, await one.createUser());
    await expect.poll(() => stream.comments).toBeGreaterThan(6);
    expect(stream.isEnded).toBe(false);
  });

  test('signing out ends it at once, in the other process too; other sessions stay', async () => {
    const ana = await one.createUser();
    const again = await one.signIn(ana.tenant, ana.user);
    const [here, there, other] = [
      await open(one, ana),
      await open(two, { cookie: ana.cookie }),
      await open(two, { cookie: again.cookie }),
    ];
    await ana.ask('/clients/admin-console/logout', { method: 'DELETE' });
    for (const stream of [here, there]) {
      await expect.poll(() => stream.isEnded).toBe(true);
      expect(stream.heard.at(-1)).toEqual({ event: 'bye', data: { reason: 'signed_out' } });
    }
    expect(other.isEnded).toBe(false);
  });

  test('who is blocked or loses the console is out, by announcement or at the next look', async () => {
    const [ana, bo] = [await one.createUser(), await one.createUser()];
    const [blocked, demoted] = [await open(one, ana), await open(two, { cookie: bo.cookie })];
    await one.database.pool.query("update users set allowed_state = 'blocked' where id = $1", [ana.user.id]);
    await one.database.pool.query('select pg_notify($1, $2)', [
      'earshot_account',
      JSON.stringify({ about: 'user', subdomain_id: one.tenant.id, user_id: ana.user.id }),
    ]);
    await expect.poll(() => blocked.isEnded).toBe(true);
    // no one announces this one: what is believed of a session lapses after ten seconds
    await one.database.pool.query("update users set license_type = 'contributor' where id = $1", [
      bo.user.id,
    ]);
    await expect.poll(() => demoted.isEnded, { timeout: 30_000 }).toBe(true);
  });

  test('a session holds six streams: the oldest gives way', async () => {
    const ana = await one.createUser();
    const streams: EventStream[] = [];
    for (let n = 0; n < 7; n += 1) streams.push(await open(one, ana));
    await expect.poll(() => streams[0]!.heard.at(-1)).toEqual({ event: 'bye', data: { reason: 'replaced' } });
    expect(streams.slice(1).map((stream) => stream.isEnded)).toEqual(Array.from({ length: 6 }, () => false));
  });

  test('a client that reads nothing is cut off, and the others hear on', async () => {
    const [slow, quick] = [await one.createUser(), await one.createUser()];
    const [stuck, lively] = [await open(one, slow), await open(one, quick)];
    stuck.pause();
    // more than the operating systems of both ends keep: some megabytes
    const ids = Array.from({ length: 200 }, (_, n) => String(1_000_000_000_000_000_000 + n));
    const scope = await testScope(one.database, systemViewer(one.tenant));
    const sent = 6000;
    for (let n = 0; n < sent; n += 50) {
      await scope.write(async (tx) => {
        // equal announcements of one transaction are one
        for (let m = n; m < n + 50; m += 1)
          await publishLive(tx, {
            event: 'changed',
            entity: 'supporter_message',
            ids: [String(m), ...ids],
            subdomain_id: one.tenant.id,
            user_ids: null,
          });
      });
    }
    await publish(changed('status_update'));
    await expect.poll(() => lively.heard.at(-1)?.data['entity'], { timeout: 30_000 }).toBe('status_update');
    // what it could not take as quickly as it came it was told to ask for
    expect(after(lively).length === sent + 1 || after(lively).includes('refetch')).toBe(true);
    expect(lively.isEnded).toBe(false);
    stuck.resume();
    await expect.poll(() => stuck.isEnded).toBe(true);
    expect(stuck.text).not.toContain('status_update');
  });

  test('a cut LISTEN connection leaves the process alive; consoles are told to ask again, and hear what comes then', async () => {
    const ana = await one.createUser();
    const stream = await open(two, { cookie: ana.cookie });
    await expect.poll(() => stream.heard.length).toBe(1);
    await one.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'earshot listen%' and datname = current_database()`,
    );
    await expect.poll(() => after(stream), { timeout: 60_000 }).toEqual(['refetch']);
    await publish({ event: 'refresh-notifications', subdomain_id: one.tenant.id, user_ids: [ana.user.id] });
    await expect.poll(() => after(stream)).toEqual(['refetch', 'refresh-notifications']);
  });

  test('who goes away while their session is looked up holds no stream', async () => {
    const three = await startTestServer({ beside: one });
    try {
      const ana = await one.createUser();
      const streams = async () =>
        Number(/^earshot_live_streams (\d+)$/m.exec((await three.ask('/metrics')).text)![1]);
      const client = await one.database.pool.connect();
      await client.query('begin; lock table sessions in access exclusive mode');
      const waiting = async () =>
        (
          await one.database.pool.query<{ n: number }>(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%sessions%'`,
          )
        ).rows[0]!.n;
      const socket = connect(three.port, '127.0.0.1');
      socket.write(
        `GET /clients/admin-console/events HTTP/1.1\r\nhost: ${new URL(three.url).host}\r\ncookie: ${ana.cookie}\r\n\r\n`,
      );
      await expect.poll(waiting).toBe(1);
      socket.destroy();
      // the server has heard of it when it answers the next call
      await three.ask('/health/live');
      await client.query('commit');
      client.release();
      await expect.poll(waiting).toBe(0);
      // anyone who comes after them is the only one
      const stream = await open(three, { cookie: ana.cookie });
      await expect.poll(() => stream.heard.length).toBe(1);
      expect(await streams()).toBe(1);
    } finally {
      await three.close();
    }
  });

  test('closing the server ends the streams', async () => {
    const three = await startTestServer({ beside: one });
    const ana = await one.createUser();
    const stream = await open(three, { cookie: ana.cookie });
    await three.close();
    await expect.poll(() => stream.isEnded).toBe(true);
    expect(three.logged.filter((line) => String(line['msg']).startsWith('Did not wait'))).toEqual([]);
  });

  test('[RT-001] with REALTIME=off there is none, and the console is told so', async () => {
    const three = await startTestServer({ beside: one, environment: { REALTIME: 'off' } });
    try {
      const ana = await one.createUser();
      const stream = await open(three, { cookie: ana.cookie });
      expect(stream.status).toBe(204);
      expect((await open(three, { cookie: '' })).status).toBe(401);
    } finally {
      await three.close();
    }
  });
});

test('each process listens on one connection', async () => {
  const { rows } = await one.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where application_name like 'earshot listen%' and datname = current_database()`,
  );
  expect(rows[0]!.n).toBe(2);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { trackerHookPath } from '../../contract/tracker.ts';
import { buildSuggestion, insertRow } from '../db/builders.ts';
import { hashSecret, newSecret } from '../domain/account/secrets.ts';
import { startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
const secret = newSecret();
let time = Date.parse('2026-06-01T12:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(time) });
  await insertRow(server.database, 'tracker_settings', {
    subdomain_id: server.tenant.id,
    kind: 'jira_cloud',
    instance_url: 'https://tracker.example',
    hook_hash: hashSecret(secret),
  });
});
afterAll(() => server.close());

let issue: { id: string };
let made = 0;
// calls are counted by the minute
beforeEach(async () => {
  time += 120_000;
  made += 1;
  issue = await insertRow(server.database, 'tracker_issues', {
    subdomain_id: server.tenant.id,
    jira_key: `MAR-${made}`,
    jira_id: String(20_000 + made),
    read_at: new Date(time),
  });
  await insertRow(server.database, 'suggestion_tracker_issues', {
    subdomain_id: server.tenant.id,
    suggestion_id: (await buildSuggestion(server.database, server.tenant)).id,
    issue_id: issue.id,
  });
});

const tell = (body: unknown, end = secret) =>
  server.ask(`${trackerHookPath}/${end}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const isToRead = async (): Promise<boolean> =>
  (
    await server.database.pool.query<{ read_at: Date | null }>(
      'select read_at from tracker_issues where subdomain_id = $1 and id = $2',
      [server.tenant.id, issue.id],
    )
  ).rows[0]!.read_at === null;

test('an issue that the tracker names is read again, by its key or its id', async () => {
  expect((await tell({ webhookEvent: 'jira:issue_updated', issue: { key: `MAR-${made}` } })).status).toBe(
    204,
  );
  expect(await isToRead()).toBe(true);
  await server.database.pool.query('update tracker_issues set read_at = now() where id = $1', [issue.id]);
  expect((await tell({ issue: { id: String(20_000 + made) } })).status).toBe(204);
  expect(await isToRead()).toBe(true);
});

test('what names no issue that is linked changes nothing', async () => {
  for (const body of [
    {},
    [],
    null,
    { issue: null },
    { issue: { key: 7, id: {} } },
    { issue: { key: `MAR-${made}' or true` } },
    { issue: { key: 'MAR-999' } },
    { issue: { id: '1', key: '%' } },
  ])
    expect((await tell(body)).status, JSON.stringify(body)).toBe(204);
  expect(await isToRead()).toBe(false);
});

test('a forged address is 404, and its body is not read', async () => {
  for (const end of ['x', newSecret(), `${secret}x`])
    expect((await tell({ issue: {} }, end)).status).toBe(404);
  expect(await isToRead()).toBe(false);
});

test('a network that calls without end is told to wait', async () => {
  const answers = new Set<number>();
  for (let n = 0; n < 610; n += 1) answers.add((await tell({}, newSecret())).status);
  expect([...answers]).toEqual([404, 429]);
});

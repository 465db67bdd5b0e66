import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTIVITY_KINDS, type ActivityKind } from '../../contract/activity.ts';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import {
  buildAccount,
  buildComment,
  buildFeedbackRecord,
  buildForum,
  buildNote,
  buildStatus,
  buildSuggestion,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
} from '../db/builders.ts';
import { CUSTOMER_COLUMNS } from '../domain/exchange/customers/rows.ts';
import { exportMailTask, exportSweep, exportTask } from '../domain/exchange/export_run.ts';
import type { Scope } from '../core/scope.ts';
import { ProcessEnds } from '../core/task.ts';
import { readWorkbook, readZip } from '../testing/workbook.ts';
import { newKey, startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let ana: TestClient;
let now = new Date('2026-03-31T10:00:00Z');
const PATH = '/api/v2/admin/exports';
const never = new AbortController().signal;

beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  ana = await server.createUser({ name: 'Ana Ruiz', email_address: 'ana@demo.example' });
});
afterAll(() => server.close());

const pool = () => server.database;
async function post(
  client: TestClient,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return server.ask(PATH, {
    host: client.host,
    method: 'POST',
    json: body,
    headers: { authorization: `Bearer ${await client.token()}`, ...headers },
  });
}
const systemScope = (tenant = server.tenant): Promise<Scope> =>
  testScope(server.database, systemViewer(tenant), { services: server.services, now: () => now });
/** Does the work that was asked for, as the worker would. */
async function work(id: string): Promise<void> {
  await exportTask.run(
    { export_id: id, subdomain_id: server.tenant.id },
    { scope: await systemScope(), signal: never },
  );
}
async function mail(id: string): Promise<void> {
  await exportMailTask.run(
    { export_id: id, subdomain_id: server.tenant.id },
    { scope: await systemScope(), signal: never },
  );
}
async function rowOf(id: string): Promise<Record<string, unknown>> {
  return (await server.database.pool.query('select * from exports where id = $1', [id])).rows[0] as Record<
    string,
    unknown
  >;
}
/** Starts an export, does the work, fetches the file. */
async function exported(
  client: TestClient,
  body: Record<string, unknown>,
): Promise<{ id: string; text: string; bytes: Buffer; headers: Answer['headers'] }> {
  const answer = await post(client, body);
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.json<{ id: string }>();
  await work(id);
  const row = await rowOf(id);
  expect(row, String(row['problem'])).toMatchObject({ state: 'complete' });
  const file = await client.ask(`${PATH}/${id}/file`);
  expect(file.status).toBe(200);
  return {
    id,
    text: file.text,
    bytes: server.services.keptFiles.get(String(row['storage_key']))!,
    headers: file.headers,
  };
}
const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true }) as Record<string, string>[];

/** An idea with one entry of each kind. */
async function buildIdea(
  title = 'Export voters',
): Promise<{ id: string; entries: Record<ActivityKind, string> }> {
  const { tenant } = server;
  const subdomain_id = tenant.id;
  const forum = await buildForum(pool(), tenant);
  const account = await buildAccount(pool(), tenant, { name: 'Northwind' });
  const femke = await buildUser(pool(), tenant, {
    name: 'Femke de Vries',
    account_id: account.id,
    job_title: 'Head of Ops',
    city: 'Utrecht',
  });
  const planned = await buildStatus(pool(), tenant, { name: 'Planned' });
  const idea = await buildSuggestion(pool(), tenant, {
    title,
    body: 'Finance wants it.',
    forum_id: forum.id,
    creator_id: femke.id,
  });
  const other = await buildSuggestion(pool(), tenant, { title: 'The other idea', forum_id: forum.id });
  const suggestion_id = idea.id;
  const comment = await buildComment(pool(), tenant, {
    suggestion_id,
    creator_id: femke.id,
    body: '<p>Yes &amp; <b>please</b></p>',
    body_mime_type: 'text/html',
  });
  const feedback = await buildFeedbackRecord(pool(), tenant, {
    suggestion_id,
    user_id: femke.id,
    body: '=HYPERLINK("http://evil.example")',
    channel: 'admin',
    severity: 3,
  });
  const note = await buildNote(pool(), tenant, {
    suggestion_id,
    creator_id: ana.user.id,
    body: '<p>Internal</p>',
  });
  const flag = await insertRow(pool(), 'internal_flags', {
    subdomain_id,
    suggestion_id,
    creator_id: ana.user.id,
    reason: 'Wrong forum',
    cleared_message: 'Moved',
  });
  const update = await insertRow(pool(), 'status_updates', {
    subdomain_id,
    suggestion_id,
    user_id: ana.user.id,
    new_status_id: planned.id,
    html_body: '<p>On it</p>',
  });
  const internal = await insertRow(pool(), 'internal_status_updates', {
    subdomain_id,
    suggestion_id,
    user_id: ana.user.id,
    html_text: '<p>Team only</p>',
  });
  const message = await insertRow(pool(), 'supporter_messages', {
    subdomain_id,
    suggestion_id,
    user_id: ana.user.id,
    email_subject: 'News',
    body: '<p>Hello all</p>',
  });
  const further: Partial<Record<ActivityKind, Record<string, unknown>>> = {
    comment_created: { comment_id: comment.id, user_id: femke.id },
    feedback_record_created: { feedback_record_id: feedback.id, user_id: femke.id },
    note_created: { note_id: note.id },
    internal_flag_created: { internal_flag_id: flag.id },
    internal_flag_cleared: { internal_flag_id: flag.id },
    status_updated: { status_update_id: update.id },
    internal_status_updated: { internal_status_update_id: internal.id },
    supporter_message_created: { supporter_message_id: message.id },
    merge_created: { related_suggestion_id: other.id },
    merge_reversed: { related_suggestion_id: other.id },
    suggestion_split: { related_suggestion_id: other.id },
    suggestion_updated: { details: JSON.stringify({ old_title: 'Old', new_title: 'Export voters' }) },
    outreach_created: { details: JSON.stringify({ subject: 'May we call you?' }) },
    ticket_created: { details: JSON.stringify({ ticket_id: '4711', title: 'Cannot export' }) },
  };
  const entries = {} as Record<ActivityKind, string>;
  for (const [index, kind] of ACTIVITY_KINDS.entries()) {
    const entry = await insertRow(pool(), 'activity_entries', {
      subdomain_id,
      suggestion_id,
      kind,
      user_id: ana.user.id,
      created_at: new Date(Date.UTC(2026, 2, 1 + index)),
      ...further[kind],
    });
    entries[kind] = entry.id;
  }
  return { id: idea.id, entries };
}

const payload = (suggestion: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  collection: 'suggestion_activity_entries',
  suggestion,
  kind: ACTIVITY_KINDS.join(','),
  format: 'csv',
  spam: false,
  status_none: false,
  includes:
    'comments,notes,feedback_records,status_updates,internal_status_updates,supporter_messages,internal_flags,tickets,users',
  'exclude_fields[users]': 'traits',
  ...more,
});
/** The limits on exports would meet the tests. */
const forgetExports = async (): Promise<void> =>
  void (await server.database.pool.query('delete from exports'));

describe('starting', () => {
  test('[CALL-HTTP-016] [CALL-HTTP-017] [CALL-HTTP-018] [CALL-HTTP-019] [CALL-HTTP-020] [CALL-HTTP-021] [CALL-HTTP-022] [CALL-HTTP-023] [CALL-HTTP-024] POST starts an export and says its id and state', async () => {
    const idea = await buildIdea();
    const answer = await post(ana, payload(idea.id));
    expect(answer.status).toBe(201);
    const started = answer.json<{ id: string }>();
    expect(started).toEqual({ id: expect.stringMatching(/^\d+$/) as string, state: 'pending' });
    expect(await rowOf(started.id)).toMatchObject({
      user_id: ana.user.id,
      state: 'pending',
      file_name: `activity-of-idea-${idea.id}-2026-03-31.csv`,
      params: {
        collection: 'suggestion_activity_entries',
        suggestion: idea.id,
        kinds: [...ACTIVITY_KINDS],
        format: 'csv',
        spam: false,
        status_none: false,
        exclude_user_fields: ['traits'],
      },
    });
    expect(server.services.enqueued.at(-1)).toMatchObject({
      task: 'export',
      payload: { export_id: started.id },
    });
    const { rows } = await server.database.pool.query(
      `select action, user_id from audit_entries where subject = $1`,
      [started.id],
    );
    expect(rows).toEqual([{ action: 'export_started', user_id: ana.user.id }]);
  });

  test('the payload is taken in other forms too: lists as lists, nested and camel-case names, a form', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const asJson = await post(ana, {
      collection: 'suggestion_activity_entries',
      suggestion: idea.id,
      kind: ['note_created'],
      format: 'xlsx',
      statusNone: true,
      includes: ['users'],
      excludeFields: { users: ['traits', 'email_address'] },
    });
    expect(asJson.status, asJson.text).toBe(201);
    expect((await rowOf(asJson.json<{ id: string }>().id))['params']).toMatchObject({
      kinds: ['note_created'],
      status_none: true,
      includes: ['users'],
      exclude_user_fields: ['email_address', 'traits'],
    });
    const form = new URLSearchParams({
      collection: 'suggestion_activity_entries',
      suggestion: idea.id,
      kind: 'note_created,comment_created',
      format: 'csv',
      spam: 'false',
      status_none: 'false',
      'exclude_fields[users]': 'traits',
    });
    const asForm = await server.ask(PATH, {
      method: 'POST',
      body: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Bearer ${await ana.token()}`,
      },
    });
    expect(asForm.status, asForm.text).toBe(201);
    expect((await rowOf(asForm.json<{ id: string }>().id))['params']).toMatchObject({
      kinds: ['comment_created', 'note_created'],
      status_none: false,
      spam: false,
    });
  });

  test('[VALID-066] without kinds there is nothing to export', async () => {
    await forgetExports();
    const idea = await buildIdea();
    for (const kind of ['', ' , ', undefined, []]) {
      const answer = await post(ana, payload(idea.id, { kind }));
      expect(answer.status).toBe(422);
      expect(answer.json()).toEqual({
        message: 'No data available to export',
        code: 'BAD_USER_INPUT',
        field: 'kind',
        reason: 'required',
      });
    }
    expect((await server.database.pool.query('select 1 from exports')).rowCount).toBe(0);
  });

  test('what an export does not know is refused by name', async () => {
    const idea = await buildIdea();
    const refused = async (more: Record<string, unknown>, status = 422): Promise<string> => {
      const answer = await post(ana, payload(idea.id, more));
      expect(answer.status, answer.text).toBe(status);
      return answer.json<{ message: string }>().message;
    };
    expect(await refused({ kind: 'comment_created,gossip' })).toContain('There is no kind "gossip"');
    expect(await refused({ format: 'pdf' })).toContain('must be one of: csv, xlsx');
    expect(await refused({ collection: 'people' })).toContain('must be one of');
    expect(await refused({ includes: 'secrets' })).toContain('must be one of');
    expect(await refused({ favourite: 'yes' })).toBe('An export knows no "favourite".');
    expect(await refused({ forum: 'x' })).toContain('not a valid id');
    expect(await refused({ period_start: 'soon' })).toContain('is not a date');
    expect(await refused({ 'exclude_fields[users]': 'shoes' })).toContain('no field "shoes"');
    expect(await refused({ suggestion: '987654321' }, 404)).toContain('does not exist');
    expect((await post(ana, { collection: 'suggestions', format: 'csv', columns: [] })).json()).toMatchObject(
      { message: 'No data available to export' },
    );
    expect(
      (
        await post(ana, { collection: 'suggestions', format: 'csv', columns: ['title'], sort: '-shoes' })
      ).json(),
    ).toMatchObject({ field: 'sort' });
    expect((await post(ana, 'text')).status).toBe(400);
  });

  test('a double click and a repeated request start one export', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const both = await Promise.all([post(ana, payload(idea.id)), post(ana, payload(idea.id))]);
    expect(new Set(both.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1);
    const key = newKey();
    const first = await post(ana, payload(idea.id, { format: 'xlsx' }), { 'idempotency-key': key });
    now = new Date(now.getTime() + 60_000);
    const again = await post(ana, payload(idea.id, { format: 'xlsx' }), { 'idempotency-key': key });
    expect(again.json()).toEqual(first.json());
    expect((await post(ana, payload(idea.id), { 'idempotency-key': 'x' })).status).toBe(400);
    expect((await post(ana, payload(idea.id), { 'idempotency-key': key })).status).toBe(422);
    expect((await server.database.pool.query('select 1 from exports')).rowCount).toBe(2);
  });

  test('one person starts at most three at once and twenty within an hour', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const bo = await server.createUser({ name: 'Bo' });
    const one = async (kind: string): Promise<Answer> => post(bo, payload(idea.id, { kind }));
    for (const kind of ['note_created', 'comment_created', 'status_updated'])
      expect((await one(kind)).status).toBe(201);
    const fourth = await one('merge_created');
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0);
    expect(fourth.json<{ message: string }>().message).toContain('3 of your exports are under way');
    await server.database.pool.query(`update exports set state = 'complete'`);
    for (let count = 3; count < 20; count += 1) {
      expect((await one('note_created')).status).toBe(201);
      await server.database.pool.query(`update exports set state = 'complete'`);
    }
    const last = await one('note_created');
    expect(last.status).toBe(429);
    expect(last.json<{ message: string }>().message).toContain('20 exports within the last hour');
    expect((await post(ana, payload(idea.id))).status).toBe(201);
    await forgetExports();
  });
});

describe('rights', () => {
  test('[PERM-033] tickets are exported by those who may read them', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const noTickets = await server.createUser({ permissions: { ...ALL_PERMISSIONS, tickets: 'no' } });
    const refused = await post(noTickets, payload(idea.id));
    expect(refused.status).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You do not have the right to read tickets. Export without them.',
    });
    expect(
      (await post(noTickets, payload(idea.id, { kind: 'note_created', includes: 'notes' }))).status,
    ).toBe(201);
  });

  test('[PERM-004] nothing for the anonymous, for another workspace, for those without the right or the console', async () => {
    const idea = await buildIdea();
    const stranger = await server.createUser({ tenant: await server.createTenant() });
    const body = payload(idea.id);
    for (const path of [PATH, '/api/v2/admin/autosuggest']) {
      for (const authorization of [undefined, 'Bearer nonsense', `Bearer ${await stranger.token()}`]) {
        const answer = await server.ask(path, {
          method: 'POST',
          json: body,
          headers: authorization === undefined ? {} : { authorization },
        });
        expect(answer.status).toBe(401);
      }
      // the cookie alone is not enough: another site could make a browser send it
      expect((await ana.ask(path, { method: 'POST', json: body })).status).toBe(401);
      for (const values of [
        { license_type: 'support' },
        { license_type: 'contributor' },
        { license_type: 'none' },
        { permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false } },
      ]) {
        const outsider = await server.createUser(values);
        const answer = await server.ask(path, {
          method: 'POST',
          json: body,
          headers: { authorization: `Bearer ${await outsider.token()}` },
        });
        expect(answer.status).toBe(403);
      }
    }
    // an idea of another workspace is no idea
    expect((await post(stranger, body)).status).toBe(404);
  });

  test('a file is fetched by its owner in the console, and by nobody else', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id } = await exported(ana, payload(idea.id));
    const colleague = await server.createUser();
    const stranger = await server.createUser({ tenant: await server.createTenant() });
    expect((await colleague.ask(`${PATH}/${id}/file`)).status).toBe(404);
    expect((await stranger.ask(`${PATH}/${id}/file`)).status).toBe(404);
    expect((await server.ask(`${PATH}/${id}/file`)).status).toBe(401);
    expect(
      (await ana.ask(`${PATH}/${id}/file`, { headers: { 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(403);
    expect(
      await colleague.data('query ($id: ID!) { export(id: $id) { id } exports { total_records } }', { id }),
    ).toEqual({ export: null, exports: { total_records: 0 } });
    expect(
      (await colleague.graphql('mutation ($id: ID!) { export_cancel(id: $id) { id } }', { id })).errors?.[0]
        ?.message,
    ).toContain('does not exist');
  });

  test('who lost the right while it waited gets no file', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const cy = await server.createUser({ name: 'Cy' });
    const { id } = (await post(cy, payload(idea.id))).json<{ id: string }>();
    await server.database.pool.query(`update users set license_type = 'none' where id = $1`, [cy.user.id]);
    await work(id);
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      problem: 'You may no longer read what this export holds.',
      storage_key: null,
    });
    expect(
      server.services.enqueued.some(
        ({ task, payload: of }) => task === 'export_mail' && of['export_id'] === id,
      ),
    ).toBe(false);
  });
});

describe('the file of activity', () => {
  test('[CONST-070] [CONST-071] [CONST-072] [CONST-073] [CONST-074] [CONST-075] [CONST-076] [CONST-077] [CONST-078] [CONST-079] [CONST-080] [CONST-081] [CONST-082] [CONST-083] [CONST-084] each kind is accepted, and its entries are in the file', async () => {
    await forgetExports();
    const idea = await buildIdea();
    for (const kind of ACTIVITY_KINDS) {
      await server.database.pool.query('delete from exports');
      const { text } = await exported(ana, payload(idea.id, { kind }));
      expect(rowsOf(text).map(({ id, kind: of }) => ({ id, kind: of }))).toEqual([
        { id: idea.entries[kind], kind },
      ]);
    }
  });

  test('[STATE-054] [CALL-HTTP-023] [CALL-HTTP-024] one row per entry: date, kind, idea, user, its words as text, and the records that come along', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { text, headers } = await exported(ana, payload(idea.id));
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="activity-of-idea-${idea.id}-2026-03-31.csv"; filename*=UTF-8''activity-of-idea-${idea.id}-2026-03-31.csv`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(text.startsWith('\ufeff')).toBe(true);
    const rows = rowsOf(text);
    expect(rows.map(({ kind }) => kind)).toEqual([...ACTIVITY_KINDS]);
    const of = (kind: ActivityKind): Record<string, string> => rows.find((row) => row['kind'] === kind)!;
    expect(of('comment_created')).toMatchObject({
      created_at: '2026-03-01T00:00:00.000Z',
      suggestion_id: idea.id,
      suggestion_title: 'Export voters',
      user_name: 'Femke de Vries',
      body: 'Yes & please',
      comment_author: 'Femke de Vries',
      comment_state: 'approved',
      user_account: 'Northwind',
    });
    expect(of('feedback_record_created')).toMatchObject({
      body: `'=HYPERLINK("http://evil.example")`,
      feedback_channel: 'admin',
      feedback_severity: '3',
      comment_id: '',
    });
    expect(of('suggestion_created')['body']).toBe('Finance wants it.');
    expect(of('status_updated')).toMatchObject({ body: 'On it', new_status: 'Planned', old_status: '' });
    expect(of('internal_status_updated')['body']).toBe('Team only');
    expect(of('supporter_message_created')).toMatchObject({ body: 'Hello all', message_subject: 'News' });
    expect(of('internal_flag_created')['body']).toBe('Wrong forum');
    expect(of('internal_flag_cleared')['body']).toBe('Moved');
    expect(of('merge_created')['body']).toBe('The other idea');
    expect(of('suggestion_updated')['body']).toBe('Export voters');
    expect(of('note_created')['body']).toBe('Internal');
    expect(of('ticket_created')).toMatchObject({ body: 'Cannot export', ticket_id: '4711' });
    // traits of people stay out, as asked
    expect(Object.keys(rows[0]!).some((name) => /city|job_title/.test(name))).toBe(false);
    const { text: withTraits } = await exported(ana, {
      ...payload(idea.id),
      'exclude_fields[users]': undefined,
    });
    expect(rowsOf(withTraits)[0]).toMatchObject({ user_job_title: 'Head of Ops', user_city: 'Utrecht' });
  });

  test('[STATE-054] the same as a workbook', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { bytes, headers } = await exported(ana, payload(idea.id, { format: 'xlsx', includes: '' }));
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const [sheet] = readWorkbook(bytes);
    expect(sheet![0]).toEqual([
      'id',
      'created_at',
      'kind',
      'suggestion_id',
      'suggestion_title',
      'user_id',
      'user_name',
      'body',
    ]);
    expect(sheet!.slice(1).map((row) => row[2])).toEqual([...ACTIVITY_KINDS]);
    // dates are dates there, of the same times as in CSV
    const { text: inCsv } = await exported(ana, payload(idea.id, { includes: '' }));
    expect(sheet!.slice(1).map((row) => row[1])).toEqual(rowsOf(inCsv).map((row) => row['created_at']));
    expect(
      readZip(bytes)
        .get('xl/worksheets/sheet1.xml')!
        .match(/<c r="B\d+" s="1"><v>/g),
    ).toHaveLength(ACTIVITY_KINDS.length);
    expect(sheet![3]![7]).toBe('=HYPERLINK("http://evil.example")');
  });

  test('[CALL-HTTP-021] [CALL-HTTP-022] a boolean is true, false, 1 or 0; anything else is refused with its field, since it would turn the filter round', async () => {
    const idea = await buildIdea('Booleans');
    for (const field of ['spam', 'status_none']) {
      for (const value of ['TRUE', 'yes', 'on', 'False', '2', 2, -1, 'true ', [], {}]) {
        const answer = await post(ana, payload(idea.id, { [field]: value }));
        expect([answer.status, answer.json()], `${field} ${JSON.stringify(value)}`).toEqual([
          422,
          expect.objectContaining({
            code: 'BAD_USER_INPUT',
            field,
            message: `The ${field} must be true or false.`,
          }),
        ]);
      }
      for (const [value, read] of [
        [true, true],
        ['true', true],
        ['1', true],
        [1, true],
        [false, false],
        ['false', false],
        ['0', false],
        [0, false],
      ] as const) {
        await forgetExports();
        const answer = await post(ana, payload(idea.id, { [field]: value }));
        expect(answer.status, `${field} ${JSON.stringify(value)}`).toBe(201);
        expect(
          ((await rowOf(answer.json<{ id: string }>().id))['params'] as Record<string, unknown>)[field],
          `${field} ${JSON.stringify(value)}`,
        ).toBe(read);
      }
    }
  });

  test('[CALL-HTTP-021] [CALL-HTTP-022] [CALL-HTTP-025] filters of ideas, people and time narrow what is in the file; spam and deleted texts stay out', async () => {
    await forgetExports();
    const idea = await buildIdea('Filtered one');
    const spam = await buildIdea('Spam one');
    const closed = await buildIdea('Closed one');
    const forumOf = async (id: string): Promise<string> =>
      (
        await server.database.pool.query<{ forum_id: string }>(
          'select forum_id from suggestions where id = $1',
          [id],
        )
      ).rows[0]!.forum_id;
    await server.database.pool.query(`update suggestions set state = 'spam' where id = $1`, [spam.id]);
    await server.database.pool.query(`update suggestions set state = 'closed' where id = $1`, [closed.id]);
    const forums = [await forumOf(idea.id), await forumOf(spam.id), await forumOf(closed.id)].join(',');
    const ideas = async (more: Record<string, unknown>): Promise<string[]> => {
      await server.database.pool.query('delete from exports');
      const { text } = await exported(ana, {
        ...payload(idea.id),
        suggestion: undefined,
        kind: 'note_created,comment_created',
        forum: forums,
        ...more,
      });
      return rowsOf(text)
        .map((row) => `${row['suggestion_title']} ${row['kind']}`)
        .toSorted();
    };
    const both = (title: string): string[] => [`${title} comment_created`, `${title} note_created`];
    expect(await ideas({})).toEqual([...both('Closed one'), ...both('Filtered one')]);
    expect(await ideas({ spam: true })).toEqual([
      ...both('Closed one'),
      ...both('Filtered one'),
      ...both('Spam one'),
    ]);
    expect(await ideas({ state: 'open' })).toEqual(both('Filtered one'));
    expect(await ideas({ forum: await forumOf(idea.id) })).toEqual(both('Filtered one'));
    expect(await ideas({ forum: await forumOf(idea.id), user: ana.user.id })).toEqual([
      'Filtered one note_created',
    ]);
    expect(await ideas({ forum: await forumOf(idea.id), period_end: '2026-03-05' })).toEqual([
      'Filtered one comment_created',
    ]);
    const status = await buildStatus(pool(), server.tenant);
    await server.database.pool.query('update suggestions set status_id = $2 where id = $1', [
      idea.id,
      status.id,
    ]);
    expect(await ideas({ status_none: true })).toEqual(both('Closed one'));
    await server.database.pool.query(`update comments set state = 'spam' where suggestion_id = $1`, [
      idea.id,
    ]);
    expect(await ideas({ forum: await forumOf(idea.id) })).toEqual(['Filtered one note_created']);
  });
});

describe('the file of ideas', () => {
  test('the list as it is filtered and sorted, with the chosen columns', async () => {
    await forgetExports();
    const forum = await buildForum(pool(), server.tenant, { name: 'Reports' });
    const make = (title: string, votes_count: number) =>
      buildSuggestion(pool(), server.tenant, {
        title,
        forum_id: forum.id,
        votes_count,
        body: '<p>Words</p>',
        body_mime_type: 'text/html',
      });
    const calendar = await make('Calendar sync', 3);
    const share = await make('-1 on sharing', 9);
    const { text, headers } = await exported(ana, {
      collection: 'suggestions',
      format: 'csv',
      forum: [forum.id],
      columns: ['title', 'votes_count', 'forum', 'body', 'labels'],
      sort: 'votes_count',
    });
    expect(headers['content-disposition']).toContain('ideas-2026-03-31.csv');
    expect(rowsOf(text)).toEqual([
      {
        id: calendar.id,
        title: 'Calendar sync',
        votes_count: '3',
        forum: 'Reports',
        body: 'Words',
        labels: '',
      },
      {
        id: share.id,
        title: "'-1 on sharing",
        votes_count: '9',
        forum: 'Reports',
        body: 'Words',
        labels: '',
      },
    ]);
    // all of the columns, and a search in the order of its hits
    const found = await exported(ana, {
      collection: 'suggestions',
      format: 'xlsx',
      forum: forum.id,
      q: 'calendar',
      columns:
        'title,state,status,internal_status,supporters_count,supporter_revenue,supporting_accounts_count,weekly_votes,comments_count,requests_count,notes_count,category,assigned_owner,created_by,created_by_email,last_activity_at,created_at',
    });
    const [sheet] = readWorkbook(found.bytes);
    expect(sheet!.slice(1).map(([id, title]) => [id, title])).toEqual([[calendar.id, 'Calendar sync']]);
    expect(await rowOf(found.id)).toMatchObject({ rows_expected: '1', rows_written: '1' });
  });

  test('revenue is for workspaces that have it', async () => {
    const tenant = await server.createTenant({ features: ['feedback_system'] });
    const poor = await server.createUser({ tenant });
    expect(
      (
        await post(poor, {
          collection: 'suggestions',
          format: 'csv',
          columns: ['title', 'supporter_revenue'],
        })
      ).status,
    ).toBe(403);
  });
});

describe('the files of people and accounts', () => {
  test('hold what the lists are narrowed to, in their order, and can be imported again', async () => {
    await forgetExports();
    const acme = await buildAccount(pool(), server.tenant, {
      name: '=Acme',
      external_id: 'c-1',
      plan: 'Gold',
      mrr_cents: '120050',
    });
    await buildAccount(pool(), server.tenant, { name: 'Zeta', plan: 'Gold' });
    const zoe = await buildUser(pool(), server.tenant, {
      name: 'Zoë "Z" Ø',
      email_address: 'zoe@acme.example',
      guid: 'u-1',
      account_id: acme.id,
      satisfaction_score: 9,
      created_at: new Date('2026-01-02T03:04:05Z'),
    });
    await buildUser(pool(), server.tenant, { name: 'Abe', account_id: acme.id });
    const field = { subdomain_id: server.tenant.id, field_type: 'text', value_type: 'string' };
    await insertRow(pool(), 'custom_fields', { ...field, object_type: 'user', key: 'role', name: 'Role' });
    await insertRow(pool(), 'custom_fields', { ...field, object_type: 'account', key: 'tier', name: 'Tier' });
    await pool().pool.query(`update users set custom_fields = '{"role": "=Buyer"}' where id = $1`, [zoe.id]);
    await pool().pool.query(`update external_accounts set custom_fields = '{"tier": "A, B"}' where id = $1`, [
      acme.id,
    ]);
    const people = await exported(ana, {
      collection: 'users',
      format: 'csv',
      sort: '-name',
      external_account: acme.id,
    });
    expect(people.headers['content-disposition']).toContain('users-2026-03-31.csv');
    expect(rowsOf(people.text)).toMatchObject([
      {
        id: zoe.id,
        email_address: 'zoe@acme.example',
        guid: 'u-1',
        name: 'Zoë "Z" Ø',
        account_external_id: 'c-1',
        account: "'=Acme",
        satisfaction_score: '9',
        custom_role: "'=Buyer",
        created_at: '2026-01-02T03:04:05.000Z',
      },
      { name: 'Abe', guid: '', custom_role: '' },
    ]);
    await forgetExports();
    const accounts = await exported(ana, {
      collection: 'external_accounts',
      format: 'csv',
      id: [acme.id],
    });
    expect(rowsOf(accounts.text)).toMatchObject([
      { account_external_id: 'c-1', account: "'=Acme", plan: 'Gold', mrr: '1200.5', custom_tier: 'A, B' },
    ]);
    const heads = (text: string): string[] => Object.keys(rowsOf(text)[0]!);
    const read = new Set(Object.values(CUSTOMER_COLUMNS).flat());
    for (const [text, wanted] of [
      [people.text, ['email_address', 'guid', 'name', 'job_title', 'account_external_id', 'account']],
      [accounts.text, ['account_external_id', 'account', 'plan', 'mrr', 'ltv']],
    ] as const)
      expect(heads(text).filter((name) => read.has(name.replaceAll('_', '')))).toEqual(
        expect.arrayContaining([...wanted]),
      );
  });

  test('without revenue the file has none of it, and no one orders by it', async () => {
    await forgetExports();
    const tenant = await server.createTenant({ features: ['feedback_system'] });
    const poor = await server.createUser({ tenant });
    const accounts = { collection: 'external_accounts', format: 'csv' };
    expect((await post(poor, { ...accounts, sort: '-mrr' })).status).toBe(422);
    expect((await post(poor, { ...accounts, lost: true })).status).toBe(403);
    expect((await post(poor, { ...accounts, nonsense: 1 })).status).toBe(422);
    const blind = await server.createUser({ permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false } });
    expect((await post(blind, accounts)).status).toBe(403);
    expect((await post(blind, { ...accounts, collection: 'users' })).status).toBe(403);
  });
});

describe('the file of the audit log', () => {
  const AUDIT = { collection: 'audit_entries', format: 'csv' };
  const lineOf = (action: string, values: Record<string, unknown>) =>
    insertRow(pool(), 'audit_entries', { subdomain_id: server.tenant.id, action, ...values });

  test('[DEC-178] what was done as a sentence, who did it, and the details as they stand, the newest first', async () => {
    await forgetExports();
    const when = new Date('2025-02-01T09:00:00Z');
    await lineOf('api_key_revoke', {
      user_id: ana.user.id,
      subject: '12',
      details: JSON.stringify({ name: '=Zapier' }),
      created_at: when,
    });
    await lineOf('recount', { created_at: new Date('2025-02-02T09:00:00Z') });
    await lineOf('sign_in', { user_id: ana.user.id, created_at: new Date('2025-02-03T09:00:00Z') });
    const { text, headers } = await exported(ana, {
      ...AUDIT,
      area: ['connections', 'data'],
      created_before: '2025-12-31',
    });
    expect(headers['content-disposition']).toContain('audit-log-2026-03-31.csv');
    const rows = rowsOf(text);
    expect(rows.map(({ action }) => action)).toEqual(['recount', 'api_key_revoke']);
    expect(rows[1]).toEqual({
      created_at: '2025-02-01T09:00:00.000Z',
      user_name: 'Ana Ruiz',
      user_email: 'ana@demo.example',
      what: 'revoked an API key',
      action: 'api_key_revoke',
      subject: '12',
      details: '{"name": "=Zapier"}',
      ip: '',
    });
  });

  test('it is for those who may change settings, also when the file is written', async () => {
    await forgetExports();
    const none = await server.createUser({
      name: 'Nel',
      permissions: { ...ALL_PERMISSIONS, settings: 'none' },
    });
    expect((await post(none, AUDIT)).status).toBe(403);
    expect((await post(ana, { ...AUDIT, forum: ['1'] })).status).toBe(422);
    const leaves = await server.createUser({ name: 'Lev' });
    const { id } = (await post(leaves, AUDIT)).json<{ id: string }>();
    await server.database.pool.query('update users set permissions = $2 where id = $1', [
      leaves.user.id,
      JSON.stringify({ ...ALL_PERMISSIONS, settings: 'none' }),
    ]);
    await work(id);
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      problem: 'You may no longer read what this export holds.',
    });
  });
});

describe('the work', () => {
  test('however often its process is stopped in order, an export waits again and has lost no try', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id } = (await post(ana, payload(idea.id))).json<{ id: string }>();
    const kept = server.services.keptFiles.size;
    const stop = new AbortController();
    stop.abort(new ProcessEnds());
    for (let time = 0; time < 4; time += 1) {
      await expect(
        exportTask.run(
          { export_id: id, subdomain_id: server.tenant.id },
          { scope: await systemScope(), signal: stop.signal },
        ),
      ).rejects.toThrow('asked to stop');
      expect(await rowOf(id)).toMatchObject({
        state: 'pending',
        attempts: 0,
        storage_key: null,
        problem: null,
        rows_written: '0',
      });
    }
    expect(server.services.keptFiles.size).toBe(kept);
    await work(id);
    expect(await rowOf(id)).toMatchObject({ state: 'complete', attempts: 1 });
  });

  test('a run that died is begun again: one file, the exact number of rows, one mail', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id } = (await post(ana, payload(idea.id))).json<{ id: string }>();
    const mails = () =>
      server.services.enqueued.filter(
        ({ task, payload: of }) => task === 'export_mail' && of['export_id'] === id,
      ).length;
    const lost = new AbortController();
    lost.abort(new Error('lost its time'));
    const scope = await systemScope();
    await expect(
      exportTask.run({ export_id: id, subdomain_id: server.tenant.id }, { scope, signal: lost.signal }),
    ).rejects.toThrow('lost its time');
    expect(await rowOf(id)).toMatchObject({ state: 'running', attempts: 1 });
    const kept = server.services.keptFiles.size;
    await work(id);
    expect(server.services.keptFiles.size).toBe(kept + 1);
    expect(await rowOf(id)).toMatchObject({
      state: 'complete',
      attempts: 2,
      rows_expected: String(ACTIVITY_KINDS.length),
      rows_written: String(ACTIVITY_KINDS.length),
    });
    expect(mails()).toBe(1);
    // the job comes once more: there is nothing left to do
    await work(id);
    expect(server.services.keptFiles.size).toBe(kept + 1);
    expect(mails()).toBe(1);
  });

  test('a fault is tried three times, then told as a sentence; from the page of dead jobs it has its tries back', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id } = (await post(ana, payload(idea.id))).json<{ id: string }>();
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const scope = await testScope(server.database, systemViewer(server.tenant), {
      now: () => now,
      services: { ...server.services, files: { ...server.services.files, put: () => Promise.reject(full) } },
    });
    const attempt = () =>
      exportTask.run({ export_id: id, subdomain_id: server.tenant.id }, { scope, signal: never });
    for (let time = 1; time <= 2; time += 1) {
      await expect(attempt()).rejects.toThrow('no space');
      expect(await rowOf(id)).toMatchObject({ state: 'running', attempts: time });
    }
    await expect(attempt()).rejects.toThrow('no space');
    const failed = await rowOf(id);
    expect(failed).toMatchObject({ state: 'failed', storage_key: null });
    expect(failed['problem']).toContain('The server disk is full');
    expect(
      await ana.data<{ export: unknown }>(
        'query ($id: ID!) { export(id: $id) { state problem download_url } }',
        { id },
      ),
    ).toEqual({ export: { state: 'failed', problem: failed['problem'], download_url: null } });
    await work(id);
    expect(await rowOf(id)).toMatchObject({ state: 'complete', problem: null, attempts: 1 });
  });

  test('one that is called off stops and leaves no file', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id } = (await post(ana, payload(idea.id))).json<{ id: string }>();
    const kept = server.services.keptFiles.size;
    const cancel = 'mutation ($id: ID!) { export_cancel(id: $id) { id state } }';
    // called off while the file is being written
    const slow = {
      ...server.services.files,
      put: async (...args: Parameters<typeof server.services.files.put>) => {
        await ana.data(cancel, { id });
        return server.services.files.put(...args);
      },
    };
    const scope = await testScope(server.database, systemViewer(server.tenant), {
      now: () => now,
      services: { ...server.services, files: slow },
    });
    await exportTask.run({ export_id: id, subdomain_id: server.tenant.id }, { scope, signal: never });
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled' });
    expect(server.services.keptFiles.size).toBe(kept);
    await work(id);
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled' });
    expect(await ana.data(cancel, { id })).toEqual({ export_cancel: { id, state: 'cancelled' } });
    expect((await ana.ask(`${PATH}/${id}/file`)).status).toBe(404);
  });

  test('progress can be read while it runs', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id } = (await post(ana, payload(idea.id))).json<{ id: string }>();
    let seen: unknown;
    const files = {
      ...server.services.files,
      put: async (...args: Parameters<typeof server.services.files.put>) => {
        seen = await ana.data('query ($id: ID!) { export(id: $id) { state rows_written rows_expected } }', {
          id,
        });
        return server.services.files.put(...args);
      },
    };
    const scope = await testScope(server.database, systemViewer(server.tenant), {
      now: () => now,
      services: { ...server.services, files },
    });
    await exportTask.run({ export_id: id, subdomain_id: server.tenant.id }, { scope, signal: never });
    expect(seen).toEqual({
      export: { state: 'running', rows_written: 0, rows_expected: ACTIVITY_KINDS.length },
    });
  });
});

describe('the mail', () => {
  test('[CALL-HTTP-026] its link gives the file to signed-in admins of the workspace, and lapses after seven days', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id, text } = await exported(ana, payload(idea.id));
    server.services.sentMails.length = 0;
    await mail(id);
    await mail(id);
    expect(server.services.sentMails).toHaveLength(1);
    const [sent] = server.services.sentMails;
    expect(sent).toMatchObject({
      to: { email_address: 'ana@demo.example' },
      message_id: `export-${server.tenant.id}-${id}`,
    });
    expect(sent!.text).toContain(`${ACTIVITY_KINDS.length} rows`);
    const path = /\/admin\/exports\/[\w-]{43}/.exec(sent!.text)![0];
    const row = await rowOf(id);
    // only the hash of the token is kept
    expect(JSON.stringify(row)).not.toContain(path.split('/').at(-1));
    expect(row['mailed_at']).not.toBeNull();

    expect((await ana.ask(path)).text).toBe(text);
    const colleague = await server.createUser();
    const fetched = await colleague.ask(path);
    expect(fetched.text).toBe(text);
    expect(fetched.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'content-disposition': expect.stringContaining('attachment') as string,
    });
    // no one else
    expect((await server.ask(path)).status).toBe(401);
    const asPage = await server.ask(path, { headers: { accept: 'text/html' } });
    expect(asPage.status).toBe(302);
    expect(asPage.headers.location).toMatch(
      /^\/admin\/signin\?return_to=%2Fadmin-console%2Fexports%3Flink%3D/,
    );
    const stranger = await server.createUser({ tenant: await server.createTenant() });
    expect((await stranger.ask(path)).status).toBe(404);
    expect((await (await server.createUser({ license_type: 'support' })).ask(path)).status).toBe(404);
    expect(
      (await (await server.createUser({ permissions: { ...ALL_PERMISSIONS, tickets: 'no' } })).ask(path))
        .status,
    ).toBe(404);
    expect((await ana.ask(`/admin/exports/${'x'.repeat(43)}`)).status).toBe(404);
    const { rows } = await server.database.pool.query(
      `select user_id, details->>'by' as by from audit_entries where action = 'export_downloaded' and subject = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { user_id: ana.user.id, by: 'console' },
      { user_id: ana.user.id, by: 'link' },
      { user_id: colleague.user.id, by: 'link' },
    ]);

    const before = now;
    try {
      now = new Date(before.getTime() + 7 * 86_400_000);
      const later = await server.signIn(server.tenant, ana.user);
      expect((await later.ask(path)).status).toBe(404);
      expect((await later.ask(path, { headers: { accept: 'text/html' } })).headers.location).toBe(
        '/admin-console/exports?link=lapsed',
      );
      const kept = String(row['storage_key']);
      expect(server.services.keptFiles.has(kept)).toBe(true);
      await exportSweep.run(
        { subdomain_id: server.tenant.id },
        { scope: await systemScope(), signal: never },
      );
      expect(server.services.keptFiles.has(kept)).toBe(false);
      expect(await rowOf(id)).toMatchObject({ state: 'expired', storage_key: null, token_hash: null });
    } finally {
      now = before;
    }
  });

  test('an export whose last run died is ended by the sweep', async () => {
    await forgetExports();
    const idea = await buildIdea();
    const { id } = (await post(ana, payload(idea.id))).json<{ id: string }>();
    await server.database.pool.query(
      `update exports set state = 'running', attempts = 3, updated_at = $2 where id = $1`,
      [id, new Date(now.getTime() - 2 * 3_600_000)],
    );
    await exportSweep.run({ subdomain_id: server.tenant.id }, { scope: await systemScope(), signal: never });
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('broken off') as string,
    });
  });
});

test('[CALL-HTTP-026] [CALL-HTTP-027] with a worker the whole way runs by itself: file, mail, download', async () => {
  const whole = await startTestServer({ worker: true });
  try {
    const eva = await whole.createUser({ name: 'Eva', email_address: 'eva@demo.example' });
    const idea = await buildSuggestion(whole.database, whole.tenant, { title: 'Whole' });
    for (let n = 0; n < 600; n += 1)
      await insertRow(whole.database, 'activity_entries', {
        subdomain_id: whole.tenant.id,
        suggestion_id: idea.id,
        kind: 'suggestion_updated',
      });
    const answer = await whole.ask(PATH, {
      method: 'POST',
      json: {
        collection: 'suggestion_activity_entries',
        suggestion: idea.id,
        kind: 'suggestion_updated',
        format: 'csv',
      },
      headers: { authorization: `Bearer ${await eva.token()}` },
    });
    const { id } = answer.json<{ id: string }>();
    const outbox = join(whole.config.dataDir, 'outbox');
    await expect
      .poll(
        async () =>
          (
            await whole.database.pool.query(
              'select state, rows_written, mailed_at is not null as mailed from exports where id = $1',
              [id],
            )
          ).rows,
        { timeout: 30_000 },
      )
      .toEqual([{ state: 'complete', rows_written: '600', mailed: true }]);
    const [file, ...others] = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
    expect(others).toEqual([]);
    const path = /\/admin\/exports\/[\w-]{43}/.exec(
      readFileSync(join(outbox, file!), 'utf8').replaceAll('=\n', ''),
    )![0];
    expect(rowsOf((await eva.ask(path)).text)).toHaveLength(600);
  } finally {
    await whole.close();
  }
});

describe('a title for a comment', () => {
  const ask = async (body: unknown): Promise<Answer> =>
    server.ask('/api/v2/admin/autosuggest', {
      method: 'POST',
      json: body,
      headers: { authorization: `Bearer ${await ana.token()}` },
    });

  test('[CALL-HTTP-028] [CALL-HTTP-029] the answer holds a title made from the words of the comment', async () => {
    const idea = await buildSuggestion(pool(), server.tenant);
    const comment = await buildComment(pool(), server.tenant, {
      suggestion_id: idea.id,
      body: '<p>Hi team, it would be great if we could export the voters of an idea as xlsx. Thanks!</p>',
      body_mime_type: 'text/html',
    });
    const answer = await ask({ objectType: 'Comment', objectId: comment.id });
    expect(answer.status).toBe(200);
    const { auto_suggestion } = answer.json<{ auto_suggestion: { title: string } }>();
    expect(auto_suggestion.title).toContain('xport the voters of an idea');
    expect([...auto_suggestion.title].length).toBeLessThanOrEqual(140);
    expect((await ask({ object_type: 'Comment', object_id: comment.id })).json()).toEqual({
      auto_suggestion,
    });
  });

  test('[CALL-HTTP-028] other records, deleted and foreign comments have none', async () => {
    const idea = await buildSuggestion(pool(), server.tenant);
    const deleted = await buildComment(pool(), server.tenant, { suggestion_id: idea.id, state: 'deleted' });
    const other = await server.createTenant();
    const foreign = await buildComment(pool(), other, {
      suggestion_id: (await buildSuggestion(pool(), other)).id,
    });
    expect((await ask({ objectType: 'Note', objectId: '1' })).status).toBe(422);
    expect((await ask({ objectType: 'Comment' })).status).toBe(422);
    for (const { id } of [deleted, foreign]) {
      const answer = await ask({ objectType: 'Comment', objectId: id });
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'This comment does not exist or was deleted.' });
    }
  });
});

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildForum, buildSuggestion } from '../db/builders.ts';
import { newKey, startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ environment: { GRAPHQL_COST_PER_MINUTE: '1000' } });
  admin = await server.createUser();
});
afterAll(() => server.close());

const PATH = '/api/v2/admin/graphql';
const codeOf = (answer: { json: () => unknown }): unknown =>
  (answer.json() as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code;

describe('who may call', () => {
  test('[CALL-HTTP-008] [CALL-HTTP-009] a POST with the bearer token is executed', async () => {
    const answer = await admin.post('query Hello { __typename }');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({ data: { __typename: 'Query' } });
  });

  test('[CALL-HTTP-009] without a token, and with the cookie alone, it is 401 with the code in the body', async () => {
    const given: Record<string, string>[] = [
      {},
      { cookie: admin.cookie },
      { authorization: 'Bearer nonsense' },
      { authorization: `Bearer ${'a'.repeat(43)}` },
    ];
    for (const headers of given) {
      const answer = await server.ask(PATH, { method: 'POST', json: { query: '{ __typename }' }, headers });
      expect(answer.status).toBe(401);
      expect(codeOf(answer)).toBe('UNAUTHENTICATED');
    }
  });

  test('[ERR-002] [ERR-006] a lapsed token is UNAUTHENTICATED, by status and by code', async () => {
    const other = await server.createUser();
    await other.token();
    await server.database.pool.query(
      `update console_tokens set expires_at = now() - interval '1 second' where user_id = $1`,
      [other.user.id],
    );
    const answer = await other.post('{ __typename }');
    expect(answer.status).toBe(401);
    expect(codeOf(answer)).toBe('UNAUTHENTICATED');
  });

  test('[PERM-001] [PERM-002] [ERR-003] who may not use the console has a token and is answered FORBIDDEN', async () => {
    for (const license_type of ['none', 'contributor', 'support']) {
      const person = await server.createUser({ license_type });
      const answer = await person.post('{ __typename }');
      expect(answer.status).toBe(200);
      expect(codeOf(answer)).toBe('FORBIDDEN');
    }
  });

  test('[PERM-010] without core_access nobody of the workspace may use the console', async () => {
    const tenant = await server.createTenant({ key: 'closed', core_access: false });
    const owner = await server.createUser({ tenant, license_type: 'owner' });
    expect(codeOf(await owner.post('{ __typename }'))).toBe('FORBIDDEN');
  });

  test('[ERR-005] a deactivated workspace answers DEACTIVATED_SUBDOMAIN to every call', async () => {
    const tenant = await server.createTenant({ key: 'off', deleted_at: new Date() });
    const host = server.hostOf(tenant);
    const answer = await server.ask(PATH, { method: 'POST', host, json: { query: '{ __typename }' } });
    expect(answer.status).toBe(200);
    expect(codeOf(answer)).toBe('DEACTIVATED_SUBDOMAIN');
    const token = await server.ask('/clients/admin-console/token', { host });
    expect(token.status).toBe(403);
    expect(token.json()).toMatchObject({ code: 'DEACTIVATED_SUBDOMAIN' });
  });

  test('[PERM-050] gate 3: a token and a session of one workspace are nobody in another', async () => {
    const other = await server.createTenant({ key: 'neighbour' });
    const host = server.hostOf(other);
    const authorization = `Bearer ${await admin.token()}`;
    const answer = await server.ask(PATH, {
      method: 'POST',
      host,
      json: { query: '{ __typename }' },
      headers: { authorization },
    });
    expect(answer.status).toBe(401);
    expect(
      (await server.ask('/clients/admin-console/token', { host, headers: { cookie: admin.cookie } })).status,
    ).toBe(401);
  });

  test('[PERM-050] a record of another workspace is not there', async () => {
    const other = await server.createTenant();
    const foreign = await buildSuggestion(server.database, other);
    expect(await admin.data('query ($id: ID!) { suggestion(id: $id) { id } }', { id: foreign.id })).toEqual({
      suggestion: null,
    });
  });
});

describe('what can be read', () => {
  const authorized = async (): Promise<Record<string, string>> => ({
    authorization: `Bearer ${await admin.token()}`,
  });

  test('a body that is no JSON, no object, or holds no document is 400', async () => {
    for (const body of [
      '{',
      '[]',
      '"text"',
      '{}',
      '{"query":""}',
      '{"query":"{ __typename }","variables":[]}',
      '{"query":"{ __typename }","operationName":7}',
      '[{"query":"{ __typename }"}]',
    ]) {
      const answer = await server.ask(PATH, {
        method: 'POST',
        body,
        headers: { ...(await authorized()), 'content-type': 'application/json' },
      });
      expect(answer.status, body).toBe(400);
      expect(codeOf(answer)).toBe('BAD_USER_INPUT');
    }
  });

  test('text in another encoding is refused, not stored with its letters lost; a mark of UTF-8 in front is none of the text', async () => {
    const send = async (body: Buffer): Promise<Answer> =>
      server.ask(PATH, {
        method: 'POST',
        body,
        headers: { ...(await authorized()), 'content-type': 'application/json' },
      });
    const asked = '{"query":"{ __typename }","variables":{"name":"Zo\u00eb"}}';
    const latin = await send(Buffer.from(asked, 'latin1'));
    expect(latin.status).toBe(400);
    expect(latin.json()).toMatchObject({
      errors: [
        {
          message: 'The body is not encoded in UTF-8. Please send it as UTF-8.',
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    });
    expect((await send(Buffer.from(`\ufeff${asked}`))).status).toBe(200);
  });

  test('a large body is refused by its signs, before anything is made of it; what stands in texts counts for nothing', async () => {
    const send = async (variables: string): Promise<unknown[]> => {
      const answer = await server.ask(PATH, {
        method: 'POST',
        body: `{"query":"{ __typename }","variables":${variables}}`,
        headers: { ...(await authorized()), 'content-type': 'application/json' },
      });
      return [answer.status, (answer.json() as { errors?: { message: string }[] }).errors?.[0]?.message];
    };
    const nested = [400, 'The variables are nested more than 100 deep.'];
    const many = [400, 'The variables hold more than 10,000 values.'];
    expect(await send(`{"a":${'['.repeat(450_000)}${']'.repeat(450_000)}}`)).toEqual(nested);
    expect(await send(`{"a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`)).toEqual(nested);
    expect(await send(`{"a":[${'{},'.repeat(300_000)}1]}`)).toEqual(many);
    expect(await send(`{"a":[${'0,'.repeat(9_997)}"${' '.repeat(40_000)}"]}`)).toEqual([200, undefined]);
    expect(await send(`{"a":[${'0,'.repeat(9_999)}"${' '.repeat(40_000)}"]}`)).toEqual(many);
    expect(await send(JSON.stringify({ a: '[{,"\\'.repeat(100_000) }))).toEqual([200, undefined]);
    expect(await send(JSON.stringify({ a: '\\"[,'.repeat(100_000) }))).toEqual([200, undefined]);
  });

  test('gate 2: only JSON is taken, so no form of another site can send it', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await server.ask(PATH, {
        method: 'POST',
        body: '{"query":"{ __typename }"}',
        headers: { ...(await authorized()), 'content-type': type },
      });
      expect(answer.status).toBe(415);
    }
    const read = await server.ask(PATH, { headers: await authorized() });
    expect([read.status, read.headers['allow']]).toEqual([405, 'POST']);
  });

  test('[ERR-001] a document that does not fit the schema is BAD_USER_INPUT', async () => {
    for (const query of [
      '{',
      '{ nothing }',
      'query ($id: ID!) { suggestion(id: $id) { id } }',
      `{ ${'a'.repeat(60_000)} }`,
      `{ ${Array.from({ length: 30 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
    ]) {
      const answer = await admin.post(query);
      expect(answer.status).toBe(400);
      expect(codeOf(answer)).toBe('BAD_USER_INPUT');
    }
  });

  test('the notice path of mutations is no second door', async () => {
    expect(
      (await server.ask('/api/v2/graphql', { method: 'POST', json: { query: '{ __typename }' } })).status,
    ).toBe(404);
  });
});

describe('sizes', () => {
  const post = async (client: TestClient, body: string | Buffer): Promise<{ status: number; text: string }> =>
    server.ask(PATH, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${await client.token()}`, 'content-type': 'application/json' },
    });

  test('above 1 MB only attachment_create is executed', async () => {
    const large = JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(1_100_000) } });
    expect((await post(admin, large)).status).toBe(413);
  });

  test('[CALL-HTTP-008] a file of some megabytes goes up in one call, several at once take turns', async () => {
    const query =
      'mutation ($blob: String!) { attachment_create(blob: $blob, file_name: "a.txt", content_type: "text/plain") { token size_in_bytes } }';
    const large = JSON.stringify({
      query,
      variables: { blob: Buffer.alloc(3_000_000, 'a').toString('base64') },
    });
    const answers = await Promise.all([post(admin, large), post(admin, large), post(admin, large)]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        data: { attachment_create: { size_in_bytes: 3_000_000 } },
        extensions: { changes: { attachment: 'create' } },
      });
    }
  });

  test('who may not attach is refused above 1 MB before the body is parsed', async () => {
    const reader = await server.createUser({
      permissions: {
        feedback_admin_ui: false,
        features: 'r',
        tickets: 'no',
        knowledgebase: 'no',
        settings: 'none',
      },
    });
    const answer = await post(reader, Buffer.alloc(1_100_000, 'x'));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('The request is too large: at most 1 MB.');
  });

  test('above 70,000,000 bytes everybody is refused', async () => {
    const answer = await post(admin, Buffer.alloc(72_000_000, 'x'));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('The request is too large: at most 70 MB, which holds a file of 50MB.');
  });

  test('an anonymous sender is refused without their body being read', async () => {
    const answer = await server.ask(PATH, {
      method: 'POST',
      body: Buffer.alloc(2_000_000, 'x'),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });
});

describe('files inside of a request', () => {
  const ATTACH =
    'mutation ($blob: String!, $name: String = "a.dat") { attachment_create(blob: $blob, file_name: $name, content_type: "text/plain") { id size_in_bytes content_type } }';
  const send = async (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask(PATH, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${await admin.token()}`,
        'content-type': 'application/json',
        ...headers,
      },
    });
  const kept = (): Map<string, Buffer> => server.services.keptFiles;
  const rows = async (): Promise<number> =>
    Number(
      (await server.database.pool.query<{ n: string }>('select count(*) as n from attachments')).rows[0]!.n,
    );
  beforeEach(() => kept().clear());

  test('[CALL-M-001] a large one is kept as it was, however its request is written', async () => {
    const content = randomBytes(1_500_001);
    const base64 = content.toString('base64');
    const plain = JSON.stringify({ query: ATTACH, variables: { blob: base64, name: 'a.dat' } });
    const bodies = [
      plain,
      JSON.stringify(
        { variables: { name: 'a.dat', blob: `data:application/x-any;base64,${base64}` }, query: ATTACH },
        null,
        2,
      ),
      plain.replaceAll('/', '\\/').replaceAll('+', '\\u002B').replaceAll('==', '\\u003d\\u003D'),
    ];
    for (const body of bodies) {
      const answer = await send(body);
      expect(answer.json()).toMatchObject({
        data: { attachment_create: { size_in_bytes: content.length, content_type: 'text/plain' } },
      });
      expect([...kept().values()].map((file) => file.equals(content))).toEqual([true]);
      kept().clear();
    }
  });

  test('[CALL-M-001] sent again under its key it is kept once, and another content under the key is refused', async () => {
    const key = newKey();
    const body = JSON.stringify({
      query: ATTACH,
      variables: { blob: Buffer.alloc(1_200_000, 'a').toString('base64') },
    });
    const before = await rows();
    const first = await send(body, { 'idempotency-key': key });
    expect((await send(body, { 'idempotency-key': key })).json()).toEqual(first.json());
    expect([kept().size, await rows()]).toEqual([1, before + 1]);
    const other = await send(body.replace('"YWFh', '"YmFh'), { 'idempotency-key': key });
    expect(other.json()).toMatchObject({ errors: [{ extensions: { reason: 'idempotency_key' } }] });
    expect([kept().size, await rows()]).toEqual([1, before + 1]);
  });

  test('[VALID-068] [DEC-017] what is refused leaves nothing, and says why', async () => {
    const before = await rows();
    const blob = Buffer.alloc(1_200_000, 'a').toString('base64');
    const errorOf = async (query: string, variables: object): Promise<unknown> => {
      const answer = await send(JSON.stringify({ query, variables }));
      return [answer.status, (answer.json() as { errors: { message: string }[] }).errors[0]!.message];
    };
    expect(await errorOf(ATTACH, { blob: `${blob}%` })).toEqual([200, 'The blob is not base64.']);
    expect(await errorOf(ATTACH, { blob: '\u20ac'.repeat(500_000) })).toEqual([
      200,
      'The blob is not base64.',
    ]);
    expect(await errorOf(ATTACH, { blob, name: 'run.exe' })).toEqual([
      200,
      'Files that end in .exe are not taken, since they can run.',
    ]);
    expect(
      await errorOf(ATTACH, {
        blob: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(1_200_000)]).toString('base64'),
      }),
    ).toEqual([200, 'Programs are not taken.']);
    expect(
      await errorOf('mutation ($blob: String!) { attachment_create(blobb: $blob) { id } }', { blob }),
    ).toEqual([400, expect.stringContaining('Unknown argument')]);
    expect(await errorOf('mutation ($blob: String!) { label_create(name: $blob) { id } }', { blob })).toEqual(
      [413, 'Only attachment_create may be larger than 1 MB.'],
    );
    expect(await errorOf(ATTACH, { blob: 'A'.repeat(Math.ceil((50 * 1024 * 1024 + 3) / 3) * 4) })).toEqual([
      200,
      'Content too large',
    ]);
    expect(await errorOf(ATTACH, { blob, more: Array.from({ length: 600_000 }, () => 1) })).toEqual([
      413,
      'Only the content of a file may make a request larger than 1 MB.',
    ]);
    expect(
      (await send(`{"query":"${ATTACH.replaceAll('"', '\\"')}","variables":{"blob":"${blob}"`)).status,
    ).toBe(400);
    expect([kept().size, await rows()]).toEqual([0, before]);
  });

  test('[CALL-M-001] one content under two names is kept twice; one of 50 MB is taken', async () => {
    const twice =
      'mutation ($blob: String!) { a: attachment_create(blob: $blob, file_name: "a.txt", content_type: "text/plain") { file_name } b: attachment_create(blob: $blob, file_name: "b.txt", content_type: "text/plain") { file_name } }';
    const answer = await send(
      JSON.stringify({ query: twice, variables: { blob: Buffer.alloc(1_000_001, 'a').toString('base64') } }),
    );
    expect(answer.json()).toMatchObject({ data: { a: { file_name: 'a.txt' }, b: { file_name: 'b.txt' } } });
    expect([...kept().values()].map((file) => file.length)).toEqual([1_000_001, 1_000_001]);
    const full = await send(
      JSON.stringify({
        query: ATTACH,
        variables: { blob: Buffer.alloc(50 * 1024 * 1024, 'a').toString('base64') },
      }),
    );
    expect(full.json()).toMatchObject({ data: { attachment_create: { size_in_bytes: 50 * 1024 * 1024 } } });
  });

  test('[CALL-M-001] a place that cannot keep it is a fault of ours, and the next one is taken', async () => {
    const { put } = server.services.files;
    server.services.files.put = async (_key, content) => {
      if (content instanceof Readable) content.resume();
      await Promise.resolve();
      throw new Error('no space left');
    };
    const body = JSON.stringify({
      query: ATTACH,
      variables: { blob: Buffer.alloc(1_200_000, 'a').toString('base64') },
    });
    expect((await send(body)).status).toBe(500);
    server.services.files.put = put;
    expect((await send(body)).status).toBe(200);
  });

  test('[CALL-M-001] who breaks off leaves nothing', async () => {
    const body = JSON.stringify({
      query: ATTACH,
      variables: { blob: Buffer.alloc(3_000_000, 'a').toString('base64') },
    });
    const authorization = `Bearer ${await admin.token()}`;
    await new Promise<void>((resolve) => {
      const sent = request({
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path: PATH,
        headers: {
          host: admin.host,
          authorization,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      });
      sent.once('error', () => {}).once('close', () => resolve());
      sent.write(body.slice(0, 2_500_000), () => setTimeout(() => sent.destroy(), 50));
    });
    // the next one has the turn of the same person after it
    expect((await send(body)).status).toBe(200);
    expect(kept().size).toBe(1);
  });
});

describe('cost', () => {
  test('a user who spends their budget of a minute is told when to come again', async () => {
    const spender = await server.createUser();
    const wide = `{ ${Array.from({ length: 15 }, (_, i) => `a${i}: __typename`).join(' ')} }`;
    let answer = await spender.post(wide);
    for (let call = 0; call < 120 && answer.status === 200; call += 1) answer = await spender.post(wide);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    // others are not touched
    expect((await admin.post('{ __typename }')).status).toBe(200);
  });
});

describe('replay', () => {
  test('a command that is sent again with its key answers as at first, and is done once', async () => {
    const query = 'mutation ($name: String!) { label_create(name: $name) { id } }';
    const key = newKey();
    const first = await admin.post(query, { name: 'Once' }, { key });
    expect(first.json()).toMatchObject({ data: { label_create: { id: expect.any(String) as string } } });
    expect((await admin.post(query, { name: 'Once' }, { key })).json()).toEqual(first.json());
    const other = await admin.post(query, { name: 'Twice' }, { key });
    expect(codeOf(other)).toBe('BAD_USER_INPUT');
    const { rows } = await server.database.pool.query('select name from labels where subdomain_id = $1', [
      server.tenant.id,
    ]);
    expect(rows).toEqual([{ name: 'Once' }]);
  });

  test('the order in which variables are written makes no other request', async () => {
    const query =
      'mutation ($name: String!, $forums: [ID!], $rest: Boolean) { label_create(name: $name, forum_ids: $forums, can_recommend: $rest) { id } }';
    const key = newKey();
    const first = await admin.post(query, { name: 'In any order', forums: [], rest: true }, { key });
    expect(first.json()).toMatchObject({ data: { label_create: { id: expect.any(String) as string } } });
    expect(
      (await admin.post(query, { rest: true, forums: [], name: 'In any order' }, { key })).json(),
    ).toEqual(first.json());
    expect(
      codeOf(await admin.post(query, { rest: true, forums: ['1'], name: 'In any order' }, { key })),
    ).toBe('BAD_USER_INPUT');
    // nor that of what is inside of them
    const linked =
      'mutation ($links: SuggestionLinks!) { suggestion_create(title: "In any order", links: $links) { id } }';
    const forum = (await buildForum(server.database, server.tenant)).id;
    const again = newKey();
    const made = await admin.post(linked, { links: { forum, category: null } }, { key: again });
    expect((await admin.post(linked, { links: { category: null, forum } }, { key: again })).json()).toEqual(
      made.json(),
    );
  });

  test('another operation of the same document is another request', async () => {
    const query =
      'mutation a { label: label_create(name: "Of a") { name } } mutation b { label: label_create(name: "Of b") { name } }';
    const key = newKey();
    const ask = async (operationName: string): Promise<Answer> =>
      server.ask(PATH, {
        method: 'POST',
        json: { query, operationName },
        headers: { authorization: `Bearer ${await admin.token()}`, 'idempotency-key': key },
      });
    expect((await ask('a')).json()).toMatchObject({ data: { label: { name: 'Of a' } } });
    expect((await ask('b')).json()).toMatchObject({
      errors: [{ extensions: { reason: 'idempotency_key' } }],
    });
    expect((await ask('a')).json()).toMatchObject({ data: { label: { name: 'Of a' } } });
  });

  test('variables that are nested without end are 400', async () => {
    const body = `{"query":"mutation { label_delete(id: 1) { id } }","variables":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const answer = await server.ask(PATH, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${await admin.token()}`,
        'content-type': 'application/json',
        'idempotency-key': newKey(),
      },
    });
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('BAD_USER_INPUT');
  });

  test('an Idempotency-Key must be a UUID', async () => {
    const answer = await admin.post('{ __typename }', {}, { key: 'again' });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'Idempotency-Key' } }],
    });
    expect((await admin.post('{ __typename }', {}, { key: newKey() })).status).toBe(200);
  });
});

test('[ERR-004] a fault of ours is masked and logged', async () => {
  const forum = await buildForum(server.database, server.tenant);
  await server.database.pool.query('alter table forums rename to forums_away');
  try {
    server.logged.length = 0;
    const answer = await admin.post('query ($id: ID!) { forum(id: $id) { id name } }', { id: forum.id });
    expect(answer.status).toBe(200);
    expect(codeOf(answer)).toBe('INTERNAL_SERVER_ERROR');
    expect(answer.text).not.toContain('forums');
    expect(server.logged).toContainEqual(expect.objectContaining({ msg: 'An operation failed.' }));
  } finally {
    await server.database.pool.query('alter table forums_away rename to forums');
  }
});

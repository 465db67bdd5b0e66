import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileLimits } from '../../../contract/limits.ts';
import { DEFAULT_FEATURES } from '../../../contract/permissions.ts';
import {
  buildAdmin,
  buildAttachment,
  buildSuggestion,
  buildTenant,
  buildUser,
  testServices,
  viewerOf,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { removeFilesTask } from './claims.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let admin: Awaited<ReturnType<typeof buildUser>>;
let services: TestServices;
let api: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  admin = await buildAdmin(database, tenant);
  services = testServices();
  api = await testApi(database, viewerOf(tenant, admin), { services });
});

const rows = async (text: string, ...values: unknown[]) =>
  (await database.pool.query(text, values)).rows as Record<string, unknown>[];
const CREATE =
  'mutation ($blob: String!, $fileName: String, $contentType: String) { attachment_create(blob: $blob, fileName: $fileName, contentType: $contentType) { id file_name content_type size_in_bytes token url } }';
const given = (variables: Record<string, unknown> = {}) => ({
  blob: Buffer.from('hello').toString('base64'),
  fileName: 'notes.txt',
  contentType: 'text/plain',
  ...variables,
});
const refusal = async (document: string, variables: Record<string, unknown>) => {
  const { errors } = await api.run(document, variables);
  return { message: errors![0]!.message, ...errors![0]!.extensions };
};
const remove = (id: string) => api.run('mutation ($id: ID!) { attachment_delete(id: $id) { id } }', { id });

describe('attachment_create', () => {
  test('[CALL-M-001, ENT-018, ENT-019, DEC-101] keeps the file unattached and answers its token', async () => {
    const { attachment_create: made } = await api.data<{ attachment_create: Record<string, unknown> }>(
      CREATE,
      given(),
    );
    expect(made).toMatchObject({
      file_name: 'notes.txt',
      content_type: 'text/plain',
      size_in_bytes: 5,
      url: `/files/${String(made['token'])}`,
    });
    expect([...services.keptFiles.values()].map(String)).toEqual(['hello']);
    expect([...services.keptFiles.keys()][0]).toMatch(new RegExp(`^${tenant.id}/[0-9a-f-]{36}$`));
    expect(
      await rows('select suggestion_id, uploader_id from attachments where id = $1', made['id']),
    ).toEqual([{ suggestion_id: null, uploader_id: admin.id }]);
  });

  test('[VALID-068] blob, content type and file name are required', async () => {
    expect(await refusal(CREATE, given({ blob: '' }))).toMatchObject({ field: 'blob', reason: 'required' });
    expect(await refusal(CREATE, given({ fileName: undefined }))).toMatchObject({
      field: 'fileName',
      reason: 'required',
    });
    expect(await refusal(CREATE, given({ contentType: undefined }))).toMatchObject({
      field: 'contentType',
      reason: 'required',
    });
    expect(await refusal(CREATE, given({ blob: '%%%%' }))).toMatchObject({
      field: 'blob',
      http: { status: 400 },
    });
  });

  test('[DEC-017, DEC-101] more than 50 MiB answers 413, a program 415, and neither leaves anything', async () => {
    const large = 'A'.repeat(Math.ceil((fileLimits.attachmentBytes + 3) / 3) * 4);
    expect(await refusal(CREATE, given({ blob: large }))).toMatchObject({
      field: 'blob',
      reason: 'too_large',
      http: { status: 413 },
    });
    expect(await refusal(CREATE, given({ fileName: 'setup.exe' }))).toMatchObject({ http: { status: 415 } });
    expect(
      await refusal(
        CREATE,
        given({
          blob: Buffer.from('\x7fELF\x02\x01\x01').toString('base64'),
          fileName: 'picture.png',
          contentType: 'image/png',
        }),
      ),
    ).toMatchObject({ http: { status: 415 } });
    expect([
      services.keptFiles.size,
      await rows('select 1 from attachments where subdomain_id = $1', tenant.id),
    ]).toEqual([0, []]);
  });

  test('many small uploads at once need no more connections than calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => api.run(CREATE, given({ fileName: `${n}.txt` }))),
    );
    expect(answers.filter((answer) => answer.errors)).toEqual([]);
  });

  test('a workspace without attachments refuses', async () => {
    const plain = await buildTenant(database, {
      features: DEFAULT_FEATURES.filter((feature) => feature !== 'idea_attachments'),
    });
    const viewer = viewerOf(plain, await buildAdmin(database, plain));
    const closed = await testApi(database, viewer, { services });
    expect((await closed.run(CREATE, given())).errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' });
    const idea = await buildSuggestion(database, plain);
    const answer = await closed.run(
      'mutation ($id: ID!) { suggestion_update(id: $id, attachmentTokens: ["x"]) { id } }',
      { id: idea.id },
    );
    expect(answer.errors![0]!.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'attachmentTokens',
    });
  });
});

describe('attachment_delete', () => {
  test('[CALL-M-002, STATE-049] removes the row at once and the file after the commit', async () => {
    const idea = await buildSuggestion(database, tenant);
    const { attachment_create: made } = await api.data<{ attachment_create: { id: string; token: string } }>(
      CREATE,
      given(),
    );
    await api.data(
      'mutation ($id: ID!, $tokens: [String!]) { suggestion_update(id: $id, attachmentTokens: $tokens) { id } }',
      { id: idea.id, tokens: [made.token] },
    );
    const colleague = await testApi(database, viewerOf(tenant, await buildAdmin(database, tenant)), {
      services,
    });
    expect(
      (await colleague.run('mutation ($id: ID!) { attachment_delete(id: $id) { id } }', { id: made.id }))
        .data,
    ).toEqual({ attachment_delete: { id: made.id } });
    const [key] = [...services.keptFiles.keys()];
    expect(services.enqueued).toEqual([
      { task: 'remove_files', payload: { keys: [key], subdomain_id: tenant.id } },
    ]);
    await removeFilesTask.run(
      { keys: [key!], subdomain_id: tenant.id },
      { scope: api.scope, signal: new AbortController().signal },
    );
    expect(services.keptFiles.size).toBe(0);
  });

  test("somebody else's unclaimed file, another workspace's and an unknown one answer alike [PERM-050]", async () => {
    const theirs = await buildAttachment(database, tenant, {
      uploader_id: (await buildUser(database, tenant)).id,
    });
    const foreign = await buildAttachment(database, await buildTenant(database));
    const answers = await Promise.all(
      [theirs.id, foreign.id, '999999999'].map(async (id) => (await remove(id)).errors![0]),
    );
    expect(answers[0]!.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'id',
      reason: 'not_found',
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await rows('select 1 from attachments where id in ($1, $2)', theirs.id, foreign.id)).toHaveLength(
      2,
    );
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { readTenantTables } from '../db/tenant_tables.ts';
import { startTestServer, type TestClient, type TestServer } from '../http/testing.ts';
import { testApi } from '../testing/api.ts';
import {
  ABSENT,
  documentOf,
  filled,
  idPathsOf,
  kindOf,
  MARK,
  operations,
  SAMPLES,
  seed,
  usualSample,
  withId,
  type Ids,
  type Operation,
  type Place,
  type Values,
} from '../testing/operations.ts';
import { catalogue } from './catalogue.ts';
import type { ExecuteAnswer } from './execute.ts';

/*
 * Every operation and every id that it takes, called by those who must get nothing: with ids of
 * another workspace, without the right, without a session, with a session of another workspace and
 * by members of the team who may not use the console (design: hardening).
 *
 * The samples of calls and the workspaces stand in testing/operations.ts.
 */

let database: TestDatabase;
let tables: string[];

/** A fingerprint of everything that a workspace holds. */
async function fingerprint({ workspace }: Place): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as t, coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as h from ${table} x where x.subdomain_id = $1`,
  );
  parts.push("select 'subdomains', md5(x::text) from subdomains x where x.id = $1");
  // by name: to plan a statement over all tables takes longer than to carry it out
  const { rows } = await database.pool.query({
    name: 'fingerprint',
    text: `select t, h from (${parts.join(' union all ')}) k order by t`,
    values: [workspace.tenant.id],
  });
  return JSON.stringify(rows);
}

/** A place with its fingerprint. */
interface PrintedPlace extends Place {
  print: string;
}
/** By their mark the places in which nothing was done yet, so that the next test finds what a new one would hold. */
const untouched = new Map<string, PrintedPlace>();

/** A place for an operation: the one of the tests before while it is untouched, else a new one; always a new one where something is done beforehand. */
async function placeFor(operation: Operation, mark: string): Promise<PrintedPlace> {
  const hasOwn = operation.sample?.before !== undefined;
  const present = hasOwn ? undefined : untouched.get(mark);
  if (present) return present;
  const fresh = await seed(database, operation, mark);
  const printed = { ...fresh, print: await fingerprint(fresh) };
  if (!hasOwn) untouched.set(mark, printed);
  return printed;
}

/** Whether a place holds what it did at first. One that does not serves no other test. */
async function isAsBefore(place: PrintedPlace): Promise<boolean> {
  const isSame = (await fingerprint(place)) === place.print;
  if (!isSame) leave(place);
  return isSame;
}

/** Takes a place away from the tests to come. */
function leave(place: PrintedPlace): void {
  for (const [mark, present] of untouched) if (present === place) untouched.delete(mark);
}

/** An answer without what differs between two calls that are alike: ids, times, tokens. */
const alike = (answer: ExecuteAnswer): string =>
  JSON.stringify(answer)
    .replaceAll(/"[^"]*\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g, '"time"')
    .replaceAll(/"(\d+)"/g, '"id"')
    .replaceAll(/token-\d+-\d+|[\w-]{20,}/g, 'token')
    .replaceAll(/Person \d+|person\d+@|tenant-\d+-\d+|\/\d+/g, 'unique');

beforeAll(async () => {
  database = await openTestDatabase();
  tables = [...(await readTenantTables(database.pool))].sort();
});
afterAll(() => database.close());
// what a test that failed has left behind is not the next one's
afterEach(({ task }) => {
  if (task.result?.state === 'fail') untouched.clear();
});

test('every operation has arguments that succeed, stated only where they do not follow from its declaration', () => {
  expect(operations.filter(({ sample }) => sample === undefined).map(({ name }) => name)).toEqual([]);
  const names = new Set(operations.map(({ name }) => name));
  expect(Object.keys(SAMPLES).filter((name) => !names.has(name))).toEqual([]);
  expect(
    Object.entries(SAMPLES)
      .filter(
        ([name, sample]) => JSON.stringify(sample) === JSON.stringify(usualSample(name)) && !sample.before,
      )
      .map(([name]) => name),
  ).toEqual([]);
});

test('every id argument is known by what it names', () => {
  const unknown = operations.flatMap((operation) =>
    idPathsOf(operation.args)
      .filter((path) => kindOf(operation, path) === undefined)
      .map(({ path }) => `${operation.name}.${path.join('.')}`),
  );
  expect(unknown).toEqual([]);
  expect(operations.flatMap((operation) => idPathsOf(operation.args)).length).toBeGreaterThan(150);
});

test('no operation is left without a right: each has a need, and says which', () => {
  for (const { name, requires } of [...catalogue.queries, ...catalogue.commands, ...catalogue.entities])
    expect(requires.label, name).not.toBe('');
});

describe('[PERM-050] ids of another workspace', () => {
  for (const operation of operations) {
    test(`${operation.root} ${operation.name}: foreign and absent ids are answered alike, and nothing foreign is read or changed`, async () => {
      if (!operation.sample) return;
      let own = await placeFor(operation, 'OWN');
      const foreign = await placeFor(operation, MARK);
      const run = (given: Values) => own.workspace.api.run(documentOf(operation, given), given);
      const argsNow = () => filled(operation.sample!.args ?? {}, own.ids) as Values;
      for (const path of idPathsOf(operation.args)) {
        const kind = kindOf(operation, path)!;
        const answers: string[] = [];
        for (const id of [foreign.ids[kind], kind === 'token' ? 'no-such-token' : ABSENT]) {
          const answer = await run(withId(argsNow(), path, id));
          expect(JSON.stringify(answer), path.path.join('.')).not.toContain(MARK);
          for (const error of answer.errors ?? [])
            expect(error.extensions?.['code'], `${path.path.join('.')}: ${error.message}`).toBe(
              'BAD_USER_INPUT',
            );
          answers.push(alike(answer));
          // what was written must not make the next call another one; a query writes nothing, which is looked at once
          if (operation.root === 'mutation' && !(await isAsBefore(own)))
            own = await placeFor(operation, 'OWN');
        }
        expect(answers[0], `${operation.name} ${path.path.join('.')}`).toBe(answers[1]);
      }
      if (operation.root === 'query') expect(await isAsBefore(own)).toBe(true);
      expect(await isAsBefore(foreign)).toBe(true);
      // with its own ids the same call succeeds, so that it was the ids that were refused
      if (operation.root === 'mutation') leave(own);
      const answer = await run(argsNow());
      expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
      expect(JSON.stringify(answer).replaceAll(`"${MARK.toLowerCase()}@people.example"`, '')).not.toContain(
        MARK,
      );
      expect(await isAsBefore(foreign)).toBe(true);
      // one that keeps what it has found out, such as the check of mail, is not for the tests to come
      if (operation.root === 'query') await isAsBefore(own);
    }, 60_000);
  }
});

/**
 * What the call of each command's sample leaves in the audit log, where it is more or less than its name about its record; `@kind` as in the samples, `@any` for what is not known before. Commands that add to what
 * people read, and those about one's own reading, leave nothing: the idea's feed and the records themselves tell.
 */
const AUDITED: Readonly<Record<string, readonly { action: string; subject: unknown; details: Values }[]>> = {
  attachment_create: [],
  attachment_delete: [
    { action: 'attachment_delete', subject: '@attachment', details: { file_name: 'OWN file' } },
  ],
  bulk_undo: [{ action: 'bulk_undo', subject: '@undo', details: { changed_count: 1 } }],
  category_create: [{ action: 'category_create', subject: '@any', details: { name: 'New' } }],
  category_delete: [
    {
      action: 'category_delete',
      subject: '@category',
      details: { name: 'OWN category', target: '@category_2' },
    },
  ],
  category_update: [{ action: 'category_update', subject: '@category', details: { name: 'Renamed' } }],
  comment_approve: [
    { action: 'comment_approve', subject: '@comment', details: { suggestion_id: '@suggestion' } },
  ],
  comment_create: [],
  comment_delete: [
    { action: 'comment_delete', subject: '@comment', details: { suggestion_id: '@suggestion' } },
  ],
  comment_restore: [{ action: 'comment_restore', subject: '@comment', details: {} }],
  comment_spam: [{ action: 'comment_spam', subject: '@comment', details: { suggestion_id: '@suggestion' } }],
  comment_update: [],
  comments_bulk_approve: [{ action: 'comments_bulk_approve', subject: null, details: { ids: ['@comment'] } }],
  comments_bulk_delete: [{ action: 'comments_bulk_delete', subject: null, details: { ids: ['@comment'] } }],
  comments_bulk_spam: [{ action: 'comments_bulk_spam', subject: null, details: { ids: ['@comment'] } }],
  custom_field_create: [
    { action: 'custom_field_create', subject: '@any', details: { object_type: 'suggestion', key: 'new' } },
  ],
  custom_field_delete: [
    {
      action: 'custom_field_delete',
      subject: '@custom_field',
      details: { object_type: 'suggestion', key: '@any' },
    },
  ],
  custom_field_update: [
    { action: 'custom_field_update', subject: '@custom_field', details: { key: '@any' } },
  ],
  dead_job_remove: [{ action: 'dead_job_removed', subject: '@dead_job', details: { task: 'export' } }],
  dead_job_retry: [{ action: 'dead_job_retried', subject: '@dead_job', details: { task: 'export' } }],
  export_cancel: [{ action: 'export_cancelled', subject: '@export', details: {} }],
  feedback_record_create: [],
  feedback_record_delete: [
    {
      action: 'feedback_record_delete',
      subject: '@feedback_record',
      details: { suggestion_id: '@suggestion' },
    },
  ],
  feedback_record_restore: [{ action: 'feedback_record_restore', subject: '@feedback_record', details: {} }],
  feedback_record_update: [],
  forum_create: [{ action: 'forum_create', subject: '@any', details: { name: 'New' } }],
  forum_delete: [
    { action: 'forum_delete', subject: '@forum', details: { name: 'OWN forum', target_forum: '@forum_2' } },
  ],
  forum_reorder: [{ action: 'forum_reorder', subject: null, details: { forum_ids: ['@forum_2', '@forum'] } }],
  forum_update: [{ action: 'forum_update', subject: '@forum', details: { changed: ['name', 'categories'] } }],
  internal_flag_clear: [],
  internal_flag_create: [],
  internal_status_update_create: [
    {
      action: 'mailing_create',
      subject: '@any',
      details: {
        kind: 'internal_status_update',
        suggestion_id: '@suggestion',
        internal_status_update_id: '@any',
        expected_count: 1,
      },
    },
  ],
  internal_status_update_update: [],
  internal_statuses_update: [
    { action: 'internal_statuses_update', subject: null, details: { names: ['One'], removed: [] } },
  ],
  label_create: [{ action: 'label_create', subject: '@any', details: { name: 'New' } }],
  label_delete: [{ action: 'label_delete', subject: '@label', details: { names: ['OWN label'] } }],
  label_forum_change: [
    {
      action: 'label_forum_change',
      subject: '@label',
      details: { forum_ids: ['@forum_2'], unlinked_count: 1 },
    },
  ],
  label_update: [
    { action: 'label_update', subject: '@label_2', details: { name: 'Renamed', state: 'active' } },
  ],
  mail_suppression_create: [
    { action: 'mail_suppression_create', subject: 'nobody@people.example', details: {} },
  ],
  mail_suppression_delete: [
    { action: 'mail_suppression_delete', subject: 'own@people.example', details: { reason: 'bounce' } },
  ],
  mailing_call_back: [
    {
      action: 'mailing_call_back',
      subject: '@mailing',
      details: { kind: 'supporter_message', expected_count: 0 },
    },
  ],
  merge_candidate_dismiss: [],
  note_create: [],
  note_delete: [
    { action: 'note_delete', subject: '@note', details: { suggestion_id: '@suggestion', replies: 0 } },
  ],
  note_restore: [{ action: 'note_restore', subject: '@note', details: {} }],
  note_update: [],
  notification_clicked: [],
  notification_settings_update: [],
  notifications_seen: [],
  own_email_cancel: [{ action: 'own_email_cancel', subject: '@admin', details: {} }],
  own_email_update: [
    {
      action: 'own_email_update',
      subject: '@admin',
      details: { old_email_address: '@any', email_address: 'other@people.example' },
    },
  ],
  own_password_update: [{ action: 'own_password_update', subject: '@admin', details: { sessions: 1 } }],
  own_session_end: [{ action: 'own_session_end', subject: '@admin', details: { sessions: 1 } }],
  own_sessions_end_others: [{ action: 'own_session_end', subject: '@admin', details: { sessions: 1 } }],
  status_update_create: [
    {
      action: 'mailing_create',
      subject: '@any',
      details: {
        kind: 'status_update',
        suggestion_id: '@suggestion',
        status_update_id: '@any',
        expected_count: 1,
      },
    },
  ],
  status_update_update: [],
  statuses_update: [{ action: 'statuses_update', subject: null, details: { names: ['One'], removed: [] } }],
  subdomain_host_check: [
    { action: 'subdomain_host_check', subject: '@workspace', details: { cname: '@any' } },
    { action: 'subdomain_host_proved', subject: '@workspace', details: { cname: '@any' } },
  ],
  subdomain_update: [
    { action: 'subdomain_update', subject: '@workspace', details: { changed: ['name', 'default_forum'] } },
  ],
  suggestion_admin_subscribe: [],
  suggestion_approve: [{ action: 'suggestion_approve', subject: '@suggestion', details: {} }],
  suggestion_assign: [],
  suggestion_create: [],
  suggestion_delete: [
    { action: 'suggestion_delete', subject: '@suggestion', details: { title: 'OWN idea' } },
  ],
  suggestion_labels_update: [],
  suggestion_merge: [
    { action: 'suggestion_merge', subject: '@suggestion', details: { losers: ['@suggestion_2'] } },
  ],
  suggestion_restore: [{ action: 'suggestion_restore', subject: '@suggestion', details: {} }],
  suggestion_spam: [{ action: 'suggestion_spam', subject: '@suggestion', details: {} }],
  suggestion_unmerge: [{ action: 'suggestion_unmerge', subject: null, details: { ids: ['@suggestion_2'] } }],
  suggestion_update: [],
  suggestions_bulk_approve: [
    { action: 'suggestions_bulk_approve', subject: null, details: { ids: ['@suggestion'] } },
  ],
  suggestions_bulk_assign: [
    {
      action: 'suggestions_bulk_assign',
      subject: null,
      details: { ids: ['@suggestion'], assigned_owner_id: '@user' },
    },
  ],
  suggestions_bulk_category: [
    {
      action: 'suggestions_bulk_category',
      subject: null,
      details: { ids: ['@suggestion'], category_id: '@category_2' },
    },
  ],
  suggestions_bulk_delete: [
    { action: 'suggestions_bulk_delete', subject: null, details: { ids: ['@suggestion'] } },
  ],
  suggestions_bulk_forum: [
    {
      action: 'suggestions_bulk_forum',
      subject: null,
      details: { ids: ['@suggestion'], forum_id: '@forum_2', category_id: null },
    },
  ],
  suggestions_bulk_label: [
    {
      action: 'suggestions_bulk_label',
      subject: null,
      details: { ids: ['@suggestion'], add: ['@label_2'], remove: ['@label'] },
    },
  ],
  suggestions_bulk_spam: [
    { action: 'suggestions_bulk_spam', subject: null, details: { ids: ['@suggestion'] } },
  ],
  suggestions_bulk_status: [
    {
      action: 'suggestions_bulk_status',
      subject: null,
      details: { ids: ['@suggestion'], status_id: null, notified: true },
    },
  ],
  supporter_delete: [{ action: 'supporter_delete', subject: '@suggestion', details: { user_id: '@user' } }],
  supporter_message_create: [
    {
      action: 'mailing_create',
      subject: '@any',
      details: {
        kind: 'supporter_message',
        suggestion_id: '@suggestion',
        supporter_message_id: '@any',
        expected_count: 1,
      },
    },
  ],
  supporter_restore: [{ action: 'supporter_restore', subject: '@suggestion', details: { user_id: '@user' } }],
  user_block: [{ action: 'user_blocked', subject: '@user', details: {} }],
  user_update: [
    { action: 'user_update', subject: '@user', details: { changed: ['name', 'satisfaction_score'] } },
  ],
  users_find_or_create: [],
};

describe('the audit log', () => {
  const commands = operations.filter(({ root }) => root === 'mutation');

  test('only commands are named, each once', () => {
    const names = new Set(commands.map(({ name }) => name));
    expect(Object.keys(AUDITED).filter((name) => !names.has(name))).toEqual([]);
  });

  for (const operation of commands) {
    test(`mutation ${operation.name} leaves ${(AUDITED[operation.name] ?? [{ action: operation.name }]).map(({ action }) => action).join(', ') || 'nothing'}`, async () => {
      const own = await placeFor(operation, 'OWN');
      leave(own);
      const { workspace, ids } = own;
      const { admin, tenant } = workspace;
      const { rows: earlier } = await database.pool.query<{ id: string }>(
        'select id from audit_entries where subdomain_id = $1',
        [tenant.id],
      );
      const given = filled(operation.sample?.args ?? {}, ids) as Values;
      expect((await workspace.api.run(documentOf(operation, given), given)).errors).toBeUndefined();
      const { rows } = await database.pool.query(
        'select action, subject, user_id, details from audit_entries where subdomain_id = $1 and not id = any($2) order by id',
        [tenant.id, earlier.map(({ id }) => id)],
      );
      const named = {
        ...ids,
        admin: admin.id,
        workspace: tenant.id,
        any: expect.any(String) as string,
      } as Ids;
      const expected: unknown = AUDITED[operation.name]?.map((entry) =>
        filled({ ...entry, user_id: '@admin' }, named),
      ) ?? [
        {
          action: operation.name,
          subject: given['id'] ?? named['any'],
          user_id: admin.id,
          details: expect.any(Object) as object,
        },
      ];
      expect(rows).toEqual(expected);
    });
  }
});

describe('if_updated_at', () => {
  for (const operation of operations.filter(({ args }) =>
    args.some(({ name }) => name === 'if_updated_at'),
  )) {
    test(`mutation ${operation.name}: a record that has changed since is not changed again, and stands in the answer`, async () => {
      const own = await placeFor(operation, 'OWN');
      const given = {
        ...(filled(operation.sample?.args ?? {}, own.ids) as Values),
        if_updated_at: '2020-01-01T00:00:00.000Z',
      };
      const { errors } = await own.workspace.api.run(documentOf(operation, given), given);
      expect(errors).toMatchObject([
        {
          extensions: {
            code: 'BAD_USER_INPUT',
            field: 'if_updated_at',
            reason: 'changed',
            current: expect.anything(),
          },
        },
      ]);
      expect(await isAsBefore(own)).toBe(true);
    });
  }
});

const needsOf = ({ name }: Operation) =>
  [...catalogue.queries, ...catalogue.commands].find((declared) => declared.name === name)?.requires ??
  catalogue.entities.find((entity) => [entity.name, entity.plural, `all_${entity.plural}`].includes(name))!
    .requires;

describe('[PERM-004] [PERM-006] an admin without the right', () => {
  for (const operation of operations) {
    test(`${operation.root} ${operation.name}`, async () => {
      if (!operation.sample) return;
      const own = await placeFor(operation, 'OWN');
      const { tenant, admin } = own.workspace;
      const viewer = { ...viewerOf(tenant, admin), permissions: NO_PERMISSIONS, authorized_features: [] };
      const given = filled(operation.sample.args ?? {}, own.ids) as Values;
      const answer = await (await testApi(database, viewer)).run(documentOf(operation, given), given);
      if (needsOf(operation).allows(viewer)) {
        if (operation.root === 'mutation') leave(own);
        expect(answer.errors).toBeUndefined();
        return;
      }
      expect(answer.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      expect(Object.values((answer.data ?? {}) as Values).every((value) => value === null)).toBe(true);
      expect(await isAsBefore(own)).toBe(true);
    });
  }
});

describe('over HTTP', () => {
  let server: TestServer;
  let outsiders: Record<string, TestClient>;
  let stranger: TestClient;
  beforeAll(async () => {
    server = await startTestServer();
    outsiders = {
      support: await server.createUser({ license_type: 'support' }),
      contributor: await server.createUser({ license_type: 'contributor' }),
      member: await server.createUser({ license_type: 'none' }),
    };
    stranger = await server.createUser({ tenant: await server.createTenant() });
  });
  afterAll(() => server.close());

  for (const operation of operations) {
    test(`${operation.root} ${operation.name}: nothing for the anonymous, for another workspace's session, for who may not use the console`, async () => {
      const given = filled(operation.sample?.args ?? {}, null) as Values;
      const json = { query: documentOf(operation, given), variables: given };
      const post = (headers: Record<string, string>) =>
        server.ask('/api/v2/admin/graphql', { method: 'POST', json, headers });
      for (const headers of [
        {},
        { authorization: 'Bearer nonsense' },
        { authorization: `Bearer ${await stranger.token()}` },
      ] as Record<string, string>[]) {
        const answer = await post(headers);
        expect(answer.status).toBe(401);
        expect(answer.json<ExecuteAnswer>()).toMatchObject({
          errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
        });
        expect(answer.json()).not.toHaveProperty('data');
      }
      for (const client of Object.values(outsiders)) {
        const answer = (await client.post(json.query, given)).json<ExecuteAnswer>();
        expect(answer).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
        expect(answer).not.toHaveProperty('data');
      }
    });
  }
});

import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { viewerOf } from '../db/builders.ts';
import { openTestDatabase, takenBack, type TestDatabase } from '../db/testing.ts';
import { readTenantTables } from '../db/tenant_tables.ts';
import { followTicket, startTestServer, type TestClient, type TestServer } from '../http/testing.ts';
import { testApi } from '../testing/api.ts';
import {
  ABSENT,
  documentOf,
  filled,
  idPathsOf,
  kindOf,
  MARK,
  operations,
  readied,
  SAMPLES,
  seedRecords,
  usualSample,
  withId,
  type Ids,
  type Operation,
  type Place,
  type Values,
} from '../testing/operations.ts';
import { workspaceIn } from '../testing/workspace.ts';
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
/** Two workspaces that hold the same. What a test does in them is taken back. */
let ownPlace: Place;
let foreignPlace: Place;

/**
 * Notes of each row that is written, committed and of which workspace: a row that comes, changes, also into what it
 * was, or goes. A row that is led to another workspace is noted in both.
 */
async function noteWrites(): Promise<void> {
  const tables = [...(await readTenantTables(database.pool))].map((table) => [table, 'subdomain_id']);
  await database.pool.query(`
    create unlogged table written_rows (workspace bigint not null, n bigint generated always as identity);
    create index on written_rows (workspace, n);
    create function note_written() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        insert into written_rows values ((to_jsonb(old) ->> tg_argv[0])::bigint);
      end if;
      if tg_op <> 'DELETE' then
        insert into written_rows values ((to_jsonb(new) ->> tg_argv[0])::bigint);
      end if;
      return null;
    end $$;
    ${[...tables, ['subdomains', 'id']]
      .map(
        ([table, key]) =>
          `create trigger note_written after insert or update or delete on ${table} for each row execute function note_written('${key}');`,
      )
      .join('')}`);
}

/** Looks at a workspace. @returns whether no row of it was written since */
async function watch(pool: Pool, { workspace }: Place): Promise<() => Promise<boolean>> {
  const lastWritten = async (): Promise<string | null> => {
    const { rows } = await pool.query<{ n: string | null }>({
      name: 'last_written',
      text: 'select max(n) as n from written_rows where workspace = $1',
      values: [workspace.tenant.id],
    });
    return rows[0]!.n;
  };
  const before = await lastWritten();
  return async () => (await lastWritten()) === before;
}

/** A workspace ready for an operation, reached through a pool of which all is taken back. */
const enter = async (pool: Pool, operation: Operation, place: Place): Promise<Place> =>
  readied({ pool }, operation, { ...place, workspace: await workspaceIn({ pool }, place.workspace) });

/** An answer without what differs between two calls that are alike: ids, times, tokens. */
const alike = (answer: ExecuteAnswer): string =>
  JSON.stringify(answer)
    .replaceAll(/"[^"]*\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g, '"time"')
    .replaceAll(/"(\d+)"/g, '"id"')
    .replaceAll(/token-\d+-\d+|[\w-]{20,}/g, 'token')
    .replaceAll(/Person \d+|person\d+@|tenant-\d+-\d+|\/\d+/g, 'unique');

beforeAll(async () => {
  database = await openTestDatabase();
  await noteWrites();
  ownPlace = await seedRecords(database, 'OWN');
  foreignPlace = await seedRecords(database, MARK);
});
afterAll(() => database.close());

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

test.each([
  ['made', "insert into teams (subdomain_id, name) values ($1, 'New')"],
  ['changed into what it was', 'update teams set name = name where subdomain_id = $1'],
  ['deleted', 'delete from team_members where subdomain_id = $1'],
  ['changed, of the workspace itself', 'update subdomains set name = name where id = $1'],
])('a row that is %s is noticed, in its workspace alone', async (_what, statement) => {
  await takenBack(database, async (pool) => {
    const [isOwnUntouched, isForeignUntouched] = [
      await watch(pool, ownPlace),
      await watch(pool, foreignPlace),
    ];
    expect(await isForeignUntouched()).toBe(true);
    await pool.query(statement, [foreignPlace.workspace.tenant.id]);
    expect(await isForeignUntouched()).toBe(false);
    expect(await isOwnUntouched()).toBe(true);
  });
});

describe('[PERM-050] ids of another workspace', () => {
  for (const operation of operations) {
    test(`${operation.root} ${operation.name}: foreign and absent ids are answered alike, and nothing foreign is read or changed`, async () => {
      if (!operation.sample) return;
      await takenBack(database, async (pool, undone) => {
        const own = await enter(pool, operation, ownPlace);
        const foreign = await enter(pool, operation, foreignPlace);
        const isForeignUntouched = await watch(pool, foreign);
        const isOwnUntouched = await watch(pool, own);
        const given = filled(operation.sample!.args ?? {}, own.ids) as Values;
        const run = (values: Values) => own.workspace.api.run(documentOf(operation, values), values);
        for (const path of idPathsOf(operation.args)) {
          const kind = kindOf(operation, path)!;
          const answers: string[] = [];
          for (const id of [foreign.ids[kind], kind === 'token' ? 'no-such-token' : ABSENT]) {
            // what was written must not make the next call another one
            const answer = await undone(async () => {
              const answered = await run(withId(given, path, id));
              expect(await isForeignUntouched(), path.path.join('.')).toBe(true);
              if (operation.root === 'query') expect(await isOwnUntouched()).toBe(true);
              return answered;
            });
            expect(JSON.stringify(answer), path.path.join('.')).not.toContain(MARK);
            for (const error of answer.errors ?? [])
              expect(error.extensions?.['code'], `${path.path.join('.')}: ${error.message}`).toBe(
                'BAD_USER_INPUT',
              );
            answers.push(alike(answer));
          }
          expect(answers[0], `${operation.name} ${path.path.join('.')}`).toBe(answers[1]);
        }
        // with its own ids the same call succeeds, so that it was the ids that were refused
        const answer = await run(given);
        expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
        expect(JSON.stringify(answer).replaceAll(`"${MARK.toLowerCase()}@people.example"`, '')).not.toContain(
          MARK,
        );
        expect(await isForeignUntouched()).toBe(true);
      });
    });
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
  article_search_delete: [],
  article_sections_reorder: [
    {
      action: 'article_sections_reorder',
      subject: null,
      details: { section_ids: ['@article_section_2', '@article_section'] },
    },
  ],
  article_update: [],
  current_user_off_duty: [],
  ticket_link: [{ action: 'ticket_link', subject: '@ticket', details: { suggestion_id: '@suggestion' } }],
  ticket_note: [],
  ticket_reply: [{ action: 'ticket_reply', subject: '@ticket', details: { message_id: '@any' } }],
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
    {
      action: 'internal_statuses_update',
      subject: null,
      details: { names: ['One'], removed: [], target: '@internal_status' },
    },
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
  impact_report_read: [],
  own_email_cancel: [{ action: 'own_email_cancel', subject: '@admin', details: {} }],
  own_email_update: [
    {
      action: 'own_email_update',
      subject: '@admin',
      details: { old_email_address: '@any', email_address: 'other@people.example' },
    },
  ],
  own_password_update: [{ action: 'own_password_update', subject: '@admin', details: { sessions: 1 } }],
  own_passkey_begin: [{ action: 'own_passkey_begin', subject: '@admin', details: {} }],
  own_passkey_add: [{ action: 'own_passkey_add', subject: '@admin', details: { name: 'Laptop' } }],
  own_passkey_remove: [{ action: 'own_passkey_remove', subject: '@admin', details: { name: '@any' } }],
  own_picture_delete: [{ action: 'own_picture_update', subject: '@admin', details: { has_picture: false } }],
  own_profile_update: [{ action: 'own_profile_update', subject: '@admin', details: { name: 'Renamed' } }],
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
  saved_view_reorder: [],
  statuses_update: [
    {
      action: 'statuses_update',
      subject: null,
      details: { names: ['One'], removed: [], target: '@status' },
    },
  ],
  subdomain_host_check: [
    { action: 'subdomain_host_check', subject: '@workspace', details: { cname: '@any' } },
    { action: 'subdomain_host_proved', subject: '@workspace', details: { cname: '@any' } },
  ],
  subdomain_update: [
    { action: 'subdomain_update', subject: '@workspace', details: { changed: ['name', 'default_forum'] } },
  ],
  suggestion_admin_subscribe: [],
  suggestion_subscribe_all: [
    { action: 'suggestion_subscribe_all', subject: '@suggestion', details: { changed_count: 1 } },
  ],
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
  feature_statuses_update: [
    {
      action: 'feature_statuses_update',
      subject: null,
      details: { names: ['One'], removed: ['OWN second feature status'], target: '@feature_status' },
    },
  ],
  product_areas_update: [
    { action: 'product_areas_update', subject: null, details: { names: ['One'], removed: [] } },
  ],
  features_bulk_update: [{ action: 'features_bulk_update', subject: null, details: { ids: ['@feature'] } }],
  features_bulk_delete: [
    { action: 'features_bulk_delete', subject: '@feature', details: { name: 'OWN feature' } },
  ],
  current_email_permission_set_update: [
    { action: 'current_email_permission_set_update', subject: null, details: { roadmap_feedback: true } },
  ],
  features_undo: [{ action: 'features_undo', subject: null, details: { ids: ['@feature'] } }],
  roadmap_settings_batch_update: [
    {
      action: 'roadmap_settings_update',
      subject: '@roadmap_setting',
      details: {
        name: 'OWN roadmap',
        email_domains: [],
        share_with_contributors: false,
        share_with_email_domains: false,
        share_public: false,
        show_mrr: true,
        show_users: true,
        show_accounts: false,
      },
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
  period_mark_create: [{ action: 'period_mark_create', subject: '@any', details: { name: 'Release' } }],
  period_mark_update: [{ action: 'period_mark_update', subject: '@period_mark', details: { name: '@any' } }],
  period_mark_delete: [{ action: 'period_mark_delete', subject: '@period_mark', details: { name: '@any' } }],
  account_note_create: [
    { action: 'account_note_create', subject: '@any', details: { external_account: '@external_account' } },
  ],
  account_note_update: [
    {
      action: 'account_note_update',
      subject: '@account_note',
      details: { external_account: '@external_account' },
    },
  ],
  account_note_delete: [
    {
      action: 'account_note_delete',
      subject: '@account_note',
      details: { external_account: '@external_account' },
    },
  ],
  account_note_restore: [
    {
      action: 'account_note_restore',
      subject: '@account_note',
      details: { external_account: '@external_account' },
    },
  ],
  ratings_ask: [
    {
      action: 'mailing_create',
      subject: '@any',
      details: { kind: 'rating_request', expected_count: 1 },
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
  team_invitation_resend: [
    { action: 'team_invitation_resend', subject: '@user', details: { email_address: 'own@people.example' } },
  ],
  team_invite: [
    {
      action: 'team_invite',
      subject: '@any',
      details: { email_address: 'new@people.example', license_type: 'full' },
    },
  ],
  team_member_remove: [
    {
      action: 'team_member_remove',
      subject: '@user',
      details: {
        email_address: 'own@people.example',
        license_type: 'contributor',
        permission_state: 'active',
      },
    },
  ],
  team_member_update: [
    {
      action: 'team_member_update',
      subject: '@user',
      details: {
        before: { license_type: 'contributor', permissions: NO_PERMISSIONS },
        after: { license_type: 'support', permissions: NO_PERMISSIONS },
      },
    },
  ],
  user_merge: [
    {
      action: 'user_merge',
      subject: '@user_2',
      details: { other: '@twin', name: 'Twin' },
    },
  ],
  user_unmerge: [{ action: 'user_unmerge', subject: '@twin', details: { winner: '@user_2' } }],
  users_set_apart: [
    { action: 'users_set_apart', subject: '@user', details: { other: '@user_2', apart: true } },
  ],
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
      const { admin, tenant } = ownPlace.workspace;
      const { given, ids, rows } = await takenBack(database, async (pool) => {
        const { workspace, ids: own } = await enter(pool, operation, ownPlace);
        const { rows: earlier } = await pool.query<{ id: string }>(
          'select id from audit_entries where subdomain_id = $1',
          [tenant.id],
        );
        const values = filled(operation.sample?.args ?? {}, own) as Values;
        expect((await workspace.api.run(documentOf(operation, values), values)).errors).toBeUndefined();
        const { rows: left } = await pool.query(
          'select action, subject, user_id, details from audit_entries where subdomain_id = $1 and not id = any($2) order by id',
          [tenant.id, earlier.map(({ id }) => id)],
        );
        return { given: values, ids: own, rows: left };
      });
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
      await takenBack(database, async (pool) => {
        const own = await enter(pool, operation, ownPlace);
        const isUntouched = await watch(pool, own);
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
        expect(await isUntouched()).toBe(true);
      });
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
      await takenBack(database, async (pool) => {
        const own = await enter(pool, operation, ownPlace);
        const isUntouched = await watch(pool, own);
        const { tenant, admin } = own.workspace;
        const viewer = { ...viewerOf(tenant, admin), permissions: NO_PERMISSIONS, authorized_features: [] };
        const given = filled(operation.sample?.args ?? {}, own.ids) as Values;
        const answer = await (await testApi({ pool }, viewer)).run(documentOf(operation, given), given);
        if (needsOf(operation).allows(viewer)) {
          expect(answer.errors).toBeUndefined();
          return;
        }
        expect(answer.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
        expect(Object.values((answer.data ?? {}) as Values).every((value) => value === null)).toBe(true);
        expect(await isUntouched()).toBe(true);
      });
    });
  }
});

describe('over HTTP', () => {
  let server: TestServer;
  let outsiders: Record<string, TestClient>;
  let stranger: TestClient;
  /** somebody with two workspaces: in the other one by a session that came out of one here */
  let derived: TestClient;
  /** as that, and the session here has ended */
  let orphan: TestClient;
  beforeAll(async () => {
    server = await startTestServer();
    outsiders = {
      support: await server.createUser({ license_type: 'support' }),
      contributor: await server.createUser({ license_type: 'contributor' }),
      member: await server.createUser({ license_type: 'none' }),
    };
    stranger = await server.createUser({ tenant: await server.createTenant() });
    const [other, email_address] = [await server.createTenant({ key: 'other' }), 'jo@both.example'];
    const here = await server.createUser({ email_address, email_confirmed: true });
    const there = await server.createUser({ tenant: other, email_address });
    const jump = async (from: TestClient): Promise<TestClient> =>
      (await followTicket(server, await from.ask('/admin/session/ticket?to=other'), other, there.user))!;
    const short = await server.signIn(server.tenant, here.user);
    [derived, orphan] = [await jump(here), await jump(short)];
    await orphan.token();
    await short.ask('/clients/admin-console/logout', { method: 'DELETE' });
    if ((await orphan.ask('/admin/session')).status !== 401) throw new Error('The orphan lives.');
  });
  afterAll(() => server.close());

  for (const operation of operations) {
    test(`${operation.root} ${operation.name}: nothing for the anonymous, for another workspace's session, also one that came out of this one, for who may not use the console`, async () => {
      const given = filled(operation.sample?.args ?? {}, null) as Values;
      const json = { query: documentOf(operation, given), variables: given };
      const post = ({ host, ...headers }: Record<string, string>) =>
        server.ask('/api/v2/admin/graphql', {
          method: 'POST',
          json,
          headers,
          ...(host === undefined ? {} : { host }),
        });
      for (const headers of [
        {},
        { authorization: 'Bearer nonsense' },
        { authorization: `Bearer ${await stranger.token()}` },
        { authorization: `Bearer ${await derived.token()}` },
        { authorization: `Bearer ${await orphan.token()}` },
        { authorization: `Bearer ${await orphan.token()}`, host: orphan.host },
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

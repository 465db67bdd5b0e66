import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../../contract/permissions.ts';
import { runCommand, type Command } from '../../core/command.ts';
import { ProductError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import {
  buildAccount,
  buildAdmin,
  buildAttachment,
  buildCategory,
  buildComment,
  buildFeedbackRecord,
  buildForum,
  buildLabel,
  buildNote,
  buildStatus,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  insertRow,
  testScope,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { userUpdate } from '../customers/user_update.ts';
import { usersFindOrCreate } from '../account/people/find_or_create.ts';
import { recountTenant } from '../ideas/recount.ts';
import { attachmentCreate, attachmentDelete } from '../attachments/claims.ts';
import {
  commentCreate,
  commentDelete,
  commentRestore,
  commentSpam,
  commentUpdate,
} from './comment_commands.ts';
import {
  feedbackRecordCreate,
  feedbackRecordDelete,
  feedbackRecordRestore,
  feedbackRecordUpdate,
} from './feedback_commands.ts';
import { suggestionCreate, suggestionDelete, suggestionRestore, suggestionUpdate } from './idea_commands.ts';
import { internalFlagClear, internalFlagCreate } from './flag_commands.ts';
import {
  commentApprove,
  commentsBulkApprove,
  commentsBulkDelete,
  commentsBulkSpam,
  suggestionApprove,
  suggestionsBulkApprove,
  suggestionsBulkSpam,
  suggestionSpam,
} from '../triage/moderation.ts';
import { noteCreate, noteDelete, noteRestore, noteUpdate } from './note_commands.ts';
import { suggestionAdminSubscribe, supporterDelete } from './support.ts';
import {
  bulkUndo,
  suggestionAssign,
  suggestionLabelsUpdate,
  suggestionsBulkAssign,
  suggestionsBulkDelete,
  suggestionsBulkLabel,
} from '../triage/triage.ts';
import { userBlock } from '../triage/user_block.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** One of each record in a workspace. */
async function buildWorld() {
  const tenant = await buildTenant(database);
  const admin = await buildAdmin(database, tenant);
  const forum = await buildForum(database, tenant);
  const [customer, category, label, idea] = [
    await buildUser(database, tenant),
    await buildCategory(database, tenant, { forum_id: forum.id }),
    await buildLabel(database, tenant),
    await buildSuggestion(database, tenant, { forum_id: forum.id }),
  ];
  const comment = await buildComment(database, tenant, { suggestion_id: idea.id });
  const feedback = await buildFeedbackRecord(database, tenant, {
    suggestion_id: idea.id,
    user_id: customer.id,
  });
  await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: customer.id });
  const file = await buildAttachment(database, tenant, { uploader_id: admin.id });
  const note = await buildNote(database, tenant, { suggestion_id: idea.id, creator_id: admin.id });
  const flag = await insertRow(database, 'internal_flags', {
    subdomain_id: tenant.id,
    suggestion_id: idea.id,
    reason: 'Look',
  });
  return { tenant, admin, forum, customer, category, label, idea, comment, feedback, file, note, flag };
}
type World = Awaited<ReturnType<typeof buildWorld>>;

const BLOB = Buffer.from('x').toString('base64');

/** A good call of each command, and the places in it that take an id, with whose it is. */
const CALLS: [Command, (w: World) => Record<string, unknown>, Record<string, keyof World>][] = [
  [
    suggestionCreate,
    (w) => ({
      title: 'T',
      links: { forum: w.forum.id, category: w.category.id },
      creator: { id: w.customer.id },
    }),
    { 'links.forum': 'forum', 'links.category': 'category', 'creator.id': 'customer' },
  ],
  [
    suggestionCreate,
    (w) => ({
      title: 'T',
      links: { forum: w.forum.id },
      conversion_source_type: 'Comment',
      conversion_source_id: w.comment.id,
    }),
    { conversion_source_id: 'comment' },
  ],
  [
    suggestionCreate,
    (w) => ({
      title: 'T',
      links: { forum: w.forum.id },
      conversion_source_type: 'Suggestion',
      conversion_source_id: w.idea.id,
    }),
    { conversion_source_id: 'idea' },
  ],
  [
    suggestionUpdate,
    (w) => ({
      id: w.idea.id,
      title: 'New',
      links: { forum: w.forum.id, category: w.category.id },
      creator_id: w.customer.id,
    }),
    { id: 'idea', 'links.forum': 'forum', 'links.category': 'category', creator_id: 'customer' },
  ],
  [suggestionDelete, (w) => ({ id: w.idea.id }), { id: 'idea' }],
  [suggestionRestore, (w) => ({ id: w.idea.id }), { id: 'idea' }],
  [
    suggestionAdminSubscribe,
    (w) => ({ id: w.idea.id, user: w.admin.id, subscribe: true }),
    { id: 'idea', user: 'customer' },
  ],
  [
    supporterDelete,
    (w) => ({ suggestion: w.idea.id, user: w.customer.id }),
    { suggestion: 'idea', user: 'customer' },
  ],
  [
    suggestionAssign,
    (w) => ({ id: w.idea.id, assigned_owner: w.admin.id }),
    { id: 'idea', assigned_owner: 'admin' },
  ],
  [suggestionLabelsUpdate, (w) => ({ id: w.idea.id, add: [w.label.id] }), { id: 'idea', 'add.0': 'label' }],
  [
    suggestionsBulkAssign,
    (w) => ({ ids: [w.idea.id], assigned_owner: w.admin.id }),
    { assigned_owner: 'admin' },
  ],
  [suggestionsBulkLabel, (w) => ({ ids: [w.idea.id], add: [w.label.id] }), { 'add.0': 'label' }],
  [suggestionsBulkDelete, (w) => ({ ids: [w.idea.id] }), {}],
  [bulkUndo, (w) => ({ id: w.idea.id }), {}],
  [
    feedbackRecordCreate,
    (w) => ({ body: 'B', channel: 'admin', links: { suggestion: w.idea.id, user: w.customer.id } }),
    { 'links.suggestion': 'idea', 'links.user': 'customer' },
  ],
  [
    feedbackRecordUpdate,
    (w) => ({ id: w.feedback.id, body: 'B', links: { suggestion: w.idea.id, user: w.customer.id } }),
    { id: 'feedback', 'links.suggestion': 'idea', 'links.user': 'customer' },
  ],
  [feedbackRecordDelete, (w) => ({ id: w.feedback.id }), { id: 'feedback' }],
  [feedbackRecordRestore, (w) => ({ id: w.feedback.id }), { id: 'feedback' }],
  [commentCreate, (w) => ({ body: 'B', links: { suggestion: w.idea.id } }), { 'links.suggestion': 'idea' }],
  [
    commentUpdate,
    (w) => ({ id: w.comment.id, body: 'B', links: { suggestion: w.idea.id, user: w.customer.id } }),
    { id: 'comment', 'links.suggestion': 'idea', 'links.user': 'customer' },
  ],
  [commentDelete, (w) => ({ id: w.comment.id }), { id: 'comment' }],
  [commentSpam, (w) => ({ id: w.comment.id }), { id: 'comment' }],
  [commentRestore, (w) => ({ id: w.comment.id }), { id: 'comment' }],
  [commentApprove, (w) => ({ id: w.comment.id }), { id: 'comment' }],
  [commentsBulkApprove, (w) => ({ ids: [w.comment.id] }), {}],
  [commentsBulkSpam, (w) => ({ ids: [w.comment.id] }), {}],
  [commentsBulkDelete, (w) => ({ ids: [w.comment.id] }), {}],
  [suggestionApprove, (w) => ({ id: w.idea.id }), { id: 'idea' }],
  [suggestionSpam, (w) => ({ id: w.idea.id }), { id: 'idea' }],
  [suggestionsBulkApprove, (w) => ({ ids: [w.idea.id] }), {}],
  [suggestionsBulkSpam, (w) => ({ ids: [w.idea.id] }), {}],
  [
    noteCreate,
    (w) => ({ suggestion: w.idea.id, note: w.note.id, body: 'B' }),
    { suggestion: 'idea', note: 'note' },
  ],
  [noteUpdate, (w) => ({ id: w.note.id, body: 'B' }), { id: 'note' }],
  [noteDelete, (w) => ({ id: w.note.id }), { id: 'note' }],
  [noteRestore, (w) => ({ id: w.note.id }), { id: 'note' }],
  [
    internalFlagCreate,
    (w) => ({ suggestion: w.idea.id, reason: 'Why', user: { id: w.customer.id } }),
    { suggestion: 'idea', 'user.id': 'customer' },
  ],
  [internalFlagClear, (w) => ({ id: w.flag.id, message: 'Done' }), { id: 'flag' }],
  [userUpdate, (w) => ({ id: w.customer.id, name: 'New', satisfaction_score: 3 }), { id: 'customer' }],
  [userBlock, (w) => ({ id: w.customer.id, blocked: true }), { id: 'customer' }],
  [attachmentCreate, () => ({ blob: BLOB, file_name: 'a.txt', content_type: 'text/plain' }), {}],
  [attachmentDelete, (w) => ({ id: w.file.id }), { id: 'file' }],
  [usersFindOrCreate, () => ({ email: 'new@example.com', name: 'New' }), {}],
];

const TABLES = [
  'suggestions',
  'suggestion_contents',
  'suggestion_labels',
  'supporters',
  'subscriptions',
  'comments',
  'feedback_records',
  'attachments',
  'notes',
  'note_mentions',
  'notifications',
  'users',
  'forums',
  'categories',
  'labels',
  'activity_entries',
  'internal_flags',
  'undo_entries',
  'audit_entries',
  'forum_days',
];

/** Everything that a workspace holds, as one number. */
async function print(subdomainId: string): Promise<string> {
  const parts = TABLES.map(
    (table) =>
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as h from ${table} t where t.subdomain_id = $1`,
  );
  const { rows } = await database.pool.query<{ h: string }>(
    `select md5(string_agg(h, '')) as h from (${parts.join(' union all ')}) x`,
    [subdomainId],
  );
  return rows[0]!.h;
}

async function refusal(
  scope: Scope,
  command: Command,
  input: Record<string, unknown>,
): Promise<{ message: string; code: string; details: object } | null> {
  try {
    await runCommand(command, scope, input);
    return null;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return { message: error.message, code: error.code, details: error.details };
  }
}

function placed(input: Record<string, unknown>, path: string, id: string): Record<string, unknown> {
  const copy = structuredClone(input);
  const keys = path.split('.');
  let at = copy as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[keys.at(-1)!] = id;
  return copy;
}

describe('every command around an idea', () => {
  test.each(CALLS.map(([command, input]) => [command.name, command, input] as const))(
    '%s refuses who has no write on feedback, and changes nothing',
    async (_name, command, input) => {
      const world = await buildWorld();
      const agent = await buildAdmin(database, world.tenant, {
        // files are also attached by those who write articles or features, or answer tickets
        permissions: {
          ...ALL_PERMISSIONS,
          feedback_admin_ui: false,
          features: 'r',
          knowledgebase: 'r',
          tickets: 'r',
        },
      });
      const scope = await testScope(database, viewerOf(world.tenant, agent));
      const before = await print(world.tenant.id);
      expect(await refusal(scope, command, input(world))).toMatchObject({ code: 'FORBIDDEN' });
      expect(await refusal(scope, command, {})).toMatchObject({ code: 'FORBIDDEN' });
      expect(await print(world.tenant.id)).toBe(before);
    },
  );

  test.each(
    CALLS.flatMap(([command, input, places]) =>
      Object.entries(places).map(([path, whose]) => [command.name, path, command, input, whose] as const),
    ),
  )(
    "[PERM-050, DEC-004] %s answers another workspace's %s like an unknown one, names the field, and changes nothing",
    async (_name, path, command, input, whose) => {
      const [world, other] = [await buildWorld(), await buildWorld()];
      const scope = await testScope(database, viewerOf(world.tenant, world.admin));
      const before = [await print(world.tenant.id), await print(other.tenant.id)];
      const foreign = await refusal(scope, command, placed(input(world), path, other[whose].id));
      expect(foreign).toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { field: path.replace(/\.\d+$/, ''), reason: 'not_found' },
      });
      expect(await refusal(scope, command, placed(input(world), path, '999999999999'))).toEqual(foreign);
      for (const wrong of ['abc', '-1', '0', "1' or '1'='1"])
        expect(await refusal(scope, command, placed(input(world), path, wrong))).toMatchObject({
          code: 'BAD_USER_INPUT',
        });
      expect([await print(world.tenant.id), await print(other.tenant.id)]).toEqual(before);
    },
  );
});

/** A writer that is refused so often is not trying what it should. */
const REFUSALS_MAX = 1000;

describe('any history of commands', () => {
  /** A small generator of numbers: the same history for the same seed. */
  function random(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  /** Plays until each writer has done so many commands: how many are refused in between depends on who comes first. */
  async function play(
    seed: number,
    { writers, doneByEach }: { writers: number; doneByEach: number },
  ): Promise<Scope> {
    const tenant = await buildTenant(database);
    const scope = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)));
    const forums = [await buildForum(database, tenant), await buildForum(database, tenant)];
    const categories = [
      await buildCategory(database, tenant, { forum_id: forums[0]!.id }),
      await buildCategory(database, tenant, { forum_id: forums[1]!.id }),
    ];
    const labels = [await buildLabel(database, tenant), await buildLabel(database, tenant)];
    const statuses = [await buildStatus(database, tenant), null];
    const accounts = [
      await buildAccount(database, tenant, { revenue_cents: '100', mrr_cents: '70' }),
      await buildAccount(database, tenant, { revenue_cents: '900', mrr_cents: '800' }),
      null,
    ];
    const users = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        buildUser(database, tenant, {
          account_id: accounts[n % 3]?.id ?? null,
          satisfaction_score: [null, 3, 8, 10][n % 4] ?? null,
          ...(n === 0 ? { license_type: 'full' } : {}),
        }),
      ),
    );
    const ideas = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        buildSuggestion(database, tenant, {
          forum_id: forums[n % 2]!.id,
          category_id: n < 2 ? categories[n]!.id : null,
          status_id: statuses[n % 2]?.id ?? null,
          created_at: `2026-0${n + 1}-03T00:00:00Z`,
        }),
      ),
    );
    await recountTenant(scope);
    const known = {
      ideas: ideas.map((idea) => idea.id),
      comments: [] as string[],
      feedback: [] as string[],
      undos: [] as string[],
      notes: [] as string[],
      flags: [] as string[],
    };
    const writer = async (own: number): Promise<void> => {
      const next = random(own);
      const one = <T>(list: readonly T[]): T => list[next(list.length)]!;
      const idea = () => one(known.ideas);
      const some = () => [...new Set([idea(), idea(), idea()])];
      const user = () => one(users).id;
      const maybe = <T>(value: T): T | undefined => (next(2) === 0 ? value : undefined);
      const steps: (() => [Command, Record<string, unknown>, string[] | null])[] = [
        () => [
          suggestionCreate,
          {
            title: 'New',
            links: { forum: forums[0]!.id, category: maybe(categories[0]!.id) },
            creator: { id: user() },
            flag_for_admin: next(3) === 0,
            flag_reason: 'Why',
          },
          known.ideas,
        ],
        () => [
          suggestionCreate,
          {
            title: 'Split',
            links: { forum: forums[1]!.id },
            conversion_source_type: 'Suggestion',
            conversion_source_id: idea(),
          },
          known.ideas,
        ],
        () => [
          suggestionUpdate,
          {
            id: idea(),
            links: { forum: one(forums).id, ...(next(2) ? { category: null } : {}) },
            creator_id: maybe(user()),
            title: maybe(`Title ${next(9)}`),
            subscribe: maybe(true),
          },
          null,
        ],
        () => [suggestionUpdate, { id: idea(), links: { category: one(categories).id } }, null],
        () => [suggestionDelete, { id: idea() }, null],
        () => [suggestionRestore, { id: idea() }, null],
        () => [suggestionAdminSubscribe, { id: idea(), user: user(), subscribe: maybe(true) }, null],
        () => [suggestionAdminSubscribe, { id: idea(), user: user() }, null],
        () => [supporterDelete, { suggestion: idea(), user: user() }, null],
        () => [suggestionLabelsUpdate, { id: idea(), add: [labels[next(2)]!.id] }, null],
        () => [suggestionLabelsUpdate, { id: idea(), remove: [labels[next(2)]!.id] }, null],
        () => [suggestionAssign, { id: idea(), assigned_owner: one([users[0]!.id, null]) }, null],
        () => [
          suggestionsBulkLabel,
          { ids: some(), add: [labels[0]!.id], remove: [labels[1]!.id] },
          known.undos,
        ],
        () => [suggestionsBulkDelete, { ids: some() }, known.undos],
        () => [suggestionsBulkAssign, { ids: some(), assigned_owner: users[0]!.id }, known.undos],
        () => [bulkUndo, { id: one([...known.undos, '1']) }, null],
        () => [
          feedbackRecordCreate,
          {
            body: 'F',
            channel: 'admin',
            links: { suggestion: maybe(idea()), user: maybe(user()) },
            subscribe: maybe(false),
          },
          known.feedback,
        ],
        () => [
          feedbackRecordUpdate,
          {
            id: one([...known.feedback, '1']),
            body: 'G',
            links: { suggestion: one([idea(), null]), user: user() },
            subscribe: maybe(true),
          },
          null,
        ],
        () => [feedbackRecordDelete, { id: one([...known.feedback, '1']) }, null],
        () => [feedbackRecordRestore, { id: one([...known.feedback, '1']) }, null],
        () => [
          commentCreate,
          { body: 'C', links: { suggestion: idea() }, subscribe: maybe(true) },
          known.comments,
        ],
        () => [
          commentUpdate,
          {
            id: one([...known.comments, '1']),
            body: 'D',
            links: { suggestion: idea(), user: user() },
            subscribe: maybe(true),
          },
          null,
        ],
        () => [commentSpam, { id: one([...known.comments, '1']) }, null],
        () => [commentDelete, { id: one([...known.comments, '1']) }, null],
        () => [commentRestore, { id: one([...known.comments, '1']) }, null],
        () => [commentApprove, { id: one([...known.comments, '1']) }, null],
        () => [
          commentsBulkSpam,
          { ids: [one([...known.comments, '1']), one([...known.comments, '1'])] },
          known.undos,
        ],
        () => [
          commentsBulkApprove,
          { ids: [one([...known.comments, '1']), one([...known.comments, '1'])] },
          known.undos,
        ],
        () => [commentsBulkDelete, { ids: [one([...known.comments, '1'])] }, known.undos],
        () => [suggestionSpam, { id: idea() }, null],
        () => [suggestionApprove, { id: idea() }, null],
        () => [suggestionsBulkSpam, { ids: some() }, known.undos],
        () => [suggestionsBulkApprove, { ids: some() }, known.undos],
        () => [noteCreate, { suggestion: idea(), body: 'N' }, known.notes],
        () => [noteCreate, { note: one([...known.notes, '1']), body: 'R' }, known.notes],
        () => [noteUpdate, { id: one([...known.notes, '1']), body: 'M' }, null],
        () => [noteDelete, { id: one([...known.notes, '1']) }, null],
        () => [noteRestore, { id: one([...known.notes, '1']) }, null],
        () => [
          internalFlagCreate,
          { suggestion: idea(), reason: 'F', user: maybe({ id: user() }) },
          known.flags,
        ],
        () => [internalFlagClear, { id: one([...known.flags, '1']), message: maybe('Done') }, null],
        () => [
          userUpdate,
          {
            id: user(),
            crm_account: maybe(one(accounts)?.id ?? null),
            satisfaction_score: maybe(one([null, 2, 8, 10])),
          },
          null,
        ],
        () => [userBlock, { id: user(), blocked: next(2) === 0 }, null],
      ];
      for (let done = 0, refused = 0; done < doneByEach;) {
        if (refused > REFUSALS_MAX) throw new Error(`${refused} commands were refused and only ${done} done`);
        const [command, input, into] = one(steps)();
        try {
          const answer = await runCommand(command, scope, input);
          done += 1;
          if (into === known.undos) {
            const { undo_id } = answer as { undo_id: string | null };
            if (undo_id !== null) into.push(undo_id);
          } else into?.push(String(answer));
        } catch (error) {
          if (!(error instanceof ProductError)) throw error;
          refused += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, n) => writer(seed * 1000 + n)));
    return scope;
  }

  test.each([1, 2, 3, 4])('leaves every counter as a recount finds it (seed %i)', async (seed) => {
    const tenantScope = await play(seed, { writers: 1, doneByEach: 80 });
    expect((await recountTenant(tenantScope)).entries).toEqual([]);
  });

  test.each([5, 6])(
    'the same with six writers at once, who never wait for each other in a circle (seed %i)',
    async (seed) => {
      const tenantScope = await play(seed, { writers: 6, doneByEach: 15 });
      expect((await recountTenant(tenantScope)).entries).toEqual([]);
    },
  );
});

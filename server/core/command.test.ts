import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { buildAdmin, buildForum, buildTenant, testScope, testServices, viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { defineCommand, runCommand } from './command.ts';
import { inId, inText, required } from './inputs.ts';
import type { Scope } from './scope.ts';
import { defineTask } from './task.ts';
import { mayWrite, type Viewer } from './viewer.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let viewer: Viewer;
let scope: Scope;
let forumId: string;
const services = testServices();
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await buildTenant(database);
  viewer = viewerOf(tenant, await buildAdmin(database, tenant));
  scope = await testScope(database, viewer, { services });
  forumId = (await buildForum(database, tenant)).id;
});
afterAll(() => database.close());

let runs = 0;
const beep = defineTask<{ note: string }>({ name: 'beep', describe: 'Beeps.', run: () => Promise.resolve() });
const rename = defineCommand({
  name: 'rename',
  describe: 'Renames.',
  needs: mayWrite('settings'),
  input: { id: required(inId('Forum.')), name: required(inText('Name.', 20)) },
  returns: { type: 'String' },
  changes: { forum: 'update' },
  activity: ['note_created'],
  run: async ({ id, name }, context) => {
    runs += 1;
    await context.tx.updateTable('forums').set({ name }).where('subdomain_id', '=', context.subdomain_id).where('id', '=', id).execute();
    await context.audit('forum_rename', id, { name });
    await context.enqueue(beep, { note: name });
    if (name === 'fail') throw new Error('after the write');
    if (name === 'undeclared') await context.activity({ kind: 'suggestion_split', suggestion_id: '1' });
    return { renamed: name };
  },
});
const nameOf = async () => (await database.pool.query('select name from forums where id = $1', [forumId])).rows[0].name as string;
const key = (document = 'd') => ({ key: crypto.randomUUID(), documentHash: document });

describe('a command', () => {
  test('is refused without its right, before its input is looked at', async () => {
    const bare = await testScope(database, { ...viewer, permissions: NO_PERMISSIONS });
    await expect(runCommand(rename, bare, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is refused with bad input before a transaction begins', async () => {
    const before = runs;
    await expect(runCommand(rename, scope, { id: forumId })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { field: 'name', reason: 'required' } });
    expect(runs).toBe(before);
  });

  test('writes everything or nothing', async () => {
    await runCommand(rename, scope, { id: forumId, name: 'whole' });
    await expect(runCommand(rename, scope, { id: forumId, name: 'fail' })).rejects.toThrow('after the write');
    expect(await nameOf()).toBe('whole');
    const { rows } = await database.pool.query("select details from audit_entries where action = 'forum_rename' and subject = $1", [forumId]);
    expect(rows).toEqual([{ details: { name: 'whole' } }]);
  });

  test('writes only kinds of activity that it declares', async () => {
    await expect(runCommand(rename, scope, { id: forumId, name: 'undeclared' })).rejects.toThrow('rename does not declare activity suggestion_split');
    expect(await nameOf()).toBe('whole');
  });

  test('several statements at once take turns on its one connection', async () => {
    const seen = await scope.write((tx) =>
      Promise.all([1, 2, 3, 4].map((n) => tx.selectFrom('forums').select((eb) => eb.val(n).as('n')).where('subdomain_id', '=', viewer.subdomain_id).limit(1).executeTakeFirst())),
    );
    expect(seen.map((row) => String(row!.n))).toEqual(['1', '2', '3', '4']);
  });

  test('begins its transaction once: another one inside is refused', async () => {
    await expect(scope.write((tx) => tx.transaction().execute(() => Promise.resolve(1)))).rejects.toThrow('one transaction');
  });
});

describe('[Idempotency-Key] a repeated command', () => {
  test('answers with the first result and runs once', async () => {
    const replay = key();
    const before = runs;
    expect(await runCommand(rename, scope, { id: forumId, name: 'once' }, replay)).toEqual({ renamed: 'once' });
    expect(await runCommand(rename, scope, { id: forumId, name: 'once' }, replay)).toEqual({ renamed: 'once' });
    expect(runs).toBe(before + 1);
  });

  test('in parallel waits for the first, and both have its result', async () => {
    const replay = key();
    const before = runs;
    const answers = await Promise.all(Array.from({ length: 6 }, () => runCommand(rename, scope, { id: forumId, name: 'par' }, replay)));
    expect(answers).toEqual(Array.from({ length: 6 }, () => ({ renamed: 'par' })));
    expect(runs).toBe(before + 1);
  });

  test('runs afresh after a failure', async () => {
    const replay = key();
    await expect(runCommand(rename, scope, { id: forumId, name: 'fail' }, replay)).rejects.toThrow('after the write');
    expect(await runCommand(rename, scope, { id: forumId, name: 'again' }, replay)).toEqual({ renamed: 'again' });
  });

  test('with another document is refused', async () => {
    const replay = key('one');
    await runCommand(rename, scope, { id: forumId, name: 'one' }, replay);
    await expect(runCommand(rename, scope, { id: forumId, name: 'two' }, { ...replay, documentHash: 'two' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { reason: 'idempotency_key' } });
    expect(await nameOf()).toBe('one');
  });

  test('[PERM-050] of somebody else has nothing to do with it', async () => {
    const replay = key();
    await runCommand(rename, scope, { id: forumId, name: 'mine' }, replay);
    const colleague = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)));
    expect(await runCommand(rename, colleague, { id: forumId, name: 'hers' }, replay)).toEqual({ renamed: 'hers' });
    const elsewhere = await buildTenant(database);
    const stranger = await testScope(database, viewerOf(elsewhere, await buildAdmin(database, elsewhere)));
    expect(await runCommand(rename, stranger, { id: forumId, name: 'theirs' }, replay)).toEqual({ renamed: 'theirs' });
    expect(await nameOf()).toBe('hers');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { buildAdmin, buildForum, buildTenant, testScope, testServices, viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { defineCommand, runCommand, type CommandContext } from './command.ts';
import { badRequest } from './errors.ts';
import { idInput, textInput, required } from '../inputs/kinds.ts';
import type { Scope } from './scope.ts';
import { defineTask } from './task.ts';
import { writeRight, type Viewer } from './viewer.ts';

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
const beep = defineTask<{ note: string }>({
  name: 'beep',
  description: 'Beeps.',
  run: () => Promise.resolve(),
});
const rename = defineCommand({
  name: 'rename',
  description: 'Renames.',
  requires: writeRight('settings'),
  input: { id: required(idInput('Forum.')), name: required(textInput('Name.', 20)) },
  returns: { type: 'String' },
  activity: ['note_created'],
  run: async ({ id, name }, context) => {
    runs += 1;
    await context.tx
      .updateTable('forums')
      .set({ name })
      .where('subdomain_id', '=', context.subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('forum_update', id, { name });
    await context.enqueue(beep, { note: name });
    if (name === 'fail') throw new Error('after the write');
    if (name === 'undeclared') await context.activity({ kind: 'suggestion_split', suggestion_id: '1' });
    return { renamed: name };
  },
});
const nameOf = async () =>
  (await database.pool.query('select name from forums where id = $1', [forumId])).rows[0].name as string;
const key = (document = 'd') => ({ key: crypto.randomUUID(), documentHash: document });

describe('a command', () => {
  test('is refused without its right, before its input is looked at', async () => {
    const bare = await testScope(database, { ...viewer, permissions: NO_PERMISSIONS });
    await expect(runCommand(rename, bare, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is refused with bad input before a transaction begins', async () => {
    const before = runs;
    await expect(runCommand(rename, scope, { id: forumId })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'name', reason: 'required' },
    });
    expect(runs).toBe(before);
  });

  test('writes everything or nothing', async () => {
    await runCommand(rename, scope, { id: forumId, name: 'whole' });
    await expect(runCommand(rename, scope, { id: forumId, name: 'fail' })).rejects.toThrow('after the write');
    expect(await nameOf()).toBe('whole');
    const { rows } = await database.pool.query(
      "select details from audit_entries where action = 'forum_update' and subject = $1",
      [forumId],
    );
    expect(rows).toEqual([{ details: { name: 'whole' } }]);
  });

  test('writes only kinds of activity that it declares', async () => {
    await expect(runCommand(rename, scope, { id: forumId, name: 'undeclared' })).rejects.toThrow(
      'rename does not declare activity suggestion_split',
    );
    expect(await nameOf()).toBe('whole');
  });

  test('several statements at once take turns on its one connection', async () => {
    const seen = await scope.write((tx) =>
      Promise.all(
        [1, 2, 3, 4].map((n) =>
          tx
            .selectFrom('forums')
            .select((eb) => eb.val(n).as('n'))
            .where('subdomain_id', '=', viewer.subdomain_id)
            .limit(1)
            .executeTakeFirst(),
        ),
      ),
    );
    expect(seen.map((row) => String(row!.n))).toEqual(['1', '2', '3', '4']);
  });

  test('begins its transaction once: another one inside is refused', async () => {
    await expect(scope.write((tx) => tx.transaction().execute(() => Promise.resolve(1)))).rejects.toThrow(
      'one transaction',
    );
  });
});

describe('a command that meets others', () => {
  /** A command that renames the forum, and whose `nth` run first does what is given. */
  const meeting = (name: string, before: (nth: number, context: CommandContext) => Promise<unknown>) => {
    let nth = 0;
    return {
      runs: () => nth,
      command: defineCommand({
        name,
        description: 'Renames.',
        requires: writeRight('settings'),
        input: { name: required(textInput('Name.', 60)) },
        returns: { type: 'String' },
        run: async (input, context) => {
          nth += 1;
          await context.audit('recount', forumId, { name: input.name });
          await before(nth, context);
          await context.tx
            .updateTable('forums')
            .set({ name: input.name })
            .where('subdomain_id', '=', context.subdomain_id)
            .where('id', '=', forumId)
            .execute();
          return nth;
        },
      }),
    };
  };
  const audited = async (name: string) =>
    (
      await database.pool.query(
        "select 1 from audit_entries where action = 'recount' and details ->> 'name' = $1",
        [name],
      )
    ).rowCount;
  const lock = (context: CommandContext, id: string) =>
    context.tx
      .selectFrom('forums')
      .select('id')
      .where('subdomain_id', '=', context.subdomain_id)
      .where('id', '=', id)
      .forUpdate()
      .execute();

  test('in a circle is begun again: both have their effect, each once, also for a repeated request', async () => {
    const other = (await buildForum(database, tenant)).id;
    let waiting = 0;
    let meet = (): void => {};
    const bothHold = new Promise<void>((resolve) => {
      meet = resolve;
    });
    let end = (): void => {};
    const oneHasEnded = new Promise<void>((resolve) => {
      end = resolve;
    });
    // each holds one row and asks for the other's; the database ends one of the two
    const crossing = (first: string, second: string) => async (nth: number, context: CommandContext) => {
      // who comes again at once may meet the other one again
      if (nth > 1) await oneHasEnded;
      await lock(context, first);
      if (nth === 1) {
        if ((waiting += 1) === 2) meet();
        await bothHold;
      }
      await lock(context, second);
    };
    const [one, two] = [meeting('one', crossing(forumId, other)), meeting('two', crossing(other, forumId))];
    const replays = [key(), key()];
    const answers = await Promise.all([
      runCommand(one.command, scope, { name: 'of one' }, replays[0]).finally(end),
      runCommand(two.command, scope, { name: 'of two' }, replays[1]).finally(end),
    ]);
    expect(Math.max(one.runs(), two.runs())).toBe(2);
    expect(one.runs() + two.runs()).toBe(3);
    expect(answers).toEqual([one.runs(), two.runs()]);
    expect([await audited('of one'), await audited('of two')]).toEqual([1, 1]);
    expect(await runCommand(one.command, scope, { name: 'of one' }, replays[0])).toBe(answers[0]);
    expect(one.runs() + two.runs()).toBe(3);
  });

  test('whose transaction cannot be serialised is begun again', async () => {
    const unchecked = await testScope(database, viewer, { services, tenantCheck: null });
    const strict = Object.assign(Object.create(unchecked), {
      // as a database whose transactions keep to one snapshot would run it
      write: (work: Parameters<Scope['write']>[0]) =>
        unchecked.write(async (tx) => {
          await sql`set transaction isolation level repeatable read`.execute(tx);
          return work(tx);
        }),
    }) as Scope;
    const late = meeting('late', async (nth, { tx, subdomain_id }) => {
      await tx
        .selectFrom('forums')
        .select('name')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', forumId)
        .execute();
      // a change that this transaction's snapshot does not have
      if (nth === 1) await runCommand(rename, scope, { id: forumId, name: 'in between' });
    });
    expect(await runCommand(late.command, strict, { name: 'after it' })).toBe(2);
    expect(await nameOf()).toBe('after it');
    expect(await audited('after it')).toBe(1);
  });

  test('and gives way itself is begun again', async () => {
    const polite = meeting('polite', (nth) =>
      nth < 3 ? Promise.reject(badRequest('Somebody is at it.', { reason: 'busy' })) : Promise.resolve(),
    );
    expect(await runCommand(polite.command, scope, { name: 'third time' })).toBe(3);
    expect(await nameOf()).toBe('third time');
    expect(await audited('third time')).toBe(1);
  });

  test('without end is refused, with nothing written', async () => {
    await runCommand(rename, scope, { id: forumId, name: 'as it was' });
    const hopeless = meeting('hopeless', () =>
      Promise.reject(badRequest('Somebody is at it.', { reason: 'busy' })),
    );
    await expect(runCommand(hopeless.command, scope, { name: 'never' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Somebody is at it.',
      details: { reason: 'busy' },
    });
    expect(hopeless.runs()).toBe(5);
    expect(await nameOf()).toBe('as it was');
    expect(await audited('never')).toBe(0);
  });

  test('is not begun again after any other fault', async () => {
    const refused = meeting('refused', () => Promise.reject(badRequest('No.', { reason: 'changed' })));
    await expect(runCommand(refused.command, scope, { name: 'x' })).rejects.toThrow('No.');
    const broken = meeting('broken', () => Promise.reject(new Error('broken')));
    await expect(runCommand(broken.command, scope, { name: 'x' })).rejects.toThrow('broken');
    expect([refused.runs(), broken.runs()]).toEqual([1, 1]);
  });
});

describe('[Idempotency-Key] a repeated command', () => {
  test('answers with the first result and runs once', async () => {
    const replay = key();
    const before = runs;
    expect(await runCommand(rename, scope, { id: forumId, name: 'once' }, replay)).toEqual({
      renamed: 'once',
    });
    expect(await runCommand(rename, scope, { id: forumId, name: 'once' }, replay)).toEqual({
      renamed: 'once',
    });
    expect(runs).toBe(before + 1);
  });

  test('in parallel waits for the first, and both have its result', async () => {
    const replay = key();
    const before = runs;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => runCommand(rename, scope, { id: forumId, name: 'par' }, replay)),
    );
    expect(answers).toEqual(Array.from({ length: 6 }, () => ({ renamed: 'par' })));
    expect(runs).toBe(before + 1);
  });

  test('runs afresh after a failure', async () => {
    const replay = key();
    await expect(runCommand(rename, scope, { id: forumId, name: 'fail' }, replay)).rejects.toThrow(
      'after the write',
    );
    expect(await runCommand(rename, scope, { id: forumId, name: 'again' }, replay)).toEqual({
      renamed: 'again',
    });
  });

  test('with another document is refused', async () => {
    const replay = key('one');
    await runCommand(rename, scope, { id: forumId, name: 'one' }, replay);
    await expect(
      runCommand(rename, scope, { id: forumId, name: 'two' }, { ...replay, documentHash: 'two' }),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { reason: 'idempotency_key' } });
    expect(await nameOf()).toBe('one');
  });

  test('[PERM-050] of somebody else has nothing to do with it', async () => {
    const replay = key();
    await runCommand(rename, scope, { id: forumId, name: 'mine' }, replay);
    const colleague = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)));
    expect(await runCommand(rename, colleague, { id: forumId, name: 'hers' }, replay)).toEqual({
      renamed: 'hers',
    });
    const elsewhere = await buildTenant(database);
    const stranger = await testScope(database, viewerOf(elsewhere, await buildAdmin(database, elsewhere)));
    expect(await runCommand(rename, stranger, { id: forumId, name: 'theirs' }, replay)).toEqual({
      renamed: 'theirs',
    });
    expect(await nameOf()).toBe('hers');
  });
});

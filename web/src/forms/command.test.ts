import { describe, expect, test } from 'vitest';
import { apiError } from '../api/errors.ts';
import { createToastStore } from '../ui/toasts/toasts.ts';
import { createGuard, runCommand } from './command.ts';
import type { SavedForm } from './command.ts';

const refusal = apiError({
  code: 'BAD_USER_INPUT',
  status: 400,
  operation: 'X',
  message: 'Too long.',
  field: 'body',
});
const conflict = apiError({ code: 'BAD_USER_INPUT', status: 409, operation: 'X', reason: 'changed' });

function setUp() {
  const toasts = createToastStore();
  return {
    toasts,
    said: () =>
      toasts.list().map(({ severity, title, message }) => [severity, title, message].filter(Boolean)),
  };
}

/** A form that notes what is done to it. */
function fakeForm(): SavedForm & { log: unknown[] } {
  const log: unknown[] = [];
  return { log, saved: () => log.push('saved'), refuse: (error) => log.push(error) };
}

describe('a command', () => {
  test('says that it is done, from its answer and what it was sent, and then goes on', async () => {
    const { toasts, said } = setUp();
    const log: unknown[] = [];
    const isDone = await runCommand(
      async (name: string) => ({ id: `of ${name}` }),
      'Ana',
      {
        done: ({ id }, name) => `${id}, ${name}`,
        onDone: (answer, name) => log.push([answer, name, said().length]),
      },
      toasts,
    );
    expect(isDone).toBe(true);
    expect(said()).toEqual([['success', 'of Ana, Ana']]);
    // after the toast
    expect(log).toEqual([[{ id: 'of Ana' }, 'Ana', 1]]);
  });

  test('that failed says so in the server’s sentence, in one of its own, or not at all', async () => {
    const { toasts, said } = setUp();
    const fail = () => Promise.reject(refusal);
    expect(await runCommand(fail, null, {}, toasts)).toBe(false);
    await runCommand(fail, null, { failed: (message) => `Not saved: ${message}` }, toasts);
    await runCommand(fail, null, { failed: 'Could not add the flag' }, toasts);
    await runCommand(fail, null, { failed: (message) => ({ title: 'Not sent', message }) }, toasts);
    await runCommand(fail, null, { failed: null }, toasts);
    await runCommand(fail, null, { onFailed: (error) => error === refusal }, toasts);
    expect(said()).toEqual([
      ['error', 'Too long.'],
      ['error', 'Not saved: Too long.'],
      ['error', 'Could not add the flag'],
      ['error', 'Not sent', 'Too long.'],
    ]);
  });

  test('that is taken back says so, and says when that failed', async () => {
    const { toasts, said } = setUp();
    let isLocked = true;
    const remove = () =>
      runCommand(
        async () => ({ undo_id: '7' }),
        null,
        {
          done: 'Removed',
          undo: ({ undo_id }) => ({
            send: async () => {
              if (isLocked) throw refusal;
              return undo_id;
            },
            done: 'Back',
            failed: (message) => `Still gone: ${message}`,
          }),
        },
        toasts,
      );
    await remove();
    toasts.list()[0]?.onUndo?.();
    await expect.poll(said).toContainEqual(['error', 'Still gone: Too long.']);
    isLocked = false;
    toasts.list()[0]?.onUndo?.();
    await expect.poll(said).toContainEqual(['success', 'Back']);
  });

  test('that cannot be taken back this time offers no Undo', async () => {
    const { toasts } = setUp();
    await runCommand(async () => null, null, { done: 'Nothing changed', undo: () => null }, toasts);
    expect(toasts.list()[0]?.onUndo).toBeUndefined();
  });

  test('that is refused is no longer on its way when its form hears of it', async () => {
    const { toasts } = setUp();
    const form = fakeForm();
    await runCommand(
      () => Promise.reject(refusal),
      null,
      { form },
      toasts,
      () => form.log.push('released'),
    );
    expect(form.log).toEqual(['released', refusal]);
  });

  test('tells its form that it was saved or refused', async () => {
    const { toasts } = setUp();
    const form = fakeForm();
    await runCommand(() => Promise.reject(refusal), null, { form }, toasts);
    await runCommand(async () => null, null, { form }, toasts);
    expect(form.log).toEqual([refusal, 'saved']);
  });

  test('that somebody else was faster with shows both versions where the form has them, and is a failure elsewhere', async () => {
    const { toasts, said } = setUp();
    const form = fakeForm();
    const send = () => Promise.reject(conflict);
    expect(
      await runCommand(
        send,
        null,
        { form: { ...form, showTheirs: async () => void form.log.push('theirs') } },
        toasts,
      ),
    ).toBe(false);
    expect(form.log).toEqual(['theirs']);
    expect(said()).toEqual([]);
    await runCommand(send, null, { form }, toasts);
    expect(form.log).toEqual(['theirs', conflict]);
    expect(said()).toHaveLength(1);
  });
});

describe('a command that is on its way', () => {
  test('is not sent again until it is answered, while others are', async () => {
    const counts: number[] = [];
    const guard = createGuard((running) => counts.push(running));
    const log: string[] = [];
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const run = (name: string) => async () => {
      log.push(name);
      await slow;
      return true;
    };
    const first = guard('a', run('first'));
    expect(await guard('a', run('the same'))).toBe(false);
    const other = guard('b', run('other'));
    release();
    expect(await Promise.all([first, other])).toEqual([true, true]);
    expect(await guard('a', run('again'))).toBe(true);
    expect(log).toEqual(['first', 'other', 'again']);
    expect(counts).toEqual([1, 2, 1, 0, 1, 0]);
  });

  test('can be sent again as soon as it says so, and counts once', async () => {
    const counts: number[] = [];
    const guard = createGuard((running) => counts.push(running));
    await guard('a', async (release) => {
      release();
      expect(await guard('a', async () => true)).toBe(true);
      return true;
    });
    expect(counts).toEqual([1, 0, 1, 0]);
  });

  test('can be sent again after it threw', async () => {
    const guard = createGuard(() => undefined);
    await expect(guard('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await guard('a', async () => true)).toBe(true);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { SavedDraft, SAVE_AFTER_MS } from './savedDraft.ts';
import type { Stored } from './savedDraft.ts';

interface Article {
  title: string;
  body: string;
}
type StoredText = Stored<Article>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const first: StoredText = { title: 'Hours', body: '<p>One</p>', version: '1' };

/** A server that counts its versions and answers when it is let. */
function open(unsaved: StoredText | null = null) {
  const sent: (Article & { over: string })[] = [];
  const kept: (StoredText | null)[] = [];
  const waiting: { done: () => void; fail: (error: unknown) => void }[] = [];
  let version = 1;
  let theirs: StoredText = first;
  const draft = new SavedDraft<Article>(first, unsaved, {
    isSame: (one, other) => one.title === other.title && one.body === other.body,
    isWhole: ({ title }) => title.trim() !== '',
    send: ({ title, body }, over) => {
      sent.push({ title, body, over });
      return new Promise((resolve, reject) => {
        waiting.push({ done: () => resolve(String((version += 1))), fail: reject });
      });
    },
    load: () => Promise.resolve(theirs),
    keep: (text) => void kept.push(text),
  });
  const answer = async (error?: unknown): Promise<void> => {
    const next = waiting.shift()!;
    if (error === undefined) next.done();
    else next.fail(error);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { draft, sent, kept, answer, setTheirs: (text: StoredText) => void (theirs = text) };
}
const rest = () => vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
const conflict = new ApiError({ message: 'Changed.', code: 'BAD_USER_INPUT', reason: 'changed' } as never);

test('what was typed is saved once the writer rests, over the version that it is built upon', async () => {
  const { draft, sent, kept, answer } = open();
  draft.write({ body: '<p>T' });
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  draft.write({ body: '<p>Two</p>' });
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  expect(sent).toEqual([]);
  expect(kept.at(-1)).toEqual({ title: 'Hours', body: '<p>Two</p>', version: '1' });
  await rest();
  expect(sent).toEqual([{ title: 'Hours', body: '<p>Two</p>', over: '1' }]);
  await answer();
  expect(draft.state()).toMatchObject({ saving: 'idle', stored: { version: '2' } });
  expect([draft.isDirty, kept.at(-1)]).toEqual([false, null]);
});

test('what is typed while a save is on its way is saved after it, and save() waits for all of it', async () => {
  const { draft, sent, answer } = open();
  draft.write({ title: 'A' });
  const one = draft.save();
  draft.write({ title: 'AB' });
  const two = draft.save();
  await answer();
  await answer();
  expect(await Promise.all([one, two])).toEqual([false, true]);
  expect(sent.map(({ title, over }) => [title, over])).toEqual([
    ['A', '1'],
    ['AB', '2'],
  ]);
});

test('when someone else saved, nothing more is sent until a version is chosen', async () => {
  const { draft, sent, answer, setTheirs } = open();
  draft.write({ title: 'Mine' });
  await rest();
  await answer(conflict);
  draft.write({ title: 'Mine too' });
  await rest();
  expect([sent.length, draft.state().saving, await draft.save()]).toEqual([1, 'theirs', false]);
  setTheirs({ title: 'Theirs', body: '', version: '7' });
  const done = draft.keepMine();
  await vi.advanceTimersByTimeAsync(0);
  await answer();
  await done;
  expect(sent.at(-1)).toEqual({ title: 'Mine too', body: '<p>One</p>', over: '7' });
  draft.write({ title: 'Again' });
  await rest();
  await answer(conflict);
  await draft.takeTheirs();
  expect(draft.state()).toMatchObject({ text: { title: 'Theirs' }, saving: 'idle', problem: null });
  expect(draft.isDirty).toBe(false);
});

test('a save that failed keeps the text and is tried again with the next key or by hand', async () => {
  const { draft, sent, kept, answer } = open();
  draft.write({ title: 'Kept' });
  await rest();
  await answer(new Error('down'));
  expect(draft.state()).toMatchObject({ saving: 'failed', text: { title: 'Kept' } });
  expect(kept.at(-1)).toMatchObject({ title: 'Kept' });
  const again = draft.save();
  await answer();
  expect([await again, sent.length]).toEqual([true, 2]);
});

test('an article without a title is not saved', async () => {
  const { draft, sent } = open();
  draft.write({ title: '  ' });
  await rest();
  expect([sent, await draft.save()]).toEqual([[], false]);
});

test('an unsaved text of an earlier time is there again and is saved over its own version', async () => {
  const { draft, sent } = open({ title: 'Earlier', body: '', version: '0' });
  expect(draft.state()).toMatchObject({ isRestored: true, text: { title: 'Earlier' } });
  await rest();
  expect(sent).toEqual([{ title: 'Earlier', body: '', over: '0' }]);
});

test('a newer answer is taken over where nothing is unsaved, and only there', () => {
  const { draft } = open();
  draft.arrived({ title: 'Newer', body: '', version: '2' });
  expect(draft.state().text.title).toBe('Newer');
  draft.arrived({ title: 'Older', body: '', version: '1' });
  expect(draft.state().text.title).toBe('Newer');
  draft.write({ title: 'Typed' });
  draft.arrived({ title: 'Newest', body: '', version: '3' });
  expect(draft.state().text.title).toBe('Typed');
});

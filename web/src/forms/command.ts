/** One command as a screen gives it: sent, and what happened to it told. No React: `useCommand` adds the state. */
import { ApiError, messageOf } from '../api/errors.ts';
import type { ToastOptions, ToastStore } from '../ui/toasts/toasts.ts';

/** What a toast says: a sentence, or one with a title, a link, a time of its own. */
export type Told = string | (Omit<ToastOptions, 'severity'> & { message: string });

/** What takes a command back, from its toast. */
export interface Undo {
  /** Rejects with ApiError. */
  send: () => Promise<unknown>;
  /** Shown when it is undone; null: the screen shows it already. */
  done: Told | null;
  /** As of a command. */
  failed?: Failed;
  onDone?: () => void;
}

/** What is said of a failure: a sentence, or what is made of the server's; null: nothing, the screen says it itself. */
export type Failed = Told | ((message: string) => Told) | null;

/** What a form does about the command that saves it. */
export interface SavedForm {
  /** The fields were saved: nothing of them is kept. */
  saved: () => void;
  /** Notes a refusal, for the field that the server names. */
  refuse: (error: unknown) => void;
  /** Shows the version that someone else saved meanwhile. Left out: a conflict is a failure like others. */
  showTheirs?: ((conflict: ApiError) => Promise<void>) | undefined;
}

/** What a command says, and what follows from it. */
export interface CommandOptions<Result, Variables> {
  /** The form that it saves. */
  form?: SavedForm;
  /** Said in a toast when it is done; left out or null: nothing. */
  done?: Told | null | ((answer: Result, variables: Variables) => Told | null);
  /** Offered in that toast; null: this time it cannot be undone. */
  undo?: (answer: Result, variables: Variables) => Undo | null;
  /** Said when it failed. Left out: the server's sentence. */
  failed?: Failed;
  /** Follows when it is done, after the toast: closes, leads on. */
  onDone?: (answer: Result, variables: Variables) => unknown;
  /** Sees a failure first. True: it is dealt with, and nothing is said of it. */
  onFailed?: (error: unknown, variables: Variables) => boolean | void;
}

/** Whether a command was refused since someone else has saved the record meanwhile. */
function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.reason === 'changed';
}

/**
 * Sends a command and tells what happened to it. Answers whether it was done; never rejects for a failed call.
 *
 * @param release told that it is refused and no longer on its way, before anything is said of it
 */
export async function runCommand<Result, Variables>(
  send: (variables: Variables) => Promise<Result>,
  variables: Variables,
  options: CommandOptions<Result, Variables>,
  toasts: ToastStore,
  release: () => void = () => undefined,
): Promise<boolean> {
  const { form, done = null, undo, failed, onDone, onFailed } = options;
  let answer: Result;
  try {
    answer = await send(variables);
  } catch (error) {
    if (onFailed?.(error, variables) === true) return false;
    if (isConflict(error) && form?.showTheirs !== undefined) {
      await form.showTheirs(error);
      return false;
    }
    // in the same turn: a field that is disabled while it is saved takes no focus
    release();
    form?.refuse(error);
    const said = typeof failed === 'function' ? failed(messageOf(error)) : failed;
    if (said !== null) tell(toasts, 'error', said ?? messageOf(error));
    return false;
  }
  form?.saved();
  const told = typeof done === 'function' ? done(answer, variables) : done;
  const back = undo?.(answer, variables) ?? null;
  tellDone(told, back, toasts);
  await onDone?.(answer, variables);
  return true;
}

/** Says what was done, with Undo where it can be undone. */
export function tellDone(told: Told | null, undo: Undo | null, toasts: ToastStore): void {
  if (told === null) return;
  const onUndo = undo === null ? undefined : () => void runCommand(undo.send, undefined, undo, toasts);
  tell(toasts, 'success', told, onUndo);
}

function tell(toasts: ToastStore, severity: 'success' | 'error', told: Told, onUndo?: () => void): void {
  const said = typeof told === 'string' ? { message: told } : told;
  toasts.show({ severity, ...said, ...(onUndo === undefined ? {} : { onUndo }) });
}

/**
 * Keeps what is on its way from being sent again.
 *
 * @param onChange told how many are on their way
 * @returns runs what has a key, unless something with this key runs; then the answer is false. What runs may say itself
 * that it is no longer on its way
 */
export function createGuard(
  onChange: (running: number) => void,
): (key: string, run: (release: () => void) => Promise<boolean>) => Promise<boolean> {
  const keys = new Set<string>();
  return async (key, run) => {
    if (keys.has(key)) return false;
    onChange(keys.add(key).size);
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      keys.delete(key);
      onChange(keys.size);
    };
    try {
      return await run(release);
    } finally {
      release();
    }
  };
}

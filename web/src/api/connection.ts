/**
 * Whether the server can be reached, as seen by the calls themselves. The
 * browser's own `navigator.onLine` is not asked: a workspace on the same
 * machine works without any network.
 */
export interface Connection {
  /** True after a call got no answer, until one gets an answer again. */
  isOffline(): boolean;
  /** Told after each call. */
  note(reached: boolean): void;
  /** Returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** Makes the store. */
export function createConnection(): Connection {
  let offline = false;
  const listeners = new Set<() => void>();
  return {
    isOffline: () => offline,
    note(reached) {
      if (offline === !reached) return;
      offline = !reached;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `send`, telling the connection whether an answer came. A call that the page itself ended tells nothing. */
export function notingFetch(send: typeof fetch, connection: Connection): typeof fetch {
  return async (input, init) => {
    try {
      const response = await send(input, init);
      connection.note(true);
      return response;
    } catch (error) {
      if (init?.signal?.aborted !== true) connection.note(false);
      throw error;
    }
  };
}

/** Pause between two tries to reach the server again, in ms. */
export const reconnectPauseMs = 3_000;

/**
 * While the server cannot be reached, asks every few seconds whether it can
 * again; `onBack` is called when an answer came. Returns the way to stop.
 */
export function watchConnection(
  connection: Connection,
  ask: () => Promise<void>,
  onBack: () => void,
): () => void {
  let timer: ReturnType<typeof setInterval> | null = null;
  const follow = (): void => {
    if (connection.isOffline()) {
      timer ??= setInterval(() => {
        // the answer itself is noted by the fetch that it went through
        ask().catch(() => undefined);
      }, reconnectPauseMs);
      return;
    }
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    onBack();
  };
  const stop = connection.subscribe(follow);
  follow();
  return () => {
    stop();
    if (timer !== null) clearInterval(timer);
  };
}

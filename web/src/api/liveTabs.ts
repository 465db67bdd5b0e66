/**
 * One stream for all tabs of a browser: the tab that holds a lock keeps it and passes on what it hears; when
 * it is closed, the next one takes over. Where there are no locks (plain http from another machine), each tab
 * has a stream of its own while it is visible.
 */
import type { LiveNews } from './live.ts';

/** What tabs tell one another. */
type Word =
  | { kind: 'news'; news: LiveNews }
  | { kind: 'open'; isReturn: boolean }
  | { kind: 'closed' }
  | { kind: 'who' };

/** What a tab hears, from its own stream or from another tab. */
export interface LiveListener {
  onNews(news: LiveNews): void;
  /** The stream stands; `isReturn`: events may have been missed; `quietMs`: for so long there was none but of changed ideas. */
  onOpen(isReturn: boolean, quietMs: number): void;
  onClosed(): void;
}

/** Runs the stream until the signal ends it, telling the listener. */
export type RunStream = (listener: LiveListener, signal: AbortSignal) => Promise<void>;

/** The browser's parts; fakes in tests. */
export interface TabPorts {
  /** null: there are none */
  locks: Pick<LockManager, 'request'> | null;
  /** A channel to the other tabs; null: there is none */
  openChannel:
    | ((name: string, onWord: (word: unknown) => void) => { say(word: unknown): void; close(): void })
    | null;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Lets this tab hear the stream that its browser keeps.
 *
 * @param name of workspace and person: two people in one browser share nothing
 * @returns the way to stop
 */
export function shareLive(
  name: string,
  run: RunStream,
  listener: LiveListener,
  { locks, openChannel, page }: TabPorts,
): () => void {
  const stopping = new AbortController();
  if (locks === null || openChannel === null) {
    runWhileVisible(run, listener, page, stopping.signal);
    return () => stopping.abort();
  }
  let isOpen = false;
  let isLeader = false;
  const channel = openChannel(name, (heard) => {
    const word = heard as Word;
    switch (word.kind) {
      case 'news':
        listener.onNews(word.news);
        return;
      case 'open':
        // how long it was quiet before this tab is not known
        listener.onOpen(word.isReturn, 0);
        return;
      case 'closed':
        listener.onClosed();
        return;
      case 'who':
        if (isLeader && isOpen) say({ kind: 'open', isReturn: false });
    }
  });
  function say(word: Word): void {
    if (!stopping.signal.aborted) channel.say(word);
  }
  say({ kind: 'who' });
  const lead = async (): Promise<void> => {
    isLeader = true;
    await run(
      {
        onNews: (news) => {
          listener.onNews(news);
          say({ kind: 'news', news });
        },
        onOpen: (isReturn, quietMs) => {
          isOpen = true;
          listener.onOpen(isReturn, quietMs);
          // the tab that had the stream before may have been gone for a moment
          say({ kind: 'open', isReturn: true });
        },
        onClosed: () => {
          isOpen = false;
          listener.onClosed();
          say({ kind: 'closed' });
        },
      },
      stopping.signal,
    );
    // there is no stream: the lock stays here, so that not every tab asks in turn
    if (!stopping.signal.aborted)
      await new Promise<void>((done) => stopping.signal.addEventListener('abort', () => done()));
  };
  // ended while it waited for its turn
  locks.request(name, { signal: stopping.signal }, lead).catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

function runWhileVisible(
  run: RunStream,
  listener: LiveListener,
  page: TabPorts['page'],
  signal: AbortSignal,
): void {
  let current: AbortController | null = null;
  let wasOpen = false;
  const follow = (): void => {
    if (page.visibilityState !== 'visible' || signal.aborted) {
      current?.abort();
      if (current !== null) listener.onClosed();
      current = null;
      return;
    }
    if (current !== null) return;
    current = new AbortController();
    const isReturn = wasOpen;
    wasOpen = true;
    void run(
      { ...listener, onOpen: (again, quietMs) => listener.onOpen(again || isReturn, quietMs) },
      current.signal,
    );
  };
  page.addEventListener('visibilitychange', follow);
  signal.addEventListener('abort', () => {
    page.removeEventListener('visibilitychange', follow);
    follow();
  });
  follow();
}

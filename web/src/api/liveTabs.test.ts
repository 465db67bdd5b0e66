import { expect, test } from 'vitest';
import { shareLive } from './liveTabs.ts';
import type { LiveListener, TabPorts } from './liveTabs.ts';

/** A browser of several tabs: locks go round in turn, channels reach all others. */
function browser() {
  const waiting: (() => void)[] = [];
  let held = false;
  const next = (): void => {
    held = false;
    waiting.shift()?.();
  };
  const channels = new Set<{ hear(word: unknown): void }>();
  const listeners = new Set<() => void>();
  const page = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
  };
  const ports: TabPorts = {
    locks: {
      request: ((_name: string, options: { signal: AbortSignal }, work: () => Promise<void>) =>
        new Promise<void>((resolve, reject) => {
          const begin = (): void => {
            if (options.signal.aborted) {
              next();
              reject(new Error('aborted'));
              return;
            }
            held = true;
            void work().then(resolve).finally(next);
          };
          if (held) waiting.push(begin);
          else begin();
        })) as LockManager['request'],
    },
    openChannel: (_name, onWord) => {
      const channel = { hear: onWord };
      channels.add(channel);
      return {
        say: (word) => {
          for (const other of channels) if (other !== channel) other.hear(word);
        },
        close: () => void channels.delete(channel),
      };
    },
    page: page as unknown as TabPorts['page'],
  };
  return {
    ports,
    show: (state: DocumentVisibilityState) => {
      page.visibilityState = state;
      for (const listener of listeners) listener();
    },
  };
}

/** A tab with its log, and the stream that it would run. */
function tab(ports: TabPorts) {
  const log: string[] = [];
  let stream: LiveListener | null = null;
  const stop = shareLive(
    'earshot-live:demo:17',
    (listener, signal) => {
      stream = listener;
      return new Promise((done) => {
        signal.addEventListener('abort', () => {
          stream = null;
          done();
        });
      });
    },
    {
      onNews: ({ event }) => log.push(event),
      onOpen: (isReturn: boolean) => log.push(isReturn ? 'open again' : 'open'),
      onClosed: () => log.push('closed'),
    },
    ports,
  );
  return { log, stop, stream: () => stream };
}

test('one tab has the stream, all hear it; when it is closed the next one takes over and all ask again', async () => {
  const { ports } = browser();
  const [one, two, three] = [tab(ports), tab(ports), tab(ports)];
  expect([one, two, three].map((each) => each.stream() !== null)).toEqual([true, false, false]);
  one.stream()!.onOpen(false, 0);
  one.stream()!.onNews({ event: 'changed', data: {} });
  expect([one.log, two.log, three.log]).toEqual([
    ['open', 'changed'],
    ['open again', 'changed'],
    ['open again', 'changed'],
  ]);
  one.stop();
  await Promise.resolve();
  await expect.poll(() => two.stream() !== null).toBe(true);
  two.stream()!.onOpen(false, 0);
  two.stream()!.onClosed();
  expect(three.log.slice(2)).toEqual(['open again', 'closed']);
  expect(one.log).toEqual(['open', 'changed']);
  two.stop();
  three.stop();
});

test('a tab that comes later learns that the stream stands', () => {
  const { ports } = browser();
  const one = tab(ports);
  one.stream()!.onOpen(false, 0);
  const two = tab(ports);
  expect(two.log).toEqual(['open']);
  one.stop();
  two.stop();
});

test('without locks a tab has its own stream while it is visible', () => {
  const { ports, show } = browser();
  const own = tab({ ...ports, locks: null });
  own.stream()!.onOpen(false, 0);
  show('hidden');
  expect(own.stream()).toBe(null);
  show('visible');
  own.stream()!.onOpen(false, 0);
  expect(own.log).toEqual(['open', 'closed', 'open again']);
  own.stop();
  expect(own.stream()).toBe(null);
});

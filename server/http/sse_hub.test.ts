import { afterEach, expect, test, vi } from 'vitest';
import { liveChannels } from '../../contract/live.ts';
import { SseHub } from './sse_hub.ts';

let hub: SseHub;
afterEach(() => hub.close());

/** Opens streams; `heard` holds what each was sent last, by name. */
function opener(): {
  open: (name: string, subdomain_id: string, user_id: string, session?: string) => void;
  replaced: () => string[];
  heard: (name: string) => string | undefined;
} {
  const heard = new Map<string, string>();
  return {
    open: (name, subdomain_id, user_id, session = `session of ${name}`) => {
      const names = liveChannels(subdomain_id, user_id);
      hub.open({
        subdomain_id,
        user_id,
        session,
        origins: [],
        names,
        channels: new Set([names.user]),
        writer: {
          write: (text) => void heard.set(name, text),
          end: () => {},
          destroy: () => {},
          waitingBytes: 0,
          onceTaken: () => {},
        },
        readRight: () => true,
        look: async () => () => true,
      });
    },
    replaced: () => [...heard].filter(([, text]) => text.includes('"replaced"')).map(([name]) => name),
    heard: (name) => heard.get(name),
  };
}

test('a greeting says for how long a workspace was told nothing: only then need a console not ask again', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  hub = new SseHub();
  const { open, heard } = opener();
  const quietMs = (workspace: string): unknown => {
    open(workspace, workspace, 'ana');
    return (JSON.parse(/data: (.*)/.exec(heard(workspace) ?? '')?.[1] ?? '{}') as { quiet_ms?: unknown })
      .quiet_ms;
  };
  const tell = (subdomain_id: string, entity: 'status_update' | 'suggestion'): void =>
    hub.publish({ event: 'changed', subdomain_id, user_ids: null, entity, ids: ['1'] });
  now.mockReturnValue(4_000);
  // since it began to listen
  expect(quietMs('1')).toBe(3_000);
  tell('1', 'status_update');
  tell('2', 'suggestion');
  now.mockReturnValue(4_700);
  expect([quietMs('1'), quietMs('2')]).toEqual([700, 3_700]);
  now.mockReturnValue(5_000);
  hub.gap();
  now.mockReturnValue(5_100);
  expect([quietMs('1'), quietMs('2')]).toEqual([100, 100]);
  now.mockReturnValue(5_000_000);
  expect(quietMs('1')).toBe(600_000);
  now.mockRestore();
});

test('a person has so many streams over all sessions, the oldest gives way; others keep theirs', () => {
  hub = new SseHub();
  const { open, replaced } = opener();
  open('colleague', '1', 'bo');
  for (let n = 1; n <= 26; n += 1) open(`ana ${n}`, '1', 'ana');
  expect(replaced()).toEqual(['ana 1', 'ana 2']);
  expect(hub.size).toBe(25);
});

test('one workspace cannot take the streams of others: when all are taken, the one with most gives up its oldest', () => {
  hub = new SseHub({}, { processStreams: 6 });
  const { open, replaced } = opener();
  for (let n = 1; n <= 6; n += 1) {
    expect(hub.hasRoom('large')).toBe(true);
    open(`large ${n}`, 'large', `person ${n}`);
  }
  expect(hub.hasRoom('large')).toBe(false);
  for (const n of [1, 2, 3]) {
    expect(hub.hasRoom('small')).toBe(true);
    open(`small ${n}`, 'small', `person ${n}`);
  }
  expect(replaced()).toEqual(['large 1', 'large 2', 'large 3']);
  // both have as many
  expect([hub.hasRoom('small'), hub.hasRoom('large'), hub.size]).toEqual([false, false, 6]);
});

test('a session that ends while it is being looked at is looked at once more', async () => {
  hub = new SseHub();
  const names = liveChannels('1', 'ana');
  const answers: ((readRight: (() => boolean) | null) => void)[] = [];
  const heard: string[] = [];
  hub.open({
    subdomain_id: '1',
    user_id: 'ana',
    session: 'one',
    origins: [],
    names,
    channels: new Set([names.user]),
    readRight: () => true,
    writer: {
      write: (text) => void heard.push(text),
      end: () => {},
      destroy: () => {},
      waitingBytes: 0,
      onceTaken: () => {},
    },
    look: () => new Promise((resolve) => void answers.push(resolve)),
  });
  hub.gap();
  // the look above has read the session; then it is ended
  hub.accountChanged({ about: 'session', subdomain_id: '1', session: 'one' });
  answers[0]!(() => true);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!(null);
  await vi.waitFor(() => expect(heard.at(-1)).toContain('signed_out'));
  expect(hub.size).toBe(0);
});

test('a session that came out of one in another workspace is looked at when that one may have ended', async () => {
  hub = new SseHub();
  const names = liveChannels('1', 'ana');
  const looks: string[] = [];
  for (const [session, origins] of [
    ['own', []],
    ['derived', ['2', '3']],
  ] as const)
    hub.open({
      subdomain_id: '1',
      user_id: 'ana',
      session,
      origins,
      names,
      channels: new Set([names.user]),
      readRight: () => true,
      writer: {
        write: () => {},
        end: () => {},
        destroy: () => {},
        waitingBytes: 0,
        onceTaken: () => {},
      },
      look: () => {
        looks.push(session);
        return Promise.resolve(null);
      },
    });
  hub.accountChanged({ about: 'session', subdomain_id: '4', session: 'one' });
  hub.accountChanged({ about: 'user', subdomain_id: '3', user_id: 'bo' });
  await vi.waitFor(() => expect(hub.size).toBe(1));
  expect(looks).toEqual(['derived']);
});

test('a stream that gave way is cut off when its client does not take what is left of it', () => {
  vi.useFakeTimers();
  try {
    hub = new SseHub({ commentMs: 1_000 });
    const names = liveChannels('1', 'ana');
    const cut: number[] = [];
    const forget: (() => void)[] = [];
    for (let n = 1; n <= 8; n += 1) {
      forget.push(
        hub.open({
          subdomain_id: '1',
          user_id: 'ana',
          session: 'one',
          origins: [],
          names,
          channels: new Set([names.user]),
          readRight: () => true,
          writer: {
            write: () => {},
            end: () => {},
            destroy: () => void cut.push(n),
            waitingBytes: 0,
            onceTaken: () => {},
          },
          look: async () => () => true,
        }),
      );
    }
    // the connection of the first is closed, the second's client reads nothing
    forget[0]!();
    vi.advanceTimersByTime(3_000);
    expect(cut).toEqual([2]);
    vi.advanceTimersByTime(10_000);
    expect([cut, hub.size]).toEqual([[2], 6]);
  } finally {
    vi.useRealTimers();
  }
});

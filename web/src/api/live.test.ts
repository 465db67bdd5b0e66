import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveTiming } from '../../../contract/live.ts';
import { createFrameReader, runLiveStream } from './live.ts';
import type { LivePorts } from './live.ts';

/** A server whose answers are given one by one; the last one is repeated. */
function fake(answers: (() => Response | Promise<Response>)[]) {
  const stopping = new AbortController();
  const log: string[] = [];
  const pauses: number[] = [];
  let asked = 0;
  const ports: LivePorts = {
    fetch: ((_path: string, init: RequestInit) => {
      const answer = answers[Math.min(asked, answers.length - 1)]!;
      asked += 1;
      return new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        Promise.resolve(answer()).then(resolve, reject);
      });
    }) as typeof fetch,
    sleep: (ms) => {
      pauses.push(ms);
      if (pauses.length >= 8) stopping.abort();
      return Promise.resolve();
    },
    onNews: ({ event }) => log.push(event),
    onOpen: (isReturn, quietMs) =>
      log.push(`${isReturn ? 'open again' : 'open'}${quietMs === 0 ? '' : `, quiet for ${quietMs} ms`}`),
    onClosed: () => log.push('closed'),
    onSignedOut: () => log.push('signed out'),
  };
  return { ports, log, pauses, stopping, asked: () => asked };
}

const down = (): Promise<Response> => Promise.reject(new Error('refused'));
/** A stream that says these things and ends. */
const says =
  (...frames: string[]) =>
  (): Response =>
    new Response(frames.join(''), { status: 200, headers: { 'content-type': 'text/event-stream' } });
const hello = 'event: hello\ndata: {"channels":[]}\n\n';

describe('the stream', () => {
  test('[STATE-058] [CONST-053] [DEC-154] is tried again after 1, 2, 4, 8, 16 and then 16 s, and after a success from the beginning', async () => {
    const server = fake([down, down, down, down, down, down, says(hello), down]);
    await runLiveStream(server.ports, server.stopping.signal);
    expect(server.pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000, 1000, 2000]);
    expect(server.log.filter((line) => line !== 'closed')).toEqual(['open again']);
  });

  test('tells what it hears, and after a break that it is back', async () => {
    const news = 'event: refresh-notifications\ndata: {"channel":"user-1"}\n\n';
    const server = fake([
      says(hello, ': still here\n\n', news),
      says(hello),
      () => new Response(null, { status: 204 }),
    ]);
    await runLiveStream(server.ports, server.stopping.signal);
    expect(server.log).toEqual(['open', 'refresh-notifications', 'closed', 'open again', 'closed', 'closed']);
    expect(server.asked()).toBe(3);
  });

  test('hears for how long there was nothing to hear; an older server does not say', async () => {
    const server = fake([
      says('event: hello\ndata: {"channels":[],"quiet_ms":1500}\n\n'),
      says(hello),
      () => new Response(null, { status: 204 }),
    ]);
    await runLiveStream(server.ports, server.stopping.signal);
    expect(server.log.filter((line) => line !== 'closed')).toEqual(['open, quiet for 1500 ms', 'open again']);
  });

  test.each([204, 403, 404])('[RT-001] where there is none (%i) nobody asks again', async (status) => {
    const server = fake([() => new Response(null, { status })]);
    await runLiveStream(server.ports, server.stopping.signal);
    expect([server.asked(), server.pauses]).toEqual([1, []]);
  });

  test('whose session has ended is told so, whose place another window took waits', async () => {
    const bye = (reason: string) => says(hello, `event: bye\ndata: {"reason":"${reason}"}\n\n`);
    const server = fake([
      bye('signed_out'),
      () => new Response(null, { status: 401 }),
      bye('replaced'),
      () => new Response(null, { status: 204 }),
    ]);
    await runLiveStream(server.ports, server.stopping.signal);
    expect(server.log.filter((line) => line === 'signed out')).toHaveLength(2);
    expect(server.pauses).toEqual([1000, 2000, liveTiming.pollMs]);
  });
});

describe('a dead line', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is given up when nothing is heard for two comments’ time', async () => {
    const silent = (): Response =>
      new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(hello)) }),
      );
    const server = fake([silent, () => new Response(null, { status: 204 })]);
    const run = runLiveStream(server.ports, server.stopping.signal);
    await vi.advanceTimersByTimeAsync(liveTiming.silenceMs - 1000);
    expect(server.log).toEqual(['open']);
    await vi.advanceTimersByTimeAsync(2000);
    await run;
    expect(server.log).toEqual(['open', 'closed', 'closed']);
  });
});

test('events are read however they are cut; what is no event is passed over', () => {
  const read = createFrameReader();
  expect(read('event: chan')).toEqual([]);
  expect(read('ged\ndata: {"entity":"x"}\n')).toEqual([]);
  expect(read('\n: comment\n\nevent: broken\ndata: {\n\nevent: bare\n\n')).toEqual([
    { event: 'changed', data: { entity: 'x' } },
    { event: 'bare', data: {} },
  ]);
});

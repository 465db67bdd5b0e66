/**
 * The stream of live events, browser's side: one connection to the server, kept up with growing pauses
 * (STATE-058, DEC-154). Fetched and not an EventSource, which hides the status of a refusal.
 */
import { notificationRetryDelayMs } from '../../../contract/limits.ts';
import { liveEventsPath, liveTiming } from '../../../contract/live.ts';

/** One event as it came. */
export interface LiveNews {
  event: string;
  data: Record<string, unknown>;
}

/** What the stream needs of its surroundings. */
export interface LivePorts {
  fetch: typeof fetch;
  /** Resolves after `ms`, or at once when the signal ends it. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** An event that is no greeting and no farewell. */
  onNews(news: LiveNews): void;
  /** The stream stands. `isReturn`: events may have been missed before; `quietMs`: for so long there was none but of changed ideas. */
  onOpen(isReturn: boolean, quietMs: number): void;
  /** The stream broke; it is tried again, or there is none (for ever). */
  onClosed(): void;
  /** The server says that the session has ended. */
  onSignedOut(): void;
}

/** How a connection ended. */
type End = 'broken' | 'replaced' | 'signed_out' | 'none';

/**
 * Keeps the stream up until the signal ends it. Ends by itself where there is none: switched off (204),
 * unknown to an older server (404), or not for this person (403).
 */
export async function runLiveStream(ports: LivePorts, signal: AbortSignal): Promise<void> {
  let attempt = 0;
  let isReturn = false;
  while (!signal.aborted) {
    const end = await connect(ports, signal, (quietMs) => {
      attempt = 0;
      ports.onOpen(isReturn, quietMs);
      isReturn = true;
    });
    if (signal.aborted) return;
    ports.onClosed();
    if (end === 'none') return;
    if (end === 'signed_out') ports.onSignedOut();
    // too many streams of this session: another window has it
    const pauseMs = end === 'replaced' ? liveTiming.pollMs : notificationRetryDelayMs(attempt);
    attempt += 1;
    isReturn = true;
    await ports.sleep(pauseMs, signal);
  }
}

/** One connection, from its first byte to its last. */
async function connect(
  ports: LivePorts,
  signal: AbortSignal,
  onHello: (quietMs: number) => void,
): Promise<End> {
  const line = new AbortController();
  const stop = (): void => line.abort();
  signal.addEventListener('abort', stop);
  // nothing for longer than two comments: the line is dead, though no one has closed it
  let watch = setTimeout(stop, liveTiming.silenceMs);
  try {
    const response = await ports.fetch(liveEventsPath, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream' },
      signal: line.signal,
    });
    if (response.status === 401) return 'signed_out';
    if ([204, 403, 404].includes(response.status)) return 'none';
    if (!response.ok || response.body === null) return 'broken';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    line.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    const read = createFrameReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'broken';
      clearTimeout(watch);
      watch = setTimeout(stop, liveTiming.silenceMs);
      for (const news of read(value)) {
        if (news.event === 'hello') onHello(Number(news.data['quiet_ms'] ?? 0));
        else if (news.event === 'bye') return news.data['reason'] === 'replaced' ? 'replaced' : 'signed_out';
        else ports.onNews(news);
      }
    }
  } catch {
    return 'broken';
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', stop);
    line.abort();
  }
}

/** Reads server-sent events out of pieces of text, however they were cut. Comments and what cannot be read are passed over. */
export function createFrameReader(): (piece: string) => LiveNews[] {
  let rest = '';
  return (piece) => {
    const frames = (rest + piece).split('\n\n');
    rest = frames.pop() ?? '';
    return frames.flatMap((frame) => {
      const event = /^event: (.+)$/m.exec(frame)?.[1];
      if (event === undefined) return [];
      try {
        const data: unknown = JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '{}');
        return typeof data === 'object' && data !== null
          ? [{ event, data: data as Record<string, unknown> }]
          : [];
      } catch {
        return [];
      }
    });
  };
}

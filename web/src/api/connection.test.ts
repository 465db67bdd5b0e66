import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConnection, notingFetch, reconnectPauseMs, watchConnection } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('connection to the server', () => {
  test('a call without an answer means offline, any answer means online', async () => {
    const connection = createConnection();
    const send = vi.fn<typeof fetch>();
    const noting = notingFetch(send, connection);
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(noting('/x')).rejects.toThrow('Failed to fetch');
    expect(connection.isOffline()).toBe(true);
    send.mockResolvedValueOnce(new Response(null, { status: 500 }));
    await noting('/x');
    expect(connection.isOffline()).toBe(false);
  });

  test('a call that the page ended itself says nothing', async () => {
    const connection = createConnection();
    const stop = new AbortController();
    stop.abort();
    const noting = notingFetch(() => Promise.reject(new DOMException('aborted', 'AbortError')), connection);
    await expect(noting('/x', { signal: stop.signal })).rejects.toThrow('aborted');
    expect(connection.isOffline()).toBe(false);
  });

  test('while offline the server is asked every few seconds, and the screens are told when it is back', () => {
    const connection = createConnection();
    const ask = vi.fn(async () => undefined);
    const onBack = vi.fn();
    const stop = watchConnection(connection, ask, onBack);
    vi.advanceTimersByTime(reconnectPauseMs * 3);
    expect(ask).not.toHaveBeenCalled();
    connection.note(false);
    connection.note(false);
    vi.advanceTimersByTime(reconnectPauseMs * 2);
    expect(ask).toHaveBeenCalledTimes(2);
    connection.note(true);
    expect(onBack).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(reconnectPauseMs * 3);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
  });
});

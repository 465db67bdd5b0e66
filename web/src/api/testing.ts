/** A server for tests of the transport, without a network: answers by path, remembers what was asked. */

/** One call as the fake saw it. */
export interface FakeCall {
  path: string;
  method: string;
  headers: Headers;
  /** Parsed JSON body; null without one. */
  body: unknown;
}

/** What the fake answers: a status with a JSON body, or 'unreachable' for no answer at all. */
export type FakeAnswer = { status: number; body?: unknown; headers?: Record<string, string> } | 'unreachable';

/** `fetch` that asks `answer` for each call, in order of arrival. */
export function fakeFetch(answer: (call: FakeCall, index: number) => FakeAnswer): {
  fetch: typeof fetch;
  calls: FakeCall[];
} {
  const calls: FakeCall[] = [];
  return {
    calls,
    fetch: async (input, init) => {
      const call: FakeCall = {
        path: String(input),
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
      };
      calls.push(call);
      // as on a network: nothing is answered in the same turn
      await Promise.resolve();
      const given = answer(call, calls.length - 1);
      if (given === 'unreachable') throw new TypeError('Failed to fetch');
      const hasBody = given.status !== 204;
      return new Response(hasBody ? JSON.stringify(given.body ?? null) : null, {
        status: given.status,
        headers: given.headers ?? {},
      });
    },
  };
}

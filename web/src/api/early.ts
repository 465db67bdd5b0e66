/**
 * What is known before the console's code is there: answers that the page brought along, and calls that it began
 * (`web/build/early-calls.js`).
 */
import type { QueryClient } from '@tanstack/react-query';

/** What the page brought along (server/http/pages.ts). */
export interface Brought {
  /** Of GET /api/account/current?basic=1. */
  account: unknown;
  /** Of the call that asks who is here. */
  viewer: GraphQLAnswer;
  /** What the screen asks first, and the key that it keeps the answer under; left out where it has to ask itself. */
  first?: { query_key: readonly unknown[]; answer: GraphQLAnswer };
}

interface GraphQLAnswer {
  data?: unknown;
  errors?: unknown;
}

declare global {
  interface Window {
    /** By method, address and body; null: it could not be made. */
    earshotEarlyCalls?: Record<string, Promise<Response | null>>;
    /** Left out where the page brought nothing. */
    earshotBrought?: Brought;
  }
}

/**
 * `send`, which takes the answer of an early call where there is one: the first time that the same is asked.
 *
 * @param calls the early calls; undefined where the page made none
 */
export function prefetchingFetch(
  send: typeof fetch,
  calls: () => Record<string, Promise<Response | null>> | undefined,
): typeof fetch {
  return async (input, init) => {
    const found = calls();
    if (found === undefined || typeof input !== 'string') return send(input, init);
    const key = `${init?.method ?? 'GET'} ${input}${typeof init?.body === 'string' ? ` ${init.body}` : ''}`;
    const early = found[key];
    if (early === undefined) return send(input, init);
    delete found[key];
    return (await early) ?? send(input, init);
  };
}

/** What the page brought along, once; null: nothing. */
export function readPreload(): Brought | null {
  const brought = window.earshotBrought ?? null;
  delete window.earshotBrought;
  return brought;
}

/** The data of an answer; null for one with an error, which is none: whoever needs it asks, and hears of it. */
export function dataOf({ data, errors }: GraphQLAnswer): unknown {
  return errors === undefined ? (data ?? null) : null;
}

/** Keeps what the screen asks first, so that it need not ask, unless the code took long to come. */
export function keepFirstAnswer(client: QueryClient, first: Brought['first']): void {
  const data = first === undefined ? null : dataOf(first.answer);
  if (first !== undefined && data !== null)
    client.setQueryData(first.query_key, data, { updatedAt: performance.timeOrigin });
}

/** Forgets early calls that no one asked for: later on their answers would be old. */
export function forgetEarlyCalls(): void {
  delete window.earshotEarlyCalls;
}

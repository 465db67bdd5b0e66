/**
 * Calls that the page began before its code was there (`web/early-calls.js`): who is here is asked while
 * the code is fetched, and known when the code runs.
 */

declare global {
  interface Window {
    /** By method, address and body; null: it could not be made. */
    earshotEarlyCalls?: Record<string, Promise<Response | null>>;
  }
}

/**
 * `send`, which takes the answer of an early call where there is one: the first time that the same is asked.
 *
 * @param calls the early calls; undefined where the page made none
 */
export function takingEarly(send: typeof fetch, calls: () => Record<string, Promise<Response | null>> | undefined): typeof fetch {
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

/** Forgets early calls that nobody asked for: later on their answers would be old. */
export function forgetEarlyCalls(): void {
  delete window.earshotEarlyCalls;
}

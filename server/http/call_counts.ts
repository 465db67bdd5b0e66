import { Refusal } from './context.ts';

const WINDOW_MS = 60_000;
const COUNTED_MAX = 20_000;

/**
 * Counts the calls of a minute by key, for pages that are open to strangers. In memory, since it guards this process;
 * of more keys than 20,000 within the minute it begins anew.
 */
export class CallCounts {
  private counts = new Map<string, number>();
  private since = 0;

  /** Counts one call more, as `add`. @returns false beyond `max` calls within the minute */
  isWithin(key: string, max: number, nowMs: number): boolean {
    if (nowMs - this.since >= WINDOW_MS || this.counts.size >= COUNTED_MAX) {
      this.counts.clear();
      this.since = nowMs;
    }
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count <= max;
  }

  /**
   * Counts one call more.
   * @param key whose calls they are, such as a network
   * @param nowMs the time, in milliseconds since 1970
   * @param noted what the log says of a refusal; null: nothing
   * @throws Refusal 429 beyond `max` calls within the minute
   */
  add(key: string, max: number, nowMs: number, noted: Refusal['noted'] = null): void {
    if (this.isWithin(key, max, nowMs)) return;
    throw new Refusal(429, 'Too many calls. Please wait a minute.', {
      retryAfterSeconds: Math.max(1, Math.ceil((this.since + WINDOW_MS - nowMs) / 1000)),
      noted,
    });
  }
}

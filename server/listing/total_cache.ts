import type { Viewer } from '../core/viewer.ts';

const TOTAL_CACHE_MS = 10_000;
const TOTAL_CACHE_ENTRIES = 5000;
/** A large workspace does not become a small one within a minute, nor the other way round. */
const SIZE_CACHE_MS = 60_000;

/** A count of rows; not exact: there are at least so many. */
export interface Total {
  total: number;
  isExact: boolean;
}

interface KeptEntry extends Total {
  until: number;
  /** when it was counted, on the cache's own clock */
  countedAt: number;
}

/**
 * Totals per (tenant, viewer's rows, filter), for about ten seconds. What somebody writes is in the totals that they
 * themselves see from then on; in those of others at most ten seconds later. So a workspace in which somebody writes
 * all the time does not count on every page. One per process, shared by all requests.
 */
export class TotalCache {
  private readonly entries = new Map<string, KeptEntry>();
  private readonly sizes = new Map<string, { rows: number; until: number }>();
  /** tenant and person -> their last write, on the cache's own clock; the oldest first */
  private readonly writes = new Map<string, number>();
  /** Grows with each count and each write: which came first is never in doubt. */
  private clock = 0;

  /** The moment before a count begins; `set` takes it. */
  begin(): number {
    return (this.clock += 1);
  }

  /** @param by who asks: a total that was counted before their last write is none */
  get(key: string, by: Author, nowMs: number): Total | undefined {
    const entry = this.entries.get(key);
    if (!entry || entry.until <= nowMs) return undefined;
    return entry.countedAt > (this.writes.get(writerKey(by)) ?? 0) ? entry : undefined;
  }

  set(key: string, total: Total, countedAt: number, nowMs: number): void {
    this.entries.delete(key);
    if (this.entries.size >= TOTAL_CACHE_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    this.entries.set(key, { ...total, until: nowMs + TOTAL_CACHE_MS, countedAt });
  }

  /**
   * Whether a workspace has more rows of a kind than some number, as it was at most a minute ago; near the number
   * at most ten seconds ago.
   */
  async hasMore(key: string, rows: number, count: () => Promise<number>): Promise<boolean> {
    const isNear = (found: number): boolean => found <= rows && found > rows * 0.9;
    return (await this.about(key, count, (found) => (isNear(found) ? TOTAL_CACHE_MS : SIZE_CACHE_MS))) > rows;
  }

  /** A number that need not be of this moment, as it was at most a minute ago. @param keptMs how long it is kept */
  async about(
    key: string,
    count: () => Promise<number>,
    keptMs: (found: number) => number = () => SIZE_CACHE_MS,
  ): Promise<number> {
    const known = this.sizes.get(key);
    const nowMs = Date.now();
    if (known && known.until > nowMs) return known.rows;
    const rows = await count();
    this.sizes.delete(key);
    if (this.sizes.size >= TOTAL_CACHE_ENTRIES) this.sizes.delete(this.sizes.keys().next().value!);
    this.sizes.set(key, { rows, until: nowMs + keptMs(rows) });
    return rows;
  }

  /** Somebody has committed a write. */
  wrote(by: Author): void {
    const key = writerKey(by);
    this.writes.delete(key);
    if (this.writes.size >= TOTAL_CACHE_ENTRIES) {
      // whose write is forgotten must not be shown what was counted before it
      const [oldest, at] = this.writes.entries().next().value!;
      this.writes.delete(oldest);
      for (const [total, entry] of this.entries) if (entry.countedAt <= at) this.entries.delete(total);
    }
    this.writes.set(key, (this.clock += 1));
  }
}

/** Whose totals: a person of a workspace; user_id null: the workspace itself. */
type Author = Pick<Viewer, 'subdomain_id' | 'user_id'>;

const writerKey = ({ subdomain_id, user_id }: Author): string => `${subdomain_id} ${user_id ?? ''}`;

import { hash } from 'node:crypto';

/** Counts are halved so often, so that what was common yesterday gives way. */
const HALVE_MS = 600_000;
/** Sends of one person count once in this time: a name goes to what many ask for, not to who asks most. */
const PERSON_MS = 60_000;
/** A name is given away so often at most, so that what a connection keeps is bounded (`LIFETIME_SECONDS` of a pool); so many at once after a quiet time. */
const GIVE_AWAY_MS = 60_000;
const GIVE_AWAY_AT_ONCE = 20;
/** Texts without a name whose sends are counted; the one that was not sent for longest is forgotten. */
const COUNTED_MAX = 1_000;
/** A longer text comes once, such as one with a place for each of many values. */
const CHARACTERS_MAX = 32_000;

interface Counted {
  sends: number;
  /** who sent it last, and when */
  by: string | null;
  atMs: number;
}

/** Limits that differ between kinds of statement. */
export interface NameLimits {
  /** begins each name */
  prefix: string;
  /** texts that have a name at a time: each costs memory in every connection */
  max: number;
  /** sends before a text gets one */
  after: number;
}

/**
 * Names of prepared statements, for the texts that are sent most. A caller shapes a list's text by what it selects, so
 * a text has to be common to get a name, and one that has become more common than another takes its place. A name says
 * what its text is (SHA-256): a connection, which keeps what it has prepared, never meets it with another text, nor does
 * another process behind the same pooler.
 */
export class StatementNames {
  private readonly limits: NameLimits;
  private readonly named = new Map<string, Counted & { name: string }>();
  /** by hash, in the order of their last send */
  private readonly counted = new Map<string, Counted>();
  private toGiveAway = GIVE_AWAY_AT_ONCE;
  private givenAtMs: number;
  private halvedAtMs: number;
  private readonly now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(limits: NameLimits, now: () => number = () => performance.now()) {
    this.limits = limits;
    this.now = now;
    this.givenAtMs = this.halvedAtMs = now();
  }

  /** Texts that have a name. */
  get size(): number {
    return this.named.size;
  }

  /**
   * The name of a text that is about to be sent; null: it is sent without one.
   * @param by who sends it; null: the system itself, each of whose sends counts
   */
  nameOf(text: string, by: string | null): string | null {
    const nowMs = this.now();
    if (nowMs - this.halvedAtMs >= HALVE_MS) this.halve(nowMs);
    const known = this.named.get(text);
    if (known) {
      count(known, by, nowMs);
      return known.name;
    }
    if (text.length > CHARACTERS_MAX) return null;
    const key = hash('sha256', text, 'hex').slice(0, 32);
    const counted = this.counted.get(key) ?? { sends: 0, by: null, atMs: Number.NEGATIVE_INFINITY };
    this.counted.delete(key);
    const isFree = this.named.size < this.limits.max;
    // there is room: anyone who asks is served
    count(counted, isFree ? null : by, nowMs);
    if (counted.sends <= this.limits.after || !(isFree || this.takesPlace(counted, nowMs))) {
      this.counted.set(key, counted);
      if (this.counted.size > COUNTED_MAX) this.counted.delete(this.counted.keys().next().value!);
      return null;
    }
    const name = `${this.limits.prefix}${key}`;
    this.named.set(text, { ...counted, name });
    return name;
  }

  /** Whether a text is so much more common than the least common of those with a name that it takes its place, which is then free. */
  private takesPlace(counted: Counted, nowMs: number): boolean {
    const earned = Math.floor((nowMs - this.givenAtMs) / GIVE_AWAY_MS);
    this.toGiveAway = Math.min(GIVE_AWAY_AT_ONCE, this.toGiveAway + earned);
    this.givenAtMs += earned * GIVE_AWAY_MS;
    if (this.toGiveAway < 1) return false;
    const [text, least] = [...this.named].reduce((one, other) =>
      other[1].sends < one[1].sends ? other : one,
    );
    if (counted.sends <= 2 * least.sends) return false;
    this.toGiveAway -= 1;
    this.named.delete(text);
    return true;
  }

  private halve(nowMs: number): void {
    this.halvedAtMs = nowMs;
    for (const counted of this.named.values()) counted.sends /= 2;
    for (const [key, counted] of this.counted) if ((counted.sends /= 2) < 1) this.counted.delete(key);
  }
}

function count(counted: Counted, by: string | null, nowMs: number): void {
  if (by !== null && counted.by === by && nowMs - counted.atMs < PERSON_MS) return;
  counted.sends += 1;
  counted.by = by;
  counted.atMs = nowMs;
}

const MINUTE_MS = 60_000;

/** What each user has spent in the present minute, in list pages. Kept in memory: each process counts its own. */
export class CostBudget {
  private readonly perMinute: number;
  private minute = 0;
  private spent = new Map<string, number>();

  /** @param perMinute 0: no limit */
  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /**
   * Spends `cost` of a user's budget. A request that alone exceeds the budget passes in a fresh minute,
   * since it could never pass otherwise.
   *
   * @returns 0, or the seconds until the budget is full again; then nothing was spent
   */
  spend(user: string, cost: number, nowMs: number): number {
    if (this.perMinute === 0) return 0;
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.spent = new Map();
    }
    const before = this.spent.get(user) ?? 0;
    if (before > 0 && before + cost > this.perMinute)
      return Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000));
    this.spent.set(user, before + cost);
    return 0;
  }

  /** What a user has left in the present minute, and seconds until the budget is full again. */
  stateOf(user: string, nowMs: number): { left: number; seconds: number } {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const spent = minute === this.minute ? (this.spent.get(user) ?? 0) : 0;
    return {
      left: Math.max(0, this.perMinute - spent),
      seconds: Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000)),
    };
  }
}

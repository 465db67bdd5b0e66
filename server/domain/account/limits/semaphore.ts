/** Refusal when too much work waits already. `seconds`: when to try again. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
  readonly seconds: number;
  constructor(seconds: number) {
    super('Too much at once.');
    this.seconds = seconds;
  }
}

/**
 * Lets a limited number of callers work at once; others wait in their order, up to a limit.
 *
 * @returns runs `work` when there is room. @throws TooManyWaiting when too many wait
 */
export function createSemaphore({
  atOnce,
  waiting,
}: {
  atOnce: number;
  waiting: number;
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new TooManyWaiting(1);
      await new Promise<void>((proceed) => {
        queue.push(proceed);
      });
    } else running += 1;
    try {
      return await work();
    } finally {
      // the place passes on to the next in line without becoming free in between
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Who stands at a fair gate. */
export interface Caller {
  /** whose share it is, such as a network */
  key: string;
  /** someone who was here before, and so goes before strangers */
  isKnown: boolean;
}

/** How many work and wait at a fair gate. */
export interface FairLimits {
  atOnce: number;
  /** of these at most so many strangers: what is left is never theirs */
  strangersAtOnce: number;
  /** of one key at once */
  perKey: number;
  /** waiting of one key, at least 1 */
  waitingPerKey: number;
  /** waiting in all, known ones and strangers each */
  waiting: number;
}

/**
 * A gate at which no one can take the room of others: known callers go first, the keys take turns, and when
 * all places to wait are taken the key with most of them gives one up.
 *
 * @returns runs `work` when there is room. @throws TooManyWaiting when too many of its key wait
 */
export function createKeyedSemaphore(
  limits: FairLimits,
): <T>(caller: Caller, work: () => Promise<T>) => Promise<T> {
  const known = new Lane(limits);
  const strangers = new Lane(limits);
  const admit = (): void => {
    while (known.atWork + strangers.atWork < limits.atOnce) {
      const waiter = known.take() ?? (strangers.atWork < limits.strangersAtOnce ? strangers.take() : null);
      if (!waiter) return;
      waiter.proceed();
    }
  };
  return async ({ key, isKnown }, work) => {
    const lane = isKnown ? known : strangers;
    await new Promise<void>((proceed, refuse) => {
      lane.add(key, { proceed, refuse });
      admit();
    });
    try {
      return await work();
    } finally {
      lane.leave(key);
      admit();
    }
  };
}

interface Waiter {
  proceed: () => void;
  refuse: (error: TooManyWaiting) => void;
}

/** Those who wait, by key; the keys stand in the order of their turns. */
class Lane {
  atWork = 0;
  private waiting = 0;
  private readonly queues = new Map<string, Waiter[]>();
  private readonly working = new Map<string, number>();
  private readonly limits: FairLimits;

  constructor(limits: FairLimits) {
    this.limits = limits;
  }

  /** @throws TooManyWaiting */
  add(key: string, waiter: Waiter): void {
    const queue = this.queues.get(key) ?? [];
    if (queue.length >= this.limits.waitingPerKey) throw new TooManyWaiting(1);
    if (this.waiting >= this.limits.waiting) this.makeRoom(queue.length);
    queue.push(waiter);
    this.queues.set(key, queue);
    this.waiting += 1;
  }

  /** The next in turn, who then works; null when no one may. */
  take(): Waiter | null {
    for (const [key, queue] of this.queues) {
      const here = this.working.get(key) ?? 0;
      if (here >= this.limits.perKey) continue;
      const waiter = queue.shift()!;
      this.queues.delete(key);
      if (queue.length > 0) this.queues.set(key, queue);
      this.waiting -= 1;
      this.atWork += 1;
      this.working.set(key, here + 1);
      return waiter;
    }
    return null;
  }

  leave(key: string): void {
    this.atWork -= 1;
    const here = this.working.get(key)! - 1;
    if (here === 0) this.working.delete(key);
    else this.working.set(key, here);
  }

  /** Sends away the last of the longest queue. @throws TooManyWaiting when none is longer than one of `length` with the newcomer */
  private makeRoom(length: number): void {
    let [longestKey, longest]: [string, Waiter[]] = ['', []];
    for (const [key, queue] of this.queues)
      if (queue.length > longest.length) [longestKey, longest] = [key, queue];
    if (longest.length <= length + 1) throw new TooManyWaiting(1);
    longest.pop()!.refuse(new TooManyWaiting(1));
    if (longest.length === 0) this.queues.delete(longestKey);
    this.waiting -= 1;
  }
}

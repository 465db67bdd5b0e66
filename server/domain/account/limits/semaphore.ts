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
  /** whose share it is, such as a network or an account */
  key: string;
  /** whom the key belongs to together with others, such as a workspace; without one the key stands for itself */
  group?: string;
  /** someone who was here before, and so goes before strangers */
  isKnown: boolean;
}

/** How many work and wait at a fair gate. */
export interface FairLimits {
  atOnce: number;
  /** of these at most so many strangers: what is left is never theirs */
  strangersAtOnce: number;
  /** of these so many are for strangers while any of them waits, however many known ones do; none without a value */
  strangersAtLeast?: number;
  /** of one key at once */
  perKey: number;
  /** waiting of one key, at least 1 */
  waitingPerKey: number;
  /** waiting in all, known ones and strangers each */
  waiting: number;
}

/**
 * A gate at which no one can take the room of others: known callers go first and leave strangers a share, the groups
 * take turns and in each of them the keys, and when all places to wait are taken the group with most of them gives
 * one up. Whoever has many keys in one group has the share of that group.
 *
 * @returns runs `work` when there is room. @throws TooManyWaiting when too many of its key or group wait
 */
export function createKeyedSemaphore(
  limits: FairLimits,
): <T>(caller: Caller, work: () => Promise<T>) => Promise<T> {
  const known = new Lane(limits);
  const strangers = new Lane(limits);
  const next = (): Waiter | null => {
    const first = strangers.atWork < (limits.strangersAtLeast ?? 0) ? strangers.take() : null;
    return first ?? known.take() ?? (strangers.atWork < limits.strangersAtOnce ? strangers.take() : null);
  };
  const admit = (): void => {
    while (known.atWork + strangers.atWork < limits.atOnce) {
      const waiter = next();
      if (!waiter) return;
      waiter.proceed();
    }
  };
  return async ({ key, group, isKnown }, work) => {
    const lane = isKnown ? known : strangers;
    await new Promise<void>((proceed, refuse) => {
      lane.add(group ?? key, key, { proceed, refuse });
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

/** Those of a group who wait, by key; the keys stand in the order of their turns. */
interface Group {
  waiting: number;
  queues: Map<string, Waiter[]>;
}

/** Those who wait, by group; the groups stand in the order of their turns. */
class Lane {
  atWork = 0;
  private waiting = 0;
  private readonly groups = new Map<string, Group>();
  private readonly working = new Map<string, number>();
  private readonly limits: FairLimits;

  constructor(limits: FairLimits) {
    this.limits = limits;
  }

  /** @throws TooManyWaiting */
  add(name: string, key: string, waiter: Waiter): void {
    const length = this.groups.get(name)?.queues.get(key)?.length ?? 0;
    if (length >= this.limits.waitingPerKey) throw new TooManyWaiting(1);
    if (this.waiting >= this.limits.waiting) this.makeRoom(name, length);
    // the last one of it may just have been sent away
    const group = this.groups.get(name) ?? { waiting: 0, queues: new Map<string, Waiter[]>() };
    const queue = group.queues.get(key) ?? [];
    queue.push(waiter);
    group.queues.set(key, queue);
    group.waiting += 1;
    this.groups.set(name, group);
    this.waiting += 1;
  }

  /** The next in turn, who then works; null when no one may. */
  take(): Waiter | null {
    for (const [name, group] of this.groups)
      for (const [key, queue] of group.queues) {
        const here = this.working.get(key) ?? 0;
        if (here >= this.limits.perKey) continue;
        const waiter = queue.shift()!;
        group.waiting -= 1;
        this.waiting -= 1;
        // behind all others
        group.queues.delete(key);
        if (queue.length > 0) group.queues.set(key, queue);
        this.groups.delete(name);
        if (group.waiting > 0) this.groups.set(name, group);
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

  /**
   * Sends away the last of the longest queue: of the group with most who wait, or of the newcomer's own when none has
   * more by two.
   * @param length how many of the newcomer's key wait
   * @throws TooManyWaiting when no one has more than the newcomer
   */
  private makeRoom(name: string, length: number): void {
    const own = this.groups.get(name);
    let [fullestName, fullest] = [name, own];
    for (const [other, group] of this.groups)
      if (group.waiting > (fullest?.waiting ?? 0)) [fullestName, fullest] = [other, group];
    // one more than in the newcomer's would only change places
    if ((fullest?.waiting ?? 0) <= (own?.waiting ?? 0) + 1) [fullestName, fullest] = [name, own];
    if (!fullest) throw new TooManyWaiting(1);
    let [longestKey, longest]: [string, Waiter[]] = ['', []];
    for (const [key, queue] of fullest.queues)
      if (queue.length >= longest.length) [longestKey, longest] = [key, queue];
    if (fullestName === name && longest.length <= length + 1) throw new TooManyWaiting(1);
    longest.pop()!.refuse(new TooManyWaiting(1));
    if (longest.length === 0) fullest.queues.delete(longestKey);
    fullest.waiting -= 1;
    if (fullest.waiting === 0) this.groups.delete(fullestName);
    this.waiting -= 1;
  }
}

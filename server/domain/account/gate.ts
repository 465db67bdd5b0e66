/** Refusal when too much work waits already. `seconds`: when to try again. */
export class GateFull extends Error {
  override name = 'GateFull';
  readonly seconds: number;
  constructor(seconds: number) {
    super('Too much at once.');
    this.seconds = seconds;
  }
}

/**
 * Lets a limited number of callers work at once; others wait in their order, up to a limit.
 *
 * @returns runs `work` when there is room. @throws GateFull when too many wait
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new GateFull(1);
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

/**
 * A gate for each key, such as the network of a caller, so that one of them cannot take all the room of others.
 * Gates that nobody stands at are forgotten.
 *
 * @returns runs `work` when there is room at the key's gate. @throws GateFull when too many wait there
 */
export function createGates(limits: { atOnce: number; waiting: number }): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { pass: ReturnType<typeof createGate>; here: number }>();
  return async (key, work) => {
    const gate = gates.get(key) ?? { pass: createGate(limits), here: 0 };
    gates.set(key, gate);
    gate.here += 1;
    try {
      return await gate.pass(work);
    } finally {
      gate.here -= 1;
      if (gate.here === 0) gates.delete(key);
    }
  };
}

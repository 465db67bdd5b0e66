import type { Earshot } from '../main.ts';

/** Everything has ended by then, or is ended by force. */
const HARD_STOP_MS = 9_500;
/** A signal this soon after the first one is the same one: Ctrl-C reaches a process from the terminal and again from npm. */
const ECHO_MS = 1_000;

/**
 * Runs a process until SIGINT or SIGTERM. The handlers are installed before anything is started, since a
 * signal during the start must end what was started so far. The first signal ends everything in order, the
 * second one at once.
 *
 * @param start starts the process; what it throws is passed on. The signal it gets tells long work of a start to
 * take itself back
 * @param ready is told when it runs
 * @param print takes a line about the end
 * @param drainSeconds how long it serves on before it ends
 * @returns the exit code 0; the process ends with 1 when closing took too long
 */
export async function runUntilSignal(
  start: (stop: AbortSignal) => Promise<Earshot>,
  ready: (earshot: Earshot) => void,
  print: (line: string) => void,
  drainSeconds = 0,
): Promise<number> {
  let firstAt: number | null = null;
  let hardStop: NodeJS.Timeout | undefined;
  const stop = new AbortController();
  let onFirst: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });
  const onSignal = () => {
    if (firstAt !== null) {
      if (Date.now() - firstAt > ECHO_MS) process.exit(130);
      return;
    }
    firstAt = Date.now();
    print('Stopping.');
    hardStop = setTimeout(
      () => {
        print('Stopping took too long; ended by force.');
        process.exit(1);
      },
      HARD_STOP_MS + drainSeconds * 1_000,
    );
    hardStop.unref();
    stop.abort();
    onFirst();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The process lives until it is told to end, also while its parts only wait, and while they close.
  const life = setInterval(() => {}, 60_000);
  try {
    const starting = start(stop.signal);
    const earshot = await Promise.race([starting, first.then(() => null)]);
    if (earshot === null) {
      // A start is cut short only where that is safe; else it is waited for and then undone.
      const late = await starting.catch(() => null);
      await late?.close();
      return 0;
    }
    ready(earshot);
    await first;
    await earshot.close();
    return 0;
  } finally {
    clearTimeout(hardStop);
    clearInterval(life);
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

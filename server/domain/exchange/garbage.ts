import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a long stream of rows may leave behind before it is collected. */
const STEP_BYTES = 8 * 1024 * 1024;

let collect: (() => void) | null = null;

/**
 * Keeps a long stream of rows small. Rows outlive the collector's quick rounds, since they wait for the
 * database and the disk; left to itself it lets some hundred megabytes of them gather before it looks at old
 * memory, in a process that answers requests beside. Called once per batch, it collects at the beginning and after each 8 MB:
 * some tens of milliseconds, a few times a second.
 *
 * @returns to be called after each batch
 */
export function keepSmall(): () => void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  const run = collect;
  const used = (): number => {
    const { used_heap_size, external_memory } = getHeapStatistics();
    return used_heap_size + external_memory;
  };
  // what the process has left behind so far makes room for the rows
  run();
  let least = used();
  return () => {
    if (used() - least < STEP_BYTES) return;
    run();
    least = used();
  };
}

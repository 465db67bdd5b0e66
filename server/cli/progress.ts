/** A running display of long work. */
export type Progress = {
  /** Says how far the work is; `total` replaces the one from the start. */
  at: (done: number, total?: number) => void;
  /** Ends the display with the last state. Call it also when the work failed. */
  end: () => void;
};

/** Where progress goes; replaced in tests. */
export type ProgressTarget = { isTTY?: boolean; columns?: number; write: (text: string) => unknown };

const BAR_WIDTH = 24;
const TERMINAL_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;
/** Nothing is shown for work that is done by then. */
const PATIENCE_MS = 1_000;

/**
 * Shows how far long work is, on standard error: a bar that is drawn over itself on a terminal, elsewhere a
 * line every few seconds. Work that ends within a second shows nothing.
 *
 * @param label what is under way, such as "Importing ideas"
 * @param total how much there is to do; null: unknown, then only the count is shown
 * @param now milliseconds; passed in by tests
 */
export function createProgress(
  label: string,
  total: number | null,
  target: ProgressTarget = process.stderr,
  now: () => number = Date.now,
): Progress {
  const began = now();
  const interval = target.isTTY ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS;
  let all = total;
  let last = { shown: -1, at: began + PATIENCE_MS - interval };
  let done = 0;
  let ended = false;
  const show = () => {
    const line = describe(label, done, all, now() - began);
    target.write(target.isTTY ? `\r${line.slice(0, (target.columns || 80) - 1)}\x1b[K` : `${line}\n`);
    last = { shown: done, at: now() };
  };
  return {
    at: (count, newTotal) => {
      done = count;
      if (newTotal !== undefined) all = newTotal;
      if (!ended && now() - last.at >= interval) show();
    },
    end: () => {
      if (ended) return;
      ended = true;
      if (last.shown === -1) return;
      if (last.shown !== done) show();
      if (target.isTTY) target.write('\n');
    },
  };
}

function describe(label: string, done: number, total: number | null, elapsedMs: number): string {
  const count = (value: number) => value.toLocaleString('en-US');
  if (total === null || total <= 0) return `${label} ${count(done)}`;
  const part = Math.min(1, done / total);
  const filled = Math.round(part * BAR_WIDTH);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
  const leftMs = part > 0.02 && part < 1 ? (elapsedMs / part) * (1 - part) : null;
  const left = leftMs === null ? '' : `, ${duration(leftMs)} left`;
  return `${label} ${bar} ${Math.floor(part * 100)} % (${count(done)} of ${count(total)}${left})`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

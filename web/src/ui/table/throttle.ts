/**
 * Lets a function run at most once in `intervalMs`: at once, and once more at the end of the interval when
 * it was called meanwhile, so the last call is never lost. `cancel` drops a call that waits.
 */
export function throttle(run: () => void, intervalMs: number): { (): void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWaiting = false;
  const tick = () => {
    timer = null;
    if (!isWaiting) return;
    isWaiting = false;
    start();
  };
  const start = () => {
    timer = setTimeout(tick, intervalMs);
    run();
  };
  const throttled = () => {
    if (timer === null) start();
    else isWaiting = true;
  };
  throttled.cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    isWaiting = false;
  };
  return throttled;
}

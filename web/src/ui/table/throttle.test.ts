import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('[TABLE-011] a throttled function', () => {
  it('runs at once, then once per interval, and never loses the last call', () => {
    const run = vi.fn();
    const throttled = throttle(run, 100);
    for (let call = 0; call < 50; call += 1) throttled();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(2);
    throttled();
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('drops a waiting call when it is cancelled', () => {
    const run = vi.fn();
    const throttled = throttle(run, 100);
    throttled();
    throttled();
    throttled.cancel();
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

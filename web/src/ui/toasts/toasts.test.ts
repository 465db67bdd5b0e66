import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APP_TOAST_DEFAULTS, BASE_TOAST_DEFAULTS, createToastStore } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('toasts', () => {
  it('[CONST-035] [CONST-039] the base ones sit top center and hide after 6 s', () => {
    expect(BASE_TOAST_DEFAULTS).toEqual({ anchor: 'top_center', autoHideMs: 6000 });
    const store = createToastStore();
    store.info('Hello');
    expect(store.list()[0]).toMatchObject({ anchor: 'top_center', autoHideMs: 6000, severity: 'info' });
  });

  it('[CONST-034] [CONST-038] those of the console sit top left and hide after 8 s', () => {
    const store = createToastStore(APP_TOAST_DEFAULTS);
    store.success('Saved');
    expect(store.list()[0]).toMatchObject({ anchor: 'top_left', autoHideMs: 8000, severity: 'success' });
    store.show({ message: 'Stays', autoHideMs: null, anchor: 'bottom_right' });
    expect(store.list()[1]).toMatchObject({ anchor: 'bottom_right', autoHideMs: null });
  });

  it('[ERR-025] [ERR-026] have default texts', () => {
    const store = createToastStore();
    store.success();
    store.error();
    expect(store.list().map((toast) => toast.message)).toEqual([
      'Success!',
      'Something went wrong. Please try again later.',
    ]);
  });

  it('[ERR-010] log an invalid severity and keep its text', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const store = createToastStore();
    store.show({ severity: 'loud' as never, message: 'Odd' });
    expect(log).toHaveBeenCalledWith('Invalid toast severity: loud');
    expect(store.list()[0]).toMatchObject({ severity: 'info', message: 'Odd' });
  });

  it('[ERR-011] log an unknown custom key and show nothing', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const store = createToastStore(BASE_TOAST_DEFAULTS, { known: () => null });
    expect(store.show({ custom: 'unheard' })).toBeNull();
    expect(log).toHaveBeenCalledWith('Unknown toast: unheard');
    expect(store.show({ custom: 'known' })).not.toBeNull();
    expect(store.list()).toHaveLength(1);
  });

  it('[STATE-010] [CONST-023] stay 500 ms on their way out', () => {
    const store = createToastStore();
    const watcher = vi.fn();
    store.watch(watcher);
    const id = store.success('Saved') ?? 0;
    store.close(id);
    expect(store.list()[0]?.state).toBe('closing');
    vi.advanceTimersByTime(499);
    expect(store.list()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.list()).toHaveLength(0);
    expect(watcher).toHaveBeenCalledTimes(3);
  });

  it('the oldest goes when five are open at one place', () => {
    const store = createToastStore();
    for (const name of ['1', '2', '3', '4', '5']) store.info(name);
    expect(store.list().map((toast) => toast.state)).toEqual(['closing', 'open', 'open', 'open', 'open']);
    store.closeAll();
    vi.advanceTimersByTime(500);
    expect(store.list()).toEqual([]);
  });
});

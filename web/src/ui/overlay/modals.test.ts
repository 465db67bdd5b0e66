import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeModal, listModals, openModal, removeModal, setKnownModals, watchModals } from './modals.ts';
import type { ModalKey } from './modals.ts';

const open = (key: string) => openModal(key as ModalKey, {} as never);

afterEach(() => {
  for (const modal of listModals()) removeModal(modal.id);
  setKnownModals(null);
  vi.restoreAllMocks();
});

describe('open modals', () => {
  it('lie on one another and close one by one or together', () => {
    const first = open('first') ?? 0;
    open('second');
    closeModal(first);
    expect(listModals().map((modal) => modal.state)).toEqual(['closing', 'open']);
    removeModal(first);
    closeModal();
    expect(listModals().map(({ key, state }) => [key, state])).toEqual([['second', 'closing']]);
  });

  it('closing what is closed changes nothing', () => {
    const watcher = vi.fn();
    const stop = watchModals(watcher);
    closeModal();
    closeModal(12345);
    expect(watcher).not.toHaveBeenCalled();
    stop();
  });

  it('[PAGE-008] an unknown key is logged and opens nothing', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    setKnownModals(new Set(['first']));
    expect(open('unheard')).toBeNull();
    expect(log).toHaveBeenCalledWith("There is no modal 'unheard'.");
    expect(listModals()).toEqual([]);
    expect(open('first')).not.toBeNull();
  });
});

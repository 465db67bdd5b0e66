import { afterEach, describe, expect, it, vi } from 'vitest';
import { offeredToastRoom, offerToastRoom, roomWithin, watchToastRoom } from './toastRegion.ts';

const element = (name: string): HTMLElement => ({ id: name }) as HTMLElement;
const ends: (() => void)[] = [];
const offer = (name: string, isFallback = false): (() => void) => {
  const end = offerToastRoom(element(name), isFallback);
  ends.push(end);
  return end;
};

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

describe('the room of the toasts', () => {
  it('is that of the page that came last, and the fallback only without one', () => {
    expect(offeredToastRoom()).toBeNull();
    const endFirst = offer('first page');
    offer('shell', true);
    expect(offeredToastRoom()?.id).toBe('first page');
    const endSecond = offer('second page');
    endFirst();
    expect(offeredToastRoom()?.id).toBe('second page');
    const watcher = vi.fn<() => void>();
    const stop = watchToastRoom(watcher);
    endSecond();
    stop();
    expect(watcher).toHaveBeenCalledTimes(1);
    expect(offeredToastRoom()?.id).toBe('shell');
  });

  it('keeps a gap at both sides, and reaches to the left where too little is free', () => {
    expect(roomWithin({ left: 180, right: 700, top: 8, height: 52 })).toEqual({
      left: 188,
      top: 12,
      width: 504,
    });
    expect(roomWithin({ left: 300, right: 420, top: 16, height: 36 })).toEqual({
      left: 132,
      top: 12,
      width: 280,
    });
    expect(roomWithin({ left: 86, right: 1400, top: 8, height: 0 })).toMatchObject({ left: 94, top: 12 });
  });
});

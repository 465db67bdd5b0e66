import { describe, expect, it } from 'vitest';
import { place } from './position.ts';

const view = { width: 1000, height: 600 };
const anchor = { left: 100, top: 100, width: 80, height: 30 };

describe('the place of a floating part', () => {
  it('is below its anchor, aligned as asked', () => {
    expect(place(anchor, { width: 200, height: 150 }, view, 'bottom-start')).toMatchObject({
      left: 100,
      top: 136,
      side: 'bottom',
    });
    expect(place(anchor, { width: 60, height: 150 }, view, 'bottom-end').left).toBe(120);
    expect(place(anchor, { width: 60, height: 150 }, view, 'bottom').left).toBe(110);
  });

  it('goes above when it fits there and not below', () => {
    const low = { ...anchor, top: 500 };
    expect(place(low, { width: 200, height: 150 }, view, 'bottom-start')).toMatchObject({
      top: 344,
      side: 'top',
    });
  });

  it('takes the roomier side and a capped height when it fits nowhere, and never covers its anchor', () => {
    const middle = { left: 100, top: 260, width: 80, height: 60 };
    const position = place(middle, { width: 200, height: 900 }, view, 'bottom-start');
    expect(position).toMatchObject({ side: 'bottom', top: 326, maxHeight: 266 });
    const lower = place({ ...middle, top: 300 }, { width: 200, height: 900 }, view, 'bottom-start');
    expect(lower.side).toBe('top');
    expect(lower.top + lower.maxHeight).toBeLessThanOrEqual(300);
  });

  it('is pushed back into the window', () => {
    expect(place({ ...anchor, left: 950 }, { width: 200, height: 100 }, view, 'bottom-start').left).toBe(792);
    expect(place({ ...anchor, left: -50 }, { width: 200, height: 100 }, view, 'bottom-start').left).toBe(8);
  });

  it('stands beside its anchor', () => {
    expect(place(anchor, { width: 200, height: 100 }, view, 'right-start')).toMatchObject({
      left: 186,
      top: 100,
      side: 'right',
    });
    expect(place({ ...anchor, left: 900 }, { width: 200, height: 100 }, view, 'right-start')).toMatchObject({
      left: 694,
      side: 'left',
    });
    expect(place({ ...anchor, left: 900 }, { width: 200, height: 100 }, view, 'left-start')).toMatchObject({
      left: 694,
      side: 'left',
    });
  });
});

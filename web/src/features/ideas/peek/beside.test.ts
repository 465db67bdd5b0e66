import { describe, expect, it } from 'vitest';
import { columnsWithoutRoom, paneWidth } from './beside.ts';

describe('room for the pane beside the list', () => {
  it('is made by columns that give way, in their order and no more than it takes', () => {
    const shown = new Map([
      ['title', 300],
      ['votes', 84],
      ['accounts', 100],
      ['labels', 160],
    ]);
    expect(columnsWithoutRoom(shown, ['forum', 'accounts', 'labels'], 700)).toEqual([]);
    expect(columnsWithoutRoom(shown, ['forum', 'accounts', 'labels'], 600)).toEqual(['accounts']);
    expect(columnsWithoutRoom(shown, ['forum', 'accounts', 'labels'], 200)).toEqual(['accounts', 'labels']);
  });

  it('leaves the table its boxes, titles, status, votes and revenue as far as the pane can be narrowed', () => {
    expect(paneWidth(1832)).toBe(560);
    expect(paneWidth(1192)).toBe(508);
    expect(paneWidth(1000)).toBe(420);
  });
});

import { describe, expect, it } from 'vitest';
import { groupOptions, matchingOptions, nextIndex } from './options.ts';

const options = ['Ana Ruiz', 'Gülşen Ak', 'Ben Okafor'].map((label) => ({ value: label, label }));

describe('options', () => {
  it('are found by all words in any order, without case and accents', () => {
    expect(matchingOptions(options, 'ruiz AN').map((option) => option.label)).toEqual(['Ana Ruiz']);
    expect(matchingOptions(options, 'gulsen')).toHaveLength(1);
    expect(matchingOptions(options, '  ')).toBe(options);
    expect(matchingOptions(options, 'zzz')).toEqual([]);
  });

  it('stand in their groups, in their order', () => {
    const grouped = groupOptions([
      { value: '1', label: 'a', group: 'x' },
      { value: '2', label: 'b', group: 'x' },
      { value: '3', label: 'c' },
    ]);
    expect(grouped.map(({ group, options: members }) => [group, members.length])).toEqual([
      ['x', 2],
      [null, 1],
    ]);
  });

  it('are gone through in a circle', () => {
    expect(nextIndex(-1, 1, 3)).toBe(0);
    expect(nextIndex(-1, -1, 3)).toBe(2);
    expect(nextIndex(2, 1, 3)).toBe(0);
    expect(nextIndex(0, -1, 3)).toBe(2);
    expect(nextIndex(0, 1, 0)).toBe(-1);
  });
});

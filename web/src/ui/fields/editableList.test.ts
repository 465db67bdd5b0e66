import { describe, expect, it } from 'vitest';
import { addProblem, filled, withoutItem } from './editableList.ts';

const make = () => '';
const isBlank = (text: string) => text.trim() === '';

describe('a list that is edited in place', () => {
  it('[VALID-001] an empty list gets one default item, unless it may be empty', () => {
    expect(filled([], make, true)).toEqual(['']);
    expect(filled([], make, false)).toEqual([]);
    expect(filled(['a'], make, true)).toEqual(['a']);
  });

  it('[VALID-002] the last remaining item is reset instead of removed', () => {
    expect(withoutItem(['a'], 0, make, true)).toEqual(['']);
    expect(withoutItem(['a'], 0, make, false)).toEqual([]);
    expect(withoutItem(['a', 'b', 'c'], 1, make, true)).toEqual(['a', 'c']);
  });

  it('[VALID-003] nothing can be added while the last item has no value', () => {
    expect(addProblem(['a', ' '], isBlank, 10)).toBe('blank');
    expect(addProblem(['', 'a'], isBlank, 10)).toBeNull();
  });

  it('[VALID-004] nothing can be added at the maximum', () => {
    expect(addProblem(['a', 'b'], isBlank, 2)).toBe('full');
    expect(addProblem(['a', ''], isBlank, 2)).toBe('full');
    expect(addProblem(['a'], isBlank, 2)).toBeNull();
    expect(addProblem([], isBlank, 2)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { initials } from './Avatar.tsx';
import { trendOf } from './Figures.tsx';
import { allowedStyles, withInertStyles } from './inertStyles.ts';
import { groupShortcuts } from './ShortcutSheet.tsx';
import { moved } from './sortable.ts';
import { mentionQuery } from './editor/mentions.ts';

describe('small rules of the parts', () => {
  it('initials are the first letters of the first two words', () => {
    expect(initials('Femke de Vries')).toBe('FD');
    expect(initials('  ana   ruiz ')).toBe('AR');
    expect(initials('Bo')).toBe('B');
    expect(initials('')).toBe('');
    expect(initials('😀 smile')).toBe('😀S');
  });

  it('a trend compares the last value with the four before it', () => {
    expect(trendOf([1, 1, 1, 1, 2])).toBe('up');
    expect(trendOf([9, 2, 2, 2, 2, 1])).toBe('down');
    expect(trendOf([3, 3, 3])).toBe('flat');
    expect(trendOf([3])).toBe('flat');
    expect(trendOf([])).toBe('flat');
  });

  it('style attributes are renamed, whatever their quotes, and the text is left alone', () => {
    expect(withInertStyles(`<p style='color: "red"' class=x>a &lt; style</p>`)).toBe(
      '<p data-es-style="color: &quot;red&quot;" class="x">a &lt; style</p>',
    );
    expect(withInertStyles('<p>1 < 2</p>')).toBe('<p>1 < 2</p>');
    expect(withInertStyles('<p STYLE=color:red>1 < 2</p>')).toBe('<p data-es-style="color:red">1 < 2</p>');
  });

  it('styles are limited to the allow-list', () => {
    expect(allowedStyles('color: #b00020; position: fixed; background: url(x); text-align:center;;')).toEqual([
      ['color', '#b00020'],
      ['text-align', 'center'],
    ]);
    expect(allowedStyles('constructor: 1')).toEqual([]);
  });

  it('shortcuts are listed by group, each key once', () => {
    const list = [
      { id: 1, keys: 'j', label: 'Next', group: 'Table' },
      { id: 2, keys: '/', label: 'Search', group: null },
      { id: 3, keys: 'j', label: 'Next', group: 'Table' },
    ];
    expect(groupShortcuts(list).map(({ group, shortcuts }) => [group, shortcuts.length])).toEqual([
      ['Table', 1],
      ['General', 1],
    ]);
  });

  it('an item moves to its new place', () => {
    expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
    const ids = ['a', 'b'];
    expect(moved(ids, 'a', 0)).toBe(ids);
    expect(moved(ids, 'x', 1)).toBe(ids);
    expect(moved(ids, 'a', 5)).toBe(ids);
  });

  it('a mention begins with @ after a space and ends before the second one', () => {
    expect(mentionQuery('Ask @ana')).toEqual({ text: 'ana', length: 4 });
    expect(mentionQuery('@')).toEqual({ text: '', length: 1 });
    expect(mentionQuery('@Ana Ru')).toEqual({ text: 'Ana Ru', length: 7 });
    expect(mentionQuery('@Ana ')).toEqual({ text: 'Ana', length: 5 });
    expect(mentionQuery('(@ana')).toEqual({ text: 'ana', length: 4 });
    expect(mentionQuery('ana@example')).toBeNull();
    expect(mentionQuery('@ ana')).toBeNull();
    expect(mentionQuery('@ana  ')).toBeNull();
    expect(mentionQuery('nothing')).toBeNull();
  });
});

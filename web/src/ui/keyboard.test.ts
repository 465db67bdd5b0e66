import { describe, expect, it } from 'vitest';
import { isSingleKey, matchesStep, parseShortcut, shortcutLabels } from './keyboard.ts';
import type { KeyPress } from './keyboard.ts';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held };
}

function matches(shortcut: string, event: KeyPress): boolean {
  const step = parseShortcut(shortcut)[0];
  return step !== undefined && matchesStep(step, event);
}

describe('keyboard shortcuts', () => {
  it('read letters with and without Shift', () => {
    expect(matches('s', press('s'))).toBe(true);
    expect(matches('s', press('S', { shiftKey: true }))).toBe(false);
    expect(matches('shift+s', press('S', { shiftKey: true }))).toBe(true);
    expect(matches('shift+s', press('s'))).toBe(false);
    expect(matches('s', press('S'))).toBe(true);
  });

  it('take signs however the keyboard makes them', () => {
    expect(matches('?', press('?', { shiftKey: true }))).toBe(true);
    expect(matches('/', press('/', { shiftKey: true }))).toBe(true);
    expect(matches('[', press('['))).toBe(true);
    expect(matches('+', press('+', { shiftKey: true }))).toBe(true);
  });

  it('leave combinations of the browser alone', () => {
    expect(matches('s', press('s', { ctrlKey: true }))).toBe(false);
    expect(matches('s', press('s', { altKey: true }))).toBe(false);
    expect(matches('mod+k', press('k', { ctrlKey: true }))).toBe(true);
    expect(matches('mod+k', press('k', { metaKey: true }))).toBe(true);
    expect(matches('ctrl+enter', press('Enter', { ctrlKey: true }))).toBe(true);
  });

  it('know names and sequences', () => {
    expect(matches('esc', press('Escape'))).toBe(true);
    expect(matches('space', press(' '))).toBe(true);
    expect(matches('left', press('ArrowLeft'))).toBe(true);
    expect(parseShortcut('g i').map((step) => step.key)).toEqual(['g', 'i']);
    expect(() => parseShortcut('shift')).toThrow("'shift' is not a keyboard shortcut.");
  });

  it('tell which ones can be switched off', () => {
    expect(isSingleKey(parseShortcut('s'))).toBe(true);
    expect(isSingleKey(parseShortcut('shift+s'))).toBe(true);
    expect(isSingleKey(parseShortcut('g i'))).toBe(true);
    expect(isSingleKey(parseShortcut('/'))).toBe(true);
    expect(isSingleKey(parseShortcut('mod+k'))).toBe(false);
    expect(isSingleKey(parseShortcut('esc'))).toBe(false);
    expect(isSingleKey(parseShortcut('space'))).toBe(false);
  });

  it('are written for people', () => {
    expect(shortcutLabels('g i', false)).toEqual(['G', 'I']);
    expect(shortcutLabels('shift+s', false)).toEqual(['⇧S']);
    expect(shortcutLabels('mod+k', false)).toEqual(['Ctrl K']);
    expect(shortcutLabels('mod+k', true)).toEqual(['⌘K']);
    expect(shortcutLabels('esc', false)).toEqual(['Esc']);
  });
});

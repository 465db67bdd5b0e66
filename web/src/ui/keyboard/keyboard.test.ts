import { describe, expect, it } from 'vitest';
import { altKeys, isAltPress, isSingleKey, matchesStep, parseShortcut, shortcutLabels } from './keyboard.ts';
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

  it('with Alt are Ctrl Shift where Alt writes letters or belongs to the system', () => {
    expect(altKeys('n', { isMac: false, agent: 'Windows NT 10.0' })).toBe('alt+n');
    expect(altKeys('n', { isMac: true })).toBe('control+shift+n');
    expect(altKeys('1', { isMac: false, agent: 'X11; CrOS x86_64' })).toBe('control+shift+1');
    expect(altKeys('n', { isMac: false, agent: 'X11; CrOS x86_64' })).toBe('alt+n');
    expect(shortcutLabels('control+shift+n', true)).toEqual(['⌃⇧N']);
    expect(shortcutLabels('control+shift+n', false)).toEqual(['Ctrl ⇧N']);
    // with Shift a digit is a sign, which depends on the keyboard
    const held = { shiftKey: true, ctrlKey: true };
    expect(matches('control+shift+1', press('!', { ...held, code: 'Digit1' }))).toBe(true);
    expect(matches('control+shift+2', press('"', { ...held, code: 'Digit2' }))).toBe(true);
    expect(matches('control+shift+1', press('!', { ...held, code: 'Digit2' }))).toBe(false);
    // AltGr is Ctrl and Alt together on Windows: it writes letters
    expect(matches('alt+n', press('ń', { altKey: true, ctrlKey: true }))).toBe(false);
    expect(matches('alt+n', press('n', { altKey: true, ctrlKey: true }))).toBe(false);
    expect(matches('alt+n', press('n', { altKey: true }))).toBe(true);
  });

  it('with Alt are told before what they belong to is there', () => {
    const here = { isMac: false, agent: 'X11; Linux x86_64' };
    expect(isAltPress(press('1', { altKey: true, code: 'Digit1' }), here)).toBe(true);
    expect(isAltPress(press('i', { altKey: true }), here)).toBe(true);
    expect(isAltPress(press('i'), here)).toBe(false);
    expect(isAltPress(press('ArrowLeft', { altKey: true }), here)).toBe(false);
    // AltGr writes
    expect(isAltPress(press('q', { altKey: true, ctrlKey: true }), here)).toBe(false);
    expect(isAltPress(press('¡', { altKey: true, code: 'Digit1' }), { isMac: true })).toBe(false);
    expect(isAltPress(press('!', { shiftKey: true, ctrlKey: true, code: 'Digit1' }), { isMac: true })).toBe(
      true,
    );
  });

  it('are written for people', () => {
    expect(shortcutLabels('g i', false)).toEqual(['G', 'I']);
    expect(shortcutLabels('shift+s', false)).toEqual(['⇧S']);
    expect(shortcutLabels('mod+k', false)).toEqual(['Ctrl K']);
    expect(shortcutLabels('mod+k', true)).toEqual(['⌘K']);
    expect(shortcutLabels('esc', false)).toEqual(['Esc']);
  });
});

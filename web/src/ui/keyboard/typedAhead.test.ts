import { describe, expect, test } from 'vitest';
import { endsPiece, replaySteps, stepsInOneLine } from './typedAhead.ts';
import type { AheadPiece } from './typedAhead.ts';

const send = { key: 'Enter', ctrlKey: true };
const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('what was typed before its field stood', () => {
  test('is text of the field, in its order with the keys that are none', () => {
    const pieces: AheadPiece[] = [
      { text: 'sla report', key: { key: 'Tab' } },
      { text: 'https://x.example', key: send },
      { text: '', key: null },
    ];
    expect(replaySteps(pieces)).toEqual([
      { kind: 'text', text: 'sla report' },
      { kind: 'key', key: { key: 'Tab' } },
      { kind: 'text', text: 'https://x.example' },
      { kind: 'key', key: send },
    ]);
    expect(replaySteps([{ text: '', key: null }])).toEqual([]);
  });

  test('a line break is the Enter key in a field of one line', () => {
    const asKeys = (text: string) =>
      stepsInOneLine(text).map((step) => (step.kind === 'key' ? step.key.key : step.text));
    expect(asKeys('insights\nmore')).toEqual(['insights', 'Enter', 'more']);
    expect(asKeys('priya\r\n')).toEqual(['priya', 'Enter']);
    expect(asKeys('\n')).toEqual(['Enter']);
    expect(asKeys('')).toEqual([]);
  });

  test('keys that edit stay with the text; those that leave it or act end it', () => {
    const ends = (key: string, held = {}, isShortcut = false) =>
      endsPiece(press(key, held), 'sla', isShortcut);
    expect([
      ends('Tab'),
      ends('Enter', { ctrlKey: true }),
      ends('Enter', { metaKey: true }),
      ends('k', { ctrlKey: true }, true),
    ]).toEqual([true, true, true, true]);
    expect([
      ends('Enter'),
      ends('Delete'),
      ends('Backspace'),
      ends('c', { ctrlKey: true }),
      ends('ArrowLeft'),
      ends('ArrowDown'),
      ends('d'),
      ends('d', {}, true),
    ]).toEqual(Array.from({ length: 8 }, () => false));
  });

  test('before any text the arrows up and down are keys: they move in the list of the field', () => {
    const ends = (key: string, held = {}) => endsPiece(press(key, held), '', false);
    expect([ends('ArrowDown'), ends('ArrowUp')]).toEqual([true, true]);
    expect([ends('ArrowLeft'), ends('ArrowDown', { altKey: true }), ends('Enter')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

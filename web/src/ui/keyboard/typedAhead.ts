/**
 * Turns what was typed before its field was ready into steps to replay. Pure functions; `waiting.ts` replays
 * them.
 */

/** A key that is no text: Enter in one line, Tab, Ctrl Enter, a further shortcut. */
export type AheadKey = Pick<
  KeyboardEventInit,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'
>;

/** Text up to a key that ended it; `key` null: the last piece, still being written. */
export type AheadPiece = { text: string; key: AheadKey | null };

export type AheadStep = { kind: 'text'; text: string } | { kind: 'key'; key: AheadKey };

const enter: AheadKey = { key: 'Enter', code: 'Enter' };

/** Pieces as steps. */
export function replaySteps(pieces: readonly AheadPiece[]): AheadStep[] {
  return pieces.flatMap(({ text, key }): AheadStep[] => [
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ...(key === null ? [] : [{ kind: 'key' as const, key }]),
  ]);
}

/**
 * Text as steps for a field of one line, in which a line break is the Enter key. Which field a text belongs to is
 * known only when its turn comes: the key before may have led elsewhere.
 */
export function stepsInOneLine(text: string): AheadStep[] {
  return text
    .split(/\r?\n/)
    .flatMap((line, index): AheadStep[] => [
      ...(index === 0 ? [] : [{ kind: 'key' as const, key: enter }]),
      ...(line === '' ? [] : [{ kind: 'text' as const, text: line }]),
    ]);
}

/**
 * Whether a key ends the text typed so far and is replayed once the field is ready. Editing keys (Ctrl C,
 * arrows, Delete, Backspace) and single-letter shortcuts belong to the text; Enter without Ctrl or Cmd is a
 * line break in it. Where no text was typed yet, up and down move in the list that the field may have.
 *
 * @param text what was typed since the key before
 */
export function endsPiece(
  event: Required<Pick<AheadKey, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>>,
  text: string,
  isShortcut: boolean,
): boolean {
  const isHeld = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key === 'Tab') return true;
  if (event.key === 'Enter') return event.ctrlKey || event.metaKey;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return text === '' && !isHeld;
  return isShortcut && isHeld;
}

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

/** Pieces as steps. In a field of one line a line break is the Enter key; in one of several it is text. */
export function replaySteps(pieces: readonly AheadPiece[], isMultiLine: boolean): AheadStep[] {
  const steps: AheadStep[] = [];
  for (const { text, key } of pieces) {
    const lines = isMultiLine ? [text] : text.split(/\r?\n/);
    lines.forEach((line, index) => {
      if (index > 0) steps.push({ kind: 'key', key: enter });
      if (line !== '') steps.push({ kind: 'text', text: line });
    });
    if (key !== null) steps.push({ kind: 'key', key });
  }
  return steps;
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

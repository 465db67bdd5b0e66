import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';

const firstRow = (): HTMLElement | null => document.querySelector<HTMLElement>('main tr[data-row-id]');
/** What is offered where nothing was found. */
const firstOffer = (): HTMLElement | null => document.querySelector<HTMLElement>('main [data-offer]');

/**
 * The keys between the search field and what it found. Enter and ArrowDown lead to the first row, as soon as the rows are
 * those of the text; where nothing was found, to the first thing on offer, which Enter chooses at once when it is in sight.
 * Escape leads from the rows back to the field, where another one clears it.
 *
 * @param q what the list is searched for; '': nothing
 * @param answered the text that the rows answer to; null: none yet
 * @returns takesFocus: what comes in place of rows is to take the focus
 */
export function useSearchKeys(
  q: string,
  answered: string | null,
): {
  field: RefObject<HTMLInputElement | null>;
  onResults: (text: string, key: 'enter' | 'down') => void;
  takesFocus: boolean;
} {
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const isAnswered = wanted !== null && wanted === answered;
  useEffect(() => {
    // who went on typing, or somewhere else, means that
    if (isAnswered && document.activeElement === field.current && field.current?.value === answered)
      (firstRow() ?? firstOffer())?.focus();
  }, [isAnswered, answered]);
  useShortcut(
    'esc',
    () => {
      field.current?.focus();
      field.current?.select();
    },
    { enabled: q !== '' },
  );
  const onResults = (text: string, key: 'enter' | 'down'): void => {
    if (text === '') return;
    if (text !== answered) setWanted(text);
    else if (firstRow() !== null) firstRow()?.focus();
    else if (key === 'enter') firstOffer()?.click();
    else firstOffer()?.focus();
  };
  return { field, onResults, takesFocus: isAnswered };
}

import { firstCharacters } from '../../../../contract/text_cut.ts';

/** A tooltip is no place to read a whole article. */
const SHOWN_CHARACTERS = 500;

/** Whether an ellipsis or a limit of lines hides a part of an element's own text. */
function isCut(element: HTMLElement): boolean {
  const isWide = element.scrollWidth > element.clientWidth;
  if (!isWide && element.scrollHeight <= element.clientHeight + 1) return false;
  const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(element);
  return isWide ? textOverflow === 'ellipsis' && overflowX !== 'visible' : webkitLineClamp !== 'none';
}

/** The nearest element at or above a node whose text is cut: a text stands at most in some spans below the box that cuts it. */
function findAround(node: HTMLElement): HTMLElement | null {
  let element: HTMLElement | null = node;
  for (let level = 0; level < 3 && element !== null; level++, element = element.parentElement)
    if (isCut(element)) return element;
  return null;
}

/** As `findAround`, for an element that the keyboard reached: its text may be cut further inside. A field moves its text under the caret. */
function findWithin(node: HTMLElement): HTMLElement | null {
  if (node instanceof HTMLInputElement || !node.matches('a, button')) return null;
  return findAround(node) ?? [...node.querySelectorAll<HTMLElement>('*')].find(isCut) ?? null;
}

let isWatching = false;

/**
 * From now on the tooltip shows any text as a whole that an ellipsis or a limit of lines cuts, under the
 * pointer and at the keyboard's place. What has a `data-tip` of its own keeps that.
 *
 * @param first what made the page ask for this; its text is marked if it is still meant
 * @returns whether it is still meant, so that the tooltip looks at it again
 */
export function watchCutText(first: Event): boolean {
  if (isWatching) return false;
  isWatching = true;
  let marked: HTMLElement | null = null;
  // ahead of the tooltip, which reads the mark
  const look = ({ type, target }: Event) => {
    if (marked !== null) delete marked.dataset['tip'];
    marked = null;
    if (!(target instanceof HTMLElement) || target.closest('[data-tip], [role="tooltip"]') !== null) return;
    const cut = type === 'focusin' ? findWithin(target) : findAround(target);
    if (cut === null) return;
    const text = (cut instanceof HTMLInputElement ? cut.value : cut.innerText).trim();
    marked = type === 'focusin' ? target : cut;
    const shown = firstCharacters(text, SHOWN_CHARACTERS);
    marked.dataset['tip'] = shown === text ? text : `${shown.trimEnd()}…`;
  };
  document.addEventListener('pointerover', look, true);
  document.addEventListener('focusin', look, true);
  if (
    !(first.target instanceof Element) ||
    !first.target.matches(first.type === 'focusin' ? ':focus' : ':hover')
  )
    return false;
  // not by an event of its own: others would take it for a new one, and close what was opened since
  look(first);
  return true;
}

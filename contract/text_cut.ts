import { textLimits } from './limits.ts';

/** Length in characters, i.e. Unicode code points, as PostgreSQL counts: an emoji is one, not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    count++;
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
  }
  return count;
}

/** Is the text longer than so many characters? */
export function isLongerThan(text: string, maxCharacters: number): boolean {
  // Characters are at most code units, at least half of them: most texts need no counting.
  if (text.length <= maxCharacters) return false;
  return text.length > maxCharacters * 2 || countCharacters(text) > maxCharacters;
}

/** The first characters of a text; never cuts a character in two. */
export function firstCharacters(text: string, maxCharacters: number): string {
  let end = 0;
  for (let count = 0; count < maxCharacters && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/**
 * One line: every run of space, tabs and line ends becomes one space; none at the ends. Signs that turn the
 * direction of what follows are left out: in a name or title they would turn what stands behind it as well.
 * Right-to-left letters need none of them.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim();
}

/**
 * A text cut at a word border so that at most so many characters remain. A first word that is
 * longer than all of it is cut inside. Punctuation left hanging by the cut is removed.
 */
export function cutAtWord(text: string, maxCharacters: number): string {
  if (!isLongerThan(text, maxCharacters)) return text;
  const head = firstCharacters(text, maxCharacters);
  if (/^\s/.test(text.slice(head.length))) return withoutTail(head);
  const border = head.search(/\s\S*$/);
  return border > 0 ? withoutTail(head.slice(0, border)) : head;
}

/** Without space, separators and opening brackets at the end. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;:([{–—-]/.test(text[end - 1] ?? '')) end--;
  return end > 0 ? text.slice(0, end) : text.trimEnd();
}

/**
 * Title for an idea of which only the text is known: the text on one line when it fits into a
 * title, else cut at a word border (title limit: DEC-124).
 *
 * @returns empty for a blank text
 */
export function titleOfText(text: string, maxCharacters: number = textLimits.ideaTitleCharacters): string {
  return cutAtWord(oneLine(text), maxCharacters);
}

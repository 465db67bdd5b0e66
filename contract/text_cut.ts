import { validationMessages } from './errors.ts';
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

/**
 * What is wrong with the length of a text in a form, as the server will count it: space around it does not
 * count, an emoji is one. A form keeps the whole text and says so, rather than cut what was pasted.
 *
 * @param name of the field, as its label says it
 * @param maxCharacters the longest that is accepted (DEC-124)
 * @returns null when it is short enough
 */
export function lengthProblem(name: string, text: string, maxCharacters: number): string | null {
  return isLongerThan(text.trim(), maxCharacters) ? validationMessages.tooLong(name, maxCharacters) : null;
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
 * What is seen of nothing and changes how the rest is read or found: direction marks and overrides, zero width
 * spaces, soft hyphens, fillers, tags. Kept are, in front of it, what gives a sign its shape: the flags that are
 * spelt with tags, the joiner inside an emoji, joiners behind letters of scripts that are written with them,
 * and variation selectors, which choose the look of the letter before.
 */
const INVISIBLE = new RegExp(
  [
    '(\\u{1F3F4}(?:\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073}))\\u{E007F}',
    '|(?<=[\\p{Extended_Pictographic}\\u{1F3FB}-\\u{1F3FF}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})',
    `|(?<=[${['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'].map((script) => `\\p{Script=${script}}`).join('')}])[\\u200C\\u200D])`,
    '|(?!\\p{Variation_Selector})[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]',
  ].join(''),
  'gu',
);

/** A text without the signs that no one sees: two names that look alike are alike, and none turns what stands behind it around. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, (_sign, kept: string | undefined) => kept ?? '');
}

/**
 * One line: every run of space, tabs and line ends becomes one space; none at the ends. Signs that no one
 * sees are left out: in a name or title they could turn what stands behind it, or make two of one. This is the
 * rule for names and titles, whatever way they come in.
 */
export function oneLine(text: string): string {
  return withoutInvisible(text)
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

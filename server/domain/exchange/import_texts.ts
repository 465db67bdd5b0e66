import { escapeHtml } from '../../../contract/rich_text.ts';
import { textLimits } from '../../../contract/limits.ts';
import { cutAtWord, firstCharacters, isLongerThan } from '../../../contract/text_cut.ts';
import { htmlToText, RichTextRefused, sanitiseHtml } from '../../text/html.ts';
import { markdownToHtml } from './import_markdown.ts';

/** How texts of a file are to be read. */
export const TEXT_KINDS = ['plain', 'html', 'markdown'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export interface ReadText {
  text: string;
  mime: 'text/plain' | 'text/html';
}

/** An HTML text that cannot be cleaned; the sentence says why. */
export class TextRefused extends Error {}

/** Signs that no text of ours holds. */
export const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** @throws TextRefused */
function cleaned(html: string): string {
  try {
    return sanitiseHtml(html) ?? '';
  } catch (error) {
    if (error instanceof RichTextRefused)
      throw new TextRefused(`HTML that cannot be cleaned: ${error.message}`);
    throw error;
  }
}

/**
 * A text of the source in pieces that each fit: the first is the text itself, the others go on where it ends.
 * HTML that is too long becomes plain text before it is cut. Markdown becomes HTML; what cannot be read as such stays
 * as it was written.
 *
 * @param onAsWritten is told of Markdown that stays as it was written
 * @throws TextRefused for HTML that cannot be cleaned
 */
export function readPieces(
  raw: string,
  kind: TextKind,
  maxCharacters: number,
  onAsWritten: () => void = () => {},
): ReadText[] {
  const furtherCharacters = textLimits.richTextCharacters;
  if (kind !== 'plain') {
    const html = kind === 'html' ? cleaned(raw) : cleanedMarkdown(raw);
    if (html === null) {
      onAsWritten();
      return readPieces(raw, 'plain', maxCharacters);
    }
    if (!isLongerThan(html, maxCharacters)) return html === '' ? [] : [{ text: html, mime: 'text/html' }];
    return readPieces(htmlToText(html, 'mail'), 'plain', maxCharacters);
  }
  const pieces: ReadText[] = [];
  for (let rest = raw, max = maxCharacters; rest !== ''; max = furtherCharacters) {
    const piece = cutPiece(rest, max);
    rest = rest.slice(piece.length).trimStart();
    pieces.push({ text: piece.trimEnd(), mime: 'text/plain' });
  }
  return pieces;
}

/** null: it cannot be read, or what it says cannot be cleaned. */
function cleanedMarkdown(raw: string): string | null {
  const html = markdownToHtml(raw);
  if (html === null) return null;
  try {
    return cleaned(html);
  } catch (error) {
    if (error instanceof TextRefused) return null;
    throw error;
  }
}

/** The beginning of a text, up to a space when there is one near. */
function cutPiece(text: string, maxCharacters: number): string {
  if (!isLongerThan(text, maxCharacters)) return text;
  const head = firstCharacters(text, maxCharacters);
  if (/^\s/.test(text.slice(head.length))) return head;
  const border = head.search(/\s\S*$/);
  return border > head.length / 2 ? head.slice(0, border) : head;
}

/** A title that fits, and what has to stand in front of the description so that nothing of a longer one is lost. */
export function readTitle(full: string): { title: string; before: string | null } {
  const title = cutAtWord(full, textLimits.ideaTitleCharacters);
  return { title, before: title === full ? null : full };
}

/** Puts a plain paragraph in front of a text of the source. */
export function withBefore(before: string | null, raw: string, kind: TextKind): string {
  if (before === null) return raw;
  if (raw === '') return kind !== 'plain' ? `<p>${escapeHtml(before)}</p>` : before;
  if (kind === 'markdown') return `<p>${escapeHtml(before)}</p>\n\n${raw}`;
  return kind === 'html' ? `<p>${escapeHtml(before)}</p>${raw}` : `${before}\n\n${raw}`;
}

/**
 * A text as cleaned HTML, for what is stored as HTML alone.
 * @throws TextRefused
 */
export function asHtml(raw: string, kind: TextKind): string {
  if (kind === 'html') return cleaned(raw);
  const html = kind === 'markdown' ? cleanedMarkdown(raw) : null;
  if (html !== null) return html;
  return cleaned(
    raw
      .split(/\n\s*\n/)
      .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll(/\r?\n/g, '<br>')}</p>`)
      .join(''),
  );
}

/** Longest id of a source: an index holds them. */
const ID_CHARACTERS = 255;

/** What is wrong with an id of the source; null when nothing is. @param of whose it is */
export function idProblem(id: string, of: 'idea' | 'comment' | 'person'): string | null {
  if (id === '') return `no id of the ${of}`;
  if (CONTROL.test(id)) return `control characters in the id of the ${of}`;
  return id.length > ID_CHARACTERS ? `id of the ${of} of more than ${ID_CHARACTERS} characters` : null;
}

import { Marked } from 'marked';
import { escapeHtml } from '../../../contract/rich_text.ts';
import { textLimits } from '../../../contract/limits.ts';

/** Signs that may begin emphasis or a link: reading a paragraph takes time by the square of their number. */
const OPENING = /[_*~[`]/g;
const OPENING_MAX = 2_000;
/** So does a text of many lines that may underline a heading, and of many beginnings of comments. */
const UNDERLINE = /^[ \t]*[-=]+[ \t]*$/gm;
const UNDERLINE_MAX = 500;
/** And a line by the square of the blanks in it. */
const MANY_BLANKS = /[ \t]{200,}/g;

/** As the forums read it that we import from: their signs, a line end is a line end. Pictures lie elsewhere, so they become links. */
const reader = new Marked({
  async: false,
  gfm: true,
  breaks: true,
  renderer: {
    image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text === '' ? href : text)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    del({ tokens }) {
      return `~~${this.parser.parseInline(tokens)}~~`;
    },
    // there are no tables in our texts: a line for each row
    table({ header, rows }) {
      const line = (cells: typeof header): string =>
        cells.map((cell) => this.parser.parseInline(cell.tokens)).join(' | ');
      return `<p>${[`<strong>${line(header)}</strong>`, ...rows.map(line)].join('<br>')}</p>`;
    },
  },
});

/**
 * A text in Markdown as HTML, which is not safe: it holds what the text holds of HTML, and has to be cleaned.
 *
 * @returns null: too long, too deep or too intricate to be read in short time
 */
export function markdownToHtml(text: string): string | null {
  if (text.length > textLimits.richTextBytes) return null;
  if (
    (text.match(UNDERLINE)?.length ?? 0) > UNDERLINE_MAX ||
    (text.match(/<!--/g)?.length ?? 0) > OPENING_MAX
  )
    return null;
  if (text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(OPENING)?.length ?? 0) > OPENING_MAX))
    return null;
  // quotes and lists within each other are read by recursion
  if (/^[ \t]*(?:>[ \t]*){40}/m.test(text) || /^[ \t]{80,}[-*+\d]/m.test(text)) return null;
  try {
    return (reader.parse(text.replace(MANY_BLANKS, (blanks) => blanks.slice(0, 200))) as string).trim();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

import { escapeHtml } from '../../contract/rich_text.ts';
import { htmlToText } from '../text/html.ts';

/** A heading of an article, as the contents beside it name it. */
export interface Heading {
  id: string;
  text: string;
}

/**
 * The text of an article as its page shows it: its main headings stand below the page's own and can be linked to, and
 * its files are those that readers may open.
 * @param html as it is stored, cleaned
 * @param files where the files of the article are read, with a final slash
 */
export function helpText(html: string, files: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const text = html
    .replace(/<(\/?)h1\b/g, '<$1h2')
    .replace(/<h2\b([^>]*)>([\s\S]*?)<\/h2>/g, (whole, attributes: string, inside: string) => {
      const words = htmlToText(inside).trim();
      if (words === '') return whole;
      const id = `part-${headings.length + 1}`;
      headings.push({ id, text: words });
      return `<h2 id="${id}"${attributes}>${inside}</h2>`;
    })
    .replace(/(<(?:img|a)\b[^>]*?\s(?:src|href)=")\/files\//g, (_, before: string) => before + files);
  return { html: text, headings };
}

/** A size in bytes for people, such as 2.4 MB. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** A link whose address and words are no HTML. */
export const link = (address: string, words: string, attributes = ''): string =>
  `<a href="${escapeHtml(address)}"${attributes}>${escapeHtml(words)}</a>`;

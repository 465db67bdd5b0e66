import { decodeEntities, scanHtml } from '../../../contract/rich_text.ts';

/**
 * A stored text without marks, for places that show words only: previews and quotes. Blocks and line
 * breaks become line ends. Null gives ''.
 *
 * @param mimeType 'text/html', or anything else for plain text, which is given back as it is
 */
export function plainText(body: string | null, mimeType: string): string {
  if (body === null) return '';
  if (mimeType !== 'text/html') return body.trim();
  let text = '';
  for (const token of scanHtml(body)) {
    if (token.kind === 'text') text += decodeEntities(token.text);
    else if (/^(p|div|li|h[1-6]|br|pre|ul|ol)$/.test(token.name)) text += '\n';
  }
  return text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

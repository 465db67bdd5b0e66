import {
  isOwnFilePath,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_STYLES,
  scanHtml,
} from '../../../../contract/rich_text.ts';
import type { HtmlToken } from '../../../../contract/rich_text.ts';

/** Where a style waits until it can be applied through the style object. */
export const INERT_STYLE_ATTRIBUTE = 'data-es-style';

/** Start tag with the attributes that may stay; a style is renamed. */
function startTag(name: string, attributes: readonly [string, string][]): string {
  const kept = attributes
    .filter(([attribute]) => (RICH_TEXT_ATTRIBUTES as readonly string[]).includes(attribute))
    .map(([attribute, value]) => {
      const written = attribute === 'style' ? INERT_STYLE_ATTRIBUTE : attribute;
      return ` ${written}="${value.replaceAll('"', '&quot;')}"`;
    });
  return `<${name}${kept.join('')}>`;
}

/**
 * The HTML with every `style` attribute renamed and every attribute gone that rich text may not have.
 * A browser with a strict policy refuses (and reports) a style attribute or an event handler as soon
 * as it parses one, even in a document that is never shown; so this comes before any parsing.
 */
export function inertHtml(html: string): string {
  let result = '';
  for (const token of scanHtml(html)) {
    if (token.kind === 'text') result += token.text;
    else if (token.kind === 'end') result += `</${token.name}>`;
    else result += startTag(token.name, token.attributes);
  }
  return result;
}

const TABLE_TAGS = new Set(['table', 'thead', 'tbody', 'tfoot', 'colgroup', 'col', 'caption']);
const BLOCK_TAGS = new Set([
  'p',
  'div',
  'br',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
]);

/** What a tag of a table becomes, which rich text has none of: a row is a paragraph, a bar stands between its cells. Null: it is no such tag. */
function tableReader(): (kind: 'start' | 'end', name: string) => string | null {
  let cells = 0;
  let isInCell = false;
  return (kind, name) => {
    if (TABLE_TAGS.has(name)) return name === 'caption' ? (kind === 'start' ? '<p>' : '</p>') : '';
    if (name === 'tr') {
      isInCell = false;
      cells = 0;
      return kind === 'start' ? '<p>' : '</p>';
    }
    if (name === 'td' || name === 'th') {
      isInCell = kind === 'start';
      if (kind === 'end') return '';
      cells += 1;
      return cells === 1 ? '' : ' | ';
    }
    // a cell is one line
    return isInCell && BLOCK_TAGS.has(name) ? ' ' : null;
  };
}

/** Elements without words of their own: an office program sends its style sheet along, which the page's policy would refuse. */
const WORDLESS_TAGS = new Set([
  'style',
  'script',
  'title',
  'iframe',
  'xmp',
  'noembed',
  'noframes',
  'textarea',
  'select',
  'optgroup',
  'meta',
  'link',
  'base',
]);
/** Elements that stand on lines of their own and that the editor takes for a part of the line. */
const LINE_TAGS = new Set(['summary', 'legend', 'option']);
const STANDS_ALONE = /(?:^|;)\s*display:\s*(?:block|flex|grid|table|list-item)(?![\w-])/i;
/** The element that makes the editor begin a line and that a browser allows within a paragraph. */
const LINE = 'output';

/** A tag whose element is not taken, as what keeps the words beside it apart; null: it is no such tag. */
function replacementOf(token: Exclude<HtmlToken, { kind: 'text' }>): string | null {
  if (WORDLESS_TAGS.has(token.name)) return '';
  if (token.name === 'hr') return '<br>';
  if (token.name === 'button') return ' ';
  if (LINE_TAGS.has(token.name)) return token.kind === 'start' ? `<${LINE}>` : `</${LINE}>`;
  if (token.name !== 'img' || token.kind === 'end') return null;
  const valueOf = (name: string): string =>
    token.attributes.find(([attribute]) => attribute === name)?.[1] ?? '';
  // someone else's picture is not taken; what stands for it is
  return isOwnFilePath(valueOf('src')) ? null : ` ${valueOf('alt').trim().replaceAll('<', '&lt;')} `;
}

/**
 * HTML from the clipboard, without its styles: what word processors write as a style and not as a tag
 * (bold, italic, underlined) becomes the tag, and a bold tag that says it is not bold becomes none. A table becomes
 * a paragraph for each row. What is not taken leaves its words behind, apart from those beside it: pictures, rules,
 * lines made by a style, and links that touch each other and lead to different places.
 */
export function pastedHtml(html: string): string {
  let result = '';
  const tableTag = tableReader();
  /** End tags that wait for the end of an element whose tag was changed. */
  const open: { name: string; end: string }[] = [];
  /** Address of the link that was the last to hold text; null when text stands behind it. */
  let touched: string | null = null;
  let address: string | null = null;
  for (const token of scanHtml(html)) {
    const ofTable = token.kind === 'text' ? null : (tableTag(token.kind, token.name) ?? replacementOf(token));
    if (token.kind !== 'text' && token.name === 'a') {
      if (token.kind === 'end') {
        touched = address ?? touched;
        address = null;
      } else {
        address = token.attributes.find(([attribute]) => attribute === 'href')?.[1] ?? '';
        // word processors cut one link into several where its looks change: those belong together
        if (touched !== null && touched !== address) result += ' ';
        touched = null;
      }
    } else if (token.kind === 'text' && address === null) touched = null;
    if (token.kind === 'text') result += token.text;
    else if (ofTable !== null) result += ofTable;
    else if (token.kind === 'end') {
      const last = open[open.length - 1];
      if (last !== undefined && last.name === token.name) {
        open.pop();
        result += last.end;
      } else if (token.name !== 'span' && token.name !== 'b') result += `</${token.name}>`;
    } else if (token.name === 'span' || token.name === 'b') {
      const style = token.attributes.find(([attribute]) => attribute === 'style')?.[1] ?? '';
      const weight = /font-weight:\s*([a-z0-9]+)/i.exec(style)?.[1];
      const isBold = weight === undefined ? token.name === 'b' : weight === 'bold' || Number(weight) >= 600;
      const tags = [
        ...(isBold ? ['b'] : []),
        ...(/font-style:\s*italic/i.test(style) ? ['i'] : []),
        ...(/text-decoration[a-z-]*:[^;]*underline/i.test(style) ? ['u'] : []),
      ];
      const rest = token.attributes.filter(([attribute]) => attribute !== 'style');
      const isChip = token.name === 'span' && rest.some(([attribute]) => attribute === 'value');
      if (!isChip && STANDS_ALONE.test(style)) tags.unshift(LINE);
      result += isChip ? startTag('span', rest) : tags.map((tag) => `<${tag}>`).join('');
      open.push({
        name: token.name,
        end: isChip
          ? '</span>'
          : tags
              .toReversed()
              .map((tag) => `</${tag}>`)
              .join(''),
      });
    } else {
      result += startTag(
        token.name,
        token.attributes.filter(([attribute]) => attribute !== 'style'),
      );
    }
  }
  return result;
}

/** The declarations of a style text that are on the allow-list (DEC-125): property and value. */
export function allowedStyles(style: string): [property: string, value: string][] {
  return style.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    if (colon < 0) return [];
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    const pattern = Object.hasOwn(RICH_TEXT_STYLES, property) ? RICH_TEXT_STYLES[property] : undefined;
    return pattern !== undefined && pattern.test(value) ? [[property, value]] : [];
  });
}

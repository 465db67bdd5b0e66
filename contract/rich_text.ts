import { richTextMessages } from './errors.ts';
import { textLimits } from './limits.ts';

/**
 * Rules of rich text (specification lines 390-396). They need no DOM, so that the editor, the
 * forms and the server share them; every function here takes time in proportion to the text.
 * Cleaning itself is server/text/html.ts.
 */

/** Tags that stay (VALID-010). */
export const RICH_TEXT_TAGS = [
  'p',
  'div',
  'pre',
  'code',
  'br',
  'b',
  'i',
  'u',
  'strong',
  'em',
  'img',
  'ul',
  'ol',
  'li',
  'span',
  'a',
  'h1',
  'h2',
  'h3',
] as const;

/** Attributes that stay (VALID-011). */
export const RICH_TEXT_ATTRIBUTES = [
  'href',
  'target',
  'rel',
  'src',
  'alt',
  'class',
  'style',
  'data-list',
  'start',
  'value',
] as const;

/** Attributes that make sense on one element only, and are removed elsewhere. */
export const RICH_TEXT_ATTRIBUTE_OWNERS: Readonly<Record<string, string>> = {
  href: 'a',
  target: 'a',
  rel: 'a',
  src: 'img',
  alt: 'img',
};

const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|rgba|hsl|hsla)\([\d\s.,%/deg-]{1,40}\))$/i;

/** CSS properties that stay, each with the form of its value; no url(), no variables (DEC-125). */
export const RICH_TEXT_STYLES: Readonly<Record<string, RegExp>> = {
  color: COLOR,
  'background-color': COLOR,
  'text-align': /^(?:left|right|center|justify|start|end)$/i,
  'font-weight': /^(?:normal|bold|bolder|lighter|[1-9]00)$/i,
  'font-size':
    /^(?:(?:[1-9]|[1-6]\d|7[0-2])(?:\.\d{1,3})?(?:px|pt)|(?:[0-3](?:\.\d{1,3})?)(?:em|rem)|(?:[5-9]\d|[12]\d\d)%|(?:x-|xx-)?(?:small|large)|medium|smaller|larger)$/i,
};

/** Protocols of links. */
export const RICH_TEXT_PROTOCOLS = ['http:', 'https:', 'mailto:'] as const;

/** Classes that stay begin with this, so that stored text cannot borrow the look of the console. */
export const RICH_TEXT_CLASS_PREFIX = 'es-';

/** Every link gets this, whatever it came with. */
export const RICH_TEXT_LINK_REL = 'noopener noreferrer nofollow';

/** Class of a mention; the user's id stands in `value`, since data-id is not on the list. */
export const MENTION_CLASS = 'es-mention';

/** Own attachments, and nothing else, are shown as images. */
const OWN_FILE =
  /^\/files\/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,200}(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~%-]{0,255})?(?:\?[A-Za-z0-9=&._~%-]{0,300})?$/;

/** Is the address one of an own attachment? */
export function isOwnFilePath(address: string): boolean {
  return OWN_FILE.test(address);
}

/** May a link lead to this address? http, https, mailto and own attachments (DEC-125). */
export function isAllowedLink(address: string): boolean {
  if (address.length > textLimits.urlCharacters) return false;
  if (isOwnFilePath(address)) return true;
  // Browsers skip control characters and space when they look for the protocol: java\nscript:
  const start = address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, '');
  const protocol = /^([a-z][a-z0-9+.-]*:)/i.exec(start)?.[1]?.toLowerCase();
  return protocol !== undefined && (RICH_TEXT_PROTOCOLS as readonly string[]).includes(protocol);
}

// ---------------------------------------------------------------------------------------------
// Scanning

/** A piece of HTML. Texts and attribute values are as written, entities and all. */
export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'start'; name: string; attributes: [name: string, value: string][] }
  | { kind: 'end'; name: string };

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
/** An element of these inside one of the same name closes that one first. */
const SELF_CLOSING_SIBLINGS = new Set(['p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'option']);

const LETTER = /[a-zA-Z]/;
const NAME_END = /[\s/>]/g;
const ATTRIBUTE_NAME_END = /[\s/>=]/g;
const NOT_SPACE = /[^\s/]/g;
const NOT_BLANK = /\S/g;
const VALUE_END = /[\s>]/g;

/** Position of the first match at or after `from`; the length of the text when there is none. */
function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/**
 * The pieces of an HTML text, in order. Comments and declarations are left out, the content of
 * script, style and the like comes as no text. Never throws; each character is looked at a fixed
 * number of times, whatever is left open.
 */
export function* scanHtml(html: string): Generator<HtmlToken, void, undefined> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) {
      yield { kind: 'text', text: html.slice(at) };
      return;
    }
    const next = html[open + 1] ?? '';
    const isTag = LETTER.test(next) || (next === '/' && LETTER.test(html[open + 2] ?? ''));
    const isDeclaration = next === '!' || next === '?' || next === '/';
    if (!isTag && !isDeclaration) {
      yield { kind: 'text', text: html.slice(at, open + 1) };
      at = open + 1;
      continue;
    }
    if (open > at) yield { kind: 'text', text: html.slice(at, open) };

    if (!isTag) {
      const isComment = html.startsWith('<!--', open);
      const end = isComment ? html.indexOf('-->', open + 4) : html.indexOf('>', open + 2);
      if (end === -1) return;
      at = end + (isComment ? 3 : 1);
      continue;
    }

    if (next === '/') {
      const nameEnd = find(NAME_END, html, open + 2);
      yield { kind: 'end', name: html.slice(open + 2, nameEnd).toLowerCase() };
      const close = html.indexOf('>', nameEnd);
      if (close === -1) return;
      at = close + 1;
      continue;
    }

    const nameEnd = find(NAME_END, html, open + 1);
    const name = html.slice(open + 1, nameEnd).toLowerCase();
    const attributes: [string, string][] = [];
    at = nameEnd;
    for (;;) {
      at = find(NOT_SPACE, html, at);
      if (at >= html.length || html[at] === '>') break;
      // A name may begin with "=", else it would never end.
      const attributeEnd = find(ATTRIBUTE_NAME_END, html, at + 1);
      const attribute = html.slice(at, attributeEnd).toLowerCase();
      at = find(NOT_BLANK, html, attributeEnd);
      let value = '';
      if (html[at] === '=') {
        at = find(NOT_BLANK, html, at + 1);
        const quote = html[at];
        if (quote === '"' || quote === "'") {
          const end = html.indexOf(quote, at + 1);
          value = html.slice(at + 1, end === -1 ? html.length : end);
          at = end === -1 ? html.length : end + 1;
        } else {
          const end = find(VALUE_END, html, at);
          value = html.slice(at, end);
          at = end;
        }
      }
      attributes.push([attribute, value]);
    }
    // A tag that never ends is dropped, as browsers do.
    if (at >= html.length) return;
    at++;
    yield { kind: 'start', name, attributes };

    if (RAW.has(name)) {
      const close = find(new RegExp(`</${name}(?=[\\s/>])`, 'gi'), html, at);
      if (close === html.length) return;
      at = close;
    }
  }
}

/**
 * What is wrong with a rich text as it arrives: more than 256 KB, nested deeper than 100 levels,
 * an element with more than 100 attributes. Asked before anything else touches the text.
 *
 * @returns null when nothing is
 */
export function richTextProblem(html: string): string | null {
  const { richTextBytes, richTextDepth, richTextAttributesPerElement } = textLimits;
  const isTooLarge =
    html.length > richTextBytes ||
    (html.length * 3 > richTextBytes && new TextEncoder().encode(html).length > richTextBytes);
  if (isTooLarge) return richTextMessages.richTextTooLong(richTextBytes / 1024);

  const open: string[] = [];
  for (const token of scanHtml(html)) {
    if (token.kind === 'end') {
      const index = open.lastIndexOf(token.name);
      if (index !== -1) open.length = index;
    } else if (token.kind === 'start') {
      if (token.attributes.length > richTextAttributesPerElement) {
        return richTextMessages.richTextTooManyAttributes(richTextAttributesPerElement);
      }
      if (VOID.has(token.name)) continue;
      if (SELF_CLOSING_SIBLINGS.has(token.name) && open.at(-1) === token.name) open.pop();
      open.push(token.name);
      if (open.length > richTextDepth) return richTextMessages.richTextTooDeep(richTextDepth);
    }
  }
  return null;
}

// ---------------------------------------------------------------------------------------------
// Text and emptiness

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  shy: '\u00ad',
  zwnj: '\u200c',
  zwj: '\u200d',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  times: '×',
  divide: '÷',
  plusmn: '±',
  frac12: '½',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
};

/** A text with its entities read: the usual names, decimal and hexadecimal numbers; others stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})(?!\d)|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,8}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) {
        // A name without its semicolon may be part of an address: ?a=1&copy=2.
        return whole.endsWith(';') && Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
      }
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

/** Text that means itself in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) =>
    mark === '&'
      ? '&amp;'
      : mark === '<'
        ? '&lt;'
        : mark === '>'
          ? '&gt;'
          : mark === '"'
            ? '&quot;'
            : '&#39;',
  );
}

/** Plain text as rich text: a blank line parts paragraphs, a single one breaks the line. */
export function htmlOfText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('');
}

/** Space of all kinds, also the kinds that have no width. */
const BLANK = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * Is there nothing to read or see? Blank, a lone line break, or no text, no image and no styled or
 * classed element (VALID-012..015).
 */
export function isEmptyHtml(html: string | null | undefined): boolean {
  if (html === null || html === undefined) return true;
  for (const token of scanHtml(html)) {
    if (token.kind === 'text') {
      if (decodeEntities(token.text).replace(BLANK, '') !== '') return false;
    } else if (token.kind === 'start' && token.name !== 'br') {
      // A line break counts for nothing, even one that an editor has put a class on.
      if (token.name === 'img') return false;
      for (const [name, value] of token.attributes) {
        if ((name === 'style' || name === 'class') && value.trim() !== '') return false;
      }
    }
  }
  return true;
}

/** The value that is sent and stored: null for empty content (VALID-016). */
export function htmlOrNull(html: string | null | undefined): string | null {
  return isEmptyHtml(html) ? null : (html ?? null);
}

// ---------------------------------------------------------------------------------------------
// Mentions

/** A name as a chip shows it: without leading @, trimmed (VALID-018). */
export function mentionName(name: string): string {
  return name.replace(/^[\s@]+/, '').trimEnd();
}

/**
 * A mention as it is stored (VALID-017).
 *
 * @throws RangeError when the id is no id
 */
export function mentionChip(user: { id: string; name: string }): string {
  if (!/^\d{1,19}$/.test(user.id)) throw new RangeError('A mention needs the id of a user');
  return `<span class="${MENTION_CLASS}" value="${user.id}">${escapeHtml(mentionName(user.name))}</span>`;
}

/** Ids of the users that a text mentions, each once, in the order of their first mention. */
export function mentionedUserIds(html: string | null | undefined): string[] {
  const ids = new Set<string>();
  for (const token of scanHtml(html ?? '')) {
    if (token.kind !== 'start' || token.name !== 'span') continue;
    const attributes = new Map(token.attributes);
    const value = attributes.get('value') ?? '';
    const isChip = (attributes.get('class') ?? '').split(/\s+/).includes(MENTION_CLASS);
    if (isChip && /^\d{1,19}$/.test(value)) ids.add(value);
  }
  return [...ids];
}

// ---------------------------------------------------------------------------------------------
// Lists

type Element = { name: string; attributes: [string, string][]; children: Node[] };
type Node = string | Element;

/** A tree of the text. Tags left open are closed at the end of their parent. */
function parse(html: string): Node[] {
  const root: Element = { name: '', attributes: [], children: [] };
  const open: Element[] = [root];
  const top = () => open.at(-1) ?? root;
  for (const token of scanHtml(html)) {
    if (token.kind === 'text') {
      top().children.push(token.text);
    } else if (token.kind === 'end') {
      const index = open.findLastIndex((element) => element.name === token.name);
      if (index > 0) open.length = index;
    } else {
      if (SELF_CLOSING_SIBLINGS.has(token.name) && top().name === token.name) open.pop();
      const element: Element = { name: token.name, attributes: token.attributes, children: [] };
      top().children.push(element);
      if (!VOID.has(token.name)) open.push(element);
    }
  }
  return root.children;
}

/** The tree as text again. */
function write(nodes: readonly Node[]): string {
  let html = '';
  for (const node of nodes) {
    if (typeof node === 'string') {
      html += node;
      continue;
    }
    const attributes = node.attributes
      .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
      .join('');
    if (VOID.has(node.name)) html += `<${node.name}${attributes} />`;
    else html += `<${node.name}${attributes}>${write(node.children)}</${node.name}>`;
  }
  return html;
}

/** Own mark of an item's level, and the one that editors with flat lists write. */
const INDENT_CLASS = /^(?:es|ql)-indent-([1-8])$/;

/** The value of an attribute; null when the element has none. */
function attributeOf(element: Element, name: string): string | null {
  return element.attributes.find(([attribute]) => attribute === name)?.[1] ?? null;
}

/** How deep an editor with flat lists meant the item to be: class indent-1 to 8; 0 without. */
function indentOf(item: Element): number {
  for (const name of (attributeOf(item, 'class') ?? '').split(/\s+/)) {
    const level = INDENT_CLASS.exec(name)?.[1];
    if (level) return Number(level);
  }
  return 0;
}

const isListItem = (node: Node): node is Element => typeof node !== 'string' && node.name === 'li';

/** Does the list need to be built again? */
function isFlagged(list: Element): boolean {
  if (list.name !== 'ol' && list.name !== 'ul') return false;
  const items = list.children.filter(isListItem);
  if (items.some((item) => indentOf(item) > 0)) return true;
  const isBullet = (element: Element) => attributeOf(element, 'data-list') === 'bullet';
  return list.name === 'ol' && (isBullet(list) || items.some(isBullet));
}

/** Items of a list; what stands between them joins the item before it. */
function itemsOf(list: Element): Element[] {
  const items: Element[] = [];
  for (const child of list.children) {
    if (isListItem(child)) items.push(child);
    else if (typeof child === 'string' && child.trim() === '') continue;
    else if (items.length > 0) items.at(-1)?.children.push(child);
    else items.push({ name: 'li', attributes: [], children: [child] });
  }
  return items;
}

/** The attributes of an item without the marks that the list's own tag now expresses. */
function plainItemAttributes(item: Element): [string, string][] {
  const result: [string, string][] = [];
  for (const [name, value] of item.attributes) {
    if (name === 'data-list' && (value === 'bullet' || value === 'ordered')) continue;
    if (name === 'class') {
      const classes = value.split(/\s+/).filter((text) => text !== '' && !INDENT_CLASS.test(text));
      if (classes.length > 0) result.push([name, classes.join(' ')]);
      continue;
    }
    result.push([name, value]);
  }
  return result;
}

/** The lists that stand for a flagged one: neighbours of one kind together, deeper ones inside. */
function rebuilt(list: Element): Element[] {
  const result: Element[] = [];
  /** The list that is being filled on each level. */
  const levels: Element[] = [];
  const listKind = attributeOf(list, 'data-list') ?? (list.name === 'ul' ? 'bullet' : 'ordered');
  const attributes = list.attributes.filter(([name]) => name !== 'data-list' && name !== 'start');
  const start = list.attributes.filter(([name]) => name === 'start');

  for (const item of itemsOf(list)) {
    const tag = (attributeOf(item, 'data-list') ?? listKind) === 'bullet' ? 'ul' : 'ol';
    const level = Math.min(indentOf(item), levels.length);
    levels.length = Math.min(levels.length, level + 1);
    let target = levels[level];
    if (target?.name !== tag) {
      const isFirst = result.length === 0 && tag === 'ol';
      target = { name: tag, attributes: isFirst ? [...attributes, ...start] : [...attributes], children: [] };
      const above = levels[level - 1]?.children.at(-1);
      if (above === undefined || typeof above === 'string') result.push(target);
      else above.children.push(target);
      levels[level] = target;
    }
    target.children.push({ name: 'li', attributes: plainItemAttributes(item), children: item.children });
  }
  return result;
}

/** The nodes with every flagged list replaced, from the inside out. */
function withRealLists(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node];
    const element: Element = { ...node, children: withRealLists(node.children) };
    return isFlagged(element) ? rebuilt(element) : [element];
  });
}

/**
 * Ordered lists flagged as bullet lists become real bullet lists (VALID-009, DEC-190): items with
 * data-list="bullet" inside an ol, neighbours of one kind grouped, nested levels kept, whether
 * they are nested lists or flat items with an indent class. Everything else stays as it is, and a
 * text without such lists comes back unchanged; so does one that richTextProblem refuses.
 */
export function realBulletLists(html: string): string {
  if (!/data-list|(?:es|ql)-indent-/i.test(html) || richTextProblem(html) !== null) return html;
  const nodes = parse(html);
  const hasFlagged = (list: readonly Node[]): boolean =>
    list.some((node) => typeof node !== 'string' && (isFlagged(node) || hasFlagged(node.children)));
  return hasFlagged(nodes) ? write(withRealLists(nodes)) : html;
}

/**
 * The text with each mention showing the name of the person whose id it carries, whatever it said; a
 * mention of someone who is not among `names` becomes plain text. So a chip cannot pretend to be
 * someone else (VALID-017, VALID-018).
 *
 * @param names id -> name
 */
export function withMentionNames(html: string, names: ReadonlyMap<string, string>): string {
  if (!html.includes(MENTION_CLASS) || richTextProblem(html) !== null) return html;
  const named = (nodes: readonly Node[]): Node[] =>
    nodes.map((node): Node => {
      if (typeof node === 'string') return node;
      const children = named(node.children);
      const isChip =
        node.name === 'span' && (attributeOf(node, 'class') ?? '').split(/\s+/).includes(MENTION_CLASS);
      if (!isChip) return { ...node, children };
      const id = attributeOf(node, 'value') ?? '';
      const name = names.get(id);
      if (name === undefined) return { ...node, attributes: [], children };
      return {
        name: 'span',
        attributes: [
          ['class', MENTION_CLASS],
          ['value', id],
        ],
        children: [escapeHtml(mentionName(name))],
      };
    });
  return write(named(parse(html)));
}

import sanitize from 'sanitize-html';
import {
  decodeEntities,
  htmlOrNull,
  isAllowedLink,
  isOwnFilePath,
  realBulletLists,
  RICH_TEXT_ATTRIBUTE_OWNERS,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_CLASS_PREFIX,
  RICH_TEXT_LINK_REL,
  RICH_TEXT_STYLES,
  RICH_TEXT_TAGS,
  richTextProblem,
  scanHtml,
} from '../../contract/rich_text.ts';

/** A rich text that is too large or too deep to be looked at; the message can be shown. */
export class RichTextRefused extends Error {
  override name = 'RichTextRefused';
}

/** Tags that go, with what they mean kept as far as the list of tags allows. */
const REPLACED_TAGS: Readonly<Record<string, string>> = {
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  ...Object.fromEntries(
    'blockquote section article header footer main aside figure figcaption address center dl dt dd tr caption'
      .split(' ')
      .map((name) => [name, 'div']),
  ),
};

/** Tags whose content is no text that anyone wrote for readers. */
const TAGS_WITHOUT_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'select',
  'xmp',
  'noscript',
  'title',
  'template',
  'iframe',
  'noembed',
  'noframes',
  'object',
  'audio',
  'video',
  'svg',
  'math',
];

const OWN_CLASS = new RegExp(`^${RICH_TEXT_CLASS_PREFIX}[a-z0-9-]{1,40}$`);
const INDENT_CLASS = /^ql-(indent-[1-8])$/;
const MAX_ALT_CHARACTERS = 255;
const MAX_STYLE_CHARACTERS = 1_000;

/** The classes that stay, joined; null when none does. */
function cleanClass(value: string, tag: string): string | null {
  const kept = value
    .split(/\s+/)
    // The level of an item in a flat list is kept until the list is built (contract/rich_text.ts).
    .map((name) => (tag === 'li' ? name.replace(INDENT_CLASS, `${RICH_TEXT_CLASS_PREFIX}$1`) : name))
    .filter((name) => OWN_CLASS.test(name));
  return kept.length > 0 ? [...new Set(kept)].join(' ') : null;
}

/** The declarations that stay, joined; null when none does. */
function cleanStyle(value: string): string | null {
  if (value.length > MAX_STYLE_CHARACTERS) return null;
  const kept: string[] = [];
  // The forms of allowed values hold neither quotes nor escapes nor comments, so that splitting at
  // every semicolon can only lose a declaration, never let one in.
  for (const declaration of value.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const setting = declaration.slice(colon + 1).trim();
    if (colon > 0 && Object.hasOwn(RICH_TEXT_STYLES, property) && RICH_TEXT_STYLES[property]?.test(setting)) {
      kept.push(`${property}:${setting}`);
    }
  }
  return kept.length > 0 ? kept.join(';') : null;
}

/** The value of an attribute as it may stay; null when it goes. */
function cleanAttribute(tag: string, name: string, value: string): string | null {
  if (!(RICH_TEXT_ATTRIBUTES as readonly string[]).includes(name)) return null;
  const owner = RICH_TEXT_ATTRIBUTE_OWNERS[name];
  if (owner !== undefined && owner !== tag) return null;
  switch (name) {
    case 'href':
      return isAllowedLink(value.trim()) ? value.trim() : null;
    case 'src':
      return isOwnFilePath(value.trim()) ? value.trim() : null;
    case 'target':
      return value === '_blank' ? value : null;
    case 'alt':
      return [...value].slice(0, MAX_ALT_CHARACTERS).join('');
    case 'class':
      return cleanClass(value, tag);
    case 'style':
      return cleanStyle(value);
    case 'data-list':
      return /^(?:bullet|ordered|checked|unchecked)$/.test(value) ? value : null;
    case 'start':
      return /^\d{1,6}$/.test(value) ? value : null;
    case 'value':
      return /^\d{1,19}$/.test(value) ? value : null;
    default:
      // rel is forced below, whatever came.
      return null;
  }
}

/** A tag as it may stay. An image that is no own attachment keeps nothing, and is removed after. */
function cleanTag(name: string, attributes: Record<string, string>): sanitize.Tag {
  const tagName = Object.hasOwn(REPLACED_TAGS, name) ? (REPLACED_TAGS[name] ?? name) : name;
  const attribs: Record<string, string> = {};
  for (const [attribute, value] of Object.entries(attributes)) {
    const clean = cleanAttribute(tagName, attribute, value);
    if (clean !== null) attribs[attribute] = clean;
  }
  if (tagName === 'img' && attribs.src === undefined) return { tagName, attribs: {} };
  if (tagName === 'a' && attribs.href !== undefined) attribs.rel = RICH_TEXT_LINK_REL;
  if (tagName === 'a' && attribs.href === undefined) delete attribs.target;
  return { tagName, attribs };
}

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: { '*': [...RICH_TEXT_ATTRIBUTES] },
  // A second look at addresses, after our own.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  // Our own rule knows the few properties; a CSS parser would only be one more thing to attack.
  parseStyleAttributes: false,
  nonTextTags: TAGS_WITHOUT_TEXT,
  transformTags: { '*': cleanTag },
  // Cells go, and their texts must not run into one another.
  textFilter: (text, tag) => (tag === 'td' || tag === 'th' ? `${text} ` : text),
};

/**
 * Cleans rich text on its way in (VALID-009..011, DEC-125): only the tags and attributes of the
 * specification stay, links to http, https, mailto and own attachments, images of own attachments,
 * classes with our prefix, a few style properties, a fixed rel on every link; ordered lists flagged
 * as bullets become bullet lists. Cleaning what is clean changes nothing.
 *
 * @returns null when nothing is left that can be read or seen (VALID-016)
 * @throws RichTextRefused when the text is too large, too deep, or has too many attributes; asked
 *   before the text is touched, because cleaning such input could stop the process for minutes
 */
export function sanitiseHtml(html: string): string | null {
  const problem = richTextProblem(html);
  if (problem !== null) throw new RichTextRefused(problem);
  // PostgreSQL stores no NUL in a text.
  const clean = sanitize(html.replaceAll('\u0000', ''), OPTIONS).replaceAll('<img />', '');
  const result = realBulletLists(clean);
  // The cleaner and our scanner may read broken input differently: what is stored is measured too.
  const remaining = richTextProblem(result);
  if (remaining !== null) throw new RichTextRefused(remaining);
  return htmlOrNull(result);
}

const BLOCKS = new Set([
  'p',
  'div',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'table',
  'tr',
  'section',
  'article',
  'header',
  'footer',
  'hr',
  'dl',
  'dt',
  'dd',
  'figure',
]);

/**
 * The text of a rich text.
 *
 * 'search': words only, one space between blocks; for full text, excerpts and comparisons.
 * 'mail': lines as a plain-text mail has them: paragraphs apart by an empty line, list items with
 * a dash or their number, the address of a link behind its text.
 *
 * @param html null reads as empty
 */
export function htmlToText(html: string | null | undefined, purpose: 'search' | 'mail' = 'search'): string {
  if (!html) return '';
  const isMail = purpose === 'mail';
  const parts: string[] = [];
  /** Open lists: the number of the next item, or null for a dash. */
  const lists: (number | null)[] = [];
  const links: { address: string; from: number }[] = [];
  let preformatted = 0;
  /** Line ends at the end of what is written so far; the beginning counts as after a paragraph. */
  let lineEnds = 2;
  /** Nothing has been written since the mark of a list item. */
  let isAfterMark = false;

  const write = (text: string) => {
    parts.push(text);
    if (text.trim() === '') return;
    lineEnds = 0;
    isAfterMark = false;
  };
  const breakLine = (wanted: number) => {
    for (; lineEnds < wanted; lineEnds++) parts.push('\n');
    isAfterMark = false;
  };
  const breakBlock = () => {
    // An item's first paragraph stands behind its mark, not below it.
    if (!isAfterMark) breakLine(lists.length > 0 ? 1 : 2);
  };

  for (const token of scanHtml(html)) {
    if (token.kind === 'text') {
      const decoded = decodeEntities(token.text);
      write(preformatted > 0 ? decoded : decoded.replace(/[\s\u00a0]+/g, ' '));
      continue;
    }
    const { name } = token;
    const attribute = (wanted: string) =>
      token.kind === 'start' ? decodeEntities(new Map(token.attributes).get(wanted) ?? '') : '';

    if (name === 'br') {
      breakLine(lineEnds + 1);
    } else if (name === 'li') {
      if (token.kind === 'end') continue;
      breakLine(1);
      if (!isMail) continue;
      const number = lists.at(-1) ?? null;
      if (number !== null) lists[lists.length - 1] = number + 1;
      write(`${'  '.repeat(Math.max(0, lists.length - 1))}${number === null ? '-' : `${number}.`} `);
      isAfterMark = true;
    } else if (name === 'ul' || name === 'ol') {
      if (token.kind === 'start') {
        breakBlock();
        const start = Number(attribute('start') || 1);
        lists.push(name === 'ul' ? null : Number.isSafeInteger(start) ? start : 1);
      } else {
        lists.pop();
        breakBlock();
      }
    } else if (BLOCKS.has(name)) {
      breakBlock();
      if (name === 'pre') preformatted = Math.max(0, preformatted + (token.kind === 'start' ? 1 : -1));
    } else if (name === 'td' || name === 'th') {
      write(' ');
    } else if (name === 'img') {
      const alt = attribute('alt').trim();
      if (alt !== '') write(isMail ? `[${alt}]` : ` ${alt} `);
    } else if (name === 'a' && isMail) {
      if (token.kind === 'start') {
        links.push({ address: attribute('href'), from: parts.length });
        continue;
      }
      const link = links.pop();
      if (!link || link.address === '') continue;
      const shown = parts.slice(link.from).join('').trim();
      if (shown !== link.address && `mailto:${shown}` !== link.address) write(` (${link.address})`);
    }
  }

  const text = parts.join('');
  if (!isMail) return text.replace(/[\s\u00a0\u200b]+/g, ' ').trim();
  return text
    .split('\n')
    .map((line) => {
      // Only the space before a list item means something.
      const isItem = /^ *(?:-|\d+\.) /.test(line);
      return isItem ? line.trimEnd() : line.trim();
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

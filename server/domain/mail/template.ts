import {
  decodeEntities,
  escapeHtml,
  isAllowedLink,
  isOwnFilePath,
  RICH_TEXT_STYLES,
  RICH_TEXT_TAGS,
  scanHtml,
} from '../../../contract/rich_text.ts';
import { htmlToText } from '../../text/html.ts';
import {
  MAIL_BREAK,
  MAIL_COLORS,
  mailButton,
  mailHeading,
  mailKicker,
  mailPage,
  mailRow,
} from '../../text/mail_page.ts';
import type { MailContent } from './content.ts';

/** What mail about ideas holds: status, text, files, thumbs. A plain-text part says the same. */

/** Addresses that differ from mail to mail, and what goes around the content. */
export interface MailFrame {
  /** name of the workspace */
  workspace: string;
  /** who writes; null: the workspace itself */
  author: string | null;
  /** small line over the heading */
  kicker: string;
  /** why the person gets this mail */
  because: string;
  /** files that hang on what is told, with their size in words */
  files: readonly { id: string; name: string; size: string }[];
  /** thumbs can be given */
  hasReactions: boolean;
  /** the mail can be switched off by a link */
  canUnsubscribe: boolean;
  /** the first look at it is counted */
  isTracked: boolean;
}

/** Makes the addresses of one mail. */
export interface MailAddresses {
  /** of a link in the text, tracked or as it is */
  link(url: string): string;
  file(attachment_id: string): string;
  /** of a picture of our own in the text, by the token in its path; null: not shown */
  picture(token: string): string | null;
  up: string;
  down: string;
  /** of the page that asks for a rating, with this one chosen */
  rate(score: number): string;
  unsubscribe: string;
  open: string;
}

/** Whether letters on a background are better black or white (relative luminance of WCAG). */
export function letterColor(hex: string): '#000000' | '#ffffff' {
  const channel = (start: number): number => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return luminance > 0.179 ? '#000000' : '#ffffff';
}

const { quiet: QUIET, line: LINE, link: LINK } = MAIL_COLORS;

/** Looks of the elements of rich text. */
const STYLES: Readonly<Record<string, string>> = {
  p: 'margin:0 0 14px',
  div: 'margin:0 0 14px',
  h1: 'margin:22px 0 10px;font-size:21px;line-height:1.3',
  h2: 'margin:20px 0 8px;font-size:18px;line-height:1.3',
  h3: 'margin:18px 0 8px;font-size:16px;line-height:1.3',
  ul: 'margin:0 0 14px;padding-inline-start:24px',
  ol: 'margin:0 0 14px;padding-inline-start:24px',
  li: 'margin:0 0 4px',
  pre: `margin:0 0 14px;padding:10px 12px;background-color:#f3f4f6;border-radius:6px;white-space:pre-wrap;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;${MAIL_BREAK}`,
  code: 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:0.92em',
  a: `color:${LINK};text-decoration:underline;${MAIL_BREAK}`,
  hr: `border:0;border-top:1px solid ${LINE};margin:18px 0`,
  img: 'max-width:100%;height:auto;border-radius:6px',
};
const VOID = new Set(['br', 'hr', 'img']);
/** Classes that the dark colours of the head name. */
const CLASSES: Readonly<Record<string, string>> = { a: 'k', pre: 'c' };
const KEPT_ATTRIBUTES = ['start'];
const TAGS: ReadonlySet<string> = new Set(RICH_TEXT_TAGS);

/** Declarations of a style attribute that rich text may hold. */
function keptStyle(style: string | undefined): string {
  return (style ?? '')
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()) as [string, string?])
    .filter(
      ([property, value]) =>
        value !== undefined &&
        Object.hasOwn(RICH_TEXT_STYLES, property) &&
        RICH_TEXT_STYLES[property]!.test(value),
    )
    .map(([property, value]) => `${property}:${value}`)
    .join(';');
}

/**
 * Cleaned rich text as mail programs show it: styles inline, addresses absolute, nothing else.
 * Every text and value is written again, so that only what is named here can come out.
 */
export function mailBody(html: string, addresses: Pick<MailAddresses, 'link' | 'picture'>): string {
  const parts: string[] = [];
  const open: string[] = [];
  for (const token of scanHtml(html)) {
    if (token.kind === 'text') {
      parts.push(escapeHtml(decodeEntities(token.text)));
      continue;
    }
    const { name } = token;
    if (!TAGS.has(name)) continue;
    if (token.kind === 'end') {
      const at = open.lastIndexOf(name);
      if (at < 0) continue;
      for (const inner of open.splice(at).toReversed()) parts.push(`</${inner}>`);
      continue;
    }
    const attributes = new Map(token.attributes.map(([key, value]) => [key, decodeEntities(value)]));
    const written: string[] = [];
    const style = [STYLES[name], keptStyle(attributes.get('style'))].filter((text) => text).join(';');
    if (style) written.push(`style="${escapeHtml(style)}"`);
    if (CLASSES[name]) written.push(`class="${CLASSES[name]}"`);
    for (const key of KEPT_ATTRIBUTES)
      if (attributes.has(key)) written.push(`${key}="${escapeHtml(attributes.get(key)!)}"`);
    if (name === 'a') {
      const href = attributes.get('href')?.trim() ?? '';
      if (isAllowedLink(href)) written.push(`href="${escapeHtml(addresses.link(href))}"`);
    }
    if (name === 'img') {
      const source = attributes.get('src') ?? '';
      const picture = isOwnFilePath(source) ? addresses.picture(source.split(/[/?]/)[2] ?? '') : null;
      if (picture === null) {
        parts.push(escapeHtml(attributes.get('alt') ?? ''));
        continue;
      }
      written.push(`src="${escapeHtml(picture)}"`, `alt="${escapeHtml(attributes.get('alt') ?? '')}"`);
    }
    parts.push(`<${[name, ...written].join(' ')}>`);
    if (!VOID.has(name)) open.push(name);
  }
  for (const name of open.toReversed()) parts.push(`</${name}>`);
  return parts.join('');
}

const pill = (status: NonNullable<MailContent['status']>): string => {
  const color = /^#[0-9a-f]{6}$/i.test(status.hex_color) ? status.hex_color : '#7E8E8E';
  return `<span style="display:inline-block;max-width:100%;padding:3px 12px;border-radius:999px;background-color:${color};color:${letterColor(color)};font-size:13px;line-height:20px;font-weight:600;${MAIL_BREAK}">${escapeHtml(status.name)}</span>`;
};

const SCORES = Array.from({ length: 11 }, (_, score) => score);
const scaleEnd = (score: number): string =>
  score === 0 ? ' (not at all likely)' : score === 10 ? ' (very likely)' : '';

/** Eleven links from 0 to 10; in narrow windows they break into lines. */
const scale = (addresses: Pick<MailAddresses, 'rate'>): string =>
  `<div>${SCORES.map((score) => mailButton(addresses.rate(score), String(score), true)).join('')}</div><div class="q" style="margin:4px 0 0;color:${QUIET};font-size:13px">0 is not at all likely, 10 is very likely</div>`;

/** The HTML and the text of one mail. */
export function composeMail(
  content: MailContent,
  frame: MailFrame,
  addresses: MailAddresses,
): { html: string; text: string } {
  return { html: composeHtml(content, frame, addresses), text: composeText(content, frame, addresses) };
}

function composeHtml(content: MailContent, frame: MailFrame, addresses: MailAddresses): string {
  const { workspace, author, kicker, because, files, hasReactions, canUnsubscribe, isTracked } = frame;
  const preview = htmlToText(content.html ?? '').slice(0, 140);
  const rows = [
    mailKicker(kicker),
    mailHeading(content.heading),
    content.status === undefined
      ? ''
      : mailRow(
          content.status === null
            ? `<span class="q" style="color:${QUIET};font-size:14px">No Status</span>`
            : pill(content.status),
        ),
    content.html === null
      ? ''
      : mailRow(mailBody(content.html, addresses), 'padding:6px 0 4px;font-size:15px;line-height:1.6'),
    files.length === 0
      ? ''
      : mailRow(
          files
            .map(
              (file) =>
                `<div style="margin:0 0 6px"><a class="k" href="${escapeHtml(addresses.file(file.id))}" style="color:${LINK}">${escapeHtml(file.name)}</a> <span class="q" style="color:${QUIET};font-size:13px">${escapeHtml(file.size)}</span></div>`,
            )
            .join(''),
          'padding:0 0 14px;font-size:14px;line-height:1.5',
        ),
    content.button
      ? mailRow(
          mailButton(addresses.link(content.button.url), escapeHtml(content.button.label)),
          'padding:6px 0 14px',
        )
      : '',
    content.hasScale ? mailRow(scale(addresses), 'padding:6px 0 14px') : '',
    author === null ? '' : mailRow(escapeHtml(author), 'padding:4px 0 14px;font-size:15px;line-height:1.5'),
    hasReactions
      ? mailRow(
          `<div class="q" style="margin:0 0 10px;color:${QUIET};font-size:14px">What do you think of this?</div>${mailButton(addresses.up, '&#128077; Good news', true)}${mailButton(addresses.down, '&#128078; Not for me', true)}`,
          'padding:10px 0 8px',
        )
      : '',
  ];
  return mailPage({
    title: content.heading,
    preview,
    rows,
    footer: `${escapeHtml(because)}${canUnsubscribe ? ` <a class="k" href="${escapeHtml(addresses.unsubscribe)}" style="color:${QUIET}">Unsubscribe</a>` : ''}<br>${escapeHtml(workspace)}`,
    end: isTracked
      ? `<img src="${escapeHtml(addresses.open)}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
      : '',
  });
}

function composeText(content: MailContent, frame: MailFrame, addresses: MailAddresses): string {
  const { workspace, author, kicker, because, files, hasReactions, canUnsubscribe } = frame;
  // addresses in the text are those of the HTML, so that both parts lead the same way
  const body =
    content.html === null
      ? ''
      : htmlToText(mailBody(content.html, { ...addresses, picture: () => null }), 'mail');
  return [
    kicker,
    content.heading,
    content.status === undefined ? '' : `Status: ${content.status?.name ?? 'none'}`,
    body,
    files.map((file) => `${file.name} (${file.size}): ${addresses.file(file.id)}`).join('\n'),
    content.button ? `${content.button.label}: ${addresses.link(content.button.url)}` : '',
    content.hasScale
      ? SCORES.map((score) => `${score}${scaleEnd(score)}: ${addresses.rate(score)}`).join('\n')
      : '',
    author ?? '',
    hasReactions
      ? `What do you think of this?\nGood news: ${addresses.up}\nNot for me: ${addresses.down}`
      : '',
    `-- \n${because}\n${canUnsubscribe ? `Unsubscribe: ${addresses.unsubscribe}\n` : ''}${workspace}`,
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
    .concat('\n');
}

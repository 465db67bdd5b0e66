import { decodeEntities, scanHtml } from '../../../contract/rich_text.ts';

/*
 * What someone wrote in a reply, without what their mail program put under it: the mail that they answer,
 * and their signature. Programs mark these in many ways and languages, so this is a matter of judgement: a
 * text of which nothing would be left is kept as a whole.
 *
 * Everyone can write such a text. Each line is looked at by itself, by expressions that begin at its first letter,
 * so that the work grows with the text and not with its square (server/outside_text.test.ts).
 */

/** Longest text that is looked at, and longest one that is kept. */
export const LOOKED_AT_CHARACTERS = 500_000;
export const REPLY_CHARACTERS = 100_000;

/** Lines that say by themselves that the rest is the mail that is answered. */
const DIVIDERS: readonly RegExp[] = [
  /^[-_*\s]{2,}(?:original message|original appointment|forwarded message|urspr(?:ü|ue)ngliche nachricht|weitergeleitete nachricht|message d'origine|message original|messaggio originale|mensaje original|oorspronkelijk bericht|mensagem original|元のメッセージ|原始邮件|원본 메시지)[-_*\s]*$/iu,
  /^_{20,}\s*$/u,
];

/** "On … someone wrote:" in the words of mail programs; the line may have been broken into up to three. */
const INTRODUCTIONS: readonly RegExp[] = [
  /^on\s.{4,300}\bwrote\s*:$/iu,
  /^am\s.{4,300}\bschrieb\b.{0,200}:$/iu,
  /^le\s.{4,300}\ba\s(?:écrit|ecrit)\s*:$/iu,
  /^el\s.{4,300}\bescribió\s*:$/iu,
  /^em\s.{4,300}\bescreveu\s*:$/iu,
  /^il\s.{4,300}\bha\sscritto\s*:$/iu,
  /^op\s.{4,300}\bschreef\b.{0,200}:$/iu,
  /^w dniu\s.{4,300}\bpisze\s*:$/iu,
  /^(?:den|on)\s.{4,300}\bskrev\b.{0,200}:$/iu,
  /^\d{4}年\s?\d{1,2}月\s?\d{1,2}日.{0,300}(?::|：)$/u,
  /^\d{4}[/-]\d{1,2}[/-]\d{1,2}.{0,200}(?:のメール|wrote|写道|작성)?\s?(?::|：)$/u,
  /^.{1,200}<[^<>\s@]{1,64}@[^<>\s@]{1,190}>.{0,120}(?::|：)$/u,
];

/** First words of the head that Outlook sets above an answered mail. */
const HEAD_FROM =
  /^\W{0,2}(?:from|von|de|da|van|från|fra|od|差出人|发件人|보낸 사람)\W{0,2}\s*(?::|：)\W{0,2}\s*\S/iu;
const HEAD_MORE =
  /^\W{0,2}(?:sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|inviato|a|oggetto|enviado|para|asunto|assunto|verzonden|aan|onderwerp|送信日時|日付|日時|宛先|件名|收件人|主题)\W{0,2}\s*(?::|：)/iu;

/** What programs on phones and some services set at the end by themselves. */
const SENT_FROM =
  /^(?:sent from (?:my|mail for|outlook|yahoo|proton)\b.{0,80}|get outlook for .{0,60}|von meinem .{1,40} gesendet\.?|gesendet (?:von|mit) (?:meinem|der|outlook|mail)\b.{0,80}|envoyé (?:de|depuis) mon .{1,60}|enviado desde mi .{1,60}|inviato da .{1,60}|.{0,20}iphone\s?から送信|.{0,20}ipadから送信|androidから送信)$/iu;

const SIGNATURE = /^--\s?$/u;

/** The reply's own words from the plain part of a mail. */
export function replyOfText(raw: string): string {
  const text = clean(raw);
  const lines = text.split('\n');
  let end = lines.findIndex((_line, at) => isHistory(lines, at));
  if (end < 0) end = lines.length;
  let own = lines.slice(0, end).filter((line) => !/^\s{0,2}>/.test(line));
  const signature = own.findIndex((line) => SIGNATURE.test(line));
  if (signature > 0 && own.slice(0, signature).some((line) => line.trim() !== ''))
    own = own.slice(0, signature);
  const kept = withoutSentFrom(own).join('\n').trim();
  if (kept !== '') return cut(tidy(kept));
  // answers stand under or between what is answered, or nothing was recognised rightly
  const below = withoutSentFrom(
    lines.filter(
      (line) =>
        !/^\s{0,2}>/.test(line) &&
        !INTRODUCTIONS.some((form) => form.test(line.trim())) &&
        !DIVIDERS.some((form) => form.test(line.trim())),
    ),
  )
    .join('\n')
    .trim();
  return cut(tidy(below === '' ? text.trim() : below));
}

/** The reply's own words from the HTML of a mail. */
export function replyOfHtml(html: string): string {
  const own = textOf(html, true);
  const reply = own.trim() === '' ? '' : replyOfText(own);
  return reply === '' ? replyOfText(textOf(html, false)) : reply;
}

/** Line ends, blanks and signs that say nothing. */
function clean(raw: string): string {
  return raw
    .slice(0, LOOKED_AT_CHARACTERS)
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');
}

/** Without blanks at the ends of lines, and with at most one empty line between two. */
const tidy = (text: string): string =>
  text
    .split('\n')
    .map(withoutBlanksBehind)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');

/** One walk from the end: an expression for "blanks at the end" begins again at each blank inside. */
function withoutBlanksBehind(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}
const cut = (text: string): string =>
  text.length > REPLY_CHARACTERS ? `${text.slice(0, REPLY_CHARACTERS - 1).toWellFormed()}…` : text;

/** Does the mail that is answered begin with this line? */
function isHistory(lines: readonly string[], at: number): boolean {
  const line = lines[at]!.trim();
  if (line === '' || line.length > 1000) return false;
  if (DIVIDERS.some((form) => form.test(line)))
    return lines.slice(at + 1, at + 6).some((next) => next.trim() !== '');
  if (HEAD_FROM.test(line)) {
    const head = lines.slice(at + 1, at + 7).filter((next) => HEAD_MORE.test(next.trim()));
    if (head.length >= 2) return true;
  }
  for (let count = 1; count <= 3; count += 1) {
    const part = lines.slice(at, at + count);
    // a broken introduction has no empty line in it
    if (part.length < count || part.some((one) => one.trim() === '')) break;
    const joined = part.map((one) => one.trim()).join(' ');
    if (joined.length > 600) break;
    if (!/[:：]$/.test(joined)) continue;
    if (!INTRODUCTIONS.some((form) => form.test(joined))) continue;
    // someone may write a line like this themselves: what follows it must look answered, or the line carry an address or a year
    let after = at + count;
    while (after < lines.length && lines[after]!.trim() === '') after += 1;
    const next = lines[after] ?? '';
    return /^\s{0,2}>/.test(next) || /@|\b(?:19|20)\d\d\b|\d{1,2}:\d\d|年/.test(joined);
  }
  return false;
}

/** Without what a program set at the end by itself. */
function withoutSentFrom(lines: readonly string[]): string[] {
  const own = [...lines];
  for (;;) {
    const last = own.findLastIndex((line) => line.trim() !== '');
    if (last < 0 || !SENT_FROM.test(own[last]!.trim())) return own;
    own.length = last;
  }
}

const BLOCKS = new Set(
  'p div br tr li ul ol h1 h2 h3 h4 h5 h6 table pre blockquote hr section article'.split(' '),
);
const WITHOUT_TEXT = new Set(
  'style script head title template noscript svg math object iframe textarea select'.split(' '),
);
/** Marks of mail programs at the element that holds the answered mail, or that stands right above it. */
const QUOTE =
  /(?:^|[\s"'])(?:gmail_quote|gmail_quote_container|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|zmail_extra|OLK_SRC_BODY_SECTION|isForwardContent|tutanota_quote)(?:$|[\s"'])/;
/** The line that Outlook draws above it. */
const OUTLOOK_LINE = /border\s*:\s*none\s*;\s*border-top\s*:\s*solid\s+#?[0-9a-z]{3,10}\s+1/i;
const SIGNATURES =
  /(?:^|\s)(?:gmail_signature|gmail_signature_prefix|moz-signature|ms-outlook-mobile-signature|Signature|AppleMailSignature|protonmail_signature_block)(?:$|\s)/;

/** Text of HTML. @param withoutQuotes leaves out what mail programs mark as the answered mail or a signature */
function textOf(html: string, withoutQuotes: boolean): string {
  const parts: string[] = [];
  let [skipped, depth] = ['', 0];
  for (const token of scanHtml(html.slice(0, LOOKED_AT_CHARACTERS * 2))) {
    if (depth > 0) {
      // inside an element that is left out: only its own name is counted, whatever else stands there
      if (token.kind === 'start' && token.name === skipped) depth += 1;
      if (token.kind === 'end' && token.name === skipped) depth -= 1;
      continue;
    }
    if (token.kind === 'text') {
      parts.push(decodeEntities(token.text).replace(/[ \t\r\n]+/g, ' '));
      continue;
    }
    if (BLOCKS.has(token.name)) parts.push('\n');
    if (token.kind !== 'start') continue;
    if (WITHOUT_TEXT.has(token.name)) [skipped, depth] = [token.name, 1];
    if (!withoutQuotes) continue;
    const attributes = new Map(token.attributes);
    const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`;
    // all that follows these is the answered mail
    if (
      OUTLOOK_LINE.test(attributes.get('style') ?? '') ||
      /divRplyFwdMsg|appendonsend|moz-cite-prefix/.test(names)
    )
      break;
    if (token.name === 'blockquote' || QUOTE.test(names) || SIGNATURES.test(names))
      [skipped, depth] = [token.name, 1];
  }
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

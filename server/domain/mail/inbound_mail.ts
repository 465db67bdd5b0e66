import type { AddressObject, HeaderValue } from 'mailparser';
import { setImmediate } from 'node:timers/promises';
import { replyOfHtml, replyOfText } from './inbound_text.ts';

/** A mail that came in, as far as the product uses it. Nothing in it is believed: everyone can write a mail. */
export interface InboundMail {
  /** without angle brackets; null: it has none */
  message_id: string | null;
  /** address of the author in small letters; null: none that can be read */
  from_email: string | null;
  from_name: string | null;
  /** addresses that it was sent to, as they stand, without duplicates; at most 100 */
  to: string[];
  subject: string;
  /** what the author wrote, without history and signature; plain text */
  body: string;
  /** why it is no person's answer; null: nothing says so */
  automatic: string | null;
  /** what a mail server or provider tells of a mail of ours; null: this is an ordinary mail */
  report: MailReport | null;
}

/** A report of a mail server (RFC 3464) or of a provider about a complaint (RFC 5965). */
export interface MailReport {
  kind: 'bounce' | 'complaint';
  /** the address is not reachable for good; false: it may be later, or the mail was delivered */
  isFinal: boolean;
  /** what the other side said, one line */
  reason: string;
  /** addresses and texts in which our own signed address may stand: the head of the mail that is told of */
  addresses: string[];
}

/** A mail that is not looked at; the message can be shown. */
export class MailNotRead extends Error {
  override name = 'MailNotRead';
}

/** Largest mail that is accepted, and what it may contain. */
export const INBOUND_BYTES = 25 * 1024 * 1024;
const MULTIPARTS_MAX = 30;
const PARTS_MAX = 300;
const HEAD_BYTES = 256 * 1024;
const PARSE_MS = 10_000;
const CHUNK_BYTES = 64 * 1024;
const ADDRESSES_MAX = 100;
const NAMES_MAX = 10;
const SUBJECT_CHARACTERS = 255;
const REASON_CHARACTERS = 500;
const EMAIL = /^[^\s\u0000-\u001f\u007f@<>()[\],;:"\\]{1,64}@[^\s\u0000-\u001f\u007f@<>()[\],;:"\\]{1,190}$/;

/**
 * Reads a raw mail within limits of size, parts, depth and time.
 * @throws MailNotRead with a sentence
 */
export async function readInboundMail(raw: Buffer): Promise<InboundMail> {
  if (raw.length > INBOUND_BYTES) throw new MailNotRead('The email is larger than 25 MB.');
  checkParts(raw);
  const { headers, lines, text, html, files } = await parse(raw);
  const from = addressesOf(headers.get('from'))[0] ?? null;
  const to = [
    'to',
    'cc',
    'delivered-to',
    'x-original-to',
    'envelope-to',
    'x-envelope-to',
    'resent-to',
  ].flatMap((name) => addressesOf(headers.get(name)).map(({ address }) => address));
  const body =
    text !== null && text.trim() !== '' ? replyOfText(text) : html === null ? '' : replyOfHtml(html);
  const report = reportOf(headers, raw);
  return {
    message_id: plainId(textOf(headers.get('message-id'))),
    from_email: from === null ? null : plainAddress(from.address),
    from_name: from === null ? null : plainLine(from.name, SUBJECT_CHARACTERS) || null,
    to: [...new Set(to)].slice(0, ADDRESSES_MAX),
    subject: plainLine(textOf(headers.get('subject')), SUBJECT_CHARACTERS),
    body: [
      body,
      files.length === 0
        ? ''
        : `[Not kept: ${files.length === 1 ? 'a file' : `${files.length} files`}, ${files.slice(0, NAMES_MAX).join(', ')}]`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    automatic: automaticBy(
      (name) => lines.get(name) ?? '',
      from?.address ?? null,
      plainLine(textOf(headers.get('subject')), SUBJECT_CHARACTERS),
    ),
    report,
  };
}

/**
 * Why a mail is no person's answer, by the heads that programs set (RFC 3834); null: nothing says so.
 * @param header value of a head by its name in small letters; '' when it is not there
 */
export function automaticBy(
  header: (name: string) => string,
  from: string | null,
  subject: string,
): string | null {
  const submitted = header('auto-submitted').trim().toLowerCase();
  if (submitted !== '' && submitted !== 'no') return 'It was sent by a program (Auto-Submitted).';
  if (/^\s*(?:bulk|junk|list|auto_reply)\b/i.test(header('precedence')))
    return 'It was sent by a program (Precedence).';
  if (header('x-auto-response-suppress').trim() !== '')
    return 'It was sent by a program (X-Auto-Response-Suppress).';
  for (const name of ['x-autoreply', 'x-autorespond', 'x-auto-reply-from', 'x-vacation'])
    if (header(name).trim() !== '') return 'It is an automatic reply.';
  if (header('list-id').trim() !== '' || header('list-unsubscribe').trim() !== '')
    return 'It came from a mailing list.';
  if (header('return-path').replace(/\s/g, '') === '<>') return 'It was sent by an email server.';
  if (from === null || /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)(?:\+|@)/i.test(from))
    return 'Its author takes no email.';
  if (
    /^(?:auto(?:matic(?:ally generated)?)?[\s:-]*(?:reply|response|antwort)|out of (?:the )?office|abwesen(?:d|heit)|réponse automatique|respuesta automática|risposta automatica|自動返信|自動応答|不在)/iu.test(
      subject,
    )
  )
    return 'It is an automatic reply.';
  return null;
}

/** A Message-ID without its brackets and without signs that a database refuses; null: there is none. */
export function plainId(text: string): string | null {
  return (
    text
      .toWellFormed()
      .replace(/[\s\u0000-\u001f\u007f]+/g, '')
      .replace(/^<|>$/g, '')
      .slice(0, 500)
      .toWellFormed() || null
  );
}

/** An address in small letters; null: it is none. */
export function plainAddress(text: string): string | null {
  const address = text.toWellFormed().trim().toLowerCase();
  return EMAIL.test(address) ? address : null;
}

/** A text in one line, without signs that end lines. */
function plainLine(text: string, characters: number): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, characters)
    .toWellFormed();
}

/** Refuses what would cost much to take apart, by one look over its bytes. */
function checkParts(raw: Buffer): void {
  const text = raw.toString('latin1');
  const count = (form: RegExp, max: number): boolean => {
    let found = 0;
    for (const _match of text.matchAll(form)) if ((found += 1) > max) return true;
    return false;
  };
  if (
    count(
      /\n[ \t>]{0,8}content-type[ \t]*:[ \t]*(?:\r?\n[ \t]+)?(?:multipart|message)\//gi,
      MULTIPARTS_MAX,
    ) ||
    count(/\n[ \t>]{0,8}content-type[ \t]*:/gi, PARTS_MAX)
  ) {
    throw new MailNotRead('The email has too many parts.');
  }
  const head = text.search(/\r?\n\r?\n/);
  if ((head < 0 ? raw.length : head) > HEAD_BYTES)
    throw new MailNotRead('The head of the email is too long.');
}

interface Parsed {
  headers: ReadonlyMap<string, HeaderValue>;
  /** heads as they came, by their names in small letters */
  lines: ReadonlyMap<string, string>;
  text: string | null;
  html: string | null;
  /** names of attached files */
  files: string[];
}

/** Takes a mail apart piece by piece, so that others have their turn meanwhile; files are thrown away as they come. */
async function parse(raw: Buffer): Promise<Parsed> {
  // loaded with the first mail that comes back: it takes 20 MB
  const { MailParser } = await import('mailparser');
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    maxHeadSize: HEAD_BYTES,
  } as ConstructorParameters<typeof MailParser>[0]);
  const parsed: { -readonly [Key in keyof Parsed]: Parsed[Key] } = {
    headers: new Map(),
    lines: new Map(),
    text: null,
    html: null,
    files: [],
  };
  let failure: unknown = null;
  const ended = { yes: false };
  const done = new Promise<void>((resolve) => {
    parser.once('end', () => {
      ended.yes = true;
      resolve();
    });
    parser.once('error', (error: unknown) => {
      failure = error;
      ended.yes = true;
      resolve();
    });
  });
  parser.on('headers', (headers) => {
    parsed.headers = headers;
  });
  parser.on('headerLines', (lines: readonly { key: string; line: string }[]) => {
    parsed.lines = new Map(lines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1)]));
  });
  parser.on('data', (data) => {
    if (data.type === 'attachment') {
      if (data.contentDisposition === 'attachment' || !data.related)
        parsed.files.push(plainLine(data.filename ?? 'without a name', 80));
      data.content.on('error', () => {});
      data.content.on('end', () => data.release());
      data.content.resume();
      return;
    }
    parsed.text = typeof data.text === 'string' ? data.text : null;
    parsed.html = typeof data.html === 'string' ? data.html : null;
  });
  const end = Date.now() + PARSE_MS;
  for (let at = 0; at < raw.length && !ended.yes; at += CHUNK_BYTES) {
    if (Date.now() > end) break;
    parser.write(raw.subarray(at, at + CHUNK_BYTES));
    await setImmediate();
  }
  if (!ended.yes) parser.end();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, end - Date.now()));
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
  if (!ended.yes) {
    parser.destroy();
    throw new MailNotRead('The email takes too long to be read.');
  }
  if (failure !== null) throw new MailNotRead('The email cannot be read.', { cause: failure });
  return parsed;
}

function textOf(value: HeaderValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : '')).join(' ');
  if (typeof value === 'object' && 'text' in value && typeof value.text === 'string') return value.text;
  if (typeof value === 'object' && 'value' in value && typeof value.value === 'string') return value.value;
  return typeof value === 'object' ? JSON.stringify(value) : '';
}

/** Addresses of a head, groups opened; heads without a form of their own are searched for what looks like one. */
function addressesOf(value: HeaderValue | undefined): { address: string; name: string }[] {
  if (value === undefined) return [];
  const found: { address: string; name: string }[] = [];
  const take = (one: AddressObject['value'][number]): void => {
    if (found.length >= ADDRESSES_MAX) return;
    if (one.address) found.push({ address: one.address, name: one.name });
    for (const member of one.group ?? []) take(member);
  };
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one === 'object' && 'value' in one && Array.isArray(one.value))
      for (const entry of (one as AddressObject).value) take(entry);
    else
      for (const [address] of textOf(one as HeaderValue)
        .slice(0, 10_000)
        .matchAll(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,190}/g))
        found.push({ address, name: '' });
  }
  return found.slice(0, ADDRESSES_MAX);
}

/** Reads a report on delivery or a complaint; null: the mail is none. */
function reportOf(headers: ReadonlyMap<string, HeaderValue>, raw: Buffer): MailReport | null {
  const type = headers.get('content-type') as { value?: string; params?: Record<string, string> } | undefined;
  const value = type?.value?.toLowerCase();
  const about = type?.params?.['report-type']?.toLowerCase();
  if (value !== 'multipart/report' || (about !== 'delivery-status' && about !== 'feedback-report'))
    return null;
  const text = raw
    .subarray(0, 512 * 1024)
    .toString('latin1')
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ');
  const field = (name: string): string =>
    new RegExp(`^${name}:[ \\t]*(.{0,1000})$`, 'im').exec(text)?.[1]?.trim() ?? '';
  const addresses = [...text.matchAll(/reply\+[0-9a-z.]{1,64}@/gi)]
    .slice(0, ADDRESSES_MAX)
    .map(([address]) => address);
  const said = plainLine(field('Diagnostic-Code').replace(/^smtp;\s*/i, ''), REASON_CHARACTERS);
  if (about === 'feedback-report')
    return {
      kind: 'complaint',
      isFinal: true,
      reason: 'The holder of the address reported the email as unwanted.',
      addresses,
    };
  const status = field('Status');
  const isFinal = field('Action').toLowerCase() === 'failed' && status.startsWith('5.');
  return {
    kind: 'bounce',
    isFinal,
    reason: [status.slice(0, 12), said].filter((part) => part !== '').join(' ') || 'The email bounced.',
    addresses,
  };
}

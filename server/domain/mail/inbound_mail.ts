import type { AddressObject, HeaderValue } from 'mailparser';
import { setImmediate } from 'node:timers/promises';
import { replyOfHtml, replyOfText } from './inbound_text.ts';

/*
 * What is read of a mail that came in. Everyone can write one, and its own text may be made to cost much: all of
 * this runs in a thread of its own (inbound_reader.ts), the head first, and the rest only when the head names a
 * mail of ours.
 */

/** The head of a mail that came in: all that is needed to know what it answers. Nothing in it is believed. */
export interface InboundHead {
  /** without angle brackets; null: it has none */
  message_id: string | null;
  /** address of the author in small letters; null: none that can be read */
  from_email: string | null;
  from_name: string | null;
  /** addresses that it was sent to, as they stand, without duplicates; at most 100 */
  to: string[];
  subject: string;
  /** why it is no person's answer; null: nothing says so */
  automatic: string | null;
  /** this is what a mail server or provider tells of a mail of ours; null: an ordinary mail */
  report: ReportHead | null;
}

/** Which mail a report of a mail server (RFC 3464), or of a provider about a complaint (RFC 5965), is about. */
export interface ReportHead {
  kind: 'bounce' | 'complaint';
  /** addresses and texts in which our own signed address may stand: the head of the mail that is told of */
  addresses: string[];
}

/** What a report says. */
export interface ReportFields {
  /** the address is not reachable for good; false: it may be later, or the mail was delivered */
  isFinal: boolean;
  /** what the other side said, one line */
  reason: string;
}

/** What a mail says. */
export interface InboundContent {
  /** what the author wrote, without history and signature; plain text; '' in a report */
  body: string;
  /** null: it is no report */
  report: ReportFields | null;
  /** its files, when they were asked for, at most 20; those that were not kept are named in the body */
  files: InboundFile[];
}

/** A file of a mail that came in. Its name and kind are the sender's. */
export interface InboundFile {
  name: string;
  content_type: string;
  bytes: Uint8Array;
}

/** A mail that is not looked at; the message can be shown. */
export class MailNotRead extends Error {
  override name = 'MailNotRead';
  /** the field of a call in which it was handed in; null: none, or the mail itself */
  readonly field: string | null;
  /** what was handed in is not even of the right form */
  readonly isMalformed: boolean;
  constructor(
    sentence: string,
    {
      field = null,
      isMalformed = false,
      ...options
    }: ErrorOptions & { field?: string | null; isMalformed?: boolean } = {},
  ) {
    super(sentence, options);
    this.field = field;
    this.isMalformed = isMalformed;
  }
}

/** Largest mail that is accepted, and what it may contain. */
export const INBOUND_BYTES = 25 * 1024 * 1024;
const MULTIPARTS_MAX = 30;
const PARTS_MAX = 300;
const HEAD_BYTES = 256 * 1024;
const PARSE_MS = 25_000;
const CHUNK_BYTES = 64 * 1024;
const ADDRESSES_MAX = 100;
const FOUND_MAX = 20_000;
const NAMES_MAX = 10;
const FILES_MAX = 20;
const FILE_NAME_CHARACTERS = 255;
const SUBJECT_CHARACTERS = 255;
const REASON_CHARACTERS = 500;
/** Where the address stands to which a mail was sent. */
const RECIPIENTS = [
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'resent-to',
] as const;
/** Fields of a head whose forms the library knows. */
const UNDERSTOOD = [
  'from',
  'subject',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
] as const;
/** So much of a report is looked at, and of each of its fields. */
const REPORT_BYTES = 512 * 1024;
const FIELD_CHARACTERS = 1_000;
const FIELD_NAME_CHARACTERS = 40;
const REPORT_FIELDS: ReadonlySet<string> = new Set(['action', 'status', 'diagnostic-code']);
const EMAIL = /^[^\s\u0000-\u001f\u007f@<>()[\],;:"\\]{1,64}@[^\s\u0000-\u001f\u007f@<>()[\],;:"\\]{1,190}$/;

/**
 * Reads the head of a raw mail, and of a report the addresses in it.
 * @throws MailNotRead with a sentence
 */
export async function readInboundHead(raw: Uint8Array): Promise<InboundHead> {
  const bytes = plainBytes(raw);
  if (bytes.length > INBOUND_BYTES) throw new MailNotRead('The email is larger than 25 MB.');
  const head = splitHead(bytes);
  const headers = (await parse(shortHead(head))).headers;
  const from = addressesOf(headers.get('from'))[0] ?? null;
  // only the addresses count of these, and the library takes the square of their number to find their names
  const to = RECIPIENTS.flatMap((name) => head.fields.get(name) ?? []).flatMap(foundAddresses);
  const subject = plainLine(textOf(headers.get('subject')), SUBJECT_CHARACTERS);
  const kind = reportKind(headers);
  return {
    message_id: plainId(textOf(headers.get('message-id'))),
    from_email: from === null ? null : plainAddress(from.address),
    from_name: from === null ? null : plainLine(from.name, SUBJECT_CHARACTERS) || null,
    to: [...new Set(ownFirst(to))].slice(0, ADDRESSES_MAX),
    subject,
    automatic: automaticBy((name) => head.fields.get(name)?.[0] ?? '', from?.address ?? null, subject),
    report: kind === null ? null : { kind, addresses: reportAddresses(reportText(bytes)) },
  };
}

/**
 * Reads what a raw mail says, within limits of size, parts, depth and time.
 * @param kind as its head has it: of a report only its fields are read
 * @param isWithFiles its files are read too
 * @throws MailNotRead with a sentence
 */
export async function readInboundContent(
  raw: Uint8Array,
  kind: ReportHead['kind'] | null,
  isWithFiles = false,
): Promise<InboundContent> {
  const bytes = plainBytes(raw);
  if (kind !== null) return { body: '', report: reportFields(reportText(bytes), kind), files: [] };
  checkParts(bytes);
  const head = splitHead(bytes);
  const { text, html, files } = await parse(
    Buffer.concat([shortHead(head), bytes.subarray(head.length)]),
    isWithFiles ? FILES_MAX : 0,
  );
  const body =
    text !== null && text.trim() !== '' ? replyOfText(text) : html === null ? '' : replyOfHtml(html);
  return {
    body: withNotKept(
      body,
      files.filter(({ bytes: kept }) => kept === null).map(({ name }) => name),
    ),
    report: null,
    files: files.flatMap(({ bytes: kept, ...file }) => (kept === null ? [] : [{ ...file, bytes: kept }])),
  };
}

/** A text, and below it the names of files that came with it and were not kept. */
export function withNotKept(body: string, names: readonly string[]): string {
  if (names.length === 0) return body;
  const cut = names.slice(0, NAMES_MAX).map((name) => plainLine(name, 80));
  const note = `[Not kept: ${names.length === 1 ? 'a file' : `${names.length} files`}, ${cut.join(', ')}]`;
  return body === '' ? note : `${body}\n\n${note}`;
}

const plainBytes = (raw: Uint8Array): Buffer => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

/** The head of a mail, its broken lines joined. */
interface MailHead {
  /** values by their names in small letters, in their order */
  fields: ReadonlyMap<string, readonly string[]>;
  /** bytes, without the empty line behind it */
  length: number;
}

/** @throws MailNotRead when it is too long */
function splitHead(raw: Buffer): MailHead {
  const ends = ['\n\n', '\n\r\n']
    .map((end) => raw.subarray(0, HEAD_BYTES + 2).indexOf(end))
    .filter((at) => at >= 0);
  const length = ends.length > 0 ? Math.min(...ends) + 1 : raw.length;
  if (length > HEAD_BYTES) throw new MailNotRead('The head of the email is too long.');
  const fields = new Map<string, string[]>();
  let [name, parts]: [string, string[]] = ['', []];
  const keep = (): void => {
    if (name === '') return;
    const values = fields.get(name);
    if (values) values.push(parts.join(' '));
    else fields.set(name, [parts.join(' ')]);
  };
  for (const line of raw.subarray(0, length).toString('latin1').split('\n')) {
    if (line.startsWith(' ') || line.startsWith('\t')) parts.push(line.trim());
    else {
      keep();
      const colon = line.slice(0, FIELD_NAME_CHARACTERS).indexOf(':');
      [name, parts] =
        colon < 1 ? ['', []] : [line.slice(0, colon).trim().toLowerCase(), [line.slice(colon + 1).trim()]];
    }
  }
  keep();
  return { fields, length };
}

/** What the library is given of a head: the fields that it has to understand, each once and cut. */
function shortHead({ fields }: MailHead): Buffer {
  const lines = UNDERSTOOD.flatMap((name) => {
    const value = fields.get(name)?.[0];
    return value === undefined ? [] : [`${name}: ${value.slice(0, FIELD_CHARACTERS)}\r\n`];
  });
  return Buffer.from(`${lines.join('')}\r\n`, 'latin1');
}

/** Those that may be ours before others: of a long list the first ones are looked at. */
function ownFirst(addresses: readonly string[]): string[] {
  const isOwn = (address: string): boolean => /^reply\+/i.test(address);
  return [...addresses.filter(isOwn), ...addresses.filter((address) => !isOwn(address))];
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
}

interface Parsed {
  headers: ReadonlyMap<string, HeaderValue>;
  text: string | null;
  html: string | null;
  /** attached files; bytes are null where they were not wanted */
  files: { name: string; content_type: string; bytes: Buffer | null }[];
}

/**
 * Takes a mail apart piece by piece, so that others have their turn meanwhile.
 * @param wanted so many files are kept; the others are thrown away as they come
 */
async function parse(raw: Buffer, wanted = 0): Promise<Parsed> {
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
  parser.on('data', (data) => {
    if (data.type === 'attachment') {
      const chunks: Buffer[] = [];
      const isFile = data.contentDisposition === 'attachment' || !data.related;
      const isWanted = isFile && parsed.files.length < wanted;
      const file: Parsed['files'][number] = {
        name: plainLine(data.filename ?? 'without a name', FILE_NAME_CHARACTERS),
        content_type: plainLine(data.contentType ?? '', 100),
        bytes: null,
      };
      if (isFile) parsed.files.push(file);
      if (isWanted) data.content.on('data', (chunk: Buffer) => chunks.push(chunk));
      data.content.on('error', () => {});
      data.content.on('end', () => {
        if (isWanted) file.bytes = Buffer.concat(chunks);
        data.release();
      });
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
    else for (const address of foundAddresses(textOf(one as HeaderValue))) found.push({ address, name: '' });
  }
  return found.slice(0, ADDRESSES_MAX);
}

/** What looks like an address in a text, at most 20,000. */
export function foundAddresses(text: string): string[] {
  const found: string[] = [];
  for (const word of text.split(/[\s<>,;:"()]+/)) {
    const at = word.indexOf('@', 1);
    if (at < 0 || at === word.length - 1) continue;
    found.push(`${word.slice(Math.max(0, at - 64), at)}${word.slice(at, at + 191)}`);
    if (found.length >= FOUND_MAX) break;
  }
  return found;
}

/** Whether a mail is a report on delivery or a complaint, by its head; null: neither. */
function reportKind(headers: ReadonlyMap<string, HeaderValue>): ReportHead['kind'] | null {
  const type = headers.get('content-type') as { value?: string; params?: Record<string, string> } | undefined;
  if (type?.value?.toLowerCase() !== 'multipart/report') return null;
  const about = type.params?.['report-type']?.toLowerCase();
  return about === 'feedback-report' ? 'complaint' : about === 'delivery-status' ? 'bounce' : null;
}

/** The part of a report that is looked at, its broken lines joined. */
function reportText(raw: Buffer): string {
  return raw
    .subarray(0, REPORT_BYTES)
    .toString('latin1')
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ');
}

/** What looks like a signed address of ours. */
function reportAddresses(text: string): string[] {
  const found: string[] = [];
  for (const [address] of text.matchAll(/reply\+[0-9a-z.]{1,64}@/gi)) {
    found.push(address);
    if (found.length >= ADDRESSES_MAX) break;
  }
  return found;
}

/** What a report says. @param text its lines, those that were broken joined */
export function reportFields(text: string, kind: ReportHead['kind']): ReportFields {
  if (kind === 'complaint')
    return { isFinal: true, reason: 'The holder of the address reported the email as unwanted.' };
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const colon = line.slice(0, FIELD_NAME_CHARACTERS).indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).toLowerCase();
    // each stands in the report once for the address that it tells of, and may stand again in the mail that came back
    if (REPORT_FIELDS.has(name) && !fields.has(name))
      fields.set(name, line.slice(colon + 1, colon + 1 + FIELD_CHARACTERS).trim());
  }
  const field = (name: string): string => fields.get(name) ?? '';
  const said = plainLine(field('diagnostic-code').replace(/^smtp;\s*/i, ''), REASON_CHARACTERS);
  const status = field('status');
  return {
    isFinal: field('action').toLowerCase() === 'failed' && status.startsWith('5.'),
    reason: [status.slice(0, 12), said].filter((part) => part !== '').join(' ') || 'The email bounced.',
  };
}

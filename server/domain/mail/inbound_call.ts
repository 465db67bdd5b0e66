import {
  automaticBy,
  foundAddresses,
  MailNotRead,
  plainAddress,
  plainId,
  readInboundContent,
  readInboundHead,
  type InboundContent,
  type InboundHead,
} from './inbound_mail.ts';
import { LOOKED_AT_CHARACTERS, replyOfHtml, replyOfText } from './inbound_text.ts';

/*
 * What a call of a mail server or provider hands in: the mail itself, or JSON with the mail in base64, with its
 * parts, or with what is told of a bounce (server/http/mail_hooks.ts has the forms). Runs where mails are read.
 */

/** How a mail is handed in. `reply`, `bounce`: JSON of that call. */
export type InboundForm = 'mail' | 'reply' | 'bounce';

/** A bounce or complaint as a provider tells of it, as far as it is used; each text is cut. */
export interface ToldBounce {
  type: unknown;
  permanent: unknown;
  message_id: string | null;
  reply_address: string | null;
  reason: string | null;
}

/** What was handed in. `raw`: the mail itself, when it stood in something else. */
export type Opened = { head: InboundHead; raw: Uint8Array | null } | { told: ToldBounce };

const TOLD_CHARACTERS = 500;

/** Reads what is needed to know which mail of ours it is about. @throws MailNotRead with a sentence */
export async function openInbound(form: InboundForm, bytes: Uint8Array): Promise<Opened> {
  if (form === 'mail') return openRaw(bytes, null);
  const fields = readJson(bytes);
  const given = fields['raw'];
  if (given !== undefined) {
    if (typeof given !== 'string' || !/^[\w+/=\s-]*$/.test(given.slice(0, 1000)))
      throw new MailNotRead('raw must be the email in base64.', { field: 'raw' });
    const raw = Buffer.from(given, 'base64');
    return openRaw(raw, raw);
  }
  if (form === 'reply') return { head: headOfFields(fields), raw: null };
  const text = (name: string): string | null => {
    const value = fields[name];
    return value === undefined ? null : typeof value === 'string' ? value.slice(0, TOLD_CHARACTERS) : '';
  };
  return {
    told: {
      type: fields['type'],
      permanent: fields['permanent'],
      message_id: text('message_id'),
      reply_address: text('reply_address'),
      reason: text('reason'),
    },
  };
}

/**
 * Reads what it says.
 * @param head what `openInbound` found
 * @param isWithFiles its files, too; those of the JSON forms are not handed in
 * @throws MailNotRead with a sentence
 */
export async function readInbound(
  form: InboundForm,
  bytes: Uint8Array,
  head: InboundHead,
  isWithFiles: boolean,
): Promise<InboundContent> {
  if (form === 'mail') return readInboundContent(bytes, head.report?.kind ?? null, isWithFiles);
  const fields = readJson(bytes);
  const [plain, html] = [
    textField(fields, 'text', LOOKED_AT_CHARACTERS),
    textField(fields, 'html', LOOKED_AT_CHARACTERS * 2),
  ];
  return {
    body: plain !== null && plain.trim() !== '' ? replyOfText(plain) : html === null ? '' : replyOfHtml(html),
    report: null,
    files: [],
  };
}

async function openRaw(bytes: Uint8Array, raw: Uint8Array | null): Promise<Opened> {
  if (bytes.length === 0) throw new MailNotRead('The email is empty.');
  return { head: await readInboundHead(bytes), raw };
}

function readJson(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'),
    );
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new MailNotRead(
    'The body must be a JSON object, or the email itself with content type message/rfc822.',
    { isMalformed: true },
  );
}

function textField(fields: Record<string, unknown>, name: string, max: number): string | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new MailNotRead(`${name} must be a text.`, { field: name });
  return value.slice(0, max);
}

/** The head of a mail whose parts a provider has taken apart already. */
function headOfFields(fields: Record<string, unknown>): InboundHead {
  const text = (name: string, max: number): string => textField(fields, name, max) ?? '';
  const given = fields['to'];
  const to = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(to) || to.some((one) => typeof one !== 'string'))
    throw new MailNotRead('to must be an address or a list of addresses.', { field: 'to' });
  // what is no text is told before the mail is looked for
  for (const name of ['text', 'html']) textField(fields, name, 0);
  const from_email = plainAddress(foundAddresses(text('from', 1000))[0] ?? '');
  const headers = new Map<string, string>();
  if (typeof fields['headers'] === 'object' && fields['headers'] !== null) {
    for (const [name, value] of Object.entries(fields['headers']).slice(0, 200))
      headers.set(name.toLowerCase(), String(value).slice(0, 2000));
  }
  const subject = text('subject', 1000)
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed();
  return {
    message_id: plainId(textField(fields, 'message_id', 500) ?? headers.get('message-id') ?? ''),
    from_email,
    from_name: null,
    to: (to as string[]).slice(0, 100).flatMap((one) => foundAddresses(one.slice(0, 2000))),
    subject,
    automatic: automaticBy((name) => headers.get(name) ?? '', from_email, subject),
    report: null,
  };
}

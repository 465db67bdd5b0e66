import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TooManyWaiting } from '../domain/account/limits/semaphore.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import {
  automaticBy,
  INBOUND_BYTES,
  MailNotRead,
  plainAddress,
  plainId,
  readInboundMail,
  type InboundMail,
} from '../domain/mail/inbound_mail.ts';
import { replyOfHtml, replyOfText } from '../domain/mail/inbound_text.ts';
import { takeBounce, takeMail, type InboundDependencies, type Taken } from '../domain/mail/inbound.ts';
import { readReplyAddress } from '../domain/mail/tokens.ts';
import { Refusal, type HttpDependencies } from './context.ts';
import { readSigned } from './large_body.ts';

/*
 * Where a mail server or provider hands in what comes back. A call is signed with the secret of
 * WEBHOOK_SECRET_FILE: X-Earshot-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">. A signature is
 * good for five minutes around its time, and once.
 *
 * Both take the mail itself (message/rfc822), or JSON:
 * - reply: { "raw": "<base64 of the mail>" }, or { "to": ["reply+…@…"], "from": "zoe@example.com",
 *   "message_id": "…", "subject": "…", "text": "…", "html": "…", "headers": { "Auto-Submitted": "no" } }
 * - bounce: { "raw": "<base64 of the report>" }, or { "type": "bounce" | "complaint", "message_id": "<d…@…>"
 *   or "reply_address": "reply+…@…", "permanent": true, "reason": "550 no such person" }
 */

export const REPLY_HOOK_PATH = '/hooks/mail/reply';
export const BOUNCE_HOOK_PATH = '/hooks/mail/bounce';

/** Time in which a signature is good, before and after its own. */
const WINDOW_SECONDS = 300;
/** A secret that is shorter can be guessed; `earshot doctor` says so. */
const SECRET_CHARACTERS = 16;
/** Base64 of the largest mail, and its envelope. */
const BODY_BYTES = Math.ceil(INBOUND_BYTES / 3) * 4 + 64 * 1024;
const FORGED_PER_MINUTE = 60;
const NETWORKS_MAX = 10_000;
const SIGNATURES_MAX = 5;

type Request = FastifyRequest<{ Body: Buffer }>;

/** The routes for mail that comes back. Without WEBHOOK_SECRET_FILE they refuse every call. */
export function registerMailHooks(app: FastifyInstance, deps: HttpDependencies): void {
  const secret = readSecret(deps);
  const forged = new Map<string, number>();
  let since = 0;
  // the networks of those who know the secret
  const signers = new Set<string>();
  const refuseForged = (request: FastifyRequest, sentence: string): Refusal => {
    const nowMs = deps.now().getTime();
    if (nowMs - since >= 60_000 || forged.size >= NETWORKS_MAX) {
      forged.clear();
      since = nowMs;
    }
    const network = networkOf(request.ip);
    const count = (forged.get(network) ?? 0) + 1;
    forged.set(network, count);
    const noted = { event: 'mail_hook_forged' } as const;
    return count > FORGED_PER_MINUTE
      ? new Refusal(429, 'Too many calls with a wrong signature. Please wait a minute.', {
          retryAfterSeconds: 60,
          noted,
        })
      : new Refusal(401, sentence, { code: 'UNAUTHENTICATED', noted });
  };
  const found: InboundDependencies = {
    signatures: deps.services.signatures,
    scopeOf: async (id) => {
      const workspace = await deps.workspaces.ofId(id);
      return workspace && workspace.deleted_at === null ? deps.systemScopeOf(workspace) : null;
    },
  };

  app.removeAllContentTypeParsers();
  // the signature is over the bytes as they came
  app.addContentTypeParser(
    ['application/json', 'message/rfc822'],
    (request: FastifyRequest, payload: IncomingMessage) =>
      readSigned(
        payload,
        { key: networkOf(request.ip), isKnown: signers.has(networkOf(request.ip)) },
        BODY_BYTES,
      ),
  );
  app.setErrorHandler((error: unknown) => {
    if (error instanceof TooManyWaiting)
      throw new Refusal(429, 'Too many large emails come in at once. Please try again.', {
        retryAfterSeconds: error.seconds,
      });
    throw error;
  });

  const options = {
    // what can be refused by its head alone is refused before its body is read
    onRequest: async (request: FastifyRequest): Promise<void> => {
      if (secret === null)
        throw new Refusal(
          404,
          'Email does not come in here: WEBHOOK_SECRET_FILE is not set, or its secret is shorter than 16 characters.',
        );
      const signature = readSignature(request);
      if (!signature)
        throw refuseForged(
          request,
          'The header X-Earshot-Signature is missing or cannot be read. It has the form t=<seconds>,v1=<hex>.',
        );
      if (Math.abs(deps.now().getTime() / 1000 - signature.seconds) > WINDOW_SECONDS)
        throw refuseForged(
          request,
          'The signature is older or newer than five minutes. Sign each call when it is sent, and check the clocks.',
        );
    },
  };

  const taken = async (request: Request, work: (body: Buffer) => Promise<Taken>): Promise<Taken> => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = readSignature(request)!;
    const right = createHmac('sha256', secret!).update(`${signature.time}.`).update(body).digest();
    if (!signature.given.some((one) => one.length === right.length && timingSafeEqual(one, right)))
      throw refuseForged(
        request,
        'The signature is wrong. It is the HMAC-SHA256 of "t.body" with the secret of WEBHOOK_SECRET_FILE.',
      );
    if (signers.size < NETWORKS_MAX) signers.add(networkOf(request.ip));
    const key = createHash('sha256').update(right).digest();
    if (!(await remember(deps, key)))
      throw new Refusal(409, 'This call was taken before. Sign it again to send it again.');
    try {
      return await work(body);
    } catch (error) {
      // what was not done may come again
      if (!(error instanceof Refusal))
        await deps.pool.query('delete from webhook_calls where signature = $1', [key]).catch(() => {});
      throw error;
    }
  };

  app.post(REPLY_HOOK_PATH, options, async (request, reply) =>
    answer(
      reply,
      await taken(request as Request, async (body) => takeMail(found, await readMail(request, body))),
    ),
  );

  app.post(BOUNCE_HOOK_PATH, options, async (request, reply) =>
    answer(
      reply,
      await taken(request as Request, async (body) => {
        const fields = isRaw(request) ? null : readJson(body);
        if (fields === null || fields['raw'] !== undefined) {
          const mail = await readMail(request, body);
          return mail.report
            ? takeMail(found, mail)
            : { result: 'ignored', reason: 'This email is no report.' };
        }
        return takeTold(deps, found, fields);
      }),
    ),
  );
}

function answer(reply: FastifyReply, taken: Taken): FastifyReply {
  return reply.header('cache-control', 'no-store').send(taken);
}

function readSecret({ config, log }: HttpDependencies): string | null {
  const file = config.mail.webhookSecretFile;
  if (file === null) return null;
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= SECRET_CHARACTERS) return secret;
  log.warn(
    'The secret in WEBHOOK_SECRET_FILE is shorter than 16 characters, so email that comes in by webhooks is refused.',
  );
  return null;
}

/** The time and signatures of a call; null when the header is none of ours. */
function readSignature({
  headers,
}: FastifyRequest): { time: string; seconds: number; given: Buffer[] } | null {
  const header = headers['x-earshot-signature'];
  if (typeof header !== 'string' || header.length > 1000) return null;
  const parts = header.split(',').map((part) => part.trim());
  const time = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith('t=')) ?? '')?.[1];
  const given = parts
    .flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? [])
    .slice(0, SIGNATURES_MAX);
  return time === undefined || given.length === 0
    ? null
    : { time, seconds: Number(time), given: given.map((hex) => Buffer.from(hex, 'hex')) };
}

/** @returns false: the call was made before */
async function remember({ pool }: HttpDependencies, key: Buffer): Promise<boolean> {
  // twice the window, since clocks may differ to both sides
  await pool.query('delete from webhook_calls where created_at < now() - make_interval(secs => $1)', [
    WINDOW_SECONDS * 3,
  ]);
  const { rowCount } = await pool.query(
    'insert into webhook_calls (signature) values ($1) on conflict do nothing',
    [key],
  );
  return rowCount === 1;
}

const isRaw = ({ headers }: FastifyRequest): boolean =>
  /^message\/rfc822\b/i.test(headers['content-type'] ?? '');
const bad = (sentence: string, field?: string): Refusal =>
  new Refusal(422, sentence, { code: 'BAD_USER_INPUT', ...(field === undefined ? {} : { field }) });

/** @throws Refusal 400 */
function readJson(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new Refusal(
    400,
    'The body must be a JSON object, or the email itself with content type message/rfc822.',
    { code: 'BAD_USER_INPUT' },
  );
}

/** The mail of a call, in one of its forms. @throws Refusal */
async function readMail(request: FastifyRequest, body: Buffer): Promise<InboundMail> {
  let raw = body;
  if (!isRaw(request)) {
    const fields = readJson(body);
    if (fields['raw'] === undefined) return mailOfFields(fields);
    if (typeof fields['raw'] !== 'string' || !/^[\w+/\s-]*={0,2}\s*$/.test(fields['raw'].slice(0, 1000)))
      throw bad('raw must be the email in base64.', 'raw');
    raw = Buffer.from(fields['raw'], 'base64');
  }
  if (raw.length === 0) throw bad('The email is empty.');
  try {
    return await readInboundMail(raw);
  } catch (error) {
    if (error instanceof MailNotRead) throw bad(error.message);
    throw error;
  }
}

/** A mail whose parts a provider has taken apart already. */
function mailOfFields(fields: Record<string, unknown>): InboundMail {
  const text = (name: string, max: number): string | null => {
    const value = fields[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw bad(`${name} must be a text.`, name);
    return value.slice(0, max);
  };
  const given = fields['to'];
  const to = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(to) || to.some((one) => typeof one !== 'string'))
    throw bad('to must be an address or a list of addresses.', 'to');
  const addresses = (to as string[])
    .slice(0, 100)
    .flatMap((one) => one.slice(0, 2000).match(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,190}/g) ?? []);
  const from_email = plainAddress(
    /[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,190}/.exec(text('from', 1000) ?? '')?.[0] ?? '',
  );
  const headers = new Map<string, string>();
  if (typeof fields['headers'] === 'object' && fields['headers'] !== null) {
    for (const [name, value] of Object.entries(fields['headers']).slice(0, 200))
      headers.set(name.toLowerCase(), String(value).slice(0, 2000));
  }
  const subject = (text('subject', 1000) ?? '')
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed();
  const [plain, html] = [text('text', 1_000_000), text('html', 1_000_000)];
  return {
    message_id: plainId(text('message_id', 500) ?? headers.get('message-id') ?? ''),
    from_email,
    from_name: null,
    to: addresses,
    subject,
    body: plain !== null && plain.trim() !== '' ? replyOfText(plain) : html === null ? '' : replyOfHtml(html),
    automatic: automaticBy((name) => headers.get(name) ?? '', from_email, subject),
    report: null,
  };
}

/** A bounce or complaint as a provider tells of it. */
async function takeTold(
  deps: HttpDependencies,
  found: InboundDependencies,
  fields: Record<string, unknown>,
): Promise<Taken> {
  const { type } = fields;
  if (type !== 'bounce' && type !== 'complaint') throw bad('type must be bounce or complaint.', 'type');
  if (fields['permanent'] !== undefined && typeof fields['permanent'] !== 'boolean')
    throw bad('permanent must be true or false.', 'permanent');
  if (type === 'bounce' && fields['permanent'] === false)
    return { result: 'ignored', reason: 'The report tells of no failure for good.' };
  const message = /^<?d([1-9]\d{0,17})\.([1-9]\d{0,17})@/.exec(
    typeof fields['message_id'] === 'string' ? fields['message_id'].trim() : '',
  );
  const named = message
    ? { delivery_id: message[1]!, subdomain_id: message[2]! }
    : readReplyAddress(
        deps.services.signatures,
        typeof fields['reply_address'] === 'string' ? fields['reply_address'] : '',
      );
  if (!message && fields['message_id'] === undefined && fields['reply_address'] === undefined)
    throw bad('message_id or reply_address must say which email bounced.', 'message_id');
  const scope = named && (await found.scopeOf(named.subdomain_id));
  if (!scope) return { result: 'ignored', reason: 'This email answers no email of this installation.' };
  const reason =
    typeof fields['reason'] === 'string' && fields['reason'].trim() !== ''
      ? fields['reason'].slice(0, 500)
      : type === 'bounce'
        ? 'The email bounced.'
        : 'The holder of the address reported the email as unwanted.';
  return takeBounce(scope, { delivery_id: named.delivery_id, kind: type, reason });
}

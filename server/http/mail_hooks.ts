import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TooManyWaiting } from '../domain/account/limits/semaphore.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import type { InboundForm, ToldBounce } from '../domain/mail/inbound_call.ts';
import { INBOUND_BYTES, MailNotRead } from '../domain/mail/inbound_mail.ts';
import { createMailReader, MailReaderDied } from '../domain/mail/inbound_reader.ts';
import { inboundTickets } from '../domain/support/ticket_mail.ts';
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
/** How long a network that has signed rightly is known, how many are, and how often they are written and read. */
const SIGNER_DAYS = 90;
const SIGNERS_MAX = 1_000;
const SIGNER_NOTED_MS = 86_400_000;
const SIGNERS_READ_MS = 60_000;

/** The body of a call, and the signature that is right for it, which was reckoned as its pieces came. */
interface Signed {
  bytes: Buffer;
  right: Buffer;
}
type Request = FastifyRequest<{ Body: Signed | undefined }>;

/** The routes for mail that comes back. Without WEBHOOK_SECRET_FILE they refuse every call. */
export function registerMailHooks(app: FastifyInstance, deps: HttpDependencies): void {
  const secret = readSecret(deps);
  const forged = new Map<string, number>();
  let since = 0;
  const signers = createSigners(deps);
  const reader = createMailReader();
  app.addHook('onClose', () => reader.close());
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
    tickets: inboundTickets,
  };

  app.removeAllContentTypeParsers();
  // the signature is over the bytes as they came
  app.addContentTypeParser(
    ['application/json', 'message/rfc822'],
    async (request: FastifyRequest, payload: IncomingMessage): Promise<Signed> => {
      const signed = createHmac('sha256', secret!).update(`${readSignature(request)!.time}.`);
      const network = networkOf(request.ip);
      const bytes = await readSigned(payload, {
        caller: async () => ({ key: network, isKnown: await signers.isKnown(network) }),
        limit: BODY_BYTES,
        seen: (piece) => void signed.update(piece),
      });
      return { bytes, right: signed.digest() };
    },
  );
  app.setErrorHandler((error: unknown) => {
    if (error instanceof TooManyWaiting)
      throw new Refusal(429, 'Too many emails come in at once. Please try again.', {
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
    const { bytes, right } = request.body ?? {
      bytes: Buffer.alloc(0),
      right: createHmac('sha256', secret!)
        .update(`${readSignature(request)!.time}.`)
        .digest(),
    };
    const signature = readSignature(request)!;
    if (!signature.given.some((one) => one.length === right.length && timingSafeEqual(one, right)))
      throw refuseForged(
        request,
        'The signature is wrong. It is the HMAC-SHA256 of "t.body" with the secret of WEBHOOK_SECRET_FILE.',
      );
    await signers.note(networkOf(request.ip));
    const key = createHash('sha256').update(right).digest();
    if (!(await remember(deps, key)))
      throw new Refusal(409, 'This call was taken before. Sign it again to send it again.');
    try {
      return await work(bytes);
    } catch (error) {
      if (error instanceof MailNotRead) throw refusalOfMail(error, deps);
      // what was not done may come again
      if (!(error instanceof Refusal))
        await deps.pool.query('delete from webhook_calls where signature = $1', [key]).catch(() => {});
      throw error;
    }
  };

  const register = (path: string, form: Exclude<InboundForm, 'mail'>): void => {
    app.post(path, options, async (request, reply) => {
      const result = await taken(request as Request, async (body) => {
        const opened = await reader.open(isRaw(request) ? 'mail' : form, body);
        if ('told' in opened) return takeTold(deps, found, opened.told);
        return form === 'bounce' && opened.head.report === null
          ? { result: 'ignored', reason: 'This email is no report.' }
          : takeMail(found, opened);
      });
      return answer(reply, result);
    });
  };
  register(REPLY_HOOK_PATH, 'reply');
  register(BOUNCE_HOOK_PATH, 'bounce');
}

/** Why a mail is not taken, as it is answered; the log hears of one that ended its reader. */
function refusalOfMail(error: MailNotRead, { log }: HttpDependencies): Refusal {
  if (error instanceof MailReaderDied)
    log.error({ err: error }, 'An email that came in by a webhook ended the thread that read it.');
  return error.isMalformed
    ? new Refusal(400, error.message, { code: 'BAD_USER_INPUT' })
    : bad(error.message, error.field ?? undefined);
}

/** The networks of those who know the secret. */
interface Signers {
  isKnown(network: string): Promise<boolean>;
  /** It has signed rightly. */
  note(network: string): Promise<void>;
}

/** Known again after a restart, and in each process: what one notes the others read within a minute. */
function createSigners({ pool, log, now }: HttpDependencies): Signers {
  let known = new Map<string, number>();
  let readAt = 0;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    try {
      const { rows } = await pool.query<{ network: string; signed_at: Date }>(
        'select network, signed_at from webhook_signers where signed_at > now() - make_interval(days => $1) order by signed_at desc limit $2',
        [SIGNER_DAYS, SIGNERS_MAX],
      );
      known = new Map(rows.map(({ network, signed_at }) => [network, signed_at.getTime()]));
    } catch (error) {
      // strangers for this minute
      log.warn({ err: error }, 'It could not be read which networks signed calls of the mail webhooks.');
    }
    readAt = now().getTime();
    reading = null;
  };
  return {
    isKnown: async (network) => {
      if (!known.has(network) && now().getTime() - readAt >= SIGNERS_READ_MS) await (reading ??= read());
      return known.has(network);
    },
    note: async (network) => {
      const nowMs = now().getTime();
      if (nowMs - (known.get(network) ?? 0) < SIGNER_NOTED_MS) return;
      known.set(network, nowMs);
      await pool.query(
        'insert into webhook_signers (network) values ($1) on conflict (network) do update set signed_at = now()',
        [network],
      );
      await pool.query('delete from webhook_signers where signed_at < now() - make_interval(days => $1)', [
        SIGNER_DAYS,
      ]);
    },
  };
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

/** A bounce or complaint as a provider tells of it. */
async function takeTold(
  deps: HttpDependencies,
  found: InboundDependencies,
  { type, permanent, message_id, reply_address, reason: said }: ToldBounce,
): Promise<Taken> {
  if (type !== 'bounce' && type !== 'complaint') throw bad('type must be bounce or complaint.', 'type');
  if (permanent !== undefined && typeof permanent !== 'boolean')
    throw bad('permanent must be true or false.', 'permanent');
  if (type === 'bounce' && permanent === false)
    return { result: 'ignored', reason: 'The report tells of no failure for good.' };
  const message = /^<?d([1-9]\d{0,17})\.([1-9]\d{0,17})@/.exec((message_id ?? '').trim());
  const named = message
    ? { delivery_id: message[1]!, subdomain_id: message[2]! }
    : readReplyAddress(deps.services.signatures, reply_address ?? '');
  if (!message && message_id === null && reply_address === null)
    throw bad('message_id or reply_address must say which email bounced.', 'message_id');
  const scope = named && (await found.scopeOf(named.subdomain_id));
  if (!scope) return { result: 'ignored', reason: 'This email answers no email of this installation.' };
  const reason =
    (said ?? '').trim() ||
    (type === 'bounce' ? 'The email bounced.' : 'The holder of the address reported the email as unwanted.');
  return takeBounce(scope, { delivery_id: named.delivery_id, kind: type, reason });
}

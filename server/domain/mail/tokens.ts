import { createHash, timingSafeEqual } from 'node:crypto';
import type { SignatureService } from '../../core/services.ts';

/**
 * What the links of a mail carry: ids and a signature, so that nothing secret stands in a table. The
 * workspace is part of what is signed and not of the token: at another one's address it is no token.
 */

/** unsubscribe, open: the mail itself; link, file: with the id of a link or attachment; up, down: a thumb; rate: with the score. */
export const MAIL_PURPOSES = ['unsubscribe', 'open', 'link', 'file', 'up', 'down', 'rate'] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

const TOKEN = /^([1-9a-z][0-9a-z]{0,12})\.([0-9a-z]{1,13})\.([\w-]{20,86})$/;

const signed = (purpose: string, subdomain_id: string, delivery_id: string, extra: string): string =>
  `mail:${purpose}:${subdomain_id}:${delivery_id}:${extra}`;

/** Makes a token of one mail. @param extra id of the link or attachment, or the score that it is for */
export function mailToken(
  signatures: SignatureService,
  subdomain_id: string,
  purpose: MailPurpose,
  delivery_id: string,
  extra = '0',
): string {
  return `${BigInt(delivery_id).toString(36)}.${BigInt(extra).toString(36)}.${signatures.sign(signed(purpose, subdomain_id, delivery_id, extra))}`;
}

/** What a token of this purpose names; null when it was not made here, for this workspace and purpose. */
export function readMailToken(
  signatures: SignatureService,
  subdomain_id: string,
  purpose: MailPurpose,
  token: string,
): { delivery_id: string; extra: string } | null {
  const match = TOKEN.exec(token);
  if (!match) return null;
  const [, delivery, other, signature] = match as unknown as [string, string, string, string];
  const delivery_id = idOf(delivery);
  const extra = idOf(other);
  // one id has one way to be written, so that one token has one text
  if (
    delivery_id === null ||
    extra === null ||
    BigInt(delivery_id).toString(36) !== delivery ||
    BigInt(extra).toString(36) !== other
  )
    return null;
  return signatures.verify(signed(purpose, subdomain_id, delivery_id, extra), signature)
    ? { delivery_id, extra }
    : null;
}

function idOf(text: string): string | null {
  let value = 0n;
  for (const sign of text) value = value * 36n + BigInt(Number.parseInt(sign, 36));
  return value < 2n ** 63n ? value.toString() : null;
}

const REPLY = /^reply\+([1-9a-z][0-9a-z]{0,11})\.([1-9a-z][0-9a-z]{0,11})\.([0-9a-f]{32})$/;

/** 128 bits of the signature in letters that survive a server which writes addresses in small letters. */
function replySignature(signatures: SignatureService, subdomain_id: string, delivery_id: string): string {
  return createHash('sha256')
    .update(signatures.sign(signed('reply', subdomain_id, delivery_id, '0')))
    .digest('hex')
    .slice(0, 32);
}

/** Address that takes answers to one mail: `reply+<token>@<domain>` (DEC-136). Its first part has at most 64 characters. */
export function replyAddress(
  signatures: SignatureService,
  subdomain_id: string,
  delivery_id: string,
  domain: string,
): string {
  return `reply+${BigInt(subdomain_id).toString(36)}.${BigInt(delivery_id).toString(36)}.${replySignature(signatures, subdomain_id, delivery_id)}@${domain}`;
}

const STREAM = /^support\+([1-9a-z][0-9a-z]{0,11})\.([1-9a-z][0-9a-z]{0,11})\.([0-9a-f]{32})$/;

const streamSignature = (signatures: SignatureService, subdomain_id: string, stream_id: string): string =>
  createHash('sha256')
    .update(signatures.sign(signed('stream', subdomain_id, stream_id, '0')))
    .digest('hex')
    .slice(0, 32);

/** Address that takes emails of a stream of tickets: `support+<token>@<domain>`. Its first part has at most 64 characters. */
export function streamAddress(
  signatures: SignatureService,
  subdomain_id: string,
  stream_id: string,
  domain: string,
): string {
  return `support+${BigInt(subdomain_id).toString(36)}.${BigInt(stream_id).toString(36)}.${streamSignature(signatures, subdomain_id, stream_id)}@${domain}`;
}

/** Which stream an address of `streamAddress` belongs to, whatever its domain; null when it is none of ours. */
export function readStreamAddress(
  signatures: SignatureService,
  address: string,
): { subdomain_id: string; stream_id: string } | null {
  const match = STREAM.exec(address.trim().toLowerCase().split('@')[0] ?? '');
  const subdomain_id = match && idOf(match[1]!);
  const stream_id = match && idOf(match[2]!);
  if (!match || !subdomain_id || !stream_id) return null;
  const right = Buffer.from(streamSignature(signatures, subdomain_id, stream_id));
  return timingSafeEqual(Buffer.from(match[3]!), right) ? { subdomain_id, stream_id } : null;
}

/** Which mail an address of `replyAddress` belongs to, whatever its domain; null when it is none of ours. */
export function readReplyAddress(
  signatures: SignatureService,
  address: string,
): { subdomain_id: string; delivery_id: string } | null {
  const match = REPLY.exec(address.trim().toLowerCase().split('@')[0] ?? '');
  const subdomain_id = match && idOf(match[1]!);
  const delivery_id = match && idOf(match[2]!);
  if (!match || !subdomain_id || !delivery_id) return null;
  const right = Buffer.from(replySignature(signatures, subdomain_id, delivery_id));
  return timingSafeEqual(Buffer.from(match[3]!), right) ? { subdomain_id, delivery_id } : null;
}

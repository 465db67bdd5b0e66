import { randomBytes } from 'node:crypto';
import type { Scope } from '../../core/scope.ts';
import { KNOWN_MS } from './limits/login_backoff.ts';

/** People who share one browser; the oldest gives way. */
const DEVICES_MAX = 4;

/**
 * A browser that has signed in to an account is told from strangers by a cookie: a random number, signed for
 * the workspace and the account, for 90 days (OWASP's "device cookie"). It opens nothing. It gives the browser
 * tries of its own, which no one else can use up, also not from the same network.
 *
 * @param account as `accountKey` gives it
 * @param cookie what the browser sent; undefined: nothing
 * @returns the number of the browser; null when it is a stranger to this account
 */
export function deviceOf(scope: Scope, account: string, cookie: string | undefined): string | null {
  for (const { id, until, signature } of readCookie(cookie)) {
    if (
      until > scope.now().getTime() &&
      scope.services.signatures.verify(textOf(scope, account, id, until), signature)
    )
      return id;
  }
  return null;
}

/**
 * What the browser keeps from now on: a number for this account, and what it has for others. One that is known keeps
 * its number: a new one with each sign-in would give one browser any number of shares.
 */
export function deviceCookie(scope: Scope, account: string, cookie: string | undefined): string {
  const id = deviceOf(scope, account, cookie) ?? randomBytes(16).toString('base64url');
  const until = scope.now().getTime() + KNOWN_MS;
  const { signatures } = scope.services;
  const others = readCookie(cookie).filter(
    (one) =>
      one.until > scope.now().getTime() &&
      !signatures.verify(textOf(scope, account, one.id, one.until), one.signature),
  );
  return [{ id, until, signature: signatures.sign(textOf(scope, account, id, until)) }, ...others]
    .slice(0, DEVICES_MAX)
    .map((one) => `${one.id}.${one.until}.${one.signature}`)
    .join('~');
}

function textOf({ viewer }: Scope, account: string, id: string, until: number): string {
  return `device ${viewer.subdomain_id} ${account} ${id} ${until}`;
}

function readCookie(cookie = ''): { id: string; until: number; signature: string }[] {
  return cookie.split('~', DEVICES_MAX).flatMap((text) => {
    const [, id, until, signature] = /^([\w-]{22})\.(\d{13,15})\.([\w-]{43})$/.exec(text) ?? [];
    return id === undefined ? [] : [{ id, until: Number(until), signature: signature! }];
  });
}

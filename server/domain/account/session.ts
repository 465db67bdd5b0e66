import { sql } from 'kysely';
import { sessionLimits } from '../../../contract/limits.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { announceAccountChange } from './announce.ts';
import { auditAccount, type Origin } from './audit/audit.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { NO_LINE, originKey, type SessionLine } from './session_origins.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** No workspace lets a session last longer than this after the sign-in. */
export const SESSION_ABSOLUTE_MS = sessionLimits.mostHours * HOUR_MS;

/** Sessions of one person in a workspace; with one more the one unused for longest ends. */
export const SESSIONS_PER_PERSON = 100;

/** How someone came in. */
export type SignInWay =
  | 'password'
  | 'link'
  | 'ticket'
  | 'invitation'
  | 'second_factor'
  | 'recovery_code'
  | 'passkey'
  | 'provider'
  /** it asked for more than a password itself */
  | 'provider_with_second_factor';

/** A session just begun. `secret` goes into the cookie and is kept nowhere else. */
export interface NewSession {
  secret: string;
  user_id: string;
  expires_at: Date;
}

/**
 * Begins a session in the open transaction. Each sign-in has a secret of its own, so a secret that
 * someone planted in a browser beforehand becomes no one's session.
 *
 * @param line what a ticket brings along of the session that it came out of
 */
export async function beginSession(
  tx: Tx,
  scope: Scope,
  user_id: string,
  way: SignInWay,
  origin: Origin,
  line: SessionLine = NO_LINE,
): Promise<NewSession> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const secret = newSecret();
  const expires_at = endOf(line.began_at ?? now, now, await readLengths(tx, subdomain_id));
  await tx
    .insertInto('sessions')
    .values({
      subdomain_id,
      secret_hash: hashSecret(secret),
      user_id,
      created_at: now,
      last_used_at: now,
      expires_at,
      ip: origin.ip,
      user_agent: origin.user_agent?.slice(0, 400) ?? null,
      origins: [...line.origins],
      began_at: line.began_at,
    })
    .execute();
  await endUnused(tx, subdomain_id, user_id);
  await tx
    .updateTable('users')
    .set({ last_login: now, last_ip: origin.ip })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .execute();
  await auditAccount(tx, {
    subdomain_id,
    user_id,
    action: 'sign_in',
    subject: null,
    details: { way },
    origin,
  });
  return { secret, user_id, expires_at };
}

/** How long sessions of a workspace last: without use, and in all. */
interface Lengths {
  session_idle_hours: number;
  session_max_hours: number;
}

function readLengths(tx: Tx, subdomain_id: string): Promise<Lengths> {
  return tx
    .selectFrom('subdomains')
    .select(['session_idle_hours', 'session_max_hours'])
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
}

/** When a session ends that is used now: some time later, and at its end in all whatever happens. */
function endOf(began_at: Date, now: Date, { session_idle_hours, session_max_hours }: Lengths): Date {
  return new Date(
    Math.min(now.getTime() + session_idle_hours * HOUR_MS, began_at.getTime() + session_max_hours * HOUR_MS),
  );
}

/** Ends the sessions of a workspace earlier, in the open transaction, where they would outlast its new lengths. */
export async function shortenSessions(tx: Tx, subdomain_id: string): Promise<void> {
  await sql`
update sessions s set expires_at = least(s.expires_at, s.last_used_at + make_interval(hours => d.session_idle_hours), coalesce(s.began_at, s.created_at) + make_interval(hours => d.session_max_hours))
from subdomains d where d.id = ${subdomain_id} and s.subdomain_id = ${subdomain_id}`.execute(tx);
}

/** Ends the sessions of a person above the limit in the open transaction, those first that were unused for longest. */
async function endUnused(tx: Tx, subdomain_id: string, user_id: string): Promise<void> {
  const surplus = await tx
    .selectFrom('sessions')
    .select('secret_hash')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(SESSIONS_PER_PERSON)
    .execute();
  if (surplus.length === 0) return;
  await tx
    .deleteFrom('sessions')
    .where('subdomain_id', '=', subdomain_id)
    .where(
      'secret_hash',
      'in',
      surplus.map(({ secret_hash }) => secret_hash),
    )
    .execute();
  for (const { secret_hash } of surplus)
    await announceAccountChange(tx, { about: 'session', subdomain_id, session: secret_hash.toString('hex') });
}

/** Whether all sessions live that another one came out of. */
export async function areLiving(scope: Scope, origins: readonly string[]): Promise<boolean> {
  const living = await scope.services.sessionOrigins.living(origins);
  return origins.every((key) => living.has(key));
}

/** What a ticket out of a session brings along, and since when the session itself is there; null: it has ended. */
export async function lineOutOf(
  scope: Scope,
  session: Buffer,
): Promise<(SessionLine & { created_at: Date }) | null> {
  const { subdomain_id } = scope.viewer;
  const held = await scope.db
    .selectFrom('sessions')
    .select(['id', 'generation', 'origins', 'began_at', 'created_at'])
    .where('subdomain_id', '=', subdomain_id)
    .where('secret_hash', '=', session)
    .where('expires_at', '>', scope.now())
    .executeTakeFirst();
  return held
    ? {
        origins: [...held.origins, originKey(subdomain_id, held)],
        began_at: held.began_at ?? held.created_at,
        created_at: held.created_at,
      }
    : null;
}

/**
 * A bearer token for a living session: random, 10 minutes, bound to session and tenant (DEC-178). A
 * console asks for one only while it is used, so this is what extends the session; the heartbeat does not.
 *
 * @param session the SHA-256 of the session's secret
 * @returns null when the session has ended in the meantime
 */
export async function issueToken(
  scope: Scope,
  session: Buffer,
): Promise<{ token: string; expires_at: Date } | null> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const token = newSecret();
  return scope.write(async (tx) => {
    const held = await tx
      .selectFrom('sessions')
      .select(['user_id', 'created_at', 'began_at'])
      .where('subdomain_id', '=', subdomain_id)
      .where('secret_hash', '=', session)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return null;
    const sessionEnd = endOf(held.began_at ?? held.created_at, now, await readLengths(tx, subdomain_id));
    await tx
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: sessionEnd })
      .where('subdomain_id', '=', subdomain_id)
      .where('secret_hash', '=', session)
      .execute();
    // a tab that stays open for days would leave a row each ten minutes
    await tx
      .deleteFrom('console_tokens')
      .where('subdomain_id', '=', subdomain_id)
      .where('session_hash', '=', session)
      .where('expires_at', '<=', now)
      .execute();
    const expires_at = new Date(
      Math.min(now.getTime() + sessionLimits.tokenMinutes * MINUTE_MS, sessionEnd.getTime()),
    );
    await tx
      .insertInto('console_tokens')
      .values({
        subdomain_id,
        token_hash: hashSecret(token),
        session_hash: session,
        user_id: held.user_id,
        expires_at,
      })
      .execute();
    return { token, expires_at };
  });
}

/** Ends a session and with it its tokens. @returns false when there was none */
export async function endSession(scope: Scope, session: Buffer, origin: Origin): Promise<boolean> {
  const { subdomain_id } = scope.viewer;
  return scope.write(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('subdomain_id', '=', subdomain_id)
      .where('secret_hash', '=', session)
      .returning('user_id')
      .executeTakeFirst();
    if (!ended) return false;
    await auditAccount(tx, {
      subdomain_id,
      user_id: ended.user_id,
      action: 'sign_out',
      subject: null,
      origin,
    });
    await announceAccountChange(tx, { about: 'session', subdomain_id, session: session.toString('hex') });
    return true;
  });
}

/**
 * Ends every session of a person in the open transaction, and with them what came out of them in other workspaces:
 * after a new password or address, and when they are blocked or lose their licence.
 */
export async function endSessionsOf(tx: Tx, subdomain_id: string, user_id: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .execute();
  await announceAccountChange(tx, { about: 'user', subdomain_id, user_id });
}

/** Removes sessions and tokens that have ended, by themselves or with what they came out of. @returns how many sessions */
export async function sweepSessions(scope: Scope): Promise<number> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const derived = await scope.db
    .selectFrom('sessions')
    .select(['id', 'origins'])
    .where('subdomain_id', '=', subdomain_id)
    .where('origins', '<>', sql<string[]>`'{}'`)
    .execute();
  const living = await scope.services.sessionOrigins.living(derived.flatMap(({ origins }) => origins));
  const orphans = derived.filter(({ origins }) => !origins.every((key) => living.has(key)));
  return scope.write(async (tx) => {
    await tx
      .deleteFrom('console_tokens')
      .where('subdomain_id', '=', subdomain_id)
      .where('expires_at', '<=', now)
      .execute();
    const swept = await tx
      .deleteFrom('sessions')
      .where('subdomain_id', '=', subdomain_id)
      .where((where) =>
        where.or([
          where('expires_at', '<=', now),
          where('id', '=', sql<string>`any(${orphans.map(({ id }) => id)}::bigint[])`),
        ]),
      )
      .executeTakeFirst();
    return Number(swept.numDeletedRows);
  });
}

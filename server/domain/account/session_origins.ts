import type pg from 'pg';
import type { SessionElsewhere, SessionOrigins } from '../../core/services.ts';

/** Sessions that one may have come out of, one out of the other; who goes further signs in. */
export const ORIGINS_MAX = 20;

/** What a session that a ticket begins brings along. */
export interface SessionLine {
  /** the sessions that it comes out of, the first of them first, each as `originKey` names it */
  origins: readonly string[];
  /** when the sign-in was that stands at the beginning; null: the session is one itself */
  began_at: Date | null;
}

/** A session that no ticket began. */
export const NO_LINE: SessionLine = { origins: [], began_at: null };

/**
 * Names a session as the origin of others. What ends all of those and not the session itself counts its
 * generation up: the name is then another one.
 */
export function originKey(
  subdomain_id: string,
  { id, generation }: { id: string; generation: number },
): string {
  return `${subdomain_id}.${id}.${generation}`;
}

/** Workspace of an origin. */
export function workspaceOfOrigin(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

/** The origin as nothing that happens to it changes it: for what is counted of a session and all that came out of it. */
export function steadyKey(key: string): string {
  return key.slice(0, key.lastIndexOf('.'));
}

/**
 * Sessions of one person in several workspaces. Like `Workspaces` it reads across tenants: each statement finds its
 * rows by keys that a session of the person holds. What ends a session ends nothing in other workspaces: it is
 * looked at where such a session is used, so that no transaction spans the shards of several tenants.
 *
 * @param pool the main database: a replica may not know yet that a session has ended
 * @param onStatement called for each statement sent, as those of scopes
 */
export function createSessionOrigins(
  pool: pg.Pool,
  now: () => Date,
  onStatement: (text: string, values: readonly unknown[]) => void = () => {},
): SessionOrigins {
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> => {
    onStatement(text, values);
    return (await pool.query<Row>(text, values)).rows;
  };
  const living = async (origins: readonly string[]): Promise<ReadonlySet<string>> => {
    if (origins.length === 0) return new Set();
    const parts = [...new Set(origins)].map((key) => key.split('.'));
    const rows = await query<{ key: string }>(
      `select concat_ws('.', s.subdomain_id, s.id, s.generation) as key
       from unnest($1::bigint[], $2::bigint[], $3::integer[]) as o (subdomain_id, id, generation)
       join sessions s on s.subdomain_id = o.subdomain_id and s.id = o.id and s.generation = o.generation
       where s.expires_at > $4`,
      [
        parts.map(([of]) => of),
        parts.map(([, id]) => id),
        parts.map(([, , generation]) => generation),
        now(),
      ],
    );
    return new Set(rows.map(({ key }) => key));
  };
  const outOf = async (subdomain_id: string, keys: readonly string[]): Promise<SessionElsewhere[]> => {
    const rows = await query<SessionElsewhere & { origins: string[] }>(
      `select s.id::text as id, s.subdomain_id::text as subdomain_id, d.name as workspace, s.secret_hash, s.ip, s.user_agent,
         s.created_at, s.last_used_at, s.origins
       from sessions s join subdomains d on d.id = s.subdomain_id
       where s.origins && $2::text[] and s.origins <> '{}' and s.subdomain_id <> $1 and s.expires_at > $3 and d.deleted_at is null
       order by s.last_used_at desc, s.id desc`,
      [subdomain_id, [...keys], now()],
    );
    const alive = await living(rows.flatMap(({ origins }) => origins));
    return rows
      .filter(({ origins }) => origins.every((key) => alive.has(key)))
      .map(({ origins: _origins, ...session }) => session);
  };
  return {
    living,
    outOf,
    end: async ({ subdomain_id, id }) => {
      await query('delete from sessions where subdomain_id = $1 and id = $2', [subdomain_id, id]);
    },
  };
}

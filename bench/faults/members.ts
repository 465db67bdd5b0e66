import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { beginSession } from '../../server/domain/account/session.ts';
import { largeTenant, LARGE, openCluster, withPool, type BenchCluster } from '../database.ts';
import { benchScope, generateTenant, sizeOf } from '../generate.ts';

/** A caller who hears nothing good for this long gives up. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 100;

/** A small workspace in a database of its own, for the time of `work`. */
export async function withWorkspace(
  work: (place: { url: string; cluster: BenchCluster; pool: pg.Pool; sid: string }) => Promise<void>,
): Promise<void> {
  const cluster = await openCluster(null);
  try {
    const url = await cluster.empty('fault');
    await withPool(url, async (pool) => {
      const sid = await generateTenant(pool, LARGE, sizeOf(100));
      // anyone who is in the team may use all of the console
      await pool.query(
        "update users set license_type = 'full' where subdomain_id = $1 and license_type = 'contributor'",
        [sid],
      );
      await work({ url, cluster, pool, sid });
    });
  } finally {
    await cluster.close();
  }
}

/** What the API answers. */
export interface Answer<T> {
  data?: T | null;
  errors?: {
    message: string;
    extensions: { code: string; reason?: string; current?: Record<string, unknown> };
  }[];
}

/** A member of the team at their console, as far as the wire can tell: session, token, one key for each action. */
export class Member {
  readonly id: string;
  readonly name: string;
  readonly cookie: string;
  readonly port: number;
  #token: string | null = null;

  constructor(port: number, { id, name, cookie }: { id: string; name: string; cookie: string }) {
    this.port = port;
    this.id = id;
    this.name = name;
    this.cookie = cookie;
  }

  /** A new token for the session; the old one stays good until its time. */
  async refreshToken(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/clients/admin-console/token`, {
      headers: { cookie: this.cookie },
    });
    if (answer.status !== 200) throw new Error(`No token: ${answer.status}`);
    this.#token = ((await answer.json()) as { token: string }).token;
  }

  /** One call. @param key Idempotency-Key; null: none @throws Error when there is no answer of the API */
  async ask<T>(
    query: string,
    variables: Record<string, unknown> = {},
    key: string | null = null,
  ): Promise<Answer<T>> {
    const { status, text } = await this.post('/api/v2/admin/graphql', { query, variables }, key);
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Answer<T>;
  }

  /** Sends JSON under the member's token. */
  async post(
    path: string,
    body: unknown,
    key: string | null = null,
  ): Promise<{ status: number; text: string }> {
    if (this.#token === null) await this.refreshToken();
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    if (answer.status === 401) this.#token = null;
    return { status: answer.status, text: await answer.text() };
  }

  /** One call that must not be refused. */
  async data<T>(
    query: string,
    variables: Record<string, unknown> = {},
    key: string | null = null,
  ): Promise<T> {
    const { data, errors } = await this.ask<T>(query, variables, key);
    if (!data || errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** Sends an action until it is acknowledged, under one key, as the console does. @returns with the number of sendings */
  async insist<T>(query: string, variables: Record<string, unknown>): Promise<{ data: T; sendings: number }> {
    const key = randomUUID();
    const until = Date.now() + PATIENCE_MS;
    for (let sendings = 1; ; sendings += 1) {
      try {
        return { data: await this.data<T>(query, variables, key), sendings };
      } catch (error) {
        if (Date.now() > until) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}

/** Signs members of the team in, the owner first; at most 20. */
export async function signIn(pool: pg.Pool, port: number, count: number): Promise<Member[]> {
  const sid = await largeTenant(pool);
  const { rows } = await pool.query<{ id: string; name: string }>(
    "select id::text as id, name from users where subdomain_id = $1 and license_type <> 'none' order by id limit $2",
    [sid, count],
  );
  const scope = benchScope(pool, sid);
  const members: Member[] = [];
  for (const { id, name } of rows) {
    const { secret } = await scope.write((tx) =>
      beginSession(tx, scope, id, 'link', { ip: null, user_agent: null }),
    );
    members.push(new Member(port, { id, name, cookie: `earshot=${secret}` }));
  }
  return members;
}

/** Ideas that clients write one after another, each insisted on until it is acknowledged. */
export interface Writing {
  /** title -> id, of those that are acknowledged */
  acknowledged: Map<string, string>;
  /** how often one was sent more than once */
  repeated: number;
  /** ends when all are written */
  ended: Promise<void>;
}

/** Begins to write `count` ideas with eight clients. */
export function writeIdeas(member: Member, forum: string, count: number): Writing {
  const writing: Writing = { acknowledged: new Map(), repeated: 0, ended: Promise.resolve() };
  let next = 0;
  const client = async (): Promise<void> => {
    for (let n = (next += 1); n <= count; n = next += 1) {
      const title = `Written under fault ${n}`;
      const { data, sendings } = await member.insist<{ suggestion_create: { id: string } }>(
        'mutation Write($title: String!, $forum: ID!) { suggestion_create(title: $title, links: { forum: $forum }) { id } }',
        { title, forum },
      );
      writing.acknowledged.set(title, data.suggestion_create.id);
      if (sendings > 1) writing.repeated += 1;
    }
  };
  writing.ended = Promise.all(Array.from({ length: 8 }, client)).then(() => undefined);
  // anyone who waits for it hears of a fault; no one else need
  writing.ended.catch(() => undefined);
  return writing;
}

/** What is there of what was acknowledged. */
export async function compareIdeas(
  pool: pg.Pool,
  { acknowledged }: Writing,
): Promise<{ rows: number; lost: number; twice: number }> {
  const { rows } = await pool.query<{ id: string; title: string }>(
    "select id::text as id, title from suggestions where title like 'Written under fault %'",
  );
  const ids = new Set(rows.map(({ id }) => id));
  return {
    rows: rows.length,
    lost: [...acknowledged.values()].filter((id) => !ids.has(id)).length,
    twice: rows.length - new Set(rows.map(({ title }) => title)).size,
  };
}

/** Id of the first forum. */
export async function firstForum(pool: pg.Pool, sid: string): Promise<string> {
  return (
    await pool.query<{ id: string }>(
      'select id::text as id from forums where subdomain_id = $1 order by id limit 1',
      [sid],
    )
  ).rows[0]!.id;
}

/**
 * Prints what a run was to show and what it showed, and sets the exit code when the two differ.
 * @param missing sentences about what did not happen of the fault itself (happened.ts): a run without its fault fails
 */
export function conclude(found: string, isRight: boolean, missing: readonly string[] = []): void {
  const isGood = isRight && missing.length === 0;
  console.log(`  ${found}   ${isGood ? 'ok' : 'NOT OK'}`);
  for (const sentence of missing) console.log(`  the fault did not happen: ${sentence}`);
  if (!isGood) process.exitCode = 1;
}

/** Waits until `test` holds. @returns milliseconds that it took @throws Error after `patienceMs` */
export async function until(
  what: string,
  test: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const began = performance.now();
  while (!(await test())) {
    if (performance.now() - began > patienceMs)
      throw new Error(`Waited ${patienceMs / 1000} s in vain: ${what}.`);
    await sleep(20);
  }
  return performance.now() - began;
}

/** Seconds, for people. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

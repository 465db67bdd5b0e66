import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import type { ExecuteAnswer } from '../api/execute.ts';
import { createCompose, type ComposeOptions } from '../compose.ts';
import { readConfig, type Config } from '../config.ts';
import type { Services } from '../core/services.ts';
import { buildTenant, buildUser, insertRow, testServices, type TestServices } from '../db/builders.ts';
import type { Database } from '../db/tables.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { hashPassword } from '../domain/account/password_hash.ts';
import { hashSecret, newSecret } from '../domain/account/secrets.ts';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import { createLog } from '../log.ts';
import type { DatabaseWaits } from '../database.ts';
import { startEarshot } from '../main.ts';

type Tenant = Selectable<Database['subdomains']>;
type User = Selectable<Database['users']>;

/** An answer, read as a whole. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Parsed body; throws when it is no JSON. */
  json<T = Record<string, unknown>>(): T;
}

/** A request of a test. */
export interface Ask {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; takes the place of json. */
  body?: string | Uint8Array | Readable;
  headers?: Record<string, string>;
  /** Host header; the server's own address without it. */
  host?: string;
}

/** A person with a living session, as the console in their browser. */
export interface TestClient {
  user: User;
  tenant: Tenant;
  /** Cookie header of the session. */
  cookie: string;
  /** Host header that leads to the tenant. */
  host: string;
  /** A request with the session's cookie, the tenant's host, and Origin where a browser sends it. */
  ask(path: string, options?: Ask): Promise<Answer>;
  /** The bearer token; fetched when first used, again with `fresh`. */
  token(options?: { fresh?: boolean }): Promise<string>;
  /** A GraphQL call, answered whatever its status is. `key` is the Idempotency-Key. */
  post(
    query: string,
    variables?: Record<string, unknown>,
    options?: { key?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** The GraphQL answer; `errors` may be in it. */
  graphql(
    query: string,
    variables?: Record<string, unknown>,
    options?: { key?: string },
  ): Promise<ExecuteAnswer>;
  /** The data of a GraphQL call that must succeed. @throws Error with the first refusal */
  data<T>(query: string, variables?: Record<string, unknown>, options?: { key?: string }): Promise<T>;
}

/** A running server with a database of its own. */
export interface TestServer {
  /** Address of its own workspace `tenant`, without a final slash. */
  url: string;
  port: number;
  config: Config;
  database: TestDatabase;
  /** In memory, unless replaced: what was mailed, kept and enqueued stands in its lists. */
  services: TestServices;
  /** The workspace that the server's own address leads to. */
  tenant: Tenant;
  /** What went to the log, one object per line. */
  logged: Record<string, unknown>[];
  /** Statements sent since the last `statements.length = 0`. */
  statements: string[];
  /** Lines that follow the ready line. */
  lines: string[];
  /** Any request. */
  ask(path: string, options?: Ask): Promise<Answer>;
  /** A further workspace; `hostOf` gives its Host header. */
  createTenant(values?: Parameters<typeof buildTenant>[1]): Promise<Tenant>;
  /** Host header that leads to a workspace. */
  hostOf(tenant: { key: string }): string;
  /**
   * Someone who is signed in: a core admin with every right unless columns say otherwise. With
   * `password` they can also sign in by themselves.
   */
  createUser(
    values?: Omit<NonNullable<Parameters<typeof buildUser>[2]>, 'password_hash'> & {
      tenant?: Tenant;
      password?: string;
    },
  ): Promise<TestClient>;
  /** A session of an existing user. */
  signIn(tenant: Tenant, user: User): Promise<TestClient>;
  close(): Promise<void>;
}

/** What a test may change. */
export interface TestServerOptions {
  /** Environment variables beside those that the test server sets. */
  environment?: Record<string, string>;
  /** Folder of the built console, for a browser; left out: two small pages of its own. */
  consoleDir?: string;
  /** No workspace at all, as on a first start with DEMO=off. `tenant` is then a stand-in without a row. */
  empty?: boolean;
  /** Runs jobs for real, in a queue of the database; without it they are only noted. Files and mail go to the data folder then. */
  worker?: boolean;
  now?: () => Date;
  /** How long the sender of a body may deliver nothing. */
  bodyIdleMs?: number;
  /** Least pace of the sender of a body. */
  bodyBytesPerSecond?: number;
  /** How long a page waits for what its screen asks first; without a value as long as a busy machine may take. */
  firstAnswerMs?: number;
  /** Longest waits for the database. */
  databaseWaits?: DatabaseWaits;
  /** Times of the stream of live events. */
  live?: ComposeOptions['live'];
  /** A second process on the database and with the workspace of this server, which is closed after it. */
  beside?: TestServer;
  /** A migrated database in place of a fresh one; closed with the server. */
  database?: TestDatabase;
  services?: Partial<Services>;
  /** How free room is looked up, and how often. */
  readiness?: ComposeOptions['readiness'];
}

const PATIENCE_MS = 60_000;

/** What a built page says that it asks first. */
const EARLY_CALLS = {
  viewer: { query: 'query Who { current_user { id display_name } }', variables: {}, operationName: 'Who' },
  screens: {
    '/admin/v3/feedback/suggestions': {
      scripts: ['/console-assets/ideas-abcdefgh.js'],
      styles: ['/console-assets/ideas-abcdefgh.css'],
      first: {
        query_key: ['ideas', { page: 1 }],
        call: {
          query: 'query Ideas($page: Int) { suggestions(page: $page) { records { id title } } }',
          variables: { page: 1 },
          operationName: 'Ideas',
        },
      },
    },
  },
};

const PAGE = (name: string): string =>
  `<!doctype html><html><head><title>${name}</title><script type="application/json" id="earshot-early" nonce="__CSP_NONCE__">${JSON.stringify(EARLY_CALLS)}</script><script type="module" nonce="__CSP_NONCE__" src="/console-assets/${name}-abcdefgh.js"></script></head><body></body></html>`;

/**
 * Starts the whole server on a free port of 127.0.0.1 with a fresh database: real HTTP, real PostgreSQL,
 * the check on each statement. Open it in beforeAll and close it in afterAll.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.beside?.database ?? options.database ?? (await openTestDatabase());
  const closeDatabase = options.beside ? async () => {} : database.close;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-http-'));
  const consoleDir = join(folder, 'dist');
  mkdirSync(consoleDir);
  for (const name of ['index', 'signed_out']) {
    writeFileSync(join(consoleDir, `${name}.html`), PAGE(name));
    writeFileSync(join(consoleDir, `${name}-abcdefgh.js`), `export const page = '${name}';\n`.repeat(50));
  }
  writeFileSync(join(consoleDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

  const logged: Record<string, unknown>[] = [];
  const statements: string[] = [];
  const log = createLog(
    { logLevel: 'debug' },
    {
      isTTY: false,
      write: (line: string | Uint8Array) =>
        logged.push(JSON.parse(String(line)) as Record<string, unknown>) > 0,
    },
    'server',
  );
  const services = testServices();
  const tenant = options.beside
    ? options.beside.tenant
    : options.empty === true
      ? standIn
      : await buildTenant(database, { key: 'demo', name: 'Demo' });
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    DEMO: 'off',
    WORKER: options.worker === true ? 'on' : 'off',
    ...options.environment,
  });
  const { mail, files, tasks } = services;
  const compose = createCompose({
    checked: true,
    consoleDir: options.consoleDir ?? consoleDir,
    hasTerminal: false,
    firstAnswerMs: options.firstAnswerMs ?? PATIENCE_MS,
    onStatement: (text) => statements.push(text),
    ...(options.now ? { now: options.now } : {}),
    ...(options.live ? { live: options.live } : {}),
    ...(options.readiness ? { readiness: options.readiness } : {}),
    ...(options.bodyIdleMs === undefined ? {} : { bodyIdleMs: options.bodyIdleMs }),
    ...(options.bodyBytesPerSecond === undefined ? {} : { bodyBytesPerSecond: options.bodyBytesPerSecond }),
    services: { ...(options.worker === true ? {} : { mail, files, tasks }), ...options.services },
  });
  let earshot;
  try {
    earshot = await startEarshot(config, compose, { log, databaseWaits: options.databaseWaits ?? {} });
  } catch (error) {
    await closeDatabase();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const { port } = earshot.config;
  const ownHost = new URL(earshot.url).host;
  const hostOf = ({ key }: { key: string }): string =>
    key === earshot.config.defaultSubdomain ? ownHost : `${key}.localhost:${port}`;
  const ask = (path: string, asked: Ask = {}): Promise<Answer> =>
    send(port, path, { host: ownHost, ...asked });

  async function signIn(of: Tenant, user: User): Promise<TestClient> {
    const secret = newSecret();
    const now = options.now?.() ?? new Date();
    await insertRow(database, 'sessions', {
      subdomain_id: of.id,
      secret_hash: hashSecret(secret),
      user_id: user.id,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    });
    const cookie = `${earshot!.config.publicUrl.startsWith('https:') ? '__Host-earshot' : 'earshot'}=${secret}`;
    return clientOf({
      user,
      tenant: of,
      cookie,
      host: hostOf(of),
      ask,
      origin: `${new URL(earshot!.url).protocol}//${hostOf(of)}`,
    });
  }

  return {
    url: earshot.url,
    port,
    config: earshot.config,
    database,
    services,
    tenant,
    logged,
    statements,
    lines: earshot.lines,
    ask,
    hostOf,
    createTenant: (values) => buildTenant(database, values),
    createUser: async ({ tenant: of = tenant, password, ...values } = {}) => {
      const user = await buildUser(database, of, {
        license_type: 'full',
        permission_state: 'active',
        permissions: ALL_PERMISSIONS,
        ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
        ...values,
      });
      return signIn(of, user);
    },
    signIn,
    close: async () => {
      await earshot.close();
      await closeDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The session that a ticket begins in the workspace which an answer of /admin/session/ticket leads to; null: it is
 * worth nothing.
 * @param user of that workspace, whom the ticket is for
 */
export async function followTicket(
  server: TestServer,
  answer: Answer,
  tenant: Tenant,
  user: User,
): Promise<TestClient | null> {
  const token = /token=([\w-]{43})/.exec(String(answer.headers.location))?.[1];
  if (token === undefined) return null;
  const host = server.hostOf(tenant);
  const origin = `http://${host}`;
  const entered = await server.ask('/admin/session/link', {
    method: 'POST',
    host,
    json: { token },
    headers: { origin },
  });
  const cookie = (entered.headers['set-cookie'] ?? [])
    .find((one) => one.startsWith('earshot='))
    ?.split(';')[0];
  return cookie === undefined ? null : clientOf({ user, tenant, cookie, host, ask: server.ask, origin });
}

/** A tenant's row for servers that have none. */
const standIn = { id: '0', key: 'demo', name: 'Demo' } as Tenant;

/** A client of a living session. `ask` sends its requests to a server; `origin` is the page that a browser says they come from. */
export function clientOf({
  user,
  tenant,
  cookie,
  host,
  ask,
  origin,
}: {
  user: User;
  tenant: Tenant;
  cookie: string;
  host: string;
  ask: TestServer['ask'];
  origin: string;
}): TestClient {
  let held: string | undefined;
  const own: TestClient['ask'] = (path, { headers, ...options } = {}) =>
    ask(path, {
      host,
      ...options,
      headers: {
        cookie,
        ...(options.method === undefined || options.method === 'GET' ? {} : { origin }),
        ...headers,
      },
    });
  const token: TestClient['token'] = async ({ fresh = false } = {}) => {
    if (held === undefined || fresh) {
      const answer = await own('/clients/admin-console/token');
      if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.text}`);
      held = answer.json<{ token: string }>().token;
    }
    return held;
  };
  const post: TestClient['post'] = async (query, variables = {}, { key, headers } = {}) =>
    ask('/api/v2/admin/graphql', {
      host,
      method: 'POST',
      json: { query, variables },
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
    });
  const graphql: TestClient['graphql'] = async (query, variables, options) =>
    (await post(query, variables, options)).json<ExecuteAnswer>();
  return {
    user,
    tenant,
    cookie,
    host,
    ask: own,
    token,
    post,
    graphql,
    data: async <T>(query: string, variables?: Record<string, unknown>, options?: { key?: string }) => {
      const answer = await graphql(query, variables, options);
      const [error] = answer.errors ?? [];
      if (error) throw new Error(`${error.message} ${JSON.stringify(error.extensions)}`);
      return answer.data as T;
    },
  };
}

/** A fresh Idempotency-Key. */
export const newKey = (): string => randomUUID();

/** Sends a request to a server of this machine and reads the whole answer. */
export function send(
  port: number,
  path: string,
  { method = 'GET', json, body, headers = {}, host }: Ask,
): Promise<Answer> {
  const content = body ?? (json === undefined ? undefined : JSON.stringify(json));
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        // one connection per request: what a refusal does to the connection must not reach the next test
        agent: false,
        headers: {
          ...(host === undefined ? {} : { host }),
          ...(json !== undefined && body === undefined ? { 'content-type': 'application/json' } : {}),
          ...(typeof content === 'string' || content instanceof Uint8Array
            ? { 'content-length': String(Buffer.byteLength(content)) }
            : {}),
          ...headers,
        },
      },
      (response) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: <T>() => JSON.parse(text) as T,
          });
        });
      },
    );
    // the answer may come, and the connection end, before all of a refused body was sent
    request.once('error', (error) => {
      if (!isAnswered) reject(error);
    });
    if (content === undefined) request.end();
    else if (typeof content === 'string' || content instanceof Uint8Array) request.end(content);
    else content.pipe(request);
  });
}

/** The first answer of a connection, up to the end of its JSON; what there is of it when the connection ends first. */
export async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.endsWith('}')) resolve();
    });
    socket.once('close', () => resolve());
  });
  return text;
}

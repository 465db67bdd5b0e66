/** The real server with the built console, on a database of its own; each journey gets a workspace and a signed-in admin of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { pino } from 'pino';
import type { BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import { createCompose } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { buildTenant, buildUser, insertRow, testServices } from '../../server/db/builders.ts';
import type { Database } from '../../server/db/tables.ts';
import { openTestDatabase } from '../../server/db/testing.ts';
import type { TestDatabase } from '../../server/db/testing.ts';
import { ACCOUNT_CHANNEL } from '../../server/domain/account/announce.ts';
import { hashSecret, newSecret } from '../../server/domain/account/secrets.ts';
import { startEarshot } from '../../server/main.ts';

type Tenant = Selectable<Database['subdomains']>;
type User = Selectable<Database['users']>;

/** A running server that serves the built console. */
export interface ConsoleServer {
  /** Makes an empty workspace with one admin, under an address of its own; columns override. */
  openWorkspace(values?: Parameters<typeof buildTenant>[1]): Promise<ConsoleWorkspace>;
  /** As `openWorkspace`, at `sharedUrl`. All workspaces that were made so far have no address any more. */
  replaceWorkspace(values?: Parameters<typeof buildTenant>[1]): Promise<ConsoleWorkspace>;
  /** Address of the workspace that was made by `replaceWorkspace` last, without a final slash. */
  sharedUrl: string;
  close(): Promise<void>;
}

/** A workspace under a host name of its own. */
export interface ConsoleWorkspace {
  /** Its address, without a final slash; Chromium leads every *.localhost to this machine. */
  url: string;
  database: TestDatabase;
  tenant: Tenant;
  /** Core admin with every right. */
  admin: User;
  /** Gives a browser a session of the admin. */
  signIn(context: BrowserContext): Promise<void>;
  /** Data of a GraphQL call as the admin. @throws Error with the first refusal */
  call<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
}

/** Key of the workspace at `sharedUrl`. */
const SHARED_KEY = 'journey';
const SHIPPED_CONSOLE = join(import.meta.dirname, '../../web/dist');
let workspaces = 0;

/** A page waits so long for its first rows: a busy machine must not decide what a journey sees. */
const PATIENCE_MS = 60_000;

/**
 * Starts it on a free port. Mail, files and jobs stay in memory.
 *
 * @param environment variables beside those that it sets itself
 * @param isReal mail, files and jobs are the real ones; jobs run when the environment says WORKER=on
 * @param isShipped the console is the very one that is shipped, not that of the tests, which can be drawn again
 */
export async function startConsoleServer(
  environment: Record<string, string> = {},
  { isReal = false, isShipped = false }: { isReal?: boolean; isShipped?: boolean } = {},
): Promise<ConsoleServer> {
  const database = await openTestDatabase();
  const folder = mkdtempSync(join(inject('scratchFolder'), 'console-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DEMO: 'off',
    WORKER: 'off',
    ...environment,
  });
  const compose = createCompose({
    checked: true,
    consoleDir: isShipped ? SHIPPED_CONSOLE : inject('stageFolder'),
    hasTerminal: false,
    firstAnswerMs: PATIENCE_MS,
    ...(isReal ? {} : { services: testServices() }),
  });
  const earshot = await startEarshot(config, compose, { log: pino({ level: 'silent' }) });
  const { port } = earshot.config;

  const hostOf = (key: string): string => `${key}.localhost:${port}`;
  const make = async (
    key: string,
    values: Parameters<typeof buildTenant>[1] = {},
  ): Promise<ConsoleWorkspace> => {
    const host = hostOf(key);
    const tenant = await buildTenant(database, { key, name: `Journey ${workspaces}`, ...values });
    const admin = await buildUser(database, tenant, {
      name: 'Ana Ruiz',
      email_address: 'ana@demo.example',
      license_type: 'full',
      permission_state: 'active',
      permissions: ALL_PERMISSIONS,
    });
    const secret = newSecret();
    const now = new Date();
    await insertRow(database, 'sessions', {
      subdomain_id: tenant.id,
      secret_hash: hashSecret(secret),
      user_id: admin.id,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    });
    let token: string | undefined;
    return {
      url: `http://${host}`,
      database,
      tenant,
      admin,
      signIn: (context) =>
        context.addCookies([
          { name: 'earshot', value: secret, url: `http://${host}`, httpOnly: true, sameSite: 'Lax' },
        ]),
      call: async <T>(query: string, variables: Record<string, unknown> = {}): Promise<T> => {
        token ??= (
          await ask<{ token: string }>(port, host, 'GET', '/clients/admin-console/token', {
            cookie: `earshot=${secret}`,
          })
        ).token;
        const answer = await ask<{ data?: T; errors?: { message: string; extensions?: unknown }[] }>(
          port,
          host,
          'POST',
          '/api/v2/admin/graphql',
          { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          JSON.stringify({ query, variables }),
        );
        const [error] = answer.errors ?? [];
        if (error) throw new Error(`${error.message} ${JSON.stringify(error.extensions)}`);
        return answer.data as T;
      },
    };
  };
  /** Tells the server that a workspace changed, and waits until the shared address answers with this status. */
  const announce = async (subdomain_id: string, status: number): Promise<void> => {
    await database.pool.query('select pg_notify($1, $2)', [
      ACCOUNT_CHANNEL,
      JSON.stringify({ about: 'workspace', subdomain_id }),
    ]);
    while ((await statusOf(port, hostOf(SHARED_KEY), '/admin/signin')) !== status) await setTimeout(2);
  };

  return {
    sharedUrl: `http://${hostOf(SHARED_KEY)}`,
    openWorkspace: (values) => {
      workspaces += 1;
      return make(`journey${workspaces}`, values);
    },
    replaceWorkspace: async (values) => {
      workspaces += 1;
      const { rows } = await database.pool.query<{ id: string; key: string }>(
        `update subdomains set key = 'past-' || id from (select id as now, key as was from subdomains) as before
         where now = id and key not like 'past-%' returning id::text as id, was as key`,
      );
      const last = rows.find(({ key }) => key === SHARED_KEY);
      // the server keeps what a host leads to, nobody included
      if (last !== undefined) await announce(last.id, 404);
      const workspace = await make(SHARED_KEY, values);
      if (last !== undefined) await announce(workspace.tenant.id, 200);
      return workspace;
    },
    close: async () => {
      await earshot.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Status of a page. */
function statusOf(port: number, host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, headers: { host, accept: 'text/html' } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    call.once('error', reject);
    call.end();
  });
}

/** A call by hand: `fetch` sends no Host header of one's own, and not every machine resolves *.localhost. */
function ask<T>(
  port: number,
  host: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, method, path, headers: { host, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as T));
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}

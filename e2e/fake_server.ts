/**
 * A small stand-in for the server: serves the built console as the real server's
 * code does, policy and other headers included, and answers the session calls and GraphQL from memory.
 * For journeys of the browser's side alone; everything else runs on the real
 * server.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ALL_PERMISSIONS, DEFAULT_FEATURES } from '../contract/permissions.ts';
import { readConfig } from '../server/config.ts';
import { commonHeaders } from '../server/http/app.ts';
import { Assets } from '../server/http/assets.ts';
import { Refusal, signInFirst } from '../server/http/context.ts';
import { DEAD_LINK, NO_SET_UP, WRONG_SIGN_IN } from '../server/http/auth.ts';
import { builtPage, CONSOLE_PATHS, DOOR_PATHS } from '../server/http/pages.ts';

/** What the fake answers: a status, a JSON body (none for null) and further headers. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call as it arrived. `body` is the parsed JSON, null without one. */
export interface Call {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A running fake. */
export interface FakeServer {
  url: string;
  /** All calls that are not for files, in order. */
  calls: Call[];
  /** Takes over an answer: `'POST /admin/session'`, or `'graphql Name'` for an operation. Null answers as usual. */
  on: Map<string, (call: Call) => Answer | null>;
  /** Paths of files that fail to load. */
  missing: Set<string>;
  state: FakeState;
  /** Waits until no browser is connected any more: then all that one sent on leaving is among the calls. */
  left(): Promise<void>;
  close(): Promise<void>;
}

/** What the fake knows of the session and the workspace. */
export interface FakeState {
  /** Whether the browser has a session. */
  signedIn: boolean;
  /** The token that is valid now; null: none is. */
  token: string | null;
  account: {
    current_user: { id: string; permissions: Record<string, unknown>; ticket_stream_ids: string[] };
    current_subdomain: { id: string; key: string };
    current_account: { core_access: boolean; uvk_access: boolean };
    authorized_features: string[];
    insecure_http?: boolean;
    open_ticket_counts: Record<string, number>;
  };
  current_user: {
    id: string;
    display_name: string;
    email: string;
    avatar_url: string | null;
    core_admin: boolean;
    off_duty: boolean;
    other_subdomains: { host: string; admin_url: string }[];
  };
  current_subdomain: {
    id: string;
    key: string;
    name: string;
    host: string;
    admin_url: string;
    portal_url: string | null;
    is_trialing: boolean;
    has_crm_configuration: boolean;
    prevent_email_notifications: boolean;
  };
}

/** A refusal as the real server writes it down. */
const refused = ({ status, body }: Refusal): Answer => ({ status, body });

const dist = join(import.meta.dirname, '../web/dist');
const assets = new Assets(dist);

/** Starts the fake on a free port of the loopback. */
export async function startFakeServer(): Promise<FakeServer> {
  const calls: Call[] = [];
  const on: FakeServer['on'] = new Map();
  const missing = new Set<string>();
  const state = freshState();
  let granted = 0;

  const answers: Record<string, (call: Call) => Answer> = {
    'POST /admin/session': ({ body }) => {
      if ((body as { password?: string }).password !== 'correct horse battery')
        return refused(new Refusal(401, WRONG_SIGN_IN, { code: 'UNAUTHENTICATED' }));
      state.signedIn = true;
      return { status: 204, headers: { 'set-cookie': 'earshot=1; HttpOnly; SameSite=Lax; Path=/' } };
    },
    'POST /admin/session/link': ({ body }) => {
      if ((body as { token?: string }).token !== 'good')
        return refused(new Refusal(401, DEAD_LINK, { code: 'UNAUTHENTICATED' }));
      state.signedIn = true;
      return { status: 204 };
    },
    'GET /admin/session': () =>
      state.signedIn
        ? {
            status: 200,
            body: {
              display_name: state.current_user.display_name,
              email: state.current_user.email,
              core_admin: state.current_user.core_admin,
              workspace_name: 'Northwind',
            },
          }
        : refused(signInFirst()),
    'POST /admin/password/forgot': () => ({ status: 204 }),
    'GET /admin/password/token': ({ search }) => {
      const purpose = search.get('token');
      if (purpose !== 'reset' && purpose !== 'invitation') return refused(new Refusal(410, DEAD_LINK));
      return {
        status: 200,
        body: {
          email: 'ana@demo.example',
          name: purpose === 'reset' ? 'Ana Ruiz' : '',
          purpose,
          workspace: 'Northwind',
          invited_by: purpose === 'reset' ? null : 'Olivia Owner',
        },
      };
    },
    'POST /admin/password': () => ({ status: 204 }),
    'GET /admin/setup/state': ({ search }) =>
      search.get('token') === 'good'
        ? { status: 200, body: { mode: 'first', suggested_key: 'demo', default_subdomain: 'demo' } }
        : refused(new Refusal(403, NO_SET_UP, { code: 'FORBIDDEN' })),
    'POST /admin/setup': () => ({ status: 201, body: { url: '/admin-console' } }),
    'GET /clients/admin-console/token': () => {
      if (!state.signedIn) return refused(signInFirst());
      granted += 1;
      state.token = `token-${granted}`;
      return { status: 200, body: { token: state.token } };
    },
    'GET /clients/admin-console/heartbeat': () =>
      state.signedIn
        ? { status: 200, body: { expires_at: '2030-01-01T00:00:00.000Z' } }
        : refused(signInFirst()),
    'GET /clients/admin-console/events': () => ({ status: 204 }),
    'DELETE /clients/admin-console/logout': () => {
      state.signedIn = false;
      state.token = null;
      return { status: 204 };
    },
    'GET /api/account/current': () =>
      state.signedIn ? { status: 200, body: state.account } : refused(signInFirst()),
    'GET /api/account/trial_status': () => ({
      status: 200,
      body: { trial_end_date: new Date(Date.now() + 86_400_000 * 4.5).toISOString() },
    }),
    'POST /api/v2/admin/graphql': (call) => {
      if (call.headers.authorization !== `Bearer ${state.token ?? ''}`)
        return {
          status: 401,
          body: { errors: [{ message: 'token', extensions: { code: 'UNAUTHENTICATED' } }] },
        };
      const name = (call.body as { operationName: string }).operationName;
      const own = on.get(`graphql ${name}`)?.(call);
      if (own !== null && own !== undefined) return own;
      if (name === 'ConsoleViewer')
        return {
          status: 200,
          body: {
            data: {
              current_user: state.current_user,
              current_subdomain: state.current_subdomain,
              notification_counts: { unseen: 0 },
            },
          },
        };
      if (name === 'NotificationCounts')
        return { status: 200, body: { data: { notification_counts: { unseen: 0 } } } };
      if (name === 'CommandIdeas') {
        const idea = { votes_count: 3, supporter_revenue: 1200, status: null };
        const records = [
          { id: '17', title: 'Export voters with account revenue', ...idea },
          { id: '18', title: 'Export to a spreadsheet', ...idea },
        ];
        const suggestions = { total_records: 2, total_is_capped: false, search_extensions: [], records };
        return { status: 200, body: { data: { suggestions } } };
      }
      return {
        status: 200,
        body: {
          errors: [{ message: `The fake does not know ${name}.`, extensions: { code: 'BAD_USER_INPUT' } }],
        },
      };
    },
  };

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname;
    if (path.startsWith('/console-assets/')) return sendFile(response, path, missing);
    const key = `${request.method ?? 'GET'} ${path}`;
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (wantsPage) return sendPage(response, path);
    const call: Call = {
      method: request.method ?? 'GET',
      path,
      search: url.searchParams,
      headers: request.headers,
      body: await readJson(request),
    };
    calls.push(call);
    const answer = on.get(key)?.(call) ??
      answers[key]?.(call) ?? { status: 404, body: { message: 'nothing here' } };
    response.writeHead(answer.status, {
      ...commonHeaders(false),
      'content-type': 'application/json',
      ...answer.headers,
    });
    response.end(answer.status === 204 ? undefined : JSON.stringify(answer.body ?? null));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    on,
    missing,
    state,
    left: async () => {
      while ((await promisify(server.getConnections.bind(server))()) > 0) await setTimeout(5);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Puts the fake back as it began. */
export function resetFake(fake: FakeServer): void {
  fake.calls.length = 0;
  fake.on.clear();
  fake.missing.clear();
  Object.assign(fake.state, freshState());
}

function freshState(): FakeState {
  return {
    signedIn: true,
    token: null,
    account: {
      current_user: { id: '7', permissions: { ...ALL_PERMISSIONS }, ticket_stream_ids: [] },
      current_subdomain: { id: '1', key: 'demo' },
      current_account: { core_access: true, uvk_access: false },
      authorized_features: [...DEFAULT_FEATURES],
      open_ticket_counts: {},
    },
    current_user: {
      id: '7',
      display_name: 'Ana Ruiz',
      email: 'ana@demo.example',
      avatar_url: null,
      core_admin: true,
      off_duty: false,
      other_subdomains: [],
    },
    current_subdomain: {
      id: '1',
      key: 'demo',
      name: 'Northwind',
      host: 'demo.localhost',
      admin_url: '/admin-console',
      portal_url: null,
      is_trialing: false,
      has_crm_configuration: false,
      prevent_email_notifications: false,
    },
  };
}

/** A page as the real server sends it: its policy, its other headers, what it writes into the page. */
async function sendPage(response: ServerResponse, path: string): Promise<void> {
  const isConsole = CONSOLE_PATHS.some((one) =>
    one.endsWith('/*') ? path.startsWith(one.slice(0, -1)) : path === one,
  );
  const page = await builtPage(
    dist,
    isConsole ? 'index.html' : 'signed_out.html',
    readConfig({ DATA_DIR: '/nowhere' }).console,
  );
  if (page === null) throw new Error('The console is not built.');
  response.writeHead(isConsole || DOOR_PATHS.includes(path.replace(/(?<=.)\/$/, '')) ? 200 : 404, {
    ...commonHeaders(false),
    ...page.headers,
  });
  response.end(page.html);
}

async function sendFile(response: ServerResponse, path: string, missing: ReadonlySet<string>): Promise<void> {
  const isBlocked = [...missing].some((part) => path.includes(part));
  const asset = isBlocked ? null : await assets.get(path.slice('/console-assets/'.length), '');
  if (asset === null) {
    response.writeHead(404, commonHeaders(false)).end();
    return;
  }
  // kept nowhere: tests take files away
  response.writeHead(200, {
    ...commonHeaders(false),
    'content-type': asset.contentType,
    'cache-control': 'no-store',
  });
  response.end(asset.content);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? null : (JSON.parse(text) as unknown);
}

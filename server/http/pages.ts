import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Assets } from './assets.ts';
import { ProductError } from '../core/errors.ts';
import { Reader } from '../listing/reader.ts';
import type { Workspace } from '../domain/account/hosts/workspaces.ts';
import { findProvider } from '../domain/account/provider/settings.ts';
import type { SignedIn } from '../domain/account/viewer.ts';
import { workspaceOf, type HttpDependencies } from './context.ts';
import type { CostBudget } from './cost.ts';
import { mayStartAnother, ownSetUpToken } from './auth.ts';
import { basicAccount, sessionOf } from './session.ts';

/** Every tag of a built page that the policy asks about carries this literal as its nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Signed-out pages. */
export const DOOR_PATHS = [
  '/admin',
  '/admin/signin',
  '/admin/signin/link',
  '/admin/reset',
  '/admin/password',
  '/admin/email',
  '/admin/setup',
  '/admin/logout',
];

/** Addresses of the console and of the screens that it links to, all one application. */
export const CONSOLE_PATHS = [
  '/admin-console',
  '/admin-console/*',
  '/admin/v3',
  '/admin/v3/*',
  '/admin/reports/user_satisfaction',
  '/admin/settings',
  '/admin/settings/*',
  '/admin/tickets',
  '/admin/tickets/*',
  '/admin/faqs',
  '/admin/faqs/*',
  '/roadmap/admin/roadmaps',
  '/roadmap/admin/roadmaps/*',
];

/** A call of GraphQL, as the console would send it. */
interface Call {
  query: string;
  variables: Record<string, unknown>;
  operationName: string;
}

/** What the console asks before it draws, as its build wrote it into the page (web/build/early_calls.ts). */
interface EarlyCalls {
  /** who is here */
  viewer: Call;
  /** by path: files of that screen, and what it asks first while its address says nothing more, with the key that it keeps the answer under */
  screens: Readonly<
    Record<
      string,
      {
        scripts: readonly string[];
        styles: readonly string[];
        first: { query_key: unknown; call: Call } | null;
      }
    >
  >;
}

/** A built page and what it was read from. */
interface Page {
  html: string;
  /** null: it holds none */
  early: EarlyCalls | null;
  mtimeMs: number;
}

/** What a screen asks first may hold the page up this long; an answer that takes longer is asked for by the screen. */
const FIRST_ANSWER_MS = 150;

/** Where a page holds the calls, and is sent with their answers. */
const EARLY = /<script type="application\/json" id="earshot-early"[^>]*>([^<]*)<\/script>/;

const pages = new Map<string, Page>();

/**
 * The pages of the product, static as built, each answer with a nonce of its own.
 * @param budget what each user may ask of GraphQL in a minute: what a page brings along is asked for them
 */
export async function registerPages(
  app: FastifyInstance,
  deps: HttpDependencies,
  budget: CostBudget,
): Promise<void> {
  const assets = new Assets(deps.consoleDir);
  app.get<{ Params: { '*': string } }>('/console-assets/*', async (request, reply) => {
    const asset = await assets.get(request.params['*'], request.headers['accept-encoding'] ?? '');
    if (!asset) return reply.callNotFound();
    void reply.headers({
      'cache-control': asset.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag: asset.etag,
      vary: 'accept-encoding',
    });
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
    if (asset.encoding) void reply.header('content-encoding', asset.encoding);
    return reply.type(asset.contentType).send(asset.content);
  });

  app.get('/', (request, reply) =>
    isDeactivated(request) ? sendDeactivated(reply) : reply.redirect('/admin-console'),
  );
  app.get('/dashboard', (_request, reply) => reply.redirect('/admin-console'));

  for (const path of DOOR_PATHS) {
    app.get<{ Querystring: { token?: string } }>(path, async (request, reply) => {
      if (isDeactivated(request)) return reply.redirect('/');
      if (!request.workspace && path !== '/admin/setup') return reply.redirect('/admin/setup');
      if (request.workspace && path === '/admin/setup' && request.query.token === undefined) {
        const signedIn = await sessionOf(request, deps);
        if (signedIn && mayStartAnother(signedIn, request.workspace, deps))
          return reply.redirect(`/admin/setup?token=${ownSetUpToken(signedIn, deps)}`);
      }
      return sendPage(reply, deps, 'signed_out.html', undefined, {
        name: request.workspace?.name ?? null,
        provider:
          path === '/admin/signin' && request.workspace ? await providerOf(request.workspace, deps) : null,
      });
    });
  }

  for (const path of CONSOLE_PATHS) {
    app.get(path, async (request, reply) => {
      if (!request.workspace) return reply.redirect('/admin/setup');
      if (isDeactivated(request)) return reply.redirect('/');
      const signedIn = await sessionOf(request, deps);
      if (!signedIn)
        return reply
          .header('cache-control', 'no-store')
          .redirect(`/admin/signin?return_to=${encodeURIComponent(request.url)}`);
      // others are sent to the landing page, which says why (PERM-001)
      if (!signedIn.viewer.core_admin) return reply.header('cache-control', 'no-store').redirect('/admin');
      return sendPage(reply, deps, 'index.html', {
        path: request.url.replace(/\?.*/s, ''),
        answers: (calls) => earlyAnswers(request, signedIn, calls, deps, budget),
      });
    });
  }
}

/** The page that says that there is nothing here, where a browser asked for a page. */
export function sendNotFoundPage(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
): Promise<FastifyReply> | FastifyReply {
  if (isDeactivated(request)) return sendDeactivated(reply);
  return sendPage(reply.code(404), deps, 'signed_out.html');
}

function isDeactivated(request: FastifyRequest): boolean {
  return request.workspace !== null && request.workspace.deleted_at !== null;
}

/** What the sign-in page shows of the provider of a workspace; null: there is none. */
async function providerOf(workspace: Workspace, deps: HttpDependencies): Promise<ShownProvider | null> {
  const provider = await findProvider(deps.systemScopeOf(workspace).db, workspace.id);
  return provider ? { name: provider.name, is_required: provider.is_required } : null;
}

/** As the page carries it. */
interface ShownProvider {
  name: string;
  is_required: boolean;
}

/** Where somebody signs in: shown so that they see where they are, and which ways in there are. */
interface Door {
  /** of the workspace; null: there is none yet */
  name: string | null;
  provider: ShownProvider | null;
}

/**
 * @param early for whom the page is: its path, and what answers the calls that it holds; without it, or with null as their answer, the page asks by itself
 * @param door of a signed-out page
 */
async function sendPage(
  reply: FastifyReply,
  { consoleDir, config }: HttpDependencies,
  name: 'index.html' | 'signed_out.html',
  early?: { path: string; answers: (calls: EarlyCalls) => Promise<string | null> },
  door?: Door,
): Promise<FastifyReply> {
  const page = await builtPage(consoleDir, name, config.console, early, door);
  if (page === null)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The console is not built. Run "npm run build".\n');
  return reply.headers(page.headers).send(page.html);
}

/**
 * A page as it is sent, with a nonce of its own, and the headers that vouch for it.
 *
 * @param set what the operator has set for the console
 * @param early and door as `sendPage` has them
 * @returns null: the console is not built
 */
export async function builtPage(
  consoleDir: string,
  name: 'index.html' | 'signed_out.html',
  set: Config['console'],
  early?: { path: string; answers: (calls: EarlyCalls) => Promise<string | null> },
  door?: Door,
): Promise<{ headers: Record<string, string>; html: string } | null> {
  const page = await readPage(join(consoleDir, name));
  if (page === null) return null;
  const answers = page.early === null ? null : await early?.answers(page.early);
  const screen = early === undefined ? undefined : page.early?.screens[early.path];
  const links = [
    ...(screen?.scripts ?? []).map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ...(screen?.styles ?? []).map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
  ].join('');
  const html = page.html.replace(EARLY, () => (answers ? jsonElement('earshot-early', answers) : ''));
  const nonce = randomBytes(16).toString('base64');
  // an address of a signed-out page may carry a credential
  const analyticsUrl = name === 'index.html' ? set.analyticsScriptUrl : null;
  return {
    headers: {
      'content-security-policy': policy(nonce, set.errorReportUrl, analyticsUrl),
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    },
    html: html
      .replaceAll(NONCE_PLACEHOLDER, nonce)
      .replace(
        '</head>',
        () => `${links}${environmentElement(set, door)}${analyticsElement(analyticsUrl, nonce)}</head>`,
      ),
  };
}

/** What the operator has set for the console, as the page carries it (specification line 613); what is not set is left out. */
function environmentElement(set: Config['console'], door?: Door): string {
  const environment = {
    ...(set.errorReportUrl === null
      ? {}
      : { error_sink_url: set.errorReportUrl, error_sample_rate: set.errorReportSampling }),
    ...(set.supportChatUrl === null ? {} : { support_chat_url: set.supportChatUrl }),
    ...(set.feedbackWidgetUrl === null ? {} : { feedback_widget_url: set.feedbackWidgetUrl }),
    ...(door === undefined || door.name === null ? {} : { workspace_name: door.name }),
    ...(door === undefined || door.provider === null ? {} : { sign_in_provider: door.provider }),
  };
  return jsonElement('earshot-env', JSON.stringify(environment));
}

/** The operator's own script that measures use, where they set one (specification line 505). */
function analyticsElement(url: string | null, nonce: string): string {
  if (url === null) return '';
  const src = new URL(url).href.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C');
  return `<script async src="${src}" nonce="${nonce}"></script>`;
}

function jsonElement(id: string, json: string): string {
  // nothing in a value may end the element
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;
}

/**
 * Who is here and what their screen asks first, as the console would ask for it, for a page that goes to this person
 * alone and is kept nowhere: it then need not wait for three calls before it draws. The token is not among it: a
 * page may be saved as a file.
 *
 * @returns JSON of the answers; null: the console has to ask
 */
async function earlyAnswers(
  request: FastifyRequest,
  signedIn: SignedIn,
  { viewer, screens }: EarlyCalls,
  deps: HttpDependencies,
  budget: CostBudget,
): Promise<string | null> {
  const run = async (call: Call, mayRun: (cost: number) => boolean): Promise<string | null> => {
    try {
      const prepared = deps.executor.prepare(
        call.query,
        true,
        `${signedIn.viewer.subdomain_id} ${signedIn.viewer.user_id}`,
      );
      if (!mayRun(prepared.cost)) return null;
      const scope = deps.scopeOf(signedIn.viewer);
      const { text, isExecuted, retryAfterSeconds } = await deps.executor.runText(prepared, call, {
        scope,
        reader: new Reader(scope, deps.entities, deps.totals),
        replay: null,
        commands: [],
        onFault: () => (request.hasFault = true),
      });
      // what the screen needs next would meet it too
      if (retryAfterSeconds !== null) throw troubleOf(text, retryAfterSeconds);
      return isExecuted ? text : null;
    } catch (error) {
      if (error instanceof ProductError && error.details.httpStatus === 503) throw error;
      deps.log.warn(
        { err: error, operation: call.operationName },
        'A page goes without an answer that it could bring along.',
      );
      return null;
    }
  };
  const { subdomain_id, user_id } = signedIn.viewer;
  // an address that says more, such as a filter, asks something else
  const first = Object.hasOwn(screens, request.url) ? screens[request.url]!.first : null;
  const [who, found] = await Promise.all([
    run(viewer, () => true),
    first === null
      ? null
      : timeInput(
          run(
            first.call,
            (cost) => budget.spend(`${subdomain_id} ${user_id}`, cost, deps.now().getTime()) === 0,
          ),
          deps.firstAnswerMs ?? FIRST_ANSWER_MS,
        ),
  ]);
  if (who === null) return null;
  const brought =
    first === null || found === null
      ? ''
      : `,"first":{"query_key":${JSON.stringify(first.query_key)},"answer":${found}}`;
  return `{"account":${JSON.stringify(basicAccount(request, signedIn, workspaceOf(request), deps))},"viewer":${who}${brought}}`;
}

/** What kept an answer from being whole, for a page that says so. */
function troubleOf(text: string, retryAfterSeconds: number): ProductError {
  const { errors } = JSON.parse(text) as {
    errors: { message: string; extensions?: { reason?: string; http?: { status?: number } } }[];
  };
  const met = errors.find(({ extensions }) => extensions?.http?.status === 503)!;
  return new ProductError('INTERNAL_SERVER_ERROR', met.message, {
    httpStatus: 503,
    retryAfterSeconds,
    ...(met.extensions?.reason === undefined ? {} : { reason: met.extensions.reason }),
  });
}

/** The answer, or null when it takes too long. */
async function timeInput(answer: Promise<string | null>, ms: number): Promise<string | null> {
  const over = new AbortController();
  try {
    return await Promise.race([answer, setTimeout(ms, null, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** A built page; null when it is not built. Read again when it was built again. */
async function readPage(file: string): Promise<Page | null> {
  try {
    const { mtimeMs } = await stat(file);
    const known = pages.get(file);
    if (known?.mtimeMs === mtimeMs) return known;
    const html = await readFile(file, 'utf8');
    const calls = EARLY.exec(html)?.[1];
    const page: Page = {
      html,
      early: calls === undefined ? null : (JSON.parse(calls) as EarlyCalls),
      mtimeMs,
    };
    pages.set(file, page);
    return page;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * What a page may load: its own files, scripts and styles that this answer vouches for, pictures that were
 * pasted. Style attributes are allowed, since rich text carries colours; they can run nothing. Calls go to this
 * server alone, and to those that take error reports and figures of use, if there are any.
 */
function policy(nonce: string, errorReportUrl: string | null, analyticsUrl: string | null): string {
  const others = [errorReportUrl, analyticsUrl].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...new Set(others)].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

function sendDeactivated(reply: FastifyReply): FastifyReply {
  return sendPlainPage(
    reply.code(403),
    'This workspace is deactivated',
    'Its data is kept. Ask your administrator to turn it on again.',
  );
}

/** The page that a browser shows while the database is in trouble; it loads itself again after the time that the failure names. */
export function sendUnavailablePage(reply: FastifyReply, { message, details }: ProductError): FastifyReply {
  const seconds = String(details.retryAfterSeconds ?? 3);
  return sendPlainPage(
    reply.code(503).headers({ 'retry-after': seconds, refresh: seconds }),
    'Earshot is not available right now',
    message,
  );
}

/** A page that needs no built file. Both texts are ours and hold no markup. */
function sendPlainPage(reply: FastifyReply, title: string, sentence: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Earshot</title></head>' +
        `<body style="font-family: system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem"><h1>${title}</h1><p>${sentence}</p></body></html>`,
    );
}

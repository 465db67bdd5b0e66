import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Assets } from './assets.ts';
import { Reader } from '../core/reader.ts';
import type { SignedIn } from '../domain/account/viewer.ts';
import { workspaceOf, type HttpDependencies } from './context.ts';
import { mayStartAnother, ownSetUpToken } from './door.ts';
import { basicAccount, sessionOf } from './session.ts';

/** Every tag of a built page that the policy asks about carries this literal as its nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Signed-out pages. */
const DOOR_PATHS = ['/admin', '/admin/signin', '/admin/signin/link', '/admin/reset', '/admin/password', '/admin/setup', '/admin/logout'];

/** Addresses of the console and of the screens that it links to, all one application. */
const CONSOLE_PATHS = [
  '/admin-console',
  '/admin-console/*',
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

/** A built page and what it was read from. */
interface Page {
  html: string;
  /** the call that asks who is here, as the page holds it; null: it holds none */
  viewerCall: string | null;
  mtimeMs: number;
}

/** Where a page holds the call that asks who is here, and is sent with its answer. */
const EARLY = /<script type="application\/json" id="earshot-early"[^>]*>([^<]*)<\/script>/;

const pages = new Map<string, Page>();

/** The pages of the product, static as built, each answer with a nonce of its own. */
export async function registerPages(app: FastifyInstance, on: HttpDependencies): Promise<void> {
  const assets = new Assets(on.consoleDir);
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

  app.get('/', (request, reply) => (isDeactivated(request) ? sendDeactivated(reply) : reply.redirect('/admin-console')));
  app.get('/dashboard', (_request, reply) => reply.redirect('/admin-console'));

  for (const path of DOOR_PATHS) {
    app.get<{ Querystring: { token?: string } }>(path, async (request, reply) => {
      if (isDeactivated(request)) return reply.redirect('/');
      if (!request.workspace && path !== '/admin/setup') return reply.redirect('/admin/setup');
      if (request.workspace && path === '/admin/setup' && request.query.token === undefined) {
        const signedIn = await sessionOf(request, on);
        if (signedIn && mayStartAnother(signedIn, request.workspace, on)) return reply.redirect(`/admin/setup?token=${ownSetUpToken(signedIn, on)}`);
      }
      return sendPage(reply, on, 'door.html');
    });
  }

  for (const path of CONSOLE_PATHS) {
    app.get(path, async (request, reply) => {
      if (!request.workspace) return reply.redirect('/admin/setup');
      if (isDeactivated(request)) return reply.redirect('/');
      const signedIn = await sessionOf(request, on);
      if (!signedIn) return reply.header('cache-control', 'no-store').redirect(`/admin/signin?return_to=${encodeURIComponent(request.url)}`);
      // others are sent to the landing page, which says why (PERM-001)
      if (!signedIn.viewer.core_admin) return reply.header('cache-control', 'no-store').redirect('/admin');
      return sendPage(reply, on, 'index.html', (call) => earlyAnswers(request, signedIn, call, on));
    });
  }
}

/** The page that says that there is nothing here, where a browser asked for a page. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, on: HttpDependencies): Promise<FastifyReply> | FastifyReply {
  if (isDeactivated(request)) return sendDeactivated(reply);
  return sendPage(reply.code(404), on, 'door.html');
}

function isDeactivated(request: FastifyRequest): boolean {
  return request.workspace !== null && request.workspace.deleted_at !== null;
}

/** @param early answers the call that a page holds; without it, or with null, the page asks by itself */
async function sendPage(reply: FastifyReply, { consoleDir, config }: HttpDependencies, name: 'index.html' | 'door.html', early?: (viewerCall: string) => Promise<string | null>): Promise<FastifyReply> {
  const page = await readPage(join(consoleDir, name));
  if (page === null) return reply.code(503).type('text/plain; charset=utf-8').send('The console is not built. Run "npm run build".\n');
  const answers = page.viewerCall === null ? null : await early?.(page.viewerCall);
  const html = page.html.replace(EARLY, () => (answers ? jsonElement('earshot-early', answers) : ''));
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'content-security-policy': policy(nonce, config.console.errorReportUrl), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE_PLACEHOLDER, nonce).replace('</head>', () => `${environmentElement(config)}</head>`));
}

/** What the operator has set for the console, as the page carries it (specification line 613); what is not set is left out. */
function environmentElement({ console: set }: Config): string {
  const environment = {
    ...(set.errorReportUrl === null ? {} : { error_sink_url: set.errorReportUrl, error_sample_rate: set.errorReportSampling }),
    ...(set.supportChatUrl === null ? {} : { support_chat_url: set.supportChatUrl }),
    ...(set.feedbackWidgetUrl === null ? {} : { feedback_widget_url: set.feedbackWidgetUrl }),
  };
  return jsonElement('earshot-env', JSON.stringify(environment));
}

function jsonElement(id: string, json: string): string {
  // nothing in a value may end the element
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;
}

/**
 * Who is here, as the console asks for it first, for a page that goes to this person alone and is kept nowhere: it
 * then need not wait for two calls before it draws. The token is not among it: a page may be saved as a file.
 *
 * @returns JSON of the two answers; null: the console has to ask
 */
async function earlyAnswers(request: FastifyRequest, signedIn: SignedIn, viewerCall: string, on: HttpDependencies): Promise<string | null> {
  try {
    const { query, operationName } = JSON.parse(viewerCall) as { query: string; operationName: string };
    const scope = on.scopeOf(signedIn.viewer);
    const context = { scope, reader: new Reader(scope, on.entities, on.totals), replay: null, changes: {} };
    const { text, isExecuted } = await on.executor.runText(on.executor.prepare(query, true), { query, variables: null, operationName }, context);
    return isExecuted ? `{"account":${JSON.stringify(basicAccount(request, signedIn, workspaceOf(request), on))},"viewer":${text}}` : null;
  } catch (error) {
    on.log.warn({ err: error }, 'A page goes without saying who is here.');
    return null;
  }
}

/** A built page; null when it is not built. Read again when it was built anew. */
async function readPage(file: string): Promise<Page | null> {
  try {
    const { mtimeMs } = await stat(file);
    const known = pages.get(file);
    if (known?.mtimeMs === mtimeMs) return known;
    const html = await readFile(file, 'utf8');
    const page = { html, viewerCall: EARLY.exec(html)?.[1] ?? null, mtimeMs };
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
 * server alone, and to the one that takes error reports, if there is one.
 */
function policy(nonce: string, errorReportUrl: string | null): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    errorReportUrl === null ? "connect-src 'self'" : `connect-src 'self' ${new URL(errorReportUrl).origin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

function sendDeactivated(reply: FastifyReply): FastifyReply {
  return reply
    .code(403)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'" })
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Earshot</title></head>' +
        '<body style="font-family: system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem"><h1>This workspace is deactivated</h1><p>Its data is kept. Ask whoever runs this server to switch it on again.</p></body></html>',
    );
}

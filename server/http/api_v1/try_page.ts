import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpDependencies } from '../context.ts';
import { sessionOf } from '../session.ts';
import { API_PATH } from './routes.ts';

/** Where the API is tried. */
const DOCS_PATH = `${API_PATH}/docs`;

/** The files of Swagger UI, as the package brings them along. */
const FILES_DIR = join(
  dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')),
  'static',
);
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};

const START = `SwaggerUIBundle({ url: '${API_PATH}/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null, tryItOutEnabled: true, displayRequestDuration: true, defaultModelsExpandDepth: 0 });`;
const STYLE = `body { margin: 0; background: #fff; font: 15px/1.5 system-ui, sans-serif; color: #1c1f28 } header { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 12px 20px; border-bottom: 1px solid #dfe1e8 } header p { margin: 0 } a { color: #544ccb }`;
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but the page's own files runs, and it calls no other server. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(START)}`,
  // the page draws itself with styles in its elements
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>Try the API – Earshot</title><link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css"><style>${STYLE}</style></head>` +
  '<body><header><p><a href="/admin/settings/api">Settings</a></p>' +
  '<p>Press <strong>Authorize</strong> and paste an API key. What you send here is done in this workspace.</p></header>' +
  `<main id="api"></main><script src="${DOCS_PATH}/swagger-ui-bundle.js"></script><script>${START}</script></body></html>`;

/** A page to try the API, for those who may use the console. It acts by the key that is entered there, never by their session. */
export function registerTryPage(app: FastifyInstance, deps: HttpDependencies): void {
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    void reply.header('cache-control', 'no-store');
    const signedIn = await sessionOf(request, deps);
    if (signedIn?.viewer.core_admin === true) return true;
    await reply.redirect(signedIn ? '/admin' : `/admin/signin?return_to=${encodeURIComponent(request.url)}`);
    return false;
  };
  app.get(DOCS_PATH, async (request, reply) => {
    if (!(await admit(request, reply))) return reply;
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE);
  });
  app.get<{ Params: { file: string } }>(`${DOCS_PATH}/:file`, (request, reply) => {
    const type = Object.hasOwn(FILES, request.params.file) ? FILES[request.params.file] : undefined;
    if (type === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'private, max-age=86400')
      .type(type)
      .send(createReadStream(join(FILES_DIR, request.params.file)));
  });
}

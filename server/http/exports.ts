import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canRead } from '../../contract/permissions.ts';
import { runCommand } from '../core/command.ts';
import { badRequest, ProductError } from '../core/errors.ts';
import { isSecret } from '../domain/account/secrets.ts';
import { exportCreate, secondsUntilExport, type StartedExport } from '../domain/exchange/export_create.ts';
import { openExportFile, type ExportFile } from '../domain/exchange/export_run.ts';
import { suggestTitleOfComment } from '../domain/exchange/title_of_comment.ts';
import { signedInByToken } from './bearer.ts';
import {
  readBody,
  Refusal,
  refusalOf,
  requireSameSite,
  signInFirst,
  type HttpDependencies,
} from './context.ts';
import { fileNameParameter } from './files.ts';
import { sendKept } from './kept_file.ts';
import { requireSession, sessionOf } from './session.ts';

/** Where exports are started (specification line 498). */
export const EXPORTS_PATH = '/api/v2/admin/exports';
/** Where a title is asked for (specification line 501). */
export const AUTOSUGGEST_PATH = '/api/v2/admin/autosuggest';
/** The page of one's own exports. */
const EXPORTS_PAGE = '/admin-console/exports';

const NO_STORE = { 'cache-control': 'no-store' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const FORM_BYTES = 64 * 1024;

/**
 * Starting an export, fetching its file, and the title suggested for a comment.
 *
 * POST takes the bearer token alone, as GraphQL does, so no other site can make a browser send it; the body
 * is JSON, or a form whose keys may be written exclude_fields[users]. 201 {id, state}; 401 without a token;
 * 403 without the right; 422 what is wrong, by its field; 429 with Retry-After.
 */
export function registerExports(app: FastifyInstance, deps: HttpDependencies): void {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );

  const byToken = {
    bodyLimit: FORM_BYTES,
    onRequest: async (request: FastifyRequest): Promise<void> => {
      const signedIn = await signedInByToken(request, deps);
      if (!signedIn) throw signInFirst();
      if (!signedIn.viewer.core_admin || !canRead(signedIn.viewer.permissions, 'feedback'))
        throw new Refusal(403, 'You don’t have permission to do this.', { code: 'FORBIDDEN' });
      request.signedIn = signedIn;
    },
  };

  app.post(EXPORTS_PATH, byToken, async (request, reply) => {
    const scope = deps.scopeOf(request.signedIn!.viewer);
    const body = readBody(request);
    const key = readKey(request);
    const replay =
      key === null
        ? null
        : {
            key: `export ${key}`,
            documentHash: createHash('sha256')
              .update(EXPORTS_PATH)
              .update(JSON.stringify(body))
              .digest('hex'),
          };
    try {
      const started = (await runCommand(exportCreate, scope, { request: body }, replay)) as StartedExport;
      return await reply.code(201).headers(NO_STORE).send({ id: started.id, state: started.state });
    } catch (error) {
      if (!(error instanceof ProductError) || error.details.httpStatus !== 429) throw error;
      const { body: said } = refusalOf(error);
      throw new Refusal(429, said.message, { retryAfterSeconds: await secondsUntilExport(scope) });
    }
  });

  app.post(AUTOSUGGEST_PATH, byToken, async (request, reply) => {
    const title = await suggestTitleOfComment(deps.scopeOf(request.signedIn!.viewer), readBody(request));
    return reply.headers(NO_STORE).send({ auto_suggestion: { title } });
  });

  // the console's own list: by the id, for its owner
  app.get<{ Params: { id: string } }>(`${EXPORTS_PATH}/:id/file`, async (request, reply) => {
    requireSameSite(request);
    const { viewer } = await requireSession(request, deps);
    const file = /^[1-9]\d{0,17}$/.test(request.params.id)
      ? await openExportFile(deps.scopeOf(viewer), { id: request.params.id })
      : null;
    if (!file) throw new Refusal(404, 'There is no such file.');
    return sendExport(request, reply, deps, file);
  });

  // the link of the mail: by its token, for every admin who may read what the file holds
  app.get<{ Params: { token: string } }>('/admin/exports/:token', async (request, reply) => {
    const { token } = request.params;
    const signedIn = await sessionOf(request, deps);
    if (!signedIn) {
      if (!wantsPage(request)) throw signInFirst();
      // the page fetches the file once someone is signed in: a download alone would leave the sign-in page standing
      return reply
        .headers(NO_STORE)
        .redirect(
          `/admin/signin?return_to=${encodeURIComponent(`${EXPORTS_PAGE}?link=${encodeURIComponent(token)}`)}`,
        );
    }
    const file = isSecret(token) ? await openExportFile(deps.scopeOf(signedIn.viewer), { token }) : null;
    if (file) return sendExport(request, reply, deps, file);
    if (wantsPage(request) && signedIn.viewer.core_admin)
      return reply.headers(NO_STORE).redirect(`${EXPORTS_PAGE}?link=lapsed`);
    throw new Refusal(404, 'This link has expired. Files are kept for 7 days.');
  });
}

/** Whether a browser asks for a page, as opposed to a program that asks for data. */
function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  file: ExportFile,
): Promise<FastifyReply> {
  void reply.type(file.content_type).headers({
    ...NO_STORE,
    'content-disposition': `attachment; ${fileNameParameter(file.file_name)}`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    // the address holds a token: it goes to no one
    'referrer-policy': 'no-referrer',
  });
  return sendKept(request, reply, deps, {
    key: file.storage_key,
    size_in_bytes: Number(file.size_in_bytes),
    etag: null,
  });
}

function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !UUID.test(key))
    throw badRequest('The header Idempotency-Key must hold a UUID.', {
      field: 'Idempotency-Key',
      httpStatus: 400,
    });
  return key.toLowerCase();
}

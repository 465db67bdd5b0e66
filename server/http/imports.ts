import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { importFilesPath } from '../../contract/imports.ts';
import { canWrite } from '../../contract/permissions.ts';
import { storeImportFile } from '../domain/imports/files.ts';
import { signedInByToken } from './bearer.ts';
import { Refusal, requireSameSite, signInFirst, type HttpDependencies } from './context.ts';
import { openFile } from './kept_file.ts';
import { fileNameParameter, passOn, readFileName } from './files.ts';
import { requireSession } from './session.ts';

/** Uploads of one person, and of all people, that a process takes at once. */
const AT_ONCE = { person: 2, process: 6 } as const;

/**
 * Files of imports: their upload, streamed, and the refused rows of an import.
 *
 * POST takes the bearer token alone, so no other site can make a browser send it; the body is the file itself, its name
 * stands in X-File-Name. 200 {id, file_name, size_in_bytes}; 401 without a token; 403 without the right to change
 * settings; 413, 415, 422 what is wrong with the file; 429 too many files or uploads.
 */
export function registerImports(app: FastifyInstance, deps: HttpDependencies): void {
  app.removeAllContentTypeParsers();
  // the body is the file itself, whatever its kind: it is handed on as it comes
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const underWay = new Map<string, number>();

  app.post<{ Body: Readable | undefined }>(
    importFilesPath,
    {
      onRequest: async (request) => {
        const signedIn = await signedInByToken(request, deps);
        if (!signedIn) throw signInFirst();
        if (!signedIn.viewer.core_admin || !canWrite(signedIn.viewer.permissions, 'settings'))
          throw new Refusal(403, 'You do not have the right to import.', { code: 'FORBIDDEN' });
        request.signedIn = signedIn;
      },
    },
    async (request, reply) => {
      const { viewer } = request.signedIn!;
      const person = `${viewer.subdomain_id} ${viewer.user_id}`;
      const own = underWay.get(person) ?? 0;
      const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
      if (own >= AT_ONCE.person || all >= AT_ONCE.process)
        throw new Refusal(429, 'Other files are being uploaded. Please try again when they are here.', {
          code: 'BAD_USER_INPUT',
          reason: 'too_many',
          retryAfterSeconds: 10,
        });
      underWay.set(person, own + 1);
      try {
        const length = Number(request.headers['content-length'] ?? Number.NaN);
        const stored = await storeImportFile(deps.scopeOf(viewer), {
          file_name: readFileName(request),
          content: passOn(request),
          size_in_bytes: Number.isSafeInteger(length) && length >= 0 ? length : null,
        });
        return await reply.header('cache-control', 'no-store').send(stored);
      } finally {
        const left = underWay.get(person)! - 1;
        if (left === 0) underWay.delete(person);
        else underWay.set(person, left);
      }
    },
  );

  app.get<{ Params: { id: string } }>('/api/v2/admin/imports/:id/refused', async (request, reply) => {
    requireSameSite(request);
    const { viewer } = await requireSession(request, deps);
    const mayRead = viewer.core_admin && canWrite(viewer.permissions, 'settings');
    const row =
      mayRead && /^[1-9]\d{0,17}$/.test(request.params.id)
        ? await deps
            .scopeOf(viewer)
            .db.selectFrom('imports')
            .select(['refused_file_key', 'file_names'])
            .where('subdomain_id', '=', viewer.subdomain_id)
            .where('id', '=', request.params.id)
            .executeTakeFirst()
        : undefined;
    if (row === undefined || row.refused_file_key === null) throw new Refusal(404, 'There is no such file.');
    const name = `refused-${row.file_names[0]!.replace(/\.gz$/i, '').replace(/\.[a-z]{2,4}$/i, '')}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; ${fileNameParameter(name)}`,
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      })
      .send(await openFile(deps, row.refused_file_key));
  });
}

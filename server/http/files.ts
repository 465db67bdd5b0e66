import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canRead } from '../../contract/permissions.ts';
import { areaOfFile, mayAttach, plainFileName, storeAttachment } from '../domain/attachments/store.ts';
import { INLINE_TYPES } from '../domain/attachments/image.ts';
import { signedInByToken } from './bearer.ts';
import { Refusal, signInFirst, type HttpDependencies } from './context.ts';
import { openFile, sendKept } from './kept_file.ts';
import { requireSession } from './session.ts';

/** Uploads of files, streamed, and their download. */
export function registerFiles(app: FastifyInstance, deps: HttpDependencies): void {
  app.removeAllContentTypeParsers();
  // the body is the file itself, whatever its kind: it is handed on as it comes
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.post<{ Body: Readable | undefined }>(
    '/api/v2/admin/attachments',
    {
      onRequest: async (request) => {
        const signedIn = await signedInByToken(request, deps);
        if (!signedIn) throw signInFirst();
        if (!signedIn.viewer.core_admin || !mayAttach.allows(signedIn.viewer))
          throw new Refusal(403, 'You don’t have permission to attach files.', { code: 'FORBIDDEN' });
        request.signedIn = signedIn;
      },
    },
    async (request, reply) => {
      const length = request.headers['content-length'];
      const stored = await storeAttachment(deps.scopeOf(request.signedIn!.viewer), {
        file_name: readFileName(request),
        content_type: request.headers['content-type'] ?? null,
        content: passOn(request),
        ...(length === undefined ? {} : { size_in_bytes: Number(length) }),
      });
      return reply.header('cache-control', 'no-store').send(stored);
    },
  );

  app.get<{ Params: { token: string }; Querystring: { thumb?: string } }>(
    '/files/:token',
    async (request, reply) => {
      const { viewer } = await requireSession(request, deps);
      if (!TOKEN.test(request.params.token)) throw new Refusal(404, 'There is no such file.');
      const row = await deps
        .scopeOf(viewer)
        .db.selectFrom('attachments')
        .select([
          'file_name',
          'content_type',
          'size_in_bytes',
          'storage_key',
          'thumb_key',
          'uploader_id',
          'article_id',
          'ticket_message_id',
          'feature_id',
        ])
        .where('subdomain_id', '=', viewer.subdomain_id)
        .where('token', '=', request.params.token)
        .executeTakeFirst();
      const readRight =
        row !== undefined &&
        (row.uploader_id === viewer.user_id ||
          (viewer.core_admin && canRead(viewer.permissions, areaOfFile(row))));
      if (!readRight) throw new Refusal(404, 'There is no such file.');
      const thumb = request.query.thumb === '1' ? row.thumb_key : null;
      const etag = `"${request.params.token.slice(0, 22)}${thumb === null ? '' : '-thumb'}"`;
      void reply.headers({ ...SAFE_HEADERS, etag });
      // what stands under a token never changes; whether one may read it can, so the browser asks each time
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return thumb === null
        ? sendFile(request, reply, deps, row, etag)
        : reply
            .type('image/webp')
            .header('content-disposition', 'inline')
            .send(await openFile(deps, thumb));
    },
  );
}

/** What a token is made of; anything else needs no look into the database. */
const TOKEN = /^[\w-]{1,100}$/;

const SAFE_HEADERS = {
  'cache-control': 'private, no-cache',
  // a file opened by itself can run nothing and belongs to no site
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  row: { file_name: string; content_type: string; size_in_bytes: string; storage_key: string },
  etag: string,
): Promise<FastifyReply> {
  const disposition = INLINE_TYPES.includes(row.content_type) ? 'inline' : 'attachment';
  void reply
    .type(row.content_type)
    .header('content-disposition', `${disposition}; ${fileNameParameter(row.file_name)}`);
  return sendKept(request, reply, deps, {
    key: row.storage_key,
    size_in_bytes: Number(row.size_in_bytes),
    etag,
  });
}

/** The file name for a header: plain letters for old programs, the whole name for the others (RFC 6266). */
export function fileNameParameter(stored: string): string {
  // also names that an import or an older version has stored; half a character cannot be encoded
  const name = plainFileName(stored).toWellFormed() || 'file';
  const plain = name.replace(/[^\w. ()+-]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The name in X-File-Name, percent-encoded since headers carry plain letters only. @throws Refusal 422 */
export function readFileName(request: FastifyRequest): string {
  const header = request.headers['x-file-name'];
  try {
    if (typeof header === 'string' && header !== '') return decodeURIComponent(header);
  } catch {
    // said below
  }
  throw new Refusal(422, 'The header X-File-Name must hold the name of the file, percent-encoded.', {
    code: 'BAD_USER_INPUT',
    field: 'file_name',
  });
}

/**
 * The body as a stream that may be ended early: ending the request itself would cut the connection before
 * the refusal is read. What is not taken is thrown away by the server after the answer.
 */
export function passOn({ raw }: FastifyRequest): Readable {
  const pass = new PassThrough();
  // who leaves while no one takes the bytes, as after a refusal, must not end the process with an error that no one hears
  pass.on('error', () => {});
  raw.once('error', (error) => pass.destroy(error));
  raw.once('close', () => {
    if (!raw.complete) pass.destroy(new Refusal(400, 'The upload was interrupted.'));
  });
  pass.once('close', () => raw.unpipe(pass));
  return raw.pipe(pass);
}

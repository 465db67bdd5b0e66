import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ownPicturePath } from '../../contract/limits.ts';
import {
  PICTURE_NAME,
  pictureKey,
  PICTURES_PATH,
  storeOwnPicture,
} from '../domain/attachments/own_picture.ts';
import { signedInByToken } from './bearer.ts';
import { Refusal, signInFirst, type HttpDependencies } from './context.ts';
import { passOn } from './files.ts';
import { openFile } from './kept_file.ts';
import { requireSession } from './session.ts';

/** Pictures that a process takes in at once, each held in memory: as many as it makes small one after the other. */
const AT_ONCE = 3;

/**
 * Pictures of people: one's own is sent, those of the workspace are read.
 *
 * POST takes the bearer token alone, so no other site can make a browser send it; the body is the file itself. 200
 * {avatar_url}; 401 without a token; 403 for who may not use the console; 413 and 415 what is wrong with it; 429 others
 * are being taken in.
 */
export function registerPictures(app: FastifyInstance, deps: HttpDependencies): void {
  app.removeAllContentTypeParsers();
  // the body is the file itself, whatever its kind: it is handed on as it comes
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const underWay = new Set<string>();

  app.post<{ Body: Readable | undefined }>(
    ownPicturePath,
    {
      onRequest: async (request) => {
        const signedIn = await signedInByToken(request, deps);
        if (!signedIn) throw signInFirst();
        if (!signedIn.viewer.core_admin)
          throw new Refusal(403, 'You don’t have permission to do this.', { code: 'FORBIDDEN' });
        request.signedIn = signedIn;
      },
    },
    async (request, reply) => {
      const { viewer } = request.signedIn!;
      const person = `${viewer.subdomain_id} ${viewer.user_id}`;
      if (underWay.size >= AT_ONCE || underWay.has(person))
        throw new Refusal(429, 'Other pictures are being uploaded. Please try again in a moment.', {
          code: 'BAD_USER_INPUT',
          reason: 'too_many',
          retryAfterSeconds: 5,
        });
      underWay.add(person);
      try {
        const length = Number(request.headers['content-length'] ?? Number.NaN);
        const stored = await storeOwnPicture(deps.scopeOf(viewer), {
          content: passOn(request),
          size_in_bytes: Number.isSafeInteger(length) && length >= 0 ? length : null,
        });
        return await reply.header('cache-control', 'no-store').send(stored);
      } finally {
        underWay.delete(person);
      }
    },
  );

  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}:name`, async (request, reply) => {
    const { viewer } = await requireSession(request, deps);
    const { name } = request.params;
    if (!viewer.core_admin || !PICTURE_NAME.test(name)) throw new Refusal(404, 'There is no such picture.');
    return reply
      .type('image/webp')
      .headers({
        // what stands under a name never changes, and each new picture has a name of its own
        'cache-control': 'private, max-age=31536000, immutable',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(await openFile(deps, pictureKey(viewer.subdomain_id, name)));
  });
}

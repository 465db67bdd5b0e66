import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type HttpDependencies } from './context.ts';

/** A part of a file: first and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a request asks for (RFC 9110, section 14).
 *
 * @param size of the whole file, in bytes
 * @param etag what If-Range has to name; null: nothing would do
 * @returns null: all of it, also where several parts are asked for or the header cannot be read, which a server may
 * answer so; 'none': no byte of the file is in the range
 */
export function rangeOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  size: number,
  etag: string | null,
): ByteRange | 'none' | null {
  const ifRange = headers['if-range'];
  if (headers.range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range.replaceAll(' ', '')) ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'none'
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return 'none';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/**
 * Sends a kept file, or the part of it that is asked for: 200, 206 or 416. The bytes go from where they are kept to the
 * connection as fast as it takes them; status and headers of what they are stand in `reply` already.
 *
 * @throws Refusal 404 when the file is lost
 */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  file: { key: string; size_in_bytes: number; etag: string | null },
): Promise<FastifyReply> {
  const { key, size_in_bytes: size, etag } = file;
  void reply.header('accept-ranges', 'bytes');
  const range = rangeOf(request, size, etag);
  if (range === 'none') {
    void reply.header('content-range', `bytes */${size}`).removeHeader('content-disposition');
    throw new Refusal(416, 'The file is shorter than the part that is asked for.', {
      code: 'BAD_USER_INPUT',
    });
  }
  const content: Readable = await openFile(deps, key, range ?? undefined);
  if (range === null) return reply.header('content-length', size).send(content);
  return reply
    .code(206)
    .headers({
      'content-length': range.end - range.start + 1,
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
    })
    .send(content);
}

/** The bytes of a kept file, or of a part of it. What breaks while they are sent can only be logged: the answer has begun. @throws Refusal 404 */
export async function openFile(
  { services, log }: HttpDependencies,
  key: string,
  range?: ByteRange,
): Promise<Readable> {
  const content = await services.files.get(key, range).catch((error: unknown) => {
    log.error({ err: error, key }, 'A file is missing.');
    throw new Refusal(404, 'There is no such file.');
  });
  return content.once('error', (error) =>
    log.error({ err: error, key }, 'A file could not be read to its end.'),
  );
}

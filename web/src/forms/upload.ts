/** Sends a file to the server and says how far it has come. */
import { attachmentFailureMessage } from '../../../contract/errors.ts';
import { fileLimits } from '../../../contract/limits.ts';
import { diskFull } from '../api/errors.ts';
import { connection, session } from '../api/runtime.ts';

/** Where files are sent; the body is the file itself. */
const uploadPath = '/api/v2/admin/attachments';

/** What the server answers: the file as a record that nothing has claimed yet. */
export type UploadedFile = {
  id: string;
  token: string;
  file_name: string;
  content_type: string;
  size_in_bytes: number;
  url: string;
  /** Null until the server has made a small picture. */
  thumb_url: string | null;
};

/** A failed upload. `message` is the sentence for the error box (ERR-040..053). */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  /** HTTP status; null when no answer came. */
  readonly status: number | null;

  /** @param sentence the server's own, where it says more than the status does */
  constructor(status: number | null, sentence: string | null = null) {
    super(sentence ?? attachmentFailureMessage(status));
    this.status = status;
  }
}

/**
 * Uploads a file as it is, without reading it into memory. A refused token is renewed once. Rejects with
 * UploadError; a file above the limit is refused without being sent (CONST-041). When `signal` ends it,
 * the rejection is the signal's reason.
 *
 * @param onProgress told the share that has left, 0 to 1
 */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  if (file.size > fileLimits.attachmentBytes) throw new UploadError(413);
  return read(await sendFile(uploadPath, file, onProgress, signal));
}

/** What the server answered to a file. */
export type Answer = { status: number; text: string };

/**
 * Sends a file as the body of a call, with its name in X-File-Name. A refused token is renewed once. Rejects with
 * UploadError when no answer came, and with the signal's reason.
 *
 * @param onProgress told the share that has left, 0 to 1
 */
export async function sendFile(
  path: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const token = await session.token();
  signal.throwIfAborted();
  const first = await post(path, file, token, onProgress, signal);
  if (first.status !== 401) return first;
  return post(path, file, await session.refresh(token), onProgress, signal);
}

/** By XMLHttpRequest: `fetch` does not tell how much of a body has been sent. */
function post(
  path: string,
  file: File,
  token: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const stop = (): void => call.abort();
    const end = (): void => signal.removeEventListener('abort', stop);
    call.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    call.addEventListener('load', () => {
      end();
      connection.note(true);
      resolve({ status: call.status, text: call.responseText });
    });
    call.addEventListener('error', () => {
      end();
      connection.note(false);
      reject(new UploadError(null));
    });
    call.addEventListener('abort', () => {
      end();
      reject(signal.reason as Error);
    });
    signal.addEventListener('abort', stop);
    call.open('POST', path);
    call.setRequestHeader('authorization', `Bearer ${token}`);
    call.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type);
    call.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    call.setRequestHeader('accept', 'application/json');
    call.send(file);
  });
}

function read({ status, text }: Answer): UploadedFile {
  if (status < 200 || status >= 300) {
    if (status === 503) session.beat().catch(() => undefined);
    throw new UploadError(status, sentenceOf(text));
  }
  try {
    const file = JSON.parse(text) as Omit<UploadedFile, 'thumb_url'>;
    return { ...file, thumb_url: null };
  } catch {
    throw new UploadError(500);
  }
}

/** What the virus scanner had to say, or that the disk is full; null: the refusal is told by its status (ERR-040..053). */
function sentenceOf(text: string): string | null {
  try {
    const { reason, message } = JSON.parse(text) as { reason?: unknown; message?: unknown };
    return (reason === 'infected' || reason === 'not_scanned' || reason === diskFull) &&
      typeof message === 'string'
      ? message
      : null;
  } catch {
    return null;
  }
}

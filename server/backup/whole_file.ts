import { randomBytes } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { OperatorError } from '../process/operator_error.ts';

/** File systems without a second name for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set(['ENOENT', 'EACCES', 'EROFS', 'ENOTDIR']);

/**
 * Writes a file that only this user can read. It is there under its name once it is whole and on the disk;
 * until then it grows under a name of its own beside it, which goes when the writing fails. Nothing is
 * replaced.
 *
 * @param write fills the target and ends it
 * @throws OperatorError when there is something of that name, or it cannot be written there; what `write` throws
 */
export async function writeWhole(path: string, write: (target: WriteStream) => Promise<void>): Promise<void> {
  const taken = (): OperatorError =>
    new OperatorError(`${path} is there already. Name another file, or move that one away.`);
  if (
    await lstat(path).then(
      () => true,
      () => false,
    )
  )
    throw taken();
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  const target = createWriteStream(part, { flags: 'wx', mode: 0o600 });
  try {
    await write(target);
    const file = await open(part, 'r');
    await file.sync().finally(() => file.close());
    // unlike a renaming, this replaces nothing that came meanwhile
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw taken();
      if (NO_LINKS.has(error.code ?? '')) return rename(part, path);
      throw error;
    });
  } catch (error) {
    const { code = '', message, path: where } = error as NodeJS.ErrnoException;
    if (NOT_WRITABLE.has(code) && where === part)
      throw new OperatorError(
        `${path} cannot be written (${message}). Name a file in a folder that may be written.`,
      );
    // said of no file by the system, when a piece finds no room
    if (NO_ROOM.has(code) && (where === undefined || where === part))
      throw new OperatorError(
        `The disk that holds ${path} is full, and nothing of it was kept. Free some space on it, or name a file on another disk, and run the command again.`,
        { cause: error },
      );
    throw error;
  } finally {
    // opening happens beside this: a file that is still to be made would be there after its removal
    await closed(target);
    await rm(part, { force: true });
  }
}

/** Gives a stream up, unless it has ended, and waits until its file is closed. */
async function closed(target: WriteStream): Promise<void> {
  if (target.closed) return;
  await new Promise<void>((resolve) => {
    target.once('close', resolve);
    target.on('error', () => undefined);
    target.destroy();
  });
}

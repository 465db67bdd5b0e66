import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../../core/operator_error.ts';

/**
 * Makes the data folder when there is none, and sees that this process may write into it.
 *
 * @param mode of a folder that is made; root's lets others pass through, since their embedded database may run as
 * another user, who cannot list it
 * @throws OperatorError with the reason and what to do
 */
export function provideDataFolder(
  dataDir: string,
  mode: number = process.geteuid?.() === 0 ? 0o711 : 0o700,
): void {
  const problem = dataFolderProblem(dataDir);
  if (problem !== null) throw new OperatorError(problem);
  try {
    mkdirSync(dataDir, { recursive: true, mode });
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dataDir} cannot be made (${(error as Error).message}); set DATA_DIR to a folder that may be written.`,
      { cause: error },
    );
  }
}

/**
 * Why this process cannot write into the data folder, or make it: a file stands there, the disk is mounted
 * read-only, or it belongs to somebody else.
 *
 * @returns sentences with what to do; null when nothing is wrong
 */
export function dataFolderProblem(dataDir: string): string | null {
  const nearest = nearestThere(dataDir);
  const what =
    nearest === dataDir
      ? `The data folder ${dataDir}`
      : `The data folder ${dataDir} cannot be made: ${nearest}`;
  if (!statSync(nearest).isDirectory()) return `${what} is a file; set DATA_DIR to a folder.`;
  try {
    // a plain look: root may write everywhere but on a read-only disk
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const owner = statSync(nearest).uid;
    return code === 'EROFS'
      ? `${what} is on a disk that is mounted read-only; mount it writable, or set DATA_DIR to another folder.`
      : nearest === dataDir
        ? `${what} cannot be written by this user; start as its owner (id ${owner}), give it to this user with "chown -R", or set DATA_DIR to another folder.`
        : `${what} cannot be written by this user; make the folder as somebody who may and give it to this user, or set DATA_DIR to another one.`;
  }
}

/** The path, or the first folder above it that exists. */
export function nearestThere(path: string): string {
  try {
    statSync(path);
    return path;
  } catch {
    return path === dirname(path) ? path : nearestThere(dirname(path));
  }
}

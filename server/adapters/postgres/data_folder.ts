import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../../process/operator_error.ts';

/**
 * Creates the data folder if it is missing, and checks that this process may write to it.
 *
 * @param mode permissions of a newly created folder. For root the default is 0711: the embedded database may
 * run as another user, who must be able to traverse the folder but not list it
 * @throws OperatorError with the reason and what to do
 */
export function ensureDataFolder(
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
 * read-only, or it belongs to someone else.
 *
 * @returns one sentence "<problem>; <what to do>" (`doctor` splits it at "; "); null when nothing is wrong
 */
export function dataFolderProblem(dataDir: string): string | null {
  const nearest = nearestExistingPath(dataDir);
  const what =
    nearest === dataDir
      ? `The data folder ${dataDir}`
      : `The data folder ${dataDir} cannot be made: ${nearest}`;
  if (!statSync(nearest).isDirectory()) return `${what} is a file; set DATA_DIR to a folder.`;
  try {
    // no special case for root: access() lets root write everywhere except on a read-only disk
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const owner = statSync(nearest).uid;
    return code === 'EROFS'
      ? `${what} is on a disk that is mounted read-only; mount it writable, or set DATA_DIR to another folder.`
      : nearest === dataDir
        ? `${what} cannot be written by this user; start as its owner (id ${owner}), give it to this user with "chown -R", or set DATA_DIR to another folder.`
        : `${what} cannot be written by this user; make the folder as someone who may and give it to this user, or set DATA_DIR to another one.`;
  }
}

/** The path if it exists, otherwise its nearest existing ancestor, which may be a file. */
export function nearestExistingPath(path: string): string {
  try {
    statSync(path);
    return path;
  } catch {
    return path === dirname(path) ? path : nearestExistingPath(dirname(path));
  }
}

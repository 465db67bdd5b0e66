import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** The right to start and restart the PostgreSQL of one data folder; at most one process has it. */
export type OwnerLock = { release(): Promise<void> };

/**
 * Tries to become the owner of a data folder. The lock is a socket in Linux's abstract namespace, named by
 * a hash of the folder's path: the kernel lets one process bind it and frees it at the very end of that
 * process, however it ends. A lock file would need a rule for files that dead processes left behind, and
 * two processes that apply such a rule at once can both win.
 *
 * It does not exclude processes of other network namespaces (two containers on one volume); there the
 * socket in the data folder, which is asked first, tells that PostgreSQL runs already.
 *
 * @param dataDir real absolute path of the data folder
 * @returns null when another process is the owner
 */
export function tryOwnerLock(dataDir: string): Promise<OwnerLock | null> {
  const name = `\0earshot-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`;
  return new Promise((resolve, reject) => {
    const server: Server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(name, () => {
      server.unref();
      resolve({ release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

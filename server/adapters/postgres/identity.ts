import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../process/operator_error.ts';

/**
 * Under whom PostgreSQL's programs run. PostgreSQL refuses to run as root, so a server started by root
 * (containers, small machines) runs it in a user namespace of its own or as another user.
 *
 * `self`: as this process. `namespace`: as root outside and as an ordinary user inside, so that files stay
 * root's. `user`: as the given user, who owns the data folder.
 */
export type Identity =
  | { kind: 'self' }
  | { kind: 'namespace' }
  | { kind: 'user'; uid: number; gid: number; name: string };

/** Facts about this machine that decide the identity; replaced in tests. */
export type Probes = {
  /** Effective user id of this process. */
  uid: number;
  /** Whether a program can be started in a user namespace of its own. */
  canUnshare: () => boolean;
  /** User and group id of a user of this machine, null when there is none. */
  lookUp: (name: string) => { uid: number; gid: number } | null;
};

const NAMESPACE_ARGS = ['--user', '--map-user=65534', '--map-group=65534'];

/** The probes of the real machine. */
export const machineProbes: Probes = {
  uid: process.geteuid?.() ?? -1,
  canUnshare: () => spawnSync('unshare', [...NAMESPACE_ARGS, 'true'], { stdio: 'ignore' }).status === 0,
  lookUp: (name) => {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [user, , uid, gid] = line.split(':');
      if (user === name) return { uid: Number(uid), gid: Number(gid) };
    }
    return null;
  },
};

/**
 * Decides under whom PostgreSQL runs for a data folder. Ordinary users run it themselves. For root, in
 * this order: the owner that the folder already has, a user namespace, the users postgres, node and
 * no one where each parent folder lets them through.
 *
 * @param pgDir absolute path of the cluster, which need not exist yet
 * @param program absolute path of the postgres program, which the other user must reach as well
 * @throws OperatorError with what to do when no one can run it
 */
export function chooseIdentity(pgDir: string, program: string, probes: Probes = machineProbes): Identity {
  const blockedFor = (uid: number, gid: number) =>
    blockedParent(pgDir, uid, gid) ?? blockedParent(program, uid, gid);
  const owner = ownerOf(pgDir);
  if (probes.uid !== 0) {
    if (owner !== null && owner !== probes.uid) {
      throw new OperatorError(
        `The database folder ${pgDir} belongs to another user (id ${owner}); start as that user, or give it to this one with "chown -R".`,
      );
    }
    return { kind: 'self' };
  }
  if (owner !== null && owner !== 0) {
    const { gid } = statSync(pgDir);
    const blocked = blockedFor(owner, gid);
    if (blocked === null) return { kind: 'user', uid: owner, gid, name: `id ${owner}` };
    throw new OperatorError(
      `The database folder ${pgDir} belongs to the user with id ${owner}, who may not enter ${blocked}; open it with "chmod o+x ${blocked}", or set DATABASE_URL.`,
    );
  }
  if (probes.canUnshare()) return { kind: 'namespace' };
  for (const name of ['postgres', 'node', 'nobody']) {
    const user = probes.lookUp(name);
    if (user !== null && blockedFor(user.uid, user.gid) === null) return { kind: 'user', ...user, name };
  }
  throw new OperatorError(
    `PostgreSQL does not run as root, and no other user here can reach both ${dirname(pgDir)} and ${program}; start as an ordinary user, put Earshot and DATA_DIR where others may enter (such as /opt and /var/lib), or set DATABASE_URL.`,
  );
}

/** How to start a program under an identity: pass the parts to child_process.spawn. */
export function commandAs(
  identity: Identity,
  command: string,
  args: string[],
): { command: string; args: string[]; options: { uid?: number; gid?: number } } {
  if (identity.kind === 'namespace')
    return { command: 'unshare', args: [...NAMESPACE_ARGS, command, ...args], options: {} };
  return { command, args, options: identity.kind === 'user' ? { uid: identity.uid, gid: identity.gid } : {} };
}

/**
 * Makes a folder with mode 700 that the identity may write, and gives it to the identity with everything
 * in it. Only this folder changes hands, never a parent.
 */
export function provideFolder(identity: Identity, path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // PostgreSQL refuses a cluster that others may read, as one is after a plain copy.
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
  if (identity.kind === 'user') giveTo(path, identity.uid, identity.gid);
}

function giveTo(path: string, uid: number, gid: number): void {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return;
  if (info.uid !== uid || info.gid !== gid) chownSync(path, uid, gid);
  if (info.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid);
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The first existing parent folder that a user may not pass through, null when the way is open. */
function blockedParent(path: string, uid: number, gid: number): string | null {
  const parents: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    parents.unshift(at);
    if (at === dirname(at)) break;
  }
  for (const parent of parents) {
    let info;
    try {
      info = statSync(parent);
    } catch {
      continue;
    }
    const bits = info.uid === uid ? info.mode >> 6 : info.gid === gid ? info.mode >> 3 : info.mode;
    if ((bits & 1) === 0) return parent;
  }
  return null;
}

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { POSTGRES_ENVIRONMENT } from './cluster.ts';
import { commandAs, type Identity } from './identity.ts';

/*
 * PostgreSQL must end when the last process that uses it ends, also when that process is killed and can
 * run no code. So a small shell, the guard, stands beside it and reads from a named pipe in the data
 * folder. Each process that uses the database holds the pipe's writing end open; no one ever writes. When
 * the last holder is gone, the kernel gives the guard end of file, and it asks PostgreSQL to stop. A
 * process that ends first thereby hands over to those that remain, without an interruption.
 */

/**
 * A PostgreSQL that was asked to stop and still runs after this time hangs: one that is asked while it
 * restarts itself, as on a full disk, waits for ever. It is ended at once then, which loses nothing: what
 * was committed stands in its log, and the next start reads that.
 */
const PATIENCE_SECONDS = 30;

// $1: the pipe, $2: patience in seconds; the rest: the command. PostgreSQL must not inherit the pipe.
const GUARD = `
pipe=$1; patience=$2; shift 2
"$@" 3<&- &
pg=$!
( while read -r _ <&3; do :; done; rm -f "$pipe"; kill -INT $pg
  while [ $patience -gt 0 ] && kill -0 $pg; do sleep 1 3<&-; patience=$((patience - 1)); done
  kill -QUIT $pg ) 2>/dev/null &
watch=$!
exec 3<&-
wait $pg
status=$?
kill -KILL $watch 2>/dev/null
exit $status`;

// $1: the pipe, $2: the cluster's pid file. The file is read at the end, and the name of the process that it
// gives is looked at, so that a number which now belongs to another program gets no signal.
const ATTACHED_GUARD = `
while read -r _ <&3; do :; done
rm -f "$1"
read -r pid < "$2" && read -r name < "/proc/$pid/comm" && [ "$name" = postgres ] && kill -INT "$pid"`;

/** The writing end of a guard's pipe: while it is open, PostgreSQL stays. */
export type Lease = { fd: number; inode: number };

/**
 * Starts PostgreSQL under a guard, as a process group of its own, so that Ctrl-C in the terminal reaches
 * this process only.
 *
 * @param pipe path of the named pipe, made when absent
 * @param logFd open file that takes PostgreSQL's messages
 * @param patienceSeconds how long PostgreSQL may take to stop
 * @returns the guard, which ends with PostgreSQL's exit status, and this process's lease
 */
export function startGuarded(
  identity: Identity,
  pipe: string,
  logFd: number,
  program: string,
  args: string[],
  { patienceSeconds = PATIENCE_SECONDS }: { patienceSeconds?: number } = {},
): { guard: ChildProcess; lease: Lease } {
  return spawnGuard(identity, pipe, logFd, [
    '-c',
    GUARD,
    'sh',
    pipe,
    String(patienceSeconds),
    program,
    ...args,
  ]);
}

/** Puts a new guard beside a PostgreSQL that lost its own one. */
export function attachGuard(
  identity: Identity,
  pipe: string,
  logFd: number,
  pidFile: string,
): { guard: ChildProcess; lease: Lease } {
  return spawnGuard(identity, pipe, logFd, ['-c', ATTACHED_GUARD, 'sh', pipe, pidFile]);
}

function spawnGuard(
  identity: Identity,
  pipe: string,
  logFd: number,
  shellArgs: string[],
): { guard: ChildProcess; lease: Lease } {
  makePipe(pipe);
  // Opening one end alone would block until someone opens the other one, so both are opened at first.
  const both = openSync(pipe, constants.O_RDWR);
  const reading = openSync(pipe, constants.O_RDONLY);
  const fd = openSync(pipe, constants.O_WRONLY);
  const inode = fstatSync(fd).ino;
  closeSync(both);
  try {
    const { command, args, options } = commandAs(identity, 'sh', shellArgs);
    const guard = spawn(command, args, {
      ...options,
      cwd: '/',
      detached: true,
      env: POSTGRES_ENVIRONMENT,
      stdio: ['ignore', logFd, logFd, reading],
    });
    guard.unref();
    return { guard, lease: { fd, inode } };
  } finally {
    closeSync(reading);
  }
}

function makePipe(path: string): void {
  try {
    if (statSync(path).isFIFO()) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  execFileSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
}

/**
 * Joins those who lease a running PostgreSQL.
 *
 * @returns null when no guard reads the pipe: PostgreSQL is ending, or is an orphan without a guard
 */
export function acquireLease(pipe: string): Lease | null {
  try {
    const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    return { fd, inode: fstatSync(fd).ino };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENXIO: the pipe is there and no one reads it.
    if (code === 'ENOENT' || code === 'ENXIO') return null;
    throw error;
  }
}

/** Whether a lease is one on the pipe that stands at this path now, and not on one removed meanwhile. */
export function isLeaseValid(lease: Lease, pipe: string): boolean {
  try {
    return statSync(pipe).ino === lease.inode;
  } catch {
    return false;
  }
}

/** Gives a lease back. Says whether other processes still lease the same PostgreSQL. */
export function releaseLease(lease: Lease, pipe: string): { leasedByOthers: boolean } {
  closeSync(lease.fd);
  let fd: number;
  try {
    fd = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return { leasedByOthers: false };
  }
  try {
    // Without a writer reading gives end of file; with one it would have to wait.
    readSync(fd, Buffer.alloc(1), 0, 1, null);
    return { leasedByOthers: false };
  } catch (error) {
    return { leasedByOthers: (error as NodeJS.ErrnoException).code === 'EAGAIN' };
  } finally {
    closeSync(fd);
  }
}

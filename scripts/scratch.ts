import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** `f_type` of a file system in memory, in Linux. */
const TMPFS = 0x01021994;

/** What a whole run keeps at most at a time, with room for another one. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Where tests put what they write. A database is a thousand small files, and each test file has one of its own: on a
 * disk that takes half a second of the kernel, in memory a twentieth of one. So it is a folder in memory where the
 * machine has one with room, otherwise that of the system.
 *
 * @param memory folder that may be one in memory
 * @param freeBytes memory that is free, within the limit of a container
 */
export function scratchFolder(memory = '/dev/shm', freeBytes = process.availableMemory()): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { type, bsize, bavail } = statfsSync(memory);
    return type === TMPFS && Math.min(bsize * bavail, freeBytes) > ROOM_BYTES ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

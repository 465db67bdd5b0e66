/** What is kept of one document: how much memory it takes, in bytes, as far as that can be told. */
export interface Kept {
  bytes: number;
}

interface Entry<T> {
  value: T;
  /** whose share it counts for; null: several people's */
  owner: string | null;
  bytes: number;
}

interface Share {
  bytes: number;
  count: number;
}

/**
 * Remembers what was worked out for documents, up to a number and a sum of bytes. What does not fit any more is
 * taken from whoever takes up most, the longest unused of theirs first: one person's documents, however many and
 * however often sent, cannot throw out those of others. A document that two people have sent belongs to no one alone.
 */
export class DocumentCache<T extends Kept> {
  private readonly limits: { count: number; bytes: number };
  /** least recently used first */
  private readonly entries = new Map<string, Entry<T>>();
  private readonly shares = new Map<string | null, Share>();
  private bytes = 0;

  constructor(limits: { count: number; bytes: number }) {
    this.limits = limits;
  }

  get size(): number {
    return this.entries.size;
  }

  /** @param owner who asks */
  get(key: string, owner: string): T | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (entry.owner !== null && entry.owner !== owner) {
      this.account(entry.owner, -entry.bytes, -1);
      entry.owner = null;
      this.account(null, entry.bytes, 1);
    }
    return entry.value;
  }

  /** Remembers a value; one that takes more than an eighth of all room is not remembered. */
  set(key: string, owner: string, value: T): void {
    const bytes = sizeOfEntry(key, value);
    if (bytes > this.limits.bytes / 8) return;
    const entry = { value, owner, bytes };
    this.entries.set(key, entry);
    this.bytes += bytes;
    this.account(owner, bytes, 1);
    this.makeRoom();
  }

  /** Called when a remembered value takes more or less memory than before. */
  weighAgain(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    const more = sizeOfEntry(key, entry.value) - entry.bytes;
    entry.bytes += more;
    this.bytes += more;
    this.account(entry.owner, more, 0);
    this.makeRoom();
  }

  private makeRoom(): void {
    while (this.entries.size > this.limits.count || this.bytes > this.limits.bytes) {
      const owner = this.largest();
      for (const [key, entry] of this.entries) {
        if (entry.owner !== owner) continue;
        this.entries.delete(key);
        this.bytes -= entry.bytes;
        this.account(owner, -entry.bytes, -1);
        break;
      }
    }
  }

  /** Who takes up most, of the number or of the bytes, whichever they take more of. */
  private largest(): string | null {
    let largest: string | null = null;
    let most = -1;
    for (const [owner, { bytes, count }] of this.shares) {
      const share = Math.max(bytes / this.limits.bytes, count / this.limits.count);
      if (share > most) [largest, most] = [owner, share];
    }
    return largest;
  }

  private account(owner: string | null, bytes: number, count: number): void {
    const share = this.shares.get(owner) ?? { bytes: 0, count: 0 };
    share.bytes += bytes;
    share.count += count;
    if (share.count === 0) this.shares.delete(owner);
    else this.shares.set(owner, share);
  }
}

function sizeOfEntry(key: string, { bytes }: Kept): number {
  return key.length * 2 + bytes;
}

/** Which disk of the installation is full. database: nothing can be saved; files: nothing can be attached or exported. */
export type FullDisk = 'database' | 'files';

/** What is known of the installation while the page is open; kept up by each heartbeat. Told to those who keep the settings. */
export interface Installation {
  /** null: none is, or the person is not told */
  fullDisk(): FullDisk | null;
  /** Takes the answer of a heartbeat or of the current account. */
  note(answer: unknown): void;
  /** Returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** Makes the store. */
export function createInstallation(): Installation {
  let full: FullDisk | null = null;
  const listeners = new Set<() => void>();
  return {
    fullDisk: () => full,
    note(answer) {
      const said = (answer as { full_disk?: unknown } | null)?.full_disk;
      // an answer that does not speak of it, as of an older server, changes nothing
      if (said === undefined) return;
      const next = said === 'database' || said === 'files' ? said : null;
      if (next === full) return;
      full = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder for the temporary files of browsers and servers, which end with their worker and not in order. */
    scratchFolder: string;
  }
}

/** Makes the folder of a run's temporary files. @returns the tear-down, which removes it */
export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-e2e-'));
  project.provide('scratchFolder', folder);
  // a browser that is about to end may still write
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

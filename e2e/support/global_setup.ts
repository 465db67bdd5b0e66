import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { TestProject } from 'vitest/node';
import { buildPages } from './build_pages.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder for the temporary files of browsers and servers, which end with their worker and not in order. */
    scratchFolder: string;
    /** Folder of the console as the tests have it, which can be drawn again in place (`stage.ts`). */
    stageFolder: string;
  }
}

/** Makes the folder of a run's temporary files, with the tests' console. @returns the tear-down, which removes it */
export default async function setUp(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-e2e-'));
  project.provide('scratchFolder', folder);
  const stageFolder = join(folder, 'stage');
  // journeys that measure have the console that is shipped
  if (project.name === 'e2e') await buildStage(stageFolder);
  project.provide('stageFolder', stageFolder);
  // a browser that is about to end may still write
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Builds the console as it is shipped, but for its entry. */
async function buildStage(outDir: string): Promise<void> {
  const stage: Plugin = {
    name: 'stage',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/src/app/main.tsx', '../e2e/support/stage.ts'),
    },
  };
  await buildPages({ plugins: [stage], build: { outDir } });
}

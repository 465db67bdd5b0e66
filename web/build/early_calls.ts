import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { callOf, firstScreens } from './first_screens.ts';
import { ASSET_BASE, NONCE_PLACEHOLDER } from './page.ts';

/** What a first screen needs beside what each screen needs, by address (server/http/pages.ts). */
type Screens = Record<string, { scripts: string[]; styles: string[]; first: unknown }>;

/**
 * Puts `early-calls.js` into the console's page, which asks who is here while the console's code is on its way, and
 * with it what the server needs to know to bring the answers along. A file as `color-scheme.js` is, for the same
 * reasons, and together with it: one request.
 */
export function earlyCalls(): Plugin {
  let fileName = '';
  let screens: Screens = {};
  return {
    name: 'earshot-early-calls',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/index.html'));
        // a build of another page alone
        if (entry === undefined) return;
        screens = filesOfScreens(entry, chunks);
        const source = earlyScript();
        fileName = `early-calls-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
        this.emitFile({ type: 'asset', fileName, source });
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename }) {
        if (!filename.endsWith('/index.html')) return [];
        return [
          // the server answers these calls and puts the answers in their place
          {
            tag: 'script',
            injectTo: 'head-prepend',
            attrs: { type: 'application/json', id: 'earshot-early' },
            children: JSON.stringify({ viewer: callOf('ConsoleViewer'), screens }).replaceAll('<', '\\u003c'),
          },
          {
            tag: 'script',
            injectTo: 'head-prepend',
            attrs: { src: ASSET_BASE + fileName, nonce: NONCE_PLACEHOLDER },
          },
        ];
      },
    },
  };
}

/** @param entry chunk of the console's page, which loads what it imports by itself */
function filesOfScreens(entry: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Screens {
  const loaded = withImports(entry, chunks);
  return Object.fromEntries(
    firstScreens().map(({ address, file, first }) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
      if (chunk === undefined) throw new Error(`The build has no file for ${file}.`);
      const needed = [...withImports(chunk, chunks).difference(loaded)];
      const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      return [
        address,
        {
          scripts: needed.map(({ fileName }) => ASSET_BASE + fileName),
          styles: styles.map((name) => ASSET_BASE + name),
          first,
        },
      ];
    }),
  );
}

/** A chunk and all that is loaded with it. */
function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const found = new Set([chunk]);
  // what is added meanwhile is walked, too
  for (const { imports } of found)
    for (const other of chunks) if (imports.includes(other.fileName)) found.add(other);
  return found;
}

/** Both scripts without comments and indents; neither has a text over several lines. */
function earlyScript(): string {
  return ['color-scheme.js', 'early-calls.js']
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('')
    .replace(/^\s*(?:\/\/.*)?\n?/gm, '')
    .replace('__VIEWER_CALL__', () => JSON.stringify(JSON.stringify(callOf('ConsoleViewer'))));
}

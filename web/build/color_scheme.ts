import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ASSET_BASE, NONCE_PLACEHOLDER } from './page.ts';

/**
 * Puts `color-scheme.js` first into the head of each page. It must run before the first paint, else a dark console
 * flashes white; so it is a classic script, which Vite itself leaves alone. A file and not inline: it is cached, and a
 * policy without inline scripts stays possible. The console's own page has it in one file with its early calls.
 */
export function colorScheme(): Plugin {
  const source = readFileSync(join(import.meta.dirname, 'color-scheme.js'), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `color-scheme-${hash}.js`;
  let isBuild = false;
  return {
    name: 'earshot-color-scheme',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml(_html, { filename }) {
      if (isBuild && filename.endsWith('/index.html')) return [];
      return [
        {
          tag: 'script',
          injectTo: 'head-prepend',
          attrs: {
            src: ASSET_BASE + (isBuild ? fileName : 'build/color-scheme.js'),
            ...(isBuild ? { nonce: NONCE_PLACEHOLDER } : {}),
          },
        },
      ];
    },
  };
}

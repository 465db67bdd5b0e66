import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ASSET_BASE } from './page.ts';

/**
 * Puts the icon of the console's page into the page: a request less on each first visit. Those who are signed out get
 * it as a file, which is then there for bookmarks.
 */
export function pageIcon(): Plugin {
  const icon = readFileSync(join(import.meta.dirname, '../public/favicon.svg'), 'utf8').trim();
  return {
    name: 'earshot-page-icon',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        filename.endsWith('/index.html')
          ? html.replace(`${ASSET_BASE}favicon.svg`, `data:image/svg+xml,${encodeURIComponent(icon)}`)
          : html,
    },
  };
}

import { join } from 'node:path';
import { build, loadConfigFromFile, mergeConfig } from 'vite';
import type { UserConfig } from 'vite';

/** The folder of the console's sources. */
export const WEB = join(import.meta.dirname, '../../web');

/**
 * Builds pages of the console as `npm run build` does, with React as it is shipped: vitest runs with a NODE_ENV of its
 * own, which would bring the one for development, half as fast.
 *
 * @param more what differs from `web/vite.config.ts`
 * @param pages the page that is built in place of those of the console; left out: those
 */
export async function buildPages(
  more: UserConfig & { build: { outDir: string } },
  pages?: string,
): Promise<void> {
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const file = join(WEB, 'vite.config.ts');
    const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, file);
    if (loaded === null) throw new Error('web/vite.config.ts was not found.');
    const config = mergeConfig(loaded.config, { configFile: false, logLevel: 'error', ...more });
    if (pages !== undefined) config.build.rolldownOptions.input = pages;
    await build(config);
  } finally {
    process.env['NODE_ENV'] = environment;
  }
}

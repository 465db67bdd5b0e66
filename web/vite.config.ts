import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, compileHint } from './build/chunks.ts';
import { colorScheme } from './build/color_scheme.ts';
import { documents } from './build/documents.ts';
import { earlyCalls } from './build/early_calls.ts';
import { preloadFont, slimFont } from './build/font.ts';
import { icons } from './build/icons.ts';
import { ASSET_BASE, NONCE_PLACEHOLDER } from './build/page.ts';
import { pageIcon } from './build/page_icon.ts';

const root = import.meta.dirname;

export default defineConfig(({ command }) => ({
  root,
  base: ASSET_BASE,
  // Other projects' environment files have no business in the bundle.
  envDir: false,
  plugins: [
    documents(),
    icons(),
    react(),
    colorScheme(),
    earlyCalls(),
    slimFont(),
    preloadFont(),
    pageIcon(),
  ],
  // In development the console runs behind Vite's own inline scripts: no policy there.
  html: command === 'build' ? { cspNonce: NONCE_PLACEHOLDER } : {},
  // All pages, so that a part loaded later does not bring a second copy of React.
  optimizeDeps: { entries: ['*.html'] },
  css: {
    modules: {
      generateScopedName: command === 'build' ? '[hash:base64:6]' : '[name]_[local]_[hash:base64:4]',
    },
  },
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    assetsDir: '',
    sourcemap: false,
    target: ['chrome117', 'firefox129', 'safari17.5'],
    // A data: address would need an exception in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // a start of the product prints no times of the bundler
      checks: { bundlerTimings: false },
      input: { index: join(root, 'index.html'), signed_out: join(root, 'signed_out.html') },
      output: { postBanner: compileHint, codeSplitting: { groups: chunkGroups() } },
    },
  },
}));

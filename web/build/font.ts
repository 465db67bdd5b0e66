import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { ASSET_BASE, NONCE_PLACEHOLDER } from './page.ts';

/** The font of Latin letters, which every screen draws. */
const LATIN = 'inter-latin-wght-normal';
const SLIM_FOLDER = join(import.meta.dirname, '../../node_modules/.earshot-font');

/** What the console draws of the font. */
const DRAWN = {
  targetFormat: 'woff2' as const,
  // tokens.css has the least and the largest of its own, bold texts of people are 700
  variationAxes: { wght: { min: 400, max: 700 } },
  // pairs of letters, accents, figures of one width; base.css switches ligatures off
  keepFeatures: ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'],
};

/**
 * Takes out of the font of Latin letters, which every first visit loads, what is never drawn: weights beyond those of
 * the console, glyphs of letters for which the font is not asked, forms of letters that no style asks for. 24 KB are
 * left of 48.
 */
export function slimFont(): Plugin {
  return {
    name: 'earshot-slim-font',
    enforce: 'pre',
    transform: {
      filter: { id: /\/@fontsource-variable\/inter\/wght\.css(\?|$)/ },
      async handler(css, id) {
        const file = `${LATIN}.woff2`;
        const face = new RegExp(
          `url\\(\\./files/${file.replaceAll('.', '\\.')}\\)[^}]*unicode-range: *([^;}]+)`,
        ).exec(css);
        if (face === null) throw new Error(`The font's style sheet has no face for ${file}.`);
        mkdirSync(SLIM_FOLDER, { recursive: true });
        const whole = readFileSync(join(dirname(id), 'files', file));
        writeFileSync(join(SLIM_FOLDER, file), await subsetFont(whole, textOf(face[1]!), DRAWN));
        return css.replace(`./files/${file}`, relative(dirname(id), join(SLIM_FOLDER, file)));
      },
    },
  };
}

/** All characters of a `unicode-range`, e.g. U+00-FF,U+131. */
function textOf(unicodeRange: string): string {
  return unicodeRange
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .replace(/^U\+/i, '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Preloads the font of Latin letters, so that text is drawn once instead of twice. */
export function preloadFont(): Plugin {
  return {
    name: 'earshot-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find(
          (name) => name.startsWith(LATIN) && name.endsWith('.woff2'),
        );
        if (font === undefined) return [];
        return [
          {
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: ASSET_BASE + font,
              nonce: NONCE_PLACEHOLDER,
            },
          },
        ];
      },
    },
  };
}

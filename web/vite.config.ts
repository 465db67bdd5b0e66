import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { ideasKey, ideasState, variablesOf } from './src/features/ideas/filters.ts';
import { ideasAddress, insightsAddress } from './src/host/addresses.ts';
import { readState } from './src/host/search.ts';

const root = dirname(fileURLToPath(import.meta.url));

/** Where the server serves the built files from; index.html and door.html refer to it. */
export const ASSET_BASE = '/console-assets/';

/** The server replaces this literal by a fresh nonce in every html answer. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Emits `color-scheme.js` as a file with a hash in its name and puts its tag first in the head.
 * It must run before the first paint, else a dark console flashes white; so it is a classic script,
 * which Vite itself leaves alone. External and not inline: it is cached, and a policy without
 * inline scripts stays possible.
 */
function colorSchemeScript(): Plugin {
  const source = readFileSync(resolve(root, 'color-scheme.js'), 'utf8');
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
      // the console's own page has it in one file with its early calls
      if (isBuild && filename.endsWith('/index.html')) return [];
      return [
        {
          tag: 'script',
          injectTo: 'head-prepend',
          attrs: {
            src: ASSET_BASE + (isBuild ? fileName : 'color-scheme.js'),
            ...(isBuild ? { nonce: NONCE_PLACEHOLDER } : {}),
          },
        },
      ];
    },
  };
}

/** A call as the client sends it (web/src/api/client.ts). */
interface Call {
  query: string;
  variables: Record<string, unknown>;
  operationName: string;
}

/** The call of a document that stands in a source file as a plain literal. */
function callOf(file: string, name: string, variables: Record<string, unknown> = {}): Call {
  const query = new RegExp(`const ${name} = graphql\\(\`([^\`]*)\`\\)`).exec(readFileSync(resolve(root, 'src', file), 'utf8'))?.[1];
  const operationName = /query (\w+)/.exec(query ?? '')?.[1];
  if (query === undefined || operationName === undefined) throw new Error(`web/src/${file} has no ${name}.`);
  return { query, variables, operationName };
}

/** What the ideas list asks while its address holds no state. */
const ideasVariables = variablesOf(readState(ideasState, {}));

/** Where signing in leads and where most begin: the files of these pages are asked for with the first ones, and what they ask first comes with the page. */
const FIRST_SCREENS: Readonly<Record<string, { file: string; first: { query_key: readonly unknown[]; call: Call } | null }>> = {
  [ideasAddress()]: {
    file: 'features/ideas/IdeasPage.tsx',
    first: { query_key: ideasKey(ideasVariables), call: callOf('features/ideas/ideasTable.tsx', 'ideasTableDocument', ideasVariables) },
  },
  [insightsAddress]: { file: 'features/insights/InsightsPage.tsx', first: null },
};

/**
 * Emits `early-calls.js`, which asks who is here while the console's code is on its way, and puts its tag into the
 * console's page, together with what the server needs to know to bring the answers along (server/http/pages.ts).
 * A file as `color-scheme.js` is, for the same reasons, and together with it: one request.
 */
function earlyCalls(): Plugin {
  const viewer = callOf('api/viewer.ts', 'viewerDocument');
  let fileName = '';
  let screens: Record<string, unknown> = {};
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
        const first = new Set([entry.fileName, ...entry.imports]);
        screens = Object.fromEntries(
          Object.entries(FIRST_SCREENS).map(([address, screen]) => {
            const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/src/${screen.file}`));
            if (chunk === undefined) throw new Error(`The build has no file for ${screen.file}.`);
            const files = [chunk, ...chunk.imports.flatMap((name) => chunks.find(({ fileName: other }) => other === name) ?? [])].filter((needed) => !first.has(needed.fileName));
            return [
              address,
              {
                scripts: files.map((needed) => ASSET_BASE + needed.fileName),
                styles: files.flatMap((needed) => [...(needed.viteMetadata?.importedCss ?? [])].map((name) => ASSET_BASE + name)),
                first: screen.first,
              },
            ];
          }),
        );
        const source = ['color-scheme.js', 'early-calls.js']
          .map((name) => readFileSync(resolve(root, name), 'utf8'))
          .join('')
          // neither has a text over several lines
          .replace(/^\s*(?:\/\/.*)?\n?/gm, '')
          .replace('__VIEWER_CALL__', () => JSON.stringify(JSON.stringify(viewer)));
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        fileName = `early-calls-${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source });
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename }) {
        if (!filename.endsWith('/index.html')) return [];
        return [
          // the server answers these calls and puts the answers in their place
          { tag: 'script', injectTo: 'head-prepend', attrs: { type: 'application/json', id: 'earshot-early' }, children: JSON.stringify({ viewer, screens }).replaceAll('<', '\\u003c') },
          { tag: 'script', injectTo: 'head-prepend', attrs: { src: ASSET_BASE + fileName, nonce: NONCE_PLACEHOLDER } },
        ];
      },
    },
  };
}

/**
 * Preloads the one font file that every screen needs (latin letters), so that text is drawn
 * once instead of twice.
 */
function preloadFont(): Plugin {
  return {
    name: 'earshot-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
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

/** What every page needs and what changes only with an upgrade: kept apart so that it stays cached. */
const reactPackages = /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;
/** What the signed-out pages need of the console's own parts: one small file for both entries. */
const baseParts =
  /web\/src\/(theme\/(?!KitScope|mantine|nonce)|ui\/(Button|Floating|Kbd|Pills|Toasts|Tooltip|UiRoot|cx|fields|format|keyboard|loading|messages|motion|position|states|toasts|useLatest|useLayer|usePresence|useShortcut)\.)|contract\/(email|limits|errors|toasts|satisfaction|currency|text_cut)\.|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/;
/** What every signed-in screen runs on: router, data, session, page state. Not the connection to live events, which begins later. */
const frameParts = /node_modules\/@tanstack\/(?!react-table|table-core)|web\/src\/(api\/(?!ideaNews\.|live\.|liveConnect\.|liveTabs\.)|host\/)/;
/**
 * The other parts, and the pickers that a list has in its filters and bulk bar, together: a list or a page
 * takes a dozen of them, and a file each would be a dozen requests. Not among them what is rare or heavy,
 * which is loaded when it is shown, and the frame and the pickers of the panels, which come with the panels. A file beside
 * the former, since the browser compiles two at once. The styles of the shell and of the list come with those of
 * the parts: two requests less.
 */
const sharedParts =
  /web\/src\/ui\/(?!calendar\/|editor\/|gallery\/|password\/|AttachmentViewer|CommandPalette|DateField|EditableList|RichText\.|ShortcutSheet|SlideOut|SortableList|cutText|editableList|inertHtml|sortable)|web\/src\/pickers\/(AccountPicker|ForumCategoryPicker|LabelPicker|OwnerPicker|StatusPicker|UserPicker|exports|people|places|useDebounced|useOpenings)\.|web\/src\/features\/ideas\/(neighbours|mergeMessages|reviewCounts|unmerge|ideas\.module)\.|web\/src\/app\/(rail|shell)\.module\.|contract\/states\./;
/** What idea details, panels and settings share and the list of ideas does without: small things that would be a request each. */
const contentParts =
  /contract\/(activity|rich_text|status_behaviour|url)\.|web\/src\/ui\/inertHtml\.|web\/src\/pickers\/(AttachmentBox|RemovalDialog|deleteDialogs|upload|useAttachments)\.|web\/src\/features\/ideas\/(detailsPerson|personMessages)\./;
/**
 * Files of which much runs before the first screen shows: Chromium is told to compile their functions beside the page
 * while they arrive, instead of one after the other when each is first called, while the page waits. React is not
 * among them: a page runs a third of it, and compiling all of it takes longer than the rest takes to arrive.
 */
const runsAtFirst = /^(base|frame|parts|index|IdeasPage)$/;
/** Sources of what is there before the list of ideas shows. */
const firstSources = ['app/*.tsx', 'ui/*.tsx', 'pickers/{AccountPicker,LabelPicker,OwnerPicker,StatusPicker,UserPicker}.tsx', 'features/ideas/{IdeasPage,ideasTable,BulkActions,FilterEditor}.tsx'];
const notAtFirst = /(Palette|ShortcutSheet|AttachmentViewer|DateField|EditableList|SortableList)\.tsx$/;

/** Further sources whose icons come with the content. The others, of which settings, exports, the editor and the icon sheet draw some, are a file of their own. */
const contentSources = ['ui/*.tsx', 'pickers/*.tsx', 'features/{conversation,ideas,insights,notifications}/*.tsx'];

/** Names of the icons that the files of some patterns below `src` draw. */
function iconsOf(patterns: string[], except = /$^/): ReadonlySet<string> {
  const files = globSync(patterns, { cwd: resolve(root, 'src') }).filter((file) => !except.test(file));
  return new Set(files.flatMap((file) => readFileSync(resolve(root, 'src', file), 'utf8').match(/\bIcon[A-Z]\w*/g) ?? []));
}

/** Name of the icon that a file draws; undefined when it draws none. */
const iconOf = (id: string): string | undefined => /icons-react\/dist\/esm\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1];

/** Groups of files: the parts, the content, and the icons that neither of them draws. */
function partGroups(): { name: string; test: (id: string) => boolean; priority: number }[] {
  const first = iconsOf(firstSources, notAtFirst);
  const content = iconsOf(contentSources);
  const test = (files: RegExp, icons: (name: string) => boolean) => (id: string) => {
    const icon = iconOf(id);
    return icon === undefined ? files.test(id) : icons(icon);
  };
  return [
    { name: 'parts', test: test(sharedParts, (icon) => first.has(icon)), priority: 10 },
    { name: 'content', test: test(contentParts, (icon) => content.has(icon)), priority: 5 },
    { name: 'icons', test: test(/$^/, () => true), priority: 1 },
  ];
}

export default defineConfig(({ command }) => ({
  root,
  base: ASSET_BASE,
  // Other projects' environment files have no business in the bundle.
  envDir: false,
  plugins: [react(), colorSchemeScript(), earlyCalls(), preloadFont()],
  // In development the console runs behind Vite's own inline scripts: no policy there.
  html: command === 'build' ? { cspNonce: NONCE_PLACEHOLDER } : {},
  // All pages, so that a part loaded later does not bring a second copy of React.
  optimizeDeps: { entries: ['*.html'] },
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:6]' : '[name]_[local]_[hash:base64:4]' } },
  build: {
    outDir: resolve(root, 'dist'),
    emptyOutDir: true,
    assetsDir: '',
    sourcemap: false,
    target: ['chrome117', 'firefox129', 'safari17.5'],
    // A data: address would need an exception in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: resolve(root, 'index.html'), door: resolve(root, 'door.html') },
      output: {
        postBanner: ({ name }) => (runsAtFirst.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          groups: [
            { name: 'react', test: reactPackages, priority: 30 },
            { name: 'base', test: baseParts, priority: 20 },
            { name: 'frame', test: frameParts, priority: 15 },
            ...partGroups(),
          ],
        },
      },
    },
  },
}));

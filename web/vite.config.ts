import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import subsetFont from 'subset-font';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { ideasKey, ideasState, variablesOf } from './src/features/ideas/list/filters.ts';
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
  const query = new RegExp(`const ${name} = graphql\\(\`([^\`]*)\`\\)`).exec(
    readFileSync(resolve(root, 'src', file), 'utf8'),
  )?.[1];
  const operationName = /query (\w+)/.exec(query ?? '')?.[1];
  if (query === undefined || operationName === undefined) throw new Error(`web/src/${file} has no ${name}.`);
  return { query, variables, operationName };
}

/** What the ideas list asks while its address holds no state. */
const ideasVariables = variablesOf(readState(ideasState, {}));

/** Where signing in leads and where most begin: the files of these pages are asked for with the first ones, and what they ask first comes with the page. */
const FIRST_SCREENS: Readonly<
  Record<string, { file: string; first: { query_key: readonly unknown[]; call: Call } | null }>
> = {
  [ideasAddress()]: {
    file: 'features/ideas/list/IdeasPage.tsx',
    first: {
      query_key: ideasKey(ideasVariables),
      call: callOf('features/ideas/list/ideasTable.tsx', 'ideasTableDocument', ideasVariables),
    },
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
            const chunk = chunks.find(({ facadeModuleId }) =>
              facadeModuleId?.endsWith(`/web/src/${screen.file}`),
            );
            if (chunk === undefined) throw new Error(`The build has no file for ${screen.file}.`);
            const files = [
              chunk,
              ...chunk.imports.flatMap((name) => chunks.find(({ fileName: other }) => other === name) ?? []),
            ].filter((needed) => !first.has(needed.fileName));
            return [
              address,
              {
                scripts: files.map((needed) => ASSET_BASE + needed.fileName),
                styles: files.flatMap((needed) =>
                  [...(needed.viteMetadata?.importedCss ?? [])].map((name) => ASSET_BASE + name),
                ),
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
          {
            tag: 'script',
            injectTo: 'head-prepend',
            attrs: { type: 'application/json', id: 'earshot-early' },
            children: JSON.stringify({ viewer, screens }).replaceAll('<', '\\u003c'),
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
        const font = Object.keys(context.bundle ?? {}).find((name) =>
          /inter-latin-wght-normal.*\.woff2$/.test(name),
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

/** Weights that the console draws: tokens.css has the least and the largest of its own, bold texts of people are 700. */
const drawnWeights = { min: 400, max: 700 };
/** What the font can do of which base.css and the figures make use: pairs of letters, accents, figures of one width. Ligatures are switched off there. */
const drawnFeatures = ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'];
const slim = {
  targetFormat: 'woff2' as const,
  variationAxes: { wght: drawnWeights },
  keepFeatures: drawnFeatures,
};

/** Code points of a `unicode-range`, e.g. U+00-FF,U+131. */
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

/**
 * Takes out of the font of Latin letters, which every first visit loads, what is never drawn: weights beyond those of
 * the console, and glyphs of letters for which the font is not asked, forms of letters that no style asks for. 24 KB are left of 48.
 */
function slimFont(): Plugin {
  const file = 'inter-latin-wght-normal.woff2';
  return {
    name: 'earshot-slim-font',
    enforce: 'pre',
    async transform(css, id) {
      if (!id.split('?')[0]!.endsWith('@fontsource-variable/inter/wght.css')) return null;
      const face = new RegExp(
        `url\\(\\./files/${file.replaceAll('.', '\\.')}\\)[^}]*unicode-range: *([^;}]+)`,
      ).exec(css);
      if (face === null) throw new Error(`The font's style sheet has no face for ${file}.`);
      const folder = resolve(root, '../node_modules/.earshot-font');
      mkdirSync(folder, { recursive: true });
      const whole = readFileSync(join(dirname(id), 'files', file));
      writeFileSync(join(folder, file), await subsetFont(whole, textOf(face[1]!), slim));
      return css.replace(`./files/${file}`, relative(dirname(id), join(folder, file)));
    },
  };
}

/**
 * Puts the icon of the page into the page: a request less on each first visit.
 * Those who are signed out get it as a file, which is then there for bookmarks.
 */
function pageIcon(): Plugin {
  const icon = readFileSync(resolve(root, 'public/favicon.svg'), 'utf8').trim();
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

/** What every page needs and what changes only with an upgrade: kept apart so that it stays cached. */
const reactPackages = /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;
/** What the signed-out pages need of the console's own parts: one small file for both entries. */
const baseParts =
  /web\/src\/(theme\/|ui\/(Button|Floating|Kbd|Pills|Toasts|Tooltip|UiRoot|cx|fields|format|keyboard|loading|messages|motion|position|states|toasts|useLatest|useEscapeLayer|usePresence|useShortcut)\.)|contract\/(email|limits|errors|toasts|satisfaction|currency|text_cut)\.|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/;
/** What every signed-in screen runs on: data, session, addresses, page state. Not the connection to live events, which begins later. */
const frameParts =
  /node_modules\/@tanstack\/|web\/src\/(api\/(?!ideaNews\.|live\.|liveConnect\.|liveTabs\.)|host\/)/;
/**
 * The other parts, and the pickers that a list has in its filters and bulk bar, together: a list or a page
 * takes a dozen of them, and a file each would be a dozen requests. Not among them what is rare or heavy,
 * which is loaded when it is shown, and the frame and the pickers of the panels, which come with the panels. A file beside
 * the former, since the browser compiles two at once. The styles of the shell and of the list come with those of
 * the parts: two requests less.
 */
const sharedParts =
  /web\/src\/ui\/(?!calendar\/|editor\/|gallery\/|password\/|AttachmentViewer|Combobox|CommandPalette|EditableList|RichText\.|SearchField|ShortcutSheet|SlideOut|SortableList|addresses|cutText|editableList|inertHtml|sortable)|web\/src\/pickers\/(AccountPicker|ForumCategoryPicker|LabelPicker|OwnerPicker|StatusPicker|exports|people|personOption|places|useDebounced|useOpenCount)\.|web\/src\/features\/ideas\/(neighbours|merge\/(mergeMessages|unmerge)|review\/reviewCounts|list\/ideas\.module)\.|web\/src\/app\/(sidebar|shell)\.module\.|contract\/(ids|rich_text|states|url)\./;
/**
 * What only a list draws: its table, its paging, what stands above it. Beside the parts, since an idea's page does
 * without it. Styles stay with the parts: they are small, and a file of them would be a request.
 */
const listParts =
  /web\/src\/ui\/(BulkBar|ColumnsButton|DataTable|FilterChips|Pagination|Tabs|rowSelection|tableLayout|throttle|useRowSelection|useTableLayout|value)\.tsx?|web\/src\/pickers\/ForumCategoryPicker\.|web\/src\/features\/ideas\/review\/reviewCounts\./;
/** What idea details, panels and settings share and the list of ideas does without: small things that would be a request each. */
const contentParts =
  /contract\/(activity|status_behaviour)\.|node_modules\/dompurify\/|web\/src\/ui\/(AttachmentViewer|inertHtml|RichText)\.|web\/src\/pickers\/(RemovalDialog|deleteDialogs)\.|web\/src\/features\/ideas\/(details\/(later|messages|person|text|personMessages)|feed\/mail\.module)\./;
/** An idea's page with what its later parts share with it. */
const ideaParts =
  /web\/src\/features\/ideas\/(details\/(IdeaDetailsPage|aside|calls|customFields|edit|head|place|property|queries|status)|feed\/(composer|feed|files|notes|noteCalls|noteMessages))\.tsx?/;
/** What forms need that take files along. */
const writingParts = /web\/src\/pickers\/(AttachmentBox|upload|useAttachments)\./;
/**
 * Files of which much runs before the first screen shows: Chromium is told to compile their functions beside the page
 * while they arrive, instead of one after the other when each is first called, while the page waits. React is not
 * among them: a page runs a third of it, and compiling all of it takes longer than the rest takes to arrive.
 */
const runsAtFirst = /^(base|frame|parts|list|index|IdeasPage)$/;
/** Sources of what is there before the list of ideas shows. */
const firstSources = [
  'app/*.tsx',
  'ui/*.tsx',
  'pickers/{AccountPicker,LabelPicker,OwnerPicker,StatusPicker,UserPicker}.tsx',
  'features/ideas/list/{IdeasPage,ideasTable,BulkActions,FilterEditor}.tsx',
];
const notAtFirst = /(Palette|ShortcutSheet|AttachmentViewer|EditableList|SortableList)\.tsx$/;

/** Sources of what is there before an idea's page shows, beside those of the list that are no part of a list. */
const ideaSources = [
  'ui/AttachmentViewer.tsx',
  'pickers/{RemovalDialog,deleteDialogs}.tsx',
  'features/ideas/details/{IdeaDetailsPage,[a-z]*}.tsx',
  'features/ideas/feed/[a-z]*.tsx',
];
const notOnIdeas =
  /(features\/ideas\/(list\/(IdeasPage|ideasTable|BulkActions|FilterEditor)|feed\/(flags|mail)|details\/voters)|ui\/(BulkBar|ColumnsButton|DataTable|FilterChips|Pagination|SearchField|Tabs))\.tsx$/;

/** Names of the icons that the files of some patterns below `src` draw. */
function iconsOf(patterns: string[], except = /$^/): ReadonlySet<string> {
  const files = globSync(patterns, { cwd: resolve(root, 'src') }).filter((file) => !except.test(file));
  return new Set(
    files.flatMap((file) => readFileSync(resolve(root, 'src', file), 'utf8').match(/\bIcon[A-Z]\w*/g) ?? []),
  );
}

/** Name of the icon that a file draws; undefined when it draws none. */
const iconOf = (id: string): string | undefined =>
  /icons-react\/dist\/esm\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1];

/** Groups of files: the parts, what lists and ideas add to them, and the icons that none of them draws. */
function partGroups(): { name: string; test: (id: string) => boolean; priority: number }[] {
  const first = iconsOf(firstSources, notAtFirst);
  const onIdeas = iconsOf(firstSources, new RegExp(`${notAtFirst.source}|${notOnIdeas.source}`)).union(
    iconsOf(ideaSources, notOnIdeas),
  );
  const test = (files: RegExp, icons: (name: string) => boolean) => (id: string) => {
    const icon = iconOf(id);
    return icon === undefined ? files.test(id) : icons(icon);
  };
  return [
    {
      name: 'parts',
      test: (id) =>
        !listParts.test(id) && test(sharedParts, (icon) => first.has(icon) && onIdeas.has(icon))(id),
      priority: 10,
    },
    { name: 'list', test: test(listParts, (icon) => first.has(icon)), priority: 8 },
    // settings search and choose, too, and have no table
    { name: 'search', test: (id) => /web\/src\/ui\/(Combobox|SearchField)\./.test(id), priority: 9 },
    { name: 'content', test: test(contentParts, (icon) => onIdeas.has(icon)), priority: 5 },
    { name: 'IdeaDetailsPage', test: (id) => ideaParts.test(id), priority: 4 },
    { name: 'writing', test: (id) => writingParts.test(id), priority: 4 },
    { name: 'icons', test: test(/$^/, () => true), priority: 1 },
  ];
}

export default defineConfig(({ command }) => ({
  root,
  base: ASSET_BASE,
  // Other projects' environment files have no business in the bundle.
  envDir: false,
  plugins: [react(), colorSchemeScript(), earlyCalls(), slimFont(), preloadFont(), pageIcon()],
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

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

/*
 * Who may import whom. The zones and their order are those of docs/ARCHITECTURE.md; a file belongs to the
 * longest prefix that fits. Types count like values: whoever needs another's types depends on it.
 */

const ROOT = join(import.meta.dirname, '..');

/** Path prefix of each zone -> the zones that its files may import beside their own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'contract/': [],

  // The table types are printed from the migrations and import nothing, so everyone may use them.
  'server/db/tables.ts': [],
  // The floors of the machinery, each on those above it; none of them knows a record kind.
  'server/text/': ['contract/'],
  'server/sql/': ['server/db/tables.ts'],
  // What the product asks of mail, files, jobs and DNS; the adapters answer it.
  'server/services/': ['server/sql/'],
  'server/core/': ['contract/', 'server/db/tables.ts', 'server/sql/', 'server/services/'],
  'server/inputs/': ['contract/', 'server/text/', 'server/core/'],
  'server/listing/': ['contract/', 'server/sql/', 'server/core/', 'server/inputs/'],
  'server/live/': ['contract/', 'server/sql/', 'server/core/'],
  'server/process/': ['server/core/'],

  // The rooms of the product, in the order in which they know each other: each imports rooms above it only.
  'server/domain/intelligence/': ['contract/'],
  'server/domain/account/': ['base'],
  'server/domain/counters/': ['base'],
  'server/domain/notifications/': ['base'],
  'server/domain/undo/': ['base'],
  'server/domain/ideas/': ['base', 'server/domain/account/', 'server/domain/counters/'],
  'server/domain/merge/': ['base', 'server/domain/counters/', 'server/domain/undo/', 'server/domain/ideas/'],
  'server/domain/customers/': [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/undo/',
    'server/domain/ideas/',
    'server/domain/merge/',
  ],
  'server/domain/attachments/': ['base', 'server/domain/account/', 'server/domain/ideas/'],
  'server/domain/mail/': [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/notifications/',
  ],
  'server/domain/conversation/': [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/notifications/',
    'server/domain/undo/',
    'server/domain/ideas/',
    'server/domain/attachments/',
    'server/domain/mail/',
    'server/domain/merge/',
  ],
  'server/domain/triage/': [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/notifications/',
    'server/domain/undo/',
    'server/domain/ideas/',
    'server/domain/attachments/',
    'server/domain/mail/',
    'server/domain/merge/',
    'server/domain/conversation/',
  ],
  'server/domain/support/': [
    'base',
    'server/domain/account/',
    'server/domain/notifications/',
    'server/domain/undo/',
    'server/domain/ideas/',
    'server/domain/attachments/',
    'server/domain/mail/',
  ],
  'server/domain/digests/': [
    'base',
    'server/domain/account/',
    'server/domain/notifications/',
    'server/domain/ideas/',
    'server/domain/conversation/',
    'server/domain/support/',
  ],
  'server/domain/views/': [
    'base',
    'server/domain/account/',
    'server/domain/notifications/',
    'server/domain/undo/',
    'server/domain/ideas/',
    'server/domain/digests/',
  ],
  'server/domain/planning/': [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/undo/',
    'server/domain/ideas/',
    'server/domain/attachments/',
  ],
  'server/domain/surveys/': [
    'base',
    'server/domain/counters/',
    'server/domain/customers/',
    'server/domain/mail/',
  ],

  // These read of all of them and do not know each other.
  'server/domain/insights/': ['rooms'],
  'server/domain/exchange/': ['rooms'],
  'server/domain/themes/': ['rooms'],
  // Impact reports stand on themes and lists.
  'server/domain/impact/': ['rooms', 'server/domain/themes/'],
  // What programs may do, and are told of; it reads of all rooms.
  'server/domain/integrations/': ['rooms'],
  // Imports of the console stand on the importer of the command line.
  'server/domain/imports/': ['rooms', 'server/domain/exchange/'],

  'server/api/': ['machinery', 'server/domain/'],
  'server/config.ts': ['machinery'],
  'server/http/': ['machinery', 'server/domain/', 'server/api/', 'server/config.ts'],
  'server/adapters/': ['machinery', 'server/config.ts'],
  'server/db/': ['machinery'],
  // The demo workspace is written with the product's own counters and search vectors.
  'server/db/demo/': ['machinery', 'server/domain/'],
  'server/jobs/': ['machinery', 'server/domain/', 'server/db/', 'server/config.ts'],
  // The composition root and the command line.
  'server/': ['contract/', 'server/'],
  'server/cli/': ['contract/', 'server/'],

  'web/src/theme/': ['contract/'],
  'web/src/host/': ['contract/'],
  'web/src/api/': ['contract/', 'web/src/host/'],
  'web/src/ui/': ['contract/', 'web/src/host/', 'web/src/theme/'],
  'web/src/forms/': ['contract/', 'web/src/host/', 'web/src/api/', 'web/src/ui/'],
  'web/src/shared/': ['contract/', 'web/src/host/', 'web/src/api/', 'web/src/ui/', 'web/src/forms/'],
  'web/src/lists/': [
    'contract/',
    'web/src/host/',
    'web/src/api/',
    'web/src/ui/',
    'web/src/forms/',
    'web/src/shared/',
  ],
  'web/src/records/': [
    'contract/',
    'web/src/host/',
    'web/src/api/',
    'web/src/ui/',
    'web/src/forms/',
    'web/src/shared/',
    'web/src/lists/',
  ],
  // The signed-out pages are an entry of their own and stay small.
  'web/src/signed_out/': [
    'contract/',
    'web/src/host/',
    'web/src/shared/secondFactor/',
    'web/src/theme/',
    'web/src/ui/',
  ],
  'web/src/features/': [
    'contract/',
    'web/src/forms/',
    'web/src/host/',
    'web/src/api/',
    'web/src/ui/',
    'web/src/shared/',
    'web/src/lists/',
    'web/src/records/',
  ],
  'web/src/app/': ['contract/', 'web/src/'],
  'web/': ['contract/', 'web/src/'],

  // The generator reads the types that it has just written, and writes documents as the build reads them.
  'scripts/': ['contract/', 'server/', 'web/src/api/generated/', 'web/build/'],
  'bench/': ['contract/', 'server/', 'scripts/'],
  'e2e/': ['contract/', 'server/', 'scripts/'],
  '': [],
};

/** Short names for several zones. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  machinery: [
    'contract/',
    'server/db/tables.ts',
    'server/text/',
    'server/sql/',
    'server/services/',
    'server/core/',
    'server/inputs/',
    'server/listing/',
    'server/live/',
    'server/process/',
  ],
  base: ['machinery', 'server/domain/intelligence/'],
  rooms: [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/notifications/',
    'server/domain/undo/',
    'server/domain/ideas/',
    'server/domain/customers/',
    'server/domain/attachments/',
    'server/domain/mail/',
    'server/domain/merge/',
    'server/domain/conversation/',
    'server/domain/triage/',
    'server/domain/digests/',
    'server/domain/views/',
    'server/domain/surveys/',
    'server/domain/support/',
  ],
};

/** Path prefix -> packages that its files may not import, and why. */
const FORBIDDEN_PACKAGES: readonly { zone: string; packages: RegExp; why: string }[] = [
  {
    zone: 'contract/',
    // the stemmer is a pure function of 4 KB: both sides find and mark words by the same stems
    packages: /^(?!stemmer$)/,
    why: 'the contract runs in browser and server and imports nothing but itself',
  },
  {
    zone: 'server/domain/',
    packages: /^(graphql(-jit)?|fastify|@fastify\/.*|pg-boss|nodemailer|flydrive|node:https?)$/,
    why: 'the domain knows no GraphQL, no HTTP and no adapter',
  },
  {
    zone: 'server/core/',
    packages: /^(graphql-jit|fastify|@fastify\/.*|pg-boss|nodemailer|flydrive|node:https?)$/,
    why: 'the machinery knows no HTTP and no adapter',
  },
  {
    zone: 'server/',
    packages: /^(react(-dom)?|@tanstack\/.*|@tiptap\/.*)(\/.*)?$/,
    why: 'the server has no screens',
  },
  {
    zone: 'web/src/',
    packages: /^(node:.*|fastify|pg|kysely|graphql)$/,
    why: 'the console runs in a browser and sends its documents as text',
  },
];

/** `isType`: only types are taken, so nothing is loaded. */
type Import = { from: string; to: string; isType: boolean };

const isTest = (file: string) =>
  /\.(test|e2e)\.tsx?$/.test(file) ||
  file.startsWith('server/testing/') ||
  file.startsWith('e2e/') ||
  /(^|\/)testing\.tsx?$/.test(file) ||
  file === 'vitest.config.ts';

const files = globSync(
  ['contract/**/*', 'server/**/*', 'web/**/*', 'scripts/**/*', 'bench/**/*', 'e2e/**/*', '*.ts'],
  {
    cwd: ROOT,
  },
)
  .filter(
    (file) =>
      /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('web/dist/') && !file.includes('node_modules/'),
  )
  .toSorted();

const parsed = new Map(
  files.map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const { module, program } = parseSync(file, text);
    const requests = [
      ...module.staticImports.map(({ moduleRequest, entries }) => ({
        request: moduleRequest.value,
        isType: entries.length > 0 && entries.every((entry) => entry.isType),
      })),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, isType }) =>
          moduleRequest === null ? [] : [{ request: moduleRequest.value, isType }],
        ),
      ),
      // The text of the argument, with its quotes; one that is computed names no file.
      ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
        const request = /^(['"])(.*)\1$/.exec(text.slice(start, end))?.[2];
        return request === undefined ? [] : [{ request, isType: false }];
      }),
    ];
    return [file, { program, requests }] as const;
  }),
);

/** Imports of one file of this project by another. */
const imports: Import[] = [...parsed].flatMap(([from, { requests }]) =>
  requests
    .filter(({ request }) => request.startsWith('.'))
    .map(({ request, isType }) => ({ from, to: normalize(join(dirname(from), request)), isType })),
);

function zoneOf(file: string): string {
  return Object.keys(MAY_IMPORT)
    .filter((prefix) => file.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)[0]!;
}

test('the test sees the files of every part, and finds imports in them', () => {
  for (const prefix of [
    'contract/',
    'server/core/',
    'server/domain/',
    'server/cli/',
    'web/src/ui/',
    'scripts/',
  ]) {
    expect(
      files.some((file) => file.startsWith(prefix)),
      prefix,
    ).toBe(true);
  }
  expect(imports).toContainEqual({ from: 'server/cli/main.ts', to: 'server/cli/doctor.ts', isType: false });
  expect(imports).toContainEqual({ from: 'server/sql/kysely.ts', to: 'server/db/tables.ts', isType: true });
});

test('files import only what their place in the architecture allows', () => {
  const violations = imports.flatMap(({ from, to }) => {
    if (isTest(from) || !/\.(ts|tsx|mjs|js)$/.test(to)) return [];
    const zone = zoneOf(from);
    const spread = (entry: string): readonly string[] => GROUPS[entry]?.flatMap(spread) ?? [entry];
    const allowed = [zone, ...MAY_IMPORT[zone]!].flatMap(spread);
    if (allowed.some((prefix) => (prefix === '' ? !to.includes('/') : to.startsWith(prefix)))) return [];
    return [
      `${from} imports ${to}: ${zone || 'the root'} may import ${allowed.filter((entry) => entry !== zone).join(', ') || 'nothing else'}`,
    ];
  });
  expect(violations).toEqual([]);
});

test('tests and browser code keep to their side: the product imports no test, the console no server', () => {
  const violations = imports
    .filter(
      ({ from, to }) =>
        (isTest(to) && !isTest(from) && !from.startsWith('bench/') && !from.startsWith('scripts/')) ||
        (from.startsWith('web/') && to.startsWith('server/')),
    )
    .map(({ from, to }) => `${from} imports ${to}`);
  expect(violations).toEqual([]);
});

test('a feature of the console does not import another one', () => {
  const feature = (file: string) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];
  const violations = imports
    .filter(
      ({ from, to }) =>
        feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to),
    )
    .map(({ from, to }) => `${from} imports ${to}: what two features need moves to web/src/shared`);
  expect(violations).toEqual([]);
});

test('folders of features, parts and rooms are small enough to look through: 25 files beside tests', () => {
  const inRooms = globSync('{web/src/{ui,shared,forms,features},server/domain}/**/*.*', { cwd: ROOT }).filter(
    (file) => !isTest(file),
  );
  const crowded = [...Map.groupBy(inRooms, dirname)].filter(([, inFolder]) => inFolder.length > 25);
  expect(inRooms).toContain('web/src/ui/table/DataTable.tsx');
  expect(crowded.map(([folder, inFolder]) => `${folder} has ${inFolder.length}`)).toEqual([]);
});

test('no part imports a package that has no business there', () => {
  const violations = [...parsed].flatMap(([file, { requests }]) =>
    isTest(file)
      ? []
      : FORBIDDEN_PACKAGES.filter(({ zone }) => file.startsWith(zone)).flatMap(({ packages, why }) =>
          requests
            .filter(({ request }) => !request.startsWith('.') && packages.test(request))
            .map(({ request }) => `${file} imports ${request}: ${why}`),
        ),
  );
  expect(violations).toEqual([]);
});

/** Circles of files along some imports, each as "a -> b -> a". */
function circles(along: readonly Import[]): string[] {
  const targets = Map.groupBy(along, ({ from }) => from);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

// Types of neighbours may refer to each other both ways: nothing is loaded, and across folders the table above
// forbids one of the two directions.
test('no files load each other in a circle', () => {
  expect(circles(imports.filter(({ isType }) => !isType))).toEqual([]);
});

test('in the machinery not even types refer to each other in a circle', () => {
  const isMachinery = (file: string) => GROUPS['machinery']!.some((zone) => file.startsWith(zone));
  expect(circles(imports.filter(({ from, to }) => isMachinery(from) && isMachinery(to)))).toEqual([]);
});

test('no file only passes on what others export', () => {
  const passing = [...parsed].filter(([, { program }]) => {
    const kinds = program.body.map((statement) =>
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.declaration === null)
        ? 'passes'
        : statement.type,
    );
    return (
      kinds.includes('passes') && kinds.every((kind) => kind === 'passes' || kind === 'ImportDeclaration')
    );
  });
  expect(passing.map(([file]) => `${file} only re-exports: import from the files themselves`)).toEqual([]);
});

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

  // The table types are printed from the migrations and import nothing, so everybody may use them.
  'server/db/tables.ts': [],
  'server/core/': ['contract/', 'server/db/tables.ts'],

  // The rooms of the product, in the order in which they know each other: each imports rooms above it only.
  'server/domain/intelligence/': ['contract/'],
  'server/domain/account/': ['base'],
  'server/domain/counters/': ['base'],
  'server/domain/notifications/': ['base'],
  'server/domain/undo/': ['base'],
  'server/domain/ideas/': ['base', 'server/domain/account/', 'server/domain/counters/'],
  'server/domain/customers/': [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/ideas/',
  ],
  'server/domain/attachments/': ['base', 'server/domain/account/', 'server/domain/ideas/'],
  'server/domain/mail/': [
    'base',
    'server/domain/account/',
    'server/domain/counters/',
    'server/domain/notifications/',
  ],
  'server/domain/merge/': ['base', 'server/domain/counters/', 'server/domain/undo/', 'server/domain/ideas/'],
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
  'server/domain/digests/': [
    'base',
    'server/domain/account/',
    'server/domain/notifications/',
    'server/domain/ideas/',
    'server/domain/conversation/',
  ],
  // These read of all of them and do not know each other.
  'server/domain/insights/': ['rooms'],
  'server/domain/exchange/': ['rooms'],

  'server/api/': ['contract/', 'server/core/', 'server/domain/', 'server/db/tables.ts'],
  'server/config.ts': ['contract/', 'server/core/'],
  'server/http/': [
    'contract/',
    'server/core/',
    'server/domain/',
    'server/api/',
    'server/config.ts',
    'server/db/tables.ts',
  ],
  'server/adapters/': ['contract/', 'server/core/', 'server/config.ts'],
  'server/db/': ['contract/', 'server/core/', 'server/db/tables.ts'],
  // The demo workspace is written with the product's own counters and search vectors.
  'server/db/demo/': ['contract/', 'server/core/', 'server/db/tables.ts', 'server/domain/'],
  'server/jobs/': ['contract/', 'server/core/', 'server/domain/', 'server/db/', 'server/config.ts'],
  // The composition root and the command line.
  'server/': ['contract/', 'server/'],
  'server/cli/': ['contract/', 'server/'],

  'web/src/theme/': ['contract/'],
  'web/src/host/': ['contract/'],
  'web/src/api/': ['contract/', 'web/src/host/'],
  'web/src/ui/': ['contract/', 'web/src/host/', 'web/src/theme/'],
  'web/src/pickers/': ['contract/', 'web/src/host/', 'web/src/api/', 'web/src/ui/'],
  // The signed-out pages are an entry of their own and stay small.
  'web/src/door/': ['contract/', 'web/src/host/', 'web/src/theme/', 'web/src/ui/'],
  'web/src/forms/': ['contract/', 'web/src/host/', 'web/src/api/', 'web/src/ui/', 'web/src/pickers/'],
  'web/src/features/': [
    'contract/',
    'web/src/forms/',
    'web/src/host/',
    'web/src/api/',
    'web/src/ui/',
    'web/src/pickers/',
  ],
  'web/src/app/': ['contract/', 'web/src/'],
  'web/': ['contract/', 'web/src/'],

  'scripts/': ['contract/', 'server/'],
  'bench/': ['contract/', 'server/', 'scripts/'],
  'e2e/': ['contract/', 'server/', 'scripts/'],
  '': [],
};

/** Short names for several zones. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  base: ['contract/', 'server/core/', 'server/db/tables.ts', 'server/domain/intelligence/'],
  rooms: [
    'contract/',
    'server/core/',
    'server/db/tables.ts',
    'server/domain/intelligence/',
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
  ],
};

/** Path prefix -> packages that its files may not import, and why. */
const FORBIDDEN_PACKAGES: readonly { zone: string; packages: RegExp; why: string }[] = [
  {
    zone: 'contract/',
    packages: /./,
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
  expect(imports).toContainEqual({ from: 'server/core/scope.ts', to: 'server/db/tables.ts', isType: true });
});

test('files import only what their place in the architecture allows', () => {
  const violations = imports.flatMap(({ from, to }) => {
    if (isTest(from) || !/\.(ts|tsx|mjs|js)$/.test(to)) return [];
    const zone = zoneOf(from);
    const allowed = [zone, ...MAY_IMPORT[zone]!].flatMap((entry) => GROUPS[entry] ?? [entry]);
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
    .map(({ from, to }) => `${from} imports ${to}: what two features need moves to web/src/pickers`);
  expect(violations).toEqual([]);
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

// Types of neighbours may refer to each other both ways: nothing is loaded, and across folders the table above
// forbids one of the two directions.
test('no files load each other in a circle', () => {
  const targets = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
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

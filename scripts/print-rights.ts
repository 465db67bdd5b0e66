import { readFileSync, writeFileSync } from 'node:fs';
import {
  ALL_PERMISSIONS,
  canUseConsole,
  DEFAULT_FEATURES,
  NO_PERMISSIONS,
  type LicenseType,
  type PermissionsMap,
} from '../contract/permissions.ts';
import { catalogue } from '../server/api/catalogue.ts';
import type { Permission, Viewer } from '../server/core/viewer.ts';

/** Prints which role may call which operation, from the declarations; `--check` fails when the file is stale. */
export const RIGHTS_FILE = new URL('../docs/rights.md', import.meta.url);

/** The roles of the table, each with every right that its licence can have but for what its name takes away. */
const ROLES: readonly { name: string; license_type: LicenseType; permissions: PermissionsMap }[] = [
  { name: 'owner', license_type: 'owner', permissions: ALL_PERMISSIONS },
  { name: 'full admin', license_type: 'full', permissions: ALL_PERMISSIONS },
  {
    name: 'admin without feedback',
    license_type: 'full',
    permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false },
  },
  {
    name: 'admin without settings',
    license_type: 'full',
    permissions: { ...ALL_PERMISSIONS, settings: 'none' },
  },
  { name: 'support', license_type: 'support', permissions: ALL_PERMISSIONS },
  { name: 'contributor', license_type: 'contributor', permissions: ALL_PERMISSIONS },
  { name: 'member', license_type: 'none', permissions: NO_PERMISSIONS },
];

function viewerOf({ name, license_type, permissions }: (typeof ROLES)[number]): Viewer {
  return {
    subdomain_id: '1',
    user_id: '1',
    display_name: name,
    email_address: null,
    license_type,
    permissions,
    authorized_features: DEFAULT_FEATURES,
    core_admin: canUseConsole({ license_type, core_access: true }),
  };
}

interface Row {
  name: string;
  requires: Permission;
}

const VIEWERS = ROLES.map(viewerOf);

function table(heading: string, rows: readonly Row[]): string {
  const lines = rows
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name, requires }) =>
        `| ${name} | ${requires.label} | ${VIEWERS.map((viewer) => (viewer.core_admin && requires.allows(viewer) ? 'yes' : '–')).join(' | ')} |`,
    );
  return [
    `| ${heading} | requires | ${ROLES.map((role) => role.name).join(' | ')} |`,
    `|---|---|${ROLES.map(() => ':-:').join('|')}|`,
    ...lines,
  ].join('\n');
}

/** The text of docs/rights.md. */
export function printRights(): string {
  const queries: Row[] = catalogue.queries.map(({ name, requires }) => ({ name, requires }));
  const parts: Row[] = [];
  for (const entity of catalogue.entities) {
    const { name, plural, requires, byId, all, list, fields } = entity;
    if (byId) queries.push({ name, requires });
    if (list) queries.push({ name: plural, requires });
    if (list && all) queries.push({ name: `all_${plural}`, requires });
    for (const [field, declared] of Object.entries(fields))
      if (declared.requires) parts.push({ name: `field ${name}.${field}`, requires: declared.requires });
    for (const [filter, declared] of Object.entries(list?.filters ?? {}))
      if (declared.requires) parts.push({ name: `filter ${plural}.${filter}`, requires: declared.requires });
    for (const [sort, declared] of Object.entries(list?.sorts ?? {}))
      if (declared.requires) parts.push({ name: `sort ${plural}.${sort}`, requires: declared.requires });
  }
  return `# Rights

Printed from the declarations by \`npm run rights\`; a test fails when it is stale.

Only core admins (licence full or owner) may use the console and its API; anyone else gets the answer FORBIDDEN. Within it an operation requires a right on an area, or a feature of the workspace, which is on in this table. Write on settings is any value other than none. Records of a kind that someone may not read are absent from relations as well, and a field, filter or sort may need more than its record does.

## Queries

${table('query', queries)}

## Mutations

${table('mutation', catalogue.commands)}

## Parts of records

${table('part', parts)}
`;
}

if (import.meta.main) {
  const text = printRights();
  if (process.argv.includes('--check')) {
    if (readFileSync(RIGHTS_FILE, 'utf8') !== text) {
      console.error('docs/rights.md is stale: run "npm run rights".');
      process.exitCode = 1;
    }
  } else {
    writeFileSync(RIGHTS_FILE, text);
    console.log('docs/rights.md was written.');
  }
}

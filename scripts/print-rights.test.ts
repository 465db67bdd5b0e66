import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printRights, RIGHTS_FILE } from './print-rights.ts';

test('docs/rights.md says who may call what; run "npm run rights" when it does not', () => {
  expect(readFileSync(RIGHTS_FILE, 'utf8')).toBe(printRights());
});

test('[PERM-001] [DEC-039] nobody but core admins has a yes', () => {
  const rows = printRights()
    .split('\n')
    .filter(
      (line) =>
        line.startsWith('| ') &&
        !line.startsWith('| query') &&
        !line.startsWith('| mutation') &&
        !line.startsWith('| part'),
    );
  expect(rows.length).toBeGreaterThan(80);
  for (const row of rows)
    expect(row).toMatch(/^\| [\w. ]+ \| [^|]+ \| yes \| (yes|–) \| (yes|–) \| (yes|–) \| – \| – \| – \|$/);
});

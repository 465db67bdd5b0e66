import { expect } from 'vitest';
import type { Scope } from '../../core/scope.ts';
import { loadImport } from './import_load.ts';
import type { ImportRecord } from './import_records.ts';
import type { ImportOptions, ImportReport } from './import_report.ts';

/**
 * Imports after a rehearsal, and expects of both the same report: the one is written by statements that change rows, the
 * other by statements that read.
 *
 * @param records of the source, from the top each time
 */
export async function loadRehearsed(
  scope: Scope,
  records: () => AsyncIterable<ImportRecord>,
  options: ImportOptions,
): Promise<ImportReport> {
  if (options.dryRun || options.signal !== undefined) return loadImport(scope, records(), options);
  const refused: string[] = [];
  const foretold = await loadImport(scope, records(), {
    ...options,
    dryRun: true,
    onRefused: ({ file, line, reason }) => refused.push(`${file} ${line} ${reason}`),
  });
  const told: string[] = [];
  const report = await loadImport(scope, records(), {
    ...options,
    onRefused: (row) => {
      told.push(`${row.file} ${row.line} ${row.reason}`);
      options.onRefused(row);
    },
  });
  expect(foretold).toEqual(report);
  expect(refused.toSorted()).toEqual(told.toSorted());
  return report;
}

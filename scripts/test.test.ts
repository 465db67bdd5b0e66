import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countReport, fileTimings, filesWith, timeTable } from './test.ts';

const report = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  success: true,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
};

test('passed tests are counted', () => {
  expect(countReport(JSON.stringify(report))).toEqual({ passed: 5, failed: 0 });
});

test('a skipped test, a file that does not load, an error beside the tests and a missing report count as failed', () => {
  expect(countReport(JSON.stringify({ ...report, numPendingTests: 1, numTodoTests: 1 }))).toEqual({
    passed: 5,
    failed: 2,
  });
  expect(
    countReport(
      JSON.stringify({
        ...report,
        success: false,
        testResults: [{ status: 'failed', assertionResults: [] }],
      }),
    ),
  ).toEqual({ passed: 5, failed: 1 });
  expect(countReport(JSON.stringify({ ...report, success: false }))).toEqual({ passed: 5, failed: 1 });
  expect(countReport(null)).toEqual({ passed: 0, failed: 1 });
});

test('the table names the phases in their order and the slowest files first, by their paths in the project', () => {
  const file = (name: string, startTime: number, endTime: number) => ({
    name: join(import.meta.dirname, '..', name),
    status: 'passed',
    startTime,
    endTime,
    assertionResults: [{}],
  });
  const files = fileTimings(
    JSON.stringify({
      ...report,
      testResults: [file('a/quick.test.ts', 100, 350), file('b/slow.test.ts', 100, 12_420)],
    }),
  );
  expect(files).toEqual([
    { name: 'a/quick.test.ts', ms: 250 },
    { name: 'b/slow.test.ts', ms: 12_320 },
  ]);
  expect(fileTimings(null)).toEqual([]);
  expect(
    timeTable(
      [
        { name: 'types', ms: 4_040 },
        { name: 'tests: node', ms: 12_600 },
      ],
      files,
    ),
  ).toBe(
    [
      'Where the time went:',
      '     4.0 s  types',
      '    12.6 s  tests: node',
      'Slowest files:',
      '    12.3 s  b/slow.test.ts',
      '     0.3 s  a/quick.test.ts',
    ].join('\n'),
  );
  const many = Array.from({ length: 40 }, (_, index) => ({ name: `${index}`, ms: index }));
  expect(timeTable([], many).split('\n').slice(0, 3)).toEqual([
    'Where the time went:',
    'Slowest files:',
    '     0.0 s  39',
  ]);
  expect(timeTable([], many).split('\n')).toHaveLength(17);
});

test('words take the files that have one of them in their path, no word takes all', () => {
  const files = ['server/http/auth.test.ts', 'e2e/signed_out.e2e.ts', 'web/src/ui/rows.test.ts'];
  expect(filesWith([], files)).toEqual(files);
  expect(filesWith(['auth', 'e2e/'], files)).toEqual(files.slice(0, 2));
  expect(filesWith(['nowhere'], files)).toEqual([]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWith } from './test.ts';
import { countReport, fileTimings, passedNow, patternOf, timeTable, triedAgain } from './test_report.ts';

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
  expect(timeTable([], many).split('\n')).toHaveLength(12);
});

test('words take the files that have one of them in their path, no word takes all', () => {
  const files = ['server/http/auth.test.ts', 'e2e/signed_out.e2e.ts', 'web/src/ui/rows.test.ts'];
  expect(filesWith([], files)).toEqual(files);
  expect(filesWith(['auth', 'e2e/'], files)).toEqual(files.slice(0, 2));
  expect(filesWith(['nowhere'], files)).toEqual([]);
});

const assertion = (title: string, status: string, ...failureMessages: string[]) => ({
  ancestorTitles: ['ideas'],
  title,
  status,
  failureMessages,
});
const journey = (file: string, ...assertionResults: ReturnType<typeof assertion>[]) => ({
  name: join(import.meta.dirname, '..', file),
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  startTime: 0,
  endTime: 1,
  assertionResults,
});
const failedReport = (...testResults: ReturnType<typeof journey>[]) => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return JSON.stringify({
    ...report,
    success: false,
    numFailedTests: all.filter(({ status }) => status === 'failed').length,
    numPassedTests: all.filter(({ status }) => status === 'passed').length,
    testResults,
  });
};
const late = assertion('list opens (a row)', 'failed', 'TimeoutError: 30 s\n  at list.ts', 'and more');

test('journeys that failed are tried again, with the first line of what they said', () => {
  const text = failedReport(journey('e2e/list.e2e.ts', late, assertion('list closes', 'passed')));
  expect(triedAgain(text)).toEqual([
    { file: 'e2e/list.e2e.ts', name: 'ideas > list opens (a row)', message: 'TimeoutError: 30 s' },
  ]);
  expect(triedAgain(JSON.stringify(report))).toEqual([]);
});

test('none is tried again when more than three failed, a file did not load, or an error came outside of the tests', () => {
  expect(triedAgain(failedReport(journey('e2e/a.e2e.ts', late, late, late)))).toHaveLength(3);
  expect(triedAgain(failedReport(journey('e2e/a.e2e.ts', late, late, late, late)))).toBeNull();
  expect(
    triedAgain(failedReport(journey('e2e/a.e2e.ts', late), { ...journey('e2e/b.e2e.ts'), status: 'failed' })),
  ).toBeNull();
  expect(triedAgain(JSON.stringify({ ...report, success: false }))).toBeNull();
  expect(triedAgain(null)).toBeNull();
});

test('a second try counts where the very test passed and nothing else failed', () => {
  const again = triedAgain(failedReport(journey('e2e/list.e2e.ts', late))) ?? [];
  const second = (success: boolean, file: string, status: string) =>
    JSON.stringify({
      ...report,
      success,
      testResults: [journey(file, assertion('list opens (a row)', status))],
    });
  expect(passedNow(again, second(true, 'e2e/list.e2e.ts', 'passed'))).toEqual(again);
  expect(passedNow(again, second(false, 'e2e/list.e2e.ts', 'passed'))).toEqual([]);
  expect(passedNow(again, second(true, 'e2e/list.e2e.ts', 'skipped'))).toEqual([]);
  expect(passedNow(again, second(true, 'e2e/other.e2e.ts', 'passed'))).toEqual([]);
  expect(passedNow(again, null)).toEqual([]);
  expect(new RegExp(patternOf(again)).test('ideas > list opens (a row)')).toBe(true);
  expect(new RegExp(patternOf(again)).test('ideas > list opens (a row) and more')).toBe(false);
});

import { expect, test } from 'vitest';
import { countReport } from './test.ts';

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

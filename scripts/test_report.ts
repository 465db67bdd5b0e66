/** What is read out of vitest's JSON report, and what is said of it at the end of a run. Pure functions; `test.ts` runs. */
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** How many checks of a step passed and failed. */
export type Count = { passed: number; failed: number };

/** How long a file of tests or a phase of the run took. */
export type Timing = { name: string; ms: number };

/** A test that failed. `file` is the path from the root of the project, `message` the first line of what it said. */
export type Failure = { file: string; name: string; message: string };

/** The parts of vitest's JSON report that are read. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[] | null;
    }[];
  }[];
};

/** How many files the table at the end names. */
const SLOWEST = 10;

/** So many journeys may pass at their second try only; more say that something is wrong. */
export const UNSTEADY_AT_MOST = 3;

const pathOf = (name: string): string => relative(ROOT, name);

/** The name of a test with those of its groups, as vitest compares it with a pattern. */
const nameOf = ({ ancestorTitles, title }: { ancestorTitles: string[]; title: string }): string =>
  [...ancestorTitles, title].join(' > ');

/**
 * Counts a run of vitest. A skipped test counts as failed, since no one would see it; so do a file that
 * could not be loaded and an error outside of any test.
 *
 * @param report text of the JSON report, null when there is none
 */
export function countReport(report: string | null): Count {
  if (report === null) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } = JSON.parse(
    report,
  ) as Report;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + numPendingTests + numTodoTests + brokenFiles;
  return { passed: numPassedTests, failed: failed === 0 && !success ? 1 : failed };
}

/**
 * The tests that failed, for a second try; null when something failed that no test stands for, such as a file that
 * could not be loaded, or when more failed than `UNSTEADY_AT_MOST`: then none is tried again.
 *
 * @param report text of the JSON report, null when there is none
 */
export function triedAgain(report: string | null): Failure[] | null {
  if (report === null) return null;
  const failures = (JSON.parse(report) as Report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({
        file: pathOf(name),
        name: nameOf(test),
        message: test.failureMessages?.[0]?.split('\n')[0] ?? '',
      })),
  );
  const { failed } = countReport(report);
  return failures.length === failed && failed <= UNSTEADY_AT_MOST ? failures : null;
}

/**
 * Which of the tests passed in a further run that took only them.
 *
 * @param report text of its JSON report, null when there is none
 */
export function passedNow(failures: readonly Failure[], report: string | null): Failure[] {
  if (report === null) return [];
  const { success, testResults } = JSON.parse(report) as Report;
  if (!success) return [];
  const passed = new Set(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed')
        .map((test) => `${pathOf(name)}\n${nameOf(test)}`),
    ),
  );
  return failures.filter(({ file, name }) => passed.has(`${file}\n${name}`));
}

/** A regular expression of the names of these tests, as vitest takes it. */
export function patternOf(failures: readonly Failure[]): string {
  return `^(${failures.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`;
}

/**
 * How long each file of a run of vitest took.
 *
 * @param report text of the JSON report, null when there is none
 */
export function fileTimings(report: string | null): Timing[] {
  if (report === null) return [];
  return (JSON.parse(report) as Report).testResults.map(({ name, startTime, endTime }) => ({
    name: pathOf(name),
    ms: endTime - startTime,
  }));
}

/** Where the time went: the phases in their order, some of which ran at the same time, and the slowest files. */
export function timeTable(phases: readonly Timing[], files: readonly Timing[]): string {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const line = ({ name, ms }: Timing): string => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`;
  return [
    'Where the time went:',
    ...phases.map(line),
    ...(slowest.length === 0 ? [] : ['Slowest files:', ...slowest.map(line)]),
  ].join('\n');
}

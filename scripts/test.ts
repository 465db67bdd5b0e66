import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideChromium } from './chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

/** How many checks of a step passed and failed. */
export type Count = { passed: number; failed: number };

/** The parts of vitest's JSON report that are counted. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/**
 * Counts a run of vitest. A skipped test counts as failed, since nobody would see it; so do a file that
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

/** Runs a program with its output on this terminal. @returns its exit status, 1 when a signal ended it */
function run(program: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('exit', (status) => done(status ?? 1));
  });
}

/** One check that passes or fails as a whole. */
async function check(name: string, program: string, args: string[]): Promise<Count> {
  const status = await run(program, args);
  console.log(status === 0 ? `${name}: passed` : `${name}: FAILED`);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs the projects of the tests whose names fit the pattern, and counts their report. */
async function vitest(
  project: string,
  filters: string[],
  environment: Record<string, string> = {},
): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-report-'));
  const file = join(folder, 'report.json');
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...filters,
  ];
  await run(bin('vitest'), args, environment);
  let report: string | null = null;
  try {
    report = readFileSync(file, 'utf8');
  } catch {
    // It ended before it could write one.
  }
  rmSync(folder, { recursive: true });
  return countReport(report);
}

/**
 * Everything that must hold: types, lint, tests, the built console and the browser journeys. With words on
 * the command line only the tests whose file names contain one of them. The last line is "N passed, N failed".
 */
async function main(filters: string[]): Promise<void> {
  const counts: Count[] = [];
  const journeys = globSync('e2e/**/*.e2e.ts', { cwd: ROOT }).filter(
    (file) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
  );
  if (filters.length === 0) {
    // types and lint read them
    counts.push(await check('document types', process.execPath, [join(ROOT, 'scripts/codegen.ts')]));
    counts.push(
      ...(await Promise.all([
        check('types', bin('tsc'), ['--noEmit', '-p', '.']),
        check('lint', bin('oxlint'), ['--quiet']),
        check('format', bin('oxfmt'), ['--check', '.']),
      ])),
    );
  }
  const onlyJourneys =
    filters.length > 0 && filters.every((filter) => journeys.some((file) => file.includes(filter)));
  if (!onlyJourneys) counts.push(await vitest('node', filters));
  if (filters.length === 0 || journeys.length > 0) {
    counts.push(await check('console', process.execPath, [join(ROOT, 'scripts/build-console.ts')]));
  }
  if (journeys.length > 0) {
    try {
      counts.push(await vitest('e2e*', filters, { CHROMIUM: provideChromium() }));
    } catch (error) {
      console.error((error as Error).message);
      counts.push({ passed: 0, failed: journeys.length });
    }
  }
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed`);
}

if (import.meta.main) await main(process.argv.slice(2));

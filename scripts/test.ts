import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { provideChromium } from './chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

/** How many checks of a step passed and failed. */
export type Count = { passed: number; failed: number };

/** How long a file of tests or a phase of the run took. */
export type Timing = { name: string; ms: number };

/** The parts of vitest's JSON report that are counted. */
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
    assertionResults: unknown[];
  }[];
};

/** Journeys that measure, and so must have the machine to themselves. */
export const SERIAL = ['e2e/budget.e2e.ts'];

/** How many files the table at the end names. */
const SLOWEST = 15;

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
 * How long each file of a run of vitest took, by its path from the root of the project.
 *
 * @param report text of the JSON report, null when there is none
 */
export function fileTimings(report: string | null): Timing[] {
  if (report === null) return [];
  return (JSON.parse(report) as Report).testResults.map(({ name, startTime, endTime }) => ({
    name: relative(ROOT, name),
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

/**
 * Which test files a run with words takes: those whose path from the root contains one of them.
 *
 * @param words none takes all
 */
export function filesWith(words: readonly string[], files: readonly string[]): string[] {
  return files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
}

/** What a run has come to so far. */
class Run {
  readonly counts: Count[] = [];
  readonly phases: Timing[] = [];
  readonly files: Timing[] = [];

  /** Takes the time of a phase; its line of the table stands where it began. */
  async phase<T>(name: string, work: () => Promise<T>): Promise<T> {
    const phase = { name, ms: 0 };
    this.phases.push(phase);
    const began = performance.now();
    try {
      return await work();
    } finally {
      phase.ms = performance.now() - began;
    }
  }

  /** One check that passes or fails as a whole. @returns whether it passed */
  async check(name: string, program: string, args: string[]): Promise<boolean> {
    const status = await this.phase(name, () => run(program, args));
    console.log(status === 0 ? `${name}: passed` : `${name}: FAILED`);
    this.counts.push(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    return status === 0;
  }

  /** Runs the test files of a project whose paths contain one of the words, and counts their report. */
  async vitest(
    project: string,
    words: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-report-'));
    const file = join(folder, 'report.json');
    const args = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...words,
    ];
    await this.phase(`tests: ${project}`, () => run(bin('vitest'), args, environment));
    let report: string | null = null;
    try {
      report = readFileSync(file, 'utf8');
    } catch {
      // It ended before it could write one.
    }
    rmSync(folder, { recursive: true });
    this.counts.push(countReport(report));
    this.files.push(...fileTimings(report));
  }
}

/**
 * Runs a program with its output on this terminal. Several may run at the same time: what one writes at once
 * stays together.
 *
 * @returns its exit status, 1 when a signal ended it
 */
function run(program: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('close', (status) => done(status ?? 1));
  });
}

/**
 * Everything that must hold: types, lint, tests, the built console and the browser journeys. With words on
 * the command line only the tests whose file names contain one of them. The last line is "N passed, N failed".
 */
async function main(words: string[]): Promise<void> {
  const total = new Run();
  const { counts } = total;
  const isWhole = words.length === 0;
  const unitTests = filesWith(
    words,
    globSync('{contract,server,scripts,bench,web/src}/**/*.test.ts', { cwd: ROOT }),
  );
  const journeys = filesWith(words, globSync('e2e/**/*.e2e.ts', { cwd: ROOT }));
  const measuring = journeys.filter((file) => SERIAL.includes(file));
  if (unitTests.length + journeys.length === 0) {
    console.error(`No test file has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);
    counts.push({ passed: 0, failed: 1 });
  }
  // types, lint and the console read them
  if (isWhole) await total.check('document types', process.execPath, [join(ROOT, 'scripts/codegen.ts')]);
  const needsConsole = isWhole || journeys.length > 0;
  const [isBuilt] = await Promise.all([
    needsConsole && total.check('console', process.execPath, [join(ROOT, 'scripts/build-console.ts')]),
    isWhole && total.check('types', bin('tsc'), ['--noEmit', '-p', '.']),
    isWhole && total.check('lint', bin('oxlint'), ['--quiet']),
    isWhole && total.check('format', bin('oxfmt'), ['--check', '.']),
  ]);
  let chromium: string | null = null;
  if (journeys.length > 0 && isBuilt) {
    try {
      chromium = provideChromium();
    } catch (error) {
      console.error((error as Error).message);
    }
  }
  if (journeys.length > 0 && chromium === null) counts.push({ passed: 0, failed: journeys.length });
  const browser = chromium === null ? null : { CHROMIUM: chromium };
  await Promise.all([
    unitTests.length > 0 && total.vitest('node', words),
    browser !== null && journeys.length > measuring.length && total.vitest('e2e', words, browser),
  ]);
  // they have the machine to themselves
  if (browser !== null && measuring.length > 0) await total.vitest('e2e-alone', words, browser);

  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  console.log(`\n${timeTable(total.phases, total.files)}\n\n${passed} passed, ${failed} failed`);
}

if (import.meta.main) await main(process.argv.slice(2));

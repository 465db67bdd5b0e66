import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideChromium } from './chromium.ts';
import { SERIAL } from './serial_journeys.ts';
import {
  countReport,
  fileTimings,
  passedNow,
  patternOf,
  timeTable,
  triedAgain,
  UNSTEADY_AT_MOST,
} from './test_report.ts';
import type { Count, Failure, Timing } from './test_report.ts';

const ROOT = join(import.meta.dirname, '..');
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

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
  /** Journeys that failed once, and those of them that passed at their second try. */
  private readonly failed: { project: string; failure: Failure }[] = [];
  readonly unsteady: Failure[] = [];
  /** Something failed that is not tried again. */
  private isBroken = false;

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

  /**
   * Runs the tests of a project and counts their report.
   *
   * @param args what vitest is told besides, such as words of which a path has one
   * @returns its report, null when there is none
   */
  async vitest(
    project: string,
    args: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<string | null> {
    const report = await this.phase(`tests: ${project}`, () => runVitest(project, args, environment));
    this.counts.push(countReport(report));
    this.files.push(...fileTimings(report));
    return report;
  }

  /**
   * As `vitest`, for journeys. One that fails is tried once more by `tryAgain`: alone, with a fresh browser and server.
   */
  async journeys(
    project: string,
    args: readonly string[],
    environment: Record<string, string>,
  ): Promise<void> {
    const again = triedAgain(await this.vitest(project, args, environment));
    if (again === null) this.isBroken = true;
    else this.failed.push(...again.map((failure) => ({ project, failure })));
  }

  /** The second try of the journeys that failed. What passes now is counted as passed and printed as unsteady. */
  async tryAgain(environment: Record<string, string>): Promise<void> {
    if (this.isBroken || this.failed.length === 0 || this.failed.length > UNSTEADY_AT_MOST) return;
    await this.phase('second try', async () => {
      for (const { project, failure } of this.failed) {
        const args = [failure.file, '-t', patternOf([failure]), '--maxWorkers', '1'];
        const passed = passedNow([failure], await runVitest(project, args, environment));
        if (passed.length === 0) continue;
        this.unsteady.push(failure);
        this.counts.push({ passed: 1, failed: -1 });
      }
    });
  }
}

/** Runs the tests of a project. @returns the text of its JSON report, null when it ended before it could write one */
async function runVitest(
  project: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  await run(bin('vitest'), ['run', '--project', project, ...reporters, ...args], environment);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
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

/** The commit on the origin that main stands on; HEAD in a repository without an origin. */
function baseCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const { status, stdout } = git('merge-base', 'HEAD', 'origin/main');
  return status === 0 ? stdout.trim() : 'HEAD';
}

/** Paths, from the root, of what differs from a commit or is not in git yet. */
function changedSince(commit: string): string[] {
  const lines = (...args: string[]) =>
    spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  return [
    ...lines('diff', '--name-only', '--diff-filter=d', commit),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
}

/** How long the packages took that were installed for this run; null when they were there. */
function installTiming(): Timing | null {
  const file = join(ROOT, 'node_modules/.earshot-installed-in');
  try {
    const isOfThisRun = Date.now() - statSync(file).mtimeMs < 30_000;
    return isOfThisRun ? { name: 'install', ms: Number(readFileSync(file, 'utf8')) } : null;
  } catch {
    return null;
  }
}

/**
 * Everything that must hold: types, lint, tests, the built console and the browser journeys. The last line is
 * "N passed, N failed".
 *
 * @param args words: only the tests whose file names contain one of them. `--changed`: types, lint, the tests that
 *   import something that differs from main's last commit on the origin, and the journeys that themselves differ
 */
async function main(args: string[]): Promise<void> {
  const total = new Run();
  const { counts } = total;
  const changed = args.includes('--changed') ? baseCommit() : null;
  const words = args.filter((arg) => arg !== '--changed');
  const isWhole = words.length === 0;
  const install = installTiming();
  if (install !== null) total.phases.push(install);
  const unitTests = filesWith(
    words,
    globSync('{contract,server,scripts,bench,web/src}/**/*.test.ts', { cwd: ROOT }),
  );
  let journeys = filesWith(words, globSync('e2e/**/*.e2e.ts', { cwd: ROOT }));
  if (changed !== null) {
    const differing = new Set(changedSince(changed));
    journeys = journeys.filter((file) => differing.has(file));
  }
  const measuring = journeys.filter((file) => SERIAL.includes(file));
  if (unitTests.length + journeys.length === 0) {
    console.error(`No test file has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);
    counts.push({ passed: 0, failed: 1 });
  }
  // types, lint and the console read them
  if (isWhole) await total.check('document types', process.execPath, [join(ROOT, 'scripts/codegen.ts')]);
  const needsConsole = (isWhole && changed === null) || journeys.length > 0;
  const [isBuilt] = await Promise.all([
    needsConsole && total.check('console', process.execPath, [join(ROOT, 'scripts/build-console.ts')]),
    isWhole && total.check('types', bin('tsc'), ['--noEmit', '-p', '.']),
    isWhole && total.check('lint', bin('oxlint'), ['--quiet']),
    isWhole && total.check('format', bin('oxfmt'), ['--check', '.']),
  ]);
  let chromium: string | null = null;
  if (journeys.length > 0 && isBuilt) {
    try {
      chromium = await total.phase('browser', async () => provideChromium());
    } catch (error) {
      console.error((error as Error).message);
    }
  }
  if (journeys.length > 0 && chromium === null) counts.push({ passed: 0, failed: journeys.length });
  const browser = chromium === null ? null : { CHROMIUM: chromium };
  const others = journeys.filter((file) => !measuring.includes(file));
  await Promise.all([
    unitTests.length > 0 &&
      total.vitest('node', changed === null ? words : [...words, '--changed', changed, '--passWithNoTests']),
    browser !== null && others.length > 0 && total.journeys('e2e', others, browser),
  ]);
  // they have the machine to themselves
  if (browser !== null && measuring.length > 0) await total.journeys('e2e-alone', measuring, browser);
  if (browser !== null) await total.tryAgain(browser);

  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  const unsteady = total.unsteady.map(
    ({ file, name, message }) => `unsteady: ${file} > ${name}: ${message}\n`,
  );
  console.log(
    `\n${timeTable(total.phases, total.files)}\n\n${unsteady.join('')}${passed} passed, ${failed} failed`,
  );
}

if (import.meta.main) await main(process.argv.slice(2));

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Parts of the product that bring a requirement later, in the order in which they come. */
export const PARTS = ['conversation', 'insights', 'planning'] as const;
export type Part = (typeof PARTS)[number];

/**
 * What the last column says of a requirement.
 * - shown: tests carry its id
 * - now: the part that is being built brings it, and no test carried its id when the column was written
 * - part: a later part brings it, even if a test carries its id already (a sentence may be there before its screen)
 * - decided: nothing to test; a text says what holds
 */
type Mark =
  | { kind: 'shown' }
  | { kind: 'now' }
  | { kind: 'part'; part: Part }
  | { kind: 'decided'; link: string; cell: string };

/** One line of the list. `line` counts from 0 in the document. */
export type Requirement = { id: string; area: string; what: string; mark: Mark; line: number };

/** The list as read from docs/requirements.md. `atMost` is the recorded number that is still to come. */
export type RequirementList = {
  lines: readonly string[];
  requirements: readonly Requirement[];
  areas: readonly { key: string; count: number }[];
  total: number;
  atMost: number;
  atMostLine: number;
};

/** Which files carry an id in the names of their tests: id -> paths from the root of the project, in order. */
export type TestsById = ReadonlyMap<string, readonly string[]>;

/** How many requirements of an area stand where. `later` holds those of the later parts. */
export type Count = {
  shown: number;
  decided: number;
  now: number;
  later: Record<Part, number>;
  total: number;
};

const ID = '[A-Z]+(?:-[A-Z]+)?-[0-9]{3}';
/** Files that a cell names; the rest are counted. */
const FILES_PER_CELL = 3;

/**
 * Reads the list. Its form is checked here: each area states how many ids it has and counts them from 001,
 * so that none can get lost or be written twice.
 *
 * @throws Error with one sentence that names the line
 */
export function readRequirements(text: string): RequirementList {
  const lines = text.split('\n');
  const requirements: Requirement[] = [];
  const areas: { key: string; count: number }[] = [];
  let total: number | null = null;
  let atMost: number | null = null;
  let atMostLine = -1;
  const refuse = (line: number, why: string): never => {
    throw new Error(`docs/requirements.md, line ${line + 1}: ${why}`);
  };
  lines.forEach((content, line) => {
    total ??= numberIn(/^Requirements: (\d+)\b/, content);
    const recorded = numberIn(/^Still to come: at most (\d+)\b/, content);
    if (recorded !== null) {
      atMost = recorded;
      atMostLine = line;
    }
    const heading = /^## ([A-Z]+(?:-[A-Z]+)?) .*\((\d+)\)$/.exec(content);
    if (heading) areas.push({ key: heading[1]!, count: Number(heading[2]) });
    if (!new RegExp(`^\\| ${ID} `).test(content)) return;
    const cells = content.split('|').map((cell) => cell.trim());
    if (cells.length !== 5 || cells[0] !== '' || cells[4] !== '') refuse(line, 'a line has three columns.');
    const [, id = '', what = '', where = ''] = cells;
    const area = areas.at(-1);
    if (area === undefined || !id.startsWith(`${area.key}-`)) refuse(line, `${id} stands in another area.`);
    const last = requirements.at(-1);
    const expected = last?.area === area!.key ? Number(last.id.slice(-3)) + 1 : 1;
    if (Number(id.slice(-3)) !== expected)
      refuse(line, `${id} stands where number ${expected} of its area belongs.`);
    if (what === '') refuse(line, `${id} does not say what it asks for.`);
    const mark = readMark(where) ?? refuse(line, `${id} is marked "${where}".`);
    requirements.push({ id, area: area!.key, what, mark, line });
  });
  if (total === null) throw new Error('docs/requirements.md does not say how many requirements there are.');
  if (atMost === null) throw new Error('docs/requirements.md does not record how many are still to come.');
  for (const { key, count } of areas) {
    const found = requirements.filter(({ area }) => area === key).length;
    if (found !== count)
      throw new Error(`docs/requirements.md: ${key} has ${found} ids instead of ${count}.`);
  }
  if (requirements.length !== total) {
    throw new Error(`docs/requirements.md has ${requirements.length} ids instead of ${String(total)}.`);
  }
  return { lines, requirements, areas, total, atMost, atMostLine };
}

function numberIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text);
  return found ? Number(found[1]) : null;
}

function readMark(cell: string): Mark | null {
  if (cell === 'now') return { kind: 'now' };
  if (cell.startsWith('`')) return { kind: 'shown' };
  const decided = /^decided: \[[^\]]+\]\(([^)]+)\)$/.exec(cell);
  if (decided) return { kind: 'decided', link: decided[1]!, cell };
  const part = PARTS.find((name) => cell === name || cell.startsWith(`${name}; so far \``));
  return part === undefined ? null : { kind: 'part', part };
}

/**
 * The ids in the names of tests. A name carries them in square brackets, `[VALID-031] quick create …`; a table
 * of tests whose names begin with `[%s]` holds them as texts of their own, which count when they begin with the
 * name of an area (other texts look alike, such as the key of an issue). Comments do not count.
 *
 * @param files path from the root -> source text
 * @param areas names of the areas, such as VALID
 */
export function findTests(files: ReadonlyMap<string, string>, areas: readonly string[]): TestsById {
  const found = new Map<string, Set<string>>();
  const text = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  for (const [path, source] of files) {
    for (const line of source.split('\n')) {
      if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) continue;
      for (const [, , content = ''] of line.matchAll(text)) {
        const inBrackets = [...content.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inner = '']) =>
          inner.split(', '),
        );
        const names = areas.includes(content.slice(0, -4)) ? [content] : inBrackets;
        for (const id of names.filter((name) => new RegExp(`^${ID}$`).test(name))) {
          found.set(id, (found.get(id) ?? new Set()).add(path));
        }
      }
    }
  }
  return new Map([...found].map(([id, paths]) => [id, [...paths].sort()]));
}

/** Whether tests show a requirement. A mark for a later part holds until someone changes it. */
function isShown({ id, mark }: Requirement, tests: TestsById): boolean {
  return (mark.kind === 'now' || mark.kind === 'shown') && tests.has(id);
}

/** Counts of each area, and of all under the key `all`. */
export function countRequirements(list: RequirementList, tests: TestsById): Map<string, Count> {
  const none = (): Count => ({
    shown: 0,
    decided: 0,
    now: 0,
    later: { conversation: 0, insights: 0, planning: 0 },
    total: 0,
  });
  const counts = new Map<string, Count>(
    [...list.areas.map(({ key }) => key), 'all'].map((key) => [key, none()]),
  );
  for (const requirement of list.requirements) {
    for (const count of [counts.get(requirement.area)!, counts.get('all')!]) {
      count.total += 1;
      if (requirement.mark.kind === 'decided') count.decided += 1;
      else if (requirement.mark.kind === 'part') count.later[requirement.mark.part] += 1;
      else if (isShown(requirement, tests)) count.shown += 1;
      else count.now += 1;
    }
  }
  return counts;
}

/** The ids that the part being built brings and no test shows yet. */
export function findGaps(list: RequirementList, tests: TestsById): Requirement[] {
  return list.requirements.filter(
    (requirement) =>
      (requirement.mark.kind === 'now' || requirement.mark.kind === 'shown') && !isShown(requirement, tests),
  );
}

/** How many are not shown yet, whoever brings them. */
export function countStillToCome(list: RequirementList, tests: TestsById): number {
  const { now, later } = countRequirements(list, tests).get('all')!;
  return now + later.conversation + later.insights + later.planning;
}

/**
 * What is wrong with the list and the tests, one sentence each; empty when all holds.
 *
 * @param isThere whether the link of a decision leads somewhere
 */
export function checkRequirements(
  list: RequirementList,
  tests: TestsById,
  isThere: (link: string) => boolean,
): string[] {
  const problems: string[] = [];
  const known = new Set(list.requirements.map(({ id }) => id));
  for (const [id, files] of tests) {
    // Decisions have numbers of their own, which tests may name too.
    if (!known.has(id) && !id.startsWith('DEC-'))
      problems.push(`${files.join(', ')} names ${id}, which is no requirement.`);
  }
  for (const { id, mark } of list.requirements) {
    if (mark.kind === 'shown' && !tests.has(id))
      problems.push(`${id} is marked as shown, and no test names it any more.`);
    if (mark.kind === 'decided' && !isThere(mark.link))
      problems.push(`${id} points to ${mark.link}, which is not there.`);
  }
  const toCome = countStillToCome(list, tests);
  if (toCome > list.atMost) {
    problems.push(`${toCome} are still to come, and ${list.atMost} are recorded: the number may only fall.`);
  }
  return problems;
}

/**
 * The document with its last column and its recorded number brought up to date. The number only falls.
 *
 * @param begin a part that is begun: what it brings is then marked `now`; null for none
 */
export function updateRequirements(list: RequirementList, tests: TestsById, begin: Part | null): string {
  const lines = [...list.lines];
  const requirements = list.requirements.map((requirement) =>
    requirement.mark.kind === 'part' && requirement.mark.part === begin
      ? { ...requirement, mark: { kind: 'now' as const } }
      : requirement,
  );
  for (const { id, what, mark, line } of requirements) {
    const files = tests.get(id) ?? [];
    const named = files
      .slice(0, FILES_PER_CELL)
      .map((file) => `\`${file}\``)
      .join(', ');
    const more = files.length > FILES_PER_CELL ? ` and ${files.length - FILES_PER_CELL} more` : '';
    let where: string;
    if (mark.kind === 'decided') where = mark.cell;
    else if (mark.kind === 'part')
      where = files.length > 0 ? `${mark.part}; so far ${named}${more}` : mark.part;
    else where = files.length > 0 ? named + more : 'now';
    lines[line] = `| ${id} | ${what} | ${where} |`;
  }
  const toCome = Math.min(list.atMost, countStillToCome({ ...list, requirements }, tests));
  lines[list.atMostLine] = lines[list.atMostLine]!.replace(/at most \d+/, `at most ${toCome}`);
  return lines.join('\n');
}

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = join(ROOT, 'docs/requirements.md');

/** The sources of all tests that `npm test` runs, by their paths from the root. */
export function readTestFiles(): Map<string, string> {
  const patterns = ['{contract,server,scripts,bench,web/src}/**/*.test.{ts,tsx}', 'e2e/**/*.e2e.ts'];
  const paths = globSync(patterns, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/**
 * Whether a relative link of a Markdown file leads to a file and, with `#heading`, to a heading in it.
 *
 * @param from path of the file that holds the link; docs/requirements.md without a value
 */
export function hasSection(link: string, from: string = DOCUMENT): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(file)) return false;
  if (heading === undefined) return true;
  return readFileSync(file, 'utf8')
    .split('\n')
    .some((line) => line.startsWith('#') && slugOf(line.replace(/^#+ /, '')) === heading);
}

/** The anchor that readers of Markdown give a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** The list of the project. @throws Error when its form is wrong */
export function readDocument(): RequirementList {
  return readRequirements(readFileSync(DOCUMENT, 'utf8'));
}

function printCounts(counts: ReadonlyMap<string, Count>): void {
  const rows = [...counts].map(([key, { shown, decided, now, later, total }]) =>
    [key, shown, decided, now, ...PARTS.map((part) => later[part]), total].map(String),
  );
  const head = ['area', 'shown', 'decided', 'now', ...PARTS, 'all'];
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)));
  for (const row of [head, ...rows]) {
    console.log(
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    );
  }
}

/**
 * Prints the counts by area and what is missing; ends with 1 when the list and the tests contradict each other.
 * `--write` brings the last column up to date first; `--begin <part>` also marks what that part brings as `now`.
 */
function main(args: readonly string[]): void {
  const beginAt = args.indexOf('--begin');
  const begin = beginAt < 0 ? null : (PARTS.find((part) => part === args[beginAt + 1]) ?? null);
  const unknown = args.filter(
    (arg, i) => arg !== '--write' && arg !== '--begin' && (beginAt < 0 || i !== beginAt + 1),
  );
  if (unknown.length > 0 || (beginAt >= 0 && begin === null)) {
    console.error(`Usage: npm run requirements [-- --write] [--begin ${PARTS.join('|')}]`);
    process.exitCode = 2;
    return;
  }
  let list = readDocument();
  const tests = findTests(
    readTestFiles(),
    list.areas.map(({ key }) => key),
  );
  if (args.includes('--write') || begin !== null) {
    writeFileSync(DOCUMENT, updateRequirements(list, tests, begin));
    list = readDocument();
  }
  printCounts(countRequirements(list, tests));
  console.log(`\n${countStillToCome(list, tests)} still to come, at most ${list.atMost} recorded.`);
  const gaps = findGaps(list, tests);
  if (gaps.length > 0) {
    console.log(`\n${gaps.length} that this part brings, without a test:`);
    for (const { key } of list.areas) {
      const ids = gaps.filter(({ area }) => area === key).map(({ id }) => id.slice(-3));
      if (ids.length > 0) console.log(`  ${key} ${ids.join(' ')}`);
    }
  }
  const problems = checkRequirements(list, tests, (link) => hasSection(link));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

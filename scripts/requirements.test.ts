import { describe, expect, test } from 'vitest';
import {
  checkRequirements,
  countRequirements,
  countStillToCome,
  findGaps,
  findTests,
  hasSection,
  readDocument,
  readRequirements,
  readTestFiles,
  updateRequirements,
} from './requirements.ts';

/** The ids of the samples are put together, so that this file shows no requirement. */
const id = (area: string, number: number) => `${area}-${String(number).padStart(3, '0')}`;
const [tab1, tab2, tab3, tab4] = [1, 2, 3, 4].map((number) => id('TAB', number)) as [
  string,
  string,
  string,
  string,
];

function sample(
  where: readonly string[] = ['now', '`a.test.ts`', 'planning', 'decided: [manual](use.md#states)'],
  atMost = 2,
): string {
  const rows = where.map((cell, i) => `| ${id('TAB', i + 1)} | rule ${i + 1} | ${cell} |`);
  return [
    '# Requirements',
    `Requirements: ${where.length}, in 1 areas.`,
    `Still to come: at most ${atMost}. It may only fall.`,
    `## TAB – Tables (${where.length})`,
    '| id | what | where |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const there = () => true;
const tests = (...entries: [string, string[]][]) => new Map(entries);

describe('the list of requirements', () => {
  test('a line must have three columns, stand in its area, follow its number, and carry a known mark', () => {
    expect(() => readRequirements(sample().replace('rule 2 |', 'rule 2 | more |'))).toThrow(
      'line 8: a line has three columns.',
    );
    expect(() => readRequirements(sample().replace(tab2, id('ROW', 2)))).toThrow(
      `${id('ROW', 2)} stands in another area.`,
    );
    expect(() => readRequirements(sample().replace(tab2, tab1))).toThrow(
      `${tab1} stands where number 2 of its area belongs.`,
    );
    expect(() => readRequirements(sample(['soon']))).toThrow(`${tab1} is marked "soon".`);
  });

  test('a lost line is noticed by the count of its area, a lost area by the count of all', () => {
    const lines = sample().split('\n');
    expect(() => readRequirements(lines.toSpliced(9, 1).join('\n'))).toThrow('TAB has 3 ids instead of 4.');
    expect(() => readRequirements(sample().replace('Requirements: 4', 'Requirements: 5'))).toThrow(
      '4 ids instead of 5.',
    );
    expect(() => readRequirements(sample().replace('at most 2', 'some'))).toThrow('does not record');
  });

  test('each line counts once: shown by a test, decided, missing now, or of a later part', () => {
    const list = readRequirements(sample());
    const counts = countRequirements(list, tests([tab2, ['a.test.ts']], [tab3, ['a.test.ts']])).get('TAB')!;
    expect(counts).toEqual({
      shown: 1,
      decided: 1,
      now: 1,
      later: { conversation: 0, insights: 0, planning: 1 },
      total: 4,
    });
    expect(countStillToCome(list, tests([tab1, ['b.test.ts']], [tab2, ['a.test.ts']]))).toBe(1);
    expect(findGaps(list, tests([tab2, ['a.test.ts']])).map((gap) => gap.id)).toEqual([tab1]);
  });
});

describe('the ids in tests', () => {
  test('names carry them in brackets, one or several; tables as texts of their own', () => {
    const source = [
      `test('[${tab1}] [${tab2}] it holds', () => {});`,
      `const rows = [['${tab3}', 'PLAT-104', 3]];`,
      `test.each(rows)('[%s] it holds', () => {});`,
      `describe(\`[${tab4}, DEC-006] it isn't\`, () => {});`,
    ].join('\n');
    expect([...findTests(new Map([['b.test.ts', source]]), ['TAB']).keys()].sort()).toEqual(
      [tab1, tab2, tab3, tab4, id('DEC', 6)].sort(),
    );
  });

  test('comments name nothing', () => {
    const source = `// see '[${tab1}]'\n/**\n * '[${tab2}]'\n */\n`;
    expect(findTests(new Map([['b.test.ts', source]]), ['TAB']).size).toBe(0);
  });
});

describe('the check', () => {
  test('all holds', () => {
    expect(checkRequirements(readRequirements(sample()), tests([tab2, ['a.test.ts']]), there)).toEqual([]);
  });

  test('a shown one without a test, an unknown id and a decision that leads nowhere are problems', () => {
    const unknown = id('TAB', 77);
    const problems = checkRequirements(
      readRequirements(sample(undefined, 3)),
      tests([unknown, ['c.test.ts']]),
      () => false,
    );
    expect(problems).toEqual([
      `c.test.ts names ${unknown}, which is no requirement.`,
      `${tab2} is marked as shown, and no test names it any more.`,
      `${tab4} points to use.md#states, which is not there.`,
    ]);
  });

  test('ids of decisions are not mistaken for requirements', () => {
    expect(
      checkRequirements(
        readRequirements(sample()),
        tests([tab2, ['a.test.ts']], [id('DEC', 6), ['a.test.ts']]),
        there,
      ),
    ).toEqual([]);
  });

  test('the number still to come may not rise', () => {
    const problems = checkRequirements(
      readRequirements(sample(undefined, 1)),
      tests([tab2, ['a.test.ts']]),
      there,
    );
    expect(problems).toEqual(['2 are still to come, and 1 are recorded: the number may only fall.']);
  });
});

describe('bringing it up to date', () => {
  test('files are written, at most three by name; the number falls and never rises', () => {
    const found = tests([tab1, ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']], [tab3, ['e.test.ts']]);
    const text = updateRequirements(readRequirements(sample(undefined, 9)), found, null);
    expect(text).toContain(`| ${tab1} | rule 1 | \`a.test.ts\`, \`b.test.ts\`, \`c.test.ts\` and 1 more |`);
    expect(text).toContain(`| ${tab2} | rule 2 | now |`);
    expect(text).toContain(`| ${tab3} | rule 3 | planning; so far \`e.test.ts\` |`);
    expect(text).toContain('at most 2.');
    expect(updateRequirements(readRequirements(sample(undefined, 0)), tests(), null)).toContain('at most 0.');
    expect(updateRequirements(readRequirements(text), found, null)).toBe(text);
  });

  test('a part that is begun marks what it brings as now, or as shown where tests name it', () => {
    const list = readRequirements(sample(['planning', 'planning; so far `e.test.ts`', 'insights']));
    const text = updateRequirements(list, tests([tab2, ['e.test.ts']]), 'planning');
    expect(text).toContain(`| ${tab1} | rule 1 | now |`);
    expect(text).toContain(`| ${tab2} | rule 2 | \`e.test.ts\` |`);
    expect(text).toContain(`| ${tab3} | rule 3 | insights |`);
  });
});

test('docs/requirements.md and the tests of the project agree', () => {
  const list = readDocument();
  expect(list.total).toBe(950);
  const found = findTests(
    readTestFiles(),
    list.areas.map(({ key }) => key),
  );
  expect(checkRequirements(list, found, (link) => hasSection(link))).toEqual([]);
});

test('[SCOPE-002] every requirement is shown by a test, or decided', () => {
  const list = readDocument();
  expect(list.requirements).toHaveLength(list.total);
  expect(list.requirements.filter(({ mark }) => mark.kind !== 'shown' && mark.kind !== 'decided')).toEqual(
    [],
  );
});

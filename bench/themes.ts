import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { groupTexts } from '../server/domain/intelligence/themes/detect.ts';
import { randomOf } from '../server/domain/intelligence/themes/random.ts';
import { termTableOf } from '../server/domain/intelligence/themes/term_table.ts';
import { groupingScores } from './grouping_scores.ts';

const SEEDS = [1, 2, 3, 4];

/**
 * How well texts are grouped, by labels that people gave, the number of groups being known; and what it costs, in
 * units of 1e9 multiplications with additions in this process. A folder holds `<set>.tsv.gz`, a line `label<TAB>text`.
 */
export async function run(args: string[]): Promise<void> {
  const folder = args.find((arg) => !arg.startsWith('--'));
  const names =
    folder !== undefined && existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.tsv.gz'))
          .toSorted()
      : [];
  if (names.length === 0) {
    console.log('npm run bench -- themes <folder with sets of labelled texts>');
    process.exitCode = 2;
    return;
  }
  console.log(`one unit: ${unitMs().toFixed(0)} ms`);
  const all: string[] = [];
  for (const name of names) {
    const rows = gunzipSync(readFileSync(join(folder!, name)))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => ({
        label: line.slice(0, line.indexOf('\t')),
        text: line.slice(line.indexOf('\t') + 1),
      }));
    const labels = rows.map(({ label }) => label);
    const texts = rows.map(({ text }) => text);
    all.push(...texts);
    const groups = new Set(labels).size;
    const sums = { nmi: 0, ari: 0, acc: 0, units: 0 };
    for (const seed of SEEDS) {
      const unit = unitMs();
      const began = performance.now();
      const { themeOf } = groupTexts(termTableOf(texts), groups, { seed });
      sums.units += (performance.now() - began) / unit;
      const scores = groupingScores(labels, themeOf);
      for (const key of ['nmi', 'ari', 'acc'] as const) sums[key] += scores[key];
    }
    const mean = (value: number): number => value / SEEDS.length;
    console.log(
      `${name}: ${texts.length} texts, ${groups} groups, mean of ${SEEDS.length} seeds: NMI ${percent(mean(sums.nmi))}, ARI ${percent(mean(sums.ari))}, ACC ${percent(mean(sums.acc))}, ${mean(sums.units).toFixed(1)} units`,
    );
  }
  for (const [count, themes] of [
    [10_000, 150],
    [100_000, 300],
  ] as const) {
    const texts = mixed(all, count);
    const unit = unitMs();
    const began = performance.now();
    groupTexts(termTableOf(texts), themes, { seed: 1 });
    console.log(
      `${count} texts of all sets, ${themes} themes: ${((performance.now() - began) / unit).toFixed(1)} units`,
    );
  }
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** So many texts: those that there are by chance, and where they do not suffice halves of two of them joined. */
function mixed(texts: readonly string[], count: number): string[] {
  const random = randomOf(1);
  const one = (): string[] => texts[Math.floor(random() * texts.length)]!.split(' ');
  return Array.from({ length: count }, () => {
    if (count <= texts.length) return one().join(' ');
    const [begin, end] = [one(), one()];
    return [...begin.slice(0, Math.ceil(begin.length / 2)), ...end.slice(Math.floor(end.length / 2))].join(
      ' ',
    );
  });
}

/** Time of 1e9 Float32 multiplications with additions in this process, ms. */
function unitMs(): number {
  const a = new Float32Array(1_000).fill(1.01);
  const b = new Float32Array(1_000).fill(0.99);
  const began = performance.now();
  let sum = 0;
  for (let round = 0; round < 1_000_000; round++) {
    let even = 0;
    let odd = 0;
    for (let i = 0; i < 1_000; i += 2) {
      even += a[i]! * b[i]!;
      odd += a[i + 1]! * b[i + 1]!;
    }
    sum += even + odd;
  }
  const ms = performance.now() - began;
  // so that the loop cannot be left out
  if (Number.isNaN(sum)) throw new Error('The unit of time was not measured.');
  return ms;
}

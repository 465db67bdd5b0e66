import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { groupTexts } from '../server/domain/intelligence/themes/detect.ts';
import { detectThemes } from '../server/domain/intelligence/themes/detection.ts';
import { randomOf } from '../server/domain/intelligence/themes/random.ts';
import { termTableOf, type TermTable } from '../server/domain/intelligence/themes/term_table.ts';
import { groupingScores } from './grouping_scores.ts';

const SEEDS = [1, 2, 3];

/**
 * How well texts are grouped, by labels that people gave, the number of groups being known, beside the usual TF-IDF
 * with k-means; how many themes are found when it is not; and what it costs, in units of 1e9 multiplications with
 * additions in this process, both by processor time. A folder holds `<set>.tsv.gz`, a line `label<TAB>text`.
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
    const table = termTableOf(texts);
    for (const [way, group] of [
      ['themes', (seed: number) => groupTexts(table, groups, { seed }).themeOf],
      ['TF-IDF and k-means', (seed: number) => plainGroups(table, groups, seed)],
    ] as const) {
      const all = SEEDS.map((seed) => groupingScores(labels, group(seed)));
      const middle = (key: 'nmi' | 'ari' | 'acc'): string =>
        percent(all.map((scores) => scores[key]).toSorted((a, b) => a - b)[SEEDS.length >> 1]!);
      console.log(
        `${name}: ${texts.length} texts, ${groups} groups given, ${way}, median of ${SEEDS.length} seeds: NMI ${middle('nmi')}, ARI ${middle('ari')}, ACC ${middle('acc')}`,
      );
    }
    const whole = detectThemes(texts, { seed: 1 });
    const { placements } = whole;
    const { nmi, acc } = groupingScores(
      labels,
      placements.map(({ theme }) => theme),
    );
    console.log(
      `${name}: number not given: ${whole.themes.length} themes in ${whole.groups.length} groups, ${placements.filter(({ theme }) => theme < 0).length} texts fit nowhere, NMI ${percent(nmi)}, ACC ${percent(acc)}`,
    );
  }
  for (const [count, themes] of [
    [10_000, 150],
    [100_000, 300],
  ] as const) {
    const texts = mixed(all, count);
    const unit = unitMs();
    const began = cpuMs();
    let most = 0;
    detectThemes(texts, {
      seed: 1,
      themes,
      onProgress: () => (most = Math.max(most, process.memoryUsage().rss)),
    });
    console.log(
      `${count} texts of all sets, ${themes} themes, with names and evidence: ${((cpuMs() - began) / unit).toFixed(1)} units, ${(most / 1e6).toFixed(0)} MB at most`,
    );
  }
}

/** Processor time of this process so far, ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The usual way to group texts, to compare with: terms by rarity, then spherical k-means; 8 rounds. */
function plainGroups(table: TermTable, groups: number, seed: number): Uint32Array {
  const { textCount, terms, starts, termOf, counts, textsWith } = table;
  const random = randomOf(seed);
  const weights = counts.map((count, at) => count * Math.log(textCount / textsWith[termOf[at]!]!));
  for (let i = 0; i < textCount; i++) {
    let sum = 0;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) sum += weights[at]! ** 2;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) weights[at]! /= Math.sqrt(sum) || 1;
  }
  const groupOf = new Uint32Array(textCount);
  const centres = new Float32Array(terms.length * groups);
  const add = (text: number, group: number): void => {
    for (let at = starts[text]!; at < starts[text + 1]!; at++)
      centres[termOf[at]! * groups + group]! += weights[at]!;
  };
  // far from one another by chance, as k-means++ has them
  const far = new Float64Array(textCount).fill(1);
  const row = new Float32Array(terms.length);
  for (let group = 0; group < groups; group++) {
    let left = random() * far.reduce((sum, value) => sum + value, 0);
    let chosen = 0;
    while (chosen < textCount - 1 && left >= far[chosen]!) left -= far[chosen++]!;
    add(chosen, group);
    row.fill(0);
    for (let at = starts[chosen]!; at < starts[chosen + 1]!; at++) row[termOf[at]!] = weights[at]!;
    for (let i = 0; i < textCount; i++) {
      let product = 0;
      for (let at = starts[i]!; at < starts[i + 1]!; at++) product += weights[at]! * row[termOf[at]!]!;
      far[i] = Math.min(far[i]!, Math.max(0, 1 - product));
    }
  }
  const scores = new Float64Array(groups);
  for (let round = 0; round < 8; round++) {
    const lengths = new Float64Array(groups);
    for (let t = 0, at = 0; t < terms.length; t++)
      for (let group = 0; group < groups; group++, at++) lengths[group]! += centres[at]! ** 2;
    for (let i = 0; i < textCount; i++) {
      scores.fill(0);
      for (let at = starts[i]!; at < starts[i + 1]!; at++)
        for (let group = 0; group < groups; group++)
          scores[group]! += weights[at]! * centres[termOf[at]! * groups + group]!;
      let best = 0;
      let most = -1;
      for (let group = 0; group < groups; group++) {
        const score = scores[group]! / (Math.sqrt(lengths[group]!) || 1);
        if (score > most) [most, best] = [score, group];
      }
      groupOf[i] = best;
    }
    centres.fill(0);
    for (let i = 0; i < textCount; i++) add(i, groupOf[i]!);
  }
  return groupOf;
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

/** Processor time of 1e9 Float32 multiplications with additions in this process, ms. */
function unitMs(): number {
  const a = new Float32Array(1_000).fill(1.01);
  const b = new Float32Array(1_000).fill(0.99);
  const began = cpuMs();
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
  const ms = cpuMs() - began;
  // so that the loop cannot be left out
  if (Number.isNaN(sum)) throw new Error('The unit of time was not measured.');
  return ms;
}

import { groupVectors, vectorsOf } from './detect.ts';
import type { Rows } from './matrix.ts';
import { namesOf, type ThemeWord } from './names.ts';
import { parentsOf } from './parents.ts';
import { randomOf } from './random.ts';
import { termTableOf, type TermTable } from './term_table.ts';
import { likelyThemeCount, THEMES_MAX } from './theme_count.ts';

/** Below this fit a text belongs to no theme. */
export const FIT_MIN = 0.2;
/** A single text makes no theme. */
const THEME_TEXTS_MIN = 2;
const EVIDENCE_TERMS = 5;
const NEAR_THEMES = 3;

/** What the work is at, for people to read while they wait. */
export const DETECTION_STEPS = [
  'Reading the texts',
  'Learning which words belong together',
  'Finding the number of themes',
  'Grouping the texts',
  'Naming the themes',
] as const;
export type DetectionStep = (typeof DETECTION_STEPS)[number];

export type DetectionOptions = {
  seed: number;
  /** number of themes; null: as many as the texts bear out */
  themes?: number | null;
  /** number of groups of themes; null: as their likeness has it */
  groups?: number | null;
  /** words that do not count, in any of their forms */
  ignored?: readonly string[];
  /** called with what is done now and the share of the whole, 0 to 1 */
  onProgress?: (step: DetectionStep, share: number) => void;
};

export type DetectedTheme = {
  name: string;
  /** number of its group; null: it stands by itself */
  group: number | null;
  /** what it is made of, the most telling first */
  words: ThemeWord[];
  /** themes that are most like it, with their likeness, 0 to 1 */
  near: { theme: number; likeness: number }[];
};

/** Why a text is in its theme: a term of it as people write it, with its part of all that speaks for the theme, 0 to 1. */
export type Evidence = { word: string; weight: number };

export type Placement = {
  /** -1: it fits nowhere */
  theme: number;
  /** how well it fits its theme, 0 to 1; the best of all themes where it fits nowhere */
  fit: number;
  /** the next best theme; -1: there is none */
  second: number;
  secondFit: number;
  evidence: Evidence[];
};

export type Detection = {
  themes: DetectedTheme[];
  groups: { name: string; words: ThemeWord[] }[];
  /** of each text, in the order given */
  placements: Placement[];
};

/**
 * Finds the themes of texts: how many there are, which text belongs to which and why, what they are called, and
 * groups of like themes. The same texts and options give the same answer. Works on any number of texts, none among
 * them; what fits nowhere stays without a theme.
 *
 * @param texts plain
 */
export function detectThemes(texts: readonly string[], options: DetectionOptions): Detection {
  const { seed, onProgress = () => undefined } = options;
  const random = randomOf(seed);
  onProgress(DETECTION_STEPS[0], 0);
  const table = termTableOf(texts, options.ignored);
  let known = 0;
  for (let i = 0; i < table.textCount; i++) if (table.starts[i + 1]! > table.starts[i]!) known++;
  if (known < THEME_TEXTS_MIN) {
    onProgress(DETECTION_STEPS[4], 1);
    return { themes: [], groups: [], placements: texts.map(() => nowhere()) };
  }
  onProgress(DETECTION_STEPS[1], 0.08);
  const vectors = vectorsOf(table, random);
  onProgress(DETECTION_STEPS[2], 0.2);
  const wanted = options.themes ?? likelyThemeCount(table, vectors, random);
  const themes = Math.max(1, Math.min(wanted, THEMES_MAX, known));
  onProgress(DETECTION_STEPS[3], 0.35);
  const grouped = groupVectors(table, vectors, themes, random, (share) =>
    onProgress(DETECTION_STEPS[3], 0.35 + 0.45 * share),
  );
  onProgress(DETECTION_STEPS[4], 0.8);

  const placed = placementsOf(table, vectors, grouped.themeOf, themes);
  const { themeOf, centres, sizes } = placed;
  const groupOf = parentsOf(centres, sizes, options.groups ?? null);
  const groupSizes = new Uint32Array(centres.length);
  for (const group of groupOf) groupSizes[group]! += 1;
  // a group of one theme would say everything twice
  const numberOfGroup = new Map<number, number>();
  for (const group of groupOf)
    if (groupSizes[group]! > 1 && !numberOfGroup.has(group)) numberOfGroup.set(group, numberOfGroup.size);
  const taken = new Set<string>(['uncategorized']);
  const ofGroup = Array.from(themeOf, (theme) =>
    theme < 0 ? -1 : (numberOfGroup.get(groupOf[theme]!) ?? -1),
  );
  const groups = numberOfGroup.size === 0 ? [] : namesOf(texts, table, ofGroup, numberOfGroup.size, taken);
  const names = namesOf(texts, table, themeOf, centres.length, taken);
  onProgress(DETECTION_STEPS[4], 0.9);
  const placements = explained(table, placed);
  onProgress(DETECTION_STEPS[4], 1);
  return {
    groups,
    placements,
    themes: names.map(({ name, words }, theme) => ({
      name,
      words,
      group: numberOfGroup.get(groupOf[theme]!) ?? null,
      near: nearest(centres, theme),
    })),
  };
}

function nowhere(): Placement {
  return { theme: -1, fit: 0, second: -1, secondFit: 0, evidence: [] };
}

type Placed = {
  /** -1: none */
  themeOf: Int32Array;
  fits: Float32Array;
  seconds: Int32Array;
  secondFits: Float32Array;
  centres: Float32Array[];
  sizes: number[];
};

/**
 * Says how well each text fits its theme, by the angle between it and the theme's other texts, takes out what fits
 * nowhere, and numbers the themes anew, the largest first.
 */
function placementsOf(table: TermTable, vectors: Rows, grouped: Uint32Array, themes: number): Placed {
  const { textCount, starts } = table;
  const { width, values } = vectors;
  const themeOf = Int32Array.from(grouped);
  for (let i = 0; i < textCount; i++) if (starts[i] === starts[i + 1]) themeOf[i] = -1;
  const isAlone = themes === 1;
  const sums = Array.from({ length: themes }, () => new Float64Array(width));
  const sizes = new Float64Array(themes);
  for (let i = 0; i < textCount; i++) {
    const theme = themeOf[i]!;
    if (theme < 0) continue;
    sizes[theme]! += 1;
    const sum = sums[theme]!;
    for (let k = 0; k < width; k++) sum[k]! += values[i * width + k]!;
  }
  // a theme of one text is none: the text looks for another one
  for (let theme = 0; theme < themes; theme++) if (sizes[theme]! < THEME_TEXTS_MIN) sizes[theme] = 0;
  const lengths = sums.map((sum) => Math.sqrt(sum.reduce((all, value) => all + value * value, 0)));
  const units = sums.map((sum, theme) => Float32Array.from(sum, (value) => value / (lengths[theme]! || 1)));

  const fits = new Float32Array(textCount);
  const seconds = new Int32Array(textCount).fill(-1);
  const secondFits = new Float32Array(textCount);
  for (let i = 0; i < textCount; i++) {
    if (starts[i] === starts[i + 1]) continue;
    const own = sizes[themeOf[i]!]! > 0 ? themeOf[i]! : -1;
    let second = -1;
    let secondFit = 0;
    let ownFit = 0;
    for (let theme = 0; theme < themes; theme++) {
      if (sizes[theme] === 0) continue;
      let product = 0;
      const unit = units[theme]!;
      for (let k = 0; k < width; k++) product += unit[k]! * values[i * width + k]!;
      if (theme === own) {
        // without the text itself, which is always like itself
        const others = product * lengths[theme]! - 1;
        const length = Math.sqrt(Math.max(1e-9, lengths[theme]! ** 2 - 2 * others - 1));
        ownFit = others / length;
      } else if (product > secondFit) [second, secondFit] = [theme, product];
    }
    if (own < 0) {
      themeOf[i] = second;
      fits[i] = secondFit;
    } else {
      fits[i] = Math.max(0, Math.min(1, ownFit));
      seconds[i] = second;
      secondFits[i] = Math.min(1, secondFit);
    }
  }
  // of one theme alone the angles say nothing: what it is about is what most of its texts hold
  if (isAlone) fitsOfOnly(table, fits);
  for (let i = 0; i < textCount; i++) {
    if (themeOf[i]! < 0 || fits[i]! >= FIT_MIN) continue;
    if (seconds[i]! < 0) [seconds[i], secondFits[i]] = [themeOf[i]!, fits[i]!];
    themeOf[i] = -1;
  }
  return numberedBySize({ themeOf, fits, seconds, secondFits, centres: units, sizes: [] });
}

/** Fit of texts with the only theme: the part of their words that others use too. */
function fitsOfOnly({ textCount, starts, termOf, counts, textsWith }: TermTable, fits: Float32Array): void {
  for (let i = 0; i < textCount; i++) {
    let shared = 0;
    let all = 0;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      all += counts[at]!;
      shared += counts[at]! * Math.min(1, (2 * textsWith[termOf[at]!]!) / textCount);
    }
    fits[i] = all === 0 ? 0 : shared / all;
  }
}

/** Themes that kept too few texts go, and the rest are numbered by their size, the first of equals first. */
function numberedBySize(placed: Placed): Placed {
  const { themeOf, fits, seconds, secondFits, centres } = placed;
  const sizes = new Uint32Array(centres.length);
  for (const theme of themeOf) if (theme >= 0) sizes[theme]! += 1;
  const order = Array.from(sizes.keys())
    .filter((theme) => sizes[theme]! >= THEME_TEXTS_MIN)
    .toSorted((a, b) => sizes[b]! - sizes[a]! || a - b);
  const numbers = new Int32Array(centres.length).fill(-1);
  for (const [number, theme] of order.entries()) numbers[theme] = number;
  for (let i = 0; i < themeOf.length; i++) {
    const [own, second] = [themeOf[i]!, seconds[i]!];
    themeOf[i] = own < 0 ? -1 : numbers[own]!;
    seconds[i] = second < 0 ? -1 : numbers[second]!;
    if (seconds[i]! < 0) secondFits[i] = 0;
  }
  return {
    themeOf,
    fits,
    seconds,
    secondFits,
    centres: order.map((theme) => centres[theme]!),
    sizes: order.map((theme) => sizes[theme]!),
  };
}

/** Adds to each placement the terms that speak most for it: those that its theme has more of than all texts have. */
function explained(table: TermTable, placed: Placed): Placement[] {
  const { terms, starts, termOf, counts, textsWith, textCount, written } = table;
  const { themeOf, fits, seconds, secondFits, sizes } = placed;
  const themes = sizes.length;
  const having = new Float32Array(terms.length * themes);
  for (let i = 0; i < textCount; i++) {
    if (themeOf[i]! < 0) continue;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) having[termOf[at]! * themes + themeOf[i]!]! += 1;
  }
  const placements: Placement[] = [];
  for (let i = 0; i < textCount; i++) {
    const theme = themeOf[i]!;
    const found: Evidence[] = [];
    let all = 0;
    const end = theme < 0 ? starts[i]! : starts[i + 1]!;
    for (let at = starts[i]!; at < end; at++) {
      const term = termOf[at]!;
      const inTheme = (having[term * themes + theme]! + 0.1) / (sizes[theme]! + 1);
      const overall = (textsWith[term]! + 0.1) / (textCount + 1);
      // with one theme alone no word tells it from others
      const lift = themes === 1 ? inTheme : Math.log(inTheme / overall);
      const weight = lift * Math.min(2, counts[at]!);
      if (!(weight > 0)) continue;
      all += weight;
      found.push({ word: written[term]!, weight });
    }
    placements.push({
      theme,
      fit: fits[i]!,
      second: seconds[i]!,
      secondFit: secondFits[i]!,
      evidence: found
        .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
        .slice(0, EVIDENCE_TERMS)
        .map(({ word, weight }) => ({ word, weight: weight / all })),
    });
  }
  return placements;
}

/** The themes that are most like one. */
function nearest(centres: readonly Float32Array[], theme: number): DetectedTheme['near'] {
  return centres
    .map((centre, other) => {
      let likeness = 0;
      for (let k = 0; k < centre.length; k++) likeness += centre[k]! * centres[theme]![k]!;
      return { theme: other, likeness };
    })
    .filter(({ theme: other, likeness }) => other !== theme && likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness || a.theme - b.theme)
    .slice(0, NEAR_THEMES);
}

import { WRITTEN_WORD } from '../../../../contract/words.ts';
import { stemOf, tokenise } from '../words.ts';
import type { TermTable } from './term_table.ts';

/** A word of which a theme is made, as people write it, and how many of its texts hold it. */
export type ThemeWord = { word: string; texts: number };

/** Names and words of one level of a set: its themes, or the groups above them. */
export type NamedTheme = { name: string; words: ThemeWord[] };

const WORDS = 12;
/** Texts of a theme that are read for how its words are written. */
const READ_TEXTS = 300;
const READ_CHARACTERS = 2_000;
/** A word in so many of the themes names none of them: it is one of the language, or of the whole subject. */
const EVERYWHERE = 1 / 3;
const EVERYWHERE_COVERAGE = 0.1;
const EVERYWHERE_THEMES = 6;
/** Two words are one phrase when they stand side by side in so many of the texts with the rarer one. */
const PHRASE_SHARE = 0.5;
/** A phrase in so many of a theme's texts names it by itself. */
const PHRASE_COVERAGE = 0.4;
const NAME_CHARACTERS = 80;

/**
 * Words that tell texts apart and name nothing. They count where texts are grouped, and come last where a theme is
 * named.
 */
const NAMELESS = new Set(
  `able about according across actually after again against ago all allow almost along already also always am among
  another any anyone anything apart around ask away back bad because become been before begin behind being best better
  between big both bring call came care cause change come consider could couldnt current day different difficult doesnt
  doing done dont down during each easy either else enough especially even ever every everyone everything exist far
  feel few find first found full general get give given go gone good got great had happen hard hasnt havent having help
  here high however if im include instead into isnt just keep kind know known large last late less let like likely
  little live long longer look lot love low made mainly make many matter may maybe mean might more most move much must
  near necessary need never new next nice non nothing now off often ok okay old once one only open other otherwise ought
  out over own part per perhaps place please possible prefer provide put quite rather real really reason right same say
  see seem serious set several shall should shouldnt show side since small some someone something soon sort still
  stop such support sure take tell thank thing think though through throughout time today together too toward towards try under
  until up upon use used using usual various very via want wasnt way week well went were werent where whether while
  whole why will within without wont work would wouldnt wrong yes yet zero`
    .trim()
    .split(/\s+/)
    .map(stemOf),
);

/**
 * Names themes by the words that tell them from the others, as most people write them. No two names are alike, nor
 * one that is taken.
 *
 * @param themeOf number of each text's theme; -1: none
 * @param taken names in lower case; those given are added
 */
export function namesOf(
  texts: readonly string[],
  table: TermTable,
  themeOf: ArrayLike<number>,
  themes: number,
  taken: Set<string>,
): NamedTheme[] {
  const coverage = new Float32Array(table.terms.length * themes);
  const sizes = new Float64Array(themes);
  const members: number[][] = Array.from({ length: themes }, () => []);
  let total = 0;
  for (let i = 0; i < table.textCount; i++) {
    const theme = themeOf[i]!;
    if (theme < 0) continue;
    sizes[theme]! += 1;
    total++;
    if (members[theme]!.length < READ_TEXTS) members[theme]!.push(i);
    for (let at = table.starts[i]!; at < table.starts[i + 1]!; at++)
      coverage[table.termOf[at]! * themes + theme]! += 1;
  }
  const ranked: { term: number; score: number }[][] = Array.from({ length: themes }, () => []);
  for (let term = 0; term < table.terms.length; term++) {
    let everywhere = 0;
    let all = 0;
    for (let k = 0; k < themes; k++) {
      const count = coverage[term * themes + k]!;
      all += count;
      if (count >= EVERYWHERE_COVERAGE * sizes[k]! && sizes[k]! > 0) everywhere++;
    }
    const isEverywhere = themes >= EVERYWHERE_THEMES && everywhere > EVERYWHERE * themes;
    const stem = table.terms[term]!;
    const isNameless = isEverywhere || NAMELESS.has(stem) || /^\p{N}+$/u.test(stem);
    for (let k = 0; k < themes; k++) {
      const count = coverage[term * themes + k]!;
      if (count === 0) continue;
      const share = count / sizes[k]!;
      const lift = Math.log(share / ((all + 1) / (total + 2)));
      // of a single theme nothing tells it from others: what most of its texts hold names it
      const score = (themes === 1 ? share : share * lift) * (isNameless ? 0.05 : 1);
      if (score <= 0) continue;
      const list = ranked[k]!;
      if (list.length === WORDS && score <= list.at(-1)!.score) continue;
      const at = list.findIndex((other) => other.score < score);
      list.splice(at < 0 ? list.length : at, 0, { term, score });
      if (list.length > WORDS) list.pop();
    }
  }
  return ranked.map((terms, k) => {
    const written = writtenForms(texts, members[k]!, new Set(terms.map(({ term }) => table.terms[term]!)));
    const words = terms.map(({ term, score }) => ({
      stem: table.terms[term]!,
      word: written.word(table.terms[term]!) ?? table.written[term]!,
      texts: coverage[term * themes + k]!,
      score,
    }));
    const name = firstFree(candidates(words, written, members[k]!.length), taken);
    taken.add(name.toLowerCase());
    return { name, words: words.map(({ word, texts: count }) => ({ word, texts: count })) };
  });
}

type Candidate = { stem: string; word: string; texts: number; score: number };

/** What a theme could be called, the best first. */
function candidates(words: readonly Candidate[], written: Written, read: number): string[] {
  const [first] = words;
  if (first === undefined) return ['Other'];
  const phraseWith = (a: Candidate): { text: string; texts: number; other: Candidate } | null => {
    let best: { text: string; texts: number; other: Candidate } | null = null;
    for (const other of words.slice(0, 6)) {
      if (other === a || other.score < a.score / 4) continue;
      const phrase = written.phrase(a.stem, other.stem);
      if (phrase && phrase.texts > (best?.texts ?? 0)) best = { ...phrase, other };
    }
    return best;
  };
  const names: string[] = [];
  const phrase = phraseWith(first);
  const lead = phrase?.text ?? first.word;
  const rest = words.filter(
    (word) => word !== first && word !== phrase?.other && word.score >= first.score / 4,
  );
  if (phrase && phrase.texts >= PHRASE_COVERAGE * read) names.push(lead);
  if (rest[0] === undefined || rest[0].score < first.score / 3) names.push(lead);
  for (const word of rest) names.push(`${lead} and ${word.word}`);
  for (const [i, word] of rest.entries())
    for (const other of rest.slice(i + 1)) names.push(`${lead}, ${word.word} and ${other.word}`);
  names.push(lead);
  for (const word of words)
    if (word !== first && word !== phrase?.other) names.push(`${lead} and ${word.word}`);
  return names;
}

function firstFree(names: readonly string[], taken: ReadonlySet<string>): string {
  const shown = names.map((name) => capitalised(name.slice(0, NAME_CHARACTERS).trim()));
  const free = shown.find((name) => !taken.has(name.toLowerCase()));
  if (free !== undefined) return free;
  for (let n = 2; ; n++) if (!taken.has(`${shown[0]!} ${n}`.toLowerCase())) return `${shown[0]!} ${n}`;
}

function capitalised(name: string): string {
  const [first = ''] = name;
  // as in iPhone
  return /^\p{Ll}\p{Lu}/u.test(name) ? name : first.toUpperCase() + name.slice(first.length);
}

type Written = {
  /** the commonest way to write a word; null: it was not met */
  word(stem: string): string | null;
  /** two words as one phrase; null: they are none */
  phrase(a: string, b: string): { text: string; texts: number } | null;
};

/** How texts write some stems, with capitals where a word has them within a sentence, and which stand side by side. */
function writtenForms(
  texts: readonly string[],
  which: readonly number[],
  stems: ReadonlySet<string>,
): Written {
  const forms = new Map<string, Map<string, number>>();
  const inTexts = new Map<string, number>();
  const pairs = new Map<string, { forms: Map<string, number>; texts: number }>();
  for (const i of which) {
    const seen = new Set<string>();
    let before: { stem: string; word: string; end: number } | null = null;
    const text = texts[i]!.slice(0, READ_CHARACTERS).normalize('NFKC');
    let isFirst = true;
    for (const { 0: raw, index } of text.matchAll(WRITTEN_WORD)) {
      const plain = tokenise(raw)[0];
      const stem = plain === undefined ? '' : stemOf(plain);
      if (!stems.has(stem)) {
        [before, isFirst] = [null, false];
        continue;
      }
      // the first letter of a sentence is a capital for another reason
      const begins = isFirst || /[.!?:\n]\s*$/u.test(text.slice(Math.max(0, index - 3), index));
      const base = raw.replace(/['’]s$/u, '');
      const word = begins && /^\p{Lu}[^\p{Lu}]*$/u.test(base) ? base.toLowerCase() : base;
      count(forms, stem, word);
      if (!seen.has(stem)) inTexts.set(stem, (inTexts.get(stem) ?? 0) + 1);
      seen.add(stem);
      if (before && before.stem !== stem && /^[\s-]$/u.test(text.slice(before.end, index))) {
        const key = `${before.stem} ${stem}`;
        let pair = pairs.get(key);
        if (!pair) pairs.set(key, (pair = { forms: new Map(), texts: 0 }));
        const phrase = `${before.word} ${word}`;
        pair.forms.set(phrase, (pair.forms.get(phrase) ?? 0) + 1);
        if (!seen.has(key)) pair.texts += 1;
        seen.add(key);
      }
      before = { stem, word, end: index + raw.length };
      isFirst = false;
    }
  }
  return {
    word: (stem) => commonest(forms.get(stem)),
    phrase: (a, b) => {
      const [ab, ba] = [pairs.get(`${a} ${b}`), pairs.get(`${b} ${a}`)];
      const pair = (ab?.texts ?? 0) >= (ba?.texts ?? 0) ? ab : ba;
      if (!pair || pair.texts < 2) return null;
      const rarer = Math.min(inTexts.get(a) ?? 0, inTexts.get(b) ?? 0);
      return pair.texts >= PHRASE_SHARE * rarer ? { text: commonest(pair.forms)!, texts: pair.texts } : null;
    },
  };
}

function count(counts: Map<string, Map<string, number>>, key: string, form: string): void {
  let of = counts.get(key);
  if (!of) counts.set(key, (of = new Map()));
  of.set(form, (of.get(form) ?? 0) + 1);
}

function commonest(forms: ReadonlyMap<string, number> | undefined): string | null {
  let best: string | null = null;
  let most = 0;
  for (const [form, n] of forms ?? []) if (n > most || (n === most && form < best!)) [best, most] = [form, n];
  return best;
}

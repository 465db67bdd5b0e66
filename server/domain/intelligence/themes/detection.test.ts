import { expect, test } from 'vitest';
import { detectThemes, FIT_MIN, type Detection } from './detection.ts';
import { randomOf } from './random.ts';

const SUBJECTS: Record<string, string[]> = {
  invoices: ['invoice', 'payment', 'billing', 'receipt', 'currency', 'refund', 'VAT'],
  access: ['login', 'password', 'session', 'token', 'signing', 'account', 'locked'],
  charts: ['chart', 'report', 'dashboard', 'figure', 'column', 'axis', 'CSV export'],
  mobile: ['phone', 'offline', 'signal', 'tablet', 'battery', 'sync', 'camera'],
  people: ['rota', 'holiday', 'shift', 'absence', 'roster', 'overtime', 'trainee'],
  places: ['map', 'route', 'address', 'driving', 'parking', 'traffic', 'distance'],
  stock: ['warehouse', 'pallet', 'barcode', 'spare', 'inventory', 'supplier', 'shelf'],
  forms: ['checklist', 'signature', 'template', 'checkbox', 'questionnaire', 'dropdown', 'paragraph'],
};

function sentences(count: number, seed = 7): { texts: string[]; subjects: string[] } {
  const random = randomOf(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)]!;
  const names = Object.keys(SUBJECTS);
  const subjects = Array.from({ length: count }, (_, i) => names[i % names.length]!);
  return {
    subjects,
    texts: subjects.map(
      (subject) =>
        `${pick(['Please', 'We need', 'Today'])} ${Array.from({ length: 4 }, () => pick(SUBJECTS[subject]!)).join(' or ')}`,
    ),
  };
}

/** What every answer must hold, whatever was asked. */
function expectSound(detection: Detection, texts: readonly string[]): void {
  const { themes, groups, placements } = detection;
  expect(placements).toHaveLength(texts.length);
  const names = [...groups, ...themes].map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/\S/);
  const sizes = themes.map(() => 0);
  for (const { theme, fit, second, secondFit, evidence } of placements) {
    expect(theme).toBeLessThan(themes.length);
    expect(second).toBeLessThan(themes.length);
    for (const share of [fit, secondFit]) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1.0001);
    }
    if (theme < 0) expect(evidence).toEqual([]);
    else {
      sizes[theme]! += 1;
      expect(second).not.toBe(theme);
      expect(fit).toBeGreaterThanOrEqual(FIT_MIN - 1e-6);
    }
  }
  for (const size of sizes) expect(size).toBeGreaterThanOrEqual(2);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
}

test('[SCOPE-016] texts become named themes, and each says why it is there', () => {
  const { texts, subjects } = sentences(400);
  const detection = detectThemes(texts, { seed: 1 });
  expectSound(detection, texts);
  // nearly each text is with texts of its subject
  let right = 0;
  for (let theme = 0; theme < detection.themes.length; theme++) {
    const of = subjects.filter((_, i) => detection.placements[i]!.theme === theme);
    right += Math.max(...Object.keys(SUBJECTS).map((subject) => of.filter((s) => s === subject).length));
  }
  expect(right).toBeGreaterThan(0.95 * texts.length);
  for (const [i, { theme, evidence }] of detection.placements.entries()) {
    if (theme < 0) continue;
    expect(evidence.length).toBeGreaterThan(0);
    for (const { word } of evidence) expect(texts[i]!.toLowerCase()).toContain(word);
    expect(evidence.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(1.0001);
  }
});

test('the number of themes and of groups is found, or taken from who asks', () => {
  const { texts } = sentences(400);
  const found = detectThemes(texts, { seed: 1 });
  expect(found.themes.length).toBeGreaterThanOrEqual(6);
  expect(found.themes.length).toBeLessThanOrEqual(20);
  const asked = detectThemes(texts, { seed: 1, themes: 8, groups: 3 });
  expectSound(asked, texts);
  expect(asked.themes.length).toBeLessThanOrEqual(8);
  expect(asked.groups.length).toBeLessThanOrEqual(3);
  for (const { group } of asked.themes) if (group !== null) expect(group).toBeLessThan(asked.groups.length);
});

test('a group has two themes or more, and there are 5 to 20 of them where there are many themes', () => {
  const { texts } = sentences(600);
  const { themes, groups } = detectThemes(texts, { seed: 3, themes: 30 });
  const sizes = groups.map((_, group) => themes.filter((theme) => theme.group === group).length);
  for (const size of sizes) expect(size).toBeGreaterThanOrEqual(2);
  const top = groups.length + themes.filter(({ group }) => group === null).length;
  expect(top).toBeGreaterThanOrEqual(5);
  expect(top).toBeLessThanOrEqual(20);
});

test('names are words of the texts as people write them, never stems, and no two are alike', () => {
  const { texts } = sentences(400);
  const { themes } = detectThemes(texts, { seed: 1, themes: 8 });
  const written = new Set(texts.join(' ').toLowerCase().split(/\W+/));
  for (const { name, words } of themes) {
    for (const word of name.toLowerCase().split(/[\s,]+/))
      expect(written.has(word) || word === 'and').toBe(true);
    expect(name[0]).toBe(name[0]!.toUpperCase());
    for (const { texts: count } of words) expect(count).toBeGreaterThan(0);
  }
  const words = themes.flatMap((theme) => theme.words.map(({ word }) => word));
  expect(words).toContain('CSV');
  expect(words).toContain('VAT');
  expect(words).not.toContain('invoic');
});

test('the same texts and seed give the same themes', () => {
  const { texts } = sentences(200);
  expect(detectThemes(texts, { seed: 5 })).toEqual(detectThemes(texts, { seed: 5 }));
});

test('progress rises to 1 and says in words what is done', () => {
  const told: [string, number][] = [];
  detectThemes(sentences(100).texts, { seed: 1, onProgress: (step, share) => told.push([step, share]) });
  const shares = told.map(([, share]) => share);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(new Set(told.map(([step]) => step)).size).toBe(5);
});

test('[DEC-054] a text about something else fits nowhere', () => {
  const { texts } = sentences(300);
  const odd = ['Zeppelin over Lisbon', 'Quince marmalade', '🙂🙂'];
  const { placements } = detectThemes([...texts, ...odd], { seed: 1 });
  expect(placements.slice(300).map(({ theme }) => theme)).toEqual([-1, -1, -1]);
  expect(placements.slice(0, 300).filter(({ theme }) => theme < 0).length).toBeLessThan(10);
});

test.each<[string, string[], number]>([
  ['no text', [], 0],
  ['texts without a word', ['🙂', '!!!', '…', ''], 0],
  ['one text', ['Dark mode please'], 0],
  ['nothing that two texts share', ['Zeppelin', 'Quince marmalade', 'Harbour'], 0],
  ['three texts', ['Dark mode for the app', 'Dark mode at night', 'Export as CSV'], 1],
])('%s', (_, texts, themes) => {
  const detection = detectThemes(texts, { seed: 1 });
  expectSound(detection, texts);
  expect(detection.themes).toHaveLength(themes);
});

test('one text a hundred thousand times is one theme that all are in', () => {
  const texts = Array.from({ length: 100_000 }, () => 'The same words again');
  const detection = detectThemes(texts, { seed: 1 });
  expect(detection.themes).toHaveLength(1);
  expect(detection.placements.every(({ theme, fit }) => theme === 0 && fit > 0.9)).toBe(true);
  expect(detection.themes[0]!.name).toMatch(/same|words/i);
});

test('two texts that are repeated are two themes', () => {
  const texts = Array.from({ length: 200 }, (_, i) =>
    i % 2 ? 'Dark mode please' : 'Export invoices as CSV',
  );
  const { placements, themes } = detectThemes(texts, { seed: 1 });
  expect(themes).toHaveLength(2);
  expect(new Set(placements.map(({ theme }, i) => `${i % 2} ${theme}`)).size).toBe(2);
});

test('two languages: words of the language name nothing', () => {
  const { texts } = sentences(240);
  const german: Record<string, string[]> = {
    a: ['Rechnung', 'Zahlung', 'Mahnung', 'Gutschrift', 'Lieferschein'],
    b: ['Anmeldung', 'Kennwort', 'Zugang', 'Sitzung', 'Benutzer'],
    c: ['Karte', 'Strecke', 'Anfahrt', 'Entfernung', 'Parkplatz'],
  };
  const random = randomOf(3);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)]!;
  for (let i = 0; i < 240; i++) {
    const words = german[['a', 'b', 'c'][i % 3]!]!;
    texts.push(`Wir brauchen die ${pick(words)} und die ${pick(words)} für den ${pick(words)} nicht`);
  }
  const detection = detectThemes(texts, { seed: 1 });
  expectSound(detection, texts);
  for (const { name } of [...detection.themes, ...detection.groups])
    expect(name).not.toMatch(/\b(die|und|für|den|nicht|wir|brauchen)\b/i);
  // no theme holds both
  const ofTheme = detection.themes.map((_, theme) => {
    const of = detection.placements.flatMap((placement, i) => (placement.theme === theme ? [i] : []));
    return of.filter((i) => i < 240).length / of.length;
  });
  for (const share of ofTheme) expect(Math.min(share, 1 - share)).toBeLessThan(0.1);
});

test('texts of 10,000 characters', () => {
  const { texts } = sentences(60);
  const long = texts.map((text) => `${text} `.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000));
  const detection = detectThemes(long, { seed: 1 });
  expectSound(detection, long);
  expect(detection.themes.length).toBeGreaterThan(0);
});

test('words that do not count group nothing and name nothing, in any of their forms', () => {
  const texts = Array.from(
    { length: 200 },
    (_, i) => `${i % 2 ? 'Dark mode' : 'Export invoices'} in ${i % 4 < 2 ? 'Acmes portals' : 'Blueprint'}`,
  );
  const pairsOf = (ignored: string[]): number => {
    const { placements, themes } = detectThemes(texts, { seed: 1, themes: 2, ignored });
    for (const { name, words } of themes)
      for (const word of [name, ...words.map((one) => one.word)])
        if (ignored.length > 0) expect(word).not.toMatch(/acme|portal|blueprint/i);
    return new Set(placements.map(({ theme }, i) => `${i % 2} ${theme}`)).size;
  };
  expect(pairsOf(['ACME', 'portal', 'Blueprint'])).toBe(2);
  // what is left says nothing: no theme at all
  const none = detectThemes(texts, {
    seed: 1,
    ignored: ['acme', 'portal', 'blueprint', 'dark', 'mode', 'export', 'invoice'],
  });
  expect(none.themes).toEqual([]);
});

/** Browsers by the word that names them in a User-Agent header; those that name others as well come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * What a User-Agent header says, in words: 'Firefox on Linux'. Of what is no browser the name that it gives itself.
 * @returns null when nothing can be told. It is the caller's word: anyone can send any header
 */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = BROWSERS.find(([word]) => word.test(userAgent))?.[1] ?? null;
  const system = SYSTEMS.find(([word]) => word.test(userAgent))?.[1] ?? null;
  if (browser !== null) return system === null ? browser : `${browser} on ${system}`;
  if (system !== null) return `A browser on ${system}`;
  return /^[A-Za-z][\w.-]{0,39}/.exec(userAgent)?.[0] ?? null;
}

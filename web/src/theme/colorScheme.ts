/** 'auto' follows the system. */
export type ColorScheme = 'light' | 'dark' | 'auto';

/** The same key as in web/build/color-scheme.js, which reads it before this code is loaded. */
const STORAGE_KEY = 'earshot:color-scheme';
const ATTRIBUTE = 'data-color-scheme';

/** When storage is blocked the choice holds until the page is left. */
let unstored: ColorScheme | null = null;
const watchers = new Set<() => void>();

function systemPrefersDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** What the user chose in this browser; 'auto' when nothing. */
export function chosenScheme(): ColorScheme {
  if (unstored !== null) return unstored;
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

/** What is shown: the choice, or what the system has. */
export function shownScheme(): 'light' | 'dark' {
  const chosen = chosenScheme();
  if (chosen !== 'auto') return chosen;
  return systemPrefersDark().matches ? 'dark' : 'light';
}

/** Keeps a choice in this browser and shows it. */
export function chooseScheme(scheme: ColorScheme): void {
  try {
    localStorage.setItem(STORAGE_KEY, scheme);
    unstored = null;
  } catch {
    unstored = scheme;
  }
  changed();
}

function changed(): void {
  document.documentElement.setAttribute(ATTRIBUTE, shownScheme());
  for (const watcher of watchers) watcher();
}

/** Calls back when the scheme changes. */
export function watchScheme(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Follows the system and the user's other tabs; the answer stops it. */
export function followScheme(): () => void {
  const media = systemPrefersDark();
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) changed();
  };
  media.addEventListener('change', changed);
  addEventListener('storage', onStorage);
  changed();
  return () => {
    media.removeEventListener('change', changed);
    removeEventListener('storage', onStorage);
  };
}

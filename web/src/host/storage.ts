/**
 * Everything that the console keeps in the browser, in one list (DEC-183):
 * each key, the shape of its value and its source. Keys carry the product, the
 * workspace and the user, so that two people or two workspaces in one browser
 * never see each other's choices.
 */
import { useCallback, useRef, useSyncExternalStore } from 'react';

/** Sort, columns and page size of a table; what a table does not know it ignores. */
export interface GridState {
  sort?: string;
  per_page?: number;
  /** Column ids in the order shown. */
  columns?: string[];
  hidden_columns?: string[];
  /** Column id to width in px. */
  column_widths?: Record<string, number>;
  /** Ids of the filters that were added last, the latest first. */
  used_filters?: string[];
}

/** The stored values by name. Names never change: a browser holds them for years. */
export interface StoredValues {
  /** Address that copies of replies go to (specification line 697, DEC-137). */
  default_email_recipient: string;
  /** The chat drawer of idea details stands open (line 698). */
  idea_detail_chat_open: boolean;
  /** Ids of the banners that this user closed (line 699). */
  dismissed_banners: string[];
  /** Subscribe toggle of the feedback dialog (line 700). */
  subscribe_feedback_dialog: boolean;
  /** Subscribe toggle of the create-idea panel (line 700). */
  subscribe_create_idea: boolean;
  /** Subscribe toggle of the comment panel (line 700). */
  subscribe_comment: boolean;
  /** When the announcements were last opened, ISO 8601 (line 701). */
  announcement_seen_at: string;
  /** Tag of the newest announcement at that time (line 701). */
  announcement_tag: string;
  /** Selected ideas; `stored_at` in ms since 1970, lapses after 60 minutes (line 702). */
  idea_grid_selection: { ids: string[]; stored_at: number };
  /** Saved view that filters the insights view (line 703). */
  idea_insights_view_filter: string;
  /** Line 704. */
  grid_state_theme_reports: GridState;
  /** Line 704. */
  grid_state_idea_lists: GridState;
  /** Line 704. */
  grid_state_impact_reports: GridState;
  /** The ideas table, and that of each list of lists/ListPage.tsx under its name. */
  grid_state_ideas: GridState;
  [grid: `grid_state_${string}`]: GridState;
  /** Height of table rows. */
  density: 'comfortable' | 'compact';
  /** Ids of the ideas that were opened last, the newest first. */
  recent_ideas: string[];
  /** False: single letters do nothing (WCAG 2.1.4). */
  single_letter_shortcuts: boolean;
  /** The first steps of the workspace are not shown. */
  first_steps_hidden: boolean;
  /** The trends below the themes of a report are folded. */
  theme_trends_hidden: boolean;
  /** Ids of the columns of the board that are folded. */
  roadmap_folded: string[];
}

/** Name of one stored value. */
export type StoredName = keyof StoredValues;

/** The names in the specification's order, then our own. */
export const storedNames: readonly StoredName[] = [
  'default_email_recipient',
  'idea_detail_chat_open',
  'dismissed_banners',
  'subscribe_feedback_dialog',
  'subscribe_create_idea',
  'subscribe_comment',
  'announcement_seen_at',
  'announcement_tag',
  'idea_grid_selection',
  'idea_insights_view_filter',
  'grid_state_theme_reports',
  'grid_state_idea_lists',
  'grid_state_impact_reports',
  'grid_state_ideas',
  'density',
  'recent_ideas',
  'single_letter_shortcuts',
  'first_steps_hidden',
  'theme_trends_hidden',
  'roadmap_folded',
];

/** Whose values are read and written. */
export interface StorageOwner {
  subdomain_key: string;
  user_id: string;
}

let owner: StorageOwner | null = null;
const listeners = new Set<() => void>();

/** Set once the viewer is known, before any screen is shown; null after sign-out. */
export function setStorageOwner(next: StorageOwner | null): void {
  owner = next;
  if (next === null) {
    unwritten.clear();
    unkept.clear();
  }
  for (const listener of listeners) listener();
}

/** Full key of a value in local storage, e.g. `earshot:demo:17:density`. */
export function storageKey(of: StorageOwner, name: StoredName): string {
  return `earshot:${of.subdomain_key}:${of.user_id}:${name}`;
}

/** A stored value; null when nothing is stored, it cannot be read, or no one is signed in. */
export function readStored<N extends StoredName>(name: N): StoredValues[N] | null {
  return parse<N>(rawValue(name));
}

/**
 * Stores a value; null removes it. A full or forbidden storage is no reason to
 * disturb anyone: the choice then holds until the page is left.
 */
export function writeStored<N extends StoredName>(name: N, value: StoredValues[N] | null): void {
  if (owner === null) return;
  const key = storageKey(owner, name);
  const text = value === null ? null : JSON.stringify(value);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
  for (const listener of listeners) listener();
}

/**
 * A stored value as state of a component: shared by all that read the same
 * name, and followed when another tab changes it.
 * @param initial what holds while nothing is stored
 */
export function useStored<N extends StoredName>(
  name: N,
  initial: StoredValues[N],
): [StoredValues[N], (value: StoredValues[N] | null) => void] {
  const last = useRef<{ raw: string | null; value: StoredValues[N] | null } | null>(null);
  const snapshot = useCallback((): StoredValues[N] | null => {
    const raw = rawValue(name);
    // the same text must give the same object, else React renders for ever
    if (last.current === null || last.current.raw !== raw) last.current = { raw, value: parse<N>(raw) };
    return last.current.value;
  }, [name]);
  const value = useSyncExternalStore(subscribe, snapshot);
  const set = useCallback((next: StoredValues[N] | null) => writeStored(name, next), [name]);
  return [value ?? initial, set];
}

/**
 * What was typed somewhere and not sent, e.g. at `note:17`: kept in the tab, so that it survives a reload
 * and a lost session. Null: nothing was.
 */
export function unsentText(where: string): string | null {
  if (owner === null) return null;
  const key = unsentKey(owner, where);
  const held = unkept.get(key);
  if (held !== undefined) return held;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps what was typed and not sent; null forgets it. A full or forbidden storage keeps it until the page is left. */
export function keepUnsentText(where: string, text: string | null): void {
  if (owner === null) return;
  const key = unsentKey(owner, where);
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
  for (const listener of listeners) listener();
}

/** `unsentText` as state of a component, which follows what is typed. */
export function useUnsentText(where: string): string | null {
  return useSyncExternalStore(subscribe, () => unsentText(where));
}

function unsentKey(of: StorageOwner, where: string): string {
  return `earshot:${of.subdomain_key}:${of.user_id}:unsent:${where}`;
}

/** Typed texts that the browser refused to keep; null: it refused to remove. */
const unkept = new Map<string, string | null>();

/** What the browser refused to store; null: it refused to remove. */
const unwritten = new Map<string, string | null>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function rawValue(name: StoredName): string | null {
  if (owner === null) return null;
  const key = storageKey(owner, name);
  const held = unwritten.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse<N extends StoredName>(raw: string | null): StoredValues[N] | null {
  if (raw === null) return null;
  try {
    return JSON.parse(raw) as StoredValues[N];
  } catch {
    return null;
  }
}

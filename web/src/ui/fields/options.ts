import { createContext } from 'react';
import type { ReactNode } from 'react';

/** One choice of a combobox, picker or filter. */
export type Option = {
  value: string;
  label: string;
  /** Shorter name that its place in the list makes plain, such as below its parent's. A search looks into the label and shows it. */
  name?: string;
  /** Second line or right-hand remark in small type. */
  note?: ReactNode;
  icon?: ReactNode;
  /** Drawn at the right end: a shortcut, a number. */
  end?: ReactNode;
  /** Heading it stands under; options of one group follow one another. */
  group?: string;
  /** A short remark beside the label. */
  tag?: string;
  /** Tooltip; left out: the label where it is cut. */
  tip?: string;
  /** Drawn bold: what is stored now, whatever is chosen meanwhile. */
  isCurrent?: boolean;
  /** Steps to the right, for nested records. */
  indent?: number;
  /** Why it cannot be chosen; null or left out: it can. */
  disabledReason?: string | null;
};

/**
 * What stands at the end of options that say nothing there themselves, such as how many records have each; the pickers
 * between know nothing of it. null: nothing
 */
export const OptionEnds = createContext<((value: string) => ReactNode) | null>(null);
/** So many options get such an end: each may be a question to the server. */
export const OPTION_ENDS = 15;

/** How far the options that were asked for have come. */
export type OptionsStatus = 'ready' | 'loading' | 'error';

/**
 * The options whose label has every word of the query, in any order and regardless of case and
 * accents. An empty query gives all.
 */
export function matchingOptions(options: readonly Option[], query: string): readonly Option[] {
  return matching(options, query, (option) => option.label);
}

/** What has every word of the query somewhere in its name, accents and case aside; all of it for an empty query. */
export function matching<Item>(
  items: readonly Item[],
  query: string,
  nameOf: (item: Item) => string,
): readonly Item[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return items;
  return items.filter((item) => {
    const name = fold(nameOf(item));
    return words.every((word) => name.includes(word));
  });
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** Consecutive options of the same group together, in their order; `group` null for those without. */
export function groupOptions(options: readonly Option[]): { group: string | null; options: Option[] }[] {
  const groups: { group: string | null; options: Option[] }[] = [];
  for (const option of options) {
    const group = option.group ?? null;
    const last = groups[groups.length - 1];
    if (last !== undefined && last.group === group) last.options.push(option);
    else groups.push({ group, options: [option] });
  }
  return groups;
}

/**
 * The index to go to from `index` by `step` among `count` entries, going round at the ends.
 * -1 means none yet. Answers -1 when there is nothing.
 */
export function nextIndex(index: number, step: number, count: number): number {
  if (count === 0) return -1;
  if (index < 0) return step > 0 ? 0 : count - 1;
  return (index + step + count) % count;
}

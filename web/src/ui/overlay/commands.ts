/**
 * What a screen adds to the command palette while it is shown: commands that no key runs, and the record that its keys act
 * on. Shortcuts are registered apart, with useShortcut; those of the record's group stand in the palette by themselves.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { useLatest } from '../useLatest.ts';

/** Something that can be run. */
export type Command = {
  id: string;
  label: string;
  /** Shortcut that does the same. */
  keys?: string;
  run: () => void;
};

/** What the keys of a screen act on. */
export type CommandSubject = {
  /** 'On this idea', 'On 4 selected ideas'. */
  heading: string;
  /** Its name, where the heading does not say it: the title of the idea. */
  name?: string;
};

/** What one screen tells. */
type Told = {
  /** Heading of its shortcuts in their list. */
  group: string;
  commands: readonly Command[];
  /** Asked when the palette opens; null: its keys act on nothing now. */
  subject: () => CommandSubject | null;
};

let told: readonly Told[] = [];
const listeners = new Set<() => void>();

function set(next: typeof told): void {
  told = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NO_COMMANDS: readonly Command[] = [];

/**
 * Puts a record and what can be done to it first in the palette while the component is mounted.
 *
 * @param group the one under which its shortcuts are registered
 * @param subject what they act on, asked when the palette opens; null: on nothing now
 * @param commands further ones, that no shortcut of the group runs; memoised
 */
export function useCommandSubject(
  group: string,
  subject: () => CommandSubject | null,
  commands: readonly Command[] = NO_COMMANDS,
): void {
  const latest = useLatest(subject);
  useEffect(() => {
    const own: Told = { group, commands, subject: () => latest.current() };
    set([...told, own]);
    return () => set(told.filter((other) => other !== own));
  }, [group, commands, latest]);
}

/** What the screens have told, in the order in which they did. */
export function useCommandSubjects(): readonly Told[] {
  return useSyncExternalStore(subscribe, () => told);
}

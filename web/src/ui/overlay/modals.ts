import { dropUnclaimedKeys, holdKeys } from '../keyboard/waiting.ts';

/**
 * The props of each modal by its key. Features add their own:
 *
 *     declare module './modals.ts' {
 *       interface ModalProps {
 *         addVoter: { suggestion_id: string };
 *       }
 *     }
 *
 * So a screen can open another area's modal by its key, with checked props, and without importing it.
 */
export interface ModalProps {}

export type ModalKey = keyof ModalProps & string;

/** What every modal gets from the host besides its own props. */
export type ModalControl = {
  /** False while the modal is on its way out. Hand it to `SlideOut` or `Dialog`. */
  opened: boolean;
  close: () => void;
};

/** A modal that is open or on its way out. */
export type OpenModal = { id: number; key: string; props: object; state: 'open' | 'closing' };

let nextId = 1;
/** The modal that was opened last: keys may still be held for it. */
let awaitedId = 0;
let modals: readonly OpenModal[] = [];
let knownKeys: ReadonlySet<string> | null = null;
const watchers = new Set<() => void>();

function set(next: readonly OpenModal[]): void {
  modals = next;
  for (const watcher of watchers) watcher();
}

/**
 * Opens a modal over whatever is open already. An unknown key is logged and nothing happens.
 * Answers the id for `closeModal`, null when nothing was opened. What is typed from now on goes into its first field.
 */
export function openModal<Key extends ModalKey>(key: Key, props: ModalProps[Key]): number | null {
  if (knownKeys !== null && !knownKeys.has(key)) {
    console.error(`There is no modal '${key}'.`);
    return null;
  }
  const id = nextId++;
  // from now on: the next key may come before its code does
  holdKeys(() => closeModal(id));
  awaitedId = id;
  set([...modals, { id, key, props: props as object, state: 'open' }]);
  return id;
}

/** Closes one modal, or all without an id. It stays in the page for its way out (500 ms). */
export function closeModal(id?: number): void {
  if (!modals.some((modal) => modal.state === 'open' && (id === undefined || modal.id === id))) return;
  if (id === undefined || id === awaitedId) dropUnclaimedKeys();
  set(modals.map((modal) => (id === undefined || modal.id === id ? { ...modal, state: 'closing' } : modal)));
}

/** Takes a modal out of the page at once. Used by the host after the way out. */
export function removeModal(id: number): void {
  set(modals.filter((modal) => modal.id !== id));
}

/** All modals, lowest first. */
export function listModals(): readonly OpenModal[] {
  return modals;
}

export function watchModals(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Tells which keys exist; done by the host, so that a wrong key is noticed when it is used. */
export function setKnownModals(keys: ReadonlySet<string> | null): void {
  knownKeys = keys;
}

/** The modals of the console, loaded when they are first opened. */
import { loadable } from '../ui/loading/loadable.tsx';
import type { ModalRegistry } from '../ui/overlay/ModalHost.tsx';
import type { ModalKey } from '../ui/overlay/modals.ts';
import { featureModals } from './features.ts';

/** Component of each, for the modal host. */
export const modalRegistry = Object.fromEntries(
  Object.entries(featureModals).map(([key, load]) => [key, loadable(load as () => Promise<never>)]),
) as unknown as ModalRegistry;

/** Loads a modal's code ahead of its first use, e.g. while the pointer is over its menu entry. */
export function preloadModal(key: ModalKey): void {
  void modalRegistry[key].ahead();
}

/** What loads the code of each modal. */
export function modalLoaders(): (() => Promise<unknown>)[] {
  return Object.values(modalRegistry).map((modal) => modal.ahead);
}

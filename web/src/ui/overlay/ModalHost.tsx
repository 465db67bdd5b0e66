import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { timing } from '../../../../contract/limits.ts';
import type { Loadable } from '../loading/loadable.tsx';
import { closeModal, listModals, removeModal, setKnownModals, watchModals } from './modals.ts';
import type { ModalControl, ModalKey, ModalProps, OpenModal } from './modals.ts';
import { motionMs } from '../motion.ts';
import { ErrorBoundary } from '../loading/states.tsx';
import { dropUnclaimedKeys, keepKeys } from '../keyboard/waiting.ts';

/** One lazily loaded component for every key of `ModalProps`. */
export type ModalRegistry = {
  [Key in ModalKey]: Loadable<ModalProps[Key] & ModalControl>;
};

/**
 * Shows what `openModal` opens. Once per page. Open modals close when `path` changes (PAGE-009) and
 * leave the page 500 ms after that (STATE-009). An unknown key is logged.
 *
 * @param onError told when a modal fails to load or breaks, and whether what is typed for it is kept for another try; the modal is then closed
 */
export function ModalHost({
  registry,
  path,
  onError,
}: {
  registry: ModalRegistry;
  path: string;
  onError?: (error: Error, modal: OpenModal, isHeld: boolean) => void;
}) {
  const modals = useSyncExternalStore(watchModals, listModals);
  const shownPath = useRef(path);

  useEffect(() => {
    setKnownModals(new Set(Object.keys(registry)));
    return () => setKnownModals(null);
  }, [registry]);

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    closeModal();
  }, [path]);

  const components = registry as unknown as Record<string, Loadable<ModalControl> | undefined>;
  return modals.map((modal) => {
    const component = components[modal.key];
    return component === undefined ? null : (
      <HostedModal key={modal.id} modal={modal} component={component} onError={onError} />
    );
  });
}

function HostedModal({
  modal,
  component,
  onError,
}: {
  modal: OpenModal;
  component: Loadable<ModalControl>;
  onError: ((error: Error, modal: OpenModal, isHeld: boolean) => void) | undefined;
}) {
  const { id, state } = modal;
  useEffect(() => {
    if (state !== 'closing') return undefined;
    const timer = setTimeout(() => removeModal(id), motionMs(timing.modalTransitionMs));
    return () => clearTimeout(timer);
  }, [id, state]);
  return (
    <ErrorBoundary
      fallback={null}
      onError={(error) => {
        const isHeld = keepKeys();
        closeModal(id);
        onError?.(error, modal, isHeld);
      }}
    >
      <DrawnModal modal={modal} component={component} />
    </ErrorBoundary>
  );
}

/** The modal once its code is there. Without `Suspense`, which shows nothing within 300 ms of having waited. */
function DrawnModal({
  modal: { id, state, props },
  component: Component,
}: {
  modal: OpenModal;
  component: Loadable<ModalControl>;
}) {
  const isPainted = usePainted();
  const [code, setCode] = useState<'awaited' | 'there' | { error: unknown }>('awaited');
  useEffect(() => {
    Component.load().then(
      () => setCode('there'),
      (error: unknown) => setCode({ error }),
    );
  }, [Component]);
  if (typeof code === 'object') throw code.error;
  if (!isPainted || code === 'awaited') return null;
  return (
    <>
      <Component {...props} opened={state === 'open'} close={() => closeModal(id)} />
      <LayerStands opened={state === 'open'} />
    </>
  );
}

/** A page in the background is not painted. */
const UNPAINTED_MS = 100;

/**
 * Whether the page has been painted since the component came. A panel takes a slow machine a tenth of a second to draw,
 * and the key press that asked for it is answered before that; what is typed meanwhile is in the waiting field.
 */
function usePainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const done = (): void => setIsPainted(true);
    let timer = setTimeout(done, UNPAINTED_MS);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      // behind the frame, not before it
      timer = setTimeout(done);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}

/** Stands beside what opens a layer, and is drawn with it: when nothing has claimed the keys by then, nothing will. */
export function LayerStands({ opened }: { opened: boolean }) {
  useEffect(() => {
    if (opened) dropUnclaimedKeys();
  }, [opened]);
  return null;
}

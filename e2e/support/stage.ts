/**
 * The page of the tests: the console as `main.tsx` starts it, which can be drawn again at another address, for another
 * person and workspace, without being loaded again. Its code is then compiled and warm, which is half of what opening
 * a page costs. Built in place of `main.tsx` into a folder of the tests' own (`global_setup.ts`); never shipped.
 */
import { queryClient, session } from '../../web/src/api/runtime.ts';
import { loadViewer } from '../../web/src/api/viewer.ts';
import { drawConsole } from '../../web/src/app/drawConsole.tsx';
import { drawn } from '../../web/src/app/main.tsx';
import { preparePage, redirectOf } from '../../web/src/app/routes.ts';
import { navigate } from '../../web/src/host/navigation.ts';
import { setStorageOwner } from '../../web/src/host/storage.ts';
import { listModals, removeModal } from '../../web/src/ui/overlay/modals.ts';

/** What a test does with the page. */
export interface Stage {
  /** Takes the console out of the page, with all that it knows. */
  clear(): Promise<void>;
  /** Draws it for whoever the cookie names now. @param address path with search and hash */
  show(address: string): Promise<void>;
}

declare global {
  interface Window {
    earshotStage?: Stage;
  }
}

let root = await drawn;

/**
 * Calls that are on their way. One that a test holds back must not reach the server after it, and who made it must not
 * try again: it is ended without an answer.
 */
const calls = new Set<AbortController>();
const send = window.fetch.bind(window);
window.fetch = (input, init) => {
  const call = new AbortController();
  calls.add(call);
  const signal = AbortSignal.any([call.signal, ...(init?.signal ? [init.signal] : [])]);
  return new Promise((resolve, reject) => {
    send(input, { ...init, signal })
      .then(resolve, (error: unknown) => {
        if (!call.signal.aborted) reject(error);
      })
      .finally(() => calls.delete(call));
  });
};

window.earshotStage = {
  async clear() {
    root.unmount();
    for (const call of calls) call.abort();
    for (const { id } of listModals()) removeModal(id);
    await queryClient.cancelQueries();
    queryClient.clear();
    setStorageOwner(null);
    document
      .getElementById('root')
      ?.replaceWith(Object.assign(document.createElement('div'), { id: 'root' }));
    document.title = '';
  },
  async show(address) {
    const into = document.getElementById('root');
    if (into === null) throw new Error('The page has no place for the console.');
    navigate(address, { replace: true });
    // the token is that of somebody else, in another workspace
    await session.refresh(await session.token());
    const viewer = await loadViewer();
    const { pathname, search } = window.location;
    const leadsTo = viewer === null ? null : redirectOf(pathname, search, viewer);
    if (leadsTo !== null) navigate(leadsTo, { replace: true });
    await preparePage(window.location.pathname);
    root = drawConsole(into, Promise.resolve(viewer), viewer);
  },
};

/**
 * The bridge to an application that may hold the console in its own page:
 * `window.earshotHost` and the event `earshot:navigate`. Without a host every
 * call here is harmless.
 */

/** Told to the host after each mutation (specification line 494). Collections are plural names, e.g. `suggestions`. */
export interface ChangeNotice {
  method: 'gql';
  url: '/api/v2/graphql';
  collections: string[];
}

/** What a host application may offer; each call is optional. */
export interface EarshotHost {
  publish?(notice: ChangeNotice): void;
  onLogin?(): void;
  onLogout?(): void;
}

declare global {
  interface Window {
    earshotHost?: EarshotHost;
  }
}

/** The named states that the console knows, with their parameters (specification line 50). */
export interface NamedStates {
  'suggestion.details': { suggestion_id: string };
}

/** Detail of the event `earshot:navigate`. */
export interface NavigationRequest {
  state: string;
  params: Record<string, string>;
}

/** Name of the event on `window` that asks for a named state. */
export const navigateEvent = 'earshot:navigate';

/** Tells the host which collections a mutation touched. A failing host never breaks the console. */
export function publishChange(collections: string[]): void {
  guarded(() => window.earshotHost?.publish?.({ method: 'gql', url: '/api/v2/graphql', collections }));
}

/** Tells the host that a session began (first token set, specification line 319). */
export function tellLogin(): void {
  guarded(() => window.earshotHost?.onLogin?.());
}

/** Tells the host that the session ended (specification line 322). */
export function tellLogout(): void {
  guarded(() => window.earshotHost?.onLogout?.());
}

/**
 * Asks for a named state, e.g. after an idea was created. A host takes it by
 * calling `preventDefault` on the event; otherwise the console itself opens
 * the screen (listenForNavigation).
 */
export function navigateToState<S extends keyof NamedStates>(state: S, params: NamedStates[S]): void {
  window.dispatchEvent(
    new CustomEvent<NavigationRequest>(navigateEvent, { cancelable: true, detail: { state, params } }),
  );
}

/**
 * Address of a named state inside the console, or null for an unknown name or
 * a missing parameter (DEC-010: suggestion.details is /admin/v3/ideas/{id}).
 */
export function addressOfState(request: NavigationRequest): string | null {
  if (request.state === 'suggestion.details') {
    const id = request.params.suggestion_id;
    return typeof id === 'string' && /^\d+$/.test(id) ? `/admin/v3/ideas/${id}` : null;
  }
  return null;
}

/**
 * Opens the named states that no host takes. Decides after all listeners of
 * the event have run, so that the order in which host and console registered
 * does not matter. Unknown states are logged. Returns the way to stop.
 */
export function listenForNavigation(open: (address: string) => void): () => void {
  const onNavigate = (event: Event): void => {
    queueMicrotask(() => {
      if (event.defaultPrevented) return;
      const request = readRequest((event as CustomEvent<unknown>).detail);
      const address = request === null ? null : addressOfState(request);
      if (address === null) {
        console.error('Unknown navigation request', request?.state ?? null);
        return;
      }
      open(address);
    });
  };
  window.addEventListener(navigateEvent, onNavigate);
  return () => window.removeEventListener(navigateEvent, onNavigate);
}

function readRequest(detail: unknown): NavigationRequest | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const { state, params } = detail as { state?: unknown; params?: unknown };
  if (typeof state !== 'string') return null;
  const read: Record<string, string> = {};
  if (typeof params === 'object' && params !== null) {
    for (const [name, value] of Object.entries(params)) {
      if (typeof value === 'string' || typeof value === 'number') read[name] = String(value);
    }
  }
  return { state, params: read };
}

function guarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    console.error('The host application failed', error);
  }
}

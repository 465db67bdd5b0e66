/**
 * The session of the console: no token, a token fetched from the server,
 * authenticated, signed out (specification lines 319-322). The token lives in
 * memory only; what survives a reload is the HttpOnly session cookie.
 */
import { messages } from '../../../contract/errors.ts';
import { sessionLimits } from '../../../contract/limits.ts';
import { apiError, errorOfResponse } from './errors.ts';
import type { ApiError } from './errors.ts';

/** What the session needs from its surroundings; the browser's own in `runtime.ts`, fakes in tests. */
export interface SessionPorts {
  fetch: typeof fetch;
  /** Leaves the console for an address of the site. */
  goTo(address: string): void;
  /** Path, query and hash of the page, to come back to after signing in. */
  currentAddress(): string;
  /** A token was set for the first time. */
  onLogin(): void;
  /** The session ended. */
  onLogout(): void;
  /** What a heartbeat that lives answered. */
  onBeat?(answer: unknown): void;
}

/** The running session. */
export interface Session {
  /** The token, fetched when there is none. Rejects with ApiError. */
  token(): Promise<string>;
  /** A token other than `refused`: parallel calls share one refresh. Rejects with ApiError when the server grants none. */
  refresh(refused: string): Promise<string>;
  /** Asks the server to end the session, then leaves for the sign-in page. Rejects, still signed in, when the server cannot be reached. */
  signOut(): Promise<void>;
  /** The server has ended the session: leaves for the sign-in page, which leads back here. */
  end(): void;
  /** Forgets the token and leaves for an address of the site, without asking the server. */
  leave(address: string): void;
  /** Asks whether the session lives; ends it here when the server says 401 (DEC-155). */
  beat(): Promise<void>;
  isSignedOut(): boolean;
}

const tokenPath = '/clients/admin-console/token';
const heartbeatPath = '/clients/admin-console/heartbeat';
const logoutPath = '/clients/admin-console/logout';

/** Where signing in starts (specification line 66, DEC-008). */
export const signinPath = '/admin/signin';

/** Address of the sign-in page that says that the session has ended, and leads back to `address`, a path of this site. */
export function signinAddress(address: string): string {
  return `${signinPath}?return_to=${encodeURIComponent(address)}&ended=true`;
}

/** Makes the session; sends nothing until a token is asked for. */
export function createSession(ports: SessionPorts): Session {
  let token: string | null = null;
  let hadToken = false;
  let signedOut = false;
  let pending: Promise<string> | null = null;

  function leave(address: string): void {
    token = null;
    if (signedOut) return;
    signedOut = true;
    ports.onLogout();
    ports.goTo(address);
  }

  function end(): void {
    leave(signinAddress(ports.currentAddress()));
  }

  async function fetchToken(): Promise<string> {
    const response = await call(ports.fetch, tokenPath, 'GET');
    if (response.status === 401) {
      end();
      throw signedOutError(tokenPath);
    }
    if (!response.ok) throw await errorOfResponse(response, tokenPath);
    const body: unknown = await response.json().catch(() => null);
    const given = typeof body === 'object' && body !== null ? (body as { token?: unknown }).token : undefined;
    if (typeof given !== 'string' || given === '') {
      throw apiError({
        message: messages.noToken,
        code: 'INTERNAL_SERVER_ERROR',
        status: response.status,
        operation: tokenPath,
      });
    }
    token = given;
    if (!hadToken) {
      hadToken = true;
      ports.onLogin();
    }
    return given;
  }

  function fetchOnce(): Promise<string> {
    if (signedOut) return Promise.reject(signedOutError(tokenPath));
    pending ??= fetchToken().finally(() => {
      pending = null;
    });
    return pending;
  }

  return {
    token: () => (token === null ? fetchOnce() : Promise.resolve(token)),
    refresh(refused) {
      // another call has renewed it in the meantime
      if (token !== null && token !== refused) return Promise.resolve(token);
      token = null;
      return fetchOnce();
    },
    async signOut() {
      if (signedOut) return;
      const response = await call(ports.fetch, logoutPath, 'DELETE');
      // 401: there is no session left to end
      if (!response.ok && response.status !== 401) throw await errorOfResponse(response, logoutPath);
      leave(signinPath);
    },
    end,
    leave,
    async beat() {
      if (signedOut) return;
      const response = await call(ports.fetch, heartbeatPath, 'GET');
      if (response.status === 401) end();
      else if (response.ok) ports.onBeat?.(await response.json().catch(() => null));
    },
    isSignedOut: () => signedOut,
  };
}

/**
 * Beats each minute while the page is visible, and at once when it becomes
 * visible again after a minute or more. Returns the way to stop.
 */
export function startHeartbeat(session: Session, page: Document, now: () => number): () => void {
  let lastAt = now();
  const beat = (): void => {
    lastAt = now();
    // no answer is the connection's matter, not the session's end
    session.beat().catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (page.visibilityState === 'visible') beat();
  }, sessionLimits.heartbeatIntervalMs);
  const onVisible = (): void => {
    if (page.visibilityState === 'visible' && now() - lastAt >= sessionLimits.heartbeatIntervalMs) beat();
  };
  page.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', onVisible);
  };
}

async function call(send: typeof fetch, path: string, method: string): Promise<Response> {
  try {
    return await send(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'application/json' },
    });
  } catch {
    throw apiError({ code: 'NETWORK', status: 0, operation: path });
  }
}

function signedOutError(operation: string): ApiError {
  return apiError({ message: 'You are signed out.', code: 'UNAUTHENTICATED', status: 401, operation });
}

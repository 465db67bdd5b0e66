/**
 * The console's own session, client and query client: the parts of this folder
 * wired to the browser. One of each per page.
 */
import { publishChange, tellLogin, tellLogout } from '../host/bridge.ts';
import { consoleEnv } from '../host/env.ts';
import { setStorageOwner } from '../host/storage.ts';
import { randomUuid } from '../host/uuid.ts';
import { createClient } from './client.ts';
import { createConnection, notingFetch } from './connection.ts';
import { prefetchingFetch } from './early.ts';
import { apiError, diskFull, errorOfResponse, handleApiError, reportError } from './errors.ts';
import type { ErrorPorts } from './errors.ts';
import { createInstallation } from './installation.ts';
import { applyReply, createQueryClient } from './refetch.ts';
import { createSession, signinPath } from './session.ts';

function goTo(address: string): void {
  window.location.assign(address);
}

/** Whether the server can be reached. */
export const connection = createConnection();

/** The fetch of every call: takes what was asked before the code was there, and tells the connection whether the server was reached. */
export const browserFetch = notingFetch(
  prefetchingFetch(
    (input, init) => window.fetch(input, init),
    () => window.earshotEarlyCalls,
  ),
  connection,
);

/** What the server says of itself. */
export const installation = createInstallation();

/** The session of this page. */
export const session = createSession({
  fetch: browserFetch,
  goTo,
  currentAddress: () => window.location.pathname + window.location.search + window.location.hash,
  onLogin: tellLogin,
  onLogout: () => {
    setStorageOwner(null);
    tellLogout();
  },
  onBeat: (answer) => installation.note(answer),
});

/** All queries of the console. */
export const queryClient = createQueryClient();

const client = createClient({
  fetch: browserFetch,
  session,
  newKey: randomUuid,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  onError: (error, ownsForbidden) => {
    // anyone who keeps the settings reads at once what is the matter
    if (error.reason === diskFull) session.beat().catch(() => undefined);
    if (ownsForbidden && error.code === 'FORBIDDEN') reportError(error, errorPorts());
    else handleApiError(error, errorPorts());
  },
  onMutation: (reply) => applyReply(queryClient, reply, publishChange),
});

/** Sends a GraphQL operation: `request(document, variables, {signal})`. Rejects with ApiError, which has been handled by its code already. */
export const request = client.request;

/** Sends another call that needs the token, e.g. an upload. Rejects with ApiError. */
export const send = client.send;

/**
 * GET of a path that answers JSON to the session cookie alone. Rejects with
 * ApiError; without a session the page is left for the sign-in page first.
 */
export async function fetchJson(path: string): Promise<unknown> {
  let response: Response;
  try {
    response = await browserFetch(path, {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
  } catch {
    throw apiError({ code: 'NETWORK', status: 0, operation: path });
  }
  if (response.status === 401) session.end();
  if (!response.ok) throw await errorOfResponse(response, path);
  return response.json();
}

/** Logs an error that is no failed call, and reports it. */
export function report(error: unknown): void {
  reportError(error, errorPorts());
}

/**
 * Signs out at the user's wish. Rejects with ApiError while the server cannot
 * be reached: the session would live on there.
 */
export function signOut(): Promise<void> {
  return session.signOut();
}

function errorPorts(): ErrorPorts {
  const env = consoleEnv();
  return {
    signOut: () => {
      // a refused user must leave even when the server does not take the farewell
      session.signOut().catch(() => session.leave(signinPath));
    },
    goTo,
    log: (...parts) => console.error(...parts),
    note: (...parts) => console.info(...parts),
    sinkUrl: env.error_sink_url,
    sampleRate: env.error_sample_rate,
    send: sendBeacon,
    random: Math.random,
    now: () => new Date().toISOString(),
    path: () => window.location.pathname,
  };
}

function sendBeacon(url: string, body: string): void {
  // keepalive: the report must leave even when the error ends the page; its own failure is no one's error
  window
    .fetch(url, { method: 'POST', body, keepalive: true, headers: { 'content-type': 'application/json' } })
    .catch(() => undefined);
}

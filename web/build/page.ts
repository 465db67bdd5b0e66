/** What the pages of the built console and the server that sends them agree on. */

/** Where the server serves the built files from; the pages refer to it. */
export const ASSET_BASE = '/console-assets/';

/** The server replaces this literal by a fresh nonce in every page that it sends (server/http/pages.ts). */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

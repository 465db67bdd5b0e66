/** What all files of journeys that one worker runs share: a browser, and a server on a database of its own. Both begin when the first file asks for them and end with the worker. */
import type { Browser } from 'playwright-core';
import { startConsoleServer } from './console_server.ts';
import type { ConsoleServer } from './console_server.ts';
import { launchChromium } from './panels.ts';
import { WarmWindows } from './warm_window.ts';

/** A server with warm windows on it. */
export interface SharedServer {
  server: ConsoleServer;
  warm: WarmWindows;
}

let browser: Promise<Browser> | undefined;
let server: Promise<SharedServer> | undefined;

/** The browser of this worker. One that has ended, as after a crash, is replaced. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await browser;
  if (running?.isConnected() !== true) browser = launchChromium();
  return browser!;
}

/** The server of this worker, for journeys that need no settings of their own: mail, files and jobs stay in memory. */
export async function sharedServer(): Promise<SharedServer> {
  server ??= startConsoleServer().then(async (running) => ({
    server: running,
    warm: new WarmWindows(await sharedBrowser(), `${running.sharedUrl}/health/live`),
  }));
  return server;
}

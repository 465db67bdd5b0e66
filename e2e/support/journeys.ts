/** What files of journeys have in common: one server and one browser for the file, a workspace for each test, and pages that must not complain. */
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startConsoleServer } from './console_server.ts';
import type { ConsoleServer, ConsoleWorkspace } from './console_server.ts';
import { launchChromium, openPanelPage } from './panels.ts';
import type { PanelPage } from './panels.ts';

/** How a page is opened: scheme, size, motion, and what is done to it before it goes to its address. */
export type PageOptions = NonNullable<Parameters<typeof openPanelPage>[3]>;

/** What the server of a file is started with. */
type ServerOptions = Parameters<typeof startConsoleServer>;

/** The journeys of one file. */
export interface Journeys {
  /** Opens a signed-in page, which is closed after the test; what it complains about fails the test. */
  open(server: ConsoleWorkspace, address: string, options?: PageOptions): Promise<PanelPage>;
  /** A window in which nobody is signed in yet, closed after the test; what its pages complain about is for the test to look at. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A further workspace; columns override. */
  openWorkspace(values?: Parameters<ConsoleServer['openWorkspace']>[0]): Promise<ConsoleWorkspace>;
  /** Closes the pages of the test so far, e.g. before their server goes. @throws Error with the complaints of the pages */
  closePages(): Promise<void>;
}

/**
 * Starts a server and a browser before the tests of a file and ends them after. To be called at the top of the file.
 *
 * @param prepare called before each test with its fresh workspace; makes the records that each test finds
 * @param server what the server is started with, or a function that knows it once the file's own hooks that stand above have run;
 *   left out: mail, files and jobs stay in memory
 */
export function journeysOf(
  prepare: (workspace: ConsoleWorkspace) => void | Promise<void>,
  server: ServerOptions | (() => ServerOptions) = [],
): Journeys {
  let running: ConsoleServer;
  let browser: Browser;
  let opened: PanelPage[] = [];
  let contexts: BrowserContext[] = [];

  const closePages = async (): Promise<void> => {
    const pages = opened;
    opened = [];
    const complaints = pages.flatMap((each) => each.complaints);
    const windows = contexts;
    contexts = [];
    await Promise.all([...pages, ...windows].map((each) => each.close()));
    if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join(' | ')}`);
  };

  beforeAll(async () => {
    running = await startConsoleServer(...(typeof server === 'function' ? server() : server));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
  });
  beforeEach(async () => {
    await prepare(await running.openWorkspace());
  });
  afterEach(closePages);

  return {
    open: async (workspace, address, options = {}) => {
      const page = await openPanelPage(browser, workspace, address, options);
      opened.push(page);
      return page;
    },
    openContext: async (options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
    openWorkspace: (values) => running.openWorkspace(values),
    closePages,
  };
}

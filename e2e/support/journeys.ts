/** What files of journeys have in common: a server, a browser and warm windows, a workspace for each test, and pages that must not complain. */
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startConsoleServer } from './console_server.ts';
import type { ConsoleServer, ConsoleWorkspace } from './console_server.ts';
import { openPanelPage } from './panels.ts';
import type { PageOptions, PanelPage } from './panels.ts';

export type { PageOptions };
import { sharedBrowser, sharedServer } from './shared.ts';
import { openWindow, WarmWindows } from './warm_window.ts';
import type { TestWindow } from './warm_window.ts';

/** What the server of a file is started with. */
type ServerOptions = Parameters<typeof startConsoleServer>;

/** The journeys of one file. */
export interface Journeys {
  /**
   * Opens a signed-in page; what it complains about fails the test. At the shared address it is in a warm window,
   * unless it asks for one of its own.
   */
  open(server: ConsoleWorkspace, address: string, options?: PageOptions): Promise<PanelPage>;
  /** As `open`, without going anywhere: nobody is signed in yet. What its pages complain about is for the test to look at. */
  openWindow(options?: PageOptions): Promise<TestWindow>;
  /** A window in which nobody is signed in yet, closed after the test; what its pages complain about is for the test to look at. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A further workspace, under an address of its own; columns override. */
  openWorkspace(values?: Parameters<ConsoleServer['openWorkspace']>[0]): Promise<ConsoleWorkspace>;
  /** A workspace in place of the one that the test has; columns override. */
  replaceWorkspace(values?: Parameters<ConsoleServer['openWorkspace']>[0]): Promise<ConsoleWorkspace>;
  /** Closes the pages of the test so far, e.g. before their server goes. @throws Error with the complaints of the pages */
  closePages(): Promise<void>;
}

/**
 * Gives the tests of a file a browser and a server, those that the worker shares as far as they fit. To be called at
 * the top of the file.
 *
 * @param prepare called before each test with its fresh workspace; makes the records that each test finds
 * @param own what a server of the file's own is started with, or a function that knows it once the file's own hooks
 *   that stand above have run; left out: the shared one, on which mail, files and jobs stay in memory
 * @param script what each page of the file begins with
 */
export function journeysOf(
  prepare: (workspace: ConsoleWorkspace) => void | Promise<void>,
  own?: ServerOptions | (() => ServerOptions),
  script?: () => void,
): Journeys {
  let running: ConsoleServer;
  let browser: Browser;
  let warm: WarmWindows;
  /** Whether the warm windows are the file's own. */
  let hasWindows = false;
  let opened: PanelPage[] = [];
  let contexts: BrowserContext[] = [];

  const closePages = async (isSound = true): Promise<void> => {
    const complaints = opened.flatMap((each) => each.complaints);
    opened = [];
    const windows = contexts;
    contexts = [];
    await Promise.all([
      warm.giveBack(isSound && complaints.length === 0),
      ...windows.map((each) => each.close()),
    ]);
    if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join(' | ')}`);
  };

  beforeAll(async () => {
    browser = await sharedBrowser();
    const shared = own === undefined ? await sharedServer() : null;
    running = shared?.server ?? (await startConsoleServer(...(typeof own === 'function' ? own() : own!)));
    hasWindows = shared === null || script !== undefined;
    warm = hasWindows ? new WarmWindows(browser, `${running.sharedUrl}/health/live`, script) : shared!.warm;
  });
  afterAll(async () => {
    if (hasWindows) await warm.close();
    if (own !== undefined) await running?.close();
  });
  beforeEach(async () => {
    await prepare(await running.replaceWorkspace());
  });
  afterEach(({ task }) => closePages(task.result?.state !== 'fail'));

  const openWindowOf = async (options: PageOptions, isHere: boolean): Promise<TestWindow> => {
    if (!options.own && isHere) return warm.take(options);
    const window = await openWindow(browser, options, script);
    contexts.push(window.context);
    return window;
  };

  return {
    open: async (workspace, address, options = {}) => {
      const window = await openWindowOf(options, workspace.url === running.sharedUrl);
      const page = await openPanelPage(window, workspace, address, options);
      opened.push(page);
      return page;
    },
    openWindow: (options = {}) => openWindowOf(options, true),
    openContext: async (options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
    openWorkspace: (values) => running.openWorkspace(values),
    replaceWorkspace: (values) => running.replaceWorkspace(values),
    closePages: () => closePages(),
  };
}

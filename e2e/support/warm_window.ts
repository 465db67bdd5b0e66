/** Windows of the browser that tests use one after the other: code that was loaded and compiled for one of them is there for the next. */
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What may differ from test to test without another window. */
export interface WindowOptions {
  /** Scheme of the system; light without a value. */
  scheme?: 'light' | 'dark' | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Whether things may move; they may not without a value. */
  motion?: boolean | undefined;
}

/** A window with the page in it. */
export interface TestWindow {
  context: BrowserContext;
  page: Page;
}

/** Opens a window that nobody has used. @param script what each page in it begins with */
export async function openWindow(
  browser: Browser,
  { scheme = 'light', width = 1440, height = 900, motion = false }: WindowOptions = {},
  script?: () => void,
): Promise<TestWindow> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: motion ? 'no-preference' : 'reduce',
  });
  if (script !== undefined) await context.addInitScript(script);
  return { context, page: await context.newPage() };
}

/** Events that tests listen to. What Playwright itself waits for is not among them. */
const PAGE_EVENTS = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
];
const CONTEXT_EVENTS = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
];

/** Windows for tests that run one after the other: as many as one of them had open at the same time. */
export class WarmWindows {
  private readonly browser: Browser;
  /** Address on the tests' origin of a page without code. */
  private readonly parkingAddress: string;
  private readonly script: (() => void) | undefined;
  private free: TestWindow[] = [];
  private taken: TestWindow[] = [];

  /** @param script what each page of these windows begins with */
  constructor(browser: Browser, parkingAddress: string, script?: () => void) {
    this.browser = browser;
    this.parkingAddress = parkingAddress;
    this.script = script;
  }

  /** A window as if it were new: no session, nothing kept, nothing routed. */
  async take(options: WindowOptions = {}): Promise<TestWindow> {
    const parked = this.free.pop();
    const window = parked ?? (await openWindow(this.browser, options, this.script));
    this.taken.push(window);
    if (parked === undefined) {
      refuseWhatStays(window);
      return window;
    }
    const { scheme = 'light', width = 1440, height = 900, motion = false } = options;
    await window.page.setViewportSize({ width, height });
    await window.page.emulateMedia({
      colorScheme: scheme,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      forcedColors: null,
      contrast: null,
      media: null,
    });
    return window;
  }

  /**
   * Takes all windows back from a test.
   *
   * @param isSound false closes them, since nobody knows what they are left with
   */
  async giveBack(isSound: boolean): Promise<void> {
    const windows = this.taken;
    this.taken = [];
    await Promise.all(
      windows.map(async (window) => {
        if (isSound && (await park(window, this.parkingAddress))) this.free.push(window);
        else await window.context.close();
      }),
    );
  }

  /** Closes them for good. */
  async close(): Promise<void> {
    const windows = [...this.free, ...this.taken];
    this.free = [];
    this.taken = [];
    await Promise.all(windows.map((window) => window.context.close()));
  }
}

/** Takes out of a window what a test has left. @returns whether it can be used again */
async function park(window: TestWindow, parkingAddress: string): Promise<boolean> {
  if (window.page.isClosed()) return false;
  try {
    await clear(window, parkingAddress);
    return true;
  } catch {
    // a page that goes elsewhere at this moment, as to the sign-in, cannot be parked
    return false;
  }
}

async function clear({ context, page }: TestWindow, parkingAddress: string): Promise<void> {
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  const isStage = await page.evaluate(async () => {
    await window.earshotStage?.clear();
    return window.earshotStage !== undefined;
  });
  if (!isStage) await page.goto(parkingAddress);
  // only now, and without a line: what a test holds back goes on its way as its route goes, and would be carried out
  // where the browser has not heard yet that the page gave it up
  await context.setOffline(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  // where a new window has it
  await page.mouse.move(0, 0);
}

/** What no clearing takes back is for a window of a test's own: asked for in this one it fails at once. */
function refuseWhatStays({ context, page }: TestWindow): void {
  const refuse = (): never => {
    throw new Error('This stays in a window: open the page with { own: true }.');
  };
  for (const method of ['addInitScript', 'exposeFunction', 'exposeBinding'] as const) {
    Object.defineProperty(page, method, { value: refuse });
    Object.defineProperty(context, method, { value: refuse });
  }
  Object.defineProperty(context, 'newCDPSession', { value: refuse });
  // all pages of the context have this one
  for (const method of ['install', 'setFixedTime', 'setSystemTime'] as const) {
    Object.defineProperty(context.clock, method, { value: refuse });
  }
}

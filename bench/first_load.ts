import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { chromium, type Browser, type CDPSession, type Page, type Response } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../scripts/chromium.ts';
import { loadPage, type PageLoad } from '../scripts/page_load.ts';
import { openCluster } from './database.ts';
import { median } from './load.ts';
import { startServer, type BenchServer } from './server.ts';

const LIST = '/admin/v3/feedback/suggestions';
const CPU_SLOWDOWN = 4;
/** After the table is there: what a page still does on its own is done by then. */
const SETTLED_MS = 1_500;
const BYTES_PER_SECOND = 10_000_000 / 8;

/** First load of the ideas page and of an idea's, and times of interactions in a slowed-down Chromium, beside an empty React page. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '20000' },
      'data-dir': { type: 'string' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const rounds = Number(values.rounds);
  const executablePath = findChromium();
  if (executablePath === null) {
    console.log('No Chromium was found: install the package chromium, or set CHROMIUM to the path of one.');
    process.exitCode = 2;
    return;
  }
  const built = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/build-console.ts')], {
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The console could not be built.');
  const cluster = await openCluster(values['data-dir'] ?? null);
  let server: BenchServer | null = null;
  let browser: Browser | null = null;
  const empty = await serveEmptyPage();
  try {
    server = await startServer(await cluster.generated(Number(values.ideas), 20));
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    const origin = `http://127.0.0.1:${server.port}`;
    const cookie = { name: 'earshot', value: server.cookie.split('=')[1]!, url: origin };
    const loads: Load[] = [];
    const emptyLoads: Load[] = [];
    for (let round = 0; round < rounds; round += 1) {
      emptyLoads.push(
        await firstLoad(browser, empty.url, null, (page) => page.getByText('An empty React page.').waitFor()),
      );
      loads.push(
        await firstLoad(browser, origin + LIST, cookie, (page) =>
          page.locator('tbody tr[data-row-id]').first().waitFor(),
        ),
      );
    }
    const lcp = median(loads.map((load) => load.lcpMs));
    const emptyLcp = median(emptyLoads.map((load) => load.lcpMs));
    const { scriptBytes, sentScriptBytes, requests } = loads[0]!;
    console.log(
      `First load of the ideas page, processor slowed down ${CPU_SLOWDOWN} times, 10 Mbit/s, nothing cached; medians of ${rounds}`,
    );
    console.log(
      `  JavaScript until the table shows ${(scriptBytes / 1024).toFixed(1)} KB gz (bar 155), ${(sentScriptBytes / 1024).toFixed(1)} KB as sent; ${requests} requests (bar 25)`,
    );
    console.log(
      `  largest contentful paint ${lcp.toFixed(0)} ms (bar 2000), of an empty React page ${emptyLcp.toFixed(0)} ms, ratio ${(lcp / emptyLcp).toFixed(2)} (bar 2.5); table there after ${median(loads.map((load) => load.thereMs)).toFixed(0)} ms`,
    );
    const idea = await ideaLoad(browser, origin, cookie);
    console.log(
      `  an idea's page, all kinds, until two seconds after load: ${idea.requests} requests (bar 20), ${(idea.bytes / 1024).toFixed(1)} KB gz (bar 240)`,
    );
    const times = await interactions(browser, origin, cookie, rounds);
    console.log(
      `Interactions at the same slow-down, from the event to the next paint, medians of ${rounds} (bar 100 ms)`,
    );
    for (const [name, found] of times)
      console.log(
        `  ${name.padEnd(20)} ${median(found).toFixed(0).padStart(4)} ms   slowest ${Math.max(...found).toFixed(0)} ms`,
      );
  } finally {
    await browser?.close();
    await server?.close();
    await empty.close();
    await cluster.close();
  }
}

interface Load {
  scriptBytes: number;
  /** as the server compressed them for this browser */
  sentScriptBytes: number;
  requests: number;
  lcpMs: number;
  thereMs: number;
}

interface Cookie {
  name: string;
  value: string;
  url: string;
}

async function openSlowPage(
  browser: Browser,
  cookie: Cookie | null,
): Promise<{ page: Page; session: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  if (cookie) await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, session, close: () => context.close() };
}

async function firstLoad(
  browser: Browser,
  url: string,
  cookie: Cookie | null,
  isThere: (page: Page) => Promise<unknown>,
): Promise<Load> {
  const { page, session, close } = await openSlowPage(browser, cookie);
  const sent = new Map<string, { url: string; bytes: number }>();
  let requests = 0;
  const scripts: Promise<number>[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requests += 1;
    sent.set(requestId, { url: request.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = sent.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  const countScript = (response: Response): void => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  };
  page.on('response', countScript);
  await page.addInitScript(() => {
    const seen = window as unknown as { lcp: number };
    seen.lcp = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await isThere(page);
  const thereMs = performance.now() - started;
  const asked = requests;
  // what comes from now on comes for later
  page.off('response', countScript);
  const sentScriptBytes = [...sent.values()]
    .filter((entry) => new URL(entry.url).pathname.endsWith('.js'))
    .reduce((sum, entry) => sum + entry.bytes, 0);
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
  // what is painted after the table is larger may still count; the stream of events keeps the network from falling silent
  await page.waitForTimeout(SETTLED_MS);
  const lcpMs = await page.evaluate(() => (window as unknown as { lcp: number }).lcp);
  await close();
  return { scriptBytes, sentScriptBytes, requests: asked, lcpMs, thereMs };
}

/** First load of the page of the first idea of the list, in a browser that has nothing cached. */
async function ideaLoad(browser: Browser, origin: string, cookie: Cookie): Promise<PageLoad> {
  const list = await openSlowPage(browser, cookie);
  await list.page.goto(origin + LIST);
  const row = list.page.locator('tbody tr[data-row-id]').first();
  await row.waitFor();
  const id = await row.getAttribute('data-row-id');
  await list.close();
  const { page, close } = await openSlowPage(browser, cookie);
  const loaded = await loadPage(page, `${origin}/admin/v3/ideas/${id}`);
  await close();
  return loaded;
}

/** Time of each interaction as the browser reports it (Event Timing): the longest of its events, to the next paint. */
async function interactions(
  browser: Browser,
  origin: string,
  cookie: Cookie,
  rounds: number,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>([
    ['select a row', []],
    ['picker in a cell', []],
    ['peek', []],
    ['peek at the next', []],
    ['open an idea: title and figures', []],
    ['scroll 100 rows: longest frame', []],
    ['open the palette', []],
    ['type in the palette', []],
    ['open a panel', []],
    ['type in a picker', []],
  ]);
  for (let round = 0; round < rounds; round += 1) {
    const { page, close } = await openSlowPage(browser, cookie);
    await page.addInitScript(() => {
      const seen = window as unknown as { events: number[] };
      seen.events = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { interactionId: number; duration: number }[])
          if (entry.interactionId > 0) seen.events.push(entry.duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    await page.goto(origin + LIST);
    await page.locator('tbody tr[data-row-id]').first().waitFor();
    await page.waitForTimeout(SETTLED_MS);
    const measure = async (name: string, act: () => Promise<unknown>): Promise<void> => {
      await page.evaluate(() => {
        (window as unknown as { events: number[] }).events = [];
      });
      await act();
      await page.waitForTimeout(600);
      // under 16 ms the browser reports nothing
      times
        .get(name)!
        .push(
          Math.max(16, ...(await page.evaluate(() => (window as unknown as { events: number[] }).events))),
        );
    };
    // the pointer is there before the button is pressed: what its arrival draws is no part of the click
    await page.locator('tbody tr[data-row-id] label').first().hover();
    await page.waitForTimeout(400);
    await measure('select a row', async () => {
      await page.mouse.down();
      await page.mouse.up();
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.waitForTimeout(400);
    await measure('picker in a cell', async () => {
      await page.keyboard.press('s');
      await page.getByRole('option', { name: 'No Status' }).waitFor();
    });
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
    const pane = page.getByRole('complementary', { name: /^Peek/ });
    await measure('peek', async () => {
      await page.keyboard.press('Space');
      await pane.waitFor();
    });
    await measure('peek at the next', () => page.keyboard.press('j'));
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await measure('open the palette', async () => {
      await page.keyboard.press('Control+k');
      await palette.waitFor();
    });
    await measure('type in the palette', () => page.keyboard.type('export', { delay: 120 }));
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
    await measure('open a panel', async () => {
      await page.keyboard.press('c');
      await page.getByRole('dialog', { name: 'Add feedback', exact: true }).waitFor();
    });
    const picker = page
      .getByRole('dialog', { name: 'Add feedback', exact: true })
      .getByRole('combobox', { name: 'User' });
    await picker.click();
    await page.waitForTimeout(400);
    await measure('type in a picker', () => page.keyboard.type('person', { delay: 120 }));
    await page.goto(`${origin}${LIST}?per_page=100`);
    await page.locator('tbody tr[data-row-id]').nth(99).waitFor();
    // the page of an idea is there by then
    await page.waitForTimeout(4 * SETTLED_MS);
    times.get('scroll 100 rows: longest frame')!.push(await longestFrameOfScrolling(page));
    times.get('open an idea: title and figures')!.push(await openingOfIdea(page));
    await close();
  }
  return times;
}

/** The longest time between two frames while the list is scrolled to its end and back, in ms. */
function longestFrameOfScrolling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('table')!.parentElement!;
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
    let last = await frame();
    let longest = 0;
    for (let step = 0; step < 120; step += 1) {
      scroller.scrollTop += step < 60 ? 100 : -100;
      const now = await frame();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
}

/** From Enter on a row until its title and figures stand on its page and are painted, in ms. The server's answer is not waited for. */
function openingOfIdea(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('tbody tr[data-row-id] a')!;
    const started = performance.now();
    link.click();
    while (
      document.querySelector('article h1, [data-known] h1') === null ||
      location.pathname.endsWith('suggestions')
    )
      await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - started;
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Builds and serves the empty page, compressed as the console is. */
async function serveEmptyPage(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-empty-page-'));
  await build({
    root: join(import.meta.dirname, 'empty_page'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url!;
    try {
      const body = gzipSync(readFileSync(join(folder, path)), { level: 9 });
      response
        .writeHead(200, {
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'content-encoding': 'gzip',
          'content-length': body.length,
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

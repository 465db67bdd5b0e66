/** The parts of the console as components: on their gallery page, in one warm window of a Chromium, under the console's content security policy. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPages, WEB } from './support/build_pages.ts';
import { liftByKey, violationsInBothSchemes, WCAG } from './support/panels.ts';
import type { PageOptions } from './support/panels.ts';
import { sharedBrowser } from './support/shared.ts';
import { openWindow, WarmWindows } from './support/warm_window.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

let folder: string;
let server: Server;
let base: string;
let browser: Browser;
let warm: WarmWindows;
let context: BrowserContext;
let page: Page;
/** Windows of tests of their own. */
let windows: BrowserContext[] = [];
/** Errors of the page and violations of its policy; a test that provokes one takes it out. */
let complaints: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ui-kit-'));
  // in place of the pages of the product, which have tests of their own
  await buildPages({ build: { outDir: folder } }, join(WEB, 'gallery.html'));
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace('/console-assets/', '/');
    const name = path === '/' ? 'gallery.html' : path.slice(1);
    try {
      const file = readFileSync(join(folder, name));
      const isPage = name.endsWith('.html');
      const nonce = 'bm9uY2U';
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        ...(isPage
          ? {
              'content-security-policy': `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
            }
          : // their names change with what is in them
            { 'cache-control': 'max-age=31536000, immutable' }),
      });
      response.end(isPage ? file.toString('utf8').replaceAll('__CSP_NONCE__', nonce) : file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await sharedBrowser();
  warm = new WarmWindows(browser, `${base}favicon.svg`);
});

afterAll(async () => {
  await warm?.close();
  server?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  complaints = [];
});

afterEach(async ({ task }) => {
  const closing = windows;
  windows = [];
  await Promise.all([
    warm.giveBack(task.result?.state !== 'fail' && complaints.length === 0),
    ...closing.map((each) => each.close()),
  ]);
  if (complaints.length > 0) throw new Error(`The page complains:\n${complaints.join('\n')}`);
});

/**
 * Opens a page of the gallery, in the warm window.
 *
 * @param options clock: in a window of its own, in which the time stands still and moves with `page.clock.runFor`
 */
async function open(query: string, options: PageOptions & { clock?: boolean } = {}): Promise<void> {
  const { clock = false, own = clock, motion = true, loads = false } = options;
  if (own) {
    ({ context, page } = await openWindow(browser, { ...options, motion }));
    windows.push(context);
  } else {
    await warm.giveBack(true);
    ({ context, page } = await warm.take({ ...options, motion }));
  }
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  if (clock) await page.clock.install({ time: new Date('2025-11-20T12:00:00Z') });
  const isStage = !loads && !own && (await page.evaluate(() => window.earshotStage !== undefined));
  if (isStage) await page.evaluate((at) => window.earshotStage?.show(at), base + query);
  else await page.goto(base + query);
  if (clock) await page.clock.pauseAt(new Date('2025-11-20T12:01:00Z'));
  await page.getByRole('main').waitFor();
}

/** Takes the complaints that were provoked; fails when there are none. */
function taken(): string[] {
  expect(complaints.length).toBeGreaterThan(0);
  return complaints.splice(0);
}

/** The machine may be slow. */
const slow = { timeout: 15_000 };
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const rows = () => page.locator('tbody tr');
const rowBox = (index: number) => rows().nth(index).getByRole('checkbox');
const headerBox = () => page.getByRole('checkbox', { name: 'Select all on this page' });
const selectedRows = () => page.locator('tbody tr[data-selected]');
const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
const toasts = () => page.getByTestId('toast');
const style = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
const focused = () =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  );
/** A click at an exact time of the page's clock: playwright's own waits for frames, which stand still then. */
const clickNow = (locator: Locator) => locator.evaluate((element: HTMLElement) => element.click());

describe('every page of the gallery', () => {
  for (const name of ['table', 'parts', 'forms', 'overlays', 'states', 'charts']) {
    test(`${name} has no violation of WCAG 2.2 A and AA, in the light and in the dark scheme`, async () => {
      await open(`?page=${name}`);
      await page.waitForLoadState('networkidle');
      if (name === 'forms') await page.getByRole('textbox', { name: 'Feedback' }).waitFor();
      expect(await violationsInBothSchemes(page, [...WCAG, 'best-practice'])).toEqual([]);
    });
  }

  test('what opens on top has none either, in the light and in the dark scheme', async () => {
    await open('?page=overlays');
    const check = async (opener: string, what: Locator) => {
      await button(opener).click();
      await what.waitFor();
      expect(await violationsInBothSchemes(page, [...WCAG, 'best-practice']), opener).toEqual([]);
      await page.keyboard.press('Escape');
      await what.waitFor({ state: 'detached' });
    };
    await check('Open panel', page.getByRole('dialog', { name: 'Add feedback' }));
    await check('Open dialog', page.getByRole('dialog', { name: 'Create new user' }));
    await check('Delete idea', page.getByRole('alertdialog', { name: 'Delete this idea?' }));
    await check('Open viewer', page.getByRole('dialog', { name: /^Attachment/ }));
    await check('Palette', page.getByRole('dialog', { name: 'Command palette' }));
  });

  test.each(['light', 'dark'] as const)('begins in the %s scheme of the system', async (scheme) => {
    await open('?page=parts', { scheme });
    expect(await page.evaluate(() => document.documentElement.getAttribute('data-color-scheme'))).toBe(
      scheme,
    );
  });

  test('chosen scheme is kept and set before the page is drawn', async () => {
    await open('?page=parts', { scheme: 'light' });
    await button('Scheme').click();
    expect(await page.evaluate(() => document.documentElement.dataset['colorScheme'])).toBe('dark');
    await page.route('**/*.js', (route) =>
      route.request().url().includes('color-scheme') ? route.continue() : route.abort(),
    );
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset['colorScheme'])).toBe('dark');
  });
});

describe('the table', () => {
  test('[TABLE-001] [TABLE-002] [TABLE-003] [VALID-005] has a popover of columns with All, None and Restore Defaults', async () => {
    await open('?page=table');
    await button('Columns').click();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await expect.poll(() => panel.getByRole('checkbox').count(), slow).toBe(8);
    expect(await panel.getByRole('checkbox', { name: 'Idea' }).count()).toBe(0);
    expect(await header('Comments').count()).toBe(0);
    await panel.getByRole('checkbox', { name: 'Comments' }).click();
    expect(await header('Comments').count()).toBe(1);

    const names = ['Votes', 'Votes, 12 wks', 'Comments'];
    await button('No Activity columns').click();
    for (const name of names) expect(await header(name).count(), name).toBe(0);
    await button('All Activity columns').click();
    for (const name of names) expect(await header(name).count(), name).toBe(1);
    await page.reload();
    expect(await header('Comments').count()).toBe(1);

    await button('Columns').click();
    await button('Restore Defaults').click();
    expect(await header('Comments').count()).toBe(0);
    for (const name of ['Votes', 'Votes, 12 wks', 'Status', 'Owner'])
      expect(await header(name).count(), name).toBe(1);
  });

  test('[CONST-022] the popover opens and closes in 250 ms, and gives the focus back', async () => {
    await open('?page=table');
    await button('Columns').click();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await panel.waitFor();
    expect(await style(panel, 'transition-duration')).toContain('0.25s');
    await expect
      .poll(() => panel.evaluate((element) => element.contains(document.activeElement)), slow)
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(focused, slow).toBe('Columns');
    await panel.waitFor({ state: 'detached' });
    await button('Columns').click();
    await panel.waitFor();
    await page.getByRole('heading', { name: 'Ideas' }).click();
    await panel.waitFor({ state: 'detached' });
  });

  test('[TABLE-004] sorts by its headers, in the column’s own direction first', async () => {
    await open('?page=table');
    expect(await header('Votes').getAttribute('aria-sort')).toBe('descending');
    const first = await rows().first().textContent();
    await header('Votes').getByRole('button').click();
    expect(await header('Votes').getAttribute('aria-sort')).toBe('ascending');
    expect(await rows().first().textContent()).not.toBe(first);
    await header('Revenue').getByRole('button').click();
    expect(await header('Revenue').getAttribute('aria-sort')).toBe('descending');
    expect(await header('Votes').getAttribute('aria-sort')).toBeNull();
    expect(await header('Status').getByRole('button').count()).toBe(0);
  });

  test('[VALID-006] raises an error when it is to sort and has no handler', async () => {
    await open('?page=table&sort=none');
    await header('Votes').getByRole('button').click();
    expect(taken()).toEqual(['Sort requested for votes but no handler provided.']);
  });

  test('[TABLE-005] columns are resized with the mouse and with the arrow keys', async () => {
    await open('?page=table');
    const edge = page.getByRole('separator', { name: 'Width of column Status' });
    const width = async () => Math.round((await header('Status').boundingBox())?.width ?? 0);
    expect(await width()).toBe(140);
    const box = await edge.boundingBox();
    if (box === null) throw new Error('The edge is not drawn.');
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width, slow).toBe(200);
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width, slow).toBe(190);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(width, slow).toBe(240);
    expect(await edge.getAttribute('aria-valuenow')).toBe('240');
    await page.reload();
    await expect.poll(width, slow).toBe(240);
    await edge.dblclick();
    await expect.poll(width, slow).toBe(140);
  });

  test('[TABLE-006] its first columns stay in view', async () => {
    await open('?page=table', { width: 1024, height: 700 });
    const link = page.getByRole('link', { name: 'Bulk edit statuses from the list', exact: true });
    const before = await link.boundingBox();
    const status = await header('Status').boundingBox();
    await page.locator('table').evaluate((table) => table.parentElement?.scrollTo(250, 0));
    await expect
      .poll(async () => (await header('Status').boundingBox())?.x, slow)
      .toBe((status?.x ?? 0) - 250);
    expect((await link.boundingBox())?.x).toBe(before?.x);
    expect((await rowBox(0).boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  });

  test('[TABLE-011] shows at which edge more is to be seen', async () => {
    await open('?page=table', { width: 1024, height: 700 });
    const frame = page.locator('table').locator('xpath=../..');
    const edges = () =>
      frame.evaluate((element) =>
        ['start', 'end', 'top'].filter((edge) => element.hasAttribute(`data-shadow-${edge}`)),
      );
    await expect.poll(edges, slow).toEqual(['end']);
    const scroll = (x: number, y: number) =>
      page
        .locator('table')
        .evaluate((table, [left, top]) => table.parentElement?.scrollTo(left ?? 0, top ?? 0), [x, y]);
    await scroll(100, 60);
    await expect.poll(edges, slow).toEqual(['start', 'end', 'top']);
    await scroll(5000, 0);
    await expect.poll(edges, slow).toEqual(['start']);
  });

  test('[TABLE-011] a burst of scrolling updates the shadows ten times a second at most, and the last of it counts', async () => {
    await open('?page=table', { width: 1024, height: 700, clock: true });
    await page.getByRole('main').waitFor();
    const frame = page.locator('table').locator('xpath=../..');
    await page.clock.runFor(1_000);
    // each update writes three attributes; to and fro, so that each writes something else
    await frame.evaluate((element) => {
      let updates = 0;
      const write = element.toggleAttribute.bind(element);
      element.toggleAttribute = (name, force) => {
        if (name === 'data-shadow-start') updates += 1;
        element.dataset['updates'] = String(updates);
        return write(name, force);
      };
      const scroller = element.querySelector('table')!.parentElement!;
      for (let event = 0; event < 50; event += 1) {
        scroller.scrollLeft = event % 2 === 0 ? 100 : 0;
        scroller.dispatchEvent(new Event('scroll'));
      }
      scroller.scrollLeft = 100;
    });
    const updates = () => frame.evaluate((element) => Number(element.dataset['updates']));
    expect(await updates()).toBe(1);
    await page.clock.runFor(100);
    await expect.poll(updates, slow).toBeLessThanOrEqual(3);
    await expect
      .poll(() => frame.evaluate((element) => element.hasAttribute('data-shadow-start')), slow)
      .toBe(true);
  });

  test('[TABLE-007] [VALID-007] [VALID-008] [CONST-001] [CONST-002] has a pagination bar', async () => {
    await open('?page=table&count=45');
    const bar = page.getByRole('navigation', { name: 'Pages' });
    const select = page.getByRole('combobox', { name: 'Rows per page' });
    expect(await select.locator('option').allTextContents()).toEqual([
      '20 rows',
      '50 rows',
      '75 rows',
      '100 rows',
    ]);
    expect(await select.inputValue()).toBe('20');
    expect(await bar.textContent()).toContain('1–20 of 45');
    expect(await button('Previous page').isDisabled()).toBe(true);
    await button('Next page').click();
    expect(await bar.textContent()).toContain('21–40 of 45');
    expect(await button('Previous page').isDisabled()).toBe(false);
    await page.keyboard.press(']');
    expect(await bar.textContent()).toContain('41–45 of 45');
    expect(await button('Next page').isDisabled()).toBe(true);
    expect(await rows().count()).toBe(5);
    await page.keyboard.press('[');
    expect(await bar.textContent()).toContain('Page 2 of 3');
    await select.selectOption('100');
    expect(await rows().count()).toBe(45);
    expect(await button('Next page').isDisabled()).toBe(true);
  });

  test('[CONST-002] offers its own default size among the others, and shows a total that was not counted to its end', async () => {
    await open('?page=table&count=200&default=10&total=10%2C000%2B');
    const options = page.getByRole('combobox', { name: 'Rows per page' }).locator('option');
    expect(await options.allTextContents()).toEqual(['10 rows', '20 rows', '50 rows', '75 rows', '100 rows']);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    expect(await bar.textContent()).toContain('1–20 of 10,000+');
    expect(await button('Next page').isDisabled()).toBe(false);
  });

  test('[TABLE-008] says that there is nothing, why, and what to do', async () => {
    await open('?page=table&status=empty');
    await page.getByText('No data to display', { exact: true }).waitFor();
    await page.getByText('No ideas match these filters.').waitFor();
    await button('Clear filters').waitFor();
    expect(await headerBox().isDisabled()).toBe(true);
  });

  test('says that it could not be loaded and loads again', async () => {
    await open('?page=table&status=error');
    await page.getByRole('alert').getByText('We could not load ideas.').waitFor();
    await button('Try again').click();
    expect(await rows().count()).toBe(20);
  });

  test('[CONST-027] [CONST-028] [CONST-029] shows 20 rows of 50 px once it has waited for 1000 ms', async () => {
    await open('?page=table&status=loading', { clock: true });
    const skeleton = page.getByTestId('skeleton-row');
    await page.reload();
    await page.getByRole('main').waitFor();
    await page.clock.runFor(900);
    expect(await skeleton.count()).toBe(0);
    await page.clock.runFor(200);
    await expect.poll(() => skeleton.count(), slow).toBe(20);
    expect((await skeleton.nth(3).boundingBox())?.height).toBe(50);
    expect(await page.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  test('[CONST-027] never shows the skeleton when the answer comes in time, and nothing moves when rows come', async () => {
    await open('?page=table&answer=700', { clock: true });
    await page.reload();
    await page.getByRole('main').waitFor();
    const before = await header('Votes').boundingBox();
    await page.clock.runFor(600);
    expect(await page.getByTestId('skeleton-row').count()).toBe(0);
    await page.clock.runFor(1000);
    await expect.poll(() => rows().count(), slow).toBe(20);
    expect(await page.getByTestId('skeleton-row').count()).toBe(0);
    expect(await header('Votes').boundingBox()).toEqual(before);
    expect((await rows().first().boundingBox())?.height).toBe(50);
  });

  test('keeps its rows while they are fetched again, with a line under the head', async () => {
    await open('?page=table&status=refetching');
    expect(await rows().count()).toBe(20);
    const line = page.getByRole('progressbar', { name: 'Loading Ideas' });
    const box = await line.boundingBox();
    const head = await header('Votes').boundingBox();
    expect(box?.height).toBe(2);
    expect(Math.abs((box?.y ?? 0) + 2 - ((head?.y ?? 0) + (head?.height ?? 0)))).toBeLessThanOrEqual(1);
  });

  test('compact rows are 36 px high and leave the excerpt out', async () => {
    await open('?page=table');
    await button('Columns').click();
    await page.getByRole('radio', { name: 'Compact rows' }).check();
    await expect.poll(async () => (await rows().first().boundingBox())?.height, slow).toBe(36);
    expect(await page.getByText('Let me pick several rows').first().isVisible()).toBe(false);
  });
});

describe('the selection of rows', () => {
  test('[STATE-011] [STATE-014] [STATE-015] [STATE-016] [STATE-017] toggles rows, the page, and is stored with its time', async () => {
    await open('?page=table');
    await rowBox(0).click();
    await rowBox(2).click();
    expect(await selectedRows().count()).toBe(2);
    expect(await headerBox().evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    const stored = await page.evaluate(
      () =>
        JSON.parse(localStorage.getItem('gallery:selection') ?? 'null') as {
          ids: string[];
          stored_at: number;
        },
    );
    expect(stored.ids).toEqual(['1000', '1002']);
    expect(Math.abs(stored.stored_at - Date.now())).toBeLessThan(60_000);

    await headerBox().click();
    expect(await selectedRows().count()).toBe(20);
    expect(await headerBox().isChecked()).toBe(true);
    await page.getByRole('toolbar').getByText('20 selected').waitFor();
    await button('Next page').click();
    expect(await selectedRows().count()).toBe(0);
    await button('Previous page').click();
    await headerBox().click();
    expect(await selectedRows().count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('gallery:selection'))).toBeNull();
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
  });

  test('[STATE-012] [CONST-020] a double click within 300 ms selects only that row', async () => {
    await open('?page=table');
    await rowBox(0).click();
    await rowBox(1).click();
    await rowBox(4).evaluate((box: HTMLElement) => {
      box.click();
      box.click();
    });
    await expect.poll(() => selectedRows().count(), slow).toBe(1);
    expect(await rowBox(4).isChecked()).toBe(true);
  });

  test('[STATE-013] slower clicks toggle twice', async () => {
    await open('?page=table');
    await rowBox(0).click();
    await rowBox(4).click();
    await page.waitForTimeout(400);
    await rowBox(4).click();
    expect(await selectedRows().count()).toBe(1);
    expect(await rowBox(0).isChecked()).toBe(true);
  });

  test('[STATE-018] [STATE-019] survives a reload for 60 minutes and no longer', async () => {
    await open('?page=table');
    await rowBox(3).click();
    await page.reload();
    expect(await selectedRows().count()).toBe(1);
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('gallery:selection') ?? '{}') as { stored_at: number };
      localStorage.setItem(
        'gallery:selection',
        JSON.stringify({ ...stored, stored_at: stored.stored_at - 61 * 60_000 }),
      );
    });
    await page.reload();
    await rows().first().waitFor();
    expect(await selectedRows().count()).toBe(0);
  });

  test('[STATE-020] forgets rows that are gone', async () => {
    await open('?page=table');
    await rowBox(0).click();
    await rowBox(1).click();
    await button('Delete the first').click();
    await page.getByRole('toolbar').getByText('1 selected').waitFor();
    expect(await selectedRows().count()).toBe(1);
  });

  test('is made with the keyboard: J, K, X, Shift X, Enter, Space and Escape', async () => {
    await open('?page=table');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await rows().nth(1).getAttribute('data-current')).toBe('true');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    expect(await selectedRows().count()).toBe(3);
    await page.keyboard.press('k');
    expect(await rows().nth(2).getAttribute('data-current')).toBe('true');
    await page.keyboard.press('Enter');
    await toasts().getByText('Opened Dark mode for the public portal').waitFor();
    await page.keyboard.press('Space');
    await toasts().getByText('Peeked at Dark mode for the public portal').waitFor();
    await page.keyboard.press('Escape');
    expect(await selectedRows().count()).toBe(0);
  });

  test('letters do nothing while one types', async () => {
    await open('?page=table');
    await page.keyboard.press('/');
    expect(await focused()).toBe('Search ideas');
    await page.keyboard.type('jx');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jx');
    expect(await page.locator('tr[data-current]').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });
});

describe('filters', () => {
  test('are chips that open, change and go', async () => {
    await open('?page=table');
    await button(/^Forum is any of/).click();
    await page.getByRole('option', { name: 'Integrations' }).click();
    await button('Forum is any of Product, Mobile apps +2').waitFor();
    await page.keyboard.press('Escape');
    await button('Remove filter Forum').click();
    await button(/^Forum is any of/).waitFor({ state: 'detached' });
    expect(await focused()).toContain('Filter');
    await page.keyboard.press('f');
    await expect.poll(focused, slow).toBe('Add filter');
    await page.keyboard.type('for');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Portal' }).click();
    await button('Forum is any of Portal').waitFor();
  });
});

describe('slide-out panels', () => {
  const panel = () => page.getByRole('dialog', { name: 'Add feedback' });

  test('[PANEL-001] [PANEL-003] [CONST-044] open on the right, 400 px wide', async () => {
    await open('?page=overlays');
    await button('Open panel').click();
    await expect.poll(() => panel().boundingBox(), slow).toEqual({ x: 1040, y: 0, width: 400, height: 900 });
  });

  test('[PANEL-002] open on the left when asked', async () => {
    await open('?page=overlays');
    await button('Open left panel').click();
    await expect.poll(() => panel().boundingBox(), slow).toEqual({ x: 0, y: 0, width: 400, height: 900 });
  });

  test('[PANEL-004] close on Escape and give the focus back', async () => {
    await open('?page=overlays');
    await button('Open panel').click();
    await panel().waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Open panel');
  });

  test('[PANEL-005] [CONST-024] slide for 350 ms, and at once when less motion is wanted', async () => {
    await open('?page=overlays');
    await button('Open panel').click();
    expect(await style(panel(), 'transition-duration')).toBe('0.35s');
    expect(await style(panel(), 'transition-property')).toBe('transform');
    await open('?page=overlays', { motion: false });
    await button('Open panel').click();
    expect(await style(panel(), 'transition-duration')).toBe('0s');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
  });

  test('take the focus to the first field, keep the page out of reach, and leave toasts within reach', async () => {
    await open('?page=overlays');
    await button('Undo').click();
    await button('Open panel').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')), slow)
      .toBe('textbox');
    expect(await page.locator('#root').evaluate((root: HTMLElement) => root.inert)).toBe(true);
    await toasts().getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByTestId('pressed').textContent()).toBe('undone');
    await panel().getByRole('textbox', { name: 'Source URL' }).fill('https://example.com');
    await page.keyboard.type('s');
    expect(await page.getByTestId('pressed').textContent()).toBe('undone');
  });

  test('hand the focus to an editor that is loaded later, but not away from where somebody writes', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await open('?page=overlays', { loads: true });
    await page.route('**/TiptapEditor*.js', async (route) => {
      await held;
      await route.continue();
    });
    await button('Open panel').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-pending-field')), slow)
      .toBe(true);
    await panel().getByRole('textbox', { name: 'Source URL' }).focus();
    release();
    await panel().getByRole('textbox', { name: 'Feedback' }).waitFor();
    await page.keyboard.type('https://');
    expect(await panel().getByRole('textbox', { name: 'Source URL' }).inputValue()).toBe('https://');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await button('Open panel').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')), slow)
      .toBe('textbox');
  });

  test('explain a disabled button, are sent with Ctrl Enter, and do not lose what was typed', async () => {
    await open('?page=overlays');
    await button('Open panel').click();
    const submit = panel().getByRole('button', { name: 'Add Feedback' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await submit.hover();
    await page.getByRole('tooltip').getByText('Write the feedback and say who it is from').waitFor();
    await panel().getByRole('textbox', { name: 'Feedback' }).fill('They need it');
    await page.mouse.click(300, 500);
    await panel().getByRole('combobox', { name: 'User' }).fill('pri');
    await page.getByRole('option', { name: 'Priya Raman' }).click();
    await page.keyboard.press('Control+Enter');
    await toasts().getByText('Feedback captured for this idea!').waitFor();
    await panel().waitFor({ state: 'detached' });
  });

  test('have sections that open and close without losing their content', async () => {
    await open('?page=overlays');
    await button('Open panel').click();
    const url = panel().getByRole('textbox', { name: 'Source URL' });
    await url.fill('https://example.com');
    await panel().getByRole('button', { name: 'Feedback (private)' }).click();
    expect(await url.isVisible()).toBe(false);
    await panel().getByRole('button', { name: 'Feedback (private)' }).click();
    expect(await url.inputValue()).toBe('https://example.com');
  });
});

describe('modals', () => {
  const modal = () => page.getByRole('dialog', { name: 'Opened by key' });

  test('[STATE-009] [CONST-021] go through open, closing for 500 ms, and removed', async () => {
    await open('?page=overlays', { clock: true });
    await clickNow(button('Open by key'));
    await page.clock.runFor(500);
    await modal().waitFor();
    await clickNow(modal().getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => modal().getAttribute('data-state'), slow).toBe('closing');
    await page.clock.runFor(490);
    expect(await modal().count()).toBe(1);
    await page.clock.runFor(20);
    await modal().waitFor({ state: 'detached' });
  });

  test('[CONST-021] dialogs fade for 500 ms', async () => {
    await open('?page=overlays');
    await button('Open dialog').click();
    expect(await style(page.getByRole('dialog'), 'transition-duration')).toBe('0.5s, 0.5s');
  });

  test('[PAGE-009] close when the path changes', async () => {
    await open('?page=overlays');
    await button('Open by key').click();
    await modal().waitFor();
    await clickNow(button('Go elsewhere'));
    await modal().waitFor({ state: 'detached' });
    expect(await page.getByTestId('path').textContent()).toBe('/two');
  });

  test('[PAGE-008] an unknown key is logged', async () => {
    await open('?page=overlays');
    await button('Open unknown key').click();
    expect(taken()).toEqual(["There is no modal 'nothing'."]);
  });

  test('one that cannot be loaded leaves the page usable and says so', async () => {
    await open('?page=overlays');
    await button('Open broken key').click();
    await toasts().getByText('The panel could not be loaded.').waitFor();
    await button('Open dialog').click();
    await page.getByRole('dialog', { name: 'Create new user' }).waitFor();
    expect(taken().join()).toContain('The panel could not be loaded.');
  });

  test('a confirmation begins on Cancel and acts only when it is confirmed', async () => {
    await open('?page=overlays');
    await button('Delete idea').click();
    await expect.poll(focused, slow).toBe('Cancel');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await page.getByTestId('pressed').textContent()).toBe('');
    await button('Delete idea').first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete idea' }).click();
    expect(await page.getByTestId('pressed').textContent()).toBe('deleted');
  });
});

describe('toasts', () => {
  test('[CONST-034] [STATE-010] [CONST-023] hide after 8 s and leave for 500 ms', async () => {
    await open('?page=overlays', { clock: true });
    await clickNow(button('Success'));
    await toasts().waitFor();
    expect(await style(toasts(), 'transition-duration')).toBe('0.5s, 0.5s');
    await page.clock.runFor(7000);
    expect(await toasts().getAttribute('data-state')).toBe('open');
    await page.clock.runFor(1100);
    await expect.poll(() => toasts().getAttribute('data-state'), slow).toBe('closing');
    await page.clock.runFor(600);
    await toasts().waitFor({ state: 'detached' });
  });

  test('[TOAST-004] one with a longer time is still there after 55 s', async () => {
    await open('?page=overlays', { clock: true });
    await clickNow(button('Link'));
    await toasts().waitFor();
    await page.clock.runFor(55_000);
    expect(await toasts().getByRole('link', { name: 'See it here.' }).getAttribute('href')).toBe('#idea');
    await page.clock.runFor(6_000);
    await toasts().waitFor({ state: 'detached' });
  });

  test('a second line counts down what Undo still stops; Ctrl Z is Undo, but not in a field', async () => {
    await open('?page=overlays', { clock: true });
    await clickNow(button('Countdown'));
    await toasts().getByText('318 emails go out in 3 s').waitFor();
    await page.clock.runFor(1100);
    await toasts().getByText('318 emails go out in 2 s').waitFor();
    await page.getByRole('textbox', { name: 'A field of the page' }).focus();
    await page.keyboard.press('Control+z');
    expect(await page.getByTestId('pressed').textContent()).toBe('');
    await page.getByRole('textbox', { name: 'A field of the page' }).blur();
    await page.keyboard.press('Control+z');
    expect(await page.getByTestId('pressed').textContent()).toBe('called back');
    await page.clock.runFor(600);
    await toasts().waitFor({ state: 'detached' });
    await clickNow(button('Countdown'));
    await page.clock.runFor(3100);
    expect(await toasts().getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await toasts().getByText('emails go out').count()).toBe(0);
    // read out once, not each second
    await page.getByRole('status').getByText('Public status updated! 318 emails go out in 3 s').waitFor();
  });

  test('an action with a key is done by it, wherever nobody types', async () => {
    await open('?page=overlays');
    await button('Action with a key').click();
    await toasts().getByText('On “Recurring visits that skip public holidays”').waitFor();
    await page.getByRole('textbox', { name: 'A field of the page' }).fill('');
    await page.keyboard.type('o');
    expect(await page.getByTestId('pressed').textContent()).toBe('');
    await button('Action with a key').focus();
    await page.keyboard.press('o');
    expect(await page.getByTestId('pressed').textContent()).toBe('opened');
    await toasts().waitFor({ state: 'detached' });
  });

  test('wait while the pointer or the focus is on them', async () => {
    await open('?page=overlays', { own: true });
    await button('Success').click();
    await toasts().hover();
    await page.clock.install();
    await toasts().getByRole('button', { name: 'Close' }).focus();
    await page.clock.fastForward(20_000);
    expect(await toasts().getAttribute('data-state')).toBe('open');
  });

  test('[CONST-037] [CONST-038] sit where they are anchored, top left without further word', async () => {
    await open('?page=overlays', { motion: false });
    const place = async (name: string, anchor: string) => {
      await button(name).click();
      const box = await page.locator(`[data-anchor="${anchor}"] [data-testid="toast"]`).boundingBox();
      if (box === null) throw new Error(`No toast at ${anchor}.`);
      const vertical = box.y < 450 ? 'top' : 'bottom';
      const middle = box.x + box.width / 2;
      return `${vertical}_${middle < 480 ? 'left' : middle > 960 ? 'right' : 'center'}`;
    };
    expect(await place('Success', 'top_left')).toBe('top_left');
    await toasts().getByRole('button', { name: 'Close' }).click();
    for (const anchor of [
      'top_left',
      'top_right',
      'top_center',
      'bottom_left',
      'bottom_right',
      'bottom_center',
    ]) {
      expect(await place(anchor, anchor)).toBe(anchor);
    }
  });

  test('[CONST-036] [ERR-010] [ERR-011] [ERR-025] [ERR-026] know their severities and log what they do not know', async () => {
    await open('?page=overlays');
    for (const name of ['Default success', 'Default error', 'Warning']) await button(name).click();
    const severities = () =>
      toasts().evaluateAll((list) => list.map((toast) => (toast as HTMLElement).dataset['severity']));
    expect(await severities()).toEqual(['success', 'error', 'warning']);
    await toasts().getByText('Success!', { exact: true }).waitFor();
    await toasts().getByText('Something went wrong. Please try again later.').waitFor();
    await button('Odd severity').click();
    await button('Unknown custom').click();
    expect(taken()).toEqual(['Invalid toast severity: loud', 'Unknown toast: unheard']);
    expect(await severities()).toEqual(['success', 'error', 'warning', 'info']);
  });

  test('are read out: errors at once, the others politely', async () => {
    await open('?page=overlays');
    const region = page.getByRole('region', { name: 'Notifications' });
    await button('Success').click();
    await region.getByRole('status').getByText('Feedback captured for this idea!').waitFor();
    await button('Error').click();
    await expect
      .poll(() => region.getByRole('alert').textContent(), slow)
      .toBe('Not added: Failed to add voter: the person is blocked.');
  });

  test('draw a custom one', async () => {
    await open('?page=overlays');
    await button('Custom').click();
    await toasts().getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => toasts().count(), slow).toBe(0);
  });
});

describe('the attachment viewer', () => {
  test('[DIALOG-008] [DIALOG-009] [DIALOG-010] [DIALOG-011] [DIALOG-012] [DIALOG-013] shows, turns over, downloads and closes', async () => {
    await open('?page=overlays');
    await button('Open viewer').click();
    const viewer = page.getByRole('dialog');
    await expect.poll(() => viewer.boundingBox(), slow).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await viewer.getByRole('img', { name: 'screenshot.png' }).waitFor();
    expect(await button('Previous attachment').isDisabled()).toBe(true);
    await button('Next attachment').click();
    await viewer.getByRole('img', { name: 'whiteboard.jpg' }).waitFor();
    // With the focus still on the arrow.
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('No preview for this type of file.').waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('contract.pdf').waitFor();
    await page.keyboard.press('ArrowLeft');
    await viewer.getByRole('img', { name: 'whiteboard.jpg' }).waitFor();
    const download = page.waitForEvent('download');
    await viewer.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('whiteboard.jpg');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await button('Open viewer').click();
    await viewer.getByRole('button', { name: 'Close' }).click();
    await viewer.waitFor({ state: 'detached' });
  });
});

describe('keyboard shortcuts', () => {
  test('of one letter, with Shift and in sequence fire on the page', async () => {
    await open('?page=overlays');
    const pressed = page.getByTestId('pressed');
    await page.keyboard.press('s');
    expect(await pressed.textContent()).toBe('s');
    await page.keyboard.press('Shift+S');
    expect(await pressed.textContent()).toBe('shift+s');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    expect(await pressed.textContent()).toBe('g i');
  });

  test('never fire in a field or below a panel', async () => {
    await open('?page=overlays');
    await page.getByRole('textbox', { name: 'A field of the page' }).fill('');
    await page.keyboard.type('gis');
    expect(await page.getByTestId('pressed').textContent()).toBe('');
    await button('Delete idea').click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('s');
    expect(await page.getByTestId('pressed').textContent()).toBe('');
  });

  test('are listed under ?', async () => {
    await open('?page=table');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Next row').waitFor();
    await sheet.getByText('Add filter').waitFor();
    await page.keyboard.press('j');
    expect(await page.locator('tr[data-current]').count()).toBe(0);
  });

  test('Ctrl K opens the palette, which finds and acts', async () => {
    await open('?page=overlays');
    await page.keyboard.press('Control+K');
    await expect.poll(focused, slow).toBe('Search or type a command');
    await page.keyboard.type('insi');
    await expect
      .poll(() => page.getByRole('option').allTextContents(), slow)
      .toEqual([expect.stringContaining('Insights')]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('pressed').textContent(), slow).toBe('palette insights');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('editable lists', () => {
  test('[VALID-001] [VALID-002] [VALID-003] [VALID-004] keep one item, want the last one filled, and stop at their maximum', async () => {
    await open('?page=forms');
    const list = page.getByRole('list', { name: 'Categories' });
    const fields = list.getByRole('textbox');
    await expect.poll(() => fields.count(), slow).toBe(1);
    const add = button('Add');
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await fields.first().fill('One');
    await button('Reset item 1').click();
    expect(await fields.count()).toBe(1);
    expect(await fields.first().inputValue()).toBe('');

    await fields.first().fill('One');
    await add.click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id), slow)
      .toBe(await fields.nth(1).getAttribute('id'));
    await page.keyboard.type('Two');
    await add.click();
    await page.keyboard.type('Three');
    expect(await fields.count()).toBe(3);
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await add.hover();
    await page.getByRole('tooltip').getByText('No more items to add').waitFor();
    await button('Remove item 2').click();
    expect(
      await fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    ).toEqual(['One', 'Three']);
  });
});

describe('fields', () => {
  test('a combobox follows the keyboard and never covers its label', async () => {
    await open('?page=forms');
    const user = page.getByRole('combobox', { name: 'User' });
    await user.click();
    expect(await user.getAttribute('aria-expanded')).toBe('true');
    await user.fill('gulsen');
    const first = page.getByRole('listbox', { name: 'User' }).getByRole('option').first();
    await expect.poll(() => first.textContent(), slow).toContain('Gülşen Ak');
    expect(await user.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'));
    await page.keyboard.press('Enter');
    expect(await user.inputValue()).toBe('Gülşen Ak');
    expect(await user.getAttribute('aria-expanded')).toBe('false');
    await user.fill('Somebody new');
    await page.getByRole('option', { name: 'Create “Somebody new”' }).click();
    expect(await user.inputValue()).toBe('Somebody new');
    await user.fill('zzz');
    await page.keyboard.press('Escape');
    expect(await user.inputValue()).toBe('Somebody new');
    await button('Remove Somebody new').click();
    expect(await user.inputValue()).toBe('');

    for (const height of [900, 600, 420]) {
      await page.setViewportSize({ width: 1024, height });
      const low = page.getByRole('combobox', { name: 'Near the bottom' });
      await low.scrollIntoViewIfNeeded();
      await low.click();
      const list = await page.getByRole('listbox', { name: 'Near the bottom' }).boundingBox();
      const label = await page.getByText('Near the bottom', { exact: true }).boundingBox();
      const field = await low.boundingBox();
      if (list === null || label === null || field === null) throw new Error('Something is not drawn.');
      const covers = (box: { y: number; height: number }) =>
        list.y < box.y + box.height && list.y + list.height > box.y;
      expect([covers(label), covers(field)], `at ${height}`).toEqual([false, false]);
      expect(list.y).toBeGreaterThanOrEqual(0);
      expect(list.y + list.height).toBeLessThanOrEqual(height);
      await page.keyboard.press('Escape');
    }
  });

  test('[CONST-031] a list says that it is loading once it has waited for 300 ms', async () => {
    await open('?page=forms', { clock: true });
    const field = page.getByRole('combobox', { name: 'Slow' });
    await field.evaluate((input: HTMLInputElement) => input.click());
    const remark = page.getByRole('listbox', { name: 'Slow' }).locator('xpath=..').getByText('Loading');
    await page.clock.runFor(290);
    expect(await remark.count()).toBe(0);
    await page.clock.runFor(20);
    await expect.poll(() => remark.count(), slow).toBe(1);
  });

  test('several choices stand as tags, and Backspace takes the last away', async () => {
    await open('?page=forms');
    const labels = page.getByRole('combobox', { name: 'Labels' });
    await labels.click();
    await page.getByRole('option', { name: 'Dev Patel' }).click();
    await button('Remove Dev Patel').waitFor();
    await labels.press('Backspace');
    await button('Remove Dev Patel').waitFor({ state: 'detached' });
    await button('Remove Ana Ruiz').click();
    await expect.poll(() => button('Remove Ana Ruiz').count(), slow).toBe(0);
  });

  test('[VALID-020] a comment has 4 to 10 rows', async () => {
    await open('?page=forms');
    const area = page.getByRole('textbox', { name: 'Public comment' });
    const height = async () => (await area.boundingBox())?.height ?? 0;
    expect(await height()).toBe(4 * 22 + 16);
    await area.fill(Array.from({ length: 7 }, () => 'line').join('\n'));
    await expect.poll(height, slow).toBe(7 * 22 + 16);
    await area.fill(Array.from({ length: 30 }, () => 'line').join('\n'));
    await expect.poll(height, slow).toBe(10 * 22 + 16);
  });

  test('an error is tied to its field', async () => {
    await open('?page=forms');
    const email = page.getByRole('textbox', { name: 'Email', exact: true });
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    const id = await email.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${id}"]`).textContent()).toBe('Please enter a valid email address');
  });

  test('[ERR-018] [ERR-019] files that were refused stand in a box that can be cleared', async () => {
    await open('?page=forms');
    const box = page.getByRole('alert').filter({ hasText: 'Unable to attach files!' });
    await box.getByText('a-very-long-name-of-a-recording-of-the-call.mov').waitFor();
    await box.getByText('Content too large').waitFor();
    await button('Clear failed files').click();
    await expect.poll(() => box.count(), slow).toBe(0);
  });
});

describe('the editor', () => {
  const content = () => page.getByRole('textbox', { name: 'Feedback' });
  const html = () => page.getByTestId('html').textContent();

  test('[VALID-009] [VALID-019] [CONST-048] is at least 120 px high and makes flagged lists real ones', async () => {
    await open('?page=forms');
    await content().waitFor();
    const host = content().locator('xpath=../..');
    expect(await style(host, 'min-height')).toBe('120px');
    expect(await content().locator('ul > li').count()).toBe(1);
    await content().press('Control+End');
    await page.keyboard.type('!');
    await expect
      .poll(html, slow)
      .toBe(
        '<p>Priya asked again: finance needs the <strong>revenue</strong>.</p><ul><li><p>for shared views!</p></li></ul>',
      );
  });

  test('formats, links only where one may go, and is null when it is empty', async () => {
    await open('?page=forms');
    await content().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await expect.poll(html, slow).toBe('null');
    await button('Bold').click();
    await page.keyboard.type('strong');
    await button('Bold').click();
    await page.keyboard.type(' and ');
    await expect.poll(html, slow).toBe('<p><strong>strong</strong> and </p>');
    await page.keyboard.press('Control+A');
    await button('Link').click();
    const address = page.getByRole('textbox', { name: 'Link URL' });
    await address.fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Enter a URL that starts with').waitFor();
    await address.fill('example.com/x');
    await page.keyboard.press('Enter');
    await expect.poll(html, slow).toContain('href="https://example.com/x"');
    expect(await html()).toContain('noopener');
  });

  test('[VALID-017] [VALID-018] mentions somebody as a chip with the id and without an @', async () => {
    await open('?page=forms');
    await content().press('Control+End');
    await page.keyboard.type(' @dev');
    await page.getByRole('option', { name: /Dev Patel/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(html, slow).toContain('<span class="es-mention" value="3">Dev Patel</span>');
    expect(await content().locator('.es-mention').textContent()).toBe('Dev Patel');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect.poll(html, slow).not.toContain('es-mention');
  });

  test('hides its formatting and grows into a window', async () => {
    await open('?page=forms');
    await content().waitFor();
    await button('Hide formatting').click();
    expect(await page.getByRole('toolbar', { name: 'Formatting' }).count()).toBe(0);
    await button('Show formatting').click();
    await button('Open larger editor').click();
    const dialog = page.getByRole('dialog', { name: 'Feedback' });
    await dialog.getByRole('textbox', { name: 'Feedback' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(html, slow).toContain('views!');
    expect(await content().textContent()).toContain('views!');
  });
});

describe('small parts', () => {
  test('[TABLE-009] [TABLE-010] [CONST-043] an avatar is 44 px and falls back to the default image', async () => {
    await open('?page=parts');
    const avatars = page.getByTestId('avatars').locator('[data-image]');
    expect((await avatars.first().boundingBox())?.width).toBe(44);
    await expect.poll(() => avatars.nth(1).getAttribute('data-image'), slow).toBe('default');
    expect(await avatars.nth(1).textContent()).toBe('AR');
    expect(await avatars.nth(2).locator('svg').count()).toBe(1);
  });

  test('[STATE-063] [STATE-064] [STATE-065] [STATE-066] [CONST-052] an avatar has the class of the satisfaction score', async () => {
    await open('?page=parts');
    const classes = await page
      .getByTestId('avatars')
      .locator('[data-image]')
      .evaluateAll((list) =>
        list.map((avatar) =>
          ['promoter', 'neutral', 'detractor'].filter((name) => avatar.classList.contains(name)).join(),
        ),
      );
    expect(classes).toEqual(['', '', '', 'promoter', 'neutral', 'detractor', '', '']);
    // each class has a ring of its own colour, two pixels wide behind a gap; nobody else has one
    const rings = await page
      .getByTestId('avatars')
      .locator('[data-image]')
      .evaluateAll((list) =>
        list.map((avatar) => {
          const probe = document.body.appendChild(document.createElement('i'));
          const named = ['promoter', 'neutral', 'detractor'].map((name) => {
            probe.style.color = `var(--${name})`;
            return [name, getComputedStyle(probe).color] as const;
          });
          probe.remove();
          const shadow = getComputedStyle(avatar).boxShadow;
          return shadow === 'none'
            ? 'none'
            : (named.find(([, color]) => shadow.endsWith(`, ${color} 0px 0px 0px 4px`))?.[0] ?? shadow);
        }),
      );
    expect(rings).toEqual(['none', 'none', 'none', 'promoter', 'neutral', 'detractor', 'none', 'none']);
  });

  test('[CONST-025] [CONST-026] a spinner shows after 550 ms and a skeleton after 500 ms', async () => {
    await open('?page=parts', { clock: true });
    await page.reload();
    await page.getByRole('main').waitFor();
    const spinner = () => page.getByTestId('spinner-place').locator('svg').count();
    const skeleton = () =>
      page.getByRole('status', { name: 'Loading', exact: true, includeHidden: true }).last();
    await page.clock.runFor(490);
    expect(await spinner()).toBe(0);
    expect(await style(skeleton(), 'visibility')).toBe('hidden');
    await page.clock.runFor(30);
    await expect.poll(() => style(skeleton(), 'visibility'), slow).toBe('visible');
    expect(await spinner()).toBe(0);
    await page.clock.runFor(60);
    await expect.poll(spinner, slow).toBe(1);
  });

  test('rich text is cleaned, keeps allowed styles, and runs nothing', async () => {
    await open('?page=parts');
    const text = page.getByText('Finance needs the').locator('xpath=..');
    expect(await text.locator('ul > li').count()).toBe(2);
    expect(await text.locator('script, img').count()).toBe(0);
    expect(await text.locator('.es-mention').getAttribute('value')).toBe('12');
    const styled = text.getByText('not text');
    expect(await style(styled, 'position')).toBe('static');
    expect(await style(styled, 'color')).not.toBe(await style(text, 'color'));
    expect(await text.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  test('a menu is used with the keyboard', async () => {
    await open('?page=parts');
    await button('More actions').focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused, slow).toContain('Copy link');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toContain('Delete');
    await page.keyboard.press('n');
    expect(await focused()).toContain('Newest first');
    await page.keyboard.press('Escape');
    await expect.poll(focused, slow).toBe('More actions');
  });

  test('tabs and segments move with the arrow keys', async () => {
    await open('?page=parts');
    await page.getByRole('tab', { name: /Search/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Create' }).getByText('A new one').waitFor();
    await page.getByRole('radio', { name: 'All activity' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Feedback 14' }).isChecked()).toBe(true);
  });

  test('a list is put in order with the mouse and with the keyboard, and says what happens', async () => {
    await open('?page=parts');
    const names = () => page.getByRole('list', { name: 'Forums' }).getByRole('listitem').allTextContents();
    const handle = (name: string) => button(`Move ${name}`);
    await handle('Product').focus();
    await liftByKey(page, 'Product picked up, position 1 of 4.');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Product is at position 2 of 4.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await expect.poll(names, slow).toEqual(['Mobile apps', 'Product', 'Integrations', 'Portal']);

    const from = await handle('Portal').boundingBox();
    const to = await handle('Mobile apps').boundingBox();
    if (from === null || to === null) throw new Error('The list is not drawn.');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + 8, { steps: 8 });
    await page.mouse.up();
    await expect.poll(names, slow).toEqual(['Portal', 'Mobile apps', 'Product', 'Integrations']);
  });

  test('a tooltip comes with the keyboard, describes its element and goes on Escape', async () => {
    await open('?page=parts');
    await button('Text').focus();
    await page.keyboard.press('Tab');
    for (let step = 0; step < 12 && (await focused()) !== 'Tooltip'; step += 1)
      await page.keyboard.press('Tab');
    const tip = page.getByRole('tooltip');
    await tip.getByText('A tooltip of some length').waitFor();
    expect(await button('Tooltip').getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'));
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
  });

  test('a tooltip stands at an element that had to scroll into view to take the focus', async () => {
    await open('?page=parts');
    await page.setViewportSize({ width: 1024, height: 160 });
    await page.keyboard.press('Tab');
    const target = button('Tooltip');
    await target.evaluate((node) => {
      let scroller = node.parentElement!;
      while (scroller.parentElement && scroller.scrollHeight - scroller.clientHeight < 200)
        scroller = scroller.parentElement;
      scroller.scrollTop = scroller.scrollHeight;
    });
    await expect
      .poll(() =>
        target.evaluate(
          (node) =>
            node.getBoundingClientRect().bottom < 0 || node.getBoundingClientRect().top > window.innerHeight,
        ),
      )
      .toBe(true);
    await target.focus();
    // the page hears of the scrolling a frame later
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await page.getByRole('tooltip').getByText('A tooltip of some length').waitFor({ timeout: 5000 });
  });

  test('a part that breaks leaves the others alone and can be tried again', async () => {
    await open('?page=states');
    await button('Break this part').click();
    await page.getByText('Something went wrong here').waitFor();
    expect(await page.getByText('You don’t have access to this').isVisible()).toBe(true);
    taken();
  });
});

describe('a chart', () => {
  test('is read by the arrow keys and spoken as a slider, shown as a table, and saved as picture and data', async () => {
    await open('?page=charts');
    const chart = page.getByRole('slider', { name: 'Votes by theme' });
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await chart.getAttribute('aria-valuetext')).toBe(
      'Sep 2026. Offline in basements 71, Driving time between sites in the countryside 52, Quote approval 24. Level rose in Sep from 37 to 80 a month.',
    );
    await page.keyboard.press('Escape');
    const saved = async (kind: string) => {
      await button('Export').click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: kind }).click();
      return readFileSync(await (await download).path());
    };
    const drawing = (await saved('SVG')).toString('utf8');
    expect(drawing).toContain('stroke="rgb(43, 146, 129)"');
    expect(drawing).not.toContain('var(');
    const picture = await saved('PNG');
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(picture.length).toBeGreaterThan(10_000);
    expect((await saved('CSV')).toString('utf8')).toContain('Nov 2026,92,56,19\r\n');
    expect((await saved('XLSX')).subarray(0, 2).toString('latin1')).toBe('PK');
    await page.getByRole('radio', { name: 'Table' }).check();
    await page.getByRole('table', { name: 'Votes by theme' }).waitFor();
    expect(await rows().first().textContent()).toBe('Nov 2026925619');
  });
});

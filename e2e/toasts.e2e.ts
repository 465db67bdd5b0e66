/** Where toasts stand on the console's own screens, and how much of a long text they show, on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildLabel } from '../server/db/builders.ts';
import {
  forumSettingsAddress,
  ideaAddress,
  ideasAddress,
  insightsAddress,
  labelSettingsAddress,
} from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, violations } from './support/panels.ts';
import type { Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(workspace);
});

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await journeys.open(server, address, {
    ...options,
    // the stream of live events never falls silent
    before: (made) =>
      made
        .route('**/clients/admin-console/events', (route) => route.fulfill({ status: 204 }))
        .then(() => undefined),
  });
  return page.page;
}

const toast = (page: Page) => page.getByTestId('toast');
/** Shows a toast that every screen can show. */
async function askForHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'get help' }).click();
  await toast(page).getByText('No support chat is set up').waitFor();
}

/** Titles and controls of the page that the toast lies upon, even in part. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.querySelector('[data-testid="toast"]')?.getBoundingClientRect();
    if (over === undefined) throw new Error('There is no toast.');
    return [
      ...document.querySelectorAll<HTMLElement>(
        'nav a, nav button, main :is(h1, a, button, input, [role="tab"])',
      ),
    ]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return (
          box.width > 0 &&
          box.right > over.left &&
          box.left < over.right &&
          box.bottom > over.top &&
          box.top < over.bottom
        );
      })
      .map((element) => element.textContent || element.getAttribute('aria-label') || element.outerHTML);
  });

describe('toasts of the console', () => {
  test('[CONST-038] stand at the top left beside the title, and cover no title and no control of any screen', async () => {
    const screens = [
      ideasAddress(),
      ideaAddress(records.exportIdea),
      insightsAddress,
      labelSettingsAddress,
      forumSettingsAddress,
    ];
    for (const address of screens) {
      const page = await open(address, { height: 700 });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await askForHelp(page);
      // it would go while the window changes
      await toast(page).hover();
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 700 });
        // where it stands now
        await toast(page).hover();
        await expect.poll(() => covered(page), { message: `${address} at ${width}` }).toEqual([]);
        const box = await toast(page).boundingBox();
        expect(box?.y, address).toBeLessThan(60);
        expect(box?.x, address).toBeLessThan(width / 2);
      }
    }
  });

  test('go along with the screen below them', async () => {
    const page = await open(ideasAddress());
    await page.getByRole('link', { name: 'Export voters with account revenue' }).waitFor();
    await askForHelp(page);
    await toast(page).hover();
    const before = await toast(page).boundingBox();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await covered(page)).toEqual([]);
    expect((await toast(page).boundingBox())?.x).not.toBe(before?.x);
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect.poll(() => covered(page)).toEqual([]);
  });

  test('show two lines of a long text; the rest comes by pointer, by keyboard and by screen reader', async () => {
    const name = 'Überlandwerksverwaltung '.repeat(10).slice(0, 225);
    await buildLabel(server.database, server.tenant, { name });
    const page = await open(labelSettingsAddress, { width: 1024, height: 700 });
    await page.getByRole('button', { name: `Actions on ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    const text = toast(page).getByText(name, { exact: false });
    await text.waitFor();
    // it ends within the head, which is 52 px high from 8 px on
    const box = (await toast(page).boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(60);
    expect(await covered(page)).toEqual([]);
    const whole = await text.textContent();
    expect(whole).toContain(name);
    await text.hover();
    await page.getByRole('tooltip').getByText(name, { exact: false }).waitFor();
    await page.mouse.move(600, 600);
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    await text.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('tooltip').getByText(name, { exact: false }).waitFor();
    expect(await page.getByRole('region', { name: 'Notifications' }).getByRole('status').textContent()).toBe(
      whole,
    );
    expect(await violations(page)).toEqual([]);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: `Actions on ${name}` }).waitFor();
  });
});

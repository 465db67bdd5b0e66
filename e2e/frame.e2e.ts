/** The frame of the settings, and the console in narrow windows: on phones and where it is enlarged to 400 %. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { buildForum, buildLabel } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage } from './support/panels.ts';

let server: ConsoleWorkspace;

const journeys = journeysOf((workspace) => {
  server = workspace;
});

const PHONE = { width: 390, height: 844 };
const open = (address: string, options?: PageOptions): Promise<PanelPage> =>
  journeys.open(server, address, options);
const sections = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const hasNoSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

const PAGES = [
  '/admin/settings',
  '/admin-console/settings/ideas/forums',
  '/admin-console/settings/ideas/labels',
  '/admin/settings/mail',
  '/admin/settings/import',
  '/admin/settings/jobs',
  '/admin/settings/profile',
  '/admin/settings/notifications',
  '/admin-console/exports',
  '/admin-console/notifications',
  '/admin/v3/feedback/review',
];

describe('the frame of the settings', () => {
  test('[ROUTE-028] G S leads to all sections; each is in the navigation beside, which says where one is', async () => {
    const { page } = await open('/admin-console/notifications');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL('**/admin/settings');
    await sections(page).waitFor();
    expect(await sections(page).getByRole('link').allTextContents()).toEqual([
      'Portal',
      'Widgets',
      'Extension',
      'Statuses',
      'Forums',
      'Labels',
      'Custom fields',
      'Roadmaps',
      'Feature statuses',
      'Product areas',
      'Team',
      'Sign-in',
      'Audit log',
      'Integrations',
      'API and webhooks',
      'Email',
      'Jobs',
      'Import',
      'Profile',
      'Email subscriptions',
      'Exports',
    ]);
    await page.getByRole('main').getByRole('link', { name: 'Labels Your team' }).click();
    await page.waitForURL('**/settings/ideas/labels');
    await expect
      .poll(() => sections(page).locator('[aria-current="page"]').allTextContents())
      .toEqual(['Labels']);
    expect((await sections(page).boundingBox())?.width).toBe(208);
    // its own search: by words that the page holds, Enter opens the first
    await page.keyboard.press('/');
    await page.keyboard.type('webmaster');
    await sections(page).getByText('No setting matches “webmaster”.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('workflow');
    await expect
      .poll(() => sections(page).getByRole('link').allTextContents())
      .toEqual(['Statuses', 'Feature statuses']);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/ideas/statuses');
    await expect.poll(() => sections(page).getByRole('link').count()).toBe(21);
  });

  test('what concerns oneself is in its own group and lights up oneself in the sidebar', async () => {
    const { page } = await open('/admin/settings/notifications');
    await sections(page).getByRole('group', { name: 'You' }).getByRole('link', { name: 'Profile' }).waitFor();
    expect(await page.getByRole('button', { name: /^You: / }).getAttribute('data-selected')).toBe('true');
    expect(
      await page.getByRole('button', { name: 'Settings', exact: true }).getAttribute('data-selected'),
    ).toBeNull();
  });

  test('[PERM-003] without the rights to settings and features only what concerns oneself is there', async () => {
    await server.database.pool.query('update users set permissions = $2 where id = $1', [
      server.admin.id,
      JSON.stringify({ ...ALL_PERMISSIONS, settings: 'none', features: 'r' }),
    ]);
    const { page } = await open('/admin/settings/jobs');
    await page.getByText('You don’t have access to this').waitFor();
    expect(await sections(page).getByRole('group').count()).toBe(1);
  });

  test('forums show what they hold; labels fold, and are dragged under one another and back', async () => {
    await buildForum(server.database, server.tenant, { name: 'Product', is_private: true });
    const reports = await buildLabel(server.database, server.tenant, { name: 'Reports' });
    await buildLabel(server.database, server.tenant, {
      name: 'Charts',
      parent_id: reports.id,
      full_name: 'Reports / Charts',
      level: 1,
    });
    await buildLabel(server.database, server.tenant, { name: 'Exports' });
    const { page } = await open('/admin-console/settings/ideas/forums');
    const forum = page.getByRole('listitem').filter({ hasText: 'Product' });
    await forum.getByText('0 votes in 30 days').waitFor();
    await forum.getByText('Private').waitFor();
    await sections(page).getByRole('link', { name: 'Labels' }).click();
    const names = () => page.getByRole('table', { name: 'Labels' }).getByRole('rowheader').allTextContents();
    await expect.poll(names).toEqual(['Exports', 'Reports', 'Charts']);
    const fold = page.getByRole('button', { name: 'Labels under Reports' });
    await fold.click();
    expect(await names()).toEqual(['Exports', 'Reports']);
    await fold.click();
    const drag = async (name: string, onto: string): Promise<void> => {
      const from = await page.locator('tr', { hasText: name }).last().boundingBox();
      const to = await page.locator('tr', { hasText: onto }).first().boundingBox();
      if (from === null || to === null) throw new Error('The rows have no place.');
      const x = from.x + (name === 'Charts' ? 44 : 16);
      await page.mouse.move(x, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(x + 8, from.y + from.height / 2 + 4, { steps: 3 });
      await page.mouse.move(to.x + 80, to.y + to.height / 2, { steps: 8 });
      await page.mouse.up();
    };
    await drag('Exports', 'Reports');
    await expect.poll(names).toEqual(['Reports', 'Charts', 'Exports']);
    await drag('Charts', 'Open ideas');
    await expect.poll(names).toEqual(['Charts', 'Reports', 'Exports']);
    await page
      .getByTestId('toast')
      .filter({ hasText: 'Charts' })
      .getByRole('button', { name: /Undo/ })
      .click();
    await expect.poll(names).toEqual(['Reports', 'Charts', 'Exports']);
  });

  test.for(PAGES)('%s has no violation of WCAG 2.2 A and AA, at 1440 and 390 px', async (address) => {
    await buildForum(server.database, server.tenant, { name: 'Product' });
    await buildLabel(server.database, server.tenant, { name: 'Reports' });
    const { page } = await open(address);
    for (const size of [{ width: 1440, height: 900 }, PHONE]) {
      await page.setViewportSize(size);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('[data-waiting]') === null);
      expect(await violationsInBothSchemes(page), `at ${size.width}`).toEqual([]);
    }
  });
});

describe('a narrow window', () => {
  test('has the navigation below the page, each target at least 44 px, and everything else behind You', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions', PHONE);
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('link', { name: 'Ideas' }).waitFor();
    expect(await bar.getByRole('link', { name: 'Ideas' }).getAttribute('aria-current')).toBe('page');
    const targets = await bar
      .locator('a, button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
      .then((boxes) => boxes.map(({ width, height, bottom }) => [width >= 44, height >= 44, bottom <= 844]));
    expect(targets).toEqual(Array.from({ length: 5 }, () => [true, true, true]));
    await bar.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    await bar.getByRole('button', { name: 'You' }).click();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    // a sheet from below, over the whole width
    const box = await menu.locator('..').boundingBox();
    expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 390, 844]);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await menu.getByRole('menuitem', { name: 'Settings' }).click();
    await page.waitForURL('**/admin/settings');
    await page.getByRole('main').getByRole('searchbox', { name: 'Find a setting' }).fill('label');
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
    await page.getByRole('main').getByRole('link', { name: 'Labels' }).click();
    await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/admin/settings');
  });

  test('a panel comes from below with its button in view, and gives the focus back', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions', PHONE);
    const add = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add feedback' });
    await add.click();
    const panel = page.getByRole('dialog', { name: 'Add feedback' });
    await panel.waitFor();
    await expect
      .poll(async () => {
        const box = await panel.boundingBox();
        return [box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))];
      })
      .toEqual([0, 390, 844]);
    const save = await panel.getByRole('button', { name: 'Add Feedback' }).boundingBox();
    expect(save!.y + save!.height).toBeLessThanOrEqual(844);
    // the pointer is over its button now, and Escape would first hide what that says
    await page.mouse.move(4, 4);
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await add.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('nothing scrolls sideways: a phone, a tablet, and 1280 px enlarged to 400 %', async () => {
    await buildForum(server.database, server.tenant, {
      name: 'Integrations, partners and everything else that someone connects with',
    });
    await buildLabel(server.database, server.tenant, { name: 'A label with quite a long name for a phone' });
    const { page } = await open(PAGES[0]!, PHONE);
    for (const size of [PHONE, { width: 768, height: 1024 }, { width: 320, height: 225 }]) {
      await page.setViewportSize(size);
      for (const address of PAGES) {
        await page.goto(server.url + address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction(() => document.querySelector('[data-waiting]') === null);
        expect(await hasNoSideways(page), `${address} at ${size.width}`).toBe(true);
        const main = await page
          .getByRole('main')
          .evaluate((element) => element.scrollWidth <= element.clientWidth);
        expect(main, `${address} at ${size.width}`).toBe(true);
      }
    }
  });
});

describe('the manual', () => {
  test('opens from the help menu, with the terms', async () => {
    const { page } = await open('/admin/settings/profile');
    await page.getByRole('button', { name: 'Help' }).click();
    const [manual] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('menuitem', { name: 'Manual' }).click(),
    ]);
    await manual.getByRole('heading', { name: 'Manual', level: 1 }).waitFor();
    await manual.getByRole('link', { name: 'Glossary' }).click();
    await manual.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await manual.close();
  });
});

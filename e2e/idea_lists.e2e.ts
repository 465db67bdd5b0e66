/** Lists of ideas: made, filled, shown in their order, shared, emailed and deleted, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../contract/permissions.ts';
import { buildAdmin, buildSuggestion } from '../server/db/builders.ts';
import { ideaListAddress, ideaListsAddress, ideasAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { seat } from './support/seat.ts';
import { liftByKey, violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});
const rows = async <T>(text: string): Promise<T[]> =>
  (await workspace.database.pool.query(text, [workspace.tenant.id])).rows as T[];
const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).waitFor();
const idea = (title: string) => buildSuggestion(workspace.database, workspace.tenant, { title });

test('[ROUTE-021] [SCOPE-022] [CALL-M-037] [CALL-M-038] [CONST-068] a chosen list is made from selected ideas, ordered by hand, and loses one again', async () => {
  await idea('Work offline');
  await idea('Faster start');
  await idea('Dark mode');
  const { page } = await journeys.open(workspace, ideaListsAddress);
  await page.getByText('There is no list yet.').waitFor();

  await page.goto(workspace.url + ideasAddress({ sort: 'title' }));
  for (const title of ['Work offline', 'Faster start'])
    await page.getByRole('row', { name: title }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Add to list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 2 ideas to a list' });
  await dialog.getByRole('combobox', { name: 'List' }).fill('Renewal risks');
  await page.getByRole('option', { name: 'New list “Renewal risks”' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await said(page, '2 ideas added to Renewal risks.');
  await page.getByRole('link', { name: 'Show it' }).click();
  await page.getByRole('row', { name: 'Faster start' }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  const titles = () => page.getByRole('table').getByRole('link').allInnerTexts();
  const before = await titles();

  await page.goto(workspace.url + ideaListsAddress);
  const row = page.getByRole('row', { name: 'Renewal risks' });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/Chosen\s+2/);
  await row.getByRole('button', { name: 'More for Renewal risks' }).click();
  await page.getByRole('menuitem', { name: 'Order the ideas' }).click();
  const order = page.getByRole('dialog', { name: 'Order of “Renewal risks”' });
  await order.getByRole('button', { name: `Move ${before[1]!}` }).focus();
  await liftByKey(page, `${before[1]!} picked up, position 2 of 2.`);
  await page.keyboard.press('ArrowUp');
  await page.getByText(`${before[1]!} is at position 1 of 2.`).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect
    .poll(() =>
      rows<{ title: string }>(
        'select s.title from saved_view_suggestions m join suggestions s on s.id = m.suggestion_id where m.subdomain_id = $1 order by m.position',
      ),
    )
    .toEqual([{ title: before[1] }, { title: before[0] }]);
  await order.getByRole('button', { name: 'Close' }).last().click();
  await row.getByRole('link', { name: 'Renewal risks' }).click();
  await expect.poll(titles).toEqual(before.toReversed());

  // both are still selected
  await page.getByRole('row', { name: 'Work offline' }).getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Take out of list' }).click();
  await said(page, '1 idea taken out of the list.');
  await expect.poll(titles).toEqual(['Work offline']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, 'Put back into the list.');
  await expect.poll(async () => (await titles()).length).toBe(2);
});

test('[SCOPE-021] [ROUTE-041] [PERM-040] [PERM-046] a dynamic list keeps search and filters, is shared, emailed, archived and deleted with undo', async () => {
  const bo = await buildAdmin(workspace.database, workspace.tenant, { name: 'Bo Lindqvist' });
  await idea('Offline maps');
  await idea('Quotes');
  const { page } = await journeys.open(workspace, ideasAddress({ q: 'offline' }));
  await page.getByRole('row', { name: 'Offline maps' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as a list' }).click();
  const naming = page.getByRole('dialog', { name: 'Save as a dynamic list' });
  await naming.getByRole('textbox', { name: 'Name' }).fill('Without a signal');
  await naming.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Without a signal is saved.');

  await page.goto(workspace.url + ideaListsAddress);
  const row = page.getByRole('row', { name: 'Without a signal' });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/Dynamic\s+1/);
  const menu = async (entry: string) => {
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await menu('Share');
  const sharing = page.getByRole('dialog', { name: 'Share “Without a signal”' });
  await sharing.getByRole('combobox', { name: 'People' }).fill('Bo');
  await page.getByRole('option', { name: 'Bo Lindqvist' }).click();
  await sharing.getByRole('button', { name: 'Share' }).click();
  await said(page, 'Sharing saved.');
  await expect.poll(() => row.innerText()).toContain('1 person');

  await row.getByRole('switch', { name: 'Email me what is new in Without a signal' }).click();
  await said(page, 'You get emails about Without a signal.');
  await expect.poll(() => row.innerText()).toContain('Weekly, Mon');
  await menu('When emails come');
  const mail = page.getByRole('dialog', { name: 'Emails about “Without a signal”' });
  await mail.getByRole('combobox', { name: 'How often' }).selectOption('daily');
  await mail.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => row.innerText()).toContain('Daily');
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // the colleague is led to it by the notification's address, and may not change it
  const [view] = await rows<{ id: string }>('select id::text from saved_views where subdomain_id = $1');
  const other = await journeys.open(await seat(workspace, bo), ideaListAddress(view!.id));
  await other.page.getByRole('row', { name: 'Offline maps' }).waitFor();
  expect(await other.page.getByRole('row', { name: 'Quotes' }).count()).toBe(0);
  await other.page.goto(workspace.url + ideaListsAddress);
  await other.page
    .getByRole('tab', { name: 'Shared with me' })
    .or(other.page.getByRole('link', { name: 'Shared with me' }))
    .click();
  await other.page.getByRole('button', { name: 'More for Without a signal' }).click();
  for (const name of ['Share', 'Rename', 'Archive', 'Delete'])
    expect(await other.page.getByRole('menuitem', { name }).getAttribute('aria-disabled'), name).toBe('true');

  await menu('Rename');
  const renaming = page.getByRole('dialog', { name: 'Rename' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('No signal');
  await renaming.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('row', { name: 'No signal' });
  await renamed.getByRole('button', { name: 'More for No signal' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await said(page, 'No signal is archived.');
  await renamed.waitFor({ state: 'detached' });
  await page.goto(`${workspace.url}${ideaListsAddress}?state=archived`);
  await renamed.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await said(page, '1 list deleted. The ideas stay.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await renamed.waitFor();
});

test('[ROUTE-021] who may not see ideas sees no lists', async () => {
  const blind = await buildAdmin(workspace.database, workspace.tenant, {
    license_type: 'full',
    permissions: { ...NO_PERMISSIONS, settings: 'rw' },
  });
  const { page } = await journeys.open(await seat(workspace, blind), ideaListsAddress);
  await page.getByText('You don’t have access to this').waitFor();
});

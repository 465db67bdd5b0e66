/** The settings of statuses, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildStatus, buildSuggestion } from '../server/db/builders.ts';
import { statusSettingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { liftByKey, violationsInBothSchemes } from './support/panels.ts';

let server: ConsoleWorkspace;
let used: { id: string };
const journeys = journeysOf(async (workspace) => {
  server = workspace;
  const named = (name: string, position: number) =>
    buildStatus(workspace.database, workspace.tenant, { name, position });
  used = await named('in the works', 1);
  await named('planned for later', 2);
  await buildSuggestion(workspace.database, workspace.tenant, { status_id: used.id });
});
const toast = (page: Page) => page.getByTestId('toast');
const names = (page: Page): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Public statuses' })
    .getByRole('button', { name: /^Edit / })
    .allTextContents();

test('[DEC-132] a status is made, says what supporters can do, is moved by keys, and hands its ideas on when it goes', async () => {
  const { page } = await journeys.open(server, statusSettingsAddress);
  await expect.poll(() => names(page)).toEqual(['in the works', 'planned for later']);
  await page.getByRole('button', { name: 'New status' }).click();
  const panel = page.getByRole('dialog', { name: 'New public status' });
  await panel.getByRole('textbox', { name: 'Name' }).fill('shipped');
  await panel.getByRole('button', { name: '#2B9281' }).click();
  await panel.getByRole('checkbox', { name: /^Vote/ }).uncheck();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Create status' }).click();
  await toast(page).getByText('Status shipped created.').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'shipped' });
  await row.getByText('comments only').waitFor();

  await page.getByRole('button', { name: 'Move shipped' }).focus();
  await liftByKey(page, 'shipped picked up, position 3 of 3.');
  await page.keyboard.press('ArrowUp');
  await page.getByText('shipped is at position 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await toast(page).getByText('Order saved.').waitFor();
  await expect.poll(() => names(page)).toEqual(['in the works', 'shipped', 'planned for later']);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toEqual(['in the works', 'planned for later', 'shipped']);

  await page.getByRole('button', { name: 'Actions on in the works' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the status in the works?' });
  await dialog.getByRole('combobox', { name: 'Move its ideas to' }).selectOption({ label: 'shipped' });
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toast(page).getByText('Status in the works deleted.').waitFor();
  await expect.poll(() => names(page)).toEqual(['planned for later', 'shipped']);
  const { rows } = await server.database.pool.query(
    'select t.name from suggestions s join statuses t on t.subdomain_id = s.subdomain_id and t.id = s.status_id where s.subdomain_id = $1',
    [server.tenant.id],
  );
  expect(rows).toEqual([{ name: 'shipped' }]);
  const phone = (await journeys.open(server, statusSettingsAddress, { width: 390, height: 844 })).page;
  await expect.poll(() => names(phone)).toEqual(['planned for later', 'shipped']);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await phone.getByRole('radio', { name: /^Internal/ }).check();
  await phone.getByText('No internal statuses yet').waitFor();
  expect(await violationsInBothSchemes(phone)).toEqual([]);
});

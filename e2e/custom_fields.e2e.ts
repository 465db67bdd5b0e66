/** The settings of custom fields: made, changed and deleted with the values that records have, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildSuggestion } from '../server/db/builders.ts';
import { customFieldSettingsAddress, settingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
});
let idea: string;
beforeEach(async () => {
  idea = (await buildSuggestion(workspace.database, workspace.tenant, { title: 'Payroll export' })).id;
});

const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
const valueOf = async (key: string) =>
  (
    await workspace.database.pool.query(
      'select custom_fields -> $2 as value from suggestion_contents where suggestion_id = $1',
      [idea, key],
    )
  ).rows[0].value as unknown;

test('[ENT-058] a field is made with its choices, used, and its choices change with the values of ideas', async () => {
  const { page } = await journeys.open(workspace, settingsAddress);
  await page.getByRole('navigation').getByRole('link', { name: 'Custom fields' }).click();
  await page.getByText('Ideas have no fields of their own yet').waitFor();
  await page.keyboard.press('Shift+N');
  const panel = page.getByRole('dialog', { name: 'New field' });
  await panel.getByRole('button', { name: 'Make field' }).click();
  await panel.getByText('Enter a name.').waitFor();
  await panel.getByText('Give the field at least one choice.').waitFor();
  await panel.getByLabel('Name').fill('Effort “roughly”');
  await panel.getByLabel('Key').fill('Effort!');
  await panel.getByLabel('Name').click();
  await panel.getByText('A key has small letters').waitFor();
  await panel.getByLabel('Key').fill('effort');
  for (const [at, label] of ['S', 'M', 'S'].entries()) {
    if (at > 0) await panel.getByRole('button', { name: 'Add a choice' }).click();
    await panel.getByLabel(`Choice ${at + 1}`, { exact: true }).fill(label);
  }
  await panel.getByText('“S” is there twice.').waitFor();
  await panel.getByLabel('Choice 3', { exact: true }).fill('XL');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Make field' }).click();
  await said(page, 'Effort “roughly” made.');
  const row = page.getByRole('row', { name: /Effort “roughly”/ });
  await row.getByText('List of words').waitFor();

  await workspace.call(
    'mutation ($id: ID!) { suggestion_update(id: $id, custom_field_map: [{ key: "effort", value: "XL" }]) { id } }',
    { id: idea },
  );
  await page.reload();
  await page.getByRole('columnheader', { name: 'Filled, of 1' }).waitFor();
  await row.getByText('1', { exact: true }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await row.getByRole('button', { name: 'Edit Effort “roughly”' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit field' });
  await edit.getByText('1 idea').waitFor();
  await edit.getByRole('button', { name: 'Remove item 3' }).click();
  await edit.getByLabel('“XL” is on 1 idea. They get').selectOption('M');
  await edit.getByRole('button', { name: 'Save field' }).click();
  await said(page, 'Effort “roughly” saved.');
  await expect.poll(() => valueOf('effort')).toBe('M');

  await row.getByRole('button', { name: 'Edit Effort “roughly”' }).click();
  await edit.getByRole('button', { name: 'Delete…' }).click();
  const asks = page.getByRole('alertdialog');
  await asks.getByText('1 idea').waitFor();
  await asks.getByRole('button', { name: 'Delete field' }).click();
  await said(page, 'Effort “roughly” deleted.');
  await page.getByText('Ideas have no fields of their own yet').waitFor();
  await expect.poll(() => valueOf('effort')).toBeNull();
});

test('fields of features are their own; numbers, dates and yes or no need no choices; a telephone shows all of it', async () => {
  const { page } = await journeys.open(workspace, customFieldSettingsAddress);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('radio', { name: /^Features/ }).check();
  await page.getByText('Features have no fields of their own yet').waitFor();
  await page.getByRole('button', { name: 'New field' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New field' });
  await panel.getByRole('radio', { name: 'Date' }).check();
  await panel.getByLabel('Name').fill('Promised to a customer for');
  await panel.getByRole('button', { name: 'Make field' }).click();
  await said(page, 'Promised to a customer for made.');
  await page.getByText('promised_to_a_customer_for').waitFor();
  await page.getByRole('button', { name: 'New field' }).first().click();
  await panel.getByRole('radio', { name: 'List of numbers' }).check();
  await panel.getByLabel('Name').fill('Points');
  await panel.getByLabel('Choice 1', { exact: true }).fill('few');
  await panel.getByRole('button', { name: 'Make field' }).click();
  await panel.getByText('Enter a number for each choice.').waitFor();
  await panel.getByLabel('Number of choice 1').fill('1.5');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Make field' }).click();
  await said(page, 'Points made.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/** Conditions of the ideas list as a sentence: made by keyboard, kept in the address and in a list, and what they say when nothing matches. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildStatus, buildSuggestion, insertRow } from '../server/db/builders.ts';
import { ideasAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});

const whereOf = (page: Page): unknown => {
  const where = new URL(page.url()).searchParams.get('where');
  return where === null ? null : JSON.parse(where);
};
const titles = (page: Page) => page.getByRole('table').getByRole('link').allInnerTexts();
/** Chooses in what opened last, by typing. */
async function choose(page: Page, text: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').fill(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await page.keyboard.press('Enter');
}

test('[ENT-095] [ENT-102] [ENT-109] [ENT-120] conditions are put together by keyboard, hold at once, and stay in the address and in a list', async () => {
  const planned = await buildStatus(workspace.database, workspace.tenant, { name: 'On the way' });
  const idea = (title: string, values: object) =>
    buildSuggestion(workspace.database, workspace.tenant, { title, ...values });
  await idea('Work offline', { votes_count: 30, status_id: planned.id });
  await idea('Dark mode', { votes_count: 20 });
  await idea('Quotes', { votes_count: 3, has_response: true });
  await idea('Faster start', { votes_count: 2 });
  const { page } = await journeys.open(workspace, ideasAddress());
  await expect.poll(async () => (await titles(page)).length).toBe(4);

  await page.keyboard.press('f');
  await choose(page, 'Conditions');
  const box = page.getByRole('region', { name: 'Conditions' });
  await box.getByRole('button', { name: 'Add a condition' }).press('Enter');
  await choose(page, 'number of votes');
  const votes = box.getByRole('textbox', { name: 'number of votes: Amount' });
  await expect.poll(() => votes.evaluate((input) => input === document.activeElement)).toBe(true);
  // what is no number yet changes nothing
  await page.keyboard.type('ma');
  await expect.poll(() => votes.getAttribute('aria-invalid')).toBe('true');
  expect(whereOf(page)).toBeNull();
  await votes.fill('10');
  await page.keyboard.press('Enter');
  await expect.poll(() => titles(page)).toEqual(['Work offline', 'Dark mode']);

  // a group: either the status or the answer
  await box.getByRole('button', { name: 'Add a group' }).press('Enter');
  await choose(page, 'public status');
  // how many ideas each choice has among those of the other lines
  await page.getByRole('option', { name: 'On the way 1', exact: true }).waitFor();
  await choose(page, 'On the way');
  await page.keyboard.press('Escape');
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
  await box.getByRole('button', { name: 'Add a condition to this group' }).press('Enter');
  await choose(page, 'response');
  await box.getByRole('button', { name: 'response: was given' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'is still missing' }).press('Enter');
  await expect.poll(() => titles(page)).toEqual(['Work offline', 'Dark mode']);
  expect(whereOf(page)).toEqual({
    operator: 'and',
    expressions: [
      { activity_num_votes: { operator: 'gt', value: 10 } },
      {
        operator: 'or',
        expressions: [{ status: { operator: 'include', values: [planned.id] } }, { has_response: false }],
      },
    ],
  });
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Work offline', 'Dark mode']);
  await box.getByRole('button', { name: 'public status: On the way' }).waitFor();

  // the list keeps them
  await page.getByLabel('More', { exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Save as a list' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Wanted and open');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Show it' }).click();
  await expect.poll(() => whereOf(page)).toBeNull();
  await expect.poll(() => titles(page)).toEqual(['Work offline', 'Dark mode']);
  await page.goBack();
  await box.getByRole('button', { name: 'public status: On the way' }).waitFor();

  // Backspace takes one away, and the last button all
  await box.getByRole('button', { name: 'Field: response' }).press('Backspace');
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
  await box.getByRole('button', { name: 'Remove all conditions' }).click();
  await expect.poll(() => whereOf(page)).toBeNull();
  await expect.poll(async () => (await titles(page)).length).toBe(4);
});

test('[ENT-115] what leaves no idea is named; deleted fields and values are struck through; what has no form here is told', async () => {
  await buildSuggestion(workspace.database, workspace.tenant, { title: 'Work offline', votes_count: 5 });
  const { id } = await insertRow(workspace.database, 'custom_fields', {
    subdomain_id: workspace.tenant.id,
    object_type: 'suggestion',
    key: 'beta',
    name: 'In beta',
    field_type: 'boolean',
    value_type: 'boolean',
  });
  const at = (where: object) => ideasAddress({ where: JSON.stringify(where) });
  const { page } = await journeys.open(
    workspace,
    at({
      activity_num_votes: { operator: 'gte', value: 5 },
      custom_bool: [
        { id, operator: 'is', value: false },
        { id: '999', operator: 'is', value: true },
      ],
      label: { operator: 'exclude', values: ['999'] },
    }),
  );
  const box = page.getByRole('region', { name: 'Conditions' });
  await box.getByRole('button', { name: 'In beta: is not checked' }).waitFor();
  await box.locator('del', { hasText: 'A deleted field' }).waitFor();
  await box.getByRole('button', { name: 'label: (deleted)' }).waitFor();
  await box.getByText('No ideas match').waitFor();
  await box.getByRole('button', { name: 'Remove the condition A deleted field' }).click();
  await box.getByRole('button', { name: 'Remove the condition In beta is not checked' }).click();
  await expect.poll(() => titles(page)).toEqual(['Work offline']);

  await page.goto(
    workspace.url +
      at({
        activity_num_votes: { operator: 'gte', value: 5 },
        activity_num_comments: { operator: 'gt', value: 99 },
      }),
  );
  await box.getByText('No ideas match. Without “number of comments is more than 99” there are 1.').waitFor();

  await page.goto(
    workspace.url +
      at({
        operator: 'or',
        expressions: [{ has_response: true }, { has_response: false, has_internal_flag: false }],
      }),
  );
  await box.getByText('groups inside groups').waitFor();
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
  // without the custom fields nothing is called deleted
  await page.route('**/api/v2/admin/graphql', (route) =>
    route.request().postData()?.includes('ConditionFields') === true ? route.abort() : route.fallback(),
  );
  await page.goto(workspace.url + at({ custom_bool: { id, operator: 'is', value: false } }));
  await page.getByText('The custom fields couldn’t be loaded').waitFor();
  await page.unroute('**/api/v2/admin/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await box.getByRole('button', { name: 'In beta: is not checked' }).waitFor();
  await page.goto(`${workspace.url}${ideasAddress({ where: '{' })}`);
  await box.getByText('can’t be read').waitFor();
  await box.getByRole('button', { name: 'Remove all conditions' }).click();
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
});

test('on a phone the conditions are read above the list, and edited in a dialog that says how many match', async () => {
  for (const [title, votes_count] of [
    ['Work offline', 30],
    ['Dark mode', 3],
  ] as const)
    await buildSuggestion(workspace.database, workspace.tenant, { title, votes_count });
  const { page } = await journeys.open(workspace, ideasAddress(), { own: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filter' }).click();
  await choose(page, 'Conditions');
  const dialog = page.getByRole('dialog', { name: 'Conditions', exact: true });
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox').fill('number of votes');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'number of votes: Amount' }).fill('10');
  await dialog.getByRole('button', { name: 'Show 1 idea' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Show 1 idea' }).click();
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
  await page.reload();
  await page.getByRole('button', { name: /Show ideas where number of votes is more than 10/ }).click();
  await dialog.getByRole('button', { name: 'Remove all conditions' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await titles(page)).length).toBe(2);
});

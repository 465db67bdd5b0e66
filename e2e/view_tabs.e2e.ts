/** Saved views as tabs of the ideas list: saved, changed, discarded, shared, opened by a link, and gone while they are open. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { buildAdmin, buildSuggestion, insertRow } from '../server/db/builders.ts';
import { ideaListAddress, ideasAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { seat } from './support/seat.ts';
import { liftByKey, routeCalls, violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  for (const [title, votes_count] of [
    ['Work offline', 30],
    ['Dark mode', 20],
    ['Quotes', 3],
  ] as const)
    await buildSuggestion(workspace.database, workspace.tenant, { title, votes_count });
});

const titles = (page: Page) => page.getByRole('table').getByRole('link').allInnerTexts();
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });
const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
const atLeast = (value: number) => JSON.stringify({ activity_num_votes: { operator: 'gte', value } });
const amount = (page: Page) => page.getByRole('textbox', { name: 'number of votes: Amount' });
async function paramsOf(name: string): Promise<unknown> {
  const { rows } = await workspace.database.pool.query<{ params: unknown }>(
    'select params from saved_views where subdomain_id = $1 and name = $2 and deleted_at is null',
    [workspace.tenant.id, name],
  );
  return rows[0]?.params ?? null;
}
/** A view of another program, or of a colleague. */
const view = (values: object) =>
  insertRow(workspace.database, 'saved_views', {
    subdomain_id: workspace.tenant.id,
    kind: 'suggestion',
    sub_kind: 'filter',
    owner_id: workspace.admin.id,
    params: '{}',
    ...values,
  });

test('[SCOPE-021] [CALL-M-037] [CALL-M-038] [CALL-M-039] [VALID-082] a view is saved from the list, changed, discarded, saved, and deleted with undo', async () => {
  const { page } = await journeys.open(workspace, ideasAddress({ where: atLeast(10) }));
  await expect.poll(() => titles(page)).toEqual(['Work offline', 'Dark mode']);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The name is required.').waitFor();
  await dialog.getByLabel('Name').fill('Much wanted');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Much wanted is saved.');
  const tab = tabs(page).getByRole('link', { name: 'Much wanted' });
  await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
  expect(await page.getByText('Changed, not saved').count()).toBe(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await amount(page).fill('25');
  await amount(page).press('Enter');
  await page.getByText('Changed, not saved').waitFor();
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => titles(page)).toEqual(['Work offline', 'Dark mode']);
  await expect.poll(() => page.getByText('Changed, not saved').count()).toBe(0);

  await amount(page).fill('25');
  await amount(page).press('Enter');
  await page.getByText('Changed, not saved').waitFor();
  await page.keyboard.press('Control+s');
  await said(page, 'Much wanted is saved.');
  await expect
    .poll(() => paramsOf('Much wanted'))
    .toEqual({ filters: {}, advanced_filters: { activity_num_votes: { operator: 'gte', value: 25 } } });

  // away and back by its tab
  await page.getByRole('link', { name: 'All ideas' }).click();
  await expect.poll(async () => (await titles(page)).length).toBe(3);
  await tab.click();
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
  await page.getByRole('button', { name: 'More for Much wanted' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename' });
  await renaming.getByLabel('Name').fill('Most wanted');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await tabs(page).getByRole('link', { name: 'Most wanted' }).waitFor();

  await page.getByRole('button', { name: 'More for Most wanted' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await said(page, 'Most wanted was deleted.');
  await expect.poll(() => tabs(page).count()).toBe(0);
  // what it showed stays
  await expect.poll(() => titles(page)).toEqual(['Work offline']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, 'Most wanted is back.');
  await tabs(page).getByRole('link', { name: 'Most wanted' }).waitFor();
});

test('[PERM-040] [PERM-046] [ROUTE-041] a colleague opens it by a link, keeps changes as their own, and is told when it is gone', async () => {
  const bo = await buildAdmin(workspace.database, workspace.tenant, {
    name: 'Bo Lindqvist',
    permissions: { ...ALL_PERMISSIONS, settings: 'none' },
  });
  const { id } = await view({
    name: 'Of everyone',
    is_public: true,
    params: JSON.stringify({ advanced_filters: JSON.parse(atLeast(10)) as object, sort: 'title' }),
  });
  const theirs = await seat(workspace, { id: bo.id });
  const { page } = await journeys.open(theirs, ideaListAddress(id), { own: true });
  await expect.poll(() => titles(page)).toEqual(['Dark mode', 'Work offline']);
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(id);
  expect(new URL(page.url()).searchParams.get('saved_view')).toBeNull();
  expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  await amount(page).fill('25');
  await amount(page).press('Enter');
  await page.getByRole('button', { name: 'Save as mine' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('Bo’s own');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => tabs(page).getByRole('link', { name: 'Bo’s own' }).getAttribute('aria-current'))
    .toBe('page');

  await tabs(page).getByRole('link', { name: 'Of everyone' }).click();
  await expect.poll(() => titles(page)).toEqual(['Dark mode', 'Work offline']);
  await workspace.call('mutation ($id: ID!) { saved_view_delete(id: $id) { id } }', { id });
  await page.getByText('This view was deleted or archived, or is no longer shared with you.').waitFor();
  await expect.poll(() => titles(page)).toEqual(['Dark mode', 'Work offline']);
  await page
    .getByRole('navigation', { name: 'Views', exact: true })
    .getByRole('button', { name: 'Close' })
    .click();
  await page.getByRole('button', { name: 'Save view' }).waitFor();
  // an old link to it
  await page.goto(workspace.url + ideaListAddress(id));
  await page.getByText('This view or list was deleted').waitFor();
  await page
    .getByRole('navigation', { name: 'Views', exact: true })
    .getByRole('button', { name: 'Close' })
    .click();
  await expect.poll(async () => (await titles(page)).length).toBe(3);
});

test('what the list has no form for is a filter that is not changed; further views are found by their names', async () => {
  for (let n = 1; n <= 6; n += 1) await view({ name: `View ${n}` });
  await view({
    name: 'Of a program',
    params: JSON.stringify({ filters: { activity: ['votes'] }, sort: 'title' }),
  });
  const { page } = await journeys.open(workspace, ideasAddress());
  await page.getByRole('button', { name: '3 more' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('program');
  await expect.poll(() => page.getByRole('dialog').getByRole('option').count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByText('It was saved by another program').waitFor();
  await tabs(page).getByRole('link', { name: 'Of a program' }).waitFor();
  await page.getByText('View or list').waitFor();
  // it cannot be kept inside of another one
  const more = page.getByRole('button', { name: 'More for Of a program' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Save as mine' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Save as mine' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await page.getByRole('menuitem', { name: 'Move to the front' }).click();
  await said(page, 'Of a program is your first view.');
  await expect.poll(() => tabs(page).getByRole('link').first().innerText()).toContain('Of a program');
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).last().click();
  await said(page, 'Moved back.');
  await expect.poll(() => tabs(page).getByRole('link').first().innerText()).toContain('View 1');
  await tabs(page).getByRole('link', { name: 'View 1' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('saved_view')).toBeNull();
  await page
    .getByRole('button', { name: 'Sort by Idea' })
    .or(page.getByRole('columnheader', { name: 'Idea' }))
    .first()
    .click();
  await page.getByText('Changed, not saved').waitFor();

  // a tab that cannot be loaded says so, and the list stays
  await routeCalls(page, '**/api/v2/admin/graphql', (route) =>
    route.request().postData()?.includes('IdeaView(') === true
      ? route.fulfill({ status: 500, json: { message: 'Broken' } })
      : route.fallback(),
  );
  await tabs(page).getByRole('link', { name: 'View 2' }).click();
  await page.getByTestId('toast').getByText('The view could not be opened:').waitFor();
  await page.getByText('Changed, not saved').waitFor();
});

test('[SCOPE-021] a view keeps the columns that it was saved with, whoever opens it; the table of the reader stays as it is', async () => {
  const { page } = await journeys.open(workspace, ideasAddress({ where: atLeast(10) }), { own: true });
  const has = async (name: string): Promise<boolean> =>
    (await page.getByRole('columnheader', { name, exact: true }).count()) > 0;
  const toggle = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name, exact: true }).click();
    await page.keyboard.press('Escape');
  };
  await expect.poll(() => has('Author')).toBe(false);
  await toggle('Author');
  await expect.poll(() => has('Author')).toBe(true);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('With authors');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'With authors is saved.');
  // it is open as it was saved
  await expect
    .poll(() => tabs(page).getByRole('link', { name: 'With authors' }).getAttribute('aria-current'))
    .toBe('page');
  expect(await page.getByText('Changed, not saved').count()).toBe(0);
  expect(((await paramsOf('With authors')) as { columns: string[] }).columns).toContain('creator');

  // one's own table has no such column any more, the view has
  await page.getByRole('link', { name: 'All ideas' }).click();
  await expect.poll(() => has('Author')).toBe(true);
  await toggle('Author');
  await expect.poll(() => has('Author')).toBe(false);
  await tabs(page).getByRole('link', { name: 'With authors' }).click();
  await expect.poll(() => has('Author')).toBe(true);
  expect(await page.getByText('Changed, not saved').count()).toBe(0);

  // a change of columns is a change of the view
  await toggle('Author');
  await page.getByText('Changed, not saved').waitFor();
  await page.reload();
  await expect.poll(() => has('Author')).toBe(false);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => has('Author')).toBe(true);
  await toggle('Author');
  await page.keyboard.press('Control+s');
  await said(page, 'With authors is saved.');
  expect(((await paramsOf('With authors')) as { columns: string[] }).columns).not.toContain('creator');
});

test('[CALL-M-039] views are put in an order by key, archived, and brought back on their page', async () => {
  for (const name of ['First', 'Second', 'Third']) await view({ name });
  const { page } = await journeys.open(workspace, ideasAddress());
  const names = async (): Promise<string[]> =>
    (await tabs(page).getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]!.trim());
  await expect.poll(names).toEqual(['First', 'Second', 'Third']);
  await tabs(page).getByRole('link', { name: 'Third' }).click();
  await page.getByRole('button', { name: 'More for Third' }).click();
  await page.getByRole('menuitem', { name: 'Order the tabs' }).click();
  const order = page.getByRole('dialog', { name: 'Order of your tabs' });
  await order.getByRole('button', { name: 'Move Third' }).focus();
  await liftByKey(page, 'Third picked up, position 3 of 3.');
  await page.keyboard.press('ArrowUp');
  await page.getByText('Third is at position 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(names).toEqual(['First', 'Third', 'Second']);
  await order.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'More for Third' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await said(page, 'Third is archived.');
  await expect.poll(names).toEqual(['First', 'Second']);

  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Saved views' }).click();
  await page.getByRole('row', { name: 'Second' }).waitFor();
  expect(await page.getByRole('row', { name: 'Third' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Archived' }).click();
  const row = page.getByRole('row', { name: 'Third' });
  await row.getByRole('button', { name: 'More for Third' }).click();
  await page.getByRole('menuitem', { name: 'Bring back' }).click();
  await said(page, 'Third is active again.');
  await expect.poll(() => page.getByRole('row', { name: 'Third' }).count()).toBe(0);
  await page.getByRole('link', { name: 'All views' }).click();
  await row.waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await row.getByRole('link', { name: 'Third' }).click();
  await expect
    .poll(() => tabs(page).getByRole('link', { name: 'Third' }).getAttribute('aria-current'))
    .toBe('page');
});

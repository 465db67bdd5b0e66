/** What every list of records does, on the exports and the blocked people, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import { insertRow } from '../server/db/builders.ts';
import { reviewAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, routeCalls, violationsInBothSchemes, type Records } from './support/panels.ts';

let workspace: ConsoleWorkspace;
let records: Records;
const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  records = await buildRecords(fresh);
});

/** Exports of the viewer, the newest last. */
async function addExports(count: number, state = 'expired'): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await insertRow(workspace.database, 'exports', {
      subdomain_id: workspace.tenant.id,
      user_id: workspace.admin.id,
      collection: 'suggestions',
      format: 'csv',
      state,
      file_name: `${state} ${String(n).padStart(2, '0')}.csv`,
      params: '{}',
      expires_at: new Date(Date.now() + 86_400_000),
    });
}

test('filters, order, page and columns: in the address or kept, and what is narrowed to nothing says so', async () => {
  await addExports(22);
  await addExports(2, 'cancelled');
  const { page } = await journeys.open(workspace, '/admin-console/exports');
  const table = page.getByRole('table', { name: 'Exports' });
  const names = () => table.locator('tbody tr[data-row-id] td:first-child').allInnerTexts();
  const query = () => new URL(page.url()).search;
  await expect.poll(names).toHaveLength(20);
  expect((await names())[0]).toContain('cancelled 02.csv');
  await page.getByText('1–20 of 24').waitFor();

  await page.keyboard.press(']');
  await expect.poll(query).toBe('?page=2');
  await expect.poll(async () => (await names()).at(-1)).toContain('expired 01.csv');
  await table.getByRole('columnheader', { name: 'Started' }).getByRole('button').click();
  await expect.poll(query).toBe('?sort=created_at');
  await expect.poll(async () => (await names())[0]).toContain('expired 01.csv');

  await page.keyboard.press('f');
  await page.getByRole('option', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Canceled' }).click();
  await expect.poll(query).toBe('?sort=created_at&state=cancelled');
  await expect.poll(names).toHaveLength(2);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: /^State is/ }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByText('No exports match your search and filters.').waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.poll(names).toHaveLength(20);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Size' }).uncheck();
  await page.keyboard.press('Escape');
  await expect.poll(() => table.getByRole('columnheader', { name: 'Size' }).count()).toBe(0);
  await page.reload();
  await expect.poll(names).toHaveLength(20);
  expect(await table.getByRole('columnheader', { name: 'Size' }).count()).toBe(0);

  // an address of before rows went
  await page.goto(`${workspace.url}/admin-console/exports?page=9`);
  await expect.poll(query).toBe('?page=2');
  await expect.poll(names).toHaveLength(4);
});

test('what could not be loaded is tried again; on a phone each row is a block with its values named', async () => {
  await addExports(1);
  const { page } = await journeys.open(workspace, '/admin-console/insights');
  let isBroken = true;
  await routeCalls(page, '**/api/v2/admin/graphql', (route) =>
    isBroken && route.request().postData()?.includes('OwnExports') === true
      ? route.fulfill({ status: 500, json: { message: 'Broken' } })
      : route.fallback(),
  );
  await page.goto(`${workspace.url}/admin-console/exports`);
  await page.getByText('We could not load exports.').waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('expired 01.csv').waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.locator('tr[data-row-id]');
  await expect.poll(() => row.innerText()).toMatch(/expired 01\.csv\s+State\s+Expired/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Started' }).click();
  await page.getByRole('menuitemradio', { name: 'Started' }).waitFor();
});

test('people are found by their words and narrowed to an account', async () => {
  for (const { id } of [records.femke, records.priya])
    await workspace.call('mutation ($id: ID!) { user_block(id: $id, blocked: true) { id } }', { id });
  const { page } = await journeys.open(workspace, `${reviewAddress}?state=blocked`);
  const people = page.getByRole('table', { name: 'Blocked people' });
  const rows = people.locator('tbody tr[data-row-id]');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Search blocked people' }).fill('femke');
  await expect.poll(() => rows.count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?state=blocked&q=femke');
  // what was searched for is none of the queue's
  await page.getByRole('radio', { name: 'Waiting' }).check({ force: true });
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

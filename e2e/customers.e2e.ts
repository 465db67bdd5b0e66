/** Users and accounts: their lists, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import { buildAccount, buildUser } from '../server/db/builders.ts';
import { accountsAddress, usersAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, violationsInBothSchemes, type Records } from './support/panels.ts';

let workspace: ConsoleWorkspace;
let records: Records;
const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  records = await buildRecords(fresh);
});

test('[ROUTE-026] [NAV-015] users and accounts are lists, narrowed and ordered, each a tab of the other', async () => {
  const { database: at, tenant } = workspace;
  const small = await buildAccount(at, tenant, { name: 'Halden Rail', plan: 'Trial', mrr_cents: '90000' });
  await buildUser(at, tenant, { name: 'Ole Berg', account_id: small.id, allowed_state: 'blocked' });
  const { page } = await journeys.open(workspace, '/admin-console/insights');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Users & Accounts' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(usersAddress());
  const names = () => page.locator('tbody tr[data-row-id] td:first-child').allInnerTexts();
  await expect.poll(async () => (await names()).join()).toContain('Ole Berg');
  expect((await names()).find((name) => name.includes('Ole Berg'))).toContain('Blocked');

  await page.keyboard.press('f');
  await page.getByRole('option', { name: 'Account', exact: true }).click();
  await page.getByRole('option', { name: /Northwind/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe(`?external_account=${records.priya.account_id}`);
  await expect.poll(async () => (await names()).join()).not.toContain('Ole Berg');
  // the list stays what it is while it is narrowed
  const tab = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await tab('Users').getAttribute('aria-current')).toBe('page');
  await tab('Admins').click();
  await expect.poll(() => new URL(page.url()).search).toBe('?license_type=full,owner');
  await expect.poll(async () => (await names()).length).toBe(1);

  await tab('Accounts').click();
  await expect.poll(names).toEqual(['N\nNorthwind', 'H\nHalden Rail']);
  expect(new URL(page.url()).pathname).toBe(accountsAddress());
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('f');
  await page.getByRole('option', { name: 'Plan' }).click();
  await page.keyboard.type('trial');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('?plan=trial');
  await expect.poll(names).toEqual(['H\nHalden Rail']);
});

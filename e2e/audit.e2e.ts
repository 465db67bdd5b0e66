/** The audit log: what was done is found, narrowed and exported, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { buildUser, insertRow } from '../server/db/builders.ts';
import { auditSettingsAddress, settingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';
import { seat } from './support/seat.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
});
const lineOf = (action: string, details: Record<string, unknown>, values: Record<string, unknown> = {}) =>
  insertRow(workspace.database, 'audit_entries', {
    subdomain_id: workspace.tenant.id,
    action,
    details: JSON.stringify(details),
    ...values,
  });

test('[DEC-178] what someone did is found by words, by who did it and by what it is about, and goes into a file', async () => {
  await lineOf(
    'api_key_revoke',
    { name: 'Old “warehouse” load' },
    { user_id: workspace.admin.id, subject: '77' },
  );
  await lineOf('recount', {});
  const { page } = await journeys.open(workspace, settingsAddress);
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
  const row = page.getByRole('row', { name: /Revoked an API key/ });
  await row.getByText('Old “warehouse” load').waitFor();
  const counted = page.getByRole('row', { name: /Had the kept numbers counted again/ });
  await counted.getByText('The server').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search lines' }).fill('warehouse');
  await counted.waitFor({ state: 'detached' });
  await row.waitFor();
  await page.getByRole('searchbox', { name: 'Search lines' }).fill('');
  await counted.waitFor();
  await page.goto(`${workspace.url}${auditSettingsAddress}?area=data`);
  await counted.waitFor();
  expect(await row.count()).toBe(0);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the audit log' });
  await dialog.getByText('1 line, as they are searched').waitFor();
  await dialog.getByRole('button', { name: 'Start export' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(
      async () =>
        (
          await workspace.database.pool.query(
            "select params->'filters' as filters from exports where subdomain_id = $1 and collection = 'audit_entries'",
            [workspace.tenant.id],
          )
        ).rows,
    )
    .toEqual([{ filters: { area: ['data'] } }]);
});

test('who may not change settings finds no audit log; on a telephone each line is a block', async () => {
  await lineOf('webhook_test', { name: 'Chat' }, { user_id: workspace.admin.id });
  const phone = await journeys.open(workspace, auditSettingsAddress, { width: 390, height: 844 });
  await phone.page.getByText('Tested a webhook').waitFor();
  const reader = await buildUser(workspace.database, workspace.tenant, {
    license_type: 'full',
    permissions: { ...ALL_PERMISSIONS, settings: 'none' },
  });
  const { page } = await journeys.open(await seat(workspace, reader), settingsAddress);
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).waitFor();
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});

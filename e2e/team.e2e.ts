/** The team: who may sign in and what they may do, invitations, and one's own name and picture, in a Chromium on the real server. */
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ALL_PERMISSIONS, NO_PERMISSIONS } from '../contract/permissions.ts';
import { buildUser } from '../server/db/builders.ts';
import { profileAddress, teamSettingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let server: ConsoleWorkspace;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  await workspace.database.pool.query(
    "update users set license_type = 'owner', permission_state = 'active' where id = $1",
    [workspace.admin.id],
  );
  await buildUser(workspace.database, workspace.tenant, {
    name: 'Jamal Nguyen',
    email_address: 'jamal@acme.example',
    license_type: 'full',
    permission_state: 'active',
    permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
  });
  await buildUser(workspace.database, workspace.tenant, {
    name: 'Callum Tindall with a name that is longer than its column has room for',
    email_address: 'callum.tindall.of.the.long.address@acme.example',
    license_type: 'contributor',
    permission_state: 'active',
    permissions: ALL_PERMISSIONS,
  });
});

const open = (address: string, options?: PageOptions) => journeys.open(server, address, options);
const toast = (page: Page) => page.getByTestId('toast');
const rows = (page: Page) => page.getByRole('list', { name: 'People of the team' }).getByRole('listitem');

test('several are invited at once: a faulty address is marked, and who is there is said and left out', async () => {
  const { page } = await open(teamSettingsAddress);
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.keyboard.press('Shift+I');
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  const field = dialog.getByRole('textbox', { name: 'Email addresses' });
  await field.fill(
    'Ana Vogt <anna.vogt@marlow.example>, nuno@marlow jamal@acme.example\nines@marlow.example',
  );
  await dialog.getByText('nuno@marlow: Please enter a valid email address').waitFor();
  await dialog.getByText('jamal@acme.example: Jamal Nguyen is on the team already.').waitFor();
  const send = dialog.getByRole('button', { name: 'Send 2 invitations' });
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove nuno@marlow' }).click();
  // a role sets the rights, which are changed one by one
  await dialog.getByLabel('Role').selectOption({ label: 'Support' });
  await expect.poll(() => dialog.getByLabel('Tickets').inputValue()).toBe('edit');
  await dialog.getByLabel('Roadmap').selectOption({ label: 'None' });
  await expect.poll(() => dialog.getByLabel('Role').inputValue()).toBe('custom');
  await dialog.getByLabel('Roadmap').selectOption({ label: 'View' });
  await expect.poll(() => dialog.getByLabel('Role').inputValue()).toBe('support');
  await send.click();
  await toast(page).getByText('Invited 2 people.').waitFor();
  await expect.poll(() => rows(page).count()).toBe(5);
  const ines = rows(page).filter({ hasText: 'ines@marlow.example' });
  await expect.poll(() => ines.textContent()).toMatch(/Invited .+ by Ana Ruiz, (6|7) days left/);
  await ines.getByRole('button', { name: 'Send the invitation of ines again' }).click();
  await toast(page).getByText('Invitation sent to ines@marlow.example.').waitFor();
  const tickets = (level: string) => ines.getByRole('button', { name: `Tickets for ines: ${level}` });
  await tickets('Edit').waitFor();
  await ines.getByRole('button', { name: 'Actions for ines' }).click();
  await page.getByRole('menuitemradio', { name: 'Engineering' }).click();
  await toast(page).getByText('Rights for ines: Engineering.').waitFor();
  await tickets('None').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).last().click();
  await tickets('Edit').waitFor();
  await ines.getByRole('button', { name: 'Actions for ines' }).click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => rows(page).count()).toBe(4);
});

test('a right is set in its cell and undone from the toast; the last owner and who has no console are fixed, with the reason', async () => {
  const { page } = await open(teamSettingsAddress);
  const settings = (value: string) =>
    page.getByRole('button', { name: `Settings for Jamal Nguyen: ${value}` });
  await settings('None').click();
  await page.getByRole('menuitemradio', { name: /^Edit/ }).click();
  await toast(page).getByText('Settings for Jamal Nguyen: Edit.').waitFor();
  await settings('Edit').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await settings('None').waitFor();
  await page.getByRole('button', { name: 'License of Ana Ruiz: Owner' }).click();
  const full = page.getByRole('menuitemradio', { name: /^Full/ });
  expect(await full.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await rows(page).filter({ hasText: 'Callum' }).textContent()).toContain(
    'Only the licenses full and owner open the console.',
  );
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const phone = (await open(teamSettingsAddress, { width: 390, height: 844 })).page;
  await expect.poll(() => rows(phone).count()).toBe(3);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violationsInBothSchemes(phone)).toEqual([]);
});

test('one’s own name and picture show in the side bar at once, which also names the workspace; a picture that is too large is refused with a sentence', async () => {
  const { page } = await open(profileAddress);
  await page.getByRole('navigation').getByText(server.tenant.name, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change name' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana Ruiz Blanco');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'You: Ana Ruiz Blanco' }).waitFor();
  const input = page.locator('input[type="file"]');
  await input.setInputFiles({
    name: 'huge.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(11 * 1024 * 1024, 1),
  });
  await page.getByRole('alert').getByText('The limit is 10 MB. Choose a smaller one.').waitFor();
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2b9281' } })
    .png()
    .toBuffer();
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await toast(page).getByText('Picture changed.').waitFor();
  await page.getByRole('button', { name: 'You: Ana Ruiz Blanco' }).locator('[data-image="own"]').waitFor();
  expect(await page.getByText('The limit is 10 MB.').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page
    .getByRole('button', { name: 'You: Ana Ruiz Blanco' })
    .locator('[data-image="default"]')
    .waitFor();
});

test('[SCOPE-027] teams are made, filled, renamed and deleted', async () => {
  const { page } = await open(teamSettingsAddress);
  const section = page.getByRole('region', { name: /^Teams/ });
  await section.getByText('No teams yet').waitFor();
  await section.getByRole('button', { name: 'Add team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a team' });
  await dialog.getByLabel('Name').fill('Sales & Größe');
  await dialog.getByLabel('People').click();
  await page.getByRole('option', { name: /Ana Ruiz/ }).click();
  await dialog.getByLabel('Name').click();
  await dialog.getByRole('button', { name: 'Add team' }).click();
  await page.getByTestId('toast').getByText('Team Sales & Größe was made.').last().waitFor();
  await section.getByText('1 · Ana Ruiz').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await section.getByRole('button', { name: 'Add team' }).click();
  await dialog.getByLabel('Name').fill('sales & größe');
  await dialog.getByRole('button', { name: 'Add team' }).click();
  await dialog.getByText('There is a team "sales & größe" already.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Actions for Sales & Größe' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Sales & Größe' });
  await edit.getByLabel('Name').fill('Sales');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByTestId('toast').getByText('Team Sales was saved.').last().waitFor();
  await section.getByRole('button', { name: 'Actions for Sales' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await section.getByText('No teams yet').waitFor();
});

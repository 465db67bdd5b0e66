/** Settings of the workspace: what customers see, widgets, the button for the browser, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FEATURES } from '../contract/permissions.ts';
import { buildForum, buildSuggestion, buildUser, insertRow } from '../server/db/builders.ts';
import {
  captureAddress,
  extensionSettingsAddress,
  portalSettingsAddress,
  settingsAddress,
  widgetSettingsAddress,
} from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
});
const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
const stored = async (column: string) =>
  (
    await workspace.database.pool.query(`select ${column} as value from subdomains where id = $1`, [
      workspace.tenant.id,
    ])
  ).rows[0].value as unknown;
/** Opens a section from the overview of the settings. */
async function section(name: string): Promise<Page> {
  const { page } = await journeys.open(workspace, settingsAddress);
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return page;
}

test('[ROUTE-029] the portal: name, addresses, where new ideas go, and what anyone can read', async () => {
  const { database, tenant } = workspace;
  const forum = await buildForum(database, tenant, { name: 'General' });
  await insertRow(database, 'roadmaps', {
    subdomain_id: tenant.id,
    name: 'Next year',
    position: 1,
    share_public: true,
    token: 'a_roadmap_that_anyone_may_read_01',
  });
  const page = await section('Portal');
  expect(new URL(page.url()).pathname).toBe(portalSettingsAddress);
  await page.getByText('Next year').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Marlow feedback');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await said(page, 'The workspace is now called Marlow feedback.');
  await expect.poll(() => stored('name')).toBe('Marlow feedback');

  await page.getByRole('button', { name: 'Change' }).first().click();
  await dialog.getByLabel('Address').fill('feedback');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please provide a valid URL').waitFor();
  await dialog.getByLabel('Address').fill('https://feedback.example.com/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Address of the portal saved.');
  await expect.poll(() => stored('portal_url')).toBe('https://feedback.example.com');

  await page.getByLabel('Default forum').selectOption('General');
  await expect.poll(() => stored('default_forum_id::text')).toBe(forum.id);
  await page.getByRole('switch', { name: 'Review what customers write' }).click();
  await expect.poll(() => stored('moderation_enabled')).toBe(true);

  await page.getByRole('button', { name: 'Change color' }).click();
  await dialog.getByLabel('Color').fill('yellow');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a color such as #2B9281.').waitFor();
  await dialog.getByLabel('Color').fill('#ffee00');
  await dialog.getByText('On a light and on a dark page.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Color saved.');
  await expect.poll(() => stored('public_color')).toBe('#FFEE00');
  await page.getByRole('button', { name: 'Change networks' }).click();
  await dialog.getByLabel('Addresses and ranges').fill('203.0.113.0/24\n10.0.0.0/33');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('“10.0.0.0/33” is no address').waitFor();
  await dialog.getByLabel('Addresses and ranges').fill('203.0.113.0/24\n2001:db8::/32');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Public pages are open to 2 networks.');
  await page.getByText('Those in the networks below can read them').waitFor();
  await expect.poll(() => stored('public_networks')).toEqual(['203.0.113.0/24', '2001:db8::/32']);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // the host name is the owner's
  await page.getByRole('button', { name: 'Set host name' }).click();
  await dialog.getByLabel('Host name').fill('ideas.example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Only the owner of the workspace can change its host name.');
});

test('[ROUTE-030] the widgets say where they lead, or that nothing is set up', async () => {
  const page = await section('Widgets');
  expect(new URL(page.url()).pathname).toBe(widgetSettingsAddress);
  await page.getByText('Not set up. Set by SUPPORT_CHAT_URL where this installation runs.').waitFor();
  await page.getByText('Not set up. Set by FEEDBACK_WIDGET_URL where this installation runs.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('[ROUTE-031] the button for the browser opens the form with what was selected on another page', async () => {
  const { database, tenant } = workspace;
  const forum = await buildForum(database, tenant);
  await buildSuggestion(database, tenant, { title: 'Payroll export', forum_id: forum.id });
  await buildUser(database, tenant, { name: 'Zoe Okafor', email_address: 'zoe@marlow.example' });
  const page = await section('Extension');
  expect(new URL(page.url()).pathname).toBe(extensionSettingsAddress);
  const button = page.getByRole('link', { name: 'Add to Earshot' });
  const code = (await button.getAttribute('href')) ?? '';
  expect(code).toContain(`"${new URL(page.url()).origin}${captureAddress()}"`);
  await button.click();
  await said(page, 'Drag the button to your bookmarks bar.');
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const given = new URLSearchParams({ text: 'Sunday is missing', source: 'https://mail.example/7' });
  const { page: captured } = await journeys.open(workspace, `${captureAddress()}?${given.toString()}`);
  const panel = captured.getByRole('dialog', { name: 'Add feedback' });
  await panel.getByText('Sunday is missing').waitFor();
  expect(await panel.getByLabel('Source URL').inputValue()).toBe('https://mail.example/7');
  // an address that is none stays outside
  const { page: other } = await journeys.open(workspace, `${captureAddress()}?source=javascript%3Aalert(1)`);
  await other.getByRole('dialog', { name: 'Add feedback' }).waitFor();
  expect(await other.getByRole('textbox', { name: 'Source URL', exact: true }).count()).toBe(0);
});

test('[PERM-017] [PERM-018] without web_portal and widgets their sections are not there', async () => {
  workspace = await journeys.replaceWorkspace({
    features: FEATURES.filter((feature) => feature !== 'web_portal' && feature !== 'widgets'),
  });
  const page = await section('Extension');
  const sections = page.getByRole('navigation').getByRole('link');
  expect(await sections.filter({ hasText: /^(Portal|Widgets)$/ }).count()).toBe(0);
  for (const address of [portalSettingsAddress, widgetSettingsAddress]) {
    const { page: refused } = await journeys.open(workspace, address);
    await refused.getByText('You don’t have access to this').first().waitFor();
  }
});

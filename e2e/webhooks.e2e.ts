/** Doors for programs: webhooks with their log, and API keys, in a Chromium on the real server with a receiver beside it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../contract/permissions.ts';
import { buildAdmin, buildSuggestion, buildUser } from '../server/db/builders.ts';
import { apiSettingsAddress, settingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';
import { seat } from './support/seat.ts';

let calls: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    calls.push({ headers: request.headers, body });
    response.writeHead(status, { 'content-type': 'text/plain' });
    response.end(status === 200 ? 'thanks' : 'no room');
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/earshot`;
});
afterAll(
  () =>
    new Promise((closed) => {
      receiver.close(closed);
      receiver.closeAllConnections();
    }),
);

let workspace: ConsoleWorkspace;
let idea: string;
const journeys = journeysOf(
  (fresh) => {
    workspace = fresh;
  },
  () => [{ ALLOW_PRIVATE_HOSTS: '127.0.0.1', WORKER: 'on' }, { isReal: true }],
);
beforeEach(async () => {
  calls = [];
  status = 200;
  idea = (await buildSuggestion(workspace.database, workspace.tenant, { title: 'Payroll export' })).id;
});

const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
const note = () =>
  workspace.call('mutation ($id: ID!) { note_create(suggestion: $id, body: "<p>Ask Ana</p>") { id } }', {
    id: idea,
  });
const make = async (name = 'Data lake') =>
  (
    await workspace.call<{ webhook_create: { id: string } }>(
      'mutation ($name: String!, $url: String!) { webhook_create(name: $name, url: $url, kinds: ["note_created"]) { id } }',
      { name, url },
    )
  ).webhook_create.id;
const log = (page: Page) => page.getByRole('list', { name: 'Deliveries' });

test('a webhook is made, hears what happens within a moment, and its log says how it went', async () => {
  const { page } = await journeys.open(workspace, settingsAddress);
  await page.getByRole('navigation').getByRole('link', { name: 'API and webhooks' }).click();
  await page.getByText('No webhooks yet').waitFor();

  await page.keyboard.press('Shift+N');
  const panel = page.getByRole('dialog', { name: 'New webhook' });
  await panel.getByLabel('Name').fill('Data lake “über”');
  await panel.getByLabel('Address').fill('hooks.example.com');
  await panel.getByLabel('Name').click();
  await panel.getByText('Enter an address that begins with').waitFor();
  await panel.getByLabel('Address').fill('http://10.0.0.7/earshot');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Make webhook' }).click();
  await panel.getByText('10.0.0.7 is a private address, which this installation does not allow.').waitFor();
  await panel.getByLabel('Address').fill(url);
  // people and accounts are none of its business
  await panel.getByRole('group', { name: 'People and accounts' }).getByLabel('All').uncheck();
  await panel.getByRole('button', { name: 'Make webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of this webhook' });
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Data lake “über”' }).waitFor();
  await page.getByText('Nothing sent yet').waitFor();

  await note();
  await expect.poll(() => calls.length, { timeout: 15_000 }).toBe(1);
  expect(
    new Webhook(secret).verify(calls[0]!.body, calls[0]!.headers as Record<string, string>),
  ).toMatchObject({
    type: 'note_created',
    data: { idea: { title: 'Payroll export' } },
  });
  status = 500;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await said(page, 'A test is on its way.');
  const failed = log(page).getByRole('button', { name: /^500 test/ });
  await failed.click();
  await page.getByText('It answered with 500.').waitFor();
  await page.getByRole('region', { name: 'Answer' }).getByText('no room').waitFor();
  const taken = log(page).getByRole('button', { name: /^200 note_created Payroll export/ });
  await taken.click();
  await page.getByRole('region', { name: 'Sent' }).getByText('"type": "note_created"').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // what failed is sent again, and is no failure any more
  status = 200;
  await page.getByRole('radio', { name: /^Failed/ }).check();
  await log(page)
    .getByRole('button', { name: /^500 test/ })
    .click();
  await page.getByRole('button', { name: 'Send again' }).last().click();
  await said(page, 'It is sent again.');
  await page.getByText('Nothing failed').waitFor();

  await page.getByRole('switch', { name: 'Data lake “über” is on' }).click();
  await said(page, 'Data lake “über” is off.');
  const before = calls.length;
  await note();
  await page.getByRole('switch', { name: 'Data lake “über” is on' }).click();
  await said(page, 'Data lake “über” is on.');
  await note();
  await expect.poll(() => calls.length, { timeout: 15_000 }).toBe(before + 1);
});

test('a new secret is shown once; a webhook is edited and deleted; two windows do not overwrite each other', async () => {
  const id = await make();
  const { page } = await journeys.open(workspace, apiSettingsAddress({ webhook: id }));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'New secret…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new secret' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of this webhook' });
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByText('The secret before signs too until').waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit webhook' });
  await panel.getByLabel('Name').fill('Warehouse');
  await workspace.call('mutation ($id: ID!) { webhook_update(id: $id, name: "Lake house") { id } }', { id });
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Keep m/ }).click();
  await said(page, 'Warehouse saved.');
  await page.getByRole('heading', { name: 'Warehouse' }).waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click();
  await said(page, 'Warehouse deleted.');
  await page.getByText('No webhooks yet').waitFor();
  await page.goto(`${new URL(page.url()).origin}${apiSettingsAddress({ webhook: id })}`);
  await page.getByText('This webhook does not exist').waitFor();
});

test('[DEC-175] a key is made, shown once, opens the API, and opens nothing once it is revoked', async () => {
  const { page } = await journeys.open(workspace, apiSettingsAddress());
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await dialog.getByText('Enter what it is for.').waitFor();
  await dialog.getByLabel('What it is for').fill('CRM sync');
  await dialog.getByLabel('Write ideas, votes and importance').check();
  await dialog.getByLabel('Ends').selectOption('In 90 days');
  await dialog.getByRole('button', { name: 'Make key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new API key' });
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const key = await shown.getByLabel('Key', { exact: true }).inputValue();
  const ask = () =>
    page.evaluate(
      async (bearer) =>
        (await fetch('/api/v1/ideas', { headers: { authorization: `Bearer ${bearer}` } })).status,
      key,
    );
  expect(await ask()).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).click();
  const keys = page.getByRole('list', { name: 'API keys' });
  await keys.getByText('reads ideas · writes ideas').waitFor();
  await keys.getByText(key.slice(-4)).waitFor();
  expect(await page.content()).not.toContain(key);

  await keys.getByRole('button', { name: 'Revoke CRM sync' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await said(page, 'CRM sync revoked.');
  await page.getByText('No keys yet').waitFor();
  expect(await ask()).toBe(401);
  await page.getByRole('radio', { name: 'Ended' }).check();
  await keys.getByText('Revoked').waitFor();
});

test('[DEC-175] the page to try the API sends a call with the key that is entered there', async () => {
  const { api_key_create } = await workspace.call<{ api_key_create: { key: string } }>(
    'mutation { api_key_create(name: "Trial", scopes: ["ideas:read"]) { key } }',
  );
  const { page } = await journeys.open(workspace, apiSettingsAddress());
  const address = await page.getByRole('link', { name: 'Try the API' }).getAttribute('href');
  await page.goto(new URL(address!, page.url()).href);
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.getByRole('textbox').last().fill(api_key_create.key);
  await page.locator('.modal-btn.authorize').click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.locator('#operations-ideas-listIdeas').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.live-responses-table').getByText('"Payroll export"').waitFor();
});

test('in a narrow window the webhook takes the place of the lists, and back leads to them', async () => {
  const id = await make('A webhook with a name that is much longer than the window of a telephone is wide');
  await workspace.call('mutation ($id: ID!) { webhook_test(id: $id) { id } }', { id });
  const { page } = await journeys.open(workspace, apiSettingsAddress());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /A webhook with a name/ }).click();
  await log(page).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'API keys' }).isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.goForward();
  await page.getByRole('button', { name: 'All webhooks and keys' }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('those who keep no settings do not see the page', async () => {
  const { database, tenant } = workspace;
  const reader = await buildAdmin(database, tenant, {
    permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
  });
  await buildUser(database, tenant);
  const { page } = await journeys.open(await seat(workspace, reader), apiSettingsAddress());
  await page.getByText('You don’t have access to this').waitFor();
});

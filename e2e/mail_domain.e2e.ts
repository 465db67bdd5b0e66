/** A domain of the workspace's own for emails: set, proved by its DNS record, used; with a DNS server of the tests, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDns, type TestDns } from '../server/testing/dns.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await startTestDns();
});
afterAll(() => dns.close());

let workspace: ConsoleWorkspace;
const journeys = journeysOf(
  (fresh) => {
    workspace = fresh;
    dns.records.clear();
    dns.silent = false;
  },
  () => [{ DNS_SERVERS: dns.server }, { isReal: true }],
);

const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();

test('[DEC-144] a domain is set, its record looked up until it is right, and emails come from it', async () => {
  const { page } = await journeys.open(workspace, '/admin/settings/mail');
  const section = page.getByRole('region', { name: 'Custom domain' });
  await section.getByText('No custom domain').waitFor();
  await section.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Custom domain' });
  await dialog.getByLabel('Domain').fill('not a domain');
  await dialog.getByLabel('Domain').blur();
  await dialog.getByText('An email domain has a form such as example.com.').waitFor();
  await dialog.getByLabel('Domain').fill('ideas@Acme.example');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const records = section.getByRole('list', { name: 'DNS records of acme.example' });
  await records.getByText('Not found yet.').waitFor();
  const [name, value] = await records.getByRole('listitem').first().locator('code').allInnerTexts();
  expect(name).toBe(`earshot-${workspace.tenant.id}._domainkey.acme.example`);
  expect(value).toMatch(/^v=DKIM1; k=rsa; p=MII/);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  dns.records.set(name!, ['v=DKIM1; k=rsa; p=AAAA']);
  await section.getByRole('button', { name: 'Check again' }).click();
  await records.getByText('Found, but with another key.').waitFor();
  await records.getByText('v=DKIM1; k=rsa; p=AAAA').waitFor();
  dns.silent = 'fails';
  await section.getByRole('button', { name: 'Check again' }).click();
  await records.getByText('The DNS servers gave no answer.').first().waitFor();
  dns.silent = false;
  dns.records.set(name!, [value!]);
  dns.records.set('_dmarc.acme.example', ['v=DMARC1; p=quarantine']);
  await section.getByRole('button', { name: 'Check again' }).click();
  await records.getByText('Found, the key matches').waitFor();
  await section.getByRole('button', { name: 'Send from this domain' }).click();
  await said(page, 'From now on, emails can come from acme.example.');

  await section.getByRole('button', { name: 'Set the from address' }).click();
  const address = page.getByRole('dialog', { name: 'From address' });
  await address.getByLabel('From address').fill('news@elsewhere.example');
  await address.getByLabel('From address').blur();
  await address.getByRole('alert').or(address.getByText('domain')).first().waitFor();
  await address.getByLabel('From address').fill('news@acme.example');
  await address.getByRole('button', { name: 'Save' }).click();
  await said(page, 'From address saved.');
  await section.getByRole('list', { name: 'Steps' }).getByText('news@acme.example').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // the record goes, and the page says what that means
  dns.records.clear();
  await section.getByRole('button', { name: 'Check again' }).click();
  await section.getByText('so they may land in spam').waitFor();
  await section.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await said(page, 'The custom domain was removed.');
  await section.getByText('No custom domain').waitFor();
});

/** Single sign-on: set up, asked for at the door, made the only way; with a certified provider, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { buildUser } from '../server/db/builders.ts';
import { hashPassword } from '../server/domain/account/password_hash.ts';
import { startTestProvider, type TestProvider } from '../server/testing/openid_provider.ts';
import { profileAddress, signInSettingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violations, violationsInBothSchemes } from './support/panels.ts';

const PASSWORD = 'violet harbour 92 lamps';

let workspace: ConsoleWorkspace;
let provider: TestProvider | null = null;
const journeys = journeysOf(
  async (fresh) => {
    workspace = fresh;
    const { database, tenant, admin } = workspace;
    await database.pool.query("update users set license_type = 'owner' where id = $1", [admin.id]);
    await buildUser(database, tenant, {
      name: 'Kim Park',
      email_address: 'kim@northwind.example',
      license_type: 'full',
      password_hash: await hashPassword(PASSWORD),
    });
  },
  () => [{ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { isReal: true }],
);
afterEach(async () => {
  await provider?.close();
  provider = null;
});

const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
async function startProvider(): Promise<TestProvider> {
  const { sign_in_provider_redirect_uri: uri } = await workspace.call<{
    sign_in_provider_redirect_uri: string;
  }>('{ sign_in_provider_redirect_uri }', {});
  provider = await startTestProvider(uri);
  provider.people.set('kim', { email: 'kim@northwind.example', email_verified: true, name: 'Kim Park' });
  provider.who = 'kim';
  return provider;
}
/** A browser that is signed in nowhere. */
async function atTheDoor(): Promise<Page> {
  const { page } = await journeys.open(workspace, profileAddress, { own: true, loads: true });
  // a page that finds itself signed out leads to the door as well, and one of the two ways would be broken off
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${workspace.url}/admin/signin?return_to=${encodeURIComponent(profileAddress)}`);
  return page;
}

test('[DEC-178] single sign-on is set up, and someone of the team comes in through it', async () => {
  const { issuer, client_id, client_secret } = await startProvider();
  const { page } = await journeys.open(workspace, signInSettingsAddress);
  const section = page.getByRole('region', { name: 'Single sign-on' });
  await section.getByText('No single sign-on').waitFor();
  await section.getByRole('button', { name: 'Set up' }).click();
  const panel = page.getByRole('dialog', { name: 'Single sign-on' });
  await panel.getByLabel('Name').fill('Northwind');
  await panel.getByLabel('Issuer address').fill(`${issuer}/.well-known/openid-configuration`);
  await panel.getByLabel('Client id').fill(client_id);
  await panel.getByLabel('Client secret').fill(client_secret);
  await panel.getByLabel('Email domains').fill('@Northwind.example northwind');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('northwind is no domain.').waitFor();
  await panel.getByLabel('Email domains').fill('@Northwind.example');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Single sign-on saved.');
  await section.getByText('Only northwind.example').waitFor();
  await section.getByRole('button', { name: 'Check' }).click();
  await section.getByText('The provider answers').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const door = await atTheDoor();
  expect(await violations(door)).toEqual([]);
  await door.getByRole('link', { name: 'Sign in with Northwind' }).click();
  await door.getByRole('heading', { name: 'My profile' }).waitFor();
  await door.getByText('kim@northwind.example').first().waitFor();

  provider!.who = null;
  const other = await atTheDoor();
  await other.getByRole('link', { name: 'Sign in with Northwind' }).click();
  await other.getByText('You weren’t signed in there.').waitFor();
  await other.getByLabel('Email').fill('kim@northwind.example');
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('heading', { name: 'My profile' }).waitFor();
});

test('where it is the only way, the door asks for it, and a password sends others than owners to it', async () => {
  const { issuer, client_id, client_secret } = await startProvider();
  await workspace.call(
    'mutation ($issuer: String, $client_id: String, $secret: String) { sign_in_provider_update(name: "Northwind", issuer: $issuer, client_id: $client_id, client_secret: $secret, is_required: true) { name } }',
    { issuer, client_id, secret: client_secret },
  );
  const door = await atTheDoor();
  await door.getByRole('button', { name: 'Owner? Use your password' }).click();
  await door.getByLabel('Email').fill('kim@northwind.example');
  await door.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await door.getByRole('button', { name: 'Sign in', exact: true }).click();
  await door.getByText('Your team signs in with Northwind.').waitFor();
  expect(await violations(door)).toEqual([]);
  await door.getByRole('link', { name: 'Sign in with Northwind' }).click();
  await door.getByRole('heading', { name: 'My profile' }).waitFor();

  const { page } = await journeys.open(workspace, signInSettingsAddress);
  const section = page.getByRole('region', { name: 'Single sign-on' });
  await section.getByText('Passwords sign in only owners').waitFor();
  await section.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Single sign-on was removed.');
  await section.getByText('No single sign-on').waitFor();
});

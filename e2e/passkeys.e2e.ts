/** Passkeys in place of codes: added in the profile, used at the door, removed; in a Chromium with a device of its own, on the real server. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashPassword } from '../server/domain/account/password_hash.ts';
import { profileAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violations, violationsInBothSchemes } from './support/panels.ts';

const PASSWORD = 'violet harbour 92 lamps';
const EMAIL = 'passkeys@example.com';

let workspace: ConsoleWorkspace;
const journeys = journeysOf(
  async (fresh) => {
    workspace = fresh;
    await workspace.database.pool.query(
      'update users set password_hash = $3, email_address = $4 where subdomain_id = $1 and id = $2',
      [workspace.tenant.id, workspace.admin.id, await hashPassword(PASSWORD), EMAIL],
    );
  },
  () => [{}, { isReal: true }],
);

const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();

/** The page's browser gets a device that makes passkeys and says yes to everything. */
async function withDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Ends the session of the page and shows the password. */
async function comeToTheDoor(page: Page): Promise<void> {
  // a page that finds itself signed out leads to the door as well, and one of the two ways would be broken off
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${workspace.url}/admin/signin?return_to=${encodeURIComponent(profileAddress)}`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('[DEC-178] a passkey is added in the profile, opens the door in place of a code, and is removed', async () => {
  const { page } = await journeys.open(workspace, profileAddress, { own: true });
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const key = await page.getByText('Or type this key into the app').locator('code').innerText();
  await dialog
    .getByLabel('Code from the app')
    .fill(new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'I’ve kept them' }).click();

  await withDevice(page);
  await section.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Enter a name').waitFor();
  await dialog.getByLabel('Name').fill('Kim’s laptop');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await said(page, 'Passkey Kim’s laptop was added.');
  await section.getByText('not used yet').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // the device has one already
  await section.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Name').fill('Again');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('No passkey was made').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await comeToTheDoor(page);
  const use = page.getByRole('button', { name: 'Use a passkey' });
  await use.waitFor();
  expect(await violations(page)).toEqual([]);
  await use.click();
  await section.getByText('last used').waitFor();

  // called off: a code is still taken
  await comeToTheDoor(page);
  await use.waitFor();
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('Called off', 'NotAllowedError'));
  });
  await use.click();
  await page.getByText('That didn’t work').waitFor();
  await page.getByLabel('Code').waitFor();

  const { page: elsewhere } = await journeys.open(workspace, profileAddress, { own: true });
  await elsewhere.getByRole('button', { name: 'Remove the passkey Kim’s laptop' }).click();
  await said(elsewhere, 'Passkey Kim’s laptop was removed.');
  await expect.poll(() => elsewhere.getByRole('list', { name: 'Passkeys' }).count()).toBe(0);
});

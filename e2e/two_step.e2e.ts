/** Two-step sign-in: set up in the profile, asked for at the door, required of everyone, reset for a colleague; in a Chromium on the real server. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashPassword } from '../server/domain/account/password_hash.ts';
import { profileAddress, signInSettingsAddress, teamSettingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violations, violationsInBothSchemes } from './support/panels.ts';

const PASSWORD = 'violet harbour 92 lamps';
const EMAIL = 'two.step@example.com';

let workspace: ConsoleWorkspace;
const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  await workspace.database.pool.query(
    'update users set password_hash = $3, email_address = $4 where subdomain_id = $1 and id = $2',
    [workspace.tenant.id, workspace.admin.id, await hashPassword(PASSWORD), EMAIL],
  );
});

const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
/** What the app shows, `ahead` half minutes later: a code is taken once. */
const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });
const keyOn = async (page: Page): Promise<string> =>
  (await page.getByText('Or type this key into the app').locator('code').innerText()).replaceAll(' ', '');
/** A browser that is signed in nowhere. */
async function atTheDoor(): Promise<Page> {
  const { page } = await journeys.open(workspace, profileAddress, { own: true, loads: true });
  // a page that finds itself signed out leads to the door as well, and one of the two ways would be broken off
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(`${workspace.url}/admin/signin?return_to=${encodeURIComponent(profileAddress)}`);
  return page;
}
async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('[DEC-178] two-step sign-in is set up with an app, asked for at the door, and turned off', async () => {
  const { page } = await journeys.open(workspace, profileAddress);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await dialog.getByLabel('Current password').fill('not this one at all');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This is not your current password.').waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
  const secret = await keyOn(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('This code is wrong.').waitFor();
  await dialog.getByLabel('Code from the app').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.getByRole('listitem').nth(9).waitFor();
  const kept = await codes.getByRole('listitem').allInnerTexts();
  expect(kept).toHaveLength(10);
  await codes.getByRole('button', { name: 'I’ve kept them' }).click();
  await section.getByText('10 recovery codes left').waitFor();

  const door = await atTheDoor();
  await signIn(door);
  await door.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
  expect(await door.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
  expect(await violations(door)).toEqual([]);
  await door.getByLabel('Code').fill('000000');
  await door.getByRole('button', { name: 'Sign in' }).click();
  await door.getByText('This code is wrong, or was used already.').waitFor();
  await door.getByLabel('Code').fill(codeOf(secret, 1));
  await door.getByRole('button', { name: 'Sign in' }).click();
  await door.getByRole('heading', { name: 'My profile' }).waitFor();

  const again = await atTheDoor();
  await signIn(again);
  await again.getByLabel('Code').fill(kept[0]!.toUpperCase());
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByText('9 recovery codes left').waitFor();
  await again.getByRole('button', { name: 'Turn off' }).click();
  const off = again.getByRole('dialog', { name: 'Turn off two-step sign-in?' });
  await off.getByLabel('Current password').fill(PASSWORD);
  await off.getByRole('button', { name: 'Turn off' }).click();
  await said(again, 'Two-step sign-in is off.');
  await again
    .getByRole('region', { name: 'Two-step sign-in' })
    .getByRole('button', { name: 'Turn on' })
    .waitFor();
});

test('where it is required, who has none sets it up behind the password; a colleague’s is reset', async () => {
  const { page } = await journeys.open(workspace, signInSettingsAddress);
  await page.getByText('Set up by 0 of 1 person who uses the console.').waitFor();
  await page.getByRole('switch', { name: 'Require it of everyone' }).click();
  await said(page, 'Two-step sign-in is required from now on.');
  await page.getByText('You have none yourself').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const door = await atTheDoor();
  await signIn(door);
  await door.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
  const secret = await keyOn(door);
  await door.getByLabel('Code from the app').fill(codeOf(secret));
  await door.getByRole('button', { name: 'Sign in' }).click();
  await door.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  expect(await door.getByRole('listitem').count()).toBe(10);
  await door.getByRole('button', { name: 'I’ve kept them. Continue' }).click();
  await door.getByRole('heading', { name: 'My profile' }).waitFor();
  const off = door
    .getByRole('region', { name: 'Two-step sign-in' })
    .getByRole('button', { name: 'Turn off' });
  expect(await off.isDisabled()).toBe(true);

  const {
    rows: [colleague],
  } = await workspace.database.pool.query<{ id: string }>(
    "insert into users (subdomain_id, name, email_address, license_type, permission_state, allowed_state) values ($1, 'Noor', 'noor@example.com', 'full', 'active', 'allowed') returning id::text as id",
    [workspace.tenant.id],
  );
  await workspace.database.pool.query(
    "insert into second_factors (subdomain_id, user_id, sealed_secret, confirmed_at) values ($1, $2, 'x', now())",
    [workspace.tenant.id, colleague!.id],
  );
  await door.goto(`${workspace.url}${teamSettingsAddress}`);
  const row = door.getByRole('listitem').filter({ hasText: 'Noor' });
  await row.getByText('Two-step').waitFor();
  await row.getByRole('button', { name: 'Actions for Noor' }).click();
  await door.getByRole('menuitem', { name: 'Reset two-step sign-in' }).click();
  await door.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await said(door, 'Two-step sign-in of Noor was reset.');
  await row.getByText('Two-step').waitFor({ state: 'detached' });
});

test('[DEC-178] a longer password is asked for from now on, and the form to change one’s own says so', async () => {
  const { page } = await journeys.open(workspace, signInSettingsAddress);
  await page.getByRole('combobox', { name: 'Shortest password' }).selectOption('16');
  await said(page, 'New passwords have at least 16 characters from now on.');
  await page.goto(workspace.url + profileAddress);
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByText('At least 16 characters').waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('New password').fill('nine mints on');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('Password must have at least 16 characters').waitFor();
  await dialog.getByLabel('New password').fill('nine zebra mints on it');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await said(page, 'Password changed. Your other sessions have ended.');
});

/** One's own profile: address, password and sessions, in a Chromium on the real server. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { insertRow } from '../server/db/builders.ts';
import { hashPassword } from '../server/domain/account/password_hash.ts';
import { hashSecret, newSecret } from '../server/domain/account/secrets.ts';
import { profileAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { violations, violationsInBothSchemes } from './support/panels.ts';

const PASSWORD = 'the lamp is green';
const NEW_PASSWORD = 'the lamp is blue now';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

let server: ConsoleWorkspace;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  await workspace.database.pool.query(
    'update users set password_hash = $2, email_confirmed = true where id = $1',
    [workspace.admin.id, await hashPassword(PASSWORD)],
  );
});

const open = (options?: PageOptions) => journeys.open(server, profileAddress, options);
const toast = (page: Page) => page.getByTestId('toast');
const dialog = (page: Page) => page.getByRole('dialog');
const rowsOf = (page: Page) => page.getByRole('list', { name: /^Sessions/ }).getByRole('listitem');

/** Another session of the admin, last used some hours ago. */
const addSession = async (hours: number, user_agent: string | null = SAFARI): Promise<void> => {
  const used = new Date(Date.now() - hours * 3_600_000);
  await insertRow(server.database, 'sessions', {
    subdomain_id: server.tenant.id,
    user_id: server.admin.id,
    secret_hash: hashSecret(newSecret()),
    created_at: used,
    last_used_at: used,
    expires_at: new Date(Date.now() + 86_400_000),
    ip: '198.51.100.7',
    user_agent,
  });
};

test('[NAV-021] the avatar menu leads to the profile; it is whole at each size and in both schemes', async () => {
  await addSession(3);
  const { page } = await open({ width: 390, height: 844 });
  await page.getByRole('heading', { name: 'Email', exact: true }).waitFor();
  await rowsOf(page).first().waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const wide = (await journeys.open(server, '/admin-console')).page;
  await wide.getByRole('button', { name: server.admin.name! }).click();
  await wide.getByRole('menuitem', { name: 'My Profile' }).click();
  await wide.getByRole('heading', { level: 1, name: 'My profile' }).waitFor();
  expect(await wide.title()).toContain('Profile');
  expect(await violationsInBothSchemes(wide)).toEqual([]);
});

test('sessions are ended singly and all at once; this one is marked and stays', async () => {
  for (const hours of [1, 5, 30]) await addSession(hours, hours === 30 ? null : SAFARI);
  const { page } = await open();
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  await expect.poll(() => rowsOf(page).first().textContent()).toContain('This session');
  expect(await rowsOf(page).first().getByRole('button').count()).toBe(0);
  expect(await rowsOf(page).nth(1).textContent()).toContain('Safari on macOS');
  expect(await rowsOf(page).nth(1).textContent()).toContain('198.51.100.7');
  await page.getByRole('button', { name: /^End session: Unknown browser, 198.51.100.7, signed in / }).click();
  await toast(page).getByText('Session ended: Unknown browser').waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  // the focus is where the row was, and not lost
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('UL');
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByText('2 other sessions end at once, also in other workspaces.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click();
  await toast(page).getByText('2 sessions ended.').waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await expect
    .poll(() => page.getByRole('button', { name: 'End all other sessions' }).getAttribute('aria-disabled'))
    .toBe('true');
  expect(
    (await server.database.pool.query('select 1 from sessions where user_id = $1', [server.admin.id])).rows,
  ).toHaveLength(1);
});

test('the password is changed with the present one; what is wrong stands at its field', async () => {
  await addSession(1);
  const { page } = await open();
  await page.getByRole('button', { name: 'Change password' }).click();
  const current = dialog(page).getByRole('textbox', { name: 'Current password' });
  const next = dialog(page).getByRole('textbox', { name: 'New password' });
  const save = (): Promise<void> => dialog(page).getByRole('button', { name: 'Change password' }).click();
  await save();
  await dialog(page).getByText('Password is required').waitFor();
  expect(await current.evaluate((field) => field === document.activeElement)).toBe(true);
  await current.fill('not the right one');
  await next.fill('short');
  await save();
  await expect.poll(() => next.getAttribute('aria-invalid')).toBe('true');
  expect(await next.evaluate((field) => field === document.activeElement)).toBe(true);
  await next.fill(NEW_PASSWORD);
  await save();
  await dialog(page).getByText('This is not your current password.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await current.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page).getByText('Password changed. Your other sessions have ended.').waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  const status = await page.evaluate(
    async (body) =>
      (
        await fetch('/admin/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    JSON.stringify({ email: server.admin.email_address, password: NEW_PASSWORD }),
  );
  expect(status).toBe(204);
});

test('a new email waits for its link, which is confirmed by a click; a change is canceled', async () => {
  const { page } = await open();
  const ask = async (address: string): Promise<void> => {
    await page.getByRole('button', { name: 'Change email' }).click();
    await dialog(page).getByRole('textbox', { name: 'New email' }).fill(address);
    await dialog(page).getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Send link' }).click();
  };
  await ask('not an address');
  await dialog(page)
    .getByRole('textbox', { name: 'New email' })
    .and(page.locator('[aria-invalid=true]'))
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  // what was typed is not thrown away without a question
  const discard = page.getByRole('alertdialog').getByRole('button', { name: /discard|leave/i });
  if (await discard.count()) await discard.click();
  await expect.poll(() => dialog(page).count()).toBe(0);

  await ask('first@new.example');
  await toast(page).getByText('We sent a link to first@new.example.').waitFor();
  await page.getByText('Waiting for first@new.example to be confirmed').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await toast(page).getByText('Change canceled.').waitFor();
  await expect.poll(() => page.getByText('Waiting for').count()).toBe(0);

  await ask('freya@new.example');
  await page.getByText('Waiting for freya@new.example to be confirmed').waitFor();
  // as the job makes it, which mails it
  const token = newSecret();
  await insertRow(server.database, 'one_time_links', {
    subdomain_id: server.tenant.id,
    user_id: server.admin.id,
    purpose: 'email',
    token_hash: hashSecret(token),
    expires_at: new Date(Date.now() + 3_600_000),
  });
  const context = await journeys.openContext();
  const link = await context.newPage();
  await link.goto(`${server.url}/admin/email?token=${token}`);
  await link.getByRole('heading', { name: 'Confirm your new email' }).waitFor();
  await link.getByText('You’ll then sign in with freya@new.example').waitFor();
  expect(await violations(link)).toEqual([]);
  await link.getByRole('button', { name: 'Confirm' }).click();
  await link.getByRole('heading', { name: 'Email changed' }).waitFor();
  await link.reload();
  await link.getByRole('heading', { name: 'This link has expired' }).waitFor();
  // who asked for it may be another than who followed the link: all are out
  await page.reload();
  await page.getByRole('heading', { name: /Sign in/ }).waitFor();
  const { rows } = await server.database.pool.query(
    'select email_address, email_confirmed, pending_email_address from users where id = $1',
    [server.admin.id],
  );
  expect(rows).toEqual([
    { email_address: 'freya@new.example', email_confirmed: true, pending_email_address: null },
  ]);
});

test('what fails is said, and loading again helps; who has no password is told the way to one', async () => {
  await server.database.pool.query('update users set password_hash = null where id = $1', [server.admin.id]);
  await addSession(2);
  const { page, fail, heal } = await open();
  await page.getByText('You have no password yet').waitFor();
  expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0);
  // the address is changed with the password: a session alone is not enough
  expect(await page.getByRole('button', { name: 'Change email' }).isDisabled()).toBe(true);
  await fail('EndOwnSession', 'The server is busy.');
  await page.getByRole('button', { name: /^End session: Safari/ }).click();
  await toast(page).getByText('The server is busy.').waitFor();
  await heal();
  await page.getByRole('button', { name: /^End session: Safari/ }).click();
  await toast(page).getByText('Session ended: Safari on macOS').waitFor();
});

test('a profile that cannot be loaded says so, and is tried again', async () => {
  let isBroken = true;
  const { page } = await open({
    before: async (fresh) => {
      await fresh.route('**/api/v2/admin/graphql', async (route: Route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string };
        if (isBroken && operationName === 'OwnProfile')
          await route.fulfill({
            json: { data: null, errors: [{ message: 'No', extensions: { code: 'BAD_USER_INPUT' } }] },
          });
        else await route.fallback();
      });
    },
  });
  await page.getByText('We could not load your profile').waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
});

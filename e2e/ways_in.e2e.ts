/** The ways into the console from end to end, in a Chromium on the real server: set-up, reset, invitation, one-time link, landing page. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { Scope } from '../server/core/scope.ts';
import { invitationMail, passwordResetMail } from '../server/domain/account/mails/account_mails.ts';
import { systemViewer } from '../server/domain/account/system_viewer.ts';
import { createLinkFor, createUser } from '../server/domain/account/team.ts';
import { startTestServer, type TestServer } from '../server/http/testing.ts';
import { sharedBrowser } from './support/shared.ts';

const PASSWORD = 'violet anchor 4411';
const OTHER_PASSWORD = 'quiet meadow 51 kites';
const OWNER = 'ana@acme.example';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
/** Address of the workspace, as the browser reaches it. */
let home: string;

beforeAll(async () => {
  server = await startTestServer({ empty: true, consoleDir: join(import.meta.dirname, '../web/dist') });
  home = `http://localhost:${server.port}`;
  browser = await sharedBrowser();
});
afterAll(() => server?.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

/** The system in the workspace that the set-up made. */
async function scope(): Promise<Scope> {
  const { pool } = server.database;
  const { rows } = await pool.query<Parameters<typeof systemViewer>[0]>(
    'select * from subdomains order by id limit 1',
  );
  return new Scope(
    {
      pool,
      readPool: pool,
      tenantCheck: null,
      services: { ...server.services, publicUrl: () => home },
      now: () => new Date(),
    },
    systemViewer(rows[0]!),
  );
}
/** The link of the last mail. */
const mailedLink = (): string =>
  /https?:\/\/\S+token=[\w-]{43}/.exec(server.services.sentMails.at(-1)!.text)![0];
const isInConsole = async (): Promise<void> => {
  await page.waitForURL('**/admin-console/**');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
};
async function signIn(email: string, password: string): Promise<void> {
  await page.goto(`${home}/admin/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('set-up: the printed link makes the first workspace and its owner, and the console opens; it works once', async () => {
  const token = /token=([\w-]{43})$/.exec(server.lines[0]!)![1]!;
  await page.goto(`${home}/admin-console`);
  await page.getByRole('heading', { name: 'Open the setup link' }).waitFor();
  await page.goto(`${home}/admin/setup?token=${token}`);
  await page.getByLabel('Workspace name').fill('Acme Tools');
  await page.getByLabel('Your name').fill('Ana Ruiz');
  await page.getByLabel('Email').fill(OWNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await isInConsole();
  await page.getByRole('button', { name: 'You: Ana Ruiz' }).waitFor();
  await page.goto(`${home}/admin/setup?token=${token}`);
  await page.getByRole('heading', { name: 'This setup link doesn’t work' }).waitFor();
});

test('reset: from the sign-in page over the mail to a new password, which opens the console; the old one does not', async () => {
  await page.goto(`${home}/admin/signin`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(OWNER);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText(`If there’s an account for ${OWNER}`).waitFor();
  const system = await scope();
  const { task, payload } = server.services.enqueued.at(-1)!;
  expect([task, payload['email_address']]).toEqual([passwordResetMail.name, OWNER]);
  await passwordResetMail.run(
    { subdomain_id: system.viewer.subdomain_id, email_address: OWNER },
    { scope: system, signal: new AbortController().signal },
  );
  const link = mailedLink();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await page.goto(link);
  await page.getByRole('link', { name: 'Get a new link' }).waitFor();
  await signIn(OWNER, PASSWORD);
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('Incorrect email or password.');
  await signIn(OWNER, OTHER_PASSWORD);
  await isInConsole();
});

test('invitation: the link of the mail names the workspace, takes name and password, and leads into the console', async () => {
  const system = await scope();
  const { id } = await createUser(system, {
    email_address: 'ivy@acme.example',
    name: 'ivy',
    license_type: 'full',
    permissions: ALL_PERMISSIONS,
    password: null,
  });
  await invitationMail.run(
    { subdomain_id: system.viewer.subdomain_id, user_id: id },
    { scope: system, signal: new AbortController().signal },
  );
  await page.goto(mailedLink());
  await page.getByRole('heading', { name: /^Join / }).waitFor();
  await page.getByLabel('Your name').fill('Ivy Ito');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await isInConsole();
  await page.getByRole('button', { name: 'You: Ivy Ito' }).waitFor();
});

test('one-time link: a look at it uses nothing up, a click signs in, a second one does not', async () => {
  const { token } = await createLinkFor(await scope(), OWNER, 'sign_in');
  const address = `${home}/admin/signin/link?token=${token}`;
  await page.goto(address);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await isInConsole();
  await context.clearCookies();
  await page.goto(address);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('was already used');
});

test('[PERM-001] landing page: who may not use the console is told why and can sign out; a core admin is led in', async () => {
  await createUser(await scope(), {
    email_address: 'carl@acme.example',
    name: 'Carl',
    license_type: 'contributor',
    permissions: ALL_PERMISSIONS,
    password: PASSWORD,
  });
  await signIn('carl@acme.example', PASSWORD);
  await page.getByText('Only core admins can use the Acme Tools console').waitFor();
  await page.getByText('Signed in as carl@acme.example').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/admin/signin');
  await signIn(OWNER, OTHER_PASSWORD);
  await isInConsole();
  await page.goto(`${home}/admin`);
  await page.getByRole('link', { name: 'Open the console' }).click();
  await isInConsole();
});

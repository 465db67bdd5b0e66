/** The signed-out pages and the browser's side of the session, in a Chromium on the stand-in server. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetFake, startFakeServer } from './fake_server.ts';
import type { FakeServer } from './fake_server.ts';
import { violations, violationsInBothSchemes } from './support/panels.ts';
import { sharedBrowser } from './support/shared.ts';

let fake: FakeServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Errors of the page, and violations of its policy. Answers with a status of 4xx are wanted by the tests. */
let complaints: string[];

beforeAll(async () => {
  fake = await startFakeServer();
  browser = await sharedBrowser();
});
afterAll(() => fake?.close());

beforeEach(async () => {
  resetFake(fake);
  fake.state.signedIn = false;
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
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
  // the last calls of a page that is being left are not those of the next test
  await fake.left();
});

/** Calls of one kind, in order. */
const callsTo = (method: string, path: string) =>
  fake.calls.filter((call) => call.method === method && call.path === path);
const open = (address: string) => page.goto(fake.url + address);
const pathOf = () => new URL(page.url()).pathname + new URL(page.url()).search;

describe('sign-in page', () => {
  test('[SCOPE-037] email and password are sent as JSON, and the console opens', async () => {
    await open('/admin/signin');
    await page.getByLabel('Email').fill(' ana@demo.example ');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin-console/**');
    const [call] = callsTo('POST', '/admin/session');
    expect(call?.body).toEqual({ email: 'ana@demo.example', password: 'correct horse battery' });
    expect(call?.headers['content-type']).toBe('application/json');
  });

  test('it leads back to the path that was asked for', async () => {
    await open(`/admin/signin?return_to=${encodeURIComponent('/admin-console/icons?q=a#b')}`);
    await page.getByLabel('Email').fill('ana@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/admin-console/icons?q=a#b');
    expect(pathOf()).toBe('/admin-console/icons?q=a');
  });

  test('it says when a session has ended while somebody worked, and that what they wrote is kept', async () => {
    await open('/admin/signin?return_to=%2Fadmin-console%2Ficons&ended=true');
    await page
      .getByText('Your session has ended. Sign in to pick up where you left off; your text is safe.')
      .waitFor();
    await open('/admin/signin');
    await page.getByText('Your customers have been talking.').waitFor();
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'it leads to no other site: %s',
    async (address) => {
      await open(`/admin/signin?return_to=${encodeURIComponent(address)}`);
      await page.getByLabel('Email').fill('ana@demo.example');
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${fake.url}/admin-console/**`);
      expect(new URL(page.url()).origin).toBe(fake.url);
    },
  );

  test('a refusal shows the message of the server, keeps the email and selects the password', async () => {
    await open('/admin/signin');
    await page.getByLabel('Email').fill('ana@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('Incorrect email or password.');
    expect(await page.getByLabel('Email').inputValue()).toBe('ana@demo.example');
    await page.keyboard.type('x');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('x');
  });

  test('after too many tries the button waits as long as the server asks', async () => {
    fake.on.set('POST /admin/session', () => ({
      status: 429,
      body: { message: 'Too many tries. Wait a moment.' },
      headers: { 'retry-after': '3' },
    }));
    await open('/admin/signin');
    await page.getByLabel('Email').fill('ana@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('Too many tries. Wait a moment.');
    const waiting = page.getByRole('button', { name: /^Try again in [1-3] s$/ });
    await waiting.waitFor();
    await page.getByLabel('Email').press('Enter');
    expect(callsTo('POST', '/admin/session')).toHaveLength(1);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => callsTo('POST', '/admin/session').length).toBe(2);
  });

  test('empty and wrong fields are named before anything is sent', async () => {
    await open('/admin/signin');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await page.getByLabel('Email').fill('ana@demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(fake.calls).toHaveLength(0);
  });

  test('the password can be shown and hidden', async () => {
    await open('/admin/signin');
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('secret words');
    expect(await field.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await field.getAttribute('type')).toBe('password');
  });

  test('without a connection it says so and keeps what was typed', async () => {
    await open('/admin/signin');
    await page.getByLabel('Email').fill('ana@demo.example');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await context.setOffline(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Can’t reach the server');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('correct horse battery');
  });
});

describe('other signed-out pages', () => {
  test('a one-time link takes a click, and then signs in', async () => {
    await open('/admin/signin/link?token=good');
    expect(callsTo('POST', '/admin/session/link')).toHaveLength(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/admin-console/**');
    expect(callsTo('POST', '/admin/session/link')[0]?.body).toEqual({ token: 'good' });
  });

  test('a used link and one without its token say what is wrong', async () => {
    await open('/admin/signin/link?token=old');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('was already used');
    await open('/admin/signin/link');
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
  });

  test('the reset mail is asked for, and the answer does not tell whether the account exists', async () => {
    await open('/admin/signin');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill('nobody@demo.example');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByText('If there’s an account for nobody@demo.example').waitFor();
    expect(callsTo('POST', '/admin/password/forgot')[0]?.body).toEqual({ email: 'nobody@demo.example' });
  });

  test('a new password must keep the rules, which are shown as they are met', async () => {
    await open('/admin/password?token=reset');
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Password must have at least 12 characters').waitFor();
    await field.fill('ana@demo.example');
    await page.getByText('At least 12 characters, met').waitFor();
    await page.getByText('Not just a common word, a name or a keyboard pattern, not met yet').waitFor();
    await field.fill('violet anchor 4411');
    await page.getByText('Not just a common word, a name or a keyboard pattern, met').waitFor();
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    expect(callsTo('POST', '/admin/password').map((call) => call.body)).toEqual([
      { token: 'reset', password: 'violet anchor 4411' },
    ]);
  });

  test('an invitation asks for the name too; what the server refuses stands at its field', async () => {
    fake.on.set('POST /admin/password', () => ({
      status: 400,
      body: { message: 'This name is taken by a bot.', field: 'name' },
    }));
    await open('/admin/password?token=invitation');
    await page.getByRole('heading', { name: 'Join Northwind' }).waitFor();
    await page.getByText('Olivia Owner invited you.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('violet anchor 4411');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('Name is required').waitFor();
    await page.getByLabel('Your name').fill('Ana Ruiz');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('This name is taken by a bot.').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ana Ruiz');
    expect(callsTo('POST', '/admin/password')[0]?.body).toEqual({
      token: 'invitation',
      password: 'violet anchor 4411',
      name: 'Ana Ruiz',
    });
  });

  test('a spent password link offers a new one, also when it was spent meanwhile', async () => {
    await open('/admin/password?token=spent');
    await page.getByRole('link', { name: 'Get a new link' }).waitFor();
    fake.on.set('POST /admin/password', () => ({
      status: 410,
      body: { message: 'The link was used a minute ago.' },
    }));
    await open('/admin/password?token=reset');
    await page.getByLabel('New password', { exact: true }).fill('violet anchor 4411');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('The link was used a minute ago.').waitFor();
    expect(await page.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe(
      '/admin/reset',
    );
  });

  test('the set-up makes the first workspace and its owner', async () => {
    await open('/admin/setup?token=good');
    await page.getByLabel('Workspace name').fill('Acme Tools');
    expect(await page.getByLabel('Workspace URL').inputValue()).toBe('demo');
    await page.getByLabel('Workspace URL').fill('Acme Tools');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText('Use lowercase letters, digits and hyphens').waitFor();
    await page.getByText('Email is required').waitFor();
    await page.getByLabel('Workspace URL').fill('acme');
    await page.getByText(/Your workspace will be at acme\.localhost:\d+/).waitFor();
    await page.getByLabel('Your name').fill('Ana Ruiz');
    await page.getByLabel('Email').fill('ana@acme.example');
    await page.getByLabel('Password', { exact: true }).fill('violet anchor 4411');
    fake.state.signedIn = true;
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL('**/admin-console/**');
    expect(callsTo('POST', '/admin/setup')[0]?.body).toEqual({
      token: 'good',
      workspace_name: 'Acme Tools',
      key: 'acme',
      name: 'Ana Ruiz',
      email: 'ana@acme.example',
      password: 'violet anchor 4411',
    });
  });

  test('a further workspace takes its key from its name until somebody changes it', async () => {
    fake.on.set('GET /admin/setup/state', () => ({
      status: 200,
      body: { mode: 'another', suggested_key: '', default_subdomain: 'demo' },
    }));
    await open('/admin/setup?token=good');
    await page.getByLabel('Workspace name').fill('Müller & Söhne');
    expect(await page.getByLabel('Workspace URL').inputValue()).toBe('muller-sohne');
    await page.getByLabel('Workspace URL').fill('muller');
    await page.getByLabel('Workspace name').fill('Müller');
    expect(await page.getByLabel('Workspace URL').inputValue()).toBe('muller');
  });

  test('nobody claims the set-up without its token', async () => {
    await open('/admin/setup?token=guess');
    await page.getByRole('heading', { name: 'This setup link doesn’t work' }).waitFor();
    expect(await page.getByLabel('Workspace name').count()).toBe(0);
  });

  test('without its token the set-up page says where the link is, and offers no way in a circle', async () => {
    await open('/admin/setup');
    await page.getByRole('heading', { name: 'Open the setup link' }).waitFor();
    await page.getByText('The server printed a link in its terminal').waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
  });

  test('[PERM-001] /admin explains to other users why they are there, and signs them out', async () => {
    fake.state.signedIn = true;
    fake.state.current_user.core_admin = false;
    await open('/admin');
    await page.getByText('Only core admins can use the Northwind console').waitFor();
    await page.getByText('Signed in as ana@demo.example').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/admin/signin');
    expect(callsTo('DELETE', '/clients/admin-console/logout')).toHaveLength(1);
  });

  test('/admin offers the console to core admins, and the sign-in page to those without a session', async () => {
    fake.state.signedIn = true;
    await open('/admin');
    expect(await page.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe(
      '/admin-console',
    );
    fake.state.signedIn = false;
    await open('/admin');
    await page.waitForURL('**/admin/signin?return_to=%2Fadmin');
  });

  test('[ROUTE-035] /admin/logout ends the session and goes to the sign-in page', async () => {
    fake.state.signedIn = true;
    await open('/admin/logout');
    await page.waitForURL('**/admin/signin');
    expect(fake.state.signedIn).toBe(false);
  });

  test('an unknown address says so', async () => {
    await open('/admin/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'Go to the console' }).getAttribute('href')).toBe(
      '/admin-console',
    );
  });

  // opened in each, since they take the scheme when they are opened
  test.each(['light', 'dark'] as const)(
    'in %s all of them are free of errors and of WCAG 2.2 A and AA violations',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      for (const address of [
        '/admin/signin',
        '/admin/signin/link?token=good',
        '/admin/reset',
        '/admin/password?token=invitation',
        '/admin/password?token=x',
        '/admin/setup?token=good',
        '/admin/nowhere',
      ]) {
        await open(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([address, await violations(page)]).toEqual([address, []]);
      }
      await open('/admin/signin');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Email is required').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test('the sign-in page works by keyboard alone and at 400 px', async () => {
    await page.setViewportSize({ width: 400, height: 700 });
    await open('/admin/signin');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await page.keyboard.type('ana@demo.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('correct horse battery');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Show password',
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin-console/**');
  });
});

describe('session of the console', () => {
  beforeEach(() => {
    fake.state.signedIn = true;
  });

  test('[STATE-001] [CALL-HTTP-006] [CALL-HTTP-009] [CALL-HTTP-010] the token comes first, then the viewer with the bearer token', async () => {
    await open('/admin-console/icons');
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    expect(callsTo('GET', '/clients/admin-console/token')).toHaveLength(1);
    expect(callsTo('GET', '/api/account/current')[0]?.search.get('basic')).toBe('1');
    const graphql = callsTo('POST', '/api/v2/admin/graphql');
    expect([...new Set(graphql.map((call) => call.headers.authorization))]).toEqual([
      `Bearer ${fake.state.token ?? ''}`,
    ]);
    expect(fake.calls.indexOf(callsTo('GET', '/clients/admin-console/token')[0] as never)).toBeLessThan(
      fake.calls.indexOf(graphql[0] as never),
    );
  });

  test('[CALL-HTTP-007] the trial status is asked for only while trialing', async () => {
    await open('/admin-console/icons');
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    expect(callsTo('GET', '/api/account/trial_status')).toHaveLength(0);
    fake.state.current_subdomain.is_trialing = true;
    await open('/admin-console/icons');
    await expect.poll(() => page.getByTestId('trial-banner').textContent()).toBe('5 DAYS left in your trial');
  });

  test('[SCOPE-036] [PERM-031] one day left is a DAY', async () => {
    fake.state.current_subdomain.is_trialing = true;
    fake.on.set('GET /api/account/trial_status', () => ({
      status: 200,
      body: { trial_end_date: new Date(Date.now() + 20 * 3_600_000).toISOString() },
    }));
    await open('/admin-console/icons');
    await expect.poll(() => page.getByTestId('trial-banner').textContent()).toContain('1 DAY ');
  });

  test('[STATE-002] [STATE-006] [STATE-008] [ROUTE-043] the host is told of login and logout, and signing out ends at the sign-in page', async () => {
    const told: string[] = [];
    await page.exposeFunction('tell', (what: string) => told.push(what));
    await page.addInitScript(() => {
      const { tell } = window as unknown as { tell(what: string): void };
      window.earshotHost = { onLogin: () => tell('login'), onLogout: () => tell('logout') };
    });
    await open('/admin-console/icons');
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/admin/signin');
    expect(told).toEqual(['login', 'logout']);
    expect(callsTo('DELETE', '/clients/admin-console/logout')).toHaveLength(1);
  });

  test('[STATE-003] [STATE-004] a refused token is renewed once and the call replayed, without a word to the user', async () => {
    let refusals = 0;
    fake.on.set('graphql ConsoleViewer', () => {
      refusals += 1;
      return refusals === 1
        ? { status: 200, body: { errors: [{ message: 'late', extensions: { code: 'UNAUTHENTICATED' } }] } }
        : null;
    });
    await open('/admin-console/icons');
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    const tokens = callsTo('POST', '/api/v2/admin/graphql').map((call) => call.headers.authorization);
    expect(new Set(tokens).size).toBe(2);
    expect(callsTo('GET', '/clients/admin-console/token')).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  test('[STATE-005] without a session the console leads to the sign-in page and back', async () => {
    fake.state.signedIn = false;
    await open('/admin-console/icons?q=x');
    await page.waitForURL('**/admin/signin?return_to=**');
    expect(pathOf()).toBe('/admin/signin?return_to=%2Fadmin-console%2Ficons%3Fq%3Dx&ended=true');
  });

  test('[PERM-001] who is no core admin lands on /admin, by either answer of the server', async () => {
    fake.state.current_user.core_admin = false;
    await open('/admin-console/icons');
    await page.waitForURL('**/admin');
    fake.on.set('graphql ConsoleViewer', () => ({
      status: 200,
      body: { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] },
    }));
    await open('/admin-console/icons');
    await page.waitForURL('**/admin');
    expect(fake.state.signedIn).toBe(true);
  });

  test('[PERM-010] an account without core access lands on /admin too', async () => {
    fake.state.account.current_account.core_access = false;
    await open('/admin-console/icons');
    await page.waitForURL('**/admin');
    expect(fake.state.signedIn).toBe(true);
  });

  test('[ERR-005] [ROUTE-044] a deactivated workspace leads to the site root', async () => {
    fake.on.set('graphql ConsoleViewer', () => ({
      status: 200,
      body: { errors: [{ message: 'gone', extensions: { code: 'DEACTIVATED_SUBDOMAIN' } }] },
    }));
    await open('/admin-console/icons');
    await page.waitForURL(`${fake.url}/`);
    expect(pathOf()).toBe('/');
  });

  test('a server that fails at the start is said so, and can be tried again', async () => {
    fake.on.set('GET /api/account/current', () => ({ status: 500, body: {} }));
    await open('/admin-console/icons');
    await page.getByText('We could not load your workspace.').waitFor();
    fake.on.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    const who = callsTo('GET', '/api/account/current').filter(({ search }) => search.has('basic'));
    expect(who).toHaveLength(2);
  });
});

describe('shell of the console', () => {
  beforeEach(() => {
    fake.state.signedIn = true;
  });

  test('[ROUTE-001] [ROUTE-002] the root of the console leads to the insights', async () => {
    await open('/admin-console');
    await page.waitForURL('**/admin-console/insights');
    await open('/admin-console/');
    await page.waitForURL('**/admin-console/insights');
    expect(pathOf()).toBe('/admin-console/insights');
  });

  test('[ROUTE-015] the icon sheet shows the icons with their names and finds them', async () => {
    await open('/admin-console/icons');
    await page.getByText('BulbFilled').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('speaker');
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1);
  });

  test('[NAV-001] [CONST-046] the sidebar is 78 px wide', async () => {
    await open('/admin-console/icons');
    const box = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect(box?.width).toBe(78);
  });

  test('[NAV-002] [NAV-003] [NAV-004] [CONST-047] items are 72 px high, have accents of their own, and change their icon when selected', async () => {
    await open('/admin-console/icons');
    const items = page.getByRole('navigation', { name: 'Main' }).locator('a, button');
    await items.first().waitFor();
    const facts = await items.evaluateAll((elements) =>
      elements.map((element) => ({
        height: element.getBoundingClientRect().height,
        accent: getComputedStyle(element).getPropertyValue('--accent'),
      })),
    );
    expect(facts.map((fact) => fact.height)).toEqual(facts.map(() => 72));
    expect(new Set(facts.map((fact) => fact.accent)).size).toBe(facts.length);
    const add = page.getByRole('button', { name: 'Add', exact: true });
    const before = await add.locator('svg').innerHTML();
    await add.click();
    expect(await add.locator('svg').innerHTML()).not.toBe(before);
  });

  test('[NAV-016] [NAV-017] [PAGE-009] the Add menu opens the panels, which close when the path changes', async () => {
    await open('/admin-console/icons');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add feedback' }).click();
    await page.getByRole('dialog', { name: 'Add feedback' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New Idea' }).click();
    await page.getByRole('dialog', { name: 'Create new idea' }).waitFor();
    await page.evaluate(() => {
      history.pushState(null, '', '/admin-console/nowhere');
      // as Back and Forward do
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('an address without a screen says so inside the console', async () => {
    await open('/admin-console/nowhere');
    await page.getByText('Page not found').waitFor();
    expect(await page.getByRole('link', { name: 'Go to Insights' }).getAttribute('href')).toBe(
      '/admin-console/insights',
    );
  });

  test('[PAGE-005] [PAGE-006] [PAGE-007] a page whose code is missing reloads the browser once, and only then the failure is reported', async () => {
    fake.missing.add('IconsPage');
    let loads = 0;
    page.on('load', () => (loads += 1));
    await open('/admin-console/icons');
    await page.getByText('This page could not be loaded').waitFor();
    await page.waitForTimeout(300);
    expect(loads).toBe(2);
    expect(complaints.filter((line) => line.includes('dynamically imported module'))).not.toHaveLength(0);
    fake.missing.clear();
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
  });

  test('[ROUTE-022] [ROUTE-023] [ROUTE-024] a named state opens its screen, unless a host takes it', async () => {
    await open('/admin-console/icons');
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    await page.evaluate(() => {
      window.addEventListener('earshot:navigate', (event) => event.preventDefault(), { once: true });
      const detail = { state: 'suggestion.details', params: { suggestion_id: '17' } };
      window.dispatchEvent(new CustomEvent('earshot:navigate', { cancelable: true, detail }));
    });
    expect(pathOf()).toBe('/admin-console/icons');
    await page.evaluate(() => {
      const detail = { state: 'suggestion.details', params: { suggestion_id: '17' } };
      window.dispatchEvent(new CustomEvent('earshot:navigate', { cancelable: true, detail }));
    });
    await page.waitForURL('**/admin/v3/ideas/17');
  });

  test('[ANN-001] [ANN-002] [ANN-003] [NAV-018] [CONST-063] [CONST-064] opening the announcements takes the badge away for good', async () => {
    await open('/admin-console/icons');
    await page.getByTestId('announcement-badge').waitFor();
    await page.getByRole('button', { name: 'Announcements, new' }).click();
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Announcements', exact: true }).waitFor();
    const stored = await page.evaluate(() => [
      localStorage.getItem('earshot:demo:7:announcement_tag'),
      localStorage.getItem('earshot:demo:7:announcement_seen_at'),
    ]);
    expect(stored[0]).toBe('"command-palette"');
    expect(stored[1]).toMatch(/^"\d{4}-\d\d-\d\dT/);
  });

  test('[CONST-059] a closed banner stays closed', async () => {
    fake.state.account.insecure_http = true;
    await open('/admin-console/icons');
    await page.getByText('This workspace isn’t using HTTPS').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    expect(await page.getByText('This workspace isn’t using HTTPS').count()).toBe(0);
  });

  test('[NAV-024] the avatar menu leads to the other workspaces', async () => {
    fake.state.current_user.other_subdomains = [
      { host: 'acme.localhost', admin_url: 'http://acme.localhost/admin-console' },
    ];
    await open('/admin-console/icons');
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    expect(await page.getByRole('menuitem', { name: 'acme.localhost' }).getAttribute('href')).toBe(
      'http://acme.localhost/admin-console',
    );
  });

  test('[NAV-026] [NAV-027] [ERR-016] support staff have a help menu; without a widget it says so and logs it', async () => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await open('/admin-console/icons');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'get help' }).click();
    await page.getByTestId('toast').getByText('No support chat is set up').waitFor();
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'give feedback' }).click();
    await page.getByTestId('toast').getByText('No feedback form is set up').waitFor();
    expect(logged.filter((line) => line === 'widget not initialized')).toHaveLength(2);
    fake.state.account.current_user.permissions.tickets = 'r';
    await page.reload();
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    // others find the manual there, and what its words mean
    await page.getByRole('button', { name: 'Help' }).click();
    expect(
      await page
        .getByRole('menuitem')
        .evaluateAll((items) => items.map((item) => [item.textContent, item.getAttribute('href')])),
    ).toEqual([
      ['Manual', '/manual'],
      ['Terms', '/manual/glossary'],
    ]);
  });

  test('theme and row height are kept', async () => {
    await open('/admin-console/icons');
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitemradio', { name: 'Compact' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['colorScheme'])).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('earshot:demo:7:density'))).toBe('"compact"');
  });

  test('Ctrl K opens the palette, which goes to screens; ? lists the shortcuts; single letters can be switched off', async () => {
    await open('/admin-console/nowhere');
    await page.getByText('Page not found').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('insig');
    // at once: the palette is still on its way out, and the page on its way
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('?')]);
    await page.waitForURL('**/admin-console/insights');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Open command palette')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.goto(page.url().replace('/insights', '/icons'));
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitem', { name: 'Turn off single-key shortcuts' }).click();
    await page.keyboard.press('?');
    await page.reload();
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Turn them on in the menu under your initials.', { exact: false }).waitFor();
    const isOff = (label: string): Promise<string | null> =>
      sheet.getByText(label, { exact: true }).locator('..').getAttribute('data-off');
    expect(await isOff('Show keyboard shortcuts')).toBe('true');
    expect(await isOff('Open command palette')).toBeNull();
    expect(await isOff('Save or confirm')).toBeNull();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitem', { name: 'Turn on single-key shortcuts' }).click();
    await page.keyboard.press('?');
    await sheet.waitFor();
  });

  test('a lost connection is told at the top of the sheet, and goes when the server is back', async () => {
    await open('/admin-console/icons');
    await page.getByRole('heading', { name: 'Icons' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByTestId('toast').getByText('You’re still signed in').waitFor();
    await page.getByText('Can’t reach the server.', { exact: false }).first().waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.getByText('retrying…').count(), { timeout: 15_000 }).toBe(0);
  });

  test('the shell, its menus and overlays are free of errors and of WCAG 2.2 A and AA violations, in light and in dark', async () => {
    fake.state.account.insecure_http = true;
    fake.state.current_subdomain.is_trialing = true;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open('/admin-console/icons');
    await page.getByTestId('trial-banner').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Announcements, new' }).click();
    await page.getByRole('dialog', { name: 'Announcements' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

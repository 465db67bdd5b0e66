/** Who gets into the console and out of it, its announcements, and what the operator has set for it, in a Chromium on the real server. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import type { PermissionsMap } from '../contract/permissions.ts';
import { buildForum, buildSuggestion, buildTenant, buildUser } from '../server/db/builders.ts';
import { send, type Answer } from '../server/http/testing.ts';
import { hashPassword } from '../server/domain/account/password_hash.ts';
import { announcements } from '../web/src/app/announcements/list.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { Journeys, PageOptions } from './support/journeys.ts';

const PASSWORD = 'correct horse battery';

let sink: Server;
/** Reports that the sink has taken. */
const reports: Record<string, unknown>[] = [];
let server: ConsoleWorkspace;
let context: BrowserContext;
let page: Page;
let logged: { type: string; text: string }[];
let crashes: string[] = [];

beforeAll(async () => {
  sink = createServer((request, response) => {
    if (request.method === 'GET')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>${request.url ?? ''}</title>`);
    else
      void takeReport(request).then(() =>
        response
          .writeHead(204, {
            'access-control-allow-origin': '*',
            'access-control-allow-headers': 'content-type',
          })
          .end(),
      );
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  sink.closeAllConnections();
  await new Promise((resolve) => sink.close(resolve));
});
afterEach(() => {
  // what the log says is for each test to look at: some errors are meant
  expect(crashes).toEqual([]);
});

const journeys: Journeys = journeysOf(
  async (workspace) => {
    server = workspace;
    logged = [];
    crashes = [];
    reports.length = 0;
    await openWindow();
  },
  () => {
    const sinkUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
    return [
      {
        ERROR_REPORT_URL: `${sinkUrl}/errors`,
        SUPPORT_CHAT_URL: `${sinkUrl}/chat`,
        FEEDBACK_WIDGET_URL: `${sinkUrl}/form`,
      },
    ];
  },
);

/** Goes on in a window in which nobody is signed in. */
async function openWindow(options: PageOptions = {}): Promise<void> {
  ({ context, page } = await journeys.openWindow(options));
  page.on('console', (message) => logged.push({ type: message.type(), text: message.text() }));
  page.on('pageerror', (error) => crashes.push(error.message));
}

async function takeReport(request: IncomingMessage): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (request.method === 'POST')
    reports.push(JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>);
}

/** Opens a screen of the console, signed in. */
async function open(address = '/admin-console/icons'): Promise<void> {
  await server.signIn(context);
  await page.goto(server.url + address);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** A request past the browser. */
function ask(path: string, headers: Record<string, string>): Promise<Answer> {
  const { host, port } = new URL(server.url);
  return send(Number(port), path, { host, headers });
}

async function signInByForm(email: string): Promise<void> {
  await page.goto(`${server.url}/admin/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const sidebar = (): ReturnType<Page['getByRole']> =>
  page.getByRole('navigation', { name: 'Main' }).locator('..');
const storedOf = (name: string): Promise<unknown> =>
  page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown,
    `earshot:${server.tenant.key}:${server.admin.id}:${name}`,
  );

describe('who gets in and out', () => {
  test('[SCOPE-003] [PERM-001] a member of the team signs in and is in the console', async () => {
    const { pool } = server.database;
    await pool.query('update users set password_hash = $2 where id = $1', [
      server.admin.id,
      await hashPassword(PASSWORD),
    ]);
    await signInByForm('ana@demo.example');
    await page.waitForURL('**/admin-console/insights');
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).waitFor();
  });

  test('[SCOPE-003] [PERM-001] [PERM-002] an end user who signs in comes no further than /admin, and their calls are refused', async () => {
    const password_hash = await hashPassword(PASSWORD);
    await buildUser(server.database, server.tenant, {
      name: 'Priya Raman',
      email_address: 'priya@northwind.example',
      license_type: 'none',
      password_hash,
    });
    await signInByForm('priya@northwind.example');
    await page.waitForURL(`${server.url}/admin`);
    await page.getByText('Only core admins can use the').waitFor();
    await page.goto(`${server.url}/admin-console/insights`);
    await page.waitForURL(`${server.url}/admin`);
    const answer = await page.evaluate(async () => {
      const { token } = (await (await fetch('/clients/admin-console/token')).json()) as { token: string };
      const response = await fetch('/api/v2/admin/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: '{ suggestions { records { id } } }' }),
      });
      return (await response.json()) as { errors: { extensions: { code: string } }[] };
    });
    expect(answer.errors[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('[NAV-025] [STATE-006] Sign out in the avatar menu ends the session: the console asks to sign in again', async () => {
    await open();
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/admin/signin');
    const { rows } = await server.database.pool.query('select 1 from sessions where user_id = $1', [
      server.admin.id,
    ]);
    expect(rows).toEqual([]);
    await page.goto(`${server.url}/admin-console/icons`);
    await page.waitForURL('**/admin/signin?return_to=**');
  });
});

describe('moving to another workspace', () => {
  const openOther = async (): Promise<URL> => {
    const { database, admin, tenant } = server;
    await database.pool.query('update users set email_confirmed = true where subdomain_id = $1 and id = $2', [
      tenant.id,
      admin.id,
    ]);
    const other = await buildTenant(database, { key: `${tenant.key}-other`, name: 'Other' });
    await buildUser(database, other, {
      name: 'Ana There',
      email_address: admin.email_address,
      license_type: 'full',
      permission_state: 'active',
      permissions: ALL_PERMISSIONS,
    });
    return new URL(server.url.replace(tenant.key, other.key));
  };

  test('the way there from a page of this installation, as the avatar menu has it, signs in', async () => {
    const there = await openOther();
    await open();
    await page.evaluate(
      (key) => location.assign(`/admin/session/ticket?to=${key}`),
      there.hostname.split('.')[0]!,
    );
    await page.waitForURL(`${there.origin}/admin-console/**`);
    await page.getByRole('button', { name: 'You: Ana There' }).waitFor();
  });

  test('a link of another site signs nobody in: it takes a click on the page that it leads to', async () => {
    const there = await openOther();
    await open();
    const cookie = (await context.cookies(server.url))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const ticket = (await ask(`/admin/session/ticket?to=${there.hostname.split('.')[0]!}`, { cookie }))
      .headers.location!;
    expect(new URL(ticket).host).toBe(there.host);
    await page.goto(`http://127.0.0.1:${(sink.address() as AddressInfo).port}/elsewhere`);
    await page.evaluate((address) => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = address;
      link.textContent = 'A prize';
    }, ticket);
    await page.getByRole('link', { name: 'A prize' }).click();
    await page.waitForURL(`${there.origin}/admin/signin/link?token=**`);
    expect((await context.cookies(there.origin)).map(({ name }) => name)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'You: Ana There' }).waitFor();
  });
});

test('a proxy that the server does not trust is told to who keeps the settings', async () => {
  await open();
  const banner = page.getByText('which is not listed in TRUSTED_PROXIES');
  expect(await banner.count()).toBe(0);
  await ask('/admin/session', { 'x-forwarded-for': '203.0.113.9' });
  await page.reload();
  await banner.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await banner.count()).toBe(0);
});

describe('what the sidebar shows to whom', () => {
  /** Sets rights and features before anybody has asked: they are held for some seconds. */
  async function openAs(
    permissions: Partial<PermissionsMap>,
    without: readonly string[] = [],
    address?: string,
  ): Promise<void> {
    const { pool } = server.database;
    await pool.query('update users set permissions = $2 where id = $1', [
      server.admin.id,
      JSON.stringify({ ...ALL_PERMISSIONS, ...permissions }),
    ]);
    await pool.query(
      'update subdomains set features = array(select f from unnest(features) f where f <> all($2)) where id = $1',
      [server.tenant.id, without],
    );
    await open(address);
  }
  const area = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  const menu = (name: string) => sidebar().getByRole('button', { name, exact: true });

  test('[NAV-005] [NAV-006] [NAV-008] [PERM-004] [PERM-011] the areas are links that lead there, and the one that is open is marked', async () => {
    await openAs({});
    await area('Ideas & Feedback').click();
    await page.waitForURL('**/admin/v3/feedback/suggestions');
    expect(await area('Ideas & Feedback').getAttribute('aria-current')).toBe('page');
    await area('Insights').click();
    await page.waitForURL('**/admin-console/insights');
    expect([
      await area('Insights').getAttribute('aria-current'),
      await area('Ideas & Feedback').getAttribute('aria-current'),
    ]).toEqual(['page', null]);
  });

  test('[NAV-016] [NAV-017] [NAV-019] [PERM-007] [PERM-027] [PERM-028] Add and Settings open their menus, also for somebody who may only read the settings', async () => {
    await openAs({ settings: 'r' });
    await menu('Add').click();
    expect(
      await page
        .getByRole('menuitem')
        .evaluateAll((items) => items.map((item) => item.firstChild?.textContent)),
    ).toEqual(['New Idea', 'Add feedback']);
    await page.keyboard.press('Escape');
    await menu('Settings').click();
    await page.getByRole('menuitem', { name: 'Forums', exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Labels', exact: true }).click();
    await page.waitForURL('**/admin-console/settings/ideas/labels');
  });

  test('[PERM-004] [PERM-011] [PERM-027] without feedback there are no ideas, no insights and nothing to add', async () => {
    await openAs({ feedback_admin_ui: false });
    await menu('Settings').waitFor();
    for (const name of ['Ideas & Feedback', 'Insights']) expect(await area(name).count(), name).toBe(0);
    await expect.poll(() => menu('Add').count()).toBe(0);
    await page.keyboard.press('c');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('[ROUTE-001] [ROUTE-002] the root of the console leads to the insights view, without feedback to the first screen of the settings, and says so where there is none', async () => {
    await openAs({}, [], '/admin-console');
    await page.waitForURL('**/admin-console/insights');
    await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
    server = await journeys.openWorkspace();
    await openAs({ feedback_admin_ui: false, features: 'no' }, [], '/admin-console/');
    await page.waitForURL('**/admin/settings/portal');
    await page.getByRole('heading', { name: 'Portal', level: 1 }).waitFor();
    await page.goto(`${server.url}/admin-console/there-is-no-such-page`);
    await page.getByRole('link', { name: 'Go to Portal' }).click();
    await page.waitForURL('**/admin/settings/portal');
    server = await journeys.openWorkspace();
    await openAs({ feedback_admin_ui: false, features: 'no', settings: 'none' }, [], '/admin-console');
    await page.getByText('You don’t have access to this').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin-console');
  });

  test('[PERM-003] [PERM-007] [PERM-028] without settings there is no Settings menu', async () => {
    await openAs({ settings: 'none' });
    await menu('Add').waitFor();
    await expect.poll(() => menu('Settings').count()).toBe(0);
  });

  test('[PERM-009] [PERM-016] [PERM-027] without the feature feedback_system there is nothing to add', async () => {
    await openAs({}, ['feedback_system']);
    await area('Ideas & Feedback').waitFor();
    await expect.poll(() => menu('Add').count()).toBe(0);
  });
});

describe('what an address says', () => {
  test('[PAGE-003] true and false of the query set the filter, anything else does not', async () => {
    await server.signIn(context);
    const asked: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/v2/admin/graphql')) return;
      const { operationName, variables } = request.postDataJSON() as {
        operationName: string;
        variables: { query: Record<string, unknown> };
      };
      if (operationName === 'IdeasTable') asked.push(variables.query);
    });
    for (const [value, chip, sent] of [
      ['true', 'Response is Answered', true],
      ['false', 'Response is Not answered yet', false],
      ['perhaps', null, undefined],
    ] as const) {
      asked.length = 0;
      await page.goto(`${server.url}/admin/v3/feedback/suggestions?has_response=${value}`);
      await page.getByText('No data to display').waitFor();
      expect(asked.at(-1)?.['has_response'], value).toBe(sent);
      if (chip === null)
        await expect.poll(() => page.getByRole('button', { name: /^Response is/ }).count()).toBe(0);
      else await page.getByRole('button', { name: chip }).waitFor();
    }
  });

  test('[PAGE-004] state behind the # survives a reload', async () => {
    const forum = await buildForum(server.database, server.tenant);
    const idea = await buildSuggestion(server.database, server.tenant, { forum_id: forum.id });
    await open(`/admin/v3/ideas/${idea.id}#tab=comments`);
    const tab = page.getByRole('radio', { name: /^Comments/ });
    await expect.poll(() => tab.isChecked()).toBe(true);
    await page.reload();
    await expect.poll(() => tab.isChecked()).toBe(true);
    await page.getByRole('radio', { name: /^All activity/ }).check();
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  });
});

describe('answers that fail', () => {
  /** Answers an operation of the list of ideas with an error of this code. */
  async function failWith(code: string): Promise<void> {
    await page.route('**/api/v2/admin/graphql', async (route) => {
      if ((route.request().postDataJSON() as { operationName: string }).operationName !== 'IdeasTable')
        return route.fallback();
      await route.fulfill({ json: { data: null, errors: [{ message: 'It broke.', extensions: { code } }] } });
    });
  }
  /** The list with a filter: its rows are not brought by the page, they are asked for. */
  const ASKED_LIST = '/admin/v3/feedback/suggestions?has_response=false';
  const errors = (): string[] => logged.filter(({ type }) => type === 'error').map(({ text }) => text);

  test.each([
    ['ERR-001', 'BAD_USER_INPUT'],
    ['ERR-004', 'INTERNAL_SERVER_ERROR'],
  ])('[%s] [ERR-007] %s is logged, and the user stays where they are', async (_id, code) => {
    await failWith(code);
    await open(ASKED_LIST);
    await page.getByText('We could not load ideas.').waitFor();
    expect(errors().filter((line) => line.includes('It broke.')).length).toBeGreaterThan(0);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/v3/feedback/suggestions');
    await page.getByRole('button', { name: 'You: Ana Ruiz' }).waitFor();
  });

  test('[ERR-003] FORBIDDEN signs the user out', async () => {
    await failWith('FORBIDDEN');
    await server.signIn(context);
    await page.goto(`${server.url}${ASKED_LIST}`);
    await page.waitForURL('**/admin/signin**');
    const { rows } = await server.database.pool.query('select 1 from sessions where user_id = $1', [
      server.admin.id,
    ]);
    expect(rows).toEqual([]);
    expect(errors().filter((line) => line.includes('It broke.')).length).toBeGreaterThan(0);
  });

  test('[ERR-023] a page without the operator’s settings says so in the log and works with its own', async () => {
    await openWindow({ own: true });
    await open();
    expect(logged.filter(({ text }) => text.startsWith('ENV not provisioned'))).toEqual([]);
    await page.addInitScript(() => {
      new MutationObserver(() => document.getElementById('earshot-env')?.remove()).observe(document, {
        childList: true,
        subtree: true,
      });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'get help' }).click();
    await page.getByTestId('toast').getByText('No support chat is set up').waitFor();
    expect(logged.map(({ text }) => text)).toContain('ENV not provisioned. Falling back to app defaults');
  });

  test('[ERR-024] an answer without a token is logged, said, and can be asked for again', async () => {
    await page.route('**/clients/admin-console/token', (route) => route.fulfill({ json: {} }));
    await server.signIn(context);
    await page.goto(`${server.url}${ASKED_LIST}`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(
      errors().filter((line) => line.includes('OAuth token not defined. Cannot use API.')).length,
    ).toBeGreaterThan(0);
    await page.unroute('**/clients/admin-console/token');
    await again.click();
    await page.getByText('No data to display').waitFor();
  });
});

describe('the application around it', () => {
  /** Adds an idea over the panel. */
  async function addIdea(): Promise<void> {
    const forum = await buildForum(server.database, server.tenant, { name: 'Product' });
    await server.database.pool.query('update subdomains set default_forum_id = $2 where id = $1', [
      server.tenant.id,
      forum.id,
    ]);
    await buildUser(server.database, server.tenant, {
      name: 'Priya Raman',
      email_address: 'priya@northwind.example',
    });
    await open();
    await page.keyboard.press('i');
    const panel = page.getByRole('dialog', { name: 'Create new idea' });
    await panel.getByLabel('Title').fill('Weekly digest');
    await panel.getByRole('combobox', { name: 'User' }).fill('Priya');
    await page
      .getByRole('option', { name: /^Priya Raman/ })
      .first()
      .click();
    await panel.getByRole('button', { name: 'Create Idea' }).click();
    await page.getByRole('heading', { name: 'Weekly digest' }).waitFor();
  }

  test('[CALL-HTTP-013] hears of a change: how it was made, and which collections it touched', async () => {
    const told: { method: string; url: string; collections: string[] }[] = [];
    await openWindow({ own: true });
    await page.exposeFunction('tell', (notice: (typeof told)[number]) => told.push(notice));
    await page.addInitScript(() => {
      const { tell } = window as unknown as { tell(notice: unknown): void };
      window.earshotHost = { publish: tell };
    });
    await addIdea();
    // the stream may be faster than the answer to the command; it tells of changed ideas alone, whoever changed them
    const ofStream = ({ collections }: (typeof told)[number]) =>
      collections.every((name) => name === 'suggestions');
    expect(told.filter((notice) => !ofStream(notice))).toEqual([
      expect.objectContaining({
        method: 'gql',
        url: '/api/v2/graphql',
        collections: expect.arrayContaining(['suggestions', 'activity_entries']),
      }),
    ]);
  });

  test('[CALL-HTTP-014] without one nothing is sent to that address, and all works', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await addIdea();
    expect(asked).toContain('/api/v2/admin/graphql');
    expect(asked).not.toContain('/api/v2/graphql');
  });

  test('an address that somebody has shortened leads to the list or the settings, with what stands behind it', async () => {
    const forum = await buildForum(server.database, server.tenant, { name: 'Mobile' });
    await server.signIn(context);
    for (const [address, leadsTo] of [
      [`/admin/v3/ideas?forum=${forum.id}`, `/admin/v3/feedback/suggestions?forum=${forum.id}`],
      ['/admin/v3/feedback', '/admin/v3/feedback/suggestions'],
      ['/admin/v3', '/admin/v3/feedback/suggestions'],
      ['/admin-console/settings', '/admin/settings'],
      ['/admin/settings/', '/admin/settings/'],
    ] as const) {
      await page.goto(server.url + address);
      await page.waitForURL(server.url + leadsTo);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    // more digits than any id has: nothing is there, and trying again would not help
    await page.goto(`${server.url}/admin/v3/ideas/99999999999999999999`);
    await page.getByText('Idea not found').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    // in a filter it is left out
    await page.goto(`${server.url}/admin/v3/feedback/suggestions?forum=99999999999999999999`);
    await page.getByText('No ideas yet').waitFor();
  });

  test('[ROUTE-036] /dashboard leads into the console', async () => {
    await server.signIn(context);
    await page.goto(`${server.url}/dashboard`);
    await page.waitForURL('**/admin-console/insights');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  test.each([
    [1, '1 DAY left in your trial'],
    [9, '9 DAYS left in your trial'],
  ])(
    '[SCOPE-035] [SCOPE-036] [PERM-031] a trial that ends in %s days says so above every page',
    async (days, sentence) => {
      server = await journeys.openWorkspace({
        trial_end_date: new Date(Date.now() + days * 86_400_000 - 3_600_000),
      });
      await open();
      await expect.poll(() => page.getByTestId('trial-banner').textContent()).toContain(sentence);
      await page.goto(`${server.url}/admin-console/insights`);
      await expect.poll(() => page.getByTestId('trial-banner').textContent()).toContain(sentence);
    },
  );
});

describe('people', () => {
  test('[ENT-091] somebody without a name is shown and found by the part of the address before the @', async () => {
    const person = await buildUser(server.database, server.tenant, {
      name: null,
      email_address: 'grace.hopper@navy.example',
    });
    expect(
      await server.call('query ($id: ID!) { user(id: $id) { name display_name } }', { id: person.id }),
    ).toEqual({ user: { name: 'grace.hopper', display_name: 'grace.hopper' } });
    await open();
    await page.keyboard.press('c');
    const user = page.getByRole('dialog', { name: 'Add feedback' }).getByRole('combobox', { name: 'User' });
    await user.fill('grace');
    await page.getByRole('option', { name: /^grace\.hopper/ }).click();
    await expect.poll(() => user.inputValue()).toBe('grace.hopper');
  });

  test('[VALID-021] [VALID-022] [VALID-023] [VALID-024] [VALID-025] [CONST-042] the address of a new person is checked rule by rule', async () => {
    await open();
    await page.keyboard.press('c');
    await page
      .getByRole('dialog', { name: 'Add feedback' })
      .getByRole('combobox', { name: 'User' })
      .fill('Noor Haddad');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create new user' });
    const email = dialog.getByLabel('Email');
    const label = (letters: number): string => 'd'.repeat(letters);
    /** A good domain of so many characters, from 133 to 195. */
    const domain = (letters: number): string => `${label(63)}.${label(63)}.${label(letters - 132)}.com`;
    const local = (letters: number): string => 'a'.repeat(letters);
    const cases: [address: string, isGood: boolean][] = [
      [`${local(64)}@${domain(189)}`, true],
      [`${local(64)}@${domain(190)}`, false],
      [`${local(64)}@example.com`, true],
      [`${local(65)}@example.com`, false],
      ['a+b_c%d.e-f@x.io', true],
      ['a!b@x.io', false],
      [`a@${label(63)}.io`, true],
      [`a@${label(64)}.io`, false],
      ['x@y.co', true],
      ['x@y.c', false],
      ['x@y.c1', false],
    ];
    expect(cases.slice(0, 2).map(([address]) => address.length)).toEqual([254, 255]);
    const seen: typeof cases = [];
    for (const [address] of cases) {
      await email.fill(address);
      await email.blur();
      const refused =
        (await email.getAttribute('aria-invalid')) === 'true' &&
        (await dialog.getByText('Please enter a valid email address').count()) === 1;
      seen.push([address, !refused]);
    }
    expect(seen).toEqual(cases);
  });
});

describe('announcements', () => {
  test('[SCOPE-039] [NAV-018] [ENT-008] [ANN-001] [ANN-003] [ANN-004] a button of the sidebar opens them; the newest tag and the time are stored', async () => {
    await open();
    const began = Date.now();
    await sidebar().getByRole('button', { name: 'Announcements, new' }).click();
    const panel = page.getByRole('dialog', { name: 'Announcements' });
    const items = panel.getByRole('listitem');
    await expect.poll(() => items.count()).toBe(3);
    expect(
      await panel.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime'))),
    ).toEqual(['2025-10-13', '2025-09-10']);
    expect(await items.nth(2).textContent()).toContain('Example announcement');
    expect(await storedOf('announcement_tag')).toBe(announcements[0]?.announcementTag);
    const seenAt = Date.parse((await storedOf('announcement_seen_at')) as string);
    expect(seenAt).toBeGreaterThanOrEqual(began);
    expect(seenAt).toBeLessThanOrEqual(Date.now());
    await page.keyboard.press('Escape');
    await sidebar().getByRole('button', { name: 'Announcements', exact: true }).waitFor();
    await expect.poll(() => page.getByTestId('announcement-badge').count()).toBe(0);
  });

  test('[ERR-013] one whose component is missing is only logged: the others are there and nothing breaks', async () => {
    let replaced = 0;
    await page.route('**/console-assets/AnnouncementsPanel-*.js', async (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      const built = readFileSync(join(inject('stageFolder'), name), 'utf8');
      const body = built.replace('likely-duplicates', () => {
        replaced += 1;
        return 'of-another-release';
      });
      await route.fulfill({ contentType: 'text/javascript', body });
    });
    await open();
    await sidebar().getByRole('button', { name: 'Announcements, new' }).click();
    const items = page.getByRole('dialog', { name: 'Announcements' }).getByRole('listitem');
    await expect.poll(() => items.count()).toBe(3);
    expect(replaced).toBe(1);
    await items.nth(1).getByRole('heading', { name: 'Likely duplicates come first' }).waitFor();
    await items.nth(0).getByText('anywhere to search ideas', { exact: false }).waitFor();
    expect(logged).toContainEqual({ type: 'error', text: 'No component for announcement likely-duplicates' });
    await expect.poll(() => page.getByTestId('toast').count()).toBe(0);
  });
});

describe('what the operator has set', () => {
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  test.each([
    ['NAV-026', 'get help', '/chat'],
    ['NAV-027', 'give feedback', '/form'],
  ])('[%s] "%s" opens the address in a tab that cannot reach back', async (_id, name, path) => {
    await open();
    const opening = context.waitForEvent('page');
    await choose(name);
    const tab = await opening;
    await tab.waitForURL(`**${path}`);
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
    expect(logged.map(({ text }) => text)).not.toContain('widget not initialized');
  });

  test.each([
    ['ERR-014', 'give feedback', 'Feedback widget failed to initialize'],
    ['ERR-015', 'get help', 'Support chat widget failed to initialize'],
  ])('[%s] when the browser lets "%s" not open, that is logged and said', async (_id, name, sentence) => {
    await openWindow({ own: true });
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await open();
    await choose(name);
    await page.getByTestId('toast').getByText(sentence).waitFor();
    expect(logged).toContainEqual({ type: 'error', text: sentence });
  });

  test('[ERR-007] [ERR-008] an error is logged and goes to the address for errors, with the path and without the query', async () => {
    await page.route('**/api/v2/admin/graphql', async (route) => {
      if ((route.request().postDataJSON() as { operationName: string }).operationName !== 'IdeasTable')
        return route.fallback();
      await route.fulfill({
        json: {
          data: null,
          errors: [{ message: 'It broke.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
        },
      });
    });
    await open('/admin/v3/feedback/suggestions?q=secret');
    await page.getByText('We could not load ideas.').waitFor();
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    expect(reports[0]).toMatchObject({
      message: 'It broke.',
      code: 'INTERNAL_SERVER_ERROR',
      operation: 'IdeasTable',
      path: '/admin/v3/feedback/suggestions',
    });
    expect(JSON.stringify(reports)).not.toContain('secret');
    expect(logged.some(({ type, text }) => type === 'error' && text.includes('It broke.'))).toBe(true);
    expect(logged.filter(({ text }) => text.includes('Content Security Policy'))).toEqual([]);
  });
});

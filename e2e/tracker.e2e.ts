/** The issue tracker: set up, issues linked and kept in step, against a stand-in Jira, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../contract/permissions.ts';
import { buildAdmin, buildStatus, buildSuggestion } from '../server/db/builders.ts';
import { startStandInJira, type StandInJira } from '../server/testing/jira.ts';
import { ideaAddress, integrationSettingsAddress, settingsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';
import { seat } from './support/seat.ts';

let jira: StandInJira;
beforeAll(async () => {
  jira = await startStandInJira();
});
afterAll(() => jira.close());

let workspace: ConsoleWorkspace;
let idea: string;
const journeys = journeysOf(
  (fresh) => {
    workspace = fresh;
  },
  () => [{ ALLOW_PRIVATE_HOSTS: '127.0.0.1', WORKER: 'on' }, { isReal: true }],
);
beforeEach(async () => {
  jira.issues = [];
  jira.instead = null;
  const { database, tenant } = workspace;
  const status = await buildStatus(database, tenant, { name: 'Under review', is_open: true });
  idea = (
    await buildSuggestion(database, tenant, {
      title: 'Payroll export',
      body: 'Hours by type & night',
      status_id: status.id,
    })
  ).id;
});

const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
const connect = (values: Record<string, string> = {}) =>
  workspace.call(
    'mutation ($url: String, $field: String, $token: String, $warning: String) { tracker_settings_update(instance_url: $url, account: "bot@marlow.example", token: $token, customfield_id: $field, create_warning_message: $warning) { kind } }',
    { url: jira.url, token: 'a-token', ...values },
  );
/** The panel, opened from the idea's page by its key. */
async function openPanel(): Promise<Page> {
  const { page } = await journeys.open(workspace, ideaAddress(idea));
  await page.getByRole('heading', { name: 'Payroll export' }).waitFor();
  await page.keyboard.press('Shift+J');
  await page.getByRole('dialog', { name: 'Link Jira Issue' }).waitFor();
  return page;
}
const linkButton = (page: Page, name = 'Link issue') =>
  page.getByRole('dialog').getByRole('button', { name });

test('[ROUTE-032] Jira is set up, asked whether it answers, and taken away', async () => {
  const { page } = await journeys.open(workspace, settingsAddress);
  await page.getByRole('link', { name: 'Integrations' }).first().click();
  await page.getByText('Jira is not set up').waitFor();
  expect(new URL(page.url()).pathname).toBe(integrationSettingsAddress);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Set up Jira' }).click();
  const panel = page.getByRole('dialog', { name: 'Jira' });
  await panel.getByLabel('Address', { exact: true }).fill('marlow');
  await panel.getByLabel('Account email').fill('bot@marlow.example');
  await panel.getByRole('textbox', { name: 'API token' }).fill('wrong-token');
  await panel.getByRole('button', { name: 'Save Jira' }).click();
  await panel.getByText('Enter an address such as https://example.atlassian.net').waitFor();
  await panel.getByLabel('Address', { exact: true }).fill(`${jira.url}/browse/MAR-1`);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save Jira' }).click();
  await page.getByText('Jira could not be read').waitFor();
  await page.getByText('Jira refused the account or its token (401). Check both.').waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  expect(await panel.getByRole('textbox', { name: 'API token' }).inputValue()).toBe('');
  await panel.getByRole('textbox', { name: 'API token' }).fill('a-token');
  await panel.getByRole('button', { name: 'Save Jira' }).click();
  await page.getByText('Jira answers. The account sees 2 projects.').waitFor();
  await page.getByText('token ending in oken').waitFor();

  // a token goes with its address
  await page.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('Address', { exact: true }).fill('https://elsewhere.example');
  await panel.getByRole('button', { name: 'Save Jira' }).click();
  await panel.getByText('Enter the token again, since address or account changed').waitFor();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Make an address' }).click();
  expect(await page.getByLabel('Webhook address').inputValue()).toMatch(/\/hooks\/tracker\/[\w-]{43}$/);
  await page.reload();
  await page.getByText('There is a webhook address').waitFor();
  await page.getByRole('button', { name: 'Replace the address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the address' }).click();
  await page.getByRole('textbox', { name: 'Webhook address' }).waitFor();

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Jira' }).click();
  await page.getByText('Jira is not set up').waitFor();
});

test('[PANEL-058] [PANEL-059] [VALID-059] [VALID-060] [VALID-061] [VALID-062] [VALID-063] [TOAST-022] [PAGE-008] an issue is linked by its address or key, seen on the idea, kept in step, and unlinked', async () => {
  await connect({ field: 'customfield_10050' });
  const made = jira.issue('MAR-1482', {
    summary: 'Export with Sunday',
    status: 'In progress',
    category: 'indeterminate',
  });
  jira.issue('MAR-1533', { summary: 'Night hours', issuetype: 'Bug' });
  const page = await openPanel();
  const field = page.getByLabel('URL or key');
  expect(await linkButton(page).getAttribute('aria-disabled')).toBe('true');
  await field.fill('the payroll thing');
  expect(await linkButton(page).getAttribute('aria-disabled')).toBe('true');
  await field.fill('mar-99');
  await page
    .getByText('Jira has no issue MAR-99, or the account of the integration may not see it.')
    .waitFor();
  expect(await linkButton(page, 'Link MAR-99').getAttribute('aria-disabled')).toBe('true');
  await field.fill(`${jira.url}/browse/mar-1482?focusedId=1`);
  await page.getByText('Export with Sunday').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await linkButton(page, 'Link MAR-1482').click();
  await said(page, 'Issue linked!');
  const issues = page.getByRole('region', { name: 'Jira issues' });
  await issues.getByText('In progress').waitFor();
  expect(await issues.getByRole('link', { name: 'MAR-1482' }).getAttribute('href')).toBe(
    `${jira.url}/browse/MAR-1482`,
  );
  // its address is in the field
  await expect
    .poll(() => made.fields['customfield_10050'])
    .toBe(
      `${workspace.url.replace(/:\d+$/, '')}${new URL(page.url()).port === '' ? '' : `:${new URL(page.url()).port}`}${ideaAddress(idea)}`,
    );

  // once is enough
  await issues.getByRole('button', { name: 'Link Jira Issue' }).click();
  await field.fill('MAR-1482');
  await page.getByText('MAR-1482 is already linked to this idea.').waitFor();
  expect(await linkButton(page, 'Link MAR-1482').getAttribute('aria-disabled')).toBe('true');
  await field.fill('MAR-1533');
  await page.getByRole('dialog').getByText('Night hours').waitFor();
  await page.keyboard.press('Control+Enter');
  await issues.getByText('Night hours').waitFor();

  // Jira tells of a change, whatever it says
  const { tracker_hook_create: hook } = await workspace.call<{ tracker_hook_create: string }>(
    'mutation { tracker_hook_create }',
  );
  Object.assign(made, { status: 'Done', category: 'done' });
  const { pathname } = new URL(hook);
  await page.evaluate(
    (path) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ issue: { key: 'MAR-1482', fields: { status: { name: 'Forged' } } } }),
      }),
    pathname,
  );
  await page.getByText('MAR-1482 is done · 1 of 2 linked issues.').waitFor();
  await issues.getByText('Done', { exact: true }).waitFor();

  await issues.getByRole('button', { name: 'Unlink MAR-1482' }).click();
  await said(page, 'MAR-1482 unlinked.');
  await issues.getByText('Export with Sunday').waitFor({ state: 'detached' });
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).last().click();
  await issues.getByText('Export with Sunday').waitFor();
});

test('[PANEL-060] [PANEL-061] [VALID-064] [CONST-033] a new issue begins in Jira’s own form, filled in', async () => {
  await connect({ warning: 'Stories need a component.' });
  const page = await openPanel();
  await page.getByText('Stories need a component.').waitFor();
  const create = page.getByRole('button', { name: 'Create Issue in Jira' });
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Operations' }).waitFor();
  jira.calls = [];
  await page.getByRole('combobox', { name: 'Project' }).pressSequentially('mar', { delay: 20 });
  await page.getByRole('option', { name: 'Operations' }).waitFor({ state: 'detached' });
  // one question for three letters
  expect(jira.calls.filter((call) => call.endsWith('/project/search'))).toHaveLength(1);
  await page.getByRole('option', { name: 'Marlow' }).click();
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Issue type').selectOption('Story');
  const [popup] = await Promise.all([page.waitForEvent('popup'), create.click()]);
  await popup.waitForURL(/CreateIssueDetails/);
  const { origin, searchParams } = new URL(popup.url());
  expect(origin).toBe(jira.url);
  expect(Object.fromEntries(searchParams)).toEqual({
    pid: '10000',
    issuetype: '7',
    priority: '3',
    summary: 'Payroll export',
    description: `Hours by type & night\n\n${new URL(ideaAddress(idea), page.url()).href}`,
  });
  await popup.close();
});

test('[ERR-020] [ERR-021] [ERR-022] [ERR-036] what Jira could not do is said, and an issue is linked by its key all the same', async () => {
  const page = await openPanel();
  await page.getByText('Could not fetch Jira configuration.').waitFor();
  expect(await page.getByRole('link', { name: 'Set up Jira' }).getAttribute('href')).toBe(
    integrationSettingsAddress,
  );
  await page.getByLabel('URL or key').fill('mar-7');
  await page.getByText('MAR-7 is linked by its key alone.').waitFor();
  await linkButton(page, 'Link MAR-7').click();
  await said(page, 'Issue linked!');
  await page.getByRole('region', { name: 'Jira issues' }).getByText('Not read yet').waitFor();

  await connect();
  jira.instead = (_request, response) => {
    response.writeHead(500);
    response.end();
  };
  await page.reload();
  await page.getByRole('region', { name: 'Jira issues' }).waitFor();
  await page.keyboard.press('Shift+J');
  await page.getByText('Could not fetch Jira projects. Jira answered 500.').waitFor();
  jira.instead = null;
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Marlow' }).waitFor();
  jira.instead = (request, response) => {
    response.writeHead(request.url?.includes('/project/') === true ? 500 : 200);
    response.end('{}');
  };
  await page.getByRole('option', { name: 'Marlow' }).click();
  await page.getByText('Could not fetch Jira issue types. Jira answered 500.').waitFor();

  // the server refuses: nothing that was typed is lost
  jira.instead = null;
  jira.issue('MAR-8');
  await page.getByLabel('URL or key').fill('MAR-8');
  await page.getByRole('dialog').getByText('Issue MAR-8').waitFor();
  jira.issues = [];
  await linkButton(page, 'Link MAR-8').click();
  await said(page, 'Could not link issue');
  expect(await page.getByLabel('URL or key').inputValue()).toBe('MAR-8');
});

test('who may only read ideas sees issues and changes none', async () => {
  await workspace.call(
    'mutation ($id: ID!) { link_jira_issue(linkedType: "Suggestion", linkedId: $id, jiraKey: "MAR-7") { id } }',
    { id: idea },
  );
  const { database, tenant } = workspace;
  const reader = await buildAdmin(database, tenant, {
    permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
  });
  const { page } = await journeys.open(await seat(workspace, reader), ideaAddress(idea));
  const issues = page.getByRole('region', { name: 'Jira issues' });
  await issues.getByText('MAR-7').waitFor();
  // feedback has no right to read alone: who sees ideas links issues, but sets nothing up
  await issues.getByRole('button', { name: 'Link Jira Issue' }).click();
  await page.getByText('Ask an admin to set up Jira in the settings.').waitFor();
  expect(await page.getByRole('link', { name: 'Set up Jira' }).count()).toBe(0);
});

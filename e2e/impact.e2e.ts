/** Impact reports: raised, written, shared with people and by a link, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  buildAccount,
  buildAdmin,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../server/db/builders.ts';
import { recountSuggestions, recountTotals } from '../server/domain/counters/recount.ts';
import { testScope, viewerOf } from '../server/db/builders.ts';
import {
  ideasAddress,
  impactReportAddress,
  impactReportsAddress,
  notificationsAddress,
  themeAddress,
} from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { seat } from './support/seat.ts';
import { liftByKey, violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});
// a message of before may still be there
const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();

/** An idea that somebody of an account votes for and speaks about. */
async function idea(title: string, customer: string, dollars: number, words: string): Promise<string> {
  const { database, tenant } = workspace;
  const { id } = await buildSuggestion(database, tenant, { title });
  const account = await buildAccount(database, tenant, {
    name: customer,
    revenue_cents: String(dollars * 100),
  });
  const person = await buildUser(database, tenant, {
    name: `Ada of ${customer}`,
    account_id: account.id,
    job_title: 'Dispatcher',
    country: 'Norway',
  });
  await buildSupporter(database, tenant, { suggestion_id: id, user_id: person.id, created_at: new Date() });
  await insertRow(database, 'feedback_records', {
    subdomain_id: tenant.id,
    suggestion_id: id,
    user_id: person.id,
    body: words,
  });
  return id;
}
async function recount(): Promise<void> {
  const { database, tenant, admin } = workspace;
  const scope = await testScope(database, viewerOf(tenant, admin));
  await scope.write(async (tx) => {
    await recountSuggestions(tx, tenant.id, 'all');
    await recountTotals(tx, tenant.id);
  });
}
const raised = async (ids: readonly string[], title: string): Promise<string> =>
  (
    await workspace.call<{ impact_report_create: { id: string } }>(
      'mutation ($ids: [ID!], $title: String) { impact_report_create(suggestion_ids: $ids, title: $title) { id } }',
      { ids: [...ids], title },
    )
  ).impact_report_create.id;

test('[SCOPE-018] [ROUTE-016] [ROUTE-017] a report is raised from selected ideas, written in place with live figures, and its sections put in another order', async () => {
  await idea('Work offline', 'Acme', 3_000, 'No bars in the cellar, no job done there.');
  await idea('Faster start', 'Beta', 500, 'I drink a coffee until it has started.');
  await recount();
  const { page } = await journeys.open(workspace, impactReportsAddress);
  await page.getByText('An impact report shows what stands behind').waitFor();

  await page.goto(workspace.url + ideasAddress({ sort: 'title' }));
  for (const title of ['Work offline', 'Faster start'])
    await page.getByRole('row', { name: title }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Impact report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New impact report' });
  await dialog.getByText('About 2 ideas that you chose.').waitFor();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Why it must start without a signal');
  await dialog.getByRole('button', { name: 'Raise report' }).click();
  await page.waitForURL(`**${impactReportsAddress}/*`);
  const report = page.getByRole('article', { name: 'Report' });
  await report.getByText('2 people at 2 of our').waitFor();
  await report.getByText('$3.5K', { exact: true }).first().waitFor();
  expect(await report.getByRole('region', { name: 'Who pays for it' }).innerText()).toMatch(
    /Acme\s+\$3\.0K\s+1 person\s+Beta/,
  );

  // a section is written in place; a slash puts in a figure
  await report.getByRole('button', { name: 'Write problem' }).click();
  const text = report.getByRole('textbox', { name: 'Problem' });
  await text.waitFor();
  await page.keyboard.type('Half of all ');
  await page.keyboard.type('/all');
  await page.getByRole('option', { name: 'All accounts' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('accounts work in cellars.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Version 2 · saved').waitFor();
  expect(await report.getByRole('region', { name: 'Problem' }).innerText()).toMatch(
    /Half of all \d+ accounts work in cellars\./,
  );

  // quotes are taken over, one of each account
  const aside = page.getByRole('complementary', { name: 'Beside the report' });
  await aside.getByText('2 found').waitFor();
  await aside.getByRole('button', { name: /^Use “No bars in the cellar/ }).click();
  await page.getByText('Version 3 · saved').waitFor();
  const quotes = report.getByRole('region', { name: 'In their words' });
  await quotes.getByText('Ada of Acme, Acme').waitFor();

  // the order of the sections, by key
  await aside.getByRole('button', { name: 'Move Problem' }).focus();
  await liftByKey(page, 'Problem picked up, position 3 of 8.');
  await page.keyboard.press('ArrowUp');
  await page.getByText('Problem is at position 2 of 8.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByText('Version 4 · saved').waitFor();
  expect((await report.getByRole('heading', { level: 2 }).allInnerTexts()).slice(0, 2)).toEqual([
    'Summary',
    'Problem',
  ]);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // what it said before is read, and brought back
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Earlier versions…' }).click();
  const versions = page.getByRole('dialog', { name: 'Earlier versions' });
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await versions.getByText('Why it must start without a signal').waitFor();
  await versions.getByRole('button', { name: 'Bring back its texts' }).click();
  await said(page, 'The texts are those of before; the figures stay as they are.');
  await report.getByText('What goes wrong today, and who suffers from it?').waitFor();

  await page.goto(workspace.url + impactReportsAddress);
  const row = page.getByRole('row', { name: 'Why it must start without a signal' });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/2 chosen ideas · version 5 · Draft\s+2\s+2\s+\$3\.5K/);
});

test('two who write at once both keep their words; Refresh takes what came since', async () => {
  const one = await idea('Work offline', 'Acme', 3_000, 'No bars in the cellar, no job done there.');
  await recount();
  const id = await raised([one], 'Offline');
  const { page } = await journeys.open(workspace, impactReportAddress(id));
  const report = page.getByRole('article', { name: 'Report' });
  await report.getByRole('button', { name: 'Write summary' }).click();
  await report.getByRole('textbox', { name: 'Summary' }).waitFor();
  await workspace.call('mutation ($id: ID!) { impact_report_update(id: $id, title: "Theirs") { id } }', {
    id,
  });
  await page.keyboard.type('Mine. ');
  await page.keyboard.press('Control+Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this report.' });
  await notice.getByRole('button', { name: 'Keep my version' }).click();
  await page.getByText('Version 3 · saved').waitFor();
  await report.getByText('Mine.').waitFor();

  await idea('Another', 'Beta', 500, 'Anything else.');
  const user = await buildUser(workspace.database, workspace.tenant);
  await buildSupporter(workspace.database, workspace.tenant, {
    suggestion_id: one,
    user_id: user.id,
    created_at: new Date(),
  });
  await recount();
  await report.getByRole('button', { name: 'Refresh figures' }).click();
  await said(page, 'Figures are those of today.');
  await page.getByText('Version 4 · saved').waitFor();
  expect(await report.getByRole('region', { name: 'Figures' }).innerText()).toMatch(/Supporters\s+2/);
});

test('[SCOPE-019] [SCOPE-020] [NOTIF-013] [PERM-047] people are told with a message and are seen to read it; a link shows what it may, until it is revoked', async () => {
  const one = await idea('Work offline', 'Acme', 3_000, 'No bars in the cellar, no job done there.');
  await recount();
  const id = await raised([one], 'Offline');
  const bo = await buildAdmin(workspace.database, workspace.tenant, { name: 'Bo Larsen' });
  const { page } = await journeys.open(workspace, impactReportAddress(id));
  await page.getByRole('button', { name: /^Share/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Offline”' });
  await dialog.getByRole('combobox', { name: 'People' }).fill('Bo');
  await page.getByRole('option', { name: 'Bo Larsen' }).click();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Before Thursday, please.');
  await dialog.getByRole('switch', { name: 'Anyone with the link' }).check();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await said(page, 'Sharing saved.');

  const asBo = await seat(workspace, bo);
  const { page: other } = await journeys.open(asBo, notificationsAddress, { own: true });
  await other.getByText('with you: “Before Thursday, please.”').waitFor();
  await other.getByText('Offline', { exact: true }).click();
  await other.waitForURL(`**${impactReportAddress(id)}`);
  await other.getByRole('article', { name: 'Report' }).waitFor();
  const aside = page.getByRole('complementary', { name: 'Beside the report' });
  await expect
    .poll(async () => {
      await page.reload();
      await aside.waitFor();
      return aside.getByRole('region', { name: 'Seen by' }).innerText();
    })
    .toMatch(/1 of 1 person, 0 by link/);

  // the link, in a browser that is signed in nowhere
  await page.getByRole('button', { name: /^Share/ }).click();
  const address = await dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue();
  const path = new URL(address).pathname;
  await dialog.getByText('read').first().waitFor();
  const asked = () =>
    page.evaluate(async (at) => {
      const answer = await fetch(at, { credentials: 'omit' });
      return { status: answer.status, text: await answer.text() };
    }, path);
  const { status, text: shown } = await asked();
  expect(status).toBe(200);
  expect(shown).toContain('<h1 dir="auto">Offline</h1>');
  for (const hidden of ['Acme', 'Ada']) expect(shown).not.toContain(hidden);
  await dialog.getByRole('checkbox', { name: 'Names of accounts and people' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Sharing saved.');
  await expect.poll(async () => (await asked()).text).toContain('Acme');
  await page.getByRole('button', { name: /^Share/ }).click();
  await dialog.getByText(/opened \d+ times/).waitFor();
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await dialog.getByText('The link stops working for good when you save').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Sharing saved.');
  // the message may be that of the save before
  await expect.poll(async () => (await asked()).status).toBe(404);
});

test('[CONST-069] a report is raised from a theme, which names it; the list hides columns, archives and deletes with undo', async () => {
  const one = await idea('Work offline', 'Acme', 3_000, 'No bars in the cellar, no job done there.');
  await recount();
  const { database, tenant, admin } = workspace;
  const own = { subdomain_id: tenant.id };
  const set = await insertRow(database, 'theme_sets', {
    ...own,
    name: 'Customer feedback',
    creator_id: admin.id,
    status: 'complete',
  });
  const theme = await insertRow(database, 'themes', {
    ...own,
    theme_set_id: set.id,
    name: 'Signal',
    position: 1,
    hex_color: '#2B9281',
  });
  await insertRow(database, 'theme_placements', {
    ...own,
    theme_set_id: set.id,
    theme_id: theme.id,
    suggestion_id: one,
  });
  const { page } = await journeys.open(workspace, themeAddress(theme.id));
  await page.getByRole('button', { name: 'Raise impact report' }).click();
  await page
    .getByRole('dialog', { name: 'New impact report' })
    .getByRole('button', { name: 'Raise report' })
    .click();
  await page.getByRole('link', { name: 'Signal' }).click();
  await page.getByRole('link', { name: 'Impact report: Signal' }).waitFor();

  await page.goto(workspace.url + impactReportsAddress);
  const row = page.getByRole('row', { name: 'Signal' });
  await row.waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Accounts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toMatch(/grid_state_impact_reports.*accounts/);
  await row.getByRole('button', { name: 'Actions for Signal' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await said(page, 'Signal is archived.');
  await expect.poll(() => row.count()).toBe(0);
  await page.getByRole('link', { name: 'Archived' }).click();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await said(page, '1 report deleted.');
  await expect.poll(() => row.count()).toBe(0);
  await page
    .getByTestId('toast')
    .filter({ hasText: '1 report deleted.' })
    .getByRole('button', { name: /Undo/ })
    .click();
  await row.waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

/** The theme explorer: reports, their themes, and the ideas of a theme, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../contract/permissions.ts';
import {
  buildAccount,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../server/db/builders.ts';
import { ideaAddress, themeAddress, themeReportsAddress, themesAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});
const rows = async <T>(text: string): Promise<T[]> =>
  (await workspace.database.pool.query(text, [workspace.tenant.id])).rows as T[];

/** A report that has run: a group of two themes, one theme by itself, and what fits nowhere. */
async function report() {
  const { database, tenant, admin } = workspace;
  const own = { subdomain_id: tenant.id };
  const set = await insertRow(database, 'theme_sets', {
    ...own,
    name: 'Customer feedback',
    creator_id: admin.id,
    run_by_id: admin.id,
    status: 'complete',
    progress_share: 1,
  });
  const run = await insertRow(database, 'theme_runs', {
    ...own,
    theme_set_id: set.id,
    user_id: admin.id,
    suggestions_count: 6,
    duration_ms: 1200,
    finished_at: new Date(),
    themes_before: '[]',
    changes: JSON.stringify({
      stayed: 3,
      moved: 1,
      added: 1,
      loose: 1,
      kept_names: 1,
      kept_moves: 2,
      lost_moves: 0,
      right_by_itself: 1,
    }),
  });
  await database.pool.query('update theme_sets set run_id = $2 where id = $1', [set.id, run.id]);
  const themeOf = (name: string, position: number, values: object = {}) =>
    insertRow(database, 'themes', {
      ...own,
      theme_set_id: set.id,
      name,
      position,
      hex_color: '#2B9281',
      change: 'kept',
      ...values,
    } as never);
  const group = await themeOf('Field work', 1, { is_group: true });
  const offline = await themeOf('Offline in basements', 2, {
    parent_id: group.id,
    words: JSON.stringify([
      { word: 'signal', ideas: 3 },
      { word: 'offline', ideas: 2 },
    ]),
    revenue_cents: 46_890_000,
    supporter_count: 521,
  });
  const speed = await themeOf('Speed of the app', 3, { parent_id: group.id, change: 'new' });
  const quotes = await themeOf('Quotes', 4);
  await themeOf('Uncategorized', 5, { uncategorized: true, change: null });
  const place = async (title: string, theme: { id: string }, values: object = {}) => {
    const idea = await buildSuggestion(database, tenant, { title });
    await insertRow(database, 'theme_placements', {
      ...own,
      theme_set_id: set.id,
      suggestion_id: idea.id,
      theme_id: theme.id,
      found_theme_id: theme.id,
      fit: 0.8,
      second_theme_id: quotes.id,
      second_fit: 0.2,
      evidence: ['basement', 'signal'],
      evidence_weights: [0.6, 0.3],
      ...values,
    } as never);
    return idea;
  };
  const first = await place('Work completely offline', offline, { fit: 0.94 });
  await place('Maps without a signal', offline, { fit: 0.31 });
  await place('Faster start', speed, { second_theme_id: offline.id, second_fit: 0.47 });
  await place('Quote approval', quotes);
  const account = await buildAccount(database, tenant, { name: 'Northwind' });
  const person = await buildUser(database, tenant, { account_id: account.id });
  await buildSupporter(database, tenant, { suggestion_id: first.id, user_id: person.id });
  return { set, group, offline, speed, quotes, first };
}

test('[ROUTE-006] [ROUTE-007] [ROUTE-008] [TOAST-012] [CONST-067] a report is begun, listed, changed and deleted', async () => {
  await buildSuggestion(workspace.database, workspace.tenant, { title: 'Work offline' });
  const { page } = await journeys.open(workspace, themeReportsAddress);
  await page.getByText('A theme report reads ideas and says what people talk about.').waitFor();
  await page.getByRole('button', { name: 'New report' }).first().click();
  const panel = page.getByRole('dialog', { name: 'New theme report' });
  expect(new URL(page.url()).pathname).toBe(`${themeReportsAddress}/create`);
  await panel.getByText('1 idea', { exact: true }).waitFor();
  // when they were made
  await panel.getByRole('img', { name: /^Ideas by the month in which they were made/ }).waitFor();
  await panel.getByLabel('Name').fill('Customer feedback');
  await panel.getByLabel(/^From/).fill('2026-03-01');
  await panel.getByLabel(/^To/).fill('2026-01-01');
  await panel.getByLabel('Name').focus();
  await panel.getByText('The period ends before it begins.').waitFor();
  await panel.getByLabel(/^To/).fill('');
  await panel.getByLabel(/^From/).fill('');
  await panel.getByRole('button', { name: 'Add conditions' }).click();
  await panel.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('dialog', { name: 'Add a condition' }).getByRole('combobox').fill('number of votes');
  await page.keyboard.press('Enter');
  const votes = panel.getByRole('textbox', { name: 'number of votes: Amount' });
  await votes.fill('3');
  await votes.press('Enter');
  await panel.getByText('0 ideas', { exact: true }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // one condition more, which a key takes away again
  await panel.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('dialog', { name: 'Add a condition' }).getByRole('combobox').fill('internal flag');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Field: internal flag' }).press('Backspace');
  await expect.poll(() => panel.getByRole('button', { name: 'Field: internal flag' }).count()).toBe(0);
  await panel.getByRole('button', { name: 'number of votes: is more than' }).click();
  await page.getByRole('menuitemradio', { name: 'is less than' }).click();
  await panel.getByText('1 idea', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Find themes' }).click();
  await page
    .getByText("Theme report started! You'll receive an in-app notification upon completion.")
    .first()
    .waitFor();
  const row = page.getByRole('row', { name: /Customer feedback/ });
  await row.getByText('Waiting, next in line').waitFor();
  expect(new URL(page.url()).pathname).toBe(themeReportsAddress);
  await row.getByRole('button', { name: 'Stop Customer feedback' }).click();
  await row.getByText('Failed').waitFor();
  await row.getByText(/^Stopped by/).waitFor();

  await row.getByRole('button', { name: 'More for Customer feedback' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit theme report' });
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('Customer feedback');
  await form.getByRole('textbox', { name: 'number of votes: Amount' }).waitFor();
  await form.getByLabel('Name').fill('What customers say');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Theme report saved.').first().waitFor();
  const renamed = page.getByRole('row', { name: /What customers say/ });
  await renamed.getByRole('button', { name: 'More for What customers say' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('1 theme report deleted.').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 theme report restored.').first().waitFor();
  await renamed.waitFor();
});

test('[SCOPE-016] [ROUTE-009] [TOAST-013] a report shows its groups and themes, what its run changed, and runs again', async () => {
  const { set } = await report();
  const { page } = await journeys.open(workspace, themesAddress(set.id));
  await page.getByRole('heading', { name: 'Customer feedback' }).waitFor();
  await page.getByText('4 ideas · 3 themes in 1 groups').waitFor();
  const table = page.getByRole('table', { name: 'Themes' });
  await table.getByText('Quotes').waitFor();
  expect(await table.getByText('Offline in basements').count()).toBe(0);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await table.getByText('Offline in basements').waitFor();
  await table.getByText('$468.9K').waitFor();
  const changes = page.getByRole('complementary', { name: 'What changed' });
  await changes.getByText('New themes').waitFor();
  await changes.getByText('1 name, 2 moved ideas').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run again' }).click();
  await page
    .getByText("Theme report re-run! You'll receive an in-app notification upon completion.")
    .first()
    .waitFor();
  await page.getByText('Waiting, next in line').waitFor();
});

test('[ROUTE-014] a theme says why each idea is there; it is renamed, and ideas are moved and moved back', async () => {
  const { offline, quotes } = await report();
  const { page } = await journeys.open(workspace, themeAddress(offline.id));
  await page.getByRole('heading', { name: 'Offline in basements' }).waitFor();
  const table = page.getByRole('table', { name: 'Ideas of the theme' });
  await table.getByText('94%').waitFor();
  await table.getByText('basement').first().waitFor();
  const aside = page.getByRole('complementary');
  await aside.getByText('signal').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Name of the theme' }).fill('No signal');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No signal' }).waitFor();
  await page.getByRole('button', { name: 'Use that again' }).click();
  await page.getByRole('heading', { name: 'Offline in basements' }).waitFor();

  await page.getByRole('checkbox', { name: /Maps without a signal/ }).check();
  await page.getByRole('button', { name: 'Move ideas' }).click();
  await page.getByRole('option', { name: /Quotes/ }).click();
  await page.getByText('1 idea moved to “Quotes”.').first().waitFor();
  await expect.poll(() => table.getByText('Maps without a signal').count()).toBe(0);
  await page.getByTestId('toast').filter({ hasText: 'moved' }).getByRole('button', { name: 'Undo' }).click();
  await table.getByText('Maps without a signal').waitFor();

  await aside.getByRole('button', { name: 'Add Faster start to this theme' }).click();
  await table.getByText('moved here by').waitFor();
  expect(
    await rows(
      'select count(*)::int as n from theme_placements where subdomain_id = $1 and moved_at is not null',
    ),
  ).toEqual([{ n: 1 }]);

  await page.goto(`${workspace.url}${themeAddress(quotes.id)}`);
  await page.getByRole('heading', { name: 'Quotes' }).waitFor();
  await page.getByRole('button', { name: 'Theme actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete theme' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete theme' }).click();
  await page.getByText('Theme deleted.').first().waitFor();
  await page.getByRole('heading', { name: 'Customer feedback' }).waitFor();
});

test('[ROUTE-014] the page of an idea names the themes that it is in, and leads to them', async () => {
  const { first } = await report();
  const { page } = await journeys.open(workspace, ideaAddress(first.id));
  await page.getByRole('complementary').getByRole('link', { name: 'Offline in basements' }).click();
  await page.getByRole('heading', { name: 'Offline in basements' }).waitFor();
});

test('[NAV-007] [PERM-024] AI Tools leads to the reports; without the feature there is neither', async () => {
  const { page } = await journeys.open(workspace, '/admin-console/theme-explorer');
  const explorer = page.getByRole('region', { name: 'Theme explorer' });
  await explorer.getByText('No report yet').waitFor();
  await page.getByRole('region', { name: 'Impact reports' }).getByText('No report yet').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await explorer.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Theme explorer' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(themeReportsAddress);
});

test('[PERM-024] who may not see ideas sees no themes', async () => {
  await workspace.database.pool.query('update users set permissions = $2 where id = $1', [
    workspace.admin.id,
    JSON.stringify({ ...NO_PERMISSIONS, settings: 'rw' }),
  ]);
  const { page } = await journeys.open(workspace, themeReportsAddress);
  await page.getByText('You don’t have access to this').waitFor();
});

test('[ENT-039] a report of a list is made in the form, says which list it reads, and goes over to filters', async () => {
  const idea = await buildSuggestion(workspace.database, workspace.tenant, { title: 'Work offline' });
  await workspace.call(
    'mutation ($ids: [ID!]) { saved_view_create(name: "Renewal risks", kind: "suggestion_list", sub_kind: "manual", suggestion_ids: $ids) { id } }',
    { ids: [idea.id] },
  );
  const { page } = await journeys.open(workspace, `${themeReportsAddress}/create`);
  const form = page.getByRole('dialog', { name: 'New theme report' });
  await form.getByRole('textbox', { name: 'Name' }).fill('What they risk');
  await form.getByRole('radio', { name: 'List' }).check();
  await form.getByRole('combobox', { name: 'List' }).fill('Renew');
  await page.getByRole('option', { name: 'Renewal risks' }).click();
  await form.getByText('1 idea', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Find themes' }).click();
  const row = page.getByRole('row', { name: /What they risk/ });
  await row.getByText('List: Renewal risks').waitFor();
  const [set] = await rows<{ id: string }>('select id::text from theme_sets where subdomain_id = $1');
  await page.goto(`${workspace.url}${themeReportsAddress}/${set!.id}/edit`);
  const edit = page.getByRole('dialog', { name: 'Edit theme report' });
  await expect.poll(() => edit.getByRole('combobox', { name: 'List' }).inputValue()).toBe('Renewal risks');
  await edit.getByRole('radio', { name: 'Filters' }).check();
  await edit.getByRole('button', { name: 'Save and run again' }).click();
  await row.getByText('All open ideas').waitFor();
});

/** Features and roadmaps: planned, moved, linked, shared, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../contract/permissions.ts';
import {
  buildAccount,
  buildAdmin,
  buildFeature,
  buildFeatureStatus,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  testScope,
  viewerOf,
} from '../server/db/builders.ts';
import { countFeatures } from '../server/domain/counters/features.ts';
import { recountSuggestions, recountTotals } from '../server/domain/counters/recount.ts';
import {
  accountsAddress,
  featureAddress,
  featureStatusSettingsAddress,
  ideaAddress,
  ideasAddress,
  productAreaSettingsAddress,
  roadmapBoardAddress,
  roadmapListAddress,
  roadmapSettingsAddress,
} from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';
import { seat } from './support/seat.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});
const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).waitFor();

interface World {
  idea: string;
  offline: string;
  stock: string;
  roadmap: string;
}
let world: World;

/** Three statuses, two features, one of them with an idea that a paying account wants. */
beforeEach(async () => {
  const { database, tenant } = workspace;
  const status = async (name: string, position: number) =>
    (
      await buildFeatureStatus(database, tenant, {
        name,
        position,
        hex_color: '#4C8FC9',
        is_default: position === 1,
      })
    ).id;
  const proposed = await status('Proposed', 1);
  await status('Building', 2);
  await status('Done', 3);
  const roadmap = await insertRow(database, 'roadmaps', {
    subdomain_id: tenant.id,
    name: 'Next year',
    position: 1,
  });
  const { id: idea } = await buildSuggestion(database, tenant, { title: 'Work without a signal' });
  const account = await buildAccount(database, tenant, { name: 'Beacon', revenue_cents: '4140000' });
  const person = await buildUser(database, tenant, { account_id: account.id });
  await buildSupporter(database, tenant, { suggestion_id: idea, user_id: person.id });
  const feature = async (name: string, position: number, ideas: readonly string[]) =>
    (
      await buildFeature(database, tenant, {
        name,
        position,
        feature_status_id: proposed,
        roadmap_id: roadmap.id,
        ideas,
      })
    ).id;
  const offline = await feature('Offline mode', 1024, [idea]);
  const stock = await feature('Stock alerts', 2048, []);
  const scope = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)));
  await scope.write(async (tx) => {
    await recountSuggestions(tx, tenant.id, 'all');
    await recountTotals(tx, tenant.id);
    await countFeatures(tx, tenant.id, [offline, stock]);
  });
  world = { idea, offline, stock, roadmap: roadmap.id };
});

const column = (page: Page, name: string) => page.locator(`section[aria-label^="${name},"]`);
const card = (page: Page, id: string) => page.locator(`[data-card="${id}"]`);
const stands = (page: Page, name: string, id: string) =>
  column(page, name).locator(`[data-card="${id}"]`).waitFor();

test('[ROUTE-004] [ROUTE-005] [STATE-025] [SCOPE-023] a feature is made and stands on the board, whose short address leads there', async () => {
  const { page } = await journeys.open(workspace, '/admin-console/roadmap', { loads: true });
  await page.waitForURL(`**${roadmapBoardAddress()}`);
  await stands(page, 'Proposed', world.offline);
  await column(page, 'Proposed').getByText('$41.4K').first().waitFor();
  expect(await card(page, world.stock).textContent()).toContain('No ideas linked');
  await page.getByRole('button', { name: 'New feature' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New feature' });
  expect(await dialog.getByRole('button', { name: 'Create feature' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Name').fill('Measure with the camera');
  await dialog.getByLabel('Status').selectOption({ label: 'Building' });
  await dialog.getByRole('button', { name: 'Create feature' }).click();
  await said(page, '“Measure with the camera” was created.');
  await column(page, 'Building').getByText('Measure with the camera').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('a card is moved with the keys, with spoken places, and by the mouse; both are undone', async () => {
  const { page } = await journeys.open(workspace, roadmapBoardAddress(), { loads: true });
  await stands(page, 'Proposed', world.offline);
  await card(page, world.offline).focus();
  await page.keyboard.press('m');
  await page.getByRole('status').getByText('Picked up Offline mode in Proposed, place 1 of 2').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('status').getByText('Proposed, place 2 of 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await stands(page, 'Building', world.offline);
  await said(page, '“Offline mode” moved to Building.');
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
  await stands(page, 'Proposed', world.offline);
  // Escape leaves it where it was
  await card(page, world.offline).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.getByRole('status').getByText('Offline mode stays where it was.').waitFor();
  await stands(page, 'Proposed', world.offline);
  // by the mouse, between columns
  const from = (await card(page, world.stock).boundingBox())!;
  const to = (await column(page, 'Done').boundingBox())!;
  await page.mouse.move(from.x + 30, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 3 });
  await page.mouse.move(to.x + 60, to.y + 90, { steps: 6 });
  await page.mouse.up();
  await stands(page, 'Done', world.stock);
  await page.reload();
  await stands(page, 'Done', world.stock);
});

test('a card that a colleague moves meanwhile jumps to where it is, and can be moved again', async () => {
  const { page } = await journeys.open(workspace, roadmapBoardAddress(), { loads: true, own: true });
  await stands(page, 'Proposed', world.stock);
  await card(page, world.stock).focus();
  await page.keyboard.press('m');
  const { database, tenant } = workspace;
  const colleague = await buildAdmin(database, tenant, { name: 'Rüdiger Vogel' });
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from feature_statuses where subdomain_id = $1 and name = 'Done'",
    [tenant.id],
  );
  await database.pool.query('update features set feature_status_id = $2, updated_at = now() where id = $1', [
    world.stock,
    rows[0]!.id,
  ]);
  await insertRow(database, 'feature_events', {
    subdomain_id: tenant.id,
    feature_id: world.stock,
    kind: 'status',
    user_id: colleague.id,
    feature_status_id: rows[0]!.id,
  });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await said(page, 'Rüdiger Vogel moved “Stock alerts” to Done.');
  await stands(page, 'Done', world.stock);
  await page.getByTestId('toast').getByRole('button', { name: 'Move it to Building' }).click();
  await stands(page, 'Building', world.stock);
  // the card moves ahead of the server's answer
  const stored = async () =>
    (
      await database.pool.query(
        'select s.name from features f join feature_statuses s on s.id = f.feature_status_id where f.id = $1',
        [world.stock],
      )
    ).rows;
  await expect.poll(stored).toEqual([{ name: 'Building' }]);
});

test('[ROUTE-040] the list groups features, moves one with the keys, and changes several at once', async () => {
  const { page } = await journeys.open(workspace, roadmapListAddress(), { loads: true });
  await card(page, world.offline).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const order = () =>
    page
      .locator('[data-card]')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['card']));
  await expect.poll(order).toEqual([world.stock, world.offline]);
  await page.getByRole('checkbox', { name: 'Select Offline mode' }).check();
  await page.getByRole('checkbox', { name: 'Select Stock alerts' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await said(page, '2 features changed.');
  await page.getByRole('row').filter({ hasText: 'Done' }).getByText('2', { exact: true }).waitFor();
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row').filter({ hasText: 'Proposed' }).getByText('2', { exact: true }).waitFor();
  await page.getByLabel('Group by').selectOption('product_area');
  await page.getByText('No product area').first().waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('the page of a feature tells who waits; ideas are linked from it and from the idea, its text saves itself', async () => {
  const { page } = await journeys.open(workspace, featureAddress(world.offline), { loads: true });
  await page.getByRole('heading', { name: 'Who waits for it' }).waitFor();
  await page.getByRole('link', { name: 'Beacon' }).waitFor();
  await page.getByRole('link', { name: 'Work without a signal' }).waitFor();
  await page.getByRole('button', { name: 'Take out Work without a signal' }).click();
  await said(page, '“Work without a signal” was taken out.');
  await page.getByText('Link the ideas that this feature answers').waitFor();
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Work without a signal' }).waitFor();
  const title = page.getByRole('textbox', { name: 'Name' });
  await title.fill('Offline mode for a full day');
  await title.press('Enter');
  await expect
    .poll(
      async () =>
        (await workspace.database.pool.query('select name from features where id = $1', [world.offline]))
          .rows,
    )
    .toEqual([{ name: 'Offline mode for a full day' }]);
  // the page knows it too by then: the message of a move names the feature
  await expect.poll(() => page.title()).toContain('Offline mode for a full day');
  // a move offers to tell those who wait
  await page.keyboard.press('m');
  await page.getByRole('option', { name: 'Building' }).click();
  await said(page, '“Offline mode for a full day” moved to Building.');
  await page.getByTestId('toast').getByRole('button', { name: 'Tell the supporters of 1 open idea' }).click();
  await page.getByRole('dialog').getByText('1 idea').first().waitFor();
  await page.keyboard.press('Escape');
  // and from the idea
  const other = await journeys.open(workspace, ideaAddress(world.idea), { loads: true });
  await other.page.getByRole('link', { name: 'Offline mode for a full day' }).waitFor();
  await other.page.getByRole('button', { name: 'Link to a feature' }).click();
  const dialog = other.page.getByRole('dialog', { name: 'Link to a feature' });
  await dialog.getByLabel('Feature').fill('Stock');
  await dialog.getByRole('option', { name: /Stock alerts/ }).click();
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await said(other.page, '1 idea was linked to “Stock alerts”.');
  await other.page.getByRole('link', { name: 'Stock alerts' }).waitFor();
});

test('[ROUTE-037] [PERM-041] [PERM-042] a roadmap is shared with the public; its page shows what the card in the settings shows', async () => {
  const { page } = await journeys.open(workspace, roadmapSettingsAddress(), { loads: true });
  await page.getByRole('button', { name: 'Edit Next year' }).click();
  const panel = page.getByRole('dialog', { name: 'Next year' });
  const outside = panel.getByRole('region', { name: 'Seen from outside' });
  await outside.getByText('Offline mode').waitFor();
  expect(await outside.textContent()).not.toContain('$41.4K');
  await panel.getByRole('switch', { name: /Revenue/ }).click();
  await outside.getByText('$41.4K').waitFor();
  await panel.getByRole('switch', { name: /^Public/ }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await said(page, '“Next year” was saved.');
  const { rows } = await workspace.database.pool.query<{ token: string }>(
    'select token from roadmaps where id = $1',
    [world.roadmap],
  );
  const reader = await journeys.open(workspace, '/admin-console/exports', { own: true, loads: true });
  await reader.page.goto(`${workspace.url}/roadmaps/${rows[0]!.token}`);
  await reader.page.getByRole('heading', { name: 'Next year' }).waitFor();
  await reader.page.getByText('$41.4K revenue').waitFor();
});

test('statuses and areas are edited as sets; a deleted status asks where its features go', async () => {
  const { page } = await journeys.open(workspace, featureStatusSettingsAddress, { loads: true });
  await page.getByRole('button', { name: 'Actions on Proposed' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Proposed”' });
  await dialog.getByText('2 features have it.').waitFor();
  await dialog.getByLabel('Its features go to').selectOption({ label: 'Done' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await said(page, '“Proposed” was deleted.');
  await page.getByRole('listitem').filter({ hasText: 'Done' }).getByText('2 features').waitFor();
  const areas = await journeys.open(workspace, productAreaSettingsAddress, { loads: true });
  await areas.page.getByRole('button', { name: 'New product area' }).first().click();
  const made = areas.page.getByRole('dialog', { name: 'New product area' });
  await made.getByLabel('Name').fill('Mobile app');
  await made.getByRole('button', { name: 'Save' }).click();
  await said(areas.page, '“Mobile app” was created.');
});

test('[PERM-012] [NAV-009] who may only read moves nothing; who may not see features has no such area', async () => {
  const { database, tenant } = workspace;
  const reader = await buildAdmin(database, tenant, {
    permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true, features: 'r' },
  });
  const { page } = await journeys.open(await seat(workspace, reader), roadmapBoardAddress(), {
    own: true,
    loads: true,
  });
  await stands(page, 'Proposed', world.offline);
  expect(await page.getByRole('button', { name: 'New feature' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Actions on Offline mode' }).count()).toBe(0);
  await card(page, world.offline).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await page.getByText('Moving to').count()).toBe(0);
  await page.getByRole('link', { name: 'Roadmaps & Features' }).waitFor();
  const none = await buildAdmin(database, tenant, {
    permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true, features: 'no' },
  });
  const other = await journeys.open(await seat(workspace, none), '/admin-console/insights', {
    own: true,
    loads: true,
  });
  await other.page.getByRole('link', { name: 'Ideas & Feedback' }).waitFor();
  expect(await other.page.getByRole('link', { name: 'Roadmaps & Features' }).count()).toBe(0);
});

test('ideas, people and accounts are narrowed to those of a feature', async () => {
  const { database, tenant } = workspace;
  await buildSuggestion(database, tenant, { title: 'Something else' });
  const { page } = await journeys.open(workspace, ideasAddress());
  const rows = () => page.locator('tbody tr[data-row-id]').allInnerTexts();
  await expect.poll(async () => (await rows()).length).toBe(2);
  const narrow = async (filter: string, feature: RegExp): Promise<void> => {
    await page.keyboard.press('f');
    await page.getByRole('option', { name: filter, exact: true }).click();
    await page.getByRole('option', { name: feature }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).search).toBe(`?feature=${world.offline}`);
  };
  await narrow('Feature', /Offline/);
  await expect.poll(async () => (await rows()).length).toBe(1);
  expect((await rows()).join()).toContain('Work without a signal');
  await page.goto(workspace.url + accountsAddress());
  await page.getByRole('link', { name: 'Beacon' }).waitFor();
  await narrow('Waits for feature', /Offline/);
  await page.getByRole('link', { name: 'Beacon' }).waitFor();
  await page.getByText('Offline', { exact: false }).first().waitFor();
});

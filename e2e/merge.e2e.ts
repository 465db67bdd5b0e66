/** Merging ideas, changing many at once, and taking it back, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { insertRow } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, captureFeedback, violations, writeComment } from './support/panels.ts';
import type { Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(server);
});

const open = async (address: string, options?: PageOptions): Promise<Page> =>
  (await journeys.open(server, address, options)).page;
const toast = (page: Page) => page.getByTestId('toast');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Merge ideas' });
const stateOf = async (id: string) =>
  (
    await server.call<{ suggestion: { state: string; supporters_count: number } }>(
      'query ($id: ID!) { suggestion(id: $id) { state supporters_count } }',
      { id },
    )
  ).suggestion;
const pair = (one: string, other: string): { suggestion_id: string; other_suggestion_id: string } =>
  BigInt(one) < BigInt(other)
    ? { suggestion_id: one, other_suggestion_id: other }
    : { suggestion_id: other, other_suggestion_id: one };

test("[DEC-121] [DEC-062] an idea's page hints at a double; it is compared, swapped, merged, and taken apart again", async () => {
  await insertRow(server.database, 'merge_candidates', {
    subdomain_id: server.tenant.id,
    ...pair(records.exportIdea, records.darkIdea),
    score: 0.8,
    reason: 'Both speak of “portal”',
  });
  await writeComment(server, records.darkIdea, records.priya, 'Yes please');
  await captureFeedback(server, records.darkIdea, records.priya, 'At night');
  const page = await open(`/admin/v3/ideas/${records.exportIdea}`);
  await page.getByText('1 idea may be the same as this one.').waitFor();
  await page.getByRole('button', { name: 'Compare' }).click();
  await dialog(page).getByText('Both speak of “portal”; 1 supporter in common').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog(page)
    .getByRole('button', { name: 'Choose “Dark mode for the public portal”' })
    .first()
    .click();
  // two people want the dark mode, one of them wants the export as well
  await dialog(page).getByText('2 + 1 − 1 in common = 2 supporters').waitFor();
  const stays = dialog(page).getByRole('region', { name: 'Keep', exact: true });
  await stays.getByText('Dark mode for the public portal').waitFor();
  await dialog(page).getByRole('button', { name: 'Swap: keep the other one' }).click();
  await stays.getByText('Export voters with account revenue').waitFor();
  await dialog(page).getByText('1 + 2 − 1 in common = 2 supporters').waitFor();
  await dialog(page).getByText('1 comment and 1 feedback record move').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await toast(page).getByText('Idea merged.').waitFor();
  expect(await stateOf(records.darkIdea)).toEqual({ state: 'merged', supporters_count: 0 });
  await page.getByText('merged in').waitFor();
  await page.getByText('Yes please').waitFor();

  await page.goto(`${server.url}/admin/v3/ideas/${records.darkIdea}`);
  const banner = page.getByRole('note').filter({ hasText: 'This idea was merged.' });
  await banner.getByRole('link', { name: 'Export voters with account revenue' }).waitFor();
  await page.getByText('merged this idea into').waitFor();
  await banner.getByRole('button', { name: 'Unmerge' }).click();
  await toast(page).getByText('The merge was undone.').waitFor();
  await banner.waitFor({ state: 'detached' });
  expect(await stateOf(records.darkIdea)).toEqual({ state: 'approved', supporters_count: 2 });
});

test('a suggestion that is not the same goes for good, and Undo brings it back; a search finds any other idea', async () => {
  await insertRow(server.database, 'merge_candidates', {
    subdomain_id: server.tenant.id,
    ...pair(records.exportIdea, records.darkIdea),
    score: 0.8,
    reason: 'Both speak of “portal”',
  });
  const { page, calls } = await journeys.open(server, `/admin/v3/ideas/${records.exportIdea}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('m');
  const suggested = dialog(page).getByRole('region', { name: 'Suggested' });
  await suggested.getByRole('button', { name: 'Not the same: “Dark mode for the public portal”' }).click();
  await suggested.waitFor({ state: 'detached' });
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await suggested.waitFor();
  await dialog(page)
    .getByRole('textbox', { name: 'Search for an idea to merge with' })
    .or(dialog(page).getByRole('searchbox', { name: 'Search for an idea to merge with' }))
    .fill('bulk edit');
  await dialog(page).getByRole('button', { name: 'Choose “Bulk edit statuses from the list”' }).click();
  await dialog(page)
    .getByRole('region', { name: 'What happens' })
    .getByText(/= \d+ supporter/)
    .waitFor();
  // what it will do is asked once both are known
  expect(calls('MergePreview').map(({ variables }) => (variables['losers'] as string[]).length)).toEqual([1]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
});

test('two ideas of the list are merged from the bar; an error keeps the dialog; Undo in the message takes it back', async () => {
  const page = await open('/admin/v3/feedback/suggestions', { width: 1024, height: 700 });
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await page.getByRole('checkbox', { name: /Export voters/ }).click();
  await page.getByRole('checkbox', { name: /Bulk edit/ }).click();
  const bar = page
    .getByRole('toolbar', { name: 'Selected rows' })
    .or(page.getByRole('toolbar').filter({ hasText: '2 selected' }));
  await bar.getByRole('button', { name: 'Merge' }).click();
  await dialog(page)
    .getByText(/= \d+ supporter/)
    .waitFor();
  // somebody else is faster
  await server.call('mutation ($id: ID!) { suggestion_delete(id: $id) { id } }', { id: records.bulkIdea });
  await dialog(page)
    .getByRole('button', { name: /^Merge/ })
    .last()
    .click();
  await dialog(page)
    .getByText(/The ideas were not merged: This idea does not exist|no longer exists/)
    .waitFor();
  await server.call('mutation ($id: ID!) { suggestion_restore(id: $id) { id } }', { id: records.bulkIdea });
  await page.reload();
  // it is chosen no more where the list has heard in between that it is gone
  await page.getByRole('checkbox', { name: /Bulk edit/ }).check();
  await bar.getByRole('button', { name: 'Merge' }).click();
  await dialog(page)
    .getByText(/= \d+ supporter/)
    .waitFor();
  await page.keyboard.press('Control+Enter');
  await toast(page).getByText('Idea merged.').waitFor();
  await row('Bulk edit').or(row('Export voters')).first().waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('The merge was undone.').waitFor();
  expect([(await stateOf(records.exportIdea)).state, (await stateOf(records.bulkIdea)).state]).toEqual([
    'approved',
    'approved',
  ]);
});

test('[DEC-104] all ideas are selected, get a status and another forum, and the undo history takes it back', async () => {
  const page = await open('/admin/v3/feedback/suggestions?per_page=20');
  await page.getByRole('checkbox', { name: /Dark mode/ }).click();
  const bar = page.getByRole('toolbar').filter({ hasText: 'selected' });
  await bar.getByRole('button', { name: 'Select all 3' }).click();
  await bar.getByText('3 selected').waitFor();
  await bar.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('button', { name: 'add a message or email' }).click();
  const panel = page.getByRole('dialog', { name: 'Post status on 3 ideas' });
  await panel.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Planned' }).click();
  await panel.getByText('2 ideas get this status; 1 already has it or was merged.').waitFor();
  await panel.getByRole('button', { name: 'Post Status' }).click();
  await toast(page).getByText('2 ideas set to Planned, 1 unchanged.').waitFor();
  await bar.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('combobox', { name: 'Forum' }).click();
  await page.getByRole('option', { name: 'Product' }).click();
  await page.getByRole('button', { name: 'Move 3 ideas' }).click();
  await toast(page).getByText('1 idea moved to Product, 2 unchanged.').waitFor();

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Undo history');
  await page.getByRole('option', { name: 'Undo history', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'Undo history' });
  await history.getByText('Status of 2 ideas changed').waitFor();
  expect(await violations(page)).toEqual([]);
  await history.getByRole('button', { name: 'Undo: 1 idea moved to another forum' }).click();
  await history.getByText('1 idea moved to another forum').waitFor({ state: 'detached' });
  await history.getByRole('button', { name: 'Undo: Status of 2 ideas changed' }).click();
  await history.getByText('Nothing to undo').waitFor();
  const { suggestion } = await server.call<{ suggestion: unknown }>(
    'query ($id: ID!) { suggestion(id: $id) { status { name } forum { name } category { name } } }',
    { id: records.darkIdea },
  );
  expect(suggestion).toEqual({ status: null, forum: { name: 'Mobile apps' }, category: { name: 'iOS' } });
});

test('Escape closes the dialog at the first press, wherever the focus is; a search that was typed is cleared before', async () => {
  await insertRow(server.database, 'merge_candidates', {
    subdomain_id: server.tenant.id,
    ...pair(records.exportIdea, records.darkIdea),
    score: 0.8,
    reason: 'Both speak of “portal”',
  });
  const page = await open(`/admin/v3/ideas/${records.exportIdea}`);
  const compare = page.getByRole('button', { name: 'Compare' });
  const search = dialog(page).getByRole('searchbox');
  await compare.click();
  await search.waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  expect(await compare.evaluate((button) => button === document.activeElement)).toBe(true);

  await compare.click();
  await search.fill('portal');
  await page.keyboard.press('Escape');
  expect(await search.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });

  // by keyboard up to the comparison
  await page.keyboard.press('m');
  const choose = dialog(page)
    .getByRole('button', { name: 'Choose “Dark mode for the public portal”' })
    .first();
  await choose.focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('region', { name: 'Keep', exact: true }).waitFor();
  expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
});

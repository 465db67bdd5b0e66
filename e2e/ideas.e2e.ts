/** The list of ideas and the main job of the product, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildForum, buildLabel, buildStatus, buildSuggestion, buildUser } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, routeCalls, violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage } from './support/panels.ts';

const LIST = '/admin/v3/feedback/suggestions';

let server: ConsoleWorkspace;

const journeys = journeysOf((workspace) => {
  server = workspace;
});

const open = (address = LIST, options: PageOptions = {}): Promise<PanelPage> =>
  journeys.open(server, address, options);

/** Thirty ideas in two forums; the nth has 100 - n votes. */
async function buildIdeas(): Promise<{
  ids: string[];
  web: string;
  mobile: string;
  label: string;
  planned: string;
}> {
  const { database: at, tenant } = server;
  const web = await buildForum(at, tenant, { name: 'Web' });
  const mobile = await buildForum(at, tenant, { name: 'Mobile' });
  const planned = await buildStatus(at, tenant, { name: 'Planned', hex_color: '#2563eb' });
  const label = await buildLabel(at, tenant, { name: 'Urgent', full_name: 'Urgent' });
  const ids: string[] = [];
  for (let n = 1; n <= 30; n += 1) {
    const idea = await buildSuggestion(at, tenant, {
      title: `Idea ${String(n).padStart(2, '0')}`,
      forum_id: n % 2 === 0 ? mobile.id : web.id,
      status_id: n <= 3 ? planned.id : null,
      votes_count: 100 - n,
      supporter_revenue_cents: String(n * 100_000),
    });
    ids.push(idea.id);
  }
  return { ids, web: web.id, mobile: mobile.id, label: label.id, planned: planned.id };
}

const byId = (a = '', b = ''): number => Number(a) - Number(b);
const rows = (page: Page) => page.locator('tbody tr[data-row-id]');
const titles = async (page: Page): Promise<string[]> =>
  page.locator('tbody tr[data-row-id] a').allTextContents();
const toast = (page: Page) => page.getByTestId('toast');
const search = (page: Page): string => new URL(page.url()).search;

describe('the ideas list', () => {
  test('[CONST-001] [TABLE-007] [VALID-007] [VALID-008] [CALL-Q-073] shows 20 ideas by votes and pages through the rest', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).nth(19).waitFor();
    expect(await rows(page).count()).toBe(20);
    expect((await titles(page)).slice(0, 2)).toEqual(['Idea 01', 'Idea 02']);
    const previous = page.getByRole('button', { name: 'Previous page' });
    const next = page.getByRole('button', { name: 'Next page' });
    expect(await previous.isDisabled()).toBe(true);
    await next.click();
    await page.getByText('21–30 of 30').waitFor();
    expect((await titles(page))[0]).toBe('Idea 21');
    expect(await next.isDisabled()).toBe(true);
    await page.goBack();
    await page.getByText('1–20 of 30').waitFor();
  });

  test('[PAGE-001] [PAGE-002] [CALL-Q-057] filters by forum through a chip; the address holds it and a reload keeps it', async () => {
    const { mobile } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.keyboard.press('f');
    await page.getByRole('option', { name: 'Forum' }).click();
    await page.getByRole('option', { name: 'Mobile' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('1–15 of 15').waitFor();
    expect(search(page)).toBe(`?forum=${mobile}`);
    await page.reload();
    await page.getByText('1–15 of 15').waitFor();
    await page.getByRole('button', { name: 'Forum is Mobile' }).waitFor();
    // an address from before the forum was deleted
    await page.goto(new URL(`${LIST}?forum=${mobile},999999999`, page.url()).href);
    await page.getByRole('button', { name: 'Forum is any of Mobile, no longer there' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Forum' }).click();
    await page.getByText('1–20 of 30').waitFor();
    expect(search(page)).toBe('');
  });

  test('[TABLE-004] [CALL-Q-077] sorts by a column and back', async () => {
    await buildIdeas();
    const { page, calls } = await open();
    await rows(page).first().waitFor();
    await page
      .getByRole('columnheader', { name: /Revenue/ })
      .getByRole('button')
      .first()
      .click();
    await page.waitForFunction(
      () => document.querySelector('tbody tr[data-row-id] a')?.textContent === 'Idea 30',
    );
    expect(search(page)).toBe('?sort=-supporter_revenue');
    expect(await page.getByRole('columnheader', { name: /Revenue/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect(calls('IdeasTable').at(-1)?.variables['sort']).toBe('-supporter_revenue');
  });

  test('[STATE-011] [STATE-014] [STATE-016] [STATE-019] [CONST-065] [STATE-017] selects rows, keeps the selection over a reload and clears it with Escape', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.getByRole('checkbox', { name: /Idea 02/ }).click();
    const all = page.getByRole('columnheader').getByRole('checkbox');
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await all.click();
    await page.getByText('20 selected').waitFor();
    await page.reload();
    await page.getByText('20 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('20 selected').waitFor({ state: 'hidden' });
  });

  test('[STATE-020] a selected idea that was deleted elsewhere leaves the selection', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.getByRole('checkbox', { name: /Idea 01/ }).click();
    await page.getByRole('checkbox', { name: /Idea 02/ }).click();
    await page.getByText('2 selected').waitFor();
    await server.call('mutation ($id: ID!) { suggestion_delete(id: $id) { id } }', { id: ids[0] });
    await page.reload();
    await page.getByText('1 selected').waitFor();
  });

  test('[SCOPE-007] [STATE-027] labels several ideas at once and takes it back from the toast', async () => {
    const { label, ids } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.getByRole('checkbox', { name: /Idea 01/ }).click();
    await page.getByRole('checkbox', { name: /Idea 03/ }).click();
    await page.keyboard.press('l');
    await page.getByRole('option', { name: 'Urgent' }).click();
    await toast(page).getByText('Labels changed on 2 ideas.').waitFor();
    const labelled = async (): Promise<string[]> =>
      (
        await server.call<{ suggestions: { records: { id: string }[] } }>(
          'query ($label: [ID!]) { suggestions(label: $label) { records { id } } }',
          { label: [label] },
        )
      ).suggestions.records
        .map((record) => record.id)
        .toSorted(byId);
    expect(await labelled()).toEqual([ids[0], ids[2]].toSorted(byId));
    await page.keyboard.press('Escape');
    await toast(page).getByRole('button', { name: 'Undo' }).first().click();
    await toast(page).getByText('Taken back.').waitFor();
    expect(await labelled()).toEqual([]);
  });

  test('[DEC-105] makes a label that is not there yet, at the top or under another one, and puts it on the selected ideas', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.getByRole('checkbox', { name: /Idea 01/ }).click();
    await page.getByRole('checkbox', { name: /Idea 03/ }).click();
    await page.keyboard.press('l');
    const search = page.getByRole('combobox', { name: 'Labels' });
    await search.fill('urgent');
    await page.getByRole('option', { name: 'Urgent' }).waitFor();
    const options = page.getByRole('listbox', { name: 'Labels' }).getByRole('option');
    expect(await options.allTextContents()).toEqual(['Urgent']);
    await search.fill('Next year');
    await page.getByRole('option', { name: 'Create label “Next year”' }).click();
    await toast(page).getByText('Labels changed on 2 ideas.').waitFor();
    await expect
      .poll(() => page.getByRole('option', { name: 'Next year', exact: true }).getAttribute('aria-selected'))
      .toBe('true');
    expect(await options.count()).toBe(1);
    await search.fill('Urgent / This week');
    await page.getByRole('option', { name: 'Create label “This week” under “Urgent”' }).click();
    await expect
      .poll(() => page.getByRole('option', { name: 'Urgent / This week' }).getAttribute('aria-selected'))
      .toBe('true');
    await search.fill('Urgent / This week / Monday');
    await page.getByText('No label found').waitFor();
    const labelled = await server.call<{ suggestions: { records: { labels: { full_name: string }[] }[] } }>(
      'query ($ids: [ID!]) { suggestions(id: $ids) { records { labels { full_name } } } }',
      { ids: [ids[0], ids[2]] },
    );
    for (const record of labelled.suggestions.records)
      expect(record.labels.map(({ full_name }) => full_name).toSorted()).toEqual([
        'Next year',
        'Urgent / This week',
      ]);
    // the picker gives the focus up for good: the next key is the page's
    const taken = await search.evaluateHandle((input) => {
      const count = { times: 0 };
      input.addEventListener('focus', () => (count.times += 1));
      return count;
    });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Label' }).waitFor({ state: 'hidden' });
    expect(await taken.evaluate(({ times }) => times)).toBe(0);
    await page.keyboard.press('f');
    await page.getByRole('option', { name: 'Label', exact: true }).click();
    await page.getByRole('combobox', { name: 'Labels' }).fill('Nothing like it');
    await page.getByText('No label found').waitFor();
  });

  test('[DIALOG-007] [STATE-026] deletes several ideas after asking; Undo brings them and their selection back', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.getByRole('checkbox', { name: /Idea 01/ }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 1 idea?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await titles(page))[0]).toBe('Idea 01');
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast(page).getByText('1 idea deleted.').waitFor();
    await page.getByText('1–20 of 29').waitFor();
    expect((await titles(page))[0]).toBe('Idea 02');
    // what is selected until Undo stays so beside what comes back
    await page.getByRole('checkbox', { name: /Idea 03/ }).click();
    await toast(page).getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('1–20 of 30').waitFor();
    await page.getByRole('toolbar').getByText('2 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: /Idea 01/ }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: /Idea 03/ }).isChecked()).toBe(true);
  });

  test('assigns an owner to the selection', async () => {
    await buildIdeas();
    await buildUser(server.database, server.tenant, {
      name: 'Ben Okafor',
      license_type: 'full',
      permission_state: 'active',
    });
    const { page } = await open();
    await rows(page).first().waitFor();
    // a key that comes before the bar has followed the selection counts as well
    await page.getByRole('checkbox', { name: /Idea 04/ }).evaluate((box: HTMLElement) => {
      box.click();
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    });
    await page.getByRole('option', { name: /Ben Okafor/ }).click();
    await toast(page).getByText('1 idea assigned to Ben Okafor.').waitFor();
    await rows(page).nth(3).getByText('Ben Okafor').waitFor();
  });

  test('[TABLE-001] [TABLE-002] [TABLE-003] hides and shows columns; the choice survives a reload', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Comments' }).click();
    await page.getByRole('columnheader', { name: 'Comments' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Comments' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Restore Defaults' }).click();
    await page.getByRole('columnheader', { name: 'Comments' }).waitFor({ state: 'hidden' });
  });

  test('[TABLE-008] says that there is nothing, why, and what to do: filtered and truly empty', async () => {
    const { page } = await open();
    await page.getByText('No data to display').waitFor();
    await page.getByText('There are no ideas yet.', { exact: false }).waitFor();
    await page.getByRole('searchbox', { name: 'Search ideas' }).fill('nothing like this');
    await page.getByText('No idea matches this search and these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.getByText('There are no ideas yet.', { exact: false }).waitFor();
  });

  test('keeps the rest usable when the ideas cannot be loaded, and tries again', async () => {
    await buildIdeas();
    const { page } = await open('/admin-console/icons');
    let broken = true;
    await routeCalls(page, '**/api/v2/admin/graphql', async (route) => {
      if (
        broken &&
        (route.request().postDataJSON() as { operationName: string }).operationName === 'IdeasTable'
      )
        await route.fulfill({
          json: { data: null, errors: [{ message: 'Down', extensions: { code: 'BAD_USER_INPUT' } }] },
        });
      else await route.fallback();
    });
    await page.getByRole('link', { name: 'Ideas & Feedback' }).click();
    await page.getByText('We could not load ideas.').waitFor();
    await expect.poll(() => page.getByText(/^1–/).count()).toBe(0);
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows(page).first().waitFor();
  });

  test('a page past the end leads to the last one; the list takes its own order, size and filters for what is not on offer', async () => {
    await buildIdeas();
    const { page } = await open(`${LIST}?page=900`);
    await page.waitForURL(/page=2$/);
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBe(10);
    await page.goto(new URL(`${LIST}?sort=foo`, page.url()).href);
    await rows(page).first().waitFor();
    await page.getByText(/^1–20 of /).waitFor();
    expect(await page.getByRole('columnheader', { name: /Votes/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    const other = await open(
      `${LIST}?sort=-supporter_revenue,foo&per_page=33&created_after=soon&state=asleep&forum=abc&column=height`,
    );
    await rows(other.page).first().waitFor();
    await other.page.getByText(/^1–20 of /).waitFor();
    expect(other.calls('IdeasTable').at(-1)?.variables).toEqual({ page: 1, per_page: 20 });
    await expect.poll(() => other.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test('[CALL-Q-072] finds by words in any form', async () => {
    const { web } = await buildIdeas();
    await buildSuggestion(server.database, server.tenant, {
      title: 'Exporting voters',
      forum_id: web,
      body: 'As a spreadsheet',
    });
    const { page } = await open();
    await page.getByRole('searchbox', { name: 'Search ideas' }).fill('exports');
    await page.getByText('1–1 of 1').waitFor();
    expect(await titles(page)).toEqual(['Exporting voters']);
  });

  test('[PERM-037] with keyword_search the search is literal', async () => {
    const { web } = await buildIdeas();
    await buildSuggestion(server.database, server.tenant, { title: 'Exporting voters', forum_id: web });
    await server.database.pool.query(
      "update subdomains set features = features || '{keyword_search}' where id = $1",
      [server.tenant.id],
    );
    const { page, calls } = await open(`${LIST}?q=exporting`);
    await page.getByText('1–1 of 1').waitFor();
    expect(calls('IdeasTable').at(-1)?.variables['q']).toBe(':exporting');
    await page.getByRole('searchbox', { name: 'Search ideas' }).fill('exports');
    await page.getByText('No data to display').waitFor();
  });

  test('[ROUTE-042] shows the ideas of an owner by the path', async () => {
    const { ids } = await buildIdeas();
    await server.database.pool.query('update suggestions set assigned_owner_id = $2 where id = $1', [
      ids[6],
      server.admin.id,
    ]);
    const { page } = await open(`/admin/v3/ideas/f/assigned_owner=${server.admin.id}`);
    await page.getByText('1–1 of 1').waitFor();
    expect(await titles(page)).toEqual(['Idea 07']);
  });

  test('moves with J and K and opens with Enter; the page leads back and on', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/v3/ideas/${ids[1]}`);
    await page.getByText('2 of 30').waitFor();
    await page.goBack();
    await page.waitForURL(`**${LIST}`);
  });

  test('whoever comes back from an idea finds the list where they left it: page, scroll and row', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open(LIST, { width: 1024, height: 500 });
    const scroller = page.getByRole('table').locator('xpath=..');
    const top = (): Promise<number> => scroller.evaluate((element) => Math.round(element.scrollTop));
    const current = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('data-row-id') ?? null);
    await rows(page).nth(19).waitFor();
    for (let n = 1; n <= 15; n += 1) await page.keyboard.press('j');
    const left = await top();
    expect(left).toBeGreaterThan(100);
    await page.keyboard.press('Enter');
    await page.getByText('15 of 30').waitFor();
    await page.goBack();
    await expect.poll(current).toBe(ids[14]);
    expect(await top()).toBe(left);

    // by the link, after walking on
    await page.keyboard.press('Enter');
    await page.getByText('15 of 30').waitFor();
    await page.keyboard.press('j');
    await page.getByText('16 of 30').waitFor();
    await page
      .getByRole('navigation', { name: 'Where you are' })
      .getByRole('link', { name: 'Ideas' })
      .click();
    await expect.poll(current).toBe(ids[15]);
    expect(await top()).toBeGreaterThan(100);

    // another page of the list is another place
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('21–30 of 30').waitFor();
    await rows(page).filter({ hasText: 'Idea 25' }).getByRole('link').click();
    await page.getByText('25 of 30').waitFor();
    await page.goBack();
    await page.getByText('21–30 of 30').waitFor();
    await expect.poll(current).toBe(ids[24]);
    // and a reload begins at the top
    await page.reload();
    await page.getByText('21–30 of 30').waitFor();
    expect([await current(), await top()]).toEqual([null, 0]);
  });

  test('has no accessibility violations, light and dark, with a selection and filters', async () => {
    const { web } = await buildIdeas();
    const { page } = await open(`${LIST}?forum=${web}&status=none`);
    await rows(page).first().waitFor();
    await page
      .getByRole('checkbox', { name: /Idea 0/ })
      .first()
      .click();
    await page.getByText('1 selected').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('what is cut is read as a whole by pointing at it or coming to it with the keyboard; what fits says nothing', async () => {
    const { database: at, tenant } = server;
    const forum = await buildForum(at, tenant, { name: `A forum with a name ${'that goes on '.repeat(8)}` });
    const long = 'WANTED'.repeat(22);
    await buildSuggestion(at, tenant, { title: long, forum_id: forum.id, votes_count: 2 });
    await buildSuggestion(at, tenant, { title: 'Short', forum_id: forum.id, votes_count: 1 });
    const { page } = await open();
    const tip = page.getByRole('tooltip');
    await rows(page).first().getByText('A forum with a name').hover();
    await tip.getByText(forum.name.trim(), { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Short' }).hover();
    await tip.waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: long }).focus();
    await tip.getByText(long, { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Short' }).focus();
    await tip.waitFor({ state: 'hidden' });
  });

  test('a name without a space stays inside of the question that asks for it', async () => {
    const { database: at, tenant } = server;
    const forum = await buildForum(at, tenant, { name: 'Web' });
    const idea = await buildSuggestion(at, tenant, {
      title: `Wanted${'withoutanyspace'.repeat(8)}`,
      forum_id: forum.id,
    });
    const { page } = await open(`/admin/v3/ideas/${idea.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    const menu = page.getByRole('menu', { name: 'More actions' });
    const heights = await menu
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([32]));
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    const text = dialog.getByText('leaves every list');
    await text.waitFor();
    expect(await text.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  });

  test('works at 1024 px without scrolling the page sideways', async () => {
    await buildIdeas();
    const { page } = await open(LIST, { width: 1024, height: 700 });
    await rows(page).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    await page.getByRole('button', { name: 'Next page' }).waitFor();
  });
});

describe('the main job', () => {
  test('[SCOPE-004] [SCOPE-005] a customer’s words find their idea, and the list shows at once who wants it and what it is worth', async () => {
    const records = await buildRecords(server);
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.keyboard.press('c');
    const panel = page.getByRole('dialog', { name: 'Add feedback' });
    await panel
      .getByLabel('Feedback', { exact: true })
      .fill('Our finance team asks for the revenue of accounts in the export of voters.');
    const likely = panel.getByRole('region', { name: 'Likely matches' }).getByRole('listitem').first();
    await likely.getByText('Export voters with account revenue').waitFor();
    await likely.getByRole('button').click();
    await panel.getByRole('combobox', { name: 'User' }).fill('Priya');
    await page
      .getByRole('option', { name: /^Priya Raman/ })
      .first()
      .click();
    await panel.getByRole('button', { name: 'Add Feedback' }).click();
    await toast(page).getByText('Feedback captured for this idea!').waitFor();
    const row = page.locator(`tr[data-row-id="${records.exportIdea}"]`);
    await row.getByText('$48.2K').waitFor();
    const stored = await server.call<{ suggestion: unknown }>(
      'query ($id: ID!) { suggestion(id: $id) { requests_count supporters_count supporting_accounts_count } }',
      { id: records.exportIdea },
    );
    expect(stored.suggestion).toEqual({
      requests_count: 1,
      supporters_count: 2,
      supporting_accounts_count: 1,
    });
  });
});

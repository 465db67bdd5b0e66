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

/** Sixty ideas in two forums; the nth has 100 - n votes. */
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
  for (let n = 1; n <= 60; n += 1) {
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
  test('[CONST-001] [TABLE-007] [VALID-007] [VALID-008] [CALL-Q-073] shows 50 ideas by votes, one of the sizes on offer, and pages through the rest; the API gives 20', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).nth(49).waitFor();
    expect(await rows(page).count()).toBe(50);
    const given = await server.call<{ suggestions: { records: unknown[] } }>(
      '{ suggestions { records { id } } }',
      {},
    );
    expect(given.suggestions.records).toHaveLength(20);
    expect((await titles(page)).slice(0, 2)).toEqual(['Idea 01', 'Idea 02']);
    const previous = page.getByRole('button', { name: 'Previous page' });
    const next = page.getByRole('button', { name: 'Next page' });
    expect(await previous.isDisabled()).toBe(true);
    await next.click();
    await page.getByText('51–60 of 60').waitFor();
    expect((await titles(page))[0]).toBe('Idea 51');
    expect(await next.isDisabled()).toBe(true);
    await page.goBack();
    await page.getByText('1–50 of 60').waitFor();
  });

  test('[PAGE-001] [PAGE-002] [CALL-Q-057] filters by forum through a chip; the address holds it and a reload keeps it', async () => {
    const { mobile } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.keyboard.press('f');
    await page.getByRole('option', { name: 'Forum' }).click();
    await page.getByRole('option', { name: 'Mobile' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('1–30 of 30').waitFor();
    expect(search(page)).toBe(`?forum=${mobile}`);
    await page.reload();
    await page.getByText('1–30 of 30').waitFor();
    await page.getByRole('button', { name: 'Forum is Mobile' }).waitFor();
    // an address from before the forum was deleted
    await page.goto(new URL(`${LIST}?forum=${mobile},999999999`, page.url()).href);
    await page.getByRole('button', { name: 'Forum is any of Mobile, (deleted)' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Forum' }).click();
    await page.getByText('1–50 of 60').waitFor();
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
      () => document.querySelector('tbody tr[data-row-id] a')?.textContent === 'Idea 60',
    );
    expect(search(page)).toBe('?sort=-supporter_revenue');
    expect(await page.getByRole('columnheader', { name: /Revenue/ }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect(calls('IdeasTable').at(-1)?.variables['query']).toEqual({ sort: '-supporter_revenue' });
  });

  test('[STATE-011] [STATE-014] [STATE-016] [STATE-019] [CONST-065] [STATE-017] selects rows, keeps the selection over a reload and clears it with Escape', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.getByRole('checkbox', { name: /Idea 02/ }).click();
    const all = page.getByRole('columnheader').getByRole('checkbox');
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await all.click();
    await page.getByText('50 selected').waitFor();
    await page.reload();
    await page.getByText('50 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('50 selected').waitFor({ state: 'hidden' });
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
    await toast(page).getByText('Undone.').waitFor();
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
    // the picker shows what was chosen before the server has it
    await expect
      .poll(async () =>
        (
          await server.call<{ suggestions: { records: { labels: { full_name: string }[] }[] } }>(
            'query ($ids: [ID!]) { suggestions(id: $ids) { records { labels { full_name } } } }',
            { ids: [ids[0], ids[2]] },
          )
        ).suggestions.records.map(({ labels }) => labels.map(({ full_name }) => full_name).toSorted()),
      )
      .toEqual([
        ['Next year', 'Urgent / This week'],
        ['Next year', 'Urgent / This week'],
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
    await page.getByText('1–50 of 59').waitFor();
    expect((await titles(page))[0]).toBe('Idea 02');
    // what is selected until Undo stays so beside what comes back
    await page.getByRole('checkbox', { name: /Idea 03/ }).click();
    await toast(page).getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('1–50 of 60').waitFor();
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
    await page.getByText('No ideas yet').first().waitFor();
    await page.getByRole('searchbox', { name: 'Search ideas' }).fill('nothing like this');
    await page.getByRole('heading', { name: 'No ideas match “nothing like this”' }).waitFor();
    await page.getByRole('main').getByText('Clear search', { exact: true }).click();
    await page.getByText('No ideas yet').first().waitFor();
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
    await page.getByText(/^1–50 of /).waitFor();
    expect(
      await page.getByRole('columnheader', { name: 'Votes', exact: true }).getAttribute('aria-sort'),
    ).toBe('descending');
    const other = await open(
      `${LIST}?sort=-supporter_revenue,foo&per_page=33&created_after=soon&state=asleep&forum=abc&column=height`,
    );
    await rows(other.page).first().waitFor();
    await other.page.getByText(/^1–50 of /).waitFor();
    expect(other.calls('IdeasTable').at(-1)?.variables).toEqual({ page: 1, per_page: 50, query: {} });
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
    expect(calls('IdeasTable').at(-1)?.variables['query']).toEqual({ q: ':exporting' });
    await page.getByRole('searchbox', { name: 'Search ideas' }).fill('exports');
    await page.getByRole('heading', { name: 'No ideas match “exports”' }).waitFor();
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
    await page.getByText('2 of 60').waitFor();
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
    await rows(page).nth(49).waitFor();
    for (let n = 1; n <= 15; n += 1) await page.keyboard.press('j');
    const left = await top();
    expect(left).toBeGreaterThan(100);
    await page.keyboard.press('Enter');
    await page.getByText('15 of 60').waitFor();
    await page.goBack();
    await expect.poll(current).toBe(ids[14]);
    expect(await top()).toBe(left);

    // by the link, after walking on
    await page.keyboard.press('Enter');
    await page.getByText('15 of 60').waitFor();
    await page.keyboard.press('j');
    await page.getByText('16 of 60').waitFor();
    await page
      .getByRole('navigation', { name: 'Where you are' })
      .getByRole('link', { name: 'Ideas' })
      .click();
    await expect.poll(current).toBe(ids[15]);
    expect(await top()).toBeGreaterThan(100);

    // another page of the list is another place
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('51–60 of 60').waitFor();
    await rows(page).filter({ hasText: 'Idea 55' }).getByRole('link').click();
    await page.getByText('55 of 60').waitFor();
    await page.goBack();
    await page.getByText('51–60 of 60').waitFor();
    await expect.poll(current).toBe(ids[54]);
    // and a reload begins at the top
    await page.reload();
    await page.getByText('51–60 of 60').waitFor();
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
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Forum', exact: true }).click();
    await page.keyboard.press('Escape');
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
    const text = dialog.getByText('disappear from every list');
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

describe('changes in the list', () => {
  const statusOf = async (id = ''): Promise<string | null> =>
    (
      await server.call<{ suggestion: { status: { name: string } | null } }>(
        'query ($id: ID!) { suggestion(id: $id) { status { name } } }',
        { id },
      )
    ).suggestion.status?.name ?? null;
  const mailings = async (): Promise<number> =>
    (await server.call<{ mailings: { records: unknown[] } }>('{ mailings { records { id } } }', {})).mailings
      .records.length;

  test('S on the current row opens on its status and names it; Enter sets another one without an email, Undo takes it back', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    for (let n = 1; n <= 5; n += 1) await page.keyboard.press('j');
    await page.keyboard.press('s');
    const picker = page.getByRole('dialog', { name: 'Status of “Idea 05”' });
    await picker.getByRole('option', { name: 'No Status' }).getByText('Current').waitFor();
    expect(await picker.getByRole('combobox').getAttribute('placeholder')).toBe('Status of “Idea 05”');
    // on the one that is set Enter closes, and no more
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'hidden' });
    expect(await statusOf(ids[4])).toBeNull();
    await page.keyboard.press('s');
    await page.keyboard.type('plan');
    await page.keyboard.press('Enter');
    await toast(page).getByText('Public status updated!').waitFor();
    await toast(page).getByText('No one was emailed.').waitFor();
    await rows(page).nth(4).getByRole('button', { name: 'Status: Planned. Change' }).waitFor();
    expect(await statusOf(ids[4])).toBe('Planned');
    expect(await mailings()).toBe(0);
    // the keys go on where they were
    await page.keyboard.press('j');
    expect(await rows(page).nth(5).getAttribute('data-current')).toBe('true');
    await toast(page).getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => statusOf(ids[4])).toBeNull();
  });

  test('Ctrl Enter in the picker leads to the panel with the status chosen; for several ideas to theirs', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    for (let n = 1; n <= 5; n += 1) await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.keyboard.type('plan');
    // the statuses are asked for when the picker opens
    await page.getByRole('option', { name: 'Planned' }).waitFor();
    await page.keyboard.press('Control+Enter');
    const panel = page.getByRole('dialog', { name: 'Post public status update' });
    await panel.getByText('Idea 05').waitFor();
    await expect.poll(() => panel.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Planned');
  });

  test('a cell opens its picker by a click; the rest of the row opens the idea; arrow keys lead to the cells', async () => {
    const { ids, label } = await buildIdeas();
    const { page } = await open();
    const row = rows(page).nth(3);
    await row.getByRole('button', { name: 'Labels: none. Change' }).click();
    await page
      .getByRole('dialog', { name: 'Labels of “Idea 04”' })
      .getByRole('option', { name: 'Urgent' })
      .click();
    await row.getByRole('button', { name: 'Labels: Urgent. Change' }).waitFor();
    await page.keyboard.press('Escape');
    const labelled = async () =>
      (
        await server.call<{ suggestions: { records: { id: string }[] } }>(
          'query ($label: [ID!]) { suggestions(label: $label) { records { id } } }',
          { label: [label] },
        )
      ).suggestions.records;
    await expect.poll(labelled).toEqual([{ id: ids[3] }]);
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Status of “Idea 03”' }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('96', { exact: true }).click();
    await page.waitForURL(`**/admin/v3/ideas/${ids[3]}`);
  });

  test('owner, place, voter and merging have their letters on the current row', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    for (const [key, name] of [
      ['Shift+S', 'Internal status of “Idea 01”'],
      ['a', 'Owner of “Idea 01”'],
      ['l', 'Labels of “Idea 01”'],
      ['p', 'Forum of “Idea 01”'],
      ['v', 'Add voter'],
      ['m', 'Merge ideas'],
    ] as const) {
      await page.keyboard.press(key);
      const layer = page.getByRole('dialog', { name });
      await layer.waitFor();
      await page.keyboard.press('Escape');
      await layer.waitFor({ state: 'hidden' });
    }
  });

  test('[STATE-017] [STATE-019] a selection that is not in sight is told, shown on demand and named before it is deleted', async () => {
    const { mobile } = await buildIdeas();
    const { page } = await open();
    await rows(page).first().waitFor();
    for (const n of ['01', '03', '05', '07'])
      await page.getByRole('checkbox', { name: new RegExp(`Idea ${n}`) }).click();
    await page.getByRole('toolbar').getByText('4 selected').waitFor();
    expect(await page.getByRole('toolbar').getByText('not shown here').count()).toBe(0);
    await page.goto(new URL(`${LIST}?forum=${mobile}`, page.url()).href);
    const bar = page.getByRole('toolbar');
    await bar.getByText('4 not shown here').waitFor();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete 4 ideas?' });
    for (const n of ['01', '03', '05', '07']) await dialog.getByText(`Idea ${n}`).waitFor();
    expect(await dialog.getByText('not shown here').count()).toBe(4);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: 'Show' }).click();
    await page.getByText('1–4 of 4').waitFor();
    expect(await titles(page)).toEqual(['Idea 01', 'Idea 03', 'Idea 05', 'Idea 07']);
    expect(await bar.getByText('not shown here').count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    // what is taken out of the selection stays in sight
    await bar.getByText('3 selected').waitFor();
    expect(await rows(page).count()).toBe(4);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByText('1–30 of 30').waitFor();
    // an hour old selection says so
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((name) => name.endsWith(':idea_grid_selection'))) {
        const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { stored_at: number };
        localStorage.setItem(key, JSON.stringify({ ...stored, stored_at: stored.stored_at - 52 * 60_000 }));
      }
    });
    await page.reload();
    await bar.getByText('selected 52 min ago').waitFor();
    await bar.getByRole('button', { name: 'Clear' }).click();
    await bar.waitFor({ state: 'detached' });
  });
});

describe('the peek', () => {
  test('Space shows the current idea beside the list; J moves on, letters act, Enter opens and Escape closes', async () => {
    const records = await buildRecords(server);
    const { page, calls } = await open(LIST, { width: 1440, height: 900 });
    const row = page.locator(`tr[data-row-id="${records.exportIdea}"]`);
    await row.getByRole('checkbox').focus();
    await page.keyboard.press('ArrowUp');
    await row.evaluate((element: HTMLElement) => element.focus());
    await page.keyboard.press('Space');
    const pane = page.getByRole('complementary', { name: /^Peek: Export voters/ });
    await pane.getByRole('region', { name: 'Top accounts' }).waitFor();
    await pane.getByText('Latest feedback').waitFor();
    expect(calls('PeekIdea')).toHaveLength(1);
    // the table keeps what has room, and its titles
    expect(await page.getByRole('columnheader', { name: 'Labels' }).count()).toBe(0);
    await page.getByRole('columnheader', { name: 'Votes', exact: true }).waitFor();
    await page.keyboard.press('l');
    await page.getByRole('dialog', { name: /^Labels of “Export voters/ }).waitFor();
    await page.keyboard.press('Escape');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: /^Peek/ }).waitFor({ state: 'detached' });
    expect(await row.getAttribute('data-current')).toBe('true');
    await page.keyboard.press('Space');
    await pane.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/v3/ideas/${records.exportIdea}`);
    await page.goBack();
    // the way back leads to where one was, with the pane
    await pane.waitFor();
  });

  test('says when there is no feedback, and when the idea was deleted meanwhile; a narrow window has it over the list', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open(LIST, { width: 1024, height: 700 });
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    const pane = page.getByRole('complementary', { name: 'Peek: Idea 01' });
    await pane.getByText('No feedback yet').waitFor();
    await pane.getByText('1 of 60').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    await server.database.pool.query("update suggestions set state = 'deleted' where id = $1", [ids[1]]);
    await page.keyboard.press('j');
    await page
      .getByRole('complementary', { name: 'Peek: Idea 02' })
      .getByText('This idea no longer exists')
      .waitFor();
  });
});

describe('the list in a small window', () => {
  test('shows each idea as a block without scrolling sideways; a held row is chosen, a tap opens', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open(LIST, { width: 390, height: 844 });
    const first = rows(page).first();
    await first.getByText('99', { exact: false }).first().waitFor();
    await first.getByText('Planned').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const scroller = page.getByRole('table').locator('xpath=..');
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect((await first.boundingBox())!.height).toBeGreaterThanOrEqual(66);
    expect(await first.getByRole('checkbox').count()).toBe(0);
    const touch = (type: string, x: number) =>
      first.dispatchEvent(type, {
        pointerType: 'touch',
        isPrimary: true,
        pointerId: 1,
        clientX: x,
        clientY: 300,
        bubbles: true,
      });
    await touch('pointerdown', 200);
    await page.getByRole('toolbar').getByText('1 selected').waitFor();
    await touch('pointerup', 200);
    expect(await first.getByRole('checkbox').isChecked()).toBe(true);
    await page.getByRole('toolbar').getByRole('button', { name: 'Clear' }).click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await rows(page).nth(1).click();
    await page.waitForURL(`**/admin/v3/ideas/${ids[1]}`);
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
    // it leads to what it was captured for
    await toast(page).getByText('On “Export voters with account revenue”').waitFor();
    await toast(page).getByRole('link', { name: 'Open idea' }).waitFor();
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

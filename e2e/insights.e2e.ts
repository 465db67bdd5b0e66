/** The insights view, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildCategory, buildForum, buildSuggestion, testScope, viewerOf } from '../server/db/builders.ts';
import { recountSuggestions, recountTotals } from '../server/domain/counters/recount.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, captureFeedback, violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage } from './support/panels.ts';

const INSIGHTS = '/admin-console/insights';

let server: ConsoleWorkspace;

const journeys = journeysOf((workspace) => {
  server = workspace;
});

const open = (address = INSIGHTS, options: PageOptions = {}): Promise<PanelPage> =>
  journeys.open(server, address, options);

/** Brings the counters up to rows that were written past the commands. */
async function recount(): Promise<void> {
  const scope = await testScope(server.database, viewerOf(server.tenant, server.admin));
  await scope.write(async (tx) => {
    await recountSuggestions(tx, server.tenant.id, 'all');
    await recountTotals(tx, server.tenant.id);
  });
}

/** Another workspace, without a feature from the start: rights are held for some seconds. */
async function openWithout(feature: string): Promise<void> {
  server = await journeys.replaceWorkspace();
  await server.database.pool.query(
    'update subdomains set features = array_remove(features, $2) where id = $1',
    [server.tenant.id, feature],
  );
}

const card = (page: Page, name: string) => page.getByRole('region', { name });
const table = (page: Page, name: string) => page.getByRole('table', { name });
const rowsOf = async (page: Page, name: string): Promise<string[][]> =>
  table(page, name)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim())),
    );

describe('the insights view', () => {
  test('[ROUTE-003] [ROUTE-002] is the landing view: figures, statuses, forums and top ideas', async () => {
    const records = await buildRecords(server);
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    await recount();
    const { page } = await open('/admin-console');
    await page.waitForURL(`**${INSIGHTS}`);
    const figures = page.getByRole('region', { name: 'Key figures' });
    await figures.getByRole('listitem').first().waitFor();
    expect(await figures.getByRole('listitem').allTextContents()).toEqual([
      'New ideas3new',
      'Votes4new',
      'Comments0–',
      'Feedback1new',
    ]);
    await figures.getByText('3 open ideas, wanted by 1 account with $48.2K revenue').waitFor();
    await card(page, 'Ideas by public status').getByRole('link', { name: 'Planned 1 idea 33%' }).waitFor();
    await card(page, 'Top ideas').getByRole('link', { name: 'Export voters with account revenue' }).waitFor();
  });

  test('[CALL-Q-052] [DEC-077] statuses stand most first, No Status last, and lead to their ideas', async () => {
    const records = await buildRecords(server);
    await recount();
    const { page } = await open();
    const statuses = card(page, 'Ideas by public status');
    await statuses.getByRole('link').first().waitFor();
    expect(await statuses.getByRole('link').count()).toBe(2);
    await statuses.getByRole('listitem').nth(0).getByRole('link', { name: 'Planned 1 idea 33%' }).waitFor();
    await statuses
      .getByRole('listitem')
      .nth(1)
      .getByRole('link', { name: 'No Status 2 ideas 67%' })
      .waitFor();
    await statuses.getByRole('button', { name: 'Show as table' }).click();
    expect(await rowsOf(page, 'Ideas by public status')).toEqual([
      ['Status', 'Ideas', 'Share'],
      ['Planned', '1', '33%'],
      ['No Status', '2', '67%'],
    ]);
    await table(page, 'Ideas by public status').getByRole('link', { name: 'Planned' }).click();
    await page.waitForURL('**/admin/v3/feedback/suggestions?status=*');
    await page.getByText('1–1 of 1').waitFor();
    await page.locator(`tr[data-row-id="${records.exportIdea}"]`).waitFor();
  });

  test('[CALL-Q-053] [CONST-016] [CONST-017] [CONST-018] activity per forum: not split, active forums only, not rounded, unless the options say so', async () => {
    const records = await buildRecords(server);
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    const { page, calls } = await open();
    await table(page, 'Activity by forum').waitFor();
    expect(calls('InsightForums')[0]?.variables).toEqual({
      period_start: '6_months_ago',
      categories: false,
      active_only: true,
      round_period: false,
    });
    expect(await rowsOf(page, 'Activity by forum')).toEqual([
      ['Forum', 'Ideas', 'Votes', 'Comments', 'Feedback', 'Notes'],
      ['Product', '2', '3', '0', '1', '0'],
      ['Mobile apps', '1', '1', '0', '0', '0'],
      ['All forums', '3', '4', '0', '1', '0'],
    ]);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('checkbox', { name: 'Active forums only' }).click();
    await table(page, 'Activity by forum').getByText('Old portal').waitFor();
    await page.getByRole('checkbox', { name: 'By category' }).click();
    await table(page, 'Activity by forum').getByText('Reporting').waitFor();
    await page.getByRole('checkbox', { name: 'Full weeks' }).click();
    await page.waitForURL('**?*round_period=true*');
    await expect
      .poll(() => calls('InsightForums').at(-1)?.variables)
      .toEqual({
        period_start: '6_months_ago',
        categories: true,
        active_only: false,
        round_period: true,
      });
    await page.reload();
    await table(page, 'Activity by forum').getByText('Reporting').waitFor();
  });

  test('[CONST-005] the period begins at six months, stands in the address, and decides all of the page', async () => {
    const records = await buildRecords(server);
    const { page, calls } = await open();
    await card(page, 'Top ideas').getByRole('link').first().waitFor();
    expect(calls('InsightFigures')[0]?.variables).toEqual({ period_start: '6_months_ago' });
    expect(calls('InsightTopIdeas')[0]?.variables).toMatchObject({
      period_start: '6_months_ago',
      sort: '-votes_count',
    });
    await page.getByRole('combobox', { name: 'Period' }).selectOption('30_days_ago');
    await page.waitForURL('**?period=30_days_ago');
    await expect
      .poll(() => calls('InsightFigures').at(-1)?.variables)
      .toEqual({ period_start: '30_days_ago' });
    for (const name of ['InsightMoved', 'InsightForums', 'InsightTopIdeas'])
      await expect.poll(() => calls(name).at(-1)?.variables['period_start']).toBe('30_days_ago');
    await card(page, 'Top ideas').getByRole('radio', { name: 'Revenue' }).check();
    await expect
      .poll(() => calls('InsightTopIdeas').at(-1)?.variables)
      .toMatchObject({ period_start: '30_days_ago', sort: '-supporter_revenue' });
    await table(page, 'Top ideas').getByRole('link', { name: 'Export voters with account revenue' }).click();
    await page.waitForURL(`**/admin/v3/ideas/${records.exportIdea}`);
  });

  test('[CONST-049] [CONST-050] [CONST-051] revenue is written short', async () => {
    const records = await buildRecords(server);
    const ids = [records.exportIdea, records.darkIdea, records.bulkIdea];
    for (const [index, cents] of ['125000000', '100000', '99900'].entries())
      await server.database.pool.query('update suggestions set supporter_revenue_cents = $2 where id = $1', [
        ids[index],
        cents,
      ]);
    const { page } = await open(`${INSIGHTS}?top=revenue`);
    await table(page, 'Top ideas').getByText('$1.3M').waitFor();
    const cells = (await rowsOf(page, 'Top ideas')).slice(1).map((row) => row.at(-1));
    expect(cells).toEqual(['$1.3M', '$1.0K', '$999']);
  });

  test('[PERM-022] without account_insights no revenue is shown or asked for', async () => {
    await openWithout('account_insights');
    await buildRecords(server);
    const { page, calls } = await open(`${INSIGHTS}?top=revenue`);
    await table(page, 'Top ideas').waitFor();
    expect(calls('InsightTopIdeas').at(-1)?.variables['sort']).toBe('-votes_count');
    expect(await page.getByText('$').count()).toBe(0);
  });

  test('what moved most stands first, with its direction, the weeks it is about, and revenue where it moved', async () => {
    const records = await buildRecords(server);
    const { pool } = server.database;
    const [{ monday }] = (
      await pool.query<{ monday: string }>(
        "select to_char(date_trunc('week', now() at time zone 'UTC'), 'YYYY-MM-DD') as monday",
      )
    ).rows as [{ monday: string }];
    const weeksAgo = (weeks: number): string =>
      new Date(Date.parse(`${monday}T12:00:00Z`) - weeks * 7 * 864e5).toISOString();
    await pool.query('update supporters set created_at = $2 where subdomain_id = $1', [
      server.tenant.id,
      weeksAgo(2),
    ]);
    // all of its votes came in the weeks before
    await pool.query('update supporters set created_at = $2 where suggestion_id = $1', [
      records.darkIdea,
      weeksAgo(6),
    ]);
    await recount();
    const { page } = await open(`${INSIGHTS}?period=30_days_ago`);
    const moved = card(page, 'Moved most');
    await moved.getByText(/^Full weeks .+ – .+, against the 4 weeks before$/).waitFor();
    const rows = await rowsOf(page, 'Moved most');
    expect(rows[0]).toEqual(['Idea', 'Status', 'Votes', 'Votes, 12 wks', 'Revenue']);
    const row = (title: string): string[] => rows.find((cells) => cells[0]?.startsWith(title)) ?? [];
    expect(row('Export voters')).toEqual([
      'Export voters with account revenueProduct',
      'Planned',
      expect.stringMatching(/^\+\d+\d+ against 0$/),
      '',
      expect.stringMatching(/^\+\$48\.2K\$48\.2K against \$0$/),
    ]);
    expect(row('Dark mode')[1]).toBe('No Status');
    expect(row('Dark mode')[2]).toMatch(/^−\d+0 against \d+$/);
    // its account was there before the weeks
    expect(row('Dark mode')[4]).toBe('–');
    await moved.getByRole('radio', { name: 'Revenue' }).check();
    await page.waitForURL('**moved=revenue*');
    await expect.poll(async () => (await rowsOf(page, 'Moved most')).length).toBe(3);
    await moved.getByRole('link', { name: 'Export voters with account revenue' }).click();
    await page.waitForURL(`**/admin/v3/ideas/${records.exportIdea}`);
  });

  test('an empty workspace shows the first steps and nothing else; they tick by what is done', async () => {
    const { page } = await open();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('progressbar', { name: 'First steps' }).waitFor();
    expect(await page.getByRole('region', { name: 'Key figures' }).count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Period' }).count()).toBe(0);
    const before = await steps.getByRole('progressbar').getAttribute('aria-valuetext');
    expect(before).toMatch(/^[0-3] of 6 done$/);
    // what is typed goes into the panel, and stays here until it was saved there
    const typed = 'We need night shifts on the invoice.';
    expect(await steps.getByRole('button', { name: 'Invite' }).count()).toBe(1);
    const field = steps.getByRole('textbox', { name: 'Feedback' });
    if ((await field.count()) === 0) {
      await steps.getByRole('textbox', { name: 'Forum name' }).fill('Product ideas');
      await steps.getByRole('button', { name: 'Save name' }).click();
      await steps.getByText('“Product ideas” is where ideas are collected.').waitFor();
    }
    await field.fill(typed);
    await page.keyboard.press('ControlOrMeta+Enter');
    const panel = page.getByRole('dialog', { name: 'Add feedback' });
    await panel.getByText(typed).or(panel.locator('textarea')).first().waitFor();
    expect(
      (await panel
        .locator('textarea')
        .first()
        .inputValue()
        .catch(() => '')) + ((await panel.textContent()) ?? ''),
    ).toContain(typed);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).toBe(typed);

    // hidden for oneself, and brought back by Help
    await steps.getByRole('button', { name: 'Hide this list' }).click();
    await page.getByText('Insights appear here once there are ideas.').waitFor();
    await page.reload();
    await page.getByText('Insights appear here once there are ideas.').waitFor();
    expect(await steps.count()).toBe(0);
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'First steps' }).click();
    await steps.getByRole('progressbar').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    // with ideas the page has its cards, and the steps that are left stand above them
    await buildSuggestion(server.database, server.tenant, { title: 'First', channel: 'import' });
    await recount();
    await page.reload();
    await page.getByRole('region', { name: 'Key figures' }).waitFor();
    await steps.getByRole('heading', { name: 'Finish setting up' }).waitFor();
    expect(await steps.getByText('Bring what you have').count()).toBe(0);
    expect(await steps.getByText('Capture one piece of feedback').count()).toBe(1);
  });

  test('a card that cannot be loaded leaves the others alone and tries again', async () => {
    await buildRecords(server);
    let broken = true;
    const { page } = await open(INSIGHTS, {
      before: async (each) => {
        await each.route('**/api/v2/admin/graphql', async (route) => {
          const { operationName } = route.request().postDataJSON() as { operationName: string };
          if (broken && operationName === 'InsightStatuses')
            await route.fulfill({
              json: { data: null, errors: [{ message: 'Down', extensions: { code: 'BAD_USER_INPUT' } }] },
            });
          else await route.fallback();
        });
      },
    });
    await page.getByText('We could not load the statuses.').waitFor();
    await table(page, 'Activity by forum').waitFor();
    broken = false;
    await card(page, 'Ideas by public status').getByRole('button', { name: 'Try again' }).click();
    await card(page, 'Ideas by public status').getByRole('link').first().waitFor();
  });

  test('[CONST-004] [CONST-005] [CONST-009] [CONST-010] [CONST-011] [CONST-012] [CONST-013] [CONST-014] [CONST-015] the idea report asks for 100 ideas of six months, and for no more of them than the columns in sight', async () => {
    const records = await buildRecords(server);
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    await recount();
    const { page } = await open();
    const asked: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      const body = request.postDataJSON() as { operationName?: string; variables?: object } | null;
      if (body?.operationName === 'IdeaReport') asked.push({ ...body.variables });
    });
    await card(page, 'Top ideas').getByRole('link', { name: 'Idea report' }).click();
    const ideas = page.locator('tbody tr[data-row-id]');
    await expect.poll(() => ideas.count()).toBe(3);
    const flags = ['last_activity', 'status_update', 'votes', 'comments', 'user', 'notes', 'feedback'];
    expect(asked).toEqual([
      {
        page: 1,
        per_page: 100,
        query: { period_start: '6_months_ago', sort: '-votes_count' },
        ...Object.fromEntries(flags.map((name) => [name, false])),
      },
    ]);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Feedback' }).check();
    await page.keyboard.press('Escape');
    await page.getByText('Finance will not accept a csv.').waitFor();
    expect(asked.at(-1)).toMatchObject({ feedback: true, votes: false });
    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 30 days' });
    await expect.poll(() => asked.at(-1)).toMatchObject({ query: { period_start: '30_days_ago' } });
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('[CONST-066] the top ideas are narrowed to a view, which this browser keeps for the idea report too', async () => {
    const records = await buildRecords(server);
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    await server.call(
      'mutation ($ids: [ID!]) { saved_view_create(name: "Renewals", kind: "suggestion_list", suggestion_ids: $ids) { id } }',
      { ids: [records.exportIdea] },
    );
    await recount();
    const { page } = await open();
    await table(page, 'Top ideas').waitFor();
    await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Renewals' });
    await expect.poll(() => table(page, 'Top ideas').getByRole('row').count()).toBe(2);
    await page.reload();
    await table(page, 'Top ideas').waitFor();
    await expect.poll(() => table(page, 'Top ideas').getByRole('row').count()).toBe(2);
    await card(page, 'Top ideas').getByRole('link', { name: 'Idea report' }).click();
    const ideas = page.locator('tbody tr[data-row-id]');
    await expect.poll(() => ideas.count()).toBe(1);
    await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'All ideas' });
    await expect.poll(() => ideas.count()).toBe(3);
  });

  test('no accessibility violations, light and dark, at 1024 px, with long names', async () => {
    await buildRecords(server);
    const long = await buildForum(server.database, server.tenant, {
      name: 'Integrations, partners and everything else that somebody connects with'.repeat(2),
    });
    await buildCategory(server.database, server.tenant, { forum_id: long.id, name: 'A' });
    await server.database.pool.query('update statuses set name = $2 where subdomain_id = $1', [
      server.tenant.id,
      'Unbreakable'.repeat(23),
    ]);
    const { page } = await open(`${INSIGHTS}?active_only=false`, { width: 1024, height: 700 });
    await table(page, 'Top ideas').waitFor();
    await table(page, 'Activity by forum').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show as table' }).click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    // a long status takes no room from the titles, and pushes no number out of sight
    const revenue = await table(page, 'Top ideas')
      .getByRole('columnheader', { name: 'Revenue' })
      .boundingBox();
    const title = await table(page, 'Top ideas').getByRole('rowheader').first().boundingBox();
    expect((revenue?.x ?? 0) + (revenue?.width ?? 0)).toBeLessThan(1024);
    expect(title?.width).toBeGreaterThan(200);
  });
});

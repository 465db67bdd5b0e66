/** Trends of themes: those that move most, some compared, all measures of one, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import {
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  testScope,
  viewerOf,
} from '../server/db/builders.ts';
import { recountSuggestions, recountTotals } from '../server/domain/counters/recount.ts';
import { insightsAddress, themesAddress, trendsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});

/** The middle of the month so many months before this one. */
const monthsAgo = (months: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
};

/** A report with a theme that rises since four months, one that falls, and one at rest. */
async function report() {
  const { database, tenant, admin } = workspace;
  const own = { subdomain_id: tenant.id };
  const set = await insertRow(database, 'theme_sets', {
    ...own,
    name: 'Customer feedback',
    creator_id: admin.id,
    status: 'complete',
  } as never);
  const run = await insertRow(database, 'theme_runs', {
    ...own,
    theme_set_id: set.id,
    suggestions_count: 3,
    duration_ms: 1,
    finished_at: new Date(),
  } as never);
  await database.pool.query('update theme_sets set run_id = $2 where id = $1', [set.id, run.id]);
  const voters = await Promise.all(Array.from({ length: 24 }, () => buildUser(database, tenant)));
  const theme = async (name: string, position: number, votes: (monthsAgo: number) => number) => {
    const row = await insertRow(database, 'themes', {
      ...own,
      theme_set_id: set.id,
      name,
      position,
      hex_color: '#2B9281',
    } as never);
    for (let month = 1; month <= 11; month += 1) {
      const idea = await buildSuggestion(database, tenant, {
        title: `${name} ${month}`,
        created_at: monthsAgo(20),
      });
      await insertRow(database, 'theme_placements', {
        ...own,
        theme_set_id: set.id,
        suggestion_id: idea.id,
        theme_id: row.id,
      } as never);
      for (const voter of voters.slice(0, votes(month)))
        await buildSupporter(database, tenant, {
          suggestion_id: idea.id,
          user_id: voter.id,
          created_at: monthsAgo(month),
        });
    }
    return row;
  };
  return {
    set,
    rises: await theme('Offline maps', 1, (month) => (month <= 4 ? 20 + (month % 2) : 4 + (month % 2))),
    falls: await theme('Quotes', 2, (month) => month),
    rests: await theme('Signatures', 3, () => 6),
  };
}

test('[SCOPE-017] [ROUTE-009] [ROUTE-010] [ROUTE-013] below the themes stand those that move most; trends alone lead to them', async () => {
  const { set } = await report();
  const { page } = await journeys.open(workspace, themesAddress(set.id));
  const strip = page.getByRole('region', { name: 'Trends', exact: true });
  await strip.getByRole('heading', { name: /Offline maps/ }).waitFor();
  expect(await strip.getByRole('heading', { name: /Signatures/ }).count()).toBe(0);
  await strip.getByRole('button', { name: 'Hide trends' }).click();
  await strip.getByRole('heading', { name: /Offline maps/ }).waitFor({ state: 'detached' });
  await page.goto(`${workspace.url}${themesAddress(set.id)}/trends`);
  await page.waitForURL('**/trends/trending');
  const rising = page.getByRole('region', { name: 'Offline maps' });
  await rising.waitFor();
  expect(await rising.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/Offline maps 0/);
  await page.getByRole('link', { name: 'Quotes' }).waitFor();
  // what it shows as a table, by key
  await page.keyboard.press('t');
  await page.getByRole('table', { name: 'Votes' }).waitFor();
  expect(page.url()).toContain('show=table');
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('[ROUTE-011] up to six themes are compared, with the change of one and its evidence', async () => {
  const { set, rests } = await report();
  const { page } = await journeys.open(workspace, trendsAddress(set.id, 'compare'));
  const figures = page.getByRole('table').last();
  await expect.poll(() => figures.getByRole('row').count()).toBe(3);
  const risen = figures.getByRole('row', { name: /Offline maps/ });
  expect(await risen.innerText()).toMatch(
    /Offline maps rose in .* from 4\.\d to 20\.\d a month, beyond noise/,
  );
  expect(await figures.getByRole('row', { name: /Quotes/ }).innerText()).toContain('Steady fall');
  const aside = page.getByRole('complementary', { name: 'Themes' });
  await aside.getByText('2 of 6 at most').waitFor();
  await aside.getByRole('checkbox', { name: /Signatures/ }).check();
  await figures.getByRole('row', { name: /Signatures/ }).waitFor();
  expect(decodeURIComponent(page.url())).toContain(rests.id);
  // the keys read a month after the other
  const chart = page.getByRole('slider', { name: 'Votes' });
  await chart.focus();
  await page.keyboard.press('Home');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/Quotes 11/);
  await page.getByRole('radio', { name: 'Running total' }).check({ force: true });
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/Quotes 66/);
  await page.goBack();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('[ROUTE-012] all measures of a theme, what they say, and another theme', async () => {
  const { set, falls } = await report();
  const { page } = await journeys.open(workspace, trendsAddress(set.id, 'single-theme'));
  for (const measure of [
    'Votes',
    'New ideas',
    'Comments',
    'Activity',
    'Accounts',
    'Revenue',
    'Importance',
    'Urgency',
  ])
    await page.getByRole('region', { name: measure, exact: true }).waitFor();
  const facts = page.getByRole('region', { name: 'What the figures say' });
  expect(await facts.innerText()).toMatch(/Votes rose in .* from 4\.\d to 20\.\d a month/);
  expect(await facts.innerText()).toContain('Importance, Urgency: too few values for a trend.');
  await page.getByRole('combobox', { name: 'Theme' }).fill('Quo');
  await page.getByRole('option', { name: 'Quotes' }).click();
  await expect.poll(() => facts.innerText()).toContain('Votes moved steadily by −1.0 a month.');
  expect(page.url()).toContain(`theme=${falls.id}`);
  await page.reload();
  await expect.poll(() => page.getByRole('combobox', { name: 'Theme' }).inputValue()).toBe('Quotes');
});

test('[SCOPE-017] times are marked in the charts, changed, and deleted with undo', async () => {
  const { set } = await report();
  const { page } = await journeys.open(workspace, trendsAddress(set.id, 'compare'));
  const marks = page.getByRole('region', { name: 'Marks' });
  await marks.getByText('Mark a release').waitFor();
  await marks.getByRole('button', { name: 'Add a mark' }).click();
  const dialog = page.getByRole('dialog', { name: 'New mark' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The name is required.').waitFor();
  await dialog.getByLabel('Name').fill('Summer release');
  const day = (months: number): string => monthsAgo(months).toISOString().slice(0, 10);
  await dialog.getByLabel('First day').fill(day(3));
  await dialog.getByLabel(/^Last day/).fill(day(4));
  await dialog.getByLabel('Name').focus();
  await dialog.getByText('It ends before it begins.').waitFor();
  await dialog.getByLabel(/^Last day/).fill(day(2));
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = marks.getByRole('listitem').filter({ hasText: 'Summer release' });
  await row.waitFor();
  // the chart shows it
  const drawn = page.locator('svg').getByText('Summer release');
  await drawn.waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await row.getByRole('button', { name: 'Actions for Summer release' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit mark' });
  await editing.getByLabel('Name').fill('Release 9');
  await editing.getByLabel(/^Last day/).fill('');
  await editing.getByRole('button', { name: 'Save' }).click();
  await page.locator('svg').getByText('Release 9').waitFor();

  await marks.getByRole('button', { name: 'Actions for Release 9' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await marks.getByText('Mark a release').waitFor();
  await page
    .getByTestId('toast')
    .filter({ hasText: 'Mark deleted.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await marks.getByText('Release 9').waitFor();
});

test('[CALL-Q-051] the insights page names the themes that move most, and leads to their trends', async () => {
  const { falls } = await report();
  const scope = await testScope(workspace.database, viewerOf(workspace.tenant, workspace.admin));
  await scope.write(async (tx) => {
    await recountSuggestions(tx, workspace.tenant.id, 'all');
    await recountTotals(tx, workspace.tenant.id);
  });
  const { page } = await journeys.open(workspace, insightsAddress);
  const card = page.getByRole('region', { name: 'Themes that move most' });
  await card.getByRole('row', { name: /Quotes/ }).waitFor();
  expect(await card.getByRole('row', { name: /Quotes/ }).innerText()).toContain('−');
  // all three: nothing happened in the first month
  expect(await card.getByRole('row').count()).toBe(4);
  await card.getByRole('link', { name: 'Quotes' }).click();
  await page.waitForURL(`**/trends/single-theme?theme=${falls.id}`);
  await page.getByRole('region', { name: 'What the figures say' }).waitFor();
});

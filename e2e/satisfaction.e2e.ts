/** How content people are: the report and its ratings, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FEATURES } from '../contract/permissions.ts';
import {
  buildAccount,
  buildForum,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../server/db/builders.ts';
import { insightsAddress, satisfactionAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
});
const said = (page: Page, text: string) => page.getByTestId('toast').getByText(text).last().waitFor();
const DAY_MS = 86_400_000;

/** Twelve people: eight promoters, one neutral, three detractors who vote for an idea. */
async function rated(): Promise<void> {
  const { database, tenant } = workspace;
  const account = await buildAccount(database, tenant, { name: 'Pennine Lifts', revenue_cents: '920000' });
  const forum = await buildForum(database, tenant);
  const idea = await buildSuggestion(database, tenant, { title: 'Payroll export', forum_id: forum.id });
  for (const [n, score] of [10, 9, 9, 10, 9, 9, 10, 9, 7, 3, 2, 6].entries()) {
    const user = await buildUser(database, tenant, {
      name: `Person ${String(n)}`,
      account_id: score <= 6 ? account.id : null,
      satisfaction_score: score,
    });
    if (score <= 6) await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: user.id });
    await insertRow(database, 'ratings', {
      subdomain_id: tenant.id,
      user_id: user.id,
      score: 8,
      created_at: new Date(Date.now() - 200 * DAY_MS),
    });
    await insertRow(database, 'ratings', {
      subdomain_id: tenant.id,
      user_id: user.id,
      score,
      body: score === 3 ? 'Sunday visits are missing' : null,
      created_at: new Date(Date.now() - (n + 1) * 3_600_000),
    });
  }
}

test('[ROUTE-027] [NAV-013] [DEC-174] NPS in the menu More leads to the score, what unhappy people want, and each rating', async () => {
  await rated();
  const { page } = await journeys.open(workspace, insightsAddress);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const entry = page.getByRole('menuitem', { name: 'NPS' });
  await entry.click();
  await page.getByRole('heading', { name: 'Satisfaction' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(satisfactionAddress);
  const overview = page.getByRole('region', { name: 'NPS' });
  // 8 of 12 less 3 of 12
  await overview.getByText('42', { exact: true }).waitFor();
  await overview.getByText('8 promoters 67%').waitFor();
  const unhappy = page.getByRole('region', { name: 'What unhappy people want' });
  await unhappy.getByRole('link', { name: 'Payroll export' }).waitFor();
  await unhappy.getByText('Their accounts pay $9.2K/mo.').waitFor();
  const ratings = page.getByRole('region', { name: 'Ratings' });
  await ratings.getByText('Sunday visits are missing').waitFor();
  expect(await ratings.getByRole('listitem').count()).toBe(12);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await ratings.getByRole('radio', { name: /Detractors/ }).check();
  await expect.poll(() => ratings.getByRole('listitem').count()).toBe(3);
  await ratings.getByText('−5').waitFor();
  await page.getByLabel('Period').selectOption('Last 365 days');
  await expect.poll(() => new URL(page.url()).search).toContain('364_days_ago');
  await page.reload();
  await overview.getByText('42', { exact: true }).waitFor();
  await expect.poll(() => ratings.getByRole('listitem').count()).toBe(3);
});

test('a rating is added, counts at once, is deleted and comes back', async () => {
  const { database, tenant } = workspace;
  const zoe = await buildUser(database, tenant, { name: 'Zoe Okafor', email_address: 'zoe@marlow.example' });
  const scoreOf = async () =>
    (await database.pool.query('select satisfaction_score from users where id = $1', [zoe.id])).rows[0]
      .satisfaction_score as number | null;
  const { page } = await journeys.open(workspace, satisfactionAddress);
  await page.getByText('No ratings yet').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add rating' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add rating' });
  await dialog.getByRole('button', { name: 'Add rating' }).click();
  await dialog.getByText('Choose a rating from 0 to 10').waitFor();
  await dialog.getByRole('combobox').fill('Zoe');
  await page.getByRole('option', { name: /Zoe Okafor/ }).click();
  await dialog.getByRole('radio', { name: '4', exact: true }).check();
  await dialog.getByLabel('What they said').fill('Slow at six in the morning');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add rating' }).click();
  await said(page, 'Rating of Zoe Okafor added.');
  const ratings = page.getByRole('region', { name: 'Ratings' });
  await ratings.getByText('Slow at six in the morning').waitFor();
  await page.getByText('1 person rated. A score needs at least 10.').waitFor();
  await expect.poll(scoreOf).toBe(4);

  await ratings.getByRole('button', { name: 'Delete the rating of Zoe Okafor' }).click();
  await said(page, 'Rating deleted.');
  await page.getByText('No ratings yet').waitFor();
  await expect.poll(scoreOf).toBeNull();
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).last().click();
  await ratings.getByText('Slow at six in the morning').waitFor();
  await expect.poll(scoreOf).toBe(4);
});

test('[PERM-019] without the feature satisfaction there is no such page', async () => {
  const without = await journeys.replaceWorkspace({
    features: FEATURES.filter((feature) => feature !== 'satisfaction'),
  });
  const { page } = await journeys.open(without, satisfactionAddress);
  await page.getByText('You don’t have access').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Satisfaction' }).count()).toBe(0);
});

test('customers are asked by email: it says whom it reaches, can be undone, and the page behind a link counts with its button', async () => {
  await rated();
  const { page } = await journeys.open(workspace, satisfactionAddress);
  await page.getByRole('button', { name: 'Ask for ratings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for ratings' });
  await dialog.getByText('12 people will be asked').waitFor();
  await dialog.getByRole('radio', { name: 'Customers of accounts' }).check();
  await dialog.getByRole('combobox', { name: /Accounts/ }).fill('Pennine');
  await page.getByRole('option', { name: /Pennine Lifts/ }).click();
  await dialog.getByText('3 people will be asked').waitFor();
  await dialog.getByRole('radio', { name: 'People', exact: true }).check();
  await dialog.getByLabel('Add a person').fill('Person 3');
  await page.getByRole('option', { name: /Person 3/ }).click();
  await dialog.getByText('1 person will be asked').waitFor();
  await dialog.getByLabel(/Message before/).fill('Two minutes of your time');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ask 1 person' }).click();
  await said(page, '1 person will be asked.');
  await page
    .getByTestId('toast')
    .filter({ hasText: 'will be asked' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await said(page, 'Email canceled; no one is asked.');

  await page.getByRole('button', { name: 'Ask for ratings' }).click();
  await dialog.getByRole('button', { name: 'Ask 12 people' }).click();
  await said(page, '12 people will be asked.');
  await page.reload();
  await page.getByRole('region', { name: 'NPS' }).getByText('12 0% answered').waitFor();
});

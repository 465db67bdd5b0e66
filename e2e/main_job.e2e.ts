/** The main job from the list of ideas to a posted status, by keys and by mouse, with both counted. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildStatus, buildSubscription } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords } from './support/panels.ts';
import type { Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(workspace);
  const { database: at, tenant } = workspace;
  await buildStatus(at, tenant, { name: 'Started', position: 9 });
  await at.pool.query('update subdomains set severity_tracking_enabled = true where id = $1', [tenant.id]);
  await buildSubscription(at, tenant, {
    suggestion_id: records.exportIdea,
    user_id: records.femke.id,
    subscribed: true,
  });
});

const list = '/admin/v3/feedback/suggestions';
const feedback = 'Priya from Northwind called: finance needs the voters exported with account revenue.';
const panelOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const toastOf = (page: Page): Locator => page.getByTestId('toast');

/** What the job leaves behind. */
async function outcome(): Promise<{ feedback: unknown[]; status: string | null; mailings: number }> {
  const { rows } = await server.database.pool.query<{ n: number }>(
    'select count(*)::int as n from mailings where subdomain_id = $1',
    [server.tenant.id],
  );
  const answer = await server.call<{
    suggestion: { status: { name: string } | null };
    feedback_records: { records: { body: string; severity: number | null; user: { name: string } }[] };
  }>(
    'query ($id: ID!) { suggestion(id: $id) { status { name } } feedback_records(suggestion: [$id]) { records { body severity user { name } } } }',
    { id: records.exportIdea },
  );
  return {
    feedback: answer.feedback_records.records,
    status: answer.suggestion.status?.name ?? null,
    mailings: rows[0]!.n,
  };
}

test('by keys: 12 besides text from capture to a status with email, and no email unless it was chosen', async () => {
  const { page } = await journeys.open(server, list);
  await page.getByRole('row').filter({ hasText: 'Export voters' }).waitFor();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('c');
  await page.keyboard.type(feedback);
  await press('Alt+1');
  await page.keyboard.type('priya');
  await press('Enter');
  const capture = panelOf(page, 'Add feedback');
  await capture.getByText('1 → 2 votes').waitFor();
  await press('Control+Enter');
  await toastOf(page).getByText('Feedback captured for this idea!').waitFor();
  await toastOf(page).getByText('On “Export voters with account revenue”').waitFor();
  await press('o');
  await page.getByRole('heading', { name: 'Export voters with account revenue' }).waitFor();
  await page.getByText(feedback).first().waitFor();
  await press('6');
  await page.getByRole('table', { name: 'Accounts' }).getByText('Northwind').waitFor();
  await press('s');
  const post = panelOf(page, 'Post public status update');
  await post.waitFor();
  await press('ArrowDown');
  await press('Enter');
  await page.keyboard.type('We have begun.');
  await post.getByText('We have begun.').waitFor();
  // nothing was said of email yet
  await post.getByRole('button', { name: 'Post Status', exact: true }).waitFor();
  await post.getByText('No one gets an email').waitFor();
  await press('Alt+n');
  await post.getByRole('button', { name: 'Post Status and email 2', exact: true }).waitFor();
  await press('Control+Enter');
  await toastOf(page).getByText('Public status updated!').waitFor();
  expect(keys).toBeLessThanOrEqual(12);
  expect(await outcome()).toEqual({
    feedback: [{ body: feedback, severity: null, user: { name: 'Priya Raman' } }],
    status: expect.not.stringMatching(/^Planned$/) as string,
    mailings: 1,
  });
});

test('by mouse: at most 9 clicks, with how severe it is and without an email', async () => {
  const { page } = await journeys.open(server, list);
  await page.getByRole('row').filter({ hasText: 'Export voters' }).waitFor();
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('button', { name: 'Add feedback' }).first());
  const capture = panelOf(page, 'Add feedback');
  await capture.getByLabel('Feedback', { exact: true }).waitFor();
  await page.keyboard.type(feedback);
  await click(capture.getByRole('button', { name: 'Link Export voters with account revenue' }));
  // the list of people is open, with whom the text names in front
  await click(page.getByRole('option', { name: /Priya Raman/ }).first());
  await click(capture.getByRole('button', { name: 'High' }));
  await click(capture.getByRole('button', { name: 'Add Feedback' }));
  await click(toastOf(page).getByRole('link', { name: /Open idea/ }));
  // the accounts with their revenue stand beside the idea
  await page.getByText('Northwind').first().waitFor();
  await click(page.getByRole('button', { name: 'Post status' }).first());
  const post = panelOf(page, 'Post public status update');
  await click(page.getByRole('option', { name: 'Started' }));
  await page.keyboard.type('We have begun.');
  await click(post.getByRole('button', { name: 'Post Status', exact: true }));
  await toastOf(page).getByText('Public status updated!').waitFor();
  expect(clicks).toBeLessThanOrEqual(9);
  expect(await outcome()).toEqual({
    feedback: [{ body: feedback, severity: 3, user: { name: 'Priya Raman' } }],
    status: 'Started',
    mailings: 0,
  });
});

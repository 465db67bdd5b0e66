/** The page of feedback in a Chromium on the real server: read with J and K, linked by a digit, made into an idea, deleted. */
import { beforeEach, expect, test } from 'vitest';
import { buildFeedbackRecord } from '../server/db/builders.ts';
import { feedbackAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, violations, violationsInBothSchemes } from './support/panels.ts';
import type { Records } from './support/panels.ts';

let workspace: ConsoleWorkspace;
let records: Records;
const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  records = await buildRecords(fresh);
});

const LIKE = 'We squint at night: please give the console a dark mode';
beforeEach(async () => {
  await workspace.database.pool.query(
    "update feedback_records set state = 'deleted' where subdomain_id = $1",
    [workspace.tenant.id],
  );
  const said = (body: string, created_at: string, values = {}) =>
    buildFeedbackRecord(workspace.database, workspace.tenant, {
      body,
      created_at: new Date(created_at),
      user_id: records.priya.id,
      ...values,
    });
  await said('Linked long ago', '2026-01-01T10:00:00Z', { suggestion_id: records.exportIdea });
  await said('Birthdays of regular customers, on the first screen', '2026-01-02T10:00:00Z', {
    channel: 'email',
  });
  await said(LIKE, '2026-01-03T10:00:00Z', { severity: 4 });
});

const stateOf = async (body: string): Promise<{ idea: string | null; state: string }> =>
  (
    await workspace.database.pool.query(
      'select s.title as idea, f.state from feedback_records f left join suggestions s on s.id = f.suggestion_id where f.subdomain_id = $1 and f.body = $2 order by f.id desc limit 1',
      [workspace.tenant.id, body],
    )
  ).rows[0] as { idea: string | null; state: string };

test('feedback without an idea is read, linked by its digit, put back, and made into an idea by keys alone', async () => {
  const { page } = await journeys.open(workspace, '/admin/v3/feedback/suggestions');
  const tab = page.getByRole('link', { name: /^Feedback 2/ });
  await tab.click();
  const reader = page.getByRole('complementary', { name: 'Selected feedback' });
  await reader.getByText(LIKE).waitFor();
  expect(await page.locator('tbody tr[data-row-id]').count()).toBe(3);
  await page.getByRole('link', { name: 'Not linked' }).click();
  await expect.poll(() => page.locator('tbody tr[data-row-id]').count()).toBe(2);
  await reader.getByRole('button', { name: /^Link to “Dark mode/ }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.keyboard.press('1');
  const toast = page.getByTestId('toast').filter({ hasText: 'Linked to “Dark mode' });
  await toast.last().waitFor();
  // the next one takes its place
  await reader.getByText('Birthdays of regular customers').waitFor();
  expect((await stateOf(LIKE)).idea).toMatch(/^Dark mode/);
  await toast.last().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stateOf(LIKE)).idea).toBe(null);
  await expect.poll(() => page.locator('tbody tr[data-row-id]').count()).toBe(2);

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Link or create new idea' });
  await dialog.getByLabel('Title').waitFor();
  await expect
    .poll(() => dialog.getByRole('button', { name: /^Create/ }).getAttribute('aria-disabled'))
    .toBe(null);
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => (await stateOf('Birthdays of regular customers, on the first screen')).idea)
    .toMatch(/^Birthdays of regular customers/);
});

test('it is narrowed by severity and source, edited and deleted; a narrow window opens it over the list', async () => {
  const { page } = await journeys.open(workspace, feedbackAddress({ severity: ['critical'] }));
  const reader = page.getByRole('complementary', { name: 'Selected feedback' });
  await reader.getByText('Critical').waitFor();
  expect(await page.locator('tbody tr[data-row-id]').count()).toBe(1);
  await page.keyboard.press('e');
  const panel = page.getByRole('dialog', { name: 'Edit Feedback' });
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect.poll(async () => (await stateOf(LIKE)).state).toBe('deleted');
  await page.getByText('No feedback match').first().waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workspace.url}${feedbackAddress({ channel: ['email'] })}`);
  await page.locator('tr[data-row-id]').first().click();
  const over = page.getByRole('dialog', { name: 'Feedback' });
  await over.getByRole('button', { name: 'Find an idea' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

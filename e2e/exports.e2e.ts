/** Exports, the titles that comments suggest and jobs that failed, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { insertRow } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, routeCalls, violations, writeComment, type Records } from './support/panels.ts';

let workspace: ConsoleWorkspace;
let records: Records;
/** Bodies of the calls that started exports. */
const started: Record<string, unknown>[] = [];

const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  records = await buildRecords(fresh);
  started.length = 0;
});

const listen = (page: Page): void =>
  void page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().endsWith('/api/v2/admin/exports'))
      started.push(call.postDataJSON() as Record<string, unknown>);
  });
const openPage = async (address: string): Promise<Page> =>
  (await journeys.open(workspace, address, { before: async (page) => listen(page) })).page;

test('[PANEL-073] [PANEL-074] [STATE-053] [STATE-054] [CALL-HTTP-016] [CALL-HTTP-017] [CALL-HTTP-018] [CALL-HTTP-019] [CALL-HTTP-020] [CALL-HTTP-021] [CALL-HTTP-022] [CALL-HTTP-023] [CALL-HTTP-024] the panel exports what its scope says, in the chosen format', async () => {
  const page = await openPage(`/admin/v3/ideas/${records.exportIdea}`);
  await page.getByRole('button', { name: 'Export activity' }).click();
  const panel = page.getByRole('dialog', { name: 'Export activity' });
  await panel.getByText('What to export').waitFor();
  expect(
    await panel
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => (one.closest('label') as HTMLElement).innerText.split('\n')[0])),
  ).toEqual(['Filtered', 'Chat', 'All', 'CSV', 'Excel (xlsx)']);
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('radio', { name: /^Chat/ }).check();
  await panel.getByRole('radio', { name: 'Excel (xlsx)' }).check();
  await panel.getByRole('button', { name: 'Start export' }).click();
  await page
    .getByTestId('toast')
    .getByText('Export started! Keep an eye out for an email with a link to download your data.')
    .waitFor();
  await panel.waitFor({ state: 'detached' });
  expect(started.at(-1)).toEqual({
    collection: 'suggestion_activity_entries',
    suggestion: records.exportIdea,
    kind: 'comment_created,feedback_record_created,status_updated,supporter_message_created,internal_status_updated,note_created',
    format: 'xlsx',
    spam: false,
    status_none: false,
    includes: expect.stringContaining('comments,') as string,
    'exclude_fields[users]': 'traits',
  });
});

test('[VALID-066] [STATE-053] filtered begins with the kinds of the feed; without any there is nothing to export', async () => {
  await writeComment(workspace, records.exportIdea, records.femke, 'Please');
  const page = await openPage(`/admin/v3/ideas/${records.exportIdea}#tab=comments`);
  await page.getByRole('button', { name: 'Export activity' }).click();
  const panel = page.getByRole('dialog', { name: 'Export activity' });
  const comments = panel.getByRole('checkbox', { name: 'Comments' });
  await comments.waitFor();
  await expect.poll(() => panel.getByRole('checkbox', { checked: true }).count()).toBe(1);
  expect(await comments.isChecked()).toBe(true);
  await comments.uncheck();
  await panel.getByText('No data available to export').waitFor();
  // the reason is seen without scrolling, also in a small window
  await page.setViewportSize({ width: 1024, height: 700 });
  const reason = (await panel.getByText('No data available to export').boundingBox())!;
  expect(reason.y + reason.height).toBeLessThan(
    (await panel.getByRole('button', { name: 'Start export' }).boundingBox())!.y,
  );
  const submit = panel.getByRole('button', { name: 'Start export' });
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => panel.isVisible()).toBe(true);
  await panel.getByRole('checkbox', { name: 'Notes' }).check();
  await expect.poll(() => panel.getByText('No data available to export').count()).toBe(0);
  await submit.click();
  await page.getByTestId('toast').getByText('Export started!').waitFor();
  expect(started.at(-1)).toMatchObject({ kind: 'note_created', format: 'csv' });
});

test('[ERR-037] a refusal is told, the panel stays, and the same click again is the same export', async () => {
  const page = await openPage(`/admin/v3/ideas/${records.exportIdea}`);
  const keys: (string | undefined)[] = [];
  let isBroken = true;
  await routeCalls(page, '**/api/v2/admin/exports', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (isBroken)
      await route.fulfill({
        status: 422,
        json: { message: 'The moon is in the way.', code: 'BAD_USER_INPUT' },
      });
    else await route.fallback();
  });
  await page.getByRole('button', { name: 'Export activity' }).click();
  const panel = page.getByRole('dialog', { name: 'Export activity' });
  await panel.getByRole('button', { name: 'Start export' }).click();
  await page.getByTestId('toast').getByText('Failed to initiate export: The moon is in the way.').waitFor();
  await expect.poll(() => panel.isVisible()).toBe(true);
  isBroken = false;
  await panel.getByRole('button', { name: 'Start export' }).click();
  await page.getByTestId('toast').getByText('Export started!').waitFor();
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('[CALL-HTTP-025] the list of ideas is exported as it is filtered, with the columns that it shows', async () => {
  const page = await openPage(`/admin/v3/feedback/suggestions?forum=${records.product.id}&sort=-created_at`);
  await page.getByText('Bulk edit statuses from the list').waitFor();
  await page
    .getByRole('banner')
    .or(page.locator('header'))
    .getByRole('button', { name: 'More', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Export these ideas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export ideas' });
  await dialog.getByText('The 2 ideas that match your search and filters').waitFor();
  await dialog.getByRole('button', { name: 'Start export' }).click();
  await page.getByTestId('toast').getByText('Export started!').waitFor();
  expect(started.at(-1)).toMatchObject({
    collection: 'suggestions',
    format: 'csv',
    forum: [records.product.id],
    sort: '-created_at',
  });
  const columns = started.at(-1)!['columns'] as string[];
  expect(columns.slice(0, 3)).toEqual(['title', 'status', 'votes_count']);
  expect(columns).not.toContain('body');
});

test('one’s exports: progress by itself, download, failure, expiry, and calling off', async () => {
  const { tenant, admin, database } = workspace;
  const add = (values: Record<string, unknown>) =>
    insertRow(database, 'exports', {
      subdomain_id: tenant.id,
      user_id: admin.id,
      collection: 'suggestion_activity_entries',
      format: 'csv',
      params: '{}',
      ...values,
    } as never) as unknown as Promise<{ id: string }>;
  await add({
    file_name: 'failed.csv',
    state: 'failed',
    problem: 'The server disk is full.',
  });
  await add({ file_name: 'gone.csv', state: 'expired' });
  await add({
    file_name: 'ready.xlsx',
    format: 'xlsx',
    state: 'complete',
    rows_written: 1234,
    rows_expected: 1234,
    size_in_bytes: '456000',
    expires_at: new Date(Date.now() + 86_400_000),
    storage_key: 'x',
  });
  const running = await add({
    file_name: 'running.csv',
    state: 'running',
    rows_written: 250,
    rows_expected: 1000,
  });
  const page = await openPage('/admin-console/exports');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('running.csv').getByText('250 of 1,000 rows').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await row('running.csv').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('250');
  expect(await row('failed.csv').innerText()).toContain('The server disk is full');
  expect(await row('gone.csv').innerText()).toContain('Expired');
  expect(
    await row('ready.xlsx').getByRole('link', { name: 'Download ready.xlsx' }).getAttribute('href'),
  ).toMatch(/^\/api\/v2\/admin\/exports\/\d+\/file$/);
  // nobody reloads the page
  await database.pool.query('update exports set rows_written = 750 where id = $1', [running.id]);
  await row('running.csv').getByText('750 of 1,000 rows').waitFor();
  await row('running.csv').getByRole('button', { name: 'Cancel running.csv' }).click();
  await row('running.csv').getByText('Canceled', { exact: true }).waitFor();
  expect((await database.pool.query('select state from exports where id = $1', [running.id])).rows).toEqual([
    { state: 'cancelled' },
  ]);
});

test('without exports the page says where they come from; a link that lapsed is told', async () => {
  const page = await openPage('/admin-console/exports?link=lapsed');
  await page.getByText('No exports yet').waitFor();
  await page.getByText('This link has expired.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => page.getByText('This link has expired').count()).toBe(0);
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('[CALL-HTTP-028] [CALL-HTTP-029] a comment that becomes an idea brings a title; without one its beginning serves', async () => {
  const words =
    'Hi all, it would be great if we could export the voters of an idea as a spreadsheet. Thanks!';
  const comment = await writeComment(workspace, records.darkIdea, records.femke, words);
  const upgrade = async (): Promise<string> => {
    const page = await openPage(`/admin/v3/ideas/${records.darkIdea}#tab=comments`);
    if (isBroken)
      await routeCalls(page, '**/api/v2/admin/autosuggest', (route) =>
        route.fulfill({ status: 500, json: { message: 'Broken' } }),
      );
    await page.getByRole('button', { name: 'Edit comment by Femke de Vries' }).first().click();
    await page
      .getByRole('dialog', { name: 'Edit comment' })
      .getByRole('button', { name: 'Create idea from comment' })
      .click();
    const panel = page.getByRole('dialog', { name: 'Create idea from comment' });
    const title = await panel.getByLabel('Title').inputValue();
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'went wrong' }).count()).toBe(0);
    await journeys.closePages();
    return title;
  };
  let isBroken = false;
  expect(await upgrade()).toMatch(/^Export the voters of an idea as a spreadsheet/);
  isBroken = true;
  expect(await upgrade()).toMatch(/^Hi all, it would be great/);
  expect(comment).toMatch(/^\d+$/);
});

test('jobs that failed for good: what, when, why, and nothing where there are none', async () => {
  const page = await openPage('/admin/settings/jobs');
  await page.getByText('No failed jobs').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  await routeCalls(page, '**/api/v2/admin/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    if (operationName !== 'SettingsJobs') return route.fallback();
    const job = {
      id: 'a',
      task: 'export',
      description: 'Write an export file',
      about: 'export 17',
      problem: 'The disk is full.',
      tries: 3,
      asked_at: '2026-03-31T10:00:00.000Z',
      died_at: '2026-03-31T10:01:00.000Z',
    };
    const scheduled = {
      task: 'sweep',
      description: 'Removes files.',
      next_at: '2026-03-31T11:00:00.000Z',
      last_at: null,
    };
    return route.fulfill({
      json: {
        data: {
          dead_jobs: [job, { ...job, id: 'b', task: 'old', description: null }],
          scheduled_jobs: [scheduled],
        },
      },
    });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('The disk is full.').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(
    await page.getByRole('button', { name: /^Try again: Unknown job/ }).getAttribute('aria-disabled'),
  ).toBe('true');
  await page.getByRole('button', { name: 'Remove: Write an export file' }).click();
  await page.getByRole('alertdialog').getByText('Its work won’t be done').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  // the job is made up: the server says so
  await page.getByRole('button', { name: 'Try again: Write an export file' }).click();
  await page
    .getByTestId('toast')
    .getByText('Something went wrong: This job does not exist or was deleted.')
    .waitFor();
});

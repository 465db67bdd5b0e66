/** Moderation: what is held back and what is spam; people who are shut out; in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildComment, buildSuggestion } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, violations, violationsInBothSchemes, writeComment } from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(server);
});

const REVIEW = '/admin/v3/feedback/review';

const open = (address = REVIEW, options?: PageOptions): Promise<PanelPage> =>
  journeys.open(server, address, options);
const toast = (page: Page) => page.getByTestId('toast');
const list = (page: Page, kind: 'Ideas' | 'Comments' = 'Ideas') =>
  page.getByRole('table', { name: `${kind} to review` });
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const stateOf = async (table: 'suggestions' | 'comments', id: string) =>
  (await server.database.pool.query<{ state: string }>(`select state from ${table} where id = $1`, [id]))
    .rows[0]!.state;

/** Three ideas that wait, the newest last. */
async function buildWaiting(): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, title] of ['Cheap pills', 'Offline mode', 'Calendar export'].entries()) {
    const row = await buildSuggestion(server.database, server.tenant, {
      title,
      body: `Text of ${title}`,
      forum_id: records.product.id,
      creator_id: records.femke.id,
      state: 'pending',
      created_at: new Date(Date.UTC(2026, 0, n + 1)),
    });
    ids.push(row.id);
  }
  return ids;
}

describe('the way there', () => {
  test('[DEC-194] is shown where something is held back, with its count, and not elsewhere', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions');
    const views = page
      .getByRole('navigation', { name: 'Saved views' })
      .or(page.getByRole('navigation').filter({ hasText: 'Unassigned' }));
    await views.getByText('Unassigned').waitFor();
    await expect.poll(() => views.getByText('Needs review').count()).toBe(0);
    await buildWaiting();
    const entry = views.getByRole('link', { name: /^Needs review/ });
    // what others write may be missing from a total for ten seconds
    await expect
      .poll(
        async () => {
          await page.reload();
          await views.getByText('Unassigned').waitFor();
          return (await entry.count()) === 0 ? null : entry.textContent();
        },
        { timeout: 20_000, interval: 2_000 },
      )
      .toBe('Needs review3');
    await entry.click();
    await page.getByRole('heading', { level: 1, name: 'Needs review' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(REVIEW);
    await list(page).getByText('Offline mode').waitFor();
  });

  test('a forum that moderates shows it without a count, and the empty queue says so', async () => {
    await server.call('mutation ($id: ID!) { forum_update(id: $id, moderation_enabled: true) { id } }', {
      id: records.product.id,
    });
    const { page } = await open('/admin/v3/feedback/suggestions');
    await page.getByRole('link', { name: 'Needs review', exact: true }).click();
    await page.getByText('All caught up').waitFor();
    await page.getByRole('link', { name: /^Comments/ }).click();
    await page.getByText('Comments from moderated forums wait here').waitFor();
    await page.getByRole('radio', { name: 'Spam' }).check();
    await page.getByText('No spam').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('the queue', () => {
  test('[DEC-194] is worked through by keys: K and J move, A approves, S marks as spam, D deletes, and Undo takes it back', async () => {
    const [pills, offline, calendar] = await buildWaiting();
    const { page } = await open();
    await preview(page).getByText('Text of Calendar export').waitFor();
    await page.keyboard.press('j');
    await preview(page).getByText('Text of Offline mode').waitFor();
    await page.keyboard.press('k');
    await preview(page).getByText('Text of Calendar export').waitFor();
    await page.keyboard.press('a');
    await toast(page).getByText('1 idea approved.').waitFor();
    await preview(page).getByText('Text of Offline mode').waitFor();
    expect(await stateOf('suggestions', calendar!)).toBe('approved');
    await page.keyboard.press('j');
    await preview(page).getByText('Text of Cheap pills').waitFor();
    await page.keyboard.press('s');
    await toast(page).getByText('1 idea marked as spam.').waitFor();
    expect(await stateOf('suggestions', pills!)).toBe('spam');
    await preview(page).getByText('Text of Offline mode').waitFor();
    await page.keyboard.press('d');
    await toast(page).getByText('1 idea deleted.').waitFor();
    expect(await stateOf('suggestions', offline!)).toBe('deleted');
    await page.getByText('All caught up').waitFor();
    await toast(page).filter({ hasText: '1 idea deleted.' }).getByRole('button', { name: 'Undo' }).click();
    await list(page).getByText('Offline mode').waitFor();
    expect(await stateOf('suggestions', offline!)).toBe('pending');
    await page.getByRole('radio', { name: 'Spam' }).check();
    await preview(page)
      .getByRole('button', { name: /^Not spam/ })
      .click();
    await page.getByText('No spam').waitFor();
    expect(await stateOf('suggestions', pills!)).toBe('approved');
  });

  test('many are chosen and decided about together', async () => {
    const ids = await buildWaiting();
    const { page } = await open();
    await page.getByRole('checkbox', { name: 'Select Offline mode' }).check();
    await page.getByRole('checkbox', { name: 'Select Cheap pills' }).check();
    const bar = page.getByRole('toolbar').filter({ hasText: '2 selected' });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete 2 ideas?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await toast(page).getByText('2 ideas deleted.').waitFor();
    expect(await Promise.all(ids.map((id) => stateOf('suggestions', id)))).toEqual([
      'deleted',
      'deleted',
      'pending',
    ]);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await toast(page).getByText('Undone.').waitFor();
    await list(page).getByText('Cheap pills').waitFor();
    expect(await Promise.all(ids.map((id) => stateOf('suggestions', id)))).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
  });

  test('comments wait there too, and count once they are approved', async () => {
    const comment = await buildComment(server.database, server.tenant, {
      suggestion_id: records.exportIdea,
      creator_id: records.priya.id,
      body: 'Please hurry',
      state: 'pending',
    });
    const { page } = await open(`${REVIEW}?kind=comments`);
    await list(page, 'Comments').getByText('Please hurry').waitFor();
    await preview(page).getByText('Export voters with account revenue').waitFor();
    await preview(page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await toast(page).getByText('1 comment approved.').waitFor();
    expect(await stateOf('comments', comment.id)).toBe('approved');
    const { suggestion } = await server.call<{ suggestion: { comments_count: number } }>(
      'query ($id: ID!) { suggestion(id: $id) { comments_count } }',
      { id: records.exportIdea },
    );
    expect(suggestion.comments_count).toBe(1);
  });

  test('beside the text stands whom the author works for and how much of theirs was spam; the keys stand in the footer', async () => {
    await buildWaiting();
    for (const state of ['spam', 'spam', 'approved'])
      await buildSuggestion(server.database, server.tenant, {
        title: `One of before, ${state}`,
        forum_id: records.product.id,
        creator_id: records.femke.id,
        state,
      });
    const { page } = await open();
    await preview(page).getByText('2 marked as spam').waitFor();
    await preview(page).getByText('J', { exact: true }).waitFor();
  });

  test('an idea that waits is approved on its own page', async () => {
    const [pills] = await buildWaiting();
    const { page } = await open(`/admin/v3/ideas/${pills}`);
    await page.getByText('This idea is waiting for approval.').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await toast(page).getByText('1 idea approved.').waitFor();
    await page.getByText('This idea is waiting for approval.').waitFor({ state: 'hidden' });
  });

  test('has nothing that axe complains about, light and dark, and fits a small window', async () => {
    await buildWaiting();
    const { page } = await open(REVIEW, { width: 1024, height: 700 });
    await preview(page).getByText('Text of Calendar export').waitFor();
    await page.getByRole('checkbox', { name: 'Select Offline mode' }).check();
    await page.getByRole('toolbar').getByText('1 selected').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    // on a phone a row opens, and each button is within reach; a second click within 300 ms would be a double one
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').getByText('1 selected').waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('tr[data-row-id]').first().click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByText('Text of Calendar export').waitFor();
    const ends = await dialog
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right));
    expect(ends.length).toBeGreaterThan(2);
    expect(Math.max(...ends)).toBeLessThan(390);
  });
});

describe('people', () => {
  test('[DEC-038] somebody is blocked from their card, shown as such, and let in again', async () => {
    await writeComment(server, records.exportIdea, records.femke, 'Buy my pills');
    const { page } = await open(`/admin/v3/ideas/${records.exportIdea}`);
    const line = page.locator('[data-kind="comment_created"]');
    await line.getByRole('button', { name: 'Femke de Vries', exact: true }).click();
    const card = page.getByRole('dialog', { name: 'About Femke de Vries' });
    await card.getByText('Northwind', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Block Femke de Vries?' });
    await dialog.getByText('their ideas and comments are marked as spam', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Block' }).click();
    await toast(page).getByText('Femke de Vries is blocked.').waitFor();
    await page.getByText('This idea was marked as spam.').waitFor();
    await line.waitFor({ state: 'hidden' });
    const aside = page.getByRole('complementary', { name: 'Details' });
    await aside.getByText('Blocked').waitFor();

    await aside.getByRole('button', { name: 'Femke de Vries', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'About Femke de Vries' })
      .getByRole('button', { name: 'More actions' })
      .click();
    await page.getByRole('menuitem', { name: 'Unblock' }).click();
    await page
      .getByRole('alertdialog', { name: 'Unblock Femke de Vries?' })
      .getByRole('button', { name: 'Unblock' })
      .click();
    await toast(page).getByText('Femke de Vries is unblocked.').waitFor();
    await line.getByText('Buy my pills').waitFor();
    const { suggestion } = await server.call<{ suggestion: { state: string; votes_count: number } }>(
      'query ($id: ID!) { suggestion(id: $id) { state votes_count } }',
      { id: records.exportIdea },
    );
    expect(suggestion).toEqual({ state: 'approved', votes_count: 1 });
  });

  test('[DEC-038] a voter who was blocked is found in the list of blocked people, by the palette, and let in again from there', async () => {
    const { page } = await open();
    await page.getByRole('radio', { name: 'Blocked people' }).check({ force: true });
    await page.getByText('No one is blocked').waitFor();
    await server.call('mutation ($id: ID!) { user_block(id: $id, blocked: true) { id } }', {
      id: records.femke.id,
    });
    await page.goto(`${server.url}/admin-console/insights`);
    await page.getByRole('heading', { name: 'Insights' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('blocked people');
    await page.getByRole('option', { name: 'Blocked people', exact: true }).click();
    const people = page.getByRole('table', { name: 'Blocked people' });
    await people.getByText('femke@northwind.example', { exact: false }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await people.getByRole('button', { name: 'Femke de Vries', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'About Femke de Vries' })
      .getByRole('button', { name: 'More actions' })
      .click();
    await page.getByRole('menuitem', { name: 'Unblock' }).click();
    await page
      .getByRole('alertdialog', { name: 'Unblock Femke de Vries?' })
      .getByRole('button', { name: 'Unblock' })
      .click();
    await page.getByText('No one is blocked').waitFor();
  });

  test('nobody is offered to block themselves', async () => {
    await server.call(
      'mutation ($l: CommentCreateLinks!) { comment_create(links: $l, body: "Soon") { id } }',
      { l: { suggestion: records.exportIdea } },
    );
    const { page } = await open(`/admin/v3/ideas/${records.exportIdea}`);
    await page
      .locator('[data-kind="comment_created"]')
      .getByRole('button', { name: 'Ana Ruiz', exact: true })
      .click();
    const card = page.getByRole('dialog', { name: 'About Ana Ruiz' });
    await card.getByText('ana@demo.example').waitFor();
    await expect.poll(() => card.getByRole('button', { name: 'More actions' }).count()).toBe(0);
  });
});

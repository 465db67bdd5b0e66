/** The knowledge base: written in the console, read by anyone at /help, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import { buildArticle, insertRow } from '../server/db/builders.ts';
import { NO_PERMISSIONS } from '../contract/permissions.ts';
import { knowledgeBaseAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { liftByKey, violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});
const section = (name: string, position: number) =>
  insertRow(workspace.database, 'article_sections', {
    subdomain_id: workspace.tenant.id,
    name,
    position,
  });

/** Lets whoever signs in see ideas, and articles as far as it says. */
const as = (knowledgebase: 'r' | 'no') =>
  workspace.database.pool.query('update users set permissions = $2 where id = $1', [
    workspace.admin.id,
    JSON.stringify({ ...NO_PERMISSIONS, feedback_admin_ui: true, knowledgebase }),
  ]);

test('[ROUTE-039] [NAV-012] an article is begun, saves itself, is published, changed and read at /help', async () => {
  const { page } = await journeys.open(workspace, knowledgeBaseAddress());
  await page.getByText('No articles yet').waitFor();
  await page.getByRole('button', { name: 'New section' }).last().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Payroll & invoices');
  await page.getByRole('button', { name: 'Create section' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Night rates in the export');
  await page.getByRole('textbox', { name: 'Text' }).fill('Open the settings of the payroll.');
  await page.getByText('Saved as a draft').waitFor();
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe('Night rates in the export');
  await page.getByRole('navigation', { name: 'Articles' }).getByText('Draft').waitFor();

  await page.keyboard.press('Control+Enter');
  await page.getByText('“Night rates in the export” is published.').first().waitFor();
  const link = page.getByRole('complementary', { name: 'Details' }).getByRole('link');
  await link.waitFor();
  const address = (await link.getAttribute('href'))!;
  expect(address).toMatch(/^\/help\/\d+-night-rates-in-the-export$/);
  await title.fill('Night and Sunday rates');
  await page.getByText('Readers don’t see these changes yet.').waitFor();
  await page.getByRole('img', { name: 'Has changes that readers don’t see yet' }).waitFor();
  const read = (path: string) => page.evaluate(async (address) => (await fetch(address)).text(), path);
  expect(await read(address)).toContain('<h1 dir="auto">Night rates in the export</h1>');
  await page.getByRole('button', { name: 'Article actions' }).click();
  await page.getByRole('menuitem', { name: 'Discard changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => title.inputValue()).toBe('Night rates in the export');
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Article actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete article' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Choose an article').waitFor();
  expect(await read(address)).toContain('Page not found');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('is back.').first().waitFor();
  expect(await read(address)).toContain('Open the settings of the payroll.');
});

test('[DEC-172] articles are found by their words, moved between sections and in their order', async () => {
  const [pay, begin] = [await section('Pay', 1), await section('Begin', 2)];
  const at = (title: string, position: number) =>
    buildArticle(workspace.database, workspace.tenant, { section_id: pay.id, title, position });
  const [rates, invoices] = [await at('Rates', 1), await at('Invoices', 2)];
  await insertRow(workspace.database, 'article_searches', {
    subdomain_id: workspace.tenant.id,
    words: 'datev night',
    searches_count: 14,
  });
  const { page } = await journeys.open(workspace, knowledgeBaseAddress(rates.id));
  const tree = page.getByRole('navigation', { name: 'Articles' });
  const titles = async () =>
    (await tree.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);
  await expect.poll(titles).toEqual(['Rates', 'Invoices']);
  await tree.getByRole('button', { name: 'Move Rates' }).focus();
  await liftByKey(page, 'Rates picked up, position 1 of 2.');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Rates is at position 2 of 2.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(titles).toEqual(['Invoices', 'Rates']);

  await page.getByRole('combobox', { name: 'Section' }).click();
  await page.getByRole('option', { name: 'Begin' }).click();
  const order = async () =>
    (
      await workspace.database.pool.query<{ title: string; section_id: string }>(
        'select title, section_id::text from articles where subdomain_id = $1 order by section_id, position',
        [workspace.tenant.id],
      )
    ).rows.map((row) => [row.title, row.section_id === begin.id ? 'Begin' : 'Pay']);
  await expect.poll(order).toEqual([
    ['Invoices', 'Pay'],
    ['Rates', 'Begin'],
  ]);

  await page.getByRole('searchbox', { name: 'Search articles' }).fill('invoi');
  await expect.poll(titles).toEqual(['Invoices']);
  await tree.getByRole('link', { name: 'Invoices' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Invoices');
  expect(new URL(page.url()).searchParams.get('article')).toBe(invoices.id);
  await page.getByText('“datev night”').waitFor();
  await page.getByRole('button', { name: 'Remove “datev night” from the list' }).click();
  await page.getByText('Searches that find nothing are listed here.').waitFor();
});

test('what a colleague saved meanwhile is not overwritten before one has chosen', async () => {
  const article = await buildArticle(workspace.database, workspace.tenant, { title: 'Ours' });
  const { page } = await journeys.open(workspace, knowledgeBaseAddress(article.id));
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.waitFor();
  await workspace.database.pool.query(
    "update articles set title = 'Theirs', updated_at = updated_at + interval '1 second' where id = $1",
    [article.id],
  );
  await title.fill('Mine');
  await page.getByText('Someone else changed this article.').waitFor();
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await page.getByText('Saved as a draft').waitFor();
  await expect
    .poll(
      async () =>
        (
          await workspace.database.pool.query<{ title: string }>('select title from articles where id = $1', [
            article.id,
          ])
        ).rows[0]!.title,
    )
    .toBe('Mine');
});

test('[PERM-014] who may only read articles has nothing to write with', async () => {
  const article = await buildArticle(workspace.database, workspace.tenant, { title: 'Read me' });
  await as('r');
  const { page } = await journeys.open(workspace, knowledgeBaseAddress(article.id));
  await page.getByRole('heading', { name: 'Read me' }).waitFor();
  for (const name of ['New article', 'New section', 'Publish', 'Article actions'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
});

test('[PERM-014] without the right to read articles there is no screen', async () => {
  await as('no');
  const { page } = await journeys.open(workspace, knowledgeBaseAddress());
  await page.getByText('You don’t have access to this').waitFor();
  expect(await page.getByRole('link', { name: 'Knowledge Base' }).count()).toBe(0);
});

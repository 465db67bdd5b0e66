/** The search of the ideas list and the command palette, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildComment,
  buildForum,
  buildStatus,
  buildSuggestion,
  buildSupporter,
  buildUser,
} from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage } from './support/panels.ts';

const LIST = '/admin/v3/feedback/suggestions';
const KEY_MS = 20;

let server: ConsoleWorkspace;
const journeys = journeysOf((workspace) => {
  server = workspace;
});
const open = (address = LIST): Promise<PanelPage> => journeys.open(server, address);

const TITLES = [
  'Invoice per site',
  'Attach photos to the invoice',
  'Voice notes',
  'Dark calendar',
  'Calendar sync',
];

/** Five ideas in two forums, with the words that the background job keeps of them. */
async function buildIdeas(): Promise<{ ids: Map<string, string>; web: string; mobile: string }> {
  const { database: at, tenant } = server;
  const web = await buildForum(at, tenant, { name: 'Web' });
  const mobile = await buildForum(at, tenant, { name: 'Mobile' });
  const planned = await buildStatus(at, tenant, { name: 'Planned', hex_color: '#2563eb' });
  const ids = new Map<string, string>();
  for (const [index, title] of TITLES.entries()) {
    const idea = await buildSuggestion(at, tenant, {
      title,
      body: `${'They have waited for it since the spring. '.repeat(3)}Then a gondola came by.`,
      forum_id: index < 3 ? web.id : mobile.id,
      status_id: index === 0 ? planned.id : null,
      votes_count: 10 + index,
    });
    ids.set(title, idea.id);
  }
  await at.pool.query(
    "insert into search_words (subdomain_id, word, ideas_count) select $1, w, 2 from unnest('{invoice,site,attach,photos,voice,notes,dark,calendar,sync,gondola}'::text[]) w on conflict do nothing",
    [tenant.id],
  );
  return { ids, web: web.id, mobile: mobile.id };
}

const rows = (page: Page) => page.locator('tbody tr[data-row-id]');
const titles = (page: Page): Promise<string[]> => page.locator('tbody tr[data-row-id] a').allTextContents();
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search ideas' });
/** Title of the row that has the focus; null: none has. */
const focusedRow = (page: Page): Promise<string | null> =>
  page.evaluate(() =>
    document.activeElement instanceof HTMLTableRowElement
      ? (document.activeElement.querySelector('a')?.textContent ?? '')
      : null,
  );
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

describe('the search of the list', () => {
  test('[CALL-Q-072] Enter leads to the first hit as soon as it is there, the arrow keys on, / and Esc back; the text stays until it is cleared', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).nth(4).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('invoice', { delay: KEY_MS });
    // before anything was asked for
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedRow(page)).toBe('Invoice per site');
    expect(await field(page).inputValue()).toBe('invoice');
    await page.getByText('2 of 5').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focusedRow(page)).toBe('Attach photos to the invoice');
    await page.keyboard.press('Escape');
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedRow(page)).toBe('Invoice per site');
    // the text is selected: what is typed takes its place
    await page.keyboard.press('/');
    await page.keyboard.type('calendar', { delay: KEY_MS });
    await expect.poll(() => titles(page)).toEqual(expect.arrayContaining(['Dark calendar', 'Calendar sync']));
    await page.keyboard.press('Escape');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.getByText('1–5 of 5').waitFor();
  });

  test('hits are marked in titles and excerpts, which begin where the first one is; the order is best match until another is chosen', async () => {
    await buildIdeas();
    const { page } = await open(`${LIST}?q=gondolas`);
    await rows(page).nth(4).waitFor();
    await expect
      .poll(() => page.locator('tbody mark').allTextContents())
      .toEqual(TITLES.map(() => 'gondola'));
    expect(await rows(page).first().textContent()).toContain(
      '… it since the spring. Then a gondola came by.',
    );
    await page.getByRole('button', { name: 'Best match' }).waitFor();
    await page.getByRole('columnheader', { name: /Votes/ }).first().getByRole('button').first().click();
    await expect.poll(async () => (await titles(page))[0]).toBe('Calendar sync');
    await page
      .getByRole('button', { name: /^Votes/ })
      .and(page.locator('[aria-haspopup]'))
      .click();
    await page
      .getByRole('menuitemradio', { name: 'Best match' })
      .or(page.getByRole('menuitem', { name: 'Best match' }))
      .or(page.getByRole('menuitemcheckbox', { name: 'Best match' }))
      .click();
    expect(new URL(page.url()).search).toBe('?q=gondolas');
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('a typing error is forgiven, said, and can be insisted on; nothing found offers the nearest words, which Enter takes', async () => {
    await buildIdeas();
    const { page } = await open(`${LIST}?q=invoce`);
    await rows(page).nth(1).waitFor();
    await page.getByText('No idea has “invoce”. Showing “invoice”.').waitFor();
    await expect.poll(() => page.locator('tbody mark').first().textContent()).toMatch(/invoice/i);
    await page.getByRole('button', { name: 'Search only for “invoce”' }).click();
    await page.getByRole('heading', { name: 'No ideas match “:invoce”' }).waitFor();
    const nearest = page.getByRole('button', { name: 'invoice 2 ideas' });
    await nearest.waitFor();
    await page.getByText('Close in meaning').waitFor();
    expect(await page.getByText('0 of 5').count()).toBe(1);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    // the field has the focus again
    await page.keyboard.press('Enter');
    await rows(page).nth(1).waitFor();
    expect(await field(page).inputValue()).toBe('invoice');
  });

  test('with filters on all ideas come first; I begins an idea with the text, and Esc clears', async () => {
    const { mobile } = await buildIdeas();
    const { page } = await open(`${LIST}?q=invoice&forum=${mobile}`);
    await page.getByRole('heading', { name: 'No ideas match “invoice” in Mobile' }).waitFor();
    await page.getByRole('button', { name: 'Search all ideas (2)' }).waitFor();
    await page.keyboard.press('i');
    const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
    await expect.poll(() => title.inputValue()).toBe('invoice');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Search all ideas (2)' }).click();
    await rows(page).nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('?q=invoice');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText('1–5 of 5').waitFor();
  });

  test('[CALL-Q-072] it offers the idea of a number or of an id at the source, people and accounts as filters, and what was said in comments and feedback', async () => {
    const { ids } = await buildIdeas();
    const { database: at, tenant } = server;
    const notes = ids.get('Voice notes')!;
    await at.pool.query("update suggestions set external_id = 'canny:p1005' where id = $1", [notes]);
    const account = await buildAccount(at, tenant, { name: 'Northwind' });
    const bethan = await buildUser(at, tenant, { name: 'Bethan Harrow', account_id: account.id });
    await buildSupporter(at, tenant, { suggestion_id: notes, user_id: bethan.id });
    await at.pool.query('update users set supported_suggestions_count = 1 where id = $1', [bethan.id]);
    await buildComment(at, tenant, {
      suggestion_id: ids.get('Calendar sync')!,
      creator_id: bethan.id,
      body: 'We look at it before the renewal.',
    });
    const { page } = await open();
    await rows(page).nth(4).waitFor();
    const offers = page.getByRole('group', { name: 'Also found' });
    await field(page).fill('p1005');
    await offers.getByRole('link', { name: 'p1005: Voice notes' }).waitFor();
    await field(page).fill(`#${notes}`);
    await offers.getByRole('link', { name: `#${notes} Voice notes` }).waitFor();
    await field(page).fill('northwind');
    await offers.getByRole('button', { name: 'Account: Northwind' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await field(page).fill('renewals');
    await offers.getByRole('button', { name: '1 idea with “renewals” in comments or feedback' }).click();
    await expect.poll(() => titles(page)).toEqual(['Calendar sync']);
    await page
      .getByRole('button', { name: /In comments or feedback/ })
      .first()
      .waitFor();
    await page.goto(`${server.url}${LIST}?q=harrow`);
    await offers.getByRole('button', { name: 'Voter: Bethan Harrow' }).click();
    await expect.poll(() => titles(page)).toEqual(['Voice notes']);
    expect(await field(page).inputValue()).toBe('');
  });

  test('ideas that others add are told above the list, and shown when one wants', async () => {
    await buildIdeas();
    const { database: at, tenant } = server;
    const { page } = await open();
    await rows(page).nth(4).waitFor();
    const told = page.getByText('1 new idea', { exact: false });
    await buildSuggestion(at, tenant, { title: 'Brand new', votes_count: 100 });
    await at.pool.query(
      'update forums set suggestions_count = (select count(*) from suggestions s where s.forum_id = forums.id) where subdomain_id = $1',
      [tenant.id],
    );
    await expect
      .poll(
        async () => {
          // as any process says it of an import
          await at.pool.query("select pg_notify('earshot_live', $1)", [
            JSON.stringify({
              event: 'changed',
              entity: 'suggestion',
              ids: [],
              subdomain_id: tenant.id,
              user_ids: null,
            }),
          ]);
          return told.count();
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toBe(1);
    expect(await rows(page).count()).toBe(5);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(async () => (await titles(page))[0]).toBe('Brand new');
    await expect.poll(() => told.count()).toBe(0);
  });
});

describe('the command palette', () => {
  test('begins with what can be done to the open idea: Ctrl K, "sta", Enter opens the status panel', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open(`/admin/v3/ideas/${ids.get('Voice notes')}`);
    await page.getByRole('heading', { name: 'Voice notes' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByText('On this idea').waitFor();
    await page.keyboard.type('sta', { delay: KEY_MS });
    const options = palette(page).getByRole('option');
    await expect.poll(() => options.first().textContent()).toMatch(/^Post public status/);
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /status/i }).waitFor();
    expect(await palette(page).count()).toBe(0);
  });

  test('finds ideas with status and votes and those opened last, goes by groups, and searches them all with Ctrl Enter', async () => {
    const { ids } = await buildIdeas();
    const { page } = await open(`/admin/v3/ideas/${ids.get('Invoice per site')}`);
    await page.getByRole('heading', { name: 'Invoice per site' }).first().waitFor();
    await page.goto(new URL(LIST, page.url()).href);
    await rows(page).nth(4).waitFor();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('group', { name: 'Recent' }).getByText('Invoice per site').waitFor();
    await page.keyboard.type('invo', { delay: KEY_MS });
    const ideas = palette(page).getByRole('group', { name: 'Ideas' });
    await ideas.getByRole('option', { name: /Attach photos.*11 votes/ }).waitFor();
    await expect.poll(() => palette(page).locator('mark').allTextContents()).toEqual(['Invo', 'invo']);
    expect(await palette(page).getByText('Planned').count()).toBe(1);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await ideas.getByRole('option').first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Control+Enter');
    await rows(page).nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('?q=invo');
  });

  test('Enter typed at once opens what the whole text finds; > leaves ideas out; nothing found offers the nearest word', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).nth(4).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('>calendar', { delay: KEY_MS });
    await palette(page).getByText('Nothing found for “calendar”.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('envoycis', { delay: KEY_MS });
    await palette(page).getByText('Nothing found for “envoycis”.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('kalendarr', { delay: KEY_MS });
    await palette(page)
      .getByRole('option', { name: /^calendar/ })
      .waitFor();
    await page.keyboard.press('Enter');
    expect(await palette(page).getByRole('combobox').inputValue()).toBe('calendar');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('dark cal', { delay: KEY_MS });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dark calendar' }).first().waitFor();
  });

  test('acts on the selected ideas of the list', async () => {
    await buildIdeas();
    const { page } = await open();
    await rows(page).nth(4).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Control+k');
    await palette(page).getByText('On 2 selected ideas').waitFor();
    await page.keyboard.type('label', { delay: KEY_MS });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Labels of 2 ideas/ }).waitFor();
  });
});

/** What a colleague changes of ideas, seen in another window while it stands open, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildUser } from '../server/db/builders.ts';
import { ideaAddress, ideasAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords } from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(workspace);
});

/** A window that hears events. @param loads as `PageOptions` has it */
async function open(address: string, loads = false): Promise<PanelPage> {
  let stream: Promise<unknown> = Promise.resolve();
  const each = await journeys.open(server, address, {
    loads,
    before: async (page) => {
      stream = page.waitForResponse((response) => response.url().endsWith('/clients/admin-console/events'));
    },
  });
  await stream;
  return each;
}

const aside = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const feed = (page: Page) => page.getByRole('list', { name: 'All activity' });
const tab = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
/** Gives an idea votes of new people. */
async function vote(id: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { id: user } = await buildUser(server.database, server.tenant);
    await server.call(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: true) { id } }',
      { id, user },
    );
  }
}

describe('an idea that stands open in two windows', () => {
  test('[STATE-021] shows what is changed in the other one, and leaves alone what is being typed and chosen', async () => {
    const [mine, theirs] = [
      await open(ideaAddress(records.exportIdea)),
      await open(ideaAddress(records.exportIdea)),
    ];
    const { page } = mine;
    await tab(page, 'Comments').check({ force: true });
    const composer = page.getByRole('textbox', { name: 'Public reply' });
    await composer
      .or(page.getByRole('button', { name: 'Reply publicly…' }))
      .first()
      .click();
    await composer.fill('We are half way through');
    await composer.evaluate((element) => (element as HTMLTextAreaElement).setSelectionRange(7, 15));

    await theirs.page.keyboard.press('e');
    const panel = theirs.page
      .getByRole('dialog')
      .filter({ has: theirs.page.getByRole('button', { name: 'Save Idea' }) });
    await panel.getByRole('textbox', { name: /^Title/ }).fill('Export the voters of an idea');
    await panel.getByRole('button', { name: 'Save Idea' }).click();
    await page.getByRole('heading', { level: 1, name: 'Export the voters of an idea' }).waitFor();

    await server.call(
      'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
      { id: records.exportIdea, owner: server.admin.id },
    );
    await aside(page).getByText('Ana Ruiz').waitFor();
    await server.call(
      'mutation ($id: ID!) { comment_create(links: { suggestion: $id }, body: "It comes in May.") { id } }',
      { id: records.exportIdea },
    );
    await page.getByText('It comes in May.').waitFor();
    await tab(page, 'Comments 1').waitFor();
    await server.call('mutation ($id: ID!) { note_create(suggestion: $id, body: "Ask finance.") { id } }', {
      id: records.exportIdea,
    });
    await tab(page, 'Notes 1').waitFor();
    await server.call(
      'mutation ($id: ID!) { status_update_create(links: { suggestion: $id, status: null }) { id } }',
      { id: records.exportIdea },
    );
    await aside(page).getByText('No Status').waitFor();

    expect(await composer.inputValue()).toBe('We are half way through');
    expect(
      await composer.evaluate((element) => [
        (element as HTMLTextAreaElement).selectionStart,
        (element as HTMLTextAreaElement).selectionEnd,
        element === document.activeElement,
      ]),
    ).toEqual([7, 15, true]);
    await tab(page, 'All').check({ force: true });
    await feed(page).getByText('renamed this idea', { exact: false }).waitFor();
  });

  test('another idea, and one that nobody changes, is not asked for again', async () => {
    const { page, calls } = await open(ideaAddress(records.darkIdea));
    await feed(page).waitFor();
    const other = await open(ideaAddress(records.exportIdea));
    const before = calls('IdeaDetails').length;
    await server.call('mutation ($id: ID!) { suggestion_update(id: $id, title: "Renamed") { id } }', {
      id: records.exportIdea,
    });
    await other.page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
    expect(calls('IdeaDetails').length).toBe(before);
  });
});

describe('the list of ideas in two windows', () => {
  test('[STATE-021] shows new values where the rows stand: nothing moves, what is selected stays, and the order is that of the next time', async () => {
    await vote(records.exportIdea, 3);
    // loaded, so that the page brings its rows along
    const { page, calls } = await open(ideasAddress(), true);
    await rows(page).first().waitFor();
    const order = () =>
      rows(page).evaluateAll((elements) =>
        elements.map((element) => element.querySelector('a')?.textContent ?? ''),
      );
    const before = await order();
    const dark = rows(page).filter({ hasText: 'Dark mode' });
    expect(before.at(-1)).not.toContain('Export');
    await dark.getByRole('checkbox').click();
    await vote(records.darkIdea, 6);
    // the author wants it, too
    await expect.poll(() => dark.textContent(), { timeout: 10_000 }).toContain('No Status7');
    await server.call(
      'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
      { id: records.darkIdea, owner: server.admin.id },
    );
    await dark.getByText('Ana Ruiz').waitFor();
    expect(await order()).toEqual(before);
    await page.getByText('1 selected').waitFor();
    // six votes were several changes: what was asked for is that row alone; the list itself came with the page
    expect(new Set(calls('IdeasTable').map(({ variables }) => JSON.stringify(variables['query'])))).toEqual(
      new Set([JSON.stringify({ id: [records.darkIdea] })]),
    );
    await page.reload();
    // the first one is the head of the table
    await rows(page).nth(1).getByText('Dark mode').waitFor();
  });

  test('an idea that somebody else deletes or merges leaves the list, and the total with it', async () => {
    const { page } = await open(ideasAddress());
    await page.getByText('1–3 of 3').waitFor();
    await server.call('mutation ($id: ID!) { suggestion_delete(id: $id) { id } }', { id: records.bulkIdea });
    await rows(page).filter({ hasText: 'Bulk edit' }).waitFor({ state: 'detached' });
    await page.getByText('1–2 of 2').waitFor();
    await server.call(
      'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id } }',
      { winner: records.exportIdea, losers: [records.darkIdea] },
    );
    await rows(page).filter({ hasText: 'Dark mode' }).waitFor({ state: 'detached' });
    await rows(page).filter({ hasText: 'Export' }).waitFor();
  });
});

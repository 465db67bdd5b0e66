/** Notes of the team and flags on an idea, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { notificationTarget } from '../contract/notifications.ts';
import { buildAdmin, buildUser } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, routeCalls, violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;
let ben: Awaited<ReturnType<typeof buildAdmin>>;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(server);
  ben = await buildAdmin(server.database, server.tenant, {
    name: 'Ben Okafor',
    email_address: 'ben@demo.example',
  });
});

const open = (address = `/admin/v3/ideas/${records.exportIdea}`, options?: PageOptions): Promise<PanelPage> =>
  journeys.open(server, address, options);
const toast = (page: Page) => page.getByTestId('toast');
const feed = (page: Page) => page.getByRole('list', { name: 'All activity' });
const editor = (page: Page, name = 'Note') => page.getByRole('textbox', { name, exact: true });
/** Waits until what is typed goes into the editor. */
async function editorFocus(page: Page): Promise<void> {
  await editor(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Note');
}
const rows = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.pool.query(text, values)).rows as T[];

/** Writes a note, or a reply, by call. Answers its id. */
async function writeNote(input: { suggestion?: string; note?: string; body: string }): Promise<string> {
  return (
    await server.call<{ note_create: { id: string } }>(
      'mutation ($suggestion: ID, $note: ID, $body: String!) { note_create(suggestion: $suggestion, note: $note, body: $body) { id } }',
      input,
    )
  ).note_create.id;
}

describe('notes', () => {
  test('[VALID-017] [VALID-018] [NOTIF-017] a note is written with @, whose person is told and led to it', async () => {
    await buildUser(server.database, server.tenant, { name: 'Ben Customer' });
    const { page, calls } = await open();
    await page.getByRole('button', { name: /^Note to your team/ }).click();
    await editorFocus(page);
    await page.keyboard.type('Please price this, @be');
    const people = page.getByRole('listbox');
    // of the two called Ben only the one who sees ideas is offered
    await people.getByRole('option', { name: /Ben Okafor/ }).waitFor();
    await expect.poll(() => people.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    const chip = editor(page).locator('.es-mention');
    expect(await chip.getAttribute('value')).toBe(ben.id);
    await expect.poll(() => chip.textContent()).toBe('Ben Okafor');
    await page.keyboard.type('until Friday');
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('Note added!').waitFor();
    const line = feed(page).locator('[data-kind="note_created"]');
    expect(await line.locator('.es-mention').textContent()).toContain('Ben Okafor');
    await page.getByRole('radio', { name: 'Notes 1' }).waitFor();
    expect(calls('AddNote')).toHaveLength(1);

    const [notice] = await rows<{ event: string; user_id: string; note_id: string }>(
      'select event, user_id::text, note_id::text from notifications where subdomain_id = $1',
      server.tenant.id,
    );
    expect(notice).toMatchObject({ event: 'note_mention', user_id: ben.id });
    const target = notificationTarget({
      event: 'note_mention',
      note: { id: notice!.note_id, suggestion: { id: records.exportIdea, title: '' } },
    });
    const there = await open(target!);
    await there.page.locator(`#note-${notice!.note_id}[data-linked]`).waitFor();
  });

  test('[VALID-010] what is pasted keeps its words apart where a link, a picture or a style is not taken', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^Note to your team/ }).click();
    await editorFocus(page);
    const paste = async (html: string): Promise<string> => {
      await editor(page).press('Control+a');
      await editor(page).press('Delete');
      return editor(page).evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', text);
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
        return [...element.querySelectorAll('p')]
          .map((line) => (line as HTMLElement).innerText.trim())
          .join(' / ');
      }, html);
    };
    // a menu of links, a card and a picture from a web page; that the page's policy is content with the style sheet of an office program is seen at the end
    expect(await paste('<a href="/home">Home</a><a href="javascript:x">About</a>')).toBe('Home About');
    expect(
      await paste(
        '<div><a href="/x"><span style="display: block;">Card title</span><span style="display: block;">Card text</span></a></div>',
      ),
    ).toBe('Card title / Card text');
    expect(
      await paste('<p>Ask <a href="https://a.example"><span style="display:block">Acme</span></a> soon</p>'),
    ).toBe('Ask / Acme / soon');
    expect(
      await paste('<p>made by<a href="/a"><img src="https://a.example/x.png" alt="Acme"></a>and others</p>'),
    ).toBe('made by Acme and others');
    expect(await paste('<details><summary>More</summary>Body</details>')).toBe('More / Body');
    expect(
      await paste(
        '<html><head><style>p{color:red}</style></head><body><!--StartFragment--><p class=MsoNormal><a href="file:///C:/x.doc">Local</a> file<o:p></o:p></p><!--EndFragment--></body></html>',
      ),
    ).toBe('Local file');
    expect(
      await paste('<a href="https://a.example/">Ear</a><a href="https://a.example/"><b>shot</b></a>s'),
    ).toBe('Earshots');
    expect(await editor(page).locator('a').first().getAttribute('href')).toBe('https://a.example/');
  });

  test('[NOTIF-018] replies are folded with their count; a link to one of them unfolds it, however deep it stands', async () => {
    const first = await writeNote({ suggestion: records.exportIdea, body: 'The oldest note' });
    const reply = await writeNote({ note: first, body: 'An answer to the oldest' });
    for (let n = 0; n < 24; n += 1)
      await writeNote({ suggestion: records.exportIdea, body: `Later note ${n}` });
    const { page } = await open(`/admin/v3/ideas/${records.exportIdea}#note=${reply}`);
    await page.getByText('An answer to the oldest').waitFor();
    await expect
      .poll(() =>
        page.locator(`#note-${reply}`).evaluate((element) => {
          const box = element.getBoundingClientRect();
          return box.top >= 0 && box.bottom <= window.innerHeight;
        }),
      )
      .toBe(true);

    const thread = page.locator('li', { has: page.locator(`#note-${first}`) });
    await thread.getByRole('button', { name: '1 reply' }).click();
    await page.getByText('An answer to the oldest').waitFor({ state: 'hidden' });
    await thread.getByRole('button', { name: 'Reply', exact: true }).click();
    await editor(page, 'Reply to note').fill('And one more');
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('Reply added!').waitFor();
    await thread.getByRole('button', { name: '2 replies' }).waitFor();
    await thread.getByText('And one more').waitFor();
  });

  test('an own note is changed and deleted, and comes back with its replies', async () => {
    const note = await writeNote({ suggestion: records.exportIdea, body: 'Wrong numbers' });
    await writeNote({ note, body: 'Are they?' });
    const { page } = await open();
    await page.getByRole('button', { name: 'More actions for Ana Ruiz’s note' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await editor(page, 'Edit note').fill('Right numbers');
    await page.getByRole('button', { name: /^Save/ }).click();
    await toast(page).getByText('Note updated!').waitFor();
    await feed(page).getByText('Right numbers').waitFor();

    await page.getByRole('button', { name: 'More actions for Ana Ruiz’s note' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this note?' });
    await dialog.getByText('along with its 1 reply').waitFor();
    await dialog.getByRole('button', { name: 'Delete note' }).click();
    await feed(page).getByText('Right numbers').waitFor({ state: 'hidden' });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await feed(page).getByText('Right numbers').waitFor();
    await feed(page).getByRole('button', { name: '1 reply' }).waitFor();
  });

  test('a note that was changed meanwhile is shown in both versions, and either can stay', async () => {
    const note = await writeNote({ suggestion: records.exportIdea, body: 'Wrong numbers' });
    const { page } = await open();
    const change = (body: string) =>
      server.call('mutation ($id: ID!, $body: String!) { note_update(id: $id, body: $body) { id } }', {
        id: note,
        body,
      });
    const both = page.getByRole('dialog', { name: 'Someone else changed this' });
    await page.getByRole('button', { name: 'More actions for Ana Ruiz’s note' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await change('Their numbers');
    await editor(page, 'Edit note').fill('Mine');
    await page.getByRole('button', { name: /^Save/ }).click();
    await both.getByText('Their numbers', { exact: true }).waitFor();
    await both.getByText('Mine', { exact: true }).waitFor();
    await both.getByRole('button', { name: 'Use theirs' }).click();
    await expect.poll(() => editor(page, 'Edit note').innerText()).toBe('Their numbers');
    await editor(page, 'Edit note').fill('Mine');
    await change('Theirs again');
    await page.getByRole('button', { name: /^Save/ }).click();
    await both.getByRole('button', { name: 'Keep mine' }).click();
    await toast(page).getByText('Note updated!').waitFor();
    await feed(page).getByText('Mine', { exact: true }).waitFor();
  });

  test('what the server refuses of a comment is said at its field and keeps what was typed', async () => {
    const { page, fail, heal } = await open();
    await page.getByRole('button', { name: /^Reply publicly/ }).click();
    const field = page.getByRole('textbox', { name: 'Public reply' });
    await fail('AddStaffComment', 'Nobody may say that.', 'body');
    await field.fill('Something');
    await page.keyboard.press('Control+Enter');
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByText('Nobody may say that.', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('Something');
    await heal();
    await field.fill('Something else');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull();
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('Comment added!').waitFor();
  });

  test("a colleague's note can be deleted by who keeps the settings, and not changed", async () => {
    const note = await writeNote({ suggestion: records.exportIdea, body: 'Mine' });
    await server.database.pool.query('update notes set creator_id = $2 where id = $1', [note, ben.id]);
    const { page } = await open();
    await page.getByRole('button', { name: 'More actions for Ben Okafor’s note' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Copy link', 'Delete']);
  });

  test('nothing typed is lost when a note cannot be saved, nor by a look at another idea', async () => {
    const { page, fail, heal } = await open();
    await feed(page).waitFor();
    await page.keyboard.press('n');
    await editorFocus(page);
    await page.keyboard.type('Half a thought');
    await fail('AddNote', 'The server is tired.');
    await page.getByRole('button', { name: /^Add note/ }).click();
    await toast(page).getByText('Failed to add note: The server is tired.').waitFor();
    await expect.poll(() => editor(page).textContent()).toBe('Half a thought');
    await heal();
    await page.getByRole('link', { name: 'Ideas', exact: true }).click();
    await page.getByRole('link', { name: 'Dark mode for the public portal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dark mode for the public portal' }).waitFor();
    await expect.poll(() => editor(page).count()).toBe(0);
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Export voters with account revenue' }).waitFor();
    await editor(page).getByText('Half a thought').waitFor();
    await page.getByRole('button', { name: /^Add note/ }).click();
    await feed(page).getByText('Half a thought').waitFor();
  });

  test('a note and a public comment that were begun are there after a reload, until they are thrown away', async () => {
    const { page } = await open();
    await feed(page).waitFor();
    await page.keyboard.press('n');
    await editorFocus(page);
    await page.keyboard.type('Half a note');
    await page.reload();
    await editor(page).getByText('Half a note').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Reply publicly/ }).click();
    await page.getByRole('textbox', { name: 'Public reply' }).fill('Half a comment');
    await page.reload();
    await page.getByRole('textbox', { name: 'Public reply' }).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Public reply' }).inputValue())
      .toBe('Half a comment');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('button', { name: /^Reply publicly/ }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Public reply' }).count()).toBe(0);
  });

  test('a link to a note that is gone says so', async () => {
    const note = await writeNote({ suggestion: records.exportIdea, body: 'Short-lived' });
    await server.call('mutation ($id: ID!) { note_delete(id: $id) { id } }', { id: note });
    const { page } = await open(`/admin/v3/ideas/${records.exportIdea}#note=${note}`);
    await page.getByText('This note no longer exists.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByText('This note no longer exists.').waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).hash).toBe('');
  });
});

describe('flags', () => {
  test('[PANEL-042] [PANEL-043] [PANEL-044] [PAGE-008] [ENT-022] [VALID-048] [VALID-086] [TOAST-008] [SCOPE-011] an idea is flagged on behalf of somebody, and the flag is cleared', async () => {
    const { page, calls } = await open();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Flag idea' }).click();
    const panel = page.getByRole('dialog', { name: 'Flag idea' });
    const submit = panel.getByRole('button', { name: /^Submit Flag/ });
    await panel.getByRole('textbox', { name: 'Reason' }).fill('   ');
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Enter a reason').waitFor();
    await panel.getByRole('textbox', { name: 'Reason' }).fill('x'.repeat(2_001));
    await panel.getByText('Reason must have at most 2,000 characters').waitFor();
    expect((await panel.getByRole('textbox', { name: 'Reason' }).inputValue()).length).toBe(2_001);
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a shorter reason to continue');
    await panel.getByRole('textbox', { name: 'Reason' }).fill('x'.repeat(2_000));
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    expect(calls('FlagIdea')).toEqual([]);
    await panel.getByRole('textbox', { name: 'Reason' }).fill('Legal wants to see this first');
    await panel.getByRole('combobox', { name: /On behalf of/ }).fill('Femke');
    await page.getByRole('option', { name: /Femke de Vries/ }).click();
    await submit.click();
    await toast(page).getByText("Flag submitted! You can review this in the idea's activity feed.").waitFor();
    expect(calls('FlagIdea')[0]!.variables).toEqual({
      suggestion: records.exportIdea,
      reason: 'Legal wants to see this first',
      user: { id: records.femke.id },
    });
    const flags = page.getByRole('list', { name: 'Open flags' });
    await flags.getByText('Flagged by Ana Ruiz on behalf of Femke de Vries').waitFor();
    await feed(page)
      .locator('[data-kind="internal_flag_created"]')
      .getByText('Legal wants to see this first')
      .waitFor();
    const { suggestions } = await server.call<{ suggestions: { records: { id: string }[] } }>(
      '{ suggestions(has_internal_flag: true) { records { id } } }',
    );
    expect(suggestions.records).toEqual([{ id: records.exportIdea }]);

    await flags.getByRole('button', { name: 'Clear flag “Legal wants to see this first”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear this flag?' });
    await dialog.getByRole('textbox', { name: /What did you do about it?/ }).fill('Legal agrees');
    await dialog.getByRole('button', { name: /^Clear flag/ }).click();
    await toast(page).getByText('Flag cleared!').waitFor();
    await flags.waitFor({ state: 'hidden' });
    await feed(page).locator('[data-kind="internal_flag_cleared"]').getByText('Legal agrees').waitFor();
  });

  test('[ERR-033] a flag that cannot be added says so and keeps the reason', async () => {
    const { page, fail } = await open();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Flag idea' }).click();
    const panel = page.getByRole('dialog', { name: 'Flag idea' });
    await panel.getByRole('textbox', { name: 'Reason' }).fill('Look at this');
    await fail('FlagIdea', 'No.');
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('Unable to add flag. Please try again later.').waitFor();
    await expect.poll(() => panel.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Look at this');
  });
});

test('[PANEL-042] a panel keeps its fields when the server was away, also where its idea cannot be read again', async () => {
  const { page, calls, fail } = await open();
  await feed(page).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Flag idea' }).click();
  const panel = page.getByRole('dialog', { name: 'Flag idea' });
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Look at this');
  await fail('PanelIdea', 'Not now.');
  await page.context().setOffline(true);
  // asked and not yet failed tells the console nothing
  const failed = page.waitForEvent('requestfailed');
  await panel.getByRole('combobox', { name: /On behalf of/ }).fill('Femke');
  await expect.poll(() => calls('SearchUsers').length).toBeGreaterThan(0);
  await failed;
  const read = calls('IdeaDetails').length;
  await page.context().setOffline(false);
  // everything that is shown is asked again
  await expect.poll(() => calls('IdeaDetails').length).toBeGreaterThan(read);
  await page.getByRole('option', { name: /Femke de Vries/ }).click();
  await page.keyboard.press('Control+Enter');
  await toast(page).getByText('Flag submitted!', { exact: false }).waitFor();
  expect(calls('FlagIdea')[0]!.variables).toMatchObject({
    reason: 'Look at this',
    user: { id: records.femke.id },
  });
  expect(calls('PanelIdea')).toHaveLength(1);
});

test('what a journey lets fail fails from the next call on, also where the browser tells the page late', async () => {
  const { page } = await open('/admin/v3/feedback/suggestions');
  const late: Parameters<typeof routeCalls>[0] = {
    evaluate: page.evaluate.bind(page),
    unroute: page.unroute.bind(page),
    route: async (...route) => void setTimeout(() => void page.route(...route), 300),
  };
  await routeCalls(late, '**/api/v2/admin/graphql', (route) => route.fulfill({ status: 418 }));
  expect(
    await page.evaluate(
      async () => (await fetch('/api/v2/admin/graphql', { method: 'POST', body: '{}' })).status,
    ),
  ).toBe(418);
});

test('the page with notes, flags and an open editor has nothing that axe complains about, light and dark', async () => {
  const note = await writeNote({ suggestion: records.exportIdea, body: 'A note' });
  await writeNote({ note, body: 'A reply' });
  await server.call('mutation ($s: ID!) { internal_flag_create(suggestion: $s, reason: "Look") { id } }', {
    s: records.exportIdea,
  });
  const { page } = await open();
  await feed(page).getByRole('button', { name: '1 reply' }).click();
  await page.getByText('A reply').waitFor();
  // also while the focus is on a button that was pressed
  await page.keyboard.press('n');
  await editorFocus(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

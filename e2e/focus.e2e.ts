/** Where the focus goes when what has it is sent, deleted or switched off, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, captureFeedback, writeComment } from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(workspace);
});

const open = (address = `/admin/v3/ideas/${records.exportIdea}`): Promise<PanelPage> =>
  journeys.open(server, address);
const toast = (page: Page) => page.getByTestId('toast');
const feed = (page: Page) => page.getByRole('list', { name: 'All activity' });

/** Name of what has the focus; 'BODY' when nothing has. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'BODY';
    return element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.tagName);
  });

const writeNote = (body: string): Promise<unknown> =>
  server.call('mutation ($id: ID!, $body: String!) { note_create(suggestion: $id, body: $body) { id } }', {
    id: records.exportIdea,
    body,
  });

describe('after something was sent', () => {
  test('a public comment: the line of the composer; Enter writes the next one', async () => {
    const { page } = await open();
    await feed(page).waitFor();
    await page.keyboard.press('Shift+C');
    const box = page.getByRole('textbox', { name: 'Public reply' });
    await box.fill('We are looking into it.');
    await box.press('Control+Enter');
    await toast(page).getByText('Comment added!').waitFor();
    await expect.poll(() => focused(page)).toContain('Reply publicly');
    await feed(page).getByText('We are looking into it.').waitFor();
    expect(await focused(page)).toContain('Reply publicly');
    await page.keyboard.press('Enter');
    await page.keyboard.type('And again.');
    expect(await box.inputValue()).toBe('And again.');
    // given up with the button
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => focused(page)).toContain('Reply publicly');
  });

  test('a note: the line of notes, not that of public comments; a refused one keeps the editor', async () => {
    const { page, fail, heal } = await open();
    await feed(page).waitFor();
    await page.keyboard.press('n');
    const editor = page.getByRole('textbox', { name: 'Note' });
    await editor.waitFor();
    await page.keyboard.type('Ask Priya about the deadline.');
    await fail('AddNote', 'The service is not available.');
    await page.keyboard.press('Control+Enter');
    await toast(page).getByText('The service is not available.').waitFor();
    await expect.poll(() => focused(page)).toBe('Note');
    await page.keyboard.type(' Soon.');
    await heal();
    await page.keyboard.press('Control+Enter');
    await feed(page).getByText('Ask Priya about the deadline. Soon.').waitFor();
    await expect.poll(() => focused(page)).toContain('Note to your team');
  });

  test('a reply, and a note that was changed: the thread', async () => {
    await writeNote('Who knows more?');
    const { page } = await open();
    await feed(page).getByText('Who knows more?').waitFor();
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByRole('textbox', { name: 'Reply' }).waitFor();
    await page.keyboard.type('I do.');
    await page.keyboard.press('Control+Enter');
    await feed(page).getByText('I do.').waitFor();
    await expect.poll(() => focused(page)).toMatch(/repl/i);
    const more = page.getByRole('button', { name: 'More actions for Ana Ruiz’s note' }).first();
    await more.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Note' }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Please say so.');
    await page.keyboard.press('Control+Enter');
    await feed(page).getByText('Who knows more? Please say so.').waitFor();
    await expect.poll(() => focused(page)).toContain('Ana Ruiz’s note');
  });
});

describe('after something was taken away', () => {
  test('a note: the next entry of the feed', async () => {
    await writeNote('Who knows more?');
    const { page } = await open();
    await page.getByRole('button', { name: 'More actions for Ana Ruiz’s note' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await feed(page).getByText('Who knows more?').waitFor({ state: 'detached' });
    // whose words the entry holds comes first in it
    await expect.poll(() => focused(page)).toBe('Femke de Vries');
  });

  test('a feedback and a comment, from their panels: what stands in their place', async () => {
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    await writeComment(server, records.exportIdea, records.femke, 'We export by hand every Monday.');
    const { page } = await open();
    for (const [pencil, gone] of [
      ['Edit feedback from Priya Raman', 'Finance will not accept a csv.'],
      ['Edit comment by Femke de Vries', 'We export by hand every Monday.'],
    ] as const) {
      await page.getByRole('button', { name: pencil }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await feed(page).getByText(gone).waitFor({ state: 'detached' });
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await expect.poll(() => focused(page)).not.toBe('BODY');
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    }
  });

  test('a vote: its table', async () => {
    const { page } = await open(`/admin/v3/ideas/${records.exportIdea}#tab=voters`);
    await page.getByRole('button', { name: 'Remove Femke de Vries’s vote' }).click();
    await page.getByRole('button', { name: 'Remove Femke de Vries’s vote' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBe('BODY');
  });

  test('a flag: what stands nearest to it', async () => {
    await server.call(
      'mutation ($id: ID!) { internal_flag_create(suggestion: $id, reason: "Legal has to look at it.") { id } }',
      { id: records.exportIdea },
    );
    const { page } = await open();
    await feed(page).waitFor();
    await page.getByRole('button', { name: 'Clear flag “Legal has to look at it.”' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('button', { name: 'Clear flag “Legal has to look at it.”' })
      .waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBe('BODY');
    expect(await page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true);
  });

  test('the last page of a list: the button that is switched off hands over to the one beside it', async () => {
    for (let n = 0; n < 25; n += 1) {
      await server.call(
        'mutation ($title: String!, $links: SuggestionLinks!) { suggestion_create(title: $title, links: $links) { id } }',
        { title: `Idea number ${n}`, links: { forum: records.product.id } },
      );
    }
    const { page } = await open('/admin/v3/feedback/suggestions?per_page=20');
    // it works once it is known that there is a next page
    await page.getByRole('button', { name: 'Next page', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]page=2/);
    await expect.poll(() => focused(page)).toBe('Previous page');
  });
});

test('who clicks beside a field has left it: nothing takes the focus when that field goes', async () => {
  const { page } = await open();
  await feed(page).waitFor();
  await page.keyboard.press('Shift+C');
  await page.getByRole('textbox', { name: 'Public reply' }).waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  const holder = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.tagName);
  // the page's content has it, so that the arrow keys scroll
  await expect.poll(holder).toBe('MAIN');
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    return new Promise((resolve) => {
      setTimeout(() => {
        document.querySelector('form')?.remove();
        setTimeout(resolve, 100);
      }, 50);
    });
  });
  expect(await holder()).toBe('BODY');
});

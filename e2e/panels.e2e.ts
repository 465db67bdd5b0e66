/** The panels for feedback, ideas, comments and voters, in a Chromium on the real server. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, captureFeedback, violations, writeComment } from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(workspace);
});

/** A page on the idea that most journeys are about. */
async function openIdeaPage(options: PageOptions = {}, id = records.exportIdea): Promise<PanelPage> {
  const page = await journeys.open(server, `/admin/v3/ideas/${id}`, options);
  await page.page
    .getByRole('tab', { name: /All activity/ })
    .or(page.page.getByText('All activity'))
    .first()
    .waitFor();
  return page;
}

const panelOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const toastOf = (page: Page): Locator => page.getByTestId('toast');
const isFocused = async (field: Locator): Promise<void> =>
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
const pick = async (panel: Locator, name: string): Promise<void> => {
  await panel.getByRole('combobox', { name: 'User' }).fill(name);
  await panel
    .page()
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
};
/** Opens the field for the source, which is an icon until it is used. */
const showSource = (panel: Locator): Promise<void> =>
  panel.getByRole('button', { name: 'Add source URL' }).click();
const stored = async <T>(query: string, variables: Record<string, unknown>): Promise<T> =>
  server.call<T>(query, variables);
const feedbackOf = (id: string) =>
  stored<{
    feedback_records: {
      records: {
        id: string;
        body: string;
        channel: string;
        body_mime_type: string;
        source_url: string | null;
        user: { name: string };
      }[];
    };
  }>(
    'query ($id: [ID!]) { feedback_records(suggestion: $id) { records { id body channel body_mime_type source_url user { name } } } }',
    { id: [id] },
  ).then((answer) => answer.feedback_records.records);
const supportersOf = (id: string) =>
  stored<{ suggestion: { supporters_count: number } }>(
    'query ($id: ID!) { suggestion(id: $id) { supporters_count } }',
    { id },
  ).then((answer) => answer.suggestion.supporters_count);

describe('Add feedback', () => {
  test('[PANEL-001] [PANEL-003] [PANEL-006] [PANEL-008] [PANEL-009] [PANEL-010] [PANEL-011] [PANEL-012] [PANEL-013] [PANEL-014] [PANEL-015] [PANEL-017] [PANEL-018] it stands at the right edge, 400 px wide, with its sections', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.waitFor();
    expect(await panel.boundingBox()).toMatchObject({ x: 1040, width: 400, height: 900 });
    const section = panel.getByRole('button', { name: 'Feedback (private)' });
    expect(await section.getAttribute('aria-expanded')).toBe('true');
    await panel.getByLabel('Feedback', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Add files' }).waitFor();
    await showSource(panel);
    await panel.getByLabel('Source URL').waitFor();
    await panel.getByRole('button', { name: 'Idea linked' }).waitFor();
    await panel.getByRole('button', { name: 'Who is it from?' }).waitFor();
    await panel.getByRole('switch', { name: 'Subscribe to updates' }).waitFor();
    await panel.getByRole('button', { name: 'Add Feedback' }).waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await panel.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await section.click();
    await panel.getByLabel('Feedback', { exact: true }).waitFor({ state: 'hidden' });
  });

  test('[PANEL-004] [PANEL-005] an untouched panel closes on Escape; it slides for 350 ms', async () => {
    const { page } = await openIdeaPage({ motion: true });
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.waitFor();
    expect(await panel.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.35s');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('[VALID-039] [VALID-040] [VALID-041] the button says what is still needed, and works once nothing is', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    const submit = panel.getByRole('button', { name: 'Add Feedback' });
    await panel.getByRole('button', { name: /^Unlink/ }).click();
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await expect
      .poll(() => submit.getAttribute('data-tip'))
      .toBe('Add the feedback, an idea, and a person to continue');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs the export with revenue.');
    await pick(panel, 'Priya Raman');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add an idea to continue');
    await panel.getByRole('button', { name: 'Link Export voters with account revenue' }).first().click();
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await panel.getByLabel('Feedback', { exact: true }).fill('   ');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add the feedback to continue');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs the export with revenue.');
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await panel.getByRole('button', { name: 'Remove Priya Raman' }).click();
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a person to continue');
  });

  test('[VALID-042] [VALID-043] [VALID-044] the source URL is checked when it is left, and may be empty', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await showSource(panel);
    const url = panel.getByLabel('Source URL');
    const message = panel.getByText('Please provide a valid URL');
    await url.pressSequentially('nope');
    expect(await message.count()).toBe(0);
    await url.blur();
    await message.waitFor();
    expect(await url.getAttribute('aria-invalid')).toBe('true');
    await url.fill('https://northwind.example/calls/1');
    await url.blur();
    expect(await message.count()).toBe(0);
    await url.fill('');
    await url.blur();
    expect(await message.count()).toBe(0);
    expect(await panel.getByRole('button', { name: 'Add Feedback' }).getAttribute('data-tip')).not.toContain(
      'URL',
    );
  });

  test('[VALID-042] a source URL that is none holds up an otherwise complete feedback, until it is put right', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    const submit = panel.getByRole('button', { name: 'Add Feedback' });
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it.');
    await pick(panel, 'Priya Raman');
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await showSource(panel);
    await panel.getByLabel('Source URL').fill('call with Priya');
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Please provide a valid URL').waitFor();
    expect(calls('CreateFeedback')).toEqual([]);
    await panel.getByLabel('Source URL').fill('https://northwind.example/calls/1');
    await submit.click();
    await toastOf(page).getByText('Feedback captured for this idea!').waitFor();
  });

  test('[TOAST-010] [ENT-014] [STATE-022] [STATE-025] Ctrl Enter saves it, the panel closes, and the page shows it without a reload', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel
      .getByLabel('Feedback', { exact: true })
      .fill('Priya asked again on the QBR call.\n- xlsx, not csv');
    await showSource(panel);
    await panel.getByLabel('Source URL').fill('https://northwind.example/calls/1');
    await pick(panel, 'Priya Raman');
    await page.keyboard.press('Control+Enter');
    await toastOf(page).getByText('Feedback captured for this idea!').waitFor();
    await panel.waitFor({ state: 'detached' });
    expect(calls('CreateFeedback').map((call) => call.variables)).toEqual([
      {
        body: 'Priya asked again on the QBR call.\n- xlsx, not csv',
        bodyMimeType: 'text/plain',
        channel: 'admin',
        links: { suggestion: records.exportIdea, user: records.priya.id },
        attachmentTokens: [],
        sourceUrl: 'https://northwind.example/calls/1',
        subscribe: true,
      },
    ]);
    await page.getByText('Priya asked again on the QBR call.').waitFor();
    expect(await feedbackOf(records.exportIdea)).toMatchObject([
      {
        channel: 'admin',
        body_mime_type: 'text/plain',
        source_url: 'https://northwind.example/calls/1',
        user: { name: 'Priya Raman' },
      },
    ]);
  });

  test('[DEC-090] an idea that is made on the way is from the person who is chosen afterwards, and from nobody else', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('Technicians have no network in the basement.');
    await panel.getByRole('button', { name: /^Unlink/ }).click();
    await panel.getByRole('button', { name: 'Search or create an idea' }).click();
    const dialog = panelOf(page, 'Link or create new idea');
    await dialog.getByPlaceholder('Search ideas').fill('Offline mode');
    await dialog.getByRole('button', { name: /^Create “Offline mode/ }).click();
    await dialog.getByRole('button', { name: 'Create idea' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText('Offline mode').waitFor();
    await pick(panel, 'Priya Raman');
    await page.keyboard.press('Control+Enter');
    await toastOf(page).getByText('Feedback captured for this idea!').waitFor();
    const id = (calls('CreateFeedback')[0]!.variables['links'] as { suggestion: string }).suggestion;
    expect(
      await stored(
        'query ($id: ID!) { suggestion(id: $id) { votes_count created_by { name } captured_by { name } } supporters(suggestion: [$id]) { records { user { name } } } }',
        { id },
      ),
    ).toEqual({
      suggestion: { votes_count: 1, created_by: { name: 'Priya Raman' }, captured_by: { name: 'Ana Ruiz' } },
      supporters: { records: [{ user: { name: 'Priya Raman' } }] },
    });
  });

  test('[ERR-028] a save that fails leaves the panel open with everything in it', async () => {
    const { page, fail, heal } = await openIdeaPage();
    await fail('CreateFeedback', 'The server is tired.');
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it.');
    await pick(panel, 'Priya Raman');
    await panel.getByRole('button', { name: 'Add Feedback' }).click();
    await toastOf(page).getByText('Failed to add feedback: The server is tired.').waitFor();
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('Finance needs it.');
    expect(await panel.getByRole('combobox', { name: 'User' }).inputValue()).toBe('Priya Raman');
    await heal();
    await panel.getByRole('button', { name: 'Add Feedback' }).click();
    await toastOf(page).getByText('Feedback captured for this idea!').waitFor();
    // the failure does not stay beside it
    await toastOf(page)
      .getByText('Failed to add feedback: The server is tired.')
      .waitFor({ state: 'detached', timeout: 3_000 });
  });

  test('Ctrl Enter on an unfinished panel marks what is missing and leads there', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await showSource(panel);
    await panel.getByLabel('Source URL').focus();
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Enter the feedback').waitFor();
    await panel.getByText('Choose a person').waitFor();
    await expect
      .poll(() =>
        panel
          .getByLabel('Feedback', { exact: true })
          .evaluate((element) => element === document.activeElement),
      )
      .toBe(true);
    expect(calls('CreateFeedback')).toEqual([]);
  });

  test('[VALID-039] [VALID-040] [VALID-041] a closed section opens when something in it is missing', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it.');
    const who = panel.getByRole('button', { name: 'Who is it from?' });
    await who.click();
    await page.keyboard.press('Control+Enter');
    await isFocused(panel.getByRole('combobox', { name: 'User' }));
    expect(await who.getAttribute('aria-expanded')).toBe('true');
    await pick(panel, 'Priya Raman');
    await panel.getByRole('button', { name: /^Unlink/ }).click();
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Link an idea', { exact: true }).waitFor();
    await isFocused(panel.getByRole('button', { name: 'Search or create an idea' }));
  });

  test('[VALID-041] an idea that was merged meanwhile is refused at the linked idea, and nothing typed is lost', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it.');
    await pick(panel, 'Priya Raman');
    await server.database.pool.query(
      "update suggestions set state = 'merged', merged_into_id = $2 where id = $1",
      [records.exportIdea, records.bulkIdea],
    );
    await page.keyboard.press('Control+Enter');
    await toastOf(page).getByText('Failed to add feedback: ', { exact: false }).waitFor();
    const unlink = panel.getByRole('button', { name: 'Unlink Export voters with account revenue' });
    await isFocused(unlink);
    const said = await unlink.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    );
    expect((await toastOf(page).textContent()) ?? '').toContain(said);
    expect(said).not.toBe('');
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('Finance needs it.');
    await unlink.click();
    await expect.poll(() => panel.getByText(said).count()).toBe(0);
  });

  test('[VALID-042] [VALID-086] 2,000 characters are a source URL and 2,001 are none; neither is cut', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    const address = (characters: number): string => 'https://northwind.example/'.padEnd(characters, 'x');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it.');
    await pick(panel, 'Priya Raman');
    await showSource(panel);
    await panel.getByLabel('Source URL').fill(address(2_001));
    await panel.getByLabel('Source URL').blur();
    await panel.getByText('Please provide a valid URL').waitFor();
    expect(await panel.getByLabel('Source URL').inputValue()).toBe(address(2_001));
    await panel.getByLabel('Source URL').fill(address(2_000));
    await panel.getByRole('button', { name: 'Add Feedback' }).click();
    await toastOf(page).getByText('Feedback captured for this idea!').waitFor();
    expect(calls('CreateFeedback')[0]?.variables['sourceUrl']).toBe(address(2_000));
  });

  test('Enter in a one-line field sends nothing', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it.');
    await pick(panel, 'Priya Raman');
    await showSource(panel);
    await panel.getByLabel('Source URL').fill('https://northwind.example');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(calls('CreateFeedback')).toEqual([]);
    await page.getByRole('alertdialog', { name: 'Close without saving?' }).waitFor();
  });

  test('unsaved changes are asked about before they are thrown away', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('half a sen');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('half a sen');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('');
  });

  test('what was typed survives a reload of the page, and can be thrown away', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('half a sen');
    await pick(panel, 'Priya Raman');
    await page.reload();
    await page.getByText('All activity').first().waitFor();
    await page.keyboard.press('c');
    await panel.getByText('Draft restored.').waitFor();
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('half a sen');
    expect(await panel.getByRole('combobox', { name: 'User' }).inputValue()).toBe('Priya Raman');
    await panel.getByRole('button', { name: 'Discard draft' }).click();
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('[STATE-055] [STATE-056] [CONST-060] the subscribe toggle is on at first and remembers how it was left', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('c');
    const toggle = panelOf(page, 'Add feedback').getByRole('switch', { name: 'Subscribe to updates' });
    expect(await toggle.isChecked()).toBe(true);
    await toggle.click();
    await page.reload();
    await page.getByText('All activity').first().waitFor();
    await page.keyboard.press('c');
    expect(await toggle.isChecked()).toBe(false);
    const keys = await page.evaluate(() => Object.keys(localStorage));
    expect(keys.some((key) => key.endsWith('subscribe_feedback_dialog'))).toBe(true);
  });

  test('[STATE-057] for somebody who follows the idea already their own state is shown and sent', async () => {
    await stored(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: false) { id } }',
      {
        id: records.exportIdea,
        user: records.priya.id,
      },
    );
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it.');
    expect(await panel.getByRole('switch').isChecked()).toBe(true);
    await pick(panel, 'Priya Raman');
    await expect.poll(() => panel.getByRole('switch').isChecked()).toBe(false);
    await panel.getByRole('button', { name: 'Add Feedback' }).click();
    await toastOf(page).getByText('Feedback captured').waitFor();
    expect(calls('CreateFeedback')[0]?.variables.subscribe).toBe(false);
  });
});

describe('Edit feedback', () => {
  const edit = async (options: Parameters<typeof openIdeaPage>[0] = {}) => {
    const id = await captureFeedback(server, records.exportIdea, records.priya, 'Finance needs it.');
    const journey = await openIdeaPage(options);
    await journey.page.getByRole('button', { name: 'Edit feedback from Priya Raman' }).first().click();
    const panel = panelOf(journey.page, 'Edit feedback');
    await panel.getByLabel('Feedback', { exact: true }).waitFor();
    return { ...journey, id, panel };
  };

  test('[PANEL-007] [PANEL-016] [PANEL-018] [TOAST-011] [ENT-015] it begins with what is stored and saves under the version it has seen', async () => {
    const { page, panel, calls, id } = await edit();
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('Finance needs it.');
    await panel.getByRole('button', { name: 'Delete' }).waitFor();
    await panel.getByLabel('Feedback', { exact: true }).fill('Finance needs it before the budget round.');
    await panel.getByRole('button', { name: 'Save Feedback' }).click();
    await toastOf(page).getByText('Feedback updated!').waitFor();
    expect(calls('UpdateFeedback')[0]?.variables).toMatchObject({
      id,
      body: 'Finance needs it before the budget round.',
      if_updated_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect((await feedbackOf(records.exportIdea))[0]?.body).toBe('Finance needs it before the budget round.');
  });

  test('when somebody else saved first both versions are shown, and either can stay', async () => {
    const { page, panel, id } = await edit();
    const change = (body: string) =>
      stored('mutation ($id: ID!, $body: String!) { feedback_record_update(id: $id, body: $body) { id } }', {
        id,
        body,
      });
    await change('Theirs, saved meanwhile.');
    await panel.getByLabel('Feedback', { exact: true }).fill('Mine, written meanwhile.');
    await panel.getByRole('button', { name: 'Save Feedback' }).click();
    const question = page.getByRole('dialog', { name: 'Someone else changed this' });
    await question.getByText('Theirs, saved meanwhile.').waitFor();
    await question.getByText('Mine, written meanwhile.').waitFor();
    await question.getByRole('button', { name: 'Use theirs' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe('Theirs, saved meanwhile.');

    await change('Theirs again.');
    await panel.getByLabel('Feedback', { exact: true }).fill('Mine wins.');
    await panel.getByRole('button', { name: 'Save Feedback' }).click();
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await toastOf(page).getByText('Feedback updated!').waitFor();
    expect((await feedbackOf(records.exportIdea))[0]?.body).toBe('Mine wins.');
  });

  test('[DIALOG-005] [TOAST-002] [TOAST-014] deleting says that the vote goes too, takes it away, and Undo brings both back', async () => {
    const { page, panel } = await edit({ motion: true });
    expect(await supportersOf(records.exportIdea)).toBe(2);
    await panel.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this feedback?' });
    expect(await question.textContent()).toContain(
      'This also removes Priya Raman’s vote for “Export voters with account revenue”',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await feedbackOf(records.exportIdea)).toHaveLength(1);
    await panel.getByRole('button', { name: 'Delete' }).click();
    const said = page.getByText('Feedback deleted successfully!').waitFor();
    await question.getByRole('button', { name: 'Delete feedback' }).click();
    await said;
    await toastOf(page).getByText('Feedback deleted!').waitFor();
    await panel.waitFor({ state: 'detached' });
    expect(await feedbackOf(records.exportIdea)).toEqual([]);
    expect(await supportersOf(records.exportIdea)).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastOf(page).getByText('Undone.').waitFor();
    expect(await feedbackOf(records.exportIdea)).toHaveLength(1);
    expect(await supportersOf(records.exportIdea)).toBe(2);
  });

  test('a record that is gone is said to be gone', async () => {
    const { page, panel, id } = await edit();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await stored('mutation ($id: ID!) { feedback_record_delete(id: $id) { id } }', { id });
    await page.getByRole('button', { name: 'Edit feedback from Priya Raman' }).first().click();
    await panel.getByText('This feedback no longer exists').waitFor();
    expect(await panel.getByRole('button', { name: 'Save Feedback' }).count()).toBe(0);
  });
});

describe('Create new idea', () => {
  const create = async () => {
    const journey = await openIdeaPage();
    await journey.page.keyboard.press('i');
    const panel = panelOf(journey.page, 'Create new idea');
    await panel.getByLabel('Title').waitFor();
    return { ...journey, panel, submit: panel.getByRole('button', { name: 'Create Idea' }) };
  };

  test('[PANEL-029] [PANEL-033] [PANEL-034] [PANEL-035] [PANEL-036] [PANEL-037] [PANEL-038] [PANEL-039] it has its sections and no delete', async () => {
    const { page, panel } = await create();
    for (const name of ['Idea details', 'Forum and category', 'Who is it from?'])
      await panel.getByRole('button', { name }).waitFor();
    await panel.getByLabel('Description').waitFor();
    await panel.getByRole('button', { name: 'Add files' }).waitFor();
    expect(await panel.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    expect(await panel.getByRole('combobox', { name: 'Forum' }).inputValue()).toBe('Product');
    await panel.getByRole('combobox', { name: 'Category' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Reporting', 'Permissions']);
    await page.keyboard.press('Escape');
    await panel.getByRole('combobox', { name: 'Forum' }).fill('Mobile');
    // a closed forum takes no new ideas
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Mobile apps']);
    await page.keyboard.press('Enter');
    await panel.getByRole('combobox', { name: 'Category' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['iOS']);
  });

  test('[VALID-033] [VALID-034] [VALID-036] [VALID-037] [VALID-038] title, user, and a category where the forum asks for one are needed; the description is not', async () => {
    const { page, panel, submit } = await create();
    await panel.getByLabel('Title').fill('Weekly digest');
    await pick(panel, 'Priya Raman');
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    const category = panel.getByRole('combobox', { name: 'Category' });
    expect(await category.getAttribute('aria-required')).toBeNull();
    expect(await panel.getByText('Optional').count()).toBe(2);
    await panel.getByRole('combobox', { name: 'Forum' }).fill('Mobile');
    await page.keyboard.press('Enter');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a category to continue');
    expect(await category.getAttribute('aria-required')).toBe('true');
    expect(await panel.getByText('Optional').count()).toBe(1);
    await category.click();
    await page.getByRole('option', { name: 'iOS' }).click();
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await panel.getByLabel('Title').fill('  ');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a title to continue');
    await panel.getByLabel('Title').fill('Weekly digest');
    await panel.getByRole('button', { name: 'Remove Priya Raman' }).click();
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a person to continue');
  });

  test('[VALID-035] without a default forum one must be chosen', async () => {
    await server.database.pool.query('update subdomains set default_forum_id = null where id = $1', [
      server.tenant.id,
    ]);
    const { panel, submit } = await create();
    await panel.getByLabel('Title').fill('Weekly digest');
    await pick(panel, 'Priya Raman');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a forum to continue');
    expect(await panel.getByRole('combobox', { name: 'Category' }).isDisabled()).toBe(true);
  });

  test('[PANEL-075] [PANEL-076] [TOAST-017] [ENT-011] the new idea is opened in the same tab', async () => {
    const { page, context, panel, submit, calls } = await create();
    await panel.getByLabel('Title').fill('Weekly digest for owners');
    await panel.getByLabel('Description').fill('A mail on Monday morning.');
    await pick(panel, 'Priya Raman');
    await submit.click();
    await toastOf(page).getByText('Idea created!').waitFor();
    await page.getByRole('heading', { name: 'Weekly digest for owners' }).waitFor();
    expect(context.pages()).toHaveLength(1);
    expect(calls('CreateIdea')[0]?.variables).toMatchObject({
      title: 'Weekly digest for owners',
      body: 'A mail on Monday morning.',
      links: { forum: records.product.id, category: null },
      creator: { id: records.priya.id },
      subscribeCreator: true,
      conversionSourceType: null,
    });
  });

  test('[ERR-030] a save that fails leaves everything as it is', async () => {
    const { page, panel, submit, fail } = await create();
    await fail('CreateIdea', 'The forum is full.');
    await panel.getByLabel('Title').fill('Weekly digest');
    await pick(panel, 'Priya Raman');
    await submit.click();
    await toastOf(page).getByText('Failed to modify idea: The forum is full.').waitFor();
    expect(await panel.getByLabel('Title').inputValue()).toBe('Weekly digest');
  });

  test('[CONST-061] it has a subscribe preference of its own', async () => {
    const { page, panel } = await create();
    await panel.getByRole('switch').click();
    const keys = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('subscribe')),
    );
    expect(keys.map((key) => key.split(':').at(-1))).toEqual(['subscribe_create_idea']);
  });

  test('ideas like the title are shown while it is typed, and a long title is shown whole', async () => {
    const { panel } = await create();
    await panel.getByLabel('Title').fill('Export the voters and their revenue');
    const similar = panel.getByRole('region', { name: 'Similar ideas' });
    await similar.getByRole('link', { name: 'Export voters with account revenue' }).first().waitFor();
    await panel.getByLabel('Title').fill(`${'word '.repeat(40)}\nmore`);
    expect(await panel.getByLabel('Title').inputValue()).toBe(`${'word '.repeat(40).trim()} more`);
    await panel.getByText('64 too many').waitFor();
  });

  test('[VALID-086] what is too long stays whole, is named with its limit, and holds up the save until it fits', async () => {
    const { page, panel, submit, calls } = await create();
    const title = panel.getByLabel('Title');
    const description = panel.getByLabel('Description');
    await pick(panel, 'Priya Raman');
    // an emoji is one character
    await title.fill('🦊'.repeat(141));
    await description.fill('🦊'.repeat(10_001));
    expect([...(await title.inputValue())]).toHaveLength(141);
    expect([...(await description.inputValue())]).toHaveLength(10_001);
    await panel.getByText('Title must have at most 140 characters').waitFor();
    await panel.getByText('Description must have at most 10,000 characters').waitFor();
    await panel.getByText('1 too many').waitFor();
    await expect
      .poll(() => submit.getAttribute('data-tip'))
      .toBe('Add a shorter title and a shorter description to continue');
    expect(await title.getAttribute('aria-invalid')).toBe('true');
    expect(
      await title.evaluate(
        (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toBe('Title must have at most 140 characters');
    await title.fill('🦊'.repeat(140));
    await panel.getByText('0 left').waitFor();
    await page.keyboard.press('Control+Enter');
    await isFocused(description);
    expect(calls('CreateIdea')).toEqual([]);
    await description.fill('🦊'.repeat(10_000));
    await submit.click();
    await toastOf(page).getByText('Idea created!').waitFor();
    expect(calls('CreateIdea')[0]?.variables).toMatchObject({
      title: '🦊'.repeat(140),
      body: '🦊'.repeat(10_000),
    });
  });

  test('[VALID-036] what only the server refuses is said at its field, leads there, and goes with the next choice', async () => {
    const { page, panel, submit } = await create();
    await panel.getByLabel('Title').fill('Weekly digest');
    await pick(panel, 'Priya Raman');
    // a colleague changes the forum in this moment
    await server.database.pool.query('update forums set category_required = true where id = $1', [
      records.product.id,
    ]);
    await submit.click();
    await toastOf(page).getByText('Failed to modify idea: ', { exact: false }).waitFor();
    const category = panel.getByRole('combobox', { name: 'Category' });
    await isFocused(category);
    expect(await category.getAttribute('aria-invalid')).toBe('true');
    await panel.getByText('The forum "Product" asks for a category.', { exact: true }).waitFor();
    expect(await panel.getByLabel('Title').inputValue()).toBe('Weekly digest');
    await category.click();
    await page.getByRole('option', { name: 'Reporting' }).click();
    await expect.poll(() => category.getAttribute('aria-invalid')).toBeNull();
    await submit.click();
    await toastOf(page).getByText('Idea created!').waitFor();
  });
});

describe('Edit, split and upgrade', () => {
  test('[PANEL-030] [PANEL-036] [TOAST-016] [ENT-012] Edit idea begins with what is stored and saves it', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('e');
    const panel = panelOf(page, 'Edit idea');
    await panel.getByLabel('Title').waitFor();
    expect(await panel.getByLabel('Title').inputValue()).toBe('Export voters with account revenue');
    expect(await panel.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Reporting');
    expect(await panel.getByRole('combobox', { name: 'User' }).inputValue()).toBe('Femke de Vries');
    await panel.getByRole('button', { name: 'Delete' }).waitFor();
    await panel.getByLabel('Title').fill('Export voters with revenue and plan');
    await panel.getByRole('button', { name: 'Save Idea' }).click();
    await toastOf(page).getByText('Idea updated!').waitFor();
    await page.getByRole('heading', { name: 'Export voters with revenue and plan' }).waitFor();
    expect(calls('UpdateIdea')[0]?.variables).toMatchObject({
      id: records.exportIdea,
      title: 'Export voters with revenue and plan',
      creatorId: records.femke.id,
      links: { forum: records.product.id, category: records.reporting.id },
      attachmentTokens: [],
      if_updated_at: expect.stringMatching(/Z$/) as string,
    });
  });

  test('[DIALOG-007] [TOAST-015] [STATE-026] an idea is deleted after a question, and Undo brings it back', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('e');
    await panelOf(page, 'Edit idea').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this idea?' });
    expect(await question.textContent()).toContain(
      '“Export voters with account revenue” will disappear from every list',
    );
    await question.getByRole('button', { name: 'Delete idea' }).click();
    await toastOf(page).getByText('Idea deleted!').waitFor();
    const found = () =>
      stored<{ suggestion: { id: string } | null }>('query ($id: ID!) { suggestion(id: $id) { id } }', {
        id: records.exportIdea,
      });
    expect((await found()).suggestion).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastOf(page).getByText('Undone.').waitFor();
    expect((await found()).suggestion).not.toBeNull();
  });

  test('[PANEL-031] [PANEL-076] [TOAST-003] [TOAST-004] Split idea opens the new idea in a new tab and links both', async () => {
    const journey = await openIdeaPage({ own: true, before: (page) => page.clock.install() });
    const { page, context, calls } = journey;
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Split idea' }).click();
    const panel = panelOf(page, 'Split idea');
    await panel.getByText('Split from').waitFor();
    await panel.getByText('Finance wants the MRR behind each idea').waitFor();
    await panel.getByLabel('Title').fill('Export the plan of each account');
    await panel.getByRole('button', { name: 'Copy title and description' }).click();
    expect(await panel.getByLabel('Description').inputValue()).toContain('Finance wants the MRR');
    const opening = context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Create Idea' }).click();
    const tab = await opening;
    await tab.getByRole('heading', { name: 'Export the plan of each account' }).waitFor();
    expect(calls('CreateIdea')[0]?.variables).toMatchObject({
      conversionSourceType: 'Suggestion',
      conversionSourceId: records.exportIdea,
    });
    const toast = toastOf(page).filter({ hasText: 'New idea created.' });
    await toast.waitFor();
    const id = new URL(tab.url()).pathname.split('/').at(-1) ?? '';
    expect(await toast.getByRole('link', { name: 'See it here.' }).getAttribute('href')).toBe(
      `/admin/v3/ideas/${id}`,
    );
    expect(new URL(page.url()).pathname).toBe(`/admin/v3/ideas/${records.exportIdea}`);
    const links = await stored<{ suggestion: { split_from: { id: string } } }>(
      'query ($id: ID!) { suggestion(id: $id) { split_from { id } } }',
      { id },
    );
    expect(links.suggestion.split_from.id).toBe(records.exportIdea);
    await page.clock.fastForward(55_000);
    expect(await toast.count()).toBe(1);
    await page.clock.fastForward(6_000);
    await toast.waitFor({ state: 'detached' });
  });

  test('[PANEL-041] a split offers to copy the voters, unless the workspace or its account sends no mail to end users', async () => {
    const split = async (page: Page): Promise<Locator> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Split idea' }).click();
      const panel = panelOf(page, 'Split idea');
      await panel.getByLabel('Title').waitFor();
      return panel;
    };
    const copies = (panel: Locator): Locator =>
      panel.getByRole('checkbox', { name: 'Copy all subscribed voters' });
    const { page } = await openIdeaPage();
    let panel = await split(page);
    await copies(panel).waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'detached' });
    // switched off in this very window: the panel knows at once
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Email', exact: true }).click();
    await page.getByRole('switch', { name: /emails to end users/i }).click();
    await toastOf(page).waitFor();
    await page.goBack();
    panel = await split(page);
    await expect.poll(() => panel.getByRole('checkbox').count()).toBe(0);
    // and so it is from the start, by the settings or by the account
    for (const column of [
      'prevent_email_notifications = true',
      "features = features || '{prevent_email_notifications}'",
    ]) {
      server = await journeys.openWorkspace();
      await server.database.pool.query(`update subdomains set ${column} where id = $1`, [server.tenant.id]);
      records = await buildRecords(server);
      panel = await split((await openIdeaPage()).page);
      await expect.poll(() => panel.getByRole('checkbox').count()).toBe(0);
    }
  });

  test('[PANEL-032] [PANEL-022] [PANEL-023] [STATE-052] a comment becomes an idea once', async () => {
    await writeComment(
      server,
      records.exportIdea,
      records.priya,
      'Could the export run on a schedule? Every Monday, please.',
    );
    const { page, calls } = await openIdeaPage();
    const open = () => page.getByRole('button', { name: 'Edit comment by Priya Raman' }).first().click();
    await open();
    const comment = panelOf(page, 'Edit comment');
    await comment.getByRole('button', { name: 'Create idea from comment' }).click();
    const panel = panelOf(page, 'Create idea from comment');
    await panel.getByLabel('Title').waitFor();
    expect(await panel.getByLabel('Title').inputValue()).toBe('Could the export run on a schedule');
    expect(await panel.getByLabel('Description').inputValue()).toContain(
      'Could the export run on a schedule?',
    );
    expect(await panel.getByRole('combobox', { name: 'User' }).inputValue()).toBe('Priya Raman');
    await panel.getByLabel('Title').fill('Scheduled exports');
    await panel.getByRole('button', { name: 'Create Idea' }).click();
    await toastOf(page).getByText('Idea created!').waitFor();
    await page.getByRole('heading', { name: 'Scheduled exports' }).waitFor();
    expect(calls('CreateIdea')[0]?.variables).toMatchObject({ conversionSourceType: 'Comment' });
    await page.goto(`${server.url}/admin/v3/ideas/${records.exportIdea}`);
    await open();
    await comment.getByText('Became this idea').waitFor();
    expect(await comment.getByRole('button', { name: 'Create idea from comment' }).count()).toBe(0);
  });
});

describe('files of what an idea is made from', () => {
  const FILE = 'region;revenue\nNorth;48200\n';
  /** Hangs a file on the idea or on a comment of it, as its panel would. Answers the file. */
  const attach = async (
    to: { idea: string } | { comment: string },
  ): Promise<{ id: string; token: string }> => {
    const { attachment_create: file } = await stored<{ attachment_create: { id: string; token: string } }>(
      'mutation ($blob: String!) { attachment_create(blob: $blob, fileName: "revenue.csv", contentType: "text/csv") { id token } }',
      { blob: Buffer.from(FILE).toString('base64') },
    );
    if ('idea' in to)
      await stored(
        'mutation ($id: ID!, $tokens: [String!]) { suggestion_update(id: $id, attachmentTokens: $tokens) { id } }',
        { id: to.idea, tokens: [file.token] },
      );
    else
      await stored(
        'mutation ($id: ID!, $tokens: [String!]) { comment_update(id: $id, body: "See the file.", attachment_tokens: $tokens) { id } }',
        { id: to.comment, tokens: [file.token] },
      );
    return file;
  };
  const filesOf = async (to: Record<string, string[]>) =>
    (
      await stored<{
        attachments: {
          records: {
            id: string;
            token: string;
            file_name: string;
            content_type: string;
            size_in_bytes: number;
            url: string;
          }[];
        };
      }>(
        'query ($suggestion: [ID!], $comment: [ID!]) { attachments(suggestion: $suggestion, comment: $comment) { records { id token file_name content_type size_in_bytes url } } }',
        to,
      )
    ).attachments.records;

  /** The new idea has a copy of its own, fetched by the page, and the source keeps what it had. */
  async function expectCopy(
    journey: PanelPage,
    newIdea: string,
    source: Record<string, string[]>,
    original: { id: string; token: string },
    fetched: string[],
  ): Promise<void> {
    const [copy, ...others] = await filesOf({ suggestion: [newIdea] });
    expect(others).toEqual([]);
    expect(copy).toMatchObject({
      file_name: 'revenue.csv',
      content_type: 'text/csv',
      size_in_bytes: FILE.length,
    });
    expect(copy?.id).not.toBe(original.id);
    expect(copy?.token).not.toBe(original.token);
    expect(journey.calls('CreateIdea')[0]?.variables.attachmentTokens).toEqual([copy?.token]);
    const [kept] = await filesOf(source);
    expect(kept).toMatchObject(original);
    expect(fetched).toContain(new URL(kept?.url ?? '', server.url).pathname);
    expect(await journey.page.evaluate(async (url) => (await fetch(url)).text(), copy?.url ?? '')).toBe(FILE);
  }

  const noteFetches =
    (fetched: string[]) =>
    async (page: Page): Promise<void> => {
      page.on('request', (request) => {
        if (request.resourceType() === 'fetch' && request.method() === 'GET')
          fetched.push(new URL(request.url()).pathname);
      });
    };

  test('[CALL-HTTP-032] [PANEL-031] a split copies the files of the idea: the copy has a token of its own', async () => {
    const original = await attach({ idea: records.exportIdea });
    const fetched: string[] = [];
    const journey = await openIdeaPage({ before: noteFetches(fetched) });
    const { page, context } = journey;
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Split idea' }).click();
    const panel = panelOf(page, 'Split idea');
    await panel.getByLabel('Title').fill('Export the plan of each account');
    await panel.getByRole('button', { name: 'Copy 1 file' }).click();
    await panel.getByRole('button', { name: /^Open revenue.csv/ }).waitFor();
    expect(await panel.getByRole('button', { name: 'Copy 1 file' }).count()).toBe(0);
    const opening = context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Create Idea' }).click();
    const tab = await opening;
    await tab.getByRole('heading', { name: 'Export the plan of each account' }).waitFor();
    const id = new URL(tab.url()).pathname.split('/').at(-1) ?? '';
    await expectCopy(journey, id, { suggestion: [records.exportIdea] }, original, fetched);
  });

  test('[CALL-HTTP-032] [PANEL-032] a comment that becomes an idea takes a copy of its files along', async () => {
    const comment = await writeComment(server, records.exportIdea, records.priya, 'See the file.');
    const original = await attach({ comment });
    const fetched: string[] = [];
    const journey = await openIdeaPage({ before: noteFetches(fetched) });
    const { page } = journey;
    await page.getByRole('button', { name: 'Edit comment by Priya Raman' }).first().click();
    await panelOf(page, 'Edit comment').getByRole('button', { name: 'Create idea from comment' }).click();
    const panel = panelOf(page, 'Create idea from comment');
    await panel.getByLabel('Title').fill('Revenue by region');
    await panel.getByRole('button', { name: 'Copy 1 file' }).click();
    await panel.getByRole('button', { name: /^Open revenue.csv/ }).waitFor();
    await panel.getByRole('button', { name: 'Create Idea' }).click();
    await page.getByRole('heading', { name: 'Revenue by region' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await expectCopy(journey, id, { comment: [comment] }, original, fetched);
  });

  test('[CALL-HTTP-032] a file that cannot be fetched is said so, nothing else is lost, and it can be tried again', async () => {
    await attach({ idea: records.exportIdea });
    const { page, complaints } = await openIdeaPage();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Split idea' }).click();
    const panel = panelOf(page, 'Split idea');
    await panel.getByLabel('Title').fill('Export the plan of each account');
    await page.context().setOffline(true);
    await panel.getByRole('button', { name: 'Copy 1 file' }).click();
    await toastOf(page).getByText('Files could not be copied.').waitFor();
    expect(await panel.getByLabel('Title').inputValue()).toBe('Export the plan of each account');
    await page.context().setOffline(false);
    await panel.getByRole('button', { name: 'Copy 1 file' }).click();
    await panel.getByRole('button', { name: /^Open revenue.csv/ }).waitFor();
    // the failed fetch stands in the browser's log, as it should
    complaints.length = 0;
  });
});

describe('Edit comment', () => {
  const edit = async (body = 'We export by hand every Monday.') => {
    const id = await writeComment(server, records.exportIdea, records.priya, body);
    const journey = await openIdeaPage();
    await journey.page.getByRole('button', { name: 'Edit comment by Priya Raman' }).first().click();
    const panel = panelOf(journey.page, 'Edit comment');
    await panel.getByLabel('Comment', { exact: true }).waitFor();
    return { ...journey, id, panel, submit: panel.getByRole('button', { name: 'Save Comment' }) };
  };

  test('[PANEL-019] [PANEL-020] [PANEL-021] [PANEL-024] [PANEL-025] [PANEL-026] [PANEL-027] [PANEL-028] it has its parts, and a long text does not grow beyond ten rows', async () => {
    const { panel } = await edit();
    await panel.getByRole('button', { name: 'Add files' }).waitFor();
    await panel.getByRole('button', { name: 'Create idea from comment' }).waitFor();
    await panel.getByRole('button', { name: 'Mark as spam' }).waitFor();
    await panel.getByRole('button', { name: 'Delete' }).waitFor();
    await panel.getByRole('button', { name: 'Idea linked' }).waitFor();
    await panel.getByRole('button', { name: 'Who is it from?' }).waitFor();
    await panel.getByRole('button', { name: 'Save Comment' }).waitFor();
    const text = panel.getByLabel('Comment', { exact: true });
    await text.fill('one\n'.repeat(6));
    const six = (await text.boundingBox())?.height ?? 0;
    await text.fill('one\n'.repeat(60));
    const sixty = (await text.boundingBox())?.height ?? 0;
    const lineHeight = await text.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(sixty).toBeGreaterThan(six);
    expect(sixty).toBeLessThanOrEqual(10 * lineHeight + 16);
  });

  test('[VALID-045] [VALID-046] [VALID-047] text, user and idea are needed', async () => {
    const { panel, submit } = await edit();
    await panel.getByLabel('Comment', { exact: true }).fill(' ');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add the comment to continue');
    await panel.getByLabel('Comment', { exact: true }).fill('We export by hand.');
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await panel.getByRole('button', { name: 'Remove Priya Raman' }).click();
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a person to continue');
    await pick(panel, 'Femke de Vries');
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await panel.getByRole('button', { name: /^Unlink/ }).click();
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add an idea to continue');
  });

  test('[TOAST-019] [ENT-017] [CONST-062] it saves text, idea, author and subscription', async () => {
    const { page, panel, submit, calls, id } = await edit();
    await panel.getByLabel('Comment', { exact: true }).fill('We export by hand every Tuesday.');
    await panel.getByRole('switch').click();
    await submit.click();
    await toastOf(page).getByText('Comment updated!').waitFor();
    expect(calls('UpdateComment')[0]?.variables).toMatchObject({
      id,
      body: 'We export by hand every Tuesday.',
      attachment_tokens: [],
      links: { user: records.priya.id, suggestion: records.exportIdea },
      subscribe: false,
      if_updated_at: expect.stringMatching(/Z$/) as string,
    });
    await page.getByText('We export by hand every Tuesday.').waitFor();
    const keys = await page.evaluate(() => Object.keys(localStorage));
    expect(keys.some((key) => key.endsWith('subscribe_comment'))).toBe(true);
  });

  test('[ERR-029] a save that fails says why and keeps the text', async () => {
    const { page, panel, submit, fail } = await edit();
    await fail('UpdateComment', 'The comment is locked.');
    await panel.getByLabel('Comment', { exact: true }).fill('Changed.');
    await submit.click();
    await toastOf(page).getByText('Failed to update comment: The comment is locked.').waitFor();
    expect(await panel.getByLabel('Comment', { exact: true }).inputValue()).toBe('Changed.');
  });

  test('[DIALOG-006] [TOAST-018] Cancel keeps the comment, the other button deletes it, Undo brings it back', async () => {
    const { page, panel, id } = await edit();
    const exists = async () =>
      (
        await stored<{ comment: { id: string } | null }>('query ($id: ID!) { comment(id: $id) { id } }', {
          id,
        })
      ).comment !== null;
    await panel.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this comment?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await exists()).toBe(true);
    await panel.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete comment' }).click();
    await toastOf(page).getByText('Comment deleted!').waitFor();
    expect(await exists()).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastOf(page).getByText('Undone.').waitFor();
    expect(await exists()).toBe(true);
  });

  test('[TOAST-020] [PANEL-024] a comment is marked as spam after a question', async () => {
    const { page, panel, id } = await edit();
    await panel.getByRole('button', { name: 'Mark as spam' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as spam' }).click();
    await toastOf(page).getByText('Comment marked as spam!').waitFor();
    const { comment } = await stored<{ comment: { state: string } }>(
      'query ($id: ID!) { comment(id: $id) { state } }',
      { id },
    );
    expect(comment.state).toBe('spam');
  });
});

describe('comments in order', () => {
  test('[SCOPE-009] one comment is edited, one marked as spam, one deleted: the idea shows and counts what is left', async () => {
    const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 5, 9, minute));
    const kept = await writeComment(
      server,
      records.exportIdea,
      records.priya,
      'Every Munday we export by hand.',
      at(1),
    );
    const spam = await writeComment(server, records.exportIdea, records.femke, 'Cheap watches here.', at(2));
    const gone = await writeComment(server, records.exportIdea, records.arabic, 'Wrong idea, sorry.', at(3));
    await server.database.pool.query('update suggestions set comments_count = 3 where id = $1', [
      records.exportIdea,
    ]);
    const { page } = await openIdeaPage();
    const comment = panelOf(page, 'Edit comment');
    const open = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `Edit comment by ${name}` }).click();
      await comment.getByLabel('Comment', { exact: true }).waitFor();
    };
    const answer = async (button: string): Promise<void> => {
      await comment.getByRole('button', { name: button === 'Delete comment' ? 'Delete' : button }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
      await comment.waitFor({ state: 'detached' });
    };
    await open('Priya Raman');
    await comment.getByLabel('Comment', { exact: true }).fill('Every Monday we export by hand.');
    await comment.getByRole('button', { name: 'Save Comment' }).click();
    await comment.waitFor({ state: 'detached' });
    await open('Femke de Vries');
    await answer('Mark as spam');
    await open('زهراء الحسيني');
    await answer('Delete comment');
    await page.getByText('Every Monday we export by hand.').waitFor();
    await page.getByText('Wrong idea, sorry.').waitFor({ state: 'detached' });
    expect(await page.getByText('Every Munday').count()).toBe(0);
    const { suggestion, comments } = await stored<{
      suggestion: { comments_count: number };
      comments: { records: { id: string; state: string }[] };
    }>(
      'query ($id: ID!, $ids: [ID!]) { suggestion(id: $id) { comments_count } comments(suggestion: $ids, state: ["approved", "published", "spam", "deleted"], sort: "id") { records { id state } } }',
      { id: records.exportIdea, ids: [records.exportIdea] },
    );
    expect(suggestion.comments_count).toBe(1);
    expect(comments.records).toEqual([
      { id: kept, state: 'approved' },
      { id: spam, state: 'spam' },
    ]);
    const { rows } = await server.database.pool.query('select state from comments where id = $1', [gone]);
    expect(rows).toEqual([{ state: 'deleted' }]);
  });
});

describe('Add voter', () => {
  test('[PANEL-045] [PANEL-046] [PANEL-047] [VALID-049] [TOAST-009] [CALL-M-061] a user is needed; the vote is added and counted', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('v');
    const panel = panelOf(page, 'Add voter');
    const submit = panel.getByRole('button', { name: 'Add voter' });
    await panel.getByRole('switch', { name: 'Subscribe to updates' }).waitFor();
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a user to continue');
    await pick(panel, 'Priya Raman');
    await submit.click();
    await toastOf(page).getByText('Voter added to this idea!').waitFor();
    expect(calls('AddVoter')[0]?.variables).toEqual({
      id: records.exportIdea,
      user: records.priya.id,
      channel: 'admin',
      subscribe: true,
    });
    expect(await supportersOf(records.exportIdea)).toBe(2);
  });

  test('[STATE-022] [STATE-023] [STATE-027] what the vote changes is asked for again, what it cannot change is not', async () => {
    // without the stream, which tells of one's own vote, too
    const { page, calls } = await openIdeaPage({
      loads: true,
      before: async (each) => {
        await each.route('**/clients/admin-console/events', (route) => route.fulfill({ status: 204 }));
      },
    });
    const counts = () => ({
      details: calls('IdeaDetails').length,
      fields:
        calls('IdeaDetails').filter(({ variables }) => variables['withFields'] === true).length +
        calls('IdeaCustomFields').length,
      viewer: calls('ConsoleViewer').length,
    });
    // who is here came with the page, the workspace's fields with the idea
    expect(counts()).toEqual({ details: 1, fields: 1, viewer: 0 });
    await page.keyboard.press('v');
    const panel = panelOf(page, 'Add voter');
    await pick(panel, 'Priya Raman');
    await panel.getByRole('button', { name: 'Add voter' }).click();
    await expect.poll(() => counts().details).toBe(2);
    expect(counts()).toEqual({ details: 2, fields: 1, viewer: 0 });
  });

  test('several people are added at once; one of them is taken away again', async () => {
    const { page, calls } = await openIdeaPage();
    await page.keyboard.press('v');
    const panel = panelOf(page, 'Add voter');
    const another = panel.getByRole('button', { name: 'Add another person' });
    for (const name of ['Priya Raman', 'Participant 4711']) {
      await pick(panel, name);
      await another.click();
    }
    await pick(panel, 'زهراء');
    await panel.getByRole('button', { name: 'Remove Participant 4711' }).click();
    await panel.getByRole('button', { name: 'Add voter' }).click();
    await toastOf(page).getByText('Voter added to this idea!').waitFor();
    expect(calls('AddVoter').map(({ variables }) => variables['user'])).toEqual([
      records.priya.id,
      records.arabic.id,
    ]);
    expect(await supportersOf(records.exportIdea)).toBe(3);
  });

  test('somebody who votes already is named', async () => {
    const { page } = await openIdeaPage();
    await page.keyboard.press('v');
    const panel = panelOf(page, 'Add voter');
    await pick(panel, 'Femke de Vries');
    await expect.poll(() => panel.textContent()).toContain('Femke de Vries already voted for this idea.');
  });

  test('[ERR-031] a failure says why and keeps the choice', async () => {
    const { page, fail } = await openIdeaPage();
    await fail('AddVoter', 'No more votes.');
    await page.keyboard.press('v');
    const panel = panelOf(page, 'Add voter');
    await pick(panel, 'Priya Raman');
    await panel.getByRole('button', { name: 'Add voter' }).click();
    await toastOf(page).getByText('Failed to add voter: No more votes.').waitFor();
    expect(await panel.getByRole('combobox', { name: 'User' }).inputValue()).toBe('Priya Raman');
  });
});

describe('panels for everybody', () => {
  test.each([
    ['light', 1440, 900],
    ['dark', 1024, 700],
  ] as const)('no panel violates WCAG 2.2 A and AA in %s, %s px wide', async (scheme, width, height) => {
    await writeComment(server, records.exportIdea, records.long, 'We export by hand.');
    await captureFeedback(server, records.exportIdea, records.long, 'Finance needs it.');
    const { page } = await openIdeaPage({ scheme, width, height });
    const found: Record<string, string[]> = {};
    const look = async (name: string, open: () => Promise<unknown>) => {
      await open();
      await page.getByRole('dialog', { name }).getByRole('combobox', { name: 'User' }).waitFor();
      found[name] = await violations(page);
      // off whatever has a tooltip: Escape would hide that first
      await page.mouse.move(2, 2);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
    };
    await look('Add feedback', () => page.keyboard.press('c'));
    await look('Create new idea', () => page.keyboard.press('i'));
    await look('Edit idea', () => page.keyboard.press('e'));
    await look('Add voter', () => page.keyboard.press('v'));
    await look('Edit feedback', () =>
      page
        .getByRole('button', { name: /^Edit feedback/ })
        .first()
        .click(),
    );
    await look('Edit comment', () =>
      page
        .getByRole('button', { name: /^Edit comment/ })
        .first()
        .click(),
    );
    expect(found).toEqual({
      'Add feedback': [],
      'Create new idea': [],
      'Edit idea': [],
      'Add voter': [],
      'Edit feedback': [],
      'Edit comment': [],
    });
  });

  test('a window of 400 px holds a panel without scrolling sideways', async () => {
    const { page } = await openIdeaPage({ width: 400, height: 700 });
    await page.keyboard.press('c');
    const panel = panelOf(page, 'Add feedback');
    await panel.waitFor();
    const box = await panel.boundingBox();
    expect(box).toMatchObject({ x: 0 });
    expect(box?.width).toBeLessThanOrEqual(400);
    expect(
      await panel.evaluate((element) =>
        [...element.querySelectorAll('*')].every(
          (child) =>
            child.scrollWidth <= child.clientWidth + 1 || getComputedStyle(child).overflowX !== 'auto',
        ),
      ),
    ).toBe(true);
  });
});

/** The pickers inside the panels: people, ideas, files, in a Chromium on the real server. */
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ATTACHMENT_STATUS_MESSAGES } from '../contract/errors.ts';
import { DEFAULT_FEATURES } from '../contract/permissions.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, captureFeedback, routeCalls, violations } from './support/panels.ts';
import type { Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(server);
});

/** The panel 'Add feedback' on the icons page, without an idea. */
async function addFeedback(options: PageOptions = {}) {
  const journey = await journeys.open(server, '/admin-console/icons', options);
  await journey.page.getByRole('heading', { name: 'Icons' }).waitFor();
  await journey.page.keyboard.press('c');
  const panel = journey.page.getByRole('dialog', { name: 'Add feedback' });
  await panel.getByLabel('Feedback', { exact: true }).waitFor();
  return { ...journey, panel };
}

/** The panel 'Edit feedback' of a record with one stored file. */
async function editFeedback() {
  const id = await captureFeedback(server, records.exportIdea, records.priya, 'Finance needs it.');
  const { attachment_create: file } = await server.call<{ attachment_create: { id: string; token: string } }>(
    'mutation ($blob: String!) { attachment_create(blob: $blob, file_name: "notes.txt", content_type: "text/plain") { id token } }',
    { blob: Buffer.from('some notes').toString('base64') },
  );
  await server.call(
    'mutation ($id: ID!, $tokens: [String!]) { feedback_record_update(id: $id, body: "Finance needs it.", attachment_tokens: $tokens) { id } }',
    {
      id,
      tokens: [file.token],
    },
  );
  const journey = await journeys.open(server, `/admin/v3/ideas/${records.exportIdea}`);
  await journey.page.getByRole('button', { name: 'Edit feedback from Priya Raman' }).first().click();
  const panel = journey.page.getByRole('dialog', { name: 'Edit feedback' });
  await panel.getByLabel('Feedback', { exact: true }).waitFor();
  return { ...journey, panel, id, file };
}

const userOf = (panel: Locator): Locator => panel.getByRole('combobox', { name: 'User' });
const toastOf = (page: Page): Locator => page.getByTestId('toast');
const newUser = (page: Page): Locator => page.getByRole('dialog', { name: 'Create new user' });

describe('user picker', () => {
  test('[CONST-030] [CALL-Q-114] fast typing asks once, and shows name, address and account', async () => {
    const { page, panel, calls } = await addFeedback({ own: true });
    // 20 ms a key by the page's own clock, however slow the machine is
    await userOf(panel).focus();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const key of 'priya') {
      await page.keyboard.press(key);
      await page.clock.runFor(20);
    }
    await page.clock.resume();
    const option = page.getByRole('option', { name: /Priya Raman/ });
    await option.waitFor();
    expect(await option.textContent()).toContain('priya@northwind.example · Northwind');
    await expect
      .poll(() => calls('SearchUsers').flatMap((call) => call.variables.q ?? []))
      .toEqual(['priya']);
    await page.keyboard.press('Enter');
    // the list of people is still on its way out
    await panel.getByRole('paragraph').filter({ hasText: 'priya@northwind.example' }).waitFor();
    expect(await userOf(panel).inputValue()).toBe('Priya Raman');
  });

  test('[CONST-031] a slow answer is announced after 300 ms, a quick one is not', async () => {
    const { page, panel } = await addFeedback();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await routeCalls(page, '**/api/v2/admin/graphql', async (route: Route) => {
      const { operationName, variables } = route.request().postDataJSON() as {
        operationName: string;
        variables: { q: string | null };
      };
      if (operationName === 'SearchUsers' && variables.q === 'zzz') await held;
      await route.fallback();
    });
    await userOf(panel).fill('zzz');
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    release();
    await page.getByRole('option', { name: 'Add “zzz” as a new user' }).waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
  });

  test('[VALID-051] [VALID-052] Enter on a name that nobody has opens Create new user with that name', async () => {
    const { page, panel } = await addFeedback();
    await userOf(panel).fill('Noor Haddad');
    await page.keyboard.press('Enter');
    await newUser(page).waitFor();
    expect(await newUser(page).getByLabel('Name').inputValue()).toBe('Noor Haddad');
    expect(await newUser(page).getByLabel('Email').inputValue()).toBe('');
  });

  test('[VALID-051] [VALID-052] with an @ the text becomes the address, also when others contain it', async () => {
    const { page, panel } = await addFeedback();
    await userOf(panel).fill('a@northwind.example');
    await page.keyboard.press('Enter');
    await newUser(page).waitFor();
    expect(await newUser(page).getByLabel('Name').inputValue()).toBe('');
    expect(await newUser(page).getByLabel('Email').inputValue()).toBe('a@northwind.example');
  });

  test.each(['priya raman', 'PRIYA@northwind.example'])(
    '[VALID-053] Enter on %s takes the person, even before the answer is there',
    async (text) => {
      const { page, panel } = await addFeedback();
      await userOf(panel).fill(text);
      await page.keyboard.press('Enter');
      await expect.poll(() => userOf(panel).inputValue()).toBe('Priya Raman');
      expect(await newUser(page).count()).toBe(0);
    },
  );

  test('[VALID-054] a person without an address can be chosen, and the field says so', async () => {
    const { page, panel } = await addFeedback();
    await userOf(panel).fill('Participant');
    await page.getByRole('option', { name: /Participant 4711/ }).click();
    await panel.getByText('Invalid email address').waitFor();
    expect(await userOf(panel).getAttribute('aria-invalid')).toBe('true');
  });

  test('the list is as wide as the field, however long a name is', async () => {
    const { page, panel } = await addFeedback({ scheme: 'dark', width: 1024, height: 700 });
    await userOf(panel).fill('Maximiliane');
    const option = page.getByRole('option', { name: /^Maximiliane Friederike/ });
    await option.waitFor();
    const field = await userOf(panel).evaluate(
      (element) => element.parentElement?.getBoundingClientRect().width ?? 0,
    );
    expect((await option.boundingBox())?.width).toBeLessThanOrEqual(field);
    await userOf(panel).fill('زهراء');
    await page.getByRole('option', { name: /زهراء الحسيني/ }).waitFor();
  });
});

describe('Create new user', () => {
  const open = async (name = 'Noor Haddad') => {
    const journey = await addFeedback();
    await userOf(journey.panel).fill(name);
    await journey.page.keyboard.press('Enter');
    const dialog = newUser(journey.page);
    await dialog.waitFor();
    return { ...journey, dialog };
  };

  test('[DIALOG-001] [DIALOG-002] [VALID-026] [VALID-027] [VALID-028] [VALID-029] name and address are needed, and the address must be one', async () => {
    const { dialog, calls } = await open();
    const submit = dialog.getByRole('button', { name: 'Add new user' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Email').focus();
    await dialog.getByLabel('Email').blur();
    await dialog.getByText('Email is required').waitFor();
    await dialog.getByLabel('Email').fill('noor@');
    await dialog.getByLabel('Email').blur();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByLabel('Email').fill('noor@globex.example');
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await dialog.getByLabel('Name').fill('   ');
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    expect(await dialog.getByText('Please enter a valid email address').count()).toBe(0);
    await dialog.getByLabel('Name').fill('n'.repeat(256));
    await dialog.getByText('Name must have at most 255 characters').waitFor();
    expect((await dialog.getByLabel('Name').inputValue()).length).toBe(256);
    await submit.click();
    await expect
      .poll(() => dialog.getByLabel('Name').evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(calls('FindOrCreateUser')).toEqual([]);
    await dialog.getByLabel('Name').fill('n'.repeat(255));
    await submit.click();
    await dialog.waitFor({ state: 'detached' });
    expect(calls('FindOrCreateUser').map((call) => call.variables)).toEqual([
      { email: 'noor@globex.example', name: 'n'.repeat(255) },
    ]);
  });

  test('[DIALOG-003] the button reads Creating... while it works, then the person is chosen', async () => {
    const { page, panel, dialog, calls } = await open('  Noor Haddad ');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await routeCalls(page, '**/api/v2/admin/graphql', async (route: Route) => {
      if ((route.request().postDataJSON() as { operationName: string }).operationName === 'FindOrCreateUser')
        await held;
      await route.fallback();
    });
    await dialog.getByLabel('Email').fill('noor@globex.example');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Creating...' }).waitFor();
    release();
    await dialog.waitFor({ state: 'detached' });
    expect(await userOf(panel).inputValue()).toBe('Noor Haddad');
    await panel.getByText('noor@globex.example').waitFor();
    expect(calls('FindOrCreateUser')[0]?.variables).toEqual({
      email: 'noor@globex.example',
      name: 'Noor Haddad',
    });
  });

  test('[ERR-017] [ERR-027] a failure is logged, shows no toast, and keeps what was typed', async () => {
    const { page, dialog, fail } = await open();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await fail('FindOrCreateUser', 'No.');
    await dialog.getByLabel('Email').fill('noor@globex.example');
    await dialog.getByRole('button', { name: 'Add new user' }).click();
    await dialog.getByRole('alert').getByText('Failed to create contact').waitFor();
    expect(logged.some((line) => line.startsWith('Could not find or create the user'))).toBe(true);
    expect(await toastOf(page).count()).toBe(0);
    expect(await dialog.getByLabel('Email').inputValue()).toBe('noor@globex.example');
  });

  test('a known address gives the person who has it', async () => {
    const { page, panel, dialog } = await open();
    await dialog.getByLabel('Email').fill('PRIYA@northwind.example');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await userOf(panel).inputValue()).toBe('Priya Raman');
  });
});

describe('idea picker', () => {
  const openDialog = async (text = '') => {
    const journey = await addFeedback();
    if (text !== '') await journey.panel.getByLabel('Feedback', { exact: true }).fill(text);
    await journey.panel.getByRole('button', { name: 'Search or create an idea' }).click();
    const dialog = journey.page.getByRole('dialog', { name: 'Link or create new idea' });
    await dialog.waitFor();
    return { ...journey, dialog, search: dialog.getByPlaceholder('Search ideas') };
  };

  test('[STATE-028] [STATE-029] [STATE-030] [STATE-031] [DIALOG-004] choosing shows a preview, Link idea links and closes, Unlink clears', async () => {
    const { page, panel, dialog, search } = await openDialog();
    expect(await dialog.getByRole('tab').allTextContents()).toEqual(['Search', 'Create']);
    await search.fill('dark mode');
    await dialog.getByRole('option', { name: /Dark mode for the public portal/ }).waitFor();
    const preview = dialog.getByRole('region', { name: 'Preview' });
    expect(await preview.getByText('Our users work at night shifts.').count()).toBe(0);
    const link = dialog.getByRole('button', { name: 'Link idea' });
    await expect.poll(() => link.getAttribute('data-tip')).toBe('Choose an idea first');
    await dialog.getByRole('option', { name: /Dark mode/ }).click();
    await preview.getByText('Our users work at night shifts.').waitFor();
    expect(await violations(page)).toEqual([]);
    await link.click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByRole('link', { name: /Dark mode for the public portal/ }).waitFor();
    await panel.getByRole('button', { name: 'Unlink Dark mode for the public portal' }).click();
    await panel.getByRole('button', { name: 'Search or create an idea' }).waitFor();
  });

  test('[CONST-007] [CONST-032] the search asks once after the last key, for 20 by relevance', async () => {
    const { dialog, search, calls } = await openDialog();
    await search.pressSequentially('export revenue', { delay: 15 });
    await dialog.getByRole('option', { name: /Export voters with account revenue/ }).waitFor();
    await expect
      .poll(() =>
        calls('SearchIdeas')
          .filter((call) => call.variables.q !== null)
          .map((call) => call.variables),
      )
      .toEqual([{ q: 'export revenue', sort: 'search_order', perPage: 20 }]);
  });

  test('before anything is typed the likeliest duplicates of the feedback come first; arrows and Enter link one', async () => {
    const { page, panel, dialog } = await openDialog(
      'finance would like an export of the voters with revenue',
    );
    await dialog.getByText('Likely matches').waitFor();
    await dialog.getByRole('option').first().waitFor();
    expect(await dialog.getByRole('option').first().textContent()).toContain(
      'Export voters with account revenue',
    );
    await page.keyboard.press('ArrowDown');
    expect(await dialog.getByRole('option').first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Unlink Export voters with account revenue' }).waitFor();
  });

  test('likely matches stand in the panel itself while the feedback is typed; a click or Alt 1 links one and leads to the person', async () => {
    const { page, panel } = await addFeedback();
    await panel.getByLabel('Feedback', { exact: true }).fill('The portal needs a dark mode for night shifts');
    const matches = panel.getByRole('region', { name: 'Likely matches' });
    await matches.getByRole('button', { name: 'Link Dark mode for the public portal' }).click();
    // until it is known who it is from the others stay, so that a slip is put right
    const unlink = panel.getByRole('button', { name: 'Unlink Dark mode for the public portal' });
    await matches.getByText('Linked').waitFor();
    await expect.poll(() => userOf(panel).evaluate((field) => field === document.activeElement)).toBe(true);
    await panel.getByText('Still needs a person').waitFor();
    await unlink.click();
    await page.keyboard.press('Alt+1');
    await matches.getByText('Linked').waitFor();
    await page.keyboard.type('priya');
    await page.getByRole('option', { name: /Priya Raman/ }).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('link', { name: /Dark mode for the public portal/ }).waitFor();
    await panel.getByText('1 → 2 votes').waitFor();
    expect(await matches.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor();
  });

  test('a key for a match that is not there yet is not lost, nor is the name that is typed behind it', async () => {
    const { page, panel } = await addFeedback();
    await panel.getByLabel('Feedback', { exact: true }).focus();
    await page.keyboard.type('The portal needs a dark mode for night shifts');
    await page.keyboard.press('Alt+1');
    await page.keyboard.type('priya');
    await page.keyboard.press('Enter');
    await expect.poll(() => userOf(panel).inputValue()).toBe('Priya Raman');
    await panel.getByRole('link', { name: /Dark mode for the public portal/ }).waitFor();
  });

  test('without a likely match an idea is made from the text', async () => {
    const { page, panel } = await addFeedback();
    await panel.getByLabel('Feedback', { exact: true }).fill('Zebra crossings glow purple');
    await panel.getByText('No likely match').waitFor();
    await panel.getByRole('button', { name: 'Create an idea from this text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link or create new idea' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Zebra crossings glow purple');
  });

  test('people whom the text names come first; Alt I searches', async () => {
    const { page, panel } = await addFeedback();
    await panel.getByLabel('Feedback', { exact: true }).fill('Femke from Northwind called about exports');
    await userOf(panel).click();
    await expect
      .poll(() => page.getByRole('option').first().textContent())
      .toMatch(/Femke de Vries.*named in the text/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+i');
    await page.getByRole('dialog', { name: 'Link or create new idea' }).waitFor();
  });

  test('[PERM-037] with keyword_search a typed search is the literal one', async () => {
    server = await journeys.replaceWorkspace({ features: [...DEFAULT_FEATURES, 'keyword_search'] });
    await buildRecords(server);
    const journey = await addFeedback();
    await journey.panel.getByRole('button', { name: 'Search or create an idea' }).click();
    await journey.page.getByPlaceholder('Search ideas').fill('export');
    await expect
      .poll(() => journey.calls('SearchIdeas').map((call) => call.variables.q))
      .toContain(':export');
  });

  test('[PERM-037] a colon in front says how to search, and is no part of the title of a new idea', async () => {
    const { dialog, search } = await openDialog();
    await search.fill(':export');
    await dialog.getByRole('option').first().waitFor();
    await dialog.getByRole('button', { name: 'Create “export”' }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('export');
  });

  test('[VALID-030] [VALID-031] [VALID-032] [TOAST-001] quick create needs title, forum, and a category where the forum asks for one', async () => {
    await server.database.pool.query('update subdomains set default_forum_id = null where id = $1', [
      server.tenant.id,
    ]);
    const { page, panel, dialog, search, calls } = await openDialog();
    await search.fill('Offline mode for technicians');
    await dialog.getByRole('button', { name: /Create “Offline mode/ }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Offline mode for technicians');
    const submit = dialog.getByRole('button', { name: 'Create idea' });
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a forum to continue');
    await dialog.getByRole('combobox', { name: 'Forum' }).fill('Mobile');
    await page.keyboard.press('Enter');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a category to continue');
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'iOS' }).click();
    await dialog.getByLabel('Title').fill('');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a title to continue');
    await dialog.getByLabel('Title').fill('Offline mode');
    await submit.click();
    await toastOf(page).getByText('Idea created successfully').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByRole('link', { name: /Offline mode/ }).waitFor();
    expect(calls('QuickCreateIdea')[0]?.variables).toEqual({
      title: 'Offline mode',
      links: { forum: records.mobile.id, category: records.ios.id },
      creator: null,
    });
  });

  test('[VALID-030] [VALID-086] a title that is too long stays whole and says its limit; what the server refuses is said at its field', async () => {
    const { page, dialog, calls } = await openDialog();
    await dialog.getByRole('tab', { name: 'Create' }).click();
    const title = dialog.getByLabel('Title');
    const submit = dialog.getByRole('button', { name: 'Create idea' });
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Forum' }).inputValue()).toBe('Product');
    await title.fill('t'.repeat(141));
    await dialog.getByText('Title must have at most 140 characters').waitFor();
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a shorter title to continue');
    await dialog.getByRole('combobox', { name: 'Forum' }).focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(calls('QuickCreateIdea')).toEqual([]);
    await title.fill('t'.repeat(140));
    await server.database.pool.query('update forums set category_required = true where id = $1', [
      records.product.id,
    ]);
    await submit.click();
    const category = dialog.getByRole('combobox', { name: 'Category' });
    await expect.poll(() => category.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => category.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await title.inputValue()).toBe('t'.repeat(140));
  });

  test('a list that cannot be loaded says so and can be asked for again', async () => {
    const { dialog, search, fail, heal } = await openDialog();
    await fail('SearchIdeas', 'No.');
    await search.fill('dark');
    await dialog.getByText('We could not load ideas.').waitFor();
    await heal();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('option', { name: /Dark mode/ }).waitFor();
    expect(await dialog.getByText('We could not load ideas.').count()).toBe(0);
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const files = (panel: Locator): Locator => panel.getByRole('group', { name: 'Attachments' });
const give = (
  panel: Locator,
  ...given: { name: string; mimeType: string; buffer: Buffer }[]
): Promise<void> => files(panel).locator('input[type="file"]').setInputFiles(given);
const picture = { name: 'screen shot äöü.png', mimeType: 'image/png', buffer: png };
const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('some notes') };

/** Holds uploads until they are let go. */
async function holdUploads(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await routeCalls(page, '**/api/v2/admin/attachments', async (route: Route) => {
    await held;
    await route.fallback();
  });
  return release;
}

describe('attachments', () => {
  test('[PANEL-072] [STATE-043] [STATE-044] an upload turns a spinner, cannot be opened, holds up adding and saving, and ends with a token', async () => {
    const { page, panel, calls } = await addFeedback();
    const release = await holdUploads(page);
    await panel
      .getByLabel('Feedback', { exact: true })
      .fill('Export the voters with their account revenue, as in the picture.');
    await panel.getByRole('button', { name: /^Link Export voters/ }).click();
    await userOf(panel).fill('Priya Raman');
    await page.keyboard.press('Enter');
    await give(panel, picture);
    const row = files(panel).getByRole('listitem');
    await row.getByText(picture.name).waitFor();
    expect(await row.getAttribute('aria-busy')).toBe('true');
    await row.getByRole('progressbar', { name: `Uploading ${picture.name}` }).waitFor();
    expect(await row.getByRole('button', { name: /^Open/ }).count()).toBe(0);
    const add = panel.getByRole('button', { name: 'Add files' });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    const submit = panel.getByRole('button', { name: 'Add Feedback' });
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('A file is still uploading');
    release();
    await row.getByRole('button', { name: `Open ${picture.name}` }).waitFor();
    expect(await add.getAttribute('aria-disabled')).toBeNull();
    await submit.click();
    await toastOf(page).getByText('Feedback captured for this idea!').waitFor();
    expect(calls('CreateFeedback')[0]?.variables.attachmentTokens).toEqual([expect.stringMatching(/.{20,}/)]);
    const stored = await server.call<{ feedback_records: { records: { id: string }[] } }>(
      'query ($id: [ID!]) { feedback_records(suggestion: $id) { records { id } } }',
      { id: [records.exportIdea] },
    );
    const { attachments } = await server.call<{
      attachments: { records: { file_name: string; content_type: string }[] };
    }>('query ($id: [ID!]) { attachments(feedback_record: $id) { records { file_name content_type } } }', {
      id: [stored.feedback_records.records[0]?.id],
    });
    expect(attachments.records).toEqual([{ file_name: picture.name, content_type: 'image/png' }]);
  });

  test('[ERR-040] [ERR-041] [ERR-042] [ERR-043] [ERR-044] [ERR-045] [ERR-046] [ERR-047] [ERR-048] [ERR-049] [ERR-050] [ERR-051] [ERR-052] [ERR-053] a failed upload shows the sentence of its status', async () => {
    const { page, panel } = await addFeedback();
    let status = 0;
    await routeCalls(page, '**/api/v2/admin/attachments', (route: Route) =>
      route.fulfill({ status, json: { message: 'no' } }),
    );
    const box = files(panel).getByRole('alert');
    const shown: Record<number, string> = {};
    for (const each of Object.keys(ATTACHMENT_STATUS_MESSAGES)) {
      status = Number(each);
      await give(panel, { ...text, name: `${each}.txt` });
      await box.getByText(`${each}.txt`).waitFor();
      shown[status] = ((await box.getByRole('listitem').textContent()) ?? '').replace(`${each}.txt`, '');
      await box.getByRole('button', { name: 'Clear failed files' }).click();
    }
    expect(shown).toEqual(ATTACHMENT_STATUS_MESSAGES);
    // 401: the token was renewed once, and the session lives on
    expect(new URL(page.url()).pathname).toBe('/admin-console/icons');
  });

  test('what the virus scanner found is told in its own words', async () => {
    const sentence = 'The virus scanner found Test.Sample-1 in this file, so it was not taken.';
    const { page, panel } = await addFeedback();
    await routeCalls(page, '**/api/v2/admin/attachments', (route: Route) =>
      route.fulfill({
        status: 422,
        json: { message: sentence, code: 'BAD_USER_INPUT', field: 'blob', reason: 'infected' },
      }),
    );
    await give(panel, text);
    await files(panel).getByRole('alert').getByText(sentence, { exact: false }).waitFor();
  });

  test('[STATE-045] [STATE-046] [STATE-047] [ERR-018] [ERR-019] a failed upload leaves the list, is named in the box, and the box can be cleared', async () => {
    const { page, panel } = await addFeedback();
    await routeCalls(page, '**/api/v2/admin/attachments', async (route: Route) => {
      if (decodeURIComponent(route.request().headers()['x-file-name'] ?? '') === text.name)
        await route.fulfill({ status: 415, json: {} });
      else await route.fallback();
    });
    await give(panel, text, picture);
    const box = files(panel).getByRole('alert');
    await box.getByText('Unable to attach files!').waitFor();
    expect(await box.textContent()).toContain('notes.txtUnsupported file type');
    await files(panel)
      .getByRole('button', { name: `Open ${picture.name}` })
      .waitFor();
    expect(await files(panel).getByRole('button', { name: /^Open/ }).count()).toBe(1);
    await box.getByRole('button', { name: 'Clear failed files' }).click();
    expect(await box.count()).toBe(0);
  });

  test('[CONST-040] [CONST-041] the limit stands in the tooltip, and a larger file is refused without being sent', async () => {
    const { page, panel } = await addFeedback();
    let uploads = 0;
    await routeCalls(page, '**/api/v2/admin/attachments', async (route: Route) => {
      uploads += 1;
      await route.fallback();
    });
    const add = panel.getByRole('button', { name: 'Add files' });
    await add.hover();
    await page.getByRole('tooltip').getByText('50MB').waitFor();
    await drop(page, panel, [{ name: 'huge.mov', type: 'video/quicktime', bytes: 50 * 1024 * 1024 + 1 }]);
    await files(panel).getByRole('alert').getByText('Content too large').waitFor();
    expect(uploads).toBe(0);
  });

  test('the server itself refuses programs', async () => {
    const { panel } = await addFeedback();
    await give(panel, { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
    await files(panel).getByRole('alert').getByText('Unsupported file type').waitFor();
    expect(await files(panel).getByRole('listitem').filter({ hasText: 'Open' }).count()).toBe(0);
  });

  test('files are taken by dropping and by pasting; a pasted text stays a text', async () => {
    const { page, panel } = await addFeedback();
    await drop(page, panel, [{ name: 'dropped.txt', type: 'text/plain', bytes: 5 }]);
    await files(panel).getByRole('button', { name: 'Open dropped.txt' }).waitFor();
    await panel.getByLabel('Feedback', { exact: true }).evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['hello'], 'pasted.txt', { type: 'text/plain' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      const both = new DataTransfer();
      both.items.add(new File(['x'], 'table.png', { type: 'image/png' }));
      both.setData('text/plain', 'a\tb');
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: both, bubbles: true, cancelable: true }),
      );
    });
    await files(panel).getByRole('button', { name: 'Open pasted.txt' }).waitFor();
    expect(await files(panel).getByRole('listitem').count()).toBe(2);
  });

  test('[STATE-049] in a new record a removed file is deleted at once', async () => {
    const { panel, calls } = await addFeedback();
    await give(panel, text);
    await files(panel).getByRole('button', { name: 'Remove notes.txt' }).click();
    await expect.poll(() => calls('DeleteAttachment').length).toBe(1);
    expect(await files(panel).getByRole('listitem').count()).toBe(0);
  });

  test('[STATE-048] [CONST-006] in a stored record a removed file goes with the save, and can come back until then', async () => {
    const { page, panel, calls, id, file } = await editFeedback();
    expect(
      calls('AttachmentsOf').find((call) => call.variables.feedback_record !== undefined)?.variables,
    ).toEqual({ feedback_record: [id], perPage: 100 });
    const box = files(panel);
    await box.getByRole('button', { name: 'Remove notes.txt' }).click();
    await box.getByText('1 file will be removed when you save.').waitFor();
    await box.getByRole('button', { name: 'Undo' }).click();
    await box.getByRole('button', { name: 'Open notes.txt' }).waitFor();
    await box.getByRole('button', { name: 'Remove notes.txt' }).click();
    expect(calls('DeleteAttachment')).toEqual([]);
    await panel.getByRole('button', { name: 'Save Feedback' }).click();
    await toastOf(page).getByText('Feedback updated!').waitFor();
    await expect
      .poll(() => calls('DeleteAttachment').map((call) => call.variables))
      .toEqual([{ id: file.id }]);
    const left = () =>
      server
        .call<{ attachments: { records: unknown[] } }>(
          'query ($id: [ID!]) { attachments(feedback_record: $id) { records { id } } }',
          { id: [id] },
        )
        .then((answer) => answer.attachments.records);
    await expect.poll(left).toEqual([]);
  });

  test('[DIALOG-008] [DIALOG-009] [DIALOG-010] [DIALOG-011] [DIALOG-012] [DIALOG-013] a file opens in the fullscreen viewer, with arrows, download and close', async () => {
    const { page, panel } = await addFeedback();
    await give(panel, picture, text);
    await files(panel).getByRole('button', { name: 'Open notes.txt' }).waitFor();
    await files(panel)
      .getByRole('button', { name: `Open ${picture.name}` })
      .click();
    const viewer = page.getByRole('dialog', { name: `Attachment ${picture.name}` });
    await viewer.getByRole('img', { name: picture.name }).waitFor();
    await viewer.getByText('1 of 2').waitFor();
    expect(await viewer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
    const downloading = page.waitForEvent('download');
    await viewer.getByRole('link', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe(picture.name);
    await viewer.getByRole('button', { name: 'Next attachment' }).click();
    const second = page.getByRole('dialog', { name: 'Attachment notes.txt' });
    await second.waitFor();
    await page.keyboard.press('ArrowLeft');
    await viewer.waitFor();
    await page.keyboard.press('ArrowRight');
    await second.waitFor();
    await second.getByRole('button', { name: 'Previous attachment' }).click();
    await viewer.waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await panel.waitFor();
    await files(panel).getByRole('button', { name: 'Open notes.txt' }).click();
    await second.getByRole('button', { name: 'Close' }).click();
    await second.waitFor({ state: 'detached' });
  });

  test('[VALID-065] without the access idea_attachments there is no attachment control', async () => {
    server = await journeys.replaceWorkspace({
      features: DEFAULT_FEATURES.filter((name) => name !== 'idea_attachments'),
    });
    await buildRecords(server);
    const { panel } = await addFeedback();
    await panel.getByLabel('Source URL').waitFor();
    expect(await panel.getByRole('button', { name: 'Add files' }).count()).toBe(0);
    expect(await files(panel).count()).toBe(0);
  });

  test('an upload can be stopped', async () => {
    const { page, panel } = await addFeedback();
    await holdUploads(page);
    await give(panel, text);
    await files(panel).getByRole('button', { name: 'Stop uploading notes.txt' }).click();
    expect(await files(panel).getByRole('listitem').count()).toBe(0);
    expect(await files(panel).getByRole('alert').count()).toBe(0);
  });
});

/** Drops files of so many bytes on the text of the panel. */
async function drop(
  page: Page,
  panel: Locator,
  given: { name: string; type: string; bytes: number }[],
): Promise<void> {
  const transfer = await page.evaluateHandle((wanted) => {
    const made = new DataTransfer();
    for (const { name, type, bytes } of wanted)
      made.items.add(new File([new Uint8Array(bytes).fill(97)], name, { type }));
    return made;
  }, given);
  const target = panel.getByLabel('Feedback', { exact: true });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

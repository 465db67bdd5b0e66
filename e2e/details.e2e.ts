/** Idea details: what is said about an idea, what the team decides, and who wants it, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildAttachment,
  buildCustomField,
  buildLabel,
  buildNote,
  buildStatus,
  buildUser,
  insertRow,
} from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import {
  buildRecords,
  captureFeedback,
  violations,
  violationsInBothSchemes,
  writeComment,
} from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = workspace;
  records = await buildRecords(workspace);
});

const open = (
  address = `/admin/v3/ideas/${records.exportIdea}`,
  options: PageOptions = {},
): Promise<PanelPage> => journeys.open(server, address, options);

/** Another workspace, without a feature from the start: rights are held for some seconds. */
async function openWithout(feature: string): Promise<void> {
  server = await journeys.replaceWorkspace();
  await server.database.pool.query(
    'update subdomains set features = array_remove(features, $2) where id = $1',
    [server.tenant.id, feature],
  );
  records = await buildRecords(server);
}

const toast = (page: Page) => page.getByTestId('toast');
const feed = (page: Page) => page.getByRole('list', { name: 'All activity' });
const aside = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const property = (page: Page, name: string) =>
  aside(page).getByRole('button', { name: new RegExp(`^${name}`) });
const tab = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const idea = async (fields: string): Promise<Record<string, unknown>> =>
  (
    await server.call<{ suggestion: Record<string, unknown> }>(
      `query ($id: ID!) { suggestion(id: $id) { ${fields} } }`,
      { id: records.exportIdea },
    )
  ).suggestion;

describe('the page of an idea', () => {
  test('[ROUTE-025] [DEC-169] shows the idea, its figures, its properties and who wants it', async () => {
    const { page, sent } = await open();
    await title(page).getByText('Export voters with account revenue').waitFor();
    expect(await page.title()).toContain('Export voters with account revenue');
    await page.getByText('Finance wants the MRR behind each idea as xlsx.', { exact: false }).waitFor();
    await aside(page).getByText('$48.2K').first().waitFor();
    await aside(page).getByText('Planned').waitFor();
    expect(await property(page, 'Forum').textContent()).toContain('Product');
    expect(await property(page, 'Category').textContent()).toContain('Reporting');
    const wants = aside(page).getByRole('listitem').filter({ hasText: 'Northwind' });
    expect(await wants.textContent()).toBe('Northwind1 of 1$48.2K');
    await feed(page)
      .getByText('created this idea')
      .or(feed(page).getByText('created this idea for'))
      .waitFor();
    // the idea with its accounts, its files and the workspace's own fields, and its feed: five statements in all
    expect(
      sent
        .map((call) => call.name)
        .filter((name) => name.startsWith('Idea'))
        .sort(),
    ).toEqual(['IdeaActivity', 'IdeaDetails']);
  });

  test('[DEC-169] the tabs show one kind each, with its count, and stand in the address', async () => {
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    await writeComment(server, records.exportIdea, records.femke, 'We export by hand every Monday.');
    await server.database.pool.query(
      "update external_accounts set mrr_cents = 4820000 where name = 'Northwind'",
    );
    const { page } = await open();
    await tab(page, 'Feedback 1').waitFor();
    await feed(page).getByText('We export by hand every Monday.').waitFor();
    await page.getByText('Comments 0').or(page.getByText('Comments 1')).first().waitFor();
    await tab(page, 'Feedback').check();
    const feedback = page.getByRole('list', { name: 'Feedback' });
    await feedback.getByText('Finance will not accept a csv.').waitFor();
    expect(await feedback.getByRole('listitem').count()).toBe(1);
    // the customer first, then their account and what it pays, and below who captured it
    const said = await feedback.getByRole('listitem').textContent();
    expect(said).toMatch(/Priya Raman · Northwind · \$48\.2K\/mo/);
    expect(said).toContain('captured by Ana Ruiz');
    expect(new URL(page.url()).hash).toBe('#tab=feedback');
    await page.reload();
    await feedback.waitFor();
    await page.goBack();
    await feed(page).waitFor();
  });

  test('a person opens their card, which leads to their ideas and account; an account leads to its page', async () => {
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    const { page } = await open();
    const line = feed(page).locator('[data-kind="feedback_record_created"]');
    const northwind = /\/admin\/v3\/accounts\/\d+$/;
    expect(await line.getByRole('link', { name: 'Northwind' }).getAttribute('href')).toMatch(northwind);
    expect(
      await aside(page)
        .getByRole('listitem')
        .filter({ hasText: 'Northwind' })
        .getByRole('link')
        .getAttribute('href'),
    ).toMatch(northwind);
    await line.getByRole('button', { name: 'Priya Raman', exact: true }).click();
    const card = page.getByRole('dialog', { name: 'About Priya Raman' });
    await card.getByText('Finance will not accept a csv.').waitFor();
    expect(await card.getByRole('link', { name: 'Northwind' }).getAttribute('href')).toMatch(northwind);
    await card.getByRole('link', { name: /idea.? supported/ }).click();
    await page.waitForURL(`**/admin/v3/feedback/suggestions?supporter=${records.priya.id}`);
    await page.locator('tbody').getByRole('link', { name: 'Export voters with account revenue' }).waitFor();
  });

  test('the digits 1 to 6 show the tabs, wherever nobody types', async () => {
    const { page } = await open();
    await feed(page).waitFor();
    await page.keyboard.press('6');
    await page.getByRole('table', { name: 'Accounts' }).waitFor();
    await page.keyboard.press('5');
    await page.getByRole('table', { name: 'Voters' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search voters' }).focus();
    await page.keyboard.press('1');
    expect(await page.getByRole('searchbox', { name: 'Search voters' }).inputValue()).toBe('1');
    await tab(page, 'Voters').focus();
    await page.keyboard.press('4');
    await page.getByText('No notes yet.').waitFor();
    // from the composer's line, which goes, the tab has the focus and not the first field of the list
    await page.getByRole('button', { name: /^Note to your team/ }).focus();
    await page.keyboard.press('5');
    await page.getByRole('table', { name: 'Voters' }).waitFor();
    await page.keyboard.press('1');
    await feed(page).waitFor();
  });

  test.each([390, 320, 768, 900])(
    '[WCAG 1.4.10] in a window of %i px figures and properties stand under the title, and nothing is scrolled sideways',
    async (width) => {
      await captureFeedback(server, records.exportIdea, records.long, 'Finance will not accept a csv.');
      const { page } = await open(undefined, { width, height: 800 });
      await feed(page).waitFor();
      const [heading, figures, activity] = await Promise.all(
        [title(page), page.getByText('$48.2K').first(), feed(page)].map((each) => each.boundingBox()),
      );
      expect(heading!.y).toBeLessThan(figures!.y);
      expect(figures!.y).toBeLessThan(activity!.y);
      await page.getByRole('button', { name: /^Public status: Planned/ }).waitFor();
      await page.getByRole('button', { name: /^Owner:/ }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (width >= 860) return;
      const bar = page.getByRole('group', { name: 'Actions' });
      for (const button of await bar.getByRole('button').all())
        expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await bar.getByRole('button', { name: 'Note' }).click();
      await page.getByRole('textbox', { name: 'Note' }).waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

  test('the pencil of a feedback and of a comment opens its panel', async () => {
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    await writeComment(server, records.exportIdea, records.femke, 'We export by hand every Monday.');
    const { page } = await open();
    await page.getByRole('button', { name: 'Edit feedback from Priya Raman' }).click();
    await page.getByRole('dialog', { name: 'Edit feedback' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit comment by Femke de Vries' }).click();
    await page.getByRole('dialog', { name: 'Edit comment' }).waitFor();
  });

  test('every kind of activity says who did what', async () => {
    const { database: at, tenant, admin } = server;
    const started = await buildStatus(at, tenant, { name: 'Started', hex_color: '#0a7' });
    const entry = (kind: string, more: Record<string, unknown> = {}) =>
      insertRow(at, 'activity_entries', {
        subdomain_id: tenant.id,
        suggestion_id: records.exportIdea,
        kind,
        user_id: admin.id,
        ...more,
      });
    const update = await insertRow(at, 'status_updates', {
      subdomain_id: tenant.id,
      suggestion_id: records.exportIdea,
      user_id: admin.id,
      new_status_id: started.id,
      html_body: '<p>We are <b>on it</b>.</p>',
      supporters_notified: true,
      mail_sent_count: 3,
    });
    await entry('status_updated', { status_update_id: update.id });
    const flag = await insertRow(at, 'internal_flags', {
      subdomain_id: tenant.id,
      suggestion_id: records.exportIdea,
      creator_id: admin.id,
      reason: 'Legal should see this.',
    });
    await entry('internal_flag_created', { internal_flag_id: flag.id });
    const note = await buildNote(at, tenant, {
      suggestion_id: records.exportIdea,
      creator_id: admin.id,
      body: '<p>Ask the spreadsheet people.</p>',
    });
    await entry('note_created', { note_id: note.id });
    await entry('merge_created', { related_suggestion_id: records.bulkIdea });
    await entry('suggestion_split', { related_suggestion_id: records.darkIdea });
    await entry('suggestion_updated', {
      details: JSON.stringify({ old_title: 'x', new_title: 'Export voters', new_body: 'y' }),
    });
    const { page } = await open();
    const lines = feed(page);
    await lines.getByText('posted public status').waitFor();
    expect(await lines.locator('[data-kind="status_updated"]').textContent()).toContain(
      '3 supporters emailed',
    );
    expect(await lines.locator('[data-kind="status_updated"] b').getByText('on it').count()).toBe(1);
    await lines.getByText('Legal should see this.').waitFor();
    await lines.getByText('Ask the spreadsheet people.').waitFor();
    await lines.getByText('renamed this idea to “Export voters” and changed the description').waitFor();
    expect(
      await lines.getByRole('link', { name: 'Bulk edit statuses from the list' }).getAttribute('href'),
    ).toBe(`/admin/v3/ideas/${records.bulkIdea}`);
    await lines.getByRole('link', { name: 'Dark mode for the public portal' }).click();
    await title(page).getByText('Dark mode for the public portal').waitFor();
  });

  test('a long feed comes page by page', async () => {
    for (let n = 1; n <= 25; n += 1)
      await writeComment(
        server,
        records.exportIdea,
        records.femke,
        `Comment number ${n}.`,
        new Date(Date.UTC(2025, 0, n)),
      );
    const { page } = await open();
    await feed(page).getByText('Comment number 25.').waitFor();
    expect(await feed(page).getByRole('listitem').count()).toBe(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await feed(page).getByText('Comment number 1.').waitFor();
    expect(await feed(page).getByRole('listitem').count()).toBe(26);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  });

  test('[VALID-010] [VALID-011] stored HTML is cleaned, its styles are applied by an allow-list, and plain text keeps its lines', async () => {
    await server.database.pool.query(
      `update suggestion_contents set body_mime_type = 'text/html', body = $2 where suggestion_id = $1`,
      [
        records.exportIdea,
        '<p style="text-align:center;position:fixed">Middle</p><script>document.title = "stolen"</script><img src="https://evil.example/x.png"><a href="javascript:alert(1)">link</a>',
      ],
    );
    await server.database.pool.query(`update suggestion_contents set body = $2 where suggestion_id = $1`, [
      records.darkIdea,
      'First line\nsecond line <b>as written</b>',
    ]);
    const { page } = await open();
    const middle = page.getByText('Middle', { exact: true });
    await middle.waitFor();
    expect(
      await middle.evaluate((element) => [
        getComputedStyle(element).textAlign,
        getComputedStyle(element).position,
      ]),
    ).toEqual(['center', 'static']);
    expect(await page.locator('article img, article script').count()).toBe(0);
    expect(await page.locator('article a').getByText('link').getAttribute('href')).toBeNull();
    await page.goto(`${server.url}/admin/v3/ideas/${records.darkIdea}`);
    const plain = page.getByText('second line <b>as written</b>');
    await plain.waitFor();
    expect(await plain.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-line');
  });

  test('[PERM-032] [DIALOG-008] files open in the viewer; without the access none are shown or asked for', async () => {
    await buildAttachment(server.database, server.tenant, {
      suggestion_id: records.exportIdea,
      file_name: 'budget.xlsx',
    });
    const first = await open();
    await first.page.getByRole('button', { name: /^Open budget.xlsx/ }).click();
    await first.page.getByRole('dialog', { name: 'Attachment budget.xlsx' }).waitFor();
    await first.page.keyboard.press('Escape');
    // what the page still loads ahead is not there once its workspace is gone
    await journeys.closePages();
    await openWithout('idea_attachments');
    await buildAttachment(server.database, server.tenant, {
      suggestion_id: records.exportIdea,
      file_name: 'budget.xlsx',
    });
    const second = await open();
    await title(second.page).waitFor();
    expect(await second.page.getByRole('button', { name: /^Open budget.xlsx/ }).count()).toBe(0);
    expect(second.calls('IdeaDetails').at(-1)?.variables['withFiles']).toBe(false);
  });

  test('[PERM-022] without account_insights no revenue is shown', async () => {
    await openWithout('account_insights');
    const { page } = await open();
    await aside(page).getByText('Northwind').first().waitFor();
    expect(await aside(page).getByText('$').count()).toBe(0);
    expect(await aside(page).getByText('Revenue').count()).toBe(0);
  });

  test('says that an idea is merged and leads to the one that took it over', async () => {
    await server.database.pool.query(
      "update suggestions set state = 'merged', merged_into_id = $2 where id = $1",
      [records.bulkIdea, records.exportIdea],
    );
    const { page } = await open(`/admin/v3/ideas/${records.bulkIdea}`);
    await page.getByRole('note').getByText('This idea was merged.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Add feedback' }).count()).toBe(0);
    expect(await property(page, 'Owner').count()).toBe(0);
    await page.getByRole('note').getByRole('link', { name: 'Export voters with account revenue' }).click();
    await title(page).getByText('Export voters with account revenue').waitFor();
  });

  test.each([
    ['pending', 'This idea is waiting for approval.'],
    ['spam', 'This idea was marked as spam.'],
    ['closed', 'This idea is closed'],
  ])('says what is special about an idea that is %s', async (state, text) => {
    await server.database.pool.query('update suggestions set state = $2 where id = $1', [
      records.exportIdea,
      state,
    ]);
    const { page } = await open();
    await page.getByRole('note').getByText(text, { exact: false }).waitFor();
  });

  test.each(['999999999', 'no-number'])(
    '[DEC-004] an idea that is not there says so and leads to the list: %s',
    async (id) => {
      const { page } = await open(`/admin/v3/ideas/${id}`);
      await page.getByText('Idea not found').waitFor();
      await page.getByRole('link', { name: 'All ideas' }).click();
      await page.waitForURL('**/admin/v3/feedback/suggestions');
    },
  );

  test('what cannot be loaded says so and is tried again; the rest stays', async () => {
    let broken = true;
    const { page } = await open(undefined, {
      before: async (each) => {
        await each.route('**/api/v2/admin/graphql', async (route) => {
          const { operationName } = route.request().postDataJSON() as { operationName: string };
          if (broken && operationName === 'IdeaActivity')
            await route.fulfill({
              json: { data: null, errors: [{ message: 'Down', extensions: { code: 'BAD_USER_INPUT' } }] },
            });
          else await route.fallback();
        });
      },
    });
    await page.getByText('We could not load the activity.').waitFor();
    await title(page).getByText('Export voters with account revenue').waitFor();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await feed(page).waitFor();
  });

  test('an idea that was imported without a date is shown as undated', async () => {
    await server.database.pool.query('update suggestions set is_dated = false where id = $1', [
      records.exportIdea,
    ]);
    const { page } = await open();
    await feed(page).getByText('Undated').waitFor();
    await aside(page).getByText('Undated').waitFor();
  });
});

describe('what the team decides', () => {
  test('[DEC-120] A assigns an owner, the page and the server agree', async () => {
    await buildUser(server.database, server.tenant, {
      name: 'Ben Okafor',
      license_type: 'full',
      permission_state: 'active',
    });
    const { page } = await open();
    await property(page, 'Owner').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('option', { name: /Ben Okafor/ }).click();
    await property(page, 'Owner').getByText('Ben Okafor').waitFor();
    await expect
      .poll(async () => (await idea('assigned_owner { name }'))['assigned_owner'])
      .toEqual({ name: 'Ben Okafor' });
  });

  test('[DEC-120] L puts labels on and takes them off, one after the other', async () => {
    for (const name of ['Finance', 'Reporting']) await buildLabel(server.database, server.tenant, { name });
    const { page } = await open();
    await property(page, 'Labels').waitFor();
    await page.keyboard.press('l');
    await page.getByRole('option', { name: 'Finance' }).click();
    await page.getByRole('option', { name: 'Reporting' }).click();
    await page.getByRole('option', { name: 'Finance' }).click();
    await page.keyboard.press('Escape');
    await property(page, 'Labels').getByText('Reporting').waitFor();
    await expect.poll(async () => (await idea('labels { name }'))['labels']).toEqual([{ name: 'Reporting' }]);
    await property(page, 'Labels').getByText('Finance').waitFor({ state: 'hidden' });
  });

  test('[DEC-105] a label that is not there yet is made where labels are chosen; one that another forum has is refused and named', async () => {
    const { page } = await open();
    await property(page, 'Labels').waitFor();
    await page.keyboard.press('l');
    const search = page.getByRole('combobox', { name: 'Labels' });
    await search.fill('Quick win');
    await search.press('Enter');
    await property(page, 'Labels').getByText('Quick win').waitFor();
    await expect.poll(async () => (await idea('labels { name }'))['labels']).toEqual([{ name: 'Quick win' }]);
    await buildLabel(server.database, server.tenant, { name: 'Archived one', state: 'archived' });
    await search.fill('archived one');
    await page.getByRole('option', { name: 'Create label “archived one”' }).click();
    await page.getByText('There is a label "archived one" here already.').waitFor();
    await page.keyboard.press('Escape');
    expect((await idea('labels { name }'))['labels']).toEqual([{ name: 'Quick win' }]);
  });

  test('Enter on a text whose labels are still loading is kept until they are there', async () => {
    const { page } = await open();
    await property(page, 'Labels').waitFor();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v2/admin/graphql', async (route) => {
      if (route.request().postData()?.includes('all_labels') === true) await held;
      await route.fallback();
    });
    await page.keyboard.press('l');
    const search = page.getByRole('combobox', { name: 'Labels' });
    await search.fill('Early bird');
    await search.press('Enter');
    letGo();
    await property(page, 'Labels').getByText('Early bird').waitFor();
    await expect
      .poll(async () => (await idea('labels { name }'))['labels'])
      .toEqual([{ name: 'Early bird' }]);
  });

  test('[DEC-091] a forum that needs a category asks for it; the old category stays behind', async () => {
    const { page } = await open();
    await property(page, 'Forum').click();
    await page.getByRole('option', { name: 'Mobile apps' }).click();
    await page.getByText('Mobile apps needs a category').waitFor();
    await page.getByRole('option', { name: 'iOS' }).click();
    await property(page, 'Category').getByText('iOS').waitFor();
    await property(page, 'Forum').getByText('Mobile apps').waitFor();
    await expect
      .poll(async () => idea('forum { name } category { name }'))
      .toEqual({ forum: { name: 'Mobile apps' }, category: { name: 'iOS' } });
  });

  test('[SCOPE-008] [DEC-198] [DEC-048] custom fields are edited by their type', async () => {
    const { database: at, tenant } = server;
    await buildCustomField(at, tenant, {
      key: 'segment',
      name: 'Segment',
      field_type: 'enum',
      value_type: 'string',
      choices: ['Enterprise', 'Public sector'],
    });
    await buildCustomField(at, tenant, {
      key: 'effort',
      name: 'Effort',
      field_type: 'enum',
      value_type: 'numeric',
      choices: [
        { label: 'Small', numeric_value: 1 },
        { label: 'Large', numeric_value: 5 },
      ],
    });
    await buildCustomField(at, tenant, {
      key: 'score',
      name: 'Score',
      field_type: 'number',
      value_type: 'numeric',
    });
    await buildCustomField(at, tenant, {
      key: 'due',
      name: 'Promised for',
      field_type: 'date',
      value_type: 'date',
    });
    await buildCustomField(at, tenant, {
      key: 'legal',
      name: 'Legal checked',
      field_type: 'boolean',
      value_type: 'boolean',
    });
    const { page } = await open();
    await aside(page).getByRole('button', { name: '5 empty fields' }).click();
    await property(page, 'Segment').click();
    await page.getByRole('option', { name: 'Public sector' }).click();
    await property(page, 'Segment').getByText('Public sector').waitFor();
    await property(page, 'Effort').click();
    await page.getByRole('option', { name: /Large/ }).click();
    await property(page, 'Effort').getByText('Large').waitFor();
    await property(page, 'Score').click();
    await page.getByRole('textbox', { name: 'Score' }).fill('many');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a number').waitFor();
    await page.getByRole('textbox', { name: 'Score' }).fill('4.5');
    await page.keyboard.press('Enter');
    await property(page, 'Score').getByText('4.5').waitFor();
    await property(page, 'Promised for').click();
    await page.getByLabel('Promised for').last().fill('2026-12-01');
    await page.keyboard.press('Enter');
    await property(page, 'Promised for').getByText('Dec 1, 2026').waitFor();
    await property(page, 'Legal checked').click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await property(page, 'Legal checked').getByText('Yes').waitFor();
    await expect
      .poll(async () => (await idea('custom_field_map { key value }'))['custom_field_map'])
      .toEqual([
        { key: 'due', value: '2026-12-01' },
        { key: 'effort', value: '5' },
        { key: 'legal', value: 'true' },
        { key: 'score', value: '4.5' },
        { key: 'segment', value: 'Public sector' },
      ]);
    await feed(page).getByText('changed Legal checked').waitFor();
    await property(page, 'Segment').click();
    await page.getByRole('option', { name: 'Empty' }).click();
    await property(page, 'Segment').getByText('Empty').waitFor();
  });

  test('a value typed into a custom field is saved by leaving it, however that happens; one that cannot be saved stays as a draft', async () => {
    const { database: at, tenant } = server;
    await buildCustomField(at, tenant, {
      key: 'score',
      name: 'Score',
      field_type: 'number',
      value_type: 'numeric',
    });
    await buildCustomField(at, tenant, {
      key: 'contract',
      name: 'Contract',
      field_type: 'text',
      value_type: 'string',
    });
    const saved = async (): Promise<unknown> =>
      (await idea('custom_field_map { key value }'))['custom_field_map'];
    const { page, fail, heal, calls } = await open('/admin/v3/feedback/suggestions');
    await page.locator('tbody').getByRole('link', { name: 'Export voters with account revenue' }).click();
    const score = page.getByRole('textbox', { name: 'Score' });
    const contract = page.getByRole('textbox', { name: 'Contract' });
    // those without a value are folded away
    await aside(page).getByRole('button', { name: '2 empty fields' }).click();
    // a click beside it
    await property(page, 'Score').click();
    await score.fill('7');
    await title(page).click();
    await property(page, 'Score').getByText('7').waitFor();
    await expect.poll(saved).toEqual([{ key: 'score', value: '7' }]);
    // a click on the next field, which opens
    await property(page, 'Contract').click();
    await contract.fill('2027 renewal');
    await property(page, 'Score').click();
    await score.waitFor();
    await property(page, 'Contract').getByText('2027 renewal').waitFor();
    await expect.poll(saved).toEqual([
      { key: 'contract', value: '2027 renewal' },
      { key: 'score', value: '7' },
    ]);
    // Escape gives it up
    await score.fill('8');
    await page.keyboard.press('Escape');
    await score.waitFor({ state: 'hidden' });
    expect(await property(page, 'Score').textContent()).toMatch(/: 7$/);
    // nothing typed, nothing sent
    await property(page, 'Score').click();
    await score.waitFor();
    await title(page).click();
    expect(calls('SetIdeaCustomField')).toHaveLength(2);
    // what is no number stays, and is said
    await property(page, 'Score').click();
    await score.fill('many');
    await title(page).click();
    await property(page, 'Score').getByText('Not saved: many').waitFor();
    await page.reload();
    await property(page, 'Score').getByText('Not saved: many').waitFor();
    await property(page, 'Score').click();
    expect(await score.inputValue()).toBe('many');
    await page.getByRole('button', { name: 'Discard' }).click();
    await property(page, 'Score').getByText('Not saved').waitFor({ state: 'hidden' });
    expect(calls('SetIdeaCustomField')).toHaveLength(2);
    // what the server refuses stays, too
    await fail('SetIdeaCustomField', 'The service is not available.');
    await property(page, 'Contract').click();
    await contract.fill('2028 renewal');
    await title(page).click();
    await toast(page).getByText('Contract was not saved: The service is not available.').waitFor();
    await property(page, 'Contract').getByText('Not saved: 2028 renewal').waitFor();
    await heal();
    await property(page, 'Contract').click();
    expect(await contract.inputValue()).toBe('2028 renewal');
    await page.getByText('The service is not available.', { exact: true }).waitFor();
    // the way back to the list: the page goes, and the value is saved
    await page.keyboard.press('End');
    await page.keyboard.type(' agreed');
    await page.goBack();
    await page.waitForURL('**/admin/v3/feedback/suggestions');
    await expect.poll(saved).toEqual([
      { key: 'contract', value: '2028 renewal agreed' },
      { key: 'score', value: '7' },
    ]);
  });

  test('somebody else was faster: the newer value is shown and said, and one’s own can be saved over it', async () => {
    await buildUser(server.database, server.tenant, {
      name: 'Ben Okafor',
      license_type: 'full',
      permission_state: 'active',
    });
    // with live events they would see it before
    const { page } = await open(undefined, {
      before: (made) =>
        made
          .route('**/clients/admin-console/events', (route) => route.fulfill({ status: 204 }))
          .then(() => undefined),
    });
    await property(page, 'Owner').click();
    await page.getByRole('option', { name: /Ben Okafor/ }).waitFor();
    await server.call(
      'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
      { id: records.exportIdea, owner: server.admin.id },
    );
    await page.getByRole('option', { name: /Ben Okafor/ }).click();
    await toast(page).getByText('Owner is now: Ana Ruiz.', { exact: false }).waitFor();
    await property(page, 'Owner').getByText('Ana Ruiz').waitFor();
    await toast(page).getByRole('button', { name: 'Keep mine' }).click();
    await property(page, 'Owner').getByText('Ben Okafor').waitFor();
    await expect
      .poll(async () => (await idea('assigned_owner { name }'))['assigned_owner'])
      .toEqual({ name: 'Ben Okafor' });
  });

  test.each([
    [true, true, null],
    [true, false, 'Users can vote but not comment.'],
    [false, true, 'Users can comment but not vote.'],
    [false, false, 'Users cannot comment or vote.'],
  ])(
    '[DEC-185] says what the public status means for people outside: open %s, comments %s',
    async (is_open, allow_comments, text) => {
      await server.database.pool.query(
        'update statuses set is_open = $2, allow_comments = $3 where subdomain_id = $1',
        [server.tenant.id, is_open, allow_comments],
      );
      const { page } = await open();
      await aside(page).getByText('Planned').waitFor();
      expect(
        await aside(page)
          .getByText(/^Users can/)
          .allTextContents(),
      ).toEqual(text === null ? [] : [text]);
    },
  );
});

describe('what is done with an idea', () => {
  test('[DEC-120] a public comment of the team appears in the feed; what was typed survives a look elsewhere', async () => {
    const { page } = await open();
    await feed(page).waitFor();
    await page.keyboard.press('Shift+C');
    const box = page.getByRole('textbox', { name: 'Public reply' });
    await box.fill('We are looking into it.');
    await tab(page, 'Voters').check();
    await tab(page, 'All activity').check();
    expect(await box.inputValue()).toBe('We are looking into it.');
    await box.press('Control+Enter');
    await toast(page).getByText('Comment added!').waitFor();
    const line = feed(page).locator('[data-kind="comment_created"]');
    await line.getByText('We are looking into it.').waitFor();
    expect(await line.textContent()).toContain('replied publicly');
    expect(await box.count()).toBe(0);
    expect(await idea('comments_count')).toEqual({ comments_count: 1 });
  });

  test('what is written goes along from a public reply to a note, and back after a question', async () => {
    const { page } = await open();
    await feed(page).waitFor();
    await page.keyboard.press('Shift+C');
    const reply = page.getByRole('textbox', { name: 'Public reply' });
    await reply.fill('We begin in May.');
    await page.getByRole('button', { name: 'Write a note instead' }).click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.getByText('We begin in May.').waitFor();
    await page.getByText('Only your team sees this.', { exact: false }).waitFor();
    await note.press('End');
    await page.keyboard.type(' Or June.');
    await page.getByRole('button', { name: 'Reply publicly instead' }).click();
    const question = page.getByRole('alertdialog', { name: 'Make this a public reply?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await note.getByText('We begin in May. Or June.').waitFor();
    await page.getByRole('button', { name: 'Reply publicly instead' }).click();
    await question.getByRole('button', { name: 'Continue publicly' }).click();
    await expect.poll(() => reply.inputValue()).toBe('We begin in May. Or June.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    // nothing of it is left behind in either
    await page.reload();
    await page.getByRole('button', { name: /^Note to your team/ }).waitFor();
  });

  test('what comes into the feed is marked, and one’s own is brought into view', async () => {
    for (let n = 1; n <= 15; n += 1)
      await writeComment(
        server,
        records.exportIdea,
        records.femke,
        `Comment number ${n}.`,
        new Date(Date.UTC(2025, 0, n)),
      );
    const { page } = await open(undefined, { height: 700 });
    await feed(page).getByText('Comment number 1.', { exact: true }).scrollIntoViewIfNeeded();
    await page.keyboard.press('Shift+C');
    await page.getByRole('textbox', { name: 'Public reply' }).fill('It comes in May.');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-entry][data-flash]').getByText('It comes in May.').waitFor();
    await expect
      .poll(() =>
        feed(page)
          .getByText('It comes in May.')
          .evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return top >= 52 && bottom <= innerHeight;
          }),
      )
      .toBe(true);
    // without motion it stays until the next key
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift');
        return page.locator('[data-entry][data-flash]').count();
      })
      .toBe(0);
  });

  test('a comment that cannot be saved keeps its text', async () => {
    const { page, fail } = await open();
    await feed(page).waitFor();
    await page.getByRole('button', { name: 'Reply publicly' }).click();
    const box = page.getByRole('textbox', { name: 'Public reply' });
    await box.fill('We are looking into it.');
    await fail('AddStaffComment', 'The forum is closed.');
    await page.locator('form').getByRole('button', { name: 'Reply publicly' }).click();
    await toast(page).getByText('Failed to add comment: The forum is closed.').waitFor();
    expect(await box.inputValue()).toBe('We are looking into it.');
  });

  test('C opens Add feedback with the idea linked, E the panel of the idea, V Add voter', async () => {
    const { page } = await open();
    await title(page).getByText('Export voters with account revenue').waitFor();
    await page.keyboard.press('c');
    const panel = page.getByRole('dialog', { name: 'Add feedback' });
    await panel.getByText('Export voters with account revenue').first().waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Edit idea' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Edit idea' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('v');
    await page.getByRole('dialog', { name: 'Add voter' }).waitFor();
  });

  test('[DIALOG-007] [STATE-026] is deleted after a question; Undo brings it back', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this idea?' });
    await dialog.getByText('Export voters with account revenue', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Delete idea' }).click();
    await page.waitForURL('**/admin/v3/feedback/suggestions');
    await toast(page).getByText('Idea deleted!').waitFor();
    await page.getByRole('link', { name: 'Bulk edit statuses from the list' }).waitFor();
    expect(await page.getByRole('link', { name: 'Export voters with account revenue' }).count()).toBe(0);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    const back = toast(page).filter({ hasText: 'Undone.' });
    expect(
      await back.getByRole('link', { name: 'Export voters with account revenue' }).getAttribute('href'),
    ).toBe(`/admin/v3/ideas/${records.exportIdea}`);
    await page.locator('tbody').getByRole('link', { name: 'Export voters with account revenue' }).waitFor();
  });

  test('Back after a deletion leads to what was there before the idea, whatever was looked at on its page', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions?state=all');
    await page.locator('tbody').getByRole('link', { name: 'Bulk edit statuses from the list' }).waitFor();
    await page.goto(`${server.url}/admin-console/insights`);
    await page.goto(`${server.url}/admin/v3/ideas/${records.exportIdea}`);
    await feed(page).waitFor();
    await tab(page, 'Voters').click();
    await page.waitForURL('**#tab=voters');
    await tab(page, 'Comments').click();
    await page.waitForURL('**#tab=comments');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete this idea?' })
      .getByRole('button', { name: 'Delete idea' })
      .click();
    await page.waitForURL('**/admin/v3/feedback/suggestions?state=all');
    await page.getByRole('link', { name: 'Bulk edit statuses from the list' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/admin-console/insights');
    await page.goForward();
    await page.waitForURL('**/admin/v3/feedback/suggestions?state=all');
  });

  test.each([
    ['comment', 'Shift+C'],
    ['note', 'n'],
  ])(
    'Escape closes an empty form of a %s from its field, from its switch and from the page',
    async (kind, keys) => {
      const { page } = await open();
      await feed(page).waitFor();
      for (const from of ['field', 'switch', 'page'] as const) {
        await page.keyboard.press(keys);
        await page.getByRole('button', { name: 'Cancel' }).waitFor();
        await expect
          .poll(
            () => page.evaluate(() => document.activeElement?.matches('textarea, [contenteditable="true"]')),
            { message: from },
          )
          .toBe(true);
        if (from === 'switch')
          await page
            .getByRole('button', {
              name: kind === 'note' ? 'Reply publicly instead' : 'Write a note instead',
            })
            .focus();
        if (from === 'page') await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await page.keyboard.press('Escape');
        await expect
          .poll(() => page.getByRole('button', { name: 'Cancel' }).count(), { message: from })
          .toBe(0);
        // the line that it came from has the focus
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-kind')), {
            message: from,
          })
          .toBe(kind);
      }
      // what was written stays
      await page.keyboard.press(keys);
      await page.keyboard.type('Our word');
      const written = page.locator('form').getByText('Our word');
      await written.waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      expect(await written.isVisible()).toBe(true);
    },
  );

  test('pages hold what axe calls best practice: landmarks around everything, one main heading, headers with words', async () => {
    for (const [address, isThere] of [
      [`/admin/v3/ideas/${records.exportIdea}`, (page: Page) => feed(page)],
      [
        `/admin/v3/ideas/${records.exportIdea}#tab=voters`,
        (page: Page) => page.getByRole('table', { name: 'Voters' }),
      ],
      ['/admin/v3/ideas/99999999', (page: Page) => page.getByRole('heading', { level: 1 })],
      ['/admin/v3/leads/nowhere', (page: Page) => page.getByRole('heading', { level: 1 })],
      ['/admin/v3/feedback/suggestions', (page: Page) => page.locator('tbody tr[data-row-id]').first()],
      ['/admin-console/insights', (page: Page) => page.getByRole('heading', { name: 'Insights', level: 1 })],
      [
        '/admin-console/settings/ideas/forums',
        (page: Page) => page.getByRole('list', { name: 'Forums in order' }),
      ],
      ['/admin-console/notifications', (page: Page) => page.getByRole('heading', { level: 1 })],
    ] as const) {
      const { page } = await open(address);
      await isThere(page).waitFor();
      expect(await violations(page, ['best-practice']), address).toEqual([]);
      await page.close();
    }
  });

  test('a panel whose style sheet does not come can be used, is no error, and looks right once it came', async () => {
    // in a window into which no test before has loaded it
    const { page } = await open(undefined, { own: true });
    await feed(page).waitFor();
    let refused = 0;
    await page.route('**/console-assets/*.css', (route) => {
      refused += 1;
      return route.abort();
    });
    await page.keyboard.press('v');
    const panel = page.getByRole('dialog', { name: 'Add voter' });
    await panel.getByRole('combobox').first().fill('Pri');
    await page.getByRole('option', { name: /Priya Raman/ }).waitFor();
    expect(refused).toBeGreaterThan(0);
    await page.unroute('**/console-assets/*.css');
    await expect.poll(async () => (await panel.boundingBox())?.width, { timeout: 30_000 }).toBe(400);
    // that the page complained of nothing is seen at the end of every journey
  });

  test('[STATE-064] the ring of a rating stands around a person wherever they are shown', async () => {
    await writeComment(server, records.exportIdea, records.priya, 'We need it, too.');
    await server.database.pool.query(
      'update users set satisfaction_score = case id when $2 then 3 when $3 then 10 else 7 end where subdomain_id = $1',
      [server.tenant.id, records.priya.id, records.femke.id],
    );
    const { page } = await open();
    const line = feed(page).locator('[data-kind="comment_created"]');
    await line.locator('.detractor').waitFor();
    await line.getByRole('button', { name: 'Priya Raman', exact: true }).click();
    await page
      .getByRole('dialog', { name: /Priya Raman/ })
      .locator('.detractor')
      .waitFor();
    await page.keyboard.press('Escape');
    await aside(page).locator('.promoter, .neutral').first().waitFor();
    await page.keyboard.press('v');
    await page.getByRole('dialog', { name: 'Add voter' }).getByRole('combobox').first().fill('Priya');
    await page
      .getByRole('option', { name: /Priya Raman/ })
      .locator('.detractor')
      .waitFor();
  });

  test('[STATE-064] people of the team have their ring, too: as owners, in replies and where they are mentioned', async () => {
    const { pool } = server.database;
    await buildAdmin(server.database, server.tenant, { name: 'Anders Bo', satisfaction_score: 2 });
    await pool.query('update users set satisfaction_score = 2 where id = $1', [server.admin.id]);
    await server.call(
      'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
      { id: records.exportIdea, owner: server.admin.id },
    );
    const write = async (input: Record<string, unknown>): Promise<string> =>
      (
        await server.call<{ note_create: { id: string } }>(
          'mutation ($suggestion: ID, $note: ID, $body: String!) { note_create(suggestion: $suggestion, note: $note, body: $body) { id } }',
          input,
        )
      ).note_create.id;
    await write({
      note: await write({ suggestion: records.exportIdea, body: 'Legal should see this.' }),
      body: 'They did.',
    });
    const { page } = await open('/admin/v3/feedback/suggestions');
    const row = page
      .locator('tbody tr[data-row-id]')
      .filter({ hasText: 'Export voters with account revenue' });
    await row.locator('.detractor').waitFor();
    await row.getByRole('link', { name: 'Export voters with account revenue' }).click();
    await property(page, 'Owner').locator('.detractor').waitFor();
    await property(page, 'Owner').click();
    await page
      .getByRole('option', { name: /Ana Ruiz/ })
      .locator('.detractor')
      .waitFor();
    // the ring goes with the person at once, and comes back with them
    await page.getByRole('option', { name: 'No owner' }).click();
    await property(page, 'Owner').locator('.detractor').waitFor({ state: 'detached' });
    await property(page, 'Owner').click();
    await page.getByRole('option', { name: /Ana Ruiz/ }).click();
    await property(page, 'Owner').locator('.detractor').waitFor();
    await feed(page)
      .getByRole('listitem')
      .filter({ hasText: 'added a note' })
      .locator('.detractor')
      .waitFor();
    await feed(page).getByRole('button', { name: '1 reply' }).click();
    await feed(page)
      .getByRole('listitem')
      .filter({ hasText: 'They did.' })
      .last()
      .locator('.detractor')
      .waitFor();
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    // a colleague; who writes is not offered to themselves
    await page.getByRole('textbox', { name: 'Reply to note' }).fill('@an');
    await page
      .getByRole('option', { name: /Anders Bo/ })
      .locator('.detractor')
      .waitFor();
    expect(await page.getByRole('option', { name: /Ana Ruiz/ }).count()).toBe(0);
  });

  test('[SCOPE-010] [DEC-120] voters can be searched, and removed with Undo', async () => {
    await server.call(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: true) { id } }',
      { id: records.exportIdea, user: records.priya.id },
    );
    const { page } = await open(`/admin/v3/ideas/${records.exportIdea}#tab=voters`);
    const table = page.getByRole('table', { name: 'Voters' });
    await table.getByText('Priya Raman').waitFor();
    expect(await table.getByRole('row').count()).toBe(3);
    await page.getByRole('searchbox', { name: 'Search voters' }).fill('priya');
    await table.getByText('Femke de Vries').waitFor({ state: 'hidden' });
    expect(await table.getByRole('switch', { name: 'Priya Raman gets updates by email' }).isChecked()).toBe(
      true,
    );
    await page.getByRole('button', { name: 'Remove Priya Raman’s vote' }).click();
    await page.getByText('No voters match “priya”.').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await table.getByText('Priya Raman').waitFor();
    expect(await table.getByRole('switch', { name: 'Priya Raman gets updates by email' }).isChecked()).toBe(
      true,
    );
    expect(await idea('supporters_count')).toEqual({ supporters_count: 2 });
  });

  test('[SCOPE-029] accounts stand by revenue, each with how many of its people vote', async () => {
    await server.database.pool.query('update external_accounts set users_count = 5 where subdomain_id = $1', [
      server.tenant.id,
    ]);
    const { page } = await open();
    await tab(page, 'Accounts').check();
    const row = page.getByRole('table', { name: 'Accounts' }).getByRole('row').nth(1);
    await row.getByText('Northwind').waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Northwind', '', '1 of 5', '$48.2K']);
  });

  test('the list that an idea was opened from can be walked through', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions?sort=-created_at');
    await page.getByRole('link', { name: 'Export voters with account revenue' }).click();
    await page.getByText('3 of 3').waitFor();
    await tab(page, 'Voters').check();
    await page.keyboard.press('k');
    await title(page).getByText('Dark mode for the public portal').waitFor();
    await page.getByText('2 of 3').waitFor();
    expect(new URL(page.url()).hash).toBe('#tab=voters');
    await page.keyboard.press('j');
    await title(page).getByText('Export voters with account revenue').waitFor();
    await page
      .getByRole('navigation', { name: 'Where you are' })
      .getByRole('link', { name: 'Ideas' })
      .click();
    await page.waitForURL('**/admin/v3/feedback/suggestions?sort=-created_at');
  });

  test('the way back is that of the list as it was shown, also when the page of the idea takes its time to come', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { page } = await open('/admin/v3/feedback/suggestions', {
      before: (made) =>
        made
          .route('**/IdeaDetailsPage-*.js', (route) => held.then(() => route.fallback()))
          .then(() => undefined),
    });
    const rows = page.locator('tbody tr[data-row-id]');
    await rows.nth(2).waitFor();
    await page
      .getByRole('columnheader', { name: /Revenue/ })
      .getByRole('button')
      .first()
      .click();
    const list = '/admin/v3/feedback/suggestions?sort=-supporter_revenue';
    await page.waitForURL(`**${list}`);
    await page.waitForFunction(() => sessionStorage.getItem('earshot:idea-neighbours')?.includes('sort='));
    await rows.getByRole('link', { name: 'Export voters with account revenue' }).click();
    await page.waitForURL(`**/admin/v3/ideas/${records.exportIdea}`);
    // by its address the list that stands for a moment longer is the unsorted one, which is known already
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    letGo();
    await title(page).getByText('Export voters with account revenue').waitFor();
    expect(
      await page
        .getByRole('navigation', { name: 'Where you are' })
        .getByRole('link', { name: 'Ideas' })
        .getAttribute('href'),
    ).toBe(list);
  });

  test('[ROUTE-022] the named state suggestion.details leads here', async () => {
    const { page } = await open('/admin-console/insights');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(
      (id) =>
        window.dispatchEvent(
          new CustomEvent('earshot:navigate', {
            cancelable: true,
            detail: { state: 'suggestion.details', params: { suggestion_id: id } },
          }),
        ),
      records.exportIdea,
    );
    await title(page).getByText('Export voters with account revenue').waitFor();
  });
});

describe('for everybody', () => {
  test('no accessibility violations, light and dark, with every tab', async () => {
    await captureFeedback(server, records.exportIdea, records.long, 'Finance will not accept a csv.');
    await writeComment(server, records.exportIdea, records.arabic, 'نحن ننتظر هذا منذ عام');
    const { page } = await open(undefined, { width: 1024, height: 700 });
    const main = page.getByRole('main');
    for (const [name, shown] of [
      ['All activity', main.getByRole('list', { name: 'All activity' }).getByText('نحن ننتظر هذا منذ عام')],
      ['Voters', main.getByRole('table', { name: 'Voters' }).getByText(records.long.name!)],
      ['Accounts', main.getByRole('table', { name: 'Accounts' }).getByText('Northwind')],
      ['Notes', main.getByText('No notes yet.')],
    ] as const) {
      await tab(page, name).check();
      await shown.first().waitFor();
      expect(await violationsInBothSchemes(page)).toEqual([]);
    }
    await property(page, 'Owner').click();
    await page.getByRole('listbox').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
  });

  test('everything on the page can be reached with Tab', async () => {
    await captureFeedback(server, records.exportIdea, records.priya, 'Finance will not accept a csv.');
    const { page } = await open();
    await property(page, 'Owner').waitFor();
    const reached = new Set<string>();
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(
          () =>
            (document.activeElement as HTMLElement | null)?.getAttribute('aria-label') ??
            document.activeElement?.textContent ??
            '',
        ),
      );
    }
    const names = [...reached].join('\n');
    for (const wanted of [
      'Copy link',
      'More actions',
      'Add feedback',
      'Edit feedback from Priya Raman',
      'Reply publicly',
      'Owner:',
      'Forum:',
      'Category:',
      'Labels:',
    ])
      expect(names).toContain(wanted);
  });
});

test('addresses in a description, a comment and feedback are links that give nothing away; everything else stays text', async () => {
  const { suggestion_create: idea } = await server.call<{ suggestion_create: { id: string } }>(
    `mutation ($body: String!, $links: SuggestionLinks!) { suggestion_create(title: "Links", body: $body, body_mime_type: "text/html", links: $links) { id } }`,
    {
      body: '<p>Like <b>https://example.com/a</b>, see <a href="https://example.org">https://example.org/b</a></p>',
      links: { forum: records.product.id },
    },
  );
  await writeComment(
    server,
    idea.id,
    records.femke,
    'Ask ana@example.com (or www.example.com/x).\njavascript:alert(1) <img src=x>',
  );
  await captureFeedback(server, idea.id, records.priya, 'It is on http://example.com/tickets/7?a=b&c=d.');
  const { page } = await open(`/admin/v3/ideas/${idea.id}`);
  const linkTo = (href: string) => page.locator(`main a[href="${href}"]`);
  for (const [href, words] of [
    ['https://example.com/a', 'https://example.com/a'],
    ['https://example.org', 'https://example.org/b'],
    ['mailto:ana@example.com', 'ana@example.com'],
    ['https://www.example.com/x', 'www.example.com/x'],
    ['http://example.com/tickets/7?a=b&c=d', 'http://example.com/tickets/7?a=b&c=d'],
  ] as const) {
    await linkTo(href).waitFor();
    expect([
      await linkTo(href).textContent(),
      await linkTo(href).getAttribute('rel'),
      await linkTo(href).getAttribute('target'),
    ]).toEqual([words, 'noopener noreferrer nofollow', '_blank']);
  }
  expect(await page.locator('main a[href^="javascript"], main img[src="x"]').count()).toBe(0);
  await page.getByText('javascript:alert(1) <img src=x>').waitFor();
});

describe('long names and large numbers', () => {
  test('are cut or wrapped where they stand: nothing lies over anything else, and nothing leaves its box', async () => {
    const name = 'Überlandwerksverwaltung '.repeat(10).slice(0, 225);
    const long = await server.call<{ suggestion_create: { id: string } }>(
      'mutation ($title: String!, $links: SuggestionLinks!) { suggestion_create(title: $title, links: $links) { id } }',
      {
        title: 'A title that is as long as titles may be, and then some more of it still',
        links: { forum: records.product.id },
      },
    );
    const { id } = long.suggestion_create;
    const at = server.database;
    await at.pool.query('update forums set name = $2 where id = $1', [records.product.id, name]);
    await at.pool.query(
      `update suggestions set votes_count = 12345678, supporters_count = 12345678, comments_count = 1234567, requests_count = 7654321,
         supporting_accounts_count = 1234567, supporter_revenue_cents = 987654321000 where id = $1`,
      [id],
    );
    await buildCustomField(at, server.tenant, { name });
    const { page } = await open(`/admin/v3/ideas/${id}`, { width: 1024, height: 700 });
    await page.getByRole('radio', { name: /^Voters/ }).waitFor();
    await page.getByRole('button', { name: '1 empty field' }).click();
    await page.getByText(name).last().waitFor();
    const overlaps = await page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
      const meet = (list: DOMRect[]) =>
        list.filter((one, index) =>
          list.some(
            (other, place) =>
              place > index &&
              one.left < other.right - 0.5 &&
              other.left < one.right - 0.5 &&
              one.top < other.bottom - 0.5 &&
              other.top < one.bottom - 0.5,
          ),
        ).length;
      const spills = [
        ...document.querySelectorAll('fieldset label > *, aside p, aside dt, aside dd:not(:has(button))'),
      ].filter(
        (element) =>
          getComputedStyle(element).overflow === 'visible' &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 1,
      );
      return {
        tabs: meet(boxes('fieldset label')),
        spills: spills.map((element) => element.textContent),
        wide: document.documentElement.scrollWidth > innerWidth,
      };
    });
    expect(overlaps).toEqual({ tabs: 0, spills: [], wide: false });
    // a voter's name, and the address below it
    await page.getByRole('radio', { name: /^Voters/ }).check({ force: true });
    const voter = page.getByRole('cell', { name: /^Ana Ruiz/ });
    const [above, below] = [
      await voter.getByText('Ana Ruiz', { exact: true }).boundingBox(),
      await voter.getByText('ana@demo.example').boundingBox(),
    ];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);

    const { page: list } = await open(`/admin/v3/feedback/suggestions?forum=${records.product.id}`, {
      width: 1024,
      height: 700,
    });
    await list.getByRole('button', { name: /^Forum is / }).waitFor();
    await expect.poll(() => list.getByRole('button', { name: /^Forum is / }).textContent()).toContain(name);
    const chip = await list.getByRole('button', { name: /^Forum is / }).boundingBox();
    const remove = await list.getByRole('button', { name: 'Remove filter Forum' }).boundingBox();
    expect(chip?.width).toBeLessThan(360);
    expect(remove?.width).toBeGreaterThanOrEqual(24);
    await list.getByRole('button', { name: /^Forum is / }).hover();
    await list.getByRole('tooltip').getByText(name).waitFor();
    // a number is shortened, not cut
    const votes = list.getByRole('cell', { name: '12.3M', exact: true });
    await votes.locator('[data-tip]').hover();
    await list.getByRole('tooltip').getByText('12,345,678').waitFor();
  });

  test('a title that reads from right to left shows its beginning where it is cut', async () => {
    const title = 'فكرة طويلة جدا باللغة العربية لاختبار الاتجاه من اليمين إلى اليسار '.repeat(3).slice(0, 138);
    await server.call(
      'mutation ($title: String!, $links: SuggestionLinks!) { suggestion_create(title: $title, links: $links) { id } }',
      { title, links: { forum: records.product.id } },
    );
    const { page } = await open('/admin/v3/feedback/suggestions', { width: 1024, height: 700 });
    const seen = await page.getByRole('link', { name: title.trim() }).evaluate((link) => {
      const range = document.createRange();
      range.setStart(link.firstChild as Text, 0);
      range.setEnd(link.firstChild as Text, 1);
      const box = (link.parentElement as HTMLElement).getBoundingClientRect();
      const first = range.getBoundingClientRect();
      return first.left >= box.left && first.right <= box.right + 1;
    });
    expect(seen).toBe(true);
  });
});

/** The settings of labels and forums, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { buildCategory, buildForum, buildLabel, buildSuggestion, insertRow } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { liftByKey, violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage } from './support/panels.ts';

const LABELS = '/admin-console/settings/ideas/labels';
const FORUMS = '/admin-console/settings/ideas/forums';

let server: ConsoleWorkspace;

const journeys = journeysOf((workspace) => {
  server = workspace;
});

const open = (address: string, options?: PageOptions): Promise<PanelPage> =>
  journeys.open(server, address, options);
const toast = (page: Page) => page.getByTestId('toast');
const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions on ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('label settings', () => {
  const names = (page: Page): Promise<string[]> =>
    page.getByRole('table', { name: 'Labels' }).getByRole('rowheader').allTextContents();
  const stored = async (): Promise<unknown[]> =>
    (
      await server.call<{ all_labels: { records: unknown[] } }>(
        '{ all_labels(sort: "full_name") { records { full_name state } } }',
      )
    ).all_labels.records;
  const label = (name: string, parent: { id: string; name: string } | null = null) =>
    buildLabel(
      server.database,
      server.tenant,
      parent === null
        ? { name }
        : { name, parent_id: parent.id, full_name: `${parent.name} / ${name}`, level: 1 },
    );

  test('[ROUTE-018] [SCOPE-028] [DEC-166] [DEC-105] labels are made, several at once and under one another', async () => {
    const { page } = await open(LABELS);
    await page.getByText('No labels yet').waitFor();
    await page.getByRole('button', { name: 'New label' }).first().click();
    await page.getByRole('textbox', { name: 'New label name' }).fill('Reports');
    await page.keyboard.press('Enter');
    await toast(page).getByText('Label Reports created.').waitFor();
    await page.getByRole('textbox', { name: 'New label name' }).fill('Mobile');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Mobile', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'New label name' }).fill('reports');
    await page.keyboard.press('Enter');
    await page.getByText('There is a label "reports" here already.').waitFor();
    await page.keyboard.press('Escape');
    await act(page, 'Reports', 'Add sub-label');
    await page.getByRole('textbox', { name: 'New sub-label name, under Reports' }).fill('Charts');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Charts', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await names(page)).toEqual(['Mobile', 'Reports', 'Charts']);
    expect(await stored()).toEqual(
      ['Mobile', 'Reports', 'Reports / Charts'].map((full_name) => ({ full_name, state: 'active' })),
    );
  });

  test('[ROUTE-018] a label is renamed in place; Escape leaves it as it was', async () => {
    await label('Reports');
    const { page } = await open(LABELS);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'New name for Reports' });
    await field.fill('Nothing');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    await field.fill('Reports / Charts');
    await page.keyboard.press('Enter');
    await page.getByText('A name can’t contain " / ".').waitFor();
    await field.fill('Reporting');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reporting', exact: true }).waitFor();
    expect(await stored()).toEqual([{ full_name: 'Reporting', state: 'active' }]);
  });

  test('a label that somebody else renamed meanwhile says so, and keeps what was typed', async () => {
    const { id } = await label('Reports');
    const { page } = await open(LABELS);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    await server.call('mutation ($id: ID!) { label_update(id: $id, name: "Analytics") { id } }', { id });
    const field = page.getByRole('textbox', { name: /^New name for/ });
    await field.fill('Reporting');
    await page.keyboard.press('Enter');
    await page.getByText('It is now called Analytics', { exact: false }).waitFor();
    expect(await stored()).toEqual([{ full_name: 'Analytics', state: 'active' }]);
    expect(await field.inputValue()).toBe('Reporting');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reporting', exact: true }).waitFor();
    expect(await stored()).toEqual([{ full_name: 'Reporting', state: 'active' }]);
  });

  test('the focus comes back when a name is saved or left', async () => {
    await label('Reports');
    const { page } = await open(LABELS);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole('button', { name: 'Reports', exact: true }).press('Enter');
    await page.getByRole('textbox', { name: 'New name for Reports' }).press('Escape');
    await expect.poll(focused).toBe('Reports');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'New name for Reports' }).fill('Reporting');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reporting', exact: true }).waitFor();
    await expect.poll(focused).toBe('Reporting');
    await page.getByRole('button', { name: 'New label' }).press('Enter');
    await page.getByRole('textbox', { name: 'New label name' }).press('Escape');
    await expect.poll(focused).toContain('New label');
  });

  test('[DEC-105] a label is moved under another one and back; one with labels under it stays', async () => {
    const reports = await label('Reports');
    await label('Charts', reports);
    await label('Exports');
    const { page } = await open(LABELS);
    await act(page, 'Exports', 'Move');
    await page.getByRole('combobox', { name: 'Under which label?' }).click();
    await page.getByRole('option', { name: 'Reports' }).click();
    await page
      .getByRole('dialog', { name: 'Move Exports' })
      .getByRole('button', { name: 'Move', exact: true })
      .click();
    await toast(page).getByText('Exports is now under Reports.').waitFor();
    await expect.poll(() => names(page)).toEqual(['Reports', 'Charts', 'Exports']);
    await page.getByRole('button', { name: 'Actions on Reports', exact: true }).click();
    expect(await page.getByRole('menuitem', { name: 'Move' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('[DEC-103] limiting to forums shows first which ideas lose the label', async () => {
    const { id } = await label('Finance');
    const product = await buildForum(server.database, server.tenant, { name: 'Product' });
    const mobile = await buildForum(server.database, server.tenant, { name: 'Mobile' });
    for (const [title, forum_id] of [
      ['In product', product.id],
      ['In mobile', mobile.id],
    ] as const) {
      const idea = await buildSuggestion(server.database, server.tenant, { title, forum_id });
      await insertRow(server.database, 'suggestion_labels', {
        subdomain_id: server.tenant.id,
        suggestion_id: idea.id,
        label_id: id,
      });
    }
    const { page } = await open(LABELS);
    await act(page, 'Finance', 'Limit to forums');
    const dialog = page.getByRole('dialog', { name: 'Forums of Finance' });
    await dialog.getByRole('radio', { name: 'Only these forums' }).check();
    expect(await dialog.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('checkbox', { name: 'Product' }).check();
    await dialog.getByText('1 idea would lose this label').waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['In mobile']);
    await dialog.getByRole('button', { name: 'Save and remove from 1 idea' }).click();
    await toast(page).getByText('Forums of Finance saved. Removed from 1 idea.').waitFor();
    await page.getByRole('row').filter({ hasText: 'Finance' }).getByText('Product').waitFor();
    expect(
      (
        await server.call<{ suggestions: { records: unknown[] } }>(
          'query ($label: [ID!]) { suggestions(label: $label) { records { title } } }',
          { label: [id] },
        )
      ).suggestions.records,
    ).toEqual([{ title: 'In product' }]);
  });

  test('[DEC-033] an archived label leaves the list, can be looked at and comes back', async () => {
    await label('Reports');
    await label('Exports');
    const { page } = await open(LABELS);
    await act(page, 'Reports', 'Archive');
    await toast(page).getByText('Reports is archived.', { exact: false }).waitFor();
    await expect.poll(() => names(page)).toEqual(['Exports']);
    await page.getByRole('radio', { name: 'Archived 1' }).check();
    await expect.poll(() => names(page)).toEqual(['Reports']);
    expect(new URL(page.url()).search).toBe('?state=archived');
    await act(page, 'Reports', 'Restore');
    await page.getByText('No archived labels').waitFor();
    expect(await stored()).toEqual([
      { full_name: 'Exports', state: 'active' },
      { full_name: 'Reports', state: 'active' },
    ]);
  });

  test('[DEC-166] [DEC-105] deleting says how many ideas lose the label, and that those under it go, too', async () => {
    const reports = await label('Reports');
    const charts = await label('Charts', reports);
    const idea = await buildSuggestion(server.database, server.tenant, { title: 'An idea' });
    await insertRow(server.database, 'suggestion_labels', {
      subdomain_id: server.tenant.id,
      suggestion_id: idea.id,
      label_id: charts.id,
    });
    const { page } = await open(LABELS);
    await act(page, 'Reports', 'Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete the label Reports?' });
    await dialog.getByText('1 idea loses it.', { exact: false }).waitFor();
    await dialog.getByText('1 sub-label is deleted, too.').waitFor();
    await dialog.getByRole('button', { name: 'Delete label' }).click();
    await toast(page).getByText('Label Reports deleted.').waitFor();
    await page.getByText('No labels yet').waitFor();
    expect(await stored()).toEqual([]);
  });

  test('[DEC-166] the focus goes on to the next row when a label goes, after the last one to the row above, and at the end to a new one', async () => {
    const mobile = await label('Mobile');
    await label('Android', mobile);
    for (const name of ['Exports', 'Reports', 'Search']) await label(name);
    const { page } = await open(LABELS);
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    const remove = async (name: string): Promise<void> => {
      await act(page, name, 'Delete');
      await page.getByRole('button', { name: 'Delete label' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    };
    await remove('Mobile');
    await expect.poll(focused).toBe('Actions on Reports');
    await act(page, 'Exports', 'Archive');
    await expect.poll(focused).toBe('Actions on Reports');
    await remove('Search');
    await expect.poll(focused).toBe('Actions on Reports');
    await remove('Reports');
    await expect.poll(focused).toBe('New label');
  });

  test('[PERM-003] [PERM-007] the settings are kept from those without the right, and need no right to see ideas', async () => {
    await label('Reports');
    const { pool } = server.database;
    const rights = (change: object) =>
      pool.query('update users set permissions = $2 where id = $1', [
        server.admin.id,
        JSON.stringify({ ...ALL_PERMISSIONS, ...change }),
      ]);
    await rights({ settings: 'none' });
    const without = await open(LABELS);
    await without.page.getByText('You don’t have access to this').waitFor();
    expect(without.calls('SettingsLabels')).toEqual([]);
    const other = await journeys.openWorkspace();
    server = other;
    await label('Reports');
    await other.database.pool.query('update users set permissions = $2 where id = $1', [
      other.admin.id,
      JSON.stringify({ ...ALL_PERMISSIONS, feedback_admin_ui: false, settings: 'r' }),
    ]);
    const { page } = await open(LABELS);
    await act(page, 'Reports', 'Delete');
    await page.getByRole('alertdialog').getByText('0 open ideas lose it.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Delete label' }).click();
    await page.getByText('No labels yet').waitFor();
  });

  test('no accessibility violations, light and dark', async () => {
    const reports = await label('Reports');
    await label(
      'A label that somebody made when nobody was looking, and that is as long as the day',
      reports,
    );
    const { page } = await open(LABELS, { width: 1024, height: 700 });
    await page.getByRole('button', { name: 'Reports', exact: true }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'New label' }).click();
    await page.getByRole('textbox', { name: 'New label name' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
  });
});

describe('forum settings', () => {
  const names = (page: Page): Promise<(string | null)[]> =>
    page
      .getByRole('list', { name: 'Forums in order' })
      .getByRole('button', { name: /^Edit / })
      .allTextContents();
  const stored = async (fields: string): Promise<unknown[]> =>
    (
      await server.call<{ all_forums: { records: unknown[] } }>(
        `{ all_forums(sort: "position") { records { ${fields} } } }`,
      )
    ).all_forums.records;
  const buildForums = async (): Promise<Record<string, string>> => {
    const ids: Record<string, string> = {};
    for (const [index, name] of ['Product', 'Mobile', 'Archive'].entries()) {
      ids[name] = (
        await buildForum(server.database, server.tenant, {
          name,
          position: index + 1,
          state: name === 'Archive' ? 'closed' : 'open',
        })
      ).id;
    }
    return ids;
  };

  test('[ROUTE-019] [STATE-042] [DEC-167] forums stand in their order and can be narrowed to open or closed ones', async () => {
    await buildForums();
    const { page } = await open(FORUMS);
    await expect.poll(() => names(page)).toEqual(['Product', 'Mobile', 'Archive']);
    await page.getByRole('radio', { name: 'Closed' }).check();
    await expect.poll(() => names(page)).toEqual(['Archive']);
    expect(new URL(page.url()).search).toBe('?open=false');
    await page.getByRole('radio', { name: 'Open' }).check();
    await expect.poll(() => names(page)).toEqual(['Product', 'Mobile']);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Product', 'Mobile']);
  });

  test('among two hundred forums one is found by words of its name; the order waits for all of them', async () => {
    await buildForums();
    for (let n = 1; n <= 200; n += 1)
      await buildForum(server.database, server.tenant, { name: `Region ${n}`, position: n + 3 });
    const { page } = await open(FORUMS);
    const search = page.getByRole('searchbox', { name: 'Search forums' });
    await expect.poll(async () => (await names(page)).length).toBe(203);
    await search.click();
    await page.keyboard.type('17 REG');
    await expect
      .poll(() =>
        page
          .getByRole('list', { name: 'Forums in order' })
          .getByRole('button', { name: /^Edit / })
          .allTextContents(),
      )
      .toEqual(['Region 17', 'Region 117', ...Array.from({ length: 10 }, (_, n) => `Region 17${n}`)]);
    await page.getByText('Show all forums to change the order.').waitFor();
    expect(await page.getByRole('button', { name: /^Move Region/ }).count()).toBe(0);
    await search.fill('region 204');
    await page.getByText('No forums match “region 204”').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all forums' }).click();
    await expect.poll(async () => (await names(page)).length).toBe(203);
    expect(await search.inputValue()).toBe('');
  });

  test('[DEC-102] the order is changed with the keyboard and with the mouse', async () => {
    await buildForums();
    const { page } = await open(FORUMS);
    await page.getByRole('button', { name: 'Move Archive' }).focus();
    await liftByKey(page, 'Archive picked up, position 3 of 3.');
    await page.keyboard.press('ArrowUp');
    await page.getByText('Archive is at position 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await toast(page).getByText('Order saved.').waitFor();
    expect(await stored('name')).toEqual([{ name: 'Product' }, { name: 'Archive' }, { name: 'Mobile' }]);
    const from = await page.getByRole('button', { name: 'Move Mobile' }).boundingBox();
    const to = await page.getByRole('button', { name: 'Move Product' }).boundingBox();
    if (from === null || to === null) throw new Error('The handles have no place.');
    await page.mouse.move(from.x + 8, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y - 10, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y + 4, { steps: 8 });
    await page.mouse.up();
    await expect
      .poll(() => stored('name'))
      .toEqual([{ name: 'Mobile' }, { name: 'Product' }, { name: 'Archive' }]);
    expect(await names(page)).toEqual(['Mobile', 'Product', 'Archive']);
  });

  test('[SCOPE-026] [VALID-001] [VALID-002] [VALID-003] [DEC-167] a forum is made with its categories; the last empty one can only be reset', async () => {
    const { page } = await open(FORUMS);
    await page.getByText('No forums yet').waitFor();
    await page.getByRole('button', { name: 'New forum' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New forum' });
    expect(await panel.getByRole('button', { name: 'Create Forum' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await panel.getByLabel('Name', { exact: true }).fill('Product');
    await panel.getByRole('button', { name: 'Categories' }).click();
    const list = panel.getByRole('list', { name: 'Categories' });
    expect(await list.getByRole('listitem').count()).toBe(1);
    const add = panel.getByRole('button', { name: 'Add category' });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await list.getByRole('textbox', { name: 'Category 1' }).fill('Reporting');
    await panel.getByRole('button', { name: 'Reset item 1' }).click();
    expect(await list.getByRole('textbox', { name: 'Category 1' }).inputValue()).toBe('');
    await list.getByRole('textbox', { name: 'Category 1' }).fill('Reporting');
    await add.click();
    await list.getByRole('textbox', { name: 'Category 2' }).fill('Export');
    await panel.getByRole('button', { name: 'Move Export up' }).click();
    await panel.getByRole('checkbox', { name: 'New ideas need a category' }).check();
    await panel.getByRole('button', { name: 'Create Forum' }).click();
    await toast(page).getByText('Forum Product created.').waitFor();
    await expect
      .poll(() => stored('name category_required categories { name }'))
      .toEqual([
        { name: 'Product', category_required: true, categories: [{ name: 'Export' }, { name: 'Reporting' }] },
      ]);
    const row = page.getByRole('listitem').filter({ hasText: 'Product' });
    await row.getByText('0 open ideas').waitFor();
    await row.getByText('2 categories').waitFor();
  });

  test('[VALID-086] what is wrong with a forum is said where it stands, also in a closed section, and takes the focus', async () => {
    const { page } = await open(FORUMS);
    await page.getByRole('button', { name: 'New forum' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New forum' });
    const name = panel.getByLabel('Name', { exact: true });
    const categories = panel.getByRole('button', { name: 'Categories' });
    await name.fill('n'.repeat(256));
    await panel.getByText('Name must have at most 255 characters').waitFor();
    expect((await name.inputValue()).length).toBe(256);
    await categories.click();
    await panel.getByRole('checkbox', { name: 'New ideas need a category' }).check();
    await categories.click();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
    await name.fill('n'.repeat(255));
    await page.keyboard.press('Control+Enter');
    const problem = panel.getByText('Add a category first');
    await expect.poll(() => problem.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await categories.getAttribute('aria-expanded')).toBe('true');
    await panel.getByRole('textbox', { name: 'Category 1' }).fill('Reporting');
    await page.keyboard.press('Control+Enter');
    await toast(page)
      .getByText(/^Forum n+ created\.$/)
      .waitFor();
    await expect.poll(() => stored('name')).toEqual([{ name: 'n'.repeat(255) }]);
  });

  test('[VALID-004] a forum takes no more than a hundred categories', async () => {
    const forum = await buildForum(server.database, server.tenant, { name: 'Product' });
    for (let n = 1; n <= 100; n += 1)
      await buildCategory(server.database, server.tenant, {
        forum_id: forum.id,
        name: `Category ${n}`,
        position: n,
      });
    const { page } = await open(FORUMS);
    await page.getByRole('button', { name: 'Edit Product' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit forum' });
    await panel.getByRole('button', { name: 'Categories' }).click();
    const add = panel.getByRole('button', { name: 'Add category' });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await add.focus();
    await add.hover();
    await page.getByRole('tooltip').getByText('No more items to add').waitFor();
  });

  test('[STATE-041] [PERM-043] [PERM-044] [PERM-045] [DEC-167] everything of a forum can be edited; a wrong network is named where it stands', async () => {
    await buildForums();
    const { page } = await open(FORUMS);
    await page.getByRole('button', { name: 'Edit Mobile' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit forum' });
    await panel.getByRole('switch', { name: 'Open' }).click();
    await panel.getByRole('button', { name: 'Access' }).click();
    await panel.getByRole('switch', { name: 'Private' }).click();
    await panel.getByText('Without rules, only your team has access.').waitFor();
    await panel.getByRole('checkbox', { name: 'People who use single sign-on' }).check();
    await panel.getByRole('checkbox', { name: 'People in these networks' }).check();
    await panel.getByRole('textbox', { name: 'Address or network 1' }).fill('everywhere');
    await panel.getByRole('checkbox', { name: 'People with these email domains' }).check();
    await panel.getByRole('textbox', { name: 'Email domain 1' }).fill('example.com');
    await panel.getByRole('radio', { name: 'Everyone who meets all rules' }).check();
    await panel.getByLabel('Message to others').fill('Ask us for access.');
    await panel.getByRole('button', { name: 'Voting and importance' }).click();
    await panel.getByRole('switch', { name: 'Several votes per idea' }).click();
    await panel.getByLabel('Votes per person').fill('0');
    await panel.getByRole('button', { name: 'Save Forum' }).click();
    await panel.getByText('Enter a number from 1 to 100').waitFor();
    await panel.getByLabel('Votes per person').fill('12');
    await panel.getByRole('button', { name: 'Moderation' }).click();
    await panel.getByRole('switch', { name: 'New ideas and comments wait for approval' }).click();
    await panel.getByRole('button', { name: 'Save Forum' }).click();
    await panel.getByText('"everywhere" is no network address.', { exact: false }).waitFor();
    await panel.getByRole('textbox', { name: 'Address or network 1' }).fill('192.0.2.0/24');
    await panel.getByRole('button', { name: 'Save Forum' }).click();
    await toast(page).getByText('Forum Mobile saved.').waitFor();
    const fields =
      'is_open is_private allow_sso_user_by_default allow_by_ip allow_by_email_domain authorization_operator access_denied_message classic_voting votes_allowed moderation_enabled access_ips { ip } access_email_domains { domain }';
    expect((await stored(fields))[1]).toEqual({
      is_open: false,
      is_private: true,
      allow_sso_user_by_default: true,
      allow_by_ip: true,
      allow_by_email_domain: true,
      authorization_operator: 'and',
      access_denied_message: 'Ask us for access.',
      classic_voting: true,
      votes_allowed: 12,
      moderation_enabled: true,
      access_ips: [{ ip: '192.0.2.0/24' }],
      access_email_domains: [{ domain: 'example.com' }],
    });
  });

  test('what was edited is not thrown away without a question, and nobody’s change is overwritten unseen', async () => {
    const ids = await buildForums();
    const { page } = await open(FORUMS);
    await page.getByRole('button', { name: 'Edit Mobile' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit forum' });
    await panel.getByLabel('Name', { exact: true }).fill('Mobile apps');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await server.call('mutation ($id: ID!) { forum_update(id: $id, name: "Phones") { id } }', {
      id: ids['Mobile'],
    });
    await panel.getByRole('button', { name: 'Save Forum' }).click();
    const both = page.getByRole('dialog', { name: 'Someone else changed this' });
    expect(await both.getByRole('region', { name: 'Name' }).innerText()).toMatch(/Mobile apps\s[^]*Phones/);
    await both.getByRole('button', { name: 'Use theirs' }).click();
    expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toBe('Phones');
    await panel.getByLabel('Name', { exact: true }).fill('Mobile apps');
    await panel.getByRole('button', { name: 'Save Forum' }).click();
    await toast(page).getByText('Forum Mobile apps saved.').waitFor();
  });

  test('[STATE-041] [DEC-032] a forum is closed after a word about what that means, and opened again', async () => {
    await buildForums();
    const { page } = await open(FORUMS);
    await act(page, 'Product', 'Close forum');
    const dialog = page.getByRole('alertdialog', { name: 'Close Product?' });
    await dialog.getByText('It will take no new ideas, votes or comments.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Close forum' }).click();
    await toast(page).getByText('Product is closed.').waitFor();
    expect((await stored('is_open'))[0]).toEqual({ is_open: false });
    await act(page, 'Product', 'Reopen');
    await toast(page).getByText('Product is open again.').waitFor();
  });

  test('[DEC-102] a forum that holds ideas is deleted only with one that takes them; the default one is not', async () => {
    const ids = await buildForums();
    const idea = await buildSuggestion(server.database, server.tenant, {
      title: 'An idea',
      forum_id: ids['Mobile']!,
    });
    const { page } = await open(FORUMS);
    await act(page, 'Product', 'Set as default');
    await toast(page).getByText('Product is now the default forum', { exact: false }).waitFor();
    await act(page, 'Product', 'Delete');
    await page.getByRole('dialog').getByText('It can’t be deleted.', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await act(page, 'Mobile', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete the forum Mobile?' });
    // the count of the list may lag behind: the server knows better
    const confirm = dialog.getByRole('button', { name: 'Delete forum' });
    if ((await confirm.getAttribute('aria-disabled')) !== 'true') await confirm.click();
    await dialog.getByRole('combobox', { name: 'Move ideas to' }).click();
    await page.getByRole('option', { name: 'Product' }).click();
    await confirm.click();
    await toast(page).getByText('Forum Mobile deleted.').waitFor();
    await expect.poll(() => names(page)).toEqual(['Product', 'Archive']);
    expect(
      (
        await server.call<{ suggestion: unknown }>(
          'query ($id: ID!) { suggestion(id: $id) { forum { name } } }',
          { id: idea.id },
        )
      ).suggestion,
    ).toEqual({ forum: { name: 'Product' } });
  });

  test('an order that cannot be saved goes back', async () => {
    await buildForums();
    const { page, fail } = await open(FORUMS);
    await page.getByRole('button', { name: 'Move Archive' }).waitFor();
    await fail('ReorderForums', 'The list must name every forum once.');
    await page.getByRole('button', { name: 'Move Archive' }).focus();
    await liftByKey(page, 'Archive picked up, position 3 of 3.');
    await page.keyboard.press('ArrowUp');
    await page.getByText('Archive is at position 2 of 3.').waitFor({ state: 'attached' });
    const readAgain = page.waitForResponse(
      (response) => response.request().postData()?.includes('SettingsForums') === true,
    );
    await page.keyboard.press('Space');
    await toast(page).getByText('The order was not saved: The list must name every forum once.').waitFor();
    await readAgain;
    await page
      .getByRole('list', { name: 'Forums in order' })
      .getByRole('listitem')
      .filter({ hasText: 'Archive' })
      .and(page.locator(':last-child'))
      .waitFor();
    expect(await names(page)).toEqual(['Product', 'Mobile', 'Archive']);
  });

  test('no accessibility violations, light and dark, list and panel', async () => {
    await buildForums();
    await buildForum(server.database, server.tenant, {
      name: 'Integrations, partners and everything else that somebody connects with, and then some more',
      is_private: true,
      position: 9,
    });
    const { page } = await open(FORUMS, { width: 1024, height: 700 });
    await expect.poll(async () => (await names(page)).length).toBe(4);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    await page.getByRole('button', { name: /^Edit Integrations/ }).click();
    const panel = page.getByRole('dialog', { name: 'Edit forum' });
    for (const section of ['Categories', 'Access', 'Voting and importance', 'Moderation'])
      await panel.getByRole('button', { name: section }).click();
    await panel.getByRole('textbox', { name: 'Welcome text' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

/** Users and accounts: their lists, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import {
  buildAccount,
  buildCustomField,
  buildSuggestion,
  buildSupporter,
  buildUser,
  testScope,
  viewerOf,
} from '../server/db/builders.ts';
import { recountTenant } from '../server/domain/ideas/recount.ts';
import { accountAddress, accountsAddress, userAddress, usersAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, violationsInBothSchemes, type Records } from './support/panels.ts';

let workspace: ConsoleWorkspace;
let records: Records;
const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  records = await buildRecords(fresh);
});

test('[ROUTE-026] [NAV-015] users and accounts are lists, narrowed and ordered, each a tab of the other', async () => {
  const { database: at, tenant } = workspace;
  const small = await buildAccount(at, tenant, { name: 'Halden Rail', plan: 'Trial', mrr_cents: '90000' });
  await buildUser(at, tenant, { name: 'Ole Berg', account_id: small.id, allowed_state: 'blocked' });
  const { page } = await journeys.open(workspace, '/admin-console/insights');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Users & Accounts' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(usersAddress());
  const names = () => page.locator('tbody tr[data-row-id] td:nth-child(2)').allInnerTexts();
  await expect.poll(async () => (await names()).join()).toContain('Ole Berg');
  expect((await names()).find((name) => name.includes('Ole Berg'))).toContain('Blocked');

  await page.keyboard.press('f');
  await page.getByRole('option', { name: 'Account', exact: true }).click();
  await page.getByRole('option', { name: /Northwind/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe(`?external_account=${records.priya.account_id}`);
  await expect.poll(async () => (await names()).join()).not.toContain('Ole Berg');
  // the list stays what it is while it is narrowed
  const tab = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await tab('Users').getAttribute('aria-current')).toBe('page');
  await tab('Admins').click();
  await expect.poll(() => new URL(page.url()).search).toBe('?license_type=full,owner');
  await expect.poll(async () => (await names()).length).toBe(1);

  await tab('Accounts').click();
  await expect.poll(names).toEqual(['N\nNorthwind', 'H\nHalden Rail']);
  expect(new URL(page.url()).pathname).toBe(accountsAddress());
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('f');
  await page.getByRole('option', { name: 'Plan' }).click();
  await page.keyboard.type('trial');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('?plan=trial');
  await expect.poll(names).toEqual(['H\nHalden Rail']);
});

test('[DEC-170] [ROUTE-026] an account leads to what its people want, is changed with its revenue kept, and comes back after it was deleted', async () => {
  await buildCustomField(workspace.database, workspace.tenant, {
    object_type: 'account',
    key: 'renewal',
    name: 'Renewal',
    field_type: 'date',
    value_type: 'date',
  });
  const { page } = await journeys.open(workspace, accountsAddress());
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog', { name: 'New account' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Łódź Tramways & Sons');
  await dialog.getByRole('textbox', { name: /^Monthly recurring revenue/ }).fill('-5');
  await dialog.getByRole('textbox', { name: /^Plan/ }).fill('Team');
  await dialog.getByText('Give an amount of at least 0').waitFor();
  await dialog.getByRole('textbox', { name: /^Monthly recurring revenue/ }).fill('1,200.50');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByTestId('toast').getByText('“Łódź Tramways & Sons” was created.').waitFor();
  await page.getByRole('link', { name: 'Northwind' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(accountAddress(records.priya.account_id!));
  await page.getByRole('heading', { name: 'Northwind', level: 1 }).waitFor();
  const wanted = page.getByRole('region', { name: 'What they want' });
  await wanted.getByRole('link', { name: 'Export voters with account revenue' }).waitFor();
  expect(await wanted.getByRole('listitem').first().innerText()).toMatch(/1 of 1/);
  await page.getByRole('complementary').getByRole('link', { name: 'Priya Raman' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.keyboard.press('e');
  const edit = page.getByRole('dialog', { name: 'Edit account' });
  await edit.getByRole('textbox', { name: /^Monthly recurring revenue/ }).fill('9000');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByTestId('toast').getByText('The account was saved.').waitFor();
  const history = page.getByRole('region', { name: 'Revenue history' });
  await expect.poll(() => history.getByRole('listitem').first().innerText()).toMatch(/by hand/);
  await page.getByRole('slider', { name: 'Revenue' }).waitFor();

  // fields of the workspace's own, in their place
  await page.getByRole('button', { name: /^Renewal/ }).click();
  await page.getByRole('textbox', { name: 'Renewal' }).fill('2027-01-31');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Jan 31, 2027/ }).waitFor();
  // what the team writes down
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByText('Nothing was written down about this account yet.').waitFor();
  await notes.getByRole('button', { name: 'Add note' }).click();
  const writing = page.getByRole('dialog', { name: 'Add a note' });
  await writing.getByRole('textbox', { name: 'Note' }).fill('Renewal talk in May.\nAsk for the <budget>.');
  await writing.getByRole('button', { name: 'Add note' }).click();
  await notes.getByText('Ask for the <budget>.').waitFor();
  await notes.getByRole('button', { name: /^Note by .*: actions$/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const changing = page.getByRole('dialog', { name: 'Edit the note' });
  await changing.getByRole('textbox', { name: 'Note' }).fill('Renewal talk in June.');
  await changing.getByRole('button', { name: 'Save note' }).click();
  await notes.getByText('Renewal talk in June.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await notes.getByRole('button', { name: /^Note by .*: actions$/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByTestId('toast').getByText('The note was deleted.').waitFor();
  await notes.getByText('Nothing was written down').waitFor();
  await page
    .getByTestId('toast')
    .filter({ hasText: 'The note was deleted.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await notes.getByText('Renewal talk in June.').waitFor();

  // the next one of the list, and back
  await page.keyboard.press(']');
  await page.getByRole('heading', { name: 'Łódź Tramways & Sons', level: 1 }).waitFor();
  await page.getByText('Its people have voted for no idea yet').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  await page.getByTestId('toast').getByText('“Łódź Tramways & Sons” was deleted.').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(accountsAddress());
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /Łódź Tramways/ }).waitFor();
});

test('[DEC-170] [DEC-038] a person leads to what they did; they are changed, written to less, and blocked', async () => {
  const { page } = await journeys.open(workspace, usersAddress());
  await page.getByRole('link', { name: 'Femke de Vries' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(userAddress(records.femke.id));
  await page.getByRole('heading', { name: 'Femke de Vries', level: 1 }).waitFor();
  await page.getByRole('tab', { name: /^Ideas/ }).click();
  await page.getByText('posted the idea').first().waitFor();
  await page.getByRole('link', { name: 'Bulk edit statuses from the list' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.keyboard.press('e');
  const edit = page.getByRole('dialog', { name: 'Edit user' });
  await edit.getByRole('textbox', { name: /^Job title/ }).fill('Head of Dispatch');
  await edit.getByRole('textbox', { name: /^Email/ }).fill('nonsense');
  await edit.getByRole('combobox', { name: /^Score/ }).selectOption('4');
  await edit.getByRole('textbox', { name: /^Email/ }).fill('femke@northwind.example');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByTestId('toast').getByText('The changes were saved.').waitFor();
  await page.getByText('Head of Dispatch at').waitFor();

  const comments = page.getByRole('switch', { name: 'Comments' });
  await comments.click();
  await expect.poll(() => comments.isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Add feedback' }).click();
  const panel = page.getByRole('dialog', { name: 'Add feedback' });
  await expect
    .poll(() =>
      panel.locator('input').evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value)),
    )
    .toContain('Femke de Vries');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Block…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('button', { name: 'Unblock…' }).waitFor();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe(usersAddress());
});

test('[DEC-170] two profiles of one person are offered, compared field by field, merged, and taken apart again', async () => {
  const { database: at, tenant } = workspace;
  const account = await buildAccount(at, tenant, { name: 'Beacon Senior Living' });
  const denise = await buildUser(at, tenant, {
    name: 'Denise Whitaker',
    email_address: 'denise.whitaker@beacon.example',
    account_id: account.id,
    job_title: 'Operations Director',
  });
  const other = await buildUser(at, tenant, {
    name: 'D. Whitaker',
    email_address: 'dwhitaker@beacon.example',
    job_title: 'Director',
    guid: 'usr_10927',
  });
  const third = await buildUser(at, tenant, { name: 'Ed Moss', email_address: 'ed@beacon.example' });
  const idea = await buildSuggestion(at, tenant, { title: 'Payroll export with two systems' });
  for (const user_id of [denise.id, other.id])
    await buildSupporter(at, tenant, { suggestion_id: idea.id, user_id });
  await recountTenant(await testScope(at, viewerOf(tenant, workspace.admin)));
  const { page } = await journeys.open(workspace, userAddress(denise.id));
  await page.getByText('Probably the same person as').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare with D. Whitaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two profiles' });
  await dialog.getByText('1 idea has their vote; 1 idea that both support counts them once.').waitFor();
  await dialog.getByText('“Payroll export with two systems” goes from 2 to 1 vote.').waitFor();
  const field = (name: string) => dialog.getByRole('group', { name });
  expect(await field('Job title').getByRole('radio', { name: 'Operations Director' }).isChecked()).toBe(true);
  // what one of the two has none of comes from the other
  expect(await field('GUID').getByRole('radio', { name: 'usr_10927' }).isChecked()).toBe(true);
  await field('Job title').getByRole('radio', { name: 'Director', exact: true }).check();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge profiles' }).click();
  const toast = page.getByTestId('toast');
  await toast.getByText('D. Whitaker was merged into Denise Whitaker.').waitFor();
  await page.getByText('Director at').waitFor();
  await expect.poll(() => page.getByText('Probably the same person as').count()).toBe(0);
  await page.getByRole('region', { name: 'Merged profiles' }).getByText('D. Whitaker').waitFor();

  // who went leads to the one who stays, and can be taken out again there
  await page.goto(workspace.url + userAddress(other.id));
  await page.getByRole('heading', { name: 'D. Whitaker was merged into Denise Whitaker' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await page.getByRole('heading', { name: 'D. Whitaker', level: 1 }).waitFor();
  await page.getByRole('article').getByRole('link', { name: 'Denise Whitaker' }).click();
  await page.getByText('Operations Director at').waitFor();
  await page.getByRole('button', { name: 'They are two people: this one and D. Whitaker' }).click();
  await toast.getByText('D. Whitaker is no longer suggested here.').waitFor();
  await expect.poll(() => page.getByText('Probably the same person as').count()).toBe(0);

  // anyone can be chosen, and either of the two stays
  await page.getByRole('button', { name: 'Merge…' }).click();
  await dialog.getByRole('combobox', { name: /The other profile/ }).fill('dwhit');
  await page.getByRole('option', { name: /D\. Whitaker/ }).click();
  await dialog.getByRole('button', { name: 'Let the other profile stay' }).click();
  await dialog.getByText('1 idea has their vote').waitFor();
  await dialog.getByRole('button', { name: 'Merge profiles' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(userAddress(other.id));
  await toast
    .filter({ hasText: 'Denise Whitaker was merged into D. Whitaker.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await toast.getByText('The merge was undone.').waitFor();

  // someone without an account is offered that of their colleagues
  await page.goto(workspace.url + userAddress(third.id));
  await page.getByRole('button', { name: 'Set Beacon Senior Living as the account' }).click();
  await toast.getByText('The account is Beacon Senior Living now.').waitFor();
  await page.getByRole('heading', { name: 'Ed Moss', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Set Beacon/ }).count()).toBe(0);
});

test('chosen people are asked for ratings, exported and blocked, with undo; a list goes out as a file', async () => {
  const { database: at, tenant } = workspace;
  const [ole, una] = [
    await buildUser(at, tenant, { name: 'Ole Berg' }),
    await buildUser(at, tenant, { name: 'Una Shaw', allowed_state: 'blocked' }),
  ];
  const { page } = await journeys.open(workspace, usersAddress());
  const choose = (name: string | RegExp) => page.getByRole('row', { name }).getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: 'Actions for selected rows' });
  await choose(/Ole Berg/);
  await choose(/Una Shaw/);
  await bar.getByRole('button', { name: 'Ask for ratings' }).click();
  const ask = page.getByRole('dialog', { name: 'Ask for ratings' });
  await ask.getByText('1 person will be asked').waitFor();
  expect(await ask.getByRole('radio').count()).toBe(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await bar.getByRole('button', { name: 'Export' }).click();
  const chosen = page.getByRole('dialog', { name: 'Export users' });
  await chosen.getByText('The 2 people that you chose.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await chosen.getByRole('button', { name: /^Start export/ }).click();
  await page.getByTestId('toast').getByText('Export started').last().waitFor();
  const exported = async () =>
    (
      await at.pool.query<{ params: { collection: string; filters: { id?: string[] } } }>(
        'select params from exports where subdomain_id = $1 order by id',
        [tenant.id],
      )
    ).rows.map(({ params }) => [params.collection, params.filters]);
  await expect.poll(exported).toEqual([['users', { id: [ole.id, una.id] }]]);

  await bar.getByRole('button', { name: 'Block', exact: true }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Block 2 people?' });
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Block', exact: true }).click();
  // who was blocked before is not counted, and stays so
  await page.getByTestId('toast').getByText('1 person blocked.').last().waitFor();
  const blocked = async () =>
    (
      await at.pool.query<{ name: string }>(
        `select name from users where subdomain_id = $1 and allowed_state = 'blocked' order by name`,
        [tenant.id],
      )
    ).rows.map(({ name }) => name);
  await expect.poll(blocked).toEqual(['Ole Berg', 'Una Shaw']);
  await page
    .getByTestId('toast')
    .filter({ hasText: '1 person blocked.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(blocked).toEqual(['Una Shaw']);

  // someone who cannot be blocked stops no one else
  await choose(/Ole Berg/);
  await page
    .getByRole('row', { name: new RegExp(workspace.admin.name!) })
    .getByRole('checkbox')
    .check();
  await bar.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByTestId('toast').getByText('1 person blocked, 1 not: You cannot block yourself.').waitFor();

  await page.goto(new URL(`${accountsAddress()}?plan=enterprise`, page.url()).href);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Export accounts' });
  await list.getByText('as they are searched and filtered now').waitFor();
  await list.getByRole('button', { name: /^Start export/ }).click();
  await expect
    .poll(async () => (await exported()).at(-1))
    .toEqual(['external_accounts', { plan: ['enterprise'] }]);
});

test('a person is made by hand; several get an account at once, with undo', async () => {
  const { database: at, tenant } = workspace;
  const halden = await buildAccount(at, tenant, { name: 'Halden Bulk' });
  const people = [
    await buildUser(at, tenant, { name: 'Kari One' }),
    await buildUser(at, tenant, { name: 'Kari Two' }),
  ];
  const { page } = await journeys.open(workspace, usersAddress());
  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new user' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kari Three');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('kari.three@halden.example');
  await dialog.getByRole('button', { name: 'Add new user' }).click();
  await page.getByRole('heading', { name: 'Kari Three', level: 1 }).waitFor();
  await page.goBack();

  await page.getByRole('checkbox', { name: 'Select Kari One' }).check();
  await page.getByRole('checkbox', { name: 'Select Kari Two' }).check();
  await page
    .getByRole('toolbar', { name: 'Actions for selected rows' })
    .getByRole('button', { name: 'Set account' })
    .click();
  const moving = page.getByRole('dialog', { name: 'Account of 2 people' });
  await moving.getByRole('combobox', { name: /^Account/ }).fill('Halden Bulk');
  await page.getByRole('option', { name: /Halden Bulk/ }).click();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await moving.getByRole('button', { name: 'Set account' }).click();
  await page.getByTestId('toast').getByText('2 people now at Halden Bulk.').waitFor();
  const accounts = async (): Promise<(string | null)[]> =>
    (
      await at.pool.query<{ account_id: string | null }>(
        'select account_id::text as account_id from users where id = any($1::bigint[]) order by id',
        [people.map(({ id }) => id)],
      )
    ).rows.map(({ account_id }) => account_id);
  expect(await accounts()).toEqual([halden.id, halden.id]);
  await page
    .getByTestId('toast')
    .filter({ hasText: '2 people now at Halden Bulk.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(accounts).toEqual([null, null]);
});

test('[DEC-042] a list is narrowed by a line with completion; while it cannot be read, what matched before stays', async () => {
  const { database: at, tenant } = workspace;
  await buildUser(at, tenant, { name: 'Ole Berg', country: 'Norway' });
  await buildUser(at, tenant, { name: 'Una Shaw', country: 'Norway', subscribed: false });
  const { page } = await journeys.open(workspace, usersAddress());
  const names = () => page.locator('tbody tr[data-row-id] td:nth-child(2)').allInnerTexts();
  await page.getByRole('button', { name: 'Expression', exact: true }).click();
  const line = page.getByRole('combobox', { name: 'Filter users by an expression' });
  await expect.poll(() => line.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('countr');
  await page.getByRole('option', { name: /^country/ }).waitFor();
  // one right behind the other: no letter gets before another
  await Promise.all([page.keyboard.press('Tab'), page.keyboard.type('= Norway')]);
  expect(await line.inputValue()).toBe('country = Norway');
  await expect.poll(async () => (await names()).length).toBe(2);
  await page.getByText('2 match').waitFor();
  await page.keyboard.type(' and (is_subscribed = tr');
  await page
    .getByText('is_subscribed is compared with true or false. Showing what matched before.')
    .waitFor();
  expect((await names()).length).toBe(2);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.getByText('The bracket is still open. Showing what matched before.').waitFor();
  await page.keyboard.type(')');
  await expect.poll(async () => (await names()).length).toBe(1);
  expect((await names())[0]).toContain('Ole Berg');
  await page.keyboard.press('Enter');

  // what is chosen at the end of a line that is longer than its field is in view, its colors with it
  await line.fill(`${'country = Norway or '.repeat(12)}countr`);
  await page.getByRole('option', { name: /^country/ }).waitFor();
  await page.keyboard.press('Tab');
  await expect
    .poll(() =>
      line.evaluate(({ scrollLeft, scrollWidth, clientWidth, previousElementSibling: colors }) => [
        scrollWidth > clientWidth,
        Math.round(scrollWidth - clientWidth - scrollLeft),
        colors?.scrollLeft === scrollLeft,
      ]),
    )
    .toEqual([true, 0, true]);
  await line.fill('country = Norway and is_subscribed = true');
  await page.keyboard.press('Enter');

  // a link shows the same, and goes back to the line
  await page.reload();
  await expect.poll(() => line.inputValue()).toBe('country = "Norway" and is_subscribed = true');
  await expect.poll(async () => (await names()).length).toBe(1);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog', { name: 'Export users' }).getByText('1 person, as they are').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear the expression' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(async () => (await names()).length).toBeGreaterThan(2);

  await page.goto(new URL(accountsAddress(), page.url()).href);
  await page.getByRole('button', { name: 'Expression', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter accounts by an expression' }).fill('mrr > 1e');
  await page.getByText('mrr is compared with an amount in dollars.').waitFor();
});

/** The import of CSV files in a Chromium on the real server, its jobs running: dropped, mapped, rehearsed, imported, undone. */
import { expect, test } from 'vitest';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violations, violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf(
  async (fresh) => {
    workspace = fresh;
    await Promise.resolve();
  },
  [{ WORKER: 'on' }, { isReal: true }],
);

const IDEAS = `Key,Wish,Details,Board,Internal Ref
1,Dark mode for the reader,My eyes hurt at night.,Mobile app,PM-1
2,Export as spreadsheet,,Mobile app,PM-2
3,,Nothing in the title,Mobile app,PM-3
`;
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a CSV is dropped, its columns are mapped, the rehearsal says what would come, it comes in and is undone as a whole', async () => {
  const { page } = await journeys.open(workspace, '/admin/settings/import');
  await page.getByText('Drop a CSV here').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.locator('input[type=file]').setInputFiles(file('wishes.csv', IDEAS));
  const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
  await rehearsal.getByText('ideas will be created').waitFor();
  expect(await page.getByLabel('“Wish” goes to').inputValue()).toBe('title');
  await rehearsal.getByText('no title').waitFor();
  await rehearsal.getByText('1 forum to be added').waitFor();
  await page.getByText('Not read although they hold text: Internal Ref.').waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByLabel('“Wish” goes to').selectOption('');
  await rehearsal.getByText('No column of wishes.csv is the title yet.').waitFor();
  await page.getByLabel('“Wish” goes to').selectOption('title');
  await page.getByLabel('“Details” goes to').selectOption('');
  const start = page.getByRole('button', { name: /^Import 2 ideas/ });
  await start.waitFor();
  await expect.poll(() => start.getAttribute('aria-disabled')).toBe(null);
  await page.keyboard.press('Control+Enter');
  await page.getByTestId('toast').getByText('Import started. You can leave this page.').waitFor();
  await page.getByText('2 ideas created').waitFor();
  const { suggestions } = await workspace.call<{
    suggestions: { records: { id: string; title: string; body: string | null }[] };
  }>('{ suggestions(sort: "title") { records { id title body } } }');
  expect(suggestions.records.map(({ title, body }) => [title, body])).toEqual([
    ['Dark mode for the reader', null],
    ['Export as spreadsheet', null],
  ]);
  await workspace.call('mutation ($id: ID!) { note_create(suggestion: $id, body: "Ours now") { id } }', {
    id: suggestions.records[1]!.id,
  });

  await page.getByRole('button', { name: 'Undo the import of wishes.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo the import of wishes.csv?' });
  await dialog.getByText('idea stays, because someone has added to it since').waitFor();
  await dialog.getByRole('button', { name: 'Show the 1 idea' }).click();
  await dialog.getByRole('link', { name: 'Export as spreadsheet' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Undo import/ }).click();
  await page.getByText('1 idea removed, 1 kept').waitFor();
  const after = await workspace.call<{ suggestions: { records: { title: string }[] } }>(
    '{ suggestions { records { title } } }',
  );
  expect(after.suggestions.records.map(({ title }) => title)).toEqual(['Export as spreadsheet']);
});

test('people and accounts of a CSV come in with what would change said before, and what it changed is given back', async () => {
  await workspace.call(
    'mutation { external_account_create(name: "Acme", external_id: "C-1", mrr: 100) { id } }',
  );
  const { page } = await journeys.open(workspace, '/admin/v3/accounts');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(
    file(
      'crm.csv',
      `Work email,GUID,Full name,Company ID,Company,MRR
ana@acme.example,U-1,Ana Ruiz,C-1,Acme,"$1,200.50"
li@nordic.example,U-2,Li Berg,C-2,Nordic Lifts,480
bad@nordic.example,U-3,Bo,C-2,,-5
`,
    ),
  );
  const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
  await rehearsal.getByText('people will be created').waitFor();
  expect(await page.getByLabel('Looks like').inputValue()).toBe('customers');
  expect(await page.getByLabel('“Work email” goes to').inputValue()).toBe('people.email');
  await rehearsal.getByText('account will be updated').waitFor();
  await rehearsal.getByText('monthly revenue “-5” is negative').waitFor();
  expect(await page.getByText('Ideas without a forum go to').count()).toBe(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: /^Import 2 people/ }).click();
  await page.getByText('2 new people, 1 new account, 1 account updated').waitFor();
  const revenue = async (): Promise<number> =>
    (
      await workspace.call<{ external_accounts: { records: { mrr: number }[] } }>(
        '{ external_accounts(external_id: ["C-1"]) { records { mrr } } }',
      )
    ).external_accounts.records[0]!.mrr;
  expect(await revenue()).toBe(1200.5);

  await page.getByRole('button', { name: 'Undo the import of crm.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo the import of crm.csv?' });
  await dialog.getByText('account gets back what it had').waitFor();
  await dialog.getByText('new people stay').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Undo import/ }).click();
  await page.getByText('what it changed of people and accounts is back').waitFor();
  expect(await revenue()).toBe(100);
});

test('[VALID-031] voters come in subscribed; who was left out is subscribed in the tab Voters, one or all, with an undo', async () => {
  const { page } = await journeys.open(workspace, '/admin/settings/import');
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file(
        'posts.csv',
        'Post ID,Post Title,Post Status\n71,Night shift colors,in progress\n72,Sums,Sounding out\n',
      ),
      file(
        'voters.csv',
        'post_id,voter_email,voter_name\n71,vo@acme.example,Vo Ter\n71,el@acme.example,El Ector\n',
      ),
    ]);
  const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
  await rehearsal.getByText('voters will get your updates').waitFor();
  await page.getByLabel('“Sounding out” becomes').selectOption('');
  const subscribes = page.getByRole('switch', { name: 'Subscribe voters to updates' });
  await subscribes.click();
  await expect.poll(() => rehearsal.getByText('voters will get your updates').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  const start = page.getByRole('button', { name: /^Import 2 ideas/ });
  await expect.poll(() => start.getAttribute('aria-disabled')).toBe(null);
  await start.click();
  await page.getByText('2 ideas created').waitFor();
  const { suggestions } = await workspace.call<{
    suggestions: { records: { id: string; status: { name: string } | null }[] };
  }>('{ suggestions(q: "Night shift colors") { records { id status { name } } } }');
  const idea = suggestions.records[0]!;

  await page.goto(`${workspace.url}/admin/v3/ideas/${idea.id}`);
  await page.getByRole('radio', { name: /Voters/ }).click();
  const vo = page.getByRole('switch', { name: 'Vo Ter gets updates by email' });
  const el = page.getByRole('switch', { name: 'El Ector gets updates by email' });
  await vo.click();
  await page.getByTestId('toast').getByText('Vo Ter gets updates about this idea.').last().waitFor();
  await vo.click();
  await page.getByTestId('toast').getByText('Vo Ter gets no updates about this idea.').last().waitFor();
  await page.getByRole('button', { name: 'Subscribe all voters' }).click();
  const toast = page.getByTestId('toast').filter({ hasText: 'Subscribed 1 voter.' });
  await toast.last().waitFor();
  await expect.poll(() => el.isChecked()).toBe(true);
  expect(await vo.isChecked()).toBe(false);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await toast.last().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => el.isChecked()).toBe(false);
});

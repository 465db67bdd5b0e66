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

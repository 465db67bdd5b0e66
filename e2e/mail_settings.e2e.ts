/** The settings of mail, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { buildSuggestion, insertRow } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { violations } from './support/panels.ts';

const ADDRESS = '/admin/settings/mail';

let server: ConsoleWorkspace;

const journeys = journeysOf(
  (workspace) => {
    server = workspace;
  },
  // the real mail service without a relay: what is sent becomes a file
  [{}, { isReal: true }],
);

const open = async (): Promise<Page> => (await journeys.open(server, ADDRESS)).page;

/** A mailing of which one mail failed and one lies in the outbox. */
async function sendSome(): Promise<void> {
  const { database, tenant } = server;
  const idea = await buildSuggestion(database, tenant, { title: 'Dark mode' });
  const content = { content: { heading: 'News', html: '<p>Hello everybody</p>' } };
  const mailing = await insertRow(database, 'mailings', {
    subdomain_id: tenant.id,
    kind: 'supporter_message',
    suggestion_id: idea.id,
    subject: 'A question',
    details: JSON.stringify(content),
    state: 'done',
    expected_count: 2,
  });
  await insertRow(database, 'deliveries', {
    subdomain_id: tenant.id,
    mailing_id: mailing.id,
    email_address: 'lost@people.example',
    state: 'failed',
    reason: '550 no such person',
  });
  await insertRow(database, 'deliveries', {
    subdomain_id: tenant.id,
    mailing_id: mailing.id,
    email_address: 'zoe@people.example',
    state: 'outbox',
  });
}

test('without a relay the page says so first, and the test beside it says what to do; the banner stands on the other pages', async () => {
  const page = await open();
  const banner = page.getByText('Emails aren’t being sent yet.');
  await page.getByText('Not sending').waitFor();
  await page.getByText('Your administrator can set SMTP_URL').waitFor();
  await page.getByText('No emails yet').waitFor();
  await page.getByText('The outbox is empty').waitFor();
  await page.getByText('No suppressed addresses').waitFor();
  expect(await banner.count()).toBe(0);
  await page.getByRole('button', { name: 'Test connection' }).click();
  const steps = page.getByRole('list', { name: 'Steps of the test' });
  await steps.getByText('SMTP_URL is not set').waitFor();
  await expect.poll(() => steps.getByRole('listitem').count()).toBe(5);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Jobs' }).click();
  await banner.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});

test('an installation that was restored says that its mail is held, and by what it is let go', async () => {
  const { database } = server;
  await insertRow(database, 'installation_facts', {
    name: 'held',
    value: JSON.stringify({ since: '2026-03-31T10:00:00.000Z', backup_of: '2026-03-30T10:00:00.000Z' }),
  });
  try {
    const page = await open();
    await page
      .getByText('Emails and jobs are on hold: the installation was restored from a backup.')
      .waitFor();
    await page.getByText('can run the command “release”').waitFor();
    expect(await violations(page)).toEqual([]);
  } finally {
    await database.pool.query(`delete from installation_facts where name = 'held'`);
  }
});

test('mailings show what became of them, with the mails that did not arrive; the outbox shows the others', async () => {
  await sendSome();
  const page = await open();
  const table = page.getByRole('table', { name: 'Recent emails' });
  await table.getByRole('link', { name: 'A question' }).waitFor();
  await table.getByRole('button', { name: 'Show undelivered emails of A question' }).click();
  await table.getByText('lost@people.example').waitFor();
  await table.getByText('550 no such person').waitFor();
  const outbox = page.getByRole('list', { name: 'Outbox' });
  await outbox.getByText('Hello everybody').waitFor();
  await outbox.getByText('zoe@people.example').waitFor();
  expect(await violations(page)).toEqual([]);
});

test('the emails that people get are looked at before one is sent, and figures tell what became of those of 30 days', async () => {
  const page = await open();
  const figures = page.getByRole('region', { name: 'Last 30 days' });
  await figures.getByText('marked as spam').waitFor();
  await page.getByText('As soon as there is one, its emails can be looked at here.').waitFor();
  await sendSome();
  await page.reload();
  await expect
    .poll(async () => (await figures.innerText()).replaceAll('\n', ' '))
    .toContain('not delivered 1');
  await page.getByText('About “Dark mode”, shown as you would get it.').waitFor();
  await page.getByRole('button', { name: 'Preview: Message to subscribers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Message to subscribers' });
  await dialog.getByText('Subject').waitFor();
  await dialog
    .frameLocator('iframe[title="The email as people get it"]')
    .getByText('What you write stands here.')
    .last()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send test to me' }).click();
  await dialog.getByText(/Kept in the outbox|Sent to/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: /^Send emails to end users/ }).click();
  await page.getByText('Emails to end users are turned off.').first().waitFor();
  expect(await page.getByRole('button', { name: 'Preview: Message to subscribers' }).isEnabled()).toBe(false);
});

test('an address is put on the list and taken off it; a wrong one keeps what was typed', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suppress an address' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('nonsense');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter an email address such as').waitFor();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('nonsense');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('zoe@people.example');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked by phone');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: /^Suppressed addresses/ });
  await list.getByText('Asked by phone').waitFor();
  await list.getByRole('button', { name: 'Send emails to zoe@people.example again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No suppressed addresses').waitFor();
  const { rows } = await server.database.pool.query(
    "select action from audit_entries where subdomain_id = $1 and action like 'mail_supp%' order by id",
    [server.tenant.id],
  );
  expect(rows.map(({ action }: { action: string }) => action)).toEqual([
    'mail_suppression_create',
    'mail_suppression_delete',
  ]);
});

test('mail to end users and counting are switched at once', async () => {
  const page = await open();
  await page.getByRole('switch', { name: /^Send emails to end users/ }).click();
  await page.getByTestId('toast').getByText('Saved.').waitFor();
  await page.getByRole('switch', { name: /^Track opens and clicks/ }).click();
  await expect
    .poll(
      async () =>
        (
          await server.database.pool.query(
            'select prevent_email_notifications as off, mail_tracking as counted from subdomains where id = $1',
            [server.tenant.id],
          )
        ).rows,
    )
    .toEqual([{ off: true, counted: false }]);
  await page.reload();
  expect(await page.getByRole('switch', { name: /^Send emails to end users/ }).isChecked()).toBe(false);
});

const permit = (permissions: object) =>
  server.database.pool.query('update users set permissions = $2 where id = $1', [
    server.admin.id,
    JSON.stringify({ ...ALL_PERMISSIONS, ...permissions }),
  ]);

test('who does not see ideas sees no mailing', async () => {
  await sendSome();
  await permit({ feedback_admin_ui: false });
  const page = await open();
  await page.getByText('You don’t have permission to see ideas').waitFor();
  await expect.poll(() => page.getByText('A question').count()).toBe(0);
});

test('[PERM-028] who does not keep the settings sees none of it, and no banner', async () => {
  await permit({ settings: 'none' });
  const page = await open();
  await page.getByText('You don’t have access to this').waitFor();
  await expect.poll(() => page.getByText('Test connection').count()).toBe(0);
  await expect.poll(() => page.getByText('no relay is set up').count()).toBe(0);
});

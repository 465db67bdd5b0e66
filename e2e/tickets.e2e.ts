/** Tickets: what customers write, answered by email and kept as feedback, in a Chromium on the real server. */
import { expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../contract/permissions.ts';
import { buildTicket, insertRow } from '../server/db/builders.ts';
import { ticketsAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, violationsInBothSchemes } from './support/panels.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
  return Promise.resolve();
});
const stream = (name: string, position: number) =>
  insertRow(workspace.database, 'ticket_streams', { subdomain_id: workspace.tenant.id, name, position });
/** A ticket with its first email. */
async function ticketOf(values: Parameters<typeof buildTicket>[2], body: string) {
  const ticket = await buildTicket(workspace.database, workspace.tenant, values);
  await insertRow(workspace.database, 'ticket_messages', {
    subdomain_id: workspace.tenant.id,
    ticket_id: ticket.id,
    kind: 'email',
    from_email: ticket.from_email,
    from_name: 'Priya',
    user_id: ticket.user_id,
    body,
  });
  return ticket;
}
const rows = async <T>(text: string): Promise<T[]> =>
  (await workspace.database.pool.query(text, [workspace.tenant.id])).rows as T[];

test('[ROUTE-038] [NAV-011] [NAV-028] [STATE-060] a ticket is answered by email, noted on and closed; the badge follows', async () => {
  const support = await stream('Support', 1);
  const billing = await stream('Billing', 2);
  const ticket = await ticketOf(
    { stream_id: support.id, subject: 'Hours missing', from_email: 'priya@northwind.example' },
    'Every Sunday visit is missing.',
  );
  await ticketOf({ stream_id: billing.id, subject: 'Invoice twice' }, 'We got it twice.');
  const { page } = await journeys.open(workspace, ticketsAddress());
  const area = page.getByRole('navigation').getByRole('link', { name: /Tickets/ });
  await expect.poll(async () => (await area.innerText()).replace(/\s+/g, ' ')).toContain('2');
  await page.getByRole('tab', { name: /^Support/ }).click();
  // the other stream's ticket goes with the answer
  await page.getByText('Invoice twice').waitFor({ state: 'detached' });
  await page.getByText('Hours missing').first().waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: /Hours missing/ }).waitFor();
  await page.getByText('Every Sunday visit is missing.').last().waitFor();
  await page.getByText('Unverified').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note' }).fill('Third this month.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('list', { name: 'Conversation' }).getByText('Third this month.').waitFor();
  await page.getByRole('radio', { name: 'Reply' }).click();
  await page.getByRole('textbox', { name: 'Reply' }).fill('We look at it.');
  await page.getByRole('button', { name: 'Send and close' }).click();
  await page.getByText('Reply sent; the ticket is closed.').first().waitFor();
  await page.getByRole('list', { name: 'Conversation' }).getByText('We look at it.').waitFor();
  await page.getByText('You closed it').waitFor();
  expect(await rows('select email_address from deliveries where subdomain_id = $1')).toEqual([
    { email_address: 'priya@northwind.example' },
  ]);
  await expect.poll(async () => (await area.innerText()).replace(/\s+/g, ' ')).toContain('1');
  await page.getByText('All answered').waitFor();
  await page.getByRole('tab', { name: 'Closed' }).click();
  await page.getByRole('list', { name: 'Tickets' }).getByText('Hours missing').waitFor();
  expect(
    await rows(
      "select state, assignee_id::text from tickets where subdomain_id = $1 and subject = 'Hours missing'",
    ),
  ).toEqual([{ state: 'closed', assignee_id: workspace.admin.id }]);
  expect(ticket.state).toBe('open');
});

test('[DEC-172] what a customer wrote is kept as feedback of an idea, with the customer as its author', async () => {
  await buildRecords(workspace);
  const support = await stream('Support', 1);
  const ticket = await ticketOf(
    { stream_id: support.id, subject: 'Export', from_email: 'new@customer.example', from_name: 'Nina New' },
    'We need revenue in the export.',
  );
  const { page } = await journeys.open(workspace, ticketsAddress({ ticket: ticket.id }));
  await page.getByRole('list', { name: 'Conversation' }).getByText('We need revenue').waitFor();
  await page.keyboard.press('i');
  const panel = page.getByRole('dialog', { name: 'Add feedback' });
  await panel
    .getByLabel('Feedback', { exact: true })
    .fill('We need the revenue of accounts in the export of voters.');
  const likely = panel.getByRole('region', { name: 'Likely matches' }).getByRole('listitem').first();
  await likely.getByText('Export voters with account revenue').waitFor();
  await likely.getByRole('button').click();
  await panel.getByRole('button', { name: 'Add Feedback' }).click();
  await page.getByRole('link', { name: 'Export voters with account revenue' }).first().waitFor();
  await page.getByText(/You linked it to Export voters/).waitFor();
  expect(
    await rows(
      `select f.source_type, f.channel, u.email_address from feedback_records f join users u on u.id = f.user_id where f.subdomain_id = $1 and f.source_type = 'ticket'`,
    ),
  ).toEqual([{ source_type: 'ticket', channel: 'ticket', email_address: 'new@customer.example' }]);
});

test('[DEC-172] a ticket that sounds like an idea says so while the customer has not voted for it', async () => {
  const records = await buildRecords(workspace);
  const support = await stream('Support', 1);
  const about = (user_id: string, name: string) =>
    ticketOf(
      { stream_id: support.id, subject: 'Night shifts', user_id, from_email: `${name}@northwind.example` },
      'Please give the public portal a dark mode.',
    );
  const ticket = await about(records.priya.id, 'priya');
  const { page } = await journeys.open(workspace, ticketsAddress({ ticket: ticket.id }));
  await page.getByText('Priya Raman hasn’t voted for it yet').waitFor();
  await page.getByRole('link', { name: 'Dark mode for the public portal' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add their vote' }).click();
  await page.getByRole('dialog', { name: 'Add feedback' }).waitFor();

  // Femke wrote the idea and votes for it
  await workspace.call(
    'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user) { id } }',
    { id: records.darkIdea, user: records.femke.id },
  );
  const other = await about(records.femke.id, 'femke');
  const asked = page.waitForResponse(
    (response) => response.request().postData()?.includes('query TicketVote') === true,
  );
  await page.goto(`${workspace.url}${ticketsAddress({ ticket: other.id })}`);
  await page.getByRole('list', { name: 'Conversation' }).getByText('Please give the public').waitFor();
  await (await asked).finished();
  expect(await page.getByText('Sounds like').count()).toBe(0);
});

test('streams are set up where there are none, renamed and deleted', async () => {
  const { page } = await journeys.open(workspace, ticketsAddress());
  await page.getByRole('button', { name: 'New stream' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Support');
  await page.getByRole('button', { name: 'Create stream' }).click();
  const dialog = page.getByRole('dialog', { name: 'Streams and addresses' });
  await dialog.getByText('Support', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Help');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Help', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('All answered').waitFor();
});

test('[NAV-023] [PERM-029] [PERM-030] off duty is said in one’s own menu, and taken back there', async () => {
  await stream('Support', 1);
  const { page } = await journeys.open(workspace, ticketsAddress());
  const menu = async (name: string) => {
    await page.getByRole('button', { name: /^You: / }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await menu('Go off Duty');
  await page.getByText('You are off duty.').first().waitFor();
  await menu('Go on Duty');
  await page.getByText('You are on duty.').first().waitFor();
});

test('[PERM-013] who may only read tickets has nothing to write with', async () => {
  const support = await stream('Support', 1);
  const ticket = await ticketOf({ stream_id: support.id, subject: 'Read me' }, 'Hello');
  await workspace.database.pool.query('update users set permissions = $2 where id = $1', [
    workspace.admin.id,
    JSON.stringify({ ...NO_PERMISSIONS, feedback_admin_ui: true, tickets: 'r' }),
  ]);
  const { page } = await journeys.open(workspace, ticketsAddress({ ticket: ticket.id }));
  await page.getByRole('heading', { name: /Read me/ }).waitFor();
  for (const name of ['Close', 'Capture feedback', 'Send', 'New ticket'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
});

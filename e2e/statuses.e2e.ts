/** Status updates and messages to subscribers, with their mail, and the mail of an export, in a Chromium on the real server. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_FEATURES } from '../contract/permissions.ts';
import type { Feature } from '../contract/permissions.ts';
import { buildInternalStatus, buildStatus, buildUser, insertRow } from '../server/db/builders.ts';
import { startRelay } from '../server/testing/relay.ts';
import type { TestRelay } from '../server/testing/relay.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, captureFeedback, violations, violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let relay: TestRelay;
let server: ConsoleWorkspace;
let records: Records;

beforeAll(async () => {
  relay = await startRelay();
});
afterAll(() => relay?.close());

const journeys = journeysOf(
  async (workspace) => {
    relay.received.length = 0;
    relay.refuse = () => null;
    await seed(workspace);
  },
  () => [{ WORKER: 'on', SMTP_URL: relay.url, MAIL_DOMAIN: 'mail.example' }, { isReal: true }],
);

/** Gives a workspace its records, with statuses that say different things about voting and commenting, and goes on in it. */
async function seed(workspace: ConsoleWorkspace): Promise<void> {
  server = workspace;
  records = await buildRecords(server);
  const { database: at, tenant } = server;
  await buildStatus(at, tenant, { name: 'Started', position: 2, default_html_text: '<p>We have begun.</p>' });
  await buildStatus(at, tenant, {
    name: 'Talked about',
    position: 3,
    allow_comments: false,
    default_html_text: '<p>We talk about it.</p>',
  });
  await buildStatus(at, tenant, { name: 'Completed', position: 4, is_open: false });
  await buildStatus(at, tenant, { name: 'Declined', position: 5, is_open: false, allow_comments: false });
  await buildInternalStatus(at, tenant, {
    name: 'Needs research',
    default_html_text: '<p>Who looks into it?</p>',
  });
  await buildInternalStatus(at, tenant, { name: 'Building' });
}

/** Another workspace without a feature, or with one more. */
async function openChanged(change: { without?: Feature; with?: Feature }): Promise<void> {
  await seed(
    await journeys.replaceWorkspace({
      features: [
        ...DEFAULT_FEATURES.filter((feature) => feature !== change.without),
        ...(change.with === undefined ? [] : [change.with]),
      ],
    }),
  );
}

async function openIdeaPage(options: PageOptions = {}, id = records.exportIdea): Promise<PanelPage> {
  const page = await journeys.open(server, `/admin/v3/ideas/${id}`, options);
  await page.page.getByRole('list', { name: 'All activity' }).waitFor();
  return page;
}

/** People who follow the idea, by name; with their mail as `name@northwind.example`. */
async function follow(...names: string[]): Promise<void> {
  for (const name of names) {
    const person = await buildUser(server.database, server.tenant, {
      name,
      email_address: `${name.toLowerCase()}@northwind.example`,
    });
    await server.call(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: true) { id } }',
      { id: records.exportIdea, user: person.id },
    );
  }
}

const panelOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const publicPanel = (page: Page): Locator => panelOf(page, 'Post public status update');
const internalPanel = (page: Page): Locator => panelOf(page, 'Post internal status update');
const messagePanel = (page: Page): Locator => panelOf(page, 'Message subscribers');
const editor = (panel: Locator): Locator => panel.getByRole('textbox', { name: 'Message' });
const toastOf = (page: Page): Locator => page.getByTestId('toast');
const feed = (page: Page): Locator => page.getByRole('list', { name: 'All activity' });
const aside = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' });
const isFocused = async (field: Locator): Promise<void> =>
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
const choose = async (panel: Locator, status: string): Promise<void> => {
  await panel.getByRole('combobox', { name: 'Status' }).click();
  await panel
    .page()
    .getByRole('option', { name: new RegExp(`^${status}`) })
    .click();
};
const openBy = async (page: Page, keys: string, panel: Locator): Promise<Locator> => {
  await page.keyboard.press(keys);
  await panel.waitFor();
  await editor(panel).waitFor();
  return panel;
};
const idea = async (fields: string): Promise<Record<string, unknown>> =>
  (
    await server.call<{ suggestion: Record<string, unknown> }>(
      `query ($id: ID!) { suggestion(id: $id) { ${fields} } }`,
      { id: records.exportIdea },
    )
  ).suggestion;
const mailTo = (name: string) => relay.received.filter((mail) => mail.to === `${name}@northwind.example`);

/** Ends the time in which mail that waits can be called back, once it is written down. */
async function letMailGo(): Promise<void> {
  const { pool } = server.database;
  const { id } = server.tenant;
  await expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        "update mailings set send_after = now() where subdomain_id = $1 and state = 'waiting' and expected_count > 0",
        [id],
      );
      return rowCount;
    })
    .toBeGreaterThan(0);
  await pool.query('update deliveries set due_at = now() where subdomain_id = $1 and due_at > now()', [id]);
  await pool.query(
    "update pgboss.job set start_after = now() where data ->> 'subdomain_id' = $1 and state = 'created'",
    [id],
  );
}

describe('Post public status update', () => {
  test('[PANEL-062] [PANEL-064] [PANEL-066] [PANEL-067] [PANEL-068] [PANEL-069] it stands at the right edge with everything it needs', async () => {
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    expect(await panel.boundingBox()).toMatchObject({ x: 1040, width: 400, height: 900 });
    await expect.poll(() => panel.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Planned');
    // the list is open on arrival, on the status that is set
    await expect
      .poll(() => page.getByRole('option', { selected: true }).getAttribute('data-active'))
      .toBe('true');
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(['No Status', 'Started', 'Talked about', 'Completed', 'Declined', 'PlannedCurrent']);
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Add files' }).waitFor();
    expect(await panel.getByRole('checkbox', { name: 'Notify supporters' }).isChecked()).toBe(false);
    await panel.getByRole('button', { name: 'Email settings' }).click();
    await panel.getByText(`no-reply+${server.tenant.key}@mail.example`).waitFor();
    await panel.getByText('Sent from no-reply@mail.example').waitFor();
    await panel.getByRole('button', { name: 'Post Status' }).waitFor();
  });

  test('[CONST-056] a status has the dot of its own colour, #7E8E8E where none was chosen; no status is a ring', async () => {
    await server.database.pool.query(
      "update statuses set hex_color = '#C2185B' where subdomain_id = $1 and name = 'Planned'",
      [server.tenant.id],
    );
    const shown = async (): Promise<string> => {
      const { page } = await openIdeaPage();
      return await aside(page)
        .getByRole('button', { name: /^Public status/ })
        .locator('span[aria-hidden="true"][style]')
        .first()
        .evaluate((dot) => getComputedStyle(dot).backgroundColor);
    };
    expect(await shown()).toBe('rgb(194, 24, 91)');
    await server.database.pool.query(
      "update statuses set hex_color = default where subdomain_id = $1 and name = 'Planned'",
      [server.tenant.id],
    );
    expect(await shown()).toBe('rgb(126, 142, 142)');
    await server.database.pool.query('update suggestions set status_id = null where id = $1', [
      records.exportIdea,
    ]);
    const { page } = await openIdeaPage();
    await aside(page).locator('[data-none]').getByText('No Status').waitFor();
  });

  test('the button of the page, its row at the side, its menu and the palette open it, too', async () => {
    const { page } = await openIdeaPage();
    const closes = async (panel: Locator): Promise<void> => {
      await panel.waitFor();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      await panel.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Post status' }).click();
    await closes(publicPanel(page));
    await aside(page)
      .getByRole('button', { name: /^Public status/ })
      .click();
    await closes(publicPanel(page));
    await aside(page)
      .getByRole('button', { name: /^Internal status/ })
      .click();
    await closes(internalPanel(page));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Message subscribers/ }).click();
    await closes(messagePanel(page));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('internal status');
    await page.getByRole('option', { name: /Post internal status/ }).click();
    await closes(internalPanel(page));
  });

  test('[STATE-032] [STATE-033] [VALID-016] [VALID-067] [PANEL-065] [ENT-027] [TOAST-024] posting without a word sets the status, at once on the page', async () => {
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Completed');
    // blanks are no word either
    await editor(panel).fill('   ');
    await page.keyboard.press('Control+Enter');
    await toastOf(page).getByText('Public status updated!', { exact: true }).waitFor();
    await panel.waitFor({ state: 'detached' });
    await aside(page)
      .getByRole('button', { name: /^Public status/ })
      .getByText('Completed')
      .waitFor();
    await feed(page).getByText('posted public status').waitFor();
    const status = (calls('PostStatus')[0]!.variables['links'] as { status: string }).status;
    expect(calls('PostStatus').map((call) => call.variables)).toEqual([
      {
        links: { suggestion: records.exportIdea, status },
        notifySupporters: false,
        htmlBody: null,
        attachmentTokens: [],
        notificationEmailAddress: null,
        fromEmail: null,
      },
    ]);
    expect(await idea('status { name } internal_status { name }')).toEqual({
      status: { name: 'Completed' },
      internal_status: null,
    });
  });

  test('[STATE-039] any status may follow any other, No Status too; the list of ideas shows it', async () => {
    const { page } = await openIdeaPage();
    for (const [status, shown] of [
      ['Declined', 'Declined'],
      ['Started', 'Started'],
      ['No Status', 'No Status'],
    ] as const) {
      const panel = await openBy(page, 's', publicPanel(page));
      await choose(panel, status);
      await panel.getByRole('button', { name: 'Post Status' }).click();
      await panel.waitFor({ state: 'detached' });
      await aside(page)
        .getByRole('button', { name: /^Public status/ })
        .getByText(shown)
        .waitFor();
    }
    expect(await idea('status { name }')).toEqual({ status: null });
    const panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Started');
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ideas', exact: true }).click();
    await page
      .getByRole('row')
      .filter({ hasText: 'Export voters with account revenue' })
      .getByText('Started')
      .waitFor();
  });

  test('[STATE-035] [STATE-036] [STATE-037] [STATE-038] says what a status means for end users', async () => {
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    const said = panel.getByText(/^Users can/);
    await expect.poll(() => said.count()).toBe(0);
    for (const [status, sentence] of [
      ['Declined', 'Users cannot comment or vote.'],
      ['Completed', 'Users can comment but not vote.'],
      ['Talked about', 'Users can vote but not comment.'],
    ] as const) {
      await choose(panel, status);
      await panel.getByText(sentence, { exact: true }).waitFor();
      await expect.poll(() => said.count()).toBe(1);
    }
    await choose(panel, 'Started');
    await expect.poll(() => said.count()).toBe(0);
  });

  test('the text of a status is put into the message, and never over what was typed', async () => {
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    expect(await editor(panel).innerText()).toBe('\n');
    await choose(panel, 'Started');
    await editor(panel).getByText('We have begun.').waitFor();
    await choose(panel, 'Talked about');
    await editor(panel).getByText('We talk about it.').waitFor();
    await editor(panel).press('End');
    await editor(panel).pressSequentially(' On Monday.');
    await choose(panel, 'Started');
    expect(await editor(panel).innerText()).toBe('We talk about it. On Monday.');
    // also from within the text
    await editor(panel).press('Control+Enter');
    await toastOf(page).waitFor();
    expect(calls('PostStatus')[0]!.variables['htmlBody']).toBe('<p>We talk about it. On Monday.</p>');
    await feed(page).getByText('We talk about it. On Monday.').waitFor();
  });

  test('[DEC-133] an idea without a status begins with the default status and its text', async () => {
    await server.database.pool.query(
      "update statuses set is_default = true where subdomain_id = $1 and name = 'Started'",
      [server.tenant.id],
    );
    const { page } = await openIdeaPage({}, records.bulkIdea);
    const panel = await openBy(page, 's', publicPanel(page));
    await expect.poll(() => panel.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Started');
    await editor(panel).getByText('We have begun.').waitFor();
    // nothing was done yet: the list closes, and the panel without a question
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('files are posted with it and shown in the feed', async () => {
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    await panel.locator('input[type=file]').setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('May: export. June: import.'),
    });
    await panel.getByText('26 B').or(panel.getByText('26 bytes')).first().waitFor();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await feed(page)
      .getByRole('button', { name: /plan\.txt/ })
      .waitFor();
  });

  test('[VALID-055] [VALID-057] a reply-to address of one’s own must be one', async () => {
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    const submit = panel.getByRole('button', { name: 'Post Status' });
    await choose(panel, 'Completed');
    await panel.getByRole('button', { name: 'Email settings' }).click();
    await panel.getByRole('radio', { name: 'Custom address' }).check();
    const address = panel.getByRole('textbox', { name: 'Reply-to address' });
    await expect.poll(() => address.inputValue()).toBe('ana@demo.example');
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
    await address.fill('ana@nowhere');
    await address.blur();
    await panel.getByText('Must be a valid email', { exact: true }).waitFor();
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a valid reply-to address to continue');
    await page.keyboard.press('Control+Enter');
    expect(calls('PostStatus')).toEqual([]);
    await address.fill('research@elsewhere.example');
    await expect.poll(() => panel.getByText('Must be a valid email', { exact: true }).count()).toBe(0);
    await submit.click();
    await toastOf(page).waitFor();
    expect(calls('PostStatus')[0]!.variables['notificationEmailAddress']).toBe('research@elsewhere.example');
  });

  test('[VALID-056] [VALID-058] a from address is offered for a verified domain alone, and must belong to it', async () => {
    const first = await openIdeaPage();
    let panel = await openBy(first.page, 's', publicPanel(first.page));
    await panel.getByRole('button', { name: 'Email settings' }).click();
    await panel.getByRole('group', { name: 'Reply-to' }).waitFor();
    await expect.poll(() => panel.getByRole('group', { name: 'From' }).count()).toBe(0);
    await seed(
      await journeys.openWorkspace({
        from_domain: 'acme.example',
        from_domain_verified: true,
        from_email: 'hello@acme.example',
      }),
    );
    const { page, calls } = await openIdeaPage();
    panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Completed');
    await panel.getByRole('button', { name: 'Email settings' }).click();
    await panel.getByRole('group', { name: 'From' }).getByText('hello@acme.example').waitFor();
    await panel.getByRole('radio', { name: 'Custom address of acme.example' }).check();
    const address = panel.getByRole('textbox', { name: 'From address' });
    await address.fill('news@other.example');
    await address.blur();
    await panel.getByText('Must be a valid email using your configured email domain').waitFor();
    const submit = panel.getByRole('button', { name: 'Post Status' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await address.fill('news@acme.example');
    await submit.click();
    await toastOf(page).waitFor();
    expect(calls('PostStatus')[0]!.variables['fromEmail']).toBe('news@acme.example');
    await expect(
      server.call(
        'mutation ($links: StatusUpdateLinks!) { status_update_create(links: $links, fromEmail: "news@other.example") { id } }',
        { links: { suggestion: records.exportIdea } },
      ),
    ).rejects.toThrow('Must be a valid email using your configured email domain');
  });

  test('[PERM-034] without public_statuses nothing leads to the public status; the internal one stays', async () => {
    await openChanged({ without: 'public_statuses' });
    const { page } = await openIdeaPage();
    await aside(page)
      .getByRole('button', { name: /^Internal status/ })
      .waitFor();
    await expect
      .poll(() =>
        aside(page)
          .getByRole('button', { name: /^Public status/ })
          .count(),
      )
      .toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Post status' }).count()).toBe(0);
    await page.keyboard.press('s');
    await openBy(page, 'Shift+S', internalPanel(page));
    await expect.poll(() => publicPanel(page).count()).toBe(0);
  });

  test('[PERM-036] with prevent_email_notifications nothing offers mail to end users', async () => {
    await openChanged({ with: 'prevent_email_notifications' });
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    await panel
      .getByText('Emails to end users are turned off in this workspace.', { exact: false })
      .waitFor();
    await expect.poll(() => panel.getByRole('checkbox').count()).toBe(0);
    await expect.poll(() => panel.getByRole('button', { name: 'Email settings' }).count()).toBe(0);
    await choose(panel, 'Completed');
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByText('Public status updated!').waitFor();
    expect(calls('PostStatus')[0]!.variables['notifySupporters']).toBe(false);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Post public status/ }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: /^Message subscribers/ }).count()).toBe(0);
  });

  test('[PERM-035] [PERM-038] without subscriber_messages there are no messages and no addresses to choose', async () => {
    await openChanged({ without: 'subscriber_messages' });
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).waitFor();
    await expect.poll(() => panel.getByRole('button', { name: 'Email settings' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+M');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Post public status/ }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: /^Message subscribers/ }).count()).toBe(0);
    await expect.poll(() => messagePanel(page).count()).toBe(0);
  });

  test('[ERR-034] a post that fails leaves everything where it was', async () => {
    const { page, fail, heal } = await openIdeaPage();
    await fail('PostStatus', 'The server is tired.');
    const panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Completed');
    await editor(panel).fill('It is out.');
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByText('Could not update status. Please try again later.').waitFor();
    await toastOf(page).getByText('The server is tired.').waitFor();
    await expect.poll(() => panel.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Completed');
    expect(await editor(panel).innerText()).toBe('It is out.');
    await heal();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByText('Public status updated!').waitFor();
  });

  test('[ERR-038] [ERR-039] statuses that cannot be fetched are said and can be tried again; the message can be written meanwhile', async () => {
    const { page, fail, heal } = await openIdeaPage();
    await fail('PanelPublicStatuses', 'Down');
    await fail('PanelInternalStatuses', 'Down');
    let panel = await openBy(page, 's', publicPanel(page));
    await toastOf(page).getByText('Could not fetch public statuses.').waitFor();
    await expect.poll(() => panel.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Planned');
    await editor(panel).fill('It is out.');
    await heal();
    await panel.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    expect(await editor(panel).innerText()).toBe('It is out.');
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await panel.waitFor({ state: 'detached' });
    await fail('PanelInternalStatuses', 'Down');
    panel = await openBy(page, 'Shift+S', internalPanel(page));
    await toastOf(page).getByText('Could not fetch internal statuses.').waitFor();
  });

  test('what was written survives a reload', async () => {
    const { page } = await openIdeaPage();
    let panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Completed');
    await editor(panel).fill('Half a sen');
    await page.reload();
    await feed(page).waitFor();
    panel = await openBy(page, 's', publicPanel(page));
    await panel.getByText('Draft restored.').waitFor();
    expect(await editor(panel).innerText()).toBe('Half a sen');
    await expect.poll(() => panel.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Completed');
    await panel.getByRole('button', { name: 'Discard draft' }).click();
    await expect.poll(() => panel.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Planned');
  });
});

describe('Post internal status update', () => {
  test('[SCOPE-006] [PANEL-063] [STATE-034] [ENT-030] [TOAST-023] sets the internal status alone and says nothing about end users', async () => {
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+S', internalPanel(page));
    await choose(panel, 'Needs research');
    await editor(panel).getByText('Who looks into it?').waitFor();
    await expect.poll(() => panel.getByRole('button', { name: 'Email settings' }).count()).toBe(0);
    await panel.getByRole('checkbox', { name: 'Notify the team' }).check();
    await panel.getByText('No one gets an email').waitFor();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByText('Internal status updated!', { exact: true }).waitFor();
    await aside(page)
      .getByRole('button', { name: /^Internal status/ })
      .getByText('Needs research')
      .waitFor();
    await feed(page).getByText('Who looks into it?').waitFor();
    const { internal_status } = calls('PostInternalStatus')[0]!.variables['links'] as {
      internal_status: string;
    };
    expect(internal_status).toMatch(/^\d+$/);
    expect(calls('PostInternalStatus').map((call) => call.variables)).toEqual([
      {
        links: { suggestion: records.exportIdea, internal_status },
        notifySupporters: true,
        htmlText: '<p>Who looks into it?</p>',
        attachmentTokens: [],
      },
    ]);
    expect(await idea('status { name } internal_status { name }')).toEqual({
      status: { name: 'Planned' },
      internal_status: { name: 'Needs research' },
    });
  });
});

describe('editing a status update', () => {
  const post = async (): Promise<void> => {
    await server.call(
      'mutation ($links: StatusUpdateLinks!) { status_update_create(links: $links, htmlBody: "<p>It comes in Mai.</p>") { id } }',
      { links: { suggestion: records.exportIdea } },
    );
    await server.call(
      'mutation ($links: InternalStatusUpdateLinks!) { internal_status_update_create(links: $links, htmlText: "<p>Ask Ben.</p>") { id } }',
      { links: { suggestion: records.exportIdea } },
    );
  };

  test('[PAGE-010] [PANEL-070] [TOAST-005] [CALL-M-063] changes the message of a public one, never its status', async () => {
    await post();
    const { page, calls } = await openIdeaPage();
    const line = feed(page).locator('[data-kind="status_updated"]');
    await line.getByRole('button', { name: 'Edit status update by Ana Ruiz' }).click();
    const panel = panelOf(page, 'Edit public status');
    await editor(panel).getByText('It comes in Mai.').waitFor();
    await panel.getByText('Planned').waitFor();
    await expect.poll(() => panel.getByRole('combobox').count()).toBe(0);
    await expect.poll(() => panel.getByRole('checkbox').count()).toBe(0);
    await editor(panel).fill('It comes in May.');
    await panel.getByRole('button', { name: 'Save Status' }).click();
    await toastOf(page).getByText('Public status updated!', { exact: true }).waitFor();
    await line.getByText('It comes in May.').waitFor();
    expect(calls('SaveStatusUpdate').map((call) => call.variables)).toEqual([
      {
        id: expect.stringMatching(/^\d+$/) as string,
        attachmentTokens: [],
        htmlBody: '<p>It comes in May.</p>',
        if_updated_at: expect.stringMatching(/Z$/) as string,
      },
    ]);
    expect(await idea('last_status_update { html_body }')).toEqual({
      last_status_update: { html_body: '<p>It comes in May.</p>' },
    });
    expect(await idea('status { name }')).toEqual({ status: { name: 'Planned' } });
  });

  test.each(['public', 'internal'] as const)(
    '[PANEL-071] without the right to feedback Save Status is disabled and says why: %s',
    async (kind) => {
      await post();
      const { page, calls } = await openIdeaPage({ own: true });
      // as the page is opened the right is there, or the page would show nothing to edit; then it is taken away
      await page.addInitScript(() => {
        const read = JSON.parse.bind(JSON);
        JSON.parse = ((text: string) => {
          const value = read(text) as { account?: { current_user?: { permissions?: object } } } | null;
          const permissions = value?.account?.current_user?.permissions;
          if (permissions !== undefined)
            Object.defineProperty(permissions, 'feedback_admin_ui', {
              get: () => !('isTakenAway' in window),
            });
          return value;
        }) as typeof JSON.parse;
      });
      await page.reload();
      const edit = feed(page)
        .locator(kind === 'public' ? '[data-kind="status_updated"]' : '[data-kind="internal_status_updated"]')
        .getByRole('button', { name: 'Edit status update by Ana Ruiz' });
      await edit.waitFor();
      await page.evaluate(() => Object.assign(window, { isTakenAway: true }));
      await edit.click();
      const save = panelOf(page, kind === 'public' ? 'Edit public status' : 'Edit internal status').getByRole(
        'button',
        { name: 'Save Status' },
      );
      await save.waitFor();
      expect(await save.isDisabled()).toBe(true);
      await expect
        .poll(() => save.getAttribute('data-tip'))
        .toBe('You need permission to work with feedback');
      // neither a click nor the keyboard saves
      await save.click({ force: true });
      await save.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+Enter');
      expect(calls('SaveStatusUpdate').length + calls('SaveInternalStatusUpdate').length).toBe(0);
    },
  );

  test('[PAGE-011] [TOAST-006] [ERR-035] [CALL-M-064] the message of an internal one is needed; a save that fails keeps it', async () => {
    await post();
    const { page, fail, heal, calls } = await openIdeaPage();
    await feed(page)
      .locator('[data-kind="internal_status_updated"]')
      .getByRole('button', { name: 'Edit status update by Ana Ruiz' })
      .click();
    const panel = panelOf(page, 'Edit internal status');
    await editor(panel).getByText('Ask Ben.').waitFor();
    // by keys, which the editor takes itself: a selection of the page's is lost where the focus comes behind it
    await isFocused(editor(panel));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    const save = panel.getByRole('button', { name: 'Save Status' });
    await expect.poll(() => save.getAttribute('data-tip')).toBe('Add a message to continue');
    await editor(panel).fill('Ask Ben or Mia.');
    await fail('SaveInternalStatusUpdate', 'The server is tired.');
    await save.click();
    await toastOf(page).getByText('Could not save status update message. Please try again later.').waitFor();
    expect(await editor(panel).innerText()).toBe('Ask Ben or Mia.');
    await heal();
    await save.click();
    await toastOf(page).getByText('Internal status updated!', { exact: true }).waitFor();
    await feed(page).getByText('Ask Ben or Mia.').waitFor();
    const { id } = calls('SaveInternalStatusUpdate').at(-1)!.variables;
    expect(calls('SaveInternalStatusUpdate').at(-1)!.variables).toEqual({
      id,
      attachmentTokens: [],
      htmlText: '<p>Ask Ben or Mia.</p>',
      if_updated_at: expect.stringMatching(/Z$/) as string,
    });
    expect(
      await server.call('query ($id: ID!) { internal_status_update(id: $id) { html_text } }', { id }),
    ).toEqual({ internal_status_update: { html_text: '<p>Ask Ben or Mia.</p>' } });
  });

  test('somebody else was faster: both versions are shown', async () => {
    await post();
    const { page } = await openIdeaPage();
    const line = feed(page).locator('[data-kind="status_updated"]');
    await line.getByRole('button', { name: 'Edit status update by Ana Ruiz' }).click();
    const panel = panelOf(page, 'Edit public status');
    await editor(panel).getByText('It comes in Mai.').waitFor();
    const { status_updates } = await server.call<{ status_updates: { records: { id: string }[] } }>(
      'query ($s: [ID!]) { status_updates(suggestion: $s) { records { id } } }',
      { s: [records.exportIdea] },
    );
    await server.call(
      'mutation ($id: ID!) { status_update_update(id: $id, htmlBody: "<p>In June.</p>") { id } }',
      { id: status_updates.records[0]!.id },
    );
    await editor(panel).fill('In May.');
    await panel.getByRole('button', { name: 'Save Status' }).click();
    const question = page.getByRole('dialog', { name: 'Someone else changed this' });
    await question.getByText('In June.').waitFor();
    await question.getByText('In May.').waitFor();
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await line.getByText('In May.').waitFor();
  });
});

describe('mail of a status update', () => {
  test('[SCOPE-013] [PANEL-067] [CONST-055] who gets it is said before; it goes out and its numbers follow on the page', async () => {
    await follow('Ada', 'Ben');
    const { page } = await openIdeaPage();
    let panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Completed');
    await editor(panel).fill('Nobody hears of this.');
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await panel.waitFor({ state: 'detached' });
    await feed(page).getByText('Nobody hears of this.').waitFor();

    panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Started');
    await editor(panel).fill('It is in your account now.');
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
    await panel.getByText('2 people get an email').waitFor();
    await panel.getByRole('button', { name: 'Post Status and email 2' }).waitFor();
    await panel.getByRole('button', { name: '1 excluded' }).click();
    await panel.getByText('Excluded: 1 not subscribed').waitFor();
    await panel.getByText('ada@northwind.example').waitFor();
    await panel.getByText('Not subscribed to this idea.').waitFor();
    await panel.getByText('Femke de Vries').waitFor();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByRole('button', { name: 'Undo' }).waitFor();
    const line = feed(page).locator('[data-kind="status_updated"]').first();
    await line.getByText('2 emails go out').waitFor();
    await letMailGo();
    await line.getByRole('button', { name: '2 sent' }).waitFor({ timeout: 30_000 });
    await line.getByText('0 opened').waitFor();
    // each number opens the names behind it
    await line.getByRole('button', { name: '2 expected' }).click();
    const people = page.getByRole('dialog', { name: '2 expected' });
    await people.getByText('ada@northwind.example').waitFor();
    await expect.poll(() => people.getByRole('listitem').count()).toBe(2);
    await page.keyboard.press('Escape');
    expect(relay.received.map((mail) => mail.to).sort()).toEqual([
      'ada@northwind.example',
      'ben@northwind.example',
    ]);
    expect(await idea('status { name }')).toEqual({ status: { name: 'Started' } });
    const [mail] = mailTo('ada');
    expect(mail!.parsed.subject).toBe('Started: Export voters with account revenue');
    expect(mail!.parsed.text).toContain('It is in your account now.');
    expect(mail!.parsed.replyTo?.text).toContain(`no-reply+${server.tenant.key}@mail.example`);
    // the first one was posted without mail
    expect(relay.received.some(({ raw }) => raw.includes('Nobody hears of this.'))).toBe(false);
  });

  test('[SCOPE-014] mail of an internal one reaches the team; no end user hears of it', async () => {
    await follow('Ada');
    const mate = await buildUser(server.database, server.tenant, {
      name: 'Bo',
      email_address: 'bo@demo.example',
      license_type: 'full',
      permission_state: 'active',
    });
    await server.call(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: true) { id } }',
      { id: records.exportIdea, user: mate.id },
    );
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+S', internalPanel(page));
    await choose(panel, 'Needs research');
    await panel.getByRole('checkbox', { name: 'Notify the team' }).check();
    await panel.getByText('1 person gets an email').waitFor();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await letMailGo();
    await feed(page)
      .locator('[data-kind="internal_status_updated"]')
      .getByRole('button', { name: '1 sent' })
      .waitFor({ timeout: 30_000 });
    expect(relay.received.map((mail) => [mail.to, mail.parsed.subject])).toEqual([
      ['bo@demo.example', '[Team] Needs research: Export voters with account revenue'],
    ]);
    expect(await idea('internal_status { name }')).toEqual({ internal_status: { name: 'Needs research' } });
  });

  test('answers to it by mail are counted in the feed and can be read there', async () => {
    await follow('Ada');
    const { status_update_create: update } = await server.call<{ status_update_create: { id: string } }>(
      'mutation ($links: StatusUpdateLinks!) { status_update_create(links: $links, htmlBody: "<p>It is in your account.</p>") { id } }',
      { links: { suggestion: records.exportIdea } },
    );
    const { internal_status_update_create: internal } = await server.call<{
      internal_status_update_create: { id: string };
    }>(
      'mutation ($links: InternalStatusUpdateLinks!) { internal_status_update_create(links: $links, htmlText: "<p>Ask Ben.</p>") { id } }',
      { links: { suggestion: records.exportIdea } },
    );
    const { database: at, tenant } = server;
    const row = { subdomain_id: tenant.id, suggestion_id: records.exportIdea };
    await insertRow(at, 'messages', {
      ...row,
      status_update_id: update.id,
      user_id: records.priya.id,
      body: 'Thank you!\nWhen for xlsx?',
    });
    await insertRow(at, 'messages', {
      ...row,
      status_update_id: update.id,
      from_email: 'assistant@elsewhere.example',
      body: 'On behalf of Priya: fine.',
    });
    await insertRow(at, 'messages', {
      ...row,
      internal_status_update_id: internal.id,
      user_id: server.admin.id,
      body: 'I asked him.',
    });
    const { page } = await openIdeaPage();
    await feed(page)
      .locator('[data-kind="status_updated"]')
      .getByRole('button', { name: '2 replies' })
      .click();
    const list = page.getByRole('dialog', { name: 'Replies' });
    expect(await list.getByText('Thank you!').innerText()).toBe('Thank you!\nWhen for xlsx?');
    await list.getByText('Priya Raman').waitFor();
    await list.getByText('assistant@elsewhere.example').waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await feed(page)
      .locator('[data-kind="internal_status_updated"]')
      .getByRole('button', { name: '1 reply' })
      .click();
    await list.getByText('I asked him.').waitFor();
  });

  test('Undo calls the mail back while it waits; the status stays', async () => {
    await follow('Ada');
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Completed');
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
    await panel.getByText('1 person gets an email').waitFor();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await toastOf(page).getByText('Email canceled. The status stays.').waitFor();
    await feed(page).getByText('Email canceled.').waitFor();
    await aside(page)
      .getByRole('button', { name: /^Public status/ })
      .getByText('Completed')
      .waitFor();
    const { mailings } = await server.call<{ mailings: { records: unknown[] } }>(
      'query ($s: [ID!]) { mailings(suggestion: $s) { records { state } } }',
      { s: [records.exportIdea] },
    );
    expect(mailings.records).toEqual([{ state: 'called_back' }]);
    expect(relay.received).toEqual([]);
  });

  test('mails that did not arrive are listed with what the relay said', async () => {
    relay.refuse = (address) =>
      address.startsWith('ben') ? { code: 550, sentence: 'No such person here' } : null;
    await follow('Ada', 'Ben');
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 's', publicPanel(page));
    await choose(panel, 'Completed');
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
    await panel.getByText('2 people get an email').waitFor();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await letMailGo();
    await feed(page).getByRole('button', { name: '1 sent' }).waitFor({ timeout: 30_000 });
    await feed(page).getByRole('button', { name: '1 not delivered' }).click();
    const list = page.getByRole('dialog', { name: 'Undelivered emails' });
    await list.getByText('ben@northwind.example').waitFor();
    await list.getByText('No such person here', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('the status of many ideas', () => {
  const list = '/admin/v3/feedback/suggestions';
  /** The list with two ideas selected, and the panel for both. */
  async function onTwo(options: PageOptions = {}) {
    const opening = await journeys.open(server, list, options);
    const { page } = opening;
    await page.getByRole('checkbox', { name: /Export voters/ }).click();
    await page.getByRole('checkbox', { name: /Dark mode/ }).click();
    await page
      .getByRole('toolbar')
      .filter({ hasText: '2 selected' })
      .getByRole('button', { name: 'Status' })
      .click();
    await page.getByRole('button', { name: /add a message/ }).click();
    const panel = panelOf(page, 'Post status on 2 ideas');
    await editor(panel).waitFor();
    return { ...opening, panel };
  }
  /** Ada follows both ideas, Ben one of them. */
  async function followBoth(): Promise<void> {
    await follow('Ada', 'Ben');
    await server.call(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: true) { id } }',
      {
        id: records.darkIdea,
        user: (
          await server.database.pool.query<{ id: string }>(
            "select id from users where subdomain_id = $1 and name = 'Ada'",
            [server.tenant.id],
          )
        ).rows[0]!.id,
      },
    );
  }
  /** The question before the three mails. */
  const question = (page: Page): Locator =>
    page.getByRole('alertdialog', { name: 'Post this status and send 3 emails?' });
  const confirm = (page: Page): Promise<void> =>
    question(page).getByRole('button', { name: 'Post Status' }).click();
  const statusesOf = async () =>
    (
      await server.call<{ suggestions: { records: { title: string; status: { name: string } | null }[] } }>(
        'query ($ids: [ID!]) { suggestions(id: $ids, sort: "id") { records { status { name } } } }',
        { ids: [records.exportIdea, records.darkIdea] },
      )
    ).suggestions.records.map(({ status }) => status?.name ?? null);

  test('a message and mail go with it: how many people get it is said before, each gets one for each idea', async () => {
    await followBoth();
    const { page, panel, calls } = await onTwo();
    const submit = panel.getByRole('button', { name: 'Post Status' });
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a status to continue');
    await choose(panel, 'Planned');
    await panel.getByText('1 idea gets this status; 1 already has it or was merged.').waitFor();
    await choose(panel, 'Started');
    await panel.getByText('2 ideas get this status.').waitFor();
    await editor(panel).getByText('We have begun.').waitFor();
    await editor(panel).fill('Both come in May.');
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
    await panel.getByText('2 people get an email').waitFor();
    await panel.getByText('3 emails: one per idea to each subscriber.').waitFor();
    await panel.getByRole('button', { name: /Show who|excluded/ }).click();
    await panel.getByText('ben@northwind.example').waitFor();
    await submit.click();
    await question(page)
      .getByText(
        'It is posted on 2 ideas, and 2 people get email about it. You’ll have a few seconds to undo.',
      )
      .waitFor();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await question(page).waitFor({ state: 'detached' });
    expect(calls('BulkStatus')).toEqual([]);
    await submit.click();
    await confirm(page);
    await toastOf(page).getByText('2 ideas set to Started.').waitFor();
    await toastOf(page).getByText('3 emails go out.').waitFor();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Dark mode' }).getByText('Started').waitFor();
    await letMailGo();
    await expect.poll(() => relay.received.length, { timeout: 30_000 }).toBe(3);
    expect(relay.received.map((mail) => `${mail.to} ${mail.parsed.subject}`).sort()).toEqual([
      'ada@northwind.example Started: Dark mode for the public portal',
      'ada@northwind.example Started: Export voters with account revenue',
      'ben@northwind.example Started: Export voters with account revenue',
    ]);
    expect(relay.received.every((mail) => mail.parsed.text?.includes('Both come in May.'))).toBe(true);
    expect(calls('BulkStatus')[0]!.variables).toMatchObject({
      html_body: '<p>Both come in May.</p>',
      notify_supporters: true,
    });
    expect(await statusesOf()).toEqual(['Started', 'Started']);
  });

  test('[PANEL-065] [VALID-055] files and addresses of one’s own go with it, on each idea and in each mail; an internal one takes files alone', async () => {
    await seed(await journeys.replaceWorkspace({ from_domain: 'acme.example', from_domain_verified: true }));
    await followBoth();
    const { page, panel, calls } = await onTwo();
    await choose(panel, 'Started');
    await panel.locator('input[type=file]').setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('May: export. June: import.'),
    });
    await panel.getByText('plan.txt').waitFor();
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
    const submit = panel.getByRole('button', { name: 'Post Status' });
    await panel.getByRole('button', { name: 'Email settings' }).click();
    await panel.getByRole('radio', { name: 'Custom address of acme.example' }).check();
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Must be a valid email', { exact: true }).waitFor();
    expect(calls('BulkStatus')).toEqual([]);
    await panel.getByRole('textbox', { name: 'From address' }).fill('news@acme.example');
    await panel.getByRole('radio', { name: 'Internal' }).check({ force: true });
    await panel.getByRole('button', { name: 'Email settings' }).waitFor({ state: 'detached' });
    await panel.getByText('plan.txt').waitFor();
    await panel.getByRole('radio', { name: 'Public' }).check({ force: true });
    await choose(panel, 'Started');
    await panel.getByText('3 emails: one per idea to each subscriber.').waitFor();
    await submit.click();
    await confirm(page);
    await toastOf(page).getByText('2 ideas set to Started.').waitFor();
    await toastOf(page).getByText('3 emails go out.').waitFor();
    await letMailGo();
    await expect.poll(() => relay.received.length, { timeout: 30_000 }).toBe(3);
    expect(relay.received.map((mail) => mail.parsed.from?.value[0]!.address)).toEqual([
      'news@acme.example',
      'news@acme.example',
      'news@acme.example',
    ]);
    expect(relay.received.every((mail) => mail.parsed.text?.includes('plan.txt'))).toBe(true);
    for (const id of [records.exportIdea, records.darkIdea]) {
      await page.goto(`${new URL(page.url()).origin}/admin/v3/ideas/${id}`);
      await feed(page).locator('[data-kind="status_updated"]').getByText('plan.txt').first().waitFor();
    }
  });

  test('while its mail waits, Undo takes the statuses back and calls the mail back', async () => {
    await followBoth();
    const { page, panel } = await onTwo();
    await choose(panel, 'Completed');
    await panel.getByText('Users can comment but not vote.').waitFor();
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
    await panel.getByText('2 people get an email').waitFor();
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await toastOf(page).getByText('Undone. Emails that had not gone out were canceled.').waitFor();
    expect(await statusesOf()).toEqual(['Planned', null]);
    const { rows } = await server.database.pool.query('select state from mailings where subdomain_id = $1', [
      server.tenant.id,
    ]);
    expect(rows).toEqual([{ state: 'called_back' }, { state: 'called_back' }]);
    expect(relay.received).toEqual([]);
    // nobody was told of it, so its line leaves the feed as well
    await page.goto(`${new URL(page.url()).origin}/admin/v3/ideas/${records.exportIdea}`);
    await feed(page).waitFor();
    expect(await feed(page).getByText('Completed').count()).toBe(0);
  });

  test('the internal one goes to the team; a failure keeps what was written, and so does a reload', async () => {
    await followBoth();
    const { page, panel, fail, heal, calls } = await onTwo();
    await panel.getByRole('radio', { name: 'Internal' }).check({ force: true });
    await choose(panel, 'Building');
    await panel.getByRole('checkbox', { name: 'Notify the team' }).check();
    await panel.getByText('No one gets an email').waitFor();
    await editor(panel).fill('Ben builds both.');
    await fail('BulkStatus', 'The server is tired.');
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByText('Could not update status. Please try again later.').waitFor();
    expect(await editor(panel).innerText()).toBe('Ben builds both.');
    await heal();
    await panel.getByRole('button', { name: 'Post Status' }).click();
    await toastOf(page).getByText('2 ideas set to Building.').waitFor();
    expect(calls('BulkStatus').at(-1)!.variables).toMatchObject({
      ids: expect.arrayContaining([records.exportIdea, records.darkIdea]) as string[],
      html_body: '<p>Ben builds both.</p>',
    });
    expect(Object.keys(calls('BulkStatus').at(-1)!.variables)).not.toContain('status');
    expect(await idea('status { name } internal_status { name }')).toEqual({
      status: { name: 'Planned' },
      internal_status: { name: 'Building' },
    });
  });

  test('[PERM-034] [PERM-036] without public statuses there is the internal one alone; where no mail goes to end users none is offered', async () => {
    await openChanged({ without: 'public_statuses' });
    const first = await onTwo();
    await expect.poll(() => first.panel.getByRole('radio').count()).toBe(0);
    await first.panel.getByRole('checkbox', { name: 'Notify the team' }).waitFor();
    await seed(await journeys.replaceWorkspace({ prevent_email_notifications: true }));
    const { panel } = await onTwo();
    await panel
      .getByText('Emails to end users are turned off in this workspace.', { exact: false })
      .waitFor();
    await expect.poll(() => panel.getByRole('checkbox').count()).toBe(0);
  });

  test('axe has nothing to complain about, light and dark', async () => {
    await followBoth();
    const { page, panel } = await onTwo();
    await choose(panel, 'Declined');
    await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
    await panel.getByText('2 people get an email').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

describe('Message subscribers', () => {
  test('[PANEL-048] [PANEL-049] [PANEL-050] [PANEL-051] [PANEL-052] [PANEL-057] it has its fields; the larger editor has the same text', async () => {
    await follow('Ada');
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+M', messagePanel(page));
    await expect
      .poll(() => panel.getByRole('textbox', { name: 'Subject' }).inputValue())
      .toBe('About "Export voters with account revenue"');
    await panel.getByRole('button', { name: 'Add files' }).waitFor();
    await panel.getByText('Goes to 1 person').waitFor();
    const bar = panel.getByRole('toolbar');
    await bar.waitFor();
    await panel.getByRole('button', { name: 'Hide formatting' }).click();
    await bar.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Show formatting' }).click();
    await bar.getByRole('button', { name: 'Bold' }).click();
    await editor(panel).pressSequentially('Hello');
    await panel.getByRole('button', { name: 'Open larger editor' }).click();
    const large = panelOf(page, 'Message');
    expect(await large.locator('strong').innerText()).toBe('Hello');
    await large.getByRole('textbox', { name: 'Message' }).pressSequentially(' all');
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    expect(await editor(panel).innerText()).toBe('Hello all');
    await panel.getByRole('button', { name: 'Send Email' }).waitFor();
  });

  test('[VALID-050] a message is needed, and at least one recipient; the server refuses an empty one, too', async () => {
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+M', messagePanel(page));
    const submit = panel.getByRole('button', { name: 'Send Email' });
    await panel.getByText('No one gets this email').waitFor();
    await expect
      .poll(() => submit.getAttribute('data-tip'))
      .toBe('Add a message and at least one recipient to continue');
    await page.keyboard.press('Control+Enter');
    await panel.getByText('Enter a message').waitFor();
    await isFocused(editor(panel));
    expect(await editor(panel).getAttribute('aria-invalid')).toBe('true');
    await editor(panel).fill('Hello');
    await expect.poll(() => editor(panel).getAttribute('aria-invalid')).toBeNull();
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add at least one recipient to continue');
    expect(calls('SendMessage')).toEqual([]);
    await expect(
      server.call(
        'mutation ($links: SupporterMessageLinks!) { supporter_message_create(links: $links, body: "<p> </p>") { id } }',
        { links: { suggestion: records.exportIdea } },
      ),
    ).rejects.toThrow('required');
  });

  test('[VALID-012] [VALID-013] [VALID-014] [VALID-015] blanks, a line break and empty paragraphs are no message; a picture is one', async () => {
    await follow('Ada');
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+M', messagePanel(page));
    const submit = panel.getByRole('button', { name: 'Send Email' });
    await panel.getByText('Goes to 1 person').waitFor();
    const put = async (html: string): Promise<void> => {
      await editor(panel).fill('x');
      await expect.poll(() => submit.getAttribute('aria-disabled')).toBeNull();
      await editor(panel).press('Control+a');
      await editor(panel).evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', text);
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, html);
    };
    for (const html of [
      '<p>   </p>',
      '<p><br></p>',
      '<p></p><p><strong></strong></p><ul><li><p></p></li></ul>',
    ]) {
      await put(html);
      await expect
        .poll(() => submit.getAttribute('data-tip'), { message: html })
        .toBe('Add a message to continue');
    }
    await put('<p><img src="/files/1" alt=""></p>');
    await expect.poll(() => editor(panel).locator('img[src="/files/1"]').count()).toBe(1);
    expect(await submit.getAttribute('aria-disabled')).toBeNull();
  });

  test('[VALID-056] [VALID-086] what is too long or refused is said at its field, which takes the focus', async () => {
    await seed(await journeys.replaceWorkspace({ from_domain: 'acme.example', from_domain_verified: true }));
    await follow('Ada');
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+M', messagePanel(page));
    const submit = panel.getByRole('button', { name: 'Send Email' });
    const subject = panel.getByRole('textbox', { name: 'Subject' });
    await panel.getByText('Goes to 1 person').waitFor();
    await editor(panel).fill('Hello');
    await subject.fill('s'.repeat(256));
    await panel.getByText('Subject must have at most 255 characters').waitFor();
    expect((await subject.inputValue()).length).toBe(256);
    await expect.poll(() => submit.getAttribute('data-tip')).toBe('Add a shorter subject to continue');
    await subject.fill('s'.repeat(255));
    await panel.getByRole('radio', { name: 'Custom address of acme.example' }).check();
    const from = panel.getByRole('textbox', { name: 'From address' });
    // one letter more than an address may have: not cut to somebody else's
    await from.fill(`${'a'.repeat(65)}@acme.example`);
    await from.blur();
    await panel.getByText('Must be a valid email', { exact: true }).waitFor();
    expect((await from.inputValue()).length).toBe(78);
    await from.fill('news@acme.example');
    // the operator takes the domain back in this moment
    await server.database.pool.query('update subdomains set from_domain_verified = false where id = $1', [
      server.tenant.id,
    ]);
    await submit.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send Email' }).click();
    await toastOf(page)
      .getByText('Failed to send email: Must be a valid email using your configured email domain')
      .waitFor();
    await panel
      .getByText('Must be a valid email using your configured email domain', { exact: true })
      .waitFor();
    await isFocused(from);
    expect(await editor(panel).innerText()).toBe('Hello');
    expect(await subject.inputValue()).toBe('s'.repeat(255));
    await from.fill('other@acme.example');
    await expect.poll(() => from.getAttribute('aria-invalid')).toBeNull();
    expect(calls('SendMessage')).toHaveLength(1);
  });

  test('[PANEL-056] [CONST-057] whether copies of replies are wanted is remembered in the browser', async () => {
    await follow('Ada');
    const { page, calls } = await openIdeaPage();
    let panel = await openBy(page, 'Shift+M', messagePanel(page));
    const copies = panel.getByRole('checkbox', { name: 'Email me a copy of each reply' });
    expect(await copies.isChecked()).toBe(false);
    await copies.check();
    await page.reload();
    await feed(page).waitFor();
    panel = await openBy(page, 'Shift+M', messagePanel(page));
    expect(await copies.isChecked()).toBe(true);
    expect(
      await page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.endsWith('default_email_recipient'))
          .map(([, value]) => value),
      ),
    ).toEqual(['"ana@demo.example"']);
    await editor(panel).fill('How do you do it today?');
    await panel.getByRole('button', { name: 'Send Email' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send Email' }).click();
    await toastOf(page).getByText('Email sent!', { exact: true }).waitFor();
    expect(calls('SendMessage')[0]!.variables['copiesReplies']).toBe(true);
    const { supporter_messages } = await server.call<{ supporter_messages: { records: unknown[] } }>(
      'query ($s: [ID!]) { supporter_messages(suggestion: $s) { records { copies_replies } } }',
      { s: [records.exportIdea] },
    );
    expect(supporter_messages.records).toEqual([{ copies_replies: true }]);
  });

  test('[SCOPE-012] [PANEL-053] [PANEL-054] [PANEL-055] [TOAST-021] [ENT-024] [ENT-088] after a question with the number of people it arrives with subject, reply-to and sender', async () => {
    await seed(await journeys.replaceWorkspace({ from_domain: 'acme.example', from_domain_verified: true }));
    await follow('Ada', 'Ben');
    const { page, calls } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+M', messagePanel(page));
    await panel.getByRole('textbox', { name: 'Subject' }).fill('Half an hour about exports?');
    await editor(panel).fill('How do you do it today?');
    await panel.getByRole('radio', { name: 'Custom address', exact: true }).check();
    await panel.getByRole('textbox', { name: 'Reply-to address' }).fill('research@elsewhere.example');
    await panel.getByRole('radio', { name: 'Custom address of acme.example' }).check();
    await panel.getByRole('textbox', { name: 'From address' }).fill('news@acme.example');
    await panel.getByRole('button', { name: 'Send Email' }).click();
    const question = page.getByRole('alertdialog', { name: 'Send this email to 2 people?' });
    await question.getByText('It goes to Ada, Ben.', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Send Email' }).click();
    await toastOf(page).getByText('Email sent!', { exact: true }).waitFor();
    const line = feed(page).locator('[data-kind="supporter_message_created"]');
    await line.getByText('Half an hour about exports?').waitFor();
    await letMailGo();
    await line.getByRole('button', { name: '2 sent' }).waitFor({ timeout: 30_000 });
    expect(calls('SendMessage').map((call) => call.variables)).toEqual([
      {
        links: { suggestion: records.exportIdea },
        body: '<p>How do you do it today?</p>',
        emailSubject: 'Half an hour about exports?',
        attachmentTokens: [],
        copiesReplies: false,
        notificationEmailAddress: 'research@elsewhere.example',
        fromEmail: 'news@acme.example',
      },
    ]);
    const mails = relay.received.filter((mail) => mail.parsed.subject === 'Half an hour about exports?');
    expect(mails.map((mail) => mail.to).sort()).toEqual(['ada@northwind.example', 'ben@northwind.example']);
    const { parsed } = mailTo('ben')[0]!;
    expect(parsed.subject).toBe('Half an hour about exports?');
    expect(parsed.replyTo?.value[0]!.address).toBe('research@elsewhere.example');
    expect(parsed.from?.value[0]!.address).toBe('news@acme.example');
    expect(parsed.text).toContain('How do you do it today?');
  });

  test('Undo calls it back, and the panel is there again with everything in it', async () => {
    await follow('Ada');
    const { page } = await openIdeaPage();
    const panel = await openBy(page, 'Shift+M', messagePanel(page));
    await panel.getByRole('textbox', { name: 'Subject' }).fill('To sow');
    await editor(panel).fill('Hello all');
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('May') });
    await panel
      .getByRole('button', { name: /^Open plan\.txt/ })
      .or(panel.getByText('3 B'))
      .first()
      .waitFor();
    await panel.getByRole('button', { name: 'Send Email' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send Email' }).click();
    await feed(page).getByText('To sow').waitFor();
    await panel.waitFor({ state: 'detached' });
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await toastOf(page).getByText('Email canceled; no one will receive it.').waitFor();
    await panel.waitFor();
    await expect.poll(() => panel.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('To sow');
    await editor(panel).getByText('Hello all').waitFor();
    await panel.getByText('plan.txt').first().waitFor();
    await feed(page).getByText('To sow').waitFor({ state: 'detached' });
    // it can be sent again, with the same file
    await panel.getByRole('textbox', { name: 'Subject' }).fill('To show');
    await panel.getByRole('button', { name: 'Send Email' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send Email' }).click();
    const line = feed(page).locator('[data-kind="supporter_message_created"]');
    await line.getByText('To show').waitFor();
    await line.getByRole('button', { name: /plan\.txt/ }).waitFor();
  });

  test('replies that came in are counted in the feed and can be read there', async () => {
    await follow('Ada');
    const sent = await server.call<{ supporter_message_create: { id: string } }>(
      'mutation ($links: SupporterMessageLinks!) { supporter_message_create(links: $links, body: "<p>How?</p>") { id } }',
      { links: { suggestion: records.exportIdea } },
    );
    const { database: at, tenant } = server;
    const row = {
      subdomain_id: tenant.id,
      suggestion_id: records.exportIdea,
      supporter_message_id: sent.supporter_message_create.id,
    };
    await insertRow(at, 'messages', { ...row, user_id: records.priya.id, body: 'By hand.\nEvery Monday.' });
    await at.pool.query('update supporter_messages set reply_count = 1 where id = $1', [
      sent.supporter_message_create.id,
    ]);
    const { page } = await openIdeaPage();
    await feed(page).getByRole('button', { name: '1 reply' }).click();
    const list = page.getByRole('dialog', { name: 'Replies' });
    await list.getByText('Priya Raman').waitFor();
    expect(await list.getByText('By hand.').innerText()).toBe('By hand.\nEvery Monday.');
    expect(await violations(page)).toEqual([]);
  });

  test('[ERR-032] a message that cannot be sent stays in the panel', async () => {
    await follow('Ada');
    const { page, fail } = await openIdeaPage();
    await fail('SendMessage', 'The server is tired.');
    const panel = await openBy(page, 'Shift+M', messagePanel(page));
    await editor(panel).fill('Hello all');
    await panel.getByRole('button', { name: 'Send Email' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send Email' }).click();
    await toastOf(page).getByText('Failed to send email: The server is tired.').waitFor();
    expect(await editor(panel).innerText()).toBe('Hello all');
  });
});

test('[SCOPE-032] the activity of an idea is exported: a mail comes with a link, and the link downloads the file', async () => {
  await captureFeedback(server, records.exportIdea, records.priya, 'Finance asks each quarter.');
  const { page } = await openIdeaPage();
  await page.getByRole('button', { name: 'Export activity' }).click();
  const panel = panelOf(page, 'Export activity');
  await panel.getByRole('radio', { name: /^All/ }).check();
  await panel.getByRole('button', { name: 'Start export' }).click();
  await toastOf(page)
    .getByText('Export started! Keep an eye out for an email with a link to download your data.')
    .waitFor();
  const mails = () => relay.received.filter((mail) => mail.to === 'ana@demo.example');
  await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(1);
  const link = /https?:\/\/\S+\/exports\S*/.exec(mails()[0]!.parsed.text ?? '')?.[0];
  expect(link).toBeDefined();
  const download = page.waitForEvent('download');
  // a navigation that becomes a download ends in an error of the browser
  await page.goto(link!).catch(() => undefined);
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Finance asks each quarter.');
});

test('axe has nothing to complain about, light and dark', async () => {
  await seed(await journeys.replaceWorkspace({ from_domain: 'acme.example', from_domain_verified: true }));
  await follow('Ada');
  const { page } = await openIdeaPage();
  let panel = await openBy(page, 's', publicPanel(page));
  await choose(panel, 'Declined');
  await panel.getByRole('checkbox', { name: 'Notify supporters' }).check();
  await panel.getByRole('button', { name: 'Email settings' }).click();
  await panel.getByRole('button', { name: /excluded/ }).click();
  await panel.getByRole('radio', { name: 'Custom address', exact: true }).check();
  await panel.getByRole('textbox', { name: 'Reply-to address' }).fill('x');
  await panel.getByRole('textbox', { name: 'Reply-to address' }).blur();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel.getByRole('radio', { name: 'Automatic address' }).check();
  await panel.getByRole('button', { name: 'Post Status' }).click();
  await toastOf(page).getByRole('button', { name: 'Undo' }).waitFor();
  await feed(page).getByText('1 email goes out').waitFor();
  await panel.waitFor({ state: 'detached' });
  expect(await violationsInBothSchemes(page)).toEqual([]);
  panel = await openBy(page, 'Shift+M', messagePanel(page));
  await panel.getByText('Goes to 1 person').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

/** The bell, its panel and page, live events, announcements and what comes by mail, in a Chromium on the real server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { MAILED_EVENTS } from '../contract/notifications.ts';
import { buildAdmin, buildNote, insertRow } from '../server/db/builders.ts';
import { emailSubscriptionsAddress, notificationsAddress } from '../web/src/host/addresses.ts';
import { startConsoleServer } from './support/console_server.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import type { PageOptions } from './support/journeys.ts';
import { buildRecords, violations } from './support/panels.ts';
import { seat } from './support/seat.ts';
import type { PanelPage, Records } from './support/panels.ts';

/** calls act as Ana, browsers are Bo's */
let server: ConsoleWorkspace;
let bo: Awaited<ReturnType<typeof buildAdmin>>;
let records: Records;

const journeys = journeysOf(async (workspace) => {
  server = await seatBo(workspace);
  records = await buildRecords(server);
});

/** A workspace in which Ana does things and Bo sits at the browser. */
async function seatBo(workspace: ConsoleWorkspace): Promise<ConsoleWorkspace> {
  bo = await buildAdmin(workspace.database, workspace.tenant, {
    name: 'Bo Lind',
    email_address: 'bo@demo.example',
  });
  return seat(workspace, bo);
}

/** When the stream of a page began to answer. */
const streams = new WeakMap<Page, Promise<unknown>>();

async function open(
  address: string = notificationsAddress,
  { before, ...options }: PageOptions = {},
): Promise<PanelPage> {
  return journeys.open(server, address, {
    ...options,
    before: async (made) => {
      streams.set(
        made,
        made
          .waitForResponse((response) => response.url().endsWith('/clients/admin-console/events'))
          .catch(() => undefined),
      );
      await before?.(made);
    },
  });
}

const assign = (idea: string) =>
  server.call(
    'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
    { id: idea, owner: bo.id },
  );
const told = (values: Record<string, unknown> = {}) =>
  insertRow(server.database, 'notifications', {
    subdomain_id: server.tenant.id,
    user_id: bo.id,
    subject_user_id: server.admin.id,
    event: 'note_reply',
    group_key: `note_reply:${Math.random()}`,
    ...values,
  });
const stored = async (id: string) =>
  (
    await server.database.pool.query<{ seen: boolean; clicked: boolean }>(
      'select seen_at is not null as seen, clicked_at is not null as clicked from notifications where id = $1',
      [id],
    )
  ).rows[0];
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const badge = (page: Page) => page.getByTestId('notification-badge');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const row = (page: Page, id: string) => page.locator(`[data-notification="${id}"]`);
const dot = (page: Page, id: string) => row(page, id).locator('[data-state]').getAttribute('data-state');
/** Waits until the console hears events. */
const live = ({ page }: PanelPage): Promise<unknown> => streams.get(page)!;

describe('the bell', () => {
  test('[NAV-020] [SCOPE-031] [SCOPE-038] [STATE-059] [NOTIF-015] rings while the page stands open, and its panel says what happened', async () => {
    const each = await open('/admin/v3/feedback/suggestions');
    const { page } = each;
    await bell(page).waitFor();
    await expect.poll(() => badge(page).count()).toBe(0);
    await live(each);
    await assign(records.exportIdea);
    await badge(page).getByText('1').waitFor();
    await assign(records.darkIdea);
    await badge(page).getByText('2').waitFor();
    await bell(page).click();
    await panel(page).getByText('Ana Ruiz assigned Export voters with account revenue to you').waitFor();
    // and the open panel follows, too
    await assign(records.bulkIdea);
    await panel(page).getByText('Ana Ruiz assigned Bulk edit statuses from the list to you').waitFor();
    expect(each.calls('Notifications')[0]?.variables).toMatchObject({ page: 1, per_page: 10 });
  });

  test('[NOTIF-001] [CONST-045] [NOTIF-006] [NOTIF-007] [NOTIF-009] the panel is 380 px wide; closing marks all that was listed as seen', async () => {
    const ids = [
      (await told()).id,
      (await told({ seen_at: new Date() })).id,
      (await told({ seen_at: new Date(), clicked_at: new Date() })).id,
    ];
    const each = await open('/admin/v3/feedback/suggestions');
    const { page } = each;
    await badge(page).getByText('1').waitFor();
    await bell(page).click();
    await row(page, ids[0]!).waitFor();
    expect((await panel(page).boundingBox())?.width).toBe(380);
    expect([await dot(page, ids[0]!), await dot(page, ids[1]!), await dot(page, ids[2]!)]).toEqual([
      'unseen',
      'seen',
      'clicked',
    ]);
    const colour = (id: string) =>
      row(page, id)
        .locator('[data-state]')
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colour(ids[0]!)).toBe('rgb(91, 67, 201)');
    expect(await colour(ids[2]!)).toBe('rgba(0, 0, 0, 0)');
    expect((await stored(ids[0]!))?.seen).toBe(false);
    await page.keyboard.press('Escape');
    await badge(page).waitFor({ state: 'detached' });
    expect(each.calls('NotificationsSeen').map((call) => call.variables)).toEqual([
      { ids: ids.toReversed() },
    ]);
    expect(await stored(ids[0]!)).toEqual({ seen: true, clicked: false });
    // focus is back where it came from
    expect(await bell(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('[NOTIF-008] [NOTIF-009] [NOTIF-010] a click marks it as clicked and leads to its target; one whose object is gone leads nowhere', async () => {
    const about = await told({ event: 'admin_assigned', suggestion_id: records.exportIdea, group_key: 'a' });
    const bulk = await told({
      event: 'admin_bulk_assigned',
      bulk_action_id: '1',
      objects_changed: 3,
      group_key: 'b',
    });
    const gone = await told({ event: 'note_mention', group_key: 'c' });
    const { page } = await open('/admin/v3/feedback/suggestions');
    await bell(page).click();
    await expect.poll(() => row(page, gone.id).getByRole('link').count()).toBe(0);
    await row(page, about.id).getByRole('link').click();
    await page.waitForURL(`**/admin/v3/ideas/${records.exportIdea}`);
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => stored(about.id)).toEqual({ seen: true, clicked: true });
    await bell(page).click();
    await expect.poll(() => dot(page, about.id)).toBe('clicked');
    await row(page, bulk.id).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/v3/ideas/f/assigned_owner=${bo.id}`);
  });

  test('[NOTIF-016] [NOTIF-017] [NOTIF-018] [NOTIF-019] [NOTIF-020] [NOTIF-021] each event names its object and links to it', async () => {
    const { database: at, tenant, admin } = server;
    const subdomain_id = tenant.id;
    const suggestion_id = records.exportIdea;
    const note = await buildNote(at, tenant, { suggestion_id, creator_id: admin.id });
    const message = await insertRow(at, 'supporter_messages', {
      subdomain_id,
      suggestion_id,
      user_id: bo.id,
      email_subject: 'Good news',
      body: '<p>Hello</p>',
    });
    const update = await insertRow(at, 'status_updates', { subdomain_id, suggestion_id, user_id: bo.id });
    const internal = await insertRow(at, 'internal_status_updates', {
      subdomain_id,
      suggestion_id,
      user_id: bo.id,
    });
    const talk = await insertRow(at, 'messages', { subdomain_id, suggestion_id, body: 'Yes' });
    const ideaPath = `/admin/v3/ideas/${suggestion_id}`;
    const idea = 'Export voters with account revenue';
    const lines: [Record<string, unknown>, string, string][] = [
      [
        { event: 'admin_bulk_assigned', bulk_action_id: '7', objects_changed: 12 },
        'Ana Ruiz assigned 12 ideas to you',
        `/admin/v3/ideas/f/assigned_owner=${bo.id}`,
      ],
      [
        { event: 'note_mention', note_id: note.id },
        `Ana Ruiz mentioned you in a note on ${idea}`,
        `${ideaPath}#note=${note.id}`,
      ],
      [
        { event: 'note_reply', note_id: note.id },
        `Ana Ruiz replied to your note on ${idea}`,
        `${ideaPath}#note=${note.id}`,
      ],
      [
        {
          event: 'supporter_message_reply',
          supporter_message_id: message.id,
          subject_user_id: records.priya.id,
        },
        `Priya Raman replied to your email “Good news” about ${idea}`,
        ideaPath,
      ],
      [
        { event: 'status_update_reaction', status_update_id: update.id },
        `Ana Ruiz reacted to your status update on ${idea}`,
        ideaPath,
      ],
      [
        { event: 'status_update_reaction', internal_status_update_id: internal.id, subject_user_id: null },
        `Someone reacted to your status update on ${idea}`,
        ideaPath,
      ],
      [
        { event: 'comm_message_reply', message_id: talk.id },
        `Ana Ruiz replied to your status email about ${idea}`,
        ideaPath,
      ],
    ];
    const ids: string[] = [];
    for (const [values] of lines) ids.push((await told(values)).id);
    const { page } = await open('/admin/v3/feedback/suggestions');
    await bell(page).click();
    for (const [index, [, text, target]] of lines.entries()) {
      const link = row(page, ids[index]!).getByRole('link');
      await link.waitFor();
      expect(
        await link
          .locator('[data-part]')
          .allTextContents()
          .then((parts) => parts.join('')),
      ).toBe(text);
      expect(await link.getAttribute('href')).toBe(target);
    }
  });

  test('[DEC-151] what belongs together is one row; ten a page, more on demand [CALL-Q-108] [CONST-003]', async () => {
    for (let n = 0; n < 23; n += 1) await told({ group_key: `note_reply:${n}` });
    await told({ group_key: 'note_reply:22' });
    await told({ group_key: 'note_reply:22' });
    const each = await open('/admin/v3/feedback/suggestions');
    const { page } = each;
    await badge(page).getByText('23').waitFor();
    await bell(page).click();
    const rows = panel(page).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(10);
    await rows.first().getByText('and 2 more times').waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows.count()).toBe(23);
    await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await badge(page).waitFor({ state: 'detached' });
  });

  test('[NOTIF-002] [NOTIF-003] [NOTIF-004] [NOTIF-005] [DEC-186] [PERM-026] empty, it names what is told of; the fourth only with 1:1 mail', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions');
    await bell(page).click();
    const paragraph = panel(page).getByText('show up here');
    const text = await paragraph.textContent();
    expect(text).toContain('Replies to voter emails');
    expect(text).toContain('reactions to status updates');
    expect(text).toContain('team chat activity');
    expect(text).toContain('1:1 emails');
    server = await seatBo(
      await journeys.openWorkspace({
        features: server.tenant.features.filter((feature) => feature !== 'one_to_one_public_emails'),
      }),
    );
    await buildRecords(server);
    const without = await open('/admin/v3/feedback/suggestions');
    await bell(without.page).click();
    expect(await panel(without.page).getByText('show up here').textContent()).not.toContain('1:1');
  });

  test('[PERM-026] what cannot be loaded says so and is tried again; without rights the bell is there all the same', async () => {
    await told();
    const each = await open('/admin/v3/feedback/suggestions');
    const { page } = each;
    await each.fail('Notifications', 'The server is tired.');
    await bell(page).click();
    await panel(page).getByText('We could not load your notifications.').waitFor();
    await each.heal();
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await panel(page).getByRole('listitem').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('live events', () => {
  test('one tab holds the stream, the others hear it too; when it is closed another takes over', async () => {
    const first = await open('/admin/v3/feedback/suggestions');
    await live(first);
    const streams: string[] = [];
    first.context.on('request', (request) => {
      if (request.url().endsWith('/clients/admin-console/events')) streams.push(request.url());
    });
    const second = await first.context.newPage();
    await second.goto(server.url + notificationsAddress);
    await bell(second).waitFor();
    await assign(records.exportIdea);
    await badge(second).getByText('1').waitFor();
    await badge(first.page).getByText('1').waitFor();
    expect(streams).toEqual([]);
    await first.page.close();
    await expect.poll(() => streams.length).toBe(1);
    await assign(records.darkIdea);
    await badge(second).getByText('2').waitFor();
  });

  test('seen in one window, the bell of another browser is quiet too', async () => {
    await told();
    const [one, two] = [
      await open('/admin/v3/feedback/suggestions'),
      await open('/admin/v3/feedback/suggestions'),
    ];
    await badge(one.page).waitFor();
    await badge(two.page).waitFor();
    await live(two);
    await bell(one.page).click();
    await panel(one.page).getByRole('listitem').waitFor();
    await one.page.keyboard.press('Escape');
    await badge(two.page).waitFor({ state: 'detached' });
  });

  test('[STATE-058] a broken stream comes back by itself, and what was missed is asked for', async () => {
    let isDown = true;
    const each = await open('/admin/v3/feedback/suggestions', {
      before: (page) =>
        page
          .route('**/clients/admin-console/events', (route) => (isDown ? route.abort() : route.fallback()))
          .then(() => undefined),
    });
    const { page } = each;
    await bell(page).waitFor();
    await assign(records.exportIdea);
    isDown = false;
    await badge(page).getByText('1').waitFor({ timeout: 20_000 });
  });

  test('[RT-001] [DEC-016] without live events the console lives, and asks by itself', async () => {
    const still = await startConsoleServer({ REALTIME: 'off' });
    try {
      server = await seatBo(await still.openWorkspace());
      records = await buildRecords(server);
      const each = await open('/admin/v3/feedback/suggestions');
      const { page } = each;
      await bell(page).waitFor();
      await assign(records.exportIdea);
      await bell(page).click();
      await panel(page).getByText('assigned Export voters with account revenue to you').waitFor();
      await journeys.closePages();
    } finally {
      await still.close();
    }
  });

  test('signing out elsewhere leads this window to the sign-in page at once', async () => {
    const each = await open('/admin/v3/feedback/suggestions');
    const { page } = each;
    await live(each);
    const other = await each.context.newPage();
    await other.goto(`${server.url}/admin`);
    expect(
      await other.evaluate(
        async () => (await fetch('/clients/admin-console/logout', { method: 'DELETE' })).status,
      ),
    ).toBe(204);
    await page.waitForURL('**/admin/signin**');
  });
});

describe('the page of all notifications', () => {
  const listed = (page: Page, id: string) => page.locator(`tr[data-row-id="${id}"]`);

  test('filters by event and by what is unseen, in its address; all can be marked as seen', async () => {
    const reply = await told({ event: 'note_reply', seen_at: new Date() });
    const mention = await told({ event: 'note_mention', group_key: 'm' });
    const each = await open();
    const { page } = each;
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    await listed(page, mention.id).waitFor();
    await page.getByRole('link', { name: 'Unseen', exact: true }).click();
    await listed(page, reply.id).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('?seen=false');
    await page.keyboard.press('f');
    await page.getByRole('option', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'Someone replies to your note' }).click();
    await page.getByText('No notifications match your search and filters.').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?seen=false&event=note_reply');
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await listed(page, mention.id).getByText('Unseen').waitFor();
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await listed(page, mention.id).getByText('Seen, not opened').waitFor();
    expect((await stored(mention.id))?.seen).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  test('[CALL-M-031] some are selected and marked as seen; one that is opened is followed', async () => {
    const about = { event: 'admin_assigned', suggestion_id: records.exportIdea };
    const [first, second] = [
      await told({ ...about, group_key: 'a' }),
      await told({ ...about, group_key: 'b' }),
    ];
    const { page } = await open();
    await listed(page, second.id).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'Actions for selected rows' }).getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await listed(page, second.id).getByText('Seen, not opened').waitFor();
    await expect.poll(() => page.getByRole('toolbar', { name: 'Actions for selected rows' }).count()).toBe(0);
    expect((await stored(first.id))?.seen).toBe(false);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/v3/ideas/**');
    await expect.poll(() => stored(first.id)).toEqual({ seen: true, clicked: true });
  });

  test('all are marked as seen, also those that are not on the page', async () => {
    for (let n = 0; n < 12; n += 1) await told({ group_key: `reply ${n}` });
    const { page } = await open();
    await page.getByText('1–10 of 12').waitFor();
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    const unseen = async () =>
      (
        await server.database.pool.query<{ count: string }>(
          'select count(*) from notifications where user_id = $1 and seen_at is null',
          [bo.id],
        )
      ).rows[0]?.count;
    await expect.poll(unseen).toBe('0');
    await expect.poll(() => badge(page).count()).toBe(0);
  });

  test('[ROUTE-020] is reached from the panel and by keyboard', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions');
    await bell(page).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await panel(page).getByRole('link', { name: 'See all notifications' }).click();
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).pathname).toBe(notificationsAddress);
  });
});

describe('what comes by mail', () => {
  const settings = async () =>
    (
      await server.database.pool.query<{ event: string; by_mail: boolean }>(
        'select event, by_mail from notification_preferences where user_id = $1 order by event',
        [bo.id],
      )
    ).rows;

  test('is chosen event by event and kept; the digest too', async () => {
    const { page } = await open(emailSubscriptionsAddress);
    const switches = page.getByRole('switch');
    await expect.poll(() => switches.count()).toBe(MAILED_EVENTS.length);
    await page.getByText('Emails go to bo@demo.example').waitFor();
    const mention = page.getByRole('switch', { name: 'Someone mentions you in a note' });
    expect(await mention.isChecked()).toBe(true);
    await mention.click();
    await page.getByRole('switch', { name: 'Someone replies to your note' }).click();
    // it stands as it was chosen within the same event, and does not fall back until the cache has told of it
    expect(
      await page.getByRole('radio', { name: 'Weekly' }).evaluate((radio: HTMLInputElement) => {
        radio.click();
        return radio.checked;
      }),
    ).toBe(true);
    await expect.poll(settings).toEqual([
      { event: 'note_mention', by_mail: false },
      { event: 'note_reply', by_mail: true },
    ]);
    await expect
      .poll(
        async () =>
          (
            await server.database.pool.query(
              'select frequency from notification_digests where user_id = $1',
              [bo.id],
            )
          ).rows,
      )
      .toEqual([{ frequency: 'weekly' }]);
    await page.reload();
    await mention.waitFor();
    expect([
      await mention.isChecked(),
      await page.getByRole('radio', { name: 'Weekly' }).isChecked(),
    ]).toEqual([false, true]);
    expect(await violations(page)).toEqual([]);
  });

  test('what cannot be saved is put back and said', async () => {
    const each = await open(emailSubscriptionsAddress);
    const { page } = each;
    const reply = page.getByRole('switch', { name: 'Someone replies to your note' });
    await reply.waitFor();
    await each.fail('UpdateNotificationSettings', 'The server is tired.');
    await reply.click();
    await page.getByTestId('toast').getByText('Failed to save: The server is tired.').waitFor();
    await expect.poll(() => reply.isChecked()).toBe(false);
  });

  test('[ROUTE-034] is reached from the menu behind the picture', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions');
    await page.getByRole('button', { name: /^You: Bo Lind/ }).click();
    await page.getByRole('menuitem', { name: 'Email Subscriptions' }).click();
    await page.getByRole('heading', { name: 'Email subscriptions', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/settings/notifications');
  });
});

describe('announcements', () => {
  test('[NAV-018] [SCOPE-039] [ANN-001] [ANN-002] [ANN-003] [ANN-004] [ENT-008] the mark shows until they were opened; which and when is stored', async () => {
    const { page } = await open('/admin/v3/feedback/suggestions');
    await page.getByTestId('announcement-badge').waitFor();
    await page.getByRole('button', { name: /^Announcements/ }).click();
    const list = page.getByRole('dialog', { name: 'Announcements' }).getByRole('listitem');
    await expect.poll(() => list.count()).toBe(3);
    expect(
      await list
        .locator('time')
        .evaluateAll((elements) => elements.map((element) => element.getAttribute('datetime'))),
    ).toEqual(['2025-10-13', '2025-09-10']);
    await page.keyboard.press('Escape');
    const kept = await page.evaluate(() =>
      Object.fromEntries(Object.entries(localStorage).map(([key, value]) => [key.split(':').at(-1), value])),
    );
    expect(JSON.parse(kept['announcement_tag'] ?? '')).toBe('command-palette');
    expect(JSON.parse(kept['announcement_seen_at'] ?? '')).toMatch(/^\d{4}-\d\d-\d\dT/);
    await page.reload();
    await bell(page).waitFor();
    await expect.poll(() => page.getByTestId('announcement-badge').count()).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_FEATURES } from '../../../contract/permissions.ts';
import {
  buildAdmin,
  buildAttachment,
  buildInternalStatus,
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  insertRow,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const POST = `mutation ($links: StatusUpdateLinks!, $notifySupporters: Boolean, $htmlBody: String, $attachmentTokens: [String!], $notificationEmailAddress: String, $fromEmail: String) {
  update: status_update_create(links: $links, notifySupporters: $notifySupporters, htmlBody: $htmlBody, attachmentTokens: $attachmentTokens, notificationEmailAddress: $notificationEmailAddress, fromEmail: $fromEmail) {
    id html_body supporters_notified expected_send_count mail_sent_count mail_opened_count mail_clicked_count from_email notification_email_address
    old_status { name } new_status { name } changes_status attachments { file_name } mailing { id state expected_count send_after }
    suggestion { id status { name } last_status_update { id } }
  }
}`;
const POST_INTERNAL = `mutation ($links: InternalStatusUpdateLinks!, $notify: Boolean, $html: String, $tokens: [String!]) {
  update: internal_status_update_create(links: $links, notifySupporters: $notify, htmlText: $html, attachmentTokens: $tokens) { attachments { file_name } id name html_text teams_notified expected_send_count mailing { id state } suggestion { internal_status { name } status { name } } }
}`;
const MESSAGE = `mutation ($links: SupporterMessageLinks!, $body: String!, $emailSubject: String, $fromEmail: String, $reply: String, $tokens: [String!]) {
  message: supporter_message_create(links: $links, body: $body, emailSubject: $emailSubject, fromEmail: $fromEmail, notificationEmailAddress: $reply, attachmentTokens: $tokens) {
    id body email_subject from_email notification_email_address expected_send_count reply_count attachments { file_name } mailing { id state }
  }
}`;
const PREVIEW = `query ($suggestion: ID!, $kind: String!) {
  preview: recipient_preview(suggestion: $suggestion, kind: $kind) { recipients_count recipients { name email_address } left_out_count left_out { reason sentence count people { name } } }
}`;

interface Update {
  update: Record<string, unknown> & {
    id: string;
    mailing: { id: string; state: string; expected_count: number } | null;
  };
}
interface Message {
  message: Record<string, unknown> & { id: string; mailing: { id: string; state: string } };
}

/** A workspace with an idea, and everyone who may stand behind one. */
async function withFollowers(settings: Parameters<typeof buildTenant>[1] = {}) {
  const workspace = await openWorkspace(database);
  const { tenant } = workspace;
  if (Object.keys(settings).length > 0) {
    for (const [column, value] of Object.entries(settings))
      await database.pool.query(`update subdomains set ${column} = $2 where id = $1`, [tenant.id, value]);
  }
  const status = await buildStatus(database, tenant, {
    name: 'Planned',
    default_html_text: '<p>We plan it.</p>',
    hex_color: '#F0BA00',
  });
  const idea = await buildSuggestion(database, tenant, { title: 'Dark mode' });
  const follow = async (
    name: string,
    values: Parameters<typeof buildUser>[2] = {},
    subscribed: boolean | null = true,
    supports = true,
  ) => {
    const person = await buildUser(database, tenant, {
      name,
      email_address: `${name.toLowerCase()}@${tenant.key}.example`,
      ...values,
    });
    if (supports) await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: person.id });
    if (subscribed !== null)
      await buildSubscription(database, tenant, { suggestion_id: idea.id, user_id: person.id, subscribed });
    return person;
  };
  await follow('Ada');
  await follow('Ben');
  await follow('Follower', {}, true, false);
  await follow('Addressless', { email_address: null });
  await follow('Blocked', { allowed_state: 'blocked' });
  await follow('Quiet', { status_notifications: false });
  await follow('Silent', { subscribed: false });
  await follow('Off', {}, false);
  await follow('Never', {}, null);
  // an address stands as the person writes it
  await follow('Bounced', { email_address: `Bounced@${tenant.key}.EXAMPLE` });
  await insertRow(database, 'mail_suppressions', {
    subdomain_id: tenant.id,
    email_key: `bounced@${tenant.key}.example`,
    reason: 'bounce',
  });
  // the rows were written past the counters
  await workspace.drift();
  return { ...workspace, status, idea, follow };
}

const post = async ({ api }: TestWorkspace, variables: Record<string, unknown>): Promise<Update['update']> =>
  (await api.data<Update>(POST, variables)).update;

describe('a public status update', () => {
  test('[CALL-M-042] [STATE-033] [ENT-027] sets the status, is told in the feed, counts, and sends nothing unless asked', async () => {
    const workspace = await withFollowers();
    const { idea, status, admin, tenant } = workspace;
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id, file_name: 'plan.txt' });
    const update = await post(workspace, {
      links: { suggestion: idea.id, status: status.id },
      htmlBody: '<p>Soon<script>x</script></p>',
      attachmentTokens: [file.token],
    });
    expect(update).toMatchObject({
      html_body: '<p>Soon</p>',
      supporters_notified: false,
      expected_send_count: 0,
      mail_sent_count: 0,
      mailing: null,
      old_status: null,
      new_status: { name: 'Planned' },
      attachments: [{ file_name: 'plan.txt' }],
      suggestion: { id: idea.id, status: { name: 'Planned' }, last_status_update: { id: update.id } },
    });
    expect(
      await workspace.rows(
        'select kind, status_update_id::text, user_id::text from activity_entries where suggestion_id = $1',
        idea.id,
      ),
    ).toEqual([{ kind: 'status_updated', status_update_id: update.id, user_id: admin.id }]);
    expect(await workspace.rows('select suggestions_count from statuses where id = $1', status.id)).toEqual([
      { suggestions_count: 1 },
    ]);
    expect(await workspace.drift()).toEqual([]);
    expect(await workspace.rows('select 1 from mailings where subdomain_id = $1', tenant.id)).toEqual([]);
  });

  test('[STATE-032] [PANEL-064] null takes the status away, from any status to any; without one it stays', async () => {
    const workspace = await withFollowers();
    const { idea, status, tenant } = workspace;
    const other = await buildStatus(database, tenant, {
      name: 'Done',
      is_open: false,
      allow_comments: false,
    });
    const links = (id?: string | null) => ({
      links: { suggestion: idea.id, ...(id === undefined ? {} : { status: id }) },
    });
    await post(workspace, links(status.id));
    await post(workspace, links(other.id));
    expect(await post(workspace, { ...links(), htmlBody: '<p>It is out.</p>' })).toMatchObject({
      old_status: { name: 'Done' },
      new_status: { name: 'Done' },
      changes_status: false,
    });
    expect(await post(workspace, links(null))).toMatchObject({
      old_status: { name: 'Done' },
      new_status: null,
      changes_status: true,
      suggestion: { status: null },
    });
    expect(
      await workspace.rows(
        'select name, suggestions_count from statuses where subdomain_id = $1 order by name',
        tenant.id,
      ),
    ).toEqual([
      { name: 'Done', suggestions_count: 0 },
      { name: 'Planned', suggestions_count: 0 },
    ]);
    expect(await workspace.drift()).toEqual([]);
  });

  test('[ENT-027] [VALID-010] [VALID-011] takes all that the panel sends, and of the text the allowed tags and attributes alone', async () => {
    const workspace = await withFollowers({ from_domain: 'acme.example', from_domain_verified: true });
    const { idea, status, tenant, admin } = workspace;
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id, file_name: 'plan.txt' });
    const kept =
      '<h1>a</h1><h2>b</h2><h3>c</h3><div><p style="text-align:center">d<br /><b>e</b><i>f</i><u>g</u><strong>h</strong><em>i</em><span>j</span></p></div><pre><code>k</code></pre><ul><li>l</li></ul><ol start="3"><li>m</li></ol><p><a href="https://acme.example" target="_blank" rel="noopener noreferrer nofollow">n</a></p>';
    const htmlBody = `${kept}<script>alert(1)</script><iframe src="https://x.io"></iframe><svg><text>s</text></svg><table><tr><td>t</td></tr></table><h4>u</h4><p onclick="x()" onerror="x()" id="y" srcset="z">v</p>`;
    const update = await post(workspace, {
      links: { suggestion: idea.id, status: status.id },
      notifySupporters: true,
      htmlBody,
      attachmentTokens: [file.token],
      notificationEmailAddress: 'team@elsewhere.example',
      fromEmail: 'news@acme.example',
    });
    expect(update).toMatchObject({
      supporters_notified: true,
      expected_send_count: 3,
      notification_email_address: 'team@elsewhere.example',
      from_email: 'news@acme.example',
      attachments: [{ file_name: 'plan.txt' }],
      new_status: { name: 'Planned' },
    });
    const html = String(update['html_body']);
    expect(html.startsWith(kept)).toBe(true);
    expect(html).not.toMatch(/<(script|iframe|svg|text|table|tr|td|h4)|onclick|onerror|srcset|\bid=|alert/);
    expect(html).toContain('<p>v</p>');
  });

  test('variables of the text that a status brings are filled in as text', async () => {
    const workspace = await withFollowers();
    const status = await buildStatus(database, workspace.tenant, {
      name: 'Done & out',
      default_html_text: '<p>“{idea}” is {status}. {sender} {else}</p>',
    });
    const idea = await buildSuggestion(database, workspace.tenant, { title: 'Maps <offline>' });
    const links = { suggestion: idea.id, status: status.id };
    const { name } = (
      await database.pool.query<{ name: string }>('select name from users where id = $1', [
        workspace.admin.id,
      ])
    ).rows[0]!;
    expect(await post(workspace, { links })).toMatchObject({
      html_body: `<p>“Maps &lt;offline&gt;” is Done &amp; out. ${name} {else}</p>`,
    });
    // what somebody wrote is theirs
    expect(await post(workspace, { links, htmlBody: '<p>{idea}</p>' })).toMatchObject({
      html_body: '<p>{idea}</p>',
    });
  });

  test('[VALID-067] [PANEL-065] the message is optional: without one the status brings its own text, null means none', async () => {
    const workspace = await withFollowers();
    const { idea, status } = workspace;
    const links = { suggestion: idea.id, status: status.id };
    expect(await post(workspace, { links })).toMatchObject({ html_body: '<p>We plan it.</p>' });
    expect(await post(workspace, { links, htmlBody: null })).toMatchObject({ html_body: null });
    expect(await post(workspace, { links, htmlBody: '<p> </p>' })).toMatchObject({ html_body: null });
  });

  test('a removed status and a merged idea are refused', async () => {
    const workspace = await withFollowers();
    const { idea, tenant, api } = workspace;
    const gone = await buildStatus(database, tenant, { deleted_at: new Date() });
    expect(await refusal(api, POST, { links: { suggestion: idea.id, status: gone.id } })).toMatchObject({
      message: 'This status does not exist or was deleted.',
      field: 'links.status',
    });
    const merged = await buildSuggestion(database, tenant, { state: 'merged' });
    expect(await refusal(api, POST, { links: { suggestion: merged.id, status: null } })).toMatchObject({
      field: 'links.suggestion',
      reason: 'merged',
    });
  });

  test('[PANEL-067] with mail each recipient is written down once, at once, and those who may not get it are not', async () => {
    const workspace = await withFollowers();
    const { idea, status, rows } = workspace;
    const update = await post(workspace, {
      links: { suggestion: idea.id, status: status.id },
      notifySupporters: true,
    });
    expect(update).toMatchObject({
      supporters_notified: true,
      expected_send_count: 3,
      mail_sent_count: 0,
      mail_opened_count: 0,
      mail_clicked_count: 0,
      mailing: { state: 'waiting', expected_count: 3 },
    });
    const due = await rows<{ email_address: string; state: string; wait: number }>(
      `select split_part(d.email_address, '@', 1) as email_address, d.state, extract(epoch from d.due_at - m.created_at)::int as wait from deliveries d join mailings m on m.id = d.mailing_id where d.mailing_id = $1 order by 1`,
      update.mailing!.id,
    );
    expect(due).toEqual(
      ['ada', 'ben', 'follower'].map((name) => ({ email_address: name, state: 'queued', wait: 30 })),
    );
  });

  test('with tracking switched off what is not counted is null', async () => {
    const workspace = await withFollowers({ mail_tracking: false });
    const { idea, status } = workspace;
    expect(
      await post(workspace, { links: { suggestion: idea.id, status: status.id }, notifySupporters: true }),
    ).toMatchObject({ mail_opened_count: null, mail_clicked_count: null });
  });

  test('a repeated call with the same Idempotency-Key posts and mails once', async () => {
    const workspace = await withFollowers();
    const { idea, status, api, tenant, rows } = workspace;
    const variables = { links: { suggestion: idea.id, status: status.id }, notifySupporters: true };
    const [one, two] = await Promise.all([
      api.data<Update>(POST, variables, { key: 'same' }),
      api.data<Update>(POST, variables, { key: 'same' }),
    ]);
    expect(one.update.id).toBe(two.update.id);
    expect(
      await rows(
        'select count(*)::int as mails, count(distinct d.mailing_id)::int as mailings from deliveries d where d.subdomain_id = $1',
        tenant.id,
      ),
    ).toEqual([{ mails: 3, mailings: 1 }]);
  });

  test('two who post on one idea at once both succeed, and the numbers are right', async () => {
    const workspace = await withFollowers();
    const { idea, status, tenant } = workspace;
    const other = await buildStatus(database, tenant);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post(workspace, { links: { suggestion: idea.id, status: index % 2 === 0 ? status.id : other.id } }),
      ),
    );
    expect(await workspace.drift()).toEqual([]);
  });

  test('[CALL-M-043] [PANEL-070] editing changes message and files alone, and is refused when somebody else was faster', async () => {
    const workspace = await withFollowers();
    const { idea, status, api, rows, tenant, admin } = workspace;
    const update = await post(workspace, {
      links: { suggestion: idea.id, status: status.id },
      htmlBody: '<p>Sonn</p>',
      notifySupporters: true,
    });
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id, file_name: 'more.txt' });
    const EDIT =
      'mutation ($id: ID!, $html: String, $tokens: [String!], $seen: String) { update: status_update_update(id: $id, htmlBody: $html, attachmentTokens: $tokens, if_updated_at: $seen) { html_body updated_at attachments { file_name } new_status { name } } }';
    const edited = await api.data<{ update: { updated_at: string } }>(EDIT, {
      id: update.id,
      html: '<p>Soon</p>',
      tokens: [file.token],
    });
    expect(edited.update).toMatchObject({
      html_body: '<p>Soon</p>',
      attachments: [{ file_name: 'more.txt' }],
      new_status: { name: 'Planned' },
    });
    expect(
      await refusal(api, EDIT, { id: update.id, html: '<p>Late</p>', seen: '2020-01-01T00:00:00.000Z' }),
    ).toMatchObject({ reason: 'changed' });
    // what waits says the new words; no second mail is made
    expect(
      await rows(
        `select details->'content'->>'html' as html from mailings where subdomain_id = $1`,
        tenant.id,
      ),
    ).toEqual([{ html: '<p>Soon</p>' }]);
    await api.data(EDIT, { id: update.id, html: null });
    expect(await rows('select has_response from suggestions where id = $1', idea.id)).toEqual([
      { has_response: false },
    ]);
    expect(await workspace.drift()).toEqual([]);
  });

  test('without the feature of public statuses it is refused', async () => {
    const { tenant, admin, idea } = await withFollowers();
    const api = await testApi(database, {
      ...viewerOf(tenant, admin),
      authorized_features: DEFAULT_FEATURES.filter((name) => name !== 'public_statuses'),
    });
    expect(await refusal(api, POST, { links: { suggestion: idea.id, status: null } })).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('addresses of mail', () => {
  const verified = { from_domain: 'acme.example', from_domain_verified: true };

  test('[VALID-055] [VALID-056] chosen ones must be addresses, the sender one of the verified domain', async () => {
    const workspace = await withFollowers(verified);
    const { idea, api } = workspace;
    const links = { suggestion: idea.id, status: null };
    expect(await refusal(api, POST, { links, notificationEmailAddress: 'nobody' })).toMatchObject({
      message: 'Must be a valid email',
      field: 'notificationEmailAddress',
    });
    expect(await refusal(api, POST, { links, fromEmail: 'nobody' })).toMatchObject({
      message: 'Must be a valid email',
      field: 'fromEmail',
    });
    for (const fromEmail of ['news@other.example', 'news@sub.acme.example']) {
      expect(await refusal(api, POST, { links, fromEmail })).toMatchObject({
        message: 'Must be a valid email using your configured email domain',
        field: 'fromEmail',
      });
    }
    expect(
      await post(workspace, {
        links,
        fromEmail: 'news@ACME.example',
        notificationEmailAddress: 'team@elsewhere.example',
      }),
    ).toMatchObject({
      from_email: 'news@ACME.example',
      notification_email_address: 'team@elsewhere.example',
    });
  });

  test('[VALID-058] while the domain is not verified no sender can be chosen', async () => {
    const { idea, api } = await withFollowers({ from_domain: 'acme.example' });
    expect(
      await refusal(api, POST, {
        links: { suggestion: idea.id, status: null },
        fromEmail: 'news@acme.example',
      }),
    ).toMatchObject({ message: 'Must be a valid email using your configured email domain' });
  });

  test('a line end in an address or a subject starts no header', async () => {
    const { idea, api } = await withFollowers(verified);
    for (const address of ['a@acme.example\nBcc: x@y.example', 'a@acme.example\r\nBcc: x@y.example']) {
      expect(
        await refusal(api, POST, { links: { suggestion: idea.id, status: null }, fromEmail: address }),
      ).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect(
        await refusal(api, MESSAGE, { links: { suggestion: idea.id }, body: '<p>Hi</p>', reply: address }),
      ).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    expect(
      await refusal(api, MESSAGE, {
        links: { suggestion: idea.id },
        body: '<p>Hi</p>',
        emailSubject: 'News\r\nBcc: x@y.example',
      }),
    ).toMatchObject({ message: 'The subject must be one line.', field: 'emailSubject' });
  });

  test('[PERM-038] without the access to messages none can be chosen', async () => {
    const { tenant, admin, idea } = await withFollowers(verified);
    const api = await testApi(database, {
      ...viewerOf(tenant, admin),
      authorized_features: DEFAULT_FEATURES.filter((name) => name !== 'subscriber_messages'),
    });
    expect(
      await refusal(api, POST, {
        links: { suggestion: idea.id, status: null },
        notificationEmailAddress: 'a@acme.example',
      }),
    ).toMatchObject({ field: 'notificationEmailAddress', code: 'BAD_USER_INPUT' });
  });
});

describe('an internal status update', () => {
  test('[CALL-M-024] [ENT-030] [STATE-034] [VALID-075] sets the internal status, and mails members of the team who are concerned, never an end user', async () => {
    const workspace = await withFollowers();
    const { idea, tenant, api, admin, rows, follow } = workspace;
    const building = await buildInternalStatus(database, tenant, { name: 'Building' });
    await follow('Staff', { license_type: 'contributor' }, null);
    await follow('Watcher', { license_type: 'support' }, true, false);
    await follow('Left', { license_type: 'support' }, false);
    const owner = await buildAdmin(database, tenant, {
      name: 'Owner',
      email_address: `owner@${tenant.key}.example`,
    });
    await database.pool.query('update suggestions set assigned_owner_id = $2 where id = $1', [
      idea.id,
      owner.id,
    ]);
    const flagger = await buildUser(database, tenant, {
      license_type: 'contributor',
      email_address: `flagger@${tenant.key}.example`,
    });
    const mate = await buildUser(database, tenant, {
      license_type: 'contributor',
      email_address: `mate@${tenant.key}.example`,
    });
    const team = await insertRow(database, 'teams', { subdomain_id: tenant.id, name: 'Sales' });
    for (const user_id of [flagger.id, mate.id])
      await insertRow(database, 'team_members', { subdomain_id: tenant.id, team_id: team.id, user_id });
    await insertRow(database, 'internal_flags', {
      subdomain_id: tenant.id,
      suggestion_id: idea.id,
      creator_id: flagger.id,
      reason: 'Deal',
    });
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id, file_name: 'plan.txt' });
    // who writes it hears nothing of it
    await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: admin.id });
    await workspace.drift();
    const { update } = await api.data<Update>(POST_INTERNAL, {
      links: { suggestion: idea.id, internal_status: building.id },
      notify: true,
      html: '<p>Started</p>',
      tokens: [file.token],
    });
    expect(update).toMatchObject({
      attachments: [{ file_name: 'plan.txt' }],
      name: 'Building',
      html_text: '<p>Started</p>',
      teams_notified: true,
      expected_send_count: 5,
      suggestion: { internal_status: { name: 'Building' }, status: null },
    });
    expect(
      await rows(
        `select split_part(email_address, '@', 1) as name from deliveries where mailing_id = $1 order by 1`,
        update.mailing!.id,
      ),
    ).toEqual(['flagger', 'mate', 'owner', 'staff', 'watcher'].map((name) => ({ name })));
    expect(await workspace.drift()).toEqual([]);
    const count = () =>
      rows('select count(*)::int as n from internal_status_updates where subdomain_id = $1', tenant.id);
    expect(
      await refusal(api, 'mutation { internal_status_update_create(html_text: "x") { id } }'),
    ).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining('links') as string });
    expect(await refusal(api, POST_INTERNAL, { links: {}, html: 'x' })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await count()).toEqual([{ n: 1 }]);
  });

  test('[CALL-M-025] [VALID-076] editing needs a text', async () => {
    const { idea, tenant, api } = await withFollowers();
    const building = await buildInternalStatus(database, tenant);
    const { update } = await api.data<Update>(POST_INTERNAL, {
      links: { suggestion: idea.id, internalStatus: building.id },
    });
    const EDIT =
      'mutation ($id: ID!, $html: String!) { internal_status_update_update(id: $id, htmlText: $html) { html_text new_internal_status { id } } }';
    expect(await refusal(api, EDIT, { id: update.id, html: '' })).toMatchObject({
      message: 'The html text is required.',
    });
    expect(await refusal(api, EDIT, { id: update.id, html: '<p></p>' })).toMatchObject({
      message: 'The html text is required.',
    });
    expect(
      await refusal(api, `mutation { internal_status_update_update(id: "${update.id}") { id } }`),
    ).toMatchObject({ message: 'The html text is required.', reason: 'required' });
    expect(await api.data(EDIT, { id: update.id, html: '<p>Now</p>' })).toEqual({
      internal_status_update_update: { html_text: '<p>Now</p>', new_internal_status: { id: building.id } },
    });
  });
});

describe('a message to subscribers', () => {
  test('[CALL-M-048] [ENT-023] [ENT-024] goes to those who follow the idea, with its files and a line in the feed', async () => {
    const { idea, api, tenant, admin, rows } = await withFollowers({
      from_domain: 'acme.example',
      from_domain_verified: true,
    });
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id, file_name: 'list.txt' });
    const { message } = await api.data<Message>(MESSAGE, {
      links: { suggestion: idea.id },
      body: '<p>Who would test it?</p>',
      emailSubject: 'Testers wanted',
      fromEmail: 'team@acme.example',
      reply: 'me@acme.example',
      tokens: [file.token],
    });
    expect(message).toMatchObject({
      email_subject: 'Testers wanted',
      from_email: 'team@acme.example',
      notification_email_address: 'me@acme.example',
      expected_send_count: 3,
      reply_count: 0,
      attachments: [{ file_name: 'list.txt' }],
      mailing: { state: 'waiting' },
    });
    const read = await api.data<{
      activity_entries: { records: unknown[] };
      attachments: { records: unknown[] };
      supporter_messages: { total_records: number };
    }>(
      'query ($idea: [ID!], $message: [ID!]) { activity_entries(suggestion: $idea) { records { kind supporter_message { id email_subject } } } attachments(supporter_message: $message) { records { file_name } } supporter_messages(suggestion: $idea) { total_records } }',
      { idea: [idea.id], message: [message.id] },
    );
    expect(read).toEqual({
      activity_entries: {
        records: [
          {
            kind: 'supporter_message_created',
            supporter_message: { id: message.id, email_subject: 'Testers wanted' },
          },
        ],
      },
      attachments: { records: [{ file_name: 'list.txt' }] },
      supporter_messages: { total_records: 1 },
    });
    expect(await rows(`select action from audit_entries where subdomain_id = $1`, tenant.id)).toContainEqual({
      action: 'mailing_create',
    });
    const { supporter_message: stored } = await api.data<{ supporter_message: unknown }>(
      `query ($id: ID!) { supporter_message(id: $id) { body body_mime_type email_subject from_email notification_email_address mail_sent_count mail_opened_count mail_clicked_count reply_count } }`,
      { id: message.id },
    );
    expect(stored).toEqual({
      body: '<p>Who would test it?</p>',
      body_mime_type: 'text/html',
      email_subject: 'Testers wanted',
      from_email: 'team@acme.example',
      notification_email_address: 'me@acme.example',
      mail_sent_count: 0,
      mail_opened_count: 0,
      mail_clicked_count: 0,
      reply_count: 0,
    });
  });

  test('[VALID-050] needs a message; without a subject it names the idea', async () => {
    const { idea, api } = await withFollowers();
    for (const body of ['', ' ', '<p></p>'])
      expect(await refusal(api, MESSAGE, { links: { suggestion: idea.id }, body })).toMatchObject({
        message: 'The body is required.',
        field: 'body',
      });
    expect(
      (await api.data<Message>(MESSAGE, { links: { suggestion: idea.id }, body: '<p>Hi</p>' })).message,
    ).toMatchObject({ email_subject: 'About "Dark mode"' });
  });

  test('an account that takes mail away sends none, and says so', async () => {
    const { idea, api } = await withFollowers({ prevent_email_notifications: true });
    expect(await refusal(api, MESSAGE, { links: { suggestion: idea.id }, body: '<p>Hi</p>' })).toMatchObject({
      message: 'Emails to end users are turned off in this workspace.',
      reason: 'mail_off',
    });
    expect(
      await refusal(api, POST, { links: { suggestion: idea.id, status: null }, notifySupporters: true }),
    ).toMatchObject({ field: 'notifySupporters', reason: 'mail_off' });
    expect(
      (await api.data<Update>(POST, { links: { suggestion: idea.id, status: null } })).update.mailing,
    ).toBeNull();
    expect(await api.data(PREVIEW, { suggestion: idea.id, kind: 'supporter_message' })).toMatchObject({
      preview: { recipients_count: 0, left_out: [{ reason: 'account', count: 10 }] },
    });
  });
});

test('the preview counts who gets a mail and who is left out, by reason, as sending does', async () => {
  const { idea, api } = await withFollowers();
  for (const kind of ['status_update', 'supporter_message']) {
    const { preview } = await api.data<{
      preview: {
        recipients: { name: string }[];
        left_out: { reason: string; count: number; people: { name: string }[] }[];
      };
    }>(PREVIEW, { suggestion: idea.id, kind });
    expect(preview).toMatchObject({ recipients_count: 3, left_out_count: 7 });
    expect(preview.recipients.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Follower']);
    expect(
      Object.fromEntries(
        preview.left_out.map(({ reason, people }) => [reason, people.map(({ name }) => name)]),
      ),
    ).toEqual({
      notifications_off: ['Quiet', 'Silent'],
      unsubscribed: ['Never', 'Off'],
      no_address: ['Addressless'],
      blocked: ['Blocked'],
      suppressed: ['Bounced'],
    });
  }
  expect(await api.data(PREVIEW, { suggestion: idea.id, kind: 'internal_status_update' })).toMatchObject({
    preview: { recipients_count: 0, left_out_count: 0 },
  });
});

describe('calling back', () => {
  const CALL_BACK = 'mutation ($id: ID!) { mailing_call_back(id: $id) { state left_out_count } }';

  test('mail that waits goes to nobody; the status stays', async () => {
    const workspace = await withFollowers();
    const { idea, status, api, tenant, rows } = workspace;
    const { mailing } = await post(workspace, {
      links: { suggestion: idea.id, status: status.id },
      notifySupporters: true,
    });
    expect(await api.data(CALL_BACK, { id: mailing!.id })).toEqual({
      mailing_call_back: { state: 'called_back', left_out_count: 3 },
    });
    expect(await api.data(CALL_BACK, { id: mailing!.id })).toEqual({
      mailing_call_back: { state: 'called_back', left_out_count: 3 },
    });
    expect(
      await rows(
        'select supporters_notified, expected_send_count from status_updates where subdomain_id = $1',
        tenant.id,
      ),
    ).toEqual([{ supporters_notified: false, expected_send_count: 0 }]);
    expect(await rows('select status_id::text from suggestions where id = $1', idea.id)).toEqual([
      { status_id: status.id },
    ]);
  });

  test('a message leaves the feed, and its files are free again', async () => {
    const { idea, api, tenant, admin, rows } = await withFollowers();
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id });
    const { message } = await api.data<Message>(MESSAGE, {
      links: { suggestion: idea.id },
      body: '<p>Hi</p>',
      tokens: [file.token],
    });
    await api.data(CALL_BACK, { id: message.mailing.id });
    expect(await rows('select 1 from activity_entries where suggestion_id = $1', idea.id)).toEqual([]);
    const again = await api.data<Message>(MESSAGE, {
      links: { suggestion: idea.id },
      body: '<p>Hi there</p>',
      tokens: [file.token],
    });
    expect(again.message).toMatchObject({ attachments: [{ file_name: file.file_name }] });
  });

  test('mail on its way can no longer be called back', async () => {
    const workspace = await withFollowers();
    const { idea, api } = workspace;
    const { mailing } = await post(workspace, {
      links: { suggestion: idea.id, status: null },
      notifySupporters: true,
    });
    await database.pool.query(`update mailings set state = 'sending' where id = $1`, [mailing!.id]);
    expect(await refusal(api, CALL_BACK, { id: mailing!.id })).toMatchObject({
      message: 'This email is already going out and can no longer be canceled.',
      reason: 'too_late',
    });
  });
});

test('nobody starts hundreds of mailings within an hour', async () => {
  const workspace = await withFollowers();
  const { idea, api, tenant, admin } = workspace;
  await database.pool.query(
    `insert into mailings (subdomain_id, kind, user_id, subject) select $1, 'status_update', $2, 'x' from generate_series(1, 200)`,
    [tenant.id, admin.id],
  );
  expect(
    await refusal(api, POST, { links: { suggestion: idea.id, status: null }, notifySupporters: true }),
  ).toMatchObject({ reason: 'too_many', http: { status: 429 } });
});

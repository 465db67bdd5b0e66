import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_FEATURES } from '../../contract/permissions.ts';
import {
  buildAccount,
  buildAttachment,
  buildCategory,
  buildComment,
  buildCustomField,
  buildFeedbackRecord,
  buildForum,
  buildImportanceResponse,
  buildInternalStatus,
  buildLabel,
  buildNote,
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  viewerOf,
} from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { testApi } from '../testing/api.ts';
import { openWorkspace, type TestWorkspace } from '../testing/workspace.ts';
import { catalogue } from './catalogue.ts';
import { printSchema } from './schema.ts';

/*
 * The names that callers rely on: every field of every record on a seeded one, every query with its
 * arguments. Names are those of the specification; a change here is a change of the contract.
 */

let database: TestDatabase;
let own: TestWorkspace;
let ids: Record<string, string>;
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  const { tenant, admin } = own;
  const subdomain_id = tenant.id;
  const account = await buildAccount(database, tenant, {
    external_id: 'crm-1',
    plan: 'Gold',
    mrr_cents: '123456',
    revenue_cents: '123456',
    ltv_cents: '999999999999',
  });
  const user = await buildUser(database, tenant, { account_id: account.id, satisfaction_score: 9 });
  await insertRow(database, 'external_users', {
    subdomain_id,
    user_id: user.id,
    account_id: account.id,
    external_id: 'u-1',
  });
  const forum = await buildForum(database, tenant);
  await insertRow(database, 'forum_access_ips', { subdomain_id, forum_id: forum.id, ip: '192.0.2.1' });
  await insertRow(database, 'forum_access_email_domains', {
    subdomain_id,
    forum_id: forum.id,
    domain: 'example.com',
  });
  const category = await buildCategory(database, tenant, { forum_id: forum.id });
  const label = await buildLabel(database, tenant);
  const status = await buildStatus(database, tenant);
  const internalStatus = await buildInternalStatus(database, tenant);
  const high = await buildImportanceResponse(database, tenant, 3);
  const field = await buildCustomField(database, tenant, {
    field_type: 'enum',
    value_type: 'numeric',
    choices: [{ label: 'One', numeric_value: 1.5 }],
    created_by_id: admin.id,
    updated_by_id: admin.id,
  });
  const suggestion = await buildSuggestion(database, tenant, {
    forum_id: forum.id,
    category_id: category.id,
    status_id: status.id,
    internal_status_id: internalStatus.id,
    assigned_owner_id: admin.id,
    creator_id: user.id,
    captured_by_id: admin.id,
    body: 'Body',
  });
  await insertRow(database, 'suggestion_labels', {
    subdomain_id,
    suggestion_id: suggestion.id,
    label_id: label.id,
  });
  await buildSupporter(database, tenant, {
    suggestion_id: suggestion.id,
    user_id: user.id,
    importance_response_id: high.id,
  });
  await buildSubscription(database, tenant, { suggestion_id: suggestion.id, user_id: user.id });
  const converted = await buildSuggestion(database, tenant, {
    forum_id: forum.id,
    split_from_id: suggestion.id,
  });
  const comment = await buildComment(database, tenant, {
    suggestion_id: suggestion.id,
    creator_id: user.id,
    converted_to_suggestion_id: converted.id,
  });
  const feedback = await buildFeedbackRecord(database, tenant, {
    suggestion_id: suggestion.id,
    user_id: user.id,
  });
  const note = await buildNote(database, tenant, { suggestion_id: suggestion.id, creator_id: admin.id });
  const flag = await insertRow(database, 'internal_flags', {
    subdomain_id,
    suggestion_id: suggestion.id,
    creator_id: admin.id,
    reason: 'Look',
  });
  const news = await insertRow(database, 'status_updates', {
    subdomain_id,
    suggestion_id: suggestion.id,
    user_id: admin.id,
    new_status_id: status.id,
    html_body: '<p>Soon</p>',
  });
  const internal = await insertRow(database, 'internal_status_updates', {
    subdomain_id,
    suggestion_id: suggestion.id,
    user_id: admin.id,
    new_internal_status_id: internalStatus.id,
    html_text: '<p>Soon</p>',
  });
  const talk = await insertRow(database, 'messages', {
    subdomain_id,
    suggestion_id: suggestion.id,
    comment_id: comment.id,
    feedback_record_id: feedback.id,
    user_id: user.id,
    body: 'Yes',
  });
  const told = await insertRow(database, 'notifications', {
    subdomain_id,
    user_id: admin.id,
    subject_user_id: user.id,
    event: 'note_mention',
    suggestion_id: suggestion.id,
    note_id: note.id,
    status_update_id: news.id,
    internal_status_update_id: internal.id,
    message_id: talk.id,
    bulk_action_id: '1',
    objects_changed: 3,
    group_key: `note_mention:${note.id}`,
  });
  const attachment = await buildAttachment(database, tenant, { suggestion_id: suggestion.id });
  await buildAttachment(database, tenant, { status_update_id: news.id });
  await own.drift();
  ids = {
    account: account.id,
    user: user.id,
    forum: forum.id,
    category: category.id,
    label: label.id,
    status: status.id,
    internal_status: internalStatus.id,
    field: field.id,
    suggestion: suggestion.id,
    converted: converted.id,
    comment: comment.id,
    feedback: feedback.id,
    note: note.id,
    flag: flag.id,
    news: news.id,
    internal: internal.id,
    attachment: attachment.id,
    admin: admin.id,
    told: told.id,
  };
});
afterAll(() => database.close());

const PERSON = '{ id name email_address avatar_url }';
/** Requirement, what the record is, a query of it; `@name` is replaced by the id of a seeded record. */
const RECORDS: [requirements: string, what: string, document: string][] = [
  [
    'ENT-006',
    'current user',
    '{ current_user { id display_name email permissions { feedback_admin_ui features tickets knowledgebase settings } core_admin off_duty other_subdomains { host admin_url } } }',
  ],
  [
    'ENT-007',
    'subdomain, as the console sees it',
    '{ current_subdomain { id key admin_url host portal_url is_trialing has_crm_configuration } }',
  ],
  [
    'ENT-064',
    'subdomain, its settings',
    '{ current_subdomain { key name cname deleted_at allow_feedback_product_areas require_suggestion_on_capture_feedback severity_tracking_enabled moderation_enabled default_forum { id } default_sort from_email from_domain from_domain_verified } }',
  ],
  [
    'ENT-010',
    'suggestion, core and counts',
    `{ suggestion(id: "@suggestion") { id title body body_mime_type state channel referrer user_agent created_at votes_count comments_count supporters_count account_supporters_count supporting_accounts_count
      supporter_revenue supporter_mrr notes_count requests_count merge_candidates_count importance_low_count importance_medium_count importance_high_count importance_low_percent importance_medium_percent
      importance_high_percent importance_total_count satisfaction_promoter_count satisfaction_neutral_count satisfaction_detractor_count total_sentiment_score comm_metadata { message_count }
      inappropriate_flags_count internal_flags_count all_internal_flags_count } }`,
  ],
  [
    'ENT-010',
    'suggestion, links and summaries',
    `{ suggestion(id: "@suggestion") { forum { id name category_required } category { id name } status { id name hex_color } assigned_owner ${PERSON} created_by ${PERSON} captured_by ${PERSON}
      parent_suggestions { id title } split_from { id title } split_suggestions { id title } converted_from_comment { id } last_activity_at last_status_update { id } last_comment { id } last_note { id }
      last_feedback_record { id } last_supporter ${PERSON} creator_browser creator_browser_version creator_os creator_mobile creator_referrer portal_url redirect_url unmergeable custom_field_map { key value } } }`,
  ],
  [
    'ENT-013',
    'feedback record',
    `{ feedback_record(id: "@feedback") { id body body_mime_type source_url source_type source_guid source_title channel created_at updated_at severity prompt referrer nps_rating user ${PERSON} suggestion { id title } } }`,
  ],
  [
    'ENT-016',
    'comment',
    `{ comment(id: "@comment") { id body body_mime_type state inappropriate_flags_count is_admin_comment created_at updated_at channel created_by ${PERSON} converted_to_suggestion { id title } suggestion { id forum { id } category { id } } } }`,
  ],
  [
    'ENT-018',
    'attachment',
    '{ attachments(suggestion: "@suggestion") { records { id file_name content_type size_in_bytes url thumb_url token created_at updated_at } } }',
  ],
  [
    'ENT-020',
    'note',
    `{ note(id: "@note") { id body body_mime_type reply_count created_at updated_at created_by ${PERSON} } }`,
  ],
  [
    'ENT-021',
    'internal flag',
    '{ internal_flags(suggestion: "@suggestion") { records { id reason cleared_at cleared_message created_at updated_at } } }',
  ],
  [
    'ENT-025',
    'status',
    '{ status(id: "@status") { id name hex_color default_html_text is_open is_default allow_comments position created_at updated_at } }',
  ],
  [
    'ENT-026',
    'status update',
    `{ status_update(id: "@news") { id body html_body new_status { id name hex_color } created_at updated_at expected_send_count from_email notification_email_address mail_sent_count mail_opened_count mail_clicked_count
      reactions_enabled supporters_notified thumbs_up_count thumbs_down_count attachments { id file_name } suggestion { id } user ${PERSON} } }`,
  ],
  [
    'ENT-028',
    'internal status',
    '{ internal_status(id: "@internal_status") { id name hex_color position default_html_text is_default created_at updated_at } }',
  ],
  [
    'ENT-029',
    'internal status update',
    '{ internal_status_update(id: "@internal") { id text html_text name hex_color teams_notified mail_sent_count mail_opened_count mail_clicked_count expected_send_count created_at thumbs_up_count thumbs_down_count new_internal_status { id name } } }',
  ],
  [
    'ENT-031, ENT-032, ENT-033',
    'forum',
    `{ forum(id: "@forum") { category_required categories_count classic_voting created_at id importance_enabled is_open is_private is_public name open_suggestions_count placeholder portal_url prompt suggestions_count
      updated_at welcome_message welcome_message_mime_type moderation_enabled position default_locale authorization_operator allow_sso_user_by_default allow_by_ip allow_by_email_domain access_denied_message state
      default_sort votes_allowed logo_url allow_requests access_ips { id ip created_at updated_at } categories { id name } access_email_domains { id domain created_at updated_at } private } }`,
  ],
  [
    'ENT-034',
    'category',
    '{ category(id: "@category") { id name created_at updated_at open_suggestions_count position } }',
  ],
  [
    'ENT-035',
    'label',
    '{ label(id: "@label") { id name full_name level state parent_id can_recommend open_suggestions_count forum_ids created_at updated_at } }',
  ],
  [
    'ENT-053',
    'notification',
    `{ notification(id: "@told") { id event clicked seen created_at updated_at related_notifications_count user { id } subject_user { state name email_address } suggestion { id title } bulk_action { id objects_changed }
      note { id suggestion { id } } supporter_message { email_subject suggestion { id } } status_update { id suggestion { id } } internal_status_update { id suggestion { id } }
      comm_thread { comment { id } feedback_record { id } suggestion { id } } } }`,
  ],
  [
    'ENT-054, PERM-039',
    'user',
    `{ user(id: "@user") { id name display_name email_address avatar_url allowed_state city region country comment_notifications status_notifications created_at updated_at email_confirmed guid importance_score
      satisfaction_score is_admin is_owner is_subscribed is_validation_admin job_title last_ip last_login state suggestion_votes support_created_at supported_suggestions_count crm_account { id name revenue }
      external_users { external_account { id name revenue } } } }`,
  ],
  [
    'ENT-057',
    'external account',
    '{ external_account(id: "@account") { id external_id external_created_at has_internal_flag last_active_at ltv ltv_cents mrr mrr_cents name nps plan requests_count revenue supported_ideas_count users_count } }',
  ],
  [
    'ENT-058',
    'custom field',
    `{ custom_field(id: "@field") { created_at combined_type field_type value_type id key name numeric_enum_values { id is_default label numeric_value } string_enum_values { id is_default label } object_type question
      question_enabled question_required updated_at created_by ${PERSON} updated_by ${PERSON} } }`,
  ],
  [
    'ENT-066',
    'importance response',
    '{ importance_responses { records { id label value created_at updated_at } } }',
  ],
  ['ENT-067', 'language', '{ languages { locale name localized_name } }'],
  [
    'ENT-068',
    'subscriber report',
    '{ subscriber_report(suggestion: "@suggestion") { subscribers_count subscribed_supporter_count contributor_count } }',
  ],
  [
    'ENT-069, CALL-Q-112',
    'internal supporter report',
    '{ internal_supporter_report(id: "@suggestion") { suggestion_internal_supporter_count { count } } }',
  ],
  ['ENT-070', 'top status', '{ report_top_statuses { hex_color idea_count status_id status_name } }'],
];

const filled = (document: string): string =>
  document.replaceAll(
    /@(\w+)/g,
    (_, name: string) => ids[name] ?? expect.fail(`nothing is seeded as ${name}`),
  );

describe('records', () => {
  for (const [requirements, what, document] of RECORDS) {
    test(`[${requirements}] ${what}: every field is there, on a seeded record`, async () => {
      const data = await own.api.data<Record<string, unknown>>(filled(document));
      const [answer] = Object.values(data);
      expect(answer).not.toBeNull();
      const records = Array.isArray(answer)
        ? answer
        : ((answer as { records?: unknown[] }).records ?? [answer]);
      expect(records.length).toBeGreaterThan(0);
    });
  }

  test('[ENT-006] [CALL-HTTP-008] the current user is who asks, with the rights that they have', async () => {
    const { current_user: me } = await own.api.data<{ current_user: Record<string, unknown> }>(
      '{ current_user { id display_name email permissions { feedback_admin_ui settings } core_admin off_duty other_subdomains { host } } }',
    );
    expect(me).toEqual({
      id: own.admin.id,
      display_name: own.admin.name,
      email: own.admin.email_address,
      permissions: { feedback_admin_ui: true, settings: 'rw' },
      core_admin: true,
      off_duty: false,
      other_subdomains: [],
    });
  });

  test('[CALL-Q-005] the subdomain is the one of the call', async () => {
    const { current_subdomain: subdomain } = await own.api.data<{
      current_subdomain: Record<string, unknown>;
    }>('{ current_subdomain { id key name host admin_url is_trialing has_crm_configuration deleted_at } }');
    const { id, key, name } = own.tenant;
    expect(subdomain).toEqual({
      id,
      key,
      name,
      host: `${key}.localhost`,
      admin_url: `http://${key}.localhost/admin-console`,
      is_trialing: false,
      has_crm_configuration: false,
      deleted_at: null,
    });
  });

  test('[ENT-054, PERM-039] flags of a person are told', async () => {
    const { user } = await own.api.data<{ user: unknown }>(
      `{ user(id: "${own.admin.id}") { is_admin is_owner is_validation_admin is_subscribed } }`,
    );
    expect(user).toEqual({
      is_admin: true,
      is_owner: false,
      is_validation_admin: false,
      is_subscribed: true,
    });
  });

  test('[ENT-054] what belongs to one idea stands on its people alone', async () => {
    const { users } = await own.api.data<{ users: { records: unknown[] } }>(
      filled(
        '{ users(suggestion: "@suggestion") { records { id importance_score suggestion_votes support_created_at } } }',
      ),
    );
    expect(users.records).toEqual([
      {
        id: ids['user'],
        importance_score: 3,
        suggestion_votes: 1,
        support_created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      },
    ]);
    expect(await own.api.data(filled('{ user(id: "@user") { importance_score suggestion_votes } }'))).toEqual(
      { user: { importance_score: null, suggestion_votes: null } },
    );
  });

  test('[SCOPE-030] a person is known by the id of each connected system, with the account there', async () => {
    const shelf = await openWorkspace(database);
    const subdomain_id = shelf.tenant.id;
    const [acme, beta] = [
      await buildAccount(database, shelf.tenant, { name: 'Acme', revenue_cents: '450050' }),
      await buildAccount(database, shelf.tenant, { name: 'Beta' }),
    ];
    const person = await buildUser(database, shelf.tenant, { account_id: acme.id });
    const stranger = await buildUser(database, shelf.tenant);
    for (const [external_id, account_id] of [
      ['crm-7', acme.id],
      ['shop-3', beta.id],
      ['desk-9', null],
    ] as const)
      await insertRow(database, 'external_users', {
        subdomain_id,
        user_id: person.id,
        account_id,
        external_id,
      });
    const fields = 'id external_users { external_id external_account { id name revenue } }';
    const known = [
      { external_id: 'crm-7', external_account: { id: acme.id, name: 'Acme', revenue: 4500.5 } },
      { external_id: 'shop-3', external_account: { id: beta.id, name: 'Beta', revenue: 0 } },
      { external_id: 'desk-9', external_account: null },
    ];
    expect(await shelf.api.data(`{ user(id: "${person.id}") { ${fields} } }`)).toEqual({
      user: { id: person.id, external_users: known },
    });
    const { users } = await shelf.api.data<{ users: { records: unknown[] } }>(
      `{ users(id: ["${person.id}", "${stranger.id}"], sort: "id") { records { ${fields} } } }`,
    );
    expect(users.records).toEqual([
      { id: person.id, external_users: known },
      { id: stranger.id, external_users: [] },
    ]);
    expect(await own.api.data(`{ user(id: "${person.id}") { ${fields} } }`)).toEqual({ user: null });
  });

  test('[ENT-057] money is exact beyond what an Int holds, and hidden without account_insights', async () => {
    const document = filled(
      '{ external_account(id: "@account") { mrr mrr_cents ltv ltv_cents revenue nps } suggestion(id: "@suggestion") { supporter_revenue supporter_mrr } }',
    );
    expect(await own.api.data(document)).toEqual({
      external_account: {
        mrr: 1234.56,
        mrr_cents: '123456',
        ltv: 9999999999.99,
        ltv_cents: '999999999999',
        revenue: 1234.56,
        nps: 100,
      },
      suggestion: { supporter_revenue: 1234.56, supporter_mrr: 1234.56 },
    });
    const without = {
      ...viewerOf(own.tenant, own.admin),
      authorized_features: DEFAULT_FEATURES.filter((feature) => feature !== 'account_insights'),
    };
    expect(await (await testApi(database, without)).data(document)).toEqual({
      external_account: { mrr: null, mrr_cents: null, ltv: null, ltv_cents: null, revenue: null, nps: 100 },
      suggestion: { supporter_revenue: null, supporter_mrr: null },
    });
  });

  test('[ENT-067] [CALL-Q-030] languages are named in English and in themselves', async () => {
    const { languages } = await own.api.data<{ languages: { locale: string }[] }>(
      '{ languages { locale name localized_name } }',
    );
    expect(languages).toContainEqual({
      locale: 'pt-BR',
      name: 'Portuguese (Brazil)',
      localized_name: 'Português (Brasil)',
    });
    expect(languages.map(({ locale }) => locale)).toEqual(
      expect.arrayContaining(['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt-BR', 'sv', 'zh-CN']),
    );
  });

  test('[CALL-Q-045] [ENT-056] watching is having a subscription, subscribed is its value', async () => {
    const ask = (user: string) =>
      own.api.data(
        filled(
          `{ user_subscription_status(suggestion: "@suggestion", user: "${user}") { subscribed is_watching } }`,
        ),
      );
    expect(await ask(ids['user']!)).toEqual({
      user_subscription_status: { subscribed: true, is_watching: true },
    });
    expect(await ask(ids['admin']!)).toEqual({
      user_subscription_status: { subscribed: false, is_watching: false },
    });
    await database.pool.query('update subscriptions set subscribed = false where suggestion_id = $1', [
      ids['suggestion'],
    ]);
    expect(await ask(ids['user']!)).toEqual({
      user_subscription_status: { subscribed: false, is_watching: true },
    });
  });

  test('[CALL-Q-015] [CALL-Q-043] a record by id, and null for an id that nobody has', async () => {
    expect(
      await own.api.data(
        filled(
          '{ forum(id: "@forum") { id } suggestion(id: "@suggestion") { id } gone: forum(id: "987654321") { id } }',
        ),
      ),
    ).toEqual({ forum: { id: ids['forum'] }, suggestion: { id: ids['suggestion'] }, gone: null });
  });

  for (const [requirement, plural] of [
    ['CALL-Q-004', 'categories'],
    ['CALL-Q-008', 'custom_fields'],
    ['CALL-Q-016', 'forums'],
    ['CALL-Q-022', 'internal_statuses'],
    ['CALL-Q-028', 'labels'],
    ['CALL-Q-041', 'statuses'],
  ] as const) {
    test(`[${requirement}] all_${plural} answers everything on one page`, async () => {
      const data = await own.api.data<
        Record<string, { records: { id: string }[]; total_records: number; current_page: number }>
      >(`{ all_${plural} { records { id } total_records current_page } ${plural} { records { id } } }`);
      expect(data[`all_${plural}`]).toEqual({
        records: data[plural]!.records,
        total_records: data[plural]!.records.length,
        current_page: 1,
      });
      expect(data[plural]!.records.length).toBeGreaterThan(0);
    });
  }
});

/** A moment of 2025 that no other field has. */
const moment = (n: number): Date => new Date(Date.UTC(2025, 0, n, 10, 0, n, n));
const iso = (n: number): string => moment(n).toISOString();

describe('values: each field shows what is stored for it, and nothing else', () => {
  let shelf: TestWorkspace;
  let subdomain_id: string;
  beforeAll(async () => {
    shelf = await openWorkspace(database);
    subdomain_id = shelf.tenant.id;
  });
  const read = async (document: string): Promise<unknown> =>
    Object.values(await shelf.api.data<Record<string, unknown>>(document))[0];

  test('[ENT-013] of a feedback record', async () => {
    const idea = await buildSuggestion(database, shelf.tenant, { title: 'Wider doors' });
    const person = await buildUser(database, shelf.tenant, {
      name: 'Pia',
      email_address: 'pia@values.example',
      avatar_url: 'https://example.com/pia.png',
    });
    const stored = {
      body: '<p>Wider</p>',
      body_mime_type: 'text/html',
      source_url: 'https://example.com/7',
      source_type: 'ticket',
      source_guid: 'T-7',
      source_title: 'Ticket 7',
      channel: 'email',
      severity: 3,
      prompt: 'What else?',
      referrer: 'https://example.com/from',
      nps_rating: 0,
    };
    const { id } = await buildFeedbackRecord(database, shelf.tenant, {
      ...stored,
      suggestion_id: idea.id,
      user_id: person.id,
      created_at: moment(1),
      updated_at: moment(2),
    });
    const fields = `id ${Object.keys(stored).join(' ')} created_at updated_at user ${PERSON} suggestion { id title }`;
    const user = {
      id: person.id,
      name: 'Pia',
      email_address: 'pia@values.example',
      avatar_url: 'https://example.com/pia.png',
    };
    expect(await read(`{ feedback_record(id: "${id}") { ${fields} } }`)).toEqual({
      id,
      ...stored,
      created_at: iso(1),
      updated_at: iso(2),
      user,
      suggestion: { id: idea.id, title: 'Wider doors' },
    });
    const bare = await buildFeedbackRecord(database, shelf.tenant, { body: 'Wider' });
    expect(
      await read(
        `{ feedback_record(id: "${bare.id}") { body_mime_type source_url source_type source_guid source_title severity prompt referrer nps_rating user { id } suggestion { id } } }`,
      ),
    ).toEqual({
      body_mime_type: 'text/plain',
      source_url: null,
      source_type: null,
      source_guid: null,
      source_title: null,
      severity: null,
      prompt: null,
      referrer: null,
      nps_rating: null,
      user: null,
      suggestion: null,
    });
  });

  test('[ENT-016] of a comment', async () => {
    const forum = await buildForum(database, shelf.tenant);
    const category = await buildCategory(database, shelf.tenant, { forum_id: forum.id });
    const idea = await buildSuggestion(database, shelf.tenant, {
      forum_id: forum.id,
      category_id: category.id,
    });
    const made = await buildSuggestion(database, shelf.tenant, { title: 'Made of it' });
    const person = await buildUser(database, shelf.tenant, {
      name: null,
      email_address: 'cem@values.example',
    });
    const stored = {
      body: '<p>Yes</p>',
      body_mime_type: 'text/html',
      state: 'pending',
      inappropriate_flags_count: 2,
      is_admin_comment: true,
      channel: 'widget',
    };
    const { id } = await buildComment(database, shelf.tenant, {
      ...stored,
      suggestion_id: idea.id,
      creator_id: person.id,
      converted_to_suggestion_id: made.id,
      created_at: moment(3),
      updated_at: moment(4),
    });
    expect(
      await read(
        `{ comment(id: "${id}") { id ${Object.keys(stored).join(' ')} created_at updated_at created_by ${PERSON} converted_to_suggestion { id title } suggestion { id forum { id } category { id } } } }`,
      ),
    ).toEqual({
      id,
      ...stored,
      created_at: iso(3),
      updated_at: iso(4),
      created_by: { id: person.id, name: 'cem', email_address: 'cem@values.example', avatar_url: null },
      converted_to_suggestion: { id: made.id, title: 'Made of it' },
      suggestion: { id: idea.id, forum: { id: forum.id }, category: { id: category.id } },
    });
    const bare = await buildComment(database, shelf.tenant, { suggestion_id: idea.id });
    expect(
      await read(
        `{ comment(id: "${bare.id}") { body_mime_type inappropriate_flags_count is_admin_comment created_by { id } converted_to_suggestion { id } } }`,
      ),
    ).toEqual({
      body_mime_type: 'text/plain',
      inappropriate_flags_count: 0,
      is_admin_comment: false,
      created_by: null,
      converted_to_suggestion: null,
    });
  });

  test('[ENT-018] of an attachment', async () => {
    const idea = await buildSuggestion(database, shelf.tenant);
    const stored = { file_name: 'plan.png', content_type: 'image/png', token: 'values-token' };
    const { id } = await buildAttachment(database, shelf.tenant, {
      ...stored,
      size_in_bytes: '4711',
      thumb_key: 'thumb',
      suggestion_id: idea.id,
      created_at: moment(5),
      updated_at: moment(6),
    });
    const plain = await buildAttachment(database, shelf.tenant, { suggestion_id: idea.id });
    const { records } = (await read(
      `{ attachments(suggestion: "${idea.id}") { records { id file_name content_type size_in_bytes url thumb_url token created_at updated_at } } }`,
    )) as { records: Record<string, unknown>[] };
    expect(records[0]).toEqual({
      id,
      ...stored,
      size_in_bytes: 4711,
      url: '/files/values-token',
      thumb_url: '/files/values-token?thumb=1',
      created_at: iso(5),
      updated_at: iso(6),
    });
    expect(records[1]).toMatchObject({ id: plain.id, thumb_url: null });
  });

  test('[ENT-025] [ENT-028] of statuses', async () => {
    const look = {
      name: 'Under way',
      hex_color: '#123456',
      default_html_text: '<p>We began.</p>',
      is_default: true,
      position: 7,
    };
    const stored = { ...look, is_open: false, allow_comments: false };
    const status = await buildStatus(database, shelf.tenant, {
      ...stored,
      created_at: moment(7),
      updated_at: moment(8),
    });
    expect(
      await read(
        `{ status(id: "${status.id}") { id ${Object.keys(stored).join(' ')} created_at updated_at } }`,
      ),
    ).toEqual({ id: status.id, ...stored, created_at: iso(7), updated_at: iso(8) });
    const internal = await buildInternalStatus(database, shelf.tenant, {
      ...look,
      created_at: moment(9),
      updated_at: moment(10),
    });
    expect(
      await read(
        `{ internal_status(id: "${internal.id}") { id ${Object.keys(look).join(' ')} created_at updated_at } }`,
      ),
    ).toEqual({ id: internal.id, ...look, created_at: iso(9), updated_at: iso(10) });
  });

  test('[ENT-026] [ENT-029] of status updates: the words of a message stand beside its HTML', async () => {
    const idea = await buildSuggestion(database, shelf.tenant);
    const status = await buildStatus(database, shelf.tenant, { name: 'Built', hex_color: '#00AA00' });
    const internal = await buildInternalStatus(database, shelf.tenant, {
      name: 'Handed over',
      hex_color: '#0000AA',
    });
    const html = '<p>Tea &amp; cake,</p><ul><li>a &lt; b</li></ul>';
    const mail = {
      expected_send_count: 9,
      mail_sent_count: 8,
      mail_opened_count: 7,
      mail_clicked_count: 6,
      thumbs_up_count: 5,
      thumbs_down_count: 4,
    };
    const stored = {
      html_body: html,
      from_email: 'us@values.example',
      notification_email_address: 'answers@values.example',
      reactions_enabled: true,
      supporters_notified: true,
      ...mail,
    };
    const hangs = { subdomain_id, suggestion_id: idea.id, user_id: shelf.admin.id };
    const news = await insertRow(database, 'status_updates', {
      ...hangs,
      new_status_id: status.id,
      ...stored,
      created_at: moment(11),
      updated_at: moment(12),
    });
    const file = await buildAttachment(database, shelf.tenant, { status_update_id: news.id });
    expect(
      await read(
        `{ status_update(id: "${news.id}") { id body ${Object.keys(stored).join(' ')} new_status { id name hex_color } created_at updated_at attachments { id } suggestion { id } user { id } } }`,
      ),
    ).toEqual({
      id: news.id,
      ...stored,
      body: 'Tea & cake, a < b',
      new_status: { id: status.id, name: 'Built', hex_color: '#00AA00' },
      created_at: iso(11),
      updated_at: iso(12),
      attachments: [{ id: file.id }],
      suggestion: { id: idea.id },
      user: { id: shelf.admin.id },
    });
    const inside = await insertRow(database, 'internal_status_updates', {
      ...hangs,
      new_internal_status_id: internal.id,
      html_text: html,
      teams_notified: true,
      ...mail,
      created_at: moment(13),
    });
    expect(
      await read(
        `{ internal_status_update(id: "${inside.id}") { id text html_text name hex_color teams_notified ${Object.keys(mail).join(' ')} created_at new_internal_status { id name } } }`,
      ),
    ).toEqual({
      id: inside.id,
      text: 'Tea & cake, a < b',
      html_text: html,
      name: 'Handed over',
      hex_color: '#0000AA',
      teams_notified: true,
      ...mail,
      created_at: iso(13),
      new_internal_status: { id: internal.id, name: 'Handed over' },
    });
    const silent = await insertRow(database, 'status_updates', hangs);
    expect(
      await read(
        `{ status_update(id: "${silent.id}") { body html_body new_status { id } mail_opened_count mail_clicked_count supporters_notified } }`,
      ),
    ).toEqual({
      body: null,
      html_body: null,
      new_status: null,
      mail_opened_count: null,
      mail_clicked_count: null,
      supporters_notified: false,
    });
  });

  test('[ENT-020] [ENT-021] of a note and a flag', async () => {
    const idea = await buildSuggestion(database, shelf.tenant);
    const note = await buildNote(database, shelf.tenant, {
      suggestion_id: idea.id,
      creator_id: shelf.admin.id,
      body: 'Plain',
      body_mime_type: 'text/plain',
      reply_count: 3,
      created_at: moment(14),
      updated_at: moment(15),
    });
    expect(
      await read(
        `{ note(id: "${note.id}") { id body body_mime_type reply_count created_at updated_at created_by { id } } }`,
      ),
    ).toEqual({
      id: note.id,
      body: 'Plain',
      body_mime_type: 'text/plain',
      reply_count: 3,
      created_at: iso(14),
      updated_at: iso(15),
      created_by: { id: shelf.admin.id },
    });
    const flag = await insertRow(database, 'internal_flags', {
      subdomain_id,
      suggestion_id: idea.id,
      reason: 'Security',
      cleared_at: moment(17),
      cleared_message: 'Looked at',
      created_at: moment(16),
      updated_at: moment(18),
    });
    expect(
      await read(
        `{ internal_flags(suggestion: "${idea.id}") { records { id reason cleared_at cleared_message created_at updated_at } } }`,
      ),
    ).toEqual({
      records: [
        {
          id: flag.id,
          reason: 'Security',
          cleared_at: iso(17),
          cleared_message: 'Looked at',
          created_at: iso(16),
          updated_at: iso(18),
        },
      ],
    });
  });

  test('[ENT-034] [ENT-035] of a category and a label', async () => {
    const forum = await buildForum(database, shelf.tenant);
    const category = await buildCategory(database, shelf.tenant, {
      forum_id: forum.id,
      name: 'Maps',
      position: 4,
      created_at: moment(19),
      updated_at: moment(20),
    });
    const top = await buildLabel(database, shelf.tenant, { name: 'Field', full_name: 'Field' });
    const label = await buildLabel(database, shelf.tenant, {
      name: 'Offline',
      full_name: 'Field / Offline',
      level: 1,
      parent_id: top.id,
      state: 'archived',
      can_recommend: false,
      created_at: moment(21),
      updated_at: moment(22),
    });
    await insertRow(database, 'label_forums', { subdomain_id, label_id: label.id, forum_id: forum.id });
    for (const state of ['approved', 'published', 'closed'] as const) {
      const idea = await buildSuggestion(database, shelf.tenant, {
        forum_id: forum.id,
        category_id: category.id,
        state,
      });
      await insertRow(database, 'suggestion_labels', {
        subdomain_id,
        suggestion_id: idea.id,
        label_id: label.id,
      });
    }
    await shelf.drift();
    expect(
      await read(
        `{ category(id: "${category.id}") { id name created_at updated_at open_suggestions_count position } }`,
      ),
    ).toEqual({
      id: category.id,
      name: 'Maps',
      created_at: iso(19),
      updated_at: iso(20),
      open_suggestions_count: 2,
      position: 4,
    });
    expect(
      await read(
        `{ label(id: "${label.id}") { id name full_name level state parent_id can_recommend open_suggestions_count forum_ids created_at updated_at } }`,
      ),
    ).toEqual({
      id: label.id,
      name: 'Offline',
      full_name: 'Field / Offline',
      level: 1,
      state: 'archived',
      parent_id: top.id,
      can_recommend: false,
      open_suggestions_count: 2,
      forum_ids: [forum.id],
      created_at: iso(21),
      updated_at: iso(22),
    });
    expect(
      await read(`{ label(id: "${top.id}") { parent_id forum_ids level can_recommend state } }`),
    ).toEqual({ parent_id: null, forum_ids: [], level: 0, can_recommend: true, state: 'active' });
  });

  test('[ENT-054] [ENT-057] of a person and an account', async () => {
    const known = { external_id: 'crm-9', name: 'Norfjord', plan: 'Gold' };
    const account = await buildAccount(database, shelf.tenant, {
      ...known,
      mrr_cents: '12345',
      ltv_cents: '67890',
      revenue_cents: '22222',
      external_created_at: moment(23),
      last_active_at: moment(24),
    });
    const stored = {
      name: 'Ida Berg',
      email_address: 'ida@values.example',
      avatar_url: 'https://example.com/i.png',
      allowed_state: 'blocked',
      city: 'Bergen',
      region: 'Vestland',
      country: 'Norway',
      comment_notifications: false,
      status_notifications: false,
      email_confirmed: true,
      guid: 'g-1',
      satisfaction_score: 3,
      is_validation_admin: true,
      job_title: 'Planner',
      last_ip: '192.0.2.9',
      license_type: 'contributor',
      permission_state: 'invited',
    };
    const person = await buildUser(database, shelf.tenant, {
      ...stored,
      account_id: account.id,
      subscribed: false,
      created_at: moment(25),
      updated_at: moment(26),
      last_login: moment(27),
    });
    await buildUser(database, shelf.tenant, { account_id: account.id, satisfaction_score: 10 });
    await buildUser(database, shelf.tenant, { account_id: account.id, satisfaction_score: 9 });
    const idea = await buildSuggestion(database, shelf.tenant);
    await buildSupporter(database, shelf.tenant, { suggestion_id: idea.id, user_id: person.id });
    await buildFeedbackRecord(database, shelf.tenant, { user_id: person.id });
    await insertRow(database, 'internal_flags', { subdomain_id, suggestion_id: idea.id, reason: 'Look' });
    await shelf.drift();
    expect(
      await read(
        `{ user(id: "${person.id}") { id display_name ${Object.keys(stored).join(' ')} is_admin is_owner is_subscribed state created_at updated_at last_login supported_suggestions_count crm_account { id name revenue } external_users { id } } }`,
      ),
    ).toEqual({
      id: person.id,
      display_name: 'Ida Berg',
      ...stored,
      is_admin: false,
      is_owner: false,
      is_subscribed: false,
      state: 'normal',
      created_at: iso(25),
      updated_at: iso(26),
      last_login: iso(27),
      supported_suggestions_count: 1,
      crm_account: { id: account.id, name: 'Norfjord', revenue: 222.22 },
      external_users: [],
    });
    expect(
      await read(
        `{ external_account(id: "${account.id}") { external_id external_created_at has_internal_flag last_active_at ltv ltv_cents mrr mrr_cents name nps plan requests_count revenue supported_ideas_count users_count } }`,
      ),
    ).toEqual({
      ...known,
      external_created_at: iso(23),
      last_active_at: iso(24),
      has_internal_flag: true,
      ltv: 678.9,
      ltv_cents: '67890',
      mrr: 123.45,
      mrr_cents: '12345',
      nps: 33.3,
      requests_count: 1,
      revenue: 222.22,
      supported_ideas_count: 1,
      users_count: 3,
    });
  });

  test('[ENT-010] of an idea: where it came from', async () => {
    const idea = await buildSuggestion(database, shelf.tenant, {
      title: 'Origins',
      body: '<p>Body</p>',
      body_mime_type: 'text/html',
      state: 'closed',
      channel: 'widget',
      created_at: moment(28),
    });
    const origin = {
      referrer: 'https://example.com/a',
      user_agent: 'Browser/1',
      creator_browser: 'Browser',
      creator_browser_version: '1.2',
      creator_os: 'Linux',
      creator_mobile: true,
      creator_referrer: 'https://example.com/b',
    };
    const names = Object.keys(origin);
    await database.pool.query(
      `update suggestion_contents set ${names.map((name, n) => `${name} = $${n + 2}`).join(', ')}, custom_fields = '{"size": 3, "beta": true}' where suggestion_id = $1`,
      [idea.id, ...Object.values(origin)],
    );
    await database.pool.query("update subdomains set portal_url = 'https://portal.example' where id = $1", [
      subdomain_id,
    ]);
    expect(
      await read(
        `{ suggestion(id: "${idea.id}") { id title body body_mime_type state channel created_at portal_url redirect_url ${names.join(' ')} custom_field_map { key value } } }`,
      ),
    ).toEqual({
      id: idea.id,
      title: 'Origins',
      body: '<p>Body</p>',
      body_mime_type: 'text/html',
      state: 'closed',
      channel: 'widget',
      created_at: iso(28),
      portal_url: `https://portal.example/suggestions/${idea.id}`,
      redirect_url: null,
      ...origin,
      custom_field_map: [
        { key: 'beta', value: 'true' },
        { key: 'size', value: '3' },
      ],
    });
  });

  test('[ENT-010] of an idea: shares of importance have one decimal, and are 0 without an answer', async () => {
    const idea = await buildSuggestion(database, shelf.tenant);
    const PERCENTS =
      'importance_low_percent importance_medium_percent importance_high_percent importance_total_count importance_low_count importance_medium_count importance_high_count';
    expect(await read(`{ suggestion(id: "${idea.id}") { ${PERCENTS} } }`)).toEqual(
      Object.fromEntries(PERCENTS.split(' ').map((name) => [name, 0])),
    );
    const low = await buildImportanceResponse(database, shelf.tenant, 1);
    const high = await buildImportanceResponse(database, shelf.tenant, 3);
    for (const { id } of [low, low, high])
      await buildSupporter(database, shelf.tenant, {
        suggestion_id: idea.id,
        user_id: (await buildUser(database, shelf.tenant)).id,
        importance_response_id: id,
      });
    await shelf.drift();
    expect(await read(`{ suggestion(id: "${idea.id}") { ${PERCENTS} } }`)).toEqual({
      importance_low_percent: 66.7,
      importance_medium_percent: 0,
      importance_high_percent: 33.3,
      importance_total_count: 3,
      importance_low_count: 2,
      importance_medium_count: 0,
      importance_high_count: 1,
    });
  });

  test('[ENT-010] of an idea: the newest record of each kind that is there to be seen', async () => {
    const idea = await buildSuggestion(database, shelf.tenant, { created_at: moment(1) });
    const other = await buildSuggestion(database, shelf.tenant);
    const LAST =
      'last_status_update { id } last_comment { id } last_note { id } last_feedback_record { id } last_supporter { id }';
    const ask = () => read(`{ suggestion(id: "${idea.id}") { ${LAST} } }`);
    expect(await ask()).toEqual({
      last_status_update: null,
      last_comment: null,
      last_note: null,
      last_feedback_record: null,
      last_supporter: null,
    });
    const on = (n: number, suggestion_id = idea.id) => ({ suggestion_id, created_at: moment(n) });
    const supporters = [
      await buildUser(database, shelf.tenant),
      await buildUser(database, shelf.tenant),
      await buildUser(database, shelf.tenant),
    ] as const;
    // made in another order than that of their days
    const newest = {
      last_status_update: (await insertRow(database, 'status_updates', { subdomain_id, ...on(9) })).id,
      last_comment: (await buildComment(database, shelf.tenant, on(9))).id,
      last_note: (await buildNote(database, shelf.tenant, on(9))).id,
      last_feedback_record: (await buildFeedbackRecord(database, shelf.tenant, on(9))).id,
      last_supporter: supporters[0].id,
    };
    await buildSupporter(database, shelf.tenant, { ...on(9), user_id: supporters[0].id });
    await buildSupporter(database, shelf.tenant, { ...on(5), user_id: supporters[1].id });
    await buildSupporter(database, shelf.tenant, {
      suggestion_id: idea.id,
      created_at: null,
      user_id: supporters[2].id,
    });
    await insertRow(database, 'status_updates', { subdomain_id, ...on(5) });
    for (const values of [
      on(5),
      { ...on(12), state: 'pending' },
      { ...on(12), state: 'spam' },
      { ...on(12), state: 'deleted' },
      on(12, other.id),
    ])
      await buildComment(database, shelf.tenant, values);
    for (const values of [on(5), { ...on(12), deleted_at: moment(13) }, on(12, other.id)])
      await buildNote(database, shelf.tenant, values);
    for (const values of [on(5), { ...on(12), state: 'deleted' }, on(12, other.id)])
      await buildFeedbackRecord(database, shelf.tenant, values);
    expect(await ask()).toEqual(
      Object.fromEntries(Object.entries(newest).map(([name, id]) => [name, { id }])),
    );
  });
});

test('[CALL-Q-004] [CALL-Q-008] [CALL-Q-016] [CALL-Q-041] a list on one page takes its arguments: exactly the matching records come, and the total agrees', async () => {
  const { tenant, api } = await openWorkspace(database);
  const open = await buildForum(database, tenant, { state: 'open' });
  const closed = await buildForum(database, tenant, { state: 'closed' });
  const [here, there] = [
    await buildCategory(database, tenant, { forum_id: open.id }),
    await buildCategory(database, tenant, { forum_id: closed.id }),
  ];
  const size = await buildCustomField(database, tenant, {
    key: 'size',
    name: 'Size',
    object_type: 'suggestion',
  });
  const tier = await buildCustomField(database, tenant, {
    key: 'tier',
    name: 'Tier',
    object_type: 'account',
  });
  const older = await buildStatus(database, tenant, {
    name: 'Older',
    updated_at: new Date('2024-01-10T12:00:00Z'),
  });
  const newer = await buildStatus(database, tenant, {
    name: 'Newer',
    updated_at: new Date('2024-02-10T12:00:00Z'),
  });
  const cases: [call: string, expected: string[]][] = [
    [`all_categories(forum: ["${open.id}"])`, [here.id]],
    [`all_categories(forum: ["${open.id}", "${closed.id}"])`, [here.id, there.id]],
    ['all_custom_fields(object_type: "account")', [tier.id]],
    ['all_custom_fields(key: "size")', [size.id]],
    [`all_custom_fields(id: ["${size.id}", "${tier.id}"])`, [size.id, tier.id]],
    ['all_forums(open: true)', [open.id]],
    ['all_forums(open: false)', [closed.id]],
    [`all_statuses(id: ["${newer.id}"])`, [newer.id]],
    ['all_statuses(updated_after: "2024-02-01")', [newer.id]],
    ['all_statuses(updated_before: "2024-02-01")', [older.id]],
    ['all_statuses(sort: "-name")', [older.id, newer.id]],
  ];
  for (const [call, expected] of cases) {
    const { all } = await api.data<{ all: { records: { id: string }[]; total_records: number } }>(
      `{ all: ${call} { records { id } total_records } }`,
    );
    const found = all.records.map((record) => record.id);
    expect(call.includes('sort') ? found : found.toSorted(), call).toEqual(
      call.includes('sort') ? expected : expected.toSorted(),
    );
    expect(all.total_records, call).toBe(expected.length);
  }
});

test('[CALL-Q-041] [CALL-HTTP-011] a list on one page comes in pages for whoever names a size; behind one page there is nothing', async () => {
  const { tenant, api } = await openWorkspace(database);
  const made: string[] = [];
  for (let position = 1; position <= 25; position += 1)
    made.push((await buildStatus(database, tenant, { position })).id);
  const read = async (args: string) => {
    const { all_statuses: answer } = await api.data<{
      all_statuses: { records: { id: string }[]; total_records: number; current_page: number };
    }>(`{ all_statuses${args} { records { id } total_records current_page } }`);
    return { ...answer, records: answer.records.map(({ id }) => id) };
  };
  for (const args of ['', '(page: 1)'])
    expect(await read(args), args).toEqual({ records: made, total_records: 25, current_page: 1 });
  expect(await read('(page: 2)')).toEqual({ records: [], total_records: 25, current_page: 2 });
  expect(await read('(per_page: 10)')).toEqual({
    records: made.slice(0, 10),
    total_records: 25,
    current_page: 1,
  });
  for (const size of ['per_page', 'perPage', 'bulk_per_page'])
    expect(await read(`(page: 3, ${size}: 10)`), size).toEqual({
      records: made.slice(20),
      total_records: 25,
      current_page: 3,
    });
  for (const [args, field] of [
    ['page: 0', 'page'],
    ['page: -1, per_page: 5', 'page'],
    ['per_page: 0', 'per_page'],
  ]) {
    expect((await api.run(`{ all_statuses(${args}) { total_records } }`)).errors, args).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', field } },
    ]);
  }
});

const PAGES = ['page', 'per_page', 'perPage', 'bulk_per_page', 'sort'];
/** Queries of the specification whose records exist, with the arguments that it names. */
const QUERIES: [requirement: string, name: string, args: string[]][] = [
  [
    'CALL-Q-001',
    'attachments',
    [
      'suggestion',
      'supporter_message',
      'message',
      'comment',
      'status_update',
      'internal_status_update',
      'note',
      'request',
      'feedback_record',
      ...PAGES,
    ],
  ],
  ['CALL-Q-002', 'autocomplete', ['object_type', 'attribute', 'q', 'page', 'per_page']],
  ['CALL-Q-003', 'categories', ['forum', ...PAGES]],
  ['CALL-Q-004', 'all_categories', ['forum']],
  ['CALL-Q-005', 'current_subdomain', []],
  ['CALL-Q-007', 'custom_fields', ['object_type', 'key', 'id', ...PAGES]],
  ['CALL-Q-008', 'all_custom_fields', ['object_type', 'key', 'id']],
  ['CALL-Q-009', 'external_accounts', ['id', 'q', ...PAGES]],
  ['CALL-Q-014', 'forums', ['open', ...PAGES]],
  ['CALL-Q-015', 'forum', ['id']],
  ['CALL-Q-016', 'all_forums', ['open']],
  ['CALL-Q-019', 'importance_responses', PAGES],
  ['CALL-Q-020', 'internal_status_updates', ['suggestion', ...PAGES]],
  ['CALL-Q-021', 'internal_statuses', PAGES],
  ['CALL-Q-022', 'all_internal_statuses', []],
  ['CALL-Q-023', 'internal_supporter_report', ['id']],
  ['CALL-Q-027', 'labels', PAGES],
  ['CALL-Q-028', 'all_labels', []],
  [
    'CALL-Q-029',
    'label_to_suggestion_states',
    ['exclude_ids', 'include_ids', 'filter', 'select_all', 'select_all_limit'],
  ],
  ['CALL-Q-030', 'languages', []],
  ['CALL-Q-031', 'notifications', ['sort', 'clicked', 'event', 'page', 'per_page', 'perPage']],
  ['CALL-Q-039', 'status_updates', ['suggestion', 'updated_before', 'updated_after', ...PAGES]],
  ['CALL-Q-040', 'statuses', ['id', 'updated_before', 'updated_after', ...PAGES]],
  ['CALL-Q-041', 'all_statuses', ['id', 'updated_before', 'updated_after', ...PAGES]],
  ['CALL-Q-042', 'subscriber_report', ['suggestion']],
  ['CALL-Q-043', 'suggestion', ['id']],
  [
    'CALL-Q-044',
    'suggestions',
    [
      'id',
      'forum',
      'category',
      'category_none',
      'label',
      'label_none',
      'status',
      'status_none',
      'internal_status',
      'internal_status_none',
      'supporter',
      'creator',
      'state',
      'activity',
      'q',
      'created_after',
      'created_before',
      'updated_after',
      'updated_before',
      'engagement_since',
      'no_support_since',
      'period_start',
      'period_end',
      'flagged_by_team',
      'flagged_by_team_none',
      'has_internal_flag',
      'has_response',
      'external_account',
      'crm_account',
      'uncategorized_in_forum',
      'feature',
      'theme',
      'advanced_filters',
      ...PAGES,
    ],
  ],
  ['CALL-Q-045', 'user_subscription_status', ['suggestion', 'user']],
  ['CALL-Q-052', 'report_top_statuses', []],
  ['CALL-Q-053', 'per_forum_activity', ['categories', 'active_only', 'round_period']],
  [
    'CALL-Q-055',
    'users',
    [
      'allowed_state',
      'permission_state',
      'external_account',
      'suggestion',
      'feature',
      'association',
      'license_type',
      'email_address',
      'subscribed',
      'expression',
      'q',
      ...PAGES,
    ],
  ],
  ['CALL-Q-118', 'internal_flags', PAGES],
  ['CALL-Q-118', 'teams', PAGES],
  ['CALL-Q-118', 'outreaches', PAGES],
  ['CALL-Q-118', 'reactions', PAGES],
  ['CALL-Q-118', 'messages', PAGES],
  ['CALL-Q-118', 'sfdc_opportunities', PAGES],
  ['CALL-Q-118', 'vsts_work_items', PAGES],
  ['CALL-Q-024', 'jira_config', []],
  ['CALL-Q-025', 'jira_projects', ['q']],
  ['CALL-Q-026', 'jira_issue_types', ['project_id']],
  ['CALL-Q-118', 'categories', PAGES],
];

describe('lists', () => {
  const schema = buildSchema(printSchema(catalogue));
  const listQueries = Object.values(schema.getQueryType()!.getFields()).filter((field) =>
    /^\w+List!$/.test(String(field.type)),
  );

  test('[CALL-HTTP-011] [CALL-HTTP-012] every list takes the four arguments of paging and answers records, total_records, whether that is all, and current_page', () => {
    expect(listQueries.length).toBeGreaterThan(20);
    const paging = ['page', 'per_page', 'perPage', 'bulk_per_page'];
    for (const { name, args, type } of listQueries) {
      // autocomplete offers words while someone types, never all at once (specification line 518)
      const own = name === 'autocomplete' ? ['page', 'per_page', 'perPage'] : paging;
      expect(
        own.filter(
          (argument) =>
            !args.some((declared) => declared.name === argument && String(declared.type) === 'Int'),
        ),
        name,
      ).toEqual([]);
      const answer = getNamedType(type);
      const answered = isObjectType(answer)
        ? Object.values(answer.getFields()).map((field) => `${field.name}: ${String(field.type)}`)
        : [];
      // autocomplete counts to 10,000 and says so by one more
      const total =
        name === 'autocomplete'
          ? ['total_records: Int!']
          : ['total_records: Int!', 'total_is_capped: Boolean!'];
      expect(answered, name).toEqual([
        expect.stringMatching(/^records: \[\w+!\]!$/),
        ...total,
        // a search of ideas says by which words it was extended
        ...(name === 'suggestions' ? ['search_extensions: [SearchExtension!]!'] : []),
        'current_page: Int!',
      ]);
    }
  });

  test('[CALL-HTTP-011] [CALL-HTTP-012] without an argument 20 of 25 come; each spelling sets the size, page goes on', async () => {
    const shelf = await openWorkspace(database);
    const forum = await buildForum(database, shelf.tenant);
    for (let n = 1; n <= 25; n += 1) {
      await buildSuggestion(database, shelf.tenant, { forum_id: forum.id });
      await buildLabel(database, shelf.tenant, { name: `Label ${n}` });
      await buildCategory(database, shelf.tenant, { forum_id: forum.id, name: `Category ${n}` });
      await buildUser(database, shelf.tenant);
    }
    for (const [plural, total] of [
      ['suggestions', 25],
      ['labels', 25],
      ['categories', 25],
      ['users', 26],
    ] as const) {
      const read = async (args: string) => {
        const data = await shelf.api.data<
          Record<string, { records: { id: string }[]; total_records: number; current_page: number }>
        >(`{ ${plural}${args} { records { id } total_records current_page } }`);
        return { ...data[plural]!, records: data[plural]!.records.map((record) => record.id) };
      };
      const first = await read('');
      expect({ ...first, records: first.records.length }, plural).toEqual({
        records: 20,
        total_records: total,
        current_page: 1,
      });
      const rest = await read('(page: 2)');
      expect({ ...rest, records: rest.records.length }, plural).toEqual({
        records: total - 20,
        total_records: total,
        current_page: 2,
      });
      expect(new Set([...first.records, ...rest.records]).size).toBe(total);
      expect((await read('(per_page: 7)')).records).toEqual(first.records.slice(0, 7));
      expect((await read('(perPage: 7)')).records).toEqual(first.records.slice(0, 7));
      expect((await read('(bulk_per_page: 200)')).records).toHaveLength(total);
    }
  });
});

describe('queries', () => {
  const fields = buildSchema(printSchema(catalogue)).getQueryType()!.getFields();
  for (const [requirement, name, args] of QUERIES) {
    test(`[${requirement}] ${name} takes ${args.length === 0 ? 'no argument' : args.join(', ')}`, () => {
      const declared =
        fields[name]?.args.map((argument) => argument.name) ?? expect.fail(`there is no query ${name}`);
      expect(args.filter((argument) => !declared.includes(argument))).toEqual([]);
    });
  }
});

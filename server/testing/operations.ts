import {
  buildSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import {
  buildTicket,
  buildArticle,
  buildAccount,
  buildAttachment,
  buildCategory,
  buildComment,
  buildCustomField,
  buildFeedbackRecord,
  buildFeature,
  buildFeatureStatus,
  buildForum,
  buildImpactReport,
  impactFigures,
  buildInternalStatus,
  buildLabel,
  buildNote,
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  type TestServices,
} from '../db/builders.ts';
import type { Viewer } from '../core/viewer.ts';
import type { TestDatabase } from '../db/testing.ts';
import { hashPassword } from '../domain/account/password_hash.ts';
import { recountTenant } from '../domain/ideas/recount.ts';
import { hashSecret, newSecret } from '../domain/account/secrets.ts';
import { type TestApi } from './api.ts';
import { TestPasskey } from './passkey.ts';
import { openWorkspace, type TestWorkspace } from './workspace.ts';
import { catalogue } from '../api/catalogue.ts';
import { printSchema, typeName } from '../api/schema.ts';

/*
 * Every operation of the API with arguments that succeed, and a workspace that holds a record of each kind to call
 * them in: for tests that go through all operations.
 *
 * An operation whose arguments do not follow from its declaration needs an entry in SAMPLES, an id argument a name in
 * KINDS. What has the usual forms (a record by id, its lists, `forum_create`, `forum_update`, `forum_delete`) needs none.
 */

/** Text that stands in every record of the other workspace. */
export const MARK = 'FOREIGN';
/** An id that no one has. */
export const ABSENT = '987654321';

/** Kinds of records that ids name; `token` is an uploaded file's, `undo` an action's that can be undone. */
export type Kind =
  | 'user'
  | 'external_account'
  | 'team'
  | 'forum'
  | 'category'
  | 'label'
  | 'status'
  | 'internal_status'
  | 'custom_field'
  | 'choice'
  | 'suggestion'
  | 'comment'
  | 'feedback_record'
  | 'note'
  | 'internal_flag'
  | 'status_update'
  | 'internal_status_update'
  | 'attachment'
  | 'activity_entry'
  | 'outreach'
  | 'reaction'
  | 'sfdc_opportunity'
  | 'vsts_work_item'
  | 'jira_issue'
  | 'rating'
  | 'account_note'
  | 'period_mark'
  | 'notification'
  | 'token'
  | 'undo'
  | 'supporter_message'
  | 'mailing'
  | 'delivery'
  | 'message'
  | 'export'
  | 'import'
  | 'import_upload'
  | 'import_file'
  | 'session'
  | 'passkey'
  | 'theme_set'
  | 'theme'
  | 'saved_view'
  | 'impact_report'
  | 'impact_report_version'
  | 'api_key'
  | 'audit_entry'
  | 'webhook'
  | 'webhook_delivery'
  | 'article_section'
  | 'article'
  | 'article_search'
  | 'ticket_stream'
  | 'ticket'
  | 'ticket_message'
  | 'feature'
  | 'feature_event'
  | 'feature_status'
  | 'product_area'
  | 'roadmap_setting';
export type Ids = Record<Kind, string> & Record<string, string>;

/** What the last word of an argument's path names; `id` alone is of the record that the operation is about. */
const KINDS: Readonly<Record<string, Kind>> = {
  suggestion: 'suggestion',
  linkedId: 'suggestion',
  other_suggestion: 'suggestion',
  winner: 'suggestion',
  losers: 'suggestion',
  other: 'user',
  merged_into: 'user',
  probably: 'user',
  of_domain: 'user',
  accounts: 'external_account',
  ids: 'suggestion',
  include_ids: 'suggestion',
  exclude_ids: 'suggestion',
  conversion_source_id: 'suggestion',
  forum: 'forum',
  forum_id: 'forum',
  forum_ids: 'forum',
  uncategorized_in_forum: 'forum',
  target_forum: 'forum',
  default_forum: 'forum',
  category: 'category',
  category_id: 'category',
  target_category: 'category',
  label: 'label',
  label_id: 'label',
  parent_id: 'label',
  add: 'label',
  remove: 'label',
  status: 'status',
  internal_status: 'internal_status',
  target_status: 'status',
  target_internal_status: 'internal_status',
  user: 'user',
  creator: 'user',
  creator_id: 'user',
  supporter: 'user',
  assigned_owner: 'user',
  external_account: 'external_account',
  crm_account: 'external_account',
  team: 'team',
  users: 'user',
  flagged_by_team: 'team',
  flagged_by_team_none: 'team',
  comment: 'comment',
  feedback_record: 'feedback_record',
  request: 'feedback_record',
  message: 'message',
  note: 'note',
  status_update: 'status_update',
  internal_status_update: 'internal_status_update',
  supporter_message: 'supporter_message',
  mailing: 'mailing',
  file_ids: 'import_upload',
  file_id: 'import_file',
  attachment_tokens: 'token',
  feature: 'feature',
  roadmap_item: 'feature',
  feature_status: 'feature_status',
  feature_status_id: 'feature_status',
  target_feature_status: 'feature_status',
  product_area: 'product_area',
  product_area_id: 'product_area',
  target_product_area: 'product_area',
  roadmap: 'roadmap_setting',
  roadmap_id: 'roadmap_setting',
  account: 'external_account',
  remove_suggestion_ids: 'suggestion',
  suggestion_list: 'saved_view',
  suggestion_ids: 'suggestion',
  theme: 'theme',
  theme_set: 'theme_set',
  second_theme: 'theme',
  parent: 'theme',
  saved_view: 'saved_view',
  webhook: 'webhook',
  from: 'choice',
  impact_report: 'impact_report',
  impact_report_id: 'impact_report',
  theme_set_id: 'theme_set',
  view: 'saved_view',
  copy_from: 'saved_view',
  suggestions: 'suggestion',
  before: 'suggestion',
  user_ids: 'user',
  section: 'article_section',
  section_ids: 'article_section',
  target_section: 'article_section',
  article: 'article',
  after: 'article',
  ticket: 'ticket',
  stream: 'ticket_stream',
  target_stream: 'ticket_stream',
  assignee: 'user',
  ticket_message: 'ticket_message',
};
/** What an `id` inside an input object names, by that object's argument. */
const KINDS_INSIDE: Readonly<Record<string, Kind>> = {
  creator: 'user',
  user: 'user',
  filter: 'suggestion',
  categories: 'category',
  statuses: 'status',
  internal_statuses: 'internal_status',
  feature_statuses: 'feature_status',
  product_areas: 'product_area',
  roadmap_settings: 'roadmap_setting',
  string_enum_values: 'choice',
  numeric_enum_values: 'choice',
};

export type Values = Record<string, unknown>;
/** What an entry of a list must have beside its id. */
const COMPANIONS: Readonly<Record<string, Values>> = {
  categories: { name: 'One' },
  statuses: { name: 'One' },
  internal_statuses: { name: 'One' },
  feature_statuses: { name: 'One' },
  product_areas: { name: 'One' },
  string_enum_values: { label: 'One' },
  numeric_enum_values: { label: 'One', numeric_value: 1 },
  choice_moves: { to: 'One' },
};

interface Sample {
  /** arguments that succeed; `@kind` is replaced by the id of such a record of the own workspace */
  args?: Values;
  /** what an operation's own `id` names, when its name does not say so */
  id?: Kind;
  /** what an operation's own `ids` name, when they are not ideas */
  ids?: Kind;
  /** done in both workspaces before the call, such as the deletion that is then undone */
  before?: (api: TestApi, ids: Ids, database: Pick<TestDatabase, 'pool'>) => Promise<Partial<Ids> | void>;
}

const call = async (api: TestApi, document: string): Promise<Values> => api.data<Values>(document);
const FILTER = { select_all: true, filter: { state: ['open'] } };
/** A job that failed for good in the workspace. */
const addDeadJob = ({ scope }: TestApi): string => {
  const id = randomUUID();
  (scope.services as TestServices).deadJobs.push({
    id,
    task: 'export',
    description: 'Writes a file.',
    payload: { subdomain_id: scope.viewer.subdomain_id },
    problem: null,
    tries: 3,
    asked_at: null,
    died_at: new Date(),
  });
  return id;
};

/** Makes the one who calls the author of what stands in the workspace, so that their name and picture are shown. */
async function showAdmin(
  { scope: { viewer } }: TestApi,
  { suggestion, comment, note }: Ids,
  { pool }: Pick<TestDatabase, 'pool'>,
): Promise<void> {
  const by = [viewer.subdomain_id, viewer.user_id];
  await pool.query(
    'update suggestions set creator_id = $2, assigned_owner_id = $2 where subdomain_id = $1 and id = $3',
    [...by, suggestion],
  );
  await pool.query('update comments set creator_id = $2 where subdomain_id = $1 and id = $3', [
    ...by,
    comment,
  ]);
  await pool.query('update notes set creator_id = $2 where subdomain_id = $1 and id = $3', [...by, note]);
}

/** Sets the state of the workspace's import before a call. */
const importIs =
  (state: string) =>
  async ({ scope }: TestApi, ids: Ids, database: Pick<TestDatabase, 'pool'>): Promise<void> => {
    await database.pool.query(
      "update imports set state = $3, undo_until = now() + interval '1 day' where subdomain_id = $1 and id = $2",
      [scope.viewer.subdomain_id, ids.import, state],
    );
  };

const OWN_PASSWORD = 'the lamp is green';

/** Gives whoever calls a password of their own. */
async function giveOwnPassword(viewer: Viewer, database: Pick<TestDatabase, 'pool'>): Promise<void> {
  await database.pool.query('update users set password_hash = $3 where subdomain_id = $1 and id = $2', [
    viewer.subdomain_id,
    viewer.user_id,
    await hashPassword(OWN_PASSWORD),
  ]);
}

/** For what owners alone may do. */
function makeOwner({ scope: { viewer } }: TestApi): Promise<void> {
  viewer.license_type = 'owner';
  return Promise.resolve();
}

/** What the app of two-step sign-in knows in the samples. */
const FACTOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Gives someone two-step sign-in. @param proved false: a code has still to prove it */
async function giveFactor(
  { scope: { viewer, services } }: TestApi,
  user_id: string,
  { pool }: Pick<TestDatabase, 'pool'>,
  proved: boolean,
): Promise<void> {
  await pool.query(
    `insert into second_factors (subdomain_id, user_id, sealed_secret, confirmed_at) values ($1, $2, $3, case when $4 then now() end)
on conflict (subdomain_id, user_id) do update set sealed_secret = excluded.sealed_secret, confirmed_at = excluded.confirmed_at, last_step = 0`,
    [
      viewer.subdomain_id,
      user_id,
      services.seals.seal(FACTOR_SECRET, `second factor ${viewer.subdomain_id} ${user_id}`),
      proved,
    ],
  );
}

/** Whoever calls has a password and two-step sign-in. */
async function giveOwnFactor(api: TestApi, _ids: Ids, database: Pick<TestDatabase, 'pool'>): Promise<void> {
  await giveOwnPassword(api.scope.viewer, database);
  await giveFactor(api, api.scope.viewer.user_id!, database, true);
}

/** What a browser answers that was asked to make a passkey. */
async function makePasskey(
  api: TestApi,
  ids: Ids,
  database: Pick<TestDatabase, 'pool'>,
): Promise<Partial<Ids>> {
  await giveOwnFactor(api, ids, database);
  const { own_passkey_begin: begun } = await api.data<{
    own_passkey_begin: { options: string; until: string };
  }>(`mutation { own_passkey_begin(current_password: "${OWN_PASSWORD}") { options until } }`);
  const options = JSON.parse(begun.options) as { rp: { id: string }; challenge: string };
  const made = new TestPasskey(`http://${options.rp.id}`).make(options);
  return { passkey_response: JSON.stringify(made), passkey_until: begun.until };
}

/** An article that stands in the workspace is published by whoever calls. */
/** A customer who can be merged, and whose are the idea, a vote for it, the comment, the feedback and the ticket. */
async function withTwin({ scope }: TestApi, ids: Ids, { pool }: Pick<TestDatabase, 'pool'>) {
  const tenant = { id: scope.viewer.subdomain_id };
  const { id: twin } = await buildUser({ pool }, tenant, {
    name: 'Twin',
    email_address: `twin-${tenant.id}@people.example`,
    job_title: 'Twin',
  });
  await buildSupporter({ pool }, tenant, { suggestion_id: ids.suggestion, user_id: twin });
  for (const [table, column, id] of [
    ['suggestions', 'creator_id', ids.suggestion],
    ['comments', 'creator_id', ids.comment],
    ['feedback_records', 'user_id', ids.feedback_record],
    ['tickets', 'user_id', ids.ticket],
  ])
    await pool.query(`update ${table} set ${column} = $3 where subdomain_id = $1 and id = $2`, [
      tenant.id,
      id,
      twin,
    ]);
  await recountTenant(scope);
  return { twin };
}

const publish = async (api: TestApi, { article }: Ids): Promise<void> =>
  void (await call(api, `mutation { article_publish(id: "${article}") { id } }`));

/** Whoever calls looks after the ticket: only those who answer tickets may. */
const assign = async (
  { scope: { viewer } }: TestApi,
  { ticket }: Ids,
  { pool }: Pick<TestDatabase, 'pool'>,
): Promise<void> =>
  void (await pool.query('update tickets set assignee_id = $2 where subdomain_id = $1 and id = $3', [
    viewer.subdomain_id,
    viewer.user_id,
    ticket,
  ]));

export const SAMPLES: Record<string, Sample> = {
  feature_create: { args: { name: 'New', feature_status_id: '@feature_status_2' } },
  feature_update: {
    args: { id: '@feature', name: 'Renamed', feature_status_id: '@feature_status_2', state: 'archived' },
  },
  features_bulk_update: { args: { ids: ['@feature'], state: 'archived' }, ids: 'feature' },
  features_bulk_delete: { args: { ids: ['@feature'] }, ids: 'feature' },
  features_undo: {
    id: 'undo',
    args: { id: '@undo' },
    before: async (api, { feature }) => {
      const { done } = (await call(
        api,
        `mutation { done: features_bulk_delete(ids: ["${feature}"]) { undo_id } }`,
      )) as { done: { undo_id: string } };
      return { undo: done.undo_id };
    },
  },
  feature_restore: {
    args: { id: '@feature' },
    before: async (api, { feature }) =>
      void (await call(api, `mutation { feature_delete(id: "${feature}") { id } }`)),
  },
  feature_suggestions_update: {
    args: { id: '@feature', suggestion_ids: ['@suggestion_2'], remove_suggestion_ids: ['@suggestion'] },
  },
  period_mark_create: { args: { name: 'Release', starts_on: '2026-06-01' } },
  account_note_create: { args: { external_account: '@external_account', body: 'Hello' } },
  account_note_restore: {
    args: { id: '@account_note' },
    before: async (api, { account_note }) =>
      void (await call(api, `mutation { account_note_delete(id: "${account_note}") { id } }`)),
  },
  ratings_ask: { args: { users: ['@user_2'], message: 'Hello' } },
  ratings_ask_preview: { args: { users: ['@user_2'] } },
  rating_create: { args: { user: '@user', score: 3, body: 'New', channel: 'api' } },
  link_jira_issue: { args: { linkedType: 'Suggestion', linkedId: '@suggestion', jiraKey: 'NEW-1' } },
  unlink_jira_issue: { args: { linkedType: 'Suggestion', linkedId: '@suggestion', jiraKey: 'OLD-1' } },
  tracker_settings_update: { args: { create_warning_message: 'New' } },
  tracker_settings_delete: {},
  tracker_hook_create: {},
  tracker_check: {},
  sign_in_provider_update: { args: { name: 'New' }, before: makeOwner },
  sign_in_provider_delete: { before: makeOwner },
  sign_in_provider_check: { before: makeOwner },
  jira_issue_types: { args: { project_id: '10000' } },
  jira_issue_preview: { args: { key: 'OLD-1' } },
  feature_statuses_update: {
    args: {
      feature_statuses: [{ id: '@feature_status', name: 'One' }],
      target_feature_status: '@feature_status',
    },
  },
  product_areas_update: {
    args: { product_areas: [{ id: '@product_area', name: 'One' }], target_product_area: '@product_area' },
  },
  roadmap_settings_update: {
    args: { id: '@roadmap_setting', name: 'Renamed', share_public: true },
    id: 'roadmap_setting',
  },
  roadmap_settings_batch_update: { args: { roadmap_settings: [{ id: '@roadmap_setting', show_mrr: true }] } },
  current_email_permission_set_update: { args: { roadmap_feedback: true } },
  roadmap_settings_delete: { args: { id: '@roadmap_setting' }, id: 'roadmap_setting' },
  ticket_create: {
    args: { stream: '@ticket_stream', subject: 'New', body: 'Hello', email: 'new@customer.example' },
  },
  ticket_reply: { args: { ticket: '@ticket', body: 'Hello', close: true, attachment_tokens: ['@token'] } },
  ticket_note: { args: { ticket: '@ticket', body: 'Hello' } },
  ticket_update: {
    args: { id: '@ticket', state: 'closed', assignee: null, stream: '@ticket_stream_2' },
    before: assign,
  },
  ticket_link: { args: { ticket: '@ticket', suggestion: '@suggestion' } },
  ticket_stream_delete: { args: { id: '@ticket_stream', target_stream: '@ticket_stream_2' } },
  current_user_off_duty: { args: { off_duty: true } },
  article_create: {
    args: { section: '@article_section', title: 'New', body: '<p>Text</p>', after: '@article' },
  },
  article_update: {
    args: { id: '@article', title: 'Renamed', section: '@article_section_2', attachment_tokens: ['@token'] },
  },
  article_publish: { args: { id: '@article' } },
  article_unpublish: { args: { id: '@article' }, before: publish },
  article_revert: { args: { id: '@article' }, before: publish },
  article_restore: {
    args: { id: '@article' },
    before: async (api, { article }) =>
      void (await call(api, `mutation { article_delete(id: "${article}") { id } }`)),
  },
  article_section_delete: { args: { id: '@article_section', target_section: '@article_section_2' } },
  article_sections_reorder: { args: { section_ids: ['@article_section_2', '@article_section'] } },
  webhook_create: { args: { name: 'New', url: 'https://hooks.example/', kinds: ['note_created'] } },
  webhook_update: { args: { id: '@webhook', name: 'Renamed' } },
  webhook_secret_renew: { args: { id: '@webhook' } },
  webhook_test: { args: { id: '@webhook' } },
  webhook_delivery_resend: { args: { id: '@webhook_delivery' } },
  webhook_failed_resend: { args: { id: '@webhook' } },
  custom_field_uses: { args: { object_type: 'suggestion' } },
  webhook_hours: { args: { webhook: '@webhook' } },
  api_key_revoke: { args: { id: '@api_key' } },
  api_key_create: { args: { name: 'New', scopes: ['ideas:read'] } },
  autocomplete: { args: { object_type: 'user', attribute: 'name', q: MARK } },
  search_nearest: { args: { q: MARK } },
  bulk_status_preview: { args: { ids: ['@suggestion'], status: null } },
  internal_supporter_report: { args: { id: '@suggestion' }, id: 'suggestion' },
  label_to_suggestion_states: { args: FILTER },
  mail_preview: {
    args: {
      kind: 'status_update',
      suggestion: '@suggestion',
      status: '@status',
      html_body: '<p>Hello</p>',
      attachment_tokens: ['@token'],
    },
  },
  user_merge_preview: { args: { id: '@user_2', other: '@twin' }, id: 'user', before: withTwin },
  merge_preview: { args: { winner: '@suggestion', losers: ['@suggestion_2'] } },
  outbox_mail: { args: { id: '@delivery' }, id: 'delivery' },
  people_in_text: { args: { text: MARK } },
  recipient_preview: { args: { suggestion: '@suggestion', kind: 'status_update' } },
  subscriber_report: { args: { suggestion: '@suggestion' } },
  user_subscription_status: { args: { suggestion: '@suggestion', user: '@user' } },

  attachment_create: {
    args: { blob: Buffer.from('Hello').toString('base64'), fileName: 'hello.txt', contentType: 'text/plain' },
  },
  bulk_undo: {
    args: { id: '@undo' },
    id: 'undo',
    before: async (api, { suggestion, user }) => {
      const { done } = (await call(
        api,
        `mutation { done: suggestions_bulk_assign(ids: ["${suggestion}"], assigned_owner: "${user}") { undo_id } }`,
      )) as { done: { undo_id: string } };
      return { undo: done.undo_id };
    },
  },
  category_create: { args: { forum: '@forum', name: 'New' } },
  category_delete: { args: { id: '@category', target_category: '@category_2' } },
  category_update: { args: { id: '@category', name: 'Renamed' } },
  comment_approve: {
    args: { id: '@comment' },
    before: async (api, { comment }) =>
      void (await call(api, `mutation { comment_spam(id: "${comment}") { id } }`)),
  },
  comment_create: {
    args: { links: { suggestion: '@suggestion' }, body: 'Hello', attachment_tokens: ['@token'] },
  },
  comment_restore: {
    args: { id: '@comment' },
    before: async (api, { comment }) =>
      void (await call(api, `mutation { comment_delete(id: "${comment}") { id } }`)),
  },
  comment_spam: { args: { id: '@comment' } },
  comment_update: {
    args: {
      id: '@comment',
      body: 'Hello',
      links: { suggestion: '@suggestion_2', user: '@user_2' },
      attachment_tokens: ['@token'],
    },
  },
  comments_bulk_approve: {
    args: { ids: ['@comment'] },
    ids: 'comment',
    before: async (api, { comment }) =>
      void (await call(api, `mutation { comment_spam(id: "${comment}") { id } }`)),
  },
  comments_bulk_delete: { args: { ids: ['@comment'] }, ids: 'comment' },
  comments_bulk_spam: { args: { ids: ['@comment'] }, ids: 'comment' },
  custom_field_create: {
    args: {
      object_type: 'suggestion',
      name: 'New',
      field_type: 'enum',
      string_enum_values: [{ label: 'One' }],
    },
  },
  custom_field_update: {
    args: { id: '@custom_field', name: 'Renamed', string_enum_values: [{ id: '@choice', label: 'Two' }] },
  },
  dead_job_remove: {
    args: { id: '@dead_job' },
    before: (api) => Promise.resolve({ dead_job: addDeadJob(api) }),
  },
  dead_job_retry: {
    args: { id: '@dead_job' },
    before: (api) => Promise.resolve({ dead_job: addDeadJob(api) }),
  },
  export_cancel: { args: { id: '@export' } },
  import_create: { args: { file_ids: ['@import_upload'] } },
  import_start: { args: { id: '@import' } },
  import_stop: { args: { id: '@import' }, before: importIs('running') },
  import_undo: { args: { id: '@import' }, before: importIs('done') },
  import_undo_preview: { args: { id: '@import' }, id: 'import', before: importIs('done') },
  import_update: {
    args: { id: '@import', columns: [{ file_id: '@import_file', name: 'Name', field: 'title' }] },
  },
  theme_set_create: { args: { name: 'New', suggestion_ids: ['@suggestion'] } },
  theme_set_bulk_delete: { args: { ids: ['@theme_set'] }, ids: 'theme_set' },
  report_theme_set_analysis: { args: { id: '@theme_set', grouping: 30 }, id: 'theme_set' },
  theme_set_rerun: { args: { id: '@theme_set' } },
  theme_set_stop: {
    args: { id: '@theme_set' },
    before: async ({ scope }, { theme_set }, database) =>
      void (await database.pool.query(
        "update theme_sets set status = 'pending' where subdomain_id = $1 and id = $2",
        [scope.viewer.subdomain_id, theme_set],
      )),
  },
  theme_set_restore: {
    args: { id: '@theme_set' },
    before: async (api, { theme_set }) =>
      void (await call(api, `mutation { theme_set_delete(id: "${theme_set}") { id } }`)),
  },
  theme_set_undo_run: {
    args: { id: '@theme_set' },
    before: async ({ scope }, { theme_set }, database) => {
      const { subdomain_id } = scope.viewer;
      const run = await insertRow(database, 'theme_runs', {
        subdomain_id,
        theme_set_id: theme_set,
        suggestions_count: 0,
        duration_ms: 1,
        finished_at: new Date(),
        themes_before: '[]',
      });
      await database.pool.query(
        "update theme_sets set status = 'complete', run_id = $3 where subdomain_id = $1 and id = $2",
        [subdomain_id, theme_set, run.id],
      );
    },
  },
  theme_ideas_move: { args: { theme_set: '@theme_set', suggestion_ids: ['@suggestion'], theme: '@theme' } },
  theme_ideas_release: { args: { theme_set: '@theme_set', suggestion_ids: ['@suggestion'] } },
  feedback_record_create: {
    args: {
      body: 'Hello',
      channel: 'admin',
      links: { suggestion: '@suggestion', user: '@user' },
      attachment_tokens: ['@token'],
    },
  },
  feedback_record_restore: {
    args: { id: '@feedback_record' },
    before: async (api, { feedback_record }) =>
      void (await call(api, `mutation { feedback_record_delete(id: "${feedback_record}") { id } }`)),
  },
  feedback_record_update: {
    args: {
      id: '@feedback_record',
      body: 'Hello',
      links: { suggestion: '@suggestion_2', user: '@user_2' },
      attachment_tokens: ['@token'],
    },
  },
  external_account_create: { args: { name: 'New', mrr: 12 } },
  external_account_update: { args: { id: '@external_account', mrr: 12 } },
  external_account_restore: {
    args: { id: '@external_account' },
    before: async (api, { external_account }) =>
      void (await call(api, `mutation { external_account_delete(id: "${external_account}") { id } }`)),
  },
  forum_create: { args: { name: 'New', categories: [{ name: 'One' }] } },
  forum_delete: { args: { id: '@forum', target_forum: '@forum_2' } },
  forum_reorder: { args: { forum_ids: ['@forum_2', '@forum'] } },
  forum_update: { args: { id: '@forum', name: 'Renamed', categories: [{ id: '@category', name: 'One' }] } },
  internal_status_update_create: {
    args: {
      links: { suggestion: '@suggestion', internal_status: '@internal_status' },
      notify_supporters: true,
      html_text: '<p>Hello</p>',
      attachment_tokens: ['@token'],
    },
  },
  internal_status_update_update: {
    args: { id: '@internal_status_update', html_text: '<p>Hello</p>', attachment_tokens: ['@token'] },
  },
  internal_flag_clear: { args: { id: '@internal_flag', message: 'Done' } },
  internal_flag_create: { args: { reason: 'Look', suggestion: '@suggestion', user: { id: '@user' } } },
  internal_statuses_update: {
    args: {
      internal_statuses: [{ id: '@internal_status', name: 'One' }],
      target_internal_status: '@internal_status',
    },
  },
  label_create: { args: { name: 'New', parent_id: '@label', forum_ids: ['@forum'] } },
  label_forum_change: { args: { label_id: '@label', forum_ids: ['@forum_2'] } },
  label_update: { args: { id: '@label_2', name: 'Renamed', parent_id: '@label', forum_ids: ['@forum'] } },
  mail_suppression_create: { args: { email_address: 'nobody@people.example' } },
  mail_suppression_delete: {
    args: { email_address: 'own@people.example' },
    before: async ({ scope }, _ids, database) =>
      void (await insertRow(database, 'mail_suppressions', {
        subdomain_id: scope.viewer.subdomain_id,
        email_key: 'own@people.example',
        reason: 'bounce',
      })),
  },
  mailing_call_back: { args: { id: '@mailing' } },
  status_update_create: {
    args: {
      links: { suggestion: '@suggestion', status: '@status' },
      notify_supporters: true,
      html_body: '<p>Hello</p>',
      attachment_tokens: ['@token'],
    },
  },
  status_update_update: {
    args: { id: '@status_update', html_body: '<p>Hello</p>', attachment_tokens: ['@token'] },
  },
  notification_clicked: { args: { id: '@notification' } },
  notification_settings_update: {
    args: { digest: 'daily', preferences: [{ event: 'note_reply', by_mail: true }] },
  },
  notifications_seen: { args: { ids: ['@notification'] }, ids: 'notification' },
  note_create: {
    args: { suggestion: '@suggestion', note: '@note', body: 'Hello', attachment_tokens: ['@token'] },
  },
  note_restore: {
    args: { id: '@note' },
    before: async (api, { note }) => void (await call(api, `mutation { note_delete(id: "${note}") { id } }`)),
  },
  mail_test_send: {
    args: {
      kind: 'status_update',
      suggestion: '@suggestion',
      status: '@status',
      html_body: '<p>Hello</p>',
      attachment_tokens: ['@token'],
    },
  },
  note_update: { args: { id: '@note', body: 'Hello', attachment_tokens: ['@token'] } },
  impact_report_create: { args: { title: 'New', suggestion_ids: ['@suggestion'] } },
  impact_report_update: {
    args: { id: '@impact_report', contents: [{ key: 'quotes', value: '[]' }], description: 'For planning' },
  },
  impact_report_refresh: { args: { id: '@impact_report' } },
  impact_report_bulk_delete: { args: { ids: ['@impact_report'] }, ids: 'impact_report' },
  impact_report_restore: {
    args: { id: '@impact_report' },
    before: async (api, { impact_report }) =>
      void (await call(api, `mutation { impact_report_delete(id: "${impact_report}") { id } }`)),
  },
  impact_report_share: { args: { id: '@impact_report', is_public: true } },
  impact_report_read: { args: { id: '@impact_report' } },
  report_account_ideas: { args: { external_account: '@external_account' }, id: 'external_account' },
  impact_report_quotes: { args: { id: '@impact_report' }, id: 'impact_report' },
  saved_view_add_suggestions: { args: { id: '@saved_view', ids: ['@suggestion_2'] } },
  saved_view_bulk_delete: { args: { ids: ['@saved_view'] }, ids: 'saved_view' },
  saved_view_create: {
    args: { name: 'New', kind: 'suggestion_list', sub_kind: 'manual', suggestion_ids: ['@suggestion'] },
  },
  saved_view_move_suggestions: { args: { id: '@saved_view', suggestion_ids: ['@suggestion'] } },
  saved_view_remove_suggestions: { args: { id: '@saved_view', ids: ['@suggestion'] } },
  saved_view_reorder: { args: { ids: ['@saved_view'] }, ids: 'saved_view' },
  saved_view_restore: {
    args: { id: '@saved_view' },
    before: async (api, { saved_view }) =>
      void (await call(api, `mutation { saved_view_delete(id: "${saved_view}") { id } }`)),
  },
  saved_view_share: { args: { id: '@saved_view', is_public: true } },
  saved_view_update: { args: { id: '@saved_view', name: 'Renamed', suggestion_ids: ['@suggestion'] } },
  statuses_update: { args: { statuses: [{ id: '@status', name: 'One' }], target_status: '@status' } },
  own_email_cancel: {
    before: async (api, _ids, database) => {
      await giveOwnPassword(api.scope.viewer, database);
      await call(
        api,
        `mutation { own_email_update(email_address: "other@people.example", current_password: "${OWN_PASSWORD}") { email_address } }`,
      );
    },
  },
  own_email_update: {
    args: { email_address: 'other@people.example', current_password: OWN_PASSWORD },
    before: ({ scope: { viewer } }, _ids, database) => giveOwnPassword(viewer, database),
  },
  own_password_update: {
    args: { current_password: OWN_PASSWORD, password: 'the lamp is blue now' },
    before: ({ scope: { viewer } }, _ids, database) => giveOwnPassword(viewer, database),
  },
  own_second_factor_begin: {
    args: { current_password: OWN_PASSWORD },
    before: ({ scope: { viewer } }, _ids, database) => giveOwnPassword(viewer, database),
  },
  own_second_factor_confirm: {
    // what the app shows at the moment of the call
    get args() {
      return { code: new TOTP({ secret: Secret.fromBase32(FACTOR_SECRET) }).generate() };
    },
    before: (api, _ids, database) => giveFactor(api, api.scope.viewer.user_id!, database, false),
  },
  own_second_factor_end: { args: { current_password: OWN_PASSWORD }, before: giveOwnFactor },
  own_recovery_codes_renew: { args: { current_password: OWN_PASSWORD }, before: giveOwnFactor },
  own_passkey_begin: { args: { current_password: OWN_PASSWORD }, before: giveOwnFactor },
  own_passkey_add: {
    args: { name: 'Laptop', response: '@passkey_response', until: '@passkey_until' },
    before: makePasskey,
  },
  own_passkey_remove: {
    args: { id: '@passkey' },
    id: 'passkey',
    before: async ({ scope: { viewer } }, { passkey }, { pool }) =>
      void (await pool.query('update passkeys set user_id = $2 where subdomain_id = $1 and id = $3', [
        viewer.subdomain_id,
        viewer.user_id,
        passkey,
      ])),
  },
  own_picture_delete: {
    before: async (api, ids, database) => {
      await showAdmin(api, ids, database);
      await database.pool.query(
        "update users set avatar_url = '/pictures/00000000-0000-4000-8000-000000000000' where subdomain_id = $1 and id = $2",
        [api.scope.viewer.subdomain_id, api.scope.viewer.user_id],
      );
    },
  },
  own_profile_update: { args: { name: 'Renamed' }, before: showAdmin },
  own_session_end: { args: { id: '@session' }, id: 'session' },
  own_sessions_end_others: {},
  subdomain_host_check: {
    before: async (api) => {
      const { viewer, services } = api.scope;
      await makeOwner(api);
      const { subdomain_update } = await api.data<{ subdomain_update: { cname_record: { value: string } } }>(
        `mutation { subdomain_update(cname: "own-${viewer.subdomain_id}.people.example") { cname_record { value } } }`,
      );
      services.dns.textsOf = () => Promise.resolve([subdomain_update.cname_record.value]);
    },
  },
  mail_domain_verify: {
    before: async (api) => {
      await call(api, 'mutation { subdomain_update(from_domain: "people.example") { id } }');
      const { mail_domain } = await api.data<{ mail_domain: { records: { value: string }[] } }>(
        '{ mail_domain { records { value } } }',
      );
      api.scope.services.dns.textsOf = () => Promise.resolve([mail_domain.records[0]!.value]);
    },
  },
  subdomain_update: { args: { name: 'Renamed', default_forum: '@forum' } },
  suggestion_admin_subscribe: {
    args: { id: '@suggestion', user: '@user_2', channel: 'admin', subscribe: true },
  },
  suggestion_subscribe_all: {
    args: { id: '@suggestion' },
    before: async (api, { suggestion }, database) =>
      void (await database.pool.query(
        'delete from subscriptions where subdomain_id = $1 and suggestion_id = $2',
        [api.scope.viewer.subdomain_id, suggestion],
      )),
  },
  suggestion_approve: {
    args: { id: '@suggestion' },
    before: async (api, { suggestion }) =>
      void (await call(api, `mutation { suggestion_spam(id: "${suggestion}") { id } }`)),
  },
  suggestion_assign: { args: { id: '@suggestion', assigned_owner: '@user' } },
  suggestion_create: {
    args: {
      title: 'New',
      links: { forum: '@forum', category: '@category' },
      creator: { id: '@user' },
      attachment_tokens: ['@token'],
    },
  },
  merge_candidate_dismiss: {
    args: { suggestion: '@suggestion', other_suggestion: '@suggestion_2' },
    before: async ({ scope }, { suggestion, suggestion_2 }, database) =>
      void (await insertRow(database, 'merge_candidates', {
        subdomain_id: scope.viewer.subdomain_id,
        suggestion_id: suggestion,
        other_suggestion_id: suggestion_2!,
        score: 0.9,
        reason: 'Same title',
      })),
  },
  suggestion_labels_update: { args: { id: '@suggestion', add: ['@label_2'], remove: ['@label'] } },
  suggestion_merge: { args: { winner: '@suggestion', losers: ['@suggestion_2'] } },
  suggestion_restore: {
    args: { id: '@suggestion' },
    before: async (api, { suggestion }) =>
      void (await call(api, `mutation { suggestion_delete(id: "${suggestion}") { id } }`)),
  },
  suggestion_unmerge: {
    args: { ids: ['@suggestion_2'] },
    before: async (api, { suggestion, suggestion_2 }) =>
      void (await call(
        api,
        `mutation { suggestion_merge(winner: "${suggestion}", losers: ["${suggestion_2}"]) { id } }`,
      )),
  },
  suggestion_spam: { args: { id: '@suggestion' } },
  suggestion_update: {
    args: {
      id: '@suggestion',
      title: 'Renamed',
      links: { forum: '@forum', category: '@category' },
      creator_id: '@user',
      attachment_tokens: ['@token'],
    },
  },
  suggestions_bulk_approve: {
    args: { ids: ['@suggestion'] },
    before: async (api, { suggestion }) =>
      void (await call(api, `mutation { suggestion_spam(id: "${suggestion}") { id } }`)),
  },
  suggestions_bulk_assign: { args: { ids: ['@suggestion'], assigned_owner: '@user' } },
  suggestions_bulk_category: { args: { ids: ['@suggestion'], category: '@category_2' } },
  suggestions_bulk_delete: { args: { ids: ['@suggestion'] } },
  suggestions_bulk_forum: { args: { ids: ['@suggestion'], forum: '@forum_2' } },
  suggestions_bulk_label: { args: { ids: ['@suggestion'], add: ['@label_2'], remove: ['@label'] } },
  supporter_message_create: {
    args: { links: { suggestion: '@suggestion' }, body: '<p>Hello</p>', attachment_tokens: ['@token'] },
  },
  suggestions_bulk_status: {
    args: {
      ids: ['@suggestion'],
      status: null,
      html_body: '<p>Hello</p>',
      notify_supporters: true,
      attachment_tokens: ['@token'],
    },
  },
  suggestions_bulk_spam: { args: { ids: ['@suggestion'] } },
  supporter_delete: { args: { suggestion: '@suggestion', user: '@user' } },
  supporter_update: { args: { suggestion: '@suggestion', user: '@user', importance: 3 } },
  supporter_restore: {
    args: { suggestion: '@suggestion', user: '@user' },
    before: async (api, { suggestion, user }) =>
      void (await call(
        api,
        `mutation { supporter_delete(suggestion: "${suggestion}", user: "${user}") { id } }`,
      )),
  },
  team_invitation_resend: {
    args: { id: '@user' },
    id: 'user',
    before: async ({ scope: { viewer } }, { user }, database) =>
      void (await database.pool.query(
        "update users set permission_state = 'invited' where subdomain_id = $1 and id = $2",
        [viewer.subdomain_id, user],
      )),
  },
  team_session_end: { args: { id: '@session' } },
  team_create: { args: { name: 'New', users: ['@user'] } },
  team_update: { args: { id: '@team', name: 'Renamed', users: ['@user'] } },
  team_second_factor_reset: {
    args: { id: '@user' },
    id: 'user',
    before: (api, { user }, database) => giveFactor(api, user, database, true),
  },
  team_invite: {
    args: { email_addresses: ['new@people.example'], license_type: 'full' },
  },
  team_member_remove: { args: { id: '@user' }, id: 'user' },
  team_member_update: { args: { id: '@user', license_type: 'support' }, id: 'user' },
  user_block: { args: { id: '@user', blocked: true } },
  user_merge: { args: { id: '@user_2', other: '@twin' }, id: 'user', before: withTwin },
  user_unmerge: {
    args: { id: '@twin' },
    id: 'user',
    before: async (api, ids, database) => {
      const { twin } = await withTwin(api, ids, database);
      await call(api, `mutation { user_merge(id: "${ids.user_2}", other: "${twin}") { id } }`);
      return { twin };
    },
  },
  users_set_apart: { args: { id: '@user', other: '@user_2' }, id: 'user' },
  user_update: {
    args: { id: '@user', name: 'Renamed', crm_account: '@external_account', satisfaction_score: 3 },
  },
  users_find_or_create: { args: { email: `${MARK.toLowerCase()}@people.example`, name: 'New' } },
};

// What each operation takes and answers --------------------------------------------------------------------

export interface Operation {
  name: string;
  root: 'query' | 'mutation';
  args: readonly GraphQLArgument[];
  returns: GraphQLOutputType;
  sample: Sample | undefined;
}

/** The entity that an operation is about by its name. */
const entityOf = (operation: string) =>
  catalogue.entities.find((entity) =>
    [entity.name, entity.plural, `all_${entity.plural}`].includes(operation),
  ) ?? catalogue.entities.find(({ name }) => name === /^(\w+)_(create|update|delete)$/.exec(operation)?.[1]);

/**
 * The sample that follows from the declaration of an operation: of a read what it must have, of a command in one of the
 * usual forms its id, and texts for what it must have or may change. Undefined: it does not follow.
 */
export function usualSample(name: string): Sample | undefined {
  const entity = entityOf(name);
  if (entity !== undefined && entity.name !== name && !name.startsWith(`${entity.name}_`)) return {};
  const own = `@${entity?.name}`;
  if (entity?.name === name) return { args: { id: own } };
  const command = catalogue.commands.find((declared) => declared.name === name);
  const inputs = Object.entries(
    command?.input ?? catalogue.queries.find((declared) => declared.name === name)?.args ?? {},
  );
  const needed = inputs.filter(([input, { required }]) => required && input !== 'id');
  if (command === undefined)
    return needed.length === 0 && !inputs.some(([input]) => input === 'id') ? {} : undefined;
  const isText = ([, { type }]: (typeof inputs)[number]): boolean => type === 'String';
  if (entity === undefined || !needed.every(isText)) return undefined;
  const texts = (given: typeof inputs): Values =>
    Object.fromEntries(given.map(([input, { words }]) => [input, words?.[0] ?? 'New']));
  if (name.endsWith('_create')) return { args: texts(needed) };
  if (name.endsWith('_delete')) return { args: { id: own, ...texts(needed) } };
  const changed = needed.length > 0 ? needed : inputs.filter(isText).slice(0, 1);
  return { args: { id: own, ...texts(changed) } };
}

/**
 * Makes a record of each kind that has no builder here, by its own command, whose sample follows from its declaration.
 * @param text what its texts are
 * @returns ids by the names of the entities
 */
export async function createOthers(
  api: TestApi,
  text: (entity: string) => string,
): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const { name } of catalogue.entities) {
    const create = operations.find((operation) => operation.name === `${name}_create`);
    if (create === undefined || SAMPLES[create.name] !== undefined) continue;
    const args = Object.fromEntries(
      Object.keys(create.sample?.args ?? {}).map((input) => [input, text(name)]),
    );
    const answer = await api.data<Record<string, { id: string }>>(documentOf(create, args), args);
    made[name] = answer[create.name]!.id;
  }
  return made;
}

const schema = buildSchema(printSchema(catalogue));
export const operations: Operation[] = (
  [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const
).flatMap(([root, type]) =>
  Object.values(type!.getFields()).map((field) => ({
    name: field.name,
    root,
    args: field.args,
    returns: field.type,
    sample: SAMPLES[field.name] ?? usualSample(field.name),
  })),
);

/** An argument, or a field of an input object, that holds ids. */
export interface IdPath {
  path: string[];
  /** lists on the way: for each step whether the value there is a list */
  lists: boolean[];
}

/** Whether an argument is the second spelling of another one. */
export const isOtherSpelling = (argument: GraphQLArgument | GraphQLInputField): boolean =>
  argument.description?.startsWith('Other spelling of') === true;
const hasList = (type: GraphQLInputType): boolean => isListType(getNullableType(type));

export function idPathsOf(
  args: readonly (GraphQLArgument | GraphQLInputField)[],
  path: string[] = [],
  lists: boolean[] = [],
): IdPath[] {
  return args
    .filter((argument) => !isOtherSpelling(argument))
    .flatMap((argument) => {
      const here = { path: [...path, argument.name], lists: [...lists, hasList(argument.type)] };
      const type = getNamedType(argument.type);
      if (type.name === 'ID' || argument.name.endsWith('_tokens')) return [here];
      return isInputObjectType(type) && path.length < 3
        ? idPathsOf(Object.values(type.getFields()), here.path, here.lists)
        : [];
    });
}

const entityNames = catalogue.entities.map((entity) => entity.name).toSorted((a, b) => b.length - a.length);

/** What the ids of a path name; undefined: no one has said so. */
export function kindOf(operation: Operation, { path }: IdPath): Kind | undefined {
  const last = path.at(-1)!;
  if (last === 'ids' && path.length === 1 && operation.sample?.ids) return operation.sample.ids;
  if (last !== 'id') return KINDS[last];
  // the `query` of a list holds its filters, as the flat arguments do
  if (path.length > 1 && path.at(-2) !== 'query') return KINDS_INSIDE[path.at(-2)!];
  if (operation.sample?.id) return operation.sample.id;
  const named =
    catalogue.entities.find((entity) =>
      [entity.name, entity.plural, `all_${entity.plural}`].includes(operation.name),
    )?.name ?? entityNames.find((name) => operation.name.startsWith(`${name}_`));
  return named as Kind | undefined;
}

/** The arguments with another id at a path; what is not there yet is made. */
export function withId(args: Values, { path, lists }: IdPath, id: string): Values {
  const [name, ...rest] = path as [string, ...string[]];
  const [isList, ...furtherLists] = lists;
  if (rest.length === 0) return { ...args, [name]: isList ? [id] : id };
  const inner = (value: unknown) => withId((value ?? {}) as Values, { path: rest, lists: furtherLists }, id);
  const present = args[name];
  if (!isList) return { ...args, [name]: inner(present) };
  const [first, ...others] = (present ?? [COMPANIONS[name]]) as unknown[];
  return { ...args, [name]: [inner(first), ...others] };
}

function missing(value: string): never {
  throw new Error(`no record for ${value}`);
}

/** `@kind` becomes that record's id; a dummy id when there are none. */
export function filled(value: unknown, ids: Ids | null): unknown {
  if (typeof value === 'string' && value.startsWith('@'))
    return ids ? (ids[value.slice(1)] ?? missing(value)) : '1';
  if (Array.isArray(value)) return value.map((item) => filled(item, ids));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, ids)]));
  return value;
}

const recordTypes = new Set(catalogue.entities.map((entity) => typeName(entity.name)));
const NAMING = new Set(['id', 'name', 'title', 'label', 'body', 'email_address', 'file_name']);

/** Everything that an answer holds; of the records that a record leads to, what names them. */
function selectionOf(type: GraphQLOutputType, isInRecord = false): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const isRecord = recordTypes.has(named.name);
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (isScalarType(getNamedType(field.type)))
      return isRecord && isInRecord && !NAMING.has(field.name) ? [] : [field.name];
    return isRecord && isInRecord ? [] : [`${field.name} ${selectionOf(field.type, isInRecord || isRecord)}`];
  });
  return `{ ${fields.join(' ')} }`;
}

export function documentOf({ name, root, args, returns }: Operation, given: Values): string {
  const used = args.filter((argument) => argument.name in given);
  const variables = used.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = used.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return `${root}${variables === '' ? '' : ` (${variables})`} { ${name}${passed === '' ? '' : ` (${passed})`} ${selectionOf(returns)} }`;
}

// Two workspaces that hold the same ---------------------------------------------------------------------------

export interface Place {
  workspace: TestWorkspace;
  ids: Ids;
}

/** A place once what the sample of the operation needs is done in it. */
export async function readied(
  database: Pick<TestDatabase, 'pool'>,
  { sample }: Operation,
  { workspace, ids }: Place,
): Promise<Place> {
  return { workspace, ids: { ...ids, ...(await sample?.before?.(workspace.api, ids, database)) } as Ids };
}

/**
 * A new workspace with a record of each kind.
 *
 * @param mark stands in each of its names and texts
 */
export async function seedRecords(database: TestDatabase, mark: string): Promise<Place> {
  const workspace = await openWorkspace(database);
  const { tenant, admin } = workspace;
  const subdomain_id = tenant.id;
  const named = (what: string): string => `${mark} ${what}`;
  const account = await buildAccount(database, tenant, { name: named('account') });
  const user = await buildUser(database, tenant, {
    name: named('person'),
    email_address: `${mark.toLowerCase()}@people.example`,
    account_id: account.id,
    license_type: 'contributor',
    permission_state: 'active',
  });
  const user2 = await buildUser(database, tenant, { name: named('second person'), account_id: account.id });
  const team = await insertRow(database, 'teams', { subdomain_id, name: named('team') });
  await insertRow(database, 'team_members', { subdomain_id, team_id: team.id, user_id: user.id });
  const forum = await buildForum(database, tenant, {
    name: named('forum'),
    welcome_message: named('welcome'),
  });
  const forum2 = await buildForum(database, tenant, { name: named('second forum') });
  const category = await buildCategory(database, tenant, { forum_id: forum.id, name: named('category') });
  const category2 = await buildCategory(database, tenant, {
    forum_id: forum.id,
    name: named('second category'),
  });
  const label = await buildLabel(database, tenant, { name: named('label') });
  const label2 = await buildLabel(database, tenant, { name: named('second label') });
  const status = await buildStatus(database, tenant, { name: named('status') });
  const internalStatus = await buildInternalStatus(database, tenant, { name: named('internal status') });
  const customField = await buildCustomField(database, tenant, {
    name: named('field'),
    field_type: 'enum',
    choices: [named('choice')],
  });
  const choice = await database.pool.query<{ id: string }>(
    'select id from custom_field_enum_values where custom_field_id = $1',
    [customField.id],
  );
  const suggestion = await buildSuggestion(database, tenant, {
    title: named('idea'),
    body: named('body'),
    forum_id: forum.id,
    category_id: category.id,
    status_id: status.id,
    internal_status_id: internalStatus.id,
    creator_id: user.id,
  });
  const suggestion2 = await buildSuggestion(database, tenant, {
    title: named('second idea'),
    forum_id: forum.id,
  });
  const savedView = await insertRow(database, 'saved_views', {
    subdomain_id,
    name: named('view'),
    kind: 'suggestion_list',
    sub_kind: 'manual',
    owner_id: admin.id,
  });
  await insertRow(database, 'saved_view_suggestions', {
    subdomain_id,
    saved_view_id: savedView.id,
    suggestion_id: suggestion.id,
    position: 1,
  });
  await insertRow(database, 'saved_view_users', {
    subdomain_id,
    saved_view_id: savedView.id,
    user_id: user.id,
    is_shared: true,
  });
  await insertRow(database, 'suggestion_labels', {
    subdomain_id,
    suggestion_id: suggestion.id,
    label_id: label.id,
  });
  await insertRow(database, 'tracker_settings', {
    subdomain_id,
    kind: 'jira_cloud',
    instance_url: 'https://tracker.example',
    account: 'bot@tracker.example',
    // as the test's own services seal it
    sealed_token: Buffer.from(`tracker token of ${subdomain_id}|a-token`),
    token_end: 'oken',
    create_warning_message: named('warning'),
  });
  await insertRow(database, 'mail_keys', {
    subdomain_id,
    selector: named('selector'),
    sealed_key: Buffer.from(`mail key of ${subdomain_id}|a-key`),
    public_key: Buffer.from(named('key')).toString('base64url'),
  });
  await insertRow(database, 'sign_in_providers', {
    subdomain_id,
    name: named('provider'),
    issuer: 'https://login.example',
    client_id: named('client'),
    sealed_secret: Buffer.from(`sign-in provider of ${subdomain_id}|a-secret`),
    secret_end: 'cret',
    email_domains: ['example.com'],
  });
  await insertRow(database, 'sign_in_identities', {
    subdomain_id,
    issuer: 'https://login.example',
    subject: named('subject'),
    user_id: user.id,
  });
  const accountNote = await insertRow(database, 'account_notes', {
    subdomain_id,
    account_id: account.id,
    creator_id: admin.id,
    body: named('note about an account'),
  });
  const periodMark = await insertRow(database, 'period_marks', {
    subdomain_id,
    name: named('mark'),
    starts_on: '2026-06-01',
    ends_on: '2026-06-30',
    creator_id: admin.id,
  });
  const rated = await insertRow(database, 'ratings', {
    subdomain_id,
    user_id: user.id,
    score: 7,
    body: named('rating'),
    created_at: new Date(Date.now() - 3_600_000),
  });
  const issue = await insertRow(database, 'tracker_issues', {
    subdomain_id,
    jira_key: 'OLD-1',
    summary: named('issue'),
  });
  await insertRow(database, 'suggestion_tracker_issues', {
    subdomain_id,
    suggestion_id: suggestion.id,
    issue_id: issue.id,
  });
  await buildSupporter(database, tenant, { suggestion_id: suggestion.id, user_id: user.id });
  await buildSubscription(database, tenant, { suggestion_id: suggestion.id, user_id: user.id });
  const comment = await buildComment(database, tenant, {
    suggestion_id: suggestion.id,
    creator_id: user.id,
    body: named('comment'),
  });
  const feedbackRecord = await buildFeedbackRecord(database, tenant, {
    suggestion_id: suggestion.id,
    user_id: user.id,
    body: named('feedback'),
    source_type: 'sfdc_opportunity',
    source_guid: named('opportunity'),
  });
  const workItem = await buildFeedbackRecord(database, tenant, {
    user_id: user.id,
    body: named('feedback of a work item'),
    source_type: 'url',
    source_url: 'https://dev.azure.com/example/planning/_workitems/edit/482',
  });
  const note = await buildNote(database, tenant, {
    suggestion_id: suggestion.id,
    creator_id: admin.id,
    body: named('note'),
  });
  const flag = await insertRow(database, 'internal_flags', {
    subdomain_id,
    suggestion_id: suggestion.id,
    creator_id: user.id,
    reason: named('flag'),
  });
  const statusUpdate = await insertRow(database, 'status_updates', {
    subdomain_id,
    suggestion_id: suggestion.id,
    new_status_id: status.id,
    html_body: named('news'),
  });
  const internalStatusUpdate = await insertRow(database, 'internal_status_updates', {
    subdomain_id,
    suggestion_id: suggestion.id,
    new_internal_status_id: internalStatus.id,
    html_text: named('news'),
  });
  const supporterMessage = await insertRow(database, 'supporter_messages', {
    subdomain_id,
    suggestion_id: suggestion.id,
    user_id: admin.id,
    email_subject: named('subject'),
    body: named('message'),
  });
  const mailing = await insertRow(database, 'mailings', {
    subdomain_id,
    kind: 'supporter_message',
    suggestion_id: suggestion.id,
    supporter_message_id: supporterMessage.id,
    subject: named('subject'),
  });
  const delivery = await insertRow(database, 'deliveries', {
    subdomain_id,
    mailing_id: mailing.id,
    user_id: user.id,
    email_address: `${mark.toLowerCase()}@people.example`,
  });
  const reply = await insertRow(database, 'messages', {
    subdomain_id,
    suggestion_id: suggestion.id,
    delivery_id: delivery.id,
    supporter_message_id: supporterMessage.id,
    user_id: user.id,
    subject: named('subject'),
    body: named('answer'),
  });
  const attachment = await buildAttachment(database, tenant, {
    suggestion_id: suggestion.id,
    file_name: named('file'),
  });
  const upload = await buildAttachment(database, tenant, {
    uploader_id: admin.id,
    file_name: named('upload'),
  });
  const outreach = await insertRow(database, 'activity_entries', {
    subdomain_id,
    suggestion_id: suggestion.id,
    kind: 'outreach_created',
    user_id: admin.id,
  });
  const thumb = await insertRow(database, 'reactions', {
    subdomain_id,
    kind: 'up',
    user_id: user.id,
    status_update_id: statusUpdate.id,
  });
  const entry = await insertRow(database, 'activity_entries', {
    subdomain_id,
    suggestion_id: suggestion.id,
    kind: 'comment_created',
    comment_id: comment.id,
    user_id: user.id,
  });
  const told = await insertRow(database, 'notifications', {
    subdomain_id,
    user_id: admin.id,
    subject_user_id: user.id,
    event: 'note_mention',
    note_id: note.id,
    suggestion_id: suggestion.id,
    group_key: `note_mention:${note.id}`,
  });
  const session = await insertRow(database, 'sessions', {
    subdomain_id,
    user_id: admin.id,
    secret_hash: hashSecret(newSecret()),
    expires_at: new Date(Date.now() + 3_600_000),
    user_agent: named('browser'),
  });
  const passkey = await insertRow(database, 'passkeys', {
    subdomain_id,
    user_id: admin.id,
    name: named('device'),
    credential_id: newSecret(),
    public_key: Buffer.alloc(1),
  });
  const file = await insertRow(database, 'exports', {
    subdomain_id,
    user_id: admin.id,
    collection: 'suggestions',
    format: 'csv',
    params: '{}',
    file_name: named('file'),
  });
  const imported = await insertRow(database, 'imports', {
    subdomain_id,
    user_id: admin.id,
    state: 'ready',
    preset: 'ideas',
    file_names: [named('import.csv')],
    settings: JSON.stringify({ forum: named('forum'), dates: null, text: null }),
  });
  const importFile = (values: object) =>
    insertRow(database, 'import_files', {
      subdomain_id,
      user_id: admin.id,
      file_name: named('import.csv'),
      size_in_bytes: '10',
      storage_key: `${subdomain_id}/import-${randomUUID()}`,
      received_at: new Date(),
      head: JSON.stringify({
        delimiter: ',',
        columns: [{ name: 'Name', values: ['One'] }],
        read: [{ name: 'Name', samples: ['One'], field: 'title', sureness: 'guessed', rows: 1 }],
      }),
      ...values,
    });
  const importPart = await importFile({ import_id: imported.id, role: 'ideas' });
  const importUpload = await importFile({});
  const themeSet = await insertRow(database, 'theme_sets', {
    subdomain_id,
    name: named('theme report'),
    creator_id: user.id,
    status: 'complete',
  });
  const foundTheme = await insertRow(database, 'themes', {
    subdomain_id,
    theme_set_id: themeSet.id,
    name: named('theme'),
    hex_color: '#4C8FC9',
  });
  await insertRow(database, 'theme_placements', {
    subdomain_id,
    theme_set_id: themeSet.id,
    suggestion_id: suggestion.id,
    theme_id: foundTheme.id,
    evidence: [named('word')],
    evidence_weights: [1],
  });
  const impactReport = await buildImpactReport(database, tenant, {
    title: named('impact report'),
    suggestion_ids: [suggestion.id],
    source_name: named('source'),
    texts: JSON.stringify({ summary: `<p>${named('summary')}</p>` }),
    creator_id: user.id,
  });
  const impactVersion = await insertRow(database, 'impact_report_versions', {
    subdomain_id,
    impact_report_id: impactReport.id,
    version: 0,
    title: named('older title'),
    sections: ['summary'],
    texts: '{}',
    quotes: '[]',
    figures: JSON.stringify(impactFigures([suggestion.id])),
    figures_at: new Date(),
    created_at: new Date(),
  });
  await insertRow(database, 'impact_report_readers', {
    subdomain_id,
    impact_report_id: impactReport.id,
    user_id: admin.id,
    message: named('message'),
  });
  const auditEntry = await insertRow(database, 'audit_entries', {
    subdomain_id,
    user_id: user.id,
    action: 'sign_in',
    details: JSON.stringify({ name: named('audit entry') }),
  });
  const apiKey = await insertRow(database, 'api_keys', {
    subdomain_id,
    name: named('key'),
    key_hash: hashSecret(newSecret()),
    key_end: 'abcd',
    scopes: ['ideas:read'],
    user_id: admin.id,
  });
  const webhook = await insertRow(database, 'webhooks', {
    subdomain_id,
    name: named('webhook'),
    url: `https://hooks.example/${named('receiver')}`,
    kinds: ['note_created'],
    sealed_secret: Buffer.from('sealed'),
    user_id: admin.id,
  });
  const webhookDelivery = await insertRow(database, 'webhook_deliveries', {
    subdomain_id,
    webhook_id: webhook.id,
    kind: 'note_created',
    subject: named('delivery'),
    body: '{}',
    state: 'failed',
    tries_most: 8,
    give_up_at: new Date(),
    next_try_at: new Date(),
    ended_at: new Date(),
  });
  const sectionOf = (name: string, position: number) =>
    insertRow(database, 'article_sections', { subdomain_id, name: named(name), position });
  const articleSection = await sectionOf('section', 1);
  const articleSection2 = await sectionOf('second section', 2);
  const article = await buildArticle(database, tenant, {
    section_id: articleSection.id,
    title: named('article'),
    author_id: user.id,
  });
  const articleSearch = await insertRow(database, 'article_searches', {
    subdomain_id,
    words: named('words'),
    searches_count: 2,
  });
  const streamOf = (name: string, position: number) =>
    insertRow(database, 'ticket_streams', { subdomain_id, name: named(name), position });
  const stream = await streamOf('stream', 1);
  const stream2 = await streamOf('second stream', 2);
  const ticket = await buildTicket(database, tenant, {
    stream_id: stream.id,
    subject: named('ticket'),
    user_id: user.id,
  });
  const ticketMessage = await insertRow(database, 'ticket_messages', {
    subdomain_id,
    ticket_id: ticket.id,
    kind: 'email',
    body: named('question'),
  });
  const featureStatus = await buildFeatureStatus(database, tenant, {
    name: named('feature status'),
    is_default: true,
  });
  const featureStatus2 = await buildFeatureStatus(database, tenant, { name: named('second feature status') });
  const productArea = await insertRow(database, 'product_areas', {
    subdomain_id,
    name: named('product area'),
    position: 1,
  });
  const roadmapOf = (name: string, position: number) =>
    insertRow(database, 'roadmaps', { subdomain_id, name: named(name), position });
  const roadmap = await roadmapOf('roadmap', 1);
  await roadmapOf('second roadmap', 2);
  const feature = await buildFeature(database, tenant, {
    name: named('feature'),
    feature_status_id: featureStatus.id,
    product_area_id: productArea.id,
    roadmap_id: roadmap.id,
    creator_id: user.id,
    ideas: [suggestion.id],
  });
  const featureEvent = await insertRow(database, 'feature_events', {
    subdomain_id,
    feature_id: feature.id,
    kind: 'name',
    user_id: user.id,
    text: named('feature event'),
  });
  await workspace.drift();
  const ids: Ids = {
    feature: feature.id,
    feature_event: featureEvent.id,
    feature_status: featureStatus.id,
    feature_status_2: featureStatus2.id,
    product_area: productArea.id,
    roadmap_setting: roadmap.id,
    api_key: apiKey.id,
    audit_entry: auditEntry.id,
    webhook: webhook.id,
    webhook_delivery: webhookDelivery.id,
    ticket_stream: stream.id,
    ticket_stream_2: stream2.id,
    ticket: ticket.id,
    ticket_message: ticketMessage.id,
    article_section: articleSection.id,
    article_section_2: articleSection2.id,
    article: article.id,
    article_search: articleSearch.id,
    user: user.id,
    user_2: user2.id,
    external_account: account.id,
    team: team.id,
    forum: forum.id,
    forum_2: forum2.id,
    category: category.id,
    category_2: category2.id,
    saved_view: savedView.id,
    impact_report: impactReport.id,
    impact_report_version: impactVersion.id,
    label: label.id,
    label_2: label2.id,
    status: status.id,
    internal_status: internalStatus.id,
    custom_field: customField.id,
    choice: choice.rows[0]!.id,
    suggestion: suggestion.id,
    suggestion_2: suggestion2.id,
    comment: comment.id,
    feedback_record: feedbackRecord.id,
    note: note.id,
    internal_flag: flag.id,
    status_update: statusUpdate.id,
    internal_status_update: internalStatusUpdate.id,
    attachment: attachment.id,
    activity_entry: entry.id,
    outreach: outreach.id,
    reaction: thumb.id,
    sfdc_opportunity: feedbackRecord.id,
    vsts_work_item: workItem.id,
    jira_issue: issue.id,
    rating: rated.id,
    account_note: accountNote.id,
    period_mark: periodMark.id,
    notification: told.id,
    token: upload.token,
    undo: ABSENT,
    supporter_message: supporterMessage.id,
    mailing: mailing.id,
    delivery: delivery.id,
    message: reply.id,
    export: file.id,
    import: imported.id,
    import_file: importPart.id,
    import_upload: importUpload.id,
    session: session.id,
    passkey: passkey.id,
    theme_set: themeSet.id,
    theme: foundTheme.id,
  };
  return { workspace, ids: { ...(await createOthers(workspace.api, (name) => named(name))), ...ids } };
}

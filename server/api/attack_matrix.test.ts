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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import {
  buildAccount,
  buildAttachment,
  buildCategory,
  buildComment,
  buildCustomField,
  buildFeedbackRecord,
  buildForum,
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
  type TestServices,
} from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { readTenantTables } from '../db/tenant_tables.ts';
import { hashPassword } from '../domain/account/password_hash.ts';
import { hashSecret, newSecret } from '../domain/account/secrets.ts';
import { startTestServer, type TestClient, type TestServer } from '../http/testing.ts';
import { testApi, type TestApi } from '../testing/api.ts';
import { openWorkspace, type TestWorkspace } from '../testing/workspace.ts';
import { catalogue } from './catalogue.ts';
import type { ExecuteAnswer } from './execute.ts';
import { printSchema, typeName } from './schema.ts';

/*
 * Every operation and every id that it takes, called by those who must get nothing: with ids of
 * another workspace, without the right, without a session, with a session of another workspace and
 * by members of the team who may not use the console (design: hardening).
 *
 * A new operation needs an entry in SAMPLES, a new id argument a name in KINDS.
 */

/** Text that stands in every record of the other workspace. */
const MARK = 'FOREIGN';
/** An id that nobody has. */
const ABSENT = '987654321';

/** Kinds of records that ids name; `token` is an uploaded file's, `undo` an action's that can be taken back. */
type Kind =
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
  | 'notification'
  | 'token'
  | 'undo'
  | 'supporter_message'
  | 'mailing'
  | 'delivery'
  | 'message'
  | 'export'
  | 'session';
type Ids = Record<Kind, string> & Record<string, string>;

/** What the last word of an argument's path names; `id` alone is of the record that the operation is about. */
const KINDS: Readonly<Record<string, Kind>> = {
  suggestion: 'suggestion',
  other_suggestion: 'suggestion',
  winner: 'suggestion',
  losers: 'suggestion',
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
  user: 'user',
  creator: 'user',
  creator_id: 'user',
  supporter: 'user',
  assigned_owner: 'user',
  external_account: 'external_account',
  crm_account: 'external_account',
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
  attachment_tokens: 'token',
};
/** What an `id` inside an input object names, by that object's argument. */
const KINDS_INSIDE: Readonly<Record<string, Kind>> = {
  creator: 'user',
  user: 'user',
  filter: 'suggestion',
  categories: 'category',
  statuses: 'status',
  internal_statuses: 'internal_status',
  string_enum_values: 'choice',
  numeric_enum_values: 'choice',
};

type Values = Record<string, unknown>;
/** What an entry of a list must have beside its id. */
const COMPANIONS: Readonly<Record<string, Values>> = {
  categories: { name: 'One' },
  statuses: { name: 'One' },
  internal_statuses: { name: 'One' },
  string_enum_values: { label: 'One' },
  numeric_enum_values: { label: 'One', numeric_value: 1 },
};

interface Sample {
  /** arguments that succeed; `@kind` stands for the id of such a record of the own workspace */
  args?: Values;
  /** what an operation's own `id` names, when its name does not say so */
  id?: Kind;
  /** what an operation's own `ids` name, when they are not ideas */
  ids?: Kind;
  /** done in both workspaces before the call, such as the deletion that is then taken back */
  before?: (api: TestApi, ids: Ids) => Promise<Partial<Ids> | void>;
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

const SAMPLES: Record<string, Sample> = {
  activity_entries: {},
  all_categories: {},
  all_custom_fields: {},
  all_forums: {},
  all_internal_statuses: {},
  all_labels: {},
  all_statuses: {},
  attachments: {},
  autocomplete: { args: { object_type: 'user', attribute: 'name', q: MARK } },
  bulk_status_preview: { args: { ids: ['@suggestion'], status: null } },
  categories: {},
  category: { args: { id: '@category' } },
  comment: { args: { id: '@comment' } },
  comments: {},
  current_subdomain: {},
  current_user: {},
  custom_field: { args: { id: '@custom_field' } },
  custom_fields: {},
  dead_jobs: {},
  deliveries: {},
  export: { args: { id: '@export' } },
  exports: {},
  external_account: { args: { id: '@external_account' } },
  external_accounts: {},
  feedback_record: { args: { id: '@feedback_record' } },
  feedback_records: {},
  forum: { args: { id: '@forum' } },
  forums: {},
  importance_responses: {},
  internal_flags: {},
  internal_status: { args: { id: '@internal_status' } },
  internal_status_update: { args: { id: '@internal_status_update' } },
  internal_status_updates: {},
  internal_statuses: {},
  internal_supporter_report: { args: { id: '@suggestion' }, id: 'suggestion' },
  label: { args: { id: '@label' } },
  label_to_suggestion_states: { args: FILTER },
  labels: {},
  languages: {},
  mail_check: {},
  mail_state: {},
  mailing: { args: { id: '@mailing' } },
  mailings: {},
  messages: {},
  note: { args: { id: '@note' } },
  merge_candidates: {},
  merge_preview: { args: { winner: '@suggestion', losers: ['@suggestion_2'] } },
  notes: {},
  notification: { args: { id: '@notification' } },
  notification_counts: {},
  notification_settings: {},
  notifications: {},
  outbox_mails: {},
  own_profile: {},
  own_sessions: {},
  per_forum_activity: {},
  recipient_preview: { args: { suggestion: '@suggestion', kind: 'status_update' } },
  report_key_figures: {},
  report_top_statuses: {},
  scheduled_jobs: {},
  status: { args: { id: '@status' } },
  status_update: { args: { id: '@status_update' } },
  status_updates: {},
  statuses: {},
  subscriber_report: { args: { suggestion: '@suggestion' } },
  suggestion: { args: { id: '@suggestion' } },
  suggestions: {},
  supporter_message: { args: { id: '@supporter_message' } },
  supporter_messages: {},
  supporters: {},
  undo_entries: {},
  user: { args: { id: '@user' } },
  user_subscription_status: { args: { suggestion: '@suggestion', user: '@user' } },
  users: {},

  attachment_create: {
    args: { blob: Buffer.from('Hello').toString('base64'), fileName: 'hello.txt', contentType: 'text/plain' },
  },
  attachment_delete: { args: { id: '@attachment' } },
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
  comment_delete: { args: { id: '@comment' } },
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
  custom_field_delete: { args: { id: '@custom_field' } },
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
  feedback_record_create: {
    args: {
      body: 'Hello',
      channel: 'admin',
      links: { suggestion: '@suggestion', user: '@user' },
      attachment_tokens: ['@token'],
    },
  },
  feedback_record_delete: { args: { id: '@feedback_record' } },
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
  internal_statuses_update: { args: { internal_statuses: [{ id: '@internal_status', name: 'One' }] } },
  label_create: { args: { name: 'New', parent_id: '@label', forum_ids: ['@forum'] } },
  label_delete: { args: { id: '@label' } },
  label_forum_change: { args: { label_id: '@label', forum_ids: ['@forum_2'] } },
  label_update: { args: { id: '@label_2', name: 'Renamed', parent_id: '@label', forum_ids: ['@forum'] } },
  mail_suppression_create: { args: { email_address: 'nobody@people.example' } },
  mail_suppression_delete: {
    args: { email_address: 'own@people.example' },
    before: async ({ scope }) =>
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
  note_delete: { args: { id: '@note' } },
  note_restore: {
    args: { id: '@note' },
    before: async (api, { note }) => void (await call(api, `mutation { note_delete(id: "${note}") { id } }`)),
  },
  note_update: { args: { id: '@note', body: 'Hello', attachment_tokens: ['@token'] } },
  statuses_update: { args: { statuses: [{ id: '@status', name: 'One' }] } },
  own_email_cancel: {
    before: async (api) =>
      void (await call(
        api,
        'mutation { own_email_update(email_address: "other@people.example") { email_address } }',
      )),
  },
  own_email_update: { args: { email_address: 'other@people.example' } },
  own_password_update: {
    args: { current_password: 'the lamp is green', password: 'the lamp is blue now' },
    before: async ({ scope: { viewer } }) =>
      void (await database.pool.query(
        'update users set password_hash = $3 where subdomain_id = $1 and id = $2',
        [viewer.subdomain_id, viewer.user_id, await hashPassword('the lamp is green')],
      )),
  },
  own_session_end: { args: { id: '@session' }, id: 'session' },
  own_sessions_end_others: {},
  subdomain_host_check: {
    before: async (api) => {
      const { viewer, services } = api.scope;
      viewer.license_type = 'owner';
      const { subdomain_update } = await api.data<{ subdomain_update: { cname_record: { value: string } } }>(
        `mutation { subdomain_update(cname: "own-${viewer.subdomain_id}.people.example") { cname_record { value } } }`,
      );
      services.dns.textsOf = () => Promise.resolve([subdomain_update.cname_record.value]);
    },
  },
  subdomain_update: { args: { name: 'Renamed', default_forum: '@forum' } },
  suggestion_admin_subscribe: {
    args: { id: '@suggestion', user: '@user_2', channel: 'admin', subscribe: true },
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
  suggestion_delete: { args: { id: '@suggestion' } },
  merge_candidate_dismiss: {
    args: { suggestion: '@suggestion', other_suggestion: '@suggestion_2' },
    before: async ({ scope }, { suggestion, suggestion_2 }) =>
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
  supporter_restore: {
    args: { suggestion: '@suggestion', user: '@user' },
    before: async (api, { suggestion, user }) =>
      void (await call(
        api,
        `mutation { supporter_delete(suggestion: "${suggestion}", user: "${user}") { id } }`,
      )),
  },
  user_block: { args: { id: '@user', blocked: true } },
  user_update: {
    args: { id: '@user', name: 'Renamed', crm_account: '@external_account', satisfaction_score: 3 },
  },
  users_find_or_create: { args: { email: `${MARK.toLowerCase()}@people.example`, name: 'New' } },
};

// What each operation takes and answers --------------------------------------------------------------------

interface Operation {
  name: string;
  root: 'query' | 'mutation';
  args: readonly GraphQLArgument[];
  returns: GraphQLOutputType;
  sample: Sample | undefined;
}

const schema = buildSchema(printSchema(catalogue));
const operations: Operation[] = (
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
    sample: SAMPLES[field.name],
  })),
);

/** An argument, or a field of an input object, that holds ids. */
interface IdPath {
  path: string[];
  /** lists on the way: for each step whether the value there is a list */
  lists: boolean[];
}

const isOtherSpelling = (argument: GraphQLArgument | GraphQLInputField): boolean =>
  argument.description?.startsWith('Other spelling of') === true;
const hasList = (type: GraphQLInputType): boolean => isListType(getNullableType(type));

function idPathsOf(
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

/** What the ids of a path name; undefined: nobody has said so. */
function kindOf(operation: Operation, { path }: IdPath): Kind | undefined {
  const last = path.at(-1)!;
  if (last === 'ids' && path.length === 1 && operation.sample?.ids) return operation.sample.ids;
  if (last !== 'id') return KINDS[last];
  if (path.length > 1) return KINDS_INSIDE[path.at(-2)!];
  if (operation.sample?.id) return operation.sample.id;
  const named =
    catalogue.entities.find((entity) =>
      [entity.name, entity.plural, `all_${entity.plural}`].includes(operation.name),
    )?.name ?? entityNames.find((name) => operation.name.startsWith(`${name}_`));
  return named as Kind | undefined;
}

/** The arguments with another id at a path; what is not there yet is made. */
function withId(args: Values, { path, lists }: IdPath, id: string): Values {
  const [name, ...rest] = path as [string, ...string[]];
  const [isList, ...furtherLists] = lists;
  if (rest.length === 0) return { ...args, [name]: isList ? [id] : id };
  const inner = (value: unknown) => withId((value ?? {}) as Values, { path: rest, lists: furtherLists }, id);
  const present = args[name];
  if (!isList) return { ...args, [name]: inner(present) };
  const [first, ...others] = (present ?? [COMPANIONS[name]]) as unknown[];
  return { ...args, [name]: [inner(first), ...others] };
}

/** `@kind` becomes that record's id; a dummy id when there are none. */
function filled(value: unknown, ids: Ids | null): unknown {
  if (typeof value === 'string' && value.startsWith('@'))
    return ids ? (ids[value.slice(1)] ?? expect.fail(`no record for ${value}`)) : '1';
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

function documentOf({ name, root, args, returns }: Operation, given: Values): string {
  const used = args.filter((argument) => argument.name in given);
  const variables = used.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = used.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return `${root}${variables === '' ? '' : ` (${variables})`} { ${name}${passed === '' ? '' : ` (${passed})`} ${selectionOf(returns)} }`;
}

// Two workspaces that hold the same ---------------------------------------------------------------------------

let database: TestDatabase;
let tables: string[];

interface Place {
  workspace: TestWorkspace;
  ids: Ids;
}

async function seed(operation: Operation, mark: string): Promise<Place> {
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
  await insertRow(database, 'suggestion_labels', {
    subdomain_id,
    suggestion_id: suggestion.id,
    label_id: label.id,
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
  const file = await insertRow(database, 'exports', {
    subdomain_id,
    user_id: admin.id,
    collection: 'suggestions',
    format: 'csv',
    params: '{}',
    file_name: named('file'),
  });
  await workspace.drift();
  const ids: Ids = {
    user: user.id,
    user_2: user2.id,
    external_account: account.id,
    team: team.id,
    forum: forum.id,
    forum_2: forum2.id,
    category: category.id,
    category_2: category2.id,
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
    notification: told.id,
    token: upload.token,
    undo: ABSENT,
    supporter_message: supporterMessage.id,
    mailing: mailing.id,
    delivery: delivery.id,
    message: reply.id,
    export: file.id,
    session: session.id,
  };
  return { workspace, ids: { ...ids, ...(await operation.sample?.before?.(workspace.api, ids)) } as Ids };
}

/** A fingerprint of everything that a workspace holds. */
async function fingerprint({ workspace }: Place): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as t, coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as h from ${table} x where x.subdomain_id = $1`,
  );
  parts.push("select 'subdomains', md5(x::text) from subdomains x where x.id = $1");
  const { rows } = await database.pool.query(`select t, h from (${parts.join(' union all ')}) k order by t`, [
    workspace.tenant.id,
  ]);
  return JSON.stringify(rows);
}

/** An answer without what differs between two calls that are alike: ids, times, tokens. */
const alike = (answer: ExecuteAnswer): string =>
  JSON.stringify(answer)
    .replaceAll(/"[^"]*\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g, '"time"')
    .replaceAll(/"(\d+)"/g, '"id"')
    .replaceAll(/token-\d+-\d+|[\w-]{20,}/g, 'token')
    .replaceAll(/Person \d+|person\d+@|tenant-\d+-\d+|\/\d+/g, 'unique');

beforeAll(async () => {
  database = await openTestDatabase();
  tables = [...(await readTenantTables(database.pool))].sort();
});
afterAll(() => database.close());

test('every operation has an entry, and every entry an operation', () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test('every id argument is known by what it names', () => {
  const unknown = operations.flatMap((operation) =>
    idPathsOf(operation.args)
      .filter((path) => kindOf(operation, path) === undefined)
      .map(({ path }) => `${operation.name}.${path.join('.')}`),
  );
  expect(unknown).toEqual([]);
  expect(operations.flatMap((operation) => idPathsOf(operation.args)).length).toBeGreaterThan(150);
});

test('no operation is left without a right: each has a need, and says which', () => {
  for (const { name, requires } of [...catalogue.queries, ...catalogue.commands, ...catalogue.entities])
    expect(requires.label, name).not.toBe('');
});

describe('[PERM-050] ids of another workspace', () => {
  for (const operation of operations) {
    test(`${operation.root} ${operation.name}: foreign and absent ids are answered alike, and nothing foreign is read or changed`, async () => {
      if (!operation.sample) return;
      let own = await seed(operation, 'OWN');
      const foreign = await seed(operation, MARK);
      const foreignBefore = await fingerprint(foreign);
      const run = (given: Values) => own.workspace.api.run(documentOf(operation, given), given);
      const argsNow = () => filled(operation.sample!.args ?? {}, own.ids) as Values;
      for (const path of idPathsOf(operation.args)) {
        const kind = kindOf(operation, path)!;
        const answers: string[] = [];
        for (const id of [foreign.ids[kind], kind === 'token' ? 'no-such-token' : ABSENT]) {
          const before = await fingerprint(own);
          const answer = await run(withId(argsNow(), path, id));
          expect(JSON.stringify(answer), path.path.join('.')).not.toContain(MARK);
          for (const error of answer.errors ?? [])
            expect(error.extensions?.['code'], `${path.path.join('.')}: ${error.message}`).toBe(
              'BAD_USER_INPUT',
            );
          answers.push(alike(answer));
          // what was written must not make the next call another one
          if ((await fingerprint(own)) !== before) own = await seed(operation, 'OWN');
        }
        expect(answers[0], `${operation.name} ${path.path.join('.')}`).toBe(answers[1]);
      }
      expect(await fingerprint(foreign)).toBe(foreignBefore);
      // with its own ids the same call succeeds, so that it was the ids that were refused
      const answer = await run(argsNow());
      expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
      expect(JSON.stringify(answer).replaceAll(`"${MARK.toLowerCase()}@people.example"`, '')).not.toContain(
        MARK,
      );
      expect(await fingerprint(foreign)).toBe(foreignBefore);
    }, 60_000);
  }
});

/**
 * What the call of each command's sample leaves in the audit log; `@kind` as in the samples, `@any` for what is not known before. Commands that add to what
 * people read, and those about one's own reading, leave nothing: the idea's feed and the records themselves tell.
 */
const AUDITED: Readonly<Record<string, readonly { action: string; subject: unknown; details: Values }[]>> = {
  attachment_create: [],
  attachment_delete: [
    { action: 'attachment_delete', subject: '@attachment', details: { file_name: 'OWN file' } },
  ],
  bulk_undo: [{ action: 'bulk_undo', subject: '@undo', details: { changed_count: 1 } }],
  category_create: [{ action: 'category_create', subject: '@any', details: { name: 'New' } }],
  category_delete: [
    {
      action: 'category_delete',
      subject: '@category',
      details: { name: 'OWN category', target: '@category_2' },
    },
  ],
  category_update: [{ action: 'category_update', subject: '@category', details: { name: 'Renamed' } }],
  comment_approve: [
    { action: 'comment_approve', subject: '@comment', details: { suggestion_id: '@suggestion' } },
  ],
  comment_create: [],
  comment_delete: [
    { action: 'comment_delete', subject: '@comment', details: { suggestion_id: '@suggestion' } },
  ],
  comment_restore: [{ action: 'comment_restore', subject: '@comment', details: {} }],
  comment_spam: [{ action: 'comment_spam', subject: '@comment', details: { suggestion_id: '@suggestion' } }],
  comment_update: [],
  comments_bulk_approve: [{ action: 'comments_bulk_approve', subject: null, details: { ids: ['@comment'] } }],
  comments_bulk_delete: [{ action: 'comments_bulk_delete', subject: null, details: { ids: ['@comment'] } }],
  comments_bulk_spam: [{ action: 'comments_bulk_spam', subject: null, details: { ids: ['@comment'] } }],
  custom_field_create: [
    { action: 'custom_field_create', subject: '@any', details: { object_type: 'suggestion', key: 'new' } },
  ],
  custom_field_delete: [
    {
      action: 'custom_field_delete',
      subject: '@custom_field',
      details: { object_type: 'suggestion', key: '@any' },
    },
  ],
  custom_field_update: [
    { action: 'custom_field_update', subject: '@custom_field', details: { key: '@any' } },
  ],
  dead_job_remove: [{ action: 'dead_job_removed', subject: '@dead_job', details: { task: 'export' } }],
  dead_job_retry: [{ action: 'dead_job_retried', subject: '@dead_job', details: { task: 'export' } }],
  export_cancel: [{ action: 'export_cancelled', subject: '@export', details: {} }],
  feedback_record_create: [],
  feedback_record_delete: [
    {
      action: 'feedback_record_delete',
      subject: '@feedback_record',
      details: { suggestion_id: '@suggestion' },
    },
  ],
  feedback_record_restore: [{ action: 'feedback_record_restore', subject: '@feedback_record', details: {} }],
  feedback_record_update: [],
  forum_create: [{ action: 'forum_create', subject: '@any', details: { name: 'New' } }],
  forum_delete: [
    { action: 'forum_delete', subject: '@forum', details: { name: 'OWN forum', target_forum: '@forum_2' } },
  ],
  forum_reorder: [{ action: 'forum_reorder', subject: null, details: { forum_ids: ['@forum_2', '@forum'] } }],
  forum_update: [{ action: 'forum_update', subject: '@forum', details: { changed: ['name', 'categories'] } }],
  internal_flag_clear: [],
  internal_flag_create: [],
  internal_status_update_create: [
    {
      action: 'mailing_create',
      subject: '@any',
      details: {
        kind: 'internal_status_update',
        suggestion_id: '@suggestion',
        internal_status_update_id: '@any',
        expected_count: 1,
      },
    },
  ],
  internal_status_update_update: [],
  internal_statuses_update: [
    { action: 'internal_statuses_update', subject: null, details: { names: ['One'], removed: [] } },
  ],
  label_create: [{ action: 'label_create', subject: '@any', details: { name: 'New' } }],
  label_delete: [{ action: 'label_delete', subject: '@label', details: { names: ['OWN label'] } }],
  label_forum_change: [
    {
      action: 'label_forum_change',
      subject: '@label',
      details: { forum_ids: ['@forum_2'], unlinked_count: 1 },
    },
  ],
  label_update: [
    { action: 'label_update', subject: '@label_2', details: { name: 'Renamed', state: 'active' } },
  ],
  mail_suppression_create: [
    { action: 'mail_suppression_create', subject: 'nobody@people.example', details: {} },
  ],
  mail_suppression_delete: [
    { action: 'mail_suppression_delete', subject: 'own@people.example', details: { reason: 'bounce' } },
  ],
  mailing_call_back: [
    {
      action: 'mailing_call_back',
      subject: '@mailing',
      details: { kind: 'supporter_message', expected_count: 0 },
    },
  ],
  merge_candidate_dismiss: [],
  note_create: [],
  note_delete: [
    { action: 'note_delete', subject: '@note', details: { suggestion_id: '@suggestion', replies: 0 } },
  ],
  note_restore: [{ action: 'note_restore', subject: '@note', details: {} }],
  note_update: [],
  notification_clicked: [],
  notification_settings_update: [],
  notifications_seen: [],
  own_email_cancel: [{ action: 'own_email_cancel', subject: '@admin', details: {} }],
  own_email_update: [
    {
      action: 'own_email_update',
      subject: '@admin',
      details: { old_email_address: '@any', email_address: 'other@people.example' },
    },
  ],
  own_password_update: [{ action: 'own_password_update', subject: '@admin', details: { sessions: 1 } }],
  own_session_end: [{ action: 'own_session_end', subject: '@admin', details: { sessions: 1 } }],
  own_sessions_end_others: [{ action: 'own_session_end', subject: '@admin', details: { sessions: 1 } }],
  status_update_create: [
    {
      action: 'mailing_create',
      subject: '@any',
      details: {
        kind: 'status_update',
        suggestion_id: '@suggestion',
        status_update_id: '@any',
        expected_count: 1,
      },
    },
  ],
  status_update_update: [],
  statuses_update: [{ action: 'statuses_update', subject: null, details: { names: ['One'], removed: [] } }],
  subdomain_host_check: [
    { action: 'subdomain_host_check', subject: '@workspace', details: { cname: '@any' } },
    { action: 'subdomain_host_proved', subject: '@workspace', details: { cname: '@any' } },
  ],
  subdomain_update: [
    { action: 'subdomain_update', subject: '@workspace', details: { changed: ['name', 'default_forum'] } },
  ],
  suggestion_admin_subscribe: [],
  suggestion_approve: [{ action: 'suggestion_approve', subject: '@suggestion', details: {} }],
  suggestion_assign: [],
  suggestion_create: [],
  suggestion_delete: [
    { action: 'suggestion_delete', subject: '@suggestion', details: { title: 'OWN idea' } },
  ],
  suggestion_labels_update: [],
  suggestion_merge: [
    { action: 'suggestion_merge', subject: '@suggestion', details: { losers: ['@suggestion_2'] } },
  ],
  suggestion_restore: [{ action: 'suggestion_restore', subject: '@suggestion', details: {} }],
  suggestion_spam: [{ action: 'suggestion_spam', subject: '@suggestion', details: {} }],
  suggestion_unmerge: [{ action: 'suggestion_unmerge', subject: null, details: { ids: ['@suggestion_2'] } }],
  suggestion_update: [],
  suggestions_bulk_approve: [
    { action: 'suggestions_bulk_approve', subject: null, details: { ids: ['@suggestion'] } },
  ],
  suggestions_bulk_assign: [
    {
      action: 'suggestions_bulk_assign',
      subject: null,
      details: { ids: ['@suggestion'], assigned_owner_id: '@user' },
    },
  ],
  suggestions_bulk_category: [
    {
      action: 'suggestions_bulk_category',
      subject: null,
      details: { ids: ['@suggestion'], category_id: '@category_2' },
    },
  ],
  suggestions_bulk_delete: [
    { action: 'suggestions_bulk_delete', subject: null, details: { ids: ['@suggestion'] } },
  ],
  suggestions_bulk_forum: [
    {
      action: 'suggestions_bulk_forum',
      subject: null,
      details: { ids: ['@suggestion'], forum_id: '@forum_2', category_id: null },
    },
  ],
  suggestions_bulk_label: [
    {
      action: 'suggestions_bulk_label',
      subject: null,
      details: { ids: ['@suggestion'], add: ['@label_2'], remove: ['@label'] },
    },
  ],
  suggestions_bulk_spam: [
    { action: 'suggestions_bulk_spam', subject: null, details: { ids: ['@suggestion'] } },
  ],
  suggestions_bulk_status: [
    {
      action: 'suggestions_bulk_status',
      subject: null,
      details: { ids: ['@suggestion'], status_id: null, notified: true },
    },
  ],
  supporter_delete: [{ action: 'supporter_delete', subject: '@suggestion', details: { user_id: '@user' } }],
  supporter_message_create: [
    {
      action: 'mailing_create',
      subject: '@any',
      details: {
        kind: 'supporter_message',
        suggestion_id: '@suggestion',
        supporter_message_id: '@any',
        expected_count: 1,
      },
    },
  ],
  supporter_restore: [{ action: 'supporter_restore', subject: '@suggestion', details: { user_id: '@user' } }],
  user_block: [{ action: 'user_blocked', subject: '@user', details: {} }],
  user_update: [
    { action: 'user_update', subject: '@user', details: { changed: ['name', 'satisfaction_score'] } },
  ],
  users_find_or_create: [],
};

describe('the audit log', () => {
  const commands = operations.filter(({ root }) => root === 'mutation');

  test('every command says what it leaves in the audit log', () => {
    expect(Object.keys(AUDITED).toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  });

  for (const operation of commands) {
    test(`mutation ${operation.name} leaves ${(AUDITED[operation.name] ?? []).map(({ action }) => action).join(', ') || 'nothing'}`, async () => {
      const { workspace, ids } = await seed(operation, 'OWN');
      const { admin, tenant } = workspace;
      const { rows: earlier } = await database.pool.query<{ id: string }>(
        'select id from audit_entries where subdomain_id = $1',
        [tenant.id],
      );
      const given = filled(operation.sample?.args ?? {}, ids) as Values;
      expect((await workspace.api.run(documentOf(operation, given), given)).errors).toBeUndefined();
      const { rows } = await database.pool.query(
        'select action, subject, user_id, details from audit_entries where subdomain_id = $1 and not id = any($2) order by id',
        [tenant.id, earlier.map(({ id }) => id)],
      );
      const expected = (AUDITED[operation.name] ?? []).map(({ action, subject, details }) => ({
        action,
        subject,
        user_id: '@admin',
        details,
      }));
      expect(rows).toEqual(
        filled(expected, {
          ...ids,
          admin: admin.id,
          workspace: tenant.id,
          any: expect.any(String) as string,
        } as Ids),
      );
    });
  }
});

describe('if_updated_at', () => {
  for (const operation of operations.filter(({ args }) =>
    args.some(({ name }) => name === 'if_updated_at'),
  )) {
    test(`mutation ${operation.name}: a record that has changed since is not changed again, and stands in the answer`, async () => {
      const own = await seed(operation, 'OWN');
      const before = await fingerprint(own);
      const given = {
        ...(filled(operation.sample?.args ?? {}, own.ids) as Values),
        if_updated_at: '2020-01-01T00:00:00.000Z',
      };
      const { errors } = await own.workspace.api.run(documentOf(operation, given), given);
      expect(errors).toMatchObject([
        {
          extensions: {
            code: 'BAD_USER_INPUT',
            field: 'if_updated_at',
            reason: 'changed',
            current: expect.anything(),
          },
        },
      ]);
      expect(await fingerprint(own)).toBe(before);
    });
  }
});

const needsOf = ({ name }: Operation) =>
  [...catalogue.queries, ...catalogue.commands].find((declared) => declared.name === name)?.requires ??
  catalogue.entities.find((entity) => [entity.name, entity.plural, `all_${entity.plural}`].includes(name))!
    .requires;

describe('[PERM-004] [PERM-006] an admin without the right', () => {
  for (const operation of operations) {
    test(`${operation.root} ${operation.name}`, async () => {
      if (!operation.sample) return;
      const own = await seed(operation, 'OWN');
      const before = await fingerprint(own);
      const { tenant, admin } = own.workspace;
      const viewer = { ...viewerOf(tenant, admin), permissions: NO_PERMISSIONS, authorized_features: [] };
      const given = filled(operation.sample.args ?? {}, own.ids) as Values;
      const answer = await (await testApi(database, viewer)).run(documentOf(operation, given), given);
      if (needsOf(operation).allows(viewer)) {
        expect(answer.errors).toBeUndefined();
        return;
      }
      expect(answer.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      expect(Object.values((answer.data ?? {}) as Values).every((value) => value === null)).toBe(true);
      expect(await fingerprint(own)).toBe(before);
    });
  }
});

describe('over HTTP', () => {
  let server: TestServer;
  let outsiders: Record<string, TestClient>;
  let stranger: TestClient;
  beforeAll(async () => {
    server = await startTestServer();
    outsiders = {
      support: await server.createUser({ license_type: 'support' }),
      contributor: await server.createUser({ license_type: 'contributor' }),
      member: await server.createUser({ license_type: 'none' }),
    };
    stranger = await server.createUser({ tenant: await server.createTenant() });
  });
  afterAll(() => server.close());

  for (const operation of operations) {
    test(`${operation.root} ${operation.name}: nothing for the anonymous, for another workspace's session, for who may not use the console`, async () => {
      const given = filled(operation.sample?.args ?? {}, null) as Values;
      const json = { query: documentOf(operation, given), variables: given };
      const post = (headers: Record<string, string>) =>
        server.ask('/api/v2/admin/graphql', { method: 'POST', json, headers });
      for (const headers of [
        {},
        { authorization: 'Bearer nonsense' },
        { authorization: `Bearer ${await stranger.token()}` },
      ] as Record<string, string>[]) {
        const answer = await post(headers);
        expect(answer.status).toBe(401);
        expect(answer.json<ExecuteAnswer>()).toMatchObject({
          errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
        });
        expect(answer.json()).not.toHaveProperty('data');
      }
      for (const client of Object.values(outsiders)) {
        const answer = (await client.post(json.query, given)).json<ExecuteAnswer>();
        expect(answer).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
        expect(answer).not.toHaveProperty('data');
      }
    });
  }
});

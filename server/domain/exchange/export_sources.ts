import { ACTIVITY_OBJECT, type ActivityKind, type ExportInclude } from '../../../contract/activity.ts';
import { parseDate } from '../../../contract/dates.ts';
import type { ExportedList, ExportUserField } from '../../../contract/exports.ts';
import type { IdeaExportColumn } from '../../../contract/idea_fields.ts';
import { SUGGESTION_STATE_FILTERS, type CustomFieldObjectType } from '../../../contract/states.ts';
import type { Entity } from '../../core/entity.ts';
import { htmlToText } from '../../text/html.ts';
import { replacesDefault } from '../../listing/filters.ts';
import { ListWriter, type RecordsRow } from '../../listing/list_writer.ts';
import type { Selection } from '../../core/reads.ts';
import {
  hasValues,
  inAllWords,
  nearOf,
  searchedWords,
  withoutSearch,
  withSearchedWords,
} from '../../listing/reader.ts';
import type { Scope, Snapshot } from '../../core/scope.ts';
import type { Viewer } from '../../core/viewer.ts';
import { Writer, type Statement } from '../../sql/writer.ts';
import { auditSentence } from '../../../contract/audit.ts';
import { auditEntry } from '../account/audit/audit_entry.ts';
import { user } from '../account/user.ts';
import { activityEntry } from '../conversation/activity_entry.ts';
import { comment } from '../conversation/comment.ts';
import { feedbackRecord } from '../conversation/feedback_record.ts';
import { internalFlag } from '../conversation/internal_flag.ts';
import { note } from '../conversation/note.ts';
import { internalStatusUpdate, statusUpdate } from '../conversation/status_update.ts';
import { supporterMessage } from '../conversation/supporter_message.ts';
import { externalAccount } from '../customers/external_account.ts';
import { category } from '../ideas/category.ts';
import { forum } from '../ideas/forum.ts';
import { label } from '../ideas/label.ts';
import { internalStatus, status } from '../ideas/status.ts';
import { suggestion } from '../ideas/suggestion.ts';
import type { Cell } from '../../../contract/cells.ts';
import {
  filterValues,
  LISTED,
  type ActivityParams,
  type ExportParams,
  type IdeasParams,
  type ListParams,
} from './export_request.ts';

/** Rows read at once: enough to keep the database busy, few enough for the longest texts. */
const BATCH_ROWS = 100;

const ENTITIES: ReadonlyMap<string, Entity> = new Map(
  [
    user,
    externalAccount,
    suggestion,
    forum,
    category,
    label,
    status,
    internalStatus,
    comment,
    feedbackRecord,
    note,
    internalFlag,
    statusUpdate,
    internalStatusUpdate,
    supporterMessage,
    activityEntry,
    auditEntry,
  ].map((entity) => [entity.name, entity]),
);

/** The rows of an export, in one snapshot of the database. */
export interface ExportSource {
  header: string[];
  /** how many rows there will be, exactly */
  count: number;
  batches: () => AsyncGenerator<Cell[][]>;
}

/** A record as the list writer answers it. */
type Row = Record<string, unknown>;

interface Column {
  name: string;
  cell: (row: Row) => Cell;
}

/**
 * Opens the rows of an export. What they hold is read with the rights of the person who asked, by the same
 * declarations as the API: what they may not see there is not in the file.
 */
export async function openSource(
  scope: Scope,
  snapshot: Snapshot,
  viewer: Viewer,
  params: ExportParams,
): Promise<ExportSource> {
  switch (params.collection) {
    case 'suggestions':
      return openIdeas(scope, snapshot, viewer, params);
    case 'suggestion_activity_entries':
      return openActivity(snapshot, viewer, params);
    default:
      return openList(snapshot, viewer, params);
  }
}

/** Rows in batches: ids by a cursor, the records of each batch by their ids. */
async function* readBatches(
  snapshot: Snapshot,
  viewer: Viewer,
  entity: Entity,
  ids: AsyncIterable<string[]>,
  selection: Selection,
  columns: readonly Column[],
): AsyncGenerator<Cell[][]> {
  for await (const batch of ids) {
    const [row] = await snapshot.read<RecordsRow>(
      new ListWriter(ENTITIES, viewer).byIds(entity, batch, selection),
    );
    const records = JSON.parse(row!.records) as Row[];
    yield records.map((record) => columns.map(({ cell }) => cell(record)));
  }
}

async function* idBatches(snapshot: Snapshot, statement: Statement): AsyncGenerator<string[]> {
  for await (const rows of snapshot.batches<{ id: string }>(statement, BATCH_ROWS))
    yield rows.map(({ id }) => id);
}

/** How many rows a list has, by the statement that counts them. */
async function totalOf(snapshot: Snapshot, statement: Statement): Promise<number> {
  const [row] = await snapshot.read<{ total: number }>(statement);
  return row!.total;
}

// Values of records -----------------------------------------------------------------------------------------

const inner = (row: Row | null, name: string): Row | null => (row?.[name] ?? null) as Row | null;
const value = (row: Row | null, name: string): Cell => {
  const found = row?.[name];
  return found === undefined || found === null
    ? null
    : typeof found === 'number'
      ? found
      : typeof found === 'boolean'
        ? found
          ? 'yes'
          : 'no'
        : String(found);
};
/** A time of a record; null when there is none. */
const time = (row: Row | null, name: string): Cell => {
  const found = row?.[name];
  return typeof found === 'string' ? new Date(found) : null;
};
/** The text of a record: its marks are no words. */
const textOf = (row: Row | null, name = 'body', mimeType = 'body_mime_type'): string => {
  const body = row?.[name];
  if (typeof body !== 'string') return '';
  return (row![mimeType] ?? 'text/html') === 'text/html' ? htmlToText(body, 'mail') : body;
};
const column = (name: string, cell: (row: Row) => Cell): Column => ({ name, cell });

// Activity ---------------------------------------------------------------------------------------------------

const PERSON: Selection = { id: true, name: true };
const TEXT: Selection = { id: true, body: true, body_mime_type: true };

/** What each kind of record adds to a row, when it comes along; `of` is the record in the entry. */
const INCLUDED: Readonly<
  Record<
    Exclude<ExportInclude, 'users'>,
    { of: string; selection: Selection; columns: (record: (row: Row) => Row | null) => Column[] }
  >
> = {
  comments: {
    of: 'comment',
    selection: { ...TEXT, state: true, is_admin_comment: true, created_by: PERSON },
    columns: (of) => [
      column('comment_id', (row) => value(of(row), 'id')),
      column('comment_author', (row) => value(inner(of(row), 'created_by'), 'name')),
      column('comment_state', (row) => value(of(row), 'state')),
      column('comment_by_team', (row) => value(of(row), 'is_admin_comment')),
    ],
  },
  notes: {
    of: 'note',
    selection: { ...TEXT, created_by: PERSON, parent: { id: true } },
    columns: (of) => [
      column('note_id', (row) => value(of(row), 'id')),
      column('note_author', (row) => value(inner(of(row), 'created_by'), 'name')),
      column('note_answers_note_id', (row) => value(inner(of(row), 'parent'), 'id')),
    ],
  },
  feedback_records: {
    of: 'feedback_record',
    selection: {
      ...TEXT,
      channel: true,
      source_url: true,
      severity: true,
      nps_rating: true,
      user: PERSON,
      captured_by: PERSON,
    },
    columns: (of) => [
      column('feedback_id', (row) => value(of(row), 'id')),
      column('feedback_from', (row) => value(inner(of(row), 'user'), 'name')),
      column('feedback_captured_by', (row) => value(inner(of(row), 'captured_by'), 'name')),
      column('feedback_channel', (row) => value(of(row), 'channel')),
      column('feedback_source_url', (row) => value(of(row), 'source_url')),
      column('feedback_severity', (row) => value(of(row), 'severity')),
      column('feedback_nps_rating', (row) => value(of(row), 'nps_rating')),
    ],
  },
  status_updates: {
    of: 'status_update',
    selection: {
      id: true,
      html_body: true,
      mail_sent_count: true,
      old_status: { name: true },
      new_status: { name: true },
    },
    columns: (of) => [
      column('status_update_id', (row) => value(of(row), 'id')),
      column('old_status', (row) => value(inner(of(row), 'old_status'), 'name')),
      column('new_status', (row) => value(inner(of(row), 'new_status'), 'name')),
      column('status_update_mails', (row) => value(of(row), 'mail_sent_count')),
    ],
  },
  internal_status_updates: {
    of: 'internal_status_update',
    selection: { id: true, html_text: true, mail_sent_count: true, new_internal_status: { name: true } },
    columns: (of) => [
      column('internal_status_update_id', (row) => value(of(row), 'id')),
      column('new_internal_status', (row) => value(inner(of(row), 'new_internal_status'), 'name')),
      column('internal_status_update_mails', (row) => value(of(row), 'mail_sent_count')),
    ],
  },
  supporter_messages: {
    of: 'supporter_message',
    selection: { ...TEXT, email_subject: true, mail_sent_count: true, reply_count: true },
    columns: (of) => [
      column('message_id', (row) => value(of(row), 'id')),
      column('message_subject', (row) => value(of(row), 'email_subject')),
      column('message_mails', (row) => value(of(row), 'mail_sent_count')),
      column('message_replies', (row) => value(of(row), 'reply_count')),
    ],
  },
  internal_flags: {
    of: 'internal_flag',
    selection: { id: true, reason: true, cleared_at: true, cleared_message: true, cleared_by: PERSON },
    columns: (of) => [
      column('flag_id', (row) => value(of(row), 'id')),
      column('flag_reason', (row) => value(of(row), 'reason')),
      column('flag_cleared_at', (row) => time(of(row), 'cleared_at')),
      column('flag_cleared_by', (row) => value(inner(of(row), 'cleared_by'), 'name')),
    ],
  },
  tickets: {
    // a ticket stands in the entry itself, by its number
    of: 'details',
    selection: {},
    columns: (of) => [column('ticket_id', (row) => value(of(row), 'ticket_id'))],
  },
};

/** Traits of people: what is known of them beside name, address and account. */
const TRAITS = ['job_title', 'city', 'region', 'country', 'satisfaction_score'] as const;

function userColumns(excluded: readonly ExportUserField[]): { selection: Selection; columns: Column[] } {
  const of = (row: Row): Row | null => inner(row, 'user');
  const has = (field: ExportUserField): boolean => !excluded.includes(field);
  return {
    selection: {
      ...(has('email_address') ? { email_address: true as const } : {}),
      ...(has('account') ? { crm_account: { name: true } } : {}),
      ...(has('traits') ? (Object.fromEntries(TRAITS.map((trait) => [trait, true])) as Selection) : {}),
    },
    columns: [
      ...(has('email_address') ? [column('user_email', (row) => value(of(row), 'email_address'))] : []),
      ...(has('account')
        ? [column('user_account', (row) => value(inner(of(row), 'crm_account'), 'name'))]
        : []),
      ...(has('traits')
        ? TRAITS.map((trait) => column(`user_${trait}`, (row) => value(of(row), trait)))
        : []),
    ],
  };
}

/** The words of an entry: those of the record that it tells of, else what it tells itself. */
function bodyOf(row: Row): string {
  const kind = row['kind'] as ActivityKind;
  const details = (inner(row, 'details') ?? {}) as Row;
  switch (kind) {
    case 'suggestion_created':
      return textOf(inner(row, 'suggestion'));
    case 'status_updated':
      return textOf(inner(row, 'status_update'), 'html_body');
    case 'internal_status_updated':
      return textOf(inner(row, 'internal_status_update'), 'html_text');
    case 'internal_flag_created':
      return String(value(inner(row, 'internal_flag'), 'reason') ?? '');
    case 'internal_flag_cleared':
      return String(value(inner(row, 'internal_flag'), 'cleared_message') ?? '');
    case 'merge_created':
    case 'merge_reversed':
    case 'suggestion_split':
      return String(value(inner(row, 'related_suggestion'), 'title') ?? '');
    case 'suggestion_updated':
      return [
        details['new_title'],
        typeof details['new_body'] === 'string' ? htmlToText(details['new_body'], 'mail') : null,
      ]
        .filter((part) => typeof part === 'string' && part !== '')
        .join('\n');
    case 'outreach_created':
    case 'ticket_created':
      return [details['title'], details['subject'], details['body']]
        .filter((part) => typeof part === 'string' && part !== '')
        .map((part) => htmlToText(part as string, 'mail'))
        .join('\n');
    default:
      return textOf(inner(row, ACTIVITY_OBJECT[kind] ?? ''));
  }
}

/** Records that hold the words of entries of these kinds, whether they come along or not. */
function bodySelection(kinds: readonly ActivityKind[]): Selection {
  const has = (...wanted: ActivityKind[]): boolean => wanted.some((kind) => kinds.includes(kind));
  return {
    ...(has('comment_created') ? { comment: TEXT } : {}),
    ...(has('feedback_record_created') ? { feedback_record: TEXT } : {}),
    ...(has('note_created') ? { note: TEXT } : {}),
    ...(has('supporter_message_created') ? { supporter_message: TEXT } : {}),
    ...(has('status_updated') ? { status_update: { html_body: true } } : {}),
    ...(has('internal_status_updated') ? { internal_status_update: { html_text: true } } : {}),
    ...(has('internal_flag_created', 'internal_flag_cleared')
      ? { internal_flag: { reason: true, cleared_message: true } }
      : {}),
    ...(has('merge_created', 'merge_reversed', 'suggestion_split')
      ? { related_suggestion: { id: true, title: true } }
      : {}),
  };
}

async function openActivity(
  snapshot: Snapshot,
  viewer: Viewer,
  params: ActivityParams,
): Promise<ExportSource> {
  const w = new Writer(viewer.subdomain_id);
  const ideas = await resolved(snapshot, viewer, filterValues(params));
  const conditions = activityConditions(w, viewer, params, ideas);
  const from = `from activity_entries t where ${conditions}`;
  const [{ count }] = (await snapshot.read<{ count: number }>({
    text: `select count(*)::int as count ${from}`,
    values: w.values,
  })) as [{ count: number }];

  const people = params.includes.includes('users')
    ? userColumns(params.exclude_user_fields)
    : { selection: {}, columns: [] };
  const records = params.includes
    .filter((include) => include !== 'users')
    .map((include) => INCLUDED[include]);
  const selection: Selection = {
    id: true,
    kind: true,
    details: true,
    created_at: true,
    user: { ...PERSON, ...people.selection },
    suggestion: {
      id: true,
      title: true,
      ...(params.kinds.includes('suggestion_created') ? { body: true, body_mime_type: true } : {}),
    },
    ...bodySelection(params.kinds),
  };
  for (const { of, selection: wanted } of records)
    if (of !== 'details') selection[of] = { ...(selection[of] as Selection | undefined), ...wanted };
  const columns: Column[] = [
    column('id', (row) => value(row, 'id')),
    column('created_at', (row) => time(row, 'created_at')),
    column('kind', (row) => value(row, 'kind')),
    column('suggestion_id', (row) => value(inner(row, 'suggestion'), 'id')),
    column('suggestion_title', (row) => value(inner(row, 'suggestion'), 'title')),
    column('user_id', (row) => value(inner(row, 'user'), 'id')),
    column('user_name', (row) => value(inner(row, 'user'), 'name')),
    column('body', bodyOf),
    ...people.columns,
    ...records.flatMap(({ of, columns: made }) => made((row) => inner(row, of))),
  ];
  const ids = { text: `select t.id::text as id ${from} order by t.created_at, t.id`, values: w.values };
  return {
    header: columns.map(({ name }) => name),
    count,
    batches: () => readBatches(snapshot, viewer, activityEntry, idBatches(snapshot, ids), selection, columns),
  };
}

/** Which entries: of the kinds, of the ideas that the filters leave, by the people, in the period. */
function activityConditions(
  w: Writer,
  viewer: Viewer,
  params: ActivityParams,
  ideas: Readonly<Record<string, unknown>>,
): string {
  const own = new ListWriter(ENTITIES, viewer, {}, w);
  const parts = [
    own.conditions(
      activityEntry,
      { kind: params.kinds, ...(params.suggestion === null ? {} : { suggestion: [params.suggestion] }) },
      't',
    ),
  ];
  const filters: Record<string, unknown> = {
    ...ideas,
    // 'spam: false' leaves spam out; spam that comes along is one state among all
    ...(params.spam ? {} : { spam: false }),
    ...(params.status_none ? { status_none: true } : {}),
  };
  // all states but deleted, where the list of ideas would show the open ones alone
  if (params.spam && filters['state'] === undefined) filters['state'] = [...SUGGESTION_STATE_FILTERS];
  parts.push(
    `t.suggestion_id in (select s.id from suggestions s where ${own.conditions(suggestion, filters, 's')})`,
  );
  if (params.users.length > 0) parts.push(`t.user_id = any(${w.value(params.users)}::bigint[])`);
  const start = params.period_start === null ? null : parseDate(params.period_start, new Date());
  const end = params.period_end === null ? null : parseDate(params.period_end, new Date(), 'end');
  if (start) parts.push(`t.created_at >= ${w.value(start)}`);
  if (end) parts.push(`t.created_at <= ${w.value(end)}`);
  return parts.join(' and ');
}

// People, accounts and the audit log ---------------------------------------------------------------------------

const AUDIT_COLUMNS: readonly Column[] = [
  column('created_at', (row) => time(row, 'created_at')),
  column('user_name', (row) => value(inner(row, 'user'), 'name')),
  column('user_email', (row) => value(inner(row, 'user'), 'email_address')),
  column('what', (row) => auditSentence(String(row['action']))),
  ...['action', 'subject', 'details', 'ip'].map((name) => column(name, (row) => value(row, name))),
];
const AUDIT_SELECTION: Selection = {
  id: true,
  action: true,
  subject: true,
  details: true,
  ip: true,
  created_at: true,
  user: { name: true, email_address: true },
};

/** A column of a list: the field of its name, but for the ones that lead to a record or hold a time. */
const PLAIN = (name: string): Column => column(name, (row) => value(row, name));
const TIME = (name: string): Column => column(name, (row) => time(row, name));

/** By names that an import of people and accounts reads again. */
const USER_COLUMNS: readonly Column[] = [
  ...['id', 'email_address', 'guid', 'name', 'job_title', 'city', 'region', 'country'].map(PLAIN),
  column('account_external_id', (row) => value(inner(row, 'crm_account'), 'external_id')),
  column('account', (row) => value(inner(row, 'crm_account'), 'name')),
  ...[
    'license_type',
    'allowed_state',
    'satisfaction_score',
    'supported_suggestions_count',
    'is_subscribed',
    'status_notifications',
    'comment_notifications',
  ].map(PLAIN),
  ...['last_login', 'created_at'].map(TIME),
];
const ACCOUNT_COLUMNS: readonly Column[] = [
  PLAIN('id'),
  column('account_external_id', (row) => value(row, 'external_id')),
  column('account', (row) => value(row, 'name')),
  ...[
    'plan',
    'mrr',
    'ltv',
    'revenue',
    'users_count',
    'supported_ideas_count',
    'requests_count',
    'nps',
    'has_internal_flag',
  ].map(PLAIN),
  ...['external_created_at', 'last_active_at', 'created_at'].map(TIME),
];
const fieldsNamed = (columns: readonly Column[]): Selection =>
  Object.fromEntries(columns.map(({ name }) => [name, true]));
const LISTS: Readonly<Record<ExportedList, { selection: Selection; columns: readonly Column[] }>> = {
  users: {
    selection: {
      ...fieldsNamed(USER_COLUMNS.filter(({ name }) => !name.startsWith('account'))),
      crm_account: { external_id: true, name: true },
    },
    columns: USER_COLUMNS,
  },
  external_accounts: {
    selection: {
      ...fieldsNamed(ACCOUNT_COLUMNS.filter(({ name }) => !name.startsWith('account'))),
      external_id: true,
      name: true,
    },
    columns: ACCOUNT_COLUMNS,
  },
  audit_entries: { selection: AUDIT_SELECTION, columns: AUDIT_COLUMNS },
};

/** Kinds of record whose custom fields stand in the file of a list. */
const HOLDERS: Readonly<Partial<Record<ExportedList, CustomFieldObjectType>>> = {
  users: 'user',
  external_accounts: 'account',
};

/** A column for each custom field of a list, by a name that an import of people and accounts reads again. */
async function customColumns(snapshot: Snapshot, viewer: Viewer, list: ExportedList): Promise<Column[]> {
  const holder = HOLDERS[list];
  if (holder === undefined) return [];
  const fields = await snapshot.read<{ key: string }>({
    text: 'select f.key from custom_fields f where f.subdomain_id = $1 and f.object_type = $2 order by f.id',
    values: [viewer.subdomain_id, holder],
  });
  return fields.map(({ key }) =>
    column(`custom_${key}`, (row) =>
      value(((row['custom_field_values'] ?? []) as Row[]).find((one) => one['key'] === key) ?? null, 'value'),
    ),
  );
}

async function openList(snapshot: Snapshot, viewer: Viewer, params: ListParams): Promise<ExportSource> {
  const entity = LISTED[params.collection];
  const filters = filterValues(params);
  const write = (): ListWriter => new ListWriter(ENTITIES, viewer, filters);
  const count = await totalOf(snapshot, write().total(entity, filters, null));
  const ids = idBatches(snapshot, write().ids(entity, filters, params.sort ?? null));
  // what the person may not see is no column
  const may = (name: string): boolean => entity.fields[name]?.requires?.allows(viewer) !== false;
  const { selection: all, columns: named } = LISTS[params.collection];
  const custom = await customColumns(snapshot, viewer, params.collection);
  const selection = {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => may(name))),
    ...(custom.length === 0 ? {} : { custom_field_values: true as const }),
  };
  const columns = [...named.filter(({ name }) => may(name)), ...custom];
  return {
    header: columns.map(({ name }) => name),
    count,
    batches: () => readBatches(snapshot, viewer, entity, ids, selection, columns),
  };
}

// Ideas ------------------------------------------------------------------------------------------------------

/** What a column reads and shows. */
interface IdeaColumn {
  selection: Selection;
  cell: (row: Row) => Cell;
}

/** Columns that are more than the field of their name, or the name of the record that it leads to. */
const IDEA_COLUMNS: Readonly<Partial<Record<IdeaExportColumn, IdeaColumn>>> = {
  body: { selection: { body: true, body_mime_type: true }, cell: (row) => textOf(row) },
  weekly_votes: {
    selection: { weekly_votes: true },
    cell: (row) => ((row['weekly_votes'] ?? []) as number[]).join(' '),
  },
  labels: {
    selection: { labels: { full_name: true } },
    cell: (row) => ((row['labels'] ?? []) as Row[]).map((one) => one['full_name']).join(', '),
  },
  created_by_email: {
    selection: { created_by: { email_address: true } },
    cell: (row) => value(inner(row, 'created_by'), 'email_address'),
  },
  last_activity_at: { selection: { last_activity_at: true }, cell: (row) => time(row, 'last_activity_at') },
  created_at: {
    selection: { created_at: true, is_dated: true },
    cell: (row) => (row['is_dated'] === false ? null : time(row, 'created_at')),
  },
};

/** What a column of an export of ideas reads and shows. @throws Error for one that is no field of an idea and not told how to be read */
export function ideaColumn(name: IdeaExportColumn): IdeaColumn {
  const own = IDEA_COLUMNS[name];
  if (own) return own;
  const field = suggestion.fields[name];
  if (field?.kind === 'one')
    return { selection: { [name]: { name: true } }, cell: (row) => value(inner(row, name), 'name') };
  if (field?.kind === 'column') return { selection: { [name]: true }, cell: (row) => value(row, name) };
  throw new Error(`An export cannot show ${name} of an idea as it is`);
}

/** Filters of the list of ideas with what is looked up before. */
function resolved(
  snapshot: Snapshot,
  viewer: Viewer,
  filters: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  return suggestion.list!.resolve!((statement) => snapshot.read(statement), viewer, filters);
}

async function openIdeas(
  scope: Scope,
  snapshot: Snapshot,
  viewer: Viewer,
  params: IdeasParams,
): Promise<ExportSource> {
  const wanted = await resolved(snapshot, viewer, filterValues(params));
  const given = withSearchedWords(
    wanted,
    await searchedWords(suggestion, (statement) => snapshot.read(statement), viewer.subdomain_id, {
      filters: wanted,
      sort: params.sort,
    }),
  );
  // the same ideas as on the screen
  const all = inAllWords(suggestion, given, params.sort);
  const filters =
    all !== null &&
    (await totalOf(snapshot, new ListWriter(ENTITIES, viewer, all).total(suggestion, all, 1))) > 0
      ? all
      : given;
  const write = (): ListWriter => new ListWriter(ENTITIES, viewer, filters);
  const count = await totalOf(snapshot, write().total(suggestion, filters, null));
  const selection: Selection = { id: true };
  const asked = params.columns.map((name) => ({ name, ...ideaColumn(name) }));
  for (const { selection: own } of asked) {
    for (const [field, wanted] of Object.entries(own)) {
      selection[field] =
        wanted === true ? true : { ...(selection[field] as Selection | undefined), ...wanted };
    }
  }
  const columns = [
    column('id', (row) => value(row, 'id')),
    ...asked.map(({ name, cell }) => column(name, cell)),
  ];
  const first = await rankedIds(scope, snapshot, viewer, filters, params.sort);
  const rest = write().ids(suggestion, filters, params.sort);
  const ids = async function* (): AsyncGenerator<string[]> {
    const seen = new Set(first);
    for (let at = 0; at < first.length; at += BATCH_ROWS) yield first.slice(at, at + BATCH_ROWS);
    for await (const batch of idBatches(snapshot, rest)) {
      const further = batch.filter((id) => !seen.has(id));
      if (further.length > 0) yield further;
    }
  };
  return {
    header: columns.map(({ name }) => name),
    count,
    batches: () => readBatches(snapshot, viewer, suggestion, ids(), selection, columns),
  };
}

/** A searched list that is not sorted otherwise begins with the best hits, as on the screen; those that the snapshot holds. */
async function rankedIds(
  scope: Scope,
  snapshot: Snapshot,
  viewer: Viewer,
  filters: Readonly<Record<string, unknown>>,
  sort: string | null,
): Promise<string[]> {
  const { q } = filters;
  const others = withoutSearch(filters);
  if (sort !== null || typeof q !== 'string' || q === '') return [];
  const found = await suggestion.list!.search!(
    scope,
    q,
    (w, t) => new ListWriter(ENTITIES, viewer, filters, w).conditions(suggestion, others, t),
    { onlyLikely: false, isNarrowed: hasValues(others), near: nearOf(filters) },
  );
  if (!found || found.ids.length === 0) return [];
  // ids by name show ideas of any state; those of the list stay within its own
  const state = replacesDefault(suggestion.list!, filters) ? {} : { state: ['open'] };
  const held = await snapshot.read<{ id: string }>(
    new ListWriter(ENTITIES, viewer, filters).ids(suggestion, { ...filters, ...state, id: found.ids }, null),
  );
  const ids = new Set(held.map(({ id }) => id));
  return found.ids.filter((id) => ids.has(id));
}

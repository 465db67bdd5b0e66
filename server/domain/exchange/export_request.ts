import {
  ACTIVITY_KINDS,
  areaOfActivity,
  EXPORT_FORMATS,
  EXPORT_INCLUDES,
  isActivityKind,
  type ActivityKind,
  type ExportFormat,
  type ExportInclude,
} from '../../../contract/activity.ts';
import { parseDate } from '../../../contract/dates.ts';
import { validationMessages } from '../../../contract/errors.ts';
import {
  EXPORT_COLLECTIONS,
  EXPORT_USER_FIELDS,
  type ExportedList,
  type ExportUserField,
} from '../../../contract/exports.ts';
import { IDEA_EXPORT_COLUMNS, IDEA_FIELDS, type IdeaExportColumn } from '../../../contract/idea_fields.ts';
import { counterpartOf } from '../../../contract/inputs.ts';
import { canRead } from '../../../contract/permissions.ts';
import { badInput, forbidden } from '../../core/errors.ts';
import {
  booleanInput,
  idInput,
  idListInput,
  textInput,
  timeInput,
  enumInput,
  enumListInput,
  required,
} from '../../inputs/kinds.ts';
import { readInputs, type Input } from '../../core/inputs.ts';
import { refuseFilters } from '../../listing/filters.ts';
import { readSort } from '../../listing/list_writer.ts';
import { suggestion } from '../ideas/suggestion.ts';
import type { Entity } from '../../core/entity.ts';
import type { Viewer } from '../../core/viewer.ts';
import { auditEntry } from '../account/audit/audit_entry.ts';
import { user } from '../account/user.ts';
import { externalAccount } from '../customers/external_account.ts';

/** A request for a file, as it was checked. It is kept as it is here, so that a later try reads the same. */
export type ExportParams = ActivityParams | IdeasParams | ListParams;

/** Entries of the feeds of ideas. */
export interface ActivityParams {
  collection: 'suggestion_activity_entries';
  format: ExportFormat;
  /** one idea; null: all that the filters leave */
  suggestion: string | null;
  kinds: ActivityKind[];
  includes: ExportInclude[];
  /** fields of people that are left out */
  exclude_user_fields: ExportUserField[];
  /** entries of ideas that are spam come along */
  spam: boolean;
  /** only of ideas without a public status */
  status_none: boolean;
  /** entries by these people; none: by anybody */
  users: string[];
  period_start: string | null;
  period_end: string | null;
  /** further filters of the ideas list, as they were sent */
  filters: Record<string, unknown>;
}

/** The list of ideas. */
export interface IdeasParams {
  collection: 'suggestions';
  format: ExportFormat;
  columns: IdeaExportColumn[];
  /** null: the list's own order */
  sort: string | null;
  filters: Record<string, unknown>;
}

/** People, accounts or the audit log, as their list is filtered and ordered. */
export interface ListParams {
  collection: ExportedList;
  format: ExportFormat;
  /** null or not there: the list's own order */
  sort?: string | null;
  filters: Record<string, unknown>;
}

/** Lists that are exported with all that their columns show. */
export const LISTED: Readonly<Record<ExportedList, Entity>> = {
  users: user,
  external_accounts: externalAccount,
  audit_entries: auditEntry,
};

/** A date as filters take it; the end of a period includes its day. */
export const periodInput = (edge: 'start' | 'end') =>
  timeInput(`The ${edge} of the period.`, (text) => parseDate(text, new Date(), edge));

/** Filters of the ideas list that the request itself names, or that make no sense beside it. */
const OWN_NAMES = new Set([
  'id',
  'spam',
  'status_none',
  'period_start',
  'period_end',
  'activity',
  'needs_review',
]);

/** Filters of a list, as a request gives them. */
const filtersOf = (entity: Entity): Readonly<Record<string, Input<unknown>>> =>
  Object.fromEntries(
    Object.entries(entity.list!.filters).map(([name, { input }]) => [name, commaList(input)]),
  );
const IDEA_FILTERS = filtersOf(suggestion);
const ACTIVITY_FILTERS: Readonly<Record<string, Input<unknown>>> = Object.fromEntries(
  Object.entries(IDEA_FILTERS).filter(([name]) => !OWN_NAMES.has(name)),
);
const LIST_FILTERS = Object.fromEntries(
  Object.entries(LISTED).map(([name, entity]) => [name, filtersOf(entity)]),
) as Readonly<Record<ExportedList, Readonly<Record<string, Input<unknown>>>>>;

const ENVELOPE = {
  collection: required(enumInput('What is exported.', EXPORT_COLLECTIONS)),
  format: required(enumInput('Kind of file.', EXPORT_FORMATS)),
};
const ACTIVITY = {
  suggestion: idInput('The idea.'),
  kind: textInput('Kinds.', 2000),
  includes: commaList(enumListInput('Records that come along.', EXPORT_INCLUDES)),
  spam: textBoolean(booleanInput('Of spam too.')),
  status_none: textBoolean(booleanInput('Only of ideas without a status.')),
  user: commaList(idListInput('By these people.')),
  period_start: periodInput('start'),
  period_end: periodInput('end'),
};
const IDEAS = {
  columns: commaList(enumListInput('Columns.', IDEA_EXPORT_COLUMNS)),
  sort: textInput('Order, such as -votes_count.', 200),
};

/**
 * Reads a request for an export: both spellings, lists also as texts with commas, booleans also as texts,
 * `exclude_fields` as an object or in the form exclude_fields[users].
 *
 * @throws BAD_USER_INPUT naming the field: 'No data available to export' without kinds (VALID-066), a kind,
 *   filter or column that does not exist; FORBIDDEN when one of the kinds may not be read
 */
export function readExportRequest(viewer: Viewer, raw: Readonly<Record<string, unknown>>): ExportParams {
  const { collection, format } = readInputs(ENVELOPE, raw);
  switch (collection) {
    case 'suggestions':
      return readIdeas(viewer, format, raw);
    case 'suggestion_activity_entries':
      return readActivity(viewer, format, raw);
    default:
      return readList(viewer, collection, format, raw);
  }
}

function readActivity(
  viewer: Viewer,
  format: ExportFormat,
  raw: Readonly<Record<string, unknown>>,
): ActivityParams {
  refuseUnknown(raw, [
    ...Object.keys(ENVELOPE),
    ...Object.keys(ACTIVITY),
    ...Object.keys(ACTIVITY_FILTERS),
    'exclude_fields',
  ]);
  const read = readInputs(ACTIVITY, raw);
  const kinds = readKinds(raw['kind']);
  const includes = (read.includes ?? []) as ExportInclude[];
  for (const area of new Set([
    ...kinds.map(areaOfActivity),
    ...(includes.includes('tickets') ? (['tickets'] as const) : []),
  ])) {
    if (!canRead(viewer.permissions, area))
      throw forbidden(`You do not have the right to read ${area}. Export without them.`);
  }
  return {
    collection: 'suggestion_activity_entries',
    format,
    suggestion: read.suggestion ?? null,
    kinds,
    includes,
    exclude_user_fields: readExcluded(raw),
    spam: read.spam ?? false,
    status_none: read.status_none ?? false,
    users: (read.user ?? []) as string[],
    period_start: given(raw, 'period_start'),
    period_end: given(raw, 'period_end'),
    filters: readFilters(suggestion, viewer, ACTIVITY_FILTERS, raw),
  };
}

function readIdeas(
  viewer: Viewer,
  format: ExportFormat,
  raw: Readonly<Record<string, unknown>>,
): IdeasParams {
  refuseUnknown(raw, [...Object.keys(ENVELOPE), ...Object.keys(IDEAS), ...Object.keys(IDEA_FILTERS)]);
  const read = readInputs(IDEAS, raw);
  const columns = (read.columns ?? []) as IdeaExportColumn[];
  if (columns.length === 0)
    throw badInput('columns', validationMessages.nothingToExport, { reason: 'required' });
  const hidden = columns.find((name) => suggestion.fields[name]?.requires?.allows(viewer) === false);
  if (hidden !== undefined)
    throw forbidden(
      `You do not have the right to see ${IDEA_FIELDS[hidden].label.toLowerCase()}. Export without that column.`,
    );
  const sort =
    read.sort === undefined || read.sort === '' || read.sort === 'search_order' || read.sort === 'likeness'
      ? null
      : read.sort;
  readSort(suggestion, sort, viewer);
  return {
    collection: 'suggestions',
    format,
    columns,
    sort,
    filters: readFilters(suggestion, viewer, IDEA_FILTERS, raw),
  };
}

function readList(
  viewer: Viewer,
  collection: ExportedList,
  format: ExportFormat,
  raw: Readonly<Record<string, unknown>>,
): ListParams {
  const entity = LISTED[collection];
  if (!entity.requires.allows(viewer))
    throw forbidden(
      collection === 'audit_entries'
        ? 'The audit log is for those who may change the settings.'
        : 'You may not read what this export would hold.',
    );
  const inputs = LIST_FILTERS[collection];
  refuseUnknown(raw, [...Object.keys(ENVELOPE), 'sort', ...Object.keys(inputs)]);
  const { sort = null } = readInputs({ sort: IDEAS.sort }, raw);
  readSort(entity, sort || null, viewer);
  return {
    collection,
    format,
    sort: sort || null,
    filters: readFilters(entity, viewer, inputs, raw),
  };
}

/** The filters of the list that a request is about by their values, for the statement. */
export function filterValues({ collection, filters }: ExportParams): Record<string, unknown> {
  return readInputs(
    collection === 'suggestions' || collection === 'suggestion_activity_entries'
      ? IDEA_FILTERS
      : LIST_FILTERS[collection],
    filters,
  );
}

/** Those filters that are there, checked, under their own names; as they were sent, so that they can be kept. */
function readFilters(
  entity: Entity,
  viewer: Viewer,
  inputs: Readonly<Record<string, Input<unknown>>>,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  refuseFilters(entity, readInputs(inputs, raw), viewer);
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(inputs)) {
    const value = valueOf(raw, name);
    if (value === undefined || value === null || value === '') continue;
    kept[name] = value;
  }
  return kept;
}

function readKinds(raw: unknown): ActivityKind[] {
  const words = listOf(raw);
  const unknown = words.find((word) => !isActivityKind(word));
  if (unknown !== undefined)
    throw badInput(
      'kind',
      `There is no kind "${unknown.slice(0, 60)}". Those that exist are ${ACTIVITY_KINDS.join(', ')}.`,
    );
  if (words.length === 0) throw badInput('kind', validationMessages.nothingToExport, { reason: 'required' });
  return ACTIVITY_KINDS.filter((kind) => words.includes(kind));
}

function readExcluded(raw: Readonly<Record<string, unknown>>): ExportUserField[] {
  const object = valueOf(raw, 'exclude_fields');
  const users =
    raw['exclude_fields[users]'] ??
    raw['excludeFields[users]'] ??
    (typeof object === 'object' && object !== null
      ? (object as Record<string, unknown>)['users']
      : undefined);
  if (users === undefined && object !== undefined && typeof object !== 'object')
    throw badInput('exclude_fields', 'The exclude fields are written by record, as {"users": "traits"}.');
  const words = listOf(users);
  const unknown = words.find((word) => !(EXPORT_USER_FIELDS as readonly string[]).includes(word));
  if (unknown !== undefined)
    throw badInput(
      'exclude_fields[users]',
      `People have no field "${unknown.slice(0, 60)}" to leave out. Those that exist are ${EXPORT_USER_FIELDS.join(', ')}.`,
    );
  return EXPORT_USER_FIELDS.filter((field) => words.includes(field));
}

/** A filter that nobody knows must not be passed over: the file would hold more than was asked for. */
function refuseUnknown(raw: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const known = new Set(names.flatMap((name) => [name, counterpartOf(name) ?? name]));
  const unknown = Object.keys(raw).find((name) => !known.has(name.replace(/\[\w*\]$/, '')));
  if (unknown !== undefined)
    throw badInput(unknown.slice(0, 60), `An export knows no "${unknown.slice(0, 60)}".`);
}

function valueOf(raw: Readonly<Record<string, unknown>>, name: string): unknown {
  return raw[name] ?? raw[counterpartOf(name) ?? name];
}

function given(raw: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = valueOf(raw, name);
  return value === undefined || value === null || value === '' ? null : String(value);
}

function listOf(raw: unknown): string[] {
  const parts = Array.isArray(raw)
    ? raw.map(String)
    : raw === undefined || raw === null
      ? []
      : String(raw).split(',');
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** An input that also takes a list as one text with commas, and a boolean as a text. */
function commaList<T>(input: Input<T>): Input<T> {
  if (input.type === 'Boolean') return textBoolean(input);
  if (!input.type.startsWith('[')) return input;
  return { ...input, read: (raw, path) => input.read(typeof raw === 'string' ? listOf(raw) : raw, path) };
}

/** @throws BAD_USER_INPUT for anything but true, false, 1 and 0: what is misread would turn a filter round */
function textBoolean<I extends Input<unknown>>(input: I): I {
  return {
    ...input,
    read: (raw: unknown, path: string) => {
      const value = BOOLEANS.get(raw);
      if (value === undefined) throw badInput(path, `The ${path} must be true or false.`);
      return input.read(value, path);
    },
  };
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
]);

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  IDEA_EDITS,
  IDEA_FIELDS,
  IDEA_IMPORT_FIELDS,
  type IdeaExportColumn,
  type IdeaField,
} from '../contract/idea_fields.ts';
import { suggestionUpdate } from '../server/domain/conversation/idea_commands.ts';
import { ideaColumn } from '../server/domain/exchange/export_sources.ts';
import { suggestion } from '../server/domain/ideas/suggestion.ts';
import { ideaProperties } from '../web/src/features/ideas/details/ideaProperties.tsx';
import { exportColumns, furtherColumns } from '../web/src/features/ideas/list/ExportIdeasDialog.tsx';
import { ideaFilters } from '../web/src/features/ideas/list/filters.ts';
import { ideaColumns, ideasTableDocument } from '../web/src/features/ideas/list/ideasTable.tsx';
import { printManual } from './print-manual.ts';

/*
 * A field of an idea stands in many places: lists, files, feed, manual. Whoever adds one reads here which place was
 * forgotten; what is left out on purpose is named below, with its reason.
 */

/** Fields of an idea that lists and exports do without. */
const NOT_LISTED = new Map<string, string>([
  ...['id', 'excerpt', 'body_mime_type', 'is_dated', 'custom_field_map', 'votes_this_week'].map(
    (name) => [name, 'comes along with another one'] as const,
  ),
  ...[
    'referrer',
    'user_agent',
    'creator_browser',
    'creator_browser_version',
    'creator_os',
    'creator_mobile',
    'creator_referrer',
    'channel',
    'source_url',
    'source_votes_count',
    'captured_by',
    'portal_url',
    'redirect_url',
  ].map((name) => [name, 'how it came in, or where it leads'] as const),
  ...[
    'account_supporters_count',
    'external_account_supporters_count',
    'supporter_mrr',
    'revenue_as_of',
    'merge_candidates_count',
    'importance_low_count',
    'importance_medium_count',
    'importance_high_count',
    'importance_low_percent',
    'importance_medium_percent',
    'importance_high_percent',
    'importance_total_count',
    'satisfaction_promoter_count',
    'satisfaction_neutral_count',
    'satisfaction_detractor_count',
    'total_sentiment_score',
    'sentiment_texts_count',
    'inappropriate_flags_count',
    'internal_flags_count',
    'all_internal_flags_count',
    'comm_metadata',
  ].map((name) => [name, 'a number of reports and of the page'] as const),
  ...[
    'features',
    'jira_issues',
    'themes',
    'parent_suggestions',
    'merged_into',
    'unmergeable',
    'split_from',
    'split_suggestions',
    'converted_from_comment',
    'last_status_update',
    'last_comment',
    'last_note',
    'last_feedback_record',
    'last_supporter',
    'last_supported_at',
    'updated_at',
  ].map((name) => [name, 'another record, or its history'] as const),
]);
/** Columns of an export that are a part of another field. */
const PARTS: Readonly<Record<string, string>> = { created_by_email: 'created_by' };

/** Inputs of an edit that the feed does not tell by a sentence of their own. */
const NOT_TOLD = new Map([
  ['id', 'says which idea'],
  ['if_updated_at', 'guards against lost updates'],
  ['links', 'means forum_id and category_id'],
  ['body_mime_type', 'goes with the body'],
  ['subscribe', 'is about its creator'],
  ['attachment_tokens', 'is told by the number of files'],
  ['custom_field_map', 'is told by the names of the fields'],
]);
/** What an edit is called in lists and exports, and in imports, where it is not the name without `_id`. */
const LISTED_AS: Readonly<Record<string, string>> = { creator_id: 'created_by' };
const IMPORTED_AS: Readonly<Record<string, string>> = { creator_id: 'author_email' };
/** Edits that have a form, and no property on the page. */
const IN_FORM = new Set(['title', 'body', 'creator_id']);

const manual = readFileSync(new URL('../docs/manual/ideas.md', import.meta.url), 'utf8');
/** The paragraph of the manual with these words. */
const paragraph = (words: string): string =>
  manual
    .split('\n')
    .find((line) => line.includes(words))!
    .toLowerCase();
const plainName = (name: string): string => name.replace(/_id$/, '');
const fields = Object.entries(IDEA_FIELDS) as [IdeaExportColumn, IdeaField][];
const edits = Object.keys(IDEA_EDITS);
const columns = ideaColumns(true);

test('each field of an idea is in the list of fields, or left out on purpose', () => {
  expect(
    Object.keys(suggestion.fields).filter((name) => !(name in IDEA_FIELDS) && !NOT_LISTED.has(name)),
  ).toEqual([]);
  // nothing is left out that is there, or is gone
  expect(
    [...NOT_LISTED.keys()].filter((name) => name in IDEA_FIELDS || !(name in suggestion.fields)),
  ).toEqual([]);
  expect(fields.map(([name]) => PARTS[name] ?? name).filter((name) => !(name in suggestion.fields))).toEqual(
    [],
  );
});

test('list: each field with a column has one, and the query of the list selects it', () => {
  const listed = fields.filter(([, { column }]) => column !== null);
  expect(new Set(columns.map(({ id }) => id))).toEqual(new Set(listed.map(([, { column }]) => column)));
  const document = ideasTableDocument.toString();
  expect(listed.map(([name]) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(document))).toEqual(
    [],
  );
  expect(
    columns.flatMap(({ sortKey }) => sortKey ?? []).filter((sort) => !(sort in suggestion.list!.sorts)),
  ).toEqual([]);
});

test('export: the file shows each field, and the dialog offers it', () => {
  for (const [name] of fields) expect(() => ideaColumn(name), name).not.toThrow();
  const offered = [...exportColumns(columns.map(({ id }) => id)), ...furtherColumns];
  expect(offered.toSorted()).toEqual(fields.map(([name]) => name).toSorted());
});

test('feed: each input of an edit has a sentence', () => {
  expect(
    Object.keys(suggestionUpdate.input).filter((name) => !edits.includes(name) && !NOT_TOLD.has(name)),
  ).toEqual([]);
  expect(edits.filter((name) => !(name in suggestionUpdate.input))).toEqual([]);
});

test('list, export and import: each field that can be edited is in them', () => {
  expect(edits.filter((name) => !((LISTED_AS[name] ?? plainName(name)) in IDEA_FIELDS))).toEqual([]);
  expect(edits.filter((name) => !((IMPORTED_AS[name] ?? plainName(name)) in IDEA_IMPORT_FIELDS))).toEqual([]);
});

test('page: each field that can be edited is a property, or stands in the form', () => {
  const shown = new Set(ideaProperties.map(({ id }) => id));
  expect(
    edits
      .map(plainName)
      .filter((name) => !shown.has(name) && !IN_FORM.has(name) && !IN_FORM.has(`${name}_id`)),
  ).toEqual([]);
});

test('manual: it names each column, filter and property', () => {
  const columnsNamed = paragraph('Columns: ');
  expect(
    fields
      .filter(([, { column, label }]) => column !== null && !columnsNamed.includes(label.toLowerCase()))
      .map(([, { label }]) => label),
  ).toEqual([]);
  const filtersNamed = paragraph('**Filter** (`F`) offers');
  expect(
    ideaFilters.map(({ label }) => label).filter((label) => !filtersNamed.includes(label.toLowerCase())),
  ).toEqual([]);
  const propertiesNamed = paragraph('are changed in place');
  expect(
    ideaProperties.map(({ name }) => name).filter((name) => !propertiesNamed.includes(name.toLowerCase())),
  ).toEqual([]);
});

test('manual: its printed tables are those of the declarations; run "npm run manual" when they are not', () => {
  for (const { page, current, printed } of printManual()) expect(current, page).toBe(printed);
});

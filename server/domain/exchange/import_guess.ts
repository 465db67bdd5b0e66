import { emailProblem } from '../../../contract/email.ts';
import { ImportFileError, nameOf, openCsv, plainName, shown, type FilePlace } from './csv.ts';
import { dateOf } from './import_dates.ts';
import { readAmount } from './customers/money.ts';
import { fieldsOf, type ImportPreset, type ImportRole } from './import_presets.ts';

/** How well it is known what a column holds: by its name in the form of the files, or by the words of its name and its values. */
export type Sureness = 'sure' | 'guessed';

/** A column as it is offered: what it holds first, and what it would be read as. Columns of one name are one. */
export interface GuessedColumn {
  name: string;
  /** first values that differ, cut; '' stands for a row without one */
  samples: string[];
  /** null: it is left out */
  field: string | null;
  /** null: it is left out */
  sureness: Sureness | null;
}

/** The head of a file. */
export interface FileHead {
  delimiter: string;
  columns: { name: string; values: string[] }[];
}

/** A custom field of the workspace. */
export interface KnownField {
  key: string;
  name: string;
  /** [] where it has no choices */
  choices: readonly string[];
}

const SAMPLE_ROWS = 50;
const SAMPLE_VALUE_CHARACTERS = 300;
/** More columns than that no export has; some products write one per label and comment, which count as one here. */
const COLUMNS_MAX = 500;
const SHOWN_SAMPLES = 3;
const SAMPLE_CHARACTERS = 80;

/**
 * Reads the head of a file: its columns with the values of the first rows.
 * @throws ImportFileError when it cannot be read, or holds no row besides the header
 */
export async function readHead(file: FilePlace): Promise<FileHead> {
  const csv = await openCsv(file);
  const columns: FileHead['columns'] = [];
  const places = new Map<string, { name: string; values: string[]; at: number }>();
  csv.header.forEach((name, at) => {
    const known = places.get(plainName(name));
    if (known !== undefined && plainName(name) !== '') return;
    const column = { name: name.trim(), values: [], at };
    places.set(plainName(name) === '' ? `unnamed ${at}` : plainName(name), column);
    columns.push(column);
  });
  if (columns.length > COLUMNS_MAX)
    throw new ImportFileError(
      `${shown(file)} has ${columns.length.toLocaleString('en')} columns; at most ${COLUMNS_MAX} are taken.`,
      'columns',
    );
  let rows = 0;
  for await (const batch of csv.batches()) {
    for (const row of batch) {
      if (rows >= SAMPLE_ROWS) break;
      rows += 1;
      if ('reason' in row) continue;
      for (const column of places.values())
        column.values.push((row.cells[column.at] ?? '').trim().slice(0, SAMPLE_VALUE_CHARACTERS));
    }
    if (rows >= SAMPLE_ROWS) break;
  }
  if (rows === 0) throw new ImportFileError(`${shown(file)} has a header line and no rows.`, 'empty');
  return { delimiter: csv.delimiter, columns };
}

/** Files of a form are told by columns that no other has. All names of a group must be there. */
const SIGNS: readonly { preset: ImportPreset; role: ImportRole; names: readonly string[] }[] = [
  { preset: 'polis', role: 'ideas', names: ['commentid', 'commentbody', 'moderated'] },
  { preset: 'polis', role: 'votes', names: ['commentid', 'voterid', 'vote'] },
  { preset: 'uservoice-votes', role: 'ideas', names: ['ideaid', 'ideatitle', 'useremailaddress'] },
  { preset: 'uservoice-votes', role: 'ideas', names: ['ideaid', 'ideatitle', 'userid'] },
  { preset: 'uservoice', role: 'ideas', names: ['suggestiontitle'] },
  { preset: 'jira', role: 'ideas', names: ['issuekey', 'summary'] },
  { preset: 'productboard', role: 'ideas', names: ['featurename'] },
  { preset: 'productboard', role: 'ideas', names: ['notetext'] },
  { preset: 'canny', role: 'ideas', names: ['title', 'details', 'score'] },
  { preset: 'canny', role: 'ideas', names: ['posttitle', 'board'] },
  { preset: 'fider', role: 'ideas', names: ['number', 'title', 'originalnumber'] },
  { preset: 'fider', role: 'ideas', names: ['number', 'title', 'respondedby'] },
  { preset: 'fider', role: 'ideas', names: ['number', 'title', 'tags', 'createdby'] },
];

/**
 * Tells by its columns what a file holds.
 * @returns preset null: its columns are those of several forms, so the other files say which
 */
export function guessKind(head: FileHead, name: string): { preset: ImportPreset | null; role: ImportRole } {
  const names = new Set(head.columns.map((column) => plainName(column.name)));
  const sign = SIGNS.find((one) => one.names.every((wanted) => names.has(wanted)));
  if (sign !== undefined) return { preset: sign.preset, role: sign.role };
  if (names.has('participant') && [...names].some((one) => /^\d+$/.test(one)))
    return { preset: 'polis', role: 'votes' };
  if (/^summary\.csv(\.gz)?$/i.test(name) && head.columns.length === 2)
    return { preset: 'polis', role: 'summary' };
  const has = (role: ImportRole, field: string): boolean =>
    fieldsOf('ideas', role)[field]!.some((wanted) => names.has(wanted));
  if (!has('ideas', 'title')) {
    if (has('comments', 'comments.idea') && has('comments', 'comments.body'))
      return { preset: null, role: 'comments' };
    if (has('votes', 'votes.idea') && (has('votes', 'votes.email') || has('votes', 'votes.id')))
      return { preset: null, role: 'votes' };
  }
  return isOfCustomers(names) ? { preset: 'customers', role: 'people' } : { preset: null, role: 'ideas' };
}

/** Whether columns are those of people and accounts: they name some, and nothing of an idea but a "name" or "title". */
function isOfCustomers(names: ReadonlySet<string>): boolean {
  const ideas = fieldsOf('ideas', 'ideas');
  const people = fieldsOf('customers', 'people');
  const has = (all: readonly string[]): boolean => all.some((wanted) => names.has(wanted));
  const ofIdeas = ['body', 'forum', 'category', 'labels', 'supporters', 'answer', 'comments'];
  if (ofIdeas.some((field) => has(ideas[field] ?? []))) return false;
  if (has(ideas['title']!.filter((name) => !['name', 'title'].includes(name)))) return false;
  return ['email', 'company', 'company_id', 'mrr'].some((field) => has(people[`people.${field}`]!));
}

/** Words of a column's name that speak for a field, and what its values must look like; the first that fits is taken. */
const WORDS: Readonly<
  Record<
    Exclude<ImportRole, 'summary'>,
    readonly { field: string; words: RegExp; fits?: (values: readonly string[]) => boolean }[]
  >
> = {
  ideas: [
    { field: 'author_email', words: /mail/, fits: all((value) => emailProblem(value) === null) },
    { field: 'created_at', words: /date|created|submitted|time|added/, fits: all(isDate) },
    {
      field: 'title',
      words: /title|headline|subject|summary|idea|request|wish|feature|name/,
      fits: areTitles,
    },
    { field: 'body', words: /desc|detail|text|body|content|why|problem|use case|notes?$/ },
    { field: 'status', words: /status|stage/, fits: repeat },
    { field: 'labels', words: /label|tag|keyword/ },
    { field: 'forum', words: /forum|board|product|project/, fits: repeat },
    { field: 'category', words: /category|component|topic|area|theme/, fits: repeat },
    { field: 'author_name', words: /author|creator|reporter|submitter|customer|requested by|created by/ },
    {
      field: 'supporters',
      words: /votes?|upvotes|likes|score/,
      fits: all((value) => /^\d{1,9}$/.test(value)),
    },
    { field: 'url', words: /link|url/, fits: all((value) => /^https?:\/\//i.test(value)) },
    { field: 'external_id', words: /(^| )(id|key|no|nr|number|ref)$/, fits: areDifferent },
  ],
  votes: [
    { field: 'votes.email', words: /mail/, fits: all((value) => emailProblem(value) === null) },
    { field: 'votes.created_at', words: /date|created|time|voted/, fits: all(isDate) },
    { field: 'votes.idea', words: /(idea|post|suggestion|feature|request)/ },
    { field: 'votes.name', words: /name|voter|user/ },
  ],
  comments: [
    { field: 'comments.email', words: /mail/, fits: all((value) => emailProblem(value) === null) },
    { field: 'comments.created_at', words: /date|created|time|posted/, fits: all(isDate) },
    { field: 'comments.idea', words: /(idea|post|suggestion|feature|request)/ },
    { field: 'comments.body', words: /text|body|comment|message|content/ },
    { field: 'comments.name', words: /name|author|user/ },
  ],
  people: [
    { field: 'people.email', words: /mail/, fits: all((value) => emailProblem(value) === null) },
    { field: 'people.job_title', words: /job|position|function/ },
    { field: 'people.mrr', words: /mrr|monthly|revenue/, fits: all(isAmount) },
    { field: 'people.ltv', words: /ltv|lifetime/, fits: all(isAmount) },
    { field: 'people.plan', words: /plan|tier/, fits: repeat },
    { field: 'people.company', words: /company|account|organi[sz]ation|customer/ },
    { field: 'people.name', words: /name/ },
    { field: 'people.city', words: /city|town/ },
    { field: 'people.country', words: /country/ },
  ],
};

/**
 * What each column of a file is read as: sure where the form of the files names it, guessed where the words of its
 * name or its values speak for it. A field is taken once.
 */
export function guessColumns(
  head: FileHead,
  preset: ImportPreset,
  role: ImportRole,
  customFields: readonly KnownField[],
): GuessedColumn[] {
  const columns = head.columns.map(({ name, values }): GuessedColumn & { values: string[] } => ({
    name,
    values,
    samples: samplesOf(values),
    field: null,
    sureness: null,
  }));
  const taken = new Set<string>();
  const give = (column: GuessedColumn | undefined, field: string, sureness: Sureness): void => {
    if (column === undefined || taken.has(field)) return;
    Object.assign(column, { field, sureness });
    taken.add(field);
  };
  const isFree = ({ name, field }: GuessedColumn): boolean => field === null && plainName(name) !== '';
  for (const [field, names] of Object.entries(fieldsOf(preset, role)))
    for (const wanted of names) {
      const column = columns.find((one) => isFree(one) && plainName(one.name) === wanted);
      if (column === undefined) continue;
      give(column, field, 'sure');
      break;
    }
  if (preset !== 'polis' && role !== 'summary') {
    const free = (): typeof columns => columns.filter(isFree);
    if (role === 'ideas' || role === 'people')
      for (const { key, name, choices } of customFields) {
        // of people and accounts the key begins with what it is of; exports name the column custom_<key>
        const own = plainName(key.slice(key.indexOf('.') + 1));
        const names = new Set([plainName(name), plainName(key), own, `custom${own}`]);
        const byName = (column: GuessedColumn): boolean => names.has(plainName(column.name));
        const byValues = ({ values }: { values: string[] }): boolean => {
          const filled = values.filter((value) => value !== '');
          return new Set(filled).size > 1 && filled.every((value) => choices.includes(value));
        };
        give(free().find(byName) ?? free().find(byValues), `custom_fields.${key}`, 'guessed');
      }
    for (const { field, words, fits } of WORDS[role]) {
      if (taken.has(field)) continue;
      give(
        free().find(({ name, values }) => {
          const filled = values.filter((value) => value !== '');
          return words.test(wordsOf(name)) && filled.length > 0 && (fits?.(filled) ?? true);
        }),
        field,
        'guessed',
      );
    }
  }
  return columns.map(({ name, samples, field, sureness }) => ({ name, samples, field, sureness }));
}

/** Field -> column of these columns, '' for each field of the file that has none: nothing is looked for beside it. */
export function mappingOf(
  columns: readonly Pick<GuessedColumn, 'name' | 'field'>[],
  preset: ImportPreset,
  role: ImportRole,
): Record<string, string> {
  return {
    ...Object.fromEntries(Object.keys(fieldsOf(preset, role)).map((field) => [field, ''])),
    ...Object.fromEntries(columns.flatMap(({ name, field }) => (field === null ? [] : [[field, name]]))),
  };
}

/** What a file of a role cannot be read without and lacks, as the name of a field; null: nothing. */
export function missingField(
  columns: readonly Pick<GuessedColumn, 'field'>[],
  preset: ImportPreset,
  role: ImportRole,
): string | null {
  const has = (field: string): boolean => columns.some((column) => column.field === field);
  const needed: readonly string[] =
    preset === 'polis'
      ? role === 'ideas'
        ? ['commentid', 'commentbody', 'authorid', 'moderated']
        : []
      : role === 'ideas'
        ? ['title']
        : role === 'votes'
          ? ['votes.idea']
          : role === 'comments'
            ? ['comments.idea', 'comments.body']
            : [];
  if (role === 'people')
    return ['email', 'id', 'company', 'company_id'].some((field) => has(`people.${field}`))
      ? null
      : 'people.email';
  const missing = needed.find((field) => !has(field));
  if (missing !== undefined) return missing;
  const namesVoters = preset === 'uservoice-votes' || (preset !== 'polis' && role === 'votes');
  return namesVoters && !has('votes.email') && !has('votes.id') ? 'votes.email' : null;
}

/** The name of a file tells a Polis conversation from another where no folder does. */
export const conversationOf = (file: FilePlace, forum: string): string =>
  /^comments\.csv(\.gz)?$/i.test(nameOf(file)) ? forum : nameOf(file).replace(/\.csv(\.gz)?$/i, '');

function samplesOf(values: readonly string[]): string[] {
  const samples: string[] = [];
  for (const value of values) {
    const shown = value.replaceAll(/\s+/g, ' ').slice(0, SAMPLE_CHARACTERS);
    if (!samples.includes(shown)) samples.push(shown);
    if (samples.length === SHOWN_SAMPLES) break;
  }
  return samples.every((sample) => sample === '') ? [] : samples;
}

/** "createdAt" and "Created_at" are the words "created at". */
function wordsOf(name: string): string {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function all(fits: (value: string) => boolean): (values: readonly string[]) => boolean {
  return (values) => values.every(fits);
}

function isAmount(value: string): boolean {
  return typeof readAmount(value) !== 'string';
}

function isDate(value: string): boolean {
  // either order of day and month will do here: it is asked for when the rows need it
  return (
    dateOf(value, '', new Date(8.64e15), 'mdy') instanceof Date ||
    dateOf(value, '', new Date(8.64e15), 'dmy') instanceof Date
  );
}

/** Short texts, most of which differ. */
function areTitles(values: readonly string[]): boolean {
  const longest = Math.max(...values.map((value) => value.length));
  return (
    longest > 3 &&
    longest <= 400 &&
    new Set(values).size > values.length / 2 &&
    !values.every((value) => /^[\d.,:/-]*$/.test(value))
  );
}

function repeat(values: readonly string[]): boolean {
  return values.length < 3 || new Set(values).size <= Math.max(2, values.length * 0.8);
}

function areDifferent(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

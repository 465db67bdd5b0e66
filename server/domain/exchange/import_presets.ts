import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { emailProblem } from '../../../contract/email.ts';
import { IDEA_IMPORT_FIELDS } from '../../../contract/idea_fields.ts';
import { textLimits } from '../../../contract/limits.ts';
import { oneLine } from '../../../contract/text_cut.ts';
import {
  ImportFileError,
  nameOf,
  openCsv,
  plainName,
  shown,
  type CsvFile,
  type CsvRow,
  type FilePlace,
} from './csv.ts';
import {
  ColumnTally,
  findColumns,
  namesOf,
  type Columns,
  type FileUse,
  type OpenFile,
} from './import_columns.ts';
import {
  amountNotes,
  COMPANY_COLUMNS,
  CUSTOMER_COLUMNS,
  openCustomers,
  readCustomers,
  withCompany,
  type LostAmounts,
} from './customers/rows.ts';
import { CUSTOM_FIELD_PREFIX } from '../../../contract/imports.ts';
import { dateOf as readDateOf, type DateOrder } from './import_dates.ts';
import { openJson } from './import_json.ts';
import type {
  ImportAnswer,
  ImportComment,
  ImportIdea,
  ImportPerson,
  ImportRecord,
  RefusedRow,
} from './import_records.ts';
import {
  asHtml,
  CONTROL,
  idProblem,
  readPieces,
  readTitle,
  TextRefused,
  withBefore,
  type TextKind,
} from './import_texts.ts';

import { lostNotes, readValues, type LostValues } from './import_values.ts';

export const IMPORT_PRESETS = [
  'ideas',
  'uservoice',
  'uservoice-votes',
  'fider',
  'canny',
  'productboard',
  'jira',
  'github',
  'polis',
  'customers',
] as const;
export type ImportPreset = (typeof IMPORT_PRESETS)[number];

export interface ImportSource {
  preset: ImportPreset;
  file: FilePlace | null;
  votes: FilePlace | null;
  comments: FilePlace | null;
  summary: FilePlace | null;
  /** field of an idea -> column of the file; for anything that no preset knows */
  mapping: Record<string, string>;
  /** names the source in external ids, so that two conversations with ids from 0 stay apart; without a colon */
  sourceKey: string;
  /** dates behind it are refused */
  now: Date;
  /** how dates with two slashes are read; null: those that can be read in two ways are refused */
  dates: DateOrder | null;
  /** how descriptions, comments and answers are read; null: as the preset has them, or the row itself says */
  text: TextKind | null;
}

const dateOf = (text: string, source: ImportSource, field = 'created_at'): Date | null | string =>
  readDateOf(text, field, source.now, source.dates);

/** Columns that may carry a field of an idea, plain names, best first. */
const IDEA_COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(IDEA_IMPORT_FIELDS).map(([field, { names }]) => [
    field,
    names === '' ? [] : names.split(' ').map(plainName),
  ]),
);
/** What a preset means by names that mean something else elsewhere. */
const PRESET_COLUMNS: Partial<Record<ImportPreset, Record<string, readonly string[]>>> = {
  // each row names the voter: the columns of people without "creator" are theirs
  'uservoice-votes': {
    author_email: ['ideacreatoremailaddress', 'creatoremail', 'creatoremailaddress'],
    author_name: ['ideacreatorname', 'creatorname'],
    author_id: ['ideacreatorid', 'creatorid'],
  },
  // its score is the number of votes
  canny: {
    supporters: ['score', 'votes', 'votecount', 'votescount', 'voterscount'],
    author_id: ['authorid', 'authoruserid'],
    state: [],
  },
  productboard: {
    external_id: ['featureid', 'noteid', 'id', 'uuid'],
    title: ['featurename', 'notetitle', 'title', 'name', 'feature'],
    created_at: ['createdat', 'created', 'creationdate', 'date'],
    author_email: ['useremail', 'customeremail', 'authoremail', 'creatoremail', 'email'],
    author_name: ['username', 'customername', 'authorname', 'creatorname', 'createdby'],
    author_id: [],
    url: ['link', 'url', 'publicurl', 'sourceurl'],
    // whether somebody has worked through a note says nothing of an idea
    state: [],
  },
  // "Parent" is the larger task of an issue; it is no copy of it
  jira: {
    title: ['summary'],
    external_id: ['issuekey', 'key', 'issueid', 'id'],
    parent: [],
    comments: ['comment', 'comments'],
    author_name: ['reporter', 'creator'],
    author_id: ['reporterid'],
    forum: ['projectname'],
    state: [],
  },
  github: {
    external_id: ['number'],
    author_id: [],
    author_name: ['userlogin'],
    body: ['body'],
    url: ['htmlurl'],
    labels: ['labels'],
    parent: [],
    forum: [],
    answer: [],
    answer_at: [],
    answer_author_name: [],
    status: [],
  },
};
const VOTER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  email: ['useremailaddress', 'voteremail', 'useremail', 'supporteremail', 'email'],
  name: ['username', 'votername', 'supportername', 'name'],
  id: ['userid', 'voterid', 'supporterid', 'participant'],
  created_at: [
    'linkedideacreationdate',
    'votedat',
    'createdat',
    'supportcreatedtimestamp',
    'datetime',
    'created',
    'date',
  ],
  subscribed: [
    'subscribed',
    'issubscribed',
    'votersubscribed',
    'usersubscribed',
    'emailupdates',
    'receivesupdates',
    'wantsupdates',
    'follows',
  ],
};
/** All that is read of who votes. */
const VOTER_FIELDS = { ...VOTER_COLUMNS, ...COMPANY_COLUMNS };
const VOTE_IDEA_COLUMNS = ['externalid', 'suggestionid', 'ideaid', 'number', 'postid'];
const COMMENT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  id: ['commentid', 'id'],
  idea: ['suggestionid', 'ideaid', 'postid', 'number', 'issueurl'],
  body: ['text', 'body', 'comment', 'content', 'value'],
  body_mime_type: ['bodymimetype'],
  email: ['useremail', 'useremailaddress', 'authoremail', 'email'],
  name: ['username', 'authorname', 'createdby', 'userlogin', 'author'],
  created_at: ['createdat', 'createdtimestamp', 'created', 'date'],
  by_team: ['byteam', 'commentbyteam', 'isadmincomment', 'isadmin', 'isstaff', 'admin', 'authorassociation'],
};

/** Columns of a Polis conversation, by the part of it; nothing else is read of them. */
const POLIS_COLUMNS: Readonly<Record<ImportRole, readonly string[]>> = {
  ideas: ['commentid', 'commentbody', 'authorid', 'moderated', 'timestamp', 'agrees'],
  votes: ['commentid', 'voterid', 'vote', 'timestamp', 'participant'],
  comments: [],
  summary: [],
  people: [],
};

/** What a file of an import holds; of a Polis conversation its comments are the ideas. */
export const IMPORT_ROLES = ['ideas', 'votes', 'comments', 'summary', 'people'] as const;
export type ImportRole = (typeof IMPORT_ROLES)[number];

/**
 * The fields that are read of a file, each with the plain names of its columns, the best first: by the name that a
 * mapping gives the field.
 * @returns of a Polis conversation, whose columns are fixed, each column as a field of its own
 */
export function fieldsOf(
  preset: ImportPreset,
  role: ImportRole,
): Readonly<Record<string, readonly string[]>> {
  if (preset === 'polis') return Object.fromEntries(POLIS_COLUMNS[role].map((name) => [name, [name]]));
  const prefixed = (prefix: string, fields: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(fields).map(([field, names]) => [`${prefix}${field}`, names]));
  switch (role) {
    case 'ideas':
      return {
        ...IDEA_COLUMNS,
        ...PRESET_COLUMNS[preset],
        ...(preset === 'uservoice-votes' ? prefixed('votes.', VOTER_FIELDS) : {}),
      };
    case 'votes':
      return prefixed('votes.', { idea: VOTE_IDEA_COLUMNS, ...VOTER_FIELDS });
    case 'comments':
      return prefixed('comments.', COMMENT_COLUMNS);
    case 'people':
      return prefixed('people.', CUSTOMER_COLUMNS);
    default:
      return {};
  }
}

/** Names the source of a preset in external ids. @param conversation tells Polis conversations apart, which all count from 0 */
export function sourceKeyOf(preset: ImportPreset, conversation: string): string {
  if (preset === 'polis')
    return `polis-${conversation
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60)}`;
  return preset === 'uservoice-votes' ? 'uservoice' : preset;
}

/** Fields that a mapping file may name. */
export const MAPPABLE_FIELDS = [
  ...Object.keys(IDEA_COLUMNS),
  'votes.idea',
  ...Object.keys(VOTER_FIELDS).map((field) => `votes.${field}`),
  ...Object.keys(COMMENT_COLUMNS).map((field) => `comments.${field}`),
  ...Object.keys(CUSTOMER_COLUMNS).map((field) => `people.${field}`),
];

const openTable = (source: ImportSource, path: FilePlace): Promise<CsvFile> =>
  source.preset === 'github' && typeof path === 'string' ? openJson(path) : openCsv(path);

/** What was found in the files before anything is loaded. */
export interface SourceCheck {
  /** records to come, those that will be refused among them */
  records: number;
  /** columns of each file, read and not read */
  files: FileUse[];
}

/**
 * Reads the records of a source, row by row; nothing is kept but what the format itself needs.
 * @throws ImportFileError when a file or a needed column is missing
 */
export function readSource(source: ImportSource): AsyncGenerator<ImportRecord> {
  if (source.preset === 'customers') return readCustomers(customersFile(source), source.mapping);
  return source.preset === 'polis' ? readPolis(source) : readIdeaRows(source);
}

/** The file of a source of people and accounts. @throws ImportFileError when none is given */
function customersFile({ file }: ImportSource): FilePlace {
  if (file === null) throw new ImportFileError('The preset customers needs --file.');
  return file;
}

/**
 * Reads all files of a source to their ends and makes nothing of their rows, so that a file that is broken, cut
 * off or in another encoding somewhere in the middle is refused before anything was loaded.
 *
 * @param onProgress is told how many records were read
 * @throws ImportFileError as `readSource` does, and as a question when the column of the texts was not found
 */
export async function checkSource(
  source: ImportSource,
  onProgress: (records: number) => void = () => {},
): Promise<SourceCheck> {
  let records = 0;
  const files: FileUse[] = [];
  const pass = async (
    open: OpenFile,
    also?: ReadonlyMap<string, string>,
    recordsOf: (row: CsvRow) => number = () => 1,
  ): Promise<ColumnTally> => {
    const tally = new ColumnTally(open, also);
    for await (const rows of open.file.batches()) {
      for (const row of rows) {
        if ('reason' in row) records += 1;
        else {
          tally.add(row);
          records += recordsOf(row);
        }
      }
      onProgress(records);
    }
    files.push(tally.use());
    return tally;
  };
  if (source.preset === 'customers') {
    const open = await openCustomers(customersFile(source), source.mapping);
    await pass(
      open,
      new Map(
        open.traits.map(
          ({ holder, key, column }) => [column, `${CUSTOM_FIELD_PREFIX}${holder}.${key}`] as const,
        ),
      ),
    );
    return { records, files };
  }
  if (source.preset === 'polis') {
    await pass(await openPolisIdeas(source));
    if (source.votes !== null) {
      const { commentColumns, ...open } = await openPolisVotes(source.votes);
      const cells = (row: CsvRow): number =>
        commentColumns!.reduce((count, { index }) => count + (row.cells[index]!.trim() === '' ? 0 : 1), 0);
      await pass(
        open,
        new Map((commentColumns ?? []).map(({ id }) => [plainName(id), 'votes'])),
        commentColumns === null ? undefined : cells,
      );
      // of a matrix each idea is a column: they are told as one
      const last = files.at(-1)!;
      const ideas = last.columns.filter(({ field }) => field === 'votes');
      if (ideas.length > 0)
        last.columns = [
          ...last.columns.filter(({ field }) => field !== 'votes'),
          { name: `${ideas.length} ideas`, field: 'votes', rows: Math.max(...ideas.map(({ rows }) => rows)) },
        ];
    }
    if (source.summary !== null) await readSummary(source.summary);
    return { records, files };
  }
  if (hasIdeas(source)) await passIdeas();
  if (source.votes !== null) await pass(await openVotes(source, source.votes));
  if (source.comments !== null)
    (await pass(await openComments(source, source.comments))).askForText(
      'body',
      'text of a comment',
      source.mapping,
      'comments.',
    );
  return { records, files };

  async function passIdeas(): Promise<void> {
    const { custom, voter, ...open } = await openIdeas(source);
    // of rows with a voter each, the first of an idea is two records
    const ideas = new Set<string>();
    const withIdea = (row: CsvRow): number => {
      const id = row.get(open.columns['external_id'] ?? open.columns['title']!);
      if (ideas.has(id)) return 1;
      ideas.add(id);
      return 2;
    };
    const also = new Map([
      ...custom.map(([field, column]) => [plainName(column), field] as const),
      ...Object.entries(voter ?? {}).flatMap(([field, column]) =>
        column === null ? [] : [[column, `voter ${field}`] as const],
      ),
      ...(source.preset === 'github' ? [['pullrequesturl', 'left out'] as const] : []),
    ]);
    const tally = await pass(open, also, voter === null ? undefined : withIdea);
    tally.askForText('body', 'description', source.mapping);
  }
}

/** Votes and comments may come alone, for ideas that are here already. */
function hasIdeas({ file, votes, comments }: ImportSource): boolean {
  return file !== null || (votes === null && comments === null);
}

/** Finds the files of a folder by their names: comments, votes or participants-votes, summary. */
export function findPolisFiles(folder: string): Record<'comments' | 'votes' | 'summary', string | null> {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw new ImportFileError(`${folder} cannot be read as a folder.`);
  }
  const find = (pattern: RegExp): string | null => {
    const name = names.filter((entry) => pattern.test(entry)).sort()[0];
    return name === undefined ? null : join(folder, name);
  };
  return {
    comments: find(/^comments\.csv(\.gz)?$/i),
    votes: find(/^votes\.csv(\.gz)?$/i) ?? find(/^participants-votes\.csv(\.gz)?$/i),
    summary: find(/^summary\.csv(\.gz)?$/i),
  };
}

async function openIdeas(
  source: ImportSource,
): Promise<OpenFile & { custom: [string, string][]; voter: Columns | null }> {
  const path = source.file;
  if (path === null) throw new ImportFileError(`The preset ${source.preset} needs --file.`);
  const file = await openTable(source, path);
  const columns = findColumns(
    file,
    path,
    { ...IDEA_COLUMNS, ...PRESET_COLUMNS[source.preset] },
    source.mapping,
  );
  if (columns['title'] === null) {
    throw new ImportFileError(
      `${shown(path)} has no column for the title. It has: ${namesOf(file.header)}. Name it in a mapping file: {"title": "…"}.`,
      'columns',
    );
  }
  const custom = Object.entries(source.mapping).filter(([field]) => field.startsWith('custom_fields.'));
  for (const [, column] of custom)
    if (!file.has(plainName(column)))
      throw new ImportFileError(
        `The mapping names the column "${column}", which ${shown(path)} does not have.`,
      );
  const perVoter = source.preset === 'uservoice-votes';
  const voter = perVoter ? findColumns(file, path, VOTER_FIELDS, source.mapping, 'votes.') : null;
  if (perVoter && voter!['email'] === null && voter!['id'] === null)
    throw new ImportFileError(
      `${shown(path)} has no column for the voter's address. It has: ${namesOf(file.header)}.`,
      'columns',
    );
  return { path, file, columns, custom, voter };
}

async function* readIdeaRows(source: ImportSource): AsyncGenerator<ImportRecord> {
  if (hasIdeas(source)) yield* readIdeasOf(source);
  if (source.votes !== null) yield* readVoteRows(source.votes, source);
  if (source.comments !== null) yield* readCommentRows(source.comments, source);
}

async function* readIdeasOf(source: ImportSource): AsyncGenerator<ImportRecord> {
  const { path, file, columns, custom, voter } = await openIdeas(source);
  const perVoter = voter !== null;
  const seen = new Map<string, number>();
  const tally: TextTally = { cut: 0, asWritten: 0, lost: new Map() };
  const answers: RepeatedAnswers = { of: new Map(), repeated: 0, differing: 0 };
  const amounts: LostAmounts = { count: 0, first: null };
  let stated = 0;
  let requests = 0;
  for await (const rows of file.batches())
    for (const row of rows) {
      if ('reason' in row) {
        yield { kind: 'refused', file: nameOf(path), ...row };
        continue;
      }
      if (source.preset === 'github' && row.get('pullrequesturl') !== '') {
        requests += 1;
        continue;
      }
      const [idea, ...further] = ideaOf(row, columns, source, nameOf(path), custom, tally);
      if (idea.kind === 'refused') {
        yield idea;
        continue;
      }
      const first = seen.get(idea.external_id);
      if (first === undefined) {
        seen.set(idea.external_id, row.line);
        stated += Number(idea.values.source_votes_count ?? 0);
        yield idea;
        if (!perVoter) yield* further;
      } else if (!perVoter) {
        yield {
          kind: 'refused',
          file: nameOf(path),
          line: row.line,
          reason: `the same idea as on line ${first}`,
        };
        continue;
      }
      if (voter) {
        // what stands in each row of an idea is taken once
        yield* further.filter((record) =>
          record.kind === 'answer' ? isFirstAnswer(answers, record) : first === undefined,
        );
        const person = personOf(
          row,
          voter['id'] ?? null,
          voter['email'] ?? null,
          voter['name'] ?? null,
          source.sourceKey,
        );
        if (person === null) continue;
        const created_at = dateOf(row.get(voter['created_at'] ?? ''), source, 'vote');
        const reason =
          typeof person === 'string' ? person : typeof created_at === 'string' ? created_at : null;
        if (reason !== null) {
          yield { kind: 'refused', file: nameOf(path), line: row.line, reason };
          continue;
        }
        yield {
          kind: 'vote',
          file: nameOf(path),
          line: row.line,
          idea_external_id: idea.external_id,
          person: withCompany(person as ImportPerson, row, voter, amounts),
          supports: true,
          subscribed: wantsEmail(row, voter),
          created_at: created_at as Date | null,
        };
      }
    }
  if (answers.repeated > 0)
    yield {
      kind: 'note',
      text: `${answers.of.size.toLocaleString('en')} ${answers.of.size === 1 ? 'answer of the team stands' : 'answers of the team stand'} in ${(answers.repeated + answers.of.size).toLocaleString('en')} rows, one per voter; each is taken once.`,
    };
  if (answers.differing > 0)
    yield {
      kind: 'note',
      text: `${answers.differing.toLocaleString('en')} ${answers.differing === 1 ? 'row holds' : 'rows hold'} another answer of the team than an earlier row of the same idea; the first is taken.`,
    };
  if (stated > 0)
    yield {
      kind: 'note',
      text: `The file counts ${stated.toLocaleString('en')} votes. Votes are people, so each idea shows its count beside the votes that come with a name.`,
    };
  if (requests > 0)
    yield {
      kind: 'note',
      text: `${requests.toLocaleString('en')} ${requests === 1 ? 'entry is a pull request and is' : 'entries are pull requests and are'} left out.`,
    };
  if (tally.cut > 0)
    yield {
      kind: 'note',
      text: `${tally.cut.toLocaleString('en')} ${tally.cut === 1 ? 'text is' : 'texts are'} longer than a description or comment may be; the rest stands in comments below.`,
    };
  if (tally.asWritten > 0) yield asWrittenNote(tally.asWritten, 'text', 'texts');
  for (const text of lostNotes(tally.lost)) yield { kind: 'note', text };
  yield* amountNotes(amounts);
}

async function openVotes(source: ImportSource, path: FilePlace): Promise<OpenFile> {
  const file = await openTable(source, path);
  const columns = findColumns(
    file,
    path,
    { idea: VOTE_IDEA_COLUMNS, ...VOTER_FIELDS },
    source.mapping,
    'votes.',
  );
  if (columns['idea'] === null)
    throw new ImportFileError(
      `${shown(path)} has no column that names the idea. It has: ${namesOf(file.header)}.`,
      'columns',
    );
  if (columns['email'] === null && columns['id'] === null)
    throw new ImportFileError(
      `${shown(path)} has no column that names the voter. It has: ${namesOf(file.header)}.`,
      'columns',
    );
  return { path, file, columns };
}

async function* readVoteRows(path: FilePlace, source: ImportSource): AsyncGenerator<ImportRecord> {
  const { file, columns } = await openVotes(source, path);
  const amounts: LostAmounts = { count: 0, first: null };
  for await (const rows of file.batches())
    for (const row of rows) {
      if ('reason' in row) {
        yield { kind: 'refused', file: nameOf(path), ...row };
        continue;
      }
      const person = personOf(
        row,
        columns['id'] ?? null,
        columns['email'] ?? null,
        columns['name'] ?? null,
        source.sourceKey,
      );
      if (person === null || typeof person === 'string') {
        yield { kind: 'refused', file: nameOf(path), line: row.line, reason: person ?? 'no voter' };
        continue;
      }
      const created_at = dateOf(row.get(columns['created_at'] ?? ''), source);
      const own = row.get(columns['idea']!);
      const reason = idProblem(own, 'idea') ?? (typeof created_at === 'string' ? created_at : null);
      if (reason !== null) {
        yield { kind: 'refused', file: nameOf(path), line: row.line, reason };
        continue;
      }
      yield {
        kind: 'vote',
        file: nameOf(path),
        line: row.line,
        idea_external_id: externalId(source, own),
        person: withCompany(person, row, columns, amounts),
        supports: true,
        subscribed: wantsEmail(row, columns),
        created_at: created_at as Date | null,
      };
    }
  yield* amountNotes(amounts);
}

/** Whether a voter wants email about the idea; null: the file does not say. What is no clear yes is a no. */
function wantsEmail(row: CsvRow, columns: Columns): boolean | null {
  const text = row
    .get(columns['subscribed'] ?? '')
    .trim()
    .toLowerCase();
  return text === '' ? null : text === 'subscribed' || YES.has(text);
}

async function openComments(source: ImportSource, path: FilePlace): Promise<OpenFile> {
  const file = await openTable(source, path);
  const columns = findColumns(file, path, COMMENT_COLUMNS, source.mapping, 'comments.');
  for (const field of ['idea', 'body']) {
    if (columns[field] === null)
      throw new ImportFileError(
        `${shown(path)} has no column for the ${field === 'idea' ? 'idea' : 'text'} of a comment. It has: ${namesOf(file.header)}. Name it in a mapping file: {"comments.${field}": "…"}.`,
        'columns',
      );
  }
  return { path, file, columns };
}

const YES = new Set(['true', 'yes', 'y', 't', '1', 'on', 'owner', 'member', 'collaborator']);
const NO = new Set([
  '',
  'false',
  'no',
  'n',
  'f',
  '0',
  'off',
  'none',
  'contributor',
  'first_timer',
  'first_time_contributor',
  'mannequin',
]);

async function* readCommentRows(path: FilePlace, source: ImportSource): AsyncGenerator<ImportRecord> {
  const { file, columns } = await openComments(source, path);
  const seen = new Map<string, number>();
  const tally: TextTally = { cut: 0, asWritten: 0, lost: new Map() };
  for await (const rows of file.batches())
    for (const row of rows) {
      if ('reason' in row) {
        yield { kind: 'refused', file: nameOf(path), ...row };
        continue;
      }
      const raw = row.get(columns['body']!);
      const author = personOf(row, null, columns['email'] ?? null, columns['name'] ?? null, source.sourceKey);
      const created = row.get(columns['created_at'] ?? '');
      const created_at = dateOf(created, source);
      const own = row.get(columns['id'] ?? '');
      const named = row.get(columns['idea']!);
      // an address of the interface ends with the number
      const ideaId = source.preset === 'github' ? named.slice(named.lastIndexOf('/') + 1) : named;
      const idea = externalId(source, ideaId);
      const byTeam = row.get(columns['by_team'] ?? '');
      const who =
        author === null || typeof author === 'string'
          ? ''
          : (author.email_address?.toLowerCase() ?? author.guid ?? '');
      const external_id =
        own === '' ? `${idea}:${hash(`${raw}${created}${who}`)}` : `${source.sourceKey}:comment:${own}`;
      const first = seen.get(external_id);
      const pieces =
        raw === '' || CONTROL.test(raw)
          ? []
          : piecesOf(raw, kindOf(source, row, columns), textLimits.richTextCharacters, tally);
      const reason =
        raw === ''
          ? 'no text'
          : CONTROL.test(raw)
            ? 'control characters in the text'
            : typeof pieces === 'string'
              ? pieces
              : pieces.length === 0
                ? 'no text'
                : typeof author === 'string'
                  ? author
                  : typeof created_at === 'string'
                    ? created_at
                    : !YES.has(byTeam.toLowerCase()) && !NO.has(byTeam.toLowerCase())
                      ? `by_team: "${byTeam.slice(0, 20)}" is neither yes nor no; taken are true, false, yes, no, 1, 0`
                      : (idProblem(ideaId, 'idea') ??
                        (own === '' ? null : idProblem(own, 'comment')) ??
                        (first === undefined ? null : `the same comment as on line ${first}`));
      if (reason !== null) {
        yield { kind: 'refused', file: nameOf(path), line: row.line, reason };
        continue;
      }
      seen.set(external_id, row.line);
      if (pieces.length > 1) tally.cut += 1;
      for (const [index, { text, mime }] of (pieces as Exclude<typeof pieces, string>).entries()) {
        yield {
          kind: 'comment',
          file: nameOf(path),
          line: row.line,
          external_id: index === 0 ? external_id : `${external_id}:${index + 1}`,
          idea_external_id: idea,
          author: author as ImportPerson | null,
          body: text,
          body_mime_type: mime,
          by_team: YES.has(byTeam.toLowerCase()),
          created_at: created_at as Date | null,
        };
      }
    }
  if (tally.cut > 0)
    yield {
      kind: 'note',
      text: `${tally.cut.toLocaleString('en')} ${tally.cut === 1 ? 'comment is' : 'comments are'} longer than a comment may be; the rest stands in a further one.`,
    };
  if (tally.asWritten > 0) yield asWrittenNote(tally.asWritten, 'comment', 'comments');
}

/** Products whose exports hold texts as their people typed them: in Markdown. */
const MARKDOWN_PRESETS: ReadonlySet<ImportPreset> = new Set(['fider', 'github']);

/** How a row's texts are read: as the command says, else as the row itself does, else as the preset has them. */
function kindOf(source: ImportSource, row: CsvRow, columns: Columns): TextKind {
  if (source.text !== null) return source.text;
  const mime = row.get(columns['body_mime_type'] ?? '').toLowerCase();
  if (mime !== '')
    return mime === 'text/html' || mime === 'html'
      ? 'html'
      : mime === 'text/markdown' || mime === 'markdown'
        ? 'markdown'
        : 'plain';
  if (MARKDOWN_PRESETS.has(source.preset)) return 'markdown';
  return source.preset === 'productboard' || columns['body']?.endsWith('html') ? 'html' : 'plain';
}

/** @returns a text: why it cannot be taken */
function piecesOf(
  raw: string,
  kind: TextKind,
  maxCharacters: number,
  tally: TextTally,
): ReturnType<typeof readPieces> | string {
  try {
    return readPieces(raw, kind, maxCharacters, () => {
      tally.asWritten += 1;
    });
  } catch (error) {
    if (error instanceof TextRefused) return error.message;
    throw error;
  }
}

/** Answers of the team in a file whose rows each name a voter, so that the answer stands in many of them. */
interface RepeatedAnswers {
  /** id of the answer -> its text */
  of: Map<string, string>;
  repeated: number;
  differing: number;
}

function isFirstAnswer(answers: RepeatedAnswers, { external_id, html }: ImportAnswer): boolean {
  const known = answers.of.get(external_id);
  if (known === undefined) answers.of.set(external_id, html);
  else if (known === html) answers.repeated += 1;
  else answers.differing += 1;
  return known === undefined;
}

function asWrittenNote(count: number, one: string, many: string): ImportRecord {
  return {
    kind: 'note',
    text: `${count.toLocaleString('en')} ${count === 1 ? one : many} in Markdown ${count === 1 ? 'is too long or too intricate to be read and stays as it was' : 'are too long or too intricate to be read and stay as they were'} written.`,
  };
}

/** What is told of all rows at the end. */
interface TextTally {
  cut: number;
  /** texts in Markdown that stay as they were written */
  asWritten: number;
  lost: LostValues;
}

/** An idea and what hangs on it: the rest of a long text, the team's answer, comments. */
function ideaOf(
  row: CsvRow,
  columns: Columns,
  source: ImportSource,
  file: string,
  custom: [string, string][],
  tally: TextTally,
): [ImportIdea | RefusedRow, ...(ImportComment | ImportAnswer | RefusedRow)[]] {
  const refused = (reason: string): RefusedRow => ({ kind: 'refused', file, line: row.line, reason });
  const refuse = (reason: string): [RefusedRow] => [refused(reason)];
  const cell = (field: string): string => {
    const column = columns[field];
    return column === null || column === undefined ? '' : row.get(column);
  };
  const line = (field: string): string => oneLine(cell(field));
  const fullTitle = line('title');
  if (fullTitle === '') return refuse('no title');
  const body = cell('body');
  if (CONTROL.test(cell('title')) || CONTROL.test(body)) return refuse('control characters in title or body');
  const kind = kindOf(source, row, columns);
  const { title, before } = readTitle(fullTitle);
  const pieces = piecesOf(withBefore(before, body, kind), kind, textLimits.ideaBodyCharacters, tally);
  if (typeof pieces === 'string') return refuse(`body: ${pieces}`);
  for (const field of ['forum', 'category', 'status'])
    if (line(field).length > textLimits.nameCharacters)
      return refuse(`${field} of more than ${textLimits.nameCharacters} characters`);
  for (const [field, column] of custom) {
    const text = row.get(plainName(column));
    if (CONTROL.test(text)) return refuse(`control characters in ${field}`);
    if ([...text].length > textLimits.reasonCharacters)
      return refuse(`${field} of more than ${textLimits.reasonCharacters} characters`);
  }
  const labels = [
    ...new Set(
      (columns['labels'] === null ? [] : row.all(columns['labels']!))
        .flatMap((text) => text.split(source.preset === 'github' ? '\n' : /[,;|\n]/))
        .map(oneLine)
        .filter((name) => name !== ''),
    ),
  ];
  if (labels.some((name) => name.length > textLimits.nameCharacters))
    return refuse(`label of more than ${textLimits.nameCharacters} characters`);
  const created_at = dateOf(cell('created_at'), source);
  if (typeof created_at === 'string') return refuse(created_at);
  const author = personOf(
    row,
    columns['author_id'] ?? null,
    columns['author_email'] ?? null,
    columns['author_name'] ?? null,
    source.sourceKey,
  );
  if (typeof author === 'string') return refuse(author);
  const state = stateOf(cell('state'));
  if (state === null)
    return refuse(
      `state: "${cell('state').slice(0, 40)}" is unknown; taken are approved, open, published, pending, spam, closed`,
    );
  const own = cell('external_id');
  const wrongId = own === '' ? null : idProblem(own, 'idea');
  if (wrongId !== null) return refuse(wrongId);
  const external_id =
    own === '' ? `${source.sourceKey}:${hash(`${line('forum')} ${fullTitle}`)}` : externalId(source, own);
  const parent = cell('parent');
  const wrongParent = parent === '' ? null : idProblem(parent, 'idea');
  if (wrongParent !== null) return refuse(`parent: ${wrongParent}`);
  const status =
    source.preset === 'fider' && ['open', 'duplicate'].includes(line('status'))
      ? null
      : line('status').replaceAll('_', ' ') || null;
  const idea: ImportIdea = {
    kind: 'idea',
    file,
    line: row.line,
    external_id,
    title,
    body: pieces[0]?.text ?? null,
    body_mime_type: pieces[0]?.mime ?? 'text/plain',
    author,
    forum: line('forum') || null,
    category: line('category') || null,
    status,
    labels,
    state,
    created_at,
    custom_fields: Object.fromEntries(
      custom
        .map(([field, column]) => [field.slice('custom_fields.'.length), row.get(plainName(column))])
        .filter(([, text]) => text !== ''),
    ),
    values: readValues(cell, tally.lost),
    merged_into: parent === '' ? null : externalId(source, parent),
  };
  const shared = { file, line: row.line, idea_external_id: external_id };
  if (pieces.length > 1) tally.cut += 1;
  const rest = pieces.slice(1).map(({ text, mime }, index): ImportComment => ({
    kind: 'comment',
    ...shared,
    external_id: `${external_id}:body:${index + 2}`,
    author,
    body: text,
    body_mime_type: mime,
    by_team: false,
    created_at,
  }));
  return [
    idea,
    ...rest,
    ...answerOf(row, columns, source, kind, status, shared),
    ...commentsOf(row, columns, source, kind, shared, tally),
  ];
}

/** The team's answer that stands in the row of an idea. */
function answerOf(
  row: CsvRow,
  columns: Columns,
  source: ImportSource,
  kind: TextKind,
  status: string | null,
  shared: { file: string; line: number; idea_external_id: string },
): (ImportAnswer | RefusedRow)[] {
  const raw = row.get(columns['answer'] ?? '');
  if (raw === '') return [];
  const refuse = (reason: string): RefusedRow[] => [
    { kind: 'refused', file: shared.file, line: shared.line, reason: `answer: ${reason}` },
  ];
  const created_at = dateOf(row.get(columns['answer_at'] ?? ''), source, 'date');
  const author = personOf(
    row,
    null,
    columns['answer_author_email'] ?? null,
    columns['answer_author_name'] ?? null,
    source.sourceKey,
  );
  if (CONTROL.test(raw)) return refuse('control characters in the text');
  if ([...raw].length > textLimits.richTextCharacters)
    return refuse(`longer than ${textLimits.richTextCharacters.toLocaleString('en')} characters`);
  if (typeof created_at === 'string') return refuse(created_at);
  if (typeof author === 'string') return refuse(author);
  try {
    // answers are written in an editor of the source: where they hold tags, they are HTML
    const html = asHtml(
      raw,
      kind === 'plain' && source.text === null && /<(?:p|br|a|div|strong|em|ul|ol)[\s>/]/i.test(raw)
        ? 'html'
        : kind,
    );
    return html === ''
      ? []
      : [
          {
            kind: 'answer',
            ...shared,
            external_id: `${shared.idea_external_id}:answer`,
            author,
            html,
            status,
            created_at,
          },
        ];
  } catch (error) {
    if (error instanceof TextRefused) return refuse(error.message);
    throw error;
  }
}

/** "01/Mar/26 9:05 AM;author;text", as one program writes a comment into a cell. */
const CELL_COMMENT = /^([^;]{6,40});([^;]{0,255});([\s\S]+)$/;

function commentsOf(
  row: CsvRow,
  columns: Columns,
  source: ImportSource,
  kind: TextKind,
  shared: { file: string; line: number; idea_external_id: string },
  tally: TextTally,
): (ImportComment | RefusedRow)[] {
  if (!columns['comments']) return [];
  return row.all(columns['comments']).flatMap((cell): (ImportComment | RefusedRow)[] => {
    const parts = CELL_COMMENT.exec(cell);
    const [date, who, text] =
      parts === null ? ['', '', cell] : [parts[1]!, oneLine(parts[2]!), parts[3]!.trim()];
    const created_at = dateOf(date, source, 'comment');
    const pieces = CONTROL.test(cell)
      ? 'control characters in a comment'
      : piecesOf(text, kind, textLimits.richTextCharacters, tally);
    const reason = typeof pieces === 'string' ? pieces : typeof created_at === 'string' ? created_at : null;
    if (reason !== null) return [{ kind: 'refused', file: shared.file, line: shared.line, reason }];
    const author = who === '' ? null : personInCell(row, who, source.sourceKey);
    const id = `${shared.idea_external_id}:${hash(`${text}${date}${who.toLowerCase()}`)}`;
    return (pieces as Exclude<typeof pieces, string>).map(({ text: body, mime }, index) => ({
      kind: 'comment',
      ...shared,
      external_id: index === 0 ? id : `${id}:${index + 1}`,
      author,
      body,
      body_mime_type: mime,
      by_team: false,
      created_at: created_at as Date | null,
    }));
  });
}

/** Columns of a row that name somebody, each with the one of their id. */
const NAMED_WITH_ID = [
  ['reporter', 'reporterid'],
  ['creator', 'creatorid'],
  ['assignee', 'assigneeid'],
] as const;
const ACCOUNT_ID = /^(?:\d{1,9}:)?[0-9a-f]{8}[0-9a-f-]{16,40}$/i;

/** Who wrote a comment in a cell, which holds the name or, as newer versions write it, the id of the account. */
function personInCell(row: CsvRow, who: string, sourceKey: string): ImportPerson {
  for (const [name, id] of NAMED_WITH_ID) {
    const known = row.get(id);
    if (known !== '' && (known === who || row.get(name) === who))
      return { guid: `${sourceKey}:${known}`, email_address: null, name: oneLine(row.get(name)) || null };
  }
  return {
    guid: ACCOUNT_ID.test(who) ? `${sourceKey}:${who}` : `${sourceKey}:name:${who.toLowerCase()}`,
    email_address: null,
    name: who,
  };
}

/** null: nobody is named; a text: why the person cannot be taken. */
function personOf(
  row: CsvRow,
  idColumn: string | null,
  emailColumn: string | null,
  nameColumn: string | null,
  sourceKey: string,
): ImportPerson | string | null {
  const id = idColumn === null ? '' : row.get(idColumn);
  const email = emailColumn === null ? '' : row.get(emailColumn);
  const given = nameColumn === null ? '' : row.get(nameColumn);
  const name = oneLine(given);
  if (id === '' && email === '' && name === '') return null;
  const wrongId = id === '' ? null : idProblem(id, 'person');
  if (wrongId !== null) return wrongId;
  if (email !== '' && emailProblem(email) !== null) return `"${email.slice(0, 60)}" is not an email address`;
  if (name.length > textLimits.nameCharacters || CONTROL.test(given))
    return 'a name that is too long or holds control characters';
  // an address tells people apart best; a name alone must do where the source gives no more
  const guid =
    email !== '' ? null : id !== '' ? `${sourceKey}:${id}` : `${sourceKey}:name:${name.toLowerCase()}`;
  return { guid, email_address: email === '' ? null : email, name: name === '' ? null : name };
}

function externalId(source: ImportSource, own: string): string {
  return `${source.sourceKey}:${own}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

function stateOf(text: string): ImportIdea['state'] | null {
  switch (text.toLowerCase()) {
    case '':
    case 'approved':
    case 'active':
    case 'open':
      return 'approved';
    case 'published':
      return 'published';
    case 'pending':
    case 'awaiting moderation':
    case 'needs review':
      return 'pending';
    case 'spam':
      return 'spam';
    case 'closed':
    case 'archived':
    case 'hidden':
      return 'closed';
    default:
      return null;
  }
}

async function openPolisIdeas({ comments: path }: ImportSource): Promise<OpenFile> {
  if (path === null)
    throw new ImportFileError('The preset polis needs --comments, or --dir with a file comments.csv.');
  const file = await openCsv(path);
  for (const column of ['commentid', 'commentbody', 'authorid', 'moderated']) {
    if (!file.has(column))
      throw new ImportFileError(
        `${shown(path)} lacks the column ${column.replace('comment', 'comment-').replace('author', 'author-')}. It has: ${namesOf(file.header)}.`,
        'columns',
      );
  }
  return {
    path,
    file,
    columns: polisColumns(file, POLIS_COLUMNS.ideas),
  };
}

function polisColumns(file: CsvFile, names: readonly string[]): Columns {
  return Object.fromEntries(names.filter((name) => file.has(name)).map((name) => [name, name]));
}

/** @returns commentColumns of a matrix; null: the file is a list of votes */
async function openPolisVotes(
  path: FilePlace,
): Promise<OpenFile & { commentColumns: { id: string; index: number }[] | null }> {
  const file = await openCsv(path);
  if (file.has('commentid') && file.has('voterid') && file.has('vote'))
    return {
      path,
      file,
      columns: polisColumns(file, ['commentid', 'voterid', 'vote', 'timestamp']),
      commentColumns: null,
    };
  if (!file.has('participant'))
    throw new ImportFileError(
      `${shown(path)} is neither a list of votes (comment-id, voter-id, vote) nor a matrix that begins with participant.`,
    );
  return {
    path,
    file,
    columns: polisColumns(file, ['participant']),
    commentColumns: file.header
      .map((header, index) => ({ id: header.trim(), index }))
      .filter(({ id }) => /^\d+$/.test(id)),
  };
}

/**
 * A Polis conversation: comments are ideas (moderated 1 approved, 0 pending, -1 spam), an agreeing
 * vote is support. Votes come in long form (dated) or as a matrix of participants and comments.
 */
async function* readPolis(source: ImportSource): AsyncGenerator<ImportRecord> {
  const { path, file } = await openPolisIdeas(source);
  const statedAgrees = new Map<string, number>();
  const person = (id: string): ImportPerson => ({
    guid: `${source.sourceKey}:${id}`,
    email_address: null,
    name: `Participant ${id}`,
  });
  const name = nameOf(path);
  let ideas = 0;
  let cut = 0;
  for await (const rows of file.batches())
    for (const row of rows) {
      if ('reason' in row) {
        yield { kind: 'refused', file: name, ...row };
        continue;
      }
      const id = row.get('commentid');
      const given = row.get('commentbody');
      const text = oneLine(given);
      const state = { '1': 'approved', '0': 'pending', '-1': 'spam' }[row.get('moderated')] as
        | ImportIdea['state']
        | undefined;
      const created_at = dateOf(row.get('timestamp'), source, 'timestamp');
      const reason =
        id === ''
          ? 'no comment-id'
          : text === ''
            ? 'no text'
            : CONTROL.test(given)
              ? 'control characters in the text'
              : state === undefined
                ? `unknown moderation "${row.get('moderated').slice(0, 20)}"`
                : typeof created_at === 'string'
                  ? created_at
                  : statedAgrees.has(id)
                    ? `comment ${id.slice(0, 40)} again`
                    : (idProblem(id, 'comment') ??
                      (row.get('authorid') === '' ? null : idProblem(row.get('authorid'), 'person')));
      if (reason !== null) {
        yield { kind: 'refused', file: name, line: row.line, reason };
        continue;
      }
      ideas += 1;
      statedAgrees.set(id, Number(row.get('agrees')) || 0);
      const { title, before } = readTitle(text);
      const [first, ...rest] = readPieces(before ?? '', 'plain', textLimits.ideaBodyCharacters);
      const author = row.get('authorid') === '' ? null : person(row.get('authorid'));
      const agreeing = Number(row.get('agrees'));
      if (rest.length > 0) cut += 1;
      yield {
        kind: 'idea',
        file: name,
        line: row.line,
        external_id: externalId(source, id),
        title,
        body: first?.text ?? null,
        body_mime_type: 'text/plain',
        author,
        forum: null,
        category: null,
        status: null,
        labels: [],
        state: state!,
        created_at: created_at as Date | null,
        custom_fields: {},
        values:
          Number.isInteger(agreeing) && agreeing > 0 && agreeing < 2 ** 31
            ? { source_votes_count: agreeing }
            : {},
        merged_into: null,
      };
      for (const [index, piece] of rest.entries())
        yield {
          kind: 'comment',
          file: name,
          line: row.line,
          external_id: `${externalId(source, id)}:body:${index + 2}`,
          idea_external_id: externalId(source, id),
          author,
          body: piece.text,
          body_mime_type: 'text/plain',
          by_team: false,
          created_at: created_at as Date | null,
        };
    }
  if (cut > 0)
    yield {
      kind: 'note',
      text: `${cut.toLocaleString('en')} ${cut === 1 ? 'text is' : 'texts are'} longer than a description may be; the rest stands in comments below.`,
    };
  const agrees = new Map<string, number>();
  let disagrees = 0;
  let passes = 0;
  const count = (id: string, vote: string): boolean => {
    if (vote === '1') agrees.set(id, (agrees.get(id) ?? 0) + 1);
    else if (vote === '-1') disagrees += 1;
    else passes += 1;
    return vote === '1';
  };
  if (source.votes !== null) {
    const { file: votes, commentColumns } = await openPolisVotes(source.votes);
    const votesName = nameOf(source.votes);
    const isLong = commentColumns === null;
    for await (const rows of votes.batches())
      for (const row of rows) {
        if ('reason' in row) {
          yield { kind: 'refused', file: votesName, ...row };
          continue;
        }
        if (isLong) {
          const id = row.get('commentid');
          const vote = row.get('vote');
          const created_at = dateOf(row.get('timestamp'), source, 'timestamp');
          const reason =
            row.get('voterid') === ''
              ? 'no voter-id'
              : !statedAgrees.has(id)
                ? `a vote on the unknown comment ${id.slice(0, 40)}`
                : !['1', '0', '-1'].includes(vote)
                  ? `unknown vote "${vote.slice(0, 20)}"`
                  : typeof created_at === 'string'
                    ? created_at
                    : idProblem(row.get('voterid'), 'person');
          if (reason !== null) {
            yield { kind: 'refused', file: votesName, line: row.line, reason };
            continue;
          }
          yield {
            kind: 'vote',
            file: votesName,
            line: row.line,
            idea_external_id: externalId(source, id),
            person: person(row.get('voterid')),
            supports: count(id, vote),
            subscribed: null,
            created_at: created_at as Date | null,
          };
          continue;
        }
        const participant = row.get('participant');
        const wrongId = participant === '' ? 'no participant' : idProblem(participant, 'person');
        if (wrongId !== null) {
          yield { kind: 'refused', file: votesName, line: row.line, reason: wrongId };
          continue;
        }
        for (const { id, index } of commentColumns) {
          const vote = row.cells[index]!.trim();
          if (vote === '') continue;
          if (!statedAgrees.has(id) || !['1', '0', '-1'].includes(vote)) {
            yield {
              kind: 'refused',
              file: votesName,
              line: row.line,
              reason: statedAgrees.has(id)
                ? `unknown vote "${vote.slice(0, 20)}" on comment ${id}`
                : `a vote on the unknown comment ${id}`,
            };
            continue;
          }
          yield {
            kind: 'vote',
            file: votesName,
            line: row.line,
            idea_external_id: externalId(source, id),
            person: person(participant),
            supports: count(id, vote),
            subscribed: null,
            created_at: null,
          };
        }
      }
    yield {
      kind: 'note',
      text: `${disagrees.toLocaleString('en')} ${disagrees === 1 ? 'vote disagrees' : 'votes disagree'} and ${passes.toLocaleString('en')} ${passes === 1 ? 'passes' : 'pass'}; these are no support.`,
    };
    const differing = [...statedAgrees].filter(([id, stated]) => stated !== (agrees.get(id) ?? 0)).length;
    if (differing > 0)
      yield {
        kind: 'note',
        text: `${differing.toLocaleString('en')} ${differing === 1 ? 'idea states' : 'ideas state'} another number of agreeing votes than the votes themselves show. The votes count; the stated number stands beside them.`,
      };
  }
  if (source.summary !== null) {
    const stated = (await readSummary(source.summary)).get('comments');
    if (stated !== undefined && Number(stated) !== ideas)
      yield {
        kind: 'note',
        text: `The summary speaks of ${stated} ideas; the file holds ${ideas}. All of the file were taken.`,
      };
  }
}

/** Key and value pairs of a Polis summary. */
export async function readSummary(path: FilePlace): Promise<Map<string, string>> {
  const file = await openCsv(path);
  const pairs = new Map<string, string>();
  const add = (cells: readonly string[]): void => {
    if (cells.length >= 2) pairs.set(cells[0]!.trim(), cells[1]!.trim());
  };
  // the file has no header: its first line is a pair as well
  add(file.header);
  for await (const rows of file.batches()) for (const row of rows) if ('cells' in row) add(row.cells);
  return pairs;
}

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseDate } from '../../../contract/dates.ts';
import { emailProblem } from '../../../contract/email.ts';
import { textLimits } from '../../../contract/limits.ts';
import { cutAtWord, oneLine } from '../../../contract/text_cut.ts';
import { ImportFileError, openCsv, plainName, type CsvFile, type CsvRow } from './csv.ts';
import type { ImportIdea, ImportPerson, ImportRecord, RefusedRow } from './import_records.ts';

export const IMPORT_PRESETS = ['ideas', 'uservoice', 'uservoice-votes', 'fider', 'polis'] as const;
export type ImportPreset = (typeof IMPORT_PRESETS)[number];

export interface ImportSource {
  preset: ImportPreset;
  file: string | null;
  votes: string | null;
  comments: string | null;
  summary: string | null;
  /** field of an idea -> column of the file; for anything that no preset knows */
  mapping: Record<string, string>;
  /** names the source in external ids, so that two conversations with ids from 0 stay apart; without a colon */
  sourceKey: string;
  /** dates behind it are refused */
  now: Date;
}

/** Longest id of a source: an index holds them. */
const ID_CHARACTERS = 255;
/** Dates before it are what programs write that know none. */
const FIRST_DATE = new Date('1970-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

/** Columns that may carry a field of an idea, plain names, best first. */
const IDEA_COLUMNS: Record<string, readonly string[]> = {
  external_id: ['externalid', 'suggestionid', 'ideaid', 'id', 'number'],
  title: ['title', 'suggestiontitle', 'ideatitle', 'subject', 'name'],
  body: ['body', 'description', 'suggestionbody', 'suggestiontext', 'ideadescription', 'text', 'details'],
  forum: ['forum', 'forumname', 'suggestionforumname', 'board'],
  category: ['category', 'categoryname', 'suggestioncategoryname'],
  status: ['status', 'statusname', 'suggestionstatusname', 'publicstatusname'],
  labels: ['labels', 'suggestionlabelsname', 'tags'],
  state: ['state', 'suggestionstate', 'moderationstate'],
  created_at: ['createdat', 'suggestioncreatedtimestamp', 'createdtimestamp', 'created', 'date'],
  author_email: ['authoremail', 'creatoremail', 'suggestioncreatoremailaddress', 'suggestioncreatedbyemailaddress', 'suggestionuseremailaddress', 'ideacreatoremailaddress', 'email'],
  author_name: ['authorname', 'creatorname', 'suggestioncreatorname', 'suggestioncreatedbyname', 'suggestionusername', 'ideacreatorname', 'createdby', 'author'],
  author_id: ['authorid', 'creatorid', 'suggestioncreatorid', 'suggestioncreatedbyid', 'suggestionuserid'],
  supporters: ['supporterscount', 'suggestionsupporterscount', 'voterscount', 'votescount', 'suggestionvotescount', 'votes'],
};
const VOTER_COLUMNS = {
  email: ['useremailaddress', 'voteremail', 'useremail', 'supporteremail', 'email'],
  name: ['username', 'votername', 'supportername'],
  id: ['userid', 'voterid', 'supporterid', 'participant'],
  created_at: ['linkedideacreationdate', 'votedat', 'createdat', 'supportcreatedtimestamp', 'datetime'],
} as const;

/** Fields that a mapping file may name. */
export const MAPPABLE_FIELDS = Object.keys(IDEA_COLUMNS);

/**
 * Reads the records of a source, row by row; nothing is kept but what the format itself needs.
 * @throws ImportFileError when a file or a needed column is missing
 */
export function readSource(source: ImportSource): AsyncGenerator<ImportRecord> {
  return source.preset === 'polis' ? readPolis(source) : readIdeaRows(source);
}

/**
 * Reads all files of a source to their ends and makes nothing of their rows, so that a file that is broken, cut
 * off or in another encoding somewhere in the middle is refused before anything was loaded.
 *
 * @param onProgress is told how many records were read
 * @returns how many records there are, those that will be refused among them
 * @throws ImportFileError as `readSource` does
 */
export async function checkSource(source: ImportSource, onProgress: (records: number) => void = () => {}): Promise<number> {
  let records = 0;
  const pass = async (file: CsvFile, recordsOf: (row: CsvRow) => number = () => 1): Promise<void> => {
    for await (const rows of file.batches()) {
      for (const row of rows) records += 'reason' in row ? 1 : recordsOf(row);
      onProgress(records);
    }
  };
  if (source.preset === 'polis') {
    await pass((await openPolisIdeas(source)).file);
    if (source.votes !== null) {
      const { file, commentColumns } = await openPolisVotes(source.votes);
      const cells = (row: CsvRow): number => commentColumns!.reduce((count, { index }) => count + (row.cells[index]!.trim() === '' ? 0 : 1), 0);
      await pass(file, commentColumns === null ? undefined : cells);
    }
    if (source.summary !== null) await readSummary(source.summary);
    return records;
  }
  const { file, columns, voter } = await openIdeas(source);
  // of rows with a voter each, the first of an idea is two records
  const ideas = new Set<string>();
  const withIdea = (row: CsvRow): number => {
    const id = row.get(columns['external_id'] ?? columns['title']!);
    if (ideas.has(id)) return 1;
    ideas.add(id);
    return 2;
  };
  await pass(file, voter === null ? undefined : withIdea);
  if (source.votes !== null) await pass((await openVotes(source.votes)).file);
  if (source.comments !== null) await pass((await openComments(source.comments)).file);
  return records;
}

/** Finds the files of a folder by their names: comments, votes or participants-votes, summary. */
export function findPolisFiles(folder: string): Pick<ImportSource, 'comments' | 'votes' | 'summary'> {
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

type Columns = Record<string, string | null>;

function findColumns(file: CsvFile, path: string, wanted: Record<string, readonly string[]>, mapping: Record<string, string>): Columns {
  const columns: Columns = {};
  for (const [field, names] of Object.entries(wanted)) {
    const mapped = mapping[field];
    if (mapped !== undefined) {
      if (!file.has(plainName(mapped))) throw new ImportFileError(`The mapping gives ${field} the column "${mapped}", which ${path} does not have. It has: ${file.header.join(', ')}.`);
      columns[field] = plainName(mapped);
    } else columns[field] = names.find((name) => file.has(name)) ?? null;
  }
  return columns;
}

/** An open file and the columns that its records are made of. */
interface OpenFile {
  path: string;
  file: CsvFile;
  columns: Columns;
}

async function openIdeas(source: ImportSource): Promise<OpenFile & { custom: [string, string][]; voter: Columns | null }> {
  const path = source.file;
  if (path === null) throw new ImportFileError(`The preset ${source.preset} needs --file.`);
  const file = await openCsv(path);
  const columns = findColumns(file, path, IDEA_COLUMNS, source.mapping);
  if (columns['title'] === null) {
    throw new ImportFileError(`${path} has no column for the title. It has: ${file.header.join(', ')}. Name it in a mapping file: {"title": "…"}.`);
  }
  const custom = Object.entries(source.mapping).filter(([field]) => field.startsWith('custom_fields.'));
  for (const [, column] of custom) if (!file.has(plainName(column))) throw new ImportFileError(`The mapping names the column "${column}", which ${path} does not have.`);
  const perVoter = source.preset === 'uservoice-votes';
  const voter = perVoter ? findColumns(file, path, VOTER_COLUMNS as unknown as Record<string, readonly string[]>, {}) : null;
  if (perVoter && voter!['email'] === null && voter!['id'] === null) throw new ImportFileError(`${path} has no column for the voter's address. It has: ${file.header.join(', ')}.`);
  return { path, file, columns, custom, voter };
}

async function* readIdeaRows(source: ImportSource): AsyncGenerator<ImportRecord> {
  const { path, file, columns, custom, voter } = await openIdeas(source);
  const perVoter = voter !== null;
  const seen = new Map<string, number>();
  let stated = 0;
  for await (const rows of file.batches()) for (const row of rows) {
    if ('reason' in row) {
      yield { kind: 'refused', file: basename(path), ...row };
      continue;
    }
    const idea = ideaOf(row, columns, source, basename(path), custom);
    if (idea.kind === 'refused') {
      yield idea;
      continue;
    }
    const first = seen.get(idea.external_id);
    if (first === undefined) {
      seen.set(idea.external_id, row.line);
      stated += idea.stated_supporters ?? 0;
      yield idea;
    } else if (!perVoter) {
      yield { kind: 'refused', file: basename(path), line: row.line, reason: `the same idea as on line ${first}` };
      continue;
    }
    if (voter) {
      const person = personOf(row, voter['id'] ?? null, voter['email'] ?? null, voter['name'] ?? null, source.sourceKey);
      if (person === null) continue;
      const created_at = dateOf(row.get(voter['created_at'] ?? ''), source.now);
      const reason = typeof person === 'string' ? person : typeof created_at === 'string' ? created_at : null;
      if (reason !== null) {
        yield { kind: 'refused', file: basename(path), line: row.line, reason };
        continue;
      }
      yield { kind: 'vote', file: basename(path), line: row.line, idea_external_id: idea.external_id, person: person as ImportPerson, supports: true, created_at: created_at as Date | null };
    }
  }
  if (!perVoter && stated > 0) {
    yield { kind: 'note', text: `The file counts ${stated.toLocaleString('en')} supporters without naming them. Supporters are people, so these counts are not taken over.` };
  }
  if (source.votes !== null) yield* readVoteRows(source.votes, source);
  if (source.comments !== null) yield* readCommentRows(source.comments, source);
}

async function openVotes(path: string): Promise<OpenFile> {
  const file = await openCsv(path);
  const columns = findColumns(file, path, { idea: ['externalid', 'suggestionid', 'ideaid', 'number', 'postid'], ...(VOTER_COLUMNS as unknown as Record<string, readonly string[]>) }, {});
  if (columns['idea'] === null) throw new ImportFileError(`${path} has no column that names the idea. It has: ${file.header.join(', ')}.`);
  if (columns['email'] === null && columns['id'] === null) throw new ImportFileError(`${path} has no column that names the voter. It has: ${file.header.join(', ')}.`);
  return { path, file, columns };
}

async function* readVoteRows(path: string, source: ImportSource): AsyncGenerator<ImportRecord> {
  const { file, columns } = await openVotes(path);
  for await (const rows of file.batches()) for (const row of rows) {
    if ('reason' in row) {
      yield { kind: 'refused', file: basename(path), ...row };
      continue;
    }
    const person = personOf(row, columns['id'] ?? null, columns['email'] ?? null, columns['name'] ?? null, source.sourceKey);
    if (person === null || typeof person === 'string') {
      yield { kind: 'refused', file: basename(path), line: row.line, reason: person ?? 'no voter' };
      continue;
    }
    const created_at = dateOf(row.get(columns['created_at'] ?? ''), source.now);
    const own = row.get(columns['idea']!);
    const reason = idProblem(own, 'idea') ?? (typeof created_at === 'string' ? created_at : null);
    if (reason !== null) {
      yield { kind: 'refused', file: basename(path), line: row.line, reason };
      continue;
    }
    yield { kind: 'vote', file: basename(path), line: row.line, idea_external_id: externalId(source, own), person, supports: true, created_at: created_at as Date | null };
  }
}

async function openComments(path: string): Promise<OpenFile> {
  const file = await openCsv(path);
  const columns = findColumns(file, path, {
    id: ['commentid', 'id'],
    idea: ['suggestionid', 'ideaid', 'postid', 'number'],
    body: ['text', 'body', 'comment', 'content'],
    email: ['useremail', 'useremailaddress', 'authoremail', 'email'],
    name: ['username', 'authorname', 'createdby'],
    created_at: ['createdat', 'createdtimestamp', 'date'],
  }, {});
  for (const field of ['idea', 'body']) if (columns[field] === null) throw new ImportFileError(`${path} has no column for the ${field === 'idea' ? 'idea' : 'text'} of a comment. It has: ${file.header.join(', ')}.`);
  return { path, file, columns };
}

async function* readCommentRows(path: string, source: ImportSource): AsyncGenerator<ImportRecord> {
  const { file, columns } = await openComments(path);
  const seen = new Map<string, number>();
  for await (const rows of file.batches()) for (const row of rows) {
    if ('reason' in row) {
      yield { kind: 'refused', file: basename(path), ...row };
      continue;
    }
    const body = row.get(columns['body']!);
    const author = personOf(row, null, columns['email'] ?? null, columns['name'] ?? null, source.sourceKey);
    const created = row.get(columns['created_at'] ?? '');
    const created_at = dateOf(created, source.now);
    const own = row.get(columns['id'] ?? '');
    const ideaId = row.get(columns['idea']!);
    const idea = externalId(source, ideaId);
    const who = author === null || typeof author === 'string' ? '' : (author.email_address?.toLowerCase() ?? author.guid ?? '');
    const external_id = own === '' ? `${idea}:${hash(`${body}${created}${who}`)}` : `${source.sourceKey}:comment:${own}`;
    const first = seen.get(external_id);
    const reason =
      body === '' ? 'no text'
      : CONTROL.test(body) ? 'control characters in the text'
      : [...body].length > textLimits.richTextCharacters ? 'text too long'
      : typeof author === 'string' ? author
      : typeof created_at === 'string' ? created_at
      : (idProblem(ideaId, 'idea') ?? (own === '' ? null : idProblem(own, 'comment')) ?? (first === undefined ? null : `the same comment as on line ${first}`));
    if (reason !== null) {
      yield { kind: 'refused', file: basename(path), line: row.line, reason };
      continue;
    }
    seen.set(external_id, row.line);
    yield {
      kind: 'comment',
      file: basename(path),
      line: row.line,
      external_id,
      idea_external_id: idea,
      author: author as ImportPerson | null,
      body,
      created_at: created_at as Date | null,
    };
  }
}

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

function ideaOf(row: CsvRow, columns: Columns, source: ImportSource, file: string, custom: [string, string][]): ImportIdea | RefusedRow {
  const refuse = (reason: string): RefusedRow => ({ kind: 'refused', file, line: row.line, reason });
  const cell = (field: string): string => {
    const column = columns[field];
    return column === null || column === undefined ? '' : row.get(column);
  };
  const line = (field: string): string => oneLine(cell(field));
  const fullTitle = line('title');
  if (fullTitle === '') return refuse('no title');
  const body = cell('body');
  if (CONTROL.test(cell('title')) || CONTROL.test(body)) return refuse('control characters in title or body');
  if ([...body].length > textLimits.ideaBodyCharacters) return refuse(`body of more than ${textLimits.ideaBodyCharacters.toLocaleString('en')} characters`);
  for (const field of ['forum', 'category', 'status']) if (line(field).length > textLimits.nameCharacters) return refuse(`${field} of more than ${textLimits.nameCharacters} characters`);
  for (const [field, column] of custom) {
    const text = row.get(plainName(column));
    if (CONTROL.test(text)) return refuse(`control characters in ${field}`);
    if ([...text].length > textLimits.reasonCharacters) return refuse(`${field} of more than ${textLimits.reasonCharacters} characters`);
  }
  const labels = [...new Set(cell('labels').split(/[,;|]/).map(oneLine).filter((name) => name !== ''))];
  if (labels.some((name) => name.length > textLimits.nameCharacters)) return refuse(`label of more than ${textLimits.nameCharacters} characters`);
  const created_at = dateOf(cell('created_at'), source.now);
  if (typeof created_at === 'string') return refuse(created_at);
  const author = personOf(row, columns['author_id'] ?? null, columns['author_email'] ?? null, columns['author_name'] ?? null, source.sourceKey);
  if (typeof author === 'string') return refuse(author);
  const state = stateOf(cell('state'));
  if (state === null) return refuse(`unknown state "${cell('state').slice(0, 40)}"`);
  const own = cell('external_id');
  const wrongId = own === '' ? null : idProblem(own, 'idea');
  if (wrongId !== null) return refuse(wrongId);
  const title = cutAtWord(fullTitle, textLimits.ideaTitleCharacters);
  const supporters = Number(cell('supporters'));
  return {
    kind: 'idea',
    file,
    line: row.line,
    external_id: own === '' ? `${source.sourceKey}:${hash(`${line('forum')} ${fullTitle}`)}` : externalId(source, own),
    title,
    body: body === '' ? (title === fullTitle ? null : fullTitle) : body,
    author,
    forum: line('forum') || null,
    category: line('category') || null,
    status: source.preset === 'fider' && line('status') === 'open' ? null : line('status').replaceAll('_', ' ') || null,
    labels,
    state,
    created_at,
    custom_fields: Object.fromEntries(custom.map(([field, column]) => [field.slice('custom_fields.'.length), row.get(plainName(column))]).filter(([, text]) => text !== '')),
    stated_supporters: Number.isFinite(supporters) && supporters > 0 ? supporters : null,
  };
}

/** null: nobody is named; a text: why the person cannot be taken. */
function personOf(row: CsvRow, idColumn: string | null, emailColumn: string | null, nameColumn: string | null, sourceKey: string): ImportPerson | string | null {
  const id = idColumn === null ? '' : row.get(idColumn);
  const email = emailColumn === null ? '' : row.get(emailColumn);
  const given = nameColumn === null ? '' : row.get(nameColumn);
  const name = oneLine(given);
  if (id === '' && email === '' && name === '') return null;
  const wrongId = id === '' ? null : idProblem(id, 'person');
  if (wrongId !== null) return wrongId;
  if (email !== '' && emailProblem(email) !== null) return `"${email.slice(0, 60)}" is not an email address`;
  if (name.length > textLimits.nameCharacters || CONTROL.test(given)) return 'a name that is too long or holds control characters';
  // an address tells people apart best; a name alone must do where the source gives no more
  const guid = email !== '' ? null : id !== '' ? `${sourceKey}:${id}` : `${sourceKey}:name:${name.toLowerCase()}`;
  return { guid, email_address: email === '' ? null : email, name: name === '' ? null : name };
}

function externalId(source: ImportSource, own: string): string {
  return `${source.sourceKey}:${own}`;
}

/** What is wrong with an id of the source; null when nothing is. @param of whose it is */
function idProblem(id: string, of: 'idea' | 'comment' | 'person'): string | null {
  if (id === '') return `no id of the ${of}`;
  if (CONTROL.test(id)) return `control characters in the id of the ${of}`;
  return id.length > ID_CHARACTERS ? `id of the ${of} of more than ${ID_CHARACTERS} characters` : null;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** null: no date given; a text: why it cannot be taken. */
function dateOf(text: string, now: Date): Date | null | string {
  if (text === '') return null;
  const date = readDate(text);
  const shown = `"${text.slice(0, 40)}"`;
  if (date === null) return `${shown} is not a date`;
  // clocks and time zones of two systems differ
  if (date.getTime() > now.getTime() + DAY_MS) return `${shown} lies in the future`;
  return date < FIRST_DATE ? `${shown} lies before 1970` : date;
}

/** The form in which most dates of large files stand; the built-in reading of it takes a fifth of the time. */
const PLAIN_INSTANT = /^\d{4}-\d{2}-(\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

function readDate(text: string): Date | null {
  const plain = PLAIN_INSTANT.exec(text);
  if (plain) {
    const date = new Date(text);
    // a day that the month lacks would be moved on
    return date.getUTCDate() === Number(plain[1]) ? date : null;
  }
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text));
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  return parseDate(text.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/, '$1T$2').replace(/ UTC$/, 'Z').replace(/ ([+-]\d{2}:?\d{2})$/, '$1'), new Date(0));
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

async function openPolisIdeas({ comments: path }: ImportSource): Promise<Omit<OpenFile, 'columns'>> {
  if (path === null) throw new ImportFileError('The preset polis needs --comments, or --dir with a file comments.csv.');
  const file = await openCsv(path);
  for (const column of ['commentid', 'commentbody', 'authorid', 'moderated']) {
    if (!file.has(column)) throw new ImportFileError(`${path} lacks the column ${column.replace('comment', 'comment-').replace('author', 'author-')}. It has: ${file.header.join(', ')}.`);
  }
  return { path, file };
}

/** @returns commentColumns of a matrix; null: the file is a list of votes */
async function openPolisVotes(path: string): Promise<Omit<OpenFile, 'columns'> & { commentColumns: { id: string; index: number }[] | null }> {
  const file = await openCsv(path);
  if (file.has('commentid') && file.has('voterid') && file.has('vote')) return { path, file, commentColumns: null };
  if (!file.has('participant')) throw new ImportFileError(`${path} is neither a list of votes (comment-id, voter-id, vote) nor a matrix that begins with participant.`);
  return { path, file, commentColumns: file.header.map((header, index) => ({ id: header.trim(), index })).filter(({ id }) => /^\d+$/.test(id)) };
}

/**
 * A Polis conversation: comments are ideas (moderated 1 approved, 0 pending, -1 spam), an agreeing
 * vote is support. Votes come in long form (dated) or as a matrix of participants and comments.
 */
async function* readPolis(source: ImportSource): AsyncGenerator<ImportRecord> {
  const { path, file } = await openPolisIdeas(source);
  const statedAgrees = new Map<string, number>();
  const person = (id: string): ImportPerson => ({ guid: `${source.sourceKey}:${id}`, email_address: null, name: `Participant ${id}` });
  const name = basename(path);
  let ideas = 0;
  for await (const rows of file.batches()) for (const row of rows) {
    if ('reason' in row) {
      yield { kind: 'refused', file: name, ...row };
      continue;
    }
    const id = row.get('commentid');
    const given = row.get('commentbody');
    const text = oneLine(given);
    const state = { '1': 'approved', '0': 'pending', '-1': 'spam' }[row.get('moderated')] as ImportIdea['state'] | undefined;
    const created_at = dateOf(row.get('timestamp'), source.now);
    const reason =
      id === '' ? 'no comment-id'
      : text === '' ? 'no text'
      : CONTROL.test(given) ? 'control characters in the text'
      : [...text].length > textLimits.ideaBodyCharacters ? 'text too long'
      : state === undefined ? `unknown moderation "${row.get('moderated').slice(0, 20)}"`
      : typeof created_at === 'string' ? created_at
      : statedAgrees.has(id) ? `comment ${id.slice(0, 40)} again`
      : (idProblem(id, 'comment') ?? (row.get('authorid') === '' ? null : idProblem(row.get('authorid'), 'person')));
    if (reason !== null) {
      yield { kind: 'refused', file: name, line: row.line, reason };
      continue;
    }
    ideas += 1;
    statedAgrees.set(id, Number(row.get('agrees')) || 0);
    const title = cutAtWord(text, textLimits.ideaTitleCharacters);
    yield {
      kind: 'idea',
      file: name,
      line: row.line,
      external_id: externalId(source, id),
      title,
      body: title === text ? null : text,
      author: row.get('authorid') === '' ? null : person(row.get('authorid')),
      forum: null,
      category: null,
      status: null,
      labels: [],
      state: state!,
      created_at: created_at as Date | null,
      custom_fields: {},
      stated_supporters: null,
    };
  }
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
    const votesName = basename(source.votes);
    const isLong = commentColumns === null;
    for await (const rows of votes.batches()) for (const row of rows) {
      if ('reason' in row) {
        yield { kind: 'refused', file: votesName, ...row };
        continue;
      }
      if (isLong) {
        const id = row.get('commentid');
        const vote = row.get('vote');
        const created_at = dateOf(row.get('timestamp'), source.now);
        const reason =
          row.get('voterid') === '' ? 'no voter-id'
          : !statedAgrees.has(id) ? `a vote on the unknown comment ${id.slice(0, 40)}`
          : !['1', '0', '-1'].includes(vote) ? `unknown vote "${vote.slice(0, 20)}"`
          : typeof created_at === 'string' ? created_at
          : idProblem(row.get('voterid'), 'person');
        if (reason !== null) {
          yield { kind: 'refused', file: votesName, line: row.line, reason };
          continue;
        }
        yield { kind: 'vote', file: votesName, line: row.line, idea_external_id: externalId(source, id), person: person(row.get('voterid')), supports: count(id, vote), created_at: created_at as Date | null };
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
          yield { kind: 'refused', file: votesName, line: row.line, reason: statedAgrees.has(id) ? `unknown vote "${vote.slice(0, 20)}" on comment ${id}` : `a vote on the unknown comment ${id}` };
          continue;
        }
        yield { kind: 'vote', file: votesName, line: row.line, idea_external_id: externalId(source, id), person: person(participant), supports: count(id, vote), created_at: null };
      }
    }
    yield { kind: 'note', text: `${disagrees.toLocaleString('en')} ${disagrees === 1 ? 'vote disagrees' : 'votes disagree'} and ${passes.toLocaleString('en')} ${passes === 1 ? 'passes' : 'pass'}; these are no support.` };
    const differing = [...statedAgrees].filter(([id, stated]) => stated !== (agrees.get(id) ?? 0)).length;
    if (differing > 0) yield { kind: 'note', text: `${differing.toLocaleString('en')} ${differing === 1 ? 'idea states' : 'ideas state'} another number of agreeing votes than the votes themselves show. The votes count.` };
  }
  if (source.summary !== null) {
    const stated = (await readSummary(source.summary)).get('comments');
    if (stated !== undefined && Number(stated) !== ideas) yield { kind: 'note', text: `The summary speaks of ${stated} ideas; the file holds ${ideas}. All of the file were taken.` };
  }
}

/** Key and value pairs of a Polis summary. */
export async function readSummary(path: string): Promise<Map<string, string>> {
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

/** Imports: how far one is, how large its files may be, and what people call the forms and fields of files. */

/**
 * rehearsing: the files are read and nothing is saved; ready: it can be started; faulty: the files cannot be read as they
 * are; stopped and failed: what came stays, and it can be started again.
 */
export const IMPORT_STATES = [
  'rehearsing',
  'ready',
  'faulty',
  'running',
  'done',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Not started yet: how its files are read can still be changed. */
export const DRAFT_IMPORT_STATES: readonly ImportState[] = ['rehearsing', 'ready', 'faulty'];
/** It changes by itself. */
export const MOVING_IMPORT_STATES: readonly ImportState[] = ['rehearsing', 'running', 'undoing'];
/** What came in can be undone. */
export const UNDOABLE_IMPORT_STATES: readonly ImportState[] = ['done', 'stopped', 'failed'];

/** Why an import cannot begin. */
export const IMPORT_FAULTS = [
  'empty',
  'encoding',
  'not_csv',
  'broken',
  'too_large',
  'columns',
  'missing_column',
] as const;
export type ImportFault = (typeof IMPORT_FAULTS)[number];

/** Limits of files that are imported in the console; the command line has none of them. */
export const importLimits = {
  /** Of one file as it is sent. */
  fileBytes: 500 * 1024 * 1024,
  fileText: '500 MB',
  /** What one file may unpack to: a small file may hold a large one. */
  unpackedBytes: 2_000_000_000,
  /** Files that a workspace may hold at once. */
  workspaceBytes: 2 * 1024 * 1024 * 1024,
  workspaceText: '2 GB',
  /** Rows of all files of an import: votes are held in memory until they are counted. */
  records: 1_000_000,
  files: 4,
  /** Imports that one person has begun and not started. */
  draftsPerPerson: 10,
  /** A file that belongs to no import is removed after this time. */
  unclaimedHours: 24,
  /** A draft, and the files of an import that stopped, are removed after this time. */
  draftDays: 7,
  /** Refused rows that are told on screen, and that the report holds. */
  shownStatuses: 100,
  shownRefusals: 5,
  keptRefusals: 100_000,
  undoDays: 30,
} as const;

/** Where files are sent; the body is the file itself, its name stands in X-File-Name. */
export const importFilesPath = '/api/v2/admin/import_files';

/** Forms of files that the console takes, as people call them; the first takes any other. */
export const IMPORT_PRESET_NAMES = {
  ideas: 'Any CSV with a title column',
  uservoice: 'UserVoice export',
  'uservoice-votes': 'UserVoice export of votes',
  fider: 'Fider export',
  canny: 'Canny export',
  productboard: 'Productboard export',
  jira: 'Jira export',
  polis: 'Polis conversation',
  customers: 'People and accounts',
} as const;
export type ConsolePreset = keyof typeof IMPORT_PRESET_NAMES;
export const CONSOLE_PRESETS = Object.keys(IMPORT_PRESET_NAMES) as ConsolePreset[];

/** What people call the fields that a column can go to, in the order in which they are offered. */
export const IMPORT_FIELD_NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  body: 'Description',
  external_id: 'ID in the source',
  forum: 'Forum',
  category: 'Category',
  status: 'Public status',
  labels: 'Labels',
  state: 'State',
  created_at: 'Created',
  author_email: 'Author’s email',
  author_name: 'Author’s name',
  author_id: 'Author’s ID',
  supporters: 'Votes counted at the source',
  url: 'Link to the source',
  parent: 'Merged into',
  body_mime_type: 'Format of the description',
  answer: 'Answer of the team',
  answer_at: 'Date of the answer',
  answer_author_email: 'Email of who answered',
  answer_author_name: 'Name of who answered',
  comments: 'Comments',
  'votes.idea': 'ID of the idea',
  'votes.email': 'Voter’s email',
  'votes.name': 'Voter’s name',
  'votes.id': 'Voter’s ID',
  'votes.created_at': 'Date of the vote',
  'votes.subscribed': 'Wants email updates',
  'votes.company': 'Voter’s company',
  'votes.company_id': 'ID of the company',
  'votes.mrr': 'Monthly revenue of the company',
  'votes.plan': 'Plan of the company',
  'comments.idea': 'ID of the idea',
  'comments.body': 'Text of the comment',
  'comments.id': 'ID of the comment',
  'comments.email': 'Author’s email',
  'comments.name': 'Author’s name',
  'comments.created_at': 'Date of the comment',
  'comments.by_team': 'Written by the team',
  'comments.body_mime_type': 'Format of the text',
  'people.email': 'Email',
  'people.id': 'ID in your systems',
  'people.name': 'Name',
  'people.job_title': 'Job title',
  'people.city': 'City',
  'people.region': 'Region',
  'people.country': 'Country',
  'people.company': 'Account',
  'people.company_id': 'Account ID',
  'people.mrr': 'MRR of the account',
  'people.ltv': 'Lifetime value',
  'people.plan': 'Plan of the account',
  commentid: 'ID in the source',
  commentbody: 'Title and description',
  authorid: 'Author’s ID',
  moderated: 'State',
  timestamp: 'Date',
  agrees: 'Votes counted at the source',
  voterid: 'Voter’s ID',
  vote: 'Vote',
  participant: 'Voter’s ID',
};

/** Begins the name of a field that is a custom field of the workspace; its key follows. */
export const CUSTOM_FIELD_PREFIX = 'custom_fields.';

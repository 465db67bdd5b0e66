import { importLimits } from '../../../../contract/imports.ts';
import { formatNumber, plural, pluralForm } from '../../ui/text/format.ts';

const ideas = (count: number): string => plural(count, { one: 'idea', other: 'ideas' });
const rows = (count: number): string => plural(count, { one: 'row', other: 'rows' });

/** How long something still takes, in whole steps that do not jump. @param seconds null: not known yet */
function timeLeft(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 90) return ` · about ${formatNumber(Math.max(5, Math.ceil(seconds / 5) * 5))} s left`;
  return ` · about ${plural(Math.round(seconds / 60), { one: 'minute', other: 'minutes' })} left`;
}

/** Files to try: what the smallest useful CSVs look like. */
const IDEAS_CSV = `id,title,description,forum,status,labels,created_at,author_email,author_name
1,Dark mode for the reader,My eyes hurt at night.,Mobile app,planned,"design, accessibility",2026-03-01,ana@acme.example,Ana Ruiz
2,Export as spreadsheet,,Mobile app,,,2026-03-02 09:30,li@nordic.example,Li Berg
`;
const PEOPLE_CSV = `email,id,name,job_title,city,country,account,account_id,monthly_revenue,plan
ana@acme.example,U-1,Ana Ruiz,Dispatcher,Porto,Portugal,Acme,C-1,1200.50,Pro
li@nordic.example,U-2,Li Berg,,,,Nordic Lifts,C-2,480,Basic
`;

/** Texts of the page of imports. */
export const importMessages = {
  title: 'Import',
  what: 'the imports',
  /* the start */
  drop: 'Drop a CSV here',
  dropNote:
    'Ideas with votes and comments, or people and their accounts. Nothing is saved before you’ve seen a rehearsal.',
  choose: 'Choose files',
  samples: [
    { label: 'Sample of ideas', name: 'sample-ideas.csv', text: IDEAS_CSV },
    { label: 'Sample of people', name: 'sample-people.csv', text: PEOPLE_CSV },
  ],
  takes: `UserVoice · Fider · Canny · Productboard · Jira · Polis · any CSV with a title column, or of people with emails or accounts, also as .gz, up to ${importLimits.fileText}`,
  uploading: (name: string, share: number) => `Uploading ${name}: ${formatNumber(Math.floor(share * 100))}%`,
  cancelUpload: 'Cancel upload',
  tooMany: `Choose at most ${importLimits.files} files: ideas, votes, comments, and the summary of a Polis conversation.`,
  tooLarge: (name: string) =>
    `${name} is larger than ${importLimits.fileText}. Pack it as .csv.gz, divide it, or use the command line.`,
  noAnswer: 'The file could not be sent. Check your connection and try again.',
  uploadFailed: 'This file can’t be imported',
  dismiss: 'Dismiss',
  list: 'Imports',
  listNote: `can be undone for ${importLimits.undoDays} days`,
  empty: 'No imports yet',
  emptyReason: 'What you import is listed here with what came in, and can be undone.',
  /* a row of the list */
  more: (count: number) => ` and ${plural(count, { one: 'more file', other: 'more files' })}`,
  commandLine: 'Command line',
  waiting: 'Waiting to start…',
  running: (done: number, total: number | null, seconds: number | null) =>
    total === null
      ? `Importing… ${formatNumber(done)} rows`
      : `Importing… ${formatNumber(done)} of ${rows(total)}${timeLeft(seconds)}`,
  stopping: 'Stopping behind the rows under way…',
  undoing: (done: number, total: number | null) =>
    total === null || total === 0 ? 'Undoing…' : `Undoing… ${formatNumber(done)} of ${ideas(total)}`,
  draft: 'Not started yet',
  rehearsing: 'Rehearsing…',
  faulty: 'Needs a change before it can start',
  stop: 'Stop',
  stopOf: (name: string) => `Stop the import of ${name}`,
  progressOf: (name: string) => `Progress of ${name}`,
  stopped: 'Stopped. What came in stays; start it again to go on.',
  failed: 'Ended early. What came in stays.',
  open: 'Continue',
  openOf: (name: string) => `Continue the import of ${name}`,
  again: 'Go on',
  againOf: (name: string) => `Go on with the import of ${name}`,
  undo: 'Undo import',
  undoOf: (name: string) => `Undo the import of ${name}`,
  undoUntil: (date: string) => `Undo until ${date}`,
  undone: 'Undone',
  refused: (count: number) => `${formatNumber(count)} refused`,
  refusedOf: (name: string, count: number) => `Download the ${rows(count)} refused from ${name}`,
  created: (count: number) => `${ideas(count)} created`,
  updated: (count: number) => `${formatNumber(count)} updated`,
  votes: (count: number) => plural(count, { one: 'vote', other: 'votes' }),
  comments: (count: number) => plural(count, { one: 'comment', other: 'comments' }),
  peopleCreated: (count: number) => plural(count, { one: 'new person', other: 'new people' }),
  peopleUpdated: (count: number) => plural(count, { one: 'person updated', other: 'people updated' }),
  accountsCreated: (count: number) => plural(count, { one: 'new account', other: 'new accounts' }),
  accountsUpdated: (count: number) => plural(count, { one: 'account updated', other: 'accounts updated' }),
  nothingNew: 'Nothing new',
  undoneCustomers: 'what it changed of people and accounts is back',
  undoneFacts: (removed: number, restored: number, kept: number) =>
    [
      `${ideas(removed)} removed`,
      ...(restored > 0 ? [`${formatNumber(restored)} restored`] : []),
      ...(kept > 0 ? [`${formatNumber(kept)} kept`] : []),
    ].join(', '),
  startFailed: (message: string) => `The import was not started: ${message}`,
  stopFailed: (message: string) => `The import was not stopped: ${message}`,
  started: 'Import started. You can leave this page.',
  startedNote: 'The bell tells you when it is done. No one is emailed.',
  /* the draft */
  steps: ['File', 'Columns', 'Rehearsal', 'Import'],
  stepsLabel: 'Steps of the import',
  stepDone: 'done',
  stepNow: 'now',
  cancel: 'Cancel',
  cancelTitle: 'Cancel this import?',
  cancelText: 'The uploaded files are removed. Nothing has been saved.',
  keep: 'Keep it',
  cancelFailed: (message: string) => `The import was not canceled: ${message}`,
  replace: 'Replace file',
  gone: 'This import is no longer here',
  goneReason: 'It was canceled, or started in another window.',
  back: 'All imports',
  looksLike: 'Looks like',
  tabs: 'Files of the import',
  roles: {
    ideas: 'Ideas',
    votes: 'Votes',
    comments: 'Comments',
    summary: 'Summary',
    people: 'People',
  } as Readonly<Record<string, string>>,
  facts: (rowCount: number | null, columns: number, size: string, delimiter: string) =>
    [
      ...(rowCount === null ? [] : [rows(rowCount)]),
      plural(columns, { one: 'column', other: 'columns' }),
      size,
      `UTF-8, ${delimiter}`,
    ].join(' · '),
  delimiters: { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as Readonly<
    Record<string, string>
  >,
  columns: 'Columns',
  columnFacts: (all: number, matched: number, guessed: number, left: number) =>
    `${formatNumber(matched)} of ${formatNumber(all)} matched by name${guessed > 0 ? `, ${formatNumber(guessed)} guessed` : ''}${left > 0 ? `, ${formatNumber(left)} left out` : ''}. Change any of them.`,
  fixedColumns: 'The columns of a Polis conversation are fixed.',
  inFile: 'In your file',
  firstValues: 'First values',
  goesTo: 'Goes to',
  goesToOf: (column: string) => `“${column}” goes to`,
  notImported: 'Not imported',
  customField: (name: string, of: string) =>
    of === 'suggestion'
      ? `${name} (custom field)`
      : of === 'account'
        ? `${name} (custom field of the account)`
        : `${name} (custom field of the person)`,
  requiredTitle: 'Title (required)',
  emptyValue: 'empty',
  noValues: 'no values',
  unnamed: '(no name)',
  unnamedReason: 'A column without a name can’t be imported.',
  sure: 'sure',
  guessed: 'our guess, please check',
  isSure: 'Sure',
  isGuessed: 'Our guess',
  showMore: (count: number) => `Show ${plural(count, { one: 'more column', other: 'more columns' })}`,
  leftOut: (names: string) => `Not read although they hold text: ${names}.`,
  forum: 'Ideas without a forum go to',
  forumOf: 'Forum for ideas without one',
  newForum: (name: string) => `New forum “${name}”`,
  dates: 'Dates such as 03/04/2026',
  dateOrders: { none: 'Refuse them', dmy: 'Day first', mdy: 'Month first' } as const,
  texts: 'Descriptions and comments',
  textKinds: {
    none: 'As the form has them',
    plain: 'Plain text',
    html: 'HTML',
    markdown: 'Markdown',
  } as const,
  subscribe: 'Subscribe voters to updates',
  subscribeNote:
    'Those with an email address get your status updates about what they voted for, unless the file says no. Nothing is sent now.',
  statuses: 'Statuses',
  statusFacts: (here: number, created: number) =>
    [
      ...(here > 0 ? [`${formatNumber(here)} matched`] : []),
      ...(created > 0 ? [`${formatNumber(created)} new`] : []),
    ].join(', '),
  ofIdeas: 'Ideas',
  ideasWith: (count: number) => ideas(count),
  becomes: 'Becomes',
  becomesOf: (name: string) => `“${name}” becomes`,
  noStatus: 'No status',
  newStatus: (name: string) => `New status “${name}”`,
  willSubscribe: (count: number) =>
    pluralForm(count, { one: 'voter will get your updates', other: 'voters will get your updates' }),
  kept: 'Mapping is kept for the next file with these columns.',
  saveFailed: (message: string) => `The change was not saved: ${message}`,
  /* the rehearsal */
  rehearsal: 'Rehearsal',
  rehearsalTook: (ms: number) =>
    `done in ${formatNumber(Math.max(1, Math.round(ms / 1000)))} s · nothing saved`,
  rehearsalRuns: (done: number, total: number | null) =>
    total === null || total === 0
      ? `reading · ${rows(done)}`
      : `${formatNumber(Math.floor((done / total) * 100))}% · nothing saved`,
  willCreate: (count: number) =>
    pluralForm(count, { one: 'idea will be created', other: 'ideas will be created' }),
  willCreateVotes: (count: number) =>
    pluralForm(count, { one: 'vote will be added', other: 'votes will be added' }),
  willCreateComments: (count: number) =>
    pluralForm(count, { one: 'comment will be added', other: 'comments will be added' }),
  willUpdate: 'already here, will be updated',
  unchanged: 'already here, unchanged',
  willRefuse: (count: number) => pluralForm(count, { one: 'row refused', other: 'rows refused' }),
  people: (count: number, created: number) =>
    `${pluralForm(count, { one: 'person', other: 'people' })}, ${formatNumber(created)} of them new`,
  accounts: (count: number, created: number) =>
    `${pluralForm(count, { one: 'company', other: 'companies' })}, ${formatNumber(created)} of them new`,
  willCreatePeople: (count: number) =>
    pluralForm(count, { one: 'person will be created', other: 'people will be created' }),
  willUpdatePeople: (count: number) =>
    pluralForm(count, { one: 'known person will be updated', other: 'known people will be updated' }),
  peopleUnchanged: (count: number) =>
    pluralForm(count, { one: 'known person, unchanged', other: 'known people, unchanged' }),
  willCreateAccounts: (count: number) =>
    pluralForm(count, { one: 'account will be created', other: 'accounts will be created' }),
  willUpdateAccounts: (count: number) =>
    pluralForm(count, { one: 'account will be updated', other: 'accounts will be updated' }),
  accountsUnchanged: (count: number) =>
    pluralForm(count, { one: 'account unchanged', other: 'accounts unchanged' }),
  willJoin: (count: number) =>
    pluralForm(count, { one: 'person joins an account', other: 'people join an account' }),
  merged: 'merged as at the source',
  answers: 'public status updates from answers of the team',
  added: (parts: string) => `${parts} to be added`,
  names: {
    forums: (count: number) => plural(count, { one: 'forum', other: 'forums' }),
    categories: (count: number) => plural(count, { one: 'category', other: 'categories' }),
    statuses: (count: number) => plural(count, { one: 'status', other: 'statuses' }),
    labels: (count: number) => plural(count, { one: 'label', other: 'labels' }),
  },
  refusedRows: (count: number) => plural(count, { one: 'refused row', other: 'refused rows' }),
  download: 'Download',
  downloadRefused: 'Download the refused rows',
  line: (line: number) => `line ${formatNumber(line)}`,
  moreRefused: (count: number) => `${formatNumber(count)} more`,
  noEmail: 'No one is emailed about what is imported.',
  start: (ideaCount: number, other: number) =>
    ideaCount > 0 ? `Import ${ideas(ideaCount)}` : other > 0 ? `Import ${rows(other)}` : 'Import',
  startPeople: (people: number, accounts: number) =>
    people > 0
      ? `Import ${plural(people, { one: 'person', other: 'people' })}`
      : accounts > 0
        ? `Import ${plural(accounts, { one: 'account', other: 'accounts' })}`
        : 'Import',
  nothingToImport: 'There is nothing in these files that is not here already.',
  waitForRehearsal: 'Wait for the rehearsal.',
  fixFirst: 'Fix what is missing first.',
  undoNote: `You can undo the whole import for ${importLimits.undoDays} days.`,
  nothingRead: 'Nothing was read.',
  notes: 'Worth knowing',
  /* the undo */
  undoTitle: (name: string) => `Undo the import of ${name}?`,
  cannotUndo: 'This import can’t be undone any more.',
  counting: 'Counting what the import brought in…',
  removed: (count: number, votes: number) =>
    `${pluralForm(count, { one: 'idea is', other: 'ideas are' })} removed${votes > 0 ? `, with ${plural(votes, { one: 'imported vote', other: 'imported votes' })}` : ''}`,
  votesRemoved: (count: number) =>
    pluralForm(count, { one: 'imported vote is removed', other: 'imported votes are removed' }),
  commentsRemoved: (count: number) =>
    pluralForm(count, { one: 'comment or answer is removed', other: 'comments and answers are removed' }),
  restored: (count: number) =>
    pluralForm(count, {
      one: 'updated idea gets its earlier text back',
      other: 'updated ideas get their earlier text back',
    }),
  stay: (count: number) =>
    pluralForm(count, {
      one: 'idea stays, because someone has added to it since',
      other: 'ideas stay, because someone has added to them since',
    }),
  peopleRestored: (count: number) =>
    pluralForm(count, { one: 'person gets back what they had', other: 'people get back what they had' }),
  accountsRestored: (count: number) =>
    pluralForm(count, { one: 'account gets back what it had', other: 'accounts get back what they had' }),
  accountsStay: (count: number) =>
    pluralForm(count, { one: 'new account stays', other: 'new accounts stay' }),
  nothingBack: 'Nothing of it is left to give back.',
  peopleStay: (count: number) => pluralForm(count, { one: 'new person stays', other: 'new people stay' }),
  undoFoot: 'No one is emailed. You can run the same file again later.',
  showKept: (count: number) => `Show the ${ideas(count)}`,
  keptMore: (count: number) => `and ${formatNumber(count)} more`,
  undoFailed: (message: string) => `The import was not undone: ${message}`,
  undoStarted: 'Undo started.',
} as const;

import type { ThemeChange } from '../../../../contract/themes.ts';
import { formatDate, formatDecimal, formatNumber, plural, pluralForm } from '../../ui/text/format.ts';

const ideas = (count: number): string =>
  `${formatNumber(count)} ${pluralForm(count, { one: 'idea', other: 'ideas' })}`;
const themes = (count: number): string =>
  `${formatNumber(count)} ${pluralForm(count, { one: 'theme', other: 'themes' })}`;

/** Texts of the theme explorer. */
export const themeTexts = {
  explorer: 'Theme explorer',
  path: 'Where this page belongs',
  newReport: 'New report',
  views: { label: 'Theme reports of', all: 'All reports', mine: 'Mine' },
  emptyReports: 'A theme report reads ideas and says what people talk about.',
  bulkDelete: 'Delete',
  bulkRun: 'Run again',

  form: {
    what: 'theme report',
    create: 'New theme report',
    edit: 'Edit theme report',
    name: 'Name',
    nameMissing: 'Give the report a name.',
    namePlaceholder: 'Customer feedback, this year',
    description: 'What it is for',
    kind: 'Which ideas',
    filters: 'Filters',
    list: 'List',
    listPlaceholder: 'Choose a view or list',
    listMissing: 'Choose the list that it reads.',
    listNote: 'The report reads the ideas that the view or list holds at each run.',
    noLists: 'No view or list has this in its name.',
    chosen: (count: number) => `Chosen ${formatNumber(count)}`,
    chosenNote: (count: number) =>
      `The report reads the ${ideas(count)} that you chose, as long as they are there.`,
    activity: 'Ideas with',
    anyActivity: 'any or no activity',
    activities: {
      votes: 'votes',
      comments: 'comments',
      feedback_records: 'feedback',
      notes: 'notes',
      scores: 'answers on importance',
    },
    start: 'From',
    end: 'To',
    periodOf: (hasActivity: boolean) =>
      hasActivity
        ? 'Activity within this time; empty: at any time.'
        : 'Ideas made within this time; empty: at any time.',
    months: {
      label: (first: string, last: string, most: number, top: string) =>
        `Ideas by the month in which they were made, from ${first} to ${last}: most in ${top}, ${formatNumber(most)}.`,
      bar: (month: string, count: number) => `${month}: ${plural(count, { one: 'idea', other: 'ideas' })}`,
      inside: 'paler: not in the report',
      made: 'when they were made',
    },
    periodWrong: 'The period ends before it begins.',
    conditions: 'the conditions',
    addConditions: 'Add conditions',
    conditionsBegin: 'Read ideas where',
    number: 'Number of themes',
    asManyAsNeeded: 'As many as the texts need',
    groups: 'Groups',
    ignored: 'Words that do not count',
    ignoredPlaceholder: 'Such as the name of your product',
    ignoredNote:
      'With commas or blanks between them. Ideas are not grouped by these words, and no theme is named by them.',
    ignoredMany: (most: number) => `At most ${formatNumber(most)} words.`,
    ignoredLong: (word: string) => `“${word.slice(0, 20)}…” is too long for a word.`,
    numberWrong: (most: number) => `A whole number from 1 to ${formatNumber(most)}.`,
    numberNote:
      'Reports run one after the other on this server, and nothing leaves it. You are told when this one is done.',
    count: (count: number, text: string) => `${text} ${pluralForm(count, { one: 'idea', other: 'ideas' })}`,
    counting: 'Counting',
    countFailed: 'The ideas could not be counted.',
    none: 'No open idea matches. Choose a longer period.',
    few: 'A report needs some texts to compare: with so few ideas it may find no theme.',
    submit: 'Find themes',
    save: 'Save',
    saveAndRun: 'Save and run again',
    saved: 'Theme report saved.',
    failed: (message: string) => `The theme report could not be saved: ${message}`,
  },

  set: {
    what: 'this theme report',
    missing: 'This theme report does not exist',
    missingReason: 'It may have been deleted.',
    toReports: 'To all theme reports',
    counts: (of: { ideas: number; themes: number; groups: number }) =>
      `${ideas(of.ideas)} · ${themes(of.themes)}${of.groups === 0 ? '' : ` in ${formatNumber(of.groups)} groups`}`,
    actions: 'Report actions',
    edit: 'Edit',
    runAgain: 'Run again',
    stop: 'Stop',
    whatChanged: 'What changed',
    hideChanges: 'Hide what changed',
    delete: 'Delete report',
    table: 'Themes',
    whatThemes: 'themes',
    noThemes: 'The report has found no themes yet.',
    running: 'Themes are being found. They appear here when the run is done.',
    failed: 'The run failed, so there are no themes yet.',
    fold: 'Hide the themes of this group',
    unfold: 'Show the themes of this group',
    renamed: (who: string) => `Named by ${who}`,
    badge: { new: 'new', split: 'split' } as Partial<Record<ThemeChange, string>>,
    columns: {
      theme: 'Theme',
      ideas: 'Ideas',
      supporters: 'Supporters',
      accounts: 'Accounts',
      revenue: 'Revenue',
      sentiment: 'Sentiment',
      comments: 'Comments',
    },
    onceEach: 'Each person and each account counts once, so a group has less than the sum of its themes.',
    keys: 'Themes',
    rename: 'Rename',
    open: 'Open',
  },

  changes: {
    title: 'What changed',
    close: 'Close',
    of: (now: string, before: string | null) =>
      before === null
        ? `Run of ${formatDate(now)}`
        : `Run of ${formatDate(now)} against ${formatDate(before)}`,
    bar: 'Where the ideas are now',
    stayed: 'stayed',
    moved: 'moved',
    added: 'new ideas',
    loose: 'uncategorized',
    new: 'New themes',
    splitAndMerged: 'Split and merged',
    kept: 'Kept as you left them',
    gone: 'Gone',
    splitFrom: (name: string, count: number) => `was part of ${name}; ${ideas(count)} left it`,
    mergedInto: (name: string, count: number) => `${ideas(count)} are in ${name} now`,
    newOf: (count: number) => ideas(count),
    more: (count: number) => `and ${themes(count)} more`,
    goneNote: 'Its ideas are in other themes now, or uncategorized.',
    keptNames: (count: number) =>
      `${formatNumber(count)} ${pluralForm(count, { one: 'name', other: 'names' })}`,
    keptMoves: (count: number) =>
      `${formatNumber(count)} moved ${pluralForm(count, { one: 'idea', other: 'ideas' })}`,
    rightByItself: (right: number, of: number) =>
      `The run got ${formatNumber(right)} of ${formatNumber(of)} moves right by itself.`,
    lostMoves: (count: number) =>
      `${formatNumber(count)} ${pluralForm(count, { one: 'move was', other: 'moves were' })} lost: the theme did not survive.`,
    nothing: 'The run found what was there before.',
    undo: 'Undo this run',
    undoTitle: 'Undo this run?',
    undoText: 'The themes are put back as they were before it. What you named or moved since goes, too.',
    undone: 'The run was undone.',
    took: (seconds: number, who: string | null) =>
      who === null ? `${formatDecimal(seconds, 1)} s` : `${formatDecimal(seconds, 1)} s, by ${who}`,
    failed: (message: string) => `The run could not be undone: ${message}`,
  },

  theme: {
    what: 'this theme',
    missing: 'This theme does not exist',
    missingReason: 'A run of its report may not have found it again.',
    gone: 'The newest run did not find this theme again',
    goneInto: (name: string) => `Its ideas are in “${name}” now.`,
    goneReason: 'Its ideas are in other themes now, or uncategorized.',
    name: 'Name of the theme',
    was: 'was',
    useAgain: 'Use that again',
    renamed: 'Theme renamed.',
    renameFailed: (message: string) => `The theme could not be renamed: ${message}`,
    nameMissing: 'A theme needs a name.',
    figures: 'Figures of the theme',
    impact: 'Raise impact report',
    impactOf: (title: string) => `Impact report: ${title}`,
    actions: 'Theme actions',
    moveIdeas: 'Move ideas',
    delete: 'Delete theme',
    deleteTitle: (name: string) => `Delete “${name}”?`,
    deleteText: (count: number) =>
      `Its ${ideas(count)} become uncategorized, and later runs do not bring the theme back. It cannot be undone but by undoing the run.`,
    deleteGroupText: 'Its themes stay, without a group.',
    deleted: 'Theme deleted.',
    deleteFailed: (message: string) => `The theme could not be deleted: ${message}`,
    empty: 'No idea is in this theme.',
    list: 'Ideas of the theme',
    whatIdeas: 'ideas',
    maybe: 'Maybe these too',
    maybeNote: 'In other themes now, but close. Adding one teaches the next run.',
    add: 'Add',
    addOf: (title: string) => `Add ${title} to this theme`,
    words: 'Words that make it',
    changeWords: 'Change',
    changeWordsHint: 'Say which words do not count in this report',
    near: 'Near to it',
    corrections: 'Corrections by hand',
    nameChanged: 'Name changed',
    movedHere: (count: number) => `${ideas(count)} moved here`,
    stay: 'They stay when the report runs again.',
    undo: 'Undo',
    released: 'Ideas put back where the run had them.',
    moved: (count: number, name: string) => `${ideas(count)} moved to “${name}”.`,
    moveFailed: (message: string) => `The ideas could not be moved: ${message}`,
    moveTo: 'Move to a theme',
    moveTheseTo: (count: number) => `Move ${ideas(count)} to`,
    fitsBetter: 'Fits better',
    others: 'Other themes',
    newTheme: (name: string) => `New theme “${name}”`,
    keys: 'Theme',
  },

  figures: {
    ideas: 'Ideas',
    supporters: 'Supporters',
    accounts: 'Accounts',
    revenue: 'Revenue',
    comments: 'Comments',
    sentiment: 'Sentiment',
  },

  tools: {
    title: 'AI Tools',
    explorer: 'Theme explorer',
    explorerText:
      'Turns thousands of ideas into named themes, shows which grow, and says for every idea why it is where it is.',
    reports: (count: number) =>
      `${formatNumber(count)} ${pluralForm(count, { one: 'report', other: 'reports' })}`,
    none: 'No report yet',
    lastMonth: (runs: number, categorized: number) =>
      `${formatNumber(runs)} ${pluralForm(runs, { one: 'run', other: 'runs' })} and ${ideas(categorized)} in a theme in the last 30 days`,
    open: 'Open',
    picture: ['Offline', 'Driving time', 'Webhooks', 'Machines', 'Quotes', 'Stock'],
    impact: 'Impact reports',
    impactText:
      'What stands behind a theme, a list or some ideas, on a page that convinces: people, accounts and revenue as of a day, quotes, and what to do.',
    newImpact: 'New impact report',
    noImpact: 'No report yet',
    impactReports: (count: number) =>
      `${formatNumber(count)} ${pluralForm(count, { one: 'report', other: 'reports' })}`,
    help: 'Help while you work',
    helpers: [
      {
        id: 'same',
        title: 'Ideas that say the same',
        text: 'Offered while a title is typed, and as candidates for a merge',
      },
      {
        id: 'titles',
        title: 'Titles from comments',
        text: 'The most telling clause of a comment, ready to edit',
      },
      {
        id: 'matches',
        title: 'Likely matches',
        text: 'The ideas that a customer’s words speak of, while they are captured',
      },
      {
        id: 'typing',
        title: 'Search that forgives',
        text: 'A word with a typing error finds what was meant',
      },
    ],
    local: 'Everything here runs on this server.',
    localText:
      'No text leaves it, nothing is learned from other companies, and the same texts always give the same themes.',
    how: 'How it works',
  },
} as const;

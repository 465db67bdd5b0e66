/**
 * Constants and limits that browser and server share (specification section 9, DEC-006, DEC-013,
 * DEC-017, DEC-104, DEC-124, DEC-200). Units stand in the names. "Characters" are Unicode code
 * points, which is what PostgreSQL's char_length counts too.
 */

/** Page sizes of lists. */
export const paging = {
  /** Default of page size everywhere (CONST-001). */
  defaultPageSize: 20,
  /** What the ideas list of the console asks for, as one of the sizes on offer. */
  ideasPageSize: 50,
  /** Choices of a table's page-size select, besides the table's own default (CONST-002). */
  tablePageSizes: [20, 50, 75, 100],
  /** The bell's panel and the notifications page (CONST-003). */
  notificationPageSize: 10,
  /** Idea report list (CONST-004). */
  ideaReportPageSize: 100,
  /** Attachments of one parent (CONST-006). */
  attachmentPageSize: 100,
  /** Idea search in pickers (CONST-007). */
  ideaSearchPageSize: 20,
  /** Sort that goes with a search: relevance (DEC-064). */
  ideaSearchSort: 'search_order',
  /** Sort of likely matches of a text: relevance, without what merely shares a word. */
  ideaLikenessSort: 'likeness',
  /** per_page above this is cut to it (DEC-006). */
  maxPageSize: 100,
  /** bulk_per_page: for callers that load everything for a picker (DEC-006). */
  maxBulkPageSize: 500,
  /** Highest page number that is answered; keeps page times size far from overflow. */
  maxPage: 1_000_000,
  /** all_ lists hold everything on one page, up to this; above it a clear error (DEC-200). */
  maxAllRecords: 5_000,
  /** A list inside a record. */
  maxNestedRecords: 100,
  /** "Select all" acts on at most this many records (DEC-104). */
  selectAllLimit: 1_000,
} as const;

/**
 * Choices of a page-size select for a table: the common ones and the table's own default, each
 * once, ascending (CONST-002, DEC-013).
 *
 * @param defaultPageSize the table's default, in rows
 */
export function pageSizeOptions(defaultPageSize: number = paging.defaultPageSize): number[] {
  return [...new Set([defaultPageSize, ...paging.tablePageSizes])].sort((a, b) => a - b);
}

/** Largest lengths of texts (DEC-124). More than that is BAD_USER_INPUT. */
export const textLimits = {
  ideaTitleCharacters: 140,
  ideaBodyCharacters: 10_000,
  /** Comments, feedback, notes, messages, status updates, descriptions. */
  richTextCharacters: 100_000,
  /** Names of anything, mail subjects, file names. */
  nameCharacters: 255,
  /** Reasons of flags and the message that clears one. */
  reasonCharacters: 2_000,
  urlCharacters: 2_000,
  /** What is typed into a search. */
  searchCharacters: 400,
  /** of a text in which people are looked for; who gave a feedback is named early in it */
  peopleTextCharacters: 2_000,
  /** Key of a subdomain: one label of a host name. */
  subdomainKeyCharacters: 40,
  /** Rich text as it arrives, before it is cleaned. */
  richTextBytes: 256 * 1024,
  richTextDepth: 100,
  richTextAttributesPerElement: 100,
} as const;

/** Accounts of customers. */
export const accountLimits = {
  /** of a note about an account */
  noteCharacters: 10_000,
  /** Largest amount of an account, in USD: far above any, and sums of thousands stay exact. */
  amountMaxDollars: 10_000_000_000,
  /** An account with more people than this gives them up, and gets them back, in a job. */
  peopleAtOnce: 100,
  /** Entries of its revenue that are shown. */
  revenuesShown: 100,
} as const;

/** E-mail addresses (CONST-042). */
export const emailLimits = {
  addressCharacters: 254,
  localPartCharacters: 64,
  domainLabelCharacters: 63,
  topLevelMinCharacters: 2,
} as const;

export const passwordLimits = {
  minCharacters: 12,
  /** The most that a workspace may ask for: longer ones are left to programs that keep passwords. */
  mostMinCharacters: 64,
  /** Long enough for any sentence; keeps the hash function from being fed megabytes. */
  maxCharacters: 200,
} as const;

/** Where one's own picture is sent: the body is the file itself. */
export const ownPicturePath = '/api/v2/admin/own_picture';

/** Pictures of people: what is sent, and the square that is kept of it. */
export const pictureLimits = {
  bytes: 10 * 1024 * 1024,
  text: '10 MB',
  sidePx: 256,
} as const;

/** Uploads (CONST-040, CONST-041, DEC-017, DEC-022: per file, of the decoded size). */
export const fileLimits = {
  attachmentBytes: 50 * 1024 * 1024,
  /** As shown in the tooltip. */
  attachmentLimitText: '50MB',
  /** Request body of attachment_create: base64 of the largest file and its envelope. */
  uploadRequestBytes: 70_000_000,
  /** Every other request body. */
  requestBytes: 1_000_000,
  imagePixels: 50_000_000,
  /** An upload that nothing claims is removed after this time (DEC-101). */
  unclaimedHours: 24,
} as const;

/** Limits of one GraphQL request. */
export const graphqlLimits = {
  depth: 10,
  aliases: 15,
  rootFields: 20,
  tokens: 2_000,
  /** Brackets inside brackets of a document: (, [ and {. */
  brackets: 100,
  /** Sub-selects of one written statement. */
  subSelects: 30,
  /** One page of a list. */
  pageBytes: 2 * 1024 * 1024,
  /** Fields of a document at all levels, each fragment counted as often as it is spread. */
  selections: 5_000,
  /** Pairs of fields of one name at one place of a document. */
  repeats: 10_000,
  /** Length of a document. */
  documentCharacters: 50_000,
  /** Values in the variables of a request, inside one another counted each. */
  variableValues: 10_000,
  /** Lists and objects inside one another in variables. */
  variableDepth: 100,
  /** What a document that asks for the schema may be answered: values, and bytes of text. */
  schemaValues: 150_000,
  schemaBytes: 2_500_000,
  /** Values of an answer that is written one by one, an alias counting as a value of its own. */
  answerValues: 300_000,
  /** Text of one answer. */
  answerBytes: 5_000_000,
  /** Records that a page could hold with all lists inside of them full. */
  reachableRecords: 2_000_000,
  /** Budget of a user in list pages per minute, unless configured otherwise; 0 switches it off. */
  costPerMinute: 10_000,
  /** Ids in one filter argument or one bulk command. */
  idsPerArgument: 1_000,
  /** An Idempotency-Key is remembered for this time. */
  replayHours: 24,
} as const;

/** Sessions. */
export const sessionLimits = {
  /** Longest time that a workspace may let a session last, without use and in all. */
  mostHours: 720,
  /** Life of a bearer token (DEC-178). */
  tokenMinutes: 10,
  /** Poll of the session while the tab is visible (DEC-155). */
  heartbeatIntervalMs: 60_000,
  /** A one-time sign-in link. */
  signInLinkMinutes: 15,
  /** A ticket that carries a session to another subdomain. */
  ticketSeconds: 60,
} as const;

/** Times of the console. */
export const timing = {
  /** Stored selection of rows (CONST-019). */
  selectionExpiryMs: 60 * 60 * 1000,
  /** Two clicks on a row's checkbox within this time select only that row (CONST-020). */
  doubleClickMs: 300,
  modalTransitionMs: 500,
  popoverTransitionMs: 250,
  toastSlideMs: 500,
  slideOutMs: 350,
  /** Delays before a waiting sign is shown (CONST-025..027). */
  spinnerDelayMs: 550,
  skeletonDelayMs: 500,
  tableLoadingDelayMs: 1000,
  userSearchDebounceMs: 200,
  popupLoadingMs: 300,
  ideaSearchDebounceMs: 300,
  trackerProjectSearchDebounceMs: 300,
} as const;

/** Toasts (CONST-034, CONST-035, CONST-038, CONST-039); kinds and texts stand in toasts.ts. */
export const toastTiming = {
  appAutoHideMs: 8000,
  baseAutoHideMs: 6000,
  /** 'New idea created.' stays longer, because it carries a link (TOAST-004). */
  newIdeaAutoHideMs: 60_000,
} as const;

/** Waiting before the stream of notifications is tried again (CONST-053, DEC-154). */
export const notificationRetry = { firstDelayMs: 1000, maxDelayMs: 16_000 } as const;

/**
 * Waiting time before the nth try to reconnect: 1 s, doubling, staying at 16 s (CONST-053).
 *
 * @param attempt 0 for the first try after a break
 */
export function notificationRetryDelayMs(attempt: number): number {
  const { firstDelayMs, maxDelayMs } = notificationRetry;
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, Math.min(30, Math.floor(attempt))));
}

/** Share of errors that is sent to a configured sink: all (CONST-054). */
export const errorReportSampling = 1;

/** Sizes in CSS pixels (CONST-028, CONST-029, CONST-043..048). */
export const layout = {
  avatarPx: 44,
  slideOutWidthPx: 400,
  notificationPanelWidthPx: 380,
  navWidthPx: 78,
  navItemHeightPx: 72,
  editorMinHeightPx: 120,
  skeletonRows: 20,
  skeletonRowHeightPx: 50,
  commentEditorMinRows: 4,
  commentEditorMaxRows: 10,
} as const;

/** Colour of a status that has none of its own (CONST-056). */
export const defaultStatusColor = '#7E8E8E';

/** Defaults of report calls (CONST-005, CONST-009..018). */
export const reportDefaults = {
  ideaReportPeriodStart: '6_months_ago',
  /** What an idea report row carries besides the idea itself: nothing unless asked. */
  ideaReportFlags: {
    last_activity: false,
    status_update: false,
    votes: false,
    comments: false,
    user: false,
    notes: false,
    feedback: false,
  },
  perForumActivity: { categories: false, active_only: true, round_period: false },
} as const;

/** Votes (DEC-060): one person may give an idea several votes only with classic voting. */
export const voting = {
  votesPerIdea: 1,
  classicVotesPerIdea: 3,
  classicVotesAllowedDefault: 10,
} as const;

/** A download link of an export (DEC-140). */
export const exportLimits = { linkDays: 7 } as const;

/** How long notifications are kept: after they were seen, and unseen ones of one person at most. */
export const notificationLimits = { seenDays: 90, unseenPerPerson: 1_000 } as const;

/** Ideas that one command merges, or takes apart again (DEC-121). */
export const mergeLimits = { ideasAtOnce: 20 } as const;

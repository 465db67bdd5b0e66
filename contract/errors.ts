/**
 * Error codes and every sentence of the error catalogue (specification section 8) and of the
 * validation rules (section 5). Texts stand here once; forms, toasts and the server take them
 * from here.
 */

export const ERROR_CODES = [
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INTERNAL_SERVER_ERROR',
  'DEACTIVATED_SUBDOMAIN',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Why an input was refused, when a program should act on it: extensions.reason. */
export const INPUT_ERROR_REASONS = ['changed'] as const;
export type InputErrorReason = (typeof INPUT_ERROR_REASONS)[number];

/** Reason of a FORBIDDEN that is about a filter of a list, and not about the caller: no one is signed out for it. */
export const FILTER_FORBIDDEN = 'filter';

/** `extensions` of one GraphQL error. */
export type ErrorExtensions = {
  code: ErrorCode;
  /** Path of the input that is wrong, with dots, as the caller spelled it; absent when the whole request is. */
  field?: string;
  /** 'changed': someone else saved meanwhile; `current` holds the record as it is now. */
  reason?: InputErrorReason;
  current?: unknown;
  /** HTTP status that fits, when the code alone does not tell (DEC-018). */
  http?: { status: number };
};

/** What the console does with an error of a code (specification lines 603-608). */
export const ERROR_BEHAVIOUR: Readonly<
  Record<ErrorCode, 'log' | 'refresh_and_retry' | 'sign_out' | 'go_to_root'>
> = {
  BAD_USER_INPUT: 'log',
  UNAUTHENTICATED: 'refresh_and_retry',
  FORBIDDEN: 'sign_out',
  INTERNAL_SERVER_ERROR: 'log',
  DEACTIVATED_SUBDOMAIN: 'go_to_root',
};

/** Is the text one of ERROR_CODES? */
export function isErrorCode(text: unknown): text is ErrorCode {
  return (ERROR_CODES as readonly unknown[]).includes(text);
}

/** Usual HTTP status of a code (DEC-018). */
export const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  BAD_USER_INPUT: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  INTERNAL_SERVER_ERROR: 500,
  DEACTIVATED_SUBDOMAIN: 403,
};

/** Sentences of the error catalogue (specification lines 612-633). */
export const messages = {
  envNotProvisioned: 'ENV not provisioned. Falling back to app defaults',
  noToken: 'OAuth token not defined. Cannot use API.',
  /** Default error toast. */
  somethingWentWrong: 'Something went wrong. Please try again later.',
  /** Default success toast. */
  success: 'Success!',
  createContact: 'Failed to create contact',
  addFeedback: (message: string) => `Failed to add feedback: ${message}`,
  updateComment: (message: string) => `Failed to update comment: ${message}`,
  modifyIdea: (message: string) => `Failed to modify idea: ${message}`,
  addVoter: (message: string) => `Failed to add voter: ${message}`,
  sendEmail: (message: string) => `Failed to send email: ${message}`,
  addFlag: 'Unable to add flag. Please try again later.',
  updateStatus: 'Could not update status. Please try again later.',
  saveStatusUpdate: 'Could not save status update message. Please try again later.',
  initiateExport: (message: string) => `Failed to initiate export: ${message}`,
  fetchPublicStatuses: 'Could not fetch public statuses.',
  fetchInternalStatuses: 'Could not fetch internal statuses.',
  /** The three tracker messages (DEC-184). */
  feedbackWidgetFailed: 'Feedback widget failed to initialize',
  supportChatWidgetFailed: 'Support chat widget failed to initialize',
  widgetNotInitialized: 'widget not initialized',
  invalidToastSeverity: (severity: string) => `Invalid toast severity: ${severity}`,
  unknownToast: (key: string) => `Unknown toast: ${key}`,
  toastOutsideProvider: 'Toasts can be used only inside their provider',
  missingAnnouncement: (tag: string) => `No component for announcement ${tag}`,
  /** Find-or-create user: logged, never shown (ERR-017). */
  findOrCreateUser: 'Could not find or create the user',
  attachmentsTitle: 'Unable to attach files!',
} as const;

/** Sentences of the validation rules (specification section 5; DEC-185, DEC-192). */
export const validationMessages = {
  noMoreItems: 'No more items to add',
  noSortHandler: (column: string) => `Sort requested for ${column} but no handler provided.`,
  noData: 'No data to display',
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  /** A creator without e-mail. */
  creatorEmailInvalid: 'Invalid email address',
  /** Reply-to and from addresses. */
  addressInvalid: 'Must be a valid email',
  addressOtherDomain: 'Must be a valid email using your configured email domain',
  urlInvalid: 'Please provide a valid URL',
  nothingToExport: 'No data available to export',
  passwordRequired: 'Password is required',
  passwordTooShort: (minCharacters: number) => `Password must have at least ${minCharacters} characters`,
  passwordTooLong: (maxCharacters: number) => `Password must have at most ${maxCharacters} characters`,
  passwordTooCommon: 'Password is too easy to guess',
  tooLong: (name: string, maxCharacters: number) =>
    `${name} must have at most ${maxCharacters.toLocaleString('en-US')} characters`,
} as const;

/** What an issue tracker could not do. Apart from the others: no first screen says it. */
export const trackerMessages = {
  fetchTrackerProjects: 'Could not fetch Jira projects.',
  fetchTrackerIssueTypes: 'Could not fetch Jira issue types.',
  fetchTrackerConfiguration: 'Could not fetch Jira configuration.',
  linkIssue: 'Could not link issue',
} as const;

/** Why a rich text is not taken. Apart from the others: no first screen says it. */
export const richTextMessages = {
  richTextTooDeep: (levels: number) => `Text is nested deeper than ${levels} levels`,
  richTextTooLong: (kilobytes: number) => `Text is larger than ${kilobytes} KB`,
  richTextTooManyAttributes: (count: number) => `Text has an element with more than ${count} attributes`,
} as const;

/** What a failed upload shows, by HTTP status (ERR-040..053). */
export const ATTACHMENT_STATUS_MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported file type',
  422: 'Unprocessable entity',
  429: 'Too many requests',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};

/**
 * Status of a failed call (DEC-018): that of the transport when it failed, else the one that the
 * error names, else the usual one of its code.
 *
 * @param transportStatus HTTP status of the answer; null when there was none (no connection)
 * @param extensions of the first error; null when the answer held none
 * @returns null when nothing tells
 */
export function statusOfFailure(
  transportStatus: number | null,
  extensions: { code?: string; http?: { status?: number } } | null | undefined,
): number | null {
  if (transportStatus !== null && transportStatus >= 400) return transportStatus;
  if (typeof extensions?.http?.status === 'number') return extensions.http.status;
  if (isErrorCode(extensions?.code)) return STATUS_OF_CODE[extensions.code];
  return null;
}

/** Sentence for a failed upload; the default error text for a status that is not listed, or none. */
export function attachmentFailureMessage(status: number | null): string {
  return (status !== null && ATTACHMENT_STATUS_MESSAGES[status]) || messages.somethingWentWrong;
}

/** Is an error sent to the reporting service? All are, except the server's 401 and 403 (ERR-008, ERR-009). */
export function isReported(status: number | null): boolean {
  return status !== 401 && status !== 403;
}

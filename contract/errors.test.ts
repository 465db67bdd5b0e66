import { expect, test } from 'vitest';
import {
  ATTACHMENT_STATUS_MESSAGES,
  attachmentFailureMessage,
  ERROR_BEHAVIOUR,
  ERROR_CODES,
  isErrorCode,
  isReported,
  messages,
  statusOfFailure,
  validationMessages,
  trackerMessages,
} from './errors.ts';

test('[ERR-001] [ERR-002] [ERR-003] [ERR-004] [ERR-005] each code has its behaviour', () => {
  expect(ERROR_BEHAVIOUR).toEqual({
    BAD_USER_INPUT: 'log',
    UNAUTHENTICATED: 'refresh_and_retry',
    FORBIDDEN: 'sign_out',
    INTERNAL_SERVER_ERROR: 'log',
    DEACTIVATED_SUBDOMAIN: 'go_to_root',
  });
  expect(ERROR_CODES.every(isErrorCode)).toBe(true);
  expect(isErrorCode('NOT_FOUND')).toBe(false);
});

test('[ERR-008] [ERR-009] all failures are reported but 401 and 403', () => {
  expect([null, 400, 401, 403, 500].map(isReported)).toEqual([true, true, false, false, true]);
});

const fixed: [string, string, string][] = [
  ['ERR-016', messages.widgetNotInitialized, 'widget not initialized'],
  ['ERR-018', messages.attachmentsTitle, 'Unable to attach files!'],
  ['ERR-020', trackerMessages.fetchTrackerProjects, 'Could not fetch Jira projects.'],
  ['ERR-021', trackerMessages.fetchTrackerIssueTypes, 'Could not fetch Jira issue types.'],
  ['ERR-022', trackerMessages.fetchTrackerConfiguration, 'Could not fetch Jira configuration.'],
  ['ERR-023', messages.envNotProvisioned, 'ENV not provisioned. Falling back to app defaults'],
  ['ERR-024', messages.noToken, 'OAuth token not defined. Cannot use API.'],
  ['ERR-025', messages.somethingWentWrong, 'Something went wrong. Please try again later.'],
  ['ERR-026', messages.success, 'Success!'],
  ['ERR-027', messages.createContact, 'Failed to create contact'],
  ['ERR-028', messages.addFeedback('no idea'), 'Failed to add feedback: no idea'],
  ['ERR-029', messages.updateComment('x'), 'Failed to update comment: x'],
  ['ERR-030', messages.modifyIdea('x'), 'Failed to modify idea: x'],
  ['ERR-031', messages.addVoter('x'), 'Failed to add voter: x'],
  ['ERR-032', messages.sendEmail('x'), 'Failed to send email: x'],
  ['ERR-033', messages.addFlag, 'Unable to add flag. Please try again later.'],
  ['ERR-034', messages.updateStatus, 'Could not update status. Please try again later.'],
  ['ERR-035', messages.saveStatusUpdate, 'Could not save status update message. Please try again later.'],
  ['ERR-036', trackerMessages.linkIssue, 'Could not link issue'],
  ['ERR-037', messages.initiateExport('x'), 'Failed to initiate export: x'],
  ['ERR-038', messages.fetchPublicStatuses, 'Could not fetch public statuses.'],
  ['ERR-039', messages.fetchInternalStatuses, 'Could not fetch internal statuses.'],
  ['VALID-004', validationMessages.noMoreItems, 'No more items to add'],
  [
    'VALID-006',
    validationMessages.noSortHandler('votes'),
    'Sort requested for votes but no handler provided.',
  ],
  ['VALID-054', validationMessages.creatorEmailInvalid, 'Invalid email address'],
  ['VALID-066', validationMessages.nothingToExport, 'No data available to export'],
];

test.each(fixed)('[%s] reads as the catalogue has it: %s', (_id, text, expected) => {
  expect(text).toBe(expected);
});

const uploads: [string, number, string][] = [
  ['ERR-040', 400, 'Bad request'],
  ['ERR-041', 401, 'Unauthorized'],
  ['ERR-042', 403, 'Forbidden'],
  ['ERR-043', 404, 'Not found'],
  ['ERR-044', 408, 'Request timeout'],
  ['ERR-045', 409, 'Conflict'],
  ['ERR-046', 413, 'Content too large'],
  ['ERR-047', 415, 'Unsupported file type'],
  ['ERR-048', 422, 'Unprocessable entity'],
  ['ERR-049', 429, 'Too many requests'],
  ['ERR-050', 500, 'Internal server error'],
  ['ERR-051', 502, 'Bad gateway'],
  ['ERR-052', 503, 'Service unavailable'],
  ['ERR-053', 504, 'Gateway timeout'],
];

test.each(uploads)('[%s] an upload that fails with %i shows %s', (_id, status, text) => {
  expect(attachmentFailureMessage(status)).toBe(text);
});

test('[ERR-040] an unlisted status of an upload shows the default text', () => {
  expect(Object.keys(ATTACHMENT_STATUS_MESSAGES)).toHaveLength(14);
  expect(attachmentFailureMessage(418)).toBe(messages.somethingWentWrong);
  expect(attachmentFailureMessage(null)).toBe(messages.somethingWentWrong);
});

test('[ERR-040] the status comes from the transport, else from the error, else from its code', () => {
  expect(statusOfFailure(413, { code: 'BAD_USER_INPUT' })).toBe(413);
  expect(statusOfFailure(200, { code: 'BAD_USER_INPUT', http: { status: 415 } })).toBe(415);
  expect(statusOfFailure(200, { code: 'BAD_USER_INPUT' })).toBe(422);
  expect(statusOfFailure(200, { code: 'FORBIDDEN' })).toBe(403);
  expect(statusOfFailure(200, { code: 'INTERNAL_SERVER_ERROR' })).toBe(500);
  expect(statusOfFailure(null, null)).toBe(null);
  expect(statusOfFailure(200, { code: 'toString' })).toBe(null);
});

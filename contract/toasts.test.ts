import { expect, test } from 'vitest';
import {
  ALERT_TOAST_ANCHOR,
  BASE_TOAST_ANCHOR,
  isSuccessToastKey,
  isToastSeverity,
  OTHER_SUCCESS_TEXTS,
  SUCCESS_TOASTS,
  TOAST_ANCHORS,
  TOAST_SEVERITIES,
} from './toasts.ts';
import type { SuccessToastKey } from './toasts.ts';

const followUp = "You'll receive an in-app notification upon completion.";

const texts: [string, SuccessToastKey, string][] = [
  [
    'TOAST-007',
    'export_started',
    'Export started! Keep an eye out for an email with a link to download your data.',
  ],
  ['TOAST-008', 'idea_flagged', "Flag submitted! You can review this in the idea's activity feed."],
  ['TOAST-009', 'added_voter', 'Voter added to this idea!'],
  ['TOAST-010', 'added_feedback', 'Feedback captured for this idea!'],
  ['TOAST-011', 'updated_feedback', 'Feedback updated!'],
  ['TOAST-012', 'theme_set_created', `Theme report started! ${followUp}`],
  ['TOAST-013', 'theme_set_rerun', `Theme report re-run! ${followUp}`],
  ['TOAST-014', 'deleted_feedback', 'Feedback deleted!'],
  ['TOAST-015', 'idea_deleted', 'Idea deleted!'],
  ['TOAST-016', 'idea_updated', 'Idea updated!'],
  ['TOAST-017', 'idea_created', 'Idea created!'],
  ['TOAST-018', 'comment_deleted', 'Comment deleted!'],
  ['TOAST-019', 'comment_updated', 'Comment updated!'],
  ['TOAST-020', 'comment_spam', 'Comment marked as spam!'],
  ['TOAST-021', 'email_sent', 'Email sent!'],
  ['TOAST-022', 'issue_linked', 'Issue linked!'],
  ['TOAST-023', 'internal_status_update', 'Internal status updated!'],
  ['TOAST-024', 'public_status_update', 'Public status updated!'],
];

test.each(texts)('[%s] %s reads: %s', (_id, key, text) => {
  expect(SUCCESS_TOASTS[key]).toBe(text);
});

test('there are no other keys', () => {
  expect(Object.keys(SUCCESS_TOASTS)).toHaveLength(texts.length);
});

test('[ERR-010] [ERR-011] unknown keys and severities are told apart from known ones', () => {
  expect(isSuccessToastKey('idea_created')).toBe(true);
  expect(isSuccessToastKey('constructor')).toBe(false);
  expect(isToastSeverity('warning')).toBe(true);
  expect(isToastSeverity('fatal')).toBe(false);
});

test('[TOAST-001] [TOAST-002] the dialogs have texts of their own', () => {
  expect(OTHER_SUCCESS_TEXTS.ideaCreatedInDialog).toBe('Idea created successfully');
  expect(OTHER_SUCCESS_TEXTS.feedbackDeletedInDialog).toBe('Feedback deleted successfully!');
});

test("[TOAST-003] [TOAST-004] 'New idea created.' comes with a link and stays 60 s", () => {
  expect(OTHER_SUCCESS_TEXTS.newIdea).toEqual({
    text: 'New idea created.',
    linkText: 'See it here.',
    autoHideMs: 60_000,
  });
});

test('[CONST-036] [CONST-037] [CONST-038] [CONST-039] severities, anchors and their defaults', () => {
  expect(TOAST_SEVERITIES).toEqual(['success', 'error', 'warning', 'info']);
  expect(TOAST_ANCHORS).toHaveLength(6);
  expect(ALERT_TOAST_ANCHOR).toBe('top_left');
  expect(BASE_TOAST_ANCHOR).toBe('top_center');
});

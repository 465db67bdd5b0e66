import { expect, test } from 'vitest';
import {
  ACTIVITY_KINDS,
  ACTIVITY_LABELS,
  ACTIVITY_OBJECT,
  CHAT_ACTIVITY_KINDS,
  EXPORT_FORMATS,
  EXPORT_SCOPES,
  exportKinds,
  isActivityKind,
  readableActivityKinds,
} from './activity.ts';
import { ALL_PERMISSIONS, NO_PERMISSIONS } from './permissions.ts';

const kinds: [string, string][] = [
  ['CONST-070', 'comment_created'],
  ['CONST-071', 'suggestion_created'],
  ['CONST-072', 'feedback_record_created'],
  ['CONST-073', 'status_updated'],
  ['CONST-074', 'supporter_message_created'],
  ['CONST-075', 'merge_created'],
  ['CONST-076', 'merge_reversed'],
  ['CONST-077', 'internal_status_updated'],
  ['CONST-078', 'internal_flag_created'],
  ['CONST-079', 'internal_flag_cleared'],
  ['CONST-080', 'note_created'],
  ['CONST-081', 'outreach_created'],
  ['CONST-082', 'suggestion_split'],
  ['CONST-083', 'suggestion_updated'],
  ['CONST-084', 'ticket_created'],
];

test.each(kinds)('[%s] the kind %s exists, with an object and a label', (_id, kind) => {
  expect(isActivityKind(kind)).toBe(true);
  expect(kind in ACTIVITY_OBJECT && kind in ACTIVITY_LABELS).toBe(true);
});

test('there are no other kinds', () => {
  expect(ACTIVITY_KINDS).toHaveLength(kinds.length);
  expect(isActivityKind('vote_created')).toBe(false);
});

test('[PERM-033] tickets come only to those who may read tickets', () => {
  expect(readableActivityKinds(ALL_PERMISSIONS)).toEqual(ACTIVITY_KINDS);
  const withoutTickets = readableActivityKinds({ ...ALL_PERMISSIONS, tickets: 'no' });
  expect(withoutTickets).toHaveLength(14);
  expect(withoutTickets).not.toContain('ticket_created');
});

test('scopes of an export are filtered, chat and all; formats csv and xlsx', () => {
  expect(EXPORT_SCOPES).toEqual(['filtered', 'chat', 'all']);
  expect(EXPORT_FORMATS).toEqual(['csv', 'xlsx']);
  expect(exportKinds('chat', [], ALL_PERMISSIONS).sort()).toEqual([...CHAT_ACTIVITY_KINDS].sort());
  expect(exportKinds('all', [], ALL_PERMISSIONS)).toHaveLength(15);
  expect(exportKinds('filtered', ['note_created'], ALL_PERMISSIONS)).toEqual(['note_created']);
});

test('[VALID-066] an export without kinds has nothing to export', () => {
  expect(exportKinds('filtered', [], ALL_PERMISSIONS)).toEqual([]);
  expect(exportKinds('filtered', ['ticket_created'], { ...ALL_PERMISSIONS, tickets: 'no' })).toEqual([]);
  expect(exportKinds('all', [], NO_PERMISSIONS)).toEqual([]);
});

import { expect, test } from 'vitest';
import { statusBehaviourMessage } from './status_behaviour.ts';

test('[STATE-035] not open and no comments: users cannot comment or vote', () => {
  expect(statusBehaviourMessage({ is_open: false, allow_comments: false })).toBe(
    'Users cannot comment or vote.',
  );
});

test('[STATE-036] not open but comments allowed: users can comment but not vote', () => {
  expect(statusBehaviourMessage({ is_open: false, allow_comments: true })).toBe(
    'Users can comment but not vote.',
  );
});

test('[STATE-037] open but no comments: users can vote but not comment', () => {
  expect(statusBehaviourMessage({ is_open: true, allow_comments: false })).toBe(
    'Users can vote but not comment.',
  );
});

test('[STATE-038] open with comments, and No Status: no message', () => {
  expect(statusBehaviourMessage({ is_open: true, allow_comments: true })).toBe(null);
  expect(statusBehaviourMessage(null)).toBe(null);
});

import { expect, test } from 'vitest';
import { camelCase, counterpartOf, snakeCase } from './inputs.ts';

test('each spelling leads to the other and back', () => {
  for (const [snake, camel] of [
    ['forum_id', 'forumId'],
    ['body_mime_type', 'bodyMimeType'],
    ['attachment_tokens', 'attachmentTokens'],
    ['flag_for_admin', 'flagForAdmin'],
    ['per_page', 'perPage'],
  ] as const) {
    expect(camelCase(snake)).toBe(camel);
    expect(snakeCase(camel)).toBe(snake);
    expect(counterpartOf(snake)).toBe(camel);
    expect(counterpartOf(camel)).toBe(snake);
  }
});

test('a name of one word has no counterpart', () => {
  expect(['id', 'body', 'q'].map(counterpartOf)).toEqual([null, null, null]);
});

test('a name whose spellings do not lead back to each other has no counterpart', () => {
  expect(['_id', 'a__b', 'x_1', 'mixed_Case'].map(counterpartOf)).toEqual([null, null, null, null]);
});

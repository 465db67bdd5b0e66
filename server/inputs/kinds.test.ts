import { describe, expect, test } from 'vitest';
import { parseDate } from '../../contract/dates.ts';
import { badInput, ProductError } from '../core/errors.ts';
import { asSpelled, readInputs, withSpelledFields, type Input } from '../core/inputs.ts';
import {
  booleanInput,
  htmlInput,
  idInput,
  idListInput,
  intInput,
  jsonInput,
  singleLine,
  objectInput,
  objectListInput,
  validatedText,
  textInput,
  textListInput,
  timeInput,
  enumInput,
  enumListInput,
  nullable,
  readId,
  required,
} from './kinds.ts';

/** Reads one input named `value` and answers the refusal, or fails when there is none. */
function refusal(
  input: Input<unknown>,
  raw: unknown,
): { field: string | undefined; message: string; reason: string | undefined } {
  try {
    readInputs({ value: input }, { value: raw });
  } catch (error) {
    expect(error).toBeInstanceOf(ProductError);
    const { code, message, details } = error as ProductError;
    expect(code).toBe('BAD_USER_INPUT');
    return { field: details.field, message, reason: details.reason };
  }
  throw new Error('was not refused');
}

const read = <T>(input: Input<T>, raw: unknown): T | undefined =>
  readInputs({ value: input }, { value: raw }).value;

describe('[DEC-005] both spellings', () => {
  const fields = {
    forum_id: idInput('Forum.'),
    attachmentTokens: textListInput('Tokens.', 5, 20),
    title: textInput('Title.', 10),
  };

  test('either spelling reads to the declared name', () => {
    expect(readInputs(fields, { forumId: '5', attachment_tokens: ['a'] })).toEqual({
      forum_id: '5',
      attachmentTokens: ['a'],
    });
    expect(readInputs(fields, { forum_id: '5', attachmentTokens: ['a'] })).toEqual({
      forum_id: '5',
      attachmentTokens: ['a'],
    });
  });

  test('both with the same value are one', () => {
    expect(
      readInputs(fields, { forum_id: '5', forumId: '5', attachmentTokens: ['a'], attachment_tokens: ['a'] }),
    ).toEqual({
      forum_id: '5',
      attachmentTokens: ['a'],
    });
  });

  test('what work refuses by its declared name is named as the caller spelled it', async () => {
    const all = {
      ...fields,
      links: objectInput('Links', 'Links.', { forum: idInput('Forum.'), status_id: idInput('Status.') }),
    };
    expect(asSpelled(all, { forumId: '5' }, 'forum_id')).toBe('forumId');
    expect(asSpelled(all, { forum_id: '5' }, 'forum_id')).toBe('forum_id');
    expect(asSpelled(all, { attachment_tokens: ['a', 'b'] }, 'attachmentTokens.1')).toBe(
      'attachment_tokens.1',
    );
    expect(asSpelled(all, { links: { statusId: '1' } }, 'links.status_id')).toBe('links.statusId');
    expect(asSpelled(all, { links: { forum: '1' } }, 'links.forum')).toBe('links.forum');
    expect(asSpelled(all, { forumId: '1' }, 'links.forum')).toBe('forumId');
    expect(asSpelled(all, { forumId: '1', links: {} }, 'links.forum')).toBe('forumId');
    // what was not given at all keeps its declared name
    expect(asSpelled(all, {}, 'links.forum')).toBe('links.forum');
    expect(asSpelled(all, {}, 'forum_id')).toBe('forum_id');
    const refused = (error: unknown) =>
      withSpelledFields(all, { forumId: '9' }, () => Promise.reject(error)).catch((met: unknown) => met);
    expect(await refused(badInput('forum_id', 'No.', { reason: 'not_found' }))).toMatchObject({
      message: 'No.',
      details: { field: 'forumId', reason: 'not_found' },
    });
    const other = new Error('fault');
    expect(await refused(other)).toBe(other);
  });

  test('both with different values are refused', () => {
    for (const raw of [
      { forum_id: '5', forumId: '6' },
      { forum_id: null, forumId: '6' },
      { attachmentTokens: ['a'], attachment_tokens: ['b'] },
    ]) {
      expect(() => readInputs(fields, raw)).toThrow(/were both given and differ/);
    }
  });

  test('the refusal names the field as the caller spelled it, with its path', () => {
    const nested = { links: objectInput('Links', 'Links.', fields) };
    const field = (raw: Record<string, unknown>): string | undefined => {
      try {
        readInputs(nested, { links: raw });
      } catch (error) {
        return (error as ProductError).details.field;
      }
      return undefined;
    };
    expect(field({ forumId: 'x' })).toBe('links.forumId');
    expect(field({ forum_id: 'x' })).toBe('links.forum_id');
    expect(field({ title: 'x'.repeat(11) })).toBe('links.title');
  });

  test('a required input of two words is refused when neither spelling carries it', () => {
    expect(() => readInputs({ forum_ids: required(idListInput('Forums.')) }, {})).toThrow(
      'The forum ids are required.',
    );
    expect(readInputs({ forum_ids: required(idListInput('Forums.')) }, { forumIds: ['3'] })).toEqual({
      forum_ids: ['3'],
    });
  });
});

describe('required, null and absent', () => {
  test('absent, null, blank and empty are refused where something is required', () => {
    const fields = { name: required(textInput('Name.', 20)) };
    for (const raw of [{}, { name: null }, { name: '' }, { name: ' \t\n' }]) {
      expect(() => readInputs(fields, raw)).toThrow('The name is required.');
    }
    expect(() => readInputs({ ids: required(idListInput('Ids.')) }, { ids: [] })).toThrow(
      'The ids are required.',
    );
    expect(refusal(required(textInput('Name.', 20)), null)).toMatchObject({
      field: 'value',
      reason: 'required',
    });
  });

  test('null clears only what may be cleared, and reads as absent elsewhere', () => {
    const fields = { a: nullable(textInput('A.', 5)), b: textInput('B.', 5) };
    expect(readInputs(fields, { a: null, b: null })).toEqual({ a: null });
    expect(readInputs(fields, {})).toEqual({});
  });

  test('what is not declared is not read', () => {
    expect(readInputs({ a: textInput('A.', 5) }, { a: 'x', subdomain_id: '9' })).toEqual({ a: 'x' });
  });
});

describe('[DEC-124] texts', () => {
  test('the limit counts characters, not units: an emoji is one', () => {
    expect(read(textInput('T.', 3), '👍👍👍')).toBe('👍👍👍');
    expect(refusal(textInput('T.', 3), '👍👍👍👍')).toEqual({
      field: 'value',
      message: 'The value is too long: at most 3 characters.',
      reason: 'too_long',
    });
  });

  test('space around is not part of a text', () => {
    expect(read(textInput('T.', 3), '  abc \n')).toBe('abc');
  });

  test('control characters are refused, line ends and tabs are not', () => {
    expect(read(textInput('T.', 20), 'a\tb\r\nc')).toBe('a\tb\r\nc');
    for (const sign of ['\u0000', '\u0001', '\u0008', '\u000b', '\u001b', '\u007f']) {
      expect(refusal(textInput('T.', 20), `a${sign}b`).message).toBe(
        'The value contains control characters. Please remove them.',
      );
      expect(refusal(textListInput('T.', 5, 20), ['ok', `a${sign}b`]).field).toBe('value');
    }
  });

  test('a name is one line, without the signs that nobody sees, and counted without them', () => {
    const name = singleLine('Name.', 6);
    expect(read(name, '  Zo\u202e\u200be\n Li ')).toBe('Zoe Li');
    expect(read(name, '\u200b'.repeat(50))).toBe('');
    expect(() => readInputs({ value: required(name) }, { value: '\u2066 \u200b' })).toThrow(
      'The value is required.',
    );
    expect(() => read(name, 'a\u0000b')).toThrow('control characters');
  });

  test('control characters are refused in rich text too', () => {
    expect(read(htmlInput('H.', 100), '<p>a\tb\r\nc</p>')).toContain('a\tb');
    for (const sign of ['\u0000', '\u0007', '\u000b'])
      expect(refusal(htmlInput('H.', 100), `<p>a${sign}b</p>`).message).toBe(
        'The value contains control characters. Please remove them.',
      );
  });

  test('half of a character, as a cut emoji leaves it, becomes the replacement character', () => {
    expect(read(textInput('T.', 20), 'ab\ud83d')).toBe('ab\ufffd');
    expect(read(textListInput('T.', 5, 20), ['\ude00 x'])).toEqual(['\ufffd x']);
    expect(read(htmlInput('H.', 100), '<p>\ud83d</p>')).toBe('<p>\ufffd</p>');
    expect(read(textInput('T.', 20), 'ab😀')).toBe('ab😀');
  });

  test('a rule of the contract answers with its own sentence', () => {
    const input = validatedText('Even.', 10, (text) => (text.length % 2 === 0 ? null : 'Must be even'));
    expect(read(input, 'ab')).toBe('ab');
    expect(read(input, '')).toBe('');
    expect(refusal(input, 'abc').message).toBe('Must be even');
  });

  test('rich text is cleaned, and counted as it arrives', () => {
    expect(read(htmlInput('H.', 100), '<p onclick="x()">Hi<script>alert(1)</script></p>')).toBe('<p>Hi</p>');
    expect(read(htmlInput('H.', 100), '<p><br></p>')).toBe('');
    expect(refusal(htmlInput('H.', 10), '<p>Hello you</p>').reason).toBe('too_long');
  });

  test('rich text that is nested too deeply or too large says so', () => {
    expect(refusal(htmlInput('H.', 100_000), '<div>'.repeat(101)).message).toBe(
      'Text is nested deeper than 100 levels.',
    );
    expect(refusal(htmlInput('H.', 1_000_000), 'x'.repeat(300_000)).message).toBe(
      'Text is larger than 256 KB.',
    );
  });

  test('lists of texts have a limit', () => {
    expect(read(textListInput('T.', 2, 5), 'one')).toEqual(['one']);
    expect(refusal(textListInput('T.', 2, 5), ['a', 'b', 'c']).message).toBe('At most 2 entries.');
  });
});

describe('ids', () => {
  test('[DEC-027] one id is a list of one; duplicates are one', () => {
    expect(read(idListInput('I.'), '5')).toEqual(['5']);
    expect(read(idListInput('I.'), ['5', '6', '5'])).toEqual(['5', '6']);
  });

  test('only whole positive numbers that fit are ids', () => {
    for (const wrong of [
      '0',
      '-1',
      '1.5',
      '1e3',
      '01',
      ' 1',
      'abc',
      '',
      '9999999999999999999',
      "1' or '1'='1",
      '1; drop table users',
    ]) {
      expect(() => readId(wrong, 'id')).toThrow('The id is not a valid id.');
    }
    expect(readId('999999999999999999', 'id')).toBe('999999999999999999');
    expect(readId(42, 'id')).toBe('42');
  });

  test('a list of ids has a limit', () => {
    expect(refusal(idListInput('I.', 3), ['1', '2', '3', '4']).message).toBe('At most 3 ids at once.');
  });
});

describe('numbers, words, times, objects', () => {
  test('whole numbers stay within bounds', () => {
    const input = intInput('N.', { min: 1, max: 3 });
    expect([1, 3].map((n) => read(input, n))).toEqual([1, 3]);
    for (const wrong of [0, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(refusal(input, wrong).message).toBe('The value must be a whole number from 1 to 3.');
  });

  test('words are of a fixed set, and the refusal names it', () => {
    expect(refusal(enumInput('W.', ['and', 'or']), 'xor').message).toBe('The value must be one of: and, or.');
    expect(read(enumListInput('W.', ['and', 'or']), ['or', 'and', 'or'])).toEqual(['or', 'and']);
    expect(read(enumListInput('W.', ['and', 'or']), 'or')).toEqual(['or']);
    expect(refusal(enumListInput('W.', ['and', 'or']), ['and', 'toString']).field).toBe('value');
  });

  test('[DEC-020] times are ISO 8601 or counted back', () => {
    const now = new Date('2026-03-31T12:00:00Z');
    const input = timeInput('T.', (text) => parseDate(text, now));
    expect(read(input, '2026-01-02')?.toISOString()).toBe('2026-01-02T00:00:00.000Z');
    expect(read(input, '6_months_ago')?.toISOString()).toBe('2025-09-30T12:00:00.000Z');
    for (const wrong of ['yesterday', '2026-02-30', '2026-13-01', '6_fortnights_ago', ''])
      expect(refusal(input, wrong).field).toBe('value');
  });

  test('true is true and nothing else is', () => {
    expect(read(booleanInput('B.'), true)).toBe(true);
    expect(read(booleanInput('B.'), 'true')).toBe(false);
  });

  test('objects in a list are named by their place', () => {
    const input = objectListInput('Row', 'Rows.', { name: required(textInput('Name.', 5)) }, 2);
    expect(read(input, [{ name: 'a' }, { name: 'b' }])).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(refusal(input, [{ name: 'a' }, {}]).field).toBe('value.1.name');
    expect(refusal(input, [{ name: 'a' }, { name: 'b' }, { name: 'c' }]).message).toBe('At most 2 entries.');
  });

  test('JSON is narrowed by its reader', () => {
    expect(
      read(
        jsonInput('J.', (raw) => Object.keys(raw as object)),
        { a: 1 },
      ),
    ).toEqual(['a']);
  });
});

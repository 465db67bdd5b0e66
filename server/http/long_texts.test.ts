import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Base64Decoder, LongTexts } from './long_texts.ts';

const LONG = 64 * 1024;

/** What is kept of a body that comes in pieces, as a value, and the letters of its long texts. */
function read(body: Buffer | string, pieceBytes: number): { value: unknown; texts: string[]; bytes: number } {
  const texts: string[] = [];
  const taken = new LongTexts(() => {
    const at = texts.push('') - 1;
    return {
      placeholder: `text ${at}`,
      write: (letters) => void (texts[at] += letters.toString('latin1')),
      end: () => void (texts[at] += '.'),
    };
  });
  const whole = Buffer.from(body as string);
  for (let from = 0; from < whole.length; from += pieceBytes)
    taken.write(whole.subarray(from, from + pieceBytes));
  return { value: JSON.parse(taken.rest().toString()), texts, bytes: taken.bytes };
}

describe('a JSON body that comes in pieces', () => {
  const value = {
    query: 'mutation { "a" \\ \u20ac \n }',
    variables: {
      blob: 'A'.repeat(LONG + 1),
      small: 'B'.repeat(LONG - 100),
      n: [1, 2.5, true, null, { '': '' }],
      'ke"y': '\u2028\ud83d\ude00',
    },
  };
  const expected = { ...value, variables: { ...value.variables, blob: 'text 0' } };

  test.each([1, 2, 3, 7, 1_000, 65_536, 10_000_000])(
    'pieces of %i bytes: all but the long text is as it was',
    (pieceBytes) => {
      for (const text of [
        JSON.stringify(value),
        JSON.stringify(value, null, 4),
        JSON.stringify(value).replaceAll('\u20ac', '\\u20AC'),
      ]) {
        const found = read(text, pieceBytes);
        expect(found.value).toEqual(expected);
        expect(found.texts).toEqual([`${'A'.repeat(LONG + 1)}.`]);
      }
    },
  );

  test.each([1, 5, 4_096, 1_000_000])(
    'pieces of %i bytes: what encoders write differently is the same text',
    (pieceBytes) => {
      const letters = `${'ab+/'.repeat(30_000)}ab==`;
      const forms = [
        letters,
        letters.replaceAll('/', '\\/'),
        letters.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d'),
        [...letters].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      ];
      for (const form of forms) expect(read(`{"blob":"${form}"}`, pieceBytes).texts).toEqual([`${letters}.`]);
      // letters that base64 does not have stay recognisable
      expect(read(`{"blob":"${'\u20ac'.repeat(30_000)}"}`, pieceBytes).texts[0]).toMatch(/^\u00ff+\.$/);
      expect(read(`{"blob":"${'\\u20ac'.repeat(30_000)}"}`, pieceBytes).texts[0]).toMatch(/^\u00ff+\.$/);
    },
  );

  test('space between values is not collected', () => {
    expect(read(`${' '.repeat(500_000)}{"a":${'\n\t'.repeat(500_000)}1}`, 65_536).bytes).toBeLessThan(200);
    expect(() => read('[1 2]', 100)).toThrow('JSON');
    expect(() => read('[1', 100)).toThrow('JSON');
    expect(() => read('["a', 100)).toThrow('JSON');
  });

  test('two long texts', () => {
    const found = read(JSON.stringify({ a: 'x'.repeat(LONG * 2), b: 'y'.repeat(LONG * 2) }), 10_000);
    expect(found.value).toEqual({ a: 'text 0', b: 'text 1' });
    expect(found.texts.map((text) => [text[0], text.length])).toEqual([
      ['x', LONG * 2 + 1],
      ['y', LONG * 2 + 1],
    ]);
  });
});

describe('base64 that comes in pieces', () => {
  const decode = (
    text: string,
    pieceLetters: number,
  ): { content: Buffer; decoder: Base64Decoder; sha256: string } => {
    const decoder = new Base64Decoder();
    const parts: Buffer[] = [];
    for (let from = 0; from < text.length; from += pieceLetters)
      parts.push(decoder.write(Buffer.from(text.slice(from, from + pieceLetters), 'latin1')));
    const { left, sha256 } = decoder.end();
    return { content: Buffer.concat([...parts, left]), decoder, sha256 };
  };

  test.each([1, 2, 3, 4, 5, 1_001, 100_000])('pieces of %i letters', (pieceLetters) => {
    for (const length of [0, 1, 2, 3, 4, 5, 100, 3_001]) {
      const content = randomBytes(length);
      for (const before of ['', 'data:image/png;base64,']) {
        const found = decode(`${before}${content.toString('base64')}`, pieceLetters);
        expect(found.decoder.isWrong, `${length}`).toBe(false);
        expect(found.content.equals(content)).toBe(true);
        expect(found.decoder.bytes).toBe(length);
        expect(found.sha256).toBe(createHash('sha256').update(content).digest('hex'));
      }
    }
  });

  test.each([
    '%%%%',
    'abc',
    'ab=c',
    'a===',
    '====',
    'ab==cdef',
    'abcd efgh',
    'abcd\nefgh',
    'ab-_',
    'data:image/png;base64',
    `data:${'x'.repeat(2_000)}`,
    'abc\u00ff',
  ])('%j is none', (text) => {
    for (const pieceLetters of [1, 3, 100_000])
      expect(decode(text, pieceLetters).decoder.isWrong, `${pieceLetters}`).toBe(true);
  });
});

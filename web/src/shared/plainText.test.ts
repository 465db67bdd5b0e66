import { describe, expect, test } from 'vitest';
import { plainText } from './plainText.ts';

describe('a stored text as words only', () => {
  test('plain text stays as it is, without space at its ends; null is empty', () => {
    expect(plainText(' a <b> & c\n\nd ', 'text/plain')).toBe('a <b> & c\n\nd');
    expect(plainText(null, 'text/plain')).toBe('');
    expect(plainText(null, 'text/html')).toBe('');
  });

  test('marks go, blocks and breaks become line ends, entities become signs', () => {
    expect(
      plainText(
        '<p>Finance &amp; <b>sales</b></p><ul><li>xlsx</li><li>not csv</li></ul>one<br>two',
        'text/html',
      ),
    ).toBe('Finance & sales\n\nxlsx\n\nnot csv\n\none\ntwo');
  });

  test('what would run in a page is no text', () => {
    expect(plainText('<p>a</p><script>alert(1)</script><p onclick="x()">b', 'text/html')).toBe('a\n\nb');
  });
});

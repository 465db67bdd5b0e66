import { describe, expect, test } from 'vitest';
import { markdownToHtml } from './import_markdown.ts';
import { asHtml, readPieces, withBefore } from './import_texts.ts';

const read = (text: string): string => readPieces(text, 'markdown', 10_000)[0]?.text ?? '';

describe('texts in Markdown', () => {
  test.each([
    [
      '**For** the *night*\nand `a < b`',
      '<p><strong>For</strong> the <em>night</em><br />and <code>a &lt; b</code></p>',
    ],
    ['# Steps\n\n1. Open\n2. Close', '<h1>Steps</h1><ol><li>Open</li><li>Close</li></ol>'],
    ['- [x] done\n- [ ] open', '<ul><li>☑ done</li><li>☐ open</li></ul>'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '<p><strong>a | b</strong><br />1 | 2</p>'],
    ['~~gone~~ and <!-- a template --> there', '<p>~~gone~~ and  there</p>'],
    ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
  ])('%j', (text, html) => expect(read(text).replaceAll('\n', '').replaceAll('<br>', '<br />')).toBe(html));

  test('links stay, pictures become links', () => {
    expect(read('[more](https://acme.example/a?b=1&c=2)')).toMatch(
      /^<p><a href="https:\/\/acme\.example\/a\?b=1&amp;c=2"[^>]*>more<\/a><\/p>$/,
    );
    expect(read('![the screen](https://acme.example/a.png)')).toMatch(
      /^<p><a href="https:\/\/acme\.example\/a\.png"[^>]*>the screen<\/a><\/p>$/,
    );
  });

  test.each([
    '[a](javascript:alert(1))',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](javascript:alert(1))',
    '<a href="java&#115;cript:alert(1)">x</a>',
    '[a]: javascript:alert(1)\n\n[a]',
    '<svg onload=alert(1)>',
    '![" onerror="alert(1)](https://acme.example)',
    '| <img src=x onerror=alert(1)> |\n|---|\n| [x](vbscript:a) |',
  ])('[VALID-010] %s runs nothing', (text) => {
    for (const html of [read(text), asHtml(text, 'markdown')]) {
      expect(html).not.toMatch(/<(?:script|img|svg)|href="(?!https:\/\/)|<[^>]*\son\w+=/i);
    }
  });

  test('what nobody can read in short time stays as it was written', () => {
    const begin = performance.now();
    for (const text of [
      '_a'.repeat(50_000),
      '>'.repeat(90_000),
      '> '.repeat(2_000),
      '*a '.repeat(30_000),
      Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n'),
      'x'.repeat(600_000),
    ]) {
      expect(markdownToHtml(text)).toBeNull();
      expect(readPieces(text, 'markdown', 1_000_000)).toEqual([{ text: text.trimEnd(), mime: 'text/plain' }]);
    }
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  test('the whole of a title that was cut stands before it, with its signs as they are', () => {
    expect(
      asHtml(withBefore('A *long* <title>', '**Body**', 'markdown'), 'markdown').replaceAll('\n', ''),
    ).toBe('<p>A *long* &lt;title&gt;</p><p><strong>Body</strong></p>');
  });

  test('what is longer than a text may be goes on as plain text', () => {
    const pieces = readPieces(`**${'word '.repeat(3_000)}end**`, 'markdown', 10_000);
    expect(pieces.map(({ mime }) => mime)).toEqual(['text/plain', 'text/plain']);
    expect(pieces.map(({ text }) => text).join(' ')).toBe(`${'word '.repeat(3_000)}end`);
  });
});

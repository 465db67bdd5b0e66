import { expect, test } from 'vitest';
import {
  decodeEntities,
  escapeHtml,
  htmlOfText,
  htmlOrNull,
  isAllowedLink,
  isEmptyHtml,
  isOwnFilePath,
  mentionChip,
  mentionedUserIds,
  mentionName,
  realBulletLists,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_STYLES,
  RICH_TEXT_TAGS,
  richTextProblem,
  scanHtml,
  withMentionNames,
} from './rich_text.ts';

test('[VALID-010] the nineteen tags', () => {
  expect([...RICH_TEXT_TAGS].sort()).toEqual(
    'p div pre code br b i u strong em img ul ol li span a h1 h2 h3'.split(' ').sort(),
  );
});

test('[VALID-011] the ten attributes', () => {
  expect([...RICH_TEXT_ATTRIBUTES].sort()).toEqual(
    'href target rel src alt class style data-list start value'.split(' ').sort(),
  );
});

test('[VALID-009] an ordered list flagged as bullets becomes a bullet list', () => {
  expect(realBulletLists('<ol><li data-list="bullet">a</li><li data-list="bullet">b</li></ol>')).toBe(
    '<ul><li>a</li><li>b</li></ul>',
  );
  expect(realBulletLists('<ol data-list="bullet"><li>a</li></ol>')).toBe('<ul><li>a</li></ul>');
});

test('[VALID-009] neighbours of one kind are grouped', () => {
  expect(
    realBulletLists(
      '<p>x</p><ol start="3"><li data-list="ordered">a</li><li data-list="bullet">b</li><li data-list="bullet">c</li><li>d</li></ol><p>y</p>',
    ),
  ).toBe('<p>x</p><ol start="3"><li>a</li></ol><ul><li>b</li><li>c</li></ul><ol><li>d</li></ol><p>y</p>');
});

test('[VALID-009] nested lists keep their level', () => {
  expect(
    realBulletLists(
      '<ol><li data-list="bullet">a<ol><li data-list="bullet">b</li></ol></li><li data-list="bullet">c</li></ol>',
    ),
  ).toBe('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>');
  expect(realBulletLists('<ol><li>a<ol><li data-list="bullet">b</li></ol></li></ol>')).toBe(
    '<ol><li>a<ul><li>b</li></ul></li></ol>',
  );
});

test('[VALID-009] flat items with an indent class become nested lists', () => {
  expect(
    realBulletLists(
      '<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-1">b</li><li data-list="ordered" class="ql-indent-1 es-x">c</li><li data-list="bullet">d</li></ol>',
    ),
  ).toBe('<ul><li>a<ul><li>b</li></ul><ol><li class="es-x">c</li></ol></li><li>d</li></ul>');
  expect(realBulletLists('<ul><li>a</li><li class="es-indent-1">b</li></ul>')).toBe(
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  );
  // A level without the one above it has nothing to hang from.
  expect(realBulletLists('<ol><li data-list="bullet" class="ql-indent-3">a</li></ol>')).toBe(
    '<ul><li>a</li></ul>',
  );
});

test('[VALID-009] what stands between the items is not lost', () => {
  expect(realBulletLists('<ol> <li data-list="bullet">a</li> <ul><li>n</li></ul>tail</ol>')).toBe(
    '<ul><li>a<ul><li>n</li></ul>tail</li></ul>',
  );
  expect(realBulletLists('<ol data-list="bullet">bare</ol>')).toBe('<ul><li>bare</li></ul>');
});

test('[VALID-009] other lists, and texts that only speak of them, stay as they are', () => {
  for (const html of [
    '<ol><li>a</li></ol>',
    '<ol><li data-list="ordered">a</li></ol>',
    '<ol><li data-list="checked">a</li></ol>',
    '<ul><li data-list="bullet">a</li></ul>',
    '<p>data-list="bullet"</p>',
    '',
  ]) {
    expect(realBulletLists(html)).toBe(html);
  }
});

test('[VALID-009] attributes and texts come through a conversion unharmed', () => {
  expect(
    realBulletLists(
      `<ol><li data-list=bullet><a href='/files/a?x=1&amp;y="2"'>1 &lt; 2</a><br><img alt="x"></li></ol>`,
    ),
  ).toBe('<ul><li><a href="/files/a?x=1&amp;y=&quot;2&quot;">1 &lt; 2</a><br /><img alt="x" /></li></ul>');
});

test('[VALID-012] blank is empty', () => {
  for (const html of ['', ' ', '\n\t', '&nbsp;', ' &#160;&#xA0; ', '\u200b', null, undefined]) {
    expect(isEmptyHtml(html)).toBe(true);
  }
});

test('[VALID-013] a lone line break is empty', () => {
  for (const html of ['<br>', '<br/>', '<p><br></p>', '<p><br class="trailing"></p>', '\n']) {
    expect([html, isEmptyHtml(html)]).toEqual([html, true]);
  }
});

test('[VALID-014] without text, image, style and class it is empty', () => {
  for (const html of [
    '<p></p>',
    '<div><p><span></span></p> </div>',
    '<ul><li></li></ul>',
    '<p class="">&nbsp;</p>',
    '<!-- x -->',
    '<script>x()</script>',
    '<style>p{}</style>',
  ]) {
    expect([html, isEmptyHtml(html)]).toEqual([html, true]);
  }
  for (const html of [
    '<p>a</p>',
    'a',
    '<p class="es-x"></p>',
    '<span style="color:red"></span>',
    '&lt;',
    '0',
    '<',
  ]) {
    expect([html, isEmptyHtml(html)]).toEqual([html, false]);
  }
});

test('[VALID-015] an image alone is not empty', () => {
  expect(isEmptyHtml('<p><img src="/files/a"></p>')).toBe(false);
});

test('[VALID-016] the value of empty content is null', () => {
  expect(htmlOrNull('<p> </p>')).toBe(null);
  expect(htmlOrNull(undefined)).toBe(null);
  expect(htmlOrNull('<p>a</p>')).toBe('<p>a</p>');
});

test('[VALID-017] a mention chip carries the user id', () => {
  expect(mentionChip({ id: '42', name: '@Ann' })).toBe('<span class="es-mention" value="42">Ann</span>');
  expect(() => mentionChip({ id: '4"', name: 'x' })).toThrow(RangeError);
});

test('[VALID-017] mentioned users are read from chips, each once', () => {
  const html = `<p>${mentionChip({ id: '42', name: 'A' })} ${mentionChip({ id: '7', name: 'B' })} ${mentionChip({ id: '42', name: 'A' })}
    <span value="9">no chip</span><li value="3">item</li><span class="es-mention" value="x">broken</span>
    <span class='x es-mention' value=11>y</span></p>`;
  expect(mentionedUserIds(html)).toEqual(['42', '7', '11']);
  expect(mentionedUserIds(null)).toEqual([]);
});

test('[VALID-018] a mention chip strips leading @', () => {
  expect(['@Ann', '@@Ann', ' @ Ann ', 'Ann'].map(mentionName)).toEqual(['Ann', 'Ann', 'Ann', 'Ann']);
  expect(mentionChip({ id: '1', name: '@<b>' })).toContain('&lt;b&gt;');
});

test('links lead to http, https, mailto and own attachments only', () => {
  for (const good of [
    'https://x.io',
    'HTTP://x.io',
    'mailto:a@x.io',
    '/files/abc',
    '/files/abc/report.pdf',
  ]) {
    expect([good, isAllowedLink(good)]).toEqual([good, true]);
  }
  for (const bad of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    '//evil.io',
    '/admin/logout',
    'x.io',
    '#a',
    '',
    'ftp://x',
    '/files/../admin',
    '/files/',
    'blob:x',
  ]) {
    expect([bad, isAllowedLink(bad)]).toEqual([bad, false]);
  }
});

test('only own attachments are images', () => {
  expect(isOwnFilePath('/files/8Jd-_x~1?size=thumb')).toBe(true);
  for (const bad of [
    '/files/..',
    '/files/a/../../x',
    'https://x.io/files/a',
    '//files/a',
    '/files/a"b',
    '/files/a b',
  ]) {
    expect([bad, isOwnFilePath(bad)]).toEqual([bad, false]);
  }
});

test('style values have a form; addresses and variables are not among them', () => {
  const allows = (property: string, value: string) => RICH_TEXT_STYLES[property]?.test(value) ?? false;
  expect(allows('color', '#A1b2C3') && allows('color', 'rgb(1, 2, 3)') && allows('color', 'teal')).toBe(true);
  expect(allows('text-align', 'center') && allows('font-weight', '650')).toBe(false);
  expect(
    allows('text-align', 'center') && allows('font-weight', '700') && allows('font-size', '1.25em'),
  ).toBe(true);
  expect(
    allows('color', 'url(x)') || allows('background-color', 'var(--x)') || allows('color', 'expression(1)'),
  ).toBe(false);
  expect(allows('font-size', '900px') || allows('position', 'fixed')).toBe(false);
});

test('a scan sees tags, attributes and text whatever their form', () => {
  expect([
    ...scanHtml(`a<B Class=x y='1' z="<>">t</B ><br/><!-- <i> --><script>if (a<b) x()</script>1 < 2`),
  ]).toEqual([
    { kind: 'text', text: 'a' },
    {
      kind: 'start',
      name: 'b',
      attributes: [
        ['class', 'x'],
        ['y', '1'],
        ['z', '<>'],
      ],
    },
    { kind: 'text', text: 't' },
    { kind: 'end', name: 'b' },
    { kind: 'start', name: 'br', attributes: [] },
    { kind: 'start', name: 'script', attributes: [] },
    { kind: 'end', name: 'script' },
    { kind: 'text', text: '1 <' },
    { kind: 'text', text: ' 2' },
  ]);
});

test('what is left open at the end does no harm', () => {
  for (const html of [
    '<',
    '<a',
    '<a ',
    '<a b',
    '<a b=',
    '<a b="',
    '</',
    '</a',
    '<!',
    '<!--',
    '<!-- x',
    '<script>',
    '<a =',
    '<a ==>',
  ]) {
    expect(() => [...scanHtml(html)]).not.toThrow();
  }
});

test('[VALID-010] too large, too deep and too many attributes are refused with a reason', () => {
  expect(richTextProblem('<p>ok</p>')).toBe(null);
  expect(richTextProblem('x'.repeat(256 * 1024))).toBe(null);
  expect(richTextProblem('x'.repeat(256 * 1024 + 1))).toBe('Text is larger than 256 KB');
  expect(richTextProblem('é'.repeat(128 * 1024 + 1))).toBe('Text is larger than 256 KB');
  expect(richTextProblem('<div>'.repeat(100))).toBe(null);
  expect(richTextProblem('<div>'.repeat(101))).toBe('Text is nested deeper than 100 levels');
  expect(richTextProblem(`<p ${'a=1 '.repeat(101)}>x</p>`)).toBe(
    'Text has an element with more than 100 attributes',
  );
});

test('[VALID-010] many elements beside each other are not deep, even when nobody closes them', () => {
  expect(richTextProblem('<p>a'.repeat(5000))).toBe(null);
  expect(richTextProblem('<li>a'.repeat(5000))).toBe(null);
  expect(richTextProblem('<br>'.repeat(5000))).toBe(null);
  expect(richTextProblem('<b>x</b>'.repeat(5000))).toBe(null);
});

test('[VALID-010] 120 KB of nesting and 20,000 attributes are refused, and nothing else chokes on them', () => {
  const hostile = [
    '<div>'.repeat(24_000),
    `<ol data-list="bullet">${'<ol><li data-list="bullet">'.repeat(4500)}`,
    `<p ${Array.from({ length: 20_000 }, (_, i) => `a${i}`).join(' ')}>`,
  ];
  for (const html of hostile) {
    expect(richTextProblem(html)).not.toBe(null);
    expect(realBulletLists(html)).toBe(html);
    expect(isEmptyHtml(html)).toBe(true);
    expect(mentionedUserIds(html)).toEqual([]);
  }
  for (const html of [
    '<'.repeat(120_000),
    '<a '.repeat(40_000),
    '<!--'.repeat(30_000),
    '&'.repeat(120_000),
    '<script>'.repeat(15_000),
    '<p class="'.repeat(12_000),
  ]) {
    expect(() => richTextProblem(html)).not.toThrow();
    expect(() => isEmptyHtml(html)).not.toThrow();
  }
});

test('entities are read, unknown ones stay', () => {
  expect(decodeEntities('&amp;lt; &#65;&#x42; &nbsp;&hellip; &bogus; ?a=1&copy=2')).toBe(
    '&lt; AB \u00a0… &bogus; ?a=1&copy=2',
  );
  expect(decodeEntities('&#0;&#xD800;&#99999999;')).toBe('\ufffd\ufffd&#99999999;');
});

test('plain text becomes paragraphs that mean themselves', () => {
  expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
  expect(htmlOfText('One\r\ntwo\n\n\n<three>')).toBe('<p>One<br />two</p><p>&lt;three&gt;</p>');
  expect(htmlOfText(' \n\n ')).toBe('');
});

test('[VALID-017] [VALID-018] a mention shows the name of the person whose id it carries; one of nobody known becomes text', () => {
  const names = new Map([
    ['7', '@Ann <b>'],
    ['8', 'Bob'],
  ]);
  const chip = (id: string, inner: string) => `<span class="es-mention" value="${id}">${inner}</span>`;
  expect(
    withMentionNames(
      `<p>Hi ${chip('7', '<i>The Boss</i>')}, ${chip('9', 'Nobody')} and <b>${chip('8', '@x')}</b> &amp; co</p>`,
      names,
    ),
  ).toBe(
    `<p>Hi ${chip('7', 'Ann &lt;b&gt;')}, <span>Nobody</span> and <b>${chip('8', 'Bob')}</b> &amp; co</p>`,
  );
  expect(withMentionNames('<p>Nobody<br />at all</p>', names)).toBe('<p>Nobody<br />at all</p>');
});

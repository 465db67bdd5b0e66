import { expect, test } from 'vitest';
import { RICH_TEXT_TAGS, richTextProblem } from '../../contract/rich_text.ts';
import { htmlToText, RichTextRefused, sanitiseHtml } from './html.ts';

test('[VALID-010] the nineteen tags stay', () => {
  for (const tag of RICH_TEXT_TAGS) {
    if (tag === 'br') expect(sanitiseHtml('a<br>b')).toBe('a<br />b');
    else if (tag === 'img') expect(sanitiseHtml('<img src="/files/a">')).toBe('<img src="/files/a" />');
    else expect(sanitiseHtml(`<${tag}>x</${tag}>`)).toBe(`<${tag}>x</${tag}>`);
  }
});

test('[VALID-010] no other tag stays, whatever it holds', () => {
  const html = sanitiseHtml(
    `<p>ok</p><script>alert(1)</script><iframe src="https://x.io">in</iframe><svg><text>s</text><script>1</script></svg>
     <h4>head</h4><table><tr><td>a</td><td>b</td></tr></table><form><input value="1"><button>go</button></form><style>p{}</style>
     <object data="x">o</object><video src="x">v</video><noscript>n</noscript><template>t</template><math><mi>m</mi></math>`,
  );
  const tags = [...(html ?? '').matchAll(/<([a-z0-9]+)/g)].map((match) => match[1] ?? '');
  expect(tags.every((tag) => (RICH_TEXT_TAGS as readonly string[]).includes(tag))).toBe(true);
  expect(html).toContain('<p>ok</p>');
  expect(html).toContain('<h3>head</h3>');
  expect(html).toContain('a b');
  expect(html).not.toMatch(/alert|https:\/\/x\.io|>in<|<text|p\{\}/);
});

test('[VALID-011] the attributes of the list stay where they mean something', () => {
  expect(
    sanitiseHtml(
      '<ol start="3"><li value="4" data-list="checked">x</li></ol><p class="es-note" style="color:red">y</p><a href="https://x.io" target="_blank">z</a><img src="/files/a" alt="b">',
    ),
  ).toBe(
    '<ol start="3"><li value="4" data-list="checked">x</li></ol><p class="es-note" style="color:red">y</p><a href="https://x.io" target="_blank" rel="noopener noreferrer nofollow">z</a><img src="/files/a" alt="b" />',
  );
});

test('[VALID-011] every other attribute is removed', () => {
  expect(
    sanitiseHtml(
      '<p onclick="x()" id="a" data-id="7" title="t" srcdoc="s" srcset="u" contenteditable OnMouseOver=1 xlink:href="x">p</p>',
    ),
  ).toBe('<p>p</p>');
  expect(sanitiseHtml('<img src="/files/a" onerror="x()" srcset="https://x.io/a 2x" width=1>')).toBe(
    '<img src="/files/a" />',
  );
});

test('[VALID-011] links keep only good addresses, and always the fixed rel', () => {
  expect(sanitiseHtml('<a href="https://x.io" rel="opener" target="_top">a</a>')).toBe(
    '<a href="https://x.io" rel="noopener noreferrer nofollow">a</a>',
  );
  expect(sanitiseHtml('<a href="mailto:a@x.io">a</a>')).toContain('mailto:a@x.io');
  expect(sanitiseHtml('<a href="/files/abc/report.pdf">a</a>')).toContain('/files/abc/report.pdf');
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    '&#1;javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.io',
    '/admin/logout',
    'file:///etc/passwd',
    'jav&Tab;ascript:alert(1)',
  ]) {
    expect([href, sanitiseHtml(`<a href="${href}" target="_blank">a</a>`)]).toEqual([href, '<a>a</a>']);
  }
});

test('[VALID-010] an image that is no own attachment goes, and the text around it stays', () => {
  for (const src of [
    'https://x.io/a.png',
    'data:image/png;base64,xxxx',
    '//x.io/a',
    '/files/../admin',
    '/avatar/1',
    'x',
  ]) {
    expect([src, sanitiseHtml(`<p>a<img src="${src}" alt="tracker">b</p>`)]).toEqual([src, '<p>ab</p>']);
  }
  expect(sanitiseHtml('<p><img alt="x"></p>')).toBe(null);
  expect(sanitiseHtml('<p>&lt;img /&gt;</p>')).toBe('<p>&lt;img /&gt;</p>');
});

test('[VALID-011] classes stay with our prefix only', () => {
  expect(
    sanitiseHtml('<span class="es-mention btn mantine-Button-root es-mention" value="42">Ann</span>'),
  ).toBe('<span class="es-mention" value="42">Ann</span>');
  expect(sanitiseHtml('<p class="modal es- ES-x es-&quot;">x</p>')).toBe('<p>x</p>');
});

test('[VALID-011] styles stay with a few properties and plain values only', () => {
  expect(
    sanitiseHtml(
      '<p style="COLOR: #fff ; background-color:rgb(1, 2, 3);text-align:center;font-weight:700;font-size:14px;position:fixed;background:url(https://x.io)">x</p>',
    ),
  ).toBe(
    '<p style="color:#fff;background-color:rgb(1, 2, 3);text-align:center;font-weight:700;font-size:14px">x</p>',
  );
  for (const style of [
    'color:url(x)',
    'color:expression(alert(1))',
    'color:var(--x)',
    'color:red;}body{color:red',
    '/**/color:/**/red',
    'c\\6flor:red',
    '-moz-binding:url(x)',
  ]) {
    const html = sanitiseHtml(`<p style="${style}">x</p>`) ?? '';
    expect([
      style,
      html.includes('url') || html.includes('(') || html.includes('{') || html.includes('\\'),
    ]).toEqual([style, false]);
  }
});

test('[VALID-009] ordered lists flagged as bullets are stored as bullet lists', () => {
  expect(
    sanitiseHtml(
      '<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-1 x">b</li><li data-list="ordered">c</li></ol>',
    ),
  ).toBe('<ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li></ol>');
});

test('[VALID-016] empty content is stored as null', () => {
  for (const html of [
    '',
    '  ',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<script>x</script>',
    '<p class="foreign"></p>',
    '<table></table>',
  ]) {
    expect([html, sanitiseHtml(html)]).toEqual([html, null]);
  }
});

test('[VALID-017] a mention keeps the id of its user', () => {
  expect(sanitiseHtml('<span class="es-mention" value="42" data-id="42">Ann</span>')).toBe(
    '<span class="es-mention" value="42">Ann</span>',
  );
});

test('what is clean stays as it is', () => {
  for (const html of [
    '<p>a &amp; b &lt;c&gt; "d"</p>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
    '<p>x<br />y <a href="https://x.io?a=1&amp;b=2" rel="noopener noreferrer nofollow">z</a></p>',
    '<pre><code>if (a &lt; b) {\n  c();\n}</code></pre>',
    '<p style="color:#fff;text-align:center">日本語 😀</p>',
  ]) {
    expect(sanitiseHtml(html)).toBe(html);
  }
});

test('tricks that fool parsers leave nothing that runs', () => {
  for (const html of [
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<textarea></textarea/><img src=x onerror=alert(1)>',
    '<a href="https://x.io/"onmouseover="alert(1)">x</a>',
    '<p/onclick=alert(1)>x</p>',
    '<scr<script>ipt>alert(1)</script>',
    '<img src="/files/a"/onerror=alert(1)>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<xmp><img src=x onerror=alert(1)></xmp>',
    '<iframe srcdoc="<img src=x onerror=alert(1)>">',
    '<p style="color:red" style="background:url(javascript:alert(1))">x</p>',
    '<\u0000script>alert(1)</script>',
    '<__proto__>x</__proto__>',
    '<p __proto__="x" constructor="y">z</p>',
  ]) {
    const clean = sanitiseHtml(html) ?? '';
    // An attribute or a tag that is left must be one of the list; escaped text may say what it likes.
    const tags = [...clean.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)];
    for (const [whole, tag, rest] of tags) {
      expect([html, whole, (RICH_TEXT_TAGS as readonly string[]).includes(tag ?? '')]).toEqual([
        html,
        whole,
        true,
      ]);
      expect([html, whole, /\bon[a-z]+\s*=|javascript:|srcdoc|url\(/i.test(rest ?? '')]).toEqual([
        html,
        whole,
        false,
      ]);
    }
  }
});

test('[VALID-010] too large, too deep and over-attributed input is refused before it is touched', () => {
  for (const html of [
    '<div>'.repeat(24_000),
    `${'<div>'.repeat(12_000)}x${'</div>'.repeat(12_000)}`,
    `<p ${Array.from({ length: 20_000 }, (_, i) => `a${i}="x"`).join(' ')}>x</p>`,
    'x'.repeat(256 * 1024 + 1),
    `<ol>${'<li data-list="bullet"><ol>'.repeat(5_000)}`,
  ]) {
    expect(() => sanitiseHtml(html)).toThrow(RichTextRefused);
  }
});

test('[VALID-010] hostile input that is flat is cleaned or refused, never stored as it came', () => {
  const inputs = [
    '<'.repeat(120_000),
    '<a '.repeat(40_000),
    '<p class="'.repeat(12_000),
    '<!--'.repeat(30_000),
    '&'.repeat(200_000),
    '<img src=x>'.repeat(20_000),
    '<p>x<p>'.repeat(20_000),
    `<p style="${'color:red;'.repeat(20_000)}">x</p>`,
    `<p class="${'es-a '.repeat(40_000)}">x</p>`,
    `<style>${'<div>'.repeat(40_000)}`,
    `<iframe>${'<iframe>'.repeat(20_000)}`,
    `<svg>${'<g>'.repeat(30_000)}`,
  ];
  for (const html of inputs) {
    let result: string | null = null;
    try {
      result = sanitiseHtml(html);
    } catch (error) {
      expect(error).toBeInstanceOf(RichTextRefused);
    }
    expect([html.slice(0, 20), richTextProblem(result ?? '')]).toEqual([html.slice(0, 20), null]);
    expect(result ?? '').not.toMatch(/<(?:a |img|style|iframe|svg|!--)/);
  }
});

test('the text for a search is words with single spaces', () => {
  expect(
    htmlToText(
      '<h1>Title</h1><p>One&nbsp;two<br>three</p><ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><pre>x  y</pre>&amp; end',
    ),
  ).toBe('Title One two three a b c x y & end');
  expect(
    htmlToText('<p>see <img src="/files/a" alt="the chart"> and <a href="https://x.io">this</a></p>'),
  ).toBe('see the chart and this');
  expect(htmlToText('<b>bo</b>ld<script>no()</script><!-- no -->')).toBe('bold');
  expect(htmlToText(null)).toBe('');
});

test('the first paragraph of an item stands behind its mark, and text after a nested list on its own line', () => {
  expect(
    htmlToText(
      '<ul><li><p>one</p></li><li><p>two</p><ul><li><p>x</p></li></ul>tail</li><li></li><li>four</li></ul><p>end</p>',
      'mail',
    ),
  ).toBe('- one\n- two\n  - x\ntail\n-\n- four\n\nend');
});

test('the text for a mail has paragraphs, list marks, numbers and addresses', () => {
  expect(
    htmlToText(
      '<h2>News</h2><p>Hello <b>all</b>,<br>it is here.</p><ul><li>one</li><li>two<ol start="3"><li>x</li><li>y</li></ol></li></ul><p>See <a href="https://x.io/a?b=1&amp;c=2">the notes</a> or <a href="https://x.io">https://x.io</a> or <a href="mailto:a@x.io">a@x.io</a>.</p><pre>a\n  b</pre>',
      'mail',
    ),
  ).toBe(
    'News\n\nHello all,\nit is here.\n\n- one\n- two\n  3. x\n  4. y\n\nSee the notes (https://x.io/a?b=1&c=2) or https://x.io or a@x.io.\n\na\nb',
  );
});

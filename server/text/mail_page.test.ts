import { expect, test } from 'vitest';
import { noticeMail } from './mail_page.ts';

test('a short mail says the same in both parts, shows text as text, and has colours for dark programs', () => {
  const url = 'https://ideas.example.com/admin/password?token=a&b="c';
  const { html, text } = noticeMail({
    workspace: 'Bits & <Bobs>',
    heading: 'Choose <one>',
    lines: ['Hello <b>Ann</b>,', 'It works once:', url, 'Ignore it otherwise.'],
    link: { label: 'Choose & go', url },
  });
  expect(text).toBe(`Hello <b>Ann</b>,\n\nIt works once:\n\n${url}\n\nIgnore it otherwise.\n`);
  expect(html).toContain('Hello &lt;b&gt;Ann&lt;/b&gt;,');
  expect(html).toContain('href="https://ideas.example.com/admin/password?token=a&amp;b=&quot;c"');
  expect(html).toContain('>Choose &amp; go</a>');
  expect(html).toContain('Bits &amp; &lt;Bobs&gt;');
  // the address stands in the link alone, so that no preview shows the secret in it
  expect(html.split('token=a')).toHaveLength(2);
  expect(html).toContain('prefers-color-scheme:dark');
});

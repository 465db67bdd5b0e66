import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { captureCode } from './captureCode.ts';

/** Presses the button on a page. */
function press(selection: string, href: string): URL {
  const opened: string[] = [];
  const code = captureCode('https://x.example').replace(/^javascript:/, '');
  runInNewContext(code, {
    URLSearchParams,
    String,
    getSelection: () => ({ toString: () => selection }),
    location: { href },
    open: (url: string) => opened.push(url),
  });
  return new URL(opened[0]!);
}

test('[ROUTE-031] the button opens the form with what is selected and the address of the page', () => {
  const url = press('Every Sunday & holiday\nis "missing"', 'https://mail.example/inbox/7?a=1#b');
  expect(url.origin + url.pathname).toBe('https://x.example/admin-console/capture');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    text: 'Every Sunday & holiday\nis "missing"',
    source: 'https://mail.example/inbox/7?a=1#b',
  });
});

test('a long selection is cut, none leaves the address alone', () => {
  expect(press('x'.repeat(9000), 'https://mail.example').searchParams.get('text')).toHaveLength(4000);
  expect(press('', 'https://mail.example').searchParams.get('text')).toBe('');
});

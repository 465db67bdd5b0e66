import { describe, expect, test } from 'vitest';
import { safeReturnTo } from './return_to.ts';

const origin = 'https://demo.example.com';

describe('where a sign-in leads', () => {
  test('a path of the site is kept with its query and hash', () => {
    expect(safeReturnTo('/admin/v3/ideas/7?tab=votes#a=1', origin)).toBe('/admin/v3/ideas/7?tab=votes#a=1');
    expect(safeReturnTo('/admin', origin)).toBe('/admin');
  });

  test.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'admin',
    '/admin/signin',
    '/admin/signin/link?token=x',
    '/admin/logout',
  ])('%j leads to the console', (wanted) => {
    expect(safeReturnTo(wanted, origin)).toBe('/admin-console');
  });
});

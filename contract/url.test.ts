import { expect, test } from 'vitest';
import { isWebAddress, urlProblem } from './url.ts';

test('[VALID-042] a broken address says so', () => {
  for (const text of [
    'example.com',
    'www.example.com/a',
    'http://',
    'https:example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://ex\u0000ample.com',
    'data:text/html,x',
    'https://[::1',
    `https://example.com/${'a'.repeat(2000)}`,
  ]) {
    expect([text.slice(0, 40), urlProblem(text)]).toEqual([text.slice(0, 40), 'Please provide a valid URL']);
  }
});

test('[VALID-042] complete http and https addresses are good', () => {
  for (const text of [
    'https://example.com',
    'HTTP://example.com:8080/a?b=c#d',
    'https://support.acme.io/tickets/17',
    'http://localhost:3000/x',
    'https://müller.example/',
  ]) {
    expect([text, urlProblem(text)]).toEqual([text, null]);
  }
});

test('[VALID-044] an empty address is fine', () => {
  for (const value of ['', '   ', null, undefined]) expect(urlProblem(value)).toBe(null);
});

test('space around an address is no part of it', () => {
  expect(urlProblem(' https://example.com ')).toBe(null);
  expect(isWebAddress(' https://example.com')).toBe(false);
});

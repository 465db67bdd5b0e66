import { expect, test } from 'vitest';
import { emailKey, emailProblem, isEmail } from './email.ts';

test('[VALID-021] [VALID-027] an address is required', () => {
  for (const value of ['', '   ', null, undefined]) expect(emailProblem(value)).toBe('Email is required');
});

test('[VALID-021] an address is a text', () => {
  for (const value of [5, {}, ['a@b.co']])
    expect(emailProblem(value)).toBe('Please enter a valid email address');
});

test('[VALID-021] 254 characters are accepted, 255 refused', () => {
  const domain = `${`${'d'.repeat(60)}.`.repeat(3)}${'e'.repeat(49)}.com`; // 3*61 + 49 + 4 = 236
  const of = (length: number) => `${'x'.repeat(length - 1 - domain.length)}@${domain}`;
  expect(of(254)).toHaveLength(254);
  expect(emailProblem(of(254))).toBe(null);
  expect(emailProblem(of(255))).toBe('Please enter a valid email address');
});

test('[VALID-022] 64 characters before the @ are accepted, 65 refused', () => {
  expect(isEmail(`${'x'.repeat(64)}@y.io`)).toBe(true);
  expect(isEmail(`${'x'.repeat(65)}@y.io`)).toBe(false);
});

test('[VALID-023] letters, digits and ._%+- before the @, nothing else', () => {
  expect(isEmail('a+b_c%d.e-f@x.io')).toBe(true);
  expect(isEmail('.a.@x.io')).toBe(true);
  for (const text of ['a!b@x.io', 'a b@x.io', '@x.io', 'a@@x.io', '"a"@x.io', 'jörg@x.io']) {
    expect([text, isEmail(text)]).toEqual([text, false]);
  }
});

test('[VALID-024] 63 characters in a domain label are accepted, 64 refused', () => {
  expect(isEmail(`a@${'d'.repeat(63)}.io`)).toBe(true);
  expect(isEmail(`a@${'d'.repeat(64)}.io`)).toBe(false);
  for (const text of ['a@-x.io', 'a@x-.io', 'a@x..io', 'a@.io', 'a@x_y.io', 'a@io']) {
    expect([text, isEmail(text)]).toEqual([text, false]);
  }
});

test('[VALID-025] the last part is alphabetic and has at least 2 letters', () => {
  expect(isEmail('x@y.co')).toBe(true);
  for (const text of ['x@y.c', 'x@y.c1', 'x@y.', 'x@1.2.3.4'])
    expect([text, isEmail(text)]).toEqual([text, false]);
});

test('[VALID-028] an invalid one has its message; space around it is not cut away silently', () => {
  expect(emailProblem('nobody')).toBe('Please enter a valid email address');
  expect(emailProblem(' a@b.co')).toBe('Please enter a valid email address');
  expect(emailProblem('a@b.co\n')).toBe('Please enter a valid email address');
});

test('hostile lengths are refused without work', () => {
  expect(isEmail(`${'a.'.repeat(500_000)}@x`)).toBe(false);
});

test('addresses that differ in case are one person', () => {
  expect(emailKey(' Ann@X.io ')).toBe('ann@x.io');
});

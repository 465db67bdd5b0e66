import { expect, test } from 'vitest';
import { passwordProblem } from './password.ts';

const tooCommon = 'Password is too easy to guess';

test('a password is required and has 12 to 200 characters', () => {
  expect(passwordProblem('')).toBe('Password is required');
  expect(passwordProblem(null)).toBe('Password is required');
  expect(passwordProblem('zebra-mint-')).toBe('Password must have at least 12 characters');
  expect(passwordProblem('zebra-mint-7')).toBe(null);
  expect(passwordProblem('zebra-mint-7', [], 14)).toBe('Password must have at least 14 characters');
  expect(passwordProblem('zebra-mint-7 on', [], 14)).toBe(null);
  expect(passwordProblem('zebra mint '.repeat(20))).toBe('Password must have at most 200 characters');
  expect(passwordProblem('x'.repeat(1_000_000))).toBe('Password must have at most 200 characters');
});

test('common words, rows of keys, repeats and their usual disguises are refused', () => {
  for (const password of [
    'password1234',
    'Password123!',
    'P@ssw0rd2024!',
    'passwordpassword',
    'qwertyuiop123',
    'qwertyuiopasdf',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    '123456789012',
    '1q1q1q1q1q1q',
    'iloveyou2024!',
    'letmein!letmein!',
    'welcome-2026!',
    'AdminAdmin99',
    'Summer2025!!',
    '111111111111',
    '098765432109',
    'zxcvbnm,./12',
    'changeme1234',
  ]) {
    expect([password, passwordProblem(password)]).toEqual([password, tooCommon]);
  }
});

test('words of the product are refused', () => {
  for (const password of ['earshot12345', 'Earshot-2026!', 'feedback-ideas', 'Roadmap2025!!']) {
    expect([password, passwordProblem(password)]).toEqual([password, tooCommon]);
  }
});

test('the person’s own name, address and account are refused', () => {
  expect(passwordProblem('ann.lindqvist-99', ['Ann Lindqvist', 'ann.lindqvist@acme.io'])).toBe(tooCommon);
  expect(passwordProblem('acmecorp2026', ['AcmeCorp'])).toBe(tooCommon);
  expect(passwordProblem('ann.lindqvist-99')).toBe(null);
});

test('sentences, random characters and other scripts are good', () => {
  for (const password of [
    'correct horse battery staple',
    'X7#k2!Qp9@Lm',
    'harbour lamp seven kites',
    'gläserne Uhr im Moor',
    '雨の日は静かに本を読みたい',
    'tR4v-mQ8z-bN2w',
  ]) {
    expect([password, passwordProblem(password)]).toEqual([password, null]);
  }
});

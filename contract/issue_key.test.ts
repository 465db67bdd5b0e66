import { expect, test } from 'vitest';
import { isIssueKey, issueKeyIn } from './issue_key.ts';

test('[VALID-059] [VALID-060] the key is found in what was pasted, and comes in capitals', () => {
  const cases: [string, string | null][] = [
    ['https://t.example/browse/ab1-23?x=1', 'AB1-23'],
    ['AB1-23', 'AB1-23'],
    ['  ops-7  ', 'OPS-7'],
    ['see PLAT-104, please', 'PLAT-104'],
    ['https://host-12.example.com/browse/web-9', 'WEB-9'],
    ['https://t.example/projects/FOO-2024/issues/WEB-10', 'WEB-10'],
    ['https://t.example/secure/RapidBoard.jspa?rapidView=3&selectedIssue=abc-44', 'ABC-44'],
    ['https://t.example/jira/WEB-10#comment-12', 'WEB-10'],
  ];
  for (const [text, key] of cases) expect([text, issueKeyIn(text)]).toEqual([text, key]);
});

test('[VALID-061] without a key there is none', () => {
  for (const text of ['', 'hello', 'AB-', '-12', '12-34', 'https://host-12.example.com/', 'AB_1-x', '#12']) {
    expect([text, issueKeyIn(text)]).toEqual([text, null]);
  }
});

test('the server takes nothing but a key in capitals', () => {
  expect(isIssueKey('AB1-23')).toBe(true);
  expect(['ab1-23', ' AB1-23', 'AB1-23x', 'https://t/browse/AB1-23'].some(isIssueKey)).toBe(false);
});

test('long input is no trouble', () => {
  expect(issueKeyIn(`${'a'.repeat(200_000)}-1`)).toBe(null);
});

import { expect, test } from 'vitest';
import { newIssueUrl } from './new_issue.ts';
import { instanceUrlOf } from './tracker.ts';

test.each([
  ['https://marlow.atlassian.example', 'https://marlow.atlassian.example'],
  [' https://marlow.atlassian.example/ ', 'https://marlow.atlassian.example'],
  [
    'https://marlow.atlassian.example/jira/software/projects/MAR/boards/1?x=1',
    'https://marlow.atlassian.example',
  ],
  ['https://marlow.atlassian.example/browse/MAR-1', 'https://marlow.atlassian.example'],
  ['http://tools.example:8080/tracker/secure/Dashboard.jspa', 'http://tools.example:8080/tracker'],
  ['http://tools.example:8080/tracker/', 'http://tools.example:8080/tracker'],
])('the address of an instance: %s', (typed, kept) => {
  expect(instanceUrlOf(typed)).toBe(kept);
});

test.each([
  '',
  'marlow.atlassian.example',
  'ftp://marlow.example',
  'https://me:secret@marlow.example',
  'https://',
])('no address of an instance: “%s”', (typed) => {
  expect(instanceUrlOf(typed)).toBeNull();
});

test('[PANEL-061] the form of a new issue is filled in with project, type, title, text and address of the idea', () => {
  const issue = {
    project_id: '10000',
    issue_type_id: '7',
    summary: 'Export & print',
    description: '😀'.repeat(2000),
    priority_id: '3',
    custom_field: 'customfield_10050',
    idea_url: 'https://x.example/admin/v3/suggestions/7/details',
  };
  const url = new URL(newIssueUrl('https://marlow.example/tracker', issue));
  expect(url.pathname).toBe('/tracker/secure/CreateIssueDetails!init.jspa');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    pid: '10000',
    issuetype: '7',
    summary: 'Export & print',
    description: `${'😀'.repeat(1500)}…\n\n${issue.idea_url}`,
    priority: '3',
    customfield_10050: issue.idea_url,
  });
  const plain = newIssueUrl('https://marlow.example', {
    ...issue,
    description: '',
    priority_id: null,
    custom_field: null,
  });
  expect(new URL(plain).searchParams.get('description')).toBe(issue.idea_url);
  expect(new URL(plain).searchParams.has('priority')).toBe(false);
});

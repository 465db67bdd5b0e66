import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TrackerError, type TrackerAccess, type TrackerService } from '../services/tracker.ts';
import { CLOUD_AUTHORIZATION, startStandInJira, type StandInJira } from '../testing/jira.ts';
import { createJira } from './jira.ts';
import { createOutgoing } from './outgoing.ts';

let stand: StandInJira;
const jira: TrackerService = createJira(createOutgoing(['127.0.0.1']));
let cloud: TrackerAccess;
let own: TrackerAccess;
beforeAll(async () => {
  stand = await startStandInJira();
  cloud = { kind: 'jira_cloud', instance_url: stand.url, account: 'bot@marlow.example', token: 'a-token' };
  own = { kind: 'jira_data_center', instance_url: stand.url, account: null, token: 'a-token' };
});
afterAll(() => stand.close());
beforeEach(() => {
  stand.issues = [];
  stand.instead = null;
  stand.authorization = CLOUD_AUTHORIZATION;
  stand.calls = [];
});
const as = (access: TrackerAccess): TrackerAccess => {
  stand.authorization = access === cloud ? CLOUD_AUTHORIZATION : 'Bearer a-token';
  return access;
};
const faultOf = (call: Promise<unknown>): Promise<TrackerError> =>
  call.then(
    () => Promise.reject(new Error('it answered')),
    (error: unknown) => {
      if (error instanceof TrackerError) return error;
      throw error;
    },
  );

describe.each(['jira_cloud', 'jira_data_center'] as const)('%s', (kind) => {
  const access = (): TrackerAccess => as(kind === 'jira_cloud' ? cloud : own);

  test('an issue is found by its key, with what it is and how far', async () => {
    const { id } = stand.issue('MAR-1', { status: 'In progress', category: 'indeterminate' });
    expect(await jira.find(access(), 'MAR-1')).toEqual({
      id,
      key: 'MAR-1',
      summary: 'Issue MAR-1',
      issuetype: 'Story',
      issuetype_icon_url: `${stand.url}/icons/Story.svg`,
      status: 'In progress',
      status_color: '#2563EB',
      stage: 'doing',
      stage_since: new Date('2026-11-12T08:00:00Z'),
    });
    expect(await jira.find(access(), 'MAR-2')).toBeNull();
  });

  test('many issues are read fifty at a time; those that are not there are left out', async () => {
    const made = Array.from({ length: 120 }, (_, n) => stand.issue(`MAR-${n + 1}`));
    const found = await jira.issues(
      access(),
      made.map(({ id, key }, n) => (n % 2 === 0 ? id : key)),
    );
    expect(found.map(({ key }) => key).sort()).toEqual(made.map(({ key }) => key).sort());
    expect(stand.calls).toHaveLength(3);
    expect((await jira.issues(access(), ['MAR-1', 'MAR-999', 'MAR-3'])).map(({ key }) => key)).toEqual([
      'MAR-1',
      'MAR-3',
    ]);
  });

  test('projects are found by part of their name or key, kinds of issue without sub-tasks', async () => {
    expect(await jira.projects(access(), 'oper')).toEqual([{ id: '10001', key: 'OPS', name: 'Operations' }]);
    expect((await jira.projects(access(), '')).map(({ key }) => key)).toEqual(['MAR', 'OPS']);
    expect(await jira.issueTypes(access(), '10000')).toEqual([
      { id: '7', name: 'Story', icon_url: `${stand.url}/icons/Story.svg` },
      // an address that no page may show
      { id: '8', name: 'Bug', icon_url: null },
    ]);
    expect(await jira.issueTypes(access(), '5')).toBeNull();
    expect(await jira.defaultPriority(access())).toBe(kind === 'jira_cloud' ? '3' : null);
  });

  test('a field is written; one that is not there is missing', async () => {
    const issue = stand.issue('MAR-1');
    await jira.writeField(access(), 'MAR-1', 'customfield_10050', 'https://x.example/1');
    expect(issue.fields).toEqual({ customfield_10050: 'https://x.example/1' });
    expect((await faultOf(jira.writeField(access(), 'MAR-1', 'customfield_1', 'x'))).reason).toBe('missing');
  });
});

test('a wrong token is denied', async () => {
  stand.issue('MAR-1');
  const fault = await faultOf(jira.find({ ...as(cloud), token: 'another' }, 'MAR-1'));
  expect([fault.reason, fault.message]).toEqual([
    'denied',
    'Jira refused the account or its token (401). Check both.',
  ]);
});

test('too many calls: it says when to try again', async () => {
  stand.instead = (_request, response) => {
    response.writeHead(429, { 'retry-after': '90' });
    response.end();
  };
  const fault = await faultOf(jira.projects(cloud, ''));
  expect([fault.reason, fault.retryAfterSeconds]).toEqual(['busy', 90]);
});

test.each([
  [200, '<html>Sign in</html>'],
  [200, '[]'],
  [404, '<html>Not found</html>'],
  [200, '{"values": 1}'],
])('what is no answer of a Jira is said so: %s %s', async (status, body) => {
  stand.instead = (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end(body);
  };
  expect((await faultOf(jira.projects(cloud, ''))).reason).toBe('broken');
});

test('one that is down or fails is unreachable, a private address is not called', async () => {
  stand.instead = (_request, response) => {
    response.writeHead(500);
    response.end();
  };
  expect((await faultOf(jira.projects(cloud, ''))).reason).toBe('unreachable');
  expect((await faultOf(jira.projects({ ...cloud, instance_url: 'http://127.0.0.1:1' }, ''))).reason).toBe(
    'unreachable',
  );
  expect((await faultOf(createJira(createOutgoing([])).projects(cloud, ''))).reason).toBe('private');
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createJira } from '../../adapters/jira.ts';
import { createOutgoing } from '../../adapters/outgoing.ts';
import { createSeals } from '../../adapters/sealing.ts';
import type { Task } from '../../core/task.ts';
import { buildSuggestion, testServices, type TestServices } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { CLOUD_AUTHORIZATION, startStandInJira, type StandInJira } from '../../testing/jira.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { trackerWrite } from './idea_field.ts';
import { tellOfChange, trackerRead } from './reading.ts';

let database: TestDatabase;
let jira: StandInJira;
let services: TestServices;
let w: TestWorkspace;
let idea: string;
let nowMs = Date.parse('2026-11-20T09:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase();
  jira = await startStandInJira();
});
afterAll(async () => {
  await jira.close();
  await database.close();
});
beforeEach(async () => {
  jira.issues = [];
  jira.instead = null;
  jira.calls = [];
  services = {
    ...testServices(),
    tracker: createJira(createOutgoing(['127.0.0.1'])),
    seals: createSeals(Buffer.alloc(32, 3)),
  };
  w = await openWorkspace(database, { services, now: () => new Date(nowMs) });
  idea = (await buildSuggestion(database, w.tenant, { title: 'Payroll export' })).id;
});

const UPDATE = `mutation ($kind: String, $instance_url: String, $account: String, $token: String, $create_warning_message: String, $customfield_id: String, $if_updated_at: String) {
  tracker_settings_update(kind: $kind, instance_url: $instance_url, account: $account, token: $token, create_warning_message: $create_warning_message, customfield_id: $customfield_id, if_updated_at: $if_updated_at) {
    kind instance_url account token_end create_warning_message customfield_id has_hook problem issues_count updated_at
  }
}`;
const setUp = (values: Record<string, unknown> = {}) =>
  w.api.data<{ tracker_settings_update: Record<string, unknown> }>(
    UPDATE,
    // as JSON: what is undefined is not sent
    JSON.parse(
      JSON.stringify({ instance_url: jira.url, account: 'bot@marlow.example', token: 'a-token', ...values }),
    ) as Record<string, unknown>,
  );
const LINK =
  'mutation ($linkedType: String!, $linkedId: ID!, $jiraKey: String!) { link_jira_issue(linkedType: $linkedType, linkedId: $linkedId, jiraKey: $jiraKey) { id jira_key jira_id summary issuetype status status_color stage issue_url status_last_updated_at is_missing } }';
const UNLINK = LINK.replace('link_jira_issue', 'unlink_jira_issue').replace(
  /\{ id jira_key.*\} \}$/,
  '{ id } }',
);
const on = (jiraKey: string, linkedId = idea) => ({ linkedType: 'Suggestion', linkedId, jiraKey });
const link = async (jiraKey: string, linkedId = idea) =>
  (
    await w.api.data<{ link_jira_issue: Record<string, unknown> & { id: string } }>(
      LINK,
      on(jiraKey, linkedId),
    )
  ).link_jira_issue;
const issues = async (fields = 'jira_key', filters = `suggestion: ["${idea}"]`) =>
  (
    await w.api.data<{ jira_issues: { records: Record<string, unknown>[] } }>(
      `{ jira_issues(${filters}, sort: "created_at") { records { ${fields} } } }`,
    )
  ).jira_issues.records;
const run = (task: Task<never>, payload: Record<string, unknown> = {}) =>
  (task as Task).run(
    { subdomain_id: w.tenant.id, ...payload },
    { scope: w.api.scope, signal: new AbortController().signal },
  );
const later = (minutes: number): void => {
  nowMs += minutes * 60_000;
};
const problem = async () =>
  (await w.api.data<{ tracker_settings: unknown }>('{ tracker_settings { problem next_read_at } }'))
    .tracker_settings as { problem: string | null; next_read_at: string | null };

describe('linking', () => {
  test('[SCOPE-015] [CALL-M-026] [ENT-072] an issue is linked with what the tracker says of it', async () => {
    await setUp();
    const { id } = jira.issue('MAR-1482', { status: 'In progress', category: 'indeterminate' });
    await link('mar-1482');
    expect(
      await issues(
        'jira_id jira_key issue_url issuetype issuetype_icon_url summary status status_color status_last_updated_at created_at updated_at',
      ),
    ).toEqual([
      {
        jira_id: id,
        jira_key: 'MAR-1482',
        issue_url: `${jira.url}/browse/MAR-1482`,
        issuetype: 'Story',
        issuetype_icon_url: `${jira.url}/icons/Story.svg`,
        summary: 'Issue MAR-1482',
        status: 'In progress',
        status_color: '#2563EB',
        status_last_updated_at: '2026-11-12T08:00:00.000Z',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const [entry] = await w.rows<{ details: unknown }>(
      `select details from audit_entries where subdomain_id = $1 and action = 'link_jira_issue'`,
      w.tenant.id,
    );
    expect(entry).toEqual({ details: { jira_key: 'MAR-1482' } });
  });

  test('[VALID-060] without a tracker the key alone is linked, in capitals', async () => {
    expect(await link('mar-7')).toMatchObject({ jira_key: 'MAR-7', summary: null, issue_url: null });
    await setUp({ token: null });
    expect(await issues('jira_key issue_url')).toEqual([
      { jira_key: 'MAR-7', issue_url: `${jira.url}/browse/MAR-7` },
    ]);
    expect(jira.calls).toEqual([]);
  });

  test('[ENT-076] [VALID-077] what is linked must be named: kind, id and key', async () => {
    for (const leftOut of ['linkedType', 'linkedId', 'jiraKey'])
      expect(await refusal(w.api, LINK, { ...on('MAR-1'), [leftOut]: null })).toMatchObject({
        code: 'BAD_USER_INPUT',
      });
    expect(await refusal(w.api, LINK, { ...on('MAR-1'), linkedType: 'Ticket' })).toMatchObject({
      field: 'linkedType',
    });
    for (const key of ['MAR', '1-MAR', 'MAR-1 or so', ''])
      expect(await refusal(w.api, LINK, on(key))).toMatchObject({ field: 'jiraKey' });
    expect(await refusal(w.api, LINK, on('MAR-1', '987654321'))).toMatchObject({
      field: 'linkedId',
      reason: 'not_found',
    });
    const foreign = await openWorkspace(database);
    const theirs = (await buildSuggestion(database, foreign.tenant)).id;
    expect(await refusal(w.api, LINK, on('MAR-1', theirs))).toMatchObject({ reason: 'not_found' });
    expect(await issues('id', '')).toEqual([]);
  });

  test('[VALID-062] [DEC-113] an issue is linked to an idea once, and to several ideas', async () => {
    await link('MAR-1');
    expect(await refusal(w.api, LINK, on('mar-1'))).toMatchObject({
      message: 'MAR-1 is already linked to this idea.',
      reason: 'already_linked',
    });
    const other = (await buildSuggestion(database, w.tenant)).id;
    await link('MAR-1', other);
    expect(await issues('jira_key', '')).toEqual([{ jira_key: 'MAR-1' }]);
  });

  test('a key that the tracker does not know is refused; a tracker that cannot be asked refuses none', async () => {
    await setUp();
    expect(await refusal(w.api, LINK, on('MAR-9'))).toMatchObject({
      message: 'Jira has no issue MAR-9, or the account of the integration may not see it.',
      reason: 'not_found',
    });
    jira.instead = (_request, response) => {
      response.writeHead(500);
      response.end();
    };
    expect(await link('MAR-9')).toMatchObject({ jira_key: 'MAR-9', summary: null });
  });

  test('an issue that moved to another project is linked by its new key', async () => {
    await setUp();
    const moved = jira.issue('OPS-1');
    // the tracker finds it under the old key as well
    jira.instead = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: moved.id, key: 'OPS-1', fields: { summary: 'Moved' } }));
    };
    expect(await link('MAR-5')).toMatchObject({ jira_key: 'OPS-1', summary: 'Moved', stage: null });
  });

  test('a link is taken away again, and an issue that nothing is linked to is gone', async () => {
    const other = (await buildSuggestion(database, w.tenant)).id;
    await link('MAR-1');
    await link('MAR-1', other);
    await w.api.data(UNLINK, on('mar-1'));
    expect(await issues()).toEqual([]);
    expect(await issues('jira_key', `suggestion: ["${other}"]`)).toEqual([{ jira_key: 'MAR-1' }]);
    await w.api.data(UNLINK, on('MAR-1', other));
    expect(await w.rows('select 1 from tracker_issues where subdomain_id = $1', w.tenant.id)).toEqual([]);
    expect(await refusal(w.api, UNLINK, on('MAR-1'))).toMatchObject({ reason: 'not_found' });
  });

  test('an idea that was merged away takes none; its issues are the winner’s until that is undone', async () => {
    const winner = (await buildSuggestion(database, w.tenant)).id;
    await link('MAR-1');
    await link('MAR-2');
    await link('MAR-2', winner);
    const ofWinner = () => issues('jira_key', `suggestion: ["${winner}"]`);
    await w.api.data(
      'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id } }',
      { winner, losers: [idea] },
    );
    expect(await ofWinner()).toEqual([{ jira_key: 'MAR-1' }, { jira_key: 'MAR-2' }]);
    expect(await refusal(w.api, LINK, on('MAR-3'))).toMatchObject({ reason: 'merged' });
    await w.api.data('mutation ($id: ID!) { suggestion_unmerge(ids: [$id]) { id } }', { id: idea });
    expect(await ofWinner()).toEqual([{ jira_key: 'MAR-2' }]);
    expect(await issues()).toEqual([{ jira_key: 'MAR-1' }, { jira_key: 'MAR-2' }]);
  });

  test('an issue of a deleted idea is not shown', async () => {
    await link('MAR-1');
    await database.pool.query(`update suggestions set state = 'deleted' where id = $1`, [idea]);
    expect(await issues('id', '')).toEqual([]);
  });

  test('who may not change ideas links nothing and does not ask the tracker', async () => {
    const reader = await w.as({ feedback_admin_ui: false });
    for (const document of [
      '{ jira_config { instance_url } }',
      '{ jira_projects { key } }',
      '{ jira_issue_types(project_id: "1") { name } }',
      '{ jira_issue_preview(key: "MAR-1") { summary } }',
      '{ jira_issues { records { id } } }',
    ])
      expect(await refusal(reader, document)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(reader, LINK, on('MAR-1'))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('questions', () => {
  test('[CALL-Q-024] [ENT-073] the configuration is told without its token', async () => {
    await setUp({ create_warning_message: 'Stories need a component.', customfield_id: 'customfield_10050' });
    expect(
      await w.api.data('{ jira_config { instance_url create_warning_message customfield_id } }'),
    ).toEqual({
      jira_config: {
        instance_url: jira.url,
        create_warning_message: 'Stories need a component.',
        customfield_id: 'customfield_10050',
      },
    });
  });

  test('[CALL-Q-025] [CALL-Q-026] [ENT-074] [ENT-075] projects and kinds of issue come from the tracker', async () => {
    await setUp({ customfield_id: 'customfield_10050' });
    expect(await w.api.data('{ jira_projects(q: "mar") { id key name } }')).toEqual({
      jira_projects: [{ id: '10000', key: 'MAR', name: 'Marlow' }],
    });
    expect(
      await w.api.data(
        '{ jira_issue_types(project_id: "10000") { id name icon_url custom_field default_priority } }',
      ),
    ).toEqual({
      jira_issue_types: [
        {
          id: '7',
          name: 'Story',
          icon_url: `${jira.url}/icons/Story.svg`,
          custom_field: 'customfield_10050',
          default_priority: '3',
        },
        { id: '8', name: 'Bug', icon_url: null, custom_field: 'customfield_10050', default_priority: '3' },
      ],
    });
    expect(await refusal(w.api, '{ jira_issue_types(project_id: "5") { id } }')).toMatchObject({
      field: 'project_id',
      reason: 'not_found',
    });
  });

  test('an issue is shown before it is linked', async () => {
    await setUp();
    jira.issue('MAR-1611', { summary: 'Export profile per country' });
    const preview = (key: string) =>
      w.api.data(`{ jira_issue_preview(key: "${key}") { jira_key summary issuetype status status_color } }`);
    expect(await preview('MAR-1611')).toEqual({
      jira_issue_preview: {
        jira_key: 'MAR-1611',
        summary: 'Export profile per country',
        issuetype: 'Story',
        status: 'To Do',
        status_color: '#5E6C84',
      },
    });
    expect(await preview('MAR-1')).toEqual({ jira_issue_preview: null });
    expect(await refusal(w.api, '{ jira_issue_preview(key: "nothing") { summary } }')).toMatchObject({
      field: 'key',
    });
  });

  test('[ERR-020] [ERR-021] [ERR-022] [DEC-184] without a tracker, or when it fails, each says what could not be had', async () => {
    const asked = {
      projects: '{ jira_projects { key } }',
      types: '{ jira_issue_types(project_id: "1") { name } }',
      config: '{ jira_config { instance_url } }',
    };
    expect(await refusal(w.api, asked.projects)).toMatchObject({
      message: 'Could not fetch Jira projects.',
      reason: 'not_configured',
    });
    expect(await refusal(w.api, asked.types)).toMatchObject({ message: 'Could not fetch Jira issue types.' });
    expect(await refusal(w.api, asked.config)).toMatchObject({
      message: 'Could not fetch Jira configuration.',
      reason: 'not_configured',
    });
    await setUp({ token: 'another' });
    expect(await refusal(w.api, asked.projects)).toMatchObject({
      message: 'Could not fetch Jira projects. Jira refused the account or its token (401). Check both.',
      reason: 'tracker_denied',
    });
  });
});

describe('settings', () => {
  test('a token is kept sealed and never told, and goes with its address and account', async () => {
    const { tracker_settings_update: first } = await setUp({ token: 'the-secret-token' });
    expect(first).toMatchObject({
      kind: 'jira_cloud',
      instance_url: jira.url,
      account: 'bot@marlow.example',
      token_end: 'oken',
    });
    const [row] = await w.rows<{ sealed_token: Buffer }>(
      'select sealed_token from tracker_settings where subdomain_id = $1',
      w.tenant.id,
    );
    expect(row!.sealed_token.includes('secret')).toBe(false);
    const log = await w.rows('select details from audit_entries where subdomain_id = $1', w.tenant.id);
    expect(JSON.stringify(log)).not.toContain('secret');
    // what does not concern it leaves it
    expect(
      (await setUp({ token: undefined, create_warning_message: 'Careful' })).tracker_settings_update,
    ).toMatchObject({ token_end: 'oken', create_warning_message: 'Careful' });
    expect(
      (await setUp({ token: undefined, instance_url: 'https://evil.example' })).tracker_settings_update,
    ).toMatchObject({ instance_url: 'https://evil.example', token_end: null });
    await setUp({ token: 'the-secret-token' });
    expect(
      (await setUp({ token: undefined, account: 'other@marlow.example' })).tracker_settings_update,
    ).toMatchObject({ token_end: null });
  });

  test('the address of a page of Jira is that of its instance; others are refused', async () => {
    expect(
      (await setUp({ instance_url: 'https://marlow.atlassian.example/jira/projects?x=1', token: undefined }))
        .tracker_settings_update,
    ).toMatchObject({ instance_url: 'https://marlow.atlassian.example' });
    for (const [values, field] of [
      [{ instance_url: 'marlow' }, 'instance_url'],
      [{ instance_url: '' }, 'instance_url'],
      [{ account: 'bot' }, 'account'],
      [{ account: null }, 'account'],
      [{ customfield_id: 'Idea' }, 'customfield_id'],
      [{ kind: 'github' }, 'kind'],
    ] as const)
      expect(
        await refusal(w.api, UPDATE, {
          instance_url: jira.url,
          account: 'a@b.example',
          token: 'x',
          ...values,
        }),
        field,
      ).toMatchObject({ field });
  });

  test('two people who edit do not overwrite each other', async () => {
    const { tracker_settings_update: first } = await setUp();
    later(1);
    await setUp({ create_warning_message: 'One' });
    expect(
      await refusal(w.api, UPDATE, { create_warning_message: 'Two', if_updated_at: first['updated_at'] }),
    ).toMatchObject({ reason: 'changed', current: { create_warning_message: 'One' } });
  });

  test('only who keeps the settings sets it up', async () => {
    const reader = await w.as({ settings: 'none' as never });
    expect(await refusal(reader, UPDATE, { instance_url: jira.url })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(reader, '{ tracker_settings { instance_url } }')).toMatchObject({
      code: 'FORBIDDEN',
    });
    for (const name of ['tracker_settings_delete', 'tracker_hook_create'])
      expect(await refusal(reader, `mutation { ${name} }`)).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('whether it works is asked, and the answer is noted', async () => {
    const check = 'mutation { tracker_check { projects_count } }';
    await setUp();
    expect(await w.api.data(check)).toEqual({ tracker_check: { projects_count: 2 } });
    await setUp({ token: 'another' });
    expect(await refusal(w.api, check)).toMatchObject({ reason: 'tracker_denied' });
    expect((await problem()).problem).toBe('Jira refused the account or its token (401). Check both.');
    await setUp();
    expect((await problem()).problem).toBeNull();
  });

  test('a token that was kept under another key is asked for again', async () => {
    await setUp();
    services.seals = createSeals(Buffer.alloc(32, 9));
    expect(await refusal(w.api, 'mutation { tracker_check { projects_count } }')).toMatchObject({
      message: 'The token was kept by another installation and cannot be read here. Enter it again.',
    });
  });

  test('without a tracker its links stay', async () => {
    await setUp();
    jira.issue('MAR-1');
    await link('MAR-1');
    await w.api.data('mutation { tracker_settings_delete }');
    expect(await issues('jira_key issue_url summary')).toEqual([
      { jira_key: 'MAR-1', issue_url: null, summary: 'Issue MAR-1' },
    ]);
    expect(await w.api.data('{ tracker_settings { kind } }')).toEqual({ tracker_settings: null });
  });
});

describe('keeping issues in step', () => {
  test('an issue is read again after ten minutes; a status that changed stands since then', async () => {
    await setUp();
    const issue = jira.issue('MAR-1');
    await link('MAR-1');
    Object.assign(issue, { status: 'Done', category: 'done', summary: 'Night hours' });
    jira.calls = [];
    later(5);
    await run(trackerRead as never);
    expect(jira.calls).toEqual([]);
    later(6);
    await run(trackerRead as never);
    expect(await issues('summary status stage status_color status_last_updated_at')).toEqual([
      {
        summary: 'Night hours',
        status: 'Done',
        stage: 'done',
        status_color: '#1B7F4B',
        status_last_updated_at: new Date(nowMs).toISOString(),
      },
    ]);
    later(11);
    await run(trackerRead as never);
    expect((await issues('status_last_updated_at'))[0]).toEqual({
      status_last_updated_at: new Date(nowMs - 11 * 60_000).toISOString(),
    });
  });

  test('since when a status stands is still known when another idea is linked to the issue', async () => {
    await setUp();
    const issue = jira.issue('MAR-1');
    await link('MAR-1');
    issue.status = 'Review';
    later(11);
    await run(trackerRead as never);
    const since = new Date(nowMs).toISOString();
    later(60);
    await link('MAR-1', (await buildSuggestion(database, w.tenant)).id);
    expect(await issues('status status_last_updated_at')).toEqual([
      { status: 'Review', status_last_updated_at: since },
    ]);
  });

  test('what was linked by its key alone is read; what is not there is said to be missing, until it is there', async () => {
    for (const key of ['MAR-1', 'MAR-2']) await link(key);
    await setUp();
    jira.issue('MAR-1');
    await run(trackerRead as never);
    expect(await issues('jira_key summary is_missing')).toEqual([
      { jira_key: 'MAR-1', summary: 'Issue MAR-1', is_missing: false },
      { jira_key: 'MAR-2', summary: null, is_missing: true },
    ]);
    jira.issue('MAR-2');
    later(11);
    await run(trackerRead as never);
    expect(await issues('is_missing')).toEqual([{ is_missing: false }, { is_missing: false }]);
  });

  test('an issue that moved is followed by its id', async () => {
    await setUp();
    const issue = jira.issue('MAR-1');
    await link('MAR-1');
    issue.key = 'OPS-4';
    later(11);
    await run(trackerRead as never);
    expect(await issues('jira_key is_missing')).toEqual([{ jira_key: 'OPS-4', is_missing: false }]);
  });

  test('after a failure the next reading waits, longer each time, and as long as the tracker asks', async () => {
    await setUp();
    jira.issue('MAR-1');
    await link('MAR-1');
    later(11);
    jira.instead = (_request, response) => {
      response.writeHead(500);
      response.end();
    };
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await run(trackerRead as never);
      const { next_read_at } = await problem();
      waits.push((Date.parse(next_read_at!) - nowMs) / 60_000);
      nowMs = Date.parse(next_read_at!);
    }
    expect(waits).toEqual([5, 10, 20, 40]);
    expect((await problem()).problem).toBe('Jira answered 500.');
    jira.instead = (_request, response) => {
      response.writeHead(429, { 'retry-after': '7200' });
      response.end();
    };
    await run(trackerRead as never);
    expect(Date.parse((await problem()).next_read_at!) - nowMs).toBe(7200_000);
    jira.calls = [];
    await run(trackerRead as never);
    expect(jira.calls).toEqual([]);
    jira.instead = null;
    later(121);
    await run(trackerRead as never);
    expect(await problem()).toEqual({ problem: null, next_read_at: null });
  });

  test('the workspaces that have something to read are found', async () => {
    const due = async () =>
      (await w.rows<{ subdomain_id: string }>(trackerRead.due!)).some(
        ({ subdomain_id }) => subdomain_id === w.tenant.id,
      );
    await link('MAR-1');
    expect(await due()).toBe(false);
    nowMs = Date.now();
    await setUp({ token: null });
    expect(await due()).toBe(false);
    await setUp();
    expect(await due()).toBe(true);
    jira.issue('MAR-1');
    await run(trackerRead as never);
    expect(await due()).toBe(false);
  });

  test('a change that the tracker tells of is read at once, whatever is said of it', async () => {
    await setUp();
    const issue = jira.issue('MAR-1');
    await link('MAR-1');
    services.enqueued.length = 0;
    await tellOfChange(w.api.scope, ['MAR-99', '55']);
    expect(services.enqueued).toEqual([]);
    issue.status = 'In progress';
    await tellOfChange(w.api.scope, [issue.id]);
    expect(services.enqueued).toEqual([{ task: 'tracker_read', payload: { subdomain_id: w.tenant.id } }]);
    await run(trackerRead as never);
    expect(await issues('status')).toEqual([{ status: 'In progress' }]);
  });

  test('the address of the idea is written into the field that is set up', async () => {
    await setUp({ customfield_id: 'customfield_10050' });
    const issue = jira.issue('MAR-1');
    const { id: issue_id } = await link('MAR-1');
    expect(services.enqueued).toEqual([
      { task: 'tracker_write', payload: { suggestion_id: idea, issue_id, subdomain_id: w.tenant.id } },
    ]);
    await run(trackerWrite as never, { suggestion_id: idea, issue_id });
    expect(issue.fields).toEqual({
      customfield_10050: `http://${w.tenant.key}.localhost/admin/v3/ideas/${idea}`,
    });
    await setUp({ customfield_id: 'customfield_1' });
    await run(trackerWrite as never, { suggestion_id: idea, issue_id });
    const field = async () =>
      (await w.api.data<{ tracker_settings: unknown }>('{ tracker_settings { field_problem } }'))
        .tracker_settings;
    expect(await field()).toEqual({
      field_problem:
        'The address of the idea could not be written into customfield_1 of MAR-1. Check that the field is on the edit screen of its project.',
    });
    await setUp({ customfield_id: 'customfield_10050' });
    expect(await field()).toEqual({ field_problem: null });
    // one that was taken away meanwhile is left alone
    issue.fields = {};
    await w.api.data(UNLINK, on('MAR-1'));
    await run(trackerWrite as never, { suggestion_id: idea, issue_id });
    expect(issue.fields).toEqual({});
    expect(jira.authorization).toBe(CLOUD_AUTHORIZATION);
  });
});

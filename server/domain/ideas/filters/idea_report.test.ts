import { afterAll, beforeAll, expect, test } from 'vitest';
import { paging, reportDefaults } from '../../../../contract/limits.ts';
import { buildComment, buildSuggestion, buildSupporter, buildUser } from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../../testing/workspace.ts';

/*
 * An idea report is the list of ideas of a period, whose columns are switched on one by one.
 */

const REPORT = `query ($per_page: Int, $period_start: String, $last_activity: Boolean!, $status_update: Boolean!, $votes: Boolean!, $comments: Boolean!, $user: Boolean!, $notes: Boolean!, $feedback: Boolean!) {
  suggestions(per_page: $per_page, period_start: $period_start, sort: "-votes_count") {
    total_records
    records {
      title
      last_activity_at @include(if: $last_activity)
      last_status_update @include(if: $status_update) { html_body created_at }
      votes_count @include(if: $votes)
      last_supporter @include(if: $votes) { name }
      comments_count @include(if: $comments)
      last_comment @include(if: $comments) { body created_at }
      created_by @include(if: $user) { name email_address }
      notes_count @include(if: $notes)
      last_note @include(if: $notes) { body }
      requests_count @include(if: $feedback)
      last_feedback_record @include(if: $feedback) { body }
    }
  }
}`;

let database: TestDatabase;
let own: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
});
afterAll(() => database.close());

test('[CALL-Q-092] [CONST-004] [CONST-005] [CONST-009] [CONST-010] [CONST-011] [CONST-012] [CONST-013] [CONST-014] [CONST-015] an idea report: 100 per page of the last 6 months, with nothing but titles until it is asked for', async () => {
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const ann = await buildUser(database, own.tenant, { name: 'Ann', email_address: 'ann@acme.example' });
  await buildSuggestion(database, own.tenant, { title: 'Old', state: 'approved', created_at: daysAgo(200) });
  const young = await buildSuggestion(database, own.tenant, {
    title: 'Young',
    state: 'approved',
    created_at: daysAgo(20),
    creator_id: ann.id,
  });
  await buildSupporter(database, own.tenant, { suggestion_id: young.id, user_id: ann.id });
  await buildComment(database, own.tenant, { suggestion_id: young.id, creator_id: ann.id, body: 'Please' });
  await own.drift();
  for (let n = 0; n < 100; n += 1)
    await buildSuggestion(database, own.tenant, {
      state: 'approved',
      forum_id: young.forum_id,
      created_at: daysAgo(10),
    });
  const flags = reportDefaults.ideaReportFlags;
  const asked = {
    per_page: paging.ideaReportPageSize,
    period_start: reportDefaults.ideaReportPeriodStart,
  };
  const { suggestions } = await own.api.data<{ suggestions: { total_records: number; records: object[] } }>(
    REPORT,
    {
      ...asked,
      ...flags,
    },
  );
  expect(suggestions.total_records).toBe(101);
  expect(suggestions.records).toHaveLength(100);
  expect(suggestions.records[0]).toEqual({ title: 'Young' });
  const all = Object.fromEntries(Object.keys(flags).map((flag) => [flag, true]));
  const full = await own.api.data<{ suggestions: { records: object[] } }>(REPORT, { ...asked, ...all });
  expect(full.suggestions.records[0]).toMatchObject({
    title: 'Young',
    last_status_update: null,
    votes_count: 1,
    last_supporter: { name: 'Ann' },
    comments_count: 1,
    last_comment: { body: 'Please' },
    created_by: { name: 'Ann', email_address: 'ann@acme.example' },
    notes_count: 0,
    last_note: null,
    requests_count: 0,
    last_feedback_record: null,
  });
});

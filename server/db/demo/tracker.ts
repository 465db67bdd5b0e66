import type { Tx } from '../../sql/kysely.ts';

const DAY_MS = 86_400_000;

interface DemoIssue {
  key: string;
  /** title of the idea that it is linked to */
  idea: string;
  summary: string;
  type: 'Story' | 'Bug' | 'Task';
  status: 'To Do' | 'In progress' | 'Done';
  /** since when it stands so */
  days_ago: number;
}

const STAGES = {
  'To Do': ['todo', '#5E6C84'],
  'In progress': ['doing', '#2563EB'],
  Done: ['done', '#1B7F4B'],
} as const;

const ISSUES: readonly DemoIssue[] = [
  {
    key: 'MAR-1482',
    idea: 'Payroll export',
    summary: 'Payroll export with Sunday and night rates',
    type: 'Story',
    status: 'In progress',
    days_ago: 16,
  },
  {
    key: 'MAR-1533',
    idea: 'Payroll export',
    summary: 'Night hours are rounded down',
    type: 'Bug',
    status: 'Done',
    days_ago: 8,
  },
  {
    key: 'MAR-1410',
    idea: 'Work completely offline',
    summary: 'Local store for a whole day of jobs',
    type: 'Story',
    status: 'In progress',
    days_ago: 25,
  },
  {
    key: 'MAR-1561',
    idea: 'Work completely offline',
    summary: 'Say what was not sent yet',
    type: 'Task',
    status: 'To Do',
    days_ago: 12,
  },
  {
    key: 'MAR-1377',
    idea: 'Photos that upload in the background',
    summary: 'Upload queue that survives a locked screen',
    type: 'Story',
    status: 'Done',
    days_ago: 5,
  },
];

/** The tracker of the demo workspace, without a token, and issues as they were read before it was taken away. */
export async function writeDemoTracker(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await tx
    .insertInto('tracker_settings')
    .values({
      subdomain_id,
      kind: 'jira_cloud',
      instance_url: 'https://marlow.atlassian.example',
      account: 'planning@marlow.example',
      create_warning_message: 'Stories need a component. The planning team fills it in on Mondays.',
      created_at: ago(200),
      updated_at: ago(200),
    })
    .execute();
  const ideas = await tx
    .selectFrom('suggestions')
    .select(['id', 'title'])
    .where('subdomain_id', '=', subdomain_id)
    .where(
      'title',
      'in',
      ISSUES.map(({ idea }) => idea),
    )
    .execute();
  const idOf = new Map(ideas.map(({ id, title }) => [title, id]));
  for (const [index, { key, idea, summary, type, status, days_ago }] of ISSUES.entries()) {
    const suggestion_id = idOf.get(idea);
    if (suggestion_id === undefined) throw new Error(`The demo has no idea “${idea}”.`);
    const [stage, status_color] = STAGES[status];
    const { id: issue_id } = await tx
      .insertInto('tracker_issues')
      .values({
        subdomain_id,
        jira_key: key,
        jira_id: String(20_000 + index),
        summary,
        issuetype: type,
        status,
        status_color,
        stage,
        status_last_updated_at: ago(days_ago),
        read_at: now,
        created_at: ago(days_ago + 20),
        updated_at: ago(days_ago),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('suggestion_tracker_issues')
      .values({ subdomain_id, suggestion_id, issue_id, user_id: owner_id, created_at: ago(days_ago + 20) })
      .execute();
  }
}

/** What an issue tracker is asked; one adapter stands behind it (adapters/jira.ts). */

/** How a workspace gets into its tracker. */
export interface TrackerAccess {
  kind: 'jira_cloud' | 'jira_data_center';
  /** without a final slash */
  instance_url: string;
  /** address that the token belongs to; null: the token says it (Data Center) */
  account: string | null;
  token: string;
}

export interface TrackerIssue {
  id: string;
  key: string;
  summary: string;
  issuetype: string | null;
  issuetype_icon_url: string | null;
  status: string | null;
  /** hex */
  status_color: string | null;
  stage: 'todo' | 'doing' | 'done' | null;
  /** since when it is that far; null: the tracker does not say */
  stage_since: Date | null;
}

export interface TrackerProject {
  id: string;
  key: string;
  name: string;
}

export interface TrackerIssueType {
  id: string;
  name: string;
  icon_url: string | null;
}

/** Each of these @throws TrackerError */
export interface TrackerService {
  /** One issue, by its key; a key that moved finds it under its new one. null: it is not there, or not for the account. */
  find(access: TrackerAccess, key: string): Promise<TrackerIssue | null>;
  /** Those of the issues, by key or id, that are there and that the account may see; in no order. */
  issues(access: TrackerAccess, refs: readonly string[]): Promise<TrackerIssue[]>;
  /** At most 50 projects, by part of name or key. */
  projects(access: TrackerAccess, q: string): Promise<TrackerProject[]>;
  /** Kinds of issue of a project, without sub-tasks; null: the project is not there. */
  issueTypes(access: TrackerAccess, projectId: string): Promise<TrackerIssueType[] | null>;
  /** Id of the priority that new issues have; null: the tracker does not say. */
  defaultPriority(access: TrackerAccess): Promise<string | null>;
  /** Writes a text into a field of an issue. */
  writeField(access: TrackerAccess, key: string, field: string, text: string): Promise<void>;
}

/** Why the tracker gave no answer that can be used. */
export class TrackerError extends Error {
  override name = 'TrackerError';
  /** denied: account or token; missing: it is not there; busy: too many calls, try later; private: address not allowed; broken: not the interface that was expected; unreachable: anything else */
  readonly reason: 'denied' | 'missing' | 'busy' | 'private' | 'broken' | 'unreachable';
  /** of busy: when to try again; null: not said */
  readonly retryAfterSeconds: number | null;
  constructor(
    reason: TrackerError['reason'],
    message: string,
    retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

import { isWebAddress } from './url.ts';

/** Trackers that issues are linked from: Jira Cloud (an account and its API token), or Jira Data Center (a personal access token). */
export const TRACKER_KINDS = ['jira_cloud', 'jira_data_center'] as const;
export type TrackerKind = (typeof TRACKER_KINDS)[number];

/** How far an issue is, whatever its status is called. */
export const ISSUE_STAGES = ['todo', 'doing', 'done'] as const;
export type IssueStage = (typeof ISSUE_STAGES)[number];

/** Records that an issue may be linked to (ENT-076). */
export const LINKED_TYPES = ['Suggestion'] as const;

export const trackerLimits = {
  tokenCharacters: 2000,
  warningCharacters: 500,
  fieldCharacters: 100,
  /** Issues of one idea. */
  issues: 50,
} as const;

/** Where the tracker tells of changes; the secret stands behind it. */
export const trackerHookPath = '/hooks/tracker';

/** A field of Jira that people of the team made. */
export const CUSTOM_FIELD_ID = /^customfield_\d{1,12}$/;

/** Where the pages of an instance begin, below its own path. */
const PAGES = new Set(['browse', 'projects', 'issues', 'jira', 'secure', 'plugins', 'rest']);

/**
 * The address of an instance as it is kept: without a final slash, query and anchor, and without the path of a page that
 * people copy it from.
 * @returns null: this is no address of an instance
 */
export function instanceUrlOf(typed: string): string | null {
  const text = typed.trim();
  if (!isWebAddress(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const page = parts.findIndex((part) => PAGES.has(part));
  return [url.origin, ...parts.slice(0, page < 0 ? parts.length : page)].join('/');
}

/** What fills in the form of a new issue. */
export interface NewIssue {
  project_id: string;
  issue_type_id: string;
  summary: string;
  description: string;
  /** null: as the tracker has it */
  priority_id: string | null;
  /** field that holds the address of the idea; null: none */
  custom_field: string | null;
  idea_url: string;
}

/** Most characters of a description in an address, which servers take only so long. */
const DESCRIPTION_CHARACTERS = 1500;

/** The tracker's page for a new issue, filled in (PANEL-061). */
export function newIssueUrl(instanceUrl: string, issue: NewIssue): string {
  const text = Array.from(issue.description);
  const description = `${text.slice(0, DESCRIPTION_CHARACTERS).join('')}${text.length > DESCRIPTION_CHARACTERS ? '…' : ''}`;
  const query = new URLSearchParams({
    pid: issue.project_id,
    issuetype: issue.issue_type_id,
    summary: issue.summary,
    description: [description, issue.idea_url].filter((part) => part !== '').join('\n\n'),
    ...(issue.priority_id === null ? {} : { priority: issue.priority_id }),
    ...(issue.custom_field === null ? {} : { [issue.custom_field]: issue.idea_url }),
  });
  return `${instanceUrl}/secure/CreateIssueDetails!init.jspa?${query.toString()}`;
}

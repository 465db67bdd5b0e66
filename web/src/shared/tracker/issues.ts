/** Issues of the tracker as the console reads and links them. */
import { graphql } from '../../api/graphql.ts';
import type { JiraIssueLineFragment } from '../../api/generated/graphql.ts';

const issueLineFragment = graphql(`
  fragment JiraIssueLine on JiraIssue {
    id
    jira_key
    issue_url
    summary
    issuetype
    status
    status_color
    stage
    status_last_updated_at
    is_missing
    read_at
  }
`);
void issueLineFragment;

/** An issue that an idea is linked to. */
export type JiraIssueLine = JiraIssueLineFragment;

/** Links an issue to an idea by its key. */
export const linkIssueDocument = graphql(`
  mutation LinkJiraIssue($linkedType: String!, $linkedId: ID!, $jiraKey: String!) {
    link_jira_issue(linkedType: $linkedType, linkedId: $linkedId, jiraKey: $jiraKey) {
      id
      jira_key
    }
  }
`);

/** Takes the link away. */
export const unlinkIssueDocument = graphql(`
  mutation UnlinkJiraIssue($linkedType: String!, $linkedId: ID!, $jiraKey: String!) {
    unlink_jira_issue(linkedType: $linkedType, linkedId: $linkedId, jiraKey: $jiraKey) {
      id
    }
  }
`);

/** An issue's link to an idea, as both commands take it. */
export function linkOf(suggestion_id: string, jiraKey: string) {
  return { linkedType: 'Suggestion', linkedId: suggestion_id, jiraKey };
}

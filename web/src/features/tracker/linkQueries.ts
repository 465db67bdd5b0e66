/** What the panel that links issues reads. */
import { graphql } from '../../api/graphql.ts';
import '../../shared/tracker/issues.ts';

/** The idea, for the form of a new issue, and the issues that it is linked to. */
export const issuePanelDocument = graphql(`
  query IssuePanel($id: ID!) {
    suggestion(id: $id) {
      id
      title
      body
      body_mime_type
      jira_issues {
        ...JiraIssueLine
      }
    }
  }
`);

export const previewDocument = graphql(`
  query JiraIssuePreview($key: String!) {
    jira_issue_preview(key: $key) {
      jira_key
      summary
      issuetype
      status
      status_color
    }
  }
`);

export const configDocument = graphql(`
  query JiraConfig {
    jira_config {
      instance_url
      create_warning_message
      customfield_id
    }
  }
`);

export const projectsDocument = graphql(`
  query JiraProjects($q: String) {
    jira_projects(q: $q) {
      id
      key
      name
    }
  }
`);

export const issueTypesDocument = graphql(`
  query JiraIssueTypes($project_id: String!) {
    jira_issue_types(project_id: $project_id) {
      id
      name
      custom_field
      default_priority
    }
  }
`);

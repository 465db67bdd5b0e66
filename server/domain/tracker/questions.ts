/** What the panel asks the tracker while somebody waits: its configuration, projects, kinds of issue, one issue. */
import { trackerMessages } from '../../../contract/errors.ts';
import { isIssueKey } from '../../../contract/issue_key.ts';
import { textLimits } from '../../../contract/limits.ts';
import { badInput, badRequest } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { required, textInput } from '../../inputs/kinds.ts';
import { TrackerError } from '../../services/tracker.ts';
import { askTracker, findTracker, linksIssues } from './access.ts';

const jiraConfigShape = shape('JiraConfig', 'The issue tracker of the workspace.', {
  instance_url: { type: 'String!', description: 'Its address, without a final slash.' },
  create_warning_message: {
    type: 'String',
    description: 'Said above the form of a new issue; null: nothing.',
  },
  customfield_id: {
    type: 'String',
    description: 'Field of the tracker that holds the address of the idea; null: none.',
  },
});

/** The issue tracker of the workspace (ENT-073). Without one it says so by the sentence of DEC-184. */
export const jiraConfig = defineQuery({
  name: 'jira_config',
  description: 'The issue tracker of the workspace. Refused with reason not_configured where none is set up.',
  requires: linksIssues,
  args: {},
  returns: 'JiraConfig!',
  reads: ['tracker_settings'],
  shapes: [jiraConfigShape],
  run: async (_args, { scope }) => {
    const row = await findTracker(scope.db, scope.viewer.subdomain_id);
    if (!row) throw badRequest(trackerMessages.fetchTrackerConfiguration, { reason: 'not_configured' });
    return {
      instance_url: row.instance_url,
      create_warning_message: row.create_warning_message,
      customfield_id: row.customfield_id,
    };
  },
});

const jiraProjectShape = shape('JiraProject', 'A project of the tracker.', {
  id: { type: 'ID!', description: 'Id in the tracker.' },
  key: { type: 'String!', description: 'Beginning of the keys of its issues.' },
  name: { type: 'String!', description: 'Name.' },
});

/** Projects that issues may be made in (ENT-074). */
export const jiraProjects = defineQuery({
  name: 'jira_projects',
  description: 'Projects of the tracker by part of their name or key, at most 50.',
  requires: linksIssues,
  args: { q: textInput('Part of the name or key; left out: any.', textLimits.searchCharacters) },
  returns: '[JiraProject!]!',
  reads: ['tracker_settings'],
  shapes: [jiraProjectShape],
  run: ({ q = '' }, { scope }) =>
    askTracker(scope, trackerMessages.fetchTrackerProjects, (access) =>
      scope.services.tracker.projects(access, q),
    ),
});

const jiraIssueTypeShape = shape('JiraIssueType', 'A kind of issue of a project.', {
  id: { type: 'ID!', description: 'Id in the tracker.' },
  name: { type: 'String!', description: 'Name.' },
  icon_url: { type: 'String', description: 'Picture at the tracker; null: none.' },
  custom_field: {
    type: 'String',
    description: 'Field that the address of the idea is filled into; null: none is set up.',
  },
  default_priority: {
    type: 'String',
    description: 'Id of the priority that new issues have; null: the tracker does not say.',
  },
});

/** Kinds of issue of a project (ENT-075). */
export const jiraIssueTypes = defineQuery({
  name: 'jira_issue_types',
  description: 'Kinds of issue of a project of the tracker, without sub-tasks.',
  requires: linksIssues,
  args: { project_id: required(textInput('Id of the project in the tracker.', textLimits.nameCharacters)) },
  returns: '[JiraIssueType!]!',
  reads: ['tracker_settings'],
  shapes: [jiraIssueTypeShape],
  run: ({ project_id }, { scope }) =>
    askTracker(scope, trackerMessages.fetchTrackerIssueTypes, async (access, { customfield_id }) => {
      const { tracker } = scope.services;
      const [types, default_priority] = await Promise.all([
        tracker.issueTypes(access, project_id),
        // one that may not be asked for is not needed
        tracker.defaultPriority(access).catch((error: unknown) => {
          if (error instanceof TrackerError) return null;
          throw error;
        }),
      ]);
      if (types === null)
        throw badInput('project_id', 'The tracker does not have this project.', {
          reason: 'not_found',
          httpStatus: 404,
        });
      return types.map((type) => ({ ...type, custom_field: customfield_id, default_priority }));
    }),
});

/** An issue of the tracker as it is now, before it is linked. */
export const jiraIssuePreview = defineQuery({
  name: 'jira_issue_preview',
  description:
    'An issue of the tracker as it is now. null: it is not there, or the account of the integration may not see it.',
  requires: linksIssues,
  args: { key: required(textInput('Key, in capitals.', textLimits.nameCharacters)) },
  returns: 'JiraIssuePreview',
  reads: ['tracker_settings'],
  shapes: [
    shape('JiraIssuePreview', 'An issue of the tracker as it is now.', {
      jira_key: { type: 'String!', description: 'Key; another one than was asked for where it moved.' },
      summary: { type: 'String!', description: 'Title.' },
      issuetype: { type: 'String', description: 'Name of its kind; null: not said.' },
      status: { type: 'String', description: 'Name of its status; null: not said.' },
      status_color: { type: 'String', description: 'Color of how far it is, as hex; null: not known.' },
    }),
  ],
  run: ({ key }, { scope }) => {
    if (!isIssueKey(key)) throw badInput('key', 'A key has a form such as MAR-1482.');
    return askTracker(scope, '', async (access) => {
      const issue = await scope.services.tracker.find(access, key);
      return (
        issue && {
          jira_key: issue.key,
          summary: issue.summary,
          issuetype: issue.issuetype,
          status: issue.status,
          status_color: issue.status_color,
        }
      );
    });
  },
});

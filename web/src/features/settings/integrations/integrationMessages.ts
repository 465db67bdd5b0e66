/** Texts of the settings of the issue tracker. */
import { plural } from '../../../ui/text/format.ts';

export const integrationTexts = {
  title: 'Integrations',
  what: 'the integrations',
  jira: 'Jira',
  jiraNote: 'Link ideas to Jira issues, and see on each idea how far they are.',
  none: 'Jira is not set up',
  noneReason: 'Until it is, issues are linked by their key alone.',
  setUp: 'Set up Jira',
  edit: 'Edit',
  check: 'Test connection',
  checking: 'Asking Jira…',
  works: (count: number) =>
    count === 0
      ? 'Jira answers, but the account sees no projects.'
      : `Jira answers. The account sees ${count >= 50 ? '50 or more projects' : plural(count, { one: 'project', other: 'projects' })}.`,
  connected: 'Connected',
  withoutToken: 'No token',
  withoutTokenNote: 'Issues are linked by their key alone, and nothing is read from Jira.',
  failing: 'Jira could not be read',
  readAgain: (when: string) => `Next try: ${when}.`,
  facts: (count: number) => plural(count, { one: 'linked issue', other: 'linked issues' }),
  tokenEnd: (end: string) => `token ending in ${end}`,
  fieldProblem: 'The idea’s address was not written',
  saved: 'Jira settings saved.',
  failed: (message: string) => `The settings were not saved: ${message}`,
  remove: 'Remove',
  removeTitle: 'Remove Jira?',
  removeText: (count: number) =>
    `The token is deleted and nothing is read any more. ${count === 0 ? 'No issues are linked.' : `${plural(count, { one: 'linked issue stays', other: 'linked issues stay' })} with what is known of them.`}`,
  removeConfirm: 'Remove Jira',
  removed: 'Jira removed.',
  notRemoved: (message: string) => `Jira was not removed: ${message}`,

  hook: 'Changes in Jira',
  hookNote: 'Linked issues are read every 10 minutes. With a webhook in Jira, a change shows within seconds.',
  hookNone: 'No webhook address yet',
  hookSome: 'There is a webhook address',
  hookSomeNote:
    'It was shown when it was made. If it’s lost, make another one: the old one then stops working.',
  hookMake: 'Make an address',
  hookReplace: 'Replace the address',
  hookReplaceTitle: 'Replace the webhook address?',
  hookReplaceText: 'The present one stops working at once. Enter the new one in Jira.',
  hookMade: 'Copy this address now. It is shown only once.',
  hookHow: 'In Jira, add it under System › WebHooks, for issues that are updated or deleted.',
  hookAddress: 'Webhook address',
  hookFailed: (message: string) => `The address was not made: ${message}`,
  copied: 'Address copied.',

  panel: {
    title: 'Jira',
    submit: 'Save Jira',
    kind: 'Which Jira',
    kinds: {
      jira_cloud: 'Cloud',
      jira_data_center: 'Data Center',
    },
    kindNotes: {
      jira_cloud: 'At atlassian.net, with an account’s API token',
      jira_data_center: 'On your own servers, with a personal access token',
    },
    address: 'Address',
    addressName: 'the address',
    addressMissing: 'Enter the address of your Jira',
    addressWrong: 'Enter an address such as https://example.atlassian.net',
    addressExample: {
      jira_cloud: 'https://example.atlassian.net',
      jira_data_center: 'https://jira.example.com',
    },
    account: 'Account email',
    accountMissing: 'Enter the email address that the API token belongs to',
    token: { jira_cloud: 'API token', jira_data_center: 'Personal access token' },
    tokenNote:
      'Kept encrypted and never shown again. It needs to see projects and issues, and to edit issues if the address of ideas is written into a field.',
    tokenKept: (end: string) => `Leave empty to keep the one ending in ${end}`,
    tokenAgain: 'Enter the token again, since address or account changed',
    field: 'Field for the idea’s address',
    fieldNote:
      'The id of a text or URL field in Jira. Its address is written into each issue that is linked.',
    fieldExample: 'customfield_10050',
    fieldWrong: 'The id has a form such as customfield_10050',
    warning: 'Note above new issues',
    warningNote: 'Shown to your team before they create an issue, for example what must be filled in.',
  },
} as const;

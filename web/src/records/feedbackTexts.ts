/** What the list of feedback says. */
import type { Channel } from '../../../contract/states.ts';

const channels: Readonly<Record<Channel, string>> = {
  web: 'Portal',
  admin: 'Console',
  api: 'API',
  email: 'Email',
  widget: 'Widget',
  sidebar: 'Browser extension',
  import: 'Import',
  ticket: 'Ticket',
  sfdc: 'Salesforce',
  zendesk: 'Zendesk',
};

export const feedbackTexts = {
  what: 'feedback',
  fields: {
    text: 'Feedback',
    idea: 'Idea',
    linked: 'Linked',
    person: 'Person',
    account: 'Account',
    severity: 'Severity',
    source: 'Source',
    created: 'When',
  },
  someone: 'Someone',
  noIdea: 'Not linked',
  notLinked: 'Not linked to an idea',
  linked: 'Linked to an idea',
  channels,
  /** where it came in; one that this version does not know stays as it is */
  channelOf: (channel: string): string =>
    Object.hasOwn(channels, channel) ? channels[channel as Channel] : channel,
  times: { week: 'Last 7 days', month: 'Last 30 days', quarter: 'Last 90 days' },
};

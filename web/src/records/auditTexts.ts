import type { AuditArea } from '../../../contract/audit.ts';

/** Texts of a line of the audit log, wherever it is shown. */
export const auditTexts = {
  what: 'lines',
  system: 'The server',
  fields: {
    who: 'Who',
    what: 'What',
    area: 'About',
    details: 'Details',
    ip: 'Network address',
    when: 'When',
    since: 'Since',
  },
  areas: {
    account: 'Sign-in and own account',
    team: 'Team',
    ideas: 'Ideas',
    conversation: 'Updates, comments and feedback',
    customers: 'People and accounts',
    insights: 'Views, themes and reports',
    planning: 'Features and roadmaps',
    support: 'Tickets and articles',
    workspace: 'Workspace settings',
    mail: 'Email settings',
    connections: 'API, webhooks and issue tracker',
    data: 'Imports, exports and jobs',
  } satisfies Record<AuditArea, string>,
  times: {
    day: 'The last 24 hours',
    week: 'The last 7 days',
    month: 'The last 30 days',
    quarter: 'The last 90 days',
  },
  yes: 'yes',
  no: 'no',
  several: (count: number) => `${count} of them`,
} as const;

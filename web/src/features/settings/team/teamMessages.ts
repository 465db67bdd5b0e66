/** Texts of the settings of the team. */
import type { RightPreset } from '../../../../../contract/team.ts';
import { plural } from '../../../ui/text/format.ts';

const people = (count: number) => plural(count, { one: 'person', other: 'people' });

export const teamMessages = {
  title: 'Team',
  what: 'the team',
  search: 'Find a person',
  list: 'People of the team',
  invite: 'Invite people',
  noMatch: (text: string) => `No one on the team matches “${text}”`,
  showAll: 'Show everyone',
  columns: { person: 'Person', license: 'License', last: 'Last seen' },
  you: 'You',
  blocked: 'Blocked',
  never: 'Never',

  licenses: {
    owner: { name: 'Owner', note: 'May do everything, also with other owners' },
    full: { name: 'Full', note: 'Opens the console, with the rights you give' },
    support: { name: 'Support', note: 'Counts as your team, without the console' },
    contributor: { name: 'Contributor', note: 'Counts as your team, without the console' },
  } as Readonly<Record<string, { name: string; note: string }>>,
  licenseOf: (name: string, license: string) => `License of ${name}: ${license}`,
  areas: {
    feedback_admin_ui: {
      name: 'Ideas',
      edit: 'See, capture, answer and change ideas and feedback',
      link: '',
      view: '',
      none: 'Ideas and feedback are hidden',
    },
    features: {
      name: 'Roadmap',
      edit: 'Make, move and change features, statuses and roadmaps',
      link: 'Read features and link ideas to them',
      view: 'Read features',
      none: 'The roadmap is hidden',
    },
    tickets: {
      name: 'Tickets',
      edit: 'Read, answer, assign and close tickets',
      link: '',
      view: 'Read tickets and the notes on them',
      none: 'Tickets are hidden',
    },
    knowledgebase: {
      name: 'Articles',
      edit: 'Write and publish articles',
      link: '',
      view: 'Read articles, drafts too',
      none: 'The knowledge base is hidden',
    },
    settings: {
      name: 'Settings',
      edit: 'Forums, statuses, email, imports and the team',
      link: '',
      view: '',
      none: 'Settings are hidden',
    },
  },
  presets: {
    label: 'Rights of a role',
    what: 'Rights',
    custom: 'Chosen one by one',
    names: {
      ideas: 'Ideas only',
      product: 'Product manager',
      engineering: 'Engineering',
      support: 'Support',
      administrator: 'Administrator',
    } satisfies Record<RightPreset, string>,
  },
  levels: { edit: 'Edit', link: 'Link', view: 'View', none: 'None' },
  rightOf: (area: string, name: string, value: string) => `${area} for ${name}: ${value}`,
  changed: (name: string, what: string, value: string) => `${what} for ${name}: ${value}.`,
  undone: 'Undone.',
  failed: 'The team couldn’t be changed. Please try again.',

  actionsOf: (name: string) => `Actions for ${name}`,
  changeEmail: 'Change email',
  twoStep: 'Two-step',
  resetTwoStep: 'Reset two-step sign-in',
  remove: 'Remove from team',
  revoke: 'Revoke invitation',
  resend: 'Send again',
  resendTo: (name: string) => `Send the invitation of ${name} again`,
  resent: (address: string) => `Invitation sent to ${address}. Earlier links no longer work.`,
  invitedBy: (when: string, by: string | null) =>
    by === null ? `Invited ${when}` : `Invited ${when} by ${by}`,
  invited: 'Invited',
  daysLeft: (days: number) =>
    days === 0 ? 'expires today' : `${plural(days, { one: 'day', other: 'days' })} left`,
  expired: 'expired',

  removeDialog: {
    title: (name: string) => `Remove ${name} from the team?`,
    text: 'They’re signed out everywhere and can’t sign in any more. What they wrote and the ideas assigned to them stay. You can invite them again.',
    confirm: 'Remove',
    working: 'Removing…',
    done: (name: string) => `${name} is no longer on the team.`,
  },
  twoStepDialog: {
    title: (name: string) => `Reset two-step sign-in of ${name}?`,
    text: 'For someone who lost their phone and their recovery codes. Make sure it’s really them who asks. They’re signed out everywhere, sign in with their password alone, and are told by email.',
    confirm: 'Reset',
    working: 'Resetting…',
    done: (name: string) => `Two-step sign-in of ${name} was reset.`,
  },
  revokeDialog: {
    title: (address: string) => `Revoke the invitation of ${address}?`,
    text: 'The link in their email stops working. They don’t hear of it.',
    confirm: 'Revoke',
    working: 'Revoking…',
    done: (address: string) => `The invitation of ${address} was revoked.`,
  },
  emailDialog: {
    title: (name: string) => `Change the email of ${name}`,
    note: (address: string) =>
      `They’re told at ${address}, and sign in with the new one from now on. Links that were sent to them end.`,
    noteInvited: 'The link in their invitation ends. Send the invitation again afterwards.',
    email: 'New email',
    submit: 'Change email',
    done: (name: string, address: string) => `${name} now signs in with ${address}.`,
  },
  inviteDialog: {
    title: 'Invite people',
    addresses: 'Email addresses',
    addressesNote: 'Several at once: type or paste them, separated by commas, spaces or lines.',
    needed: 'an email address',
    read: 'Addresses that were read',
    isFaulty: (address: string, problem: string) => `${address}: ${problem}`,
    isMember: (address: string, name: string) => `${address}: ${name} is on the team already.`,
    isInvited: (address: string) => `${address} is invited already. Use “Send again” in the list.`,
    mend: 'Correct or remove the marked address first',
    tooMany: (most: number) => `At most ${most} addresses at once.`,
    license: 'License',
    rights: 'Rights',
    role: 'Role',
    roleNote: 'It sets the rights below, which you can change one by one.',
    noConsole:
      'They can’t open the console. Ideas can be assigned to them, and their votes count as internal.',
    onlyKnown: 'Everyone here is on the team or invited already',
    send: (count: number) =>
      count === 0 ? 'Send invitations' : `Send ${plural(count, { one: 'invitation', other: 'invitations' })}`,
    sending: 'Sending…',
    done: (count: number) => `Invited ${people(count)}.`,
    others: {
      already_invited: (address: string) => `${address} was invited already.`,
      already_member: (address: string) => `${address} is on the team already.`,
      blocked: (address: string) => `${address} is blocked.`,
    } as Readonly<Record<string, (address: string) => string>>,
    noEmail: 'Emails aren’t being sent yet, so invitations only reach a folder on the server.',
    setUpEmail: 'Set up email',
  },
} as const;

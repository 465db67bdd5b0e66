import { formatNumber, plural } from '../../ui/format.ts';

const people = (count: number): string => plural(count, { one: 'person', other: 'people' });

/** Every text of the panels for status updates and messages to subscribers, in one place so that it can be translated. */
export const statusMessages = {
  status: {
    post: { public: 'Post public status update', internal: 'Post internal status update' },
    edit: { public: 'Edit public status', internal: 'Edit internal status' },
    submitPost: 'Post Status',
    submitSave: 'Save Status',
    what: 'status update',
    ideaWhat: 'idea',
    section: 'Status and message',
    notice: 'Notification',
    status: 'Status',
    none: 'No Status',
    /** of an answer that came without a status */
    unchanged: 'Not changed',
    current: 'Current',
    nothing: 'No status found',
    choose: 'Choose a status',
    message: 'Message',
    placeholder: {
      public: 'What everybody who follows this idea should know',
      internal: 'What the team should know',
    },
    notify: { public: 'Notify supporters', internal: 'Notify the team' },
    notifyNote: {
      public: 'A mail to everybody who follows this idea.',
      internal:
        'A mail to members of the team who support, follow, flagged or look after this idea. No customer gets it.',
    },
    mailOff: 'Mail to end users is switched off in this workspace. The status is posted without one.',
    editNote: 'Changes the message and its files. The status stays, and no new mail is sent.',
    editWaiting: 'Its mail has not gone out yet: it will carry the new message.',
    openIdeaPage: 'On',
    messageName: 'a message',
  },

  bulk: {
    title: (count: number) => `Post status on ${plural(count, { one: 'idea', other: 'ideas' })}`,
    kind: 'Which status',
    kinds: { public: 'Public', internal: 'Internal' },
    placeholder: {
      public: 'What everybody who follows these ideas should know',
      internal: 'What the team should know',
    },
    notifyNote: {
      public: 'To everybody who follows one of these ideas, a mail for each of them.',
      internal:
        'To members of the team who support, follow, flagged or look after one of these ideas, a mail for each of them. No customer gets it.',
    },
    confirm: (mails: number | null) =>
      mails === null
        ? 'Post this status and send mail?'
        : `Post this status and send ${plural(mails, { one: 'mail', other: 'mails' })}?`,
    confirmText: (ideas: number, recipients: number | null) =>
      `It is posted on ${plural(ideas, { one: 'idea', other: 'ideas' })}${recipients === null ? '' : `, and ${recipients === 1 ? '1 person gets' : `${formatNumber(recipients)} people get`} mail about it`}. You can take it back for a short time.`,
    statusName: 'a status',
    statusMissing: 'Choose a status',
    ideasName: 'an idea without this status',
    changes: (changed: string, others: string, changedCount: number, othersCount: number) =>
      `${changedCount === 0 ? 'No idea gets' : changedCount === 1 ? `${changed} idea gets` : `${changed} ideas get`} this status${othersCount === 0 ? '.' : `; ${others} ${othersCount === 1 ? 'has it, or was' : 'have it, or were'} merged.`}`,
  },

  message: {
    title: 'Message subscribers',
    submit: 'Send Email',
    what: 'idea',
    section: 'Message',
    recipients: 'Recipients',
    subject: 'Subject',
    about: (title: string) => `About "${title}"`,
    body: 'Message',
    placeholder: 'What would you like to tell or ask them?',
    bodyMissing: 'Write the message',
    name: 'a message',
    recipientsName: 'somebody who gets it',
    copies: 'Email me a copy of each reply',
    copiesTo: (address: string) => `To ${address}`,
    noReplies: 'Mail is not taken in here: answers reach only an address of your own. Enter one as reply-to.',
    confirm: (count: number) => `Send this email to ${people(count)}?`,
    confirmText: (names: string) => `It goes to ${names}. You can take it back for a short time.`,
  },

  mail: {
    section: 'Email settings',
    replyTo: 'Reply-to',
    automatic: 'Automatic address',
    answersComeIn: 'Each mail has one of its own. Answers come in here.',
    own: 'Another address',
    replyAddress: 'Reply-to address',
    from: 'From',
    usual: 'Usual sender',
    ownOf: (domain: string) => `Another address of ${domain}`,
    fromAddress: 'From address',
    sentFrom: 'Sent from',
    what: 'the email settings',
    replyName: 'a valid reply-to address',
    fromName: 'a valid from address',
  },

  tooLong: 'The message is too long. Shorten it, or put a part of it into a file.',
  tooLongName: 'a shorter message',

  recipients: {
    label: 'Recipients',
    what: 'the recipients',
    get: (count: number) =>
      count === 1 ? '1 person gets this mail' : `${formatNumber(count)} people get this mail`,
    nobody: 'Nobody gets this mail',
    nobodyFollows: 'Nobody is behind it yet.',
    mails: (count: number) =>
      `${plural(count, { one: 'mail', other: 'mails' })}: one for each idea that a person follows.`,
    leftOut: (count: number) => `${formatNumber(count)} left out`,
    show: 'Show who',
    hide: 'Hide',
    others: (count: number) => `and ${formatNumber(count)} more`,
    noAddress: 'No email',
    unnamed: 'Unnamed user',
    people,
  },

  sent: {
    calledBackStatus: 'The mail was called back. The status stays.',
    calledBackMessage: 'The mail was called back. Nobody gets it.',
    callBackFailed: (message: string) => `The mail was not called back: ${message}`,
  },
} as const;

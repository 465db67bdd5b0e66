import { formatNumber, plural, pluralForm } from '../../ui/text/format.ts';

const people = (count: number): string => plural(count, { one: 'person', other: 'people' });

/** Every text of the panels for status updates and messages to subscribers, in one place so that it can be translated. */
export const statusMessages = {
  status: {
    post: { public: 'Post public status update', internal: 'Post internal status update' },
    edit: { public: 'Edit public status', internal: 'Edit internal status' },
    submitPost: 'Post Status',
    /** the number of people is not known yet */
    submitCounting: 'Post and email…',
    submitEmail: (count: number) => `Post Status and email ${formatNumber(count)}`,
    countName: 'the number of people who get an email',
    changeName: 'another status or a message',
    was: (name: string) => `was ${name}`,
    moves: 'move',
    chooses: 'choose, then the message',
    submitSave: 'Save Status',
    what: 'status update',
    ideaWhat: 'idea',
    status: 'Status',
    none: 'No Status',
    /** of an answer that came without a status */
    unchanged: 'Unchanged',
    current: 'Current',
    nothing: 'No status found',
    choose: 'Choose a status',
    message: 'Message',
    placeholder: {
      public: 'What should subscribers know?',
      internal: 'What should your team know?',
    },
    notify: { public: 'Notify supporters', internal: 'Notify the team' },
    mailOff: 'Emails to end users are turned off in this workspace. The status is posted without one.',
    editNote: 'Changes the message and its files. The status stays, and no new email is sent.',
    editWaiting: 'Its email has not gone out yet and will contain the new message.',
    openIdeaPage: 'On',
    messageName: 'a message',
  },

  bulk: {
    title: (count: number) => `Post status on ${plural(count, { one: 'idea', other: 'ideas' })}`,
    kind: 'Which status',
    kinds: { public: 'Public', internal: 'Internal' },
    placeholder: {
      public: 'What should subscribers know?',
      internal: 'What should your team know?',
    },
    confirm: (emails: number | null) =>
      emails === null
        ? 'Post this status and send emails?'
        : `Post this status and send ${plural(emails, { one: 'email', other: 'emails' })}?`,
    confirmText: (ideas: number, recipients: number | null) =>
      `It is posted on ${plural(ideas, { one: 'idea', other: 'ideas' })}${recipients === null ? '' : `, and ${plural(recipients, { one: 'person gets', other: 'people get' })} email about it`}. You’ll have a few seconds to undo.`,
    statusName: 'a status',
    statusMissing: 'Choose a status',
    ideasName: 'an idea without this status',
    changes: (changed: string, others: string, changedCount: number, othersCount: number) =>
      `${changedCount === 0 ? 'No ideas get' : `${changed} ${pluralForm(changedCount, { one: 'idea gets', other: 'ideas get' })}`} this status${othersCount === 0 ? '.' : `; ${others} already ${pluralForm(othersCount, { one: 'has it or was', other: 'have it or were' })} merged.`}`,
    /** after the names of the first ideas that are left as they are */
    skipped: (titles: readonly string[], more: number) =>
      `Skipped: ${titles.map((title) => `“${title}”`).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`,
    previewOf: (title: string) => `The email about “${title}”. The others differ in their title alone.`,
    previewNone: 'Choose a status to see the email.',
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
    bodyMissing: 'Enter a message',
    name: 'a message',
    recipientsName: 'at least one recipient',
    copies: 'Email me a copy of each reply',
    copiesTo: (address: string) => `To ${address}`,
    noReplies: 'Replies can’t be received here yet. Enter a reply-to address to get them.',
    confirm: (count: number) => `Send this email to ${people(count)}?`,
    confirmText: (names: string) => `It goes to ${names}. You’ll have a few seconds to undo.`,
  },

  mail: {
    section: 'Email settings',
    /** the settings in a line, while they are folded */
    repliesHere: 'Replies go to this idea',
    repliesTo: (address: string) => `Replies go to ${address}`,
    noReplies: 'Replies are not received',
    invalid: 'An address is wrong',
    replyTo: 'Reply-to',
    automatic: 'Automatic address',
    answersComeIn: 'Each email gets its own address, and replies appear here.',
    own: 'Custom address',
    replyAddress: 'Reply-to address',
    from: 'From',
    usual: 'Default sender',
    ownOf: (domain: string) => `Custom address of ${domain}`,
    fromAddress: 'From address',
    sentFrom: 'Sent from',
    what: 'the email settings',
    replyName: 'a valid reply-to address',
    fromName: 'a valid from address',
  },

  tooLong: 'The message is too long. Shorten it or attach part of it as a file.',
  tooLongName: 'a shorter message',

  recipients: {
    label: 'Recipients',
    what: 'the recipients',
    get: (count: number) => `Goes to ${plural(count, { one: 'person', other: 'people' })}`,
    noOne: 'No one gets this email',
    noSupporters: 'No supporters yet.',
    emails: (count: number) =>
      `${plural(count, { one: 'email', other: 'emails' })}: one per idea to each subscriber.`,
    leftOut: (count: number) => `${formatNumber(count)} excluded`,
    /** beside the switch that sends it */
    getEmail: (count: number) =>
      `${formatNumber(count)} ${pluralForm(count, { one: 'person gets', other: 'people get' })} an email`,
    noEmail: 'No one gets an email',
    whyLeftOut: (reasons: string) => `Excluded: ${reasons}`,
    reasons: {
      account: 'since email is off in this workspace',
      no_address: 'without an email address',
      blocked: 'blocked',
      suppressed: 'whose address bounced or wants no email',
      notifications_off: 'who turned email off',
      unsubscribed: 'not subscribed',
    },
    counting: 'Counting people…',
    statusFirst: 'Choose a status to see who gets an email',
    failed: 'Can’t count the people who get it.',
    again: 'Try again',
    noServer: 'No SMTP server is set up: emails are kept in the outbox and not sent.',
    show: 'Show who',
    hide: 'Hide',
    others: (count: number) => `and ${formatNumber(count)} more`,
    noAddress: 'No email',
    unnamed: 'Unnamed user',
    people,
  },

  thisIdea: 'this idea',

  preview: {
    tabs: 'Message',
    write: 'Write',
    preview: 'Preview',
    asYou: 'Shown as you would get it',
    fixAddress: 'Correct the address in the email settings to see the email.',
  },

  sent: {
    calledBackStatus: 'Email canceled. The status stays.',
    calledBackMessage: 'Email canceled; no one will receive it.',
  },
} as const;

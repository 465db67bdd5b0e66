import { fileLimits } from '../../../contract/limits.ts';
import { formatNumber, plural } from '../ui/format.ts';

/** Every text of the pickers, in one place so that it can be translated. */
export const pickerMessages = {
  user: {
    placeholder: 'Search by name or email',
    nobody: 'Nobody found',
    create: (text: string) => `Add “${text}” as a new user`,
    remove: (name: string) => `Remove ${name}`,
    noEmail: 'No email',
    unnamed: 'Unnamed user',
    meNamed: (name: string) => `${name} (me)`,
    nobodyOwns: 'No owner',
    owner: 'Owner',
    team: 'Team',
  },

  createUser: {
    title: 'Create new user',
    name: 'Name',
    email: 'Email',
    submit: 'Add new user',
    working: 'Creating...',
    incomplete: 'Enter a name and an email address first',
    known: 'If this address is known already, that person is used and keeps their name.',
  },

  idea: {
    field: 'Idea',
    find: 'Search or create an idea',
    unlink: 'Unlink',
    unlinkNamed: (title: string) => `Unlink ${title}`,
    likely: 'Likely matches',
    link: 'Link',
    linkNamed: (title: string) => `Link ${title}`,
    unavailable: 'This idea cannot be shown any more.',
    votes: (count: number) => plural(count, { one: 'vote', other: 'votes' }),
    comments: (count: number) => plural(count, { one: 'comment', other: 'comments' }),
    feedback: (count: number) => plural(count, { one: 'feedback record', other: 'feedback records' }),
    accounts: (count: number) => plural(count, { one: 'account', other: 'accounts' }),
    revenue: (amount: string) => `${amount} revenue`,
    openInTab: (title: string) => `Open ${title} in a new tab`,
  },

  ideaDialog: {
    title: 'Link or create new idea',
    tabs: 'Link or create',
    search: 'Search',
    create: 'Create',
    placeholder: 'Search ideas',
    results: 'Ideas',
    likely: 'Likely matches for this text',
    recent: 'Recently active',
    found: (count: number, more: boolean) =>
      more ? `The ${formatNumber(count)} best matches` : plural(count, { one: 'match', other: 'matches' }),
    nothing: 'No idea matches',
    nothingReason: 'Try other words, or create a new idea.',
    none: 'There are no ideas yet',
    noneReason: 'Create the first one.',
    createNamed: (text: string) => `Create “${text}”`,
    preview: 'Preview',
    previewEmpty: 'Choose an idea to see it here',
    previewEmptyReason: 'Arrow keys move through the list, Enter links.',
    submitLink: 'Link idea',
    chooseFirst: 'Choose an idea first',
    ideaTitle: 'Title',
    ideaTitlePlaceholder: 'What is wanted, in one line',
    submitCreate: 'Create idea',
    titleMissing: 'Enter a title',
    shorterTitle: 'a shorter title',
    needs: (names: string) => `Still needed: ${names}`,
    by: (name: string) => `by ${name}`,
    noDescription: 'No description',
  },

  similar: {
    title: 'Similar ideas',
    note: 'Adding a vote or feedback to one of them may be better than another idea.',
    noteLink: 'One of them may be meant.',
  },

  place: {
    forum: 'Forum',
    forumPlaceholder: 'Choose a forum',
    category: 'Category',
    categoryPlaceholder: 'Choose a category',
    forumFirst: 'Choose a forum first',
    forumMissing: 'Choose a forum',
    categoryMissing: 'This forum needs a category',
    noCategories: 'This forum has no categories',
  },

  labels: {
    field: 'Labels',
    placeholder: 'Search labels',
    nothing: 'No label found',
    create: (text: string) => `Create label “${text}”`,
    createUnder: (text: string, parent: string) => `Create label “${text}” under “${parent}”`,
  },
  status: {
    public: 'Public status',
    internal: 'Internal status',
    none: 'No Status',
    placeholder: 'Search statuses',
    nothing: 'No status found',
  },
  account: {
    field: 'Account',
    placeholder: 'Search accounts',
    nothing: 'No account found',
    users: (count: number) => plural(count, { one: 'user', other: 'users' }),
  },

  attachments: {
    field: 'Attachments',
    add: 'Add files',
    limit: `Up to ${fileLimits.attachmentLimitText} per file`,
    drop: 'Drop files here',
    hint: 'or drop or paste them',
    uploading: (percent: string) => `Uploading, ${percent}`,
    uploadingNamed: (name: string) => `Uploading ${name}`,
    waiting: 'An upload is still under way',
    open: (name: string) => `Open ${name}`,
    remove: (name: string) => `Remove ${name}`,
    removeFailed: (name: string) => `${name} could not be removed.`,
    cancel: (name: string) => `Stop uploading ${name}`,
    removedOnSave: (count: number) =>
      `${plural(count, { one: 'file is', other: 'files are' })} removed when you save.`,
    added: (name: string) => `${name} attached`,
  },

  subscribe: {
    label: 'Subscribe to updates',
    note: 'They get mail about status changes of this idea.',
    existing: 'They follow this idea already; this is how it is set now.',
    existingOff: 'They chose not to get mail about this idea.',
  },
  removal: {
    /** Toast after Undo, and when Undo failed. */
    undone: 'It is back.',
    undoFailed: (message: string) => `Could not take it back: ${message}`,
    feedback: {
      deleteTitle: 'Delete this feedback?',
      deleteText: (user: string, idea: string) =>
        `The vote of ${user} for “${idea}” goes with it, unless they gave other feedback on that idea.`,
      deleteTextAlone: 'The vote that came with it goes, too.',
      deleteConfirm: 'Delete feedback',
      deleting: 'Deleting…',
      deleteFailed: (message: string) => `Failed to delete feedback: ${message}`,
    },
    comment: {
      spamTitle: 'Mark this comment as spam?',
      spamText: 'It is no longer shown to anybody outside the team and no longer counts.',
      spamming: 'Marking…',
      spamFailed: (message: string) => `Failed to mark comment as spam: ${message}`,
      deleteTitle: 'Delete this comment?',
      deleteText: (user: string | null) =>
        `${user === null ? 'It' : `The comment of ${user}`} is no longer shown to anybody and no longer counts.`,
      deleteConfirm: 'Delete comment',
      deleting: 'Deleting…',
      deleteFailed: (message: string) => `Failed to delete comment: ${message}`,
      spam: 'Mark as spam',
    },
    idea: {
      deleteTitle: 'Delete this idea?',
      deleteText: (title: string) => `“${title}” leaves every list, with its votes, comments and feedback.`,
      deleteConfirm: 'Delete idea',
      deleting: 'Deleting…',
      deleteFailed: (message: string) => `Failed to delete idea: ${message}`,
    },
  },
} as const;

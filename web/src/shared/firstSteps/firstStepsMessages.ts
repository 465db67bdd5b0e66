/** Texts of the first steps. */
export const firstStepsMessages = {
  label: 'First steps',
  welcome: (name: string) => `Welcome, ${name}`,
  intro: (workspace: string) =>
    `${workspace} is empty. Four steps, about five minutes, and you’ll see which ideas matter to which customers.`,
  further: 'Finish setting up',
  done: (done: number, all: number) => `${done} of ${all} done`,
  stepDone: 'Done',
  stepOpen: (number: number) => `Step ${number}`,
  set: 'You’re set',
  setNote: 'All four steps are done. This list won’t come back.',
  later: 'Insights appear here once there are ideas.',
  guide: 'Read the guide',
  hide: 'Hide this list',
  hidden: 'Hidden. You’ll find it under Help.',
  noIdeas: 'No ideas yet',
  createIdea: 'New idea',
  show: 'Show first steps',
  notAllowed: 'Someone who manages the settings does this.',

  forum: {
    title: 'Name your forum',
    note: 'A forum is where ideas are collected. Most teams start with one.',
    done: (name: string) => `“${name}” is where ideas are collected.`,
    name: 'Forum name',
    missing: 'Enter a name',
    save: 'Save name',
    keep: (name: string) => `Keep “${name}”`,
    rename: 'Rename',
    saved: 'Forum named.',
    kept: 'Name kept.',
  },
  feedback: {
    title: 'Capture one piece of feedback',
    note: 'What did a customer tell you last? Paste an email, a chat or a call note.',
    done: 'Feedback is linked to ideas, and shows who wants them.',
    field: 'Feedback',
    placeholder: '“We’d need night shifts on the invoice…”',
    add: 'Add feedback',
    next: 'Next: the person, and the idea it belongs to',
  },
  import: {
    title: 'Bring what you have',
    note: 'Ideas, votes and comments from UserVoice, Canny, Productboard, Fider or any CSV. Nothing is saved until you’ve seen a rehearsal.',
    done: 'Ideas came in by an import.',
    open: 'Import a CSV',
  },
  colleague: {
    title: 'Invite a colleague',
    note: 'Feedback is worth more when sales and support capture it, too.',
    done: 'You’re not alone here.',
    open: 'Invite',
    how: 'Your administrator adds them with this command, which prints a link for them:',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Couldn’t copy. Select the command and copy it.',
  },
} as const;

/** Adds a colleague who uses the console, as the manual has it. */
export const inviteCommand =
  'npm run earshot -- user create --email jo@acme.example --name "Jo Park" --license full --permissions feedback=yes,settings=rw';

/** Texts of the settings of the workspace: what customers see, widgets, the button for the browser. */

import { plural } from '../../../ui/text/format.ts';

export const portalTexts = {
  title: 'Portal',
  what: 'the settings of the portal',
  save: 'Save',
  saved: 'Saved.',
  failed: (message: string) => `Not saved: ${message}`,

  identity: 'Name and address',
  identityNote: 'The name stands in emails, shared roadmaps and help pages.',
  name: 'Name',
  nameNeeded: 'Enter a name',
  rename: 'Rename',
  renamed: (name: string) => `The workspace is now called ${name}.`,
  address: 'Address',
  portal: 'Public portal',
  portalNote: 'Where your customers read and vote for ideas. Emails about an idea lead there.',
  noPortal: 'None',
  changePortal: 'Change',
  portalDialog: 'Address of your portal',
  portalField: 'Address',
  portalExample: 'https://feedback.example.com',
  portalHint: 'Ideas are expected at /suggestions/ and forums at /forums/ below it. Leave it empty for none.',
  portalSaved: 'Address of the portal saved.',

  host: 'Your own host name',
  hostNote: 'Roadmaps, help pages and the console can be reached at a name of yours.',
  noHost: 'None',
  setHost: 'Set host name',
  changeHost: 'Change',
  hostOwner: 'Only the owner of the workspace can change it.',
  hostDialog: 'Host name',
  hostField: 'Host name',
  hostExample: 'feedback.example.com',
  hostHint: 'Point it here by a CNAME record first. Leave it empty for none.',
  hostSaved: 'Host name saved.',
  proved: 'Proved',
  notProved: 'Not proved yet',
  proveHow: 'Add this DNS record of type TXT, then check.',
  recordName: 'Name',
  recordValue: 'Value',
  check: 'Check now',
  checked: 'The host name is proved.',
  checkFailed: (message: string) => message,

  ideas: 'New ideas',
  defaultForum: 'Default forum',
  defaultForumNote: 'New ideas go there unless another forum is chosen.',
  noForum: 'None',
  closedForum: (name: string) => `${name} (closed)`,
  moderation: 'Review what customers write',
  moderationNote: 'New forums hold back ideas and comments until your team approves them.',

  pages: 'Pages for your customers',
  pagesNote: (networks: number) =>
    networks === 0
      ? 'Anyone with the address can read them.'
      : 'Those in the networks below can read them, and your team when signed in.',
  color: 'Color',
  noColor: 'Earshot’s own',
  colorNote: 'Of links and buttons on help pages, shared roadmaps and impact reports.',
  changeColor: 'Change color',
  colorDialog: 'Color of public pages',
  colorHint: 'Six digits, such as #2B9281. Leave it empty for Earshot’s own.',
  colorWrong: 'Enter a color such as #2B9281.',
  colorSaved: 'Color saved.',
  sampleLink: 'Read more',
  sampleNote: 'On a light and on a dark page. It is made darker or lighter where it would be hard to read.',
  networks: 'Networks',
  anywhere: 'Open to all',
  networksNote: 'From where help pages, shared roadmaps and impact reports are read.',
  changeNetworks: 'Change networks',
  networksDialog: 'Networks of public pages',
  networksField: 'Addresses and ranges',
  networksExample: '203.0.113.0/24\n2001:db8::/32',
  networksHint:
    'One in each line, such as 203.0.113.0/24. Leave it empty to open the pages to all. Your team reads them from anywhere when signed in.',
  networkWrong: (text: string) => `“${text}” is no address and no range, such as 203.0.113.0/24.`,
  networksMany: (most: number) => `At most ${most} addresses and ranges.`,
  networksSaved: (count: number) =>
    count === 0
      ? 'Public pages are open to all.'
      : `Public pages are open to ${plural(count, { one: 'network', other: 'networks' })}.`,
  help: 'Help',
  helpNote: 'Published articles of the knowledge base',
  roadmapNote: 'Public roadmap',
  noRoadmaps: 'No roadmap is public.',
  open: 'Open',
} as const;

export const widgetsTexts = {
  title: 'Widgets',
  intro:
    'Two entries in the menu Help lead your support team to tools of your choice. Your administrator sets where.',
  list: 'Widgets',
  chat: 'Get help',
  chatNote: 'Support chat for your team',
  feedback: 'Give feedback',
  feedbackNote: 'Form for feedback about this product',
  off: 'Not set up',
  offNote: (variable: string) => `Set by ${variable} where this installation runs.`,
  open: 'Open',
  forWhom: 'Shown to people who may write tickets.',
} as const;

export const extensionTexts = {
  title: 'Extension',
  intro:
    'Capture feedback from any page: select what a customer wrote, press the button in your browser, and the form opens with the text and the address of the page.',
  steps: 'Set it up',
  drag: 'Drag this button to your bookmarks bar.',
  dragNote: 'If the bar is hidden, show it with Ctrl Shift B (⌘ Shift B on a Mac).',
  button: 'Add to Earshot',
  select: 'On any page, select the customer’s words and press it.',
  selectNote: 'Without a selection, the form opens with the address alone.',
  link: 'No bookmarks bar?',
  linkNote: 'Make a bookmark by hand and enter this as its address.',
  code: 'Address of the bookmark',
  copy: 'Copy',
  copied: 'Copied.',
  clicked: 'Drag the button to your bookmarks bar. Pressing it here does nothing.',
} as const;

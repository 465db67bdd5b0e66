/** Texts of the settings of the workspace: widgets, the button for the browser. */

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

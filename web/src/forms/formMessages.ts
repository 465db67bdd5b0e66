import { formatAnd } from '../ui/text/format.ts';

/** Every text of forms as such, in one place so that it can be translated. */
export const formMessages = {
  /** Texts that save themselves. */
  selfSaving: {
    theirs: (what: string): string => `Someone else changed this ${what}.`,
    theirsReason: 'Saving is paused so that nothing is lost.',
    keepMine: 'Keep my version',
    takeTheirs: 'Use theirs',
    restored: 'Restored text that was not saved.',
    tryAgain: 'Try again',
  },
  noRight: {
    feedback: 'You need permission to work with feedback',
    settings: 'You need permission to change settings',
    features: 'You need permission to change features',
  },
  notHere: 'Not available in this workspace',
  stillNeeded: (names: readonly string[]) => `Add ${formatAnd(names)} to continue`,
  /** beside a button, once something was typed */
  needs: (names: readonly string[]) => `Still needs ${formatAnd(names)}`,
  shorter: (label: string) => `a shorter ${label.toLowerCase()}`,
  uploading: 'A file is still uploading',
  fileNotRemoved: (name: string) => `${name} could not be removed.`,
  this: (what: string) => `this ${what}`,
  gone: (what: string) => `This ${what} no longer exists`,
  goneReason: 'Someone may have deleted it.',

  draft: {
    restored: 'Draft restored.',
    startOver: 'Discard draft',
  },
  close: {
    title: 'Close without saving?',
    text: 'Your changes will be lost.',
    discard: 'Discard',
    keep: 'Keep editing',
  },
  conflict: {
    title: 'Someone else changed this',
    text: 'Choose which version to keep. Yours is safe until then.',
    yours: 'Yours',
    theirs: 'Theirs',
    keepMine: 'Keep mine',
    takeTheirs: 'Use theirs',
    goOn: 'Keep editing',
    empty: 'Empty',
    same: 'Both versions have the same values here. Keeping yours overwrites nothing.',
    failed: 'Their version could not be loaded.',
  },
  yes: 'Yes',
  no: 'No',
} as const;

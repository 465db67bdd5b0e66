/** Texts of the rules of signing in. */
import { formatList, plural } from '../../../ui/text/format.ts';

export const signInTexts = {
  title: 'Sign-in',
  what: 'the rules of signing in',
  twoStep: 'Two-step sign-in',
  twoStepNote:
    'Besides the password, a code from an app on the phone. A stolen password alone then opens nothing.',
  require: 'Require it of everyone',
  requireNote: 'People without it set it up when they next sign in. Open sessions go on until they end.',
  on: 'Two-step sign-in is required from now on.',
  off: 'Two-step sign-in is no longer required.',
  failed: (message: string) => `Not saved: ${message}`,
  having: (count: number, all: number) =>
    `Set up by ${count} of ${plural(all, { one: 'person who uses the console', other: 'people who use the console' })}.`,
  missing: (names: readonly string[]) => `Without it: ${formatList(names, 8)}.`,
  yours: 'You have none yourself: you’ll set it up when you next sign in.',
  saved: 'Saved. Sessions that have lasted longer end now.',
  passwords: 'Passwords',
  passwordsNote:
    'How long a new password has to be. Common words, names and rows of keys are refused in any case. Present passwords stay until they are changed.',
  shortest: 'Shortest password',
  characters: (count: number) => plural(count, { one: 'character', other: 'characters' }),
  passwordsSaved: (count: number) =>
    `New passwords have at least ${plural(count, { one: 'character', other: 'characters' })} from now on.`,
  sessions: 'Length of sessions',
  sessionsNote: 'How long someone stays signed in. Shorter lengths count for open sessions, too.',
  idle: 'Signed out when unused for',
  most: 'Signed out in any case after',
  length: (hours: number) =>
    hours % 24 === 0
      ? plural(hours / 24, { one: 'day', other: 'days' })
      : plural(hours, { one: 'hour', other: 'hours' }),
  signedIn: 'Signed in now',
  signedInNote: 'Browsers in which people of your team are signed in, the latest used first.',
  unknownBrowser: 'Unknown browser',
  unknownNetwork: 'unknown network',
  thisSession: 'This session',
  since: 'signed in',
  lastUsed: 'last used',
  end: 'End',
  endOf: (name: string, browser: string, since: string) =>
    `End the session of ${name}: ${browser}, signed in ${since}`,
  ended: (name: string, browser: string) => `Session of ${name} ended: ${browser}`,
  profile: 'Set it up now',
  team: 'To the team',
} as const;

import { pictureLimits } from '../../../../../contract/limits.ts';
import { plural } from '../../../ui/text/format.ts';

/** Texts of one's own profile. */
export const profileMessages = {
  title: 'My profile',
  what: 'your profile',

  person: 'Name and picture',
  personNote: 'Your team sees them, and emails you send carry your name.',
  name: 'Name',
  nameNeeded: 'Enter your name',
  changeName: 'Change name',
  nameChanged: 'Name changed.',
  picture: 'Picture',
  upload: 'Upload picture',
  replace: 'Change picture',
  removePicture: 'Remove picture',
  pictureNote: `PNG, JPEG, WebP or GIF, up to ${pictureLimits.text}. It’s cut to a square.`,
  pictureChanged: 'Picture changed.',
  pictureRemoved: 'Picture removed.',
  tooLarge: (size: string) =>
    `This picture is ${size}. The limit is ${pictureLimits.text}. Choose a smaller one.`,
  pictureFailed: 'The picture couldn’t be uploaded. Please try again.',

  email: 'Email',
  emailNote: 'You sign in with it, and notifications go there.',
  noEmail: 'No email',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed yet',
  changeEmail: 'Change email',
  newEmail: 'New email',
  emailNeedsPassword: 'Choose a password first: your email is changed with it',
  changeEmailNote: (current: string) =>
    `We’ll send a link to the new address. You keep signing in with ${current} until you open it. Then your sessions end.`,
  sendLink: 'Send link',
  linkSent: (address: string) =>
    `We sent a link to ${address}. Your email changes and your sessions end once you open it.`,
  waiting: (address: string) => `Waiting for ${address} to be confirmed`,
  waitingNote: (until: string) =>
    `Open the link we sent there. It works once, until ${until}. Until then your email stays the same.`,
  sendAgain: 'Send again',
  cancelChange: 'Cancel change',
  changeCanceled: 'Change canceled. The link no longer works.',

  password: 'Password',
  passwordNote: 'Changing it ends your other sessions.',
  hasPassword: 'You sign in with a password',
  noPassword: 'You have no password yet',
  noPasswordNote:
    'So far you have signed in with links. To choose a password, sign out and select "Forgot your password?".',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordChanged: 'Password changed. Your other sessions have ended.',

  twoStep: {
    title: 'Two-step sign-in',
    note: 'Besides your password, a code from an app on your phone.',
    off: 'Off',
    offNote: 'Your password alone signs you in.',
    on: (since: string) => `On since ${since}`,
    left: (count: number) =>
      count === 0
        ? 'No recovery codes left: make new ones.'
        : `${plural(count, { one: 'recovery code', other: 'recovery codes' })} left`,
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    renew: 'New recovery codes',
    required: 'This workspace requires two-step sign-in of everyone',
    kept: 'I’ve kept them',
    turnedOn: 'Two-step sign-in is on.',
    ended: 'Two-step sign-in is off.',
    dialogs: {
      on: {
        title: 'Set up two-step sign-in',
        text: 'You need an app that shows codes, such as a password manager or an authenticator app. Your sessions stay as they are.',
        submit: 'Continue',
      },
      renew: {
        title: 'New recovery codes',
        text: 'The codes you have no longer work.',
        submit: 'Make new codes',
      },
      off: {
        title: 'Turn off two-step sign-in?',
        text: 'Your password alone will sign you in. Your recovery codes no longer work.',
        submit: 'Turn off',
      },
    },
    passkeys: {
      list: 'Passkeys',
      note: 'A passkey of this device or a security key signs you in in place of a code.',
      add: 'Add passkey',
      unknown: 'This browser doesn’t know passkeys.',
      otherHost: (host: string) => `Passkeys work at ${host} alone. Open Earshot there to add one.`,
      title: 'Add a passkey',
      text: 'Your browser asks for your fingerprint, face, PIN or security key next.',
      name: 'Name',
      nameNote: 'By which you know the device again',
      nameNeeded: 'Enter a name',
      example: 'Laptop',
      submit: 'Continue',
      failed: 'No passkey was made: it was canceled, took too long, or this device has one already.',
      added: (name: string) => `Passkey ${name} was added.`,
      facts: (since: string, used: string | null) =>
        `Added ${since} · ${used === null ? 'not used yet' : `last used ${used}`}`,
      remove: 'Remove',
      removeOf: (name: string) => `Remove the passkey ${name}`,
      removed: (name: string) => `Passkey ${name} was removed.`,
      notRemoved: (message: string) => `Not removed: ${message}`,
    },
  },

  sessions: 'Sessions',
  sessionsNote:
    'Browsers where you are signed in. Sessions in other workspaces that you opened from here end with the one you came from. If you don’t recognize one, end it and change your password.',
  unknownBrowser: 'Unknown browser',
  unknownNetwork: 'unknown network',
  thisSession: 'This session',
  inWorkspace: (name: string) => `In ${name}`,
  signedIn: 'signed in',
  lastUsed: 'last used',
  end: 'End session',
  endOf: (browser: string, network: string, since: string) =>
    `End session: ${browser}, ${network}, signed in ${since}`,
  ended: (browser: string) => `Session ended: ${browser}`,
  endOthers: 'End all other sessions',
  noOthers: 'You are not signed in anywhere else',
  endOthersTitle: 'End all other sessions?',
  endOthersText: (count: number) =>
    `${plural(count, { one: 'other session ends', other: 'other sessions end' })} at once, also in other workspaces. Unsaved text there may be lost.`,
  othersEnded: (count: number) =>
    count === 0
      ? 'There were no other sessions.'
      : `${plural(count, { one: 'session', other: 'sessions' })} ended.`,
  failed: (message: string) => `Failed to save: ${message}`,
} as const;

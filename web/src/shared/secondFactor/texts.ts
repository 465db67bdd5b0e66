import { plural } from '../../ui/text/format.ts';

/** Texts of setting two-step sign-in up, in the profile and before signing in. */
export const secondFactorTexts = {
  scan: 'Scan this with an authenticator app, such as the one of your password manager:',
  picture: 'QR code for an authenticator app',
  key: 'Or type this key into the app',
  code: 'Code from the app',
  codeNote: 'Six digits that change every half minute',
  codeNeeded: 'Enter the code',
  recovery: 'Recovery codes',
  recoveryNote: (count: number) =>
    `Keep ${plural(count, { one: 'this code', other: 'these codes' })} where you can reach them without your phone. Each signs you in once instead of a code from the app. They’re shown only now.`,
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Not copied: select them',
  download: 'Download',
  file: 'recovery-codes.txt',
} as const;

/** Codes that a program shows (RFC 6238, as every such program reads them), and codes to recover with. */
export const secondFactor = {
  digits: 6,
  periodSeconds: 30,
  /** steps before and after the present one that are taken: clocks differ by so much */
  windowSteps: 1,
  recoveryCodes: 10,
  /** groups of a code to recover with, and letters of a group: about 79 bits */
  recoveryGroups: 4,
  recoveryGroup: 4,
  /** so long is there time between the password and the code */
  minutes: 10,
  /** passkeys of one person, and the longest answer of a browser about one */
  passkeys: 10,
  passkeyCharacters: 10_000,
  /** longest text that is taken for a code */
  characters: 64,
} as const;

import { validationMessages } from './errors.ts';
import { passwordLimits } from './limits.ts';
import { countCharacters } from './text_cut.ts';

/**
 * Words that most guessed passwords are made of, and words of the product itself. Lower case,
 * letters only. Longer words are removed first, so that "babygirl" does not leave "girl".
 */
const COMMON_WORDS = `
  password passwort passwd passphrase contrasena motdepasse wachtwoord haslo parola senha secret
  letmein welcome willkommen bienvenue welkom login logmein signin access enter open
  admin administrator root superuser user username guest default master system server
  changeme change temp temporary test testing tester demo sample example
  iloveyou iloveu loveyou love lovely princess sunshine flower rainbow angel baby babygirl
  monkey dragon tiger lion panda kitten puppy eagle falcon
  football baseball basketball hockey soccer cricket tennis
  superman batman spiderman starwars pokemon minecraft naruto
  shadow michael jordan jennifer jessica ashley daniel charlie thomas george robert andrew
  matthew joshua hunter killer ninja freedom whatever trustno trustnoone nothing
  computer internet google facebook samsung microsoft windows linux apple android
  mustang ferrari porsche mercedes harley corvette
  cheese chocolate cookie banana orange pepper ginger coffee
  summer winter spring autumn january february march april may june july august september
  october november december monday tuesday wednesday thursday friday saturday sunday
  qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx wsxedc qweasd
  hello hallo goodbye please thanks money dollar business company office work
  earshot feedback idea ideas suggestion suggestions roadmap supporter console product customer customers
`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

/** Rows that fingers run along; both directions count. */
const SEQUENCES = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
].flatMap((row) => [row, [...row].reverse().join('')]);

/** How many different letters and digits must remain once everything guessable is removed. */
const MIN_UNGUESSABLE_CHARACTERS = 4;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The text with leetspeak replaced by letters: "p4ss" becomes "pass". */
function decodeLeet(text: string): string {
  return text.replace(/[013457@$!]/g, (mark) => LEET[mark] ?? mark);
}

/** The text without runs of four or more neighbours of a row, and without repeats. */
function withoutRuns(text: string): string {
  let rest = text;
  for (const row of SEQUENCES) {
    for (let length = row.length; length >= 4; length--) {
      for (let start = 0; start + length <= row.length; start++) {
        rest = rest.replaceAll(row.slice(start, start + length), ' ');
      }
    }
  }
  return rest.replace(/(.)\1{2,}/gsu, ' ');
}

/** The smallest part that the text is a repetition of; the text itself when it repeats nothing. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return text;
}

/** Number of different letters and digits that remain without sequences, repeats and `words`. */
function countUnguessable(text: string, words: readonly string[]): number {
  let rest = withoutRuns(repeatedPart(text));
  for (const word of words) rest = rest.replaceAll(word, ' ');
  // Attackers try digits and symbols around a word: up to four digits at either end do not count, and symbols
  // never do.
  rest = rest.replace(/\d{1,4}(?=[^\p{L}\d]*$)/u, ' ').replace(/^[^\p{L}\d]*\d{1,4}/u, ' ');
  return new Set(rest.replace(/[^\p{L}\d]/gu, '')).size;
}

/**
 * What is wrong with a new password: it is too short, or made of common words, words
 * of the product, the person's own name or address, rows of keys or repeats.
 *
 * @param personalTexts texts that an attacker would try for this person: name, email address, name of the
 * workspace
 * @param minCharacters what the workspace asks for, at least the product's own 12
 * @returns null when it is good
 */
export function passwordProblem(
  password: unknown,
  personalTexts: readonly string[] = [],
  minCharacters: number = passwordLimits.minCharacters,
): string | null {
  if (typeof password !== 'string' || password === '') return validationMessages.passwordRequired;
  const { maxCharacters } = passwordLimits;
  // Check the length first, so that a huge input is rejected without counting its characters.
  if (password.length > maxCharacters * 2 || countCharacters(password) > maxCharacters) {
    return validationMessages.passwordTooLong(maxCharacters);
  }
  if (countCharacters(password) < minCharacters) {
    return validationMessages.passwordTooShort(minCharacters);
  }

  const personalWords = personalTexts
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter((word) => word.length >= 3 && word.length <= 64);
  const words = [...personalWords, ...COMMON_WORDS];
  const plain = password.toLowerCase();
  // In "P@ssw0rd2024!" the year is a suffix, not leetspeak: the part without it is checked as well.
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const leftOver = Math.min(
    ...[plain, decodeLeet(plain), decodeLeet(core)].map((text) => countUnguessable(text, words)),
  );
  return leftOver < MIN_UNGUESSABLE_CHARACTERS ? validationMessages.passwordTooCommon : null;
}

import { emailKey } from './email.ts';

/** What is known of a person where they are shown. */
export type NamedPerson = { name?: string | null; email_address?: string | null };

/**
 * Name of a person as the pickers show it: the part of the e-mail before the @ when they have no name
 * (specification line 281).
 *
 * @returns empty when they have neither
 */
export function displayName(person: NamedPerson): string {
  const name = person.name?.trim();
  if (name) return name;
  return person.email_address?.trim().split('@', 1)[0] ?? '';
}

/** Up to two first letters for the avatar, capitals; empty without a name. */
export function initials(person: NamedPerson): string {
  const words = displayName(person)
    .split(/[\s._+-]+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .map((word) => (word ? (Array.from(word)[0] ?? '') : ''))
    .join('')
    .toLocaleUpperCase('en');
}

/**
 * What the dialog 'Create new user' begins with after Enter in the picker: the typed text as
 * e-mail when it holds an @, else as name (VALID-052).
 */
export function prefillOfNewUser(typed: string): { name: string; email: string } {
  const text = typed.trim();
  return text.includes('@') ? { name: '', email: text } : { name: text, email: '' };
}

/** Does the typed text name one of these people, by name or e-mail, whatever the case? (VALID-051, VALID-053) */
export function isKnownPerson(typed: string, people: readonly NamedPerson[]): boolean {
  const text = typed.trim().toLowerCase();
  if (text === '') return false;
  return people.some(
    (person) =>
      displayName(person).toLowerCase() === text ||
      (person.email_address ? emailKey(person.email_address) === text : false),
  );
}

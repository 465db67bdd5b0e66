import { validationMessages } from './errors.ts';
import { emailLimits } from './limits.ts';

/**
 * Letters, digits and ._%+- before the @; domain labels of up to 63 characters; an alphabetic
 * top-level part of at least 2 letters (specification line 400). The line is followed to the
 * letter: a dot may stand at the start or end of the first part, and international domains count
 * only in their ASCII form (DEC-191).
 */
const ADDRESS = /^([A-Za-z0-9._%+-]+)@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** Is the text an e-mail address? Space around it does not count as part of one: trim first. */
export function isEmail(value: unknown): value is string {
  // The length is asked first: it bounds the work of the pattern.
  if (typeof value !== 'string' || value.length > emailLimits.addressCharacters) return false;
  const local = ADDRESS.exec(value)?.[1];
  return local !== undefined && local.length <= emailLimits.localPartCharacters;
}

/**
 * What is wrong with a required e-mail address (VALID-021..028).
 *
 * @param value as it will be stored, i.e. trimmed
 * @returns null when nothing is
 */
export function emailProblem(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return validationMessages.emailRequired;
  if (typeof value === 'string' && value.trim() === '') return validationMessages.emailRequired;
  return isEmail(value) ? null : validationMessages.emailInvalid;
}

/** Under which addresses are told apart: two that differ only in case are one person (DEC-117). */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

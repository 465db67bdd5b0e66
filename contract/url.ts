import { validationMessages } from './errors.ts';
import { textLimits } from './limits.ts';

// Space and control characters: the URL parser would silently drop or encode them.
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f]/;

/** Is the text a complete http or https address? Space around it is not part of one: trim first. */
export function isWebAddress(text: string): boolean {
  if (text.length > textLimits.urlCharacters || UNPRINTABLE.test(text)) return false;
  // "http:example.com" parses, but no one means it.
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

/**
 * What is wrong with an optional web address (VALID-042, VALID-044).
 *
 * @returns null for a good one and for none (empty, blank, null)
 */
export function urlProblem(value: string | null | undefined): string | null {
  const text = value?.trim() ?? '';
  return text === '' || isWebAddress(text) ? null : validationMessages.urlInvalid;
}

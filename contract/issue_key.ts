/** Letters+digits, hyphen, digits (specification line 423), not in the middle of a longer word. */
const KEY = /(?<![A-Za-z0-9])([A-Za-z][A-Za-z0-9]{0,31}-\d{1,12})(?![A-Za-z0-9])/;
const WHOLE_KEY = /^[A-Za-z][A-Za-z0-9]{0,31}-\d{1,12}$/;

/** Where trackers put the key in an address; it may be followed by more. */
const MARKED =
  /(?:\/browse\/|\/issues?\/|[?&]selectedIssue=)([A-Za-z][A-Za-z0-9]{0,31}-\d{1,12})(?![A-Za-z0-9])/i;

/** Longer input is no address that anyone pastes; keeps the patterns cheap. */
const MAX_CHARACTERS = 2_000;

/**
 * The issue key in what was typed or pasted, in capitals (VALID-059, VALID-060). In an address the
 * host never counts; the place where trackers put the key comes first, then a path segment that
 * is nothing but a key, then any key.
 *
 * @returns null when there is none: linking stays disabled
 */
export function issueKeyIn(text: string): string | null {
  const trimmed = text.trim().slice(0, MAX_CHARACTERS);
  const address = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(trimmed);
  if (!address) return KEY.exec(trimmed)?.[1]?.toUpperCase() ?? null;

  const rest = address[1] ?? '';
  const path = rest.split(/[?#]/, 1)[0] ?? '';
  const segment = path.split('/').findLast((part) => WHOLE_KEY.test(part));
  const key = MARKED.exec(rest)?.[1] ?? segment ?? KEY.exec(rest)?.[1];
  return key?.toUpperCase() ?? null;
}

/** Is the text a key as the server takes it: nothing but a key, in capitals? */
export function isIssueKey(text: string): boolean {
  return WHOLE_KEY.test(text) && text === text.toUpperCase();
}

/** Someone who can be mentioned. */
export type MentionCandidate = {
  id: string;
  name: string;
  note?: string;
  avatar_url?: string | null;
  satisfaction_score?: number | null;
};

/** The text that is being typed after an @, and how many characters to replace. */
export type MentionQuery = { text: string; length: number };

/**
 * Finds an @ that begins a mention at the end of the text before the cursor: at its beginning or after
 * a space or bracket, followed by at most 40 letters, figures, dots, hyphens and single spaces.
 * Null when there is none.
 */
export function mentionQuery(before: string): MentionQuery | null {
  const match = /(?:^|[\s([{>])@((?:[\p{L}\p{N}._'-]| (?! )){0,40})$/u.exec(before);
  if (match === null) return null;
  const text = match[1] ?? '';
  // A space right after the @ is no mention.
  return text.startsWith(' ') ? null : { text: text.trim(), length: text.length + 1 };
}

/** Something that is put into a text by name: `text` stands there, marked with `className`, and is no text to edit. */
export type Insertion = { className: string; label: string; text: string };

/** Finds a slash that asks for an insertion at the end of the text before the cursor. Null when there is none. */
export function insertionQuery(before: string): MentionQuery | null {
  const match = /(?:^|\s)\/((?:[\p{L}\p{N}-]| (?! )){0,30})$/u.exec(before);
  if (match === null) return null;
  const text = match[1] ?? '';
  return text.startsWith(' ') ? null : { text: text.trim(), length: text.length + 1 };
}

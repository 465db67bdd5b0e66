/**
 * The two spellings of input names. Payloads mix camelCase and snake_case; inputs accept both,
 * once for all of them (DEC-005).
 */

/** body_mime_type of bodyMimeType. A name without capitals stays as it is. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** bodyMimeType of body_mime_type. A name without underscores stays as it is. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[^_])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The other spelling of an input's name: forumId for forum_id and the other way round.
 *
 * @returns null when there is only one spelling: names of one word, and names whose two spellings
 *   would not lead back to each other
 */
export function counterpartOf(name: string): string | null {
  const other = name.includes('_') ? camelCase(name) : snakeCase(name);
  if (other === name) return null;
  const back = other.includes('_') ? camelCase(other) : snakeCase(other);
  return back === name ? other : null;
}

import { auditTexts as texts } from './auditTexts.ts';

/** What a record is called in the details of a line, the first of these that is there. */
const NAMES = ['name', 'title', 'display_name', 'file_name', 'jira_key', 'key', 'email_address'];

/** A value of the details in words; a long list by how many it holds. */
function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (Array.isArray(value))
    return value.length > 5 ? texts.several(value.length) : value.map(wordsOf).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .flatMap(([name, one]) => (one === null ? [] : [`${name.replaceAll('_', ' ')} ${wordsOf(one)}`]))
      .join(', ');
  return String(value);
}

/**
 * The details of a line of the audit log as people read them.
 *
 * @param details a JSON object, as the API answers it
 * @param subject what it was done to; stands first when the details say no name
 * @returns name: what the record is called, null: they do not say; rest: all else, such as `score: 9 · user: 12`
 */
export function auditDetails(
  details: string,
  subject: string | null = null,
): { name: string | null; rest: string } {
  let all: Record<string, unknown>;
  try {
    all = JSON.parse(details) as Record<string, unknown>;
  } catch {
    return { name: null, rest: details };
  }
  const named = NAMES.find((key) => typeof all[key] === 'string' && all[key] !== '');
  const parts = Object.entries(all).flatMap(([key, value]) =>
    key === named || value === null || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${key.replaceAll('_', ' ')}: ${wordsOf(value)}`],
  );
  if (subject !== null && subject !== '') parts.unshift(/^\d+$/.test(subject) ? `#${subject}` : subject);
  return { name: named === undefined ? null : String(all[named]), rest: parts.join(' · ') };
}

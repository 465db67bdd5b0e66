import { escapeHtml } from './rich_text.ts';

/** What a status's text to start from may name in braces, and what it stands for when a status is posted. */
export type StatusVariable = 'idea' | 'status' | 'sender';

/** Tags are passed over: what stands in an attribute is no text. */
const NAMED = /<[^<>]*>|\{(idea|status|sender)\}/g;

/** So many are filled in, which no letter needs: what comes out must not be many times the text and the title. */
const FILLED_MAX = 50;

/**
 * Fills in the variables of a text to start from, the first 50. Other braces stay as they are, and so does what stands
 * in a tag.
 *
 * @param html cleaned rich text
 * @param values as plain text: title of the idea, name of the status, name of who posts
 */
export function fillStatusText(html: string, values: Readonly<Record<StatusVariable, string>>): string {
  let filled = 0;
  return html.replace(NAMED, (whole: string, name: StatusVariable | undefined) =>
    name === undefined || (filled += 1) > FILLED_MAX ? whole : escapeHtml(values[name]),
  );
}

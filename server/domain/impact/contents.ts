/** What people write and choose in a report: read from its key/value list, and kept in columns. */
import { sql } from 'kysely';
import {
  IMPACT_SECTIONS,
  IMPACT_TEXTS,
  impactLimits,
  type ImpactSection,
  type ImpactText,
} from '../../../contract/impact_reports.ts';
import { textLimits } from '../../../contract/limits.ts';
import { firstCharacters } from '../../../contract/text_cut.ts';
import type { CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  enumInput,
  htmlInput,
  idListInput,
  objectListInput,
  required,
  textInput,
} from '../../inputs/kinds.ts';
import { htmlToText } from '../../text/html.ts';

/** A quote as a report keeps it. */
export interface StoredQuote {
  id: string;
  text: string;
}

/** The written and chosen part of a report, as its columns hold it. */
export interface Contents {
  sections: ImpactSection[];
  texts: Partial<Record<ImpactText, string>>;
  quotes: StoredQuote[];
  top_ideas: string[] | null;
}

export const inContents = objectListInput(
  'ImpactContentInput',
  'Sections in their order, as impact_report answers them. Those that are left out stay as they are, behind the others. Values of figures and accounts are drawn from the data and passed over.',
  {
    key: required(enumInput('Which section.', IMPACT_SECTIONS)),
    value: textInput(
      'HTML of a text; JSON of the ids of quotes (feedback records) and of top_ideas (of the figures); not given: as it is.',
      textLimits.richTextCharacters,
    ),
  },
  IMPACT_SECTIONS.length,
);
type Given = readonly { key: ImpactSection; value?: string | undefined }[];

const HTML = htmlInput('Text.', textLimits.richTextCharacters);
const QUOTES = idListInput('Quotes.', impactLimits.quotes);
const IDEAS = idListInput('Ideas.', impactLimits.topIdeas);

/** Ids out of the JSON text of a section. */
function idsOf(value: string, kind: typeof QUOTES, path: string): string[] {
  let raw: unknown;
  try {
    raw = JSON.parse(value === '' ? '[]' : value);
  } catch {
    raw = null;
  }
  if (!Array.isArray(raw) || raw.some((one) => typeof one !== 'string' && typeof one !== 'number'))
    throw badInput(path, 'This is no JSON list of ids.', { reason: 'invalid' });
  return raw.length === 0 ? [] : [...new Set(kind.read(raw, path))];
}

/** The words of feedback as they are quoted: without marks, in one line, cut at a word. */
export function quoteOf(body: string, mime: string): string {
  const text = (mime === 'text/html' ? htmlToText(body) : body).replace(/\s+/g, ' ').trim();
  const cut = firstCharacters(text, impactLimits.quoteCharacters);
  return cut === text
    ? text
    : `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : undefined)}…`;
}

/** Feedback as it is quoted. @throws BAD_USER_INPUT when one is not there */
async function quotesOf(
  { tx, subdomain_id }: CommandContext,
  ids: readonly string[],
  known: readonly StoredQuote[],
  path: string,
): Promise<StoredQuote[]> {
  const texts = new Map(known.map(({ id, text }) => [id, text]));
  const fresh = ids.filter((id) => !texts.has(id));
  if (fresh.length > 0) {
    const { rows } = await sql<{ id: string; body: string; mime: string }>`
select f.id::text as id, f.body, f.body_mime_type as mime from feedback_records f
where f.subdomain_id = ${subdomain_id} and f.id = any(${fresh}::bigint[]) and f.state = 'active'`.execute(tx);
    if (rows.length < fresh.length) throw notFound(path, 'feedback record');
    for (const { id, body, mime } of rows) texts.set(id, quoteOf(body, mime));
  }
  return ids.map((id) => ({ id, text: texts.get(id)! }));
}

/**
 * A report's contents with what was given.
 * @param offered ideas of its figures, of which it shows some
 * @throws BAD_USER_INPUT naming the entry that cannot be read
 */
export async function withGiven(
  context: CommandContext,
  given: Given,
  before: Contents,
  offered: readonly string[],
): Promise<Contents> {
  const keys = given.map(({ key }) => key);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (twice >= 0)
    throw badInput(`contents.${twice}.key`, 'Each section stands in a report once.', { reason: 'taken' });
  const after: Contents = {
    ...before,
    sections: [...keys, ...before.sections.filter((key) => !keys.includes(key))],
    texts: { ...before.texts },
  };
  for (const [index, { key, value }] of given.entries()) {
    if (value === undefined) continue;
    const path = `contents.${index}.value`;
    if ((IMPACT_TEXTS as readonly string[]).includes(key))
      after.texts[key as ImpactText] = HTML.read(value, path) ?? '';
    else if (key === 'quotes')
      after.quotes = await quotesOf(context, idsOf(value, QUOTES, path), before.quotes, path);
    else if (key === 'top_ideas') {
      const ideas = idsOf(value, IDEAS, path);
      if (ideas.some((idea) => !offered.includes(idea)))
        throw badInput(path, 'Choose among the ideas of the figures.', { reason: 'not_found' });
      after.top_ideas = ideas.length === 0 ? null : ideas;
    }
  }
  return after;
}

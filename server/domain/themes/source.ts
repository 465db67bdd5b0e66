import type { Selectable } from 'kysely';
import { themeLimits } from '../../../contract/themes.ts';
import type { Scope } from '../../core/scope.ts';
import type { ThemeSetsTable } from '../../db/tables.ts';
import { htmlToText } from '../../text/html.ts';
import { selectIdeas } from '../ideas/selection.ts';
import { LIVE_SQL, suggestion } from '../ideas/suggestion.ts';

/** Texts that are read at a time. */
const BATCH = 2_000;

/** A run that cannot begin, with a sentence for people. */
export class NoIdeas extends Error {}

/**
 * What advanced filters say, as the list of ideas reads them.
 * @throws BAD_USER_INPUT naming the condition that says nothing
 */
export const readAdvanced = (raw: unknown): unknown =>
  suggestion.list!.filters['advanced_filters']!.input.read(raw, 'advanced_filters');

type Source = Pick<
  Selectable<ThemeSetsTable>,
  | 'suggestion_ids'
  | 'saved_view_id'
  | 'reads_list'
  | 'activity'
  | 'period_start'
  | 'period_end'
  | 'advanced_filters'
>;

/** The ideas that a report reads now, and their texts, by rising id. */
export type SourceTexts = { ids: string[]; texts: string[] };

/**
 * Reads the texts of a report's ideas: title and description, without marks.
 * @throws NoIdeas when there are none, or more than a run takes
 */
export async function readSource(scope: Scope, source: Source, signal: AbortSignal): Promise<SourceTexts> {
  const { subdomain_id } = scope.viewer;
  if (source.suggestion_ids === null && source.reads_list) await refuseGoneList(scope, source.saved_view_id);
  const wanted =
    source.suggestion_ids ??
    (await selectIdeas(
      scope.viewer,
      {
        select_all: true,
        filter: (source.reads_list
          ? { saved_view: [source.saved_view_id] }
          : {
              ...(source.activity.length > 0 ? { activity: source.activity } : {}),
              ...(source.period_start ? { period_start: source.period_start } : {}),
              ...(source.period_end ? { period_end: source.period_end } : {}),
              ...(source.advanced_filters === null
                ? {}
                : { advanced_filters: readAdvanced(source.advanced_filters) }),
            }) as never,
      },
      (statement) => scope.read(statement),
      themeLimits.ideas + 1,
    ));
  if (wanted.length > themeLimits.ideas)
    throw new NoIdeas(
      `More than ${themeLimits.ideas.toLocaleString('en')} ideas match. Narrow the period or the filters.`,
    );
  const ids: string[] = [];
  const texts: string[] = [];
  const ordered = [...new Set(wanted)].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (let from = 0; from < ordered.length; from += BATCH) {
    signal.throwIfAborted();
    const rows = await scope.read<{
      id: string;
      title: string;
      body: string | null;
      body_mime_type: string | null;
    }>({
      text: `select s.id::text as id, s.title, c.body, c.body_mime_type from suggestions s left join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id
        where s.subdomain_id = $1 and s.id = any($2::bigint[]) and ${LIVE_SQL('s')} order by s.id`,
      values: [subdomain_id, ordered.slice(from, from + BATCH)],
    });
    for (const { id, title, body, body_mime_type } of rows) {
      ids.push(id);
      texts.push(`${title}.\n${body_mime_type === 'text/html' ? htmlToText(body) : (body ?? '')}`);
    }
  }
  if (ids.length === 0)
    throw new NoIdeas(
      source.suggestion_ids === null
        ? source.reads_list
          ? 'The list holds no ideas.'
          : 'No idea matches the filters.'
        : 'None of the chosen ideas is there any more.',
    );
  return { ids, texts };
}

/** @throws NoIdeas when the list that a report reads was deleted */
async function refuseGoneList(scope: Scope, id: string | null): Promise<void> {
  const rows = await scope.read<{ id: string }>({
    text: 'select v.id from saved_views v where v.subdomain_id = $1 and v.id = $2 and v.deleted_at is null',
    values: [scope.viewer.subdomain_id, id],
  });
  if (rows.length === 0)
    throw new NoIdeas('The list that the report reads was deleted. Choose another one, or filters.');
}

import { textLimits } from '../../../contract/limits.ts';
import { refuseFilters } from '../../listing/filters.ts';
import { required, textInput } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import type { EntityReads, Selection } from '../../core/reads.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';
import { ListWriter, type Entities } from '../../listing/list_writer.ts';
import { SEARCH_TOTAL_CAP } from '../../listing/reader.ts';
import { Writer } from '../../sql/writer.ts';
import { operandOf } from '../intelligence/literal_query.ts';
import { isComparable } from '../intelligence/near_words.ts';
import { stemOf, tokenise } from '../intelligence/words.ts';
import { SEARCH_CONFIG } from './search.ts';
import { inSuggestionFilter } from './selection.ts';
import { nearestWords, unknownWords } from './search_words.ts';
import { suggestion } from './suggestion.ts';

/** Words of a search for which others are offered, others that are offered in all, and ideas close in meaning. */
const ASKED_WORDS = 3;
const OFFERED = 3;
const CLOSE = 3;

interface Offered {
  word: string;
  near: string;
  /** the whole text with the one word in place of the other */
  q: string;
}

/** The text with one of its words replaced, wherever it stands as a word of its own. */
function replaced(q: string, word: string, near: string): string {
  return q.replaceAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu, (written) =>
    tokenise(written)[0] === word ? near : written,
  );
}

/** Words that may have been meant, likeliest first; of each stem one, since a search finds all its forms. */
async function offeredFor(scope: Scope, q: string, words: readonly string[]): Promise<Offered[]> {
  const { subdomain_id } = scope.viewer;
  const offered: Offered[] = [];
  for (const word of words) {
    const stems = new Set<string>();
    for (const near of await nearestWords((statement) => scope.read(statement), subdomain_id, word)) {
      if (stems.has(stemOf(near))) continue;
      stems.add(stemOf(near));
      offered.push({ word, near, q: replaced(q, word, near) });
    }
  }
  return offered;
}

/** How many ideas hold each word in any form among those that the filters leave, counted to a cap; one statement. */
async function countedIn(
  scope: Scope,
  filters: Readonly<Record<string, unknown>>,
  offered: readonly Offered[],
): Promise<number[]> {
  if (offered.length === 0) return [];
  const entities: Entities = new Map([[suggestion.name, suggestion]]);
  const w = new Writer(scope.viewer.subdomain_id);
  const texts = w.value(offered.map(({ near }) => operandOf(near)));
  const where = new ListWriter(entities, scope.viewer, filters, w).conditions(suggestion, filters, 'n');
  const rows = await scope.read<{ total: number }>({
    text: `select x.total::int as total from unnest(${texts}::text[]) with ordinality as o (text, place)
cross join lateral (select count(*) as total from (select 1 from suggestion_contents sc join suggestions n on n.subdomain_id = $1 and n.id = sc.suggestion_id
  where sc.subdomain_id = $1 and sc.search @@ to_tsquery('${SEARCH_CONFIG}', o.text) and ${where} limit ${SEARCH_TOTAL_CAP + 1}) c) x
order by o.place`,
    values: w.values,
  });
  return rows.map(({ total }) => total);
}

/** How many ideas a text finds. */
const totalOf = async (reader: EntityReads, filters: Readonly<Record<string, unknown>>): Promise<number> =>
  (await reader.list(suggestion, { filters, sort: null, page: 1, perPage: 1 }, { total_records: true }))
    .total_records!;

/** What a search that found nothing may have meant. */
export const searchNearest = defineQuery({
  name: 'search_nearest',
  description:
    'For a search that found nothing: words of this workspace that are most like those that no idea holds, and ideas close in meaning.',
  requires: readRight('feedback'),
  args: {
    q: required(textInput('What was searched for.', textLimits.searchCharacters)),
    filter: inSuggestionFilter,
  },
  returns: 'SearchNearest!',
  reads: ['suggestions.title', 'suggestions.state', 'suggestions-'],
  shapes: [
    shape(
      'SearchNearest',
      'What a search may have meant.',
      {
        words: {
          type: '[SearchNearestWord!]!',
          description: `At most ${OFFERED} words that ideas hold among those that the filters leave, likeliest first.`,
        },
        all_ideas_count: {
          type: 'Int!',
          description: 'How many ideas q finds without the filters; more than 1,000 are given as 1,001.',
        },
        close: {
          type: '[Suggestion!]!',
          description: `At most ${CLOSE} open ideas close in meaning, of all forums, likeliest first.`,
        },
      },
      [
        shape('SearchNearestWord', 'A word that may have been meant.', {
          word: { type: 'String!', description: 'The word of q, in lower case.' },
          near: { type: 'String!', description: 'The word of ideas that is like it.' },
          q: { type: 'String!', description: 'The whole text with the one in place of the other.' },
          ideas_count: {
            type: 'Int!',
            description:
              'Ideas that hold it in any form among those that the filters leave; more than 1,000 are given as 1,001.',
          },
        }),
      ],
    ),
  ],
  run: async ({ q, filter }, { scope, reader, selection }) => {
    const { viewer } = scope;
    refuseFilters(suggestion, filter ?? {}, viewer);
    const read = <Row extends object>(statement: Parameters<typeof scope.read>[0]) =>
      scope.read<Row>(statement);
    const filters = await suggestion.list!.resolve!(read, viewer, { ...filter, q: undefined });
    const typed = q.trim().replace(/^:/, '');
    const allIdeas = await totalOf(reader, { q });
    const comparable = [...new Set(tokenise(typed))].filter(isComparable);
    // where it finds nothing anywhere, each of its words may be the wrong one: an idea that held it may be gone
    const asked =
      allIdeas === 0 ? comparable : await unknownWords(read, viewer.subdomain_id, comparable, null);
    const offered = await offeredFor(scope, typed, asked.slice(0, ASKED_WORDS));
    const counts = selection['words'] ? await countedIn(scope, filters, offered) : [];
    const words = offered
      .map((each, index) => ({ ...each, ideas_count: counts[index] ?? 0 }))
      .filter(({ ideas_count }) => ideas_count > 0)
      .slice(0, OFFERED);
    const close = selection['close']
      ? (
          await reader.list(
            suggestion,
            { filters: { q: meant(typed, offered) }, sort: 'likeness', page: 1, perPage: CLOSE },
            { records: selection['close'] as Selection },
          )
        ).records!
      : [];
    return { words, all_ideas_count: allIdeas, close };
  },
});

/** The text with the likeliest word in place of each that was asked for. */
function meant(q: string, offered: readonly Offered[]): string {
  const likeliest = new Map<string, string>();
  for (const { word, near } of offered) if (!likeliest.has(word)) likeliest.set(word, near);
  return [...likeliest].reduce((text, [word, near]) => replaced(text, word, near), q);
}

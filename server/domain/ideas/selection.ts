import { graphqlLimits, paging } from '../../../contract/limits.ts';
import { badInput } from '../../core/errors.ts';
import { booleanInput, idListInput, objectInput } from '../../inputs/kinds.ts';
import type { InputValues } from '../../core/inputs.ts';
import { refuseFilters } from '../../listing/filters.ts';
import { ListWriter, type Entities, type RecordsRow } from '../../listing/list_writer.ts';
import { searchedWords, withSearchedWords } from '../../listing/reader.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Statement } from '../../sql/writer.ts';
import { suggestion } from './suggestion.ts';

const { filters } = suggestion.list!;

/** The filters of the list of ideas, as one input: what "select all" stands for. */
export const inSuggestionFilter = objectInput(
  'SuggestionFilter',
  'Filters of the list of ideas; none: open ideas.',
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filter.input])),
);

/** Ideas chosen for a bulk action: by id, or all that a filter leaves but for some (DEC-104). */
export const selectionInputs = {
  ids: idListInput('Ideas; those that are not there are passed over.', graphqlLimits.idsPerArgument),
  select_all: booleanInput(
    `All ideas that the filter leaves, at most ${paging.selectAllLimit.toLocaleString('en')}: the first in the order of the list.`,
  ),
  filter: inSuggestionFilter,
  exclude_ids: idListInput('With select_all: all but these.', graphqlLimits.idsPerArgument),
};

export type Selected = InputValues<typeof selectionInputs>;

/**
 * Ids of the chosen ideas, ascending; deleted, unknown and foreign ones are left out.
 * @param read sends a reading statement: of a scope, or of an open transaction
 * @param limit at most this many with select_all
 * @throws BAD_USER_INPUT when nothing says what is chosen
 */
export async function selectIdeas(
  viewer: Viewer,
  chosen: Selected,
  read: <Row extends object>(statement: Statement) => Promise<Row[]>,
  limit: number = paging.selectAllLimit,
): Promise<string[]> {
  const entities: Entities = new Map([[suggestion.name, suggestion]]);
  const selection = { id: true } as const;
  let statement: Statement;
  if (chosen.select_all) {
    refuseFilters(suggestion, chosen.filter ?? {}, viewer);
    const chosenFilters = await suggestion.list!.resolve!(read, viewer, chosen.filter ?? {});
    const searched = await searchedWords(suggestion, read, viewer.subdomain_id, {
      filters: chosenFilters,
      sort: null,
    });
    const given = withSearchedWords(chosenFilters, searched);
    const perPage = limit + (chosen.exclude_ids?.length ?? 0);
    statement = new ListWriter(entities, viewer, given).page(suggestion, {
      selection,
      filters: given,
      sort: null,
      page: 1,
      perPage,
    });
  } else {
    if (chosen.ids === undefined || chosen.ids.length === 0)
      throw badInput('ids', 'Choose at least one idea.', { reason: 'required' });
    statement = new ListWriter(entities, viewer).byIds(suggestion, chosen.ids, selection);
  }
  const [row] = await read<RecordsRow>(statement);
  const left = new Set((chosen.select_all && chosen.exclude_ids) || []);
  return (JSON.parse(row!.records) as { id: string }[])
    .map((record) => record.id)
    .filter((id) => !left.has(id))
    .slice(0, chosen.select_all ? limit : undefined)
    .sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
}

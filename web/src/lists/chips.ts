/** The filters of a list as chips, and as what is on offer. Pure. */
import type { FilterChip } from '../ui/table/FilterChips.tsx';
import { formatList } from '../ui/text/format.ts';
import type { FilterNames } from './filterNames.ts';
import { valuesOf, withoutValue } from './filters.ts';
import type { FilterState, ShownFilter } from './filters.ts';
import { listMessages as texts } from './listMessages.ts';

/** What one value of a filter is called. */
function nameOf(filter: ShownFilter, value: string, names: FilterNames): string {
  if (!('records' in filter)) return filter.choices.find((choice) => choice.value === value)?.label ?? value;
  return value === withoutValue ? (filter.without ?? value) : (names.get(`${filter.id} ${value}`) ?? '…');
}

/** A chip for each filter that is set, in the order of the filters. @param names those that are known yet */
export function chipsOf(
  filters: readonly ShownFilter[],
  state: FilterState,
  names: FilterNames,
): FilterChip[] {
  return filters.flatMap((filter) => {
    const values = valuesOf(state, filter);
    if (values.length === 0) return [];
    return [
      {
        id: filter.id,
        field: filter.label,
        operator: values.length > 1 ? texts.isAnyOf : texts.is,
        value: formatList(
          values.map((value) => nameOf(filter, value, names)),
          3,
        ),
      },
    ];
  });
}

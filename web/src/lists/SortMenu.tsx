import { IconArrowsSort } from '@tabler/icons-react';
import { Button } from '../ui/elements/Button.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import type { TableColumn } from '../ui/table/tableLayout.ts';
import { listMessages as texts } from './listMessages.ts';
import { pageMessages } from './pageMessages.ts';

/**
 * The order of a list whose rows have no heads, or of a search, whose own order no head names.
 *
 * @param sort as the server writes it; null: its own
 * @param isSearch the best match first is on offer, too
 */
export function SortMenu({
  columns,
  sort,
  isSearch,
  onSort,
}: {
  columns: readonly Pick<TableColumn<never>, 'id' | 'header' | 'sortKey' | 'sortsDescendingFirst'>[];
  sort: string | null;
  isSearch: boolean;
  onSort: (sort: string) => void;
}) {
  const offered = columns.flatMap(({ id, header, sortKey, sortsDescendingFirst }) =>
    sortKey === undefined
      ? []
      : [
          {
            id,
            label: String(header),
            sortKey,
            first: sortsDescendingFirst === true ? `-${sortKey}` : sortKey,
          },
        ],
  );
  const isSorted = (sortKey: string): boolean => sort?.replace(/^-/, '') === sortKey;
  return (
    <Menu
      label={texts.sortBy}
      placement="bottom-start"
      items={[
        ...(isSearch
          ? [
              {
                id: 'best',
                label: pageMessages.bestMatch,
                checked: sort === null,
                onSelect: () => onSort(''),
              },
            ]
          : []),
        ...offered.map(({ id, label, sortKey, first }) => ({
          id,
          label,
          checked: isSorted(sortKey),
          onSelect: () => onSort(first),
        })),
      ]}
      trigger={(props) => (
        <Button {...props} icon={<IconArrowsSort size={14} stroke={1.75} aria-hidden="true" />}>
          {offered.find(({ sortKey }) => isSorted(sortKey))?.label ??
            (isSearch ? pageMessages.bestMatch : texts.sortBy)}
        </Button>
      )}
    />
  );
}

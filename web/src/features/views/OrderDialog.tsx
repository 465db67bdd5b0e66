import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../ui/elements/Button.tsx';
import { SortableList } from '../../ui/fields/SortableList.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { ModalControl } from '../../ui/overlay/modals.ts';

interface OrderTexts {
  note: string;
  label: string;
  what: string;
  empty: string;
  first: (count: number, total: number) => string;
  close: string;
}

/**
 * A dialog that brings records into an order by dragging or by key; each move is saved at once.
 *
 * @param query loads them
 * @param items those that can be moved, in their order
 * @param total of all, of which only the first may be here
 * @param onReorder the ids in their new order, and the one that was moved
 */
export function OrderDialog<Item extends { id: string }>({
  title,
  texts,
  query,
  items,
  total,
  nameOf,
  onReorder,
  opened,
  close,
}: ModalControl & {
  title: string;
  texts: OrderTexts;
  query: Pick<UseQueryResult, 'isPending' | 'data' | 'refetch'>;
  items: readonly Item[];
  total: number;
  nameOf: (item: Item) => string;
  onReorder: (ids: readonly string[], moved: string) => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={title}
      size="medium"
      footer={
        <Button size="form" variant="primary" onClick={close}>
          {texts.close}
        </Button>
      }
    >
      {query.isPending ? (
        <DelayedSkeleton>
          <SkeletonLines count={6} />
        </DelayedSkeleton>
      ) : query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} />
      ) : items.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <>
          <p>{texts.note}</p>
          <SortableList
            label={texts.label}
            items={items}
            title={nameOf}
            renderItem={nameOf}
            onReorder={onReorder}
          />
          {total > items.length ? <p>{texts.first(items.length, total)}</p> : null}
        </>
      )}
    </Dialog>
  );
}

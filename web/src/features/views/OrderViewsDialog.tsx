import { useQuery, useQueryClient } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import type { OrderedViewsQuery } from '../../api/generated/graphql.ts';
import { useCommand } from '../../forms/useCommand.ts';
import type { ModalControl } from '../../ui/overlay/modals.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { viewTexts } from './viewMessages.ts';

const texts = viewTexts.orderViews;

const viewsDocument = graphql(`
  query OrderedViews {
    saved_views(kind: ["suggestion"], sort: "position", per_page: 100) {
      total_records
      records {
        id
        name
      }
    }
  }
`);

const orderDocument = graphql(`
  mutation OrderViews($ids: [ID!]!) {
    saved_view_reorder(ids: $ids) {
      id
    }
  }
`);

const queryKey = ['ordered-views'];

/** The order of the viewer's saved views, changed by dragging; each move is saved at once. */
export function OrderViewsDialog({ opened, close }: ModalControl) {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => request(viewsDocument, {}, { signal }) });
  const list = query.data?.saved_views;
  const order = useCommand(orderDocument, {
    failed: viewTexts.failed,
    onFailed: () => void query.refetch(),
  });
  const reorder = (ids: readonly string[]): void => {
    client.setQueryData<OrderedViewsQuery>(queryKey, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            saved_views: {
              ...data.saved_views,
              records: ids.flatMap((id) => data.saved_views.records.find((view) => view.id === id) ?? []),
            },
          },
    );
    void order.run({ ids: [...ids] });
  };
  return (
    <OrderDialog
      {...{ opened, close, texts, query }}
      title={texts.title}
      items={list?.records ?? []}
      total={list?.total_records ?? 0}
      nameOf={({ name }) => name}
      onReorder={reorder}
    />
  );
}

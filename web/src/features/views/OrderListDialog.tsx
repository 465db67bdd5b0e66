import { useQuery, useQueryClient } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import type { OrderedIdeasQuery } from '../../api/generated/graphql.ts';
import { useCommand } from '../../forms/useCommand.ts';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { viewTexts } from './viewMessages.ts';

const texts = viewTexts.order;

const orderedDocument = graphql(`
  query OrderedIdeas($view: [ID!]) {
    suggestions(
      saved_view: $view
      sort: "list_position"
      per_page: 100
      state: ["open", "pending", "closed"]
    ) {
      total_records
      records {
        id
        title
      }
    }
  }
`);

const moveDocument = graphql(`
  mutation MoveInIdeaList($id: ID!, $suggestion_ids: [ID!]!, $before: ID) {
    saved_view_move_suggestions(id: $id, suggestion_ids: $suggestion_ids, before: $before) {
      id
    }
  }
`);

/** The order of a chosen list, changed by dragging; each move is saved at once. */
export function OrderListDialog({
  saved_view_id: id,
  name,
  opened,
  close,
}: ModalProps['orderList'] & ModalControl) {
  const client = useQueryClient();
  const queryKey = ['ordered_ideas', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(orderedDocument, { view: [id] }, { signal }),
  });
  const list = query.data?.suggestions;
  const total = list?.total_records ?? 0;
  const found = list?.records ?? [];
  // of a longer list the last that was found says where those behind begin, and stays there
  const ideas = total > found.length ? found.slice(0, -1) : found;
  const behind = total > found.length ? (found.at(-1)?.id ?? null) : null;
  const move = useCommand(
    ({ moved, before }: { moved: string; before: string | null }) =>
      request(moveDocument, { id, suggestion_ids: [moved], before }),
    { failed: viewTexts.failed, onFailed: () => void query.refetch() },
  );
  const reorder = (ids: readonly string[], moved: string): void => {
    const before = ids[ids.indexOf(moved) + 1] ?? behind;
    client.setQueryData<OrderedIdeasQuery>(queryKey, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            suggestions: {
              ...data.suggestions,
              records: [...ids, ...(behind === null ? [] : [behind])].flatMap(
                (one) => data.suggestions.records.find((idea) => idea.id === one) ?? [],
              ),
            },
          },
    );
    void move.run({ moved, before });
  };
  return (
    <OrderDialog
      {...{ opened, close, texts, query, total }}
      title={texts.title(name)}
      items={ideas}
      nameOf={({ title }) => title}
      onReorder={reorder}
    />
  );
}

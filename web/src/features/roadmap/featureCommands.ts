/** What can be done to features wherever they are shown. */
import { ApiError } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import type { MenuItem } from '../../ui/overlay/Menu.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import { columnOf, moveTo, withMoved } from './board.ts';
import type { BoardPlace } from './board.ts';
import {
  bulkFeaturesDocument,
  deleteFeaturesDocument,
  loadLastMove,
  loadOpenIdeas,
  patchFeatures,
  refetchFeatures,
  undoFeaturesDocument,
  updateFeatureDocument,
} from './roadmapQueries.ts';
import type { FeatureCard, FeatureFilters, FeatureStatus } from './roadmapQueries.ts';
import { roadmapTexts as texts } from './roadmapMessages.ts';

const undoStatusDocument = graphql(`
  mutation UndoFeatureStatusPost($id: ID!) {
    bulk_undo(id: $id) {
      changed_count
    }
  }
`);

/** What an action needs of a feature. */
export interface Acted {
  id: string;
  name: string;
  state: string;
  feature_status: { id: string } | null;
  /** Ideas that can hear of a status. */
  open_suggestions_count: number;
}

/** What a status is called; that of features without one as well. */
export const columnName = (column: string, statuses: readonly FeatureStatus[]): string =>
  statuses.find(({ id }) => id === column)?.name ?? texts.noStatus;

/** Posts a status update on the open ideas of a feature; the panel says first how many hear of it. */
export function useTellSupporters(): (feature: Pick<Acted, 'id'>) => void {
  const toasts = useToasts();
  return (feature) => {
    void loadOpenIdeas(feature.id).then(
      (suggestion_ids) =>
        openModal('bulkStatus', {
          suggestion_ids,
          onPosted: ({ changed_count, undo_id, mails_wait_seconds }) =>
            toasts.success(texts.posted(changed_count), {
              ...(undo_id === null
                ? {}
                : {
                    onUndo: () =>
                      void request(undoStatusDocument, { id: undo_id }).then(
                        () => toasts.success(texts.undone),
                        () => toasts.error(texts.failed),
                      ),
                  }),
              ...(mails_wait_seconds > 0 ? { undoMs: mails_wait_seconds * 1000 } : {}),
            }),
        }),
      () => toasts.error(texts.failed),
    );
  };
}

/** Moves cards, ahead of the server's answer; a card that someone else has moved meanwhile jumps to where it is. */
export function useMoves(filters: FeatureFilters, statuses: readonly FeatureStatus[]) {
  const toasts = useToasts();
  const tell = useTellSupporters();
  const send = async (
    card: FeatureCard,
    place: BoardPlace,
    cards: readonly FeatureCard[],
    force: boolean,
  ) => {
    const move = moveTo(card, place, cards);
    if (move === null) return;
    patchFeatures(filters, (records) => withMoved(records, card, place, cards));
    try {
      await request(updateFeatureDocument, {
        id: card.id,
        ...move,
        ...(force ? {} : { if_updated_at: card.updated_at }),
      });
    } catch (error) {
      void refetchFeatures();
      if (error instanceof ApiError && error.reason === 'changed') {
        const last = await loadLastMove(card.id).catch(() => null);
        toasts.warning(
          texts.movedByOther(
            last?.user_name ?? texts.someone,
            card.name,
            last?.feature_status?.name ?? texts.noStatus,
          ),
          {
            action: {
              label: texts.moveMine(columnName(place.column, statuses)),
              onClick: () => void send(card, place, cards, true),
            },
          },
        );
      } else toasts.error(error instanceof ApiError ? error.message : texts.failed);
      return;
    }
    if (columnOf(card) === place.column) return;
    toasts.success(texts.moved(card.name, columnName(place.column, statuses)), {
      onUndo: () =>
        void request(updateFeatureDocument, {
          id: card.id,
          feature_status_id: card.feature_status?.id ?? null,
          position: card.position,
        }).catch(() => toasts.error(texts.failed)),
      ...(card.open_suggestions_count > 0
        ? { action: { label: texts.tell(card.open_suggestions_count), onClick: () => tell(card) } }
        : {}),
    });
  };
  return (card: FeatureCard, place: BoardPlace, cards: readonly FeatureCard[]): void =>
    void send(card, place, cards, false);
}

/** What can be done to features from menus and the bar of selected ones; each says how it went. */
export function useFeatureCommands(onDeleted?: () => void) {
  const undo = (id: string | null) =>
    id === null
      ? null
      : { send: () => request(undoFeaturesDocument, { id }), done: texts.undone, failed: texts.failed };
  const change = useCommand(bulkFeaturesDocument, {
    done: ({ features_bulk_update: done }) => (done === null ? null : texts.changed(done.changed_count)),
    undo: ({ features_bulk_update: done }) => undo(done?.undo_id ?? null),
    failed: texts.failed,
  });
  const remove = useCommand(
    ({ features }: { features: readonly Pick<Acted, 'id' | 'name'>[] }) =>
      request(deleteFeaturesDocument, { ids: features.map(({ id }) => id) }),
    {
      done: (_answer, { features }) => texts.deleted(features.length, features[0]?.name ?? ''),
      undo: ({ features_bulk_delete: done }) => undo(done?.undo_id ?? null),
      failed: texts.failed,
      onDone: () => onDeleted?.(),
    },
  );
  const setState = useCommand(
    ({ feature, state }: { feature: Acted; state: string }) =>
      request(updateFeatureDocument, { id: feature.id, state }),
    {
      done: (_answer, { feature, state }) =>
        state === 'archived' ? texts.archived(feature.name) : texts.unarchived(feature.name),
      undo: (_answer, { feature }) => ({
        send: () => request(updateFeatureDocument, { id: feature.id, state: feature.state }),
        done: texts.undone,
        failed: texts.failed,
      }),
      failed: texts.failed,
    },
  );
  return { change, remove, setState };
}

/** Entries of a menu that stand for a feature wherever it is; for who may write. */
export function featureMenu(
  feature: Acted,
  { remove, setState }: ReturnType<typeof useFeatureCommands>,
): MenuItem[] {
  const isArchived = feature.state === 'archived';
  return [
    {
      id: 'state',
      label: isArchived ? texts.unarchive : texts.archive,
      onSelect: () => void setState.run({ feature, state: isArchived ? 'active' : 'archived' }),
    },
    { kind: 'separator', id: 'before-delete' },
    {
      id: 'delete',
      label: texts.delete,
      danger: true,
      onSelect: () => void remove.run({ features: [feature] }),
    },
  ];
}

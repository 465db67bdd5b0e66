import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { subscribeAllMessages as texts } from './subscribeAllMessages.ts';

const subscribeDocument = graphql(`
  mutation SubscribeAllVoters($id: ID!) {
    suggestion_subscribe_all(id: $id) {
      changed_count
      undo_id
    }
  }
`);

const undoDocument = graphql(`
  mutation UndoSubscribeAll($id: ID!) {
    bulk_undo(id: $id) {
      changed_count
    }
  }
`);

/** Subscribes all voters of an idea who were never asked, with an undo. */
export function SubscribeAll({ ideaId, onDone }: { ideaId: string; onDone?: () => unknown }) {
  const subscribe = useCommand(subscribeDocument, {
    done: ({ suggestion_subscribe_all }) => texts.done(suggestion_subscribe_all?.changed_count ?? 0),
    failed: texts.failed,
    undo: ({ suggestion_subscribe_all }) => {
      const id = suggestion_subscribe_all?.undo_id ?? null;
      return id === null
        ? null
        : {
            send: () => request(undoDocument, { id }),
            done: texts.back,
            failed: texts.backFailed,
            onDone: () => void onDone?.(),
          };
    },
    onDone: () => onDone?.(),
  });
  return (
    <Button
      variant="text"
      data-tip={texts.tip}
      disabled={subscribe.isRunning}
      onClick={() => void subscribe.run({ id: ideaId })}
    >
      {texts.subscribe}
    </Button>
  );
}

import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { blockedAmong } from '../../../records/person.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { bulkTexts as texts } from './bulkMessages.ts';
import { inTurn } from './inTurn.ts';

const blockDocument = graphql(`
  mutation BlockOneOfSeveral($id: ID!, $blocked: Boolean!) {
    user_block(id: $id, blocked: $blocked) {
      id
      name
      allowed_state
    }
  }
`);

/** Blocks people one after the other, since each takes their votes and texts along; what failed is told with the reason. */
export function BlockSeveral({
  opened,
  onClose,
  onDone,
  ids,
}: {
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
  ids: readonly string[];
}) {
  const [step, setStep] = useState(0);
  const block = useCommand(
    async ({ all }: { all: readonly string[] }) => {
      // who is blocked already is left out, so that the undo does not let them in
      const before = await blockedAmong(all);
      const open = all.filter((id) => !before.has(id));
      const { done: blocked, failures } = await inTurn(
        open,
        (id) => request(blockDocument, { id, blocked: true }),
        setStep,
      );
      // of none, the command itself says why
      if (blocked.length === 0 && failures.length > 0) throw failures[0];
      return { blocked, failed: failures.length, reason: failures.length > 0 ? messageOf(failures[0]) : '' };
    },
    {
      done: ({ blocked, failed, reason }) =>
        failed === 0 ? texts.blocked(blocked.length) : texts.someBlocked(blocked.length, failed, reason),
      failed: texts.blockFailed,
      undo: ({ blocked }) =>
        blocked.length === 0
          ? null
          : {
              send: async () => {
                for (const id of blocked) await request(blockDocument, { id, blocked: false });
                return { blocked, failed: 0, reason: '' };
              },
              done: texts.unblocked(blocked.length),
              failed: texts.unblockFailed,
            },
      onDone: () => {
        onDone();
        onClose();
      },
    },
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => void block.run({ all: ids })}
      title={texts.blockTitle(ids.length)}
      confirmLabel={block.isRunning ? texts.blocking(step, ids.length) : texts.block}
      danger
      working={block.isRunning}
    >
      {texts.blockText}
    </ConfirmDialog>
  );
}

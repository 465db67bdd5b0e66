import { useToasts } from '../../../ui/toasts/Toasts.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import type { Command } from '../../../forms/useCommand.ts';
import { decide, undoDecision } from './reviewCalls.ts';
import type { Decision } from './reviewCalls.ts';
import { reviewMessages as texts } from './reviewMessages.ts';
import type { ReviewKind } from './reviewMessages.ts';

const said = { approve: texts.approved, spam: texts.spammed, delete: texts.deleted };

/** Decides about what is held and says so, with Undo. */
export function useModeration(): Command<{ kind: ReviewKind; decision: Decision; ids: string[] }> {
  const toasts = useToasts();
  return useCommand(decide, {
    done: ({ changed_count, undo_id }, { kind, decision }) =>
      undo_id === null ? null : said[decision](kind, changed_count),
    undo: ({ undo_id }) =>
      undo_id === null ? null : { send: () => undoDecision(undo_id), done: texts.undone },
    onDone: ({ undo_id }) => undo_id ?? toasts.info(texts.nothing),
  });
}

import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { useToasts } from '../../../ui/Toasts.tsx';
import { decide, undoDecision } from './reviewCalls.ts';
import type { Decision } from './reviewCalls.ts';
import { reviewMessages as texts } from './reviewMessages.ts';
import type { ReviewKind } from './reviewMessages.ts';

/** Decides about what is held and says so, with Undo. Answers whether it was done. */
export function useModeration(): {
  isWorking: boolean;
  run: (kind: ReviewKind, decision: Decision, ids: string[]) => Promise<boolean>;
} {
  const toasts = useToasts();
  const [isWorking, setIsWorking] = useState(false);
  const run = async (kind: ReviewKind, decision: Decision, ids: string[]): Promise<boolean> => {
    setIsWorking(true);
    try {
      const { changed_count, undo_id } = await decide(kind, decision, ids);
      if (undo_id === null) {
        toasts.info(texts.nothing);
        return true;
      }
      const say = { approve: texts.approved, spam: texts.spammed, delete: texts.deleted }[decision];
      toasts.success(say(kind, changed_count), {
        onUndo: () => {
          undoDecision(undo_id).then(
            () => toasts.success(texts.undone),
            (error: unknown) => toasts.error(messageOf(error)),
          );
        },
      });
      return true;
    } catch (error) {
      toasts.error(messageOf(error));
      return false;
    } finally {
      setIsWorking(false);
    }
  };
  return { isWorking, run };
}

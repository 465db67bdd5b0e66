/** Saves one property of an idea at a time, shown before the server has answered. */
import { useMutation } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../api/errors.ts';
import { queryClient } from '../../api/runtime.ts';
import { useToasts } from '../../ui/Toasts.tsx';
import { detailsMessages as texts } from './detailsMessages.ts';
import { heldIdea, ideaKey, patchIdea } from './detailsQueries.ts';
import type { Idea } from './detailsQueries.ts';

/** A change of one property. */
export type IdeaEdit = {
  /** Name of the property, as the page shows it. */
  name: string;
  /** The idea as it will be. */
  apply: (idea: Idea) => Idea;
  /** The property's value in words, to say what somebody else made of it. */
  describe: (idea: Idea) => string;
  /** Sends it. `ifUpdatedAt` is the time of the idea that was seen; the answer is the idea's new one. */
  send: (ifUpdatedAt: string) => Promise<string>;
};

/**
 * Answers the function that saves. Changes of one idea are sent one after the other, each with the time
 * of the version that it was made on. A refused one is taken back: when somebody else was faster, the
 * newer value is shown and named, and one's own can be saved over it.
 */
export function useIdeaEdit(id: string): (edit: IdeaEdit) => void {
  const toasts = useToasts();
  const mutation = useMutation({
    scope: { id: `idea-${id}` },
    mutationFn: async (edit: IdeaEdit) => {
      const held = heldIdea(id);
      if (held === undefined) throw new Error(texts.changedGone);
      return edit.send(held.updated_at);
    },
    onMutate: async (edit) => {
      await queryClient.cancelQueries({ queryKey: ideaKey(id) });
      patchIdea(id, edit.apply);
    },
    onSuccess: (updatedAt) => patchIdea(id, (idea) => ({ ...idea, updated_at: updatedAt })),
    onError: async (error, edit) => {
      await queryClient.invalidateQueries({ queryKey: ideaKey(id) });
      if (!(error instanceof ApiError) || error.reason !== 'changed') {
        toasts.error(texts.saveFailed(edit.name, messageOf(error)));
        return;
      }
      const fresh = heldIdea(id);
      if (fresh === undefined) toasts.error(texts.changedGone);
      else
        toasts.warning(texts.changed(edit.name, edit.describe(fresh)), {
          action: { label: texts.overwrite, onClick: () => mutation.mutate(edit) },
          autoHideMs: null,
        });
    },
  });
  return mutation.mutate;
}

/** Saves one property of an idea at a time, shown before the server has answered. */
import { useMutation } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryClient } from '../../../api/runtime.ts';
import { useToasts } from '../../../ui/toasts/Toasts.tsx';
import { detailsMessages as texts } from './messages.ts';
import { heldIdea, ideaKey, patchIdea } from './queries.ts';
import type { Idea } from './queries.ts';

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
  /** Told the sentence of a refusal that is no conflict, for the field that it was typed into. */
  refused?: (message: string) => void;
};

const none: readonly IdeaEdit[] = [];
/** Changes that wait for their answer, by idea, oldest first. */
const pending = new Map<string, readonly IdeaEdit[]>();
const listeners = new Set<() => void>();

function setPending(id: string, edits: readonly IdeaEdit[]): void {
  if (edits.length === 0) pending.delete(id);
  else pending.set(id, edits);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The idea with the changes that are still on their way. They are laid over what is read, so that an
 * answer of an earlier change cannot take a later one back for a moment.
 */
export function useEditedIdea(id: string, idea: Idea | null): Idea | null {
  const edits = useSyncExternalStore(subscribe, () => pending.get(id) ?? none);
  return useMemo(
    () => (idea === null ? null : edits.reduce((edited, edit) => edit.apply(edited), idea)),
    [idea, edits],
  );
}

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
    onMutate: (edit) => setPending(id, [...(pending.get(id) ?? none), edit]),
    onSuccess: (updatedAt, edit) => {
      // an answer that was asked for before the change must not come after it
      void queryClient.cancelQueries({ queryKey: ideaKey(id) });
      patchIdea(id, (idea) => ({ ...edit.apply(idea), updated_at: updatedAt }));
      void queryClient.invalidateQueries({ queryKey: ideaKey(id) });
    },
    onError: async (error, edit) => {
      await queryClient.invalidateQueries({ queryKey: ideaKey(id) });
      if (!(error instanceof ApiError) || error.reason !== 'changed') {
        edit.refused?.(messageOf(error));
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
    onSettled: (_answer, _error, edit) => {
      const edits = [...(pending.get(id) ?? none)];
      edits.splice(edits.indexOf(edit), 1);
      setPending(id, edits);
    },
  });
  return mutation.mutate;
}

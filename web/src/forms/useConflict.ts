import { useState } from 'react';
import { messageOf } from '../api/errors.ts';
import { useToasts } from '../ui/Toasts.tsx';
import { panelMessages } from './panelMessages.ts';
import type { PanelRecord } from './usePanelForm.ts';

/** One field in both versions, as text; '' is shown as empty. */
export type FieldVersions = { name: string; mine: string; theirs: string };

/** The state of a conflict; made by `useConflict`. */
export type Conflict<Values> = {
  /** The other version; null while there is no conflict. */
  theirs: PanelRecord<Values> | null;
  show: () => Promise<void>;
  hide: () => void;
  /** Both versions field by field, for the dialog. */
  fields: (mine: Values) => FieldVersions[];
};

/**
 * What follows when a save answers that somebody else saved first: the other version is loaded and shown
 * beside the own one.
 *
 * @param reload loads the record as it is now; null when it is gone
 * @param describe the fields of a version as texts, always in the same order
 */
export function useConflict<Values extends object>({
  reload,
  describe,
}: {
  reload: () => Promise<PanelRecord<Values> | null>;
  describe: (values: Values) => { name: string; text: string }[];
}): Conflict<Values> {
  const toasts = useToasts();
  const [theirs, setTheirs] = useState<PanelRecord<Values> | null>(null);
  // Stays for the way out of the dialog.
  const [shown, setShown] = useState<PanelRecord<Values> | null>(null);
  return {
    theirs,
    show: async () => {
      try {
        const current = await reload();
        setTheirs(current);
        setShown(current);
        if (current === null) toasts.error(panelMessages.goneReason);
      } catch (error) {
        toasts.error(panelMessages.conflict.failed, { title: messageOf(error) });
      }
    },
    hide: () => setTheirs(null),
    fields: (mine) => {
      if (shown === null) return [];
      const other = describe(shown.values);
      return describe(mine).map(({ name, text }, index) => ({
        name,
        mine: text,
        theirs: other[index]?.text ?? '',
      }));
    },
  };
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { keepDraft, readDraft } from './drafts.ts';
import { SavedDraft } from './savedDraft.ts';
import type { DraftPorts, Stored } from './savedDraft.ts';

/**
 * The draft of a record while its editor is open; what is unsaved when it closes is sent at once.
 * @param key names the record among what the tab keeps
 * @param stored what the server holds; answers that come later are taken over where nothing is unsaved
 */
export function useSavedDraft<Text extends object>(
  key: string,
  stored: Stored<Text>,
  ports: Omit<DraftPorts<Text>, 'keep'>,
) {
  const [draft] = useState(() => {
    const earlier = readDraft<Text>(key);
    return new SavedDraft<Text>(
      stored,
      earlier === null ? null : { ...earlier.values, version: earlier.version ?? stored.version },
      {
        ...ports,
        keep: (unsaved) => {
          if (unsaved === null) return keepDraft(key, null);
          const { version, ...values } = unsaved;
          return keepDraft(key, { values, files: [], removed: [], version });
        },
      },
    );
  });
  // eslint-disable-next-line react-hooks/exhaustive-deps -- it is another one where its version is
  useEffect(() => draft.arrived(stored), [draft, stored.version]);
  useEffect(() => () => void draft.save(), [draft]);
  const state = useSyncExternalStore(draft.watch, draft.state);
  return { draft, state };
}

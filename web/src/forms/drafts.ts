/**
 * What was typed into a form and not saved yet: kept in the tab, so that it survives a reload, a lost session and a
 * form that closed because the page changed. Never sent anywhere.
 */
import { keepUnsentText, unsentText } from '../host/storage.ts';
import type { AttachedFile } from './useAttachments.ts';

/** One form's draft. */
export type Draft<Values> = {
  values: Values;
  files: readonly AttachedFile[];
  removed: readonly AttachedFile[];
  /** `updated_at` of the record that the draft changes; null for a new one. */
  version: string | null;
};

/** The draft of a form; null when there is none or it cannot be read. */
export function readDraft<Values>(key: string): Draft<Values> | null {
  try {
    const draft = JSON.parse(unsentText(key) ?? 'null') as Partial<Draft<Values>> | null;
    if (
      typeof draft?.values !== 'object' ||
      draft.values === null ||
      !Array.isArray(draft.files) ||
      !Array.isArray(draft.removed)
    )
      return null;
    return {
      values: draft.values,
      files: draft.files,
      removed: draft.removed,
      version: draft.version ?? null,
    };
  } catch {
    return null;
  }
}

/** Keeps a draft; null forgets it: it was saved or thrown away. */
export function keepDraft<Values>(key: string, draft: Draft<Values> | null): void {
  keepUnsentText(key, draft === null ? null : JSON.stringify(draft));
}

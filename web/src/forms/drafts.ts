/**
 * What was typed into a panel and not saved yet: kept in the tab, so that it survives a reload, a lost
 * session and a panel that closed because the page changed. Never sent anywhere.
 */
import type { AttachedFile } from '../pickers/useAttachments.ts';

/** Whose drafts are read and written. */
export type DraftOwner = { subdomain_key: string; user_id: string };

/** One panel's draft. */
export type PanelDraft<Values> = {
  values: Values;
  files: AttachedFile[];
  removed: AttachedFile[];
  /** `updated_at` of the record that the draft changes; null for a new one. */
  version: string | null;
};

/** Key in session storage, e.g. `earshot:demo:17:draft:feedback`. */
export function draftStorageKey(owner: DraftOwner, key: string): string {
  return `earshot:${owner.subdomain_key}:${owner.user_id}:draft:${key}`;
}

/** The draft of a panel; null when there is none or it cannot be read. */
export function readDraft<Values>(owner: DraftOwner, key: string): PanelDraft<Values> | null {
  try {
    const text = sessionStorage.getItem(draftStorageKey(owner, key));
    if (text === null) return null;
    const draft = JSON.parse(text) as Partial<PanelDraft<Values>>;
    if (
      typeof draft.values !== 'object' ||
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

/** Keeps a draft. A full or forbidden storage is no reason to disturb anyone: the panel itself still holds the text. */
export function writeDraft<Values>(owner: DraftOwner, key: string, draft: PanelDraft<Values>): void {
  try {
    sessionStorage.setItem(draftStorageKey(owner, key), JSON.stringify(draft));
  } catch {
    // nothing to do: see above
  }
}

/** Forgets a draft: it was saved or thrown away. */
export function removeDraft(owner: DraftOwner, key: string): void {
  try {
    sessionStorage.removeItem(draftStorageKey(owner, key));
  } catch {
    // a storage that refuses to remove holds nothing either
  }
}

import { useEffect, useState } from 'react';
import { snakeCase } from '../../../contract/inputs.ts';
import { ApiError } from '../api/errors.ts';
import { useViewer } from '../api/viewer.ts';
import type { AttachedFile, Attachments } from '../pickers/useAttachments.ts';
import { useLatest } from '../ui/useLatest.ts';
import { readDraft, removeDraft, writeDraft } from './drafts.ts';

/** What a panel edits: the values of its fields and the files. */
export type PanelRecord<Values> = {
  values: Values;
  files: readonly AttachedFile[];
  /** `updated_at` of the record; null for a new one. */
  version: string | null;
};

/** The state of a panel's fields; made by `usePanelForm`. */
export type PanelForm<Values> = {
  /** False until the record is loaded; `values` are then the blank ones. */
  isReady: boolean;
  values: Values;
  set: (patch: Partial<Values>) => void;
  /** Something differs from what is stored. */
  isDirty: boolean;
  /** `updated_at` that the fields began with, for `if_updated_at`. */
  version: string | null;
  /** The fields hold an earlier draft. */
  isRestored: boolean;
  /** Throws the changes away and begins with the record again. */
  startOver: () => void;
  /** Begins with another version of the record, e.g. the one that somebody else saved. */
  accept: (record: PanelRecord<Values>) => void;
  /** The fields were saved or thrown away: nothing of them is kept. */
  finish: () => void;
  /** The input that the server refused last, by the name that the call gave it; null: none. */
  refused: Refused<Values> | null;
  /** Notes what failed: when the server named an input, its sentence stands at that field. */
  refuse: (error: unknown) => void;
  /**
   * The server's sentence about an input or a part of it, until the value that it was about is changed.
   *
   * @param key the value that the inputs are made of
   * @param inputs their names in the call, in either spelling: 'links.suggestion'
   */
  refusalOf: (key: keyof Values, ...inputs: string[]) => string | undefined;
};

type Refused<Values> = { input: string; message: string; values: Values };

/**
 * The fields of a panel, with what was typed kept as a draft of this tab until it is saved or thrown
 * away. A draft that is there already takes the place of the record's values.
 *
 * @param draftKey tells the panel and the record, e.g. 'feedback:17'
 * @param blank what is shown until the record is loaded
 * @param record null while it is loaded; read once
 * @param attachments the panel's files, if it has any
 */
export function usePanelForm<Values extends object>({
  draftKey,
  blank,
  record,
  attachments,
}: {
  draftKey: string;
  blank: Values;
  record: PanelRecord<Values> | null;
  attachments?: Attachments;
}): PanelForm<Values> {
  const viewer = useViewer();
  const owner = { subdomain_key: viewer.subdomain.key, user_id: viewer.id };
  const [state, setState] = useState<{
    base: PanelRecord<Values>;
    values: Values;
    isRestored: boolean;
  } | null>(null);
  const [isFinished, setIsFinished] = useState(false);
  const [refused, setRefused] = useState<Refused<Values> | null>(null);
  const latest = useLatest({ owner, draftKey, attachments });

  const hasRecord = record !== null;
  useEffect(() => {
    if (!hasRecord || record === null) return;
    const draft = readDraft<Values>(latest.current.owner, latest.current.draftKey);
    if (draft === null) {
      setState({ base: record, values: record.values, isRestored: false });
      latest.current.attachments?.reset(record.files);
      return;
    }
    // A draft of an older version keeps that version: saving it then shows both.
    const base = { ...record, version: draft.version ?? record.version };
    setState({ base, values: { ...record.values, ...draft.values }, isRestored: true });
    latest.current.attachments?.reset(draft.files, draft.removed);
    // The record is read once; later answers of its query do not overwrite what is typed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasRecord]);

  const values = state?.values ?? blank;
  const files = attachments?.files ?? [];
  const removed = attachments?.removed ?? [];
  const hasOtherFiles =
    state !== null &&
    attachments !== undefined &&
    (attachments.isUploading || removed.length > 0 || idsOf(files) !== idsOf(state.base.files));
  const isDirty =
    state !== null &&
    !isFinished &&
    (hasOtherFiles || JSON.stringify(values) !== JSON.stringify(state.base.values));

  // In the same turn as the change: the panel may be gone in the next.
  const version = state?.base.version ?? null;
  const text = isDirty ? JSON.stringify({ values, files, removed, version }) : null;
  const isReady = state !== null;
  useEffect(() => {
    if (!isReady) return;
    const { owner: of, draftKey: key } = latest.current;
    if (text === null) removeDraft(of, key);
    else writeDraft(of, key, JSON.parse(text) as never);
  }, [isReady, text, latest]);

  const begin = (next: PanelRecord<Values>): void => {
    setState({ base: next, values: next.values, isRestored: false });
    attachments?.reset(next.files);
  };
  return {
    isReady,
    values,
    set: (patch) =>
      setState((before) => (before === null ? null : { ...before, values: { ...before.values, ...patch } })),
    isDirty,
    version,
    isRestored: state?.isRestored === true && isDirty,
    startOver: () => {
      if (record !== null) begin(record);
    },
    accept: begin,
    finish: () => {
      setIsFinished(true);
      removeDraft(owner, draftKey);
    },
    refused,
    refuse: (error) =>
      setRefused(
        error instanceof ApiError && error.field !== null
          ? { input: error.field, message: error.message, values }
          : null,
      ),
    refusalOf: (key, ...inputs) => {
      if (refused === null || refused.values[key] !== values[key]) return undefined;
      // the server names an input as the call wrote it or in snake_case, by the rule that refused it
      const named = snakeCase(refused.input);
      return inputs.map(snakeCase).some((input) => named === input || named.startsWith(`${input}.`))
        ? refused.message
        : undefined;
    },
  };
}

function idsOf(files: readonly AttachedFile[]): string {
  return files.map((file) => file.id).join();
}

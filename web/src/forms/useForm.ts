import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../api/errors.ts';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { useLatest } from '../ui/useLatest.ts';
import type { SavedForm } from './command.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { formMessages } from './formMessages.ts';
import { differencesOf, isAbout, keysOf, problemsOf } from './rules.ts';
import type { Fields, FieldVersions } from './rules.ts';
import type { AttachedFile, Attachments } from './useAttachments.ts';

/** What a form edits: the values of its fields and the files. */
export type FormRecord<Values> = {
  values: Values;
  /** Left out: none. */
  files?: readonly AttachedFile[];
  /** `updated_at` of the record; null or left out for a new one. */
  version?: string | null;
};

/** What a small form says at a field when someone else saved first; saved again, its value is put over theirs. */
export type Theirs<Values> = {
  field: keyof Values;
  /** Told the record as it stands now. */
  sentence: (record: Readonly<Record<string, unknown>>) => string;
};

/** What a field of a form is drawn with. */
export type FieldProps<Value> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  required: boolean;
  error: string | undefined;
};

/** Someone else saved the record while it was edited here. */
export type Conflict = {
  /** `updated_at` of the other version. */
  version: string | null;
  /** The fields that differ, in both versions. */
  fields: FieldVersions[];
  takeTheirs: () => void;
  /** Leaves the fields as they are. */
  hide: () => void;
};

/** The state of a form as its frame needs it, whatever its fields are. */
export type FormState = SavedForm & {
  /** False until the record is loaded; `values` are then the blank ones. */
  isReady: boolean;
  /** Something differs from what is stored. */
  isDirty: boolean;
  isUploading: boolean;
  /** `updated_at` that the fields began with, for `if_updated_at`. */
  version: string | null;
  /** The fields hold an earlier draft. */
  isRestored: boolean;
  /** Throws the changes away and begins with the record again. */
  startOver: () => void;
  /** The fields were thrown away: nothing of them is kept. */
  finish: () => void;
  /** Nothing is wrong with the values. */
  isValid: boolean;
  /** Names of what is still needed before the button can be used. */
  missing: string[];
  /** Those of them that have no value at all. */
  empty: string[];
  /** Someone wanted to save: whatever is wrong is said at its field from now on. */
  ask: () => void;
  /** How often someone wanted to save what is wrong. */
  asks: number;
  /** The refusal of before, until the next: what the server said, and of which input; null: of none. */
  refused: { input: string | null; message: string } | null;
  /** What the server said of no field that the form knows. */
  failure: string | null;
  conflict: Conflict | null;
};

type FlagsOf<Values> = { [Key in keyof Values]: Values[Key] extends boolean ? Key : never }[keyof Values];

/** The state of a form; made by `useForm`. */
export type Form<Values> = FormState & {
  values: Values;
  set: (patch: Partial<Values>) => void;
  /** What a field is drawn with. */
  field: <Key extends keyof Values>(key: Key) => FieldProps<Values[Key]>;
  /** What a field of yes and no is drawn with. */
  check: (key: FlagsOf<Values>) => {
    label: string;
    checked: boolean;
    onChange: (checked: boolean) => void;
  };
  /** What is wrong with a value: by its rules, as soon as they are to be said, or as the server said of it. */
  errorOf: (key: keyof Values) => string | undefined;
  /** The server's sentence about an input, or a part of one, until the value is changed that it is made of. */
  refusalOf: (key: keyof Values, ...inputs: string[]) => string | undefined;
};

type State<Values> = { base: FormRecord<Values>; values: Values; isRestored: boolean };
type Refused<Values> = { input: string | null; message: string; values: Values };

/**
 * The fields of a form from their description, with their rules, the server's refusals at the field that they name, and
 * what follows when someone else saved first. What was typed is kept as a draft of this tab until it is saved or thrown
 * away; a draft that is there already takes the place of the record's values.
 *
 * @param draftKey tells the form and the record, e.g. 'feedback:17'; left out: nothing is kept, as of a password
 * @param blank what is shown until the record is loaded
 * @param record left out: a new one with the blank values; null while it is loaded; read once
 * @param attachments the form's files, if it has any
 * @param reload loads the record as it is now, null when it is gone, for both versions to be shown when someone else saved first
 * @param theirs what is said instead in a form of one field
 */
export function useForm<Values extends object>({
  fields,
  draftKey = null,
  blank,
  record = { values: blank },
  attachments,
  reload,
  theirs: saysTheirs,
}: {
  fields: Fields<Values>;
  draftKey?: string | null;
  blank: Values;
  record?: FormRecord<Values> | null;
  attachments?: Attachments;
  reload?: ((conflict: ApiError) => Promise<FormRecord<Values> | null>) | undefined;
  theirs?: Theirs<Values>;
}): Form<Values> {
  const toasts = useToasts();
  const [state, setState] = useState<State<Values> | null>(() => firstState(record, draftKey));
  const [isFinished, setIsFinished] = useState(false);
  const [asks, setAsks] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set());
  const [refused, setRefused] = useState<Refused<Values> | null>(null);
  const [theirs, setTheirs] = useState<FormRecord<Values> | null>(null);
  const latest = useLatest({ draftKey, attachments });

  const hasRecord = record !== null;
  useEffect(() => {
    if (!hasRecord || record === null) return;
    setState((before) => before ?? firstState(record, draftKey));
    const draft = draftKey === null ? null : readDraft<Values>(draftKey);
    latest.current.attachments?.reset(draft?.files ?? record.files ?? [], draft?.removed ?? []);
    // The record is read once; later answers of its query do not overwrite what is typed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasRecord]);

  const values = state?.values ?? blank;
  const files = attachments?.files ?? [];
  const removed = attachments?.removed ?? [];
  const isUploading = attachments?.isUploading === true;
  const hasOtherFiles =
    state !== null &&
    attachments !== undefined &&
    (isUploading || removed.length > 0 || idsOf(files) !== idsOf(state.base.files ?? []));
  const isDirty =
    state !== null &&
    !isFinished &&
    (hasOtherFiles || JSON.stringify(values) !== JSON.stringify(state.base.values));

  // In the same turn as the change: the form may be gone in the next.
  const version = state?.base.version ?? null;
  const text = isDirty ? JSON.stringify({ values, files, removed, version }) : null;
  const isReady = state !== null;
  useEffect(() => {
    if (isReady && latest.current.draftKey !== null)
      keepDraft(latest.current.draftKey, text === null ? null : (JSON.parse(text) as never));
  }, [isReady, text, latest]);

  const begin = (next: FormRecord<Values>): void => {
    setState({ base: next, values: next.values, isRestored: false });
    attachments?.reset(next.files ?? []);
  };
  const set = (patch: Partial<Values>): void => {
    setState((before) => (before === null ? null : { ...before, values: { ...before.values, ...patch } }));
    setLeft((before) => new Set([...before].filter((key) => !(key in patch))));
  };
  const finish = (): void => {
    setIsFinished(true);
    if (draftKey !== null) keepDraft(draftKey, null);
  };
  const inputsOf = (key: keyof Values): readonly string[] => fields[key]?.inputs ?? [String(key)];
  const refuse = (error: unknown): void =>
    setRefused({
      input: error instanceof ApiError ? error.field : null,
      message: messageOf(error),
      values,
    });
  const showTheirs = async (error: ApiError): Promise<void> => {
    const current = error.record as Readonly<Record<string, unknown>> | null;
    if (saysTheirs !== undefined) {
      if (current === null) return refuse(error);
      const { field, sentence } = saysTheirs;
      setState((before) =>
        before === null
          ? null
          : { ...before, base: { ...before.base, version: String(current['updated_at']) } },
      );
      setRefused({ input: inputsOf(field)[0] ?? null, message: sentence(current), values });
      return;
    }
    try {
      const other = (await reload?.(error)) ?? null;
      setTheirs(other);
      if (other === null) toasts.error(formMessages.goneReason);
    } catch (failure) {
      toasts.error(formMessages.conflict.failed, { title: messageOf(failure) });
    }
  };
  const problems = problemsOf(fields, values);
  const refusalOf = (key: keyof Values, ...inputs: string[]): string | undefined =>
    refused !== null &&
    refused.input !== null &&
    refused.values[key] === values[key] &&
    isAbout(refused.input, inputs)
      ? refused.message
      : undefined;
  const errorOf = (key: keyof Values): string | undefined => {
    const problem = problems.get(key);
    const isSaid =
      problem !== undefined &&
      (asks > 0 || problem.said === 'typed' || (problem.said === 'left' && left.has(key)));
    return isSaid ? problem.sentence : refusalOf(key, ...inputsOf(key));
  };
  const isAtField =
    refused !== null &&
    refused.input !== null &&
    keysOf(fields).some((key) => isAbout(refused.input!, inputsOf(key)));

  return {
    isReady,
    values,
    set,
    field: (key) => ({
      label: fields[key]?.label ?? '',
      value: values[key],
      onChange: (value) => set({ [key]: value } as never),
      onBlur: () => setLeft((before) => new Set([...before, key])),
      required: fields[key]?.needed !== undefined,
      error: errorOf(key),
    }),
    check: (key) => ({
      label: fields[key]?.label ?? '',
      checked: values[key] as boolean,
      onChange: (value) => set({ [key]: value } as never),
    }),
    errorOf,
    refusalOf,
    isDirty,
    isUploading,
    version,
    isRestored: state?.isRestored === true && isDirty,
    startOver: () => {
      if (record !== null) begin(record);
    },
    finish,
    saved: () => {
      finish();
      void attachments?.commitRemovals();
    },
    isValid: problems.size === 0,
    missing: [...problems.values()].flatMap(({ name }) => name ?? []),
    empty: [...problems.values()].flatMap(({ isMissing, name }) => (isMissing ? (name ?? []) : [])),
    ask: () => setAsks((before) => before + 1),
    asks,
    refused,
    failure: refused !== null && !isAtField ? refused.message : null,
    refuse,
    showTheirs: reload === undefined && saysTheirs === undefined ? undefined : showTheirs,
    conflict:
      theirs === null
        ? null
        : {
            version: theirs.version ?? null,
            fields: differencesOf(fields, values, theirs.values),
            takeTheirs: () => {
              begin(theirs);
              setTheirs(null);
            },
            hide: () => setTheirs(null),
          },
  };
}

/** What the fields begin with: the record, or the draft that is there of it. */
function firstState<Values>(
  record: FormRecord<Values> | null,
  draftKey: string | null,
): State<Values> | null {
  if (record === null) return null;
  const draft = draftKey === null ? null : readDraft<Values>(draftKey);
  if (draft === null) return { base: record, values: record.values, isRestored: false };
  // A draft of an older version keeps that version: saving it then shows both.
  const base = { ...record, version: draft.version ?? record.version ?? null };
  return { base, values: { ...record.values, ...draft.values }, isRestored: true };
}

function idsOf(files: readonly AttachedFile[]): string {
  return files.map((file) => file.id).join();
}

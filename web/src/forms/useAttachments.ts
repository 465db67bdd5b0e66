import { useCallback, useEffect, useRef, useState } from 'react';
import { attachmentFailureMessage } from '../../../contract/errors.ts';
import { paging } from '../../../contract/limits.ts';
import { graphql } from '../api/graphql.ts';
import type { AttachedFileFragment } from '../api/generated/graphql.ts';
import { request } from '../api/runtime.ts';
import { useFeature } from '../api/viewer.ts';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { formMessages } from './formMessages.ts';
import { UploadError, uploadFile } from './upload.ts';

/** A file that is stored. */
export type AttachedFile = AttachedFileFragment;

const attachedFileFragment = graphql(`
  fragment AttachedFile on Attachment {
    id
    file_name
    content_type
    size_in_bytes
    url
    thumb_url
    token
  }
`);
void attachedFileFragment;

const attachmentsDocument = graphql(`
  query AttachmentsOf(
    $suggestion: [ID!]
    $comment: [ID!]
    $feedback_record: [ID!]
    $article: [ID!]
    $perPage: Int
  ) {
    attachments(
      suggestion: $suggestion
      comment: $comment
      feedback_record: $feedback_record
      article: $article
      perPage: $perPage
    ) {
      records {
        ...AttachedFile
      }
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteAttachment($id: ID!) {
    attachment_delete(id: $id) {
      id
    }
  }
`);

/** The record that files hang on. */
export type AttachmentParent = { kind: 'suggestion' | 'comment' | 'feedback_record' | 'article'; id: string };

/** The files of a record, up to 100 (CONST-006). Rejects with ApiError. */
export async function loadAttachments(
  parent: AttachmentParent,
  signal?: AbortSignal,
): Promise<AttachedFile[]> {
  const answer = await request(
    attachmentsDocument,
    { [parent.kind]: [parent.id], perPage: paging.attachmentPageSize },
    signal === undefined ? {} : { signal },
  );
  return answer.attachments.records;
}

/** A file in the box. `uploading` ones have no record yet (`isUploading` of the specification). */
export type AttachmentItem =
  | { key: string; isUploading: true; file_name: string; size_in_bytes: number; progress: number }
  | { key: string; isUploading: false; file: AttachedFile };

/** An upload that failed, for the error box. */
export type FailedUpload = { id: string; file_name: string; message: string };

/** The files of a form and what can be done with them; made by `useAttachments`. */
export type Attachments = {
  /** False: the workspace lacks the access 'idea_attachments'; nothing is shown then (VALID-065). */
  isAllowed: boolean;
  items: readonly AttachmentItem[];
  failures: readonly FailedUpload[];
  isUploading: boolean;
  /** Stored files that the next save removes; only in edit mode. */
  removed: readonly AttachedFile[];
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  restoreRemoved: () => void;
  clearFailures: () => void;
  /** Tokens of the files that stay, for the mutation that saves. */
  tokens: string[];
  /** The files that stay, for a draft. */
  files: readonly AttachedFile[];
  /** Deletes what was removed in edit mode, after the record itself was saved. Never rejects: a file that stays is named in a toast. */
  commitRemovals: () => Promise<void>;
  /** Takes the files over as they are, e.g. from a draft or after loading. */
  reset: (files: readonly AttachedFile[], removed?: readonly AttachedFile[]) => void;
};

/**
 * The files of a form. New ones are uploaded at once; a failed one leaves the list and is named in
 * `failures` (STATE-045, STATE-046). In edit mode removing waits for the save, else it happens at once
 * (STATE-048, STATE-049).
 */
export function useAttachments({ isEditing }: { isEditing: boolean }): Attachments {
  const isAllowed = useFeature('idea_attachments');
  const toasts = useToasts();
  const [items, setItems] = useState<readonly AttachmentItem[]>([]);
  const [failures, setFailures] = useState<readonly FailedUpload[]>([]);
  const [removed, setRemoved] = useState<readonly AttachedFile[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  const nextKey = useRef(1);

  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
    };
  }, []);

  const change = (key: string, next: (item: AttachmentItem) => AttachmentItem | null): void =>
    setItems((before) => before.flatMap((item) => (item.key === key ? (next(item) ?? []) : item)));

  const start = (file: File): void => {
    const key = `upload-${nextKey.current++}`;
    const controller = new AbortController();
    uploads.current.set(key, controller);
    setItems((before) => [
      ...before,
      { key, isUploading: true, file_name: file.name, size_in_bytes: file.size, progress: 0 },
    ]);
    uploadFile(
      file,
      (progress) => change(key, (item) => (item.isUploading ? { ...item, progress } : item)),
      controller.signal,
    )
      .then((stored) => change(key, () => ({ key, isUploading: false, file: stored })))
      .catch((error: unknown) => {
        change(key, () => null);
        if (controller.signal.aborted) return;
        const message = error instanceof UploadError ? error.message : attachmentFailureMessage(null);
        setFailures((before) => [...before, { id: key, file_name: file.name, message }]);
      })
      .finally(() => uploads.current.delete(key));
  };

  const remove = (key: string): void => {
    const item = items.find((other) => other.key === key);
    if (item === undefined) return;
    change(key, () => null);
    if (item.isUploading) uploads.current.get(key)?.abort();
    else if (isEditing) setRemoved((before) => [...before, item.file]);
    else
      request(deleteDocument, { id: item.file.id }).catch(() => {
        setItems((before) => [...before, item]);
        toasts.error(formMessages.fileNotRemoved(item.file.file_name));
      });
  };

  const reset = useCallback((files: readonly AttachedFile[], gone: readonly AttachedFile[] = []): void => {
    for (const upload of uploads.current.values()) upload.abort();
    setItems(files.map((file) => ({ key: file.id, isUploading: false, file })));
    setRemoved(gone);
    setFailures([]);
  }, []);

  const files = items.flatMap((item) => (item.isUploading ? [] : item.file));
  return {
    isAllowed,
    items,
    failures,
    isUploading: items.some((item) => item.isUploading),
    removed,
    add: (given) => {
      if (isAllowed) given.forEach(start);
    },
    remove,
    restoreRemoved: () => {
      setItems((before) => [
        ...before,
        ...removed.map((file): AttachmentItem => ({ key: file.id, isUploading: false, file })),
      ]);
      setRemoved([]);
    },
    clearFailures: () => setFailures([]),
    tokens: files.map((file) => file.token),
    files,
    commitRemovals: async () => {
      for (const file of removed) {
        await request(deleteDocument, { id: file.id }).catch(() =>
          toasts.error(formMessages.fileNotRemoved(file.file_name)),
        );
      }
    },
    reset,
  };
}

/** What the pages of imports read and do. */
import { useQuery } from '@tanstack/react-query';
import {
  importFilesPath,
  importLimits,
  MOVING_IMPORT_STATES,
  type ImportState,
} from '../../../../contract/imports.ts';
import type { ImportDraftQuery, ImportListQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { sendFile, UploadError } from '../../forms/upload.ts';
import { importMessages as texts } from './importMessages.ts';

const listDocument = graphql(`
  query ImportList($page: Int, $per_page: Int) {
    imports(page: $page, per_page: $per_page) {
      total_records
      current_page
      records {
        id
        state
        preset
        file_names
        problem
        progress_done
        progress_total
        is_stopping
        report {
          ideas {
            created
            updated
          }
          supporters {
            created
          }
          comments {
            created
          }
          people_created
          people_updated
          accounts {
            created
            updated
          }
          refused
        }
        refused_url
        user {
          id
          name
          email_address
        }
        started_at
        finished_at
        undo_until
        can_undo
        undone_at
        undo_report {
          ideas_removed
          ideas_restored
          ideas_kept
        }
        created_at
      }
    }
  }
`);

const draftDocument = graphql(`
  query ImportDraft($id: ID!) {
    import(id: $id) {
      id
      state
      preset
      forum
      dates
      text
      subscribe
      problem
      problem_reason
      progress_done
      progress_total
      refused_url
      files {
        id
        file_name
        size_in_bytes
        role
        delimiter
        rows_count
        columns {
          name
          samples
          field
          sureness
          rows
        }
      }
      rehearsal {
        ideas {
          created
          updated
          unchanged
        }
        supporters {
          created
          updated
          unchanged
        }
        comments {
          created
          updated
          unchanged
        }
        answers {
          created
        }
        merged
        people_created
        people_matched
        people_updated
        people_with_account
        people_subscribed
        statuses {
          name
          ideas
          to
          is_new
        }
        accounts {
          created
          updated
          unchanged
        }
        forums_created
        categories_created
        statuses_created
        labels_created
        refused
        refusals {
          file
          line
          reason
        }
        notes
        took_ms
      }
    }
    all_forums {
      records {
        id
        name
      }
    }
    all_statuses {
      records {
        id
        name
      }
    }
    all_custom_fields(object_type: ["suggestion", "user", "account"]) {
      records {
        id
        object_type
        key
        name
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateImport($file_ids: [ID!]!) {
    import_create(file_ids: $file_ids) {
      id
    }
  }
`);

export const updateImportDocument = graphql(`
  mutation UpdateImport(
    $id: ID!
    $preset: String
    $forum: String
    $dates: String
    $text: String
    $subscribe: Boolean
    $statuses: [ImportStatusInput!]
    $columns: [ImportColumnInput!]
  ) {
    import_update(
      id: $id
      preset: $preset
      forum: $forum
      dates: $dates
      text: $text
      subscribe: $subscribe
      statuses: $statuses
      columns: $columns
    ) {
      id
      state
    }
  }
`);

export const startImportDocument = graphql(`
  mutation StartImport($id: ID!) {
    import_start(id: $id) {
      id
      state
    }
  }
`);

export const stopImportDocument = graphql(`
  mutation StopImport($id: ID!) {
    import_stop(id: $id) {
      id
      state
    }
  }
`);

export const deleteImportDocument = graphql(`
  mutation DeleteImport($id: ID!) {
    import_delete(id: $id) {
      id
    }
  }
`);

export const undoImportDocument = graphql(`
  mutation UndoImport($id: ID!) {
    import_undo(id: $id) {
      id
      state
    }
  }
`);

const undoPreviewDocument = graphql(`
  query ImportUndoPreview($id: ID!) {
    import_undo_preview(id: $id) {
      ideas_removed
      votes_removed
      comments_removed
      ideas_restored
      ideas_kept
      kept {
        id
        title
      }
      people_kept
      people_restored
      accounts_kept
      accounts_restored
    }
  }
`);

/** An import of the list. */
export type ListedImport = ImportListQuery['imports']['records'][number];
/** An import that is not started, with its files. */
export type DraftImport = NonNullable<ImportDraftQuery['import']>;
/** A file of it. */
export type DraftFile = DraftImport['files'][number];

/** Whether an import is of people and accounts. */
export const isOfCustomers = ({ preset }: { preset: string }): boolean => preset === 'customers';

/** While something moves the pages ask this often. */
const POLL_MS = 1_000;

/** Whether an import changes by itself. */
export const isMoving = ({ state }: { state: string }): boolean =>
  MOVING_IMPORT_STATES.includes(state as ImportState);

/** The imports of the workspace, the newest first. */
export function useImports(page: number, perPage: number) {
  return useQuery({
    queryKey: ['imports', page, perPage],
    queryFn: ({ signal }) => request(listDocument, { page, per_page: perPage }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.imports.records.some(isMoving) === true ? POLL_MS : false),
  });
}

/** An import that is not started, with the forums and custom fields that its columns can go to. */
export function useImportDraft(id: string) {
  return useQuery({
    queryKey: ['import-draft', id],
    queryFn: ({ signal }) => request(draftDocument, { id }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.import !== null && state.data?.import !== undefined && isMoving(state.data.import)
        ? POLL_MS
        : false,
  });
}

/** What the undo of an import would do now. */
export function useUndoPreview(id: string) {
  return useQuery({
    queryKey: ['import-undo', id],
    queryFn: ({ signal }) => request(undoPreviewDocument, { id }, { signal }),
    staleTime: 0,
  });
}

/**
 * Uploads files and begins an import of them. Rejects with an error whose message is for people; nothing of it stays then.
 *
 * @param onProgress told which file is on its way, and its share that has left
 * @returns id of the import
 */
export async function beginImport(
  files: readonly File[],
  onProgress: (name: string, share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  if (files.length > importLimits.files) throw new Error(texts.tooMany);
  const tooLarge = files.find((file) => file.size > importLimits.fileBytes);
  if (tooLarge !== undefined) throw new Error(texts.tooLarge(tooLarge.name));
  const ids: string[] = [];
  for (const file of files) {
    onProgress(file.name, 0);
    ids.push(await uploadOne(file, (share) => onProgress(file.name, share), signal));
  }
  const { import_create } = await request(createDocument, { file_ids: ids }, { signal });
  if (import_create === null) throw new Error(texts.noAnswer);
  return import_create.id;
}

async function uploadOne(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { status, text } = await sendFile(importFilesPath, file, onProgress, signal).catch(
    (error: unknown) => {
      throw error instanceof UploadError ? new Error(texts.noAnswer) : error;
    },
  );
  let answer: { id?: unknown; message?: unknown };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    answer = {};
  }
  if (status >= 200 && status < 300 && typeof answer.id === 'string') return answer.id;
  throw new Error(typeof answer.message === 'string' ? answer.message : texts.noAnswer);
}

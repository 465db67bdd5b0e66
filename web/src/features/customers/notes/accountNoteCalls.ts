/** What the notes about an account read and write. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type { AccountNotesQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';

const notesDocument = graphql(`
  query AccountNotes($account: [ID!], $per_page: Int) {
    account_notes(external_account: $account, sort: "-created_at", per_page: $per_page) {
      total_records
      records {
        id
        body
        editable
        deletable
        created_at
        updated_at
        created_by {
          id
          name
        }
      }
    }
  }
`);

const noteDocument = graphql(`
  query AccountNote($id: ID!) {
    account_note(id: $id) {
      id
      body
      updated_at
    }
  }
`);

export const createNoteDocument = graphql(`
  mutation CreateAccountNote($external_account: ID!, $body: String!) {
    account_note_create(external_account: $external_account, body: $body) {
      id
    }
  }
`);

export const updateNoteDocument = graphql(`
  mutation UpdateAccountNote($id: ID!, $body: String!, $if_updated_at: String) {
    account_note_update(id: $id, body: $body, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const deleteNoteDocument = graphql(`
  mutation DeleteAccountNote($id: ID!) {
    account_note_delete(id: $id) {
      id
    }
  }
`);

export const restoreNoteDocument = graphql(`
  mutation RestoreAccountNote($id: ID!) {
    account_note_restore(id: $id) {
      id
    }
  }
`);

export type AccountNote = AccountNotesQuery['account_notes']['records'][number];

/** The notes about an account, the newest first. */
export function useAccountNotes(account: string, per_page: number) {
  return useQuery({
    queryKey: ['account-notes', account, per_page],
    queryFn: ({ signal }) => request(notesDocument, { account: [account], per_page }, { signal }),
    select: ({ account_notes }) => account_notes,
    placeholderData: keepPreviousData,
  });
}

/** A note as it is now; null: it is gone. */
export async function loadNote(id: string): Promise<{ body: string; updated_at: string } | null> {
  return (await request(noteDocument, { id })).account_note;
}

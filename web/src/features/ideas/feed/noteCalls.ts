/** What notes and flags of an idea read and write. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type { IdeaFlagsQuery, NoteRepliesQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';
import type { MentionCandidate } from '../../../ui/editor/mentions.ts';

export const addNoteDocument = graphql(`
  mutation AddNote(
    $suggestion: ID
    $note: ID
    $body: String!
    $body_mime_type: String
    $attachment_tokens: [String!]
  ) {
    note_create(
      suggestion: $suggestion
      note: $note
      body: $body
      body_mime_type: $body_mime_type
      attachment_tokens: $attachment_tokens
    ) {
      id
    }
  }
`);

export const saveNoteDocument = graphql(`
  mutation SaveNote($id: ID!, $body: String!, $body_mime_type: String, $if_updated_at: String) {
    note_update(id: $id, body: $body, body_mime_type: $body_mime_type, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const deleteNoteDocument = graphql(`
  mutation DeleteNote($id: ID!) {
    note_delete(id: $id) {
      id
    }
  }
`);

export const restoreNoteDocument = graphql(`
  mutation RestoreNote($id: ID!) {
    note_restore(id: $id) {
      id
    }
  }
`);

const repliesDocument = graphql(`
  query NoteReplies($note: [ID!]) {
    notes(note: $note, sort: "created_at", per_page: 100) {
      records {
        id
        body
        body_mime_type
        reply_count
        editable
        deletable
        created_at
        updated_at
        created_by {
          ...FeedPerson
        }
        attachments {
          ...ShownFile
        }
      }
    }
  }
`);

/** A note as it is shown, be it a reply or not. */
export type ShownNote = NoteRepliesQuery['notes']['records'][number];

/** Replies to a note on an idea, oldest first; read once they are unfolded. */
export function useReplies(noteId: string, ideaId: string, isOpen: boolean) {
  return useQuery({
    queryKey: ['note-replies', noteId],
    queryFn: ({ signal }) => request(repliesDocument, { note: [noteId] }, { signal }),
    enabled: isOpen,
    meta: { idea: ideaId },
  });
}

const noteThreadDocument = graphql(`
  query NoteThread($id: ID!) {
    note(id: $id) {
      id
      parent {
        id
      }
      suggestion {
        id
      }
    }
  }
`);

/** Where the note of a link stands: the note itself, or the one that it answers. @param id '': no link */
export function useLinkedNote(id: string) {
  return useQuery({
    queryKey: ['note-thread', id],
    queryFn: ({ signal }) => request(noteThreadDocument, { id }, { signal }),
    enabled: id !== '',
  });
}

const mentionCandidatesDocument = graphql(`
  query MentionCandidates($q: String) {
    users(q: $q, sees_ideas: true, per_page: 8, sort: "name") {
      records {
        id
        name
        email_address
        avatar_url
        satisfaction_score
      }
    }
  }
`);

/**
 * Finds people of the team who can be mentioned: those who see ideas.
 * @param own who writes; they are not told of what they write themselves
 */
export const mentionsFor =
  (own: string) =>
  async (text: string, signal: AbortSignal): Promise<readonly MentionCandidate[]> => {
    const answer = await request(mentionCandidatesDocument, { q: text === '' ? null : text }, { signal });
    return answer.users.records
      .filter(({ id }) => id !== own)
      .map(({ id, name, email_address, avatar_url, satisfaction_score }) => ({
        id,
        name,
        avatar_url,
        satisfaction_score,
        ...(email_address === null ? {} : { note: email_address }),
      }));
  };

const flagsDocument = graphql(`
  query IdeaFlags($suggestion: [ID!]) {
    internal_flags(suggestion: $suggestion, open: true, per_page: 100) {
      records {
        id
        reason
        created_at
        created_by {
          id
          name
        }
        user {
          id
          name
        }
      }
    }
  }
`);

/** An open flag of the team. */
export type OpenFlag = IdeaFlagsQuery['internal_flags']['records'][number];

/** The open flags of an idea, newest first. @param isFlagged false: there are none, nothing is asked */
export function useOpenFlags(ideaId: string, isFlagged: boolean) {
  return useQuery({
    queryKey: ['idea-flags', ideaId],
    queryFn: ({ signal }) => request(flagsDocument, { suggestion: [ideaId] }, { signal }),
    enabled: isFlagged,
    meta: { idea: ideaId },
  });
}

export const clearFlagDocument = graphql(`
  mutation ClearFlag($id: ID!, $message: String) {
    internal_flag_clear(id: $id, message: $message) {
      id
      cleared_at
    }
  }
`);

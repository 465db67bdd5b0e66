/** What merging two profiles of one person asks and sends. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UserMergeField } from '../../../../../contract/user_merge.ts';
import type { UsersToMergeQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { mergeUsersTexts as texts } from './mergeUsersMessages.ts';

const usersToMergeDocument = graphql(`
  query UsersToMerge($ids: [ID!]) {
    users(id: $ids) {
      records {
        id
        name
        email_address
        avatar_url
        satisfaction_score
        job_title
        guid
        crm_account {
          id
          name
        }
      }
    }
  }
`);

const previewDocument = graphql(`
  query UserMergePreview($id: ID!, $other: ID!, $take: [String!]) {
    user_merge_preview(id: $id, other: $other, take: $take) {
      ideas_after
      ideas_common
      made_count
      score_after
      votes {
        id
        title
        votes_before
        votes_after
      }
      accounts {
        id
        name
        ideas_count
      }
    }
  }
`);

const probablyDocument = graphql(`
  query ProbablySamePerson($id: ID!) {
    users(probably: [$id], sort: "-supported_suggestions_count", per_page: 3) {
      records {
        ...PickedUser
      }
    }
  }
`);

export const mergeUsersDocument = graphql(`
  mutation MergeUsers($id: ID!, $other: ID!, $take: [String!]) {
    user_merge(id: $id, other: $other, take: $take) {
      id
      name
    }
  }
`);

const unmergeDocument = graphql(`
  mutation UnmergeUser($id: ID!) {
    user_unmerge(id: $id) {
      id
    }
  }
`);

const setApartDocument = graphql(`
  mutation SetUsersApart($id: ID!, $other: ID!, $apart: Boolean) {
    users_set_apart(id: $id, other: $other, apart: $apart) {
      id
    }
  }
`);

/** A profile as the merge shows it. */
export type ProfileToMerge = UsersToMergeQuery['users']['records'][number];

/** The profiles of people. */
export function useProfiles(ids: readonly string[]) {
  return useQuery({
    queryKey: ['users-to-merge', ids],
    queryFn: ({ signal }) => request(usersToMergeDocument, { ids: [...ids] }, { signal }),
    select: ({ users }) => users.records,
    placeholderData: keepPreviousData,
  });
}

/** What the merge would do. */
export function useMergePreview(id: string, other: string, take: readonly UserMergeField[]) {
  return useQuery({
    queryKey: ['user-merge-preview', id, other, take],
    queryFn: ({ signal }) => request(previewDocument, { id, other, take: [...take] }, { signal }),
    select: ({ user_merge_preview: preview }) => preview,
    placeholderData: keepPreviousData,
  });
}

/** People who are probably the same as this one, at most three. */
export function useProbablySame(id: string) {
  return useQuery({
    queryKey: ['probably-same', id],
    queryFn: ({ signal }) => request(probablyDocument, { id }, { signal }),
    select: ({ users }) => users.records,
  });
}

/** Takes the merge of a person back. @param onDone follows */
export function useUnmerge(onDone?: () => void) {
  return useCommand(unmergeDocument, { done: texts.undone, onDone });
}

/** Sends the undo of a merge. Rejects with ApiError. */
export async function unmergeUser(id: string): Promise<void> {
  await request(unmergeDocument, { id });
}

/** Says that two people are two. */
export function useSetApart(name: string, onDone?: () => void) {
  return useCommand(
    ({ id, other }: { id: string; other: string }) => request(setApartDocument, { id, other, apart: true }),
    {
      done: texts.apart(name),
      undo: (_answer, pair) => ({
        send: () => request(setApartDocument, { ...pair, apart: false }),
        done: null,
      }),
      onDone,
    },
  );
}

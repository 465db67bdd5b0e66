/** What the settings of statuses read and write. Both sets are kept as a whole: the list that is sent replaces it. */
import { useQuery } from '@tanstack/react-query';
import type { StatusInput } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { queryClient, request } from '../../../api/runtime.ts';

const statusesDocument = graphql(`
  query SettingsStatuses {
    all_statuses(sort: "position") {
      records {
        id
        name
        hex_color
        default_html_text
        is_open
        is_default
        allow_comments
        suggestions_count
        updated_at
      }
    }
    all_internal_statuses(sort: "position") {
      records {
        id
        name
        hex_color
        default_html_text
        is_default
        suggestions_count
        updated_at
      }
    }
  }
`);

/** Which of the two sets. */
export type StatusKind = 'public' | 'internal';

/** A status with what its row and its panel show; what internal ones do not have is null. */
export interface SettingsStatus {
  id: string;
  name: string;
  hex_color: string;
  default_html_text: string | null;
  is_default: boolean;
  updated_at: string;
  is_open: boolean | null;
  allow_comments: boolean | null;
  /** open ideas that have it; of an internal one counted up to 10,000 */
  suggestions_count: number;
}

export type StatusSets = Readonly<Record<StatusKind, readonly SettingsStatus[]>>;

const key = ['settings-statuses'];

async function load(signal?: AbortSignal): Promise<StatusSets> {
  const answer = await request(statusesDocument, {}, signal === undefined ? {} : { signal });
  return {
    public: answer.all_statuses.records,
    internal: answer.all_internal_statuses.records.map((status) => ({
      ...status,
      is_open: null,
      allow_comments: null,
    })),
  };
}

/** Both sets in their order. */
export function useSettingsStatuses() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    meta: { document: statusesDocument },
  });
}

/** A set as it is now on the server. Rejects with ApiError. */
export async function loadSet(kind: StatusKind, signal?: AbortSignal): Promise<readonly SettingsStatus[]> {
  return (await load(signal))[kind];
}

/** When the set was last changed: its newest row. */
export function versionOf(set: readonly SettingsStatus[]): string | null {
  return set.reduce<string | null>(
    (newest, { updated_at }) => (newest === null || updated_at > newest ? updated_at : newest),
    null,
  );
}

/** Shows a set in another order, ahead of the server's answer. */
export function patchOrder(kind: StatusKind, ids: readonly string[]): void {
  queryClient.setQueryData<StatusSets>(key, (held) =>
    held === undefined
      ? held
      : { ...held, [kind]: ids.flatMap((id) => held[kind].find((status) => status.id === id) ?? []) },
  );
}

/** Takes a shown order back. */
export function refetchStatuses(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key });
}

const publicDocument = graphql(`
  mutation UpdateStatuses($statuses: [StatusInput!]!, $target_status: ID, $if_updated_at: String) {
    statuses_update(statuses: $statuses, target_status: $target_status, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

const internalDocument = graphql(`
  mutation UpdateInternalStatuses(
    $internal_statuses: [InternalStatusInput!]
    $target_internal_status: ID
    $if_updated_at: String
  ) {
    internal_statuses_update(
      internal_statuses: $internal_statuses
      target_internal_status: $target_internal_status
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

/** An entry of a set that is sent: with an id it changes that status, without one it makes a new one. */
export type StatusEntry = Pick<
  StatusInput,
  'id' | 'name' | 'hex_color' | 'default_html_text' | 'is_default' | 'is_open' | 'allow_comments'
>;

/**
 * Makes a set the one that is sent. Rejects with ApiError; reason 'changed' when someone else saved it since.
 *
 * @param version as `versionOf` gave it; null: whatever it is now
 * @param target takes the ideas of those that are left out; null: they have none
 */
export function saveSet(
  kind: StatusKind,
  entries: readonly StatusEntry[],
  version: string | null,
  target: string | null = null,
): Promise<unknown> {
  return kind === 'public'
    ? request(publicDocument, { statuses: [...entries], target_status: target, if_updated_at: version })
    : request(internalDocument, {
        internal_statuses: entries.map(({ is_open: _open, allow_comments: _comments, ...entry }) => entry),
        target_internal_status: target,
        if_updated_at: version,
      });
}

/** A status that stays as it is. */
export const unchanged = ({ id, name }: SettingsStatus): StatusEntry => ({ id, name });

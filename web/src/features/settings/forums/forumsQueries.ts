/** What the settings of forums read. */
import { useQuery } from '@tanstack/react-query';
import { canRead } from '../../../../../contract/permissions.ts';
import { graphql } from '../../../api/graphql.ts';
import type { SettingsForumQuery, SettingsForumsQuery } from '../../../api/generated/graphql.ts';
import { queryClient, request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';

const forumsDocument = graphql(`
  query SettingsForums {
    all_forums(sort: "position") {
      records {
        id
        name
        is_open
        is_private
        moderation_enabled
        categories_count
        suggestions_count
        open_suggestions_count
        position
        updated_at
      }
    }
    current_subdomain {
      id
      moderation_enabled
      default_forum {
        id
      }
    }
  }
`);

/** A forum with what its row shows. */
export type SettingsForum = SettingsForumsQuery['all_forums']['records'][number];

const forumsKey = ['settings-forums'];

/** All forums in their order, closed ones too, and which is the default one. */
export function useSettingsForums() {
  return useQuery({
    queryKey: forumsKey,
    queryFn: ({ signal }) => request(forumsDocument, {}, { signal }),
  });
}

const votesDocument = graphql(`
  query SettingsForumVotes {
    per_forum_activity(active_only: false) {
      forums {
        forum_id
        total_votes
      }
    }
  }
`);

/** New votes of the last 30 days by forum; null while they are not known, and for those who may not see ideas. */
export function useForumVotes(): ReadonlyMap<string, number> | null {
  const mayRead = canRead(useViewer().permissions, 'feedback');
  const { data } = useQuery({
    queryKey: ['settings-forum-votes'],
    queryFn: ({ signal }) => request(votesDocument, {}, { signal }),
    enabled: mayRead,
  });
  return data === undefined
    ? null
    : new Map(data.per_forum_activity.forums.map(({ forum_id, total_votes }) => [forum_id, total_votes]));
}

/** Shows the forums in another order, ahead of the server's answer. */
export function patchForumOrder(ids: readonly string[]): void {
  queryClient.setQueryData<SettingsForumsQuery>(forumsKey, (held) => {
    if (held === undefined) return held;
    const records = ids.flatMap((id) => held.all_forums.records.find((forum) => forum.id === id) ?? []);
    return { ...held, all_forums: { ...held.all_forums, records } };
  });
}

/** Takes a shown order back. */
export function refetchForums(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: forumsKey });
}

const forumDocument = graphql(`
  query SettingsForum($id: ID!) {
    forum(id: $id) {
      id
      name
      is_open
      prompt
      placeholder
      welcome_message
      logo_url
      default_locale
      default_sort
      category_required
      classic_voting
      votes_allowed
      importance_enabled
      moderation_enabled
      allow_requests
      is_private
      authorization_operator
      allow_sso_user_by_default
      allow_by_ip
      allow_by_email_domain
      access_denied_message
      access_ips {
        id
        ip
      }
      access_email_domains {
        id
        domain
      }
      categories {
        id
        name
        open_suggestions_count
      }
      updated_at
    }
  }
`);

/** A forum with everything that its panel edits. */
export type EditedForum = NonNullable<SettingsForumQuery['forum']>;

/** Reads a forum; null when it is not there any more. Rejects with ApiError. */
export async function loadForum(id: string, signal?: AbortSignal): Promise<EditedForum | null> {
  return (await request(forumDocument, { id }, signal === undefined ? {} : { signal })).forum;
}

const languagesDocument = graphql(`
  query SettingsLanguages {
    languages {
      locale
      localized_name
    }
  }
`);

/** The languages that a forum can have. They do not change while the page lives. */
export function useLanguages() {
  return useQuery({
    queryKey: ['settings-languages'],
    queryFn: ({ signal }) => request(languagesDocument, {}, { signal }),
    staleTime: Infinity,
  });
}

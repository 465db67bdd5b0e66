/** What the settings of the issue tracker read and write. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type { TrackerSettingsQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';

const settingsFragment = graphql(`
  fragment TrackerSetUp on TrackerSettings {
    kind
    instance_url
    account
    token_end
    create_warning_message
    customfield_id
    has_hook
    problem
    problem_at
    next_read_at
    field_problem
    issues_count
    updated_at
  }
`);
void settingsFragment;

export const trackerDocument = graphql(`
  query TrackerSettings {
    tracker_settings {
      ...TrackerSetUp
    }
  }
`);

/** How the tracker is set up. */
export type TrackerSetUp = NonNullable<TrackerSettingsQuery['tracker_settings']>;

/** How the tracker is set up; its record is null where none is. */
export function useTrackerSettings() {
  return useQuery({
    queryKey: ['tracker-settings'],
    queryFn: ({ signal }) => request(trackerDocument, {}, { signal }),
  });
}

export const saveTrackerDocument = graphql(`
  mutation SaveTracker(
    $kind: String
    $instance_url: String
    $account: String
    $token: String
    $create_warning_message: String
    $customfield_id: String
    $if_updated_at: String
  ) {
    tracker_settings_update(
      kind: $kind
      instance_url: $instance_url
      account: $account
      token: $token
      create_warning_message: $create_warning_message
      customfield_id: $customfield_id
      if_updated_at: $if_updated_at
    ) {
      ...TrackerSetUp
    }
  }
`);

export const removeTrackerDocument = graphql(`
  mutation RemoveTracker {
    tracker_settings_delete
  }
`);

export const checkTrackerDocument = graphql(`
  mutation CheckTracker {
    tracker_check {
      projects_count
    }
  }
`);

export const makeHookDocument = graphql(`
  mutation MakeTrackerHook {
    tracker_hook_create
  }
`);

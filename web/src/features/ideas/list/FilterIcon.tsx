import {
  IconArchive,
  IconBookmark,
  IconBuilding,
  IconCalendar,
  IconCircleDot,
  IconClockPause,
  IconFlag,
  IconFolder,
  IconLayoutList,
  IconLock,
  IconMap2,
  IconMessageCircle,
  IconQuote,
  IconTag,
  IconThumbUp,
  IconUser,
  IconUserEdit,
} from '@tabler/icons-react';
import type { FilterId } from './filters.ts';

const icons: Record<FilterId, typeof IconTag> = {
  status: IconCircleDot,
  internal_status: IconLock,
  label: IconTag,
  forum: IconLayoutList,
  category: IconFolder,
  state: IconArchive,
  feature: IconMap2,
  saved_view: IconBookmark,
  assigned_owner: IconUser,
  creator: IconUserEdit,
  supporter: IconThumbUp,
  external_account: IconBuilding,
  said: IconQuote,
  created_after: IconCalendar,
  no_support_since: IconClockPause,
  has_response: IconMessageCircle,
  has_internal_flag: IconFlag,
};

/** The sign of a filter in the list of those on offer. */
export function FilterIcon({ id }: { id: FilterId }) {
  const Icon = icons[id];
  return <Icon size={16} stroke={1.75} aria-hidden="true" />;
}

/** Every text of the bell, its panel and its page. */
export const notificationMessages = {
  title: 'Notifications',
  what: 'your notifications',
  emptyTitle: 'Nothing new',
  /** DEC-186: one paragraph that names what is told of; the fourth only where one-to-one mail is on. */
  empty: (hasOneToOne: boolean) =>
    hasOneToOne
      ? 'Replies to voter emails, reactions to status updates, team chat activity and replies to 1:1 emails show up here.'
      : 'Replies to voter emails, reactions to status updates and team chat activity show up here.',
  loadMore: 'Load more',
  moreFailed: 'More could not be loaded.',
  seeAll: 'See all notifications',
  settings: 'Email preferences',
  markAll: 'Mark all as seen',
  mark: 'Mark as seen',
  unseen: 'Unseen',
  seen: 'Seen, not opened',
  show: 'Which notifications',
  showEverything: 'All',
  showUnseen: 'Unseen',
  failed: (message: string) => `Failed to mark as seen: ${message}`,
} as const;

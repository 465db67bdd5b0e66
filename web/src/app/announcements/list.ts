/** News about the product, newest first; the last one stands without a date (DEC-156). */
export interface Announcement {
  announcementTag: string;
  /** Day, ISO 8601; null: undated. */
  publishedAt: string | null;
  title: string;
}

/** The announcements that are listed (specification line 140). */
export const announcements: readonly Announcement[] = [
  {
    announcementTag: 'command-palette',
    publishedAt: '2025-10-13',
    title: 'Do everything from the keyboard',
  },
  { announcementTag: 'likely-duplicates', publishedAt: '2025-09-10', title: 'Likely duplicates come first' },
  { announcementTag: 'example', publishedAt: null, title: 'Example announcement' },
];

/** Tag of the newest announcement; the badge shows until it was seen. */
export const newestTag: string = announcements[0]?.announcementTag ?? '';

/** Whether the badge shows: the stored tag is not the newest (specification line 364). */
export function hasNews(seenTag: string | null): boolean {
  return newestTag !== '' && seenTag !== newestTag;
}

import { describe, expect, test } from 'vitest';
import { announcements, hasNews, newestTag } from './list.ts';
import { announcementBodies } from './texts.tsx';

describe('announcements', () => {
  test('[ANN-001] three are listed: two dated ones and an example', () => {
    expect(announcements.map((announcement) => announcement.publishedAt)).toEqual([
      '2025-10-13',
      '2025-09-10',
      null,
    ]);
    expect(announcements[2]?.announcementTag).toBe('example');
  });

  test('[ANN-002] [ANN-004] the badge shows until the tag of the newest one is stored', () => {
    expect(hasNews(null)).toBe(true);
    expect(hasNews('likely-duplicates')).toBe(true);
    expect(newestTag).toBe(announcements[0]?.announcementTag);
    expect(hasNews(newestTag)).toBe(false);
  });

  test('each has a text', () => {
    expect(announcements.map(({ announcementTag }) => announcementTag in announcementBodies)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { pageFacts } from './Pagination.tsx';

describe('the pagination bar', () => {
  it('[VALID-007] has no previous page on page 1', () => {
    expect(pageFacts({ page: 1, perPage: 20, rowCount: 20, total: 50 }).hasPrevious).toBe(false);
    expect(pageFacts({ page: 2, perPage: 20, rowCount: 20, total: 50 }).hasPrevious).toBe(true);
  });

  it('[VALID-008] has no next page on the last page', () => {
    expect(pageFacts({ page: 2, perPage: 20, rowCount: 20, total: 50 }).hasNext).toBe(true);
    expect(pageFacts({ page: 3, perPage: 20, rowCount: 10, total: 50 }).hasNext).toBe(false);
    expect(pageFacts({ page: 1, perPage: 20, rowCount: 20, total: 20 }).hasNext).toBe(false);
    expect(pageFacts({ page: 1, perPage: 20, rowCount: 0, total: 0 }).hasNext).toBe(false);
  });

  it('says the range of rows', () => {
    expect(pageFacts({ page: 1, perPage: 20, rowCount: 20, total: 1284 })).toMatchObject({
      from: 1,
      to: 20,
      pages: 65,
    });
    expect(pageFacts({ page: 65, perPage: 20, rowCount: 4, total: 1284 })).toMatchObject({
      from: 1281,
      to: 1284,
    });
  });

  it('goes on while a page is full when the total is not exact', () => {
    expect(pageFacts({ page: 3, perPage: 20, rowCount: 20, total: '10,000+' })).toEqual({
      pages: null,
      from: 41,
      to: 60,
      hasPrevious: true,
      hasNext: true,
    });
    expect(pageFacts({ page: 3, perPage: 20, rowCount: 7, total: '10,000+' })).toMatchObject({
      to: 47,
      hasNext: false,
    });
    expect(pageFacts({ page: 1, perPage: 20, rowCount: undefined, total: null }).hasNext).toBe(false);
  });
});

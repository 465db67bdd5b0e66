import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setStorageOwner } from '../host/storage.ts';
import { keepDraft, readDraft } from './drafts.ts';

const ana = { subdomain_key: 'demo', user_id: '17' };
const draft = { values: { body: 'half a sen' }, files: [], removed: [], version: null };
let values: Map<string, string>;
let isFull: boolean;

beforeEach(() => {
  values = new Map();
  isFull = false;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => values.delete(key),
  });
  setStorageOwner(ana);
});
afterEach(() => {
  setStorageOwner(null);
  vi.unstubAllGlobals();
});

describe('drafts of forms', () => {
  test('a draft is found again under its form, and only there', () => {
    keepDraft('feedback', draft);
    expect(readDraft('feedback')).toEqual(draft);
    expect(readDraft('feedback:5')).toBeNull();
  });

  test('another user or workspace in the same tab sees none of it', () => {
    keepDraft('feedback', draft);
    setStorageOwner({ ...ana, user_id: '18' });
    expect(readDraft('feedback')).toBeNull();
    setStorageOwner({ ...ana, subdomain_key: 'acme' });
    expect(readDraft('feedback')).toBeNull();
  });

  test('a forgotten draft is gone', () => {
    keepDraft('feedback', draft);
    keepDraft('feedback', null);
    expect(readDraft('feedback')).toBeNull();
    expect(values.size).toBe(0);
  });

  test('what a full storage refuses is kept until the page is left, and a broken entry disturbs nobody', () => {
    isFull = true;
    keepDraft('feedback', draft);
    expect(readDraft('feedback')).toEqual(draft);
    expect(values.size).toBe(0);
    for (const text of ['{', 'null', '{"values":1}', '{"values":{},"files":{}}']) {
      values.set('earshot:demo:17:unsent:flag', text);
      expect(readDraft('flag')).toBeNull();
    }
  });
});

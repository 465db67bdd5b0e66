import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readDraft, removeDraft, writeDraft } from './drafts.ts';

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
});
afterEach(() => vi.unstubAllGlobals());

describe('drafts of panels', () => {
  test('a draft is found again under its panel, and only there', () => {
    writeDraft(ana, 'feedback', draft);
    expect(readDraft(ana, 'feedback')).toEqual(draft);
    expect(readDraft(ana, 'feedback:5')).toBeNull();
  });

  test('another user or workspace in the same tab sees none of it', () => {
    writeDraft(ana, 'feedback', draft);
    expect(readDraft({ ...ana, user_id: '18' }, 'feedback')).toBeNull();
    expect(readDraft({ ...ana, subdomain_key: 'acme' }, 'feedback')).toBeNull();
  });

  test('a removed draft is gone', () => {
    writeDraft(ana, 'feedback', draft);
    removeDraft(ana, 'feedback');
    expect(readDraft(ana, 'feedback')).toBeNull();
    expect(values.size).toBe(0);
  });

  test('a full storage and a broken entry disturb nobody', () => {
    isFull = true;
    expect(() => writeDraft(ana, 'feedback', draft)).not.toThrow();
    for (const text of ['{', 'null', '{"values":1}', '{"values":{},"files":{}}']) {
      values.set('earshot:demo:17:draft:feedback', text);
      expect(readDraft(ana, 'feedback')).toBeNull();
    }
  });
});

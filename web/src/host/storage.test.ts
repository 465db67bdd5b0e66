import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  keepUnsentText,
  readStored,
  setStorageOwner,
  storageKey,
  storedNames,
  unsentText,
  writeStored,
} from './storage.ts';

/** Local storage of a browser, in memory; `full` makes every write fail. */
function fakeStorage() {
  const values = new Map<string, string>();
  const state = { full: false };
  return {
    state,
    values,
    storage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (state.full) throw new DOMException('full', 'QuotaExceededError');
        values.set(key, value);
      },
      removeItem: (key: string) => values.delete(key),
    },
  };
}

let fake = fakeStorage();
const ana = { subdomain_key: 'demo', user_id: '17' };

beforeEach(() => {
  fake = fakeStorage();
  vi.stubGlobal('localStorage', fake.storage);
  setStorageOwner(ana);
});
afterEach(() => {
  setStorageOwner(null);
  vi.unstubAllGlobals();
});

describe('what the console keeps in the browser', () => {
  test.each([
    ['CONST-057', 'default_email_recipient', 'ana@demo.example'],
    ['CONST-058', 'idea_detail_chat_open', true],
    ['CONST-059', 'dismissed_banners', ['insecure_http']],
    ['CONST-060', 'subscribe_feedback_dialog', false],
    ['CONST-061', 'subscribe_create_idea', false],
    ['CONST-062', 'subscribe_comment', true],
    ['CONST-063', 'announcement_seen_at', '2025-10-14T08:00:00.000Z'],
    ['CONST-064', 'announcement_tag', '2025-10-13'],
    ['CONST-065', 'idea_grid_selection', { ids: ['1', '2'], stored_at: 1 }],
    ['CONST-066', 'idea_insights_view_filter', '5'],
    ['CONST-067', 'grid_state_theme_reports', { sort: '-created_at' }],
    ['CONST-068', 'grid_state_idea_lists', { per_page: 50 }],
    ['CONST-069', 'grid_state_impact_reports', { hidden_columns: ['state'] }],
  ] as const)('[%s] %s has a key of its own and survives a reload', (_id, name, value) => {
    writeStored(name, value as never);
    expect(JSON.parse(fake.values.get(`earshot:demo:17:${name}`) ?? 'null')).toEqual(value);
    expect(readStored(name)).toEqual(value);
    writeStored(name, null);
    expect(readStored(name)).toBeNull();
    expect(fake.values.size).toBe(0);
  });

  test('keys are unique, also between users and workspaces', () => {
    const owners = [ana, { subdomain_key: 'demo', user_id: '18' }, { subdomain_key: 'acme', user_id: '17' }];
    const keys = owners.flatMap((owner) => storedNames.map((name) => storageKey(owner, name)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('another user of the same browser starts again', () => {
    writeStored('density', 'compact');
    setStorageOwner({ ...ana, user_id: '18' });
    expect(readStored('density')).toBeNull();
  });

  test('nothing is read or written while nobody is signed in', () => {
    setStorageOwner(null);
    writeStored('density', 'compact');
    expect(readStored('density')).toBeNull();
    expect(fake.values.size).toBe(0);
  });

  test('a full storage keeps the choice for the life of the page', () => {
    fake.state.full = true;
    writeStored('density', 'compact');
    expect(readStored('density')).toBe('compact');
  });

  test('a broken entry counts as nothing', () => {
    fake.values.set('earshot:demo:17:density', '{');
    expect(readStored('density')).toBeNull();
  });
});

describe('what was typed and not sent', () => {
  test('stays in the tab for the one who typed it, at its place alone, until it is forgotten', () => {
    vi.stubGlobal('sessionStorage', fake.storage);
    keepUnsentText('note:17', '<p>Half</p>');
    expect(unsentText('note:17')).toBe('<p>Half</p>');
    expect(unsentText('comment:17')).toBeNull();
    setStorageOwner({ ...ana, user_id: '18' });
    expect(unsentText('note:17')).toBeNull();
    setStorageOwner(null);
    expect(unsentText('note:17')).toBeNull();
    setStorageOwner(ana);
    expect(unsentText('note:17')).toBe('<p>Half</p>');
    keepUnsentText('note:17', null);
    expect(unsentText('note:17')).toBeNull();
    expect(fake.values.size).toBe(0);
  });

  test('a full storage keeps it until the page is left or nobody is signed in', () => {
    vi.stubGlobal('sessionStorage', fake.storage);
    fake.state.full = true;
    keepUnsentText('note:17', 'Half');
    expect(unsentText('note:17')).toBe('Half');
    setStorageOwner(null);
    setStorageOwner(ana);
    expect(unsentText('note:17')).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS, DEFAULT_FEATURES } from '../../../../contract/permissions.ts';
import { settingsSections } from '../nav.ts';
import { firstFound, foundSections } from './sections.ts';

const groups = settingsSections({ permissions: ALL_PERMISSIONS, authorized_features: DEFAULT_FEATURES });
const found = (search: string) =>
  foundSections(groups, search).map(({ label, entries }) => [label, ...entries.map((entry) => entry.label)]);

describe('the search of the settings', () => {
  test('finds sections by their name, their note and words for what they hold', () => {
    expect(found('lab')).toEqual([['Ideas', 'Labels']]);
    expect(found('tags')).toEqual([['Ideas', 'Labels']]);
    expect(found('smtp')).toEqual([['Connections', 'Email']]);
    expect(found('moderation')).toEqual([['Ideas', 'Forums']]);
  });

  test('each word that is typed must begin one, whatever its case, marks and order', () => {
    expect(found('PEOPLE Invit')).toEqual([['People', 'Team']]);
    expect(found('ÍNVIT')).toEqual([['People', 'Team']]);
    expect(found('label import')).toEqual([]);
    expect(found('abels')).toEqual([]);
  });

  test('Enter opens a section of that name before one that only tells of it', () => {
    expect(found('import')).toEqual([
      ['Ideas', 'Forums'],
      ['Connections', 'Import'],
    ]);
    expect(firstFound(groups, 'import')).toBe('import_settings');
    expect(firstFound(groups, 'bounce')).toBe('mail_settings');
    expect(firstFound(groups, 'webmaster')).toBeNull();
  });

  test('nothing typed finds everything', () => {
    expect(found('  ')).toEqual(found(''));
    expect(foundSections(groups, '')).toBe(groups);
  });
});

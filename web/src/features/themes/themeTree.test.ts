import { expect, test } from 'vitest';
import { shownThemes } from './themeTree.ts';

const theme = (id: string, parent: string | null = null) => ({
  id,
  parent_theme: parent === null ? null : { id: parent },
});

test('themes stand under their group while it is open, and at the top when it is not there', () => {
  const themes = [theme('1'), theme('2', '1'), theme('3'), theme('4', '1'), theme('5', '9')];
  const shown = (...open: string[]) => shownThemes(themes, new Set(open)).map(({ id }) => id);
  expect(shown()).toEqual(['1', '3', '5']);
  expect(shown('1')).toEqual(['1', '2', '4', '3', '5']);
  expect(shown('3')).toEqual(['1', '3', '5']);
});

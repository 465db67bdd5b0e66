import { plural } from '../../ui/text/format.ts';

const ideas = (count: number): string => plural(count, { one: 'idea', other: 'ideas' });

/** Texts of the dialog that raises an impact report. */
export const raiseTexts = {
  title: 'New impact report',
  about: 'About',
  kinds: { theme: 'A theme', list: 'A list' },
  themeReport: 'Theme report',
  theme: 'Theme',
  chooseTheme: 'Choose a theme',
  noThemes: 'No theme report has found themes yet.',
  list: 'List',
  chooseList: 'Choose a view or list of ideas',
  noLists: 'There is no list of ideas yet. Choose ideas in their list and raise a report from the bar.',
  reportTitle: 'Title',
  titlePlaceholder: 'What it is to convince of',
  titleNote: 'Can be changed later. Without one it is called like what it is about.',
  ofTheme: (name: string): string => `About the theme “${name}”.`,
  ofList: (name: string): string => `About the list “${name}”.`,
  ofIdeas: (count: number): string => `About ${ideas(count)} that you chose.`,
  note: 'People, accounts and revenue are counted now, each once, and stay until you refresh them.',
  missing: 'Choose what it is about.',
  save: 'Raise report',
  saving: 'Counting…',
};

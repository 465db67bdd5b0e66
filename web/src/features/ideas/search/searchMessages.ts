/** Texts of the search of the ideas list. */
import { formatList, formatNumber, plural, pluralForm } from '../../../ui/text/format.ts';

export const searchMessages = {
  extended: (word: string) => `No idea has “${word}”. Showing`,
  near: (words: readonly string[]) =>
    formatList(
      words.map((word) => `“${word}”`),
      3,
    ),
  onlyTyped: (text: string) => `Search only for “${text}”`,
  sort: 'Sort',
  hints: {
    move: 'move',
    open: 'open',
    peek: 'peek',
    back: 'back to the search',
    leave: 'leave the search',
  },
  none: (text: string) => `No ideas match “${text}”`,
  noneIn: (text: string, filters: string) => `No ideas match “${text}” in ${filters}`,
  searchAll: (count: number) => `Search all ideas (${count > 1000 ? '1,000+' : formatNumber(count)})`,
  didYouMean: 'Did you mean one of these?',
  didYouMeanHere: 'Did you mean one of these? Counted with these filters.',
  nearCount: (count: number) => (count > 1000 ? '1,000+' : formatNumber(count)),
  nearUnit: (count: number) => pluralForm(count, { one: 'idea', other: 'ideas' }),
  close: 'Close in meaning',
  closeEverywhere: 'Close in meaning, in all forums',
  clear: 'Clear search',
  clearAll: 'Clear search and filters',
  create: (text: string) => `New idea “${text}”`,
  searched: (total: string) => `Searched titles and descriptions of ${total} ideas`,
  votes: (count: number) => plural(count, { one: 'vote', other: 'votes' }),
  looking: 'Looking for similar words',
  failed: 'similar words',
  noStatus: 'No Status',
  /* what else a search may mean */
  offers: 'Also found',
  voter: (name: string) => `Voter: ${name}`,
  account: (name: string) => `Account: ${name}`,
  numbered: (id: string, title: string) => `#${id} ${title}`,
  ofSource: (id: string, title: string) => `${id}: ${title}`,
  said: (ideas: string, count: number, text: string) =>
    `${ideas} ${pluralForm(count, { one: 'idea', other: 'ideas' })} with “${text}” in comments or feedback`,
};

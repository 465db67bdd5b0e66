/** Texts of merging ideas. */
import { formatNumber, plural, pluralForm } from '../../../ui/text/format.ts';

const ideas = (count: number) => plural(count, { one: 'idea', other: 'ideas' });

export const mergeMessages = {
  title: 'Merge ideas',
  action: 'Merge',
  menu: 'Merge with another idea',
  what: 'the ideas',
  stays: 'Keep',
  merges: 'Merge into it',
  mergesMany: (count: number) => `Merge ${ideas(count)} into it`,
  swap: 'Swap: keep the other one',
  keep: (title: string) => `Keep this one: “${title}”`,
  keepShort: 'Keep this one',
  remove: (title: string) => `Remove “${title}”`,
  suggested: 'Suggested',
  chooseSuggested: (title: string) => `Choose “${title}”`,
  choose: 'Choose',
  notSame: 'Not the same',
  notSameNamed: (title: string) => `Not the same: “${title}”`,
  dismissed: 'It won’t be suggested for this idea again.',
  searchLabel: 'Search for an idea to merge with',
  search: 'Search ideas',
  results: { typed: 'Search results', likely: 'Similar ideas', recent: 'Recently active' },
  nothing: 'No other ideas found.',
  nothingLike: 'No similar ideas found. Search for one.',
  chooseFirst: 'Choose an idea to merge with',
  addAnother: 'Add another idea',
  whatMoves: 'What happens',
  supporters: (before: number, moving: number, common: number, after: number) =>
    common === 0
      ? `${formatNumber(before)} + ${formatNumber(moving)} = ${plural(after, { one: 'supporter', other: 'supporters' })}`
      : `${formatNumber(before)} + ${formatNumber(moving)} − ${formatNumber(common)} in common = ${plural(after, { one: 'supporter', other: 'supporters' })}`,
  supportersNote: 'Everyone is counted once, from their first vote.',
  moving: (comments: number, feedback: number) =>
    comments === 0 && feedback === 0
      ? 'No comments or feedback to move.'
      : `${plural(comments, { one: 'comment', other: 'comments' })} and ${plural(feedback, { one: 'feedback record', other: 'feedback records' })} move, along with their files.`,
  text: (count: number) =>
    pluralForm(count, {
      one: 'Its title and description become a comment.',
      other: 'Their titles and descriptions become comments.',
    }),
  labelsAdded: (labels: string) => `Labels added: ${labels}.`,
  labelsLeft: (labels: string) => `Not added, because the forum doesn’t use them: ${labels}.`,
  staying: (count: number) =>
    `${plural(count, { one: 'note, flag or status update stays', other: 'notes, flags and status updates stay' })} on the merged idea.`,
  undoable: 'You can undo this at any time.',
  counting: 'Counting…',
  notCounted: 'The comments and feedback could not be counted. You can still merge.',
  working: 'Merging…',
  merged: (count: number) => `${pluralForm(count, { one: 'Idea', other: ideas(count) })} merged.`,
  supportersNow: (count: number) => `${plural(count, { one: 'supporter', other: 'supporters' })} now`,
  failed: (message: string) => `The ideas were not merged: ${message}`,
  undone: 'The merge was undone.',
  notUndone: (message: string) => `The merge was not undone: ${message}`,
  unmerge: 'Unmerge',
  unmerging: 'Unmerging…',
  unmergeable: 'This can’t be undone anymore.',
  tooMany: (max: number) => `You can merge up to ${max} ideas at once`,
  needTwo: 'Select at least two ideas',
  gone: 'One of these ideas no longer exists. Close the dialog and choose again.',
  candidates: (count: number) => `${ideas(count)} may be the same as this one.`,
  compare: 'Compare',
};

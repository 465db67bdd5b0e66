/** Texts of merging ideas. */
import { formatNumber, plural } from '../../../ui/format.ts';

const ideas = (count: number) => plural(count, { one: 'idea', other: 'ideas' });

export const mergeMessages = {
  title: 'Merge ideas',
  action: 'Merge',
  menu: 'Merge with another idea',
  what: 'the ideas',
  stays: 'Stays',
  merges: 'Is merged into it',
  mergesMany: (count: number) => `${ideas(count)} merged into it`,
  swap: 'Swap: let the other one stay',
  keep: (title: string) => `Let this one stay: “${title}”`,
  keepShort: 'Let this one stay',
  remove: (title: string) => `Leave “${title}” out`,
  suggested: 'Suggested',
  chooseSuggested: (title: string) => `Choose “${title}”`,
  choose: 'Choose',
  notSame: 'Not the same',
  notSameNamed: (title: string) => `Not the same: “${title}”`,
  dismissed: 'It will not be suggested for this idea again.',
  searchLabel: 'Search for the idea to merge with',
  search: 'Search ideas',
  results: { typed: 'Found', likely: 'Similar ideas', recent: 'Recently active' },
  nothing: 'No other idea was found.',
  nothingLike: 'No idea is much like this one. Search for the one that you mean.',
  chooseFirst: 'Choose the idea to merge with',
  addAnother: 'Merge a further idea',
  whatMoves: 'What happens',
  supporters: (before: number, moving: number, common: number, after: number) =>
    common === 0
      ? `${formatNumber(before)} + ${formatNumber(moving)} = ${plural(after, { one: 'supporter', other: 'supporters' })}`
      : `${formatNumber(before)} + ${formatNumber(moving)} − ${formatNumber(common)} in common = ${plural(after, { one: 'supporter', other: 'supporters' })}`,
  supportersNote: 'Each person counts once, since the earlier day.',
  moving: (comments: number, feedback: number) =>
    comments === 0 && feedback === 0
      ? 'There are no comments and no feedback to move.'
      : `${plural(comments, { one: 'comment', other: 'comments' })} and ${plural(feedback, { one: 'feedback record', other: 'feedback records' })} move, with their files.`,
  text: (count: number) =>
    count === 1
      ? 'Its title and description become a comment.'
      : 'Their titles and descriptions become comments.',
  labelsAdded: (labels: string) => `Labels added: ${labels}.`,
  labelsLeft: (labels: string) => `Not added, since the forum does not use them: ${labels}.`,
  staying: (count: number) =>
    `${plural(count, { one: 'note, flag or status update stays', other: 'notes, flags and status updates stay' })} with what is merged, where they can still be read.`,
  undoable: 'You can undo this at any time.',
  counting: 'Counting what moves…',
  notCounted: 'What moves could not be counted. You can merge all the same.',
  working: 'Merging…',
  merged: (count: number, title: string) => `${count === 1 ? 'Idea' : ideas(count)} merged into “${title}”.`,
  failed: (message: string) => `The ideas were not merged: ${message}`,
  undone: 'The merge was undone.',
  notUndone: (message: string) => `The merge was not undone: ${message}`,
  unmerge: 'Unmerge',
  unmerging: 'Unmerging…',
  unmergeable: 'This can no longer be undone.',
  tooMany: (max: number) => `At most ${max} ideas can be merged at once`,
  needTwo: 'Select at least two ideas',
  gone: 'One of these ideas is not there any more. Close the dialog and choose again.',
  candidates: (count: number) => `${ideas(count)} may be the same as this one.`,
  compare: 'Compare',
};

/** Texts of the pickers and of the bar of a selection, whose code comes after the list. */
import { formatNumber, pluralForm } from '../../../ui/text/format.ts';

export const choiceMessages = {
  setQuietly: 'set, no email',
  withMessage: 'add a message or email…',
  withMessageInternal: 'add a message…',
  noEmail: 'No one was emailed.',
  selectedAgo: (minutes: number) => `selected ${formatNumber(minutes)} min ago`,
  alsoDeleted: (count: number) => `and ${formatNumber(count)} more`,
  notShown: 'not shown here',
  deleteBody: (count: number) =>
    `${pluralForm(count, { one: 'It’ll disappear', other: 'They’ll disappear' })} from every list, along with ${pluralForm(count, { one: 'its', other: 'their' })} comments and feedback. You can undo this for 30 days.`,
  titlesFailed: 'The titles could not be loaded.',
};

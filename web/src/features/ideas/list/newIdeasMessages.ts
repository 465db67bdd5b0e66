/** Texts of the line about new ideas above the list. */
import { pluralForm } from '../../../ui/text/format.ts';

export const newIdeasMessages = {
  count: (shown: string, count: number) =>
    `${shown} new ${pluralForm(count, { one: 'idea', other: 'ideas' })}`,
  show: 'Show',
};

/** Texts of the dialog that links ideas to a feature. */
import { formatNumber, plural } from '../../../ui/text/format.ts';

export const linkTexts = {
  title: (count: number): string =>
    count > 1 ? `Link ${formatNumber(count)} ideas to a feature` : 'Link to a feature',
  feature: 'Feature',
  placeholder: 'Choose a feature, or type a new one',
  missing: 'Choose a feature.',
  save: 'Link',
  saving: 'Linking',
  none: 'No feature is called so.',
  create: (name: string): string => `Create “${name}”`,
  linked: (count: number, name: string): string =>
    `${plural(count, { one: 'idea was', other: 'ideas were' })} linked to “${name}”.`,
  undone: 'Undone.',
};

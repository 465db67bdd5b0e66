import { formatNumber, plural } from '../../../ui/text/format.ts';

/** Texts of the bar for selected ideas. */
export const barMessages = {
  labels: 'Label',
  owner: 'Owner',
  delete: 'Delete',
  status: 'Status',
  move: 'Move',
  themes: 'Find themes',
  impact: 'Impact report',
  tooManyForImpact: (most: number): string =>
    `An impact report takes at most ${formatNumber(most)} chosen ideas. Put them into a list, and raise it from there.`,
  features: 'Link to feature',
  tooManyForFeatures: (most: number): string => `At most ${formatNumber(most)} ideas are linked at once.`,
  lists: 'Add to list',
  takeOut: 'Take out of list',
  takingOut: 'Taking out…',
  takenOut: (count: number) => `${plural(count, { one: 'idea', other: 'ideas' })} taken out of the list.`,
  putBack: 'Put back into the list.',
  listFailed: (message: string) => `That did not work: ${message}`,
  tooManyForThemes: (most: number) => `A theme report takes up to ${formatNumber(most)} chosen ideas.`,
  selectAll: (count: string) => `Select all ${count}`,
  selecting: 'Selecting…',
  confirmTitle: (count: number) => `Delete ${plural(count, { one: 'idea', other: 'ideas' })}?`,
  confirmAction: 'Delete',
};

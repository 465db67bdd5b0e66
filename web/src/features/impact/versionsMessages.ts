/** Texts of the dialog of earlier versions. */
import { formatDateTime, formatNumber, plural } from '../../ui/text/format.ts';

const people = (count: number): string => plural(count, { one: 'person', other: 'people' });

export const versionTexts = {
  title: 'Earlier versions',
  none: 'There is no earlier version yet: each saved change makes one.',
  of: (version: number): string => `Version ${formatNumber(version)}`,
  by: (name: string | null, time: string): string =>
    `${name === null ? '' : `${name}, `}${formatDateTime(time)}`,
  list: 'Versions',
  figures: (numbers: { people: number; accounts: number }, time: string): string =>
    `${people(numbers.people)}, ${plural(numbers.accounts, { one: 'account', other: 'accounts' })}, as of ${formatDateTime(time)}`,
  bringBack: 'Bring back its texts',
  what: 'versions',
  close: 'Close',
};

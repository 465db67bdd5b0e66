import { shortCurrency } from '../../../contract/currency.ts';
import { formatMonthDay, formatNumber, plural } from '../ui/text/format.ts';

const reports = (count: number): string => plural(count, { one: 'report', other: 'reports' });

/** What moved since figures were taken: +6 people, +$4.8K; '' when nothing did. */
export function movedSince(
  before: { people: number; revenue: number | null },
  now: { people: number; revenue: number | null },
): string {
  const people = now.people - before.people;
  const revenue = before.revenue === null || now.revenue === null ? 0 : now.revenue - before.revenue;
  const signed = (value: number, text: string): string => `${value > 0 ? '+' : '−'}${text}`;
  return [
    ...(people === 0 ? [] : [signed(people, plural(Math.abs(people), { one: 'person', other: 'people' }))]),
    ...(Math.abs(revenue) < 1 ? [] : [signed(revenue, shortCurrency(Math.abs(revenue)))]),
  ].join(', ');
}

/** Texts of impact reports wherever they are shown. */
export const impactReportTexts = {
  what: 'impact reports',
  movedSince,
  /** Where a report comes from. @param name null: chosen ideas */
  source: (source: string, name: string | null, ideas: number): string =>
    source === 'theme'
      ? `Theme: ${name ?? ''}`
      : source === 'list'
        ? `List: ${name ?? ''}`
        : plural(ideas, { one: 'chosen idea', other: 'chosen ideas' }),
  version: (version: number): string => `version ${formatNumber(version)}`,
  states: { draft: 'Draft', published: 'Published', archived: 'Archived' },
  sources: { theme: 'Theme', list: 'List', ideas: 'Chosen ideas' },
  day: (time: string): string => formatMonthDay(time.slice(0, 10)),
  changedMuch: 'changed a lot',
  notShared: 'Not shared',
  people: (count: number): string => plural(count, { one: 'person', other: 'people' }),
  link: 'a link',
  sharedWith: (people: number, hasLink: boolean): string =>
    hasLink
      ? people === 0
        ? 'A link'
        : `${formatNumber(people)} and a link`
      : plural(people, { one: 'person', other: 'people' }),
  fields: {
    title: 'Report',
    supporters: 'Supporters',
    accounts: 'Accounts',
    revenue: 'Revenue',
    figures: 'Figures as of',
    owner: 'Owner',
    shared: 'Shared',
    state: 'State',
    source: 'About',
    changed: 'Changed',
    actions: 'Actions',
  },
  more: (title: string): string => `Actions for ${title}`,
  open: 'Open',
  share: 'Share…',
  preview: 'Preview and print',
  refresh: 'Refresh figures',
  refreshed: 'Figures are those of today.',
  archive: 'Archive',
  bringBack: 'Bring back from the archive',
  archived: (title: string): string => `${title} is archived.`,
  broughtBack: (title: string): string => `${title} is back.`,
  delete: 'Delete',
  deleted: (count: number): string => `${reports(count)} deleted.`,
  restored: (count: number): string => `${reports(count)} restored.`,
  failed: (reason: string): string => `That did not work: ${reason}`,
};

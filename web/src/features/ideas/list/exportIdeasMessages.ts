import { formatAnd } from '../../../ui/text/format.ts';

/** Texts of the dialog that exports the list. */
export const exportIdeasMessages = {
  title: 'Export ideas',
  count: (total: string, isNarrowed: boolean) =>
    isNarrowed
      ? `The ${total} ideas that match your search and filters, in list order.`
      : `All ${total} open ideas, in list order.`,
  columns: 'Columns',
  shown: (count: number) => `Visible columns (${count})`,
  every: 'All',
  everyNote: (further: readonly string[]) => `Adds ${formatAnd(further)}`,
} as const;

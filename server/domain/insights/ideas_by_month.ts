import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';
import { refuseFilters } from '../../listing/filters.ts';
import { ListWriter } from '../../listing/list_writer.ts';
import { Writer } from '../../sql/writer.ts';
import { suggestion } from '../ideas/suggestion.ts';

/** Months that are answered, the running one among them. */
const MONTHS = 24;
/** It is a picture beside a form: where it takes longer, there is none. */
const LIMIT_MS = 1_000;
const FILTERS = ['activity', 'period_start', 'period_end', 'advanced_filters'] as const;
const args = Object.fromEntries(FILTERS.map((name) => [name, suggestion.list!.filters[name]!.input]));

/** How many ideas of each month some filters leave: the histogram of a form that chooses ideas. */
export const reportIdeasByMonth = defineQuery({
  name: 'report_ideas_by_month',
  description: `Ideas that filters leave, by the month (UTC) in which they were made, of the last ${MONTHS} months, the oldest first; filters as of suggestions. Null where it takes longer than a second.`,
  requires: readRight('feedback'),
  args,
  returns: '[IdeasOfMonth!]',
  reads: ['suggestions+', 'suggestions.state', 'suggestions.created_at'],
  shapes: [
    shape('IdeasOfMonth', 'Ideas that were made in a month.', {
      month: { type: 'String!', description: 'Its first day, such as 2026-01-01.' },
      count: { type: 'Int!', description: 'Ideas.' },
    }),
  ],
  run: async (given, { scope }) => {
    const { viewer } = scope;
    const filters = given as Record<string, unknown>;
    refuseFilters(suggestion, filters, viewer);
    const now = scope.now();
    const monthAt = (index: number): string =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).toISOString().slice(0, 10);
    const months = Array.from({ length: MONTHS }, (_, index) => monthAt(MONTHS - 1 - index));
    const w = new Writer(viewer.subdomain_id);
    const where = new ListWriter(new Map(), viewer, filters, w).conditions(suggestion, filters, 's');
    const rows = await scope.readWithin<{ month: string; count: number }>(
      {
        text: `select to_char(date_trunc('month', s.created_at at time zone 'UTC'), 'YYYY-MM-DD') as month, count(*)::int as count
from suggestions s where ${where} and s.created_at >= ${w.value(`${months[0]!}T00:00:00Z`)}::timestamptz
group by 1`,
        values: w.values,
      },
      LIMIT_MS,
    );
    if (rows === null) return null;
    const counts = new Map(rows.map(({ month, count }) => [month, count]));
    return months.map((month) => ({ month, count: counts.get(month) ?? 0 }));
  },
});

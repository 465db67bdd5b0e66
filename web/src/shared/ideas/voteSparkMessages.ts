/** Texts of the votes by week: apart from the others, since the list shows them at first. */
import { formatNumber, plural } from '../../ui/text/format.ts';

export const voteSparkMessages = {
  week: (day: string, votes: number) => `Week of ${day}: ${plural(votes, { one: 'vote', other: 'votes' })}`,
  thisWeek: (votes: number) => `This week so far: ${formatNumber(votes)}`,
  trends: { up: 'rising', down: 'falling', flat: 'steady' },
  label: (weekly: readonly number[], trend: string, thisWeek: number) =>
    `Votes in the last ${weekly.length} finished weeks: from ${weekly[0] ?? 0} to ${weekly[weekly.length - 1] ?? 0}, highest ${Math.max(0, ...weekly)}, ${trend}. This week so far: ${thisWeek}`,
} as const;

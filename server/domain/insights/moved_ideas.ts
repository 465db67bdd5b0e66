import { parseDate } from '../../../contract/dates.ts';
import { defineQuery } from '../../core/query.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { readRight, withFeature } from '../../core/viewer.ts';
import { enumInput } from '../../inputs/kinds.ts';
import { daysFrom, weekOf } from '../counters/numbers.ts';
import { OPEN_SQL, VOTES_THIS_WEEK_SQL, WEEKLY_VOTES_SQL } from '../ideas/suggestion.ts';
import { DEFAULT_PERIOD, periodArgs, periodOf } from './periods.ts';
import { figureShape } from './reports.ts';

/** Ideas that are answered. */
const SHOWN = 5;
/**
 * Ideas that are looked at. No idea moves by more votes than it has, so those with most votes are the ones that can
 * have moved most; the newest ones come to them, which may have few votes, all of them of the period.
 */
const MOST_VOTED = 1000;
const NEWEST = 300;
/** Ideas whose revenue is looked at: revenue comes with votes, so it moved where votes did. */
const MOST_MOVED = 50;

const orders = ['votes', 'revenue'] as const;

/** Ideas that are found, so that there are enough to show when some of them were merged or deleted since. */
const FOUND = 15;

/** How an idea moved. */
interface Moved {
  id: string;
  votes: number;
  before: number;
  /** revenue of accounts whose first vote came since the weeks began, in USD */
  gained: number;
}

interface MovedRow extends Moved {
  /** in USD, now */
  revenue: number;
  title: string;
  forum_name: string;
  status_id: string | null;
  status_name: string | null;
  hex_color: string | null;
  votes_count: number;
  weekly_votes: number[];
  votes_this_week: number;
}

/**
 * The ideas that moved most: votes of the finished weeks of a period beside those of as many weeks
 * before, and the revenue behind them beside that of when the weeks began.
 * From kept weekly counts, and of a bounded number of ideas; in a large workspace found at most every five minutes.
 */
export const reportMovedIdeas = defineQuery({
  name: 'report_moved_ideas',
  description: `The ${SHOWN} open ideas that moved most in the finished weeks of a period against as many weeks before, of the ${MOST_VOTED} ideas with most votes and the ${NEWEST} newest; by revenue, of the ${MOST_MOVED} whose votes moved most.`,
  requires: readRight('feedback'),
  args: {
    ...periodArgs(DEFAULT_PERIOD),
    order: enumInput(
      'What has to have moved: votes or revenue. Votes when not given, and without feature account_insights.',
      orders,
    ),
  },
  returns: 'MovedIdeas!',
  reads: [
    'suggestions+',
    ...['title', 'state', 'forum_id', 'status_id', 'votes_count', 'supporter_revenue_cents'].map(
      (column) => `suggestions.${column}`,
    ),
    'suggestion_weeks',
    'suggestion_accounts',
    'supporters',
    'users.account_id',
    'external_accounts.revenue_cents',
    'statuses.name',
    'statuses.hex_color',
    'forums.name',
  ],
  shapes: [
    shape(
      'MovedIdeas',
      'Ideas that moved most in a period.',
      {
        period_start: { type: 'String!', description: 'First day, a Monday.' },
        period_end: { type: 'String!', description: 'Last day, a Sunday that is over.' },
        weeks_count: { type: 'Int!', description: 'Weeks of the period, and of the one before it.' },
        ideas: { type: '[MovedIdea!]!', description: 'The one that moved most first, up or down.' },
      },
      [
        shape(
          'MovedIdea',
          'How an idea moved.',
          {
            id: { type: 'ID!', description: 'Idea.' },
            title: { type: 'String!', description: 'Its title.' },
            forum_name: { type: 'String!', description: 'Name of its forum.' },
            status_id: { type: 'ID', description: 'Its public status; null: No Status.' },
            status_name: { type: 'String', description: 'Name of the status.' },
            hex_color: { type: 'String', description: 'Colour of the status.' },
            votes: { type: 'Figure!', description: 'Votes of the weeks.' },
            revenue: {
              type: 'MovedRevenue',
              description: 'Revenue behind it. Null without feature account_insights.',
            },
            votes_count: { type: 'Int!', description: 'All its votes, whatever the period.' },
            weekly_votes: {
              type: '[Int!]!',
              description: 'Votes of the last 12 finished weeks, oldest first.',
            },
            votes_this_week: { type: 'Int!', description: 'Votes since Monday.' },
          },
          [
            figureShape,
            shape('MovedRevenue', 'Revenue of the accounts behind an idea, each once, in USD.', {
              amount: { type: 'Float!', description: 'Now.' },
              before: {
                type: 'Float!',
                description: 'Without the accounts whose first vote for it came since the weeks began.',
              },
            }),
          ],
        ),
      ],
    ),
  ],
  run: async (args, { scope }) => {
    const now = scope.now();
    const { days } = periodOf(args.period_start ?? parseDate(DEFAULT_PERIOD, now)!, args.period_end ?? now);
    const weeks = Math.max(1, Math.floor(days / 7));
    // a week counts once it is over: with its last millisecond, and not before it is the past
    const over = Math.min(now.getTime(), (args.period_end?.getTime() ?? now.getTime()) + 1);
    const end = weekOf(new Date(over));
    const start = daysFrom(end, -7 * weeks);
    const before = daysFrom(start, -7 * weeks);
    const seesRevenue = withFeature('account_insights').allows(scope.viewer);
    const byRevenue = args.order === 'revenue' && seesRevenue;
    const found = await kept(`${scope.viewer.subdomain_id} ${before} ${end} ${byRevenue}`, () =>
      findMoved(scope, { before, start, end, byRevenue }),
    );
    const rows = await scope.read<MovedRow>({
      text: `select s.id::text as id, s.title, f.name as forum_name, t.id::text as status_id, t.name as status_name, t.hex_color, s.votes_count,
  m.votes, m.before, m.gained, s.supporter_revenue_cents / 100.0::float8 as revenue, (${WEEKLY_VOTES_SQL('s')}) as weekly_votes, ${VOTES_THIS_WEEK_SQL('s')} as votes_this_week
from jsonb_to_recordset($2::jsonb) as m (place int, id bigint, votes int, before int, gained float8)
join suggestions s on s.subdomain_id = $1 and s.id = m.id and ${OPEN_SQL('s')}
join forums f on f.subdomain_id = $1 and f.id = s.forum_id
left join statuses t on t.subdomain_id = $1 and t.id = s.status_id
order by m.place limit ${SHOWN}`,
      values: [scope.viewer.subdomain_id, JSON.stringify(found.map((idea, place) => ({ place, ...idea })))],
    });
    return {
      period_start: start,
      period_end: daysFrom(end, -1),
      weeks_count: weeks,
      ideas: rows.map(({ votes, before: votes_before, revenue, gained, ...idea }) => ({
        ...idea,
        votes: { count: votes, before: votes_before },
        revenue: seesRevenue ? { amount: revenue, before: Math.max(0, revenue - gained) } : null,
      })),
    };
  },
});

/**
 * The ideas that moved most, the first one first.
 * @returns whether the workspace is a large one, too
 */
async function findMoved(
  scope: Scope,
  { before, start, end, byRevenue }: { before: string; start: string; end: string; byRevenue: boolean },
): Promise<{ ideas: Moved[]; isLarge: boolean }> {
  const rows = await scope.read<Moved & { candidates: number }>({
    // $2 begin of the weeks before, $3 begin of the weeks, $4 their end: the running week is none of them
    text: `with candidates as materialized (
  (select s.id from suggestions s where s.subdomain_id = $1 and ${OPEN_SQL('s')} order by s.votes_count desc, s.id desc limit ${MOST_VOTED})
  union
  (select s.id from suggestions s where s.subdomain_id = $1 and ${OPEN_SQL('s')} order by s.created_at desc, s.id desc limit ${NEWEST})
), weeks as (
  select c.id, w.votes, w.before from candidates c
  cross join lateral (select coalesce(sum(w.votes_count) filter (where w.week >= $3::date), 0)::int as votes, coalesce(sum(w.votes_count) filter (where w.week < $3::date), 0)::int as before
    from suggestion_weeks w where w.subdomain_id = $1 and w.suggestion_id = c.id and w.week >= $2::date and w.week < $4::date) w
), moved as materialized (
  select * from weeks where votes <> before order by abs(votes - before) desc, id desc limit ${byRevenue ? MOST_MOVED : FOUND}
), begun as (
  select m.id, u.account_id, count(*)::int as supporters from moved m
  join supporters v on v.subdomain_id = $1 and v.suggestion_id = m.id and v.created_at >= $3::date at time zone 'UTC'
  join users u on u.subdomain_id = $1 and u.id = v.user_id and u.account_id is not null
  group by m.id, u.account_id
), revenue as (
  select b.id, sum(x.revenue_cents)::float8 / 100 as gained from begun b
  join suggestion_accounts a on a.subdomain_id = $1 and a.suggestion_id = b.id and a.account_id = b.account_id and a.supporters_count = b.supporters
  join external_accounts x on x.subdomain_id = $1 and x.id = b.account_id
  group by b.id
)
select m.id::text as id, m.votes, m.before, coalesce(r.gained, 0) as gained, (select count(*) from candidates)::int as candidates
from moved m left join revenue r on r.id = m.id
${byRevenue ? 'where r.gained > 0' : ''}
order by ${byRevenue ? 'r.gained desc, ' : ''}abs(m.votes - m.before) desc, m.id desc limit ${FOUND}`,
    values: [scope.viewer.subdomain_id, before, start, end],
  });
  return {
    ideas: rows.map(({ candidates: _candidates, ...idea }) => idea),
    isLarge: (rows[0]?.candidates ?? 0) >= MOST_VOTED,
  };
}

/** Finished weeks change by little: by votes that are taken away, imported or merged. */
const FRESH_MS = 5 * 60_000;
/** Until then what was found is answered at once, and found again beside it. */
const KEPT_MS = 60 * 60_000;
const KEPT_ENTRIES = 500;

type Found = Awaited<ReturnType<typeof findMoved>>;
const keptFound = new Map<string, { ideas: Moved[]; foundAt: number }>();
const finding = new Map<string, Promise<Found>>();

/**
 * What was found in a large workspace, for an hour; one of many who ask at once finds it. In a small one it is found
 * each time.
 *
 * @param key the workspace, the weeks and the order
 */
async function kept(key: string, find: () => Promise<Found>): Promise<Moved[]> {
  const again = (): Promise<Found> => {
    const running =
      finding.get(key) ??
      find()
        .then((found) => {
          keptFound.delete(key);
          if (found.isLarge) {
            if (keptFound.size >= KEPT_ENTRIES) keptFound.delete(keptFound.keys().next().value!);
            keptFound.set(key, { ideas: found.ideas, foundAt: performance.now() });
          }
          return found;
        })
        .finally(() => finding.delete(key));
    finding.set(key, running);
    return running;
  };
  const known = keptFound.get(key);
  const ageMs = known === undefined ? Infinity : performance.now() - known.foundAt;
  if (known === undefined || ageMs > KEPT_MS) return (await again()).ideas;
  // who asks has an answer; a failure is that of who asks next
  if (ageMs > FRESH_MS) again().catch(() => undefined);
  return known.ideas;
}

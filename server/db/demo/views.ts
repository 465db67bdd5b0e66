import { sql } from 'kysely';
import { systemViewer } from '../../domain/account/system_viewer.ts';
import { countView } from '../../domain/views/counts.ts';
import type { Tx } from '../../sql/kysely.ts';

const DAY_MS = 86_400_000;

/** Views of the demo workspace by their filters; all of them are the owner's and shown to all admins. */
const VIEWS = [
  {
    name: 'Large customers, no answer yet',
    kind: 'suggestion',
    params: {
      advanced_filters: {
        external_account_revenue: { operator: 'gt', value: 2000 },
        has_response: false,
      },
      sort: '-supporter_revenue',
    },
  },
  {
    name: 'Planned and still asked for',
    kind: 'suggestion',
    params: {
      advanced_filters: {
        status: { operator: 'include', values: ['planned', 'started'] },
        last_support_date: { after: '30_days_ago' },
      },
      sort: '-votes_count',
    },
  },
  {
    name: 'Quiet for half a year',
    kind: 'suggestion_list',
    params: {
      advanced_filters: {
        status: { operator: 'include', values: ['none', 'under review'] },
        last_support_date: { before: '6_months_ago' },
      },
      sort: 'last_activity_at',
    },
  },
] as const;

/** Ideas of the list that was put together by hand. */
const CANDIDATES = 8;

/** Saved views, and a list of candidates for the quarter that was chosen by hand; once counters are kept. */
export async function writeDemoViews(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const at = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const make = async (
    name: string,
    kind: string,
    sub_kind: string,
    params: object,
    days: number,
  ): Promise<string> => {
    const { id } = await tx
      .insertInto('saved_views')
      .values({
        subdomain_id,
        name,
        kind,
        sub_kind,
        params: JSON.stringify(params),
        is_public: true,
        owner_id,
        created_at: at(days),
        updated_at: at(days),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const ids: string[] = [];
  for (const [index, { name, kind, params }] of VIEWS.entries())
    ids.push(await make(name, kind, 'filter', params, 60 - index * 10));
  const list = await make(
    'Candidates for the quarter',
    'suggestion_list',
    'manual',
    { sort: 'list_position' },
    12,
  );
  await sql`
insert into saved_view_suggestions (subdomain_id, saved_view_id, suggestion_id, position, created_at)
select ${subdomain_id}, ${list}, s.id, row_number() over (order by s.supporter_revenue_cents desc, s.id), ${at(12)}
from (
  select c.id, c.supporter_revenue_cents from suggestions c
  where c.subdomain_id = ${subdomain_id} and c.state in ('published', 'approved') and c.status_id is null
  order by c.supporter_revenue_cents desc, c.id limit ${CANDIDATES}
) s`.execute(tx);
  await tx
    .insertInto('saved_view_users')
    .values(
      [list, ...ids].map((saved_view_id, index) => ({
        subdomain_id,
        saved_view_id,
        user_id: owner_id,
        position: index + 1,
        created_at: at(12),
        updated_at: at(12),
      })),
    )
    .execute();
  for (const id of ids)
    await countView({ tx, subdomain_id, viewer: systemViewer({ id: subdomain_id, features: [] }), now }, id);
}

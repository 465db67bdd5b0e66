import { impactLimits } from '../../../contract/impact_reports.ts';
import { notFound } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { idInput, required } from '../../inputs/kinds.ts';
import { quoteOf } from './contents.ts';
import { canReadImpact, seesMoney } from './rights.ts';
import { ideasOf, type Source } from './source.ts';

/** Shorter texts say nothing. */
const SHORTEST = 15;
/** Letters of a text that are read: what is quoted is far shorter. */
const READ = 4_000;

interface Row {
  id: string;
  body: string;
  mime: string;
  user_id: string | null;
  user_name: string | null;
  job_title: string | null;
  country: string | null;
  account_name: string | null;
  revenue_cents: number | null;
  found: number;
}

/** What customers said about the ideas of a report, for its quotes. */
export const impactReportQuotes = defineQuery({
  name: 'impact_report_quotes',
  description: `Feedback on the ideas of a report as it could be quoted: the strongest of each account, at most ${impactLimits.quotesOffered}. Severe ones come first, then those of accounts with more revenue, then the newest.`,
  requires: canReadImpact,
  args: { id: required(idInput('The report.')) },
  returns: 'ImpactQuotes!',
  // what a report is about never changes; its ideas, and who said what, do
  reads: [
    'impact_reports.deleted_at',
    'feedback_records',
    'users.name',
    'users.email_address',
    'users.job_title',
    'users.country',
    'users.account_id',
    'external_accounts.name',
    'external_accounts.revenue_cents',
    'external_accounts.deleted_at',
    'suggestions.state',
    'theme_placements',
    'saved_view_suggestions',
    'saved_views.params',
  ],
  shapes: [
    shape('ImpactQuotes', 'What could be quoted.', {
      found: { type: 'Int!', description: 'Accounts, and people without one, who said something.' },
      quotes: { type: '[ImpactQuote!]!', description: 'The strongest ones.' },
    }),
  ],
  run: async ({ id }, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const read = <R extends object>(statement: { text: string; values: unknown[] }): Promise<R[]> =>
      scope.read<R>(statement);
    const [report] = await read<Source>({
      text: `select r.source, r.theme_id::text as theme_id, r.saved_view_id::text as saved_view_id, r.suggestion_ids::text[] as suggestion_ids
from impact_reports r where r.subdomain_id = $1 and r.id = $2 and r.deleted_at is null`,
      values: [subdomain_id, id],
    });
    if (report === undefined) throw notFound('id', 'impact report');
    const ideas = await ideasOf(scope.viewer, report, read);
    const rows = await read<Row>({
      text: `with said as materialized (
  select f.id, f.user_id, u.account_id, coalesce(f.severity, 0) as severity, f.created_at, e.revenue_cents, e.name as account_name,
    coalesce(u.name, u.email_address) as user_name, u.job_title, u.country
  from feedback_records f
  left join users u on u.subdomain_id = $1 and u.id = f.user_id
  left join external_accounts e on e.subdomain_id = $1 and e.id = u.account_id and e.deleted_at is null
  where f.subdomain_id = $1 and f.suggestion_id = any($2::bigint[]) and f.state = 'active' and char_length(f.body) >= ${SHORTEST}
), strongest as (
  select distinct on (coalesce(account_id, -user_id, -id)) * from said
  order by coalesce(account_id, -user_id, -id), severity desc, created_at desc, id desc
), chosen as (
  select s.*, (count(*) over ())::int as found from strongest s
  order by severity desc, revenue_cents desc nulls last, created_at desc, id desc limit ${impactLimits.quotesOffered}
)
select c.id::text as id, left(f.body, ${READ}) as body, f.body_mime_type as mime, c.user_id::text as user_id, c.user_name, c.job_title, c.country, c.account_name,
  c.revenue_cents::float8 as revenue_cents, c.found
from chosen c join feedback_records f on f.subdomain_id = $1 and f.id = c.id
order by c.severity desc, c.revenue_cents desc nulls last, c.created_at desc, c.id desc`,
      values: [subdomain_id, ideas],
    });
    const shows = seesMoney.allows(scope.viewer);
    return {
      found: rows[0]?.found ?? 0,
      quotes: rows.map(({ body, mime, revenue_cents, found: _found, ...who }) => ({
        ...who,
        text: quoteOf(body, mime),
        revenue: shows && revenue_cents !== null ? revenue_cents / 100 : null,
      })),
    };
  },
});

/** A report as its readers see it: by a link without a session, or as a preview of those who write it. */
import { sql } from 'kysely';
import {
  impactLimits,
  withLiveFigures,
  type ImpactNumbers,
  type ImpactSection,
  type ImpactText,
} from '../../../contract/impact_reports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Viewer } from '../../core/viewer.ts';
import { dayOf } from '../counters/numbers.ts';
import { figuresSql, quotesSql } from './impact_report.ts';

/** What a reader may see. */
export interface Shows {
  names: boolean;
  revenue: boolean;
  quotes: boolean;
  ideas: boolean;
}

/** A report with nothing in it that its reader may not see. */
export interface ReadReport {
  title: string;
  version: number;
  figures_at: Date;
  /** who on the team shares it; null: no person */
  shared_by: string | null;
  /** its last day; null: it has none, or it is a preview */
  ends_on: string | null;
  sections: ImpactSection[];
  texts: Partial<Record<ImpactText, string>>;
  numbers: ImpactNumbers;
  /** name null: it is not shown, or it was deleted; revenue null: it is not shown */
  accounts: { name: string | null; plan: string | null; revenue: number | null; people: number }[];
  quotes: {
    text: string;
    name: string | null;
    account: string | null;
    job_title: string | null;
    country: string | null;
  }[];
  ideas: { title: string; votes: number; accounts: number; revenue: number | null }[];
}

type Figures = ImpactNumbers & {
  top_accounts: ReadReport['accounts'];
  top_ideas: { id: string; title: string | null; votes: number; accounts: number; revenue: number | null }[];
};

interface Row {
  id: string;
  title: string;
  version: number;
  figures_at: Date;
  shared_by: string | null;
  ends_on: string | null;
  sections: ImpactSection[];
  texts: ReadReport['texts'];
  top_ideas: string[] | null;
  figures: Figures;
  quotes: {
    text: string;
    user_name: string | null;
    account_name: string | null;
    job_title: string | null;
    country: string | null;
  }[];
}

/** Columns of a report for its readers. @param where further conditions on `r`, and on `l`, its link */
const REPORT_SQL = (viewer: Viewer, where: string): string => `
select r.id::text as id, r.title, r.version, r.figures_at, r.sections, r.texts, r.top_ideas::text[] as top_ideas,
  ${figuresSql('r', viewer)} as figures, ${quotesSql('r', viewer)} as quotes,
  (select coalesce(u.name, u.email_address) from users u where u.subdomain_id = $1 and u.id = coalesce(l.creator_id, r.creator_id)) as shared_by,
  l.ends_on::text as ends_on, l.shows_names, l.shows_revenue, l.shows_quotes, l.shows_ideas
from impact_reports r
left join impact_report_links l on l.subdomain_id = $1 and l.impact_report_id = r.id and l.revoked_at is null
where r.subdomain_id = $1 and r.deleted_at is null and ${where}`;

/** A report without what a reader may not see: it is left out here, so that no page can show it by mistake. */
function shownTo(row: Row, shows: Shows): ReadReport {
  const { top_accounts, top_ideas, ...all } = row.figures;
  const numbers: ImpactNumbers = shows.revenue ? all : { ...all, revenue: null, all_revenue: null };
  const chosen =
    row.top_ideas === null
      ? top_ideas.slice(0, impactLimits.topIdeasAtFirst)
      : row.top_ideas.flatMap((id) => top_ideas.filter((idea) => idea.id === id));
  const money = (revenue: number | null): number | null => (shows.revenue ? revenue : null);
  return {
    title: row.title,
    version: row.version,
    figures_at: new Date(row.figures_at),
    shared_by: row.shared_by,
    ends_on: row.ends_on,
    sections: row.sections,
    texts: Object.fromEntries(
      Object.entries(row.texts).map(([key, html]) => [key, withLiveFigures(html, numbers)]),
    ),
    numbers,
    accounts: top_accounts.map((account) => ({
      name: shows.names ? account.name : null,
      plan: account.plan,
      revenue: money(account.revenue),
      people: account.people,
    })),
    quotes: shows.quotes
      ? row.quotes.map((quote) => ({
          text: quote.text,
          name: shows.names ? quote.user_name : null,
          account: shows.names ? quote.account_name : null,
          job_title: quote.job_title,
          country: quote.country,
        }))
      : [],
    ideas: shows.ideas
      ? chosen.flatMap(({ title, votes, accounts, revenue }) =>
          title === null ? [] : [{ title, votes, accounts, revenue: money(revenue) }],
        )
      : [],
  };
}

/**
 * The report that a link opens, with what the link shows.
 * @param isCounted it was opened by somebody who looks at it
 * @returns null for a link that is unknown, was revoked or has ended: they cannot be told apart
 */
export async function openLink(scope: Scope, token: string, isCounted: boolean): Promise<ReadReport | null> {
  const { subdomain_id } = scope.viewer;
  const [row] = await scope.read<
    Row & { shows_names: boolean; shows_revenue: boolean; shows_quotes: boolean; shows_ideas: boolean }
  >({
    text: REPORT_SQL(scope.viewer, 'l.token = $2 and coalesce(l.ends_on >= $3::date, true)'),
    values: [subdomain_id, token, dayOf(scope.now())],
  });
  if (row === undefined) return null;
  if (isCounted)
    await scope.write((tx) =>
      sql`update impact_report_links l set opened_count = l.opened_count + 1 where l.subdomain_id = ${subdomain_id} and l.token = ${token}`.execute(
        tx,
      ),
    );
  return shownTo(row, {
    names: row.shows_names,
    revenue: row.shows_revenue,
    quotes: row.shows_quotes,
    ideas: row.shows_ideas,
  });
}

/** A report as those read it who may see all of it; null when there is none of this id. */
export async function previewReport(scope: Scope, id: string): Promise<ReadReport | null> {
  const [row] = await scope.read<Row>({
    text: REPORT_SQL(scope.viewer, 'r.id = $2'),
    values: [scope.viewer.subdomain_id, id],
  });
  return row === undefined
    ? null
    : shownTo({ ...row, ends_on: null }, { names: true, revenue: true, quotes: true, ideas: true });
}

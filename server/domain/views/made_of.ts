/** Lists of ideas that are made of a theme report or an impact report (ENT-050). */
import { sql } from 'kysely';
import { savedViewLimits } from '../../../contract/saved_views.ts';
import type { CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { withFeature } from '../../core/viewer.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';

const hasThemes = withFeature('theme_detection');
const hasImpact = withFeature('impact_reports');

/** What a list is made of. */
export interface MadeOf {
  impact_report_id?: string | undefined;
  theme_set_id?: string | undefined;
}

/**
 * The ideas of a report for a list that is made of it, by rising id.
 * @returns ideas; a view whose params and ideas are taken over, where an impact report is about one; null: it is made of nothing
 * @throws BAD_USER_INPUT when the report is not there, for the viewer, or holds more ideas than a list
 */
export async function ideasMadeOf(
  context: CommandContext,
  { impact_report_id, theme_set_id }: MadeOf,
): Promise<{ ideas: string[] } | { view: string } | null> {
  const { tx, subdomain_id, viewer } = context;
  if (theme_set_id !== undefined) {
    if (!hasThemes.allows(viewer)) throw notFound('theme_set_id', 'theme report');
    const set = await tx
      .selectFrom('theme_sets')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', theme_set_id)
      .where('state', '<>', 'deleted')
      .executeTakeFirst();
    if (!set) throw notFound('theme_set_id', 'theme report');
    return {
      ideas: await living(
        context,
        sql`select tp.suggestion_id from theme_placements tp where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${theme_set_id}`,
        'theme_set_id',
      ),
    };
  }
  if (impact_report_id === undefined) return null;
  const report = hasImpact.allows(viewer)
    ? await tx
        .selectFrom('impact_reports')
        .select(['source', 'saved_view_id', 'theme_id'])
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', impact_report_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!report) throw notFound('impact_report_id', 'impact report');
  if (report.source === 'list') {
    if (report.saved_view_id === null) throw notFound('impact_report_id', 'list of this impact report');
    return { view: report.saved_view_id };
  }
  return {
    ideas: await living(
      context,
      report.source === 'ideas'
        ? sql`select unnest(r.suggestion_ids) from impact_reports r where r.subdomain_id = ${subdomain_id} and r.id = ${impact_report_id}`
        : sql`select tp.suggestion_id from themes t join theme_placements tp on tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = t.theme_set_id and tp.theme_id = t.id
  where t.subdomain_id = ${subdomain_id} and t.state <> 'deleted' and (t.id = ${report.theme_id} or t.parent_id = ${report.theme_id})`,
      'impact_report_id',
    ),
  };
}

/** Those of some ideas that are there to be seen. @param ids statement of one column */
async function living(
  { tx, subdomain_id }: CommandContext,
  ids: ReturnType<typeof sql>,
  field: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
select s.id::text as id from suggestions s where s.subdomain_id = ${subdomain_id} and s.id in (${ids}) and ${sql.raw(LIVE_SQL('s'))}
order by s.id limit ${savedViewLimits.ideas + 1}`.execute(tx);
  if (rows.length > savedViewLimits.ideas)
    throw badInput(field, `A list holds at most ${savedViewLimits.ideas.toLocaleString('en')} ideas.`, {
      reason: 'too_many',
    });
  return rows.map(({ id }) => id);
}

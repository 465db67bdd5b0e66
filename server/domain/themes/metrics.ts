import { sql } from 'kysely';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { canReadThemes } from './rights.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** What theme reports did lately, for a card. */
export const reportRecentThemeMetrics = defineQuery({
  name: 'report_recent_theme_metrics',
  description: `Theme reports of the last ${DAYS} days.`,
  requires: canReadThemes,
  args: {},
  returns: 'RecentThemeMetrics!',
  reads: ['theme_sets', 'theme_runs', 'theme_placements'],
  shapes: [
    shape('RecentThemeMetrics', `Theme reports of the last ${DAYS} days.`, {
      created: { type: 'Int!', description: 'Reports that were made and are there.' },
      run: { type: 'Int!', description: 'Runs that were complete.' },
      categorized: {
        type: 'Int!',
        description: 'Different ideas that a report which ran in that time has in a theme.',
      },
    }),
  ],
  run: async (_args, { scope }) => {
    const { subdomain_id: sid } = scope.viewer;
    const since = new Date(scope.now().getTime() - DAYS * DAY_MS);
    const { rows } = await sql<{ created: number; run: number; categorized: number }>`
select (select count(*)::int from theme_sets s where s.subdomain_id = ${sid} and s.state <> 'deleted' and s.created_at >= ${since}) as created,
  (select count(*)::int from theme_runs r where r.subdomain_id = ${sid} and r.finished_at >= ${since}) as run,
  (select count(distinct p.suggestion_id)::int from theme_placements p join themes t on t.subdomain_id = ${sid} and t.id = p.theme_id and not t.uncategorized
    join theme_sets s on s.subdomain_id = ${sid} and s.id = p.theme_set_id and s.state <> 'deleted'
    join theme_runs r on r.subdomain_id = ${sid} and r.id = s.run_id and r.finished_at >= ${since}
    where p.subdomain_id = ${sid}) as categorized`.execute(scope.db);
    return rows[0];
  },
});

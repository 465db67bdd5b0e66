import {
  firstSummary,
  IMPACT_SECTIONS,
  impactLimits,
  liveFigureHtml,
  type ImpactText,
} from '../../../contract/impact_reports.ts';
import { systemViewer } from '../../domain/account/system_viewer.ts';
import { quoteOf } from '../../domain/impact/contents.ts';
import { numbersOf, takeFigures } from '../../domain/impact/figures.ts';
import { ideasOf, type Source } from '../../domain/impact/source.ts';
import { rowsOf, type Tx } from '../../sql/kysely.ts';
import type { Statement } from '../../sql/writer.ts';

/** Names that the demo's themes may have, the first that is there counts. */
const THEMES: ReadonlySet<string> = new Set(['In the van', 'Travel and map', 'Invoice and send']);
/** Quotes of the report about it. */
const QUOTES = 3;

/** Impact reports of the demo workspace: one about a theme, written and shared, and a draft about a view. */
export async function writeDemoImpact(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const viewer = systemViewer({ id: subdomain_id, features: ['account_insights', 'theme_detection'] });
  const read = <Row extends object>(statement: Statement): Promise<Row[]> => rowsOf<Row>(tx, statement);
  const raise = async (
    source: Source & { name: string },
    title: string,
    state: 'draft' | 'published',
    texts: (
      figure: (name: Parameters<typeof liveFigureHtml>[0]) => string,
    ) => Partial<Record<ImpactText, string>>,
  ): Promise<{ id: string; ideas: string[] }> => {
    const { name, ...from } = source;
    const ideas = await ideasOf(viewer, from, read);
    const figures = await takeFigures(read, subdomain_id, ideas, now);
    const numbers = numbersOf(figures, true);
    const { id } = await tx
      .insertInto('impact_reports')
      .values({
        subdomain_id,
        title,
        state,
        source: source.source,
        source_name: name,
        theme_id: source.theme_id,
        saved_view_id: source.saved_view_id,
        sections: [...IMPACT_SECTIONS],
        texts: JSON.stringify({
          summary: firstSummary(numbers),
          ...texts((figure) => liveFigureHtml(figure, numbers)),
        }),
        figures: JSON.stringify(figures),
        figures_at: now,
        people_now: figures.people,
        accounts_now: figures.accounts,
        revenue_cents_now: String(figures.revenue_cents),
        counted_at: now,
        creator_id: owner_id,
        editor_id: owner_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, ideas };
  };

  const themes = await tx
    .selectFrom('themes')
    .select(['id', 'name', 'own_name'])
    .where('subdomain_id', '=', subdomain_id)
    .where('uncategorized', '=', false)
    .where('is_group', '=', false)
    .orderBy('supporter_count', 'desc')
    .execute();
  const theme = themes.find(({ own_name, name }) => THEMES.has(own_name ?? name)) ?? themes[0];
  if (theme !== undefined) {
    const name = theme.own_name ?? theme.name;
    const { id, ideas } = await raise(
      { source: 'theme', theme_id: theme.id, saved_view_id: null, suggestion_ids: null, name },
      'Why the work in the van comes first',
      'published',
      (figure) => ({
        summary: `<p>Technicians spend their day in the van, and Marlow is at its weakest there. ${figure('people')} people at ${figure('accounts')} of our ${figure('all-accounts')} accounts ask for it, who bring ${figure('revenue')} of revenue, <strong>${figure('revenue-share')} of all</strong>.</p>`,
        problem:
          '<p>What happens between two visits is written down on paper and typed in at night. What is typed in at night is typed in wrongly, and the office asks again in the morning.</p>',
        recommendation:
          '<ul><li>Make the app whole without a signal before anything new is added to it.</li><li>Let one tap say that a technician is on the way.</li></ul>',
      }),
    );
    const said = await read<{ id: string; body: string; mime: string }>({
      text: `select distinct on (u.account_id) f.id::text as id, f.body, f.body_mime_type as mime
from feedback_records f join users u on u.subdomain_id = $1 and u.id = f.user_id and u.account_id is not null
where f.subdomain_id = $1 and f.suggestion_id = any($2::bigint[]) and f.state = 'active' and char_length(f.body) > 60
order by u.account_id, f.severity desc nulls last, f.id`,
      values: [subdomain_id, ideas],
    });
    await tx
      .updateTable('impact_reports')
      .set({
        quotes: JSON.stringify(
          said
            .slice(0, Math.min(QUOTES, impactLimits.quotes))
            .map((one) => ({ id: one.id, text: quoteOf(one.body, one.mime) })),
        ),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    const colleagues = await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('license_type', '=', 'full')
      .where('id', '<>', owner_id)
      .orderBy('id')
      .limit(2)
      .execute();
    if (colleagues.length > 0)
      await tx
        .insertInto('impact_report_readers')
        .values(
          colleagues.map((colleague, index) => ({
            subdomain_id,
            impact_report_id: id,
            user_id: colleague.id,
            message: 'Before the planning on Thursday, please.',
            read_at: index === 0 ? now : null,
            created_at: now,
          })),
        )
        .execute();
  }

  const view = await tx
    .selectFrom('saved_views')
    .select(['id', 'name'])
    .where('subdomain_id', '=', subdomain_id)
    .where('kind', '=', 'suggestion')
    .orderBy('id')
    .executeTakeFirst();
  if (view)
    await raise(
      {
        source: 'list',
        theme_id: null,
        saved_view_id: view.id,
        suggestion_ids: null,
        name: view.name,
      },
      'What our largest customers still wait for',
      'draft',
      () => ({}),
    );
}

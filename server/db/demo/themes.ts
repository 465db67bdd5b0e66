import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import { detectThemes } from '../../domain/intelligence/themes/detection.ts';
import { countThemes } from '../../domain/themes/numbers.ts';
import { writeRun } from '../../domain/themes/results.ts';
import { htmlToText } from '../../text/html.ts';

const DAY_MS = 86_400_000;
const RUN_DAYS_AGO = 2;

/** Names that somebody of the team gave, by those that the words gave. */
const NAMED: Readonly<Record<string, string>> = {
  'Export and files': 'Export of files',
  'Row and import': 'Import of rows',
  'Window and book': 'Booking of time windows',
  'Van and app': 'In the van',
  'Travel and map': 'Maps and travel',
  'Sign and accept': 'Signatures',
  'Order and supplier': 'Orders to suppliers',
  'Codes and access': 'Access to buildings',
  'Approve and above': 'Approval limits',
};

/** Times with names of their own, in days ago. */
const MARKS: readonly [name: string, from: number, to: number][] = [
  ['Summer release', 170, 128],
  ['New prices', 45, 45],
];

/** A theme report of all ideas of the demo workspace, found in its texts as a worker finds it; some themes were named by hand. */
export async function writeDemoThemes(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const last = new Date(now.getTime() - RUN_DAYS_AGO * DAY_MS);
  const { id: theme_set_id } = await tx
    .insertInto('theme_sets')
    .values({
      subdomain_id,
      creator_id: owner_id,
      run_by_id: owner_id,
      name: 'What customers talk about',
      status: 'complete',
      progress_share: 1,
      attempts: 1,
      queued_at: last,
      started_at: last,
      created_at: last,
      updated_at: last,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows: ideas } = await sql<{ id: string; title: string; body: string | null; mime: string | null }>`
select s.id::text as id, s.title, c.body, c.body_mime_type as mime
from suggestions s left join suggestion_contents c on c.subdomain_id = s.subdomain_id and c.suggestion_id = s.id
where s.subdomain_id = ${subdomain_id} and s.state in ('approved', 'published') order by s.id`.execute(tx);
  const texts = ideas.map(
    ({ title, body, mime }) => `${title}.\n${mime === 'text/html' ? htmlToText(body) : (body ?? '')}`,
  );
  const run_id = await writeRun(
    tx,
    {
      subdomain_id,
      theme_set_id,
      user_id: owner_id,
      ids: ideas.map(({ id }) => id),
      detection: detectThemes(texts, { seed: 1 }),
      duration_ms: 600,
      now: last,
    },
    null,
  );
  await tx
    .updateTable('theme_sets')
    .set({ run_id })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', theme_set_id)
    .execute();
  for (const [name, own_name] of Object.entries(NAMED))
    await tx
      .updateTable('themes')
      .set({ own_name, named_by_id: owner_id, named_at: last })
      .where('subdomain_id', '=', subdomain_id)
      .where('theme_set_id', '=', theme_set_id)
      .where('name', '=', name)
      .execute();
  await countThemes(tx, subdomain_id, theme_set_id, now);
  const dayAgo = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  await tx
    .insertInto('period_marks')
    .values(
      MARKS.map(([name, from, to]) => ({
        subdomain_id,
        name,
        starts_on: dayAgo(from),
        ends_on: dayAgo(to),
        creator_id: owner_id,
      })),
    )
    .execute();
}

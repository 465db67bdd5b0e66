import { sql } from 'kysely';
import { defineTask } from '../../core/task.ts';
import type { Scope } from '../../core/scope.ts';
import { htmlToText } from '../../text/html.ts';
import { meanOf, sentimentOf } from '../intelligence/sentiment.ts';

/** Ideas of one round: their texts are read and scored in some tens of milliseconds. */
const BATCH = 25;
/** Comments and feedback of an idea that are read, the newest: more of them change the mean little. */
const MOST_TEXTS = 100;
/** Characters of a text that are read; HTML has its marks among them. */
const MOST_CHARACTERS = 3_000;
/** A run ends after this time and asks for the next one. */
const RUN_MS = 20_000;

interface Due {
  id: string;
  /** exact, since a text may change twice in a millisecond */
  due: string;
  texts: { body: string; mime: string }[];
}

/**
 * Scores the texts of some ideas that are due (title with description, visible comments, active feedback). Nothing is
 * held meanwhile: an idea whose texts change at the same time stays due.
 *
 * @returns how many were looked at
 */
export async function scoreSentiment(scope: Scope): Promise<number> {
  const sid = scope.viewer.subdomain_id;
  const { rows } = await sql<Due>`
select s.id::text as id, s.sentiment_due_at::text as due, (
  select json_agg(json_build_object('body', left(x.body, ${MOST_CHARACTERS}::int), 'mime', x.mime)) from (
    select s.title || '. ' || coalesce(c.body, '') as body, coalesce(c.body_mime_type, 'text/plain') as mime from (select 1) one left join suggestion_contents c on c.subdomain_id = ${sid} and c.suggestion_id = s.id
    union all
    (select m.body, m.body_mime_type from comments m where m.subdomain_id = ${sid} and m.suggestion_id = s.id and m.state in ('published', 'approved') order by m.created_at desc, m.id desc limit ${MOST_TEXTS})
    union all
    (select f.body, f.body_mime_type from feedback_records f where f.subdomain_id = ${sid} and f.suggestion_id = s.id and f.state = 'active' order by f.created_at desc, f.id desc limit ${MOST_TEXTS})
  ) x) as texts
from (select i.id, i.title, i.sentiment_due_at from suggestions i where i.subdomain_id = ${sid} and i.sentiment_due_at is not null order by i.sentiment_due_at limit ${BATCH}) s`.execute(
    scope.db,
  );
  if (rows.length === 0) return 0;
  const scored = rows.map(({ id, due, texts }) => {
    const scores = texts.flatMap(({ body, mime }) => {
      const score = sentimentOf(mime === 'text/html' ? htmlToText(body) : body);
      return score === null ? [] : [score];
    });
    return { id, due, score: meanOf(scores), count: scores.length };
  });
  await scope.write((tx) =>
    sql`
with held as (select s.id from suggestions s where s.subdomain_id = ${sid} and s.id = any(${rows.map(({ id }) => id)}::bigint[]) order by s.id for no key update)
update suggestions s set total_sentiment_score = x.score, sentiment_texts_count = x.count, sentiment_due_at = null
from jsonb_to_recordset(${JSON.stringify(scored)}::jsonb) as x (id bigint, due timestamptz, score float8, count int) join held h on h.id = x.id
where s.subdomain_id = ${sid} and s.id = x.id and s.sentiment_due_at = x.due`.execute(tx),
  );
  return rows.length;
}

/** Texts that came, went or were changed are scored (DEC-068). */
export const sentimentTask = defineTask({
  name: 'score_sentiment',
  description: 'Score how people feel in texts',
  batch: 1,
  due: 'select s.subdomain_id from suggestions s where s.sentiment_due_at is not null',
  run: async (_payload, { scope, signal }) => {
    const until = Date.now() + RUN_MS;
    while (!signal.aborted && (await scoreSentiment(scope)) > 0) {
      if (Date.now() < until) continue;
      await scope.write((tx) =>
        scope.services.tasks.enqueue(
          tx,
          'score_sentiment',
          { subdomain_id: scope.viewer.subdomain_id },
          { key: `score_sentiment ${scope.viewer.subdomain_id}` },
        ),
      );
      return;
    }
  },
});

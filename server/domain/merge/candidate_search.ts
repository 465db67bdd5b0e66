import { sql } from 'kysely';
import { defineCommand } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { booleanInput, idInput, required } from '../../inputs/kinds.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { defineTask } from '../../core/task.ts';
import { writeRight } from '../../core/viewer.ts';
import { htmlToText } from '../../text/html.ts';
import { SEARCH_CONFIG } from '../ideas/search.ts';
import { fillForms, refreshStatistics, wholeRarity } from '../ideas/search_statistics.ts';
import { backfillWords, noteWords } from '../ideas/search_words.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { likelyDuplicates, type Double, type DuplicateCandidate } from '../intelligence/duplicates.ts';
import { operandOf } from '../intelligence/literal_query.ts';
import { rarityAmong, tellingOf, type Rarity } from '../intelligence/ranking.ts';
import { hashOf, isReadable, textFormOf } from '../intelligence/text_form.ts';
import { contentWords } from '../intelligence/words.ts';

/*
 * Suggestions to merge: ideas whose texts are new or changed are compared, in the background, with what
 * the index finds for their words; the likeliest one, where it is like enough, becomes a merge_candidate. A pair that
 * someone dismissed stays dismissed, whatever is written later.
 */

/** Ideas that are compared with one. */
const MAX_CANDIDATES = 200;
/** Hits taken for each word, and words of the description that are looked for, the most telling ones. */
const HITS_PER_WORD = 100;
const BODY_WORDS = 12;
/** A word of the description says less about what an idea is. */
const BODY_WEIGHT = 0.4;
const MAX_BODY_CHARACTERS = 6_000;
const IDEAS_PER_BATCH = 50;
/** A run that takes longer goes on in another job, so that others get their turn. */
const RUN_MS = 60_000;

interface Sought {
  id: string;
  title: string;
  body: string | null;
  body_mime_type: string;
  search_form: Buffer | null;
}

/** A row as it is compared; its form is made where it is missing. */
function readRow({ id, title, body, body_mime_type, search_form }: Sought): DuplicateCandidate {
  const plain = body !== null && body_mime_type === 'text/html' ? htmlToText(body) : body;
  return { id, title, body: plain, form: isReadable(search_form) ? search_form : textFormOf(title, plain) };
}

/**
 * What the index finds for the words of an idea, of its title and the most telling ones of its description, among
 * ideas that are there, in one statement; itself left out.
 */
async function candidatesFor(
  tx: Tx,
  sid: string,
  idea: DuplicateCandidate,
  rarity: Rarity | null,
): Promise<DuplicateCandidate[]> {
  const telling = (stem: string): number =>
    rarity === null ? 1 : tellingOf(rarity.ideas, rarity.of(hashOf(stem)));
  const inTitle = new Map(contentWords(idea.title).map(({ stem, word }) => [stem, word]));
  const inBody = new Map(
    contentWords((idea.body ?? '').slice(0, MAX_BODY_CHARACTERS))
      .filter(({ stem }) => !inTitle.has(stem))
      .map(({ stem, word }) => [stem, word]),
  );
  const words = [
    ...[...inTitle].map(([stem, word]) => ({ word, weight: telling(stem) })),
    ...[...inBody]
      .map(([stem, word]) => ({ word, weight: BODY_WEIGHT * telling(stem) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, BODY_WORDS),
  ];
  if (words.length === 0) return [];
  const { rows } = await sql<Sought>`
select s.id::text as id, s.title, left(c.body, 12000) as body, c.body_mime_type, c.search_form
from (select h.suggestion_id, sum(q.weight) as weight
      from unnest(${words.map(({ word }) => operandOf(word))}::text[], ${words.map(({ weight }) => weight)}::float8[]) as q (text, weight)
      cross join lateral (select sc.suggestion_id from suggestion_contents sc
            join suggestions n on n.subdomain_id = ${sid} and n.id = sc.suggestion_id
            where sc.subdomain_id = ${sid} and sc.search @@ to_tsquery(${sql.lit(SEARCH_CONFIG)}, q.text) and ${sql.raw(LIVE_SQL('n'))} and sc.suggestion_id <> ${idea.id} limit ${HITS_PER_WORD}) h
      group by h.suggestion_id order by weight desc, h.suggestion_id desc limit ${MAX_CANDIDATES}) best
join suggestions s on s.subdomain_id = ${sid} and s.id = best.suggestion_id
join suggestion_contents c on c.subdomain_id = ${sid} and c.suggestion_id = s.id`.execute(tx);
  return rows.map(readRow);
}

/** The likeliest other idea, and those that were offered before and still are like enough: it was the likeliest of theirs. */
async function chosenFor(tx: Tx, sid: string, id: string, likely: readonly Double[]): Promise<Double[]> {
  if (likely.length <= 1) return [...likely];
  const { rows } = await sql<{ id: string }>`
select (case when m.suggestion_id = ${id} then m.other_suggestion_id else m.suggestion_id end)::text as id from merge_candidates m
where m.subdomain_id = ${sid} and m.state = 'open' and (m.suggestion_id = ${id} or m.other_suggestion_id = ${id})`.execute(
    tx,
  );
  const offered = new Set(rows.map((row) => row.id));
  return likely.filter((double, index) => index === 0 || offered.has(double.id));
}

/** Offers that are looked at together, and how much more alike ideas have to be after each such row that was mostly refused. */
const OFFERS = 20;
const RAISE = 0.05;
const RAISES_MAX = 6;

/** How much more alike than usual ideas have to be in a workspace, by what its people made of the last offers. */
async function raisedBy(tx: Tx, sid: string): Promise<number> {
  const { rows } = await sql<{ state: string }>`
select m.state from merge_candidates m where m.subdomain_id = ${sid} and m.state in ('merged', 'dismissed') order by m.updated_at desc, m.suggestion_id desc, m.other_suggestion_id desc limit ${OFFERS * RAISES_MAX}`.execute(
    tx,
  );
  let raises = 0;
  for (let at = 0; at + OFFERS <= rows.length; at += OFFERS) {
    const accepted = rows.slice(at, at + OFFERS).filter(({ state }) => state === 'merged').length;
    if (accepted * 2 >= OFFERS) break;
    raises += 1;
  }
  return raises * RAISE;
}

/** Writes what was found for one idea: new pairs, better reasons, and pairs that are no longer alike go. */
async function writePairs(
  tx: Tx,
  sid: string,
  id: string,
  found: readonly Double[],
  now: Date,
): Promise<void> {
  const others = found.map((match) => match.id);
  await sql`
delete from merge_candidates m where m.subdomain_id = ${sid} and m.state = 'open'
  and (m.suggestion_id = ${id} and m.other_suggestion_id <> all(${others}::bigint[]) or m.other_suggestion_id = ${id} and m.suggestion_id <> all(${others}::bigint[]))`.execute(
    tx,
  );
  if (found.length === 0) return;
  await sql`
insert into merge_candidates as m (subdomain_id, suggestion_id, other_suggestion_id, score, reason, created_at, updated_at)
select ${sid}::bigint, least(d.id, ${id}::bigint), greatest(d.id, ${id}::bigint), d.score, d.reason, ${now}::timestamptz, ${now}::timestamptz
from unnest(${others}::bigint[], ${found.map((match) => match.likeness)}::float8[], ${found.map((match) => match.reason)}::text[]) as d (id, score, reason)
order by 2, 3
on conflict (subdomain_id, suggestion_id, other_suggestion_id) do update set score = excluded.score, reason = excluded.reason, updated_at = excluded.updated_at where m.state = 'open'`.execute(
    tx,
  );
}

/**
 * Looks for duplicates of the next ideas that wait for it.
 * @returns how many were looked at
 */
export async function seekDuplicates(scope: Scope, limit: number): Promise<number> {
  const sid = scope.viewer.subdomain_id;
  const rarity = await wholeRarity(scope);
  return scope.write(async (tx) => {
    // taken from the queue in the same transaction: a text that changes meanwhile waits for it and is queued again
    const { rows } = await sql<{ suggestion_id: string }>`
delete from duplicate_searches d where d.subdomain_id = ${sid} and d.suggestion_id in (
  select q.suggestion_id from duplicate_searches q where q.subdomain_id = ${sid} order by q.suggestion_id desc limit ${limit} for update skip locked)
returning d.suggestion_id::text as suggestion_id`.execute(tx);
    if (rows.length === 0) return 0;
    const ids = rows.map((row) => row.suggestion_id);
    const ideas = await sql<Sought>`
select s.id::text as id, s.title, c.body, c.body_mime_type, c.search_form from suggestions s join suggestion_contents c on c.subdomain_id = ${sid} and c.suggestion_id = s.id
where s.subdomain_id = ${sid} and s.id = any(${ids}::bigint[]) and ${sql.raw(LIVE_SQL('s'))} order by s.id`.execute(
      tx,
    );
    await noteWords(tx, sid, ideas.rows);
    const raised = await raisedBy(tx, sid);
    for (const idea of ideas.rows.map(readRow)) {
      const candidates = await candidatesFor(tx, sid, idea, rarity);
      const likely = likelyDuplicates(
        idea,
        candidates,
        rarity ?? rarityAmong([idea, ...candidates].map(({ form }) => form)),
        raised,
      );
      await writePairs(tx, sid, idea.id, await chosenFor(tx, sid, idea.id, likely), scope.now());
    }
    return ids.length;
  });
}

/** Ideas whose texts are new or changed get their suggestions to merge. */
export const seekDuplicatesTask = defineTask({
  name: 'seek_doubles',
  description: 'Find duplicate ideas',
  batch: 1,
  // statistics go by the same texts: what changes them is queued here
  due: `select d.subdomain_id from duplicate_searches d
union all select c.subdomain_id from suggestion_contents c where c.search_form is null
union all select b.subdomain_id from search_word_backfills b`,
  run: async (_payload, { scope, signal }) => {
    const until = Date.now() + RUN_MS;
    // first what words say in this workspace, then what is alike
    while (!signal.aborted && Date.now() < until && (await fillForms(scope)) > 0);
    while (!signal.aborted && Date.now() < until && (await backfillWords(scope)) > 0);
    if (!signal.aborted) await refreshStatistics(scope);
    while (!signal.aborted && (await seekDuplicates(scope, IDEAS_PER_BATCH)) > 0) {
      if (Date.now() < until) continue;
      await scope.write((tx) =>
        scope.services.tasks.enqueue(
          tx,
          'seek_doubles',
          { subdomain_id: scope.viewer.subdomain_id },
          { key: `seek_doubles ${scope.viewer.subdomain_id}` },
        ),
      );
      return;
    }
  },
});

/** "These are not the same": the suggestion goes, and does not come again by itself. */
export const mergeCandidateDismiss = defineCommand({
  name: 'merge_candidate_dismiss',
  description:
    'Says that two ideas are not the same: they are not suggested for a merge again. With dismissed false the suggestion comes back. Answers the first idea.',
  requires: writeRight('feedback'),
  input: {
    suggestion: required(idInput('One idea of the suggestion.')),
    other_suggestion: required(idInput('The other one.')),
    dismissed: booleanInput('false: takes the dismissal back; true when not given.'),
  },
  returns: { entity: 'suggestion' },
  run: async (input, { tx, subdomain_id, now }) => {
    const { suggestion: one, other_suggestion: other, dismissed = true } = input;
    if (one === other) throw badInput('other_suggestion', 'Choose another idea than the first one.');
    const [first, second] = BigInt(one) < BigInt(other) ? [one, other] : [other, one];
    const row = await tx
      .updateTable('merge_candidates')
      .set({ state: dismissed ? 'dismissed' : 'open', updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('suggestion_id', '=', first)
      .where('other_suggestion_id', '=', second)
      .where('state', '<>', 'merged')
      .returning('suggestion_id')
      .executeTakeFirst();
    // a pair names both: each of them may be the one that is not there
    if (!row) {
      const there = await tx
        .selectFrom('suggestions')
        .select('id')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', one)
        .where('state', '<>', 'deleted')
        .executeTakeFirst();
      throw notFound(there ? 'other_suggestion' : 'suggestion', there ? 'suggestion to merge' : 'idea');
    }
    return one;
  },
});

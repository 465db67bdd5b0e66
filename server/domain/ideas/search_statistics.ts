import { sql } from 'kysely';
import { htmlToText } from '../../text/html.ts';
import type { Scope } from '../../core/scope.ts';
import type { Rarity } from '../intelligence/ranking.ts';
import { hashOf, textFormOf } from '../intelligence/text_form.ts';
import { contentWords } from '../intelligence/words.ts';
import { lettersOf, wordsOfIdea, writeWordCounts } from './search_words.ts';

/*
 * How common words are in a workspace, which a search weighs them by. Counted in the background from at most so
 * many ideas; some minutes or a tenth of the ideas behind does not change an order (decision 0024).
 */
const SAMPLE_IDEAS = 20_000;
const PARTS = 200;
const CHANGED_SHARE = 0.1;
const VALID_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;
const MAX_BODY_CHARACTERS = 6_000;
const IDEAS_AT_LEAST = 1_000;

interface Text {
  id: string;
  title: string;
  body: string | null;
  body_mime_type: string;
}

const TEXT_COLUMNS = sql.raw('s.id::text as id, s.title, c.body, c.body_mime_type');
const words = ({ body, body_mime_type }: Text): string | null =>
  body !== null && body_mime_type === 'text/html' ? htmlToText(body) : body;

/** Waits for the other work of this process. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Writes the forms of ideas that have none: those of an older version, and of rows that a bulk load wrote.
 * @returns how many were written; fewer than `limit`: none is left
 */
export async function fillForms(scope: Scope, limit = BATCH): Promise<number> {
  const sid = scope.viewer.subdomain_id;
  return scope.write(async (tx) => {
    const { rows } = await sql<Text>`
select ${TEXT_COLUMNS} from (
  select o.suggestion_id, o.body, o.body_mime_type from suggestion_contents o
  where o.subdomain_id = ${sid} and o.search_form is null order by o.suggestion_id limit ${limit} for update skip locked) c
join suggestions s on s.subdomain_id = ${sid} and s.id = c.suggestion_id`.execute(tx);
    if (rows.length === 0) return 0;
    await sql`
update suggestion_contents c set search_form = x.form
from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => textFormOf(row.title, words(row)))}::bytea[]) as x (id, form)
where c.subdomain_id = ${sid} and c.suggestion_id = x.id`.execute(tx);
    return rows.length;
  });
}

/** Are there statistics, and has too much changed since they were made? null: nothing is to be done. */
async function needed(scope: Scope): Promise<boolean> {
  const sid = scope.viewer.subdomain_id;
  const [known] = await scope.read<{ all_ideas_count: number; last_suggestion_id: string; counted_at: Date }>(
    {
      text: 'select st.all_ideas_count, st.last_suggestion_id::text as last_suggestion_id, st.counted_at from search_statistics st where st.subdomain_id = $1',
      values: [sid],
    },
  );
  const more = Math.floor((known?.all_ideas_count ?? 0) * CHANGED_SHARE) + 1;
  const [{ added }] = (await scope.read<{ added: number }>({
    text: `select count(*)::int as added from (select 1 from suggestions s where s.subdomain_id = $1 and s.id > $2::bigint limit ${more}) a`,
    values: [sid, known?.last_suggestion_id ?? '0'],
  })) as [{ added: number }];
  if (added >= more) return true;
  return known !== undefined && scope.now().getTime() - known.counted_at.getTime() >= VALID_MS;
}

/** Makes the statistics of a workspace again when a tenth of its ideas is new, or after a day. */
export async function refreshStatistics(scope: Scope): Promise<boolean> {
  if (!(await needed(scope))) return false;
  const sid = scope.viewer.subdomain_id;
  const [{ ideas, first, last }] = (await scope.read<{ ideas: number; first: string; last: string }>({
    text: 'select count(*)::int as ideas, coalesce(min(s.id), 0)::text as first, coalesce(max(s.id), 0)::text as last from suggestions s where s.subdomain_id = $1',
    values: [sid],
  })) as [{ ideas: number; first: string; last: string }];
  const counts = new Map<string, number>();
  const wordCounts = new Map<string, number>();
  let read = 0;
  let titleWords = 0;
  let bodyWords = 0;
  const take = async (text: Text): Promise<void> => {
    const title = contentWords(text.title);
    const body = contentWords((words(text) ?? '').slice(0, MAX_BODY_CHARACTERS));
    for (const stem of new Set([...title, ...body].map((word) => word.stem)))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const word of wordsOfIdea(text)) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1);
    read += 1;
    titleWords += title.length;
    bodyWords += body.length;
    if (read % 100 === 0) await breathe();
  };
  const from =
    'from suggestions s join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id';
  const select = `select s.id::text as id, s.title, left(c.body, ${MAX_BODY_CHARACTERS * 2}) as body, c.body_mime_type ${from} where s.subdomain_id = $1 and s.id > $2::bigint order by s.id`;
  if (ideas <= SAMPLE_IDEAS) {
    for (let after = '0'; ;) {
      const rows = await scope.read<Text>({ text: `${select} limit ${BATCH}`, values: [sid, after] });
      for (const row of rows) await take(row);
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
  } else {
    // some in a row from places that lie evenly: near enough to a sample, and cheap to read
    const step = (BigInt(last) - BigInt(first)) / BigInt(PARTS);
    for (let part = 0, after = BigInt(first) - 1n; part < PARTS; part += 1) {
      const start = BigInt(first) - 1n + step * BigInt(part);
      if (start > after) after = start;
      const rows = await scope.read<Text>({
        text: `${select} limit ${SAMPLE_IDEAS / PARTS}`,
        values: [sid, after.toString()],
      });
      for (const row of rows) await take(row);
      if (rows.length > 0) after = BigInt(rows.at(-1)!.id);
    }
  }
  const pairs = [...counts]
    .filter(([, count]) => count > 1)
    .map(([term, count]) => [hashOf(term), count] as const)
    .sort(([a], [b]) => a - b);
  const rarity = Buffer.alloc(pairs.length * 8);
  pairs.forEach(([hash, count], index) => rarity.writeUInt32LE(count, rarity.writeUInt32LE(hash, index * 8)));
  const terms = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  await scope.write(async (tx) => {
    await tx.deleteFrom('search_terms').where('subdomain_id', '=', sid).execute();
    await sql`insert into search_terms (subdomain_id, term, ideas_count) select ${sid}::bigint, x.term, x.n from unnest(${terms.map(([term]) => term)}::text[], ${terms.map(([, count]) => count)}::int[]) as x (term, n) on conflict do nothing`.execute(
      tx,
    );
    const values = {
      ideas_count: read,
      all_ideas_count: ideas,
      last_suggestion_id: last,
      mean_title_words: titleWords / Math.max(1, read),
      mean_body_words: bodyWords / Math.max(1, read),
      rarity,
      letters: lettersOf(wordCounts),
      counted_at: scope.now(),
    };
    await tx
      .insertInto('search_statistics')
      .values({ subdomain_id: sid, ...values })
      .onConflict((conflict) => conflict.column('subdomain_id').doUpdateSet(values))
      .execute();
    await writeWordCounts(tx, sid, wordCounts, ideas <= SAMPLE_IDEAS ? 1 : ideas / Math.max(1, read));
  });
  return true;
}

/** The rarity of all words of a workspace, for comparing whole texts; null: it is not counted yet. */
export async function wholeRarity(scope: Scope): Promise<Rarity | null> {
  const [row] = await scope.read<{
    ideas_count: number;
    mean_title_words: number;
    mean_body_words: number;
    rarity: Buffer;
  }>({
    text: 'select st.ideas_count, st.mean_title_words, st.mean_body_words, st.rarity from search_statistics st where st.subdomain_id = $1',
    values: [scope.viewer.subdomain_id],
  });
  if (!row || row.ideas_count === 0) return null;
  const { rarity } = row;
  return {
    // as if there were so many ideas at least: in a small workspace no word is common
    ideas: Math.max(IDEAS_AT_LEAST, row.ideas_count),
    meanTitleWords: Math.max(1, row.mean_title_words),
    meanBodyWords: Math.max(1, row.mean_body_words),
    of: (hash) => {
      let from = 0;
      let to = rarity.length / 8 - 1;
      while (from <= to) {
        const middle = (from + to) >> 1;
        const at = rarity.readUInt32LE(middle * 8);
        if (at === hash) return rarity.readUInt32LE(middle * 8 + 4);
        if (at < hash) from = middle + 1;
        else to = middle - 1;
      }
      return 1;
    },
  };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import type { Scope } from '../server/core/scope.ts';
import { searchRanked, searchVectorSql } from '../server/domain/ideas/search.ts';
import { fillForms, refreshStatistics } from '../server/domain/ideas/search_statistics.ts';
import { queryOf, rankForms, rarityAmong } from '../server/domain/intelligence/ranking.ts';
import { textFormOf } from '../server/domain/intelligence/text_form.ts';
import { openCluster, withPool } from './database.ts';
import { rankDuplicates, searchBefore } from './duplicates_before.ts';
import { benchScope } from './generate.ts';

interface Report {
  id: string;
  title: string;
  body: string;
}

interface Set_ {
  name: string;
  reports: Report[];
  /** reports of one group are duplicates of one another */
  groupOf: Map<string, string>;
}

interface Score {
  mrr: number;
  hit: number;
  recall: number;
}

const FIRST = 10;
const RANKED = 300;

/**
 * How well a search by a report's title finds its duplicates, in the product's order and in the one before, and what
 * ranking costs. A folder holds `<set>.tsv.gz` (id, title, body) and `<set>_pairs.tsv` (two ids), each with a header.
 */
export async function run(args: string[]): Promise<void> {
  const folder = args.find((arg) => !arg.startsWith('--'));
  const names =
    folder !== undefined && existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.tsv.gz'))
          .map((name) => name.slice(0, -'.tsv.gz'.length))
          .toSorted()
      : [];
  if (names.length === 0) {
    console.log('npm run bench -- duplicates <folder with sets of reports and their duplicates>');
    process.exitCode = 2;
    return;
  }
  const every = Number(args.find((arg) => arg.startsWith('--every='))?.slice('--every='.length) ?? 1);
  const cluster = await openCluster(null);
  try {
    await withPool(await cluster.empty('duplicates'), async (pool) => {
      const all: Record<string, Score[]> = {};
      for (const name of names) {
        const scores = await measure(pool, readSet(folder!, name), every);
        for (const [way, score] of Object.entries(scores)) (all[way] ??= []).push(score);
      }
      console.log('\nmean of the sets');
      for (const [way, scores] of Object.entries(all))
        line(way, { mrr: mean(scores, 'mrr'), hit: mean(scores, 'hit'), recall: mean(scores, 'recall') });
      const gain = (one: string, other: string): string =>
        (mean(all[one]!, 'mrr') - mean(all[other]!, 'mrr')).toFixed(3);
      console.log(
        `  by title above the order before: ${gain('by title', 'before, by title')} (bar .04); with the description above that: ${gain('with description', 'by title')} (bar .04)`,
      );
    });
  } finally {
    await cluster.close();
  }
}

const mean = (scores: readonly Score[], key: keyof Score): number =>
  scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
const line = (way: string, { mrr, hit, recall }: Score, more = ''): void =>
  console.log(
    `  ${way.padEnd(18)} MRR@10 ${mrr.toFixed(3)}   hit@1 ${hit.toFixed(3)}   recall@10 ${recall.toFixed(3)}${more}`,
  );

function readSet(folder: string, name: string): Set_ {
  const rows = (text: string): string[][] =>
    text
      .split('\n')
      .slice(1)
      .filter((row) => row !== '')
      .map((row) => row.split('\t'));
  const reports = rows(gunzipSync(readFileSync(join(folder, `${name}.tsv.gz`))).toString('utf8')).map(
    ([id = '', title = '', body = '']) => ({ id, title, body }),
  );
  const parent = new Map(reports.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let at = id;
    while ((parent.get(at) ?? at) !== at) at = parent.get(at)!;
    return at;
  };
  for (const [a = '', b = ''] of rows(readFileSync(join(folder, `${name}_pairs.tsv`), 'utf8')))
    parent.set(rootOf(a), rootOf(b));
  return { name, reports, groupOf: new Map(reports.map(({ id }) => [id, rootOf(id)])) };
}

/** Loads the reports as ideas of a workspace of their own. @returns the report of each idea */
async function load(pool: pg.Pool, set: Set_): Promise<{ scope: Scope; reportOf: Map<string, string> }> {
  const { rows } = await pool.query<{ id: string }>(
    'insert into subdomains (key, name) values ($1, $1) returning id::text as id',
    [set.name],
  );
  const sid = rows[0]!.id;
  const scope = benchScope(pool, sid);
  const forum = (
    await pool.query<{ id: string }>(
      "insert into forums (subdomain_id, name) values ($1, 'Reports') returning id::text as id",
      [sid],
    )
  ).rows[0]!.id;
  const made = await pool.query<{ id: string; external_id: string }>(
    `insert into suggestions (subdomain_id, forum_id, title, external_id) select $1, $2, x.title, x.id from unnest($3::text[], $4::text[]) as x (id, title) returning id::text as id, external_id`,
    [sid, forum, set.reports.map(({ id }) => id), set.reports.map(({ title }) => title)],
  );
  await pool.query(
    `insert into suggestion_contents (subdomain_id, suggestion_id, body, search) select $1, s.id, x.body, ${searchVectorSql('s.title', 'x.body')} from unnest($2::text[], $3::text[]) as x (id, body)
     join suggestions s on s.subdomain_id = $1 and s.external_id = x.id`,
    [sid, set.reports.map(({ id }) => id), set.reports.map(({ body }) => body)],
  );
  while ((await fillForms(scope)) > 0);
  await refreshStatistics(scope);
  await pool.query('vacuum analyze suggestions, suggestion_contents, search_terms, search_statistics');
  return { scope, reportOf: new Map(made.rows.map(({ id, external_id }) => [id, external_id])) };
}

async function measure(pool: pg.Pool, set: Set_, every: number): Promise<Record<string, Score>> {
  const { scope, reportOf } = await load(pool, set);
  const sizes = new Map<string, number>();
  for (const group of set.groupOf.values()) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const asked = set.reports
    .filter(({ id }) => sizes.get(set.groupOf.get(id)!)! > 1)
    .filter((_, index) => index % every === 0);
  const everywhere = (): string => 'true';
  const ways: Record<string, (report: Report) => Promise<string[]>> = {
    'before, by title': async ({ title }) => (await searchBefore(scope, title)).ids,
    'by title': async ({ title }) =>
      (await searchRanked(scope, title.replace(/^:+/, ''), everywhere))?.ids ?? [],
    'with description': async ({ title, body }) =>
      (await searchRanked(scope, title.replace(/^:+/, ''), everywhere, { body: body === '' ? null : body }))
        ?.ids ?? [],
  };
  console.log(`\n${set.name}: ${set.reports.length} reports, ${asked.length} asked`);
  const scores: Record<string, Score> = {};
  for (const [way, find] of Object.entries(ways)) {
    const score: Score = { mrr: 0, hit: 0, recall: 0 };
    const before = process.cpuUsage();
    for (const report of asked) {
      const found = (await find(report))
        .map((id) => reportOf.get(id)!)
        .filter((id) => id !== report.id)
        .slice(0, FIRST);
      const group = set.groupOf.get(report.id)!;
      const right = found.map((id) => set.groupOf.get(id) === group);
      const at = right.indexOf(true);
      if (at >= 0) score.mrr += 1 / (at + 1);
      if (at === 0) score.hit += 1;
      score.recall += right.filter(Boolean).length / (sizes.get(group)! - 1);
    }
    const used = process.cpuUsage(before);
    for (const key of ['mrr', 'hit', 'recall'] as const) score[key] /= asked.length;
    scores[way] = score;
    line(
      way,
      score,
      `   Node CPU ${((used.user + used.system) / 1000 / asked.length).toFixed(2)} ms a search`,
    );
  }
  ranking(set);
  return scores;
}

/** Node CPU of ranking as many candidates as a search has, each text once: nothing is remembered between them. */
function ranking(set: Set_): void {
  const candidates = set.reports
    .slice(0, RANKED)
    .map(({ id, title, body }) => ({ id, form: textFormOf(title, body) }));
  const rarity = rarityAmong(candidates.map(({ form }) => form));
  const texts = set.reports.slice(0, RANKED).map(({ title }) => title);
  const cpuOf = (work: (title: string) => void, warm: number): number => {
    for (const title of texts.slice(0, warm)) work(title);
    const before = process.cpuUsage();
    for (const title of texts) work(title);
    const used = process.cpuUsage(before);
    return (used.user + used.system) / 1000 / texts.length;
  };
  const now = cpuOf((title) => rankForms(queryOf(title, null, rarity), candidates), 100);
  const bodies = set.reports.slice(0, RANKED).map(({ id, title, body }) => ({ id, title, body }));
  const before = cpuOf((title) => rankDuplicates(title, bodies), 20);
  console.log(
    `  ranking ${candidates.length} candidates: ${now.toFixed(3)} ms of Node CPU (bar 1); before, 200 of them: ${before.toFixed(2)} ms`,
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { catalogue } from '../server/api/catalogue.ts';
import { createExecutor } from '../server/api/execute.ts';
import { createSchema } from '../server/api/schema.ts';
import { Reader } from '../server/listing/reader.ts';
import { TotalCache } from '../server/listing/total_cache.ts';
import { runCommand } from '../server/core/command.ts';
import { Scope } from '../server/core/scope.ts';
import type { Services } from '../server/core/services.ts';
import type { Viewer } from '../server/core/viewer.ts';
import { suggestionAdminSubscribe } from '../server/domain/conversation/support.ts';
import { backendCpu, costOf, type BackendCpu } from './backend_cpu.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { COMMON_PAIRS, COMMON_WORDS, LIST_QUERY } from './list.ts';
import { median, percentile } from './load.ts';

const LIST_ROWS = LIST_QUERY.replace(/\s+total_records/, '');

interface Call {
  name: string;
  query: string;
  variables: Record<string, unknown>;
  /** the bar counts for it */
  isBarred: boolean;
  /** nothing that the process keeps is used */
  isAnew?: boolean;
}

/** Database time of the list and of the pages with counts, from 1,000 ideas to a million, each size in a database of its own. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      'data-dir': { type: 'string' },
      sizes: { type: 'string', default: '1000,10000,100000' },
      calls: { type: 'string', default: '30' },
    },
  });
  const sizes = values.sizes.split(',').map(Number);
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const urls: string[] = [];
    for (const size of sizes) urls.push(await cluster.generated(size, size >= 1_000_000 ? 200 : 20));
    await withPools(urls, async (pools) => {
      const sides: Side[] = [];
      for (const pool of pools) sides.push(await openSide(pool));
      console.log(
        `\nDatabase cost per call in ${sides[0]!.cpu.unit}, all statements of the call together, medians of ${values.calls} calls, the sizes by turns`,
      );
      console.log(
        `  ${'ideas'.padEnd(44)}${sizes.map((size) => size.toLocaleString('en').padStart(11)).join('')}   last / first   statements`,
      );
      for (const [index, { name, isBarred }] of sides[0]!.calls.entries()) {
        const { ms, statements } = await measure(sides, index, Number(values.calls));
        const growth = ms.at(-1)! / ms[0]!;
        console.log(
          `  ${name.padEnd(44)}${ms.map((each) => each.toFixed(2).padStart(11)).join('')}   ${growth.toFixed(2).padStart(6)}${isBarred ? ' (bar 1.5)' : '          '}   ${statements}`,
        );
      }
      await searches(sides);
      await underVotes(sides, Number(values.calls));
    });
  } finally {
    await cluster.close();
  }
}

async function callsOf(pool: pg.Pool, sid: string): Promise<Call[]> {
  const ids = async (text: string): Promise<string[]> =>
    (await pool.query<{ id: string }>(text, [sid])).rows.map((row) => row.id);
  const forums = await ids('select id::text as id from forums where subdomain_id = $1 order by id limit 2');
  const statuses = await ids(
    'select id::text as id from statuses where subdomain_id = $1 order by id limit 1',
  );
  const [idea] = await ids(
    "select id::text as id from suggestions where subdomain_id = $1 and state = 'approved' order by supporters_count desc limit 1",
  );
  const list = (name: string, variables: Record<string, unknown>, isBarred = true): Call => ({
    name: `list, ${name}`,
    query: LIST_ROWS,
    variables,
    isBarred,
  });
  const report = (name: string, query: string, isBarred = true): Call => ({
    name,
    query,
    variables: {},
    isBarred,
  });
  return [
    list('most votes first', {}),
    list('newest activity first', { sort: '-last_activity_at' }),
    list('a forum of 50 %', { forum: [forums[0]] }),
    list('a forum of 1 %', { forum: [forums[1]] }),
    {
      ...list('a status of 50 %', {}),
      query: LIST_ROWS.replaceAll('$forum: [ID!]', '$status: [ID!]').replace(
        'forum: $forum',
        'status: $status',
      ),
      variables: { status: statuses },
    },
    list('search, best first', { q: 'calendar export' }),
    list('search, best first, a sentence', {
      q: 'we lose time every week because the calendar export is broken',
    }),
    {
      ...report('total_records, read again', 'query Total { suggestions { total_records } }', false),
      isAnew: true,
    },
    report(
      'facets with their counts',
      'query Facets { all_forums { records { id name open_suggestions_count } } all_categories { records { id name open_suggestions_count } } all_labels { records { id full_name open_suggestions_count } } all_statuses { records { id name } } }',
    ),
    {
      name: 'idea with its last voices, most supported',
      query:
        'query Idea($id: ID!) { suggestion(id: $id) { id title body votes_count weekly_votes labels { id name } forum { id name } last_comment { id body } last_supporter { id name } last_status_update { id } } }',
      variables: { id: idea },
      isBarred: true,
    },
    report(
      'report: top statuses',
      'query Statuses { report_top_statuses { status_id status_name idea_count } }',
    ),
    report(
      'report: activity per forum, 30 days',
      'query Forums { per_forum_activity { total_votes forums { forum_name total_votes total_ideas total_comments } } }',
    ),
    report(
      'report: activity per category, 30 days',
      'query Categories { per_forum_activity(categories: true) { total_votes forums { forum_name category_name total_votes } } }',
    ),
    report(
      'report: key figures, 6 months and before',
      'query Figures { report_key_figures { ideas { count before } votes { count before } open_ideas_count accounts_count accounts_revenue } }',
    ),
    report(
      'report: ideas that moved most, 30 days',
      'query Moved { report_moved_ideas(period_start: "30_days_ago") { ideas { id title votes { count before } revenue { amount before } weekly_votes } } }',
      false,
    ),
    report(
      'report: ideas that moved most, 6 months',
      'query Moved { report_moved_ideas { ideas { id title votes { count before } revenue { amount before } weekly_votes } } }',
      false,
    ),
    report(
      'report: ideas whose revenue moved most, 6 months',
      'query Moved { report_moved_ideas(order: "revenue") { ideas { id title votes { count before } revenue { amount before } weekly_votes } } }',
      false,
    ),
    report(
      'report: first steps',
      'query Steps { first_steps { ideas_count is_forum_named has_feedback has_import has_colleague } }',
      false,
    ),
    report(
      'report: ideas with activity in 30 days',
      'query Top { suggestions(activity: ["votes", "comments", "feedback_records"], period_start: "30_days_ago", per_page: 10) { records { id title votes_count weekly_votes forum { id name } } } }',
    ),
  ];
}

/** Words of generated titles beside a common one: each of those in a tenth of all ideas, or in one of a hundred or ten thousand. */
const FURTHER_WORDS = [
  'faster',
  'missing',
  'broken',
  'better',
  'kiosk',
  'shared',
  'weekly',
  'offline',
  'zeppelin',
];

/** Forty-five texts of two words, as people type them, and forty-five of two common words that no idea holds both. */
const SEARCHED: readonly { name: string; texts: readonly string[]; barMs: number; isBarred: boolean }[] = [
  {
    name: 'words that ideas hold together',
    texts: COMMON_WORDS.slice(0, 5).flatMap((one) => FURTHER_WORDS.map((other) => `${one} ${other}`)),
    barMs: 25,
    isBarred: true,
  },
  { name: 'two common words that no idea holds both', texts: COMMON_PAIRS, barMs: 50, isBarred: false },
];

/** A search, best first, with its total counted again: each text once to get warm, once to be measured, the sizes by turns. */
async function searches(sides: readonly Side[]): Promise<void> {
  console.log('\nSearch, best first, with its total counted again, 45 texts each: p95, and the mean');
  for (const { name, texts, barMs, isBarred } of SEARCHED) {
    const ms = sides.map((): number[] => []);
    for (const q of texts) {
      const call: Call = { name: q, query: LIST_QUERY, variables: { q }, isBarred: true, isAnew: true };
      for (const [place, side] of sides.entries()) {
        await side.call(call);
        ms[place]!.push(await costOf(side.cpu, () => side.call(call)));
      }
    }
    const means = ms.map((each) => each.reduce((sum, one) => sum + one, 0) / each.length);
    console.log(
      `  ${name.padEnd(44)}${ms
        .map((each) =>
          percentile(
            each.toSorted((a, b) => a - b),
            0.95,
          )
            .toFixed(2)
            .padStart(11),
        )
        .join('')}   p95 (bar ${barMs} ms)`,
    );
    console.log(
      `  ${''.padEnd(44)}${means.map((each) => each.toFixed(2).padStart(11)).join('')}   mean, last / first ${(means.at(-1)! / means[0]!).toFixed(2)}${isBarred ? ' (bar 1.5)' : ''}`,
    );
  }
}

/** Pages with their total: unfiltered, and of one value of each facet whose number is kept. */
async function pagesOf(pool: pg.Pool, sid: string): Promise<Call[]> {
  const page = (name: string, facet: string | null, id: string | null): Call => ({
    name,
    query:
      facet === null
        ? LIST_QUERY
        : LIST_QUERY.replaceAll('$forum: [ID!]', `$${facet}: [ID!]`).replace(
            'forum: $forum',
            `${facet}: $${facet}`,
          ),
    variables: facet === null ? {} : { [facet]: [id] },
    isBarred: true,
  });
  const pages = [page('unfiltered', null, null)];
  for (const [facet, table] of [
    ['forum', 'forums'],
    ['category', 'categories'],
    ['status', 'statuses'],
    ['label', 'labels'],
    ['assigned_owner', 'users'],
  ] as const) {
    const counter = {
      forum: 'open_suggestions_count',
      category: 'open_suggestions_count',
      status: 'suggestions_count',
      label: 'open_suggestions_count',
      assigned_owner: 'assigned_open_suggestions_count',
    }[facet];
    const { rows } = await pool.query<{ id: string; n: number }>(
      `select id::text as id, ${counter} as n from ${table} where subdomain_id = $1 and ${counter} > 0 order by ${counter} desc limit 2`,
      [sid],
    );
    for (const { id, n } of rows) pages.push(page(`${facet}, ${n.toLocaleString('en')} ideas`, facet, id));
  }
  return pages;
}

const VOTES_PER_SECOND = 20;

/**
 * Pages with their total while others vote in the same workspaces. A total is kept for ten seconds no matter who writes, so
 * the mean is printed: whoever counts again pays for all.
 */
async function underVotes(sides: readonly Side[], calls: number): Promise<void> {
  console.log(
    `\nThe same with total_records while ${VOTES_PER_SECOND} votes a second come in at each size; means of ${calls} calls, ten a second`,
  );
  const ended = new AbortController();
  let votes = 0;
  const voters = sides.map(async (side) => {
    for (let next = performance.now(); !ended.signal.aborted; next += 1000 / VOTES_PER_SECOND) {
      await sleep(Math.max(0, next - performance.now()));
      await side.vote();
      votes += 1;
    }
  });
  const began = performance.now();
  const plain = [0, 0];
  for (const [index, { name }] of sides[0]!.pages.entries()) {
    const sums = sides.map(() => 0);
    for (const side of sides) for (let i = 0; i < 8; i += 1) await side.call(side.pages[index]!);
    for (let i = 0; i < calls; i += 1) {
      for (const [place, side] of sides.entries())
        sums[place]! += await costOf(side.cpu, () => side.call(side.pages[index]!));
      await sleep(100);
    }
    const ms = sums.map((sum) => sum / calls);
    if (index === 0) plain.splice(0, 2, ms[0]!, ms.at(-1)!);
    console.log(
      `  ${name.padEnd(44)}${ms.map((each) => each.toFixed(2).padStart(11)).join('')}   ${(ms.at(-1)! / ms[0]!).toFixed(2).padStart(6)} (bar 1.5)   ${(ms.at(-1)! / plain[1]!).toFixed(2)} of the unfiltered one (bar 1.5)`,
    );
  }
  ended.abort();
  await Promise.all(voters);
  const perSecond = votes / sides.length / ((performance.now() - began) / 1000);
  console.log(`  ${votes} votes, ${perSecond.toFixed(1)} a second at each size`);
  // without them the figures above say nothing
  if (perSecond < VOTES_PER_SECOND / 2)
    throw new Error(
      `Only ${perSecond.toFixed(1)} votes a second came in, so the pages under votes were not measured.`,
    );
}

/** A database of one size, ready to be called. */
interface Side {
  calls: Call[];
  /** pages with their totals */
  pages: Call[];
  cpu: BackendCpu;
  /** Someone else votes. */
  vote(): Promise<void>;
  /** @returns how many statements the call took */
  call(call: Call): Promise<number>;
}

/** Connections to a database: one that is measured, one on which others vote. */
interface Pools {
  measured: pg.Pool;
  voting: pg.Pool;
}

async function withPools(
  urls: readonly string[],
  work: (pools: Pools[]) => Promise<void>,
  open: Pools[] = [],
): Promise<void> {
  const [url, ...rest] = urls;
  if (url === undefined) return work(open);
  await withPool(
    url,
    (measured) => withPool(url, (voting) => withPools(rest, work, [...open, { measured, voting }]), 1),
    1,
  );
}

async function openSide({ measured: pool, voting }: Pools): Promise<Side> {
  const sid = await largeTenant(pool);
  // the pool has one connection, so this one's processor time is that of all statements
  const client = await pool.connect();
  const cpu = await backendCpu(client);
  client.release();
  const { schema, entities } = createSchema(catalogue);
  const executor = createExecutor(schema, { checkLeaves: false, logFault: (cause) => console.error(cause) });
  const viewer: Viewer = {
    subdomain_id: sid,
    user_id: null,
    display_name: '',
    email_address: null,
    license_type: 'owner',
    permissions: ALL_PERMISSIONS,
    authorized_features: ['account_insights'],
    core_admin: true,
  };
  let statements = 0;
  const kept = new TotalCache();
  const scope = new Scope(
    {
      pool,
      readPool: pool,
      tenantCheck: null,
      services: {} as Services,
      now: () => new Date(),
      onStatement: () => (statements += 1),
    },
    viewer,
  );
  const voter: Viewer = { ...viewer, user_id: '0' };
  const votes = new Scope(
    {
      pool: voting,
      readPool: voting,
      tenantCheck: null,
      services: {} as Services,
      now: () => new Date(),
      onCommit: (author) => kept.wrote(author),
    },
    voter,
  );
  const people = (
    await voting.query<{ first: string; count: number }>(
      "select min(id)::text as first, count(*)::int as count from users where subdomain_id = $1 and license_type = 'none'",
      [sid],
    )
  ).rows[0]!;
  const ideas = (
    await voting.query<{ id: string }>(
      "select id::text as id from suggestions where subdomain_id = $1 and state in ('published', 'approved') limit 1000",
      [sid],
    )
  ).rows;
  let turn = 0;
  const vote = async (): Promise<void> => {
    turn += 1;
    await runCommand(suggestionAdminSubscribe, votes, {
      id: ideas[turn % ideas.length]!.id,
      user: String(Number(people.first) + (turn % people.count)),
    });
  };
  const call = async ({ query, variables, isAnew }: Call): Promise<number> => {
    statements = 0;
    const cache = isAnew ? new TotalCache() : kept;
    const answer = await executor.run(
      executor.prepare(query, true),
      { query, variables, operationName: null },
      { scope, reader: new Reader(scope, entities, cache), replay: null, commands: [] },
    );
    const [error] = answer.errors ?? [];
    if (error) throw new Error(`${error.message}\n${query}`);
    return statements;
  };
  return { calls: await callsOf(pool, sid), pages: await pagesOf(pool, sid), cpu, vote, call };
}

/** Medians of a call at each size; by turns, so that the machine's pace is the same for all. */
async function measure(
  sides: readonly Side[],
  index: number,
  calls: number,
): Promise<{ ms: number[]; statements: number }> {
  // prepared statements get their lasting plan at the sixth call
  for (const side of sides) for (let i = 0; i < 8; i += 1) await side.call(side.calls[index]!);
  const ms = sides.map((): number[] => []);
  let statements = 0;
  for (let i = 0; i < calls; i += 1) {
    for (const [place, { calls: made, cpu, call }] of sides.entries()) {
      ms[place]!.push(await costOf(cpu, async () => (statements = await call(made[index]!))));
    }
  }
  return { ms: ms.map(median), statements };
}

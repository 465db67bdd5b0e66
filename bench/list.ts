import { parseArgs } from 'node:util';
import { GRAPHQL_PATH } from '../server/http/graphql.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { load, median, percentile, requestBytes, type LoadResult } from './load.ts';
import { findPgbench, PGBENCH_MISSING, runPgbench } from './pgbench.ts';
import { startServer, type BenchServer } from './server.ts';
import type { SentStatement, Usage } from './server_process.ts';

/** The idea list of design/bars.md. */
export const LIST_QUERY = `query Ideas($q: String, $forum: [ID!], $sort: String) {
  suggestions(q: $q, forum: $forum, sort: $sort, per_page: 20) {
    total_records
    current_page
    records {
      id title state votes_count comments_count supporters_count requests_count supporting_accounts_count supporter_revenue created_at
      forum { id name } category { id name } status { id name hex_color } created_by { id name } labels { id full_name }
      last_status_update { id created_at }
    }
  }
}`;

const CLIENTS = 8;

interface Case {
  name: string;
  variables: Record<string, unknown>;
  /** more calls that cost as much, asked by turns; the reference answers the first alone */
  others?: Record<string, unknown>[];
}

/** Words that a tenth of all generated ideas hold each, and none holds two of. */
export const COMMON_WORDS = [
  'export',
  'search',
  'mobile',
  'report',
  'invoice',
  'login',
  'calendar',
  'mail',
  'import',
  'label',
];
/** Each two of them: forty-five texts. */
export const COMMON_PAIRS = COMMON_WORDS.flatMap((one, index) =>
  COMMON_WORDS.slice(index + 1).map((other) => `${one} ${other}`),
);

/** The idea list over GraphQL against a handler that forwards the same SQL's text, and against pgbench of that SQL. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '20000' },
      'data-dir': { type: 'string' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
      profile: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  const pgbench = findPgbench();
  const cluster = await openCluster(values['data-dir'] ?? null);
  let server: BenchServer | null = null;
  try {
    const url = await cluster.generated(Number(values.ideas), 20);
    const cases = await withPool(url, casesOf);
    server = await startServer(url);
    console.log(
      `Idea list, ${Number(values.ideas).toLocaleString('en')} ideas, one Node process, ${CLIENTS} keep-alive clients, ${values.rounds} rounds of ${seconds} s each; medians of the rounds`,
    );
    if (pgbench === null) console.log(PGBENCH_MISSING);
    for (const each of cases.filter(({ name }) => values.only === undefined || name.includes(values.only))) {
      await measure(server, each, {
        url,
        pgbench,
        seconds,
        rounds: Number(values.rounds),
        profile: values.profile ?? null,
      });
    }
  } finally {
    await server?.close();
    await cluster.close();
  }
}

async function casesOf(pool: Parameters<Parameters<typeof withPool>[1]>[0]): Promise<Case[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id::text as id from forums where subdomain_id = $1 order by id limit 2',
    [await largeTenant(pool)],
  );
  return [
    { name: 'unfiltered', variables: {} },
    { name: 'filtered by a forum of 50 %', variables: { forum: [rows[0]!.id] } },
    { name: 'filtered by a forum of 1 %', variables: { forum: [rows[1]!.id] } },
    { name: 'text search, best first', variables: { q: 'calendar export' } },
    {
      name: 'text search, best first, 45 texts by turns',
      variables: { q: 'calendar export' },
      others: COMMON_PAIRS.map((q) => ({ q })),
    },
    { name: 'text search, most votes first', variables: { q: 'calendar export', sort: '-votes_count' } },
  ];
}

interface Round {
  result: LoadResult;
  cpuMs: number;
  statements: number;
}

/** The answer of one call and the statements behind it; a call that also had to look up its token does not count. */
async function callOnce(
  server: BenchServer,
  body: string,
): Promise<{ answered: string; statements: SentStatement[] }> {
  const calls: { answered: string; statements: SentStatement[] }[] = [];
  for (let i = 0; i < 3; i += 1) {
    await server.ask({ ask: 'record' });
    const answer = await fetch(`http://127.0.0.1:${server.port}${GRAPHQL_PATH}`, {
      method: 'POST',
      headers: server.headers,
      body,
    });
    calls.push({
      answered: await answer.text(),
      statements: await server.ask<SentStatement[]>({ ask: 'recorded' }),
    });
  }
  return calls.toSorted((a, b) => a.statements.length - b.statements.length)[0]!;
}

async function measure(
  server: BenchServer,
  { name, variables, others = [] }: Case,
  options: { url: string; pgbench: string | null; seconds: number; rounds: number; profile: string | null },
): Promise<void> {
  const body = JSON.stringify({ query: LIST_QUERY, variables });
  const request = requestBytes(server.port, GRAPHQL_PATH, server.headers, body);
  const further = others.map((each) =>
    requestBytes(
      server.port,
      GRAPHQL_PATH,
      server.headers,
      JSON.stringify({ query: LIST_QUERY, variables: each }),
    ),
  );
  const graphql = { port: server.port, bytes: [request, ...further] };
  const rows = {
    port: server.referencePort,
    bytes: [requestBytes(server.referencePort, '/rows', { 'content-type': 'application/json' }, body)],
  };

  // warm: compiled document, cached total; then the statements of one call
  await load(graphql.port, graphql.bytes, { clients: 1, seconds: 0.5 });
  const { answered, statements } = await callOnce(server, body);
  await server.ask({ ask: 'reference', statements });

  const one = async ({ port, bytes }: { port: number; bytes: Buffer[] }): Promise<Round> => {
    const before = await server.ask<Usage>({ ask: 'usage' });
    const result = await load(port, bytes, { clients: CLIENTS, seconds: options.seconds });
    const after = await server.ask<Usage>({ ask: 'usage' });
    return {
      result,
      cpuMs: (after.cpuMs - before.cpuMs) / result.requests,
      statements: (after.statements - before.statements) / result.requests,
    };
  };
  await one(graphql);
  await one(rows);
  if (options.profile !== null) await server.ask({ ask: 'profile', to: options.profile });
  const rounds: { graphql: Round[]; rows: Round[]; bare: number[] } = { graphql: [], rows: [], bare: [] };
  for (let i = 0; i < options.rounds; i += 1) {
    rounds.graphql.push(await one(graphql));
    if (options.profile !== null) continue;
    // one after the other, so that what else the machine does meets all three
    rounds.rows.push(await one(rows));
    if (options.pgbench !== null)
      rounds.bare.push(
        (
          await runPgbench(options.pgbench, options.url, statements, {
            clients: CLIENTS,
            seconds: options.seconds,
          })
        ).perSecond,
      );
  }
  const { records, total_records: total } = JSON.parse(answered).data.suggestions as {
    records: unknown[];
    total_records: unknown;
  };
  // the published rows are of a list with its total: one without it is another, cheaper call
  if (typeof total !== 'number' || total < records.length)
    throw new Error(`The list was answered without its total: ${JSON.stringify(total)}`);
  console.log(
    `\n${name}: ${records.length} rows, total_records ${total.toLocaleString('en')}, ${(Buffer.byteLength(answered) / 1024).toFixed(1)} KB, ${statements.length === 1 ? 'one data statement' : `${statements.length} data statements`}${statements.every((statement) => statement.name !== null) ? ', prepared' : ''}`,
  );
  const line = (label: string, of: Round[]): void => {
    const latencies = of.flatMap(({ result }) => result.latenciesMs).sort((a, b) => a - b);
    console.log(
      `  ${label.padEnd(22)} ${median(of.map(({ result }) => result.perSecond))
        .toFixed(0)
        .padStart(
          6,
        )}/s   p50 ${percentile(latencies, 0.5).toFixed(2)} ms   p95 ${percentile(latencies, 0.95).toFixed(2)} ms   Node CPU ${median(of.map((round) => round.cpuMs)).toFixed(3)} ms   statements per request ${median(of.map((round) => round.statements)).toFixed(3)}`,
    );
  };
  line('GraphQL', rounds.graphql);
  if (options.profile !== null) {
    await server.ask({ ask: 'profile', to: options.profile });
    console.log(`  profile: ${options.profile}`);
    return;
  }
  line('forwarded text', rounds.rows);
  if (rounds.bare.length > 0)
    console.log(`  ${'pgbench, prepared'.padEnd(22)} ${median(rounds.bare).toFixed(0).padStart(6)}/s`);
  // rounds are pairs: what disturbed one disturbed the other
  const ratio = median(
    rounds.graphql.map(({ result }, index) => result.perSecond / rounds.rows[index]!.result.perSecond),
  );
  const above = median(rounds.graphql.map(({ cpuMs }, index) => cpuMs - rounds.rows[index]!.cpuMs));
  console.log(
    `  ratio to forwarded text ${ratio.toFixed(2)} (bar 0.85)   Node CPU above it ${above.toFixed(3)} ms (bar 0.2)${rounds.bare.length > 0 ? `   ratio to pgbench ${median(rounds.graphql.map(({ result }, index) => result.perSecond / rounds.bare[index]!)).toFixed(2)}` : ''}`,
  );
}

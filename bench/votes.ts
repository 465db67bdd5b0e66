import { parseArgs } from 'node:util';
import type pg from 'pg';
import { runCommand } from '../server/core/command.ts';
import { Scope } from '../server/core/scope.ts';
import type { Services } from '../server/core/services.ts';
import { systemViewer } from '../server/domain/account/system_viewer.ts';
import { suggestionAdminSubscribe } from '../server/domain/conversation/support.ts';
import { recountTenant } from '../server/domain/ideas/recount.ts';
import { databaseCpuMs } from './backend_cpu.ts';
import { largeTenant, LARGE, openCluster, withPool } from './database.ts';
import { benchScope, generateTenant, sizeOf } from './generate.ts';
import { median } from './load.ts';
import { findPgbench, literal, PGBENCH_MISSING, runPgbench, withoutVariables } from './pgbench.ts';

const WRITERS = 8;

/** Ids that follow one another, so that pgbench can compute what belongs together. */
interface Range {
  first: number;
  count: number;
}

/** A tenant whose people, accounts and forums belong together by their numbers. */
export interface VotePlace {
  sid: string;
  ideas: Range;
  users: Range;
  accounts: Range;
  forums: Range;
}

/** Votes through the command with 8 writers, spread over ideas and on one idea, against pgbench with the same statements. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  const pgbench = findPgbench();
  const cluster = await openCluster(null);
  try {
    const url = await cluster.empty('votes');
    const place = await withPool(url, (pool) => preparePlace(pool, Number(values.ideas)));
    // pgbench adds to counters whatever it finds: it does so in a copy, so that what the command writes stays exact
    const reference = await cluster.copy('votes', 'votes_reference');
    await withPool(
      url,
      async (pool) => {
        console.log(
          `Adding a vote, ${Number(values.ideas).toLocaleString('en')} ideas, ${WRITERS} writers, ${rounds} rounds of ${seconds} s each; medians of the rounds`,
        );
        if (pgbench === null) console.log(PGBENCH_MISSING);
        const { script: statements, count: statementCount } = await recordVote(pool, place);
        let user = 0;
        const nextUser = (): number => place.users.first + (user++ % place.users.count);
        const anywhere = (): number => place.ideas.first + Math.floor(Math.random() * place.ideas.count);
        const one = place.ideas.first + 1;
        const cases = [
          {
            name: 'spread over all ideas',
            idea: anywhere,
            script: `\\set idea random(${place.ideas.first}, ${place.ideas.first + place.ideas.count - 1})`,
          },
          { name: 'on one idea', idea: () => one, script: `\\set idea ${one}` },
        ];
        const commands = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
        const cpuMs: number[] = [];
        const databaseMs: number[] = [];
        const bare = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
        let votes = 0;
        for (let round = 0; round < rounds; round += 1) {
          for (const { name, idea, script } of cases) {
            const before = await databaseCpuMs(pool);
            const cpu = process.cpuUsage();
            const done = await vote(pool, place, { idea, user: nextUser, seconds });
            const { user: inUser, system } = process.cpuUsage(cpu);
            cpuMs.push((inUser + system) / 1000 / done.votes);
            const after = await databaseCpuMs(pool);
            if (before !== null && after !== null) databaseMs.push((after - before) / done.votes);
            commands.get(name)!.push(done.perSecond);
            votes += done.votes;
            // by turns, so that what else the machine does meets both
            if (pgbench !== null)
              bare.get(name)!.push(
                (
                  await runPgbench(pgbench, reference, `${script}\n${variablesOf(place)}${statements}`, {
                    clients: WRITERS,
                    seconds,
                  })
                ).perSecond,
              );
          }
        }
        const drift = await recountTenant(benchScope(pool, place.sid));
        const exact = drift.entries.length === 0;
        for (const { name } of cases) {
          const own = median(commands.get(name)!);
          const other = pgbench === null ? null : median(bare.get(name)!);
          console.log(
            `  ${name.padEnd(22)} command ${own.toFixed(0).padStart(5)}/s${other === null ? '' : `   pgbench ${other.toFixed(0).padStart(5)}/s   ratio ${median(commands.get(name)!.map((perSecond, round) => perSecond / bare.get(name)![round]!)).toFixed(2)} (bar 0.5)`}`,
          );
        }
        console.log(
          `  ${votes.toLocaleString('en')} votes by the command, ${statementCount} statements and ${median(cpuMs).toFixed(2)} ms of Node CPU each${databaseMs.length === 0 ? '' : `, ${median(databaseMs).toFixed(2)} ms of the database`}; ${exact ? 'every counter exact' : `WRONG: ${JSON.stringify(drift.entries)}`}`,
        );
        if (!exact) process.exitCode = 1;
      },
      WRITERS + 2,
    );
  } finally {
    await cluster.close();
  }
}

/** Makes such a tenant. */
export async function preparePlace(pool: pg.Pool, ideas: number): Promise<VotePlace> {
  console.log('Generating');
  const sid = await generateTenant(pool, LARGE, { ...sizeOf(ideas), users: 60_000 });
  if ((await largeTenant(pool)) !== sid) throw new Error('The tenant is not there.');
  const range = async (table: string, further = ''): Promise<Range> => {
    const { rows } = await pool.query<{ first: string; count: number }>(
      `select min(id)::text as first, count(*)::int as count from ${table} where subdomain_id = $1 ${further}`,
      [sid],
    );
    return { first: Number(rows[0]!.first), count: rows[0]!.count };
  };
  const place = {
    sid,
    ideas: await range('suggestions'),
    users: await range('users', "and license_type = 'none'"),
    accounts: await range('external_accounts'),
    forums: await range('forums'),
  };
  const { accounts, forums } = place;
  await pool.query(
    `update users set account_id = ${accounts.first} + id % ${accounts.count} where subdomain_id = $1`,
    [sid],
  );
  await pool.query(
    `update suggestions set forum_id = ${forums.first} + id % ${forums.count}, category_id = null, state = 'approved' where subdomain_id = $1`,
    [sid],
  );
  await recountTenant(benchScope(pool, sid));
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  return place;
}

async function vote(
  pool: pg.Pool,
  { sid }: VotePlace,
  { idea, user, seconds }: { idea: () => number; user: () => number; seconds: number },
): Promise<{ votes: number; perSecond: number }> {
  const scope = benchScope(pool, sid);
  const started = performance.now();
  let votes = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (performance.now() - started < seconds * 1000) {
        await runCommand(suggestionAdminSubscribe, scope, { id: String(idea()), user: String(user()) });
        votes += 1;
      }
    }),
  );
  return { votes, perSecond: votes / ((performance.now() - started) / 1000) };
}

/** What belongs to an idea and a person, computed as `preparePlace` laid it out. */
export function variablesOf({ sid, users, accounts, forums }: VotePlace): string {
  return [
    `\\set sid ${sid}`,
    `\\set user random(${users.first}, ${users.first + users.count - 1})`,
    `\\set account ${accounts.first} + :user % ${accounts.count}`,
    `\\set forum ${forums.first} + :idea % ${forums.count}`,
    '\\set slot :idea % 16',
    '',
  ].join('\n');
}

/** The statements of one vote as a script of pgbench, with variables where the ids stood. */
export async function recordVote(
  pool: pg.Pool,
  place: VotePlace,
): Promise<{ script: string; count: number }> {
  const { sid, ideas, users, accounts, forums } = place;
  // the last of each: no other value of a vote is the same number
  const [idea, user] = [ideas.first + ideas.count - 1, users.first + users.count - 1];
  const variables: [number: string, variable: string][] = [
    [String(idea), 'idea'],
    [String(user), 'user'],
    [String(accounts.first + (user % accounts.count)), 'account'],
    [String(forums.first + (idea % forums.count)), 'forum'],
  ];
  const recorded: { text: string; values: readonly unknown[] }[] = [];
  const scope = new Scope(
    {
      pool,
      readPool: pool,
      tenantCheck: null,
      services: {} as Services,
      now: () => new Date(),
      onStatement: (text, values) => recorded.push({ text, values }),
    },
    systemViewer({ id: sid, features: [] }),
  );
  await runCommand(suggestionAdminSubscribe, scope, { id: String(idea), user: String(user) });
  const expressionOf = (value: unknown, text: string, at: number): string => {
    if (!Array.isArray(value) && String(value) === sid) return ':sid::bigint';
    // the slot of forum_days is the only small number that follows from the idea
    if (Array.isArray(value) && new RegExp(`\\$${at}::smallint\\[\\]`).test(text)) return 'array[:slot]';
    const exact = Array.isArray(value) ? undefined : variables.find(([number]) => number === String(value));
    if (exact) return `:${exact[1]}::bigint`;
    const written = literal(value);
    const cut = variables.reduce(
      (sql, [number, variable]) =>
        sql.replaceAll(new RegExp(`(?<!\\d)${number}(?!\\d)`, 'g'), `' || :${variable}::bigint || '`),
      written,
    );
    return cut === written ? written : `(${cut})`;
  };
  const bound = recorded.map(({ text, values }) => {
    const sql = values.reduceRight<string>(
      (written, _value, index) => written.replaceAll(`$${index + 1}`, () => `\u0000${index}\u0000`),
      withoutVariables(text),
    );
    const filled = sql.replaceAll(/\0(\d+)\0/g, (_, index: string) =>
      expressionOf(values[Number(index)], text, Number(index) + 1),
    );
    return `${filled.replaceAll(/\s*\n\s*/g, ' ')};`;
  });
  return { script: ['begin;', ...bound, 'commit;', ''].join('\n'), count: bound.length + 2 };
}

import { parseArgs } from 'node:util';
import { recountTenant } from '../../server/domain/ideas/recount.ts';
import { benchScope } from '../generate.ts';
import { startServer } from '../server.ts';
import { conclude, firstForum, signIn, withWorkspace, type Answer } from './members.ts';

/** Many votes of one person on one idea at the same moment, for many people: one vote each, and counters that agree with their rows. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { people: { type: 'string', default: '50' }, votes: { type: 'string', default: '100' } },
  });
  const [count, votes] = [Number(values.people), Number(values.votes)];
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `${votes} votes at once by each of ${count} people; expected: ${count} votes, every counter as its rows`,
    );
    const server = await startServer(url);
    try {
      // two consoles, so that no two votes are one repeated request
      const members = await signIn(pool, server.port, 2);
      for (const member of members) await member.refreshToken();
      const { suggestion_create } = await members[0]!.data<{ suggestion_create: { id: string } }>(
        'mutation ($forum: ID!) { suggestion_create(title: "Everybody wants it", links: { forum: $forum }) { id } }',
        { forum: await firstForum(pool, sid) },
      );
      const idea = suggestion_create.id;
      const before = (
        await pool.query<{ n: number }>(
          'select count(*)::int as n from supporters where suggestion_id = $1',
          [idea],
        )
      ).rows[0]!.n;
      await pool.query(
        `insert into users (subdomain_id, name, email_address) select $1, 'Voter ' || n, 'voter' || n || '@people.example' from generate_series(1, $2::int) n`,
        [sid, count],
      );
      const people = await pool.query<{ id: string }>(
        "select id::text as id from users where subdomain_id = $1 and name like 'Voter %' order by id",
        [sid],
      );
      let refused = 0;
      for (const { id: user } of people.rows) {
        const answers = await Promise.all(
          Array.from({ length: votes }, (_vote, n) =>
            members[n % 2]!.ask(
              'mutation ($idea: ID!, $user: ID!) { suggestion_admin_subscribe(id: $idea, user: $user) { id } }',
              { idea, user },
            ),
          ),
        );
        refused += answers.filter(({ errors }: Answer<unknown>) => errors).length;
      }
      const { rows } = await pool.query<{ rows: number; supporters_count: number; votes_count: number }>(
        'select (select count(*)::int from supporters x where x.suggestion_id = s.id) as rows, s.supporters_count, s.votes_count from suggestions s where s.id = $1',
        [idea],
      );
      const found = rows[0]!;
      const drift = await recountTenant(benchScope(pool, sid));
      const expected = count + before;
      conclude(
        `found ${found.rows - before} votes, counters ${found.supporters_count - before} and ${found.votes_count - before}, ${refused} of ${count * votes} calls refused, ${drift.entries.length} wrong counters elsewhere`,
        found.rows === expected &&
          found.supporters_count === expected &&
          found.votes_count === expected &&
          refused === 0 &&
          drift.entries.length === 0,
      );
    } finally {
      await server.close();
    }
  });
}

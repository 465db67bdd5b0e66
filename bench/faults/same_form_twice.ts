import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startServer } from '../server.ts';
import { conclude, firstForum, signIn, withWorkspace } from './members.ts';

const CREATE =
  'mutation Send($title: String!, $forum: ID!) { sent: suggestion_create(title: $title, links: { forum: $forum }) { id } }';
const CAPTURE =
  'mutation Send($title: String!) { sent: feedback_record_create(body: $title, channel: "admin") { id } }';

/** One form sent twice at the same moment, and once more after the token was renewed: one effect, one answer. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { forms: { type: 'string', default: '100' } } });
  const forms = Number(values.forms);
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `${forms} forms, each sent twice at once and once more with a new token; expected: ${forms} records, the same answer three times`,
    );
    const server = await startServer(url);
    try {
      const [member] = await signIn(pool, server.port, 1);
      const forum = await firstForum(pool, sid);
      let differing = 0;
      for (let n = 1; n <= forms; n += 1) {
        const title = `Sent more than once ${n}`;
        const [query, variables] = n % 2 === 0 ? [CREATE, { title, forum }] : [CAPTURE, { title }];
        const key = randomUUID();
        const send = async (): Promise<string> =>
          (await member!.data<{ sent: { id: string } }>(query, variables, key)).sent.id;
        const answers = await Promise.all([send(), send()]);
        await member!.refreshToken();
        answers.push(await send());
        if (new Set(answers).size > 1) differing += 1;
      }
      const { rows } = await pool.query<{ n: number }>(
        `select ((select count(*) from suggestions where title like 'Sent more than once %') + (select count(*) from feedback_records where body like '%Sent more than once %'))::int as n`,
      );
      conclude(
        `found ${rows[0]!.n} records, ${differing} forms with differing answers`,
        rows[0]!.n === forms && differing === 0,
      );
    } finally {
      await server.close();
    }
  });
}

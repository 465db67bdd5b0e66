import { parseArgs } from 'node:util';
import { startServer } from '../server.ts';
import { conclude, firstForum, signIn, withWorkspace, type Answer } from './members.ts';

const EDIT =
  'mutation ($id: ID!, $title: String!, $read: String) { suggestion_update(id: $id, title: $title, if_updated_at: $read) { id title updated_at } }';

/** Two members of the team change one idea that both have read: the first one's words stand, the second is told and shown them. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '100' } } });
  const rounds = Number(values.rounds);
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `${rounds} times two changes of one idea at once; expected: each time one stands, the other is refused with what stands`,
    );
    const server = await startServer(url);
    try {
      const members = await signIn(pool, server.port, 2);
      for (const member of members) await member.refreshToken();
      const created = await members[0]!.data<{ suggestion_create: { id: string } }>(
        'mutation ($forum: ID!) { suggestion_create(title: "As it was", links: { forum: $forum }) { id } }',
        { forum: await firstForum(pool, sid) },
      );
      const { id } = created.suggestion_create;
      let [stood, told, overwritten] = [0, 0, 0];
      for (let round = 1; round <= rounds; round += 1) {
        const { suggestion } = await members[0]!.data<{ suggestion: { updated_at: string } }>(
          'query ($id: ID!) { suggestion(id: $id) { updated_at } }',
          { id },
        );
        const titles = members.map(({ name }) => `${name}, round ${round}`);
        const answers: Answer<{ suggestion_update: { title: string } | null }>[] = await Promise.all(
          members.map((member, at) =>
            member.ask<{ suggestion_update: { title: string } | null }>(EDIT, {
              id,
              title: titles[at],
              read: suggestion.updated_at,
            }),
          ),
        );
        const { title } = (
          await pool.query<{ title: string }>('select title from suggestions where id = $1', [id])
        ).rows[0]!;
        const winners = answers.filter(
          ({ data, errors }) => !errors && data?.suggestion_update?.title === title,
        );
        const losers = answers.filter(
          ({ errors }) =>
            errors?.[0]?.extensions.reason === 'changed' && errors[0].extensions.current?.['title'] === title,
        );
        stood += winners.length;
        told += losers.length;
        overwritten += answers.filter(
          ({ data, errors }) => !errors && data?.suggestion_update?.title !== title,
        ).length;
      }
      conclude(
        `stood ${stood}, told ${told}, silently overwritten ${overwritten}`,
        stood === rounds && told === rounds && overwritten === 0,
      );
    } finally {
      await server.close();
    }
  });
}

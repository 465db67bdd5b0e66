import { parseArgs } from 'node:util';
import { startServer } from '../server.ts';
import { compareIdeas, conclude, firstForum, signIn, until, withWorkspace, writeIdeas } from './members.ts';

/** The server killed with -9 while clients write and repeat what was not acknowledged: each write there, none twice. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { writes: { type: 'string', default: '1000' }, kills: { type: 'string', default: '3' } },
  });
  const [count, kills] = [Number(values.writes), Number(values.kills)];
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `${count.toLocaleString('en')} writes of eight clients, the server killed ${kills} times; expected: each there once`,
    );
    let server = await startServer(url);
    const { port } = server;
    try {
      const [member] = await signIn(pool, port, 1);
      const writing = writeIdeas(member!, await firstForum(pool, sid), count);
      for (let kill = 1; kill <= kills; kill += 1) {
        await Promise.race([
          writing.ended,
          until('writes go on', () => writing.acknowledged.size >= (count * kill) / (kills + 1)),
        ]);
        process.kill(server.pid, 'SIGKILL');
        const at = writing.acknowledged.size;
        await server.close();
        server = await startServer(url, { PORT: String(port) });
        console.log(`  killed after ${at} acknowledged`);
      }
      await writing.ended;
      const { rows, lost, twice } = await compareIdeas(pool, writing);
      conclude(
        `acknowledged ${writing.acknowledged.size} (${writing.repeated} sent more than once), found ${rows}, lost ${lost}, twice ${twice}`,
        writing.acknowledged.size === count &&
          rows === count &&
          lost === 0 &&
          twice === 0 &&
          writing.repeated > 0,
      );
    } finally {
      await server.close();
    }
  });
}

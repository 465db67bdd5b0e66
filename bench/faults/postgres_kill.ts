import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isPostgresOf, readPostmasterPid } from '../../server/adapters/postgres/cluster.ts';
import { startServer } from '../server.ts';
import { missingOfPostgresKill } from './happened.ts';
import {
  compareIdeas,
  conclude,
  firstForum,
  seconds,
  signIn,
  until,
  withWorkspace,
  writeIdeas,
} from './members.ts';

const BAR_MS = 10_000;

/** PostgreSQL killed with -9 under writes: nothing acknowledged is lost, and the server is well again without a restart. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { writes: { type: 'string', default: '1000' }, kills: { type: 'string', default: '2' } },
  });
  const [count, kills] = [Number(values.writes), Number(values.kills)];
  await withWorkspace(async ({ url, cluster, pool, sid }) => {
    console.log(
      `${count.toLocaleString('en')} writes of eight clients, PostgreSQL killed ${kills} times; expected: each there once, ready and writing ${BAR_MS / 1000} s after its return, the same process`,
    );
    const server = await startServer(url, { LOG_LEVEL: 'fatal' });
    try {
      const [member] = await signIn(pool, server.port, 1);
      const writing = writeIdeas(member!, await firstForum(pool, sid), count);
      const isReady = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${server.port}/health/ready`).then(
          ({ status }) => status === 200,
          () => false,
        );
      let slowest = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        await Promise.race([
          writing.ended,
          until('writes go on', () => writing.acknowledged.size >= (count * kill) / (kills + 1)),
        ]);
        const folder = join(cluster.dataDir, 'pg');
        const pid = readPostmasterPid(folder);
        if (pid === null || !isPostgresOf(pid, folder)) throw new Error('There is no PostgreSQL to kill.');
        process.kill(pid, 'SIGKILL');
        const at = writing.acknowledged.size;
        const gone = await until('PostgreSQL returns', () =>
          pool.query('select pg_postmaster_start_time()').then(
            () => readPostmasterPid(folder) !== pid,
            () => false,
          ),
        );
        const [ready, writes] = await Promise.all([
          until('the server is ready', isReady),
          until('writes go on', () => writing.acknowledged.size > at + 8),
        ]);
        slowest = Math.max(slowest, ready, writes);
        console.log(
          `  killed after ${at} acknowledged, back after ${seconds(gone)}; from then ready in ${seconds(ready)}, writing in ${seconds(writes)}`,
        );
      }
      await writing.ended;
      const { rows, lost, twice } = await compareIdeas(pool, writing);
      conclude(
        `acknowledged ${writing.acknowledged.size} (${writing.repeated} sent more than once), found ${rows}, lost ${lost}, twice ${twice}, slowest ${seconds(slowest)}`,
        writing.acknowledged.size === count &&
          rows === count &&
          lost === 0 &&
          twice === 0 &&
          slowest <= BAR_MS,
        missingOfPostgresKill({ kills, repeated: writing.repeated }),
      );
    } finally {
      await server.close();
    }
  });
}

import { parseArgs } from 'node:util';
import { openCluster, withPool } from '../database.ts';
import { ended, fillMailing, startCounting, startWorker, statesOf } from './mail.ts';

/** A relay that is down, then puts 10 % off and refuses 1 % for good: all others get one mail, and the counts are exact. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { people: { type: 'string', default: '5000' }, 'data-dir': { type: 'string' } },
  });
  const people = Number(values.people);
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const url = await cluster.empty('smtp_trouble');
    await withPool(url, async (pool) => {
      const { mailing_id, message_id } = await fillMailing(pool, people);
      const due = (): Promise<unknown> =>
        pool.query("update deliveries set due_at = now() where mailing_id = $1 and state = 'queued'", [
          mailing_id,
        ]);
      console.log(`A mailing to ${people.toLocaleString('en')} people through a relay in trouble`);

      const down = await startCounting();
      await down.close();
      await ended(startWorker(url, down.url, mailing_id));
      const afterDown = await statesOf(pool, mailing_id);
      console.log(
        `  down: ${afterDown['queued'] ?? 0} still in line, ${people - (afterDown['queued'] ?? 0)} given up`,
      );

      const relay = await startCounting();
      try {
        const number = (address: string): number => Number(/^p(\d+)@/.exec(address)![1]);
        const putOff = new Set<string>();
        relay.refuse = (address) => {
          if (number(address) % 100 === 7) return { code: 550, sentence: 'No such person' };
          if (number(address) % 10 !== 3 || putOff.has(address)) return null;
          putOff.add(address);
          return { code: 450, sentence: 'Try again later' };
        };
        await due();
        await ended(startWorker(url, relay.url, mailing_id));
        const between = await statesOf(pool, mailing_id);
        console.log(
          `  first round: ${between['sent'] ?? 0} sent, ${between['queued'] ?? 0} put off, ${between['failed'] ?? 0} refused`,
        );
        await due();
        await ended(startWorker(url, relay.url, mailing_id));
        const states = await statesOf(pool, mailing_id);
        const refused = Array.from({ length: people }, (_n, at) => at + 1).filter(
          (n) => n % 100 === 7,
        ).length;
        const counted = (
          await pool.query<{ n: number }>(
            'select mail_sent_count as n from supporter_messages where id = $1',
            [message_id],
          )
        ).rows[0]!.n;
        const twice = [...relay.taken.values()].filter((count) => count > 1).length;
        const isRight =
          afterDown['queued'] === people &&
          twice === 0 &&
          relay.taken.size === people - refused &&
          states['sent'] === people - refused &&
          states['failed'] === refused &&
          counted === states['sent'] &&
          putOff.size > 0;
        console.log(
          `  in the end: the relay got ${relay.taken.size.toLocaleString('en')}, twice ${twice}; sent ${states['sent'] ?? 0}, failed ${states['failed'] ?? 0}; count on the message ${counted}   ${isRight ? 'ok' : 'NOT OK'}`,
        );
        if (!isRight) process.exitCode = 1;
      } finally {
        await relay.close();
      }
    });
  } finally {
    await cluster.close();
  }
}

import { parseArgs } from 'node:util';
import { openCluster, withPool } from '../database.ts';
import { missingOfMailKill } from './happened.ts';
import { ended, fillMailing, startCounting, startWorker, statesOf } from './mail.ts';
import { conclude } from './members.ts';

/** Mails that a worker hands over at once: of those alone no one can tell when it dies. */
const AT_ONCE = 5;

/** Workers that are killed while they send one mailing: no mail twice, and each that no one can tell about is listed as unknown. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '5000' },
      kills: { type: 'string', default: '3' },
      'data-dir': { type: 'string' },
    },
  });
  const [people, kills] = [Number(values.people), Number(values.kills)];
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const url = await cluster.empty('mail_kill');
    await withPool(url, async (pool) => {
      const relay = await startCounting();
      try {
        const { mailing_id, message_id } = await fillMailing(pool, people);
        console.log(`A mailing to ${people.toLocaleString('en')} people, its worker killed ${kills} times`);
        const inHand: number[] = [];
        for (let kill = 1; kill <= kills; kill += 1) {
          const worker = startWorker(url, relay.url, mailing_id);
          // in the middle of what it has claimed
          const at = Math.floor((people * kill) / (kills + 1)) + 33;
          const began = Date.now();
          while (relay.taken.size < at) {
            if (Date.now() - began > 120_000) throw new Error('The worker sends nothing.');
            await new Promise((next) => setTimeout(next, 5));
          }
          worker.kill('SIGKILL');
          await ended(worker);
          const { sending = 0 } = await statesOf(pool, mailing_id);
          inHand.push(sending);
          console.log(
            `  killed after ${relay.taken.size.toLocaleString('en')} mails, with ${sending} in its hands (at most ${AT_ONCE})`,
          );
          // the time of what it had claimed, and of what it handed over, runs out
          await pool.query(
            "update deliveries set due_at = now() where mailing_id = $1 and state in ('queued', 'sending')",
            [mailing_id],
          );
        }
        await ended(startWorker(url, relay.url, mailing_id));
        const states = await statesOf(pool, mailing_id);
        const { rows } = await pool.query<{ email_address: string }>(
          "select email_address from deliveries where mailing_id = $1 and state = 'unknown'",
          [mailing_id],
        );
        const counted = (
          await pool.query<{ n: number }>(
            'select mail_sent_count as n from supporter_messages where id = $1',
            [message_id],
          )
        ).rows[0]!.n;
        const twice = [...relay.taken.values()].filter((count) => count > 1).length;
        const unknown = rows.length;
        const arrived = rows.filter(({ email_address }) => relay.taken.has(email_address)).length;
        const missing = people - relay.taken.size - (unknown - arrived);
        const isRight =
          twice === 0 &&
          missing === 0 &&
          unknown <= kills * AT_ONCE &&
          (states['sent'] ?? 0) + unknown === people &&
          counted === states['sent'] &&
          inHand.every((count) => count <= AT_ONCE);
        conclude(
          `the relay got ${relay.taken.size.toLocaleString('en')}, twice ${twice}; sent ${states['sent'] ?? 0}, unknown ${unknown} (${arrived} of them arrived), neither ${missing}; count on the message ${counted}`,
          isRight,
          missingOfMailKill(kills, inHand),
        );
      } finally {
        await relay.close();
      }
    });
  } finally {
    await cluster.close();
  }
}

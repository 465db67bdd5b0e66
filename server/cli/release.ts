import { release } from '../backup/hold.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import type { Command } from './command.ts';
import { counted } from './counted.ts';

/** Lets mail and jobs of a restored installation go. */
export const command: Command = {
  name: 'release',
  summary: 'Let email and jobs go that are held after a restore.',
  usage: '[--drop-mail]',
  options: {
    'drop-mail': { type: 'boolean', help: 'Email that waited when the backup was made is not sent.' },
  },
  run: async (args, io) => {
    const dropMail = args.flag('drop-mail');
    const database = await openDatabase(readConfig(io.environment), { print: io.err });
    try {
      const client = await database.pools.direct.connect();
      const released = await release(client, { dropMail }).finally(() => client.release());
      if (released === null) io.out('Nothing is held.');
      else {
        const mails = `${counted(released.mails, 'email')} (${counted(released.mailings, 'message')})`;
        io.out(
          dropMail
            ? `Released. Not sent: ${mails}; ${counted(released.jobs, 'job that writes', 'jobs that write')} to people forgotten. All other jobs begin within some seconds.`
            : `Released: ${mails} and ${counted(released.jobs, 'job')} wait; running servers and workers begin within some seconds.`,
        );
      }
      io.json({ was_held: released !== null, dropped: dropMail, ...released });
    } finally {
      await database.close();
    }
  },
};

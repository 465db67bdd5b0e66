import { readConfig } from '../config.ts';
import { OperatorError } from '../process/operator_error.ts';
import { openDatabase } from '../database.ts';
import { loadDemo } from '../db/demo/load.ts';
import { keyProblem } from '../../contract/hosts.ts';
import { UsageError, type Command } from './command.ts';

/** Makes the demo workspace; a start on an empty database does the same unless DEMO=off. */
export const command: Command = {
  name: 'demo',
  summary: 'Make the demo workspace.',
  usage: '[--subdomain <key>]',
  options: { subdomain: { type: 'string', help: 'Key of the new workspace; DEFAULT_SUBDOMAIN without it.' } },
  run: async (args, io) => {
    const config = readConfig(io.environment);
    const key = args.text('subdomain') ?? config.defaultSubdomain;
    const problem = keyProblem(key);
    if (problem !== null) throw new UsageError(`--subdomain "${key}": ${problem}.`);
    const database = await openDatabase(config, { print: io.err });
    const progress = io.progress('Making the demo workspace', 100);
    try {
      const made = await loadDemo(database.pools.direct, {
        key,
        now: new Date(),
        onProgress: (share) => progress.at(Math.round(share * 100)),
      });
      progress.end();
      if (made === null)
        throw new OperatorError(
          `There is a workspace "${key}" already. Choose another key with --subdomain.`,
        );
      const where = key === config.defaultSubdomain ? '' : ` --subdomain ${key}`;
      io.out(
        `Made the workspace "${key}". "npm run earshot -- user reset-link --email owner@demo.example${where}" gives a way in.`,
      );
      io.json({ key, ...made });
    } finally {
      progress.end();
      await database.close();
    }
  },
};

import { readConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import type { Command } from './command.ts';

/** Brings the schema up to date and ends; a start does the same. */
export const command: Command = {
  name: 'migrate',
  summary: 'Bring the database to the newest schema.',
  usage: '',
  run: async (_args, io) => {
    const database = await openDatabase(readConfig(io.environment), { print: io.err });
    try {
      const { applied, unknown } = database.migrations!;
      io.out(
        applied.length === 0
          ? 'The schema is up to date.'
          : `Applied ${applied.length}: ${applied.join(', ')}.`,
      );
      if (unknown.length > 0)
        io.out(`A newer version has been here; unknown to this one: ${unknown.join(', ')}.`);
      io.json({ applied, unknown });
    } finally {
      await database.close();
    }
  },
};

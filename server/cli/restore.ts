import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createFiles } from '../adapters/files.ts';
import { presentKeyMarkOf } from '../backup/installation.ts';
import { checkArchive, restoreArchive } from '../backup/restore.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import { tasks } from '../jobs/tasks.ts';
import { createLog } from '../log.ts';
import type { Command } from './command.ts';

/** Brings a backup back into an empty database, after the whole archive was read and compared. */
export const command: Command = {
  name: 'restore',
  summary: 'Bring a backup back into an empty database, or check one.',
  usage: '--file <archive> [--check]',
  options: {
    file: { type: 'string', help: 'An archive that "backup" has written.' },
    check: { type: 'boolean', help: 'Read the archive and compare all its hashes, and write nothing.' },
  },
  run: async (args, io) => {
    const config = readConfig(io.environment);
    const path = resolve(args.required('file'));
    const number = (value: number): string => value.toLocaleString('en');
    const reading = io.progress('Checking the archive, bytes', null);
    const archive = await checkArchive(path, (bytes) => reading.at(bytes)).finally(() => reading.end());
    const { head, manifest } = archive;
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const what = head.subdomain === null ? 'the installation' : `the workspace "${head.subdomain}"`;
    const facts = {
      file: path,
      backup_of: head.created_at,
      subdomain: head.subdomain,
      program: head.program,
    };
    io.out(
      `The archive is whole: ${what} of ${head.created_at}, ${number(rows)} rows, ${number(manifest.jobs.rows)} jobs, ${number(manifest.files.rows)} files, ${number(statSync(path).size)} bytes, made by ${head.program}.`,
    );
    if (args.flag('check')) {
      io.json({ ...facts, rows, jobs: manifest.jobs.rows, files: manifest.files.rows });
      return;
    }
    const database = await openDatabase(config, { print: io.err, withMigrations: false });
    const progress = io.progress('Restoring rows', rows);
    try {
      const result = await restoreArchive(archive, {
        url: database.directUrl,
        files: await createFiles(config.files),
        tasks,
        log: createLog(config),
        now: () => new Date(),
        print: io.err,
        onProgress: (done, total) => progress.at(done, total),
      });
      progress.end();
      const mark = presentKeyMarkOf(config.secretKeyFile);
      io.out(
        `Restored ${what}: ${number(result.rows)} rows of ${result.tables} tables, ${number(result.jobs)} jobs, ${number(result.files)} files. Every hash is as in the backup.`,
      );
      if (mark !== head.key_mark)
        io.out(
          `${mark === null ? `There is no key ${config.secretKeyFile} yet` : `The key ${config.secretKeyFile} is another one than the backup's installation had`}: links in emails that were sent before will not work. Put that installation's key there before the first start.`,
        );
      io.out(
        'Email and jobs are held. Look around, then "npm run earshot -- release" lets them go; with --drop-mail what waited is not sent.',
      );
      io.json({ ...facts, ...result, key_is_same: mark === head.key_mark, held: true });
    } finally {
      progress.end();
      await database.close();
    }
  },
};

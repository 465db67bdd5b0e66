import { resolve } from 'node:path';
import { createFiles } from '../adapters/files.ts';
import { makeBackup } from '../backup/backup.ts';
import { describeProgram, keyFingerprintOf } from '../backup/installation.ts';
import { readConfig } from '../config.ts';
import { OperatorError } from '../process/operator_error.ts';
import { openDatabase } from '../database.ts';
import { Workspaces } from '../domain/account/hosts/workspaces.ts';
import { tasks } from '../jobs/tasks.ts';
import type { Command } from './command.ts';

/** All rows, waiting jobs and files in one archive, of one moment, beside a running server. */
export const command: Command = {
  name: 'backup',
  summary: 'Write the whole installation, or one workspace, into one archive.',
  usage: '[--file <archive>] [--subdomain <key>]',
  options: {
    file: {
      type: 'string',
      help: 'The archive, a .tar.gz that is not there yet; earshot-<time>.tar.gz here without it.',
    },
    subdomain: { type: 'string', help: 'Key of the one workspace; the whole installation without it.' },
  },
  run: async (args, io) => {
    const config = readConfig(io.environment);
    const now = new Date();
    const path = resolve(
      args.text('file') ?? `earshot-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`,
    );
    // a backup before an update must be of the old schema
    const database = await openDatabase(config, { print: io.err, withMigrations: false });
    const progress = io.progress('Backing up rows', null);
    try {
      const key = args.text('subdomain');
      const workspace =
        key === null
          ? null
          : await new Workspaces(database.pools.direct, {
              publicUrl: config.publicUrl,
              defaultKey: config.defaultSubdomain,
            }).ofKey(key);
      if (key !== null && !workspace)
        throw new OperatorError(
          `There is no workspace "${key}". "npm run earshot -- subdomain list" names those that exist.`,
        );
      const result = await makeBackup(path, {
        url: database.directUrl,
        files: await createFiles(config.files),
        tasks,
        workspace: workspace && { id: workspace.id, key: workspace.key },
        keyFingerprint: keyFingerprintOf(config.secretKeyFile),
        program: describeProgram(),
        now: () => now,
        onProgress: (done, total) => progress.at(done, total),
      });
      progress.end();
      const number = (value: number): string => value.toLocaleString('en');
      if (result.files_missing > 0)
        io.err(
          `${number(result.files_missing)} files that rows name are not there and so not in the backup: ${result.missing.join(', ')}${result.files_missing > result.missing.length ? ', …' : ''}`,
        );
      io.out(
        `Backed up ${workspace ? `the workspace "${workspace.key}"` : 'the installation'}: ${number(result.rows)} rows of ${result.tables} tables, ${number(result.jobs)} jobs, ${number(result.files)} files.`,
      );
      io.out(`  ${path}`);
      io.out(
        `Keep it like the database itself: it holds all that people wrote. The key ${config.secretKeyFile} is not in it; keep a copy elsewhere.`,
      );
      io.json({ file: path, ...result });
    } finally {
      progress.end();
      await database.close();
    }
  },
};

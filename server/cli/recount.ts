import { recountTenant } from '../domain/ideas/recount.ts';
import type { Command } from './command.ts';
import { openCommandScope } from './command_scope.ts';

/** Stored counters against the rows that they count; the same as runs each night. */
export const command: Command = {
  name: 'recount',
  summary: "Recompute a workspace's stored counters and say what was wrong.",
  usage: '[--subdomain <key>]',
  options: { subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' } },
  run: async (args, io) => {
    const opened = await openCommandScope(io, args.text('subdomain'));
    const progress = io.progress('Recounting ideas', null);
    try {
      const drift = await recountTenant(opened.scope, {
        onProgress: (done, total) => progress.at(done, total),
      });
      progress.end();
      for (const { table, counter, rows, examples } of drift.entries) {
        io.out(
          `${table}.${counter}: ${rows.toLocaleString('en')} ${rows === 1 ? 'row was' : 'rows were'} wrong and ${rows === 1 ? 'is' : 'are'} right now.`,
        );
        for (const { id, before, after } of examples)
          io.out(`  ${id}: ${describe(before)} -> ${describe(after)}`);
      }
      io.out(drift.entries.length === 0 ? 'Every counter was right.' : 'All counters are right now.');
      io.json({ drift: drift.entries });
    } finally {
      progress.end();
      await opened.close();
    }
  },
};

function describe(value: unknown): string {
  return value === null ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

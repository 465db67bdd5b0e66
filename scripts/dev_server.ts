/**
 * The server of `npm run dev` (scripts/dev.ts): each statement is checked for its workspace, and pages are those of the
 * console's sources, so that nothing has to be built.
 */
import { join } from 'node:path';
import { runProgram } from '../server/cli/program.ts';
import { startCommand } from '../server/cli/start.ts';
import { createCompose } from '../server/compose.ts';

const parts = createCompose({
  checked: true,
  consoleDir: join(import.meta.dirname, '../web'),
  hasTerminal: process.stdout.isTTY,
});

process.exitCode = await runProgram(
  ['start'],
  { start: async () => ({ command: startCommand(parts) }) },
  { stdout: process.stdout, stderr: process.stderr, environment: process.env },
);
process.stdout.write('', () => process.stderr.write('', () => process.exit()));

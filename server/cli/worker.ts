import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { startEarshot } from '../main.ts';
import type { Command } from './command.ts';
import { runUntilSignal } from './run_until_signal.ts';

/** Jobs without a server; any number may run beside it. */
export const command: Command = {
  name: 'worker',
  summary: 'Run background jobs only, beside a server.',
  usage: '',
  run: (_args, io) => {
    const config = readConfig(io.environment);
    return runUntilSignal(
      (signal) => startEarshot(config, compose, { role: 'worker', print: io.err, signal }),
      ({ lines }) => {
        io.out('Earshot runs jobs.');
        for (const line of lines) io.out(line);
        io.json({ role: 'worker', lines });
      },
      io.err,
    );
  },
};

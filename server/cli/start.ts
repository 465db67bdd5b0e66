import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { startEarshot } from '../main.ts';
import type { Compose } from '../main.ts';
import type { Command } from './command.ts';
import { runUntilSignal } from './run_until_signal.ts';

/** The server: console, API and, unless WORKER is off, the jobs. @param parts what it consists of */
export const startCommand = (parts: Compose): Command => ({
  name: 'start',
  summary: 'Start the server. The environment configures it.',
  usage: '',
  run: (_args, io) => {
    const config = readConfig(io.environment);
    return runUntilSignal(
      (signal) => startEarshot(config, parts, { print: io.err, signal }),
      ({ url, lines }) => {
        io.out(`Earshot is ready at ${url}`);
        for (const line of lines) io.out(line);
        io.json({ url, lines });
      },
      io.err,
      config.drainSeconds,
    );
  },
});

export const command = startCommand(compose);

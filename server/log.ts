import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

/**
 * The process's log, on standard error, since standard output belongs to what commands answer: one JSON
 * object per line for machines, plain lines on a terminal. Values under names of secrets are left out.
 *
 * @param stream where it goes; standard error without a value
 */
export function createLog(config: Pick<Config, 'logLevel'>, stream: NodeJS.WriteStream = process.stderr): Logger {
  const options = {
    level: config.logLevel,
    base: undefined,
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', '*.password', '*.token', '*.cookie', '*.authorization'],
      remove: true,
    },
  };
  return stream.isTTY ? pino(options, plainLines(stream)) : pino(options, stream);
}

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Turns pino's JSON lines into "12:34:56 warn  sentence {rest}", with an error's stack below. */
function plainLines(stream: NodeJS.WriteStream): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const { level, time, msg, err, ...rest } = JSON.parse(chunk.toString()) as {
        level: number;
        time: number;
        msg?: string;
        err?: { stack?: string; message?: string };
      };
      const clock = new Date(time).toTimeString().slice(0, 8);
      const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
      const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`;
      stream.write(`${clock} ${(LEVELS[level] ?? String(level)).padEnd(5)} ${msg ?? ''}${more}${stack}\n`, () =>
        done(),
      );
    },
  });
}

import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { logContext } from './process/log_context.ts';

/**
 * The process's log, on standard error, since standard output belongs to what commands answer: one JSON
 * object per line for machines, plain lines on a terminal. Values under names of secrets are left out.
 *
 * Each line names the process, as the database's list of connections does, and what was being worked on: the
 * request or the job. These stand behind what the line itself says: programs that read lines, such as fail2ban,
 * count on its first fields.
 *
 * @param stream where it goes; standard error without a value
 * @param role what the process is
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
  role = 'program',
): Logger {
  const name = `${role} ${hostname().replaceAll(/[^\w.-]/g, '_')}:${process.pid}`;
  const options = {
    level: config.logLevel,
    base: undefined,
    mixin: () => ({ process: name, ...logContext() }),
    // a key keeps its first place and its last value
    mixinMergeStrategy: (line: object, more: object) => ({ ...line, ...more, ...line }),
    redact: {
      paths: [
        'password',
        'token',
        'cookie',
        'authorization',
        '*.password',
        '*.token',
        '*.cookie',
        '*.authorization',
      ],
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

/** For a terminal, whose reader knows the process: turns pino's JSON lines into "12:34:56 warn  sentence {rest}", with an error's stack below. */
function plainLines(stream: Pick<NodeJS.WriteStream, 'write'>): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const {
        level,
        time,
        msg,
        err,
        process: _process,
        ...rest
      } = JSON.parse(chunk.toString()) as {
        level: number;
        time: number;
        msg?: string;
        process?: string;
        err?: { stack?: string; message?: string };
      };
      const clock = new Date(time).toTimeString().slice(0, 8);
      const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
      const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`;
      stream.write(
        `${clock} ${(LEVELS[level] ?? String(level)).padEnd(5)} ${msg ?? ''}${more}${stack}\n`,
        () => done(),
      );
    },
  });
}

import { parseArgs } from 'node:util';
import { unavailable } from '../process/database_trouble.ts';
import { ProductError } from '../core/errors.ts';
import { OperatorError } from '../process/operator_error.ts';
import { UsageError, type Args, type Command, type Io, type Option } from './command.ts';
import { explainFullDisk } from './full_disk.ts';
import { createProgress } from './progress.ts';

/** Loads the file of a command; a file is loaded only when its command is run or listed. */
export type Registry = Readonly<Record<string, () => Promise<{ command: Command }>>>;

/** The streams and the environment of the process; replaced in tests. */
export type Surroundings = {
  stdout: { write: (text: string) => unknown };
  stderr: { write: (text: string) => unknown; isTTY?: boolean };
  environment: Readonly<Record<string, string | undefined>>;
};

/** Options of every command. */
const COMMON_OPTIONS = {
  json: { type: 'boolean', help: 'Print one JSON object instead of lines for people.' },
  help: { type: 'boolean', help: 'Print this and do nothing.' },
} as const;

const PROGRAM = 'npm run earshot --';

/**
 * Finds the command in the arguments, checks its options and runs it.
 *
 * A command may throw: `UsageError` for a wrong command line; `OperatorError` or `ProductError` for what
 * people can read, printed as its sentence, and so is a full disk; anything else is a fault of the program, printed with its stack.
 *
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runProgram(
  argv: readonly string[],
  registry: Registry,
  surroundings: Surroundings,
): Promise<number> {
  const { stdout, stderr, environment } = surroundings;
  const asksHelp = argv.includes('--help') || argv.includes('-h') || argv.length === 0 || argv[0] === 'help';
  const words = argv.filter((word) => word !== 'help' || argv[0] !== 'help');
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => candidate in registry);

  if (name === undefined) {
    const group = words[0] !== undefined && !words[0].startsWith('-') ? words[0] : null;
    const inGroup = Object.keys(registry).filter((known) => known.startsWith(`${group} `));
    if (asksHelp && (group === null || inGroup.length > 0)) {
      stdout.write(await listCommands(registry, group === null ? Object.keys(registry) : inGroup));
      return argv.length === 0 ? 2 : 0;
    }
    const named = words.slice(0, 2).filter((word, index) => index === 0 || !word.startsWith('-'));
    const what =
      group === null
        ? 'The name of a command comes first.'
        : inGroup.length === 0
          ? `There is no command "${named.join(' ')}".`
          : named.length === 1
            ? `Say which: ${inGroup.join(', ')}.`
            : `There is no command "${named.join(' ')}". Say which: ${inGroup.join(', ')}.`;
    if (argv.includes('--json')) stdout.write(`${JSON.stringify({ error: what })}\n`);
    stderr.write(`${what}\nRun "${PROGRAM} --help" for the list of commands.\n`);
    return 2;
  }

  const { command } = await registry[name]!();
  if (asksHelp) {
    stdout.write(describeCommand(command));
    return 0;
  }

  let isJson = argv.includes('--json');
  try {
    const rest = words.slice(name.split(' ').length);
    const args = readArgs(command, rest);
    isJson = args.flag('json');
    const io: Io = {
      out: (line) => {
        if (!isJson) stdout.write(`${line}\n`);
      },
      json: (answer) => {
        if (isJson) stdout.write(`${JSON.stringify(answer)}\n`);
      },
      err: (line) => stderr.write(`${line}\n`),
      isJson,
      progress: (label, total) => createProgress(label, total, stderr),
      environment,
    };
    return (await command.run(args, io)) ?? 0;
  } catch (thrown) {
    const error = explainFullDisk(thrown, environment) ?? unavailable(thrown) ?? thrown;
    const wrongUsage = error instanceof UsageError;
    const readable = wrongUsage || error instanceof OperatorError || error instanceof ProductError;
    const message = error instanceof Error ? error.message : String(error);
    if (isJson) {
      const field =
        error instanceof ProductError && error.details.field !== undefined
          ? { field: error.details.field }
          : {};
      stdout.write(`${JSON.stringify({ error: message, ...field })}\n`);
    }
    if (readable) stderr.write(`${message}\n`);
    else
      stderr.write(
        `This is a fault of the program, please report it: ${error instanceof Error ? error.stack : message}\n`,
      );
    if (wrongUsage)
      stderr.write(
        `Usage: ${usageLine(command)}\nRun "${PROGRAM} ${command.name} --help" for its options.\n`,
      );
    return wrongUsage ? 2 : 1;
  }
}

function readArgs(command: Command, argv: readonly string[]): Args {
  const options: Record<string, Option> = { ...command.options, ...COMMON_OPTIONS };
  let parsed;
  try {
    parsed = parseArgs({
      args: [...argv],
      options: Object.fromEntries(
        Object.entries(options).map(([name, option]) => [
          name,
          { type: option.type, multiple: option.multiple === true },
        ]),
      ),
      allowPositionals: command.takesPositionals === true,
      strict: true,
    });
  } catch (error) {
    // Node's sentence goes on with advice on how to write positionals.
    throw new UsageError(`${(error as Error).message.split('. To specify')[0]!.replace(/\.$/, '')}.`);
  }
  const values = parsed.values as Record<string, string | boolean | (string | boolean)[] | undefined>;
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    text,
    required: (name) => {
      const value = text(name);
      if (value === null || value.trim() === '') throw new UsageError(`--${name} is missing.`);
      return value;
    },
    all: (name) => [values[name] ?? []].flat().filter((value) => typeof value === 'string'),
    flag: (name) => values[name] === true,
    positionals: parsed.positionals,
  };
}

function usageLine({ name, usage }: Command): string {
  return `${PROGRAM} ${name}${usage === '' ? '' : ` ${usage}`}`;
}

function describeCommand(command: Command): string {
  const options: Record<string, Option> = { ...command.options, ...COMMON_OPTIONS };
  const rows = Object.entries(options).map(
    ([name, { type, help }]) => [`  --${name}${type === 'string' ? ' <value>' : ''}`, help] as const,
  );
  return `${command.summary}\n\nUsage: ${usageLine(command)}\n\nOptions:\n${columns(rows)}`;
}

async function listCommands(registry: Registry, names: readonly string[]): Promise<string> {
  const commands = await Promise.all(names.map(async (name) => (await registry[name]!()).command));
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary] as const);
  return `Usage: ${PROGRAM} <command> [options]\n\nCommands:\n${columns(rows)}\nRun "${PROGRAM} <command> --help" for the options of one.\n`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `${left.padEnd(width)}${right}\n`).join('');
}

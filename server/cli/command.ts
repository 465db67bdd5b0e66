import type { Progress } from './progress.ts';

/** One option of a command, written --name on the command line. */
export type Option = {
  type: 'string' | 'boolean';
  /** One line for --help. */
  help: string;
  /** May be given several times. */
  multiple?: boolean;
};

/** What was given on the command line behind the command's name. */
export type Args = {
  /** The value of a text option, null when it was not given. */
  text: (name: string) => string | null;
  /** The value of a text option that must be there. @throws UsageError naming it */
  required: (name: string) => string;
  /** All values of an option that may be given several times. */
  all: (name: string) => string[];
  /** Whether an option without a value was given. */
  flag: (name: string) => boolean;
  /** What stands there without --. */
  positionals: readonly string[];
};

/** Where a command speaks to. */
export type Io = {
  /** A line for people, on standard output; nothing when --json was given. */
  out: (line: string) => void;
  /** The one answer for machines: printed when --json was given. Call it once. */
  json: (answer: object) => void;
  /** A line about what is under way or wrong, on standard error. */
  err: (line: string) => void;
  isJson: boolean;
  /** A progress line on standard error. */
  progress: (label: string, total: number | null) => Progress;
  environment: Readonly<Record<string, string | undefined>>;
};

/** One command of the program. Each stands in a file of its own, as the constant `command`. */
export type Command = {
  /** One or two words: "start", "user create". */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows the name, such as "--email <address> [--name <text>]"; empty when nothing does. */
  usage: string;
  options?: Readonly<Record<string, Option>>;
  /** Whether words without -- may follow the name. */
  takesPositionals?: boolean;
  /**
   * Does the work. @returns the exit code, 0 without one; see `runProgram` for what it may throw.
   */
  run: (args: Args, io: Io) => Promise<number | void>;
};

/** Something on the command line is missing or wrong: exit code 2, with the usage below. */
export class UsageError extends Error {
  override name = 'UsageError';
}

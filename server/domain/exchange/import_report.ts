import type { ImportPerson, RefusedRow } from './import_records.ts';
import type { ReadStatus } from './import_statuses.ts';

export interface KindCount {
  created: number;
  updated: number;
  unchanged: number;
}

/** What an import did, or would do. */
export interface ImportReport {
  ideas: KindCount;
  supporters: KindCount;
  /** people who get email about ideas that they voted for from now on, and did not before */
  people_subscribed: number;
  comments: KindCount;
  /** answers of the team, as public status updates */
  answers: KindCount;
  /** ideas that the source had merged into others */
  merged: number;
  /** updated: of a file of people and accounts, among the matched ones */
  people: { created: number; matched: number; updated: number };
  /** companies that came with people */
  accounts: KindCount;
  /** people who got their company by it */
  people_with_account: number;
  forums_created: number;
  categories_created: number;
  statuses_created: number;
  /** statuses of the files and what they become here, those of most ideas first */
  statuses: ReadStatus[];
  labels_created: number;
  /** people who wrote at least one of the ideas */
  authors: number;
  /** people who voted at all, in support or not */
  voters: number;
  /** votes by a person on an idea on which they voted before; the last one counts */
  repeated_votes: number;
  refused: number;
  /** whether it was told to stop before the end; what it says is then about what was loaded until there */
  stopped: boolean;
  /** facts that a person should read */
  notes: string[];
}

export interface ImportOptions {
  /** forum of ideas whose row names none; made when it does not exist */
  forum: string;
  dryRun: boolean;
  /** voters with an email address subscribe to what they voted for (also when not given), unless the file says that one does not want to */
  subscribe?: boolean;
  /** status of a file, in small letters -> name of the status here that its ideas get; null: none. Others are matched by themselves */
  statuses?: Readonly<Record<string, string | null>>;
  onRefused: (row: RefusedRow) => void;
  /** is told how many records are dealt with */
  onProgress?: (done: number) => void;
  /** ends the import behind the batch under way, with every number right */
  signal?: AbortSignal;
  /** whose records these are, so that all of it can be undone; none: nothing is remembered */
  import_id?: string;
  /** how much is written at once; without it as much as a command line may take beside a server */
  pace?: ImportPace;
}

/** How much is written at once. */
export interface ImportPace {
  /** ideas, comments or answers of one transaction */
  ideas: number;
  /** votes of one transaction; those of one idea stay together */
  votes: number;
  /** transactions at once */
  lanes: number;
}

/** The command line: a process of its own, whose end is waited for. */
export const FAST_PACE: ImportPace = { ideas: 1000, votes: 10_000, lanes: 2 };
/** Beside requests in one process: no turn and no transaction is long. */
export const GENTLE_PACE: ImportPace = { ideas: 200, votes: 2_000, lanes: 1 };

const none = (): KindCount => ({ created: 0, updated: 0, unchanged: 0 });

/** A report of nothing. */
export function emptyReport(): ImportReport {
  return {
    ideas: none(),
    supporters: none(),
    people_subscribed: 0,
    comments: none(),
    answers: none(),
    merged: 0,
    people: { created: 0, matched: 0, updated: 0 },
    accounts: none(),
    people_with_account: 0,
    forums_created: 0,
    categories_created: 0,
    statuses_created: 0,
    statuses: [],
    labels_created: 0,
    authors: 0,
    voters: 0,
    repeated_votes: 0,
    refused: 0,
    stopped: false,
    notes: [],
  };
}

/** What tells people of a source apart: their address, else their id there. */
export function personKey(person: ImportPerson): string {
  return person.email_address !== null ? `mail ${person.email_address.toLowerCase()}` : `guid ${person.guid}`;
}

/** Addresses, in small letters, and ids at the source of people, for looking them up. */
export const keysOf = (people: readonly ImportPerson[]): { emails: string[]; guids: string[] } => ({
  emails: people.flatMap(({ email_address }) => email_address?.toLowerCase() ?? []),
  guids: people.flatMap(({ email_address, guid }) => (email_address === null && guid !== null ? [guid] : [])),
});

/** Notes about ideas that the source had merged and that come in as ideas of their own. */
export function mergeNotes(counts: { unknown: number; unfit: number }): string[] {
  const note = (count: number, one: string, many: string): string[] =>
    count === 0
      ? []
      : [
          `${count.toLocaleString('en')} ${count === 1 ? `idea ${one}; it comes in as an idea of its own` : `ideas ${many}; they come in as ideas of their own`}.`,
        ];
  const why = '(spam, or the one that stays waits for approval)';
  return [
    ...note(
      counts.unknown,
      'is merged into one that the file does not hold, or in a circle',
      'are merged into ones that the file does not hold, or in a circle',
    ),
    ...note(
      counts.unfit,
      `that the source merged cannot be merged here ${why}`,
      `that the source merged cannot be merged here ${why}`,
    ),
  ];
}

/** The note about answers of the team without a date; none: no text. */
export function undatedAnswersNotes(answers: readonly { created_at: Date | null }[]): string[] {
  const count = answers.filter(({ created_at }) => created_at === null).length;
  return count === 0
    ? []
    : [
        `${count.toLocaleString('en')} ${count === 1 ? 'answer of the team has' : 'answers of the team have'} no date in the file and ${count === 1 ? 'is' : 'are'} shown as undated.`,
      ];
}

/** The note about repeated votes; none: no text. */
export function repeatedVotesNotes(count: number): string[] {
  return count === 0
    ? []
    : [
        `${count.toLocaleString('en')} ${count === 1 ? 'vote repeats' : 'votes repeat'} an earlier vote of the same person on the same idea; the last one counts.`,
      ];
}

/**
 * The idea into which the source merged one in the end, through others.
 * @returns isCircle: it leads back to itself
 */
export function rootAtSource(
  parents: ReadonlyMap<string, string>,
  child: string,
): { root: string; isCircle: boolean } {
  let root = parents.get(child)!;
  const seen = new Set([child]);
  for (let next = parents.get(root); next !== undefined && !seen.has(root); next = parents.get(root)) {
    seen.add(root);
    root = next;
  }
  return { root, isCircle: seen.has(root) };
}

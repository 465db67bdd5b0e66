import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import { DEFAULT_STATUSES } from '../account/set_up.ts';

/** A status of the files, and what becomes of it. */
export interface ReadStatus {
  /** as the files write it first */
  name: string;
  /** ideas of the files that have it */
  ideas: number;
  /** name of the status here; null: none */
  to: string | null;
  /** it is not here yet */
  is_new: boolean;
}

/** How a new status begins. */
export interface NewStatus {
  hex_color: string;
  is_open: boolean;
  allow_comments: boolean;
}

/** What other products call the statuses that a workspace begins with, in small letters. */
const ALSO_CALLED: Readonly<Record<(typeof DEFAULT_STATUSES)[number]['name'], string>> = {
  'under review': 'under consideration, in review, reviewing, considering, needs review, gathering feedback',
  planned: 'accepted, approved, on the roadmap, on roadmap, scheduled, next',
  started: 'in progress, in development, in the works, doing, building, now',
  completed: 'complete, done, shipped, released, launched, delivered, implemented, resolved, fixed, live',
  declined:
    'closed, rejected, not planned, wont do, wont fix, wontfix, will not do, no plans, cancelled, canceled, archived, obsolete',
};
/** Statuses that mean the same; one that is new here begins as that of a new workspace does. */
const MEANINGS = DEFAULT_STATUSES.map((status) => ({
  ...status,
  names: [status.name as string, ...ALSO_CALLED[status.name].split(', ')],
}));

/** Names that say that nobody has answered yet. */
const NONE = new Set(['open', 'none', 'no status', '-']);

const OTHER = { hex_color: '#7E8E8E', is_open: true, allow_comments: true };
/** Closed, and no status of another name stands for it. */
const DUPLICATE = 'duplicate';

/** A name without what products write differently. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

const meaningOf = (name: string) => MEANINGS.find(({ names }) => names.includes(plain(name)));

/** How a status begins that an import makes: one whose name says that the idea is done takes no votes. */
export function newStatus(name: string): NewStatus {
  const { hex_color, is_open, allow_comments } =
    meaningOf(plain(name) === DUPLICATE ? 'declined' : name) ?? OTHER;
  return { hex_color, is_open, allow_comments };
}

/** What the statuses of files become here. */
export class StatusMatch {
  /** name in small letters -> as it is here */
  private readonly here: Map<string, string>;
  private readonly chosen: Readonly<Record<string, string | null>>;
  private readonly found = new Map<string, ReadStatus>();

  private constructor(here: readonly string[], chosen: Readonly<Record<string, string | null>>) {
    this.here = new Map(here.map((name) => [name.toLowerCase(), name]));
    this.chosen = chosen;
  }

  /** @param chosen what people said of statuses, by their names in small letters; null: none */
  static async of(
    db: Tx,
    sid: string,
    chosen: Readonly<Record<string, string | null>>,
  ): Promise<StatusMatch> {
    const { rows } = await sql<{ name: string }>`
select t.name from statuses t where t.subdomain_id = ${sid} and t.deleted_at is null order by t.position, t.id`.execute(
      db,
    );
    return new StatusMatch(
      rows.map(({ name }) => name),
      chosen,
    );
  }

  /**
   * The status here of one in a file: the one that was chosen; else the one of that name; else one that means the same;
   * else a new one of that name.
   * @param isIdea counts it, as an idea has it
   * @returns null: none
   */
  nameOf(name: string | null, isIdea: boolean): string | null {
    if (name === null) return null;
    const key = name.toLowerCase();
    const known = this.found.get(key);
    if (known !== undefined) {
      if (isIdea) known.ideas += 1;
      return known.to;
    }
    const to = this.match(name, key);
    this.found.set(key, {
      name,
      ideas: isIdea ? 1 : 0,
      to,
      is_new: to !== null && !this.here.has(to.toLowerCase()),
    });
    return to;
  }

  private match(name: string, key: string): string | null {
    const said = Object.hasOwn(this.chosen, key) ? this.chosen[key]! : undefined;
    if (said !== undefined) return said === null ? null : (this.here.get(said.toLowerCase()) ?? said);
    const own = this.here.get(key);
    if (own !== undefined) return own;
    if (NONE.has(plain(name))) return null;
    const meaning = meaningOf(name);
    const same = [...this.here.values()].find((other) => meaning?.names.includes(plain(other)));
    return same ?? name;
  }

  /** The statuses of the files, those of most ideas first. */
  all(): ReadStatus[] {
    return [...this.found.values()].toSorted((a, b) => b.ideas - a.ideas);
  }
}

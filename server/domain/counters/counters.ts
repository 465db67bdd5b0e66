import { setTimeout } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import {
  OPEN_SUGGESTION_STATES,
  VISIBLE_COMMENT_STATES,
  isOneOf,
  type CommentState,
  type SuggestionState,
} from '../../../contract/states.ts';
import { satisfactionBand } from '../../../contract/satisfaction.ts';
import { badRequest } from '../../core/errors.ts';
import { markChanged } from '../../core/change_broadcaster.ts';
import type { Tx } from '../../core/scope.ts';

/**
 * The one place that changes stored counters (design: storage, section 3). A command collects what
 * it changed in `Counters` and writes it as the last statements of its transaction; `recount*`
 * computes the same numbers again from the rows.
 *
 * What the numbers mean:
 * - ideas count in a forum, category or label as `suggestions_count` while they are live (not
 *   deleted, merged or spam), and as `open_suggestions_count` while published or approved;
 *   `statuses.suggestions_count` counts open ones, as the list does that it leads to;
 * - votes, comments and so on of an idea count on the idea whatever its state (DEC-060..065, 070);
 * - revenue is the sum over the distinct accounts of its supporters, each once (DEC-061);
 * - what people and accounts support leaves out deleted ideas and spam, as lists of ideas do; an account's
 *   feedback records leave out those of deleted ideas alone, as lists of feedback do, and count without an idea;
 * - `users.assigned_open_suggestions_count` counts the open ideas that a member of the team looks after;
 * - `forum_days` counts what belongs to live ideas, where the ideas stand now; undated rows in none.
 *
 * Order of locks, the same for everybody, so that no two commands wait for each other in a circle:
 * entries of undo, records (comments, feedback), ideas by id, then supporters and labels of them, people by id, accounts by id, categories, forums,
 * statuses, labels, days. A number is exact because whoever changes rows behind it holds the row
 * that carries it, from its change until the commit.
 */

/** Slots that spread a forum's present day over several rows; days that have passed have one. */
const SLOTS = 16n;
const DAY_MS = 86_400_000;
/** An account behind more ideas than this brings its new revenue to them in a job (`accountRevenueTask`). */
const IDEAS_AT_ONCE = 1000;

/** A person's support, as its row in `supporters` says. */
export interface Support {
  suggestion_id: string;
  user_id: string;
  votes: number;
  importance_response_id: string | null;
  /** null: undated */
  created_at: Date | null;
}

/** What counting needs of a visible comment. */
export interface CountedComment {
  suggestion_id: string;
  is_admin_comment: boolean;
  created_at: Date;
}

/** What counting needs of a feedback record. */
export interface CountedFeedback {
  suggestion_id: string | null;
  user_id: string | null;
  created_at: Date;
}

const IDEA_NUMBERS = [
  'votes_count',
  'supporters_count',
  'account_supporters_count',
  'supporting_accounts_count',
  'supporter_revenue_cents',
  'supporter_mrr_cents',
  'comments_count',
  'notes_count',
  'requests_count',
  'importance_low_count',
  'importance_medium_count',
  'importance_high_count',
  'satisfaction_promoter_count',
  'satisfaction_neutral_count',
  'satisfaction_detractor_count',
  'internal_flags_count',
  'all_internal_flags_count',
  'labels_count',
  'messages_count',
] as const;
type IdeaNumber = (typeof IDEA_NUMBERS)[number];

const PERSON_NUMBERS = ['supported_suggestions_count', 'assigned_open_suggestions_count'] as const;
type PersonNumber = (typeof PERSON_NUMBERS)[number];

const DAY_NUMBERS = [
  'ideas_count',
  'votes_count',
  'comments_count',
  'feedback_records_count',
  'notes_count',
] as const;
type DayNumber = (typeof DAY_NUMBERS)[number];
type DayCounts = Partial<Record<DayNumber, number>>;

interface IdeaChange {
  numbers: Partial<Record<IdeaNumber, number>>;
  supportedAt: Date | null;
  activityAt: Date | null;
  hasResponse: boolean;
  /** something went away or came back: the dates and has_response are found again from the rows */
  recompute: boolean;
  /** an account went away: its revenue may have changed since it was added, so the sum is found again */
  accountRemoved: boolean;
  /** day -> counts */
  days: Map<string, DayCounts>;
}

/** Where an idea counts. */
interface Place {
  id: string;
  forum_id: string;
  category_id: string | null;
  status_id: string | null;
  assigned_owner_id: string | null;
  state: SuggestionState;
  labels: string[];
}

const isOpen = (place: Place): boolean => isOneOf(OPEN_SUGGESTION_STATES, place.state);
const isLive = (place: Place): boolean => !isOneOf(['deleted', 'merged', 'spam'], place.state);
/** Does an idea count in what people and accounts support? */
const isSupport = (place: Place): boolean => !isOneOf(['deleted', 'spam'], place.state);
/** Do its feedback records count for their accounts? */
const isHeard = (place: Place): boolean => place.state !== 'deleted';

/** The states' SQL; the words of the partial indexes. */
const OPEN = sql.raw("s.state in ('published', 'approved')");
const LIVE = sql.raw("s.state not in ('deleted', 'merged', 'spam')");
const SUPPORT = sql.raw("s.state not in ('deleted', 'spam')");

/** Does a comment of this state count and is it seen by end users? (DEC-031) */
export function isVisibleComment(state: CommentState | string): boolean {
  return isOneOf(VISIBLE_COMMENT_STATES, state);
}

/** UTC day of a time: 2026-01-31. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** First of the days that are written to all the time: yesterday, since clocks of several processes differ. */
function firstBusyDay(now: Date): string {
  return dayOf(new Date(now.getTime() - DAY_MS));
}

/** Monday of the time's week, in UTC. */
function weekOf(time: Date): string {
  const monday = new Date(time);
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  return dayOf(monday);
}

function later(one: Date | null, other: Date | null): Date | null {
  return one !== null && (other === null || one > other) ? one : other;
}

const byId = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1);

/** Adds `by` under a key, making the entry. */
function add<N extends string>(into: Partial<Record<N, number>>, name: N, by: number): void {
  into[name] = (into[name] ?? 0) + by;
}

/** Numbers per id of one table, to be added. */
class Additions<N extends string> {
  readonly rows = new Map<string, Partial<Record<N, number>>>();
  readonly columns: readonly N[];
  constructor(columns: readonly N[]) {
    this.columns = columns;
  }

  add(id: string, column: N, by: number): void {
    let row = this.rows.get(id);
    if (!row) this.rows.set(id, (row = {}));
    add(row, column, by);
  }
}

/**
 * Collects what one command changes and writes it with the counters' own statements.
 *
 * ```ts
 * const counters = new Counters(tx, subdomain_id, now);
 * await counters.watch([id]);          // before the idea's forum, category, status, owner, labels or state change
 * ...
 * counters.supportAdded(row);
 * await counters.write();              // the last statements of the transaction
 * ```
 */
export class Counters {
  private readonly tx: Tx;
  private readonly sid: string;
  private readonly now: Date;
  private readonly ideas = new Map<string, IdeaChange>();
  private readonly supports: { row: Support; sign: 1 | -1 }[] = [];
  private readonly requests: { row: CountedFeedback; sign: 1 | -1 }[] = [];
  /** idea -> where it counted before; null: nowhere, it is new */
  private readonly watched = new Map<string, Place | null>();
  /** people and accounts as they were before the command changed them */
  private readonly people = new Map<string, Person>();
  private readonly accounts = new Map<string, Money>();

  /** @param now the command's time: what was made then is new, what was made earlier comes back */
  constructor(tx: Tx, subdomainId: string, now: Date) {
    this.tx = tx;
    this.sid = subdomainId;
    this.now = now;
  }

  /**
   * Locks ideas in ascending id and remembers where they count. To be called before a command
   * changes forum, category, status, owner, labels or state of them.
   */
  async watch(ids: readonly string[]): Promise<void> {
    for (const place of (await this.places(ids, ids)).values())
      if (!this.watched.has(place.id)) this.watched.set(place.id, place);
  }

  /**
   * Locks people, accounts and all ideas that they support, and remembers what counts of them. To be
   * called before a command changes the account or the rating of people, or the revenue of accounts,
   * and before it locks anything else: once, with all of them.
   *
   * @param ideas further ideas that the command changes, or gives votes to
   * @returns accounts behind more ideas than are changed in one transaction: for each of them the
   *   command asks for `accountRevenueTask`
   */
  async watchCustomers({
    people = [],
    accounts = [],
    ideas = [],
  }: {
    people?: readonly string[];
    accounts?: readonly string[];
    ideas?: readonly string[];
  }): Promise<{ later: string[] }> {
    const links =
      accounts.length === 0
        ? []
        : (
            await sql<{ id: string; n: number }>`
select sa.account_id::text as id, count(*)::int as n from suggestion_accounts sa where sa.subdomain_id = ${this.sid} and sa.account_id = any(${[...accounts]}::bigint[]) group by sa.account_id`.execute(
              this.tx,
            )
          ).rows;
    const later = links.filter((link) => link.n > IDEAS_AT_ONCE).map((link) => link.id);
    const now = accounts.filter((id) => !later.includes(id));
    const concerned = async (): Promise<string[]> => [
      ...ideas,
      ...(
        await sql<{ id: string }>`
select x.suggestion_id::text as id from supporters x where x.subdomain_id = ${this.sid} and x.user_id = any(${[...people]}::bigint[])
union
select sa.suggestion_id::text from suggestion_accounts sa where sa.subdomain_id = ${this.sid} and sa.account_id = any(${now}::bigint[])`.execute(
          this.tx,
        )
      ).rows.map((row) => row.id),
    ];
    let [persons, moneys]: [Person[], Money[]] = [[], []];
    await lockIdeasFirst(this.tx, this.sid, concerned, async () => {
      persons = await this.lockPeople(people);
      moneys = await this.lockAccounts(now);
    });
    for (const person of persons) if (!this.people.has(person.id)) this.people.set(person.id, person);
    for (const money of moneys) if (!this.accounts.has(money.id)) this.accounts.set(money.id, money);
    return { later };
  }

  /** An idea was inserted, with its labels. */
  ideaCreated(id: string): void {
    this.watched.set(id, null);
  }

  /** A person supports an idea from now on: the row was inserted. */
  supportAdded(row: Support): void {
    this.supports.push({ row, sign: 1 });
  }

  /** A person supports an idea no longer: the row was deleted. A changed row is one removed and one added. */
  supportRemoved(row: Support): void {
    this.supports.push({ row, sign: -1 });
  }

  /** A visible comment is on an idea from now on. */
  commentAdded(row: CountedComment): void {
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'comments_count', 1);
    this.active(change, row.created_at);
    change.hasResponse ||= row.is_admin_comment;
    this.day(change, row.created_at, 'comments_count', 1);
  }

  /** A visible comment is no longer on an idea, or no longer visible. */
  commentRemoved(row: CountedComment): void {
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'comments_count', -1);
    change.recompute = true;
    this.day(change, row.created_at, 'comments_count', -1);
  }

  /** An internal note is on an idea from now on. */
  noteAdded(row: { suggestion_id: string; created_at: Date }): void {
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'notes_count', 1);
    this.active(change, row.created_at);
    this.day(change, row.created_at, 'notes_count', 1);
  }

  /** An internal note is no longer on an idea. */
  noteRemoved(row: { suggestion_id: string; created_at: Date }): void {
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'notes_count', -1);
    change.recompute = true;
    this.day(change, row.created_at, 'notes_count', -1);
  }

  /** A feedback record counts from now on: for its idea, and for the account of its person. */
  feedbackAdded(row: CountedFeedback): void {
    this.requests.push({ row, sign: 1 });
    if (row.suggestion_id === null) return;
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'requests_count', 1);
    this.active(change, row.created_at);
    this.day(change, row.created_at, 'feedback_records_count', 1);
  }

  /** A feedback record counts no longer: it was deleted, or is about to count elsewhere. */
  feedbackRemoved(row: CountedFeedback): void {
    this.requests.push({ row, sign: -1 });
    if (row.suggestion_id === null) return;
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'requests_count', -1);
    change.recompute = true;
    this.day(change, row.created_at, 'feedback_records_count', -1);
  }

  /** An open flag of the team was raised. */
  flagAdded(row: { suggestion_id: string; created_at: Date }): void {
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'internal_flags_count', 1);
    add(change.numbers, 'all_internal_flags_count', 1);
    this.active(change, row.created_at);
  }

  /** A flag of the team was cleared; it stays counted among all flags. */
  flagCleared(row: { suggestion_id: string }): void {
    add(this.change(row.suggestion_id).numbers, 'internal_flags_count', -1);
  }

  /** A public status update was posted on an idea now. One with a message is an answer of the team. */
  statusUpdateAdded(row: { suggestion_id: string; has_message: boolean }): void {
    this.change(row.suggestion_id).hasResponse ||= row.has_message;
  }

  /** A message to those who follow an idea, or an answer by mail, is there from now on (DEC-069). */
  messageAdded(row: { suggestion_id: string }): void {
    add(this.change(row.suggestion_id).numbers, 'messages_count', 1);
  }

  /** Writes everything collected. Nothing may follow but the commit. */
  async write(): Promise<void> {
    for (const { row } of this.supports) this.change(row.suggestion_id);
    const moves = await this.moves();
    for (const move of moves) for (const id of move.supports) this.change(id);
    const raises = await this.raises();
    for (const raise of raises) for (const id of raise.ideas) this.change(id);
    const ids = [...new Set([...this.ideas.keys(), ...this.watched.keys()])];
    markChanged(this.tx, 'suggestion', ids);
    const places =
      ids.length > 0 ? await this.places(ids, [...this.watched.keys()]) : new Map<string, Place>();
    const place = (id: string): Place => places.get(id) ?? fail(`idea ${id} is not there to be counted`);
    for (const [id, before] of this.watched) {
      const by = place(id).labels.length - (before?.labels.length ?? 0);
      if (by !== 0) add(this.change(id).numbers, 'labels_count', by);
    }

    const owners = this.owners(place);
    const turns = this.turns(place);
    await this.lockPeopleOf(turns, owners);
    const people = await this.writePeople(place, owners);
    const links = await this.writeLinks(people, moves);
    for (const raise of raises) {
      for (const id of raise.ideas) {
        add(this.change(id).numbers, 'supporter_revenue_cents', raise.revenueCents);
        add(this.change(id).numbers, 'supporter_mrr_cents', raise.mrrCents);
      }
    }
    await this.writeAccounts(people, links, moves, turns, place);
    await this.writeTurns(turns);
    await this.writeIdeas();
    await this.writeWeeks();
    await this.writeFacets(place);
    await this.writeDays(place);
  }

  private change(id: string): IdeaChange {
    let change = this.ideas.get(id);
    if (!change) {
      change = {
        numbers: {},
        supportedAt: null,
        activityAt: null,
        hasResponse: false,
        recompute: false,
        accountRemoved: false,
        days: new Map(),
      };
      this.ideas.set(id, change);
    }
    return change;
  }

  /** The time of an older row was cut to milliseconds when it was read, so the database compares them itself. */
  private active(change: IdeaChange, time: Date): void {
    change.activityAt = later(change.activityAt, time);
    if (time.getTime() !== this.now.getTime()) change.recompute = true;
  }

  private day(change: IdeaChange, time: Date, name: DayNumber, by: number): void {
    const day = dayOf(time);
    let counts = change.days.get(day);
    if (!counts) change.days.set(day, (counts = {}));
    add(counts, name, by);
  }

  /** Locks ideas by id and reads where they count now; labels only of those whose labels matter. */
  private async places(ids: readonly string[], labelled: readonly string[]): Promise<Map<string, Place>> {
    const { rows } = await sql<Place>`
select s.id::text as id, s.forum_id::text as forum_id, s.category_id::text as category_id, s.status_id::text as status_id, s.assigned_owner_id::text as assigned_owner_id, s.state
from suggestions s where s.subdomain_id = ${this.sid} and s.id = any(${[...ids]}::bigint[]) order by s.id for no key update`.execute(
      this.tx,
    );
    const places = new Map(rows.map((row) => [row.id, { ...row, labels: [] as string[] }]));
    if (labelled.length > 0) {
      // a statement of its own: one that waits for a lock sees other tables as they were before the wait
      const links = await this.tx
        .selectFrom('suggestion_labels')
        .select(['suggestion_id', 'label_id'])
        .where('subdomain_id', '=', this.sid)
        .where('suggestion_id', 'in', [...labelled])
        .execute();
      for (const link of links) places.get(link.suggestion_id)?.labels.push(link.label_id);
    }
    return places;
  }

  private async lockPeople(ids: readonly string[]): Promise<Person[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<Person>`
select u.id::text as id, u.account_id::text as account_id, u.satisfaction_score
from users u where u.subdomain_id = ${this.sid} and u.id = any(${[...ids]}::bigint[]) order by u.id for no key update`.execute(
      this.tx,
    );
    return rows;
  }

  private async lockAccounts(ids: readonly string[]): Promise<Money[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<Money>`
select a.id::text as id, a.revenue_cents, a.mrr_cents
from external_accounts a where a.subdomain_id = ${this.sid} and a.id = any(${[...ids]}::bigint[]) order by a.id for no key update`.execute(
      this.tx,
    );
    return rows;
  }

  /** Watched people whose account or band of satisfaction changed, with what counted for the old one. */
  private async moves(): Promise<Move[]> {
    const after = new Map(
      (await this.lockPeople([...this.people.keys()])).map((person) => [person.id, person]),
    );
    const moves = [...this.people.values()].flatMap((before): Move[] => {
      const now = after.get(before.id) ?? fail(`person ${before.id} is not there to be counted`);
      const isSame =
        before.account_id === now.account_id &&
        satisfactionBand(before.satisfaction_score) === satisfactionBand(now.satisfaction_score);
      return isSame ? [] : [{ before, after: now, supports: new Set(), requests: 0 }];
    });
    if (moves.length === 0) return [];
    const byPerson = new Map(moves.map((move) => [move.before.id, move]));
    const ids = [...byPerson.keys()];
    const supporters = await sql<{ user_id: string; suggestion_id: string }>`
select x.user_id::text as user_id, x.suggestion_id::text as suggestion_id from supporters x where x.subdomain_id = ${this.sid} and x.user_id = any(${ids}::bigint[])`.execute(
      this.tx,
    );
    for (const row of supporters.rows) byPerson.get(row.user_id)!.supports.add(row.suggestion_id);
    // what this command itself added and removed counts for the new account alone; back to front, as it came about
    for (const { row, sign } of this.supports.toReversed()) {
      const move = byPerson.get(row.user_id);
      if (sign === 1) move?.supports.delete(row.suggestion_id);
      else move?.supports.add(row.suggestion_id);
    }
    const requests = await sql<{ user_id: string; n: number }>`
select f.user_id::text as user_id, count(*)::int as n from feedback_records f left join suggestions s on s.subdomain_id = ${this.sid} and s.id = f.suggestion_id
where f.subdomain_id = ${this.sid} and f.user_id = any(${ids}::bigint[]) and f.state = 'active' and coalesce(s.state, '') <> 'deleted' group by f.user_id`.execute(
      this.tx,
    );
    for (const row of requests.rows) byPerson.get(row.user_id)!.requests = row.n;
    return moves;
  }

  /** Watched accounts whose revenue changed, with the ideas that they stand behind. */
  private async raises(): Promise<Raise[]> {
    const changed = (await this.lockAccounts([...this.accounts.keys()])).flatMap((after): Raise[] => {
      const before = this.accounts.get(after.id)!;
      const [revenueCents, mrrCents] = [
        Number(after.revenue_cents) - Number(before.revenue_cents),
        Number(after.mrr_cents) - Number(before.mrr_cents),
      ];
      return revenueCents === 0 && mrrCents === 0
        ? []
        : [{ id: after.id, revenueCents, mrrCents, ideas: [] }];
    });
    if (changed.length === 0) return [];
    const byAccount = new Map(changed.map((raise) => [raise.id, raise]));
    const links = await sql<{ account_id: string; suggestion_id: string }>`
select sa.account_id::text as account_id, sa.suggestion_id::text as suggestion_id from suggestion_accounts sa
where sa.subdomain_id = ${this.sid} and sa.account_id = any(${[...byAccount.keys()]}::bigint[])`.execute(
      this.tx,
    );
    for (const link of links.rows) byAccount.get(link.account_id)!.ideas.push(link.suggestion_id);
    return changed;
  }

  /** What the open ideas of owners change by. */
  private owners(place: (id: string) => Place): Additions<PersonNumber> {
    const owners = new Additions(PERSON_NUMBERS);
    const count = (at: Place, by: 1 | -1): void => {
      if (at.assigned_owner_id !== null && isOpen(at))
        owners.add(at.assigned_owner_id, 'assigned_open_suggestions_count', by);
    };
    for (const [id, before] of this.watched) {
      if (before !== null) count(before, -1);
      count(place(id), 1);
    }
    for (const [id, numbers] of owners.rows)
      if (numbers.assigned_open_suggestions_count === 0) owners.rows.delete(id);
    return owners;
  }

  /** Locks the people concerned, adds to what they support and look after, and answers what counting needs of them. */
  private async writePeople(
    place: (id: string) => Place,
    additions: Additions<PersonNumber>,
  ): Promise<Map<string, Person>> {
    for (const { row, sign } of this.supports)
      if (isSupport(this.placeBefore(row.suggestion_id, place)))
        additions.add(row.user_id, 'supported_suggestions_count', sign);
    const ids = [
      ...new Set([
        ...this.supports.map(({ row }) => row.user_id),
        ...this.requests.flatMap(({ row }) => row.user_id ?? []),
        ...additions.rows.keys(),
      ]),
    ].sort(byId);
    if (ids.length === 0) return new Map();
    const rows =
      ids.length === 1 && additions.rows.size === 1
        ? await addTo<Person>(this.tx, this.sid, 'users', additions, ['account_id', 'satisfaction_score'])
        : await this.lockPeople(ids);
    if (ids.length > 1) await addTo(this.tx, this.sid, 'users', additions);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Turns supports into numbers of the ideas and keeps `suggestion_accounts`.
   * @returns accounts that began or ceased to stand behind an idea
   */
  private async writeLinks(people: Map<string, Person>, moves: readonly Move[]): Promise<Link[]> {
    const importance = await this.importanceValues();
    const bySupporter = new Map<string, { suggestion_id: string; account_id: string; by: number }>();
    /** A person behind an idea, as they are or was: their satisfaction and their account. */
    const stands = (suggestion_id: string, person: Person, sign: 1 | -1): void => {
      const { numbers } = this.change(suggestion_id);
      const band = satisfactionBand(person.satisfaction_score);
      if (band !== null) add(numbers, `satisfaction_${band}_count`, sign);
      if (person.account_id === null) return;
      add(numbers, 'account_supporters_count', sign);
      const key = `${suggestion_id} ${person.account_id}`;
      const link = bySupporter.get(key) ?? { suggestion_id, account_id: person.account_id, by: 0 };
      link.by += sign;
      bySupporter.set(key, link);
    };
    for (const { row, sign } of this.supports) {
      const change = this.change(row.suggestion_id);
      const person = people.get(row.user_id) ?? fail(`person ${row.user_id} is not there to be counted`);
      add(change.numbers, 'votes_count', sign * row.votes);
      add(change.numbers, 'supporters_count', sign);
      const value =
        row.importance_response_id === null ? undefined : importance.get(row.importance_response_id);
      if (value !== undefined)
        add(
          change.numbers,
          value === 1
            ? 'importance_low_count'
            : value === 2
              ? 'importance_medium_count'
              : 'importance_high_count',
          sign,
        );
      stands(row.suggestion_id, person, sign);
      if (row.created_at !== null) this.day(change, row.created_at, 'votes_count', sign * row.votes);
      if (sign === 1) {
        change.supportedAt = later(change.supportedAt, row.created_at);
        if (row.created_at !== null) this.active(change, row.created_at);
      } else change.recompute = true;
    }
    for (const { before, after, supports } of moves) {
      for (const id of supports) {
        stands(id, before, -1);
        stands(id, after, 1);
      }
    }
    const changed = [...bySupporter.values()].filter((link) => link.by !== 0);
    const links: Link[] = [];
    const more = changed.filter((link) => link.by > 0);
    if (more.length > 0) {
      const { rows } = await sql<{ suggestion_id: string; account_id: string; supporters_count: number }>`
insert into suggestion_accounts as sa (subdomain_id, suggestion_id, account_id, supporters_count)
select ${this.sid}::bigint, d.suggestion_id, d.account_id, d.n
from unnest(${more.map((link) => link.suggestion_id)}::bigint[], ${more.map((link) => link.account_id)}::bigint[], ${more.map((link) => link.by)}::int[]) as d (suggestion_id, account_id, n)
on conflict (subdomain_id, suggestion_id, account_id) do update set supporters_count = sa.supporters_count + excluded.supporters_count
returning sa.suggestion_id::text as suggestion_id, sa.account_id::text as account_id, sa.supporters_count`.execute(
        this.tx,
      );
      // a row that now holds just what was added was not there before
      for (const row of rows)
        if (row.supporters_count === bySupporter.get(`${row.suggestion_id} ${row.account_id}`)!.by)
          links.push({ ...row, sign: 1 });
    }
    const fewer = changed.filter((link) => link.by < 0);
    if (fewer.length > 0) {
      await sql`
update suggestion_accounts sa set supporters_count = sa.supporters_count + d.n
from unnest(${fewer.map((link) => link.suggestion_id)}::bigint[], ${fewer.map((link) => link.account_id)}::bigint[], ${fewer.map((link) => link.by)}::int[]) as d (suggestion_id, account_id, n)
where sa.subdomain_id = ${this.sid} and sa.suggestion_id = d.suggestion_id and sa.account_id = d.account_id`.execute(
        this.tx,
      );
      const { rows } = await sql<{ suggestion_id: string; account_id: string }>`
delete from suggestion_accounts sa
where sa.subdomain_id = ${this.sid} and sa.suggestion_id = any(${fewer.map((link) => link.suggestion_id)}::bigint[]) and sa.supporters_count <= 0
returning sa.suggestion_id::text as suggestion_id, sa.account_id::text as account_id`.execute(this.tx);
      for (const row of rows) links.push({ ...row, sign: -1 });
    }
    return links;
  }

  private async importanceValues(): Promise<Map<string, number>> {
    const ids = [...new Set(this.supports.flatMap(({ row }) => row.importance_response_id ?? []))];
    if (ids.length === 0) return new Map();
    const rows = await this.tx
      .selectFrom('importance_responses')
      .select(['id', 'value'])
      .where('subdomain_id', '=', this.sid)
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.id, row.value]));
  }

  private async writeAccounts(
    people: Map<string, Person>,
    links: Link[],
    moves: readonly Move[],
    turns: readonly Turn[],
    place: (id: string) => Place,
  ): Promise<void> {
    const accounts = new Additions(['supported_ideas_count', 'requests_count', 'users_count']);
    const requests = new Map(moves.map((move) => [move.before.id, move.requests]));
    for (const { row, sign } of this.requests) {
      if (
        row.user_id === null ||
        (row.suggestion_id !== null && !isHeard(this.placeBefore(row.suggestion_id, place)))
      )
        continue;
      const account = people.get(row.user_id)!.account_id;
      if (account !== null) accounts.add(account, 'requests_count', sign);
      // what this command itself added and removed counts for the new account alone
      if (requests.has(row.user_id)) requests.set(row.user_id, requests.get(row.user_id)! - sign);
    }
    for (const { before, after } of moves) {
      if (before.account_id === after.account_id) continue;
      for (const [account, sign] of [
        [before.account_id, -1],
        [after.account_id, 1],
      ] as const) {
        if (account === null) continue;
        accounts.add(account, 'users_count', sign);
        accounts.add(account, 'requests_count', sign * requests.get(before.id)!);
      }
    }
    // an account whose idea does not count is added with 0: its row is locked and its revenue read all the same
    for (const link of links)
      accounts.add(
        link.account_id,
        'supported_ideas_count',
        isSupport(this.placeBefore(link.suggestion_id, place)) ? link.sign : 0,
      );
    await this.lockAccountsOf(turns, accounts);
    if (accounts.rows.size === 0) return;
    const rows = await addTo<{ id: string; revenue_cents: string; mrr_cents: string }>(
      this.tx,
      this.sid,
      'external_accounts',
      accounts,
      ['revenue_cents', 'mrr_cents'],
    );
    const money = new Map(rows.map((row) => [row.id, row]));
    for (const link of links) {
      const change = this.change(link.suggestion_id);
      add(change.numbers, 'supporting_accounts_count', link.sign);
      if (link.sign === -1) change.accountRemoved = true;
      else {
        add(change.numbers, 'supporter_revenue_cents', Number(money.get(link.account_id)!.revenue_cents));
        add(change.numbers, 'supporter_mrr_cents', Number(money.get(link.account_id)!.mrr_cents));
      }
    }
  }

  /**
   * Where an idea was before this command; a new one is where it is. Rows that the command adds and removes count as
   * they would have then: what becomes of an idea's rows when it turns is reckoned from all that it has afterwards.
   */
  private placeBefore(id: string, place: (id: string) => Place): Place {
    return this.watched.get(id) ?? place(id);
  }

  /** Ideas that this command hides from what people and accounts support, or brings back to it. */
  private turns(place: (id: string) => Place): Turn[] {
    const sign = (was: boolean, is: boolean): -1 | 0 | 1 => (was === is ? 0 : is ? 1 : -1);
    const turns = [...this.watched].flatMap(([id, before]): Turn[] => {
      if (before === null) return [];
      const turn = {
        id,
        supports: sign(isSupport(before), isSupport(place(id))),
        requests: sign(isHeard(before), isHeard(place(id))),
      };
      return turn.supports === 0 && turn.requests === 0 ? [] : [turn];
    });
    if (turns.length > 0 && this.people.size > 0)
      fail('a command that hides an idea or brings it back changes no account of people');
    return turns;
  }

  /** Locks in one statement, by id, everybody whose numbers change because of ideas that turn, and everybody else who is counted. */
  private async lockPeopleOf(turns: readonly Turn[], owners: Additions<PersonNumber>): Promise<void> {
    if (turns.length === 0) return;
    const counted = [
      ...this.supports.map(({ row }) => row.user_id),
      ...this.requests.flatMap(({ row }) => row.user_id ?? []),
      ...owners.rows.keys(),
    ];
    await sql`
select u.id from users u where u.subdomain_id = ${this.sid} and (u.id = any(${counted}::bigint[])
  or u.id in (select x.user_id from supporters x where x.subdomain_id = ${this.sid} and x.suggestion_id = any(${turned(turns, 'supports')}::bigint[]))
  or u.id in (${givers(this.sid, turned(turns, 'requests'))})) order by u.id for no key update`.execute(
      this.tx,
    );
  }

  /** The same for accounts; `accounts` are those that change by themselves. */
  private async lockAccountsOf(turns: readonly Turn[], accounts: Additions<string>): Promise<void> {
    if (turns.length === 0) return;
    await sql`
select a.id from external_accounts a where a.subdomain_id = ${this.sid} and (a.id = any(${[...accounts.rows.keys()]}::bigint[])
  or a.id in (select d.id from (${accountsBehind(this.sid, turned(turns, 'supports'), turned(turns, 'requests'))}) d)) order by a.id for no key update`.execute(
      this.tx,
    );
  }

  /** Ideas that turn leave and enter what people and accounts support. */
  private async writeTurns(turns: readonly Turn[]): Promise<void> {
    for (const sign of [-1, 1] as const) {
      const [supports, requests] = [turned(turns, 'supports', sign), turned(turns, 'requests', sign)];
      if (supports.length > 0) {
        const supporters = sql`select x.user_id as id, count(*)::int as n from supporters x where x.subdomain_id = ${this.sid} and x.suggestion_id = any(${supports}::bigint[]) group by x.user_id`;
        await sql`update users u set supported_suggestions_count = u.supported_suggestions_count + d.n * ${sign}::int from (${supporters}) d where u.subdomain_id = ${this.sid} and u.id = d.id`.execute(
          this.tx,
        );
      }
      if (supports.length > 0 || requests.length > 0) {
        await sql`
update external_accounts a set supported_ideas_count = a.supported_ideas_count + d.ideas * ${sign}::int, requests_count = a.requests_count + d.requests * ${sign}::int
from (${accountsBehind(this.sid, supports, requests)}) d where a.subdomain_id = ${this.sid} and a.id = d.id`.execute(
          this.tx,
        );
      }
    }
  }

  private async writeIdeas(): Promise<void> {
    const changes = [...this.ideas].filter(
      ([, change]) =>
        Object.values(change.numbers).some((by) => by !== 0) ||
        change.supportedAt ||
        change.activityAt ||
        change.recompute ||
        change.accountRemoved ||
        change.hasResponse,
    );
    if (changes.length === 0) return;
    const used = IDEA_NUMBERS.filter((name) => changes.some(([, change]) => change.numbers[name]));
    const rows = changes.map(([id, change]) => ({
      id,
      ...Object.fromEntries(used.map((name) => [name, change.numbers[name] ?? 0])),
      supported_at: change.supportedAt,
      activity_at: change.activityAt,
      has_response: change.hasResponse,
      recompute: change.recompute,
      account_removed: change.accountRemoved,
    }));
    const recomputes = changes.some(([, change]) => change.recompute);
    const sets = used.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)} + d.${sql.ref(name)}`);
    if (changes.some(([, change]) => change.accountRemoved)) {
      for (const name of ['supporter_revenue_cents', 'supporter_mrr_cents'] as const) {
        const index = used.indexOf(name);
        const set = sql`${sql.ref(name)} = case when d.account_removed then ${revenueOf(this.sid, name)} else s.${sql.ref(name)} + ${index < 0 ? sql`0` : sql`d.${sql.ref(name)}`} end`;
        if (index < 0) sets.push(set);
        else sets[index] = set;
      }
    }
    if (recomputes) {
      sets.push(
        sql`last_supported_at = case when d.recompute then ${LAST_SUPPORTED(this.sid)} else greatest(s.last_supported_at, d.supported_at) end`,
        sql`last_activity_at = case when d.recompute then ${LAST_ACTIVITY(this.sid)} else greatest(s.last_activity_at, d.activity_at) end`,
        sql`has_response = case when d.recompute then ${HAS_RESPONSE(this.sid)} else (s.has_response or d.has_response) end`,
      );
    } else {
      if (changes.some(([, change]) => change.supportedAt))
        sets.push(sql`last_supported_at = greatest(s.last_supported_at, d.supported_at)`);
      if (changes.some(([, change]) => change.activityAt))
        sets.push(sql`last_activity_at = greatest(s.last_activity_at, d.activity_at)`);
      if (changes.some(([, change]) => change.hasResponse))
        sets.push(sql`has_response = (s.has_response or d.has_response)`);
    }
    const columns = [
      ...used.map((name) => sql`${sql.ref(name)} bigint`),
      ...['supported_at', 'activity_at'].map((name) => sql`${sql.ref(name)} timestamptz`),
      ...['has_response', 'recompute', 'account_removed'].map((name) => sql`${sql.ref(name)} boolean`),
    ];
    await sql`
update suggestions s set ${sql.join(sets)}
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id bigint, ${sql.join(columns)})
where s.subdomain_id = ${this.sid} and s.id = d.id`.execute(this.tx);
  }

  private async writeWeeks(): Promise<void> {
    const weeks = new Map<string, { suggestion_id: string; week: string; n: number }>();
    for (const { row, sign } of this.supports) {
      if (row.created_at === null) continue;
      const week = weekOf(row.created_at);
      const key = `${row.suggestion_id} ${week}`;
      const known = weeks.get(key) ?? { suggestion_id: row.suggestion_id, week, n: 0 };
      known.n += sign * row.votes;
      weeks.set(key, known);
    }
    const rows = [...weeks.values()].filter((row) => row.n !== 0);
    if (rows.length === 0) return;
    await sql`
insert into suggestion_weeks as w (subdomain_id, suggestion_id, week, votes_count)
select ${this.sid}::bigint, d.suggestion_id, d.week, d.n
from unnest(${rows.map((row) => row.suggestion_id)}::bigint[], ${rows.map((row) => row.week)}::date[], ${rows.map((row) => row.n)}::int[]) as d (suggestion_id, week, n)
on conflict (subdomain_id, suggestion_id, week) do update set votes_count = w.votes_count + excluded.votes_count`.execute(
      this.tx,
    );
    const fewer = rows.filter((row) => row.n < 0).map((row) => row.suggestion_id);
    if (fewer.length > 0) {
      await sql`delete from suggestion_weeks w where w.subdomain_id = ${this.sid} and w.suggestion_id = any(${fewer}::bigint[]) and w.votes_count = 0`.execute(
        this.tx,
      );
    }
  }

  private async writeFacets(place: (id: string) => Place): Promise<void> {
    const both = ['suggestions_count', 'open_suggestions_count'] as const;
    const forums = new Additions(both);
    const categories = new Additions(both);
    const statuses = new Additions(['suggestions_count']);
    const labels = new Additions(both);
    const count = (at: Place, by: 1 | -1): void => {
      for (const [additions, ids] of [
        [forums, [at.forum_id]],
        [categories, at.category_id === null ? [] : [at.category_id]],
        [labels, at.labels],
      ] as const) {
        for (const id of ids) {
          if (isLive(at)) additions.add(id, 'suggestions_count', by);
          if (isOpen(at)) additions.add(id, 'open_suggestions_count', by);
        }
      }
      if (at.status_id !== null && isOpen(at)) statuses.add(at.status_id, 'suggestions_count', by);
    };
    for (const [id, before] of this.watched) {
      if (before !== null) count(before, -1);
      count(place(id), 1);
    }
    await addTo(this.tx, this.sid, 'categories', categories);
    await addTo(this.tx, this.sid, 'forums', forums);
    await addTo(this.tx, this.sid, 'statuses', statuses);
    await addTo(this.tx, this.sid, 'labels', labels);
  }

  private async writeDays(place: (id: string) => Place): Promise<void> {
    const days = new Map<
      string,
      { forum_id: string; day: string; category_id: string; slot: number; counts: DayCounts }
    >();
    const busy = firstBusyDay(this.now);
    const count = (at: Place, day: string, counts: DayCounts, sign: 1 | -1): void => {
      if (!isLive(at)) return;
      const category_id = at.category_id ?? '0';
      const slot = day >= busy ? Number(BigInt(at.id) % SLOTS) : 0;
      const key = `${at.forum_id} ${day} ${category_id} ${slot}`;
      let row = days.get(key);
      if (!row) days.set(key, (row = { forum_id: at.forum_id, day, category_id, slot, counts: {} }));
      for (const name of DAY_NUMBERS) add(row.counts, name, sign * (counts[name] ?? 0));
    };
    // an idea that is new, moved, or changed between counting and not takes all of its days along
    const moved = [...this.watched].filter(([id, before]) => {
      const at = place(id);
      return (
        before === null ||
        before.forum_id !== at.forum_id ||
        before.category_id !== at.category_id ||
        isLive(before) !== isLive(at)
      );
    });
    for (const row of moved.length > 0 ? await this.daysOf(moved.map(([id]) => id)) : []) {
      count(place(row.suggestion_id), row.day, row, 1);
      const before = this.watched.get(row.suggestion_id);
      if (before) count(before, row.day, row, -1);
    }
    const movedIds = new Set(moved.map(([id]) => id));
    for (const [id, change] of this.ideas) {
      const before = this.watched.get(id);
      for (const [day, counts] of change.days) {
        if (!movedIds.has(id)) count(place(id), day, counts, 1);
        // the rows read above hold what this command added, which the old place never had
        else if (before) count(before, day, counts, 1);
      }
    }
    const rows = [...days.values()]
      .filter((row) => DAY_NUMBERS.some((name) => row.counts[name] !== 0))
      .sort(
        (a, b) =>
          byId(a.forum_id, b.forum_id) ||
          (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) ||
          byId(a.category_id, b.category_id) ||
          a.slot - b.slot,
      );
    await addDays(this.tx, this.sid, rows);
  }

  private async daysOf(
    ids: string[],
  ): Promise<({ suggestion_id: string; day: string } & Record<DayNumber, number>)[]> {
    const { rows } = await sql<{ suggestion_id: string; day: string } & Record<DayNumber, number>>`
select k.suggestion_id::text as suggestion_id, k.day::text as day, ${sql.join(DAY_NUMBERS.map((name) => sql`sum(k.${sql.ref(name)})::int as ${sql.ref(name)}`))}
from (${dayRows(this.sid, sql`and s.id = any(${ids}::bigint[])`)}) k group by k.suggestion_id, k.day`.execute(
      this.tx,
    );
    return rows;
  }
}

interface Person {
  id: string;
  account_id: string | null;
  satisfaction_score: number | null;
}

/** An account's revenue, as the database gives it. */
interface Money {
  id: string;
  revenue_cents: string;
  mrr_cents: string;
}

/** A person who has another account, or is satisfied otherwise, than before. */
interface Move {
  before: Person;
  after: Person;
  /** ideas that they supported before the command */
  supports: Set<string>;
  /** feedback records of theirs that count now */
  requests: number;
}

/** A change of an account's revenue. */
interface Raise {
  id: string;
  revenueCents: number;
  mrrCents: number;
  ideas: string[];
}

interface Link {
  suggestion_id: string;
  account_id: string;
  sign: 1 | -1;
}

/** An idea that a command hides (-1) or brings back (1): as something that is supported, and as something that feedback is about. */
interface Turn {
  id: string;
  supports: -1 | 0 | 1;
  requests: -1 | 0 | 1;
}

/** Ids of the ideas that turn in a way; without a sign: either way. */
function turned(turns: readonly Turn[], way: 'supports' | 'requests', sign?: -1 | 1): string[] {
  return turns
    .filter((turn) => (sign === undefined ? turn[way] !== 0 : turn[way] === sign))
    .map(({ id }) => id);
}

/** Who gave feedback on ideas: they are held too, so that nobody changes their account meanwhile. */
const givers = (sid: string, ids: string[]): RawBuilder<unknown> =>
  sql`select f.user_id from feedback_records f where f.subdomain_id = ${sid} and f.suggestion_id = any(${ids}::bigint[]) and f.state = 'active'`;

/** Accounts behind ideas, with how many of `supports` they support (ideas) and how many feedback records they gave on `requests`. */
const accountsBehind = (sid: string, supports: string[], requests: string[]): RawBuilder<unknown> => sql`
select k.id, sum(k.ideas)::int as ideas, sum(k.requests)::int as requests from (
  select sa.account_id as id, 1 as ideas, 0 as requests from suggestion_accounts sa where sa.subdomain_id = ${sid} and sa.suggestion_id = any(${supports}::bigint[])
  union all
  select u.account_id, 0, 1 from feedback_records f join users u on u.subdomain_id = ${sid} and u.id = f.user_id
  where f.subdomain_id = ${sid} and f.suggestion_id = any(${requests}::bigint[]) and f.state = 'active' and u.account_id is not null
) k group by k.id`;

function fail(why: string): never {
  throw new Error(`Counters: ${why}`);
}

/** So often, and so far apart, a late idea is tried that another command holds. */
const LATE_TRIES = 10;
const LATE_WAIT_MS = 20;

/**
 * Locks ideas by id, and then what comes behind them in the order of locks. Ideas that have come to be
 * concerned in between are locked late: never by waiting for one, which could be waiting in a circle.
 *
 * @param find ids of the ideas concerned, as they are now
 * @param behind locks what an idea must hold or name to be concerned; from then on none is added
 * @throws BAD_USER_INPUT reason busy, when another command keeps a late idea: it may wait for what is held here
 */
export async function lockIdeasFirst(
  tx: Tx,
  subdomainId: string,
  find: () => Promise<readonly string[]>,
  behind: () => Promise<unknown>,
): Promise<void> {
  const ids = [...(await find())];
  await sql`select s.id from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${ids}::bigint[]) order by s.id for no key update`.execute(
    tx,
  );
  await behind();
  const locked = new Set(ids);
  for (let tries = 0; tries < LATE_TRIES; tries += 1) {
    const late = (await find()).filter((id) => !locked.has(id));
    if (late.length === 0) return;
    if (tries > 0) await setTimeout(LATE_WAIT_MS);
    const { rows } = await sql<{ id: string }>`
select s.id::text as id from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${late}::bigint[]) order by s.id for no key update skip locked`.execute(
      tx,
    );
    for (const row of rows) locked.add(row.id);
  }
  throw badRequest('Other changes to the same ideas are under way. Please try again.', { reason: 'busy' });
}

/** Adds numbers to rows of a table, locked in ascending id. Answers the rows with `returning` columns as text or as they are. */
async function addTo<Answer extends { id: string }>(
  tx: Tx,
  sid: string,
  table: 'users' | 'external_accounts' | 'forums' | 'categories' | 'statuses' | 'labels',
  additions: Additions<string>,
  returning: readonly string[] = [],
): Promise<Answer[]> {
  const ids = [...additions.rows.keys()]
    .filter((id) => returning.length > 0 || Object.values(additions.rows.get(id)!).some((by) => by !== 0))
    .sort(byId);
  if (ids.length === 0) return [];
  if (ids.length > 1) {
    await sql`select t.id from ${sql.table(table)} t where t.subdomain_id = ${sid} and t.id = any(${ids}::bigint[]) order by t.id for no key update`.execute(
      tx,
    );
  }
  const columns = additions.columns.filter((column) => ids.some((id) => additions.rows.get(id)![column]));
  // with nothing to add the row is only locked and read: the number of an idle column plus nothing
  const used = columns.length > 0 ? columns : additions.columns.slice(0, 1);
  const names = sql.join(used.map((column) => sql.ref(column)));
  const { rows } = await sql<Answer>`
update ${sql.table(table)} as t set ${sql.join(used.map((column) => sql`${sql.ref(column)} = t.${sql.ref(column)} + d.${sql.ref(column)}`))}
from unnest(${ids}::bigint[], ${sql.join(used.map((column) => sql`${ids.map((id) => additions.rows.get(id)![column] ?? 0)}::int[]`))}) as d (id, ${names})
where t.subdomain_id = ${sid} and t.id = d.id
returning t.id${sql.join(
    returning.map((column) => sql`, t.${sql.ref(column)}`),
    sql``,
  )}`.execute(tx);
  return rows;
}

/* What the rows say: the same definitions for a removal, a recount and a report of drift. `s` is the idea. */

const newest = (sid: string, table: RawBuilder<unknown>, further = sql``) =>
  sql`(select max(x.created_at) from ${table} x where x.subdomain_id = ${sid} and x.suggestion_id = s.id ${further})`;

const VISIBLE = sql.raw("and x.state in ('published', 'approved')");

const LAST_SUPPORTED = (sid: string) => newest(sid, sql.raw('supporters'));

/** Latest of creation, vote, visible comment, note, feedback, status update, internal status update, flag (DEC-071). */
const LAST_ACTIVITY = (sid: string) =>
  sql`greatest(s.created_at, ${sql.join([
    newest(sid, sql.raw('supporters')),
    newest(sid, sql.raw('comments'), VISIBLE),
    newest(sid, sql.raw('notes'), sql.raw('and x.deleted_at is null')),
    newest(sid, sql.raw('feedback_records'), sql.raw("and x.state = 'active'")),
    newest(sid, sql.raw('status_updates')),
    newest(sid, sql.raw('internal_status_updates')),
    newest(sid, sql.raw('internal_flags')),
  ])})`;

/** The team has answered: a public status update with a message, or a comment of the team. */
const HAS_RESPONSE = (
  sid: string,
) => sql`(exists (select 1 from comments x where x.subdomain_id = ${sid} and x.suggestion_id = s.id and x.is_admin_comment ${VISIBLE})
  or exists (select 1 from status_updates x where x.subdomain_id = ${sid} and x.suggestion_id = s.id and x.html_body is not null))`;

const revenueOf = (sid: string, name: 'supporter_revenue_cents' | 'supporter_mrr_cents') =>
  sql`coalesce((select sum(a.${sql.ref(name.replace('supporter_', ''))}) from suggestion_accounts x join external_accounts a on a.subdomain_id = ${sid} and a.id = x.account_id where x.subdomain_id = ${sid} and x.suggestion_id = s.id), 0)`;

/** One row per thing that counts in `forum_days`, with its idea (`s`), day and place; `further` narrows the ideas. */
function dayRows(sid: string, further: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (
    name: DayNumber,
    time: string,
    count: string,
    from: RawBuilder<unknown>,
    where: RawBuilder<unknown>,
  ) => sql`
select s.id as suggestion_id, s.forum_id, (${sql.raw(time)} at time zone 'UTC')::date as day, coalesce(s.category_id, 0) as category_id, ${sql.raw(DAY_NUMBERS.map((other) => `${other === name ? count : '0'} as ${other}`).join(', '))}
from suggestions s ${from} where s.subdomain_id = ${sid} ${further} ${where}`;
  const join = (table: string) =>
    sql`join ${sql.table(table)} x on x.subdomain_id = ${sid} and x.suggestion_id = s.id`;
  return sql.join(
    [
      of('ideas_count', 's.created_at', '1', sql``, sql`and s.is_dated`),
      of('votes_count', 'x.created_at', 'x.votes', join('supporters'), sql`and x.created_at is not null`),
      of('comments_count', 'x.created_at', '1', join('comments'), VISIBLE),
      of(
        'feedback_records_count',
        'x.created_at',
        '1',
        join('feedback_records'),
        sql`and x.state = 'active'`,
      ),
      of('notes_count', 'x.created_at', '1', join('notes'), sql`and x.deleted_at is null`),
    ],
    sql` union all `,
  );
}

/** Counters that were found wrong and set right, with a few examples each. */
export class CounterMismatch {
  private readonly found = new Map<
    string,
    { table: string; counter: string; rows: number; examples: DriftExample[] }
  >();

  /** Notes one wrong number. `before` and `after` are null for a row that was missing, or too many. */
  add(table: string, counter: string, example: DriftExample): void {
    const key = `${table}.${counter}`;
    let entry = this.found.get(key);
    if (!entry) this.found.set(key, (entry = { table, counter, rows: 0, examples: [] }));
    entry.rows += 1;
    if (entry.examples.length < 5) entry.examples.push(example);
  }

  /** All of it, by table and counter. Empty: every stored number was right. */
  get entries(): readonly {
    table: string;
    counter: string;
    rows: number;
    examples: readonly DriftExample[];
  }[] {
    return [...this.found.values()];
  }
}

export interface DriftExample {
  /** id of the row, or its key in words */
  id: string;
  before: unknown;
  after: unknown;
}

const RECOUNT_BATCH = 1000;

/**
 * Recomputes from the rows everything that is stored per idea: its numbers and dates, the accounts
 * behind it and its weeks. Only rows that are wrong are written.
 *
 * @param ids ideas; 'all': those of the tenant, in batches, within this one transaction
 * @param drift takes what was wrong; null: nobody asks, which is faster
 */
export async function recountSuggestions(
  tx: Tx,
  subdomainId: string,
  ids: readonly string[] | 'all',
  drift: CounterMismatch | null = null,
): Promise<void> {
  if (ids !== 'all') {
    const sorted = [...ids].sort(byId);
    for (let start = 0; start < sorted.length; start += RECOUNT_BATCH)
      await recountBatch(tx, subdomainId, sorted.slice(start, start + RECOUNT_BATCH), drift);
    return;
  }
  for (let after: string | null = '0'; after !== null;) {
    const batch = await nextIdeas(tx, subdomainId, after, RECOUNT_BATCH);
    await recountBatch(tx, subdomainId, batch, drift);
    after = batch.length === RECOUNT_BATCH ? batch.at(-1)! : null;
  }
}

/** Ids of ideas after one, ascending; all states. */
export async function nextIdeas(
  tx: Tx,
  subdomainId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('suggestions')
    .select('id')
    .where('subdomain_id', '=', subdomainId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

async function recountBatch(
  tx: Tx,
  sid: string,
  ids: readonly string[],
  drift: CounterMismatch | null,
): Promise<void> {
  if (ids.length === 0) return;
  const list = [...ids];
  await sql`select s.id from suggestions s where s.subdomain_id = ${sid} and s.id = any(${list}::bigint[]) order by s.id for no key update`.execute(
    tx,
  );
  await recountLinks(tx, sid, list, drift);
  await recountWeeks(tx, sid, list, drift);

  const fresh = [
    ...IDEA_NUMBERS,
    'last_supported_at',
    'last_status_update_at',
    'last_internal_status_update_at',
    'last_activity_at',
    'has_response',
  ] as const;
  const columns = (prefix: string) => sql.join(fresh.map((name) => sql.raw(`${prefix}.${name}`)));
  // each sum is made once: where the statistics do not know of new rows yet, as within an import, the plan would make
  // them again for every idea
  const { rows } = await sql<{
    id: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  }>`
with v as materialized (
    select x.suggestion_id, sum(x.votes)::int as votes_count, count(*)::int as supporters_count, count(u.account_id)::int as account_supporters_count,
      count(*) filter (where i.value = 1)::int as low, count(*) filter (where i.value = 2)::int as medium, count(*) filter (where i.value = 3)::int as high,
      count(*) filter (where u.satisfaction_score >= 9)::int as promoters, count(*) filter (where u.satisfaction_score in (7, 8))::int as neutrals, count(*) filter (where u.satisfaction_score <= 6)::int as detractors,
      max(x.created_at) as last
    from supporters x join users u on u.subdomain_id = ${sid} and u.id = x.user_id
    left join importance_responses i on i.subdomain_id = ${sid} and i.id = x.importance_response_id
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
m as materialized (
    select x.suggestion_id, count(*)::int as accounts, sum(a.revenue_cents)::bigint as revenue, sum(a.mrr_cents)::bigint as mrr
    from suggestion_accounts x join external_accounts a on a.subdomain_id = ${sid} and a.id = x.account_id
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
c as materialized (
    select x.suggestion_id, count(*)::int as n, max(x.created_at) as last, bool_or(x.is_admin_comment) as answered from comments x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) ${VISIBLE} group by x.suggestion_id
),
n as materialized (
    select x.suggestion_id, count(*)::int as n, max(x.created_at) as last from notes x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) and x.deleted_at is null group by x.suggestion_id
),
r as materialized (
    select x.suggestion_id, count(*)::int as n, max(x.created_at) as last from feedback_records x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) and x.state = 'active' group by x.suggestion_id
),
fl as materialized (
    select x.suggestion_id, count(*)::int as n, count(*) filter (where x.cleared_at is null)::int as open, max(x.created_at) as last from internal_flags x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
lb as materialized (
    select x.suggestion_id, count(*)::int as n from suggestion_labels x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
sm as materialized (
    select x.suggestion_id, count(*)::int as n from supporter_messages x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
ms as materialized (
    select x.suggestion_id, count(*)::int as n from messages x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
su as materialized (
    select x.suggestion_id, max(x.created_at) as last, bool_or(x.html_body is not null) as answered from status_updates x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
iu as materialized (
    select x.suggestion_id, max(x.created_at) as last from internal_status_updates x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
)
update suggestions t set ${sql.join(fresh.map((name) => sql.raw(`${name} = f.${name}`)))}
from (
  select s.id, ${drift ? sql`to_jsonb(s) as before,` : sql``}
    coalesce(v.votes_count, 0) as votes_count, coalesce(v.supporters_count, 0) as supporters_count, coalesce(v.account_supporters_count, 0) as account_supporters_count,
    coalesce(m.accounts, 0) as supporting_accounts_count, coalesce(m.revenue, 0) as supporter_revenue_cents, coalesce(m.mrr, 0) as supporter_mrr_cents,
    coalesce(c.n, 0) as comments_count, coalesce(n.n, 0) as notes_count, coalesce(r.n, 0) as requests_count,
    coalesce(v.low, 0) as importance_low_count, coalesce(v.medium, 0) as importance_medium_count, coalesce(v.high, 0) as importance_high_count,
    coalesce(v.promoters, 0) as satisfaction_promoter_count, coalesce(v.neutrals, 0) as satisfaction_neutral_count, coalesce(v.detractors, 0) as satisfaction_detractor_count,
    coalesce(fl.open, 0) as internal_flags_count, coalesce(fl.n, 0) as all_internal_flags_count, coalesce(lb.n, 0) as labels_count,
    coalesce(sm.n, 0) + coalesce(ms.n, 0) as messages_count,
    v.last as last_supported_at, su.last as last_status_update_at, iu.last as last_internal_status_update_at,
    greatest(s.created_at, v.last, c.last, n.last, r.last, su.last, iu.last, fl.last) as last_activity_at,
    (coalesce(c.answered, false) or coalesce(su.answered, false)) as has_response
  from suggestions s
  left join v on v.suggestion_id = s.id
  left join m on m.suggestion_id = s.id
  left join c on c.suggestion_id = s.id
  left join n on n.suggestion_id = s.id
  left join r on r.suggestion_id = s.id
  left join fl on fl.suggestion_id = s.id
  left join lb on lb.suggestion_id = s.id
  left join sm on sm.suggestion_id = s.id
  left join ms on ms.suggestion_id = s.id
  left join su on su.suggestion_id = s.id
  left join iu on iu.suggestion_id = s.id
  where s.subdomain_id = ${sid} and s.id = any(${list}::bigint[])
) f
where t.subdomain_id = ${sid} and t.id = f.id and (${columns('t')}) is distinct from (${columns('f')})
returning t.id${drift ? sql`, f.before, to_jsonb(t) as after` : sql``}`.execute(tx);
  if (!drift) return;
  for (const { id, before, after } of rows) {
    for (const name of fresh)
      if (String(before![name]) !== String(after![name]))
        drift.add('suggestions', name, { id, before: before![name], after: after![name] });
  }
}

async function recountLinks(
  tx: Tx,
  sid: string,
  ids: string[],
  drift: CounterMismatch | null,
): Promise<void> {
  const wrong = await sql<{ id: string; n: number }>`
insert into suggestion_accounts as t (subdomain_id, suggestion_id, account_id, supporters_count)
select ${sid}::bigint, x.suggestion_id, u.account_id, count(*)::int
from supporters x join users u on u.subdomain_id = ${sid} and u.id = x.user_id
where x.subdomain_id = ${sid} and x.suggestion_id = any(${ids}::bigint[]) and u.account_id is not null
group by x.suggestion_id, u.account_id
on conflict (subdomain_id, suggestion_id, account_id) do update set supporters_count = excluded.supporters_count where t.supporters_count <> excluded.supporters_count
returning t.suggestion_id || ' ' || t.account_id as id, t.supporters_count as n`.execute(tx);
  const stale = await sql<{ id: string; n: number }>`
delete from suggestion_accounts t where t.subdomain_id = ${sid} and t.suggestion_id = any(${ids}::bigint[])
and not exists (select 1 from supporters x join users u on u.subdomain_id = ${sid} and u.id = x.user_id where x.subdomain_id = ${sid} and x.suggestion_id = t.suggestion_id and u.account_id = t.account_id)
returning t.suggestion_id || ' ' || t.account_id as id, t.supporters_count as n`.execute(tx);
  for (const { id, n } of wrong.rows)
    drift?.add('suggestion_accounts', 'supporters_count', { id, before: null, after: n });
  for (const { id, n } of stale.rows)
    drift?.add('suggestion_accounts', 'supporters_count', { id, before: n, after: null });
}

async function recountWeeks(
  tx: Tx,
  sid: string,
  ids: string[],
  drift: CounterMismatch | null,
): Promise<void> {
  const fresh = sql`
select x.suggestion_id, date_trunc('week', x.created_at at time zone 'UTC')::date as week, sum(x.votes)::int as n from supporters x
where x.subdomain_id = ${sid} and x.suggestion_id = any(${ids}::bigint[]) and x.created_at is not null group by 1, 2`;
  const wrong = await sql<{ id: string; n: number }>`
insert into suggestion_weeks as t (subdomain_id, suggestion_id, week, votes_count)
select ${sid}::bigint, f.suggestion_id, f.week, f.n from (${fresh}) f
on conflict (subdomain_id, suggestion_id, week) do update set votes_count = excluded.votes_count where t.votes_count <> excluded.votes_count
${drift ? sql`returning t.suggestion_id || ' ' || t.week as id, t.votes_count as n` : sql``}`.execute(tx);
  const stale = await sql<{ id: string; n: number }>`
delete from suggestion_weeks t where t.subdomain_id = ${sid} and t.suggestion_id = any(${ids}::bigint[])
and not exists (select 1 from (${fresh}) f where f.suggestion_id = t.suggestion_id and f.week = t.week)
returning t.suggestion_id || ' ' || t.week as id, t.votes_count as n`.execute(tx);
  for (const { id, n } of wrong.rows)
    drift?.add('suggestion_weeks', 'votes_count', { id, before: null, after: n });
  for (const { id, n } of stale.rows)
    drift?.add('suggestion_weeks', 'votes_count', { id, before: n, after: null });
}

/**
 * Sets the revenue behind ideas again from the accounts as they are now.
 * @param ids ideas, at most some hundred at once
 */
export async function recountRevenue(tx: Tx, subdomainId: string, ids: readonly string[]): Promise<void> {
  const list = [...ids];
  await sql`select s.id from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${list}::bigint[]) order by s.id for no key update`.execute(
    tx,
  );
  await sql`
update suggestions t set supporter_revenue_cents = f.revenue, supporter_mrr_cents = f.mrr
from (select s.id, ${revenueOf(subdomainId, 'supporter_revenue_cents')}::bigint as revenue, ${revenueOf(subdomainId, 'supporter_mrr_cents')}::bigint as mrr
      from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${list}::bigint[])) f
where t.subdomain_id = ${subdomainId} and t.id = f.id and (t.supporter_revenue_cents, t.supporter_mrr_cents) is distinct from (f.revenue, f.mrr)`.execute(
    tx,
  );
}

/**
 * Recomputes everything that is stored per forum, category, status, label, person, account and day.
 *
 * Each number is set right by adding its difference, found in one statement: what other
 * transactions commit meanwhile is in both sides of it or in neither. Only rows that are wrong are locked, in
 * the order of locks and by id, as commands do: an idea's commands and this never wait in a circle.
 */
export async function recountTotals(
  tx: Tx,
  subdomainId: string,
  drift: CounterMismatch | null = null,
): Promise<void> {
  const sid = subdomainId;
  const live = sql`count(*) filter (where ${LIVE})::int`;
  const open = sql`count(*) filter (where ${OPEN})::int`;

  await addDifference(
    tx,
    sid,
    'users',
    {
      supported_suggestions_count: sql`select x.user_id as id, count(*)::int as n from supporters x join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id where x.subdomain_id = ${sid} and ${SUPPORT} group by x.user_id`,
      assigned_open_suggestions_count: sql`select s.assigned_owner_id as id, count(*)::int as n from suggestions s where s.subdomain_id = ${sid} and s.assigned_owner_id is not null and ${OPEN} group by s.assigned_owner_id`,
    },
    drift,
  );
  await addDifference(
    tx,
    sid,
    'external_accounts',
    {
      users_count: sql`select u.account_id as id, count(*)::int as n from users u where u.subdomain_id = ${sid} and u.account_id is not null group by u.account_id`,
      supported_ideas_count: sql`select x.account_id as id, count(*)::int as n from suggestion_accounts x join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id where x.subdomain_id = ${sid} and ${SUPPORT} group by x.account_id`,
      requests_count: sql`
select u.account_id as id, count(*)::int as n from feedback_records x join users u on u.subdomain_id = ${sid} and u.id = x.user_id
left join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id
where x.subdomain_id = ${sid} and x.state = 'active' and u.account_id is not null and coalesce(s.state, '') <> 'deleted' group by u.account_id`,
    },
    drift,
  );
  const ideasBy = (column: string, what: RawBuilder<unknown>) =>
    sql`select s.${sql.ref(column)} as id, ${what} as n from suggestions s where s.subdomain_id = ${sid} group by s.${sql.ref(column)}`;
  await addDifference(
    tx,
    sid,
    'categories',
    { suggestions_count: ideasBy('category_id', live), open_suggestions_count: ideasBy('category_id', open) },
    drift,
  );
  await addDifference(
    tx,
    sid,
    'forums',
    {
      suggestions_count: ideasBy('forum_id', live),
      open_suggestions_count: ideasBy('forum_id', open),
      categories_count: sql`select c.forum_id as id, count(*)::int as n from categories c where c.subdomain_id = ${sid} group by c.forum_id`,
    },
    drift,
  );
  await addDifference(tx, sid, 'statuses', { suggestions_count: ideasBy('status_id', open) }, drift);
  const ideasByLabel = (what: RawBuilder<unknown>) =>
    sql`select l.label_id as id, ${what} as n from suggestion_labels l join suggestions s on s.subdomain_id = ${sid} and s.id = l.suggestion_id where l.subdomain_id = ${sid} group by l.label_id`;
  await addDifference(
    tx,
    sid,
    'labels',
    { suggestions_count: ideasByLabel(live), open_suggestions_count: ideasByLabel(open) },
    drift,
  );
  await recountDays(tx, sid, drift);
}

/** Adds to each column the difference between what `fresh` counts ({id, n}) and what is stored. */
async function addDifference(
  tx: Tx,
  sid: string,
  table: string,
  fresh: Record<string, RawBuilder<unknown>>,
  drift: CounterMismatch | null,
): Promise<void> {
  const names = Object.keys(fresh);
  const differences = names.map(
    (name, index) => sql`coalesce(${sql.ref(`f${index}.n`)}, 0) - o.${sql.ref(name)} as ${sql.ref(name)}`,
  );
  const joins = names.map(
    (name, index) =>
      sql`left join (${fresh[name]!}) ${sql.ref(`f${index}`)} on ${sql.ref(`f${index}.id`)} = o.id`,
  );
  const { rows } = await sql<{ id: string } & Record<string, number>>`
with wrong as materialized (
  select w.* from (select o.id, ${sql.join(differences)} from ${sql.table(table)} o ${sql.join(joins, sql` `)} where o.subdomain_id = ${sid}) w
  where ${sql.join(
    names.map((name) => sql`w.${sql.ref(name)} <> 0`),
    sql` or `,
  )}
), held as materialized (
  select o.id from ${sql.table(table)} o where o.subdomain_id = ${sid} and o.id in (select w.id from wrong w) order by o.id for no key update
)
update ${sql.table(table)} as t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + d.${sql.ref(name)}`))}
from wrong d join held h on h.id = d.id
where t.subdomain_id = ${sid} and t.id = d.id
returning t.id, ${sql.join(names.flatMap((name) => [sql`t.${sql.ref(name)}`, sql`d.${sql.ref(name)} as ${sql.ref(`by_${name}`)}`]))}`.execute(
    tx,
  );
  for (const row of rows) {
    for (const name of names) {
      const by = row[`by_${name}`]!;
      if (by !== 0) drift?.add(table, name, { id: row.id, before: row[name]! - by, after: row[name]! });
    }
  }
}

const ofDays = (name: (column: DayNumber) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(DAY_NUMBERS.map(name));

/** Adds what `from` answers (forum_id, day, category_id, numbers) to the first slots of days, in the order of locks. */
const insertDays = (sid: string, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
insert into forum_days as t (subdomain_id, forum_id, day, category_id, slot, ${ofDays((name) => sql.ref(name))})
select ${sid}::bigint, k.forum_id, k.day, k.category_id, 0, ${ofDays((name) => sql`k.${sql.ref(name)}`)} from (${from}) k order by k.forum_id, k.day, k.category_id
on conflict (subdomain_id, forum_id, day, category_id, slot) do update set ${ofDays((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`)}`;

/**
 * Slots of days that have passed become one row, so that a report reads no more rows than there are days and
 * places. In a transaction of its own: rows of days are locked in their order once in each.
 */
export async function compactDays(tx: Tx, subdomainId: string): Promise<void> {
  const sid = subdomainId;
  const passed = sql`d.subdomain_id = ${sid} and d.day < ${firstBusyDay(new Date())}::date and d.slot <> 0`;
  await sql`select from forum_days d where ${passed} order by d.forum_id, d.day, d.category_id, d.slot for update`.execute(
    tx,
  );
  await sql`
with d as (delete from forum_days d where ${passed} returning d.forum_id, d.day, d.category_id, ${ofDays((name) => sql`d.${sql.ref(name)}`)})
${insertDays(sid, sql`select d.forum_id, d.day, d.category_id, ${ofDays((name) => sql`sum(d.${sql.ref(name)})::int as ${sql.ref(name)}`)} from d group by d.forum_id, d.day, d.category_id`)}`.execute(
    tx,
  );
}

/** Days of the rows against the stored ones. What is wrong is set right in the first slot. */
async function recountDays(tx: Tx, sid: string, drift: CounterMismatch | null): Promise<void> {
  // counted and stored rows in one statement, so that both are of one moment
  const stored = (name: DayNumber) => sql.ref(`stored_${name}`);
  const differences = sql`
select k.forum_id, k.day, k.category_id, ${ofDays((name) => sql`sum(k.${sql.ref(name)})::int as ${sql.ref(name)}, sum(k.${stored(name)})::int as ${stored(name)}`)}
from (
  select x.forum_id, x.day, x.category_id, ${ofDays((name) => sql`x.${sql.ref(name)}`)}, ${ofDays((name) => sql`0 as ${stored(name)}`)} from (${dayRows(sid, sql`and ${LIVE}`)}) x
  union all
  select o.forum_id, o.day, o.category_id, ${ofDays(() => sql`0`)}, ${ofDays((name) => sql`o.${sql.ref(name)}`)} from forum_days o where o.subdomain_id = ${sid}
) k
group by k.forum_id, k.day, k.category_id
having ${sql.join(
    DAY_NUMBERS.map((name) => sql`sum(k.${sql.ref(name)}) <> sum(k.${stored(name)})`),
    sql` or `,
  )}`;
  const added = insertDays(
    sid,
    sql`select w.forum_id, w.day, w.category_id, ${ofDays((name) => sql`w.${sql.ref(name)} - w.${stored(name)} as ${sql.ref(name)}`)} from (${drift ? sql`select * from wrong` : differences}) w`,
  );
  if (!drift) {
    await added.execute(tx);
    return;
  }
  const { rows } = await sql<
    { forum_id: string; day: string; category_id: string } & Record<DayNumber | `stored_${DayNumber}`, number>
  >`
with wrong as materialized (${differences}), added as (${added}) select * from wrong`.execute(tx);
  for (const row of rows) {
    for (const name of DAY_NUMBERS) {
      if (row[name] !== row[`stored_${name}`])
        drift.add('forum_days', name, {
          id: `${row.forum_id} ${row.day} ${row.category_id}`,
          before: row[`stored_${name}`],
          after: row[name],
        });
    }
  }
}

/** Adds counts to days; `rows` in the order of the key, as everybody locks them. */
async function addDays(
  tx: Tx,
  sid: string,
  rows: readonly { forum_id: string; day: string; category_id: string; slot: number; counts: DayCounts }[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(DAY_NUMBERS.map((name) => sql.ref(name)));
  await sql`
insert into forum_days as t (subdomain_id, forum_id, day, category_id, slot, ${names})
select ${sid}::bigint, d.forum_id, d.day, d.category_id, d.slot, ${sql.join(DAY_NUMBERS.map((name) => sql`d.${sql.ref(name)}`))}
from unnest(${rows.map((row) => row.forum_id)}::bigint[], ${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.category_id)}::bigint[], ${rows.map((row) => row.slot)}::smallint[],
  ${sql.join(DAY_NUMBERS.map((name) => sql`${rows.map((row) => row.counts[name] ?? 0)}::int[]`))}) as d (forum_id, day, category_id, slot, ${names})
on conflict (subdomain_id, forum_id, day, category_id, slot) do update
set ${sql.join(DAY_NUMBERS.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`.execute(
    tx,
  );
}

/**
 * Ideas of a forum, or of some of its categories, went to another place all together: brings the
 * counters along, in two statements however many ideas there are. The command has locked the ideas
 * first, as always, and has moved them.
 *
 * @param from categories: null: the whole forum
 * @param to category_id null: no category
 */
export async function countMove(
  tx: Tx,
  subdomainId: string,
  from: { forum_id: string; categories: readonly string[] | null },
  to: { forum_id: string; category_id: string | null },
): Promise<void> {
  const sid = subdomainId;
  const places =
    from.categories === null ? sql`` : sql`and d.category_id = any(${[...from.categories]}::bigint[])`;
  if (from.forum_id !== to.forum_id) {
    await sql`select f.id from forums f where f.subdomain_id = ${sid} and f.id = any(${[from.forum_id, to.forum_id]}::bigint[]) order by f.id for no key update`.execute(
      tx,
    );
    const counted = sql`select f.id, f.suggestions_count, f.open_suggestions_count from forums f where f.subdomain_id = ${sid} and f.id = ${from.forum_id}`;
    await sql`
update forums t set suggestions_count = t.suggestions_count + d.suggestions_count, open_suggestions_count = t.open_suggestions_count + d.open_suggestions_count
from (${counted}) d where t.subdomain_id = ${sid} and t.id = ${to.forum_id}`.execute(tx);
    await tx
      .updateTable('forums')
      .set({ suggestions_count: 0, open_suggestions_count: 0 })
      .where('subdomain_id', '=', sid)
      .where('id', '=', from.forum_id)
      .execute();
  }
  if (to.category_id !== null && from.categories !== null) {
    const ids = [...from.categories, to.category_id];
    await sql`select c.id from categories c where c.subdomain_id = ${sid} and c.id = any(${ids}::bigint[]) order by c.id for no key update`.execute(
      tx,
    );
    const counted = sql`
select sum(c.suggestions_count)::int as suggestions_count, sum(c.open_suggestions_count)::int as open_suggestions_count
from categories c where c.subdomain_id = ${sid} and c.id = any(${[...from.categories]}::bigint[])`;
    await sql`
update categories t set suggestions_count = t.suggestions_count + d.suggestions_count, open_suggestions_count = t.open_suggestions_count + d.open_suggestions_count
from (${counted}) d where t.subdomain_id = ${sid} and t.id = ${to.category_id}`.execute(tx);
  }
  const names = sql.join(DAY_NUMBERS.map((name) => sql.ref(name)));
  await sql`
with d as (delete from forum_days d where d.subdomain_id = ${sid} and d.forum_id = ${from.forum_id} ${places} returning d.day, d.slot, ${sql.join(DAY_NUMBERS.map((name) => sql`d.${sql.ref(name)}`))})
insert into forum_days as t (subdomain_id, forum_id, day, category_id, slot, ${names})
select ${sid}::bigint, ${to.forum_id}::bigint, d.day, ${to.category_id ?? '0'}::bigint, d.slot, ${sql.join(DAY_NUMBERS.map((name) => sql`sum(d.${sql.ref(name)})`))}
from d group by d.day, d.slot order by d.day, d.slot
on conflict (subdomain_id, forum_id, day, category_id, slot) do update
set ${sql.join(DAY_NUMBERS.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`.execute(
    tx,
  );
}

/** Sets how many categories a forum has. The forum's row is held until the commit, so that two writers count in turn. */
export async function countCategories(tx: Tx, subdomainId: string, forumId: string): Promise<void> {
  await sql`select f.id from forums f where f.subdomain_id = ${subdomainId} and f.id = ${forumId} for no key update`.execute(
    tx,
  );
  await sql`
update forums f set categories_count = (select count(*) from categories c where c.subdomain_id = ${subdomainId} and c.forum_id = ${forumId})
where f.subdomain_id = ${subdomainId} and f.id = ${forumId}`.execute(tx);
}

/**
 * Sets again how many ideas carry labels, after many of them lost one. The labels' rows are held
 * first: who added one and has not counted it yet waits, and adds it to the new number.
 */
export async function recountLabels(tx: Tx, subdomainId: string, ids: readonly string[]): Promise<void> {
  const list = [...ids];
  await sql`select l.id from labels l where l.subdomain_id = ${subdomainId} and l.id = any(${list}::bigint[]) order by l.id for no key update`.execute(
    tx,
  );
  await sql`
update labels t set suggestions_count = coalesce(d.live, 0), open_suggestions_count = coalesce(d.open, 0)
from unnest(${list}::bigint[]) as given (id)
left join (
  select x.label_id, count(*) filter (where ${LIVE})::int as live, count(*) filter (where ${OPEN})::int as open
  from suggestion_labels x join suggestions s on s.subdomain_id = ${subdomainId} and s.id = x.suggestion_id
  where x.subdomain_id = ${subdomainId} and x.label_id = any(${list}::bigint[]) group by x.label_id
) d on d.label_id = given.id
where t.subdomain_id = ${subdomainId} and t.id = given.id`.execute(tx);
}

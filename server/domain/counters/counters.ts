import { sql, type RawBuilder } from 'kysely';
import { satisfactionBand } from '../../../contract/satisfaction.ts';
import { markChanged } from '../../core/changes.ts';
import type { Tx } from '../../sql/kysely.ts';
import { SLOTS, addDays, dayRows, firstBusyDay } from './days.ts';
import { writeFeatures } from './features.ts';
import { Additions, add, addTo, byId, isOneOf, lockIdeasFirst } from './lock_order.ts';
import {
  DAY_NUMBERS,
  type DayCounts,
  type DayNumber,
  HAS_RESPONSE,
  IDEA_NUMBERS,
  type IdeaNumber,
  LAST_ACTIVITY,
  LAST_SUPPORTED,
  PERSON_NUMBERS,
  type PersonNumber,
  type Place,
  dayOf,
  isHeard,
  isLive,
  isOpen,
  isSupport,
  revenueOf,
  weekOf,
} from './numbers.ts';

/**
 * The unit of work that changes stored counters (design: storage, section 3). A command collects what it changed in
 * `Counters` and writes it as the last statements of its transaction. What the numbers mean stands in `numbers.ts`, the
 * order of locks in `lock_order.ts`.
 */

/** An account behind more ideas than this brings its new revenue to them in a job (`accountRevenueTask`). */
const IDEAS_AT_ONCE = 200;

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

interface IdeaChange {
  numbers: Partial<Record<IdeaNumber, number>>;
  supportedAt: Date | null;
  activityAt: Date | null;
  hasResponse: boolean;
  /** a text came, went or was changed: how people feel in them is worked out anew, in the background */
  textsChanged: boolean;
  /** something went away or came back: the dates and has_response are found again from the rows */
  recompute: boolean;
  /** an account went away: its revenue may have changed since it was added, so the sum is found again */
  accountRemoved: boolean;
  /** day -> counts */
  days: Map<string, DayCounts>;
}

function later(one: Date | null, other: Date | null): Date | null {
  return one !== null && (other === null || one > other) ? one : other;
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
  private readonly accounts = new Map<string, AccountRevenue>();
  /** features whose ideas are others now */
  private readonly features = new Set<string>();

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
    let [persons, revenues]: [Person[], AccountRevenue[]] = [[], []];
    await lockIdeasFirst(this.tx, this.sid, concerned, async () => {
      persons = await this.lockPeople(people);
      revenues = await this.lockAccounts(now);
    });
    for (const person of persons) if (!this.people.has(person.id)) this.people.set(person.id, person);
    for (const money of revenues) if (!this.accounts.has(money.id)) this.accounts.set(money.id, money);
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
    change.textsChanged = true;
    this.day(change, row.created_at, 'comments_count', 1);
  }

  /** A visible comment is no longer on an idea, or no longer visible. */
  commentRemoved(row: CountedComment): void {
    const change = this.change(row.suggestion_id);
    add(change.numbers, 'comments_count', -1);
    change.recompute = true;
    change.textsChanged = true;
    this.day(change, row.created_at, 'comments_count', -1);
  }

  /** The words of a comment or of feedback were changed. */
  textChanged(suggestion_id: string): void {
    this.change(suggestion_id).textsChanged = true;
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
    change.textsChanged = true;
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
    change.textsChanged = true;
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

  /** A feature is made of other ideas than before: the links were written, by who holds the ideas. */
  featureLinked(id: string): void {
    this.features.add(id);
  }

  /** Writes everything collected. Nothing may follow but the commit. */
  async write(): Promise<void> {
    for (const { row } of this.supports) this.change(row.suggestion_id);
    const moves = await this.moves();
    for (const move of moves) for (const id of move.supports) this.change(id);
    const revenueChanges = await this.revenueChanges();
    for (const raise of revenueChanges) for (const id of raise.ideas) this.change(id);
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
    for (const raise of revenueChanges) {
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
    await writeFeatures(this.tx, this.sid, {
      supports: this.supports.map(({ row, sign }) => ({
        suggestion_id: row.suggestion_id,
        user_id: row.user_id,
        sign,
      })),
      links,
      revenue: revenueChanges.map((raise) => ({ id: raise.id, cents: raise.revenueCents })),
      whole: [
        ...moves.flatMap((move) => [...move.supports]),
        ...[...this.watched].flatMap(([id, before]) =>
          before !== null && isLive(before) !== isLive(place(id)) ? [id] : [],
        ),
      ],
      features: [...this.features],
    });
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
        textsChanged: false,
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
from suggestions s where s.subdomain_id = ${this.sid} and ${isOneOf('s.id', ids)} order by s.id for no key update`.execute(
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

  private async lockAccounts(ids: readonly string[]): Promise<AccountRevenue[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<AccountRevenue>`
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
  private async revenueChanges(): Promise<RevenueChange[]> {
    const changed = (await this.lockAccounts([...this.accounts.keys()])).flatMap((after): RevenueChange[] => {
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
    const accounts = new Additions([
      'supported_ideas_count',
      'requests_count',
      'users_count',
      ...Object.values(ACCOUNT_BANDS),
    ]);
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
      for (const [person, sign] of [
        [before, -1],
        [after, 1],
      ] as const) {
        const band = satisfactionBand(person.satisfaction_score);
        if (person.account_id !== null && band !== null)
          accounts.add(person.account_id, ACCOUNT_BANDS[band], sign);
      }
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

  /** Locks in one statement, by id, everyone whose numbers change because of ideas that turn, and everyone else who is counted. */
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
        change.textsChanged ||
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
      texts_changed: change.textsChanged,
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
    if (changes.some(([, change]) => change.textsChanged))
      sets.push(
        sql`sentiment_due_at = case when d.texts_changed then clock_timestamp() else s.sentiment_due_at end`,
      );
    const columns = [
      ...used.map((name) => sql`${sql.ref(name)} bigint`),
      ...['supported_at', 'activity_at'].map((name) => sql`${sql.ref(name)} timestamptz`),
      ...['has_response', 'texts_changed', 'recompute', 'account_removed'].map(
        (name) => sql`${sql.ref(name)} boolean`,
      ),
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

/** People of an account by their latest rating. */
const ACCOUNT_BANDS = {
  promoter: 'promoters_count',
  neutral: 'neutrals_count',
  detractor: 'detractors_count',
} as const satisfies Record<NonNullable<ReturnType<typeof satisfactionBand>>, string>;

interface Person {
  id: string;
  account_id: string | null;
  satisfaction_score: number | null;
}

/** An account's revenue, as the database gives it. */
interface AccountRevenue {
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
interface RevenueChange {
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

/** Who gave feedback on ideas: they are held too, so that no one changes their account meanwhile. */
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

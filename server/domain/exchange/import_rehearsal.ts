import { peopleByLostKeys } from '../account/people/lost_keys.ts';
import { sql } from 'kysely';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import {
  noteCompany,
  ownId,
  type ImportAnswer,
  type ImportComment,
  type ImportIdea,
  type ImportPerson,
  type ImportRecord,
  type RefusedRow,
} from './import_records.ts';
import {
  emptyReport,
  FAST_PACE,
  mergeNotes,
  keysOf,
  personKey,
  repeatedVotesNotes,
  undatedAnswersNotes,
  rootAtSource,
  type ImportOptions,
  type ImportReport,
} from './import_report.ts';
import { planCustomers, reportCustomers } from './customers/accounts.ts';
import { CustomersOfFile, planPeople } from './customers/people.ts';
import { StatusMatch } from './import_statuses.ts';
import { CustomFieldColumns, storedIdeas, type StoredIdea } from './import_stored.ts';

/** Rows that one statement asks about. */
const BATCH = FAST_PACE.ideas;
/** States in which ideas can be merged, or be merged into. */
const MERGEABLE = new Set(['published', 'approved', 'pending', 'closed']);

/**
 * Says what an import of these records would do, by reading alone: nothing is written, and nothing is locked that
 * others want to change. The same rules as those of the statements that write, `import_load.ts`; tests hold the two together.
 */
export function rehearse(
  scope: Scope,
  records: AsyncIterable<ImportRecord>,
  options: ImportOptions,
): Promise<ImportReport> {
  return new Rehearsal(scope, options).run(records);
}

/** An idea of the files, or of the workspace. */
interface Known {
  /** null: the import would make it */
  id: string | null;
  state: string;
  /** what it was merged into here; null: it is not */
  merged_into: string | null;
}

class Rehearsal {
  private readonly db: Tx;
  private readonly sid: string;
  private readonly options: ImportOptions;
  private readonly report = emptyReport();
  private readonly customFields: CustomFieldColumns;
  private readonly ideas = new Map<string, Known>();
  /** key of a person -> id; null: the import would make them */
  private readonly people = new Map<string, string | null>();
  private readonly authors = new Set<string>();
  private names: Record<'forums' | 'statuses' | 'labels', Map<string, string | null>> | null = null;
  /** forum and name -> id */
  private readonly categories = new Map<string, string | null>();
  /** idea that is merged here -> where its votes go when nothing is known of the merge, so that it cannot be taken apart */
  private readonly votesGoTo = new Map<string, string>();
  /** idea that is merged here -> the one that it leads to in the end */
  private readonly rootOf = new Map<string, string>();
  private done = 0;

  constructor(scope: Scope, options: ImportOptions) {
    this.db = scope.db;
    this.sid = scope.viewer.subdomain_id;
    this.options = options;
    this.customFields = new CustomFieldColumns(this.sid);
  }

  async run(records: AsyncIterable<ImportRecord>): Promise<ImportReport> {
    const { report } = this;
    let ideas: ImportIdea[] = [];
    const comments: ImportComment[] = [];
    const answers: ImportAnswer[] = [];
    const parents = new Map<string, string>();
    const votes: {
      file: string;
      line: number;
      idea: string;
      person: string;
      at: number;
      supports: boolean;
      subscribes: boolean;
    }[] = [];
    const voters = new Map<string, ImportPerson>();
    const customers = new CustomersOfFile(this.sid);
    const statuses = await StatusMatch.of(this.db, this.sid, this.options.statuses ?? {});
    for await (const record of records) {
      if (this.options.signal?.aborted === true) {
        report.stopped = true;
        return report;
      }
      switch (record.kind) {
        case 'note':
          report.notes.push(record.text);
          break;
        case 'refused':
          this.refuse(record);
          this.step(1);
          break;
        case 'answer':
          record.status = statuses.nameOf(record.status, false);
          answers.push(record);
          break;
        case 'idea':
          record.status = statuses.nameOf(record.status, true);
          if (record.merged_into !== null) parents.set(record.external_id, record.merged_into);
          ideas.push(record);
          if (ideas.length >= BATCH) {
            await this.lookAtIdeas(ideas);
            ideas = [];
          }
          break;
        case 'comment':
          comments.push(record);
          break;
        case 'customer': {
          const reason = await customers.add(this.db, record);
          if (reason !== null) this.refuse({ ...record, kind: 'refused', reason });
          break;
        }
        case 'vote': {
          const person = personKey(record.person);
          if (!voters.has(person)) voters.set(person, record.person);
          noteCompany(voters.get(person)!, record.person.company);
          votes.push({
            file: record.file,
            line: record.line,
            idea: record.idea_external_id,
            person,
            at: record.created_at?.getTime() ?? Number.NaN,
            supports: record.supports,
            subscribes: this.options.subscribe !== false && record.subscribed !== false,
          });
        }
      }
    }
    await this.lookAtIdeas(ideas);
    await this.findIdeas([
      ...new Set([
        ...votes.map((vote) => vote.idea),
        ...comments.map((comment) => comment.idea_external_id),
        ...answers.map((answer) => answer.idea_external_id),
        ...parents.keys(),
        ...parents.values(),
      ]),
    ]);
    report.notes.push(...undatedAnswersNotes(answers));
    await this.lookAtAnswers(answers.filter((answer) => this.ideas.has(answer.idea_external_id)));
    await this.findPeople([...voters.values()]);
    await this.findLostMerges();
    await this.lookAtCustomers(customers);
    reportCustomers(await planCustomers(this.db, this.sid, [...voters.values()]), report);
    await this.lookAtVotes(votes);
    await this.lookAtComments(comments);
    await this.lookAtMerges(parents);
    report.statuses = statuses.all();
    report.authors = this.authors.size;
    report.voters = voters.size;
    report.people.created = [...this.people.values()].filter((id) => id === null).length;
    report.people.matched = new Set([...this.people.values()].filter((id) => id !== null)).size;
    return report;
  }

  private async lookAtCustomers(file: CustomersOfFile): Promise<void> {
    if (file.rows === 0) return;
    const { people, accounts, refused, notes } = await planPeople(this.db, this.sid, file.people);
    for (const row of refused) this.refuse(row);
    this.report.notes.push(...file.notes(), ...notes);
    for (const { id, isChanged, person } of people) {
      this.people.set(personKey(person), id);
      if (isChanged) this.report.people.updated += 1;
    }
    const plan = await planCustomers(
      this.db,
      this.sid,
      people.map(({ person }) => person),
      { companies: file.companies, accounts, isOfCustomers: true },
    );
    reportCustomers(plan, this.report);
    this.step(file.rows);
  }

  private step(records: number): void {
    this.done += records;
    this.options.onProgress?.(this.done);
  }

  private refuse(row: RefusedRow): void {
    this.report.refused += 1;
    this.options.onRefused(row);
  }

  private async lookAtIdeas(all: readonly ImportIdea[]): Promise<void> {
    if (all.length === 0) return;
    const { batch, values } = await this.customFields.read(this.db, all, (row) => this.refuse(row));
    await this.findPeople(batch.flatMap((idea) => (idea.author ? [idea.author] : [])));
    await this.nameAll(batch);
    const stored = new Map(
      (
        await storedIdeas(
          this.db,
          this.sid,
          batch.map((idea) => idea.external_id),
        )
      ).map((idea) => [idea.external_id, idea]),
    );
    batch.forEach((idea, at) => {
      const known = stored.get(idea.external_id);
      if (idea.author !== null) this.authors.add(personKey(idea.author));
      this.ideas.set(idea.external_id, {
        id: known?.id ?? null,
        state: known?.state ?? idea.state,
        merged_into: null,
      });
      if (known === undefined) this.report.ideas.created += 1;
      else if (this.differs(idea, values[at]!, known)) this.report.ideas.updated += 1;
      else this.report.ideas.unchanged += 1;
    });
    this.step(all.length);
  }

  /** Would the import make another idea of the one that is here? Labels that it adds are no change of their own. */
  private differs(
    idea: ImportIdea,
    customFields: Record<string, unknown>,
    { forum_id, values }: StoredIdea,
  ): boolean {
    const forum = this.names!.forums.get((idea.forum ?? this.options.forum).toLowerCase()) ?? null;
    const category =
      idea.category === null || forum !== forum_id
        ? values.category_id
        : (this.categories.get(`${forum} ${idea.category.toLowerCase()}`) ?? null);
    const author =
      idea.author === null ? values.creator_id : (this.people.get(personKey(idea.author)) ?? null);
    return (
      values.title !== idea.title ||
      values.body !== idea.body ||
      values.category_id !== category ||
      values.creator_id !== author ||
      Object.entries(customFields).some(([key, value]) => values.custom_fields[key] !== value) ||
      Object.entries(idea.values).some(([column, value]) => values[column] !== value)
    );
  }

  /** Notes the forums, categories, statuses and labels that are not there yet. */
  private async nameAll(batch: readonly ImportIdea[]): Promise<void> {
    await this.readNames();
    for (const idea of batch) {
      const forum = idea.forum ?? this.options.forum;
      this.name('forums', forum);
      if (idea.status !== null) this.name('statuses', idea.status);
      for (const label of idea.labels) this.name('labels', label);
      if (idea.category === null) continue;
      const key = `${this.names!.forums.get(forum.toLowerCase()) ?? forum.toLowerCase()} ${idea.category.toLowerCase()}`;
      if (this.categories.has(key)) continue;
      this.categories.set(key, null);
      this.report.categories_created += 1;
    }
  }

  private name(table: 'forums' | 'statuses' | 'labels', name: string): void {
    const names = this.names![table];
    if (names.has(name.toLowerCase())) return;
    names.set(name.toLowerCase(), null);
    this.report[`${table}_created`] += 1;
  }

  private async readNames(): Promise<void> {
    if (this.names !== null) return;
    const { rows } = await sql<{
      kind: 'forums' | 'statuses' | 'labels' | 'categories';
      key: string;
      id: string;
    }>`
select 'forums' as kind, lower(f.name) as key, f.id::text as id from forums f where f.subdomain_id = ${this.sid} and f.state <> 'deleted'
union all select 'statuses', lower(t.name), t.id::text from statuses t where t.subdomain_id = ${this.sid} and t.deleted_at is null
union all select 'labels', lower(l.full_name), l.id::text from labels l where l.subdomain_id = ${this.sid}
union all select 'categories', k.forum_id || ' ' || lower(k.name), k.id::text from categories k where k.subdomain_id = ${this.sid}`.execute(
      this.db,
    );
    const names = { forums: new Map(), statuses: new Map(), labels: new Map() };
    for (const { kind, key, id } of rows)
      if (kind === 'categories') this.categories.set(key, id);
      else names[kind].set(key, id);
    this.names = names;
  }

  /** Looks for people by address, else by guid; those not found would be made. */
  private async findPeople(named: readonly ImportPerson[]): Promise<void> {
    const missing = new Map<string, ImportPerson>();
    for (const person of named)
      if (!this.people.has(personKey(person))) missing.set(personKey(person), person);
    const all = [...missing.values()];
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      const { rows } = await sql<{ id: string; key: string }>`
select u.id::text as id, 'guid ' || u.guid as key from users u
where u.subdomain_id = ${this.sid} and u.guid = any(${batch.flatMap((person) => (person.guid === null ? [] : [person.guid]))}::text[])
union all
select u.id::text as id, 'mail ' || lower(u.email_address) as key from users u
where u.subdomain_id = ${this.sid} and lower(u.email_address) = any(${batch.flatMap((person) => (person.email_address === null ? [] : [person.email_address.toLowerCase()]))}::text[])`.execute(
        this.db,
      );
      const found = await peopleByLostKeys(this.db, this.sid, keysOf(batch));
      for (const { key, id } of rows) found.set(key, id);
      for (const person of batch) this.people.set(personKey(person), found.get(personKey(person)) ?? null);
    }
  }

  /** Looks for ideas that the files name and do not hold. */
  private async findIdeas(external_ids: readonly string[]): Promise<void> {
    const missing = external_ids.filter((external_id) => !this.ideas.has(external_id));
    const look = async (ids: readonly string[]): Promise<void> => {
      const { rows } = await sql<{
        external_id: string;
        id: string;
        state: string;
        merged_into: string | null;
      }>`
select s.external_id, s.id::text as id, s.state, case when s.state = 'merged' then s.merged_into_id::text end as merged_into
from suggestions s where s.subdomain_id = ${this.sid} and s.external_id = any(${[...ids]}::text[])`.execute(
        this.db,
      );
      for (const { external_id, ...idea } of rows) this.ideas.set(external_id, idea);
    };
    for (let start = 0; start < missing.length; start += BATCH)
      await look(missing.slice(start, start + BATCH));
    // those of the files that are merged here
    const merged = [...this.ideas].flatMap(([external_id, { state }]) =>
      state === 'merged' ? [external_id] : [],
    );
    for (let start = 0; start < merged.length; start += BATCH) await look(merged.slice(start, start + BATCH));
  }

  /** Finds the merges of which nothing is known, and where they lead. */
  private async findLostMerges(): Promise<void> {
    const steps = new Map<string, { winner: string; isKnown: boolean }>();
    const merged = [...this.ideas.values()].flatMap(({ id, state }) =>
      state === 'merged' && id !== null ? [id] : [],
    );
    for (let next = merged; next.length > 0;) {
      const { rows } = await sql<{ id: string; winner: string; isKnown: boolean }>`
select s.id::text as id, s.merged_into_id::text as winner, m.id is not null as "isKnown"
from suggestions s left join suggestion_merges m on m.subdomain_id = ${this.sid} and m.loser_id = s.id and m.reversed_at is null
where s.subdomain_id = ${this.sid} and s.id = any(${next}::bigint[]) and s.state = 'merged' and s.merged_into_id is not null`.execute(
        this.db,
      );
      for (const { id, ...step } of rows) steps.set(id, step);
      next = [...new Set(rows.map((row) => row.winner))].filter((id) => !steps.has(id));
    }
    for (const id of merged) {
      let root = id;
      let isKnown = true;
      for (let step = steps.get(root); step !== undefined; step = steps.get(root)) {
        isKnown &&= step.isKnown;
        root = step.winner;
      }
      this.rootOf.set(id, root);
      if (!isKnown) this.votesGoTo.set(id, root);
    }
  }

  /** The idea that gets the votes of one; null: it is not here yet. */
  private placeOf({ id }: Known): string | null {
    return id === null ? null : (this.votesGoTo.get(id) ?? id);
  }

  private async lookAtAnswers(answers: readonly ImportAnswer[]): Promise<void> {
    await this.readNames();
    const team = answers.some((answer) => answer.author?.email_address === null)
      ? await this.teamNames()
      : new Set<string>();
    for (const { status } of answers) if (status !== null) this.name('statuses', status);
    await this.findPeople(
      answers.flatMap(({ author }) =>
        author !== null && (author.email_address !== null || !team.has(author.name?.toLowerCase() ?? ''))
          ? [author]
          : [],
      ),
    );
    await this.compareTexts(
      'status_updates',
      answers.map(({ external_id, html, author, created_at }) => ({
        external_id,
        text: html,
        hasAuthor: author !== null,
        hasDate: created_at !== null,
      })),
      this.report.answers,
    );
  }

  private async teamNames(): Promise<Set<string>> {
    const { rows } = await sql<{ name: string }>`
select lower(u.name) as name from users u
where u.subdomain_id = ${this.sid} and u.license_type <> 'none' and u.name is not null group by lower(u.name) having count(*) = 1`.execute(
      this.db,
    );
    return new Set(rows.map((row) => row.name));
  }

  private async lookAtComments(all: readonly ImportComment[]): Promise<void> {
    const known = all.filter((comment) => {
      if (this.ideas.has(comment.idea_external_id)) return true;
      this.refuse({
        kind: 'refused',
        file: comment.file,
        line: comment.line,
        reason: `a comment on the unknown idea ${ownId(comment.idea_external_id)}`,
      });
      return false;
    });
    await this.findPeople(known.flatMap((comment) => (comment.author ? [comment.author] : [])));
    await this.compareTexts(
      'comments',
      known.map(({ external_id, body }) => ({ external_id, text: body })),
      this.report.comments,
    );
    this.step(all.length);
  }

  private async compareTexts(
    table: 'comments' | 'status_updates',
    all: readonly { external_id: string; text: string; hasAuthor?: boolean; hasDate?: boolean }[],
    count: { created: number; updated: number; unchanged: number },
  ): Promise<void> {
    const column = sql.ref(table === 'comments' ? 't.body' : 't.html_body');
    // an answer whose author or date an earlier file did not say gets them
    const lacks = sql.raw(
      table === 'comments'
        ? 'false as no_author, false as no_date'
        : 't.user_id is null as no_author, not t.is_dated as no_date',
    );
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      const { rows } = await sql<{
        external_id: string;
        text: string;
        no_author: boolean;
        no_date: boolean;
      }>`
select t.external_id, ${column} as text, ${lacks} from ${sql.table(table)} t
where t.subdomain_id = ${this.sid} and t.external_id = any(${batch.map((one) => one.external_id)}::text[])`.execute(
        this.db,
      );
      const stored = new Map(rows.map((row) => [row.external_id, row]));
      for (const { external_id, text, hasAuthor, hasDate } of batch) {
        const before = stored.get(external_id);
        const isMended =
          before !== undefined &&
          ((before.no_author && hasAuthor === true) || (before.no_date && hasDate === true));
        count[
          before === undefined ? 'created' : before.text === text && !isMended ? 'unchanged' : 'updated'
        ] += 1;
      }
    }
  }

  /** Of each person and idea the last vote counts; votes on ideas that are merged here count where these lead. */
  private async lookAtVotes(
    votes: readonly {
      file: string;
      line: number;
      idea: string;
      person: string;
      at: number;
      supports: boolean;
      subscribes: boolean;
    }[],
  ): Promise<void> {
    const last = new Map<string, (typeof votes)[number]>();
    const unknown: (typeof votes)[number][] = [];
    for (const vote of votes) {
      const idea = this.ideas.get(vote.idea);
      if (idea === undefined) {
        unknown.push(vote);
        continue;
      }
      const key = `${this.placeOf(idea) ?? vote.idea} ${this.people.get(vote.person) ?? vote.person}`;
      const before = last.get(key);
      if (before !== undefined) this.report.repeated_votes += 1;
      // an undated vote stands where it stands in the file
      if (before === undefined || !(before.at > vote.at)) last.set(key, vote);
    }
    for (const { file, line, idea } of unknown)
      this.refuse({ kind: 'refused', file, line, reason: `a vote on the unknown idea ${ownId(idea)}` });
    const { supporters } = this.report;
    const here: { idea: string; root: string; person: string; at: number; subscribes: boolean }[] = [];
    const subscribed = new Set<string>();
    for (const { idea, person, at, supports, subscribes } of last.values()) {
      if (!supports) continue;
      const known = this.ideas.get(idea)!;
      const id = this.people.get(person) ?? null;
      if (id === null) {
        supporters.created += 1;
        if (subscribes && person.startsWith('mail ')) subscribed.add(person);
        continue;
      }
      const place = this.placeOf(known) ?? '0';
      here.push({ idea: place, root: this.rootOf.get(place) ?? place, person: id, at, subscribes });
    }
    for (let start = 0; start < here.length; start += BATCH) {
      const batch = here.slice(start, start + BATCH);
      const { rows } = await sql<{ created: boolean; changed: boolean; subscriber: string | null }>`
select u.allowed_state <> 'blocked' and v.user_id is null and m.id is null as created,
  case when x.subscribes and u.email_address is not null and b.user_id is null and (r.user_id is not null or (u.allowed_state <> 'blocked' and v.user_id is null and m.id is null)) then u.id::text end as subscriber,
  coalesce(v.channel = 'import' and x.at is not null and v.created_at is distinct from x.at, false)
    and not exists (select 1 from suggestion_merges w where w.subdomain_id = ${this.sid} and w.winner_id = x.idea and w.reversed_at is null
      and w.moved -> 'supporters' @> jsonb_build_array(jsonb_build_object('key', x.person::text))) as changed
from unnest(${batch.map(({ idea }) => idea)}::bigint[], ${batch.map(({ person }) => person)}::bigint[], ${batch.map(({ at }) => (Number.isNaN(at) ? null : new Date(at).toISOString()))}::timestamptz[], ${batch.map(({ root }) => root)}::bigint[], ${batch.map(({ subscribes }) => subscribes)}::boolean[]) as x (idea, person, at, root, subscribes)
join users u on u.subdomain_id = ${this.sid} and u.id = x.person
left join supporters v on v.subdomain_id = ${this.sid} and v.suggestion_id = x.idea and v.user_id = x.person
left join supporters r on r.subdomain_id = ${this.sid} and r.suggestion_id = x.root and r.user_id = x.person
left join subscriptions b on b.subdomain_id = ${this.sid} and b.suggestion_id = x.root and b.user_id = x.person
left join suggestion_merges m on m.subdomain_id = ${this.sid} and m.loser_id = x.idea and m.reversed_at is null
  and m.moved -> 'supporters' @> jsonb_build_array(jsonb_build_object('key', x.person::text))`.execute(
        this.db,
      );
      for (const { created, changed, subscriber } of rows) {
        supporters[created ? 'created' : changed ? 'updated' : 'unchanged'] += 1;
        if (subscriber !== null) subscribed.add(subscriber);
      }
    }
    this.report.people_subscribed = subscribed.size;
    this.report.notes.push(...repeatedVotesNotes(this.report.repeated_votes));
    this.step(votes.length);
  }

  private async lookAtMerges(parents: ReadonlyMap<string, string>): Promise<void> {
    if (parents.size === 0) return;
    const ids = [...parents.keys()].flatMap((external_id) => this.ideas.get(external_id)?.id ?? []);
    const { rows } = await sql<{ id: string }>`
select distinct a.suggestion_id::text as id from activity_entries a
where a.subdomain_id = ${this.sid} and a.suggestion_id = any(${ids}::bigint[]) and a.kind = 'merge_created' and a.details ->> 'role' = 'loser'`.execute(
      this.db,
    );
    const before = new Set(rows.map((row) => row.id));
    let unknown = 0;
    let unfit = 0;
    for (const external_id of parents.keys()) {
      const child = this.ideas.get(external_id);
      if (child === undefined || child.merged_into !== null) continue;
      const { root, isCircle } = rootAtSource(parents, external_id);
      const winner = this.ideas.get(root);
      if (winner === undefined || isCircle) unknown += 1;
      else if (child.id !== null && before.has(child.id)) continue;
      else if (
        !MERGEABLE.has(child.state) ||
        !(MERGEABLE.has(winner.state) || winner.merged_into !== null) ||
        (winner.state === 'pending' && child.state !== 'pending')
      )
        unfit += 1;
      else this.report.merged += 1;
    }
    this.report.notes.push(...mergeNotes({ unknown, unfit }));
  }
}

import { peopleByLostKeys } from '../account/people/lost_keys.ts';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { mergeLimits } from '../../../contract/limits.ts';
import { ProductError } from '../../core/errors.ts';
import { noteHappening } from '../../core/happenings.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { recountSuggestions } from '../counters/recount.ts';
import { htmlToText } from '../../text/html.ts';
import { mergeAsAtSource } from '../merge/merge.ts';
import { giveImportedVotes, type Vote } from '../merge/vote_restore.ts';
import { seekDuplicatesTask } from '../merge/candidate_search.ts';
import { noteTexts } from '../ideas/content.ts';
import { searchVectorSql } from '../ideas/search.ts';
import { textFormOf } from '../intelligence/text_form.ts';
import { recordImportChanges, type UndoChange } from '../undo/undo.ts';
import { scheduleRecount, recountNow } from './import_counts.ts';
import {
  planCustomers,
  reportCustomers,
  writeCustomers,
  type CustomerOptions,
} from './customers/accounts.ts';
import { CustomersOfFile, planPeople, writePeople } from './customers/people.ts';
import { rehearse } from './import_rehearsal.ts';
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
  type ImportPace,
  type ImportReport,
} from './import_report.ts';
import { newStatus, StatusMatch } from './import_statuses.ts';
import { CustomFieldColumns, storedIdeas, type StoredIdea } from './import_stored.ts';
import { valueParts } from './import_values.ts';
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

/** So often a merge is begun while others change comments of its ideas, and the wait before the second try; later ones are longer. */
const MERGE_TRIES = 5;
const MERGE_WAIT_MS = 100;
/** Ideas that were read and wait for their turn hold at most so many characters: while they are written, the votes behind them are read. */
const AHEAD_CHARACTERS = 16_000_000;

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Loads the records of a source. Each batch is one transaction with the counters of its ideas, so that whatever
 * ends the import leaves whole records; running it again continues, since each record is found by
 * its external id. The counts of forums and the like are written last; each batch leaves a job behind that does
 * it when the end never comes. A dry run reads alone (`import_rehearsal.ts`).
 */
export async function loadImport(
  scope: Scope,
  records: AsyncIterable<ImportRecord>,
  options: ImportOptions,
): Promise<ImportReport> {
  if (options.dryRun) return rehearse(scope, records, options);
  const write: Write = (work) =>
    scope.write(async (tx) => {
      const result = await work(tx);
      await scheduleRecount(tx, scope);
      return result;
    });
  const finish = (): Promise<void> =>
    scope.write(async (tx) => {
      await recountNow(tx, scope);
      // ideas that wait for the search for duplicates are found by its schedule too, where no worker hears of this
      const { subdomain_id } = scope.viewer;
      await scope.services.tasks.enqueue(
        tx,
        seekDuplicatesTask.name,
        { subdomain_id },
        { key: `seek_doubles ${subdomain_id}` },
      );
    });
  return new Loader(scope, options, write, finish).run(records);
}

/** A vote that counts. */
interface VoteRow {
  /** id of the idea */
  idea: string;
  /** place in the list of people */
  person: number;
  /** NaN: undated */
  atMs: number;
  /** whether they get email about it */
  subscribes: boolean;
}

interface Votes {
  file: string;
  line: number[];
  idea: number[];
  person: number[];
  atMs: number[];
  supports: boolean[];
  subscribes: boolean[];
}

/** Work that runs beside other work, so much of it at once. */
class WorkerPool {
  private readonly width: number;
  private readonly running = new Set<Promise<void>>();
  private failure: { error: unknown } | null = null;

  constructor(width: number) {
    this.width = width;
  }

  /** Begins work as soon as a lane is free, and does not wait for its end. @throws what earlier work failed with */
  async begin(work: () => Promise<void>): Promise<void> {
    while (this.running.size >= this.width) await Promise.race(this.running);
    this.check();
    const run = work()
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Waits for what is under way. @throws what any of it failed with */
  async end(): Promise<void> {
    await this.settle();
    this.check();
  }

  private check(): void {
    if (this.failure) throw this.failure.error;
  }
}

/** Batches of ideas on their way into the database, one behind the other. */
class IdeaQueue {
  private readonly load: (batch: ImportIdea[]) => Promise<void>;
  private readonly waiting: { characters: number; done: Promise<void> }[] = [];
  private last: Promise<void> = Promise.resolve();
  private failure: { error: unknown } | null = null;
  private characters = 0;

  constructor(load: (batch: ImportIdea[]) => Promise<void>) {
    this.load = load;
  }

  /** Queues a batch; waits only while too much stands in the queue. @throws what an earlier batch failed with */
  async add(batch: ImportIdea[]): Promise<void> {
    if (this.failure) throw this.failure.error;
    const characters = batch.reduce((sum, idea) => sum + idea.title.length + (idea.body?.length ?? 0), 0);
    this.last = this.last.then(() => this.load(batch));
    this.last.catch((error: unknown) => {
      this.failure ??= { error };
    });
    this.waiting.push({ characters, done: this.last });
    this.characters += characters;
    while (this.characters > AHEAD_CHARACTERS) {
      const first = this.waiting.shift()!;
      await first.done;
      this.characters -= first.characters;
    }
  }

  /** Waits for all of it, however it ends. */
  async settle(): Promise<void> {
    await this.last.catch(() => undefined);
  }

  /** Waits for all of it. @throws what a batch failed with */
  async end(): Promise<void> {
    await this.last;
  }
}

class Loader {
  private readonly scope: Scope;
  private readonly options: ImportOptions;
  private readonly write: Write;
  private readonly finish: () => Promise<void>;
  private readonly sid: string;
  private readonly report: ImportReport;
  private readonly people = new Map<string, string>();
  /** someone goes by two keys, as their profiles were merged */
  private hasTwoNames = false;
  private readonly newPeople = new Set<string>();
  private readonly ideaIds = new Map<string, string>();
  /** ids of ideas that were there before */
  private readonly before = new Set<string>();
  /** merged idea -> the idea that it was merged into, and what is known of the merge; null: nothing, so it cannot be taken apart */
  private readonly merged = new Map<string, { into: string; merge_id: string | null }>();
  private readonly authors = new Set<string>();
  private readonly subscribed = new Set<string>();
  private readonly names: Record<'forums' | 'statuses' | 'labels', Map<string, string>> = {
    forums: new Map(),
    statuses: new Map(),
    labels: new Map(),
  };
  private readonly categories = new Map<string, string>();
  private readonly lanes: WorkerPool;
  private readonly queue = new IdeaQueue((batch) => this.loadIdeas(batch));
  private isOver = false;
  private readonly customFields: CustomFieldColumns;
  private readonly pace: ImportPace;
  private readonly importId: string | null;
  private done = 0;
  private written = 0;
  private analyseAt = 500;

  /**
   * @param write one transaction
   * @param finish counts what is stored per forum and the like, once all rows are there
   */
  constructor(scope: Scope, options: ImportOptions, write: Write, finish: () => Promise<void>) {
    this.scope = scope;
    this.options = options;
    this.write = write;
    this.finish = finish;
    this.pace = options.pace ?? FAST_PACE;
    this.importId = options.import_id ?? null;
    this.lanes = new WorkerPool(this.pace.lanes);
    this.sid = scope.viewer.subdomain_id;
    this.customFields = new CustomFieldColumns(this.sid);
    this.report = emptyReport();
  }

  async run(records: AsyncIterable<ImportRecord>): Promise<ImportReport> {
    try {
      return await this.load(records);
    } finally {
      // after a failure too: nothing is written behind the back of who hears of it
      this.isOver = true;
      await this.queue.settle();
      await this.lanes.settle();
    }
  }

  private async load(records: AsyncIterable<ImportRecord>): Promise<ImportReport> {
    let ideas: ImportIdea[] = [];
    let comments: ImportComment[] = [];
    let answers: ImportAnswer[] = [];
    /** idea -> idea into which the source merged it */
    const parents = new Map<string, string>();
    const votes: Votes = { file: '', line: [], idea: [], person: [], atMs: [], supports: [], subscribes: [] };
    // votes hold places in these lists: a million votes then cost tens of megabytes, not hundreds
    const voteIdeas: string[] = [];
    const voteIdeaPlaces = new Map<string, number>();
    const votePeople: ImportPerson[] = [];
    const votePersonPlaces = new Map<string, number>();
    const customers = new CustomersOfFile(this.sid);
    const statuses = await StatusMatch.of(this.scope.db, this.sid, this.options.statuses ?? {});
    for await (const record of records) {
      if (this.isStopped()) break;
      switch (record.kind) {
        case 'note':
          this.report.notes.push(record.text);
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
          if (ideas.length >= this.pace.ideas) {
            await this.queue.add(ideas);
            ideas = [];
          }
          break;
        case 'comment':
          comments.push(record);
          break;
        case 'customer': {
          const reason = await customers.add(this.scope.db, record);
          if (reason !== null) this.refuse({ ...record, kind: 'refused', reason });
          break;
        }
        case 'vote': {
          const idea = placeOf(
            voteIdeaPlaces,
            voteIdeas,
            record.idea_external_id,
            () => record.idea_external_id,
          );
          const person = placeOf(votePersonPlaces, votePeople, personKey(record.person), () => record.person);
          noteCompany(votePeople[person]!, record.person.company);
          votes.file = record.file;
          votes.line.push(record.line);
          votes.idea.push(idea);
          votes.person.push(person);
          votes.atMs.push(record.created_at?.getTime() ?? Number.NaN);
          votes.supports.push(record.supports);
          votes.subscribes.push(this.options.subscribe !== false && record.subscribed !== false);
        }
      }
    }
    if (ideas.length > 0) await this.queue.add(ideas);
    await this.queue.end();
    await this.lanes.end();
    await this.findIdeas([
      ...new Set([
        ...voteIdeas,
        ...comments.map((comment) => comment.idea_external_id),
        ...answers.map((answer) => answer.idea_external_id),
        ...parents.keys(),
        ...parents.values(),
      ]),
    ]);
    await this.findMerged();
    this.report.notes.push(...undatedAnswersNotes(answers));
    await this.loadAnswers(answers);
    answers = [];
    await this.loadCustomerFile(customers);
    await this.loadCustomers(votePeople);
    await this.loadVotes(votes, voteIdeas, votePeople);
    for (let start = 0; start < comments.length && !this.isStopped(); start += this.pace.ideas)
      await this.loadComments(comments.slice(start, start + this.pace.ideas));
    comments = [];
    // last, when each idea has all that it brings
    await this.mergeIdeas(parents);
    await this.finish();
    this.report.statuses = statuses.all();
    this.report.authors = this.authors.size;
    this.report.voters = votePeople.length;
    this.report.people_subscribed = this.subscribed.size;
    this.report.people.created = this.newPeople.size;
    this.report.people.matched = new Set(this.people.values()).size - this.newPeople.size;
    return this.report;
  }

  private isStopped(): boolean {
    this.report.stopped ||= this.options.signal?.aborted === true;
    return this.report.stopped;
  }

  private step(records: number): void {
    this.done += records;
    this.options.onProgress?.(this.done);
  }

  /** Fresh statistics as the tables grow tenfold (docs/decisions/0005). */
  private async analyse(tx: Tx, written: number): Promise<void> {
    this.written += written;
    if (this.written < this.analyseAt) return;
    this.analyseAt = this.written * 10;
    for (const table of [
      'users',
      'suggestions',
      'suggestion_contents',
      'supporters',
      'comments',
      'activity_entries',
    ])
      await sql`analyze ${sql.raw(table)}`.execute(tx);
  }

  /**
   * A batch with which the statistics fall due is written alone: a lane beside it would plan without them, since
   * they are seen when it has committed, and counting again by such a plan took 17 s for what takes 100 ms.
   */
  private async beginLane(rows: number, work: () => Promise<void>): Promise<void> {
    const isDue = this.written + rows >= this.analyseAt;
    if (isDue) await this.lanes.end();
    await this.lanes.begin(work);
    if (isDue) await this.lanes.end();
  }

  /** Writes down, in the transaction that changed it, what the undo of the whole import needs. */
  private async remember(tx: Tx, changes: readonly UndoChange[]): Promise<void> {
    if (this.importId === null || changes.length === 0) return;
    await recordImportChanges(tx, this.scope, this.importId, changes);
  }

  private refuse(row: RefusedRow): void {
    this.report.refused += 1;
    this.options.onRefused(row);
  }

  /** Makes what ideas name, then has them written beside other batches. */
  private async loadIdeas(all: ImportIdea[]): Promise<void> {
    if (this.isOver || this.isStopped()) return;
    const { batch, values } = await this.write(async (tx) => {
      const read = await this.customFields.read(tx, all, (row) => this.refuse(row));
      const { batch } = read;
      await this.resolvePeople(
        tx,
        batch.flatMap((idea) => (idea.author ? [idea.author] : [])),
      );
      await this.resolveNames(
        tx,
        'forums',
        batch.map((idea) => idea.forum ?? this.options.forum),
      );
      await this.resolveNames(
        tx,
        'statuses',
        batch.flatMap((idea) => (idea.status === null ? [] : [idea.status])),
      );
      await this.resolveNames(
        tx,
        'labels',
        batch.flatMap((idea) => idea.labels),
      );
      await this.resolveCategories(tx, batch);
      return read;
    });
    await this.beginLane(batch.length, () => this.writeIdeas(all.length, batch, values));
  }

  private async writeIdeas(read: number, batch: ImportIdea[], fields: readonly object[]): Promise<void> {
    if (batch.length > 0)
      await this.write(async (tx) => {
        const rows = batch.map((idea) => {
          const forum_id = this.names.forums.get((idea.forum ?? this.options.forum).toLowerCase())!;
          const author = idea.author === null ? null : this.people.get(personKey(idea.author))!;
          if (author !== null) this.authors.add(author);
          return {
            idea,
            forum_id,
            category_id:
              idea.category === null
                ? null
                : this.categories.get(`${forum_id} ${idea.category.toLowerCase()}`)!,
            status_id: idea.status === null ? null : this.names.statuses.get(idea.status.toLowerCase())!,
            author,
            labels: this.labelsOf(idea).length,
          };
        });
        const now = this.scope.now();
        const values = valueParts('suggestions', 's', batch);
        const external_ids = batch.map((idea) => idea.external_id);
        const earlier = this.importId === null ? [] : await storedIdeas(tx, this.sid, external_ids, true);
        const written = await sql<{ id: string; external_id: string; created: boolean }>`
insert into suggestions as s (subdomain_id, external_id, title, forum_id, category_id, status_id, creator_id, state, labels_count${values.columns}, channel, is_dated, created_at, updated_at, last_activity_at, import_id)
select ${this.sid}::bigint, x.external_id, x.title, x.forum_id, x.category_id, x.status_id, x.creator_id, x.state, x.labels_count${values.read}, 'import', x.created_at is not null, coalesce(x.created_at, ${now}::timestamptz), ${now}::timestamptz, coalesce(x.created_at, ${now}::timestamptz), ${this.importId}::bigint
from unnest(${rows.map((row) => row.idea.external_id)}::text[], ${rows.map((row) => row.idea.title)}::text[], ${rows.map((row) => row.forum_id)}::bigint[],
  ${rows.map((row) => row.category_id)}::bigint[], ${rows.map((row) => row.status_id)}::bigint[], ${rows.map((row) => row.author)}::bigint[],
  ${rows.map((row) => row.idea.state)}::text[], ${rows.map((row) => row.labels)}::int[], ${rows.map((row) => row.idea.created_at?.toISOString() ?? null)}::timestamptz[]${values.lists})
  as x (external_id, title, forum_id, category_id, status_id, creator_id, state, labels_count, created_at${values.columns})
on conflict (subdomain_id, external_id) do update
  set title = excluded.title, category_id = case when s.forum_id = excluded.forum_id then coalesce(excluded.category_id, s.category_id) else s.category_id end,
    creator_id = coalesce(excluded.creator_id, s.creator_id), updated_at = excluded.updated_at${values.set}
  -- an idea that the team moved to another forum keeps its category there
  where (s.title, s.creator_id, s.category_id) is distinct from (excluded.title, coalesce(excluded.creator_id, s.creator_id),
    case when s.forum_id = excluded.forum_id then coalesce(excluded.category_id, s.category_id) else s.category_id end)${values.differs}
returning s.id::text as id, s.external_id, (xmax = 0) as created`.execute(tx);
        for (const row of written.rows) {
          this.ideaIds.set(row.external_id, row.id);
          if (!row.created) this.before.add(row.id);
        }
        const created = written.rows.filter((row) => row.created);
        await this.findIdeas(external_ids, tx);
        const changedContents = await this.writeContents(tx, batch, fields);
        const updated = new Set([
          ...written.rows.filter((row) => !row.created).map((row) => row.id),
          ...changedContents,
        ]);
        for (const row of created) updated.delete(row.id);
        // new ideas have theirs to come anyway
        await noteTexts(tx, this.sid, [...updated]);
        this.report.ideas.created += created.length;
        this.report.ideas.updated += updated.size;
        this.report.ideas.unchanged += batch.length - created.length - updated.size;
        const labels = await this.writeLabels(tx, batch, new Set(created.map((row) => row.id)));
        if (this.importId !== null && updated.size + labels.length > 0)
          await this.remember(tx, [
            ...changesOf(
              earlier.filter(({ id }) => updated.has(id)),
              await storedIdeas(tx, this.sid, external_ids),
            ),
            ...labels.map(([id, label_id]): UndoChange => ({
              table: 'suggestion_labels',
              id,
              before: {},
              after: { label_id },
            })),
          ]);
        const { rows: entries } = await sql<{ id: string }>`
insert into activity_entries as e (subdomain_id, suggestion_id, kind, user_id, created_at)
select ${this.sid}::bigint, s.id, 'suggestion_created', s.creator_id, s.created_at
from suggestions s where s.subdomain_id = ${this.sid} and s.id = any(${created.map((row) => row.id)}::bigint[])
returning e.id::text as id`.execute(tx);
        noteHappening(
          tx,
          'suggestion_created',
          entries.map(({ id }) => id),
        );
        await this.analyse(tx, created.length);
      });
    this.step(read);
  }

  /** Ids of an idea's labels, each once: names that differ in case alone are one label. */
  private labelsOf(idea: ImportIdea): string[] {
    return [...new Set(idea.labels.map((label) => this.names.labels.get(label.toLowerCase())!))];
  }

  /** @returns ids whose text changed */
  private async writeContents(
    tx: Tx,
    batch: readonly ImportIdea[],
    fields: readonly object[],
  ): Promise<string[]> {
    const values = valueParts('suggestion_contents', 'c', batch);
    const vector = sql.raw(searchVectorSql('x.title', 'x.words'));
    const words = batch.map((idea) =>
      idea.body !== null && idea.body_mime_type === 'text/html' ? htmlToText(idea.body) : idea.body,
    );
    const result = await sql<{ id: string }>`
insert into suggestion_contents as c (subdomain_id, suggestion_id, body, body_mime_type, custom_fields${values.columns}, search, search_form)
select ${this.sid}::bigint, x.id, x.body, x.mime, x.custom_fields${values.read}, ${vector}, x.search_form
from unnest(${batch.map((idea) => this.ideaIds.get(idea.external_id)!)}::bigint[], ${batch.map((idea) => idea.title)}::text[],
  ${batch.map((idea) => idea.body)}::text[], ${fields.map((own) => JSON.stringify(own))}::jsonb[],
  ${batch.map((idea, at) => textFormOf(idea.title, words[at]!))}::bytea[], ${words}::text[], ${batch.map((idea) => idea.body_mime_type)}::text[]${values.lists})
  as x (id, title, body, custom_fields, search_form, words, mime${values.columns})
on conflict (subdomain_id, suggestion_id) do update
  set body = excluded.body, body_mime_type = excluded.body_mime_type, custom_fields = c.custom_fields || excluded.custom_fields, search = excluded.search, search_form = excluded.search_form${values.set}
  where c.body is distinct from excluded.body or c.search is distinct from excluded.search or not c.custom_fields @> excluded.custom_fields${values.differs}
returning c.suggestion_id::text as id`.execute(tx);
    const changed = result.rows.map((row) => row.id);
    // each idea whose texts are new or changed is looked at for duplicates, in the background
    if (changed.length > 0)
      await sql`
insert into duplicate_searches (subdomain_id, suggestion_id) select ${this.sid}::bigint, x.id from unnest(${changed}::bigint[]) as x (id) order by x.id on conflict do nothing`.execute(
        tx,
      );
    return changed;
  }

  /**
   * @param created ids of ideas that came with the number of their labels
   * @returns labels that ideas got which were here before
   */
  private async writeLabels(
    tx: Tx,
    batch: ImportIdea[],
    created: ReadonlySet<string>,
  ): Promise<(readonly [idea: string, label: string])[]> {
    const pairs = batch.flatMap((idea) =>
      this.labelsOf(idea).map((label) => [this.ideaIds.get(idea.external_id)!, label] as const),
    );
    if (pairs.length === 0) return [];
    const { rows: put } = await sql<{ idea: string; label: string }>`
insert into suggestion_labels as k (subdomain_id, suggestion_id, label_id)
select ${this.sid}::bigint, x.suggestion_id, x.label_id from unnest(${pairs.map(([idea]) => idea)}::bigint[], ${pairs.map(([, label]) => label)}::bigint[]) as x (suggestion_id, label_id)
on conflict do nothing
returning k.suggestion_id::text as idea, k.label_id::text as label`.execute(tx);
    const known = [...new Set(pairs.map(([idea]) => idea))].filter((idea) => !created.has(idea));
    if (known.length === 0) return [];
    // ideas that get votes or comments are counted with those; the others would never be
    await sql`
update suggestions s set labels_count = l.n
from (select k.suggestion_id, count(*)::int as n from suggestion_labels k
  where k.subdomain_id = ${this.sid} and k.suggestion_id = any(${known}::bigint[]) group by k.suggestion_id) l
where s.subdomain_id = ${this.sid} and s.id = l.suggestion_id and s.labels_count is distinct from l.n`.execute(
      tx,
    );
    return put.flatMap(({ idea, label }) => (created.has(idea) ? [] : [[idea, label] as const]));
  }

  private async loadVotes(votes: Votes, ideas: string[], people: ImportPerson[]): Promise<void> {
    const count = votes.idea.length;
    if (count === 0 || this.isStopped()) return;
    const ids = ideas.map((external_id) => {
      const id = this.ideaIds.get(external_id) ?? null;
      // of a merge that nothing is known of, all that is said goes where it leads
      return id === null || this.isKnownMerge(id) ? id : this.rootOf(id);
    });
    // votes on ideas that were merged into one are votes on one
    const firstOf = new Map<string, number>();
    const places = ids.map((id, at) => (id === null ? at : placeOfId(firstOf, id, at)));
    if (places.some((place, at) => place !== at))
      for (let i = 0; i < count; i += 1) votes.idea[i] = places[votes.idea[i]!]!;
    // in order of idea, person, time: the last of each pair is the vote that counts
    const order = new Uint32Array(count).map((_, index) => index);
    order.sort(
      (a, b) =>
        votes.idea[a]! - votes.idea[b]! ||
        votes.person[a]! - votes.person[b]! ||
        votes.atMs[a]! - votes.atMs[b]! ||
        0 ||
        a - b,
    );
    let batch: VoteRow[] = [];
    let told = 0;
    const load = async (rows: VoteRow[], records: number): Promise<void> => {
      await this.knowPeople(rows, people);
      await this.beginLane(rows.length, async () => {
        if (rows.length > 0) await this.loadSupporters(rows, people);
        this.step(records);
      });
    };
    const unknown: number[] = [];
    for (let i = 0; i < count && !this.isStopped(); i += 1) {
      const at = order[i]!;
      const next = i + 1 < count ? order[i + 1]! : -1;
      const idea = ids[votes.idea[at]!]!;
      if (idea === null) {
        unknown.push(at);
        continue;
      }
      if (next >= 0 && votes.idea[next] === votes.idea[at] && votes.person[next] === votes.person[at]) {
        this.report.repeated_votes += 1;
        continue;
      }
      if (votes.supports[at])
        batch.push({
          idea,
          person: votes.person[at]!,
          atMs: votes.atMs[at]!,
          subscribes: votes.subscribes[at]!,
        });
      // an idea is never cut in two: its counters are written with its last supporter
      const ideaEnds = next < 0 || votes.idea[next] !== votes.idea[at];
      if (ideaEnds && (batch.length >= this.pace.votes || next < 0)) {
        await load(batch, i + 1 - told);
        batch = [];
        told = i + 1;
      }
    }
    if (!this.isStopped()) await load(batch, count - told);
    await this.lanes.end();
    if (this.isStopped()) return;
    for (const at of unknown.sort((a, b) => a - b))
      this.refuse({
        kind: 'refused',
        file: votes.file,
        line: votes.line[at]!,
        reason: `a vote on the unknown idea ${ownId(ideas[votes.idea[at]!]!)}`,
      });
    // people who only voted against are known all the same
    await this.write((tx) => this.resolvePeople(tx, people));
    this.report.notes.push(...repeatedVotesNotes(this.report.repeated_votes));
  }

  /** Makes and changes the people of a file of people and accounts, then their accounts. */
  private async loadCustomerFile(file: CustomersOfFile): Promise<void> {
    if (file.rows === 0) return;
    const { people, accounts, refused, notes } = await this.write((tx) =>
      planPeople(tx, this.sid, file.people),
    );
    for (const row of refused) this.refuse(row);
    this.report.notes.push(...file.notes(), ...notes);
    // people are half of the work, their accounts the other
    const half = Math.floor(file.rows / 2);
    const begun = this.done;
    const stepTo = (done: number): void => this.step(begun + Math.floor(done) - this.done);
    for (const { id, person } of people) if (id !== null) this.people.set(personKey(person), id);
    const { ideas: size } = this.pace;
    for (let start = 0; start < people.length && !this.isStopped(); start += size) {
      const batch = people.slice(start, start + size);
      const open = batch.filter(({ id, isChanged }) => id === null || isChanged);
      if (open.length > 0)
        await this.write(async (tx) => {
          await this.resolvePeople(
            tx,
            open.map(({ person }) => person),
          );
          const known = open.map((one) => ({ ...one, id: this.people.get(personKey(one.person))! }));
          await this.remember(tx, await writePeople(tx, this.scope, known, this.newPeople));
        });
      this.report.people.updated += open.filter(({ id }) => id !== null).length;
      stepTo((start / people.length) * half);
    }
    await this.loadCustomers(
      people.map(({ person }) => person),
      {
        companies: file.companies,
        accounts,
        isOfCustomers: true,
        onWritten: (done, all) => stepTo(half + (done / all) * (file.rows - half)),
      },
    );
    if (!this.isStopped()) stepTo(file.rows);
  }

  /** Makes and changes the accounts that people belong to, and gives them to those who have none. */
  private async loadCustomers(
    people: readonly ImportPerson[],
    { onWritten, ...options }: CustomerOptions & { onWritten?: (done: number, all: number) => void } = {},
  ): Promise<void> {
    if (!people.some(({ company }) => company) && !options.companies?.length) return;
    const plan = await this.write((tx) => planCustomers(tx, this.sid, people, options));
    reportCustomers(plan, this.report);
    const { ideas: size } = this.pace;
    for (let start = 0; start < plan.joins.length && !this.isStopped(); start += size)
      await this.write((tx) =>
        this.resolvePeople(
          tx,
          plan.joins.slice(start, start + size).map(({ person }) => person),
        ),
      );
    await writeCustomers(plan, {
      scope: this.scope,
      write: this.write,
      personId: (person) => this.people.get(personKey(person))!,
      remember: (tx, changes) => this.remember(tx, changes),
      size,
      isStopped: () => this.isStopped(),
      ...(onWritten === undefined ? {} : { onWritten }),
    });
  }

  /** Makes the people of votes that are not known yet: in a transaction of its own, since those beside it may name them too. */
  private async knowPeople(batch: readonly VoteRow[], people: readonly ImportPerson[]): Promise<void> {
    const missing = [...new Set(batch.map((row) => row.person))]
      .map((place) => people[place]!)
      .filter((person) => !this.people.has(personKey(person)));
    if (missing.length > 0) await this.write((tx) => this.resolvePeople(tx, missing));
  }

  /** Was the idea merged, and all that it leads to, so that it can be taken apart? */
  private isKnownMerge(id: string): boolean {
    let step = this.merged.get(id);
    if (step === undefined) return false;
    for (; step !== undefined; step = this.merged.get(step.into)) if (step.merge_id === null) return false;
    return true;
  }

  /**
   * Votes on ideas that are merged here count on the idea that stays, and come apart with the merge; those that the
   * merge took along are there already.
   */
  private async loadMergedVotes(all: readonly VoteRow[], people: readonly ImportPerson[]): Promise<void> {
    await this.write(async (tx) => {
      const ideas = [...new Set(all.map((row) => row.idea))];
      const { rows: moved } = await sql<{ idea: string; person: string }>`
select m.loser_id::text as idea, e.value ->> 'key' as person from suggestion_merges m cross join lateral jsonb_array_elements(m.moved -> 'supporters') e
where m.subdomain_id = ${this.sid} and m.loser_id = any(${ideas}::bigint[]) and m.reversed_at is null`.execute(
        tx,
      );
      const users = all.map((row) => this.people.get(personKey(people[row.person]!))!);
      const { rows: blocked } = await sql<{ id: string }>`
select u.id::text as id from users u where u.subdomain_id = ${this.sid} and u.id = any(${[...new Set(users)]}::bigint[]) and u.allowed_state = 'blocked'`.execute(
        tx,
      );
      const left = new Set(moved.map((row) => `${row.idea} ${row.person}`));
      const kept = new Set(blocked.map((row) => row.id));
      const fresh = all.flatMap(({ idea, atMs }, at): Vote[] => {
        const user_id = users[at]!;
        if (left.has(`${idea} ${user_id}`) || kept.has(user_id)) return [];
        // exact to the microsecond, as merges keep times
        return [
          {
            suggestion_id: idea,
            user_id,
            votes: 1,
            importance_response_id: null,
            channel: 'import',
            created_at: Number.isNaN(atMs) ? null : `${new Date(atMs).toISOString().slice(0, -1)}000Z`,
          },
        ];
      });
      this.report.supporters.unchanged += all.length - fresh.length;
      this.report.supporters.created += fresh.length;
      if (fresh.length > 0) {
        await giveImportedVotes(this.scope, tx, fresh);
        await recountSuggestions(tx, this.sid, [
          ...new Set(fresh.map((vote) => this.rootOf(vote.suggestion_id))),
        ]);
      }
      await this.subscribe(tx, all, users);
    });
  }

  /** Of people who go by two addresses since they were merged, the latest vote on an idea counts. */
  private onePerPerson(rows: readonly VoteRow[], people: readonly ImportPerson[]): readonly VoteRow[] {
    if (!this.hasTwoNames) return rows;
    const last = new Map<string, VoteRow>();
    for (const row of rows) {
      const key = `${row.idea} ${this.people.get(personKey(people[row.person]!))}`;
      const before = last.get(key);
      if (before !== undefined) this.report.repeated_votes += 1;
      if (before === undefined || !(before.atMs > row.atMs)) last.set(key, row);
    }
    return [...last.values()];
  }

  private async loadSupporters(given: readonly VoteRow[], people: readonly ImportPerson[]): Promise<void> {
    const all = this.onePerPerson(given, people);
    const isMerged = this.merged.size > 0 ? all.map((row) => this.merged.has(row.idea)) : [];
    const merged = all.filter((_, at) => isMerged[at] === true);
    const batch = merged.length === 0 ? all : all.filter((_, at) => isMerged[at] !== true);
    if (merged.length > 0) await this.loadMergedVotes(merged, people);
    if (batch.length > 0)
      await this.write(async (tx) => {
        const ids = new Map<number, string>();
        for (const { person } of batch)
          if (!ids.has(person)) ids.set(person, this.people.get(personKey(people[person]!))!);
        const users = batch.map((row) => ids.get(row.person)!);
        const earlier = await this.votesBefore(
          tx,
          batch.map((row) => row.idea),
          users,
        );
        const result = await sql<{ idea: string; person: string; at: string | null; created: boolean }>`
insert into supporters as s (subdomain_id, suggestion_id, user_id, channel, created_at, import_id)
select ${this.sid}::bigint, x.suggestion_id, x.user_id, 'import', x.created_at, ${this.importId}::bigint
from unnest(${batch.map((row) => row.idea)}::bigint[], ${users}::bigint[], ${batch.map((row) => (Number.isNaN(row.atMs) ? null : new Date(row.atMs).toISOString()))}::timestamptz[]) as x (suggestion_id, user_id, created_at)
-- a block takes votes away, so none comes in behind it
join users u on u.subdomain_id = ${this.sid} and u.id = x.user_id and u.allowed_state <> 'blocked'
on conflict (subdomain_id, suggestion_id, user_id) do update set created_at = excluded.created_at
  where s.channel = 'import' and excluded.created_at is not null and s.created_at is distinct from excluded.created_at
    -- a vote that is that of merged ideas too has the earliest date of them
    and not exists (select 1 from suggestion_merges m where m.subdomain_id = ${this.sid} and m.winner_id = s.suggestion_id and m.reversed_at is null
      and m.moved -> 'supporters' @> jsonb_build_array(jsonb_build_object('key', s.user_id::text)))
returning s.suggestion_id::text as idea, s.user_id::text as person, s.created_at::text as at, (xmax = 0) as created`.execute(
          tx,
        );
        await this.remember(
          tx,
          result.rows.flatMap(({ idea, person, at, created: isNew }): UndoChange[] =>
            isNew
              ? []
              : [
                  {
                    table: 'supporters',
                    id: idea,
                    before: { user_id: person, created_at: earlier.get(`${idea} ${person}`) ?? null },
                    after: { created_at: at },
                  },
                ],
          ),
        );
        const created = result.rows.filter((row) => row.created).length;
        this.report.supporters.created += created;
        this.report.supporters.updated += result.rows.length - created;
        this.report.supporters.unchanged += batch.length - result.rows.length;
        await this.subscribe(tx, batch, users);
        await this.analyse(tx, created);
        if (result.rows.length > 0)
          await recountSuggestions(tx, this.sid, [...new Set(batch.map((row) => row.idea))]);
      });
  }

  /**
   * Voters with an address get email about what they voted for, or about what that was merged into. Who was asked
   * before keeps their answer.
   * @param users id of the voter of each
   */
  private async subscribe(tx: Tx, votes: readonly VoteRow[], users: readonly string[]): Promise<void> {
    const places = votes.flatMap(({ subscribes }, at) => (subscribes ? [at] : []));
    if (places.length === 0) return;
    const now = this.scope.now();
    const { rows } = await sql<{ id: string }>`
insert into subscriptions as b (subdomain_id, suggestion_id, user_id, subscribed, created_at, updated_at, import_id)
select ${this.sid}::bigint, x.suggestion_id, u.id, true, ${now}::timestamptz, ${now}::timestamptz, ${this.importId}::bigint
from unnest(${places.map((at) => this.rootOf(votes[at]!.idea))}::bigint[], ${places.map((at) => users[at]!)}::bigint[]) as x (suggestion_id, user_id)
join users u on u.subdomain_id = ${this.sid} and u.id = x.user_id and u.email_address is not null
-- who is blocked, and a vote that was taken away, are not there
join supporters v on v.subdomain_id = ${this.sid} and v.suggestion_id = x.suggestion_id and v.user_id = u.id
on conflict (subdomain_id, suggestion_id, user_id) do nothing
returning b.user_id::text as id`.execute(tx);
    for (const { id } of rows) this.subscribed.add(id);
  }

  /** Dates of the votes that are here already, by idea and person; nothing where nobody will ask. */
  private async votesBefore(
    tx: Tx,
    ideas: readonly string[],
    people: readonly string[],
  ): Promise<Map<string, string | null>> {
    if (this.importId === null) return new Map();
    const { rows } = await sql<{ key: string; at: string | null }>`
select v.suggestion_id || ' ' || v.user_id as key, v.created_at::text as at from supporters v
where v.subdomain_id = ${this.sid} and (v.suggestion_id, v.user_id) in (select x.idea, x.person from unnest(${[...ideas]}::bigint[], ${[...people]}::bigint[]) as x (idea, person))
for no key update`.execute(tx);
    return new Map(rows.map(({ key, at }) => [key, at]));
  }

  /** Texts of comments or answers that are here already, by the ids of the source; nothing where nobody will ask. */
  private async textsBefore(
    tx: Tx,
    table: 'comments' | 'status_updates',
    external_ids: readonly string[],
  ): Promise<Map<string, object>> {
    if (this.importId === null) return new Map();
    const { rows } = await sql<{ id: string; values: object }>`
select t.id::text as id, ${sql.raw(table === 'comments' ? "jsonb_build_object('body', t.body, 'body_mime_type', t.body_mime_type)" : "jsonb_build_object('html_body', t.html_body)")} as values
from ${sql.table(table)} t where t.subdomain_id = ${this.sid} and t.external_id = any(${[...external_ids]}::text[]) for no key update`.execute(
      tx,
    );
    return new Map(rows.map(({ id, values }) => [id, values]));
  }

  /** Remembers the texts that were replaced. */
  private async rememberTexts(
    tx: Tx,
    table: 'comments' | 'status_updates',
    earlier: ReadonlyMap<string, object>,
    replaced: readonly { id: string; after: object }[],
  ): Promise<void> {
    await this.remember(
      tx,
      replaced.flatMap(({ id, after }): UndoChange[] => {
        const before = earlier.get(id);
        return before === undefined ? [] : [{ table, id, before, after }];
      }),
    );
  }

  /** Posts what the team answered at the source as public status updates, of which nobody gets mail. */
  private async loadAnswers(all: readonly ImportAnswer[]): Promise<void> {
    // an idea that was refused was told already
    const answers = all.filter((answer) => this.ideaIds.has(answer.idea_external_id));
    const team = answers.some((answer) => answer.author?.email_address === null)
      ? await this.teamByName()
      : new Map<string, string>();
    for (let start = 0; start < answers.length && !this.isStopped(); start += this.pace.ideas) {
      const batch = answers.slice(start, start + this.pace.ideas);
      const memberOf = (person: ImportPerson): string | undefined =>
        person.email_address === null ? team.get(person.name?.toLowerCase() ?? '') : undefined;
      await this.write(async (tx) => {
        await this.resolvePeople(
          tx,
          batch.flatMap(({ author }) => (author !== null && memberOf(author) === undefined ? [author] : [])),
        );
        await this.resolveNames(
          tx,
          'statuses',
          batch.flatMap(({ status }) => (status === null ? [] : [status])),
        );
        const ideas = batch.map((answer) => this.ideaIds.get(answer.idea_external_id)!);
        const earlier = await this.textsBefore(
          tx,
          'status_updates',
          batch.map(({ external_id }) => external_id),
        );
        const { rows } = await sql<{ id: string; html: string; created: boolean }>`
insert into status_updates as n (subdomain_id, suggestion_id, user_id, new_status_id, html_body, supporters_notified, external_id, created_at, is_dated, updated_at, import_id)
select ${this.sid}::bigint, x.suggestion_id, x.user_id, x.status_id, x.html, false, x.external_id, coalesce(x.created_at, s.created_at), x.created_at is not null, coalesce(x.created_at, s.created_at), ${this.importId}::bigint
from unnest(${ideas}::bigint[], ${batch.map(({ author }) => (author === null ? null : (memberOf(author) ?? this.people.get(personKey(author))!)))}::bigint[],
  ${batch.map(({ status }) => (status === null ? null : this.names.statuses.get(status.toLowerCase())!))}::bigint[], ${batch.map(({ html }) => html)}::text[],
  ${batch.map(({ external_id }) => external_id)}::text[], ${batch.map(({ created_at }) => created_at?.toISOString() ?? null)}::timestamptz[])
  as x (suggestion_id, user_id, status_id, html, external_id, created_at)
join suggestions s on s.subdomain_id = ${this.sid} and s.id = x.suggestion_id
-- what an earlier file did not say is made good: who answered, and when
on conflict (subdomain_id, external_id) where external_id is not null do update set html_body = excluded.html_body, updated_at = ${this.scope.now()}::timestamptz,
  user_id = coalesce(n.user_id, excluded.user_id), is_dated = n.is_dated or excluded.is_dated, created_at = case when excluded.is_dated and not n.is_dated then excluded.created_at else n.created_at end
  where n.html_body is distinct from excluded.html_body or (n.user_id is null and excluded.user_id is not null) or (excluded.is_dated and not n.is_dated)
returning n.id::text as id, n.html_body as html, (xmax = 0) as created`.execute(tx);
        await this.rememberTexts(
          tx,
          'status_updates',
          earlier,
          rows.flatMap(({ id, html, created }) =>
            created || (earlier.get(id) as { html_body: string } | undefined)?.html_body === html
              ? []
              : [{ id, after: { html_body: html } }],
          ),
        );
        await sql`
update activity_entries a set user_id = n.user_id, created_at = n.created_at from status_updates n
where a.subdomain_id = ${this.sid} and n.subdomain_id = ${this.sid} and n.id = any(${rows.flatMap(({ id, created }) => (created ? [] : [id]))}::bigint[])
  and a.suggestion_id = n.suggestion_id and a.status_update_id = n.id and (a.user_id, a.created_at) is distinct from (n.user_id, n.created_at)`.execute(
          tx,
        );
        const created = rows.filter((row) => row.created).map((row) => row.id);
        this.report.answers.created += created.length;
        this.report.answers.updated += rows.length - created.length;
        this.report.answers.unchanged += batch.length - rows.length;
        const { rows: entries } = await sql<{ id: string }>`
insert into activity_entries as e (subdomain_id, suggestion_id, kind, user_id, status_update_id, created_at)
select ${this.sid}::bigint, n.suggestion_id, 'status_updated', n.user_id, n.id, n.created_at
from status_updates n where n.subdomain_id = ${this.sid} and n.id = any(${created}::bigint[])
returning e.id::text as id`.execute(tx);
        noteHappening(
          tx,
          'status_updated',
          entries.map(({ id }) => id),
        );
        await recountSuggestions(tx, this.sid, [...new Set(ideas)]);
      });
    }
  }

  /** Members of the team by their names; those who share one are left out. Only the team could answer at the source. */
  private async teamByName(): Promise<Map<string, string>> {
    const { rows } = await this.write((tx) =>
      sql<{ name: string; id: string }>`
select lower(u.name) as name, min(u.id)::text as id from users u
where u.subdomain_id = ${this.sid} and u.license_type <> 'none' and u.name is not null group by lower(u.name) having count(*) = 1`.execute(
        tx,
      ),
    );
    return new Map(rows.map((row) => [row.name, row.id]));
  }

  /** Fills `merged` with the ideas found that are merged here, by an earlier run or by the team. */
  private async findMerged(): Promise<void> {
    await this.write(async (tx) => {
      for (let next = [...this.before]; next.length > 0;) {
        const { rows } = await sql<{ id: string; winner: string; merge_id: string | null }>`
select s.id::text as id, s.merged_into_id::text as winner, m.id::text as merge_id
from suggestions s left join suggestion_merges m on m.subdomain_id = ${this.sid} and m.loser_id = s.id and m.reversed_at is null
where s.subdomain_id = ${this.sid} and s.id = any(${next}::bigint[]) and s.state = 'merged' and s.merged_into_id is not null`.execute(
          tx,
        );
        for (const { id, winner, merge_id } of rows) this.merged.set(id, { into: winner, merge_id });
        next = [...new Set(rows.map((row) => row.winner))].filter((id) => !this.merged.has(id));
      }
    });
  }

  /** The idea to which a merged one leads in the end; the idea itself when it is not merged. */
  private rootOf(id: string): string {
    let root = id;
    for (let step = this.merged.get(root); step !== undefined; step = this.merged.get(root)) root = step.into;
    return root;
  }

  /**
   * Merges what the source had merged, as people merge here, so that it can be taken apart (decision 0026). A merge
   * that the team took back here is not made again.
   */
  private async mergeIdeas(parents: ReadonlyMap<string, string>): Promise<void> {
    if (parents.size === 0 || this.isStopped()) return;
    let unknown = 0;
    const losersOf = new Map<string, string[]>();
    for (const external_id of parents.keys()) {
      const child = this.ideaIds.get(external_id);
      const { root, isCircle } = rootAtSource(parents, external_id);
      const found = this.ideaIds.get(root);
      if (child === undefined || this.merged.has(child)) continue;
      const parent = found === undefined ? undefined : this.rootOf(found);
      if (parent === undefined || parent === child || isCircle) unknown += 1;
      else losersOf.set(parent, [...(losersOf.get(parent) ?? []), child]);
    }
    const known = await this.mergedBefore([...losersOf.values()].flat());
    let unfit = 0;
    for (const [winner, all] of losersOf) {
      const losers = all.filter((id) => !known.has(id));
      for (let start = 0; start < losers.length && !this.isStopped(); start += mergeLimits.ideasAtOnce) {
        const batch = losers.slice(start, start + mergeLimits.ideasAtOnce);
        const merged = await this.mergeBatch(winner, batch);
        this.report.merged += merged.length;
        unfit += batch.length - merged.length;
      }
    }
    this.report.notes.push(...mergeNotes({ unknown, unfit }));
  }

  /** Of ideas those that were merged here before, taken apart since or not. */
  private async mergedBefore(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.write((tx) =>
      sql<{ id: string }>`
select distinct a.suggestion_id::text as id from activity_entries a
where a.subdomain_id = ${this.sid} and a.suggestion_id = any(${[...ids]}::bigint[]) and a.kind = 'merge_created' and a.details ->> 'role' = 'loser'`.execute(
        tx,
      ),
    );
    return new Set(rows.map((row) => row.id));
  }

  private async mergeBatch(winner: string, losers: readonly string[]): Promise<string[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.write(async (tx) => {
          const merged = await mergeAsAtSource(this.scope, tx, winner, losers);
          if (merged.length > 0) {
            await this.claimMerged(tx, winner, merged);
            await recountSuggestions(tx, this.sid, [winner, ...merged]);
          }
          return merged;
        });
      } catch (error) {
        if (!(error instanceof ProductError) || error.details.reason !== 'busy' || tries === MERGE_TRIES)
          throw error;
        await setTimeout(MERGE_WAIT_MS * tries);
      }
    }
  }

  /** What a merge put on the idea that stays, from ideas of this import, is of this import too. */
  private async claimMerged(tx: Tx, winner: string, losers: readonly string[]): Promise<void> {
    if (this.importId === null) return;
    await sql`
update comments c set import_id = ${this.importId}::bigint
from suggestion_merges m, suggestions l
where c.subdomain_id = ${this.sid} and m.subdomain_id = ${this.sid} and l.subdomain_id = ${this.sid} and m.loser_id = any(${[...losers]}::bigint[]) and m.reversed_at is null
  and l.id = m.loser_id and l.import_id = ${this.importId}::bigint and c.id = (m.moved -> 'text' ->> 'comment_id')::bigint`.execute(
      tx,
    );
    await sql`
update supporters v set import_id = ${this.importId}::bigint
from suggestion_merges m, suggestions l, jsonb_array_elements(m.moved -> 'supporters') e
where v.subdomain_id = ${this.sid} and m.subdomain_id = ${this.sid} and l.subdomain_id = ${this.sid} and m.loser_id = any(${[...losers]}::bigint[]) and m.reversed_at is null
  and l.id = m.loser_id and l.import_id = ${this.importId}::bigint and v.suggestion_id = ${winner}::bigint and v.user_id = (e.value ->> 'key')::bigint
  and v.import_id is null and v.channel = 'import' and e.value ->> 'before' is null`.execute(tx);
    await sql`
update subscriptions b set import_id = ${this.importId}::bigint
from suggestion_merges m, suggestions l, jsonb_array_elements(m.moved -> 'subscriptions') e
where b.subdomain_id = ${this.sid} and m.subdomain_id = ${this.sid} and l.subdomain_id = ${this.sid} and m.loser_id = any(${[...losers]}::bigint[]) and m.reversed_at is null
  and l.id = m.loser_id and l.import_id = ${this.importId}::bigint and b.suggestion_id = ${winner}::bigint and b.user_id = (e.value ->> 'key')::bigint
  and b.import_id is null and b.updated_at = b.created_at and e.value ->> 'before' is null`.execute(tx);
  }

  private async loadComments(batch: ImportComment[]): Promise<void> {
    const known = batch.filter((comment) => {
      if (this.ideaIds.has(comment.idea_external_id)) return true;
      this.refuse({
        kind: 'refused',
        file: comment.file,
        line: comment.line,
        reason: `a comment on the unknown idea ${ownId(comment.idea_external_id)}`,
      });
      return false;
    });
    this.step(batch.length);
    if (known.length === 0) return;
    await this.write(async (tx) => {
      await this.resolvePeople(
        tx,
        known.flatMap((comment) => (comment.author ? [comment.author] : [])),
      );
      const own = known.map((comment) => this.ideaIds.get(comment.idea_external_id)!);
      const ideas = own.map((id) => this.rootOf(id));
      const earlier = await this.textsBefore(
        tx,
        'comments',
        known.map((comment) => comment.external_id),
      );
      const result = await sql<{
        id: string;
        external_id: string;
        body: string;
        body_mime_type: string;
        created: boolean;
      }>`
insert into comments as c (subdomain_id, suggestion_id, creator_id, body, body_mime_type, is_admin_comment, channel, external_id, created_at, import_id)
select ${this.sid}::bigint, x.suggestion_id, x.creator_id, x.body, x.mime,
  x.by_team or coalesce((select u.license_type <> 'none' from users u where u.subdomain_id = ${this.sid} and u.id = x.creator_id), false),
  'import', x.external_id, coalesce(x.created_at, ${this.scope.now()}::timestamptz), ${this.importId}::bigint
from unnest(${ideas}::bigint[], ${known.map((comment) => (comment.author ? this.people.get(personKey(comment.author))! : null))}::bigint[],
  ${known.map((comment) => comment.body)}::text[], ${known.map((comment) => comment.external_id)}::text[], ${known.map((comment) => comment.created_at?.toISOString() ?? null)}::timestamptz[],
  ${known.map((comment) => comment.body_mime_type)}::text[], ${known.map((comment) => comment.by_team)}::boolean[])
  as x (suggestion_id, creator_id, body, external_id, created_at, mime, by_team)
on conflict (subdomain_id, external_id) do update set body = excluded.body, body_mime_type = excluded.body_mime_type, updated_at = ${this.scope.now()}::timestamptz where c.body is distinct from excluded.body
returning c.id::text as id, c.external_id, c.body, c.body_mime_type, (xmax = 0) as created`.execute(tx);
      await this.rememberTexts(
        tx,
        'comments',
        earlier,
        result.rows.flatMap(({ id, body, body_mime_type, created: isNew }) =>
          isNew ? [] : [{ id, after: { body, body_mime_type } }],
        ),
      );
      const created = result.rows.filter((row) => row.created);
      if (own.some((id) => this.merged.has(id))) {
        const ideaOf = new Map(known.map((comment, at) => [comment.external_id, own[at]!]));
        await this.addToMerges(
          tx,
          created.map((row) => [ideaOf.get(row.external_id)!, row.id]),
        );
      }
      this.report.comments.created += created.length;
      this.report.comments.updated += result.rows.length - created.length;
      this.report.comments.unchanged += known.length - result.rows.length;
      const { rows: entries } = await sql<{ id: string }>`
insert into activity_entries as e (subdomain_id, suggestion_id, kind, user_id, comment_id, created_at)
select ${this.sid}::bigint, c.suggestion_id, 'comment_created', c.creator_id, c.id, c.created_at
from comments c where c.subdomain_id = ${this.sid} and c.id = any(${created.map((row) => row.id)}::bigint[])
returning e.id::text as id`.execute(tx);
      noteHappening(
        tx,
        'comment_created',
        entries.map(({ id }) => id),
      );
      if (created.length < result.rows.length) await noteTexts(tx, this.sid, [...new Set(ideas)]);
      await recountSuggestions(tx, this.sid, [...new Set(ideas)]);
    });
  }

  /** Comments that came in behind the merge of their idea go back to it with the others when it is taken apart. */
  private async addToMerges(
    tx: Tx,
    comments: readonly (readonly [idea: string, comment: string])[],
  ): Promise<void> {
    const added = new Map<string, string[]>();
    for (const [idea, comment] of comments) {
      for (let step = this.merged.get(idea); step !== undefined; step = this.merged.get(step.into))
        if (step.merge_id !== null) added.set(step.merge_id, [...(added.get(step.merge_id) ?? []), comment]);
    }
    for (const [merge, ids] of added) {
      await sql`
update suggestion_merges m set moved = jsonb_set(m.moved, '{comments}', (m.moved -> 'comments') || ${JSON.stringify(ids)}::jsonb)
where m.subdomain_id = ${this.sid} and m.id = ${merge} and m.reversed_at is null`.execute(tx);
    }
  }

  /** Fills `people` for everybody named; those not known yet are made. Matched by address, else by guid. */
  private async resolvePeople(tx: Tx, named: readonly ImportPerson[]): Promise<void> {
    const missing = new Map<string, ImportPerson>();
    for (const person of named)
      if (!this.people.has(personKey(person))) missing.set(personKey(person), person);
    if (missing.size === 0) return;
    for (const [key, id] of await peopleByLostKeys(tx, this.sid, keysOf([...missing.values()]))) {
      if (!missing.delete(key)) continue;
      this.people.set(key, id);
      this.hasTwoNames = true;
    }
    const people = [...missing.values()];
    const made = await sql<{ id: string; guid: string | null; email: string | null }>`
insert into users (subdomain_id, name, email_address, guid)
select ${this.sid}::bigint, x.name, x.email_address, x.guid
from unnest(${people.map((person) => person.name)}::text[], ${people.map((person) => person.email_address)}::text[], ${people.map((person) => person.guid)}::text[]) as x (name, email_address, guid)
on conflict do nothing
returning id::text as id, guid, lower(email_address) as email`.execute(tx);
    const known = await sql<{ id: string; guid: string | null; email: string | null }>`
select u.id::text as id, u.guid, lower(u.email_address) as email from users u
where u.subdomain_id = ${this.sid} and u.guid = any(${people.flatMap((person) => (person.guid === null ? [] : [person.guid]))}::text[])
union all
select u.id::text as id, null, lower(u.email_address) as email from users u
where u.subdomain_id = ${this.sid} and lower(u.email_address) = any(${people.flatMap((person) => (person.email_address === null ? [] : [person.email_address.toLowerCase()]))}::text[])`.execute(
      tx,
    );
    for (const row of made.rows) this.newPeople.add(row.id);
    noteHappening(
      tx,
      'user_created',
      made.rows.map(({ id }) => id),
    );
    await this.remember(
      tx,
      made.rows.map(({ id }): UndoChange => ({ table: 'users', id, before: {} })),
    );
    for (const row of known.rows) {
      if (row.guid !== null) this.people.set(`guid ${row.guid}`, row.id);
      if (row.email !== null) this.people.set(`mail ${row.email}`, row.id);
    }
  }

  /** Fills the ids of forums, statuses or labels by name, whatever the case; those not known yet are made. */
  private async resolveNames(
    tx: Tx,
    table: 'forums' | 'statuses' | 'labels',
    wanted: readonly string[],
  ): Promise<void> {
    const cache = this.names[table];
    if (cache.size === 0) {
      const rows =
        table === 'labels'
          ? await tx
              .selectFrom('labels')
              .select(['id', 'full_name as name'])
              .where('subdomain_id', '=', this.sid)
              .execute()
          : table === 'statuses'
            ? await tx
                .selectFrom('statuses')
                .select(['id', 'name'])
                .where('subdomain_id', '=', this.sid)
                .where('deleted_at', 'is', null)
                .execute()
            : await tx
                .selectFrom('forums')
                .select(['id', 'name'])
                .where('subdomain_id', '=', this.sid)
                .where('state', '<>', 'deleted')
                .execute();
      for (const row of rows) cache.set(row.name.toLowerCase(), row.id);
    }
    const missing = new Map<string, string>();
    for (const name of wanted) if (!cache.has(name.toLowerCase())) missing.set(name.toLowerCase(), name);
    for (const [key, name] of missing) {
      const position = cache.size + 1;
      const made =
        table === 'labels'
          ? await tx
              .insertInto('labels')
              .values({ subdomain_id: this.sid, name, full_name: name })
              .returning('id')
              .executeTakeFirstOrThrow()
          : table === 'statuses'
            ? await tx
                .insertInto('statuses')
                .values({ subdomain_id: this.sid, name, position, ...newStatus(name) })
                .returning('id')
                .executeTakeFirstOrThrow()
            : await tx
                .insertInto('forums')
                .values({ subdomain_id: this.sid, name, position })
                .returning('id')
                .executeTakeFirstOrThrow();
      cache.set(key, made.id);
      this.report[`${table}_created`] += 1;
      await this.remember(tx, [{ table, id: made.id, before: {} }]);
    }
  }

  private async resolveCategories(tx: Tx, batch: readonly ImportIdea[]): Promise<void> {
    const wanted = new Map<string, { forum_id: string; name: string }>();
    for (const idea of batch) {
      if (idea.category === null) continue;
      const forum_id = this.names.forums.get((idea.forum ?? this.options.forum).toLowerCase())!;
      const key = `${forum_id} ${idea.category.toLowerCase()}`;
      if (!this.categories.has(key)) wanted.set(key, { forum_id, name: idea.category });
    }
    if (wanted.size === 0) return;
    const rows = await tx
      .selectFrom('categories')
      .select(['id', 'forum_id', 'name'])
      .where('subdomain_id', '=', this.sid)
      .execute();
    for (const row of rows) this.categories.set(`${row.forum_id} ${row.name.toLowerCase()}`, row.id);
    for (const [key, { forum_id, name }] of wanted) {
      if (this.categories.has(key)) continue;
      const position = rows.filter((row) => row.forum_id === forum_id).length + 1;
      const made = await tx
        .insertInto('categories')
        .values({ subdomain_id: this.sid, forum_id, name, position })
        .returning('id')
        .executeTakeFirstOrThrow();
      this.categories.set(key, made.id);
      this.report.categories_created += 1;
      await this.remember(tx, [{ table: 'categories', id: made.id, before: {} }]);
    }
  }

  /** Fills the ids of ideas that stand in the database already. */
  private async findIdeas(external_ids: readonly string[], tx?: Tx): Promise<void> {
    const missing = external_ids.filter((external_id) => !this.ideaIds.has(external_id));
    if (missing.length === 0) return;
    const find = async (open: Tx): Promise<void> => {
      const rows = await sql<{ id: string; external_id: string }>`
select s.id::text as id, s.external_id from suggestions s where s.subdomain_id = ${this.sid} and s.external_id = any(${missing}::text[])`.execute(
        open,
      );
      for (const row of rows.rows) {
        this.ideaIds.set(row.external_id, row.id);
        this.before.add(row.id);
      }
    };
    await (tx ? find(tx) : this.write(find));
  }
}

/** What the values of ideas were before and are now, where they differ. */
function changesOf(earlier: readonly StoredIdea[], later: readonly StoredIdea[]): UndoChange[] {
  const now = new Map(later.map((idea) => [idea.id, idea.values]));
  return earlier.flatMap(({ id, values }): UndoChange[] => {
    const next = now.get(id);
    if (next === undefined) return [];
    const keys = Object.keys(values).filter(
      (key) => JSON.stringify(values[key]) !== JSON.stringify(next[key]),
    );
    const of = (all: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, all[key]]));
    return keys.length === 0 ? [] : [{ table: 'suggestions', id, before: of(values), after: of(next) }];
  });
}

/** The first place at which an id stands. */
function placeOfId(firstOf: Map<string, number>, id: string, at: number): number {
  const known = firstOf.get(id);
  if (known === undefined) firstOf.set(id, at);
  return known ?? at;
}

function placeOf<T>(places: Map<string, number>, list: T[], key: string, make: () => T): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  list.push(make());
  places.set(key, list.length - 1);
  return list.length - 1;
}

import { sql, type RawBuilder } from 'kysely';
import { UNDOABLE_IMPORT_STATES } from '../../../contract/imports.ts';
import { badInput } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { defineTask, ProcessEnds } from '../../core/task.ts';
import { writeRight } from '../../core/viewer.ts';
import { idInput, required } from '../../inputs/kinds.ts';
import type { Tx } from '../../sql/kysely.ts';
import { recountSuggestions } from '../counters/recount.ts';
import { recountNow, scheduleRecount } from '../exchange/import_counts.ts';
import { restoreCustomers } from '../exchange/customers/accounts.ts';
import { storedColumns } from '../exchange/import_values.ts';
import { noteTexts } from '../ideas/content.ts';
import { searchVectorSql } from '../ideas/search.ts';
import { textFormOf } from '../intelligence/text_form.ts';
import { htmlToText } from '../../text/html.ts';
import type { UndoChange } from '../undo/undo.ts';
import { tellOfIdeas, tellOfImport } from './records.ts';

/** Ideas of one transaction: small, so that whoever wants to change one of them does not wait. */
const BATCH = 200;
const SHOWN_IDEAS = 20;
const MOST_ATTEMPTS = 3;
const PREVIEW_MS = 15_000;

/** The work is another run's by now. */
class NotOurs extends Error {}

/**
 * Whether somebody has added to an idea `s` that an import made: anything on it that is not of that import, or a change
 * since the import ended.
 */
function isAddedTo(sid: string, import_id: string, ended: Date | null): RawBuilder<boolean> {
  const others = (table: string): RawBuilder<boolean> =>
    sql`exists (select 1 from ${sql.table(table)} x where x.subdomain_id = ${sid} and x.suggestion_id = s.id)`;
  return sql<boolean>`(s.updated_at > ${ended ?? new Date()}::timestamptz
  or exists (select 1 from supporters v where v.subdomain_id = ${sid} and v.suggestion_id = s.id and v.import_id is distinct from ${import_id}::bigint)
  or exists (select 1 from comments c where c.subdomain_id = ${sid} and c.suggestion_id = s.id and c.state <> 'deleted' and c.import_id is distinct from ${import_id}::bigint)
  or exists (select 1 from status_updates n where n.subdomain_id = ${sid} and n.suggestion_id = s.id and n.import_id is distinct from ${import_id}::bigint)
  or exists (select 1 from subscriptions b where b.subdomain_id = ${sid} and b.suggestion_id = s.id and (b.import_id is distinct from ${import_id}::bigint or b.updated_at <> b.created_at))
  or ${sql.join(['feedback_records', 'notes', 'internal_flags', 'internal_status_updates', 'supporter_messages', 'messages', 'attachments'].map(others), sql` or `)}
  or exists (select 1 from suggestions p where p.subdomain_id = ${sid} and p.split_from_id = s.id)
  or exists (select 1 from suggestion_merges m join suggestions o on o.subdomain_id = ${sid} and o.id = case when m.winner_id = s.id then m.loser_id else m.winner_id end
    where m.subdomain_id = ${sid} and (m.winner_id = s.id or m.loser_id = s.id) and m.reversed_at is null and o.import_id is distinct from ${import_id}::bigint))`;
}

const preview = shape(
  'ImportUndoPreview',
  'What the undo of an import would do now.',
  {
    ideas_removed: { type: 'Int!', description: 'Ideas that would go.' },
    votes_removed: { type: 'Int!', description: 'Votes that would go, those of removed ideas among them.' },
    comments_removed: {
      type: 'Int!',
      description: 'Comments and answers that would go from ideas that were here before.',
    },
    ideas_restored: {
      type: 'Int!',
      description: 'Ideas that would get back what the import replaced; what was changed since stays.',
    },
    ideas_kept: { type: 'Int!', description: 'Ideas that would stay, since someone has added to them.' },
    kept: { type: '[ImportKeptIdea!]!', description: `The first ${SHOWN_IDEAS} of them.` },
    people_kept: { type: 'Int!', description: 'People that the import made; they stay.' },
    accounts_kept: { type: 'Int!', description: 'Accounts that the import made; they stay.' },
    people_restored: { type: 'Int!', description: 'People who get back what the import changed of them.' },
    accounts_restored: {
      type: 'Int!',
      description: 'Accounts that get back what the import changed of them.',
    },
  },
  [
    shape('ImportKeptIdea', 'An idea that stays.', {
      id: { type: 'ID!', description: 'Id.' },
      title: { type: 'String!', description: 'Title.' },
    }),
  ],
);

/** What would the undo of an import do? */
export const importUndoPreview = defineQuery({
  name: 'import_undo_preview',
  description:
    'What the undo of an import would do now: what goes, what gets its earlier text back, what stays.',
  requires: writeRight('settings'),
  args: { id: required(idInput('The import.')) },
  returns: 'ImportUndoPreview',
  reads: ['imports', 'suggestions', 'supporters', 'comments'],
  shapes: [preview],
  run: ({ id }, { scope }) => undoPreview(scope, id),
});

/** What the undo of an import would do now; null: it cannot be undone. @throws BAD_USER_INPUT, reason busy: it took too long to count */
export async function undoPreview(scope: Scope, id: string): Promise<Record<string, unknown> | null> {
  const { subdomain_id: sid } = scope.viewer;
  const row = await scope.db
    .selectFrom('imports')
    .select(['state', 'finished_at'])
    .where('subdomain_id', '=', sid)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !UNDOABLE_IMPORT_STATES.includes(row.state as (typeof UNDOABLE_IMPORT_STATES)[number]))
    return null;
  const found = await scope.readWithin<Record<string, unknown>>(
    compiled(
      scope,
      sql`
with made as materialized (
  select s.id, s.title, ${isAddedTo(sid, id, row.finished_at)} as stays from suggestions s where s.subdomain_id = ${sid} and s.import_id = ${id} and s.state <> 'deleted'
)
select count(*) filter (where not m.stays)::int as ideas_removed, count(*) filter (where m.stays)::int as ideas_kept,
  (select count(*)::int from supporters v left join made k on k.id = v.suggestion_id where v.subdomain_id = ${sid} and v.import_id = ${id} and k.stays is not true) as votes_removed,
  (select count(*)::int from comments c left join made k on k.id = c.suggestion_id where c.subdomain_id = ${sid} and c.import_id = ${id} and c.state <> 'deleted' and k.id is null)
    + (select count(*)::int from status_updates n left join made k on k.id = n.suggestion_id where n.subdomain_id = ${sid} and n.import_id = ${id} and k.id is null) as comments_removed,
  (select count(distinct e.value ->> 'id')::int from undo_entries u cross join lateral jsonb_array_elements(u.changes) e
    where u.subdomain_id = ${sid} and u.import_id = ${id} and u.undone_at is null and e.value ->> 'table' in ('suggestions', 'suggestion_labels')) as ideas_restored,
  (select json_build_object('people_kept', count(*) filter (where k.kind = 'users' and k.made), 'people_restored', count(*) filter (where k.kind = 'users' and k.changed and not k.made),
      'accounts_kept', count(*) filter (where k.kind <> 'users' and k.made), 'accounts_restored', count(*) filter (where k.kind <> 'users' and k.changed and not k.made))
    from (select e.value ->> 'table' as kind, bool_or(e.value -> 'after' is null) as made, bool_or(e.value -> 'after' is not null and u.undone_at is null) as changed
      from undo_entries u cross join lateral jsonb_array_elements(u.changes) e
      where u.subdomain_id = ${sid} and u.import_id = ${id} and e.value ->> 'table' in ('users', 'external_accounts') group by 1, e.value ->> 'id') k) as customers,
  coalesce((select json_agg(json_build_object('id', k.id::text, 'title', k.title)) from (select f.id, f.title from made f where f.stays order by f.id limit ${SHOWN_IDEAS}) k), '[]'::json) as kept
from made m`,
    ),
    PREVIEW_MS,
  );
  if (found === null)
    throw badInput('id', 'This import is too large to be counted now. Please try again in a moment.', {
      reason: 'busy',
    });
  const { customers, ...rest } = found[0]!;
  return { ...rest, ...(customers as object) };
}

/** A statement written with `sql`, for a reader that takes its text. */
function compiled(scope: Scope, query: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = query.compile(scope.db);
  return { text, values: [...parameters] };
}

type Counts = Partial<
  Record<
    | 'ideas_removed'
    | 'ideas_restored'
    | 'ideas_kept'
    | 'votes_removed'
    | 'comments_removed'
    | 'names_removed',
    number
  >
>;

/**
 * Undoes an import in batches, each whole and counted in its own transaction; a run that breaks off is gone on with.
 * First what the import changed, the last first; then votes and comments on ideas of others; then the ideas that it
 * made; last the forums, categories, statuses and labels that nothing stands in any more.
 */
export const importUndoTask = defineTask<{ import_id: string }>({
  name: 'import_undo',
  description: 'Takes back what an import brought in.',
  retries: MOST_ATTEMPTS - 1,
  batch: 1,
  minutes: 6 * 60,
  run: async ({ import_id }, { scope, signal }) => {
    const { subdomain_id: sid } = scope.viewer;
    const held = await scope.write((tx) =>
      tx
        .updateTable('imports')
        .set((set) => ({
          attempts: set('attempts', '+', 1),
          updated_at: scope.now(),
          undo_report: sql<string>`coalesce(imports.undo_report, ${JSON.stringify({ ideas_removed: 0, ideas_restored: 0, ideas_kept: 0, votes_removed: 0, comments_removed: 0, names_removed: 0 })}::jsonb)`,
        }))
        .where('subdomain_id', '=', sid)
        .where('id', '=', import_id)
        .where('state', '=', 'undoing')
        .returning(['attempts', 'finished_at'])
        .executeTakeFirst(),
    );
    if (!held) return;
    const undo = new Undo(scope, import_id, held.attempts, held.finished_at, signal);
    try {
      await undo.run();
    } catch (error) {
      if (error instanceof NotOurs) return;
      const change =
        signal.reason instanceof ProcessEnds
          ? { attempts: held.attempts - 1 }
          : held.attempts >= MOST_ATTEMPTS
            ? {
                state: 'done',
                problem: 'The undo broke off several times. What it took back is gone; undo the rest again.',
              }
            : null;
      if (change !== null)
        await scope.write(async (tx) => {
          await tx
            .updateTable('imports')
            .set({ ...change, updated_at: scope.now() })
            .where('subdomain_id', '=', sid)
            .where('id', '=', import_id)
            .where('state', '=', 'undoing')
            .where('attempts', '=', held.attempts)
            .execute();
          await tellOfImport(tx, sid, import_id);
        });
      throw error;
    }
  },
});

class Undo {
  private readonly scope: Scope;
  private readonly sid: string;
  private readonly id: string;
  private readonly attempts: number;
  private readonly ended: Date | null;
  private readonly signal: AbortSignal;

  constructor(scope: Scope, id: string, attempts: number, ended: Date | null, signal: AbortSignal) {
    this.scope = scope;
    this.sid = scope.viewer.subdomain_id;
    this.id = id;
    this.attempts = attempts;
    this.ended = ended;
    this.signal = signal;
  }

  async run(): Promise<void> {
    await this.expect();
    await this.passOver();
    while (await this.restoreEntry());
    while (await this.removeVotes());
    await this.removeComments();
    await this.removeIdeas();
    await this.removeNames();
    const { scope, sid } = this;
    await scope.write((tx) => recountNow(tx, scope));
    await this.batch(async (tx) => {
      await tx
        .updateTable('imports')
        .set({ state: 'undone', undone_at: scope.now() })
        .where('subdomain_id', '=', sid)
        .where('id', '=', this.id)
        .execute();
      await tellOfImport(tx, sid, this.id);
      await tellOfIdeas(tx, sid);
      return {};
    });
  }

  /** How much there is to do, for the bar. */
  private async expect(): Promise<void> {
    await sql`
update imports i set progress_total = (select count(*) from suggestions s where s.subdomain_id = ${this.sid} and s.import_id = ${this.id} and s.state <> 'deleted') + i.progress_done
where i.subdomain_id = ${this.sid} and i.id = ${this.id}`.execute(this.scope.db);
  }

  /** One transaction with what it did; nothing of it counts when the import is another run's. */
  private async batch(work: (tx: Tx) => Promise<Counts>, done = 0): Promise<void> {
    this.signal.throwIfAborted();
    await this.scope.write(async (tx) => {
      const counts = await work(tx);
      const { rows } = await sql<{ id: string }>`
update imports i set updated_at = ${this.scope.now()}::timestamptz, progress_done = i.progress_done + ${done}::bigint,
  undo_report = (select jsonb_object_agg(r.key, (r.value)::int + coalesce((${JSON.stringify(counts)}::jsonb ->> r.key)::int, 0)) from jsonb_each_text(i.undo_report) r)
where i.subdomain_id = ${this.sid} and i.id = ${this.id} and i.attempts = ${this.attempts} and i.state in ('undoing', 'undone')
returning i.id`.execute(tx);
      if (rows.length === 0) throw new NotOurs();
      await scheduleRecount(tx, this.scope);
    });
  }

  /** Entries that name only what the import made hold nothing to give back. */
  private passOver(): Promise<void> {
    return this.batch(async (tx) => {
      await sql`
update undo_entries u set undone_at = ${this.scope.now()}::timestamptz where u.subdomain_id = ${this.sid} and u.import_id = ${this.id} and u.undone_at is null
  and not exists (select 1 from jsonb_array_elements(u.changes) e where (e.value ->> 'table' in ('suggestions', 'suggestion_labels', 'supporters', 'comments', 'status_updates')
    or e.value ->> 'table' in ('users', 'external_accounts') and e.value -> 'after' is not null))`.execute(
        tx,
      );
      return {};
    });
  }

  /** Takes back what the newest entry of the ledger changed. @returns whether there was one */
  private async restoreEntry(): Promise<boolean> {
    let found = false;
    await this.batch(async (tx) => {
      const { rows } = await sql<{ id: string; changes: UndoChange[] }>`
select u.id::text as id, u.changes from undo_entries u where u.subdomain_id = ${this.sid} and u.import_id = ${this.id} and u.undone_at is null order by u.id desc limit 1 for update`.execute(
        tx,
      );
      const [entry] = rows;
      if (entry === undefined) return {};
      found = true;
      await tx
        .updateTable('undo_entries')
        .set({ undone_at: this.scope.now() })
        .where('subdomain_id', '=', this.sid)
        .where('id', '=', entry.id)
        .execute();
      return this.restore(tx, entry.changes);
    });
    return found;
  }

  private async restore(tx: Tx, changes: readonly UndoChange[]): Promise<Counts> {
    const of = (table: UndoChange['table']) => changes.filter((change) => change.table === table);
    const ideas = new Set([
      ...of('suggestions').map(({ id }) => id),
      ...of('suggestion_labels').map(({ id }) => id),
      ...of('supporters').map(({ id }) => id),
    ]);
    const locked = await this.lock(tx, [...ideas]);
    const restored = await this.restoreIdeas(
      tx,
      of('suggestions').filter(({ id }) => locked.has(id)),
    );
    for (const { id, after } of of('suggestion_labels')) {
      const { numDeletedRows } = await tx
        .deleteFrom('suggestion_labels')
        .where('subdomain_id', '=', this.sid)
        .where('suggestion_id', '=', id)
        .where('label_id', '=', (after as { label_id: string }).label_id)
        .executeTakeFirst();
      if (numDeletedRows > 0n) restored.add(id);
    }
    for (const { id, before, after } of of('supporters')) {
      const { user_id, created_at } = before as { user_id: string; created_at: string | null };
      await sql`
update supporters v set created_at = ${created_at}::timestamptz where v.subdomain_id = ${this.sid} and v.suggestion_id = ${id} and v.user_id = ${user_id}
  and v.created_at is not distinct from ${(after as { created_at: string | null }).created_at}::timestamptz`.execute(
        tx,
      );
    }
    for (const { id, before, after } of of('comments')) {
      const [was, is] = [before, after] as { body: string; body_mime_type: string }[];
      await sql`
update comments c set body = ${was!.body}, body_mime_type = ${was!.body_mime_type}, updated_at = ${this.scope.now()}::timestamptz
where c.subdomain_id = ${this.sid} and c.id = ${id} and c.body = ${is!.body}`.execute(tx);
    }
    for (const { id, before, after } of of('status_updates')) {
      await sql`
update status_updates n set html_body = ${(before as { html_body: string }).html_body}, updated_at = ${this.scope.now()}::timestamptz
where n.subdomain_id = ${this.sid} and n.id = ${id} and n.html_body = ${(after as { html_body: string }).html_body}`.execute(
        tx,
      );
    }
    if (of('comments').length > 0) await noteTexts(tx, this.sid, [...locked]);
    if (locked.size > 0) await recountSuggestions(tx, this.sid, [...locked]);
    await restoreCustomers(this.scope, tx, changes);
    return { ideas_restored: restored.size };
  }

  /** Locks ideas in the order in which everybody does. @returns those that are there */
  private async lock(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const { rows } = await sql<{ id: string }>`
select s.id::text as id from suggestions s where s.subdomain_id = ${this.sid} and s.id = any(${[...ids]}::bigint[]) order by s.id for no key update`.execute(
      tx,
    );
    return new Set(rows.map((row) => row.id));
  }

  /** Sets values back that are still the ones that the import gave. @returns ids of the ideas that changed */
  private async restoreIdeas(tx: Tx, changes: readonly UndoChange[]): Promise<Set<string>> {
    const restored = new Set<string>();
    if (changes.length === 0) return restored;
    const own = storedColumns('suggestion_contents');
    const { rows } = await sql<{ id: string; values: Record<string, unknown> }>`
select s.id::text as id, jsonb_build_object('title', s.title, 'creator_id', s.creator_id::text, 'category_id', s.category_id::text,
    'body', c.body, 'body_mime_type', c.body_mime_type, 'custom_fields', c.custom_fields${sql.raw(own.map((column) => `, '${column}', c.${column}`).join(''))}) as values
from suggestions s join suggestion_contents c on c.subdomain_id = ${this.sid} and c.suggestion_id = s.id
where s.subdomain_id = ${this.sid} and s.id = any(${changes.map(({ id }) => id)}::bigint[])`.execute(tx);
    const now = new Map(rows.map(({ id, values }) => [id, values]));
    const { rows: there } = await sql<{ id: string }>`
select k.id::text as id from categories k where k.subdomain_id = ${this.sid} and k.id = any(${changes.flatMap(({ before }) => (before as { category_id?: string | null }).category_id ?? [])}::bigint[])`.execute(
      tx,
    );
    const categories = new Set(there.map((row) => row.id));
    for (const change of changes) {
      const values = now.get(change.id);
      if (values === undefined) continue;
      const next = settingBack(values, change, categories);
      if (next === null) continue;
      restored.add(change.id);
      await this.writeIdea(tx, change.id, next, own);
    }
    return restored;
  }

  private async writeIdea(
    tx: Tx,
    id: string,
    values: Record<string, unknown>,
    own: readonly string[],
  ): Promise<void> {
    const { title, creator_id, category_id, body, body_mime_type, custom_fields } = values as {
      title: string;
      creator_id: string | null;
      category_id: string | null;
      body: string | null;
      body_mime_type: string;
      custom_fields: object;
    };
    const words = body !== null && body_mime_type === 'text/html' ? htmlToText(body) : body;
    await sql`
update suggestions s set title = ${title}, creator_id = ${creator_id}::bigint, category_id = ${category_id}::bigint, updated_at = ${this.scope.now()}::timestamptz
where s.subdomain_id = ${this.sid} and s.id = ${id}`.execute(tx);
    await sql`
update suggestion_contents c set body = x.body, body_mime_type = ${body_mime_type}, custom_fields = ${JSON.stringify(custom_fields)}::jsonb,
  search = ${sql.raw(searchVectorSql('x.title', 'x.words'))}, search_form = ${textFormOf(title, words)}::bytea${sql.join(
    own.map((column) => sql`, ${sql.ref(column)} = ${values[column] ?? null}`),
    sql``,
  )}
from (select ${title}::text as title, ${body}::text as body, ${words}::text as words) x
where c.subdomain_id = ${this.sid} and c.suggestion_id = ${id}`.execute(tx);
    await sql`
insert into duplicate_searches (subdomain_id, suggestion_id) values (${this.sid}, ${id}) on conflict do nothing`.execute(
      tx,
    );
    await noteTexts(tx, this.sid, [id]);
  }

  /** Takes votes and subscriptions of the import off ideas that it did not make. @returns whether there were any */
  private async removeVotes(): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`
select x.idea::text as id from (
  select v.suggestion_id as idea from supporters v where v.subdomain_id = ${this.sid} and v.import_id = ${this.id}
  union select b.suggestion_id from subscriptions b where b.subdomain_id = ${this.sid} and b.import_id = ${this.id} and b.updated_at = b.created_at
) x join suggestions s on s.subdomain_id = ${this.sid} and s.id = x.idea
where s.import_id is distinct from ${this.id}::bigint limit ${BATCH}`.execute(this.scope.db);
    if (rows.length === 0) return false;
    await this.batch(async (tx) => {
      const ids = [
        ...(await this.lock(
          tx,
          rows.map((row) => row.id),
        )),
      ];
      const gone = await tx
        .deleteFrom('supporters')
        .where('subdomain_id', '=', this.sid)
        .where('import_id', '=', this.id)
        .where('suggestion_id', 'in', ids)
        .executeTakeFirst();
      // who has said since that they want email, or none, stays asked
      await sql`
delete from subscriptions b where b.subdomain_id = ${this.sid} and b.import_id = ${this.id} and b.suggestion_id = any(${ids}::bigint[]) and b.updated_at = b.created_at`.execute(
        tx,
      );
      await recountSuggestions(tx, this.sid, ids);
      return { votes_removed: Number(gone.numDeletedRows) };
    });
    return true;
  }

  /** Takes comments and answers of the import off ideas that it did not make; those that something hangs on stay. */
  private async removeComments(): Promise<void> {
    for (const table of ['comments', 'status_updates'] as const) {
      const hangs =
        table === 'comments'
          ? sql`t.state = 'deleted' or t.converted_to_suggestion_id is not null or exists (select 1 from attachments x where x.subdomain_id = ${this.sid} and x.comment_id = t.id)`
          : sql`exists (select 1 from reactions x where x.subdomain_id = ${this.sid} and x.status_update_id = t.id) or exists (select 1 from messages x where x.subdomain_id = ${this.sid} and x.status_update_id = t.id)
  or exists (select 1 from attachments x where x.subdomain_id = ${this.sid} and x.status_update_id = t.id) or exists (select 1 from mailings x where x.subdomain_id = ${this.sid} and x.status_update_id = t.id)`;
      for (let after = '0'; ;) {
        const { rows } = await sql<{ id: string; idea: string; hangs: boolean }>`
select t.id::text as id, t.suggestion_id::text as idea, (${hangs}) as hangs from ${sql.table(table)} t join suggestions s on s.subdomain_id = ${this.sid} and s.id = t.suggestion_id
where t.subdomain_id = ${this.sid} and t.import_id = ${this.id} and t.id > ${after}::bigint and s.import_id is distinct from ${this.id}::bigint order by t.id limit ${BATCH}`.execute(
          this.scope.db,
        );
        if (rows.length === 0) break;
        after = rows.at(-1)!.id;
        const free = rows.filter((row) => !row.hangs);
        if (free.length === 0) continue;
        await this.batch(async (tx) => {
          const ids = free.map((row) => row.id);
          if (table === 'comments')
            await sql`
update comments c set state = 'deleted', external_id = null, updated_at = ${this.scope.now()}::timestamptz where c.subdomain_id = ${this.sid} and c.id = any(${ids}::bigint[])`.execute(
              tx,
            );
          else {
            await sql`delete from activity_entries a where a.subdomain_id = ${this.sid} and a.status_update_id = any(${ids}::bigint[])`.execute(
              tx,
            );
            await sql`delete from status_updates n where n.subdomain_id = ${this.sid} and n.id = any(${ids}::bigint[])`.execute(
              tx,
            );
          }
          const ideas = await this.lock(tx, [...new Set(free.map((row) => row.idea))]);
          await recountSuggestions(tx, this.sid, [...ideas]);
          return { comments_removed: ids.length };
        });
      }
    }
  }

  /** Removes the ideas that the import made and nobody added to; the ids of the source are free again. */
  private async removeIdeas(): Promise<void> {
    const made = await this.madeNames();
    for (let after = '0'; ;) {
      const { rows } = await sql<{ id: string }>`
select s.id::text as id from suggestions s where s.subdomain_id = ${this.sid} and s.import_id = ${this.id} and s.id > ${after}::bigint and s.state <> 'deleted' order by s.id limit ${BATCH}`.execute(
        this.scope.db,
      );
      if (rows.length === 0) return;
      after = rows.at(-1)!.id;
      await this.batch(async (tx) => {
        await this.lock(
          tx,
          rows.map((row) => row.id),
        );
        const { rows: ideas } = await sql<{ id: string; stays: boolean }>`
select s.id::text as id, ${isAddedTo(this.sid, this.id, this.ended)} as stays from suggestions s
where s.subdomain_id = ${this.sid} and s.id = any(${rows.map((row) => row.id)}::bigint[]) and s.state <> 'deleted'`.execute(
          tx,
        );
        const going = ideas.filter((idea) => !idea.stays).map((idea) => idea.id);
        const kept = ideas.length - going.length;
        if (going.length === 0) return { ideas_kept: kept };
        const { rows: votes } = await sql<{ n: number }>`
select count(*)::int as n from supporters v where v.subdomain_id = ${this.sid} and v.suggestion_id = any(${going}::bigint[])`.execute(
          tx,
        );
        for (const table of ['comments', 'status_updates'] as const)
          await sql`
update ${sql.table(table)} t set external_id = null where t.subdomain_id = ${this.sid} and t.suggestion_id = any(${going}::bigint[]) and t.import_id = ${this.id}`.execute(
            tx,
          );
        await sql`
update suggestions s set state = 'deleted', external_id = null, updated_at = ${this.scope.now()}::timestamptz where s.subdomain_id = ${this.sid} and s.id = any(${going}::bigint[])`.execute(
          tx,
        );
        // no one looks for what is like an idea that is gone
        await sql`
delete from duplicate_searches d where d.subdomain_id = ${this.sid} and d.suggestion_id = any(${going}::bigint[])`.execute(
          tx,
        );
        // of what goes last nothing hangs on them any more
        await sql`
with gone as (
  delete from suggestion_labels k where k.subdomain_id = ${this.sid} and k.suggestion_id = any(${going}::bigint[]) and k.label_id = any(${made('labels')}::bigint[]) returning k.suggestion_id
)
update suggestions s set labels_count = s.labels_count - g.n from (select o.suggestion_id, count(*)::int as n from gone o group by o.suggestion_id) g
where s.subdomain_id = ${this.sid} and s.id = g.suggestion_id`.execute(tx);
        await sql`
update suggestions s set category_id = null where s.subdomain_id = ${this.sid} and s.id = any(${going}::bigint[]) and s.category_id = any(${made('categories')}::bigint[])`.execute(
          tx,
        );
        return { ideas_removed: going.length, ideas_kept: kept, votes_removed: votes[0]!.n };
      }, rows.length);
    }
  }

  /** Ids of the forums, categories, statuses and labels that the import made. */
  private async madeNames(): Promise<(kind: 'forums' | 'categories' | 'statuses' | 'labels') => string[]> {
    const { rows } = await sql<{ kind: string; id: string }>`
select distinct e.value ->> 'table' as kind, e.value ->> 'id' as id from undo_entries u cross join lateral jsonb_array_elements(u.changes) e
where u.subdomain_id = ${this.sid} and u.import_id = ${this.id} and e.value ->> 'table' in ('forums', 'categories', 'statuses', 'labels')`.execute(
      this.scope.db,
    );
    return (kind) => rows.filter((row) => row.kind === kind).map((row) => row.id);
  }

  /** Removes what the import made on the way and nothing stands in any more. */
  private async removeNames(): Promise<void> {
    const of = await this.madeNames();
    const { sid } = this;
    await this.batch(async (tx) => {
      const labels = await sql`
delete from labels l where l.subdomain_id = ${sid} and l.id = any(${of('labels')}::bigint[])
  and not exists (select 1 from labels c where c.subdomain_id = ${sid} and c.parent_id = l.id)
  and not exists (select 1 from suggestion_labels k join suggestions s on s.subdomain_id = ${sid} and s.id = k.suggestion_id where k.subdomain_id = ${sid} and k.label_id = l.id and s.state <> 'deleted')`.execute(
        tx,
      );
      const idle = sql`not exists (select 1 from suggestions s where s.subdomain_id = ${sid} and s.category_id = k.id and s.state <> 'deleted')`;
      await sql`
update suggestions t set category_id = null from categories k
where t.subdomain_id = ${sid} and k.subdomain_id = ${sid} and k.id = t.category_id and k.id = any(${of('categories')}::bigint[]) and ${idle}`.execute(
        tx,
      );
      const categories = await sql`
delete from categories k where k.subdomain_id = ${sid} and k.id = any(${of('categories')}::bigint[]) and ${idle}`.execute(
        tx,
      );
      const statuses = await sql`
update statuses t set deleted_at = ${this.scope.now()}::timestamptz where t.subdomain_id = ${sid} and t.id = any(${of('statuses')}::bigint[]) and t.deleted_at is null
  and not exists (select 1 from suggestions s where s.subdomain_id = ${sid} and s.status_id = t.id and s.state <> 'deleted')`.execute(
        tx,
      );
      const forums = await sql`
update forums f set state = 'deleted' where f.subdomain_id = ${sid} and f.id = any(${of('forums')}::bigint[]) and f.state <> 'deleted'
  and not exists (select 1 from suggestions s where s.subdomain_id = ${sid} and s.forum_id = f.id and s.state <> 'deleted')
  and not exists (select 1 from categories k where k.subdomain_id = ${sid} and k.forum_id = f.id)
  and not exists (select 1 from subdomains w where w.id = ${sid} and w.default_forum_id = f.id)`.execute(tx);
      const gone = [labels, categories, statuses, forums].reduce(
        (sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n),
        0,
      );
      return { names_removed: gone };
    });
  }
}

/**
 * What an idea becomes when a change is taken back: each value that is still the one that the change gave.
 * @param categories those of the values before that are still there
 * @returns null: none is
 */
function settingBack(
  values: Record<string, unknown>,
  { before, after }: UndoChange,
  categories: ReadonlySet<string>,
): Record<string, unknown> | null {
  const [was, gave] = [before as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  const next = { ...values };
  let isChanged = false;
  for (const key of Object.keys(was)) {
    if (key === 'custom_fields') {
      const fields = { ...(values['custom_fields'] as Record<string, unknown>) };
      const [old, given] = [was[key] as Record<string, unknown>, gave[key] as Record<string, unknown>];
      for (const field of Object.keys(given)) {
        if (JSON.stringify(old[field]) === JSON.stringify(given[field])) continue;
        if (JSON.stringify(fields[field]) !== JSON.stringify(given[field])) continue;
        isChanged = true;
        if (old[field] === undefined) delete fields[field];
        else fields[field] = old[field];
      }
      next['custom_fields'] = fields;
      continue;
    }
    if (JSON.stringify(values[key]) !== JSON.stringify(gave[key])) continue;
    if (key === 'category_id' && was[key] !== null && !categories.has(was[key] as string)) continue;
    isChanged = true;
    next[key] = was[key];
  }
  return isChanged ? next : null;
}

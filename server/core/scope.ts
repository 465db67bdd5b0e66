import pg from 'pg';
import { changesOf, type ChangedRecords } from './changes.ts';
import { happeningsOf, type Happenings } from './happenings.ts';
import { connectionlessKysely, type Tx } from '../sql/kysely.ts';
import { knownWrites, type Footprint } from '../sql/footprint.ts';
import { StatementNames } from '../sql/statement_names.ts';
import type { Services } from './services.ts';
import type { Viewer } from './viewer.ts';
import type { Statement } from '../sql/writer.ts';

/** Answers null for a statement that keeps to the tenant, else the reason to refuse it. */
export type TenantCheck = (text: string, values: readonly unknown[], subdomainId: string) => string | null;

export interface ScopeDependencies {
  pool: pg.Pool;
  /** pool for lists and reports; may be a replica */
  readPool: pg.Pool;
  /** null in production, where the text has passed the check in development and tests */
  tenantCheck: TenantCheck | null;
  services: Services;
  now: () => Date;
  /** false: no statement is prepared by name, as poolers in transaction mode ask for; true when not given */
  namedStatements?: boolean;
  /** names of the prepared statements of reads and of writes; those of this process when not given */
  readNames?: StatementNames;
  writeNames?: StatementNames;
  /** last statement of each write, which has to find a row; without one nothing is committed */
  guard?: { statement: Statement; refusal: () => Error };
  /** begins a transaction, with its limits of time where connections have none of their own; 'begin' when not given */
  begin?: string;
  /** called for each statement sent; for counting and the development log */
  onStatement?: (text: string, values: readonly unknown[]) => void;
  /** last work of a write in which something happened, in its transaction. What it answers is called after the commit; null: nothing is to be done */
  settle?: (tx: Tx, viewer: Viewer, happenings: Happenings) => Promise<(() => void) | null>;
  /** called after a write was committed, with who wrote and what was noted as changed in it; null: nothing */
  onCommit?: (viewer: Viewer, changes: ChangedRecords | null) => void;
}

/** Reading statements that all see the database as it was at one moment. */
export interface Snapshot {
  /** Rows of one statement. */
  read<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Rows of one statement in batches of at most `size`, read as they are taken: memory holds one batch. */
  batches<Row extends object>(statement: Statement, size: number): AsyncGenerator<Row[]>;
}

/** After a write the tenant's reads go to the primary for this long, so that a replica's delay is not seen. */
const READ_YOUR_WRITES_MS = 3000;
/** By the database that was written, and the tenant. */
const lastWrites = new WeakMap<pg.Pool, Map<string, number>>();

const writtenByTx = new WeakMap<Tx, Set<string>>();

/** What the statements of an open transaction of a command have written so far. */
export function writtenIn(tx: Tx): Footprint {
  return writtenByTx.get(tx) ?? new Set();
}

/** Names of the lists and records that are asked for most. */
const READ_NAMES = new StatementNames({ prefix: 'list_', max: 80, after: 2 });
/**
 * Names of the statements that commands send again and again: a prepared one spares the database most of its
 * work on a small write. Such statements find their rows by key, so that one plan suits all values; what
 * imports and recounts send with arrays of thousands is planned again each time.
 */
const WRITE_NAMES = new StatementNames({ prefix: 'write_', max: 40, after: 10 });

/**
 * The only way from the product to the database: bound to one viewer, so to one tenant.
 * Each statement is checked before it is sent.
 */
export class Scope {
  readonly viewer: Viewer;
  readonly services: Services;
  private readonly written = new Set<string>();
  private readonly deps: ScopeDependencies;

  constructor(dependencies: ScopeDependencies, viewer: Viewer) {
    this.deps = dependencies;
    this.viewer = viewer;
    this.services = dependencies.services;
  }

  /** Notes what a command has written, once it was committed. */
  noteWritten(marks: Iterable<string>): void {
    for (const mark of marks) this.written.add(mark);
  }

  /** What commands have written through this scope since it was last asked. */
  takeWritten(): string[] {
    const marks = [...this.written];
    this.written.clear();
    return marks;
  }

  /** The present moment; passed in so that tests can set it. */
  now(): Date {
    return this.deps.now();
  }

  /** Rows of one reading statement. */
  async read<Row extends object>(statement: Statement): Promise<Row[]> {
    this.check(statement.text, statement.values);
    const result = await this.readingPool().query<Row & pg.QueryResultRow>(this.sent(statement));
    return result.rows;
  }

  /** As `read`, always of the main database: for what has to be true at this moment, such as whether a key lives. */
  async readNow<Row extends object>(statement: Statement): Promise<Row[]> {
    this.check(statement.text, statement.values);
    return (await this.deps.pool.query<Row & pg.QueryResultRow>(this.sent(statement))).rows;
  }

  /**
   * A reading statement that may take long: ended by the database after `timeoutMs`.
   * @returns null when it was ended
   */
  async readWithin<Row extends object>(statement: Statement, timeoutMs: number): Promise<Row[] | null> {
    this.check(statement.text, statement.values);
    const client = await this.readingPool().connect();
    try {
      await client.query('begin read only');
      await client.query(`set local statement_timeout = ${Math.trunc(timeoutMs)}`);
      const result = await client.query<Row & pg.QueryResultRow>(this.sent(statement));
      await client.query('commit');
      client.release();
      return result.rows;
    } catch (error) {
      const ended = (error as { code?: string }).code === '57014';
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      if (ended) return null;
      throw error;
    }
  }

  /**
   * Long reading in one snapshot, such as an export: whatever others write meanwhile is not seen. It holds a
   * connection of the main database until `work` ends, since a replica may break off a long reader.
   */
  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const client = await this.deps.pool.connect();
    const check = ({ text, values }: Statement): void => this.check(text, values);
    const read = async <Row extends object>(statement: Statement): Promise<Row[]> => {
      check(statement);
      return (await client.query<Row & pg.QueryResultRow>({ text: statement.text, values: statement.values }))
        .rows;
    };
    let cursors = 0;
    async function* batches<Row extends object>(statement: Statement, size: number): AsyncGenerator<Row[]> {
      check(statement);
      cursors += 1;
      const name = `rows_${cursors}`;
      await client.query({
        text: `declare ${name} no scroll cursor for ${statement.text}`,
        values: statement.values,
      });
      for (;;) {
        const { rows } = await client.query<Row & pg.QueryResultRow>(
          `fetch forward ${Math.trunc(size)} from ${name}`,
        );
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await client.query(`close ${name}`);
    }
    try {
      await client.query('begin isolation level repeatable read read only');
      // limits that suit requests do not suit this
      await client.query('set local statement_timeout = 0');
      await client.query('set local idle_in_transaction_session_timeout = 0');
      const result = await work({ read, batches });
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw error;
    }
  }

  private readingPool(): pg.Pool {
    const wroteAt = lastWrites.get(this.deps.pool)?.get(this.viewer.subdomain_id) ?? 0;
    return Date.now() - wroteAt < READ_YOUR_WRITES_MS ? this.deps.pool : this.deps.readPool;
  }

  private sent({ text, values, isSteady }: Statement): pg.QueryConfig {
    const name =
      isSteady === true && this.deps.namedStatements !== false
        ? (this.deps.readNames ?? READ_NAMES).nameOf(text, this.viewer.user_id)
        : null;
    return { text, values, ...(name === null ? {} : { name }) };
  }

  /** Typed reading queries outside a transaction, for hand-written reads. */
  get db(): Tx {
    return connectionlessKysely(async (query) => {
      this.check(query.sql, query.parameters);
      return this.deps.pool.query({ text: query.sql, values: [...query.parameters] });
    });
  }

  /**
   * One write transaction. Whatever `work` throws rolls all of it back.
   * Lock order inside: ideas in ascending id, counters last (design: storage, section 3).
   * @param options prepared: statements that come back are prepared by name; for commands. When a migration
   * has changed a table under such a statement, the work runs once more without names: all of it was rolled back.
   */
  async write<T>(
    work: (tx: Tx) => Promise<T>,
    { prepared = false }: { prepared?: boolean } = {},
  ): Promise<T> {
    const written = new Set<string>();
    const isNaming = prepared && this.deps.namedStatements !== false;
    const result = await this.transaction(work, prepared ? written : null, isNaming);
    this.noteWritten(written);
    return result;
  }

  /** @param written takes what the statements write; null: no one asks */
  private async transaction<T>(
    work: (tx: Tx) => Promise<T>,
    written: Set<string> | null,
    isNaming: boolean,
  ): Promise<T> {
    const client = await this.deps.pool.connect();
    // one connection takes one statement at a time; callers may still run several at once
    let last: Promise<unknown> = Promise.resolve();
    const tx = connectionlessKysely((query) => {
      this.check(query.sql, query.parameters);
      const name = isNaming
        ? (this.deps.writeNames ?? WRITE_NAMES).nameOf(query.sql, this.viewer.user_id)
        : null;
      const statement = {
        text: query.sql,
        values: [...query.parameters],
        ...(name === null ? {} : { name }),
      };
      const next = last.then(async () => {
        const result = await client.query(statement);
        // a query in WITH may have written although the rows of the whole are none
        if (
          written &&
          (result.command === 'SELECT' || result.rowCount !== 0 || /^\s*with\b/i.test(query.sql))
        )
          for (const mark of knownWrites(query.sql)) written.add(mark);
        return result;
      });
      last = next.catch(() => undefined);
      return next;
    });
    if (written) writtenByTx.set(tx, written);
    try {
      await client.query(this.deps.begin ?? 'begin');
      const result = await work(tx);
      await last;
      const happenings = happeningsOf(tx);
      const afterwards = happenings && (await this.deps.settle?.(tx, this.viewer, happenings));
      if (this.deps.guard && (await client.query(this.deps.guard.statement)).rowCount === 0)
        throw this.deps.guard.refusal();
      await client.query('commit');
      client.release();
      const writes = lastWrites.get(this.deps.pool) ?? new Map<string, number>();
      lastWrites.set(this.deps.pool, writes.set(this.viewer.subdomain_id, Date.now()));
      this.deps.onCommit?.(this.viewer, changesOf(tx));
      afterwards?.();
      return result;
    } catch (error) {
      const isStale = isNaming && isStalePlan(error);
      // a connection with stale plans is given up
      await client.query('rollback').then(
        () => client.release(isStale),
        (broken: Error) => client.release(broken),
      );
      written?.clear();
      if (isStale) return this.transaction(work, written, false);
      throw error;
    }
  }

  /**
   * The same scope, whose writes are committed only while `statement` finds a row at their end: for work that
   * another process may have taken over.
   * @param refusal what a write throws that finds none
   */
  guardedBy(statement: Statement, refusal: () => Error): Scope {
    return new Scope({ ...this.deps, guard: { statement, refusal } }, this.viewer);
  }

  private check(text: string, values: readonly unknown[]): void {
    this.deps.onStatement?.(text, values);
    const reason = this.deps.tenantCheck?.(text, values, this.viewer.subdomain_id);
    if (reason) throw new Error(`Statement refused: ${reason}\n${text}`);
  }
}

/** "Cached plan must not change result type": what a prepared statement answers changed with its table. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

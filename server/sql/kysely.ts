import type pg from 'pg';
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Database } from '../db/tables.ts';
import type { Statement } from './writer.ts';

/** Queries of one open transaction, typed by the tables. */
export type Tx = Kysely<Database>;

/** Rows of a written statement, read in an open transaction. */
export async function rowsOf<Row extends object>(tx: Tx, { text, values }: Statement): Promise<Row[]> {
  return (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

type Run = (query: CompiledQuery) => Promise<pg.QueryResult>;

/** A Kysely that sends each compiled query through `run`; transactions are begun by the scope alone. */
export function connectionlessKysely(run: Run): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const result = await run(query);
      return {
        rows: result.rows as Row[],
        ...(result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }),
      };
    },
    // eslint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('Stream with a cursor of the scope, not through Kysely.');
    },
  };
  const nothing = async (): Promise<void> => undefined;
  const refuse = async (): Promise<void> => {
    throw new Error('A command has one transaction, which the scope begins.');
  };
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  };
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

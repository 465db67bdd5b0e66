import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbeddedPostgres } from '../server/adapters/postgres/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { generateSmallTenants, generateTenant, sizeOf, type TenantSize } from './generate.ts';

/** Key of the tenant that is measured. */
export const LARGE = 'large';

/** A PostgreSQL of a benchmark's own. */
export interface BenchCluster {
  /** folder of the cluster */
  dataDir: string;
  /** connection string of a database */
  urlOf: (name: string) => string;
  /** An empty, migrated database; an old one of that name goes. */
  empty: (name: string) => Promise<string>;
  /** A copy of one of its databases, to which no one may be connected. @returns its connection string */
  copy: (of: string, name: string) => Promise<string>;
  /**
   * A database with one tenant of that many ideas and small tenants beside it, made when it is not there yet.
   * @param size how much the large tenant holds; in proportion to its ideas when not given
   * @returns its connection string
   */
  generated: (ideas: number, smallTenants: number, size?: TenantSize) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * Starts an embedded PostgreSQL with the product's own settings.
 * @param dataDir folder that is kept with what was generated; null: a temporary one that goes at the end
 */
export async function openCluster(dataDir: string | null): Promise<BenchCluster> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const postgres = await openEmbeddedPostgres({ dataDir: folder });
  const command = async (text: string): Promise<pg.QueryResult> => {
    const pool = createPool(postgres.adminUrlOf('postgres'), { size: 1 });
    try {
      return await pool.query(text);
    } finally {
      await pool.end();
    }
  };
  const empty = async (name: string): Promise<string> => {
    await command(`drop database if exists ${name} with (force)`);
    await command(`create database ${name}`);
    const url = postgres.adminUrlOf(name);
    await migrate(url);
    await withPool(url, (pool) => pool.query('create extension if not exists pg_stat_statements'));
    return url;
  };
  return {
    dataDir: folder,
    urlOf: postgres.adminUrlOf,
    empty,
    copy: async (of, name) => {
      await command(`create database ${name} template ${of}`);
      return postgres.adminUrlOf(name);
    },
    generated: async (ideas, smallTenants, size) => {
      const name = `ideas_${ideas}${size === undefined ? '' : `_users_${size.users}`}`;
      const url = postgres.adminUrlOf(name);
      // a name that is only given to a database that is complete
      const { rowCount } = await command(`select 1 from pg_database where datname = '${name}'`);
      if (rowCount === 1) {
        await migrate(url);
        return url;
      }
      console.log(`Generating ${ideas.toLocaleString('en')} ideas and ${smallTenants} small tenants`);
      const making = await empty(`${name}_making`);
      await withPool(making, async (pool) => {
        await generateSmallTenants(pool, smallTenants, console.log);
        await generateTenant(pool, LARGE, size ?? sizeOf(ideas), console.log);
        await pool.query('vacuum analyze');
        await pool.query('checkpoint');
      });
      await command(`alter database ${name}_making rename to ${name}`);
      return url;
    },
    close: async () => {
      await postgres.close();
      if (dataDir === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A pool for the time of `work`. */
export async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>, size = 4): Promise<T> {
  const pool = createPool(url, { size });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Id of the tenant that is measured. */
export async function largeTenant(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id::text as id from subdomains where key = $1', [
    LARGE,
  ]);
  return rows[0]!.id;
}

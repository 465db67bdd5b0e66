import { readConfig } from '../config.ts';
import { OperatorError } from '../core/operator_error.ts';
import { Scope } from '../core/scope.ts';
import type { Services } from '../core/services.ts';
import { openDatabase } from '../database.ts';
import { systemViewer } from '../domain/account/system_viewer.ts';
import type { Io } from './command.ts';

/** Commands of the command line write to the database only; what needs a running server says so. */
const noServices = new Proxy({} as Services, {
  get(_target, part) {
    throw new Error(`The command line has no service ${String(part)}.`);
  },
});

/**
 * Opens the configured database and a scope of the system in one workspace.
 * @param key workspace; null: the default one
 * @throws OperatorError when there is no such workspace
 */
export async function openCommandScope(io: Io, key: string | null): Promise<{ scope: Scope; close: () => Promise<void> }> {
  const config = readConfig(io.environment);
  const database = await openDatabase(config, { say: io.err });
  const wanted = key ?? config.defaultSubdomain;
  const { rows } = await database.pools.direct.query<{ id: string; key: string; features: string[] }>(
    'select id::text as id, key, features from subdomains where key = $1 and deleted_at is null',
    [wanted],
  );
  const [subdomain] = rows;
  if (!subdomain) {
    await database.close();
    throw new OperatorError(`There is no workspace "${wanted}". "earshot subdomain list" names those that exist.`);
  }
  const scope = new Scope(
    { pool: database.pools.direct, readPool: database.pools.direct, tenantCheck: null, services: noServices, now: () => new Date() },
    systemViewer(subdomain),
  );
  return { scope, close: () => database.close() };
}

import { ALL_PERMISSIONS, type PermissionsMap } from '../../contract/permissions.ts';
import type { ScopeDependencies } from '../core/scope.ts';
import { buildAdmin, buildTenant, viewerOf } from '../db/builders.ts';
import type { TestDatabase } from '../db/testing.ts';
import { recountTenant } from '../domain/ideas/recount.ts';
import { testApi, type TestApi } from './api.ts';

/** A workspace of a test's own, with the ways in that tests of commands need. */
export interface TestWorkspace {
  tenant: Awaited<ReturnType<typeof buildTenant>>;
  admin: Awaited<ReturnType<typeof buildAdmin>>;
  /** the API as an admin with every right */
  api: TestApi;
  /** the API as an admin whose rights differ in these */
  as(permissions: Partial<PermissionsMap>): Promise<TestApi>;
  /** counters that do not agree with their rows; none, unless something is wrong */
  drift(): Promise<unknown>;
  rows<T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]>;
}

/** Opens a new workspace in the database. */
export async function openWorkspace(
  database: TestDatabase,
  options: Partial<ScopeDependencies> = {},
): Promise<TestWorkspace> {
  const tenant = await buildTenant(database);
  const admin = await buildAdmin(database, tenant);
  return workspaceIn(database, { tenant, admin }, options);
}

/** A workspace that stands in the database, such as one that was copied with it. */
export async function workspaceIn(
  database: Pick<TestDatabase, 'pool'>,
  { tenant, admin }: Pick<TestWorkspace, 'tenant' | 'admin'>,
  options: Partial<ScopeDependencies> = {},
): Promise<TestWorkspace> {
  const viewer = viewerOf(tenant, admin);
  const api = await testApi(database, viewer, options);
  return {
    tenant,
    admin,
    api,
    as: (permissions) =>
      testApi(database, { ...viewer, permissions: { ...ALL_PERMISSIONS, ...permissions } }, options),
    drift: async () => (await recountTenant(api.scope)).entries,
    rows: async <T>(text: string, ...values: unknown[]) =>
      (await database.pool.query(text, values)).rows as T[],
  };
}

/** What the caller is told when a document is refused: message, code, field, reason. @throws Error when it is not */
export async function refusal(
  api: TestApi,
  document: string,
  variables: Record<string, unknown> = {},
): Promise<{ message: string } & Record<string, unknown>> {
  const { errors, data } = await api.run(document, variables);
  if (!errors?.[0]) throw new Error(`Was not refused: ${JSON.stringify(data)}`);
  return { message: errors[0].message, ...errors[0].extensions };
}

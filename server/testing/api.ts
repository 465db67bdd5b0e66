import { createHash } from 'node:crypto';
import { catalogue } from '../api/catalogue.ts';
import { createExecutor, type ExecuteAnswer, type Executor } from '../api/execute.ts';
import { Footprints } from '../api/footprints.ts';
import { createSchema, type Catalogue } from '../api/schema.ts';
import { Reader } from '../listing/reader.ts';
import { TotalCache } from '../listing/total_cache.ts';
import type { Scope, ScopeDependencies } from '../core/scope.ts';
import { queueDeliveries } from '../domain/integrations/webhook_queue.ts';
import type { Viewer } from '../core/viewer.ts';
import { testScope } from '../db/builders.ts';
import type { TestDatabase } from '../db/testing.ts';

/** The API in the test's own process, as one viewer. */
export interface TestApi {
  scope: Scope;
  /**
   * Executes a document and answers what the HTTP route would send.
   * `key` is the Idempotency-Key of the request.
   */
  run(query: string, variables?: Record<string, unknown>, options?: { key?: string }): Promise<ExecuteAnswer>;
  /** The data of a document that must succeed. @throws Error with the first refusal's sentence */
  data<T>(query: string, variables?: Record<string, unknown>, options?: { key?: string }): Promise<T>;
  /** Causes of masked errors. */
  faults: unknown[];
}

const faultsOf = new WeakMap<Catalogue, unknown[]>();
const engines = new WeakMap<
  Catalogue,
  { entities: ReturnType<typeof createSchema>['entities']; executor: Executor }
>();

function engineOf(declared: Catalogue) {
  let engine = engines.get(declared);
  if (!engine) {
    const { schema, entities } = createSchema(declared);
    const faults: unknown[] = [];
    faultsOf.set(declared, faults);
    engine = {
      entities,
      executor: createExecutor(schema, {
        checkLeaves: true,
        logFault: (cause) => faults.push(cause),
        footprints: new Footprints(declared),
      }),
    };
    engines.set(declared, engine);
  }
  return engine;
}

/**
 * GraphQL without HTTP: the real schema and executor on a test's database, with the tenant check
 * on each statement. Values are checked against their types.
 *
 * @param options replaces dependencies of the scope, such as `now` and `services`; `catalogue` for
 *   other declarations than the product's
 */
export async function testApi(
  database: Pick<TestDatabase, 'pool'>,
  viewer: Viewer,
  options: Partial<ScopeDependencies> & { catalogue?: Catalogue } = {},
): Promise<TestApi> {
  const { catalogue: declared = catalogue, ...dependencies } = options;
  const { entities, executor } = engineOf(declared);
  const totals = new TotalCache();
  const scope = await testScope(database, viewer, {
    onCommit: (author) => totals.wrote(author),
    settle: async (tx, author, happenings) => {
      await queueDeliveries(tx, author, (dependencies.now ?? (() => new Date()))(), happenings);
      return null;
    },
    ...dependencies,
  });
  const run: TestApi['run'] = (query, variables = {}, { key } = {}) => {
    const prepared = executor.prepare(query, true);
    const documentHash = createHash('sha256').update(query).update(JSON.stringify(variables)).digest('hex');
    return executor.run(
      prepared,
      { query, variables, operationName: null },
      {
        scope,
        reader: new Reader(scope, entities, totals),
        replay: key === undefined ? null : { key, documentHash },
        commands: [],
      },
    );
  };
  return {
    scope,
    run,
    data: async <T>(query: string, variables?: Record<string, unknown>, runOptions?: { key?: string }) => {
      const answer = await run(query, variables, runOptions);
      const [error] = answer.errors ?? [];
      if (error)
        throw new Error(`${error.message} ${JSON.stringify(error.extensions)}`, {
          cause: faultsOf.get(declared)!.at(-1),
        });
      return answer.data as T;
    },
    faults: faultsOf.get(declared)!,
  };
}

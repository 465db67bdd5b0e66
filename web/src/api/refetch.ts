/**
 * Data refresh (specification lines 332-335): after each mutation the queries
 * are asked again whose answers depend on what it wrote, deleted records leave
 * the cache, and the host application is told. What an answer depends on comes
 * with its documents (reads.ts); a query may narrow it to entities and kinds of
 * change. Screens never invalidate by hand.
 */
import { QueryClient } from '@tanstack/react-query';
import type {
  DefaultError,
  QueryKey,
  QueryObserverOptions,
  DefaultedQueryObserverOptions,
  Query,
} from '@tanstack/react-query';
import type { ChangeKind, MutationReply } from './client.ts';
import { isTransient } from './errors.ts';
import { isTouched, knownReads, learningReads } from './reads.ts';
import type { Reading, Written } from './reads.ts';

/** Entity name to the kinds of change after which a query is asked again. */
export type Subscriptions = Readonly<Record<string, readonly ChangeKind[]>>;

/** What a query may state about itself in `meta`. */
export interface QueryMeta extends Record<string, unknown> {
  /** Narrows the changes that concern the query to these. An empty list of kinds is an error. */
  entities?: Subscriptions;
  /** The document of a query that may be filled by hand, before it was asked. */
  document?: Reading;
  /** Set by a query of one record: it leaves the cache when that record is deleted. */
  record?: { entity: string; id: string };
  /** Set by a query of one idea, or of what hangs on it: it is asked again when someone else has changed that idea. */
  idea?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** All kinds: what most lists subscribe to. */
export const everyChange: readonly ChangeKind[] = ['create', 'update', 'delete'];

/** Throws on a subscription with an empty list of kinds (specification line 334): it would never be asked again. */
export function checkSubscriptions(entities: Subscriptions | undefined): void {
  for (const [entity, kinds] of Object.entries(entities ?? {})) {
    if (kinds.length === 0)
      throw new Error(`A query subscribes to ${entity} with an empty list of kinds of change.`);
  }
}

/** Whether the changes are among those that a query is narrowed to; not narrowed: any is. */
export function isWithin(entities: Subscriptions | undefined, changes: MutationReply['changes']): boolean {
  if (entities === undefined) return true;
  return Object.entries(entities).some(([entity, kinds]) => {
    const kind = changes[entity];
    return kind !== undefined && kinds.includes(kind);
  });
}

/** Plural name of an entity, as lists and collections are called: category -> categories, status -> statuses. */
export function pluralOf(entity: string): string {
  if (entity.endsWith('y')) return `${entity.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(entity) ? `${entity}es` : `${entity}s`;
}

/**
 * A list answer without the deleted records, with its total lowered; the same
 * object when nothing of it was deleted. Lists are found by their field names,
 * e.g. `suggestions` and `all_suggestions`.
 */
export function withoutDeleted(data: unknown, deleted: MutationReply['deleted']): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const answer = data as Record<string, unknown>;
  let changed: Record<string, unknown> | null = null;
  for (const [entity, ids] of Object.entries(deleted)) {
    for (const field of [pluralOf(entity), `all_${pluralOf(entity)}`]) {
      const list = answer[field];
      if (!isList(list)) continue;
      const records = list.records.filter((record) => !ids.includes(String(record.id)));
      const gone = list.records.length - records.length;
      if (gone === 0) continue;
      const total =
        typeof list.total_records === 'number'
          ? { total_records: Math.max(0, list.total_records - gone) }
          : {};
      changed = { ...(changed ?? answer), [field]: { ...list, records, ...total } };
    }
  }
  return changed ?? data;
}

/** Applies a mutation's reply to the cache and tells the host which collections changed. */
export function applyReply(
  client: QueryClient,
  reply: MutationReply,
  publish: (collections: string[]) => void,
): void {
  const cache = client.getQueryCache();
  const isConcerned = (query: Query): boolean =>
    isTouched(knownReads(query), reply.written) && isWithin(query.meta?.entities, reply.changes);
  for (const query of cache.getAll()) {
    const record = query.meta?.record;
    if (record !== undefined && (reply.deleted[record.entity] ?? []).includes(record.id)) {
      void query.cancel({ silent: true });
      cache.remove(query);
      continue;
    }
    if (query.state.data === undefined || !isConcerned(query)) continue;
    const left = withoutDeleted(query.state.data, reply.deleted);
    if (left !== query.state.data) query.setData(left);
  }
  void client.invalidateQueries({ predicate: isConcerned });
  publish(Object.keys(reply.changes).map(pluralOf));
}

/** What an update of any record of an entity may have written: for what is told of a kind, and not of columns. */
export function anythingOf(entity: string): Written {
  const table = pluralOf(entity);
  return [`${table}+`, `${table}-`, `${table}.*`];
}

/**
 * TanStack's client, with two rules more: each query that comes to it, by
 * whichever call, learns what its answer depends on, and has what it is
 * narrowed to checked.
 */
class LearningQueryClient extends QueryClient {
  override defaultQueryOptions<
    TQueryFnData = unknown,
    TError = DefaultError,
    TData = TQueryFnData,
    TQueryData = TQueryFnData,
    TQueryKey extends QueryKey = QueryKey,
    TPageParam = never,
  >(
    options:
      | QueryObserverOptions<TQueryFnData, TError, TData, TQueryData, TQueryKey, TPageParam>
      | DefaultedQueryObserverOptions<TQueryFnData, TError, TData, TQueryData, TQueryKey>,
  ): DefaultedQueryObserverOptions<TQueryFnData, TError, TData, TQueryData, TQueryKey> {
    checkSubscriptions(options.meta?.entities);
    const defaulted = super.defaultQueryOptions(options);
    // options that are defaulted already come through here again
    if (defaulted === options || typeof defaulted.queryFn !== 'function') return defaulted;
    return { ...defaulted, queryFn: learningReads(this, defaulted.queryFn) };
  }
}

/**
 * The console's query client. Nothing waits for `navigator.onLine`: a server on
 * the same machine answers without any network. Mutations repeat themselves in
 * the client (same Idempotency-Key), queries here.
 */
export function createQueryClient(): QueryClient {
  return new LearningQueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

interface List {
  records: { id?: unknown }[];
  total_records?: unknown;
}

function isList(value: unknown): value is List {
  return (
    typeof value === 'object' && value !== null && Array.isArray((value as { records?: unknown }).records)
  );
}

/**
 * What answers depend on. Each document carries it (`web/build/documents.ts` puts it there, worked out from the
 * statements that the server writes for it); a query learns it from the documents that it asks, so no screen states
 * by hand after which changes it is stale (decision 0029).
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Columns by table; '+' and '-' stand for rows that come and go, '*' for any column. */
export type Reads = Map<string, Set<string>>;

/** What a document carries: 'forums - name, labels + - full_name'. */
export interface Reading {
  reads?: string;
  toString(): string;
}

/** What the server says that a command has written: 'suggestions+', 'forums.suggestions_count'. 'labels.*': anything of the table. */
export type Written = readonly string[];

const collectors = new Set<Reads>();
const bySignal = new WeakMap<AbortSignal, Reads>();

function add(reads: Reads, { reads: text }: Reading): void {
  if (text === undefined || text === '') return;
  for (const part of text.split(', ')) {
    const [table, ...marks] = part.split(' ') as [string, ...string[]];
    const known = reads.get(table) ?? new Set();
    for (const mark of marks) known.add(mark);
    reads.set(table, known);
  }
}

/** Notes that a document is asked, for the query that asks it: the one that is being begun, or the one of the signal. */
export function noteAsked(document: Reading, signal: AbortSignal | undefined): void {
  for (const reads of collectors) add(reads, document);
  const reads = signal === undefined ? undefined : bySignal.get(signal);
  if (reads) add(reads, document);
}

const readsByQuery = new WeakMap<object, Reads>();

function readsOf(client: QueryClient, queryKey: QueryKey): Reads {
  const query = client.getQueryCache().find({ queryKey, exact: true })!;
  let reads = readsByQuery.get(query);
  if (!reads) readsByQuery.set(query, (reads = new Map()));
  return reads;
}

interface QueryContext {
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** The same query function, which teaches its query what its answer depends on. */
export function learningReads<C extends QueryContext, T>(
  client: QueryClient,
  queryFn: (context: C) => T,
): (context: C) => T {
  return (context) => {
    const reads = readsOf(client, context.queryKey);
    // whoever takes the signal has its calls ended with the query, so it is handed on only where it is asked for
    const watched = Object.defineProperties({} as C, {
      ...Object.getOwnPropertyDescriptors(context),
      signal: {
        enumerable: true,
        get: () => {
          bySignal.set(context.signal, reads);
          return context.signal;
        },
      },
    });
    collectors.add(reads);
    try {
      return queryFn(watched);
    } finally {
      collectors.delete(reads);
    }
  };
}

/**
 * What the answer of a query depends on, as far as its documents say; null: it was filled by hand and says nothing, so
 * any change may concern it.
 *
 * @param query of the cache
 */
export function knownReads(query: { meta?: { document?: Reading } | undefined }): Reads | null {
  const learned = readsByQuery.get(query);
  const document = query.meta?.document;
  if (document === undefined) return learned ?? null;
  const reads: Reads = new Map(learned);
  add(reads, document);
  return reads;
}

/** Whether something that was written changes an answer that depends on these. */
export function isTouched(reads: Reads | null, written: Written): boolean {
  if (reads === null) return written.length > 0;
  return written.some((mark) => {
    const [, table = '', what = ''] = /^(\w+)\.?(.*)$/.exec(mark) ?? [];
    const known = reads.get(table);
    return known !== undefined && (what === '*' || known.has('*') || known.has(what));
  });
}

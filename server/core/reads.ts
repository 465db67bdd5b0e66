import type { Entity } from './entity.ts';

/** Fields asked for, by field name (aliases joined): {id: true, forum: {name: true}}. */
export interface Selection {
  [field: string]: Selection | true;
}

/** A page of a list as the API answers it; parts that were not asked for are absent. */
export interface ListResult {
  records?: unknown[];
  /** null only inside; exact up to `TOTAL_CAP`; above it TOTAL_CAP + 1 where no kept number tells it and counting would take long */
  total_records?: number;
  /** there are more than total_records - 1; how many, no one has counted */
  total_is_capped?: boolean;
  /** words of a search that no record holds, with those that were looked for in their place; empty: there are none */
  search_extensions?: { word: string; near: readonly string[] }[];
  current_page: number;
}

/** One page of a list as it is asked for. */
export interface PageRequest {
  filters: Readonly<Record<string, unknown>>;
  sort: string | null;
  page: number;
  perPage: number;
}

/** Reads of entities with the rights of one viewer, for queries that answer records; `listing/reader.ts` does them. */
export interface EntityReads {
  /** One page of a list. */
  list(entity: Entity, request: PageRequest, wanted: Selection): Promise<ListResult>;
  /** Records in the order of the ids; those that are not there are left out. */
  byIds(entity: Entity, ids: readonly string[], selection: Selection): Promise<unknown[]>;
  /** The entity of that name. */
  entity(name: string): Entity;
}

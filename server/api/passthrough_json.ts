import { Kind, OperationTypeNode, visit, BREAK, type DocumentNode } from 'graphql';
import type { Entity } from '../core/entity.ts';
import type { Entities } from '../listing/list_writer.ts';
import type { Selection } from '../core/reads.ts';
import type { Viewer } from '../core/viewer.ts';

/*
 * The database writes the records of a list as JSON in the shape and order of the selection. Where that is
 * letter by letter what the API answers, the text goes out as it came: reading it, walking over it and
 * writing it again costs more than everything else that the server does for a list.
 */

/**
 * Whether a document is one query with one root field, without aliases or `__` fields: then the names and
 * their order in the selection are those of the answer.
 */
export function isOnePlainQuery(document: DocumentNode): boolean {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operations.length !== 1 || operation!.operation !== OperationTypeNode.QUERY) return false;
  const [root] = operation!.selectionSet.selections;
  if (
    operation!.selectionSet.selections.length !== 1 ||
    root!.kind !== Kind.FIELD ||
    root!.directives!.length > 0
  )
    return false;
  let isPlain = true;
  visit(document, {
    Field(node) {
      if (!node.alias && !node.name.value.startsWith('__')) return undefined;
      isPlain = false;
      return BREAK;
    },
  });
  return isPlain;
}

/**
 * Whether the records can be sent exactly as the database wrote them: no selected field is computed in code
 * or forbidden to this viewer, and at least one field is selected (an empty record is not written as `{}`).
 * Cached per viewer and selection, in weak maps.
 */
export function canPassThrough(
  entities: Entities,
  entity: Entity,
  selection: Selection,
  viewer: Viewer,
): boolean {
  let viewerCache = cache.get(viewer);
  if (!viewerCache) cache.set(viewer, (viewerCache = new WeakMap()));
  let isWritten = viewerCache.get(selection);
  if (isWritten === undefined)
    viewerCache.set(selection, (isWritten = hasOnlySqlFields(entities, entity, selection, viewer)));
  return isWritten;
}

const cache = new WeakMap<Viewer, WeakMap<Selection, boolean>>();

function hasOnlySqlFields(entities: Entities, entity: Entity, selection: Selection, viewer: Viewer): boolean {
  const wantedFields = Object.entries(selection);
  if (wantedFields.length === 0) return false;
  for (const [name, wanted] of wantedFields) {
    const field = entity.fields[name];
    if (!field || field.kind === 'computed' || (field.requires && !field.requires.allows(viewer)))
      return false;
    // SQL returns a column with an object type whole, not just the selected subfields
    if (field.kind === 'column' && wanted !== true) return false;
    if (
      (field.kind === 'one' || field.kind === 'many') &&
      wanted !== true &&
      !hasOnlySqlFields(entities, entities.get(field.entity)!, wanted, viewer)
    )
      return false;
  }
  return true;
}

const RECORDS_PLACEHOLDER = '"records":[]';

/** Serializes an answer. `records`, if not null, replaces the placeholder `"records":[]`. */
export function writeAnswer(answer: object, records: string | null): string {
  const text = JSON.stringify(answer);
  if (records === null) return text;
  const at = text.indexOf(RECORDS_PLACEHOLDER);
  return at < 0
    ? text
    : `${text.slice(0, at)}"records":${records}${text.slice(at + RECORDS_PLACEHOLDER.length)}`;
}

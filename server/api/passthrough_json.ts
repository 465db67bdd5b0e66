import { Kind, OperationTypeNode, visit, BREAK, type DocumentNode } from 'graphql';
import type { Entity } from '../core/entity.ts';
import type { Entities, Selection } from '../core/list.ts';
import type { Viewer } from '../core/viewer.ts';

/*
 * The database writes the records of a list as JSON in the shape and order of the selection. Where that is
 * letter by letter what the API answers, the text goes out as it came: reading it, walking over it and
 * writing it again costs more than everything else that the server does for a list.
 */

/**
 * Whether a document asks for one thing, each field under its own name: then the order and the names of the
 * selection are those of the answer.
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
 * Whether the database's text holds each selected field and nothing else: none is made by code, none is left
 * out because this person may not read it, and there is one, since a record without any is not written as `{}`.
 * What was found stays known as long as the two objects live.
 */
export function isWrittenBySql(
  entities: Entities,
  entity: Entity,
  selection: Selection,
  viewer: Viewer,
): boolean {
  let ofViewer = known.get(viewer);
  if (!ofViewer) known.set(viewer, (ofViewer = new WeakMap()));
  let isWritten = ofViewer.get(selection);
  if (isWritten === undefined)
    ofViewer.set(selection, (isWritten = hasOnlySql(entities, entity, selection, viewer)));
  return isWritten;
}

const known = new WeakMap<Viewer, WeakMap<Selection, boolean>>();

function hasOnlySql(entities: Entities, entity: Entity, selection: Selection, viewer: Viewer): boolean {
  const wantedFields = Object.entries(selection);
  if (wantedFields.length === 0) return false;
  for (const [name, wanted] of wantedFields) {
    const field = entity.fields[name];
    if (!field || field.kind === 'computed' || (field.requires && !field.requires.allows(viewer)))
      return false;
    // a value with fields of its own is read whole
    if (field.kind === 'column' && wanted !== true) return false;
    if (
      (field.kind === 'one' || field.kind === 'many') &&
      wanted !== true &&
      !hasOnlySql(entities, entities.get(field.entity)!, wanted, viewer)
    )
      return false;
  }
  return true;
}

const EMPTY = '"records":[]';

/** The text of an answer; `records` is written in the place of the empty list that stands for it. */
export function writeAnswer(answer: object, records: string | null): string {
  const text = JSON.stringify(answer);
  if (records === null) return text;
  const at = text.indexOf(EMPTY);
  return at < 0 ? text : `${text.slice(0, at)}"records":${records}${text.slice(at + EMPTY.length)}`;
}

/**
 * Which screens a command makes stale, worked out instead of said: a command's statements tell what they wrote
 * (`Scope.written`), a document's own statements tell what its answer depends on (decision 0029).
 */
import {
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { ChangeKind } from '../core/command.ts';
import type { Entity } from '../core/entity.ts';
import type { Selection } from '../core/reads.ts';
import type { Viewer } from '../core/viewer.ts';
import { DELETED_WITH, TABLE_NAMES } from '../db/tables.ts';
import { sampleOf } from '../inputs/sample.ts';
import { ListWriter, type Entities } from '../listing/list_writer.ts';
import { readBy, type Footprint } from '../sql/footprint.ts';
import { typeName, type Catalogue } from './schema.ts';

const isTable = (name: string): boolean => TABLE_NAMES.has(name);

/** Someone who may read everything, so that no field is left out of a statement. */
const EVERYTHING: Viewer = {
  subdomain_id: '1',
  user_id: '1',
  display_name: '',
  email_address: null,
  license_type: 'owner',
  permissions: {} as Viewer['permissions'],
  authorized_features: [],
  core_admin: true,
};

/** The entities as if nothing were withheld from anyone. */
function withoutRights(entities: readonly Entity[]): Entities {
  const requires = { label: '', allows: () => true };
  return new Map(
    entities.map((entity) => [
      entity.name,
      {
        ...entity,
        requires,
        fields: Object.fromEntries(
          Object.entries(entity.fields).map(([name, field]) => [name, { ...field, requires }]),
        ),
        ...(entity.list
          ? {
              list: {
                ...entity.list,
                sorts: Object.fromEntries(
                  Object.entries(entity.list.sorts).map(([name, sort]) => [name, { ...sort, requires }]),
                ),
              },
            }
          : {}),
      },
    ]),
  );
}

/** Says of documents what their answers depend on, and of what was written whom it concerns. */
export class Footprints {
  private readonly catalogue: Catalogue;
  private readonly entities: Entities;
  private readonly entityOfType: ReadonlyMap<string, Entity>;
  /** tables of which no one is told */
  private readonly logs: ReadonlySet<string>;
  private own: ReadonlyMap<string, Footprint> | null = null;
  private shown: ReadonlySet<string> | null = null;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    this.entities = withoutRights(catalogue.entities);
    this.logs = new Set(
      [...this.entities.values()].filter(({ isLog }) => isLog === true).map(({ table }) => table),
    );
    this.entityOfType = new Map([...this.entities.values()].map((entity) => [typeName(entity.name), entity]));
  }

  /**
   * What the answer of a document depends on; a list that takes filters as variables, on all that those may compare;
   * one whose filters come in one variable, on all that any of its filters may.
   * @returns marks in alphabetical order, tables as `labels.*` where any column counts
   */
  ofDocument(schema: GraphQLSchema, document: DocumentNode): string[] {
    const operation = getOperationAST(document);
    if (!operation) return [];
    const fragments = new Map(
      document.definitions
        .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    );
    const marks = new Set<string>();
    const add = (footprint: Iterable<string>): void => {
      for (const mark of footprint) marks.add(mark);
    };
    const root = schema.getQueryType()!;
    for (const field of fieldsOf(operation.selectionSet, fragments)) {
      const name = field.name.value;
      const query = this.catalogue.queries.find((one) => one.name === name);
      if (query) {
        add(query.reads.flatMap(spelledOut));
        add(this.ofRecords(root, field, fragments));
        continue;
      }
      const entity = [...this.entities.values()].find(
        (one) => one.name === name || one.plural === name || `all_${one.plural}` === name,
      );
      if (!entity) continue;
      if (entity.name === name) add(this.ofRecord(entity, selectionIn(field.selectionSet, fragments)));
      else add(this.ofList(entity, field, fragments));
    }
    return [...marks].toSorted();
  }

  /**
   * Entities that were changed, for `extensions.changes` (specification line 333), and what of it screens may show. Records that a command ends by a change of state count as deleted by the command that is called so.
   * @param commands names of the commands that wrote it
   */
  describe(
    written: Iterable<string>,
    commands: readonly string[],
  ): { changes: Record<string, ChangeKind>; written: string[] } {
    const marks = withCascades([...written].filter((mark) => !this.logs.has(tableOf(mark))));
    const shown = this.shownTables();
    const changes: Record<string, ChangeKind> = {};
    const tell = (name: string, table: string, isShown: (mark: string) => boolean): void => {
      const kind = marks.has(`${table}-`)
        ? 'delete'
        : marks.has(`${table}+`)
          ? 'create'
          : [...marks].some(isShown)
            ? 'update'
            : null;
      if (kind === null) return;
      const isDeleted = commands.includes(`${name}_delete`) || commands.includes(`${name}_bulk_delete`);
      changes[name] = isDeleted ? 'delete' : kind;
    };
    for (const [name, own] of this.ownFootprints())
      tell(name, this.entities.get(name)!.table, (mark) => own.has(mark));
    for (const [name, table] of this.tablesOfShapes()) tell(name, table, (mark) => tableOf(mark) === table);
    return { changes, written: [...marks].filter((mark) => shown.has(tableOf(mark))).toSorted() };
  }

  private ofList(
    entity: Entity,
    field: FieldNode,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ): Footprint {
    const inner = selectionIn(field.selectionSet, fragments);
    const records = inner['records'];
    const { filters: all, sorts: orders } = entity.list!;
    const named = new Map((field.arguments ?? []).map(({ name, value }) => [name.value, value]));
    const object = named.get('query');
    if (object?.kind === Kind.OBJECT)
      for (const { name, value } of object.fields) named.set(name.value, value);
    // an object that comes as a variable may hold any of them
    const isAny = object !== undefined && object.kind !== Kind.OBJECT;
    const sort = named.get('sort');
    const sorts =
      sort?.kind === Kind.STRING
        ? [sort.value]
        : sort !== undefined || isAny
          ? Object.keys(orders).filter((name) => !SEARCH_SORTS.has(name))
          : null;
    const filters = Object.keys(all).filter((name) => named.has(name) || (isAny && !OF_COPIES.has(name)));
    return this.listFootprint(entity, typeof records === 'object' ? records : {}, filters, sorts);
  }

  private listFootprint(
    entity: Entity,
    selection: Selection,
    filters: readonly string[],
    sorts: readonly string[] | null,
  ): Footprint {
    const marks = new Set<string>();
    const statement = (given: Record<string, unknown>, sort: string | null): void => {
      const { text } = new ListWriter(this.entities, EVERYTHING).page(entity, {
        selection,
        filters: given,
        sort: sort !== null && SEARCH_SORTS.has(sort.replace('-', '')) ? null : sort,
        page: 1,
        perPage: 1,
      });
      for (const mark of readBy(text, isTable)) marks.add(mark);
    };
    statement({}, null);
    for (const sort of sorts ?? []) statement({}, sort);
    const samples = filters.map((name) => {
      const { input } = entity.list!.filters[name]!;
      return [name, input.read(sampleOf(input), name)] as const;
    });
    for (const [name, sample] of samples) statement({ [name]: sample }, null);
    // some depend on each other
    if (samples.length > 1) statement(Object.fromEntries(samples), null);
    return marks;
  }

  private ofRecord(entity: Entity, selection: Selection): Footprint {
    return readBy(new ListWriter(this.entities, EVERYTHING).byIds(entity, [], selection).text, isTable);
  }

  /** Records of entities that stand anywhere in the answer of a query of its own. */
  private ofRecords(
    parent: GraphQLObjectType,
    field: FieldNode,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ): Footprint {
    const declared = parent.getFields()[field.name.value];
    const type = declared === undefined ? null : getNamedType(declared.type);
    if (!isObjectType(type) || !field.selectionSet) return new Set();
    const entity = this.entityOfType.get(type.name);
    if (entity) return this.ofRecord(entity, selectionIn(field.selectionSet, fragments));
    return new Set(
      fieldsOf(field.selectionSet, fragments).flatMap((inner) => [...this.ofRecords(type, inner, fragments)]),
    );
  }

  /** What each entity's own fields depend on, without those of related records. */
  private ownFootprints(): ReadonlyMap<string, Footprint> {
    this.own ??= new Map(
      [...this.entities.values()].map((entity) => [entity.name, this.ofRecord(entity, ownFields(entity))]),
    );
    return this.own;
  }

  /** Types of answers that are no entities and yet represent the rows of a table, such as that of the workspace. */
  private tablesOfShapes(): ReadonlyMap<string, string> {
    return new Map(
      this.catalogue.queries
        .flatMap((query) => query.shapes)
        .map(({ name }) => name.replaceAll(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase())
        .filter((name) => isTable(`${name}s`))
        .map((name) => [name, `${name}s`]),
    );
  }

  /** Tables of which anything is shown anywhere; no one needs to hear of the others, such as those of sessions. */
  private shownTables(): ReadonlySet<string> {
    this.shown ??= new Set(
      [
        ...this.catalogue.queries.flatMap((query) => query.reads),
        ...[...this.ownFootprints().values()].flatMap((own) => [...own]),
        // what a list leaves out by a filter alone shows as well
        ...[...this.entities.values()].flatMap((entity) =>
          entity.list === undefined
            ? []
            : [...this.listFootprint(entity, {}, Object.keys(entity.list.filters), null)],
        ),
      ].map(tableOf),
    );
    return this.shown;
  }
}

/** Orders that a search gives, which are none of columns. */
const SEARCH_SORTS = new Set(['search_order', 'likeness']);
/** Filters of those who keep a copy of a list, which no screen sets. */
const OF_COPIES = new Set(['updated_after', 'updated_before']);

/** Rows that go take those with them that the database deletes with them. */
function withCascades(written: Iterable<string>): Set<string> {
  const marks = new Set(written);
  // what is added is gone through as well
  for (const mark of marks)
    if (mark.endsWith('-')) for (const child of DELETED_WITH[tableOf(mark)] ?? []) marks.add(`${child}-`);
  return marks;
}

const tableOf = (mark: string): string => mark.split(/[.+-]/)[0]!;

/** 'labels' -> all marks of the table; a mark stays as it is. */
function spelledOut(name: string): string[] {
  return /[.+-]/.test(name) ? [name] : [`${name}+`, `${name}-`, `${name}.*`];
}

/** A selection of all fields of a record, of related ones their id. */
function ownFields(entity: Entity): Selection {
  return Object.fromEntries(
    Object.entries(entity.fields).map(([name, field]) => [
      name,
      field.kind === 'group'
        ? Object.fromEntries(Object.keys(field.fields).map((key) => [key, true as const]))
        : field.kind === 'one' || field.kind === 'many'
          ? { id: true as const }
          : (true as const),
    ]),
  );
}

function fieldsOf(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  return set.selections.flatMap((node) =>
    node.kind === Kind.FIELD
      ? [node]
      : fieldsOf(
          node.kind === Kind.INLINE_FRAGMENT
            ? node.selectionSet
            : fragments.get(node.name.value)!.selectionSet,
          fragments,
        ),
  );
}

/** A selection set with all its fragments, whatever its directives leave out. */
function selectionIn(
  set: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Selection {
  const selection: Selection = {};
  for (const field of set ? fieldsOf(set, fragments) : []) {
    const name = field.name.value;
    if (name.startsWith('__')) continue;
    if (!field.selectionSet) {
      selection[name] ??= true;
      continue;
    }
    const known = selection[name];
    selection[name] = merged(
      known === undefined || known === true ? {} : known,
      selectionIn(field.selectionSet, fragments),
    );
  }
  return selection;
}

function merged(a: Selection, b: Selection): Selection {
  const result: Selection = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const known = result[name];
    result[name] = typeof known === 'object' && typeof value === 'object' ? merged(known, value) : value;
  }
  return result;
}

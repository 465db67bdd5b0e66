import {
  buildSchema,
  GraphQLScalarType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { counterpartOf } from '../../contract/inputs.ts';
import { paging } from '../../contract/limits.ts';
import { runCommand, type Command } from '../core/command.ts';
import type { Entity } from '../core/entity.ts';
import { badInput, forbidden, ProductError } from '../core/errors.ts';
import type { Computed } from '../core/fields.ts';
import { intInput, objectInput, textInput, readId } from '../inputs/kinds.ts';
import { readInputs, withSpelledFields, type Input } from '../core/inputs.ts';
import { refuseFilters } from '../listing/filters.ts';
import { HIDDEN, type Entities } from '../listing/list_writer.ts';
import type { Query } from '../core/query.ts';
import type { Shape } from '../core/shape.ts';
import type { Reader, Verbatim } from '../listing/reader.ts';
import type { Scope } from '../core/scope.ts';
import { bounded, type Spent } from './answer_size.ts';
import { selectionOf } from './selection.ts';
import { canPassThrough } from './passthrough_json.ts';

/** Everything that the product declares. */
export interface Catalogue {
  entities: readonly Entity[];
  queries: readonly Query[];
  commands: readonly Command[];
}

/** What each resolver is handed by the execution. */
export interface RequestContext {
  scope: Scope;
  reader: Reader;
  /** Idempotency-Key and hash of the document; null when the caller sent none */
  replay: { key: string; documentHash: string } | null;
  /** names of the commands that succeeded; what they wrote stands in the scope, and becomes `extensions` of the answer */
  commands: string[];
  /** set when the answer may hold the text of a list as the database wrote it */
  verbatim?: Verbatim;
  /** what the answer has come to so far; set by the execution */
  spent?: Spent;
  /** called when a field was refused because its caller lacks the right */
  onForbidden?: (field: string) => void;
  /** called when an error of the answer is a fault of the program, which its caller reads masked */
  onFault?: () => void;
}

const DELETED = 'DeletedRecord';

/** GraphQL type name of an entity: custom_field -> CustomField. */
export function typeName(entity: string): string {
  return entity
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

const PAGING_INPUTS = {
  page: intInput('Page number.', { min: 1, max: paging.maxPage }),
  sort: textInput("Sort keys, '-' in front for descending, separated by commas; ties by id.", 400),
};

/** Arguments of the page size and their maxima, the first that is given counts. */
const PAGE_SIZES = [
  ['per_page', paging.maxPageSize],
  ['perPage', paging.maxPageSize],
  ['bulk_per_page', paging.maxBulkPageSize],
  ['bulkPerPage', paging.maxBulkPageSize],
] as const;

/** Inputs of a list by name: its filters, and its order. */
type ListInputs = Readonly<Record<string, Input<unknown>>>;

function listInputs(entity: Entity): ListInputs {
  const filters = Object.entries(entity.list!.filters).map(([name, { input }]) => [name, input]);
  return { ...(Object.fromEntries(filters) as ListInputs), sort: PAGING_INPUTS.sort };
}

/** The argument that holds the filters and the order of a list in one object, beside the flat ones (decision 0030). */
function listQuery(entity: Entity, inputs: ListInputs): Input<unknown> {
  return objectInput(
    `${typeName(entity.name)}ListInput`,
    'Filters and order of the list in one object; each means the same as the argument of its name.',
    inputs,
  );
}

/**
 * The schema language text of the whole API, printed from the declarations; the server builds its
 * schema from it and `contract/schema.graphql` is its committed copy.
 * @throws Error when a relation names an entity that is not declared, or a name is declared twice
 */
export function printSchema(catalogue: Catalogue): string {
  const printer = new SchemaPrinter(catalogue);
  return printer.print();
}

class SchemaPrinter {
  private readonly catalogue: Catalogue;
  /** type name -> its declaration, in the order of their first use */
  private readonly types = new Map<string, string>();

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  print(): string {
    this.add('Json', '"""Any JSON value."""\nscalar Json');
    this.add(DELETED, `"""A record that was deleted."""\ntype ${DELETED} {\n  id: ID!\n}`);
    for (const entity of this.catalogue.entities) this.entity(entity);
    const queries: [name: string, text: string][] = this.catalogue.entities.flatMap((entity) =>
      this.entityQueries(entity),
    );
    for (const query of this.catalogue.queries) {
      query.shapes.forEach((shape) => this.shape(shape));
      queries.push([
        query.name,
        field(
          query.name,
          this.args(query.args),
          query.returns,
          `${query.description} Requires ${query.requires.label}.`,
        ),
      ]);
    }
    const mutations = this.catalogue.commands.map((command): [string, string] => {
      command.shapes.forEach((shape) => this.shape(shape));
      const { returns: answer } = command;
      const returns =
        'entity' in answer
          ? typeName(answer.entity)
          : 'entities' in answer
            ? `[${typeName(answer.entities)}!]`
            : answer.type;
      return [
        command.name,
        field(
          command.name,
          this.args(command.input),
          returns,
          `${command.description} Requires ${command.requires.label}.`,
        ),
      ];
    });
    this.add('Query', `type Query {\n${inOrder(queries)}\n}`);
    if (mutations.length > 0) this.add('Mutation', `type Mutation {\n${inOrder(mutations)}\n}`);
    return `${[...this.types.values()].join('\n\n')}\n`;
  }

  /** Several declarations may use one type; they must then mean the same. */
  private add(name: string, text: string): void {
    const known = this.types.get(name);
    if (known !== undefined && known !== text) throw new Error(`${name} is declared twice, differently`);
    this.types.set(name, text);
  }

  private entity(entity: Entity): void {
    const name = typeName(entity.name);
    if (this.types.has(name)) throw new Error(`${name} is declared twice`);
    entity.shapes?.forEach((shape) => this.shape(shape));
    const lines = Object.entries(entity.fields).map(([fieldName, declared]) => {
      const restricted = declared.requires ? ` Null without ${declared.requires.label}.` : '';
      const nullable = declared.requires !== undefined;
      switch (declared.kind) {
        case 'column':
        case 'computed':
          return field(
            fieldName,
            '',
            declared.type + (declared.nullable || nullable ? '' : '!'),
            declared.description + restricted,
          );
        case 'one':
          return field(
            fieldName,
            '',
            typeName(this.known(entity, declared.entity)),
            declared.description + restricted,
          );
        case 'many':
          return field(
            fieldName,
            '',
            `[${typeName(this.known(entity, declared.entity))}!]${nullable ? '' : '!'}`,
            `${declared.description} At most ${declared.max}.${restricted}`,
          );
        case 'group':
          this.type(
            declared.type,
            declared.description,
            Object.entries(declared.fields).map(([key, column]) =>
              field(key, '', column.type + (column.nullable ? '' : '!'), column.description),
            ),
          );
          return field(
            fieldName,
            '',
            `${declared.type}${nullable ? '' : '!'}`,
            declared.description + restricted,
          );
      }
    });
    this.type(name, entity.description, lines);
    if (!entity.list) return;
    this.type(`${name}List`, `A page of ${entity.plural.replaceAll('_', ' ')}.`, [
      field('records', '', `[${name}!]!`, 'The records of this page.'),
      field(
        'total_records',
        '',
        'Int!',
        'How many there are on all pages. More than 10,000 may be given as 10,001 where counting would take too long; total_is_capped tells.',
      ),
      field('total_is_capped', '', 'Boolean!', 'There are more than total_records says.'),
      ...(entity.list.searchWords
        ? [
            field(
              'search_extensions',
              '',
              '[SearchExtension!]!',
              'Words of q that no record holds, with what was looked for in their place; empty without q.',
            ),
          ]
        : []),
      field('current_page', '', 'Int!', 'Number of this page, from 1.'),
    ]);
    if (entity.list.searchWords)
      this.type('SearchExtension', 'A word of a search that no record holds.', [
        field('word', '', 'String!', 'The word in lower case.'),
        field(
          'near',
          '',
          '[String!]!',
          'Words that differ from it by one letter, or by two neighbours that changed places, the commonest first.',
        ),
      ]);
  }

  private type(name: string, description: string, lines: string[], kind = 'type'): void {
    this.add(name, `${docString(description)}${kind} ${name} {\n${lines.join('\n')}\n}`);
  }

  private known(entity: Entity, name: string): string {
    if (!this.catalogue.entities.some((other) => other.name === name))
      throw new Error(`${entity.name} names the unknown entity ${name}`);
    return name;
  }

  private entityQueries(entity: Entity): [name: string, text: string][] {
    const name = typeName(entity.name);
    const spoken = entity.plural.replaceAll('_', ' ');
    const requires = `Requires ${entity.requires.label}.`;
    const lines: [string, string][] = [];
    if (entity.byId)
      lines.push([
        entity.name,
        field(entity.name, '(id: ID!)', name, `One record by id; null when it does not exist. ${requires}`),
      ]);
    if (entity.list) {
      const sorts = Object.keys(entity.list.sorts).join(', ');
      const inputs = listInputs(entity);
      const { sort: _sort, ...filters } = inputs;
      const own = { ...filters, query: listQuery(entity, inputs) };
      const sizes = PAGE_SIZES.map(([size]) => `${size}: Int`).join(', ');
      lines.push([
        entity.plural,
        field(
          entity.plural,
          this.args(own, `page: Int, ${sizes}, sort: String`),
          `${name}List!`,
          `A page of ${spoken}. Sorts: ${sorts}. ${requires}`,
        ),
      ]);
      if (entity.all) {
        const all = `all_${entity.plural}`;
        lines.push([
          all,
          field(
            all,
            this.args(own, `page: Int, ${sizes}, sort: String`),
            `${name}List!`,
            `All ${spoken} on one page, at most ${paging.maxAllRecords}; in pages when a size is given. ${requires}`,
          ),
        ]);
      }
    }
    return lines;
  }

  private args(inputs: Record<string, Input<unknown>>, further = ''): string {
    const parts = this.inputFields(inputs);
    if (further !== '') parts.push(further);
    return parts.length === 0 ? '' : `(${parts.join(', ')})`;
  }

  private inputFields(inputs: Record<string, Input<unknown>>): string[] {
    return Object.entries(inputs).flatMap(([name, input]) => {
      if (input.fields && input.typeName) {
        this.type(
          input.typeName,
          input.description,
          this.inputFields(input.fields).map((line) => `  ${line}`),
          'input',
        );
      }
      const other = counterpartOf(name);
      // required inputs of two words are nullable in the schema, since either spelling may carry them;
      // the reader enforces them (DEC-005)
      const own = `${inlineDescription(input)}${name}: ${input.type}${input.required && other === null ? '!' : ''}`;
      return other === null ? [own] : [own, `"Other spelling of ${name}." ${other}: ${input.type}`];
    });
  }

  private shape(shape: Shape): void {
    shape.uses.forEach((used) => this.shape(used));
    this.type(
      shape.name,
      shape.description,
      Object.entries(shape.fields).map(([name, { type, description }]) => field(name, '', type, description)),
    );
  }
}

/** Root fields by name. */
function inOrder(fields: readonly [name: string, text: string][]): string {
  return fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text)
    .join('\n');
}

function docString(text: string): string {
  return `"""${text.replaceAll('"""', "'''")}"""\n`;
}

function inlineDescription(input: Input<unknown>): string {
  return `"${input.description.replaceAll('\\', '').replaceAll('"', "'")}${input.required ? ' Required.' : ''}" `;
}

function field(name: string, args: string, type: string, description: string): string {
  return `  """${description.replaceAll('"""', "'''")}"""\n  ${name}${args}: ${type}`;
}

/** Builds the executable schema: the printed text with its resolvers. */
export function createSchema(catalogue: Catalogue): {
  schema: GraphQLSchema;
  entities: Entities;
  text: string;
} {
  const text = printSchema(catalogue);
  // where each word of it stood is of no use once it is built, and takes 3 MB
  const schema = buildSchema(text, { noLocation: true });
  const entities: Entities = new Map(catalogue.entities.map((entity) => [entity.name, entity]));
  const resolvers = schema.getQueryType()!.getFields();
  for (const entity of catalogue.entities) {
    if (entity.byId) {
      resolvers[entity.name]!.resolve = (_, args: Record<string, unknown>, context: RequestContext, info) =>
        context.reader.byId(entity, readId(args['id'], 'id'), selectionOf(info));
    }
    if (entity.list) {
      const inputs = listInputs(entity);
      const wanted = (args: Record<string, unknown>, context: RequestContext): ListWanted =>
        readListWanted(entity, inputs, args, context);
      resolvers[entity.plural]!.resolve = (_, args: Record<string, unknown>, context: RequestContext, info) =>
        withQueryFields(args, () =>
          resolveList(entities, entity, wanted(args, context), args, context, info),
        );
      if (entity.all) {
        resolvers[`all_${entity.plural}`]!.resolve = (
          _,
          args: Record<string, unknown>,
          context: RequestContext,
          info,
        ) =>
          withQueryFields(args, () =>
            resolveAll(entities, entity, wanted(args, context), args, context, info),
          );
      }
    }
    attachComputed(schema, entity);
  }
  for (const query of catalogue.queries) {
    resolvers[query.name]!.resolve = (_, args: Record<string, unknown>, context: RequestContext, info) => {
      if (!query.requires.allows(context.scope.viewer)) throw forbidden();
      return withSpelledFields(query.args, args, () =>
        query.run(readInputs(query.args, args), {
          scope: context.scope,
          reader: context.reader,
          selection: selectionOf(info),
        }),
      );
    };
  }
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const command of catalogue.commands) {
    mutations[command.name]!.resolve = (_, args: Record<string, unknown>, context: RequestContext, info) =>
      resolveCommand(command, entities, args, context, info);
  }
  for (const field of [...Object.values(resolvers), ...Object.values(mutations)]) {
    const resolve = field.resolve!;
    field.resolve = async (source, args: Record<string, unknown>, context: RequestContext, info) =>
      bounded(await resolve(source, args, context, info), context.spent, info);
  }
  const json = schema.getType('Json') as GraphQLScalarType;
  json.parseLiteral = (node, variables) =>
    node.kind === Kind.VARIABLE ? variables?.[node.name.value] : valueFromASTUntyped(node, variables);
  return { schema, entities, text };
}

function attachComputed(schema: GraphQLSchema, entity: Entity): void {
  const type = schema.getType(typeName(entity.name));
  if (!isObjectType(type)) return;
  const fields = type.getFields();
  for (const [name, declared] of Object.entries(entity.fields)) {
    if (declared.kind !== 'computed') continue;
    fields[name]!.resolve = (source: Record<string, unknown>, _args: unknown, context: RequestContext) =>
      compute(name, declared, source, context);
  }
}

function compute(
  name: string,
  declared: Computed,
  source: Record<string, unknown>,
  context: RequestContext,
): unknown {
  const hidden: Record<string, unknown> = {};
  for (const key of Object.keys(declared.from)) {
    const at = `${HIDDEN}${name}_${key}`;
    // a field that the viewer may not read was left out of the statement
    if (!(at in source)) return null;
    hidden[key] = source[at];
  }
  return declared.value(hidden, context.scope.viewer);
}

/** Everything on one page, behind which there is nothing; in pages for whoever names a size (specification line 543). */
async function resolveAll(
  entities: Entities,
  entity: Entity,
  wanted: ListWanted,
  args: Record<string, unknown>,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  if (PAGE_SIZES.some(([name]) => args[name] !== undefined && args[name] !== null))
    return resolveList(entities, entity, wanted, args, context, info);
  const page = pageOf(args);
  const everything = await context.reader.all(entity, wanted.filters, wanted.sort, selectionOf(info));
  return page === 1 ? everything : { ...everything, records: [], current_page: page };
}

async function resolveList(
  entities: Entities,
  entity: Entity,
  wanted: ListWanted,
  args: Record<string, unknown>,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const page = pageOf(args);
  const selection = selectionOf(info);
  const { verbatim } = context;
  const { records } = selection;
  const isVerbatim =
    verbatim !== undefined &&
    typeof records === 'object' &&
    canPassThrough(entities, entity, records, context.scope.viewer);
  return context.reader.list(
    entity,
    { ...wanted, page, perPage: perPageOf(args) },
    selection,
    isVerbatim ? verbatim : undefined,
  );
}

/** What a list is asked for. */
interface ListWanted {
  filters: Record<string, unknown>;
  /** null: the list's own order */
  sort: string | null;
}

/**
 * Joins the flat arguments of a list with those in `query`, in the order of their declaration, so that the statement
 * is the same in whichever way they were given.
 * @throws BAD_USER_INPUT when one is given in both ways and differs; FORBIDDEN for a filter that asks for a right
 */
function readListWanted(
  entity: Entity,
  inputs: ListInputs,
  args: Record<string, unknown>,
  context: RequestContext,
): ListWanted {
  const flat: Record<string, unknown> = readInputs(inputs, args);
  const object = args['query'];
  const inQuery: Record<string, unknown> | null =
    object === undefined || object === null
      ? null
      : readInputs(inputs, object as Record<string, unknown>, 'query');
  let values = flat;
  if (inQuery !== null) {
    values = {};
    for (const name of Object.keys(inputs)) {
      const [one, other] = [flat[name], inQuery[name]];
      if (one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other))
        throw badInput(
          `query.${name}`,
          `${name} and query.${name} were both given and differ. Send one of them.`,
        );
      const value = other ?? one;
      if (value !== undefined) values[name] = value;
    }
  }
  const { sort, ...given } = values;
  refuseFilters(entity, given, context.scope.viewer);
  return { filters: given, sort: typeof sort === 'string' && sort !== '' ? sort : null };
}

/** Runs the work of a list; what it refuses of `query` is refused by its place there. */
async function withQueryFields<T>(args: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const object = args['query'];
    const field = error instanceof ProductError ? error.details.field : undefined;
    if (
      !(error instanceof ProductError) ||
      field === undefined ||
      typeof object !== 'object' ||
      object === null ||
      !(field in object)
    )
      throw error;
    throw new ProductError(error.code, error.message, { ...error.details, field: `query.${field}` });
  }
}

function pageOf(args: Record<string, unknown>): number {
  return args['page'] === undefined || args['page'] === null
    ? 1
    : PAGING_INPUTS.page.read(args['page'], 'page');
}

/** per_page wins over perPage and over bulk_per_page; larger values are cut to the maximum (DEC-006). */
function perPageOf(args: Record<string, unknown>): number {
  for (const [name, max] of PAGE_SIZES) {
    const size = args[name];
    if (size === undefined || size === null) continue;
    if (Number(size) < 1) throw badInput(name, `The ${name} must be a whole number from 1 to ${max}.`);
    return Math.min(Number(size), max);
  }
  return paging.defaultPageSize;
}

async function resolveCommand(
  command: Command,
  entities: Entities,
  args: Record<string, unknown>,
  context: RequestContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const { returns } = command;
  const entity =
    'type' in returns ? null : entities.get('entity' in returns ? returns.entity : returns.entities)!;
  const selection = selectionOf(info);
  if (entity) context.reader.refuseSelection(entity, selection);
  const replay = context.replay
    ? { key: `${context.replay.key}:${info.path.key}`, documentHash: context.replay.documentHash }
    : null;
  const result = await runCommand(command, context.scope, args, replay);
  context.commands.push(command.name);
  if (!entity) return result;
  if ('entities' in returns) return context.reader.byIds(entity, result as string[], selection);
  const [record] = await context.reader.byIds(entity, [String(result)], selection);
  return record ?? null;
}

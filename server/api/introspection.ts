import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isListType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  visit,
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { graphqlLimits } from '../../contract/limits.ts';

const META: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

class TooMuch extends Error {}

/**
 * Whether a valid document asks for the schema somewhere: `__schema` and `__type` stand at the root of queries alone.
 */
export function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field(node) {
      if (META[node.name.value] === undefined) return undefined;
      asks = true;
      return BREAK;
    },
  });
  return asks;
}

/** Whether a valid document asks for the schema and for nothing else: its answer is the same for everyone. */
export function asksForSchemaAlone(document: DocumentNode): boolean {
  return document.definitions.every(
    (node) =>
      node.kind !== Kind.OPERATION_DEFINITION ||
      node.selectionSet.selections.every(
        (field) => field.kind === Kind.FIELD && META[field.name.value] !== undefined,
      ),
  );
}

/**
 * Goes through what a valid document would be answered about the schema itself, value by value, and stops at the limit:
 * types, their fields and their types multiply, and neither depth nor aliases say how much comes of it. What
 * is refused has cost no more than the limit; the whole schema, asked for once, is well below it.
 *
 * @returns how many values, or the sentence of refusal
 */
export function weighIntrospection(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number | string {
  const weigher = new Weigher(schema, document, variables);
  try {
    weigher.roots(operation.selectionSet);
  } catch (error) {
    if (error instanceof TooMuch)
      return 'This query asks for too much of the schema at once: the whole of it once is the most. It stands in contract/schema.graphql too.';
    throw error;
  }
  return weigher.values;
}

class Weigher {
  private readonly schema: GraphQLSchema;
  private readonly variables: Record<string, unknown>;
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  values = 0;
  private bytes = 0;

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>) {
    this.schema = schema;
    this.variables = variables;
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(node.name.value, node);
  }

  roots(set: SelectionSetNode): void {
    this.each(set, (node) => {
      const meta = META[node.name.value];
      if (meta) this.field(node, meta, undefined);
    });
  }

  private each(set: SelectionSetNode, work: (node: FieldNode) => void): void {
    for (const node of set.selections) {
      if (node.directives && node.directives.length > 0) {
        if (getDirectiveValues(GraphQLSkipDirective, node, this.variables)?.['if'] === true) continue;
        if (getDirectiveValues(GraphQLIncludeDirective, node, this.variables)?.['if'] === false) continue;
      }
      if (node.kind === Kind.FIELD) work(node);
      else
        this.each(
          node.kind === Kind.INLINE_FRAGMENT
            ? node.selectionSet
            : this.fragments.get(node.name.value)!.selectionSet,
          work,
        );
    }
  }

  private field(node: FieldNode, definition: GraphQLField<unknown, unknown>, source: unknown): void {
    const info = { schema: this.schema } as GraphQLResolveInfo;
    const value = definition.resolve!(
      source,
      getArgumentValues(definition, node, this.variables),
      undefined,
      info,
    ) as unknown;
    this.count((node.alias ?? node.name).value.length);
    if (value === null || value === undefined) return;
    const type = getNamedType(definition.type);
    for (const item of isListType(getNullableType(definition.type))
      ? (value as Iterable<unknown>)
      : [value]) {
      if (isObjectType(type)) this.object(node.selectionSet!, type, item);
      else this.count(typeof item === 'string' ? item.length : 0);
    }
  }

  private object(set: SelectionSetNode, type: GraphQLObjectType, source: unknown): void {
    this.count(0);
    const fields = type.getFields();
    this.each(set, (node) => {
      const definition = fields[node.name.value];
      if (definition) this.field(node, definition, source);
      else this.count(node.name.value.length);
    });
  }

  /** One more value, with so many characters of text. */
  private count(characters: number): void {
    this.values += 1;
    this.bytes += characters + 4;
    if (this.values > graphqlLimits.schemaValues || this.bytes > graphqlLimits.schemaBytes)
      throw new TooMuch();
  }
}

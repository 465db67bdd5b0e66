import { API_SCOPE_LABELS } from '../../../contract/api_keys.ts';
import type { Entity } from '../../core/entity.ts';
import type { Field } from '../../core/fields.ts';
import type { Input } from '../../core/inputs.ts';
import type { Entities } from '../../listing/list_writer.ts';
import { PAGE } from './records.ts';
import { operations, resources, type Operation, type Resource } from './resources.ts';

type Json = Record<string, unknown>;

const SCALARS: Readonly<Record<string, Json>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Json: {},
};

/** A type of GraphQL as JSON Schema. */
function typeOf(type: string, isNullable: boolean): Json {
  const bare = type.replace(/!$/, '');
  const schema: Json = bare.startsWith('[')
    ? { type: 'array', items: typeOf(bare.slice(1, -1), false) }
    : { ...(SCALARS[bare] ?? { type: 'object' }) };
  return isNullable && typeof schema['type'] === 'string'
    ? { ...schema, type: [schema['type'], 'null'] }
    : schema;
}

/** A field of a record. */
function fieldSchema(field: Field, inner: true | readonly string[], entities: Entities): Json {
  const isNullable = field.requires !== undefined || ('nullable' in field && field.nullable);
  if (field.kind === 'one' || field.kind === 'many') {
    const record = objectOf(entities.get(field.entity)!, inner === true ? {} : names(inner), entities);
    const { description } = field;
    return field.kind === 'many'
      ? { type: 'array', items: record, description }
      : { ...record, type: ['object', 'null'], description };
  }
  const type = field.kind === 'group' ? { type: 'object' } : typeOf(field.type, isNullable);
  return { ...type, description: field.description };
}

const names = (list: readonly string[]): Record<string, true> =>
  Object.fromEntries(list.map((name) => [name, true]));

function objectOf(
  entity: Entity,
  fields: Readonly<Record<string, true | readonly string[]>>,
  entities: Entities,
): Json {
  return {
    type: 'object',
    required: Object.keys(fields),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, inner]) => [
        name,
        fieldSchema(entity.fields[name]!, inner, entities),
      ]),
    ),
  };
}

/** An input of a command or filter. */
function inputSchema(input: Input<unknown>): Json {
  const { description } = input;
  const isList = input.type.startsWith('[');
  if (input.fields) {
    const object = bodySchema(input.fields, Object.keys(input.fields));
    const schema: Json = isList ? { type: 'array', items: object } : object;
    return { ...schema, ...(input.nullable ? { type: [schema['type'], 'null'] } : {}), description };
  }
  const schema = typeOf(input.type, input.nullable);
  const words = input.words ? [...input.words, ...(input.nullable && !isList ? [null] : [])] : null;
  if (words === null) return { ...schema, description };
  return isList
    ? { ...schema, items: { type: 'string', enum: words }, description }
    : { ...schema, enum: words, description };
}

function bodySchema(inputs: Readonly<Record<string, Input<unknown>>>, names: readonly string[]): Json {
  const required = names.filter((name) => inputs[name]!.required);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(names.map((name) => [name, inputSchema(inputs[name]!)])),
  };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const answer = (description: string, schema: Json): Json => ({
  description,
  headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } },
  content: { 'application/json': { schema } },
});
const refused = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

function parametersOf(operation: Operation): Json[] {
  const { entity, filters } = operation.resource;
  const path = Object.keys(operation.parameters).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (operation.kind === 'one') return path;
  if (operation.kind !== 'list') return [...path, { $ref: '#/components/parameters/IdempotencyKey' }];
  return [
    ...path,
    { $ref: '#/components/parameters/Limit' },
    { $ref: '#/components/parameters/Cursor' },
    ...filters.map((name) => {
      const { description, ...schema } = inputSchema(entity.list!.filters[name]!.input);
      return {
        name,
        in: 'query',
        description,
        ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
        schema,
      };
    }),
  ];
}

/** Operations stand together by the first part of their path. */
const tagOf = (path: string): string => path.split('/')[1]!;

function operationSchema(operation: Operation): Json {
  const { resource, kind, command, scope } = operation;
  const done: Json =
    kind === 'gone'
      ? {
          204: {
            description: 'It is done.',
            headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } },
          },
        }
      : kind === 'list'
        ? { 200: answer('A page.', ref(`${resource.schema}Page`)) }
        : { [kind === 'made' ? 201 : 200]: answer('The record.', ref(resource.schema)) };
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: `Needs the scope \`${scope}\`: ${API_SCOPE_LABELS[scope].toLowerCase()}.`,
    tags: [tagOf(operation.path)],
    parameters: parametersOf(operation),
    ...(command && operation.body.length > 0
      ? {
          requestBody: {
            required: operation.body.some((name) => command.input[name]!.required),
            content: { 'application/json': { schema: bodySchema(command.input, operation.body) } },
          },
        }
      : {}),
    responses: {
      ...done,
      400: refused('Unreadable'),
      401: refused('Unauthenticated'),
      403: refused('Forbidden'),
      ...(kind === 'list' ? {} : { 404: refused('NotFound') }),
      ...(command ? { 409: refused('Conflict'), 413: refused('TooLarge') } : {}),
      422: refused('Refused'),
      429: refused('TooMany'),
      503: refused('Unavailable'),
    },
  };
}

function schemasOf(resource: Resource, entities: Entities): [string, Json][] {
  return [
    [
      resource.schema,
      { ...objectOf(resource.entity, resource.fields, entities), description: resource.entity.description },
    ],
    [
      `${resource.schema}Page`,
      {
        type: 'object',
        required: ['data', 'next_cursor'],
        properties: {
          data: { type: 'array', items: ref(resource.schema) },
          next_cursor: {
            type: ['string', 'null'],
            description: 'Send it as `cursor` for the next page; null: this is the last one.',
          },
        },
      },
    ],
  ];
}

const fault = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: ref('Error') } },
});

/** The OpenAPI 3.1 document of the API, made from its operations and from what the product declares. */
export function openApi(entities: Entities): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationSchema(operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot',
      version: '1',
      description:
        'Ideas, votes, comments, feedback, ratings, people, accounts and tickets of a workspace. Times are ISO 8601 in UTC, amounts are in USD, ids are texts.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ path }) => tagOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, made under Settings, API.' },
      },
      headers: {
        RateLimit: {
          description:
            'What is left of the key’s requests and seconds until they are full again, such as `"key";r=599;t=42`.',
          schema: { type: 'string' },
        },
      },
      parameters: {
        Limit: {
          name: 'limit',
          in: 'query',
          description: 'Records of a page.',
          schema: { type: 'integer', minimum: 1, maximum: PAGE.most, default: PAGE.usual },
        },
        Cursor: {
          name: 'cursor',
          in: 'query',
          description: '`next_cursor` of the page before; the first page without it.',
          schema: { type: 'string' },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A UUID of your own. The same request sent again with it within a day is answered like the first one and changes nothing.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      responses: {
        Unreadable: fault('The request cannot be read.'),
        Unauthenticated: fault('There is no key, or it opens nothing any more.'),
        Forbidden: fault('The key lacks the scope, or its maker the right.'),
        NotFound: fault('There is no such record.'),
        Conflict: fault('Something stands against it: a value that is taken, or a change in the meantime.'),
        TooLarge: fault('The body is larger than 1 MB.'),
        Refused: fault('A value is missing or wrong; `field` says which.'),
        TooMany: fault('Too many requests; `Retry-After` says for how many seconds to wait.'),
        Unavailable: fault('The database is in trouble; the same request may be sent again.'),
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['message'],
          properties: {
            message: { type: 'string', description: 'What happened and what to do, as a sentence.' },
            code: { type: 'string' },
            field: { type: 'string', description: 'The value that is wrong, as a path.' },
            reason: { type: 'string', description: 'For programs, where they can do something about it.' },
          },
        },
        ...Object.fromEntries(resources.flatMap((resource) => schemasOf(resource, entities))),
      },
    },
  };
}

import { isId } from '../../../contract/ids.ts';
import { badInput, badRequest, notFound } from '../../core/errors.ts';
import type { Input } from '../../core/inputs.ts';
import { readInputs } from '../../core/inputs.ts';
import type { Selection } from '../../core/reads.ts';
import type { Scope } from '../../core/scope.ts';
import { refuseFilters } from '../../listing/filters.ts';
import { ListWriter, type Entities } from '../../listing/list_writer.ts';
import type { Reader } from '../../listing/reader.ts';
import { Writer } from '../../sql/writer.ts';
import type { Operation, Resource } from './resources.ts';

/** Records of a page, and most of them. */
export const PAGE = { usual: 50, most: 100 } as const;

/** A record as the API answers it. */
export type ApiRecord = Record<string, unknown>;

/** A page of a list. */
export interface ApiPage {
  data: ApiRecord[];
  /** names the next page; null: this is the last one */
  next_cursor: string | null;
}

/** What is asked of the database for a record. */
function selectionOf({ fields }: Resource): Selection {
  return Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => [
      name,
      inner === true ? true : Object.fromEntries(inner.map((field) => [field, true as const])),
    ]),
  );
}

const selections = new WeakMap<Resource, Selection>();
function selectionFor(resource: Resource): Selection {
  let selection = selections.get(resource);
  if (!selection) selections.set(resource, (selection = selectionOf(resource)));
  return selection;
}

/** The fields in their order; what the key may not see is null. */
function present({ fields }: Resource, record: Readonly<Record<string, unknown>>): ApiRecord {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, record[name] ?? null]));
}

/** A record by its id. @throws 404 when there is none */
export async function readRecord(reader: Reader, resource: Resource, id: string): Promise<ApiRecord> {
  const [record] = isId(id) ? await reader.byIds(resource.entity, [id], selectionFor(resource)) : [];
  if (record === undefined) throw notFound('id', resource.schema.toLowerCase());
  return present(resource, record as Record<string, unknown>);
}

/** A place in a list, as text that callers hand back and do not read. */
const cursorOf = (key: string): string => Buffer.from(`after ${key}`).toString('base64url');

/** @throws BAD_USER_INPUT for what is none of ours */
function readCursor(cursor: string): string {
  const key = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (key === undefined || !isId(key))
    throw badInput('cursor', 'This cursor is not one that a list has answered.', { httpStatus: 400 });
  return key;
}

/** A value of an address as the input of its filter takes it. */
function typed(name: string, { type }: Input<unknown>, text: string): unknown {
  if (type.startsWith('[')) return text.split(',').filter((one) => one !== '');
  if (type !== 'Boolean') return text;
  if (text !== 'true' && text !== 'false')
    throw badInput(name, `The parameter ${name} must be true or false.`);
  return text === 'true';
}

/**
 * A page of a list, in the order of the keys: what is made while a caller pages stands at the end, so that no record
 * is missed and none comes twice.
 *
 * @param asked names and texts of the address
 * @param path filters that the path sets
 * @throws BAD_USER_INPUT for a name or value that the list does not take
 */
export async function readPage(
  { scope, reader, entities }: { scope: Scope; reader: Reader; entities: Entities },
  { resource }: Operation,
  asked: Readonly<Record<string, unknown>>,
  path: Readonly<Record<string, string>>,
): Promise<ApiPage> {
  const { entity, key } = resource;
  const inputs: Record<string, Input<unknown>> = {};
  for (const name of [...resource.filters, ...Object.keys(path)])
    inputs[name] = entity.list!.filters[name]!.input;
  const raw: Record<string, unknown> = { ...path };
  for (const [name, value] of Object.entries(asked)) {
    if (name === 'limit' || name === 'cursor') continue;
    if (!resource.filters.includes(name))
      throw badInput(
        name.slice(0, 60),
        `There is no parameter "${name.slice(0, 60)}". On offer: ${['limit', 'cursor', ...resource.filters].join(', ')}.`,
        { httpStatus: 400 },
      );
    if (typeof value !== 'string')
      throw badInput(name, `The parameter ${name} was given twice. Separate values by commas.`, {
        httpStatus: 400,
      });
    raw[name] = typed(name, inputs[name]!, value);
  }
  const filters = readInputs(inputs, raw) as Readonly<Record<string, unknown>>;
  refuseFilters(entity, filters, scope.viewer);
  const limit = readLimit(asked['limit']);
  const after = asked['cursor'] === undefined ? null : readCursor(String(asked['cursor']));

  const w = new Writer(scope.viewer.subdomain_id);
  const where = new ListWriter(entities, scope.viewer, filters, w).conditions(entity, filters, 't');
  const further = after === null ? '' : ` and t.${key} > ${w.value(after)}::bigint`;
  const rows = await scope.read<{ id: string }>({
    text: `select t.${key}::text as id from ${entity.table} t where ${where}${further} order by t.${key} limit ${limit + 1}`,
    values: w.values,
    // without filters it is one walk along the keys, whatever it is asked for
    ...(Object.values(filters).every((value) => value === undefined || value === null)
      ? { isSteady: true as const }
      : {}),
  });
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const records = await readAll(reader, resource, ids, filters);
  return {
    data: records.map((record) => present(resource, record as Record<string, unknown>)),
    next_cursor: rows.length > limit ? cursorOf(ids.at(-1)!) : null,
  };
}

/** The records of a page in its order. Votes are told apart by their person beside the idea. */
async function readAll(
  reader: Reader,
  resource: Resource,
  ids: readonly string[],
  filters: Readonly<Record<string, unknown>>,
): Promise<unknown[]> {
  const selection = selectionFor(resource);
  if (resource.key === 'id') return reader.byIds(resource.entity, ids, selection);
  if (ids.length === 0) return [];
  const { records = [] } = await reader.list(
    resource.entity,
    { filters: { ...filters, user: ids }, sort: null, page: 1, perPage: ids.length },
    { records: { ...selection, id: true } },
  );
  const byId = new Map(records.map((record) => [(record as { id: string }).id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function readLimit(given: unknown): number {
  if (given === undefined) return PAGE.usual;
  const limit = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > PAGE.most)
    throw badInput('limit', `The parameter limit must be a whole number from 1 to ${PAGE.most}.`, {
      httpStatus: 400,
    });
  return limit;
}

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string' || Number.isSafeInteger(value),
  Int: (value) => Number.isInteger(value),
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
};
const SPOKEN: Readonly<Record<string, string>> = {
  String: 'a text',
  ID: 'an id',
  Int: 'a whole number',
  Float: 'a number',
  Boolean: 'true or false',
};

/**
 * Refuses a body that is not of the shape of some inputs: a field that there is not, a value of another type. GraphQL
 * does the same before a command sees its values.
 * @throws BAD_USER_INPUT with the path of the field
 */
export function refuseShape(
  inputs: Readonly<Record<string, Input<unknown>>>,
  body: Readonly<Record<string, unknown>>,
  path = '',
): void {
  for (const [name, value] of Object.entries(body)) {
    const at = path === '' ? name.slice(0, 60) : `${path}.${name.slice(0, 60)}`;
    const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (!input) throw badInput(at, `There is no field "${at}". On offer: ${Object.keys(inputs).join(', ')}.`);
    if (value === null) continue;
    const isList = input.type.startsWith('[');
    const type = input.type.replaceAll(/[[\]!]/g, '');
    if (isList && !Array.isArray(value)) throw badInput(at, `The field ${at} must be a list.`);
    for (const [index, one] of (isList ? (value as unknown[]) : [value]).entries()) {
      const inner = isList ? `${at}.${index}` : at;
      if (input.fields) {
        if (typeof one !== 'object' || one === null || Array.isArray(one))
          throw badInput(inner, `The field ${inner} must be an object.`);
        refuseShape(input.fields, one as Record<string, unknown>, inner);
      } else if (SCALARS[type]?.(one) === false)
        throw badInput(inner, `The field ${inner} must be ${SPOKEN[type]}.`);
    }
  }
}

/** The object of a body. @throws 400 when it is something else */
export function readObject(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw badRequest('The body must be a JSON object.', { httpStatus: 400 });
  return body as Record<string, unknown>;
}

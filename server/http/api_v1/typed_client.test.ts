import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_SCOPES } from '../../../contract/api_keys.ts';
import { buildForum } from '../../db/builders.ts';
import { startTestServer, type TestServer } from '../testing.ts';

/*
 * A client for another language is generated from the OpenAPI document. Here one is generated for TypeScript, by what
 * stands in the document alone, compiled, and used against the server: what the document leaves out, the client lacks.
 */

const run = promisify(execFile);

interface Schema {
  $ref?: string;
  type?: string | (string | null)[];
  enum?: (string | null)[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}
type Content = { content?: { 'application/json': { schema: Schema } } };
interface Operation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content>;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const nameOf = (ref: string): string => ref.split('/').at(-1)!;

/** The TypeScript type of a schema. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  const kinds = [schema.type ?? []].flat();
  return kinds.length === 0
    ? 'unknown'
    : kinds
        .map((kind) => {
          if (kind === 'array') return `(${typeOf(schema.items ?? {})})[]`;
          if (kind === 'object') return objectOf(schema);
          if (kind === 'integer' || kind === 'number') return 'number';
          return String(kind);
        })
        .join(' | ');
}

function objectOf({ properties, required = [] }: Schema): string {
  if (properties === undefined) return 'Record<string, unknown>';
  return `{ ${Object.entries(properties)
    .map(
      ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
    )
    .join('; ')} }`;
}

/** A module with the types of the document and a function for each of its operations. */
function clientOf(document: Document): string {
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const functions = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters.map((one) =>
        one.$ref === undefined ? one : document.components.parameters[nameOf(one.$ref)]!,
      );
      const of = (place: Parameter['in'], mark: string): string =>
        parameters
          .filter((one) => one.in === place)
          .map(({ name, schema }) => `${JSON.stringify(name)}${mark}: ${typeOf(schema)}`)
          .join('; ');
      const body = operation.requestBody?.content?.['application/json'].schema;
      const [code, done] = Object.entries(operation.responses).find(([status]) => status < '300')!;
      const answer = done.content?.['application/json'].schema;
      const given = [
        of('path', '') === '' ? '' : `path: { ${of('path', '')} }`,
        of('query', '?') === '' ? '' : `query?: { ${of('query', '?')} }`,
        body === undefined ? '' : `body${operation.requestBody!.required ? '' : '?'}: ${typeOf(body)}`,
      ].filter((one) => one !== '');
      return `  ${operation.operationId}(given: { ${given.join('; ')} }): Promise<${answer === undefined ? 'null' : typeOf(answer)}> {
    return this.send(${JSON.stringify(method.toUpperCase())}, ${JSON.stringify(path)}, given, ${code}) as never;
  }`;
    }),
  );
  return `${types.join('\n')}
interface Given { path?: Record<string, string>; query?: object; body?: unknown }
export class Client {
  private readonly base: string;
  private readonly key: string;
  constructor(base: string, key: string) { this.base = base; this.key = key; }
  private async send(method: string, path: string, given: Given, code: number): Promise<unknown> {
    const place = path.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(given.path![name]!));
    const search = Object.entries(given.query ?? {}).map(([name, value]) => name + '=' + encodeURIComponent(String(value)));
    const answer = await fetch(this.base + ${JSON.stringify(document.servers[0]!.url)} + place + '?' + search.join('&'), {
      method,
      headers: { authorization: 'Bearer ' + this.key, ...(given.body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
    if (answer.status !== code) throw new Error(answer.status + ' ' + (await answer.text()));
    return code === 204 ? null : answer.json();
  }
${functions.join('\n')}
}
`;
}

/** What is right compiles and runs; each line marked as wrong must not compile. */
const PROGRAM = `
import { Client, type Idea } from './client.ts';
export async function use(base: string, key: string, forum: string): Promise<string[]> {
  const client = new Client(base, key);
  const zoe = await client.createUser({ body: { email: 'zoe@harbour.example', name: 'Zoé' } });
  const idea: Idea = await client.createIdea({ body: { title: 'Payroll export', links: { forum } } });
  await client.createVote({ path: { idea_id: idea.id }, body: { user: zoe.id } });
  await client.setImportance({ path: { idea_id: idea.id, user_id: zoe.id }, body: { importance: 3 } });
  await client.createComment({ body: { body: 'Soon', links: { suggestion: idea.id } } });
  const account = await client.createAccount({ body: { name: 'Harbour', mrr: 1200 } });
  await client.updateUser({ path: { id: zoe.id }, body: { crm_account: account.id } });
  await client.createRating({ body: { user: zoe.id, score: 9 } });
  const page = await client.listIdeas({ query: { limit: 10, q: 'payroll', state: ['approved'] } });
  const votes = await client.listVotes({ path: { idea_id: idea.id } });
  const cursor: string | null = page.next_cursor;
  await client.deleteVote({ path: { idea_id: idea.id, user_id: zoe.id } });
  await client.deleteIdea({ path: { id: idea.id } });
  return [...page.data.map(({ title, forum }) => title + ' in ' + (forum?.name ?? '')), ...votes.data.map(({ user }) => user?.name ?? ''), String(cursor)];
}
export function wrong(client: Client, idea: Idea): void {
  // @ts-expect-error the title is needed
  void client.createIdea({ body: {} });
  // @ts-expect-error a score is a number
  void client.createRating({ body: { user: '1', score: 'nine' } });
  // @ts-expect-error there is no such field
  void idea.titel;
  // @ts-expect-error there is no such filter
  void client.listIdeas({ query: { colour: 'red' } });
  // @ts-expect-error which idea?
  void client.getIdea({});
}
`;

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'earshot-client-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('[DEC-175] a client generated from the OpenAPI document compiles, refuses what is wrong, and works', async () => {
  const document = (await server.ask('/api/v1/openapi.json')).json<Document>();
  expect(document.openapi).toMatch(/^3\.1\./);
  writeFileSync(join(folder, 'client.ts'), clientOf(document));
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2023',
        module: 'nodenext',
        lib: ['es2023', 'dom'],
        types: [],
        allowImportingTsExtensions: true,
        noUncheckedIndexedAccess: true,
      },
      files: ['program.ts'],
    }),
  );
  const tsc = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
  await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => expect.fail(error.stdout));

  const owner = await server.createUser({ license_type: 'owner' });
  const forum = (await buildForum(server.database, server.tenant, { name: 'Product' })).id;
  const { api_key_create } = await owner.data<{ api_key_create: { key: string } }>(
    'mutation ($scopes: [String!]!) { api_key_create(name: "Client", scopes: $scopes) { key } }',
    { scopes: API_SCOPES },
  );
  // the workspace under an address that leads to this machine
  const door = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = '', 'content-type': type } = request.headers;
    const answer = await server.ask(request.url!, {
      method: request.method!,
      headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers['content-type'] ?? 'text/plain' });
    response.end(answer.text);
  });
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
  try {
    writeFileSync(
      join(folder, 'run.js'),
      `import { use } from './program.ts'; console.log(JSON.stringify(await use(...process.argv.slice(2))));`,
    );
    const { stdout } = await run(
      process.execPath,
      [
        join(folder, 'run.js'),
        `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
        api_key_create.key,
        forum,
      ],
      { env: {} },
    );
    expect(JSON.parse(stdout)).toEqual(['Payroll export in Product', owner.user.name, 'Zoé', 'null']);
  } finally {
    door.close();
  }
});

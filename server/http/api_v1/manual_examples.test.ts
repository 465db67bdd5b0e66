import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_SCOPES } from '../../../contract/api_keys.ts';
import { buildForum, buildSuggestion } from '../../db/builders.ts';
import { startTestServer, type Answer, type TestServer } from '../testing.ts';

/* The examples of the manual do what it says: the calls as they stand there, and the programs as they are. */

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const manual = (name: string): string => readFileSync(join(ROOT, `docs/manual/${name}.md`), 'utf8');
const blocks = (page: string, language: string): string[] =>
  [...manual(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text]) => text!,
  );

let server: TestServer;
let folder: string;
let key: string;
let forumId: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'earshot-manual-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const owner = await server.createUser({ license_type: 'owner' });
  forumId = (await buildForum(server.database, server.tenant, { name: 'Product' })).id;
  const { api_key_create } = await owner.data<{ api_key_create: { key: string } }>(
    'mutation ($scopes: [String!]!) { api_key_create(name: "Manual", scopes: $scopes) { key } }',
    { scopes: API_SCOPES },
  );
  key = api_key_create.key;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The words of a command line, as a shell reads them: quotes, variables, lines that go on. */
function wordsOf(line: string, variables: Readonly<Record<string, string>>): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [part, single, double, plain] of line
    .replaceAll('\\\n', ' ')
    .matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)|\s+/g)) {
    if (single === undefined && double === undefined && plain === undefined) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    const text: string =
      single ??
      (double ?? plain ?? part).replaceAll(/\$(\w+)/g, (_, name: string) => {
        const value = variables[name];
        if (value === undefined) throw new Error(`The manual does not say what ${name} is.`);
        return value;
      });
    word = (word ?? '') + text;
  }
  return word === null ? words : [...words, word];
}

/** Makes a call as curl would. A machine need not have it. */
function curl(command: string, variables: Readonly<Record<string, string>>): Promise<Answer> {
  const [name, ...words] = wordsOf(command.trim(), {
    EARSHOT_URL: 'http://workspace',
    EARSHOT_KEY: key,
    ...variables,
  });
  expect(name).toBe('curl');
  let method: string | undefined;
  let url = '';
  let body: string | undefined;
  const headers: Record<string, string> = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '-X') method = words[(at += 1)];
    else if (word === '-d') body = words[(at += 1)];
    else if (word === '-H') {
      const [head, ...value] = words[(at += 1)]!.split(': ');
      headers[head!.toLowerCase()] = value.join(': ');
    } else if (!word.startsWith('-')) url = word;
    else throw new Error(`This test does not know the option ${word} of curl.`);
  }
  return server.ask(url.replace('http://workspace', ''), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  });
}

/** Listens on a free port. @returns the port */
async function listen(on: Server): Promise<number> {
  await new Promise<void>((listening) => on.listen(0, '127.0.0.1', listening));
  return (on.address() as AddressInfo).port;
}

test('[DEC-175] the calls of the manual work as they stand there, one after the other', async () => {
  const [list, person, idea, vote, ...others] = blocks('http-api', 'sh');
  expect(others).toEqual([]);
  await buildSuggestion(server.database, server.tenant, { title: 'CSV export' });
  const listed = await curl(list!, {});
  expect([
    listed.status,
    listed.json<{ data: { title: string }[] }>().data.map(({ title }) => title),
  ]).toEqual([200, ['CSV export']]);
  const zoe = await curl(person!, {});
  expect([zoe.status, zoe.json()]).toMatchObject([201, { name: 'Zoé Martin' }]);
  const made = await curl(idea!, { FORUM_ID: forumId });
  expect([made.status, made.json()]).toMatchObject([
    201,
    { title: 'Payroll export', forum: { name: 'Product' } },
  ]);
  const { id } = made.json<{ id: string }>();
  // the same key, the same answer
  expect((await curl(idea!, { FORUM_ID: forumId })).json()).toMatchObject({ id });
  const voted = await curl(vote!, { IDEA_ID: id, USER_ID: zoe.json<{ id: string }>().id });
  // whoever holds the key supports what they made
  expect([voted.status, voted.json()]).toMatchObject([200, { id, votes_count: 2 }]);
});

/** The only program of a page, as a file beside the libraries that it names. */
function program(page: string): string {
  const [text, ...others] = blocks(page, 'js');
  expect(others).toEqual([]);
  const file = join(folder, `${page}.mjs`);
  writeFileSync(file, text!);
  return file;
}

test('the client of twenty lines reads every page', async () => {
  for (let at = 0; at < 120; at += 1)
    await buildSuggestion(server.database, server.tenant, { title: `Export number ${at}` });
  // the workspace under an address that leads to this machine
  const door = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    void server.ask(request.url!, { headers: { authorization } }).then(({ status, headers, text }) => {
      response.writeHead(status, { 'content-type': headers['content-type'] });
      response.end(text);
    });
  });
  const { stdout } = await run(process.execPath, [program('http-api')], {
    env: { EARSHOT_URL: `http://127.0.0.1:${await listen(door)}`, EARSHOT_KEY: key },
  });
  door.close();
  expect(
    stdout
      .trim()
      .split('\n')
      .filter((line) => line.includes('Export number')),
  ).toHaveLength(120);
});

test('the receiver takes what is signed, knows a repetition, and refuses what is not', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const free = createServer();
  const port = String(await listen(free));
  await new Promise((closed) => free.close(closed));
  const child = spawn(process.execPath, [program('webhooks')], {
    env: { WEBHOOK_SECRET: secret, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  try {
    const body = blocks('webhooks', 'json')[0]!;
    const send = async (signature: string): Promise<number | null> => {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          body,
          headers: {
            'webhook-id': 'msg_1',
            'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
            'webhook-signature': signature,
          },
        });
        return answer.status;
      } catch {
        return null;
      }
    };
    const now = new Date();
    const signature = new Webhook(secret).sign('msg_1', now, body);
    await expect.poll(() => send(signature), { timeout: 60_000 }).toBe(204);
    expect(await send(signature)).toBe(204);
    expect(await send(`v1,${Buffer.alloc(32).toString('base64')}`)).toBe(401);
    expect(out).toBe('note_created Payroll export\n');
  } finally {
    child.kill();
    await once(child, 'close');
  }
});

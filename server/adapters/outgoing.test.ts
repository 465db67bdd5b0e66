import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutgoingError } from '../services/outgoing.ts';
import { createOutgoing } from './outgoing.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  answer(request, response);
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(
  () =>
    new Promise((closed) => {
      server.close(closed);
      server.closeAllConnections();
    }),
);

const open = createOutgoing(['127.0.0.0/8']).call;
const closed = createOutgoing([]).call;
const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutgoingError ? error.reason : String(error)),
  );

test('an answer comes with its status, headers and body', async () => {
  answer = (_request, response) => {
    response.writeHead(418, { 'x-one': '1' });
    response.end('größer');
  };
  expect(await open({ url: `http://127.0.0.1:${port}/a` })).toMatchObject({
    status: 418,
    headers: { 'x-one': '1' },
    body: 'größer',
  });
});

test.each([
  'http://127.0.0.1',
  'http://2130706433',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:10.0.0.1]',
  'http://10.1.2.3',
  'http://169.254.169.254',
  'http://192.168.0.1',
  'http://172.31.0.1',
  'http://100.64.0.1',
  'http://0.0.0.0',
  'http://[fe80::1]',
  'http://[fd00::1]',
  'http://localhost',
])('a private address is not called: %s', async (address) => {
  asked = [];
  expect(await reasonOf(closed({ url: `${address}:${port}/` }))).toBe('private');
  expect(asked).toHaveLength(0);
});

test('one that is allowed is called, by its address, its network or its name', async () => {
  answer = (_request, response) => response.end('here');
  for (const allowed of ['127.0.0.1', '127.0.0.0/8'])
    expect((await createOutgoing([allowed]).call({ url: `http://127.0.0.1:${port}` })).body).toBe('here');
  expect((await createOutgoing(['localhost']).call({ url: `http://LOCALHOST:${port}` })).body).toBe('here');
  expect(await reasonOf(createOutgoing(['10.0.0.0/8']).call({ url: `http://127.0.0.1:${port}` }))).toBe(
    'private',
  );
});

test('a redirect to a private address is not followed, and one to another server carries no credentials', async () => {
  const others: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    others.push(request.headers.authorization);
    response.end('other');
  });
  await new Promise<void>((listening) => other.listen(0, '127.0.0.2', listening));
  const address = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
  answer = (_request, response) => {
    response.writeHead(302, { location: address });
    response.end();
  };
  const call = { url: `http://127.0.0.1:${port}`, headers: { Authorization: 'Bearer secret' } };
  expect(await reasonOf(createOutgoing(['127.0.0.1']).call(call))).toBe('private');
  expect(others).toEqual([]);
  expect((await open(call)).body).toBe('other');
  expect(others).toEqual([undefined]);
  // what is sent is sent once
  expect((await open({ ...call, method: 'POST', body: '{}' })).status).toBe(302);
  await new Promise((ended) => other.close(ended));
});

test('redirects end, and lead to http and https alone', async () => {
  answer = (_request, response) => {
    response.writeHead(302, { location: '/again' });
    response.end();
  };
  expect(await reasonOf(open({ url: `http://127.0.0.1:${port}` }))).toBe('unreachable');
  answer = (_request, response) => {
    response.writeHead(302, { location: 'file:///etc/passwd' });
    response.end();
  };
  expect(await reasonOf(open({ url: `http://127.0.0.1:${port}` }))).toBe('unreachable');
});

test('an answer that is too large or does not end is given up', async () => {
  answer = (_request, response) => {
    const more = (): void => {
      while (response.write(Buffer.alloc(64 * 1024)));
    };
    response.on('drain', more);
    more();
  };
  expect(await reasonOf(open({ url: `http://127.0.0.1:${port}`, bytesMost: 200_000 }))).toBe('large');
  answer = (_request, response) => void response.write('one');
  expect(await reasonOf(open({ url: `http://127.0.0.1:${port}`, timeoutMs: 200 }))).toBe('slow');
  answer = () => {};
  expect(await reasonOf(open({ url: `http://127.0.0.1:${port}`, timeoutMs: 200 }))).toBe('slow');
});

test('nothing listens there', async () => {
  expect(await reasonOf(open({ url: 'http://127.0.0.1:1' }))).toBe('unreachable');
});

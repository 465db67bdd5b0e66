import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readJson } from './large_body.ts';

/** A request whose sender says it is large. */
const largeRequest = (): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers: { 'content-length': '2000000' } }) as unknown as PassThrough & IncomingMessage;

test('[CALL-HTTP-008] a sender who leaves while he waits for his turn does not keep the next one waiting', async () => {
  const first = largeRequest();
  const firstRead = readJson(first, true);
  const gone = largeRequest();
  const goneRead = readJson(gone, true);
  const refusal = goneRead.then(() => null, (error: Error) => error.message);
  gone.on('error', () => {}).destroy(new Error('aborted'));
  const next = largeRequest();
  const nextRead = readJson(next, true);

  first.end('{"a":1}');
  expect((await firstRead).value).toEqual({ a: 1 });
  expect(await refusal).toBe('The request ended before its body did.');
  next.end('{"b":2}');
  expect((await nextRead).value).toEqual({ b: 2 });
});

import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function collect(isTTY: boolean) {
  const stream = new PassThrough() as PassThrough & { isTTY: boolean };
  stream.isTTY = isTTY;
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => String(stream.read() ?? '') };
}

test('machines get JSON lines without secrets', () => {
  const { stream, text } = collect(false);
  createLog({ logLevel: 'info' }, stream).info({ user: { password: 'hunter2', id: '7' } }, 'signed in');
  expect(JSON.parse(text())).toMatchObject({ level: 30, msg: 'signed in', user: { id: '7' } });
});

test('a terminal gets plain lines, with an error and its stack', () => {
  const { stream, text } = collect(true);
  const log = createLog({ logLevel: 'warn' }, stream);
  log.info('not shown');
  log.error({ err: new Error('broken'), attempt: 2 }, 'A job failed.');
  expect(text()).toMatch(/^\d\d:\d\d:\d\d error A job failed\. \{"attempt":2\}\nError: broken\n {4}at /);
});

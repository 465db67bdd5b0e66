import { hostname } from 'node:os';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { inLogContext } from './process/log_context.ts';
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

test('a line names its process, and the request or job that wrote it, behind what it says itself', () => {
  const { stream, text } = collect(false);
  const log = createLog({ logLevel: 'info' }, stream, 'worker');
  inLogContext({ request: 'r-1' }, () =>
    log.warn({ event: 'sign_in_failed', network: '10.0.0.7' }, 'A password was wrong.'),
  );
  inLogContext({ task: 'export', job: 'j-1' }, () => log.error(new Error('broken')));
  log.info('by itself');
  const [first, second, third] = text()
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/"time":\d+/, '"time":0').replace(/"stack":"[^"]*"/, '"stack":""'));
  const process_ = `"process":"worker ${hostname().replaceAll(/[^\w.-]/g, '_')}:${process.pid}"`;
  expect(first).toBe(
    `{"level":40,"time":0,"event":"sign_in_failed","network":"10.0.0.7",${process_},"request":"r-1","msg":"A password was wrong."}`,
  );
  expect(JSON.parse(second!)).toMatchObject({
    level: 50,
    err: { message: 'broken' },
    task: 'export',
    job: 'j-1',
    msg: 'broken',
  });
  expect(third).toBe(`{"level":30,"time":0,${process_},"msg":"by itself"}`);
});

test('a terminal gets plain lines, with an error and its stack', () => {
  const { stream, text } = collect(true);
  const log = createLog({ logLevel: 'warn' }, stream);
  log.info('not shown');
  log.error({ err: new Error('broken'), attempt: 2 }, 'A job failed.');
  expect(text()).toMatch(/^\d\d:\d\d:\d\d error A job failed\. \{"attempt":2\}\nError: broken\n {4}at /);
});

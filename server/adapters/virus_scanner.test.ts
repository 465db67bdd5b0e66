import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { startScanner } from '../testing/scanner.ts';
import { createVirusScanner } from './virus_scanner.ts';

const faults: unknown[] = [];
const onFault = (cause: unknown): void => void faults.push(cause);
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A listener that does as it is told with each connection. */
async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const chunks = (count: number, piece: Buffer): Readable =>
  Readable.from(Array.from({ length: count }, () => piece));

test('each byte reaches the scanner, in pieces of any size, and its verdict comes back', async () => {
  const scanner = await startScanner();
  closing.push(scanner.close);
  const { scan } = createVirusScanner(scanner.address, { onFault });
  expect(await scan(chunks(300, Buffer.alloc(70_001, 7)))).toBeNull();
  expect(scanner.scanned).toEqual([300 * 70_001]);
  expect(
    await scan(Readable.from([Buffer.from('before '), Buffer.from(scanner.sample), Buffer.from(' after')])),
  ).toBe('Test.Sample-1');
  expect(await scan(Readable.from([]))).toBeNull();
});

test('by a socket of the file system too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-scanner-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  const scanner = await startScanner(join(folder, 'clamd.sock'));
  closing.push(scanner.close);
  expect(
    await createVirusScanner(scanner.address, { onFault }).scan(Readable.from([Buffer.from(scanner.sample)])),
  ).toBe('Test.Sample-1');
});

test('what is no verdict is a fault, never a clean file', async () => {
  const early = await listen((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'));
  await expect(
    createVirusScanner(early, { onFault }).scan(chunks(400, Buffer.alloc(65_536))),
  ).rejects.toThrow('size limit exceeded');
  const silent = await listen((socket) => socket.resume());
  await expect(
    createVirusScanner(silent, { onFault, silenceMs: 200 }).scan(Readable.from([Buffer.from('x')])),
  ).rejects.toThrow('said nothing');
  const gone = await listen((socket) => {
    socket.resume();
    socket.end();
  });
  await expect(createVirusScanner(gone, { onFault }).scan(Readable.from([Buffer.from('x')]))).rejects.toThrow(
    /hung up|EPIPE|ECONNRESET/,
  );
  await expect(
    createVirusScanner('unix:/nowhere/clamd.sock', { onFault }).scan(Readable.from([Buffer.from('x')])),
  ).rejects.toThrow('ENOENT');
  const scanner = await startScanner();
  closing.push(scanner.close);
  const broken = new Readable({
    read() {
      this.destroy(new Error('the disk broke'));
    },
  });
  await expect(createVirusScanner(scanner.address, { onFault }).scan(broken)).rejects.toThrow(
    'the disk broke',
  );
  expect(faults).toHaveLength(5);
});

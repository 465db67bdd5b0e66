import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A virus scanner of a test: it speaks clamd's protocol and knows one sample. */
export interface TestScanner {
  /** as CLAMD_URL takes it */
  address: string;
  /** what it finds, as Test.Sample-1 */
  sample: string;
  /** bytes of each file that it was given */
  scanned: number[];
  close: () => Promise<void>;
}

const SAMPLE = 'this-is-the-sample-of-a-virus';

/** @param path of a socket in the file system; a port of loopback without one */
export async function startScanner(path?: string): Promise<TestScanner> {
  const scanned: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let got = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      got = Buffer.concat([got, bytes]);
      const content = contentOf(got);
      if (content === null) return;
      scanned.push(content.length);
      socket.end(content.includes(SAMPLE) ? 'stream: Test.Sample-1 FOUND\0' : 'stream: OK\0');
    });
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  return {
    address:
      path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${path}`,
    sample: SAMPLE,
    scanned,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** The file of a whole INSTREAM command; null while its end is not there. */
function contentOf(got: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (got.length < command.length) return null;
  if (got.subarray(0, command.length).toString('latin1') !== command) throw new Error('No INSTREAM command');
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= got.length;) {
    const length = got.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(got.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

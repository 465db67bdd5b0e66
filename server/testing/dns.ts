import { createSocket } from 'node:dgram';

/** A DNS server on loopback that knows TXT records alone. */
export interface TestDns {
  /** address and port, as a resolver takes them */
  server: string;
  /** texts by name; others do not exist */
  records: Map<string, string[]>;
  /** names that were asked for */
  asked: string[];
  /** true: it takes queries and never answers; 'fails': it answers that it cannot (SERVFAIL) */
  silent: boolean | 'fails';
  close(): Promise<void>;
}

const TXT = 16;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

/** Starts it on a free port of 127.0.0.1; UDP, as resolvers ask first. */
export async function startTestDns(): Promise<TestDns> {
  const socket = createSocket('udp4');
  const dns: TestDns = {
    server: '',
    records: new Map(),
    asked: [],
    silent: false,
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
  socket.on('message', (query, from) => {
    const { name, end } = readName(query);
    dns.asked.push(name);
    if (dns.silent === true) return;
    const texts = query.readUInt16BE(end) === TXT ? (dns.records.get(name.toLowerCase()) ?? []) : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(
      0x8180 | (dns.silent === 'fails' ? SERVER_FAILURE : texts.length === 0 ? NO_SUCH_NAME : 0),
      2,
    );
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(dns.silent === 'fails' ? 0 : texts.length, 6);
    const answers = dns.silent === 'fails' ? [] : texts.map(answerOf);
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers]), from.port, from.address);
  });
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  dns.server = `127.0.0.1:${socket.address().port}`;
  return dns;
}

/** The asked name, and where it ends. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function answerOf(text: string): Buffer {
  const parts = text.match(/[^]{1,255}/g) ?? [''];
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([Buffer.byteLength(part)]), Buffer.from(part)])),
  );
  const head = Buffer.alloc(12);
  // a pointer to the name of the question
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as the relay of a test took it. */
export interface ReceivedMail {
  /** address that bounces go to */
  from: string;
  to: string;
  parsed: ParsedMail;
  raw: string;
}

/** A mail relay of a test's own, on the loopback address. */
export interface TestRelay {
  url: string;
  received: ReceivedMail[];
  /** Answers null to take a recipient, else the relay's refusal; called for each mail. */
  refuse: (address: string) => { code: number; sentence: string } | null;
  /** Called when a message was read and before it is answered, which waits for it; answers false to cut the connection without an answer. */
  answers: (address: string) => boolean | Promise<boolean>;
  close(): Promise<void>;
}

/** Starts a relay. @param port 0: a free one */
export async function startRelay(port = 0): Promise<TestRelay> {
  const received: ReceivedMail[] = [];
  const relay: TestRelay = {
    url: '',
    received,
    refuse: () => null,
    answers: () => true,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
      }),
  };
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // names of clients are not looked up
    disableReverseLookup: true,
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = relay.refuse(address);
      done(
        refusal === null ? null : Object.assign(new Error(refusal.sentence), { responseCode: refusal.code }),
      );
    },
    onData: (stream, { envelope, id }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const take = async (): Promise<void> => {
        const to = envelope.rcptTo[0]!.address;
        const raw = Buffer.concat(chunks);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to, parsed: await simpleParser(raw), raw: raw.toString() });
        if (await relay.answers(to)) done();
        else cut(id);
      };
      stream.on('end', () => void take());
    },
  });
  const cut = (id: string): void => {
    for (const connection of server.connections) {
      const { session, _socket } = connection as unknown as {
        session: { id: string };
        _socket: { destroy(): void };
      };
      if (session.id === id) _socket.destroy();
    }
  };
  // a client that goes away is none of the test's
  server.on('error', () => {});
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', ready);
  });
  relay.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return relay;
}

import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mailbox that a test looks into. */
export interface TestImap {
  url: string;
  mails: { raw: Buffer; isSeen: boolean }[];
  close(): Promise<void>;
}

/**
 * A small IMAP server on loopback with one mailbox: as much of RFC 3501 as a client needs to sign in, to
 * search unseen mails, to read them and to mark them. Each mail's number is its place in the list, from 1.
 */
export async function startImap(password = 'pass'): Promise<TestImap> {
  const mails: TestImap['mails'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const send = (text: string | Buffer): void => void socket.write(text);
    send('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        answer(line, send, socket);
      }
    });
  });
  const answer = (line: string, send: (text: string | Buffer) => void, socket: Socket): void => {
    const [tag = '', first = '', ...words] = line.split(' ');
    const command =
      first.toUpperCase() === 'UID' ? `UID ${(words.shift() ?? '').toUpperCase()}` : first.toUpperCase();
    const numbers = (set: string): number[] =>
      set.split(',').flatMap((part) => {
        const [from, to = from] = part.split(':').map(Number) as [number, number?];
        return Array.from({ length: to! - from + 1 }, (_n, at) => from + at);
      });
    let said = `${tag} OK done\r\n`;
    if (command === 'CAPABILITY') send('* CAPABILITY IMAP4rev1\r\n');
    else if (command === 'LOGIN' && words[1]?.replaceAll('"', '') !== password)
      said = `${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`;
    else if (command === 'LIST') send('* LIST (\\HasNoChildren) "/" INBOX\r\n');
    else if (command === 'SELECT') {
      send(
        `* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT ${mails.length + 1}] ok\r\n`,
      );
      said = `${tag} OK [READ-WRITE] done\r\n`;
    } else if (command === 'UID SEARCH')
      send(`* SEARCH${mails.map(({ isSeen }, at) => (isSeen ? '' : ` ${at + 1}`)).join('')}\r\n`);
    else if (command === 'UID FETCH') {
      for (const uid of numbers(words[0]!)) {
        const mail = mails[uid - 1];
        if (!mail) continue;
        if (!/BODY/i.test(line)) send(`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${mail.raw.length})\r\n`);
        else {
          send(`* ${uid} FETCH (UID ${uid} BODY[] {${mail.raw.length}}\r\n`);
          send(mail.raw);
          send(')\r\n');
        }
      }
    } else if (command === 'UID STORE') {
      for (const uid of numbers(words[0]!)) if (mails[uid - 1]) mails[uid - 1]!.isSeen = true;
    } else if (command === 'LOGOUT') {
      send(`* BYE bye\r\n${said}`);
      socket.end();
      return;
    }
    send(said);
  };
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return {
    url: `imap://me%40acme.example:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A stand-in for a pooler: an address of its own before a database. */
export interface Pooler {
  url: string;
  close: () => Promise<void>;
}

/**
 * A stand-in for a pooler that gives connections out by transaction, with the trait by which it shows: what the
 * database says on its own account, an announcement (message A), reaches no one, since between two transactions a
 * connection belongs to no client.
 *
 * @param url of the database, over a unix socket
 */
export async function openPooler(url: string): Promise<Pooler> {
  const { searchParams, pathname } = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
    return socket;
  };
  const server = createServer((client) => {
    const upstream = keep(connect({ path: `${searchParams.get('host')}/.s.PGSQL.5432` }));
    keep(client).pipe(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    let rest = Buffer.alloc(0);
    upstream.on('data', (piece: Buffer) => {
      rest = Buffer.concat([rest, piece]);
      // each message: a letter, its length with these four bytes, and the rest (PostgreSQL, "Message Formats")
      while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
        const end = 1 + rest.readUInt32BE(1);
        if (rest[0] !== 'A'.charCodeAt(0)) client.write(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return {
    url: `postgresql://${searchParams.get('user')}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    close: async () => {
      const closed = new Promise((done) => void server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

import pg from 'pg';

/** A subscription to a channel of the database. */
export interface Listener {
  close: () => Promise<void>;
}

/**
 * Hears what is announced on a channel (LISTEN), on a connection of its own that is made again whenever it
 * breaks. What is announced in a gap is lost, so `onGap` is called after each return.
 *
 * @param url past a pooler: sessions are not shared
 * @returns once the first connection listens
 */
export async function listen(
  url: string,
  channel: string,
  { onMessage, onGap, onError = () => {} }: { onMessage: (payload: string) => void; onGap: () => void; onError?: (error: Error) => void },
): Promise<Listener> {
  let isClosed = false;
  let current: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: 'earshot listen', keepAlive: true, connectionTimeoutMillis: 10_000 });
    let isBroken = false;
    const broke = (error?: Error) => {
      if (isBroken) return;
      isBroken = true;
      if (error) onError(error);
      client.end().catch(() => undefined);
      if (current === client) current = null;
      again(1000);
    };
    client.on('error', broke);
    client.on('end', () => broke());
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      isBroken = true;
      await client.end().catch(() => undefined);
      throw error;
    }
    current = client;
  }

  function again(delayMs: number): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      connect().then(
        async () => {
          if (isClosed) await current?.end();
          else onGap();
        },
        (error: Error) => {
          onError(error);
          again(Math.min(16_000, delayMs * 2));
        },
      );
    }, delayMs);
    timer.unref();
  }

  await connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await current?.end();
    },
  };
}

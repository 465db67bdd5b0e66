import pg from 'pg';

/** A subscription to a channel of the database. */
export interface Listener {
  close: () => Promise<void>;
}

/** Longest waits: until a connection stands, for a sign of life of one that stands, and before the next try. */
const CONNECT_MS = 6_000;
const CHECK_MS = 5_000;
const ANSWER_MS = 5_000;
const RETRY_MAX_MS = 8_000;

/**
 * Hears what is announced on channels (LISTEN), on one connection of its own that is made again whenever it
 * breaks, also when the line is dead without having been closed. What is announced in a gap is lost, so
 * `onGap` is called after each return, at most 20 s after the database can be reached again.
 *
 * @param url past a pooler: sessions are not shared
 * @returns once the first connection listens
 */
export async function listen(
  url: string,
  channels: readonly string[],
  {
    name = 'earshot listen',
    onMessage,
    onGap,
    onError = () => {},
  }: {
    name?: string;
    onMessage: (payload: string, channel: string) => void;
    onGap: () => void;
    onError?: (error: Error) => void;
  },
): Promise<Listener> {
  let isClosed = false;
  let current: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    });
    let isBroken = false;
    let check: NodeJS.Timeout | undefined;
    const broke = (error?: Error) => {
      if (isBroken) return;
      isBroken = true;
      clearInterval(check);
      if (error) onError(error);
      client.end().catch(() => undefined);
      if (current === client) current = null;
      again(1000);
    };
    client.on('error', broke);
    client.on('end', () => broke());
    client.on('notification', ({ payload, channel }) => onMessage(payload ?? '', channel));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${client.escapeIdentifier(channel)}`).join('; '));
    } catch (error) {
      isBroken = true;
      await client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    check = setInterval(() => client.query('select 1').catch(broke), CHECK_MS);
    check.unref();
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
          again(Math.min(RETRY_MAX_MS, delayMs * 2));
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

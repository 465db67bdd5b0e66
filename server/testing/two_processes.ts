/** Two processes on one database, and consoles that listen to either. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  startTestServer,
  type TestClient,
  type TestServer,
  type TestServerOptions,
} from '../http/testing.ts';
import { openEventStream, type EventStream } from './event_stream.ts';

/** How the stream of someone is opened. */
export interface Listening {
  /** begins with '?' */
  query?: string;
  path?: string;
  headers?: Record<string, string>;
}

/** Opens the stream of someone on one of the processes; their own host, else that of the process. It is ended after the test. */
export type Listen = (
  server: TestServer,
  client: Pick<TestClient, 'cookie'> & { host?: string },
  how?: Listening,
) => Promise<EventStream>;

/**
 * Starts two servers on one database before the tests of a file, and ends them and the streams. To be called at the top of the file.
 *
 * @param live times of the stream of live events
 * @param take gets the servers once they run
 */
export function twoProcesses(
  live: TestServerOptions['live'],
  take: (one: TestServer, two: TestServer) => void,
): Listen {
  const running: TestServer[] = [];
  const opened: EventStream[] = [];
  beforeAll(async () => {
    const one = await startTestServer({ live });
    running.unshift(one);
    const two = await startTestServer({ beside: one, live });
    running.unshift(two);
    take(one, two);
  });
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.stop();
  });
  // the first has the database, so it goes last
  afterAll(async () => {
    for (const server of running) await server.close();
  });
  return async (
    server,
    client,
    { query = '', path = '/clients/admin-console/events', headers = {} } = {},
  ) => {
    const stream = await openEventStream(server.port, path + query, {
      host: client.host ?? new URL(server.url).host,
      cookie: client.cookie,
      ...headers,
    });
    opened.push(stream);
    return stream;
  };
}

import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServer } from '../server.ts';
import { conclude, firstForum, seconds, signIn, until, withWorkspace, type Member } from './members.ts';

const BAR_MS = 20_000;

/** The line on which a server hears of what happens is dead for a while: the process lives, answers, and its consoles are right soon after. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '30' } } });
  const cutMs = Number(values.seconds) * 1000;
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `The listening connection dead for ${cutMs / 1000} s; expected: the process lives and answers, the bell is right ${BAR_MS / 1000} s after`,
    );
    const proxy = await startProxy(url);
    const server = await startServer(proxy.url, { LOG_LEVEL: 'fatal' });
    const hearing = new AbortController();
    try {
      const [author, reader] = (await signIn(pool, server.port, 2)) as [Member, Member];
      const { suggestion_create } = await author.data<{ suggestion_create: { id: string } }>(
        'mutation ($forum: ID!) { suggestion_create(title: "Talked about", links: { forum: $forum }) { id } }',
        { forum: await firstForum(pool, sid) },
      );
      const mention = async (): Promise<void> => {
        const body = `<p><span class="es-mention" value="${reader.id}">${reader.name}</span> look</p>`;
        await author.data(
          'mutation ($idea: ID!, $body: String!) { note_create(suggestion: $idea, body: $body, body_mime_type: "text/html") { id } }',
          { idea: suggestion_create.id, body },
        );
      };
      const bell = async (): Promise<number> =>
        (
          await reader.data<{ notification_counts: { unseen: number } }>(
            'query { notification_counts { unseen } }',
          )
        ).notification_counts.unseen;
      const rows = async (): Promise<number> =>
        (
          await pool.query<{ n: number }>(
            'select count(distinct group_key)::int as n from notifications where user_id = $1 and seen_at is null',
            [reader.id],
          )
        ).rows[0]!.n;

      // a console shows what it asked for last; each of these events makes it ask
      let shown = await bell();
      const events: string[] = [];
      void hear(server.port, reader.cookie, hearing.signal, async (event) => {
        events.push(event);
        shown = await bell();
      });
      await until('the stream greets', () => events.includes('hello'));
      await mention();
      const live = await until('a live event', () => events.includes('refresh-notifications'));
      console.log(`  before: heard after ${seconds(live)}, the bell shows ${shown}`);

      const heardBefore = events.length;
      const cutAt = performance.now();
      proxy.cut();
      let unanswered = 0;
      let calls = 0;
      for (let at = 0; performance.now() - cutAt < cutMs; at += 1) {
        if (at < 3) await mention();
        calls += 1;
        await bell().catch(() => (unanswered += 1));
        await sleep(1000);
      }
      const heardInGap = events.length - heardBefore;
      proxy.mend();
      const heard = events.length;
      const after = await until('the console asks again', () => events.length > heard, 2 * BAR_MS).catch(
        () => Number.POSITIVE_INFINITY,
      );
      await sleep(500);
      const [expected, found] = [await rows(), shown];
      const count = events.length;
      await mention();
      const again = await until('live events come again', () => events.length > count, 5000).then(
        () => true,
        () => false,
      );
      conclude(
        `${calls} calls meanwhile, ${unanswered} unanswered, ${heardInGap} events; after the return asked again in ${seconds(after)} (${events[heard] ?? 'nothing'}), the bell shows ${found}, there are ${expected}; live again: ${again ? 'yes' : 'no'}`,
        unanswered === 0 &&
          heardInGap === 0 &&
          after <= BAR_MS &&
          found === expected &&
          expected > 0 &&
          again,
      );
    } finally {
      hearing.abort();
      await server.close();
      await proxy.close();
    }
  });
}

/** Reads a member's stream of live events. */
async function hear(
  port: number,
  cookie: string,
  signal: AbortSignal,
  onEvent: (event: string) => Promise<void>,
): Promise<void> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/clients/admin-console/events`, {
      headers: { cookie },
      signal,
    });
    let rest = '';
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + piece).split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) {
        const event = /^event: (.+)$/m.exec(frame)?.[1];
        if (event !== undefined) await onEvent(event);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A way to the database on which the listening connections can be made dead: nothing passes, and no one is told. */
async function startProxy(
  url: string,
): Promise<{ url: string; cut: () => void; mend: () => void; close: () => Promise<void> }> {
  const { searchParams, pathname } = new URL(url);
  const socketPath = `${searchParams.get('host')}/.s.PGSQL.5432`;
  const listening = new Set<[Socket, Socket]>();
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy()).on('close', () => open.delete(client));
    // its first message says who it is
    client.once('data', (first: Buffer) => {
      const isListening = first.includes('earshot listen');
      client.pause();
      if (isListening && isCut) return;
      const upstream = connect({ path: socketPath });
      upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
      upstream.write(first);
      client.pipe(upstream);
      upstream.pipe(client);
      if (isListening) listening.add([client, upstream]);
    });
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return {
    url: `postgresql://${searchParams.get('user')}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    cut: () => {
      isCut = true;
      for (const [client, upstream] of listening) {
        client.unpipe(upstream).pause();
        upstream.unpipe(client).pause();
      }
    },
    mend: () => {
      isCut = false;
      listening.clear();
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of open) socket.destroy();
        server.close(() => closed());
      }),
  };
}

import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { GRAPHQL_PATH } from '../../server/http/graphql.ts';
import { LIST_QUERY } from '../list.ts';
import { median, percentile } from '../load.ts';
import { startServer, type BenchServer } from '../server.ts';
import { missingOfHostileInput } from './happened.ts';
import { conclude, withWorkspace } from './members.ts';

/** The slowest answer to hostile input that is right. */
const REFUSED_WITHIN_MS = 1_000;
const ROUNDS = 3;

interface Hostile {
  what: string;
  path: string;
  headers?: Record<string, string>;
  body: Buffer;
  /** whether the answer is a right one */
  isRight: (status: number, text: string) => boolean;
}

/** What no one means well with: refused or made harmless within a second, while others are served as before. */
export async function run(): Promise<void> {
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `Hostile input; expected: each answered within ${REFUSED_WITHIN_MS / 1000} s as it should be, others unaffected`,
    );
    const server = await startServer(url);
    try {
      const inputs = await hostileInputs(
        (
          await pool.query<{ id: string }>(
            'select id::text as id from suggestions where subdomain_id = $1 order by id limit 1',
            [sid],
          )
        ).rows[0]!.id,
      );
      for (let i = 0; i < 20; i += 1) await list(server);
      const alone: number[] = [];
      for (let i = 0; i < 100; i += 1) alone.push(await list(server));
      const slowestAlone = Math.max(...alone);
      console.log(
        `  others alone: p50 ${median(alone).toFixed(1)} ms, slowest ${slowestAlone.toFixed(0)} ms`,
      );
      let isRight = true;
      const missing: string[] = [];
      for (const input of inputs) {
        const took: number[] = [];
        const others: number[] = [];
        let last = { status: 0, text: '' };
        for (let round = 0; round < ROUNDS; round += 1) {
          const began = performance.now();
          const sending = new AbortController();
          const sent = send(server, input).finally(() => {
            took.push(performance.now() - began);
            sending.abort();
          });
          while (!sending.signal.aborted) {
            others.push(await list(server));
            await sleep(5);
          }
          last = await sent;
        }
        const waited = missingOfHostileInput(others, slowestAlone).map(
          (sentence) => `${input.what}: ${sentence}`,
        );
        missing.push(...waited);
        const fine =
          waited.length === 0 &&
          input.isRight(last.status, last.text) &&
          Math.max(...took) <= REFUSED_WITHIN_MS;
        isRight &&= fine;
        const said = /"message":"([^"]{0,90})/.exec(last.text)?.[1] ?? last.text.slice(0, 90).trim();
        console.log(
          `  ${input.what.padEnd(34)} ${last.status} after ${median(took).toFixed(0).padStart(4)} ms (slowest ${Math.max(...took).toFixed(0)}); others meanwhile p50 ${percentile(
            others.toSorted((a, b) => a - b),
            0.5,
          ).toFixed(1)} ms, slowest ${Math.max(...others).toFixed(0)} ms${fine ? '' : '   NOT OK'}   ${said}`,
        );
      }
      conclude(`${inputs.length} kinds`, isRight, missing);
    } finally {
      await server.close();
    }
  });
}

async function hostileInputs(idea: string): Promise<Hostile[]> {
  const graphql = (
    what: string,
    query: string,
    variables: Record<string, unknown>,
    isRight: Hostile['isRight'],
  ): Hostile => ({
    what,
    path: GRAPHQL_PATH,
    body: Buffer.from(JSON.stringify({ query, variables })),
    isRight,
  });
  const comment =
    'mutation ($html: String!, $idea: ID!) { comment_create(body: $html, body_mime_type: "text/html", links: { suggestion: $idea }) { id body } }';
  const attach =
    'mutation ($blob: String!) { attachment_create(blob: $blob, file_name: "picture.png", content_type: "image/png") { id } }';
  const isRefusedFor =
    (reason: string) =>
    (status: number, text: string): boolean =>
      (status === 200 || status === 400) && text.includes('"errors"') && text.includes(reason);
  const isCleaned = (status: number, text: string): boolean =>
    status === 200 && text.includes('"body":"<') && !text.includes('onclick');
  const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const html = (length: number): string =>
    '<div onclick="x()">'.repeat(Math.floor(length / 25)) + '</div>'.repeat(Math.floor(length / 25));
  return [
    {
      what: 'unknown Host',
      path: GRAPHQL_PATH,
      headers: { host: 'nobody.example' },
      body: Buffer.from('{}'),
      isRight: (status) => status === 404,
    },
    graphql('120 KB of nested HTML', comment, { idea, html: html(120_000) }, isRefusedFor('too long')),
    graphql('99 KB of nested HTML', comment, { idea, html: html(99_000) }, isRefusedFor('nested deeper')),
    graphql(
      'HTML of 8,000 attributes',
      comment,
      { idea, html: `<p ${Array.from({ length: 8_000 }, (_, n) => `on${n}="x"`).join(' ')}>text</p>` },
      isRefusedFor('attributes'),
    ),
    graphql(
      'HTML of 20,000 attributes',
      comment,
      {
        idea,
        html: `<p ${Array.from({ length: 20_000 }, (_, n) => `a${n}`)
          .join(' ')
          .slice(0, 99_000)}>text</p>`,
      },
      isRefusedFor('attributes'),
    ),
    graphql(
      'HTML of 2,600 elements that act',
      comment,
      { idea, html: '<p onclick="x()">a</p>\n'.repeat(4_000).slice(0, 23 * 2_600) },
      isCleaned,
    ),
    graphql(
      'query of depth 50',
      `{ suggestions { records ${'{ last_status_update { suggestion '.repeat(24)} { id } ${'} }'.repeat(24)} } }`,
      {},
      isRefusedFor('nested'),
    ),
    graphql(
      '5,000 aliases',
      `{ ${Array.from({ length: 5_000 }, (_, n) => `a${n}: current_user { id }`).join(' ')} }`,
      {},
      isRefusedFor('too long'),
    ),
    graphql(
      '200 aliases',
      `{ ${Array.from({ length: 200 }, (_, n) => `a${n}: current_user { id }`).join(' ')} }`,
      {},
      isRefusedFor('At most'),
    ),
    graphql(
      'picture of 256 million points',
      attach,
      { blob: bomb.toString('base64') },
      isRefusedFor('megapixels'),
    ),
    graphql('body of 72 MB', attach, { blob: 'A'.repeat(72_000_000) }, (status) => status === 413),
  ];
}

async function list(server: BenchServer): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}${GRAPHQL_PATH}`, {
    method: 'POST',
    headers: server.headers,
    body: JSON.stringify({ query: LIST_QUERY, variables: {} }),
  });
  if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`);
  await answer.text();
  return performance.now() - began;
}

/** Sends it whole, or until the server has heard enough. */
function send(
  server: BenchServer,
  { path, headers = {}, body }: Hostile,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method: 'POST',
        headers: { ...server.headers, 'content-length': String(body.length), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          )
          .on('error', reject);
      },
    );
    // an answer that comes before the body is sent may end the sending
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? undefined : reject(error),
    );
    request.end(body);
  });
}

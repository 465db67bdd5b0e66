import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getIntrospectionQuery } from 'graphql';
import { graphqlLimits } from '../../contract/limits.ts';
import { GRAPHQL_PATH } from '../../server/http/graphql.ts';
import { LIST_QUERY } from '../list.ts';
import { percentile } from '../load.ts';
import { startServer, type BenchServer } from '../server.ts';
import type { LongestTurn } from '../server_process.ts';
import { conclude, withWorkspace } from './members.ts';

/** No one else waits longer for one of them. */
const HELD_UP_MS = 100;

interface Hostile {
  what: string;
  body: (round: number) => string;
  isSignedIn?: boolean;
  isRight: (status: number, text: string) => boolean;
}

/**
 * Documents up to 1 MB, and uploads, that ask for as much as someone could think of: what each holds up others for,
 * and how large its answer is. A kind that was not answered as it should be did not happen, and fails the run.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '8' }, only: { type: 'string' } },
  });
  await withWorkspace(async ({ url, pool, sid }) => {
    // an idea with a text of its full length, so that pages weigh something
    await pool.query(
      "update suggestion_contents set body = repeat('lorem ipsum ', 800) where subdomain_id = $1",
      [sid],
    );
    const server = await startServer(url);
    try {
      console.log(
        `Documents made to do much, ${values.rounds} of each, others asking for lists meanwhile; expected: at most ${HELD_UP_MS} ms of processor time at a stretch, answers at most ${graphqlLimits.answerBytes / 1e6} MB`,
      );
      for (let i = 0; i < 30; i += 1) await list(server);
      await server.ask<LongestTurn>({ ask: 'longest_turn' });
      let isRight = true;
      let kinds = 0;
      for (const hostile of hostileDocuments()) {
        if (values.only !== undefined && !hostile.what.includes(values.only)) continue;
        kinds += 1;
        const others: number[] = [];
        const answers: { status: number; bytes: number; isRight: boolean; text: string }[] = [];
        await server.ask<LongestTurn>({ ask: 'longest_turn' });
        for (let round = 0; round < Number(values.rounds); round += 1) {
          const over = new AbortController();
          const sent = send(server, hostile, round).finally(() => over.abort());
          do {
            others.push(await list(server));
            await sleep(2);
          } while (!over.signal.aborted);
          const { status, text } = await sent;
          answers.push({
            status,
            bytes: Buffer.byteLength(text),
            isRight: hostile.isRight(status, text),
            text,
          });
        }
        const { heldUpMs, cpuMs } = await server.ask<LongestTurn>({ ask: 'longest_turn' });
        const bytes = Math.max(...answers.map((answer) => answer.bytes));
        const happened = answers.filter((answer) => answer.isRight).length;
        const fine = happened === answers.length && cpuMs <= HELD_UP_MS && bytes <= graphqlLimits.answerBytes;
        isRight &&= fine;
        const said = /"message":"([^"]{0,60})/.exec(answers.at(-1)!.text)?.[1] ?? '';
        console.log(
          `  ${hostile.what.padEnd(40)} ${happened}/${answers.length} answered ${answers.at(-1)!.status}, ${(bytes / 1000).toFixed(0).padStart(5)} kB; longest stretch ${cpuMs.toFixed(0).padStart(3)} ms of processor, ${heldUpMs.toFixed(0).padStart(4)} ms in all; others p50 ${percentile(
            others.toSorted((a, b) => a - b),
            0.5,
          ).toFixed(0)} ms, slowest ${Math.max(...others).toFixed(0)} ms${fine ? '' : '   NOT OK'}   ${said}`,
        );
      }
      conclude(`${kinds} kinds`, isRight && kinds > 0);
    } finally {
      await server.close();
    }
  });
}

const times = (count: number, part: (n: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(between);

function hostileDocuments(): Hostile[] {
  const asked = (
    what: string,
    query: string | ((round: number) => string),
    isRight: Hostile['isRight'],
    variables: object = {},
  ): Hostile => ({
    what,
    body: (round) =>
      JSON.stringify({ query: typeof query === 'string' ? `${query} #${round}` : query(round), variables }),
    isRight,
  });
  const refused =
    (said: string): Hostile['isRight'] =>
    (status, text) =>
      (status === 400 || status === 200) && text.includes('"errors"') && text.includes(said);
  const answered: Hostile['isRight'] = (status, text) =>
    status === 200 && text.startsWith('{"data"') && !text.includes('"errors"');
  const refusedAny: Hostile['isRight'] = (status, text) =>
    (status === 400 || status === 200) && text.includes('"errors"');
  const records = (fields: string): string => `{ suggestions { records { ${fields} } } }`;
  const inputs = (count: number, of: (n: number) => unknown): unknown[] =>
    Array.from({ length: count }, (_, n) => of(n));
  const byIds = 'query ($ids: [ID!]) { suggestions(forum: $ids) { current_page } }';
  const create =
    'mutation ($links: SuggestionLinks!) { suggestion_create(title: "x", links: $links) { id } }';
  const attach =
    'mutation ($blob: String!) { attachment_create(blob: $blob, file_name: "a.txt", content_type: "text/plain") { size_in_bytes } }';
  return [
    {
      what: 'nobody signed in, 1 MB',
      isSignedIn: false,
      body: () => JSON.stringify({ query: '{'.repeat(900_000) }),
      isRight: (status) => status === 401,
    },
    // the schema
    asked('the whole schema', getIntrospectionQuery(), answered),
    asked(
      'the whole schema, all that can be asked',
      getIntrospectionQuery({
        inputValueDeprecation: true,
        specifiedByUrl: true,
        schemaDescription: true,
        directiveIsRepeatable: true,
        oneOf: true,
      }),
      answered,
    ),
    asked(
      'the schema, 600 aliases',
      `{ __schema { types { fields { ${times(600, (n) => `a${n}: name`)} } } } }`,
      refused('too much of the schema'),
    ),
    asked(
      'the schema, types of types',
      '{ __schema { types { fields { type { fields { name description args { name description } } } } } } }',
      answered,
    ),
    asked(
      'the schema, 15 times',
      `{ ${times(15, (n) => `a${n}: __schema { types { fields { name args { name } } } }`)} }`,
      refused('too much of the schema'),
    ),
    asked(
      'the schema, fragments that double',
      `{ __schema { types { ...f0 } } } ${times(9, (n) => `fragment f${n} on __Type { ...f${n + 1} ...f${n + 1} }`)} fragment f9 on __Type { fields { name } }`,
      refused('too much of the schema'),
    ),
    // parsing and validating
    asked('1 MB of brackets', '{'.repeat(950_000), refused('too long')),
    asked('50 kB of brackets', '{'.repeat(49_000), refused('nested')),
    asked(
      '50 kB of text in a document',
      `{ suggestions(q: """${'\\n a'.repeat(12_000)}""") { current_page } }`,
      refusedAny,
    ),
    asked('490 times one field', records('forum { id } '.repeat(490)), refused('repeats fields')),
    asked('1,980 times one field', records('id '.repeat(1_980)), refused('repeats fields')),
    asked('270 inline fragments', records('... { forum { id } } '.repeat(270)), refused('repeats fields')),
    asked(
      '190 fragments of one field',
      `${records(times(190, (n) => `...f${n}`))} ${times(190, (n) => `fragment f${n} on Suggestion { id }`)}`,
      refusedAny,
    ),
    asked(
      'a chain of 200 fragments',
      `${records('...f0')} ${times(200, (n) => `fragment f${n} on Suggestion { id ...f${n + 1} }`)} fragment f200 on Suggestion { id }`,
      (status, text) => answered(status, text) || refused('repeats')(status, text),
    ),
    asked(
      'fragments that double 25 times',
      `${records('...f0')} ${times(25, (n) => `fragment f${n} on Suggestion { ...f${n + 1} ...f${n + 1} }`)} fragment f25 on Suggestion { id }`,
      refused('written out'),
    ),
    asked(
      'fragments inside themselves',
      `${records('...a')} fragment a on Suggestion { split_from { ...b ...b } } fragment b on Suggestion { split_from { ...a ...a } }`,
      refusedAny,
    ),
    asked(
      '200 operations',
      times(200, (n) => `query q${n} { suggestions { current_page } }`),
      refusedAny,
    ),
    asked(
      '490 variables',
      `query (${times(490, (n) => `$a${n}: Int`)}) { suggestions { current_page } }`,
      refusedAny,
    ),
    asked('900 directives', records(`id ${'@x '.repeat(900)}`), refusedAny),
    asked('900 unknown names', records(times(900, (n) => `votes_countx${n}`)), refused('Cannot query field')),
    asked('a name of 45 kB', records('a'.repeat(45_000)), refused('Cannot query field')),
    asked(
      'a literal list of 1,900',
      `{ suggestions(forum: [${'1 '.repeat(1_900)}]) { current_page } }`,
      refusedAny,
    ),
    asked(
      'a field under 15 names',
      `{ suggestions(per_page: 100) { records { ${times(15, (n) => `a${n}: body`)} } } }`,
      refused('too large'),
    ),
    // variables
    asked('300,000 objects for ids', byIds, refused('10,000 values'), { ids: inputs(300_000, () => ({})) }),
    asked('9,900 objects for ids', byIds, refused('got invalid value'), { ids: inputs(9_900, () => ({})) }),
    asked('60 objects of 15 kB for ids', byIds, refused('got invalid value'), {
      ids: inputs(60, () => ({ a: 'x'.repeat(15_000) })),
    }),
    asked('9,000 unknown inputs', create, refused('is not defined'), {
      links: Object.fromEntries(inputs(9_000, (n) => [`forumx${String(n)}`, 1]) as [string, number][]),
    }),
    asked('60 unknown inputs beside 900 kB', create, refused('is not defined'), {
      links: {
        forum: 'x'.repeat(900_000),
        ...Object.fromEntries(inputs(60, (n) => [`forumx${String(n)}`, 1]) as [string, number][]),
      },
    }),
    asked('lists nested 400,000 deep', byIds, refused('nested'), {
      ids: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown,
    }),
    {
      what: 'variables of 1 MB of brackets',
      body: () => `{"query":"{ __typename }","variables":{"a":${'['.repeat(450_000)}${']'.repeat(450_000)}}}`,
      isRight: refusedAny,
    },
    {
      what: 'an object of 90,000 keys',
      body: () => `{"query":"{ __typename }","variables":{${times(90_000, (n) => `"k${n}":1`, ',')}}}`,
      isRight: refused('10,000 values'),
    },
    // answers
    asked(
      '20 pages of 100 ideas with their texts',
      `{ ${times(15, (n) => `a${n}: suggestions(per_page: 100) { records { id title body created_by { id } labels { id name } } }`)} }`,
      refused('too large'),
    ),
    asked(
      'lists inside of lists',
      '{ suggestions(bulk_per_page: 500) { records { parent_suggestions { parent_suggestions { parent_suggestions { parent_suggestions { id } } } } } } }',
      refused('could hold too many'),
    ),
    asked(
      '500 ideas with all that they hold',
      '{ suggestions(bulk_per_page: 500) { __typename records { id title excerpt votes_count state created_at updated_at labels { id name full_name } forum { id name categories { id name } } category { id name } status { id name } created_by { id display_name } custom_field_map { key value } } } }',
      answered,
    ),
    asked(
      'a new document each time, compiled',
      (round) =>
        `query q${round >> 2} { suggestions(per_page: 1) { records { ${times(50, (n) => ['id', 'title', 'state', 'votes_count', 'created_at'][n % 5]!)} forum { id name } labels { id name } } } }`,
      answered,
    ),
    // files
    {
      what: 'a file of 3 MB in base64',
      body: () => JSON.stringify({ query: attach, variables: { blob: 'QUJD'.repeat(1_000_000) } }),
      isRight: answered,
    },
    {
      what: 'a file of 50 MB in base64',
      body: () => JSON.stringify({ query: attach, variables: { blob: 'QUJD'.repeat(17_000_000) } }),
      isRight: answered,
    },
    {
      what: '69 MB that are no base64',
      body: () => JSON.stringify({ query: attach, variables: { blob: '%UJD'.repeat(17_250_000) } }),
      isRight: refused('not base64'),
    },
    {
      what: '69 MB of space',
      body: () => `{"query":${' '.repeat(69_000_000)}"{ __typename }"}`,
      isRight: (status, text) => status === 413 && text.includes('attachment_create'),
    },
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

function send(
  server: BenchServer,
  { body, isSignedIn = true }: Hostile,
  round: number,
): Promise<{ status: number; text: string }> {
  const bytes = Buffer.from(body(round));
  return new Promise((resolve, reject) => {
    const headers = isSignedIn ? server.headers : { 'content-type': 'application/json' };
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: server.port,
        path: GRAPHQL_PATH,
        method: 'POST',
        headers: { ...headers, 'content-length': String(bytes.length) },
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
    request.end(bytes);
  });
}

import { describe, expect, test } from 'vitest';
import { intInput, textInput, required } from '../inputs/kinds.ts';
import { defineQuery } from '../core/query.ts';
import { shape } from '../core/shape.ts';
import { anyAdmin } from '../core/viewer.ts';
import { createExecutor, type ExecuteAnswer } from './execute.ts';
import { createSchema, type RequestContext } from './schema.ts';

const line = shape('Line', 'A line.', {
  n: { type: 'Int!', description: 'Its number.' },
  text: { type: 'String!', description: 'What it says.' },
});
const lines = defineQuery({
  name: 'lines',
  description: 'Lines.',
  requires: anyAdmin,
  args: {
    count: required(intInput('How many.', { min: 0, max: 1_000_000 })),
    text: textInput('What each says.', 1_000_000),
  },
  returns: '[Line!]!',
  reads: [],
  shapes: [line],
  run: ({ count, text }) =>
    Promise.resolve(Array.from({ length: count }, (_, n) => ({ n, text: text ?? '' }))),
});
const page = defineQuery({
  ...lines,
  name: 'page',
  returns: 'Page!',
  reads: [],
  shapes: [shape('Page', 'A page.', { records: { type: '[Line!]!', description: 'Its lines.' } }, [line])],
  run: async (args, context) => ({ records: await lines.run(args, context) }),
});
const { schema } = createSchema({ entities: [], queries: [lines, page], commands: [] });
const context = {
  scope: { viewer: { core_admin: true } },
  commands: [],
  replay: null,
} as unknown as RequestContext;

const executor = () =>
  createExecutor(schema, { checkLeaves: false, logFault: (cause) => expect(cause).toBeUndefined() });
async function ask(
  query: string,
  variables: Record<string, unknown> = {},
  on = executor(),
): Promise<ExecuteAnswer & { text: string }> {
  const prepared = on.prepare(query, true);
  const { text } = await on.runText(prepared, { query, variables, operationName: null }, context);
  return { ...(JSON.parse(text) as ExecuteAnswer), text };
}
const TOO_LARGE = [
  {
    message:
      'This answer would be too large. Ask for fewer records, for fewer of their fields, or in several queries.',
    extensions: { reason: 'too_large' },
  },
];

describe('what a document may be answered', () => {
  test('300,000 values in all, and no more', async () => {
    expect((await ask('{ lines(count: 99999) { n text } }')).errors).toBeUndefined();
    expect((await ask('{ lines(count: 100001) { n text } }')).errors).toMatchObject(TOO_LARGE);
    const several = (roots: number): string =>
      `{ ${Array.from({ length: roots }, (_, n) => `a${n}: lines(count: 20000) { n }`).join(' ')} }`;
    expect((await ask(several(4))).errors).toBeUndefined();
    expect((await ask(several(6))).errors).toMatchObject(TOO_LARGE);
  });

  test('a value under several names counts as often', async () => {
    const names = (count: number): string => Array.from({ length: count }, (_, n) => `a${n}: text`).join(' ');
    expect((await ask(`{ lines(count: 20000) { n text } }`)).errors).toBeUndefined();
    expect((await ask(`{ lines(count: 20000) { n ${names(15)} } }`)).errors).toMatchObject(TOO_LARGE);
    expect(
      (await ask(`{ lines(count: 20000) { n ...f } } fragment f on Line { ... { ${names(15)} } }`)).errors,
    ).toMatchObject(TOO_LARGE);
    expect(
      (
        await ask(
          `{ page(count: 20000) { a: records { n } b: records { n } c: records { n } d: records { n } e: records { n } f: records { n } } }`,
        )
      ).errors,
    ).toMatchObject(TOO_LARGE);
  });

  test('5 MB of text, in bytes, whatever the letters', async () => {
    const query = 'query ($t: String!, $n: Int!) { lines(count: $n, text: $t) { text } }';
    expect((await ask(query, { t: 'a'.repeat(100_000), n: 45 })).errors).toBeUndefined();
    expect((await ask(query, { t: 'a'.repeat(100_000), n: 51 })).errors).toMatchObject(TOO_LARGE);
    expect((await ask(query, { t: '\u20ac'.repeat(100_000), n: 15 })).errors).toBeUndefined();
    expect((await ask(query, { t: '\u20ac'.repeat(100_000), n: 18 })).errors).toMatchObject(TOO_LARGE);
    // each is two letters in JSON, which no one counts before it is written
    const { errors, text } = await ask(query, { t: '"\\'.repeat(50_000), n: 40 });
    expect(errors).toMatchObject(TOO_LARGE);
    expect(text.length).toBeLessThan(1_000);
  });

  test.each(['lines(count: 50000) { n text }', 'page(count: 50000) { records { n text } }'])(
    '%s: a long answer is written in turns, with the same result, compiled or not',
    async (field) => {
      const on = executor();
      const query = `{ ${field} }`;
      let turns = 0;
      const [first] = await Promise.all([
        ask(query, {}, on),
        (async () => {
          for (; turns < 20; turns += 1) await new Promise((next) => setImmediate(next));
        })(),
      ]);
      // others had many turns before it was done
      expect(turns).toBe(20);
      for (let round = 0; round < 3; round += 1) expect((await ask(query, {}, on)).text).toBe(first.text);
      expect(on.prepare(query, true).compiled.get('')).toBeTruthy();
      expect(first.text.length).toBeGreaterThan(1_000_000);
    },
  );
});

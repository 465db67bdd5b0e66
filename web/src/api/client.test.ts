import { describe, expect, test, vi } from 'vitest';
import { createClient, readOperation, readReply } from './client.ts';
import type { GraphQLDocument, MutationReply } from './client.ts';
import type { ApiError } from './errors.ts';
import { createSession } from './session.ts';
import { fakeFetch } from './testing.ts';
import type { FakeAnswer, FakeCall } from './testing.ts';

const query: GraphQLDocument<{ forums: { id: string }[] }, { open?: boolean }> = {
  toString: () => 'query Forums($open: Boolean) { forums(open: $open) { id } }',
};
const mutation: GraphQLDocument<{ label_delete: { id: string } }, { id: string }> = {
  toString: () => 'mutation RemoveLabel($id: ID!) { label_delete(id: $id) { id } }',
};

const unauthenticated: FakeAnswer = {
  status: 200,
  body: { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] },
};
const done: FakeAnswer = {
  status: 200,
  body: {
    data: { label_delete: { id: '7' } },
    extensions: { changes: { label: 'delete', suggestion: 'update' }, written: ['labels-'] },
  },
};
const forums: FakeAnswer = { status: 200, body: { data: { forums: [] } } };

/** A client on a fake server: tokens t1, t2, … and `answer` for everything else, counted apart. */
function makeClient(answer: (call: FakeCall, index: number) => FakeAnswer, refreshStatus = 200) {
  let granted = 0;
  let index = 0;
  const { fetch: whole, calls } = fakeFetch((call) => {
    if (call.path === '/clients/admin-console/token') {
      granted += 1;
      return granted > 1 && refreshStatus !== 200
        ? { status: refreshStatus }
        : { status: 200, body: { token: `t${granted}` } };
    }
    return answer(call, index++);
  });
  /** What the next answers break off at, behind their head: the line, or a page that ends the call. */
  const brokenOff: ('line' | AbortController)[] = [];
  const fetch: typeof whole = async (address, init) => {
    const response = await whole(address, init);
    const by = String(address).endsWith('/token') ? undefined : brokenOff.shift();
    if (by === undefined) return response;
    const pull = (controller: ReadableStreamDefaultController): void => {
      if (by !== 'line') by.abort();
      controller.error(by === 'line' ? new TypeError('network error') : by.signal.reason);
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status: response.status });
  };
  const goTo = vi.fn();
  const errors: { error: ApiError; ownsForbidden: boolean }[] = [];
  const replies: MutationReply[] = [];
  const pauses: number[] = [];
  let key = 0;
  const client = createClient({
    fetch,
    session: createSession({
      fetch,
      goTo,
      currentAddress: () => '/x',
      onLogin: () => undefined,
      onLogout: () => undefined,
    }),
    newKey: () => `key-${++key}`,
    sleep: async (ms) => void pauses.push(ms),
    onError: (error, ownsForbidden) => void errors.push({ error, ownsForbidden }),
    onMutation: (reply) => void replies.push(reply),
  });
  const sent = () => calls.filter((call) => call.path !== '/clients/admin-console/token');
  return { client, calls, sent, goTo, errors, replies, pauses, brokenOff };
}

describe('GraphQL client', () => {
  test('[CALL-HTTP-008] [CALL-HTTP-009] [CALL-HTTP-010] posts to /api/v2/admin/graphql with the bearer token, which is fetched first', async () => {
    const { client, calls } = makeClient(() => forums);
    expect(await client.request(query, { open: true })).toEqual({ forums: [] });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /clients/admin-console/token',
      'POST /api/v2/admin/graphql',
    ]);
    expect(calls[1]?.headers.get('authorization')).toBe('Bearer t1');
    expect(calls[1]?.body).toEqual({
      query: query.toString(),
      variables: { open: true },
      operationName: 'Forums',
    });
    expect(calls[1]?.headers.has('idempotency-key')).toBe(false);
  });

  test('[STATE-003] [ERR-006] HTTP 401 renews the token once and replays', async () => {
    const { client, sent, errors } = makeClient((_call, index) => (index === 0 ? { status: 401 } : forums));
    expect(await client.request(query, {})).toEqual({ forums: [] });
    expect(sent().map((call) => call.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
    expect(errors).toEqual([]);
  });

  test('[STATE-004] [ERR-002] the code UNAUTHENTICATED renews the token once and replays a mutation with the same key', async () => {
    const { client, sent, errors } = makeClient((_call, index) => (index === 0 ? unauthenticated : done));
    await client.request(mutation, { id: '7' });
    expect(sent().map((call) => call.headers.get('idempotency-key'))).toEqual(['key-1', 'key-1']);
    expect(sent().map((call) => call.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
    expect(errors).toEqual([]);
  });

  test('[STATE-003] parallel calls that are all refused share one refresh', async () => {
    const { client, calls } = makeClient((call) =>
      call.headers.get('authorization') === 'Bearer t1' ? { status: 401 } : forums,
    );
    await Promise.all([client.request(query, {}), client.request(query, {}), client.request(query, {})]);
    expect(calls.filter((call) => call.path.endsWith('/token'))).toHaveLength(2);
  });

  test('[STATE-003] a second refusal is an error, not a loop', async () => {
    const { client, sent } = makeClient(() => ({ status: 401 }));
    await expect(client.request(query, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(sent()).toHaveLength(2);
  });

  test('[STATE-005] a refused refresh signs out, and nothing is handled on top of it', async () => {
    const { client, goTo, errors } = makeClient(() => ({ status: 401 }), 401);
    await expect(client.request(query, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(goTo).toHaveBeenCalledWith('/admin/signin?return_to=%2Fx&ended=true');
    expect(errors).toEqual([]);
  });

  test('[ERR-001] an error carries code, field, reason and the current record', async () => {
    const current = { id: '7', title: 'Now' };
    const { client, errors } = makeClient(() => ({
      status: 200,
      body: {
        data: null,
        errors: [
          {
            message: 'Someone else changed it.',
            extensions: {
              code: 'BAD_USER_INPUT',
              field: 'if_updated_at',
              reason: 'changed',
              current,
              http: { status: 409 },
            },
          },
        ],
      },
    }));
    await expect(client.request(mutation, { id: '7' })).rejects.toMatchObject({
      name: 'ApiError',
      message: 'Someone else changed it.',
      code: 'BAD_USER_INPUT',
      field: 'if_updated_at',
      reason: 'changed',
      record: current,
      status: 409,
      operation: 'RemoveLabel',
    });
    expect(errors).toHaveLength(1);
  });

  test('[ERR-003] a caller may keep FORBIDDEN to themselves', async () => {
    const { client, errors } = makeClient(() => ({
      status: 200,
      body: { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] },
    }));
    await expect(client.request(query, {}, { ownsForbidden: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
    });
    expect(errors).toMatchObject([{ ownsForbidden: true }]);
  });

  test('[ERR-004] unreadable answers and unknown codes count as INTERNAL_SERVER_ERROR with the default text', async () => {
    const answers: FakeAnswer[] = [
      { status: 200, body: 'hello' },
      { status: 200, body: {} },
      { status: 500, body: null },
      { status: 200, body: { errors: [{}] } },
    ];
    const { client } = makeClient((_call, index) => answers[index] ?? forums);
    for (const _answer of answers) {
      await expect(client.request(query, {})).rejects.toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        message: 'Something went wrong. Please try again later.',
      });
    }
  });

  test('[ERR-004] an answer that ends early is no answer: the page ended the call, or the line broke', async () => {
    const { client, errors, sent, brokenOff } = makeClient(() => done);
    brokenOff.push('line');
    expect(await client.request(mutation, { id: '7' })).toEqual({ label_delete: { id: '7' } });
    expect(sent().map((call) => call.headers.get('idempotency-key'))).toEqual(['key-1', 'key-1']);

    brokenOff.push('line');
    await expect(client.request(query, {})).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
    expect(errors).toHaveLength(1);

    const page = new AbortController();
    brokenOff.push(page);
    await expect(client.request(query, {}, { signal: page.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(errors).toHaveLength(1);
  });

  test('a busy server is told with its waiting time', async () => {
    const { client } = makeClient(() => ({
      status: 429,
      body: { message: 'Too much at once.' },
      headers: { 'retry-after': '12' },
    }));
    await expect(client.request(query, {})).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 12,
      message: 'Too much at once.',
    });
  });

  test('a mutation without an answer is sent again with the same key, a query is left to its caller', async () => {
    const { client, sent, pauses } = makeClient((_call, index) =>
      index === 0 ? 'unreachable' : index === 1 ? { status: 503 } : done,
    );
    expect(await client.request(mutation, { id: '7' })).toEqual({ label_delete: { id: '7' } });
    expect(sent().map((call) => call.headers.get('idempotency-key'))).toEqual(['key-1', 'key-1', 'key-1']);
    expect(pauses).toHaveLength(2);

    const other = makeClient(() => 'unreachable');
    await expect(other.client.request(query, {})).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
    expect(other.sent()).toHaveLength(1);
  });

  test('a mutation that was refused is not sent again, and two mutations have two keys', async () => {
    const { client, sent } = makeClient(() => ({
      status: 200,
      body: { errors: [{ message: 'bad', extensions: { code: 'BAD_USER_INPUT' } }] },
    }));
    await expect(client.request(mutation, { id: '7' })).rejects.toThrow('bad');
    await expect(client.request(mutation, { id: '7' })).rejects.toThrow('bad');
    expect(sent().map((call) => call.headers.get('idempotency-key'))).toEqual(['key-1', 'key-2']);
  });

  test('a mutation of which nobody heard what became has its key again when it is asked for again, until another one was answered', async () => {
    let isReached = false;
    const { client, sent } = makeClient(() => (isReached ? done : 'unreachable'));
    const lost = async (id: string): Promise<void> => {
      isReached = false;
      await expect(client.request(mutation, { id })).rejects.toMatchObject({ code: 'NETWORK' });
      isReached = true;
    };
    const keys = (): (string | null)[] => [
      ...new Set(sent().map((call) => call.headers.get('idempotency-key'))),
    ];
    await lost('7');
    await client.request(mutation, { id: '7' });
    expect(keys()).toEqual(['key-1']);
    // it was answered: once more is once more
    await client.request(mutation, { id: '7' });
    expect(keys()).toEqual(['key-1', 'key-2']);
    // something else happened meanwhile: what was asked for before is asked for again
    await lost('7');
    await client.request(mutation, { id: '8' });
    await client.request(mutation, { id: '7' });
    expect(keys()).toEqual(['key-1', 'key-2', 'key-3', 'key-4', 'key-5']);
  });

  test('[STATE-021] a mutation hands on what it changed, a query nothing', async () => {
    const { client, replies } = makeClient((_call, index) => (index === 0 ? done : forums));
    await client.request(mutation, { id: '7' });
    await client.request(query, {});
    expect(replies).toEqual([
      { changes: { label: 'delete', suggestion: 'update' }, deleted: { label: ['7'] }, written: ['labels-'] },
    ]);
  });

  test('other calls carry the token, and are replayed too', async () => {
    const { client, sent } = makeClient((_call, index) =>
      index === 0 ? { status: 401 } : { status: 200, body: { token: 'file' } },
    );
    const response = await client.send('/api/v2/admin/attachments', {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: '"x"',
    });
    expect(await response.json()).toEqual({ token: 'file' });
    expect(sent().map((call) => call.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
    expect(sent()[1]?.headers.get('content-type')).toBe('image/png');
  });
});

describe('reading documents and replies', () => {
  test('kind and name of an operation', () => {
    expect(readOperation('\n  query Forums { forums { id } }')).toEqual({ kind: 'query', name: 'Forums' });
    expect(readOperation('fragment A on Forum { mutation_count }\nmutation Save($id: ID!) { x }')).toEqual({
      kind: 'mutation',
      name: 'Save',
    });
    expect(readOperation('{ forums { id } }')).toEqual({ kind: 'query', name: 'anonymous' });
  });

  test('[STATE-026] deleted ids come from the variables of a *_delete field that the server confirms', () => {
    const read = (data: unknown, changes: unknown, variables: unknown) =>
      readReply({ data, extensions: { changes } }, variables).deleted;
    expect(read({ impact_report_bulk_delete: {} }, { impact_report: 'delete' }, { ids: ['1', '2'] })).toEqual(
      { impact_report: ['1', '2'] },
    );
    expect(read({ suggestion_delete: {} }, { suggestion: 'delete' }, { input: { id: '3' } })).toEqual({
      suggestion: ['3'],
    });
    expect(read({ comment_delete: {} }, { suggestion: 'update' }, { id: '3' })).toEqual({});
    expect(
      readReply({ data: {}, extensions: { changes: { label: 'burn', forum: 'update' } } }, {}).changes,
    ).toEqual({ forum: 'update' });
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeFetch } from '../api/testing.ts';
import { call, readRefusal, sentenceOf } from './calls.ts';
import { signedOutTexts } from './texts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('calls of the signed-out pages', () => {
  test('JSON goes out, and 204 comes back as done', async () => {
    const { fetch, calls } = fakeFetch(() => ({ status: 204 }));
    vi.stubGlobal('fetch', fetch);
    expect(await call('POST', '/admin/session', { email: 'a@b.co' })).toEqual({ kind: 'done', body: null });
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
    expect(calls[0]?.body).toEqual({ email: 'a@b.co' });
  });

  test('a refusal carries message, field and waiting time', async () => {
    const { fetch } = fakeFetch(() => ({
      status: 429,
      body: { message: 'Wait.', field: 'email' },
      headers: { 'retry-after': '30' },
    }));
    vi.stubGlobal('fetch', fetch);
    expect(await call('POST', '/admin/session', {})).toEqual({
      kind: 'refused',
      status: 429,
      message: 'Wait.',
      field: 'email',
      retryAfterSeconds: 30,
    });
  });

  test('an unreadable refusal gets the default text, and no answer its own', async () => {
    expect(readRefusal(500, null, null)).toMatchObject({
      message: 'Something went wrong. Please try again later.',
      retryAfterSeconds: null,
    });
    expect(readRefusal(503, 'Wed, 21 Oct 2026 07:28:00 GMT', '<html>')).toMatchObject({
      retryAfterSeconds: null,
    });
    const { fetch } = fakeFetch(() => 'unreachable');
    vi.stubGlobal('fetch', fetch);
    const outcome = await call('GET', '/admin/session');
    expect(outcome.kind === 'done' ? '' : sentenceOf(outcome)).toBe(signedOutTexts.unreachable);
  });
});

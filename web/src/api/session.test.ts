import { describe, expect, test, vi } from 'vitest';
import { sessionLimits } from '../../../contract/limits.ts';
import { createSession, signinAddress, startHeartbeat } from './session.ts';
import { fakeFetch } from './testing.ts';
import type { FakeAnswer, FakeCall } from './testing.ts';

function makeSession(
  answer: (call: FakeCall, index: number) => FakeAnswer,
  more: { onBeat?: (answer: unknown) => void } = {},
) {
  const { fetch, calls } = fakeFetch(answer);
  const onLogin = vi.fn();
  const onLogout = vi.fn();
  const goTo = vi.fn();
  const session = createSession({
    fetch,
    goTo,
    currentAddress: () => '/admin/v3/ideas/7?tab=votes#a=1',
    onLogin,
    onLogout,
    ...more,
  });
  return { session, calls, onLogin, onLogout, goTo };
}

const tokens = (_call: FakeCall, index: number): FakeAnswer => ({
  status: 200,
  body: { token: `t${index + 1}` },
});

describe('session', () => {
  test('[STATE-001] [CALL-HTTP-001] the token is fetched when it is first needed, once for all callers', async () => {
    const { session, calls } = makeSession(tokens);
    expect(calls).toHaveLength(0);
    expect(await Promise.all([session.token(), session.token(), session.token()])).toEqual([
      't1',
      't1',
      't1',
    ]);
    expect(await session.token()).toBe('t1');
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /clients/admin-console/token',
    ]);
  });

  test('[STATE-002] the login callback fires once, also after refreshes', async () => {
    const { session, onLogin } = makeSession(tokens);
    const first = await session.token();
    expect(onLogin).toHaveBeenCalledTimes(1);
    expect(await session.refresh(first)).toBe('t2');
    expect(onLogin).toHaveBeenCalledTimes(1);
  });

  test('[STATE-003] parallel refreshes ask the server once, and a late one takes the renewed token', async () => {
    const { session, calls } = makeSession(tokens);
    const old = await session.token();
    expect(await Promise.all([session.refresh(old), session.refresh(old)])).toEqual(['t2', 't2']);
    expect(await session.refresh(old)).toBe('t2');
    expect(calls).toHaveLength(2);
  });

  test('[STATE-005] [CALL-HTTP-002] a refresh that is refused clears the token and leads to the sign-in page and back', async () => {
    const { session, calls, goTo, onLogout } = makeSession((call, index) =>
      index === 0 ? tokens(call, 0) : { status: 401, body: { message: 'no' } },
    );
    const old = await session.token();
    await expect(session.refresh(old)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    expect(session.isSignedOut()).toBe(true);
    expect(goTo.mock.calls).toEqual([
      ['/admin/signin?return_to=%2Fadmin%2Fv3%2Fideas%2F7%3Ftab%3Dvotes%23a%3D1&ended=true'],
    ]);
    expect(onLogout).toHaveBeenCalledTimes(1);
    // nothing is asked any more
    await expect(session.token()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(calls).toHaveLength(2);
  });

  test('[STATE-005] a refresh that fails for another reason signs nobody out', async () => {
    const { session, goTo } = makeSession((call, index) =>
      index === 1 ? 'unreachable' : index === 2 ? { status: 503 } : tokens(call, index),
    );
    const old = await session.token();
    await expect(session.refresh(old)).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(session.token()).rejects.toMatchObject({ status: 503 });
    expect(await session.token()).toBe('t4');
    expect(goTo).not.toHaveBeenCalled();
  });

  test('[ERR-024] an answer without a token is an error', async () => {
    const { session } = makeSession(() => ({ status: 200, body: {} }));
    await expect(session.token()).rejects.toThrow('OAuth token not defined. Cannot use API.');
  });

  test('[ERR-005] a deactivated workspace is told apart when the token is asked for', async () => {
    const { session } = makeSession(() => ({
      status: 403,
      body: { code: 'DEACTIVATED_SUBDOMAIN', message: 'gone' },
    }));
    await expect(session.token()).rejects.toMatchObject({ code: 'DEACTIVATED_SUBDOMAIN' });
  });

  test('[STATE-006] [STATE-007] [STATE-008] [ROUTE-043] [CALL-HTTP-005] signing out asks the server, clears the token, tells the host and goes to the sign-in page', async () => {
    const { session, calls, goTo, onLogout } = makeSession((call, index) =>
      call.method === 'DELETE' ? { status: 204 } : tokens(call, index),
    );
    await session.token();
    await session.signOut();
    expect(calls[1]).toMatchObject({ method: 'DELETE', path: '/clients/admin-console/logout' });
    expect(onLogout).toHaveBeenCalledTimes(1);
    expect(goTo.mock.calls).toEqual([['/admin/signin']]);
    await expect(session.token()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('[STATE-006] signing out fails aloud while the server cannot be reached, and may be tried again', async () => {
    let up = false;
    const { session, goTo } = makeSession(() => (up ? { status: 204 } : 'unreachable'));
    await expect(session.signOut()).rejects.toMatchObject({ code: 'NETWORK' });
    expect(goTo).not.toHaveBeenCalled();
    up = true;
    await session.signOut();
    expect(goTo).toHaveBeenCalledTimes(1);
  });

  test('[CALL-HTTP-003] [CALL-HTTP-004] a heartbeat that answers 401 ends the session, one without an answer does not', async () => {
    const answers: FakeAnswer[] = [
      { status: 200, body: { expires_at: '2030-01-01T00:00:00.000Z' } },
      'unreachable',
      { status: 401 },
    ];
    const { session, calls, goTo } = makeSession((_call, index) => answers[index] ?? { status: 500 });
    await session.beat();
    await expect(session.beat()).rejects.toMatchObject({ code: 'NETWORK' });
    expect(session.isSignedOut()).toBe(false);
    await session.beat();
    expect(goTo).toHaveBeenCalledWith(signinAddress('/admin/v3/ideas/7?tab=votes#a=1'));
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/clients/admin-console/heartbeat' });
  });

  test('what a living heartbeat answers is handed on', async () => {
    const onBeat = vi.fn<(answer: unknown) => void>();
    const answers: FakeAnswer[] = [
      { status: 200, body: { expires_at: '2030-01-01T00:00:00.000Z', full_disk: 'files' } },
      { status: 503 },
      { status: 401 },
    ];
    const { session } = makeSession((_call, index) => answers[index] ?? { status: 500 }, { onBeat });
    for (let n = 0; n < 3; n += 1) await session.beat();
    expect(onBeat.mock.calls).toEqual([[{ expires_at: '2030-01-01T00:00:00.000Z', full_disk: 'files' }]]);
  });

  test('[CALL-HTTP-003] the heart beats each minute while the page is visible, and at once when it is shown again', () => {
    vi.useFakeTimers();
    try {
      const { session } = makeSession(() => ({ status: 200 }));
      const beat = vi.spyOn(session, 'beat').mockResolvedValue(undefined);
      const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
      const stop = startHeartbeat(session, page as unknown as Document, () => Date.now());
      vi.advanceTimersByTime(sessionLimits.heartbeatIntervalMs * 2);
      expect(beat).toHaveBeenCalledTimes(2);
      page.visibilityState = 'hidden';
      vi.advanceTimersByTime(sessionLimits.heartbeatIntervalMs * 3);
      expect(beat).toHaveBeenCalledTimes(2);
      page.visibilityState = 'visible';
      page.dispatchEvent(new Event('visibilitychange'));
      expect(beat).toHaveBeenCalledTimes(3);
      stop();
      vi.advanceTimersByTime(sessionLimits.heartbeatIntervalMs * 3);
      expect(beat).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });
});

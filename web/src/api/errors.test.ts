import { describe, expect, test, vi } from 'vitest';
import { apiError, handleApiError, messageOf, reportError } from './errors.ts';
import type { ApiErrorCode, ErrorPorts } from './errors.ts';

function makePorts(changes: Partial<Pick<ErrorPorts, 'sinkUrl' | 'sampleRate'>> = {}) {
  return {
    signOut: vi.fn(),
    goTo: vi.fn(),
    log: vi.fn(),
    note: vi.fn(),
    sinkUrl: 'https://errors.example/in' as string | null,
    sampleRate: 1,
    send: vi.fn(),
    random: () => 0.99,
    now: () => '2025-11-20T10:00:00.000Z',
    path: () => '/admin/v3/ideas/7',
    ...changes,
  };
}

const failed = (code: ApiErrorCode, status = 200) =>
  apiError({ code, status, operation: 'Save', message: 'It failed' });

describe('handling of errors by code', () => {
  test.each([
    ['ERR-001', 'BAD_USER_INPUT', null],
    ['ERR-003', 'FORBIDDEN', 'signOut'],
    ['ERR-004', 'INTERNAL_SERVER_ERROR', null],
    ['ERR-005', 'DEACTIVATED_SUBDOMAIN', 'goTo'],
  ] as const)('[%s] [ERR-007] %s is logged and does what the catalogue says', (_id, code, effect) => {
    const ports = makePorts();
    const error = failed(code);
    handleApiError(error, ports);
    expect(ports.log).toHaveBeenCalledWith(error);
    expect(ports.signOut).toHaveBeenCalledTimes(effect === 'signOut' ? 1 : 0);
    expect(ports.goTo.mock.calls).toEqual(effect === 'goTo' ? [['/']] : []);
  });

  test.each([
    ['an edit conflict', { status: 409, field: 'if_updated_at', reason: 'changed' }],
    ['a field that is wrong', { status: 422, field: 'title' }],
    ['a call that comes too early', { status: 409, reason: 'busy' }],
  ])('[ERR-001] %s is logged as a note: it is an answer, and nothing is broken', (_what, facts) => {
    const ports = makePorts();
    const error = apiError({ code: 'BAD_USER_INPUT', operation: 'Save', ...facts });
    handleApiError(error, ports);
    expect(ports.note).toHaveBeenCalledWith(error);
    expect(ports.log).not.toHaveBeenCalled();
    expect(ports.signOut).not.toHaveBeenCalled();
  });

  test('[ERR-008] an error goes to the configured sink, without the query of the page', () => {
    const ports = makePorts();
    reportError(failed('INTERNAL_SERVER_ERROR', 500), ports);
    expect(ports.send).toHaveBeenCalledTimes(1);
    const [url, body] = ports.send.mock.calls[0] as [string, string];
    expect(url).toBe('https://errors.example/in');
    expect(JSON.parse(body)).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      status: 500,
      operation: 'Save',
      message: 'It failed',
      path: '/admin/v3/ideas/7',
      at: '2025-11-20T10:00:00.000Z',
    });
  });

  test('[ERR-008] errors of the page itself are reported too', () => {
    const ports = makePorts();
    reportError(new Error('broken'), ports);
    reportError('a text', ports);
    expect(ports.log).toHaveBeenCalledTimes(2);
    expect(ports.send).toHaveBeenCalledTimes(2);
  });

  test('a filter of a list that may not be asked for signs no one out', () => {
    const ports = makePorts();
    handleApiError(
      apiError({ code: 'FORBIDDEN', status: 403, field: 'q', reason: 'filter', operation: 'Ideas' }),
      ports,
    );
    expect(ports.signOut).not.toHaveBeenCalled();
    expect(ports.note).toHaveBeenCalledTimes(1);
  });

  test('[ERR-009] refusals with 401 and 403 are logged and not reported', () => {
    const ports = makePorts();
    for (const error of [failed('UNAUTHENTICATED', 401), failed('FORBIDDEN', 403)]) reportError(error, ports);
    expect(ports.log).toHaveBeenCalledTimes(2);
    expect(ports.send).not.toHaveBeenCalled();
  });

  test('[ERR-008] [CONST-054] without a sink nothing is sent, and the sampling rate thins reports out', () => {
    const none = makePorts({ sinkUrl: null });
    reportError(failed('INTERNAL_SERVER_ERROR'), none);
    expect(none.send).not.toHaveBeenCalled();

    const half = makePorts({ sampleRate: 0.5 });
    reportError(failed('INTERNAL_SERVER_ERROR'), half);
    expect(half.send).not.toHaveBeenCalled();
    reportError(failed('INTERNAL_SERVER_ERROR'), { ...half, random: () => 0.2 });
    expect(half.send).toHaveBeenCalledTimes(1);
  });

  test("[ERR-025] what is not the server's sentence is shown as the default text", () => {
    expect(messageOf(failed('BAD_USER_INPUT'))).toBe('It failed');
    expect(messageOf(new TypeError('x is not a function'))).toBe(
      'Something went wrong. Please try again later.',
    );
  });
});

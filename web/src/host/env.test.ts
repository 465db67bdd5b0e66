import { describe, expect, test, vi } from 'vitest';
import { defaultEnv, readEnv } from './env.ts';

describe('configuration of the page', () => {
  test('[ERR-023] a page without configuration says so and uses the defaults', () => {
    for (const text of [null, '', '[]', '{oops', '"x"']) {
      const log = vi.fn();
      expect(readEnv(text, log)).toEqual(defaultEnv);
      expect(log.mock.calls).toEqual([['ENV not provisioned. Falling back to app defaults']]);
    }
  });

  test('[CONST-054] every error is sent unless a smaller share is set', () => {
    const log = vi.fn();
    expect(readEnv('{}', log)).toEqual({ ...defaultEnv, error_sample_rate: 1 });
    expect(
      readEnv('{"error_sink_url":"https://errors.example/in","error_sample_rate":0.25}', log),
    ).toMatchObject({ error_sink_url: 'https://errors.example/in', error_sample_rate: 0.25 });
    expect(readEnv('{"error_sample_rate":7}', log).error_sample_rate).toBe(1);
    expect(log).not.toHaveBeenCalled();
  });

  test('an address that could run code is not taken', () => {
    const log = vi.fn();
    expect(
      readEnv('{"support_chat_url":"javascript:alert(1)","feedback_widget_url":"//evil.example"}', log),
    ).toEqual(defaultEnv);
    expect(readEnv('{"feedback_widget_url":"/portal/feedback"}', log).feedback_widget_url).toBe(
      '/portal/feedback',
    );
  });
});

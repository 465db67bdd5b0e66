import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addressOfState,
  listenForNavigation,
  navigateEvent,
  navigateToState,
  publishChange,
  tellLogin,
  tellLogout,
} from './bridge.ts';
import type { EarshotHost } from './bridge.ts';

let page: EventTarget & { earshotHost?: EarshotHost };

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('bridge to a host application', () => {
  test('[CALL-HTTP-013] the notice names method, url and the collections', () => {
    const publish = vi.fn();
    page.earshotHost = { publish };
    publishChange(['suggestions', 'forums']);
    expect(publish).toHaveBeenCalledWith({
      method: 'gql',
      url: '/api/v2/graphql',
      collections: ['suggestions', 'forums'],
    });
  });

  test('[CALL-HTTP-014] without a host, or with one that fails, nothing breaks', () => {
    publishChange(['suggestions']);
    tellLogin();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    page.earshotHost = {
      onLogout: () => {
        throw new Error('host');
      },
    };
    tellLogout();
    expect(log).toHaveBeenCalledTimes(1);
  });

  test('[ROUTE-022] [ROUTE-023] suggestion.details resolves to the idea details screen', () => {
    expect(addressOfState({ state: 'suggestion.details', params: { suggestion_id: '17' } })).toBe(
      '/admin/v3/ideas/17',
    );
    expect(addressOfState({ state: 'suggestion.details', params: {} })).toBeNull();
    expect(addressOfState({ state: 'suggestion.details', params: { suggestion_id: '../x' } })).toBeNull();
    expect(addressOfState({ state: 'elsewhere', params: {} })).toBeNull();
  });

  test('[ROUTE-024] the event carries state and params, and the console opens the screen when no host takes it', async () => {
    const seen = vi.fn();
    page.addEventListener(navigateEvent, (event) => seen((event as CustomEvent).detail));
    const open = vi.fn();
    const stop = listenForNavigation(open);
    navigateToState('suggestion.details', { suggestion_id: '17' });
    await Promise.resolve();
    expect(seen).toHaveBeenCalledWith({ state: 'suggestion.details', params: { suggestion_id: '17' } });
    expect(open.mock.calls).toEqual([['/admin/v3/ideas/17']]);
    stop();
    navigateToState('suggestion.details', { suggestion_id: '18' });
    await Promise.resolve();
    expect(open).toHaveBeenCalledTimes(1);
  });

  test('[ROUTE-024] a host that takes the event keeps the console where it is, whoever listened first', async () => {
    const open = vi.fn();
    listenForNavigation(open);
    page.addEventListener(navigateEvent, (event) => event.preventDefault());
    navigateToState('suggestion.details', { suggestion_id: '17' });
    await Promise.resolve();
    expect(open).not.toHaveBeenCalled();
  });

  test('[ROUTE-024] an unknown state is logged and nothing happens', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const open = vi.fn();
    listenForNavigation(open);
    page.dispatchEvent(new CustomEvent(navigateEvent, { detail: { state: 'nowhere' } }));
    page.dispatchEvent(new CustomEvent(navigateEvent, { detail: null }));
    await Promise.resolve();
    expect(open).not.toHaveBeenCalled();
    expect(log).toHaveBeenCalledTimes(2);
  });
});

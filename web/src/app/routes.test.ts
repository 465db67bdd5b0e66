import { describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, DEFAULT_FEATURES, NO_PERMISSIONS } from '../../../contract/permissions.ts';
import type { PermissionsMap, Rights } from '../../../contract/permissions.ts';
import { ideaAddress, ideasOfOwnerAddress } from '../host/addresses.ts';
import { redirectOf, routeOf } from './routes.ts';
import { screenKeys, screens } from './screens.ts';

const shown = (path: string) => {
  const route = routeOf(path);
  return route === null ? null : [route.screen, route.params];
};
const viewer = (permissions: Partial<PermissionsMap>): Rights => ({
  permissions: { ...NO_PERMISSIONS, ...permissions },
  authorized_features: DEFAULT_FEATURES,
});

describe('which screen an address shows', () => {
  it('each screen of this build is found at its own address', () => {
    const keys = screenKeys.filter((key) => !screens[key].address.includes('$'));
    expect(keys.length).toBeGreaterThan(8);
    for (const key of keys) expect(shown(screens[key].address)).toEqual([key, {}]);
  });

  it('parameters of the path are read, escapes and a slash at the end too', () => {
    expect(shown(ideaAddress('17'))).toEqual(['idea_details', { suggestion_id: '17' }]);
    expect(shown('/admin/v3/ideas/17/')).toEqual(['idea_details', { suggestion_id: '17' }]);
    expect(shown(ideaAddress('a/b ü'))).toEqual(['idea_details', { suggestion_id: 'a/b ü' }]);
    expect(shown('/admin/v3/ideas/100%')).toEqual(['idea_details', { suggestion_id: '100%' }]);
    expect(shown(ideasOfOwnerAddress('17'))).toEqual(['ideas_of_owner', { filters: 'assigned_owner=17' }]);
  });

  it('other addresses show nothing', () => {
    for (const path of [
      '/',
      '/admin/v3/nothing',
      '/admin/v3/ideas/1/2',
      '/admin/v3/ideas/f/a=1/b',
      '/xadmin-console/insights',
    ])
      expect(shown(path)).toBeNull();
  });
});

describe('addresses that lead elsewhere', () => {
  it('the root leads to the first screen that one may see, nowhere for whom there is none', () => {
    expect(redirectOf('/admin-console', '', { ...viewer({}), permissions: ALL_PERMISSIONS })).toBe(
      '/admin-console/insights',
    );
    expect(redirectOf('/admin-console/', '?a=1', null)).toBe('/admin-console/insights');
    expect(redirectOf('/admin-console', '', viewer({}))).toBeNull();
  });

  it('[ROUTE-013] [ROUTE-041] a shortened address, and that of a view, lead to the list with its state, or to the settings', () => {
    expect(redirectOf('/admin/v3', '?q=sla', null)).toBe('/admin/v3/feedback/suggestions?q=sla');
    expect(redirectOf('/admin-console/settings', '', viewer({ settings: 'rw' }))).toBe('/admin/settings');
    expect(redirectOf('/admin-console/settings/ideas', '', viewer({}))).toBe('/admin/settings');
    expect(redirectOf('/admin/v3/feedback/suggestions', '', null)).toBeNull();
    // a saved view is a filter of the list
    expect(redirectOf('/admin/v3/feedback/suggestions/f/12', '?q=sla', null)).toBe(
      '/admin/v3/feedback/suggestions?saved_view=12&q=sla',
    );
    expect(redirectOf('/admin/v3/ideas/f/saved_view=12', '', null)).toBe(
      '/admin/v3/feedback/suggestions?saved_view=12',
    );
    expect(redirectOf('/admin/v3/feedback/suggestions/f/x', '', null)).toBeNull();
    // [ROUTE-013] trends alone
    expect(redirectOf('/admin-console/theme-explorer/reports/4/themes/trends', '?show=table', null)).toBe(
      '/admin-console/theme-explorer/reports/4/themes/trends/trending?show=table',
    );
  });
});

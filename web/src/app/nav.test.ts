import { describe, expect, test } from 'vitest';
import {
  ALL_PERMISSIONS,
  canGoOffDuty,
  DEFAULT_FEATURES,
  NO_PERMISSIONS,
} from '../../../contract/permissions.ts';
import type { Feature, PermissionsMap, Rights } from '../../../contract/permissions.ts';
import {
  addEntries,
  areaEntries,
  homeScreen,
  moreEntries,
  offersHelp,
  openTicketCount,
  profileEntries,
  settingsEntries,
  settingsSections,
} from './nav.ts';
import { areaOfPath } from './screens.ts';

function admin(permissions: Partial<PermissionsMap> = {}, without: readonly Feature[] = []): Rights {
  return {
    permissions: { ...ALL_PERMISSIONS, ...permissions },
    authorized_features: DEFAULT_FEATURES.filter((feature) => !without.includes(feature)),
  };
}
const areas = (rights: Rights) => areaEntries(rights).map((entry) => entry.label);
const labels = (entries: readonly { label: string }[]) => entries.map((entry) => entry.label);

describe('left navigation', () => {
  test('[NAV-006] [NAV-007] [NAV-008] [NAV-009] [NAV-011] [NAV-012] an admin with every right sees all areas in their order', () => {
    expect(areas(admin())).toEqual([
      'Ideas & Feedback',
      'AI Tools',
      'Insights',
      'Roadmaps & Features',
      'Tickets',
      'Knowledge Base',
    ]);
  });

  test('[NAV-010] [PERM-025] without the internal roadmap the entry is called Features', () => {
    expect(areas(admin({}, ['internal_roadmap']))).toContain('Features');
    expect(areas(admin({}, ['internal_roadmap']))).not.toContain('Roadmaps & Features');
  });

  test.each([
    ['PERM-011', { feedback_admin_ui: false }, 'Ideas & Feedback'],
    ['PERM-012', { features: 'no' }, 'Roadmaps & Features'],
    ['PERM-013', { tickets: 'no' }, 'Tickets'],
    ['PERM-014', { knowledgebase: 'no' }, 'Knowledge Base'],
  ] as const)('[%s] without read permission %j the entry %s is absent', (_id, permissions, label) => {
    expect(areas(admin(permissions))).not.toContain(label);
    expect(areas(admin())).toContain(label);
  });

  test('[PERM-005] reading is enough for an entry', () => {
    expect(areas(admin({ tickets: 'r', features: 'r+', knowledgebase: 'r' }))).toEqual(areas(admin()));
  });

  test('[PERM-015] the roadmap also needs the flag features_feature', () => {
    expect(areas(admin({}, ['features_feature']))).not.toContain('Roadmaps & Features');
  });

  test('[PERM-023] [PERM-024] the AI tools need one of their flags', () => {
    expect(areas(admin({}, ['theme_detection']))).toContain('AI Tools');
    expect(areas(admin({}, ['theme_detection', 'impact_reports']))).not.toContain('AI Tools');
  });

  test('[NAV-005] tickets and articles are full page loads, the rest stays inside the console', () => {
    expect(
      areaEntries(admin())
        .filter((entry) => entry.isApart === true)
        .map((entry) => entry.id),
    ).toEqual(['tickets', 'knowledge_base']);
  });

  test('[NAV-013] [PERM-019] NPS needs the flag satisfaction', () => {
    expect(labels(moreEntries(admin()))).toEqual(['NPS', 'Users & Accounts']);
    expect(labels(moreEntries(admin({}, ['satisfaction'])))).toEqual(['Users & Accounts']);
  });

  test('[NAV-014] [NAV-015] [PERM-020] users are called Users & Accounts with account traits', () => {
    expect(labels(moreEntries(admin()))).toContain('Users & Accounts');
    expect(labels(moreEntries(admin({}, ['account_traits'])))).toContain('Users');
  });

  test('[NAV-016] [NAV-017] [PERM-027] the Add menu needs feedback_system and feedback_admin_ui', () => {
    expect(labels(addEntries(admin()))).toEqual(['New Idea', 'Add feedback']);
    expect(addEntries(admin({}, ['feedback_system']))).toEqual([]);
    expect(addEntries(admin({ feedback_admin_ui: false }))).toEqual([]);
  });

  test('[NAV-019] [PERM-028] [PERM-007] the Settings menu needs write on settings, which is any value other than none', () => {
    expect(settingsEntries(admin({ settings: 'none' }))).toEqual([]);
    expect(labels(settingsEntries(admin({ settings: 'r' })))).toContain('Labels');
  });

  test('[PERM-017] [PERM-018] portal and widgets need their flags', () => {
    expect(labels(settingsEntries(admin()))).toEqual(expect.arrayContaining(['Portal', 'Widgets']));
    const without = labels(settingsEntries(admin({}, ['web_portal', 'widgets'])));
    expect(without).not.toContain('Portal');
    expect(without).not.toContain('Widgets');
  });

  test('[NAV-021] [NAV-022] the avatar menu leads to profile and mail settings', () => {
    expect(labels(profileEntries)).toEqual(['My Profile', 'Email Subscriptions']);
  });

  test('[NAV-023] [PERM-006] [PERM-029] [PERM-030] Go off Duty needs write on tickets and somebody on duty', () => {
    expect(canGoOffDuty(admin(), false)).toBe(true);
    expect(canGoOffDuty(admin({ tickets: 'r' }), false)).toBe(false);
    expect(canGoOffDuty(admin(), true)).toBe(false);
  });

  test('[NAV-026] help is for support staff', () => {
    expect(offersHelp(admin())).toBe(true);
    expect(offersHelp(admin({ tickets: 'r' }))).toBe(false);
  });

  test("[NAV-028] the ticket badge adds up the counts of the user's own streams", () => {
    expect(openTicketCount({ 1: 2, 2: 3, 9: 7 }, ['1', '2'])).toBe(5);
    expect(openTicketCount({}, ['1'])).toBe(0);
  });

  test('[ROUTE-002] the root leads to the insights view, or to the first screen of the navigation that one may see', () => {
    expect(homeScreen(admin())).toBe('insights');
    // the AI tools read ideas
    expect(homeScreen(admin({ feedback_admin_ui: false }))).toBe('roadmap');
    expect(homeScreen(admin({ feedback_admin_ui: false, features: 'no' }))).toBe('settings_portal');
    // tickets belong to another application, and people are read with the right on ideas
    expect(
      homeScreen(
        admin({ feedback_admin_ui: false, features: 'no', settings: 'none' }, [
          'theme_detection',
          'impact_reports',
          'satisfaction',
        ]),
      ),
    ).toBeNull();
  });

  test('somebody without any right sees nothing but the tools without an area', () => {
    expect(areas({ permissions: NO_PERMISSIONS, authorized_features: [] })).toEqual([]);
  });

  test('the selected area follows the path', () => {
    expect(areaOfPath('/admin/v3/ideas/17')).toBe('ideas');
    expect(areaOfPath('/admin/v3/feedback/suggestions')).toBe('ideas');
    expect(areaOfPath('/admin-console/insights')).toBe('insights');
    expect(areaOfPath('/admin-console/settings/ideas/labels')).toBe('settings');
    expect(areaOfPath('/admin/settings/mail')).toBe('settings');
    expect(areaOfPath('/admin/settings')).toBe('settings');
    expect(areaOfPath('/admin-console/idea-views')).toBe('ideas');
    expect(areaOfPath('/admin-console/icons')).toBeNull();
    expect(areaOfPath('/admin/v3/nothing')).toBeNull();
  });

  test('what concerns oneself lights up oneself, not the settings of the workspace', () => {
    for (const path of ['/admin/settings/profile', '/admin/settings/notifications', '/admin-console/exports'])
      expect(areaOfPath(path)).toBe('you');
  });

  test('[ROUTE-028] [ROUTE-033] [ROUTE-034] the settings keep what concerns everyone apart from what concerns oneself, and show what one may see', () => {
    const sections = (rights: Rights) =>
      settingsSections(rights).map(({ label, entries }) => [label, ...labels(entries)]);
    expect(sections(admin())).toEqual([
      ['Workspace', 'Portal', 'Widgets', 'Extension'],
      ['Ideas', 'Statuses', 'Forums', 'Labels', 'Custom fields'],
      ['Planning', 'Roadmaps', 'Feature statuses', 'Product areas'],
      ['People', 'Team', 'Sign-in', 'Audit log'],
      ['Connections', 'Integrations', 'API and webhooks', 'Email', 'Jobs', 'Import'],
      ['You', 'Profile', 'Email subscriptions', 'Exports'],
    ]);
    expect(sections(admin({ settings: 'none', feedback_admin_ui: false }))).toEqual([
      ['Planning', 'Roadmaps', 'Feature statuses', 'Product areas'],
      ['You', 'Profile', 'Email subscriptions'],
    ]);
  });
});

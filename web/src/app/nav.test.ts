import { describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS, DEFAULT_FEATURES, NO_PERMISSIONS } from '../../../contract/permissions.ts';
import type { Feature, PermissionsMap, Rights } from '../../../contract/permissions.ts';
import {
  addEntries,
  areaEntries,
  areaOfPath,
  homeScreen,
  moreEntries,
  offersHelp,
  offersOffDuty,
  openTicketCount,
  profileEntries,
  settingsEntries,
  settingsSections,
} from './nav.ts';
import type { Build } from './nav.ts';

/** A build in which every screen and modal exists. */
const everything: Build = { screenExists: () => true, modalExists: () => true };
const nothing: Build = { screenExists: () => false, modalExists: () => false };

function admin(permissions: Partial<PermissionsMap> = {}, without: readonly Feature[] = []): Rights {
  return {
    permissions: { ...ALL_PERMISSIONS, ...permissions },
    authorized_features: DEFAULT_FEATURES.filter((feature) => !without.includes(feature)),
  };
}
const areas = (rights: Rights, build = everything) => areaEntries(rights, build).map((entry) => entry.label);
const labels = (entries: { label: string }[]) => entries.map((entry) => entry.label);

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
      areaEntries(admin(), everything)
        .filter((entry) => !entry.inApp)
        .map((entry) => entry.id),
    ).toEqual(['tickets', 'knowledge_base']);
  });

  test('[NAV-013] [PERM-019] NPS needs the flag satisfaction', () => {
    expect(labels(moreEntries(admin(), everything))).toEqual(['NPS', 'Users & Accounts']);
    expect(labels(moreEntries(admin({}, ['satisfaction']), everything))).toEqual(['Users & Accounts']);
  });

  test('[NAV-014] [NAV-015] [PERM-020] users are called Users & Accounts with account traits', () => {
    expect(labels(moreEntries(admin(), everything))).toContain('Users & Accounts');
    expect(labels(moreEntries(admin({}, ['account_traits']), everything))).toContain('Users');
  });

  test('[NAV-016] [NAV-017] [PERM-027] the Add menu needs feedback_system and feedback_admin_ui', () => {
    expect(labels(addEntries(admin(), everything))).toEqual(['New Idea', 'Add feedback']);
    expect(addEntries(admin({}, ['feedback_system']), everything)).toEqual([]);
    expect(addEntries(admin({ feedback_admin_ui: false }), everything)).toEqual([]);
  });

  test('[NAV-019] [PERM-028] [PERM-007] the Settings menu needs write on settings, which is any value other than none', () => {
    expect(settingsEntries(admin({ settings: 'none' }), everything)).toEqual([]);
    expect(labels(settingsEntries(admin({ settings: 'r' }), everything))).toContain('Labels');
  });

  test('[PERM-017] [PERM-018] portal and widgets need their flags', () => {
    expect(labels(settingsEntries(admin(), everything))).toEqual(
      expect.arrayContaining(['Portal', 'Widgets']),
    );
    const without = labels(settingsEntries(admin({}, ['web_portal', 'widgets']), everything));
    expect(without).not.toContain('Portal');
    expect(without).not.toContain('Widgets');
  });

  test('[NAV-021] [NAV-022] the avatar menu leads to profile and mail settings once they exist', () => {
    expect(labels(profileEntries(everything))).toEqual(['My Profile', 'Email Subscriptions']);
    expect(profileEntries(nothing)).toEqual([]);
  });

  test('[NAV-023] [PERM-006] [PERM-029] [PERM-030] Go off Duty needs write on tickets and somebody on duty', () => {
    expect(offersOffDuty(admin(), false, everything)).toBe(true);
    expect(offersOffDuty(admin({ tickets: 'r' }), false, everything)).toBe(false);
    expect(offersOffDuty(admin(), true, everything)).toBe(false);
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
    const now: Build = {
      ...everything,
      screenExists: (key) => ['ideas', 'insights', 'forum_settings', 'label_settings'].includes(key),
    };
    expect(homeScreen(admin(), everything)).toBe('insights');
    // the AI tools read ideas
    expect(homeScreen(admin({ feedback_admin_ui: false }), everything)).toBe('roadmap');
    expect(homeScreen(admin({ feedback_admin_ui: false }), now)).toBe('forum_settings');
    // tickets belong to another application, and people are read with the right on ideas
    expect(
      homeScreen(
        admin({ feedback_admin_ui: false, features: 'no', settings: 'none' }, [
          'theme_detection',
          'impact_reports',
          'satisfaction',
        ]),
        everything,
      ),
    ).toBeNull();
    expect(homeScreen(admin({ feedback_admin_ui: false, settings: 'none' }), now)).toBeNull();
  });

  test('nothing leads to a screen that does not exist', () => {
    expect(areaEntries(admin(), nothing)).toEqual([]);
    expect(moreEntries(admin(), nothing)).toEqual([]);
    expect(addEntries(admin(), nothing)).toEqual([]);
    expect(settingsEntries(admin(), nothing)).toEqual([]);
    expect(offersOffDuty(admin(), false, nothing)).toBe(false);
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
    expect(areaOfPath('/admin-console/icons')).toBeNull();
  });

  test('what concerns oneself lights up oneself, not the settings of the workspace', () => {
    for (const path of ['/admin/settings/profile', '/admin/settings/notifications', '/admin-console/exports'])
      expect(areaOfPath(path)).toBe('you');
  });

  test('[ROUTE-028] [ROUTE-033] [ROUTE-034] the settings keep what concerns everyone apart from what concerns oneself, and show what one may see', () => {
    const sections = (rights: Rights) =>
      settingsSections(rights, {
        ...everything,
        screenExists: (key) => !key.startsWith('settings_') && key !== 'roadmap_settings',
      }).map(({ label, entries }) => [label, ...labels(entries)]);
    expect(sections(admin())).toEqual([
      ['Ideas', 'Statuses', 'Forums', 'Labels', 'Custom fields'],
      ['Planning', 'Feature statuses', 'Product areas'],
      ['People', 'Team', 'Sign-in', 'Audit log'],
      ['Connections', 'Email', 'Import', 'Jobs'],
      ['You', 'Profile', 'Email subscriptions', 'Exports'],
    ]);
    expect(sections(admin({ settings: 'none', feedback_admin_ui: false }))).toEqual([
      ['Planning', 'Feature statuses', 'Product areas'],
      ['You', 'Profile', 'Email subscriptions'],
    ]);
  });
});

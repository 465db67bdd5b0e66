import { expect, test } from 'vitest';
import {
  ALL_PERMISSIONS,
  AREAS,
  canAdd,
  canChooseMailAddresses,
  canContribute,
  canGoOffDuty,
  canRead,
  canSeeRoadmap,
  canUseConsole,
  canWrite,
  DEFAULT_FEATURES,
  FEATURE_FLAGS,
  hasFeature,
  isCoreAdmin,
  isFeature,
  isSupportStaff,
  isTeamMember,
  LICENSE_TYPES,
  mayMailEndUsers,
  NO_PERMISSIONS,
  PANEL_ACCESSES,
  searchText,
  withoutMail,
} from './permissions.ts';
import type { PermissionsMap } from './permissions.ts';

const withRight = (change: Partial<PermissionsMap>): PermissionsMap => ({ ...NO_PERMISSIONS, ...change });

test('[PERM-001] only full and owner licences are core admins', () => {
  expect(LICENSE_TYPES.filter(isCoreAdmin)).toEqual(['full', 'owner']);
  expect(isCoreAdmin(null)).toBe(false);
  expect(isCoreAdmin('admin')).toBe(false);
});

test('[PERM-001] [PERM-010] without core access of the account nobody may open the console', () => {
  expect(canUseConsole({ license_type: 'owner', core_access: true })).toBe(true);
  expect(canUseConsole({ license_type: 'owner', core_access: false })).toBe(false);
  expect(canUseConsole({ license_type: 'contributor', core_access: true })).toBe(false);
});

test('[PERM-003] [PERM-007] settings: any value other than none reads and writes', () => {
  for (const settings of ['rw', 'r+', 'r'] as const) {
    expect(canRead(withRight({ settings }), 'settings')).toBe(true);
    expect(canWrite(withRight({ settings }), 'settings')).toBe(true);
    expect(canContribute(withRight({ settings }), 'settings')).toBe(true);
  }
  expect(canRead(withRight({ settings: 'none' }), 'settings')).toBe(false);
  expect(canWrite(withRight({ settings: 'none' }), 'settings')).toBe(false);
});

test('[PERM-004] feedback is read and written with feedback_admin_ui', () => {
  expect(canRead(withRight({ feedback_admin_ui: true }), 'feedback')).toBe(true);
  expect(canWrite(withRight({ feedback_admin_ui: true }), 'feedback')).toBe(true);
  expect(canContribute(withRight({ feedback_admin_ui: true }), 'feedback')).toBe(true);
  expect(canRead({ ...ALL_PERMISSIONS, feedback_admin_ui: false }, 'feedback')).toBe(false);
});

test('[PERM-005] [PERM-006] [PERM-008] other areas: no hides, r reads, r+ contributes, rw writes', () => {
  for (const area of ['features', 'tickets', 'knowledgebase'] as const) {
    const rights = (value: 'rw' | 'r+' | 'r' | 'no') => {
      const permissions = withRight({ [area]: value });
      return [canRead, canContribute, canWrite].map((may) => may(permissions, area));
    };
    expect(rights('no')).toEqual([false, false, false]);
    expect(rights('r')).toEqual([true, false, false]);
    expect(rights('r+')).toEqual([true, true, false]);
    expect(rights('rw')).toEqual([true, true, true]);
  }
});

test('[PERM-005] an area without a value, or with an unknown one, is closed', () => {
  const broken = { feedback_admin_ui: 'yes', features: 'all', settings: 'no' } as unknown as PermissionsMap;
  for (const area of AREAS) expect([area, canRead(broken, area)]).toEqual([area, false]);
});

test('billing is granted to nobody', () => {
  expect(canRead(ALL_PERMISSIONS, 'billing')).toBe(false);
  expect(canWrite(ALL_PERMISSIONS, 'billing')).toBe(false);
});

test('[PERM-009] a feature is available when it is in the list', () => {
  expect(hasFeature(['widgets'], 'widgets')).toBe(true);
  expect(hasFeature([], 'widgets')).toBe(false);
});

test('[PERM-016] [PERM-017] [PERM-018] [PERM-019] [PERM-020] [PERM-021] [PERM-022] [PERM-023] [PERM-024] [PERM-025] [PERM-026] the twelve flags exist', () => {
  expect([...FEATURE_FLAGS].sort()).toEqual(
    [
      'account_insights',
      'account_traits',
      'features_feature',
      'feedback_system',
      'impact_reports',
      'internal_roadmap',
      'one_to_one_public_emails',
      'public_roadmap',
      'satisfaction',
      'theme_detection',
      'web_portal',
      'widgets',
    ].sort(),
  );
  expect(isFeature('theme_detection')).toBe(true);
  expect(isFeature('idea_attachments')).toBe(true);
  expect(isFeature('tickets')).toBe(false);
});

test('[PERM-012] [PERM-015] the roadmap needs read on features and the flag', () => {
  const permissions = withRight({ features: 'r' });
  expect(canSeeRoadmap({ permissions, authorized_features: ['features_feature'] })).toBe(true);
  expect(canSeeRoadmap({ permissions, authorized_features: [] })).toBe(false);
  expect(canSeeRoadmap({ permissions: NO_PERMISSIONS, authorized_features: ['features_feature'] })).toBe(
    false,
  );
});

test('[PERM-027] the Add menu needs feedback_system and feedback_admin_ui', () => {
  const permissions = withRight({ feedback_admin_ui: true });
  expect(canAdd({ permissions, authorized_features: ['feedback_system'] })).toBe(true);
  expect(canAdd({ permissions, authorized_features: [] })).toBe(false);
  expect(canAdd({ permissions: NO_PERMISSIONS, authorized_features: ['feedback_system'] })).toBe(false);
});

test('[PERM-029] [PERM-030] going off duty needs write on tickets and being on duty', () => {
  expect(canGoOffDuty(withRightAsRights('rw'), false)).toBe(true);
  expect(canGoOffDuty(withRightAsRights('rw'), true)).toBe(false);
  expect(canGoOffDuty(withRightAsRights('r'), false)).toBe(false);
});

function withRightAsRights(tickets: 'rw' | 'r') {
  return { permissions: withRight({ tickets }), authorized_features: [] };
}

test('support staff are those who may write tickets', () => {
  expect(isSupportStaff(withRight({ tickets: 'rw' }))).toBe(true);
  expect(isSupportStaff(withRight({ tickets: 'r+' }))).toBe(false);
});

test('[PERM-032] [PERM-034] [PERM-035] [PERM-036] [PERM-037] the accesses of panels exist', () => {
  expect(PANEL_ACCESSES).toEqual([
    'idea_attachments',
    'public_statuses',
    'subscriber_messages',
    'prevent_email_notifications',
    'keyword_search',
  ]);
  expect(DEFAULT_FEATURES).not.toContain('prevent_email_notifications');
  expect(DEFAULT_FEATURES).toContain('features_feature');
});

test('[PERM-036] prevent_email_notifications takes mail to end users away', () => {
  expect(mayMailEndUsers([])).toBe(true);
  expect(mayMailEndUsers(['prevent_email_notifications'])).toBe(false);
  expect(mayMailEndUsers(withoutMail(DEFAULT_FEATURES))).toBe(false);
  expect(withoutMail(['prevent_email_notifications'])).toEqual(['prevent_email_notifications']);
});

test('[PERM-037] keyword_search puts one colon before the text', () => {
  expect(searchText(' export csv ', ['keyword_search'])).toBe(':export csv');
  expect(searchText(':export', ['keyword_search'])).toBe(':export');
  expect(searchText('', ['keyword_search'])).toBe('');
  expect(searchText('export', [])).toBe('export');
});

test('[PERM-038] choosing addresses needs write on feedback, subscriber_messages, and mail allowed', () => {
  const permissions = withRight({ feedback_admin_ui: true });
  const features = ['subscriber_messages'];
  expect(canChooseMailAddresses({ permissions, authorized_features: features })).toBe(true);
  expect(canChooseMailAddresses({ permissions, authorized_features: [] })).toBe(false);
  expect(canChooseMailAddresses({ permissions: NO_PERMISSIONS, authorized_features: features })).toBe(false);
  expect(
    canChooseMailAddresses({
      permissions,
      authorized_features: [...features, 'prevent_email_notifications'],
    }),
  ).toBe(false);
});

test('[PERM-048] [PERM-049] licences from none to owner; all but none belong to the team', () => {
  expect(LICENSE_TYPES).toEqual(['none', 'contributor', 'support', 'full', 'owner']);
  expect(LICENSE_TYPES.filter(isTeamMember)).toEqual(['contributor', 'support', 'full', 'owner']);
});

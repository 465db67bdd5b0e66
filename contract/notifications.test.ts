import { expect, test } from 'vitest';
import {
  isNotificationEvent,
  NOTIFICATION_EVENTS,
  NOTIFICATION_OBJECTS_OF_EVENT,
  notificationTarget,
} from './notifications.ts';
import type { NotificationEvent, NotificationForTarget } from './notifications.ts';

const idea = { suggestion: { id: '7' } };

const events: [string, NotificationEvent, string[], Omit<NotificationForTarget, 'event'>, string][] = [
  ['NOTIF-011', 'view_shared', ['view'], { view: { id: '3' } }, '/admin/v3/feedback/suggestions/f/3'],
  ['NOTIF-012', 'list_shared', ['view'], { view: { id: '4' } }, '/admin/v3/feedback/suggestions/f/4'],
  [
    'NOTIF-013',
    'impact_report_shared',
    ['impact_report'],
    { impact_report: { id: '5' } },
    '/admin-console/impact-reports/5',
  ],
  [
    'NOTIF-014',
    'theme_detection_complete',
    ['theme_set'],
    { theme_set: { id: '6' } },
    '/admin-console/theme-explorer/reports/6/themes',
  ],
  ['NOTIF-015', 'admin_assigned', ['suggestion'], idea, '/admin/v3/ideas/7'],
  [
    'NOTIF-016',
    'admin_bulk_assigned',
    ['bulk_action'],
    { user: { id: '9' } },
    '/admin/v3/ideas/f/assigned_owner=9',
  ],
  ['NOTIF-017', 'note_mention', ['note'], { note: idea }, '/admin/v3/ideas/7'],
  ['NOTIF-018', 'note_reply', ['note'], { note: idea }, '/admin/v3/ideas/7'],
  [
    'NOTIF-019',
    'supporter_message_reply',
    ['supporter_message'],
    { supporter_message: idea },
    '/admin/v3/ideas/7',
  ],
  [
    'NOTIF-020',
    'status_update_reaction',
    ['status_update', 'internal_status_update'],
    { internal_status_update: idea },
    '/admin/v3/ideas/7',
  ],
  ['NOTIF-021', 'comm_message_reply', ['comm_thread'], { comm_thread: idea }, '/admin/v3/ideas/7'],
  ['DEC-150', 'import_complete', ['import'], { import: { id: '4' } }, '/admin/settings/import'],
];

test.each(events)(
  '[%s] [NOTIF-010] %s carries its object and leads to it',
  (_id, event, objects, record, target) => {
    expect(NOTIFICATION_OBJECTS_OF_EVENT[event]).toEqual(objects);
    expect(notificationTarget({ event, ...record })).toBe(target);
  },
);

test.each(events)('[%s] %s whose object is gone leads nowhere', (_id, event) => {
  expect(notificationTarget({ event })).toBe(null);
});

test('[NOTIF-017] [NOTIF-018] a mention and a reply lead to the note itself', () => {
  for (const event of ['note_mention', 'note_reply'])
    expect(notificationTarget({ event, note: { id: '12', suggestion: { id: '7' } } })).toBe(
      '/admin/v3/ideas/7#note=12',
    );
});

test('there are eleven events of the specification, and the end of an import', () => {
  expect(NOTIFICATION_EVENTS).toEqual(events.map(([, event]) => event));
  expect(isNotificationEvent('note_reply')).toBe(true);
  expect(isNotificationEvent('valueOf')).toBe(false);
  expect(notificationTarget({ event: 'unknown', suggestion: { id: '1' } })).toBe(null);
});

test('an id cannot lead out of its place in the address', () => {
  expect(notificationTarget({ event: 'view_shared', view: { id: '../x?y' } })).toBe(
    '/admin/v3/feedback/suggestions/f/..%2Fx%3Fy',
  );
});

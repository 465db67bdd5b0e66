import { expect, test } from 'vitest';
import {
  isNotificationEvent,
  NOTIFICATION_EVENTS,
  notificationParts,
  NOTIFICATIONS,
  notificationTarget,
  notificationText,
} from './notifications.ts';
import type { NotificationEvent, NotificationToShow } from './notifications.ts';

const ana = { name: 'Ana Ruiz', email_address: 'ana@demo.example' };
const idea = { suggestion: { id: '7', title: 'Dark mode' } };

/** A notification with these records; the others are null. */
const told = (record: Partial<NotificationToShow> & { event: string }): NotificationToShow => ({
  related_notifications_count: 0,
  subject_user: ana,
  suggestion: null,
  bulk_action: null,
  note: null,
  supporter_message: null,
  status_update: null,
  internal_status_update: null,
  comm_thread: null,
  view: null,
  import: null,
  theme_set: null,
  impact_report: null,
  webhook: null,
  ticket: null,
  ...record,
});

type Case = {
  id: string;
  event: NotificationEvent;
  objects: string[];
  record: Partial<NotificationToShow>;
  target: string;
  text: string;
};
const cases: Case[] = [
  {
    id: 'NOTIF-011',
    event: 'view_shared',
    objects: ['view'],
    record: { view: { id: '3', name: 'Mine' } },
    target: '/admin/v3/feedback/suggestions/f/3',
    text: 'Ana Ruiz shared the view Mine with you',
  },
  {
    id: 'NOTIF-012',
    event: 'list_shared',
    objects: ['view'],
    record: { view: { id: '4', name: 'Top ten' } },
    target: '/admin/v3/feedback/suggestions/f/4',
    text: 'Ana Ruiz shared the list Top ten with you',
  },
  {
    id: 'NOTIF-013',
    event: 'impact_report_shared',
    objects: ['impact_report'],
    record: { impact_report: { id: '5', title: 'Spring' } },
    target: '/admin-console/impact-reports/5',
    text: 'Ana Ruiz shared the impact report Spring with you',
  },
  {
    id: 'NOTIF-014',
    event: 'theme_detection_complete',
    objects: ['theme_set'],
    record: { theme_set: { id: '6', name: 'Autumn' } },
    target: '/admin-console/theme-explorer/reports/6/themes',
    text: 'The theme report Autumn is ready',
  },
  {
    id: 'NOTIF-015',
    event: 'admin_assigned',
    objects: ['suggestion'],
    record: idea,
    target: '/admin/v3/ideas/7',
    text: 'Ana Ruiz assigned Dark mode to you',
  },
  {
    id: 'NOTIF-016',
    event: 'admin_bulk_assigned',
    objects: ['bulk_action'],
    record: { user: { id: '9' }, bulk_action: { objects_changed: 1200 } },
    target: '/admin/v3/ideas/f/assigned_owner=9',
    text: 'Ana Ruiz assigned 1,200 ideas to you',
  },
  {
    id: 'NOTIF-017',
    event: 'note_mention',
    objects: ['note'],
    record: { note: { id: '12', ...idea } },
    target: '/admin/v3/ideas/7#note=12',
    text: 'Ana Ruiz mentioned you in a note on Dark mode',
  },
  {
    id: 'NOTIF-018',
    event: 'note_reply',
    objects: ['note'],
    record: { note: { id: '12', ...idea } },
    target: '/admin/v3/ideas/7#note=12',
    text: 'Ana Ruiz replied to your note on Dark mode',
  },
  {
    id: 'NOTIF-019',
    event: 'supporter_message_reply',
    objects: ['supporter_message'],
    record: { supporter_message: { ...idea, email_subject: 'News' } },
    target: '/admin/v3/ideas/7',
    text: 'Ana Ruiz replied to your email “News” about Dark mode',
  },
  {
    id: 'NOTIF-020',
    event: 'status_update_reaction',
    objects: ['status_update', 'internal_status_update'],
    record: { internal_status_update: idea },
    target: '/admin/v3/ideas/7',
    text: 'Ana Ruiz reacted to your status update on Dark mode',
  },
  {
    id: 'NOTIF-021',
    event: 'comm_message_reply',
    objects: ['comm_thread'],
    record: { comm_thread: idea },
    target: '/admin/v3/ideas/7',
    text: 'Ana Ruiz replied to your status email about Dark mode',
  },
  {
    id: 'DEC-172',
    event: 'ticket_assigned',
    objects: ['ticket'],
    record: { ticket: { id: '7', subject: 'Hours are missing' } },
    target: '/admin/tickets?ticket=7',
    text: 'Ana Ruiz assigned the ticket Hours are missing to you',
  },
  {
    id: 'DEC-172',
    event: 'ticket_answered',
    objects: ['ticket'],
    record: { ticket: { id: '7', subject: 'Hours are missing' } },
    target: '/admin/tickets?ticket=7',
    text: 'Ana Ruiz answered the ticket Hours are missing',
  },
  {
    id: 'DEC-150',
    event: 'import_complete',
    objects: ['import'],
    record: { import: { id: '4', name: 'ideas.csv', ideas_created: 1, refused: 2 } },
    target: '/admin/settings/import',
    text: 'Your import of ideas.csv is done: 1 idea created, 2 rows refused',
  },
  {
    id: 'DEC-150',
    event: 'webhook_switched_off',
    objects: ['webhook'],
    record: { webhook: { id: '9', name: 'Data lake' } },
    target: '/admin/settings/api?webhook=9',
    text: 'The webhook Data lake was switched off since its calls fail',
  },
];

test.each(cases)(
  '[$id] [NOTIF-010] $event carries its object, leads to it and reads as a sentence',
  ({ event, objects, record, target, text }) => {
    expect(NOTIFICATIONS[event].objects).toEqual(objects);
    expect(notificationTarget(told({ event, ...record }))).toBe(target);
    expect(notificationText(told({ event, ...record }))).toBe(text);
  },
);

test.each(cases)('[$id] $event whose object is gone leads nowhere', ({ event }) => {
  expect(notificationTarget(told({ event }))).toBe(null);
});

test('there are eleven events of the specification, and the end of an import, each with words of its own', () => {
  expect(NOTIFICATION_EVENTS).toEqual(cases.map(({ event }) => event));
  const names = NOTIFICATION_EVENTS.map((event) => NOTIFICATIONS[event].name);
  const sentences = NOTIFICATION_EVENTS.map((event) => JSON.stringify(notificationParts(told({ event }))));
  expect(new Set(names).size).toBe(NOTIFICATION_EVENTS.length);
  expect(new Set(sentences).size).toBe(NOTIFICATION_EVENTS.length);
});

test('an event of a newer server is told of, and leads nowhere', () => {
  expect(isNotificationEvent('note_reply')).toBe(true);
  expect(isNotificationEvent('valueOf')).toBe(false);
  expect(notificationTarget(told({ event: 'unknown', ...idea }))).toBe(null);
  expect(notificationText(told({ event: 'unknown' }))).toBe('Ana Ruiz did something that concerns you');
});

test('an id cannot lead out of its place in the address', () => {
  expect(notificationTarget(told({ event: 'view_shared', view: { id: '../x?y', name: '' } }))).toBe(
    '/admin/v3/feedback/suggestions/f/..%2Fx%3Fy',
  );
});

test('one idea is counted as one', () => {
  expect(notificationText(told({ event: 'admin_bulk_assigned', bulk_action: { objects_changed: 1 } }))).toBe(
    'Ana Ruiz assigned 1 idea to you',
  );
});

test('what is grouped is counted, what is not to be seen is said to be so, who is nameless is named by their address', () => {
  expect(
    notificationText(
      told({
        event: 'note_reply',
        related_notifications_count: 1,
        subject_user: { email_address: 'bo@demo.example' },
      }),
    ),
  ).toBe('bo replied to your note on an idea that you cannot see and 1 more time');
  expect(
    notificationText(
      told({ event: 'admin_assigned', related_notifications_count: 4, subject_user: null, ...idea }),
    ),
  ).toBe('Someone assigned Dark mode to you and 4 more times');
});

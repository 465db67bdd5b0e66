import { expect, test } from 'vitest';
import { NOTIFICATION_EVENTS } from './notifications.ts';
import { NOTIFICATION_EVENT_NAMES, notificationParts, notificationText } from './notification_texts.ts';

const ana = { name: 'Ana Ruiz', email_address: 'ana@demo.example' };
const about = { suggestion: { title: 'Dark mode' } };

test.each([
  ['admin_assigned', about, 'Ana Ruiz assigned Dark mode to you'],
  ['admin_bulk_assigned', { bulk_action: { objects_changed: 1200 } }, 'Ana Ruiz assigned 1,200 ideas to you'],
  ['admin_bulk_assigned', { bulk_action: { objects_changed: 1 } }, 'Ana Ruiz assigned 1 idea to you'],
  ['note_mention', { note: about }, 'Ana Ruiz mentioned you in a note on Dark mode'],
  ['note_reply', { note: about }, 'Ana Ruiz replied to your note on Dark mode'],
  [
    'supporter_message_reply',
    { supporter_message: { ...about, email_subject: 'News' } },
    'Ana Ruiz replied to your email “News” about Dark mode',
  ],
  [
    'status_update_reaction',
    { internal_status_update: about },
    'Ana Ruiz reacted to your status update on Dark mode',
  ],
  ['comm_message_reply', { comm_thread: about }, 'Ana Ruiz replied to your status email about Dark mode'],
  ['view_shared', { view: { name: 'Mine' } }, 'Ana Ruiz shared the view Mine with you'],
  ['theme_detection_complete', { theme_set: { name: 'Autumn' } }, 'The theme report Autumn is ready'],
])('%s reads as a sentence', (event, objects, text) => {
  expect(notificationText({ event, related_notifications_count: 0, subject_user: ana, ...objects })).toBe(
    text,
  );
});

test('what is grouped is counted, what is not to be seen is said to be so, who is nameless is named by their address', () => {
  expect(
    notificationText({
      event: 'note_reply',
      related_notifications_count: 1,
      subject_user: { email_address: 'bo@demo.example' },
      note: null,
    }),
  ).toBe('bo replied to your note on an idea that you cannot see and 1 more time');
  expect(
    notificationText({
      event: 'admin_assigned',
      related_notifications_count: 4,
      subject_user: null,
      ...about,
    }),
  ).toBe('Someone assigned Dark mode to you and 4 more times');
});

test('every event has a name and a sentence of its own', () => {
  expect(Object.keys(NOTIFICATION_EVENT_NAMES)).toEqual(NOTIFICATION_EVENTS);
  const sentences = NOTIFICATION_EVENTS.map((event) =>
    JSON.stringify(notificationParts({ event, related_notifications_count: 0 })),
  );
  expect(new Set(sentences).size).toBe(NOTIFICATION_EVENTS.length);
});

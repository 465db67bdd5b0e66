/** What a notification says, in the console and in mail: one sentence, in parts that each place draws its own way. */
import type { NotificationEvent } from './notifications.ts';
import { displayName, type NamedPerson } from './user_name.ts';

/** A piece of the sentence. `who` and `object` stand out. */
export interface NotificationPart {
  kind: 'who' | 'object' | 'text';
  text: string;
}

type OnIdea = { suggestion?: { title: string } | null };

/** What the sentence is made of. Objects are null when they are gone, or when the reader may not see them. */
export interface NotificationForText {
  event: NotificationEvent | string;
  related_notifications_count: number;
  subject_user?: NamedPerson | null;
  suggestion?: { title: string } | null;
  bulk_action?: { objects_changed: number } | null;
  note?: OnIdea | null;
  supporter_message?: (OnIdea & { email_subject?: string | null }) | null;
  status_update?: OnIdea | null;
  internal_status_update?: OnIdea | null;
  comm_thread?: OnIdea | null;
  view?: { name: string } | null;
  import?: { name: string; ideas_created: number; refused: number } | null;
  impact_report?: { title: string } | null;
  theme_set?: { name: string } | null;
}

/** Names of the events, as the filter and the settings list them. */
export const NOTIFICATION_EVENT_NAMES: Readonly<Record<NotificationEvent, string>> = {
  view_shared: 'A view is shared with you',
  list_shared: 'A list is shared with you',
  impact_report_shared: 'An impact report is shared with you',
  theme_detection_complete: 'A theme report is ready',
  admin_assigned: 'An idea is assigned to you',
  admin_bulk_assigned: 'Several ideas are assigned to you at once',
  note_mention: 'Someone mentions you in a note',
  note_reply: 'Someone replies to your note',
  supporter_message_reply: 'A voter replies to your email',
  status_update_reaction: 'Someone reacts to your status update',
  comm_message_reply: 'Someone replies to your status email',
  import_complete: 'Your import is done',
};

const say = (text: string): NotificationPart => ({ kind: 'text', text });
// null: it is gone, or the reader may not see it
const name = (text: string | null | undefined, gone: string): NotificationPart =>
  text ? { kind: 'object', text } : say(gone);
const anIdea = (record: OnIdea | null | undefined): NotificationPart =>
  name(record?.suggestion?.title, 'an idea that you cannot see');

/**
 * The sentence of a notification, for example: Ana Ruiz | assigned | Dark mode | to you.
 *
 * @returns parts in their order, to be joined by spaces; the last one may say how many more there are
 */
export function notificationParts(notification: NotificationForText): NotificationPart[] {
  const { subject_user, related_notifications_count: further } = notification;
  const who: NotificationPart = {
    kind: 'who',
    text: (subject_user && displayName(subject_user)) || 'Someone',
  };
  const parts = sentence(notification, who);
  return further === 0
    ? parts
    : [...parts, say(further === 1 ? 'and 1 more time' : `and ${further} more times`)];
}

function sentence(notification: NotificationForText, who: NotificationPart): NotificationPart[] {
  switch (notification.event as NotificationEvent) {
    case 'admin_assigned':
      return [who, say('assigned'), anIdea(notification), say('to you')];
    case 'admin_bulk_assigned': {
      const count = notification.bulk_action?.objects_changed ?? 0;
      return [
        who,
        say('assigned'),
        { kind: 'object', text: count === 1 ? '1 idea' : `${count.toLocaleString('en-US')} ideas` },
        say('to you'),
      ];
    }
    case 'note_mention':
      return [who, say('mentioned you in a note on'), anIdea(notification.note)];
    case 'note_reply':
      return [who, say('replied to your note on'), anIdea(notification.note)];
    case 'supporter_message_reply': {
      const subject = notification.supporter_message?.email_subject;
      return [
        who,
        say(subject ? `replied to your email “${subject}” about` : 'replied to your email about'),
        anIdea(notification.supporter_message),
      ];
    }
    case 'status_update_reaction':
      return [
        who,
        say('reacted to your status update on'),
        anIdea(notification.status_update ?? notification.internal_status_update),
      ];
    case 'comm_message_reply':
      return [who, say('replied to your status email about'), anIdea(notification.comm_thread)];
    case 'import_complete': {
      const { import: done } = notification;
      const count = (n: number, one: string, many: string): string =>
        `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
      return [
        say('Your import of'),
        name(done?.name, 'a file'),
        say(
          done
            ? `is done: ${count(done.ideas_created, 'idea', 'ideas')} created, ${count(done.refused, 'row', 'rows')} refused`
            : 'is done',
        ),
      ];
    }
    case 'view_shared':
      return [
        who,
        say('shared the view'),
        name(notification.view?.name, 'that you cannot see'),
        say('with you'),
      ];
    case 'list_shared':
      return [
        who,
        say('shared the list'),
        name(notification.view?.name, 'that you cannot see'),
        say('with you'),
      ];
    case 'impact_report_shared':
      return [
        who,
        say('shared the impact report'),
        name(notification.impact_report?.title, 'that you cannot see'),
        say('with you'),
      ];
    case 'theme_detection_complete':
      return [
        say('The theme report'),
        name(notification.theme_set?.name, 'that you cannot see'),
        say('is ready'),
      ];
    default:
      return [who, say('did something that concerns you')];
  }
}

/** The sentence as plain text. */
export function notificationText(notification: NotificationForText): string {
  return notificationParts(notification)
    .map((part) => part.text)
    .join(' ');
}

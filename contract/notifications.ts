/**
 * Events that reach an admin's bell (specification lines 275-277, DEC-150): one table says of each which record it carries,
 * whether an email tells of it, what people call it, its sentence, and where a click leads. An event that is new is an
 * entry here, a call of `notify` in the command, and a row of docs/manual/notifications.md; the compiler names the rest.
 */
import { displayName, type NamedPerson } from './user_name.ts';

/** A piece of a sentence. `who` and `object` stand out. */
export interface NotificationPart {
  kind: 'who' | 'object' | 'text';
  text: string;
}

type OnIdea = { suggestion?: { id: string; title: string } | null };

/** The records that a notification may carry, with what its sentence and its way need of each. */
interface NotificationObjects {
  suggestion: { id: string; title: string };
  view: { id: string; name: string };
  /** message: what was written with it; null: nothing */
  impact_report: { id: string; title: string; message?: string | null };
  theme_set: { id: string; name: string };
  bulk_action: { objects_changed: number };
  note: OnIdea & { id: string };
  supporter_message: OnIdea & { email_subject?: string | null };
  status_update: OnIdea;
  internal_status_update: OnIdea;
  comm_thread: OnIdea;
  import: { id: string; name: string; ideas_created: number; refused: number };
  webhook: { id: string; name: string };
  ticket: { id: string; subject: string };
}
export type NotificationObject = keyof NotificationObjects;

/** A notification as its entry reads it. Objects are null when they are gone, or when the reader may not see them. */
type Told = { [Name in NotificationObject]?: NotificationObjects[Name] | null } & {
  /** The one who is notified. */
  user?: { id: string } | null;
};

interface NotificationEventEntry {
  /** The record that it carries; the first one that is not null counts where there are two. */
  objects: readonly NotificationObject[];
  /** Whether an email tells of it unless the person says otherwise. `never`: the console alone, whatever they chose. */
  mail: 'on' | 'off' | 'never';
  /** As the filter and the settings list it. */
  name: string;
  /** For example: Ana Ruiz | assigned | Dark mode | to you. */
  sentence: (told: Told, who: NotificationPart) => NotificationPart[];
  /** Path of this site; null: the object is gone, so there is nowhere to go. */
  target: (told: Told) => string | null;
}

/** Addresses of screens that several parts link to. Ids are text. */
export const addresses = {
  idea: (id: string) => `/admin/v3/ideas/${encodeURIComponent(id)}`,
  /** An idea with one of its notes in view. */
  note: (ideaId: string, noteId: string) =>
    `/admin/v3/ideas/${encodeURIComponent(ideaId)}#note=${encodeURIComponent(noteId)}`,
  view: (id: string) => `/admin/v3/feedback/suggestions/f/${encodeURIComponent(id)}`,
  ideasOfOwner: (userId: string) => `/admin/v3/ideas/f/assigned_owner=${encodeURIComponent(userId)}`,
  impactReport: (id: string) => `/admin-console/impact-reports/${encodeURIComponent(id)}`,
  themes: (themeSetId: string) =>
    `/admin-console/theme-explorer/reports/${encodeURIComponent(themeSetId)}/themes`,
  ticket: (id: string) => `/admin/tickets?ticket=${encodeURIComponent(id)}`,
  /** The list of imports, in the settings. */
  imports: '/admin/settings/import',
  /** A webhook with its log, in the settings. */
  webhook: (id: string) => `/admin/settings/api?webhook=${encodeURIComponent(id)}`,
} as const;

const say = (text: string): NotificationPart => ({ kind: 'text', text });
// null: it is gone, or the reader may not see it
const object = (text: string | null | undefined, gone: string): NotificationPart =>
  text ? { kind: 'object', text } : say(gone);
const anIdea = (record: OnIdea | null | undefined): NotificationPart =>
  object(record?.suggestion?.title, 'an idea that you cannot see');
const toIdea = (record: OnIdea | null | undefined): string | null =>
  record?.suggestion ? addresses.idea(record.suggestion.id) : null;
const toNote = ({ note }: Told): string | null =>
  note?.suggestion ? addresses.note(note.suggestion.id, note.id) : null;
const toView = ({ view }: Told): string | null => (view ? addresses.view(view.id) : null);
const aTicket = (ticket: Told['ticket']): NotificationPart => object(ticket?.subject, 'that you cannot see');
const toTicket = ({ ticket }: Told): string | null => (ticket ? addresses.ticket(ticket.id) : null);
const count = (value: number, one: string, many: string): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

/** The events: eleven of the specification, two of tickets, the end of an import, and a webhook that fails. Screens list them in this order. */
const EVENTS = {
  view_shared: {
    objects: ['view'],
    mail: 'off',
    name: 'A view is shared with you',
    sentence: ({ view }, who) => [
      who,
      say('shared the view'),
      object(view?.name, 'that you cannot see'),
      say('with you'),
    ],
    target: toView,
  },
  list_shared: {
    objects: ['view'],
    mail: 'off',
    name: 'A list is shared with you',
    sentence: ({ view }, who) => [
      who,
      say('shared the list'),
      object(view?.name, 'that you cannot see'),
      say('with you'),
    ],
    target: toView,
  },
  impact_report_shared: {
    objects: ['impact_report'],
    mail: 'on',
    name: 'An impact report is shared with you',
    sentence: ({ impact_report }, who) => [
      who,
      say('shared the impact report'),
      object(impact_report?.title, 'that you cannot see'),
      say(impact_report?.message ? `with you: “${impact_report.message}”` : 'with you'),
    ],
    target: ({ impact_report }) => (impact_report ? addresses.impactReport(impact_report.id) : null),
  },
  theme_detection_complete: {
    objects: ['theme_set'],
    mail: 'off',
    name: 'A theme report is ready',
    sentence: ({ theme_set }) => [
      say('The theme report'),
      object(theme_set?.name, 'that you cannot see'),
      say('is ready'),
    ],
    target: ({ theme_set }) => (theme_set ? addresses.themes(theme_set.id) : null),
  },
  admin_assigned: {
    objects: ['suggestion'],
    mail: 'on',
    name: 'An idea is assigned to you',
    sentence: (told, who) => [who, say('assigned'), anIdea(told), say('to you')],
    target: toIdea,
  },
  admin_bulk_assigned: {
    objects: ['bulk_action'],
    mail: 'on',
    name: 'Several ideas are assigned to you at once',
    sentence: ({ bulk_action }, who) => [
      who,
      say('assigned'),
      { kind: 'object', text: count(bulk_action?.objects_changed ?? 0, 'idea', 'ideas') },
      say('to you'),
    ],
    target: ({ user }) => (user ? addresses.ideasOfOwner(user.id) : null),
  },
  note_mention: {
    objects: ['note'],
    mail: 'on',
    name: 'Someone mentions you in a note',
    sentence: ({ note }, who) => [who, say('mentioned you in a note on'), anIdea(note)],
    target: toNote,
  },
  note_reply: {
    objects: ['note'],
    mail: 'off',
    name: 'Someone replies to your note',
    sentence: ({ note }, who) => [who, say('replied to your note on'), anIdea(note)],
    target: toNote,
  },
  supporter_message_reply: {
    objects: ['supporter_message'],
    mail: 'off',
    name: 'A voter replies to your email',
    sentence: ({ supporter_message: message }, who) => [
      who,
      say(
        message?.email_subject
          ? `replied to your email “${message.email_subject}” about`
          : 'replied to your email about',
      ),
      anIdea(message),
    ],
    target: ({ supporter_message }) => toIdea(supporter_message),
  },
  status_update_reaction: {
    objects: ['status_update', 'internal_status_update'],
    mail: 'off',
    name: 'Someone reacts to your status update',
    sentence: ({ status_update, internal_status_update }, who) => [
      who,
      say('reacted to your status update on'),
      anIdea(status_update ?? internal_status_update),
    ],
    target: ({ status_update, internal_status_update }) =>
      toIdea(status_update) ?? toIdea(internal_status_update),
  },
  comm_message_reply: {
    objects: ['comm_thread'],
    mail: 'off',
    name: 'Someone replies to your status email',
    sentence: ({ comm_thread }, who) => [who, say('replied to your status email about'), anIdea(comm_thread)],
    target: ({ comm_thread }) => toIdea(comm_thread),
  },
  ticket_assigned: {
    objects: ['ticket'],
    mail: 'on',
    name: 'A ticket is assigned to you',
    sentence: ({ ticket }, who) => [who, say('assigned the ticket'), aTicket(ticket), say('to you')],
    target: toTicket,
  },
  ticket_answered: {
    objects: ['ticket'],
    mail: 'off',
    name: 'A customer answers a ticket of yours',
    sentence: ({ ticket }, who) => [who, say('answered the ticket'), aTicket(ticket)],
    target: toTicket,
  },
  import_complete: {
    objects: ['import'],
    mail: 'never',
    name: 'Your import is done',
    sentence: ({ import: done }) => [
      say('Your import of'),
      object(done?.name, 'a file'),
      say(
        done
          ? `is done: ${count(done.ideas_created, 'idea', 'ideas')} created, ${count(done.refused, 'row', 'rows')} refused`
          : 'is done',
      ),
    ],
    target: ({ import: done }) => (done ? addresses.imports : null),
  },
  webhook_switched_off: {
    objects: ['webhook'],
    mail: 'on',
    name: 'A webhook is switched off since its calls fail',
    sentence: ({ webhook }) => [
      say('The webhook'),
      object(webhook?.name, 'that you cannot see'),
      say('was switched off since its calls fail'),
    ],
    target: ({ webhook }) => (webhook ? addresses.webhook(webhook.id) : null),
  },
} as const satisfies Readonly<Record<string, NotificationEventEntry>>;

type Entries = typeof EVENTS;
export type NotificationEvent = keyof Entries;
/** An event that people may have emailed. */
export type MailedEvent = {
  [Name in NotificationEvent]: Entries[Name]['mail'] extends 'never' ? never : Name;
}[NotificationEvent];
/** Names of the objects of an event. */
export type ObjectOfEvent<Name extends NotificationEvent = NotificationEvent> =
  Entries[Name]['objects'][number];
/** All events, in their order. */
export const NOTIFICATION_EVENTS = Object.keys(EVENTS) as readonly NotificationEvent[];

/** The table by event. */
export const NOTIFICATIONS: Readonly<Record<NotificationEvent, NotificationEventEntry>> = EVENTS;

/** Those of them that people may have emailed. */
export const MAILED_EVENTS = NOTIFICATION_EVENTS.filter(
  (event) => NOTIFICATIONS[event].mail !== 'never',
) as readonly MailedEvent[];

/** Whether an email tells of an event to somebody who did not choose. */
export function isMailedByDefault(event: NotificationEvent): boolean {
  return NOTIFICATIONS[event].mail === 'on';
}

/** Is the text one of NOTIFICATION_EVENTS? */
export function isNotificationEvent(text: string): text is NotificationEvent {
  return Object.hasOwn(NOTIFICATIONS, text);
}

/** A notification as it is shown: each object is selected, and null where it is none of this event's. */
export type NotificationToShow = Told & { [Name in NotificationObject]: NotificationObjects[Name] | null } & {
  event: string;
  related_notifications_count: number;
  /** Who did it; null: the product itself. */
  subject_user: NamedPerson | null;
};

/**
 * The sentence of a notification, for example: Ana Ruiz | assigned | Dark mode | to you.
 *
 * @returns parts in their order, to be joined by spaces; the last one may say how many more there are
 */
export function notificationParts(notification: NotificationToShow): NotificationPart[] {
  const { event, subject_user, related_notifications_count: further } = notification;
  const who: NotificationPart = {
    kind: 'who',
    text: (subject_user && displayName(subject_user)) || 'Someone',
  };
  const parts = isNotificationEvent(event)
    ? NOTIFICATIONS[event].sentence(notification, who)
    : // of a newer version of the server
      [who, say('did something that concerns you')];
  return further === 0
    ? parts
    : [...parts, say(further === 1 ? 'and 1 more time' : `and ${further} more times`)];
}

/** The sentence as plain text. */
export function notificationText(notification: NotificationToShow): string {
  return notificationParts(notification)
    .map((part) => part.text)
    .join(' ');
}

/**
 * Where a click on a notification leads (DEC-150), as a path of this site.
 *
 * @returns null when the object is gone or the event is unknown: then there is nowhere to go
 */
export function notificationTarget(notification: Told & { event: string }): string | null {
  const { event } = notification;
  return isNotificationEvent(event) ? NOTIFICATIONS[event].target(notification) : null;
}

/** How often a digest comes. */
export const DIGEST_FREQUENCIES = ['never', 'daily', 'weekly'] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** Hour of the day, UTC, from which a digest is sent; a weekly one on Mondays. */
export const digestHourUtc = 7;

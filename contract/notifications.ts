/**
 * Events that reach an admin's bell, the record that each carries, and where a click leads
 * (specification lines 275-277, DEC-150).
 */

/** Names of the objects that a notification may carry. */
export const NOTIFICATION_OBJECTS = [
  'suggestion',
  'view',
  'impact_report',
  'theme_set',
  'bulk_action',
  'note',
  'supporter_message',
  'status_update',
  'internal_status_update',
  'comm_thread',
  'import',
] as const;
export type NotificationObject = (typeof NOTIFICATION_OBJECTS)[number];

/** Which object an event carries; the first one that is not null counts where there are two. */
export const NOTIFICATION_OBJECTS_OF_EVENT = {
  view_shared: ['view'],
  list_shared: ['view'],
  impact_report_shared: ['impact_report'],
  theme_detection_complete: ['theme_set'],
  admin_assigned: ['suggestion'],
  admin_bulk_assigned: ['bulk_action'],
  note_mention: ['note'],
  note_reply: ['note'],
  supporter_message_reply: ['supporter_message'],
  status_update_reaction: ['status_update', 'internal_status_update'],
  comm_message_reply: ['comm_thread'],
  import_complete: ['import'],
} as const satisfies Readonly<Record<string, readonly NotificationObject[]>>;

export type NotificationEvent = keyof typeof NOTIFICATION_OBJECTS_OF_EVENT;

/** The events: eleven of the specification, and the end of an import. */
export const NOTIFICATION_EVENTS = Object.keys(NOTIFICATION_OBJECTS_OF_EVENT) as readonly NotificationEvent[];

/** Events that the console alone tells of: no one gets an email about them, whatever they chose. */
export const CONSOLE_ONLY_EVENTS = ['import_complete'] as const satisfies readonly NotificationEvent[];

/** Events that this build raises and may mail, with whether a mail tells of them unless the person says otherwise. */
export const NOTIFICATION_MAIL_DEFAULTS = {
  admin_assigned: true,
  admin_bulk_assigned: true,
  note_mention: true,
  note_reply: false,
  supporter_message_reply: false,
  status_update_reaction: false,
  comm_message_reply: false,
} as const satisfies Readonly<Partial<Record<NotificationEvent, boolean>>>;

/** An event that this build raises. */
export type RaisedEvent = keyof typeof NOTIFICATION_MAIL_DEFAULTS;

/** The events that this build raises, in the order in which screens list them. */
export const RAISED_EVENTS = Object.keys(NOTIFICATION_MAIL_DEFAULTS) as readonly RaisedEvent[];

/** How often a digest comes. */
export const DIGEST_FREQUENCIES = ['never', 'daily', 'weekly'] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** Hour of the day, UTC, from which a digest is sent; a weekly one on Mondays. */
export const digestHourUtc = 7;

/** Is the text one of NOTIFICATION_EVENTS? */
export function isNotificationEvent(text: string): text is NotificationEvent {
  return Object.hasOwn(NOTIFICATION_OBJECTS_OF_EVENT, text);
}

type WithId = { id: string };
type OnIdea = { suggestion?: WithId | null };

/** What the target rule reads of a notification. Objects are null when they are gone. */
export type NotificationForTarget = {
  event: NotificationEvent | string;
  /** The one who is notified. */
  user?: WithId | null;
  suggestion?: WithId | null;
  view?: WithId | null;
  impact_report?: WithId | null;
  theme_set?: WithId | null;
  /** With its id the click leads to the note itself. */
  note?: (OnIdea & { id?: string }) | null;
  supporter_message?: OnIdea | null;
  status_update?: OnIdea | null;
  internal_status_update?: OnIdea | null;
  comm_thread?: OnIdea | null;
  import?: WithId | null;
};

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
  /** The list of imports, in the settings. */
  imports: '/admin/settings/import',
} as const;

/**
 * Where a click on a notification leads (DEC-150), as a path of this site.
 *
 * @returns null when the object is gone or the event is unknown: then there is nowhere to go
 */
export function notificationTarget(notification: NotificationForTarget): string | null {
  const idea = (record: OnIdea | null | undefined) =>
    record?.suggestion ? addresses.idea(record.suggestion.id) : null;
  switch (notification.event as NotificationEvent) {
    case 'view_shared':
    case 'list_shared':
      return notification.view ? addresses.view(notification.view.id) : null;
    case 'impact_report_shared':
      return notification.impact_report ? addresses.impactReport(notification.impact_report.id) : null;
    case 'theme_detection_complete':
      return notification.theme_set ? addresses.themes(notification.theme_set.id) : null;
    case 'admin_assigned':
      return idea(notification);
    case 'admin_bulk_assigned':
      return notification.user ? addresses.ideasOfOwner(notification.user.id) : null;
    case 'note_mention':
    case 'note_reply':
      return notification.note?.suggestion && notification.note.id !== undefined
        ? addresses.note(notification.note.suggestion.id, notification.note.id)
        : idea(notification.note);
    case 'supporter_message_reply':
      return idea(notification.supporter_message);
    case 'status_update_reaction':
      return idea(notification.status_update) ?? idea(notification.internal_status_update);
    case 'comm_message_reply':
      return idea(notification.comm_thread);
    case 'import_complete':
      return notification.import ? addresses.imports : null;
    default:
      return null;
  }
}

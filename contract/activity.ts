import { canRead } from './permissions.ts';
import type { Area, PermissionsMap } from './permissions.ts';

/**
 * Everything that an idea's activity feed records, and the kinds of the activity export: one list
 * for both (specification line 695).
 */
export const ACTIVITY_KINDS = [
  /** Someone commented in public. */
  'comment_created',
  /** The idea came into being, by hand, import or conversion of a comment. */
  'suggestion_created',
  /** A customer's words were captured for the idea. */
  'feedback_record_created',
  /** A public status update was posted. */
  'status_updated',
  /** The subscribers were written to. */
  'supporter_message_created',
  /** Another idea was merged into this one. */
  'merge_created',
  /** A merge was undone. */
  'merge_reversed',
  /** An internal status update was posted. */
  'internal_status_updated',
  /** A member of the team flagged the idea. */
  'internal_flag_created',
  /** The flag was cleared. */
  'internal_flag_cleared',
  /** A note for the team was written. */
  'note_created',
  /** Chosen supporters were contacted about the idea. */
  'outreach_created',
  /** A new idea was split off this one. */
  'suggestion_split',
  /** Title or text changed; the entry holds the new ones. */
  'suggestion_updated',
  /** A support ticket was linked; only for those who may read tickets. */
  'ticket_created',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Name of the record that an entry of a kind points to; null: the idea itself. */
export const ACTIVITY_OBJECT = {
  comment_created: 'comment',
  suggestion_created: null,
  feedback_record_created: 'feedback_record',
  status_updated: 'status_update',
  supporter_message_created: 'supporter_message',
  merge_created: 'merge',
  merge_reversed: 'merge',
  internal_status_updated: 'internal_status_update',
  internal_flag_created: 'internal_flag',
  internal_flag_cleared: 'internal_flag',
  note_created: 'note',
  outreach_created: 'outreach',
  suggestion_split: 'suggestion',
  suggestion_updated: null,
  ticket_created: 'ticket',
} as const satisfies Readonly<Record<ActivityKind, string | null>>;

/** How a kind is called where people choose among them. */
export const ACTIVITY_LABELS: Readonly<Record<ActivityKind, string>> = {
  comment_created: 'Comments',
  suggestion_created: 'Idea created',
  feedback_record_created: 'Feedback',
  status_updated: 'Public status updates',
  supporter_message_created: 'Messages to subscribers',
  merge_created: 'Merges',
  merge_reversed: 'Undone merges',
  internal_status_updated: 'Internal status updates',
  internal_flag_created: 'Flags',
  internal_flag_cleared: 'Cleared flags',
  note_created: 'Notes',
  outreach_created: 'Outreach',
  suggestion_split: 'Splits',
  suggestion_updated: 'Edits of the idea',
  ticket_created: 'Tickets',
};

/** Area that one must be able to read to see a kind; feedback for all but tickets (PERM-033). */
export function areaOfActivity(kind: ActivityKind): Area {
  return kind === 'ticket_created' ? 'tickets' : 'feedback';
}

/** The kinds that this user may read, in the order of the list. */
export function readableActivityKinds(permissions: PermissionsMap): ActivityKind[] {
  return ACTIVITY_KINDS.filter((kind) => canRead(permissions, areaOfActivity(kind)));
}

/** Is the text one of ACTIVITY_KINDS? */
export function isActivityKind(text: string): text is ActivityKind {
  return (ACTIVITY_KINDS as readonly string[]).includes(text);
}

/** The conversation on an idea: what scope 'chat' exports (DEC-141). */
export const CHAT_ACTIVITY_KINDS: readonly ActivityKind[] = [
  'comment_created',
  'feedback_record_created',
  'note_created',
  'supporter_message_created',
  'status_updated',
  'internal_status_updated',
];

/** What is exported: the kinds ticked in the feed, the conversation, or everything readable. */
export const EXPORT_SCOPES = ['filtered', 'chat', 'all'] as const;
export type ExportScope = (typeof EXPORT_SCOPES)[number];

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Records that may come along with each entry (DEC-142). */
export const EXPORT_INCLUDES = [
  'comments',
  'notes',
  'feedback_records',
  'status_updates',
  'internal_status_updates',
  'supporter_messages',
  'internal_flags',
  'tickets',
  'users',
] as const;
export type ExportInclude = (typeof EXPORT_INCLUDES)[number];

/**
 * Kinds of an export (DEC-141). An empty answer means that there is nothing to export, and the
 * export is refused with 'No data available to export' (VALID-066).
 *
 * @param ticked the kinds ticked in the feed; counts only for scope 'filtered'
 */
export function exportKinds(
  scope: ExportScope,
  ticked: readonly ActivityKind[],
  permissions: PermissionsMap,
): ActivityKind[] {
  const readable = readableActivityKinds(permissions);
  if (scope === 'all') return readable;
  const wanted = scope === 'chat' ? CHAT_ACTIVITY_KINDS : ticked;
  return readable.filter((kind) => wanted.includes(kind));
}

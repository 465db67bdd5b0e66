import { toastTiming } from './limits.ts';

/** Kinds of a toast (CONST-036). */
export const TOAST_SEVERITIES = ['success', 'error', 'warning', 'info'] as const;
export type ToastSeverity = (typeof TOAST_SEVERITIES)[number];

/** Where a toast may sit (CONST-037). */
export const TOAST_ANCHORS = [
  'top_left',
  'top_right',
  'top_center',
  'bottom_left',
  'bottom_right',
  'bottom_center',
] as const;
export type ToastAnchor = (typeof TOAST_ANCHORS)[number];

/** Alerts sit top left; the base component without further word top center (CONST-038, CONST-039). */
export const ALERT_TOAST_ANCHOR: ToastAnchor = 'top_left';
export const BASE_TOAST_ANCHOR: ToastAnchor = 'top_center';

/**
 * Success toasts by key (specification lines 640-659, DEC-019). The two status_update keys serve
 * both posting an update and saving a changed message (TOAST-005, TOAST-006).
 */
export const SUCCESS_TOASTS = {
  export_started: 'Export started! Keep an eye out for an email with a link to download your data.',
  idea_flagged: "Flag submitted! You can review this in the idea's activity feed.",
  added_voter: 'Voter added to this idea!',
  added_feedback: 'Feedback captured for this idea!',
  updated_feedback: 'Feedback updated!',
  theme_set_created: "Theme report started! You'll receive an in-app notification upon completion.",
  theme_set_rerun: "Theme report re-run! You'll receive an in-app notification upon completion.",
  deleted_feedback: 'Feedback deleted!',
  idea_deleted: 'Idea deleted!',
  idea_updated: 'Idea updated!',
  idea_created: 'Idea created!',
  comment_deleted: 'Comment deleted!',
  comment_updated: 'Comment updated!',
  comment_spam: 'Comment marked as spam!',
  email_sent: 'Email sent!',
  issue_linked: 'Issue linked!',
  internal_status_update: 'Internal status updated!',
  public_status_update: 'Public status updated!',
} as const;
export type SuccessToastKey = keyof typeof SUCCESS_TOASTS;

/** Is the text a key of SUCCESS_TOASTS? An unknown key is logged and shows nothing (ERR-011). */
export function isSuccessToastKey(key: string): key is SuccessToastKey {
  return Object.hasOwn(SUCCESS_TOASTS, key);
}

/** Is the text a severity? An unknown one is logged (ERR-010). */
export function isToastSeverity(text: string): text is ToastSeverity {
  return (TOAST_SEVERITIES as readonly string[]).includes(text);
}

/** Success texts without a key (specification line 661). */
export const OTHER_SUCCESS_TEXTS = {
  /** After creating in the dialog 'Link or create new idea'. */
  ideaCreatedInDialog: 'Idea created successfully',
  /** After the confirmation dialog. */
  feedbackDeletedInDialog: 'Feedback deleted successfully!',
  /** Comes with a link to the idea and stays for a minute. */
  newIdea: {
    text: 'New idea created.',
    linkText: 'See it here.',
    autoHideMs: toastTiming.newIdeaAutoHideMs,
  },
} as const;

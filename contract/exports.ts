/** What can be exported besides the kinds of activity, and how far an export is (DEC-140..142). */

/** Lists that are exported as they are searched, filtered and ordered. */
export const EXPORTED_LISTS = ['users', 'external_accounts', 'audit_entries'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

/** What an export holds: the entries of the feed of ideas, the list of ideas, or another list. */
export const EXPORT_COLLECTIONS = ['suggestion_activity_entries', 'suggestions', ...EXPORTED_LISTS] as const;
export type ExportCollection = (typeof EXPORT_COLLECTIONS)[number];

/** cancelled: its owner called it off; expired: its file was removed after seven days. */
export const EXPORT_STATES = ['pending', 'running', 'complete', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** States in which an export still moves. */
export const OPEN_EXPORT_STATES: readonly ExportState[] = ['pending', 'running'];

/** Fields of people that `exclude_fields[users]` can leave out; traits are what is known of them beside name and address. */
export const EXPORT_USER_FIELDS = ['email_address', 'account', 'traits'] as const;
export type ExportUserField = (typeof EXPORT_USER_FIELDS)[number];

/** Exports that one person may start. */
export const exportRates = { perHour: 20, atOnce: 3 } as const;

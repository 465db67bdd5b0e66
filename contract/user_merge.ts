/** Merging two profiles of one person. */

/** What of a profile can be chosen from either of the two. */
export const USER_MERGE_FIELDS = ['name', 'email_address', 'crm_account', 'job_title', 'guid'] as const;
export type UserMergeField = (typeof USER_MERGE_FIELDS)[number];

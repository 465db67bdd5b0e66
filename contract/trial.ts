const DAY_MS = 86_400_000;

/**
 * Days left of a trial: whole days, rounded up, never below 0 (DEC-177).
 *
 * @param trialEndDate ISO 8601, or null when the account is on no trial
 * @returns null without a date, or with one that cannot be read: then no banner is shown
 */
export function trialDaysLeft(trialEndDate: string | null | undefined, now: Date): number | null {
  if (!trialEndDate) return null;
  const leftMs = Date.parse(trialEndDate) - now.getTime();
  if (Number.isNaN(leftMs)) return null;
  return Math.max(0, Math.ceil(leftMs / DAY_MS));
}

/** The word beside the number: DAY at 1, DAYS otherwise (specification line 25). */
export function trialDaysWord(daysLeft: number): 'DAY' | 'DAYS' {
  return daysLeft === 1 ? 'DAY' : 'DAYS';
}

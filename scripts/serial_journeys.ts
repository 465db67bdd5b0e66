/** Journeys that measure, and so must have the machine to themselves. */
export const SERIAL = ['e2e/budget.e2e.ts'];

import type { Compose } from './main.ts';

/**
 * The parts of a process, in the order in which they start, on the database that `startEarshot` has opened.
 * Each registers with `onClose` what ends it. A worker process (role "worker") listens nowhere.
 *
 * @returns lines for the operator behind the ready line
 */
export const compose: Compose = async () => [];

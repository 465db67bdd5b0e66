import { readRight, writeRight } from '../../core/viewer.ts';

/** Who sees the knowledge base in the console, drafts included (PERM-014). */
export const canReadArticles = readRight('knowledgebase');

/** Who writes and publishes articles. */
export const canWriteArticles = writeRight('knowledgebase');

/** Who sees tickets (PERM-013). */
export const canReadTickets = readRight('tickets');

/** Who answers them: support staff (DEC-176). */
export const canWriteTickets = writeRight('tickets');

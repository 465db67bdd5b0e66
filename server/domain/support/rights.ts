import { readRight, writeRight } from '../../core/viewer.ts';

/** Who sees the knowledge base in the console, drafts included (PERM-014). */
export const canReadArticles = readRight('knowledgebase');

/** Who writes and publishes articles. */
export const canWriteArticles = writeRight('knowledgebase');

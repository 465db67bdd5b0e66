import { anyOf, readRight, writeRight } from '../../core/viewer.ts';

/**
 * Forums, categories, labels and statuses are seen by those who work with ideas, and by those who
 * keep the settings, who need not see a single idea.
 */
export const canReadTaxonomy = anyOf(readRight('feedback'), readRight('settings'));

/** Forums, categories, statuses, custom fields, and labels that are there: part of the settings. */
export const canManageSettings = writeRight('settings');

/** A label is made while ideas are sorted, so that right is enough; what others rely on changes in the settings. */
export const MAKES_LABELS = anyOf(writeRight('feedback'), writeRight('settings'));

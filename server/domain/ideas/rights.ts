import { canWrite } from '../../../contract/permissions.ts';
import type { FieldContext } from '../../core/fields.ts';
import { anyOf, readRight, writeRight, type Viewer } from '../../core/viewer.ts';

/**
 * Forums, categories, labels and statuses are seen by those who work with ideas, and by those who
 * keep the settings, who need not see a single idea.
 */
export const canReadTaxonomy = anyOf(readRight('feedback'), readRight('settings'));

/** Forums, categories, statuses, custom fields, and labels that are there: part of the settings. */
export const canManageSettings = writeRight('settings');

/** A label is made while ideas are sorted, so that right is enough; what others rely on changes in the settings. */
export const MAKES_LABELS = anyOf(writeRight('feedback'), writeRight('settings'));

/** What is someone's own stays in their words: its author changes a note. Of an unknown author, anyone who may write. */
export function mayEditNote(viewer: Viewer, note: { creator_id: string | null }): boolean {
  return (
    canWrite(viewer.permissions, 'feedback') &&
    (note.creator_id === null || viewer.user_id === null || note.creator_id === viewer.user_id)
  );
}

/** Its author takes a note away, and so does who keeps the settings. */
export function mayDeleteNote(viewer: Viewer, note: { creator_id: string | null }): boolean {
  return (
    canWrite(viewer.permissions, 'feedback') &&
    (mayEditNote(viewer, note) || canWrite(viewer.permissions, 'settings'))
  );
}

/** SQL: the caller may change a note, as `mayEditNote`. */
export const isOwnSql = (c: FieldContext): string =>
  c.viewer.user_id === null
    ? 'true'
    : `(${c.t}.creator_id is null or ${c.t}.creator_id = ${c.w.value(c.viewer.user_id)}::bigint)`;

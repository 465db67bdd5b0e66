import { EXPORT_COLLECTIONS, EXPORT_STATES } from '../../../contract/exports.ts';
import { defineCommand } from '../../core/command.ts';
import { columnIds, filter } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { bigint, id, int, intOrNull, text, textOrNull, time, timeOrNull, value } from '../../core/fields.ts';
import { idInput, idListInput, enumListInput, required } from '../../inputs/kinds.ts';
import { publishLive } from '../../live/live.ts';
import { readRight } from '../../core/viewer.ts';

/** A file that somebody asked for, and how far it is. Everybody sees their own. */
export const exportEntity = defineEntity({
  name: 'export',
  plural: 'exports',
  table: 'exports',
  description:
    'A file of many rows, made in the background: how far it is, and until when it can be fetched. Only one’s own.',
  requires: readRight('feedback'),
  visible: (t, { w, viewer }) =>
    viewer.user_id === null ? 'false' : `${t}.user_id = ${w.value(viewer.user_id)}::bigint`,
  fields: {
    id: id('Id.'),
    collection: text(`What it holds: one of ${EXPORT_COLLECTIONS.join(', ')}.`),
    format: text('csv or xlsx.'),
    state: text(`One of ${EXPORT_STATES.join(', ')}.`),
    rows_expected: intOrNull('Rows that it will have; null until they are counted.'),
    rows_written: int('Rows written so far.'),
    problem: textOrNull('Why it failed, as a sentence; null when it did not.'),
    file_name: text('Name of the file.'),
    size_in_bytes: bigint('Size of the file; 0 while there is none.', {
      sql: (c) => `coalesce(${c.t}.size_in_bytes, 0)`,
    }),
    download_url: value(
      'String',
      'Where its owner fetches it; null while there is no file.',
      (c) => `case when ${c.t}.state = 'complete' then '/api/v2/admin/exports/' || ${c.t}.id || '/file' end`,
      { nullable: true },
    ),
    expires_at: timeOrNull('When the file is removed; null while there is none.'),
    mailed_at: timeOrNull('When the email with the link went out; null: not yet.'),
    finished_at: timeOrNull('When it ended, one way or another.'),
    created_at: time('When it was asked for.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      state: filter(
        enumListInput('Only in these states.', EXPORT_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
    },
    sorts: { created_at: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-created_at',
  },
});

/** Calls an own export off. Rows written so far are thrown away. */
export const exportCancel = defineCommand({
  name: 'export_cancel',
  description: 'Calls off an export of one’s own that has not ended.',
  requires: readRight('feedback'),
  input: { id: required(idInput('The export.')) },
  returns: { entity: 'export' },
  run: async ({ id: exportId }, { tx, viewer, subdomain_id, now, audit }) => {
    const row = await tx
      .selectFrom('exports')
      .select('state')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', exportId)
      .where('user_id', '=', viewer.user_id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'export');
    if (row.state === 'cancelled') return exportId;
    if (row.state !== 'pending' && row.state !== 'running')
      throw badInput('id', 'This export has ended already.', { reason: 'ended' });
    await tx
      .updateTable('exports')
      .set({ state: 'cancelled', finished_at: now, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', exportId)
      .execute();
    await audit('export_cancelled', exportId);
    await publishLive(tx, {
      event: 'changed',
      entity: 'export',
      ids: [exportId],
      subdomain_id,
      user_ids: [viewer.user_id!],
    });
    return exportId;
  },
});

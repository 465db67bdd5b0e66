import { canWrite } from '../../../contract/permissions.ts';
import { defineEntity } from '../../core/entity.ts';
import { belongsTo, boolean, id, text, time } from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds } from '../../listing/filters.ts';
import { isOwnSql } from '../ideas/rights.ts';

/** What the team writes down about an account. */
export const accountNote = defineEntity({
  name: 'account_note',
  plural: 'account_notes',
  table: 'account_notes',
  description: 'What the team wrote down about an account.',
  requires: readRight('feedback'),
  visible: (t) =>
    `${t}.deleted_at is null and exists (select 1 from external_accounts na where na.subdomain_id = $1 and na.id = ${t}.account_id and na.deleted_at is null)`,
  fields: {
    id: id('Id.'),
    body: text('Plain text.'),
    external_account: belongsTo('external_account', 'account_id', 'What it is about.'),
    created_by: belongsTo('user', 'creator_id', 'Author; null: a program.'),
    editable: boolean('The caller may change it: it is their own, or no one’s.', { sql: isOwnSql }),
    deletable: boolean('The caller may delete it: it is their own, or they keep the settings.', {
      sql: (c) => (canWrite(c.viewer.permissions, 'settings') ? 'true' : isOwnSql(c)),
    }),
    created_at: time('When it was written.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      external_account: columnIds('account_id', idListInput('About these accounts.')),
      ...changeFilters,
    },
    sorts: { created_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-created_at',
  },
});

import { defineEntity } from '../../core/entity.ts';
import { id, int, text, time } from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';

/** An answer to "how important is this to you?" (DEC-063). */
export const importanceResponse = defineEntity({
  name: 'importance_response',
  plural: 'importance_responses',
  table: 'importance_responses',
  description: 'An answer to the question how important an idea is.',
  requires: readRight('feedback'),
  fields: {
    id: id('Id.'),
    label: text('Text of the answer.'),
    value: int('1 low, 2 medium, 3 high.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  list: { filters: {}, sorts: { value: { by: (t) => `${t}.value`, indexed: true } }, defaultSort: 'value' },
});

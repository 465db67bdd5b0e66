import { CUSTOM_FIELD_OBJECT_TYPES } from '../../../contract/states.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';
import { CUSTOM_FIELD_HOLDERS } from './custom_field.ts';
import { enumInput, required } from '../../inputs/kinds.ts';

/** A workspace whose values take longer to count is not counted. */
const WITHIN_MS = 2_000;

const choiceUse = shape('CustomFieldChoiceUse', 'How often a choice was taken.', {
  id: { type: 'ID!', description: 'Id of the choice.' },
  records_count: { type: 'Int!', description: 'Records that have it.' },
});
const fieldUse = shape('CustomFieldUse', 'How often a custom field is filled.', {
  id: { type: 'ID!', description: 'Id of the field.' },
  records_count: { type: 'Int!', description: 'Records that have a value in it.' },
  choices: {
    type: '[CustomFieldChoiceUse!]!',
    description: 'Its choices, in no order; empty for other fields.',
  },
});
const uses = shape('CustomFieldUses', 'How often the custom fields of a kind of record are filled.', {
  records_count: { type: 'Int!', description: 'Records of that kind.' },
  fields: { type: '[CustomFieldUse!]!', description: 'The fields, in no order.' },
});

interface Row {
  field_id: string | null;
  choice_id: string | null;
  count: number;
}

/** How often custom fields and their choices are used, for those who change them. */
export const customFieldUses = defineQuery({
  name: 'custom_field_uses',
  description:
    'How often the custom fields of a kind of record are filled, and how often each choice was taken; null: there are too many records to count them within two seconds.',
  requires: readRight('settings'),
  args: { object_type: required(enumInput('Of these records.', CUSTOM_FIELD_OBJECT_TYPES)) },
  returns: 'CustomFieldUses',
  reads: [
    'custom_fields',
    'custom_field_enum_values',
    'suggestion_contents.custom_fields',
    'suggestions+',
    'suggestions.state',
    'features+',
    'features.custom_fields',
    'features.deleted_at',
    // who came or went of people and accounts changes the number of all records alone: too often to count anew each time
    'users.custom_fields',
    'external_accounts.custom_fields',
  ],
  shapes: [choiceUse, fieldUse, uses],
  run: async ({ object_type }, { scope }) => {
    const holder = CUSTOM_FIELD_HOLDERS[object_type];
    const sid = scope.viewer.subdomain_id;
    const fields = await scope.db
      .selectFrom('custom_fields')
      .select(['id'])
      .where('subdomain_id', '=', sid)
      .where('object_type', '=', object_type)
      .execute();
    const choices = await scope.db
      .selectFrom('custom_field_enum_values as v')
      .innerJoin('custom_fields as f', (join) =>
        join.onRef('f.id', '=', 'v.custom_field_id').on('f.subdomain_id', '=', sid),
      )
      .select(['v.id', 'v.custom_field_id'])
      .where('v.subdomain_id', '=', sid)
      .where('f.object_type', '=', object_type)
      .execute();
    const rows = await scope.readWithin<Row>(
      {
        // a text is no choice: all texts of a field are one row
        text: `
select null::text as field_id, null::text as choice_id, count(*)::int as count from ${holder.from} where ${holder.there}
union all
select f.id::text, ev.id::text, count(*)::int
from ${holder.from}
cross join lateral jsonb_each(c.custom_fields) as kv (key, value)
join custom_fields f on f.subdomain_id = $1 and f.object_type = $2 and f.key = kv.key
left join custom_field_enum_values ev on ev.subdomain_id = $1 and ev.custom_field_id = f.id and f.field_type = 'enum'
  and kv.value = coalesce(to_jsonb(ev.numeric_value), to_jsonb(ev.label))
where ${holder.there} and c.custom_fields <> '{}'
group by 1, 2`,
        values: [sid, object_type],
      },
      WITHIN_MS,
    );
    if (rows === null) return null;
    const sum = (isOne: (row: Row) => boolean): number =>
      rows.filter(isOne).reduce((total, { count }) => total + count, 0);
    return {
      records_count: sum(({ field_id }) => field_id === null),
      fields: fields.map(({ id }) => ({
        id,
        records_count: sum(({ field_id }) => field_id === id),
        choices: choices
          .filter(({ custom_field_id }) => custom_field_id === id)
          .map((choice) => ({
            id: choice.id,
            records_count: sum(({ choice_id }) => choice_id === choice.id),
          })),
      })),
    };
  },
});

import { CUSTOM_FIELD_OBJECT_TYPES, type CustomFieldObjectType } from '../../../contract/states.ts';
import { changeFilters, columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  boolean,
  floatOrNull,
  id,
  hasMany,
  belongsTo,
  text,
  textOrNull,
  time,
  type Many,
} from '../../core/fields.ts';
import { idListInput, textListInput, enumListInput } from '../../inputs/kinds.ts';
import { anyAdmin } from '../../core/viewer.ts';

/** Records that hold the values of custom fields in `custom_fields`, by what the fields are of. */
export const CUSTOM_FIELD_HOLDERS: Readonly<
  Record<CustomFieldObjectType, { table: string; from: string; there: string }>
> = {
  suggestion: {
    table: 'suggestion_contents',
    from: 'suggestion_contents c join suggestions s on s.subdomain_id = $1 and s.id = c.suggestion_id',
    there: "c.subdomain_id = $1 and s.state <> 'deleted'",
  },
  feature: { table: 'features', from: 'features c', there: 'c.subdomain_id = $1 and c.deleted_at is null' },
  user: { table: 'users', from: 'users c', there: 'c.subdomain_id = $1 and c.merged_into_id is null' },
  account: {
    table: 'external_accounts',
    from: 'external_accounts c',
    there: 'c.subdomain_id = $1 and c.deleted_at is null',
  },
};

const enumValues = (description: string, valueType: string): Many =>
  hasMany({
    entity: 'custom_field_enum_value',
    description,
    on: (c, child) => `${child}.custom_field_id = ${c.t}.id and ${c.t}.value_type = '${valueType}'`,
    order: (child) => `${child}.position, ${child}.id`,
    max: 100,
  });

/** A field of the workspace's own on ideas, features, people or accounts. */
export const customField = defineEntity({
  name: 'custom_field',
  plural: 'custom_fields',
  table: 'custom_fields',
  description: "A field of the workspace's own on ideas, features, people or accounts.",
  requires: anyAdmin,
  fields: {
    id: id('Id.'),
    key: text('Key in custom_field_map; does not change.'),
    name: text('Name as shown.'),
    object_type: text('suggestion, feature, user or account.'),
    field_type: text('text, enum, date, boolean or number.'),
    value_type: text('string, numeric, date or boolean.'),
    combined_type: text('string, string_enum, numeric, numeric_enum, date or boolean.', {
      sql: (c) =>
        `case ${c.t}.field_type when 'enum' then ${c.t}.value_type || '_enum' when 'text' then 'string' when 'number' then 'numeric' else ${c.t}.field_type end`,
    }),
    question: textOrNull('Question put to end users; null when it is not asked.'),
    question_enabled: boolean('The question is put.'),
    question_required: boolean('It must be answered.'),
    string_enum_values: enumValues('Choices of a string enum.', 'string'),
    numeric_enum_values: enumValues('Choices of a numeric enum.', 'numeric'),
    created_by: belongsTo('user', 'created_by_id', 'Who made it.'),
    updated_by: belongsTo('user', 'updated_by_id', 'Who changed it last.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      object_type: filter(
        enumListInput('Of these kinds of record.', CUSTOM_FIELD_OBJECT_TYPES),
        (types, c) => `(${c.t}.object_type = any(${c.w.value(types)}))`,
      ),
      key: filter(
        textListInput('With these keys.', 100, 255),
        (keys, c) => `(${c.t}.key = any(${c.w.value(keys)}))`,
      ),
      ...changeFilters,
    },
    sorts: {
      id: { by: (t) => `${t}.id`, indexed: true },
      name: { by: (t) => `lower(${t}.name)`, indexed: true },
      ...columnSorts(['key', 'object_type', 'field_type', 'created_at', 'updated_at']),
    },
    defaultSort: 'id',
  },
});

/** A choice of a custom field. */
export const customFieldEnumValue = defineEntity({
  name: 'custom_field_enum_value',
  plural: 'custom_field_enum_values',
  table: 'custom_field_enum_values',
  description: 'A choice of a custom field.',
  requires: anyAdmin,
  fields: {
    id: id('Id.'),
    label: text('Text of the choice.'),
    numeric_value: floatOrNull('Number of the choice; null for a string enum.'),
    is_default: boolean('Preselected.'),
  },
});

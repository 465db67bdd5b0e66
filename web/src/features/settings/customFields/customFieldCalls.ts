/** What the settings of custom fields read and write. */
import { useQuery } from '@tanstack/react-query';
import type { CustomFieldObjectType } from '../../../../../contract/states.ts';
import { graphql } from '../../../api/graphql.ts';
import type { SettingsCustomFieldsQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';

const fieldFragment = graphql(`
  fragment SettingsCustomField on CustomField {
    id
    key
    name
    object_type
    combined_type
    string_enum_values {
      id
      label
      is_default
    }
    numeric_enum_values {
      id
      label
      numeric_value
      is_default
    }
    updated_at
  }
`);
void fieldFragment;

const fieldsDocument = graphql(`
  query SettingsCustomFields {
    suggestion: custom_fields(object_type: ["suggestion"], sort: "name", bulk_per_page: 500) {
      records {
        ...SettingsCustomField
      }
    }
    feature: custom_fields(object_type: ["feature"], sort: "name", bulk_per_page: 500) {
      records {
        ...SettingsCustomField
      }
    }
    user: custom_fields(object_type: ["user"], sort: "name", bulk_per_page: 500) {
      records {
        ...SettingsCustomField
      }
    }
    account: custom_fields(object_type: ["account"], sort: "name", bulk_per_page: 500) {
      records {
        ...SettingsCustomField
      }
    }
  }
`);

export type CustomFieldRow = SettingsCustomFieldsQuery['suggestion']['records'][number];

/** The custom fields of each kind of record. */
export function useCustomFields() {
  return useQuery({
    queryKey: ['settings-custom-fields'],
    queryFn: ({ signal }) => request(fieldsDocument, {}, { signal }),
  });
}

/** One field as it stands now; null: it is gone. */
export async function readCustomField(
  holder: CustomFieldObjectType,
  id: string,
): Promise<CustomFieldRow | null> {
  return (await request(fieldsDocument, {}))[holder].records.find((field) => field.id === id) ?? null;
}

const usesDocument = graphql(`
  query CustomFieldUses($object_type: String!) {
    custom_field_uses(object_type: $object_type) {
      records_count
      fields {
        id
        records_count
        choices {
          id
          records_count
        }
      }
    }
  }
`);

/** How often fields are filled and choices taken; `custom_field_uses` is null where there are too many to count. */
export function useCustomFieldUses(holder: CustomFieldObjectType) {
  return useQuery({
    queryKey: ['custom-field-uses', holder],
    queryFn: ({ signal }) => request(usesDocument, { object_type: holder }, { signal }),
  });
}

export const createFieldDocument = graphql(`
  mutation CreateCustomField(
    $object_type: String!
    $name: String!
    $key: String
    $field_type: String!
    $value_type: String
    $string_enum_values: [StringEnumValueInput!]
    $numeric_enum_values: [NumericEnumValueInput!]
  ) {
    custom_field_create(
      object_type: $object_type
      name: $name
      key: $key
      field_type: $field_type
      value_type: $value_type
      string_enum_values: $string_enum_values
      numeric_enum_values: $numeric_enum_values
    ) {
      ...SettingsCustomField
    }
  }
`);

export const updateFieldDocument = graphql(`
  mutation UpdateCustomField(
    $id: ID!
    $name: String
    $string_enum_values: [StringEnumValueInput!]
    $numeric_enum_values: [NumericEnumValueInput!]
    $choice_moves: [CustomFieldChoiceMoveInput!]
    $if_updated_at: String
  ) {
    custom_field_update(
      id: $id
      name: $name
      string_enum_values: $string_enum_values
      numeric_enum_values: $numeric_enum_values
      choice_moves: $choice_moves
      if_updated_at: $if_updated_at
    ) {
      ...SettingsCustomField
    }
  }
`);

export const deleteFieldDocument = graphql(`
  mutation DeleteCustomField($id: ID!) {
    custom_field_delete(id: $id) {
      id
    }
  }
`);

import { parseDate } from '../../../contract/dates.ts';
import { textLimits } from '../../../contract/limits.ts';
import { combinedType, type CustomFieldObjectType, type FieldType, type ValueType } from '../../../contract/states.ts';
import { badInput } from '../../core/errors.ts';
import { inObjects, inText, nullable, required } from '../../core/inputs.ts';
import type { Tx } from '../../core/scope.ts';

/** Values of custom fields by key; null takes a value away, keys that are not named stay (DEC-198). */
export const inCustomFieldMap = inObjects(
  'CustomFieldValueInput',
  'Values of custom fields by key; null takes one away, keys that are not named stay.',
  { key: required(inText('Key of the field.', textLimits.nameCharacters)), value: nullable(inText('Value as text; null takes it away.', textLimits.reasonCharacters)) },
  100,
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Checks values against the fields that the workspace has and converts them: numbers and booleans
 * are stored as such, days as 2026-01-31, choices of a numeric enum as their number.
 *
 * @returns key -> value; null: to be taken away
 * @throws BAD_USER_INPUT for an unknown key, and for a value of the wrong kind or outside the choices
 */
export async function readCustomFields(
  tx: Tx,
  subdomainId: string,
  objectType: CustomFieldObjectType,
  map: readonly { key: string; value?: string | null }[],
): Promise<Record<string, string | number | boolean | null>> {
  if (map.length === 0) return {};
  const fields = await tx
    .selectFrom('custom_fields')
    .select(['id', 'key', 'name', 'field_type', 'value_type'])
    .where('subdomain_id', '=', subdomainId)
    .where('object_type', '=', objectType)
    .where('key', 'in', map.map((entry) => entry.key))
    .execute();
  const choices = fields.some((field) => field.field_type === 'enum')
    ? await tx
        .selectFrom('custom_field_enum_values')
        .select(['custom_field_id', 'label', 'numeric_value'])
        .where('subdomain_id', '=', subdomainId)
        .where('custom_field_id', 'in', fields.map((field) => field.id))
        .orderBy('position')
        .execute()
    : [];
  const result: Record<string, string | number | boolean | null> = {};
  for (const [index, { key, value }] of map.entries()) {
    const at = `custom_field_map.${index}`;
    const field = fields.find((one) => one.key === key);
    if (!field) throw badInput(`${at}.key`, `There is no custom field "${key}".`, { reason: 'not_found' });
    if (Object.hasOwn(result, key)) throw badInput(`${at}.key`, `The custom field "${key}" is given twice.`);
    if (value === undefined || value === null || value === '') {
      result[key] = null;
      continue;
    }
    const own = choices.filter((choice) => choice.custom_field_id === field.id);
    const refuse = (must: string): never => {
      throw badInput(`${at}.value`, `${field.name} must be ${must}.`);
    };
    switch (combinedType(field.field_type as FieldType, field.value_type as ValueType)) {
      case 'string_enum':
        result[key] = own.find((choice) => choice.label === value)?.label ?? refuse(`one of: ${own.map((choice) => choice.label).join(', ')}`);
        break;
      case 'numeric_enum':
        result[key] =
          own.find((choice) => choice.label === value || (value.trim() !== '' && choice.numeric_value === Number(value)))?.numeric_value ??
          refuse(`one of: ${own.map((choice) => choice.label).join(', ')}`);
        break;
      case 'numeric':
        result[key] = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(value) && Number.isFinite(Number(value)) ? Number(value) : refuse('a number');
        break;
      case 'boolean':
        result[key] = value === 'true' ? true : value === 'false' ? false : refuse('true or false');
        break;
      case 'date':
        result[key] = DAY.test(value) && parseDate(value, new Date(0)) !== null ? value : refuse('a day such as 2026-01-31');
        break;
      default:
        result[key] = value;
    }
  }
  return result;
}

import { parseDate } from '../../../contract/dates.ts';
import { textLimits } from '../../../contract/limits.ts';
import {
  combinedType,
  type CustomFieldObjectType,
  type FieldType,
  type ValueType,
} from '../../../contract/states.ts';
import { badInput } from '../../core/errors.ts';
import { objectListInput, textInput, nullable, required } from '../../inputs/kinds.ts';
import type { Tx } from '../../sql/kysely.ts';

/** Values of custom fields by key; null takes a value away, keys that are not named stay (DEC-198). */
export const inCustomFieldMap = objectListInput(
  'CustomFieldValueInput',
  'Values of custom fields by key; null takes one away, keys that are not named stay.',
  {
    key: required(textInput('Key of the field.', textLimits.nameCharacters)),
    value: nullable(textInput('Value as text; null takes it away.', textLimits.reasonCharacters)),
  },
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
  const read = await customFieldReader(
    tx,
    subdomainId,
    objectType,
    map.map((entry) => entry.key),
  );
  const result: Record<string, string | number | boolean | null> = {};
  for (const [index, { key, value }] of map.entries()) {
    const at = `custom_field_map.${index}`;
    if (!read.has(key))
      throw badInput(`${at}.key`, `There is no custom field "${key}".`, { reason: 'not_found' });
    if (Object.hasOwn(result, key)) throw badInput(`${at}.key`, `The custom field "${key}" is given twice.`);
    if (value === undefined || value === null || value === '') {
      result[key] = null;
      continue;
    }
    const found = read.value(key, value);
    if ('problem' in found) throw badInput(`${at}.value`, found.problem);
    result[key] = found.value;
  }
  return result;
}

/**
 * The values of a record after a change, as they are stored: JSON with its keys in order, so that two of it that say
 * the same are the same text.
 *
 * @param before what the record holds
 * @param changes by key; null: taken away
 */
export function withCustomFields(
  before: unknown,
  changes: Readonly<Record<string, string | number | boolean | null>>,
): string {
  const after = { ...(before as Record<string, string | number | boolean | null>), ...changes };
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(after)
        .filter(([, value]) => value !== null)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );
}

/** Reads values of custom fields that were looked up once. */
export interface CustomFieldReader {
  has: (key: string) => boolean;
  /** A text as it is stored, or the sentence that says what it must be. The field must be there. */
  value: (key: string, text: string) => { value: string | number | boolean } | { problem: string };
}

/** The fields of a workspace with these keys, for reading many values (import). @param keys null: all of them */
export async function customFieldReader(
  tx: Tx,
  subdomainId: string,
  objectType: CustomFieldObjectType,
  keys: readonly string[] | null,
): Promise<CustomFieldReader> {
  const fields =
    keys?.length === 0
      ? []
      : await tx
          .selectFrom('custom_fields')
          .select(['id', 'key', 'name', 'field_type', 'value_type'])
          .where('subdomain_id', '=', subdomainId)
          .where('object_type', '=', objectType)
          .$if(keys !== null, (query) => query.where('key', 'in', keys!))
          .execute();
  const choices = fields.some((field) => field.field_type === 'enum')
    ? await tx
        .selectFrom('custom_field_enum_values')
        .select(['custom_field_id', 'label', 'numeric_value'])
        .where('subdomain_id', '=', subdomainId)
        .where(
          'custom_field_id',
          'in',
          fields.map((field) => field.id),
        )
        .orderBy('position')
        .execute()
    : [];
  return {
    has: (key) => fields.some((field) => field.key === key),
    value: (key, text) => {
      const field = fields.find((one) => one.key === key)!;
      const own = choices.filter((choice) => choice.custom_field_id === field.id);
      const must = (what: string) => ({ problem: `${field.name} must be ${what}.` });
      const oneOfThem = `one of: ${own.map((choice) => choice.label).join(', ')}`;
      switch (combinedType(field.field_type as FieldType, field.value_type as ValueType)) {
        case 'string_enum':
          return own.some((choice) => choice.label === text) ? { value: text } : must(oneOfThem);
        case 'numeric_enum': {
          const value = own.find(
            (choice) =>
              choice.label === text || (text.trim() !== '' && choice.numeric_value === Number(text)),
          )?.numeric_value;
          return value === undefined || value === null ? must(oneOfThem) : { value };
        }
        case 'numeric':
          return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) &&
            Number.isFinite(Number(text))
            ? { value: Number(text) }
            : must('a number');
        case 'boolean':
          return text === 'true' || text === 'false' ? { value: text === 'true' } : must('true or false');
        case 'date':
          return DAY.test(text) && parseDate(text, new Date(0)) !== null
            ? { value: text }
            : must('a day such as 2026-01-31');
        default:
          return { value: text };
      }
    },
  };
}

/** How a condition is said: the words of its operator and of its values. Pure. */
import { isId } from '../../../../contract/ids.ts';
import { parseDate } from '../../../../contract/dates.ts';
import { listField } from '../../host/search.ts';
import type { FilterNames } from '../../lists/filterNames.ts';
import { withoutValue } from '../../lists/filters.ts';
import type { ShownFilter } from '../../lists/filters.ts';
import { listMessages } from '../../lists/listMessages.ts';
import { formatCentsShort, formatDate, formatList, formatNumber } from '../../ui/text/format.ts';
import { conditionMessages as texts } from './conditionMessages.ts';
import type { ConditionField } from './fields.ts';
import { readAmount } from './sentence.ts';
import type { Condition, Operator } from './sentence.ts';

/** The condition's records as a filter of its own, whose values are edited and named as those of other filters. */
export function shownFilter({ key }: Condition, field: ConditionField): ShownFilter | null {
  return field.records === undefined
    ? null
    : {
        id: String(key),
        label: field.label,
        field: listField(),
        records: field.records,
        without: field.without ?? null,
      };
}

/** Filters of all conditions that hold ids, for the look-up of names. */
export function shownFilters(
  conditions: readonly Condition[],
  fields: readonly ConditionField[],
): ShownFilter[] {
  return conditions.flatMap((condition) => {
    const field = fields.find(({ id }) => id === condition.field);
    return (field && shownFilter(condition, field)) ?? [];
  });
}

/** An operator by itself, as it is offered. */
export function operatorName(operator: Operator, field: ConditionField): string {
  if (operator === 'true' || operator === 'false') return field.yes![operator];
  if (operator === 'include') return texts.isAnyOf;
  return operator === 'exclude' ? texts.isNoneOf : texts[operator];
}

/** The operator in its sentence. */
export function operatorText({ operator, values }: Condition, field: ConditionField): string {
  const isOne = values.length < 2;
  if (operator === 'include' && isOne) return texts.is;
  return operator === 'exclude' && isOne ? texts.isNot : operatorName(operator, field);
}

/** A period such as 90_days_ago: how long it is. */
export function periodText(value: string): string {
  const days = /^(\d+)_days?_ago$/.exec(value);
  return days === null ? value.replace(/_ago$/, '').replaceAll('_', ' ') : texts.days(Number(days[1]));
}

/** A value in words, and whether what it names was deleted. */
export interface SaidValue {
  text: string;
  isGone: boolean;
}

/** Values in words; ids by their names, which may still be on their way. */
export function saidValues(condition: Condition, field: ConditionField, names: FilterNames): SaidValue[] {
  const { key, operator, values } = condition;
  return values.map((value) => {
    const text = (): string => {
      switch (field.kind) {
        case 'records':
          if (value === withoutValue) return field.without ?? value;
          // the API takes names as well
          return isId(value) ? (names.get(`${key} ${value}`) ?? '…') : value;
        case 'words':
          return field.choices!.find((choice) => choice.value === value)?.label ?? value;
        case 'number': {
          const amount = readAmount(value);
          if (amount === null) return value;
          return field.isMoney === true ? formatCentsShort(amount * 100) : formatNumber(amount);
        }
        case 'date':
          return operator === 'within' || operator === 'older' ? periodText(value) : formatDate(value);
        default:
          return value;
      }
    };
    const said = text();
    const isGone =
      field.kind === 'records'
        ? said === listMessages.gone
        : field.kind === 'words' && field.choices!.every((choice) => choice.value !== value);
    return { text: said, isGone };
  });
}

/** What a period means today; null where the days stand there themselves. */
export function periodHint({ operator, values }: Condition): string | null {
  const at = operator === 'within' || operator === 'older' ? parseDate(values[0] ?? '', new Date()) : null;
  if (at === null) return null;
  return operator === 'within' ? texts.since(formatDate(at)) : texts.until(formatDate(at));
}

/** Whether a condition that is kept as it is was about a custom field. */
export const isOwn = ({ field }: Condition): boolean => field.startsWith('custom_');

/** The condition in words. @param field undefined: it is gone */
export function sayCondition(
  condition: Condition,
  field: ConditionField | undefined,
  names: FilterNames,
): string {
  if (condition.raw !== undefined || field === undefined)
    return isOwn(condition) ? texts.goneField : texts.raw;
  const values = saidValues(condition, field, names).map(({ text }) => text);
  const said =
    condition.operator === 'between' ? values.join(` ${texts.betweenAnd} `) : formatList(values, 3);
  const end = condition.operator === 'older' ? ` ${texts.ago}` : '';
  return `${field.label} ${operatorText(condition, field)} ${said}${end}`.trim();
}

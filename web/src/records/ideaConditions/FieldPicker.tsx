import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import type { ConditionField } from './fields.ts';

/** Fields that a condition can be about, by what they belong to. */
export function FieldPicker({
  label,
  fields,
  selected,
  onChoose,
}: {
  label: string;
  fields: readonly ConditionField[];
  selected?: string;
  onChoose: (field: ConditionField) => void;
}) {
  return (
    <OptionPicker
      label={label}
      selected={selected === undefined ? [] : [selected]}
      options={fields.map(({ id, label: name, group }) => ({ value: id, label: name, group }))}
      onChoose={({ value }) => onChoose(fields.find(({ id }) => id === value)!)}
    />
  );
}

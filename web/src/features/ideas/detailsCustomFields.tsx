import { useRef, useState } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { lengthProblem } from '../../../../contract/text_cut.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatDate } from '../../ui/format.ts';
import { OptionPicker } from '../../ui/OptionPicker.tsx';
import type { Option } from '../../ui/options.ts';
import { detailsMessages } from './detailsMessages.ts';
import type { IdeaCustomField } from './detailsQueries.ts';
import styles from './details.module.css';

const texts = detailsMessages.aside;

/** The value of a custom field as it is shown; null when it has none. */
export function customFieldText(field: IdeaCustomField, value: string | null): string | null {
  if (value === null || value === '') return null;
  switch (field.combined_type) {
    case 'boolean':
      return value === 'true' ? texts.yes : texts.no;
    case 'date':
      // A day has no time zone: read in UTC it would slip to the day before.
      return formatDate(new Date(`${value}T00:00:00`)) || value;
    case 'numeric_enum':
      return field.numeric_enum_values.find((choice) => choice.numeric_value === Number(value))?.label ?? value;
    default:
      return value;
  }
}

/** Stands for no value among the options. */
const none = '';

/**
 * Edits a custom field by its type; the content of a popover.
 *
 * @param onSave told the value as the server takes it; null takes it away
 */
export function CustomFieldEditor({ field, value, onSave }: { field: IdeaCustomField; value: string | null; onSave: (value: string | null) => void }) {
  const options = optionsOf(field);
  if (options === null) return <TypedValue field={field} value={value} onSave={onSave} />;
  return (
    <OptionPicker
      label={field.name}
      options={[{ value: none, label: texts.noValue }, ...options]}
      selected={[value ?? none]}
      onChoose={(option) => onSave(option.value === none ? null : option.value)}
    />
  );
}

/** The choices of a field; null when its value is typed. */
function optionsOf(field: IdeaCustomField): Option[] | null {
  switch (field.combined_type) {
    case 'boolean':
      return [
        { value: 'true', label: texts.yes },
        { value: 'false', label: texts.no },
      ];
    case 'string_enum':
      return field.string_enum_values.map(({ label }) => ({ value: label, label }));
    case 'numeric_enum':
      return field.numeric_enum_values.map(({ label, numeric_value }) => ({ value: String(numeric_value), label, end: <span className={styles.meta}>{numeric_value}</span> }));
    default:
      return null;
  }
}

function TypedValue({ field, value, onSave }: { field: IdeaCustomField; value: string | null; onSave: (value: string | null) => void }) {
  const [typed, setTyped] = useState(value ?? '');
  const [error, setError] = useState<string | null>(null);
  const text = typed.trim();
  const lengthError = lengthProblem(field.name, typed, textLimits.reasonCharacters);
  const input = useRef<HTMLInputElement>(null);
  const save = (): void => {
    // half a date has no value, and must not take the old one away
    if (lengthError !== null) return;
    if (input.current?.validity.badInput === true) setError(texts.dateInvalid);
    else if (text === '') onSave(null);
    else if (field.combined_type === 'numeric' && !Number.isFinite(Number(text))) setError(texts.numberInvalid);
    else onSave(text);
  };
  return (
    <form
      className={styles.typed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={field.name}
        type={field.combined_type === 'date' ? 'date' : 'text'}
        {...(field.combined_type === 'numeric' ? { inputMode: 'decimal' } : {})}
        inputRef={input}
        value={typed}
        autoComplete="off"
        error={lengthError ?? error}
        onChange={(next) => {
          setTyped(next);
          setError(null);
        }}
      />
      <div className={styles.typedButtons}>
        <Button type="submit" variant="primary">
          {texts.save}
        </Button>
        {value === null ? null : <Button onClick={() => onSave(null)}>{texts.clear}</Button>}
      </div>
    </form>
  );
}

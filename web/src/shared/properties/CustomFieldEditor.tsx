import { useLayoutEffect, useRef, useState } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { lengthProblem } from '../../../../contract/text_cut.ts';
import { keepUnsentText, unsentText } from '../../host/storage.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { formatDate } from '../../ui/text/format.ts';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import { useLatest } from '../../ui/useLatest.ts';
import { propertyMessages as texts } from './propertyMessages.ts';
import styles from './properties.module.css';

/** What the editor of a value needs to know of its field. */
export interface EditedField {
  name: string;
  combined_type: string;
  string_enum_values: readonly { label: string }[];
  numeric_enum_values: readonly { label: string; numeric_value: number | null }[];
}

/** The value of a field as it is shown; null when it has none. */
export function customFieldText(field: EditedField, value: string | null): string | null {
  if (value === null || value === '') return null;
  switch (field.combined_type) {
    case 'boolean':
      return value === 'true' ? texts.yes : texts.no;
    case 'date':
      // A day has no time zone: read in UTC it would slip to the day before.
      return formatDate(new Date(`${value}T00:00:00`)) || value;
    case 'numeric_enum':
      return (
        field.numeric_enum_values.find((choice) => choice.numeric_value === Number(value))?.label ?? value
      );
    default:
      return value;
  }
}

/** Stands for no value among the options. */
const none = '';

type EditorProps = {
  field: EditedField;
  value: string | null;
  /** Where a typed value is kept until it is saved. */
  draftKey: string;
  /** What the server said of the draft when it was sent; null: nothing. */
  refusal: string | null;
  /** Whether the popover stands open: a typed value is saved when it closes, however that comes about. */
  isOpen: boolean;
  /** Told the value as the server takes it; null takes it away. */
  onSave: (value: string | null) => void;
  close: () => void;
};

/** Edits a field by its type; the content of a popover. */
export function CustomFieldEditor(props: EditorProps) {
  const { field, value, onSave, close } = props;
  const options = optionsOf(field);
  if (options === null) return <TypedValue {...props} />;
  return (
    <OptionPicker
      label={field.name}
      options={[{ value: none, label: texts.noValue }, ...options]}
      selected={[value ?? none]}
      onChoose={(option) => {
        close();
        onSave(option.value === none ? null : option.value);
      }}
    />
  );
}

/** The choices of a field; null when its value is typed. */
function optionsOf(field: EditedField): Option[] | null {
  switch (field.combined_type) {
    case 'boolean':
      return [
        { value: 'true', label: texts.yes },
        { value: 'false', label: texts.no },
      ];
    case 'string_enum':
      return field.string_enum_values.map(({ label }) => ({ value: label, label }));
    case 'numeric_enum':
      return field.numeric_enum_values.map(({ label, numeric_value }) => ({
        value: String(numeric_value),
        label,
        end: <span className={styles.meta}>{numeric_value}</span>,
      }));
    default:
      return null;
  }
}

/** Saved by Enter, Save, and by leaving it; Escape gives up what was typed since it was opened. What cannot be saved stays as a draft. */
function TypedValue({ field, value, draftKey, refusal, isOpen, onSave, close }: EditorProps) {
  const toasts = useToasts();
  const [draft] = useState(() => unsentText(draftKey));
  // a value that a colleague changes meanwhile is not what was typed here
  const [seen] = useState(value ?? '');
  const [typed, setTyped] = useState(draft ?? seen);
  const isNoNumber =
    field.combined_type === 'numeric' && typed.trim() !== '' && !Number.isFinite(Number(typed));
  const [error, setError] = useState<string | null>(
    draft === null ? null : isNoNumber ? texts.numberInvalid : refusal,
  );
  const isSettled = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const text = typed.trim();
  const lengthError = lengthProblem(field.name, typed, textLimits.reasonCharacters);
  // half a date has no value, and must not take the old one away
  const isHalfDate = (): boolean => input.current?.validity.badInput === true;
  const problem = (): string | null => {
    if (lengthError !== null) return lengthError;
    if (isHalfDate()) return texts.dateInvalid;
    return isNoNumber ? texts.numberInvalid : null;
  };
  const settle = (next: string | null): void => {
    isSettled.current = true;
    onSave(next);
    close();
  };
  const discard = (): void => {
    isSettled.current = true;
    keepUnsentText(draftKey, null);
    close();
  };
  const leave = useLatest((): void => {
    if (isSettled.current) return;
    if (isHalfDate()) toasts.warning(texts.notTaken(field.name, texts.dateInvalid));
    else if (typed !== seen && problem() === null) onSave(text === '' ? null : text);
  });
  // a layout effect, since the field must still stand when the page goes
  useLayoutEffect(() => (isOpen ? () => leave.current() : undefined), [isOpen, leave]);
  return (
    <form
      className={styles.typed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = problem();
        if (found !== null) setError(found);
        else if (typed === seen) discard();
        else settle(text === '' ? null : text);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        isSettled.current = true;
        keepUnsentText(draftKey, draft);
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
          isSettled.current = false;
          keepUnsentText(draftKey, next === seen ? null : next);
          setTyped(next);
          setError(null);
        }}
      />
      <div className={styles.typedButtons}>
        <Button type="submit" variant="primary">
          {texts.save}
        </Button>
        {value === null ? null : <Button onClick={() => settle(null)}>{texts.clear}</Button>}
        {draft === null ? null : (
          <Button variant="text" onClick={discard}>
            {texts.discard}
          </Button>
        )}
      </div>
    </form>
  );
}

import { useEffect, useId, useRef } from 'react';
import type { ChangeEvent, ComponentProps, ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { uiMessages } from '../messages.ts';
import a11y from '../a11y.module.css';
import styles from './fields.module.css';

/** What every field has around its control. */
export type FieldFrame = {
  label: string;
  /** Read out but not drawn, where the place says it anyway. */
  hideLabel?: boolean;
  /** One sentence under the label. */
  description?: ReactNode;
  /** What is wrong, under the control. */
  error?: ReactNode;
  /** Writes 'Optional' beside the label. */
  optional?: boolean;
  /** Announced as required; marked only by the absence of 'Optional'. */
  required?: boolean;
};

/** What a control inside a `Field` must carry. */
export type ControlIds = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

/**
 * Label, description, control and error in their order, tied together for screen readers. `children`
 * gets the attributes for the control.
 */
export function Field({
  label,
  hideLabel = false,
  description,
  error,
  optional = false,
  required = false,
  children,
  end,
  frameRef,
}: FieldFrame & {
  children: (ids: ControlIds) => ReactNode;
  /** Drawn at the right end of the label's line. */
  end?: ReactNode;
  frameRef?: Ref<HTMLDivElement>;
}) {
  const id = useId();
  const hasDescription = description !== undefined && description !== null && description !== '';
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  const describedBy = [hasDescription ? `${id}-description` : '', hasError ? `${id}-error` : '']
    .filter((part) => part !== '')
    .join(' ');
  return (
    <div className={styles.field} ref={frameRef}>
      <div className={cx(styles.labelLine, hideLabel && a11y.hidden)}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {optional ? <span className={styles.optional}>{uiMessages.optional}</span> : null}
        {end === undefined ? null : <span className={styles.end}>{end}</span>}
      </div>
      {hasDescription ? (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      ) : null}
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': hasError || undefined,
        'aria-required': required || undefined,
      })}
      <div aria-live="polite">
        {hasError ? (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

type TextInput = Omit<
  ComponentProps<'input'>,
  'onChange' | 'value' | 'defaultValue' | 'type' | 'ref' | 'size'
>;

export type TextFieldProps = FieldFrame &
  Omit<TextInput, keyof FieldFrame> & {
    value: string;
    onChange: (value: string) => void;
    type?: 'text' | 'email' | 'url' | 'password' | 'tel' | 'number' | 'date';
    /** Drawn inside the box, before the text. */
    start?: ReactNode;
    /** Drawn inside the box, after the text. */
    end?: ReactNode;
    inputRef?: Ref<HTMLInputElement>;
  };

/** One line of text with its label. 36 px high. */
export function TextField({
  label,
  hideLabel,
  description,
  error,
  optional,
  required,
  value,
  onChange,
  type = 'text',
  start,
  end,
  inputRef,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, description, error, optional, required }}>
      {(ids) => (
        <span className={cx(styles.box, className)}>
          {start === undefined ? null : <span className={styles.adorn}>{start}</span>}
          <input
            {...rest}
            {...ids}
            ref={inputRef}
            type={type}
            value={value}
            className={styles.input}
            onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
          />
          {end === undefined ? null : <span className={styles.adorn}>{end}</span>}
        </span>
      )}
    </Field>
  );
}

export type TextAreaProps = FieldFrame &
  Omit<
    ComponentProps<'textarea'>,
    'onChange' | 'value' | 'defaultValue' | 'ref' | 'rows' | keyof FieldFrame
  > & {
    value: string;
    onChange: (value: string) => void;
    /** 4 and 10 unless said otherwise (VALID-020). */
    minRows?: number;
    maxRows?: number;
    inputRef?: Ref<HTMLTextAreaElement>;
  };

/** Several lines of text; grows with its content from 4 to 10 rows and scrolls after that. */
export function TextArea({
  label,
  hideLabel,
  description,
  error,
  optional,
  required,
  value,
  onChange,
  minRows = 4,
  maxRows = 10,
  inputRef,
  className,
  ...rest
}: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    const area = own.current;
    if (area === null || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [value]);
  return (
    <Field {...{ label, hideLabel, description, error, optional, required }}>
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          ref={(element) => {
            own.current = element;
            if (typeof inputRef === 'function') inputRef(element);
            else if (inputRef) inputRef.current = element;
          }}
          rows={minRows}
          value={value}
          className={cx(styles.area, className)}
          style={{ minHeight: rowsPx(minRows), maxHeight: rowsPx(maxRows) }}
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Height of a text area with this many rows: 22 px each, 7 px above and below, and the border. */
function rowsPx(rows: number): number {
  return rows * 22 + 16;
}

export type SelectFieldProps<Value extends string> = FieldFrame & {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  disabled?: boolean;
  /** `bar` is 30 px high. */
  size?: 'form' | 'bar';
  name?: string;
};

/** One of a short, fixed set: the system's own select. For long or searched lists take `Combobox`. */
export function SelectField<Value extends string>({
  value,
  onChange,
  options,
  disabled = false,
  size = 'form',
  name,
  ...frameProps
}: SelectFieldProps<Value>) {
  return (
    <Field {...frameProps}>
      {(ids) => (
        <span className={styles.selectBox} data-size={size}>
          <select
            {...ids}
            name={name}
            value={value}
            disabled={disabled}
            className={styles.select}
            onChange={(event) => onChange(event.target.value as Value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Chevrons />
        </span>
      )}
    </Field>
  );
}

/** The mark of something that opens a list of choices. */
export function Chevrons() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={styles.chevrons}>
      <path
        d="M3.5 4.5L6 2l2.5 2.5M3.5 7.5L6 10l2.5-2.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'ref'> & {
  checked: boolean;
  /** Some of what it stands for is chosen (STATE-016). */
  indeterminate?: boolean;
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
};

/** A bare checkbox of 20 px; give it `aria-label`. With a text beside it take `CheckboxField`. */
export function Checkbox({ checked, indeterminate = false, onChange, className, ...rest }: CheckboxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      className={cx(styles.checkbox, className)}
      checked={checked}
      ref={(element) => {
        if (element !== null) element.indeterminate = indeterminate;
      }}
      onChange={(event) => onChange(event.target.checked, event)}
    />
  );
}

export type CheckboxFieldProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  indeterminate?: boolean;
  description?: ReactNode;
  disabled?: boolean;
  /** Why it is disabled, as a tooltip. */
  disabledReason?: string | null;
  name?: string;
};

/** A box with its text beside it; both can be clicked. `children` gets the id of the description for the control. */
function Choice({
  label,
  description,
  disabled = false,
  disabledReason = null,
  children,
}: Pick<CheckboxFieldProps, 'label' | 'description' | 'disabled' | 'disabledReason'> & {
  children: (describedBy: string | undefined) => ReactNode;
}) {
  const id = useId();
  const hasDescription = description !== undefined && description !== null;
  return (
    <label className={styles.choice} data-tip={disabled ? (disabledReason ?? undefined) : undefined}>
      {children(hasDescription ? id : undefined)}
      <span className={styles.choiceText}>
        {label}
        {hasDescription ? (
          <span id={id} className={styles.description}>
            {description}
          </span>
        ) : null}
      </span>
    </label>
  );
}

/** A checkbox with its text; both can be clicked. */
export function CheckboxField({ label, description, disabledReason, ...rest }: CheckboxFieldProps) {
  return (
    <Choice {...{ label, description, disabledReason, disabled: rest.disabled }}>
      {(describedBy) => <Checkbox {...rest} aria-describedby={describedBy} />}
    </Choice>
  );
}

/**
 * A switch without a text of its own, such as one in a row.
 *
 * @param isCheckbox it is sent with a form, and only looks like a switch
 */
export function Switch({
  checked,
  onChange,
  isCheckbox = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'onChange'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  isCheckbox?: boolean;
}) {
  return (
    <input
      {...rest}
      type="checkbox"
      {...(isCheckbox ? {} : { role: 'switch', 'aria-checked': checked })}
      className={styles.switch}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** On or off, at once: for settings that need no Save, and for toggles such as a subscription. */
export function SwitchField({
  label,
  description,
  disabledReason,
  checked,
  onChange,
  disabled,
  name,
  isCheckbox = false,
}: Omit<CheckboxFieldProps, 'indeterminate'> & {
  /** It is sent with a form, and only looks like a switch. */
  isCheckbox?: boolean;
}) {
  return (
    <Choice {...{ label, description, disabledReason, disabled }}>
      {(describedBy) => (
        <Switch {...{ checked, disabled, name, isCheckbox, onChange }} aria-describedby={describedBy} />
      )}
    </Choice>
  );
}

/** One of a few choices, one below the other, each with an optional explanation. */
export function RadioGroup<Value extends string>({
  label,
  hideLabel = false,
  value,
  onChange,
  options,
}: {
  label: string;
  hideLabel?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; description?: ReactNode; disabled?: boolean }[];
}) {
  const name = useId();
  return (
    <fieldset className={styles.radios}>
      <legend className={cx(styles.label, hideLabel && a11y.hidden)}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            className={styles.radio}
            aria-describedby={option.description === undefined ? undefined : `${name}-${option.value}`}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.choiceText}>
            {option.label}
            {option.description === undefined ? null : (
              <span id={`${name}-${option.value}`} className={styles.description}>
                {option.description}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

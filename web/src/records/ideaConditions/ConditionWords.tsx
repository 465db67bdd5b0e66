import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { timing } from '../../../../contract/limits.ts';
import type { FilterNames } from '../../lists/filterNames.ts';
import { FilterEditor } from '../../lists/FilterEditor.tsx';
import type { FilterRecords } from '../../lists/filters.ts';
import { useDebounced } from '../../shared/pickers/useDebounced.ts';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import { OptionEnds } from '../../ui/fields/options.ts';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { conditionMessages as texts } from './conditionMessages.ts';
import { FieldPicker } from './FieldPicker.tsx';
import type { ConditionField } from './fields.ts';
import { isRelative, newCondition, operatorsOf, readAmount, withOperator } from './sentence.ts';
import type { Condition } from './sentence.ts';
import {
  isOwn,
  operatorName,
  operatorText,
  periodHint,
  periodText,
  saidValues,
  shownFilter,
} from './words.ts';
import styles from './conditions.module.css';

/** So many values stand in boxes; the others are counted. */
const VALUES_SHOWN = 3;
const PERIODS = ['7_days_ago', '30_days_ago', '90_days_ago', '180_days_ago', '365_days_ago'];

/** Records of which there are few: how many ideas each has is told beside it. */
const COUNTED: ReadonlySet<FilterRecords> = new Set([
  'forums',
  'categories',
  'labels',
  'statuses',
  'internal_statuses',
  'owners',
]);

interface WordsProps {
  /** How many ideas there are with one value of the condition. */
  countOf: (value: string) => ReactNode;
  condition: Condition;
  field: ConditionField;
  names: FilterNames;
  /** it was added just now: its value is asked for */
  isBegun: boolean;
  onChange: (condition: Condition) => void;
}

/** The words of a condition: its field, what is said of it, and its values, each edited in place. */
export function ConditionWords({
  fields,
  field,
  ...props
}: Omit<WordsProps, 'field'> & { field: ConditionField | undefined; fields: readonly ConditionField[] }) {
  const { condition, onChange } = props;
  if (condition.raw !== undefined || field === undefined) {
    const isCustom = isOwn(condition);
    return (
      <>
        <del className={styles.gone}>{isCustom ? texts.goneField : texts.raw}</del>
        <code className={styles.raw} data-tip={JSON.stringify(condition.raw)}>
          {JSON.stringify(condition.raw)}
        </code>
        {isCustom ? <span className={styles.hint}>{texts.gone}</span> : null}
      </>
    );
  }
  return (
    <>
      <Popover
        label={texts.field(field.label)}
        widthPx={280}
        trigger={(trigger) => (
          <button type="button" {...trigger} className={styles.field} aria-label={texts.field(field.label)}>
            {field.label}
          </button>
        )}
      >
        {(close) => (
          <FieldPicker
            label={texts.field(field.label)}
            fields={fields}
            selected={field.id}
            onChoose={(chosen) => {
              close();
              if (chosen.id !== field.id) onChange({ ...newCondition(chosen), key: condition.key });
            }}
          />
        )}
      </Popover>
      <Menu
        label={texts.operator(field.label, operatorText(condition, field))}
        placement="bottom-start"
        items={operatorsOf(field).map((operator) => ({
          id: operator,
          label: operatorName(operator, field),
          checked: operator === condition.operator,
          onSelect: () => onChange(withOperator(condition, operator)),
        }))}
        trigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            className={styles.operator}
            aria-label={texts.operator(field.label, operatorText(condition, field))}
          >
            {operatorText(condition, field)}
          </button>
        )}
      />
      <Value {...props} field={field} />
    </>
  );
}

function Value(props: WordsProps) {
  const { condition, field, onChange } = props;
  const { operator, values } = condition;
  const set = (index: number, value: string): void =>
    onChange({ ...condition, values: Object.assign([...values], { [index]: value }) });
  switch (field.kind) {
    case 'yes':
      return null;
    case 'number':
      return <Amount {...props} />;
    case 'date':
      if (operator === 'within' || operator === 'older') return <Period {...props} />;
      return (
        <>
          <Day {...props} label={texts.day} value={values[0]} onSet={(day) => set(0, day)} />
          {operator === 'between' ? (
            <>
              <span className={styles.hint}>{texts.betweenAnd}</span>
              <Day
                {...props}
                isBegun={false}
                label={texts.lastDay}
                value={values[1]}
                onSet={(day) => set(1, day)}
              />
            </>
          ) : null}
        </>
      );
    default:
      return <Chosen {...props} />;
  }
}

/** Records, words or texts, in boxes that open what there is to choose. */
function Chosen({ condition, field, names, isBegun, countOf, onChange }: WordsProps) {
  const [isOpen, setIsOpen] = useState(isBegun);
  const { values } = condition;
  const said = saidValues(condition, field, names);
  const filter = shownFilter(condition, field);
  const set = (next: readonly string[]): void => onChange({ ...condition, values: next });
  const toggle = (value: string): void =>
    set(values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
  const label = texts.values(field.label, said.map(({ text }) => text).join(', ') || texts.noValue);
  return (
    <Popover
      label={label}
      widthPx={280}
      opened={isOpen}
      onOpenedChange={setIsOpen}
      trigger={(trigger) => (
        <button type="button" {...trigger} className={styles.values} aria-label={label}>
          {said.length === 0 ? (
            <span className={styles.value} data-empty="">
              {texts.noValue}
            </span>
          ) : null}
          {said.slice(0, VALUES_SHOWN).map(({ text, isGone }, index) => (
            <span key={values[index]} className={styles.value} data-gone={isGone || undefined} dir="auto">
              {text}
            </span>
          ))}
          {said.length > VALUES_SHOWN ? (
            <span className={styles.hint}>+{said.length - VALUES_SHOWN}</span>
          ) : null}
        </button>
      )}
    >
      {(close) =>
        filter !== null ? (
          <OptionEnds value={'records' in filter && COUNTED.has(filter.records) ? countOf : null}>
            <FilterEditor filter={filter} values={values} onChange={set} close={close} />
          </OptionEnds>
        ) : field.kind === 'words' ? (
          <OptionEnds value={countOf}>
            <OptionPicker
              label={field.label}
              multiple
              selected={values}
              options={[
                ...field.choices!.map((choice) => ({
                  ...choice,
                  ...(field.id === 'total_sentiment_score'
                    ? { tag: texts.sentimentHints[choice.value]! }
                    : {}),
                })),
                // a choice that was deleted can be taken out
                ...values
                  .filter((value) => field.choices!.every((choice) => choice.value !== value))
                  .map((value) => ({ value, label: value, end: texts.gone })),
              ]}
              onChoose={({ value }) => toggle(value)}
            />
          </OptionEnds>
        ) : (
          <OptionPicker
            label={field.label}
            multiple
            selected={values}
            options={values.map((value) => ({ value, label: value }))}
            placeholder={texts.typeValue}
            emptyText={texts.typeValue}
            createLabel={texts.isExactly}
            onCreate={(text) => {
              set([...values, text]);
              close();
            }}
            onChoose={({ value }) => toggle(value)}
          />
        )
      }
    </Popover>
  );
}

/** A number. What is no number yet keeps the result that there was. */
function Amount({ condition, field, isBegun, onChange }: WordsProps) {
  const held = condition.values[0] ?? '';
  const [text, setText] = useState(held);
  const settled = useDebounced(text, timing.userSearchDebounceMs);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isBegun) input.current?.focus();
    // as it is added, and not again
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const keep = (): void => {
    if (text !== held) onChange({ ...condition, values: text === '' ? [] : [text] });
  };
  useEffect(() => {
    if (settled === text) keep();
    // when the typing has paused
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  const isWrong = text !== '' && readAmount(text) === null;
  return (
    <>
      <input
        ref={input}
        type="text"
        inputMode="decimal"
        className={styles.input}
        aria-label={texts.values(field.label, texts.amount)}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        value={text}
        maxLength={20}
        style={{ width: `calc(${Math.max(4, text.length + 1)}ch + 20px)` }}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
        }}
      />
      {field.isMoney === true && !isWrong && text !== '' ? (
        <span className={styles.hint}>{saidValues(condition, field, new Map())[0]?.text}</span>
      ) : null}
    </>
  );
}

/** A day of the calendar. */
function Day({
  field,
  isBegun,
  label,
  value = '',
  onSet,
}: WordsProps & { label: string; value: string | undefined; onSet: (day: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isBegun) input.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <input
      ref={input}
      type="date"
      className={styles.input}
      aria-label={texts.values(field.label, label)}
      value={isRelative(value) ? '' : value.slice(0, 10)}
      onChange={(event) => onSet(event.target.value)}
    />
  );
}

/** How long ago, in days; what it means today stands behind it. */
function Period({ condition, field, isBegun, onChange }: WordsProps) {
  const [isOpen, setIsOpen] = useState(isBegun);
  const held = condition.values[0] ?? PERIODS[0]!;
  const options = PERIODS.includes(held) ? PERIODS : [held, ...PERIODS];
  const label = texts.values(field.label, periodText(held));
  const choose = (value: string): void => {
    onChange({ ...condition, values: [value] });
    setIsOpen(false);
  };
  return (
    <>
      <Popover
        label={label}
        widthPx={220}
        opened={isOpen}
        onOpenedChange={setIsOpen}
        trigger={(trigger) => (
          <button type="button" {...trigger} className={styles.values} aria-label={label}>
            <span className={styles.value}>{periodText(held)}</span>
          </button>
        )}
      >
        {(close) => (
          <OptionPicker
            label={label}
            selected={[held]}
            options={options.map((value) => ({ value, label: periodText(value) }))}
            createLabel={texts.typeDays}
            onCreate={(text) => {
              close();
              choose(`${Number(text)}_days_ago`);
            }}
            onChoose={({ value }) => {
              close();
              choose(value);
            }}
          />
        )}
      </Popover>
      {condition.operator === 'older' ? <span className={styles.operatorEnd}>{texts.ago}</span> : null}
      <span className={styles.hint}>{periodHint(condition)}</span>
    </>
  );
}

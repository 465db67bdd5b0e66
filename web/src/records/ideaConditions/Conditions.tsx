import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { advancedFilterLimits } from '../../../../contract/advanced_filters.ts';
import { isId } from '../../../../contract/ids.ts';
import type { SuggestionListInput } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useFilterNames } from '../../lists/filterNames.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { useCopy } from '../../ui/toasts/useCopy.ts';
import { useNarrow } from '../../ui/useNarrow.ts';
import { ConditionWords } from './ConditionWords.tsx';
import { FieldPicker } from './FieldPicker.tsx';
import { conditionMessages as texts } from './conditionMessages.ts';
import { conditionFields } from './fields.ts';
import type { ConditionField } from './fields.ts';
import { newCondition, newKey, readSentence, writeSentence } from './sentence.ts';
import type { Condition, Line } from './sentence.ts';
import { sayCondition, shownFilters } from './words.ts';
import styles from './conditions.module.css';

const countDocument = graphql(`
  query IdeasWithoutCondition($query: SuggestionListInput) {
    suggestions(query: $query, per_page: 1) {
      total_records
      total_is_capped
    }
  }
`);

const fieldsDocument = graphql(`
  query ConditionFields {
    all_custom_fields(object_type: ["suggestion"], sort: "id") {
      records {
        id
        key
        name
        combined_type
        string_enum_values {
          label
        }
        numeric_enum_values {
          label
          numeric_value
        }
      }
    }
  }
`);

/** So many conditions are left out in turn, to say which one leaves no idea. */
const LEFT_OUT = 8;

export interface ConditionsProps {
  /** how the sentence begins; left out: as in the list of ideas */
  begin?: string;
  /** it stands among fields, in little width */
  isInForm?: boolean;
  /** `advanced_filters` as JSON; '' for none */
  where: string;
  /** what the list asks for, with them */
  query: Partial<SuggestionListInput>;
  /** ideas that it found; null while they are counted */
  found: number | null;
  onChange: (where: string) => void;
  onClose: () => void;
}

/**
 * Conditions of the ideas list as a sentence that is edited word by word. What is finished holds at once. In a narrow
 * window the list keeps its place: the sentence is read above it and edited in a dialog.
 */
export function Conditions(props: ConditionsProps) {
  const viewer = useViewer();
  const custom = useQuery({
    queryKey: ['condition-fields'],
    queryFn: ({ signal }) => request(fieldsDocument, {}, { signal }),
    meta: { document: fieldsDocument },
  });
  const records = custom.data?.all_custom_fields.records;
  // a sentence about fields that are still on their way would show them as gone
  if (records !== undefined) return <Sentence {...props} fields={conditionFields(viewer, records)} />;
  if (!custom.isError) return <div className={styles.box} aria-busy="true" />;
  return (
    <div className={styles.box} role="alert">
      {texts.failed}{' '}
      <Button variant="text" onClick={() => void custom.refetch()}>
        {texts.again}
      </Button>
    </div>
  );
}

function Sentence({
  begin = texts.begin,
  isInForm = false,
  where,
  query,
  found,
  onChange,
  onClose,
  fields,
}: ConditionsProps & { fields: readonly ConditionField[] }) {
  const [{ sentence, of }, setState] = useState(() => ({ sentence: readSentence(where, fields), of: where }));
  const [begun, setBegun] = useState<number | null>(null);
  const isSheet = useNarrow() && !isInForm;
  const [isOpen, setIsOpen] = useState(where === '');
  const copy = useCopy();
  const lines = typeof sentence === 'string' ? [] : sentence;
  const all = lines.flatMap(({ conditions }) => conditions);
  const filters = shownFilters(all, fields);
  const names = useFilterNames(
    filters,
    Object.fromEntries(all.map(({ key, values }) => [String(key), values.filter((value) => isId(value))])),
  );
  // another address: back, a view, all filters cleared
  if (where !== of) setState({ sentence: readSentence(where, fields), of: where });

  const change = (next: readonly Line[]): void => {
    const filled = next.filter(({ conditions }) => conditions.length > 0);
    const written = writeSentence(filled, fields);
    const text = written === null ? '' : JSON.stringify(written);
    setState({ sentence: filled, of: text });
    if (text !== where) onChange(text);
  };
  const changeLine = (line: Line, conditions: readonly Condition[]): void =>
    change(lines.map((other) => (other === line ? { ...line, conditions } : other)));
  const remove = (line: Line, condition: Condition): void =>
    changeLine(
      line,
      line.conditions.filter((other) => other !== condition),
    );
  const add = (line: Line | null, isGroup: boolean, field: ConditionField): void => {
    const condition = newCondition(field);
    setBegun(condition.key);
    if (line !== null) changeLine(line, [...line.conditions, condition]);
    else change([...lines, { key: newKey(), isGroup, conditions: [condition] }]);
  };
  const fieldOf = ({ field }: Condition) => fields.find(({ id }) => id === field);
  const say = (condition: Condition): string => sayCondition(condition, fieldOf(condition), names);
  /** What is asked for where a line says nothing but one value of a condition, and the others what they say. */
  const queryWith = (line: Line, condition: Condition, value: string): Partial<SuggestionListInput> => {
    const alone: Condition = { ...condition, operator: 'include', values: [value] };
    const others = lines.map((other) => (other === line ? { ...line, conditions: [alone] } : other));
    return { ...query, advanced_filters: writeSentence(others, fields) ?? {} };
  };
  const isFull = all.length >= advancedFilterLimits.conditions;
  const adding = { fields, isFull };

  const box = (
    <section
      className={styles.box}
      aria-label={texts.label}
      data-in-form={isInForm || isSheet || undefined}
      data-sheet={isSheet || undefined}
    >
      {typeof sentence === 'string' ? <p className={styles.note}>{texts[sentence]}</p> : null}
      {lines.map((line, index) => (
        <div key={line.key} className={styles.line} data-group={line.isGroup || undefined}>
          <span className={styles.join} data-begins={index === 0 || undefined}>
            {index === 0 ? begin : texts.and}
          </span>
          <div className={styles.conditions}>
            {line.conditions.map((condition, place) => (
              <div
                key={condition.key}
                role="group"
                aria-label={say(condition)}
                className={styles.condition}
                onKeyDown={(event) => {
                  if (isTyping(event) || (event.key !== 'Backspace' && event.key !== 'Delete')) return;
                  event.preventDefault();
                  remove(line, condition);
                }}
              >
                {line.isGroup ? (
                  <span className={styles.either}>{place === 0 ? texts.either : texts.or}</span>
                ) : null}
                <ConditionWords
                  condition={condition}
                  field={fieldOf(condition)}
                  fields={fields}
                  names={names}
                  isBegun={begun === condition.key}
                  countOf={(value) => <ChoiceCount query={queryWith(line, condition, value)} />}
                  onChange={(next) =>
                    changeLine(
                      line,
                      line.conditions.map((other) => (other === condition ? next : other)),
                    )
                  }
                />
                <IconButton
                  label={texts.remove(say(condition))}
                  variant="plain"
                  size="small"
                  tip={false}
                  onClick={() => remove(line, condition)}
                >
                  <IconX size={13} stroke={1.75} aria-hidden="true" />
                </IconButton>
              </div>
            ))}
            {line.isGroup ? (
              <AddCondition
                {...adding}
                label={texts.addToGroup}
                text={texts.addOr}
                onAdd={(field) => add(line, true, field)}
              />
            ) : null}
          </div>
        </div>
      ))}
      <div className={styles.foot}>
        {lines.length === 0 && typeof sentence !== 'string' ? (
          <span className={styles.join} data-begins>
            {begin}
          </span>
        ) : null}
        {typeof sentence === 'string' ? null : (
          <>
            <AddCondition
              {...adding}
              label={texts.addCondition}
              text={lines.length === 0 ? texts.addCondition : texts.addAnd}
              onAdd={(field) => add(null, false, field)}
            />
            <AddCondition
              {...adding}
              label={texts.addGroupLabel}
              text={texts.addGroup}
              onAdd={(field) => add(null, true, field)}
            />
          </>
        )}
        <span className={styles.space} />
        {where === '' ? null : (
          <Button
            variant="text"
            onClick={() => copy(JSON.stringify(JSON.parse(where) as unknown), texts.copied)}
            disabled={sentence === 'unreadable'}
          >
            {texts.copy}
          </Button>
        )}
        <Button variant="text" onClick={clear}>
          {where === '' && lines.length === 0 ? texts.close : texts.clear}
        </Button>
      </div>
      {found === 0 && all.length > 1 && where !== '' ? (
        <WhichExcludes {...{ lines, fields, query, say }} />
      ) : null}
    </section>
  );
  if (!isSheet) return box;
  const leave = (): void => {
    setIsOpen(false);
    // what is not finished is asked for again where it was begun
    if (where === '') onClose();
  };
  return (
    <>
      {where === '' ? null : (
        <button type="button" className={styles.summary} onClick={() => setIsOpen(true)}>
          <span className={styles.summaryText} dir="auto">
            {typeof sentence === 'string'
              ? texts[sentence]
              : `${begin} ${lines
                  .map((line) => line.conditions.map(say).join(` ${texts.or} `))
                  .join(`, ${texts.and} `)}`}
          </span>
          <span className={styles.summaryEdit}>{texts.edit}</span>
        </button>
      )}
      <Dialog
        opened={isOpen}
        onClose={leave}
        title={texts.label}
        footer={
          <Button size="form" variant="primary" onClick={leave}>
            {found === null ? texts.show : texts.showFound(found)}
          </Button>
        }
      >
        {box}
      </Dialog>
    </>
  );

  function clear(): void {
    setState({ sentence: [], of: '' });
    setIsOpen(false);
    if (where !== '') onChange('');
    onClose();
  }
}

/** Whether a key is meant for a field, or for what a word has opened. */
function isTyping({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || target.matches('input, textarea')) return true;
  const opened = target.closest('[popover]');
  return !currentTarget.contains(target) || (opened !== null && currentTarget.contains(opened));
}

/** The button that adds a condition, with the fields that it can be about. */
function AddCondition({
  label,
  text,
  fields,
  isFull,
  onAdd,
}: {
  label: string;
  text: string;
  fields: readonly ConditionField[];
  isFull: boolean;
  onAdd: (field: ConditionField) => void;
}) {
  return (
    <Popover
      label={label}
      widthPx={280}
      trigger={(props) => (
        <Button
          {...props}
          variant="text"
          aria-label={text === label ? label : `${label}: ${text}`}
          icon={<IconPlus size={13} stroke={2} aria-hidden="true" />}
          disabled={isFull}
          disabledReason={isFull ? texts.limit(advancedFilterLimits.conditions) : null}
        >
          {text}
        </Button>
      )}
    >
      {(close) => (
        <FieldPicker
          label={label}
          fields={fields}
          onChoose={(field) => {
            close();
            onAdd(field);
          }}
        />
      )}
    </Popover>
  );
}

/** How many ideas there are; nothing until it is known. */
function ChoiceCount({ query }: { query: Partial<SuggestionListInput> }) {
  const { data } = useQuery({
    queryKey: ['ideas-of-choice', query],
    queryFn: ({ signal }) => request(countDocument, { query }, { signal }),
  });
  if (data === undefined) return null;
  const { total_records: total, total_is_capped: isCapped } = data.suggestions;
  return isCapped ? texts.moreThan(formatNumber(total - 1)) : formatNumber(total);
}

/** Of conditions that leave no idea: which one alone excludes the most. */
function WhichExcludes({
  lines,
  fields,
  query,
  say,
}: {
  lines: readonly Line[];
  fields: readonly ConditionField[];
  query: Partial<SuggestionListInput>;
  say: (condition: Condition) => string;
}) {
  const tries = lines
    .flatMap((line) => line.conditions.map((condition) => ({ line, condition })))
    .slice(0, LEFT_OUT)
    .map(({ line, condition }) => ({
      condition,
      without: writeSentence(
        lines.map((other) =>
          other === line
            ? { ...line, conditions: line.conditions.filter((one) => one !== condition) }
            : other,
        ),
        fields,
      ),
    }));
  const asked = tries.map(({ without }) => ({ ...query, advanced_filters: without ?? {} }));
  const { data } = useQuery({
    queryKey: ['ideas-without-condition', asked],
    queryFn: ({ signal }) =>
      Promise.all(
        asked.map(
          async (one) => (await request(countDocument, { query: one }, { signal })).suggestions.total_records,
        ),
      ),
  });
  if (data === undefined) return null;
  const most = Math.max(...data);
  return (
    <p className={styles.note} role="status">
      {most === 0
        ? texts.noneWithout
        : texts.mostWithout(say(tries[data.indexOf(most)]!.condition), formatNumber(most))}
    </p>
  );
}

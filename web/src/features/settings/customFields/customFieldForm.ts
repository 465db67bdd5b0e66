/** The form of a custom field: its values, its rules, and the inputs of the calls that it makes. */
import type { CombinedType, FieldType, ValueType } from '../../../../../contract/states.ts';
import { customFieldTexts } from './customFieldMessages.ts';
import type { CustomFieldRow } from './customFieldCalls.ts';

const texts = customFieldTexts.panel;

export interface FieldChoice {
  /** of the server, or `new-…` until it is saved */
  id: string;
  label: string;
  /** as it is typed; of lists of numbers */
  number: string;
  is_default: boolean;
}

export interface FieldForm {
  name: string;
  key: string;
  kind: CombinedType;
  choices: readonly FieldChoice[];
  /** by the id of a choice that goes: id of the choice that its records get; left out: none */
  moves: Readonly<Record<string, string>>;
}

/** Kinds in the order of the choice, each with what it is made of. */
export const KINDS: readonly { kind: CombinedType; field_type: FieldType; value_type: ValueType }[] = [
  { kind: 'string_enum', field_type: 'enum', value_type: 'string' },
  { kind: 'numeric', field_type: 'number', value_type: 'numeric' },
  { kind: 'boolean', field_type: 'boolean', value_type: 'boolean' },
  { kind: 'string', field_type: 'text', value_type: 'string' },
  { kind: 'date', field_type: 'date', value_type: 'date' },
  { kind: 'numeric_enum', field_type: 'enum', value_type: 'numeric' },
];

export const hasChoices = (kind: CombinedType): boolean => kind === 'string_enum' || kind === 'numeric_enum';

let made = 0;
/** A choice that is not typed yet. */
export function newChoice(): FieldChoice {
  made += 1;
  return { id: `new-${made}`, label: '', number: '', is_default: false };
}

/** The choices of a field as its form has them. */
export function choicesOf(field: CustomFieldRow): FieldChoice[] {
  return field.combined_type === 'numeric_enum'
    ? field.numeric_enum_values.map(({ id, label, numeric_value, is_default }) => ({
        id,
        label,
        number: numeric_value === null ? '' : String(numeric_value),
        is_default,
      }))
    : field.string_enum_values.map(({ id, label, is_default }) => ({ id, label, number: '', is_default }));
}

/** @param field null: a new one */
export function formOf(field: CustomFieldRow | null): { values: FieldForm; version: string | null } {
  return field === null
    ? {
        values: { name: '', key: '', kind: 'string_enum', choices: [newChoice()], moves: {} },
        version: null,
      }
    : {
        values: {
          name: field.name,
          key: field.key,
          kind: field.combined_type as CombinedType,
          choices: choicesOf(field),
          moves: {},
        },
        version: field.updated_at,
      };
}

/** A number as it is typed; null: it is none. */
const numberOf = (typed: string): number | null => {
  const value = typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'));
  return Number.isFinite(value) ? value : null;
};

/** Choices that are typed; those that were only added are none. */
const typedChoices = (choices: readonly FieldChoice[]): FieldChoice[] =>
  choices.filter(
    ({ id, label, number }) => !(id.startsWith('new-') && label.trim() === '' && number.trim() === ''),
  );

/** What is wrong with the choices; null: nothing. */
export function choicesProblem({ kind, choices }: FieldForm): string | null {
  if (!hasChoices(kind)) return null;
  const typed = typedChoices(choices);
  if (typed.length === 0) return texts.choicesMissing;
  const labels = new Set<string>();
  const numbers = new Set<number>();
  for (const { label, number } of typed) {
    const text = label.trim();
    if (text === '') return texts.choiceMissing;
    if (labels.has(text.toLowerCase())) return texts.choiceTwice(text);
    labels.add(text.toLowerCase());
    if (kind !== 'numeric_enum') continue;
    const value = numberOf(number);
    if (value === null) return texts.numberMissing;
    if (numbers.has(value)) return texts.numberTwice(value);
    numbers.add(value);
  }
  return null;
}

/** The inputs of the choices, and where the values of those that go are moved. */
export function choiceInputs({ kind, choices, moves }: FieldForm, before: readonly FieldChoice[]) {
  if (!hasChoices(kind)) return {};
  const typed = typedChoices(choices);
  const list = typed.map(({ id, label, number, is_default }) => ({
    ...(id.startsWith('new-') ? {} : { id }),
    label: label.trim(),
    is_default,
    ...(kind === 'numeric_enum' ? { numeric_value: numberOf(number) } : {}),
  }));
  const choice_moves = before.flatMap(({ id }) => {
    const target = typed.find((choice) => choice.id === moves[id]);
    return target === undefined || typed.some((choice) => choice.id === id)
      ? []
      : [{ from: id, to: target.label.trim() }];
  });
  return {
    ...(kind === 'numeric_enum' ? { numeric_enum_values: list } : { string_enum_values: list }),
    ...(choice_moves.length === 0 ? {} : { choice_moves }),
  };
}

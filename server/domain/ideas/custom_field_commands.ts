import { sql, type Selectable } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import {
  combinedType,
  CUSTOM_FIELD_OBJECT_TYPES,
  type CustomFieldObjectType,
  FIELD_TYPES,
  VALUE_TYPES,
  type FieldType,
  type ValueType,
} from '../../../contract/states.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  booleanInput,
  idInput,
  jsonInput,
  singleLine,
  objectListInput,
  validatedText,
  textInput,
  enumInput,
  nullable,
  required,
} from '../../inputs/kinds.ts';
import type { Input } from '../../core/inputs.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import type { CustomFieldsTable } from '../../db/tables.ts';
import { CUSTOM_FIELD_HOLDERS, customField, customFieldEnumValue } from './custom_field.ts';
import { canManageSettings } from './rights.ts';

const CHOICES_MAX = 100;
const KEY = /^[a-z][a-z0-9_]{0,62}$/;
/** The kind of value that a kind of field has unless said otherwise. */
const USUAL_VALUE: Readonly<Record<FieldType, ValueType>> = {
  text: 'string',
  enum: 'string',
  date: 'date',
  boolean: 'boolean',
  number: 'numeric',
};

const inNumber: Input<number> & { required: false } = {
  ...jsonInput('Number that the choice stands for.', (raw, path) => {
    if (typeof raw !== 'number' || !Number.isFinite(raw))
      throw badInput(path, 'The numeric value must be a number.');
    return raw;
  }),
  type: 'Float',
};

const choice = {
  id: idInput('Choice that is there; without one a new one is made.'),
  label: required(singleLine('Text of the choice.', textLimits.nameCharacters)),
  is_default: booleanInput('Preselected; one choice at most.'),
};
const CHOICES =
  'Choices in their order; those with id stay, those left out go, and values that name them with them.';

const fields = {
  question: nullable(textInput('Question put to end users; null: none.', textLimits.reasonCharacters)),
  question_enabled: booleanInput('The question is put.'),
  question_required: booleanInput('It must be answered.'),
  string_enum_values: objectListInput('StringEnumValueInput', CHOICES, choice, CHOICES_MAX),
  numeric_enum_values: objectListInput(
    'NumericEnumValueInput',
    CHOICES,
    { ...choice, numeric_value: required(inNumber) },
    CHOICES_MAX,
  ),
};
/** Choices that go, whose values become those of another one. */
const choiceMoves = objectListInput(
  'CustomFieldChoiceMoveInput',
  'Of choices that go: which choice the records that have them get. Without it they have none then.',
  {
    from: required(idInput('Choice that is left out.')),
    to: required(singleLine('Text of a choice that stays.', textLimits.nameCharacters)),
  },
  CHOICES_MAX,
);
const inName = singleLine('Name as shown.', textLimits.nameCharacters);

interface Choice {
  id?: string;
  label: string;
  is_default?: boolean;
  numeric_value?: number;
}
type Row = Selectable<CustomFieldsTable>;

/** A key made of a name: "Sales region" -> sales_region. */
function keyOf(name: string): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 63);
  return key === '' ? 'field' : key;
}

/** The choices that go with the kind of field, and their input's name. @throws BAD_USER_INPUT for choices of the wrong kind */
function choicesOf(
  type: { field_type: string; value_type: string },
  input: { string_enum_values?: Choice[]; numeric_enum_values?: Choice[] },
): { field: string; choices: Choice[] | undefined } {
  const isEnum = type.field_type === 'enum';
  const own = type.value_type === 'numeric' ? 'numeric_enum_values' : 'string_enum_values';
  for (const name of ['string_enum_values', 'numeric_enum_values'] as const) {
    if (input[name] !== undefined && input[name].length > 0 && (!isEnum || name !== own))
      throw badInput(name, `This field has no ${name === own ? 'choices' : name.replaceAll('_', ' ')}.`);
  }
  return { field: own, choices: isEnum ? input[own] : undefined };
}

/** @throws BAD_USER_INPUT naming the choice that is given twice, or is a second default */
function checkChoices(field: string, choices: readonly Choice[]): void {
  if (choices.length === 0)
    throw badInput(field, 'Give the field at least one choice.', { reason: 'required' });
  const seen = new Set<string>();
  let defaults = 0;
  for (const [index, { label, numeric_value, is_default }] of choices.entries()) {
    if (seen.has(`label ${label.toLowerCase()}`))
      throw badInput(`${field}.${index}.label`, `The choice "${label}" is given twice.`, { reason: 'taken' });
    if (numeric_value !== undefined && seen.has(`number ${numeric_value}`))
      throw badInput(`${field}.${index}.numeric_value`, `The number ${numeric_value} is given twice.`, {
        reason: 'taken',
      });
    if (is_default && (defaults += 1) > 1)
      throw badInput(`${field}.${index}.is_default`, 'Only one choice can be preselected.');
    seen.add(`label ${label.toLowerCase()}`).add(`number ${numeric_value}`);
  }
}

/** What ideas store for a choice: its number, or its text. */
const stored = (row: { label: string; numeric_value?: number | null }): string =>
  JSON.stringify(row.numeric_value ?? row.label);

/**
 * Makes the choices those of the list, in its order, and brings stored values along: those of a
 * renamed choice are renamed, those of a choice that goes are taken away, or become those of the choice that `choice_moves`
 * names.
 */
async function replaceChoices(
  { tx, subdomain_id }: CommandContext,
  row: Pick<Row, 'id' | 'key' | 'object_type'>,
  field: string,
  choices: readonly Choice[],
  choice_moves: readonly { from: string; to: string }[] = [],
): Promise<void> {
  checkChoices(field, choices);
  const there = await tx
    .selectFrom('custom_field_enum_values')
    .select(['id', 'label', 'numeric_value'])
    .where('subdomain_id', '=', subdomain_id)
    .where('custom_field_id', '=', row.id)
    .execute();
  const known = new Map(there.map((value) => [value.id, value]));
  const kept = new Set<string>();
  /** stored value before -> after; null: none */
  const moves = new Map<string, string | null>();
  for (const [index, { id, ...given }] of choices.entries()) {
    const values = {
      label: given.label,
      numeric_value: given.numeric_value ?? null,
      is_default: given.is_default ?? false,
      position: index + 1,
    };
    if (id === undefined) {
      await tx
        .insertInto('custom_field_enum_values')
        .values({ subdomain_id, custom_field_id: row.id, ...values })
        .execute();
      continue;
    }
    const before = known.get(id);
    if (!before || kept.has(id)) throw notFound(`${field}.${index}.id`, 'choice');
    kept.add(id);
    if (stored(before) !== stored(values)) moves.set(stored(before), stored(values));
    await tx
      .updateTable('custom_field_enum_values')
      .set(values)
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
  }
  const gone = there.filter((value) => !kept.has(value.id));
  if (gone.length > 0)
    await tx
      .deleteFrom('custom_field_enum_values')
      .where('subdomain_id', '=', subdomain_id)
      .where(
        'id',
        'in',
        gone.map((value) => value.id),
      )
      .execute();
  for (const [index, { from }] of choice_moves.entries())
    if (!gone.some(({ id }) => id === from)) throw notFound(`choice_moves.${index}.from`, 'choice');
  for (const value of gone) {
    if (choices.some((one) => stored(one) === stored(value))) continue;
    const index = choice_moves.findIndex(({ from }) => from === value.id);
    const target = choices.find(({ label }) => label === choice_moves[index]?.to);
    if (index >= 0 && target === undefined) throw notFound(`choice_moves.${index}.to`, 'choice');
    moves.set(stored(value), target === undefined ? null : stored(target));
  }
  await moveValues(tx, subdomain_id, row, moves);
}

const holderOf = (objectType: string): string =>
  CUSTOM_FIELD_HOLDERS[objectType as CustomFieldObjectType].table;

/** Changes stored values of one key in one statement, so that two choices can swap their names. */
async function moveValues(
  tx: CommandContext['tx'],
  subdomainId: string,
  { object_type, key }: Pick<Row, 'object_type' | 'key'>,
  moves: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (moves.size === 0) return;
  const before = [...moves.keys()];
  const after = [...moves.values()];
  const containing = before.map((value) => JSON.stringify({ [key]: JSON.parse(value) as unknown }));
  await sql`
update ${sql.table(holderOf(object_type))} c
set custom_fields = case when d.after is null then c.custom_fields - ${key}::text else c.custom_fields || jsonb_build_object(${key}::text, d.after) end
from unnest(${before}::jsonb[], ${after}::jsonb[]) as d (before, after)
where c.subdomain_id = ${subdomainId} and c.custom_fields -> ${key}::text = d.before and c.custom_fields @> any(${containing}::jsonb[])`.execute(
    tx,
  );
}

/** Makes a custom field. */
export const customFieldCreate = defineCommand({
  name: 'custom_field_create',
  description: 'Makes a custom field on ideas, features, people or accounts.',
  requires: canManageSettings,
  input: {
    object_type: required(enumInput('What it is a field of.', CUSTOM_FIELD_OBJECT_TYPES)),
    name: required(inName),
    key: validatedText(
      'Key in custom_field_map; made of the name when not given, and not changed later.',
      63,
      (text) => (KEY.test(text) ? null : 'A key has small letters, digits and _, and begins with a letter.'),
    ),
    field_type: required(enumInput('Kind of field.', FIELD_TYPES)),
    value_type: enumInput(
      'Kind of value; the usual one of the kind of field when not given. Of an enum string or numeric.',
      VALUE_TYPES,
    ),
    ...fields,
  },
  returns: { entity: 'custom_field' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { object_type, name, field_type } = input;
    const value_type = input.value_type ?? USUAL_VALUE[field_type];
    if (combinedType(field_type, value_type) === null)
      throw badInput('value_type', `A field of type ${field_type} has no ${value_type} values.`);
    const { field, choices } = choicesOf({ field_type, value_type }, input);
    if (field_type === 'enum') checkChoices(field, choices ?? []);
    const key = input.key === undefined || input.key === '' ? keyOf(name) : input.key;
    const question = input.question === '' ? null : (input.question ?? null);
    refuseSilentQuestion(question, input.question_enabled ?? false);
    const row = await rejectDuplicate(
      'custom_fields_key',
      () =>
        badInput('key', `There is a custom field "${key}" already. Choose another key.`, { reason: 'taken' }),
      tx
        .insertInto('custom_fields')
        .values({
          subdomain_id,
          object_type,
          key,
          name,
          field_type,
          value_type,
          question,
          question_enabled: input.question_enabled ?? false,
          question_required: input.question_required ?? false,
          created_by_id: viewer.user_id,
          updated_by_id: viewer.user_id,
          created_at: now,
          updated_at: now,
        })
        .returning(['id', 'key', 'object_type'])
        .executeTakeFirstOrThrow(),
    );
    if (choices) await replaceChoices(context, row, field, choices);
    await context.audit('custom_field_create', row.id, { object_type, key });
    return row.id;
  },
});

function refuseSilentQuestion(question: string | null, isEnabled: boolean): void {
  if (isEnabled && question === null)
    throw badInput('question', 'Write the question that is put.', { reason: 'required' });
}

async function lockField({ tx, subdomain_id }: CommandContext, id: string): Promise<Row> {
  const row = await tx
    .selectFrom('custom_fields')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('id', 'custom field');
  return row;
}

const VALUES = { id: true, label: true, numeric_value: true, is_default: true } as const;
const CURRENT = {
  id: true,
  name: true,
  question: true,
  question_enabled: true,
  question_required: true,
  string_enum_values: VALUES,
  numeric_enum_values: VALUES,
  updated_at: true,
} as const;

/** Changes what is given of a custom field; what it is and its key stay. */
export const customFieldUpdate = defineCommand({
  name: 'custom_field_update',
  description: 'Changes what is given of a custom field; its kind and its key stay.',
  requires: canManageSettings,
  input: {
    id: required(idInput('Custom field.')),
    name: inName,
    ...fields,
    choice_moves: choiceMoves,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'custom_field' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { id, name } = input;
    const row = await lockField(context, id);
    await assertNotModified(input.if_updated_at, row, 'custom field', () =>
      readRecord(tx, viewer, customField, [customFieldEnumValue], id, CURRENT),
    );
    if (name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    const { field, choices } = choicesOf(row, input);
    const question = input.question === undefined ? row.question : input.question || null;
    const question_enabled = input.question_enabled ?? (row.question_enabled && question !== null);
    refuseSilentQuestion(question, question_enabled);
    await tx
      .updateTable('custom_fields')
      .set({
        name: name ?? row.name,
        question,
        question_enabled,
        question_required: input.question_required ?? row.question_required,
        updated_by_id: viewer.user_id,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    if (choices) await replaceChoices(context, row, field, choices, input.choice_moves);
    await context.audit('custom_field_update', id, { key: row.key });
    return id;
  },
});

/** Deletes a custom field with its values. */
export const customFieldDelete = defineCommand({
  name: 'custom_field_delete',
  description: 'Deletes a custom field and the values that records have in it.',
  requires: canManageSettings,
  input: { id: required(idInput('Custom field.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id } = context;
    const row = await lockField(context, id);
    // a later field of the same key must not find them
    await sql`update ${sql.table(holderOf(row.object_type))} c set custom_fields = c.custom_fields - ${row.key}::text where c.subdomain_id = ${subdomain_id} and c.custom_fields ? ${row.key}::text`.execute(
      tx,
    );
    await tx
      .deleteFrom('custom_fields')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('custom_field_delete', id, { object_type: row.object_type, key: row.key });
    return { id };
  },
});

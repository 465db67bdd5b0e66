import { IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { EditableList } from '../../../ui/fields/EditableList.tsx';
import { RadioGroup, SelectField, TextField } from '../../../ui/fields/fields.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import {
  createFieldDocument,
  deleteFieldDocument,
  readCustomField,
  updateFieldDocument,
} from './customFieldCalls.ts';
import type { CustomFieldObjectType } from '../../../../../contract/states.ts';
import type { CustomFieldRow } from './customFieldCalls.ts';
import {
  choiceInputs,
  choicesOf,
  choicesProblem,
  formOf,
  hasChoices,
  KINDS,
  newChoice,
} from './customFieldForm.ts';
import type { FieldChoice, FieldForm } from './customFieldForm.ts';
import { customFieldTexts } from './customFieldMessages.ts';
import rows from '../../../ui/page/rows.module.css';
import panels from '../../../forms/panels.module.css';
import styles from './customFields.module.css';

const texts = customFieldTexts.panel;
const KEY = /^[a-z][a-z0-9_]{0,62}$/;
const CHOICES_MOST = 100;

/** Makes a custom field, or changes and deletes one. */
export function CustomFieldPanel({
  holder,
  field,
  usesOf,
  filled,
  opened,
  onClose,
}: {
  holder: CustomFieldObjectType;
  /** null: a new one */
  field: CustomFieldRow | null;
  /** how many records have a choice, by its id; null: not counted */
  usesOf: (choiceId: string) => number | null;
  /** how many records have a value; null: not counted */
  filled: number | null;
  opened: boolean;
  onClose: () => void;
}) {
  const [asks, setAsks] = useState(false);
  const before = field === null ? [] : choicesOf(field);
  const form = useForm<FieldForm>({
    draftKey: `custom-field:${holder}:${field?.id ?? 'new'}`,
    blank: formOf(null).values,
    record: formOf(field),
    ...(field === null
      ? {}
      : {
          reload: async () => {
            const now = await readCustomField(holder, field.id);
            return now && formOf(now);
          },
        }),
    fields: {
      name: {
        label: texts.name,
        needed: { sentence: texts.nameMissing },
        limit: textLimits.nameCharacters,
        isLine: true,
        text: (typed) => typed,
      },
      key: {
        label: texts.key,
        rule: (typed) => (typed.trim() === '' || KEY.test(typed.trim()) ? null : texts.keyProblem),
      },
      kind: { label: texts.kind },
      choices: {
        label: texts.choices,
        inputs: ['string_enum_values', 'numeric_enum_values', 'choice_moves'],
        rule: (_choices, values) => choicesProblem(values),
        ruleSaid: 'asked',
        text: (choices) => choices.map(({ label }) => label).join(', '),
      },
    },
  });
  const { values, set } = form;
  const { kind, choices, moves } = values;
  const save = useCommand(
    async (version: string | null) => {
      const own = choiceInputs(values, before);
      if (field !== null)
        return (
          await request(updateFieldDocument, {
            id: field.id,
            name: values.name,
            ...own,
            ...(version === null ? {} : { if_updated_at: version }),
          } as never)
        ).custom_field_update;
      const { field_type, value_type } = KINDS.find((one) => one.kind === kind)!;
      return (
        await request(createFieldDocument, {
          object_type: holder,
          name: values.name,
          ...(values.key.trim() === '' ? {} : { key: values.key.trim() }),
          field_type,
          value_type,
          ...own,
        } as never)
      ).custom_field_create;
    },
    {
      form,
      done: field === null ? texts.made(values.name) : texts.saved(values.name),
      failed: texts.failed,
      onDone: onClose,
    },
  );
  const remove = useCommand(deleteFieldDocument, {
    done: texts.deleted(field?.name ?? ''),
    failed: texts.notDeleted,
    onDone: () => {
      setAsks(false);
      form.finish();
      onClose();
    },
  });
  const removed = before.filter(({ id }) => !choices.some((choice) => choice.id === id) && usesOf(id) !== 0);
  const problem = form.errorOf('choices');
  return (
    <PanelFrame
      {...{ opened, form, save }}
      close={onClose}
      area="settings"
      title={field === null ? texts.create : texts.edit}
      what={texts.what}
      submitLabel={field === null ? texts.submit : texts.save}
      end={
        field === null ? undefined : (
          <Button variant="danger-text" size="form" onClick={() => setAsks(true)}>
            {texts.remove}
          </Button>
        )
      }
    >
      <div className={panels.stack}>
        <TextField {...form.field('name')} placeholder={texts.namePlaceholder} dir="auto" data-autofocus />
        <TextField
          {...form.field('key')}
          description={field === null ? texts.keyNote : texts.keyKept}
          optional={field === null}
          readOnly={field !== null}
          autoComplete="off"
          spellCheck={false}
        />
        {field === null ? (
          <RadioGroup
            label={texts.kind}
            value={kind}
            onChange={(next) => set({ kind: next })}
            options={KINDS.map((one) => ({ value: one.kind, label: customFieldTexts.kinds[one.kind] }))}
          />
        ) : (
          <div>
            <p className={styles.label}>{texts.kind}</p>
            <p>{customFieldTexts.kinds[kind]}</p>
            <p className={rows.meta}>{texts.kindKept}</p>
          </div>
        )}
        {hasChoices(kind) ? (
          <div role="group" aria-label={texts.choices} className={styles.choices}>
            <p className={styles.label}>{texts.choices}</p>
            <EditableList<FieldChoice>
              label={texts.choices}
              items={choices}
              onChange={(next) => set({ choices: next })}
              makeItem={newChoice}
              isBlank={(choice) => choice.label.trim() === ''}
              maximum={CHOICES_MOST}
              addLabel={texts.addChoice}
              renderItem={(choice, change, index) => (
                <ChoiceRow
                  choice={choice}
                  place={index + 1}
                  isNumber={kind === 'numeric_enum'}
                  uses={uses(usesOf(choice.id), holder)}
                  onChange={change}
                  onDefault={(isDefault) =>
                    set({
                      choices: choices.map((one) => ({
                        ...one,
                        is_default: isDefault && one.id === choice.id,
                      })),
                    })
                  }
                  onUp={index === 0 ? null : () => set({ choices: raised(choices, index) })}
                />
              )}
            />
            <div aria-live="polite">
              {problem === undefined ? null : <p className={rows.problem}>{problem}</p>}
            </div>
            {removed.map(({ id, label }) => (
              <div key={id} className={styles.moved}>
                <SelectField
                  label={texts.removed(label, uses(usesOf(id), holder))}
                  value={choices.some((choice) => choice.id === moves[id]) ? moves[id]! : ''}
                  options={[
                    { value: '', label: texts.nothing },
                    ...choices
                      .filter((choice) => choice.label.trim() !== '')
                      .map((choice) => ({ value: choice.id, label: choice.label })),
                  ]}
                  onChange={(target) => set({ moves: { ...moves, [id]: target } })}
                />
              </div>
            ))}
          </div>
        ) : null}
      </div>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void remove.run({ id: field!.id })}
        title={texts.removeTitle(field?.name ?? '')}
        confirmLabel={texts.removeConfirm}
        danger
        working={remove.isRunning}
      >
        {texts.removeText(uses(filled, holder))}
      </ConfirmDialog>
    </PanelFrame>
  );
}

const uses = (count: number | null, holder: CustomFieldObjectType): string | null =>
  count === null ? null : texts.uses(count, holder);

/** The list with one choice a place further up. */
function raised(choices: readonly FieldChoice[], index: number): FieldChoice[] {
  const next = [...choices];
  next.splice(index - 1, 0, ...next.splice(index, 1));
  return next;
}

function ChoiceRow({
  choice,
  place,
  isNumber,
  uses: said,
  onChange,
  onDefault,
  onUp,
}: {
  choice: FieldChoice;
  place: number;
  isNumber: boolean;
  /** on how many records it is; null: not counted, or new */
  uses: string | null;
  onChange: (choice: FieldChoice) => void;
  onDefault: (isDefault: boolean) => void;
  /** null: it is the first */
  onUp: (() => void) | null;
}) {
  return (
    <div className={styles.choice}>
      <TextField
        label={texts.choice(place)}
        hideLabel
        value={choice.label}
        placeholder={texts.label}
        autoComplete="off"
        dir="auto"
        onChange={(label) => onChange({ ...choice, label })}
      />
      {isNumber ? (
        <TextField
          label={texts.number(place)}
          hideLabel
          value={choice.number}
          placeholder={texts.numberPlaceholder}
          inputMode="decimal"
          autoComplete="off"
          onChange={(number) => onChange({ ...choice, number })}
        />
      ) : null}
      <label className={styles.default}>
        <input
          type="checkbox"
          checked={choice.is_default}
          onChange={(event) => onDefault(event.target.checked)}
        />
        {texts.preselected}
      </label>
      <span className={styles.uses}>{choice.id.startsWith('new-') ? null : said}</span>
      <IconButton
        label={texts.up(choice.label || texts.choice(place))}
        size="small"
        variant="plain"
        disabled={onUp === null}
        onClick={() => onUp?.()}
      >
        <IconArrowUp size={14} stroke={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

import { textLimits } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { useOpenCount } from '../../../shared/useOpenCount.ts';
import { TextField } from '../../../ui/fields/fields.tsx';
import { createMarkDocument, loadMark, updateMarkDocument } from './markCalls.ts';
import type { PeriodMark } from './markCalls.ts';
import { markTexts } from './markTexts.ts';

const texts = markTexts.dialog;

type Props = { opened: boolean; onClose: () => void; mark: PeriodMark | null };
type Values = { name: string; starts_on: string; ends_on: string };

const valuesOf = ({ name, starts_on, ends_on }: PeriodMark): Values => ({
  name,
  starts_on,
  ends_on: ends_on === starts_on ? '' : ends_on,
});

/** Marks a time, or changes a mark. @param mark null: a new one */
export function MarkDialog(props: Props) {
  return <MarkForm key={useOpenCount(props.opened)} {...props} />;
}

function MarkForm({ opened, onClose, mark }: Props) {
  const form = useForm<Values>({
    blank: { name: '', starts_on: '', ends_on: '' },
    ...(mark === null ? {} : { record: { values: valuesOf(mark), version: mark.updated_at } }),
    fields: {
      name: {
        label: texts.name,
        needed: { sentence: texts.nameMissing },
        limit: textLimits.nameCharacters,
        isLine: true,
      },
      starts_on: { label: texts.start, needed: { sentence: texts.startMissing } },
      ends_on: {
        label: texts.end,
        rule: (end, { starts_on }) =>
          end !== '' && starts_on !== '' && end < starts_on ? texts.wrong : null,
      },
    },
    reload: async () => {
      const now = mark === null ? null : await loadMark(mark.id);
      return now === null ? null : { values: valuesOf(now), version: now.updated_at };
    },
  });
  const save = useCommand(
    async (version: string | null) => {
      const values = { ...form.values, name: form.values.name.trim() };
      if (mark === null) await request(createMarkDocument, values);
      else await request(updateMarkDocument, { id: mark.id, ...values, if_updated_at: version });
    },
    { form, done: mark === null ? texts.created : texts.saved, failed: null, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={mark === null ? texts.create : texts.update}
      submitLabel={texts.save}
      workingLabel={texts.saving}
    >
      <TextField
        {...form.field('name')}
        maxLength={textLimits.nameCharacters}
        placeholder={texts.placeholder}
        description={texts.about}
        autoComplete="off"
      />
      <TextField {...form.field('starts_on')} type="date" />
      <TextField {...form.field('ends_on')} type="date" optional description={texts.endNote} />
    </FormDialog>
  );
}

import { useState } from 'react';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { articleMessages as texts } from './articleMessages.ts';
import { createSectionDocument, deleteSectionDocument, renameSectionDocument } from './articleQueries.ts';
import type { ArticleSection } from './articleQueries.ts';

/**
 * Names a section.
 *
 * @param section null: a new one
 * @param onCreated told the new one
 */
export function SectionNameDialog({
  section,
  opened,
  onClose,
  onCreated,
}: {
  section: ArticleSection | null;
  opened: boolean;
  onClose: () => void;
  onCreated?: (id: string) => void;
}) {
  const form = useForm<{ name: string }>({
    blank: { name: '' },
    record: { values: { name: section?.name ?? '' }, version: section?.updated_at ?? null },
    fields: {
      name: {
        label: texts.sectionName,
        inputs: ['name'],
        needed: { sentence: texts.sectionNameMissing },
      },
    },
  });
  const { name } = form.values;
  const save = useCommand(
    async (version: string | null) =>
      section === null
        ? (await request(createSectionDocument, { name })).article_section_create
        : (await request(renameSectionDocument, { id: section.id, name, if_updated_at: version }))
            .article_section_update,
    {
      form,
      done: section === null ? texts.sectionCreated(name) : texts.sectionRenamed(name),
      failed: texts.sectionFailed,
      onDone: (answer) => {
        onClose();
        if (section === null && answer !== null) onCreated?.(answer.id);
      },
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={section === null ? texts.newSection : texts.rename}
      submitLabel={section === null ? texts.create : texts.save}
      workingLabel={texts.saving}
    >
      <TextField {...form.field('name')} maxLength={textLimits.nameCharacters} autoComplete="off" />
    </FormDialog>
  );
}

/** Deletes a section; one that holds articles only with another one that takes them. */
export function DeleteSectionDialog({
  section,
  sections,
  opened,
  onClose,
}: {
  section: ArticleSection;
  sections: readonly ArticleSection[];
  opened: boolean;
  onClose: () => void;
}) {
  // someone may have written an article into it meanwhile
  const [count] = useState(section.articles_count);
  const form = useForm<{ target: string | null }>({
    blank: { target: null },
    fields: {
      target: {
        label: texts.target,
        inputs: ['target_section'],
        ...(count > 0 ? { needed: { sentence: texts.chooseTarget } } : {}),
      },
    },
  });
  const options = sections
    .filter((other) => other.id !== section.id)
    .map((other) => ({ value: other.id, label: other.name }));
  const remove = useCommand(
    (_version: string | null) =>
      request(deleteSectionDocument, { id: section.id, target_section: form.values.target }),
    {
      form,
      done: texts.sectionDeleted(section.name),
      failed: texts.sectionFailed,
      onDone: onClose,
    },
  );
  const field = form.field('target');
  return (
    <FormDialog
      {...{ opened, onClose, form }}
      save={remove}
      title={texts.deleteSectionTitle(section.name)}
      submitLabel={texts.deleteConfirm}
      workingLabel={texts.deleting}
      disabledReason={form.isValid ? null : options.length === 0 ? texts.noTarget : texts.chooseTarget}
      isFinal
    >
      <p>{count === 0 ? texts.deleteSectionEmpty : texts.deleteSectionHolds(count)}</p>
      {count === 0 ? null : options.length === 0 ? (
        <p>{texts.noTarget}</p>
      ) : (
        <Combobox
          {...field}
          placeholder={texts.chooseTarget}
          value={options.find((option) => option.value === field.value) ?? null}
          options={options}
          onChange={(option) => field.onChange(option?.value ?? null)}
        />
      )}
    </FormDialog>
  );
}

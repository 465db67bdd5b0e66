import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canWrite } from '../../../../../contract/permissions.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { featureAddress } from '../../../host/addresses.ts';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import type { Option } from '../../../ui/fields/options.ts';
import type { ModalControl, ModalProps } from '../../../ui/overlay/modals.ts';
import { createFeatureDocument, linkIdeasDocument } from '../roadmapQueries.ts';
import { linkTexts as texts } from './linkMessages.ts';
import { roadmapTexts } from '../roadmapMessages.ts';

const featuresDocument = graphql(`
  query LinkedFeatureChoices($q: String) {
    features(q: $q, sort: "name", per_page: 50) {
      records {
        id
        name
        suggestions_count
        feature_status {
          id
          name
        }
      }
    }
  }
`);

/** Stands for a feature that is made with the name that was typed. */
const NEW = 'new';

/** Links ideas to a feature that is there, or to a new one. */
export function LinkFeatureDialog({
  suggestion_ids: ids,
  opened,
  close,
}: ModalProps['linkFeature'] & ModalControl) {
  const mayWrite = canWrite(useViewer().permissions, 'features');
  const [q, setQ] = useState('');
  const features = useQuery({
    queryKey: ['link-features', q],
    queryFn: ({ signal }) => request(featuresDocument, { q: q === '' ? null : q }, { signal }),
    placeholderData: (before) => before,
  });
  const form = useForm<{ feature: Option | null }>({
    blank: { feature: null },
    fields: {
      feature: {
        label: texts.feature,
        needed: { sentence: texts.missing },
        inputs: ['id', 'name', 'suggestion_ids'],
      },
    },
  });
  const { feature } = form.values;
  const save = useCommand(
    async (_version: string | null) => {
      if (feature === null) throw new Error(texts.missing);
      const made =
        feature.value === NEW
          ? (await request(createFeatureDocument, { name: feature.label })).feature_create
          : null;
      const id = made?.id ?? feature.value;
      // a second try, after the feature was made and the ideas were refused, takes that feature
      if (made !== null) form.set({ feature: { value: id, label: feature.label } });
      await request(linkIdeasDocument, { id, suggestion_ids: [...ids] });
      return { id, name: feature.label };
    },
    {
      form,
      done: ({ id, name }) => ({
        message: texts.linked(ids.length, name),
        action: { href: featureAddress(id), label: roadmapTexts.open },
      }),
      // which of several were linked before is not known
      undo: ({ id }) =>
        ids.length === 1
          ? {
              send: () => request(linkIdeasDocument, { id, remove_suggestion_ids: [...ids] }),
              done: texts.undone,
              failed: roadmapTexts.failed,
            }
          : null,
      failed: null,
      onDone: close,
    },
  );
  const field = form.field('feature');
  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={texts.title(ids.length)}
      submitLabel={texts.save}
      workingLabel={texts.saving}
    >
      <Combobox
        {...field}
        placeholder={texts.placeholder}
        options={(features.data?.features.records ?? []).map(
          ({ id, name, feature_status, suggestions_count }) => ({
            value: id,
            label: name,
            note: `${feature_status?.name ?? roadmapTexts.noStatus} · ${roadmapTexts.ideas(suggestions_count)}`,
          }),
        )}
        status={features.isPending ? 'loading' : features.isError ? 'error' : 'ready'}
        onRetry={() => void features.refetch()}
        onSearch={setQ}
        {...(mayWrite
          ? {
              onCreate: (name: string) => field.onChange({ value: NEW, label: name.trim() }),
              createLabel: texts.create,
            }
          : {})}
        emptyText={texts.none}
        onChange={(option) =>
          field.onChange(option === null ? null : { value: option.value, label: option.label })
        }
      />
    </FormDialog>
  );
}

import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { featureAddress } from '../../host/addresses.ts';
import { RichTextEditor } from '../../ui/editor/RichTextEditor.tsx';
import { SelectField, TextField } from '../../ui/fields/fields.tsx';
import { NO_STATUS } from './board.ts';
import { createFeatureDocument, linkIdeasDocument, useRoadmapPlaces } from './roadmapQueries.ts';
import { roadmapTexts } from './roadmapMessages.ts';

const texts = roadmapTexts.dialog;
const NONE = '';

/**
 * Makes a feature.
 * @param status column that it is made in; null: the default one
 * @param ideas that it is made of from the start
 */
export function CreateFeatureDialog({
  opened,
  onClose,
  roadmap,
  status,
  ideas = [],
  name = '',
  onCreated,
}: {
  opened: boolean;
  onClose: () => void;
  roadmap: string | null;
  status: string | null;
  ideas?: readonly string[];
  name?: string;
  onCreated?: () => void;
}) {
  const places = useRoadmapPlaces().data;
  const hasRoadmaps = useFeature('internal_roadmap');
  const usual = places?.statuses.find(({ is_default }) => is_default)?.id ?? NONE;
  const form = useForm({
    blank: {
      name,
      description: '',
      status: status === null ? usual : status === NO_STATUS ? NONE : status,
      area: NONE,
      roadmap: roadmap ?? NONE,
    },
    fields: {
      name: {
        label: texts.name,
        needed: { name: texts.nameMissing, sentence: texts.nameNeeded },
        limit: textLimits.nameCharacters,
        isLine: true,
      },
      description: { label: texts.description },
      status: { label: texts.status, inputs: ['feature_status_id'] },
      area: { label: roadmapTexts.area, inputs: ['product_area_id'] },
      roadmap: { label: roadmapTexts.roadmap, inputs: ['roadmap_id'] },
    },
  });
  const { values } = form;
  const save = useCommand(
    async (_version: string | null) => {
      const { feature_create: made } = await request(createFeatureDocument, {
        name: values.name.trim(),
        description: htmlOrNull(values.description),
        feature_status_id: values.status || null,
        product_area_id: values.area || null,
        roadmap_id: values.roadmap || null,
      });
      if (made !== null && ideas.length > 0)
        await request(linkIdeasDocument, { id: made.id, suggestion_ids: [...ideas] });
      return made;
    },
    {
      form,
      done: (made) =>
        made === null
          ? null
          : {
              message: texts.created(made.name),
              action: { label: roadmapTexts.open, href: featureAddress(made.id) },
            },
      failed: null,
      onDone: () => {
        onClose();
        onCreated?.();
      },
    },
  );
  const options = (none: string, records: readonly { id: string; name: string }[] = []) => [
    { value: NONE, label: none },
    ...records.map((record) => ({ value: record.id, label: record.name })),
  ];
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.title}
      submitLabel={texts.create}
      workingLabel={texts.creating}
    >
      <TextField {...form.field('name')} autoComplete="off" />
      <RichTextEditor {...form.field('description')} optional />
      <SelectField {...form.field('status')} options={options(roadmapTexts.noStatus, places?.statuses)} />
      {places === undefined || places.areas.length === 0 ? null : (
        <SelectField {...form.field('area')} options={options(roadmapTexts.noArea, places.areas)} />
      )}
      {hasRoadmaps ? (
        <SelectField {...form.field('roadmap')} options={options(roadmapTexts.noRoadmap, places?.roadmaps)} />
      ) : null}
    </FormDialog>
  );
}

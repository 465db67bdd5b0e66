import { useFeature } from '../../api/viewer.ts';
import { Menu } from '../../ui/overlay/Menu.tsx';
import type { MenuItem } from '../../ui/overlay/Menu.tsx';
import { BulkBar, BulkButton } from '../../ui/table/BulkBar.tsx';
import { NO_STATUS } from './board.ts';
import type { useFeatureCommands } from './featureCommands.ts';
import { roadmapTexts } from './roadmapMessages.ts';
import type { FeatureCard, useRoadmapPlaces } from './roadmapQueries.ts';

const texts = roadmapTexts.listPage;

/** What can be done to selected features at once. */
export function FeaturesBulkBar({
  chosen,
  commands,
  places,
  isArchived,
  onClear,
}: {
  chosen: readonly FeatureCard[];
  commands: ReturnType<typeof useFeatureCommands>;
  /** null: they are not there yet */
  places: ReturnType<typeof useRoadmapPlaces>['data'] | null;
  /** the list shows archived ones */
  isArchived: boolean;
  onClear: () => void;
}) {
  const hasRoadmaps = useFeature('internal_roadmap');
  const ids = chosen.map(({ id }) => id);
  const bulkMenu = (
    id: string,
    label: string,
    items: readonly { id: string | null; name: string }[],
    change: (value: string | null) => void,
  ) => (
    <Menu
      key={id}
      label={label}
      placement="top-start"
      trigger={(props) => <BulkButton {...props}>{label}</BulkButton>}
      items={items.map((item): MenuItem => ({
        id: item.id ?? NO_STATUS,
        label: item.name,
        onSelect: () => change(item.id),
      }))}
    />
  );
  return (
    <BulkBar count={chosen.length} onClear={onClear}>
      {bulkMenu(
        'status',
        texts.bulkStatus,
        [...(places?.statuses ?? []), { id: null, name: roadmapTexts.noStatus }],
        (feature_status_id) => void commands.change.run({ ids, feature_status_id }),
      )}
      {bulkMenu(
        'area',
        texts.bulkArea,
        [...(places?.areas ?? []), { id: null, name: roadmapTexts.noArea }],
        (product_area_id) => void commands.change.run({ ids, product_area_id }),
      )}
      {hasRoadmaps
        ? bulkMenu(
            'roadmap',
            texts.bulkRoadmap,
            [...(places?.roadmaps ?? []), { id: null, name: roadmapTexts.noRoadmap }],
            (roadmap_id) => void commands.change.run({ ids, roadmap_id }),
          )
        : null}
      {(places?.fields ?? [])
        .filter(({ combined_type }) => combined_type === 'string_enum')
        .map((field) =>
          bulkMenu(
            field.key,
            field.name,
            [
              ...field.string_enum_values.map(({ label }) => ({ id: label, name: label })),
              { id: null, name: '–' },
            ],
            (value) => void commands.change.run({ ids, custom_field_map: [{ key: field.key, value }] }),
          ),
        )}
      <BulkButton
        onClick={() => void commands.change.run({ ids, state: isArchived ? 'active' : 'archived' })}
      >
        {isArchived ? roadmapTexts.unarchive : roadmapTexts.archive}
      </BulkButton>
      <BulkButton onClick={() => void commands.remove.run({ features: chosen })}>
        {roadmapTexts.delete}
      </BulkButton>
    </BulkBar>
  );
}

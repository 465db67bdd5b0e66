import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { request } from '../../api/runtime.ts';
import type { Stored } from '../../forms/savedDraft.ts';
import { useSavedDraft } from '../../forms/useSavedDraft.ts';
import { loadFeature, updateFeatureDocument } from './roadmapQueries.ts';
import type { Feature } from './roadmapQueries.ts';

/** What is written of a feature. */
interface FeatureText {
  name: string;
  /** HTML; '' is empty */
  description: string;
}

const storedOf = ({ name, description, updated_at }: Feature): Stored<FeatureText> => ({
  name,
  description: description ?? '',
  version: updated_at,
});

/** The draft of a feature while its page is open: it saves itself. */
export function useFeatureDraft(feature: Feature) {
  return useSavedDraft<FeatureText>(`feature:${feature.id}`, storedOf(feature), {
    send: async ({ name, description }, over) => {
      const { feature_update: saved } = await request(updateFeatureDocument, {
        id: feature.id,
        name,
        description: htmlOrNull(description),
        if_updated_at: over,
      });
      return saved?.updated_at ?? over;
    },
    load: async () => {
      const now = await loadFeature(feature.id);
      return now === null ? null : storedOf(now);
    },
    isSame: (one, other) =>
      one.name === other.name &&
      (htmlOrNull(one.description) ?? '') === (htmlOrNull(other.description) ?? ''),
    isWhole: ({ name }) => name.trim() !== '',
  });
}

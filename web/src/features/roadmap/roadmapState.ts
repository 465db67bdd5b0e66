/** What board and list are narrowed to: in the address, and as the server is asked. */
import { useMemo } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { useFeature, useViewer } from '../../api/viewer.ts';
import { hasFeature } from '../../../../contract/permissions.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField, listField, textField } from '../../host/search.ts';
import { searchField, withoutValue } from '../../lists/filters.ts';
import type { FeatureFilters } from './roadmapQueries.ts';

const schema = {
  q: searchField(),
  roadmap: textField(),
  product_area: listField(),
  account: listField(),
  state: choiceField(['active', 'archived'], 'active'),
  group: choiceField(['status', 'product_area', 'none'], 'status'),
  sort: textField(),
};

/** The state of the page, and what it asks of the server. */
export function useRoadmapState() {
  const [state, setState] = usePageState(schema);
  const hasRoadmaps = useFeature('internal_roadmap');
  const { q, roadmap, product_area, account, state: shown } = state;
  const filters = useMemo((): FeatureFilters => {
    const areas = product_area.filter((id) => isId(id));
    const accounts = account.filter((id) => isId(id));
    return {
      ...(q === '' ? {} : { q }),
      ...(hasRoadmaps && isId(roadmap) ? { roadmap: [roadmap] } : {}),
      // the server joins filters with 'and': 'without' counts only when no area is chosen beside it
      ...(areas.length > 0
        ? { product_area: areas }
        : product_area.includes(withoutValue)
          ? { no_product_area: true }
          : {}),
      ...(accounts.length === 0 ? {} : { account: accounts }),
      ...(shown === 'active' ? {} : { state: shown }),
    };
  }, [q, roadmap, product_area, account, shown, hasRoadmaps]);
  const isNarrowed = q !== '' || product_area.length > 0 || account.length > 0;
  const clear = (): void => setState({ q: '', product_area: [], account: [] });
  return { state, setState, filters, isNarrowed, clear };
}

export type RoadmapState = ReturnType<typeof useRoadmapState>;

/** Whether the viewer sees what customers pay. */
export function useSeesRevenue(): boolean {
  return hasFeature(useViewer().authorized_features, 'account_insights');
}

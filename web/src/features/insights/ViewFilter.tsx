import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useStored } from '../../host/storage.ts';
import { SelectField } from '../../ui/fields/fields.tsx';
import { insightsMessages } from './insightsMessages.ts';
import styles from './insights.module.css';

const texts = insightsMessages.view;

const viewsDocument = graphql(`
  query InsightViews {
    saved_views(kind: ["suggestion", "suggestion_list"], per_page: 100) {
      records {
        id
        name
      }
    }
  }
`);

/**
 * The saved view that the ideas of insights are narrowed to, kept in this browser (CONST-066).
 * @returns id of the view, null: all ideas, also when the view is gone; undefined: it is not known yet
 */
export function useViewFilter() {
  const [kept, keep] = useStored('idea_insights_view_filter', '');
  const query = useQuery({
    queryKey: ['insight-views'],
    queryFn: ({ signal }) => request(viewsDocument, {}, { signal }),
  });
  const views = query.data?.saved_views.records ?? [];
  const isThere = views.some(({ id }) => id === kept);
  return {
    view: kept === '' || query.isError ? null : query.isPending ? undefined : isThere ? kept : null,
    views,
    keep,
  };
}

/** Chooses that view; nothing where there are none. */
export function ViewFilter({ filter: { view, views, keep } }: { filter: ReturnType<typeof useViewFilter> }) {
  if (views.length === 0) return null;
  return (
    <span className={styles.period}>
      <SelectField
        label={texts.label}
        hideLabel
        size="bar"
        value={view ?? ''}
        options={[
          { value: '', label: texts.all },
          ...views.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={keep}
      />
    </span>
  );
}

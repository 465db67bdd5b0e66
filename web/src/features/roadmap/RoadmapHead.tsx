import { IconColumns3, IconList, IconPlus, IconSelector, IconShare2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { canRead, canWrite } from '../../../../contract/permissions.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useFeature, useViewer } from '../../api/viewer.ts';
import { roadmapBoardAddress, roadmapListAddress, roadmapSettingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { listField } from '../../host/search.ts';
import { withoutValue } from '../../lists/filters.ts';
import type { ShownFilter } from '../../lists/filters.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable } from '../../ui/loading/loadable.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { PageHead } from '../../ui/page/SheetPage.tsx';
import { FilterChips, filterWaiting } from '../../ui/table/FilterChips.tsx';
import { formatList } from '../../ui/text/format.ts';
import { useNarrow } from '../../ui/useNarrow.ts';
import { CreateFeatureDialog } from './later.tsx';
import { roadmapTexts as texts } from './roadmapMessages.ts';
import { useRoadmapPlaces } from './roadmapQueries.ts';
import type { FeatureTotals } from './roadmapQueries.ts';
import type { RoadmapState } from './roadmapState.ts';
import styles from './roadmap.module.css';

/** The values of a filter, not needed for the first look. */
const FilterEditor = loadable(async () => (await import('../../lists/FilterEditor.tsx')).FilterEditor);
const accountFilter: ShownFilter = {
  id: 'account',
  label: texts.account,
  field: listField(),
  records: 'accounts',
  without: null,
};

const accountNamesDocument = graphql(`
  query RoadmapAccountNames($id: [ID!]) {
    external_accounts(id: $id, per_page: 20) {
      records {
        id
        name
      }
    }
  }
`);

/** The head of board and list: the roadmap, search, the way to the other one, and filters below it. */
export function RoadmapHead({
  page,
  shown,
  totals,
  controls,
}: {
  page: RoadmapState;
  shown: 'board' | 'list';
  totals: FeatureTotals | undefined;
  controls?: ReactNode;
}) {
  const { state, setState } = page;
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'features');
  const hasRoadmaps = useFeature('internal_roadmap');
  const places = useRoadmapPlaces().data;
  const [creates, setCreates] = useState(false);
  const isNarrow = useNarrow();
  const roadmap = places?.roadmaps.find(({ id }) => id === state.roadmap);
  const title = hasRoadmaps ? texts.title : texts.featuresTitle;
  useEffect(() => {
    document.title = roadmap === undefined ? title : `${roadmap.name} – ${title}`;
  }, [roadmap, title]);
  useShortcut('n', () => setCreates(true), {
    label: texts.create,
    group: texts.shortcuts,
    enabled: mayWrite,
  });
  const { roadmap: chosen, q, product_area, account } = state;
  const kept = { roadmap: chosen, q, product_area, account };
  const search = (
    <SearchField
      label={texts.search}
      value={state.q}
      onChange={(next) => setState({ q: next })}
      {...(isNarrow ? { widthPx: '100%' as const } : {})}
    />
  );
  return (
    <>
      <PageHead title={title} isOpen>
        {hasRoadmaps && places !== undefined ? (
          <Menu
            label={texts.roadmap}
            trigger={(props) => (
              <Button {...props} aria-label={`${texts.roadmap}: ${roadmap?.name ?? texts.all}`}>
                <span className={styles.chosen}>
                  <span className={styles.cut}>{roadmap?.name ?? texts.all}</span>
                  <IconSelector size={14} stroke={1.6} aria-hidden="true" />
                </span>
              </Button>
            )}
            items={[
              { id: 'all', label: texts.all, onSelect: () => setState({ roadmap: '' }) },
              ...places.roadmaps.map(({ id, name }) => ({
                id,
                label: name,
                onSelect: () => setState({ roadmap: id }),
              })),
            ]}
          />
        ) : null}
        {isNarrow ? null : search}
        <nav aria-label={texts.view} className={styles.views}>
          <Link
            href={roadmapBoardAddress(kept)}
            aria-current={shown === 'board' ? 'page' : undefined}
            className={styles.viewLink}
          >
            <IconColumns3 size={15} stroke={1.75} aria-hidden="true" />
            {texts.board}
          </Link>
          <Link
            href={roadmapListAddress(kept)}
            aria-current={shown === 'list' ? 'page' : undefined}
            className={styles.viewLink}
          >
            <IconList size={15} stroke={1.75} aria-hidden="true" />
            {texts.list}
          </Link>
        </nav>
        {mayWrite && hasRoadmaps ? (
          <Button
            icon={<IconShare2 size={15} stroke={1.75} aria-hidden="true" />}
            onClick={() => navigate(roadmapSettingsAddress(state.roadmap === '' ? undefined : state.roadmap))}
          >
            {texts.share}
          </Button>
        ) : null}
        {mayWrite ? (
          <Button
            variant="primary"
            keys="n"
            icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            onClick={() => setCreates(true)}
          >
            {texts.create}
          </Button>
        ) : null}
      </PageHead>
      {isNarrow ? <div className={styles.narrowSearch}>{search}</div> : null}
      <div className={styles.filters}>
        <Filters page={page} />
        {controls}
        {shown === 'board' &&
        totals !== undefined &&
        totals.revenue !== null &&
        totals.all_revenue !== null ? (
          <span className={styles.summary}>
            {texts.summary(
              texts.features(totals.features_count),
              shortCurrency(totals.revenue),
              shortCurrency(totals.all_revenue),
            )}
          </span>
        ) : null}
      </div>
      <CreateFeatureDialog
        opened={creates}
        onClose={() => setCreates(false)}
        roadmap={roadmap?.id ?? null}
        status={null}
      />
    </>
  );
}

/** Product areas and accounts as chips. */
function Filters({ page: { state, setState, clear } }: { page: RoadmapState }) {
  const { permissions } = useViewer();
  const seesAccounts = canRead(permissions, 'feedback');
  const places = useRoadmapPlaces().data;
  const names = useQuery({
    queryKey: ['roadmap-account-names', state.account],
    queryFn: ({ signal }) => request(accountNamesDocument, { id: [...state.account] }, { signal }),
    enabled: seesAccounts && state.account.length > 0,
  });
  const areas = [
    ...(places?.areas ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: withoutValue, label: texts.noArea },
  ];
  const toggled = (ids: readonly string[], id: string): readonly string[] =>
    ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
  const chip = (id: 'product_area' | 'account', field: string, labelOf: (value: string) => string) =>
    state[id].length === 0
      ? []
      : [
          {
            id,
            field,
            operator: state[id].length > 1 ? texts.isAnyOf : texts.is,
            value: formatList(state[id].map(labelOf), 2),
          },
        ];
  return (
    <FilterChips
      chips={[
        ...chip(
          'product_area',
          texts.area,
          (value) => areas.find((area) => area.value === value)?.label ?? '…',
        ),
        ...chip(
          'account',
          texts.account,
          (value) => names.data?.external_accounts.records.find(({ id }) => id === value)?.name ?? '…',
        ),
      ]}
      fields={[
        { id: 'product_area', label: texts.area },
        ...(seesAccounts ? [{ id: 'account', label: texts.account }] : []),
      ]}
      onRemove={(id) => setState({ [id]: [] })}
      onClear={clear}
      renderEditor={(id, close) =>
        id === 'product_area' ? (
          <OptionPicker
            label={texts.area}
            multiple
            selected={state.product_area}
            options={areas}
            onChoose={({ value }) => setState({ product_area: toggled(state.product_area, value) })}
          />
        ) : (
          <Later
            part={FilterEditor}
            props={{
              filter: accountFilter,
              values: state.account,
              onChange: (account: string[]) => setState({ account }),
              close,
            }}
            what={texts.account}
            waiting={filterWaiting}
          />
        )
      }
    />
  );
}

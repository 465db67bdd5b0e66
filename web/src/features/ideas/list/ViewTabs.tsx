import { useQuery } from '@tanstack/react-query';
import { IconDots, IconShare2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import type { IdeaViewQuery, IdeaViewTabsQuery } from '../../../api/generated/graphql.ts';
import { paging, timing } from '../../../../../contract/limits.ts';
import { searchText } from '../../../../../contract/permissions.ts';
import { graphql } from '../../../api/graphql.ts';
import { queryClient, request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import type { Viewer } from '../../../api/viewer.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { ideaListAddress, ideasOfViewAddress, ideaViewsAddress } from '../../../host/addresses.ts';
import { navigate } from '../../../host/navigation.ts';
import { deleteListsDocument, restoreListDocument } from '../../../records/savedViewCalls.ts';
import { useDebounced } from '../../../shared/pickers/useDebounced.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { OptionPicker } from '../../../ui/fields/OptionPicker.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { Popover } from '../../../ui/overlay/Popover.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { useCopy } from '../../../ui/toasts/useCopy.ts';
import { ideasKey, variablesOf } from './filters.ts';
import type { IdeasState } from './filters.ts';
import { ideasTableDocument } from './ideasTable.tsx';
import { asksTheSame, paramsOf, stateOfView } from './views.ts';
import type { ViewParams } from './views.ts';
import { viewTabsMessages as texts } from './viewTabsMessages.ts';
import tabs from '../../../ui/page/Tabs.module.css';
import styles from './viewTabs.module.css';

const viewsDocument = graphql(`
  query IdeaViewTabs($q: String, $per_page: Int) {
    saved_views(kind: ["suggestion"], q: $q, sort: "position", per_page: $per_page) {
      total_records
      records {
        id
        name
        suggestions_count
      }
    }
  }
`);

const viewDocument = graphql(`
  query IdeaView($id: ID!) {
    saved_view(id: $id) {
      id
      name
      kind
      state
      editable
      params
      subscribed
      subscription_params
      suggestions_count
      updated_at
    }
  }
`);

const saveDocument = graphql(`
  mutation SaveIdeaView($id: ID!, $params: Json, $if_updated_at: String) {
    saved_view_update(id: $id, params: $params, if_updated_at: $if_updated_at) {
      id
      params
      updated_at
    }
  }
`);

const stateDocument = graphql(`
  mutation ArchiveIdeaView($id: ID!, $state: String!) {
    saved_view_update(id: $id, state: $state) {
      id
      state
    }
  }
`);

const orderDocument = graphql(`
  mutation OrderIdeaViews($ids: [ID!]!) {
    saved_view_reorder(ids: $ids) {
      id
    }
  }
`);

type Tab = IdeaViewTabsQuery['saved_views']['records'][number];
type View = NonNullable<IdeaViewQuery['saved_view']>;

/** So many stand beside one another; the others in a list. */
const SHOWN = 4;
/** So many of the others are offered; further ones are found by their names. */
const OFFERED = 50;
/** What was asked for ahead is taken for so long. */
const AHEAD_MS = 10_000;
/** A pointer that stays so long on a tab means it. */
const POINTED_MS = 60;
const COUNTED_MOST = 10_000;

const viewQuery = (id: string) => ({
  queryKey: ['idea-view', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => request(viewDocument, { id }, { signal }),
  meta: { document: viewDocument },
});

/** The state of the list with a view open in it. A view that the list has no form for stands there as a filter. */
function stateWith({ id, params }: View): Partial<IdeasState> {
  const held = params as ViewParams;
  const state = stateOfView(held);
  return state === null
    ? {
        ...stateOfView({ sort: held.sort ?? '', columns: held.columns ?? [] }),
        saved_view: [id],
        view: id,
      }
    : { ...state, view: id };
}

/** Brings a view and its first rows, as the list will ask for them. */
async function loadView(id: string, state: IdeasState, { authorized_features }: Viewer): Promise<void> {
  const { saved_view: view } = await queryClient.fetchQuery({ ...viewQuery(id), staleTime: AHEAD_MS });
  if (view === null) return;
  const shown = { ...state, ...stateWith(view), page: 1 };
  const variables = variablesOf(shown, searchText(shown.q, authorized_features));
  await queryClient.prefetchQuery({
    queryKey: ideasKey(variables),
    queryFn: ({ signal }) => request(ideasTableDocument, variables, { signal }),
    meta: { document: ideasTableDocument },
  });
}

/** Whether the list shows one view or list, and nothing is narrowed or ordered besides. */
function isLinkTo(state: IdeasState): boolean {
  const [id] = state.saved_view;
  return (
    state.view === '' &&
    id !== undefined &&
    asksTheSame(paramsOf({ ...state, sort: '', per_page: paging.ideasPageSize }), {
      filters: { saved_view: [id] },
    })
  );
}

/**
 * Saved views as tabs, and what can be done about the one that is open: what was changed of it is saved or discarded.
 *
 * @param state of the list; its `view` is the one that is open
 * @param isNarrowed there is something to keep
 * @param columns that the table shows, which a new view keeps; none where they are those of every table
 */
export function ViewTabs({
  state,
  isNarrowed,
  columns,
  onChange,
}: {
  state: IdeasState;
  isNarrowed: boolean;
  columns: readonly string[];
  onChange: (change: Partial<IdeasState>) => void;
}) {
  const tabQuery = useQuery({
    queryKey: ['idea-view-tabs'],
    queryFn: ({ signal }) => request(viewsDocument, { per_page: SHOWN }, { signal }),
    meta: { document: viewsDocument },
  });
  // a link to a view leads to its tab
  const linked = isLinkTo(state) ? state.saved_view[0]! : null;
  const asked = state.view === '' ? linked : state.view;
  const { data, isPending, isError } = useQuery({ ...viewQuery(asked ?? ''), enabled: asked !== null });
  const found = asked === null ? null : (data?.saved_view ?? null);
  const view = found !== null && found.kind === 'suggestion' && found.state === 'active' ? found : null;
  useEffect(() => {
    if (linked !== null && view !== null) onChange(stateWith(view));
    // once for a link
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [linked, view?.id]);

  const show = useCommand((id: string) => queryClient.fetchQuery({ ...viewQuery(id), staleTime: AHEAD_MS }), {
    failed: texts.notShown,
    // one that is gone is told in place of its tab
    onDone: ({ saved_view: one }, id) => onChange(one === null ? { view: id } : stateWith(one)),
  });
  const viewer = useViewer();
  const pointed = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pointed.current), []);
  const tabList = tabQuery.data?.saved_views;
  if (tabList === undefined) return null;
  const open = state.view === '' ? null : view;
  // the one that is open is always among the tabs
  const first: readonly Tab[] = tabList.records;
  const shown =
    open === null || first.some(({ id }) => id === open.id) ? first : [...first.slice(0, SHOWN - 1), open];
  const others = tabList.total_records - shown.length;
  return (
    <div className={styles.views}>
      {shown.length === 0 ? null : (
        <nav aria-label={texts.views} className={tabs.tabs}>
          {shown.map(({ id, name, suggestions_count: count }) => (
            <a
              key={id}
              href={ideasOfViewAddress(id)}
              className={tabs.tab}
              aria-current={id === open?.id ? 'page' : undefined}
              // what it asks for and its first rows are there when it is clicked, unless the pointer only passes
              onPointerEnter={() => {
                pointed.current = setTimeout(
                  () => void loadView(id, state, viewer).catch(() => undefined),
                  POINTED_MS,
                );
              }}
              onPointerLeave={() => clearTimeout(pointed.current)}
              onClick={(event: MouseEvent) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                void show.run(id);
              }}
            >
              <span className={styles.name} data-tip={name} dir="auto">
                {name}
              </span>
              {count === null ? null : <span className={tabs.count}>{countOf(count)}</span>}
            </a>
          ))}
        </nav>
      )}
      {others <= 0 ? null : (
        <Popover
          label={texts.moreLabel}
          widthPx={300}
          trigger={(props) => (
            <button type="button" {...props} className={tabs.tab}>
              {texts.more(others)}
            </button>
          )}
        >
          {(close) => (
            <OtherViews
              shown={shown}
              onChoose={(id) => {
                close();
                void show.run(id);
              }}
            />
          )}
        </Popover>
      )}
      {open !== null ? (
        <OpenView
          key={open.id}
          view={open}
          order={first.map(({ id }) => id)}
          state={state}
          columns={columns}
          onChange={onChange}
        />
      ) : state.view !== '' && !isPending && !isError ? (
        <p className={styles.gone} role="status">
          {texts.gone}{' '}
          <Button variant="text" onClick={() => saveAs(state, columns, onChange)}>
            {texts.save}
          </Button>
          <Button variant="text" onClick={() => onChange({ view: '' })}>
            {texts.leave}
          </Button>
        </p>
      ) : linked !== null && !isPending && !isError && found === null ? (
        <p className={styles.gone} role="status">
          {texts.goneList}{' '}
          <Button variant="text" onClick={() => onChange({ saved_view: [] })}>
            {texts.leave}
          </Button>
        </p>
      ) : state.view === '' && isNarrowed && linked === null ? (
        <Button
          variant="text"
          disabled={nestedReason(state) !== null}
          disabledReason={nestedReason(state)}
          onClick={() => saveAs(state, columns, onChange)}
        >
          {texts.save}
        </Button>
      ) : null}
    </div>
  );
}

/** Views that have no tab, found by their names. */
function OtherViews({ shown, onChoose }: { shown: readonly Tab[]; onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const q = useDebounced(text, timing.userSearchDebounceMs);
  const query = useQuery({
    queryKey: ['idea-view-tabs', q],
    queryFn: ({ signal }) =>
      request(viewsDocument, { q: q === '' ? null : q, per_page: OFFERED }, { signal }),
    placeholderData: (before) => before,
    meta: { document: viewsDocument },
  });
  return (
    <OptionPicker
      label={texts.moreLabel}
      onSearch={setText}
      status={query.isPending ? 'loading' : query.isError ? 'error' : 'ready'}
      onRetry={() => void query.refetch()}
      footer={
        <Button variant="text" onClick={() => navigate(ideaViewsAddress)}>
          {texts.all}
        </Button>
      }
      options={(query.data?.saved_views.records ?? [])
        .filter((view) => q !== '' || shown.every(({ id }) => id !== view.id))
        .map(({ id, name, suggestions_count: count }) => ({
          value: id,
          label: name,
          ...(count === null ? {} : { end: countOf(count) }),
        }))}
      onChoose={({ value }) => onChoose(value)}
    />
  );
}

const countOf = (count: number): string => (count > COUNTED_MOST ? texts.count : formatNumber(count));

/** Why what the list shows cannot be kept as a view; null: it can. */
const nestedReason = ({ saved_view }: IdeasState): string | null =>
  saved_view.length > 0 ? texts.nested : null;

/** Names what the list shows and opens it as a view. */
function saveAs(
  state: IdeasState,
  columns: readonly string[],
  onChange: (change: Partial<IdeasState>) => void,
): void {
  const params = paramsOf(state, columns);
  openModal('nameView', {
    params,
    // it is open as it was saved
    onMade: (view) => onChange({ view, columns: params.columns ?? [] }),
  });
}

/** What can be done about the view that is open: kept, shared, renamed, moved, deleted. */
function OpenView({
  view,
  order,
  state,
  columns,
  onChange,
}: {
  view: View;
  /** ids of the first views, as they stand */
  order: readonly string[];
  state: IdeasState;
  columns: readonly string[];
  onChange: (change: Partial<IdeasState>) => void;
}) {
  const copy = useCopy();
  const { id, name, editable } = view;
  const held = view.params as ViewParams;
  const opened = stateWith(view);
  // as the list shows it, which for a view of another program is the filter by it
  const isForeign = (opened.saved_view ?? []).includes(id);
  const isChanged = !asksTheSame(paramsOf(state), isForeign ? paramsOf({ ...state, ...opened }) : held);
  const save = useCommand(saveDocument, { done: texts.saved(name) });
  const remove = useCommand(deleteListsDocument, {
    done: texts.removed(name),
    undo: () => ({ send: () => request(restoreListDocument, { id }), done: texts.restored(name) }),
    onDone: () => onChange({ view: '' }),
  });
  const move = useCommand(orderDocument, {
    done: texts.moved(name),
    undo: () => ({ send: () => request(orderDocument, { ids: [...order] }), done: texts.movedBack }),
  });
  const archive = useCommand(stateDocument, {
    done: texts.archived(name),
    undo: () => ({
      send: () => request(stateDocument, { id, state: 'active' }),
      done: texts.restored(name),
    }),
    onDone: () => onChange({ view: '' }),
  });
  const nested = nestedReason(state);
  const keep = (): void =>
    void save.run({
      id,
      params: paramsOf(state),
      if_updated_at: view.updated_at,
    });
  const maySave = isChanged && editable && !isForeign;
  useShortcut('mod+s', keep, { label: texts.save, enabled: maySave && nested === null });
  const disabledReason = editable ? null : texts.notYours;
  return (
    <div className={styles.open}>
      {isChanged ? (
        <>
          <span className={styles.changed} role="status">
            {texts.changed}
          </span>
          <Button variant="text" onClick={() => onChange(opened)}>
            {texts.discard}
          </Button>
          {maySave ? (
            <Button
              variant="primary"
              loading={save.isRunning}
              disabled={nested !== null}
              disabledReason={nested}
              onClick={keep}
            >
              {texts.saveChanges}
            </Button>
          ) : (
            <Button
              disabled={nested !== null}
              disabledReason={nested}
              onClick={() => saveAs(state, columns, onChange)}
            >
              {texts.saveMine}
            </Button>
          )}
        </>
      ) : isForeign ? (
        <span className={styles.changed}>{texts.foreign}</span>
      ) : null}
      {editable ? (
        <Button
          icon={<IconShare2 size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => openModal('shareView', { saved_view_id: id })}
        >
          {texts.share}
        </Button>
      ) : null}
      <Menu
        label={texts.actions(name)}
        items={[
          {
            id: 'rename',
            label: texts.rename,
            disabledReason,
            onSelect: () => openModal('nameView', { rename: { id, name } }),
          },
          { id: 'mail', label: texts.mail, onSelect: () => openModal('viewMail', { view }) },
          {
            id: 'link',
            label: texts.copyLink,
            onSelect: () => copy(window.location.origin + ideaListAddress(id), texts.copied),
          },
          {
            id: 'copy',
            label: texts.saveMine,
            disabledReason: nested,
            onSelect: () => saveAs(state, columns, onChange),
          },
          {
            id: 'front',
            label: texts.toFront,
            disabledReason: order[0] === id ? texts.isFirst : null,
            onSelect: () => void move.run({ ids: [id, ...order.filter((other) => other !== id)] }),
          },
          { id: 'order', label: texts.order, onSelect: () => openModal('orderViews', {}) },
          {
            id: 'all',
            label: texts.all,
            href: ideaViewsAddress,
            onSelect: () => navigate(ideaViewsAddress),
          },
          { kind: 'separator', id: 'before-delete' },
          {
            id: 'archive',
            label: texts.archive,
            disabledReason,
            onSelect: () => void archive.run({ id, state: 'archived' }),
          },
          {
            id: 'delete',
            label: texts.remove,
            danger: true,
            disabledReason,
            onSelect: () => void remove.run({ ids: [id] }),
          },
        ]}
        trigger={(props) => (
          <IconButton {...props} label={texts.actions(name)} variant="plain" tip={false}>
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
        )}
      />
    </div>
  );
}

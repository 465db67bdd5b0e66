/** Saved views and lists of ideas: what a list reads of one, its fields, and what can be done to one wherever it is shown. */
import { IconDots, IconFilter, IconHandClick } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { defaultSubscription } from '../../../contract/saved_views.ts';
import { LIFE_STATES, SHARED_STATE_FILTERS, VIEW_SUB_KINDS } from '../../../contract/states.ts';
import type { IdeaListsQuery, SavedViewListInput } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { useFeature } from '../api/viewer.ts';
import { useCommand } from '../forms/useCommand.ts';
import { ideaListAddress, ideasOfViewAddress } from '../host/addresses.ts';
import { navigate } from '../host/navigation.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { IconButton } from '../ui/elements/Button.tsx';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { Switch } from '../ui/fields/fields.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import type { MenuItem } from '../ui/overlay/Menu.tsx';
import { openModal } from '../ui/overlay/modals.ts';
import { CELL_BUTTON } from '../ui/table/DataTable.tsx';
import { formatNumber } from '../ui/text/format.ts';
import { useCopy } from '../ui/toasts/useCopy.ts';
import { deleteListsDocument, restoreListDocument } from './savedViewCalls.ts';
import { savedViewTexts as texts } from './savedViewTexts.ts';
import { Owner } from './Owner.tsx';
import styles from './records.module.css';

const ideaListsDocument = graphql(`
  query IdeaLists($query: SavedViewListInput, $page: Int, $per_page: Int) {
    saved_views(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        name
        kind
        sub_kind
        state
        shared_state
        shared_users_count
        editable
        subscribed
        subscription_params
        suggestions_count
        created_by {
          id
          name
          avatar_url
        }
        updated_at
      }
    }
  }
`);

const updateDocument = graphql(`
  mutation ChangeIdeaList($id: ID!, $state: String, $subscribed: Boolean) {
    saved_view_update(id: $id, state: $state, subscribed: $subscribed) {
      id
      state
      subscribed
      subscription_params
    }
  }
`);

const copyDocument = graphql(`
  mutation CopyIdeaList($name: String!, $kind: String!, $copy_from: ID!) {
    saved_view_create(name: $name, kind: $kind, copy_from: $copy_from) {
      id
      name
    }
  }
`);

/** A list of ideas as the table has it. */
export type ListedView = IdeaListsQuery['saved_views']['records'][number];

/** When the emails of a subscription come. */
export interface MailTimes {
  frequency: 'never' | 'daily' | 'weekly';
  /** 1 is Monday */
  weekday: number;
  /** UTC */
  hour: number;
}

/** When the viewer's emails about a view come, or would come. @param given as the API has it; null: nobody said */
export function mailTimesOf(given: unknown): MailTimes {
  return { ...defaultSubscription, ...(given as Partial<MailTimes> | null) };
}

/** Where the ideas of a list stand. */
function addressOf({ id, sub_kind }: Pick<ListedView, 'id' | 'sub_kind'>): string {
  return ideasOfViewAddress(id, sub_kind === 'manual');
}

/** Up to so many ideas of a dynamic list are counted. */
const COUNTED_MOST = 10_000;

/** What can be done to views or lists of ideas; each says how it went. @param isView they are called views */
export function useViewCommands(isView = false) {
  const { failed } = texts;
  const remove = useCommand(deleteListsDocument, {
    done: ({ saved_view_bulk_delete: gone }) => texts.deleted(gone.length, isView),
    undo: ({ saved_view_bulk_delete: gone }) => ({
      send: async () => {
        for (const { id } of gone) await request(restoreListDocument, { id });
      },
      done: texts.restored(gone.length, isView),
      failed,
    }),
    failed,
  });
  const setState = useCommand(
    ({ view, state }: { view: ListedView; state: 'active' | 'archived' }) =>
      request(updateDocument, { id: view.id, state }),
    {
      done: (_answer, { view, state }) =>
        state === 'archived' ? texts.archived(view.name) : texts.broughtBack(view.name),
      undo: (_answer, { view }) => ({
        send: () => request(updateDocument, { id: view.id, state: view.state }),
        done: null,
        failed,
      }),
      failed,
    },
  );
  const subscribe = useCommand(
    ({ view, subscribed }: { view: ListedView; subscribed: boolean }) =>
      request(updateDocument, { id: view.id, subscribed }),
    {
      done: (_answer, { view, subscribed }) =>
        subscribed ? texts.mailOn(view.name) : texts.mailOff(view.name),
      failed,
    },
  );
  const copy = useCommand(copyDocument, {
    done: (answer) => texts.duplicated(answer.saved_view_create?.name ?? ''),
    failed,
  });
  return { remove, setState, subscribe, copy };
}

function SharedWith({ view }: { view: ListedView }) {
  if (view.shared_state === 'public') return texts.everyone;
  if (view.shared_users_count > 0) return texts.people(view.shared_users_count);
  return <span className={styles.quiet}>{texts.private}</span>;
}

/** Whether the viewer gets emails about a list: a switch, and how often they come. */
function MailSwitch({ view }: { view: ListedView }) {
  const { subscribe } = useViewCommands();
  const { frequency, weekday } = mailTimesOf(view.subscription_params);
  const isOn = view.subscribed && frequency !== 'never';
  return (
    <span className={styles.mailSwitch}>
      <Switch
        checked={isOn}
        aria-label={texts.mailMe(view.name)}
        disabled={subscribe.isRunning}
        tabIndex={-1}
        {...{ [CELL_BUTTON]: 'mail' }}
        onChange={() => {
          // who chose never has to say when they come
          if (frequency === 'never') openModal('viewMail', { view });
          else void subscribe.run({ view, subscribed: !isOn });
        }}
      />
      <span className={isOn ? undefined : styles.quiet}>
        {!isOn ? texts.mail.never : frequency === 'weekly' ? texts.weeklyOn(weekday) : texts.mail[frequency]}
      </span>
    </span>
  );
}

function Actions({ view }: { view: ListedView }) {
  const copyText = useCopy();
  const isView = view.kind === 'suggestion';
  const { remove, setState, copy } = useViewCommands(isView);
  const hasImpact = useFeature('impact_reports');
  const { id, name, editable } = view;
  const disabledReason = editable ? null : texts.notYours;
  const copyLink = (): void => copyText(window.location.origin + ideaListAddress(id), texts.copied);
  const items: MenuItem[] = [
    {
      id: 'open',
      label: texts.open,
      href: addressOf(view),
      onSelect: () => navigate(addressOf(view)),
    },
    {
      id: 'share',
      label: texts.share,
      disabledReason,
      onSelect: () => void openModal('shareView', { saved_view_id: id }),
    },
    { id: 'mail', label: texts.mailSettings, onSelect: () => void openModal('viewMail', { view }) },
    { id: 'link', label: texts.copyLink, onSelect: copyLink },
    ...(hasImpact && !isView
      ? [
          {
            id: 'impact',
            label: texts.impact,
            onSelect: () => void openModal('raiseImpact', { source: { list: { id, name } } }),
          },
        ]
      : []),
    { kind: 'separator', id: 'before-change' },
    {
      id: 'rename',
      label: texts.rename,
      disabledReason,
      onSelect: () => void openModal('nameView', { rename: { id, name } }),
    },
    ...(view.sub_kind === 'manual'
      ? [
          {
            id: 'order',
            label: texts.order,
            disabledReason,
            onSelect: () => void openModal('orderList', { saved_view_id: id, name }),
          },
        ]
      : []),
    {
      id: 'copy',
      label: texts.duplicate,
      onSelect: () =>
        void copy.run({ name: texts.copyOf(name).slice(0, 255), kind: view.kind, copy_from: id }),
    },
    {
      id: 'state',
      label: view.state === 'archived' ? texts.bringBack : texts.archive,
      disabledReason,
      onSelect: () => void setState.run({ view, state: view.state === 'archived' ? 'active' : 'archived' }),
    },
    { kind: 'separator', id: 'before-delete' },
    {
      id: 'delete',
      label: texts.delete,
      danger: true,
      disabledReason,
      onSelect: () => void remove.run({ ids: [id] }),
    },
  ];
  return (
    <Menu
      label={texts.more(name)}
      trigger={(props) => (
        <IconButton
          {...props}
          {...{ [CELL_BUTTON]: 'action' }}
          tabIndex={-1}
          label={texts.more(name)}
          variant="plain"
        >
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
      )}
      items={items}
    />
  );
}

/** The sign and the word for how the ideas of a list come into it. */
function KindOf({ subKind }: { subKind: string }): ReactNode {
  const kind = subKind === 'manual' ? 'manual' : 'filter';
  const Icon = kind === 'manual' ? IconHandClick : IconFilter;
  return (
    <span className={styles.kind}>
      <Icon size={16} stroke={1.6} aria-hidden="true" className={styles.icon} />
      {texts.kinds[kind]}
    </span>
  );
}

const viewFields = fieldsOf<ListedView, SavedViewListInput>({
  name: {
    label: texts.fields.name,
    widthPx: 320,
    sortKey: 'name',
    cell: ({ name }) => name,
  },
  kind: {
    label: texts.fields.kind,
    widthPx: 132,
    sortKey: 'sub_kind',
    filter: {
      kind: 'words',
      by: 'sub_kind',
      choices: VIEW_SUB_KINDS.map((value) => ({ value, label: texts.kinds[value] })),
    },
    cell: ({ sub_kind }) => <KindOf subKind={sub_kind} />,
  },
  ideas: {
    label: texts.fields.ideas,
    widthPx: 84,
    align: 'end',
    sortKey: 'suggestions_count',
    sortsDescendingFirst: true,
    cell: ({ suggestions_count: count }) =>
      count === null ? null : count > COUNTED_MOST ? texts.moreThan(COUNTED_MOST) : formatNumber(count),
  },
  owner: {
    label: texts.fields.owner,
    widthPx: 190,
    cell: ({ created_by: owner }) => <Owner owner={owner} />,
  },
  shared: {
    label: texts.fields.shared,
    widthPx: 132,
    filter: {
      kind: 'words',
      by: 'shared_state',
      choices: SHARED_STATE_FILTERS.map((value) => ({ value, label: texts.sharedStates[value] })),
    },
    cell: (view) => <SharedWith view={view} />,
  },
  mail: {
    label: texts.fields.mail,
    widthPx: 168,
    filter: { kind: 'flag', by: 'subscribed' },
    cell: (view) => <MailSwitch view={view} />,
  },
  state: {
    label: texts.fields.state,
    filter: {
      kind: 'words',
      by: 'state',
      choices: LIFE_STATES.map((value) => ({ value, label: texts.states[value] })),
    },
  },
  updated_at: {
    label: texts.fields.changed,
    widthPx: 120,
    sortKey: 'updated_at',
    sortsDescendingFirst: true,
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
  },
  actions: {
    label: texts.fields.actions,
    widthPx: 84,
    isAction: true,
    cell: (view) => <Actions view={view} />,
  },
});

/** Lists of ideas, in the viewer's order (CONST-068). */
export const ideaLists = defineList({
  name: 'idea_lists',
  what: texts.what,
  document: ideaListsDocument,
  read: ({ saved_views: views }) => views,
  fields: viewFields,
  nameOf: ({ name }) => name,
  address: addressOf,
  isSearched: true,
  sort: 'position',
});

const { kind: _kind, ...fieldsOfViews } = viewFields;

/** Saved views of the list of ideas, in the viewer's order. */
export const ideaViews = defineList({
  name: 'idea_views',
  what: texts.whatViews,
  document: ideaListsDocument,
  read: ({ saved_views: views }) => views,
  fields: { ...fieldsOfViews, name: { ...viewFields.name, label: texts.fields.view } },
  nameOf: ({ name }) => name,
  address: addressOf,
  isSearched: true,
  sort: 'position',
});

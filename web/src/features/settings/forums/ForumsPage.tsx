import {
  IconDots,
  IconHome,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { usePageState } from '../../../host/pageState.ts';
import { flagField, textField } from '../../../host/search.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Tag } from '../../../ui/Pills.tsx';
import { matching } from '../../../ui/options.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { SheetPage } from '../../../ui/SheetPage.tsx';
import { SortableList } from '../../../ui/SortableList.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import { DeleteForumDialog } from './DeleteForumDialog.tsx';
import { ForumPanel } from './ForumPanel.tsx';
import { reorderForumsDocument, setDefaultForumDocument, setForumStateDocument } from './forumsCalls.ts';
import { patchForumOrder, refetchForums, useSettingsForums } from './forumsQueries.ts';
import type { SettingsForum } from './forumsQueries.ts';
import { RowsSkeleton } from '../RowsSkeleton.tsx';
import { forumsMessages as texts } from '../settingsMessages.ts';
import styles from '../settings.module.css';

/** Open, closed or all forums (STATE-042), and a part of their name. */
const pageState = { open: flagField(), q: textField() };

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** What is being done; null: nothing. */
type Doing = { kind: 'create' } | { kind: 'edit' | 'close' | 'delete'; forum: SettingsForum } | null;

/** The forums in their order: moved, edited, closed and deleted (DEC-167). */
export function ForumsPage() {
  const toasts = useToasts();
  const [{ open, q }, setState] = usePageState(pageState);
  const [doing, setDoing] = useState<Doing>(null);
  const query = useSettingsForums();
  const all = query.data?.all_forums.records ?? [];
  const defaultId = query.data?.current_subdomain.default_forum?.id ?? null;
  const forums = matching(
    all.filter((forum) => open === null || forum.is_open === open),
    q,
    (forum) => forum.name,
  );
  const showsAll = open === null && q.trim() === '';
  /** One alone has no order. */
  const haveOrder = all.length > 1;
  const close = (): void => setDoing(null);

  const reorder = (ids: readonly string[]): void => {
    patchForumOrder(ids);
    request(reorderForumsDocument, { forum_ids: [...ids] })
      .then(() => toasts.success(texts.reordered))
      .catch(async (error: unknown) => {
        toasts.error(texts.reorderFailed(messageOf(error)));
        await refetchForums();
      });
  };
  const reopen = (forum: SettingsForum): void => {
    request(setForumStateDocument, { id: forum.id, state: 'open' })
      .then(() => toasts.success(texts.openedToast(forum.name)))
      .catch((error: unknown) => toasts.error(texts.stateFailed(messageOf(error))));
  };
  const makeDefault = (forum: SettingsForum): void => {
    request(setDefaultForumDocument, { default_forum: forum.id })
      .then(() => toasts.success(texts.defaultToast(forum.name)))
      .catch((error: unknown) => toasts.error(texts.stateFailed(messageOf(error))));
  };
  const row = (forum: SettingsForum) => (
    <Row
      forum={forum}
      isDefault={forum.id === defaultId}
      onDo={setDoing}
      onReopen={() => reopen(forum)}
      onMakeDefault={() => makeDefault(forum)}
    />
  );

  return (
    <SheetPage
      title={texts.title}
      total={
        query.data === undefined
          ? null
          : showsAll
            ? all.length
            : `${formatNumber(forums.length)} ${texts.ofAll(all.length)}`
      }
      refreshing={query.isFetching && !query.isPending}
      controls={
        <>
          <SearchField label={texts.search} value={q} onChange={(text) => setState({ q: text })} />
          <SegmentedControl
            label={texts.show}
            value={open === null ? 'all' : open ? 'open' : 'closed'}
            onChange={(next) => setState({ open: next === 'all' ? null : next === 'open' })}
            segments={[
              { value: 'all', label: texts.all },
              { value: 'open', label: texts.open },
              { value: 'closed', label: texts.closed },
            ]}
          />
          <Button
            variant="primary"
            icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            onClick={() => setDoing({ kind: 'create' })}
          >
            {texts.create}
          </Button>
        </>
      }
    >
      {query.isPending ? (
        <RowsSkeleton />
      ) : query.isError && query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : forums.length === 0 && q.trim() !== '' ? (
        <EmptyState
          title={texts.noMatch(q.trim())}
          action={<Button onClick={() => setState({ q: '', open: null })}>{texts.showAll}</Button>}
        />
      ) : forums.length === 0 ? (
        <EmptyState
          title={open === null ? texts.empty : open ? texts.emptyOpen : texts.emptyClosed}
          {...(open === null
            ? {
                reason: texts.emptyReason,
                action: <Button onClick={() => setDoing({ kind: 'create' })}>{texts.create}</Button>,
              }
            : {})}
        />
      ) : (
        <div className={styles.forums}>
          {haveOrder ? (
            <p className={styles.orderNote}>{showsAll ? texts.orderNote : texts.orderOff}</p>
          ) : null}
          {haveOrder && showsAll ? (
            <SortableList
              label={texts.list}
              items={forums}
              title={(forum) => forum.name}
              onReorder={reorder}
              renderItem={row}
            />
          ) : (
            <ul className={styles.plainList} aria-label={texts.list}>
              {forums.map((forum) => (
                <li key={forum.id}>{row(forum)}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      <ForumPanel
        opened={doing?.kind === 'create' || doing?.kind === 'edit'}
        forumId={doing?.kind === 'edit' ? doing.forum.id : null}
        moderated={query.data?.current_subdomain.moderation_enabled ?? false}
        onClose={close}
      />
      <CloseForumDialog forum={doing?.kind === 'close' ? doing.forum : null} onClose={close} />
      <DeleteForumDialog
        forum={doing?.kind === 'delete' ? doing.forum : null}
        forums={all}
        defaultId={defaultId}
        onClose={close}
      />
    </SheetPage>
  );
}

function Row({
  forum,
  isDefault,
  onDo,
  onReopen,
  onMakeDefault,
}: {
  forum: SettingsForum;
  isDefault: boolean;
  onDo: (doing: Doing) => void;
  onReopen: () => void;
  onMakeDefault: () => void;
}) {
  const tags = [
    ...(isDefault ? [texts.isDefault] : []),
    ...(forum.is_open ? [] : [texts.closed]),
    ...(forum.is_private ? [texts.private] : []),
    ...(forum.moderation_enabled ? [texts.moderated] : []),
  ];
  const held =
    forum.suggestions_count === forum.open_suggestions_count
      ? ''
      : ` ${texts.ofAll(forum.suggestions_count)}`;
  return (
    <div className={styles.forum}>
      <div className={styles.forumText}>
        <button
          type="button"
          className={styles.forumName}
          aria-label={texts.edit(forum.name)}
          onClick={() => onDo({ kind: 'edit', forum })}
        >
          {forum.name}
        </button>
        <span className={styles.forumMeta}>
          {texts.openIdeas(forum.open_suggestions_count)}
          {held} · {texts.categories(forum.categories_count)}
        </span>
      </div>
      <span className={styles.forumTags}>
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
      <Menu
        label={texts.actionsOf(forum.name)}
        items={[
          {
            id: 'edit',
            label: texts.editAction,
            icon: <IconPencil {...iconProps} />,
            onSelect: () => onDo({ kind: 'edit', forum }),
          },
          ...(isDefault
            ? []
            : [
                {
                  id: 'default',
                  label: texts.makeDefault,
                  icon: <IconHome {...iconProps} />,
                  disabledReason: forum.is_open ? null : texts.defaultClosed,
                  onSelect: onMakeDefault,
                },
              ]),
          forum.is_open
            ? {
                id: 'close',
                label: texts.close,
                icon: <IconLock {...iconProps} />,
                onSelect: () => onDo({ kind: 'close', forum }),
              }
            : { id: 'open', label: texts.reopen, icon: <IconLockOpen {...iconProps} />, onSelect: onReopen },
          { kind: 'separator', id: 'line' },
          {
            id: 'delete',
            label: texts.delete,
            icon: <IconTrash {...iconProps} />,
            danger: true,
            onSelect: () => onDo({ kind: 'delete', forum }),
          },
        ]}
        trigger={(props) => (
          <IconButton {...props} label={texts.actionsOf(forum.name)} variant="plain" tip={false}>
            <IconDots {...iconProps} />
          </IconButton>
        )}
      />
    </div>
  );
}

/** Says what closing means before a forum is closed (DEC-032). @param forum null: the dialog is closed */
function CloseForumDialog({ forum, onClose }: { forum: SettingsForum | null; onClose: () => void }) {
  const toasts = useToasts();
  const [shown, setShown] = useState(forum);
  if (forum !== null && forum !== shown) setShown(forum);
  const [isWorking, setIsWorking] = useState(false);
  const words = texts.closeDialog;
  if (shown === null) return null;
  const run = async (): Promise<void> => {
    setIsWorking(true);
    try {
      await request(setForumStateDocument, { id: shown.id, state: 'closed' });
      toasts.success(texts.closedToast(shown.name));
      onClose();
    } catch (error) {
      toasts.error(texts.stateFailed(messageOf(error)));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <ConfirmDialog
      opened={forum !== null}
      onClose={onClose}
      onConfirm={() => void run()}
      title={words.title(shown.name)}
      confirmLabel={words.confirm}
      workingLabel={words.working}
      working={isWorking}
    >
      {words.text(shown.open_suggestions_count)}
    </ConfirmDialog>
  );
}

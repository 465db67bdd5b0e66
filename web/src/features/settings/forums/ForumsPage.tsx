import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../api/runtime.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { usePageState } from '../../../host/pageState.ts';
import { flagField, textField } from '../../../host/search.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { matching } from '../../../ui/fields/options.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { SortableList } from '../../../ui/fields/SortableList.tsx';
import { EmptyState } from '../../../ui/loading/states.tsx';
import { Sections } from '../../../ui/page/SheetPage.tsx';
import { DeleteForumDialog } from './DeleteForumDialog.tsx';
import { ForumPanel } from './ForumPanel.tsx';
import { ForumHead, ForumRow } from './ForumRow.tsx';
import type { ForumAction } from './ForumRow.tsx';
import { reorderForumsDocument, setDefaultForumDocument, setForumStateDocument } from './forumsCalls.ts';
import { patchForumOrder, refetchForums, useForumVotes, useSettingsForums } from './forumsQueries.ts';
import type { SettingsForum } from './forumsQueries.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import { forumsMessages as texts } from '../settingsMessages.ts';
import styles from '../settings.module.css';

/** Open, closed or all forums (STATE-042), and a part of their name. */
const pageState = { open: flagField(), q: textField() };

/** What is being done; null: nothing. */
type Doing = { kind: 'create' } | { kind: 'edit' | 'close' | 'delete'; forum: SettingsForum } | null;

/** The forums in their order: moved, edited, closed and deleted (DEC-167). */
export function ForumsPage() {
  const [{ open, q }, setState] = usePageState(pageState);
  const [doing, setDoing] = useState<Doing>(null);
  const query = useSettingsForums();
  const votes = useForumVotes();
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

  const order = useCommand(reorderForumsDocument, {
    done: texts.reordered,
    failed: texts.reorderFailed,
    onFailed: () => void refetchForums(),
  });
  const reorder = (ids: readonly string[]): void => {
    patchForumOrder(ids);
    void order.run({ forum_ids: [...ids] });
  };
  const reopen = useCommand(
    ({ id }: SettingsForum) => request(setForumStateDocument, { id, state: 'open' }),
    { done: (_answer, { name }) => texts.openedToast(name), failed: texts.stateFailed },
  );
  const makeDefault = useCommand(
    ({ id }: SettingsForum) => request(setDefaultForumDocument, { default_forum: id }),
    { done: (_answer, { name }) => texts.defaultToast(name), failed: texts.stateFailed },
  );
  const act = (action: ForumAction, forum: SettingsForum): void => {
    if (action === 'reopen') void reopen.run(forum);
    else if (action === 'makeDefault') void makeDefault.run(forum);
    else setDoing({ kind: action, forum });
  };
  const row = (forum: SettingsForum) => (
    <ForumRow
      forum={forum}
      votes={votes?.get(forum.id) ?? null}
      isDefault={forum.id === defaultId}
      onDo={act}
    />
  );

  return (
    <SettingsPage
      query={query}
      what={texts.what}
      title={texts.title}
      total={
        query.data === undefined
          ? null
          : showsAll
            ? all.length
            : `${formatNumber(forums.length)} ${texts.ofAll(all.length)}`
      }
      controls={
        <>
          <SearchField
            keys={null}
            label={texts.search}
            value={q}
            onChange={(text) => setState({ q: text })}
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
      {() => (
        <>
          <Sections wide>
            <div className={styles.shownState}>
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
            </div>
            {forums.length === 0 && q.trim() !== '' ? (
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
              <div>
                {haveOrder ? (
                  <p className={styles.orderNote}>{showsAll ? texts.orderNote : texts.orderOff}</p>
                ) : null}
                <ForumHead hasVotes={votes !== null} hasHandles={haveOrder} />
                {haveOrder && showsAll ? (
                  <SortableList
                    label={texts.list}
                    items={forums}
                    title={(forum) => forum.name}
                    onReorder={reorder}
                    renderItem={row}
                  />
                ) : (
                  <ul
                    className={styles.plainList}
                    data-handles={haveOrder || undefined}
                    aria-label={texts.list}
                  >
                    {forums.map((forum) => (
                      <li key={forum.id}>{row(forum)}</li>
                    ))}
                  </ul>
                )}
              </div>
            )}
          </Sections>
          <DialogFor about={doing?.kind === 'create' || doing?.kind === 'edit' ? doing : null}>
            {(what, opened) => (
              <ForumPanel
                forumId={what.kind === 'edit' ? what.forum.id : null}
                moderated={query.data?.current_subdomain.moderation_enabled ?? false}
                opened={opened}
                onClose={close}
              />
            )}
          </DialogFor>
          <DialogFor about={doing?.kind === 'close' ? doing.forum : null}>
            {(forum, opened) => <CloseForumDialog {...{ forum, opened }} onClose={close} />}
          </DialogFor>
          <DialogFor about={doing?.kind === 'delete' ? doing.forum : null}>
            {(forum, opened) => (
              <DeleteForumDialog {...{ forum, opened, defaultId }} forums={all} onClose={close} />
            )}
          </DialogFor>
        </>
      )}
    </SettingsPage>
  );
}

/** Says what closing means before a forum is closed (DEC-032). */
function CloseForumDialog({
  forum,
  opened,
  onClose,
}: {
  forum: SettingsForum;
  opened: boolean;
  onClose: () => void;
}) {
  const words = texts.closeDialog;
  const closeForum = useCommand(setForumStateDocument, {
    done: texts.closedToast(forum.name),
    failed: texts.stateFailed,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => void closeForum.run({ id: forum.id, state: 'closed' })}
      title={words.title(forum.name)}
      confirmLabel={words.confirm}
      workingLabel={words.working}
      working={closeForum.isRunning}
    >
      {words.text(forum.open_suggestions_count)}
    </ConfirmDialog>
  );
}

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { canWrite } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideasAddress, reviewAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { navigate } from '../../../host/navigation.ts';
import { usePageState } from '../../../host/pageState.ts';
import { choiceField, stringifySearch, writeState } from '../../../host/search.ts';
import type { List } from '../../../lists/list.ts';
import { ListPage } from '../../../lists/ListPage.tsx';
import type { Chosen } from '../../../lists/ListPage.tsx';
import { useReadRow } from '../../../lists/useReadRow.ts';
import { reviewCommentsList, reviewIdeasList } from '../../../records/reviewItem.tsx';
import type { ReviewItem } from '../../../records/reviewItem.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { PageHead } from '../../../ui/page/SheetPage.tsx';
import { Tabs } from '../../../ui/page/Tabs.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { BulkButton } from '../../../ui/table/BulkBar.tsx';
import { createValue, useValueOf } from '../../../ui/table/value.ts';
import type { Value } from '../../../ui/table/value.ts';
import { formatNumber } from '../../../ui/text/format.ts';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { BlockedPeople } from './BlockedPeople.tsx';
import type { Decision } from './reviewCalls.ts';
import { useReviewCounts } from './reviewCounts.ts';
import { reviewMessages as texts } from './reviewMessages.ts';
import type { ReviewKind } from './reviewMessages.ts';
import { ReviewReader } from './ReviewReader.tsx';
import { useModeration } from './useModeration.ts';
import styles from './review.module.css';

const pageState = {
  kind: choiceField(['ideas', 'comments'] as const, 'ideas'),
  state: choiceField(['waiting', 'spam', 'blocked'] as const, 'waiting'),
};
type Held = 'waiting' | 'spam';

const GIVEN: Readonly<Record<Held, { needs_review?: boolean; spam?: boolean }>> = {
  waiting: { needs_review: true },
  spam: { spam: true },
};

/**
 * What waits for a moderator, what was marked as spam (DEC-194), and who is blocked: a list with the whole text beside
 * it. J and K move, A approves, S marks as spam, D deletes; each decision can be taken back.
 */
export function ReviewPage() {
  const [{ kind, state }] = usePageState(pageState);
  const counts = useReviewCounts();
  // search, filters and page of one list are none of another's
  const addressOf = (next: Partial<{ kind: ReviewKind; state: Held | 'blocked' }>): string =>
    reviewAddress + stringifySearch(writeState(pageState, {}, { kind, state, ...next }));
  const head = (
    <>
      <PageHead
        isOpen
        path={
          <nav aria-label={texts.path} className={styles.path}>
            <Link href={ideasAddress()} className={styles.pathLink}>
              {texts.tabs.ideas}
            </Link>
            <span aria-hidden="true">/</span>
          </nav>
        }
        title={texts.title}
        total={counts.waiting}
      >
        <SegmentedControl
          label={texts.states.label}
          value={state}
          onChange={(next) => navigate(addressOf({ state: next }))}
          segments={[
            { value: 'waiting', label: texts.states.waiting },
            { value: 'spam', label: texts.states.spam },
            { value: 'blocked', label: texts.states.blocked },
          ]}
        />
      </PageHead>
      {state === 'blocked' ? null : (
        <div className={styles.tabs}>
          <Tabs
            label={texts.tabs.label}
            value={kind}
            onChange={(next) => navigate(addressOf({ kind: next as ReviewKind }))}
            items={(['ideas', 'comments'] as const).map((id) => ({
              id,
              label: texts.tabs[id],
              href: addressOf({ kind: id }),
              ...(counts[id] > 0 ? { count: formatNumber(counts[id]) } : {}),
            }))}
          />
        </div>
      )}
    </>
  );
  if (state === 'blocked') return <BlockedPeople head={head} />;
  const shared = { head, kind, state };
  return kind === 'ideas' ? (
    <Queue key={`ideas ${state}`} list={reviewIdeasList} {...shared} />
  ) : (
    <Queue key={`comments ${state}`} list={reviewCommentsList} {...shared} />
  );
}

function Queue<Data, Query extends { needs_review?: unknown; spam?: unknown }>({
  list,
  kind,
  state,
  head,
}: {
  list: List<Data, ReviewItem, Query>;
  kind: ReviewKind;
  state: Held;
  head: ReactNode;
}) {
  const mayWrite = canWrite(useViewer().permissions, 'feedback');
  const isWide = useMediaQuery('(min-width: 1000px)');
  const [current] = useState(() => createValue<string | null>(null));
  const [hasChosen] = useState(() => createValue(false));
  const [opened, setOpened] = useState<ReviewItem | null>(null);
  return (
    <>
      <ListPage
        list={list}
        given={GIVEN[state] as Partial<Query>}
        title={texts.list[kind]}
        head={head}
        empty={{
          title: texts.empty[state].title,
          reason: texts.empty[state][kind],
          action: <Link href={ideasAddress()}>{texts.toIdeas}</Link>,
        }}
        {...(mayWrite
          ? {
              bulk: (chosen: Chosen) => (
                <ChosenDecisions chosen={chosen} hasChosen={hasChosen} kind={kind} state={state} />
              ),
            }
          : {})}
        reading={{
          current,
          label: texts.preview,
          pane: isWide
            ? (rows) => (
                <Pane
                  rows={rows}
                  current={current}
                  hasChosen={hasChosen}
                  mayWrite={mayWrite}
                  kind={kind}
                  state={state}
                />
              )
            : null,
          onOpen: setOpened,
        }}
      />
      <Dialog opened={!isWide && opened !== null} onClose={() => setOpened(null)} title={texts.preview}>
        {opened === null ? null : (
          <ReviewReader
            item={opened}
            decisions={mayWrite ? { kind, state, hasKeys: false, onDone: () => setOpened(null) } : null}
          />
        )}
      </Dialog>
    </>
  );
}

/** The text of the current row. While rows are chosen the decisions are about those. */
function Pane({
  rows,
  current,
  hasChosen,
  mayWrite,
  kind,
  state,
}: {
  rows: readonly ReviewItem[] | undefined;
  current: Value<string | null>;
  hasChosen: Value<boolean>;
  mayWrite: boolean;
  kind: ReviewKind;
  state: Held;
}) {
  const item = useReadRow(rows, current);
  const isOne = !useValueOf(hasChosen, (now) => now);
  if (item === null) return null;
  // before the list knows of it: the next key is for the next one
  const goOn = (): void => {
    const index = rows?.indexOf(item) ?? -1;
    const next = rows?.[index + 1] ?? rows?.[index - 1];
    if (next !== undefined) current.set(next.id);
  };
  return (
    <ReviewReader
      key={item.id}
      item={item}
      decisions={mayWrite && isOne ? { kind, state, hasKeys: true, onDone: goOn } : null}
    />
  );
}

/** What is decided about the chosen rows, in the bar and by the same keys. */
function ChosenDecisions({
  chosen,
  hasChosen,
  kind,
  state,
}: {
  chosen: Chosen;
  hasChosen: Value<boolean>;
  kind: ReviewKind;
  state: Held;
}) {
  const moderation = useModeration();
  const [asksDelete, setAsksDelete] = useState(false);
  const ids = [...chosen.ids];
  useEffect(() => {
    hasChosen.set(ids.length > 0);
  }, [hasChosen, ids.length]);
  useEffect(() => () => hasChosen.set(false), [hasChosen]);
  const decide = async (decision: Decision): Promise<void> => {
    if (await moderation.run({ kind, decision, ids })) chosen.clear();
  };
  const askOrDelete = (): void => {
    if (ids.length > 1) setAsksDelete(true);
    else void decide('delete');
  };
  const enabled = ids.length > 0 && !moderation.isRunning;
  useShortcut('a', () => void decide('approve'), { enabled });
  useShortcut('s', () => void decide('spam'), { enabled: enabled && state !== 'spam' });
  useShortcut('d', askOrDelete, { enabled });
  return (
    <>
      <BulkButton onClick={() => void decide('approve')}>
        {state === 'spam' ? texts.notSpam : texts.approve}
      </BulkButton>
      {state === 'spam' ? null : <BulkButton onClick={() => void decide('spam')}>{texts.spam}</BulkButton>}
      <BulkButton onClick={askOrDelete}>{texts.delete}</BulkButton>
      <ConfirmDialog
        opened={asksDelete}
        onClose={() => setAsksDelete(false)}
        onConfirm={() => void decide('delete').then(() => setAsksDelete(false))}
        title={texts.confirmTitle(kind, ids.length)}
        confirmLabel={texts.confirm}
        danger
        working={moderation.isRunning}
      >
        {texts.confirmText(ids.length)}
      </ConfirmDialog>
    </>
  );
}

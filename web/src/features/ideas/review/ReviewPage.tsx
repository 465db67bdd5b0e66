import { useEffect, useRef, useState } from 'react';
import { canWrite } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideaAddress, ideasAddress, reviewAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { navigate } from '../../../host/navigation.ts';
import { usePageState } from '../../../host/pageState.ts';
import { choiceField, stringifySearch, writeState } from '../../../host/search.ts';
import { plainText } from '../../../shared/plainText.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { BulkBar, BulkButton } from '../../../ui/table/BulkBar.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/fields.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { DelayedSkeleton, ProgressLine, SkeletonLines } from '../../../ui/loading/loading.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { PageFrame, PageHead } from '../../../ui/page/SheetPage.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { Tabs } from '../../../ui/page/Tabs.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { BlockedPeople } from './BlockedPeople.tsx';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { StoredText } from '../details/text.tsx';
import { personMessages } from '../../../shared/customers/personMessages.ts';
import { usePastSpam, useReviewItems } from './reviewCalls.ts';
import type { Decision, ReviewItem } from './reviewCalls.ts';
import { useReviewCounts } from './reviewCounts.ts';
import { reviewMessages as texts } from './reviewMessages.ts';
import type { ReviewKind } from './reviewMessages.ts';
import { useModeration } from './useModeration.ts';
import styles from './review.module.css';

const pageState = {
  kind: choiceField(['ideas', 'comments'] as const, 'ideas'),
  state: choiceField(['waiting', 'spam', 'blocked'] as const, 'waiting'),
};

/**
 * What waits for a moderator, what was marked as spam (DEC-194), and who is blocked: a list at the left, the whole text
 * at the right. J and K move, A approves, S marks as spam, D deletes; each decision can be taken back.
 */
export function ReviewPage() {
  const [{ kind, state }, setState] = usePageState(pageState);
  const counts = useReviewCounts();
  const head = (
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
        // search and page of the blocked people are none of the queue's
        onChange={(next) =>
          navigate(reviewAddress + stringifySearch(writeState(pageState, {}, { kind, state: next })))
        }
        segments={[
          { value: 'waiting', label: texts.states.waiting },
          { value: 'spam', label: texts.states.spam },
          { value: 'blocked', label: texts.states.blocked },
        ]}
      />
    </PageHead>
  );
  if (state === 'blocked') return <BlockedPeople head={head} />;
  return (
    <PageFrame flows>
      {head}
      <div className={styles.tabs}>
        <Tabs
          label={texts.tabs.label}
          value={kind}
          onChange={(next) => setState({ kind: next as ReviewKind }, { replace: false })}
          items={(['ideas', 'comments'] as const).map((id) => ({
            id,
            label: texts.tabs[id],
            href: `?kind=${id}${state === 'spam' ? '&state=spam' : ''}`,
            ...(counts[id] > 0 ? { count: formatNumber(counts[id]) } : {}),
          }))}
        />
      </div>
      <Queue key={`${kind} ${state}`} kind={kind} state={state} />
    </PageFrame>
  );
}

function Queue({ kind, state }: { kind: ReviewKind; state: 'waiting' | 'spam' }) {
  const viewer = useViewer();
  const query = useReviewItems(kind, state);
  const moderation = useModeration();
  const [activeId, setActiveId] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asksDelete, setAsksDelete] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === activeId),
  );
  const active = items[index] ?? null;
  const mayWrite = canWrite(viewer.permissions, 'feedback');
  // what has gone meanwhile is not decided about again
  const chosen = items.filter((item) => selected.has(item.id)).map((item) => item.id);
  const isReady = mayWrite && active !== null && !moderation.isRunning;

  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  const go = (by: number): void => {
    const next = items[index + by];
    if (next !== undefined) setActiveId(next.id);
  };
  const act = async (decision: Decision): Promise<void> => {
    if (!isReady || active === null) return;
    const ids = chosen.length > 0 ? chosen : [active.id];
    // the next one that stays
    const following =
      items.slice(index).find((item) => !ids.includes(item.id)) ??
      items
        .slice(0, index)
        .toReversed()
        .find((item) => !ids.includes(item.id));
    if (!(await moderation.run({ kind, decision, ids }))) return;
    setSelected(new Set());
    setActiveId(following?.id ?? null);
  };
  const askOrDelete = (): void => {
    if (chosen.length > 1) setAsksDelete(true);
    else void act('delete');
  };
  const toggle = (id: string): void =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const { group } = texts;
  useShortcut('j', () => go(1), { label: texts.keys.next, group, enabled: items.length > 0 });
  useShortcut('k', () => go(-1), { label: texts.keys.previous, group, enabled: items.length > 0 });
  useShortcut('x', () => active !== null && toggle(active.id), {
    label: texts.keys.select,
    group,
    enabled: isReady,
  });
  useShortcut('o', () => active?.idea && navigate(ideaAddress(active.idea.id)), {
    label: texts.keys.open,
    group,
    enabled: (active?.idea ?? null) !== null,
  });
  useShortcut('a', () => void act('approve'), { label: texts.approve, group, enabled: isReady });
  useShortcut('s', () => void act('spam'), {
    label: texts.spam,
    group,
    enabled: isReady && state !== 'spam',
  });
  useShortcut('d', askOrDelete, { label: texts.delete, group, enabled: isReady });
  useShortcut('escape', () => setSelected(new Set()), { enabled: chosen.length > 0 });

  const approve = state === 'spam' ? texts.notSpam : texts.approve;
  if (query.isPending) {
    return (
      <div className={styles.waiting}>
        <DelayedSkeleton>
          <SkeletonLines count={6} />
        </DelayedSkeleton>
      </div>
    );
  }
  if (query.isError && query.data === undefined)
    return (
      <ErrorState what={texts.what[kind]} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    );
  if (active === null) {
    return (
      <div className={styles.centre}>
        <EmptyState
          title={texts.empty[state].title}
          reason={texts.empty[state][kind]}
          action={<Link href={ideasAddress()}>{texts.toIdeas}</Link>}
        />
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <ProgressLine active={query.isFetching && !query.isFetchingNextPage} />
      <div className={styles.listColumn}>
        <ul ref={list} className={styles.list} aria-label={texts.list[kind]}>
          {items.map((item) => (
            <li
              key={item.id}
              className={styles.row}
              aria-current={item.id === active.id}
              data-selected={selected.has(item.id) || undefined}
            >
              {mayWrite ? (
                <Checkbox
                  aria-label={texts.select(nameOf(item))}
                  checked={selected.has(item.id)}
                  onChange={() => toggle(item.id)}
                />
              ) : null}
              <button type="button" className={styles.rowButton} onClick={() => setActiveId(item.id)}>
                <span className={styles.rowTitle}>{nameOf(item)}</span>
                <span className={styles.rowMeta}>
                  <span className={styles.rowAuthor}>{authorOf(item)}</span>
                  <span className={styles.rowPlace}>
                    {item.title === null
                      ? ` ${texts.on} ${item.idea?.title ?? texts.goneIdea}`
                      : ` · ${item.place}`}
                  </span>
                  <span>
                    {' · '}
                    <RelativeTime value={item.created_at} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {query.hasNextPage ? (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.more}
          </Button>
        ) : null}
      </div>
      <section
        className={styles.preview}
        aria-label={texts.preview}
        data-covered={chosen.length > 0 || undefined}
      >
        <div className={styles.previewText}>
          {active.title === null ? null : <h2 className={styles.previewTitle}>{active.title}</h2>}
          <div className={styles.previewMeta}>
            <Avatar
              name={active.author?.name ?? null}
              src={active.author?.avatar_url ?? null}
              satisfactionScore={active.author?.satisfaction_score ?? null}
              sizePx={26}
              decorative
            />
            {active.author === null ? (
              <b>{texts.someone}</b>
            ) : (
              <PersonCard id={active.author.id} name={authorOf(active)} />
            )}
            <RelativeTime value={active.created_at} />
            {active.author?.allowed_state === 'blocked' ? <Tag>{personMessages.blocked}</Tag> : null}
            {active.author === null ? null : <AuthorFacts author={active.author} />}
            {active.reported > 0 ? <Tag>{texts.flagged(active.reported)}</Tag> : null}
          </div>
          {active.body === null || active.body.trim() === '' ? (
            <p className={styles.noBody}>{texts.noBody}</p>
          ) : (
            <StoredText body={active.body} mimeType={active.body_mime_type} />
          )}
          {active.idea === null ? null : (
            <p className={styles.context}>
              <Link href={ideaAddress(active.idea.id)} className={styles.contextLink}>
                {active.title === null ? active.idea.title : texts.open}
              </Link>
            </p>
          )}
        </div>
        {mayWrite && chosen.length === 0 ? (
          <div className={styles.actions}>
            <Button
              variant="primary"
              keys="a"
              disabled={moderation.isRunning}
              onClick={() => void act('approve')}
            >
              {approve}
            </Button>
            {state === 'spam' ? null : (
              <Button keys="s" disabled={moderation.isRunning} onClick={() => void act('spam')}>
                {texts.spam}
              </Button>
            )}
            <Button keys="d" disabled={moderation.isRunning} onClick={askOrDelete}>
              {texts.delete}
            </Button>
            <span className={styles.moveKeys} aria-hidden="true">
              <Kbd keys="j" /> {texts.keys.next} <Kbd keys="k" /> {texts.keys.previous} <Kbd keys="x" />{' '}
              {texts.keys.select}
            </span>
          </div>
        ) : null}
      </section>
      {mayWrite ? (
        <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
          <BulkButton onClick={() => void act('approve')}>{approve}</BulkButton>
          {state === 'spam' ? null : <BulkButton onClick={() => void act('spam')}>{texts.spam}</BulkButton>}
          <BulkButton onClick={askOrDelete}>{texts.delete}</BulkButton>
        </BulkBar>
      ) : null}
      <ConfirmDialog
        opened={asksDelete}
        onClose={() => setAsksDelete(false)}
        onConfirm={() => void act('delete').then(() => setAsksDelete(false))}
        title={texts.confirmTitle(kind, chosen.length)}
        confirmLabel={texts.confirm}
        danger
        working={moderation.isRunning}
      >
        {texts.confirmText(chosen.length)}
      </ConfirmDialog>
    </div>
  );
}

/** What helps to judge an author: where they work, and what of theirs was spam before. */
function AuthorFacts({ author }: { author: NonNullable<ReviewItem['author']> }) {
  const spam = usePastSpam(author.id);
  return (
    <>
      {author.crm_account === null ? null : (
        <span>
          {author.crm_account.name}
          {author.crm_account.plan === null ? null : ` · ${author.crm_account.plan}`}
        </span>
      )}
      {spam === null || spam === 0 ? null : <Tag>{texts.pastSpam(spam)}</Tag>}
    </>
  );
}

/** What a row is called: the title of an idea, the beginning of a comment. */
function nameOf(item: ReviewItem): string {
  if (item.title !== null) return item.title;
  const words = plainText(item.body, item.body_mime_type);
  return words.length > 160 ? `${words.slice(0, 160)}…` : words;
}

function authorOf(item: ReviewItem): string {
  return item.author === null || item.author.name === '' ? texts.someone : item.author.name;
}

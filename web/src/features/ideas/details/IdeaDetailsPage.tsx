import { IconAlertCircle, IconArrowMerge, IconFileExport, IconLock } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isId } from '../../../../../contract/ids.ts';
import { paging } from '../../../../../contract/limits.ts';
import { canWrite } from '../../../../../contract/permissions.ts';
import type { ShownFileFragment } from '../../../api/generated/graphql.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideasAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { useHashState } from '../../../host/pageState.ts';
import { choiceField, integerField, textField } from '../../../host/search.ts';
import { loadAhead } from '../../../ui/loading/ahead.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { formatCompact, formatNumber } from '../../../ui/text/format.ts';
import { loadable } from '../../../ui/loading/loadable.tsx';
import {
  DelayedSkeleton,
  DelayedSpinner,
  ProgressLine,
  Skeleton,
  SkeletonLines,
} from '../../../ui/loading/loading.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { openModal } from '../../../ui/overlay/modals.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { PageFrame } from '../../../ui/page/SheetPage.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { Aside, NarrowFacts, Strip } from './aside.tsx';
import { ActionBar } from './bar.tsx';
import { Composer } from '../feed/composer.tsx';
import type { ComposerKind } from '../feed/composer.tsx';
import { useEditedIdea } from './edit.ts';
import { Feed, kindsOf } from '../feed/feed.tsx';
import { IdeaLink } from '../feed/lines.tsx';
import { Files } from '../feed/files.tsx';
import { DetailsHead } from './head.tsx';
import { Accounts, IssuesDone, laterLoaders, OpenFlags, Voters } from './later.ts';
import { detailsMessages as texts } from './messages.ts';
import { useIdea, useIdeaCustomFields } from './queries.ts';
import type { Idea } from './queries.ts';
import { Quote, StoredText } from './text.tsx';
import { knownIdea } from '../known.ts';
import { KnownIdeaPage } from '../KnownIdeaPage.tsx';
import { mergeMessages } from '../merge/mergeMessages.ts';
import { noteMessages } from '../feed/noteMessages.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { unmergeIdeas } from '../merge/unmerge.ts';
import styles from './details.module.css';

// loaded on demand: few ideas are pending or spam
const ModerateIdea = loadable(async () => (await import('./ModerateIdea.tsx')).ModerateIdea);

const tabs = ['all', 'feedback', 'comments', 'notes', 'voters', 'accounts'] as const;
type Tab = (typeof tabs)[number];

/** Kept behind the hash: the tab, the page and search of its list, and the note in view. */
const hashState = {
  tab: choiceField(tabs, 'all'),
  q: textField(),
  page: integerField(1, 1, paging.maxPage),
  per_page: integerField(paging.defaultPageSize, 1, paging.maxPageSize),
  /** of the voters */
  order: choiceField(['revenue', 'newest'] as const, 'revenue'),
  /** a note that a notification leads to */
  note: textField(),
};

/**
 * One idea (DEC-010, DEC-169): its text, files and tabs (feed, voters, accounts) on the left; properties,
 * facts and top accounts on the right.
 */
export function IdeaDetailsPage({ suggestion_id }: { suggestion_id: string }) {
  const { permissions } = useViewer();
  const query = useIdea(suggestion_id);
  const idea = useEditedIdea(suggestion_id, query.data?.suggestion ?? null);
  // custom fields are rows of the sidebar: added later, they would shift the rows below
  const isWaiting = useIdeaCustomFields(!query.isPending).isPending;
  const isLoading = query.isPending || (idea !== null && isWaiting);
  const known = isLoading ? knownIdea(suggestion_id) : null;
  const title = idea?.title;
  useEffect(() => {
    if (title !== undefined) document.title = texts.documentTitle(title);
  }, [title]);
  const isEditable = canWrite(permissions, 'feedback') && idea?.state !== 'merged';

  // the server rejects a malformed id; show "not found" for it, since trying again would not help
  return (
    <PageFrame flows>
      <DetailsHead id={suggestion_id} idea={idea} isEditable={isEditable} />
      <div className={styles.refetch}>
        <ProgressLine active={query.isFetching && !query.isPending} />
      </div>
      {isLoading ? (
        <div className={styles.waiting}>
          {known === null ? <PageSkeleton /> : <KnownIdeaPage idea={known} />}
        </div>
      ) : query.isError && query.data === undefined && isId(suggestion_id) ? (
        <div className={styles.centre}>
          <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </div>
      ) : idea === null ? (
        <div className={styles.centre}>
          <EmptyState
            isPage
            title={texts.missing.title}
            reason={texts.missing.reason}
            action={<Link href={ideasAddress()}>{texts.missing.action}</Link>}
          />
        </div>
      ) : (
        <Details
          key={idea.id}
          idea={idea}
          accounts={query.data?.external_accounts.records ?? []}
          files={query.data?.attachments?.records ?? []}
          isEditable={isEditable}
        />
      )}
    </PageFrame>
  );
}

function Details({
  idea,
  accounts,
  files,
  isEditable,
}: {
  idea: Idea;
  accounts: Parameters<typeof Aside>[0]['accounts'];
  files: readonly ShownFileFragment[];
  isEditable: boolean;
}) {
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'feedback');
  const [state, setState] = useHashState(hashState);
  const [writing, setWriting] = useState<ComposerKind | null>(null);
  const { tab } = state;
  const tabsBox = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(width < 1024px)');
  const isPhone = useMediaQuery('(width < 860px)');
  useEffect(() => loadAhead(laterLoaders), []);
  const showTab = (next: Tab): void => {
    if (next !== tab) setState({ tab: next, q: '', page: 1, note: '' }, { replace: false });
  };
  const counts: Partial<Record<Tab, number>> = {
    feedback: idea.requests_count,
    comments: idea.comments_count,
    notes: idea.notes_count,
    voters: idea.supporters_count,
    accounts: idea.supporting_accounts_count,
  };
  return (
    <div className={styles.columns}>
      {tabs.map((value) => (
        <TabKey
          key={value}
          value={value}
          onShow={() => {
            // what has the focus in a list goes with it: from the tab, digits and arrows go on
            if (document.activeElement !== document.body)
              tabsBox.current
                ?.querySelector<HTMLElement>(`input[value="${value}"]`)
                ?.focus({ preventScroll: true });
            showTab(value);
          }}
        />
      ))}
      <div className={styles.reading}>
        <article className={styles.column}>
          <Banner idea={idea} mayWrite={mayWrite} />
          {isEditable && idea.merge_candidates_count > 0 ? <MergeHint idea={idea} /> : null}
          {isEditable && idea.jira_issues.some(({ stage }) => stage === 'done') ? (
            <Suspense fallback={null}>
              <IssuesDone idea={idea} />
            </Suspense>
          ) : null}
          {idea.internal_flags_count === 0 ? null : (
            <Later
              part={OpenFlags}
              props={{ ideaId: idea.id, count: idea.internal_flags_count, isEditable }}
              what={noteMessages.flags.what}
            />
          )}
          <h1 className={styles.title}>{idea.title}</h1>
          {isNarrow ? <Strip idea={idea} /> : null}
          {idea.body === null || idea.body.trim() === '' ? (
            <p className={styles.noBody}>{texts.noBody}</p>
          ) : (
            <div className={styles.body}>
              {isPhone ? (
                <Quote tone="open" foldedPx={PHONE_BODY_PX}>
                  <StoredText body={idea.body} mimeType={idea.body_mime_type} />
                </Quote>
              ) : (
                <StoredText body={idea.body} mimeType={idea.body_mime_type} />
              )}
            </div>
          )}
          <Files files={files} />
          {isNarrow ? (
            <NarrowFacts idea={idea} accounts={accounts} onShowAccounts={() => showTab('accounts')} />
          ) : null}
          <div className={styles.tabsRow}>
            <div ref={tabsBox} className={styles.tabs}>
              <SegmentedControl
                label={texts.tabs.label}
                wraps={false}
                value={tab}
                onChange={showTab}
                segments={tabs.map((value) => {
                  const count = counts[value];
                  const name = (
                    <>
                      <span className={styles.tabKey}>
                        <Kbd keys={keyOf(value)} />
                      </span>
                      {texts.tabs[value]}
                    </>
                  );
                  if (count === undefined) return { value, label: name };
                  const [short, exact] = [formatCompact(count), formatNumber(count)];
                  return {
                    value,
                    label: (
                      <>
                        {name} <span className={styles.count}>{short}</span>
                      </>
                    ),
                    ...(short === exact ? {} : { tip: exact }),
                  };
                })}
              />
            </div>
            {tab === 'voters' || tab === 'accounts' ? null : (
              <IconButton
                label={texts.exportActivity}
                onClick={() =>
                  openModal('exportActivity', {
                    suggestion_id: idea.id,
                    ...(kindsOf[tab] === null ? {} : { kinds: kindsOf[tab] }),
                  })
                }
              >
                <IconFileExport size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            )}
          </div>
          {tab === 'voters' || tab === 'accounts' ? (
            <Later
              key={tab}
              part={tab === 'voters' ? Voters : Accounts}
              props={{ idea, state, onState: setState }}
              what={tab === 'voters' ? texts.listed.voters : texts.listed.accounts}
              waiting={<DelayedSpinner label={texts.loading} />}
            />
          ) : (
            <Feed
              key={tab}
              idea={idea}
              tab={tab}
              isEditable={isEditable}
              noteId={state.note}
              onMissingNoteDismissed={() => setState({ note: '' })}
            />
          )}
          {isEditable && (tab === 'all' || tab === 'comments' || tab === 'notes') ? (
            <Composer ideaId={idea.id} kind={writing} onKind={setWriting} hasLines={!isPhone} />
          ) : null}
          {isPhone && isEditable && writing === null ? (
            <ActionBar
              ideaId={idea.id}
              onWrite={(kind) => {
                if (tab === 'feedback' || tab === 'voters' || tab === 'accounts') showTab('all');
                setWriting(kind);
              }}
            />
          ) : null}
        </article>
      </div>
      {isNarrow ? null : <Aside idea={idea} accounts={accounts} onShowAccounts={() => showTab('accounts')} />}
    </div>
  );
}

/** Three lines of the description. */
const PHONE_BODY_PX = 66;

/** The digit of a tab. */
const keyOf = (value: Tab): string => String(tabs.indexOf(value) + 1);

/** Lets a digit show a tab. */
function TabKey({ value, onShow }: { value: Tab; onShow: () => void }) {
  useShortcut(keyOf(value), onShow, { label: texts.tabs.show(texts.tabs[value]), group: texts.group });
  return null;
}

/** Says that the idea is merged, pending, spam or closed, or that its forum is closed. */
function Banner({ idea, mayWrite }: { idea: Idea; mayWrite: boolean }) {
  const words = texts.banner;
  const winner = idea.merged_into;
  const props = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  if (idea.state === 'merged') {
    return (
      <BannerBox
        icon={<IconArrowMerge {...props} />}
        action={mayWrite && !idea.unmergeable ? <Unmerge id={idea.id} /> : null}
      >
        {winner === null ? (
          words.mergedGone
        ) : (
          <>
            {words.merged} <IdeaLink idea={winner} />
            {idea.unmergeable ? <> {mergeMessages.unmergeable}</> : null}
          </>
        )}
      </BannerBox>
    );
  }
  const decide = mayWrite ? (
    <Suspense fallback={null}>
      <ModerateIdea idea={idea} />
    </Suspense>
  ) : null;
  if (idea.state === 'pending')
    return (
      <BannerBox icon={<IconAlertCircle {...props} />} action={decide}>
        {words.pending}
      </BannerBox>
    );
  if (idea.state === 'spam')
    return (
      <BannerBox icon={<IconAlertCircle {...props} />} action={decide}>
        {words.spam}
      </BannerBox>
    );
  if (idea.state === 'closed') return <BannerBox icon={<IconLock {...props} />}>{words.closed}</BannerBox>;
  if (idea.forum?.is_open === false)
    return <BannerBox icon={<IconLock {...props} />}>{words.forumClosed(idea.forum.name)}</BannerBox>;
  return null;
}

/** Takes the idea out of the one that it was merged into. */
function Unmerge({ id }: { id: string }) {
  const unmerge = useCommand(unmergeIdeas, { done: mergeMessages.undone, failed: mergeMessages.notUndone });
  return (
    <Button loading={unmerge.isRunning} onClick={() => void unmerge.run([id])}>
      {unmerge.isRunning ? mergeMessages.unmerging : mergeMessages.unmerge}
    </Button>
  );
}

/** Says that there may be doubles of this idea, and leads to comparing them. */
function MergeHint({ idea }: { idea: Idea }) {
  return (
    <BannerBox
      icon={<IconArrowMerge size={16} stroke={1.75} aria-hidden="true" />}
      action={
        <Button onClick={() => openModal('mergeIdeas', { suggestion_ids: [idea.id] })}>
          {mergeMessages.compare}
        </Button>
      }
    >
      {mergeMessages.candidates(idea.merge_candidates_count)}
    </BannerBox>
  );
}

function BannerBox({
  icon,
  action = null,
  children,
}: {
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.banner} role="note">
      {icon}
      <p className={styles.bannerText}>{children}</p>
      {action}
    </div>
  );
}

/** The page in grey, in the places where everything will stand. */
function PageSkeleton() {
  return (
    <DelayedSkeleton label={texts.loading}>
      <div className={styles.columns}>
        <div className={styles.reading}>
          <div className={styles.column}>
            <div className={styles.skeletonTitle}>
              <Skeleton width="58%" height={18} />
            </div>
            <SkeletonLines count={2} />
            <div className={styles.skeletonTabs}>
              <Skeleton width={420} height={32} radius={9} />
            </div>
            <SkeletonLines count={5} />
          </div>
        </div>
        <div className={styles.aside}>
          <Skeleton height={62} radius={10} />
          <div className={styles.skeletonRows}>
            {Array.from({ length: 7 }, (_, index) => (
              <Skeleton key={index} width={`${60 + ((index * 29) % 35)}%`} />
            ))}
          </div>
        </div>
      </div>
    </DelayedSkeleton>
  );
}

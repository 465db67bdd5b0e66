import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../../contract/currency.ts';
import { canWrite, hasFeature } from '../../../../../contract/permissions.ts';
import { SEVERITY_LABELS } from '../../../../../contract/states.ts';
import type { Severity } from '../../../../../contract/states.ts';
import { isWebAddress } from '../../../../../contract/url.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import '../../../host/modals.ts';
import { navigate } from '../../../host/navigation.ts';
import { CustomerLine } from '../../../shared/customers/CustomerLine.tsx';
import { TopAccounts } from '../../../shared/customers/TopAccounts.tsx';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { StatusPill, Tags } from '../../../ui/elements/Pills.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, Skeleton, SkeletonLines } from '../../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { formatDate, formatNumber, formatTotal } from '../../../ui/text/format.ts';
import { RichText } from '../../../ui/text/RichText.tsx';
import a11y from '../../../ui/a11y.module.css';
import { Composer } from '../feed/composer.tsx';
import type { ComposerKind } from '../feed/composer.tsx';
import { editMessages } from '../edit/editMessages.ts';
import type { EditKind } from '../edit/edits.ts';
import type { IdeaRow } from '../list/ideasTable.tsx';
import { ideasMessages } from '../list/messages.ts';
import { peekMessages as texts } from './peekMessages.ts';
import { usePeek } from './peekQuery.ts';
import styles from './peek.module.css';

export interface PeekPaneProps {
  /** As the list has it. */
  idea: IdeaRow;
  /** From 1, in the whole list. */
  position: number;
  /** As it is shown over the list; null: not known. */
  total: number | string | null;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  /** Opens the picker of a value at a button of the pane. */
  onEdit: (kind: EditKind, button: HTMLElement) => void;
}

/**
 * An idea beside the list: what the list knows of it at once, top accounts and the latest feedback when they are there,
 * and what writes under it. The keys of the list go on; Esc closes it.
 */
export function PeekPane({ idea, position, total, onStep, onClose, onEdit }: PeekPaneProps) {
  const { permissions } = useViewer();
  const mayEdit = canWrite(permissions, 'feedback') && idea.state !== 'merged';
  const [writing, setWriting] = useState<ComposerKind | null>(null);
  const peek = usePeek(idea.id);
  const addFeedback = (): void => void openModal('feedback', { suggestion_id: idea.id });
  useShortcut('esc', onClose, { label: texts.close, group: editMessages.peek.group });
  useShortcut('c', addFeedback, {
    label: texts.addFeedback,
    group: editMessages.peek.group,
    enabled: mayEdit,
  });
  const isGone = peek.data?.suggestion === null && !peek.isPlaceholderData;
  return (
    <>
      <p className={a11y.hidden} role="status">
        {editMessages.peek.label(idea.title)}
      </p>
      <div className={styles.bar}>
        <span className={styles.position}>
          {total === null
            ? formatNumber(position)
            : texts.position(formatNumber(position), formatTotal(total))}
        </span>
        <IconButton label={texts.previous} onClick={() => onStep(-1)}>
          <IconChevronUp size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton label={texts.next} onClick={() => onStep(1)}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
        <span className={styles.space} />
        {mayEdit ? (
          <Button onClick={addFeedback}>
            {texts.addFeedback} <Kbd keys="c" />
          </Button>
        ) : null}
        <Button onClick={() => navigate(ideaAddress(idea.id))}>
          {texts.open} <Kbd keys="enter" />
        </Button>
        <IconButton label={texts.close} onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      {isGone ? (
        <div className={styles.content}>
          <EmptyState title={texts.goneTitle} reason={texts.goneReason} />
        </div>
      ) : (
        <div className={styles.content} key={idea.id}>
          <h2 className={styles.title}>
            <Link href={ideaAddress(idea.id)} className={styles.titleLink}>
              {idea.title}
            </Link>
          </h2>
          {idea.excerpt === null || idea.excerpt === '' ? null : (
            <p className={styles.excerpt}>{idea.excerpt}</p>
          )}
          <Values idea={idea} onEdit={mayEdit ? onEdit : null} />
          <Figures
            idea={idea}
            accounts={
              peek.data === undefined
                ? null
                : formatNumber(peek.data.every_account.total_records) +
                  (peek.data.every_account.total_is_capped ? '+' : '')
            }
          />
          <Details idea={idea} peek={peek} onFeedback={mayEdit ? addFeedback : null} />
        </div>
      )}
      {mayEdit && !isGone ? (
        <div className={styles.composer}>
          <Composer key={idea.id} ideaId={idea.id} kind={writing} onKind={setWriting} />
        </div>
      ) : null}
      <p className={styles.keys} aria-hidden="true">
        <span>
          <Kbd keys="j" /> <Kbd keys="k" /> {texts.keys.move}
        </span>
        <span>
          <Kbd keys="enter" /> {texts.keys.open}
        </span>
        <span>
          <Kbd keys="esc" /> {texts.keys.close}
        </span>
        <span className={styles.space} />
        <span>
          <Kbd keys="space" /> {texts.keys.toggle}
        </span>
      </p>
    </>
  );
}

/** Status, owner and labels, each with the key that changes it. */
function Values({ idea, onEdit }: { idea: IdeaRow; onEdit: PeekPaneProps['onEdit'] | null }) {
  const { authorized_features } = useViewer();
  const status = (
    <StatusPill name={idea.status?.name ?? ideasMessages.noStatus} color={idea.status?.hex_color ?? null} />
  );
  const owner =
    idea.assigned_owner === null ? (
      <span className={styles.quiet}>{texts.noOwner}</span>
    ) : (
      <>
        <Avatar
          name={idea.assigned_owner.name}
          src={idea.assigned_owner.avatar_url}
          satisfactionScore={idea.assigned_owner.satisfaction_score}
          sizePx={20}
          decorative
        />
        <span className={styles.cut}>{idea.assigned_owner.name}</span>
      </>
    );
  const names = idea.labels.map((label) => label.name);
  const labels =
    names.length === 0 ? <span className={styles.quiet}>{texts.noLabels}</span> : <Tags names={names} />;
  const chip = (kind: EditKind, keys: string, children: ReactNode, may = true) =>
    onEdit === null || !may ? (
      <span className={styles.chip}>{children}</span>
    ) : (
      <button
        type="button"
        className={styles.chip}
        data-bar={kind}
        aria-haspopup="dialog"
        onClick={(event) => onEdit(kind, event.currentTarget)}
      >
        <span className={a11y.hidden}>{editMessages.what[kind]}: </span>
        {children}
        <Kbd keys={keys} />
      </button>
    );
  return (
    <div className={styles.chips}>
      {chip('status', 's', status, hasFeature(authorized_features, 'public_statuses'))}
      {chip('owner', 'a', owner)}
      {chip('labels', 'l', labels)}
    </div>
  );
}

/** Weeks that count as recent; the one that runs says nothing yet. */
const RECENT_WEEKS = 4;

/** The key figures, each with a line that says what it means. @param accounts of the workspace; null: not known yet */
function Figures({ idea, accounts }: { idea: IdeaRow; accounts: string | null }) {
  const { authorized_features } = useViewer();
  const recent = idea.weekly_votes.slice(-RECENT_WEEKS).reduce((sum, votes) => sum + votes, 0);
  return (
    <dl className={styles.figures}>
      <div className={styles.figure}>
        <dt>{texts.votes}</dt>
        <dd>
          <b>{formatNumber(idea.votes_count)}</b>
          <span>
            <span data-up={recent > 0 || undefined}>{texts.recentVotes(recent)}</span> {texts.recentVotesOf}
          </span>
        </dd>
      </div>
      <div className={styles.figure}>
        <dt>{texts.accounts}</dt>
        <dd>
          <b>{formatNumber(idea.supporting_accounts_count)}</b>
          <span>{accounts === null ? ' ' : texts.accountsOf(accounts)}</span>
        </dd>
      </div>
      <div className={styles.figure}>
        {hasFeature(authorized_features, 'account_insights') ? (
          <>
            <dt>{texts.revenue}</dt>
            <dd>
              <b>{shortCurrency(idea.supporter_revenue)}</b>
              <span>{texts.perMonth}</span>
            </dd>
          </>
        ) : (
          <>
            <dt>{texts.feedback}</dt>
            <dd>
              <b>{formatNumber(idea.requests_count)}</b>
              <span>{texts.comments(idea.comments_count)}</span>
            </dd>
          </>
        )}
      </div>
    </dl>
  );
}

/** What has to be asked for: top accounts and the latest feedback. That of the idea before stays, dimmed, until then. */
function Details({
  idea,
  peek,
  onFeedback,
}: {
  idea: IdeaRow;
  peek: ReturnType<typeof usePeek>;
  /** Null: it may not be added. */
  onFeedback: (() => void) | null;
}) {
  const { authorized_features } = useViewer();
  if (peek.isError && peek.data === undefined)
    return (
      <ErrorState
        what={editMessages.peek.what}
        onRetry={() => void peek.refetch()}
        retrying={peek.isFetching}
      />
    );
  if (peek.data === undefined || peek.isPlaceholderData)
    return (
      <DelayedSkeleton label={texts.loading}>
        <div className={styles.waiting}>
          <Skeleton width={96} />
          <SkeletonLines count={5} />
          <Skeleton width={112} />
          <SkeletonLines count={4} />
        </div>
      </DelayedSkeleton>
    );
  const { external_accounts, feedback_records, suggestion } = peek.data;
  const count = suggestion?.requests_count ?? idea.requests_count;
  const address = ideaAddress(idea.id);
  return (
    <>
      <TopAccounts
        accounts={external_accounts.records}
        revenue={hasFeature(authorized_features, 'account_insights') ? idea.supporter_revenue : null}
        total={idea.supporting_accounts_count}
        onShowAll={() => navigate(`${address}#tab=accounts`)}
      />
      <section aria-label={texts.latest} className={styles.latest}>
        <div className={styles.latestHead}>
          <h3>{texts.latest}</h3>
          {count > feedback_records.records.length ? (
            <Link href={`${address}#tab=feedback`} className={styles.all}>
              {texts.all(formatNumber(count))}
            </Link>
          ) : null}
        </div>
        {feedback_records.records.length === 0 ? (
          <p className={styles.none}>
            {texts.noFeedback}
            {onFeedback === null ? null : (
              <Button variant="text" onClick={onFeedback}>
                {texts.addFeedback} <Kbd keys="c" />
              </Button>
            )}
          </p>
        ) : (
          <ul className={styles.entries}>
            {feedback_records.records.map((record) => (
              <li key={record.id}>
                <CustomerLine
                  person={record.user}
                  kind="feedback"
                  end={
                    record.severity === null ? null : (
                      <span className={styles.severity}>{SEVERITY_LABELS[record.severity as Severity]}</span>
                    )
                  }
                >
                  <div className={styles.words}>
                    {record.body_mime_type === 'text/html' ? (
                      <RichText html={record.body} />
                    ) : (
                      record.body.trim()
                    )}
                  </div>
                  <p className={styles.captured}>
                    {record.captured_by === null
                      ? texts.captured(formatDate(record.created_at))
                      : texts.capturedBy(record.captured_by.name, formatDate(record.created_at))}
                    <Source url={record.source_url} title={record.source_title} />
                  </p>
                </CustomerLine>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

/** Where a feedback was said. An address of another kind than http is shown as text. */
function Source({ url, title }: { url: string | null; title: string | null }) {
  if (url === null) return null;
  const shown =
    title !== null && title !== '' ? title : url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  return (
    <>
      {' · '}
      {isWebAddress(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.source}>
          {shown}
        </a>
      ) : (
        shown
      )}
    </>
  );
}
